"""`verify` has teeth: every kind of damage to a solutions file is named with its line."""

from __future__ import annotations

import hashlib
import json
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.helpers import INSTANCES
from zenkai_solver.solvers.commands import run, verify
from zenkai_solver.solvers.core import rechecking
from zenkai_solver.solvers.core.rechecking import DistinctHashes
from zenkai_solver.solvers.solution_files.results import ResultsError

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
    "group order": (lambda x: x[0].update(symmetry={"mode": "orbits", "order": 2}), "order 2, but it has 8"),
    "reflections": (
        lambda x: x[0].update(symmetry={"mode": "orbits", "order": 8, "reflections": False}),
        ":1: the header's group is another",
    ),
    "mode": (lambda x: x[0].update(symmetry={"mode": "some", "order": 8}), "the header: `symmetry` is"),
    "broken board": (lambda x: x[2].update(board=["III", "III", "III"]), ":3: "),
    "no board": (lambda x: x[2].pop("board"), ":3: `board` is not a list of rows"),
    "board of numbers": (lambda x: x[2].update(board=[1, 2]), ":3: `board` is not a list of rows"),
    "number": (lambda x: x[2].update(n=7), ":3: solution 7 after solution 1"),
    "orbit": (lambda x: x[2].update(orbit=3), ":3: orbit 3, but it is 8"),
    "not the representative": (swap_rows, ":3: not the representative"),
    "twice": (repeat, "contains a solution twice"),
    "one missing": (drop, "footer: count 6, but the file has 5"),
    "count": (lambda x: x[-1].update(count=7), "footer: count 7, but the file has 6"),
    "all": (lambda x: x[-1].update(all=7), "footer: all 7, but the file has 48"),
    "digest": (lambda x: x[-1].update(digest="0" * 32), "footer: digest"),
    "reason": (lambda x: x[-1].update(reason="x"), "contradict"),
    "half a character": (
        lambda x: x[2].update(board=["\ud800II"]),
        ":3: `board` has half of a surrogate pair",
    ),
    "half a character in the text": (lambda x: x[0].update(text="\udfff"), ":1: the header's instance"),
    "a text too long": (lambda x: x[0].update(text="# " + "x" * (1 << 20)), ":1: the header's instance"),
    "a number that is no integer": (lambda x: x[2].update(n=2.0), ":3: solution 2.0 after solution 1"),
    "a bomb for a number": (lambda x: x[2].update(n=["x" * 9] * 9999), ":3: solution ['xxx"),
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
    assert verify.main([str(path)]) == 3
    assert "every line checked: 5 up to symmetry, " in (said := capsys.readouterr().out)
    assert "incomplete (no footer" in said
    path.write_text(text.replace('"orbit"', '"orbit', 1))
    assert verify.main([str(path)]) == 2
    assert ":2: not a whole line" in capsys.readouterr().err


def test_not_json(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text("[" * 100_000)
    assert verify.main([str(path)]) == 2
    assert verify.main([str(tmp_path / "missing")]) == 2


@pytest.mark.parametrize("most", [100, 10_000])
def test_distinctness_in_memory_and_beyond(most: int, tmp_path: Path) -> None:
    hashes = DistinctHashes(tmp_path, spill_at=most)
    for number in range(1000):
        hashes.add(hash((number, 1)) * 0x9E3779B97F4A7C15F39CC0605CEDC835)
    assert not hashes.repeated()
    hashes.add(hash((500, 1)) * 0x9E3779B97F4A7C15F39CC0605CEDC835)
    assert hashes.repeated()


# ---- what it says, and what it holds


def test_what_it_knows_and_what_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file whose header was changed with its hash, and whose footer agrees, is complete according to its footer only."""
    source, out = INSTANCES / "sizes123.yaml", tmp_path / "d.jsonl"
    assert run.main([str(source), "-o", str(out), "--quiet"]) == 0
    assert verify.main([str(out)]) == 0
    said = capsys.readouterr().out
    assert (
        "every line checked: 6 up to symmetry, 48 in all; complete according to its footer, not proved; as many"
        in said
    )
    assert "proved; as many as the instance in its header expects; digest " in said
    assert verify.main([str(out), "--instance", str(source)]) == 0
    assert f"not proved; as many as {source} expects; digest" in capsys.readouterr().out
    forge(out)
    assert verify.main([str(out)]) == 0
    assert (
        ": 0 up to symmetry, 0 in all; complete according to its footer, not proved; digest"
        in capsys.readouterr().out
    )
    assert verify.main([str(out), "--instance", str(source)]) == 2
    error = capsys.readouterr().err
    assert error == f"zenkai: {out}:1: the instance in the header is not that of {source}\n"


def forge(path: Path) -> None:
    """Take out the solutions and the numbers that are expected; make hash and footer fit."""
    head, *_, end = (json.loads(line) for line in path.read_text().splitlines())
    text = "".join(line + "\n" for line in head["text"].splitlines() if not line.startswith("expect"))
    assert text != head["text"]
    head |= {"text": text, "sha256": hashlib.sha256(text.encode()).hexdigest()}
    end |= {"count": 0, "all": 0, "digest": "0" * 32}
    path.write_text("".join(json.dumps(value) + "\n" for value in (head, end)))


def test_the_instance_with_a_switch(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, out = tmp_path / "s.yaml", tmp_path / "s.jsonl"
    source.write_text("puzzle: sudoku\nsize: 4x4\nbox: 2x2\ngrid: |\n  12..\n  ....\n  ....\n  ....\n")
    assert run.main([str(source), "--lenient", "-o", str(out), "--quiet"]) == 0
    assert verify.main([str(out), "--instance", str(source)]) == 0
    assert verify.main([str(out), "--instance", str(source.with_name("none.yaml"))]) == 2
    source.write_text(source.read_text().replace("12..", "1..."))
    assert verify.main([str(out), "--instance", str(source)]) == 2
    assert capsys.readouterr().err.count("\n") == 2


def test_lines_of_anything_are_not_held(good: Lines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault in the second line, and then lines full of things that nobody asked for."""
    monkeypatch.setattr(rechecking, "HELD", 1 << 21)
    path = tmp_path / "bomb.jsonl"
    row = json.dumps({"n": 0, "board": ["x" * 30_000], "orbit": 1, "x": [[]] * 1_000}).partition("0")
    path.write_text(f"{json.dumps(good[0])}\n" + "".join(f"{row[0]}{n}{row[2]}\n" for n in range(1, 300)))
    tracemalloc.start()
    with pytest.raises(ResultsError, match=r":2: "):
        verify.verify(path)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 3 * rechecking.HELD < 300 * 30_000


EVIL = "x); complete; digest 0\nevil.jsonl: every line checked\x1b[2J\u202e"


def test_a_file_cannot_speak_for_us(good: Lines, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "d.jsonl"
    end = good[-1] | {"complete": False, "reason": EVIL}
    path.write_text("".join(json.dumps(value) + "\n" for value in (*good[:-1], end)))
    assert verify.main([str(path)]) == 3
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    assert out.rstrip("\n").isprintable()
    assert r"\nevil.jsonl: every line checked\x1b[2J\u202e" in out
    source = tmp_path / "a\n\x1b[31mb.yaml"
    source.write_text('puzzle: packing\nsymmetry: "\\e[2J\\n"\nboard: 2x2\npieces: dominoes\n')
    assert run.main([str(source)]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert error.rstrip("\n").isprintable()
