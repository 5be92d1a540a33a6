"""Easy as ABC: each letter once in each row and column; one beside the board is the first seen from there."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LETTER = ValueAt("letter", c)
LETTERS = ClueAt("letters", WholeBoard())
SEEN = First(c, Ray(d, Inward(d)), LETTER)

GENRE = Genre(
    name="easyasabc",
    title="Easy as ABC",
    source="World Puzzle Championship; puzz.link, rules of easyasabc. The letters are A to the stated one.",
    link="easyasabc",
    unknown=(CellNumbers("letter", lo=Fixed(0), hi=LETTERS, given="clues", letters=True),),
    given=(
        NumberClue("letters", at="board", link="count", lo=2, hi=26, hidden=False, dropped=False),
        NumberClue("sides", at="side", link="number16", lo=1, hi=26, hidden=False, letters=True),
        NumberClue("clues", link="number16?", lo=1, hi=26, hidden=False, letters=True),
    ),
    rules=(
        GenreRule(
            "each row and column has each letter once",
            ForAll(
                g,
                RowsAndColumns(),
                ForAll(v, NumbersFrom(ONE, LETTERS), CountOf(c, Members(g), LETTER.is_(v)).is_(1)),
            ),
        ),
        GenreRule(
            "a letter beside the board is the first that is seen from there",
            ForAll(d, WithClue("sides"), SEEN.is_(ClueAt("sides", d))),
        ),
    ),
)
