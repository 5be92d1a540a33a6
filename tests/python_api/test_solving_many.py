"""`zenkai.solve_many`: the answers of many puzzles, at the speed of the batch commands."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from itertools import islice, repeat
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import zenkai_solver as zenkai
from zenkai_solver.solvers.batch import batch, solving_many
from zenkai_solver.solvers.core.processes import processes
from zenkai_solver.solvers.engines import table
from zenkai_solver.solvers.engines.exactcover.cover import visited_soon
from zenkai_solver.solvers.engines.sudoku.kernels import sudoku9

SUDOKU = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
SWAPPED = SOLVED.translate(str.maketrans({"1": ".", "2": "."}))  # 1 and 2 may be exchanged
DOMINOES = "puzzle: packing\nboard: 4x4\npieces: dominoes\ncounts: 8\n"
MIRRORED = "puzzle: packing\nboard: 1x3\npieces: [monominoes, dominoes]\n"


def words(sources: Any, **options: Any) -> list[tuple[str, int, int | None]]:
    return [(a.answer, a.all, a.count) for a in zenkai.solve_many(sources, **options)]


def test_every_kind_of_source_and_of_answer(tmp_path: Path) -> None:
    path = tmp_path / "d.yaml"
    path.write_text(DOMINOES + "expect: {count: 8}\n")
    sources = [SUDOKU, DOMINOES, {"puzzle": object()}, 3, SUDOKU[:-1], "55" + "." * 79, zenkai.load("thermo")]
    answers = list(zenkai.solve_many([*sources, path, "tetris4x7"], limit=None, backend="auto"))
    assert [answer.number for answer in answers] == list(range(1, 10))
    kinds = [answer.answer for answer in answers]
    assert kinds[:2] + kinds[6:] == ["unique", "several", "unique", "unexpected", "none"]
    assert set(kinds[2:6]) == {"unreadable"}
    assert all(answer.error and not answer.board for answer in answers[2:6])
    assert "R1C1 and R1C2 hold 5" in answers[5].error
    assert "".join(answers[0].board) == SOLVED
    assert (answers[1].all, answers[1].count, len(answers[1].board)) == (36, 9, 4)


def test_plain_sudokus_are_answered_as_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    sources = [SUDOKU, SWAPPED, "." * 81, "55" + "." * 79, SOLVED, SUDOKU.replace("5", "9", 1)]
    for options in ({}, {"limit": 3}, {"symmetry": "orbits"}):
        together = [(a.answer, a.all, a.count) for a in zenkai.solve_many(sources, **options)]
        with monkeypatch.context() as patched:
            patched.setattr(solving_many, "_search", lambda: None)
            assert words(sources, **options) == together
    assert words([SWAPPED], limit=None) == words([SWAPPED], limit=None, backend="sat")


def test_plain_sudokus_are_searched_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred take a few calls of the compiled search, none of them one by one."""
    calls: list[int] = []

    def searched(digits: Any, *others: Any) -> Any:
        calls.append(len(digits))
        return search(digits, *others)

    search = sudoku9.solve_many
    monkeypatch.setattr(sudoku9, "solve_many", searched)
    monkeypatch.setattr(batch, "prepare", None)
    monkeypatch.setattr(solving_many, "SHORT", 60.0)  # however slow the machine
    assert words(repeat(SUDOKU, 100)) == [("unique", 1, 1)] * 100
    assert calls == [1, 2, 4, 8, 16, 32, 37]


