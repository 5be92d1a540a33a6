"""Solids as files for other programs: X3D and glTF with a colour per piece, STL with a solid per piece.

A piece of cubes is a closed surface: the faces of its cubes but those between two of them, with corners
counter-clockwise from outside. Coordinates are x to the right (columns), y up (layers), z to the front
(rows), one unit per cube. Sources: ISO/IEC 19775-1 (X3D 3.3); 3D Systems, StereoLithography Interface
Specification, 1989; Khronos Group, glTF 2.0 specification. A glTF scene is JSON with one mesh per piece and
one embedded buffer; faces do not share corners, so that edges are drawn sharp.

A sphere is an octahedron whose triangles are subdivided three times and projected on the sphere. It has all
symmetries of the cube, and a corner wherever another sphere of the densest packing may touch it. X3D and glTF
have separate spheres. In STL the spheres of a piece are joined by rods to one closed surface, as printers
need it: the six triangles about a point of contact are left out on both spheres, and the two rings of
corners, mirror images of each other, are joined by six quadrilaterals.
"""

from __future__ import annotations

import base64
import json
import struct
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from html import escape
from itertools import product
from math import sqrt
from typing import Any, NamedTuple

from zenkai_solver.models.grid import EMPTY
from zenkai_solver.models.render.plane import fills
from zenkai_solver.models.render.solid import Cube, plus

RADIUS = 0.7  # just below half the distance of neighbours, sqrt(2): spheres of two pieces do not touch
HALVINGS = 3

Point = tuple[float, float, float]  # x, y, z
Triangle = tuple[Point, Point, Point]

AXES = {(0, 1, 1), (0, 1, -1), (1, 0, 1), (1, 0, -1), (1, 1, 0), (1, -1, 0)}  # one of each pair of neighbours
Corner = tuple[int, int, int]  # x, y, z
Face = tuple[Corner, Corner, Corner, Corner]
FLOAT, UNSIGNED = 5126, 5125  # glTF: component types of accessors
VERTICES, INDICES = 34962, 34963  # glTF: targets of buffer views

FACES: Mapping[Cube, tuple[Cube, ...]] = {  # by the step outwards, the corners counter-clockwise from outside
    (-1, 0, 0): ((0, 0, 0), (0, 1, 0), (0, 1, 1), (0, 0, 1)),
    (1, 0, 0): ((1, 0, 0), (1, 0, 1), (1, 1, 1), (1, 1, 0)),
    (0, -1, 0): ((0, 0, 0), (0, 0, 1), (1, 0, 1), (1, 0, 0)),
    (0, 1, 0): ((0, 1, 0), (1, 1, 0), (1, 1, 1), (0, 1, 1)),
    (0, 0, -1): ((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)),
    (0, 0, 1): ((0, 0, 1), (0, 1, 1), (1, 1, 1), (1, 0, 1)),
}


def pieces(labels: Mapping[Cube, str]) -> dict[str, list[Cube]]:
    """The cubes of each label, in the order of labels; free cubes are left out."""
    cubes: dict[str, list[Cube]] = {}
    for cube, label in labels.items():
        if label != EMPTY:
            cubes.setdefault(label, []).append(cube)
    return dict(sorted(cubes.items()))


def surface(cubes: Collection[Cube]) -> Iterator[Face]:
    for layer, row, column in cubes:
        for (a, b, c), corners in FACES.items():
            if (layer + a, row + b, column + c) not in cubes:
                one, two, three, four = ((column + z, -layer - x, row + y) for x, y, z in corners)
                yield one, two, three, four


def x3d(labels: Mapping[Cube, str], known: Collection[str] = (), spheres: bool = False) -> str:
    """An X3D scene in XML; each piece is a group with its letter as description."""
    paint = fills(labels.values(), known)
    shape = _sphere_group if spheres else _cube_group
    body = [line for label, cubes in pieces(labels).items() for line in shape(label, cubes, paint[label])]
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


def _cube_group(label: str, cubes: Sequence[Cube], colour: str) -> Iterator[str]:
    faces = list(surface(cubes))
    corners = sorted({corner for face in faces for corner in face})
    number = {corner: i for i, corner in enumerate(corners)}
    index = " ".join(" ".join(str(number[corner]) for corner in face) + " -1" for face in faces)
    points = " ".join(f"{x} {y} {z}" for x, y, z in corners)
    yield f'<Group><MetadataString name="piece" value=\'"{escape(label)}"\'/><Shape>{_look(colour)}'
    yield f'<IndexedFaceSet coordIndex="{index}"><Coordinate point="{points}"/></IndexedFaceSet>'
    yield "</Shape></Group>"


