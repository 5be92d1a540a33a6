"""Return Home: letters move along lines, so that equal ones are in one room, and others are not."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.satogaeri import occupied
from zenkai_solver.models.genres.vocabulary import *

LINES = CountOf(e, Adjacent(c, "sides"), Shows("line", e))
LETTERS = WithClue("circles")


def moves_into_room(letter: Var) -> Truth:
    """The letter is in the room `g` when all have moved."""
    arrived = ~SamePlace(letter, p) & SameGroup(ByLines("line"), letter, p)
    stays = SamePlace(letter, p) & occupied(p)
    return Exists(p, Members(g), stays | (arrived & occupied(p)))


HERE, THERE = moves_into_room(c), moves_into_room(d)
OTHERS = Where(d, LETTERS, ClueAt("circles", d).isnt(ClueAt("circles", c)))
EQUAL = Where(d, LETTERS, ClueAt("circles", d).is_(ClueAt("circles", c)) & ~SamePlace(c, d))

GENRE = Genre(
    name="kaero",
    title="Return Home",
    source="Nikoli; puzz.link, rules of kaero. A letter may stay.",
    link="kaero",
    unknown=(CentreLines("line"),),
    given=(
        RoomClue("rooms"),
        NumberClue("circles", lo=1, hi=26, letters=True, hidden=False, dropped=False, link="kaero"),
    ),
    rules=(
        GenreRule("lines do not branch or cross", ForAll(c, CELLS, LINES <= 2)),
        GenreRule("lines close no loop", NoLoop("line")),
        GenreRule("no letter moves over another one", ForAll(c, LETTERS, LINES <= 1)),
        GenreRule(
            "each line is of one letter",
            one_per_line("circles"),
        ),
        GenreRule(
            "no room has two different letters in the end",
            ForAll(g, Rooms("rooms"), ForAll(c, LETTERS, ForAll(d, OTHERS, ~HERE | ~THERE))),
        ),
        GenreRule(
            "equal letters are in one room in the end",
            ForAll(g, Rooms("rooms"), ForAll(c, LETTERS, ForAll(d, EQUAL, HERE >> THERE))),
        ),
        GenreRule(
            "each room has a letter in the end",
            ForAll(g, Rooms("rooms"), Exists(c, Members(g), occupied(c))),
        ),
    ),
)
