"""A run says no level that the shipped checker refuses for work: both count the same units."""

from __future__ import annotations

import lzma
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np
import pytest

from tests.helpers import INSTANCES
from tests.scale_helpers import kept, path_of, run
from zenkai_solver.models.loading import load
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.batch.nonogram_maker import random_picture, repaired
from zenkai_solver.solvers.certificates import binding, certificate
from zenkai_solver.solvers.certificates.binding import InCover
from zenkai_solver.solvers.certificates.effort import WorkBudget, WorkExceeded, free
from zenkai_solver.solvers.checker import checker
from zenkai_solver.solvers.checker.checker import Cover, Refused, budget
from zenkai_solver.solvers.commands import verify as verifying
from zenkai_solver.solvers.core.deadlines import NEVER, Unsupported

# By kind: cover-dag, with groups and without; lines with branches; a model of its own, with sums; clauses.
NAMES = (
    *("dominoes4x4", "sizes123", "atmostonce3x5", "nonogram/smallest-probing", "nonogram/permutations4"),
    *("sudoku/four", "alike4x4", "t-partial", "sudoku/thermo", "formula/colours"),
)


def made(name: str, folder: Path) -> Path:
    instance = load(INSTANCES / f"{name}.yaml")
    path = folder / "x.cert"
    certificate.write(path, certificate.certifiable(instance, instance.puzzle.model()))
    return path


def by_checker(path: Path, most: float = float("inf")) -> int:
    """What the shipped checker spends. Raises Refused above `most`."""
    spent, limit = 0, budget(most)

    def spend(units: int) -> None:
        nonlocal spent
        spent += units
        limit(units)

    checker.certified(*checker.opened(str(path)), spend)
    return spent


def by_twin(path: Path, most: int | None = None) -> int:
    effort = free() if most is None else WorkBudget(most)
    certificate.followed(*checker.opened(str(path)), effort)
    return effort.spent


@pytest.mark.parametrize("name", NAMES)
def test_the_twin_spends_what_the_checker_spends(name: str, tmp_path: Path) -> None:
    path = made(name, tmp_path)
    spent = by_checker(path)
    assert spent > path.stat().st_size // 2
    assert by_twin(path) == by_twin(path, spent) == by_checker(path, spent) == spent
    for refuses in (by_checker, by_twin):
        with pytest.raises(Refused, match=r"more work|too much work"):
            refuses(path, spent - 1)


def allow(monkeypatch: pytest.MonkeyPatch, units: int) -> None:
    """So much work, whatever the files' size, for the checker and all that follows it."""
    monkeypatch.setattr(checker, "WORK", units)
    monkeypatch.setattr(checker, "EACH", 0)


def kind_of(path: Path) -> str:
    return str(checker.opened(str(path))[0]["kind"])


