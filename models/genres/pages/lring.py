"""L-Ring: one loop, which turns at each arrow; the part at which the arrow points is longer by one cell."""

from __future__ import annotations

from zenkai_solver.models.genres.expressions import Amount
from zenkai_solver.models.genres.vocabulary import *

LINES = CountOf(e, Adjacent(c, "sides"), Shows("line", e))
STRAIGHT = GoesStraight("line", c)


def arm(direction: Var | ArrowAt) -> Amount:
    """How far the loop goes straight on in this direction."""
    return Leading(e, Ray(c, direction, "edge"), Shows("line", e))


ARROW = ArrowAt("arrows", c)
ARMS = SumOf(k, Directions(), arm(k))
LENGTHS = NumbersFrom(ONE, LargerOf(ROWS, COLUMNS))
KNOWN, OPEN = (
    Where(c, WithClue("arrows"), holds) for holds in (ClueAt("arrows", c) >= 1, ClueAt("arrows", c).is_(0))
)
BY_ONE = Exists(v, LENGTHS, Exists(k, Directions(), arm(k).is_(v)) & ARMS.is_(v + v + ONE))
EVERYWHERE = HasClue("through_all_cells", WholeBoard())

GENRE = Genre(
    name="lring",
    title="L-Ring",
    source="puzz.link, rules of lring. There is a loop; `?` is an arrow in any direction.",
    link="lring",
    unknown=(CentreLines("line"),),
    given=(
        ArrowClue("arrows", bare=True, plain="?", link="pointers"),
        SwitchClue("through_all_cells", sign="f"),
    ),
    rules=(
        GenreRule("the lines are one loop", OneLoop("line")),
        GenreRule("the loop turns at each arrow", ForAll(c, WithClue("arrows"), LINES.is_(2) & ~STRAIGHT)),
        GenreRule(
            "the straight line in an arrow's direction is longer than the other one by one cell",
            ForAll(c, KNOWN, (arm(ARROW) + arm(ARROW)).is_(ARMS + ONE)) & ForAll(c, OPEN, BY_ONE),
        ),
        GenreRule("the loop goes through each cell", ForAll(c, Where(c, CELLS, EVERYWHERE), LINES.is_(2))),
    ),
)
