"""`verify` has teeth: every kind of damage to a solutions file is named with its line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.helpers import INSTANCES
from zenkai_solver.solvers import run, verify
from zenkai_solver.solvers.verify import DistinctHashes

Lines = list[dict[str, Any]]


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Lines:
    out = tmp_path_factory.mktemp("good") / "d.jsonl"
    assert run.main([str(INSTANCES / "sizes123.yaml"), "-o", str(out), "--quiet"]) == 0
    return [json.loads(line) for line in out.read_text().splitlines()]


def swap_rows(lines: Lines) -> None:
    lines[2]["board"].reverse()


def repeat(lines: Lines) -> None:
    lines[3] = {**lines[2], "n": 3}


def drop(lines: Lines) -> None:
    del lines[6]


DAMAGE: dict[str, tuple[Callable[[Lines], object], str]] = {
    "format": (lambda x: x[0].update(format="other"), ":1: not a solutions file"),
    "no instance": (lambda x: x[0].pop("text"), ":1: the header has no instance"),
    "instance text": (lambda x: x[0].update(text=x[0]["text"] + "#"), "sha256"),
    "instance invalid": (lambda x: x[0].update(text="puzzle: no"), ":1: the header's instance"),
    "group order": (lambda x: x[0].update(symmetry={"mode": "orbits", "order": 2}), "order 2, but it is 8"),
    "mode": (lambda x: x[0].update(symmetry={"mode": "some", "order": 8}), "no symmetry mode"),
    "broken board": (lambda x: x[2].update(board=["III", "III", "III"]), ":3: "),
    "no board": (lambda x: x[2].pop("board"), ":3: `board` is not a list of rows"),
    "board of numbers": (lambda x: x[2].update(board=[1, 2]), ":3: `board` is not a list of rows"),
    "number": (lambda x: x[2].update(n=7), ":3: solution 7 after solution 1"),
    "orbit": (lambda x: x[2].update(orbit=3), ":3: orbit 3, but it is 8"),
    "not the representative": (swap_rows, ":3: not the representative"),
    "twice": (repeat, "stands there twice"),
    "one missing": (drop, "footer: count 6, but the file has 5"),
    "count": (lambda x: x[-1].update(count=7), "footer: count 7, but the file has 6"),
    "all": (lambda x: x[-1].update(all=7), "footer: all 7, but the file has 48"),
    "digest": (lambda x: x[-1].update(digest="0" * 32), "footer: digest"),
    "reason": (lambda x: x[-1].update(reason="x"), "contradict"),
    "after the footer": (lambda x: x.append(x[1]), ":9: a line after the footer"),
}


@pytest.mark.parametrize(("damage", "message"), DAMAGE.values(), ids=DAMAGE.keys())
def test_damage_is_named(
    damage: Callable[[Lines], object],
    message: str,
    good: Lines,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = json.loads(json.dumps(good))
    damage(lines)
    path = tmp_path / "bad.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert verify.main([str(path)]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_cut_line(good: Lines, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "".join(json.dumps(line) + "\n" for line in good)
    path = tmp_path / "cut.jsonl"
    path.write_text(text[: text.rindex('"orbit"')])
    assert verify.main([str(path)]) == 2
    assert ":7: not a whole line" in capsys.readouterr().err


def test_not_json(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text("[" * 100_000)
    assert verify.main([str(path)]) == 2
    assert verify.main([str(tmp_path / "missing")]) == 2


def test_distinctness_beyond_memory(tmp_path: Path) -> None:
    hashes = DistinctHashes(tmp_path, spill_at=100)
    for number in range(1000):
        hashes.add(hash((number, 1)) * 0x9E3779B97F4A7C15F39CC0605CEDC835)
    assert not hashes.repeated()
    hashes.add(hash((500, 1)) * 0x9E3779B97F4A7C15F39CC0605CEDC835)
    assert hashes.repeated()
