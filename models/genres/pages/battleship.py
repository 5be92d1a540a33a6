"""Battleships: place the ships of the fleet, which do not touch; numbers count the cells in ships."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHIP = Shows("ship", c)

GENRE = Genre(
    name="battleship",
    title="Battleships",
    source="puzz.link, rules of battleship. `~` is water, `?` any part of a ship.",
    link="battleship",
    unknown=(Shading("ship"),),
    given=(
        NumberClue("counts", at="line", hidden=False, link="number16"),
        ShipClue("parts", link="number16"),
        FleetClue("fleet", link="fleet"),
    ),
    rules=(
        GenreRule(
            "water and parts of ships are as given",
            ForAll(c, WithClue("parts", hidden=True), ShipPart("ship", "parts", c)),
        ),
        GenreRule(
            "the ships are those of the fleet, and do not touch, not even at a corner",
            Pieces(ByLabel(c, CELLS, SHIP, "around"), "fleet"),
        ),
        GenreRule(
            "a number beside the board counts the cells of ships in its row or column",
            ForAll(
                g,
                WithClue("counts", among=RowsAndColumns()),
                CountOf(c, Members(g), SHIP).is_(ClueAt("counts", g)),
            ),
        ),
    ),
)
