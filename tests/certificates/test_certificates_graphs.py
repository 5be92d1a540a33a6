"""Certificates of loops, areas and connected cells: small ones, whose cuts follow from the instance."""

from __future__ import annotations

import lzma
import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice, product
from pathlib import Path

import numpy as np
import pytest

from tests.engines.test_cuts import KINDS, assignments, drawn, every_kind
from zenkai_solver.models.constraints import Components, Lit, OnGraph, Reached, holds
from zenkai_solver.models.loading import load
from zenkai_solver.solvers.certificates import cubes, rup
from zenkai_solver.solvers.certificates.binding import bound
from zenkai_solver.solvers.certificates.certificate import CertificatePlan, certifiable, of_clauses, write
from zenkai_solver.solvers.certificates.cuts import CutJudge
from zenkai_solver.solvers.checker.checker import Refused
from zenkai_solver.solvers.commands.run import main
from zenkai_solver.solvers.commands.verify import main as verify
from zenkai_solver.solvers.core.deadlines import WrongSolution
from zenkai_solver.solvers.engines.sat import cuts

# ---- the judge


def size_of(graph: OnGraph) -> int:
    return max(map(abs, (*graph.lits, *getattr(graph, "reached", ()))))


def implied(graph: OnGraph, clause: Sequence[Lit]) -> bool:
    """By the definition, on every assignment."""
    good = (one for one in assignments(size_of(graph)) if holds(graph, one))  # type: ignore[arg-type]
    return all(any((lit > 0) == (abs(lit) in one) for lit in clause) for one in good)


@every_kind
def test_the_judge_believes_no_clause_that_does_not_follow(kind: type[OnGraph]) -> None:
    rng, yes = random.Random(1), 0
    for seed in range(12):
        graph = drawn(kind, seed)
        judge, size = CutJudge(graph), size_of(graph)  # type: ignore[arg-type]
        for _ in range(60 if size < 9 else 6):
            variables = rng.sample(range(1, size + 1), min(size, rng.randint(1, 5)))
            clause = [rng.choice((1, -1)) * var for var in variables]
            if judge.follows(clause):
                yes += 1
                assert implied(graph, clause), (graph, clause)
    assert yes > 3