def _sphere_group(label: str, cells: Sequence[Cube], colour: str) -> Iterator[str]:
    """Spheres of the densest packing: neighbours are the square root of 2 apart."""
    yield f'<Group><MetadataString name="piece" value=\'"{escape(label)}"\'/>'
    for layer, row, column in cells:
        shape = f'<Shape>{_look(colour)}<Sphere radius="{RADIUS}"/></Shape>'
        yield f'<Transform translation="{column} {-layer} {row}">{shape}</Transform>'
    yield "</Group>"


def stl(labels: Mapping[Cube, str], spheres: bool = False) -> str:
    """ASCII STL, one solid per piece: two triangles per face of a cube, spheres of a piece joined by rods."""
    lines = []
    for label, cubes in pieces(labels).items():
        halves = (half for a, b, c, d in surface(cubes) for half in ((a, b, c), (a, c, d)))
        facets = (
            line for triangle in (joined_spheres(cubes) if spheres else halves) for line in _facet(triangle)
        )
        lines += [f"solid {label}", *facets, f"endsolid {label}"]
    return "\n".join(lines) + "\n"


def _normal(a: Point, b: Point, c: Point) -> Point:
    """The cross product of the edges from a to b and from b to c."""
    u, v = ([y - x for x, y in zip(one, other)] for one, other in ((a, b), (b, c)))
    return u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]


def _facet(triangle: Triangle) -> Iterator[str]:
    normal = _normal(*triangle)
    length = sqrt(sum(x * x for x in normal))
    yield "facet normal {:g} {:g} {:g}".format(*(x / length + 0.0 for x in normal))
    yield "outer loop"
    yield from ("vertex {:g} {:g} {:g}".format(*corner) for corner in triangle)
    yield "endloop"
    yield "endfacet"


@cache
def unit_sphere() -> tuple[Triangle, ...]:
    """Triangles of the unit sphere, corners counter-clockwise from outside."""
    triangles: list[Triangle] = []
    for x, y, z in product((1.0, -1.0), repeat=3):
        one: Triangle = (x, 0.0, 0.0), (0.0, y, 0.0), (0.0, 0.0, z)
        triangles.append(one if x * y * z > 0 else (one[0], one[2], one[1]))
    for _ in range(HALVINGS):
        triangles = [part for triangle in triangles for part in _quarters(triangle)]
    return tuple(triangles)


def _quarters(triangle: Triangle) -> Iterator[Triangle]:
    a, b, c = triangle
    ab, bc, ca = _midpoint(a, b), _midpoint(b, c), _midpoint(c, a)
    yield from ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))


def _midpoint(a: Point, b: Point) -> Point:
    x, y, z = (p + q for p, q in zip(a, b))
    length = sqrt(x * x + y * y + z * z)
    return x / length, y / length, z / length


def on(cell: Cube, point: Point) -> Point:
    """The point on the sphere of this cell for one on the unit sphere; coordinates are never -0."""
    middle = cell[2], -cell[0], cell[1]
    x, y, z = (round(m + RADIUS * p, 6) + 0.0 for m, p in zip(middle, point))
    return x, y, z


def joined_spheres(cells: Collection[Cube]) -> Iterator[Triangle]:
    """The closed surface of a piece: its spheres joined by rods."""
    inside = set(cells)
    for cell in cells:
        steps = [step for axis in AXES for step in (axis, _back(axis)) if plus(cell, step) in inside]
        left_out = {triangle for step in steps for triangle in cap(step)}
        for triangle in unit_sphere():
            if triangle not in left_out:
                a, b, c = (on(cell, point) for point in triangle)
                yield a, b, c
        for step in steps:
            if step in AXES:
                yield from _rod(cell, plus(cell, step), step)


@cache
def cap(step: Cube) -> frozenset[Triangle]:
    """The triangles of the unit sphere about the point of contact with the neighbour at this step."""
    x, y, z = (part / sqrt(2) for part in (step[2], -step[0], step[1]))

    def meets(point: Point) -> bool:
        return sum(p * q for p, q in zip(point, (x, y, z))) > 1 - 1e-9

    return frozenset(triangle for triangle in unit_sphere() if any(map(meets, triangle)))


def _rod(cell: Cube, other: Cube, step: Cube) -> Iterator[Triangle]:
    """The rod from the ring about a cap to its mirror image on the other sphere."""
    edges = {edge for a, b, c in cap(step) for edge in ((a, b), (b, c), (c, a))}
    for a, b in edges:
        if (b, a) not in edges:
            one, two, three, four = (
                on(cell, a),
                on(cell, b),
                on(other, _across(b, step)),
                on(other, _across(a, step)),
            )
            yield one, two, three
            yield one, three, four


