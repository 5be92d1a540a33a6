"""The page of a set of solutions, without a browser: its data are the boards, its text is a stranger's."""

from __future__ import annotations

import hashlib
import json
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from tests.gallery.test_show import DOMINOES, PLANE, written
from tests.helpers import INSTANCES
from zenkai_solver.models.loading import load, loads
from zenkai_solver.models.puzzle import Laid
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.cli import main as zenkai
from zenkai_solver.solvers.gallery import page
from zenkai_solver.solvers.gallery.page import Scene, data_of, html, static
from zenkai_solver.solvers.python_api.saved import Saved

LIMIT = 125_000  # bytes of script and style
WORDS = "</script><script>alert(1)</script><!-- \u2028 & \" '"


class Parts(HTMLParser):
    """The elements with their attributes, and the text of each script and style."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, str] = {}
        self.inside = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self.inside = dict(attrs).get("type") or tag

    def handle_endtag(self, tag: str) -> None:
        self.inside = ""

    def handle_data(self, data: str) -> None:
        self.texts[self.inside] = self.texts.get(self.inside, "") + data


def data_in(text: str) -> dict[str, Any]:
    return dict(json.loads(Parts(text).texts["application/json"]))


CASES = {
    "dominoes": (DOMINOES, [("ABC", "ABC"), ("AAB", "CCB")]),
    "moving": (PLANE, [("AABB  AA", "      BB")]),
    "digits": ("puzzle: sudoku\ngrid: |\n  1234\n  3412\n  2...\n  4...\n", [("1234", "3412", "2143", "4321"), ("1234", "3412", "2341", "4123")]),
    "inks": ("puzzle: nonogram\nrows: [[1], [1]]\ncolumns: [[1], [1]]\n", [("#.", ".#"), (".#", "#.")]),
    "cubes": ("puzzle: packing\nlattice: cubes\nboard: 1x1x2\npieces: {I: [[0, 0, 0], [0, 0, 1]]}\n", [("II",)]),
    "hexagons": ("puzzle: packing\nlattice: hexagons\nboard: 1x2\npieces: {I: [[0, 0], [0, 1]]}\n", None),
}  # fmt: skip


def boards_of(data: Mapping[str, Any]) -> Iterator[tuple[Board, int]]:
    """The boards and orbits in a page's data: the inverse of `data_of`."""
    for letters, orbit in zip(data["boards"], data["orbits"], strict=True):
        grid = [[" "] * data["columns"] for _ in range(data["rows"])]
        for (r, c), letter in zip(data["cells"], letters, strict=True):
            grid[r][c] = letter
        yield tuple("".join(row) for row in grid), orbit


def boards_for(text: str, boards: list[Board] | None) -> list[Board]:
    """Those that are given, or all of one label."""
    region = loads(text, "given").puzzle.symmetries().region
    return boards or [region.board(["I"] * len(region.cells))]


