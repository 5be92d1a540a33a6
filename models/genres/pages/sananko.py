"""San-Anko: groups of three equal numbers, none beside another; black cells are sums."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

NUMBER, BESIDE = ValueAt("number", c), Adjacent(e, "beside")
GROUPS = ByLabel(c, CELLS, NUMBER > 0)

GENRE = Genre(
    name="sananko",
    title="San-Anko",
    source="puzz.link, rules of sananko. `#` is a black cell without a number.",
    link="sananko",
    unknown=(CellNumbers("number", lo=Fixed(0), hi=Fixed(3), where=~HasClue("clues", CELL)),),
    given=(NumberClue("clues", hi=45, unsaid="#", dark=True, dropped=False, link="kakuru"),),
    rules=(
        GenreRule(
            "neighbouring numbers are equal",
            ForAll(e, INNER, Exists(c, BESIDE, NUMBER.is_(0)) | SpreadOf(c, BESIDE, NUMBER).is_(0)),
        ),
        GenreRule("each group has three numbers", EachGroup(GROUPS, c, ONE, Fixed(3), Fixed(3))),
        GenreRule(
            "a number in a black cell is the sum of the numbers beside it",
            ForAll(
                d,
                WithClue("clues"),
                SumOf(c, Adjacent(d, "neighbours"), NUMBER).is_(ClueAt("clues", d)),
            ),
        ),
    ),
)
