"""Steps: each follows from what it names and from no less, and together they lead to all that can be known."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations, islice
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from pysat.solvers import Solver

from tests.helpers import INSTANCES, made
from zenkai_solver.models.blocks import blocks_of
from zenkai_solver.models.constraints import literals
from zenkai_solver.models.csp import Model
from zenkai_solver.models.dissection.puzzle import GAP
from zenkai_solver.models.grid import TRANSFORMS
from zenkai_solver.models.loading import load
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.models.render.notes import LEFT, OUT
from zenkai_solver.models.render.several import differing_pieces
from zenkai_solver.models.sudoku.drawing import FACT
from zenkai_solver.models.sudoku.notation import RULES
from zenkai_solver.solvers.batch.nonogram_maker import random_picture
from zenkai_solver.solvers.commands import explain
from zenkai_solver.solvers.commands.explain import main
from zenkai_solver.solvers.core.deadlines import NEVER, WORK_LIMIT, Deadline, Interrupted, WrongSolution
from zenkai_solver.solvers.engines.sat.cnf import lower
from zenkai_solver.solvers.engines.sat.sat import SatBackend
from zenkai_solver.solvers.explanations import oracle as oracles
from zenkai_solver.solvers.explanations import propagators, reasons, search, shown
from zenkai_solver.solvers.explanations import rating as ratings
from zenkai_solver.solvers.explanations import theory as theories
from zenkai_solver.solvers.explanations.chains import Chains, View
from zenkai_solver.solvers.explanations.checking import StepChecker, nothing_can_be_left_out
from zenkai_solver.solvers.explanations.checking import check as check_shown
from zenkai_solver.solvers.explanations.direct import Places, RuleQueue, StepContext
from zenkai_solver.solvers.explanations.marks import SilentMarks
from zenkai_solver.solvers.explanations.none import why_none
from zenkai_solver.solvers.explanations.oracle import Enough, Oracle
from zenkai_solver.solvers.explanations.possible import by_cell, possible
from zenkai_solver.solvers.explanations.propagators import AnyRule, Residue
from zenkai_solver.solvers.explanations.rating import WEIGHTS, Rating, explained_within, rating
from zenkai_solver.solvers.explanations.reasons import why
from zenkai_solver.solvers.explanations.search import StepSearch, Unfinished, explanation
from zenkai_solver.solvers.explanations.steps import (
    Explanation,
    KnownFacts,
    SolvingStep,
    case,
    closed,
    needed_steps,
)
from zenkai_solver.solvers.explanations.theory import Theory, theory_of
from zenkai_solver.solvers.generators.difficulty import TOO_HARD, rated_stage
from zenkai_solver.solvers.uniqueness.choosing import given

FAMILIES = ("sudoku", "variant", "nonogram", "packing", "dissection", "formula")


def alone(theory: Theory, rules: Iterable[int]) -> Solver:
    """Another solver, on clauses made anew from these rules alone."""
    parts = [part for rule in rules for part in theory.parts[rule]]
    model = Model(("",) * theory.size, (*theory.axioms, *parts), tuple(theory.facts))
    return Solver(name="cadical153", bootstrap_with=lower(model, pairwise=12).clauses)


def fits(theory: Theory, rules: Iterable[int], lits: Iterable[int]) -> bool:
    with alone(theory, rules) as solver:
        return bool(solver.solve(assumptions=lits))


def follows(solver: Solver, facts: Iterable[int], lits: Iterable[int]) -> bool:
    """From the rules of the solver and these facts."""
    facts, lits = list(facts), list(lits)
    if not lits:
        return not solver.solve(assumptions=facts)
    return not any(solver.solve(assumptions=[*facts, -lit]) for lit in lits)


def check_step(theory: Theory, step: SolvingStep, known: Iterable[int]) -> None:
    """`known` are the facts from before the step; within a case split also what it assumes."""
    assert set(step.because) <= set(known)
    least = step.claim != "found"
    with alone(theory, step.rules) as solver:
        assert follows(solver, step.because, step.follows)
        for fact in step.because if least else ():
            assert not follows(solver, set(step.because) - {fact}, step.follows), "a fact too many"
    for rule in step.rules if least else ():
        with alone(theory, set(step.rules) - {rule}) as solver:
            assert not follows(solver, step.because, step.follows), "a rule too many"
    if step.level == "case":
        (fact,) = step.follows
        state = {*known, -fact}
        with Oracle(theory) as oracle:
            for inner in step.nested:
                state = set(closed(oracle, state))
                check_step(theory, inner, state)
                state.update(inner.follows)
        assert not step.nested or step.nested[-1].follows == ()


def check(theory: Theory, found: Explanation) -> int:
    """Every step, and the end; the number of steps."""
    with Oracle(theory) as oracle:
        state = KnownFacts(oracle, found.start, marks=SilentMarks(theory))
        for step in found.steps:
            assert step.follows
            assert not state.known.intersection(step.follows), "it was known before"
            check_step(theory, step, state.known | state.stated)
            state.learn(step.follows)
        known = closed(oracle, state.known | state.stated)
    forced = possible(theory).forced
    assert known <= forced
    with Oracle(theory) as oracle:  # the axioms of a dissection say more than unit propagation in them sees
        left = [lit for lit in forced - known if abs(lit) in theory.deciding]
        assert not any(oracle.fits((), (*known, -lit)) for lit in left)
    return len(found.steps)


def puzzle(random: Random, family: str) -> Theory:
    """A small random puzzle that has a solution."""
    if family in ("sudoku", "variant"):
        rows = random.choice((["1234", "3412", "2143", "4321"], ["1234", "3412", "4321", "2143"]))
        hidden = random.sample(range(16), random.randrange(9, 13))
        grid = "\n".join(
            "".join("." if 4 * r + c in hidden else rows[r][c] for c in range(4)) for r in range(4)
        )
        a, b = random.sample([(r, c) for r in range(4) for c in range(4)], 2)
        total = int(rows[a[0]][a[1]]) + int(rows[b[0]][b[1]])
        cage = f"{total} = R{a[0] + 1}C{a[1] + 1} R{b[0] + 1}C{b[1] + 1}"
        return theory_of(
            made("sudoku", {"grid": grid, "box": "2x2", "rules": [{"sum": [cage]}] * (family == "variant")})
        )
    if family == "nonogram":
        clues = clues_of(random_picture((5, 5), 0.5, random.randrange(1000)))
        return theory_of(made("nonogram", clues))
    if family == "packing":
        out = random.sample([(r, c) for r in range(3) for c in range(5)], 3)
        board = "\n".join("".join("." if (r, c) in out else "#" for c in range(5)) for r in range(3))
        return theory_of(made("packing", {"board": board, "pieces": ["dominoes"], "counts": 6}))
    if family == "dissection":
        return theory_of(made("dissection", {"from": figure(random), "to": figure(random), "pieces": 2}))
    clauses = [random.sample([v * random.choice((1, -1)) for v in range(1, 9)], 2) for _ in range(9)]
    text = "".join(f"{' '.join(map(str, clause))} 0\n" for clause in clauses)
    return theory_of(made("formula", {"format": "cnf", "text": f"p cnf 8 9\n{text}"}))


def clues_of(board: Sequence[str]) -> dict[str, Any]:
    lines = {"rows": board, "columns": ["".join(column) for column in zip(*board)]}
    return {
        side: [[n for n, _ in blocks_of(char == "#" for char in line)] for line in own]
        for side, own in lines.items()
    }


def figure(random: Random) -> str:
    """Five connected cells."""
    cells = {(2, 2)}
    while len(cells) < 5:
        r, c = random.choice(sorted(cells))
        dr, dc = random.choice([(0, 1), (1, 0), (0, -1), (-1, 0)])
        cells.add((min(max(r + dr, 0), 4), min(max(c + dc, 0), 4)))
    return "\n".join("".join("#" if (r, c) in cells else "." for c in range(5)) for r in range(5))


def explained(random: Random, family: str) -> Iterator[tuple[Theory, Explanation]]:
    while True:
        theory = puzzle(random, family)
        if fits(theory, range(len(theory.rules)), ()) and (found := explanation(theory)).steps:
            yield theory, found


@pytest.mark.parametrize("family", FAMILIES)
def test_every_step_follows_from_what_it_names_and_from_no_less(family: str) -> None:
    puzzles = explained(Random(3), family)
    assert sum(check(*next(puzzles)) for _ in range(3)) >= 6


def test_a_case_keeps_what_the_values_of_a_cell_add_to_its_rules(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """A rule about the number 1 excludes it from a cell; with two other numbers excluded, it has the last."""
    path = tmp_path / "x.yaml"
    path.write_text("puzzle: symmarea\nsize: 2x2\n")
    assert main([str(path)]) == 0
    assert "each step was checked" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
def test_a_thousand_steps(family: str) -> None:
    done = 0
    for theory, found in explained(Random(4), family):
        done += check(theory, found)
        if done >= 200:
            break


@pytest.mark.parametrize("family", FAMILIES)
def test_a_rule_by_itself_is_asked_for_all_that_follows(family: str) -> None:
    """Propagators, in random states of knowledge that the solution allows, against another solver."""
    random = Random(8)
    for _ in range(3):
        theory = puzzle(random, family)
        with Oracle(theory) as oracle:
            if not oracle.fits(range(len(theory.rules))):
                continue
            true = [lit for lit in oracle.assignment if abs(lit) in theory.facts]
            steps_of = StepSearch(theory, oracle)
            known = closed(oracle, random.sample(true, len(true) // 3))
            for rule in random.sample(steps_of.context.rules, min(4, len(steps_of.context.rules))):
                found = steps_of.context.propagators[rule](set(known))
                assert found is not None
                own = {lit for var in steps_of.context.variables[rule] for lit in (var, -var)} - known
                with alone(theory, [rule]) as solver:
                    expected = {lit for lit in own if follows(solver, known, [lit])}
                assert closed(oracle, (*known, *found)) & own == expected


def test_a_rule_by_itself_sees_that_nothing_fits() -> None:
    theory = theory_of(made("nonogram", {"rows": [[2], [1]], "columns": [[1], [1], [1]]}))
    with Oracle(theory) as oracle:
        row = StepSearch(theory, oracle).context.propagators[0]
        assert row({1, -2}) is None
        assert row({2, -1}) == [3]
    theory = theory_of(made("sudoku", {"grid": "12..\n" + "....\n" * 3, "box": "2x2"}))
    with Oracle(theory) as oracle:
        first = StepSearch(theory, oracle).context.propagators[0]  # R1C3 and R1C4 are left with 3 alone
        assert first(set(closed(oracle, (1, 6, -12, -16)))) is None


def test_a_solver_of_a_few_rules_derives_what_that_of_all_does(monkeypatch: pytest.MonkeyPatch) -> None:
    theory, shown = puzzle(Random(3), "sudoku"), list[list[set[int]]]()
    for name, most in (("MANY", 0), ("MANY", 10_000), ("LARGE", -1), ("MOST_HELD", 0)):
        monkeypatch.setattr(propagators, name, most)
        with Oracle(theory) as oracle:
            context, known = StepContext(theory, oracle), set(theory.given)
            found = list[set[int]]()
            groups = [*combinations(context.rules, 1), *islice(combinations(context.rules, 2), 40)]
            for rules in groups:
                near = {*chain.from_iterable(map(context.residue.needed.reach, rules))}
                lits = [sign * var for var in sorted(near) for sign in (1, -1)]
                found.append(set(context.residue.consequences(rules, known, lits) or ()) - known)
            shown.append(found)
            assert (context.residue.needed.held > 0) == (name == "LARGE")
    assert all(own == shown[0] for own in shown)
    assert any(shown[0])


def test_a_step_that_does_not_follow_is_refused() -> None:
    """By an error, which -O does not leave out, as it does assertions."""
    theory = theory_of(made("sudoku", {"grid": "12..\n" + "....\n" * 3, "box": "2x2"}))
    with Oracle(theory) as oracle:
        steps_of = StepSearch(theory, oracle)
        with pytest.raises(WrongSolution, match="1 derived facts do not follow from row 1"):
            steps_of.context.step(
                "rule", (0,), KnownFacts(oracle, steps_of.start), [theory.bearing[2, 2]["1"][0]]
            )


def test_the_checker_of_shown_steps_sees_each_fault() -> None:
    theory = theory_of(load(INSTANCES / "sudoku/four.yaml").puzzle)
    found = explanation(theory)
    step = next(step for step in found.steps if step.because and step.claim == "least")
    other = next(rule for rule in range(len(theory.rules)) if rule not in step.rules)
    fact = next(lit for lit in found.start if lit not in step.because)
    wrong = replace(step, follows=tuple(-lit for lit in step.follows))
    rules, facts = replace(step, rules=(*step.rules, other)), replace(step, because=(*step.because, fact))
    inside = SolvingStep("case", step.rules, step.because, step.follows, "found", (wrong,))
    with StepChecker(theory) as checker:
        assert list(checker.faults(step)) == []
        assert "it does not follow" in checker.faults(wrong)
        assert list(checker.faults(rules)) == [f"it follows without the rule: {theory.rules[other].words}"]
        assert list(checker.faults(facts)) == [f"it follows without the fact {fact}"]
        assert list(checker.faults(replace(rules, claim="found"))) == []
        assert list(checker.faults(replace(rules, claim="minimal"))) == list(checker.faults(rules))
        assert "it does not follow" in checker.faults(inside)
        with pytest.raises(WrongSolution, match="step 7: it follows without"):
            check_shown(checker, 7, rules)


def test_a_case_names_what_it_takes_from_outside_and_the_steps_that_its_clash_needs() -> None:
    """By hand: 5 is shown since -5 and 1 lead to 3, and 3 and 4 to a clash; 8 leads nowhere."""
    one, two = (
        SolvingStep("rule", (2,), (-5, 1), (3,), "least"),
        SolvingStep("rule", (1,), (3, 4), (), "least"),
    )
    beside, begin = (
        SolvingStep("rule", (0,), (7,), (8,), "least"),
        SolvingStep("rule", (3,), (6,), (1,), "least"),
    )
    assert case(5, (one, two)) == SolvingStep("case", (1, 2), (1, 4), (5,), "found", (one, two))
    assert needed_steps((begin, beside, one, two)) == (begin, one, two)


def test_steps_by_compiled_lines_are_those_of_rules_asked_one_by_one() -> None:
    """Also with cells that are given, in lines of two words, and where lines alone do not decide all."""
    shapes = [((6, 7), 1, 0), ((6, 6), 7, 3), ((3, 70), 3, 30), ((70, 3), 4, 30)]
    for size, seed, first in shapes:
        board = random_picture(size, 0.6, seed)
        rows = [
            "".join(c if r * size[1] + i < first else "?" for i, c in enumerate(line))
            for r, line in enumerate(board)
        ]
        theory = theory_of(made("nonogram", {**clues_of(board), "given": "\n".join(rows)}))
        with Oracle(theory) as oracle, StepChecker(theory) as checker:
            steps_of = StepSearch(theory, oracle)
            assert steps_of.lines is not None
            quick = list(steps_of.lines)
            slow = list(islice(steps_of.steps_from(steps_of.start), len(quick)))
            assert len(quick) > 5
            assert [(step.rules, set(step.follows)) for step in quick] == [
                (step.rules, set(step.follows)) for step in slow
            ]
            assert not any(fault for step in quick for fault in checker.faults(step))


def chained() -> Theory:
    """A sudoku of Norvig's 95 that takes a dozen of chains."""
    line = "..84...3....3.....9....157479...8........7..514.....2...9.6...2.5....4......9..56"
    rows = "\n".join(line[i : i + 9] for i in range(0, 81, 9))
    return theory_of(made("sudoku", {"grid": rows, "box": "3x3"}))


