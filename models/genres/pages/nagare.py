"""Nagareru-Loop: one loop, which follows arrows; where wind blows, it goes with the wind."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LINES = CountOf(e, Adjacent(c, "sides"), Shows("line", e))
IS_BLACK = ClueAt("clues", c).is_(2)
ARROW = ArrowAt("clues", c, 1)
ARROWS = Where(c, WithClue("clues"), ClueAt("clues", c).is_(1) & (ClueAt("clues", c, 1) >= 1))
BLACK = Where(c, WithClue("clues"), IS_BLACK)
FANS = Where(c, BLACK, ClueAt("clues", c, 1) >= 1)
WINDY = AsLong(d, Ray(c, ARROW), ~HasClue("clues", d) | ClueAt("clues", d).is_(1))
AHEAD, BEHIND = Shows("line", Along(d, ARROW, 1)), Shows("line", Along(d, ARROW, -1))


def followed(backward: bool) -> Truth:
    """Arrows and wind, where the loop is followed in this direction."""
    with_arrow = [Heads("line", Along(c, ARROW, halves), ARROW, backward) for halves in (-1, 1)]
    against = [
        Heads("line", Along(d, ARROW, halves), Along(ARROW, ARROW, -2), backward) for halves in (-1, 1)
    ]
    return ForAll(c, ARROWS, AllOf(tuple(with_arrow))) & ForAll(
        c, FANS, ForAll(d, WINDY, ~against[0] & ~against[1])
    )


GENRE = Genre(
    name="nagare",
    title="Nagareru-Loop",
    source="Nikoli; puzz.link, rules of nagare. `o` is an arrow, `*` a black cell. There is a loop; it may "
    "leave the wind aside where it came with it, as on the site.",
    link="nagare",
    unknown=(CentreLines("line"),),
    given=(SignedClue("clues", signs="o*", arrows=True, link="nagare"),),
    rules=(
        GenreRule("the lines are one loop", OneLoop("line")),
        GenreRule("the loop goes through no black cell", ForAll(c, BLACK, LINES.is_(0))),
        GenreRule(
            "the loop goes straight through each arrow",
            ForAll(c, ARROWS, Shows("line", Along(c, ARROW, 1)) & Shows("line", Along(c, ARROW, -1))),
        ),
        GenreRule(
            "the loop does not go straight across the wind",
            ForAll(c, FANS, ForAll(d, WINDY, AHEAD | BEHIND | ~GoesStraight("line", d))),
        ),
        GenreRule("the loop goes with arrows, and not against the wind", followed(False) | followed(True)),
    ),
)
