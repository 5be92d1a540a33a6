"""Files that zenkai keeps, with random damage: no traceback, no hang, one line, and nothing wrong accepted.

Bytes, lines, values and types of JSON, numbers of packed bodies and rows of ledgers are changed. What is
accepted says the same as before of solutions and totals. The seeds are fixed; `slow` has 2,000 of each kind.
"""

from __future__ import annotations

import json
import lzma
import random
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import zenkai_solver as zenkai
from tests.helpers import INSTANCES
from tests.solution_files.test_mutations import mutated
from zenkai_solver.solvers.cli import main
from zenkai_solver.solvers.cubes.ledger import seal
from zenkai_solver.solvers.sets.files import read_set
from zenkai_solver.solvers.solution_files.results import ResultsError

QUICK, MANY = 30, 2_000
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 36, 4.0, 1e999, float("nan"), 10**30, "", "36", "\ud800", [], [[]], {}),
    *({"mode": "all"}, ["verified"], "certified", "0" * 32, "stopped", "sudoku", "../x", "x" * 5_000),
)
Mutate = Callable[[bytes, random.Random], bytes]


# ---- what is changed


def lines_changed(data: bytes, rng: random.Random) -> bytes:
    """Dropped, doubled, swapped, moved to the end."""
    lines = data.splitlines(keepends=True)
    i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(4):
        case 0:
            del lines[i]
        case 1:
            lines.insert(i, lines[j])
        case 2:
            lines[i], lines[j] = lines[j], lines[i]
        case _:
            lines.append(lines.pop(i))
    return b"".join(lines)


def values_changed(data: bytes, rng: random.Random) -> bytes:
    """One value of a line of JSON is another, or gone, or has another name."""
    lines = data.splitlines(keepends=True)
    i = rng.choice((0, len(lines) - 1, rng.randrange(len(lines))))
    with_values = json.loads(lines[i]) if lines[i].startswith(b"{") and lines[i].endswith(b"}\n") else None
    if not isinstance(with_values, dict):
        return mutated(data, rng)
    change(with_values, rng)
    lines[i] = json.dumps(with_values).encode() + b"\n"
    return b"".join(lines)


def change(value: dict[str, Any], rng: random.Random) -> None:
    key = rng.choice(sorted(value))
    own = value[key]
    inner = own if isinstance(own, dict) else own[0] if isinstance(own, list) and own else None
    if isinstance(inner, dict) and inner and rng.random() < 0.6:
        change(inner, rng)
        return
    if rng.random() < 0.2:
        value["more" + key] = value.pop(key)
    elif type(own) is int and rng.random() < 0.5:
        value[key] = own + rng.choice((-1, 1, 0.0, 1 << 40))
    else:
        value[key] = rng.choice(VALUES)


def document_changed(data: bytes, rng: random.Random) -> bytes:
    """The same of a file that is one JSON document."""
    value = json.loads(data)
    change(rng.choice((value, rng.choice(value["parts"]))), rng)
    return json.dumps(value).encode()


def numbers_changed(data: bytes, rng: random.Random) -> bytes:
    """The packed numbers of a compiled set, and now and then the count that its header states."""
    head, _, packed = data.partition(b"\n")
    body = np.frombuffer(lzma.decompress(packed), "<i4").copy()
    for _ in range(rng.choice((1, 2, 3))):
        i, j = rng.randrange(len(body)), rng.randrange(len(body))
        match rng.randrange(3):
            case 0:
                body[i] += rng.choice((-1, 1))
            case 1:
                body[i], body[j] = body[j], body[i]
            case _:
                body[i] = body[j]
    if rng.random() < 0.5:
        value = json.loads(head)
        value["count"] = str(int(value["count"]) + rng.choice((-2, -1, 1)))
        head = json.dumps(value).encode()
    return head + b"\n" + lzma.compress(body.tobytes(), preset=0)