def test_chains_follow_and_need_all_that_they_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """One fact more or less is seen, as well by a solver of the rules alone as by that of the whole theory."""
    theory = chained()
    found = explanation(theory)
    steps = [step for step in found.steps if step.level == "chain"]
    assert len(steps) > 9
    assert {step.claim for step in steps} == {"minimal"}
    assert all(step.size > 1 for step in steps)
    wrong: dict[SolvingStep, set[str]] = {}
    with StepChecker(theory) as checker:
        assert not any(fault for step in steps for fault in checker.faults(step))
        assert all(nothing_can_be_left_out(theory, step) for step in steps), "without a solver"
        for step in steps:
            near = {var for rule in step.rules for part in theory.parts[rule] for var in literals(part)}
            more = next((lit for lit in found.start if lit in near and lit not in step.because), None)
            if more is None or len(wrong) > 4:
                continue
            wider = replace(step, because=(*step.because, more))
            wrong[wider] = set(checker.faults(wider))
            assert f"it follows without the fact {more}" in wrong[wider]
            assert "it does not follow" in checker.faults(replace(step, because=step.because[1:]))
            far = next(lit for lit in found.start if lit not in near)
            assert f"it follows without the fact {far}" in checker.faults(
                replace(wider, because=(*step.because, far))
            )
            assert "it does not follow" in checker.faults(replace(step, follows=(far,)))
    monkeypatch.setattr(reasons, "LARGE", 0)
    with StepChecker(theory) as checker:
        assert wrong == {wider: set(checker.faults(wider)) for wider in wrong}
    assert len(wrong) > 4


