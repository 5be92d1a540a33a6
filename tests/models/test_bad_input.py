"""Bad input: one line with file, line and reason, exit code 2, no traceback."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tests.helpers import ROOT
from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.parsing import LOADERS, parse_yaml
from zenkai_solver.solvers.commands.run import main

GOOD = "puzzle: packing\nboard: 3x20\npieces: pentominoes\n"
BOMB = "a: &a [x, x, x]\nb: &b [*a, *a, *a]\nc: &c [*b, *b, *b]\nd: [*c, *c, *c]\n"

CASES = {
    "misspelt key": (
        "puzzle: packing\nbord: 3x20\npieces: pentominoes\n",
        2,
        'bord: unknown key; did you mean "board"',
    ),
    "misspelt common key": (GOOD + "symetry: all\n", 4, "symetry: unknown key"),
    "unknown family": ("puzzle: pakking\n", 1, 'did you mean "packing"'),
    "missing key": ("puzzle: packing\npieces: pentominoes\n", 1, "the key `board` is missing"),
    "not rectangular": (
        "puzzle: packing\nboard: |\n  #####\n  ####\n  #####\npieces: pentominoes\n",
        4,
        "board: not rectangular: row 2 has 4 characters, row 1 has 5",
    ),
    "strange character": ("puzzle: packing\nboard: |\n  ###\n  #?#\npieces: dominoes\n", 4, "'?' in row 2"),
    "board is no board": (
        "puzzle: packing\nboard: big\npieces: dominoes\n",
        2,
        "neither a size such as 6x10",
    ),
    "board of a wrong type": ("puzzle: packing\nboard: 12\npieces: dominoes\n", 2, "board: 12 is not text"),
    "empty board": ("puzzle: packing\nboard: |\n  ...\n  ...\npieces: dominoes\n", 3, "board: no cells"),
    "board too large": (
        "puzzle: packing\nboard: 65x3\npieces: dominoes\n",
        2,
        "at most 64x64 and 1,024 cells",
    ),
    "too many cells": ("puzzle: packing\nboard: 33x32\npieces: dominoes\n", 2, "1,056 cells; at most"),
    "too many placements": (
        "puzzle: packing\nboard: 32x32\npieces: fixed hexominoes\ncounts: any\n",
        3,
        "placements; at most 200,000",
    ),
    "unknown set": ("puzzle: packing\nboard: 3x20\npieces: pentominos\n", 3, 'did you mean "pentominoes"'),
    "unknown kind": (
        "puzzle: packing\nboard: 3x20\npieces: onesided pentominoes\n",
        3,
        "one-sided pentominoes",
    ),
    "piece given twice by letter": (
        "puzzle: packing\nboard: 3x4\npieces: |\n  AA.BB\n  ...\n  AA.B.\n",
        6,
        "pieces: piece A is given twice",
    ),
    "piece given twice by shape": (
        "puzzle: packing\nboard: 2x3\npieces: |\n  AA.BB\n  A...B\n",
        4,
        "piece B is given twice: it is the same shape as A",
    ),
    "set given twice": (
        "puzzle: packing\nboard: 2x2\npieces: [dominoes, dominoes]\n",
        3,
        "is given twice",
    ),
    "one-sided with flips": (
        "puzzle: packing\nboard: 3x30\npieces: one-sided pentominoes\nflips: true\n",
        3,
        "piece f is given twice: it is the same shape as F",
    ),
    "areas that cannot match": (
        "puzzle: packing\nboard: 7x9\npieces: pentominoes\n",
        2,
        "63 cells, but the pieces cover 60",
    ),
    "pieces too large": (
        "puzzle: packing\nboard: 7x7\npieces: pentominoes\nfill: partial\n",
        3,
        "the pieces cover at least 60 cells, but the board has 49",
    ),
    "no sum fits": (
        "puzzle: packing\nboard: 3x3\npieces: dominoes\ncounts: any\n",
        2,
        "cannot cover exactly 9",
    ),
    "count of an unknown piece": (GOOD + "counts: {Q: 2}\n", 4, "counts.Q: unknown key"),
    "count that is no count": (GOOD + "counts: many\n", 4, "write 2, 0..3, 1.. or any"),
    "empty range": (GOOD + "counts: 3..1\n", 4, "an empty range"),
    "all counts zero": (GOOD + "counts: 0\n", 4, "every piece has the number 0"),
    "flag that is no flag": (GOOD + "flips: maybe\n", 4, "flips: 'maybe' is not true or false"),
    "unknown fill": (GOOD + "fill: parshal\n", 4, 'did you mean "partial"'),
    "fixed piece of the wrong shape": (
        "puzzle: packing\nboard: 2x3\npieces: trominoes\nfixed: |\n  II.\n  ...\n",
        5,
        "are not that piece",
    ),
    "fixed piece off the board": (
        "puzzle: packing\nboard: |\n  ###\n  ##.\n  #..\npieces: trominoes\nfixed: |\n  ...\n  ..V\n  ...\n",
        9,
        "outside the board",
    ),
    "fixed piece unknown": (
        "puzzle: packing\nboard: 2x3\npieces: trominoes\nfixed: |\n  ...\n  QQQ\n",
        6,
        'unknown piece "Q"',
    ),
    "fixed rows missing": (
        "puzzle: packing\nboard: 2x3\npieces: trominoes\nfixed: III\n",
        4,
        "1 row, but the board has 2",
    ),
    "fixed twice on a cell": (
        "puzzle: packing\nboard: 2x3\npieces: trominoes\ncounts: any\nfixed:\n  - |\n    III\n    ...\n  - |\n    III\n    ...\n",
        6,
        "two pieces lie on row 1, column 1",
    ),
    "fixed too often": (
        "puzzle: packing\nboard: 2x3\npieces: trominoes\ncounts: 0..1\nfixed: |\n  III\n  III\n",
        6,
        "lies there|are not that piece",
    ),
    "wrong expectation": (GOOD + "expect: {count: few}\n", 4, "is not a number of solutions"),
    "unknown expectation": (GOOD + "expect: {number: 2}\n", 4, "expect.number: unknown key"),
    "key given twice": (GOOD + "board: 4x15\n", 4, "board: given twice"),
    "yaml bomb": (BOMB, 1, "anchors and aliases"),
    "deeply nested": ("a: " + "[" * 5000 + "\n", 1, "nested deeper"),
    "not yaml": ("puzzle: [packing\nboard: 3x20\n", 2, "not YAML"),
    "a list": ("- puzzle\n- packing\n", 1, "a YAML mapping"),
    "nothing": ("", 1, "a YAML mapping"),
    "two documents": (
        "puzzle: packing\n---\npuzzle: packing\n",
        1,
        "several YAML documents; one is expected",
    ),
    "a tag": ("puzzle: !!python/object/apply:os.system [ls]\n", 1, ""),
    "an impossible date": ("puzzle: 2020-99-99\n", 1, ""),
    "control characters": ("puzzle: \x00\n", 1, "not YAML"),
    "an empty int": (GOOD + 'flips: !!int ""\n', 4, "'' is not of type int"),
    "an int of a sign": (GOOD + 'flips: !!int "-"\n', 4, "not of type int|cannot be read"),
    "an empty float": (GOOD + 'flips: !!float "_"\n', 4, "not of type float|cannot be read"),
    "a bool that is no bool": (GOOD + "flips: !!bool x\n", 4, "'x' is not of type bool"),
    "a time that is no time": (GOOD + "flips: !!timestamp x\n", 4, "'x' is not of type timestamp"),
    "a hexadecimal bomb": (GOOD + f"counts: 0x{'f' * 5000}\n", 4, "a number of more than 1,000 digits"),
    "a binary bomb": (GOOD + f"title: 0b{'1' * 20000}\n", 4, "a number of more than 1,000 digits"),
    "a sexagesimal bomb": (GOOD + f"counts: 1{':0' * 2600}\n", 4, "a number of more than 1,000 digits"),
    "an expectation that is a bomb": (
        GOOD + f"expect: {{count: 0x{'f' * 5000}}}\n",
        4,
        "a number of more than 1,000 digits",
    ),
    "a file name with NUL": (
        'puzzle: nonogram\nfile: "a\\0b.non"\n',
        2,
        "'a\\x00b.non' is not the name of a file",
    ),
}


def run(path: Path, capsys: pytest.CaptureFixture[str], *more: str) -> tuple[int, str]:
    code = main([str(path), *more])
    captured = capsys.readouterr()
    return code, captured.err


@pytest.mark.parametrize(("text", "line", "reason"), CASES.values(), ids=CASES.keys())
def test_bad_instance(
    text: str, line: int, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text(text)
    code, error = run(path, capsys)
    assert code == 2
    assert error.count("\n") == 1, "one line"
    assert error.startswith(f"zenkai: {path}:{line}: ")
    assert any(part in error for part in reason.split("|")), error


def outcome(text: str, loaders: Sequence[Any]) -> tuple[Any, ...]:
    """What comes of the text with these YAML loaders: the data and its lines, or the complaint."""
    try:
        document = parse_yaml(text, loaders)
        return repr(document.data), document.lines
    except InstanceError as error:
        return str(error), error.line


def texts() -> Iterator[str]:
    """Every case of this file and every instance, each as it is and with a few characters changed."""
    rng = random.Random(1)
    whole = [text for text, _, _ in CASES.values()]
    whole += ["board: |#\n  ##\n", "board: >-#c\n  ##\n"]
    whole += [
        path.read_text(encoding="utf-8")[:3_000] for path in sorted((ROOT / "instances").rglob("*.yaml"))
    ]
    marks = [
        *"abc019 \t\n\r\0#&*!|>'\"%@`{}[],:-?.~\\=_",
        "\ufeff",
        "\x85",
        "\u2028",
        "é",
        "\n---\n",
    ]
    short = 'a: b\nc: "d"\ne: |\n  f\ng: [h, i]\n'
    for mark in "\t?!\x85\u2028\u2029\ufeff#":  # where the two differ most: at every place
        yield from (short[:at] + mark + short[at:] for at in range(len(short) + 1))
    for text in whole:
        yield text
        for _ in range(2):
            at = rng.randrange(len(text) + 1)
            yield text[:at] + rng.choice(marks) + text[at + rng.randrange(3) :]


@pytest.mark.skipif(len(LOADERS) < 2, reason="PyYAML has no libyaml here")
@pytest.mark.parametrize("step", [3, pytest.param(1, marks=pytest.mark.broad)])
def test_both_yaml_loaders_say_the_same(step: int) -> None:
    """With libyaml first, and PyYAML's own parser alone: equal data and lines, or equal complaints."""
    good, bad, differing = 0, 0, []
    for text in islice(texts(), 0, None, step):
        wanted, seen = outcome(text, LOADERS[1:]), outcome(text, LOADERS)
        good += isinstance(wanted[1], dict)
        bad += not isinstance(wanted[1], dict)
        differing += [(text, wanted, seen)] if wanted != seen else []
    assert not differing
    assert good > 300 / step
    assert bad > 200 / step


