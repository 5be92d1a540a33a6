"""Cubes as SVG in isometric view: the solid, and its layers apart, so that all tops are visible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from math import sqrt
from types import MappingProxyType

from zenkai_solver.models.grid import EMPTY
from zenkai_solver.models.render.plane import Point, fills, letter, ring
from zenkai_solver.models.render.svg import MARGIN, document, dot

EDGE = 26  # pixels
Cube = tuple[int, int, int]  # layer from above, row, column
Corner = tuple[float, float, float]

# The three visible faces, each named by the step to the neighbour that would hide it.
TOP, LEFT, RIGHT = (-1, 0, 0), (0, 1, 0), (0, 0, 1)
FACES = {
    TOP: ((0, 0, 0), (0, 0, 1), (0, 1, 1), (0, 1, 0)),
    LEFT: ((0, 1, 0), (0, 1, 1), (1, 1, 1), (1, 1, 0)),
    RIGHT: ((0, 1, 1), (0, 0, 1), (1, 0, 1), (1, 1, 1)),
}
SHADES = {TOP: "0", LEFT: "0.16", RIGHT: "0.3"}
BESIDE = {  # across each edge of a face, from corner to corner: the neighbouring cube on the same plane
    TOP: ((0, -1, 0), (0, 0, 1), (0, 1, 0), (0, 0, -1)),
    LEFT: ((-1, 0, 0), (0, 0, 1), (1, 0, 0), (0, 0, -1)),
    RIGHT: ((-1, 0, 0), (0, -1, 0), (1, 0, 0), (0, 1, 0)),
}


def plus(a: Cube, b: Cube) -> Cube:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def middle_of(cube: Cube, corners: Sequence[Cube]) -> Corner:
    """The middle of a face."""
    a, b, c = (sum(axis) / 4 for axis in zip(*corners))
    return cube[0] + a, cube[1] + b, cube[2] + c


def point(corner: Corner) -> Point:
    """Rows go to the lower left, columns to the lower right, layers down."""
    layer, row, column = corner
    return (column - row) * EDGE * sqrt(3) / 2, (column + row) * EDGE / 2 + layer * EDGE


def cubes(
    labels: Mapping[Cube, str],
    known: Collection[str] = (),
    apart: bool = True,
    shades: Mapping[Cube, str] = MappingProxyType({}),
    marked: Mapping[Cube, str] = MappingProxyType({}),
) -> str:
    """The solid, and if `apart` its layers on the right in about as many rows as columns, the top one first.

    `shades`: colours of dots on the visible faces, for cubes that have a colour beside that of their piece;
    `marked`: colours of rings on top faces.
    """
    paint = fills(labels.values(), known)
    layers = sorted({layer for layer, _, _ in labels})
    parts = [labels]
    if apart and len(layers) > 1:
        parts += [{cube: x for cube, x in labels.items() if cube[0] == layer} for layer in layers]
    boxes = [_box(part) for part in parts]
    wide, high = (max(box[i + 2] - box[i] for box in boxes[1:] or boxes) + EDGE / 2 for i in (0, 1))
    columns = round(sqrt(len(layers)))
    body = _shifted(_solid(parts[0], paint, shades, marked), boxes[0], MARGIN, MARGIN)
    width, height = MARGIN + boxes[0][2] - boxes[0][0], MARGIN + boxes[0][3] - boxes[0][1]
    start = width + EDGE
    for number, (part, box) in enumerate(zip(parts[1:], boxes[1:])):
        row, column = divmod(number, columns)
        left, top = start + column * wide, MARGIN + row * high
        body += _shifted(_solid(part, paint, shades, marked), box, left, top)
        width, height = max(width, left + box[2] - box[0]), max(height, top + box[3] - box[1])
    return document(round(width + MARGIN), round(height + MARGIN), body)


RING = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))  # the corners of an outline about its middle
Triangle = tuple[tuple[int, int], ...]


def _triangles(cube: Cube) -> list[Triangle]:
    """The six triangles of the cube's outline, clockwise; the first and the last one are its top."""
    x, y = cube[2] - cube[1], cube[1] + cube[2] + 2 * cube[0]
    corners = [(x + a, y + b) for a, b in RING]
    return [tuple(sorted(((x, y), one, other))) for one, other in zip(corners, (*corners[1:], corners[0]))]


def _front(part: Collection[Cube]) -> dict[Triangle, Cube]:
    """The cube that is seen at each triangle."""
    back_first = sorted(part, key=lambda cube: cube[1] + cube[2] - cube[0])
    return {triangle: cube for cube in back_first for triangle in _triangles(cube)}


def hidden(part: Collection[Cube]) -> set[Cube]:
    """The cubes of which no whole face is seen: those in front take all of its outline but one triangle."""
    seen = Counter(_front(part).values())
    return {cube for cube in part if seen[cube] < 2}


def _topped(part: Collection[Cube]) -> set[Cube]:
    """The cubes whose whole top is seen."""
    front = _front(part)
    return {cube for cube in part if all(front[_triangles(cube)[i]] == cube for i in (0, -1))}


def _box(part: Mapping[Cube, str]) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the picture."""
    corners = [
        point((layer + a, row + b, column + c))
        for layer, row, column in part
        for a in (0, 1)
        for b in (0, 1)
        for c in (0, 1)
    ]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return min(xs), min(ys), max(xs), max(ys)


def _shifted(body: Iterator[str], box: tuple[float, float, float, float], x: float, y: float) -> list[str]:
    return [f'<g transform="translate({x - box[0]:.1f} {y - box[1]:.1f})">', *body, "</g>"]


def _solid(
    part: Mapping[Cube, str], paint: Mapping[str, str], shades: Mapping[Cube, str], marked: Mapping[Cube, str]
) -> Iterator[str]:
    """The faces from the back to the front, so that only earlier cubes are hidden; letters on whole tops."""
    topped = _topped(part)
    for cube in sorted(part, key=lambda cube: (-cube[0], cube[1] + cube[2], cube)):
        for face, corners in FACES.items():
            if plus(cube, face) not in part:
                yield from _face(cube, face, corners, part, paint)
                if face == TOP and cube in topped and part[cube] != EMPTY:
                    yield letter(point(middle_of(cube, corners)), part[cube], 12)
                if cube in shades:
                    x, y = point(middle_of(cube, corners))
                    yield dot((x + (11 if face == TOP else 0), y), shades[cube], 3)
        if cube in marked and plus(cube, TOP) not in part:
            yield ring(point(middle_of(cube, FACES[TOP])), marked[cube], 7)


def _face(
    cube: Cube, face: Cube, corners: tuple[Cube, ...], part: Mapping[Cube, str], paint: Mapping[str, str]
) -> Iterator[str]:
    label = part[cube]
    ends = [point(plus(cube, corner)) for corner in corners]
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in ends)
    yield f'<polygon points="{points}" fill="{paint[label]}" stroke="#00000022"/>'
    yield f'<polygon points="{points}" fill="#000" fill-opacity="{SHADES[face]}"/>'
    for i, step in enumerate(BESIDE[face]):
        beside = plus(cube, step)
        if part.get(beside) != label or plus(beside, face) in part:
            (x, y), (z, w) = ends[i], ends[(i + 1) % 4]
            yield (
                f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{z:.1f}" y2="{w:.1f}" stroke="#222" '
                'stroke-width="1.8" stroke-linecap="round"/>'
            )
