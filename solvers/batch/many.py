"""Files of many sudokus, one per line: a line with an answer for each, streamed, and a summary.

    python -m solvers.run FILE.sdm [-o FILE|-] [--limit N] [--count]

The answer is the solution if there is exactly one, else the number of solutions: `0`, `17`, or `2+` for more
than the limit (2, unless --limit says otherwise). With --limit 1 it is the first solution found. For two
equal givens in a unit the answer is `clash: R1C1 and R1C5 both hold 5 (row 1)`, for a line that is no puzzle
`unreadable: ` with the reason; the run goes on, and ends with exit code 2 if there were unreadable lines.
Lines of 81 characters are solved many at a time by the compiled engine, others one by one like instances.
"""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import numpy as np

from zenkai_solver.models.document import InstanceError, fault
from zenkai_solver.models.formats.lines81 import CELLS, check_grids, write_lines
from zenkai_solver.solvers.batch.sudoku_lines import SomeLines, in_file, read_chunks
from zenkai_solver.solvers.core.command import STANDARD_OUTPUT, STDOUT, complain, say, writing
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline, Interrupted, WrongSolution
from zenkai_solver.solvers.core.display import StatusLine
from zenkai_solver.solvers.solution_files.output import create, write_all

if TYPE_CHECKING:
    from zenkai_solver.models.puzzle import Instance
    from zenkai_solver.solvers.core.options import RunOptions
    from zenkai_solver.solvers.engines.sudoku.kernels.sudoku9 import Solved

REDRAW = 0.1  # seconds between two lines of progress on a terminal
NODES = 20_000  # search nodes for one puzzle of a chunk; the few that need more are searched alone
COUNT_LIMIT = 1 << 62
KINDS = ("unique", "several", "none")  # always in the summary; others if there are any
UNREADABLE = "unreadable"
Answer = tuple[str, bytes]  # the kind and the line


@dataclass
class Answered:
    """How many puzzles there are of each kind, the time of the search, and the first unreadable line."""

    kinds: Counter[str] = field(default_factory=Counter)
    searching: float = 0.0  # seconds
    wrong: InstanceError | None = None

    @property
    def puzzles(self) -> int:
        return self.kinds.total()

    def summary(self) -> str:
        others = (kind for kind in self.kinds if kind not in KINDS and self.kinds[kind])
        return ", ".join(f"{self.kinds[kind]:,} {kind}" for kind in (*KINDS, *others))


# ---- single puzzles


def puzzle(path: Path, number: int, options: RunOptions, stream: BinaryIO | None = None) -> Instance:
    """Puzzle `number` of the file, from 1, with the number in its name. Raises InstanceError."""
    before = 0
    for chunk in read_chunks(path, stream):
        if number <= before + len(chunk.puzzles):
            return _named(path, options, number, *chunk.puzzles[number - before - 1])
        before += len(chunk.puzzles)
    raise in_file(path, InstanceError((), f"no puzzle {number:,}: the file has {before:,}"))


def puzzles(path: Path, options: RunOptions, stream: BinaryIO | None = None) -> Iterator[Instance]:
    """The puzzles of the file in order, with their numbers in their names. Raises InstanceError."""
    for number, line in enumerate(lines(path, stream), 1):
        yield _named(path, options, number, *line)


def lines(path: Path, stream: BinaryIO | None = None) -> Iterator[tuple[int, bytes]]:
    """The puzzles of the file, not read yet, with the numbers of the lines where they begin."""
    return (line for chunk in read_chunks(path, stream) for line in chunk.puzzles)


def _named(path: Path, options: RunOptions, number: int, line: int, text: bytes) -> Instance:
    try:
        instance = ManySudokus(path, options, NEVER).instance(line, text)
    except InstanceError as error:
        raise in_file(path, fault(error.message, line)) from None
    return replace(instance, name=f"{path.name.split('.')[0]}-{number}")


def read_line(text: str, name: str, extra: str) -> Instance:
    """The puzzle of one line: a sudoku, or a text that names its kind itself, such as a link.

    Raises InstanceError.
    """
    from zenkai_solver.models.formats.links import as_puzzle, recognised
    from zenkai_solver.models.formats.sudoku import as_yaml
    from zenkai_solver.models.loading import translated

    linked = "://" in text or recognised(text)
    return translated(*(as_puzzle(text) if linked else (as_yaml(text), None)), name, extra)


# ---- the whole file


@dataclass(frozen=True)
class FileEnd:
    """Why a run was cut short, or None; what of the file cannot be read; the seconds it took."""

    reason: str | None
    damage: InstanceError | None
    seconds: float


