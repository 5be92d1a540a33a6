"""Arguments by counting: colourings and weighings that show that there is no solution."""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

import pytest
from helpers import INSTANCES, made

from zenkai_solver.models.constraints import (
    AtMostOne,
    Automaton,
    BlockLine,
    Cardinality,
    Clause,
    Connected,
    Constraint,
    ExactlyOne,
    Linear,
    OnGraph,
    Regular,
    SingleLoop,
    holds,
)
from zenkai_solver.models.loading import load
from zenkai_solver.solvers.commands.explain import main
from zenkai_solver.solvers.core.deadlines import Deadline, Interrupted
from zenkai_solver.solvers.explanations import none
from zenkai_solver.solvers.explanations.equations import rows
from zenkai_solver.solvers.explanations.none import Core, Drop, LeastSize, why_none
from zenkai_solver.solvers.explanations.oracle import Oracle
from zenkai_solver.solvers.explanations.shown import counting_json, counting_words
from zenkai_solver.solvers.explanations.sums import Counting, countings, faults
from zenkai_solver.solvers.explanations.theory import Theory, theory_of

# lattice, pieces, board, counts of one of the pieces alone: impossible, by counting
IMPOSSIBLE = [
    ("squares", "pentominoes", "3x5", "X"),
    ("triangles", "diamonds", "   ^   \n  ^v^  \n ^v^v^ \n^v^v^v^", "A"),
    ("cubes", "dicubes", "##./###//###/##.", "A"),
    ("hexagons", "trihexes", "3x3", "B"),
    ("sticks", "disticks", "2x4", "B"),
    ("tans", "diaboloes", "4x4", "B"),
    ("trigs", "ditrigs", "2x4", "B"),
    ("spheres", "trispheres", "3x3x2", "C"),
    ("twigs", "tritwigs", "2x3", "A"),
]
COLOURED = {  # pieces, board: the modulus, and a part of what is said
    ("T", "6x6"): (
        8,
        "modulo 8 each piece weighs 0 wherever it lies, which would be 0 in all; but the cells",
    ),
    ("L", "6x6"): (4, "modulo 4 each piece weighs 0"),
    ("I", "6x6"): (2, "colour the 9 cells of these rules black: every piece covers an even number"),
}


def alone(lattice: str, pieces: str, board: str, letter: str) -> Theory:
    counts = {letter: "any", "others": "0"}
    keys = {"lattice": lattice, "board": board, "pieces": pieces, "counts": counts}
    try:
        return theory_of(made("packing", keys))
    except ValueError:  # of a set of one piece there are no others
        return theory_of(made("packing", keys | {"counts": "any"}))


def fits(theory: Theory) -> bool:
    with Oracle(theory) as oracle:
        return oracle.fits(range(len(theory.rules)))


def recounted(theory: Theory, own: Counting) -> bool:
    """The argument from the facts themselves, if it is about pieces on cells, each fact counted by hand."""
    weight: Counter[object] = Counter()
    asked = 0
    for term, said in zip(own.terms, counting_json(theory, own)["terms"], strict=True):
        assert said["sum"] == (term.row.lo if term.weight > 0 or own.modulus else term.row.hi)
        asked += term.weight * said["sum"]
        for var, coefficient in term.row.key:
            weight[var] += term.weight * coefficient
    asked -= sum(weight[var] for var, value in own.known.items() if value)
    left = [weight[var] for var in theory.facts if var not in own.known]
    if own.modulus:
        return asked % own.modulus != 0 and all(w % own.modulus == 0 for w in left)
    return asked > 0 and max(left) <= 0


def test_of_every_lattice_an_impossible_board_is_counted() -> None:
    for case in IMPOSSIBLE:
        theory = alone(*case)
        assert not fits(theory), case
        found = countings(theory)
        assert found, case
        for own in found:
            assert recounted(theory, own), case
            assert not list(faults(theory, own)), case
            assert counting_words(theory, own), case


def test_a_colouring_is_said_with_its_modulus() -> None:
    for (letter, board), (modulus, said) in COLOURED.items():
        theory = alone("squares", "tetrominoes", board, letter)
        (own,) = [own for own in countings(theory) if own.modulus]
        assert own.modulus == modulus
        assert said in counting_words(theory, own)
        assert recounted(theory, own)


def random_packing(random: Random) -> Theory:
    cells = [(r, c) for r in range(4) for c in range(4)]
    out = random.sample(cells, 4)
    rows = ["".join("." if (r, c) in out else "#" for c in range(4)) for r in range(4)]
    keys = {"board": "\n".join(rows), "pieces": "dominoes", "counts": "any"}
    return theory_of(made("packing", keys))


def test_nothing_is_counted_where_there_is_a_solution() -> None:
    names = ("dominoes4x4", "pento3x20", "t-partial", "sudoku/four", "nonogram/touching", "torus4x4")
    for name in (*names, "formula/weights", "weights5x5"):
        assert countings(theory_of(load(INSTANCES / f"{name}.yaml").puzzle)) == (), name
    random, shown = Random(3), 0
    for _ in range(40):
        theory = random_packing(random)
        found = countings(theory)
        assert not (found and fits(theory))
        shown += bool(found)
    assert 10 < shown < 40


