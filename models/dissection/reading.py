"""Reads a dissection from the keys of an instance. Every fault is found here and raised as InstanceError with
its place, so that nothing fails later.
"""

from __future__ import annotations

import re
from dataclasses import replace

from zenkai_solver.models.dissection import fixed
from zenkai_solver.models.dissection.puzzle import IDENTIFICATIONS, Dissection
from zenkai_solver.models.document import InstanceError, Where
from zenkai_solver.models.drawing import drawing, size_in
from zenkai_solver.models.fields import Fields
from zenkai_solver.models.grid import Cell, Region, rectangle

MAX_SIDE = 64
MAX_CELLS = 256  # per figure: the bit masks of the engine grow with the area
KEYS = ("from", "to", "pieces", "max_pieces", "rotations", "flips", "identify", "fixed")
RANGE = re.compile(r"(\d{1,6})\s*(?:\.\.\s*(\d{1,6}))?")


def read(fields: Fields) -> Dissection:
    fields.only(KEYS)
    one, two = _figure(fields, "from"), _figure(fields, "to")
    if len(one.cells) != len(two.cells):
        raise InstanceError(
            "to", f"{len(two.cells)} cells, but `from` has {len(one.cells)}: the areas must be equal"
        )
    lo, hi, least = _pieces(fields, len(one.cells))
    puzzle = Dissection(
        one,
        two,
        lo,
        hi,
        least,
        rotations=fields.flag("rotations", True),
        flips=fields.flag("flips", False),
        identify=fields.choice("identify", IDENTIFICATIONS, "rotations"),
    )
    return replace(puzzle, fixed=_fixed(fields, puzzle))


def _fixed(fields: Fields, puzzle: Dissection) -> tuple[fixed.Fixed, ...]:
    """The key `fixed`."""
    drawings = Fields(fields.mapping("fixed", {}), ("fixed",))
    drawings.only(fixed.KEYS)
    pieces = fixed.read(drawings.data, puzzle.one, puzzle.two, puzzle.congruence)
    area = len(puzzle.one.cells)
    number = max(sum(cells[0] < area for cells in pieces), sum(cells[0] >= area for cells in pieces))
    if number > puzzle.hi:
        raise InstanceError("fixed", f"{number} pieces of a figure, but at most {puzzle.hi} are allowed")
    return pieces


def _pieces(fields: Fields, area: int) -> tuple[int, int, bool]:
    """The least and greatest number of pieces, and whether only the least with a solution is wanted."""
    entry = fields.get("pieces", (int, str), "a number, a range such as 2..4, or min", "min")
    most = fields.get("max_pieces", int, "a number of pieces", area)
    if str(entry).strip() == "min":
        _check_number(most, area, "max_pieces")
        return 1, most, True
    if "max_pieces" in fields.data:
        raise InstanceError("max_pieces", "only with `pieces: min`")
    match = RANGE.fullmatch(str(entry).strip())
    if match is None and not isinstance(entry, int):
        raise InstanceError("pieces", f"{entry!r:.40} is not a number, a range such as 2..4, or min")
    lo, hi = (int(match[1]), int(match[2] or match[1])) if match else (int(entry), int(entry))
    for number in (lo, hi):
        _check_number(number, area, "pieces")
    if lo > hi:
        raise InstanceError("pieces", f"{entry} is an empty range")
    return lo, hi, False


def _check_number(number: int, area: int, key: str) -> None:
    if not 1 <= number <= area:
        raise InstanceError(key, f"{number} pieces of {area} cells; 1 to {area} are possible")


def _figure(fields: Fields, key: str) -> Region:
    """A drawing or a size; or several, placed side by side with a column between them."""
    entry = fields.get(key, (str, list), "a drawing, a size such as 4x9, or a list of these")
    if isinstance(entry, str):
        region = _part(entry, (key,))
        _check_size(region, key)
        return region
    cells: list[Cell] = []
    rows, columns = 0, -1
    for i, text in enumerate(entry):
        if not isinstance(text, str):
            raise InstanceError((key, i), f"{text!r:.40} is neither a size such as 4x9 nor a drawing")
        part = _part(text, (key, i))
        cells += [(r, c + columns + 1) for r, c in part.cells]
        rows, columns = max(rows, part.rows), columns + 1 + part.columns
    region = Region(rows, columns, tuple(sorted(cells)))
    _check_size(region, key)
    return region


def _part(text: str, where: Where) -> Region:
    if size := size_in(text):
        if max(size) > MAX_SIDE:
            raise InstanceError(where, f"{size[0]}x{size[1]}; at most {MAX_SIDE}x{MAX_SIDE} is allowed")
        return rectangle(*size)
    drawn = drawing(text, where, "4x9")
    for r, row in enumerate(drawn.rows):
        if len(row) > MAX_SIDE:
            message = f"row {r + 1} has {len(row)} columns; {MAX_SIDE} are allowed"
            raise InstanceError(where, message, r + drawn.first)
    return drawn.region


def _check_size(region: Region, key: str) -> None:
    if not region.cells:
        raise InstanceError(key, "no cells")
    if region.rows > MAX_SIDE or region.columns > MAX_SIDE or len(region.cells) > MAX_CELLS:
        raise InstanceError(
            key,
            f"{region.rows}x{region.columns} with {len(region.cells)} cells; at most {MAX_SIDE}x{MAX_SIDE} "
            f"and {MAX_CELLS} cells are allowed",
        )