def test_a_wrong_grid_is_exposed(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(digits: Any, *others: Any) -> Any:
        counts, grids, nodes, ends = search(digits, *others)
        return counts, np.roll(grids, 1, axis=-1), nodes, ends

    search = sudoku9.solve_many
    monkeypatch.setattr(sudoku9, "solve_many", wrong)
    with pytest.raises(zenkai.WrongSolution, match=r"source 1: .* breaks the rules"):
        list(zenkai.solve_many([SUDOKU]))


def test_sources_are_taken_as_they_are_needed() -> None:
    taken = 0

    def endless() -> Iterator[str]:
        nonlocal taken
        while True:
            taken += 1
            yield SUDOKU

    answers = zenkai.solve_many(endless())
    assert taken == 0
    assert [answer.number for answer in islice(answers, 3)] == [1, 2, 3]
    assert taken == 3


def test_processes_give_the_same_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "visited_soon", visited_soon)  # as in the processes
    sources = [SUDOKU, DOMINOES, "nothing", {"puzzle": object()}, zenkai.load(MIRRORED), SWAPPED] * 3
    alone = [(a.number, a.answer, a.all, a.board, a.error) for a in zenkai.solve_many(sources)]
    shared = zenkai.solve_many(sources, jobs=2)
    assert [(a.number, a.answer, a.all, a.board, a.error) for a in shared] == alone


def test_leaving_ends_its_processes_and_no_others() -> None:
    other = multiprocessing.get_context("spawn").Process(target=time.sleep, args=(3_600,))
    other.start()
    try:
        answers = zenkai.solve_many(repeat(SUDOKU), jobs=1 + 1)
        assert next(answers).answer == "unique"
        assert len(multiprocessing.active_children()) > 1
        answers.close()  # type: ignore[attr-defined]
        assert multiprocessing.active_children() == [other]
        assert other.is_alive()
    finally:
        other.terminate()
        other.join()


def test_an_exception_ends_its_processes_and_no_others() -> None:
    with processes(1, "died") as pool:
        pool.submit(time.sleep, 0).result()
        with pytest.raises(KeyError), processes(1, "died"):
            raise KeyError
        assert pool.submit(abs, -1).result() == 1


@pytest.mark.broad
def test_a_script_without_its_guard_is_told_so_once(tmp_path: Path) -> None:
    """Each process imports the script, which calls `solve_many` again."""
    script = tmp_path / "script.py"
    script.write_text('import zenkai_solver\nprint(*zenkai_solver.solve_many(["dominoes4x4"], jobs=2))\n')
    done = subprocess.run([sys.executable, script], capture_output=True, text=True)
    assert done.stderr.count("Traceback") == 1, done.stderr
    assert "below `if __name__ ==" in done.stderr.splitlines()[-1]


def test_time_limit_in_another_thread() -> None:
    """Signals, which enforce it in the main thread, are not to be had there."""
    answers: list[zenkai.PuzzleAnswer] = []
    sources = ["thermo", DOMINOES]
    thread = threading.Thread(target=lambda: answers.extend(zenkai.solve_many(sources, time_limit=60)))
    thread.start()
    thread.join()
    assert [answer.answer for answer in answers] == ["unique", "several"]


def test_cut_short_and_condition() -> None:
    [cut] = zenkai.solve_many(["pento6x10"], backend="cpsat", limit=None, time_limit=0.05)
    assert (cut.answer, cut.error) == ("cut short", "time limit")
    assert words([DOMINOES, MIRRORED], where="A1=B1", limit=None)[0][1] < 36
    assert words([SUDOKU], where="not 4@C1")[0] == ("none", 0, 0)


@pytest.mark.parametrize(
    ("sources", "options", "kind", "message"),
    [
        (SUDOKU, {}, TypeError, "a single source"),
        ({"puzzle": "packing"}, {}, TypeError, "a single source"),
        ([], {"jobs": 0}, ValueError, "jobs: 0 is not above 0"),
        ([], {"limit": 1}, ValueError, "limit: 1 is less than 2"),
        ([], {"time_limit": -1}, ValueError, "time_limit: -1 is not above 0"),
        ([], {"backend": "sta"}, ValueError, 'did you mean "sat"'),
        ([], {"symmetry": "orbit"}, ValueError, 'did you mean "orbits"'),
    ],
)
def test_bad_arguments_are_refused_at_once(sources: Any, options: Any, kind: Any, message: str) -> None:
    with pytest.raises(kind, match=message):
        zenkai.solve_many(sources, **options)


def test_nothing_in_nothing_out() -> None:
    assert words([]) == []
