"""Goats and Wolves: walls from border to border, which turn at dots alone, so that goats and wolves part."""

from __future__ import annotations

from zenkai_solver.models.genres.pages import kramman
from zenkai_solver.models.genres.pages.kramman import INSIDE, WALLS
from zenkai_solver.models.genres.vocabulary import *

AT_BORDER = Exists(p, Adjacent(e, "ends"), ~IsIn(p, INSIDE))
ANIMALS = Indicator(HasClue("animals", c))

GENRE = Genre(
    name="shwolf",
    title="Goats and Wolves",
    source="Nikoli; puzz.link, rules of shwolf. `o` is a goat, `*` a wolf.",
    link="shwolf",
    unknown=(EdgeLines("wall"),),
    given=(
        SignClue("dots", at="corner", signs="*", dropped=False, link="mark"),
        SignClue("animals", signs="o*", link="circle"),
    ),
    rules=(
        GenreRule("no wall is at the border", ForAll(e, Where(e, EDGES, ~IsIn(e, INNER)), ~Shows("wall", e))),
        GenreRule("no walls cross at a dot", ForAll(p, WithClue("dots"), WALLS <= 2)),
        *kramman.GENRE.rules[1:-1],
        GenreRule(
            "walls lead to the border of the board",
            EachGroup(ByStrands("wall"), e, Indicator(AT_BORDER), ONE, NO_BOUND),
        ),
        GenreRule("each block has an animal", EachGroup(ByWalls("wall"), c, ANIMALS, ONE, AREA)),
        GenreRule("no block has goats and wolves", SameClues(ByWalls("wall"), "animals")),
    ),
)
