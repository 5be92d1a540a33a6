"""The Backend protocol, its three-valued answer, and the table of backends.

Ending normally means complete; being cut short raises Interrupted; a model that the backend does not take
raises Unsupported before the first solution. No solution is an empty stream.
"""

from __future__ import annotations

import importlib
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import metadata
from itertools import islice
from typing import Protocol, cast, runtime_checkable

import numpy as np

from zenkai_solver.models.csp import Cube, ExactlyOne, Lit, Model, Solution, restrict
from zenkai_solver.models.symmetry import Breaking

version = cache(metadata.version)  # of a package; looking it up takes a millisecond

STOPPED, TIME_LIMIT, MEMORY_LIMIT = "stopped", "time limit", "memory limit"  # reasons of Interrupted


class Unsupported(Exception):
    """The backend does not take this model (or this option)."""


class Interrupted(Exception):
    """The search was cut short; what was found before is valid, but not all."""


class WrongSolution(Exception):
    """A backend's solution breaks the rules: our bug, never caught on the way."""


@dataclass(frozen=True)
class Deadline:
    """When a search must stop: at a moment of time.monotonic(), when `stop` is set by Ctrl-C or a consumer,
    or when this process holds more than `memory` bytes.
    """

    at: float = float("inf")
    stop: threading.Event = field(default_factory=threading.Event)
    memory: int | None = None

    @classmethod
    def after(cls, seconds: float) -> Deadline:
        return cls(time.monotonic() + seconds)

    @property
    def remaining(self) -> float:
        """Seconds left; negative when it has passed."""
        return self.at - time.monotonic()

    def check(self) -> None:
        """Raise Interrupted if it is time to stop."""
        if self.stop.is_set():
            raise Interrupted(STOPPED)
        if self.remaining <= 0:
            raise Interrupted(TIME_LIMIT)
        if self.memory is not None and held() > self.memory:
            raise Interrupted(MEMORY_LIMIT)


NEVER = Deadline()


def held(pid: int | None = None) -> int:
    """The bytes of memory that a process holds, this one by default. Raises psutil.NoSuchProcess."""
    import psutil  # slow to import

    return int(psutil.Process(pid).memory_info().rss)


class Backend(Protocol):
    """One engine with its options."""

    name: str

    def versions(self) -> dict[str, str]:
        """The engine's packages and their versions."""

    def check(self, model: Model) -> None:
        """Raise Unsupported if the model cannot be taken."""

    def break_symmetry(self, model: Model) -> Breaking:
        """The model with as much of its symmetry broken as suits the engine."""

    def solutions(self, model: Model, deadline: Deadline = NEVER) -> Iterator[Solution]:
        """Yield each solution once, projected. Ending normally means: complete."""


@runtime_checkable
class BatchBackend(Protocol):
    """An engine that hands out many solutions at once."""

    def batches(self, model: Model, deadline: Deadline = NEVER) -> Iterator[tuple[np.ndarray, float | None]]:
        """The solutions as rows of their true variables, 0 after the last, each valid until the next is asked
        for; with each batch the estimated share of the search that is done.
        """


Choice = tuple[str | int, ...]  # of an engine, in its own words


class Opened(Protocol):
    """An engine that has made itself ready for one model, to search one cube of it after the other."""

    def batches(self, cube: Cube, deadline: Deadline = NEVER) -> Iterator[tuple[np.ndarray, float | None]]:
        """As `BatchBackend.batches`: the solutions in which every literal of the cube is true."""


@runtime_checkable
class OpeningBackend(Protocol):
    """An engine for which making ready costs more than searching a small cube."""

    def opened(self, model: Model, choice: Choice = ()) -> Opened:
        """`choice`: what an engine opened before for the same model has chosen, which saves the choosing."""


@runtime_checkable
class Weighing(Protocol):
    """An opened engine that can say where it likes to branch and how long a cube will take."""

    @property
    def choice(self) -> Choice: ...

    @property
    def items(self) -> Sequence[tuple[Lit, ...]]:
        """ExactlyOnes of the model in the order of the search."""

    def seconds(self, cubes: Sequence[Cube]) -> list[float]:
        """Expected time of each cube."""


@runtime_checkable
class PartsBackend(Protocol):
    """An engine whose search falls into disjoint parts that are no cubes of literals."""

    def parts(self, model: Model) -> Sequence[tuple[int, ...]]:
        """Names of all parts."""

    def part_weights(self, model: Model, deadline: Deadline = NEVER) -> Sequence[float]:
        """Of each part a guess of its share of the work."""

    def part_batches(
        self, model: Model, part: tuple[int, ...], deadline: Deadline = NEVER
    ) -> Iterator[tuple[np.ndarray, float | None]]: ...


