"""BurrTools files: what is read gives the packing it states, all else is refused by its name."""

from __future__ import annotations

import gzip
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.helpers import INSTANCES, made
from tests.models.test_packing import tally
from zenkai_solver.models.document import MAX_BYTES, InstanceError
from zenkai_solver.models.formats import polyform
from zenkai_solver.models.formats.writing import write
from zenkai_solver.models.formats.xmpuzzle import as_yaml
from zenkai_solver.models.lattices.known import CUBES
from zenkai_solver.models.lattices.sets import parse_set_name
from zenkai_solver.models.loading import load, loads
from zenkai_solver.models.packing.puzzle import Packing
from zenkai_solver.solvers.commands.export import main as export
from zenkai_solver.solvers.commands.run import main as run
from zenkai_solver.solvers.python_api.api import solve

Cells = Sequence[tuple[int, ...]]


def voxel(cells: Cells) -> str:
    z, y, x = (1 + max(axis) for axis in zip(*cells))
    states = ["#" if (k, j, i) in cells else "_" for k in range(z) for j in range(y) for i in range(x)]
    return f'<voxel x="{x}" y="{y}" z="{z}" type="0">{"".join(states)}</voxel>'


def file(
    shapes: Sequence[str], counts: Mapping[int, str], grid: int = 0, problem: str = "", result: int = 0
) -> str:
    own = "".join(f'<shape id="{i}" {count}/>' for i, count in counts.items())
    return (
        f'<?xml version="1.0"?>\n<puzzle version="2"><gridType type="{grid}"/><colors/>\n'
        f"<shapes>{''.join(shapes)}</shapes>\n<problems><problem {problem}><shapes>{own}</shapes>"
        f'<result id="{result}"/><bitmap/></problem></problems></puzzle>'
    )


def at_zero(cells: Cells) -> Cells:
    low = tuple(map(min, zip(*cells)))
    return [tuple(x - y for x, y in zip(cell, low)) for cell in cells]


CUBE = [(z, y, x) for z in range(3) for y in range(3) for x in range(3)]
PIECES = [at_zero(piece.shape) for piece in parse_set_name("soma", CUBES)[1]]  # type: ignore[index]
SOMA = file(
    [voxel(CUBE), *map(voxel, PIECES)],
    dict.fromkeys(range(1, 8), 'count="1"'),
    0,
    'state="2" assemblies="240"',
)


def test_a_file_is_an_instance_with_its_number_of_assemblies(tmp_path: Path) -> None:
    path = tmp_path / "soma.xmpuzzle"
    for data in (SOMA.encode(), gzip.compress(SOMA.encode())):
        path.write_bytes(data)
        instance = load(path)
        assert instance.expect == {"count": 240}
        assert run([str(path), "--count", "--quiet"]) == 0
    path.write_text(SOMA.replace('"240"', '"241"'), encoding="utf-8")
    assert run([str(path), "--count", "--quiet"]) == 1


def test_a_range_and_equal_shapes_are_numbers_of_one_piece() -> None:
    box, one, two = voxel([(0, 0, x) for x in range(4)]), voxel([(0, 0, 0)]), voxel([(0, 0, 0), (0, 1, 0)])
    turned = voxel([(0, 0, 0), (1, 0, 0)])
    text = file(
        [box, one, two, turned],
        {1: 'min="0" max="2"', 2: 'count="1"', 3: 'min="0" max="1"'},
        problem='state="2" assemblies="9"',
    )
    data = yaml.safe_load(as_yaml(text))
    assert list(data["counts"].values()) == ["0..2", "1..2"]
    assert "expect" not in data, "BurrTools counts exchanges of equal shapes"
    del data["puzzle"]
    assert tally(data, "sat", "all").all == 1 + 3  # two of two cells; one of two and two of one


def test_spheres() -> None:
    pair = voxel([(0, 0, 0), (0, 1, 1)])
    data = yaml.safe_load(
        as_yaml(file([voxel([(0, 0, 0), (0, 1, 1), (0, 0, 2), (0, 1, 3)]), pair], {1: 'count="2"'}, 2))
    )
    del data["puzzle"]
    assert data["lattice"] == "spheres"
    assert tally(data, "sat", "all").all == 1


