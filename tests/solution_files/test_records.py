"""The certificates of instances/records: each proves the number that is known."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from scripts import records
from tests.helpers import ROOT

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
