"""However a run is done, its merged file has the same bytes, and the numbers of an ordinary run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.helpers import broadly
from tests.scale_helpers import kept, look, merge, merged, plain, run, states
from zenkai_solver.solvers.core.rechecking import verify

WAYS: dict[str, tuple[object, ...]] = {
    "1 worker": ("--workers", 1),
    "4 workers": ("--workers", 4),
    "gzip": ("--compress", "gzip"),
    "zstd": ("--compress", "zstd"),
    "refined": ("--cube-seconds", 0.004),
}
QUICK = ("sudoku/many", "nonogram/permutations5", "dissection/gpcc2005-square")
SLOW = (*QUICK, "dissection/cross20", "sizes123", "pento6x10", "t-partial")


def check(output: Path, name: str, *args: str) -> None:
    plain(name, *args).holds(output)
    verdict = verify(output)
    assert verdict.reason is None
    assert verdict.tally.digest == plain(name, *args).footer["digest"]


@pytest.mark.parametrize("name", broadly(QUICK, few={"nonogram/permutations5"}))
def test_whatever_the_instance(name: str, tmp_path: Path) -> None:
    assert kept(name, tmp_path / "run").code == 0
    check(merged(tmp_path / "run"), name)


@pytest.mark.parametrize("way", broadly(WAYS, few={"1 worker", "gzip"}))
def test_whatever_the_way(way: str, tmp_path: Path) -> None:
    assert kept("dominoes6x6", tmp_path / "run", "--symmetry", "all", *WAYS[way]).code == 0
    check(merged(tmp_path / "run"), "dominoes6x6", "--symmetry", "all")


@pytest.mark.slow
@pytest.mark.parametrize("name", SLOW)
@pytest.mark.parametrize("way", WAYS)
def test_whatever_the_way_and_instance(way: str, name: str, tmp_path: Path) -> None:
    assert kept(name, tmp_path / "run", *WAYS[way]).code == 0
    check(merged(tmp_path / "run"), name)


def in_three_parts(name: str, tmp_path: Path) -> list[Path]:
    folders = [tmp_path / f"part{number}" for number in (1, 2, 3)]
    for number, folder in enumerate(folders, 1):
        assert kept(name, folder, "--shard", f"{number}/3").code == 0
    return folders


@pytest.mark.slow
@pytest.mark.parametrize("name", ["dissection/staircase2x8", "dissection/cross20"])
def test_three_parts_with_stages(name: str, tmp_path: Path) -> None:
    check(merged(*in_three_parts(name, tmp_path)), name)


@pytest.mark.parametrize("name", broadly(["dominoes6x6", "sudoku/many"], few={"dominoes6x6"}))
def test_three_parts(name: str, tmp_path: Path) -> None:
    """Two of them are incomplete, and say so."""
    folders = in_three_parts(name, tmp_path)
    check(merged(*folders), name)
    check(merged(*reversed(folders)), name)
    outcome = merge(*folders[:2], "-o", tmp_path / "two.jsonl")
    assert outcome.code == 3
    assert "cubes are not closed" in outcome.err
    assert not (tmp_path / "two.jsonl").exists()
    assert merge(*folders[:2], "-o", tmp_path / "two.jsonl", "--partial").code == 3
    assert verify(tmp_path / "two.jsonl").reason is not None


MIXED = broadly(["dominoes6x6", "tetris4x7", "pento3x20"], few={"dominoes6x6"}, slow={"pento3x20"})


@pytest.mark.parametrize("name", MIXED)
def test_engines_mixed(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    assert kept(name, folder, "--backend", "exactcover,sat,cpsat").code == 0
    engines = {
        engine for (engine,) in look(folder, "SELECT DISTINCT backend FROM cube WHERE state = 'closed'")
    }
    assert engines == {"exactcover", "sat", "cpsat"}
    output = merged(folder)
    check(output, name)
    assert json.loads(output.read_bytes().splitlines()[0])["backend"] == "cpsat+exactcover+sat"


def test_cubes_become_cubes(tmp_path: Path) -> None:
    """Some more solutions than first cubes, and no time for any: each is split as far as it goes."""
    folder, name = tmp_path / "run", str(tmp_path / "dominoes4x6")
    Path(f"{name}.yaml").write_text("puzzle: packing\nboard: 4x6\npieces: dominoes\ncounts: any\n")
    assert kept(name, folder, "--backend", "sat", "--cube-seconds", 0.001).code == 0
    again = kept(name, tmp_path / "whole", "--backend", "sat")
    assert again.code == 0
    assert states(folder)["split"] > states(tmp_path / "whole")["split"]
    check(merged(folder), name)


def test_cut_short_and_resumed(tmp_path: Path) -> None:
    """Also with other numbers of workers, and other engines."""
    folder = tmp_path / "run"
    args: tuple[object, ...] = ("--symmetry", "all", "--backend", "sat")
    codes = [
        kept("dominoes6x6", folder, "--resume", *args, "--time-limit", limit, "--workers", 1).code
        for limit in (0.05, 0.8, 0.8)
    ]
    assert codes[0] == 3
    more = kept(
        "dominoes6x6", folder, "--resume", "--symmetry", "all", "--backend", "exactcover", "--workers", 3
    )
    assert more.code == 0
    check(merged(folder), "dominoes6x6", "--symmetry", "all")
    before = merged(folder).read_bytes()
    assert kept("dominoes6x6", folder, "--resume", "--symmetry", "all").code == 0
    assert merged(folder).read_bytes().splitlines()[1:] == before.splitlines()[1:]
    assert (tmp_path / "run.jsonl.bak").exists()


def test_with_an_output(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    outcome = kept("dominoes4x4", tmp_path / "run", "-o", tmp_path / "deep" / "all.jsonl")
    assert outcome.code == 0, outcome
    assert "as the instance expects" in outcome.out
    check(tmp_path / "deep" / "all.jsonl", "dominoes4x4")


def test_counted_only(tmp_path: Path) -> None:
    outcome = kept("dominoes6x6", tmp_path / "run", "--count", "--quiet")
    assert outcome.code == 0
    assert "930 up to symmetry, 6,728 in all; every solution checked; search ended" in outcome.out
    assert not list((tmp_path / "run" / "shards").iterdir())


def test_not_the_expected_number(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text("puzzle: packing\nboard: 4x4\npieces: dominoes\ncounts: any\nexpect: {all: 35}\n")
    outcome = run(path, "--run-dir", tmp_path / "run", "--workers", 1)
    assert (outcome.code, outcome.err) == (
        1,
        "zenkai: x: not what the instance expects: all 36, expected 35\n",
    )
    merged_too = merge(tmp_path / "run", "-o", tmp_path / "out.jsonl")
    assert merged_too.code == 1
    assert "all 36, expected 35" in merged_too.err
