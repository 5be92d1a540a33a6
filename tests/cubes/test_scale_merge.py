"""Damage that merging meets is named in one line, and no file is written."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.scale_helpers import edit, kept, look, merge, merged, plain

NAME = "pento5x12"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole") / "run"
    assert kept(NAME, folder).code == 0
    assert len(closed(folder)) > 20
    return folder


@pytest.fixture
def folder(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "run"))


def refused(*folders: Path, words: tuple[str, ...]) -> None:
    """A file that is there already stays as it is."""
    output = folders[0].parent / "out.jsonl"
    output.write_text("before")
    merge(*folders, "-o", output).refused(*words)
    assert output.read_text() == "before"
    assert not list(output.parent.glob(".zenkai-*"))


def closed(folder: Path) -> list[int]:
    """The numbers of the closed cubes."""
    return [n for (n,) in look(folder, "SELECT number FROM cube WHERE state = 'closed' ORDER BY number")]


def shards(folder: Path) -> list[Path]:
    return sorted((folder / "shards").iterdir())


# ---- shards


def one_byte(paths: list[Path]) -> None:
    data = bytearray(paths[0].read_bytes())
    data[len(data) // 2] ^= 1
    paths[0].write_bytes(data)


def cut_off(paths: list[Path]) -> None:
    paths[0].write_bytes(paths[0].read_bytes()[:-30])


def longer(paths: list[Path]) -> None:
    paths[0].write_bytes(paths[0].read_bytes() * 2)


def emptied(paths: list[Path]) -> None:
    paths[0].write_bytes(b"")


def swapped(paths: list[Path]) -> None:
    one, two = (path.read_bytes() for path in paths[:2])
    paths[0].write_bytes(two)
    paths[1].write_bytes(one)


def missing(paths: list[Path]) -> None:
    paths[0].unlink()


def a_folder(paths: list[Path]) -> None:
    paths[0].unlink()
    paths[0].mkdir()


DAMAGES: dict[Callable[[list[Path]], None], str] = {
    one_byte: "damaged",
    cut_off: "damaged",
    longer: "damaged",
    emptied: "damaged",
    swapped: "damaged",
    a_folder: "damaged",
    missing: "missing",
}


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda f: f.__name__)
def test_a_damaged_shard(damage: Callable[[list[Path]], None], folder: Path) -> None:
    paths = shards(folder)
    damage(paths)
    named = folder / "shards" if damage is swapped else paths[0]
    refused(folder, words=(str(named), f"the shard is {DAMAGES[damage]}"))


@pytest.mark.parametrize("compress", ["gzip", "zstd"])
def test_a_damaged_shard_that_is_compressed(compress: str, tmp_path: Path) -> None:
    assert kept("dominoes4x4", tmp_path / "whole", "--compress", compress).code == 0
    for damage in (one_byte, cut_off, emptied, missing):
        folder = tmp_path / damage.__name__
        shutil.copytree(tmp_path / "whole", folder)
        paths = shards(folder)
        damage(paths)
        refused(folder, words=(str(paths[0]), "the shard is "))


# ---- ledgers


def test_a_changed_row(folder: Path) -> None:
    number = closed(folder)[4]
    edit(folder, "UPDATE cube SET count = count + 1 WHERE number = ?", number)
    refused(folder, words=(f"ledger.sqlite: the ledger is damaged: cube {number}",))


def test_a_removed_row(folder: Path) -> None:
    edit(folder, "DELETE FROM cube WHERE number = (SELECT max(number) FROM cube WHERE state = 'closed')")
    refused(folder, words=("the ledger is damaged: it has ",))


def test_every_closed_cube_is_needed(folder: Path, tmp_path: Path) -> None:
    """Removed without a trace, yet propagation tells that something is not covered."""
    numbers = closed(folder)
    for number in numbers[:: len(numbers) // 6]:
        copy = Path(shutil.copytree(folder, tmp_path / f"without{number}"))
        edit(copy, "DELETE FROM cube WHERE number = ?", number, reseal=True)
        refused(copy, words=(str(copy), "the children do not cover it"))


def test_another_literal(folder: Path) -> None:
    [(number, literals)] = look(folder, "SELECT number, literals FROM cube WHERE state = 'closed' LIMIT 1")
    edit(folder, "UPDATE cube SET literals = ? WHERE number = ?", literals[:-1] + "1]", number, reseal=True)
    refused(folder, words=(str(folder),))


@pytest.mark.parametrize("literals", ["[]", "[0]", "[99999]", "[1, 2, 3]"])
def test_cubes_that_are_none(folder: Path, literals: str) -> None:
    number = look(folder, "SELECT min(number) FROM cube WHERE state = 'closed' AND parent < 0")[0][0]
    number = number or look(folder, "SELECT min(number) FROM cube WHERE state = 'closed'")[0][0]
    edit(folder, "UPDATE cube SET literals = ? WHERE number = ?", literals, number, reseal=True)
    refused(folder, words=(str(folder),))


def test_said_to_be_refuted(folder: Path) -> None:
    number = look(folder, "SELECT max(number) FROM cube WHERE state = 'closed' AND written > 0")[0][0]
    edit(folder, "UPDATE cube SET state = 'refuted' WHERE number = ?", number, reseal=True)
    refused(folder, words=(f"cube {number} is not refuted by propagation",))


def test_no_parent(folder: Path) -> None:
    number = look(folder, "SELECT min(parent) FROM cube WHERE parent > 0")[0][0]
    edit(folder, "DELETE FROM cube WHERE number = ?", number, reseal=True)
    refused(folder, words=(str(folder), "has no parent"))


@pytest.mark.parametrize("column", ["written", "count", "all"])
def test_totals_that_do_not_fit(folder: Path, column: str) -> None:
    edit(
        folder,
        f'UPDATE cube SET "{column}" = "{column}" + 1 WHERE number = ?',
        closed(folder)[4],
        reseal=True,
    )
    refused(folder, words=(f"the ledger has {column} ", "but the shards have"))


def test_digests_that_do_not_fit(folder: Path) -> None:
    edit(folder, "UPDATE cube SET digest = ? WHERE state = 'closed'", "0" * 32, reseal=True)
    refused(folder, words=("the ledger has digest 0000", "but the shards have"))


# ---- several runs


def test_a_cube_closed_twice(folder: Path, tmp_path: Path) -> None:
    other = Path(shutil.copytree(folder, tmp_path / "other"))
    refused(folder, other, words=(str(other), f"is closed here and in {folder}: they overlap"))


def test_a_folder_named_twice(folder: Path) -> None:
    refused(folder, folder.parent / "." / folder.name, words=("a run's folder is named twice",))


DIFFERENT: dict[str, tuple[tuple[object, ...], str]] = {
    "instance": (("dominoes4x4",), "another instance"),
    "symmetry": ((NAME, "--symmetry", "all"), "another symmetry mode"),
    "count": ((NAME, "--count"), "another what is kept"),
    "engine": ((NAME, "--backend", "sat", "--time-limit", 1), "another model"),  # no matter if it ends
}


@pytest.mark.parametrize("kind", DIFFERENT)
def test_runs_of_different_searches(kind: str, folder: Path, tmp_path: Path) -> None:
    (name, *args), said = DIFFERENT[kind]
    assert kept(str(name), tmp_path / "other", *args).code in (0, 3 if "--time-limit" in args else 0)
    refused(folder, tmp_path / "other", words=(str(tmp_path / "other"), said, "not parts of one run"))


def test_no_run(tmp_path: Path) -> None:
    refused(tmp_path / "none", words=(f"{tmp_path / 'none'}: no run is kept there",))


# ---- duplicates


def test_a_solution_in_two_cubes(folder: Path) -> None:
    """Everything fits: the seals, the checksums, the totals. Sorting finds it."""
    rows = look(
        folder, "SELECT number, shard FROM cube WHERE state = 'closed' AND written > 0 ORDER BY number"
    )
    (one, source), (two, target) = rows[0], rows[1]
    line = (folder / "shards" / source).read_bytes().splitlines(keepends=True)[0]
    path = folder / "shards" / target
    data = path.read_bytes() + line
    path.write_bytes(data)
    orbit = int(line.rpartition(b": ")[2].strip(b"}\n"))
    board = b"\n".join(eval(line)["board"][i].encode() for i in range(5))
    digest = look(folder, f"SELECT digest FROM cube WHERE number = {two}")[0][0]
    more = int.from_bytes(hashlib.blake2b(board, digest_size=16).digest(), "big")
    edit(
        folder,
        'UPDATE cube SET written = written + 1, count = count + 1, "all" = "all" + ?, digest = ?, size = ?, checksum = ? '
        "WHERE number = ?",
        orbit,
        f"{(int(digest, 16) + more) % (1 << 128):032x}",
        len(data),
        hashlib.blake2b(data, digest_size=16).hexdigest(),
        two,
        reseal=True,
    )
    refused(folder, words=("a solution is in ", f"cube {one} of {folder}", f"cube {two} of {folder}"))


def test_sorted_on_disk(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In pieces of a few lines, and merged in several passes."""
    monkeypatch.setattr("zenkai_solver.solvers.cubes.sorting.sorted_lines.__defaults__", (1_000, 3))
    plain(NAME).holds(merged(folder))


def test_a_missing_shard_is_searched_again(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    assert kept("dominoes6x6", folder).code == 0
    lost = sorted((folder / "shards").iterdir())[1]
    lost.unlink()
    assert (
        "the shard is missing; run --resume searches its cube again"
        in merge(folder, "-o", tmp_path / "x").err
    )
    again = kept("dominoes6x6", folder, "--resume")
    assert again.code == 0
    assert f"its shard {lost.name} is missing; it is searched again" in again.out
    plain("dominoes6x6").holds(merged(folder))
