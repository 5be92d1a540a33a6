"""Masyu: one loop through centres of cells, which turns at black circles and not at white ones."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LINES = CountOf(e, Adjacent(c, "sides"), Shows("line", e))
HERE, AHEAD, BEHIND = (Shows("line", Along(c, k, halves)) for halves in (1, 3, -1))
BLACK, WHITE = (Where(c, WithClue("circles"), HasClue("circles", c, value)) for value in (2, 1))
EVERYWHERE = HasClue("through_all_cells", WholeBoard())

GENRE = Genre(
    name="masyu",
    title="Masyu",
    source="Nikoli; puzz.link, rules of mashu. There is a loop: a board without a line is no solution.",
    link="mashu",
    unknown=(CentreLines("line"),),
    given=(SignClue("circles", signs="o*", link="circle"), SwitchClue("through_all_cells", sign="f")),
    rules=(
        GenreRule("the lines are one loop", OneLoop("line")),
        GenreRule("the loop goes through each circle", ForAll(c, WithClue("circles"), LINES.is_(2))),
        GenreRule(
            "the loop turns at a black circle", ForAll(c, BLACK, ForAll(k, Directions(), ~(HERE & BEHIND)))
        ),
        GenreRule(
            "before and after a black circle the loop goes straight on",
            ForAll(c, BLACK, ForAll(k, Directions(), HERE >> AHEAD)),
        ),
        GenreRule(
            "the loop goes straight through a white circle",
            ForAll(c, WHITE, ForAll(k, Directions(), HERE >> BEHIND)),
        ),
        GenreRule(
            "the loop turns before or after a white circle",
            ForAll(c, WHITE, Exists(k, Directions(), HERE & ~AHEAD)),
        ),
        GenreRule("the loop goes through each cell", ForAll(c, Where(c, CELLS, EVERYWHERE), LINES.is_(2))),
    ),
)