@pytest.mark.parametrize("seeds", [range(5), pytest.param(range(5, 24), marks=pytest.mark.broad)])
@every_kind
def test_the_judge_believes_every_cut(kind: type[OnGraph], seeds: range) -> None:
    for seed in seeds:
        graph = drawn(kind, seed)
        own, judge = cuts.cut(graph), CutJudge(graph)  # type: ignore[arg-type]
        made = {*own.stated()}
        for one in islice(assignments(size_of(graph)), 0, None, 1 + (1 << size_of(graph)) // 400):
            lits = {var if var in one else -var for var in range(1, size_of(graph) + 1)}
            made.update(own.broken(lits.__contains__, frozenset()))
        assert all(map(judge.follows, made)), (graph, made)


@every_kind
def test_a_cut_without_one_of_its_literals_is_judged_anew(kind: type[OnGraph]) -> None:
    refused = 0
    for seed in range(4):
        graph = drawn(kind, seed)
        judge = CutJudge(graph)  # type: ignore[arg-type]
        for clause in cuts.cut(graph).stated():  # type: ignore[arg-type]
            for lit in clause:
                less = [other for other in clause if other != lit]
                refused += not judge.follows(less)
                assert not judge.follows(less) or implied(graph, less)
    assert refused or kind.__name__ == "Connected"  # of which nothing is stated from the start
    assert {Components, Reached} <= {*KINDS}


# ---- the whole way

NURIKABE = "puzzle: nurikabe\nclues: |\n  .5...\n  ..2..\n  .....\n  ..1..\n  ...3.\n"
SLITHERLINK = "puzzle: slitherlink\nsize: 3x3\n"
FILLOMINO = "puzzle: fillomino\nclues: |\n  22..\n  ....\n  3.31\n  ...2\n"
PUZZLES = {"nurikabe": NURIKABE, "slitherlink": SLITHERLINK, "fillomino": FILLOMINO}


@pytest.fixture(params=PUZZLES)
def instance(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / f"{request.param}.yaml"
    path.write_text(PUZZLES[request.param])
    return path


def test_the_whole_way(instance: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = instance.with_suffix(".jsonl")
    assert main([str(instance), "--certify", "-o", str(out)]) == 0
    assert "certified (model)" in capsys.readouterr().out
    assert verify([str(out)]) == 0
    assert "count certified (model)" in capsys.readouterr().out
    assert out.with_suffix(".cert").stat().st_size < 20_000


def test_a_solution_with_all_variables_is_one_of_many(tmp_path: Path) -> None:
    path = tmp_path / "creek.yaml"
    path.write_text("puzzle: creek\nsize: 2x2\n")
    plan = CertificatePlan(own := load(path), own.puzzle.model())
    forged(path.with_suffix(".cert"), plan, plan.clauses)
    holds = bound(path.with_suffix(".cert"), plan).holds
    shaded = ([var for var in range(1, 5) if number >> var & 1] for number in range(2, 32, 2))
    boards = np.array([row + [0] * (4 - len(row)) for row in shaded])
    assert holds(boards, ()).tolist() == [row.tolist() not in ([1, 4, 0, 0], [2, 3, 0, 0]) for row in boards]
    assert not holds(np.zeros((1, 4), int), ()).any()  # one is shaded


def test_cubes_with_cuts_of_their_own_are_joined(tmp_path: Path) -> None:
    """Loops of 3x3 in four cubes, each with the cuts that it needed; and in cubes that leave something out."""
    path = tmp_path / "s.yaml"
    path.write_text(SLITHERLINK)
    own = load(path)
    plan = CertificatePlan(own, own.puzzle.model())
    a, b = plan.model.projection[:2]
    parts = []
    for number, cube in enumerate(((a, b), (a, -b), (-a, b), (-a, -b))):
        parts.append(tmp_path / f"{number}.xz")
        parts[-1].write_bytes(cubes.proof(plan.clauses, cube, rup.NEVER))
    assert sum(len(cubes.part(own).cuts) > 0 for own in parts) > 1
    model, pieces = cubes.joined(plan.clauses, parts, rup.NEVER)
    cert = tmp_path / "s.cert"
    cert.write_bytes(lzma.compress(b"".join([of_clauses(own, model), *pieces])))
    assert bound(cert, plan).certified.all == 213
    with pytest.raises(WrongSolution, match="in none of the cubes"):
        cubes.joined(plan.clauses, parts[1:], rup.NEVER)


@pytest.mark.parametrize(
    "text", ["puzzle: edamame\nsize: 1x1\n", "puzzle: invlitso\nsize: 2x2\nrooms: |\n  AA\n  AA\n"]
)
def test_a_board_that_leaves_no_choice_is_certified(text: str, tmp_path: Path) -> None:
    """All its variables are decided: the options of its cover are choices of the model alone."""
    path, solutions = tmp_path / "x.yaml", tmp_path / "x.jsonl"
    path.write_text(text)
    assert main([str(path), "-o", str(solutions), "--certify", "--quiet"]) == 0
    assert verify([str(solutions)]) == 0
    plan = CertificatePlan(own := load(path), own.puzzle.model())
    judged, names = bound(path.with_suffix(".cert"), plan), plan.model.projection
    assert judged.certified.all == 1
    boards = np.array(list(product(*((0, name) for name in names))))
    assert judged.holds(boards, ()).sum() == 1


@pytest.mark.broad
@pytest.mark.parametrize("genre", ["nurikabe", "slitherlink"])
def test_certificates_of_10x10_are_small(genre: str, tmp_path: Path) -> None:
    """A grid of dots, which says a lot, or of clues all over: 4 MB of plain clauses were too many."""
    clues = {"nurikabe": (".1.." * 25), "slitherlink": "33.2" * 25}[genre]
    path = tmp_path / "x.yaml"
    rows = "".join(f"  {clues[10 * r : 10 * r + 10]}\n" for r in range(10))
    path.write_text(f"puzzle: {genre}\nclues: |\n{rows}")
    plan = certifiable(own := load(path), own.puzzle.model())
    solutions = [*rup.SolutionEnumeration(plan.clauses).__enter__().solutions(rup.NEVER)]
    certified = write(tmp_path / "x.cert", plan, solutions=len(solutions))
    assert certified.all == len(solutions)
    assert (tmp_path / "x.cert").stat().st_size < 200_000


# ---- forgeries


def forged(path: Path, plan: CertificatePlan, model: rup.ClauseModel) -> None:
    """A whole certificate of another model: its proof is right."""
    core, numbers = rup.certificate(model)
    path.write_bytes(lzma.compress(b"".join([of_clauses(plan.instance, core), *numbers])))


def test_a_cut_that_does_not_follow_is_refused(instance: Path) -> None:
    """One more clause: that a variable is true, or that two of the first ones are not both."""
    own, path = load(instance), instance.with_suffix(".cert")
    plan = CertificatePlan(own, own.puzzle.model())
    forged(path, plan, plan.clauses)
    proved = bound(path, plan).certified.all
    assert proved == sum(1 for _ in rup.SolutionEnumeration(plan.clauses).__enter__().solutions(rup.NEVER))
    first = plan.model.projection
    for clause in ((first[0],), (-first[0],), (-first[1], -first[2]), (first[1], first[2], first[3])):
        wrong = replace(plan.clauses, clauses=[*plan.clauses.clauses, clause])
        forged(path, plan, wrong)
        head = lzma.decompress(path.read_bytes()).partition(b"\n")[0].decode()
        if str([*clause]).replace(" ", "") in head:  # what no lemma needs is left out
            with pytest.raises(Refused, match="its model is not the one that the instance has: the clause"):
                bound(path, plan)


def test_a_cut_without_a_literal_is_refused(tmp_path: Path) -> None:
    """Each cut of a real certificate, with its shortest part that excludes a loop."""
    path = tmp_path / "s.yaml"
    path.write_text(SLITHERLINK)
    own = load(path)
    plan = CertificatePlan(own, own.puzzle.model())
    with rup.SolutionEnumeration(plan.clauses) as search:
        loops = [*search.solutions(rup.NEVER)]
        made = search.cuts
    assert made
    number = 0
    for cut in made[:20]:
        for lit in cut:
            less = tuple(other for other in cut if other != lit)
            if any(all((other > 0) != (abs(other) in loop) for other in less) for loop in loops):
                number += 1
                assert not any(CutJudge(graph).follows(less) for graph in plan.clauses.graphs)
    assert number > 20


def test_solutions_that_break_a_graph_are_not_listed(tmp_path: Path) -> None:
    """A certificate without its cuts proves more solutions than there are, and boards show it."""
    path = tmp_path / "s.yaml"
    path.write_text(SLITHERLINK)
    own = load(path)
    plan = CertificatePlan(own, own.puzzle.model())
    forged(tmp_path / "s.cert", plan, replace(plan.clauses, graphs=()))
    assert bound(tmp_path / "s.cert", plan).certified.all > 213
    out = tmp_path / "s.jsonl"
    assert main([str(path), "-o", str(out), "--quiet"]) == 0
    assert verify([str(out)]) == 2
