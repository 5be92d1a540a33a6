"""Several boards: the cells in which they differ, and drawings beside and below one another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from zenkai_solver.models.grid import EMPTY, OUTSIDE, Cell, Shape
from zenkai_solver.models.render.svg import OPENING, document, size

Board = Sequence[str]  # rows of labels

GAP = 3  # columns between two drawings in text
DIFFERS = "*"  # the mark of a cell in which boards differ


def differing(boards: Sequence[Board]) -> set[Cell]:
    """The cells whose label is not the same on all boards."""
    return {
        (r, c)
        for r, rows in enumerate(zip(*boards))
        for c, cells in enumerate(zip(*rows))
        if len(set(cells)) > 1
    }


def differing_pieces(boards: Sequence[Board]) -> set[Cell]:
    """The cells whose piece (the set of all cells with its label) is not the same on all boards."""
    owners = [dict(_owners(board)) for board in boards]
    return {cell for cell in owners[0] if len({owner[cell] for owner in owners}) > 1} if owners else set()


def _owners(board: Board) -> Iterator[tuple[Cell, frozenset[Cell]]]:
    """Each cell with the set of all cells of its label; for a free cell the empty set."""
    cells: dict[str, list[Cell]] = {}
    for r, row in enumerate(board):
        for c, label in enumerate(row):
            cells.setdefault(label, []).append((r, c))
    for label, places in cells.items():
        piece = frozenset(places if label != EMPTY else ())
        yield from ((cell, piece) for cell in places)


def beside(drawings: Sequence[str], columns: int | None = None) -> str:
    """Text drawings from left to right, `columns` in a row (all of them, if None)."""
    step = columns or max(1, len(drawings))
    rows = (drawings[i : i + step] for i in range(0, len(drawings), step))
    return "\n\n".join("\n".join(joined([drawing.split("\n") for drawing in row], GAP)) for row in rows)


def sheet(pictures: Sequence[str], columns: int | None = None) -> str:
    """SVG pictures as one, `columns` in a row, each in a field as large as the largest picture."""
    step = columns or max(1, len(pictures))
    sizes = [size(picture) for picture in pictures]
    width, height = (max(axis, default=0) for axis in (zip(*sizes) if sizes else ((), ())))
    body = [_moved(one, i % step * width, i // step * height) for i, one in enumerate(pictures)]
    return document(width * min(step, len(pictures)), height * -(-len(pictures) // step), body)


def stack(pictures: Sequence[str]) -> str:
    """SVG pictures as one, below one another."""
    sizes = [size(picture) for picture in pictures]
    tops = accumulate((height for _, height in sizes), initial=0)
    body = [_moved(picture, 0, top) for picture, top in zip(pictures, tops)]
    return document(max(width for width, _ in sizes), sum(height for _, height in sizes), body)


def _moved(picture: str, x: int, y: int) -> str:
    """The picture as an element of another one."""
    return picture.replace(OPENING, f'<svg x="{x}" y="{y}"', 1)


def art(shape: Shape, label: str = "#") -> list[str]:
    """The rows of a drawing of a shape, with spaces for other cells."""
    height, width = (1 + max(axis) for axis in zip(*shape))
    return ["".join(label if (r, c) in shape else OUTSIDE for c in range(width)) for r in range(height)]


def shelves(blocks: Iterable[Sequence[str]], width: int, gap: int) -> Iterator[list[Sequence[str]]]:
    """The blocks in order, in rows of at most `width` columns, `gap` columns between two."""
    shelf: list[Sequence[str]] = []
    used = 0
    for block in blocks:
        wide = max(map(len, block), default=0)
        if shelf and used + gap + wide > width:
            yield shelf
            shelf, used = [], 0
        used += wide + (gap if shelf else 0)
        shelf.append(block)
    if shelf:
        yield shelf


def joined(blocks: Sequence[Sequence[str]], gap: int) -> list[str]:
    """Blocks of text from left to right, aligned at the top."""
    height = max(map(len, blocks), default=0)
    widths = [max(map(len, block), default=0) for block in blocks]
    padded = [[*block, *[""] * (height - len(block))] for block in blocks]
    return [(" " * gap).join(x.ljust(w) for x, w in zip(line, widths)).rstrip() for line in zip(*padded)]


def tray(pieces: Sequence[tuple[str, Shape]], width: int) -> tuple[str, ...]:
    """A board with the pieces one cell apart, in rows of at most `width` cells if possible."""
    rows: list[str] = []
    for shelf in shelves((art(shape, label) for label, shape in pieces), width, 1):
        rows += [*([""] if rows else []), *joined(shelf, 1)]
    widest = max(map(len, rows), default=0)
    return tuple(row.ljust(widest) for row in rows)
