"""Many puzzles in one process: each is answered as it is alone, whatever the others are."""

from __future__ import annotations

import csv
import gzip
import json
import os
import signal
import subprocess
import sys
import tarfile
import time
import zipfile
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import zenkai_solver as zenkai
from tests.helpers import ROOT
from zenkai_solver.models.document import MAX_BYTES
from zenkai_solver.solvers.batch import batch
from zenkai_solver.solvers.batch import items as batch_items
from zenkai_solver.solvers.batch.answers import Answer, Answers
from zenkai_solver.solvers.batch.items import BatchItem, items
from zenkai_solver.solvers.cli import main
from zenkai_solver.solvers.core.deadlines import Deadline

NON = "width 3\nheight 2\n\nrows\n1\n3\n\ncolumns\n1\n2\n1\n"
SEVERAL = "width 3\nheight 3\n\nrows\n1\n1\n1\n\ncolumns\n1\n1\n1\n"  # 6 solutions
DOMINOES = "puzzle: packing\nboard: 2x3\npieces: dominoes\ncounts: 3\nexpect: {count: 2, all: 3}\n"
SUDOKU = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HODOKU = f":0000:x:{SUDOKU}:::"
NONE = "55" + "." * 79


LINK = "https://puzz.link/p?nonogram/3/2/1211g3g"  # the puzzle of NON


