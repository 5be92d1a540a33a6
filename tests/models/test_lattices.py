"""Lattices: their data, the packings on them against plain geometry, published counts, drawings, bad input."""

from __future__ import annotations

import base64
import json
import random
import re
import struct
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product
from math import pi
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml
from hypothesis import strategies as st

from scripts import published, published_lattices
from tests.helpers import INSTANCES, given_some, made
from tests.lattice_brute import UNIT, Brute, Linear, Piece
from tests.models.test_packing import instance_text, tally
from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.lattices.known import CUBES, HEXAGONS, LATTICES, SQUARES, STICKS, TRIANGLES
from zenkai_solver.models.lattices.lattice import Lattice, image, minus, plus, reduced
from zenkai_solver.models.lattices.region import connected_parts, region
from zenkai_solver.models.lattices.sets import ENDINGS, polyforms, set_names
from zenkai_solver.models.loading import load, loads
from zenkai_solver.models.packing.puzzle import Packing
from zenkai_solver.models.pieces import KINDS
from zenkai_solver.models.render.plane import EDGE, SIDE
from zenkai_solver.solvers.commands.pieces import main as draw_pieces
from zenkai_solver.solvers.commands.show import main as show
from zenkai_solver.solvers.core.pipeline import prepare
from zenkai_solver.solvers.python_api.api import solve
from zenkai_solver.solvers.solution_files.results import header

EVERY = pytest.mark.parametrize("lattice", LATTICES.values(), ids=LATTICES)
MOST = 400  # solutions: more are not compared with brute force


def packing(**keys: Any) -> Packing:
    puzzle = made("packing", keys)
    assert isinstance(puzzle, Packing)
    return puzzle


# ---- the data


@EVERY
def test_the_group_keeps_cells_translations_and_contacts(lattice: Lattice) -> None:
    group = lattice.group
    assert len(set(group)) == len(group) == 2 * len(lattice.rotations)
    assert all(lattice.is_translation(image(m, step)) for m in group for step in lattice.translations)
    for one in lattice.classes:
        near = lattice.neighbours(one)
        assert all(one in lattice.neighbours(other) for other in near)
        for matrix in group:
            assert sorted(lattice.neighbours(image(matrix, one))) == sorted(image(matrix, x) for x in near)


@EVERY
def test_neighbours_are_checkered_or_three_of_them_touch(lattice: Lattice) -> None:
    """On a box that has all classes of cells; where there is no parity none is possible."""
    for cell in lattice.box([3] * lattice.dimension, [False] * lattice.dimension):
        near = lattice.neighbours(cell)
        if lattice.parity is None:
            assert any(other in lattice.neighbours(one) for one in near for other in near)
        else:
            assert all(lattice.parity(one) != lattice.parity(cell) for one in near)


@EVERY
def test_the_translations_are_triangular(lattice: Lattice) -> None:
    starts = [next(i for i, x in enumerate(step) if x) for step in lattice.translations]
    assert starts == list(range(lattice.dimension))
    assert all(step[i] > 0 for i, step in enumerate(lattice.translations))


@EVERY
def test_a_place_on_the_page_is_one_cell(lattice: Lattice) -> None:
    cells = [v for v in product(range(-4, 5), repeat=lattice.dimension) if lattice.is_cell(v)]
    places = [lattice.page(cell) for cell in cells]
    assert len(set(places)) == len(cells)
    assert [lattice.cell_at(place) for place in places] == cells


@pytest.mark.parametrize(
    ("lattice", "kind", "numbers"),
    [  # OEIS A000105, A000988 and the like, as commonly published
        ("cubes", "one-sided", [1, 1, 2, 8, 29, 166]),
        ("cubes", "free", [1, 1, 2, 7, 23, 112]),
        ("cubes", "fixed", [1, 3, 15, 86, 534, 3481]),
        ("hexagons", "free", [1, 1, 3, 7, 22, 82]),
        ("hexagons", "one-sided", [1, 1, 3, 10, 33, 147]),
        ("triangles", "free", [1, 1, 1, 3, 4, 12, 24, 66]),
        ("triangles", "one-sided", [1, 1, 1, 4, 6, 19, 43, 120]),
        ("sticks", "free", [1, 2, 5, 16, 55]),
        ("sticks", "one-sided", [1, 2, 7, 25, 99]),
        ("trigs", "free", [1, 3, 12, 60]),
        ("twigs", "free", [1, 1, 3, 4, 12, 27]),
        ("tans", "free", [1, 3, 4, 14, 30]),
        ("spheres", "fixed", [1, 6, 50, 475]),
        ("spheres", "one-sided", [1, 1, 4, 25]),
    ],
)
def test_as_many_pieces_as_published(lattice: str, kind: str, numbers: list[int]) -> None:
    assert ENDINGS[lattice][1] == len(numbers)
    assert [len(polyforms(lattice, n, kind)) for n in range(1, len(numbers) + 1)] == numbers


MANY = ("fixed pentacubes", "fixed tetratrigs", "fixed tetraspheres")  # 475 to 603 pieces


@pytest.mark.parametrize("many", [False, pytest.param(True, marks=pytest.mark.broad)])
@pytest.mark.parametrize("lattice", [LATTICES[name] for name in ENDINGS], ids=ENDINGS)
def test_every_named_set_can_be_packed(lattice: Lattice, many: bool) -> None:
    for name in set_names(lattice):
        if (many or name not in MANY) and not name.endswith(
            ("hexacubes", "octiamonds", "heptiamonds", "hexahexes")
        ):
            puzzle = packing(
                lattice=lattice.name,
                board="x".join("5" * lattice.dimension),
                pieces=name,
                counts="any",
                fill="partial",
            )
            letters = [piece.label for piece in puzzle.pieces]
            assert len(set(letters)) == len(letters) > 0


# ---- against plain geometry


@st.composite
def figures(draw: st.DrawFn, lattice: Lattice, most: int) -> list[tuple[int, ...]]:
    """A connected piece of up to so many cells."""
    cells = [draw(st.sampled_from(lattice.classes))]
    for _ in range(draw(st.integers(0, most - 1))):
        near = sorted({x for cell in cells for x in lattice.neighbours(cell)} - set(cells))
        cells.append(draw(st.sampled_from(near)))
    return cells


