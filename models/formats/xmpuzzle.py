"""BurrTools' XML (.xmpuzzle, also gzipped): shapes of voxels and one problem, as the YAML text of a packing.

Read: cubes (grid type 0), spheres (2), triangular prisms (1) in one layer as triangles; `#`, `_`, and cells
of the board that may stay empty, `+`, with the greatest number of such holes, which BurrTools heeds only
where pieces are there in several numbers; colours, and which ones of pieces go with which of the board (see
`letters_of`); counts and ranges; the number of assemblies where the search was complete.
Groups of pieces say only which need not be taken apart, so that assemblies do not depend on them. All else
is refused by its name. Equal shapes are one piece, their numbers added; BurrTools counts assemblies that
exchange them as different, so its number is then left out. A voxel string runs along x, then y, then z.
Source: burrtools, XML files of version 2, its user guide, `problem.cpp`, `assembler_1.cpp`, `voxel_1.cpp`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_letters, digits
from xml.etree import ElementTree

import yaml

from zenkai_solver.models.document import fault
from zenkai_solver.models.lattices.known import BALLS, CUBES, TRIANGLES
from zenkai_solver.models.lattices.lattice import Lattice, Vector
from zenkai_solver.models.lattices.region import region
from zenkai_solver.models.lattices.sets import usual_kind
from zenkai_solver.models.packing.problem import ANY, Look, look_along
from zenkai_solver.models.pieces import ALPHABET, KINDS

GRIDS = {"0": CUBES, "1": TRIANGLES, "2": BALLS}
OTHERS = {"3": "rhombic tetrahedra", "4": "tetrahedra and octahedra"}
MAX_SIDE = 64
SOLVED = "2"  # the state of a problem whose search is complete

Bounds = tuple[int, int]


@dataclass(frozen=True)
class Voxels:
    """A shape: the colour of each cell, 0 for none, and the cells that may stay empty."""

    cells: dict[Vector, int]
    free: frozenset[Vector]


def as_yaml(text: str) -> str:
    """The instance. Raises InstanceError, with the line where the XML itself is at fault."""
    if match := re.search(r"<!(DOCTYPE|ENTITY)", text, re.IGNORECASE):
        raise fault(
            f"the file has a {match[1].upper()}, which no puzzle needs",
            text.count("\n", 0, match.start()) + 1,
        )
    try:
        root = ElementTree.fromstring(re.sub(r"^\s*<\?xml[^>]*\?>", "", text))
    except ElementTree.ParseError as error:
        raise fault(f"not XML: {error}", error.position[0]) from None
    if root.tag != "puzzle":
        raise fault(f"<{root.tag}> is not a BurrTools puzzle")
    problems = root.findall("problems/problem")
    if len(problems) != 1:
        raise fault(f"{len(problems)} problems; files with one are read")
    return yaml.safe_dump(_instance(root, problems[0]), sort_keys=False, default_flow_style=None, width=200)


def _instance(root: ElementTree.Element, problem: ElementTree.Element) -> dict[str, object]:
    grid = root.find("gridType")
    grid_type = "0" if grid is None else grid.get("type", "0")
    if grid_type not in GRIDS:
        raise fault(f"grid type {grid_type:.20} ({OTHERS.get(grid_type, 'unknown')}) is not read")
    lattice = GRIDS[grid_type]
    shapes = [_voxels(voxel, number, lattice) for number, voxel in enumerate(root.findall("shapes/voxel"), 1)]
    board = _shape(shapes, _number(problem.find("result"), "id", "the result"))
    entries = problem.findall("shapes/shape")
    used = [_shape(shapes, _number(entry, "id", "a piece")) for entry in entries]
    if any(shape.free for shape in used):
        raise fault("a piece has cells that may stay empty, which are not read")
    letters = letters_of(_pairs(problem), board.cells, [shape.cells for shape in used])
    if isinstance(letters, str):
        raise fault(letters)
    pieces = _pieces(entries, used, letters, lattice)
    named = dict(zip(ALPHABET, pieces))
    data: dict[str, object] = {"puzzle": "packing"}
    if name := problem.get("name"):
        data["title"] = name
    data |= {
        "lattice": lattice.name,
        "cells": [list(cell) for cell in board.cells],
        "pieces": {x: [list(cell) for cell in shape] for x, (shape, _) in named.items()},
        "counts": {x: f"{lo}..{hi}" for x, (lo, hi) in zip(named, pieces.values())},
    }
    data |= _holes(board, pieces.values(), problem.get("maxHoles"), lattice)
    if letters is not None:
        painted = {cell: letters.board[colour] for cell, colour in board.cells.items()}
        drawings = {x: _drawn(lattice, dict(zip(shape, colours))) for x, (shape, colours) in named.items()}
        data["colours"] = {"board": _drawn(lattice, painted), "pieces": drawings}
    alike = len(pieces) < len(entries)
    if not alike and problem.get("state") == SOLVED and (assemblies := problem.get("assemblies")):
        data["expect"] = {"count": _natural(assemblies, "assemblies")}
        data["source"] = "the number of assemblies in the BurrTools file"
    return data


def _holes(board: Voxels, numbers: Iterable[Bounds], most: str | None, lattice: Lattice) -> dict[str, object]:
    """The keys of the instance for cells that may stay empty."""
    if not board.free:
        return {}
    data: dict[str, object] = {"fill": "partial"}
    if len(board.free) < len(board.cells):
        data["covered"] = _drawn(lattice, {x: "+" if x in board.free else "#" for x in board.cells})
    if most is not None and any(lo < hi for lo, hi in numbers):
        data["free"] = f"0..{_natural(most, 'maxHoles')}"
    return data


def _drawn(lattice: Lattice, colours: dict[Vector, str]) -> str:
    """A drawing of the cells, `.` for none, with an empty row between layers."""
    area = region(lattice, colours)
    rows = area.board([colours[vector] for vector in area.vectors])
    between = range(area.height, len(rows), area.height + 1)
    return "\n".join("" if r in between else row.replace(" ", ".") for r, row in enumerate(rows))


def _pairs(problem: ElementTree.Element) -> set[tuple[int, int]]:
    """Which colours of pieces may lie on which of the board; a file counts them from 0, voxels from 1."""
    pairs = set()
    for pair in problem.findall("bitmap/*"):
        if pair.tag != "pair":
            raise fault(f"<{pair.tag:.20}> in the bitmap is not read")
        piece, result = (_number(pair, key, "a pair of colours") for key in ("piece", "result"))
        pairs.add((piece + 1, result + 1))
    return pairs


def _voxels(voxel: ElementTree.Element, number: int, lattice: Lattice) -> Voxels:
    """The filled cells as (layer, row, column)."""
    x, y, z = (_number(voxel, axis, f"shape {number}") for axis in "xyz")
    if max(x, y, z) > MAX_SIDE:
        raise fault(f"shape {number} is {x}x{y}x{z}; a side has at most {MAX_SIDE} cells")
    text = (voxel.text or "").strip()
    states = re.findall(r"[#+_]\d{0,2}", text)
    if len("".join(states)) < len(text):
        wrong = re.sub(r"[#+_]\d{0,2}", "", text)[0]
        raise fault(f"shape {number} has {wrong!r}: a voxel is `#`, `+` or `_`, and its colour to 99")
    if len(states) != x * y * z:
        raise fault(f"shape {number} is {x}x{y}x{z}, but has {len(states)} voxels")
    at = {i: state for i, state in enumerate(states) if state[0] != "_"}
    cells = {(i // (x * y), i // x % y, i % x): state for i, state in at.items()}
    filled = dict(zip(_vectors(list(cells), number, lattice), cells.values()))
    free = frozenset(cell for cell, state in filled.items() if state[0] == "+")
    return Voxels({cell: int(state[1:] or 0) for cell, state in filled.items()}, free)


def _vectors(places: list[Vector], number: int, lattice: Lattice) -> list[Vector]:
    """The cells at these layers, rows and columns; of triangles y runs up, one of even x + y points up."""
    if lattice is TRIANGLES:
        if len({z for z, _, _ in places}) > 1:
            raise fault(f"shape {number}: triangular prisms are read in one layer, not in several")
        return [lattice.at((0, -y, x)) for _, y, x in places]
    if off := next((cell for cell in places if not lattice.is_cell(cell)), None):
        z, y, x = off
        raise fault(f"shape {number}: voxel x {x}, y {y}, z {z} is not a cell of {lattice.name}")
    return places


def _pieces(
    entries: list[ElementTree.Element], used: list[Voxels], letters: ColourLetters | None, lattice: Lattice
) -> dict[Look, Bounds]:
    """The pieces with their numbers; pieces that are equal up to turns are merged."""
    bounds: dict[Look, Bounds] = {}
    whole = region(lattice, [lattice.classes[0]])
    for entry, voxels in zip(entries, used):
        if wrong := next((part.tag for part in entry if part.tag != "group"), None):
            raise fault(f"<{wrong:.20}> of a piece is not read")
        colours = [letters.pieces[x] if letters else ANY for x in voxels.cells.values()]
        ways = lattice.ways(tuple(voxels.cells), *KINDS[usual_kind(lattice)])  # prisms of one layer flip
        least = min(look_along(colours, whole, way) for way, *_ in ways)
        keys = ("count", "count") if "count" in entry.attrib else ("min", "max")
        lo, hi = (_number(entry, key, "a piece") for key in keys)
        before = bounds.get(least, (0, 0))
        bounds[least] = before[0] + lo, before[1] + hi
    if not bounds:
        raise fault("the problem has no pieces")
    if len(bounds) > len(ALPHABET):
        raise fault(f"{len(bounds)} different pieces; at most {len(ALPHABET)} are read")
    return bounds


def _shape(shapes: list[Voxels], number: int) -> Voxels:
    if number >= len(shapes) or not shapes[number].cells:
        raise fault(f"shape {number + 1} is not there, or has no cells")
    return shapes[number]


def _number(element: ElementTree.Element | None, key: str, what: str) -> int:
    text = None if element is None else element.get(key)
    if text is None:
        raise fault(f"{what} has no {key}")
    return _natural(text, f"{what}: {key}")


def _natural(text: str, what: str) -> int:
    if not re.fullmatch(r"\d{1,9}", text):
        raise fault(f"{what} is {text!r:.40}, not a number")
    return int(text)


LETTERS = ascii_letters + digits


@dataclass(frozen=True)
class ColourLetters:
    """The letter of each colour of the board and of each colour of the pieces."""

    board: Mapping[int, str]
    pieces: Mapping[int, str]


def letters_of(
    pairs: set[tuple[int, int]], board: Mapping[Vector, int], pieces: Sequence[Mapping[Vector, int]]
) -> ColourLetters | str | None:
    """The letters of a packing's `colours` for the colour numbers of a file, in which 0 (no colour) fits all.

    A file has a relation between the colours of pieces and those of the board. Letters can express it if each
    colour of pieces fits either one class of board colours, disjoint from the other classes, or every colour.
    None if the relation excludes nothing; a text with the reason if letters cannot express it.
    """
    there = {*board.values()} - {0}
    colours = {colour for piece in pieces for colour in piece.values()} - {0}
    goes = {x: frozenset(y for y in there if (x, y) in pairs) for x in colours}
    if all(goes[x] == there for x in colours):
        return None
    bound = {x: on for x, on in goes.items() if on != there}
    classes = sorted({on for on in bound.values() if on}, key=sorted)
    if clash := next(((a, b) for a in classes for b in classes if a < b or (a != b and a & b)), None):
        both = min(clash[0] & clash[1])
        return f"colours of pieces overlap on colour {both} of the board without being equal: not read"
    single = [frozenset([y]) for y in sorted(there.difference(*classes))]
    nowhere = [x for x, on in bound.items() if not on]
    if len(classes) + len(single) + len(nowhere) > len(LETTERS):
        return f"more than {len(LETTERS)} colours are not read"
    names = iter(LETTERS)
    of_class = {on: next(names) for on in (*classes, *single)}
    of_board = {y: letter for on, letter in of_class.items() for y in on}
    of_pieces = {x: ANY if on == there else of_class.get(on) or next(names) for x, on in goes.items()}
    return ColourLetters({0: ANY, **of_board}, {0: ANY, **of_pieces})
