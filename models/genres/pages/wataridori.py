"""Wataridori: lines join circles in pairs, and visit no room twice; a number counts the rooms of its line."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LINES = CountOf(e, Adjacent(c, "sides"), Shows("line", e))
WHOLE, PARTS = ByLines("line"), ByLines("line", across=~IsIn(EDGE, RoomBorders("rooms")))
OTHERS = Where(d, Members(g), ~SamePlace(c, d))
VISITED = CountOf(g, Rooms("rooms"), Exists(d, Members(g), SameGroup(WHOLE, c, d)))
EVERYWHERE = HasClue("through_all_cells", WholeBoard())

GENRE = Genre(
    name="wataridori",
    title="Wataridori",
    source="puzz.link, rules of wataridori.",
    link="wataridori",
    unknown=(CentreLines("line"),),
    given=(
        RoomClue("rooms"),
        NumberClue("circles", lo=1, circled=True, dropped=False, link="number16"),
        SwitchClue("through_all_cells", sign="f"),
    ),
    rules=(
        GenreRule("lines do not branch or cross", ForAll(c, CELLS, LINES <= 2)),
        GenreRule("one line ends at each circle, and at no other cell", EndsAt("line", "circles")),
        GenreRule(
            "each line joins two circles",
            EachGroup(WHOLE, c, Indicator(HasClue("circles", c)), ONE + ONE, ONE + ONE),
        ),
        GenreRule(
            "a line visits no room twice",
            ForAll(
                g,
                Rooms("rooms"),
                ForAll(c, Members(g), ForAll(d, OTHERS, SameGroup(WHOLE, c, d) >> SameGroup(PARTS, c, d))),
            ),
        ),
        GenreRule(
            "a number counts the rooms of its line",
            ForAll(c, WithClue("circles"), VISITED.is_(ClueAt("circles", c))),
        ),
        GenreRule("each cell is on a line", ForAll(c, Where(c, CELLS, EVERYWHERE), LINES >= 1)),
    ),
)
