"""Certificates of any model: clauses, solutions, and a refutation that the checker follows."""

from __future__ import annotations

import hashlib
import json
import lzma
import random
import re
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from helpers import INSTANCES, brute_force
from test_differential import models

from tests.helpers import given_some
from zenkai_solver.models.csp import Cardinality, Clause, ExactlyOne, Linear, Model
from zenkai_solver.models.loading import load
from zenkai_solver.solvers.certificates import rup
from zenkai_solver.solvers.certificates.writing import TooLarge
from zenkai_solver.solvers.checker import __main__ as checker
from zenkai_solver.solvers.checker import rup as checked
from zenkai_solver.solvers.checker.rup import total
from zenkai_solver.solvers.checker.search import Refused

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


def written(model: Model) -> bytes:
    return b"".join(rup.steps(model))


def counted(model: Model, data: bytes) -> int:
    """What the checker says, and its twin too."""
    return both(rup.header(model), data)


def both(head: dict[str, Any], data: bytes) -> int:
    """What the checker and its twin say: the same number, or the same reason."""
    try:
        found = total(head, iter(data))
    except (Refused, ValueError) as error:
        with pytest.raises(
            (Refused, TooLarge), match=re.escape(str(error)) if type(error) is Refused else ""
        ):
            rup.replayed(head, iter(data))
        raise
    assert rup.replayed(head, iter(data)) == found
    return found


@given_some(100, model=models())
def test_every_model_is_certified(model: Model) -> None:
    assert counted(model, written(model)) == len(brute_force(model))


def test_a_projection_that_does_not_decide_the_rest_says_how() -> None:
    model = Model((0, 1, 2), (Clause((1, 2, 3)),), (1,))
    assert re.search(rb"b (-?1 )(-?[23] ){2}0", written(model))
    assert counted(model, written(model)) == 2


def test_a_solution_names_all_of_the_projection_or_none_beside_it() -> None:
    """3 is 2: `1 3` leads to one model, but what is left in the projection, 1, would exclude two."""
    head = {"cnf": "p cnf 3 2\n3 -2 0\n-3 2 0\n", "projection": [1, 2]}
    every = "".join(f"b {a} {b} 0\n" for a in (1, -1) for b in (2, -2))
    assert both(head, f"{every}1 0\n0\n".encode()) == 4
    for short in ("b 1 3 0\n", "b 1 -3 0\n"):
        with pytest.raises(Refused, match="line 1: no solution of the formula"):
            both(head, f"{short}b -1 3 0\n0\n".encode())


def test_a_solution_has_a_value_of_every_variable() -> None:
    """Nothing follows from `1`, and yet there is no model."""
    head = {"cnf": "p cnf 3 4\n2 3 0\n2 -3 0\n-2 3 0\n-2 -3 0\n", "projection": [1]}
    assert both(head, b"2 0\n0\n") == 0
    with pytest.raises(Refused, match="line 1: no solution of the formula"):
        both(head, b"b 1 0\n2 0\n0\n")


@pytest.mark.parametrize(
    ("cnf", "projection", "lines", "count"),
    [
        ("p cnf 4 3\n-1 0\n-2 0\n1 2 3 4 0\n", [3, 4], "b 3 4 0\nb 3 -4 0\nb -3 4 0\n3 0\n0\n", 3),
        ("p cnf 2 3\n1 0\n-1 0\n2 0\n", [2], "0\n", 0),
    ],
    ids=["literals that are false already", "a clause after the contradiction"],
)
def test_clauses_that_are_decided_as_they_come(
    cnf: str, projection: list[int], lines: str, count: int
) -> None:
    assert both({"cnf": cnf, "projection": projection}, lines.encode()) == count


def test_lemmas_are_needed() -> None:
    """With none of them the empty clause does not follow."""
    lines = written(HARD).splitlines(keepends=True)
    solutions = [line for line in lines if line.startswith(b"b")]
    assert counted(HARD, b"".join(lines)) == len(solutions) == 1
    with pytest.raises(Refused, match="line 2: the clause does not follow"):
        counted(HARD, b"".join([*solutions, b"0\n"]))


@pytest.mark.parametrize(
    ("model", "every"),
    [
        pytest.param(SMALL, 7, id="small"),
        pytest.param(HARD, 480, id="hard"),
        pytest.param(SMALL, 1, id="small, each", marks=pytest.mark.broad),
        pytest.param(HARD, 80, id="hard, more", marks=pytest.mark.broad),
    ],
)
def test_each_byte_flipped_is_refused_or_the_same_count(model: Model, every: int) -> None:
    data, count = written(model), len(brute_force(SMALL)) if model is SMALL else 1
    head, refused, rng = rup.header(model), 0, random.Random(1)
    for place in range(0, len(data), every):
        for byte in {data[place] ^ 1 << rng.randrange(8), *b"b 1"} - {data[place]}:
            try:
                assert both(head, data[:place] + bytes([byte]) + data[place + 1 :]) == count
            except (Refused, ValueError):
                refused += 1
    assert refused > len(data) // every


