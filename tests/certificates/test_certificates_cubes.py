"""Certificates of clauses made cube by cube, and those of kept runs that need clauses."""

from __future__ import annotations

import json
import lzma
import os
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
from hypothesis import strategies as st

from tests.certificates.test_certificates_rup import HARD, SMALL
from tests.engines.test_differential import models
from tests.helpers import PATIENCE, brute_force, given_some
from tests.scale_helpers import Outcome, bounded, called, command, kept, path_of, run, started, waited
from zenkai_solver.models.constraints import Clause
from zenkai_solver.models.csp import Cube, Model
from zenkai_solver.solvers.certificates import certificate, cubes, rup
from zenkai_solver.solvers.checker import checker
from zenkai_solver.solvers.checker.checker import Formula, Refused, formula_total
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline, Interrupted, Unsupported, WrongSolution
from zenkai_solver.solvers.cubes import proofs
from zenkai_solver.solvers.cubes.jobs import Answer, Failed, Job, Prove
from zenkai_solver.solvers.cubes.proofs import ProofNode, Proving
from zenkai_solver.solvers.cubes.prover import Prover
from zenkai_solver.solvers.solution_files.results import ResultsError


def proved(model: Model, own: Sequence[Cube], folder: Path) -> list[Path]:
    """The files of the cubes."""
    stated, paths = rup.stated(model), [folder / f"{n}.xz" for n in range(len(own))]
    for path, cube in zip(paths, own, strict=True):
        path.write_bytes(cubes.proof(stated, cube, NEVER))
    return paths


def counted(model: Model, paths: Sequence[Path]) -> int:
    """What the checker says of the joined proofs, and its twin too."""
    needed, pieces = cubes.joined(rup.stated(model), paths, NEVER)
    data = [np.frombuffer(piece, rup.KIND) for piece in pieces]
    numbers = np.concatenate(data).tolist()
    found = formula_total(Formula(**needed.model), iter(numbers))
    assert rup.replayed(needed.model, iter(data)) == found
    return found


def tree(model: Model, rng: random.Random, cube: Cube = ()) -> Iterator[Cube]:
    """Cubes that are everything, split on any variables of the projection."""
    left = [var for var in model.projection if var not in cube and -var not in cube]
    if not left or rng.random() < 0.25 * len(cube):
        yield cube
        return
    var = rng.choice(left)
    for lit in (var, -var):
        yield from tree(model, rng, (*cube, lit))


@given_some(150, model=models(), seed=st.integers(0, 1 << 30))
def test_any_cubes_of_any_model_prove_its_count(
    tmp_path_factory: pytest.TempPathFactory, model: Model, seed: int
) -> None:
    paths = proved(model, [*tree(model, random.Random(seed))], tmp_path_factory.mktemp("cubes"))
    assert counted(model, paths) == len(brute_force(model))


def test_two_of_a_list_are_no_cube_to_search(tmp_path: Path) -> None:
    paths = proved(SMALL, [(1, 2), (1, -2), (-1,)], tmp_path)
    assert cubes.part(paths[0]).lemmas == 0
    assert counted(SMALL, paths) == len(brute_force(SMALL))


def test_one_cube_may_be_all_there_is(tmp_path: Path) -> None:
    """HARD has one solution, in which the last variable is true."""
    assert counted(HARD, proved(HARD, [(21,), (-21,)], tmp_path)) == 1
    assert counted(HARD, proved(HARD, [()], tmp_path)) == 1


def test_a_lost_cube_is_refused(tmp_path: Path) -> None:
    """Where it has a solution; else that it has none is found in the end."""
    paths = proved(SMALL, [(1,), (-1, 2), (-1, -2)], tmp_path)
    numbers = [cubes.part(path).solutions for path in paths]
    assert 0 < min(numbers) < sum(numbers) == len(brute_force(SMALL))
    for path in paths:
        with pytest.raises(WrongSolution, match="a solution is in none of the cubes"):
            counted(SMALL, [other for other in paths if other != path])
    assert counted(HARD, proved(HARD, [(21,)], tmp_path)) == 1


