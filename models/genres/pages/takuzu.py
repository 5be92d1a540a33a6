"""Binairo: as many 0 as 1 in each row and column, never three alike; no two rows or columns are equal."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

q, m = Var("q"), Var("m")  # a cell of a line, and the direction of the line
DIGIT = ValueAt("digit", c)
ZEROS, ONES = (CountOf(c, Members(g), DIGIT.is_(value)) for value in (1, 2))
FREE = HasClue("may_be_equal", WholeBoard())
FIRST = Where(c, CELLS, ~FREE & ~IsIn(Along(c, m, -2), CELLS))
LINE = Ray(Along(c, m, -1), m)
ACROSS = Where(k, Directions(), ~IsIn(Along(c, k, 2), LINE) & IsIn(Along(c, k, 2), CELLS))
FACING = Along(q, k, Times(Fixed(2), SizeOf(CellsBetween(c, d))) + 2)
DIFFER = Exists(q, LINE, ValueAt("digit", q).isnt(ValueAt("digit", FACING)))

GENRE = Genre(
    name="takuzu",
    title="Binairo",
    source="Peter De Schepper and Frank Coussement. Rows and columns have even numbers of cells. "
    "Janko: rows may be equal.",
    unknown=(Symbols("digit", "01", given="clues"),),
    given=(SignClue("clues", signs="01"), SwitchClue("may_be_equal")),
    rules=(
        GenreRule("each row and column has as many 0 as 1", ForAll(g, RowsAndColumns(), ZEROS.is_(ONES))),
        GenreRule(
            "no three successive cells of a row or column are alike",
            ForAll(
                g,
                Stretches(RowsAndColumns(), 3),
                Exists(c, Members(g), DIGIT.is_(1)) & Exists(c, Members(g), DIGIT.is_(2)),
            ),
        ),
        GenreRule(
            "no two rows are equal, and no two columns",
            ForAll(m, Directions(), ForAll(c, FIRST, ForAll(k, ACROSS, ForAll(d, Ray(c, k), DIFFER)))),
        ),
    ),
)