def changed(own: Counting) -> Iterator[Counting]:
    """The same with a fault."""
    first = own.terms[0]
    yield replace(own, terms=own.terms[1:])
    yield replace(own, terms=(replace(first, weight=first.weight + 1), *own.terms[1:]))
    yield replace(own, terms=(*own.terms, first))
    yield replace(own, rules=own.rules[1:])
    row = replace(first.row, lo=first.row.lo + 1, hi=first.row.hi + 1)
    yield replace(own, terms=(replace(first, row=row), *own.terms[1:]))
    nothing = own.modulus or -1
    yield replace(own, terms=tuple(replace(term, weight=nothing * term.weight) for term in own.terms))
    var = first.row.key[0][0]
    yield replace(own, known={**own.known, var: True})


def test_a_fault_in_an_argument_is_seen() -> None:
    theory = alone("squares", "tetrominoes", "6x6", "I")
    arguments = countings(theory)
    assert {own.modulus for own in arguments} == {0, 2}
    for own in arguments:
        assert not list(faults(theory, own))
        for number, wrong in enumerate(changed(own)):
            assert list(faults(theory, wrong)), (own.modulus, number)


# ---- what constraints say about sums


def drawn(random: Random) -> Iterator[Constraint]:
    """One of each type, over some of the variables 1 to 6."""
    lits = tuple(random.choice((1, -1)) * var for var in random.sample(range(1, 7), 4))
    lo = random.randrange(-1, 4)
    yield from (Clause(lits), ExactlyOne(lits), AtMostOne(lits), Cardinality(lits, lo, lo + 1))
    weights = tuple(random.randrange(-3, 4) for _ in lits)
    yield Linear(weights, (*lits[:3], lits[0]), lo, lo + random.randrange(3))
    yield Linear((2, 4, -6), lits[:3], -3, random.randrange(6))
    cells = tuple((var,) for var in range(1, 5))
    yield BlockLine(cells, ((random.randrange(1, 3), 1), (1, 1)))
    yield BlockLine(((1, 4), (2, 5), (3, 6)), ((1, 1), (random.randrange(1, 3), 2)))
    yield Regular(((-1, 1), (2, 3, 4)), Automaton(0, (1,), ((0, 1, 1), (0, 0, 0), (1, 2, 1))))
    yield Connected(lits, ((0, 1), (1, 2)))
    yield SingleLoop(lits[:3], ((0, 1), (1, 2), (2, 0)))


def test_what_keeps_a_constraint_keeps_its_sums() -> None:
    random, tight = Random(2), Counter[str]()
    for constraint in (own for _ in range(30) for own in drawn(random)):
        own = list(rows(constraint))
        for values in product((0, 1), repeat=6):
            true = {var for var, value in enumerate(values, 1) if value}
            inside = all(row.lo <= sum(w * values[v - 1] for v, w in row.key) <= row.hi for row in own)
            if holds(constraint, true):
                assert inside, (constraint, true)
            elif not isinstance(constraint, BlockLine | Regular | OnGraph):
                assert not inside, (constraint, true)  # these are sums and nothing else
                tight[type(constraint).__name__] += 1
    assert len(tight) == 5


# ---- as it is found


def test_the_colouring_of_the_tetris_pieces_is_said_before_anything_else_is_searched() -> None:
    """The rest is cut short as soon as it is there: nothing is lost, and what is open is said."""
    theory = theory_of(load(INSTANCES / "tetris4x7.yaml").puzzle)
    stop = threading.Event()
    reasons = why_none(theory, deadline=Deadline(stop=stop))
    first = next(reasons)
    assert isinstance(first, Core)
    assert first.counting is not None
    assert (len(first.rules), first.counting.modulus) == (15, 2)
    assert theory.rules[first.rules[-1]].words == "piece T is used once"
    assert counting_words(theory, first.counting).startswith(
        "colour the 14 cells of these rules black: T covers an odd"
    )
    stop.set()
    left = []
    with pytest.raises(Interrupted):
        left.extend(reasons)  # what is yielded before it is raised is kept
    assert [type(reason) for reason in left][-2:] == [LeastSize, Drop]
    assert left[-1] == Drop((), "found", 1)


def test_what_is_not_proved_within_the_work_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(none, "SHORT", 0)
    theory = theory_of(made("packing", {"board": "4x5", "pieces": "tetrominoes"}))
    *cores, fewest, drop = why_none(theory, most=0)
    assert all(isinstance(core, Core) and core.claim != "least" for core in cores)
    assert isinstance(fewest, LeastSize)
    assert not fewest.proved
    assert isinstance(drop, Drop)
    assert drop.claim != "least"


def test_the_command_says_what_it_counts_and_draws_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cut.yaml"
    path.write_text(
        "puzzle: packing\nboard: |\n  ###.\n  ####\n  ####\n  .###\npieces: dominoes\ncounts: any\n"
    )
    assert main([str(path), "--none", "--format", "text"]) == 0
    head, *told = capsys.readouterr().out.splitlines()
    assert head.startswith("these ")
    assert any(line.lstrip().startswith("weigh the cells ") for line in told)
    assert sum(row.count(":") for row in told if row.startswith("|")) > 2
    assert "there is a solution without (least):" in told
    assert main([str(path), "--none", "--json"]) == 0
    first = json.loads(capsys.readouterr().out.splitlines()[0])
    terms = first["counting"]["terms"]
    assert {term["rule"] for term in terms} >= set(first["none"])
    assert sum(term["weight"] * term["sum"] for term in terms) > 0