def test_missing_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "nowhere.yaml"
    code, error = run(path, capsys)
    assert (code, error) == (2, f"zenkai: {path}: cannot read: No such file or directory\n")


def test_folder_instead_of_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, error = run(tmp_path, capsys)
    assert code == 2
    assert "a folder, not an instance" in error


def test_file_too_large(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "large.yaml"
    path.write_text("# " + "x" * (1 << 20))
    code, error = run(path, capsys)
    assert code == 2
    assert "larger than 1,048,576 bytes" in error


def test_not_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "binary.yaml"
    path.write_bytes(b"puzzle: \xff\xfe")
    code, error = run(path, capsys)
    assert code == 2
    assert "not UTF-8" in error


def test_unwritable_output(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "good.yaml"
    path.write_text(GOOD)
    (tmp_path / "file").write_text("")
    code, error = run(path, capsys, "-o", str(tmp_path / "file" / "out.jsonl"))
    assert code == 2
    assert error.count("\n") == 1
    assert "cannot write" in error


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_full_disk(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "good.yaml"
    path.write_text(GOOD)
    code, error = run(path, capsys, "-o", os.devnull.replace("null", "full"))
    assert code == 2
    assert "cannot write: No space left" in error


@pytest.mark.parametrize(
    "words",
    [
        ["--limit", "0"],
        ["--limit", "x"],
        ["--time-limit", "-1"],
        ["--time-limit", "nan"],
        ["--backend", "no"],
        ["--what"],
    ],
)
def test_bad_usage(words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main([str(tmp_path / "x.yaml"), *words])
    assert caught.value.code == 2
    error = capsys.readouterr().err
    assert error.startswith("zenkai run: ")
    assert words[0] in error
    assert error.count("\n") == 1


def test_unknown_sat_solver(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "good.yaml"
    path.write_text(GOOD)
    code, error = run(path, capsys, "--backend", "sat", "--sat-solver", "nosuch")
    assert code == 2
    assert 'SAT solver "nosuch" is not known; known: cadical103' in error


def test_a_sat_solver_is_not_of_other_engines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "good.yaml"
    path.write_text("puzzle: packing\nboard: 2x3\npieces: dominoes\ncounts: 3\n")
    said = "zenkai: --sat-solver is of backend sat, not cpsat: --backend sat, or leave it out\n"
    for more in ((), ("--answers", "-")):
        code, error = run(path, capsys, "--backend", "cpsat", "--sat-solver", "cadical195", *more)
        assert (code, error) == (2, said)
    code, _ = run(path, capsys, "--backend", "cpsat", "--cross-check", "sat", "--sat-solver", "minisat22")
    assert code == 0


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
@pytest.mark.parametrize("name", ["pipe.yaml", "pipe.sdm", "pipe.non"])
def test_a_pipe_without_writer(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(tmp_path / name)
    code, error = run(tmp_path / name, capsys)
    assert (code, error) == (2, f"zenkai: {tmp_path / name}: cannot read: not a regular file\n")


@pytest.mark.skipif(os.name != "posix", reason="file names of bytes")
@pytest.mark.parametrize("more", [[], ["--run-dir", "kept", "--workers", "1"]])
def test_a_file_name_that_is_not_utf8(
    more: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    path = Path(os.fsdecode(b"\xff\n.yaml"))
    path.write_text("puzzle: packing\nboard: 2x3\npieces: dominoes\ncounts: 3\n")
    assert main([str(path), "--symmetry", "all", "-o", "out.jsonl", *more]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    assert all(line.startswith((r"\xff\n: ", "out.jsonl: ")) for line in captured.out.splitlines())
    assert main([str(path), "--quiet"]) == 0
    assert (tmp_path / "solutions" / "\\xff\n.jsonl").exists()
