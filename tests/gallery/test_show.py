"""Solutions as files: pieces that move, pixels, pages."""

from __future__ import annotations

import json
import re
import sys
from fractions import Fraction
from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import pytest

from zenkai_solver.models.grid import Cell
from zenkai_solver.models.loading import loads
from zenkai_solver.models.puzzle import Instance, Moving
from zenkai_solver.models.render.moving import PieceMotion, animation
from zenkai_solver.models.render.page import PrintedPuzzle
from zenkai_solver.models.render.page import pages as pages_of
from zenkai_solver.models.render.svg import CELL, MARGIN
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.cli import main as zenkai
from zenkai_solver.solvers.gallery import pictures
from zenkai_solver.solvers.python_api.solutions import Solution
from zenkai_solver.solvers.solution_files.results import header_of

TAG = "{http://www.w3.org/2000/svg}"
PNG = b"\x89PNG\r\n\x1a\n"
STEP = re.compile(r"translate\(([-\d.]+)px,([-\d.]+)px\) rotate\((-?\d+)deg\) scale\((-?1),1\)")
TURNS = {0: (1, 0), 90: (0, 1), 180: (-1, 0), -90: (0, -1)}  # cosine and sine
PLANE = "puzzle: dissection\nfrom: 1x4\nto: 2x2\npieces: 2\n"
FLIPPED = "puzzle: dissection\nfrom: |\n  #..\n  ##.\n  .##\nto: |\n  ..#\n  .##\n  ##.\npieces: 1\nflips: true\nrotations: false\n"


def written(path: Path, text: str, *boards: Board, name: str = "given") -> Path:
    """A solutions file of boards that are given, without a footer."""
    instance = loads(text, name)
    head = header_of(instance, "given", {}, "all", instance.puzzle.symmetries().order)
    lines = [head, *({"n": n, "board": board, "orbit": 1} for n, board in enumerate(boards, 1))]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def squares(group: ElementTree.Element, step: str) -> set[Cell]:
    """The cells of the board that the piece covers at a step of its animation: each square's middle is taken there."""
    match = STEP.fullmatch(step)
    assert match is not None, step
    x, y = Fraction(match[1]), Fraction(match[2])
    (cos, sin), scale = TURNS[int(match[3])], int(match[4])
    path = group.find(f"{TAG}path")
    assert path is not None
    found = set()
    for a, b in re.findall(r"M([-\d.]+) ([-\d.]+)h32v32h-32z", path.get("d", "")):
        u, v = (Fraction(a) + CELL // 2) * scale, Fraction(b) + CELL // 2
        column, row = (u * cos - v * sin + x - MARGIN) / CELL, (u * sin + v * cos + y - MARGIN) / CELL
        found.add((round(row - Fraction(1, 2), 2), round(column - Fraction(1, 2), 2)))
    return {(int(r), int(c)) for r, c in found if r == int(r) and c == int(c)}


def check_ends(moves: tuple[PieceMotion, ...]) -> None:
    """Each piece lies on its cells of figure 1 at the beginning and in the end, and on those of figure 2 between."""
    text = animation(moves)
    root = ElementTree.fromstring(text)
    for number, move in enumerate(moves):
        (group,) = (g for g in root.iter(f"{TAG}g") if g.get("class") == f"p{number}")
        steps = re.findall(rf"@keyframes p{number}\{{(.*?)\}}\}}", text)
        shown = re.findall(r"transform:([^}]*)", steps[0])
        assert [squares(group, step) for step in shown] == [set(move.start), set(move.end), set(move.start)]


def test_pieces_arrive_exactly() -> None:
    """For each turn with and without a flip, of a piece without symmetry."""
    start: tuple[Cell, ...] = ((0, 0), (1, 0), (1, 1), (2, 0), (3, 0))
    for flip, turn in product((False, True), (0, 90, 180, 270)):
        cells = [(r, -c if flip else c) for r, c in start]
        for _ in range(turn // 90):
            cells = [(c, -r) for r, c in cells]
        moved = tuple((r + 5, c + 9) for r, c in cells)
        check_ends((PieceMotion("A", start, moved, flip, turn),))


@pytest.mark.parametrize(
    ("text", "board"), [(PLANE, ("AABB  AA", "      BB")), (FLIPPED, ("A      A", "AA    AA", " AA  AA "))]
)
def test_a_dissection_moves(text: str, board: Board, tmp_path: Path) -> None:
    puzzle = loads(text, "given").puzzle
    assert isinstance(puzzle, Moving)
    assert list(puzzle.violations(board)) == []
    check_ends(puzzle.moves_of(board))
    path, out = written(tmp_path / "x.jsonl", text, board), tmp_path / "x.svg"
    assert zenkai(["show", "--animate", str(path), "--solution", "1", "-o", str(out)]) == 0
    assert (
        out.read_text(encoding="utf-8")
        == Solution(1, board, 1, Instance("given", "", puzzle, "all", {}, None)).animation()
    )
    assert "<script" not in out.read_text(encoding="utf-8")


DOMINOES = "puzzle: packing\nboard: 2x3\npieces: dominoes\ncounts: any\n"


def test_pictures_for_print(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path / "x.jsonl", DOMINOES, *[("ABC", "ABC"), ("AAB", "CCB")] * 7)
    for words in (
        ["1", "--png", str(tmp_path / "a.png")],
        ["1", "--png", "-o", str(tmp_path / "b.png")],
        ["-o", str(tmp_path / "c.png")],
    ):
        assert zenkai(["show", str(path), *words]) == 0
    one, *others = (path.read_bytes() for path in sorted(tmp_path.glob("*.png")))
    assert one.startswith(PNG)
    assert others == [one, one]
    assert int.from_bytes(one[16:20], "big") == pictures.SHARP * (3 * CELL + 2 * MARGIN)
    assert zenkai(["show", str(path), "--pdf", str(tmp_path / "x.pdf")]) == 0
    pages = (tmp_path / "x.pdf").read_bytes()
    assert pages.startswith(b"%PDF-")
    assert b"/Count 2" in pages, "14 boards, a dozen on a page"
    assert pages == pictures.pdf(
        "given",
        pages_of(
            [
                PrintedPuzzle(f"{n}", loads(DOMINOES, "given").puzzle.svg(b))
                for n, b in enumerate([("ABC", "ABC"), ("AAB", "CCB")] * 7, 1)
            ],
            4,
            3,
        ),
    )
    for words, said in (
        (["1", "-o", "x.gif"], "x.gif: the ending is not one of svg, png, pdf, x3d, stl, gltf"),
        (["1", "--png"], "--png needs a file: -o OUT.png"),
        (["1", "--png", "a.png", "-o", "b.png"], "--png a.png and -o b.png: name one file"),
        (["1", "--animate", "-o", str(tmp_path / "m.svg")], f"{path}: the pieces of a packing do not move"),
        (
            ["1", "2", "--animate", "-o", str(tmp_path / "m.svg")],
            f"{path}: animations are written one at a time",
        ),
    ):
        capsys.readouterr()
        assert zenkai(["show", str(path), *words]) == 2
        assert capsys.readouterr().err == f"zenkai: {said}\n"
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    monkeypatch.setitem(sys.modules, "svglib.svglib", None)
    for ending, module in (("png", "resvg_py"), ("pdf", "svglib")):
        assert zenkai(["show", str(path), "1", "-o", str(tmp_path / f"no.{ending}")]) == 2
        said = f"zenkai: {ending.upper()} needs {module}: pip install 'zenkai-solver[pictures]'\n"
        assert capsys.readouterr().err == said
        assert not (tmp_path / f"no.{ending}").exists()
