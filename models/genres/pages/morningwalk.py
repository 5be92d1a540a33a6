"""Morning Walk: one loop, which dark cells cut into sections; successive sections differ in length."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LINES = CountOf(e, Adjacent(c, "sides"), Shows("line", e))
DARK_BESIDE = CountOf(d, Adjacent(EDGE, "beside"), HasClue("dark", d))
SECTIONS = ByLines("line", across=DARK_BESIDE.isnt(1))  # a section is on dark cells alone, or on others alone
AHEAD = Along(c, k, 2)
OUT_OF_DARK = Where(k, Directions(), IsIn(AHEAD, CELLS) & ~HasClue("dark", AHEAD))
AS_LONG = GroupSum(SECTIONS, c).is_(GroupSum(SECTIONS, AHEAD))
EVERYWHERE = HasClue("through_all_cells", WholeBoard())
DARK = SignClue("dark", dropped=False, link="binary")
NUMBERS = NumberClue("numbers", lo=1, link="number16")
ALL_CELLS = SwitchClue("through_all_cells", sign="f")
GIVEN = (DARK, NUMBERS, ALL_CELLS)
ONE_LOOP = GenreRule("the lines are one loop", OneLoop("line"))
THROUGH_NUMBERS = GenreRule(
    "the loop goes through each number", ForAll(c, WithClue("numbers", hidden=True), LINES >= 1)
)
COUNTS = GenreRule(
    "a number counts the cells of its section",
    sizes_of_groups("numbers", SECTIONS),
)
THROUGH_ALL = GenreRule("the loop goes through each cell", ForAll(c, Where(c, CELLS, EVERYWHERE), LINES >= 1))

GENRE = Genre(
    name="morningwalk",
    title="Morning Walk",
    source="puzz.link, rules of morningwalk. There is a loop.",
    link="morningwalk",
    unknown=(CentreLines("line"),),
    given=GIVEN,
    rules=(
        ONE_LOOP,
        THROUGH_NUMBERS,
        COUNTS,
        GenreRule(
            "successive sections differ in length",
            ForAll(c, WithClue("dark"), ForAll(k, OUT_OF_DARK, ~(Shows("line", Along(c, k, 1)) & AS_LONG))),
        ),
        THROUGH_ALL,
    ),
)
