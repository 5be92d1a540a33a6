"""Certificates of any model: clauses, solutions, and a refutation by resolution that the checker follows."""

from __future__ import annotations

import hashlib
import json
import lzma
import random
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, cycle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.engines.test_differential import models
from tests.helpers import INSTANCES, brute_force, given_some
from zenkai_solver.models.constraints import Cardinality, Clause, ExactlyOne, Linear
from zenkai_solver.models.csp import Model
from zenkai_solver.models.loading import load
from zenkai_solver.solvers.certificates import rup
from zenkai_solver.solvers.certificates.effort import free
from zenkai_solver.solvers.certificates.writing import CertificateTooLarge
from zenkai_solver.solvers.checker import checker
from zenkai_solver.solvers.checker.checker import Formula, Refused, formula_total
from zenkai_solver.solvers.core.deadlines import WrongSolution

SMALL = Model(
    tuple(range(6)),
    (ExactlyOne((1, 2, 3)), ExactlyOne((3, 4, 5)), Linear((2, 3, 1), (1, 4, 6), 1, 4)),
    (1, 2, 3, 4, 5, 6),
)
HARD = Model(  # five pigeons, four holes, and one variable that is free: refuted by lemmas only
    tuple(range(21)),
    (
        *(Clause((*(4 * p + h + 1 for h in range(4)), 21)) for p in range(5)),
        *(Cardinality(tuple(4 * p + h + 1 for p in range(5)), 0, 1) for h in range(4)),
        *(Clause((-21, -v)) for v in range(1, 21)),
    ),
    tuple(range(1, 22)),
)
Lists = list[list[int]]
Clauses = Sequence[Sequence[int]]


Stated = dict[str, Any]


def certificate(model: Model) -> tuple[Stated, bytes]:
    """The model as it is stated, and the numbers."""
    needed, pieces = rup.certificate(rup.stated(model))
    return needed.model, b"".join(pieces)


def written(model: Model) -> list[int]:
    return np.frombuffer(certificate(model)[1], rup.KIND).tolist()


def parts(model: Model) -> tuple[Lists, Lists]:
    """The solutions of the certificate, and its lemmas."""
    lists: Lists = [[]]
    for number in written(model)[1:]:
        lists[-1].append(number)
        if number == 0:
            lists.append([])
    count = written(model)[0]
    return lists[:count], lists[count:-1]


def joined(solutions: Iterable[Sequence[int]], lemmas: Iterable[Sequence[int]]) -> list[int]:
    every = [*solutions]
    return [len(every), *chain.from_iterable(every), *chain.from_iterable(lemmas)]


def both(once: Clauses, clauses: Clauses, projection: Sequence[int], numbers: Iterable[int]) -> int:
    """What the checker and its twin say: the same number, or the same reason."""
    stated: Stated = {"once": once, "clauses": clauses, "projection": projection}
    own = [*numbers]
    size = 1 + len(own) % 7  # of the pieces that the twin reads
    pieces = [np.array(own[k : k + size]) for k in range(0, len(own), size)]
    one, other = free(), free()
    found, twin = (
        answer(lambda: formula_total(Formula(**stated), iter(own), one)),
        answer(lambda: rup.replayed(stated, pieces, other)),
    )
    assert repr(found) == repr(twin)
    assert isinstance(found, Exception) or one.spent == other.spent
    if isinstance(found, Exception):
        raise found
    return found


def answer(check: Callable[[], int]) -> int | Exception:
    try:
        return check()
    except (Refused, ValueError) as error:
        return error


def counted(model: Model, numbers: Iterable[int]) -> int:
    """Of what is needed of the model."""
    return both(**certificate(model)[0], numbers=numbers)


@given_some(100, model=models())
def test_every_model_is_certified(model: Model) -> None:
    assert counted(model, written(model)) == len(brute_force(model))


def test_a_projection_that_does_not_decide_the_rest_is_counted() -> None:
    model = Model((0, 1, 2), (Clause((1, 2, 3)),), (1,))
    assert counted(model, written(model)) == 2


def test_lemmas_are_needed_and_are_forgotten_when_they_are_not() -> None:
    """With none of them the empty clause does not follow; at the end no other one is left."""
    solutions, lemmas = parts(HARD)
    assert len(solutions) == 1
    assert len(lemmas) > 10
    with pytest.raises(Refused, match="no lemma follows from"):
        counted(HARD, joined(solutions, lemmas[-1:]))
    formula = Formula(**certificate(HARD)[0])
    given = len(formula.clauses) + len(solutions)
    assert formula_total(formula, iter(written(HARD))) == 1
    assert [number for number in formula.clauses if number > given] == [given + len(lemmas)]


