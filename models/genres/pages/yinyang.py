"""Yin-Yang: a white or a black circle in every cell; those of a colour are connected, and none fill a 2x2."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

BLACK = Shows("circle", c, 2)

GENRE = Genre(
    name="yinyang",
    title="Yin-Yang",
    source="puzz.link, rules of yinyang. All circles may be of one colour.",
    link="yinyang",
    unknown=(Symbols("circle", "o*", given="circles"),),
    given=(SignClue("circles", signs="o*", link="circle"),),
    rules=(
        GenreRule("white circles are connected", AllConnected(ByLabel(c, CELLS, ~BLACK))),
        GenreRule("black circles are connected", AllConnected(ByLabel(c, CELLS, BLACK))),
        GenreRule("no 2x2 is all white", ForAll(g, Windows(2, 2), Exists(c, Members(g), BLACK))),
        GenreRule("no 2x2 is all black", ForAll(g, Windows(2, 2), Exists(c, Members(g), ~BLACK))),
    ),
)
