"""Values to try: each is of the solution, and where solutions differ, each that can be chosen is in one."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.helpers import INSTANCES
from zenkai_solver.models.loading import load
from zenkai_solver.solvers.commands import explain
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline, Interrupted, Overrun, Paced
from zenkai_solver.solvers.core.sources import read_source
from zenkai_solver.solvers.explanations import search, trials
from zenkai_solver.solvers.explanations.checking import StepChecker
from zenkai_solver.solvers.explanations.hints import Hint, hint
from zenkai_solver.solvers.explanations.oracle import Oracle
from zenkai_solver.solvers.explanations.possible import Stuck
from zenkai_solver.solvers.explanations.search import StepSearch
from zenkai_solver.solvers.explanations.theory import stage_with_solution, theory_of
from zenkai_solver.solvers.python_api.api import solve


def test_a_paced_deadline_passes_within_a_part_alone() -> None:
    paced = Paced.of_parts(NEVER, 2)
    for _ in range(3):
        paced.check()
        with paced.part():
            paced.check()
            paced.check()
            with pytest.raises(Overrun):
                paced.check()
    with pytest.raises(Interrupted, match="time limit"):
        Paced.of_parts(Deadline.after(0), 2).check()


def test_the_more_is_spent_the_sooner_a_part_of_a_paced_deadline_ends() -> None:
    """Propagation counts, too; each part gets a quarter of what is left, and at least a twelfth of a whole
    one.
    """
    paced, looks = Paced.of_parts(NEVER, 120, 1, 480), list[int]()

    def look_until_it_ends() -> None:
        while True:
            paced.spend(1)
            paced.check()
            looks[-1] += 1

    for _ in range(12):
        looks.append(0)
        with paced.part(), pytest.raises(Overrun):
            look_until_it_ends()
    assert looks == sorted(looks, reverse=True)
    assert (looks[0], looks[-1]) == (60, 5)


def test_where_a_step_takes_too_much_work_a_value_is_tried(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The work of each step is bounded, not that of all; each value that is tried is of the solution, and the
    steps go on to it.
    """
    monkeypatch.setattr(trials, "STEP_WORK", 18_000)
    assert explain.main(["sudoku/thermo"]) == 0
    told = capsys.readouterr().out
    tried = re.findall(r"trial: suppose R(\d)C(\d)≠(\d): a search finds no solution then, so R\1C\2=\3", told)
    assert tried
    [solution] = solve("sudoku/thermo")
    assert all(solution.board[int(row) - 1][int(column) - 1] == value for row, column, value in tried)
    assert "; the solution\n" in told


def test_a_trial_follows_and_one_that_does_not_is_refused() -> None:
    theory = theory_of(load(INSTANCES / "sudoku/thermo.yaml").puzzle)
    with Oracle(theory) as oracle, StepChecker(theory) as checker:
        search = StepSearch(theory, oracle)
        tried = trials.trial(search.context, search.context.state(search.start), search.values)
        assert tried.follows[0] in search.values
        assert not tried.nested
        assert list(checker.faults(tried)) == []
        wrong = replace(tried, follows=(-tried.follows[0],))
        assert list(checker.faults(wrong)) == ["it does not follow"]
        without = trials.trial(search.context, search.context.state(search.start), ())
        assert without.follows[0] in search.goal
        assert list(checker.faults(without)) == []


def test_where_no_trial_is_soon_shown_a_value_of_the_solution_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(trials, "STEP_WORK", 0)
    monkeypatch.setattr(trials, "HINT_PART", 0)
    monkeypatch.setattr(trials, "FEW", trials.MOST + 1)
    [solution] = solve("sudoku/thermo")
    for options, code in ((), 3), (("--hint",), 0):
        assert explain.main(["sudoku/thermo", *options]) == code
        tried = re.search(
            r"a person tries a value here, as R(\d)C(\d)=(\d), which is right", capsys.readouterr().out
        )
        assert tried is not None
        assert solution.board[int(tried[1]) - 1][int(tried[2]) - 1] == tried[3]


@pytest.mark.parametrize("name", ["dominoes4x4", "sudoku/four", "dissection/squares122"])
def test_what_can_be_chosen_is_in_a_solution_and_nothing_else_is(name: str) -> None:
    """Each option is in a solution, and each solution has one; nothing where there is one solution."""
    theory = theory_of(stage_with_solution(read_source(name)[0], NEVER)[1])
    with Oracle(theory) as oracle:
        every = range(len(theory.rules))
        options = trials.choice(theory, StepSearch(theory, oracle).goal)
        assert (options == ()) == (name == "sudoku/four")
        assert all(oracle.fits(every, [var]) and oracle.fits(every, [-var]) for var in options)
        assert len(options) < 2 or not oracle.fits(every, [-var for var in options])


def test_a_hint_takes_a_bounded_part_of_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was shown until then is told; a value is tried where that decides none."""
    theory = theory_of(load(INSTANCES / "genres/tapa.yaml").puzzle)
    told = hint(theory)
    assert isinstance(told, Hint)
    assert told.steps[-1].level != "case"
    monkeypatch.setattr(trials, "HINT_PART", 0)
    with pytest.raises(Stuck):
        hint(theory)
    monkeypatch.setattr(trials, "HINT_PART", 2_500_000)
    monkeypatch.setattr(search, "HINT_WORK", -1)
    tried = hint(theory)
    assert isinstance(tried, Hint)
    assert [step.level for step in tried.steps] == ["case"]


def test_half_of_a_part_is_late() -> None:
    paced = Paced.of_parts(NEVER, 10, 1)
    assert not paced.late
    with paced.part():
        paced.spend(5)
        assert not paced.late
        paced.check()
        assert paced.late
    assert (paced.spent, paced.late) == (6, False)
