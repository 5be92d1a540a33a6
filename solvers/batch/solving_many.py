"""Many puzzles for Python programs: one answer each, in order, by one process or several.

Plain sudokus of 81 characters are solved many at a time by the compiled search, as `zenkai run FILE.sdm`
does; all other sources one by one, as `zenkai run --answers` does.
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from typing import Any

from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.solvers.batch.answers import FOUND, Answer
from zenkai_solver.solvers.batch.batch import Question, answered
from zenkai_solver.solvers.core.command import Refused
from zenkai_solver.solvers.core.deadlines import Unsupported, WrongSolution
from zenkai_solver.solvers.core.processes import processes
from zenkai_solver.solvers.core.sources import Source, read_source

PLAIN = re.compile(r"\s*([0-9.]{81})\s*")
MOST = 4096  # sources of a block
SHORT = 0.1  # seconds within which a block is to be gathered, and to be answered
AHEAD = 2  # blocks per process that are being answered, or wait for it
NODES = 20_000  # search nodes of a plain sudoku among others; the few that need more are searched alone
COUNT_LIMIT = 1 << 62
DIED = (
    'a process of solve_many died: each imports the script, so call it below `if __name__ == "__main__":`; '
    "or there was too little memory"
)


@dataclass(frozen=True)
class PuzzleAnswer:
    """The answer to one source of `solve_many`; `number` counts the sources from 1.

    `answer` is "unique", "several" or "none"; "unexpected": not what the instance's `expect` says;
    "unreadable" for a source that is no instance; "unsupported"; "cut short" by the time limit. `all`: the
    number of solutions, as far as was searched; `count`: up to symmetry, or None if the search ended at the
    limit. `board` are the rows of the first solution, empty if there is none. `error` says why there is no
    answer, or is empty.

    >>> import zenkai_solver as zenkai
    >>> [answer] = zenkai.solve_many(["puzzle: nonogram\\nrows: [[2], [1]]\\ncolumns: [[1], [2]]"])
    >>> answer.answer, answer.board
    ('unique', ('##', '.#'))
    """

    number: int
    answer: str
    all: int = 0
    count: int | None = None
    board: tuple[str, ...] = ()
    seconds: float = 0.0
    error: str = ""

    @classmethod
    def of(cls, number: int, answer: Answer) -> PuzzleAnswer:
        shown = answer.answer, answer.all, answer.count, answer.board, answer.seconds, answer.error
        return cls(number, *shown)


@dataclass(frozen=True)
class SourceItem:
    """A source that can be sent to other processes, with its number; `fault`: why it cannot be read."""

    number: int
    source: str | os.PathLike[str] | Instance
    fault: str | None = None
    where: str | None = None

    @classmethod
    def of(cls, number: int, source: Source, where: str | None) -> SourceItem:
        if isinstance(source, (str, os.PathLike, Instance)):
            return cls(number, source, None, where)
        try:  # a mapping may hold what cannot be sent
            return cls(number, read_source(source)[0], None, where)
        except InstanceError as error:
            return cls(number, "", str(error))

    # as an `UnreadPuzzle`

    @property
    def place(self) -> str:
        return f"source {self.number}"

    @property
    def raw(self) -> bytes:
        return b""

    def instance(self, extra: str) -> Instance:
        """Raises InstanceError."""
        if self.fault is not None:
            raise InstanceError((), self.fault)
        return read_source(self.source, self.where)[0]


Block = Sequence[SourceItem]
Answered = tuple[list[PuzzleAnswer], float]  # those of a block, and the seconds it took


def solve_many(
    sources: Iterable[Source], asked: Question, where: str | None, jobs: int
) -> Iterator[PuzzleAnswer]:
    """The answers in the order of the sources; `asked.limit` is at least 2.

    Blocks of sources are read as their answers are needed, so memory does not grow with their number: at most
    AHEAD * `jobs` blocks at a time. Raises RuntimeError if a process dies, WrongSolution.
    """
    size = _Size()
    blocks = _blocks((SourceItem.of(n, source, where) for n, source in enumerate(sources, 1)), size)
    made = (answers(block, asked) for block in blocks) if jobs == 1 else _shared(blocks, asked, jobs)
    for some, seconds in made:
        size.learn(seconds)
        yield from some


class _Size:
    """The number of sources of the next block: doubled after a block that took less than SHORT seconds,
    halved after one that took several times as long.
    """

    def __init__(self) -> None:
        self.now = 1

    def learn(self, seconds: float) -> None:
        if seconds < SHORT:
            self.now = min(2 * self.now, MOST)
        elif seconds > 4 * SHORT:
            self.now = max(self.now // 2, 1)


def _blocks(items: Iterator[SourceItem], size: _Size) -> Iterator[Block]:
    """The items in blocks; one is not filled up if the items come too slowly."""
    block: list[SourceItem] = []
    began = 0.0
    for item in items:
        began = began if block else time.monotonic()
        block.append(item)
        if len(block) >= size.now or time.monotonic() - began > SHORT:
            yield block
            block = []
    if block:
        yield block


def _shared(blocks: Iterator[Block], asked: Question, jobs: int) -> Iterator[Answered]:
    waiting: deque[Future[Answered]] = deque()
    try:
        with processes(jobs, DIED) as pool:
            for block in blocks:
                waiting.append(_submitted(pool, block, asked))
                if len(waiting) == AHEAD * jobs:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
    except Refused as error:
        raise RuntimeError(str(error)) from None


def _submitted(pool: Executor, block: Block, asked: Question) -> Future[Answered]:
    """A job of the pool. A process that is still importing the script, as `__mp_main__`, may not start
    others: it ends without a word, and the first process says why.
    """
    try:
        return pool.submit(answers, block, asked)
    except RuntimeError:
        if sys.modules.get("__mp_main__") in (None, sys.modules["__main__"]):
            raise
        raise SystemExit(1) from None


# ---- a block


def answers(block: Block, asked: Question) -> Answered:
    """Raises WrongSolution."""
    began = time.monotonic()
    known = _of_plain(block, asked)
    made = [known.get(item.number) or PuzzleAnswer.of(item.number, answered(item, asked)) for item in block]
    return made, time.monotonic() - began


def _of_plain(block: Block, asked: Question) -> dict[int, PuzzleAnswer]:
    """The answers by number to the sudokus of 81 characters among the sources, as far as they are found many
    at a time: not those with several solutions that are all counted, with clashing givens, or with a long
    search. Raises WrongSolution.
    """
    if asked.backend not in ("auto", "sudoku") or asked.sat_solver is not None:
        return {}
    plain = {item.number: text for item in block if (text := _cells(item)) is not None}
    search = _search() if plain else None
    if search is None:
        return {}
    from zenkai_solver.models.formats.lines81 import check_grids, parse_equal_lines

    digits = parse_equal_lines("".join(f"{text}\n" for text in plain.values()).encode(), b"\n")
    assert digits is not None  # PLAIN is what it reads
    began = time.monotonic()
    limit = min(asked.limit or COUNT_LIMIT, COUNT_LIMIT)
    counts, grids, _, ends = search(digits, limit, NODES)
    reached = (counts == limit) & (asked.symmetry == "all")  # two images of each other are one orbit
    right = check_grids(digits, grids) | (counts == 0)
    if not right.all():
        number = list(plain)[int(right.argmin())]
        raise WrongSolution(f"source {number}: engine sudoku returned a grid that breaks the rules")
    seconds = (time.monotonic() - began) / len(plain)
    texts = (grids + ord("0")).tobytes().decode()
    made: dict[int, PuzzleAnswer] = {}
    for i, (number, text) in enumerate(plain.items()):
        count, whole = int(counts[i]), bool(ends[i]) and int(counts[i]) <= 1
        if (whole and (count or not _clash(text))) or reached[i]:
            word = FOUND[2] if not count else FOUND[0] if whole else FOUND[1]
            grid = texts[81 * i : 81 * (i + 1)]
            rows = tuple(grid[row : row + 9] for row in range(0, 81, 9)) if count else ()
            up_to_symmetry = count if whole else None
            made[number] = PuzzleAnswer(number, word, count, up_to_symmetry, rows, round(seconds, 7))
    return made


def _cells(item: SourceItem) -> str | None:
    """The 81 characters of a plain sudoku."""
    if item.fault is not None or item.where is not None or not isinstance(item.source, str):
        return None
    plain = PLAIN.fullmatch(item.source)
    return plain[1] if plain and not os.path.exists(item.source) else None


def _clash(text: str) -> str | None:
    from zenkai_solver.models.formats.sudoku import clash, read

    return clash(read(text))


def _search() -> Callable[..., Any] | None:
    """The compiled search for many sudokus; None where it cannot be compiled."""
    from zenkai_solver.solvers.engines.sudoku.kernels.sudoku9 import solve_many as search
    from zenkai_solver.solvers.engines.sudoku.name import compiled

    try:
        compiled()
    except Unsupported:
        return None
    return search
