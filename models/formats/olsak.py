"""The .g format of the solver by Mirek and Petr Olsak, with colours.

    text before the first line that begins with # or : is ignored
    #d                        begins the inks: "  m:%  blue  comment": in clues m, on boards %, the colour
       0:   white             the background;      1:*  black    the ink of a block without a letter
    : rows                    any text may follow the colon
    3 2m 1                    a clue a line; an empty clue is 0 or an empty line
    : columns
    ...
    :                         the end
Triddlers (#t) are not read.
"""

from __future__ import annotations

import re

from zenkai_solver.models.blocks import Blocks
from zenkai_solver.models.document import fault
from zenkai_solver.models.formats.clues import NumberedLine, numbered
from zenkai_solver.models.grid import EMPTY
from zenkai_solver.models.nonogram.reading import NAMES, clue_text
from zenkai_solver.models.nonogram.sheet import (
    BLACK,
    LABELS,
    MAX_INKS,
    TOO_MANY,
    WHITE_RGB,
    Ink,
    Sheet,
    label_for,
)

DEFAULT, BACKGROUND = "1", "0"
INK = re.compile(r"(\S):(.?)\s+(\S+)(?:\s.*)?")
BLOCK = re.compile(r"(\d{1,6})([^\s\d,]?)")


def read(text: str) -> Sheet:
    """Raises InstanceError with its line."""
    parts = _parts(numbered(text))
    stated = [line for line in parts["inks"] if line.text]
    if len(stated) > MAX_INKS + 1:  # with the background
        raise fault(TOO_MANY.format(len(stated)), stated[MAX_INKS + 1].number)
    inks = dict(map(_ink, stated)) or {DEFAULT: BLACK}
    background = inks.pop(BACKGROUND, Ink(EMPTY, "white", WHITE_RGB)).rgb
    number = {key: i for i, key in enumerate(inks, 1)}
    rows, columns = (tuple(_clue(line, number) for line in parts[side]) for side in ("rows", "columns"))
    labelled = _distinct(list(inks.values()))
    return Sheet(rows, columns, labelled, background=background)


def _parts(lines: list[NumberedLine]) -> dict[str, list[NumberedLine]]:
    parts: dict[str, list[NumberedLine]] = {"inks": [], "rows": [], "columns": [], "end": []}
    names = iter(("rows", "columns", "end"))
    part: list[NumberedLine] = []  # what comes before the first mark is comment
    for line in lines:
        if line.text[:2].lower() == "#t":
            raise fault("a triddler (#t): a puzzle on triangles is not supported", line.number)
        if line.text[:2].lower() == "#d":
            part = parts["inks"]
        elif line.text.startswith(":"):
            part = parts[next(names, "end")]
        elif not line.text.startswith("#"):
            part.append(line)
    while part and part is not parts["end"] and not part[-1].text:
        part.pop()  # trailing empty lines of a file without the end mark
    if not parts["rows"] or not parts["columns"]:
        raise fault("two sections that begin with a colon are needed: rows and columns", len(lines) or 1)
    return parts


def _ink(line: NumberedLine) -> tuple[str, Ink]:
    match = INK.fullmatch(line.text)
    if not match:
        raise fault(f"{line.text!r:.60} is not an ink such as `m:%  blue`", line.number)
    key, label, colour = match[1], match[2].strip() or "#", match[3].lower()
    if not re.fullmatch("#[0-9a-f]{6}", colour) and colour not in NAMES and colour != "white":
        raise fault(f"{colour!r:.40} is not a colour; known: #rrggbb, {', '.join(NAMES)}", line.number)
    return key, Ink(label, colour, NAMES.get(colour, WHITE_RGB if colour == "white" else colour))


def _distinct(inks: list[Ink]) -> tuple[Ink, ...]:
    """The inks with valid labels: a label that is taken or reserved is replaced."""
    taken: dict[str, Ink] = {}
    for ink in inks:
        label = label_for(ink.label if len(inks) > 1 else "#", taken)
        taken[label] = Ink(label, ink.name, ink.rgb)
    return tuple(taken.values())


def _clue(line: NumberedLine, number: dict[str, int]) -> Blocks:
    words = re.split(r"[\s,]+", line.text) if line.text not in ("", "0") else []
    blocks = []
    for word in words:
        match = BLOCK.fullmatch(word)
        if not match or int(match[1]) == 0:
            raise fault(f"{word!r:.40} is not a block such as 3 or 3m", line.number)
        key = match[2] or DEFAULT
        if key not in number:
            raise fault(f"the ink {key!r} is not declared; known: {' '.join(number)}", line.number)
        blocks.append((int(match[1]), number[key]))
    return tuple(blocks)


def write(sheet: Sheet, _: str = "") -> str:
    keys = LABELS[: len(sheet.inks)]
    lines = []
    if len(sheet.inks) > 1:
        lines += ["#d", f"   0:   {sheet.background}"]
        lines += [f"   {key}:{ink.label}  {ink.rgb}" for key, ink in zip(keys, sheet.inks)]
    for side, clues in (("rows", sheet.rows), ("columns", sheet.columns)):
        lines.append(f": {side}")
        lines += [clue_text(clue, EMPTY + keys) or "0" for clue in clues]
    return "\n".join([*lines, ":"]) + "\n"
