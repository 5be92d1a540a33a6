"""Reading a packing: every key checked, every error with its place. What passes here never fails later."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.fields import Fields, known_key, nearest
from zenkai_solver.models.grid import (
    SIZE,
    Cell,
    Region,
    allowed_transforms,
    art_rows,
    components,
    normalise,
    rectangle,
)
from zenkai_solver.models.packing.problem import Count, Placement
from zenkai_solver.models.packing.puzzle import Packing
from zenkai_solver.models.pieces import (
    Piece,
    PieceError,
    distinct_labels,
    named_set,
    parse_set_name,
    pieces_from_art,
    set_names,
    twice,
)

MAX_SIDE = 64
MAX_CELLS = 1024
MAX_PLACEMENTS = 200_000
KEYS = ("board", "pieces", "counts", "flips", "rotations", "fixed", "fill", "no_crossings")
FILLS = ("exact", "partial")


def read(fields: Fields) -> Packing:
    fields.only(KEYS)
    region = _region(fields)
    pieces, set_rotations, set_flips = _pieces(fields)
    rotations = fields.flag("rotations", set_rotations)
    flips = fields.flag("flips", set_flips)
    if pair := twice(pieces, rotations, flips):
        raise InstanceError(
            "pieces",
            f"piece {pair[1].label} is given twice: it is the same shape as {pair[0].label} "
            f"(rotations {str(rotations).lower()}, flips {str(flips).lower()}); identical pieces are one "
            "piece with a number in `counts`",
        )
    counts = _counts(fields, pieces)
    pieces = [piece for piece in pieces if counts[piece.label] != Count(0, 0)]
    if not pieces:
        raise InstanceError("counts", "every piece has the number 0")
    puzzle = Packing(
        region,
        tuple(pieces),
        {piece.label: counts[piece.label] for piece in pieces},
        allowed_transforms(rotations, flips),
        exact=fields.choice("fill", FILLS, "exact") == "exact",
        no_crossings=fields.flag("no_crossings", False),
    )
    number = len(region.cells) * sum(map(len, puzzle.orientations.values()))
    if number > MAX_PLACEMENTS:
        raise InstanceError(
            "pieces",
            f"{len(region.cells)} cells x {number // len(region.cells)} orientations are {number:,} "
            f"placements; at most {MAX_PLACEMENTS:,} are allowed",
        )
    _check_areas(puzzle)
    return _with_fixed(puzzle, fields)


def _region(fields: Fields) -> Region:
    text = fields.text("board")
    if size := SIZE.fullmatch(text):
        rows, columns = int(size[1]), int(size[2])
        _check_size(rows, columns, rows * columns)
        return rectangle(rows, columns)
    lines = art_rows(text)
    if len(lines) < 2 and not set(text.strip()) <= set("#. "):
        raise InstanceError(
            "board", f'"{text:.40}" is neither a size such as 6x10 nor a drawing with # and .'
        )
    first = next(r for r, line in enumerate(text.split("\n")) if line.strip()) if lines else 0
    for r, line in enumerate(lines):
        if wrong := re.search(r"[^#. ]", line):
            raise InstanceError(
                "board", f"{wrong[0]!r} in row {r + 1}: `#` is a cell, `.` or space is outside", r + first
            )
    _check_rectangular("board", lines, len(lines[0]) if lines else 0, first)
    cells = [(r, c) for r, line in enumerate(lines) for c, char in enumerate(line) if char == "#"]
    _check_size(len(lines), max(map(len, lines), default=0), len(cells))
    return Region(len(lines), max(map(len, lines)), tuple(cells))


def _check_rectangular(key: str, lines: Sequence[str], width: int, first: int) -> None:
    """Rows of one width; where spaces mean outside, the trimmed ends of rows are outside too."""
    spaces = any(" " in line for line in lines)
    for r, line in enumerate(lines):
        if len(line) != width and not spaces:
            raise InstanceError(
                key,
                f"not rectangular: row {r + 1} has {len(line)} characters, row 1 has {width} "
                "(draw the outside as `.`)",
                r + first,
            )


def _check_size(rows: int, columns: int, cells: int) -> None:
    if not cells:
        raise InstanceError("board", "no cells")
    if max(rows, columns) > MAX_SIDE or cells > MAX_CELLS:
        raise InstanceError(
            "board",
            f"{rows}x{columns} with {cells:,} cells; at most {MAX_SIDE}x{MAX_SIDE} and {MAX_CELLS:,} cells "
            "are allowed",
        )


def _pieces(fields: Fields) -> tuple[list[Piece], bool, bool]:
    """The pieces with distinct labels, and whether their sets allow rotations and flips."""
    entry = fields.get("pieces", (str, list), "the name of a set, a drawing, or a list of these")
    pieces: list[Piece] = []
    kinds = {"free"}
    for i, item in enumerate(entry if isinstance(entry, list) else [entry]):
        where = ("pieces", i) if isinstance(entry, list) else ("pieces",)
        if not isinstance(item, str) or not item.strip():
            raise InstanceError(where, f"{item!r:.40} is neither the name of a set nor a drawing")
        named = parse_set_name(item)
        try:
            pieces += named_set(*named) if named else _drawn(item, where)
        except PieceError as error:
            raise InstanceError(where, str(error), error.row) from None
        kinds.add(named[0] if named else "free")
    if not pieces:
        raise InstanceError("pieces", "no pieces")
    rotations, flips = "fixed" not in kinds, kinds == {"free"}
    return distinct_labels(pieces), rotations, flips


def _drawn(text: str, where: tuple[str | int, ...]) -> list[Piece]:
    if re.fullmatch(r"[a-z]+([ -][a-z]+)+|[a-z]*ominoe?s?|[a-z]{9,}", text.strip().lower()):
        raise InstanceError(
            where, f'"{text.strip():.40}" is not a set of pieces' + nearest(text, set_names())
        )
    pieces = pieces_from_art(text.split("\n"))
    if not pieces:
        raise InstanceError(where, "a drawing without a piece")
    return pieces


COUNT = re.compile(r"(\d{1,6})?\s*(\.\.)\s*(\d{1,6})?|(\d{1,6})")


def _count(value: object, where: tuple[str, ...]) -> Count:
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if value == "any":
        return Count(0, None)
    match = COUNT.fullmatch(value.strip()) if isinstance(value, str) else None
    if match is None:
        raise InstanceError(where, f"{value!r:.40} is not a number of pieces: write 2, 0..3, 1.. or any")
    if match[4]:
        return Count(int(match[4]), int(match[4]))
    count = Count(int(match[1] or 0), int(match[3]) if match[3] else None)
    if count.hi is not None and count.lo > count.hi:
        raise InstanceError(where, f"{value} is an empty range")
    return count


def _counts(fields: Fields, pieces: Sequence[Piece]) -> dict[str, Count]:
    labels = [piece.label for piece in pieces]
    entry = fields.get("counts", (int, str, dict), "a number of pieces or a mapping of them", 1)
    if not isinstance(entry, dict):
        return dict.fromkeys(labels, _count(entry, ("counts",)))
    for key in entry:
        known_key(key, ("others", *labels), ("counts",))
    others = _count(entry.get("others", 1), ("counts", "others"))
    return {label: _count(entry[label], ("counts", label)) if label in entry else others for label in labels}


def _check_areas(puzzle: Packing) -> None:
    """Can some allowed numbers of pieces cover exactly (or, if partial, at most) the cells?"""
    cells = len(puzzle.region.cells)
    least, most = 0, 0
    reachable = 1  # bit a: the pieces so far can cover exactly a cells
    within = (1 << (cells + 1)) - 1
    for piece in puzzle.pieces:
        area, count = len(piece.shape), puzzle.counts[piece.label]
        least += area * count.lo
        most = most + area * count.hi if count.hi is not None and most <= cells else cells + 1
        copies = cells // area - count.lo if count.hi is None else min(count.hi - count.lo, cells // area)
        reachable = reachable << (area * count.lo) & within if area * count.lo <= cells else 0
        for _ in range(max(0, copies)):
            reachable |= reachable << area & within
    if least > cells:
        raise InstanceError("pieces", f"the pieces cover at least {least} cells, but the board has {cells}")
    if puzzle.exact and not reachable >> cells & 1:
        covers = f"cover {least}" if least == most else f"cannot cover exactly {cells}"
        raise InstanceError("board", f"{cells} cells, but the pieces {covers}")


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
    for label, own in sorted(cells.items()):
        for part in components(own):
            r, c = part[0]
            if normalise(part) not in puzzle.orientations[label]:
                raise InstanceError(
                    where,
                    f"the cells of {label} from row {r + 1}, column {c + 1} on are not that piece",
                    r,
                )
            yield Placement(label, part)
