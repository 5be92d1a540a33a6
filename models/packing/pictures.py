"""Drawings of a packing: on the flat board of squares, and on any other lattice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from types import MappingProxyType
from typing import Protocol

from zenkai_solver.models.grid import EMPTY, OUTSIDE, Cell
from zenkai_solver.models.lattices.picture import IN_A_ROW, picture, piece_picture, solid, tiles_of
from zenkai_solver.models.lattices.region import LatticeRegion, region
from zenkai_solver.models.packing.colours import ANY
from zenkai_solver.models.packing.problem import Count, PackingProblem
from zenkai_solver.models.packing.shades import Shades, of_piece, on_tray, shades, written
from zenkai_solver.models.pieces import Piece
from zenkai_solver.models.render import space
from zenkai_solver.models.render.gltf import gltf
from zenkai_solver.models.render.layout import Corners, Layout, balls, layers, squares
from zenkai_solver.models.render.plane import placed
from zenkai_solver.models.render.several import beside, differing_pieces, sheet, stack
from zenkai_solver.models.render.svg import board_svg, caption, marks
from zenkai_solver.models.render.text import Style, bordered
from zenkai_solver.models.render.tray import joined, shelves, tray
from zenkai_solver.models.symmetry import Board

TEXT_TRAY, SVG_TRAY = 18, 24  # cells: the width of the pieces that lie beside the board
TEXT_WIDTH = 72  # columns of pieces of other lattices


class Pictures(Protocol):
    def text(self, board: Board, style: Style) -> str: ...

    def svg(self, board: Board) -> str: ...

    def x3d(self, board: Board) -> str | None: ...

    def stl(self, board: Board) -> str | None: ...

    def gltf(self, board: Board) -> str | None: ...

    def unsolved(self, style: Style) -> str: ...

    def unsolved_svg(self) -> str: ...

    def side_by_side(self, boards: Sequence[Board], style: Style, used: Collection[Cell]) -> str: ...

    def side_by_side_svg(self, boards: Sequence[Board], used: Collection[Cell]) -> str: ...

    def layout(self) -> Layout: ...


def pictures_of(problem: PackingProblem) -> Pictures:
    if isinstance(problem.region, LatticeRegion):
        return LatticePictures(problem, problem.region)
    return SquarePictures(problem)


def inside(problem: PackingProblem, board: Board) -> list[str] | None:
    """What is written in the cells: their colours, else `.` in free ones; None where that is nothing."""
    if problem.colours is not None:
        return written(shades(problem, board), board)
    if not any(EMPTY in row for row in board):
        return None
    return ["".join(x if x == EMPTY else OUTSIDE for x in row) for row in board]


def stars(problem: PackingProblem, marked: Iterable[Cell], used: Collection[Cell] = ()) -> list[str]:
    """A board with `*` on the marked cells, `:` on others that are used, and spaces elsewhere."""
    own = dict.fromkeys(used, ":") | dict.fromkeys(marked, "*")
    rows, columns = range(problem.region.rows), range(problem.region.columns)
    return ["".join(own.get((r, c), " ") for c in columns) for r in rows]


@dataclass(frozen=True)
class SquarePictures:
    problem: PackingProblem

    def text(self, board: Board, style: Style) -> str:
        return bordered(board, style, inside(self.problem, board))

    def svg(self, board: Board) -> str:
        return board_svg(board, shades=shades(self.problem, board))

    def x3d(self, board: Board) -> str | None:
        return None

    def stl(self, board: Board) -> str | None:
        return None

    def gltf(self, board: Board) -> str | None:
        return None

    def unsolved(self, style: Style) -> str:
        board, others = unplaced(self.problem), self._tray(TEXT_TRAY)
        parts = [bordered(board, style, inside(self.problem, board) if self.problem.colours else board)]
        if others:
            parts.append(bordered(others, style, others))
            if self.problem.colours is not None:
                own = on_tray(self.problem, left(self.problem), others)
                parts.append("\n".join(written(own, others)))
            parts.append(numbers(self.problem))
        return "\n\n".join(part for part in parts if part)

    def unsolved_svg(self) -> str:
        board, others = unplaced(self.problem), self._tray(max(SVG_TRAY, self.problem.region.columns))
        known = [piece.label for piece in self.problem.pieces]
        pictures = [board_svg(board, labels=known, shades=shades(self.problem, board))]
        if others:
            own = on_tray(self.problem, left(self.problem), others)
            pictures.append(board_svg(others, labels=known, shades=own))
        said = numbers(self.problem)
        return stack([*pictures, *([caption(said)] if said else [])])

    def _tray(self, width: int) -> Board:
        """The pieces that can still be placed."""
        return tray([(piece.label, piece.shape) for piece in left(self.problem)], width)

    def side_by_side(self, boards: Sequence[Board], style: Style, used: Collection[Cell]) -> str:
        marked = stars(self.problem, differing_pieces(boards), used)
        return beside([bordered(board, style, marked) for board in boards])

    def side_by_side_svg(self, boards: Sequence[Board], used: Collection[Cell]) -> str:
        marked = differing_pieces(boards)
        return sheet([board_svg(board, marked, used=used) for board in boards])

    def layout(self) -> Layout:
        return Layout(squares(self.problem.region.cells))


@dataclass(frozen=True)
class LatticePictures:
    """Text is the board as it is written; after several boards comes a page with the cells that differ."""

    problem: PackingProblem
    region: LatticeRegion

    def text(self, board: Board, style: Style) -> str:
        painted = inside(self.problem, board)
        if self._has_borders:
            return bordered(board, style, painted)
        return self._pages(board, painted if self.problem.colours else None)

    @staticmethod
    def _pages(*pages: Sequence[str] | None) -> str:
        return beside(["\n".join(row.rstrip() for row in page) for page in pages if page])

    @property
    def _has_borders(self) -> bool:
        """Are neighbouring characters neighbouring cells?"""
        return self.region.lattice.name in ("squares", "cubes")

    def svg(self, board: Board) -> str:
        return self._picture(self.region, self.region.labels(board), shaded=shades(self.problem, board))

    def x3d(self, board: Board) -> str | None:
        if self.region.lattice.dimension == 2:
            return None
        known = [piece.label for piece in self.problem.pieces]
        return space.x3d(self._cubes(board), known, self.region.lattice.name == "spheres")

    def gltf(self, board: Board) -> str | None:
        if self.region.lattice.dimension == 2:
            return None
        known = [piece.label for piece in self.problem.pieces]
        return gltf(self._cubes(board), known, self.region.lattice.name == "spheres")

    def stl(self, board: Board) -> str | None:
        if self.region.lattice.dimension == 2:
            return None
        return space.stl(self._cubes(board), self.region.lattice.name == "spheres")

    def _cubes(self, board: Board) -> dict[tuple[int, int, int], str]:
        return {solid(v): x for v, x in zip(self.region.vectors, self.region.labels(board))}

    def unsolved(self, style: Style) -> str:
        board = unplaced(self.problem)
        parts = [self._pages(board, inside(self.problem, board) if self.problem.colours else None)]
        blocks = (art for piece in left(self.problem) for art in self._art(piece))
        shelf = ("\n".join(joined(blocks, 3)) for blocks in shelves(blocks, TEXT_WIDTH, 3))
        return "\n\n".join(part for part in (*parts, *shelf, numbers(self.problem)) if part)

    def _art(self, piece: Piece) -> Iterator[Board]:
        """The piece by its letter, and by its colours if it has any."""
        own = region(self.region.lattice, piece.shape)
        yield own.board([piece.label] * len(own.cells))
        if self.problem.colours is not None:
            colours = of_piece(self.problem, piece)
            yield own.board([colours.get(vector, ANY) for vector in own.vectors])

    def unsolved_svg(self) -> str:
        board = self.svg(unplaced(self.problem))
        own = [self._piece(piece) for piece in left(self.problem)]
        said = numbers(self.problem)
        return stack([board, *([sheet(own, IN_A_ROW)] if own else []), *([caption(said)] if said else [])])

    def _piece(self, piece: Piece) -> str:
        known = [other.label for other in self.problem.pieces]
        return piece_picture(self.region.lattice, piece, known, of_piece(self.problem, piece))

    def side_by_side(self, boards: Sequence[Board], style: Style, used: Collection[Cell]) -> str:
        marked = stars(self.problem, differing_pieces(boards), used)
        if self._has_borders:
            return beside([bordered(board, style, marked) for board in boards])
        return beside([*(self.text(board, style) for board in boards), "\n".join(marked)])

    def side_by_side_svg(self, boards: Sequence[Board], used: Collection[Cell]) -> str:
        differ, index = differing_pieces(boards), self.region.index
        marked = marks((index[cell] for cell in differ), (index[cell] for cell in used))
        return sheet([self._picture(self.region, self.region.labels(board), marked) for board in boards])

    def layout(self) -> Layout:
        own = [solid(v) for v in self.region.vectors] if self.region.lattice.dimension == 3 else []
        if self.region.lattice.name == "cubes":
            return Layout(layers(own), solid=tuple(own))
        return Layout(balls(own) if own else tuple(self._corners()))

    def _corners(self) -> Iterator[Corners]:
        """Of each cell in the plane, as they are drawn."""
        lattice = self.region.lattice
        step = lattice.scale * lattice.translations[0][0]
        for tile in tiles_of(lattice, self.region.vectors, repeat("")):
            yield tuple(placed(corner, lattice.plane, step) for corner in tile.corners)

    def _picture(
        self,
        own: LatticeRegion,
        labels: Sequence[str],
        marked: Mapping[int, str] = MappingProxyType({}),
        shaded: Shades = MappingProxyType({}),
    ) -> str:
        known = [piece.label for piece in self.problem.pieces]
        dots = {own.index[cell]: shade for cell, shade in shaded.items()}
        return picture(own, labels, known, own is self.region, marked, dots)


# ---- what has not been placed


def unplaced(problem: PackingProblem) -> Board:
    """The board with nothing but the fixed pieces, by their letters."""
    labels = [EMPTY] * len(problem.region.cells)
    for placement in problem.fixed:
        for cell in placement.cells:
            labels[problem.region.index[cell]] = placement.label
    return problem.region.board(labels)


def left(problem: PackingProblem) -> list[Piece]:
    """The pieces that can still be placed."""
    used = Counter(placement.label for placement in problem.fixed)
    most = {piece.label: problem.counts[piece.label].hi for piece in problem.pieces}
    return [p for p in problem.pieces if (hi := most[p.label]) is None or hi > used[p.label]]


def numbers(problem: PackingProblem) -> str:
    """`D: 8, I: 0..1`: how often each piece is used, where that is not once."""
    return ", ".join(
        f"{label}: {_range(count)}" for label, count in problem.counts.items() if count != Count(1, 1)
    )


def _range(count: Count) -> str:
    match count:
        case Count(0, None):
            return "any number"
        case Count(lo, None):
            return f"{lo} or more"
        case Count(lo, hi):
            return str(lo) if lo == hi else f"{lo}..{hi}"
