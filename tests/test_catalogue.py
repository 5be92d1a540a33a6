"""The static catalogue of genres: its pages, and counts that are certified and held against listed terms."""

from __future__ import annotations

import json
import signal
import sys
from functools import partial
from pathlib import Path

import pytest

import zenkai_solver as zenkai
from scripts.catalogue import Counted, Listed, certified, main, sequences
from scripts.processes import forked, side_by_side
from tests.genre_cases.blank import blank
from zenkai_solver.solvers.commands.verify import main as verify


def test_a_page_has_rules_steps_pictures_and_counts(tmp_path: Path) -> None:
    folder = tmp_path / "creek"
    folder.mkdir()
    terms = sequences()["creek"]["terms"][:5]
    kept = [{"side": side, "count": 1, "all": term, "digest": "0" * 32} for side, term in enumerate(terms, 1)]
    (folder / "counts.json").write_text(json.dumps(kept))
    assert main([str(tmp_path), "--genres", "creek", "--seconds", "0.01"]) == 0
    page = (folder / "index.html").read_text()
    assert "<h2>Rules</h2><ul><li>" in page
    assert "Further steps take more than 0.01 s." in page
    assert 'href="blank1x1.cert"' in page
    assert "blank6x6" not in page  # not in a second of CPU, which is the least that a process gets
    written = {path.name for path in folder.iterdir()}
    assert {"puzzle.svg", "solution.svg"} <= written
    assert not any(name.startswith("blank") for name in written)
    assert 'href="creek/index.html"' in (tmp_path / "index.html").read_text()


def test_a_page_that_fails_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "creek").mkdir()
    (tmp_path / "creek" / "counts.json").write_text("no rows")
    assert main([str(tmp_path), "--genres", "creek"]) == 1
    assert capsys.readouterr().out == "creek: no page, exit code 1\n"
    assert "<h1>0 genres</h1>" in (tmp_path / "index.html").read_text()


def test_calls_side_by_side_have_exit_codes() -> None:
    calls = {f"call {code}": partial(sys.exit, code) for code in range(5)}
    assert dict(side_by_side(calls.items(), 2)) == {name: call.args[0] for name, call in calls.items()}


def test_a_forked_call_has_an_exit_code() -> None:
    assert [forked(partial(int, code), 9) for code in ("0", "3")] == [0, 3]


@pytest.mark.broad
def test_a_forked_call_ends_at_its_limit() -> None:
    def endless() -> None:
        while True:
            pass

    assert forked(endless, 1) in (-signal.SIGXCPU, -signal.SIGKILL)


@pytest.mark.broad
def test_a_blank_board_is_counted_and_certified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "blank.yaml"
    path.write_text(blank("slitherlink", 2, 2))
    counted = certified(path, 2, 60)
    assert counted is not None
    assert counted.all == 13  # A140517(2)
    assert verify([str(tmp_path / "blank.jsonl")]) == 0
    assert "13 in all; count certified (model)" in capsys.readouterr().out


def test_a_count_that_differs_from_a_listed_term_ends_the_script() -> None:
    sequence = Listed("A1", (1, 13))
    assert sequence.says(Counted(2, 4, 13, "")) == "A1, as listed"
    assert sequence.says(Counted(3, 4, 13, "")) == "A1, beyond what it lists"
    with pytest.raises(SystemExit, match="it lists 13"):
        sequence.says(Counted(2, 4, 12, ""))
    of_even = Listed("A2", (2, 72), first=2, step=2)
    assert of_even.says(Counted(4, 9, 72, "")) == "A2, as listed"
    assert of_even.says(Counted(1, 0, 0, "")) == of_even.says(Counted(3, 0, 0, "")) == "A2 has no term for it"


@pytest.mark.parametrize("name", sequences())
def test_the_first_listed_terms_are_counts_of_blank_boards(name: str) -> None:
    sequence = Listed(**sequences()[name])
    for side in (1, 2, 3):
        all_ = zenkai.count(blank(name, side, side)).all
        assert all_ is not None
        sequence.says(Counted(side, 0, all_, ""))
