"""L-route: L-shapes of one cell's width; circles are at corners, and arrows at ends, toward the corner."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.sashigane import AT_CORNERS, AT_ENDS, L_SHAPES
from zenkai_solver.models.genres.vocabulary import *

GENRE = Genre(
    name="loute",
    title="L-route",
    source="puzz.link, rules of loute. A `?` says nothing, as on the site.",
    link="loute",
    unknown=(Areas("wall"),),
    given=(
        SignClue("circles", signs="o", link="loute"),
        ArrowClue("arrows", bare=True, plain="?", link="loute"),
    ),
    rules=(*L_SHAPES, AT_CORNERS, AT_ENDS),
)
