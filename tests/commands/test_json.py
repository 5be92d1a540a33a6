"""`--json`: one line on standard output, and nothing else, with what the text says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from zenkai_solver.solvers.cli import main as zenkai
from zenkai_solver.solvers.commands import query

BOARD = "AABB/CCDD/EEFF/GGHH"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def lines(words: list[str], code: int, capfd: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    capfd.readouterr()
    assert zenkai(words) == code
    return [json.loads(line) for line in capfd.readouterr().out.splitlines()]


def run(words: list[str], code: int, capfd: pytest.CaptureFixture[str]) -> dict[str, Any]:
    (record,) = lines(["run", "--json", "--backend", "sat", *words], code, capfd)
    assert record["exit"] == code
    return record


def test_a_run(capfd: pytest.CaptureFixture[str]) -> None:
    record = run(["dominoes4x4"], 0, capfd)
    assert (record["count"], record["all"], record["complete"], record["expected"]) == (9, 36, True, True)
    assert (record["levels"], record["reason"], record["part"]) == (["verified"], None, None)
    (verified,) = lines(["verify", "--json", record["file"]], 0, capfd)
    assert verified["valid"]
    assert verified["certified"] is None
    for key in ("count", "all", "complete", "reason", "levels", "digest", "exit"):
        assert verified[key] == record[key]


def test_each_instance_has_a_line(capfd: pytest.CaptureFixture[str]) -> None:
    Path("two.yaml").write_text(
        "puzzle: packing\nboard: 2x2\npieces: dominoes\ncounts: 2\nexpect: {all: 3}\n"
    )
    found = lines(["run", "--json", "--backend", "sat", "dominoes4x4", "two.yaml"], 1, capfd)
    assert [(record["instance"], record["all"], record["expected"]) for record in found] == [
        ("dominoes4x4", 36, True),
        ("two", 2, False),
    ]


def test_a_count_and_what_was_not_visited(capfd: pytest.CaptureFixture[str]) -> None:
    record = run(["dominoes4x4", "--count"], 0, capfd)
    assert (record["count"], record["file"]) == (9, None)


def test_a_limit_and_uniqueness(capfd: pytest.CaptureFixture[str]) -> None:
    record = run(["dominoes4x4", "--limit", "3"], 3, capfd)
    assert (record["count"], record["complete"], record["reason"]) == (3, False, "limit of 3 solutions")
    assert run(["dominoes4x4", "--unique"], 0, capfd)["answer"] == "several"
    assert run(["sudoku/thermo", "--unique"], 0, capfd)["answer"] == "unique"


def test_a_certified_run(capfd: pytest.CaptureFixture[str]) -> None:
    record = run(["dominoes4x4", "--certify"], 0, capfd)
    assert record["levels"] == ["verified", "certified"]
    (verified,) = lines(["verify", "--json", record["file"]], 0, capfd)
    assert verified["certified"] == "certified"


def test_a_kept_run(capfd: pytest.CaptureFixture[str]) -> None:
    record = run(["dominoes4x4", "--run-dir", "kept"], 0, capfd)
    assert (record["count"], record["file"]) == (9, "kept")


def test_a_wrong_file_is_a_line_too(capfd: pytest.CaptureFixture[str]) -> None:
    Path("wrong.jsonl").write_text("{}\n")
    run(["dominoes4x4"], 0, capfd)
    wrong, right = lines(["verify", "--json", "wrong.jsonl", "solutions/dominoes4x4.jsonl"], 2, capfd)
    assert wrong == {"file": "wrong.jsonl", "valid": False, "exit": 2}
    assert right["valid"]


@pytest.mark.parametrize(
    "words",
    [
        ["-o", "-"],
        ["--format", "text"],
        ["--stats"],
        ["--explain-choice"],
        ["--run-dir", "kept", "-o", "x.jsonl"],
        ["--answers", "x.csv"],
    ],
)
def test_what_has_no_single_line_is_refused(words: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    assert lines(["run", "dominoes4x4", "--json", *words], 2, capfd) == []


QUESTIONS = {
    "count": (["--count"], 36),
    "forced": (["--forced"], [f"D@{column}{row}" for row in range(1, 5) for column in "ABCD"]),
    "impossible": (["--impossible"], []),
    "share": (["--share", "D"], {f"R{r}C{c}": 36 for r in range(1, 5) for c in range(1, 5)}),
    "kth": (["--kth", "1"], ["AABB", "CCDD", "EEFF", "GGHH"]),
    "rank": (["--rank", BOARD], 1),
    "nearest": (["--nearest", BOARD], {"differs": 0, "board": BOARD.split("/")}),
}


@pytest.fixture
def solutions(capfd: pytest.CaptureFixture[str]) -> str:
    run(["dominoes4x4", "--symmetry", "all", "-o", "all.jsonl"], 0, capfd)
    return "all.jsonl"


def test_queries(solutions: str, capfd: pytest.CaptureFixture[str]) -> None:
    words = [word for question, _ in QUESTIONS.values() for word in question]
    (answers,) = lines(["query", solutions, "--json", *words], 0, capfd)
    assert answers == {key: answer for key, (_, answer) in QUESTIONS.items()}


def test_further_queries(solutions: str, capfd: pytest.CaptureFixture[str]) -> None:
    words = ["--sample", "2", "--pairs", "--two-that-differ", "most", "--swaps", "2", "--unique-by"]
    more = ["--min", "{D@A1+B1: 1}", "--max", "{D@A1+B1: 1}", "--solutions", "-o", "again.jsonl"]
    (answers,) = lines(["query", solutions, "--json", *words, *more], 0, capfd)
    assert len(answers["sample"]) == 2
    assert answers["pairs"].keys() == {"often", "never"}
    assert answers["two_that_differ"]["differ"] == 16
    assert answers["swaps"].keys() == {"swaps", "components"}
    assert (answers["min"]["sum"], answers["max"]["sum"]) == (0, 1)
    assert answers["solutions"]["number"] == 36
    assert lines(["query", solutions, "--json"], 0, capfd) == [{"count": 36}]
    (where,) = lines(["query", solutions, "--json", "--where", "A1=B1"], 0, capfd)
    assert where == {"count": 18}


def test_every_query_has_data() -> None:
    assert query.DATA.keys() == query.ANSWERS.keys()
