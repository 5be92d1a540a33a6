"""Further genres: shaded rectangles, numbers in some cells, a loop with clues of its lengths."""

from __future__ import annotations

from tests.genre_cases.case import Case, digits, numbers
from tests.genre_cases.loops import LINES, behind, lines_of
from tests.genre_cases.shading import EMPTY_SHADE, _in_rooms, _rooms

CASES = {
    "chocona": Case(
        _rooms("counts"),
        _in_rooms(),
        EMPTY_SHADE | {"bkShadeNe": "a number counts the shaded cells of its room"},
        small=(3, 3),
        real=(5, 5),
        blank="rooms: |\n  AAB\n  AAB\n  CCC\n",
        none=("rooms: |\n  AA\n  AA\ncounts: {A: 3}\n", "each group of shaded cells is a rectangle"),
    ),
    "sukoro": Case(
        numbers,
        digits("number"),
        {
            "brNoValidNum": "there is a number",
            "nmNumberNe": "a number counts its neighbours with a number",
        },
        real=(4, 4),
        none=("clues: |\n  4..\n  ...\n  ...\n", "a number counts its neighbours with a number"),
    ),
    "geradeweg": Case(
        numbers,
        behind(lines_of),
        LINES
        | {
            "numNoLine": "the loop goes through each number",
            "segShort": "a straight line of the loop through",
        },
        small=(4, 4),
        real=(5, 5),
        blank="size: 3x3\n",
        none=(
            "clues: |\n  3.\n  ..\n",
            "where the loop turns at a number, both straight lines from it have that length",
        ),
    ),
}
