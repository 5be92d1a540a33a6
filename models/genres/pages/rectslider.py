"""Rectangle-Slider: panels move straight, so that they form rectangles of two panels at least."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.satogaeri import CIRCLES, NUMBERED_MOVES, occupied
from zenkai_solver.models.genres.vocabulary import *

BLOCKS = ByLabel(c, CELLS, occupied(c))

GENRE = Genre(
    name="rectslider",
    title="Rectangle-Slider",
    source="puzz.link, rules of rectslider. A panel without a number may stay. There is a line.",
    link="rectslider",
    unknown=(CentreLines("line"),),
    given=(CIRCLES,),
    rules=(
        *NUMBERED_MOVES,
        GenreRule("blocks are rectangles in the end", Rectangles(BLOCKS)),
        GenreRule("each block has at least two panels", EachGroup(BLOCKS, c, ONE, ONE + ONE)),
    ),
)
