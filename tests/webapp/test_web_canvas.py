"""Boards of lattices of the plane as the page paints them, and of nonograms under way."""

from __future__ import annotations

from itertools import islice

import pytest

import zenkai_solver as zenkai
from tests.helpers import INSTANCES
from zenkai_solver.models.lattices.drawing import drawn_board
from zenkai_solver.models.lattices.known import LATTICES
from zenkai_solver.models.loading import load
from zenkai_solver.models.packing.puzzle import Packing
from zenkai_solver.solvers.webapp.canvas import MOST, PAINTED, canvas
from zenkai_solver.solvers.webapp.reading import read

DRAWN = {"hexagons": ("  #\n # #\n#   #\n",), "triangles": ("#.#.#\n.#.#\n",), "tans": (" #\n# #\n",)}


@pytest.mark.parametrize(
    ("name", "board"), [(name, board) for name in PAINTED for board in ("1x1", "2x3", *DRAWN.get(name, ()))]
)
def test_what_is_painted_is_the_board(name: str, board: str) -> None:
    """Written as a drawing it is read as the same cells, up to a shift; cells around can be painted, too."""
    lattice, drawn = LATTICES[name], canvas({"lattice": name, "board": board})
    assert drawn is not None
    text = "\n".join(drawn["rows"])
    size = tuple(map(int, board.split("x"))) if "x" in board else None
    cells = [*lattice.box(size, (False, False))] if size else drawn_board(board, lattice)
    assert lattice.normalise(drawn_board(text, lattice)) == lattice.normalise(cells)
    at = {(r, c) for r, c, _ in drawn["cells"]}
    on = {(r, c) for r, row in enumerate(drawn["rows"]) for c, char in enumerate(row) if char == "#"}
    assert on < at
    for place in at - on:
        rows = [[*row] for row in drawn["rows"]]
        rows[place[0]][place[1]] = "#"
        more = drawn_board("\n".join(map("".join, rows)), lattice)
        assert len(set(more)) == len(cells) + 1


def test_neighbours_share_a_side_of_their_polygons() -> None:
    drawn = canvas({"lattice": "hexagons", "board": "3x3"})
    assert drawn is not None
    corners = {(r, c): {tuple(point) for point in points} for r, c, points in drawn["cells"]}
    for (r, c), own in corners.items():
        assert len(own) == 6
        for beside in ((r, c + 2), (r + 1, c + 1), (r + 1, c - 1)):
            near = [sum(abs(x - a) + abs(y - b) < 0.3 for a, b in corners.get(beside, ())) for x, y in own]
            assert beside not in corners or sum(near) == 2


@pytest.mark.parametrize(
    "data",
    [
        {"board": "2x2"},
        {"lattice": "cubes", "board": "2x2x2"},
        {"lattice": "hexagons", "board": [[0, 0]]},
        {"lattice": "hexagons", "board": "99x99"},
        {"lattice": "hexagons", "board": "##"},
        {"lattice": "hexagons", "board": "..."},
        {"lattice": "hexagons", "board": "2x2", "wrap": "torus"},
        {"lattice": "triangles", "board": "#" + "." * MOST + "#\n" * 2 + "." * MOST},
        {"lattice": ["hexagons"], "board": "2x2"},
    ],
)
def test_what_is_not_painted_so(data: dict[str, object]) -> None:
    assert canvas(data) is None


def test_a_shipped_instance_is_painted_also_where_its_pieces_do_not_fit() -> None:
    text = (INSTANCES / "tetrahexes4x7.yaml").read_text("utf-8")
    puzzle = load(INSTANCES / "tetrahexes4x7.yaml").puzzle
    assert isinstance(puzzle, Packing)
    for stated in (text, text.replace("4x7", "4x6")):
        found = read(stated)
        assert ("error" in found) == (stated != text)
        assert "".join(found["canvas"]["rows"]).count("#") in (len(puzzle.region.cells), 24)
        assert all(piece["svg"] for piece in found["tray"])


@pytest.mark.parametrize(("name", "height"), [("ballroom", 5), ("torus4x4", 4), ("klein4x4", 4)])
def test_the_cells_of_what_is_not_painted_are_told(name: str, height: int) -> None:
    text = (INSTANCES / f"{name}.yaml").read_text("utf-8")
    told = read(text)["places"]
    (first, *_) = [solution.board for solution in islice(zenkai.solve(text), 1)]
    there = [(r, c) for r, row in enumerate(first) for c, label in enumerate(row) if label not in ". #"]
    assert (sorted(told["cells"]), told["height"]) == (there, height)


@pytest.mark.parametrize(
    ("rows", "drawn"), [("[[2], [1]]", True), ("[[9], [1]]", True), ("[[x], [1]]", False), ("[]", False)]
)
def test_a_nonogram_is_drawn_also_where_its_clues_do_not_fit(rows: str, drawn: bool) -> None:
    found = read(f"puzzle: nonogram\nrows: {rows}\ncolumns: [[1], [1]]\ngoal: x\n")
    assert found["error"]
    assert (found.get("grid") is not None) == (found.get("svg") is not None) == drawn
    if drawn:
        assert (found["grid"]["rows"], found["grid"]["columns"]) == (2, 2)
