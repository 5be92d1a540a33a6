"""Myopia: one loop on edges; the arrows of a cell point to the lines that are the closest ones to it."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

AHEAD = Ray(c, k, "edge")
FREE = Leading(e, AHEAD, ~Shows("line", e))  # edges before the first line, or to the border
FURTHER = SmallerOf(v + ONE, SizeOf(AHEAD))
POINTED = HasArm("arrows", c, k)
EVERYWHERE = HasClue("through_all_corners", WholeBoard())

GENRE = Genre(
    name="myopia",
    title="Myopia",
    source="puzz.link, rules of myopia. There is a loop.",
    link="myopia",
    unknown=(EdgeLines("line"),),
    given=(ArrowSetClue("arrows", link="number16"), SwitchClue("through_all_corners", sign="f")),
    rules=(
        GenreRule("the lines are one loop", OneLoop("line")),
        GenreRule(
            "in the direction of each arrow there is a line",
            ForAll(
                c, WithClue("arrows"), ForAll(k, Where(k, Directions(), POINTED), FREE.isnt(SizeOf(AHEAD)))
            ),
        ),
        GenreRule(
            "the first lines that the arrows of a cell point at are equally far away, all others further",
            ForAll(
                c,
                WithClue("arrows"),
                Exists(
                    v,
                    NumbersFrom(Fixed(0), LargerOf(ROWS, COLUMNS)),
                    ForAll(k, Where(k, Directions(), POINTED), FREE.is_(v))
                    & ForAll(
                        k,
                        Where(k, Directions(), ~POINTED),
                        FREE >= FURTHER,
                    ),
                ),
            ),
        ),
        GenreRule(
            "the loop goes through each corner",
            ForAll(
                p,
                Where(p, CORNERS, EVERYWHERE),
                CountOf(e, Adjacent(p, "sides"), Shows("line", e)).is_(2),
            ),
        ),
    ),
)
