"""La Paz: shade cells, divide the rest into pairs; a number counts the shaded cells in line with its pair."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

AREAS = Shaped(ByWalls("wall"), ("#", "##"))
SHADED = Shows("shade", c)
PAIR = IsIn(Along(c, k, 2), CELLS) & ~Shows("wall", Along(c, k, 1))  # the other cell is in this direction
LINE = Together(tuple(AsLong(d, Ray(c, way), ~HasClue("holes", d)) for way in (k, Along(k, k, -2))))

GENRE = Genre(
    name="lapaz",
    title="La Paz",
    source="puzz.link, rules of lapaz. A row ends at a hole.",
    link="lapaz",
    unknown=(Shading("shade"), Areas("wall")),
    given=(
        NumberClue("clues", link="number16"),
        SignClue("holes", dropped=False, link="empty"),
    ),
    rules=(
        GenreRule("each area has one cell or two", AREAS),
        GenreRule(
            "the areas of one cell are shaded, and no others",
            ForAll(
                c,
                Where(c, CELLS, ~HasClue("holes", c)),
                (SHADED >> ShapeAt(AREAS, c).is_(1)) & (~SHADED >> ShapeAt(AREAS, c).is_(2)),
            ),
        ),
        GenreRule("no two shaded cells are neighbours", no_neighbours(SHADED)),
        GenreRule("walls lie around holes", walls_around("holes")),
        GenreRule("a hole is not shaded", ForAll(c, WithClue("holes"), ~SHADED)),
        GenreRule("a cell with a number is not shaded", ForAll(c, WithClue("clues", hidden=True), ~SHADED)),
        GenreRule(
            "a number counts the shaded cells in the row or column along which its pair lies",
            ForAll(
                c,
                WithClue("clues"),
                ForAll(
                    k,
                    Directions(),
                    PAIR >> CountOf(d, LINE, Shows("shade", d)).is_(ClueAt("clues", c)),
                ),
            ),
        ),
    ),
)
