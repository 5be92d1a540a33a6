"""Lines of blocks, the clues of nonograms, and grids of such lines.

A block is (length, ink): that many cells of one ink in a row. The inks of a line are 1, 2, ...; ink 0 is
white. Between two blocks of one ink lies at least one white cell; blocks of different inks may touch.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

from zenkai_solver.models.constraints import Automaton, Lit
from zenkai_solver.models.csp import Cube

Block = tuple[int, int]
Blocks = tuple[Block, ...]


def gap(before: Block, after: Block) -> int:
    """How many white cells must lie between two neighbouring blocks, at least."""
    return int(before[1] == after[1])


def room(blocks: Sequence[Block]) -> int:
    """The length of the shortest line that holds the blocks."""
    return sum(length for length, _ in blocks) + sum(gap(a, b) for a, b in pairwise(blocks))


def blocks_of(inks: Iterable[int]) -> Blocks:
    """The blocks that a filled line shows."""
    return tuple((len(list(run)), ink) for ink, run in groupby(inks) if ink)


def automaton(blocks: Sequence[Block]) -> Automaton:
    """The automaton that accepts exactly the words of inks that show the blocks.

    Its states form a chain: one before the first block, one after each cell of a block, and one after the
    white cells that follow a block.
    """
    arcs = [(0, 0, 0)]
    start = 0  # the state before the next block
    ends: tuple[int, ...] = (0,)  # the states in which the blocks so far are complete
    state = 0
    for number, (length, ink) in enumerate(blocks):
        touching = number > 0 and blocks[number - 1][1] != ink
        arcs.append((start, ink, state + 1))
        if touching:
            arcs.append((start - 1, ink, state + 1))
        arcs += [(state + i, ink, state + i + 1) for i in range(1, length)]
        state += length + 1
        arcs += [(state - 1, 0, state), (state, 0, state)]
        start, ends = state, (state - 1, state)
    return Automaton(0, ends, tuple(arcs))


def can_show(blocks: Sequence[Block], allowed: Sequence[Collection[int]]) -> bool:
    """Can a line show the blocks if cell i has one of the inks allowed[i]?"""
    machine = automaton(blocks)
    leaving: dict[int, list[tuple[int, int]]] = {}
    for state, ink, to in machine.transitions:
        leaving.setdefault(state, []).append((ink, to))
    reached = {machine.start}
    for inks in allowed:
        reached = {to for state in reached for ink, to in leaving.get(state, ()) if ink in inks}
    return not reached.isdisjoint(machine.accepting)


@dataclass(frozen=True)
class BlockGrid:
    """The structure of a model in which each row and each column of a grid shows its blocks, with no other
    constraints than the literals `known`. `variable(row, column, ink)` is true if the cell has the ink.
    """

    rows: tuple[Blocks, ...]
    columns: tuple[Blocks, ...]
    inks: int = 1
    known: tuple[Lit, ...] = ()

    def within(self, cube: Cube) -> BlockGrid:
        return replace(self, known=(*self.known, *cube))

    def variable(self, row: int, column: int, ink: int) -> int:
        return (row * len(self.columns) + column) * self.inks + ink

    def place(self, variable: int) -> tuple[int, int, int]:
        """The row, column and ink of the variable."""
        cell, ink = divmod(variable - 1, self.inks)
        return (*divmod(cell, len(self.columns)), ink + 1)

    @property
    def lines(self) -> tuple[Blocks, ...]:
        """The rows, then the columns."""
        return self.rows + self.columns

    def cells(self, line: int) -> list[tuple[int, int]]:
        """The cells of a line as (row, column)."""
        if line < len(self.rows):
            return [(line, column) for column in range(len(self.columns))]
        return [(row, line - len(self.rows)) for row in range(len(self.rows))]
