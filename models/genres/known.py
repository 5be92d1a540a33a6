"""What a drawing of a puzzle shows: values that are known, walls, and clues."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from zenkai_solver.models.genres.amounts import ValueAt
from zenkai_solver.models.genres.clues import ClueKind, RoomClue, SignClue
from zenkai_solver.models.genres.expressions import Compare
from zenkai_solver.models.genres.genre import Genre
from zenkai_solver.models.genres.graphs import ByLabel
from zenkai_solver.models.genres.layers import Areas, EdgeLines, Layer, Symbols
from zenkai_solver.models.genres.places import Everywhere
from zenkai_solver.models.genres.sheet import HIDDEN, WHOLE, GenreSheet, Place, values_in

Known = Mapping[tuple[str, Place], int]  # values; 0, where it is named, is nothing
NOTHING_KNOWN: Known = {}
RING = "o"  # a clue that has room for a number
ICE, ICE_SIGN = "#bfe6ff", "~"  # of cells of another ground, which may have values
ENDS = "SG"  # signs of the ends of a way
SECOND = "second"  # lines of a layer of this name are drawn beside those of another one


def shown_by(genre: Genre, known: Known, *kinds: type[Layer]) -> Iterator[tuple[Layer, Place, int]]:
    """The layer, place and value of each value but 0 of layers of these kinds."""
    layers = {layer.name: layer for layer in genre.unknown if isinstance(layer, kinds)}
    return (
        (layers[name], place, value) for (name, place), value in known.items() if value and name in layers
    )


def blanks(genre: Genre, known: Known) -> Iterator[tuple[Layer, Place]]:
    """The layer and place of each known value 0."""
    layers = {layer.name: layer for layer in genre.unknown}
    return ((layers[name], place) for (name, place), value in known.items() if not value)


def thick_edges(genre: Genre, sheet: GenreSheet, known: Known) -> set[Place]:
    """The edges with a thick line: around the board, between rooms, areas, and groups of equal values.

    Not between rooms that areas are made of.
    """
    walls = {place for _, place, _ in shown_by(genre, known, Areas)}
    grouped = _grouped(genre)
    keys = [] if _are_joined(genre) else [kind.key for kind in genre.given if isinstance(kind, RoomClue)]
    within = [kind.key for kind in genre.given if kind.is_wall]
    walls |= {edge for key in within for edge in sheet.clues.get(key, {})}
    for edge in sheet.every["edge"]:
        cells = sheet.related(edge, "beside")
        if len(cells) == 1 or any(len({sheet.clues[key].get(cell) for cell in cells}) > 1 for key in keys):
            walls.add(edge)
        values = ([known.get((name, cell)) for cell in cells] for name in grouped)
        if any(None not in pair and len(set(pair)) > 1 for pair in values):
            walls.add(edge)
    return walls


def _are_joined(genre: Genre) -> bool:
    """Are areas looked for that are made of rooms?"""
    return any(isinstance(layer, Areas) for layer in genre.unknown)


def seams(genre: Genre, sheet: GenreSheet) -> list[Place]:
    """The edges between rooms that areas are made of."""
    keys = [kind.key for kind in genre.given if isinstance(kind, RoomClue) and _are_joined(genre)]
    pairs = [(edge, sheet.related(edge, "beside")) for edge in sheet.every["inner"]]
    return [
        edge
        for key in keys
        for edge, (one, other) in pairs
        if sheet.clues[key].get(one) != sheet.clues[key].get(other)
    ]


def thin_edges(genre: Genre, sheet: GenreSheet) -> set[Place]:
    """Of several divisions into rooms, the edges that only others than the last one have a wall at."""
    *others, last = [None, *(kind.key for kind in genre.given if isinstance(kind, RoomClue))]
    rooms = sheet.clues.get(last or "", {})
    pairs = ((edge, sheet.related(edge, "beside")) for edge in sheet.every["inner"])
    return {edge for edge, (one, other) in pairs if len(others) > 1 and rooms[one] == rooms[other]}


@cache
def _grouped(genre: Genre) -> frozenset[str]:
    """The layers that a rule groups by equal values."""
    labels = (word for word in values_in(genre.rules) if isinstance(word, ByLabel))
    graphs = (graph for graph in labels if isinstance(graph.over, Everywhere))
    compared = (word for graph in graphs for word in values_in(graph.holds) if isinstance(word, Compare))
    return frozenset(
        word.left.layer for word in compared if isinstance(word.left, ValueAt) and word.operator == "="
    )


def lines_on_edges(genre: Genre) -> bool:
    """Are lines on edges unknown? Then the board has dots and no frame."""
    return any(isinstance(layer, EdgeLines) for layer in genre.unknown)


def drawn_clues(
    genre: Genre, sheet: GenreSheet, known: Known = NOTHING_KNOWN
) -> Iterator[tuple[ClueKind, Place, str]]:
    """The clues that are drawn at a place: kind, place and text. A known value replaces its `?`, and the sign
    of an end stands before another clue of its cell.
    """
    ends = {
        place: (kind, kind.write(value))
        for kind in genre.given
        if isinstance(kind, SignClue) and kind.signs == ENDS
        for place, value in sheet.clues.get(kind.key, {}).items()
    }
    for kind in genre.given:
        walls = isinstance(kind, RoomClue) or kind.is_wall
        if not walls and kind.at != "board" and getattr(kind, "signs", "") != ENDS:
            layers = [layer.name for layer in genre.unknown if getattr(layer, "given", "") == kind.key]
            for place, value in sheet.clues.get(kind.key, {}).items():
                if value != HIDDEN or not any(known.get((layer, place)) for layer in layers):
                    _, end = ends.pop(place, (kind, "")) if kind.at == "cell" else (kind, "")
                    yield kind, place, end + kind.write(value)
    yield from ((kind, place, end) for place, (kind, end) in ends.items())


def is_clued(layer: Layer, sheet: GenreSheet, place: Place) -> bool:
    """Is the clue drawn in place of the value? Not where the value is a sign that no clue gives."""
    return not isinstance(layer, Symbols) or sheet.clues.get(layer.given, {}).get(place, HIDDEN) != HIDDEN


def board_clues(genre: Genre, sheet: GenreSheet) -> list[str]:
    """The clues of the board as a whole."""
    of_board = [(kind, sheet.clues.get(kind.key, {})) for kind in genre.given if kind.at == "board"]
    return [f"{kind.key}: {kind.write(clues[WHOLE])}" for kind, clues in of_board if clues]
