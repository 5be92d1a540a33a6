"""The certificate of a kept run by clauses: workers prove cubes, each proof is kept, and all are joined.

The files are those of `certificates.cubes`. The cubes are those of the model as it is stated, whatever cubes
the run was searched by. A cube that takes longer than a cube of the run may, or too many steps, is split.
"""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from zenkai_solver.models.csp import Cube
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.solvers.certificates import cubes, rup
from zenkai_solver.solvers.certificates.certificate import of_clauses
from zenkai_solver.solvers.certificates.parts import FOLDER, begin
from zenkai_solver.solvers.certificates.writing import CertificateTooLarge
from zenkai_solver.solvers.core.deadlines import Deadline, Interrupted
from zenkai_solver.solvers.core.options import RunOptions
from zenkai_solver.solvers.cubes.coordinator import LOOK, TRIES, RunLimits, raise_failure
from zenkai_solver.solvers.cubes.jobs import Answer, Failed, Prove, Proved, Refined, RunTask
from zenkai_solver.solvers.cubes.kept import hire
from zenkai_solver.solvers.cubes.prover import Prover
from zenkai_solver.solvers.cubes.splitting import SubCube
from zenkai_solver.solvers.cubes.workers import DIED, WorkerPool
from zenkai_solver.solvers.solution_files.results import write_whole


@dataclass(frozen=True)
class ProofNode:
    """A cube by its place in the tree: 3.11 is in 3."""

    folder: Path
    name: str
    cube: Cube

    @property
    def proof(self) -> Path:
        return self.folder / f"{self.name}.xz"

    @property
    def split(self) -> Path:
        """The cubes that it is split into, if it is."""
        return self.folder / f"{self.name}.json"

    @property
    def depth(self) -> int:
        return self.name.count(".")

    def children(self, of: Iterable[Sequence[int]]) -> list[ProofNode]:
        return [ProofNode(self.folder, f"{self.name}.{n}", tuple(cube)) for n, cube in enumerate(of)]

    def leaves(self) -> Iterator[ProofNode]:
        if self.split.exists():
            for child in self.children(json.loads(self.split.read_bytes())):
                yield from child.leaves()
        else:
            yield self


@dataclass
class Proving:
    """The cubes that are waiting for their proofs, and those that workers prove."""

    pool: WorkerPool
    seconds: float  # of a first cube
    waiting: deque[ProofNode]
    busy: dict[int, ProofNode] = field(default_factory=dict)
    tries: Counter[str] = field(default_factory=Counter)
    number: int = 0

    def run(self, deadline: Deadline) -> None:
        """Raises Interrupted, Unsupported, WrongSolution, OSError."""
        while self.waiting or self.busy:
            deadline.check()
            while self.waiting and self.pool.free():
                self._submit(self.waiting.popleft())
            for answer in self.pool.answers(min(LOOK, max(0.0, deadline.remaining))):
                self._take(answer)

    def _submit(self, node: ProofNode) -> None:
        self.number += 1
        self.busy[self.number] = node
        last = self.tries[node.name] == TRIES - 1  # split at once
        seconds = 0.0 if last else self.seconds * 2.0**node.depth
        self.pool.submit(Prove(self.number, node.cube, seconds))

    def _take(self, answer: Answer) -> None:
        match answer:
            case Proved(number, data):
                write_whole(self.busy.pop(number).proof, data)
            case Refined(number, subcubes):
                node = self.busy.pop(number)
                new = [subcube.cube for subcube in subcubes]
                write_whole(node.split, json.dumps(new).encode())
                self.waiting += node.children(new)
            case Failed(number, kind, text) if kind == DIED and number is not None:
                self._retry(self.busy.pop(number), text)
            case Failed():
                raise_failure(answer, next(iter(self.busy.values())).folder)

    def _retry(self, node: ProofNode, text: str) -> None:
        self.tries[node.name] += 1
        if self.tries[node.name] == TRIES:
            raise Interrupted(f"cube {node.name}: {text}; given up after {TRIES} tries")
        self.waiting.append(node)


def certificate(
    folder: Path,
    instance: Instance,
    options: RunOptions,
    solutions: int,
    stated: rup.ClauseModel,
    deadline: Deadline,
) -> tuple[rup.ClauseModel, Iterator[bytes]]:
    """What `rup.certificate` says, cube by cube, for so many solutions; finished proofs are kept.

    Raises CertificateTooLarge, Interrupted, Unsupported, WrongSolution, ResultsError, NoWorkers, OSError.
    """
    if solutions > rup.MOST_SOLUTIONS:
        raise CertificateTooLarge
    proofs = folder / FOLDER
    begin(proofs, of_clauses(instance, stated))
    first = Prover(instance.puzzle.model()).split(()) or [SubCube(-1, (), 1.0)]
    nodes = [ProofNode(proofs, str(n), subcube.cube) for n, subcube in enumerate(first)]
    left = deque(leaf for node in nodes for leaf in node.leaves() if not leaf.proof.exists())
    if left:
        pool, _ = hire(options, RunTask(instance.name, instance.text, "all", ()))
        try:
            Proving(pool, options.cube_seconds or RunLimits.seconds, left).run(deadline)
        finally:
            pool.close()
    return cubes.joined(stated, [leaf.proof for node in nodes for leaf in node.leaves()], deadline)
