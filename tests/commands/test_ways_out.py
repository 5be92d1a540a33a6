"""What a new user writes wrong: the message says what to write instead, with an example."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers import INSTANCES
from zenkai_solver.models.document import MAX_BYTES, singular
from zenkai_solver.models.loading import loads
from zenkai_solver.solvers.cli import main as zenkai

SUDOKU = "puzzle: sudoku\nsize: 4x4\n"
NONOGRAM = "puzzle: nonogram\nrows: [[2r]]\ncolumns: [[1r], [1r]]\n"
PACKING = "puzzle: packing\nboard: 2x2\npieces: dominoes\ncounts: any\n"
WRITTEN = {
    "a colour in braces": (NONOGRAM + "inks: {r: #ff0000}\n", 4, 'in quotes: "#ff0000"'),
    "a colour on a line": (NONOGRAM + "inks:\n  r: #ff0000\n", 5, 'in quotes: "#ff0000"'),
    "rules as a mapping": (SUDOKU + "rules:\n  thermo: [R1C1 R1C2]\n", 4, "`- thermo: [R1C1 R1C2]`"),
    "a cage as a mapping": (
        SUDOKU + "rules:\n  - killer: {sum: 5, cells: [R1C1, R1C2]}\n",
        4,
        "write `killer: [12 = R1C1 R1C2 R1C3]`",
    ),
    "cages as mappings": (
        SUDOKU + "rules:\n  - killer: [{sum: 5, cells: R1C1 R1C2}]\n",
        4,
        "write `killer: [12 = R1C1 R1C2 R1C3]`",
    ),
    "an arrow as a mapping": (
        SUDOKU + "rules:\n  - arrow: {circle: R1C1}\n",
        4,
        "write `arrow: [R1C1 = R1C2 R1C3]`",
    ),
    "expect as a number": (PACKING + "expect: 5\n", 5, "write `expect: {all: 5}`"),
    "a box of squares": (PACKING.replace("2x2", "3x3x3"), 2, "`lattice: cubes` has such boards"),
    "a tab before a row": (PACKING.replace("2x2", "|\n\t##\n\t##"), 3, "a tab: YAML takes spaces only"),
    "a tab after a colon": (PACKING.replace("board: ", "board:\t"), 2, "a tab: YAML takes spaces only"),
    "a tab before a rule": (SUDOKU + "rules:\n\t- anti-king\n", 4, "a tab: YAML takes spaces only"),
    "no drawing of a piece": (
        PACKING.replace("dominoes", "{A: []}"),
        3,
        'a drawing such as "##" nor a list of cells',
    ),
    "a piece drawn with another letter": (
        PACKING.replace("dominoes", "{A: AB}"),
        3,
        "pieces.A: 'B' is not a cell of piece A: draw it with # or A",
    ),
}


@pytest.mark.parametrize("name", WRITTEN)
def test_a_wrong_value_says_what_to_write(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, line, wanted = WRITTEN[name]
    path = tmp_path / "wrong.yaml"
    path.write_text(text)
    assert zenkai(["run", str(path), "--count"]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"zenkai: {path}:{line}: ")
    assert wanted in said
    assert said.count("\n") == 1


def test_a_comment_after_a_key_stays_a_comment() -> None:
    """Also one that looks like a value, where the text is YAML without it."""
    for comment in ("# the inks", "#", "#ff0000}"):
        assert loads(NONOGRAM + f"inks: {comment}\n  r: red\n", "x").puzzle.family == "nonogram"


@pytest.fixture
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with an instance, its solutions, its certificate, and a kept run."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "d.yaml").write_text((INSTANCES / "dominoes4x4.yaml").read_text())
    assert zenkai(["run", "d.yaml", "--quiet", "--certify", "-o", "d.jsonl"]) == 0
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "ledger.sqlite").touch()
    (tmp_path / "some").mkdir()
    first = (tmp_path / "d.jsonl").read_bytes()
    (tmp_path / "large.jsonl").write_bytes(first + b"\n" * (MAX_BYTES + 1 - len(first)))
    return tmp_path


def test_what_is_no_instance_names_its_command(there: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words, wanted in {
        "run d.jsonl": "d.jsonl: a file of solutions, not an instance: `zenkai show FILE 1` draws one",
        "run large.jsonl": "large.jsonl: a file of solutions, not an instance: `zenkai show FILE 1` draws",
        "run d.cert": "d.cert: packed by xz, not an instance; `zenkai check` reads certificates",
        "show d.yaml 1": "d.yaml: an instance, not a file of solutions: `zenkai run` finds them",
        "verify d.yaml": "d.yaml: an instance, not a file of solutions: `zenkai run` finds them",
        "run some": "some: a folder, not an instance: name the files in it, such as some/*.yaml",
        "some": "some: a folder, not an instance: name the files in it, such as some/*.yaml",
        "draw some": "some: a folder: name the files in it, such as some/*.yaml",
        "run runs": "runs: a kept run, not an instance: `zenkai run INSTANCE --run-dir FOLDER --resume`",
        "run https://example.org/x": "no link that is known, and nothing is fetched: save the puzzle to a file",
        "https://example.org/x": "no link that is known, and nothing is fetched: save the puzzle to a file",
    }.items():
        capsys.readouterr()
        assert zenkai(words.split()) == 2, words
        said = capsys.readouterr().err
        assert wanted in said
        assert said.count("\n") == 1


def test_pieces_may_be_drawn_by_letter() -> None:
    """The same cells as by vectors, in one row or several, on squares and on another lattice."""
    for head, cells, drawn in (
        (
            "board: 2x3\n",
            "{A: [[0, 0], [0, 1], [1, 0]], B: [[0, 0], [0, 1], [0, 2]]}",
            '{A: "##\\n#.", B: BBB}',
        ),
        ("lattice: cubes\nboard: 1x2x2\n", "{A: [[0, 0, 0], [0, 0, 1]]}", '{A: "##"}'),
    ):
        one, two = (
            loads(f"puzzle: packing\n{head}pieces: {pieces}\ncounts: 0..2\nfill: partial\n", "x").puzzle
            for pieces in (cells, drawn)
        )
        assert one.pieces == two.pieces


def test_a_thermometer_with_a_gap_is_warned_of(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "t.yaml"
    path.write_text(SUDOKU + "rules: [thermo: [R1C1 R1C2 R2C3, R4C1 R4C3], slow-thermo: [R2C1 R4C2]]\n")
    assert zenkai(["run", str(path), "--count", "--quiet"]) == 0
    assert capsys.readouterr().err.splitlines() == [
        f"zenkai: {path}: thermo: R4C1 and R4C3 do not touch; a straight run is written R4C1-R4C3",
        f"zenkai: {path}: slow-thermo: R2C1 and R4C2 do not touch",
    ]


def test_one_of_a_thing_is_singular() -> None:
    for text, wanted in {
        "1 pieces of 4 cells": "1 piece of 4 cells",
        "row 2 has 1 clues, not 2": "row 2 has 1 clue, not 2",
        "11 pieces; 1,001 cells; 2.1 rows; 1 to 3 parts": "11 pieces; 1,001 cells; 2.1 rows; 1 to 3 parts",
    }.items():
        assert singular(text) == wanted
