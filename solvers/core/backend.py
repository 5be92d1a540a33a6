"""What an engine is: a `Backend` opens models, and an `Opened` one is searched.

Ending normally means complete; being cut short raises Interrupted; a model that the backend does not take
raises Unsupported before the first solution. No solution is an empty stream.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, ClassVar, get_args

from zenkai_solver.models.constraints import Constraint, Lit
from zenkai_solver.models.csp import Cube, Model, Solution
from zenkai_solver.models.symmetry import Breaking, filtered
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline, Unsupported

if TYPE_CHECKING:
    import numpy as np  # takes a tenth of a second: small commands do without

    from zenkai_solver.solvers.kernels.jit import Work


def version(package: str) -> str:
    """The version of an installed package. Raises PackageNotFoundError."""
    from importlib import metadata  # 20 ms, which commands that search have spent on Numba anyway

    return metadata.version(package)


EVERY_TYPE: frozenset[type[Constraint]] = frozenset(get_args(Constraint))


@dataclass(frozen=True)
class Takes:
    """What an engine takes: models of these constraint types, and models with one of these structures.

    With `exact_cover` models of these types are taken if they state an exact cover: no auxiliary variables;
    literals positive and distinct, but for unit clauses; every variable false by a unit clause or in an item,
    which is an ExactlyOne, an AtMostOne or a Cardinality that says the same; no variable in two other
    Cardinalities. Beyond this only size may be a reason to refuse a model.
    """

    constraints: frozenset[type[Constraint]] = frozenset()
    structures: frozenset[type] = frozenset()
    exact_cover: bool = False

    @property
    def dedicated(self) -> bool:
        """Is the structure all that the engine reads?"""
        return not self.constraints


Choice = tuple[str | int, ...]  # what an engine decided, such as its search; others only keep it
# Solutions as rows of their true variables, 0 after the last, valid until the next batch is asked for; and
# the estimated share of the search that is done.
Batch = tuple["np.ndarray", float | None]


class Backend(ABC):
    """One engine with its options: a frozen dataclass. It opens models; see `Opened`."""

    takes: ClassVar[Takes]

    @property
    @abstractmethod
    def name(self) -> str:
        """The engine's name in BACKENDS."""

    @classmethod
    @abstractmethod
    def create(cls, options: Options) -> Backend:
        """The engine with what concerns it of the options. Raises Unsupported for an unknown value."""

    @abstractmethod
    def versions(self) -> dict[str, str]:
        """The engine's packages and their versions."""

    @abstractmethod
    def open(self, model: Model) -> Opened:
        """The engine with the model; nothing is searched or chosen yet.

        Raises Unsupported, with the reason, if the model cannot be taken; see `takes`.
        """

    def solutions(self, model: Model, deadline: Deadline = NEVER) -> Iterator[Solution]:
        """All solutions of a model that is searched once. Raises Unsupported, Interrupted."""
        return self.open(model).solutions((), deadline)

    def works(self) -> Sequence[Work]:
        """The kernels that it may compile, whatever the model."""
        return ()


@dataclass(frozen=True, eq=False)
class Opened(ABC):
    """An engine with a model. What it works out of the model, such as a plan, it works out once.

    An engine defines `batches`, or `solutions` if it finds them one by one; all else has a default.
    """

    backend: Backend
    model: Model

    many: ClassVar[bool] = False  # solutions come many at once: it defines `batches`
    divided: ClassVar[bool] = False  # its cubes are `parts` of its own, not literals

    # ---- searching

    def batches(self, cube: Cube = (), deadline: Deadline = NEVER) -> Iterator[Batch]:
        """The solutions in which every literal of the cube is true, each once.

        Ending normally means: complete. Raises Interrupted.
        """
        solutions = self.solutions(cube, deadline)
        while some := list(islice(solutions, GATHERED)):
            yield rows_of(some), None

    def solutions(self, cube: Cube = (), deadline: Deadline = NEVER) -> Iterator[Solution]:
        """The same one by one: sorted true variables of the projection."""
        for rows, _ in self.batches(cube, deadline):
            for row in rows:
                yield tuple(row[row > 0].tolist())

    def count(self, deadline: Deadline = NEVER) -> Counted | None:
        """The numbers of solutions without visiting each; None where visiting them is the better way."""
        return None

    # ---- before the search

    def plan(self) -> None:  # noqa: B027  # many have nothing to do
        """Do what has to be done before the first node: choose the search, compile it. Raises Interrupted."""

    @cached_property
    def breaking(self) -> Breaking:
        """The model with as much of its symmetry broken as suits the engine."""
        return filtered(self.model)

    def within(self, breaking: Breaking, choice: Choice = ()) -> Opened:
        """The engine opened for the model of a `breaking` of this model.

        `choice`: what the engine has chosen for the same elsewhere, which saves the choosing.
        """
        return self if breaking.model is self.model else self.backend.open(breaking.model)

    def watched(self, tell: Callable[[AtWork], None]) -> Opened:
        """The same; `tell` hears during its searches, from any thread, where they are. Raises Unsupported."""
        raise Unsupported("it does not say where its search is")

    # ---- what it tells

    def explain(self) -> Sequence[str]:
        """What was chosen, and why."""
        return ()

    def report(self, deadline: Deadline = NEVER) -> Iterator[str]:
        """What was counted on the way of a search, for a person. Raises Interrupted."""
        yield "no statistics"

    @property
    def searched_by(self) -> str:
        """The engine that searched so far: another one where it had to hand the search over."""
        return self.backend.name

    @property
    def effort(self) -> str:
        """How much the last search needed, in a word or two, such as `line-solvable`."""
        return ""

    # ---- for those who divide the search among workers

    @property
    def choice(self) -> Choice:
        """For `within` elsewhere."""
        return ()

    @property
    def items(self) -> Sequence[tuple[Lit, ...]]:
        """ExactlyOnes of the model in the order of the search, on which its cubes are best split."""
        return ()

    def weights(self, cubes: Sequence[Cube], deadline: Deadline = NEVER) -> Sequence[float] | None:
        """The expected seconds of each cube, or of each part its share of the work; None: not known."""
        return None

    def parts(self) -> Sequence[Cube]:
        """Where it is `divided`, names of disjoint parts that are the whole search, for `batches`."""
        raise Unsupported("its search is divided by literals")


GATHERED = 256  # solutions


def rows_of(solutions: Sequence[Solution]) -> np.ndarray:
    """The solutions as rows, 0 after the last variable."""
    import numpy as np

    rows = np.zeros((len(solutions), max(map(len, solutions), default=0)), np.int32)
    for row, solution in zip(rows, solutions, strict=True):
        row[: len(solution)] = solution
    return rows


@dataclass(frozen=True)
class Counted:
    """All solutions, and their orbits under the model's symmetries.

    `by`: how they were counted where no solution was looked at, such as "dynamic programming"; else "".
    """

    count: int
    all: int
    by: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True)
class AtWork:
    """Where a search is: the variables that it holds true for now, and the nodes since it said so last."""

    chosen: Solution
    nodes: int


@dataclass(frozen=True)
class Options:
    """What the command line says to backends; each takes what concerns it."""

    sat_solver: str | None = None
    workers: int = 0  # threads or processes; 0: one per core
    counting: bool = False  # nothing is wanted but the numbers of solutions