def changed(path: Path, found: Sequence[int], lemmas: slice = slice(None)) -> None:
    """The proof with other solutions."""
    part = cubes.part(path)
    head = {"last": part.last, "core": len(part.core), "found": len(found), "lemmas": part.lemmas}
    arrays = (np.array(own, rup.KIND).tobytes() for own in (part.core, found, cubes._lemmas(part)[lemmas]))
    path.write_bytes(lzma.compress(json.dumps(head).encode() + b"\n" + b"".join(arrays)))


def test_a_lost_solution_or_lemma_is_refused(tmp_path: Path) -> None:
    own: list[Cube] = [(1,), (-1, 2), (-1, -2)]
    paths = proved(SMALL, own, tmp_path)
    found = cubes.part(paths[2]).listed.tolist()
    changed(paths[2], found)
    assert counted(SMALL, paths) == len(brute_force(SMALL))
    for some in (found[found.index(0) + 1 :], found[: found.index(0) + 1] + found, [*found, 1, 0]):
        changed(paths[2], some)
        with pytest.raises(Refused):
            counted(SMALL, paths)
    changed(paths[2], found, slice(-1))
    with pytest.raises(Refused):
        counted(SMALL, paths)


def test_a_damaged_proof_is_named(tmp_path: Path) -> None:
    paths = proved(SMALL, [(1,), (-1,)], tmp_path)
    data = paths[1].read_bytes()
    for wrong in (b"", data[:40], b"x" + data, lzma.compress(b"{}\n"), lzma.compress(b"x")):
        paths[1].write_bytes(wrong)
        with pytest.raises(
            ResultsError, match=r"1\.xz: damaged: .*; once it is removed, --resume makes it anew"
        ):
            counted(SMALL, paths)


# ---- the coordinator


@dataclass
class Alone:
    """A pool of one, in this process, that does some jobs otherwise."""

    prover: Prover
    otherwise: dict[int, str] = field(default_factory=dict)  # by the job's number: how it fails
    jobs: list[Prove] = field(default_factory=list)
    came: list[Answer] = field(default_factory=list)

    def free(self) -> int:
        return 1 - len(self.came)

    def submit(self, job: Job) -> None:
        assert isinstance(job, Prove)
        self.jobs.append(job)
        kind = self.otherwise.get(job.number)
        self.came.append(Failed(job.number, kind, "for a test") if kind else self.prover.do(job))

    def answers(self, seconds: float) -> Sequence[Answer]:
        came, self.came = self.came, []
        return came

    def workers(self) -> int:
        return 1

    def close(self) -> None: ...


def proving(folder: Path, model: Model, seconds: float, **failing: str) -> tuple[Proving, Alone, ProofNode]:
    pool = Alone(Prover(model), {int(key[1:]): kind for key, kind in failing.items()})
    root = ProofNode(folder, "0", ())
    return Proving(pool, seconds, proofs.deque([root])), pool, root


def test_a_cube_that_takes_long_is_split_and_the_rest_goes_on(tmp_path: Path) -> None:
    work, pool, root = proving(tmp_path, SMALL, 0.0)
    work.run(NEVER)
    paths = [leaf.proof for leaf in root.leaves()]
    assert len(paths) > 3
    assert root.split.exists()
    assert not root.proof.exists()
    assert all(path.exists() for path in paths)
    assert counted(SMALL, paths) == len(brute_force(SMALL))
    assert sorted(tmp_path.glob("*.xz")) == sorted(paths)
    assert pool.jobs[0].cube == ()


def test_longer_cubes_are_allowed_more_time(tmp_path: Path) -> None:
    node = ProofNode(tmp_path, "3.11.2", (1,))
    work, pool, _ = proving(tmp_path, SMALL, 10.0)
    work._submit(node)
    assert [job.seconds for job in pool.jobs] == [40.0]