def changed(what: str) -> bytes:
    lines = written(SMALL).splitlines(keepends=True)
    solutions = [line for line in lines if line.startswith(b"b")]
    match what:
        case "dropped":
            lines.remove(solutions[1])
        case "doubled":
            lines.insert(0, solutions[1])
        case "no solution":
            lines.insert(0, b"b 1 2 0\n")
        case "no variable of the projection":
            lines[0] = b"b 1 7 0\n"
        case "among lemmas":
            lines = [*solutions[1:], b"d 1 2 3 0\n", solutions[0], b"0\n"]
        case "a lemma that does not follow":
            lines = [b"-1 -2 0\n", b"1 0\n", b"0\n"]
        case "no variable":
            lines.insert(len(solutions), b"99 0\n")
        case "cut off":
            lines[-1:] = []
        case "cut off within a line":
            lines[-1:] = [b"1 -2"]
        case "an empty line":
            lines += [b"\n", b"1 0\n"]
        case "goes on":
            lines.append(b"1 0\n")
    return b"".join(lines)


@pytest.mark.parametrize(
    ("what", "reason"),
    [
        ("dropped", "the clause does not follow"),
        ("doubled", "line 3: no solution of the formula, or the same again"),
        ("no solution", "line 1: no solution of the formula"),
        ("no variable of the projection", "line 1: no solution of the formula"),
        ("among lemmas", "line 8: the clause does not follow"),
        ("a lemma that does not follow", "line 2: the clause does not follow"),
        ("no variable", "is no line of literals"),
        ("cut off", "ends before the empty clause"),
        ("cut off within a line", "is no line of literals"),
        ("an empty line", "goes on after it"),
        ("goes on", "goes on after it"),
    ],
)
def test_what_proves_nothing_is_refused_by_name(what: str, reason: str) -> None:
    head = replaced_projection() if what == "no variable of the projection" else rup.header(SMALL)
    with pytest.raises(Refused, match=reason):
        both(head, changed(what))


def replaced_projection() -> dict[str, object]:
    """Of variable 7, which is an auxiliary one, no solution speaks."""
    return rup.header(replace(SMALL, projection=(1, 2, 3, 4, 5, 6)))


@pytest.mark.parametrize(
    ("cnf", "projection"),
    [
        ("p cnf 2 1\n1 3 0\n", [1]),
        ("p cnf 2 1\n1 0 2 0\n", [1]),
        ("p cnf 2\n1 2 0\n", [1]),
        ("p cnf 2 2\n1 2 0\n\n1 0\n", [1]),
        ("p cnf 2 1\n1 2\n", [1]),
        ("p cnf 99999999 1\n1 2 0\n", [1]),
        ("p cnf 2 1\n1 2 0\n", [3]),
        ("p cnf 2 1\n1 2 0\n", [0]),
        ("p cnf 2 1\n1 2 0\n", [-1]),
    ],
)
def test_a_formula_that_makes_no_sense_is_refused(cnf: str, projection: list[int]) -> None:
    head = {"cnf": cnf, "projection": projection}
    with pytest.raises(Refused):
        total(head, iter(b"0\n"))
    with pytest.raises((Refused, TooLarge)):  # which leaves it to the checker
        rup.replayed(head, iter(b"0\n"))


def test_a_line_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (rup, checked):
        monkeypatch.setattr(module, "MOST_LINE", 1 << 16)
    with pytest.raises(Refused, match="is no line of literals"):
        total(rup.header(SMALL), cycle(b"1 "))
    with pytest.raises(TooLarge):
        rup.replayed(rup.header(SMALL), cycle(b"1 "))


def test_too_many_solutions_are_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rup, "MOST_SOLUTIONS", 2)
    with pytest.raises(TooLarge):
        written(SMALL)


def container(path: Path, head: dict[str, object], data: bytes) -> Path:
    path.write_bytes(lzma.compress(json.dumps(head).encode() + b"\n" + data))
    return path


def test_a_file_of_an_instance_is_certified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The whole way through the checker's command, and refused with one solution less."""
    from zenkai_solver.solvers.cli import main

    path, out = INSTANCES / "sizes123.yaml", tmp_path / "x.jsonl"
    assert main(["run", str(path), "-o", str(out), "--symmetry", "all"]) == 0
    instance = load(path)
    model = instance.puzzle.model()
    named = {"sha256": instance.sha256, "text": instance.text, "name": instance.name}
    head = {"format": checker.FORMAT, "kind": "rup", **named, **rup.header(model)}
    cert = container(tmp_path / "x.cert", head, written(model))
    capsys.readouterr()
    assert checker.main([str(out), str(cert)]) == 0
    model_hash = hashlib.sha256(str(head["cnf"]).encode()).hexdigest()
    assert capsys.readouterr().out == (
        f"certified: 48 solutions of the exported model {model_hash}, 48 in all, and there are no others\n"
    )
    lines = out.read_text().splitlines(keepends=True)
    out.write_text("".join(lines[:5] + lines[6:]))
    assert checker.main([str(out), str(cert)]) == 1
    assert "47 solutions in all, but there are exactly 48" in capsys.readouterr().err
