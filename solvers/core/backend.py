"""The protocol of engines: a `Backend` opens models; an `Opened` is an engine with a model, ready to search.

A stream of solutions that ends normally is complete, and empty if there are none; a search that is cut short
raises Interrupted; a model that the engine does not take raises Unsupported before the first solution.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, get_args

from zenkai_solver.models.constraints import Constraint, Lit
from zenkai_solver.models.csp import Cube, Model, Solution
from zenkai_solver.models.symmetry import Breaking, filtered
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline, Unsupported

if TYPE_CHECKING:
    import numpy as np  # takes a tenth of a second: small commands do without

    from zenkai_solver.solvers.kernels.jit import Work


@cache
def version(package: str) -> str:
    """The version of an installed package. Raises PackageNotFoundError.

    It is in the name of the folder that an installer leaves (Python Packaging User Guide, Recording installed
    projects); the library that reads more than the name takes 20 ms to import.
    """
    stem = package.lower().replace("-", "_")
    versions = {
        path.name.removeprefix(f"{stem}-").removesuffix(".dist-info")
        for folder in sys.path
        for path in Path(folder).glob(f"{stem}-*.dist-info")
    }
    if len(versions) == 1:
        return versions.pop()
    from importlib import metadata

    return metadata.version(package)


EVERY_TYPE: frozenset[type[Constraint]] = frozenset(get_args(Constraint))


@dataclass(frozen=True)
class Takes:
    """The models that an engine takes: those whose constraints all have these types, and those with one of
    these structures.

    With `exact_cover` a model of these types must also state an exact cover: it has no auxiliary variables;
    its literals are positive and distinct, but for unit clauses; every variable is false by a unit clause or
    in an item (an ExactlyOne, an AtMostOne or an equivalent Cardinality); no variable is in two other
    Cardinalities. Other models may be refused only because of their size.
    """

    constraints: frozenset[type[Constraint]] = frozenset()
    structures: frozenset[type] = frozenset()
    exact_cover: bool = False

    @property
    def dedicated(self) -> bool:
        """Does the engine read only the structure of a model?"""
        return not self.constraints


Choice = tuple[str | int, ...]  # a decision of an engine, such as which search to use; opaque to others
# Solutions as rows of their true variables, filled up with 0, valid until the next batch is requested; and
# the estimated share of the search that is done.
Batch = tuple["np.ndarray", float | None]


class Backend(ABC):
    """An engine with its options, a frozen dataclass, which opens models."""

    takes: ClassVar[Takes]

    @property
    @abstractmethod
    def name(self) -> str:
        """The engine's name in BACKENDS."""

    @classmethod
    @abstractmethod
    def create(cls, options: Options) -> Backend:
        """The engine with those of the options that concern it. Raises Unsupported for an unknown value."""

    @abstractmethod
    def versions(self) -> dict[str, str]:
        """The engine's packages and their versions."""

    @abstractmethod
    def open(self, model: Model) -> Opened:
        """The engine with the model; nothing is planned or searched yet.

        Raises Unsupported, with the reason, if the model cannot be taken; see `takes`.
        """

    def solutions(self, model: Model, deadline: Deadline = NEVER) -> Iterator[Solution]:
        """All solutions of a model, for one search. Raises Unsupported, Interrupted."""
        return self.open(model).solutions((), deadline)

    def works(self) -> Sequence[Work]:
        """The compilations that it may need, for any model."""
        return ()


