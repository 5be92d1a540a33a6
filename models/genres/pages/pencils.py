"""Pencils: each cell is in a pencil, or on the line that its tip draws, which is as long as the pencil."""

from __future__ import annotations

from zenkai_solver.models.genres.expressions import Spot
from zenkai_solver.models.genres.vocabulary import *

TIP, BODY = ValueAt("tip", c) >= 1, ValueAt("pencil", c) >= 1
LEFT = ValueAt("left", c)
BACK = Along(k, k, -2)  # the opposite direction
AHEAD, BEHIND = Along(c, k, 2), Along(c, BACK, 2)
LINES = CountOf(e, Adjacent(c, "sides"), Shows("line", e))


def beside(more: int) -> CountOf:
    """How many lines lead to a cell where so much more of the line is left."""
    drawn = Shows("line", Along(c, k, 1))
    return CountOf(k, Directions(), drawn & ValueAt("left", AHEAD).is_(LEFT + Fixed(more)))


def length(direction: Spot) -> Leading:
    """How many cells of a pencil that points to `k` follow in a direction."""
    return Leading(d, Ray(c, direction), PointsTo("pencil", d, k))


def pointing(layer: str, holds: Truth, among: PlaceList = CELLS) -> Truth:
    """It is true of each cell `c` whose arrow points to `k`."""
    return ForAll(c, among, ForAll(k, Directions(), PointsTo(layer, c, k) >> holds))


GENRE = Genre(
    name="pencils",
    title="Pencils",
    source="puzz.link, rules of pencils. `?` is in a pencil. The numbers of lines are what is left of them.",
    link="pencils",
    unknown=(
        Arrows("pencil", where=~HasClue("tips", CELL)),
        Arrows("tip", given="tips"),
        CentreLines("line"),
        CellNumbers("left", lo=Fixed(0), hi=LargerOf(ROWS, COLUMNS) - ONE),
    ),
    given=(
        NumberClue("numbers", lo=1, link="sashigane"),
        ArrowClue("tips", bare=True, link="sashigane"),
    ),
    rules=(
        GenreRule("lines do not branch or cross", ForAll(c, CELLS, LINES <= 2)),
        GenreRule("a line begins at each tip", ForAll(c, CELLS, ~TIP | LINES.is_(1))),
        GenreRule("no line or tip is in a pencil", ForAll(c, CELLS, ~BODY | (LINES.is_(0) & ~TIP))),
        GenreRule("each cell is in a pencil or on a line", ForAll(c, CELLS, BODY | (LINES >= 1))),
        GenreRule("each number is in a pencil", ForAll(c, WithClue("numbers", hidden=True), BODY)),
        GenreRule(
            "each pencil has a tip",
            pointing("pencil", PointsTo("pencil", AHEAD, k) | PointsTo("tip", AHEAD, k)),
        ),
        GenreRule("each tip is at a pencil", pointing("tip", PointsTo("pencil", BEHIND, k))),
        GenreRule(
            "a number is the length of its pencil",
            pointing(
                "pencil",
                (ONE + length(k) + length(BACK)).is_(ClueAt("numbers", c)),
                WithClue("numbers"),
            ),
        ),
        GenreRule("the line at a tip is as long as its pencil", pointing("tip", LEFT.is_(length(BACK)))),
        GenreRule(
            "numbers fall by one along each line",
            ForAll(e, INNER, ~Shows("line", e) | SpreadOf(c, Adjacent(e, "beside"), LEFT).is_(1)),
        ),
        GenreRule(
            "each line has one tip",
            ForAll(c, CELLS, BODY | (TIP & beside(1).is_(0)) | (~TIP & beside(1).is_(1))),
        ),
        GenreRule(
            "each line ends where nothing of it is left",
            ForAll(c, CELLS, (LEFT.is_(0) & beside(-1).is_(0)) | ((LEFT >= 1) & beside(-1).is_(1))),
        ),
    ),
)
