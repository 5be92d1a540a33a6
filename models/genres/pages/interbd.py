"""International Borders: shade cells between countries; each country has all clues of one colour."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED, NEAR = Shows("shade", c), Adjacent(c, "neighbours")
COUNTRY = ByLabel(p, CELLS, ~Shows("shade", p))
CLUED = WithClue("clues")
NUMBERED = Where(c, CLUED, ClueAt("clues", c, 1) >= 0)
COLOURED, OTHERS = (Where(place, CLUED, ClueAt("clues", place) >= 2) for place in (c, e))
ALIKE = ClueAt("clues", c).is_(ClueAt("clues", e))
IN_COUNTRY = SameGroup(COUNTRY, e, d)  # of the clue `e`

GENRE = Genre(
    name="interbd",
    title="International Borders",
    source="puzz.link, rules of interbd. A to F are colours, perhaps with a number; g is grey.",
    link="interbd",
    unknown=(Shading("shade"),),
    given=(SignedClue("clues", signs="gABCDEF", link="interbd"),),
    rules=(
        GenreRule("a cell with a clue is not shaded", ForAll(c, CLUED, ~SHADED)),
        GenreRule(
            "a number counts the shaded cells beside it",
            ForAll(c, NUMBERED, CountOf(d, NEAR, Shows("shade", d)).is_(ClueAt("clues", c, 1))),
        ),
        GenreRule(
            "each country has a colour",
            EachGroup(COUNTRY, p, Indicator(Exists(c, COLOURED, SamePlace(c, p))), ONE, AREA),
        ),
        GenreRule(
            "equal colours are in one country",
            ForAll(c, COLOURED, ForAll(e, Where(e, OTHERS, ALIKE), SameGroup(COUNTRY, c, e))),
        ),
        GenreRule(
            "different colours are in different countries",
            ForAll(c, COLOURED, ForAll(e, Where(e, OTHERS, ~ALIKE), ~SameGroup(COUNTRY, c, e))),
        ),
        GenreRule(
            "each shaded cell divides two countries",
            ForAll(
                c,
                CELLS,
                ~SHADED
                | Exists(
                    e,
                    OTHERS,
                    Exists(d, NEAR, IN_COUNTRY) & Exists(d, NEAR, ~Shows("shade", d) & ~IN_COUNTRY),
                ),
            ),
        ),
    ),
)