# What proves a count, and what would if the checker left out a test: lists of which at most one is true,
# clauses, projection, solutions, lemmas.
Case = tuple[Clauses, Clauses, Sequence[int], Sequence[Sequence[int]], Sequence[Sequence[int]]]

RIGHT: dict[str, tuple[Case, int]] = {
    "no clauses": (([], [], [], [[0]], []), 1),
    "no clauses, a variable": (([], [], [1], [[0], [1, 0]], [[1, 2, 0]]), 2),
    "the empty clause, the last": (([], [[1], []], [1], [], []), 0),
    "the empty clause": (([], [[], [1]], [1], [], [[1, 0]]), 0),
    "a variable that does not occur": (([], [[1]], [1, 2], [[1, 0], [1, 2, 0]], [[2, 3, 1, 0]]), 2),
    "others are not of the projection": (([], [[1, 2]], [1], [[1, 0], [2, 0]], [[2, 3, 0]]), 2),
    "an unknown number is no variable": (([], [[1]], [1], [[1, 7, -7, -1, 0]], [[1, 2, 0]]), 1),
    "a clause of two literals excludes no one": (
        ([], [[1, 2], [-1, -2]], [1, 2], [[1, 0], [2, 0]], [[3, 2, 0], [4, 2, 0], [1, 5, 6, 0]]),
        2,
    ),
    "a list excludes": (
        ([[1, 2]], [[1, 2]], [1, 2], [[1, 0], [2, 0]], [[4, 1, 0], [5, 2, 0], [3, 6, 7, 0]]),
        2,
    ),
    "a place takes the others away": (
        ([[1, 2, 3]], [[2, 3, 4], [1], [-4]], [4], [], [[4, 1, 5, 6, 0]]),
        0,
    ),
    "a variable twice in a list": (([[1, 1]], [[1]], [1], [[1, 0]], [[3, 4, 0]]), 1),
    "one literal of a clause is resolved": (([], [[1, 2], [-1], [-2]], [1, 2], [], [[1, 2, 3, 0]]), 0),
    "a clause that says nothing": (([], [[1], [-1, 1], [-1]], [1], [], [[1, 2, 3, 0]]), 0),
}

