"""The XML format of webpbn.com, version 0.3: inks, clues, and the goal picture if present.

A DOCTYPE is accepted but not fetched; a file that declares entities is refused, so that none is expanded.
"""

from __future__ import annotations

import re
from xml.etree import ElementTree
from xml.sax.saxutils import escape, quoteattr

from zenkai_solver.models.blocks import Blocks
from zenkai_solver.models.document import InstanceError, fault
from zenkai_solver.models.grid import EMPTY
from zenkai_solver.models.nonogram.sheet import (
    BLACK,
    MAX_INKS,
    TOO_MANY,
    WHITE_RGB,
    Ink,
    Sheet,
    from_picture,
    label_for,
)


def read(text: str) -> Sheet:
    """Raises InstanceError, with the line where the XML itself is at fault."""
    if match := re.search(r"<!ENTITY", text, re.IGNORECASE):
        line = text.count("\n", 0, match.start()) + 1
        raise fault("the file declares entities, which are never expanded", line)
    try:
        root = ElementTree.fromstring(re.sub(r"^\s*<\?xml[^>]*\?>", "", text))
    except ElementTree.ParseError as error:
        raise fault(f"not XML: {error}", error.position[0]) from None
    puzzles = root.findall("puzzle") if root.tag == "puzzleset" else [root]
    if len(puzzles) != 1 or puzzles[0].tag != "puzzle":
        raise fault(f"{len(puzzles)} puzzles; files with one are supported", 1)
    return _puzzle(puzzles[0])


def _puzzle(puzzle: ElementTree.Element) -> Sheet:
    kind = puzzle.get("type", "grid")
    if kind != "grid":
        raise fault(f"a puzzle of type {kind!r}; only grids are read, not triddlers", 1)
    inks, background = _inks(puzzle)
    clues = {element.get("type"): element for element in puzzle.findall("clues")}
    goal = _goal(puzzle, inks)
    if "rows" in clues and "columns" in clues:
        default = puzzle.get("defaultcolor", "black")
        rows, columns = (_lines(clues[side], inks, default, side) for side in ("rows", "columns"))
    elif goal is not None:
        shown = from_picture(goal, tuple(inks.values()))
        rows, columns = shown.rows, shown.columns
    else:
        raise fault("the puzzle has no clues for rows and columns, and no goal", 1)
    title, author = ((puzzle.findtext(key) or "").strip() for key in ("title", "author"))
    return Sheet(rows, columns, tuple(inks.values()), title, author, goal, background)


def _inks(puzzle: ElementTree.Element) -> tuple[dict[str, Ink], str]:
    """The inks by name, with valid labels, and the colour of the background."""
    back = puzzle.get("backgroundcolor", "white")
    background, taken = WHITE_RGB, set[str]()
    inks: dict[str, Ink] = {}
    colours = [
        (c.get("name", ""), c.get("char", ""), (c.text or "").strip()) for c in puzzle.findall("color")
    ]
    number = len([name for name, _, _ in colours if name != back])
    if number > MAX_INKS:
        raise InstanceError("color", TOO_MANY.format(number))
    for name, char, text in colours or [("black", "#", "000000")]:
        if name == back:
            background = _rgb(text)
            continue
        label = label_for(char if number > 1 else "#", taken)
        taken.add(label)
        inks[name] = Ink(label, name, _rgb(text))
    return inks or {"black": BLACK}, background


def _rgb(text: str) -> str:
    digits = text.lstrip("#").lower()
    if re.fullmatch("[0-9a-f]{3}", digits):
        digits = "".join(2 * digit for digit in digits)
    if not re.fullmatch("[0-9a-f]{6}", digits):
        raise fault(f"{text!r:.40} is not a colour such as ff0000", 1)
    return "#" + digits


def _lines(clues: ElementTree.Element, inks: dict[str, Ink], default: str, side: str) -> tuple[Blocks, ...]:
    number = {name: i for i, name in enumerate(inks, 1)}
    lines = []
    for place, line in enumerate(clues.findall("line")):
        blocks = []
        for count in line.findall("count"):
            ink, text = count.get("color", default), (count.text or "").strip()
            if ink not in number:
                raise InstanceError(
                    (side, place), f"the colour {ink!r} is not declared; known: {', '.join(inks)}"
                )
            if not re.fullmatch(r"\d{1,6}", text):
                raise InstanceError((side, place), f"{text!r:.40} is not a length")
            blocks.append((int(text), number[ink]))
        lines.append(tuple(blocks) if blocks != [(0, blocks[0][1] if blocks else 1)] else ())
    return tuple(lines)


def _goal(puzzle: ElementTree.Element, inks: dict[str, Ink]) -> tuple[str, ...] | None:
    """The picture of the first solution of type goal, with the labels of the inks."""
    chars = {c.get("char", ""): c.get("name", "") for c in puzzle.findall("color")}
    for solution in puzzle.findall("solution"):
        image = solution.find("image")
        if solution.get("type", "goal") == "goal" and image is not None:
            rows = re.findall(r"\|([^|\n]*)\|", image.text or "")
            label = {char: inks[name].label if name in inks else EMPTY for char, name in chars.items()}
            label |= {} if chars else {"X": "#", ".": EMPTY}
            if unknown := set("".join(rows)) - set(label):
                raise fault(f"the goal has the character {min(unknown)!r}, which no colour has", 1)
            return tuple("".join(label[char] for char in row) for row in rows)
    return None


def write(sheet: Sheet, _: str = "") -> str:
    lines = ['<?xml version="1.0"?>', "<puzzleset>", '<puzzle type="grid" defaultcolor="black">']
    if sheet.title:
        lines.append(f"<title>{escape(sheet.title)}</title>")
    if sheet.author:
        lines.append(f"<author>{escape(sheet.author)}</author>")
    lines.append(f'<color name="white" char=".">{sheet.background[1:]}</color>')
    names = [f"ink{number}" if len(sheet.inks) > 1 else "black" for number in range(1, len(sheet.inks) + 1)]
    for name, ink in zip(names, sheet.inks):
        lines.append(f'<color name="{name}" char={quoteattr(ink.label)}>{ink.rgb[1:]}</color>')
    for side, clues in (("columns", sheet.columns), ("rows", sheet.rows)):
        lines.append(f'<clues type="{side}">')
        for clue in clues:
            counts = "".join(f'<count color="{names[ink - 1]}">{length}</count>' for length, ink in clue)
            lines.append(f"<line>{counts}</line>")
        lines.append("</clues>")
    if sheet.goal:
        image = "\n".join(f"|{escape(row)}|" for row in sheet.goal)
        lines += ['<solution type="goal">', f"<image>\n{image}\n</image>", "</solution>"]
    return "\n".join([*lines, "</puzzle>", "</puzzleset>"]) + "\n"
