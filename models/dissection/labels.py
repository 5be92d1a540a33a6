"""The constraint model of a dissection: every cell has a piece, every piece a move.

    InOnePiece(figure, a, b)   the projection: neighbouring cells a and b are in one piece
    InPiece(figure, a, k)      cell a is in piece k; pieces are numbered by their first cells in figure 1
    MovesBy(k, move)           piece k goes from figure 1 to figure 2 by that turn and shift

Connectedness is stated in figure 1 only, as moves preserve it. The projection determines the other variables
but for the moves of symmetric pieces and for which of two congruent pieces is which in figure 2, so engines
without projection meet some solutions repeatedly. There are 2 x area x pieces + moves x pieces auxiliary
variables and 2 x moves x pieces x area clauses, so the model suits small figures; the engine for
`DissectionProblem` does not use it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import NamedTuple

from zenkai_solver.models.constraints import AtMostOne, Clause, Connected, Constraint, ExactlyOne, Origin
from zenkai_solver.models.csp import Deferred, Model
from zenkai_solver.models.dissection.problem import DissectionProblem, PlacedMove, placed_moves
from zenkai_solver.models.grid import Cell, cell_name, span
from zenkai_solver.models.pieces import ALPHABET
from zenkai_solver.models.puzzle import Fact
from zenkai_solver.models.symmetry import Says, SymmetryGroup


class InOnePiece(NamedTuple):
    figure: int
    a: int
    b: int


class InPiece(NamedTuple):
    figure: int
    cell: int
    piece: int


class MovesBy(NamedTuple):
    piece: int
    name: str
    shift: Cell


@dataclass(frozen=True)
class LabelNumbers:
    """The numbering of variables: edges, then InPiece by figure, cell and piece, then MovesBy by piece."""

    edges: int
    area: int
    pieces: int
    moves: int

    def cell(self, figure: int, cell: int, piece: int) -> int:
        return self.edges + 1 + (figure * self.area + cell) * self.pieces + piece

    def move(self, piece: int, move: int) -> int:
        return self.edges + 1 + 2 * self.area * self.pieces + piece * self.moves + move


def model(problem: DissectionProblem, group: SymmetryGroup) -> Model:
    """The model; its constraints are built on first use."""
    moves = tuple(placed_moves(problem))
    area, pieces = len(problem.one.cells), problem.hi
    joined = [InOnePiece(figure, a, b) for figure, pairs in enumerate(problem.edges) for a, b in pairs]
    number = LabelNumbers(len(joined), area, pieces, len(moves))
    names = (
        *joined,
        *(InPiece(*place) for place in product((0, 1), range(area), range(pieces))),
        *(MovesBy(piece, move.name, move.shift) for piece in range(pieces) for move in moves),
    )
    cells = group.region.cells

    def says(edge: InOnePiece) -> Says:
        """Its two cells have the same label. Cells of figure 2 are numbered after those of figure 1."""
        return "one", frozenset((edge.figure * area + edge.a, edge.figure * area + edge.b))

    @cache
    def stated() -> tuple[tuple[Constraint, Origin | None], ...]:
        ruled = _constraints(problem, moves, number, cells)
        return (*ruled, *_fixed(problem, joined, cells))

    return Model(
        names,
        Deferred(lambda: (constraint for constraint, _ in stated())),
        tuple(range(1, len(joined) + 1)),
        group.permutations(joined, says),
        problem,
        origins=Deferred(lambda: (rule for _, rule in stated())),
    )


def label_facts(names: Sequence[object], on_board: Sequence[Cell]) -> Iterator[Fact]:
    """The facts of the variables: which cells are joined, which piece has a cell, how a piece moves."""
    area = len(on_board) // 2
    for name in names:
        match name:
            case InOnePiece(figure, a, b):
                yield Fact.joined((on_board[figure * area + a], on_board[figure * area + b]))
            case InPiece(figure, cell, piece):
                yield Fact(ALPHABET[piece], (on_board[figure * area + cell],))
            case MovesBy(piece, how, (down, right)):
                turned = "" if how == "identity" else f"{how}, "
                yield Fact.named(f"{ALPHABET[piece]} moves: {turned}shift {down} {right}")


Ruled = Iterator[tuple[Constraint, Origin | None]]


def _constraints(
    problem: DissectionProblem, moves: tuple[PlacedMove, ...], number: LabelNumbers, on_board: Sequence[Cell]
) -> Ruled:
    """Each constraint with its rule; `on_board`: the cells of figure 1, then of figure 2, on boards."""
    cells, pieces = range(number.area), range(number.pieces)
    one = tuple(on_board[: number.area])
    for figure, cell in product((0, 1), cells):
        place = on_board[figure * number.area + cell]
        one_piece = Origin(f"{cell_name(place)} belongs to one piece", (place,), "axiom")
        yield ExactlyOne(tuple(number.cell(figure, cell, k) for k in pieces)), one_piece
    yield from _joined(problem, number, on_board)
    for k in pieces:
        in_piece = tuple(number.cell(0, cell, k) for cell in cells)
        used = tuple(number.move(k, m) for m in range(number.moves))
        piece = f"piece {ALPHABET[k]}"
        yield Connected(in_piece, problem.edges[0]), Origin(f"{piece} is connected", one)
        same = Origin(f"{piece} has the same shape in both figures", tuple(on_board))
        once = Origin(f"{piece} lies in one place of figure 2", tuple(on_board), "axiom")
        if k < problem.lo:
            yield Clause(in_piece), Origin(f"{piece} has a cell", one)
            yield ExactlyOne(used), once
        else:
            moved = Origin(f"{piece} is moved exactly if it has a cell", one)
            yield AtMostOne(used), once
            yield from ((Clause((-cell, *used)), moved) for cell in in_piece)
            yield from ((Clause((-move, *in_piece)), moved) for move in used)
        if k:
            in_order = Origin("pieces are lettered by their first cells in figure 1", one)
            for cell in cells:  # before the first cell of piece k there is one of piece k - 1
                before = (number.cell(0, before, k - 1) for before in range(cell))
                yield Clause((-in_piece[cell], *before)), in_order
        for m, move in enumerate(moves):
            yield from ((clause, same) for clause in _moved(move, number, k, number.move(k, m)))


def _joined(problem: DissectionProblem, number: LabelNumbers, on_board: Sequence[Cell]) -> Ruled:
    """Neighbours are joined exactly if they are in the same piece."""
    pairs = ((figure, a, b) for figure, edges in enumerate(problem.edges) for a, b in edges)
    for edge, (figure, a, b) in enumerate(pairs, 1):
        cells = tuple(on_board[figure * number.area + cell] for cell in (a, b))
        rule = Origin(f"{span(cells)} are joined exactly in one piece", cells, "axiom")
        for k in range(number.pieces):
            x, y = number.cell(figure, a, k), number.cell(figure, b, k)
            yield Clause((-edge, -x, y)), rule
            yield Clause((-edge, x, -y)), rule
            yield Clause((edge, -x, -y)), rule


def _fixed(problem: DissectionProblem, joined: Sequence[InOnePiece], on_board: Sequence[Cell]) -> Ruled:
    """The edges that fixed pieces make true or false."""
    for lit in problem.cube:
        figure, *pair = joined[abs(lit) - 1]
        cells = tuple(on_board[figure * len(problem.one.cells) + cell] for cell in pair)
        together = "in one piece" if lit > 0 else "in two pieces"
        yield Clause((lit,)), Origin(f"{span(cells)} are {together}, as the fixed pieces say", cells)


def _moved(move: PlacedMove, number: LabelNumbers, k: int, used: int) -> Iterator[Clause]:
    """If piece k uses the move, its cells in figure 2 are the images of those in figure 1."""
    sources, targets = {a for a, _ in move.images}, {b for _, b in move.images}
    for a, b in move.images:
        x, y = number.cell(0, a, k), number.cell(1, b, k)
        yield Clause((-used, -x, y))
        yield Clause((-used, x, -y))
    for cell in range(number.area):
        if cell not in sources:
            yield Clause((-used, -number.cell(0, cell, k)))
        if cell not in targets:
            yield Clause((-used, -number.cell(1, cell, k)))
