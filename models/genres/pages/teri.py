"""Territory: shade cells; a number is the size of the largest rectangle without shaded cells that has it."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

WIDTH = Var("width")
SHADED = Shows("shade", c)
ABOUT = Where(g, Windows(v, WIDTH), IsIn(c, Members(g)))
LARGER = Where(g, ABOUT, SizeOf(Members(g)) > ClueAt("clues", c))
FITTING = Where(g, ABOUT, SizeOf(Members(g)).is_(ClueAt("clues", c)))
HEIGHTS, WIDTHS = NumbersFrom(ONE, ROWS), NumbersFrom(ONE, COLUMNS)
BLOCKED = Exists(d, Members(g), Shows("shade", d))

GENRE = Genre(
    name="teri",
    title="Territory",
    source="puzz.link, rules of teri.",
    link="teri",
    unknown=(Shading("shade"),),
    given=(NumberClue("clues", lo=1, link="number16"),),
    rules=(
        GenreRule("no two shaded cells are neighbours", no_neighbours(SHADED)),
        GenreRule("a cell with a number is not shaded", ForAll(c, WithClue("clues", hidden=True), ~SHADED)),
        GenreRule("unshaded cells are connected", AllConnected(ByLabel(c, CELLS, ~SHADED))),
        GenreRule(
            "an unshaded rectangle at a number has that many cells",
            ForAll(
                c,
                WithClue("clues"),
                Exists(v, HEIGHTS, Exists(WIDTH, WIDTHS, Exists(g, FITTING, ~BLOCKED))),
            ),
        ),
        GenreRule(
            "no larger unshaded rectangle has a number",
            ForAll(
                c, WithClue("clues"), ForAll(v, HEIGHTS, ForAll(WIDTH, WIDTHS, ForAll(g, LARGER, BLOCKED)))
            ),
        ),
    ),
)
