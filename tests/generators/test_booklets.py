"""Booklets: puzzles of any family on pages to print, from easy to hard, with answers."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.helpers import INSTANCES
from zenkai_solver.models.loading import load, loads
from zenkai_solver.solvers.cli import main as zenkai
from zenkai_solver.solvers.commands import generate
from zenkai_solver.solvers.gallery.sheets import kind_of
from zenkai_solver.solvers.generators import difficulty


def made_pages(words: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """The pages as SVG, before they become a PDF."""
    kept: list[str] = []

    def keep(sheets: list[str], *_: Any) -> None:
        kept.extend(sheets)

    monkeypatch.setattr(generate, "save", keep)
    assert zenkai(["generate", *words.split(), "-o", str(tmp_path / "b.pdf")]) == 0
    return kept


@pytest.mark.parametrize(
    "words",
    [
        "sudoku --size 4x4 --rules thermo",
        "masyu --size 4x4",
        "packing --pieces tetrominoes",
        "dissection --to 2x4 --pieces 2",
    ],
)
def test_pages_of_any_family_go_from_easy_to_hard(
    words: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pages = made_pages(f"{words} --number 3 --sheet 1x2 --answers", monkeypatch, tmp_path)
    assert [page.count(": answer<") for page in pages] == [0, 0, 2, 1]
    text = "".join(pages[:2])
    assert re.findall(r">(\d)\. ", text) == ["1", "2", "3"]
    scores = [int(score.replace(",", "")) for score in re.findall(r"difficulty ([\d,]+)<", text)]
    assert scores == sorted(scores)
    assert len(scores) == 3


def test_a_puzzle_that_is_not_rated_to_its_end_comes_later_the_less_of_it_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle = load(INSTANCES / "sudoku/four.yaml")
    grades = [difficulty.grade_of(puzzle)]
    for looks in (60, 40):
        monkeypatch.setattr(difficulty, "GRADED_LOOKS", looks)
        grades.append(difficulty.grade_of(puzzle))
    assert [grade.left > 0 for grade in grades] == [False, True, True]
    assert grades == sorted(grades)
    assert generate._graded(grades[0]) == f"difficulty {difficulty.rated(puzzle.puzzle):,}"
    assert {generate._graded(grade) for grade in grades[1:]} == {"too hard to be rated"}
    assert difficulty.grade_of(load(INSTANCES / "dominoes4x4.yaml")) == difficulty.UNRATED
    several = replace(puzzle, expect={"count": 2})
    assert max(*grades, difficulty.grade_of(several)) == difficulty.UNRATED


def test_of_symmetric_solutions_one_is_chosen_before_a_puzzle_is_graded() -> None:
    text = (
        "puzzle: packing\nboard: 3x3\npieces: |\n  PPP\n  PP.\n\n  LLL\n  L..\nexpect: {count: 1, all: 8}\n"
    )
    square = loads(text, "square")
    assert square.puzzle.symmetries().order == 8
    assert difficulty.grade_of(square).left == 0.0
    cut = load(INSTANCES / "dissection/staircase2x8.yaml")
    assert cut.puzzle.symmetries().order == 8
    assert difficulty.grade_of(cut).left == 0.0
    boards = {("ab", "ca"), ("ab", "cb")}
    assert difficulty.most_apart(("ab", "ba"), boards, [(0, 0), (1, 1), (1, 0)]) == (1, 0)


def test_each_puzzle_is_that_of_a_seed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    [one, *_] = made_pages("sudoku --size 4x4 --seed 5 --sheet 1x1", monkeypatch, tmp_path)
    both = made_pages("sudoku --size 4x4 --seed 4 --number 2 --sheet 1x1", monkeypatch, tmp_path)
    picture = re.compile(r"<svg x=.*?</svg>", re.DOTALL)
    assert picture.findall(one)[0] in [picture.findall(page)[0] for page in both]


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        ("sudoku --answers", 2, "--sheet and --answers make a booklet, which needs -o NAME.pdf"),
        ("sudoku --sheet 2x2 -o x.yaml", 2, "--sheet and --answers make a booklet, which needs -o NAME.pdf"),
        ("sudoku --sheet 0x2 -o b.pdf", 2, "0x2 is not rows and columns such as 2x3"),
        ("sudoku --number 501 -o b.pdf", 2, "--number 501: a booklet has at most 500 puzzles"),
        ("sudoku --givens 16 -o b.pdf", 2, "17 is the least known"),
        ("sudoku --size 6x6 --rules thermo --time-limit 0.001 -o b.pdf", 3, "cut short: time limit"),
    ],
)
def test_refusals(
    words: str,
    code: int,
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    pytest.importorskip("svglib")
    monkeypatch.chdir(tmp_path)
    try:
        ended = zenkai(["generate", *words.split()])
    except SystemExit as error:
        ended = error.code if isinstance(error.code, int) else -1
    assert ended == code
    said_to_user = capsys.readouterr().err
    assert message in said_to_user
    assert said_to_user.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_genre_is_called_by_its_title() -> None:
    lightup = load(INSTANCES / "genres/lightup.yaml").puzzle
    assert [kind_of(one) for one in (lightup, load(INSTANCES / "soma.yaml").puzzle)] == [
        "Akari",
        "Packing",
    ]
