"""The declarative model: every cell has a piece, every piece a placed move.

    Joined(figure, a, b)    the projection: neighbouring cells a and b are in one piece
    InPiece(figure, a, k)   cell a is in piece k; pieces are numbered by their first cells in figure 1
    Moves(k, move)          piece k goes from figure 1 to figure 2 by that turn and shift

Connected pieces in figure 1 arrive connected. Everything but the moves of symmetric pieces, and which of two
congruent pieces is which in figure 2, is a function of the projection; those choices make some solutions
appear repeatedly to engines without projection. Auxiliaries: area x pieces x 2 + moves x pieces; clauses:
moves x pieces x area x 2, so this is for small figures; the engine for `DissectionProblem` does not need it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from zenkai_solver.models.constraints import AtMostOne, Clause, Connected, Constraint, ExactlyOne, Said
from zenkai_solver.models.csp import Deferred, Model
from zenkai_solver.models.dissection.problem import DissectionProblem, Move, placed_moves
from zenkai_solver.models.grid import Cell, cell_name, span
from zenkai_solver.models.pieces import ALPHABET
from zenkai_solver.models.puzzle import Fact
from zenkai_solver.models.symmetry import Says, SymmetryGroup


class Joined(NamedTuple):
    figure: int
    a: int
    b: int


class InPiece(NamedTuple):
    figure: int
    cell: int
    piece: int


class Moves(NamedTuple):
    piece: int
    name: str
    shift: Cell


@dataclass(frozen=True)
class Numbering:
    """The variables: edges first, then cells by figure, cell and piece, then moves by piece."""

    edges: int
    area: int
    pieces: int
    moves: int

    def cell(self, figure: int, cell: int, piece: int) -> int:
        return self.edges + 1 + (figure * self.area + cell) * self.pieces + piece

    def move(self, piece: int, move: int) -> int:
        return self.edges + 1 + 2 * self.area * self.pieces + piece * self.moves + move


def model(problem: DissectionProblem, group: SymmetryGroup) -> Model:
    """The model; its constraints are built when they are asked for."""
    moves = tuple(placed_moves(problem))
    area, pieces = len(problem.one.cells), problem.hi
    joined = [Joined(figure, a, b) for figure, pairs in enumerate(problem.edges) for a, b in pairs]
    number = Numbering(len(joined), area, pieces, len(moves))
    names = (
        *joined,
        *(InPiece(*place) for place in product((0, 1), range(area), range(pieces))),
        *(Moves(piece, move.name, move.shift) for piece in range(pieces) for move in moves),
    )
    cells = group.region.cells

    def stated() -> Stated:
        yield from _constraints(problem, moves, number, cells)
        yield from _fixed(problem, joined, cells)

    return Model(
        names,
        Deferred(lambda: (constraint for constraint, _ in stated())),
        tuple(range(1, len(joined) + 1)),
        group.permutations(joined, lambda edge: _says(edge, area)),
        problem,
        said=Deferred(lambda: (said for _, said in stated())),
    )


def _says(edge: Joined, area: int) -> Says:
    """Its two cells bear one label, whichever; cells of figure 2 are numbered after those of figure 1."""
    return "one", frozenset((edge.figure * area + edge.a, edge.figure * area + edge.b))


def told(names: Sequence[object], on_board: Sequence[Cell]) -> Iterator[Fact]:
    """What the variables say: which cells are joined, which piece has a cell, how a piece moves."""
    area = len(on_board) // 2
    for name in names:
        match name:
            case Joined(figure, a, b):
                yield "", (on_board[figure * area + a], on_board[figure * area + b])
            case InPiece(figure, cell, piece):
                yield ALPHABET[piece], (on_board[figure * area + cell],)
            case Moves(piece, how, (down, right)):
                turned = "" if how == "identity" else f"{how}, "
                yield f"{ALPHABET[piece]} moves: {turned}shift {down} {right}", ()


Stated = Iterator[tuple[Constraint, Said | None]]


def _constraints(
    problem: DissectionProblem, moves: tuple[Move, ...], number: Numbering, on_board: Sequence[Cell]
) -> Stated:
    """Each constraint with the rule it is part of; `on_board`: the cells of figure 1, then of figure 2."""
    cells, pieces = range(number.area), range(number.pieces)
    one = tuple(on_board[: number.area])
    for figure, cell in product((0, 1), cells):
        place = on_board[figure * number.area + cell]
        said = Said(f"{cell_name(place)} belongs to one piece", (place,), "axiom")
        yield ExactlyOne(tuple(number.cell(figure, cell, k) for k in pieces)), said
    yield from _joined(problem, number, on_board)
    for k in pieces:
        own = tuple(number.cell(0, cell, k) for cell in cells)
        used = tuple(number.move(k, m) for m in range(number.moves))
        piece = f"piece {ALPHABET[k]}"
        yield Connected(own, problem.edges[0]), Said(f"{piece} is connected", one)
        same = Said(f"{piece} is the same in both figures", tuple(on_board))
        once = Said(f"{piece} lies in one place of figure 2", tuple(on_board), "axiom")
        if k < problem.lo:
            yield Clause(own), Said(f"{piece} has a cell", one)
            yield ExactlyOne(used), once
        else:
            moved = Said(f"{piece} is moved exactly if it has a cell", one)
            yield AtMostOne(used), once
            yield from ((Clause((-cell, *used)), moved) for cell in own)
            yield from ((Clause((-move, *own)), moved) for move in used)
        if k:
            in_order = Said("pieces are lettered by their first cells in figure 1", one)
            for cell in cells:  # before the first cell of piece k there is one of piece k - 1
                before = (number.cell(0, before, k - 1) for before in range(cell))
                yield Clause((-own[cell], *before)), in_order
        for m, move in enumerate(moves):
            yield from ((clause, same) for clause in _moved(move, number, k, number.move(k, m)))


def _joined(problem: DissectionProblem, number: Numbering, on_board: Sequence[Cell]) -> Stated:
    """Neighbours are joined exactly if they are in the same piece."""
    pairs = ((figure, a, b) for figure, edges in enumerate(problem.edges) for a, b in edges)
    for edge, (figure, a, b) in enumerate(pairs, 1):
        cells = tuple(on_board[figure * number.area + cell] for cell in (a, b))
        said = Said(f"{span(cells)} are joined exactly in one piece", cells, "axiom")
        for k in range(number.pieces):
            x, y = number.cell(figure, a, k), number.cell(figure, b, k)
            yield Clause((-edge, -x, y)), said
            yield Clause((-edge, x, -y)), said
            yield Clause((edge, -x, -y)), said


def _fixed(problem: DissectionProblem, joined: Sequence[Joined], on_board: Sequence[Cell]) -> Stated:
    """What fixed pieces say of the edges."""
    for lit in problem.cube:
        figure, *pair = joined[abs(lit) - 1]
        cells = tuple(on_board[figure * len(problem.one.cells) + cell] for cell in pair)
        together = "in one piece" if lit > 0 else "in two pieces"
        yield Clause((lit,)), Said(f"{span(cells)} are {together}, as the fixed pieces say", cells)


def _moved(move: Move, number: Numbering, k: int, used: int) -> Iterator[Clause]:
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
