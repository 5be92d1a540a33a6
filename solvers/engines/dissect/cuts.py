"""Connected pieces of a set of cells, as bit masks: parts, and every way to cut into n connected pieces."""

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
        """What of `cells` is connected with the cells of `seed`."""
        reached = frontier = seed
        while frontier:
            around = 0
            for i in bits(frontier):
                around |= self.near[i]
            frontier = around & cells & ~reached
            reached |= frontier
        return reached

    def _parts(self, cells: Mask) -> tuple[Mask, ...]:
        """The connected parts, in the order of their first cells."""
        found = []
        while cells:
            part = self.part(cells & -cells, cells)
            found.append(part)
            cells &= ~part
        return tuple(found)

    def cuts(self, cells: Mask, pieces: int) -> Iterator[tuple[Mask, ...]]:
        """Every way to cut the cells into that many connected pieces, pieces by their first cells.

        A way to cut into many pieces is a first piece and a way to cut the rest.
        """
        if pieces == 1:
            if self.part(cells & -cells, cells) == cells:
                yield (cells,)
            return
        for piece in self.first_pieces(cells, pieces - 1):
            for others in self.cuts(cells & ~piece, pieces - 1):
                yield (piece, *others)

    def first_pieces(self, cells: Mask, others: int) -> Iterator[Mask]:
        """Connected pieces with the first cell that leave at least `others` cells in at most as many parts.

        Cells next to the piece are taken in or left out, one at a time; those left out stay in the rest,
        whose parts with such a cell are counted as soon as they are cut off.
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
        number = 0
        while marked:
            marked &= ~self.part(marked & -marked, cells)
            number += 1
        return number

    def refinements(self, parts: Sequence[Mask], pieces: int) -> Iterator[tuple[Mask, ...]]:
        """Every way to cut the parts, each connected and by itself, into that many pieces in total."""
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
