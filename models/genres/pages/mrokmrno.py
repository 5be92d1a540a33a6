"""Mr. OK and Mr. NO: groups of two letters and a face, which smiles beside OK and frowns beside NO."""

from __future__ import annotations

from zenkai_solver.models.genres.expressions import OneOf
from zenkai_solver.models.genres.pages.lollipops import unlike_the_next
from zenkai_solver.models.genres.vocabulary import *

LETTER_N, LETTER_K, SMILE, FROWN, LETTER_O = range(1, 6)
MAY_BE = {1: (LETTER_O, SMILE, FROWN), 2: (SMILE, FROWN)}  # signs by a given head
NONE = ValueAt("sign", c).is_(0)
GROUPS = ByLabel(c, CELLS, ValueAt("sign", c) >= 1)


def shows(value: int, *ways: Toward) -> Truth:
    """Is the sign at `c`, or at the next cell in one of these directions?"""
    if not ways:
        return Shows("sign", c, value)
    return OneOf(tuple(Shows("sign", Along(c, way, 2), value) for way in ways))


def is_of(head: int) -> Truth:
    """If the given head at `c` is this one, the sign is one of those that it may be."""
    return ~HasClue("heads", c, head) | OneOf(tuple(map(shows, MAY_BE[head])))


BEFORE, AFTER = (Toward("left"), Toward("up")), (Toward("right"), Toward("down"))

GENRE = Genre(
    name="mrokmrno",
    title="Mr. OK and Mr. NO",
    source="puzz.link, rules of mrokmrno. `)` smiles, `(` frowns. A white head is an O or a face, a grey one "
    "a face.",
    link="mrokmrno",
    unknown=(Symbols("sign", ".NK)(O", given="signs"),),
    given=(
        SignClue("signs", signs="NK)(", link="mrokmrno"),
        SignClue("heads", signs="o%", link="mrokmrno"),
    ),
    rules=(
        GenreRule(
            "a white head is an O or a face, a grey one a face",
            ForAll(c, WithClue("heads"), AllOf(tuple(map(is_of, MAY_BE)))),
        ),
        GenreRule("each group has three signs", EachGroup(GROUPS, c, ONE, Fixed(3), Fixed(3))),
        GenreRule(
            "each group has one face",
            ForAll(
                c,
                CELLS,
                NONE | GroupCount(GROUPS, c, d, Shows("sign", d, SMILE) | Shows("sign", d, FROWN)).is_(1),
            ),
        ),
        GenreRule(
            "the letters of a group are OK or NO, side by side or one below the other",
            ForAll(c, CELLS, shows(LETTER_N) >> shows(LETTER_O, *AFTER))
            & ForAll(c, CELLS, shows(LETTER_K) >> shows(LETTER_O, *BEFORE))
            & ForAll(c, CELLS, shows(LETTER_O) >> (shows(LETTER_K, *AFTER) | shows(LETTER_N, *BEFORE))),
        ),
        GenreRule(
            "a face smiles beside OK, and frowns beside NO",
            ForAll(c, CELLS, ~shows(SMILE) | (GroupCount(GROUPS, c, d, Shows("sign", d, LETTER_K)) >= 1))
            & ForAll(c, CELLS, ~shows(FROWN) | (GroupCount(GROUPS, c, d, Shows("sign", d, LETTER_N)) >= 1)),
        ),
        GenreRule("the next sign in a row or column is another one", unlike_the_next("sign")),
    ),
)
