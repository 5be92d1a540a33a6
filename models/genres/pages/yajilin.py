"""Yajilin: shade cells, none beside another; a loop goes through the rest. An arrow counts shaded cells."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED, LINE = Shows("shade", c), Shows("line", e)
ON_LOOP = Exists(e, Adjacent(c, "sides"), LINE)
FREE = Where(c, CELLS, ~HasClue("arrows", c))
COUNTED = Where(c, WithClue("arrows"), (ClueAt("arrows", c) > 0) & (ClueAt("arrows", c, 1) >= 0))
OUTSIDE = Where(c, CELLS, HasClue("shaded_outside", WholeBoard()))
BESIDE_LOOP = (
    GenreRule("the lines are one loop", OneLoop("line")),
    GenreRule(
        "a cell with a clue is neither shaded nor on the loop",
        ForAll(c, WithClue("arrows"), ~SHADED & ~ON_LOOP),
    ),
    GenreRule("each cell without a clue is shaded or on the loop", ForAll(c, FREE, SHADED | ON_LOOP)),
    GenreRule(
        "the loop does not go through shaded cells",
        ForAll(c, CELLS, ForAll(e, Adjacent(c, "sides"), SHADED >> ~LINE)),
    ),
    GenreRule("no two shaded cells are neighbours", no_neighbours(SHADED)),
)
NUMBERS_HAVE_ARROWS = GenreRule(
    "a number has an arrow",
    ForAll(c, WithClue("arrows"), (ClueAt("arrows", c) > 0) | (ClueAt("arrows", c, 1) < 0)),
)
OF_ARROWS = (
    NUMBERS_HAVE_ARROWS,
    GenreRule(
        "shaded cells are outside the loop",
        ForAll(c, OUTSIDE, ForAll(p, Adjacent(c, "corners"), ~SHADED | ~Inside("line", p))),
    ),
)

GENRE = Genre(
    name="yajilin",
    title="Yajilin",
    source="Nikoli; puzz.link, rules of yajilin. There is a loop. A `?` without an arrow says nothing.",
    link="yajilin",
    unknown=(Shading("shade"), CentreLines("line")),
    given=(ArrowClue("arrows", link="arrow16", loose=True), SwitchClue("shaded_outside", sign="o")),
    rules=(
        *BESIDE_LOOP,
        GenreRule(
            "an arrow counts the shaded cells in its direction",
            ForAll(
                c,
                COUNTED,
                CountOf(d, Ray(c, ArrowAt("arrows", c)), Shows("shade", d)).is_(ClueAt("arrows", c, 1)),
            ),
        ),
        *OF_ARROWS,
    ),
)
