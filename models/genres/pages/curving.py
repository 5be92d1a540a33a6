"""Curving Road: shade cells, so that every way from a circle to another one turns at least twice."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
j = Var("j")  # another direction


def circle_ahead(direction: Var) -> Truth:
    """Is there a circle in this direction?"""
    return Exists(d, Ray(c, direction), HasClue("circles", d))


def stopped(direction: Var) -> Truth:
    """Is a cell before the next circle in this direction shaded?"""
    return Exists(d, AsLong(d, Ray(c, direction), ~HasClue("circles", d)), Shows("shade", d))


OTHER = Where(j, Directions(), circle_ahead(j) & ~SamePlace(j, k))

GENRE = Genre(
    name="curving",
    title="Curving Road",
    source="Nikoli; puzz.link, rules of curving. There may be no shaded cell, and no circle.",
    link="curving",
    unknown=(Shading("shade"),),
    given=(SignClue("circles", signs="o", link="binary"),),
    rules=(
        GenreRule("a cell with a circle is not shaded", ForAll(c, WithClue("circles"), ~SHADED)),
        GenreRule("no two shaded cells are neighbours", no_neighbours(SHADED)),
        GenreRule("unshaded cells are connected", AllConnected(ByLabel(c, CELLS, ~SHADED))),
        GenreRule(
            "no straight way of unshaded cells leads from a circle to another",
            ForAll(c, WithClue("circles"), ForAll(k, Where(k, Directions(), circle_ahead(k)), stopped(k))),
        ),
        GenreRule(
            "no way of unshaded cells from a circle to another turns only once",
            ForAll(
                c,
                Where(c, CELLS, ~HasClue("circles", c)),
                ForAll(
                    k,
                    Where(k, Directions(), circle_ahead(k)),
                    ForAll(j, OTHER, SHADED | stopped(k) | stopped(j)),
                ),
            ),
        ),
    ),
)