@dataclass(frozen=True)
class ManySudokus:
    """One file, solved from its first line to its summary."""

    path: Path
    args: RunOptions
    deadline: Deadline
    stream: BinaryIO | None = None  # what is read in place of the file
    totals: Answered = field(default_factory=Answered)

    @property
    def limit(self) -> int:
        return COUNT_LIMIT if self.args.count else min(self.args.limit or 2, COUNT_LIMIT)

    @property
    def sought(self) -> int:
        """How many solutions are searched: one beyond the limit, which shows whether there are more."""
        return self.limit if self.limit == 1 else self.limit + 1

    def answered(self, chunk: SomeLines) -> bytes:
        """The lines with the answers, which are added to the totals."""
        args = self.args
        compiled = args.backend in ("auto", "sudoku") and args.where is None and args.sat_solver is None
        solved = self.solved(chunk) if compiled and len(chunk.digits) else None
        if solved is not None and chunk.all_plain and (solved.complete & (solved.counts == 1)).all():
            self.totals.kinds["unique"] += len(solved.counts)
            return write_lines(solved.solutions)
        answers = self.answers(chunk, solved)
        self.totals.kinds.update(kind for kind, _ in answers)
        return b"".join(line + b"\n" for _, line in answers)

    def solved(self, chunk: SomeLines) -> Solved:
        """The plain puzzles, many at a time. Raises WrongSolution."""
        search, digits = self.search, chunk.digits  # loaded before the clock starts
        began = time.perf_counter()
        solved = search(digits, self.sought, NODES)
        with_solution = np.flatnonzero(solved.counts)
        right = check_grids(digits[with_solution], solved.solutions[with_solution])
        if not right.all():
            line, _ = chunk.puzzles[chunk.plain[with_solution[right.argmin()]]]
            raise WrongSolution(f"line {line}: engine sudoku returned a grid that breaks the rules")
        self.totals.searching += time.perf_counter() - began
        return solved

    def answers(self, chunk: SomeLines, solved: Solved | None) -> list[Answer]:
        """One for each puzzle of the chunk, in order."""
        known = {} if solved is None else dict(zip(chunk.plain, self.plainly(solved)))
        answers = []
        for i, (number, line) in enumerate(chunk.puzzles):
            answer = known.get(i) or self.singly(number, line)
            if answer[0] == "none" and "lenient" not in self.args.switches:
                answer = clash_in(line) or answer
            answers.append(answer)
        return answers

    def plainly(self, solved: Solved) -> Iterator[Answer | None]:
        """The answers of the compiled engine; None for a puzzle that needs more than the budget of nodes."""
        text = (solved.solutions + ord("0")).tobytes()
        counts, ends = solved.counts.tolist(), solved.complete.tolist()
        for i, (count, complete) in enumerate(zip(counts, ends)):
            known = complete or count == self.sought
            yield self.answer(count, complete, text[CELLS * i : CELLS * (i + 1)]) if known else None

    def answer(self, count: int, complete: bool, first: bytes) -> Answer:
        if self.limit == 1 and count and not complete:
            return "solved", first
        if count == 1:
            return "unique", first
        if count > self.limit:
            return "several", b"%d+" % self.limit
        return "several" if count else "none", b"%d" % count

    def singly(self, number: int, line: bytes) -> Answer:
        """The answer for one puzzle by the engine that suits it, or what is wrong with the puzzle."""
        began = time.perf_counter()
        try:
            return self.single(number, line)
        except InstanceError as error:
            if clash := clash_in(line):
                return clash
            self.totals.wrong = self.totals.wrong or in_file(self.path, fault(error.message, number))
            return UNREADABLE, f"{UNREADABLE}: {error.message}".encode("utf-8", "replace")
        finally:
            self.totals.searching += time.perf_counter() - began

    def instance(self, number: int, line: bytes) -> Instance:
        """Raises InstanceError."""
        return read_line(line.decode("utf-8", "replace"), f"{self.path.name}:{number}", self.args.added)

    def single(self, number: int, line: bytes) -> Answer:
        from zenkai_solver.solvers.core.backend import Options
        from zenkai_solver.solvers.core.pipeline import check, prepare

        instance = self.instance(number, line)
        prepared = prepare(instance, self.args.backend, "all", Options(self.args.sat_solver))
        count, first = 0, b""
        for solution in islice(prepared.opened.solutions((), self.deadline), self.sought):
            if not count:
                board = instance.puzzle.decode(solution)
                check(instance.puzzle, board, prepared.backend.name)
                first = "".join(board).encode()
            count += 1
            self.deadline.check()
        return self.answer(count, count < self.sought, first)

    # ---- the run

    def execute(self) -> FileEnd:
        """Solve the file and write the answers.

        Raises InstanceError if nothing of the file can be read; then no output is touched.
        """
        began = time.monotonic()
        read = read_chunks(self.path, self.stream)
        begun = list(islice(read, 1))
        out = self.open()
        reason: str | None = None
        damage: InstanceError | None = None
        try:
            self.write_answers(chain(begun, read), out)
        except Interrupted as error:
            reason = str(error)
        except InstanceError as error:
            reason, damage = "the rest cannot be read", error
        finally:
            if out not in (None, STDOUT):
                os.close(out)
        return FileEnd(reason, damage, time.monotonic() - began)

    def write_answers(self, read: Iterator[SomeLines], out: int | None) -> None:
        with _Progress(self.path.name, self.args.quiet) as progress:
            for chunk in read:
                self.deadline.check()
                lines = self.answered(chunk)
                if out is not None:
                    with writing(STANDARD_OUTPUT if out == STDOUT else str(self.output)):
                        write_all(out, lines)
                progress.show(self.totals.puzzles)

    @cached_property
    def search(self) -> Callable[..., Solved]:
        """The compiled search for plain lines, loaded once per file; its first use compiles it.

        Raises Unsupported.
        """
        from zenkai_solver.solvers.core.command import announcing
        from zenkai_solver.solvers.engines.sudoku.kernels import sudoku9
        from zenkai_solver.solvers.engines.sudoku.kernels.sudoku9 import solve_many
        from zenkai_solver.solvers.engines.sudoku.name import compiled
        from zenkai_solver.solvers.kernels.warmup import warm_up

        compiled()
        with announcing(self.say, self.args.quiet):
            warm_up(sudoku9.works)
        solve_many(np.zeros((0, CELLS), np.uint8))
        return solve_many

    def say(self, text: str) -> None:
        if not self.args.quiet:
            say(text, sys.stderr)

    @property
    def output(self) -> str | None:
        if self.args.output:
            return str(self.args.output)
        name = self.path.name.removesuffix(".gz")
        name = name.rpartition(".")[0] or name
        return None if self.args.unique else str(Path("solutions") / f"{name}.solutions.txt")

    def open(self) -> int | None:
        if self.output is None:
            return None
        return STDOUT if self.output == "-" else create(Path(self.output), [self.path])

    def summary(self, ending: FileEnd) -> str:
        reason, seconds = ending.reason, ending.seconds
        puzzles, searching = self.totals.puzzles, self.totals.searching
        state = "complete" if reason is None else f"incomplete ({reason})"
        where = f"; {self.output}" if self.output not in (None, "-") else ""
        return (
            f"{self.path.name}: {puzzles:,} puzzles: {self.totals.summary()}; {state}; "
            f"search {searching:.2f} s, {puzzles / max(searching, 1e-9):,.0f} puzzles/s; "
            f"with loading and files {seconds:.2f} s, {puzzles / max(seconds, 1e-9):,.0f} puzzles/s{where}"
        )

    def complaint(self) -> InstanceError | None:
        """The error to report: the first unreadable line, and how many more there are."""
        wrong, more = self.totals.wrong, self.totals.kinds[UNREADABLE] - 1
        if wrong is not None and more:
            wrong.message += f"; {more:,} more like it"
        return wrong


