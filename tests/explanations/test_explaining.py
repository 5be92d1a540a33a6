"""Explanations: rules in words, sets of rules that do not fit together, what is possible."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterable
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from pysat.solvers import Solver

from tests.genre_cases import known, parsed
from tests.helpers import INSTANCES, broadly, made
from zenkai_solver.models.constraints import Clause, Origin
from zenkai_solver.models.csp import Model
from zenkai_solver.models.loading import load, loads
from zenkai_solver.models.puzzle import Explained, Fact
from zenkai_solver.models.where.puzzle import under
from zenkai_solver.solvers.commands import explain
from zenkai_solver.solvers.commands.explain import main
from zenkai_solver.solvers.core.command import Refused
from zenkai_solver.solvers.core.deadlines import Bounded, Deadline
from zenkai_solver.solvers.core.shipped import find
from zenkai_solver.solvers.engines.sat.cnf import lower
from zenkai_solver.solvers.engines.sat.sat import SatBackend
from zenkai_solver.solvers.explanations import possible as ways
from zenkai_solver.solvers.explanations import reasons as ways_of_reasons
from zenkai_solver.solvers.explanations.filled import partly_filled
from zenkai_solver.solvers.explanations.none import Core, Drop, why_none
from zenkai_solver.solvers.explanations.oracle import Enough, Oracle
from zenkai_solver.solvers.explanations.possible import Partial, by_cell, common, possible
from zenkai_solver.solvers.explanations.reasons import least_core, why
from zenkai_solver.solvers.explanations.theory import Theory, stage_with_solution, theory_of
from zenkai_solver.solvers.python_api.api import solve

LARGE = 8_000  # variables: above it a dissection is not stated in a test
FEW = [
    *("dominoes4x4", "pento3x20", "nocrossings3x20", "pento6x10-border", "faultfree5x6", "tetrasticks5x5"),
    *("t-partial", "dissection/squares122", "nonogram/touching", "nonogram/permutations4"),
    *("formula/colours", "formula/weights", "formula/waerden", "sudoku/killer", "sudoku/anti-knight"),
]


def models_of(path: Path) -> list[Model]:
    puzzle = load(path).puzzle
    stated = [puzzle.statement().model] if isinstance(puzzle, Explained) else []
    return [puzzle.model(), *stated]


def check_words(path: Path) -> None:
    for model in models_of(path):
        said = list(model.origins)
        assert len(said) == len(model.constraints)
        silent = [c for c, words in zip(model.constraints, said) if words is None or not words.words]
        assert silent == [], f"{path.name}: constraints without words"
        assert {words.kind for words in said if words} <= {"axiom", "rule", "clue", "given"}
        braces = [words.words for words in said if words and "{" in words.words]
        assert braces == [], f"{path.name}: a field that was not filled in"


def test_every_constraint_is_part_of_a_rule_with_words() -> None:
    for name in FEW:
        check_words(INSTANCES / f"{name}.yaml")


def test_places_keep_their_names_under_a_condition() -> None:
    text = (INSTANCES / "genres" / "shugaku.yaml").read_text(encoding="utf-8")
    plain, limited = (theory_of(loads(text + more, "x").puzzle) for more in ("", "where: o@A15\n"))
    assert "R1C1 (pillow)" in plain.names.values()
    assert limited.names == plain.names


def test_a_condition_has_words() -> None:
    for name, text in (
        ("sudoku/thermo", "5@R1C1 or 6@R1C2"),
        ("pento3x20", "X@C3"),
        ("nonogram/touching", "r@A1"),
    ):
        puzzle = under(load(INSTANCES / f"{name}.yaml").puzzle, text)
        for model in (puzzle.model(), theory_of(puzzle)):
            said = model.rules if isinstance(model, Theory) else model.origins
            assert f"where: {text}" in {words.words for words in said if words}
        assert len(puzzle.model().origins) == len(puzzle.model().constraints)
    impossible = theory_of(under(load(INSTANCES / "pento3x20.yaml").puzzle, "X@A1"))
    core = next(why_none(impossible))
    assert [impossible.rules[rule].words for rule in core.rules] == ["where: X@A1"]


def test_every_rule_of_the_notation_has_words() -> None:
    """Each class of a rule that any shipped sudoku uses: a new rule without words is named here."""
    silent = {
        type(rule).__name__
        for path in (INSTANCES / "sudoku").glob("*.yaml")
        for rule in load(path).puzzle.rules
        if not rule.words()
    }
    assert silent == set()


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(INSTANCES.rglob("*.yaml")), ids=lambda path: path.stem)
def test_every_constraint_of_every_instance_has_words(path: Path) -> None:
    puzzle = load(path).puzzle
    if puzzle.family != "dissection" or puzzle.model().size < LARGE:
        check_words(path)


def test_an_instance_says_what_a_person_says() -> None:
    said = {
        words.words for name in ("sudoku/thermo", "nonogram/touching", "pento3x20") for words in told(name)
    }
    assert {"row 3 has each digit once", "box 5 has each digit once", "R1C1 holds one digit"} <= said
    assert {"cell R2C3 is covered once", "piece X is used once"} <= said
    assert any(words.startswith("thermo R") and words.endswith(": digits rise") for words in said)
    assert any(words.startswith("row 3 shows ") for words in said)


def told(name: str) -> list[Origin]:
    (model, *_) = models_of(INSTANCES / f"{name}.yaml")
    return [words for words in model.origins if words]


# ---- why there is no solution


def fits(theory: Theory, rules: Iterable[int], lits: Iterable[int] = ()) -> bool:
    """Another solver, on clauses made anew from these rules alone."""
    parts = [part for rule in rules for part in theory.parts[rule]]
    units = [Clause((lit,)) for lit in lits]
    model = Model(("",) * theory.size, (*theory.axioms, *parts, *units), tuple(theory.facts))
    with Solver(name="cadical153", bootstrap_with=lower(model, pairwise=12).clauses) as solver:
        return bool(solver.solve())


def broken(random: Random, family: str) -> Theory:
    """A random puzzle of few rules, most often without a solution."""
    cells = [(r, c) for r in range(4) for c in range(4)]
    if family == "sudoku":
        givens = dict(zip(random.sample(cells, 6), random.choices("1234", k=6)))
        grid = "\n".join("".join(givens.get((r, c), ".") for c in range(4)) for r in range(4))
        rules = random.sample(["anti-knight", "anti-king", "diagonals"], k=random.randrange(2))
        keys = {"grid": grid, "box": "2x2", "lenient": True, "rules": rules}
    elif family == "nonogram":
        clues = [[random.randrange(1, 5)] for _ in range(4)]
        keys = {"rows": clues, "columns": random.sample(clues, 4)}
    else:
        out = random.sample(cells, 2)
        rows = ["".join("." if (r, c) in out else "#" for c in range(4)) for r in range(4)]
        keys = {"board": "\n".join(rows), "pieces": "dominoes", "counts": 7}
    return theory_of(made(family, keys))


def check_none(theory: Theory) -> bool:
    found, every = list(why_none(theory)), range(len(theory.rules))
    assert (not found) == fits(theory, every)
    for core in found:
        if isinstance(core, Core):
            assert not fits(theory, core.rules)
            if core.claim != "found":
                assert all(fits(theory, set(core.rules) - {rule}) for rule in core.rules), "one is not needed"
    for drop in found[-1:]:
        assert isinstance(drop, Drop)
        assert (drop.claim, drop.bound) == ("least", len(drop.rules))
        assert fits(theory, set(every) - set(drop.rules))
        fewer = combinations(drop.rules, len(drop.rules) - 1)
        assert not any(fits(theory, set(every) - set(some)) for some in fewer)
    return bool(found)


@pytest.mark.parametrize("family", ["sudoku", "nonogram", "packing"])
def test_the_reasons_for_no_solution_are_needed_each(family: str) -> None:
    random = Random(5)
    assert sum(check_none(broken(random, family)) for _ in range(6)) >= 3


@pytest.mark.slow
def test_a_hundred_broken_instances() -> None:
    random, done = Random(6), 0
    while done < 100:
        done += check_none(broken(random, ("sudoku", "nonogram", "packing")[done % 3]))


def test_a_least_core_is_least_by_trying_all_smaller_sets() -> None:
    random, done = Random(7), 0
    while done < 4:
        theory = broken(random, ("sudoku", "nonogram")[done % 2])
        first = next(why_none(theory), None)
        if first is None or len(first.rules) > 4:
            continue
        assert first.claim == "least"
        smaller = combinations(range(len(theory.rules)), len(first.rules) - 1)
        assert all(fits(theory, some) for some in smaller)
        with Oracle(theory) as oracle:  # which is told of a large core only
            again = least_core(oracle, (), [tuple(range(len(theory.rules)))])
        assert again is not None
        assert len(again) == len(first.rules)
        done += 1


def test_a_reason_is_one_that_was_found_where_a_smaller_one_takes_too_much(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It implies what is asked for; with a time limit the search goes on."""
    theory = theory_of(load(find("sudoku/thermo")).puzzle)
    proved = why(theory, (1,))
    monkeypatch.setattr(ways_of_reasons, "CORES", -1)
    because = why(theory, (1,))
    assert because.claim == "found"
    assert because.true == proved.true
    against = (-1,) if because.true else (1,)
    with Oracle(theory) as oracle:
        assert not oracle.fits(because.cores[0], against)
    assert len(because.cores[0]) >= len(proved.cores[0])
    assert why(theory, (1,), deadline=Deadline.after(600)) == proved


