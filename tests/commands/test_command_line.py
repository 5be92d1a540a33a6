"""The words of `zenkai`: commands, files, help, standard input, one puzzle of many; and what is near."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers import INSTANCES, ROOT
from zenkai_solver.models.formats.nonograms import write
from zenkai_solver.models.formats.table import FORMATS, endings
from zenkai_solver.models.loading import BY_CONTENT, format_of, loads
from zenkai_solver.models.nonogram.puzzle import Nonogram
from zenkai_solver.solvers.cli import COMMANDS
from zenkai_solver.solvers.cli import main as zenkai
from zenkai_solver.solvers.commands.generate import FAMILIES

DOMINOES = INSTANCES / "dominoes4x4.yaml"
CLI = "import sys; from zenkai_solver.solvers.cli import main; sys.exit(main(sys.argv[1:]))"


def test_a_file_is_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert zenkai([str(DOMINOES), "--count", "--quiet"]) == 0
    assert "9 up to symmetry, 36 in all; every solution checked; search ended" in capsys.readouterr().out
    assert zenkai(["missing.yaml", "--count"]) == 2
    assert capsys.readouterr().err == "zenkai: missing.yaml: cannot read: No such file or directory\n"


@pytest.mark.parametrize(("word", "meant"), [("helpp", "help"), ("--versoin", "--version")])
def test_a_word_near_one_that_is_no_command(
    word: str, meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert zenkai([word]) == 2
    assert f'did you mean "{meant}"?' in capsys.readouterr().err


@pytest.mark.parametrize(
    ("word", "said"),
    [("runn", 'did you mean "run"?'), ("xyz", "known: run, verify")],
)
def test_an_unknown_command(word: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    for words in ([word], ["help", word]):
        assert zenkai(words) == 2
        captured = capsys.readouterr()
        assert said in captured.err
        assert captured.err.count("\n") == 1
        assert captured.out == ""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["run", "x", "--lmit", "3"],
            'zenkai run: unrecognized arguments: --lmit 3; did you mean "--limit"?',
        ),
        (["generate", "sudok"], "invalid choice: 'sudok'; did you mean \"sudoku\"?"),
        (
            ["generate", "slitherlink", "--givens", "3"],
            "--givens: as many clues are left as one solution needs",
        ),
        (["show", "x", "1", "--sgv=y"], 'did you mean "--svg"?'),
        (["run"], "`zenkai run --help` lists the options"),
        (["run", "x", "--limit", "0"], "argument --limit: 0 is not 1 or more"),
        (["generate", "sudoku", "--number", "x"], "--number: 'x' is not a whole number"),
        (["generate", "sudoku", "--givens", "x"], "--givens: 'x' is not a whole number"),
        (["generate", "sudoku", "--solutions", "2..4"], "--solutions: '2..4' is not a whole number"),
        (["generate", "nonogram", "--density", "x"], "--density: 'x' is not a number"),
        (["generate", "packing", "--seed", "x"], "--seed: 'x' is not a whole number"),
        (["explain", "thermo", "--hint", "x"], "--hint: 'x' is not a whole number"),
        (["run", "thermo", "--time-limit", "x"], "--time-limit: 'x' is not a number"),
    ],
)
def test_a_wrong_option_is_one_line(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        zenkai(words)
    assert ended.value.code == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


@pytest.mark.parametrize("name", COMMANDS)
def test_help_on_each_command(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["help", name], [name, "--help"]):
        with pytest.raises(SystemExit) as ended:
            zenkai(words)
        assert ended.value.code == 0
        assert capsys.readouterr().out.startswith(f"usage: zenkai {name} ")


HELPS = [
    *([name] for name in COMMANDS),
    ["run", "--help-all"],
    *(["generate", name] for name in (*FAMILIES, "slitherlink", "norinori")),
]
ENTRY = re.compile(
    r"^  (\S.*?)(?:(?:\n {24}| {2,})(\S.*))?$", re.M
)  # of an argument: how it is written, and its text
SCREEN = 24  # rows of the smallest terminal


@pytest.mark.parametrize("words", HELPS, ids=" ".join)
def test_help_says_what_each_argument_is(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And lists no option that is only there to be refused."""
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit):
        zenkai([*words, "--help"] if words[-1] != "--help-all" else words)
    text = capsys.readouterr().out
    usage, _, below = text.partition("\n\n")
    assert usage.count("\n") <= 3
    listed = dict(ENTRY.findall(below))
    assert listed
    assert [name for name, said in listed.items() if not said] == []
    assert "refused" not in text