@st.composite
def packings(draw: st.DrawFn) -> dict[str, Any]:
    """A small board of any lattice, a few pieces, all other keys."""
    lattice = LATTICES[draw(st.sampled_from(sorted(LATTICES)))]
    if lattice.dimension == 3:
        box = list(lattice.box(draw(st.sampled_from([(1, 2, 3), (2, 2, 2), (2, 2, 3)])), [False] * 3))
    else:
        sizes = {"triangles": [(1, 3), (2, 2), (2, 3)], "sticks": [(1, 1), (1, 2), (2, 2)]}
        sizes |= {
            "trigs": [(1, 1), (1, 2), (2, 1)],
            "twigs": [(1, 1), (1, 2), (2, 2)],
            "tans": [(1, 1), (1, 2)],
        }
        size = draw(st.sampled_from(sizes.get(lattice.name, [(2, 3), (3, 3), (3, 4)])))
        box = list(lattice.box(size, [False, False]))
    holes = draw(st.sets(st.sampled_from(box), max_size=3))
    pieces = {
        letter: [list(x) for x in draw(figures(lattice, 4))] for letter in "ABC"[: draw(st.integers(1, 3))]
    }
    counts = st.sampled_from(["any", "0..1", "0..2", 1])
    return {
        "lattice": lattice.name,
        "cells": [list(cell) for cell in box if cell not in holes],
        "pieces": pieces,
        "counts": {letter: draw(counts) for letter in pieces},
        "rotations": draw(st.booleans()) or draw(st.booleans()),
        "flips": draw(st.booleans()),
        "fill": draw(st.sampled_from(["exact", "partial"])),
        "mirror": draw(st.booleans()),
    }


def brute(data: Mapping[str, Any], puzzle: Packing) -> Brute:
    hi = {label: 99 if count.hi is None else count.hi for label, count in puzzle.counts.items()}
    return Brute(
        data["lattice"],
        data["cells"],
        [Piece(x, data["pieces"][x], puzzle.counts[x].lo, hi[x]) for x in hi],
        rotations=data["rotations"],
        flips=data["flips"],
        exact=data["fill"] == "exact",
        mirror=data["mirror"],
    )


@given_some(50, packings())
def test_engines_agree_with_plain_geometry(data: dict[str, Any]) -> None:
    try:
        puzzle = packing(**data)
    except InstanceError:
        return  # areas that cannot match, pieces given twice: nothing to compare
    if data["flips"] and not data["rotations"]:
        return  # the mirror of left and right: `test_flips_without_rotations`
    plain = brute(data, puzzle)
    solutions = plain.solutions(MOST)
    if solutions is None:
        return
    orbits = plain.orbits(solutions)
    for backend in ("exactcover", "sat"):
        found = tally(data, backend)
        assert (found.count, found.all) == (orbits, len(solutions))
        assert tally(data, backend, "all").all == len(solutions)
    assert tally(data, "sat").digest == tally(data, "exactcover").digest


@given_some(20, st.sampled_from(["squares", "hexagons", "triangles", "sticks"]), st.booleans(), st.data())
def test_wrapped_boards_agree_with_plain_geometry(name: str, torus: bool, data: st.DataObject) -> None:
    lattice = LATTICES[name]
    choice = {"triangles": [(2, 3), (3, 3), (1, 4)], "sticks": [(2, 2), (1, 3)]}
    sizes = data.draw(st.sampled_from(choice.get(name, [(3, 3), (3, 4), (2, 5)])))
    pieces = {x: [list(v) for v in data.draw(figures(lattice, 4))] for x in "AB"}
    keys: dict[str, Any] = {
        "lattice": name,
        "board": f"{sizes[0]}x{sizes[1]}",
        "wrap": "torus" if torus else "cylinder",
        "pieces": pieces if name != "squares" else data.draw(st.sampled_from(["dominoes", "trominoes"])),
        "counts": data.draw(st.sampled_from(["any", "0..2"])),
        "mirror": data.draw(st.booleans()),
        "fill": data.draw(st.sampled_from(["exact", "partial"])),
    }
    try:
        puzzle = packing(**keys)
    except InstanceError:
        return
    around = [torus, True]
    units = {"squares": ((0, 1), (1, 0)), "sticks": ((0, 2), (2, 0))}.get(name, ((1, 1), (2, 0)))
    periods = [tuple(UNIT * n * x for x in unit) for n, unit, wrap in zip(sizes, units, around) if wrap]
    plain = Brute(
        name,
        list(lattice.box(sizes, around)),
        [Piece(p.label, p.shape, 0, puzzle.counts[p.label].hi or 99) for p in puzzle.pieces],
        exact=keys["fill"] == "exact",
        mirror=keys["mirror"],
        periods=periods,
    )
    solutions = plain.solutions(MOST)
    if solutions is None:
        return
    found = tally(keys, "exactcover")
    assert (found.count, found.all) == (plain.orbits(solutions), len(solutions))
    assert tally(keys, "sat").digest == found.digest


@given_some(
    15, st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=4, max_size=14), st.booleans()
)
def test_squares_as_a_lattice_are_squares(cells: set[tuple[int, int]], free: bool) -> None:
    """The board of squares has code of its own, for speed: both say the same."""
    rows = ["".join("#" if (r, c) in cells else "." for c in range(4)) for r in range(4)]
    kind = "free" if free else "one-sided"
    keys = {"pieces": [f"{kind} tetrominoes", f"{kind} trominoes"], "counts": "0..2", "fill": "partial"}
    drawn, listed = {"board": "\n".join(rows)}, {"cells": [list(x) for x in sorted(cells)]}
    one, other = (packing(**keys, **own).symmetries().order for own in (drawn, listed))
    assert one == other
    small = {**keys, "pieces": f"{kind} trominoes"}
    one, other = (tally({**small, **own}, "exactcover") for own in (drawn, listed))
    assert (one.count, one.all) == (other.count, other.all)


# ---- published counts, the quick ones


LONGER = {  # seconds, where smaller ones are not slow, or are run as instances
    *("solid pentominoes 2x5x6", "solid pentominoes 3x4x5", "solid pentominoes, ring 3x4x6"),
    *("lozenges, hexagon 4, 4, 4", "hexiamonds, chevron 6x6", "hexiamonds, long hexagon 4x10"),
    *("hexiamonds, trapezoid 4x11", "2 and 3 trigs, hexagon"),
}