def test_cells_that_may_stay_empty_and_how_many() -> None:
    """A row of four, the first of which is covered: pieces of one and of two cells."""
    row = voxel([(0, 0, x) for x in range(4)])
    numbers = {1: 'min="0" max="4"', 2: 'min="0" max="2"'}
    for states, problem, number in [
        ("++++", "", 29),
        ("#+++", "", 12 + 5),
        ("#+++", 'maxHoles="9"', 17),
        ("#+++", 'maxHoles="1"', 5 + 2 + 2 + 3),
        ("++++", 'maxHoles="0"', 5),
        ("####", 'maxHoles="3"', 5),
    ]:
        shapes = [row.replace("####", states), ONE, TWO]
        data = yaml.safe_load(as_yaml(file(shapes, numbers, problem=problem)))
        del data["puzzle"]
        assert tally(data, "auto", "all").all == number, (states, problem)
    fixed = file(
        [row.replace("####", "#+++"), ONE, TWO], {1: 'count="1"', 2: 'count="1"'}, problem='maxHoles="0"'
    )
    assert "free" not in yaml.safe_load(as_yaml(fixed)), "BurrTools heeds it only where numbers vary"


def test_triangular_prisms_in_one_layer_are_triangles() -> None:
    """A hexagon, and three diamonds; y runs up there, and x + y is even where a triangle points up."""
    hexagon = [(0, y, x) for y in range(2) for x in range(1, 4)]
    boards = {voxel(hexagon): 2, voxel([(0, y, x + 1) for _, y, x in hexagon]): 0}
    for board, number in boards.items():
        text = file([board, voxel([(0, 0, 0), (0, 0, 1)])], {1: 'count="3"'}, 1)
        data = yaml.safe_load(as_yaml(text))
        del data["puzzle"]
        assert data["lattice"] == "triangles"
        assert tally(data, "auto", "all").all == number, board


@pytest.mark.parametrize(
    "keys",
    [
        {"lattice": "cubes", "board": "2x2x4", "pieces": "tetracubes", "counts": "0..1"},
        {"lattice": "cubes", "board": "3x3x3", "pieces": "soma"},
        {"lattice": "cubes", "board": ".#\n##\n\n##\n##", "pieces": ["dicubes", "tricubes"], "counts": "any"},
        {"lattice": "spheres", "board": "2x3x3", "pieces": "trispheres", "counts": "0..2"},
        {"board": "4x5", "pieces": "pentominoes", "counts": "0..1"},
        {"board": "3x4", "pieces": "tetrominoes", "counts": "0..1", "fill": "partial"},
        {"groups": ["3x4", "2x4"], "pieces": "tetrominoes", "counts": {"T": 0, "others": "1..2"}},
        {"lattice": "triangles", "board": "3x3", "pieces": "hexiamonds", "counts": "0..1"},
        {
            "lattice": "triangles",
            "board": ".^v^\n^v^v",
            "pieces": "triamonds",
            "counts": "any",
            "fill": "partial",
        },
        {
            **{"board": "3x4", "pieces": "tetrominoes", "counts": "0..1", "fill": "partial", "free": "0..5"},
            "covered": "++##\n#+++\n+++#",
        },
        {
            **{"lattice": "cubes", "board": "2x2x2", "pieces": ["dicubes", "tricubes"], "counts": "0..1"},
            **{"fill": "partial", "free": "0..5", "covered": "#+\n++\n\n++\n+#"},
        },
        {
            **{"board": "4x4", "pieces": "tetrominoes", "counts": {"T": 0, "others": "0..2"}},
            "colours": {"board": "checkered", "pieces": "checkered"},
        },
        {
            **{"lattice": "cubes", "board": "2x2x3", "pieces": ["dicubes", "tetracubes L S"]},
            **{"counts": "0..2", "colours": {"board": "#wb\nwbw\n\nbwb\nwbw", "pieces": "checkered"}},
        },
    ],
)
def test_what_is_written_is_read_again(keys: dict[str, Any]) -> None:
    """All solutions are as many; a piece in one layer of cubes is flipped by turning it over."""
    text = write(made("packing", keys), "xmpuzzle")
    data = yaml.safe_load(as_yaml(text))
    del data["puzzle"]
    assert tally(data, "auto", "all").all == tally(keys, "auto", "all").all


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"lattice": "hexagons", "board": "2x2", "pieces": "dihexes"}, "hexagons cannot be written"),
        ({"touch": "never"}, "the rules that a designer adds"),
        ({"fill": "partial", "free": "1.."}, "a least number of cells that stay free"),
        (
            {"fill": "partial", "free": "..3"},
            "how many cells stay free where the number of each piece is known",
        ),
        ({"three_colourable": True}, "the rules that a designer adds"),
        ({"no_crossings": True}, "the rules that a designer adds"),
        ({"fixed": "DD\n.."}, "that a piece is fixed"),
        ({"rotations": False}, "how piece D may lie: there every piece is turned and flipped"),
        ({"wrap": "torus", "board": "4x4", "lattice": "squares"}, "squares cannot be written"),
        ({"groups": {"congruent": 2, "box": "2x2"}}, "the rules that a designer adds"),
        (
            {
                "lattice": "cubes",
                "board": "2x2x2",
                "pieces": "tetracubes",
                "rotations": False,
                "counts": "any",
            },
            "may lie: there every piece is turned and not mirrored",
        ),
    ],
)
def test_what_a_file_cannot_say_is_refused(keys: dict[str, Any], said: str) -> None:
    usual = {"board": "2x2", "pieces": "dominoes", "counts": 2, **keys}
    if "groups" in keys:
        usual = {"groups": keys["groups"], "pieces": "dominoes", "counts": 4}
    usual |= {"counts": "any"} if "lattice" in keys else {}
    with pytest.raises(InstanceError) as error:
        write(made("packing", usual), "xmpuzzle")
    assert said in str(error.value)


