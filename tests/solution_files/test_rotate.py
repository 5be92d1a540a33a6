"""Sets of solutions files: parts, their index, and what `verify` and `show` make of them."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.helpers import INSTANCES, PATIENCE, ROOT
from zenkai_solver.models.loading import load
from zenkai_solver.solvers.commands import run, show, verify
from zenkai_solver.solvers.core.pipeline import Tally, prepare
from zenkai_solver.solvers.solution_files import index, rotate
from zenkai_solver.solvers.solution_files.results import Ending, header
from zenkai_solver.solvers.solution_files.rotate import RotatingSink, part_path

DOMINOES = str(INSTANCES / "dominoes6x6.yaml")
SMALL = str(INSTANCES / "sizes123.yaml")  # 6 solutions up to symmetry, 48 in all
ENDLESS = str(INSTANCES / "dominoes8x8.yaml")  # millions of solutions, the first at once


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def rotated(instance: str, out: Path, per_file: int, *words: str) -> int:
    return run.main([instance, "-o", str(out), "--quiet", "--max-solutions-per-file", str(per_file), *words])


def bodies(folder: Path) -> list[str]:
    parts = sorted(folder.glob("all.0*.jsonl"))
    return [line for part in parts for line in part.read_text().splitlines()[1:-1]]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("whole") / "all.jsonl"
    assert run.main([DOMINOES, "-o", str(out), "--quiet", "--symmetry", "all"]) == 0
    return out


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a set of 48 solutions in 5 parts."""
    folder = tmp_path_factory.mktemp("good")
    assert rotated(SMALL, folder / "all.jsonl", 10, "--symmetry", "all") == 0
    return folder


@pytest.fixture
def copy(good: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(good, tmp_path / "copy"))