@pytest.mark.parametrize(
    "count",
    [
        pytest.param(one, id=one.name, marks=[pytest.mark.slow] if one.name in LONGER else [])
        for one in published_lattices.quick()
    ],
)
def test_published_counts(count: published_lattices.Count) -> None:
    found = tally(yaml.safe_load(count.text), "exactcover")
    assert count.count in (None, found.count)
    assert count.all in (None, found.all)


def test_a_shipped_instance_is_one_of_them() -> None:
    """So it is solved above, and by `test_golden`, when the slow tests run."""
    (one,) = (found for found in published_lattices.quick() if found.name == "solid pentominoes 3x4x5")
    shipped = load(INSTANCES / "solid3x4x5.yaml")
    assert shipped.puzzle == packing(**yaml.safe_load(one.text))
    assert shipped.expect == {"count": one.count, "all": one.all}


def test_published_counts_name_their_sources() -> None:
    counts = [*published.quick(), *published.slow()]
    assert all(one.source for one in counts)
    assert sum(not one.source.startswith(("recounted", "by hand")) for one in counts) >= 120
    assert {yaml.safe_load(one.text).get("lattice", "squares") for one in counts} >= set(LATTICES) - {
        "tans",
        "spheres",
    }
    assert sum(1 for _ in published.quick()) >= 120


PUBLISHED = ("soma", "soma-turns", "solid2x3x10", "tetracubes2x4x4", "graatsma", "tetrahexes4x7", "torus4x4")


def test_a_header_says_which_group_it_means() -> None:
    """Published counts differ by whether mirror images are one solution: 695 or 1,390."""
    stated = [
        header(prepare(load(INSTANCES / f"{name}.yaml")))["symmetry"]
        for name in ("tetracubes2x4x4", "tetracubes2x4x4-turns", "sudoku/inkala2012")
    ]
    assert stated == [
        {"mode": "orbits", "order": 16, "reflections": True},
        {"mode": "orbits", "order": 8, "reflections": False},
        {"mode": "orbits", "order": 1},
    ]


@pytest.mark.parametrize("name", PUBLISHED)
def test_two_engines_find_what_is_published(name: str) -> None:
    instance = load(INSTANCES / f"{name}.yaml")
    engines = ["exactcover", *(["sat"] if name in ("graatsma", "tetrahexes4x7", "torus4x4") else [])]
    found = []
    for engine in engines:
        prepared = prepare(instance, engine)
        boards = [chunk.board(i) for chunk in prepared.chunks() for i in range(len(chunk))]
        assert len(boards) == instance.expect["count"]
        assert not [x for board in boards[:50] for x in instance.puzzle.violations(board)]
        found.append(sorted(boards))
    assert all(one == found[0] for one in found)


@pytest.mark.parametrize(
    ("keys", "order"),
    [
        ({"lattice": "cubes", "board": "3x3x3", "pieces": "soma"}, 48),
        ({"lattice": "cubes", "board": "3x3x3", "pieces": "soma", "mirror": False}, 24),
        ({"lattice": "cubes", "board": "4x4x4", "pieces": "bedlam"}, 24),  # some piece has no mirror image
        ({"lattice": "cubes", "board": "3x4x5", "pieces": "solid pentominoes"}, 8),
        ({"lattice": "hexagons", "board": "4x7", "pieces": "tetrahexes"}, 2),
        ({"lattice": "triangles", "board": "6x6", "pieces": "hexiamonds"}, 4),
        ({"board": "4x4", "wrap": "torus", "pieces": "dominoes", "counts": "any"}, 128),
        ({"board": "6x6", "wrap": "cylinder", "pieces": "dominoes", "counts": "any"}, 24),
    ],
)
def test_the_group_of_the_board(keys: dict[str, Any], order: int) -> None:
    assert packing(**keys).symmetries().order == order


# ---- many boards at once


@pytest.mark.parametrize("name", ["soma", "solid2x3x10", "tetrahexes4x7", "torus4x4", "tube4x5"])
def test_batches_judge_as_the_rules_do(name: str) -> None:
    instance = load(INSTANCES / f"{name}.yaml")
    puzzle = instance.puzzle
    assert isinstance(puzzle, Packing)
    prepared = prepare(instance, symmetry="all")
    tools = puzzle.batches(prepared.model, prepared.group)
    assert tools is not None
    boards = [chunk.board(i) for chunk in prepared.chunks() for i in range(len(chunk))][:60]
    rng = random.Random(5)
    spoiled = [spoil(puzzle, board, rng) for board in boards for _ in range(4)]
    for board in (*boards, *spoiled):
        array = tools.read(["\n".join(board).encode()])
        assert array is not None
        assert bool(tools.check(array)[0]) == (not list(puzzle.violations(board)))
    array = tools.read(["\n".join(board).encode() for board in boards])
    assert array is not None
    rows = tools.rows(array)
    assert [puzzle.decode(tuple(v for v in map(int, row) if v)) for row in rows] == boards
    least, sizes = tools.canonical(rows, array)
    group = puzzle.symmetries()
    for i, board in enumerate(boards):
        assert (tools.board(least, i), int(sizes[i])) == group.canonical(board)


def spoil(puzzle: Packing, board: tuple[str, ...], rng: random.Random) -> tuple[str, ...]:
    """The board with two labels exchanged, one cell's label changed, or one cell free."""
    labels = puzzle.region.labels(board)
    a, b = rng.sample(range(len(labels)), 2)
    match rng.randrange(4):
        case 0:
            labels[a], labels[b] = labels[b], labels[a]
        case 1:
            labels[a] = labels[b]
        case 2:
            labels[a] = "."
        case _:
            swap = {labels[a]: labels[b], labels[b]: labels[a]}
            labels = [swap.get(label, label) for label in labels]
    return puzzle.region.board(labels)


