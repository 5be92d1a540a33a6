"""scripts/genre_makers.py: rows of lines by seed, their table in a paper, and the limit of CPU time."""

from pathlib import Path
from typing import Any

import pytest

from scripts import genre_makers
from scripts.genre_makers import maker, report, row, tabled
from scripts.processes import within
from scripts.tables import MarkedTable
from zenkai_solver.solvers.core.deadlines import Interrupted


def line(seed: int, givens: int | None, solutions: int | None, seconds: float, genre: str = "a") -> Any:
    known = {"genre": genre, "size": [8, 8], "seed": seed, "limit": 30, "seconds": seconds}
    return {**known, "givens": givens, "solutions": solutions}


LINES = [line(0, 3, 1, 0.5), line(1, None, None, 30), line(2, 6, None, 2)]


def test_a_row_tells_what_was_made_and_what_was_checked() -> None:
    assert row("a", LINES) == "| a | 8x8 | 2 of 3 | 1 | 2.0 | 30.0 | 4.5 |"
    assert row("a", LINES[1:2]) == "| a | 8x8 | 0 of 1 | 0 | 30.0 | 30.0 | - |"


def test_a_puzzle_without_one_solution_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert report(LINES) == 0
    assert report([*LINES, line(3, 5, 2, 1)]) == 1
    assert capsys.readouterr().err == "a: seed 3 has 2 solutions\n"


def test_rows_of_other_genres_stay_in_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = MarkedTable("genre_makers.py", tmp_path / "paper.md")
    table.paper.write_text(f"before\n{table.begin}\n{table.end}\nafter\n")
    monkeypatch.setattr(genre_makers, "TABLE", table)
    assert tabled([line(0, 1, 1, 1, "c"), line(0, 1, 1, 1, "a")], write=True) == 0
    assert (
        tabled([line(0, 1, 1, 1, "b"), *LINES[:1], line(0, 9, 1, 1)], write=True) == 0
    )  # the last one counts
    assert [one.split("|")[1].strip() for one in table.rows] == ["a", "b", "c"]
    assert table.rows[0].endswith("| 9 |")
    assert table.paper.read_text().endswith(f"{table.end}\nafter\n")


def test_a_limit_is_of_cpu_time() -> None:
    with within(0.02) as deadline:
        while not deadline.stop.is_set():
            pass
        with pytest.raises(Interrupted):
            deadline.check()


def test_a_genre_that_is_not_made_has_no_puzzle() -> None:
    assert maker("parquet", (4, 4), 0, 1) is None
