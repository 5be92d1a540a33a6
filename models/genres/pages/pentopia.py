"""Pentopia: place pieces, each once at most; arrows point to the nearest ones, which are equally far."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

WAY = Var("way")
SHADED = Shows("shade", c)
CLOSED = Where(c, WithClue("arrows", hidden=True), ~HasClue("see_through", WholeBoard()))
POINTED, POINTED_TOO = (Where(way, Directions(), HasArm("arrows", c, way)) for way in (k, WAY))
OTHERS = Where(WAY, Directions(), ~HasArm("arrows", c, WAY))
FREE, FREE_THERE = (Leading(d, Ray(c, way), ~Shows("shade", d)) for way in (k, WAY))
MET, MET_THERE = (Exists(d, Ray(c, way), Shows("shade", d)) for way in (k, WAY))


def of_arrows(holds: Truth) -> Truth:
    """Of each arrow, in the direction `k` from the cell `c`."""
    return ForAll(c, WithClue("arrows"), ForAll(k, POINTED, holds))


GENRE = Genre(
    name="pentopia",
    title="Pentopia",
    source="puzz.link, rules of pentopia. Not all pieces need to be placed.",
    link="pentopia",
    unknown=(Shading("shade"),),
    given=(
        ArrowSetClue("arrows", link="number16"),
        FleetClue("pieces", link="fleet"),
        SwitchClue("see_through", sign="t"),
    ),
    rules=(
        GenreRule("no piece covers an arrow", ForAll(c, CLOSED, ~SHADED)),
        GenreRule(
            "pieces are some of those of the bank, and do not touch, not even at a corner",
            Pieces(ByLabel(c, CELLS, SHADED, "around"), "pieces", some=True),
        ),
        GenreRule("an arrow points to a piece", of_arrows(MET)),
        GenreRule(
            "the arrows of a cell point to pieces that are equally far",
            of_arrows(ForAll(WAY, POINTED_TOO, FREE.is_(FREE_THERE))),
        ),
        GenreRule(
            "pieces in other directions from arrows are further away",
            of_arrows(ForAll(WAY, OTHERS, ~MET_THERE | (FREE < FREE_THERE))),
        ),
    ),
)
