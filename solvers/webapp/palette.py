"""The rules of a sudoku as the page offers them: by class, with a form that selected cells fill in.

In a form {cells} are the selected cells, {first} and {rest} the first and the others, {clue} what is typed;
{greater} are the cells with > between them, {one} and {two} their halves. A rule without a form is a name
alone. A rule that is given by sides of the grid takes a clue for the line of the selected cell.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.loading import loads
from zenkai_solver.models.puzzle import Unsolved
from zenkai_solver.models.render.svg import MARGIN
from zenkai_solver.models.sudoku.drawing import CELL

CLASSES = ("global", "cells", "lines", "cages", "edges", "outside")

_GLOBAL = (
    *("diagonals", "falling-diagonal", "rising-diagonal", "windoku", "disjoint-groups", "anti-knight"),
    *("anti-king", "anti-taxicab", "non-consecutive", "entropy", "modular", "dutch-flatmates"),
)
_CELLS = ("odd", "even", "minimum", "maximum", "counting-circles", "row-indexing", "column-indexing")
_LINES = (
    *("thermo", "slow-thermo", "palindrome", "renban", "between", "double-arrow", "zipper", "region-sums"),
    *("entropic", "pointing", "count-distinct"),
)
_LINES_WITH_A_CLUE = ("whisper", "lockout", "sum-line", "modular-line", "lunchbox", "pattern")
_SIDES = ("top", "bottom", "left", "right")

FORMS: Mapping[str, tuple[str, str | None]] = {
    **dict.fromkeys(_GLOBAL, ("global", None)),
    **dict.fromkeys(_CELLS, ("cells", "{cells}")),
    "only": ("cells", "{cells} = {clue}"),
    **dict.fromkeys(_LINES, ("lines", "{cells}")),
    **dict.fromkeys(_LINES_WITH_A_CLUE, ("lines", "{clue} = {cells}")),
    "arrow": ("lines", "{first} = {rest}"),
    **dict.fromkeys(("killer", "sum", "no-sum"), ("cages", "{clue} = {cells}")),
    **dict.fromkeys(("holding", "holding-exactly"), ("cages", "{clue} = {cells}")),
    **dict.fromkeys(("different", "balanced"), ("cages", "{cells}")),
    "clone": ("cages", "{one} = {two}"),
    "quad": ("cages", "{first} = {clue}"),
    "kropki:white": ("edges", "{cells}"),
    "kropki:black": ("edges", "{cells}"),
    "xv:x": ("edges", "{cells}"),
    "xv:v": ("edges", "{cells}"),
    "greater": ("edges", "{greater}"),
    "sandwich:rows": ("outside", "side"),
    "sandwich:columns": ("outside", "side"),
    **{
        f"{name}:{side}": ("outside", "side")
        for name in ("skyscraper", "first-hidden", "x-sum", "numbered-room", "full-rank")
        for side in _SIDES
    },
    **{
        f"little-killer:{way}": ("outside", f"{{clue}} = {{first}} {way}")
        for way in ("down-right", "down-left", "up-right", "up-left")
    },
}


# What a clue is before another one is written: `sum` is that of middling digits.
CLUES: Mapping[str, str] = {
    **dict.fromkeys(("killer", "sum", "sum-line", "little-killer"), "sum"),
    **{"no-sum": "5", "whisper": "5", "lockout": "4", "modular-line": "3", "lunchbox": "5", "pattern": ".*"},
    **dict.fromkeys(("holding", "holding-exactly", "quad", "only"), "1"),
    **dict.fromkeys(("skyscraper", "first-hidden", "x-sum", "numbered-room", "full-rank"), "1"),
    "sandwich": "2",
}
_LINE, _BEND, _PAIR, _ONE = "R4C1 R3C2 R2C3 R2C4", "R1C1 R1C2 R2C1", "R1C1 R1C2", "R2C2"

# Rules of the whole grid that draw nothing: digits of which they speak. Two of APART may not stand so.
SIGNS: Mapping[str, Mapping[tuple[int, int], int]] = {
    "disjoint-groups": {(0, 0): 1, (0, 2): 1},
    "anti-knight": {(0, 1): 1, (2, 2): 1},
    "anti-king": {(1, 1): 1, (2, 2): 1},
    "anti-taxicab": {(0, 1): 2, (1, 2): 2},
    "non-consecutive": {(1, 1): 1, (1, 2): 2},
    "entropy": {(0, 0): 1, (0, 1): 5, (1, 0): 9},
    "modular": {(0, 0): 1, (0, 1): 2, (1, 0): 3},
    "dutch-flatmates": {(0, 1): 1, (1, 1): 5, (2, 1): 9},
}
APART = frozenset({"disjoint-groups", "anti-knight", "anti-king", "anti-taxicab", "non-consecutive"})
RED = "#c01818"
PALE = re.compile(r"#(?!ffffff)[0-9a-f]{6}\b")
STRONGER = 0.7  # times the colours of a picture that is as small as a button


def offered() -> list[dict[str, str | None]]:
    """Name, class, form and clue of each rule, by class."""
    rows = [
        {"name": name, "kind": kind, "form": form, "clue": CLUES.get(name.partition(":")[0])}
        for name, (kind, form) in FORMS.items()
    ]
    return sorted(rows, key=lambda row: CLASSES.index(str(row["kind"])))


def pictured() -> list[dict[str, str | None]]:
    """The same, each with a picture of the rule on a small grid."""
    return [{**row, "svg": _picture(str(row["name"]), *FORMS[str(row["name"])])} for row in offered()]


def example(name: str, columns: int) -> Any:
    """The rule on a few cells with a typical clue, as an entry of `rules` of a grid with so many columns."""
    (kind, form), (base, _, part) = FORMS[name], name.partition(":")
    clue = {"sum": "6"}.get(CLUES.get(base, ""), CLUES.get(base, ""))
    cells = _LINE if kind == "lines" else _PAIR if kind == "edges" or name == "clone" else _BEND
    cells = _ONE if kind == "cells" else "R1C1" if name == "quad" else cells
    if base == "little-killer":
        cells = {"down-right": "R1C1", "down-left": "R1C4", "up-right": "R4C1", "up-left": "R4C4"}[part]
    names = cells.split()
    if form == "side":
        return {base: {part: f". {clue}" + " ." * (columns - 2)}}
    if form is None:
        return base
    half = len(names) // 2
    filled = form.format(
        cells=cells,
        first=names[0],
        rest=" ".join(names[1:]),
        clue=clue,
        greater=" > ".join(names),
        one=" ".join(names[:half]),
        two=" ".join(names[half:]),
    )
    return {base: {part: [filled]} if base in ("kropki", "xv") else [filled]}


def _picture(name: str, kind: str, form: str | None) -> str | None:
    for side in (4, 9):
        size, rules = f"{side}x{side}", [example(name, side)]
        with suppress(InstanceError):
            puzzle = loads(json.dumps({"puzzle": "sudoku", "size": size, "rules": rules}), name).puzzle
            assert isinstance(puzzle, Unsolved)
            shown = {"cells": 3, "cages": 2, "edges": 2}.get(kind, 3 if side == 9 and form is None else None)
            return _small(puzzle.unsolved_svg(), name, shown)
    return None


def _small(picture: str, name: str, shown: int | None) -> str:
    """The picture in strong colours, with the signs of the rule; only its first `shown` rows and columns."""
    picture = PALE.sub(_stronger, picture)
    if name in SIGNS:
        picture = picture.replace("</svg>", "".join(_signs(name)) + "</svg>")
    if shown is None:
        return picture
    side = shown * CELL + 2 * MARGIN
    head = f'width="{side}" height="{side}" viewBox="0 0 {side} {side}"'
    return re.sub(r'width="\d+" height="\d+" viewBox="[^"]*"', head, picture, count=1)


def _stronger(colour: re.Match[str]) -> str:
    return "#" + "".join(f"{round(STRONGER * int(colour[0][i : i + 2], 16)):02x}" for i in (1, 3, 5))


def _signs(name: str) -> Iterator[str]:
    """The digits of SIGNS as elements of the picture, with a line between two that may not stand so."""
    signs = {
        (MARGIN + CELL * (c + 0.5), MARGIN + CELL * (r + 0.5)): digit for (r, c), digit in SIGNS[name].items()
    }
    if name in APART:
        yield f'<path d="M{" ".join(f"{x} {y}" for x, y in signs)}" stroke="{RED}" stroke-width="3"/>'
    for (x, y), digit in signs.items():
        yield f'<circle cx="{x}" cy="{y}" r="14" fill="#ffffff"/>'
        yield f'<text x="{x}" y="{y + 10}" font-family="sans-serif" font-size="28" text-anchor="middle" \
fill="{RED if name in APART else "#222222"}">{digit}</text>'
