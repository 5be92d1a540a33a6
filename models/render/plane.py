"""Plane boards of any tiles as SVG: polygons with outlines, sticks; and spheres, layer beside layer.

A tile is a polygon whose corners are exact integer vectors, so that two tiles share an edge exactly where
they have two corners in common. A polygon of two corners is a stick.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import chain
from types import MappingProxyType
from typing import NamedTuple

from zenkai_solver.models.classes import components
from zenkai_solver.models.grid import EMPTY
from zenkai_solver.models.render.svg import MARGIN, colour, document, dot

CORNER = 0.55  # position of a triangle's dot: this fraction of the way from the middle to a corner
SIDE = 34  # pixels from a cell to the next
EDGE = MARGIN + 5  # pixels about the board: room for a ring on a stick
Vector = tuple[int, ...]
Point = tuple[float, float]
Basis = Sequence[tuple[float, float]]  # where the unit vectors lie, x to the right and y down


class Tile(NamedTuple):
    """A cell to be drawn: its label, its middle and its corners in order, in one system of coordinates."""

    label: str
    middle: Vector
    corners: tuple[Vector, ...]


def fills(labels: Iterable[str], known: Collection[str]) -> dict[str, str]:
    """The colour of each label; the `known` labels come first, so that all pictures use the same colours."""
    every = {*labels, *known} - {EMPTY}
    numbers = {letter: number for number, letter in enumerate(sorted({label[0] for label in every}))}
    return {EMPTY: "#ffffff"} | {label: colour(numbers[label[0]]) for label in every}


def letter(at: Point, label: str, size: int = 15) -> str:
    return (
        f'<text x="{at[0]:.1f}" y="{at[1]:.1f}" font-family="sans-serif" font-size="{size}" '
        f'text-anchor="middle" dominant-baseline="central" fill="#222">{escape(label[0], quote=False)}</text>'
    )


def ring(at: Point, shade: str, radius: int = 9) -> str:
    """A ring as the mark of a cell."""
    x, y = at
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="none" stroke="{shade}" stroke-width="2"/>'


def beside(at: Point, shade: str, room: float = 9) -> str:
    """A dot in the colour of a cell, right of the letter in its middle."""
    return dot((at[0] + room, at[1]), shade, 2.5)


def placed(vector: Vector, basis: Basis, step: float) -> Point:
    """The point of a vector; a length of `step` becomes one unit."""
    x = sum(n * axis[0] for n, axis in zip(vector, basis))
    y = sum(n * axis[1] for n, axis in zip(vector, basis))
    return x / step, y / step


class _Canvas:
    """Maps vectors to pixels of the picture."""

    def __init__(self, vectors: Iterable[Vector], basis: Basis, unit: float) -> None:
        self.basis, self.unit = basis, unit
        self.low = float(EDGE), float(EDGE)  # for the next line: where nothing is shifted
        points = [self(vector) for vector in vectors]
        self.low = min(x for x, _ in points), min(y for _, y in points)
        self.size = [max(axis) - low for axis, low in zip(zip(*points), self.low)]

    def __call__(self, vector: Vector) -> Point:
        x, y = placed(vector, self.basis, 1 / self.unit)
        return x - self.low[0] + EDGE, y - self.low[1] + EDGE

    def document(self, body: Sequence[str]) -> str:
        width, height = (round(side + 2 * EDGE) for side in self.size)
        return document(width, height, body)


def tiles(
    shown: Sequence[Tile],
    basis: Basis,
    step: int,
    known: Collection[str] = (),
    marked: Mapping[int, str] = MappingProxyType({}),
    shades: Mapping[int, str] = MappingProxyType({}),
) -> str:
    """The tiles as a picture; a length of `step` becomes SIDE pixels. `marked`: colours of rings by tile
    number; `shades`: colours of dots, for cells that have a colour beside that of their piece.
    """
    sheet = _Canvas([corner for tile in shown for corner in tile.corners], basis, SIDE / step)
    sticks = all(len(tile.corners) == 2 for tile in shown)
    paint = fills((tile.label for tile in shown), known)
    rings = [ring(sheet(shown[i].middle), shade) for i, shade in sorted(marked.items())]
    dots = [_dot(shown[i], sheet, shade) for i, shade in sorted(shades.items())]
    drawn = _sticks(shown, sheet, paint) if sticks else _polygons(shown, sheet, paint, bool(shades))
    return sheet.document([*drawn, *dots, *rings])


def _dot(tile: Tile, sheet: _Canvas, shade: str) -> str:
    """The dot of a tile's colour; of a triangle in a corner, as there is no room beside the letter."""
    x, y = sheet(tile.middle)
    if len(tile.corners) != 3:
        return beside((x, y), shade)
    right, low = max(map(sheet, tile.corners))
    return dot((x + CORNER * (right - x), y + CORNER * (low - y)), shade, 2.5)


