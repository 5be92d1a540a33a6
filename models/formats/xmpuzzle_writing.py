"""A packing as BurrTools' XML, the inverse of `models.formats.xmpuzzle`.

Written: cubes and spheres; squares as cubes and triangles as prisms in one layer, where turning in space
stands for flipping; the cells that may stay free, and their number. Several boards become one result shape of
several parts. Whatever the format cannot express is refused by name.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from zenkai_solver.models.document import fault
from zenkai_solver.models.formats.xmpuzzle import GRIDS, MAX_SIDE
from zenkai_solver.models.grid import Vector
from zenkai_solver.models.lattices.known import CUBES, TRIANGLES
from zenkai_solver.models.lattices.lattice import Lattice, minus
from zenkai_solver.models.lattices.region import LatticeRegion
from zenkai_solver.models.packing.free_cells import Covered, Free
from zenkai_solver.models.packing.problem import ANY, Colours, Freedom, looks_of
from zenkai_solver.models.packing.puzzle import Packing

RGB = ("red", "green", "blue")


def write(puzzle: Packing, _: str = "") -> str:
    """The file. Raises InstanceError for what it cannot express."""
    lattice = _lattice(puzzle)
    if reason := next(_faults(puzzle, lattice in (None, TRIANGLES)), None):
        raise fault(f"a BurrTools file cannot say {reason}")
    grid = lattice or CUBES
    root = Element("puzzle", version="2")
    SubElement(root, "gridType", type=next(kind for kind, lattice in GRIDS.items() if lattice is grid))
    numbers = _numbers_of(puzzle.colours) if puzzle.colours else {}
    colours = SubElement(root, "colors")
    for number in range(1, max(numbers.values(), default=0) + 1):
        SubElement(colours, "color", {x: str(60 * number * i % 256) for i, x in enumerate(RGB, 1)})
    shapes = SubElement(root, "shapes")
    painted = puzzle.colours.board if puzzle.colours else {}
    board = {
        _solid(puzzle.region.coordinates(cell), grid): numbers.get(painted.get(cell, ANY), 0)
        for cell in puzzle.region.cells
    }
    _voxel(shapes, board, grid, _may_stay_free(puzzle))
    holes = next(({"maxHoles": str(rule.hi)} for rule in puzzle.rules if isinstance(rule, Free)), {})
    problem = SubElement(SubElement(root, "problems"), "problem", {"state": "0", **holes})
    used = SubElement(problem, "shapes")
    for number, piece in enumerate(puzzle.pieces, 1):
        painting = puzzle.colours.pieces[piece.label] if puzzle.colours else {}
        cells = {_solid(vector, grid): numbers.get(painting.get(vector, ANY), 0) for vector in piece.shape}
        _voxel(shapes, cells, grid, name=piece.label)
        count, most = puzzle.counts[piece.label], len(board) // len(piece.shape)
        bounds = {"min": str(count.lo), "max": str(most if count.hi is None else count.hi)}
        bounds = {"count": str(count.lo)} if count.lo == count.hi else bounds
        SubElement(used, "shape", {"id": str(number), **bounds})
    SubElement(problem, "result", id="0")
    pairs = SubElement(problem, "bitmap")
    for number in range(max(numbers.values(), default=0)):  # from 0, where voxels count from 1
        SubElement(pairs, "pair", piece=str(number), result=str(number))
    ElementTree.indent(root, " ")
    return '<?xml version="1.0"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def _numbers_of(colours: Colours) -> dict[str, int]:
    """The number of each letter of a packing, from 1; ANY is 0."""
    painted: Iterable[str] = (x for piece in colours.pieces.values() for x in piece.values())
    return {ANY: 0} | {x: i for i, x in enumerate(sorted({*colours.board.values(), *painted} - {ANY}), 1)}


def _lattice(puzzle: Packing) -> Lattice | None:
    """The lattice of the packing; None for a flat board of squares."""
    if not isinstance(puzzle.region, LatticeRegion):
        return None
    lattice = puzzle.region.lattice
    if lattice not in GRIDS.values():
        raise fault(f"{lattice.name} cannot be written as a BurrTools file")
    return lattice


def _faults(puzzle: Packing, flat: bool) -> Iterator[str]:
    for rule in puzzle.rules:
        if isinstance(rule, Free) and (rule.lo or rule.hi is None):
            yield "a least number of cells that stay free"
        if isinstance(rule, Free) and all(count.lo == count.hi for count in puzzle.counts.values()):
            yield "how many cells stay free where the number of each piece is known"
        if not isinstance(rule, Free | Covered):
            yield "the rules that a designer adds"
    if puzzle.no_crossings:
        yield "the rules that a designer adds"
    if puzzle.fixed:
        yield "that a piece is fixed"
    if puzzle.region.wrapped:
        yield "that a board is wrapped"
    for piece in puzzle.pieces:
        every = Freedom(True, flat, puzzle.region.most_orientations)
        if {*puzzle.looks[piece.label]} != {*looks_of(piece, every, puzzle.region, puzzle.colours)}:
            usual = "turned and flipped" if flat else "turned and not mirrored"
            yield f"how piece {piece.label} may lie: there every piece is {usual}"


def _may_stay_free(puzzle: Packing) -> frozenset[Vector]:
    if puzzle.exact:
        return frozenset()
    must = {cell for rule in puzzle.rules if isinstance(rule, Covered) for cell in rule.cells}
    grid = _lattice(puzzle) or CUBES
    vectors = (puzzle.region.coordinates(cell) for cell in puzzle.region.cells if cell not in must)
    return frozenset(_solid(vector, grid) for vector in vectors)


def _solid(vector: Vector, lattice: Lattice) -> Vector:
    """Layer (z), row (y) and column (x) in the file; of triangles y runs up."""
    if lattice is TRIANGLES:
        _, row, column = lattice.page(vector)
        return 0, -row, column
    return (0,) * (3 - len(vector)) + tuple(vector)


def _voxel(
    parent: Element,
    cells: Mapping[Vector, int],
    lattice: Lattice,
    free: Collection[Vector] = (),
    **attributes: str,
) -> None:
    """The cells with their colours as a voxel string of a box at the origin: x runs first, then y, then z.

    The parity of the sum of coordinates tells cells from gaps (spheres), and the two kinds of triangles
    apart.
    """
    low = tuple(map(min, zip(*cells)))
    if lattice is not CUBES and sum(low) % 2:
        low = (*low[:-1], low[-1] - 1)
    states = {minus(cell, low): f"{'+' if cell in free else '#'}{x or ''}" for cell, x in cells.items()}
    z, y, x = (1 + max(axis) for axis in zip(*states))
    if max(x, y, z) > MAX_SIDE:
        raise fault(f"a side of {max(x, y, z)} cells; a BurrTools file has at most {MAX_SIDE} here")
    text = "".join(states.get((k, j, i), "_") for k in range(z) for j in range(y) for i in range(x))
    sides = {"x": str(x), "y": str(y), "z": str(z), "type": "0"}
    voxel = SubElement(parent, "voxel", sides | attributes)
    voxel.text = text
