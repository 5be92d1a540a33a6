"""Kuroshiro Loop: one loop; from a circle to the next it turns once if they differ, else it goes straight."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.ichimaga import ARRIVES, LINE, OPEN
from zenkai_solver.models.genres.pages.sashigane import ACROSS, j
from zenkai_solver.models.genres.vocabulary import *

LINES = CountOf(e, Adjacent(c, "sides"), LINE)
EVERYWHERE = HasClue("through_all_cells", WholeBoard())
REACHES = Leading(e, Ray(c, k, "edge"), LINE) > SizeOf(CellsBetween(c, d))
NEXT = FirstOf(d, Ray(c, k), HasClue("circles", d))
OTHER_WAY = FirstOf(e, Ray(c, j), HasClue("circles", e))
TURNS = Shows("line", Along(c, k, 1)) & Shows("line", Along(c, j, 1))
ONCE = GenreRule(
    "a line turns at most once between circles",
    ForAll(c, OPEN, LINES.is_(0) | GoesStraight("line", c) | ForAll(k, Directions(), ARRIVES)),
)

GENRE = Genre(
    name="bwloop",
    title="Kuroshiro Loop",
    source="puzz.link, rules of bwloop. There is a loop.",
    link="bwloop",
    unknown=(CentreLines("line"),),
    given=(
        SignClue("circles", signs="o*", link="circle"),
        SwitchClue("through_all_cells", sign="f"),
    ),
    rules=(
        GenreRule("the lines are one loop", OneLoop("line")),
        GenreRule("the loop goes through each circle", ForAll(c, WithClue("circles"), LINES >= 1)),
        ONCE,
        GenreRule(
            "circles that are joined without a turn have one colour",
            ForAll(
                c,
                WithClue("circles"),
                ForAll(
                    k,
                    Directions(),
                    ForAll(d, NEXT, ClueAt("circles", c).is_(ClueAt("circles", d)) | ~REACHES),
                ),
            ),
        ),
        GenreRule(
            "circles that are joined by a turn differ in colour",
            ForAll(
                c,
                OPEN,
                ForAll(
                    k,
                    Directions(),
                    ForAll(
                        j,
                        ACROSS,
                        ForAll(
                            d,
                            NEXT,
                            ForAll(e, OTHER_WAY, ClueAt("circles", d).isnt(ClueAt("circles", e)) | ~TURNS),
                        ),
                    ),
                ),
            ),
        ),
        GenreRule("the loop goes through each cell", ForAll(c, Where(c, CELLS, EVERYWHERE), LINES >= 1)),
    ),
)
