"""Reads a nonogram from the keys of an instance, and writes one as YAML."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from zenkai_solver.models.blocks import Block, Blocks
from zenkai_solver.models.document import InstanceError, Where
from zenkai_solver.models.fields import Fields, nearest
from zenkai_solver.models.nonogram.puzzle import Nonogram
from zenkai_solver.models.nonogram.sheet import (
    BLACK,
    MAX_INKS,
    RESERVED,
    TOO_MANY,
    Ink,
    Sheet,
    checked,
    is_label,
)

KEYS = ("rows", "columns", "inks", "file", "author", "goal", "given")
NAMES = {
    "black": "#000000",
    "blue": "#2050c0",
    "brown": "#8b5a2b",
    "cyan": "#20b0c0",
    "gray": "#808080",
    "green": "#208040",
    "lime": "#80d020",
    "magenta": "#c02090",
    "orange": "#f08020",
    "pink": "#f090b0",
    "purple": "#703090",
    "red": "#d02020",
    "yellow": "#f0d020",
}
RGB = re.compile(r"#[0-9a-fA-F]{6}")
BLOCK = re.compile(r"(\d{1,6})(\D?)")


def read(fields: Fields) -> Nonogram:
    """The puzzle that the keys state. Raises InstanceError."""
    return Nonogram(checked(sheet_of(fields)))


def sheet_of(fields: Fields) -> Sheet:
    """What the keys state, consistent or not. Raises InstanceError."""
    fields.only(KEYS)
    if "file" in fields.data:
        raise InstanceError("file", "a file can be named only where the instance itself is a file")
    stated = fields.mapping("inks", {})
    if len(stated) > MAX_INKS:
        raise InstanceError("inks", TOO_MANY.format(len(stated)))
    inks = tuple(_ink(label, colour) for label, colour in stated.items()) or (BLACK,)
    numbers = {ink.label: number for number, ink in enumerate(inks, 1)}
    rows, columns = (_lines(fields, side, numbers) for side in ("rows", "columns"))
    goal = fields.text("goal", "")
    board = tuple(goal.split()) if goal else None
    given = tuple(fields.text("given").split()) if "given" in fields.data else None
    return Sheet(rows, columns, inks, "", fields.text("author", ""), board, given=given)


def _ink(label: str, colour: Any) -> Ink:
    where = ("inks", label)
    if not is_label(label):
        raise InstanceError(where, f"an ink's label is one character, and none of {RESERVED!r}")
    if isinstance(colour, str) and RGB.fullmatch(colour):
        return Ink(label, label, colour.lower())
    if not isinstance(colour, str) or colour not in NAMES:
        raise InstanceError(where, f"{colour!r:.40} is not a colour" + nearest(str(colour), NAMES))
    return Ink(label, colour, NAMES[colour])


def _lines(fields: Fields, side: str, inks: Mapping[str, int]) -> tuple[Blocks, ...]:
    lines = fields.get(side, list, "a list of clues, one per line")
    return tuple(_line((side, number), line, inks) for number, line in enumerate(lines))


def _line(where: Where, line: Any, inks: Mapping[str, int]) -> Blocks:
    if not isinstance(line, list):
        raise InstanceError(where, f"{line!r:.40} is not a clue: a list of blocks, [] for an empty line")
    if line == [0]:
        return ()
    return tuple(_block((*where, number), block, inks) for number, block in enumerate(line))


def _block(where: Where, block: Any, inks: Mapping[str, int]) -> Block:
    text = str(block) if isinstance(block, (int, str)) and not isinstance(block, bool) else ""
    match = BLOCK.fullmatch(text)
    if not match:
        raise InstanceError(where, f"{block!r:.40} is not a block: a length, or a length and an ink as in 3r")
    label = match[2] or (next(iter(inks)) if len(inks) == 1 else "")
    if label not in inks:
        what = f"ink {label!r} is not known" if label else f"the block {text} has no ink"
        raise InstanceError(where, f"{what}; known: {' '.join(inks)}")
    if int(match[1]) == 0:
        raise InstanceError(where, "a block of 0 cells; an empty line is [] or [0]")
    return int(match[1]), inks[label]


def as_yaml(sheet: Sheet) -> str:
    """The keys that state the sheet, as YAML."""
    lines, one = [], len(sheet.inks) == 1
    if sheet.inks != (BLACK,):
        entries = ", ".join(f'"{_escaped(ink.label)}": "{ink.rgb}"' for ink in sheet.inks)
        lines.append(f"inks: {{{entries}}}")
    for side, clues in (("rows", sheet.rows), ("columns", sheet.columns)):
        lines.append(f"{side}:")
        for blocks in clues:
            words = [f"{n}" if one else f'"{n}{_escaped(sheet.labels[ink])}"' for n, ink in blocks]
            lines.append(f"  - [{', '.join(words)}]")
    for key, drawn in (("goal", sheet.goal), ("given", sheet.given)):
        if drawn is not None:
            lines += [f"{key}: |", *(f"  {row}" for row in drawn)]
    return "\n".join(lines) + "\n"


def in_yaml(sheet: Sheet) -> Sheet:
    """The sheet without what `as_yaml` leaves out, such as the title: what `read` returns for that text."""
    inks = tuple(Ink(ink.label, ink.label, ink.rgb.lower()) for ink in sheet.inks)
    stated = sheet.inks if sheet.inks == (BLACK,) else inks
    return Sheet(sheet.rows, sheet.columns, stated, goal=sheet.goal, given=sheet.given)


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def clue_text(blocks: Sequence[Block], labels: str, separator: str = " ") -> str:
    """A clue as text; if there are several inks, the ink's character follows the length."""
    several = len(labels) > 2
    return separator.join(f"{length}{labels[ink] if several else ''}" for length, ink in blocks)