def test_chains_are_those_that_are_found_without_what_is_remembered() -> None:
    """In one state of knowledge after the other, and back to an earlier one."""
    theory = chained()
    view, shown = View(Chains(theory)), 0
    with Oracle(theory) as oracle:
        state = KnownFacts(oracle, theory.given, StepSearch(theory, oracle).goal)
        states = [set(state.known)]
        for step in explanation(theory).steps:
            state.learn(step.follows)
            states.append(set(state.known))
    for known in (*states[::3], *states[10:60:15], *states[80::3]):
        fresh = View(Chains(theory))
        view.look(known)
        fresh.look(known)
        found = list(view.refutations())
        assert found == list(fresh.refutations())
        shown += len(found)
    assert shown > 99


def test_exclusions_are_told_where_they_are_used_and_marks_are_not() -> None:
    """A step that only excludes is used by a later one, and no step excludes what a placed digit does."""
    theory = chained()
    steps, marks = explanation(theory).steps, SilentMarks(theory)
    values = [lit for step in steps for lit in step.follows if lit > 0]
    assert len(values) == 81 - len(theory.given), "one step for each digit"
    placed = list(theory.given)
    for number, step in enumerate(steps):
        assert not marks.of(placed).intersection(step.follows)
        if not marks.decides(step.follows):
            later = set(chain.from_iterable(other.because for other in steps[number + 1 :]))
            assert later.intersection(step.follows)
        placed += [lit for lit in step.follows if lit > 0]


