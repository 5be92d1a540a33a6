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
from zenkai_solver.solvers.certificates.certificate import Plan
from zenkai_solver.solvers.certificates.effort import TooMuch
from zenkai_solver.solvers.certificates.writing import TooLarge
from zenkai_solver.solvers.checker.search import Refused
from zenkai_solver.solvers.core.backend import Options
from zenkai_solver.solvers.core.command import say
from zenkai_solver.solvers.core.deadlines import Deadline, Unsupported, WrongSolution
from zenkai_solver.solvers.core.events import CERTIFYING, Listener, Phase
from zenkai_solver.solvers.core.levels import CERTIFIED, CERTIFIED_MODEL, CROSS_CHECKED, IN_ALL
from zenkai_solver.solvers.core.options import RunOptions
from zenkai_solver.solvers.core.pipeline import Prepared, Tally, prepare
from zenkai_solver.solvers.core.progress import alive
from zenkai_solver.solvers.core.searching import Search
from zenkai_solver.solvers.kernels.ready import compile_missing
from zenkai_solver.solvers.solution_files.output import OF_RUN
from zenkai_solver.solvers.solution_files.results import ResultsError

Compare = Callable[[Plan, Bound], Tally]  # compares what is written with a certificate; its totals


@dataclass(frozen=True)
class Proof:
    """How a run is proved: by a second engine (--cross-check), and by a certificate (--certify)."""

    second: Prepared | None
    plan: Plan | None

    @classmethod
    def of(cls, first: Prepared, options: RunOptions, engine: Options) -> Proof:
        """Raises Unsupported where the run cannot be proved in the way that is asked for."""
        second = None
        if (name := options.cross_check) is not None:
            if name == first.backend.name:
                raise Unsupported(f"--cross-check {name}: that is the engine of the run itself")
            second = prepare(first.instance, name, first.symmetry, engine)
        plan = certificate.certifiable(first.instance, first.model) if options.certify else None
        return cls(second, plan)

    def compared(self, tally: Tally, deadline: Deadline, listener: Listener) -> str:
        """Search with the second engine; the level. Raises WrongSolution where they differ, Interrupted."""
        assert self.second is not None
        name, again = self.second.backend.name, Tally(self.second.symmetry)
        with listener.during(Phase(f"searching with {name}")):
            Search(self.second, deadline).run(again)
        same = (tally.count, tally.all) == (again.count, again.all)
        if not same or (tally.written and tally.digest != again.digest):
            raise WrongSolution(
                f"{name} finds {again.count:,} up to symmetry, {again.all:,} in all, digest {again.digest}; "
                f"the run found {tally.count:,} and {tally.all:,}, digest {tally.digest}"
            )
        return CROSS_CHECKED + name

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
    from zenkai_solver.solvers.cubes import listing, proofs  # which few runs need

    def recheck(plan: Plan, bound: Bound) -> Tally:
        return listing.compared(folder, plan, bound)

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

    @property
    def found(self) -> int:
        return self.tally.all


def certify(path: Path, plan: Plan, claim: ClaimedTotals, deadline: Deadline) -> str:
    """Write the certificate of a run, and compare it with what is written, board by board; the level.

    Raises WrongSolution where they differ, Unsupported, Interrupted, OSError.
    """
    _few_enough(plan, claim.found)
    try:
        known = certificate.write(path, plan, deadline, claim.found)
    except Refused as error:
        raise WrongSolution(f"the checker refuses {path}: {error}") from None
    return proved(path, plan, claim, known)


def certify_kept(folder: Path, plan: Plan, claim: ClaimedTotals, workers: int, deadline: Deadline) -> str:
    """The same of a kept run, in its folder: a cover cube by cube, clauses by the plan's prover."""
    _few_enough(plan, claim.found)
    path = folder / OF_RUN
    known = None
    try:
        known = certificate.make(path, certificate.before_cover(plan, deadline, claim.found), lambda _: None)
    except (TooLarge, TooMuch) as error:
        if not plan.by_cover:
            raise certificate.none_of(error) from None
        parts.write(folder, plan.instance, plan.model, workers, deadline)
    except Refused as error:
        raise WrongSolution(f"the checker refuses {path}: {error}") from None
    return proved(path, plan, claim, known)


def _few_enough(plan: Plan, found: int) -> None:
    """Raises Unsupported."""
    if found > (most := certificate.most_solutions(plan, found)):
        raise Unsupported(f"no certificate: {found:,} solutions; clauses prove at most {most:,}")


def told(beside: Path, plan: Plan, *solutions: Path) -> Bound:
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


def proved(path: Path, plan: Plan, claim: ClaimedTotals, known: certificate.Certified | None = None) -> str:
    """The level of a certificate file that was just made. It is removed where it contradicts the run.

    `known`: what it proves, if that is known. Raises Unsupported where it is too much work for the checker,
    WrongSolution, OSError.
    """
    try:
        checked = bound(path, plan, known=known)
    except TooMuch as error:
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


def _compare(checked: Bound, plan: Plan, claim: ClaimedTotals) -> None:
    """Raises ResultsError."""
    if checked.certified.all != claim.found:
        proves = f"{claim.found:,} solutions in all, but there are {checked.certified.all:,}"
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