@pytest.mark.parametrize("name", CASES)
def test_the_data_are_the_boards(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, boards = CASES[name][0], boards_for(*CASES[name])
    path, folder = written(tmp_path / "x.jsonl", text, *boards), tmp_path / "page"
    assert zenkai(["gallery", str(path), "-o", str(folder)]) == 0
    assert (
        capsys.readouterr().out
        == f"{folder / 'index.html'}: {len(boards):,} solution{'s' * (len(boards) != 1)}\n"
    )
    page = (folder / "index.html").read_text(encoding="utf-8")
    assert zenkai(["gallery", str(path), "-o", str(folder)]) == 0
    assert (folder / "index.html").read_text(encoding="utf-8") == page
    assert sorted(folder.iterdir()) == [folder / "index.html"], "the same bytes: nothing kept beside it"
    data = data_in(page)
    assert list(boards_of(data)) == [(board, 1) for board in boards]
    assert len(data["layout"]["corners"]) == len(data["cells"]) == len(data["boards"][0])
    assert data["reason"] == "no footer: the run did not end"


def test_what_cells_bear() -> None:
    """Copies by the label of their piece; the layout by the family; moves by piece."""
    scene = Scene(
        loads(
            "puzzle: packing\nboard: 2x3\npieces: {pieces}\ncounts: any\n".replace(
                "{pieces}", "[dominoes, monominoes]"
            ),
            "x",
        )
    )
    letters = scene.letters(("AAB", "CDB"))
    assert letters == "AABCDB"
    kinds = scene.kinds(letters)
    assert kinds[0] == kinds[1] == kinds[2] == kinds[5] != kinds[3] == kinds[4]
    assert set(kinds) == set(scene.labels)
    moving = Scene(loads(PLANE, "x"))
    assert moving.moves(("AABB  AA", "      BB")) == "00"
    assert moving.labels == []
    assert moving.layout.figure == 4


@pytest.mark.parametrize(
    "name",
    [
        "pento6x10",
        "soma",
        "tetrahexes4x7",
        "hexiamonds6x6",
        "tetrasticks5x5",
        "torus4x4",
        "thermo",
        "nonogram/touching",
        "dissection/ring",
        "genres/slitherlink",
        "genres/kakuro",
    ],
)
def test_every_family_says_where_its_cells_lie(name: str) -> None:
    """A shape per cell of the board, no two alike, in the same order of size as the picture."""
    path = next(p for p in (INSTANCES / f"{name}.yaml", INSTANCES / "sudoku" / f"{name}.yaml") if p.exists())
    puzzle = load(path).puzzle
    assert isinstance(puzzle, Laid)
    layout = puzzle.layout
    assert len(layout.corners) == len(puzzle.symmetries().region.cells)
    assert len(set(layout.corners)) == len(layout.corners)
    assert {len(corners) for corners in layout.corners} <= {2, 3, 4, 6, 8}
    assert len(layout.solid) in (0, len(layout.corners))


def test_a_stranger_s_text_is_text(tmp_path: Path) -> None:
    """The name of an instance, and the text in the header, cannot end the elements they stand in."""
    path = written(
        tmp_path / "x.jsonl", "# " + WORDS.replace("\u2028", "") + f"\n{DOMINOES}", ("ABC", "ABC"), name=WORDS
    )
    data = data_of(Saved(path))
    parts = Parts(html(WORDS, data))
    assert [tag for tag, _ in parts.elements].count("script") == 2
    assert data_in(html(WORDS, data))["name"] == WORDS
    assert parts.texts["title"] == WORDS


def test_the_page_loads_nothing_and_runs_only_its_own() -> None:
    text = html("x", {"boards": []})
    parts = Parts(text)
    policy = next(a["content"] for tag, a in parts.elements if tag == "meta" and "http-equiv" in a) or ""
    hashes = {
        f"'sha256-{b64encode(hashlib.sha256(own.encode()).digest()).decode()}'"
        for own in (parts.texts["module"], parts.texts["style"])
    }
    assert set(re.findall(r"'sha256-[^']*'", policy)) == hashes
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert not [a for _, a in parts.elements if a.keys() & {"src", "href", "style", "onclick", "onload"}]
    script = page.script()
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|\bfetch\b|import\(|https?://(?!www\.w3\.org)",
        script,
    )
    assert len(script.encode()) + len(static(page.STYLE).encode()) < LIMIT


def test_what_a_page_refuses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path / "x.jsonl", DOMINOES, ("ABC", "ABC"), ("AAB", "CCB"))
    monkeypatch.setattr(page, "MOST", 1)
    assert zenkai(["gallery", str(path), "-o", str(tmp_path / "page")]) == 2
    assert (
        capsys.readouterr().err
        == "zenkai: more than the 1 solution of one page; --limit N takes the first N\n"
    )
    assert zenkai(["gallery", str(path), "-o", str(tmp_path / "page"), "--limit", "1"]) == 0
    data = data_in((tmp_path / "page" / "index.html").read_text(encoding="utf-8"))
    assert (data["boards"], data["reason"]) == (["ABCABC"], "only the first 1")
    capsys.readouterr()
    for place, said in (
        (path, "a file, not a folder"),
        (tmp_path / "no" / "page", "cannot write: there is no folder "),
    ):
        assert zenkai(["gallery", str(path), "-o", str(place)]) == 2
        assert said in capsys.readouterr().err
    formula = written(
        tmp_path / "f.jsonl", (INSTANCES / "formula").glob("*.yaml").__next__().read_text(encoding="utf-8")
    )
    assert zenkai(["gallery", str(formula), "-o", str(tmp_path / "page")]) == 2
    assert capsys.readouterr().err == "zenkai: boards of a formula have no cells to show\n"
