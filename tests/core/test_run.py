"""The command line as a user meets it: files, limits, Ctrl-C, drawings, verify, show."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.helpers import INSTANCES, PATIENCE, ROOT
from zenkai_solver.models.csp import Cube, Solution
from zenkai_solver.solvers.cli import main as zenkai
from zenkai_solver.solvers.commands import show, verify
from zenkai_solver.solvers.commands.run import main
from zenkai_solver.solvers.core import pipeline
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline
from zenkai_solver.solvers.engines.sat.sat import OpenedSat, SatBackend
from zenkai_solver.solvers.solution_files import results

DOMINOES = str(INSTANCES / "dominoes4x4.yaml")
LONG = str(INSTANCES / "pento6x10.yaml")
ENDLESS = str(INSTANCES / "dominoes8x8.yaml")  # millions of solutions, the first at once


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def spawn(*words: str, **more: Any) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "solvers.run", *words],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **more,
    )


def wait_for_solutions(path: Path, process: subprocess.Popen[str]) -> None:
    while process.poll() is None and not (path.exists() and path.read_bytes().count(b"\n") > 1):
        time.sleep(0.05)
    assert process.poll() is None, "it ended before it was stopped"


def test_solutions_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "d.jsonl"
    assert main([DOMINOES, "-o", str(out)]) == 0
    header, *body, footer = lines(out)
    assert header["format"] == "zenkai-solutions/1"
    assert header["instance"] == "dominoes4x4"
    assert header["symmetry"] == {"mode": "orbits", "order": 8, "reflections": True}
    assert [line["n"] for line in body] == list(range(1, 10))
    assert sum(line["orbit"] for line in body) == 36
    assert (footer["complete"], footer["count"], footer["all"], footer["reason"]) == (True, 9, 36, None)
    assert "9 up to symmetry, 36 in all; every solution checked; search ended" in capsys.readouterr().out
    assert verify.main([str(out)]) == 0


def test_default_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([DOMINOES, "--quiet"]) == 0
    assert verify.main(["solutions/dominoes4x4.jsonl"]) == 0


def test_several_instances(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([DOMINOES, str(INSTANCES / "sizes123.yaml"), "--quiet"]) == 0
    assert sorted(p.name for p in Path("solutions").iterdir()) == ["dominoes4x4.jsonl", "sizes123.jsonl"]
    assert main([DOMINOES, DOMINOES, "-o", "x"]) == 2


def test_all_solutions(tmp_path: Path) -> None:
    out = tmp_path / "d.jsonl"
    assert main([DOMINOES, "-o", str(out), "--symmetry", "all", "--quiet"]) == 0
    _, *body, footer = lines(out)
    assert (len(body), footer["count"], footer["all"]) == (36, 9, 36)
    assert verify.main([str(out)]) == 0


def test_same_bytes_twice(tmp_path: Path) -> None:
    for name in ("a", "b"):
        main([DOMINOES, "-o", str(tmp_path / name), "--quiet", "--backend", "sat"])
    first, second = (tmp_path / name for name in ("a", "b"))
    assert first.read_text().splitlines()[1:-1] == second.read_text().splitlines()[1:-1]


def test_stdout(capfd: pytest.CaptureFixture[str]) -> None:
    assert main([DOMINOES, "-o", "-"]) == 0
    captured = capfd.readouterr()
    assert len([json.loads(line) for line in captured.out.splitlines()]) == 11
    assert "search ended" in captured.err


def test_limit(tmp_path: Path) -> None:
    out = tmp_path / "d.jsonl"
    assert main([DOMINOES, "-o", str(out), "--limit", "3", "--quiet"]) == 3
    _, *body, footer = lines(out)
    assert len(body) == 3
    assert (footer["complete"], footer["reason"]) == (False, "limit of 3 solutions")
    assert verify.main([str(out)]) == 3


def test_time_limit(tmp_path: Path) -> None:
    out = tmp_path / "p.jsonl"
    assert main([LONG, "-o", str(out), "--time-limit", "0.3", "--quiet", "--backend", "cpsat"]) == 3
    footer = lines(out)[-1]
    assert (footer["complete"], footer["reason"]) == (False, "time limit")
    assert verify.main([str(out)]) == 3


@pytest.mark.parametrize("backend", ["sat", "cpsat"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_leaves_a_valid_file(backend: str, number: signal.Signals, tmp_path: Path) -> None:
    out = tmp_path / "p.jsonl"
    process = spawn(ENDLESS, "-o", str(out), "--quiet", "--backend", backend)
    wait_for_solutions(out, process)
    process.send_signal(number)
    _, error = process.communicate(timeout=PATIENCE)
    assert (process.returncode, error) == (130, "")
    footer = lines(out)[-1]
    assert (footer["complete"], footer["reason"]) == (False, "stopped")
    assert footer["count"] == len(lines(out)) - 2 > 0
    assert verify.main([str(out)]) == 3


def test_killed_run_loses_nothing_that_was_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "p.jsonl"
    process = spawn(ENDLESS, "-o", str(out), "--quiet", "--backend", "cpsat")
    wait_for_solutions(out, process)
    process.kill()
    process.communicate()
    assert verify.main([str(out)]) == 3
    assert "no footer" in capsys.readouterr().out


def test_closed_pipe_is_no_traceback() -> None:
    process = spawn(ENDLESS, "--format", "text", "--quiet", "--backend", "cpsat")
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline() == "1\n"
    process.stdout.close()
    assert process.stderr.read() == ""
    assert process.wait(timeout=PATIENCE) == 3


def test_complete_file_is_kept(tmp_path: Path) -> None:
    out = tmp_path / "d.jsonl"
    main([DOMINOES, "-o", str(out), "--quiet"])
    before = out.read_bytes()
    main([DOMINOES, "-o", str(out), "--quiet", "--limit", "1"])
    assert (tmp_path / "d.jsonl.bak").read_bytes() == before
    main([DOMINOES, "-o", str(out), "--quiet", "--limit", "2"])
    assert (tmp_path / "d.jsonl.bak").read_bytes() == before


@pytest.mark.parametrize(
    ("name", "words", "said"),
    [
        ("tetris4x7", [], "none"),
        ("dominoes4x4", [], "several"),
        ("sizes123", ["--symmetry", "all"], "several"),
    ],
)
def test_unique(name: str, words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(INSTANCES / f"{name}.yaml"), "--unique", "--quiet", *words]) == 0
    assert capsys.readouterr().out == f"{name}: {said}\n"


def test_unique_up_to_symmetry(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "u.yaml"
    path.write_text("puzzle: packing\nboard: 1x3\npieces: [monominoes, dominoes]\n")
    assert main([str(path), "--unique", "--quiet"]) == 0
    assert capsys.readouterr().out == "u: unique up to symmetry (2 in all)\n"
    path.write_text("puzzle: packing\nboard: 1x2\npieces: dominoes\n")
    assert main([str(path), "--unique", "--quiet"]) == 0
    assert capsys.readouterr().out == "u: unique\n"


def test_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([DOMINOES, "--count", "--quiet"]) == 0
    assert "9 up to symmetry, 36 in all; every solution checked; search ended" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


def test_unexpected_count(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "u.yaml"
    path.write_text("puzzle: packing\nboard: 1x2\npieces: dominoes\nexpect: {count: 2}\n")
    assert main([str(path), "--count", "--quiet"]) == 1
    assert "not what the instance expects: count 1, expected 2" in capsys.readouterr().err


TEXT = """\
1
+-------+---+
|       |   |
|   +---+   |
|   |       |
+---+-------+

