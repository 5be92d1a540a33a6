"""Land Measurement: shaded cells without a loop; numbers at corners are how far it is between two of them."""

from __future__ import annotations

from zenkai_solver.models.genres.expressions import Amount
from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
LAND = ByLabel(q, CELLS, Shows("shade", q))
NUMBER = ClueAt("numbers", p)
AT_CORNER = Adjacent(p, "corners")
COUNT = CountOf(c, AT_CORNER, SHADED)
AT_BORDER = SizeOf(Adjacent(c, "neighbours")) < 4
FEW = Where(p, WithClue("numbers"), (NUMBER <= 3) & NUMBER.isnt(2))
PATHS = Where(p, WithClue("numbers"), NUMBER.is_(2) | (NUMBER >= 4))
INFINITE = Where(p, WithClue("numbers", hidden=True), HasClue("numbers", p, -2))


def of_both(holds: Truth) -> Truth:
    """It is true of the two shaded cells at a corner."""
    others = Where(d, AT_CORNER, ~SamePlace(c, d))
    return COUNT.is_(2) & ForAll(c, AT_CORNER, ForAll(d, others, ~SHADED | ~Shows("shade", d) | holds))


def within(steps: Amount) -> Truth:
    return Within(LAND, c, d, steps)


GENRE = Genre(
    name="landmeasure",
    title="Land Measurement",
    source="puzz.link, rules of landmeasure. `?` is infinity. A 1 or 3 touches so many shaded cells.",
    link="landmeasure",
    unknown=(Shading("shade"),),
    given=(NumberClue("numbers", at="corner", link="number16"),),
    rules=(
        GenreRule("at least one cell is shaded", Exists(c, CELLS, SHADED)),
        GenreRule("no 2x2 is shaded", ForAll(g, Windows(2, 2), Exists(c, Members(g), ~SHADED))),
        GenreRule(
            "shaded cells form no loop",
            EachGroup(ByLabel(c, CELLS, ~SHADED, "around"), c, Indicator(AT_BORDER), ONE, NO_BOUND),
        ),
        GenreRule(
            "a 0, 1 or 3 counts the shaded cells that it touches",
            ForAll(p, FEW, COUNT.is_(NUMBER)),
        ),
        GenreRule(
            "another number counts the cells of the shortest shaded way between two cells that it touches",
            ForAll(p, PATHS, of_both(within(NUMBER - 1) & ~within(NUMBER - 2))),
        ),
        GenreRule(
            "at infinity no shaded way joins the two cells",
            ForAll(p, INFINITE, of_both(~SameGroup(LAND, c, d))),
        ),
    ),
)
