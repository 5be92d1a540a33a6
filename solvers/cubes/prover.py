"""What a worker does for the certificate of a kept run: it proves cubes of the model as it is stated."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from zenkai_solver.models.csp import Cube, Model
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.solvers.certificates import cubes, rup
from zenkai_solver.solvers.certificates.certificate import clauses_of
from zenkai_solver.solvers.certificates.writing import TooLarge
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline, Interrupted, Unsupported
from zenkai_solver.solvers.cubes.jobs import Answer, Prove, Proved, Refined
from zenkai_solver.solvers.cubes.splitting import Splitter, Twig

CUBES = 16  # at first, and that a cube is split into


@dataclass(frozen=True)
class Prover:
    """What is made ready for one model, that of an instance; which the checker may read."""

    model: Model
    instance: Instance | None = None

    @cached_property
    def stated(self) -> rup.Statement:
        return rup.stated(self.model) if self.instance is None else clauses_of(self.instance, self.model)

    @cached_property
    def splitter(self) -> Splitter:
        return Splitter(self.model)

    def do(self, job: Prove) -> Answer:
        """The proof of the cube; split if it is more work than the job allows. Raises Unsupported."""
        try:
            return self._proved(job, Deadline.after(job.seconds))
        except (Interrupted, TooLarge):
            twigs = self.split(job.cube)
        if twigs:
            return Refined(job.number, tuple(twigs))
        try:
            return self._proved(job, NEVER)
        except TooLarge:
            raise Unsupported(f"no certificate: cube {job.cube} would take too many steps") from None

    def _proved(self, job: Prove, deadline: Deadline) -> Proved:
        return Proved(job.number, cubes.proof(self.stated, job.cube, deadline))

    def split(self, cube: Cube) -> list[Twig]:
        """Those that are open: the others follow by propagation."""
        return [twig for twig in self.splitter.split(cube, 1.0, CUBES) if twig.state == "open"]
