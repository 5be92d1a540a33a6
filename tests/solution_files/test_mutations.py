"""Inputs with random damage, in every format: exit code 0, 2 or 3 (1: another number than expected), one line.

The seeds are fixed; `slow` has many more.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import numba  # noqa: F401 - as a whole: a time limit that ends a run while it is imported spoils it for good
import pytest

from tests.helpers import INSTANCES
from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.formats.lzstring import packed
from zenkai_solver.models.formats.nonograms import endings, write
from zenkai_solver.models.genres.table import GENRES
from zenkai_solver.models.loading import FAMILIES, load
from zenkai_solver.solvers.commands import run, show, verify
from zenkai_solver.solvers.commands.export import text

QUICK, MANY = 25, 2_000  # mutations of each input
SIZE = 3_000  # bytes of an input
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SDK = "\n".join(EASY[i : i + 9] for i in range(0, 81, 9))
WORDS = (
    *(
        b"",
        b" ",
        b"\n",
        b"\r",
        b"\t",
        b"\0",
        b"\x1b[2J",
        b"\xff",
        "é".encode(),
        "全".encode(),
        b"\xed\xa0\x80",
    ),
    *(
        b"0",
        b"-1",
        b"99999999999999999999",
        b"0x" + b"f" * 5000,
        b"1:0:0",
        b"1e999",
        b".nan",
        b"~",
        b"[]",
        b"{}",
    ),
    *(
        b"!!int ",
        b"!!binary ",
        b"!!timestamp ",
        b"&a ",
        b"*a",
        b"? ",
        b"- ",
        b": ",
        b"|",
        b">",
        b"'",
        b'"',
        b"#",
    ),
    *(
        b"board: ",
        b"puzzle: nonogram\n",
        b"file: x.non\n",
        b"<",
        b"&lt;",
        b"]]>",
        b"\\ud800",
        b"\\",
        b"=",
        b"R1C1",
    ),
)


def nonogram_inputs() -> Iterator[tuple[str, bytes]]:
    """A small nonogram in every format that is read; of several inks where the format has inks."""
    for name in ("nonogram/permutations4", "nonogram/touching"):
        path = INSTANCES / f"{name}.yaml"
        for ending in endings("nonogram"):
            with suppress(InstanceError):  # the format has no inks
                yield f"x.{ending}", write(load(path).puzzle.sheet, ending).encode()  # type: ignore[attr-defined]


def inputs() -> Iterator[tuple[str, bytes]]:
    """File name and contents."""
    for path in sorted(INSTANCES.rglob("*.yaml")):
        if path.stat().st_size < SIZE:
            yield f"{path.parent.name}-{path.name}", path.read_bytes()
    yield from (("x.sdk", SDK.encode()), ("x.ss", SDK.encode()), ("x.sdm", f"{EASY}\n{EASY}\n".encode()))
    yield from nonogram_inputs()
    yield from formula_inputs()
    for name, to in (
        ("sudoku/thermo", "fpuzzles"),
        ("sudoku/killer", "tatham"),
        ("nonogram/domino3", "tatham"),
    ):
        yield f"{name.partition('/')[2]}.link", text(load(INSTANCES / f"{name}.yaml"), to).encode()
    yield (
        "scl.link",
        b"scl" + packed("{ce:[[{v:1},,,],[,,,],[,,,],[,,,{v:2}]],ca:[{ce:[[0,1],[0,2]],v:'5'}]}").encode(),
    )
    yield "pzpr.link", b"pzprv3/sudoku/4/. 1 . . /. . . 2 /3 . . . /. . 3 . /"


def formula_inputs() -> Iterator[tuple[str, bytes]]:
    """Small formulas in every format."""
    for to, ending in (("dimacs", "cnf"), ("opb", "opb"), ("dlx", "dlx")):
        yield f"x.{ending}", text(load(INSTANCES / "t-partial.yaml"), to).encode()


def mutated(data: bytes, rng: random.Random) -> bytes:
    """One to four changes: bytes and pieces altered, removed, doubled, moved, replaced by telling words."""
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        i, j = sorted((rng.randrange(len(data) + 1), rng.randrange(len(data) + 1)))
        j = min(j, i + rng.choice((0, 1, 1, 5, 40)))
        data = rng.choice(
            (
                data[:i] + bytes([rng.randrange(256)]) + data[i + 1 :],
                data[:i] + data[j:],
                data[:j] + data[i:],
                data[:i] + data[i:j] * rng.choice((2, 30)) + data[j:],
                data[:i] + rng.choice(WORDS) + data[j:],
                data[:i],
                data[i:] + data[:i],
            )
        )
    return data


def hold(name: str, data: bytes, number: int, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rng = random.Random(f"{name} {len(data)}")
    for _ in range(number):
        text = mutated(data, rng)
        (folder / name).write_bytes(text)
        words = [str(folder / name), "--count", "--time-limit", "0.05", "--quiet", "--workers", "1"]
        told(text, run.main(words), (0, 1, 2, 3), capsys)


def told(text: bytes, code: int, codes: tuple[int, ...], capsys: pytest.CaptureFixture[str]) -> None:
    error = capsys.readouterr().err
    assert code in codes, (text, error)
    assert error.count("\n") == (code in (1, 2) or "cut short" in error), (code, text, error)
    assert error.removesuffix("\n").isprintable(), (text, error)
    assert code != 1 or "expected" in error, (text, error)


SAMPLES = list(inputs())


def every(number: int) -> list[tuple[str, bytes]]:
    """All inputs in formats of others, and so many YAML files of each family."""
    chosen = [(name, data) for name, data in SAMPLES if not name.endswith(".yaml")]
    for family in (*FAMILIES, *GENRES):
        own = [(name, data) for name, data in SAMPLES if f"puzzle: {family}".encode() in data]
        chosen += random.Random(1).sample(own, min(number, len(own)))
    return chosen


@pytest.mark.parametrize(
    ("name", "data"), every(3), ids=lambda value: value if isinstance(value, str) else ""
)
def test_damaged_inputs(name: str, data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hold(name, data, QUICK, tmp_path, capsys)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "data"), every(999), ids=lambda value: value if isinstance(value, str) else ""
)
def test_many_damaged_inputs(
    name: str, data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hold(name, data, MANY, tmp_path, capsys)


def solutions(folder: Path) -> dict[str, bytes]:
    """A solutions file, and the files of a set."""
    source = str(INSTANCES / "sizes123.yaml")
    assert run.main([source, "-o", str(folder / "a.jsonl"), "--quiet"]) == 0
    more = ["--max-solutions-per-file", "3"]
    assert run.main([source, "-o", str(folder / "s.jsonl"), "--quiet", *more]) == 0
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def hold_solutions(number: int, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole, rng = solutions(folder), random.Random(7)
    for _ in range(number):
        name = rng.choice(sorted(whole))
        text = mutated(whole[name], rng)
        (folder / name).write_bytes(text)
        asked = folder / ("a.jsonl" if name == "a.jsonl" else "s.index.json")
        told(text, verify.main([str(asked)]), (0, 2, 3), capsys)
        told(text, show.main([str(asked), "2"]), (0, 2), capsys)
        (folder / name).write_bytes(whole[name])


def test_damaged_solutions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hold_solutions(3 * QUICK, tmp_path, capsys)


@pytest.mark.slow
def test_many_damaged_solutions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hold_solutions(5 * MANY, tmp_path, capsys)
