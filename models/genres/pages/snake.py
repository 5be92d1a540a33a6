"""Snake: shade a path of cells, which touches itself nowhere, not even at a corner."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SNAKE = Shows("snake", c)
NEAR_C, NEAR_D = Adjacent(c, "neighbours"), Adjacent(d, "neighbours")
NEXT = CountOf(d, NEAR_C, Shows("snake", d))
DIAGONAL = Where(d, Adjacent(c, "around"), ~IsIn(d, NEAR_C))
BOTH = Where(e, NEAR_C, IsIn(e, NEAR_D))
WHITE, BLACK = (Where(c, WithClue("circles"), HasClue("circles", c, value)) for value in (1, 2))

GENRE = Genre(
    name="snake",
    title="Snake",
    source="puzz.link, rules of snake. A snake has two ends, so that it has at least two cells.",
    link="snake",
    unknown=(Shading("snake"),),
    given=(
        SignClue("circles", signs="o*", link="circle"),
        NumberClue("counts", at="line", hidden=False, link="number16"),
    ),
    rules=(
        GenreRule("the snake is connected", AllConnected(ByLabel(c, CELLS, SNAKE))),
        GenreRule("the snake does not branch", ForAll(c, CELLS, SNAKE >> (NEXT <= 2))),
        GenreRule("the snake has two ends", CountOf(c, CELLS, SNAKE & NEXT.is_(1)).is_(2)),
        GenreRule("the snake fills no 2x2", ForAll(g, Windows(2, 2), Exists(c, Members(g), ~SNAKE))),
        GenreRule(
            "the snake does not touch itself at a corner",
            ForAll(
                c,
                CELLS,
                ForAll(d, DIAGONAL, ~SNAKE | ~Shows("snake", d) | Exists(e, BOTH, Shows("snake", e))),
            ),
        ),
        GenreRule("the snake goes through each circle", ForAll(c, WithClue("circles"), SNAKE)),
        GenreRule("an end is at each black circle", ForAll(c, BLACK, NEXT.is_(1))),
        GenreRule("no end is at a white circle", ForAll(c, WHITE, NEXT.is_(2))),
        GenreRule(
            "a number beside the board counts the cells of the snake in its row or column",
            ForAll(
                g,
                WithClue("counts", among=RowsAndColumns()),
                CountOf(c, Members(g), SNAKE).is_(ClueAt("counts", g)),
            ),
        ),
    ),
)