def test_a_set_has_the_lines_of_the_one_file(
    whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert rotated(DOMINOES, tmp_path / "all.jsonl", 1000, "--symmetry", "all") == 0
    assert names(tmp_path) == [*(f"all.000{n}.jsonl" for n in range(1, 8)), "all.index.json"]
    assert bodies(tmp_path) == whole.read_text().splitlines()[1:-1]
    stated = json.loads((tmp_path / "all.index.json").read_text())
    footer = lines(whole)[-1]
    assert [stated[key] for key in ("complete", "count", "all", "digest", "reason")] == [
        footer[key] for key in ("complete", "count", "all", "digest", "reason")
    ]
    assert [part["first"] for part in stated["parts"]] == list(range(1, 6729, 1000))
    assert [part["solutions"] for part in stated["parts"]] == [1000] * 6 + [728]
    assert verify.main([str(tmp_path / "all.index.json")]) == 0
    said = capsys.readouterr().out
    assert "every line checked: 930 up to symmetry, 6,728 in all; complete according to its footer" in said
    assert said.endswith(f"digest {footer['digest']}\n")


def test_no_part_of_several_is_complete_alone(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parts = [good / f"all.000{n}.jsonl" for n in range(1, 6)]
    assert lines(parts[1])[0]["part"] == {"number": 2, "first": 11}
    assert [lines(part)[1]["n"] for part in parts] == [1, 11, 21, 31, 41]
    footers = [lines(part)[-1] for part in parts]
    assert not any(footer["complete"] for footer in footers)
    assert [footer["reason"] for footer in footers] == [
        *(f"continues in part {n}" for n in range(2, 6)),
        "last of 5 parts",
    ]
    assert [verify.main([str(part)]) for part in parts] == [3] * 5
    assert "all.0002.jsonl: every line checked: " in capsys.readouterr().out


@pytest.mark.parametrize(("per_file", "parts"), [(1, 6), (2, 3), (3, 2), (5, 2), (6, 1), (7, 1)])
def test_any_size_of_parts(per_file: int, parts: int, tmp_path: Path) -> None:
    assert rotated(SMALL, tmp_path / "all.jsonl", per_file) == 0
    assert len(names(tmp_path)) == parts + 1, "no empty part"
    assert verify.main([str(tmp_path / "all.index.json")]) == 0
    assert lines(tmp_path / "all.0001.jsonl")[-1]["complete"] == (parts == 1)


@pytest.mark.parametrize("name", ["tetris4x7", "dissection/ring"])
def test_no_solutions_and_what_is_beside_boards(name: str, tmp_path: Path) -> None:
    assert rotated(str(INSTANCES / f"{name}.yaml"), tmp_path / "all", 1) == 0
    assert "all.0001" in names(tmp_path)
    assert verify.main([str(tmp_path / "all.index.json")]) == 0


def test_default_output_of_several_instances(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run.main([SMALL, str(INSTANCES / "dominoes4x4.yaml"), "--max-solutions-per-file", "5"]) == 0
    assert "; solutions/sizes123.index.json\n" in capsys.readouterr().out
    assert names(tmp_path / "solutions") == [
        *("dominoes4x4.0001.jsonl", "dominoes4x4.0002.jsonl", "dominoes4x4.index.json"),
        *("sizes123.0001.jsonl", "sizes123.0002.jsonl", "sizes123.index.json"),
    ]


# ---- cut short


@pytest.mark.parametrize("limit", [19, 20, 21])
def test_limit(limit: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert rotated(SMALL, tmp_path / "all.jsonl", 10, "--symmetry", "all", "--limit", str(limit)) == 3
    stated = json.loads((tmp_path / "all.index.json").read_text())
    assert (stated["complete"], stated["reason"]) == (False, f"limit of {limit} solutions")
    assert [part["solutions"] for part in stated["parts"]] == [10, min(limit - 10, 10), 1][: 2 + (limit > 20)]
    assert lines(tmp_path / stated["parts"][-1]["file"])[-1]["reason"] == stated["reason"]
    assert verify.main([str(tmp_path / "all.index.json")]) == 3
    assert f"incomplete (limit of {limit} solutions)" in capsys.readouterr().out


def stopped(out: Path, number: signal.Signals) -> tuple[int, str]:
    """Send the signal when part 3 is there; exit code and stderr."""
    words = [ENDLESS, "-o", str(out), "--quiet", "--backend", "sat", "--max-solutions-per-file", "100"]
    process = subprocess.Popen(
        [sys.executable, "-m", "solvers.run", *words], cwd=ROOT, stderr=subprocess.PIPE, text=True
    )
    while process.poll() is None and not part_path(out, 3).exists():
        time.sleep(0.05)
    assert process.poll() is None, "it ended before it was stopped"
    process.send_signal(number)
    _, error = process.communicate(timeout=PATIENCE)
    return process.returncode, error


def test_sigterm_leaves_a_valid_set(tmp_path: Path) -> None:
    assert stopped(tmp_path / "all.jsonl", signal.SIGTERM) == (130, "")
    stated = json.loads((tmp_path / "all.index.json").read_text())
    assert (stated["complete"], stated["reason"]) == (False, "stopped")
    assert len(stated["parts"]) >= 3
    assert verify.main([str(tmp_path / "all.index.json")]) == 3


def test_killed_run_leaves_valid_parts_which_the_next_run_clears(tmp_path: Path) -> None:
    out = tmp_path / "all.jsonl"
    stopped(out, signal.SIGKILL)
    parts = names(tmp_path)
    assert len(parts) >= 3
    assert "all.index.json" not in parts
    assert [verify.main([str(tmp_path / part)]) for part in parts] == [3] * len(parts)
    assert rotated(SMALL, out, 4) == 0
    assert names(tmp_path) == ["all.0001.jsonl", "all.0002.jsonl", "all.index.json"]


def test_limit_of_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rotate, "MAX_PARTS", 2)
    assert rotated(SMALL, tmp_path / "all.jsonl", 2, "--backend", "sat") == 3
    assert json.loads((tmp_path / "all.index.json").read_text())["reason"] == "limit of 2 files"
    assert verify.main([str(tmp_path / "all.index.json")]) == 3
    assert rotated(SMALL, tmp_path / "exact.jsonl", 24, "--symmetry", "all") == 0, "48 solutions in 2 files"


def test_a_set_is_moved_with_its_index_last(
    copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that a set that is half moved has none."""
    plain, moved = os.replace, list[str]()
    monkeypatch.setattr(os, "replace", lambda a, b: moved.append(Path(a).name) or plain(a, b))
    rotate.move(copy / "all.jsonl", tmp_path / "all.jsonl")
    assert moved[-1] == "all.index.json"
    assert len(moved) == 6
    assert verify.main([str(tmp_path / "all.index.json")]) == 0


# ---- older sets


def test_complete_set_is_kept_as_a_valid_set(tmp_path: Path) -> None:
    out, kept = tmp_path / "all.jsonl", tmp_path / "all.parts.bak"
    rotated(SMALL, out, 1)
    rotated(SMALL, out, 4)
    assert names(tmp_path) == ["all.0001.jsonl", "all.0002.jsonl", "all.index.json", "all.parts.bak"]
    assert len(names(kept)) == 7
    assert verify.main([str(kept / "all.index.json")]) == 0
    rotated(SMALL, out, 4, "--limit", "1")
    rotated(SMALL, out, 4, "--limit", "2")
    assert names(kept) == ["all.0001.jsonl", "all.0002.jsonl", "all.index.json"], "not one of the first"
    assert verify.main([str(kept / "all.index.json"), str(tmp_path / "all.index.json")]) == 3
    assert names(tmp_path) == ["all.0001.jsonl", "all.index.json", "all.parts.bak"]


def test_files_of_others_are_not_touched(good: Path, tmp_path: Path) -> None:
    run.main([SMALL, "-o", str(tmp_path / "all.2024.jsonl"), "--quiet"])
    (tmp_path / "all.0077.jsonl").write_text("notes\n")
    shutil.copy(good / "all.0002.jsonl", tmp_path / "all.0099.jsonl")
    shutil.copy(good / "all.0003.jsonl", tmp_path / "all.0003.jsonl")
    before = {name: (tmp_path / name).read_bytes() for name in names(tmp_path)}
    del before["all.0003.jsonl"]
    rotated(SMALL, tmp_path / "all.jsonl", 4)
    assert names(tmp_path) == sorted([*before, "all.0001.jsonl", "all.0002.jsonl", "all.index.json"])
    assert all((tmp_path / name).read_bytes() == data for name, data in before.items())


def test_complete_file_in_the_way_is_kept(tmp_path: Path) -> None:
    run.main([SMALL, "-o", str(tmp_path / "all.0001.jsonl"), "--quiet"])
    before = (tmp_path / "all.0001.jsonl").read_bytes()
    rotated(SMALL, tmp_path / "all.jsonl", 4)
    assert (tmp_path / "all.0001.jsonl.bak").read_bytes() == before


# ---- what does not fit together


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["-o", "-"], "-o -"),
        (["--format", "text"], "--format text"),
        (["--unique", "-o", "x"], "--unique"),
        (["--count"], "--count without -o"),
    ],
)
def test_usage(words: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main([SMALL, "--max-solutions-per-file", "5", *words]) == 2
    assert capsys.readouterr().err.endswith(f"no solutions file is written with {why}\n")


def test_usage_with_many_puzzles(capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["x.sdm", "--max-solutions-per-file", "5"]) == 2
    assert "with a file of many puzzles" in capsys.readouterr().err


def test_count_with_a_file(tmp_path: Path) -> None:
    assert rotated(SMALL, tmp_path / "all.jsonl", 4, "--count") == 0
    assert verify.main([str(tmp_path / "all.index.json")]) == 0


def test_a_folder_is_no_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert rotated(SMALL, tmp_path, 4) == 2
    assert capsys.readouterr().err == f"zenkai: {tmp_path}: cannot write: Is a directory\n"


# ---- damage is named


def edit_index(folder: Path, change: Callable[[dict[str, Any]], object]) -> None:
    path = folder / "all.index.json"
    value = json.loads(path.read_text())
    change(value)
    path.write_text(json.dumps(value))


Change = Callable[[dict[str, Any]], object]
INDEX_DAMAGE: dict[str, tuple[Change, str]] = {
    "other version": (lambda x: x.update(format="zenkai-index/2"), "the format is not zenkai-index/1"),
    "no parts": (lambda x: x.update(parts=[]), "0 parts, allowed are 1 to 100,000"),
    "parts no list": (lambda x: x.update(parts=7), "`parts` is 7, not a list"),
    "part no object": (lambda x: x["parts"].__setitem__(1, 7), "part 2: not a JSON object"),
    "count missing": (lambda x: x.pop("count"), "`count` is missing: a whole number"),
    "count no number": (
        lambda x: x["parts"][1].update(count=True),
        "part 2: `count` is true, not a whole number",
    ),
    "folder above": (lambda x: x["parts"][1].update(file="../all.0002.jsonl"), "is not a plain file name"),
    "absolute": (
        lambda x: x["parts"][1].update(file="/etc/passwd"),
        "'/etc/passwd' is not a plain file name",
    ),
    "dots": (lambda x: x["parts"][1].update(file=".."), "'..' is not a plain file name"),
    "zero byte": (lambda x: x["parts"][1].update(file="a\0"), "is not a plain file name"),
    "no such file": (lambda x: x["parts"][1].update(file="b\n"), "part 2, 'b\\n', is missing"),
    "gap": (lambda x: x["parts"].pop(2), "part 3: 10 solutions from 31 on, but 21 comes next"),
    "empty part": (lambda x: x["parts"][1].update(solutions=0), "part 2: 0 solutions from 11 on"),
    "twice the same part": (
        lambda x: x["parts"][2].update(file="all.0002.jsonl"),
        "all.0002.jsonl:1: not part 3 from solution 21 on",
    ),
    "last part left out": (lambda x: x["parts"].pop(), "part 4 ends with 'last of 4 parts', but"),
    "other instance": (lambda x: x.update(sha256="0" * 64), "all.0001.jsonl:1: not the instance of"),
    "solutions": (lambda x: x["parts"][-1].update(solutions=9), "part 5: 9 solutions, but"),
    "part's all": (lambda x: x["parts"][1].update(all=9), "part 2: all 9, but"),
    "part's digest": (lambda x: x["parts"][1].update(digest="0" * 32), f"part 2: digest {'0' * 32}, but"),
    "count": (lambda x: x.update(count=7), "all.index.json: count 7, but the parts have 6"),
    "all": (lambda x: x.update(all=7), "all.index.json: all 7, but the parts have 48"),
    "digest": (lambda x: x.update(digest="1" * 32), f"digest {'1' * 32}, but the parts have"),
    "no digest": (lambda x: x.update(digest=""), '`digest` is "", not 32 hexadecimal digits'),
    "complete": (lambda x: x.update(complete=False), "complete and reason contradict each other"),
    "reason": (lambda x: x.update(complete=False, reason="stopped"), "part 5 ends with 'stopped', but"),
    "reason no text": (lambda x: x.update(complete=False, reason=[1]), "`reason` is [1], not a text or null"),
}


@pytest.mark.parametrize(("change", "message"), INDEX_DAMAGE.values(), ids=INDEX_DAMAGE.keys())
def test_damaged_index(change: Change, message: str, copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit_index(copy, change)
    assert verify.main([str(copy / "all.index.json")]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_cut_and_huge_index(copy: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    path = copy / "all.index.json"
    path.write_bytes(path.read_bytes()[:-5])
    assert verify.main([str(path)]) == 2
    assert "not a JSON object (cut off or damaged)" in capsys.readouterr().err
    monkeypatch.setattr(index, "MAX_INDEX", 100)
    assert show.main([str(path), "1"]) == 2
    assert "larger than 100 bytes" in capsys.readouterr().err


def edit_part(folder: Path, number: int, change: Callable[[list[dict[str, Any]]], object]) -> None:
    path = folder / f"all.000{number}.jsonl"
    value = lines(path)
    change(value)
    path.write_text("".join(json.dumps(line) + "\n" for line in value))


Lines = list[dict[str, Any]]
PART_DAMAGE: dict[str, tuple[Callable[[Lines], object], str]] = {
    "board": (lambda x: x[3].update(board=["III"] * 3), "all.0003.jsonl:4: "),
    "number": (lambda x: x[3].update(n=3), "all.0003.jsonl:4: solution 3 after solution 22"),
    "digest": (lambda x: x[-1].update(digest="2" * 32), f"footer: digest {'2' * 32}, but the file has"),
    "no footer": (lambda x: x.pop(), "all.0003.jsonl: no footer, but"),
    "complete": (
        lambda x: x[-1].update(complete=True, reason=None),
        "part 3 ends with 'continues in part 4'",
    ),
    "complete, no reason": (
        lambda x: (x[-1].update(complete=True), x[-1].pop("reason")),
        "all.0003.jsonl:12: footer: `reason` is missing",
    ),
    "no place": (lambda x: x[0].pop("part"), "all.0003.jsonl:1: not part 3 from solution 21 on"),
    "other place": (
        lambda x: x[0]["part"].update(number=4),
        "all.0003.jsonl:1: not part 3 from solution 21 on",
    ),
    "place no number": (lambda x: x[0].update(part={"number": 3, "first": 0}), "the header's `part` is not"),
    "place no object": (lambda x: x[0].update(part=3), "all.0003.jsonl:1: the header's `part` is not"),
    "mode": (lambda x: x[0]["symmetry"].update(mode="orbits"), "jsonl:1: not the symmetry mode of part 1"),
}


@pytest.mark.parametrize(("change", "message"), PART_DAMAGE.values(), ids=PART_DAMAGE.keys())
def test_damaged_part(
    change: Callable[[Lines], object], message: str, copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edit_part(copy, 3, change)
    assert verify.main([str(copy / "all.index.json")]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_last_part_that_says_complete_is_refused(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit_part(copy, 5, lambda x: x[-1].update(complete=True, reason=None))
    assert verify.main([str(copy / "all.0005.jsonl")]) == 2
    assert "footer: complete, but it begins with solution 41" in capsys.readouterr().err


def test_the_same_solutions_in_two_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A set that is right but for that: only distinctness over all parts can tell."""
    prepared = prepare(load(Path(SMALL)))
    tally = Tally(prepared.symmetry)
    with RotatingSink(tmp_path / "all.jsonl", header(prepared), 6) as sink:
        for _ in range(2):
            for chunk in prepared.chunks():
                sink.write(tally.written + 1, chunk)
                tally.add(chunk)
        sink.close(tally, Ending("twice", 0.0))
    assert verify.main([str(tmp_path / "all.0001.jsonl"), str(tmp_path / "all.0002.jsonl")]) == 3
    assert verify.main([str(tmp_path / "all.index.json")]) == 2
    assert capsys.readouterr().err.endswith("all.index.json: the file contains a solution twice\n")


def test_expected_count_of_the_whole_set(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(Path(SMALL).read_text().replace("count: 6", "count: 7"))
    assert rotated(str(path), tmp_path / "all.jsonl", 4) == 1
    assert verify.main([str(tmp_path / "all.index.json")]) == 2
    assert "all.index.json: count 6, but the instance expects 7" in capsys.readouterr().err


def test_full_disk_when_a_part_begins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def create(path: Path) -> int:
        if path.name == "all.0002.jsonl":
            raise OSError(28, "No space left on device", str(path))
        return real(path)

    real = rotate.create
    monkeypatch.setattr(rotate, "create", create)
    before = len(os.listdir("/proc/self/fd"))
    assert rotated(SMALL, tmp_path / "all.jsonl", 4) == 2
    assert len(os.listdir("/proc/self/fd")) == before
    assert names(tmp_path) == ["all.0001.jsonl"], "and no index"


# ---- show


def test_show(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = str(good / "all.index.json")
    for number in (1, 10, 11, 48):
        part = good / f"all.000{(number + 9) // 10}.jsonl"
        assert show.main([str(part), str(number)]) == 0
        alone = capsys.readouterr().out
        assert show.main([whole, str(number)]) == 0
        assert capsys.readouterr().out == alone
    assert show.main([whole, "49"]) == 2
    assert "all.index.json: no solution 49, the last one is 48" in capsys.readouterr().err
    assert show.main([str(good / "all.0002.jsonl"), "5"]) == 2
    assert "all.0002.jsonl: no solution 5" in capsys.readouterr().err
