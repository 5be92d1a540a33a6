"""Drawings of a packing as text, pictures and solids: of solved boards, and of the unsolved puzzle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import repeat

from zenkai_solver.models.grid import EMPTY, OUTSIDE, Cell, Vector, components
from zenkai_solver.models.lattices.picture import IN_A_ROW, picture, piece_picture, solid, tiles_of
from zenkai_solver.models.lattices.region import LatticeRegion, region
from zenkai_solver.models.packing.problem import ANY, Count, PackingProblem
from zenkai_solver.models.pieces import Piece
from zenkai_solver.models.render.layout import Corners, Layout, balls, layers, squares
from zenkai_solver.models.render.plane import placed
from zenkai_solver.models.render.several import (
    DIFFERS,
    beside,
    differing_pieces,
    joined,
    sheet,
    shelves,
    stack,
    tray,
)
from zenkai_solver.models.render.solid_files import gltf, stl, x3d
from zenkai_solver.models.render.svg import board_svg, caption, marks
from zenkai_solver.models.render.text import Style, bordered, bracketed
from zenkai_solver.models.symmetry import Board

TEXT_TRAY, SVG_TRAY = 18, 16  # cells: the width of the pieces that lie beside the board
TEXT_WIDTH = 72  # columns of pieces of other lattices
Shades = Mapping[Cell, str]  # the colour of each cell that has one


@dataclass(frozen=True)
class DrawnPacking(PackingProblem):
    """A packing with its drawings.

    On lattices where neighbouring characters are not neighbouring cells, text is the board of labels without
    borders, and several boards are followed by a page of the cells that differ.
    """

    def render(self, board: Board, style: Style = "ascii") -> str:
        if self._has_borders:
            return bordered(board, style, self._inside(board))
        return _pages(board, self._inside(board) if self.colours else None)

    @property
    def _has_borders(self) -> bool:
        """Whether neighbouring characters of a board are neighbouring cells."""
        return not isinstance(self.region, LatticeRegion) or self.region.lattice.name in ("squares", "cubes")

    @property
    def _of_cubes(self) -> bool:
        return isinstance(self.region, LatticeRegion) and self.region.lattice.name == "cubes"

    def _inside(self, board: Board) -> list[str] | None:
        """What is written in the cells: their colours, or letters in layers of cubes, through which a piece
        is followed by them, or `.` in free ones; None if nothing is written.
        """
        if self.colours is not None:
            return written(self._shades(board), board)
        if self._of_cubes:
            return list(board)
        if not any(EMPTY in row for row in board):
            return None
        return ["".join(x if x == EMPTY else OUTSIDE for x in row) for row in board]

    def svg(self, board: Board) -> str:
        if not isinstance(self.region, LatticeRegion):
            return board_svg(board, shades=self._shades(board))
        return picture(self.region, self.region.labels(board), self._labels, True, dots=self._dots(board))

    def _dots(self, board: Board) -> dict[int, str]:
        """The colours of the cells by their numbers."""
        return {self.region.index[cell]: shade for cell, shade in self._shades(board).items()}

    @cached_property
    def _labels(self) -> list[str]:
        """The labels of all pieces, in a fixed order: so each has the same colour in all pictures."""
        return [piece.label for piece in self.pieces]

    @cached_property
    def layout(self) -> Layout:
        if not isinstance(self.region, LatticeRegion):
            return Layout(squares(self.region.cells))
        lattice = self.region.lattice
        if lattice.dimension == 2:
            step = lattice.scale * lattice.translations[0][0]
            tiles = tiles_of(lattice, self.region.vectors, repeat(""))
            corners: Iterator[Corners] = (
                tuple(placed(corner, lattice.plane, step) for corner in tile.corners) for tile in tiles
            )
            return Layout(tuple(corners))
        solids = [solid(vector) for vector in self.region.vectors]
        if lattice.name == "cubes":
            return Layout(layers(solids), solid=tuple(solids))
        return Layout(balls(solids))

    # ---- solids

    def x3d(self, board: Board) -> str | None:
        solids = self._solids(board)
        return x3d(solids, self._labels, self._of_spheres) if solids else None

    def stl(self, board: Board) -> str | None:
        solids = self._solids(board)
        return stl(solids, self._of_spheres) if solids else None

    def gltf(self, board: Board) -> str | None:
        solids = self._solids(board)
        return gltf(solids, self._labels, self._of_spheres) if solids else None

    @property
    def _of_spheres(self) -> bool:
        return isinstance(self.region, LatticeRegion) and self.region.lattice.name == "spheres"

    def _solids(self, board: Board) -> dict[tuple[int, int, int], str] | None:
        """The label at each (layer, row, column); None for a board in the plane."""
        if not isinstance(self.region, LatticeRegion) or self.region.lattice.dimension == 2:
            return None
        return {solid(v): label for v, label in zip(self.region.vectors, self.region.labels(board))}

    # ---- the unsolved puzzle

    def _on_paper(self) -> Iterator[str]:
        """How the pieces may lie, and how often each one."""
        if self.exact:
            yield "Cover the board with the pieces; no two of them overlap."
        else:
            yield "Lay the pieces on the board; no two of them overlap, and cells may stay free."
        yield f"Number of pieces: {self._numbers}." if self._numbers else "Each piece is used once."
        turns, flips = (
            {getattr(free, way) for free in self.freedom.values()} for way in ("rotations", "flips")
        )
        ways = [word for word, may in (("turned", True in turns), ("mirrored", True in flips)) if may]
        some = "Pieces" if len(turns) == len(flips) == 1 else "Some of the pieces"
        yield f"{some} may be {' and '.join(ways)}." if ways else "Pieces may not be turned."
        if self.colours is not None:
            yield "The colours of pieces and board agree."
        if self.no_crossings:
            yield "No four pieces meet at a point."
        if isinstance(self.region, LatticeRegion) and self.region.lattice.name == "cubes":
            yield "Beside a solid that hides some of its cubes are its layers, the top one first."

    def unsolved(self, style: Style = "ascii") -> str:
        """The board with its fixed pieces, and below it the others, each with how often it is used."""
        board, pieces = self._unplaced, self._left
        if isinstance(self.region, LatticeRegion):
            inside = self._inside(board) if self.colours else None
            framed = self._has_borders and self.fixed
            drawn = [bordered(self._copies, style, inside or board) if framed else _pages(board, inside)]
            blocks = (art for piece in pieces for art in self._art(self.region, piece))
            drawn += ("\n".join(joined(shelf, 3)) for shelf in shelves(blocks, TEXT_WIDTH, 3))
            drawn.append(self._numbers)
        else:
            drawn = [bordered(self._copies, style, self._inside(board) if self.colours else board)]
            if others := _tray(pieces, TEXT_TRAY):
                drawn.append(bordered(others, style, others))
                if self.colours is not None:
                    drawn.append("\n".join(written(self._shades_on_tray(pieces, others), others)))
                drawn.append(self._numbers)
        return "\n\n".join(part for part in drawn if part)

    def _art(self, board: LatticeRegion, piece: Piece) -> Iterator[Board]:
        """Drawings of the piece: of its letter, and of its colours if it has any."""
        cells = region(board.lattice, piece.shape)
        yield cells.board([piece.label] * len(cells.cells))
        if self.colours is not None:
            colours = self._shades_of(piece)
            yield cells.board([colours.get(vector, ANY) for vector in cells.vectors])

    def unsolved_svg(self) -> str:
        board, pieces = self._unplaced, self._left
        if isinstance(self.region, LatticeRegion):
            lattice = self.region.lattice
            labels = self.region.labels(self._copies)
            drawn = [picture(self.region, labels, self._labels, True, dots=self._dots(board))]
            pictures = [piece_picture(lattice, p, self._labels, self._shades_of(p)) for p in pieces]
            drawn += [sheet(pictures, IN_A_ROW)] if pictures else []
        else:
            drawn = [board_svg(self._copies, labels=self._labels, shades=self._shades(board))]
            if others := _tray(pieces, max(SVG_TRAY, self.region.columns)):
                shades = self._shades_on_tray(pieces, others)
                drawn.append(board_svg(others, labels=self._labels, shades=shades))
        return stack([*drawn, *([caption(self._numbers)] if self._numbers else [])])

    @property
    def _unplaced(self) -> Board:
        """The board with the letters of the fixed pieces only."""
        labels = [EMPTY] * len(self.region.cells)
        for placement in self.fixed:
            for cell in placement.cells:
                labels[self.region.index[cell]] = placement.label
        return self.region.board(labels)

    @property
    def _copies(self) -> list[list[str]]:
        """The same with labels that tell copies of a piece apart, for the borders between them."""
        board, number = [list(row) for row in self._unplaced], Counter[str]()
        for placement in self.fixed:
            number[placement.label] += 1
            if number[placement.label] > 1:
                for r, c in placement.cells:
                    board[r][c] += str(number[placement.label])
        return board

    @property
    def _left(self) -> list[Piece]:
        """The pieces that can still be placed."""
        used = Counter(placement.label for placement in self.fixed)
        most = {piece.label: self.counts[piece.label].hi for piece in self.pieces}
        return [p for p in self.pieces if (hi := most[p.label]) is None or hi > used[p.label]]

    @property
    def _numbers(self) -> str:
        """`D: 8, I: 0 to 2`: how often each piece is used, where that is not once."""
        counts = {label: count for label, count in self.counts.items() if count != Count(1, 1)}
        if len(counts) == len(self.pieces) > 1 and len(set(counts.values())) == 1:
            return f"each piece {next(iter(counts.values())).times}"
        return ", ".join(f"{label}: {_range(count)}" for label, count in counts.items())

    # ---- several boards

    @property
    def marks(self) -> str:
        return DIFFERS

    def side_by_side(
        self, boards: Sequence[Board], style: Style = "ascii", used: Collection[Cell] = ()
    ) -> str:
        """Several boards; `*` marks cells whose piece differs between them, `:` the cells in `used`."""
        differ = differing_pieces(boards)
        if self._of_cubes:  # each cell has its letter, between the marks
            other = {*used} - differ
            drawn = (bordered(board, style, board) for board in boards)
            return beside([bracketed(bracketed(one, other, ":", ":"), differ, "*", "*") for one in drawn])
        signs = dict.fromkeys(used, ":") | dict.fromkeys(differ, "*")
        rows, columns = range(self.region.rows), range(self.region.columns)
        page = ["".join(signs.get((r, c), " ") for c in columns) for r in rows]
        if self._has_borders:
            return beside([bordered(board, style, page) for board in boards])
        return beside([*(self.render(board, style) for board in boards), "\n".join(page)])

    def side_by_side_svg(self, boards: Sequence[Board], used: Collection[Cell] = ()) -> str:
        differ, index, board = differing_pieces(boards), self.region.index, self.region
        if not isinstance(board, LatticeRegion):
            return sheet([board_svg(one, differ, used=used) for one in boards])
        marked = marks((index[cell] for cell in differ), (index[cell] for cell in used))
        return sheet([picture(board, board.labels(one), self._labels, True, marked) for one in boards])

    # ---- colours

    def _shades(self, board: Board) -> Shades:
        """The colours of the cells; where the board leaves them open, those of the pieces there."""
        if self.colours is None:
            return {}
        cells: dict[str, list[Cell]] = {}
        for cell, label in zip(self.region.cells, self.region.labels(board)):
            if label != EMPTY:
                cells.setdefault(label, []).append(cell)
        shades = {cell: colour for cell, colour in self.colours.board.items() if colour != ANY}
        for label, covered in cells.items():
            for cell, colour in self._shades_lying(label, covered).items():
                shades.setdefault(cell, colour)
        return shades

    def _shades_lying(self, label: str, covered: Sequence[Cell]) -> Shades:
        """The colours of a piece on these cells, in its first orientation that agrees with the board."""
        piece = self.piece_on(tuple(covered), label)
        for shape, painted in self.looks[piece] if piece else ():
            for cells in self.region.lying(shape, covered):
                if self.colours is not None and self.colours.agree(cells, painted):
                    return {cell: colour for cell, colour in zip(cells, painted) if colour != ANY}
        return {}

    def _shades_of(self, piece: Piece) -> dict[Vector, str]:
        """The colours of the cells of a piece in the orientation in which it is stated."""
        colours = self.colours.pieces[piece.label] if self.colours else {}
        return {vector: colour for vector, colour in colours.items() if colour != ANY}

    def _shades_on_tray(self, pieces: Iterable[Piece], board: Board) -> Shades:
        """The colours of the pieces drawn apart on a page of labels, as they are stated."""
        by_label = {piece.label: piece for piece in pieces}
        cells = [(r, c) for r, row in enumerate(board) for c, label in enumerate(row) if label != OUTSIDE]
        shades: dict[Cell, str] = {}
        for part in components(cells):
            piece = by_label[board[part[0][0]][part[0][1]]]
            colours = self._shades_of(piece)
            shades |= {cell: colours[v] for cell, v in zip(part, piece.shape) if v in colours}
        return shades


def written(colours: Shades, board: Board) -> list[str]:
    """The rows of a page with the colour of each cell, ANY where it has none."""
    return [
        "".join(colours.get((r, c), OUTSIDE if x == OUTSIDE else ANY) for c, x in enumerate(row)).rstrip()
        for r, row in enumerate(board)
    ]


def _pages(*pages: Sequence[str] | None) -> str:
    return beside(["\n".join(row.rstrip() for row in page) for page in pages if page])


def _tray(pieces: Iterable[Piece], width: int) -> Board:
    return tray([(piece.label, piece.shape) for piece in pieces], width)


def _range(count: Count) -> str:
    match count:
        case Count(lo, None):
            return count.times
        case Count(0, 1):
            return "at most 1"
        case Count(lo, hi):
            return str(lo) if lo == hi else f"{lo} to {hi}"
