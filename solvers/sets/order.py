"""Solutions by their place in the order of boards, which is that of merged files: row by row, as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from zenkai_solver.models.grid import EMPTY, Cell
from zenkai_solver.models.puzzle import copies_of
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.sets.compiled import CompiledSet, QueryError
from zenkai_solver.solvers.sets.diagram import Diagram, combined, restricted

LISTED = 100_000  # solutions that are sorted one by one, where no single variable tells a cell's letter


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


def _walk(compiled: CompiledSet) -> _Down | _Walk:
    """A walk over the cells in the order of boards: down the diagram, where that has the same order."""
    return _Down(compiled) if compiled.first_cells_ascend else _Walk(compiled, compiled.diagram)


def _listed(compiled: CompiledSet) -> list[Board]:
    if compiled.count > LISTED:
        raise QueryError(
            f"{compiled.count:,} solutions: boards of this kind are put in order up to {LISTED:,}"
        )
    return sorted(compiled.boards())


class Descent(NamedTuple):
    """A way down the diagram: where it is, its variables, what covers the cells, and the copies begun."""

    node: int
    chosen: tuple[int, ...]
    covered: Mapping[Cell, str]
    copies: int


class _Down:
    """The solutions that begin with the letters taken so far, as the branches that lead to them.

    Their variables are in the order of their first cells: what covers a cell that is not covered yet comes
    next. Branches whose boards begin alike have begun equally many copies.
    """

    def __init__(self, found: CompiledSet) -> None:
        self.found, self.first, self.cells = found, found.first, found.cells
        self.hidden, self.letters = copies_of(found.told)
        self.branches = [Descent(found.diagram.root, (), {}, 0)]
        self.count = found.count  # of the solutions that begin so
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
            self.groups = {letter: (self.count, own) for letter, own in groups.items()}
        else:
            self.groups = {letter: (self._sum(own), own) for letter, own in sorted(groups.items())}
        return [(letter, count) for letter, (count, _) in self.groups.items()]

    def _sum(self, branches: Sequence[Descent]) -> int:
        counts = self.found.diagram.counts
        return sum(int(counts.item(branch.node)) for branch in branches)

    def _begin(self, cell: Cell, branch: Descent, groups: dict[str, list[Descent]]) -> None:
        """Adds what the branch may have at a cell that is not covered yet, by its letter."""
        d, (node, chosen, covered, copies) = self.found.diagram, branch
        while node > 1 and self.first[(rank := d.var.item(node)) - 1] == cell:
            label, cells = self.found.facts[self.found.order[rank - 1] - 1]
            copy = label in self.hidden
            letter = self.letters[copies] if copy else label
            further = {**covered, **dict.fromkeys(cells, letter)}
            own = Descent(d.hi.item(node), (*chosen, rank), further, copies + copy)
            groups.setdefault(letter, []).append(own)
            node = d.lo.item(node)
        if node:
            groups.setdefault(EMPTY, []).append(Descent(node, chosen, covered, copies))

    def take(self, cell: Cell, letter: str) -> None:
        """Go on with the solutions that bear the letter there."""
        self.count, self.branches = self.groups[letter]


@dataclass
class _Walk:
    """The same by restricting the diagram, whatever the order of its variables."""

    found: CompiledSet
    diagram: Diagram

    def __post_init__(self) -> None:
        self.cells = self.found.cells
        self.hidden, self.letters = copies_of(self.found.told)
        self.firsts: dict[Cell, str] = {}  # where the copies so far begin, and their letters
        self.groups: dict[str, list[int]] = {}

    @property
    def chosen(self) -> tuple[int, ...]:
        return self.diagram.at(0)

    def choices(self, cell: Cell) -> Iterator[tuple[str, int]]:
        shares = self.diagram.shares
        self.groups = {}
        for var in self.found.covering[cell]:
            own = int(self.found.rank[var])
            if shares[own] and (letter := self._letter(var, cell)):
                self.groups.setdefault(letter, []).append(own)
        numbers = {letter: sum(int(shares[v]) for v in own) for letter, own in self.groups.items()}
        if free := self.diagram.count - sum(numbers.values()):
            numbers[EMPTY] = numbers.get(EMPTY, 0) + free
        yield from sorted(numbers.items())

    def _letter(self, var: int, cell: Cell) -> str | None:
        label, cells = self.found.facts[var - 1]
        if label not in self.hidden:
            return label
        first = min(cells)
        return self.letters[len(self.firsts)] if first == cell else self.firsts.get(first)

    def take(self, cell: Cell, letter: str) -> None:
        every = [var for own in self.groups.values() for var in own]
        if letter in self.letters and letter not in self.firsts.values() and letter in self.groups:
            self.firsts[cell] = letter
        if letter not in self.groups:
            if every:
                some = restricted(self.diagram, every)
                self.diagram = combined("minus", self.diagram, some)
        elif sum(int(self.diagram.shares[v]) for v in self.groups[letter]) < self.diagram.count:
            self.diagram = restricted(self.diagram, self.groups[letter])
