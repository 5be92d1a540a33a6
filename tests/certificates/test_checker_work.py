"""No file makes the checker work for long: files that would, each refused in one line or read in little time.

The checker runs in a process whose CPU time is limited, so that a loaded machine makes no difference.
"""

from __future__ import annotations

import json
import lzma
import random
import re
import resource
import struct
import subprocess
import sys
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from tests.helpers import ROOT
from zenkai_solver.solvers.checker import checker

FOLDER = ROOT / "solvers" / "checker"
MOST_TEXT = 1 << 16
SECONDS = 20  # of CPU: some five times what the slowest takes
TOO_MUCH = "it is too much work for the size of its files"
STRANGE = "puzzle: strange\n"  # which no checker reads


def file_of(kind: str, text: str, numbers: bytes = b"", **more: Any) -> bytes:
    """A certificate, packed as well as it can be."""
    own = {"name": "a", "sha256": sha256(text.encode()).hexdigest(), "text": text}
    head = {"format": checker.FORMAT, "kind": kind, **own, **more}
    line = json.dumps(head, ensure_ascii=False, separators=(",", ":")) + "\n"
    return lzma.compress(line.encode() + numbers)


def of_model(
    model: dict[str, Any], numbers: bytes = b"", generators: Sequence[Any] = (), anchor: int = -1
) -> bytes:
    own = {"anchor": anchor, "generators": [*generators], "cuts": [], "model": model}
    return file_of("cover-tree", STRANGE, numbers, **own)


def cover(n_items: int, options: Sequence[Any], groups: Sequence[Any] = (), cells: int = 1) -> dict[str, Any]:
    """All items at most once, none must be covered."""
    kinds = {"once": [*range(n_items)], "must": [], "cells": [*range(cells)]}
    return {"n_items": n_items, **kinds, "options": options, "groups": [*groups]}


def of_clauses(model: dict[str, Any], numbers: Sequence[int]) -> bytes:
    return file_of("rup", STRANGE, struct.pack(f">{len(numbers)}i", *numbers), model=model)


def clauses(own: Sequence[Sequence[int]], most: int, once: Sequence[Sequence[int]] = ()) -> dict[str, Any]:
    return {"once": [*once], "clauses": [*own], "projection": [*range(1, most + 1)]}


def picture(size: int) -> str:
    """A nonogram with a block of one cell in each line."""
    lines = "[" + ", ".join(["[1]"] * size) + "]"
    return f"puzzle: nonogram\nrows: {lines}\ncolumns: {lines}\n"


