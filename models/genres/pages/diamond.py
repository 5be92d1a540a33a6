"""Diamond Chain: diamonds of 2x2 cells, in one chain with the clues; a number counts those at its cell."""

from __future__ import annotations

from zenkai_solver.models.genres.expressions import Spot
from zenkai_solver.models.genres.vocabulary import *


def is_middle(corner: Spot) -> Truth:
    """Is there a diamond around this corner?"""
    return Exists(d, Adjacent(corner, "corners"), Touches("diamond", d, corner, half=True))


def is_within(edge: Spot) -> Truth:
    """Is the edge a side of a clue, or half of a diagonal of a diamond?"""
    clued = Exists(c, Adjacent(edge, "beside"), HasClue("clues", c))
    return clued | Exists(q, Adjacent(edge, "ends"), is_middle(q))


PARTS = ByWays(p, CORNERS, Exists(e, Adjacent(p, "sides"), is_within(e)), is_within(EDGE))
TOUCHING = CountOf(p, Adjacent(c, "corners"), Exists(q, Adjacent(p, "neighbours"), is_middle(q)))

GENRE = Genre(
    name="diamond",
    title="Diamond Chain",
    source="puzz.link, rules of diamond. Black cells are clues, perhaps without a number.",
    link="diamond",
    unknown=(Triangles("diamond", given="clues"),),
    given=(NumberClue("clues", hi=4, dark=True, link="4cell"),),
    rules=(
        GenreRule(
            "halves form diamonds around corners",
            ForAll(
                c,
                CELLS,
                ForAll(
                    p,
                    Adjacent(c, "corners"),
                    ~Touches("diamond", c, p, half=True)
                    | (
                        SizeOf(Adjacent(p, "corners")).is_(4)
                        & ForAll(d, Adjacent(p, "corners"), Touches("diamond", d, p, half=True))
                    ),
                ),
            ),
        ),
        GenreRule(
            "a number counts the diamonds that touch its cell",
            ForAll(c, WithClue("clues"), TOUCHING.is_(ClueAt("clues", c))),
        ),
        GenreRule("diamonds and clues are connected by their points", AllConnected(PARTS)),
    ),
)
