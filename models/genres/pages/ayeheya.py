"""Ayeheya: Heyawake, where a half turn of each room keeps its shaded cells."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.heyawake import GENRE as HEYAWAKE
from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
MATE = Opposite(c, CentreOf(Members(g)))

GENRE = Genre(
    name="ayeheya",
    title="Ayeheya",
    source="Nikoli; puzz.link, rules of ayeheya. The centre of a room is that of the rectangle around it.",
    link="ayeheya",
    unknown=HEYAWAKE.unknown,
    given=HEYAWAKE.given,
    rules=(
        *HEYAWAKE.rules,
        GenreRule(
            "a half turn of a room maps its shaded cells onto themselves",
            ForAll(
                g,
                Rooms("rooms"),
                ForAll(c, Members(g), ~SHADED | (IsIn(MATE, Members(g)) & Shows("shade", MATE))),
            ),
        ),
    ),
)
