"""Magnetic Ichimaga: lines join circles, and turn once at most; no line joins equal numbers."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.bwloop import NEXT, OTHER_WAY, REACHES, TURNS
from zenkai_solver.models.genres.pages.ichimaga import GENRE as ICHIMAGA
from zenkai_solver.models.genres.pages.ichimaga import OPEN
from zenkai_solver.models.genres.pages.sashigane import ACROSS, j
from zenkai_solver.models.genres.vocabulary import *


def differ(one: Var, other: Var) -> Truth:
    """Both circles have numbers, which are not equal, or one has none."""
    numbers = ClueAt("circles", one), ClueAt("circles", other)
    return numbers[0].isnt(numbers[1]) | (numbers[0] <= 0)


GENRE = Genre(
    name="ichimagam",
    title="Magnetic Ichimaga",
    source="puzz.link, rules of ichimagam. There is a line; each circle has one.",
    link="ichimagam",
    unknown=ICHIMAGA.unknown,
    given=ICHIMAGA.given,
    rules=(
        *ICHIMAGA.rules,
        GenreRule(
            "no line joins equal numbers",
            ForAll(
                c,
                WithClue("circles"),
                ForAll(k, Directions(), ForAll(d, NEXT, differ(c, d) | ~REACHES)),
            )
            & ForAll(
                c,
                OPEN,
                ForAll(
                    k,
                    Directions(),
                    ForAll(j, ACROSS, ForAll(d, NEXT, ForAll(e, OTHER_WAY, differ(d, e) | ~TURNS))),
                ),
            ),
        ),
    ),
)