@pytest.mark.parametrize("runs", [run, kept])
def test_what_is_too_much_work_by_lines_gets_clauses(
    runs: Callable[..., object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """domino3 is 25,720 units by lines, 12,318 by clauses."""
    out = tmp_path / "x.jsonl"
    for units, kind in ((30_000, "lines"), (15_000, "rup")):
        allow(monkeypatch, units)
        own = path_of("nonogram/domino3") if runs is run else "nonogram/domino3"
        folder = () if runs is run else (tmp_path / str(units),)
        done = runs(own, *folder, "--certify", "-o", out)
        assert done.code == 0, done  # type: ignore[attr-defined]
        assert '"certified"' in out.read_text().splitlines()[-1]
        assert kind_of(out.with_suffix(".cert")) == kind
        assert checker.main([str(out.with_suffix(".cert"))]) == 0
        assert verifying.main([str(out)]) == 0


@pytest.mark.parametrize("name", ["nonogram/domino3", "sizes123", "alike4x4", "sudoku/thermo", "sudoku/four"])
def test_what_is_too_much_work_in_every_way_is_not_certified(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The solutions are kept, and the reason is told; nothing is left that says certified."""
    allow(monkeypatch, 300)
    out = tmp_path / "x.jsonl"
    done = run(path_of(name), "--certify", "-o", out)
    assert done.code == 3, done
    reason = "no certificate: it is more work for the checker than the 300 units that it does"
    assert f"incomplete ({reason})" in done.out
    end = out.read_text().splitlines()[-1]
    assert f'"reason": "{reason}"' in end
    assert "certified" not in end
    assert [*tmp_path.glob("*.cert*")] == []


@pytest.mark.parametrize("name", ["sizes123", "atmostonce3x5", "sudoku/thermo"])
def test_a_kept_run_that_is_too_much_work_is_not_certified(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    allow(monkeypatch, 300)
    folder = tmp_path / "run"
    done = kept(name, folder, "--certify", "--workers", 1)
    assert done.code == 3, done
    assert "incomplete (no certificate: it is more work for the checker than the 300 units" in done.out
    assert not (folder / "run.cert").exists()


def test_verify_refuses_what_the_checker_refuses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Both are given the solutions file too, whose bytes count."""
    out = tmp_path / "x.jsonl"
    assert run(path_of("dominoes6x6"), "--certify", "--quiet", "-o", out).code == 0
    beside = out.with_suffix(".cert")
    spent, size = by_checker(beside), out.stat().st_size + beside.stat().st_size
    monkeypatch.setattr(checker, "EACH", 1)
    for units, code in ((spent - size, 0), (spent - size - 1, 1)):
        monkeypatch.setattr(checker, "WORK", units)
        assert checker.main([str(out), str(beside)]) == code
        assert verifying.main([str(out)]) == 2 * code
    assert "refused: it is more work for the checker than" in capsys.readouterr().err


def test_a_file_that_makes_work_is_left_at_the_bound(tmp_path: Path) -> None:
    """The twin stops there, too: it is not the file that says how long it runs."""
    instance = load(INSTANCES / "dominoes6x6.yaml")
    path = tmp_path / "x.cert"
    certificate.write(path, certificate.certifiable(instance, instance.puzzle.model()))
    effort = WorkBudget(by_checker(path) // 2)
    with pytest.raises(WorkExceeded):
        certificate.followed(*checker.opened(str(path)), effort)
    assert effort.most < effort.spent < effort.most + 10_000


@pytest.mark.slow
def test_a_large_nonogram_is_certified_as_the_checker_accepts_it(tmp_path: Path) -> None:
    """Lines alone solve it; but to follow them is more work than the checker does."""
    picture = repaired(random_picture((100, 100), 0.6, 2), 2, line_solvable=True)
    assert picture is not None
    path, out = tmp_path / "large.yaml", tmp_path / "large.jsonl"
    path.write_text(clued(picture))
    instance = load(path)
    plan = certificate.certifiable(instance, instance.puzzle.model())
    by_lines = next(certificate.attempts(plan, NEVER))
    lines = tmp_path / "lines.cert"
    lines.write_bytes(lzma.compress(b"".join(by_lines())))
    assert checker.main([str(lines)]) == 1
    assert run(path, "--certify", "--quiet", "-o", out).code == 0
    assert kind_of(out.with_suffix(".cert")) == "rup"
    assert checker.main([str(out), str(out.with_suffix(".cert")), str(path)]) == 0


def clued(picture: Board) -> str:
    def clues(lines: Iterable[Iterable[str]]) -> str:
        return str([[len(run) for run in "".join(line).replace(".", " ").split()] for line in lines])

    return f"puzzle: nonogram\nrows: {clues(picture)}\ncolumns: {clues(zip(*picture, strict=True))}\n"


@pytest.mark.parametrize(("bound", "most"), [("MOST_LOOKS", 5_000), ("MOST_DEPTH", 20)])
def test_boards_are_completed_in_bounded_work(bound: str, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """41 is no sum of twos; all 2^40 ways to add would be tried."""
    cells = range(40)
    options = [((cell,), [(0, 2)]) for cell in cells]
    own = InCover(Cover(40, cells, (), cells, options, [(41, 41)]), {}, ())
    monkeypatch.setattr(binding, bound, most)
    with pytest.raises(Unsupported, match="to complete a board by options without variables takes more than"):
        own(np.zeros((1, 1), np.int64))
    few = Cover(40, cells, (), cells, options, [(9, 80)])
    assert InCover(few, {}, ())(np.zeros((1, 1), np.int64)).all()
