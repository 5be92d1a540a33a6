"""Certificates the whole way: an instance, `zenkai run --certify`, the checker; engines that are wrong; --cross-check."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.helpers import INSTANCES
from zenkai_solver.models.csp import Cube, Model, Solution
from zenkai_solver.models.loading import load
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.solvers.certificates import certificate, writing
from zenkai_solver.solvers.certificates.problem import CertificateCover, problem
from zenkai_solver.solvers.checker import checker
from zenkai_solver.solvers.checker.checker import Refused, certified, check, opened, roots
from zenkai_solver.solvers.commands.run import main
from zenkai_solver.solvers.commands.verify import main as verify
from zenkai_solver.solvers.core import pipeline
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline, Unsupported
from zenkai_solver.solvers.engines.frontier import diagram as diagrams
from zenkai_solver.solvers.engines.frontier import frontier
from zenkai_solver.solvers.engines.sat.sat import OpenedSat, SatBackend
from zenkai_solver.solvers.engines.table import suited

DOMINOES = str(INSTANCES / "dominoes4x4.yaml")
PACKINGS = {
    "exact": "board: 4x4\npieces: [dominoes, trominoes]\ncounts: any\n",
    "counts": "board: 4x4\npieces: tetrominoes\ncounts: {T: 2, O: 0..2, others: 0..1}\n",
    "partial": "board: 3x4\npieces: [dominoes, tetrominoes]\ncounts: 0..1\nfill: partial\n",
    "fixed": "board: 4x4\npieces: dominoes\ncounts: any\nfixed: |\n  DD..\n  ....\n  ....\n  ..DD\n",
    "no crossings": "board: 4x4\npieces: dominoes\ncounts: any\nno_crossings: true\n",
    "one-sided": "board: 4x5\npieces: one-sided tetrominoes\ncounts: 0..1\n",
    "holes": "board: |\n  #####\n  #.#.#\n  #####\npieces: [dominoes, trominoes, monominoes]\ncounts: 0..4\n",
    "drawn": "board: 3x4\npieces:\n  - |\n    AAB\n    A.B\n  - monominoes\ncounts: 0..3\n",
    "letters": "board: 4x5\npieces: [I, L, O, S, T]\ncounts: 0..2\n",  # letters that the checker does not read
    "none": "board: 2x3\npieces: tetrominoes\ncounts: any\nfill: partial\nfixed: |\n  .OO\n  .OO\n",
    "no solution": "board: 4x5\npieces: tetrominoes\n",
}
SUDOKUS = {
    "4x4": "size: 4x4\n",
    "empty": "grid: |\n  ....\n  ....\n  ....\n  ....\n",
    "6x6": "grid: |\n  1 2 3 4 5 6\n  . . . . . .\n  . . . . . .\n  6 . . . . 1\n  . . . . . .\n  . . . . . .\n",
    "jigsaw": "size: 4x4\nregions: |\n  AAAB\n  ACBB\n  CCDB\n  CDDD\n",
    "9x9": "grid: |\n" + "".join(f"  {row}\n" for row in (
        "53..7....", "6..195...", ".98....6.", "8...6...3", "4..8.3..1", "7...2...6", ".6....28.", "...419..5", "....8..79",
    )),
    "exported": "size: 4x4\nrules: [diagonals]\n",
}  # fmt: skip
EXPORTED = {"counts", "fixed", "no crossings", "letters", "none", "4x4", "jigsaw", "exported"}
CASES = {
    **{name: f"puzzle: packing\n{text}" for name, text in PACKINGS.items()},
    **{name: f"puzzle: sudoku\n{text}" for name, text in SUDOKUS.items()},
}


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.mark.parametrize("symmetry", ["orbits", "all"])
@pytest.mark.parametrize("name", CASES)
def test_the_whole_way(name: str, symmetry: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Run, certificate, checker; the engine of the run is another one than the search of the certificate."""
    path, out = tmp_path / "x.yaml", tmp_path / "x.jsonl"
    path.write_text(CASES[name])
    words = [str(path), "--certify", "--backend", "sat", "--symmetry", symmetry, "-o", str(out)]
    assert main(words) == 0
    level = "certified (model)" if name in EXPORTED else "certified"
    footer = lines(out)[-1]
    assert footer["levels"] == ["verified", level]
    checked = "every solution checked; " * (footer["all"] > 0)
    assert f" in all; {checked}search ended; count {level};" in capsys.readouterr().out
    answer, code = check(str(out), str(tmp_path / "x.cert"))
    assert code == (3 if name in EXPORTED else 0)
    words = f"{footer['all']:,} solutions" if code or symmetry == "all" else f"{footer['all']:,} in all"
    assert words in answer.splitlines()[-1]
    assert verify([str(out)]) == 0
    assert f"; count {level}; " in capsys.readouterr().out


