"""Tetro Chain-K: tetrominoes in a chain of corners, no two of a shape in turn; circles say what prevails."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.tetrochain import CHAIN, SHADED
from zenkai_solver.models.genres.vocabulary import *


def circled(key: str, cells: PlaceList) -> Truth:
    """Of the cells at a circle more are shaded than not, as many, or fewer."""
    twice = CountOf(c, cells, SHADED) + CountOf(c, cells, SHADED)
    black, grey, white = (Where(p, WithClue(key), HasClue(key, p, value)) for value in (1, 2, 3))
    size = SizeOf(cells)
    return ForAll(p, black, twice > size) & ForAll(p, grey, twice.is_(size)) & ForAll(p, white, twice < size)


GENRE = Genre(
    name="tetrochaink",
    title="Tetro Chain-K",
    source="puzz.link, rules of tetrochaink. Turned and mirrored shapes are the same.",
    link="tetrochaink",
    unknown=(Shading("shade"),),
    given=(
        SignClue("circles", signs="*@o", link="kurarin"),
        SignClue("sides", at="edge", signs="*@o", link="kurarin"),
        SignClue("corners", at="corner", signs="*@o", link="kurarin"),
    ),
    rules=(
        *CHAIN,
        GenreRule(
            "at a black circle more cells are shaded than not, at a white one fewer, at a grey one as many",
            circled("circles", Where(c, CELLS, SamePlace(c, p)))
            & circled("sides", Adjacent(p, "beside"))
            & circled("corners", Adjacent(p, "corners")),
        ),
    ),
)