def clash_in(line: bytes) -> Answer | None:
    """The answer for two equal givens in a unit, if there are any."""
    from zenkai_solver.models.formats.sudoku import clash, read

    try:
        message = clash(read(line.decode("utf-8", "replace")))
    except InstanceError:
        return None
    return ("clashing", f"clash: {message}".encode()) if message else None


class _Progress:
    """A status line: how many puzzles are done, and how fast."""

    def __init__(self, name: str, quiet: bool) -> None:
        self.name, self.status, self.began = name, StatusLine(quiet, REDRAW), time.monotonic()

    def __enter__(self) -> _Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self.status.end()

    def show(self, puzzles: int) -> None:
        if self.status.due():
            rate = puzzles / (time.monotonic() - self.began)
            self.status.show(f"{self.name}: {puzzles:,} puzzles, {rate:,.0f}/s")


def run(path: Path, args: RunOptions, deadline: Deadline, stream: BinaryIO | None = None) -> str | None:
    """Solve the file and say so; the reason why it was cut short, or None.

    Raises InstanceError where the file or a line cannot be read, OSError where the answers cannot be written.
    """
    file = ManySudokus(path, args, deadline, stream)
    ending = file.execute()
    if not args.quiet:
        say(file.summary(ending), sys.stderr if file.output == "-" else sys.stdout)
    if ending.damage is not None:
        raise ending.damage
    wrong = file.complaint()
    if wrong is not None and ending.reason is None:
        raise wrong
    if wrong is not None:
        complain(str(wrong))
    return ending.reason
