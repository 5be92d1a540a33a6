"""Our proofs that no solution is missing, read by the checkers of others: LRAT, DRUP (LRAT without hints), VeriPB.

Each must accept the proofs of 20 instances, and refuse what is broken: a formula that does not exclude a solution,
a lemma left out, and so on. Where a checker is absent its test is skipped, and says so:

    pip install -e .[strangers]                                drup (made from a program verified in Why3), dratify
    apt-get install acl2 acl2-books-source acl2-books-certs    the checker of Heule, Hunt, Kaufmann, verified in ACL2
    lrat-check, cake_lpr                                       where they are on the path
    veripb                                                     any version, in the newest format that it reads:
                                                               0.3a0 of 2022 format 1, 3.0 format 3
    toy-verifier                                               J. Trimble's verifier.py, which reads format 1
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.helpers import INSTANCES
from zenkai_solver.solvers.certificates.exports import FORMATS
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


Broken = dict[str, tuple[Path, Path]]  # what is wrong: the formula and its proof
TAKEN = {
    "lrat-check": {"the end is all"}
}  # not refused by the versions of 2020 and 2023: no literal, no hint
BROKEN = 5  # the instance with 36 solutions


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """NN.cnf, .lrat and .drup; NN.V.opb and .pbp for each version V of VeriPB's format; NN.jsonl."""
    folder = tmp_path_factory.mktemp("proofs")
    for n, text in enumerate(TEXTS):
        own = folder / f"{n:02}.yaml"
        own.write_text(text)
        assert main(["run", str(own), "--certify", "-o", str(own.with_suffix(".jsonl")), "--quiet"]) == 0
        cert, lrat, cnf = (str(own.with_suffix(f".{ending}")) for ending in ("cert", "lrat", "cnf"))
        assert main(["certificate", cert, "--lrat", lrat, "--cnf", cnf]) == 0
        for version in map(str, FORMATS):
            opb, pbp = (str(own.with_suffix(f".{version}.{ending}")) for ending in ("opb", "pbp"))
            words = ["--veripb", pbp, "--opb", opb, "--proof-version", version]
            assert main(["certificate", cert, *words]) == 0
        own.with_suffix(".drup").write_text(without_hints(Path(lrat).read_text()))
    return folder


@pytest.fixture(scope="module")
def proofs(folder: Path) -> list[Path]:
    """The 20 formulas, and one beside whose proofs a solution is not excluded."""
    found = sorted(folder.glob("[0-9][0-9].cnf"))
    assert len(found) == 20
    good = found[BROKEN]
    lines = good.read_text().splitlines(keepends=True)
    bad = folder / "bad.cnf"
    bad.write_text("".join([*lines[:-1], lines[1]]))
    for ending in (".lrat", ".drup"):
        shutil.copy(good.with_suffix(ending), bad.with_suffix(ending))
    return [*found, bad]


def without_hints(lrat: str) -> str:
    """The clauses alone; what is deleted is not, which is allowed."""
    lines = (line.split()[1:] for line in lrat.splitlines())
    return "".join(" ".join(words[: words.index("0") + 1]) + "\n" for words in lines if words[0] != "d")


def broken(folder: Path, formula: Path, proof: Path, made: dict[str, tuple[str, str]]) -> Broken:
    """Writes the pairs of texts, each of which differs from the right one."""
    right = formula.read_text(), proof.read_text()
    written = {}
    for n, (what, pair) in enumerate(made.items()):
        assert pair != right, what
        paths = folder / f"broken{n}{formula.suffix}", folder / f"broken{n}{proof.suffix}"
        for path, text in zip(paths, pair):
            path.write_text(text)
        written[what] = paths
    return written


