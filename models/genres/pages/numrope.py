"""Number Rope: numbers that rise by 1 along each rope; neighbours differ, black cells are sums."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

NUMBER, OTHER = ValueAt("number", c), ValueAt("number", d)
NEAR, BESIDE = Adjacent(c, "neighbours"), Adjacent(e, "beside")
ROPES = Where(e, Adjacent(c, "sides"), HasClue("ropes", e))
MATES = Where(d, NEAR, Exists(e, ROPES, IsIn(d, BESIDE)))
JOINTS = WithClue("ropes")
WHITE = ForAll(c, BESIDE, ~HasClue("sums", c))

GENRE = Genre(
    name="numrope",
    title="Number Rope",
    source="puzz.link, rules of numrope. `#` is a black cell without a number.",
    link="numrope",
    unknown=(CellNumbers("number", where=~HasClue("sums", CELL)),),
    given=(
        SignClue("ropes", at="edge", signs="=", link="border"),
        NumberClue("sums", hi=45, unsaid="#", dark=True, dropped=False, link="kakuru"),
    ),
    rules=(
        GenreRule(
            "a rope joins two white cells", ForAll(e, WithClue("ropes"), SizeOf(BESIDE).is_(2) & WHITE)
        ),
        GenreRule(
            "a number in a black cell is the sum of the numbers beside it",
            ForAll(c, WithClue("sums"), SumOf(d, NEAR, OTHER).is_(ClueAt("sums", c))),
        ),
        GenreRule("equal numbers are not neighbours", ForAll(e, INNER, Distinct(c, BESIDE, NUMBER, but=0))),
        GenreRule(
            "successive numbers along a rope differ by 1",
            ForAll(e, JOINTS, SpreadOf(c, BESIDE, NUMBER).is_(1)),
        ),
        GenreRule(
            "along a rope numbers only rise or only fall",
            ForAll(
                c,
                Where(c, CELLS, SizeOf(ROPES) > 1),
                Exists(d, MATES, NUMBER < OTHER) & Exists(d, MATES, NUMBER > OTHER),
            ),
        ),
    ),
)
