"""Tatebo-Yokobo: a bar in each white cell; bars in line are one, of the length that a number on it says."""

from __future__ import annotations

from zenkai_solver.models.genres.expressions import Amount, Spot
from zenkai_solver.models.genres.sheet import DirectionName
from zenkai_solver.models.genres.vocabulary import *

KINDS: tuple[tuple[int, tuple[DirectionName, DirectionName]], ...] = (
    (1, ("up", "down")),
    (2, ("left", "right")),
)  # of bars: their value, and the directions along them


def length(kind: int, ways: tuple[DirectionName, DirectionName]) -> Amount:
    """How many cells in turn have a bar of this kind from `c` on."""
    along = Where(k, Directions(), OneOf(tuple(SamePlace(k, Toward(way)) for way in ways)))
    return ONE + SumOf(k, along, Leading(d, Ray(c, k), Shows("bar", d, kind)))


def is_along(cell: Spot) -> Truth:
    """Does the bar of the cell lie along the direction `k`?"""
    return OneOf(
        tuple(Shows("bar", cell, kind) & SamePlace(k, Toward(way)) for kind, ways in KINDS for way in ways)
    )


ENDING = CountOf(k, Directions(), is_along(Along(c, k, 2)))
APART = Exists(e, CellsBetween(c, d), ~is_along(e)) | ~is_along(c) | ~is_along(d)
ALONE = ForAll(k, Directions(), ForAll(d, FirstOf(d, Ray(c, k), HasClue("lengths", d)), APART))

GENRE = Genre(
    name="tateyoko",
    title="Tatebo-Yokobo",
    source="Nikoli; puzz.link, rules of tateyoko. Black cells are clues `ends`, perhaps without a number.",
    link="tateyoko",
    unknown=(Bars("bar", where=~HasClue("ends", CELL)),),
    given=(
        NumberClue("lengths", lo=1, link="tateyoko"),
        NumberClue("ends", hi=4, dark=True, dropped=False, link="tateyoko"),
    ),
    rules=(
        GenreRule(
            "a number is the length of its bar",
            ForAll(
                c,
                WithClue("lengths"),
                OneOf(
                    tuple(
                        Shows("bar", c, kind) & length(kind, ways).is_(ClueAt("lengths", c))
                        for kind, ways in KINDS
                    )
                ),
            ),
        ),
        GenreRule("no bar has two numbers", ForAll(c, WithClue("lengths", hidden=True), ALONE)),
        GenreRule(
            "a number of a black cell counts the bars that end at it",
            ForAll(c, WithClue("ends"), ENDING.is_(ClueAt("ends", c))),
        ),
    ),
)