def _polygons(shown: Sequence[Tile], sheet: _Canvas, paint: Mapping[str, str], dotted: bool) -> Iterator[str]:
    for tile in shown:
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(sheet, tile.corners))
        yield f'<polygon points="{points}" fill="{paint[tile.label]}" stroke="#00000022" stroke-width="1"/>'
    yield (
        f'<path d="{_outline(shown, sheet)}" fill="none" stroke="#222" stroke-width="2.5" '
        'stroke-linecap="round"/>'
    )
    for part in _parts(shown):
        yield letter(_heart([shown[i] for i in part], sheet, dotted), shown[part[0]].label)


def _heart(part: Sequence[Tile], sheet: _Canvas, dotted: bool) -> Point:
    """The point for the letter of a part: of triangles without dots the centre of gravity, if that is inside;
    otherwise the middle of a tile near it.
    """
    corners = [list(map(sheet, tile.corners)) for tile in part]
    x, y = (sum(axis) / len(part) for axis in zip(*(sheet(tile.middle) for tile in part)))
    if not dotted and len(corners[0]) == 3 and any(_holds(triangle, (x, y)) for triangle in corners):
        return x, y
    return sheet(_middle(part).middle)


def _holds(corners: Sequence[Point], at: Point) -> bool:
    """Whether the point is in the convex polygon or on its border."""
    turns = [
        (z - x) * (at[1] - y) - (w - y) * (at[0] - x)
        for (x, y), (z, w) in zip(corners, (*corners[1:], corners[0]))
    ]
    return all(turn > -1 for turn in turns) or all(turn < 1 for turn in turns)


def _sides(tile: Tile) -> Iterator[tuple[Vector, Vector]]:
    for a, b in zip(tile.corners, (*tile.corners[1:], tile.corners[0])):
        yield min(a, b), max(a, b)


def _outline(shown: Sequence[Tile], sheet: _Canvas) -> str:
    """The path of all edges but those between two tiles of one label."""
    beside: dict[tuple[Vector, Vector], list[str]] = defaultdict(list)
    for tile in shown:
        for side in _sides(tile):
            beside[side].append(tile.label)
    steps = []
    for (a, b), labels in sorted(beside.items()):
        if len(labels) == 1 or len(set(labels)) > 1:
            (x, y), (z, w) = sheet(a), sheet(b)
            steps.append(f"M{x:.1f} {y:.1f}L{z:.1f} {w:.1f}")
    return "".join(steps)


def _parts(shown: Sequence[Tile]) -> list[list[int]]:
    """The connected parts with one label, as indices; free cells are left out."""
    at: dict[object, list[int]] = defaultdict(list)
    places = [list[object](tile.corners if len(tile.corners) == 2 else _sides(tile)) for tile in shown]
    for i, shared in enumerate(places):
        for place in shared:
            at[place].append(i)

    def near(i: int) -> list[int]:
        return sorted(j for place in places[i] for j in at[place] if shown[j].label == shown[i].label)

    return components([i for i, tile in enumerate(shown) if tile.label != EMPTY], near)


