"""Retrograde Battleships: place the ships of the fleet where the drawn parts of ships fit them."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.battleship import SHIP
from zenkai_solver.models.genres.vocabulary import *

GENRE = Genre(
    name="retroships",
    title="Retrograde Battleships",
    source="puzz.link, rules of retroships. `~` and `?` are water.",
    link="retroships",
    unknown=(Shading("ship"),),
    given=(ShipClue("parts", link="number16?"), FleetClue("fleet", link="fleet")),
    rules=(
        GenreRule(
            "a cell of a ship has the part that is drawn there",
            ForAll(c, WithClue("parts"), ~SHIP | ShipPart("ship", "parts", c)),
        ),
        GenreRule(
            "`?` is water",
            ForAll(c, Where(c, WithClue("parts", hidden=True), ClueAt("parts", c) <= -1), ~SHIP),
        ),
        GenreRule(
            "the ships are those of the fleet, and do not touch, not even at a corner",
            Pieces(ByLabel(c, CELLS, SHIP, "around"), "fleet"),
        ),
    ),
)
