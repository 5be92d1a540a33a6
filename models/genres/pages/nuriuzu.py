"""Nuri-uzu: shade cells, so that a half turn about its star maps each area onto itself that is left."""

from __future__ import annotations

from zenkai_solver.models.genres.expressions import Spot
from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
AREAS = ByLabel(c, CELLS, ~SHADED)
CONNECTED = HasClue("shaded_are_connected", WholeBoard())
ALL = AllOf(())


def kept(star: Spot, cells: PlaceList) -> Truth:
    """The cells at the star are not shaded, and a half turn about it moves their area into itself."""
    mated = ForAll(d, CELLS, SameGroup(AREAS, p, d) >> SameGroup(AREAS, p, Opposite(d, star)))
    return ForAll(c, cells, ~SHADED) & ForAll(p, FirstOf(p, cells, ALL), mated)


SIDE = Adjacent(e, "beside")
STARS = (
    Indicator(HasClue("centres", c))
    + CountOf(e, Adjacent(c, "sides"), HasClue("sides", e) & IsIn(c, FirstOf(p, SIDE, ALL)))
    + CountOf(
        e, Adjacent(c, "corners"), HasClue("corners", e) & IsIn(c, FirstOf(p, Adjacent(e, "corners"), ALL))
    )
)

GENRE = Genre(
    name="nuriuzu",
    title="Nuri-uzu",
    source="puzz.link, rules of nuriuzu, where shaded cells are connected in links with the letter c.",
    link="nuriuzu",
    unknown=(Shading("shade"),),
    given=(
        SignClue("centres", signs="o*", link="dot"),
        SignClue("sides", at="edge", signs="o*", link="dot"),
        SignClue("corners", at="corner", signs="o*", link="dot"),
        SwitchClue("shaded_are_connected", sign="c"),
    ),
    rules=(
        GenreRule("no 2x2 is all shaded", ForAll(g, Windows(2, 2), Exists(c, Members(g), ~SHADED))),
        GenreRule("no 2x2 is all unshaded", ForAll(g, Windows(2, 2), Exists(c, Members(g), SHADED))),
        GenreRule("each area that is left has one star", EachGroup(AREAS, c, STARS, ONE, ONE)),
        GenreRule(
            "a half turn about its star maps each area onto itself",
            ForAll(v, WithClue("centres"), kept(v, Where(c, CELLS, SamePlace(c, v))))
            & ForAll(e, WithClue("sides"), kept(e, SIDE))
            & ForAll(e, WithClue("corners"), kept(e, Adjacent(e, "corners"))),
        ),
        GenreRule("shaded cells are connected", AllConnected(ByLabel(c, Where(c, CELLS, CONNECTED), SHADED))),
    ),
)
