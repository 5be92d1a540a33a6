"""Runs under a condition: what `--where` finds is what a filter of all solutions leaves, on every engine."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice, product
from pathlib import Path

import numpy as np
import pytest

import zenkai_solver as zenkai
from tests.helpers import some
from tests.protocols import FAMILY_ABILITIES
from tests.sets.test_asking import (
    Case,
    _possible,
    a_dissection,
    a_formula,
    a_nonogram,
    a_packing,
    a_sudoku,
    an_expression,
    said,
)
from zenkai_solver.models.constraints import Clause, holds
from zenkai_solver.models.csp import restrict
from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.formats.writing import write
from zenkai_solver.models.loading import added, condition, loads
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.models.symmetry import Board
from zenkai_solver.models.where import cases as conditions
from zenkai_solver.models.where import language
from zenkai_solver.models.where import normal as normals
from zenkai_solver.models.where.language import And, Expression, Not, Or, Some
from zenkai_solver.models.where.language import holds as is_true
from zenkai_solver.models.where.normal import ClausalForm, moved, normal
from zenkai_solver.solvers.cli import main
from zenkai_solver.solvers.core.deadlines import Unsupported
from zenkai_solver.solvers.core.pipeline import prepare
from zenkai_solver.solvers.engines.casewise import Casewise
from zenkai_solver.solvers.engines.names import BACKENDS

MAKERS = {a_packing: 4, a_sudoku: 2, a_nonogram: 3, a_dissection: 3, a_formula: 2}  # how many of each
PLAIN = (
    "puzzle: sudoku\ngrid: "
    + "|\n  "
    + "\n  ".join(
        (
            "53..7....",
            "6..195...",
            ".98....6.",
            "8...6...3",
            "4..8.3..1",
            "7...2...6",
            ".6....28.",
            "...419..5",
        )
    )
    + "\n  .........\n"
)


def found(text: str, backend: str, symmetry: str) -> list[Board]:
    return sorted(one.board for one in zenkai.solve(text, backend=backend, symmetry=symmetry, workers=1))


@pytest.mark.parametrize("times", [1, pytest.param(10, marks=pytest.mark.slow)])
def test_a_run_finds_what_a_filter_leaves(times: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """On every engine that takes the puzzle without the condition, whatever the condition."""
    taken: Counter[str] = Counter()
    chance = random.Random(20261121)
    for make, number in MAKERS.items():
        for text in islice(_possible(make, chance), number * times):
            if "pieces: min" not in text:  # the least number under the condition may be another
                monkeypatch.setattr(conditions, "MOST", chance.choice([1, 3, 16]))
                _compare(Case(text), chance, taken)
    assert all(taken[backend] for backend in BACKENDS if backend != "sudoku"), taken  # which takes 9x9 only
    assert min(taken["sat"], taken["cpsat"]) > 10 * times
    assert taken["parted"] > 4 * times, "many conditions part the solutions"
    assert min(taken[f"{name} by cases"] for name in ("lines", "exactcover")) >= times, taken


def _compare(own: Case, chance: random.Random, taken: Counter[str]) -> None:
    expression = an_expression(own, chance)
    if chance.random() < 0.5:
        expression = f"({expression}) or not ({an_expression(own, chance)})"
    text = added(own.instance.text, condition(expression))
    wanted = [board for board in own.boards if said(own, board, expression)]
    taken["parted"] += 0 < len(wanted) < len(own.boards)
    puzzle = loads(text, "case").puzzle
    assert [board for board in own.boards if not list(puzzle.violations(board))] == wanted
    group = puzzle.symmetries()
    least = sorted({group.canonical(board)[0] for board in wanted})
    for backend in ("auto", *(name for name in BACKENDS if _takes(own.instance, name))):
        assert found(text, backend, "all") == wanted, (backend, text)
        taken[backend] += 1
        by_cases = isinstance(prepare(loads(text, "x"), backend).backend, Casewise)
        taken[f"{backend} by cases"] += by_cases
        orbits = [group.canonical(board) for board in found(text, backend, "orbits")]
        assert sorted(board for board, _ in orbits) == least
        assert sum(size for _, size in orbits) == len(wanted), (backend, text)
        if by_cases or backend == "auto":
            assert zenkai.count(text, backend=backend) == zenkai.Counted(len(least), len(wanted))
    assert zenkai.compile(text).count == len(wanted), text


def _takes(instance: Instance, backend: str) -> bool:
    try:
        prepare(instance, backend)
    except Unsupported:
        return False
    return True


def test_the_sudoku_engine_takes_every_condition() -> None:
    """A fact, and what is no conjunction of facts."""
    every = found(PLAIN, "sudoku", "all")
    cells = [(r, c) for r in range(9) for c in range(9) if len({board[r][c] for board in every}) > 1]
    assert len(every) > 1
    (a, b), (c, d), (e, f) = cells[:3]
    one, two, three = every[0][a][b], every[1][c][d], every[0][e][f]
    fact, other, last = f"{one}@R{a + 1}C{b + 1}", f"{two}@R{c + 1}C{d + 1}", f"{three}@R{e + 1}C{f + 1}"
    for text, is_so in {
        fact: lambda board: board[a][b] == one,
        f"not {fact}": lambda board: board[a][b] != one,
        f"{fact} or not {other}": lambda board: board[a][b] == one or board[c][d] != two,
        f"not ({fact} and {last}) and ({other} or {last})": lambda board: (
            (board[a][b] == one) + (board[e][f] == three) < 2 and (board[c][d] == two or board[e][f] == three)
        ),
        f"R{a + 1}C{b + 1}=R{e + 1}C{f + 1}": lambda board: board[a][b] == board[e][f],
    }.items():
        wanted = [board for board in every if is_so(board)]
        assert found(added(PLAIN, condition(text)), "sudoku", "all") == wanted
        assert zenkai.count(PLAIN, where=text, backend="sudoku").all == len(wanted)


@some("number", 150)
def test_cases_are_disjoint_and_cover(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without and with knowledge of which variables exclude each other, for few and many cases."""
    chance = random.Random(3)
    items = [frozenset({1, 2, 3}), frozenset({4, 5, 6})]

    def others(some: frozenset[int]) -> frozenset[int] | None:
        return next((item - some for item in items if some <= item), None)

    single = [frozenset(pair) for pair in product((1, 2, 3), (4, 5, 6))]
    free = [frozenset(v for v in range(1, 7) if word >> (v - 1) & 1) for word in range(64)]
    settled = 0
    for _ in range(number):
        expression = an_expression_of(chance, 4)
        monkeypatch.setattr(conditions, "MOST", chance.choice([1, 4, 99]))
        for worlds, known in ((single, others), (free, normals.no_complement)):
            every = conditions.cases(expression, known)
            assert len(every) <= max(1, conditions.MOST)
            settled += all(case.keeps is None for case in every)
            for true in worlds:
                row = np.array([sorted(true) or [0]])
                taken = [
                    case
                    for case in every
                    if all((abs(lit) in true) == (lit > 0) for lit in case.cube)
                    and (case.keeps is None or case.keeps(row)[0])
                ]
                assert len(taken) == is_true(expression, true), expression
    assert number * 2 / 3 < settled < number * 2


