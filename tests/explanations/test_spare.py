"""What is too much: each answer against another solver, which counts solutions without the rule."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from pysat.solvers import Solver

from tests.helpers import INSTANCES
from zenkai_solver.models.csp import Model
from zenkai_solver.models.loading import load, loads
from zenkai_solver.solvers.commands.explain import main
from zenkai_solver.solvers.core.deadlines import Interrupted
from zenkai_solver.solvers.engines.sat.cnf import lower
from zenkai_solver.solvers.explanations.oracle import Oracle
from zenkai_solver.solvers.explanations.spare import Dispensable, MinimalPuzzle, SpareSoFar, dispensable
from zenkai_solver.solvers.explanations.theory import Theory, stage_with_solution, theory_of

TEXTS = {
    "packing": "puzzle: packing\nboard: 2x3\npieces: dominoes\ncounts: 3\nfixed: |\n  DD.\n  ...\n",
    "slitherlink": "puzzle: slitherlink\nclues: |\n  4.\n  .0\n",
    "formula": "puzzle: formula\nformat: cnf\ntext: |\n  p cnf 3 4\n  1 0\n  -1 2 0\n  2 0\n  3 0\n",
}
NAMES = ("sudoku/four", "nonogram/touching", *TEXTS)


def theory(name: str) -> Theory:
    instance = loads(TEXTS[name], name) if name in TEXTS else load(INSTANCES / f"{name}.yaml")
    return theory_of(stage_with_solution(instance)[1])


def another(theory: Theory, rules: Iterable[int]) -> Solver:
    """Another solver, of these rules alone."""
    parts = [part for rule in rules for part in theory.parts[rule]]
    model = Model(("",) * theory.size, (*theory.axioms, *parts), tuple(theory.facts))
    every = [[var, -var] for var in range(1, theory.size + 1)]  # also variables without a rule
    return Solver(name="cadical153", bootstrap_with=[*lower(model, pairwise=12).clauses, *every])


def solutions(theory: Theory, rules: Iterable[int]) -> list[frozenset[int]]:
    """Up to two solutions that differ in what decides."""
    seen: list[frozenset[int]] = []
    with another(theory, rules) as solver:
        while len(seen) < 2 and solver.solve():
            true = [lit for lit in solver.get_model() if abs(lit) in theory.deciding]
            seen.append(frozenset(true))
            solver.add_clause([-lit for lit in true])
    return seen


def able(theory: Theory, rules: Collection[int], facts: Iterable[int]) -> bool:
    with another(theory, rules) as solver:
        return bool(solver.solve(assumptions=list(facts)))


@pytest.mark.parametrize("name", NAMES)
def test_what_can_go_leaves_one_solution_and_what_cannot_has_another(name: str) -> None:
    own = theory(name)
    every = set(range(len(own.rules)))
    (only,) = solutions(own, every)
    answers, kinds = list(dispensable(own)), set()
    *asked, last = answers
    assert {answer.rule for answer in asked if isinstance(answer, Dispensable)} == every
    for answer in asked[:: max(1, len(asked) // 12)]:
        assert isinstance(answer, Dispensable)
        others = every - {answer.rule}
        kinds.add(answer.other is None)
        assert (len(solutions(own, others)) == 1) == (answer.other is None)
        if answer.other is not None:
            assert able(own, others, answer.other)
            assert not only <= answer.other
    assert isinstance(last, MinimalPuzzle)
    kept = every - set(last.dropped)
    assert len(solutions(own, kept)) == 1
    assert all(own.rules[rule].kind != "rule" for rule in last.dropped)
    for rule in islice((rule for rule in sorted(kept) if own.rules[rule].kind != "rule"), 6):
        assert len(solutions(own, kept - {rule})) == 2, "another rule can go"
    assert True in kinds


def test_the_command_says_what_is_too_much(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sudoku/four", "--spare"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "needed: R1C1=3; else also 2341/4123/3214/1432"
    assert "can go: row 1 has each digit once" in lines
    assert lines[-1] == "the puzzle is minimal", "its rows and columns are not taken from it"
    assert main(["sudoku/four", "--spare", "--json"]) == 0
    first, *_, last = map(json.loads, capsys.readouterr().out.splitlines())
    assert first == {"needed": "R1C1=3", "other": ["2341", "4123", "3214", "1432"]}
    assert last["minimal_without"] == []
    assert main(["dominoes4x4", "--spare"]) == 2
    assert "there are several solutions" in capsys.readouterr().err
    assert main(["sudoku/none", "--spare"]) == 2
    assert "there is no solution" in capsys.readouterr().err


def test_givens_and_clues_come_first_and_only_they_are_dropped(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    text = "puzzle: sudoku\nsize: 4x4\ngrid: |\n  34 21\n  21 ..\n  .. ..\n  .2 ..\nrules: [killer: [4 = R3C3 R4C3]]\n"
    (tmp_path / "k.yaml").write_text(text, encoding="utf-8")
    assert main([str(tmp_path / "k.yaml"), "--spare"]) == 0
    lines = capsys.readouterr().out.splitlines()
    of = [re.sub(r"(can go|needed): |;.*", "", line) for line in lines if line[:6] in ("can go", "needed")]
    assert [words[0] for words in of] == ["R"] * 7 + ["k"] + ["r"] * 4 + ["c"] * 4 + ["b"] * 4
    first = next(i for i, line in enumerate(lines) if line.startswith("a minimal puzzle is left without"))
    assert len(lines) - first > 2
    assert all(re.fullmatch(r"  (R\dC\d=\d|killer .*)", line) for line in lines[first + 1 :])


def test_cut_short_it_says_how_far_it_got(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After some questions: so many rules were asked, and without those named one solution is left."""
    own, told, fits = theory("nonogram/touching"), list[SpareSoFar](), Oracle.fits
    every = set(range(len(own.rules)))
    for most in range(0, 20, 2):
        left = iter(range(most))

        def answered(*args: Any, left: Iterator[int] = left) -> bool:
            if next(left, None) is None:
                raise Interrupted("cut")
            return fits(*args)

        monkeypatch.setattr(Oracle, "fits", answered)
        answers: list[Dispensable | MinimalPuzzle | SpareSoFar] = []
        with suppress(Interrupted):
            for answer in dispensable(own):
                answers.append(answer)
        last = answers[-1]
        if isinstance(last, SpareSoFar):
            told.append(last)
            assert (last.asked, last.total) == (len(answers) - 1, len(every))
            assert len(solutions(own, every - set(last.dropped))) == 1
    assert {bool(last.dropped) for last in told} == {True, False}
    monkeypatch.undo()
    assert main(["nonogram/domino10", "--spare", "--time-limit", "0.5"]) == 3
    assert "not finished: " in capsys.readouterr().out.splitlines()[-1]


def test_another_solution_of_lines_is_drawn(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Its rows show lines between cells, too, which nobody reads in one line."""
    (tmp_path / "loop.yaml").write_text("puzzle: slitherlink\nclues: |\n  22\n  22\n", encoding="utf-8")
    assert main([str(tmp_path / "loop.yaml"), "--spare"]) == 0
    first, *drawn = capsys.readouterr().out.split("needed: ")[-1].splitlines()
    assert first.endswith("; else also")
    assert all(line.startswith("    ") for line in drawn[:5])
    assert drawn[5] == "a minimal puzzle is left without these 2:"
    assert [line[6::4] for line in drawn[1:4:2]] == ["22", "22"]  # the clues are in their cells


def test_what_a_clue_of_a_genre_says_is_no_rule_of_every_such_puzzle() -> None:
    kinds = {rule.words: rule.kind for rule in theory("genres/masyu").rules}
    assert kinds["the loop turns at a black circle (R2C2)"] == "clue"
    assert kinds["the lines are one loop"] == "rule"
    lines = [rule.kind for rule in theory("genres/heyawake").rules if "no straight line" in rule.words]
    assert {*lines} == {"rule"}, "rooms are the board"