def test_soma_text_is_the_figure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cube = tmp_path / "cube.soma"
    cube.write_text("; the cube\n/SOMA001\n/VLL/VTL/TTT/\n/VZ./...\n", encoding="utf-8")
    assert run([str(cube)]) == 2
    assert "cube.soma:1: the figure has 11 cells; the seven pieces have 27" in capsys.readouterr().err
    cube.write_text("; the cube\n/SOMA001\n/VLL/A5B/123\n/VLL/ABB/123/\n/VLL/ABB/123", encoding="utf-8")
    instance = load(cube)
    assert "title: SOMA001" in instance.text
    assert run([str(cube), "--count", "--quiet"]) == 0
    assert "240 up to symmetry, 11,520 in all" in capsys.readouterr().out
    twice = "/VLL/ABB/123/VLL/ABB/123\n" * 3
    for text, said in {
        "/SOMA1\n/SOMA2": ":2: a second figure; files with one are read",
        "/VLL/QBB": ":1: 'Q' is no piece: V L T Z A B P, 1 to 7",
        "VLL": ":1: a row of a figure begins with `/`",
        "": ":1: the figure has 0 cells",
    }.items():
        cube.write_text(text, encoding="utf-8")
        assert run([str(cube)]) == 2
        assert said in capsys.readouterr().err
    cube.write_text(twice, encoding="utf-8")
    assert isinstance(load(cube).puzzle, Packing)
    assert {count.lo for count in load(cube).puzzle.counts.values()} == {2}