def test_two_sticks_that_cross_are_seen() -> None:
    keys = {"lattice": "sticks", "board": "2x2", "pieces": "AA.BB\n", "counts": "any", "fill": "partial"}
    puzzle = packing(**{**keys, "pieces": {"A": [[0, 1], [0, 3]]}})
    crossing = list(puzzle.region.board(["."] * len(puzzle.region.cells)))
    for (r, c), label in {(2, 1): "B", (2, 3): "B", (1, 2): "A", (3, 2): "A"}.items():
        crossing[r] = crossing[r][:c] + label + crossing[r][c + 1 :]
    assert list(puzzle.violations(tuple(crossing))) == ["A and B cross beside row 2, column 3"]
    tools = puzzle.batches(puzzle.model(), puzzle.symmetries())
    assert tools is not None
    array = tools.read(["\n".join(crossing).encode()])
    assert array is not None
    assert not tools.check(array)[0]


def test_pieces_on_the_same_cells_of_a_ring_are_told_apart_by_their_letters() -> None:
    """Three in a row close to a ring of three: T and L lie on the same cells there."""
    keys = {"board": "4x3", "wrap": "cylinder", "pieces": ["tetromino T", "tetromino L", "tetromino I"]}
    found = tally({**keys, "counts": "0..1"}, "sat"), tally({**keys, "counts": "0..1"}, "exactcover")
    assert found[0].digest == found[1].digest
    with pytest.raises(InstanceError, match="L and T can lie on the same cells"):
        packing(**keys, counts="any")


def test_a_piece_does_not_overlap_itself_on_a_ring() -> None:
    keys = {"board": "1x3", "wrap": "cylinder", "pieces": "tetromino I", "fill": "partial", "counts": "any"}
    assert tally(keys, "exactcover").all == 1, "nothing but the empty board"


def test_a_piece_that_would_overlap_itself_is_not_what_lies_there() -> None:
    """On the narrow band the three edges of B can lie so that they cover two cells only."""
    pieces = {"B": [[1, 0], [-1, 0], [-1, -1]], "C": [[1, 0], [0, -1]]}
    keys = {"lattice": "trigs", "board": "2x1", "wrap": "moebius", "pieces": pieces, "counts": "any"}
    puzzle = packing(**{**keys, "fill": "partial"})
    assert {puzzle.piece_on(cells, "A") for label, cells in puzzle.placements if label == "C"} == {"C"}


def test_flips_without_rotations_mirror_left_and_right() -> None:
    for lattice, figure in ((HEXAGONS, [(0, 0), (0, 1), (1, 1)]), (CUBES, [(0, 0, 0), (0, 0, 1), (1, 0, 0)])):
        keys = {
            "lattice": lattice.name,
            "rotations": False,
            "flips": True,
            "counts": "any",
            "fill": "partial",
        }
        size = "3x3" if lattice.dimension == 2 else "2x2x2"
        puzzle = packing(board=size, pieces={"A": [list(x) for x in figure]}, **keys)
        given, mirrored = sorted(
            [sorted(lattice.page(x)[1:] for x in shape) for shape in puzzle.orientations["A"]]
        )
        assert len({len({row for row, _ in given}), len({row for row, _ in mirrored})}) == 1
        widths = [max(c for _, c in shape) - min(c for _, c in shape) for shape in (given, mirrored)]
        assert widths[0] == widths[1]


# ---- boards as text


@EVERY
def test_a_printed_board_reads_as_the_same_board(lattice: Lattice) -> None:
    """An empty layer is written with points, as everything that is nothing may be."""
    rng = random.Random(3)
    size = (4, 4, 4)[: lattice.dimension]
    box = list(lattice.box(size, [False] * lattice.dimension))
    for _ in range(30):
        own = region(lattice, rng.sample(box, 9))
        rows = [row.replace(" ", ".") for row in own.board(["#"] * 9)]
        if lattice.dimension == 3:
            rows[own.height :: own.height + 1] = [""] * len(rows[own.height :: own.height + 1])
        piece = "monominoes" if lattice is SQUARES else {"A": [list(lattice.classes[0])]}
        keys: dict[str, Any] = {"pieces": piece, "counts": "any", "fill": "partial"}
        again = packing(lattice=lattice.name, board="\n".join(rows), **keys).region
        assert again.cells == own.cells


def test_a_triangle_that_points_up_is_told_from_one_that_points_down() -> None:
    keys: dict[str, Any] = {"lattice": "triangles", "pieces": "moniamonds", "counts": "any"}
    up, down = (packing(board=board, **keys).region for board in (".^.\n^v^", "v^v\n.v."))
    assert (up.rows, down.rows) == (2, 2)
    assert [TRIANGLES.page(v)[1:] for v in up.vectors] != [TRIANGLES.page(v)[1:] for v in down.vectors]
    assert len(list(up.moves(True))) == len(list(down.moves(True))) == 6
    with pytest.raises(InstanceError, match="'v' in row 1, column 2 is not a cell of triangles"):
        packing(board="vv", **keys)


def test_layers_of_cubes_in_three_ways() -> None:
    keys = {"lattice": "cubes", "pieces": "monocubes", "counts": "any"}
    drawn = ["##\n#.\n\n.#\n..", "##/.#\n#./..", "/##/.#/\n/#./../"]
    boards = [packing(board=board, **keys).region for board in drawn]
    assert boards[0].vectors == boards[1].vectors == boards[2].vectors
    assert boards[0].vectors == ((0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 1))


def test_four_edges_at_a_point_cross_in_one_way() -> None:
    """Of trigs 15 ways at each of 9 inner points of 4x4, and one at each of 12 points of its sides."""
    keys: dict[str, Any] = {"pieces": "monotrigs", "counts": "any"}
    lines = packing(lattice="trigs", board="4x4", **keys).region.crossings
    assert len(lines) == len({frozenset(x for line in two for x in line) for two in lines}) == 9 * 15 + 12
    every = {"lattice": "trigs", "board": "1x2", "pieces": "ditrigs", "counts": "any", "fill": "partial"}
    puzzle = packing(**every)
    number = {cells: var for var, (_, cells) in enumerate(puzzle.placements, 1)}
    place = dict(zip(puzzle.region.vectors, puzzle.region.cells))
    for pair, crossed in [
        ((((0, 1), (1, 2)), ((1, 1), (0, 3))), True),
        ((((0, 1), (1, 1)), ((1, 2), (0, 3))), False),
    ]:
        chosen = sorted(number[tuple(sorted(place[v] for v in piece))] for piece in pair)
        said = list(puzzle.violations(puzzle.decode(tuple(chosen))))
        assert ["cross" in line for line in said] == [True] * crossed


