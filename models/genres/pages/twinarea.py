"""Twin Area: a number in each room, its size; those in a grey area sum to the size of that."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

NUMBER = ValueAt("number", c)
LARGEST = Largest(g, Rooms("rooms"), SizeOf(Members(g)))
AREAS = ByLabel(d, CELLS, HasClue("grey", d))
OF_AREA = Where(d, CELLS, SameGroup(AREAS, c, d))
FIRSTS = Where(c, WithClue("grey"), IsIn(c, FirstOf(d, CELLS, SameGroup(AREAS, c, d))))

GENRE = Genre(
    name="twinarea",
    title="Twin Area",
    source="puzz.link, rules of twinarea.",
    link="twinarea",
    unknown=(CellNumbers("number", lo=Fixed(0), hi=LARGEST, given="clues"),),
    given=(
        RoomClue("rooms"),
        NumberClue("clues", lo=1, hidden=False, link="number16"),
        SignClue("grey", signs="~", dropped=False, link="binary"),
    ),
    rules=(
        GenreRule(
            "each room has one number", ForAll(g, Rooms("rooms"), CountOf(c, Members(g), NUMBER >= 1).is_(1))
        ),
        GenreRule(
            "a number is the size of its room",
            ForAll(c, CELLS, NUMBER.is_(0) | NUMBER.is_(SizeOf(SameRoom("rooms", c)))),
        ),
        GenreRule("no two numbers are neighbours", no_neighbours(NUMBER >= 1)),
        GenreRule(
            "the numbers in a grey area sum to its size",
            ForAll(c, FIRSTS, SumOf(d, OF_AREA, ValueAt("number", d)).is_(SizeOf(OF_AREA))),
        ),
    ),
)
