"""The ledger: all or nothing, one process at a time, and whatever is changed in the file is noticed."""

from __future__ import annotations

import contextlib
import json
import random
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from tests.scale_helpers import (
    bounded,
    called,
    command,
    edit,
    kept,
    look,
    merge,
    merged,
    path_of,
    started,
    states,
)
from zenkai_solver.models.symmetry import Recipe
from zenkai_solver.solvers.cubes import ledger as ledgers
from zenkai_solver.solvers.cubes.jobs import Closed, Space
from zenkai_solver.solvers.cubes.ledger import COLUMNS, NAME, STATED, CubeRow, Ledger, LedgerError
from zenkai_solver.solvers.cubes.splitting import SubCube

RUN: dict[str, Any] = dict.fromkeys(STATED, "x") | {
    **{"stages": 1, "keep": True, "shard": "1/1", "symmetry": "all", "compress": "none"},
    **{"backends": ["sat"], "versions": {"python-sat": "1"}},
}
SPACE = Space(0, Recipe("anchor", (1, 2), (1,)), "f" * 32, "literals")
TWIGS = (
    SubCube(-1, (1,), 2.0, "split"),
    SubCube(-1, (-1,), 1.0),
    SubCube(0, (1, 2), 0.5),
    SubCube(0, (1, -2), 0.0, "refuted"),
)
EVERY = slice(None)


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    made = ledgers.create(tmp_path / "run", RUN)
    made.split(SPACE, TWIGS, EVERY)
    return made


def closed(row: CubeRow) -> Closed:
    return Closed(row.number, "sat", 3, 2, 4, "ab" * 16, 100, "cd" * 16, 0.5)


def contents(folder: Path) -> tuple[Any, ...]:
    opened = Ledger(folder)
    try:
        return opened.run, opened.spaces(), list(opened.rows())
    finally:
        opened.close()


# ---- what it keeps


def test_a_tree_and_what_becomes_of_it(ledger: Ledger) -> None:
    first, second, third, refuted = ledger.rows()
    assert [row.number for row in ledger.rows()] == [1, 2, 3, 4]
    assert [row.parent for row in ledger.rows()] == [-1, -1, 1, 1]
    assert [row.state for row in ledger.rows()] == ["split", "open", "open", "refuted"]
    with ledger.transaction():
        done = ledger.close_cube(second, closed(second), "a.jsonl")
        [deeper] = ledger.refine(
            third, [SubCube(-1, (1, 2, 3), 0.1), SubCube(-1, (1, 2, -3), 0.0, "refuted")]
        )
    ledger.close()
    run, spaces, rows = contents(ledger.folder)
    assert spaces == {0: SPACE}
    assert rows[:2] == [first, done]
    assert (done.state, done.shard, done.digest, done.written) == ("closed", "a.jsonl", "ab" * 16, 3)
    assert (rows[2].state, rows[3], rows[4]) == ("split", refuted, deeper)
    assert (deeper.parent, deeper.cube, deeper.number) == (3, (1, 2, 3), 5)
    assert run["cubes"] == 6


def test_cubes_of_other_parts_are_elsewhere(tmp_path: Path) -> None:
    subcubes = [SubCube(-1, (lit,), 1.0) for lit in range(1, 8)]
    own = []
    for part in range(3):
        made = ledgers.create(tmp_path / str(part), RUN)
        made.split(SPACE, subcubes, slice(part, None, 3))
        own += [row.cube for row in made.rows() if row.state == "open"]
        assert {row.state for row in made.rows()} == {"open", "elsewhere"}
        made.close()
    assert sorted(own) == [subcube.cube for subcube in subcubes]


def test_a_transaction_is_all_or_nothing(ledger: Ledger) -> None:
    before = list(ledger.rows())
    with contextlib.suppress(ZeroDivisionError), ledger.transaction():
        ledger.close_cube(before[1], closed(before[1]), "")
        raise ZeroDivisionError
    assert list(ledger.rows()) == before
    with ledger.transaction():
        ledger.give_up(before[1], "its worker died")
    ledger.close()
    assert states(ledger.folder) == {"split": 1, "failed": 1, "open": 1, "refuted": 1}
    again = Ledger(ledger.folder)
    assert again.reopen() == []
    assert list(again.rows()) == before
    again.close()


