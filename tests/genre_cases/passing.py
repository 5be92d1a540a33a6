"""Genres of loops and ways that cross themselves, and pass numbers in turn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.genre_cases.case import Case, Entered, Lines, art
from tests.genre_cases.heads import _entered, _flagged, _runs
from tests.genre_cases.loops import lines_of
from tests.genre_cases.noqx_last import _doors
from tests.genre_cases.walks import on_border
from zenkai_solver.models.genres.puzzle import GenrePuzzle


def _stations(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    given = _runs(lines, rows, columns)
    return {"stations": given.pop("numbers"), **given}


def _iced_numbers(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Doors, and behind a word numbers, of which i is before those on ice."""
    cells = lines[3 : rows + 3]
    return {
        "ice": art(cells, lambda word: "~" if word[0] == "i" else "."),
        "numbers": art(cells, lambda word: word.lstrip("i") or "."),
        "doors": _doors(lines, rows, columns),
    }


def _on_ice(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    entered: Iterable[Entered] = on_border(lines_of)(puzzle, lines[rows + 3 :])
    return entered


WAY = {
    "lnBranch": "the way does not branch",
    "lnCurveOnIce": "the way goes straight on over ice",
    "lrDeadEnd": "the way begins at IN, and ends only at OUT",
    "lrOrder": "the way goes through the numbers in turn",
}
BLANK = "size: 3x3\ndoors: {top: [I, ., .], bottom: [., ., O]}\n"
TWO_FIRST = (
    "numbers: |\n  2.\n  ..\ndoors: {top: [I, .], left: [., O]}\n",
    "the way goes through the numbers in turn",
)

CASES = {
    "icelom": Case(
        _iced_numbers, _on_ice, WAY | {"cuNoLine": "each cell without ice"}, blank=BLANK, none=TWO_FIRST
    ),
    "icelom2": Case(
        _iced_numbers,
        _on_ice,
        WAY | {"lnPlLine": "the lines are one way", "nmUnpass": "the way goes through each number"},
        blank=BLANK,
        none=TWO_FIRST,
    ),
    "trainstations": Case(
        _stations,
        lambda puzzle, lines, rows, columns: _entered(puzzle, _flagged(lines)[rows:]),
        {
            "lnBranch": "the loop does not branch",
            "lnNotCrossMk": "the loop crosses itself at each crossing",
            "nmNotConseq": "the loop comes to the stations in turn",
            "nmNotConseqFull": "the loop comes to the stations in turn",
            "lnDeadEnd": "the loop does not end",
        },
        small=(4, 4),
        blank="size: 4x4\n",
        none=("stations: |\n  1.\n  ..\n", "the loop goes straight through each station"),
    ),
}
