"""A disk that is full: what was there stays, what is not whole is gone, lines end whole, the file is named.

The limit of the system on the size of a file (RLIMIT_FSIZE) plays the disk: writes beyond it fail.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.helpers import INSTANCES, PATIENCE
from zenkai_solver.solvers.cli import main
from zenkai_solver.solvers.solution_files import scratch
from zenkai_solver.solvers.solution_files.output import whole, write_all, write_bytes
from zenkai_solver.solvers.solution_files.results import write_whole

resource = pytest.importorskip("resource", reason="limits as POSIX has them")
OLD = b"what was there\n"
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("inputs")
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(folder)
        own = str(INSTANCES / "dominoes4x4.yaml")
        Path("d.yaml").write_bytes(Path(own).read_bytes())
        assert main(["run", own, "-o", "found.jsonl", "--quiet", "--symmetry", "all", "--certify"]) == 0
        assert main(["compile", own, "-o", "d.zset"]) == 0
        assert main(["run", own, "--run-dir", "kept", "--quiet", "--workers", "1"]) == 0
        Path("n.yaml").write_bytes((INSTANCES / "nonogram/domino3.yaml").read_bytes())
        Path("many.sdm").write_text(f"{EASY}\n" * 40)
        Path("wide.txt").write_text("#.##.#.#.##\n" * 11)
    return folder


@contextmanager
def full(size: int) -> Iterator[None]:
    """No file becomes larger than so many bytes. Python itself would keep compiled modules that are cut off."""
    old, own = resource.getrlimit(resource.RLIMIT_FSIZE), sys.dont_write_bytecode
    sys.dont_write_bytecode = True
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, old[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, old)
        sys.dont_write_bytecode = own


@pytest.fixture
def at(inputs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Inputs by the path IN/..., a new folder to write in."""
    monkeypatch.chdir(tmp_path)
    os.symlink(inputs, tmp_path / "IN")
    return tmp_path


def left(at: Path) -> set[str]:
    return {str(path.relative_to(at)) for path in at.rglob("*") if path.name != "IN"}


WHOLE = {
    "compile": ("compile IN/d.yaml -o X", 100),
    "compile a file": ("compile IN/found.jsonl -o X", 100),
    "sets": ("sets IN/d.zset and IN/d.zset -o X", 100),
    "query solutions": ("query IN/d.zset --solutions -o X", 900),
    "query svg": ("query IN/d.zset --share D --svg X", 50),
    "query graph": ("query IN/d.zset --swaps 2 --graph X", 50),
    "gallery": ("gallery IN/found.jsonl -o .", 1_000),
    "show svg": ("show IN/found.jsonl 1 --svg X", 100),
    "show png": ("show IN/found.jsonl 1 --png X", 100),
    "show pdf": ("show IN/found.jsonl --pdf X", 100),
    "draw": ("draw IN/d.yaml --svg X.svg", 100),
    "export": ("export IN/d.yaml --to dimacs -o X", 100),
    "export csv": ("export IN/found.jsonl --to csv -o X", 100),
    "convert": ("convert IN/many.sdm --number 1 --to fpuzzles -o X", 50),
    "generate": ("generate nonogram --picture IN/wide.txt --format non -o X", 50),
    "make-unique": ("make-unique IN/d.yaml -o X", 50),
    "explain": ("explain IN/n.yaml --svg X", 100),
    "pieces": ("pieces pentominoes --svg X", 100),
    "merge": ("merge IN/kept -o X", 400),
    "certificate lrat": ("certificate IN/found.cert --lrat X --cnf Y", 2_000),
    "certificate pbp": ("certificate IN/found.cert --veripb X --opb Y", 2_000),
}