@dataclass(frozen=True, eq=False)
class Opened(ABC):
    """An engine with a model. Whatever it derives from the model, such as a plan, it derives once.

    An engine defines `batches`, or `solutions` if it finds them one by one; all other members have defaults.
    """

    backend: Backend
    model: Model

    many: ClassVar[bool] = False  # does it define `batches`?
    divided: ClassVar[bool] = False  # are its cubes names of `parts`, not literals?

    # ---- searching

    def batches(self, cube: Cube = (), deadline: Deadline = NEVER) -> Iterator[Batch]:
        """The solutions in which every literal of the cube is true, each once.

        Ending normally means: complete. Raises Interrupted.
        """
        yield from gathered(self.solutions(cube, deadline))

    def solutions(self, cube: Cube = (), deadline: Deadline = NEVER) -> Iterator[Solution]:
        """As `batches`, one by one, each the sorted true variables of the projection."""
        for rows, _ in self.batches(cube, deadline):
            for row in rows:
                yield tuple(row[row > 0].tolist())

    def begun(
        self, cube: Cube = (), deadline: Deadline = NEVER
    ) -> tuple[Iterable[Solution], Iterable[Batch]]:
        """The same solutions: those that are found one by one, and after them those found many at a time."""
        if self.many:
            return (), self.batches(cube, deadline)
        return self.solutions(cube, deadline), ()

    def count(self, deadline: Deadline = NEVER) -> Counted | None:
        """The numbers of solutions without visiting each; None if visiting them is better."""
        return None

    # ---- before the search

    def plan(self) -> None:  # noqa: B027  # many have nothing to do
        """Do what the search needs before its first node, such as compiling it. Raises Interrupted."""

    @cached_property
    def breaking(self) -> Breaking:
        """The model with its symmetry broken in the way that suits the engine."""
        return filtered(self.model)

    def within(self, breaking: Breaking, choice: Choice = ()) -> Opened:
        """The engine opened for the model of `breaking`, a breaking of this model. `choice`: the `choice` of
        another process for the same, which saves time.
        """
        return self if breaking.model is self.model else self.backend.open(breaking.model)

    def watched(self, tell: Callable[[AtWork], None]) -> Opened:
        """The same, which calls tell(AtWork) during searches, from any thread. Raises Unsupported."""
        raise Unsupported("it does not say where its search is")

    # ---- what it tells

    def explain(self) -> Sequence[str]:
        """Lines of --explain-choice: what was chosen, and why."""
        return ()

    def report(self, deadline: Deadline = NEVER) -> Iterator[str]:
        """Lines of --stats: what is counted during a search. Raises Interrupted."""
        yield "no statistics"

    def tree(self) -> AbstractContextManager[SearchTree[Any]] | None:
        """The search tree, for estimates by samples; None if there is none."""
        return None

    @property
    def searched_by(self) -> str:
        """The engine that searched so far: another one where it had to hand the search over."""
        return self.backend.name

    @property
    def effort(self) -> str:
        """How much the last search needed, in a word or two, such as `line-solvable`; "" if unknown."""
        return ""

    # ---- for dividing the search among workers

    @property
    def choice(self) -> Choice:
        """The argument `choice` of `within` in other processes."""
        return ()

    @property
    def items(self) -> Sequence[tuple[Lit, ...]]:
        """ExactlyOne constraints of the model, on whose literals its search is best split, in that order."""
        return ()

    def weights(self, cubes: Sequence[Cube], deadline: Deadline = NEVER) -> Sequence[float] | None:
        """For each cube the expected seconds, or for each part its share of the work; None if unknown."""
        return None

    def parts(self) -> Sequence[Cube]:
        """If it is `divided`: names of disjoint parts of the whole search, as cubes for `batches`."""
        raise Unsupported("its search is divided by literals")


GATHERED = 256  # solutions


def gathered(solutions: Iterable[Solution]) -> Iterator[Batch]:
    """The solutions as batches: the first one at once, then more and more at a time."""
    left, number = iter(solutions), 1
    while some := list(islice(left, number)):
        yield rows_of(some), None
        number = min(2 * number, GATHERED)


def rows_of(solutions: Sequence[Solution]) -> np.ndarray:
    """The solutions as rows of variables, filled up with 0."""
    import numpy as np

    rows = np.zeros((len(solutions), max(map(len, solutions), default=0)), np.int32)
    for row, solution in zip(rows, solutions, strict=True):
        row[: len(solution)] = solution
    return rows


N = TypeVar("N")


class SearchTree(ABC, Generic[N]):
    """A search tree that is grown level by level, of which a sample keeps some nodes; see `estimating`."""

    @property
    @abstractmethod
    def root(self) -> N:
        """The node of which all others are below."""

    @abstractmethod
    def grow(self, nodes: Sequence[N]) -> tuple[int, list[N]]:
        """The number of solutions at these nodes of one level, and the nodes below, which have all others."""


@dataclass(frozen=True)
class Counted:
    """The numbers of all solutions, and of their orbits under the model's symmetries (`count`).

    `by`: the method if no solution was visited, such as "dynamic programming"; else "".

    >>> import zenkai_solver as zenkai
    >>> counted = zenkai.count("dominoes8x8")
    >>> counted.count, counted.all
    (1629189, 12988816)
    """

    count: int
    all: int
    by: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True)
class AtWork:
    """The state of a search: the variables it assumes true, and the nodes since the last report."""

    chosen: Solution
    nodes: int


FEW_WANTED = 10  # solutions: a Star Battle of 25x25 took SAT 0.1 s, and the search of covers over 20 s


@dataclass(frozen=True)
class Options:
    """The options of the command line for engines; each engine takes those that concern it."""

    sat_solver: str | None = None
    workers: int = 0  # threads or processes; 0: one per core
    counting: bool = False  # nothing is wanted but the numbers of solutions
    wanted: int | None = None  # no more solutions than these are wanted
    second: str | None = None  # the engine that searches again: another one is to search first

    @property
    def few(self) -> bool:
        """Are few solutions wanted, so that to state a model may take longer than to search it?"""
        return self.wanted is not None and self.wanted <= FEW_WANTED
