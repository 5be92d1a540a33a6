"""Slalom: one loop from the circle through all gates; a number says which gate at it comes in turn."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

UP, LEFT = Toward("up"), Toward("left")
KINDS = ((1, UP, LEFT), (2, LEFT, UP))  # of gates: the sign, and the directions along it and through it
LINES = CountOf(e, Adjacent(c, "sides"), Shows("line", e))
GATES, NEAR, NUMBER = WithClue("gates"), Adjacent(c, "neighbours"), ClueAt("blocks", c, 1)
NUMBERED, POINTED = (
    Where(c, WithClue("blocks"), (NUMBER >= 1) & arrow)
    for arrow in (ClueAt("blocks", c).is_(0), ClueAt("blocks", c) >= 1)
)
POINTED_AT = Where(d, NEAR, SamePlace(d, Along(c, ArrowAt("blocks", c), 2)))


WITHIN = OneOf(
    tuple(
        HasClue("gates", Along(EDGE, along, 1), sign) & HasClue("gates", Along(EDGE, along, -1), sign)
        for sign, along, _ in KINDS
    )
)
ENDS = OneOf(tuple(HasClue("gates", Along(e, along, i), sign) for i in (1, -1) for sign, along, _ in KINDS))
COUNTED = OneOf(tuple(HasClue("gates", Along(EDGE, through, -1), sign) for sign, _, through in KINDS))
GATE = ByLabel(c, CELLS, HasClue("gates", c), across=WITHIN)


def in_turn(backward: bool) -> Truth:
    """Is each number right, where the loop is followed in this direction?"""
    passed = CountOnWay("line", p, d, COUNTED, backward)
    is_right = OneOf(
        tuple(
            HasClue("gates", d, sign)
            & (SamePlace(Along(d, along, 2), c) | SamePlace(Along(d, along, -2), c))
            & (passed + Indicator(Heads("line", Along(d, through, 1), through, backward))).is_(NUMBER)
            for sign, along, through in KINDS
        )
    )
    return ForAll(
        p,
        WithClue("start"),
        ForAll(c, NUMBERED, Exists(d, NEAR, is_right)) & ForAll(c, POINTED, Exists(d, POINTED_AT, is_right)),
    )


GENRE = Genre(
    name="slalom",
    title="Slalom",
    source="Nikoli; puzz.link, rules of slalom. `|` and `-` are gates. A number is of a gate at "
    "its cell, with an arrow of the one there; the site guesses which.",
    link="slalom",
    unknown=(CentreLines("line"),),
    given=(
        SignClue("gates", signs="|-", turning="|-", dropped=False, link="slalom"),
        ArrowClue("blocks", plain="#", loose=True, link="slalom"),
        SignClue("start", signs="o", dropped=False, link="slalom"),
    ),
    rules=(
        GenreRule("the lines are one loop", OneLoop("line")),
        GenreRule("there is one circle", SizeOf(WithClue("start")).is_(1)),
        GenreRule("the loop goes through the circle", ForAll(c, WithClue("start"), LINES.is_(2))),
        GenreRule("the loop goes through no black cell", ForAll(c, WithClue("blocks"), LINES.is_(0))),
        GenreRule("the loop goes straight across gates", ForAll(e, Where(e, INNER, ENDS), ~Shows("line", e))),
        GenreRule(
            "the loop goes through each gate once",
            ForAll(
                c, GATES, GroupCount(GATE, c, d, Exists(e, Adjacent(d, "sides"), Shows("line", e))).is_(1)
            ),
        ),
        GenreRule("numbers are those of gates in turn", in_turn(False) | in_turn(True)),
    ),
)