@pytest.mark.parametrize(("words", "size"), WHOLE.values(), ids=WHOLE.keys())
@pytest.mark.parametrize("old", [None, pytest.param(OLD, marks=pytest.mark.broad)], ids=["new", "old"])
def test_whole_files_are_there_whole_or_not_at_all(
    words: str, size: int, old: bytes | None, at: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = "index.html" if words.startswith("gallery") else "X.svg" if "X.svg" in words else "X"
    if old:
        (at / name).write_bytes(old)
    before = left(at)
    with full(size):
        code = main(words.split())
    said = capsys.readouterr().err.splitlines()[-1]
    assert code == 2
    assert said in (f"zenkai: {own}: cannot write: File too large" for own in (name, f"./{name}", "Y"))
    assert left(at) == before
    assert not old or (at / name).read_bytes() == old
    assert main(words.split()) in (0, 1)
    assert (at / name).stat().st_size > size, "the limit was not met"
    assert not [path for path in left(at) if path.startswith(".")]


def test_a_folder_that_was_made_is_gone_again(at: Path) -> None:
    with full(1_000):
        assert main(["gallery", "IN/found.jsonl", "-o", "page"]) == 2
        assert not left(at)
        (at / "page").mkdir()
        assert main(["gallery", "IN/found.jsonl", "-o", "page"]) == 2
    assert left(at) == {"page"}


LINES = {
    "run": ("run IN/d.yaml --symmetry all -o X", 2_600),
    "rotated": ("run IN/d.yaml --symmetry all -o X.jsonl --max-solutions-per-file 30", 2_600),
    "text": ("run IN/d.yaml --symmetry all --format text -o X", 300),
    "many": ("run IN/many.sdm -o X", 1_000),
    "answers": ("run IN/many.sdm IN/d.yaml --answers X", 1_000),
    "generated": ("generate sudoku --number 20 --format line --seed 1 -o X", 300),
}


@pytest.mark.parametrize(("words", "size"), LINES.values(), ids=LINES.keys())
def test_lines_end_whole(words: str, size: int, at: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with full(size):
        code = main([*words.split(), *(["--quiet"] if "run" in words else [])])
    said = capsys.readouterr().err
    own = next(path for path in at.iterdir() if path.name.startswith("X"))
    assert code == 2
    assert "X" in said
    assert "cannot write: File too large" in said
    data = own.read_bytes()
    assert data.endswith(b"\n")
    assert 0 < len(data) < size, "cut back"
    if words.startswith("run IN/d.yaml") and "text" not in words:
        assert main(["verify", str(own)]) == 3
        assert "incomplete (no footer" in capsys.readouterr().out


def test_every_size_ends_with_a_line(tmp_path: Path) -> None:
    data = b"one\ntwo and more\nthree\n"
    for size in range(len(data)):
        path = tmp_path / f"{size}"
        file = os.open(path, os.O_WRONLY | os.O_CREAT)
        with full(size), pytest.raises(OSError, match="File too large"):
            write_all(file, data)
        os.close(file)
        assert path.read_bytes() == data[: data.rfind(b"\n", 0, size) + 1]


def test_what_others_wrote_is_not_cut(tmp_path: Path) -> None:
    """The file has become longer than what we wrote: the end is not ours."""
    path = tmp_path / "x"
    path.write_bytes(b"our place, and theirs")
    ours = os.open(path, os.O_WRONLY)
    with full(5), pytest.raises(OSError, match="File too large"):
        write_all(ours, b"one\ntwo\n")
    os.close(ours)
    assert path.read_bytes() == b"one\ntlace, and theirs"


def test_what_was_there_stays(tmp_path: Path) -> None:
    """With its name and its bytes, and no copy beside it."""
    path = tmp_path / "x"
    path.write_bytes(OLD)
    with full(3), pytest.raises(OSError, match="File too large") as raised:
        write_bytes(path, b"12345")
    assert raised.value.filename == str(path)
    assert (left(tmp_path), path.read_bytes()) == ({"x"}, OLD)


def test_an_index_leaves_nothing(tmp_path: Path) -> None:
    with full(3), pytest.raises(OSError, match="File too large"):
        write_whole(tmp_path / "x", b"12345")
    assert not left(tmp_path)


def test_devices_and_links(tmp_path: Path) -> None:
    """What is no plain file is written as it comes; behind a link the file that it names is replaced."""
    reader, writer = os.pipe()
    with whole(Path(f"/dev/fd/{writer}")) as file:
        file.write(b"through")
    assert os.read(reader, 99) == b"through"
    (tmp_path / "real").write_bytes(OLD)
    (tmp_path / "link").symlink_to("real")
    with whole(tmp_path / "link") as file:
        file.write(b"new")
        assert (tmp_path / "real").read_bytes() == OLD
    assert (tmp_path / "link").is_symlink()
    assert ((tmp_path / "real").read_bytes(), (tmp_path / "real.bak").read_bytes()) == (b"new", OLD)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_a_full_device_is_named(at: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in ("compile IN/d.yaml -o /dev/full", "run IN/d.yaml --quiet -o /dev/full"):
        assert main(words.split()) == 2
        assert capsys.readouterr().err == "zenkai: /dev/full: cannot write: No space left on device\n"


# ---- certificates, cut short


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate whose proof takes many seconds to write."""
    folder = tmp_path_factory.mktemp("long")
    words = ["run", str(INSTANCES / "pento4x15.yaml"), "--certify", "-o", str(folder / "p.jsonl"), "--quiet"]
    assert main(words) == 0
    return folder / "p.cert"


def stopped(number: int, long: Path, at: Path) -> tuple[int, str]:
    """Exit code and errors of a command that gets the signal while it writes."""
    words = ["certificate", str(long), "--lrat", "p.lrat", "--cnf", "p.cnf"]
    program = [sys.executable, "-m", "zenkai_solver.solvers.cli", *words]
    with subprocess.Popen(program, cwd=at, stderr=subprocess.PIPE, text=True) as process:
        until = time.monotonic() + PATIENCE
        while not any(path.stat().st_size for path in at.glob(".zenkai-*/*")) and time.monotonic() < until:
            time.sleep(0.01)
        process.send_signal(number)
        _, said = process.communicate(timeout=PATIENCE)
        return process.returncode, said


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_proof_that_is_cut_short_leaves_nothing(number: int, long: Path, tmp_path: Path) -> None:
    assert stopped(number, long, tmp_path) == (130, "zenkai: cut short: stopped\n")
    assert not left(tmp_path)


def test_what_a_killed_one_leaves_the_next_removes(long: Path, tmp_path: Path) -> None:
    assert stopped(signal.SIGKILL, long, tmp_path)[0] == -signal.SIGKILL
    assert all(path.name.startswith(scratch.PREFIX) for path in tmp_path.iterdir())
    assert left(tmp_path)
    words = ["certificate", str(long), "--lrat", str(tmp_path / "l"), "--cnf", str(tmp_path / "c")]
    assert main([*words, "--time-limit", "0.01"]) == 3
    assert main([*words, "--time-limit", "1"]) == 3
    assert not left(tmp_path)


def test_a_proof_has_signs_of_life(
    long: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("zenkai_solver.solvers.core.progress.EVERY", 0.2)
    words = ["certificate", str(long), "--lrat", str(tmp_path / "l"), "--cnf", str(tmp_path / "c")]
    assert main([*words, "--time-limit", "2"]) == 3
    said = capsys.readouterr().err
    assert "l: writing: " in said
    assert said.endswith("zenkai: cut short: time limit\n")
    assert not left(tmp_path)
