"""Tents: put tents beside trees, one for each tree and no two touching; numbers count those of a line."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

TENT, TREE = Shows("tent", c), HasClue("trees", c)
PAIRS = ByLabel(
    c, CELLS, TENT | TREE, across=CountOf(d, Adjacent(EDGE, "beside"), HasClue("trees", d)).is_(1)
)
NEAR = Adjacent(c, "neighbours")

GENRE = Genre(
    name="tents",
    title="Tents",
    source="puzz.link, rules of tents. Each tent has a tree of its own beside it, and each tree a tent.",
    link="tents",
    unknown=(Symbols("tent", ".A"),),
    given=(
        NumberClue("counts", at="line", hidden=False, link="number16"),
        SignClue("trees", signs="T", dropped=False, link="1cell"),
    ),
    rules=(
        GenreRule("no tent is on a tree", ForAll(c, WithClue("trees"), ~TENT)),
        GenreRule(
            "no two tents touch",
            no_neighbours(TENT) & ForAll(g, Windows(2, 2), CountOf(c, Members(g), TENT) <= 1),
        ),
        GenreRule(
            "beside each tent is a tree", ForAll(c, CELLS, ~TENT | Exists(d, NEAR, HasClue("trees", d)))
        ),
        GenreRule(
            "beside each tree is a tent", ForAll(c, WithClue("trees"), Exists(d, NEAR, Shows("tent", d)))
        ),
        # Then each tree can have a tent of its own: a tree has two tents beside it at most, as no two touch.
        GenreRule(
            "each group of trees and tents beside one another has as many trees as tents",
            EachGroup(PAIRS, c, Fixed(1) - Times(Fixed(2), Indicator(TREE)), Fixed(0), Fixed(0)),
        ),
        GenreRule(
            "a number beside the board counts the tents of its row or column",
            ForAll(
                g,
                WithClue("counts", among=RowsAndColumns()),
                CountOf(c, Members(g), TENT).is_(ClueAt("counts", g)),
            ),
        ),
    ),
)
