"""Several boards together: the cells in which they differ, and drawings beside and below one another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate

from zenkai_solver.models.grid import EMPTY, Cell
from zenkai_solver.models.render.svg import OPENING, document, size
from zenkai_solver.models.render.tray import joined

Board = Sequence[str]  # rows of labels

GAP = 3  # columns between two drawings in text
DIFFERS = "*"  # where boards differ


def differing(boards: Sequence[Board]) -> set[Cell]:
    """The cells that do not bear the same label on all boards."""
    return {
        (r, c)
        for r, rows in enumerate(zip(*boards))
        for c, cells in enumerate(zip(*rows))
        if len(set(cells)) > 1
    }


def differing_pieces(boards: Sequence[Board]) -> set[Cell]:
    """The cells whose piece, all cells of one label, is not the same on all boards, whatever its label."""
    owners = [dict(_owners(board)) for board in boards]
    return {cell for cell in owners[0] if len({owner[cell] for owner in owners}) > 1} if owners else set()


def _owners(board: Board) -> Iterator[tuple[Cell, frozenset[Cell]]]:
    """Each cell, and all cells with its label; none of a free cell."""
    cells: dict[str, list[Cell]] = {}
    for r, row in enumerate(board):
        for c, label in enumerate(row):
            cells.setdefault(label, []).append((r, c))
    for label, places in cells.items():
        own = frozenset(places if label != EMPTY else ())
        yield from ((cell, own) for cell in places)


def beside(drawings: Sequence[str], columns: int | None = None) -> str:
    """Drawings in text from left to right, `columns` in a row (all of them, if None)."""
    step = columns or max(1, len(drawings))
    rows = (drawings[i : i + step] for i in range(0, len(drawings), step))
    return "\n\n".join("\n".join(joined([drawing.split("\n") for drawing in row], GAP)) for row in rows)


def sheet(pictures: Sequence[str], columns: int | None = None) -> str:
    """SVG pictures in one, `columns` in a row, each cell of the sheet as large as the largest picture."""
    step = columns or max(1, len(pictures))
    sizes = [size(picture) for picture in pictures]
    width, height = (max(axis, default=0) for axis in (zip(*sizes) if sizes else ((), ())))
    body = [_moved(one, i % step * width, i // step * height) for i, one in enumerate(pictures)]
    return document(width * min(step, len(pictures)), height * -(-len(pictures) // step), body)


def stack(pictures: Sequence[str]) -> str:
    """SVG pictures below one another."""
    sizes = [size(picture) for picture in pictures]
    tops = accumulate((height for _, height in sizes), initial=0)
    body = [_moved(picture, 0, top) for picture, top in zip(pictures, tops)]
    return document(max(width for width, _ in sizes), sum(height for _, height in sizes), body)


def _moved(picture: str, x: int, y: int) -> str:
    """The picture as an element of another one."""
    return picture.replace(OPENING, f'<svg x="{x}" y="{y}"', 1)