# ---- damage

DIFFERENT = {int: lambda v: v + 1, float: lambda v: v + 0.25, str: lambda v: v[:-1] + "~"}


@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("as_bytes", [False, True])
def test_every_column_is_sealed(ledger: Ledger, column: str, as_bytes: bool) -> None:
    ledger.close()
    folder = ledger.folder
    [(value,)] = look(folder, f'SELECT "{column}" FROM cube WHERE number = 4')
    changed = DIFFERENT[type(value)](value)
    if as_bytes and column != "number":  # of a type that should not be there
        changed = str(changed).encode()
    edit(folder, f'UPDATE cube SET "{column}" = ? WHERE number = 4', changed)
    with pytest.raises(LedgerError, match=rf"{NAME}: the ledger is damaged: cube \d"):
        contents(folder)


@pytest.mark.parametrize("key", [*STATED, "format", "cubes", "space 0"])
def test_every_value_of_the_run_is_sealed(ledger: Ledger, key: str) -> None:
    ledger.close()
    edit(ledger.folder, "UPDATE run SET value = value || ' ' WHERE key = ?", key)
    with pytest.raises(LedgerError, match=f"the ledger is damaged: run, {key}"):
        Ledger(ledger.folder)


@pytest.mark.parametrize("key", [*STATED, "cubes"])
def test_a_value_of_the_run_that_is_missing(ledger: Ledger, key: str) -> None:
    ledger.close()
    edit(ledger.folder, "DELETE FROM run WHERE key = ?", key)
    with pytest.raises(LedgerError, match=f"run, {key} is missing"):
        Ledger(ledger.folder)


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_a_row_that_is_missing(ledger: Ledger, number: int) -> None:
    ledger.close()
    edit(ledger.folder, "DELETE FROM cube WHERE number = ?", number)
    with pytest.raises(LedgerError, match="it has 3 cubes, but there were 4"):
        contents(ledger.folder)


def test_another_format(ledger: Ledger) -> None:
    ledger.close()
    edit(ledger.folder, "UPDATE run SET value = '\"zenkai-run/7\"' WHERE key = 'format'", reseal=True)
    kept("dominoes4x4", ledger.folder, "--resume").refused(
        f"{ledger.folder}: run of format zenkai-run/7, but this program has zenkai-run/1"
    )


@pytest.mark.parametrize("content", [b"", b"no database at all", b"SQLite format 3\0" + bytes(4_000)])
def test_other_files_of_that_name(tmp_path: Path, content: bytes) -> None:
    (tmp_path / NAME).write_bytes(content)
    kept("dominoes4x4", tmp_path, "--resume").refused(NAME, "the ledger is damaged")
    merge(tmp_path, "-o", tmp_path / "out").refused(NAME, "the ledger is damaged")


def flipped(data: bytes, source: random.Random) -> bytes:
    changed = bytearray(data)
    changed[source.randrange(len(data))] ^= source.choice(
        [1 << source.randrange(8), source.randrange(1, 256)]
    )
    return bytes(changed)


def copy_with(folder: Path, target: Path, data: bytes) -> None:
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(folder, target)
    (target / NAME).write_bytes(data)


def complaint(folder: Path, content: tuple[Any, ...]) -> str | None:
    """What is said of the ledger; None if it has that content."""
    try:
        found = contents(folder)
    except LedgerError as error:
        return str(error)
    assert found == content
    return None


def test_any_byte_flipped(ledger: Ledger, tmp_path: Path) -> None:
    """200 times: an error that names the ledger, or the content as it was."""
    ledger.close()
    before, data = contents(ledger.folder), (ledger.folder / NAME).read_bytes()
    source, damaged = random.Random(7), 0
    for _ in range(200):
        copy_with(ledger.folder, tmp_path / "copy", flipped(data, source))
        said = complaint(tmp_path / "copy", before)
        assert said is None or str(tmp_path / "copy") in said
        damaged += said is not None
    assert damaged > 10


