"""Genres of lines that pieces, pencils and crossings measure, and of borders."""

from __future__ import annotations

from typing import Any

from tests.genre_cases.case import Case, Lines, art
from tests.genre_cases.loops import LINES, lines_of


def _pointed(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Numbers with commas between, and behind them the arrows."""
    arrows = lines[rows : 2 * rows]
    texts = [
        [("", *"^v<>")[int(arrow)] + word.replace("-", "?") for word, arrow in zip(*pair)]
        for pair in zip(lines, arrows)
    ]
    return {"clues": art(texts)}


CASES = {
    "disloop": Case(
        _pointed,
        lambda puzzle, lines, rows, columns: lines_of(puzzle, lines[2 * rows :]),
        LINES
        | {
            "tapaloopError": "numbers are the lengths of the pieces",
            "anNoArrow": "numbers have an arrow",
            "anLineLt": "the loop turns where an arrow points",
            "ceNoLine": "the loop goes through each other cell",
        },
        small=(4, 4),
        several=("pzprv3/disloop/3/3",),
        none=("clues: |\n  >1.\n  ...\n", "the loop turns where an arrow points"),
    ),
}
