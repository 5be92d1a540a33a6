"""Retsurin: shade cells, none beside another; a loop goes through the rest; numbers count in a line."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
ON_LOOP = Exists(e, Adjacent(c, "sides"), Shows("line", e))

GENRE = Genre(
    name="retsurin",
    title="Retsurin",
    source="puzz.link, rules of retsurin. There is a loop.",
    link="retsurin",
    unknown=(
        Shading("shade"),
        CentreLines("line"),
    ),
    given=(NumberClue("clues", lo=0, link="number16"),),
    rules=(
        GenreRule("the lines are one loop", OneLoop("line")),
        GenreRule(
            "a cell with a clue is neither shaded nor on the loop",
            ForAll(c, WithClue("clues", hidden=True), ~SHADED & ~ON_LOOP),
        ),
        GenreRule(
            "each cell without a clue is shaded or on the loop",
            ForAll(c, Where(c, CELLS, ~HasClue("clues", c)), SHADED | ON_LOOP),
        ),
        GenreRule(
            "the loop does not go through shaded cells",
            ForAll(c, CELLS, ForAll(e, Adjacent(c, "sides"), SHADED >> ~Shows("line", e))),
        ),
        GenreRule("no two shaded cells are neighbours", no_neighbours(SHADED)),
        GenreRule(
            "a number counts the shaded cells of its row or of its column, not of both",
            ForAll(
                c,
                WithClue("clues"),
                CountOf(
                    g,
                    Where(g, RowsAndColumns(), IsIn(c, Members(g))),
                    CountOf(d, Members(g), Shows("shade", d)).is_(ClueAt("clues", c)),
                ).is_(1),
            ),
        ),
    ),
)
