"""School Trip: lay beds of two cells, each with a pillow, and shade the other cells, which are the aisle."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

AISLE, PILLOW = Shows("aisle", c), Shows("pillow", c)
NEAR = Adjacent(c, "neighbours")
BEDS = CountOf(e, Adjacent(c, "sides"), Shows("bed", e))
ENDS = Adjacent(e, "beside")
FREE = ~HasClue("clues", c)

GENRE = Genre(
    name="shugaku",
    title="School Trip",
    source="Nikoli; puzz.link, rules of shugaku. `?` is a cell without a bed and an unknown number.",
    link="shugaku",
    unknown=(Shading("aisle"), CentreLines("bed"), Shading("pillow", sign="o")),
    given=(NumberClue("clues", lo=0, hi=4, dropped=False, link="shugaku", circled=True),),
    rules=(
        GenreRule(
            "a cell with a number is neither aisle nor bed",
            ForAll(c, WithClue("clues", hidden=True), ~AISLE & ~PILLOW & BEDS.is_(0)),
        ),
        GenreRule(
            "each other cell is aisle or half a bed",
            ForAll(c, Where(c, CELLS, FREE), (BEDS + Indicator(AISLE)).is_(1)),
        ),
        GenreRule("there is no pillow in the aisle", ForAll(c, CELLS, ~PILLOW | ~AISLE)),
        GenreRule(
            "each bed has one pillow", ForAll(e, INNER, ~Shows("bed", e) | CountOf(c, ENDS, PILLOW).is_(1))
        ),
        GenreRule(
            "no pillow is at the upper end of a bed",
            ForAll(c, CELLS, ~PILLOW | ~Shows("bed", Along(c, Toward("down"), 1))),
        ),
        GenreRule(
            "each bed is beside the aisle",
            ForAll(e, INNER, ~Shows("bed", e) | Exists(c, ENDS, Exists(d, NEAR, Shows("aisle", d)))),
        ),
        GenreRule("the aisle is connected", AllConnected(ByLabel(c, CELLS, AISLE))),
        GenreRule("no 2x2 is all aisle", ForAll(g, Windows(2, 2), Exists(c, Members(g), ~AISLE))),
        GenreRule(
            "a number counts the pillows beside it",
            ForAll(c, WithClue("clues"), CountOf(d, NEAR, Shows("pillow", d)).is_(ClueAt("clues", c))),
        ),
    ),
)
