"""The scripts of `zenkai completion`: one is run in its shell, all have every command and option."""

from __future__ import annotations

import re
import subprocess

import pytest

from tests.helpers import PATIENCE
from zenkai_solver.solvers.cli import COMMANDS
from zenkai_solver.solvers.cli import main as zenkai
from zenkai_solver.solvers.commands.completion import SHELLS, options, script


def completed(line: str) -> list[str]:
    """What bash offers for the last word of the line."""
    words = line.split(" ")
    asked = f'COMP_WORDS=({" ".join(map(repr, words))}); COMP_CWORD={len(words) - 1}; _zenkai; echo "${{COMPREPLY[@]}}"'
    answer = subprocess.run(
        ["bash", "-c", f"{script('bash')}\n{asked}"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    assert answer.stderr == ""
    return answer.stdout.split()


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("zenkai ver", ["verify"]),
        ("zenkai run --uniq", ["--unique"]),
        ("zenkai run pento6", ["pento6x10", "pento6x10-border"]),
        ("zenkai genres slither", ["slitherlink"]),
        ("zenkai completion ba", ["bash"]),
        ("zenkai verify solutions/no", []),
    ],
)
def test_bash_completes(line: str, offered: list[str]) -> None:
    assert completed(line) == offered


def test_every_command_is_offered() -> None:
    assert completed("zenkai ") == list(COMMANDS)


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_has_every_command_and_option(shell: str) -> None:
    words = set(re.findall(r"[\w-]+", script(shell).replace(" -l ", " --")))
    assert set(COMMANDS) <= words
    assert {option for name in COMMANDS for option in options(name)} <= words


def test_options_are_those_of_the_help() -> None:
    assert {"--count", "--run-dir", "--output", "--help-all"} <= set(options("run"))
    assert options("completion") == ["--help"]


def test_an_unknown_shell_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        zenkai(["completion", "tcsh"])
    assert ended.value.code == 2
    assert "bash" in capsys.readouterr().err