def broken_lrat(folder: Path, proofs: list[Path]) -> Broken:
    good, bad = proofs[BROKEN], proofs[-1]
    cnf, lrat = good.read_text(), good.with_suffix(".lrat").read_text()
    first, *rest = lrat.splitlines(keepends=True)
    number, *words = first.split()
    lits, hints = words[: words.index("0")], words[words.index("0") + 1 : -1]

    def starts(lits: list[str], hints: list[str]) -> tuple[str, str]:
        return cnf, " ".join([number, *lits, "0", *hints, "0"]) + "\n" + "".join(rest)

    deleted = next(line.split()[2] for line in rest if line.split()[1] == "d")
    last = next(line for line in rest if line.split()[1] == "0")
    gone = last.replace(last.split()[2], deleted, 1)
    return broken(
        folder,
        good,
        good.with_suffix(".lrat"),
        {
            "a solution is not excluded": (bad.read_text(), lrat),
            "a lemma is left out": (cnf, "".join(rest)),
            "hints are left out": starts(lits, hints[-1:]),
            "a literal is left out": starts(lits[1:], hints),
            "a hint names what is deleted": (cnf, lrat.replace(last, gone)),
            "the end is left out": (cnf, "".join([first, *rest[: rest.index(last)]])),
            "the end is all": (cnf, f"{number} 0 0\n"),
        },
    )


def broken_veripb(folder: Path, good: Path, version: int) -> Broken:
    opb, pbp = (good.with_suffix(f".{version}.{ending}") for ending in ("opb", "pbp"))
    formula, proof = opb.read_text(), pbp.read_text()
    lines = proof.splitlines(keepends=True)
    solutions = [line for line in lines if line.startswith(("v", "solx"))]
    lemma = next(line for line in lines if line.startswith(("u", "rup")))
    nothing = re.sub(r"(?m)^(u|rup) 1 .*$", r"\1 >= 0 ;", proof)
    least = next(line for line in formula.splitlines() if line.endswith("= 1 ;"))
    made = {
        "a solution is left out": (formula, proof.replace(solutions[0], "", 1)),
        "a solution is there twice": (formula, proof.replace(solutions[1], solutions[0], 1)),
        "the lemmas but the last say nothing": (formula, nothing),
        "a lemma is left out": (formula, proof.replace(lemma, "", 1)),
        "the formula says otherwise": (formula.replace(least, least.replace("= 1 ;", "= 2 ;"), 1), proof),
    }
    if version == 1:
        made["the end is no contradiction"] = formula, re.sub(r"\nc \d+", r"\nc 1", proof)
    if version == 3:
        made["one solution too many"] = formula, proof.replace("COMPLETE 36", "COMPLETE 37")
        made["the end is no contradiction"] = formula, re.sub(r"COMPLETE 36 : \d+", "COMPLETE 36 : 1", proof)
    return broken(folder, opb, pbp, made)


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


def test_acl2(folder: Path, proofs: list[Path]) -> None:
    """One process for all: it loads the checker, and says T or NIL for each pair of files."""
    if shutil.which("acl2") is None:
        pytest.skip("the program acl2 is not installed")
    wrong = [
        cnf.with_name(f"{cnf.stem}{proof.suffix}") for cnf, proof in broken_lrat(folder, proofs).values()
    ]
    asked = (
        f'(er-let* ((ok (lrat::verify-lrat-proof-fn "{lrat.with_suffix(".cnf")}" "{lrat}" nil state)))'
        f' (value (cw "{lrat.stem}: ~x0~%" ok)))'
        for lrat in [*(cnf.with_suffix(".lrat") for cnf in proofs), *wrong]
    )
    words = '(include-book "projects/sat/lrat/stobj-based/run" :dir :system)\n' + "\n".join(asked)
    run = subprocess.run(["acl2"], input=words, capture_output=True, text=True, timeout=600, check=False)
    accepted = re.findall(r"(\w+): T\n", run.stdout)
    assert accepted == [cnf.stem for cnf in proofs[:-1]], run.stdout[-2_000:]
    assert run.stdout.count("ACL2 Error in TOP-LEVEL") == 1 + len(wrong)  # it went on to the last


