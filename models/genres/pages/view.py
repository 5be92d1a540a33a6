"""View: numbers in some cells, each that of the empty cells it sees; they are connected."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

DIGITS = "0123456789ABCDEFGHIJ"
SIGN = ValueAt("number", c)  # one more than the number, 0 for an empty cell
SEEN = SumOf(k, Directions(), Leading(d, Ray(c, k), ValueAt("number", d).is_(0)))

GENRE = Genre(
    name="view",
    title="View",
    source="puzz.link, rules of view. Numbers are 0 to 19 here, A is 10; there is at least one.",
    link="view",
    unknown=(Symbols("number", "." + DIGITS, given="clues"),),
    given=(SignClue("clues", signs=DIGITS, hidden=True, link="number16+1"),),
    rules=(
        GenreRule("there is a number", Exists(c, CELLS, SIGN > 0)),
        GenreRule(
            "a number counts the empty cells that it sees",
            ForAll(c, CELLS, SIGN.is_(0) | SIGN.is_(SEEN + ONE)),
        ),
        GenreRule(
            "equal numbers are not neighbours",
            ForAll(e, INNER, Distinct(c, Adjacent(e, "beside"), SIGN, but=0)),
        ),
        GenreRule("the cells with numbers are connected", AllConnected(ByLabel(c, CELLS, SIGN > 0))),
    ),
)
