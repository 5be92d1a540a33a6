"""The certificates of instances/records: each proves the number that is known."""

from __future__ import annotations

import json
import lzma
import re
import shutil
from pathlib import Path

import pytest

import zenkai_solver as zenkai
from scripts import counts, polyforms, records
from scripts.tables import MarkedTable
from tests.helpers import ROOT
from zenkai_solver.models.loading import loads
from zenkai_solver.solvers.checker import checker
from zenkai_solver.solvers.cli import main

NAMES = sorted(path.stem for path in records.RECORDS.glob("*.cert"))
LARGE = {"pento8x8-square"}
PLAIN = ("dominoes8x8", "dominoes10x10", "pento3x20")


def test_there_are_records() -> None:
    assert len(NAMES) >= 8
    assert (ROOT / "instances" / "records").is_dir()


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] if name in LARGE else []) for name in NAMES]
)
def test_the_compiled_checker_counts(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert records.main([name]) == 0
    assert "as expected" in capsys.readouterr().out


@pytest.mark.parametrize("name", PLAIN)
def test_the_plain_checker_counts(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert records.main([name, "--plain"]) == 0
    assert "as expected" in capsys.readouterr().out


def test_a_record_that_is_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(records.RECORDS / "pento3x20.cert", tmp_path / "whole.cert")
    data = (tmp_path / "whole.cert").read_bytes()
    (tmp_path / "cut.cert").write_bytes(data[: len(data) // 2])
    monkeypatch.setattr(records, "RECORDS", tmp_path)
    assert records.main([]) == 1
    said = capsys.readouterr().out.splitlines()
    assert "refused: " in said[0]
    assert "as expected" in said[1]


# ---- the table of counts


ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in counts.TABLE.rows]


def test_the_table_says_what_its_certificates_say() -> None:
    texts = {board.name: board.text for board in counts.boards()}
    kept = set()
    for name, orbits, every, digest, certificate, _ in ROWS:
        assert re.fullmatch(r"`[0-9a-f]{32}`", digest)
        if linked := re.fullmatch(r"\[([\d,]+) bytes\]\((counts/.+\.cert)\)", certificate):
            path = records.RECORDS / linked[2]
            assert path.stat().st_size == int(linked[1].replace(",", ""))
            head, _ = checker.opened(str(path))
            assert head["text"].startswith(texts[name])
            assert loads(head["text"], name).expect == {
                "count": int(orbits.replace(",", "")),
                "all": int(every.replace(",", "")),
            }
            kept.add(path)
    assert kept == {*(records.RECORDS / "counts").glob("*.cert")}
    assert len(kept) > 5


def test_one_of_them_is_checked(capsys: pytest.CaptureFixture[str]) -> None:
    assert records.main(["counts/pentominoes-3x20-cylinder"]) == 0
    assert "160 solutions" in capsys.readouterr().out


@pytest.mark.slow
def test_all_of_them_are_checked() -> None:
    names = [f"counts/{path.stem}" for path in (records.RECORDS / "counts").glob("*.cert")]
    assert records.main(names) == 0


def test_the_ledger_of_the_chessboard_has_the_numbers_of_the_paper(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is complete: `run --resume` has nothing left to search."""
    ledger = lzma.decompress((records.RECORDS / "chessboard.sqlite.xz").read_bytes())
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "ledger.sqlite").write_bytes(ledger)
    board = tmp_path / "chessboard.yaml"
    board.write_text("puzzle: packing\nboard: 8x8\npieces: pentominoes\nfill: partial\n")
    assert main(["run", str(board), "--count", "--run-dir", str(tmp_path / "run"), "--resume", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    paper = (records.RECORDS / "README.md").read_text(encoding="utf-8")
    assert f"{result['count']:,} packings up to symmetry, {result['all']:,} in all" in paper
    assert result["complete"]
    assert result["digest"] in paper


@pytest.mark.parametrize(("board", "number"), [("3x20", 8), ("15x4", 1472)])
def test_a_search_of_its_own_counts_pentomino_rectangles(
    board: str, number: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """With a table that is too small for all states."""
    assert polyforms.main(["squares", "5", board, "--bits", "10"]) == 0
    assert f"{number:,} in all, {number // 4:,}.00 up to symmetry" in capsys.readouterr().out


@pytest.mark.parametrize("wrap", ["none", "cylinder", "moebius", "torus", "klein"])
@pytest.mark.parametrize(
    ("lattice", "size", "boards"),
    [("squares", 4, ("4x5", "5x4", "3x7", "11x2")), ("triangles", 5, ("2x5", "4x3", "6x2"))],
)
def test_the_search_of_its_own_and_the_engines_count_the_same(
    lattice: str, size: int, boards: tuple[str, ...], wrap: str
) -> None:
    """All pieces of a size once, on boards with free cells and without, longer either way."""
    names = {"squares": "tetrominoes", "triangles": "pentiamonds"}
    numbers = []
    for board in boards:
        text = f"{{puzzle: packing, lattice: {lattice}, pieces: {names[lattice]}, board: {board}, wrap: {wrap}, fill: partial}}"
        counted = zenkai.count(text)
        surface = polyforms.Board(polyforms.LATTICES[lattice], *polyforms.board_size(board), wrap)
        own = polyforms.count(surface, size, 10)
        assert (own.packings, own.packings // own.order) == (counted.all, counted.count), board
        numbers.append(own.packings)
    assert max(numbers) > 0


def test_free_polyforms() -> None:
    """OEIS A000105 and A000577."""
    squares, triangles = (polyforms.LATTICES[name] for name in ("squares", "triangles"))
    assert [len(squares.polyforms(size)) for size in range(1, 7)] == [1, 1, 2, 5, 12, 35]
    assert [len(triangles.polyforms(size)) for size in range(1, 8)] == [1, 1, 1, 3, 4, 12, 24]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("squares 5 3x5", "12 pieces of 5 cells on 15 cells"),
        ("squares 5 10x10", "at most 96 cells"),
        ("triangles 6 3x12 --wrap klein", "3 rows of triangles do not fit upside down"),
        ("squares 5 3by5", "'3by5' is no size such as 8x8"),
    ],
)
def test_boards_that_the_search_of_its_own_refuses(
    words: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        polyforms.main(words.split())
    assert message in capsys.readouterr().err


def test_a_row_takes_the_place_of_that_of_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the order of the boards; a run that finds another digest gives none."""
    paper = tmp_path / "README.md"
    names = [board.name for board in counts.boards()]
    paper.write_text(
        f"{counts.TABLE.begin}\nhead\n---\n| {names[2]} | 1 |\n| {names[0]} | 2 |\n{counts.TABLE.end}\n"
    )
    monkeypatch.setattr(counts, "TABLE", MarkedTable("counts.py", paper))
    rows = counts.merged([f"| {names[1]} | 3 |", f"| {names[0]} | 4 |"]).splitlines()[2:]
    assert rows == [f"| {names[0]} | 4 |", f"| {names[1]} | 3 |", f"| {names[2]} | 1 |"]
    assert len({board.file for board in counts.boards()}) == len(names)
    answer = {"count": 1, "all": 1, "backend": "sat"}
    seen = iter({**answer, "digest": digest} for digest in "abc")

    def run(path: Path, *_: str) -> dict[str, object]:
        path.with_suffix(".jsonl").touch()
        return next(seen)

    monkeypatch.setattr(counts, "run", run)
    with pytest.raises(counts.Failed, match="digests a and b"):
        counts.row(next(counts.boards()), 1, 0)
    with pytest.raises(counts.Failed, match="sat has counted it"):
        counts.row(next(counts.boards()), 1, 0, "sat")


def test_a_row_by_a_count_that_names_no_packing(monkeypatch: pytest.MonkeyPatch) -> None:
    [board] = [board for board in counts.boards() if board.name == "pentominoes 3x20, cylinder"]
    seen = {"count": 2, "all": 160, "digest": "a", "backend": "exactcover"}
    monkeypatch.setattr(counts, "BITS", 12)
    monkeypatch.setattr(counts, "run", lambda *_: seen)
    assert counts.row(board, 1, 0, "polyforms").startswith(f"| {board.name} | 2 | 160 | `a` | polyforms | ")
    seen["all"] = 159
    with pytest.raises(counts.Failed, match=r"159 \(2\) and"):
        counts.row(board, 1, 0, "polyforms")
    with pytest.raises(counts.Failed, match="not wrapped"):
        counts.row(next(board for board in counts.boards() if board.surface is None), 1, 0, "polyforms")


@pytest.mark.parametrize(
    ("rows", "edges", "corners"),
    [
        (["AAB", "CDD"], True, True),
        (["AB", "CD"], True, False),  # all four meet in a point
        (["AAB", "ADB", "CCB"], False, False),  # each touches all others
        (["ABA", "CDC"], True, False),
    ],
)
def test_three_colours_by_hand(rows: list[str], edges: bool, corners: bool) -> None:
    assert counts.three_colourable(rows, corners=False) is edges
    assert counts.three_colourable(rows, corners=True) is corners


def test_a_row_by_colouring(tmp_path: Path) -> None:
    """The tetrominoes on a 4x6 board, by both ways; a digest that differs gives no row."""
    text = "puzzle: packing\nboard: 4x6\npieces: tetrominoes\nfill: partial\nthree_colourable: true\n"
    path, board = tmp_path / "board.yaml", counts.Board("tetrominoes", text)
    path.write_text(text, encoding="utf-8")
    first = counts.run(path)
    assert counts.by_colouring(board, path, first) == "colouring"
    with pytest.raises(counts.Failed, match=f"{first['count']:,}"):
        counts.by_colouring(board, path, {**first, "digest": "0"})
    with pytest.raises(counts.Failed, match="not asked for"):
        counts.by_colouring(counts.Board("tetrominoes", "puzzle: packing\n"), path, first)