GATHERED = 256  # solutions


def gathered(solutions: Iterator[Solution]) -> Iterator[tuple[np.ndarray, None]]:
    """Solutions that come one by one as batches; see `BatchBackend.batches`."""
    while some := list(islice(solutions, GATHERED)):
        yield rows_of(some), None


def rows_of(solutions: Sequence[Solution]) -> np.ndarray:
    """The solutions as rows, 0 after the last variable."""
    rows = np.zeros((len(solutions), max(map(len, solutions), default=0)), np.int32)
    for row, solution in zip(rows, solutions, strict=True):
        row[: len(solution)] = solution
    return rows


@dataclass(frozen=True)
class Anew:
    """Any engine as an opened one: each cube is a model of its own."""

    backend: Backend
    model: Model

    def batches(self, cube: Cube, deadline: Deadline = NEVER) -> Iterator[tuple[np.ndarray, float | None]]:
        model = restrict(self.model, cube)
        if isinstance(self.backend, BatchBackend):
            return self.backend.batches(model, deadline)
        return gathered(self.backend.solutions(model, deadline))


@dataclass(frozen=True)
class Counted:
    """All solutions, and their orbits under the model's symmetries."""

    count: int
    all: int


@runtime_checkable
class CountingBackend(Protocol):
    """An engine that can count without visiting every solution."""

    def count(self, model: Model, deadline: Deadline = NEVER) -> Counted | None:
        """Both numbers, or None where visiting is the better way."""


@runtime_checkable
class ExplainingBackend(Protocol):
    """An engine that chooses, and can say what and why."""

    def explain(self, model: Model) -> list[str]: ...


@dataclass(frozen=True)
class Options:
    """What the command line says to backends; each takes what concerns it."""

    sat_solver: str | None = None
    workers: int = 0  # threads or processes; 0: one a core


BACKENDS = {
    "exactcover": "zenkai_solver.solvers.engines.exactcover.exactcover:ExactCoverBackend",
    "sudoku": "zenkai_solver.solvers.engines.sudoku.sudoku:SudokuBackend",
    "sat": "zenkai_solver.solvers.engines.sat.sat:SatBackend",
    "cpsat": "zenkai_solver.solvers.engines.cpsat.cpsat:CpSatBackend",
    "lines": "zenkai_solver.solvers.engines.lines.lines:LinesBackend",
    "dissect": "zenkai_solver.solvers.engines.dissect.dissect:DissectBackend",
}
# The type of a model's structure -> the engine for it.
STRUCTURES = {
    "zenkai_solver.models.sudoku.structure:SudokuGrid": "sudoku",
    "zenkai_solver.models.sudoku.structure:DigitsInCells": "sat",
    "zenkai_solver.models.sudoku.structure:SumsInCells": "cpsat",
    "zenkai_solver.models.blocks:BlockGrid": "lines",
    "zenkai_solver.models.dissection.problem:Problem": "dissect",
}
DEDICATED = ("sudoku", "lines", "dissect")  # engines that take nothing but their structure


WIDE = 50  # mean literals an item: above it CP-SAT was faster than SAT on packings, below it slower


def auto(model: Model) -> tuple[str, str]:
    """The name of the backend for the model, and why: by the model's structure, else by its shape."""
    kind = type(model.structure)
    if made_for := STRUCTURES.get(f"{kind.__module__}:{kind.__qualname__}"):
        return made_for, f"the model has the structure {kind.__qualname__}"
    try:
        make("exactcover").check(model)
        return "exactcover", "the model is an exact cover"
    except Unsupported as error:
        reason = str(error)
    items = [len(c.lits) for c in model.constraints if isinstance(c, ExactlyOne)]
    mean = sum(items) / len(items) if items else 0.0
    name, sign = ("cpsat", ">") if mean > WIDE else ("sat", "<=")
    return name, f"{reason}; its ExactlyOnes have {mean:.0f} literals in the mean ({sign} {WIDE})"


def make(name: str, options: Options = Options()) -> Backend:
    """The backend of that name. Raises Unsupported for an unknown option value."""
    module, _, cls = BACKENDS[name].partition(":")
    return cast(Backend, getattr(importlib.import_module(module), cls).create(options))