def test_any_byte_flipped_and_merged(tmp_path: Path) -> None:
    """60 times: refused in one line without a file, or the right file."""
    folder = tmp_path / "run"
    assert kept("dominoes4x4", folder).code == 0
    right = merged(folder).read_bytes().splitlines()[1:-1]
    data, source = (folder / NAME).read_bytes(), random.Random(8)
    refusals = 0
    for _ in range(60):
        copy_with(folder, tmp_path / "copy", flipped(data, source))
        output = tmp_path / "out.jsonl"
        output.unlink(missing_ok=True)
        outcome = merge(tmp_path / "copy", "-o", output)
        if outcome.code == 0:
            assert output.read_bytes().splitlines()[1:-1] == right
        else:
            outcome.refused(str(tmp_path / "copy"))
            assert not output.exists()
            refusals += 1
    assert refusals > 0


# ---- whose run it is


def test_one_process_at_a_time(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    made = ledgers.create(folder, RUN)
    try:
        for resume in ([], ["--resume"]):
            args = command(path_of("dominoes4x4"), "--run-dir", folder, *resume)
            said = f"{folder}: another process is working on this run" if resume else "--resume continues it"
            called(args).refused(said)
        merge(folder, "-o", tmp_path / "out").refused("another process is working on this run")
    finally:
        made.close()


def test_two_that_begin_at_once(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    args = (path_of("dominoes4x4"), "--run-dir", folder, "--workers", 1)
    with bounded(started(*args)) as one, bounded(started(*args)) as two:
        said = {process.wait(60): process.stdout.read() for process in (one, two) if process.stdout}
    assert sorted(said) == [0, 2]
    assert said[2].count("\n") == 1
    assert "another process is working" in said[2] or "a run is kept there already" in said[2]
    assert merge(folder, "-o", tmp_path / "out").code == 0


def changed_instance(folder: Path) -> str:
    path = folder / "dominoes4x4.yaml"
    path.write_text(Path(path_of("dominoes4x4")).read_text() + "# changed\n")
    return str(path)


CHANGES: dict[str, tuple[Callable[[Path], list[object]], str]] = {
    "symmetry": (lambda _: ["--symmetry", "all"], "--symmetry is all, but the run was begun with orbits"),
    "shard": (lambda _: ["--shard", "1/2"], "--shard is 1/2, but the run was begun with 1/1"),
    "count": (lambda _: ["--count"], "it was begun without --count"),
    "compress": (lambda _: ["--compress", "gzip"], "--compress is gzip, but the run was begun with none"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_resumed_otherwise(tmp_path: Path, change: str) -> None:
    folder = tmp_path / "run"
    assert kept("dominoes4x4", folder).code == 0
    kept("dominoes4x4", folder).refused("a run is kept there already; --resume continues it")
    more, said = CHANGES[change]
    kept("dominoes4x4", folder, "--resume", *more(tmp_path)).refused(str(folder), said)
    assert kept("dominoes4x4", folder, "--resume").code == 0


def test_resumed_with_another_instance(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    assert kept("dominoes4x4", folder, "--count").code == 0
    kept(changed_instance(tmp_path).removesuffix(".yaml"), folder, "--resume", "--count").refused(
        str(folder), "the instance has changed since the run was begun"
    )
    kept("dominoes4x4", folder, "--resume").refused("it was begun with --count")
    merge(folder, "-o", tmp_path / "out").refused("no solutions are kept there")


def test_a_program_that_makes_another_model(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    assert kept("dominoes4x4", folder, "--time-limit", 1e-3).code == 3
    assert kept("dominoes4x4", folder, "--resume").code == 0
    edit(folder, "UPDATE cube SET state = 'open'", reseal=True)
    edit(
        folder,
        'UPDATE run SET value = replace(value, \'"fingerprint": "\', \'"fingerprint": "f\')',
        reseal=True,
    )
    kept("dominoes4x4", folder, "--resume").refused(str(folder), "makes another model of the instance")
    merge(folder, "-o", tmp_path / "out").refused(str(folder), "makes another model of the instance")


def test_a_part_of_the_search_that_is_missing(tmp_path: Path) -> None:
    """Of an engine that splits into parts of its own, all are there, whatever the seals say."""
    folder = tmp_path / "run"
    assert kept("dissection/staircase2x8", folder, "--workers", 1).code == 0
    edit(
        folder,
        "DELETE FROM cube WHERE number = (SELECT max(number) FROM cube WHERE state = 'closed')",
        reseal=True,
    )
    merge(folder, "-o", tmp_path / "out").refused("its parts are not all parts of the search")


# ---- sealed again, but without sense

ODD: tuple[Any, ...] = (
    *(None, -1, 0, 10**30, 1.5, True, "", "x", b"\xff", "../x", "a/b", "9" * 400, "{", "[" * 100_000),
    *('[1, "x"]', "[[]]", '{"a": 1}', "null", "[99999999]", "[0]", "1e999", "NaN", "\ud7ff\0", "1/0", '"x"'),
)


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("begun") / "run"
    assert kept("dominoes4x4", folder, "--workers", 1).code == 0
    return folder


# A third of the values in the default suite, others for each column; all of them in the broad.
STEP = pytest.mark.parametrize("step", [3, pytest.param(1, marks=pytest.mark.broad)])


@STEP
@pytest.mark.parametrize("column", [column for column in COLUMNS if column != "number"])
def test_a_row_that_makes_no_sense(column: str, step: int, begun: Path, tmp_path: Path) -> None:
    """Whatever a cube says under a valid seal, merge ends with one line, or with all that is there."""
    folder, out = Path(copytree(begun, tmp_path / "run")), tmp_path / "out.jsonl"
    before = (folder / NAME).read_bytes()
    for odd in ODD[len(column) % step :: step]:
        (folder / NAME).write_bytes(before)
        with contextlib.suppress(sqlite3.Error, OverflowError):  # what the table itself refuses
            edit(folder, f'UPDATE cube SET "{column}" = ? WHERE number = 2', odd, reseal=True)
        ended = merge(folder, "-o", out)
        assert ended.code in (0, 2, 3), (column, odd, ended.err)
        assert ended.err.count("\n") == (ended.code != 0)


@STEP
@pytest.mark.parametrize("key", [*STATED, "cubes", "order", "space 0"])
def test_a_value_of_the_run_that_makes_no_sense(key: str, step: int, begun: Path, tmp_path: Path) -> None:
    folder, out = Path(copytree(begun, tmp_path / "run")), tmp_path / "out.jsonl"
    before = (folder / NAME).read_bytes()
    for odd in ODD[len(key) % step :: step]:
        if odd is None or key == "cubes":  # NOT NULL; the number of cubes is made right again
            continue
        (folder / NAME).write_bytes(before)
        with contextlib.suppress(OverflowError):
            edit(folder, "UPDATE run SET value = ? WHERE key = ?", odd, key, reseal=True)
        ended = merge(folder, "-o", out)
        assert ended.code in (0, 2, 3), (key, odd, ended.err)
        assert ended.err.count("\n") == (ended.code != 0)


PARTS_OF_A_SPACE = ["stage", "recipe", "fingerprint", "kind", "chooser", "choice"]


@pytest.mark.parametrize("key", PARTS_OF_A_SPACE)
def test_a_space_that_makes_no_sense(key: str, tmp_path: Path) -> None:
    folder, out = tmp_path / "run", tmp_path / "out.jsonl"
    assert kept("dominoes4x4", folder, "--workers", 1).code == 0
    before = (folder / NAME).read_bytes()
    [(text,)] = look(folder, "SELECT value FROM run WHERE key = 'space 0'")
    anchors = [{"way": way, "anchor": [1], "stay": [2]} for way in ("anchor", "none", "x")]
    for odd in (None, 7, "x", "parts", "exactcover", [], ["x", 1.5], {}, *anchors):
        (folder / NAME).write_bytes(before)
        value = json.dumps(json.loads(text) | {key: odd})
        edit(folder, "UPDATE run SET value = ? WHERE key = 'space 0'", value, reseal=True)
        ended = merge(folder, "-o", out)
        assert ended.code in (0, 2, 3), (key, odd, ended.err)
        assert ended.err.count("\n") == (ended.code != 0)


def test_a_schema_that_is_no_text(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    assert kept("dominoes4x4", folder, "--workers", 1).code == 0
    data = (folder / NAME).read_bytes()
    (folder / NAME).write_bytes(data.replace(b"seal TEXT", b"\xff\xfe\xfd\xfc TEXT"))
    ended = merge(folder, "-o", tmp_path / "out.jsonl")
    assert (ended.code, ended.err.count("\n")) == (2, 1)
    assert str(folder) in ended.err
