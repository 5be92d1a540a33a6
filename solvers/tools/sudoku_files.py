"""Files of many sudokus, one a line: one line of answer each, streamed, and a summary.

    python -m solvers.run FILE.sdm [-o FILE|-] [--limit N] [--count]

The answer is the solution where there is exactly one, else the number of solutions: `0`, `17`, or `2+` where
the limit (2, unless --limit says more) was reached. With --limit 1 it is the first solution found.
Lines of 81 characters are solved many at a time by the compiled engine; others one by one as instances are.
"""

from __future__ import annotations

import gzip
import io
import os
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import BinaryIO

import numpy as np

from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.formats.lines81 import check_grids, parse_equal_lines, write_lines
from zenkai_solver.models.formats.sudoku import as_yaml
from zenkai_solver.models.loading import loads
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.solvers.backend import NEVER, Deadline, Interrupted, Options, WrongSolution
from zenkai_solver.solvers.command import STDOUT
from zenkai_solver.solvers.compiling import compile_for
from zenkai_solver.solvers.engines.table import make
from zenkai_solver.solvers.files.results import create, write_all
from zenkai_solver.solvers.options import RunOptions
from zenkai_solver.solvers.pipeline import check, prepare

CHUNK = 82 * 4_096  # bytes read, and solved, between two looks at the clock
NODES = 20_000  # search nodes for one puzzle of a chunk; the few that need more are searched alone
CELLS_AND_MORE = re.compile(rb"[0-9.]{81}(?=[\s,;])")  # a title or a solution behind 81 cells
COUNT_LIMIT = 1 << 62


@dataclass
class Totals:
    """How many puzzles have one solution, several, none."""

    answers: Counter[str] = field(default_factory=Counter)

    def add(self, counts: np.ndarray) -> None:
        self.answers["none"] += int((counts == 0).sum())
        self.answers["unique"] += int((counts == 1).sum())
        self.answers["several"] += int((counts > 1).sum())

    @property
    def puzzles(self) -> int:
        return sum(self.answers.values())


@dataclass(frozen=True)
class Answers:
    """For each puzzle: the number found, was it all, and the first solution as text."""

    counts: np.ndarray
    complete: np.ndarray
    firsts: Sequence[bytes]

    def lines(self, limit: int) -> bytes:
        out = []
        for count, complete, first in zip(self.counts.tolist(), self.complete.tolist(), self.firsts):
            if count == 1 and (complete or limit == 1):
                out.append(first)
            else:
                out.append(b"%d" % count if complete else b"%d+" % count)
        return b"".join(line + b"\n" for line in out)


@dataclass(frozen=True)
class AllUnique(Answers):
    """The usual case: every puzzle of the chunk has one solution."""

    solutions: np.ndarray

    def lines(self, limit: int) -> bytes:
        return write_lines(self.solutions)


@dataclass(frozen=True)
class Chunk:
    """Some whole lines of the file, from line `first` on."""

    first: int
    data: bytes

    @cached_property
    def lines(self) -> list[tuple[int, bytes]]:
        """Number and text of the lines that are neither blank nor comments."""
        numbered = enumerate(self.data.split(b"\n"), start=self.first)
        kept = ((n, text) for n, line in numbered if (text := line.strip()) and not text.startswith(b"#"))
        return [(n, match[0] if (match := CELLS_AND_MORE.match(text)) else text) for n, text in kept]

    @cached_property
    def digits(self) -> np.ndarray | None:
        """uint8[n, 81] if every puzzle is plainly 9x9, else None."""
        for end in (b"\n", b"\r\n"):
            if (digits := parse_equal_lines(self.data, end)) is not None:
                return digits
        texts = [text for _, text in self.lines]
        if any(len(text) != 81 for text in texts):
            return None
        return parse_equal_lines(b"".join(text + b"\n" for text in texts), b"\n") if texts else None


def chunks(file: BinaryIO) -> Iterator[Chunk]:
    first = 1
    while data := file.read(CHUNK):
        data += file.readline(CHUNK)
        yield Chunk(first, data)
        first += data.count(b"\n")


def open_lines(path: Path) -> BinaryIO:
    if path.suffix.lower() == ".gz":
        return io.BufferedReader(gzip.open(path, "rb"))
    return path.open("rb")


def one(path: Path, number: int, options: RunOptions) -> Instance:
    """Puzzle `number` of the file, from 1, with the number in its name. Raises InstanceError, OSError."""
    before = 0
    with open_lines(path) as file:
        for chunk in chunks(file):
            if number <= before + len(chunk.lines):
                instance = Batch(path, options, NEVER).instance(*chunk.lines[number - before - 1])
                return replace(instance, name=f"{path.name.split('.')[0]}-{number}")
            before += len(chunk.lines)
    error = InstanceError((), f"no puzzle {number:,}: the file has {before:,}")
    error.file = str(path)
    raise error


def each(path: Path, options: RunOptions) -> Iterator[Instance]:
    """The puzzles of the file in order, with their numbers in their names. Raises InstanceError, OSError."""
    batch = Batch(path, options, NEVER)
    with open_lines(path) as file:
        lines = (line for chunk in chunks(file) for line in chunk.lines)
        for number, line in enumerate(lines, 1):
            yield replace(batch.instance(*line), name=f"{path.name.split('.')[0]}-{number}")


# ---- solving


