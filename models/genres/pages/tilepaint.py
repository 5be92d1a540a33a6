"""Tilepaint: paint whole tiles; a number counts the painted cells of a line up to the next black cell."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

PAINTED = Shows("shade", c)
BLACK = HasClue("sums", c)
WHITE = Where(c, Members(g), ~BLACK)


def run(direction: Toward, part: int) -> Truth:
    """The cells from each black one on in a direction, up to the next, have the number that it states."""
    cells = AsLong(d, Ray(c, direction), ~HasClue("sums", d))
    stated = Where(c, WithClue("sums"), (ClueAt("sums", c, part) >= 0) & (SizeOf(cells) > 0))
    return ForAll(c, stated, CountOf(d, cells, Shows("shade", d)).is_(ClueAt("sums", c, part)))


GENRE = Genre(
    name="tilepaint",
    title="Tilepaint",
    source="Nikoli; puzz.link, rules of tilepaint. Some cell is painted; a number of no cells says nothing.",
    link="tilepaint",
    unknown=(Shading("shade"),),
    given=(
        RoomClue("tiles"),
        SumClue("sums", lo=0, link="tilepaint"),
        NumberClue("counts", at="line", hidden=False, link="tilepaint"),
    ),
    rules=(
        GenreRule("no black cell is painted", ForAll(c, WithClue("sums"), ~PAINTED)),
        GenreRule(
            "a tile is painted as a whole or not at all",
            ForAll(g, Rooms("tiles"), Alike(c, WHITE, PAINTED)),
        ),
        GenreRule("there is a painted cell", Exists(c, CELLS, PAINTED)),
        GenreRule(
            "a number counts the painted cells below it, up to the next black cell", run(Toward("down"), 0)
        ),
        GenreRule(
            "a number counts the painted cells to its right, up to the next black cell",
            run(Toward("right"), 1),
        ),
        GenreRule(
            "a number beside the board counts the painted cells up to the first black cell",
            ForAll(
                g,
                WithClue("counts", among=RowsAndColumns()),
                CountOf(c, AsLong(c, Members(g), ~BLACK), PAINTED).is_(ClueAt("counts", g)),
            ),
        ),
    ),
)
