"""LIX Loop: as Yajilin, but an arrow says whether most are turns, L, straight cells, I, or shaded, X."""

from __future__ import annotations

from zenkai_solver.models.genres.expressions import Amount
from zenkai_solver.models.genres.pages.yajilin import BESIDE_LOOP, COUNTED, OF_ARROWS
from zenkai_solver.models.genres.vocabulary import *

STRAIGHT = GoesStraight("line", d)
TURNS = CountOf(e, Adjacent(d, "sides"), Shows("line", e)).is_(2) & ~STRAIGHT
AHEAD = Ray(c, ArrowAt("arrows", c))
KINDS = X, STRAIGHTS, L = tuple(CountOf(d, AHEAD, kind) for kind in (Shows("shade", d), STRAIGHT, TURNS))


def where_most(kind: Amount, worth: int) -> Amount:
    """What the letter is worth in a clue, if there is no more of another kind."""
    return Indicator(AllOf(tuple(kind >= other for other in KINDS if other is not kind)), Fixed(worth))


GENRE = Genre(
    name="lixloop",
    title="LIX Loop",
    source="puzz.link, rules of lixloop. Where kinds are tied, a clue has all their letters.",
    link="lixloop",
    unknown=(Shading("shade"), CentreLines("line")),
    given=(
        ArrowClue("arrows", link="arrow16", loose=True, letters="LIX"),
        SwitchClue("shaded_outside", sign="o"),
    ),
    rules=(
        *BESIDE_LOOP,
        GenreRule(
            "an arrow says what is most frequent in its direction",
            ForAll(
                c,
                COUNTED,
                (where_most(X, 1) + where_most(STRAIGHTS, 2) + where_most(L, 4)).is_(ClueAt("arrows", c, 1)),
            ),
        ),
        *OF_ARROWS,
    ),
)
