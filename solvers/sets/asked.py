"""What `zenkai.compile` returns: a compiled set with a method for each question."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from zenkai_solver.models.grid import Cell
from zenkai_solver.models.puzzle import Fact, Instance
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.sets import order, queries
from zenkai_solver.solvers.sets.compiled import CompiledSet
from zenkai_solver.solvers.sets.files import write_set
from zenkai_solver.solvers.sets.written import write_solutions


@dataclass(frozen=True)
class SolutionSet:
    """A set of solutions with the questions of `zenkai query` as methods.

    A board is the rows of a solution, a fact is a label and its cells, (row, column) from 0. Methods raise
    QueryError, a ValueError, for what cannot be answered.
    """

    set: CompiledSet

    @property
    def instance(self) -> Instance:
        return self.set.instance

    @property
    def count(self) -> int:
        return self.set.count

    def __iter__(self) -> Iterator[Board]:
        return self.set.boards()

    def __contains__(self, board: Sequence[str]) -> bool:
        return tuple(board) in self.set

    def where(self, expression: str) -> SolutionSet:
        """The solutions for which an expression is true, such as "X@C3 and not T@A1"."""
        return SolutionSet(queries.where(self.set, expression))

    def forced(self) -> list[Fact]:
        return queries.forced(self.set)

    def impossible(self) -> list[Fact]:
        return queries.impossible(self.set)

    def share(self, label: str) -> dict[Cell, int]:
        """In how many solutions each cell bears the label."""
        return queries.share(self.set, label)

    def pairs(self, most: int = 10) -> queries.PairCounts:
        return queries.pairs(self.set, most)

    def sample(self, number: int, seed: int = 0) -> Iterator[Board]:
        """So many solutions, each drawn from all with the same chance."""
        return queries.sample(self.set, number, seed)

    def kth(self, number: int) -> Board:
        """Solution `number`, from 1, in the order of boards."""
        return order.kth(self.set, number)

    def rank(self, board: Sequence[str]) -> int:
        return order.rank(self.set, tuple(board))

    def nearest(self, board: Sequence[str]) -> tuple[int, Board]:
        return queries.nearest(self.set, tuple(board))

    def two_that_differ(self, most: bool) -> tuple[int, Board, Board]:
        return queries.two(self.set, most)

    def least(self, weights: Mapping[str, int]) -> tuple[int, Board]:
        """The least sum of the weights of facts, such as {"X@C3": 5}, and a solution with this sum."""
        return queries.heaviest(self.set, weights, -1)

    def greatest(self, weights: Mapping[str, int]) -> tuple[int, Board]:
        return queries.heaviest(self.set, weights, 1)

    def unique_by(self, board: Sequence[str]) -> list[Fact]:
        return queries.unique_by(self.set, tuple(board))

    def telling_apart(self) -> list[str]:
        return queries.telling_apart(self.set)

    def combined(self, operation: str, other: SolutionSet) -> SolutionSet:
        """`operation`: and, or, minus, xor."""
        return SolutionSet(self.set.combined(operation, other.set))

    def swaps(self, most: int) -> list[tuple[int, int, list[Fact]]]:
        """Pairs of solutions, numbered from 1 in the order of iteration, that differ by at most so many
        facts, in one connected region; and the facts of the first that the second does not have.
        """
        return queries.swaps(self.set, most)

    def solutions(self, path: str | os.PathLike[str]) -> Path:
        """Write the solutions file, in the order of boards, each one checked. Raises OSError."""
        write_solutions(self.set, Path(path))
        return Path(path)

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the .zset file. Raises OSError."""
        write_set(Path(path), self.set)
        return Path(path)