def test_help_on_run_fits_two_screens(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The other options are listed by --help-all, and those that both list are the same."""
    monkeypatch.setenv("COLUMNS", "80")
    texts = []
    for word in ("-h", "--help-all"):
        with pytest.raises(SystemExit) as ended:
            zenkai(["run", word])
        assert ended.value.code == 0
        texts.append(capsys.readouterr().out)
    brief, whole = texts
    assert len(brief.splitlines()) <= 2 * SCREEN
    assert set(brief.splitlines()) < set(whole.splitlines())
    assert "--run-dir" not in brief
    assert "--run-dir" in whole


def test_help_lists_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    for word in ("help", "--help", "-h"):
        assert zenkai([word]) == 0
        listed = [line.split()[0] for line in capsys.readouterr().out.splitlines()[1:-1]]
        assert listed == list(COMMANDS)


@pytest.mark.parametrize("words", [["--help"], ["help", "run"], ["instances"], ["pieces", "hexominoes"]])
def test_a_reader_who_has_seen_enough(words: list[str]) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", CLI, *words], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait() == 0


def given(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def test_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    given(DOMINOES.read_text(), monkeypatch)
    assert zenkai(["-", "--count", "--quiet"]) == 0
    assert "stdin: 9 up to symmetry, 36 in all" in capsys.readouterr().out
    given("1234\n3412\n2143\n432.\n", monkeypatch)
    assert zenkai(["run", "-", "--unique", "--quiet"]) == 0
    assert capsys.readouterr().out == "stdin: unique\n"
    given("puzzle: packing\nbord: 2x2\n", monkeypatch)
    assert zenkai(["run", "-"]) == 2
    assert capsys.readouterr().err.startswith("zenkai: stdin:2: bord: unknown key")


def test_one_puzzle_of_a_file_of_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "some.sdm"
    path.write_text("# two\n123434122143432.\n\n" + "." * 16 + "\n")
    assert zenkai(["run", str(path), "--number", "1", "--quiet"]) == 0
    assert zenkai(["verify", "solutions/some-1.jsonl"]) == 0
    assert zenkai(["run", str(path), "--number", "2", "--count", "--quiet"]) == 0
    assert "some-2: 288 up to symmetry, 288 in all" in capsys.readouterr().out
    assert zenkai(["run", str(path), "--number", "3"]) == 2
    assert capsys.readouterr().err == f"zenkai: {path}: no puzzle 3: the file has 2\n"
    assert zenkai(["run", str(DOMINOES), "--number", "1"]) == 2
    assert "--number needs files of many puzzles" in capsys.readouterr().err


LINE = "398605100100790300400000000002050000040000030000060900000000005007041003004502798"
SMALL = "puzzle: nonogram\nrows: [[2], [1]]\ncolumns: [[2], [1]]\n"


@pytest.mark.parametrize("format", BY_CONTENT)
def test_standard_input_in_every_format_of_nonograms(
    format: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    puzzle = loads(SMALL, "x").puzzle
    assert isinstance(puzzle, Nonogram)
    text = write(puzzle.sheet, format)
    assert format_of(text) == ("nonogram", format)
    given(text, monkeypatch)
    assert zenkai(["-", "--unique", "--quiet"]) == 0
    assert capsys.readouterr().out == "stdin: unique; line-solvable\n"
    given(text, monkeypatch)
    assert zenkai(["draw", "-"]) == 0
    assert capsys.readouterr().out == "stdin\n  2 1\n2 . .\n1 . .\n"


def test_every_format_of_nonograms_is_told_by_its_contents() -> None:
    modules = {FORMATS[name].module for name in BY_CONTENT}
    assert modules == {FORMATS[name].module for name in endings("nonogram")}


def test_many_sudokus_on_standard_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As a file of many: all are answered, also beyond what one puzzle's file may have; or one is taken."""
    monkeypatch.chdir(tmp_path)
    given(f"{LINE}\n" * 20_000, monkeypatch)
    assert zenkai(["-"]) == 0
    assert "stdin: 20,000 puzzles: 20,000 unique" in capsys.readouterr().out
    assert Path("solutions/stdin.solutions.txt").read_text().count("\n") == 20_000
    two = f"Q: one\n{LINE}\nQ: two\n" + "".join(f"{LINE[i : i + 9]}\n" for i in range(0, 81, 9))
    given(two, monkeypatch)
    assert zenkai(["-", "--number", "2", "--unique", "--quiet"]) == 0
    assert capsys.readouterr().out == "stdin-2: unique\n"
    given(two, monkeypatch)
    assert zenkai(["draw", "-", "--number", "1"]) == 0
    assert capsys.readouterr().out.startswith("stdin-1\n+---")
    given(two, monkeypatch)
    assert zenkai(["draw", "-", "--number", "3"]) == 2
    assert capsys.readouterr().err == "zenkai: stdin: no puzzle 3: the file has 2\n"
    assert zenkai(["draw", str(DOMINOES), "--number", "1"]) == 2
    assert "--number needs files of many puzzles" in capsys.readouterr().err


def test_standard_input_names_no_other_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`file:` is of an instance in a folder; lines of a batch are cells and nothing else."""
    monkeypatch.chdir(tmp_path)
    Path("x.non").write_text("width 1\nheight 1\nrows\n1\ncolumns\n1\n")
    given("puzzle: nonogram\nfile: x.non\n", monkeypatch)
    assert zenkai(["-", "--unique"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    Path("many.sdm").write_text(f"file: x.non\n{LINE}\n")
    assert zenkai(["many.sdm", "-o", "-"]) == 2
    assert "many.sdm:1: " in capsys.readouterr().err
