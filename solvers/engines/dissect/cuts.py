"""Sets of cells as bit masks: their connected components, and every way to cut them into n connected
pieces.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from zenkai_solver.models.bits import bits

Mask = int  # bit i: cell i


class Cutter:
    """Cuts subsets of one figure; `near[i]` is the mask of the neighbours of cell i."""

    def __init__(self, near: Sequence[Mask]) -> None:
        self.near = near
        self.cached = lru_cache(maxsize=4096)(self._all)
        self.parts = lru_cache(maxsize=1 << 16)(self._parts)

    def part(self, seed: Mask, cells: Mask) -> Mask:
        """The cells that are connected with those of `seed` within `cells`."""
        reached = frontier = seed
        while frontier:
            around = 0
            for i in bits(frontier):
                around |= self.near[i]
            frontier = around & cells & ~reached
            reached |= frontier
        return reached

    def _parts(self, cells: Mask) -> tuple[Mask, ...]:
        """The connected components, in the order of their first cells."""
        parts = []
        while cells:
            part = self.part(cells & -cells, cells)
            parts.append(part)
            cells &= ~part
        return tuple(parts)

    def cuts(self, cells: Mask, pieces: int) -> Iterator[tuple[Mask, ...]]:
        """Every way to cut the cells into that many connected pieces, sorted by their first cells.

        By recursion: a piece with the first cell, and every way to cut the rest.
        """
        if pieces == 1:
            if self.part(cells & -cells, cells) == cells:
                yield (cells,)
            return
        for piece in self.first_pieces(cells, pieces - 1):
            for others in self.cuts(cells & ~piece, pieces - 1):
                yield (piece, *others)

    def first_pieces(self, cells: Mask, others: int) -> Iterator[Mask]:
        """Connected pieces with the first cell that leave at least `others` cells, in at most `others` parts.

        Neighbours of the piece are taken in or left out, one at a time. Those left out stay in the rest, so a
        branch ends as soon as they are in more than `others` parts of it.
        """
        stack = [(cells & -cells, 0)]
        most = cells.bit_count() - others
        while stack:
            piece, out = stack.pop()
            rest = cells & ~piece
            if piece.bit_count() > most or self._parts_with(rest, out) > others:
                continue
            around = 0
            for i in bits(piece):
                around |= self.near[i]
            if choice := around & rest & ~out:
                low = choice & -choice
                stack += [(piece, out | low), (piece | low, out)]
            elif len(self._parts(rest)) <= others:
                yield piece

    def _parts_with(self, cells: Mask, marked: Mask) -> int:
        """The number of components of `cells` that contain a marked cell."""
        number = 0
        while marked:
            marked &= ~self.part(marked & -marked, cells)
            number += 1
        return number

    def refinements(self, parts: Sequence[Mask], pieces: int) -> Iterator[tuple[Mask, ...]]:
        """Every way to cut these connected parts, each by itself, into that many pieces in total."""
        if len(parts) == pieces:
            yield tuple(parts)
        if len(parts) >= pieces or not parts:
            return
        most = min(parts[0].bit_count(), pieces - (len(parts) - 1))
        for number in range(1, most + 1):
            for others in self.refinements(parts[1:], pieces - number):
                for first in self.cached(parts[0], number):
                    yield (*first, *others)

    def _all(self, cells: Mask, pieces: int) -> tuple[tuple[Mask, ...], ...]:
        return tuple(self.cuts(cells, pieces))
