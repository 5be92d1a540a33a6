"""The statement of a packing (region, pieces, counts, colours), and what is derived from it once for the
model, the rules and the batches: orientations, placements, letters.

A cell of the board can be covered by cells of its own colour only; ANY, of the board or of a piece, agrees
with every colour. Pieces of one shape that differ in colours are different pieces.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from zenkai_solver.models.grid import Cell, Move, Region, Shape, Transform, Vector, Way
from zenkai_solver.models.pieces import ALPHABET, Piece
from zenkai_solver.models.puzzle import Fact

ANY = "#"

Look = tuple[Shape, tuple[str, ...]]  # an orientation and the colours of its cells; () without colours


@dataclass(frozen=True)
class Colours:
    """The colour, or ANY, of each cell of the region (`board`) and of each cell of each piece (`pieces`)."""

    board: Mapping[Cell, str]
    pieces: Mapping[str, Mapping[Vector, str]]

    def agree(self, cells: Iterable[Cell], colours: Iterable[str]) -> bool:
        """Whether a piece whose cells have these colours may lie on these cells of the board."""
        pairs = ((self.board[cell], colour) for cell, colour in zip(cells, colours))
        return all(ANY in pair or pair[0] == pair[1] for pair in pairs)

    def kept(self, region: Region, move: Move) -> bool:
        """Whether the move takes every cell of the board to one of the same colour."""
        colours = [self.board[cell] for cell in region.cells]
        return all(colours[target] == colours[i] for i, target in enumerate(move.cells))


def look_along(colours: Sequence[str], region: Region, way: Way) -> Look:
    """The orientation that `way` gives to a piece with these colours. A cell that gets parts of two colours
    may lie only where the board has ANY.
    """
    parts_of = {cell: {colours[i] for i in parts} - {ANY} for cell, parts in way}
    there = {cell: "".join(sorted(parts)) or ANY for cell, parts in parts_of.items()}
    return region.normalise(there), tuple(there[vector] for vector in sorted(there))


def moved(look: Look, region: Region, transform: Transform) -> Look:
    """The image of an orientation; the colours go with their cells."""
    shape, colours = look
    if not colours:
        return region.normalise(map(transform, shape)), ()
    there = {transform(vector): colour for vector, colour in zip(shape, colours)}
    return region.normalise(there), tuple(there[vector] for vector in sorted(there))


def checkered(vectors: Sequence[Vector], parity: Mapping[Vector, int]) -> dict[Vector, str]:
    """A checkered colouring: `w` for the first of the vectors and those of its parity, `b` for the others."""
    first = parity[vectors[0]]
    return {vector: "wb"[parity[vector] != first] for vector in vectors}


class Placement(Fact):
    """A piece, by its label, on these cells, sorted."""

    __slots__ = ()


@dataclass(frozen=True)
class Count:
    """Bounds on the number of copies of a piece; `hi` None: as many as fit."""

    lo: int
    hi: int | None

    def __contains__(self, number: int) -> bool:
        return self.lo <= number and (self.hi is None or number <= self.hi)

    def __str__(self) -> str:
        return f"{self.lo}.." if self.hi is None else f"{self.lo}..{self.hi}"

    @property
    def times(self) -> str:
        """How often that is, in words."""
        if self.lo == self.hi:
            return "once" if self.lo == 1 else f"{self.lo} times"
        if self.hi is None:
            return f"at least {self.lo} times" if self.lo else "any number of times"
        return "at most once" if (self.lo, self.hi) == (0, 1) else f"{self.lo} to {self.hi} times"


@dataclass(frozen=True)
class Freedom:
    """How a piece may lie: whether it may be turned and flipped, and in at most how many orientations."""

    rotations: bool
    flips: bool
    most: int

    def images(self, shape: Shape, region: Region) -> tuple[Shape, ...]:
        """The first `most` distinct images (as stated, turned clockwise, then flipped), sorted."""
        return tuple(sorted(region.images(shape, self.rotations, self.flips, self.most)))


def looks_of(piece: Piece, freedom: Freedom, region: Region, colours: Colours | None) -> tuple[Look, ...]:
    """The distinct orientations of a piece; images of one shape that differ in colours are distinct."""
    if colours is None:
        return tuple((shape, ()) for shape in freedom.images(piece.shape, region))
    painted, every, number = colours.pieces[piece.label], dict[Look, None](), 0
    for ways in region.ways(tuple(painted), freedom.rotations, freedom.flips):
        looks = [look_along(tuple(painted.values()), region, way) for way in ways]
        number += looks[0] not in every
        if number <= freedom.most:
            every.update(dict.fromkeys(looks))
    return tuple(every)


@dataclass(frozen=True)
class PackingProblem:
    """The statement of a packing. `counts` and `freedom` are by the labels of pieces; `exact`: every cell is
    covered; `mirror`: whether mirror images count as the same solution.
    """

    region: Region
    pieces: tuple[Piece, ...]
    counts: Mapping[str, Count]
    freedom: Mapping[str, Freedom]
    fixed: tuple[Placement, ...] = ()
    exact: bool = True
    no_crossings: bool = False
    mirror: bool = True
    colours: Colours | None = None

    @cached_property
    def looks(self) -> dict[str, tuple[Look, ...]]:
        """The orientations of each piece, with their colours."""
        return {p.label: looks_of(p, self.freedom[p.label], self.region, self.colours) for p in self.pieces}

    @cached_property
    def orientations(self) -> dict[str, tuple[Shape, ...]]:
        return {
            label: tuple(sorted(dict.fromkeys(shape for shape, _ in looks)))
            for label, looks in self.looks.items()
        }

    @cached_property
    def copied(self) -> frozenset[str]:
        """The labels of the pieces that can occur more than once."""
        return frozenset(label for label, count in self.counts.items() if count.hi is None or count.hi > 1)

    @cached_property
    def copy_labels(self) -> str:
        """The letters for copies: the alphabet without the letters of pieces that occur at most once."""
        kept = {piece.label for piece in self.pieces} - self.copied
        return "".join(letter for letter in ALPHABET if letter not in kept)

    @cached_property
    def placements(self) -> tuple[Placement, ...]:
        """Every placement that avoids the fixed pieces, and the fixed pieces, by first cell, then letter."""
        taken = {cell for placement in self.fixed for cell in placement.cells}
        free = (
            Placement(piece.label, cells)
            for piece in self.pieces
            for cells in self._positions(piece.label)
            if taken.isdisjoint(cells)
        )
        # A set, as on a wrapped board two orientations of a piece may lie on the same cells: one placement.
        return tuple(sorted({*free, *self.fixed}, key=lambda p: (p.cells[0], p.label, p.cells)))

    @cached_property
    def misfit(self) -> str | None:
        """The label of a piece that must be used and has no position on the empty board, if there is one."""
        needed = (label for label, count in self.counts.items() if count.lo)
        return next((label for label in needed if next(self._positions(label), None) is None), None)

    def _positions(self, label: str) -> Iterator[tuple[Cell, ...]]:
        if self.colours is None:
            yield from (x for shape in self.orientations[label] for x in self.region.placements(shape))
            return
        for shape, colours in self.looks[label]:
            for cells in self.region.positions(shape):
                if self.colours.agree(cells, colours):
                    yield tuple(sorted(cells))

    def fits(self, label: str, cells: tuple[Cell, ...]) -> bool:
        """Whether the piece can lie on these cells so that the colours agree."""
        return self.colours is None or any(
            self.colours.agree(lying, colours)
            for shape, colours in self.looks[label]
            for lying in self.region.lying(shape, cells)
        )

    @cached_property
    def owner(self) -> dict[Shape, str]:
        """The label of the piece of every orientation; without colours no shape belongs to two pieces."""
        return {shape: label for label, shapes in self.orientations.items() for shape in shapes}

    def arrivals(self, move: Move) -> dict[str, str] | None:
        """The piece that each piece with a placement becomes under the move; None if it is no symmetry.

        A symmetry maps the placements of each piece to those of a piece with the same bounds on its number.
        Pieces without a placement are in no solution and are left out.
        """
        if move not in self._arrivals:
            twins = None if move.transform is None else self.twins(move.transform)
            if twins is not None and all(self.twins(other) == twins for other in move.others):
                labels = sorted({placement.label for placement in self.placements})
                self._arrivals[move] = {label: twins[label] for label in labels}
            else:
                self._arrivals[move] = self._carried(move.cells)
        return self._arrivals[move]

    @cached_property
    def _arrivals(self) -> dict[Move, dict[str, str] | None]:
        """Cache of `arrivals`."""
        return {}

    @cached_property
    def _lying(self) -> dict[str, set[frozenset[int]]]:
        """For each piece with a placement, its placements as sets of cell numbers."""
        lying: dict[str, set[frozenset[int]]] = {}
        for label, cells in self.placements:
            lying.setdefault(label, set()).add(frozenset(map(self.region.index.__getitem__, cells)))
        return lying

    def _carried(self, cells: Sequence[int]) -> dict[str, str] | None:
        """`arrivals` read off the placements; None also if it is not unique, as two pieces may have the same
        placements on wrapped boards and with colours.
        """
        arrives = {}
        for label, lying in self._lying.items():
            able = [x for x, there in self._lying.items() if len(there) == len(lying)]
            for placement in lying:
                image = frozenset(map(cells.__getitem__, placement))
                able = [x for x in able if image in self._lying[x]]
                if not able:
                    return None
            if len(able) > 1 or self.counts[able[0]] != self.counts[label]:
                return None
            arrives[label] = able[0]
        return arrives

    def twins(self, transform: Transform) -> dict[str, str] | None:
        """The piece that each piece becomes under the transform; None if one becomes none, or one with other
        bounds on its number.
        """
        if transform not in self._twins:
            self._twins[transform] = self._twins_by(transform)
        return self._twins[transform]

    @cached_property
    def _twins(self) -> dict[Transform, dict[str, str] | None]:
        """Cache of `twins`."""
        return {}

    def _twins_by(self, transform: Transform) -> dict[str, str] | None:
        twins = {}
        for piece in self.pieces:
            looks, twin = self.looks[piece.label], self.twin(piece.label, transform)
            if twin is None or self.counts[twin] != self.counts[piece.label]:
                return None
            if not self._turns_alike(piece.label, twin):
                images = {moved(look, self.region, transform) for look in looks}
                if set(self.looks[twin]) != images:
                    return None
            twins[piece.label] = twin
        return twins

    def twin(self, label: str, transform: Transform) -> str | None:
        """The piece that has an orientation of this one after the transform, if there is one."""
        images = (moved(look, self.region, transform) for look in self.looks[label])
        return next((self._owner_of_look[look] for look in images if look in self._owner_of_look), None)

    @cached_property
    def _owner_of_look(self) -> dict[Look, str]:
        return {look: label for label, looks in self.looks.items() for look in looks}

    def _turns_alike(self, one: str, other: str) -> bool:
        """Whether both may be turned freely, and both or neither flipped. Then, as conjugates of rotations
        are rotations, one orientation that goes to an orientation of the other shows that all do.
        """
        free = self.freedom[one]
        return free == self.freedom[other] and free.rotations and free.most >= self.region.most_orientations

    def piece_on(self, cells: tuple[Cell, ...], label: str) -> str | None:
        """The label of the piece that can lie on exactly these cells; of several, as wrapped boards may have,
        `label` if it is among them. If the colours agree with none, the piece of that shape.
        """
        if not self.region.wrapped and self.colours is None:
            return self.owner.get(self.region.shape(cells))
        if cells not in self._able:
            able = [
                x
                for x, shapes in self.orientations.items()
                if any(self.region.is_at(s, cells) for s in shapes)
            ]
            self._able[cells] = [x for x in able if self.fits(x, cells)] or able
        able = self._able[cells]
        return label if label in able else next(iter(able), None)

    @cached_property
    def _able(self) -> dict[tuple[Cell, ...], list[str]]:
        """Cache of `piece_on` on wrapped and coloured boards: the pieces that can be on these cells."""
        return {}


def inner_points(region: Region) -> Iterator[tuple[Cell, Cell, Cell, Cell]]:
    """The four cells about each grid point that has four."""
    for r, c in region.cells:
        around = ((r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1))
        if all(cell in region.index for cell in around):
            yield around