"""


def test_text(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "t.yaml"
    path.write_text("puzzle: packing\nboard: 2x3\npieces: trominoes\ncounts: {V: 2, I: 0}\n")
    assert main([str(path), "--format", "text", "--quiet"]) == 0
    assert capfd.readouterr().out == TEXT


def test_live_needs_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([DOMINOES, "--live"]) == 2
    assert "--live needs a terminal" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are POSIX")
@pytest.mark.parametrize("words", [["--live"], []])
def test_on_a_terminal(words: list[str], tmp_path: Path) -> None:
    import pty

    main_end, child_end = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "solvers.run", DOMINOES, "-o", str(tmp_path / "d.jsonl"), *words],
        cwd=ROOT,
        stdout=child_end,
        stderr=child_end,
        env={**os.environ, "TERM": "xterm", "PYTHONIOENCODING": "utf-8"},
    )
    os.close(child_end)
    seen = b""
    while True:
        try:
            chunk = os.read(main_end, 4096)
        except OSError:
            break
        if not chunk:
            break
        seen += chunk
    assert process.wait() == 0
    text = seen.decode()
    assert "┌───" in text, "boards are drawn with box-drawing characters"
    assert "9 up to symmetry" in text
    assert ("solution 9" in text) == bool(words)


def test_wrong_solution_is_never_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Liar(OpenedSat):
        def solutions(self, cube: Cube = (), deadline: Deadline = NEVER) -> Iterator[Solution]:
            yield (1, 2)

    monkeypatch.setattr(pipeline, "auto", lambda model, _: (Liar(SatBackend(), model), "wrong"))
    out = tmp_path / "d.jsonl"
    assert main([DOMINOES, "-o", str(out), "--quiet", "--symmetry", "all"]) == 4
    assert "a bug in zenkai" in capsys.readouterr().err
    assert len(lines(out)) == 1, "the header, and nothing wrong"


def test_show(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "d.jsonl"
    main([DOMINOES, "-o", str(out), "--quiet"])
    assert show.main([str(out), "2"]) == 0
    assert capsys.readouterr().out.startswith("+---")
    assert show.main([str(out), "10"]) == 2
    assert "no solution 10" in capsys.readouterr().err
    svg = tmp_path / "d.svg"
    assert show.main([str(out), "1", "--svg", str(svg)]) == 0
    picture = svg.read_text()
    assert picture.startswith("<svg")
    assert picture.count("<rect") == 16
    assert picture.count("<text") == 8
    assert show.main([str(out), "1", "--svg", str(tmp_path / "no" / "d.svg")]) == 2


def test_zenkai_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert zenkai(["run", DOMINOES, "-o", str(tmp_path / "d"), "--quiet"]) == 0
    assert zenkai(["verify", str(tmp_path / "d")]) == 0
    assert zenkai(["show", str(tmp_path / "d"), "1"]) == 0
    assert zenkai([]) == 2
    assert zenkai(["--help"]) == 0
    assert "verify" in capsys.readouterr().out


def test_command_beside_a_script_of_the_same_name_as_a_package(tmp_path: Path) -> None:
    """python-sat installs models.py into the folder of the console scripts, where Python looks first."""
    (tmp_path / "models.py").write_text("raise SystemExit('the wrong models')")
    (tmp_path / "zenkai").write_text(
        "import sys\nfrom zenkai_solver.solvers.cli import main\nsys.exit(main())\n"
    )
    done = subprocess.run(
        [sys.executable, str(tmp_path / "zenkai"), "run", DOMINOES, "--count", "--quiet"],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_labels_that_json_must_quote() -> None:
    line = results.body(b'a"b\\c\n#[d', 2)
    assert json.loads(line) == {"board": ['a"b\\c', "#[d"], "orbit": 2}
