"""Voxas: rectangles of two or three cells; a circle says in how much those that it divides are alike."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHAPES = ("##", "###", "#/#", "#/#/#")  # 1 and 2, 3 and 4 lie alike; 1 and 3, 2 and 4 are of the same size
LYING = Shaped(ByWalls("wall"), SHAPES, turned=False, mirrored=False)
SIDES = Adjacent(e, "beside")
OTHER = Distinct(c, SIDES, ShapeAt(LYING, c))
IN_BOTH = SumOf(c, SIDES, ShapeAt(LYING, c)).is_(5)  # they differ in size, and in how they lie
TATAMI = HasClue("no_crossings", WholeBoard())


def circles(value: int) -> PlaceList:
    """Black, grey and white ones: 1 to 3."""
    return Where(e, WithClue("circles"), HasClue("circles", e, value))


GENRE = Genre(
    name="voxas",
    title="Voxas",
    source="puzz.link, rules of voxas.",
    link="voxas",
    unknown=(Areas("wall"),),
    given=(
        SignClue("circles", at="edge", signs="*%o", link="voxas"),
        SignClue("walls", at="edge", link="voxas"),
        SwitchClue("no_crossings", sign="t"),
    ),
    rules=(
        GenreRule("each area is a rectangle of two or three cells", LYING),
        GenreRule(
            "circles and given walls are on walls",
            ForAll(e, Together((WithClue("circles"), WithClue("walls"))), Shows("wall", e)),
        ),
        GenreRule(
            "areas at a black circle differ in size and in orientation",
            ForAll(e, circles(1), OTHER & IN_BOTH),
        ),
        GenreRule(
            "areas at a grey circle differ in size or in orientation, not in both",
            ForAll(e, circles(2), OTHER & ~IN_BOTH),
        ),
        GenreRule("areas at a white circle are alike", ForAll(e, circles(3), ~OTHER)),
        GenreRule(
            "no four areas meet at a corner",
            ForAll(p, Where(p, CORNERS, TATAMI), Exists(e, Adjacent(p, "sides"), ~Shows("wall", e))),
        ),
    ),
)