def test_polyform_text_both_ways(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A solution that is written is an instance of which it is a solution."""
    for name in ("soma", "pento3x20"):
        saved, out = tmp_path / f"{name}.jsonl", tmp_path / f"{name}.polyform"
        solve(load(INSTANCES / f"{name}.yaml")).save(saved)
        assert export([str(saved), "--to", "polyform", "-o", str(out)]) == 0
        first = "solution 1:" + out.read_text(encoding="utf-8").split("solution ")[1][2:]
        out.write_text(first, encoding="utf-8")
        instance = load(out)
        rows = [row for row in first.split("\n")[1:] if row.strip()]
        board = tuple("".join(row.split()) for row in rows)
        assert isinstance(instance.puzzle, Packing)
        if name == "soma":
            board = tuple("   " if not n % 4 else board[n - n // 4 - 1] for n in range(1, 12))
        assert not list(instance.puzzle.violations(board))
        assert len(instance.puzzle.pieces) == len({x for row in board for x in row} - {" "})
    path = tmp_path / "copies.polyform"
    for lattice, board, pieces in (
        ("squares", "2x4", "dominoes"),
        ("hexagons", "2x4", "dihexes"),
        ("triangles", "2x2", "diamonds"),
        ("sticks", "1x1", "disticks"),
        ("trigs", "2x2", "ditrigs"),
        ("twigs", "1x1", "ditwigs"),
        ("tans", "1x2", "monaboloes"),
        ("spheres", "2x2x2", "dispheres"),
    ):
        text = f"puzzle: packing\nlattice: {lattice}\nboard: {board}\npieces: {pieces}\ncounts: any\n"
        own = loads(text, "x").puzzle
        assert isinstance(own, Packing)
        one = next(iter(solve(loads(text, "x")))).board
        path.write_text(polyform.write(own, [(1, one)]), encoding="utf-8")
        again = load(path).puzzle
        assert isinstance(again, Packing)
        number = len(set("".join(one)) - {" "})
        assert sum(count.lo for count in again.counts.values()) == number, lattice
        assert again.region.cells == own.region.cells
    path = tmp_path / "bad.polyform"
    for text, said in {
        "solution 1:\nA A\nsolution 2:\nA A": ":3: a second solution; files with one are read",
        "AA": ":1: 'A' where a space is between two cells",
        "A ?": ":1: '?' is no piece: a letter or digit, or `.` for nothing",
        "": ":1: no piece is drawn",
        "A . A": "pieces: piece A is given twice",
    }.items():
        path.write_text(text, encoding="utf-8")
        assert run([str(path)]) == 2
        assert said in capsys.readouterr().err


ONE, TWO = voxel([(0, 0, 0)]), voxel([(0, 0, 0), (0, 0, 1)])
SAME = '<pair piece="0" result="0"/><pair piece="1" result="1"/>'
CROSS = '<pair piece="0" result="1"/><pair piece="1" result="0"/>'


def painted(pairs: str, colours: int = 2, piece: str = "#1#2", group: str = "") -> str:
    """A row of cells, each of a colour of its own, to be filled with one piece in colours and single cubes."""
    row = voxel([(0, 0, x) for x in range(colours)])
    row = row.replace("#" * colours, "".join(f"#{n + 1}" for n in range(colours)))
    shapes = [row, TWO.replace("##", piece), ONE]
    text = file(shapes, {1: f'count="1" {group}', 2: f'min="0" max="{colours}"'})
    return text.replace("<bitmap/>", f"<bitmap>{pairs}</bitmap>")


def test_colours_are_those_that_may_lie_there() -> None:
    """Pairs count colours from 0, voxels from 1; the single cubes have no colour and lie anywhere."""
    equal = '<pair piece="0" result="0"/><pair piece="0" result="1"/>'
    cases = {
        painted(SAME): 1,
        painted(CROSS): 1,  # the piece turned round
        painted(SAME + CROSS): 1,  # either way, on the same cells
        painted(SAME, 3): 1,
        painted(SAME + CROSS, 3): 1,
        painted(equal, piece="#1#1"): 1,
        painted(equal, 3, "#1#1"): 1,
        painted(equal, 3, "#1#"): 2,
        painted("", 3, "##"): 2,
    }
    for text, number in cases.items():
        data = yaml.safe_load(as_yaml(text))
        del data["puzzle"]
        assert tally(data, "sat", "all").all == number, text
    grouped = painted(SAME, group='group="2"').replace(
        'max="2"/>', 'max="2"><group group="1" count="1"/></shape>'
    )
    assert as_yaml(grouped) == as_yaml(painted(SAME)), "groups say what need not be taken apart"
    nowhere = yaml.safe_load(as_yaml(painted(SAME, 3, "#1#1")))
    del nowhere["puzzle"]
    with pytest.raises(InstanceError, match="piece A fits nowhere on the board"):
        made("packing", nowhere)
    strange = yaml.safe_load(as_yaml(painted(SAME, 3, "#1#7")))
    del strange["puzzle"]
    with pytest.raises(InstanceError, match="piece A has the colour d, which no cell of the board has"):
        made("packing", strange)


BAD = {
    "not XML": ("<puzzle>", "not XML"),
    "an entity": ('<!ENTITY x SYSTEM "file:///etc/passwd">', "the file has a ENTITY"),
    "a doctype": ('<!DOCTYPE puzzle SYSTEM "x.dtd"><puzzle/>', "the file has a DOCTYPE"),
    "another root": ("<map/>", "<map> is not a BurrTools puzzle"),
    "no problem": ("<puzzle/>", "0 problems; files with one are read"),
    "prisms": (
        file([voxel([(0, 0, 0), (1, 0, 0)]), ONE], {1: 'count="1"'}, 1),
        "shape 1: triangular prisms are read in one layer, not in several",
    ),
    "rhombic tetrahedra": (file([ONE], {0: 'count="1"'}, 3), "grid type 3 (rhombic tetrahedra) is not read"),
    "octahedra": (file([ONE], {0: 'count="1"'}, 4), "grid type 4 (tetrahedra and octahedra) is not read"),
    "no grid": (file([ONE], {0: 'count="1"'}, 5), "grid type 5 (unknown) is not read"),
    "a piece that may be empty": (
        file([ONE.replace("#", "+")], {0: 'count="1"'}),
        "a piece has cells that may stay empty, which are not read",
    ),
    "holes": (
        file([ONE.replace("#", "+"), ONE], {1: 'min="0" max="1"'}, problem='maxHoles="x"'),
        "maxHoles is 'x', not a number",
    ),
    "a strange voxel": (file([ONE.replace("#", "?")], {0: 'count="1"'}), "shape 1 has '?': a voxel is"),
    "a strange pair": (painted('<colour piece="0"/>'), "<colour> in the bitmap is not read"),
    "half a pair": (painted('<pair piece="0"/>'), "a pair of colours has no result"),
    "colours that overlap": (
        painted(SAME + '<pair piece="0" result="1"/>', 3),
        "colours of pieces overlap on colour 2 of the board without being equal: not read",
    ),
    "a strange part of a piece": (
        file([ONE], {0: 'count="1"'}).replace('count="1"/>', 'count="1"><weight/></shape>'),
        "<weight> of a piece is not read",
    ),
    "too few voxels": (
        file([ONE.replace('x="1"', 'x="2"')], {0: 'count="1"'}),
        "shape 1 is 2x1x1, but has 1 voxels",
    ),
    "huge": (file([ONE.replace('x="1"', 'x="99999999"')], {0: 'count="1"'}), "a side has at most 64 cells"),
    "no count": (file([ONE], {0: ""}), "a piece has no min"),
    "no number": (file([ONE], {0: 'count="-1"'}), "a piece: count is '-1', not a number"),
    "no such shape": (file([ONE], {5: 'count="1"'}), "shape 6 is not there"),
    "no pieces": (file([ONE], {}), "the problem has no pieces"),
    "off the spheres": (
        file([voxel([(0, 0, 0), (0, 0, 1)])], {0: 'count="1"'}, 2),
        "is not a cell of spheres",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_not_known_is_refused_by_name(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, said = BAD[name]
    path = tmp_path / "bad.xmpuzzle"
    path.write_text(text, encoding="utf-8")
    assert run([str(path)]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


def test_a_packed_file_is_never_unpacked_beyond_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "bomb.xmpuzzle"
    path.write_bytes(gzip.compress(b"<puzzle>" + b" " * (64 << 20), 1))
    with pytest.raises(InstanceError, match=f"larger than {MAX_BYTES:,} bytes"):
        load(path)
    for data, said in (
        (gzip.compress(SOMA.encode())[:-9], "ends too early"),
        (b"\x1f\x8bjunk", "damaged gzip"),
    ):
        path.write_bytes(data)
        with pytest.raises(InstanceError, match=said):
            load(path)
