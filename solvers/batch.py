"""Files of many sudokus, one a line: one line of answer each, streamed, and a summary.

    python -m solvers.run FILE.sdm [-o FILE|-] [--limit N] [--count]

The answer is the solution where there is exactly one, else the number of solutions: `0`, `17`, or `2+` where
the limit (2, unless --limit says more) was reached. With --limit 1 it is the first solution found.
Lines of 81 characters are solved many at a time by the compiled engine; others one by one as instances are.
"""

from __future__ import annotations

import argparse
import gzip
import io
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import BinaryIO

import numpy as np

from models.document import InstanceError
from models.formats.sudoku import as_yaml
from models.puzzle import Instance, loads
from solvers.backend import Deadline, Interrupted, Options, WrongSolution
from solvers.pipeline import check, prepare
from solvers.results import create, write_all

STDOUT = 1  # the file descriptor
SUFFIXES = (".sdm", ".txt")
CHUNK = 2_000  # puzzles solved between two looks at the clock
NODES = 20_000  # search nodes for one puzzle of a chunk; the few that need more are searched alone
MAX_LINE = 8_192  # characters
COUNT_LIMIT = 1 << 62

DIGITS = np.full(256, 255, dtype=np.uint8)  # of each character; 255 is none
DIGITS[np.frombuffer(b".0_*?xX-", dtype=np.uint8)] = 0
DIGITS[np.frombuffer(b"123456789", dtype=np.uint8)] = np.arange(1, 10)


def _units() -> np.ndarray:
    """int[27, 9]: the cells of rows, columns and boxes."""
    cell = np.arange(81)
    row, column = cell // 9, cell % 9
    box = row // 3 * 3 + column // 3
    return np.array([np.flatnonzero(kind == k) for kind in (row, column, box) for k in range(9)])


UNITS = _units()


def is_batch(path: Path) -> bool:
    return any(path.name.lower().endswith((suffix, suffix + ".gz")) for suffix in SUFFIXES)


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
        return b"\n".join(out) + b"\n"


# ---- reading


def open_lines(path: Path) -> BinaryIO:
    if path.suffix.lower() == ".gz":
        return io.BufferedReader(gzip.open(path, "rb"))
    return path.open("rb")


def chunks(file: BinaryIO) -> Iterator[list[tuple[int, bytes]]]:
    """Line numbers and texts, blank lines and comments left out."""
    lines = enumerate(iter(lambda: file.readline(MAX_LINE), b""), start=1)
    kept = ((n, text) for n, line in lines if (text := line.strip()) and not text.startswith(b"#"))
    while chunk := list(islice(kept, CHUNK)):
        yield chunk


def as_digits(chunk: Sequence[tuple[int, bytes]]) -> np.ndarray | None:
    """uint8[n, 81] if every line is a plain 9x9 puzzle, else None."""
    text = b"".join(line for _, line in chunk)
    if len(text) != 81 * len(chunk) or any(len(line) != 81 for _, line in chunk):
        return None
    digits = DIGITS[np.frombuffer(text, dtype=np.uint8)].reshape(-1, 81)
    return None if digits.max(initial=0) > 9 else digits


def clashing(digits: np.ndarray) -> np.ndarray:
    """bool[n]: does a digit stand twice in a unit?"""
    bits = np.where(digits == 0, 0, 1 << digits.astype(np.int16)).astype(np.int16)[:, UNITS]
    return np.asarray((bits.sum(axis=2) != np.bitwise_or.reduce(bits, axis=2)).any(axis=1))


def solved(puzzles: np.ndarray, grids: np.ndarray) -> np.ndarray:
    """bool[n]: does the grid keep the givens and hold nine digits in every unit?"""
    bits = (1 << grids.astype(np.int16))[:, UNITS]
    complete = (np.bitwise_or.reduce(bits, axis=2) == 0b1111111110).all(axis=1)
    return np.asarray(complete & ((puzzles == grids) | (puzzles == 0)).all(axis=1))


# ---- solving


@dataclass(frozen=True)
class Batch:
    """One file, solved from its first line to its summary."""

    path: Path
    args: argparse.Namespace
    deadline: Deadline

    @property
    def limit(self) -> int:
        return COUNT_LIMIT if self.args.count else self.args.limit or 2

    @property
    def fast(self) -> bool:
        return self.args.backend in ("auto", "sudoku")

    def answers(self, chunk: Sequence[tuple[int, bytes]]) -> Answers:
        digits = as_digits(chunk) if self.fast else None
        if digits is None:
            return self.singly(chunk)
        if not self.args.lenient and len(wrong := np.flatnonzero(clashing(digits))):
            self.instance(*chunk[wrong[0]])  # raises, naming the cells
        return self.many(chunk, digits)

    def many(self, chunk: Sequence[tuple[int, bytes]], digits: np.ndarray) -> Answers:
        from solvers.kernels.sudoku9 import solve_many  # slow to import

        result = solve_many(digits, self.limit, NODES)
        counts, complete = result.counts, result.complete
        found = counts > 0
        if not solved(digits[found], result.solutions[found]).all():
            raise WrongSolution("sudoku gave a grid that is no solution")
        text = (result.solutions + ord("0")).tobytes()
        firsts = [text[i : i + 81] for i in range(0, len(text), 81)]
        for i in np.flatnonzero(~complete & (counts < self.limit)).tolist():
            counts[i], complete[i], firsts[i] = self.single(*chunk[i])
        return Answers(counts, complete, firsts)

    def singly(self, chunk: Sequence[tuple[int, bytes]]) -> Answers:
        found = [self.single(number, line) for number, line in chunk]
        counts, complete, firsts = zip(*found)
        return Answers(np.array(counts), np.array(complete), firsts)

    def instance(self, number: int, line: bytes) -> Instance:
        """Raises InstanceError with file and line."""
        try:
            text = as_yaml(line.decode("utf-8", "replace"))
            return loads(text + ("lenient: true\n" if self.args.lenient else ""), self.path.name)
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


def run(path: Path, args: argparse.Namespace, deadline: Deadline) -> str | None:
    """Solve the file and say so; the reason why it was cut short, or None. Raises InstanceError, OSError."""
    batch = Batch(path, args, deadline)
    totals, reason, seconds = batch.execute()
    if not args.quiet:
        print(batch.summary(totals, reason, seconds), file=sys.stderr if batch.output == "-" else sys.stdout)
    return reason