def test_a_reason_is_minimal_where_the_proof_that_it_is_least_takes_too_much(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle = load(find("sudoku/thermo")).puzzle
    assert isinstance(puzzle, Explained)
    theory = theory_of(puzzle)
    proved = why(theory, (1,))
    monkeypatch.setattr(ways_of_reasons, "HITTING", -1)
    because = why(theory, (1,))
    assert (proved.claim, because.claim) == ("least", "minimal")
    assert because.true == proved.true
    core = because.cores[0]
    against = (-1,) if because.true else (1,)
    with Oracle(theory) as oracle:
        assert not oracle.fits(core, against)
        assert all(oracle.fits([rule for rule in core if rule != other], against) for other in core)


@pytest.mark.parametrize("least", [1, 16, 17, 33])
def test_the_number_to_drop_is_counted_as_far_as_needed(least: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 40 rules that each want a variable, so many of which are false."""
    every = range(1, 41)
    rules = tuple(Origin(f"x{var}") for var in every)
    axioms = tuple(Clause((-var,)) for var in every[:least])
    facts = {var: Fact.named(f"x{var}") for var in every}
    theory = Theory(rules, tuple((Clause((var,)),) for var in every), axioms, facts, len(every))
    with Oracle(theory) as oracle, oracle.most_dropped(range(40)) as at_most:
        assert not oracle.fits((), (at_most(least - 1),))
        assert oracle.fits((), (at_most(least),))
    monkeypatch.setattr("zenkai_solver.solvers.explanations.oracle.MOST_COUNTED", 40 * 16)
    with Oracle(theory) as oracle, oracle.most_dropped(range(40)) as at_most, pytest.raises(Enough):
        at_most(39)


def test_stating_an_explanation_hears_a_limit(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def endless(_: object) -> Theory:
        while True:
            time.sleep(0.01)

    monkeypatch.setattr(explain, "theory_of", endless)
    assert main(["sudoku/thermo", "--none", "--time-limit", "0.1"]) == 3
    assert capsys.readouterr().err == "zenkai: cut short: time limit\n"


# ---- what is possible


@pytest.mark.parametrize("name", ["sudoku/thermo", "t-partial", "nonogram/permutations4", "dominoes4x4"])
def test_candidates_are_what_occurs_in_the_solutions(name: str) -> None:
    path = INSTANCES / f"{name}.yaml"
    theory, puzzle = theory_of(load(path).puzzle), load(path).puzzle
    seen: dict[tuple[int, int], set[str]] = {}
    solutions, named = 0, {tuple(fact): var for var, fact in theory.facts.items()}
    facts: set[int] = set()
    for solution in SatBackend().solutions(puzzle.model()):
        solutions += 1
        true = {named[tuple(puzzle.facts[var - 1])] for var in solution}
        facts.update(var if var in true else -var for var in theory.facts)
        bare = set(theory.bearing)
        for label, cells in (puzzle.facts[var - 1] for var in solution):
            for cell in cells:
                bare.discard(cell)
                seen.setdefault(cell, set()).add(label)
        for cell in bare:
            seen.setdefault(cell, set()).add(".")
    found = possible(theory)
    assert (found.count, found.more) == (solutions, False)
    assert found.facts == facts
    assert {cell: set(labels) for cell, labels in by_cell(theory, found).items()} == seen
    cut = possible(theory, limit=1)
    assert (cut.count, cut.more, cut.facts) == (1, solutions > 1, found.facts)


@pytest.mark.parametrize("name", ["t-partial", "dominoes4x4", "sudoku/four", "nonogram/touching"])
def test_what_solutions_share_is_the_same_by_the_engine(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the oracle would take long; also of a board that has some values already."""
    puzzle = load(INSTANCES / f"{name}.yaml").puzzle
    theory = theory_of(puzzle)
    cell, bearing = next(iter(theory.bearing.items()))
    for stated in (theory, theory.and_values({cell: next(iter(bearing))})):
        with Oracle(stated) as oracle:
            expected = common(oracle)
        with Oracle(stated) as oracle, monkeypatch.context() as patch:
            patch.setattr(ways, "ENOUGH", -1)
            patch.setattr(ways, "shared", lambda *_: pytest.fail("the oracle is asked"))
            if expected is not None:
                assert common(oracle) == expected


@pytest.mark.parametrize("bound", ["MOST", "MANY"])
def test_not_all_of_many_solutions_are_looked_at_where_they_share_nothing(
    bound: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The facts that those seen share are then more than all share; where some value is shared, all are."""
    for name, sure in (("dominoes4x4", False), ("sudoku/several", True)):
        theory = theory_of(load(INSTANCES / f"{name}.yaml").puzzle)
        with Oracle(theory) as oracle:
            exact = common(oracle)
        with Oracle(theory) as oracle, monkeypatch.context() as patch:
            patch.setattr(ways, "ENOUGH", -1)
            patch.setattr(ways, bound, 20)
            seen = common(oracle)
        assert exact is not None
        assert seen is not None
        assert (exact.sure, seen.sure) == (True, sure)
        assert seen.facts == exact.facts if sure else seen.facts > exact.facts
        assert sure or theory.deciding.isdisjoint(seen.facts)


def test_of_an_engine_that_does_not_tell_all_facts_few_solutions_are_completed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of a dissection it tells what is joined, not how pieces move: that would be taken for false."""
    instance = load(INSTANCES / "dissection/ring.yaml")
    assert theory_of(instance.puzzle).searched is None  # it would tell the solutions of 2 pieces alone
    theory = theory_of(stage_with_solution(instance)[1])
    with Oracle(theory) as oracle:
        expected = common(oracle)
    monkeypatch.setattr(ways, "ENOUGH", -1)
    monkeypatch.setattr(ways, "AT_MOST", -1)
    with Oracle(theory) as oracle:
        assert common(oracle) == expected  # the oracle completes each of the few solutions
    monkeypatch.setattr(ways, "FEW", 0)
    with Oracle(theory) as oracle, pytest.raises(ways.Stuck) as stuck:
        common(oracle)
    with Oracle(theory) as oracle:
        assert oracle.fits(range(len(theory.rules)), [stuck.value.value])
    with Oracle(theory) as oracle:
        soon = common(oracle, soon=True)
        assert soon is not None
        assert not soon.sure
        assert oracle.fits(range(len(theory.rules)), soon.facts)
    assert main(["dissection/ring", "--hint"]) == 0
    assert re.fullmatch(r"2 pieces.*\nlook at R1C6, R2C6\nfigure 2 .*\n", capsys.readouterr().out)
    with Oracle(theory, Deadline.after(600)) as oracle:
        assert common(oracle) == expected


def test_candidates_that_are_cut_short_are_those_found_so_far(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    theory = theory_of(load(INSTANCES / "dominoes6x6.yaml").puzzle)
    whole, looks = possible(theory).facts, len(theory.axioms) + sum(map(len, theory.parts))
    theory.within(Bounded(most=looks + 1))
    with pytest.raises(Partial) as cut:
        possible(theory, deadline=Bounded(most=2))
    assert len(theory.facts) <= len(cut.value.facts) < len(whole)
    assert cut.value.facts < whole
    assert min(cut.value.facts) < 0
    monkeypatch.setattr(explain, "possible", lambda own, limit, _: possible(theory, limit, Bounded(most=2)))
    assert main(["dominoes6x6", "--candidates"]) == 3
    told = capsys.readouterr()
    first, *cells = told.out.splitlines()
    assert first.startswith("not finished: ")
    assert (len(cells), cells[0]) == (36, "R1C1: D")
    assert told.err == "zenkai: cut short: work limit\n"


def test_why_names_what_is_needed_and_no_more() -> None:
    grid = "\n".join(["1...", "..2.", "....", ".3.."])
    theory = theory_of(made("sudoku", {"grid": grid, "box": "2x2", "rules": ["diagonals"]}))
    for cell, bearing in list(theory.bearing.items())[:6]:
        for label in ("1", "4"):
            (var,) = bearing[label]
            found = why(theory, [var])
            if found.true is None:
                assert fits(theory, range(len(theory.rules)), [var])
                assert fits(theory, range(len(theory.rules)), [-var])
                continue
            against = -var if found.true else var
            for core in found.cores:
                assert not fits(theory, core, [against]), (cell, label)
                assert all(fits(theory, set(core) - {rule}, [against]) for rule in core)


def test_why_a_cell_is_left_empty(capsys: pytest.CaptureFixture[str]) -> None:
    """White in a nonogram; a sudoku leaves no cell empty."""
    assert main(["nonogram/domino3", "--why", "R3C1=."]) == 0
    assert capsys.readouterr().out.startswith("R3C1=. follows from these 6 (least):\n")
    assert main(["nonogram/domino3", "--why", "R3C3=.", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told == {"why": "R3C3=.", "true": False, "because": ["row 3 shows 3 1"], "claim": "least"}
    assert main(["sudoku/four", "--why", "R1C1=."]) == 2
    assert "R1C1 never bears '.'" in capsys.readouterr().err


def test_the_command_answers_in_words_and_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sudoku/thermo", "--why", "A1=1"]) == 0
    assert "R1C1≠1 follows from" in capsys.readouterr().out
    assert main(["t-partial", "--why", "O@B1"]) == main(["t-partial", "--why", "R1C2=O"]) == 0
    assert len(set(capsys.readouterr().out.split("R1C2")[1:])) == 1
    assert main(["sudoku/thermo", "--none", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"none": False}
    assert main(["dominoes4x4", "--why-not", "AAB/CCB/DDE/DDE"]) == 0
    assert "not 4x4" in capsys.readouterr().out
    for wrong in ("R1C1", "R9C10=1", "R1C1=Q"):
        assert main(["sudoku/thermo", "--why", wrong]) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1


def test_what_is_false_in_some_solution_is_found_though_all_is_true_in_one() -> None:
    theory = theory_of(made("formula", {"format": "cnf", "text": "p cnf 2 1\n1 2 0\n"}))
    assert possible(theory).facts == {1, -1, 2, -2}


def test_a_partly_filled_board(capsys: pytest.CaptureFixture[str]) -> None:
    grid = "1.../..3./.2../...4"

    def asked(board: str) -> str:
        assert main([f"{grid.replace('/', '').replace('.', '0')}", "--why-not", board]) == 0
        return capsys.readouterr().out

    assert "R1C2=2 on the board" in asked("12../..../..../....")
    assert asked("1.../..../..../....") == "the board can be completed\n"
    assert "which is not a digit" in asked("1x../..../..../....")


def test_a_board_may_be_a_file_and_have_any_sign_for_open_cells(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def asked(name: str, board: str) -> str:
        assert main([name, "--why-not", board]) == 0
        return capsys.readouterr().out

    file = tmp_path / "board.txt"
    file.write_text("12..\n....\n....\n....\n", encoding="utf-8")
    assert "R1C2=2 on the board" in asked("1000003002000004", str(file))
    assert asked("genres/kenken", "?1?4/4?12/????/2?3?") == "the board can be completed\n"
    (solved,) = solve("genres/gokigen")  # on whose boards / is a value
    assert asked("genres/gokigen", "/".join(solved.board)) == "the board is a solution\n"
    assert main(["sudoku/four", "--hint", "--board", "board.txt"]) == 2
    assert "--board 'board.txt': no file, and not 4x4 cells" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("source", "board", "unfit"),
    [
        ("sudoku/four", "12../....", "it has 2 rows"),
        ("sudoku/four", "1..../..../..../....", "row 1 has 5"),
        ("sudoku/four", "...9/..../..../....", "R1C4 has 9, not one of 1 2 3 4"),
        ("sudoku/four", "..../.../..../....", "R2C4 has nothing, not one of 1 2 3 4"),
        ("sudoku/four", ". . . ./. 15 . ./. . . ./. . . .", "R2C2 has 15, not one of 1 2 3 4"),
        ("nonogram/touching", "q???/????/????", "R1C1 has q, not one of . b r"),
    ],
)
def test_what_is_wrong_with_a_board_is_said(
    source: str, board: str, unfit: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([source, "--hint", "--board", board]) == 2
    assert f" cells with values of this puzzle ({unfit}), or " in capsys.readouterr().err


def test_one_rule_is_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["genres/tapa", "--rate"]) == 0
    assert re.search(r"^a step uses at most \d+ facts and 1 rule$", capsys.readouterr().out, re.M)


def test_a_hint_is_not_of_what_is_on_the_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sizes123", "--hint", "--board", "DDI/..I/..."]) == 0
    assert capsys.readouterr().out == "look at R1C3, R2C3, R3C3\n"


def test_a_hint_from_a_board(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    grid = "1.....3..2.....4"

    def asked(board: str, *words: str) -> str:
        assert main([grid.replace(".", "0"), "--board", board, *words]) == 0
        return capsys.readouterr().out

    board = "1.../..3./.2../...4"
    where = asked(board, "--hint")
    assert re.fullmatch(r"look at R\dC\d\n", where)
    assert asked(board, "--hint", "2").startswith(where.strip() + ": naked single\n  row ")
    assert where.split()[-1] + "=" in asked(board, "--hint", "3").splitlines()[-1]
    (tmp_path / "board").write_text(board.replace("/", "\n"))
    assert asked(str(tmp_path / "board"), "--hint") == where
    wrong = asked("12../..3./.2../...4", "--hint")
    assert wrong.startswith("something is wrong: ")
    assert wrong.splitlines()[0] == "something is wrong: R1C2 is not 2; see these 2 (least):"
    assert asked("12../..3./.2../...4", "--hint", "--quiet-hint") == "something is wrong\n"
    assert asked("1342/2431/4213/3124", "--hint").startswith("the board is a solution")
    assert asked("1342/2431/4213/3142", "--hint").startswith("something is wrong")
    marked = "1 34 24 23/24 24 3 12/34 2 14 13/23 13 12 4"
    assert re.fullmatch(r"look at R\dC\d\n", asked(marked, "--hint"))
    removed = asked(marked.replace("/34 2", "/13 2"), "--hint")
    assert removed.startswith("something is wrong: R3C1 needs the mark 4; see these ")
    assert "R3C1" not in "".join(removed.splitlines()[1:]), "its reasons are not the marks"
    (tmp_path / "board").write_text("+---+\n| " + marked.replace("/", " |\n| ") + " |\n+---+\n")
    assert asked(str(tmp_path / "board"), "--hint") == asked(marked, "--hint")
    assert main(["1" + 15 * "0", "--board", "1 23 23 ./. . . ./. . . ./. . . .", "--hint", "3"]) == 0
    assert "R1C4=4, the only place for 4 in row 1, since R1C2 R1C3≠4" in capsys.readouterr().out
    for other in ("1../..3./.2../...4", "1x../..3./.2../...4", "1 3x . ./. . 3 ./. 2 . ./. . . 4"):
        assert main([grid.replace(".", "0"), "--board", other, "--hint"]) == 2
        assert "--board" in capsys.readouterr().err


BOARDS = known()


@pytest.mark.parametrize("name", broadly(BOARDS, {"gokigen", "kakuro", "shikaku", "slither", "suguru"}))
def test_a_partly_filled_board_of_a_genre(name: str) -> None:
    """Also of edges, with blanks between them; what is given may be there or open; `/` may be a value."""
    puzzle, board = parsed(BOARDS[name]["solved"][-1])
    own = theory_of(puzzle)
    for every in (1, 2, 3):
        rows = [
            "".join(sign if (7 * r + c) % every == 0 or sign == " " else "?" for c, sign in enumerate(row))
            for r, row in enumerate(board)
        ]
        filled = partly_filled(puzzle, own, "/".join(rows))
        assert filled.cells == {(r, c) for r, c in own.bearing if rows[r][c] != "?"}
        assert all(entry.words.endswith(f"={rows[r][c]}") for entry in filled.entries for r, c in entry.cells)


def test_a_board_with_another_value_than_the_given_is_refused() -> None:
    puzzle, board = parsed(BOARDS["suguru"]["solved"][-1])
    own = theory_of(puzzle)
    r, c = next(cell for cell in puzzle.region.cells if cell not in own.bearing)
    other = "1" if board[r][c] != "1" else "2"
    rows = [row if i != r else row[:c] + other + row[c + 1 :] for i, row in enumerate(board)]
    with pytest.raises(Refused, match="--board '"):
        partly_filled(puzzle, own, "/".join(rows))


def hinted(capsys: pytest.CaptureFixture[str], name: str, board: str, strength: int = 1) -> str:
    assert main([name, "--board", board, "--hint", str(strength)]) == 0
    return capsys.readouterr().out


def test_a_hint_where_a_piece_has_several_copies(capsys: pytest.CaptureFixture[str]) -> None:
    """Which letter a copy has does not matter; equal ones are one piece, others another."""
    for board in ("ABCA/DBC./D..E/....", "XQPX/ZQP./Z..Y/...."):
        told = hinted(capsys, "torus4x4", board, 3)
        assert told == "1. only one piece fits: only D fits R2C4: D on R2C4+R3C4\n"
    wrong = hinted(capsys, "torus4x4", "AAA./..../..../....").splitlines()[0]
    assert wrong == "something is wrong: no piece lies on R1C1+R1C2+R1C3 as A does"
    wrong = hinted(capsys, "torus4x4", "ABCD/EAAF/..../....").splitlines()[0]
    assert wrong == "something is wrong: no piece lies on R1C1+R2C2+R2C3 as A does"
    assert hinted(capsys, "torus4x4", "AABB/CCDD/EEFF/....").startswith("nothing more follows")
    assert main(["torus4x4", "--why-not", "AABB/CDDC/..../...."]) == 0
    assert capsys.readouterr().out == "the board can be completed\n"


@pytest.mark.parametrize("name", broadly(["tetrahexes4x7", "torus4x4", "tube4x5"], {"torus4x4"}))
def test_each_part_of_a_solution_with_copies_can_be_completed(name: str) -> None:
    """One that has two copies under one letter cannot."""
    puzzle = load(find(name)).puzzle
    own = theory_of(puzzle)
    board = next(iter(solve(name))).board
    letters = sorted({*"".join(board)} - {".", " "})
    for kept in (letters[::2], letters[1::2], letters):
        rows = ["".join(sign if sign in kept else "." for sign in row) for row in board]
        filled = partly_filled(puzzle, own, "/".join(rows)).of(own)
        assert fits(filled, range(len(filled.rules)))
    one, other, *_ = letters
    joined = partly_filled(puzzle, own, "/".join(board).replace(other, one)).of(own)
    assert not fits(joined, range(len(joined.rules)))


def test_a_hint_of_a_formula(capsys: pytest.CaptureFixture[str]) -> None:
    """The board is a partial assignment: names of facts, false ones with a sign, or as steps draw them."""
    for board in ("1/-2", "1 yes/2 no/3 ?", "1/not 2", "1/~2"):
        assert hinted(capsys, "formula/waerden", board) == "look at 7\n"
    step = hinted(capsys, "formula/waerden", "1/-2", 3)
    assert step.startswith("1. clause 6: not 1 or not 4 or not 7; clause 9: 2 or 4 or 6; clause 11: ")
    assert step.endswith("with 1, not 2, so not 7\n")
    wrong = hinted(capsys, "formula/waerden", "1/2/3")
    assert wrong.splitlines()[1:] == [
        "  clause 2: not 1 or not 2 or not 3",
        *(f"  {var} on the board" for var in "123"),
    ]
    assert main(["formula/waerden", "--why-not", "1/-3/5/-7"]) == 0
    assert capsys.readouterr().out == "the board can be completed\n"
    assert main(["formula/waerden", "--board", "1/x", "--hint"]) == 2
    assert "not rows with names of this puzzle, such as 1; -1, or 1 no, says" in capsys.readouterr().err


def test_there_is_no_hint_where_solutions_share_nothing_more(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dominoes4x4", "--hint"]) == 0
    assert capsys.readouterr().out.startswith("nothing more follows")


@pytest.mark.parametrize(
    "board",
    [
        "32../4..3/...4/....",
        "32..4..3...4....",
        "3200/4003/000_/____",
        "32..\n4..3\n...4\n....\n",
        "+--+--+\n|32|..|\n|4.|.3|\n+--+--+\n|..|.4|\n|..|..|",
        "3 2 {24} 1/4 . . 3/. [13] . 4/. . . .",
        "3,2,.,1\n4,.,.,3\n.,.,.,4\n.,.,.,.",
        ".-----.------.\n| 3 2 | 24 1 |\n| 4 . | 12 3 |\n:-----+------:\n| . . | . 4 |\n| . . | . . |\n'-----'------'",
        "3 2 | 24 1\n4 1 | 2 3\n------+----\n. . | . 4\n. . | . (2)",
    ],
)
def test_a_board_is_read_as_other_programs_write_it(
    board: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "b.txt").write_text(board, encoding="utf-8")
    for text in (board, str(tmp_path / "b.txt")):
        assert main(["sudoku/four", "--board", text, "--hint", "3"]) == 0
        assert capsys.readouterr().out.startswith("1. last digit: ")
        assert main(["sudoku/four", "--why-not", text]) == 0
        assert capsys.readouterr().out == "the board can be completed\n"


def test_a_zero_is_a_value_where_the_puzzle_has_it() -> None:
    text = "puzzle: sudoku\nsize: 4x4\ndigits: 0-3\ngrid: |\n  01 23\n  23 01\n  .. ..\n  .. ..\n"
    puzzle = loads(text, "zero").puzzle
    theory = theory_of(puzzle)
    assert len(partly_filled(puzzle, theory, "0123/2301/_..0/____").entries) == 9


def test_a_hint_of_a_formula_does_not_give_the_value_away(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "x.xml"
    file.write_text(
        "<instance format='XCSP3' type='CSP'><variables><array id='x' size='[2]'> 1..3 </array></variables>"
        "<constraints><intension> eq(x[0],add(x[1],2)) </intension></constraints></instance>",
        encoding="utf-8",
    )

    def hinted(*words: str) -> str:
        assert main([str(file), "--hint", *words]) == 0
        return capsys.readouterr().out

    assert hinted() == "look at x[0], x[1]\n"
    assert hinted("--board", "x[0]=3") == "look at x[1]\n"
    assert hinted("--board", "x[0]=1").startswith("something is wrong: x[0] is not 1; see this one")
    assert hinted("--board", "x[0]=3 no").startswith("something is wrong: x[0]=3; see this one")


@pytest.mark.parametrize(
    ("name", "legend"),
    [
        ("dissection/ring", "figure 2 is written to the right of figure 1, from column 6 on"),
        (
            "soma",
            "layers are written below one another, with an empty row between two: "
            "layer 2 begins in row 5, layer 3 in row 9, and so on",
        ),
        ("dominoes4x4", ""),
    ],
)
def test_cells_that_are_not_those_of_one_board_are_explained(
    name: str, legend: str, capsys: pytest.CaptureFixture[str]
) -> None:
    puzzle = load(find(name)).puzzle
    assert puzzle.symmetries().region.legend == legend
    if name == "dissection/ring":
        assert main([name, "--hint"]) == 0
        assert capsys.readouterr().out.endswith(f"\n{legend}\n")
        assert main([name]) == 0
        assert capsys.readouterr().out.endswith(f"\n{legend}\n")


def test_a_full_board_needs_no_hint(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("sudoku/four", "nonogram/touching"):
        (solved,) = solve(name)
        assert main([name, "--board", "/".join(solved.board), "--hint"]) == 0
        assert capsys.readouterr().out == "the board is a solution\n"
    assert main(["dominoes4x4", "--hint"]) == 0
    assert "nothing more follows" in capsys.readouterr().out
