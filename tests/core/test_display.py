"""What a person sees while a search runs and at its end: estimates, totals, the newest board, its pace."""

from __future__ import annotations

import io
import threading
from pathlib import Path

import pytest

from tests.helpers import INSTANCES
from zenkai_solver.models.loading import load
from zenkai_solver.models.puzzle import Sketched
from zenkai_solver.solvers.cli import main as zenkai
from zenkai_solver.solvers.core.backend import AtWork
from zenkai_solver.solvers.core.deadlines import Deadline, Interrupted
from zenkai_solver.solvers.core.display import UNKNOWN, Bar, Live, Remaining, Watch
from zenkai_solver.solvers.core.pipeline import Chunk, Tally, totals
from zenkai_solver.solvers.engines.exactcover.cover import cover_view
from zenkai_solver.solvers.engines.exactcover.exactcover import ExactCoverBackend
from zenkai_solver.solvers.engines.exactcover.plan import Engine, Plan


def estimates(shares: list[float]) -> list[str]:
    """What is said each second from the first on."""
    left = Remaining()
    return [left.says(share, float(second)) for second, share in enumerate(shares, 1)]


def test_a_steady_search_says_when_it_ends() -> None:
    said = estimates([second / 100 for second in range(1, 61)])
    assert said[:3] == [UNKNOWN] * 3
    assert said[39] == "40%, about 0:01:00 left"


def test_a_share_that_stands_still_predicts_nothing() -> None:
    """Found as 1 %, 1:29:14 left, 5 s before the end."""
    assert set(estimates([0.01] * 100)) == {UNKNOWN}


def test_a_jump_is_not_believed_at_once() -> None:
    said = estimates([0.01 * second / 10 for second in range(1, 31)] + [0.5, 0.51, 0.52])
    assert said[29] != UNKNOWN
    assert said[30:] == [UNKNOWN] * 3


def test_without_an_estimate_nothing_is_said() -> None:
    left = Remaining()
    assert left.says(None, 100) == ""
    assert left.says(1.0, 100) == ""
    assert left.says(0.0, 100) == UNKNOWN


@pytest.mark.parametrize(
    ("tally", "complete", "said"),
    [
        (Tally("all", 19211, 0, 19211), False, "at least 4,803 up to symmetry, 19,211 in all so far"),
        (Tally("all", 10, 8, 10), False, "at least 8 up to symmetry, 10 in all so far"),
        (Tally("all", 10, 3, 10), True, "3 up to symmetry, 10 in all"),
        (Tally("orbits", 3, 3, 10), False, "3 up to symmetry, 10 in all so far"),
    ],
)
def test_totals(tally: Tally, complete: bool, said: str) -> None:
    assert totals(tally, 4, complete) == said


def test_totals_without_symmetry() -> None:
    assert totals(Tally("all", 5, 5, 5), 1, False) == "5 up to symmetry, 5 in all so far"


def test_a_cut_run_says_what_is_known(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "d")
    assert zenkai(["run", "dominoes4x4", "--symmetry", "all", "--limit", "17", "-o", out]) == 3
    assert (
        "17 in all so far; incomplete (limit of 17 solutions); " in capsys.readouterr().out.splitlines()[-1]
    )


CHUNK = Chunk([b"AA\nBB", b"AB\nAB"], [2, 1], [True, True])


def test_the_bar_shows_the_newest_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", io.StringIO())
    puzzle = load(INSTANCES / "dominoes4x4.yaml").puzzle
    bar = Bar("t", puzzle)
    tally = Tally("orbits")
    for chunk in (CHUNK.cut(0, 1), CHUNK.cut(1, 2), Chunk((), (), ())):
        tally.add(chunk)
        bar.solutions_found(chunk, tally)
    assert bar.drawn() == puzzle.render(("AB", "AB"))


def test_live_shows_each_solution_at_its_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float | None] = []
    stop = threading.Event()
    monkeypatch.setattr(stop, "wait", waits.append)
    live = Live("t", load(INSTANCES / "dominoes4x4.yaml").puzzle, 4.0, Deadline(stop=stop))
    shown: list[int] = []
    monkeypatch.setattr(live, "_draw", lambda: shown.append(live.latest[1] if live.latest else 0))
    tally = Tally("orbits", written=5)
    tally.add(CHUNK)
    live.solutions_found(CHUNK, tally)
    assert shown == [6, 7]
    assert waits == [0.25, 0.25]
    stop.set()
    with pytest.raises(Interrupted):
        live.solutions_found(CHUNK, tally)
    assert shown == [6, 7, 6], "Ctrl-C is heard between two solutions"


def test_speed_needs_something_to_slow_down(capsys: pytest.CaptureFixture[str]) -> None:
    assert zenkai(["run", "dominoes4x4", "--speed", "3"]) == 2
    assert "--speed goes with --live or --animate" in capsys.readouterr().err


@pytest.mark.parametrize("kind", ["sift", "mrv"])
def test_the_search_says_where_it_is(kind: str) -> None:
    """Every board at work is a part of a packing, and some have many pieces."""
    instance = load(INSTANCES / "pento3x20.yaml")
    puzzle, model = instance.puzzle, instance.puzzle.model()
    assert isinstance(puzzle, Sketched)
    cover = cover_view(model)
    engine = Engine(Plan(cover, kind))
    search = engine.start(engine.tables, [()])
    depths = set()
    for _ in range(50):
        search.batch(20)
        chosen = tuple(sorted(cover.variables[option] for option in search.path))
        cells = [cell for var in chosen for cell in model.names[var - 1].cells]
        covered = sum(label not in ". " for row in puzzle.sketch(chosen) for label in row)
        assert covered == len(cells) == len(set(cells))
        depths.add(len(chosen))
    assert max(depths) > 4
    assert len(depths) > 3


@pytest.mark.parametrize("workers", [1, 2])
def test_the_engine_tells(workers: int) -> None:
    said: list[AtWork] = []
    model = load(INSTANCES / "pento4x15.yaml").puzzle.model()
    opened = ExactCoverBackend(workers).open(model).watched(said.append)
    assert sum(1 for _ in opened.solutions()) == 368 * 4
    assert sum(one.nodes for one in said) > 368 * 4


def test_watch_draws_board_depth_and_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", io.StringIO())
    puzzle = load(INSTANCES / "dominoes4x4.yaml").puzzle
    assert isinstance(puzzle, Sketched)
    watch = Watch("t", puzzle, puzzle.render)
    watch.at_work(AtWork((), 40))
    watch.at_work(AtWork((1,), 1))
    watch.at_work(AtWork((), 1))
    assert watch.nodes == 42
    *board, line = watch.drawn().splitlines()
    assert "\n".join(board) == puzzle.render(puzzle.sketch((1,)))
    assert line.startswith("t: depth 1, ")
    assert line.endswith(" nodes/s, 0 found")


def test_watch_needs_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert zenkai(["run", "dominoes4x4", "--watch"]) == 2
    assert "--watch needs a terminal" in capsys.readouterr().err


def test_a_sudoku_at_work() -> None:
    puzzle = load(INSTANCES / "sudoku" / "empty4.yaml").puzzle
    assert isinstance(puzzle, Sketched)
    assert puzzle.sketch(()) == ("....",) * 4
    assert puzzle.sketch((2, 5))[0] == "21.."
