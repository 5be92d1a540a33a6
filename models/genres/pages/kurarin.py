"""Kurarin: a loop through all cells that are not shaded; circles say whether more cells are shaded or not."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED, LINE = Shows("shade", c), Shows("line", e)
LINES = CountOf(e, Adjacent(c, "sides"), LINE)
BLACK, GREY, WHITE = 1, 2, 3
SIDES = SignClue("sides", at="edge", signs="*%o", link="kurarin")
CORNER = SignClue("corners", at="corner", signs="*%o", link="kurarin")
BALANCE = Times(Fixed(2), CountOf(c, Adjacent(p, "beside"), SHADED)) - SizeOf(Adjacent(p, "beside"))
AROUND = Times(Fixed(2), CountOf(c, Adjacent(p, "corners"), SHADED)) - SizeOf(Adjacent(p, "corners"))


def at_circles(colour: int, beside: Truth, around: Truth) -> Truth:
    """True of the circles of this colour on edges, and on corners."""
    edges, corners = (Where(p, WithClue(key), HasClue(key, p, colour)) for key in ("sides", "corners"))
    return ForAll(p, edges, beside) & ForAll(p, corners, around)


OF_CIRCLES = (
    GenreRule(
        "a black circle overlaps more shaded than unshaded cells", at_circles(BLACK, BALANCE > 0, AROUND > 0)
    ),
    GenreRule(
        "a grey circle overlaps as many shaded as unshaded cells",
        at_circles(GREY, BALANCE.is_(0), AROUND.is_(0)),
    ),
    GenreRule(
        "a white circle overlaps fewer shaded than unshaded cells", at_circles(WHITE, BALANCE < 0, AROUND < 0)
    ),
)

GENRE = Genre(
    name="kurarin",
    title="Kurarin",
    source="puzz.link, rules of kurarin. There is a loop.",
    link="kurarin",
    unknown=(Shading("shade"), CentreLines("line")),
    given=(SignClue("cells", signs="*%o", link="kurarin"), SIDES, CORNER),
    rules=(
        GenreRule("the lines are one loop", OneLoop("line")),
        GenreRule("each cell is shaded or on the loop", ForAll(c, CELLS, SHADED | LINES.is_(2))),
        GenreRule(
            "the loop does not go through shaded cells",
            ForAll(c, CELLS, ForAll(e, Adjacent(c, "sides"), SHADED >> ~LINE)),
        ),
        GenreRule(
            "a cell with a black circle is shaded, and one with a white circle is not",
            ForAll(c, Where(c, WithClue("cells"), HasClue("cells", c, BLACK)), SHADED)
            & ForAll(c, Where(c, WithClue("cells"), ~HasClue("cells", c, BLACK)), ~SHADED),
        ),
        *OF_CIRCLES,
    ),
)
