"""The levels of trust beyond `verified` (see `solvers.core.levels`): a second engine, a certificate."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from zenkai_solver.models.puzzle import Instance
from zenkai_solver.solvers.certificates import certificate, parts
from zenkai_solver.solvers.certificates.binding import Bound, bound
from zenkai_solver.solvers.certificates.certificate import CertificatePlan
from zenkai_solver.solvers.certificates.effort import WorkExceeded
from zenkai_solver.solvers.certificates.writing import CertificateTooLarge
from zenkai_solver.solvers.checker.checker import Refused
from zenkai_solver.solvers.core.backend import Options
from zenkai_solver.solvers.core.command import say
from zenkai_solver.solvers.core.deadlines import Deadline, Unsupported, WrongSolution
from zenkai_solver.solvers.core.events import CERTIFYING, Listener, Phase
from zenkai_solver.solvers.core.levels import CERTIFIED, CERTIFIED_MODEL, CROSS_CHECKED, IN_ALL
from zenkai_solver.solvers.core.options import RunOptions
from zenkai_solver.solvers.core.pipeline import Prepared, Tally, prepare
from zenkai_solver.solvers.core.progress import alive
from zenkai_solver.solvers.core.searching import Search
from zenkai_solver.solvers.engines.table import EVERY_MODEL
from zenkai_solver.solvers.kernels.warmup import compile_missing
from zenkai_solver.solvers.solution_files.output import OF_RUN
from zenkai_solver.solvers.solution_files.results import ResultsError

Compare = Callable[[CertificatePlan, Bound], Tally]  # compares what is written with a certificate; its totals


@dataclass(frozen=True)
class RunProof:
    """How a run is proved: by a second engine (--cross-check), and by a certificate (--certify)."""

    first: Prepared
    second: Prepared | None
    plan: CertificatePlan | None
    engine: Options

    @classmethod
    def of(cls, first: Prepared, options: RunOptions, engine: Options) -> RunProof:
        """Raises Unsupported where the run cannot be proved in the way that is asked for."""
        second = None
        if (name := options.cross_check) is not None:
            if name == first.backend.name:
                raise Unsupported(f"--cross-check {name}: that is the engine of the run itself")
            second = prepare(first.instance, name, first.symmetry, engine)
        plan = certificate.certifiable(first.instance, first.model) if options.certify else None
        return cls(first, second, plan, engine)

    def compared(self, tally: Tally, deadline: Deadline, listener: Listener) -> str:
        """Search with the second engine; the level. Raises WrongSolution where they differ, Interrupted.

        With another one where both hand the search over to the same: that would be compared with itself.
        """
        second, searched = self.second, self.first.search.searched_by
        assert second is not None
        again = Tally(second.symmetry)
        if second.backend.name != searched:
            self._again(second, again, deadline, listener)
        if second.search.searched_by == searched:
            asked, name = second.backend.name, next(name for name in EVERY_MODEL if name != searched)
            second, again = (
                prepare(self.first.instance, name, self.first.symmetry, self.engine),
                Tally(second.symmetry),
            )
            text = f"{searched} searched the first time, so {name} is compared in place of {asked}"
            listener.message(f"{self.first.instance.name}: {text}")
            self._again(second, again, deadline, listener)
        name = second.search.searched_by
        same = (tally.count, tally.all) == (again.count, again.all)
        if not same or (tally.written and tally.digest != again.digest):
            raise WrongSolution(
                f"{name} finds {again.count:,} up to symmetry, {again.all:,} in all, digest {again.digest}; "
                f"the run found {tally.count:,} and {tally.all:,}, digest {tally.digest}"
            )
        return CROSS_CHECKED + name

    def _again(self, second: Prepared, tally: Tally, deadline: Deadline, listener: Listener) -> None:
        with listener.during(Phase(f"searching with {second.backend.name}")):
            Search(second, deadline).run(tally)

    def certified(
        self,
        path: Path,
        finder: str,
        tally: Tally,
        recheck: Compare | None,
        deadline: Deadline,
        listener: Listener,
    ) -> str:
        """Write the certificate; the level. Raises WrongSolution, Unsupported, Interrupted, OSError."""
        plan = self.plan
        assert plan is not None
        compile_missing(certificate.writing_works(plan, tally.all))
        with listener.during(CERTIFYING):
            return certify(path, plan, ClaimedTotals(finder, tally, recheck), deadline)


def certified_kept(
    instance: Instance,
    folder: Path,
    options: RunOptions,
    tally: Tally,
    deadline: Deadline,
    listener: Listener,
) -> str:
    """Write the certificate of a kept run that is complete; the level.

    Raises WrongSolution, Unsupported, Interrupted, OSError.
    """
    from zenkai_solver.solvers.cubes import gather, proofs  # which few runs need

    def recheck(plan: CertificatePlan, bound: Bound) -> Tally:
        return gather.compared(folder, plan, bound)

    prover = partial(proofs.certificate, folder, instance, options, tally.all)
    plan = certificate.certifiable(instance, instance.puzzle.model(), prover)
    compile_missing(certificate.writing_works(plan, tally.all))
    with listener.during(CERTIFYING):
        claim = ClaimedTotals("the run", tally, None if options.count else recheck)
        return certify_kept(folder, plan, claim, options.workers or os.cpu_count() or 1, deadline)


@dataclass(frozen=True)
class ClaimedTotals:
    """What a run is about to say: who found it, the totals, and what compares what is written.

    `compare` gives the totals of what is written, each line of it checked, or is None where nothing is.
    """

    finder: str
    tally: Tally
    compare: Compare | None


def certify(path: Path, plan: CertificatePlan, claim: ClaimedTotals, deadline: Deadline) -> str:
    """Write the certificate of a run, and compare it with what is written, board by board; the level.

    Raises WrongSolution where they differ, Unsupported, Interrupted, OSError.
    """
    _few_enough(plan, claim.tally.all)
    try:
        known = certificate.write(path, plan, deadline, claim.tally.all)
    except Refused as error:
        raise WrongSolution(f"the checker refuses {path}: {error}") from None
    return proved(path, plan, claim, known)


def certify_kept(
    folder: Path, plan: CertificatePlan, claim: ClaimedTotals, workers: int, deadline: Deadline
) -> str:
    """The same of a kept run, in its folder: a cover cube by cube, clauses by the plan's prover."""
    _few_enough(plan, claim.tally.all)
    path = folder / OF_RUN
    known = None
    try:
        known = certificate.make(
            path, certificate.before_cover(plan, deadline, claim.tally.all), lambda _: None
        )
    except (CertificateTooLarge, WorkExceeded) as error:
        if not plan.by_cover:
            raise certificate.none_of(error) from None
        parts.write(folder, plan.instance, plan.model, workers, deadline)
    except Refused as error:
        raise WrongSolution(f"the checker refuses {path}: {error}") from None
    return proved(path, plan, claim, known)


