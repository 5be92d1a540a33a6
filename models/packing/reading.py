"""Reads a packing from the keys of an instance. Every fault is found here and raised as InstanceError with
its place, so that nothing fails later.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from zenkai_solver.models.document import InstanceError, Where
from zenkai_solver.models.fields import Fields, known_key, nearest
from zenkai_solver.models.grid import Cell, Region
from zenkai_solver.models.lattices.known import LATTICES, SQUARES
from zenkai_solver.models.lattices.region import LatticeRegion
from zenkai_solver.models.lattices.wrapping import TWISTED, WRAPS
from zenkai_solver.models.packing.problem import Colours, Count, Freedom, Placement, looks_of
from zenkai_solver.models.packing.puzzle import Packing
from zenkai_solver.models.packing.reading_boards import BoardReader
from zenkai_solver.models.packing.reading_colours import check_colours, read_colours
from zenkai_solver.models.packing.reading_pieces import PieceSelection, read_pieces
from zenkai_solver.models.packing.reading_rules import RULES, read_count, read_rules
from zenkai_solver.models.packing.rules import Congruent, PackingRule
from zenkai_solver.models.pieces import Piece, twice

MAX_PLACEMENTS = 200_000
KEYS = (
    *("board", "pieces", "counts", "flips", "rotations", "orientations", "fixed", "fill", "no_crossings"),
    *("lattice", "cells", "wrap", "mirror", "groups", "colours"),
    *RULES,
)
FILLS = ("exact", "partial")


def read(fields: Fields) -> Packing:
    fields.only(KEYS)
    lattice = LATTICES[fields.choice("lattice", tuple(LATTICES), SQUARES.name)]
    boards = BoardReader(fields, lattice)
    if boards.congruent and "fill" in fields.data:
        raise InstanceError("fill", "the shape of `groups` is covered, and the rest of its box is not")
    exact = fields.choice("fill", FILLS, "exact") == "exact" and not boards.congruent
    known = None if boards.enlarged else boards.read(())

    def fits(pieces: Sequence[Piece]) -> bool:
        """Whether these pieces have the letters in `counts` and areas that can cover the board."""
        cells = len((known or boards.read(pieces)).cells)
        with suppress(InstanceError):
            return _area_fault(cells, pieces, read_counts(fields, pieces), exact) is None
        return False

    chosen = read_pieces(fields, lattice, fits)
    region = known or boards.read(chosen.pieces)
    freedom = _freedom(fields, chosen, region)
    colours = read_colours(fields, chosen.pieces, freedom, region, lattice)
    _check_twins(chosen.pieces, freedom, region, colours)
    counts = read_counts(fields, chosen.pieces)
    pieces = tuple(piece for piece in chosen.pieces if counts[piece.label] != Count(0, 0))
    if not pieces:
        raise InstanceError("counts", "every piece has the number 0")
    puzzle = Packing(
        region,
        pieces,
        {piece.label: counts[piece.label] for piece in pieces},
        {piece.label: freedom[piece.label] for piece in pieces},
        exact=exact,
        no_crossings=fields.flag("no_crossings", False) and not isinstance(region, LatticeRegion),
        mirror=fields.flag("mirror", True),
        colours=colours,
    )
    _check(puzzle, fields.choice("wrap", WRAPS, "none"))
    return _with_fixed(replace(puzzle, rules=_rules(fields, puzzle, boards)), fields)


def _rules(fields: Fields, puzzle: Packing, boards: BoardReader) -> tuple[PackingRule, ...]:
    """The rules that the keys state, and `Congruent` for boards of an unknown shape."""
    if not boards.congruent:
        return read_rules(fields, puzzle)
    if "border" in fields.data:
        raise InstanceError("border", "only for boards that are known, not for a box around one")
    number = len(puzzle.region.boards)
    area: int | None = None  # the number of covered cells, if the numbers of copies determine it
    if all(count.lo == count.hi for count in puzzle.counts.values()):
        area = sum(puzzle.counts[piece.label].lo * len(piece.shape) for piece in puzzle.pieces)
    if area is not None and area % number:
        message = f"{number} boards, but the pieces cover {area} cells, which is no multiple of it"
        raise InstanceError(("groups", "congruent"), message)
    return (Congruent(puzzle.region.boards, area and area // number), *read_rules(fields, puzzle))


def _freedom(fields: Fields, chosen: PieceSelection, region: Region) -> dict[str, Freedom]:
    """The orientations that each piece may take, by `rotations`, `flips` and `orientations`."""
    labels = [piece.label for piece in chosen.pieces]
    rotations = fields.flags_of("rotations", chosen.rotations)
    flips = fields.flags_of("flips", chosen.flips)
    most = _most_orientations(fields, labels, region.most_orientations)
    return {x: Freedom(rotations[x], flips[x], most[x]) for x in labels}


def _most_orientations(fields: Fields, labels: Sequence[str], all_of_them: int) -> dict[str, int]:
    wanted = f"a number from 1 to {all_of_them} or a mapping of them"
    entry = fields.get("orientations", (int, dict), wanted, all_of_them)
    if isinstance(entry, int):
        return dict.fromkeys(labels, _up_to(all_of_them, entry, ("orientations",)))
    for key, value in entry.items():
        known_key(key, ("others", *labels), ("orientations",))
        _up_to(all_of_them, value, ("orientations", key))
    return {label: entry.get(label, entry.get("others", all_of_them)) for label in labels}


def _up_to(most: int, value: object, where: Where) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= most:
        raise InstanceError(where, f"{value!r:.40} is not a number of orientations, from 1 to {most}")
    return value


def _check_twins(
    pieces: Sequence[Piece], freedom: Mapping[str, Freedom], region: Region, colours: Colours | None
) -> None:
    """Raises InstanceError if two pieces have an orientation with the same colours in common."""
    looks = {piece.label: looks_of(piece, freedom[piece.label], region, colours) for piece in pieces}
    if pair := twice(looks):
        free = freedom[pair[1]]
        raise InstanceError(
            "pieces",
            f"piece {pair[1]} is given twice: it is the same shape as {pair[0]} "
            f"(rotations {str(free.rotations).lower()}, flips {str(free.flips).lower()}); "
            "identical pieces are one piece with a number in `counts`",
        )


def _check(puzzle: Packing, wrap: str) -> None:
    """Raises InstanceError if keys contradict each other."""
    if puzzle.colours is not None:
        check_colours(puzzle, puzzle.colours)
    free = Freedom(True, True, puzzle.region.most_orientations)
    if wrap in TWISTED and any(one != free for one in puzzle.freedom.values()):
        message = f"on {TWISTED[wrap]} a piece that goes round is turned over: each must be free to flip"
        raise InstanceError("wrap", message)
    cells, orientations = len(puzzle.region.cells), sum(map(len, puzzle.orientations.values()))
    if cells * orientations > MAX_PLACEMENTS:
        raise InstanceError(
            "pieces",
            f"{cells} cells x {orientations} orientations are {cells * orientations:,} placements; "
            f"at most {MAX_PLACEMENTS:,} are allowed",
        )
    _check_overlays(puzzle)
    if fault := _area_fault(cells, puzzle.pieces, puzzle.counts, puzzle.exact):
        raise fault
    if (misfit := puzzle.misfit) is not None:
        raise InstanceError("pieces", f"piece {misfit} fits nowhere on the board, and must be used")


def _check_overlays(puzzle: Packing) -> None:
    """On a wrapped board, and with colours, two pieces may lie on the same cells. Then each must keep its
    letter, so that a board determines its placements. Raises InstanceError.
    """
    if not puzzle.region.wrapped and puzzle.colours is None:
        return
    owner: dict[tuple[Cell, ...], str] = {}
    for label, cells in puzzle.placements:
        other = owner.setdefault(cells, label)
        if other != label and puzzle.copied & {other, label}:
            raise InstanceError(
                "colours" if puzzle.colours else "wrap",
                f"pieces {other} and {label} can lie on the same cells, and copies do not show their letter",
            )


def read_counts(fields: Fields, pieces: Sequence[Piece]) -> dict[str, Count]:
    """The key `counts`: the bounds on the copies of each piece, by its label. Raises InstanceError."""
    labels = [piece.label for piece in pieces]
    entry = fields.get("counts", (int, str, dict), "a number of pieces or a mapping of them", 1)
    if not isinstance(entry, dict):
        return dict.fromkeys(labels, read_count(entry, ("counts",)))
    for key in entry:
        known_key(key, ("others", *labels), ("counts",))
    others = read_count(entry.get("others", 1), ("counts", "others"))
    return {
        label: read_count(entry[label], ("counts", label)) if label in entry else others for label in labels
    }


def _area_fault(
    cells: int, pieces: Sequence[Piece], counts: Mapping[str, Count], exact: bool
) -> InstanceError | None:
    """The error that no allowed numbers of copies have the area of the board (or, if not `exact`, at most
    that); None if some have.
    """
    least, most = 0, 0
    reachable = 1  # bit a: the pieces so far can have the area a
    within = (1 << (cells + 1)) - 1
    for piece in pieces:
        area, count = len(piece.shape), counts[piece.label]
        least += area * count.lo
        most = most + area * count.hi if count.hi is not None and most <= cells else cells + 1
        copies = cells // area - count.lo if count.hi is None else min(count.hi - count.lo, cells // area)
        reachable = reachable << (area * count.lo) & within if area * count.lo <= cells else 0
        for _ in range(max(0, copies)):
            reachable |= reachable << area & within
    if least > cells:
        return InstanceError("pieces", f"the pieces cover at least {least} cells, but the board has {cells}")
    if exact and not reachable >> cells & 1:
        covers = f"cover {least}" if least == most else f"cannot cover exactly {cells}"
        return InstanceError("board", f"{cells} cells, but the pieces {covers}")
    return None


def _with_fixed(puzzle: Packing, fields: Fields) -> Packing:
    """The puzzle with its fixed pieces: one drawing, or several where copies touch."""
    entry = fields.get("fixed", (str, list), "a drawing of the board or a list of drawings", [])
    placements: list[Placement] = []
    for i, text in enumerate([entry] if isinstance(entry, str) else entry):
        where: tuple[str | int, ...] = ("fixed",) if isinstance(entry, str) else ("fixed", i)
        if not isinstance(text, str):
            raise InstanceError(where, "not a drawing of the board")
        placements += _fixed_pieces(puzzle, text, where)
    cells = Counter(cell for placement in placements for cell in placement.cells)
    if overlap := [cell for cell, number in cells.items() if number > 1]:
        r, c = min(overlap)
        raise InstanceError("fixed", f"two pieces lie on row {r + 1}, column {c + 1}")
    number = Counter(placement.label for placement in placements)
    for label, copies in sorted(number.items()):
        hi = puzzle.counts[label].hi
        if hi is not None and copies > hi:
            raise InstanceError("fixed", f"piece {label} lies there {copies} times, but its number is {hi}")
    return replace(puzzle, fixed=tuple(sorted(placements)))


def _fixed_pieces(puzzle: Packing, text: str, where: tuple[str | int, ...]) -> Iterator[Placement]:
    for label, cells in sorted(_lettered_cells(puzzle, text, where).items()):
        for part in puzzle.region.parts(cells):
            r, c = part[0]
            if not any(puzzle.region.is_at(shape, part) for shape in puzzle.orientations[label]):
                raise InstanceError(
                    where,
                    f"the cells of {label} from row {r + 1}, column {c + 1} on are not that piece",
                    r,
                )
            yield Placement(label, part)


def _lettered_cells(puzzle: Packing, text: str, where: tuple[str | int, ...]) -> dict[str, list[Cell]]:
    """The cells of each letter of a drawing of the board."""
    lines = text.rstrip("\n ").split("\n")
    if len(lines) != puzzle.region.rows:
        raise InstanceError(where, f"{len(lines)} rows, but the board has {puzzle.region.rows}")
    cells: dict[str, list[Cell]] = defaultdict(list)
    for r, line in enumerate(lines):
        if len(line.rstrip()) > puzzle.region.columns:
            raise InstanceError(
                where, f"row {r + 1} is longer than the board's {puzzle.region.columns} columns", r
            )
        for c, char in enumerate(line):
            if char in "#. ":
                continue
            if char not in puzzle.counts:
                raise InstanceError(where, f'unknown piece "{char}"' + nearest(char, list(puzzle.counts)), r)
            if (r, c) not in puzzle.region.index:
                raise InstanceError(where, f"row {r + 1}, column {c + 1} is outside the board", r)
            cells[char].append((r, c))
    return cells
