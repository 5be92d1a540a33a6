"""Arukone: paths that do not cross join equal letters, through all cells."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LINES = CountOf(e, Adjacent(c, "sides"), Shows("line", e))
MAY_LEAVE = HasClue("may_leave_cells", WholeBoard())

GENRE = Genre(
    name="arukone",
    title="Arukone",
    source="puzz.link, rules of arukone, where cells may be left empty in links with the letter e. "
    "There is a line; `?` joins `?`.",
    link="arukone",
    unknown=(CentreLines("line"),),
    given=(
        NumberClue("letters", lo=1, hi=26, letters=True, dropped=False, link="number16"),
        SwitchClue("may_leave_cells", sign="e"),
    ),
    rules=(
        GenreRule("at least one line is drawn", Exists(e, INNER, Shows("line", e))),
        GenreRule("one line ends at each letter, and at no other cell", EndsAt("line", "letters")),
        GenreRule("lines do not branch or cross", ForAll(c, CELLS, LINES <= 2)),
        GenreRule("each line joins equal letters", SameClues(ByLines("line"), "letters")),
        GenreRule("each cell is on a line", ForAll(c, Where(c, CELLS, ~MAY_LEAVE), LINES >= 1)),
    ),
)