NONOGRAM = (
    "puzzle: nonogram\nsymmetry: all\nrows: [[1,1],[1,1],[1],[1],[1]]\ncolumns: [[1,1],[1,1],[1],[1],[1]]\n"
)
DIAGONAL = "#@A1 or not #@B2 and #@C3"  # true of a board exactly if it is of the transposed one


def test_a_kept_run_goes_by_cases(tmp_path: Path) -> None:
    """Of an engine that cannot state the condition, with the cubes of the run within the cases."""
    file, folder, out = tmp_path / "n.yaml", tmp_path / "run", tmp_path / "n.jsonl"
    file.write_text(NONOGRAM)
    wanted = [board for board in found(NONOGRAM, "lines", "all") if _so(board)]
    run = ["run", str(file), "--where", DIAGONAL, "--backend", "lines", "--workers", "1"]
    assert main([*run, "--run-dir", str(folder), "-o", str(out)]) == 0
    assert sorted(one.board for one in zenkai.read(out)) == wanted != []
    assert main([*run, "--cross-check", "sat", "--certify", "-o", str(out)]) == 0
    assert sorted(one.board for one in zenkai.read(out)) == wanted
    few = zenkai.solve(NONOGRAM, where=DIAGONAL, backend="lines", limit=2)
    assert len(list(few)) == 2
    assert not few.complete


def test_cases_know_orbits_and_cubes() -> None:
    prepared = prepare(loads(added(NONOGRAM, condition(DIAGONAL)), "n"), "lines", "all")
    model, engine = prepared.model, prepared.backend
    assert isinstance(engine, Casewise)
    every = set(engine.solutions(model))
    orbits = {prepared.group.canonical(board)[0] for board in map(prepared.instance.puzzle.decode, every)}
    assert len(orbits) < len(every)
    assert zenkai.count(NONOGRAM, where=DIAGONAL, backend="lines") == zenkai.Counted(len(orbits), len(every))
    for var in model.projection:
        own = {solution for solution in every if var in solution}
        assert set(engine.solutions(restrict(model, (var,)))) == own
        assert set(engine.solutions(restrict(model, (-var,)))) == every - own


