"""Star battle: so many stars in every row, column and region; no two touch, not even at a corner."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

STAR = Shows("star", c)
STARS = CountOf(c, Members(g), STAR).is_(ClueAt("stars", WholeBoard()))

GENRE = Genre(
    name="starbattle",
    title="Star Battle",
    source="Hans Eendebak, World Puzzle Championship 2003; puzz.link, rules of starbattle. "
    "Janko: cells may be in no region.",
    link="starbattle",
    unknown=(Shading("star", sign="*", within="regions"),),
    given=(
        NumberClue("stars", at="board", link="count", lo=1, hidden=False, dropped=False),
        RoomClue("regions", gaps=True),
    ),
    rules=(
        GenreRule("each row and column has the given number of stars", ForAll(g, RowsAndColumns(), STARS)),
        GenreRule("each region has the given number of stars", ForAll(g, Rooms("regions"), STARS)),
        GenreRule("no two stars touch", ForAll(g, Windows(2, 2), CountOf(c, Members(g), STAR) <= 1)),
    ),
)