def shapes(size: int, number: int) -> str:
    """Pieces that lie apart: as many cells to try as a text can state."""
    rng, rows = random.Random(1), []
    for _ in range(number):
        cells = {rng.randrange(size) for _ in range(size // 2)}
        rows += [
            "  - |",
            *(f"    {''.join('A' if c in cells else '.' for c in range(size))}" for _ in range(2)),
        ]
    return "puzzle: packing\nboard: 32x32\ncounts: any\npieces:\n" + "\n".join(rows) + "\n"


TEXTS = {  # what a regular expression may try in many ways
    "a head of blanks": "a:" + " " * (MOST_TEXT - 2),
    "a head of blanks, ended": "a:" + " " * (MOST_TEXT - 4) + "\n ",
    "an item of blanks": "a:\n- " + " " * (MOST_TEXT - 6) + "b",
    "a long key": "a" * MOST_TEXT,
    "long keys": ("a" * 255 + "\n") * 256,
    "a title of blanks": "title: a" + " " * (MOST_TEXT - 12) + "\n b\n",
    "words without an end": "a: " + "a " * (MOST_TEXT // 2 - 4) + ":\n",
    "a word without an end": "a: " + "a" * (MOST_TEXT - 6) + "-\n",
    "points": "a: [" + "1." * (MOST_TEXT // 2 - 4) + "\n",
    "digits": "a: " + "1" * (MOST_TEXT - 4) + "\n",
    "pairs": "expect: {" + "a: 1, " * (MOST_TEXT // 6 - 3) + "\n",
    "a drawing that ends badly": "a: |\n" + "  a\n" * (MOST_TEXT // 4 - 4) + " a\n",
    "lists in lists": "a:\n" + "".join(f"{' ' * n}- \n" for n in range(340)),
    "brackets": "a: " + "[" * (MOST_TEXT - 4) + "\n",
    "many keys": "".join(f"{chr(97 + n % 26) * (1 + n // 26)}: 1\n" for n in range(900)),
    "many sets": "puzzle: packing\nboard: 4x4\npieces: [" + "hexominoes, " * 5_000 + "hexominoes]\n",
    "a large piece": "puzzle: packing\nboard: 2x2\npieces: |\n" + ("  " + "A" * 250 + "\n") * 250,
    "large pieces": shapes(60, 450),
    "a large picture": "puzzle: nonogram\nrows: ["
    + "[], " * 8_000
    + "[]]\ncolumns: ["
    + "[], " * 8_000
    + "[]]\n",
}


BIG = 200_000
RUPS: dict[str, Callable[[], bytes]] = {
    "copies of a clause": lambda: of_clauses(clauses([[*range(1, BIG + 1)]], 0), [0, *([1, 0] * 3_000)]),
    "a clause named again": lambda: of_clauses(
        clauses([[*range(1, BIG + 1)], [-1, 2]], 0), [0, *([1, 2, 0] * 3_000)]
    ),
    "places of a long list": lambda: of_clauses(
        clauses([[1, 2]], 0, [[*range(1, BIG + 1)]]), [0, BIG + 1, *[1, 2] * 3_000, 0]
    ),
    "solutions of many variables": lambda: of_clauses(
        clauses([], BIG), [3_000, *(n for v in range(1, 3_001) for n in (v, 0))]
    ),
    "solutions of many clauses": lambda: of_clauses(
        clauses([[*range(1 + n, 400 + n), 1000] for n in range(600)], 1_000),
        [30_000, *(n for v in range(30_000) for n in (1_000, *(1 + b for b in range(15) if v >> b & 1), 0))],
    ),
    "lemmas of nothing": lambda: of_clauses(clauses([[1]], 1), [0, *([1, 0] * (1 << 22))]),
}
LONG = f"puzzle: nonogram\nrows: {[[1] * 60] * 140}\ncolumns: {[[1] * 40] * 200}\n"
ADDING = [[[0, *(11 + bit for bit in range(16) if n >> bit & 1)], [[0, 1]]] for n in range(20_000)]


def branching(depth: int) -> list[int]:
    """Cells 1 to 10 are covered or not; below each of these ways is a step of all options."""
    return [0] if depth == 10 else [depth + 1, *branching(depth + 1) * 2]


STEPS: dict[str, Callable[[], bytes]] = {
    "lines that say nothing": lambda: file_of("lines", picture(100), bytes(20 << 20)),
    "a large picture, branched": lambda: file_of(
        "lines", picture(250), b"".join(struct.pack(">H", 500 + n) for n in range(62_500))
    ),
    "long lines": lambda: file_of("lines", LONG, bytes(1 << 20)),
    "many options that add too much": lambda: of_model(
        cover(31, sorted([*ADDING, *([[n], []] for n in range(1, 11))]), [[0, 0]], 11), bytes(branching(0))
    ),
    "groups": lambda: of_model(cover(9, [], [[0, 0]] * 300_000)),
    "options": lambda: of_model(
        cover(9_999, [[[a, b], []] for a in range(4) for b in range(4, 9_999)], cells=9_999)
    ),
    "generators": lambda: of_model(
        cover(300, [[[n], []] for n in range(300)], cells=300), generators=[[[*range(300)], []]] * 3_000
    ),
    "a large group": lambda: of_model(
        cover(30, [[[n], []] for n in range(30)], cells=30),
        generators=[[[1, 0, *range(2, 30)], []], [[*range(1, 30), 0], []]],
    ),
    "a formula of many clauses": lambda: file_of("rup", LONG, bytes(8)),
}
FILES = {**RUPS, **STEPS}
BOUNDS = {  # what else they are refused for
    "groups": "0 options, 300,000 groups are too large",
    "options": "39,980 options, 0 groups are too large",
    "generators": "3,000 generators; at most 64",
    "a large group": "too large a group",
    "a formula of many clauses": "its lines make up to",
}


def limited(path: Path) -> subprocess.CompletedProcess[str]:
    """In at most SECONDS of CPU and 2 GB."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))

    return subprocess.run(
        [sys.executable, "-I", str(FOLDER / "checker.py"), str(path)],
        preexec_fn=limit,
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize("name", [*RUPS, *STEPS])
@pytest.mark.broad
def test_files_that_make_work_are_refused_in_one_line(name: str, tmp_path: Path) -> None:
    path = tmp_path / "a.cert"
    path.write_bytes(FILES[name]())
    assert path.stat().st_size < 100_000
    done = limited(path)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1), done
    assert re.search(BOUNDS.get(name, TOO_MUCH), done.stderr), done


@pytest.mark.parametrize("name", [*RUPS, *STEPS])
def test_the_work_of_such_files_is_counted(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With less of it allowed, they are refused for the same reason, and sooner."""
    monkeypatch.setattr(checker, "WORK", 1 << 18)
    monkeypatch.setattr(checker, "EACH", 0)
    path = tmp_path / "a.cert"
    path.write_bytes(FILES[name]())
    assert checker.main([str(path)]) == 1
    assert re.search(BOUNDS.get(name, TOO_MUCH), capsys.readouterr().err)


@pytest.mark.parametrize("name", TEXTS)
def test_texts_are_read_in_little_time(name: str, tmp_path: Path) -> None:
    path = tmp_path / "a.cert"
    path.write_bytes(file_of("cover-dag", TEXTS[name], anchor=-1))
    assert MOST_TEXT // 4 < len(TEXTS[name]) <= MOST_TEXT
    done = limited(path)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1), done