def test_trigs_and_twigs_are_drawn_as_they_lie() -> None:
    keys: dict[str, Any] = {"counts": "any"}
    drawn = "+ - + - +\n \\ / \\ / \\\n  + - + - +"
    board = packing(lattice="trigs", pieces="monotrigs", board=drawn, **keys).region
    assert board.vectors == packing(lattice="trigs", pieces="monotrigs", board="1x2", **keys).region.vectors
    drawn = " / \\ / \\\n|   |   |\n \\ / \\ /"
    board = packing(lattice="twigs", pieces="monotwigs", board=drawn, **keys).region
    two = packing(lattice="twigs", pieces="monotwigs", board="1x2", **keys).region
    assert [minus(v, board.vectors[0]) for v in board.vectors] == [
        minus(v, two.vectors[0]) for v in two.vectors
    ]
    with pytest.raises(InstanceError, match="is not a cell of twigs: the edges of a hexagon"):
        packing(lattice="twigs", pieces="monotwigs", board="/ /\n/ /\n\\|", **keys)


def test_sticks_are_drawn_between_corners() -> None:
    keys = {"lattice": "sticks", "pieces": "monosticks", "counts": "any"}
    board = packing(board="+-+-+\n|   |\n+-+ +", **keys).region
    assert len(board.cells) == 5
    assert board.vectors == ((0, 1), (0, 3), (1, 0), (1, 4), (2, 1))


# ---- twisted boards


FLAT_UNITS = {"sticks": (2, 2), "tans": (3, 3), "squares": (1, 1), "cubes": (1, 1), "spheres": (1, 1)}
CORNERS = ("squares", "sticks", "triangles", "trigs")  # a row more of points than of cells, of which they are
SMALL: dict[str, list[str]] = {  # boards that brute force can fill; bands, then bottles
    "squares": ["2x3", "3x3", "1x4"],
    "hexagons": ["1x5", "3x3", "2x3", "4x3"],
    "triangles": ["2x2", "2x3", "4x1"],
    "sticks": ["1x2", "2x2", "1x3"],
    "trigs": ["2x1", "2x2"],
    "twigs": ["1x2", "1x3", "3x1", "2x2"],
    "tans": ["1x2", "2x1"],
    "cubes": ["1x2x3"],
    "spheres": ["2x2x3", "2x3x2"],
}


def glide(name: str, sizes: Sequence[int], klein: bool) -> tuple[Linear, tuple[int, ...]]:
    """Upside down about the middle of the strip of the plane, or about a row of cells, and once round."""
    *_, rows, columns = sizes
    wide, high = FLAT_UNITS.get(name, (2, 1))
    down = rows * high if name in CORNERS else (rows - 1) * high
    if klein and name in ("hexagons", "twigs"):
        down -= 1
    if klein and name == "spheres":
        down -= (down + columns) % 2
    if len(sizes) == 3:
        return ((2, 0, 0), (0, -2, 0), (0, 0, 2)), (0, UNIT * down, UNIT * columns)
    return ((2, 0), (0, -2)), (UNIT * wide * columns, UNIT * down)


def twisted(name: str, size: str, wrap: str, keys: dict[str, Any]) -> Brute | None:
    """The packing on the strip by plain geometry; None where the board, or its area, is refused."""
    try:
        puzzle = packing(**keys)
    except InstanceError:
        return None
    sizes = [int(n) for n in size.split("x")]
    high = FLAT_UNITS.get(name, (2, 1))[1]
    periods = (
        [(UNIT * sizes[0], 0, 0), (0, UNIT * sizes[1], 0)]
        if len(sizes) == 3
        else [(0, UNIT * high * sizes[0])]
    )
    return Brute(
        name,
        [puzzle.region.coordinates(cell) for cell in puzzle.region.cells],
        [Piece(piece.label, piece.shape, 0, puzzle.counts[piece.label].hi or 99) for piece in puzzle.pieces],
        exact=keys["fill"] == "exact",
        periods=periods if wrap == "klein" else (),
        glide=glide(name, sizes, wrap == "klein"),
    )


@pytest.mark.parametrize(
    "fills", [("exact",), pytest.param(("exact", "partial"), marks=pytest.mark.broad)], ids=["exact", "both"]
)
@pytest.mark.parametrize("name", SMALL)
def test_twisted_boards_agree_with_plain_geometry(name: str, fills: Sequence[str]) -> None:
    """Every cell of the plane within some turns has the number of the cell of the board that it is."""
    rng, seen = random.Random(name), set()
    for size, wrap, fill in product(SMALL[name], ("moebius", "klein"), fills):
        pieces: Any = {x: grown(LATTICES[name], n, rng) for x, n in (("A", 2), ("B", 3))}
        if name == "squares":
            pieces = rng.choice(["dominoes", "trominoes"])
        keys: dict[str, Any] = {"lattice": name, "board": size, "wrap": wrap, "pieces": pieces, "fill": fill}
        keys |= {"counts": "any" if fill == "exact" else "0..1", "flips": True}
        plain = twisted(name, size, wrap, keys)
        solutions = plain and plain.solutions(MOST)
        if plain is None or solutions is None:
            continue
        found = tally(keys, "auto")
        assert (found.count, found.all) == (plain.orbits(solutions), len(solutions)), keys
        assert tally(keys, "sat", "all").all == found.all
        seen.add((wrap, found.all > 1))
    assert {wrap for wrap, _ in seen} == {"moebius", "klein"}
    assert len(fills) == 1 or seen >= {("moebius", True), ("klein", True)}


def grown(lattice: Lattice, number: int, rng: random.Random) -> list[list[int]]:
    """A connected piece of so many cells."""
    cells = [rng.choice(lattice.classes)]
    while len(cells) < number:
        cells.append(rng.choice(sorted({x for cell in cells for x in lattice.neighbours(cell)} - set(cells))))
    return [list(cell) for cell in cells]


