"""Genres with routes: loops and paths through dots, over ice, along borders; bridges, and diagonals."""

from __future__ import annotations

from typing import Any

from tests.genre_cases.case import Case, Lines, art
from tests.genre_cases.loops import LINES, lines_of


def _dots(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """In a drawing of half cells, without those at its border."""
    drawn = [[".", *row[0], "."] for row in lines[: 2 * rows - 1]]
    drawn = [["."] * (2 * columns + 1), *drawn, ["."] * (2 * columns + 1)]
    signs = {"2": "*"}
    sides = [[sign * ((r + c) % 2) or "." for c, sign in enumerate(row)] for r, row in enumerate(drawn)]
    cells = [row[1::2] for row in drawn[1::2]]
    return {
        key: art(part, lambda word: signs.get(word, ".")) for key, part in (("dots", cells), ("sides", sides))
    }


CASES = {
    "midloop": Case(
        _dots,
        lambda puzzle, lines, rows, columns: lines_of(puzzle, lines[2 * rows - 1 :]),
        LINES
        | {
            "lnOnDot": "the loop goes through each dot",
            "lnOnCenter": "as far to both sides",
        },
        small=(4, 4),
        blank="size: 3x3\n",
        none=("dots: |\n  *..\n  ...\n", "as far to both sides"),
    ),
}
