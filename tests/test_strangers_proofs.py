"""Our proofs that no solution is missing, read by the checkers of others: LRAT, and DRUP, which is LRAT without hints.

Each must accept the proofs of 20 instances, and refuse one whose formula does not exclude a solution, which is
then satisfiable. Where a checker is absent its test is skipped, and says so:

    pip install -e .[strangers]                                drup (made from a program verified in Why3), dratify
    apt-get install acl2 acl2-books-source acl2-books-certs    the checker of Heule, Hunt, Kaufmann, verified in ACL2
    lrat-check, cake_lpr, veripb                               where they are on the path
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from zenkai_solver.solvers.cli import main

pytestmark = pytest.mark.slow

PACKINGS = (
    *(
        f"board: {board}\npieces: dominoes\ncounts: any\n"
        for board in ("1x2", "2x2", "2x3", "2x5", "3x4", "4x4")
    ),
    *(f"board: {board}\npieces: trominoes\ncounts: any\n" for board in ("2x3", "3x3", "3x4")),
    *(
        f"board: {board}\npieces: [dominoes, trominoes]\ncounts: 0..1\nfill: partial\n"
        for board in ("2x2", "2x3")
    ),
    "board: 2x4\npieces: tetrominoes S T\n",  # no solution
    "board: 2x4\npieces: [dominoes, trominoes]\ncounts: any\n",
    "board: 4x4\npieces: dominoes\ncounts: any\nno_crossings: true\n",
    "board: 3x4\npieces: [I, L, O]\n",
    "board: 4x4\npieces: dominoes\ncounts: any\nfixed: |\n  DD..\n  ....\n  ....\n  ..DD\n",
)
SUDOKUS = (
    "grid: |\n  1...\n  .2..\n  ..3.\n  ....\n",
    "grid: |\n  12..\n  ....\n  ....\n  ...1\n",
    "grid: |\n  123.\n  ...4\n  ....\n  ....\n",
    "grid: |\n  1234\n  ....\n  ....\n  ....\nregions: |\n  AAAB\n  ACBB\n  CCDB\n  CDDD\n",
)
TEXTS = (*(f"puzzle: packing\n{text}" for text in PACKINGS), *(f"puzzle: sudoku\n{text}" for text in SUDOKUS))


@pytest.fixture(scope="module")
def proofs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The formulas; beside each its proofs, .lrat and .drup, and .opb with .pbp. The last proves nothing."""
    folder = tmp_path_factory.mktemp("proofs")
    for n, text in enumerate(TEXTS):
        own = folder / f"{n:02}.yaml"
        own.write_text(text)
        assert main(["run", str(own), "--certify", "-o", str(own.with_suffix(".jsonl")), "--quiet"]) == 0
        names = {
            ending: str(own.with_suffix(f".{ending}")) for ending in ("cert", "lrat", "cnf", "pbp", "opb")
        }
        words = [word for ending in names if ending != "cert" for word in (option(ending), names[ending])]
        assert main(["certificate", names["cert"], *words]) == 0
        own.with_suffix(".drup").write_text(without_hints(own.with_suffix(".lrat").read_text()))
    found = sorted(folder.glob("*.cnf"))
    assert len(found) == 20
    return [*found, one_solution_less(folder, folder / "05.cnf")]


def option(ending: str) -> str:
    return {"pbp": "--veripb"}.get(ending, f"--{ending}")


def without_hints(lrat: str) -> str:
    """The clauses alone; what is deleted is not, which is allowed."""
    lines = (line.split()[1:] for line in lrat.splitlines())
    return "".join(" ".join(words[: words.index("0") + 1]) + "\n" for words in lines if words[0] != "d")


def one_solution_less(folder: Path, good: Path) -> Path:
    """With a clause twice in the place of the last one, which excludes a solution."""
    lines = good.read_text().splitlines(keepends=True)
    bad = folder / "bad.cnf"
    bad.write_text("".join([*lines[:-1], lines[1]]))
    for ending in (".lrat", ".drup"):
        shutil.copy(good.with_suffix(ending), bad.with_suffix(ending))
    return bad


def test_drup(proofs: list[Path]) -> None:
    drup = pytest.importorskip("drup", reason="the package drup is not installed")
    said = [drup.check_proof_from_files(str(cnf), str(cnf.with_suffix(".drup"))).outcome for cnf in proofs]
    assert [outcome == drup.Outcome.VALID for outcome in said] == [True] * 20 + [False]


def test_dratify(proofs: list[Path]) -> None:
    dratify = pytest.importorskip("dratify", reason="the package dratify is not installed")
    said = [
        dratify.check_proof(dratify.parse_dimacs(cnf.read_text()), cnf.with_suffix(".drup").read_text()).ok
        for cnf in proofs
    ]
    assert said == [True] * 20 + [False]


def test_acl2(proofs: list[Path]) -> None:
    """One process for all: it loads the checker, and says T or NIL for each pair of files."""
    if shutil.which("acl2") is None:
        pytest.skip("the program acl2 is not installed")
    asked = (
        f'(er-let* ((ok (lrat::verify-lrat-proof-fn "{cnf}" "{cnf.with_suffix(".lrat")}" nil state)))'
        f' (value (cw "{cnf.stem}: ~x0~%" ok)))'
        for cnf in proofs
    )
    words = '(include-book "projects/sat/lrat/stobj-based/run" :dir :system)\n' + "\n".join(asked)
    run = subprocess.run(["acl2"], input=words, capture_output=True, text=True, timeout=600, check=False)
    accepted = [cnf.stem for cnf in proofs if f"{cnf.stem}: T\n" in run.stdout]
    assert accepted == [cnf.stem for cnf in proofs[:-1]], run.stdout[-2_000:]


@pytest.mark.parametrize("program", ["lrat-check", "cake_lpr"])
def test_programs_for_lrat(program: str, proofs: list[Path]) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"the program {program} is not installed")
    commands = ([program, str(cnf), str(cnf.with_suffix(".lrat"))] for cnf in proofs)
    runs = [subprocess.run(command, capture_output=True, text=True, check=False) for command in commands]
    assert ["VERIFIED" in run.stdout for run in runs] == [True] * 20 + [False]


def test_veripb(proofs: list[Path]) -> None:
    if shutil.which("veripb") is None:
        pytest.skip("the program veripb is not installed")
    for cnf in proofs[:-1]:
        command = ["veripb", str(cnf.with_suffix(".opb")), str(cnf.with_suffix(".pbp"))]
        assert subprocess.run(command, capture_output=True, check=False).returncode == 0, cnf
