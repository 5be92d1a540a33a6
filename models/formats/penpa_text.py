"""The text in a link of Penpa+: `...penpa-edit/#m=solve&p=P`, where P is the text, deflated, in base64.

It has a line each for the header (type of grid, columns, rows, ..., title, author, source, rules), the
margins, the mode, the drawing `pu_q`, an answer, and the cells of the board; line 17 has the tags. Names are
shortened by a table. A cell has the number column + row * W in a grid with two more cells on each side,
W = columns + 4; with N = W * (rows + 4) the lower right vertex of cell k is N + k, the middle of its lower
side 2N + k and of its right side 3N + k, and its corners (within the cell) 4N + 4k to 4N + 4k + 3.

Source: github.com/swaroopg92/penpa-edit, docs/js/general.js and class_p.js.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from zenkai_solver.models.document import MAX_BYTES, fault
from zenkai_solver.models.grid import Cell

SHORT = (  # abbreviations of names, applied in this order
    *(("z", "zZ"), ('"qa"', "z9"), ('"pu_q"', "zQ"), ('"pu_a"', "zA"), ('"grid"', "zG")),
    *(('"edit_mode"', "zM"), ('"surface"', "zS"), ('"line"', "zL"), ('"lineE"', "zE"), ('"wall"', "zW")),
    *(('"cage"', "zC"), ('"number"', "zN"), ('"symbol"', "zY"), ('"special"', "zP"), ('"board"', "zB")),
    *(('"command_redo"', "zR"), ('"command_undo"', "zU"), ('"command_replay"', "z8"), ('"numberS"', "z1")),
    *(('"freeline"', "zF"), ('"freelineE"', "z2"), ('"thermo"', "zT"), ('"arrows"', "z3")),
    *(('"direction"', "zD"), ('"squareframe"', "z0"), ('"polygon"', "z5"), ('"deletelineE"', "z4")),
    *(('"killercages"', "z6"), ('"nobulbthermo"', "z7"), ('"__a"', "z_"), ("null", "zO")),
)
ESCAPED = (("%2C", ","), ("%2D", "\n"), ("%2E", "&"), ("%2F", "="))  # in the header
TITLE, RULES, GENRES = 15, 18, 17
BLACK, THICK_LINE = 1, 2  # styles of texts and lines
THIN = (0, 1, 11, 80)  # styles of lines on the sides of cells that bound nothing
BEYOND = 20  # rows or columns of margins
SILENT = {"command_redo", "command_undo", "command_replay", "deletelineE"}
SITE = "https://swaroopg92.github.io/penpa-edit/#m=solve&p="
PIXELS = 38  # of a cell
PARTS = ("surface", "number", "numberS", "symbol", "freeline", "freelineE", "line", "lineE", "wall", "cage")
LISTS = ("thermo", "arrows", "direction", "squareframe", "polygon", "killercages", "nobulbthermo")


@dataclass(frozen=True)
class Points:
    """The numbering of points of a drawing with this number of columns and rows."""

    columns: int
    rows: int

    @classmethod
    def of(cls, head: Sequence[str], most: int) -> Points:
        """Those of a header, of a board with at most so many columns and rows. Raises InstanceError."""
        return cls(_side(head[1], most), _side(head[2], most))

    @property
    def width(self) -> int:
        return self.columns + 4

    @property
    def number(self) -> int:
        """The number of cells, margins included."""
        return self.width * (self.rows + 4)


# ---- the text


def lines_of(query: str) -> list[str]:
    """The lines of the text that a link carries behind # or ?. Raises InstanceError."""
    match = re.search(r"(?:^|&)p=([^&#]*)", query)
    if match is None:
        raise fault("Penpa+: a link without p=: open it and copy the long one")
    if match[1].startswith("http"):
        raise fault("Penpa+: a link that only names another: give that one")
    return restored(match[1]).split("\n")


def restored(payload: str) -> str:
    """The decompressed text. Raises InstanceError if it is truncated, damaged or exceeds MAX_BYTES."""
    inflate = zlib.decompressobj(-15)
    try:
        bare = unquote(payload).strip().replace(" ", "+").rstrip("=")
        packed = base64.b64decode(bare + "=" * (-len(bare) % 4), validate=True)
        raw = inflate.decompress(packed, MAX_BYTES + 1)
        text = raw.decode()
    except (ValueError, zlib.error):
        raise fault("Penpa+: packed text that is damaged") from None
    if len(raw) > MAX_BYTES:
        raise fault(f"Penpa+: packed text of more than {MAX_BYTES:,} bytes, the most that is read")
    if not inflate.eof:
        raise fault("Penpa+: packed text that is cut off")
    if inflate.unused_data:
        raise fault("Penpa+: packed text that goes on behind its end")
    for name, short in reversed(SHORT):
        text = text.replace(short, name)
    return text


def blank_parts() -> dict[str, Any]:
    """The parts of a drawing with nothing in them."""
    stacks = {name: {"__a": list[int]()} for name in ("command_redo", "command_undo", "command_replay")}
    parts = {part: dict[str, Any]() for part in (*PARTS, "deletelineE")}
    return {**stacks, **parts, **{part: list[Any]() for part in LISTS}}


def packed(text: str) -> str:
    """The text in short names, deflated, in base64."""
    for name, short in SHORT:
        text = text.replace(name, short)
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.b64encode(deflate.compress(text.encode()) + deflate.flush()).decode()


# ---- its lines


def tags_of(lines: Sequence[str]) -> tuple[str, ...]:
    """The genres that a link names."""
    return tuple(map(str, json.loads(lines[GENRES]))) if len(lines) > GENRES and lines[GENRES] else ()


def unescaped(text: str) -> str:
    """A text of the header as it was written."""
    for code, char in ESCAPED:
        text = text.replace(code, char)
    return text


def escaped(text: str) -> str:
    """The inverse of `unescaped`."""
    for code, char in ESCAPED:
        text = text.replace(char, code)
    return text


def _side(text: str, most: int) -> int:
    if not re.fullmatch(r"\d{1,3}", text) or not 1 <= int(text) <= most + BEYOND:
        raise fault(f"Penpa+: {text!r:.20} rows or columns")
    return int(text)


def board_of(deltas: Sequence[int], points: Points) -> dict[int, Cell]:
    """The cells of the board as rows and columns from 0; the link lists the first one, then differences."""
    cells, at = [], 0
    for delta in deltas:
        at += delta
        cells.append(divmod(at, points.width))
    if not cells or len(set(cells)) < len(cells):
        raise fault("Penpa+: no board, or cells twice")
    top, left = (min(axis) for axis in zip(*cells, strict=True))
    return {r * points.width + c: (r - top, c - left) for r, c in cells}


def drawn_parts_of(drawn: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The parts of `pu_q` that are not empty."""
    for key, value in drawn.items():
        empty = not value or (isinstance(value, list) and not any(value))
        if key not in SILENT and not empty:
            yield key, value
