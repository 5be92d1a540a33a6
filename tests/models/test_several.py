"""Several solutions together, in every family: side by side, marked where they differ, as text and picture."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from zenkai_solver.models.loading import loads
from zenkai_solver.models.puzzle import SideBySide
from zenkai_solver.models.render.several import beside, differing, differing_pieces, sheet
from zenkai_solver.models.render.svg import document
from zenkai_solver.solvers.cli import main as zenkai

PACKING = """\
+---+---+---+   +-------+---+
| * | * |   |   | *   * |   |
|   |   |   |   +-------+   |
| * | * |   |   | *   * |   |
+---+---+---+   +-------+---+
"""


def test_cells_that_differ() -> None:
    boards = [("AAB", "CCB"), ("AAC", "BBC")]
    assert differing(boards) == {(0, 2), (1, 0), (1, 1), (1, 2)}
    assert differing_pieces(boards) == set(), "the same pieces, lettered otherwise"
    assert differing_pieces([("AAB", "CCB"), ("ACB", "ACB")]) == {(0, 0), (0, 1), (1, 0), (1, 1)}


INKS = 'puzzle: nonogram\ninks: {r: red, b: blue}\nrows: [["1r"], ["1r"]]\ncolumns: [["1r"], ["1r"]]\n'


def side_by_side(text: str, *boards: tuple[str, ...]) -> str:
    puzzle = loads(text, "t").puzzle
    assert isinstance(puzzle, SideBySide)
    picture = ElementTree.fromstring(puzzle.side_by_side_svg(boards))
    assert len(list(picture.iter("{http://www.w3.org/2000/svg}svg"))) in (1, 1 + len(boards))
    return puzzle.side_by_side(boards)


def test_packings() -> None:
    """Letters of the copies differ everywhere; the pieces in four cells."""
    drawn = side_by_side(
        "puzzle: packing\nboard: 2x3\npieces: dominoes\ncounts: any\n", ("ABC", "ABC"), ("AAB", "CCB")
    )
    assert drawn + "\n" == PACKING


def test_sudokus() -> None:
    text = "puzzle: sudoku\ngrid: |\n  1234\n  3412\n  2...\n  4...\n"
    drawn = side_by_side(text, ("1234", "3412", "2143", "4321"), ("1234", "3412", "2341", "4123"))
    lines = drawn.splitlines()
    assert lines[1] == "|[1] [2]|[3] [4]|   |[1] [2]|[3] [4]|"
    assert lines[4] == "|[2] *1*| 4  *3*|   |[2] *3*| 4  *1*|"


DISSECTION = "puzzle: dissection\nfrom: 1x4\nto: 2x2\npieces: 3\n"


def test_dissections() -> None:
    drawn = side_by_side(DISSECTION, ("AABC  AA", "      BC"), ("ABCC  AB", "      CC"))
    lines = drawn.splitlines()
    assert lines[1] == "|*A* *A*|*B*|*C*|       |*A* *A*|"
    assert lines[7] == "|*A*|*B*|*C* *C*|       |*A*|*B*|"


@pytest.mark.parametrize(
    ("name", "text", "marks"),
    [
        ("packing", "puzzle: packing\nboard: 2x3\npieces: dominoes\ncounts: any\n", 8),
        ("sudoku", "puzzle: sudoku\ngrid: |\n  1234\n  3412\n  ....\n  ....\n", 8),
        ("nonogram", "puzzle: nonogram\nrows: [[1], [1]]\ncolumns: [[1], [1]]\n", 4),
        ("dissection", DISSECTION, 16),
        ("inks", INKS, 8),
        ("formula", "puzzle: formula\nformat: cnf\ntext: |\n  p cnf 3 3\n  1 2 0\n  -1 -2 0\n  3 0\n", 2),
    ],
)
def test_unique_shows_two(
    name: str,
    text: str,
    marks: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / f"{name}.yaml"
    path.write_text(text + "symmetry: all\n")
    assert zenkai(["run", str(path), "--unique"]) == 0
    out = capsys.readouterr().out
    assert f"{name}: several" in out
    assert out.count("*") >= marks > 0
    assert "\x1b" not in out
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert zenkai(["run", str(path), "--unique"]) == 0
    red = re.findall(r"\x1b\[1;31m(.*?)\x1b\[0m", coloured := capsys.readouterr().out)
    assert "".join(red).count("*") == out.count("*")
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == out
    assert name != "nonogram" or sorted(red) == ["*"] * 4 + ["o"] * 4
    assert zenkai(["run", str(path), "--unique", "--quiet"]) == 0
    assert "*" not in capsys.readouterr().out


def test_show_two_of_a_packing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, svg = tmp_path / "d.jsonl", tmp_path / "d.svg"
    assert zenkai(["run", "dominoes4x4", "-o", str(out), "--quiet"]) == 0
    assert zenkai(["show", str(out), "1", "2", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 9
    assert all(line.startswith(("+", "|")) for line in lines)
    assert lines[0][17:20] == lines[0][37:40] == "   "
    assert zenkai(["show", str(out), "1", "2", "--svg", str(svg)]) == 0
    assert svg.read_text().count('stroke="#e02020"') > 0
    ElementTree.fromstring(svg.read_text())


def test_drawings_in_rows() -> None:
    assert beside(["ab\nc", "d", "e"], 2) == "ab   d\nc\n\ne"


def test_pictures_in_rows() -> None:
    picture = document(30, 20, [])
    root = ElementTree.fromstring(sheet([picture] * 3, 2))
    assert (root.get("width"), root.get("height")) == ("60", "40")
    places = [(one.get("x"), one.get("y")) for one in root.iter("{http://www.w3.org/2000/svg}svg")][1:]
    assert places == [("0", "0"), ("30", "0"), ("0", "20")]
