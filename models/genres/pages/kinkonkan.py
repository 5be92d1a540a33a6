"""Kin-Kon-Kan: a mirror in each room; light from a letter comes out at its other one."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LIGHT = ByHalves("mirror", mirrors=True)
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
ENDS = WithClue("letters")
ENTRY, EXIT = (Along(spot, Inward(spot), 1) for spot in (d, p))
EQUAL = Where(p, ENDS, ClueAt("letters", p).is_(ClueAt("letters", d)) & ~SamePlace(d, p))
MIRRORS = CountOf(c, Adjacent(q, "beside"), ValueAt("mirror", c) >= 1)
PASSES = GroupCount(LIGHT, ENTRY, q, MIRRORS >= 1) + GroupCount(LIGHT, ENTRY, q, MIRRORS.is_(2))  # two each

GENRE = Genre(
    name="kinkonkan",
    title="Kin-Kon-Kan",
    source="puzz.link, rules of kinkonkan. A letter need not have a number.",
    link="kinkonkan",
    unknown=(DiagonalLines("mirror", may_be_empty=True),),
    given=(
        RoomClue("rooms"),
        SignedClue("letters", at="side", signs=LETTERS, dropped=False, link="kinkonkan"),
    ),
    rules=(
        GenreRule(
            "each room has one mirror",
            ForAll(g, Rooms("rooms"), CountOf(c, Members(g), ValueAt("mirror", c) >= 1).is_(1)),
        ),
        GenreRule(
            "light from a letter comes out at an equal one",
            ForAll(d, ENDS, Exists(p, EQUAL, SameGroup(LIGHT, ENTRY, EXIT))),
        ),
        GenreRule(
            "a number counts the reflections",
            ForAll(
                d,
                Where(d, ENDS, ClueAt("letters", d, 1) >= 0),
                PASSES.is_(Times(Fixed(2), ClueAt("letters", d, 1))),
            ),
        ),
        GenreRule(
            "each mirror reflects light of a letter",
            ForAll(
                c,
                CELLS,
                (ValueAt("mirror", c) >= 1)
                >> Exists(d, ENDS, Exists(e, Adjacent(c, "sides"), SameGroup(LIGHT, ENTRY, e))),
            ),
        ),
    ),
)
