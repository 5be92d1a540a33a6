"""Nonogram addresses of puzz.link: .../p?nonogram/WIDTH/HEIGHT/CLUES.

Each column has (height + 1) // 2 places for numbers and each row (width + 1) // 2, columns first; a clue is
written from the block next to the grid outwards. A number is a hexadecimal digit, - and two digits, or + and
three; the letters g to z are 1 to 20 empty places.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from zenkai_solver.models.blocks import Blocks
from zenkai_solver.models.document import fault
from zenkai_solver.models.formats.clues import only_black
from zenkai_solver.models.nonogram.sheet import MAX_SIDE, Sheet

ADDRESS = re.compile(r"(?:https?://[\w.-]+/p(?:\.html)?\?)?(?:nonogram)/(\d{1,4})/(\d{1,4})/([0-9a-z+-]*)")
TOKEN = re.compile(r"[0-9a-f]|-[0-9a-f]{2}|\+[0-9a-f]{3}|[g-z]")
EMPTY_PLACES = "ghijklmnopqrstuvwxyz"


def read(text: str) -> Sheet:
    """Raises InstanceError."""
    match = ADDRESS.fullmatch(text.strip())
    if not match:
        raise fault(1, "not an address of a nonogram: .../p?nonogram/WIDTH/HEIGHT/CLUES")
    width, height = int(match[1]), int(match[2])
    if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
        raise fault(1, f"{height} rows and {width} columns; a puzzle has 1 to {MAX_SIDE}")
    deep, long = (height + 1) // 2, (width + 1) // 2
    wanted = deep * width + long * height
    if (found := sum(1 for _ in places(match[3]))) != wanted:
        raise fault(1, f"{found} places for clues; {height} rows and {width} columns have {wanted}")
    slots = list(places(match[3]))
    columns = [slots[i * deep : (i + 1) * deep] for i in range(width)]
    rows = [slots[deep * width + i * long :][:long] for i in range(height)]
    return Sheet(tuple(map(_clue, rows)), tuple(map(_clue, columns)))


def places(text: str, unknown: str = "") -> Iterator[int]:
    """The numbers, 0 for an empty place and for the sign of one that is not said. Raises InstanceError."""
    at = 0
    while at < len(text):
        if unknown and text[at] == unknown:
            yield 0
            at += 1
            continue
        match = TOKEN.match(text, at)
        if not match:
            raise fault(1, f"{text[at : at + 4]!r} is not a number")
        token, at = match[0], match.end()
        if token in EMPTY_PLACES:
            yield from [0] * (EMPTY_PLACES.index(token) + 1)
        else:
            yield int(token.lstrip("+-"), 16)


def _clue(slots: list[int]) -> Blocks:
    return tuple((length, 1) for length in reversed(slots) if length)


def write(sheet: Sheet) -> str:
    only_black(sheet, "puzz.link")
    deep, long = (len(sheet.rows) + 1) // 2, (len(sheet.columns) + 1) // 2
    text, empty = "", 0
    for clues, room in ((sheet.columns, deep), (sheet.rows, long)):
        for clue in clues:
            for length, _ in reversed(clue):
                text += skips(empty) + number(length)
                empty = 0
            empty += room - len(clue)
    size = f"{len(sheet.columns)}/{len(sheet.rows)}"
    return f"https://puzz.link/p?nonogram/{size}/{text + skips(empty)}\n"


def skips(empty: int) -> str:
    most = len(EMPTY_PLACES)
    return EMPTY_PLACES[-1] * (empty // most) + (EMPTY_PLACES[empty % most - 1] if empty % most else "")


def number(length: int) -> str:
    return f"{length:x}" if length < 16 else f"-{length:02x}" if length < 256 else f"+{length:03x}"
