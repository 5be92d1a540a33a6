"""Border Block: areas with one number each, and all equal ones in one; walls meet at the dots alone."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

AREAS = ByWalls("wall")
BORDER = SizeOf(Adjacent(e, "beside")).is_(1)
LINES = CountOf(e, Adjacent(p, "sides"), Shows("wall", e) | BORDER)
EQUAL = HasClue("numbers", d) & ClueAt("numbers", d).is_(ClueAt("numbers", c))

GENRE = Genre(
    name="bdblock",
    title="Border Block",
    source="puzz.link, rules of bdblock. The border of the board is of walls, too.",
    link="bdblock",
    unknown=(Areas("wall"),),
    given=(
        SignClue("dots", at="corner", signs="*", dropped=False, link="marks"),
        NumberClue("numbers", lo=1, hidden=False, link="number16"),
    ),
    rules=(
        GenreRule(
            "each area has at least one number, and its numbers are equal", SameClues(AREAS, "numbers")
        ),
        GenreRule(
            "equal numbers are in one area",
            ForAll(
                c,
                WithClue("numbers"),
                GroupSum(AREAS, c, d, Indicator(EQUAL)).is_(CountOf(d, WithClue("numbers"), EQUAL)),
            ),
        ),
        GenreRule("at a dot three or four walls meet", ForAll(p, WithClue("dots"), LINES >= 3)),
        GenreRule(
            "elsewhere at most two walls meet",
            ForAll(p, Where(p, CORNERS, ~HasClue("dots", p)), LINES <= 2),
        ),
    ),
)
