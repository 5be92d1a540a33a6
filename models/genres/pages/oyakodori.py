"""Oyakodori: birds fly into nests, a small and a large one into each; large ones cross borders."""

from __future__ import annotations

from zenkai_solver.models.genres.expressions import Amount
from zenkai_solver.models.genres.pages.satogaeri import occupied
from zenkai_solver.models.genres.vocabulary import *

LINE = Shows("line", e)
LINES = CountOf(e, Adjacent(c, "sides"), LINE)
BIRDS = WithClue("circles")
NESTS = ByLabel(c, CELLS, HasClue("nests", c), across=~HasClue("borders", EDGE))
GOES_ON = HasClue("nests", Along(c, k, 2)) & ~HasClue("borders", Along(c, k, 1))
LARGER = Where(c, WithClue("nests"), Exists(k, Directions(), GOES_ON))  # in nests of several cells
CROSSES = LINE & Exists(d, Adjacent(e, "beside"), SameGroup(ByLines("line"), c, d))


def of_size(value: int) -> PlaceList:
    """The birds: large ones are 1, small ones 2."""
    return Where(p, BIRDS, HasClue("circles", p, value))


def arrived(value: int) -> Amount:
    """How many birds of this size are in the nest of a cell in the end."""
    here = Exists(p, of_size(value), SamePlace(p, d) | SameGroup(ByLines("line"), p, d))
    return GroupCount(NESTS, c, d, occupied(d) & here)


GENRE = Genre(
    name="oyakodori",
    title="Oyakodori",
    source="puzz.link, rules of oyakodori. White birds are large; a nest, which borders "
    "divide, of one cell may have one bird.",
    link="oyakodori",
    unknown=(CentreLines("line"),),
    given=(
        SignClue("borders", at="edge", dropped=False, link="border"),
        SignClue("circles", signs="o*", dropped=False, link="circle"),
        SignClue("nests", signs="~", dropped=False, link="binary"),
    ),
    rules=(
        GenreRule("lines do not branch or cross", ForAll(c, CELLS, LINES <= 2)),
        GenreRule("lines close no loop", NoLoop("line")),
        GenreRule("no bird flies over another one", ForAll(c, BIRDS, LINES <= 1)),
        GenreRule(
            "each line is of one bird",
            one_per_line("circles"),
        ),
        GenreRule("no line goes through a nest", ForAll(c, WithClue("nests"), LINES <= 1)),
        GenreRule("each bird is in a nest in the end", ForAll(c, CELLS, occupied(c) >> HasClue("nests", c))),
        GenreRule(
            "a nest that is used has one small and one large bird",
            ForAll(c, LARGER, arrived(1).is_(arrived(2)) & (arrived(1) <= 1)),
        ),
        GenreRule(
            "small birds fly over no border",
            ForAll(c, Where(c, BIRDS, HasClue("circles", c, 2)), ForAll(e, WithClue("borders"), ~CROSSES)),
        ),
        GenreRule(
            "large birds fly over a border",
            ForAll(c, Where(c, BIRDS, HasClue("circles", c, 1)), Exists(e, WithClue("borders"), CROSSES)),
        ),
    ),
)