@dataclass(frozen=True)
class Batch:
    """One file, solved from its first line to its summary."""

    path: Path
    args: RunOptions
    deadline: Deadline

    @property
    def limit(self) -> int:
        return COUNT_LIMIT if self.args.count else self.args.limit or 2

    def answers(self, chunk: Chunk) -> Answers:
        digits = chunk.digits if self.args.backend in ("auto", "sudoku") else None
        return self.singly(chunk) if digits is None else self.many(chunk, digits)

    def singly(self, chunk: Chunk) -> Answers:
        found = [self.single(number, line) for number, line in chunk.lines]
        counts, complete, firsts = zip(*found) if found else ((), (), ())
        return Answers(np.array(counts, dtype=np.int64), np.array(complete, dtype=bool), firsts)

    def many(self, chunk: Chunk, digits: np.ndarray) -> Answers:
        from zenkai_solver.solvers.engines.sudoku.kernels.sudoku9 import solve_many  # slow to import

        self.compile()

        counts, solutions, _, complete = solve_many(digits, self.limit, NODES)
        found = counts > 0
        if not check_grids(digits[found], solutions[found]).all():
            raise WrongSolution("sudoku gave a grid that is no solution")
        if "lenient" not in self.args.switches:
            for i in np.flatnonzero(~found & complete).tolist():
                self.instance(*chunk.lines[i])  # raises where givens clash, naming the cells
        if found.all() and complete.all() and (counts == 1).all():
            return AllUnique(counts, complete, (), solutions)
        text = (solutions + ord("0")).tobytes()
        firsts = [text[i : i + 81] for i in range(0, len(text), 81)]
        for i in np.flatnonzero(~complete & (counts < self.limit)).tolist():
            counts[i], complete[i], firsts[i] = self.single(*chunk.lines[i])
        return Answers(counts, complete, firsts)

    def instance(self, number: int, line: bytes) -> Instance:
        """Raises InstanceError with file and line."""
        try:
            text = as_yaml(line.decode("utf-8", "replace"))
            return loads(text + self.args.added, self.path.name)
        except InstanceError as error:
            error.file, error.line, error.where = str(self.path), number, ()
            raise

    def single(self, number: int, line: bytes) -> tuple[int, bool, bytes]:
        """One puzzle by the engine that suits it: count, is it all, first solution."""
        instance = self.instance(number, line)
        prepared = prepare(instance, self.args.backend, "all", Options(self.args.sat_solver))
        count, first = 0, b""
        for solution in islice(prepared.backend.solutions(prepared.model, self.deadline), self.limit):
            if not count:
                board = instance.puzzle.decode(solution)
                check(instance.puzzle, board, prepared.backend.name)
                first = "".join(board).encode()
            count += 1
            self.deadline.check()
        return count, count < self.limit, first

    # ---- the run

    def execute(self) -> tuple[Totals, str | None, float]:
        """Solve and write; the totals, why it was cut short (or None), and the seconds it took."""
        totals, reason, began = Totals(), None, time.monotonic()
        with open_lines(self.path) as file:
            out = self.open()
            try:
                with _Progress(self.path.name, self.args.quiet) as progress:
                    for chunk in chunks(file):
                        self.deadline.check()
                        answers = self.answers(chunk)
                        if out is not None:
                            write_all(out, answers.lines(self.limit))
                        totals.add(answers.counts)
                        progress.show(totals.puzzles)
            except Interrupted as error:
                reason = str(error)
            finally:
                if out not in (None, STDOUT):
                    os.close(out)
        return totals, reason, time.monotonic() - began

    def compile(self) -> None:
        """The loops of the engine that takes the file's plain lines."""
        compile_for(make("sudoku", Options()), None, self.say, self.args.quiet)

    def say(self, text: str) -> None:
        if not self.args.quiet:
            print(text, file=sys.stderr, flush=True)

    @property
    def output(self) -> str | None:
        if self.args.output:
            return str(self.args.output)
        name = self.path.name.removesuffix(".gz").rpartition(".")[0]
        return None if self.args.unique else str(Path("solutions") / f"{name}.solutions.txt")

    def open(self) -> int | None:
        if self.output is None:
            return None
        return STDOUT if self.output == "-" else create(Path(self.output))

    def summary(self, totals: Totals, reason: str | None, seconds: float) -> str:
        kinds = ", ".join(f"{totals.answers[kind]:,} {kind}" for kind in ("unique", "several", "none"))
        state = "complete" if reason is None else f"incomplete ({reason})"
        rate = totals.puzzles / max(seconds, 1e-9)
        where = f"; {self.output}" if self.output not in (None, "-") else ""
        return (
            f"{self.path.name}: {totals.puzzles:,} puzzles: {kinds}; {state}; {seconds:.2f} s, "
            f"{rate:,.0f} puzzles/s{where}"
        )


class _Progress:
    """One line that is redrawn on a terminal, a line every ten seconds elsewhere."""

    def __init__(self, name: str, quiet: bool) -> None:
        self.name, self.quiet = name, quiet
        self.began = self.last = time.monotonic()
        self.terminal = sys.stderr.isatty()

    def __enter__(self) -> _Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self.terminal and not self.quiet:
            print("\r\033[K", end="", file=sys.stderr, flush=True)

    def show(self, puzzles: int) -> None:
        now = time.monotonic()
        if self.quiet or now - self.last < (0.1 if self.terminal else 10.0):
            return
        self.last = now
        text = f"{self.name}: {puzzles:,} puzzles, {puzzles / (now - self.began):,.0f}/s"
        print(
            f"\r{text}\033[K" if self.terminal else text, end="" if self.terminal else "\n", file=sys.stderr
        )


def run(path: Path, args: RunOptions, deadline: Deadline) -> str | None:
    """Solve the file and say so; the reason why it was cut short, or None. Raises InstanceError, OSError."""
    batch = Batch(path, args, deadline)
    totals, reason, seconds = batch.execute()
    if not args.quiet:
        print(batch.summary(totals, reason, seconds), file=sys.stderr if batch.output == "-" else sys.stdout)
    return reason