def test_a_worker_that_dies_is_tried_again_and_then_the_cube_is_split(tmp_path: Path) -> None:
    work, pool, root = proving(tmp_path, SMALL, 100.0, n1="died", n2="died")
    work.run(NEVER)
    assert [job.seconds for job in pool.jobs[:3]] == [100.0, 100.0, 0.0]
    assert counted(SMALL, [leaf.proof for leaf in root.leaves()]) == len(brute_force(SMALL))
    work, _, _ = proving(tmp_path, SMALL, 100.0, n1="died", n2="died", n3="died")
    with pytest.raises(Interrupted, match="cube 0: for a test; given up after 3 tries"):
        work.run(NEVER)


@pytest.mark.parametrize(
    ("kind", "error"), [("bug", WrongSolution), ("disk", OSError), ("unsupported", Unsupported)]
)
def test_what_fails_otherwise_stops_it(kind: str, error: type[Exception], tmp_path: Path) -> None:
    work, _, _ = proving(tmp_path, SMALL, 100.0, n1=kind)
    with pytest.raises(error):
        work.run(NEVER)


def test_a_cube_that_is_too_much_and_cannot_be_split(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rup, "MOST_SOLUTIONS", 0)
    with pytest.raises(Unsupported, match=r"no certificate: cube .* would take too many steps"):
        proving(tmp_path, Model((0,), (Clause((1,)),), (1,)), 100.0)[0].run(NEVER)
    monkeypatch.setattr(rup, "MOST_SOLUTIONS", 1)
    work, _, root = proving(tmp_path, SMALL, 100.0)
    work.run(NEVER)
    assert counted(SMALL, [leaf.proof for leaf in root.leaves()]) == len(brute_force(SMALL))


def test_a_deadline_ends_it(tmp_path: Path) -> None:
    with pytest.raises(Interrupted):
        proving(tmp_path, SMALL, 100.0)[0].run(Deadline.after(0))


# ---- kept runs

CLAUSES = "formula/waerden"  # which is quick


def certified(name: str, folder: Path, *options: object) -> Outcome:
    """A kept run with its certificate, which the checker reads."""
    out = folder / "x.jsonl"
    outcome = kept(name, folder / "run", "--certify", "-o", out, *options)
    assert outcome.code == 0, outcome
    assert checker.main([str(out), str(folder / "x.cert")]) == (
        3 if "certified (model)" in outcome.out else 0
    )
    assert (folder / "x.cert").read_bytes() == (folder / "run" / "run.cert").read_bytes()
    return outcome


def proofs_in(folder: Path) -> dict[str, int]:
    """When each was made."""
    return {path.name: path.stat().st_mtime_ns for path in (folder / "run" / "certificate").glob("*.xz")}


@pytest.mark.parametrize(
    "name",
    [
        CLAUSES,
        "threecolours4x5",
        *(
            pytest.param(name, marks=pytest.mark.broad)
            for name in ("sudoku/anti-taxicab", "sudoku/thermo", "nonogram/domino10")
        ),
        pytest.param("dissection/gpcc2005-square", marks=pytest.mark.broad),
    ],
)
def test_a_kept_run_is_certified_by_clauses(name: str, tmp_path: Path) -> None:
    """As a plain run is: the same number, by a certificate of the same kind."""
    outcome = certified(name, tmp_path)
    assert ("certified (model)" in outcome.out) == (name != "nonogram/domino10")  # which the checker reads
    assert proofs_in(tmp_path)
    plain = tmp_path / "plain.jsonl"
    assert run(path_of(name), "--certify", "--quiet", "-o", plain).code == 0
    own, other = tmp_path / "x.cert", tmp_path / "plain.cert"
    assert certificate.opened(str(own))[0]["kind"] == certificate.opened(str(other))[0]["kind"] == "rup"
    assert certificate.check(own).all == certificate.check(other).all