def rows_changed(data: bytes, rng: random.Random, place: Path) -> bytes:
    """A value of a row of a ledger is another."""
    place.write_bytes(data)
    with closing(sqlite3.connect(place)) as ledger:
        tables = [name for (name,) in ledger.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        table = rng.choice(sorted(tables))
        columns = [row[1] for row in ledger.execute(f"PRAGMA table_info({table})")]
        column = rng.choice(columns)
        new = rng.choice(
            (None, 0, 1, -1, 2.5, "x", b"\xff", 1 << 50, "open", "closed", "{}", "[]", "null", "[[1]]")
        )
        rows = [row for (row,) in ledger.execute(f"SELECT rowid FROM {table}")]
        try:
            for row in rng.sample(rows, min(1, len(rows))):
                if rng.random() < 0.2:
                    ledger.execute(f"DELETE FROM {table} WHERE rowid = ?", (row,))
                else:
                    ledger.execute(f'UPDATE {table} SET "{column}" = ? WHERE rowid = ?', (new, row))
            ledger.commit()
        except sqlite3.IntegrityError:
            ledger.rollback()
    return place.read_bytes()


# ---- what is asked


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of each kind."""
    folder = tmp_path_factory.mktemp("kept")
    own = str(INSTANCES / "dominoes4x4.yaml")
    small = (INSTANCES / "dominoes4x4.yaml").read_text().partition("expect")[0]
    (folder / "d.yaml").write_text(small)
    (folder / "many.sdm").write_text(f"{EASY}\n" * 6)
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(folder)
        assert main(["run", "d.yaml", "-o", "a.jsonl", "--quiet"]) == 0
        assert main(["run", "d.yaml", "-o", "s.jsonl", "--quiet", "--max-solutions-per-file", "4"]) == 0
        assert main(["compile", own, "-o", "d.zset"]) == 0
        assert main(["run", "d.yaml", "-o", "c.jsonl", "--quiet", "--certify"]) == 0
        assert main(["run", "d.yaml", "--run-dir", "run", "--quiet", "--workers", "1"]) == 0
        for name in ("ans.jsonl", "ans.csv"):
            assert main(["run", "many.sdm", "d.yaml", "--answers", name, "--quiet"]) == 0
    return folder


@pytest.fixture
def at(kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return Path(shutil.copytree(kept, tmp_path, dirs_exist_ok=True))


def asked(words: str, codes: tuple[int, ...], capsys: pytest.CaptureFixture[str]) -> int:
    """The exit code, one of these; 2 with one line that says why, and never a bug of ours."""
    capsys.readouterr()
    code = main(words.split())
    said = capsys.readouterr().err
    assert code in codes, (words, said)
    assert "please report it" not in said, (words, said)
    assert "Traceback" not in said
    assert code != 2 or said.count("\n") == 1, (words, said)
    assert said.replace("\n", "").isprintable(), (words, said)
    return code


def boards(path: str) -> list[object]:
    return sorted((one.board, one.orbit) for one in zenkai.read(path))  # type: ignore[type-var]


@contextmanager
def damaged(path: Path, data: bytes) -> Iterator[None]:
    whole = path.read_bytes()
    path.write_bytes(data)
    try:
        yield
    finally:
        path.write_bytes(whole)


def hold_lines(number: int, at: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Solutions files."""
    path, rng, true = at / "a.jsonl", random.Random(1), boards("a.jsonl")
    data = path.read_bytes()
    for n in range(number):
        with damaged(path, (mutated, lines_changed, values_changed)[n % 3](data, rng)):
            code = asked("verify a.jsonl", (0, 2, 3), capsys)
            try:
                found = boards("a.jsonl")
                whole = zenkai.read("a.jsonl").complete
            except ResultsError:
                found, whole = [], False
            if code == 0:
                assert found == true, path.read_bytes()
            assert not whole or code in (0, 2)
            asked("export a.jsonl --to csv", (0, 2), capsys)
            if n % 5 == 0:
                asked("compile a.jsonl -o x.zset", (0, 2), capsys)
                asked("gallery a.jsonl -o page", (0, 2), capsys)
                asked("show a.jsonl 3", (0, 2), capsys)
                asked("diff a.jsonl a.jsonl", (0, 2), capsys)


def hold_index(number: int, at: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Indexes and parts."""
    path, rng, true = at / "s.index.json", random.Random(2), boards("s.index.json")
    part = at / "s.0002.jsonl"
    for n in range(number):
        own = part if n % 4 == 3 else path
        kind: Mutate = (mutated, lines_changed, document_changed, values_changed)[n % 4]
        with damaged(own, kind(own.read_bytes(), rng)):
            if asked("verify s.index.json", (0, 2, 3), capsys) == 0:
                assert boards("s.index.json") == true, own.read_bytes()
            asked("export s.index.json --to csv", (0, 2), capsys)


def hold_sets(number: int, at: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Compiled sets: what is read is the same set, complete or not."""
    path, rng, true = at / "d.zset", random.Random(3), read_set(at / "d.zset")
    data = path.read_bytes()
    for n in range(number):
        with damaged(path, (mutated, values_changed, numbers_changed)[n % 3](data, rng)):
            code = asked("query d.zset --where A1=A2 --forced", (0, 2), capsys)
            if code == 0 and path.read_bytes().startswith(b'{"format": "zenkai-set'):
                found = read_set(path)
                assert found.diagram == true.diagram
                assert found.order == true.order
                assert found.instance.text == true.instance.text


def hold_ledgers(number: int, at: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Ledgers and shards of kept runs: what is merged as complete is complete."""
    assert main(["merge", "run", "-o", "true.jsonl"]) == 0
    rng, true = random.Random(4), boards("true.jsonl")
    ledger = at / "run" / "ledger.sqlite"
    shard = next(path for path in sorted((at / "run" / "shards").iterdir()) if path.stat().st_size)
    for n in range(number):
        shutil.rmtree("bad", ignore_errors=True)
        shutil.copytree("run", "bad")
        own = shard if n % 4 == 3 else ledger
        data = own.read_bytes()
        if n % 4 < 2:
            new = rows_changed(data, rng, at / "x.sqlite")
        else:
            new = mutated(data, rng) if own == ledger else lines_changed(data, rng)
        (at / "bad" / own.relative_to(at / "run")).write_bytes(new)
        if asked("merge bad -o out.jsonl", (0, 2, 3), capsys) == 0:
            assert boards("out.jsonl") == true
        asked("query bad --count", (0, 2), capsys)


def hold_answers(number: int, at: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Files of answers that are gone on with: what is kept are whole lines, and all puzzles get answers."""
    rng = random.Random(5)
    for n in range(number):
        name = ("ans.jsonl", "ans.csv")[n % 2]
        path = at / name
        kind: Mutate = (mutated, lines_changed, values_changed if n % 2 == 0 else mutated)[n // 2 % 3]
        with damaged(path, kind(path.read_bytes(), rng)):
            if asked(f"run many.sdm d.yaml --answers {name} --resume --quiet", (0, 2, 3), capsys) == 0:
                assert len(path.read_bytes().splitlines()) == 7 + n % 2


def hold_certificates(number: int, at: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Certificates beside a file: refused, whatever is wrong with them."""
    path, rng = at / "c.cert", random.Random(6)
    data = path.read_bytes()
    head = lzma.decompress(data)
    for n in range(number):
        changed = mutated(data, rng) if n % 2 else lzma.compress(mutated(head, rng), preset=0)
        with damaged(path, changed):
            asked("verify c.jsonl", (0, 2, 3, 5), capsys)


EVERY = {
    "solutions": hold_lines,
    "indexes": hold_index,
    "sets": hold_sets,
    "ledgers": hold_ledgers,
    "answers": hold_answers,
    "certificates": hold_certificates,
}


@pytest.mark.parametrize("hold", EVERY.values(), ids=EVERY.keys())
def test_damaged_files(hold: Callable[..., None], at: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hold(QUICK, at, capsys)


@pytest.mark.slow
@pytest.mark.parametrize("hold", EVERY.values(), ids=EVERY.keys())
def test_many_damaged_files(hold: Callable[..., None], at: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hold(MANY, at, capsys)


def test_brackets_without_end(at: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is nested too deeply for Python is damaged like anything else, in every reader."""
    deep = b"[" * 20_000 + b"\n"
    for name, words in {
        "ans.jsonl": "run many.sdm --answers ans.jsonl --resume",
        "ans.csv": "run many.sdm --answers ans.csv --resume",
        "a.jsonl": "verify a.jsonl",
        "s.index.json": "verify s.index.json",
        "d.zset": "query d.zset",
    }.items():
        data = (at / name).read_bytes()
        head = data.partition(b"\n")[0] + b"\n"
        for changed in (deep, head + deep, deep + data):
            with damaged(at / name, changed):
                assert asked(words, (2,), capsys) == 2


def test_an_answer_has_the_types_of_one(at: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = at / "ans.jsonl"
    lines = path.read_text().splitlines()
    for key, value in {
        "key": 7,
        "answer": "perhaps",
        "place": None,
        "count": 1.5,
        "all": True,
        "board": "x",
    }.items():
        changed = json.dumps(json.loads(lines[0]) | {key: value})
        path.write_text("\n".join([changed, *lines[1:]]) + "\n")
        assert asked("run many.sdm d.yaml --answers ans.jsonl --resume", (2,), capsys) == 2, key


def untimed(answers: bytes) -> list[bytes]:
    """The lines of a file of answers without their seconds, which differ from run to run."""
    return [re.sub(rb'(,|"seconds": ?)\d+\.\d+(e-\d+)?', rb"\1", line) for line in answers.splitlines()]


def test_a_line_that_is_cut_off_is_gone_on_with_if_it_is_ours(
    at: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A stranger's file without a line feed is no answer that was cut off, and stays."""
    for name in ("ans.jsonl", "ans.csv"):
        whole = (at / name).read_bytes()
        words = f"run many.sdm d.yaml --answers {name} --resume --quiet"
        for size in (1, 3, 11, 30, len(whole) // 2, len(whole) - 1):
            (at / name).write_bytes(whole[:size])
            assert asked(words, (0,), capsys) == 0
            assert untimed((at / name).read_bytes()) == untimed(whole)
        for precious in (b"all that I wrote", b"{", b"place", b'{"pla', whole[1:40]):
            ours = whole.startswith(precious)
            (at / name).write_bytes(precious)
            assert asked(words, (0, 2), capsys) == (0 if ours else 2)
            assert ours or (at / name).read_bytes() == precious


def test_the_group_of_a_run_is_that_of_its_instance(at: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(sqlite3.connect(at / "run" / "ledger.sqlite")) as ledger:
        ledger.execute("DELETE FROM run WHERE key = 'order'")
        ledger.commit()
        assert asked("merge run -o out.jsonl", (0, 2), capsys) == 2 or boards("out.jsonl")
        ledger.execute("INSERT INTO run VALUES ('order', '4', ?)", (seal(("order", "4")),))
        ledger.commit()
    assert asked("merge run -o out.jsonl", (2,), capsys) == 2
