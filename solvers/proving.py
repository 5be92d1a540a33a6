"""Reaching the levels of trust beyond `verified` (see `solvers.levels`): a second engine, a certificate."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from zenkai_solver.solvers.backend import Deadline, Options, Unsupported, WrongSolution
from zenkai_solver.solvers.certificates import certificate, parts
from zenkai_solver.solvers.certificates.certificate import Plan
from zenkai_solver.solvers.checker.search import Refused
from zenkai_solver.solvers.command import say
from zenkai_solver.solvers.compiling import alive, compile_all, compile_for
from zenkai_solver.solvers.files.output import OF_RUN
from zenkai_solver.solvers.files.results import ResultsError
from zenkai_solver.solvers.levels import CERTIFIED, CERTIFIED_MODEL, CROSS_CHECKED
from zenkai_solver.solvers.pipeline import Prepared, Tally, prepare


@dataclass(frozen=True)
class Second:
    """The engine of a cross-check, prepared before the search begins."""

    prepared: Prepared

    @classmethod
    def of(cls, first: Prepared, engine: str, options: Options) -> Second:
        """Raises Unsupported."""
        if engine == first.backend.name:
            raise Unsupported(f"--cross-check {engine}: that is the engine of the run itself")
        return cls(prepare(first.instance, engine, first.symmetry, options))

    def check(self, tally: Tally, deadline: Deadline, say: Callable[[str], None], quiet: bool) -> str:
        """The level. Raises WrongSolution where the engines differ, Interrupted."""
        compile_for(self.prepared.backend, self.prepared.model, say, quiet)
        other = Tally(self.prepared.symmetry)
        for chunk in self.prepared.chunks(deadline):
            other.add(chunk)
            deadline.check()
        name = self.prepared.backend.name
        same = (tally.count, tally.all) == (other.count, other.all)
        if not same or (tally.written and tally.digest != other.digest):
            raise WrongSolution(
                f"{name} finds {other.count:,} up to symmetry, {other.all:,} in all, digest {other.digest}; "
                f"the run found {tally.count:,} and {tally.all:,}, digest {tally.digest}"
            )
        return CROSS_CHECKED + name


def certify(path: Path, plan: Plan, finder: str, found: int, deadline: Deadline) -> str:
    """Write the certificate that there are `found` solutions in all, as the finder says; the level.

    Raises WrongSolution where it proves another number, Unsupported, Interrupted, OSError.
    """
    _few_enough(plan, found)
    certificate.write(path, plan, deadline, found)
    return proved(path, finder, found)


def certify_kept(folder: Path, plan: Plan, found: int, workers: int, deadline: Deadline) -> str:
    """The same of a kept run, in its folder: a cover cube by cube, clauses by the plan's prover."""
    _few_enough(plan, found)
    path = folder / OF_RUN
    if certificate.make(path, certificate.before_cover(plan, deadline, found), lambda _: None) is None:
        if plan.cover is None:
            raise Unsupported("no certificate: it would take too many steps")
        parts.write(folder, plan.instance, plan.model, workers, deadline)
    return proved(path, "the run", found)


def _few_enough(plan: Plan, found: int) -> None:
    """Raises Unsupported."""
    if found > (most := certificate.most_solutions(plan, found)):
        raise Unsupported(f"no certificate: {found:,} solutions; clauses prove at most {most:,}")


def level_of(beside: Path, sha256: str, found: int) -> str:
    """The level that a certificate gives to so many solutions of the instance.

    Raises ResultsError if it is refused, of another instance, or proves another number.
    """
    tell = partial(say, stream=sys.stderr)
    try:
        compile_all(lambda: certificate.works(beside), tell, quiet=False)
        with alive(f"{beside}: checking", tell, quiet=False):
            own = certificate.check(beside)
    except Refused as error:
        raise ResultsError(f"{beside}: refused: {error}") from None
    if own.sha256 != sha256:
        raise ResultsError(f"{beside}: the certificate is of another instance")
    if own.all != found:
        raise ResultsError(f"{beside}: proves {own.all:,} solutions, not {found:,}")
    return _level(own)


def proved(path: Path, finder: str, found: int) -> str:
    """The level of a certificate file. Raises WrongSolution where it proves another number; OSError."""
    try:
        own = certificate.check(path)
    except Refused as error:
        raise WrongSolution(f"the checker refuses {path}: {error}") from None
    if own.all != found:
        path.unlink()
        raise WrongSolution(
            f"{finder} found {found:,} solutions in all, but there are {own.all:,}: no certificate"
        )
    return _level(own)


def _level(own: certificate.Certified) -> str:
    return CERTIFIED_MODEL if own.exported else CERTIFIED
