"""Numberlink: paths that do not cross join equal numbers."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

GENRE = Genre(
    name="numlin",
    title="Numberlink",
    source="Nikoli; puzz.link, rules of numlin. Cells may be left empty. There is a line; `?` joins `?`.",
    link="numlin",
    unknown=(CentreLines("line"),),
    given=(NumberClue("numbers", lo=1, link="number16", dropped=False),),
    rules=(
        GenreRule("at least one line is drawn", Exists(e, INNER, Shows("line", e))),
        GenreRule("a line ends at each number, and nowhere else", EndsAt("line", "numbers")),
        GenreRule(
            "lines do not branch or cross",
            ForAll(c, CELLS, CountOf(e, Adjacent(c, "sides"), Shows("line", e)) <= 2),
        ),
        GenreRule("each line joins equal numbers", SameClues(ByLines("line"), "numbers")),
    ),
)