WRONG: dict[str, tuple[Case, str]] = {
    "no clause holds": (([], [[1]], [1], [[0]], [[1, 2, 0]]), "no solution of the formula"),
    "a clause is broken": (([], [[-1, -2]], [1, 2], [[1, 2, 0]], []), "no solution of the formula"),
    "a clause of three is broken": (
        ([], [[-1, -3, 2]], [1, 3], [[1, 3, 0]], []),
        "no solution of the formula",
    ),
    "the empty clause is broken": (([], [[], [1]], [1], [[1, 0]], []), "no solution of the formula"),
    "a variable true and false": (
        ([], [[1], [-1, 2]], [1, 2], [[1, -1, 0]], []),
        "no solution of the formula",
    ),
    "a list is broken": (([[1, 2]], [], [1], [[1, 2, 0]], []), "no solution of the formula"),
    "a place's own literal is added": (([[1, 2]], [[1]], [1], [], [[3, 2, 0]]), "the certificate ends"),
    "a place's own literal stays": (
        ([[1, 2]], [[1, 2]], [], [], [[3, 1, 0], [3, 2, 0], [4, 5, 0]]),
        "no lemma follows from clauses [4, 5]",
    ),
    "a place is no clause": (([[1, 2]], [[1, 2]], [1], [], [[1, 2, 0]]), "no lemma follows"),
    "a place alone is no clause": (([[1, 2]], [[1, 2]], [1], [], [[1, 0]]), "no lemma follows"),
    "a place that was forgotten": (([[1, 2]], [[1, 2]], [1], [], [[3, -1, 0], [3, 1, 0]]), "clauses [3, 1]"),
    "twice": (([], [[1]], [1], [[1, 0], [1, 0]], [[1, 2, 0]]), "a solution is there twice"),
    "twice in the projection": (([], [[1], [2, 3]], [1], [[1, 2, 0], [1, 3, 0]], [[1, 2, 0]]), "there twice"),
    "more than the one is excluded": (  # {1, 2} is left out
        ([], [[1, 2]], [1, 2], [[1, 0], [2, 0]], [[1, 2, 3, 0]]),
        "no lemma follows",
    ),
    "a clause of three excludes no one": (
        ([], [[1, 2, 3], [-1, -2, -3], [-3]], [1, 2], [[1, 0], [2, 0]], [[1, 4, 5, 3, 0]]),
        "no lemma follows",
    ),
    "what is not of the projection excludes no one": (  # where 3, 2 is out; but 1 may be true without it
        ([], [[-3, -2], [1]], [1, 2], [[1, 3, 0]], [[2, 3, 0]]),
        "no lemma follows",
    ),
    "what makes another one true": (
        ([], [[-1, 2], [1]], [1, 2], [[1, 2, 0]], [[2, 3, 0]]),
        "no lemma follows",
    ),
    "no literal to resolve": (([], [[1], [2]], [1], [], [[1, 2, 0]]), "no lemma follows from clauses [1, 2]"),
    "two literals to resolve": (([], [[1, 2], [-1, -2]], [1], [], [[1, 2, 0]]), "no lemma follows"),
    "the literal of the other clause stays": (([], [[1], [-1, 1]], [1], [], [[1, 2, 0]]), "certificate ends"),
    "the same again": (([], [[1], [-1]], [1], [], [[1, 1, 0]]), "no lemma follows"),
    "a clause that is not there": (([], [[1], [-1]], [1], [], [[1, 3, 0]]), "no lemma follows"),
    "a lemma that is not yet there": (([], [[1], [-1]], [1], [], [[3, 0]]), "no lemma follows"),
    "of nothing": (([], [[1], [-1]], [1], [], [[0]]), "no lemma follows from clauses []"),
    "a clause that was forgotten": (
        ([], [[1], [-1, 2], [-2]], [1], [], [[-1, 2, 0], [1, 2, 3, 0]]),
        "no lemma",
    ),
    "forgotten at once": (([], [[1], [-1, 2], [-2]], [1], [], [[-1, 1, 2, 0]]), "no lemma follows"),
    "ends": (([], [[1], [-1, 2], [-2]], [1], [], [[1, 2, 0]]), "the certificate ends"),
    "goes on": (([], [[1], [-1]], [1], [], [[1, 2, 0], [1, 2, 0]]), "goes on after the empty clause"),
    "0 as a literal": (([], [[0]], [], [], [[1, 1, 0]]), "a variable below 1"),
    "0 as a variable": (([], [[1]], [0], [], [[1, 1, 0]]), "a variable below 1"),
    "0 in a list": (([[0, 1]], [[1]], [1], [], [[3, 3, 0]]), "a variable below 1"),
    "not a variable, in a list": (([[-1, 2]], [[1]], [1], [], [[3, 3, 0]]), "a variable below 1"),
    "not a variable, in the projection": (([], [[1]], [-1], [], [[1, 1, 0]]), "a variable below 1"),
}


@pytest.mark.parametrize("name", RIGHT)
def test_what_is_proved(name: str) -> None:
    (*stated, solutions, lemmas), count = RIGHT[name]
    assert both(*stated, joined(solutions, lemmas)) == count


@pytest.mark.parametrize("name", WRONG)
def test_what_proves_nothing_is_refused_by_name(name: str) -> None:
    (*stated, solutions, lemmas), reason = WRONG[name]
    with pytest.raises(Refused) as error:
        both(*stated, joined(solutions, lemmas))
    assert reason in str(error.value)


def test_the_certificate_of_a_model_with_a_solution_less_or_more_is_refused() -> None:
    solutions, lemmas = parts(SMALL)
    assert counted(SMALL, joined(solutions, lemmas)) == len(brute_force(SMALL))
    for some in (solutions[1:], [*solutions, solutions[0]], [*solutions, [1, 2, 0]]):
        with pytest.raises(Refused):
            counted(SMALL, joined(some, lemmas))
    for count in (-1, 1 << 30):
        with pytest.raises((Refused, ValueError)):
            counted(SMALL, [count, *joined(solutions, lemmas)[1:]])
    with pytest.raises(Refused, match="the certificate ends"):
        counted(SMALL, written(SMALL)[:-3])
    with pytest.raises(Refused):
        counted(SMALL, [])


@pytest.mark.parametrize(
    ("model", "every"),
    [
        pytest.param(SMALL, 3, id="small"),
        pytest.param(HARD, 31, id="hard"),
        pytest.param(SMALL, 1, id="small, each", marks=pytest.mark.broad),
        pytest.param(HARD, 1, id="hard, each", marks=pytest.mark.broad),
    ],
)
def test_each_byte_flipped_is_refused_or_the_same_count(model: Model, every: int) -> None:
    data, count = certificate(model)[1], len(brute_force(SMALL)) if model is SMALL else 1
    refused, rng = 0, random.Random(1)
    for place in range(0, len(data), every):
        flipped = data[:place] + bytes([data[place] ^ 1 << rng.randrange(8)]) + data[place + 1 :]
        try:
            assert counted(model, np.frombuffer(flipped, rup.KIND).tolist()) == count
        except (Refused, ValueError):
            refused += 1
    assert refused > len(data) // every // 2


