"""The part of a worker in the certificate of a kept run: it proves cubes of the model that is certified.

It is not in `proofs`, since that module starts the workers that import this one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from zenkai_solver.models.csp import Cube, Model
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.solvers.certificates import cubes, rup
from zenkai_solver.solvers.certificates.certificate import clauses_of
from zenkai_solver.solvers.certificates.writing import CertificateTooLarge
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline, Interrupted, Unsupported
from zenkai_solver.solvers.cubes.jobs import Answer, Prove, Proved, Refined
from zenkai_solver.solvers.cubes.splitting import Splitter, SubCube

CUBES = 16  # into which the search, and a cube that is too much work, is split


@dataclass(frozen=True)
class Prover:
    """Proves cubes of one model. `instance`: of which the checker may derive the clauses; else `model` states
    them.
    """

    model: Model
    instance: Instance | None = None

    @cached_property
    def stated(self) -> rup.ClauseModel:
        return rup.stated(self.model) if self.instance is None else clauses_of(self.instance, self.model)

    @cached_property
    def splitter(self) -> Splitter:
        return Splitter(self.model)

    def do(self, job: Prove) -> Answer:
        """The proof of the cube; split if it is more work than the job allows. Raises Unsupported."""
        try:
            return self._proved(job, Deadline.after(job.seconds))
        except (Interrupted, CertificateTooLarge):
            subcubes = self.split(job.cube)
        if subcubes:
            return Refined(job.number, tuple(subcubes))
        try:
            return self._proved(job, NEVER)
        except CertificateTooLarge:
            raise Unsupported(f"no certificate: cube {job.cube} would take too many steps") from None

    def _proved(self, job: Prove, deadline: Deadline) -> Proved:
        return Proved(job.number, cubes.proof(self.stated, job.cube, deadline))

    def split(self, cube: Cube) -> list[SubCube]:
        """The open subcubes; propagation refutes the others."""
        return [subcube for subcube in self.splitter.split(cube, 1.0, CUBES) if subcube.state == "open"]
