"""The .non format of Steve Simpson's solver, with the later key `color` (clues such as 3a).

    title "..."   by "..."   width 5   height 10   rows (one clue a line, 2,1)   columns   goal "0110..."
Unknown keys are skipped. An empty clue is 0 or, inside a section, an empty line.
"""

from __future__ import annotations

import re

from zenkai_solver.models.blocks import Blocks
from zenkai_solver.models.document import fault
from zenkai_solver.models.formats.clues import NumberedLine, numbered
from zenkai_solver.models.grid import EMPTY
from zenkai_solver.models.nonogram.reading import clue_text
from zenkai_solver.models.nonogram.sheet import BLACK, Ink, Sheet

CLUE = re.compile(r"(?:\d{1,6}[a-zA-Z]?)(?:[\s,]+\d{1,6}[a-zA-Z]?)*,?")


def read(text: str) -> Sheet:
    """Raises InstanceError with its line."""
    keys, sections = _split(numbered(text))
    inks: tuple[Ink, ...] = ()
    for number, words in keys.get("color", []):
        match = re.fullmatch(r"([a-zA-Z])\s+(#[0-9a-fA-F]{6})", words)
        if not match:
            raise fault(f"color {words!r:.40} is not a letter and #rrggbb", number)
        inks += (Ink(match[1], match[1], match[2].lower()),)
    inks = inks or (BLACK,)
    sizes = {key: _size(keys, key) for key in ("width", "height")}
    rows = _clues(sections.get("rows", []), sizes["height"], "rows", inks)
    columns = _clues(sections.get("columns", []), sizes["width"], "columns", inks)
    goal = _goal(keys, sizes["width"], sizes["height"], inks)
    title, author = (keys[key][0][1].strip('"') if key in keys else "" for key in ("title", "by"))
    return Sheet(rows, columns, inks, title, author, goal)


Keys = dict[str, list[tuple[int, str]]]


def _split(lines: list[NumberedLine]) -> tuple[Keys, dict[str, list[NumberedLine]]]:
    """The lines `key rest`, and the lines of the sections rows and columns."""
    keys: Keys = {}
    sections: dict[str, list[NumberedLine]] = {}
    section: list[NumberedLine] | None = None
    for line in lines:
        word, _, rest = line.text.partition(" ")
        if word in ("rows", "columns") and not rest:
            section = sections.setdefault(word, [])
        elif section is not None and (not line.text or line.text[0].isdigit()):
            section.append(line)
        elif word:
            section = None
            keys.setdefault(word, []).append((line.number, rest.strip()))
    return keys, sections


def _size(keys: Keys, key: str) -> int:
    if key not in keys:
        raise fault(f"the key `{key}` is missing", 1)
    number, text = keys[key][0]
    if not re.fullmatch(r"\d{1,6}", text):
        raise fault(f"{key}: {text!r:.40} is not a number", number)
    return int(text)


def _clues(lines: list[NumberedLine], size: int, what: str, inks: tuple[Ink, ...]) -> tuple[Blocks, ...]:
    """Empty lines are clues only if exactly as many are missing, as some files separate sections by them."""
    filled = [line for line in lines if line.text]
    while lines and not lines[-1].text and len(lines) > size:
        lines = lines[:-1]
    while lines and not lines[0].text and len(lines) > size:
        lines = lines[1:]
    chosen = filled if len(filled) == size else lines
    if len(chosen) != size:
        at = chosen[-1].number if chosen else 1
        raise fault(f"{len(filled)} clues for {size} {what}", at)
    return tuple(_clue(line, inks) for line in chosen)


def _clue(line: NumberedLine, inks: tuple[Ink, ...]) -> Blocks:
    if line.text in ("", "0"):
        return ()
    if not CLUE.fullmatch(line.text):
        raise fault(f"{line.text!r:.60} is not a clue such as 2,1", line.number)
    number = {ink.label: i for i, ink in enumerate(inks, 1)}
    blocks = []
    for length, label in re.findall(r"(\d+)([a-zA-Z]?)", line.text):
        if label and label not in number:
            raise fault(f"the ink {label!r} is not declared; known: {' '.join(number)}", line.number)
        if not label and len(inks) > 1:
            raise fault(f"the block {length} has no ink; known: {' '.join(number)}", line.number)
        if int(length) == 0:
            raise fault(f"0 among the blocks {line.text!r:.60}", line.number)
        blocks.append((int(length), number[label] if label else 1))
    return tuple(blocks)


def _goal(keys: Keys, width: int, height: int, inks: tuple[Ink, ...]) -> tuple[str, ...] | None:
    if "goal" not in keys:
        return None
    number, text = keys["goal"][0]
    cells = text.strip('"')
    if len(cells) != width * height:
        raise fault(f"the goal has {len(cells)} cells, not {height} x {width}", number)
    label = {"0": EMPTY, "1": inks[0].label} | {ink.label: ink.label for ink in inks}
    if unknown := [char for char in cells if char not in label]:
        raise fault(f"the goal has the cell {unknown[0]!r}; known: {' '.join(label)}", number)
    board = "".join(label[char] for char in cells)
    return tuple(board[r * width : (r + 1) * width] for r in range(height))


def write(sheet: Sheet, _: str = "") -> str:
    """Raises InstanceError for an ink whose label is not a letter."""
    lines = [f'{key} "{value}"' for key, value in (("title", sheet.title), ("by", sheet.author)) if value]
    lines += [f"width {len(sheet.columns)}", f"height {len(sheet.rows)}"]
    if len(sheet.inks) > 1:
        for ink in sheet.inks:
            if not re.fullmatch("[a-zA-Z]", ink.label):
                raise fault(f"the format non needs letters as inks, not {ink.label!r}")
            lines.append(f"color {ink.label} {ink.rgb}")
    for side, clues in (("rows", sheet.rows), ("columns", sheet.columns)):
        lines += ["", side, *(clue_text(clue, sheet.labels, ",") or "0" for clue in clues)]
    if sheet.goal:
        cells = "".join(sheet.goal).replace(EMPTY, "0")
        lines += ["", f'goal "{cells if len(sheet.inks) > 1 else cells.replace(sheet.inks[0].label, "1")}"']
    return "\n".join(lines) + "\n"
