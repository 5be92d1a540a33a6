"""scripts/compare.py: engines that do not take a puzzle are skipped, by asking them."""

from __future__ import annotations

import subprocess
import sys

import pytest

from scripts import compare
from tests.helpers import INSTANCES, ROOT


@pytest.mark.parametrize(("backends", "code"), [("sudoku,exactcover,lines,dissect,sat", 0), ("sudoku", 3)])
def test_engines_that_do_not_take_it_are_skipped(backends: str, code: int) -> None:
    words = ["scripts/compare.py", str(INSTANCES / "dominoes4x4.yaml"), "--backends", backends]
    done = subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (code, "")
    lines = done.stdout.splitlines()
    skipped = [line.split(":")[0].strip() for line in lines if "skipped" in line]
    ran = [line.split()[0] for line in lines if " equal " in line]
    assert sorted(skipped + ran) == sorted(backends.split(","))
    assert set(ran) == {"exactcover", "sat"} & set(backends.split(","))


def test_an_instance_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert compare.main(["missing.yaml"]) == 2
    assert capsys.readouterr().err == "zenkai: missing.yaml: cannot read: No such file or directory\n"
