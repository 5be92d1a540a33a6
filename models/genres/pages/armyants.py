"""Army Ants: ants move along lines, and then stand in groups, in each of which they are 1, 2, ... in turn."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.satogaeri import occupied
from zenkai_solver.models.genres.vocabulary import *

LINES = CountOf(e, Adjacent(c, "sides"), Shows("line", e))
ANTS = WithClue("circles", hidden=True)
NUMBERS = NumbersFrom(ONE, SizeOf(ANTS))
NUMBER, OTHER = ValueAt("number", c), ValueAt("number", d)
GROUPS = ByLabel(q, CELLS, ValueAt("number", q) >= 1)
STANDS_AT = occupied(d) & (SamePlace(c, d) | SameGroup(ByLines("line"), c, d))

GENRE = Genre(
    name="armyants",
    title="Army Ants",
    source="puzz.link, rules of armyants. The number of `?` is part of the solution, which the site does not "
    "ask for.",
    link="armyants",
    unknown=(CentreLines("line"), CellNumbers("number", lo=Fixed(0), hi=SizeOf(ANTS))),
    given=(
        SignClue("borders", at="edge", dropped=False, link="border"),
        NumberClue("circles", lo=1, dropped=False, circled=True, link="number16"),
    ),
    rules=(
        GenreRule("there is an ant with a number", Exists(c, WithClue("circles"), SamePlace(c, c))),
        GenreRule("lines do not branch or cross", ForAll(c, CELLS, LINES <= 2)),
        GenreRule("lines close no loop", NoLoop("line")),
        GenreRule("no ant moves over another one", ForAll(c, ANTS, LINES <= 1)),
        GenreRule("each line is of one ant", one_per_line("circles")),
        GenreRule("no line goes through a border", ForAll(e, WithClue("borders"), ~Shows("line", e))),
        GenreRule(
            "a cell has a number if an ant stands there in the end",
            ForAll(c, CELLS, ((NUMBER >= 1) & occupied(c)) | (NUMBER.is_(0) & ~occupied(c))),
        ),
        GenreRule(
            "an ant keeps its number",
            ForAll(c, WithClue("circles"), ForAll(d, CELLS, ~STANDS_AT | OTHER.is_(ClueAt("circles", c)))),
        ),
        GenreRule(
            "no group has a number twice",
            ForAll(
                c, CELLS, ForAll(v, NUMBERS, NUMBER.isnt(v) | GroupCount(GROUPS, c, d, OTHER.is_(v)).is_(1))
            ),
        ),
        GenreRule(
            "each number above 1 is beside the one before it",
            ForAll(c, CELLS, (NUMBER <= 1) | Exists(d, Adjacent(c, "neighbours"), (OTHER + ONE).is_(NUMBER))),
        ),
    ),
)
