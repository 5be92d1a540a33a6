"""A puzzle of a genre as text: clues, and the values of the board that are known."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from zenkai_solver.models.genres.clues import ARROWS, RoomClue
from zenkai_solver.models.genres.genre import Genre
from zenkai_solver.models.genres.known import (
    ICE_SIGN,
    RING,
    SECOND,
    Known,
    blanks,
    board_clues,
    drawn_clues,
    is_clued,
    lines_on_edges,
    seams,
    shown_by,
    thick_edges,
)
from zenkai_solver.models.genres.layers import (
    Areas,
    Arrows,
    Bars,
    CellLayer,
    CellNumbers,
    CentreLines,
    DiagonalLines,
    EdgeLines,
    Layer,
    Shading,
)
from zenkai_solver.models.genres.sheet import DIRECTIONS, GenreSheet, Place
from zenkai_solver.models.render.text import CROSSINGS, LINES, Style


def text(
    genre: Genre, sheet: GenreSheet, known: Known, style: Style = "ascii", marked: Collection[Place] = ()
) -> str:
    """The board as text, corners two lines apart; cells are as wide as the longest label needs."""
    labels, beside_lines = _labels(genre, sheet, known, LINES[style][1])
    # So wide that shading is seen beside a clue, and a line beside the number of a room.
    widths = [
        *(len(label) + 1 for label in labels.values()),
        *(2 * len(label) + 1 for label in beside_lines.values()),
    ]
    canvas = _Paper(style, max([3, *widths]) // 2 * 2 + 2)
    if lines_on_edges(genre):
        dot = "." if style == "ascii" else "·"
        divided = any(isinstance(kind, RoomClue) for kind in genre.given)
        walls = thick_edges(genre, sheet, known) if divided else ()
        canvas.write_all(dict.fromkeys((*sheet.every["corner"], *walls), dot))
    else:
        canvas.write_all(dict.fromkeys(seams(genre, sheet), ":"))
        canvas.strokes(thick_edges(genre, sheet, known), 0)
    canvas.strokes({place for _, place, _ in shown_by(genre, known, EdgeLines)}, 0)
    dark = (
        place for layer, place, value in shown_by(genre, known, Shading) if layer.text(place, value) == "#"
    )
    canvas.write_all(dict.fromkeys(dark, "#" * (canvas.width - 1)))
    canvas.strokes(
        {place for layer, place, _ in shown_by(genre, known, CentreLines) if layer.name != SECOND}, 1
    )
    crossed = {place for _, place, _ in shown_by(genre, known, Areas) if place[0] % 2}
    crossed &= {place for _, place, _ in shown_by(genre, known, CentreLines)}
    canvas.write_all(dict.fromkeys(crossed, LINES[style][1]))
    canvas.write_all(_second(genre, known, canvas.width - 1))
    canvas.write_all(labels)
    for corner, label in beside_lines.items():
        canvas.write_after(corner, label)
    canvas.write_all({place: labels.get(place, "") + "*" for place in marked})
    return "\n".join([canvas.joined(), *board_clues(genre, sheet)])


def _second(genre: Genre, known: Known, width: int) -> dict[Place, str]:
    """What stands for two lines, and for a second one without the first, which a wrong board may have."""
    lines: dict[Place, set[str]] = {}
    for layer, place, _ in shown_by(genre, known, CentreLines):
        lines.setdefault(place, set()).add(layer.name)
    signs = {place: "=" if len(names) > 1 else "~" for place, names in lines.items() if SECOND in names}
    return {
        place: sign * width if place[0] % 2 else {"=": '"'}.get(sign, sign) for place, sign in signs.items()
    }


def _labels(
    genre: Genre, sheet: GenreSheet, known: Known, upright: str
) -> tuple[dict[Place, str], dict[Place, str]]:
    """The clues and values by place; and the numbers of rooms beside which lines go, by corner."""
    lines = any(isinstance(layer, CentreLines) for layer in genre.unknown)
    more = any(isinstance(layer, CellNumbers | Bars) for layer in genre.unknown)  # in a cell than its clue
    labels: dict[Place, str] = {}
    beside_lines: dict[Place, str] = {}
    for kind, place, label in drawn_clues(genre, sheet, known):
        if kind.at == "room" and lines:  # on the border above, where no line crosses it
            beside_lines[place[0] - 1, place[1] - 1] = label
        else:
            labels[place[0] - (more and kind.at == "room"), place[1]] = label
    for layer, place, value in shown_by(genre, known, CellLayer):
        sign = layer.text(place, value)
        clue = labels.get(place)
        labels[place] = sign if clue is None else _with_clue(layer, sheet, place, sign, clue, lines)
    for layer, place, _ in shown_by(genre, known, Areas, CentreLines):
        if place in labels and place[0] % 2 == isinstance(layer, Areas):  # a line through a sign on an edge
            labels[place] = upright + labels[place] + upright
    for layer, place in sorted(blanks(genre, known), key=lambda entry: entry[0].name != SECOND):
        nothing = "1" if layer.name == SECOND else "x"  # one bridge at most, or none
        labels[place] = f"{labels.get(place, '')}." if isinstance(layer, CellLayer) else nothing
    return labels, beside_lines


def _with_clue(layer: Layer, sheet: GenreSheet, place: Place, sign: str, clue: str, lines: bool) -> str:
    """What is shown at a place that has a clue and a value: the clue, the sign of the value, or both."""
    if isinstance(layer, Shading) and sign == "#":
        return sign + clue if lines else clue  # a line may hide the shading beside it
    if isinstance(layer, Shading | Bars | DiagonalLines) or (
        isinstance(layer, CellNumbers) and (clue == ICE_SIGN or clue[-1:] in {*ARROWS})
    ):
        return clue + sign  # a mark on a clue is one that a wrong board may have
    if isinstance(layer, Arrows):
        return clue if clue.startswith(sign) else clue + sign
    in_ring = isinstance(layer, CellNumbers) and clue == RING  # a number takes its place
    return sign if in_ring or not is_clued(layer, sheet, place) else clue


@dataclass
class _Paper:
    """Characters by line and column; `width` columns are from corner to corner."""

    style: Style
    width: int
    chars: dict[tuple[int, int], str] = field(default_factory=dict)

    def write_all(self, labels: Mapping[Place, str]) -> None:
        for place, label in labels.items():
            self.write(place, label)

    def write(self, place: Place, label: str) -> None:
        """The text with its middle at the place."""
        self._put(place[0], place[1] * self.width // 2 - (len(label) - 1) // 2, label)

    def write_after(self, corner: Place, label: str) -> None:
        """The text right of a corner."""
        self._put(corner[0], corner[1] * self.width // 2 + 1, label)

    def _put(self, line: int, column: int, label: str) -> None:
        for i, char in enumerate(label):
            self.chars[line, column + i] = char

    def strokes(self, edges: Collection[Place], parity: int) -> None:
        """Lines from corner to corner (0), or between centres of cells (1)."""
        level, upright = LINES[self.style]
        for y, x in edges:
            self.write((y, x), level[0] * (self.width - 1) if y % 2 == parity else upright)
        for y, x in {(y + dy, x + dx) for y, x in edges for dy, dx in DIRECTIONS}:
            if y % 2 == x % 2 == parity:
                leaving = [(y + dy, x + dx) in edges for dy, dx in DIRECTIONS]
                self.write((y, x), CROSSINGS[self.style][sum(8 >> i for i, one in enumerate(leaving) if one)])

    def joined(self) -> str:
        top, left = (min(axis) for axis in zip(*self.chars))
        bottom, right = (max(axis) for axis in zip(*self.chars))
        rows = (
            "".join(self.chars.get((r, c), " ") for c in range(left, right + 1))
            for r in range(top, bottom + 1)
        )
        return "\n".join(row.rstrip() for row in rows)