def _across(point: Point, step: Cube) -> Point:
    """The point mirrored in the plane through the origin that is perpendicular to the step."""
    normal = step[2], -step[0], step[1]
    along = sum(p * q for p, q in zip(point, normal))
    x, y, z = (p - along * q for p, q in zip(point, normal))
    return x, y, z


def _back(step: Cube) -> Cube:
    return -step[0], -step[1], -step[2]


class Mesh(NamedTuple):
    """Corners with their normals, and triangles as indices of corners, counter-clockwise from outside."""

    corners: list[Point]
    normals: list[Point]
    triangles: list[int]


def gltf(labels: Mapping[Cube, str], known: Collection[str] = (), spheres: bool = False) -> str:
    """A glTF scene as JSON."""
    paint = fills(labels.values(), known)
    make = _sphere_mesh if spheres else _cube_mesh
    meshes = {label: make(cubes) for label, cubes in pieces(labels).items()}
    buffer = _Buffer()
    for mesh in meshes.values():
        buffer.add_points(mesh.corners, bounds=True)
        buffer.add_points(mesh.normals, bounds=False)
        buffer.add_numbers(mesh.triangles)
    data = buffer.data
    uri = "data:application/octet-stream;base64," + base64.b64encode(data).decode("ascii")
    scene = {
        "asset": {"version": "2.0", "generator": "zenkai"},
        "scene": 0,
        "scenes": [{"nodes": list(range(len(meshes)))}],
        "nodes": [{"name": label, "mesh": i} for i, label in enumerate(meshes)],
        "meshes": [
            {
                "name": label,
                "primitives": [
                    {
                        "attributes": {"POSITION": 3 * i, "NORMAL": 3 * i + 1},  # three accessors per piece
                        "indices": 3 * i + 2,
                        "material": i,
                    }
                ],
            }
            for i, label in enumerate(meshes)
        ],
        "materials": [_material(label, paint[label]) for label in meshes],
        "buffers": [{"byteLength": len(data), "uri": uri}],
        "bufferViews": buffer.views,
        "accessors": buffer.accessors,
    }
    return json.dumps(scene, indent=1, ensure_ascii=False) + "\n"


class _Buffer:
    """The binary buffer of a glTF file, with a view and an accessor for each part."""

    def __init__(self) -> None:
        self.data, self.views, self.accessors = b"", list[Any](), list[Any]()

    def add_points(self, points: Sequence[Point], bounds: bool) -> None:
        data = b"".join(struct.pack("<3f", *point) for point in points)
        self._add(data, VERTICES, {"componentType": FLOAT, "count": len(points), "type": "VEC3"})
        if bounds:
            rounded = list(zip(*struct.iter_unpack("<3f", data)))  # as stored, in single precision
            self.accessors[-1] |= {"min": [min(x) for x in rounded], "max": [max(x) for x in rounded]}

    def add_numbers(self, numbers: Sequence[int]) -> None:
        data = struct.pack(f"<{len(numbers)}I", *numbers)
        self._add(data, INDICES, {"componentType": UNSIGNED, "count": len(numbers), "type": "SCALAR"})

    def _add(self, data: bytes, target: int, accessor: dict[str, Any]) -> None:
        where = {"buffer": 0, "byteOffset": len(self.data), "byteLength": len(data), "target": target}
        self.accessors.append({"bufferView": len(self.views), **accessor})
        self.views.append(where)
        self.data += data


def _material(label: str, colour: str) -> dict[str, Any]:
    """The material of a piece. Colours are linear in glTF, so the sRGB colour is converted."""
    shares = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [round(x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4, 4) for x in shares]
    look = {"baseColorFactor": [*linear, 1.0], "metallicFactor": 0.0, "roughnessFactor": 0.8}
    return {"name": label, "pbrMetallicRoughness": look}


def _cube_mesh(cubes: Sequence[Cube]) -> Mesh:
    mesh = Mesh([], [], [])
    for face in surface(cubes):
        first = len(mesh.corners)
        normal = _normal(*face[:3])
        mesh.corners.extend((float(x), float(y), float(z)) for x, y, z in face)
        mesh.normals.extend([normal] * 4)
        mesh.triangles.extend(first + i for i in (0, 1, 2, 0, 2, 3))
    return mesh


def _sphere_mesh(cells: Sequence[Cube]) -> Mesh:
    mesh = Mesh([], [], [])
    for layer, row, column in cells:
        for triangle in unit_sphere():
            mesh.triangles.extend(range(len(mesh.corners), len(mesh.corners) + 3))
            mesh.normals.extend(triangle)
            mesh.corners.extend(
                (column + RADIUS * x, RADIUS * y - layer, row + RADIUS * z) for x, y, z in triangle
            )
    return mesh