def _so(board: Board) -> bool:
    return board[0][0] == "#" or (board[1][1] != "#" and board[2][2] == "#")


def test_single_facts_become_cubes() -> None:
    """What a piece at a cell excludes follows from the rule that something covers the cell."""
    text = (
        "puzzle: packing\nboard: 3x4\npieces: |\n  III.LL\n  ....L.\n  M.....\ncounts: {I: 1, L: 2, M: 3}\n"
    )
    own = Case(text)
    assert len(own.boards) > 1
    for r, c in ((0, 0), (1, 2)):
        for atom in (f"I@R{r + 1}C{c + 1}", f"not I@R{r + 1}C{c + 1}"):
            model = loads(added(text, condition(atom)), "x").puzzle.model()
            assert {type(constraint) for constraint in model.constraints[-2:]} == {Clause}
            assert all(len(constraint.lits) == 1 for constraint in model.constraints[-2:])
            wanted = [board for board in own.boards if (board[r][c] == "I") != atom.startswith("not")]
            assert found(added(text, condition(atom)), "exactcover", "all") == wanted


def test_the_group_is_that_of_the_expression() -> None:
    corner = "A@A1"
    square = "puzzle: packing\nboard: 5x5\npieces: |\n  AAA\n  AAA\n  AAA\ncounts: 1\nfill: partial\n"
    assert zenkai.count(square) == zenkai.Counted(3, 9)
    assert zenkai.count(square, where=f"not {corner}") == zenkai.Counted(5, 8), "one mirroring is left"
    every = "A@A1 or A@A5 or A@E1 or A@E5"
    assert zenkai.count(square, where=every) == zenkai.Counted(1, 4), "all of the square"


def test_the_least_number_of_pieces_is_that_under_the_condition() -> None:
    ring = "puzzle: dissection\nfrom: |\n  ###\n  #.#\n  ###\nto: 2x4\npieces: min\n"
    assert {len(set("".join(one.board)) - {" "}) for one in zenkai.solve(ring)} == {2}
    apart = " and ".join(f"not {pair}" for pair in ("A1=B1", "B1=C1", "A1=A2"))
    boards = [one.board for one in zenkai.solve(ring, where=apart)]
    assert boards
    assert all(board[0][0] not in (board[0][1], board[1][0]) for board in boards)
    (pieces,) = {len(set("".join(board)) - {" "}) for board in boards}
    assert pieces > 2
    assert not zenkai.count(ring.replace("min", f"1..{pieces - 1}"), where=apart).all


# ---- normal forms


def an_expression_of(chance: random.Random, depth: int) -> Expression:
    if depth == 0 or chance.random() < 0.2:
        return Some(tuple(sorted(chance.sample(range(1, 7), chance.randrange(4)))))
    one, two = (an_expression_of(chance, depth - 1) for _ in range(2))
    return chance.choice([Not(one), And(one, two), Or(one, two)])