def test_a_cover_with_clauses_is_counted_from_representatives_too() -> None:
    """The items of clauses are no reason to pass over those of pieces, which the symmetries divide."""
    instance = load(INSTANCES / "nocrossings3x20.yaml")
    stated = problem(instance, instance.puzzle.model(), planned=False)
    assert stated.cover.must > stated.cover.cells
    begins = roots(stated.cover, stated.anchor, stated.group)
    assert [size for size, _ in begins] == [2] * 9  # the X, along the middle


grown = writing.CoverSearchState.grown


def test_solutions_in_which_everything_is_true(tmp_path: Path) -> None:
    """Each solution that the certificate names is read to its end, wherever it is in the list."""
    path = tmp_path / "x.yaml"
    path.write_text("puzzle: formula\nformat: cnf\ntext: |\n  p cnf 3 2\n  1 2 0\n  -1 3 0\n")
    assert main([str(path), "--certify", "-o", str(tmp_path / "x.jsonl"), "--quiet"]) == 0


def test_of_a_group_that_is_too_large_for_the_checker_a_part_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.yaml"
    path.write_text("puzzle: packing\nboard: 4x4\nwrap: torus\npieces: [T]\ncounts: 4\n")
    instance = load(path)

    def stated() -> CertificateCover:
        return problem(instance, instance.puzzle.model(), planned=False)

    whole = stated()
    images = len(whole.group) * len(whole.cover.options) * len(whole.generators)
    monkeypatch.setattr(checker, "MOST_IMAGES", images - 1)
    part = stated()
    assert set(part.group) < set(whole.group)
    assert len(part.group) > 1
    assert main([str(path), "--certify", "-o", str(tmp_path / "x.jsonl"), "--quiet"]) == 0
    footer = lines(tmp_path / "x.jsonl")[-1]
    assert certificate.check(tmp_path / "x.cert").all == footer["all"] > 0


