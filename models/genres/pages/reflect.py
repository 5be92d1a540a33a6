"""Reflect Link: one loop through all triangles, which turn it; a number counts the cells of both its arms."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.pipelink import LINES
from zenkai_solver.models.genres.sheet import DirectionName
from zenkai_solver.models.genres.vocabulary import *

ARMS: tuple[tuple[DirectionName, DirectionName], ...] = (
    ("up", "right"),
    ("up", "left"),
    ("down", "left"),
    ("down", "right"),
)  # at the signs L, J, 7 and F
TRIANGLES = WithClue("triangles")
LENGTH = SumOf(k, Directions(), Leading(e, Ray(c, k, "edge"), Shows("line", e))) + ONE
OPEN = Where(c, CELLS, ~HasClue("crossings", c))


def turned(sign: int, arms: tuple[DirectionName, DirectionName]) -> Truth:
    """Does the loop turn as at triangles of this sign?"""
    of_sign = Where(c, TRIANGLES, ClueAt("triangles", c).is_(sign))
    drawn = AllOf(tuple(Shows("line", Along(c, Toward(way), 1)) for way in arms))
    return ForAll(c, of_sign, drawn & LINES.is_(2))


GENRE = Genre(
    name="reflect",
    title="Reflect Link",
    source="Nikoli; puzz.link, rules of reflect. L J 7 F are triangles, as the loop turns there.",
    link="reflect",
    unknown=(CentreLines("line"),),
    given=(
        SignedClue("triangles", signs="LJ7F", link="reflect"),
        SignClue("crossings", signs="+", dropped=False, link="reflect"),
    ),
    rules=(
        GenreRule("at least one line is drawn", Exists(e, INNER, Shows("line", e))),
        GenreRule(
            "each triangle turns the loop",
            AllOf(tuple(turned(sign, arms) for sign, arms in enumerate(ARMS, 1))),
        ),
        GenreRule("the loop crosses itself at each crossing", ForAll(c, WithClue("crossings"), LINES.is_(4))),
        GenreRule("the loop crosses itself nowhere else", ForAll(c, OPEN, LINES <= 3)),
        GenreRule("the loop does not branch or end", ForAll(c, CELLS, LINES.isnt(3) & LINES.isnt(1))),
        GenreRule(
            "a number counts the cells of both arms at its triangle",
            ForAll(
                c,
                Where(c, TRIANGLES, ClueAt("triangles", c, 1) >= 0),
                LENGTH.is_(ClueAt("triangles", c, 1)),
            ),
        ),
        GenreRule("the lines are one loop", AllConnected(ByStrands("line"))),
    ),
)
