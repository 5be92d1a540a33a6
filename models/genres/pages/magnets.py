"""Magnets: a magnet, or none, in each room; equal poles are no neighbours, and numbers count poles."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

POLE, OTHER = ValueAt("pole", c), ValueAt("pole", d)
HERE = Where(e, SameRoom("rooms", c), SamePlace(e, c))
BESIDE = Adjacent(e, "beside")
WALL = IsIn(e, RoomBorders("rooms")) | HasClue("walls", e)
CLOSED = WALL | Exists(p, BESIDE, HasClue("holes", p))
JOINED = LeastReached(e, HERE, Fixed(0), Indicator(CLOSED, NO_BOUND), d).is_(0)
IN_PART = Where(d, SameRoom("rooms", c), JOINED)
MATES = Where(d, Adjacent(c, "neighbours"), IsIn(d, IN_PART))
LARGE = Where(c, CELLS, SizeOf(MATES) > 0)
OPPOSITE = HasClue("equal_poles_beside", WholeBoard())


def counted(sign: int, first: bool) -> Truth:
    """Numbers at the first ends of lines, or at the others, count this pole."""
    ahead = SamePlace(Inward(d), Toward("down")) | SamePlace(Inward(d), Toward("right"))
    ends = Where(d, WithClue("counts"), ahead if first else ~ahead)
    return ForAll(d, ends, CountOf(c, Ray(d, Inward(d)), POLE.is_(sign)).is_(ClueAt("counts", d)))


GENRE = Genre(
    name="magnets",
    title="Magnets",
    source="Janko, rules of Magnete; puzz.link, rules of magnets. A room of one cell may have any pole. "
    "Holes are no cells, and part rooms as walls do.",
    link="magnets",
    unknown=(Symbols("pole", ".+-", given="poles"),),
    given=(
        SwitchClue("equal_poles_beside", sign="a"),
        NumberClue("counts", at="side", hidden=False, link="magnets"),
        RoomClue("rooms"),
        SignClue("walls", at="edge", rooms="rooms", dropped=False, link="border"),
        SignClue("poles", signs="+-", link="poles"),
        SignClue("holes", dropped=False, link="poles"),
    ),
    rules=(
        GenreRule("no pole is in a hole", ForAll(c, WithClue("holes"), POLE.is_(0))),
        GenreRule(
            "each room has two poles or none",
            ForAll(c, LARGE, POLE.is_(0) | CountOf(d, IN_PART, OTHER > 0).is_(2)),
        ),
        GenreRule(
            "the poles of a magnet are beside each other",
            ForAll(c, LARGE, POLE.is_(0) | Exists(d, MATES, (OTHER > 0) & OTHER.isnt(POLE))),
        ),
        GenreRule(
            "equal poles are not neighbours",
            ForAll(e, Where(e, INNER, ~OPPOSITE), Distinct(c, BESIDE, POLE, but=0)),
        ),
        GenreRule(
            "different poles of two magnets are not neighbours",
            ForAll(
                e,
                Where(e, INNER, OPPOSITE & CLOSED),
                Exists(c, BESIDE, POLE.is_(0)) | SpreadOf(c, BESIDE, POLE).is_(0),
            ),
        ),
        GenreRule("a number on the left or above counts the + in its line", counted(1, True)),
        GenreRule("a number on the right or below counts the - in its line", counted(2, False)),
    ),
)
