"""The jobs that are sent to workers, and their answers: small frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from zenkai_solver.models.csp import Cube
from zenkai_solver.models.symmetry import Recipe
from zenkai_solver.solvers.core.backend import Choice
from zenkai_solver.solvers.cubes.splitting import SubCube


@dataclass(frozen=True)
class RunTask:
    """What every worker of a run must know. `keep` is false where solutions are only counted."""

    name: str
    text: str
    symmetry: str
    backends: tuple[str, ...]
    sat_solver: str | None = None
    keep: bool = True
    compress: str = "none"


@dataclass(frozen=True)
class Space:
    """The search space that cubes are of: a stage of the puzzle, how its symmetry is broken, and a hash of
    its model.

    `kind` says what a cube is: "literals", or "parts" of a search that only one engine knows. `choice` is
    what the engine that split it, `chooser`, has chosen.
    """

    stage: int
    recipe: Recipe
    fingerprint: str
    kind: str
    chooser: str = ""
    choice: Choice = ()


@dataclass(frozen=True)
class PlanStage:
    """Job: split the search space of a stage."""

    stage: int


@dataclass(frozen=True)
class Warm:
    """Job: do what can be done before there is a plan: build the model, load and compile the engines."""


@dataclass(frozen=True)
class Warmed:
    """Answer to Warm."""


@dataclass(frozen=True)
class Planned:
    """Answer to PlanStage: the space, its first cubes, and the engines chosen."""

    space: Space
    backends: tuple[str, ...]
    versions: Mapping[str, str]
    subcubes: tuple[SubCube, ...]
    order: int  # of the symmetry group


@dataclass(frozen=True)
class SearchCube:
    """Job: all solutions in a cube, to the file `shard` or, if None, into the answer.

    Beyond `seconds`, or `most` bytes in the answer, the cube is split instead.
    """

    number: int
    space: Space
    cube: Cube
    weight: float
    backend: str
    seconds: float
    shard: str | None
    most: int


@dataclass(frozen=True)
class Prove:
    """Job: the proof of a cube for the certificate; beyond `seconds` the cube is split instead."""

    number: int
    cube: Cube
    seconds: float


@dataclass(frozen=True)
class Proved:
    """Answer to Prove: the file (see `certificates.cubes`)."""

    number: int
    data: bytes


@dataclass(frozen=True)
class Closed:
    """Answer: the cube's totals, and its shard, with size and checksum before compression; no file if
    empty.
    """

    number: int
    backend: str
    written: int
    count: int
    all: int
    digest: str
    size: int
    checksum: str
    seconds: float
    shard: str | None = None  # the file's name
    data: bytes = b""


@dataclass(frozen=True)
class Refined:
    """Answer: the cube was too much work, or its solutions too large for an answer, and is split."""

    number: int
    subcubes: tuple[SubCube, ...]


@dataclass(frozen=True)
class Failed:
    """Answer: what went wrong. `kind` is "died" (try again), "disk", "changed", "unsupported" or "bug"."""

    number: int | None
    kind: str
    text: str


Job = PlanStage | Warm | SearchCube | Prove
Answer = Planned | Warmed | Closed | Proved | Refined | Failed


def number_of(job: Job | None) -> int | None:
    """The number of the job's cube, if it has one."""
    return job.number if isinstance(job, SearchCube | Prove) else None