@pytest.mark.parametrize("cases", [400, pytest.param(50_000, marks=pytest.mark.slow)])
def test_random_numbers_prove_nothing_wrong(cases: int) -> None:
    """Small formulas; what is accepted is the right count."""
    rng, accepted = random.Random(4), 0
    for _ in range(cases):
        clauses = [rng.sample([-3, -2, -1, 1, 2, 3], rng.randint(1, 3)) for _ in range(rng.randint(1, 6))]
        projection = sorted(rng.sample([1, 2, 3], rng.randint(1, 3)))
        model = Model((0, 1, 2), tuple(Clause(tuple(own)) for own in clauses), tuple(projection))
        numbers = written(model)
        for _ in range(rng.randint(1, 2)):
            at = rng.randrange(len(numbers) + 1)
            numbers[at : at + rng.randint(0, 1)] = [rng.randint(-8, 12)] * rng.randint(0, 1)
        try:
            assert counted(model, numbers) == len(brute_force(model))
            accepted += 1
        except (Refused, ValueError):
            pass
    assert cases / 50 < accepted < cases * 0.9


def test_numbers_without_end_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    stated: Stated = {"once": [], "clauses": [[1], [-1]], "projection": [1]}
    with pytest.raises(Refused, match="no lemma follows"):
        formula_total(Formula(**stated), chain([0], cycle([1])))
    with pytest.raises(Refused, match="a solution is there twice"):
        formula_total(Formula([], [[1, 2]], [1, 2]), chain([(1 << 31) - 1], cycle([1, 0])))
    monkeypatch.setattr(rup, "MOST_VARIABLES", 0)
    with pytest.raises(CertificateTooLarge):  # which leaves it to the checker
        rup.replayed(stated, [np.array([0, 1, 2, 0])])


def test_a_log_that_proves_nothing_is_no_certificate() -> None:
    model = rup.ClauseModel([], [(1, 2), (-1, 2), (1, -2)], (1, 2))
    with pytest.raises(WrongSolution, match=r"-1 0\\n' does not follow"):
        rup.lemmas(model, [], ["2 0", "-1 0"])
    with pytest.raises(WrongSolution, match="ends before the empty clause"):
        rup.lemmas(model, [], ["2 0", "d 1 2 0"])


def test_too_many_solutions_are_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rup, "MOST_SOLUTIONS", 2)
    with pytest.raises(CertificateTooLarge):
        written(SMALL)


def test_a_file_of_an_instance_is_certified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The whole way through the checker's command, and refused with one solution less, or of the old format."""
    from zenkai_solver.solvers.cli import main

    path, out, cert = INSTANCES / "sizes123.yaml", tmp_path / "x.jsonl", tmp_path / "x.cert"
    assert main(["run", str(path), "-o", str(out), "--symmetry", "all"]) == 0
    instance = load(path)
    model = instance.puzzle.model()
    stated, steps = certificate(model)
    text = instance.text + "flips: false\n"  # which the checker does not read
    sha = hashlib.sha256(text.encode()).hexdigest()
    named = {"name": instance.name, "sha256": sha, "text": text}
    top, *rest = out.read_text().splitlines(keepends=True)
    out.write_text("".join([json.dumps(json.loads(top) | named) + "\n", *rest]))

    def checked(format: str, numbers: bytes) -> tuple[int, str, str]:
        head = {"format": format, "kind": "rup", **named, "model": stated}
        cert.write_bytes(lzma.compress(checker.packed(head).encode() + b"\n" + numbers))
        capsys.readouterr()
        return checker.main([str(out), str(cert)]), *capsys.readouterr()

    of_model = hashlib.sha256(json.dumps(stated, separators=(",", ":")).encode()).hexdigest()
    own = checker.FORMAT
    code, said, why = checked(own, steps)
    assert (code, why) == (3, "")
    this = f"this proof shows 48 solutions of the model with digest {of_model}"
    assert said.endswith(f"not certified: {this}; that {of_model} states the instance was not checked here\n")
    code, _, why = checked("zenkai-certificate/2", b"")
    assert (code, why) == (
        1,
        f"checker: refused: {cert}: no certificate that is known: 'rup' 'zenkai-certificate/2'\n",
    )
    assert "multiple of 4 bytes" in checked(own, steps[:-1])[2]
    named |= {"text": instance.text, "sha256": instance.sha256}
    out.write_text("".join([json.dumps(json.loads(top) | named) + "\n", *rest]))
    assert "the checker reads the instance" in checked(own, steps)[2]
