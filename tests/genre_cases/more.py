"""Further genres: shaded rectangles."""

from __future__ import annotations

from tests.genre_cases.case import Case
from tests.genre_cases.shading import EMPTY_SHADE, _in_rooms, _rooms

CASES = {
    "chocona": Case(
        _rooms("counts"),
        _in_rooms(),
        EMPTY_SHADE | {"bkShadeNe": "a number is that of the shaded cells of its room"},
        small=(3, 3),
        real=(5, 5),
        blank="rooms: |\n  AAB\n  AAB\n  CCC\n",
        none=("rooms: |\n  AA\n  AA\ncounts: {A: 3}\n", "each group of shaded cells is a rectangle"),
    ),
}