def test_symmetries_of_twisted_boards() -> None:
    """Shifts along the band, by one column each; once round is a reflection. And left and right."""
    keys = {"pieces": "dominoes", "counts": "any"}
    for wrap, board, order in [
        ("moebius", "3x4", 4 * 4),
        ("moebius", "4x5", 4 * 5),
        ("klein", "3x4", 4 * 4),
        ("klein", "4x5", 8 * 5),
    ]:
        group = packing(board=board, wrap=wrap, **keys)._group
        assert group.order == order == len({element.cells for element in group.elements})


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        (
            {"lattice": "hexagons", "pieces": "dihexes"},
            "wrap: hexagons make no Moebius band of 4x4: its ends do not fit; those of 3x4 and 5x4 do",
        ),
        (
            {"lattice": "triangles", "pieces": "diamonds", "board": "3x2", "wrap": "klein"},
            "wrap: triangles make no Klein bottle of 3x2: its ends do not fit; those of 2x2 and 4x2 do",
        ),
        ({"lattice": "cubes", "board": "2x2x3", "pieces": "dicubes"}, "each must be free to flip"),
        ({"pieces": "one-sided tetrominoes"}, "on a Moebius band a piece that goes round is turned over"),
        ({"board": "##\n##"}, "wrap: only a board that is given by its size"),
        (
            {"symmetric": "quarter-turn"},
            "symmetric: the board is not its own image under the quarter-turn; under",
        ),
    ],
)
def test_what_no_twisted_board_has(keys: dict[str, Any], said: str) -> None:
    with pytest.raises(InstanceError) as error:
        packing(**{"board": "4x4", "pieces": "dominoes", "counts": "any", "wrap": "moebius", **keys})
    assert said in str(error.value)


# ---- pictures


@pytest.mark.parametrize(
    ("name", "element", "number"),
    [
        ("soma", "<polygon", 2 * (27 + 3 * 15)),
        ("tetrahexes4x7", "<polygon", 28),
        ("hexiamonds6x6", "<polygon", 72),
    ],
)
def test_every_cell_is_drawn(name: str, element: str, number: int) -> None:
    """Of cubes the faces that are seen, each with its shade: 27 of the whole, 9 + 3 + 3 of each of 3 layers."""
    instance = load(INSTANCES / f"{name}.yaml")
    board = next(chunk.board(0) for chunk in prepare(instance).chunks() if len(chunk))
    assert instance.puzzle.svg(board).count(element) == number


@pytest.mark.parametrize(("name", "sides"), [("tetrahexes4x7", 6), ("hexiamonds6x6", 3)])
def test_the_outline_is_every_side_but_those_within_a_piece(name: str, sides: int) -> None:
    instance = load(INSTANCES / f"{name}.yaml")
    board = next(chunk.board(0) for chunk in prepare(instance).chunks() if len(chunk))
    own = instance.puzzle.region
    beside = [{board[r][c] for r, c in pair} for pair in own.touching(at_corners=False)]
    within = sum(len(labels) == 1 for labels in beside)
    steps = re.findall(r"M[^L]*L", re.search(r'<path d="([^"]*)"', instance.puzzle.svg(board))[1])
    assert len(steps) == sides * len(own.cells) - len(beside) - within


@pytest.mark.parametrize("name", ["soma", "solid2x3x10"])
def test_stl_pieces_are_closed_and_have_their_volume(name: str) -> None:
    """Every edge is run through once in each direction, and normals point outwards."""
    instance = load(INSTANCES / f"{name}.yaml")
    puzzle = instance.puzzle
    assert isinstance(puzzle, Packing)
    board = next(chunk.board(0) for chunk in prepare(instance).chunks() if len(chunk))
    text = puzzle.stl(board)
    assert text is not None
    solids = text.split("endsolid")[:-1]
    assert len(solids) == len(puzzle.pieces)
    labels = "".join(board)
    for solid in solids:
        label = re.search(r"solid (\w)\n", solid)[1]
        corners = [tuple(map(int, x.split())) for x in re.findall(r"vertex (.*)", solid)]
        triangles = [corners[i : i + 3] for i in range(0, len(corners), 3)]
        edges = Counter((t[i], t[(i + 1) % 3]) for t in triangles for i in range(3))
        assert all(edges[b, a] == number for (a, b), number in edges.items())
        assert sum(determinant(*t) for t in triangles) == 6 * labels.count(label)
        assert sum(x in labels for x in label) == 1


def test_each_sphere_of_a_pyramid_is_drawn_on_the_field_of_its_layer() -> None:
    """Whose upper layers do not reach to the left."""
    text = (INSTANCES / "ballroom.yaml").read_text("utf-8")
    board = loads(text, "x").puzzle.unsolved_svg().partition("</svg>")[0]
    number = r"(-?[\d.]+)"
    fields = [
        [float(n) for n in field]
        for field in re.findall(
            rf'<rect x="{number}" y="{number}" width="{number}" height="{number}" rx="6"', board
        )
    ]
    balls = [
        [float(n) for n in ball]
        for ball in re.findall(rf'<circle cx="{number}" cy="{number}" r="{number}"', board)
    ]
    on = [
        [
            x <= cx - r and cx + r <= x + wide and y <= cy - r and cy + r <= y + high
            for x, y, wide, high in fields
        ]
        for cx, cy, r in balls
    ]
    assert [sum(ball[i] for ball in on) for i in range(len(fields))] == [1, 4, 9]
    assert all(sum(ball) == 1 for ball in on)