def verifies(*command: str | Path) -> bool:
    """Does the program end well and say so? "NOT VERIFIED" is another word."""
    run = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=600, check=False)
    said = re.search(
        r"^(?:[cs] VERIFIED|Verification succeeded|Contradiction found)", run.stdout, re.MULTILINE
    )
    return run.returncode == 0 and said is not None


@pytest.mark.parametrize("program", ["lrat-check", "cake_lpr"])
def test_programs_for_lrat(program: str, folder: Path, proofs: list[Path]) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"the program {program} is not installed")
    assert [cnf.stem for cnf in proofs if verifies(program, cnf, cnf.with_suffix(".lrat"))] == [
        cnf.stem for cnf in proofs[:-1]
    ]
    wrong = broken_lrat(folder, proofs)
    assert {what for what, pair in wrong.items() if verifies(program, *pair)} <= TAKEN.get(program, set())


@pytest.mark.parametrize("program", ["veripb", "toy-verifier"])
def test_programs_for_veripb(program: str, folder: Path, proofs: list[Path]) -> None:
    """In the newest format that the program reads; the solutions of formats 1 and 2 are as many as their lines."""
    if shutil.which(program) is None:
        pytest.skip(f"the program {program} is not installed")
    good = proofs[:-1]
    pairs = {
        v: [(cnf.with_suffix(f".{v}.opb"), cnf.with_suffix(f".{v}.pbp")) for cnf in good] for v in FORMATS
    }
    version = next((v for v in sorted(FORMATS, reverse=True) if verifies(program, *pairs[v][0])), None)
    assert version is not None, f"{program} reads none of the formats"
    assert [cnf.stem for cnf, pair in zip(good, pairs[version]) if not verifies(program, *pair)] == []
    logged = [len(re.findall(r"^(?:v|solx)\b", pbp.read_text(), re.MULTILINE)) for _, pbp in pairs[version]]
    assert logged == [solutions(cnf.with_suffix(".jsonl")) for cnf in good]
    wrong = broken_veripb(folder, good[BROKEN], version)
    assert [what for what, pair in wrong.items() if verifies(program, *pair)] == []


@pytest.mark.parametrize("name", ["sudoku/killer", "threecolours4x5", "nonogram/domino10"])
def test_clauses_with_variables_that_do_not_tell_solutions_apart(name: str, tmp_path: Path) -> None:
    """In format 1, which cannot name the others, the solutions are excluded by the formula."""
    programs = [program for program in ("veripb", "toy-verifier", "cake_lpr") if shutil.which(program)]
    if not programs:
        pytest.skip("none of the programs veripb, toy-verifier and cake_lpr is installed")
    opb, pbp, cnf, lrat = (tmp_path / f"x.{ending}" for ending in ("opb", "pbp", "cnf", "lrat"))
    assert main(["run", str(INSTANCES / f"{name}.yaml"), "--certify", "-o", str(tmp_path / "x.jsonl")]) == 0
    words = ["certificate", str(tmp_path / "x.cert"), "--lrat", str(lrat), "--cnf", str(cnf)]
    assert main([*words, "--veripb", str(pbp), "--opb", str(opb), "--proof-version", "1"]) == 0
    files = {"cake_lpr": (cnf, lrat)}
    assert all(verifies(program, *files.get(program, (opb, pbp))) for program in programs)
    lines = pbp.read_text().splitlines(keepends=True)
    pbp.write_text("".join([*lines[:1], re.sub(r"\d+", lambda n: str(int(n[0]) - 1), lines[1]), *lines[2:]]))
    excluded = opb.read_text().splitlines(keepends=True)[:-1]  # a solution is not
    opb.write_text("".join(excluded))
    assert not any(verifies(program, opb, pbp) for program in programs if program not in files)


def solutions(path: Path) -> int:
    """All solutions, by the last line of the file."""
    return int(json.loads(path.read_text().splitlines()[-1])["all"])
