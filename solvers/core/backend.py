"""What an engine is: a `Backend` opens models, and an `Opened` one is searched.

Ending normally means complete; being cut short raises Interrupted; a model that the backend does not take
raises Unsupported before the first solution. No solution is an empty stream.
"""

from __future__ import annotations

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count, islice
from typing import TYPE_CHECKING, ClassVar, NoReturn, TypeVar, get_args

from zenkai_solver.models.constraints import Constraint, Lit
from zenkai_solver.models.csp import Cube, Model, Solution
from zenkai_solver.models.symmetry import Breaking, filtered
from zenkai_solver.solvers.kernels import clock
from zenkai_solver.solvers.kernels.clock import look

if TYPE_CHECKING:
    import numpy as np  # takes a tenth of a second: small commands do without

    from zenkai_solver.solvers.kernels.jit import Work

T = TypeVar("T")
STOPPED, TIME_LIMIT, MEMORY_LIMIT = "stopped", "time limit", "memory limit"  # reasons of Interrupted
WORK_LIMIT = "work limit"  # one more, of arguments


def version(package: str) -> str:
    """The version of an installed package. Raises PackageNotFoundError."""
    from importlib import metadata  # 20 ms, which commands that search have spent on Numba anyway

    return metadata.version(package)


class Unsupported(Exception):
    """The backend does not take this model (or this option)."""


class Interrupted(Exception):
    """The search was cut short; what was found before is valid, but not all."""


class WrongSolution(Exception):
    """A backend's solution breaks the rules: our bug, never caught on the way."""


@dataclass(frozen=True)
class Deadline:
    """When a search must stop: at a moment of time.monotonic(), when `stop` is set by Ctrl-C or a consumer,
    or when this process holds more than `memory` bytes. `heard` are the reasons for which somebody stopped.
    """

    at: float = float("inf")
    stop: threading.Event = field(default_factory=threading.Event)
    memory: int | None = None
    heard: set[str] = field(default_factory=set, compare=False)

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
            self._over(STOPPED)
        if self.remaining <= 0:
            self._over(TIME_LIMIT)
        if self.memory is not None and memory_in_use() > self.memory:
            self._over(MEMORY_LIMIT)

    def _over(self, reason: str) -> NoReturn:
        self.heard.add(reason)
        raise Interrupted(reason)


@dataclass(frozen=True)
class Bounded(Deadline):
    """One that is over, too, when it was looked at so often: that is the same on every machine, where the
    work between two looks is.
    """

    most: int = 0
    _looks: Iterator[int] = field(default_factory=count, compare=False)

    @classmethod
    def within(cls, deadline: Deadline, most: int) -> Bounded:
        return cls(deadline.at, deadline.stop, deadline.memory, deadline.heard, most)

    def check(self) -> None:
        super().check()
        if next(self._looks) >= self.most:
            raise Interrupted(WORK_LIMIT)


NEVER = Deadline()

# Of the command that runs: planning and tables are far from whoever was told it.
_current: ContextVar[Deadline] = ContextVar("deadline", default=NEVER)


@contextmanager
def under(deadline: Deadline) -> Iterator[None]:
    """What looks at the clock by itself, `look`, sees this deadline; NEVER changes nothing."""
    own = current() if deadline is NEVER else deadline
    before = _current.set(own)
    try:
        with clock.set_by(own.check):
            yield
    finally:
        _current.reset(before)


def current() -> Deadline:
    """What `look` sees."""
    return _current.get()


def looking(items: Iterable[T], every: int = 1 << 8) -> Iterator[T]:
    """The items; the clock is looked at before every so many of them. Raises Interrupted."""
    for number, item in enumerate(items):
        if number % every == 0:
            look()
        yield item


def share(part: float) -> AbstractContextManager[None]:
    """What is within may take this part of the time that is left, and is `hurried` from then on."""
    return clock.until(time.monotonic() + part * current().remaining)


def memory_in_use(pid: int | None = None) -> int:
    """The bytes of memory that a process holds, this one by default. Raises psutil.NoSuchProcess."""
    import psutil  # slow to import

    return int(psutil.Process(pid).memory_info().rss)


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
