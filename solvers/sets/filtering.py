"""Counting the lines of a solutions file for which an expression is true, without compiling a set.

Whether a fact holds is read off the board: its cells bear one letter, which is its label or, if it is a copy
of a piece, a letter that no other cell bears. Lines are parsed a block at a time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np

from zenkai_solver.models.grid import EMPTY
from zenkai_solver.models.puzzle import Fact, copies_of
from zenkai_solver.models.where.language import And, Expression, Not, Or, Some, Words
from zenkai_solver.solvers.sets.compiled import telling
from zenkai_solver.solvers.sets.errors import QueryError
from zenkai_solver.solvers.solution_files.results import MAX_LINE, PLAIN, ResultsError, SolutionsFile

BLOCK = 1 << 23  # bytes that are read together
BETWEEN = 4  # characters between two rows of a board in the file: ", "
LINES = re.compile(PLAIN.pattern.removesuffix(rb"\Z"))


def true_lines(file: SolutionsFile, text: str) -> int:
    """In how many solutions of the file the expression is true; each line counts as one.

    The boards are not checked against the rules, as `zenkai verify` does. Raises ExpressionError, QueryError,
    ResultsError, OSError.
    """
    puzzle = telling(file.instance.puzzle)
    region = file.instance.puzzle.symmetries().region
    expression = Words.of(puzzle.facts, region.cells).parse(text)
    if not any(cells for _, cells in puzzle.facts):
        raise QueryError("boards that are no drawings are not read line by line: compile the file")
    reading = _Reading(file, region.rows, region.columns)
    facts = _Facts(puzzle.facts, copies_of(puzzle).labels, region.columns)
    return sum(int(facts.true(expression, boards).sum()) for boards in reading.blocks())


@dataclass(frozen=True)
class _Reading:
    """A solutions file that is read block by block; `rows`, `columns`: of a board."""

    file: SolutionsFile
    rows: int
    columns: int

    def blocks(self) -> Iterator[np.ndarray]:
        """uint8[solution, place]: the boards, BETWEEN characters between two rows. Raises ResultsError."""
        length, number = self.rows * (self.columns + BETWEEN) - BETWEEN, 2
        with self.file.path.open("rb") as file:
            file.readline(MAX_LINE)
            while block := file.read(BLOCK) + file.readline(MAX_LINE):
                texts, lines = LINES.findall(block), block.count(b"\n")
                if len(texts) != lines:
                    self._footer(block, number + lines - 1, len(texts) == lines - 1)
                if any(len(text) != length for text in texts):
                    raise self._fault(number, f"a board that is not {self.rows}x{self.columns}")
                yield np.frombuffer(b"".join(texts), np.uint8).reshape(len(texts), length)
                number += lines

    def _footer(self, block: bytes, line: int, the_only: bool) -> None:
        """Raises ResultsError unless the last line is the footer, and the only one that is no board."""
        last = block.rstrip(b"\n").rpartition(b"\n")[2]
        if not the_only or not last.startswith(b'{"complete": '):
            raise self._fault(line, "near here is a line of more, or less, than a board; compile the file")

    def _fault(self, line: int, why: str) -> ResultsError:
        return ResultsError(f"{self.file.path}:{line}: {why}")


@dataclass(frozen=True)
class _Facts:
    """What the variables say of boards; `hidden`: labels of copies, whose letters on boards are others."""

    facts: Sequence[Fact]
    hidden: frozenset[str]
    columns: int

    def true(self, expression: Expression, boards: np.ndarray) -> np.ndarray:
        """bool[solution]: is it true of the board?"""
        match expression:
            case Some(variables):
                true = np.zeros(len(boards), bool)
                for var in variables:
                    true |= self._holds(self.facts[var - 1], boards)
                return true
            case Not(part):
                return ~self.true(part, boards)
            case And(first, second):
                return cast("np.ndarray", self.true(first, boards) & self.true(second, boards))
            case Or(first, second):
                return cast("np.ndarray", self.true(first, boards) | self.true(second, boards))

    def _holds(self, fact: Fact, boards: np.ndarray) -> np.ndarray:
        """bool[solution]: does the fact hold on the board?"""
        label, cells = fact
        first, *others = (boards[:, r * (self.columns + BETWEEN) + c] for r, c in cells)
        copy = label in self.hidden
        true: np.ndarray = first == ord(label) if label and not copy else first != ord(EMPTY)
        for other in others:
            true &= other == first
        if copy:
            some = np.flatnonzero(true)
            true[some] = (boards[some] == first[some, None]).sum(axis=1) == len(cells)
        return true
