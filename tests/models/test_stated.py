"""What files state of themselves: all readers refuse the same, in one line; forged sets are seen through."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import permutations
from math import factorial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import zenkai_solver as zenkai
from tests.helpers import INSTANCES
from zenkai_solver.models.loading import load, loads
from zenkai_solver.solvers.cli import main
from zenkai_solver.solvers.sets.compiled import CompiledSet
from zenkai_solver.solvers.sets.compiling import compile_instance, plan
from zenkai_solver.solvers.sets.counts import digits, grouped
from zenkai_solver.solvers.sets.diagram import of_rows
from zenkai_solver.solvers.sets.files import read_set, write_set
from zenkai_solver.solvers.solution_files.results import ResultsError

Lines = list[dict[str, Any]]
NAN, MANY = float("nan"), 10**20
READERS = (
    "verify bad.jsonl",
    "export bad.jsonl --to csv",
    "gallery bad.jsonl -o page",
    "compile bad.jsonl -o x.zset",
    "diff bad.jsonl bad.jsonl",
)


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Lines:
    out = tmp_path_factory.mktemp("good") / "d.jsonl"
    assert main(["run", str(INSTANCES / "sizes123.yaml"), "-o", str(out), "--quiet"]) == 0
    return [json.loads(line) for line in out.read_text().splitlines()]


FOOTERS: dict[str, dict[str, Any]] = {
    "complete": {"no": 1, "none": None, "text": "true"},
    "count": {"truth": True, "float": 6.0, "negative": -1, "text": "6", "none": None, "NaN": NAN},
    "all": {"truth": True, "float": 48.0, "less": 5, "list": [48]},
    "seconds": {"NaN": NAN, "infinite": float("inf"), "truth": True, "text": "1", "negative": -0.5},
    "digest": {"short": "0" * 31, "upper": "A" * 32, "number": 7, "none": None},
    "reason": {"number": 7, "empty list": [], "half": "\ud800", "contradicts": "stopped"},
    "levels": {"text": "verified", "unknown": ["proved"], "nested": [["verified"]], "none": None},
}
HEADERS: dict[str, dict[str, Any]] = {
    "instance": {"none": None, "half": "\udfff"},
    "sha256": {"none": None, "zeros": "0" * 64, "upper": "A" * 64},
    "puzzle": {"another": "sudoku", "none": None},
    "backend": {"list": ["sat"]},
    "versions": {"number": {"sat": 1}, "list": []},
    "symmetry": {
        "none": None,
        "text": "orbits",
        "truth": {"mode": "orbits", "order": True},
        "float": {"mode": "orbits", "order": 8.0},
        "list": {"mode": ["orbits"], "order": 8},
        "another": {"mode": "orbits", "order": 4},
        "mirrored": {"mode": "orbits", "order": 8, "reflections": 1},
    },
    "started": {"number": 5},
    "part": {"truth": {"number": True, "first": 1}, "float": {"number": 1, "first": 1.0}, "none": None},
}
MISSING = object()
CASES = [
    *((-1, key, name, value) for key, values in FOOTERS.items() for name, value in values.items()),
    *((0, key, name, value) for key, values in HEADERS.items() for name, value in values.items()),
    *((-1, key, "missing", MISSING) for key in FOOTERS if key not in ("levels", "complete")),
    *((0, key, "missing", MISSING) for key in HEADERS if key != "part"),
]


def some_are_broad() -> list[object]:
    """The first two values of each name are in the default suite."""
    seen: dict[tuple[int, str], int] = {}
    found: list[object] = []
    for line, key, name, value in CASES:
        seen[line, key] = seen.get((line, key), 0) + 1
        marks = [pytest.mark.broad] * (seen[line, key] > 2 and name != "missing")
        found.append(pytest.param(line, key, name, value, id=f"{line} {key} {name}", marks=marks))
    return found


@pytest.mark.parametrize(("line", "key", "name", "value"), some_are_broad())
def test_all_readers_refuse_the_same(
    line: int,
    key: str,
    name: str,
    value: object,
    good: Lines,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    lines = [dict(one) for one in good]
    lines[line].pop(key, None)
    if value is not MISSING:
        lines[line][key] = value
    Path("bad.jsonl").write_text("".join(json.dumps(one) + "\n" for one in lines))
    for words in READERS:
        capsys.readouterr()
        assert main(words.split()) == 2, words
        said = capsys.readouterr().err
        assert said.startswith("zenkai: bad.jsonl:"), (words, said)
        assert said.count("\n") == 1
    with pytest.raises(ResultsError):
        list(zenkai.read("bad.jsonl"))


@pytest.mark.parametrize("newer", [False, True])
def test_files_of_other_versions_are_read(newer: bool, good: Lines, tmp_path: Path) -> None:
    """The first version stated neither reflections nor levels; a newer one may state more."""
    head, *lines, footer = (dict(one) for one in good)
    head["symmetry"] = {key: head["symmetry"][key] for key in ("mode", "order")}
    del footer["levels"]
    if newer:
        head, footer = head | {"colour": "red"}, footer | {"colour": "red"}
    path = tmp_path / "old.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in (head, *lines, footer)))
    assert main(["verify", str(path)]) == 0
    assert zenkai.read(path).complete


WHOLE_FILES: dict[str, Callable[[list[str]], list[str]]] = {
    "a solution after the footer": lambda x: [*x, x[1]],
    "a cut line after the footer": lambda x: [*x, x[1][:9]],
    "two footers": lambda x: [*x, x[-1]],
    "a name twice in the footer": lambda x: [*x[:-1], x[-1].replace('"count": 6', '"count": 7, "count": 6')],
    "a footer amid the lines": lambda x: [*x[:3], x[-1], *x[3:]],
}


@pytest.mark.parametrize("change", WHOLE_FILES.values(), ids=WHOLE_FILES.keys())
def test_all_readers_refuse_the_same_files(
    change: Callable[[list[str]], list[str]],
    good: Lines,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    texts = [json.dumps(one) + "\n" for one in good]
    assert change(texts) != texts
    Path("bad.jsonl").write_text("".join(change(texts)))
    for words in READERS:
        capsys.readouterr()
        assert main(words.split()) == 2, words
        assert (said := capsys.readouterr().err).startswith("zenkai: bad.jsonl:"), (words, said)


def test_a_file_that_was_cut_off_is_unfinished_to_all(good: Lines, tmp_path: Path) -> None:
    """Wherever it is cut behind its header."""
    data = "".join(json.dumps(one) + "\n" for one in good).encode()
    path = tmp_path / "cut.jsonl"
    for size in range(data.index(b"\n") + 1, len(data), 7):
        path.write_bytes(data[:size])
        whole = data[:size].count(b"\n") - 1
        saved = zenkai.read(path)
        assert (saved.complete, len(list(saved))) == (False, whole)
        assert main(["verify", str(path)]) == 3


def test_an_orbit_is_a_whole_number(good: Lines, tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    for own in (8.0, True, "8", None):
        lines = [dict(one) for one in good]
        lines[2]["orbit"] = own
        path.write_text("".join(json.dumps(one) + "\n" for one in lines))
        assert main(["verify", str(path)]) == 2
        with pytest.raises(ResultsError, match=":3: "):
            list(zenkai.read(path))


# ---- compiled sets


def forged(found: CompiledSet, path: Path, **header: object) -> Path:
    """The set as a file, with another header."""
    write_set(path, found)
    line, _, body = path.read_bytes().partition(b"\n")
    head = json.loads(line) | header
    kept = {key: value for key, value in head.items() if value is not MISSING}
    path.write_bytes(json.dumps(kept).encode() + b"\n" + body)
    return path


@pytest.fixture(scope="module")
def dominoes() -> CompiledSet:
    return compile_instance(load(INSTANCES / "dominoes4x4.yaml"))


SETS = {
    "reason": (MISSING, 3, [], True),
    "count": (MISSING, 36, "036", "+36", "36.0", "37", "-1", "", MANY),
    "variables": (MISSING, 24.0, True, "24", -1),
    "nodes": (MISSING, 48.0, True, -1, MANY),
    "root": (MISSING, 49.0, True, -1, MANY),
    "model": (MISSING, "0" * 64, None),
    "sha256": (MISSING, "0" * 64, None),
    "puzzle": (MISSING, "sudoku", None),
    "instance": (MISSING, None, "\ud800"),
    "text": (MISSING, None),
}


@pytest.mark.parametrize("key", SETS)
def test_every_value_of_a_set_is_checked(
    key: str, dominoes: CompiledSet, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert read_set(forged(dominoes, tmp_path / "x.zset")) == dominoes
    for value in SETS[key]:
        path = forged(dominoes, tmp_path / "x.zset", **{key: value})
        assert main(["query", str(path), "--forced"]) == 2, value
        said = capsys.readouterr()
        assert (said.out, said.err.count("\n")) == ("", 1)
        assert said.err.startswith(f"zenkai: {path}: ")


def test_another_order_of_variables_is_refused(dominoes: CompiledSet, tmp_path: Path) -> None:
    """Also one that a symmetry gives, which would turn the facts."""
    own = list(dominoes.order)
    orders = [own[::-1], [own[1], own[0], *own[2:]], own[3:] + own[:3]]
    orders += [[p[var] for var in own] for p in dominoes.puzzle.model().symmetries[1:]]
    for order in orders:
        path = forged(replace(dominoes, order=tuple(order)), tmp_path / "x.zset")
        with pytest.raises(ResultsError, match="the order of the variables"):
            read_set(path)


def rows_of(found: CompiledSet) -> list[tuple[int, ...]]:
    return list(found.diagram.rows())


def made_of(found: CompiledSet, rows: list[tuple[int, ...]]) -> CompiledSet:
    width = max(map(len, rows), default=1)
    padded = np.array([(*row, *[0] * (width - len(row))) for row in rows], np.int32).reshape(len(rows), width)
    return replace(found, diagram=of_rows([padded], found.diagram.size))


def test_sets_that_are_no_solutions_are_refused(dominoes: CompiledSet, tmp_path: Path) -> None:
    """One wrong set among many is found by the sums, also where only few boards are looked at."""
    rows = rows_of(dominoes)
    unknown = replace(dominoes, reason="stopped")
    for wrong in ((), rows[0][1:], (*rows[0], 24), tuple(range(1, 9)), rows[5][:-1]):
        lies = made_of(unknown, [*rows, tuple(sorted(set(wrong)))])
        assert lies.count == len(rows) + 1
        with pytest.raises(ResultsError, match=r"no solutions|breaks the rules"):
            read_set(forged(lies, tmp_path / "x.zset"))


def test_the_sums_are_proof(monkeypatch: pytest.MonkeyPatch, dominoes: CompiledSet, tmp_path: Path) -> None:
    """Without a look at any board."""
    monkeypatch.setattr("zenkai_solver.solvers.sets.checking._boards_fault", lambda *_: None)
    rows = rows_of(dominoes)
    for row in rows[::7]:
        for place in range(len(row)):
            for var in (row[place] % 24 + 1, 25 - row[place]):
                changed = tuple(sorted({*row[:place], *row[place + 1 :], var}))
                if changed in rows:
                    continue
                lies = made_of(replace(dominoes, reason="stopped"), [*rows, changed])
                with pytest.raises(ResultsError, match="a constraint of the instance does not hold"):
                    read_set(forged(lies, tmp_path / "x.zset"))


@pytest.mark.parametrize("name", ["sudoku/thermo", "nonogram/domino3", "weights5x5", "sizes123", "soma"])
def test_true_sets_of_every_kind_are_taken(name: str, tmp_path: Path) -> None:
    found = compile_instance(load(INSTANCES / f"{name}.yaml"))
    assert found.count
    write_set(tmp_path / "x.zset", found)
    assert read_set(tmp_path / "x.zset") == found


def test_what_a_complete_set_cannot_be(dominoes: CompiledSet, tmp_path: Path) -> None:
    rows = rows_of(dominoes)
    fewer = made_of(dominoes, rows[1:])
    with pytest.raises(ResultsError, match="the instance expects 36"):
        read_set(forged(fewer, tmp_path / "x.zset"))
    text = dominoes.instance.text.partition("expect")[0]
    assert "expect" not in text
    silent = replace(fewer, instance=loads(text, "silent"))
    with pytest.raises(ResultsError, match="a symmetry of the puzzle moves it"):
        read_set(forged(silent, tmp_path / "x.zset"))
    assert read_set(forged(replace(silent, reason="stopped"), tmp_path / "x.zset")).count == 35


# ---- formulas with free variables


def cnf(variables: int, *clauses: str) -> str:
    return f"p cnf {variables} {len(clauses)}\n" + "".join(f"{clause} 0\n" for clause in clauses)


@pytest.mark.parametrize("clauses", [(), ("1 2",), ("-3",), ("1 4", "-4 2"), ("2", "-2")])
def test_free_variables_are_joined(clauses: tuple[str, ...], tmp_path: Path) -> None:
    """The boards are those of the engine, which finds every one."""
    path = tmp_path / "x.cnf"
    path.write_text(cnf(6, *clauses))
    instance = load(path)
    found = compile_instance(instance)
    assert len(plan(instance).free) == 6 - len({abs(int(v)) for c in clauses for v in c.split()})
    assert sorted(found.boards()) == sorted(one.board for one in zenkai.solve(path))
    write_set(tmp_path / "x.zset", found)
    assert read_set(tmp_path / "x.zset") == found


def test_very_many_free_variables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """2**15000 solutions have more digits than Python writes."""
    path = tmp_path / "x.cnf"
    path.write_text(cnf(15_000, "1 2"))
    assert main(["compile", str(path), "-o", str(tmp_path / "x.zset")]) == 0
    assert main(["query", str(tmp_path / "x.zset"), "--count"]) == 0
    said = capsys.readouterr().out.splitlines()[-1]
    low = int(said.replace(",", "")[-4_000:])
    assert low == 3 * 2**14_998 % 10**4_000
    assert len(said.replace(",", "")) == 4_516


def test_counts_of_any_size_are_written() -> None:
    for number in (
        0,
        7,
        10**3999,
        10**4000 - 1,
        10**4000,
        factorial(1500) + 7,
        *map(hash, permutations("ab")),
    ):
        own = abs(number)
        if own < 10**4000:
            assert (digits(own), grouped(own)) == (str(own), f"{own:,}")
        else:
            rest = digits(own)
            assert int(rest[-4000:]) + int(rest[:-4000]) * 10**4000 == own
            assert grouped(own).replace(",", "") == rest
