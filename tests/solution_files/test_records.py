"""The certificates of instances/records: each proves the number that is known."""

from __future__ import annotations

import json
import lzma
import re
import shutil
from pathlib import Path

import pytest

from scripts import counts, pentominoes, records
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
    assert pentominoes.main([board, "--bits", "10"]) == 0
    assert f"{number:,} in all, {number // 4:,}.00 up to symmetry" in capsys.readouterr().out


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