@pytest.mark.parametrize(
    "name", ["nonogram/permutations4", pytest.param("weights5x5", marks=pytest.mark.broad)]
)
def test_what_is_quick_is_made_as_a_whole(name: str, tmp_path: Path) -> None:
    """As of a plain run: that of a nonogram by its lines, of a cover with sums in few states."""
    certified(name, tmp_path)
    plain = tmp_path / "plain.jsonl"
    assert run(path_of(name), "--certify", "--quiet", "-o", plain).code == 0
    assert (tmp_path / "x.cert").read_bytes() == (tmp_path / "plain.cert").read_bytes()
    assert not (tmp_path / "run" / "certificate").exists()


def test_a_nonogram_that_takes_long_by_its_lines_gets_clauses(tmp_path: Path) -> None:
    certified("nonogram/domino10", tmp_path)
    assert certificate.opened(str(tmp_path / "x.cert"))[0]["kind"] == "rup"
    assert proofs_in(tmp_path)


def test_a_proof_that_is_lost_is_made_again_and_the_others_are_not(tmp_path: Path) -> None:
    certified(CLAUSES, tmp_path)
    whole, before = (tmp_path / "x.cert").read_bytes(), proofs_in(tmp_path)
    (tmp_path / "run" / "certificate" / "1.xz").unlink()
    certified(CLAUSES, tmp_path, "--resume", "--workers", 1)
    after = proofs_in(tmp_path)
    assert {name for name in before if before[name] != after[name]} == {"1.xz"}
    assert (tmp_path / "x.cert").read_bytes() == whole


def test_proofs_of_another_model_are_not_used(tmp_path: Path) -> None:
    certified(CLAUSES, tmp_path)
    head = tmp_path / "run" / "certificate" / "header.json"
    assert json.loads(head.read_text())["model"]["clauses"]
    head.write_text(head.read_text() + " ")
    before = proofs_in(tmp_path)
    certified(CLAUSES, tmp_path, "--resume")
    after = proofs_in(tmp_path)
    assert before.keys() == after.keys()
    assert not {name for name in before if before[name] == after[name]}


def test_too_many_solutions_are_kept_without_a_certificate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rup, "MOST_SOLUTIONS", 5)
    outcome = kept(CLAUSES, tmp_path / "run", "--certify")
    assert outcome.code == 3
    assert "6 in all so far; incomplete (no certificate: 6 solutions; clauses prove at most 5)" in outcome.out
    assert kept(CLAUSES, tmp_path / "run", "--resume", "-o", tmp_path / "x.jsonl").code == 0


def test_a_run_that_is_killed_or_stopped_is_gone_on_with(tmp_path: Path) -> None:
    """Of its proofs none is lost and none is made twice, by however many workers."""
    name, folder = "nonogram/domino10", tmp_path / "run"
    assert kept(name, folder, "--quiet").code == 0
    args = (path_of(name), "--run-dir", folder, "--resume", "--certify", "--cube-seconds", "0.02")
    for number, workers in enumerate((2, 1)):
        before = proofs_in(tmp_path)
        with bounded(started(*args, "--workers", workers)) as process:
            assert waited(lambda before=before: len(proofs_in(tmp_path)) > len(before) + 3, PATIENCE)
            os.killpg(process.pid, (9, 2)[number])
            said, _ = process.communicate(timeout=PATIENCE)
        assert process.returncode == (-9, 130)[number], said
        if number:
            assert "incomplete (stopped before it was proved)" in said
        assert not (folder / "run.cert").exists()
        assert before.items() <= proofs_in(tmp_path).items()
    before = proofs_in(tmp_path)
    late = called(command(*args, "--time-limit", "0.3"))
    assert late.code == 3
    begun = "incomplete (time limit before it was proved)" in late.out
    assert begun or late.err.endswith(": cut short: time limit\n")  # on a busy machine, before it begins
    certified(name, tmp_path, "--resume", "--cube-seconds", "0.02")
    assert before.items() <= proofs_in(tmp_path).items()