def test_too_many_states_to_remember(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are then remembered apart, below the states for which there is room."""
    monkeypatch.setattr(writing, "SMALL", 1 << 6)
    monkeypatch.setattr(writing, "MOST_BYTES", 1 << 13)
    out = tmp_path / "d.jsonl"
    assert main([str(INSTANCES / "dominoes6x6.yaml"), "--certify", "--count", "-o", str(out), "--quiet"]) == 0
    monkeypatch.undo()
    head, file = certificate.opened(str(tmp_path / "d.cert"))
    numbers = [*file.read()]
    assert head["kind"] == "cover-tree"
    assert numbers.index(36) > 0  # 36 items: that number begins a part
    assert numbers.count(36) >= 3
    assert (
        certificate.check(tmp_path / "d.cert").all == certified(*opened(str(tmp_path / "d.cert")))[0] == 6_728
    )


@pytest.mark.parametrize("most", [1 << 16, 1 << 22])
def test_a_table_that_would_be_far_too_large_is_given_up_early(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """4x15 has 35,000 states, of two words each; a small part of the memory is used before they are given up."""
    monkeypatch.setattr(writing, "SMALL", 1 << 4)
    monkeypatch.setattr(writing, "MOST_BYTES", most)
    tables = []
    monkeypatch.setattr(
        writing.CoverSearchState, "grown", lambda search: tables.append(search.memo) or grown(search)
    )
    instance = load(INSTANCES / "pento4x15.yaml")
    stated = problem(instance, instance.puzzle.model())
    states = [state for _, state in roots(stated.cover, stated.anchor, stated.group)]
    numbers = writing.steps(stated.cover, stated.how, states)
    if most == 1 << 22:
        assert len(b"".join(numbers)) > 30_000
        return
    with pytest.raises(writing.CertificateTooLarge):
        b"".join(numbers)
    assert 0 < max(table.rows.nbytes for table in tables) <= most / 4


def test_a_cover_for_which_there_is_no_memory_is_refused_before_the_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The checker reads it, and takes no clauses in its place; else there are clauses."""
    monkeypatch.setattr(writing, "MOST_BYTES", 100)
    instance = load(INSTANCES / "dominoes4x4.yaml")
    with pytest.raises(Unsupported, match="the checker reads a cover"):
        certificate.certifiable(instance, instance.puzzle.model())
    instance = load(INSTANCES / "t-partial.yaml")
    certificate.certifiable(instance, instance.puzzle.model())


def test_a_certificate_that_needs_too_much_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "d.jsonl"
    assert main([DOMINOES, "--certify", "-o", str(out), "--quiet"]) == 0
    monkeypatch.setattr(writing, "SMALL", 1 << 4)
    monkeypatch.setattr(writing, "MOST_BYTES", 1 << 10)
    with pytest.raises(Refused, match="more states than the compiled checker can hold"):
        certificate.check(tmp_path / "d.cert")


# ---- engines that are wrong


def test_the_cover_and_its_symmetries_are_found_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The plan that --certify needs before the search is the one that is written after it."""
    made = []
    real = certificate.problem

    def counted(instance: Instance, model: Model) -> CertificateCover:
        made.append(real(instance, model))
        return made[-1]

    monkeypatch.setattr(certificate, "problem", counted)
    out = tmp_path / "d.jsonl"
    assert main([DOMINOES, "--certify", "-o", str(out), "--quiet"]) == 0
    assert len(made) == 1
    assert "_symmetry" in vars(made[0])


def opening(opened: type[OpenedSat]) -> SatBackend:
    """An engine that opens every model as this."""

    class Wrong(SatBackend):
        def open(self, model: Model) -> OpenedSat:
            return opened(self, model)

    return Wrong()


class Loser(OpenedSat):
    """Loses one solution."""

    def solutions(self, cube: Cube = (), deadline: Deadline = NEVER) -> Iterator[Solution]:
        found = list(super().solutions(cube, deadline))
        yield from found[: len(found) // 2]
        yield from found[len(found) // 2 + 1 :]


class Doubler(OpenedSat):
    """Finds one solution twice."""

    def solutions(self, cube: Cube = (), deadline: Deadline = NEVER) -> Iterator[Solution]:
        for n, solution in enumerate(super().solutions(cube, deadline)):
            yield from [solution] * (1 + (n == 3))


class Liar(OpenedSat):
    """Adds what is no solution."""

    def solutions(self, cube: Cube = (), deadline: Deadline = NEVER) -> Iterator[Solution]:
        yield from super().solutions(cube, deadline)
        yield (1, 2)


@pytest.mark.parametrize("engine", [Loser, Doubler, Liar])
@pytest.mark.parametrize("symmetry", ["orbits", "all"])
def test_a_wrong_engine_gets_no_certificate(
    engine: type[OpenedSat],
    symmetry: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(pipeline, "auto", lambda model, _: (opening(engine).open(model), "wrong"))
    out = tmp_path / "d.jsonl"
    assert main([DOMINOES, "--certify", "--symmetry", symmetry, "-o", str(out), "--quiet"]) == 4
    error = capsys.readouterr().err
    assert "a bug in zenkai" in error
    assert error.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["d.jsonl"]
    assert not any(line.get("complete") for line in lines(out))


def test_a_wrong_count_gets_no_certificate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(pipeline, "auto", lambda model, _: (opening(Loser).open(model), "wrong"))
    assert main([DOMINOES, "--certify", "--count", "--quiet", "--symmetry", "all"]) == 4
    assert "sat found 35 solutions in all, but there are 36: no certificate" in capsys.readouterr().err
    assert list(tmp_path.rglob("*.cert")) == []


# ---- two engines


def test_cross_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "d.jsonl"
    assert main([DOMINOES, "--cross-check", "sat", "-o", str(out)]) == 0
    assert lines(out)[-1]["levels"] == ["verified", "cross-checked by sat"]
    assert (
        "9 up to symmetry, 36 in all; every solution checked; search ended; two engines agree (the second: sat);"
        in capsys.readouterr().out
    )
    assert main([DOMINOES, "--cross-check", "cpsat", "--certify", "--symmetry", "all", "-o", str(out)]) == 0
    assert lines(out)[-1]["levels"] == ["verified", "cross-checked by cpsat", "certified"]
    assert main([DOMINOES, "--cross-check", "sat", "--count"]) == 0
    assert (
        "every solution checked; search ended; two engines agree (the second: sat);"
        in capsys.readouterr().out
    )


@pytest.mark.parametrize(
    ("wide", "first", "second", "level"),
    [
        (False, "frontier", "sat", "sat"),
        (False, "sat", "frontier", "frontier"),
        (True, "frontier", "sat", "cpsat"),  # which frontier fell back to
        (True, "sat", "frontier", "cpsat"),
        (True, "cpsat", "frontier", "sat"),
    ],
)
def test_no_engine_is_compared_with_itself(
    wide: bool,
    first: str,
    second: str,
    level: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Where a diagram is too wide frontier hands the search over to sat, and says so."""
    monkeypatch.setattr(frontier, "FEW_VARS", 0)
    if wide:
        monkeypatch.setattr(diagrams, "diagram", lambda *_: None)
    text, out = tmp_path / "loops.yaml", tmp_path / "loops.jsonl"
    text.write_text("puzzle: slitherlink\nsize: 3x3\n")
    assert main([str(text), "--backend", first, "--cross-check", second, "-o", str(out)]) == 0
    assert lines(out)[-1]["levels"] == ["verified", f"cross-checked by {level}"]
    said = "".join(capsys.readouterr())
    assert ("searched by sat" in said) == (wide and first == "frontier")
    replaced = f"loops: sat searched the first time, so cpsat is compared in place of {second}\n"
    assert (replaced in said) == (level == "cpsat")


def wrong_second(opened: type[OpenedSat], monkeypatch: pytest.MonkeyPatch) -> None:
    """sat opens this, every other engine is itself."""
    monkeypatch.setattr(
        pipeline,
        "suited",
        lambda name, model, *rest: (
            opening(opened).open(model) if name == "sat" else suited(name, model, *rest)
        ),
    )


@pytest.mark.parametrize("words", [[], ["--count"], ["--symmetry", "all"]])
def test_engines_that_differ(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong_second(Loser, monkeypatch)
    out = tmp_path / "d.jsonl"
    words = words if "--count" in words else [*words, "-o", str(out)]  # a bare count has no digest
    assert main([DOMINOES, "--cross-check", "sat", "--quiet", *words]) == 4
    error = capsys.readouterr().err
    assert "sat finds " in error
    assert "; the run found 9 and 36" in error
    assert error.count("\n") == 1
    assert not out.exists() or not any(line.get("complete") for line in lines(out))


class Swapper(OpenedSat):
    """As many solutions, but one of them in the place of another."""

    def solutions(self, cube: Cube = (), deadline: Deadline = NEVER) -> Iterator[Solution]:
        found = sorted(super().solutions(cube, deadline))
        yield from [*found[1:], found[1]]


def test_engines_that_differ_in_the_digest_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = tmp_path / "u.yaml"
    text.write_text("puzzle: packing\nboard: 2x4\npieces: [dominoes, monominoes]\ncounts: any\n")
    wrong_second(Swapper, monkeypatch)
    out = tmp_path / "d.jsonl"
    assert main([str(text), "--cross-check", "sat", "--symmetry", "all", "-o", str(out), "--quiet"]) == 4
    assert "digest" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--cross-check", "sudoku"], "sudoku"),
        (["--cross-check", "exactcover"], "that is the engine of the run itself"),
    ],
)
def test_an_unsuitable_second_engine_is_refused_before_the_search(
    words: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "d.jsonl"
    assert main([DOMINOES, "-o", str(out), *words]) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert (captured.out, captured.err.count("\n")) == ("", 1)
    assert not out.exists()


def test_what_has_no_certificate_is_refused_before_the_search(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "d.jsonl"
    assert main([str(INSTANCES / "dissection" / "ring.yaml"), "--certify", "-o", str(out)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not out.exists()
    with pytest.raises(Unsupported, match="the model is"):
        certificate_of_a_large_model(tmp_path)


def certificate_of_a_large_model(folder: Path) -> None:
    from zenkai_solver.models.loading import loads

    instance = loads(CASES["letters"], "x")
    patch = pytest.MonkeyPatch()
    patch.setattr(certificate, "MOST_LINE", 1_000)
    try:
        certificate.write(folder / "x.cert", certificate.certifiable(instance, instance.puzzle.model()))
    finally:
        patch.undo()
        assert not list(folder.glob("x.cert*"))


def test_a_run_that_turns_out_to_have_no_certificate_keeps_its_solutions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(certificate.rup, "MOST_SOLUTIONS", 2)
    out = tmp_path / "x.jsonl"
    text = tmp_path / "x.yaml"
    text.write_text("puzzle: packing\nboard: 4x4\npieces: dominoes\ncounts: any\nthree_colourable: true\n")
    assert main([str(text), "--certify", "-o", str(out)]) == 3
    end = lines(out)[-1]
    assert end["complete"] is False
    assert re.fullmatch(r"no certificate: \d+ solutions; clauses prove at most 2", end["reason"])
    assert f"incomplete ({end['reason']})" in capsys.readouterr().out
    assert len(lines(out)) == end["count"] + 2 > 3
    assert not (tmp_path / "x.cert").exists()


def test_a_cut_search_has_no_certificate(tmp_path: Path) -> None:
    out = tmp_path / "d.jsonl"
    assert main([DOMINOES, "--certify", "--limit", "3", "-o", str(out), "--quiet"]) in (2, 3)
    assert not (tmp_path / "d.cert").exists()