def _few_enough(plan: CertificatePlan, number: int) -> None:
    """Raises Unsupported."""
    if number > (most := certificate.most_solutions(plan, number)):
        raise Unsupported(f"no certificate: {number:,} solutions; clauses prove at most {most:,}")


def bound_certificate(beside: Path, plan: CertificatePlan, *solutions: Path) -> Bound:
    """A certificate file, checked and compared with the instance, with signs of life on standard error.

    `solutions`: files that the checker would be given with it. Raises ResultsError if it is refused.
    """
    tell = partial(say, stream=sys.stderr)
    try:
        compile_missing(certificate.works(beside))
        with alive(f"{beside}: checking", tell, quiet=False):
            return bound(beside, plan, *solutions)
    except Refused as error:
        raise ResultsError(f"{beside}: refused: {error}") from None


def proved(
    path: Path, plan: CertificatePlan, claim: ClaimedTotals, known: certificate.Certified | None = None
) -> str:
    """The level of a certificate file that was just made. It is removed where it contradicts the run.

    `known`: what it proves, if that is known. Raises Unsupported where it is too much work for the checker,
    WrongSolution, OSError.
    """
    try:
        checked = bound(path, plan, known=known)
    except WorkExceeded as error:
        path.unlink()
        raise certificate.none_of(error) from None
    except Refused as error:
        path.unlink()
        raise WrongSolution(f"the checker refuses {path}: {error}") from None
    try:
        _compare(checked, plan, claim)
    except Unsupported:
        path.unlink()
        raise
    except ResultsError as error:
        path.unlink()
        raise WrongSolution(f"{error}: no certificate") from None
    level = level_of(checked.certified)
    return level if claim.compare or plan.instance.puzzle.symmetries().order == 1 else level + IN_ALL


def _compare(checked: Bound, plan: CertificatePlan, claim: ClaimedTotals) -> None:
    """Raises ResultsError."""
    if checked.certified.all != claim.tally.all:
        proves = f"{claim.tally.all:,} solutions in all, but there are {checked.certified.all:,}"
        raise ResultsError(f"{claim.finder} found {proves}")
    if claim.compare is not None:
        read = claim.compare(plan, checked)
        for key in ("written", "count", "all", "digest"):
            if (claimed := getattr(claim.tally, key)) != getattr(read, key):
                raise ResultsError(
                    f"{claim.finder} found {key} {claimed}, but what is written has {getattr(read, key)}"
                )


def level_of(proved: certificate.Certified) -> str:
    return CERTIFIED_MODEL if proved.exported else CERTIFIED