def test_the_checker_of_single_lines_sees_each_fault() -> None:
    theory = theory_of(made("nonogram", {"rows": [[2], [1], [1]], "columns": [[1], [3]]}))
    step = SolvingStep("rule", (1,), (4,), (-3,), "least")
    with StepChecker(theory) as checker:
        assert list(checker.faults(step)) == []
        assert "it does not follow" in checker.faults(replace(step, follows=(3,)))
        assert list(checker.faults(replace(step, follows=(4,)))) == [
            "it follows without the rule: row 2 shows 1"
        ]
        against = replace(step, because=(4, -4), follows=(3,))  # facts that clash by themselves
        assert "it follows without the rule: row 2 shows 1" in checker.faults(against)
        assert list(checker.faults(SolvingStep("rule", (1,), (3, 4), (), "least"))) == []
        twice = SolvingStep("rule", (0,), (1,), (2,), "least")  # row 1 shows 2, in two cells
        assert list(checker.faults(twice)) == ["it follows without the fact 1"]


@pytest.mark.parametrize("sure", [True, False])
def test_a_step_is_called_least_only_where_that_is_known(sure: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Locked places: where no rule by itself has more to say. Connected sets: where all were tried. Subsets:
    where hitting sets prove it. A case split never is.
    """
    label = "least" if sure else "minimal"
    theory = theory_of(made("sudoku", {"grid": "....\n" * 4, "box": "2x2", "lenient": True}))
    no_ones = [-theory.bearing[1, column]["1"][0] for column in (0, 1)]  # so box 1 has its 1 in row 1
    with Oracle(theory) as oracle, monkeypatch.context() as patch:
        context = StepSearch(theory, oracle).context
        patch.setattr(RuleQueue, "idle", lambda *_: sure)
        step = Places(context).locked(KnownFacts(oracle, no_ones), RuleQueue(context))
        assert step is not None
        assert (len(step.rules), step.claim) == (2, label)
    if not sure:
        monkeypatch.setattr(search, "least_core", lambda *_: None)
    claims: dict[str, str] = {}
    subset = theory_of(load(INSTANCES / "nonogram/smallest-probing.yaml").puzzle)
    for theory in (subset, next(explained(Random(5), "formula"))[0]):
        with Oracle(theory) as oracle:
            steps_of = StepSearch(theory, oracle)
            steps_of.connected.cut = not sure
            claims |= {s.level: s.claim for s in steps_of.steps() if s.level in ("subset", "rules")}
    assert claims == {"subset": label, "rules": label}
    inner = SolvingStep("rule", (0,), (1,), (), "least")
    assert case(5, (inner,)) == SolvingStep("case", (0,), (1,), (5,), "found", (inner,))


def test_a_least_step_of_two_rules_has_no_shorter_one() -> None:
    done = 0
    for family in ("variant", "formula", "nonogram"):
        puzzles = explained(Random(5), family)
        for _ in range(12):
            theory, found = next(puzzles)
            with Oracle(theory) as oracle:
                known = closed(oracle, found.start)
                for step in found.steps:
                    if step.claim == "least" and len(step.rules) > 1:
                        done += 1
                        open_facts = possible(theory).forced - known
                        for rules in chain.from_iterable(
                            combinations(range(len(theory.rules)), k) for k in range(len(step.rules))
                        ):
                            with alone(theory, rules) as solver:
                                assert not any(follows(solver, known, [lit]) for lit in open_facts)
                    known = closed(oracle, (*known, *step.follows))
    assert done >= 2


def test_hard_puzzles_are_argued_to_their_end() -> None:
    """Steps beyond one rule, down to case splits, which are told in full."""
    levels = set()
    for name in ("nonogram/smallest-probing", "formula/colours"):
        theory = theory_of(load(INSTANCES / f"{name}.yaml").puzzle)
        found = explanation(theory)
        assert check(theory, found)
        levels |= {step.level for step in found.steps}
    assert {"rule", "rules", "subset"} <= levels


NOTATION = [path for path in sorted((INSTANCES / "sudoku").glob("*.yaml")) if path.stem in RULES]


@pytest.mark.parametrize("name", ["four", "jigsaw7"])
def test_a_sudoku_is_explained_to_its_end(name: str) -> None:
    explain_whole(load(INSTANCES / "sudoku" / f"{name}.yaml"))


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTATION, ids=lambda path: path.stem)
def test_a_puzzle_per_rule_of_the_notation_is_explained_to_its_end(path: Path) -> None:
    """With half of a solution given: whole ones may take minutes. Each step is checked both ways."""
    instance = load(path)
    board = instance.puzzle.decode(next(iter(SatBackend().solutions(instance.puzzle.model()))))
    clues = instance.puzzle.clues(board)
    explain_whole(given(instance, Random(1).sample(clues, len(clues) // 2)))


def explain_whole(instance: Instance) -> None:
    theory = theory_of(instance.puzzle)
    found = explanation(theory)
    with StepChecker(theory) as checker:
        assert [fault for step in found.steps for fault in checker.faults(step)] == []
    with Oracle(theory) as oracle:
        known = closed(oracle, (*found.start, *chain.from_iterable(step.follows for step in found.steps)))
    board = shown.board(instance.puzzle, theory, known)
    assert board is not None
    assert (list(instance.puzzle.violations(board)) == []) == (found.open == 0)


DRAWN = (
    "hexiamonds6x6",
    "soma",
    "spheres2x3x4",
    "tritrigs2x4",
    "t-partial",
    "dissection/ring",
    "sudoku/killer",
)


def test_every_family_and_lattice_marks_what_a_step_uses() -> None:
    for name in (*DRAWN, "nonogram/touching"):
        puzzle = load(INSTANCES / f"{name}.yaml").puzzle
        theory = theory_of(puzzle)
        cell = puzzle.symmetries().region.cells[0]
        boards = shown.boards(puzzle, theory, frozenset(), frozenset())
        assert len(boards) == 2, name
        drawn = puzzle.side_by_side_svg(boards, {cell})
        assert (drawn.count("#f0a000"), drawn.count("#e02020")) in ((2, 0), (4, 0)), name  # cubes: twice each
        assert ":" in puzzle.side_by_side(boards, "ascii", {cell}), name


def test_the_steps_of_sudokus_have_pencil_marks(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """What is excluded, what is left, and what is used; columns are as wide as that needs."""
    picture = tmp_path / "steps.svg"
    assert main(["sudoku/four", "--format", "text", "--svg", str(picture)]) == 0
    second, third = capsys.readouterr().out.split("\n2. ")[1].split("\n3. ")[:2]
    assert second.splitlines() == [
        "naked single: R2C3=2, the other digits are in row 2 and box 2",
        "+--------+--------+",
        "|[3]  .  | 24  [1]|",
        "|[4]  12 |*2*  [3]|",
        "+--------+--------+",
        "| .   .  | .   [4]|",
        "| .   .  | .    2 |",
        "+--------+--------+",
    ]
    assert third.splitlines()[2:4] == ["|[3]  . | .  [1]|", "|[4] *1*|:2: [3]|"]
    (tmp_path / "thermo.yaml").write_text("puzzle: sudoku\nsize: 4x4\nrules: [thermo: [R1C1 R1C2 R2C2]]")
    assert main([str(tmp_path / "thermo.yaml"), "--format", "text", "--svg", str(picture)]) == 0
    assert "| 12-34   23-14 |" in capsys.readouterr().out.split("\n2. ")[0]
    drawn = picture.read_text(encoding="utf-8").split(">2</text>\n</svg>")[0]
    struck, left = 6, 6  # two digits in each of three cells
    assert (drawn.count(f'fill="{OUT}"'), drawn.count(f'stroke="{OUT}"')) == (struck, struck)
    assert (drawn.count(f'fill="{LEFT}"'), drawn.count(f'fill="{FACT}"')) == (left, 0)
    theory = chained()
    step = next(step for step in explanation(theory).steps if step.size > 1 and min(step.because) < 0)
    with Oracle(theory) as oracle:
        before = closed(oracle, (*theory.given, *step.because))
        after = closed(oracle, (*before, *step.follows))
    notes = shown.pencil_marks(theory, step, before, after)
    told = {"out": {-lit for lit in step.follows}, "used": {abs(lit) for lit in step.because}}
    for kind, variables in told.items():
        own = {theory.bearing[cell][label][0] for cell, of in notes.items() for label in getattr(of, kind)}
        assert own == variables, kind


def test_what_a_step_of_a_packing_excludes_is_drawn(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The first few placements, each on a board of its own."""
    picture = tmp_path / "steps.svg"
    assert main(["t-partial", "--format", "text", "--svg", str(picture)]) == 0
    out = capsys.readouterr().out
    before, after = out.split("\nexcluded, 5 of 11:\n")
    assert before.count("+---------------+") == 2
    assert after.splitlines()[1].startswith("| :   : |       |   |   | :   : |   |   |       | :   : |   |")
    assert main(["t-partial", "--json"]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines()[:2])
    assert first["undecided"]
    assert len(second["follows"]) == 11
    assert picture.read_text(encoding="utf-8").count('stroke="#f0a000"') == 5 * 4


def test_facts_at_hand_that_do_not_suffice_are_completed() -> None:
    """A chain by pieces that lie already: these are needed, too."""
    theory = theory_of(made("packing", {"board": "####\n####", "pieces": ["tetrominoes O"], "counts": "any"}))
    with Oracle(theory) as oracle:
        context = StepContext(theory, oracle)
        first, last = min(theory.facts), max(theory.facts)
        rule = next(i for i, rule in enumerate(theory.rules) if rule.cells == ((0, 2),))
        step = context.step("chain", (rule,), context.state([first]), (last,), facts=[])
        assert step is not None
        assert step.because == (first,)
        with pytest.raises(WrongSolution, match="do not follow"):
            context.step("chain", (rule,), context.state([]), (first,), facts=[])


def test_what_is_left_of_a_step_names_no_more_than_it_needs() -> None:
    """Where another part of its conclusion was told before it; by the check of each step."""
    board = "..#...\n.###..\n####..\n#####.\n#####.\n....##"
    theory = theory_of(made("packing", {"board": board, "pieces": "tetrominoes"}))
    with Oracle(theory) as oracle, StepChecker(theory) as checker:
        for number, step in enumerate(StepSearch(theory, oracle).told(), 1):
            check_shown(checker, number, step)


def test_where_no_value_is_to_be_found_long_steps_are_left_out(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "board.yaml"
    path.write_text("puzzle: packing\nboard: 3x6\npieces: [trominoes, tetrominoes ILT]")
    assert main([str(path)]) == 3
    told = capsys.readouterr()
    first, second, third, *_ = told.out.splitlines()
    assert first.startswith("no value is the same in all solutions; choose one of the ")
    assert first.endswith(": each is in a solution")
    assert second == "the steps say what no solution has"
    assert third.startswith("1. ")
    assert "with --time-limit it goes on" in told.err
    theory = theory_of(load(path).puzzle)
    with Oracle(theory) as oracle:
        search = StepSearch(theory, oracle)
        search.refuting = False
        with pytest.raises(Interrupted, match="takes more than three rules"):
            list(search.told())
        assert "contradictions" not in vars(search)


def test_a_rule_that_takes_much_work_implies_nothing_until_more_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The steps are others, and reach the same; none of several connected rules says that no smaller set would do."""
    theory = theory_of(made("sudoku", {"size": "4x4", "rules": [{"thermo": ["R2C2 R3C2 R3C1"]}]}))
    thermo = next(i for i, rule in enumerate(theory.rules) if "digits rise" in rule.words)
    monkeypatch.setattr(propagators, "LARGE", -1)
    for most, hard in ((propagators.MOST_ASKED, False), (-1, True)):
        monkeypatch.setattr(propagators, "MOST_ASKED", most)
        with Oracle(theory) as oracle, StepChecker(theory) as checker:
            search, known = StepSearch(theory, oracle), set[int]()
            for number, step in enumerate(search.steps(), 1):
                check_shown(checker, number, step)
                assert not (hard and step.level == "rules" and step.claim == "least")
                known.update(step.follows)
            assert search.needed <= known.union(search.start)
            assert (thermo in search.context.hard) == search.context.partial == hard


def test_a_rule_that_was_given_up_may_take_half_as_much_until_it_is_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    theory, asked = theory_of(made("sudoku", {"size": "4x4"})), list[float]()

    def consequences(
        self: Residue, rules: Sequence[int], known: object, lits: object, most: float
    ) -> list[int]:
        asked.append(most)
        if len(asked) % 9:
            raise Enough
        return []

    monkeypatch.setattr(Residue, "consequences", consequences)
    residue = StepContext(theory, Oracle(theory), frozenset()).residue
    for _ in range(10):
        assert AnyRule(0, residue)(frozenset()) == []
    most, least = propagators.MOST_ASKED, propagators.LEAST_ASKED
    assert asked == [*(most / 2**i for i in range(6)), least, least, least, most]


def test_work_counts_the_clauses_of_cuts(monkeypatch: pytest.MonkeyPatch) -> None:
    """So a rule that takes many, as each connected part of a shading does, is given up sooner."""
    theory = theory_of(load(INSTANCES / "genres/heyawake.yaml").puzzle)
    works = set[int]()
    for per_cut in (0, 1_000_000):
        monkeypatch.setattr(oracles, "PER_CUT", per_cut)
        with Oracle(theory) as oracle:
            oracle.fits(range(len(theory.rules)))
            works.add(oracle.work // 1_000_000)
    assert min(works) == 0
    assert max(works) >= 10


def test_where_no_value_and_no_step_is_found_nothing_is_said_of_steps(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As of soma."""

    def cut(search: StepSearch, last: bool) -> Iterator[SolvingStep]:
        raise Interrupted("cut")
        yield

    monkeypatch.setattr(StepSearch, "told", cut)
    assert main(["t-partial"]) == 3
    assert capsys.readouterr().out == (
        "no value is the same in all solutions; "
        "choose T on R1C1+R1C2+R1C3+R2C2 or T not on R1C1+R1C2+R1C3+R2C2: each is in a solution\n"
        "not finished: 0 steps so far\n"
    )


def test_the_hardest_step_is_told_with_its_conclusion() -> None:
    theory = theory_of(made("packing", {"board": "####\n####", "pieces": ["tetrominoes O"], "counts": "any"}))
    first = min(theory.facts)
    rule = next(i for i, rule in enumerate(theory.rules) if rule.cells == ((0, 0),))
    split = case(first, (SolvingStep("rule", (rule,), (-first,), (), "found"),))
    told = explain._rated(theory, [split], NEVER)[1].splitlines()[-1]
    assert told.startswith("the hardest step: 1. if O not on R1C1+R1C2+R2C1+R2C2: ... so O on R1C1+")


def test_the_steps_of_dissections_and_formulas_are_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    """What is new is marked, and nothing that is open on both boards."""
    assert main(["dissection/staircase2x8", "--format", "text"]) == 0
    drawn = capsys.readouterr().out.split("\n2. ")[1].splitlines()
    assert drawn[2] == "|:A:|:.: :.: :.: *.* *.* *.* *.*|       |:.: :.: :.: :.:|"
    assert "|:A:|:.: :.: :.:|*B* *B* *B* *B*|       |:.: :.: :.: :.:|" in drawn
    assert differing_pieces([("A..",), ("AB.",)]) == {(0, 1)}
    assert main(["formula/colours", "--format", "text"]) == 0
    told = capsys.readouterr().out
    assert told.startswith(
        "1. item q: exactly one of option 1, option 4; item x: at most one colour, no colour in "
    )
    assert re.search(r"\* option 3 \(p x:B\) \? +\* option 3 \(p x:B\) no\n", told)


def test_why_is_asked_of_every_kind_of_fact(capsys: pytest.CaptureFixture[str]) -> None:
    for asked in (
        ("dissection/staircase2x8", "R1C7+R1C8"),
        ("formula/colours", "3"),
        ("t-partial", "R1C2=O"),
    ):
        assert main([asked[0], "--why", asked[1], "--json"]) == 0
        last = json.loads(capsys.readouterr().out.splitlines()[-1])
        assert last["true"] is not None
        assert last["because"]


def test_the_facts_of_a_dissection_are_what_its_boards_show() -> None:
    """Of twenty assignments: the pieces of cells, and where moves take them."""
    puzzle = dict(load(INSTANCES / "dissection/ring.yaml").puzzle.stages())["2 pieces"]
    theory, right = theory_of(puzzle), puzzle.one.columns + GAP
    clauses = [*theory.clausal.axioms, *chain.from_iterable(theory.clausal.rules)]
    with Solver(name="cadical153", bootstrap_with=clauses) as solver:
        for model in islice(solver.enum_models(), 20):
            true = [lit for lit in model if lit in theory.facts]
            board = puzzle.decode(tuple(lit for lit in true if lit in theory.deciding))
            assert not list(puzzle.violations(board))
            said = [theory.facts[lit] for lit in true]
            own = {label: [at[0] for other, at in said if other == label] for label in "AB"}
            for label, cells in own.items():
                one = [cell for cell in cells if cell[1] < puzzle.one.columns]
                assert {board[r][c] for r, c in one} == {label}
                (how,) = (name for name, at in said if name.startswith(f"{label} moves: ") and not at)
                *_, turn, shift = ["identity", *how.split(": ")[1].split(", ")]
                down, across = map(int, shift.removeprefix("shift ").split())
                moved = ((r + down, c + across + right) for r, c in map(TRANSFORMS[turn], one))
                assert sorted([*one, *moved]) == sorted(cells)
    found = explanation(theory)
    assert check(theory, found) > 5
    alone = [step for step in found.steps if not step.rules]  # a fourth side of a square that is known
    assert [(step.level, step.claim, len(step.follows)) for step in alone] == [("rules", "least", 1)]
    assert "case" not in {step.level for step in found.steps}


def test_of_a_dissection_the_least_number_of_pieces_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dissection/ring", "--json"]) == 0
    first, *steps, last = map(json.loads, capsys.readouterr().out.splitlines())
    assert first == {"stage": "2 pieces"}
    assert last["steps"] == len(steps) > 0
    assert main(["dissection/squares122", "--why", "R1C3=Q"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(theories, "MOST_FACTS", 100)
        assert main(["dissection/ring"]) == 2
        assert capsys.readouterr().err.endswith("variables, at most 100: too large to be explained\n")
        patch.setattr(theories, "MOST_FACTS", 4 * 4 * 4)
        ranks = made("sudoku", {"size": "4x4", "rules": [{"full-rank": {"top": ". 3 . 1"}}]})
        assert len(theory_of(ranks).within(NEVER).rules) > 0, "rules add what they need"
        assert theory_of(ranks).size > theories.MOST_FACTS


def test_every_part_hears_the_time_limit(capsys: pytest.CaptureFixture[str]) -> None:
    instance = load(INSTANCES / "sudoku/four.yaml")
    theory, past = theory_of(instance.puzzle), Deadline.after(-1)
    found, able = explanation(theory), possible(theory)
    parts: list[Callable[[], object]] = [
        lambda: theory_of(instance.puzzle).within(past),
        lambda: explanation(theory, past),
        lambda: rating(theory, found.start, found.steps, past),
        lambda: possible(theory, deadline=past),
        lambda: by_cell(theory, able, past),
        lambda: list(why_none(theory, deadline=past)),
        lambda: why(theory, [1], deadline=past),
        lambda: list(StepChecker(theory, past).faults(found.steps[0])),
    ]
    for part in parts:
        with pytest.raises(Interrupted):
            part()
    for question in ("--rate", "--steps", "--none", "--candidates"):
        assert main(["dissection/hole5", question, "--time-limit", "0.001"]) == 3
        assert capsys.readouterr().err == "zenkai: cut short: time limit\n"


def test_a_rating_ends_by_work_and_says_what_was_reached(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Work is counted, so it ends at the same step every time."""
    theory = theory_of(dict(load(INSTANCES / "dissection/ring.yaml").puzzle.stages())["2 pieces"])
    reached = []
    for most in (200, 200, 400):
        with pytest.raises(Unfinished, match=WORK_LIMIT) as cut:
            explained_within(theory, most=most)
        reached.append(len(cut.value.steps))
    assert 0 < reached[0] == reached[1] < reached[2]
    monkeypatch.setattr(explain, "MOST_LOOKS", 200)
    assert main(["dissection/ring", "--rate"]) == 3
    told = capsys.readouterr()
    assert f"not rated to its end: {reached[0]} steps show " in told.out
    assert told.err.endswith("zenkai: cut short: work limit\n")
    assert (
        main(["dissection/ring", "--rate", "--time-limit", "1000"]) == 0
    )  # whoever sets a time wants to wait
    assert "\nscore " in capsys.readouterr().out
    monkeypatch.setattr(ratings, "MOST_LOOKS", 200)
    assert rated_stage(load(INSTANCES / "dissection/ring.yaml")) == TOO_HARD


def test_a_rating_counts_the_steps_by_level() -> None:
    theory = theory_of(load(INSTANCES / "nonogram/smallest-probing.yaml").puzzle)
    found = explanation(theory)
    rated = rating(theory, found.start, found.steps)
    assert (rated.subsets, rated.largest) == (1, 4)
    assert rated.score == sum(weight * getattr(rated, level) for level, weight in WEIGHTS.items())
    inner = SolvingStep("rule", (0,), (1,), (), "least")
    case = SolvingStep(
        "case", (0,), (), (1,), "found", (SolvingStep("case", (0,), (), (2,), "found", (inner,)), inner)
    )
    again = rating(theory, found.start, [case, *found.steps])
    assert (again.cases - rated.cases, again.nested - rated.nested) == (2, 3)


def test_a_rating_of_plain_sudokus_counts_what_the_field_counts() -> None:
    """Hidden singles are plain steps, naked singles are forced; what is known already is counted once."""
    theory = theory_of(made("sudoku", {"grid": "123.\n" + "....\n" * 3, "box": "2x2"}))
    found = explanation(theory)
    rated = rating(theory, found.start, found.steps)
    assert rated == rating(theory, found.start, [*found.steps, *found.steps])
    assert rating(theory, found.start, ()) == replace(Rating(), forced=1, score=WEIGHTS["forced"])  # R1C4=4


def test_the_command_shows_steps(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    picture = tmp_path / "steps.svg"
    assert main(["nonogram/touching", "--format", "text", "--svg", str(picture)]) == 0
    out = capsys.readouterr().out
    assert "2. overlap: row 1 shows 2r 2b, so R1C2=r, R1C3=b, R1C4=b\n" in out
    assert "\n6 steps; the solution\n" in out
    assert out.endswith("; 6 least: no smaller set of rules shows anything new\n")
    drawn = picture.read_text(encoding="utf-8")
    assert drawn.count("<svg") == 1 + 2 * 6  # a number and two boards for each step
    assert drawn.count('stroke="#e02020"') == 2 * 12  # all cells become known, each framed on both boards
    assert drawn.count('stroke="#f0a000"') == 2 * 9  # the other cells of the rules: 0, 1, 1, 2, 2, 3
    assert ":r *r *b *b" in out
    assert main(["nonogram/touching", "--steps", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["step"] for line in lines[:-1]] == [1, 2, 3, 4, 5, 6]
    assert lines[-1] == {"steps": 6, "open": 0}
    assert main(["dominoes4x4"]) == 0
    assert capsys.readouterr().out == (
        "nothing follows; from here solutions differ; "
        "choose one of the 2 placements of D at R1C1, such as D on R1C1+R1C2: each is in a solution\n"
    )


def test_steps_that_are_cut_short_are_drawn_and_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was found so far is in the picture, and the last line says how much that is."""
    picture, name = tmp_path / "x.svg", "sudoku/four"
    assert main([name, "--steps", "--svg", str(picture)]) == 0
    whole, said = picture.read_text(), capsys.readouterr().out.splitlines()
    real, number = explain.check, 7

    def stopped(checker: StepChecker, n: int, step: SolvingStep) -> None:
        if n > number:
            raise Interrupted("stopped")
        real(checker, n, step)

    monkeypatch.setattr(explain, "check", stopped)
    part = tmp_path / "part.svg"
    assert main([name, "--steps", "--svg", str(part)]) == 130
    told = capsys.readouterr()
    assert told.out.splitlines() == [*said[:number], f"not finished: {number} steps so far, in {part}"]
    assert told.err == "zenkai: cut short: stopped\n"
    assert 0 < part.read_text().count("<text") < whole.count("<text")
    monkeypatch.setattr(explain, "check", lambda *_: stopped(*_[:1], 99, *_[2:]))
    assert main([name, "--steps", "--svg", str(tmp_path / "none.svg")]) == 130
    assert capsys.readouterr().out == "not finished: 0 steps so far\n"
    assert not (tmp_path / "none.svg").exists()


def test_a_step_that_takes_long_is_said_to(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On stderr, counted from the last line on."""
    name, real = "sudoku/four", explain.check
    assert main([name, "--steps"]) == 0
    told = capsys.readouterr()
    assert told.err == ""

    def slow(checker: StepChecker, number: int, step: SolvingStep) -> None:
        time.sleep(0.7 if number in (2, 4) else 0)
        real(checker, number, step)

    monkeypatch.setattr(explain, "check", slow)
    monkeypatch.setattr("zenkai_solver.solvers.core.progress.EVERY", 0.5)
    assert main([name, "--steps"]) == 0
    late = capsys.readouterr()
    assert late.out == told.out
    assert late.err == "still at work on the next line: 1 s\n" * 2


def test_a_step_that_shows_nothing_new_is_an_error() -> None:
    """Else the search would find it again without end."""
    theory = theory_of(load(INSTANCES / "sudoku/thermo.yaml").puzzle)
    with Oracle(theory) as oracle:
        search = StepSearch(theory, oracle)
        first = next(search.steps())
        search.__dict__["singles"] = SimpleNamespace(step=lambda state: first)
        with pytest.raises(WrongSolution, match="a step shows nothing new: "):
            list(islice(search.steps(), 3))