@pytest.mark.parametrize("most", [0, 3, 64])
def test_normal_forms_say_the_same(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With 0 every part gets variables of its own; those are a function of the others."""
    monkeypatch.setattr(normals, "MOST_CLAUSES", most)
    chance = random.Random(most)
    named = 0
    for _ in range(20):
        expression = an_expression_of(chance, 4)
        parts = ClausalForm.of(normal(expression), 7)
        named += len(parts.names)
        constraints = [*parts.clauses, *(Clause((lit,)) for lit in parts.cube)]
        for word in range(1 << 6):
            true = {var for var in range(1, 7) if word >> (var - 1) & 1}
            ways = 0
            for more in range(1 << len(parts.names)) if len(parts.names) < 8 else ():
                own = true | {7 + n for n in range(len(parts.names)) if more >> n & 1}
                ways += all(holds(constraint, own) for constraint in constraints)
            if len(parts.names) < 8:
                assert ways == is_true(expression, frozenset(true)), expression
    assert (named > 0) == (most < 64)


def test_an_image_says_the_same_of_images() -> None:
    chance = random.Random(5)
    for _ in range(100):
        expression, perm = an_expression_of(chance, 3), (0, *chance.sample(range(1, 7), 6))
        true = frozenset(chance.sample(range(1, 7), 3))
        image = ClausalForm.of(moved(normal(expression), perm), 7)
        own = {perm[var] for var in true}
        said_of_images = all(holds(c, own) for c in (*image.clauses, *(Clause((lit,)) for lit in image.cube)))
        if not image.names:
            assert said_of_images == is_true(expression, true)


# ---- the command


def test_the_command_keeps_the_condition(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In the header, so that `verify` and a kept run know it; what the instance expects is not of it."""
    file, out = tmp_path / "five.yaml", tmp_path / "x.jsonl"
    file.write_text(
        "puzzle: packing\nexpect:\n  count: 6\n  all: 36\nboard: 4x4\npieces: dominoes\ncounts: 8"
    )
    where = ["--where", "A1=B1 and not (C3=C4 or D1=D2)"]
    for more in ([], ["--certify"], ["--backend", "sat", "--cross-check", "cpsat"]):
        assert main(["run", str(file), *where, "--symmetry", "all", "-o", str(out), *more]) == 0
    capsys.readouterr()
    assert main(["verify", str(out), "--instance", str(file)]) == 0
    assert "certified" in capsys.readouterr().out
    boards = [one.board for one in zenkai.read(out)]
    assert boards
    assert len(boards) == zenkai.compile(file.read_text()).where(where[1]).count
    folder = tmp_path / "run"
    kept = ["run", str(file), *where, "--symmetry", "all", "--run-dir", str(folder), "--workers", "1"]
    assert main([*kept, "-o", str(tmp_path / "kept.jsonl")]) == 0
    assert sorted(one.board for one in zenkai.read(tmp_path / "kept.jsonl")) == sorted(boards)
    assert main([*kept[:2], "--where", "A1=A2", *kept[4:], "--resume"]) == 2
    wrong = out.read_text().replace("A1=B1", "A1=A2")
    (tmp_path / "wrong.jsonl").write_text(wrong)
    assert main(["verify", str(tmp_path / "wrong.jsonl")]) != 0


def test_bad_conditions_are_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "pento6x10", "--where", "X@Z9"]) == 2
    assert "column 3 of 'X@Z9': Z9 is not a cell" in capsys.readouterr().err
    with pytest.raises(InstanceError, match=r"^<text>:4: where: column 1"):
        zenkai.load("puzzle: packing\nboard: 1x2\npieces: dominoes\nwhere: Q@A1\n")
    with pytest.raises(InstanceError, match="where"):
        zenkai.load("puzzle: packing\nboard: 1x2\npieces: dominoes\nwhere: 5\n")
    with pytest.raises(InstanceError, match="no puzzle format can say it: 1@A1"):
        write(loads("puzzle: sudoku\nbox: 2x2\nsize: 4x4\nwhere: 1@A1\n", "s").puzzle, "sdk")


def test_the_longest_conditions_are_understood() -> None:
    """What asks an expression recurses: chains are balanced, and nesting is limited."""
    text = "puzzle: formula\nformat: cnf\ntext: |\n  p cnf 3 1\n  1 2 3 0\n"
    every = zenkai.compile(text)
    for where, number in ((" and ".join(["1"] * 1_250), 4), (" or ".join(["not 2"] * 1_100), 3)):
        assert zenkai.count(text, where=where).all == every.where(where).count == number
    nested = "1"
    for _ in range(language.DEEPEST // 2 - 1):
        nested = f"not (2 or 3 and {'1 or ' * 30} {nested})"
    assert zenkai.count(text, where=nested).all == every.where(nested).count
    with pytest.raises(InstanceError, match=f"more than {language.DEEPEST} levels"):
        zenkai.count(text, where="(" * 51 + "1" + ")" * 51)


def test_a_puzzle_keeps_its_abilities_under_a_condition() -> None:
    texts = {
        "puzzle: packing\nboard: 1x2\npieces: dominoes\n": "D@A1",
        "puzzle: sudoku\nbox: 2x2\nsize: 4x4\n": "1@A1",
        "puzzle: nonogram\nrows: [[1]]\ncolumns: [[1]]\n": "#@A1",
        "puzzle: dissection\nfrom: 2x2\nto: 1x4\npieces: 2\n": "A1=B1",
        "puzzle: formula\nformat: cnf\ntext: |\n  p cnf 1 0\n": "1",
    }
    for text, where in texts.items():
        one, under = (loads(own, "x").puzzle for own in (text, text + condition(where)))
        for ability in FAMILY_ABILITIES:
            assert isinstance(under, ability) == isinstance(one, ability), (ability, text)
