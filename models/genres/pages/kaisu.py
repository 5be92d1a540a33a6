"""Kaisu: a way from S to G through all cells; on visit N to a room it goes through N circles, or none."""

from __future__ import annotations

from zenkai_solver.models.genres.pages import haisu
from zenkai_solver.models.genres.pages.haisu import BEGUN, CROSSED, CROSSED_WITHIN, STARTS
from zenkai_solver.models.genres.vocabulary import *

BORDER = HasClue("walls", EDGE) | IsIn(EDGE, RoomBorders("rooms"))
CIRCLES = GroupSum(ByLines("line", across=~BORDER), c, p, Indicator(HasClue("circles", p)))
VISITS = CROSSED + Times(Fixed(2), CROSSED_WITHIN) + ONE + BEGUN  # twice as many

GENRE = Genre(
    name="kaisu",
    title="Kaisu",
    source="puzz.link, rules of kaisu. A new visit begins over a wall within a room, too.",
    link="kaisu",
    unknown=(CentreLines("line"),),
    given=(
        *haisu.GENRE.given[:3],
        SignClue("circles", signs="o", link="1cell"),
    ),
    rules=(
        *haisu.GENRE.rules[:-1],
        GenreRule(
            "a visit goes through as many circles as there were visits, or through none",
            ForAll(
                d,
                STARTS,
                ForAll(
                    g,
                    Rooms("rooms"),
                    ForAll(
                        c,
                        Where(c, WithClue("circles"), IsIn(c, Members(g))),
                        (CIRCLES + CIRCLES).is_(VISITS),
                    ),
                ),
            ),
        ),
    ),
)
