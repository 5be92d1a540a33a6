"""The rules of a sudoku as the page offers them: by class, with a form that selected cells fill in.

In a form {cells} are the selected cells, {first} and {rest} the first and the others, {clue} what is typed;
{greater} are the cells with > between them, {one} and {two} their halves. A rule without a form is a name
alone. A rule that is given by sides of the grid takes a clue for the line of the selected cell.
"""

from __future__ import annotations

from collections.abc import Mapping

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


def offered() -> list[list[str | None]]:
    """[rule, class, form], by class."""
    rows = [[name, kind, form] for name, (kind, form) in FORMS.items()]
    return sorted(rows, key=lambda row: CLASSES.index(str(row[1])))