def _middle(part: Sequence[Tile]) -> Tile:
    """The tile of the part that is nearest to its centre of gravity."""
    centre = [sum(axis) / len(part) for axis in zip(*(tile.middle for tile in part))]
    return min(part, key=lambda t: (sum((x - y) ** 2 for x, y in zip(t.middle, centre)), t.middle))


SHORT = 0.17  # of a stick: the part cut off at an end where it does not join another one


def _sticks(shown: Sequence[Tile], sheet: _Canvas, paint: Mapping[str, str]) -> Iterator[str]:
    """The sticks as lines, which meet at a corner within a piece and stop short of it between pieces."""
    ends: dict[tuple[Vector, str], int] = defaultdict(int)
    for tile in shown:
        for end in tile.corners:
            ends[end, tile.label] += 1
    for x, y in sorted({sheet(end) for end, _ in ends}):
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2" fill="#999"/>'
    for tile in shown:
        (a, b), free = tile.corners, tile.label == EMPTY
        joined = [ends[end, tile.label] > 1 and not free for end in (a, b)]
        (x, y), (z, w) = _cut(sheet(a), sheet(b), joined)
        yield (
            f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{z:.1f}" y2="{w:.1f}" stroke-linecap="round" '
            f'stroke="{"#dddddd" if free else paint[tile.label]}" stroke-width="{2 if free else 8}"/>'
        )
    for part in _parts(shown):
        yield letter(sheet(_middle([shown[i] for i in part]).middle), shown[part[0]].label, 13)


def _cut(a: Point, b: Point, joined: Sequence[bool]) -> tuple[Point, Point]:
    """The stick, shortened at the ends that are not joined."""

    def toward(one: Point, other: Point) -> Point:
        return one[0] + SHORT * (other[0] - one[0]), one[1] + SHORT * (other[1] - one[1])

    return a if joined[0] else toward(a, b), b if joined[1] else toward(b, a)


# ---- spheres


def circles(
    labels: Mapping[tuple[int, int, int], str],
    known: Collection[str] = (),
    marked: Mapping[int, str] = MappingProxyType({}),
    shades: Mapping[int, str] = MappingProxyType({}),
) -> str:
    """Spheres of the densest packing, the layers side by side, the top one first, each on a grey field."""
    layers, rows, columns = zip(*labels)
    top, left, wide = min(layers), min(columns), 2 + max(columns) - min(columns)
    middles = {cell: (cell[1], cell[2] - left + wide * (cell[0] - top)) for cell in labels}
    fields = [
        ((min(rows) - 1, layer * wide - 1), (max(rows) + 1, (layer + 1) * wide - 1))
        for layer in range(max(layers) - top + 1)
    ]
    sheet = _Canvas([*chain(*fields)], ((0.0, 1.0), (1.0, 0.0)), SIDE / 1.4)
    paint = fills(labels.values(), known)
    body = [_field(sheet(corner), sheet(opposite)) for corner, opposite in fields]
    for cell, label in labels.items():
        x, y = sheet(middles[cell])
        body.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{SIDE / 2 - 0.5:.1f}" fill="{paint[label]}" '
            'stroke="#222"/>'
        )
        body += [letter((x, y), label)] if label != EMPTY else []
    rings = [ring(sheet(middles[cell]), marked[i]) for i, cell in enumerate(labels) if i in marked]
    dots = [beside(sheet(middles[cell]), shades[i]) for i, cell in enumerate(labels) if i in shades]
    return sheet.document([*body, *dots, *rings])


def _field(corner: Point, opposite: Point) -> str:
    """The grey field of a layer."""
    (left, top), (right, low) = corner, opposite
    return (
        f'<rect x="{left + 1:.1f}" y="{top:.1f}" width="{right - left - 2:.1f}" '
        f'height="{low - top:.1f}" rx="6" fill="#eeeeee"/>'
    )
