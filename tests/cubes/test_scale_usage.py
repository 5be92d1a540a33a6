"""What does not go together, or is no value, is said in one line before anything is begun."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scale_helpers import edit, kept, merge, merged, path_of, plain, run

WITH_A_FOLDER: dict[str, tuple[list[object], str]] = {
    "unique": (["--unique"], "--unique does not go with --run-dir"),
    "limit": (["--limit", 3], "--limit does not go with --run-dir"),
    "stats": (["--stats"], "--stats does not go with --run-dir"),
    "rotation": (["--max-solutions-per-file", 3], "no solutions file is written with --run-dir without -o"),
    "text": (["--format", "text"], "--format text does not go with --run-dir"),
    "stdout": (["-o", "-"], "-o - does not go with --run-dir"),
    "count": (["--count", "-o", "x"], "no solutions are kept"),
    "shard": (["--shard", "1/2", "-o", "x"], "zenkai merge makes the file"),
    "certified part": (["--shard", "1/2", "--certify"], "a certificate is that of a whole run"),
}
VALUES = {
    "--shard": ["", "/", "1", "0/2", "3/2", "1/0", "-1/2", "1/2/3", "a/b", "1/9999999999", "²/3", "1.0/2"],
    "--cube-seconds": ["0", "1e-300", "0.0009", "-1", "nan", "inf", "x", "", "1e999"],
    "--compress": ["", "lzma", "GZIP"],
    "--max-memory": ["0", "-1", "", "G", "1.5G", "1E", "²", "4g"],
    "--time-limit": ["0", "-3", "nan", "x"],
    "--workers": ["0", "-1", "x", "1.5"],
    "--backend": ["", "sat,", "sat,auto", "auto,sat", "nothing", "sat,,cpsat"],
}


@pytest.mark.parametrize("kind", WITH_A_FOLDER)
def test_what_does_not_go_with_a_folder(kind: str, tmp_path: Path) -> None:
    more, said = WITH_A_FOLDER[kind]
    kept("dominoes4x4", tmp_path / "run", *more).refused(said)
    assert not (tmp_path / "run").exists()


def test_two_instances(tmp_path: Path) -> None:
    two = (path_of("dominoes4x4"), path_of("dominoes6x6"))
    run(*two, "--run-dir", tmp_path / "run").refused("--run-dir takes one instance")


def test_many_puzzles(tmp_path: Path) -> None:
    path = tmp_path / "many.sdm"
    path.write_text("." * 81 + "\n")
    run(path, "--run-dir", tmp_path / "run").refused("--run-dir takes one puzzle")


@pytest.mark.parametrize("option", ["--resume", "--shard=1/2", "--compress=gzip", "--cube-seconds=2"])
def test_what_needs_a_folder(option: str) -> None:
    run(path_of("dominoes4x4"), option).refused(f"{option.partition('=')[0]} needs --run-dir")


def test_several_engines_need_a_folder() -> None:
    run(path_of("dominoes4x4"), "--backend", "sat,cpsat").refused("more than one backend needs --run-dir")


@pytest.mark.parametrize(
    ("option", "value"), [(key, value) for key, values in VALUES.items() for value in values]
)
def test_values_that_are_none(option: str, value: str, tmp_path: Path) -> None:
    outcome = run(path_of("dominoes4x4"), "--run-dir", tmp_path / "run", f"{option}={value}")
    assert outcome.code == 2
    assert f"argument {option}: " in outcome.err.splitlines()[-1]
    assert "Traceback" not in outcome.err
    assert not (tmp_path / "run").exists()


def test_a_package_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zenkai_solver.solvers.core.options.find_spec", lambda name: None)
    kept("dominoes4x4", tmp_path / "run", "--compress", "zstd").refused("pip install 'zenkai-solver[zstd]'")


ENGINES = {
    "sudoku": ("dominoes4x4", "takes"),
    "exactcover": ("nonogram/permutations5", ""),
    "dissect,sat": ("dissection/gpcc2005-square", "its parts are no cubes that other engines take"),
}


@pytest.mark.parametrize("backend", ENGINES)
def test_engines_that_do_not_take_it(backend: str, tmp_path: Path) -> None:
    name, said = ENGINES[backend]
    kept(name, tmp_path / "run", "--backend", backend).refused(said)


def test_parts_of_another_engine(tmp_path: Path) -> None:
    folder, name = tmp_path / "run", "dissection/gpcc2005-square"
    assert kept(name, folder, "--time-limit", 1e-3).code == 3
    assert kept(name, folder, "--resume", "--shard", "1/1").code == 0
    edit(folder, "UPDATE cube SET state = 'open', written = 0 WHERE state = 'closed'", reseal=True)
    kept(name, folder, "--resume", "--backend", "sat").refused("was split into parts of dissect")
    assert kept(name, folder, "--resume").code == 0  # with its own engine again
    plain(name).holds(merged(folder))


def test_an_engine_that_does_not_take_the_broken_symmetry(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    assert kept("t-partial", folder, "--backend", "sat").code == 0
    edit(folder, "UPDATE cube SET state = 'open', written = 0 WHERE state = 'closed'", reseal=True)
    outcome = kept("t-partial", folder, "--resume", "--backend", "exactcover")
    assert outcome.code == 0 or outcome.err.count("\n") == 1
    assert kept("t-partial", folder, "--resume").code == 0
    plain("t-partial").holds(merged(folder))


def test_no_time_at_all(tmp_path: Path) -> None:
    """Before there are cubes: resumable, and there is nothing to merge yet."""
    folder = tmp_path / "run"
    outcome = kept("dominoes4x4", folder, "--time-limit", 1e-6)
    assert outcome.code == 3
    assert "incomplete (time limit)" in outcome.out
    early = merge(folder, "-o", tmp_path / "out.jsonl")
    assert early.code == 3
    assert "not yet split into cubes" in early.err
    assert kept("dominoes4x4", folder, "--resume").code == 0
    plain("dominoes4x4").holds(merged(folder))


def test_enough_memory(tmp_path: Path) -> None:
    assert kept("dominoes4x4", tmp_path / "run", "--max-memory", "8G").code == 0
