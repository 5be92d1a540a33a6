"""What a packing states: a region, pieces, how often each is used, colours; and what follows from it.

Orientations, placements and letters are derived here once, for the model, the rules and the batches. A cell
of the board takes the cells of pieces of its own colour only; ANY on either side goes with every colour. Two
pieces of one shape with other colours are two pieces.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from zenkai_solver.models.grid import Cell, Move, Region, Shape, Transform, Vector, Way
from zenkai_solver.models.pieces import ALPHABET, Piece
from zenkai_solver.models.puzzle import Fact

ANY = "#"

Look = tuple[Shape, tuple[str, ...]]  # an orientation, and the colour of each of its cells; () if it has none


@dataclass(frozen=True)
class Colours:
    """`board` has a colour, or ANY, for each cell of the region, `pieces` for each cell of each piece."""

    board: Mapping[Cell, str]
    pieces: Mapping[str, Mapping[Vector, str]]

    def agree(self, cells: Iterable[Cell], colours: Iterable[str]) -> bool:
        """May cells of these colours lie on these of the board?"""
        pairs = ((self.board[cell], colour) for cell, colour in zip(cells, colours))
        return all(ANY in pair or pair[0] == pair[1] for pair in pairs)

    def kept(self, region: Region, move: Move) -> bool:
        """Does each cell of the board arrive at one of its colour?"""
        own = [self.board[cell] for cell in region.cells]
        return all(own[target] == own[i] for i, target in enumerate(move.cells))


def look_along(colours: Sequence[str], region: Region, way: Way) -> Look:
    """What the way makes of a piece with these colours. A cell with parts of two lies on ANY alone."""
    parts_of = {cell: {colours[i] for i in parts} - {ANY} for cell, parts in way}
    there = {cell: "".join(sorted(parts)) or ANY for cell, parts in parts_of.items()}
    return region.normalise(there), tuple(there[vector] for vector in sorted(there))


def moved(look: Look, region: Region, transform: Transform) -> Look:
    """What the transform makes of an orientation, whose cells turn with their colours."""
    shape, colours = look
    if not colours:
        return region.normalise(map(transform, shape)), ()
    there = {transform(vector): colour for vector, colour in zip(shape, colours)}
    return region.normalise(there), tuple(there[vector] for vector in sorted(there))


def checkered(vectors: Sequence[Vector], parity: Mapping[Vector, int]) -> dict[Vector, str]:
    """The first one white, `w`, those beside it black, `b`."""
    first = parity[vectors[0]]
    return {vector: "wb"[parity[vector] != first] for vector in vectors}


class Placement(Fact):
    """A piece, by its label, at a position: its cells, sorted."""

    __slots__ = ()


@dataclass(frozen=True)
class Count:
    """lo <= number of copies <= hi; hi None: as many as fit."""

    lo: int
    hi: int | None

    def __contains__(self, number: int) -> bool:
        return self.lo <= number and (self.hi is None or number <= self.hi)

    def __str__(self) -> str:
        return f"{self.lo}.." if self.hi is None else f"{self.lo}..{self.hi}"


@dataclass(frozen=True)
class Freedom:
    """How a piece may lie: turned, flipped, and in at most so many of its orientations."""

    rotations: bool
    flips: bool
    most: int

    def images(self, shape: Shape, region: Region) -> tuple[Shape, ...]:
        """The first `most` distinct images: as given, turned clockwise, then flipped; sorted."""
        return tuple(sorted(region.images(shape, self.rotations, self.flips, self.most)))


def looks_of(piece: Piece, freedom: Freedom, region: Region, colours: Colours | None) -> tuple[Look, ...]:
    """What a piece can be turned to: its distinct images, of coloured pieces those with other colours too."""
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
    """What is to be packed. `freedom` says of each piece, by its label, how it may lie; without `mirror`
    solutions that are mirror images of each other are different.
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
        """The letters for copies: the alphabet without the letters of pieces that keep theirs."""
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
        # On a wrapped board two orientations of a piece may lie on the same cells: that is one placement.
        return tuple(sorted({*free, *self.fixed}, key=lambda p: (p.cells[0], p.label, p.cells)))

    @cached_property
    def misfit(self) -> str | None:
        """A piece that must be used and lies nowhere on the empty board, if there is one."""
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
        """Can the piece lie on these cells so that the colours agree?"""
        return self.colours is None or any(
            self.colours.agree(lying, colours)
            for shape, colours in self.looks[label]
            for lying in self.region.lying(shape, cells)
        )

    @cached_property
    def owner(self) -> dict[Shape, str]:
        """Every orientation, and the piece it belongs to: without colours no shape belongs to two pieces."""
        return {shape: label for label, shapes in self.orientations.items() for shape in shapes}

    def arrivals(self, move: Move) -> dict[str, str] | None:
        """As which piece each one arrives that lies anywhere; None if the move is no symmetry.

        It is one where it takes the placements of each piece to those of a piece with the same number. Pieces
        without a placement are in no solution: they do not matter.
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
        """The results of `arrivals` so far."""
        return {}

    @cached_property
    def _lying(self) -> dict[str, set[frozenset[int]]]:
        """Of each piece that lies anywhere the numbers of the cells of its placements."""
        lying: dict[str, set[frozenset[int]]] = {}
        for label, cells in self.placements:
            lying.setdefault(label, set()).add(frozenset(map(self.region.index.__getitem__, cells)))
        return lying

    def _carried(self, cells: Sequence[int]) -> dict[str, str] | None:
        """As which piece each one arrives, by its placements alone.

        On wrapped boards and with colours two pieces may have the same ones, which then do not tell.
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
        """As which piece each one arrives; None if one arrives as none, or as one of another number."""
        if transform not in self._twins:
            self._twins[transform] = self._twins_by(transform)
        return self._twins[transform]

    @cached_property
    def _twins(self) -> dict[Transform, dict[str, str] | None]:
        """The results of `twins` so far."""
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
        """As which piece this one arrives in an orientation that is allowed there, if in any."""
        images = (moved(look, self.region, transform) for look in self.looks[label])
        return next((self._owner_of_look[look] for look in images if look in self._owner_of_look), None)

    @cached_property
    def _owner_of_look(self) -> dict[Look, str]:
        return {look: label for label, looks in self.looks.items() for look in looks}

    def _turns_alike(self, one: str, other: str) -> bool:
        """May both lie in all their rotations, and flips or not? Then as soon as one look of a piece arrives
        as a look of the other, all do: whatever a symmetry takes a rotation to, it is one again.
        """
        free = self.freedom[one]
        return free == self.freedom[other] and free.rotations and free.most >= self.region.most_orientations

    def piece_on(self, cells: tuple[Cell, ...], label: str) -> str | None:
        """The piece that these cells are; of several, as a wrapped board may have, the one of the label.

        Where no colours agree, the piece whose shape they are.
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
        """The pieces that cells of a wrapped or coloured board are, as far as `piece_on` was called."""
        return {}


def inner_points(region: Region) -> Iterator[tuple[Cell, Cell, Cell, Cell]]:
    """The four cells round each grid point that has four."""
    for r, c in region.cells:
        around = ((r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1))
        if all(cell in region.index for cell in around):
            yield around
