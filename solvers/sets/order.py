"""Solutions by their place in the order of boards, which is that of merged files: row by row, as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from zenkai_solver.models.grid import EMPTY, Cell
from zenkai_solver.models.puzzle import copies_of
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.sets.compiled import CompiledSet
from zenkai_solver.solvers.sets.diagram import Diagram, combined, restricted
from zenkai_solver.solvers.sets.errors import QueryError

LISTED = 100_000  # solutions that are sorted one by one, of families whose boards are lists of names


def kth(compiled: CompiledSet, number: int) -> Board:
    """Solution `number`, from 1. Raises QueryError if there are fewer."""
    if not 1 <= number <= compiled.count:
        raise QueryError(f"no solution {number:,}: the set has {compiled.count:,}")
    if not compiled.labels:
        return _listed(compiled)[number - 1]
    walk, left = _walk(compiled), number - 1
    for cell in walk.cells:
        for letter, count in walk.choices(cell):
            if left < count:
                walk.take(cell, letter)
                break
            left -= count
    return compiled.board(walk.chosen)


def rank(compiled: CompiledSet, board: Board) -> int:
    """The number of the board in the set, from 1. Raises QueryError if it is not there."""
    if broken := next(iter(compiled.puzzle.violations(board)), None):
        raise QueryError(f"the board is no solution: {broken}")
    if board not in compiled:
        raise QueryError("the board is a solution, but not in the set")
    if not compiled.labels:
        return _listed(compiled).index(board) + 1
    walk, before = _walk(compiled), 0
    for r, c in walk.cells:
        for letter, count in walk.choices((r, c)):
            if letter == board[r][c]:
                walk.take((r, c), letter)
                break
            before += count
    return before + 1


def _walk(compiled: CompiledSet) -> _Descending | _Restricting:
    """A walk over the cells in the order of boards: down the diagram, if its order is the same."""
    ascending = compiled.first_cells_ascend
    return _Descending(compiled) if ascending else _Restricting(compiled, compiled.diagram)


def _listed(compiled: CompiledSet) -> list[Board]:
    if compiled.count > LISTED:
        raise QueryError(
            f"{compiled.count:,} solutions: boards of this kind are put in order up to {LISTED:,}"
        )
    return sorted(compiled.boards())


class Descent(NamedTuple):
    """A path from the root of the diagram: its end, its variables, the letters of the cells that these cover,
    and how many copies of pieces are among them.
    """

    node: int
    chosen: tuple[int, ...]
    covered: Mapping[Cell, str]
    copies: int


class _Descending:
    """The solutions whose boards begin with the letters taken so far, as the paths that lead to them.

    The variables are in the order of their first cells: what covers a cell that is not covered yet comes
    next. Paths whose boards begin alike have begun equally many copies.
    """

    def __init__(self, compiled: CompiledSet) -> None:
        self.compiled, self.first, self.cells = compiled, compiled.first, compiled.cells
        self.hidden, self.letters = copies_of(compiled.telling)
        self.branches = [Descent(compiled.diagram.root, (), {}, 0)]
        self.count = compiled.count  # of solutions that begin with the letters taken
        self.groups: dict[str, tuple[int, list[Descent]]] = {}

    @property
    def chosen(self) -> tuple[int, ...]:
        return self.branches[0].chosen

    def choices(self, cell: Cell) -> list[tuple[str, int]]:
        """The letters that the cell may bear, in order, each with its number of solutions."""
        groups: dict[str, list[Descent]] = {}
        for branch in self.branches:
            if (known := branch.covered.get(cell)) is not None:
                groups.setdefault(known, []).append(branch)
            else:
                self._begin(cell, branch, groups)
        if len(groups) == 1:
            self.groups = {letter: (self.count, branches) for letter, branches in groups.items()}
        else:
            self.groups = {
                letter: (self._sum(branches), branches) for letter, branches in sorted(groups.items())
            }
        return [(letter, count) for letter, (count, _) in self.groups.items()]

    def _sum(self, branches: Sequence[Descent]) -> int:
        counts = self.compiled.diagram.counts
        return sum(int(counts.item(branch.node)) for branch in branches)

    def _begin(self, cell: Cell, branch: Descent, groups: dict[str, list[Descent]]) -> None:
        """Add to the groups, by the letter of the cell, the paths by which the branch may go on there.

        The cell is not covered by the branch.
        """
        d, (node, chosen, covered, copies) = self.compiled.diagram, branch
        while node > 1 and self.first[(rank := d.var.item(node)) - 1] == cell:
            label, cells = self.compiled.facts[self.compiled.order[rank - 1] - 1]
            copy = label in self.hidden
            letter = self.letters[copies] if copy else label
            further = {**covered, **dict.fromkeys(cells, letter)}
            begun = Descent(d.hi.item(node), (*chosen, rank), further, copies + copy)
            groups.setdefault(letter, []).append(begun)
            node = d.lo.item(node)
        if node:
            groups.setdefault(EMPTY, []).append(Descent(node, chosen, covered, copies))

    def take(self, cell: Cell, letter: str) -> None:
        """Go on with the solutions that bear the letter there."""
        self.count, self.branches = self.groups[letter]


@dataclass
class _Restricting:
    """The same by restricting the diagram, whatever the order of its variables."""

    compiled: CompiledSet
    diagram: Diagram

    def __post_init__(self) -> None:
        self.cells = self.compiled.cells
        self.hidden, self.letters = copies_of(self.compiled.telling)
        self.firsts: dict[Cell, str] = {}  # the first cell of each copy so far, and its letter
        self.groups: dict[str, list[int]] = {}

    @property
    def chosen(self) -> tuple[int, ...]:
        return self.diagram.at(0)

    def choices(self, cell: Cell) -> Iterator[tuple[str, int]]:
        shares = self.diagram.shares
        self.groups = {}
        for var in self.compiled.covering[cell]:
            rank = int(self.compiled.rank[var])
            if shares[rank] and (letter := self._letter(var, cell)):
                self.groups.setdefault(letter, []).append(rank)
        numbers = {letter: sum(int(shares[v]) for v in ranks) for letter, ranks in self.groups.items()}
        if free := self.diagram.count - sum(numbers.values()):
            numbers[EMPTY] = numbers.get(EMPTY, 0) + free
        yield from sorted(numbers.items())

    def _letter(self, var: int, cell: Cell) -> str | None:
        label, cells = self.compiled.facts[var - 1]
        if label not in self.hidden:
            return label
        first = min(cells)
        return self.letters[len(self.firsts)] if first == cell else self.firsts.get(first)

    def take(self, cell: Cell, letter: str) -> None:
        every = [var for ranks in self.groups.values() for var in ranks]
        if letter in self.letters and letter not in self.firsts.values() and letter in self.groups:
            self.firsts[cell] = letter
        if letter not in self.groups:
            if every:
                some = restricted(self.diagram, every)
                self.diagram = combined("minus", self.diagram, some)
        elif sum(int(self.diagram.shares[v]) for v in self.groups[letter]) < self.diagram.count:
            self.diagram = restricted(self.diagram, self.groups[letter])
