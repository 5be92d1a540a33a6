"""Light and Shadow: shade cells, so that each area, shaded or not, has one clue, which is its size."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
COLOUR, NUMBER = ClueAt("clues", d), ClueAt("clues", d, 1)
SHADES, LIGHTS = ByLabel(c, CELLS, SHADED), ByLabel(c, CELLS, ~SHADED)
CLUED = Indicator(HasClue("clues", c))
WHITE, BLACK = (Where(d, WithClue("clues"), COLOUR.is_(value)) for value in (1, 2))

GENRE = Genre(
    name="lightshadow",
    title="Light and Shadow",
    source="puzz.link, rules of lightshadow. A circle without a number is an area of any size.",
    link="lightshadow",
    unknown=(Shading("shade"),),
    given=(SignedClue("clues", link="balance"),),
    rules=(
        GenreRule("a black circle is shaded", ForAll(d, BLACK, Shows("shade", d))),
        GenreRule("a white circle is not shaded", ForAll(d, WHITE, ~Shows("shade", d))),
        GenreRule("each shaded area has one clue", EachGroup(SHADES, c, CLUED, ONE, ONE)),
        GenreRule("each area that is not shaded has one clue", EachGroup(LIGHTS, c, CLUED, ONE, ONE)),
        GenreRule(
            "a number is the size of its area",
            ForAll(d, Where(d, BLACK, NUMBER >= 0), GroupSum(SHADES, d).is_(NUMBER))
            & ForAll(d, Where(d, WHITE, NUMBER >= 0), GroupSum(LIGHTS, d).is_(NUMBER)),
        ),
    ),
)
