"""Pieces beside one another: on a board of labels, and as blocks of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from zenkai_solver.models.grid import OUTSIDE, Shape


def art(shape: Shape, label: str = "#") -> list[str]:
    """The rows of a shape; what is not its own is outside."""
    height, width = (1 + max(axis) for axis in zip(*shape))
    return ["".join(label if (r, c) in shape else OUTSIDE for c in range(width)) for r in range(height)]


def shelves(blocks: Iterable[Sequence[str]], width: int, gap: int) -> Iterator[list[Sequence[str]]]:
    """The blocks in order, as many on a shelf as `width` columns allow, `gap` columns between two."""
    shelf: list[Sequence[str]] = []
    used = 0
    for block in blocks:
        own = max(map(len, block), default=0)
        if shelf and used + gap + own > width:
            yield shelf
            shelf, used = [], 0
        used += own + (gap if shelf else 0)
        shelf.append(block)
    if shelf:
        yield shelf


def joined(blocks: Sequence[Sequence[str]], gap: int) -> list[str]:
    """Blocks of text from left to right, their first lines level."""
    height = max(map(len, blocks), default=0)
    widths = [max(map(len, block), default=0) for block in blocks]
    padded = [[*block, *[""] * (height - len(block))] for block in blocks]
    return [(" " * gap).join(x.ljust(w) for x, w in zip(line, widths)).rstrip() for line in zip(*padded)]


def tray(pieces: Sequence[tuple[str, Shape]], width: int) -> tuple[str, ...]:
    """A board on which the pieces lie one cell apart, in rows of at most `width` cells where that can be."""
    rows: list[str] = []
    for shelf in shelves((art(shape, label) for label, shape in pieces), width, 1):
        rows += [*([""] if rows else []), *joined(shelf, 1)]
    widest = max(map(len, rows), default=0)
    return tuple(row.ljust(widest) for row in rows)
