"""What an engine is: the Backend protocol, its three-valued answer, and the abilities it may have besides.

Ending normally means complete; being cut short raises Interrupted; a model that the backend does not take
raises Unsupported before the first solution. No solution is an empty stream.
"""

from __future__ import annotations

import os
import re
import sys
import threading
import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from itertools import count, islice
from typing import TYPE_CHECKING, ClassVar, NoReturn, Protocol, TypeVar, get_args, runtime_checkable

from zenkai_solver.models.constraints import Constraint, Lit
from zenkai_solver.models.csp import Cube, Model, Solution, restrict
from zenkai_solver.models.symmetry import Breaking
from zenkai_solver.solvers.engines.kernels import clock
from zenkai_solver.solvers.engines.kernels.clock import look

if TYPE_CHECKING:
    import numpy as np  # takes a tenth of a second: small commands do without

T = TypeVar("T")
STOPPED, TIME_LIMIT, MEMORY_LIMIT = "stopped", "time limit", "memory limit"  # reasons of Interrupted
WORK_LIMIT = "work limit"  # one more, of arguments


@cache
def version(package: str) -> str:
    """The version of an installed package, as the name of its metadata's folder says it.

    importlib.metadata reads what is in there: its import alone takes a tenth of a short run.
    """
    for place in sys.path:
        with suppress(OSError):
            for name in os.listdir(place or os.curdir):
                own, _, number = name.removesuffix(".dist-info").partition("-")
                if name.endswith(".dist-info") and _plain(own) == _plain(package):
                    return number
    from importlib import metadata

    return metadata.version(package)


def _plain(package: str) -> str:
    """Names of one package are the same by this; as PEP 503 says."""
    return re.sub(r"[-_.]+", "-", package).lower()


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


class Backend(Protocol):
    """One engine with its options."""

    takes: ClassVar[Takes]

    @property
    def name(self) -> str:
        """The engine's name in BACKENDS."""

    @classmethod
    def create(cls, options: Options) -> Backend:
        """The engine with what concerns it of the options. Raises Unsupported for an unknown value."""

    def versions(self) -> dict[str, str]:
        """The engine's packages and their versions."""

    def check(self, model: Model) -> None:
        """Raise Unsupported if the model cannot be taken; see `takes`."""

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


Choice = tuple[str | int, ...]  # what an engine decided, such as its search; others only keep it


class Opened(Protocol):
    """An engine prepared for one model; it can search many cubes of it."""

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
    import numpy as np

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
    """All solutions, and their orbits under the model's symmetries.

    `by`: how they were counted where no solution was looked at, such as "dynamic programming"; else "".
    """

    count: int
    all: int
    by: str = field(default="", compare=False, repr=False)


@runtime_checkable
class CountingBackend(Protocol):
    """An engine that can count without visiting every solution."""

    def count(self, model: Model, deadline: Deadline = NEVER) -> Counted | None:
        """Both numbers, with what they were counted by; None where visiting is the better way."""

    def counting_works(self, model: Model) -> Sequence[Work]:
        """What that may compile, beside what a run compiles anyway."""


@runtime_checkable
class ExplainingBackend(Protocol):
    """An engine that chooses, and can say what and why."""

    def explain(self, model: Model) -> list[str]: ...


@dataclass(frozen=True)
class Step:
    """What one step of reasoning decided: cells (row, column), from 0, with their values.

    `where` is the place that was looked at, in words; `reason` why the values follow.
    """

    reason: str
    where: str
    cells: tuple[tuple[tuple[int, int], int], ...] = ()


@runtime_checkable
class SteppingBackend(Protocol):
    """An engine that can show its reasoning, step by step."""

    def steps(self, model: Model, deadline: Deadline = NEVER) -> Iterator[Step]:
        """The deductions in order, before any search. Raises Unsupported, Interrupted."""


@runtime_checkable
class ReportingBackend(Protocol):
    """An engine that counts things on its way."""

    def report(self, model: Model, deadline: Deadline = NEVER) -> Iterator[str]:
        """Lines for a person, after a search of the model. Raises Interrupted."""


@dataclass(frozen=True)
class AtWork:
    """Where a search is: the variables that it holds true for now, and the nodes since it said so last."""

    chosen: Solution
    nodes: int


@runtime_checkable
class WatchedBackend(Protocol):
    """An engine that can say now and then where it is."""

    def watched(self, tell: Callable[[AtWork], None]) -> Backend:
        """The same engine; `tell` is called during its searches, from any thread."""


@runtime_checkable
class GradingBackend(Protocol):
    """An engine that says how much the last search needed."""

    @property
    def effort(self) -> str:
        """In a word or two, such as `line-solvable`; empty before the first search."""


@dataclass(frozen=True)
class Options:
    """What the command line says to backends; each takes what concerns it."""

    sat_solver: str | None = None
    workers: int = 0  # threads or processes; 0: one per core


class Work(Protocol):
    """A loop that is compiled at first use."""

    @property
    def name(self) -> str: ...

    @property
    def types(self) -> Hashable:
        """Of its arguments: for others it is compiled anew."""

    @property
    def seconds(self) -> float:
        """What compiling it takes, about."""

    @property
    def done(self) -> bool:
        """Is it compiled, in this process or on disk?"""

    def compile(self) -> None: ...


@runtime_checkable
class CompilingBackend(Protocol):
    """An engine that compiles its loops at first use."""

    def works(self, model: Model | None) -> Sequence[Work]:
        """What a run of the model may compile; None: what most models need."""


def uncompiled(works: Iterable[Work]) -> float | None:
    """Seconds that compiling the rest takes; None if nothing is left."""
    left = [work.seconds for work in works if not work.done]
    return sum(left) if left else None
