"""What may be written where: never over an input, and what is there is kept."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from zenkai_solver.solvers.commands import generate, merge, run, show
from zenkai_solver.solvers.python_api.api import read, solve
from zenkai_solver.solvers.solution_files.output import (
    OutputError,
    make_sure,
    part_path,
    part_pattern,
    write_all,
)
from zenkai_solver.solvers.solution_files.results import body, numbered, write_whole

TWO = "puzzle: packing\nboard: 2x3\npieces: dominoes\ncounts: 3\n"
PICTURE = "#.#\n.#.\n###\n"
Words = list[str]


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with inputs of each kind."""
    folder = tmp_path_factory.mktemp("inputs")
    (folder / "two.yaml").write_text(TWO)
    (folder / "picture.txt").write_text(PICTURE)
    (folder / "easy.sdm").write_text("." * 81 + "\n")
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(folder)
        assert run.main(["two.yaml", "-o", "found.jsonl", "--quiet"]) == 0
        assert run.main(["two.yaml", "-o", "set.jsonl", "--max-solutions-per-file", "1", "--quiet"]) == 0
        assert run.main(["two.yaml", "--run-dir", "kept", "--quiet", "--workers", "1"]) == 0
    return folder


@pytest.fixture
def at(inputs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of them to work in."""
    monkeypatch.chdir(tmp_path)
    return Path(shutil.copytree(inputs, tmp_path, dirs_exist_ok=True))


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.fixture
def spellings(at: Path) -> None:
    os.symlink(at / "two.yaml", at / "link.yaml")
    os.link(at / "two.yaml", at / "hard.yaml")
    (at / "some").mkdir()
    (at / "q.0002.jsonl").write_text(TWO)
    (at / "q.index.json").write_text(TWO)
    (at / "two.bak").write_text(TWO)


REFUSED = {
    "the instance": (run, "two.yaml -o two.yaml"),
    "another spelling": (run, "two.yaml -o some/../two.yaml"),
    "a symlink": (run, "two.yaml -o link.yaml"),
    "read by a symlink": (run, "link.yaml -o two.yaml"),
    "a hard link": (run, "two.yaml -o hard.yaml"),
    "the copy of what is there": (run, "two.bak -o two"),
    "many sudokus": (run, "easy.sdm -o easy.sdm"),
    "a trace": (run, "two.yaml --trace two.yaml --count"),
    "trace and solutions": (run, "two.yaml --trace t -o t"),
    "a part": (run, "q.0002.jsonl -o q.jsonl --max-solutions-per-file 1"),
    "an index": (run, "q.index.json -o q.jsonl --max-solutions-per-file 1"),
    "the ledger": (run, "two.yaml --run-dir kept --resume -o kept/ledger.sqlite"),
    "the ledger's log": (run, "two.yaml --run-dir kept --resume -o kept/ledger.sqlite-wal"),
    "a shard": (run, "two.yaml --run-dir kept --resume -o kept/shards/1.jsonl"),
    "the ledger of a new run": (run, "two.yaml --run-dir new -o new/ledger.sqlite"),
    "merging over the ledger": (merge, "kept -o kept/ledger.sqlite"),
    "merging into the shards": (merge, "kept -o kept/shards/x.jsonl"),
    "a drawn solution": (show, "found.jsonl 1 --svg found.jsonl"),
    "a drawn set": (show, "set.index.json 1 --svg set.0001.jsonl"),
    "a drawn set's index": (show, "set.index.json 1 --svg set.index.json"),
    "a picture": (generate, "nonogram --picture picture.txt --format non -o picture.txt"),
}


def test_the_ledger_of_another_run_is_never_overwritten(at: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = contents(at)
    assert run.main(["two.yaml", "-o", "kept/ledger.sqlite"]) == 2
    assert capsys.readouterr().err == (
        "zenkai: kept/ledger.sqlite: a database, such as the ledger of a kept run, is not replaced\n"
    )
    assert contents(at) == before


@pytest.mark.parametrize(
    "words", ["two.yaml -o x.jsonl.GZ", "easy.sdm -o x.txt.gz", "two.yaml --answers x.zip"]
)
def test_what_is_not_packed_has_no_such_name(
    words: str, at: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = contents(at)
    assert run.main(words.split()) == 2
    assert "nothing is written packed; take a name without ." in capsys.readouterr().err
    assert contents(at) == before


@pytest.mark.usefixtures("spellings")
@pytest.mark.parametrize(("command", "words"), REFUSED.values(), ids=REFUSED.keys())
def test_an_input_is_never_overwritten(
    command: object, words: str, at: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = contents(at)
    assert command.main(words.split()) == 2  # type: ignore[attr-defined]
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "the output would replace an input" in error
    assert contents(at) == before


FOLDERLESS = {
    "run": (run, "two.yaml -o no/such/x"),
    "a set": (run, "two.yaml -o no/such/x --max-solutions-per-file 1"),
    "a trace": (run, "two.yaml --count --trace no/such/x"),
    "many": (run, "easy.sdm -o no/such/x"),
    "a kept run": (run, "two.yaml --run-dir new -o no/such/x"),
    "merge": (merge, "kept -o no/such/x"),
    "show": (show, "found.jsonl 1 --svg no/such/x"),
    "generate": (generate, "nonogram --format non -o no/such/x"),
}


@pytest.mark.parametrize(("command", "words"), FOLDERLESS.values(), ids=FOLDERLESS.keys())
def test_no_folder_is_made(command: object, words: str, at: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(words.split()) == 2  # type: ignore[attr-defined]
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "no/such/x: cannot write: there is no folder no/such" in error
    assert not (at / "no").exists()
    assert not (at / "new").exists()


def test_the_default_folder_is_made(at: Path) -> None:
    assert run.main(["two.yaml", "--quiet"]) == 0
    assert read(at / "solutions" / "two.jsonl").complete


KEPT = {
    "solutions": (run, "two.yaml -o {}"),
    "drawings": (run, "two.yaml --format text -o {}"),
    "answers": (run, "easy.sdm --limit 1 -o {}"),
    "merged": (merge, "kept -o {}"),
    "a picture": (show, "found.jsonl 1 --svg {}"),
    "a puzzle": (generate, "nonogram --seed 1 --format non -o {}"),
}


@pytest.mark.parametrize(("command", "words"), KEPT.values(), ids=KEPT.keys())
def test_a_foreign_file_is_kept_for_good(command: object, words: str, at: Path) -> None:
    thesis = at / "thesis"
    thesis.write_text("years of work")
    for _ in range(3):
        assert command.main(words.format("thesis").split()) == 0  # type: ignore[attr-defined]
    assert (at / "thesis.bak").read_text() == "years of work"
    assert thesis.read_text() != "years of work"


@pytest.mark.parametrize("name", ["all.0001.jsonl", "all.0002.jsonl", "all.index.json"])
@pytest.mark.parametrize("words", ["run two.yaml", "merge kept"])
def test_a_foreign_file_is_kept_from_a_set(words: str, name: str, at: Path) -> None:
    (at / name).write_text("years of work")
    command = {"run": run, "merge": merge}[words.split()[0]]
    more = ["-o", "all.jsonl", "--max-solutions-per-file", "1"]
    for _ in range(2):
        assert command.main([words.split()[1], *more]) == 0  # type: ignore[attr-defined]
    assert (at / f"{name}.bak").read_text() == "years of work"
    assert read(at / "all.index.json").complete


def test_bak_is_the_last_complete_one(at: Path) -> None:
    first = (at / "found.jsonl").read_bytes()
    assert run.main(["two.yaml", "-o", "found.jsonl", "--limit", "1"]) == 3
    assert (at / "found.jsonl.bak").read_bytes() == first
    assert run.main(["two.yaml", "-o", "found.jsonl", "--symmetry", "all"]) == 0
    assert (at / "found.jsonl.bak").read_bytes() == first, "an unfinished file is replaced, not kept"
    second = (at / "found.jsonl").read_bytes()
    assert run.main(["two.yaml", "-o", "found.jsonl"]) == 0
    assert (at / "found.jsonl.bak").read_bytes() == second
    assert not (at / "found.jsonl.bak2").exists()


def test_a_foreign_file_does_not_push_out_the_last_complete_one(at: Path) -> None:
    first = (at / "found.jsonl").read_bytes()
    (at / "found.jsonl").rename(at / "found.jsonl.bak")
    (at / "found.jsonl").write_text("notes")
    assert run.main(["two.yaml", "-o", "found.jsonl"]) == 0
    assert (at / "found.jsonl.bak").read_bytes() == first
    assert (at / "found.jsonl.bak2").read_text() == "notes"


def test_behind_a_symlink_its_file_is_kept(at: Path) -> None:
    (at / "real").write_text("notes")
    os.symlink("real", at / "name")
    assert run.main(["two.yaml", "-o", "name"]) == 0
    assert (at / "name").is_symlink()
    assert (at / "real.bak").read_text() == "notes"
    assert read(at / "real").complete


def test_the_same_picture_again_makes_no_copy(at: Path) -> None:
    for _ in range(2):
        assert show.main(["found.jsonl", "1", "--svg", "x.svg"]) == 0
    assert not (at / "x.svg.bak").exists()


def test_saving_over_the_source(at: Path) -> None:
    os.symlink("two.yaml", at / "link")
    for name in ("two.yaml", "link"):
        with pytest.raises(ValueError, match="would replace an input"):
            solve(at / "two.yaml").save(at / name)
    assert (at / "two.yaml").read_text() == TWO


def test_names_of_parts_and_lines_of_solutions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "all.jsonl"
    for number in (1, 9_999, 10_000, 123_456):
        match = part_pattern(path).fullmatch(part_path(path, number).name)
        assert match is not None
        assert int(match[1]) == number
    for name in ("all.0003.jsonl", "all.0003.jsonl.bak", "all.index.json", "all.jsonl.bak2"):
        (tmp_path / name).write_text("x")
        with pytest.raises(OutputError, match="would replace an input"):
            make_sure(path, [tmp_path / name], a_set=True)
    for rows in (("ab", "cd"), ('a"', '"b'), ("\\n", '\\"'), ("全é", "解.")):
        line = body("\n".join(rows).encode(), 8)
        assert line.decode() == json.dumps({"board": rows, "orbit": 8}, ensure_ascii=False) + "\n"
        assert json.loads(numbered(3, line)) == {"n": 3, "board": list(rows), "orbit": 8}
    plain_write = os.write
    monkeypatch.setattr(
        os, "write", lambda file, data: plain_write(file, data[:3])
    )  # as to a pipe that is full
    with (tmp_path / "pieces").open("wb") as file:
        write_all(file.fileno(), b"0123456789")
    monkeypatch.setattr(os, "write", plain_write)
    assert (tmp_path / "pieces").read_bytes() == b"0123456789"
    done: list[str] = []
    for name in ("fsync", "replace"):
        plain = getattr(os, name)
        monkeypatch.setattr(
            os, name, lambda *words, name=name, plain=plain: done.append(name) or plain(*words)
        )
    write_whole(tmp_path / "whole", b"x")
    assert done[:2] == ["fsync", "replace"], "what is renamed is on the disk before"
