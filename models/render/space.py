"""Solids in files for other programs: X3D with a colour per piece, STL with a solid per piece.

A piece is the surface of its cubes, without the faces between two of them: closed, its corners in the order
that makes normals point outwards. Of spheres X3D has each by itself, STL those of a piece joined by rods.
Coordinates are x to the right (columns), y up (layers), z to the front (rows), one unit per cube. Source of
the formats: ISO/IEC 19775-1 (X3D 3.3); 3D Systems, StereoLithography Interface Specification, 1989.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from html import escape
from math import sqrt

from zenkai_solver.models.grid import EMPTY
from zenkai_solver.models.render.balls import RADIUS, Cube, Triangle, joined
from zenkai_solver.models.render.plane import fills

Corner = tuple[int, int, int]  # x, y, z
Face = tuple[Corner, Corner, Corner, Corner]

FACES: Mapping[Cube, tuple[Cube, ...]] = {  # outwards: the neighbour's step, and corners counter-clockwise
    (-1, 0, 0): ((0, 0, 0), (0, 1, 0), (0, 1, 1), (0, 0, 1)),
    (1, 0, 0): ((1, 0, 0), (1, 0, 1), (1, 1, 1), (1, 1, 0)),
    (0, -1, 0): ((0, 0, 0), (0, 0, 1), (1, 0, 1), (1, 0, 0)),
    (0, 1, 0): ((0, 1, 0), (1, 1, 0), (1, 1, 1), (0, 1, 1)),
    (0, 0, -1): ((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)),
    (0, 0, 1): ((0, 0, 1), (0, 1, 1), (1, 1, 1), (1, 0, 1)),
}


def pieces(found: Mapping[Cube, str]) -> dict[str, list[Cube]]:
    """The cubes of each label but the free ones, labels in order."""
    own: dict[str, list[Cube]] = {}
    for cube, label in found.items():
        if label != EMPTY:
            own.setdefault(label, []).append(cube)
    return dict(sorted(own.items()))


def surface(cubes: Collection[Cube]) -> Iterator[Face]:
    for layer, row, column in cubes:
        for (a, b, c), corners in FACES.items():
            if (layer + a, row + b, column + c) not in cubes:
                one, two, three, four = ((column + z, -layer - x, row + y) for x, y, z in corners)
                yield one, two, three, four


def x3d(found: Mapping[Cube, str], known: Collection[str] = (), spheres: bool = False) -> str:
    """An X3D scene in XML; each piece is a group that bears its letter as its description."""
    paint = fills(found.values(), known)
    shape = _balls if spheres else _faces
    body = [line for label, cubes in pieces(found).items() for line in shape(label, cubes, paint[label])]
    return "\n".join(
        [
            '<?xml version="1.0" encoding="UTF-8"?>',
            '<X3D profile="Interchange" version="3.3"><Scene>',
            *body,
            "</Scene></X3D>\n",
        ]
    )


def _look(colour: str) -> str:
    parts = " ".join(f"{int(colour[i : i + 2], 16) / 255:.3f}" for i in (1, 3, 5))
    return f'<Appearance><Material diffuseColor="{parts}"/></Appearance>'


def _faces(label: str, cubes: Sequence[Cube], colour: str) -> Iterator[str]:
    faces = list(surface(cubes))
    corners = sorted({corner for face in faces for corner in face})
    number = {corner: i for i, corner in enumerate(corners)}
    index = " ".join(" ".join(str(number[corner]) for corner in face) + " -1" for face in faces)
    points = " ".join(f"{x} {y} {z}" for x, y, z in corners)
    yield f'<Group><MetadataString name="piece" value=\'"{escape(label)}"\'/><Shape>{_look(colour)}'
    yield f'<IndexedFaceSet coordIndex="{index}"><Coordinate point="{points}"/></IndexedFaceSet>'
    yield "</Shape></Group>"


def _balls(label: str, cells: Sequence[Cube], colour: str) -> Iterator[str]:
    """Spheres of the densest packing: neighbours are the square root of 2 apart."""
    yield f'<Group><MetadataString name="piece" value=\'"{escape(label)}"\'/>'
    for layer, row, column in cells:
        shape = f'<Shape>{_look(colour)}<Sphere radius="{RADIUS}"/></Shape>'
        yield f'<Transform translation="{column} {-layer} {row}">{shape}</Transform>'
    yield "</Group>"


def stl(found: Mapping[Cube, str], spheres: bool = False) -> str:
    """ASCII STL, one solid per piece: two triangles per face of a cube, spheres of a piece joined by rods."""
    make = joined if spheres else _halves
    lines = []
    for label, cubes in pieces(found).items():
        facets = (line for triangle in make(cubes) for line in _facet(triangle))
        lines += [f"solid {label}", *facets, f"endsolid {label}"]
    return "\n".join(lines) + "\n"


def _halves(cubes: Collection[Cube]) -> Iterator[Triangle]:
    for a, b, c, d in surface(cubes):
        yield from ((a, b, c), (a, c, d))


def _facet(triangle: Triangle) -> Iterator[str]:
    a, b, c = triangle
    u, v = ([y - x for x, y in zip(one, other)] for one, other in ((a, b), (b, c)))
    normal = u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]
    length = sqrt(sum(x * x for x in normal))
    yield "facet normal {:g} {:g} {:g}".format(*(x / length + 0.0 for x in normal))
    yield "outer loop"
    yield from ("vertex {:g} {:g} {:g}".format(*corner) for corner in triangle)
    yield "endloop"
    yield "endfacet"
