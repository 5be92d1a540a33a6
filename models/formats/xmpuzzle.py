"""BurrTools' XML (.xmpuzzle, also gzipped): shapes of voxels and one problem, as the YAML text of a packing.

Read: cubes (grid type 0) and spheres (2); `#` and `_`; counts and ranges; the number of assemblies where the
search was complete. All else is refused by its name. Equal shapes are one piece, their numbers added;
BurrTools counts assemblies that exchange them as different, so its number is then left out. A voxel string
runs along x, then y, then z. Source: burrtools, XML files of version 2 and its user guide.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from xml.etree import ElementTree

import yaml

from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.lattices.known import BALLS, CUBES
from zenkai_solver.models.lattices.lattice import Figure, Lattice, Vector
from zenkai_solver.models.pieces import ALPHABET

GRIDS = {"0": CUBES, "2": BALLS}
OTHERS = {"1": "triangular prisms", "3": "rhombic tetrahedra", "4": "tetrahedra and octahedra"}
MAX_SIDE = 64
SOLVED = "2"  # the state of a problem whose search is complete

Bounds = tuple[int, int]


def as_yaml(text: str) -> str:
    """The instance. Raises InstanceError, with the line where the XML itself is at fault."""
    if found := re.search(r"<!(DOCTYPE|ENTITY)", text, re.IGNORECASE):
        raise _fault(
            f"the file has a {found[1].upper()}, which no puzzle needs",
            text.count("\n", 0, found.start()) + 1,
        )
    try:
        root = ElementTree.fromstring(re.sub(r"^\s*<\?xml[^>]*\?>", "", text))
    except ElementTree.ParseError as error:
        raise _fault(f"not XML: {error}", error.position[0]) from None
    if root.tag != "puzzle":
        raise _fault(f"<{root.tag}> is not a BurrTools puzzle")
    problems = root.findall("problems/problem")
    if len(problems) != 1:
        raise _fault(f"{len(problems)} problems; files with one are read")
    return yaml.safe_dump(_instance(root, problems[0]), sort_keys=False, default_flow_style=None, width=200)


def _fault(message: str, line: int = 1) -> InstanceError:
    error = InstanceError((), message)
    error.line = line
    return error


def _instance(root: ElementTree.Element, problem: ElementTree.Element) -> dict[str, object]:
    lattice = _lattice(root)
    shapes = [_cells(voxel, number, lattice) for number, voxel in enumerate(root.findall("shapes/voxel"), 1)]
    if len(problem.find("bitmap") or ()):
        raise _fault("colour constraints are not read")
    result = _number(problem.find("result"), "id", "the result")
    pieces = _pieces(problem, shapes, lattice)
    data: dict[str, object] = {"puzzle": "packing"}
    if name := problem.get("name"):
        data["title"] = name
    data |= {
        "lattice": lattice.name,
        "cells": [list(cell) for cell in _shape(shapes, result)],
        "pieces": {x: [list(cell) for cell in own] for x, (own, _) in zip(ALPHABET, pieces)},
        "counts": {x: f"{lo}..{hi}" for x, (_, (lo, hi)) in zip(ALPHABET, pieces)},
    }
    alike = len(pieces) < len(problem.findall("shapes/shape"))
    if not alike and problem.get("state") == SOLVED and (assemblies := problem.get("assemblies")):
        data["expect"] = {"count": _natural(assemblies, "assemblies")}
        data["source"] = "the number of assemblies in the BurrTools file"
    return data


def _lattice(root: ElementTree.Element) -> Lattice:
    grid = root.find("gridType")
    kind = "0" if grid is None else grid.get("type", "0")
    if kind not in GRIDS:
        raise _fault(f"grid type {kind:.20} ({OTHERS.get(kind, 'unknown')}) is not read")
    return GRIDS[kind]


def _cells(voxel: ElementTree.Element, number: int, lattice: Lattice) -> list[Vector]:
    """The filled cells as (layer, row, column)."""
    x, y, z = (_number(voxel, axis, f"shape {number}") for axis in "xyz")
    if max(x, y, z) > MAX_SIDE:
        raise _fault(f"shape {number} is {x}x{y}x{z}; a side has at most {MAX_SIDE} cells")
    states = (voxel.text or "").strip()
    if found := re.search(r"[^#_]", states):
        what = {"+": "cells that may stay empty"}.get(found[0], "colours" if found[0].isdigit() else "signs")
        raise _fault(f"shape {number} has {found[0]!r}: {what} are not read")
    if len(states) != x * y * z:
        raise _fault(f"shape {number} is {x}x{y}x{z}, but has {len(states)} voxels")
    own = [(i // (x * y), i // x % y, i % x) for i, state in enumerate(states) if state == "#"]
    if wrong := next((cell for cell in own if not lattice.is_cell(cell)), None):
        raise _fault(
            f"shape {number}: voxel x {wrong[2]}, y {wrong[1]}, z {wrong[0]} is no cell of {lattice.name}"
        )
    return [*own]


def _pieces(
    problem: ElementTree.Element, shapes: list[list[Vector]], lattice: Lattice
) -> list[tuple[Figure, Bounds]]:
    """The pieces with their numbers; equal ones, turned or not, together."""
    found: dict[Figure, Bounds] = {}
    for shape in problem.findall("shapes/shape"):
        if shape.get("group") or len(shape):
            raise _fault("groups of pieces are not read")
        cells = _shape(shapes, _number(shape, "id", "a piece"))
        least = min(lattice.orientations(tuple(cells), lattice.rotations))
        lo, hi = _bounds(shape)
        before = found.get(least, (0, 0))
        found[least] = before[0] + lo, before[1] + hi
    if not found:
        raise _fault("the problem has no pieces")
    if len(found) > len(ALPHABET):
        raise _fault(f"{len(found)} different pieces; at most {len(ALPHABET)} are read")
    return list(found.items())


def _bounds(shape: ElementTree.Element) -> Bounds:
    if "count" in shape.attrib:
        number = _number(shape, "count", "a piece")
        return number, number
    return _number(shape, "min", "a piece"), _number(shape, "max", "a piece")


def _shape(shapes: list[list[Vector]], number: int) -> Iterable[Vector]:
    if number >= len(shapes) or not shapes[number]:
        raise _fault(f"shape {number + 1} is not there, or has no cells")
    return shapes[number]


def _number(element: ElementTree.Element | None, key: str, what: str) -> int:
    text = None if element is None else element.get(key)
    if text is None:
        raise _fault(f"{what} has no {key}")
    return _natural(text, f"{what}: {key}")


def _natural(text: str, what: str) -> int:
    if not re.fullmatch(r"\d{1,9}", text):
        raise _fault(f"{what} is {text!r:.40}, not a number")
    return int(text)
