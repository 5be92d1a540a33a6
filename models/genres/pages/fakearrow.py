"""Fake Arrow: one loop, which follows all arrows but one shaded arrow of each room."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
LINES = CountOf(e, Adjacent(c, "sides"), Shows("line", e))
ARROW = ArrowAt("arrows", c)
ARROWS = WithClue("arrows")


def followed(backward: bool) -> Truth:
    """The loop goes with an arrow exactly if that is not shaded."""
    behind, ahead = (Heads("line", Along(c, ARROW, halves), ARROW, backward) for halves in (-1, 1))
    return ForAll(c, ARROWS, (SHADED | (behind & ahead)) & (~SHADED | ~(behind & ahead)))


GENRE = Genre(
    name="fakearrow",
    title="Fake Arrow",
    source="puzz.link, rules of fakearrow. There is a loop.",
    link="fakearrow",
    unknown=(Shading("shade"), CentreLines("line")),
    given=(
        RoomClue("rooms"),
        ArrowClue("arrows", bare=True, link="fakearrow"),
        SignClue("holes", dropped=False, link="fakearrow"),
    ),
    rules=(
        GenreRule("only arrows are shaded", ForAll(c, Where(c, CELLS, ~HasClue("arrows", c)), ~SHADED)),
        GenreRule(
            "each room has one shaded arrow", ForAll(g, Rooms("rooms"), CountOf(c, Members(g), SHADED).is_(1))
        ),
        GenreRule("no two shaded arrows are neighbours", no_neighbours(SHADED)),
        GenreRule("the lines are one loop", OneLoop("line")),
        GenreRule("no line goes through a black cell", ForAll(c, WithClue("holes"), LINES.is_(0))),
        GenreRule(
            "the loop goes through each arrow that is not shaded", ForAll(c, ARROWS, SHADED | LINES.is_(2))
        ),
        GenreRule("the loop goes with arrows, and not with shaded ones", followed(False) | followed(True)),
    ),
)
