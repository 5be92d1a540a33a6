"""Anglers: each number is joined with a fish of its own, by a line of this length."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LINES = ByLines("line")
DRAWN = CountOf(e, Adjacent(c, "sides"), Shows("line", e))
ENTERING = CountOf(
    k, Directions(), HasClue("outside", Along(c, k, 2))
)  # lines that come from beside the board
END = HasClue("numbers", c) | HasClue("fish", c)
ROCK = HasClue("rocks", c)
AT_BORDER = Along(c, Inward(c), 2)  # of a number beside the board the cell that its line enters
ALONE = Indicator(~Exists(e, Adjacent(AT_BORDER, "sides"), Shows("line", e)))  # which ends there

GENRE = Genre(
    name="anglers",
    title="Anglers",
    source="puzz.link, rules of anglers. `f` is a fish, `#` a cell that no line goes through; "
    "a line comes from each number beside the board.",
    link="anglers",
    unknown=(CentreLines("line"),),
    given=(
        SignClue("rocks", dropped=False, link="anglers"),
        SignClue("fish", signs="f", dropped=False, link="anglers"),
        NumberClue("numbers", lo=1, dropped=False, link="anglers"),
        NumberClue("outside", at="side", lo=1, dropped=False, link="anglers"),
    ),
    rules=(
        GenreRule("no line goes through a rock", ForAll(c, WithClue("rocks"), (DRAWN + ENTERING).is_(0))),
        GenreRule(
            "a line ends at each number and fish",
            ForAll(c, Where(c, CELLS, END & ~ROCK), (DRAWN + ENTERING).is_(1)),
        ),
        GenreRule(
            "lines go through all other cells, and do not branch or cross",
            ForAll(c, Where(c, CELLS, ~END & ~ROCK), (DRAWN + ENTERING).is_(2)),
        ),
        GenreRule(
            "each line has one fish",
            EachGroup(LINES, c, Indicator(HasClue("fish", c)), ONE, ONE)
            & ForAll(c, Where(c, CELLS, ~HasClue("fish", c) & ~ROCK), DRAWN >= 1),
        ),
        GenreRule(
            "a number is the length of its line",
            ForAll(c, WithClue("numbers"), GroupSum(LINES, c).is_(ClueAt("numbers", c) + ONE))
            & ForAll(c, WithClue("outside"), (GroupSum(LINES, AT_BORDER) + ALONE).is_(ClueAt("outside", c))),
        ),
    ),
)
