"""Portal Loop: one loop through all cells, which goes on from each number at the other one, straight."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LINES = CountOf(e, Adjacent(c, "sides"), Shows("line", e))
NO_NUMBER = HasClue("portals", c) & ~IsIn(c, WithClue("portals"))
MATES = Where(d, WithClue("portals"), ClueAt("portals", d).is_(ClueAt("portals", c)) & ~SamePlace(c, d))
OTHERS = Where(c, CELLS, ~IsIn(c, WithClue("portals")) & ~HasClue("holes", c))
GOES_ON = ForAll(k, Directions(), Shows("line", Along(c, k, 1)) >> Shows("line", Along(d, k, -1)))

GENRE = Genre(
    name="portal",
    title="Portal Loop",
    source="puzz.link, rules of portal. A circle without a number is no portal. Holes are no cells.",
    link="portal",
    unknown=(CentreLines("line"),),
    given=(
        NumberClue("portals", lo=1, circled=True, dropped=False, link="number16"),
        SignClue("holes", dropped=False, link="empty"),
    ),
    rules=(
        GenreRule("each number is in two circles", ForAll(c, WithClue("portals"), SizeOf(MATES).is_(1))),
        GenreRule("the loop does not go through holes", ForAll(c, WithClue("holes"), LINES.is_(0))),
        GenreRule("one line ends at each number", ForAll(c, WithClue("portals"), LINES.is_(1))),
        GenreRule(
            "the loop goes on straight at the other circle with the number",
            ForAll(c, WithClue("portals"), ForAll(d, MATES, GOES_ON)),
        ),
        GenreRule(
            "the loop goes through each other cell, and does not branch or cross itself",
            ForAll(c, OTHERS, LINES.is_(2)),
        ),
        GenreRule(
            "the loop goes straight through a circle without a number",
            ForAll(c, Where(c, CELLS, NO_NUMBER), GoesStraight("line", c)),
        ),
        GenreRule("the lines are one loop", AllConnected(ByLines("line", linked="portals"))),
    ),
)