def answers(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def files(folder: Path) -> list[str]:
    """Puzzles of several families and formats, two of them bad."""
    texts = {
        "a.non": NON,
        "b.non": SEVERAL,
        "c.yaml": DOMINOES,
        "d.sdm": f"# head\n{SUDOKU}\n{HODOKU}\nnonsense\n{NONE}\n",
        "e.cnf": "p cnf 3 2\n1 2 0\n-1 -2 0\n",
        "f.yaml": "puzzle: packing\n",
    }
    for name, text in texts.items():
        (folder / name).write_text(text)
    return [*(str(folder / name) for name in texts), str(folder / "missing.yaml")]


WANTED = [
    ("a.non", "unique"),
    ("b.non", "several"),
    ("c.yaml", "several"),
    ("d.sdm:2", "unique"),
    ("d.sdm:3", "unique"),
    ("d.sdm:4", "unreadable"),
    ("d.sdm:5", "unreadable"),
    ("e.cnf", "several"),
    ("f.yaml", "unreadable"),
    ("missing.yaml", "unreadable"),
]


def told(found: list[dict[str, Any]]) -> list[tuple[str, str]]:
    return [(Path(one["place"]).name, one["answer"]) for one in found]


def test_a_line_that_is_no_known_link_is_refused_as_a_link(tmp_path: Path) -> None:
    lines, out = tmp_path / "links.txt", tmp_path / "out.jsonl"
    lines.write_text(
        "https://puzz.link/p?slither/2/2/j\nhttps://puzz.link/p?qqq/3/3/b\nhttps://example.org/\n"
    )
    assert main(["run", str(lines), "--answers", str(out)]) == 2
    good, unknown, other = answers(out)
    assert good["answer"] == "several"
    assert "'qqq' is not read; known: aho, akichi, alter, " in unknown["error"]
    assert unknown["error"].endswith(" names)")
    assert "no link that is known, and nothing is fetched" in other["error"]


def test_each_is_answered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names, out = files(tmp_path), tmp_path / "out.jsonl"
    assert main(["run", *names, "--answers", str(out)]) == 2, "some cannot be read"
    found = answers(out)
    assert told(found) == WANTED
    assert all(one["error"] for one in found if one["answer"] == "unreadable")
    assert found[0]["board"] == list(next(iter(zenkai.solve(names[0]))).board)
    assert found[3]["board"] == found[4]["board"], "HoDoKu lines are read"
    assert (found[1]["count"], found[1]["all"], found[0]["count"]) == (None, 2, 1)
    assert (found[2]["count"], found[2]["all"]) == (None, 2)
    assert capsys.readouterr().out.startswith("10 puzzles: 3 several, 3 unique, 4 unreadable; complete; ")
    assert main(["run", *names, "--answers", str(out), "--count", "--quiet"]) == 2
    counted = {Path(one["place"]).name: one for one in answers(out)}
    assert [counted[name]["all"] for name in ("b.non", "c.yaml", "e.cnf")] == [6, 3, 4]


@pytest.mark.parametrize("pack", [False, True])
def test_a_file_of_sudoku_lines_needs_no_ending(
    pack: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    text = f"\ufeff# head\r\n\r\n{SUDOKU} title\r\n{NONE}\r\n".encode()
    name = "lines.gz" if pack else "lines"
    Path(name).write_bytes(gzip.compress(text) if pack else text)
    assert main(["run", name]) == 0
    solved, clash = Path("solutions/lines.solutions.txt").read_text().splitlines()
    assert solved.startswith("534678912")
    assert clash.startswith("clash: ")
    assert main(["run", name, "--answers", "answers.jsonl", "--quiet"]) == 2
    assert [line["answer"] for line in answers(Path("answers.jsonl"))] == ["unique", "unreadable"]
    assert main(["run", name, "--number", "1", "--unique", "--quiet"]) == 0
    with pytest.raises(zenkai.InstanceError, match="a file of many puzzles"):
        zenkai.load(name)
    capsys.readouterr()


def test_other_files_without_an_ending_are_read_as_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An instance is one; 80 cells, an unknown ending, and a damaged packed file are no sudokus."""
    monkeypatch.chdir(tmp_path)
    Path("dominoes").write_text(DOMINOES)
    assert main(["run", "dominoes", "--count", "--quiet"]) == 0
    assert (
        "dominoes: 2 up to symmetry, 3 in all; every solution checked; search ended"
        in capsys.readouterr().out
    )
    Path("short").write_text(SUDOKU[1:] + "\n")
    Path("lines.dat").write_text(SUDOKU + "\n")
    Path("damaged.gz").write_bytes(gzip.compress(SUDOKU.encode())[:-20])
    for name in ("short", "lines.dat", "damaged.gz"):
        assert main(["run", name]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 3
    with zipfile.ZipFile("both.zip", "w") as archive:
        archive.writestr("lines", SUDOKU + "\n")
        archive.writestr("dominoes", DOMINOES)
    assert main(["run", "both.zip", "--answers", "answers.jsonl", "--quiet"]) == 0
    assert [line["answer"] for line in answers(Path("answers.jsonl"))] == ["unique", "several"]


def test_no_model_is_built_for_the_engine_of_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither for files nor for links, for which no YAML is parsed either, nor for a run of one puzzle."""

    def built(*_: object) -> None:
        raise AssertionError("a constraint, its words, or a document of YAML")

    (tmp_path / "a.non").write_text(NON)
    (tmp_path / "b.non").write_text(SEVERAL)
    (tmp_path / "links.txt").write_text(f"{LINK}\n{LINK}\n")
    names = [str(tmp_path / name) for name in ("a.non", "b.non", "links.txt")]
    for name in (
        "models.nonogram.puzzle.BlockLine",
        "models.nonogram.puzzle.Origin",
        "models.parsing.parse_yaml",
    ):
        monkeypatch.setattr(f"zenkai_solver.{name}", built)
    out = tmp_path / "out.jsonl"
    assert main(["run", *names, "--answers", str(out)]) == 0
    assert [line["answer"] for line in answers(out)] == ["unique", "several", "unique", "unique"]
    assert zenkai.unique(names[0]) == "unique"
    assert main(["run", LINK, "--unique"]) == 0
    assert "link: 6 variables, 5 constraints, symmetry group of order 2" in capsys.readouterr().out


def test_what_is_expected_is_compared(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text(DOMINOES.replace("all: 3", "all: 4"))
    out = tmp_path / "out.jsonl"
    assert (
        main(["run", str(tmp_path / "x.yaml"), "--answers", str(out), "--count", "--symmetry", "orbits"]) == 1
    )
    (one,) = answers(out)
    assert (one["answer"], one["count"], one["all"]) == ("unexpected", 2, 3)
    assert "all 3, expected 4" in one["error"]


def test_archives_folders_and_jobs_are_answered_alike(tmp_path: Path) -> None:
    """Members are files by their names; what is no regular file is said so, and never opened."""
    folder = tmp_path / "puzzles"
    folder.mkdir()
    names = files(folder)[:-1]
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        for name in names:
            archive.write(name, f"../../{Path(name).name}")
    with tarfile.open(tmp_path / "all.tar.gz", "w:gz") as tape:
        for name in names:
            tape.add(name, Path(name).name)
        link = tarfile.TarInfo("link.yaml")
        link.type, link.linkname = tarfile.SYMTYPE, names[2]
        tape.addfile(link)
    (tmp_path / "again.TGZ").write_bytes((tmp_path / "all.tar.gz").read_bytes())
    assert [one.data for one in items([str(tmp_path / "again.TGZ")])] == [
        one.data for one in items([str(tmp_path / "all.tar.gz")])
    ]
    for source in ("all.zip", "all.tar.gz", "puzzles"):
        out = tmp_path / "out.jsonl"
        more = ["--jobs", "2"] if source == "puzzles" else []
        assert main(["run", str(tmp_path / source), "--answers", str(out), "--quiet", *more]) == 2
        wanted = WANTED[:-1] + ([("all.tar.gz:link.yaml", "unreadable")] if "tar" in source else [])
        found = [
            (name.rpartition("all.zip:")[2].rpartition("all.tar.gz:")[2], kind)
            for name, kind in told(answers(out))
        ]
        assert found == [(name.rpartition("all.tar.gz:")[2], kind) for name, kind in wanted]
    assert not list(tmp_path.parent.glob("*.non")), "nothing is unpacked"


@pytest.mark.parametrize("name", ["x.jsonl", "x.csv"])
def test_a_stopped_batch_goes_on(name: str, tmp_path: Path) -> None:
    """Behind the whole lines that are there, as far as they answer the same questions."""
    names, out = files(tmp_path), tmp_path / name
    run = ["run", *names, "--answers", str(out), "--quiet"]
    main(run)
    whole = out.read_bytes().splitlines(keepends=True)
    for kept in (0, 1, 4, len(whole)):
        out.write_bytes(b"".join(whole[:kept]) + (b"" if kept == len(whole) else whole[kept][:9]))
        if kept or name != "x.csv":
            main([*run, "--resume"])
            again = out.read_bytes().splitlines(keepends=True)
            assert again[:kept] == whole[:kept]
            assert [_stable(line, name) for line in again] == [_stable(line, name) for line in whole]
    (tmp_path / "b.non").write_text(NON)  # another puzzle: this and what follows is answered anew
    main([*run, "--resume"])
    kept = 2 if name == "x.csv" else 1
    again = out.read_bytes().splitlines(keepends=True)
    assert again[:kept] == whole[:kept]
    assert b"unique" in again[kept]
    assert len(again) == len(whole)
    main([*run, "--resume", "--limit", "5"])
    assert [line.count(b"several") for line in out.read_bytes().splitlines()[-4:]] == [0, 1, 0, 0]
    out.write_text("no answers\n")
    assert main([*run, "--resume"]) == 2
    assert out.read_text() == "no answers\n"


def _stable(line: bytes, name: str) -> Any:
    """Without the time."""
    values = next(csv.reader([line.decode()])) if name == "x.csv" else list(json.loads(line).values())
    return values[:6] + values[7:]


def test_a_puzzle_that_takes_too_long_is_said_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each has its own time: here the first a moment, and the second what is asked for."""
    asked: list[float | None] = []

    def until(deadline: Deadline, seconds: float | None) -> Deadline:
        asked.append(seconds)
        return plain(deadline, seconds if len(asked) > 1 else 1e-3)

    plain = batch._until
    monkeypatch.setattr(batch, "_until", until)
    (tmp_path / "long.yaml").write_text("puzzle: packing\nboard: 8x8\npieces: dominoes\ncounts: any\n")
    (tmp_path / "a.non").write_text(NON)
    out = tmp_path / "out.jsonl"
    names = [str(tmp_path / name) for name in ("long.yaml", "a.non")]
    more = ["--backend", "sat", "--limit", "10000000", "--time-limit", "200"]
    assert main(["run", *names, "--answers", str(out), *more]) == 3
    assert told(answers(out)) == [("long.yaml", "cut short"), ("a.non", "unique")]
    assert asked == [200, 200]


def test_answers_at_their_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of answers that are there, those behind the last puzzle go; a limit cuts a chunk that leads beyond it."""
    out, names = tmp_path / "out.JSONL", [str(tmp_path / f"{n}.non") for n in (1, 2)]
    for name in names:
        Path(name).write_text(SEVERAL)
    assert main(["run", *names, "--answers", str(out)]) == 0
    both = out.read_bytes()
    assert main(["run", *names, "--answers", str(out), "--resume"]) == 0
    assert out.read_bytes() == both
    assert main(["run", names[0], "--answers", str(out), "--resume"]) == 0
    assert out.read_bytes() == both.splitlines(keepends=True)[0]
    plain = batch.prepare

    def pairs(*words: Any) -> SimpleNamespace:
        """Prepared, with two solutions at a time."""
        prepared = plain(*words)
        whole = [chunk.cut(i, i + 1) for chunk in prepared.chunks() for i in range(len(chunk))]
        two = [
            replace(
                a, texts=[*a.texts, *b.texts], orbits=[*a.orbits, *b.orbits], representatives=[True, True]
            )
            for a, b in zip(whole[::2], whole[1::2], strict=True)
        ]
        return SimpleNamespace(
            backend=prepared.backend, model=prepared.model, settle=lambda: None, chunks=lambda *_: iter(two)
        )

    monkeypatch.setattr(batch, "prepare", pairs)
    item = BatchItem(names[0])
    for limit in (1, 2, 3, 5, 6):
        assert batch.answered(item, batch.Question(limit=limit)).all == limit
    keys = [batch.Question(**one).key(item) for one in ({}, {"extra": "x"}, {"limit": 3}, {"seconds": 1.0})]
    assert len({*keys, batch.Question(symmetry="orbits").key(item), batch.Question("sat").key(item)}) == 6
    strange = Answers(os.open(tmp_path / "strange", os.O_WRONLY | os.O_CREAT), "strange", False, [])
    strange.write(Answer("a\udcff.non", "k", "none"))
    strange.close()
    assert answers(tmp_path / "strange")[0]["place"] == "a\udcff.non", "a name that is no text"


@pytest.mark.parametrize(
    "words",
    [
        ["-o", "x.jsonl"],
        ["--run-dir", "r"],
        ["--certify"],
        ["--live"],
        ["--number", "1"],
        ["--limit", "2", "--count"],
    ],
)
def test_what_does_not_go_with_answers(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["run", "pento6x10", "--answers", "a.jsonl", *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not Path("a.jsonl").exists()
    assert main(["run", "pento6x10", "--jobs", "2"]) == 2
    assert main(["run", "pento6x10", "--resume"]) == 2


def test_archives_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = tmp_path / "bomb.zip"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.yaml", b"#" * (64 << 20))
        archive.writestr("b.non", NON)
    assert [bool(one.fault) for one in items([str(bomb)])] == [True, False]
    assert str(MAX_BYTES)[:1] in next(items([str(bomb)])).fault
    monkeypatch.setattr(batch_items, "MOST_MEMBERS", 1)
    assert [one.fault for one in items([str(bomb)])][-1] == "more than 1 members, the most that are read"
    monkeypatch.setattr(batch_items, "MOST_MEMBERS", 9)
    monkeypatch.setattr(batch_items, "MOST_IN_ALL", 1 << 20)
    assert [bool(one.fault) for one in items([str(bomb)])] == [True]
    for name in ("bad.zip", "bad.tar.gz", "bad.tar"):
        (tmp_path / name).write_bytes(bomb.read_bytes()[40:140])
        assert [bool(one.fault) for one in items([str(tmp_path / name)])] == [True]
    with zipfile.ZipFile(tmp_path / "file.zip", "w") as archive:
        (tmp_path / "a.non").write_text(NON)
        archive.writestr("x.yaml", "puzzle: nonogram\nfile: a.non\n")
        (tmp_path / "x.yaml").write_text("puzzle: nonogram\nfile: a.non\n")
    (one,) = items([str(tmp_path / "file.zip")])
    monkeypatch.chdir(tmp_path)
    assert zenkai.load(tmp_path / "x.yaml"), "which a file may name, but no member of an archive"
    with pytest.raises(zenkai.InstanceError):
        one.instance("")


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="sends SIGINT")
def test_ctrl_c_leaves_whole_lines(tmp_path: Path) -> None:
    lines = "\n".join(["." * 81] * 3 + [SUDOKU] * 400)
    (tmp_path / "many.sdm").write_text(lines + "\n")
    out = tmp_path / "out.jsonl"
    words = [
        sys.executable,
        "-m",
        "solvers.run",
        str(tmp_path / "many.sdm"),
        "--answers",
        str(out),
        "--jobs",
        "2",
    ]
    with subprocess.Popen(words, cwd=ROOT, start_new_session=True, stderr=subprocess.PIPE) as run:
        until = time.monotonic() + 200
        while not (out.exists() and out.read_bytes().count(b"\n") > 3) and time.monotonic() < until:
            time.sleep(0.05)
        os.killpg(run.pid, signal.SIGINT)
        assert run.wait(200) == 130
    found = answers(out)
    assert 3 < len(found) < 403
    assert main(["run", str(tmp_path / "many.sdm"), "--answers", str(out), "--resume"]) == 0
    assert answers(out)[: len(found)] == found
    assert len(answers(out)) == 403
