"""A solid as glTF 2.0, text form: a mesh per piece with its colour, all data in one embedded buffer.

Coordinates as in `models.render.space`. Faces have corners of their own, so that edges are sharp. Spheres are
those of `models.render.balls`, each by itself. Source: Khronos Group, glTF 2.0 specification.
"""

from __future__ import annotations

import base64
import json
import struct
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from zenkai_solver.models.render.balls import RADIUS, Cube, Point, ball
from zenkai_solver.models.render.plane import fills
from zenkai_solver.models.render.space import pieces, surface

FLOAT, UNSIGNED = 5126, 5125  # the types of accessors
VERTICES, INDICES = 34962, 34963  # what a view is for


class Mesh(NamedTuple):
    """Corners with their normals, and triangles as indices of corners, counter-clockwise from outside."""

    corners: list[Point]
    normals: list[Point]
    triangles: list[int]


def gltf(found: Mapping[Cube, str], known: Collection[str] = (), spheres: bool = False) -> str:
    """The scene as JSON."""
    paint = fills(found.values(), known)
    make = _balls if spheres else _faces
    own = {label: make(cubes) for label, cubes in pieces(found).items()}
    buffer = _Buffer()
    for mesh in own.values():
        buffer.points(mesh.corners, bounds=True)
        buffer.points(mesh.normals, bounds=False)
        buffer.numbers(mesh.triangles)
    data = buffer.data
    uri = "data:application/octet-stream;base64," + base64.b64encode(data).decode("ascii")
    scene = {
        "asset": {"version": "2.0", "generator": "zenkai"},
        "scene": 0,
        "scenes": [{"nodes": list(range(len(own)))}],
        "nodes": [{"name": label, "mesh": i} for i, label in enumerate(own)],
        "meshes": [{"name": label, "primitives": [_primitive(i)]} for i, label in enumerate(own)],
        "materials": [_material(label, paint[label]) for label in own],
        "buffers": [{"byteLength": len(data), "uri": uri}],
        "bufferViews": buffer.views,
        "accessors": buffer.accessors,
    }
    return json.dumps(scene, indent=1, ensure_ascii=False) + "\n"


class _Buffer:
    """The bytes, with a view and an accessor for each part of them."""

    def __init__(self) -> None:
        self.data, self.views, self.accessors = b"", list[Any](), list[Any]()

    def points(self, own: Sequence[Point], bounds: bool) -> None:
        data = b"".join(struct.pack("<3f", *point) for point in own)
        self._add(data, VERTICES, {"componentType": FLOAT, "count": len(own), "type": "VEC3"})
        if bounds:
            rounded = list(zip(*struct.iter_unpack("<3f", data)))  # as they are stored
            self.accessors[-1] |= {"min": [min(x) for x in rounded], "max": [max(x) for x in rounded]}

    def numbers(self, own: Sequence[int]) -> None:
        data = struct.pack(f"<{len(own)}I", *own)
        self._add(data, INDICES, {"componentType": UNSIGNED, "count": len(own), "type": "SCALAR"})

    def _add(self, data: bytes, target: int, accessor: dict[str, Any]) -> None:
        where = {"buffer": 0, "byteOffset": len(self.data), "byteLength": len(data), "target": target}
        self.accessors.append({"bufferView": len(self.views), **accessor})
        self.views.append(where)
        self.data += data


def _primitive(number: int) -> dict[str, Any]:
    """Three accessors per piece, in this order."""
    attributes = {"POSITION": 3 * number, "NORMAL": 3 * number + 1}
    return {"attributes": attributes, "indices": 3 * number + 2, "material": number}


def _material(label: str, colour: str) -> dict[str, Any]:
    """Colours are linear in glTF, and sRGB in pictures."""
    shares = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [round(x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4, 4) for x in shares]
    look = {"baseColorFactor": [*linear, 1.0], "metallicFactor": 0.0, "roughnessFactor": 0.8}
    return {"name": label, "pbrMetallicRoughness": look}


def _faces(cubes: Sequence[Cube]) -> Mesh:
    mesh = Mesh([], [], [])
    for face in surface(cubes):
        first = len(mesh.corners)
        u, v = ([y - x for x, y in zip(one, other)] for one, other in (face[:2], face[1:3]))
        normal = u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]
        mesh.corners.extend((float(x), float(y), float(z)) for x, y, z in face)
        mesh.normals.extend([normal] * 4)
        mesh.triangles.extend(first + i for i in (0, 1, 2, 0, 2, 3))
    return mesh


def _balls(cells: Sequence[Cube]) -> Mesh:
    mesh = Mesh([], [], [])
    for layer, row, column in cells:
        for triangle in ball():
            mesh.triangles.extend(range(len(mesh.corners), len(mesh.corners) + 3))
            mesh.normals.extend(triangle)
            mesh.corners.extend(
                (column + RADIUS * x, RADIUS * y - layer, row + RADIUS * z) for x, y, z in triangle
            )
    return mesh