def test_spheres_of_a_piece_are_joined_to_one_closed_surface() -> None:
    """With as many handles as there are circles of contacts; pieces keep apart."""
    pieces = {
        "A": [[0, 0, 0]],
        "B": [[0, 0, 0], [0, 1, 1], [1, 0, 1], [1, 1, 0]],
        "C": [[0, 0, 0], [0, 1, -1]],
    }
    keys = {"lattice": "spheres", "board": "2x2x4", "pieces": pieces, "counts": {"A": 2, "others": 1}}
    instance = loads(instance_text(keys), "x")
    board = next(chunk.board(0) for chunk in prepare(instance).chunks() if len(chunk))
    handles = []
    for solid in str(packing(**keys).stl(board)).split("endsolid")[:-1]:
        corners = [tuple(map(float, x.split())) for x in re.findall(r"vertex (.*)", solid)]
        triangles = [corners[i : i + 3] for i in range(0, len(corners), 3)]
        edges = Counter((t[i], t[(i + 1) % 3]) for t in triangles for i in range(3))
        assert set(edges.values()) == {1}
        assert all((b, a) in edges for a, b in edges)
        euler = len(set(corners)) - len(edges) // 2 + len(triangles)
        size = sum(determinant(*t) for t in triangles) / 6
        number = round(size / (4 / 3 * pi * 0.7**3))
        assert number * 1.40 < size < number * 1.437, "inside the spheres, but not much"
        handles.append((number, (2 - euler) // 2))
    assert sorted(handles) == [(1, 0), (1, 0), (2, 0), (4, 3)], "four about a hole have three circles"


def determinant(a: Sequence[float], b: Sequence[float], c: Sequence[float]) -> float:
    return (
        a[0] * (b[1] * c[2] - b[2] * c[1])
        - a[1] * (b[0] * c[2] - b[2] * c[0])
        + a[2] * (b[0] * c[1] - b[1] * c[0])
    )


def test_x3d_is_xml_with_a_group_per_piece() -> None:
    cubes = load(INSTANCES / "soma.yaml").puzzle
    assert isinstance(cubes, Packing)
    board = next(chunk.board(0) for chunk in prepare(load(INSTANCES / "soma.yaml")).chunks() if len(chunk))
    scene = ElementTree.fromstring(str(cubes.x3d(board)))
    groups = scene.findall("./Scene/Group")
    assert [group.find("MetadataString").get("value") for group in groups] == [f'"{x}"' for x in "ABLPTVZ"]
    balls = packing(lattice="spheres", board="3x3x3", pieces="monospheres", counts="any")
    scene = ElementTree.fromstring(str(balls.x3d(balls.decode(tuple(range(1, 15))))))
    assert len(scene.findall(".//Sphere")) == 14
    flat = packing(lattice="hexagons", board="2x2", pieces="monohexes", counts="any")
    assert flat.x3d(flat.decode((1, 2, 3, 4))) is flat.stl(flat.decode((1, 2, 3, 4))) is None


def points_of(scene: dict[str, Any], number: int) -> list[tuple[Any, ...]]:
    """What an accessor of a glTF scene gives."""
    accessor = scene["accessors"][number]
    view = scene["bufferViews"][accessor["bufferView"]]
    data = base64.b64decode(scene["buffers"][0]["uri"].partition(",")[2])
    assert len(data) == scene["buffers"][0]["byteLength"]
    own = data[view["byteOffset"] : view["byteOffset"] + view["byteLength"]]
    return list(struct.iter_unpack({5126: "<3f", 5125: "<I"}[accessor["componentType"]], own))


@pytest.mark.parametrize("name", ["soma", "spheres"])
def test_gltf_meshes_are_closed_and_have_their_volume(name: str) -> None:
    """Normals of length one point outwards; a mesh per piece; spheres lose little of their volume."""
    if name == "soma":
        instance = load(INSTANCES / "soma.yaml")
        puzzle = instance.puzzle
        assert isinstance(puzzle, Packing)
        board = next(chunk.board(0) for chunk in prepare(instance).chunks() if len(chunk))
    else:
        puzzle = packing(lattice="spheres", board="2x2x2", pieces="dispheres", counts="any")
        board = ("A ", " A", "  ", " B", "B ")
    scene = json.loads(str(puzzle.gltf(board)))
    assert scene["asset"]["version"] == "2.0"
    names = [node["name"] for node in scene["nodes"]]
    assert names == sorted({x for row in board for x in row} - {" "})
    for node, mesh in zip(scene["nodes"], scene["meshes"]):
        (primitive,) = mesh["primitives"]
        corners, normals = (points_of(scene, primitive["attributes"][x]) for x in ("POSITION", "NORMAL"))
        accessor = scene["accessors"][primitive["attributes"]["POSITION"]]
        assert accessor["count"] == len(corners) == len(normals)
        assert accessor["min"] == [min(x) for x in zip(*corners)]
        assert accessor["max"] == [max(x) for x in zip(*corners)]
        assert all(abs(sum(x * x for x in normal) - 1) < 1e-5 for normal in normals)
        index = [i for (i,) in points_of(scene, primitive["indices"])]
        triangles = [[corners[i] for i in index[k : k + 3]] for k in range(0, len(index), 3)]
        edges = Counter((t[i], t[(i + 1) % 3]) for t in triangles for i in range(3))
        assert all(edges[b, a] == number for (a, b), number in edges.items())
        cells = "".join(board).count(node["name"])
        volume = sum(determinant(*t) for t in triangles) / 6
        assert volume == pytest.approx(cells * (1 if name == "soma" else 4 / 3 * pi * 0.7**3), rel=0.03)
        for k, t in zip(range(0, len(index), 3), triangles):
            out = normals[index[k]]
            middle = sum(x * y for x, y in zip(out, t[1])) - sum(x * y for x, y in zip(out, t[0]))
            assert abs(middle) < 0.3, "a face lies across its normal"
            step = [determinant(out, minus(t[1], t[0]), minus(t[2], t[0]))]
            assert step[0] > 0, "and is run through counter-clockwise, seen from where it points"


def test_a_solid_is_written_by_show(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("graatsma", "tetrahexes4x7"):
        prepared = load(INSTANCES / f"{name}.yaml")
        solve(prepared).save(tmp_path / f"{name}.jsonl")
    out = tmp_path / "out"
    assert show([str(tmp_path / "graatsma.jsonl"), "1", "--stl", str(out)]) == 0
    assert out.read_text(encoding="utf-8").startswith("solid ")
    assert show([str(tmp_path / "graatsma.jsonl"), "1", "--gltf", str(out)]) == 0
    assert json.loads(out.read_text(encoding="utf-8"))["asset"]["version"] == "2.0"
    for kind in ("--x3d", "--gltf"):
        assert show([str(tmp_path / "tetrahexes4x7.jsonl"), "1", kind, str(out)]) == 2
        assert "this packing is not in space" in capsys.readouterr().err


def test_letters_of_triangles_lie_on_no_dot_and_in_their_middle() -> None:
    shades = {"board": "checkered", "pieces": "checkered"}
    keys: dict[str, Any] = {"lattice": "triangles", "board": "1x3", "pieces": "diamonds", "counts": "any"}
    places = {}
    for name, own in (("dotted", {**keys, "colours": shades}), ("plain", keys)):
        puzzle = packing(**own)
        svg = puzzle.svg(puzzle.region.board(list("AABBCC")))
        letters = [tuple(map(float, x)) for x in re.findall(r'<text x="([\d.]+)" y="([\d.]+)"', svg)]
        dots = [tuple(map(float, x)) for x in re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)"', svg)]
        assert all(sum((a - b) ** 2 for a, b in zip(x, y)) > 8**2 for x in letters for y in dots)
        places[name] = letters, len(dots)
    assert (places["dotted"][1], places["plain"][1]) == (6, 0)
    middles = [EDGE + 0.75 * SIDE + n * SIDE for n in range(3)]
    assert [x for x, _ in places["plain"][0]] == pytest.approx(middles, abs=0.1)


def test_sticks_meet_only_within_a_piece() -> None:
    keys = {"lattice": "sticks", "board": "1x1", "pieces": "disticks B", "counts": 2}
    puzzle = packing(**keys)
    board = next(chunk.board(0) for chunk in prepare(loads(instance_text(keys), "x")).chunks() if len(chunk))
    svg = puzzle.svg(board)
    assert svg.count("<line") == 4
    ends = [part.split('"')[0] for key in ("x1", "x2") for part in svg.split(f'{key}="')[1:]]
    assert len(set(ends)) == 4, "each corner of two sticks is shared, the other two ends are cut"


# ---- bad input


BAD = {
    "unknown lattice": ({"lattice": "cubess"}, 'lattice: "cubess" is not known; did you mean "cubes"?'),
    "size of the plane": (
        {"board": "3x4"},
        "board: 3x4 has 2 numbers; a board of cubes has 3, such as 3x4x5",
    ),
    "size of space": ({"lattice": "hexagons", "board": "2x2x2"}, "3 numbers; a board of hexagons has 2"),
    "no board": ({"board": "big"}, 'board: "big" is neither a size such as 3x4x5 nor a drawing'),
    "long side": ({"board": "1x1x65"}, "board: 1x1x65: a side has at most 64 cells"),
    "many cells": ({"board": "20x20x20"}, "board: 8,000 cells; at most 1,024 are allowed here"),
    "large torus": ({"board": "8x8x8", "wrap": "torus"}, "board: 512 cells; at most 256 are allowed here"),
    "strange sign": (
        {"board": "##\n#?"},
        "board: '?' in row 2, column 2: `#` is a cell, `.` or space is outside",
    ),
    "off the lattice": (
        {"lattice": "hexagons", "board": "# #\n# #"},
        "board: '#' in row 2, column 1 is not a cell of hexagons: each row is shifted",
    ),
    "board twice": ({"cells": [[0, 0, 0]]}, "cells: the board is given by `board` and by `cells`"),
    "piece off the lattice": (
        {"lattice": "hexagons", "board": "2x2", "pieces": "AA"},
        "not a cell of hexagons",
    ),
    "apart": ({"pieces": "A.A"}, "pieces: the 2 cells of piece A are not connected"),
    "cell of no lattice": (
        {"lattice": "triangles", "board": "2x2", "pieces": {"A": [[0, 0]]}},
        "pieces.A[1]: [0, 0] is not a cell of triangles",
    ),
    "cell twice": ({"pieces": {"A": [[0, 0, 0], [0, 0, 0]]}}, "pieces.A[2]: [0, 0, 0] is given twice"),
    "words for numbers": ({"pieces": {"A": [["x", 0, 0]]}}, "is not a list of whole numbers up to 999"),
    "a set of another lattice": ({"pieces": "tetrahexes"}, '"tetrahexes" is not a set of cubes'),
    "an unknown letter": ({"pieces": "tetracubes Q"}, "'Q' is not a letter of the tetracubes"),
    "mirror images": ({"pieces": "soma", "board": "3x3x3", "flips": True}, "piece B is given twice"),
    "wrapped drawing": ({"board": "###", "wrap": "torus"}, "wrap: only a board that is given by its size"),
    "odd ring of spheres": (
        {"lattice": "spheres", "board": "2x2x3", "wrap": "cylinder", "pieces": "monospheres"},
        "wrap: spheres do not fit together again after 3",
    ),
    "many orientations": (
        {"orientations": 49},
        "orientations: 49 is not a number of orientations, from 1 to 48",
    ),
    "too little room": ({"pieces": "soma"}, "the pieces cover at least 27 cells, but the board has 4"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_one_line_with_the_place(name: str) -> None:
    keys, message = BAD[name]
    with pytest.raises(InstanceError) as error:
        packing(**{"lattice": "cubes", "board": "1x2x2", "pieces": "monocubes", "counts": 1, **keys})
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_connected_needs_contacts() -> None:
    assert connected_parts(STICKS, [(0, 1), (2, 1)]) == [[(0, 1)], [(2, 1)]], "parallel sticks do not touch"
    assert list(map(sorted, connected_parts(STICKS, [(0, 1), (0, 3), (1, 4)]))) == [[(0, 1), (0, 3), (1, 4)]]
    assert SQUARES.is_translation(minus(plus((3, 4), (1, 1)), (3, 4)))
    assert reduced((5, -1), ((2, 0), (0, 2))) == (1, 1)
    assert KINDS["free"] == (True, True)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("soma", ["7 pieces, 92 orientations", "A: 12  B: 12  L: 24  P: 8   T: 12  V: 12  Z: 12"]),
        ("one-sided trihexes", ["3 pieces, 11 orientations", "A: 3   B: 6   C: 2", "A A A    B B  C C"]),
        ("fixed diamonds", ["3 pieces, 3 orientations"]),
        ("tetrahexs", ['zenkai: "tetrahexs" is not a set of pieces; did you mean "tetrahexes"?']),
    ],
)
def test_sets_of_every_lattice_are_drawn(
    name: str, said: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "x.svg"
    known = draw_pieces(name.split()) == 0
    out = capsys.readouterr()
    assert all(line in (out.out + out.err).split("\n") for line in said)
    if known:
        assert draw_pieces([*name.split(), "--svg", str(picture)]) == 0
        assert ElementTree.parse(picture).getroot().tag.endswith("svg")
