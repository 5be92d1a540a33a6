"""Certificate files: written for an instance, read, and checked by the compiled twin of the checker.

    X.cert   xz of one line of JSON, the header, and of the numbers that the checker follows

Keys of the header: `kind`; `sha256` and `text` of the instance. Covers (kinds `cover-dag` and `cover-tree`)
have `anchor`, the item at which the count begins. Where the checker cannot read the instance, `model` is the
cover, `generators` are symmetries of it, which the checker tests, and `cuts` are the clauses of its areas
(see `connected`). The other kinds are `lines`, for nonograms (see `nonograms`), and `rup`, for clauses: those
of a nonogram, or those of `model` (see `rup`).
"""

from __future__ import annotations

import lzma
import math
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from zenkai_solver.models.csp import Model
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.solvers.certificates import nonograms, rup, writing
from zenkai_solver.solvers.certificates.connected import areas, cuts_of, parted
from zenkai_solver.solvers.certificates.effort import WorkBudget, WorkExceeded, allowed
from zenkai_solver.solvers.certificates.problem import SENSELESS, CertificateCover, exported, problem
from zenkai_solver.solvers.certificates.writing import (
    CertificateTooLarge,
    following,
    numbers_of,
    replayed,
    steps,
    steps_apart,
)
from zenkai_solver.solvers.checker.checker import (
    COVERS,
    FORMAT,
    MOST_LINE,
    Cover,
    Nonogram,
    Refused,
    certified,
    derived,
    formula_of,
    opened,
    packed,
    puzzle,
)
from zenkai_solver.solvers.core import stopping
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline, Unsupported
from zenkai_solver.solvers.core.stages import named_stages
from zenkai_solver.solvers.kernels.jit import Work
from zenkai_solver.solvers.solution_files.output import keep
from zenkai_solver.solvers.solution_files.results import TEMPORARY

PRESET = 0  # of xz: 6 makes them 10 % smaller and takes as long as the search
AT_ONCE = 1 << 16  # bytes that are read before the twin follows them
FEW = 1_000  # solutions, above which clauses that list them are not what is tried first
MOST_STATES = 1 << 18  # of a cover with sums, before clauses are tried


@dataclass(frozen=True)
class Certified:
    """What a certificate proves: the number of all solutions of the instance, or of the exported model."""

    all: int
    exported: bool
    sha256: str


Attempt = Callable[[], Iterable[bytes]]  # returns the first line and the pieces that follow; see `attempts`
# A function like `rup.certificate`.
Prover = Callable[[rup.ClauseModel, Deadline], tuple[rup.ClauseModel, Iterator[bytes]]]


@dataclass(frozen=True)
class CertificatePlan:
    """How an instance is certified; `prover` makes certificates of clauses."""

    instance: Instance
    model: Model
    prover: Prover = rup.certificate

    @cached_property
    def cover(self) -> CertificateCover | None:
        """The cover of the instance, if any. Planning its search may take longer than other attempts."""
        try:
            return problem(self.instance, self.model)
        except Unsupported:
            return None

    @cached_property
    def clauses(self) -> rup.ClauseModel:
        """See `clauses_of`. Raises Unsupported."""
        return clauses_of(self.instance, self.model)

    @cached_property
    def read(self) -> Cover | Nonogram | None:
        """As the checker reads the instance."""
        return as_read(self.instance)

    @property
    def by_cover(self) -> bool:
        """Is there a cover, of a puzzle that the checker does not read as a nonogram?"""
        return not isinstance(self.read, Nonogram) and self.cover is not None

    def few(self, solutions: int) -> bool:
        """Are clauses the fastest? So it is for few solutions of a model with `advice` (a hard sudoku)."""
        return self.model.advice is not None and self.read is None and solutions <= FEW


def as_read(instance: Instance) -> Cover | Nonogram | None:
    """The instance as the checker reads it; None where it does not."""
    try:
        return puzzle(instance.text)[0]  # type: ignore[no-any-return]
    except (Refused, *SENSELESS):  # the checker does not read such instances, or not this one
        return None


def clauses_of(instance: Instance, model: Model) -> rup.ClauseModel:
    """The clauses by which the instance is certified: those that the checker derives, else those of the
    model.

    Raises Unsupported.
    """
    read = as_read(instance)
    if isinstance(read, Cover):
        raise Unsupported("no certificate: the checker reads a cover, of which no clauses are taken")
    return rup.stated(model) if read is None else rup.read(read.formula)


def certifiable(instance: Instance, model: Model, prover: Prover = rup.certificate) -> CertificatePlan:
    """How an instance is certified. Raises Unsupported if it can have no certificate."""
    if named_stages(instance.puzzle):
        raise Unsupported(
            "--certify: a puzzle that is tried in stages has no certificate; state the one number of pieces"
        )
    plan = CertificatePlan(instance, model, prover)
    if areas(model):  # clauses are always possible; a cover is looked for after the search
        of_clauses(instance, plan.clauses)
        return plan
    for attempt in attempts(plan, NEVER):
        with suppress(CertificateTooLarge):
            attempt()
            break
    return plan


def most_solutions(plan: CertificatePlan, solutions: int) -> float:
    """The bound on the number of solutions that may be certified: only certificates by clauses have one."""
    by_clauses = solutions > rup.MOST_SOLUTIONS and plan.cover is None and not isinstance(plan.read, Nonogram)
    return rup.MOST_SOLUTIONS if by_clauses else math.inf


def write(path: Path, plan: CertificatePlan, deadline: Deadline = NEVER, solutions: int = 0) -> Certified:
    """Write the certificate of an instance, a whole file or none; what it proves.

    `solutions`: how many the search has found, which decides what is tried first. Raises Unsupported where no
    attempt succeeds, Refused where the certificate does not pass the check, Interrupted, WrongSolution,
    OSError.
    """
    try:
        return make(path, attempts(plan, deadline, solutions), keep)
    except (CertificateTooLarge, WorkExceeded) as error:
        raise none_of(error) from None


def none_of(why: CertificateTooLarge | WorkExceeded) -> Unsupported:
    """The error to raise where no attempt is left."""
    return Unsupported(f"no certificate: {str(why) or 'it would take too many steps'}")


def make(path: Path, tried: Iterable[Attempt], before: Callable[[Path], object]) -> Certified:
    """Write the first attempt that is not too large, and that is not too much work for the shipped checker.

    It is checked here before it takes its place; `before` is called with the path just before that. Raises
    CertificateTooLarge or WorkExceeded if there is none, and what `write` raises.
    """
    temporary, why = path.with_name(path.name + TEMPORARY), None
    with stopping.temporary(temporary):
        try:
            for attempt in tried:
                try:
                    with temporary.open("wb") as file:
                        _write(file, attempt())
                    certified = check(temporary)
                except CertificateTooLarge:
                    continue
                except WorkExceeded as error:
                    why = error
                    continue
                before(path)
                os.replace(temporary, path)
                return certified
            raise why or CertificateTooLarge
        finally:
            temporary.unlink(missing_ok=True)


def attempts(plan: CertificatePlan, deadline: Deadline, solutions: int = 0) -> Iterator[Attempt]:
    """The kinds of certificates to try, in turn, until one is not too large.

    Each raises CertificateTooLarge, when it is called or while its pieces are made, where the next one is to
    be tried; Unsupported where none is left; Interrupted.
    """
    yield from before_cover(plan, deadline, solutions)
    if plan.by_cover and plan.cover is not None:
        yield partial(_by_cover, plan.instance, plan.cover, deadline)
        yield partial(_by_tree, plan.instance, plan.cover, deadline)


def before_cover(plan: CertificatePlan, deadline: Deadline, solutions: int) -> Iterator[Attempt]:
    """All attempts but that of a cover with any number of states.

    For a nonogram: its lines; clauses, where lines take much work; then its lines with any amount of work.
    For others: clauses first where there are few solutions or no cover; for a cover with sums, whose states
    may be too many, the cover with at most MOST_STATES states, then clauses.
    """
    clauses = partial(_by_clauses, plan, deadline)
    if isinstance(plan.read, Nonogram):
        bounded, unbounded = _by_lines(plan.instance, plan.read, deadline)
        yield from (bounded, clauses, unbounded)
        return
    if areas(plan.model):
        yield partial(_by_areas, plan, deadline, solutions)
    if plan.few(solutions) or plan.cover is None:
        yield clauses
    elif plan.cover.counts:
        yield partial(_by_cover, plan.instance, plan.cover, deadline, MOST_STATES)
        yield clauses


def _by_lines(instance: Instance, puzzle: Nonogram, deadline: Deadline) -> tuple[Attempt, Attempt]:
    """By lines with bounded work, and with any amount of work. The second gives up if the first was complete:
    then it was written, and was too much work for the checker.
    """
    head, complete = first_line(_header(instance, "lines")), []

    def bounded() -> Iterator[bytes]:
        yield head
        yield from nonograms.steps(puzzle, deadline)
        complete.append(True)

    def unbounded() -> Iterator[bytes]:
        if complete:
            raise CertificateTooLarge
        yield head
        yield from nonograms.steps(puzzle, deadline, work=math.inf)

    return bounded, unbounded


def _by_clauses(plan: CertificatePlan, deadline: Deadline) -> Iterator[bytes]:
    try:
        of_clauses(plan.instance, plan.clauses)  # is it too large? The core that is stated is no larger
    except Unsupported:
        if isinstance(plan.read, Nonogram) or plan.cover is not None:
            raise CertificateTooLarge from None  # there are other kinds
        raise

    def pieces() -> Iterator[bytes]:
        core, numbers = plan.prover(plan.clauses, deadline)
        yield of_clauses(plan.instance, core)
        yield from numbers

    return pieces()


def _by_areas(plan: CertificatePlan, deadline: Deadline, solutions: int) -> Iterable[bytes]:
    """By the cover with clauses for areas, if it has so many solutions: it may count some of them twice."""
    try:
        cuts = cuts_of(plan.model, deadline)
        stated = replace(exported(parted(plan.model, cuts), planned=False, sure=False), cuts=cuts)
        head, *pieces = _by_cover(plan.instance, stated, deadline, MOST_STATES)
    except Unsupported:
        raise CertificateTooLarge from None
    numbers = (np.frombuffer(piece, numbers_of(stated.cover)) for piece in pieces)
    if replayed(stated.cover, numbers, False, stated.anchor, stated.group) != solutions:
        raise CertificateTooLarge
    return (head, *pieces)


def _by_cover(
    instance: Instance, stated: CertificateCover, deadline: Deadline, most: float = math.inf
) -> Iterator[bytes]:
    """By a cover with one memo of at most so many states; with such a bound a header that is too large is
    CertificateTooLarge, so that the next attempt is made.
    """
    try:
        head = first_line(header(instance, stated, "cover-dag"))
    except Unsupported:
        if most < math.inf:
            raise CertificateTooLarge from None
        raise
    return chain([head], steps(stated.cover, stated.how, stated.starts, deadline, most=most))


def _by_tree(instance: Instance, stated: CertificateCover, deadline: Deadline) -> Iterator[bytes]:
    """By a cover as a tree above subtrees with a memo each."""
    head = first_line(header(instance, stated, "cover-tree"))
    return chain([head], steps_apart(stated.cover, stated.how.apart, stated.starts, deadline))


def of_clauses(instance: Instance, stated: rup.ClauseModel) -> bytes:
    """The first line of a certificate of clauses. Raises Unsupported."""
    return first_line(_header(instance, "rup") | ({} if stated.read else {"model": stated.model}))


def _write(file: BinaryIO, pieces: Iterable[bytes]) -> None:
    """Raises CertificateTooLarge, Interrupted, Unsupported."""
    packer = lzma.LZMACompressor(preset=PRESET)
    for piece in pieces:
        file.write(packer.compress(piece))
    file.write(packer.flush())


def first_line(head: Mapping[str, Any]) -> bytes:
    """The header as a line of the file. Raises Unsupported if it is longer than the checker reads."""
    line = (packed(head) + "\n").encode()
    if len(line) > MOST_LINE:
        raise Unsupported(f"no certificate: the model is {len(line):,} bytes; at most {MOST_LINE:,} are read")
    return line


def _header(instance: Instance, kind: str) -> dict[str, Any]:
    named = {"name": instance.name, "sha256": instance.sha256, "text": instance.text}
    return {"format": FORMAT, "kind": kind, **named}


def header(instance: Instance, stated: CertificateCover, kind: str) -> dict[str, Any]:
    """The header of the certificate of a cover, of this kind."""
    exported = {"generators": stated.generators, "cuts": stated.cuts, "model": stated.cover.stated}
    return {**_header(instance, kind), "anchor": stated.anchor, **(exported if stated.exported else {})}


def check(path: Path, *beside: Path) -> Certified:
    """Check a certificate file by the compiled twin of the checker.

    `beside`: files that the shipped checker reads, too: its bound on the work depends on their sizes. Raises
    Refused with the reason, WorkExceeded; OSError.
    """
    with _refusing():
        head, file = opened(str(path))
        try:
            total = followed(head, file, allowed(path, *beside))
        except CertificateTooLarge:  # for the twin's memory: take the checker itself
            total = certified(*opened(str(path)), allowed(path, *beside))[0]
        return Certified(total, "model" in head, head["sha256"])


@contextmanager
def _refusing() -> Iterator[None]:
    """Within it any error of a malformed file becomes Refused. Raises Refused, OSError."""
    try:
        yield
    except (Refused, OSError):
        raise
    except (lzma.LZMAError, EOFError) as error:
        raise Refused(f"no certificate: {error}") from None
    except SENSELESS as error:
        raise Refused(f"a header that makes no sense: {type(error).__name__}: {error}") from None


def writing_works(plan: CertificatePlan, solutions: int) -> list[Work]:
    """The kernels that `write` and then `check` need, if the first attempt succeeds."""
    if isinstance(plan.read, Nonogram):
        return nonograms.works()
    if areas(plan.model):
        return [*writing.works(), *rup.works()]
    return rup.works() if plan.few(solutions) or plan.cover is None else writing.works()


def other_works() -> list[Work]:
    """The kernels of certificates of other models than covers."""
    return [*rup.works(), *nonograms.works()]


def works(path: Path) -> list[Work]:
    """The kernels that `check` needs for the file. Raises Refused, OSError."""
    with _refusing():
        kind = opened(str(path))[0]["kind"]
    if kind in ("cover-dag", "cover-tree"):
        return [following()]
    return {"rup": rup.works, "lines": nonograms.works}.get(kind, list)()


def cover_of(head: Mapping[str, Any]) -> tuple[Cover, list[tuple[int, int]]]:
    """The cover of a header, exported or derived from the instance, and the states at which the count begins,
    each with its factor.

    Raises Refused if there is none.
    """
    read = derived(dict(head))
    cover: Cover = read[0] if read else Cover(**head["model"])
    if not read and packed(cover.stated) != packed(head["model"]):
        raise Refused("the model: its lists do not rise, or it has other keys")
    return cover, cover.begins(dict(head))


def clauses_in(head: Mapping[str, Any]) -> dict[str, Any]:
    """The clauses of a header of the kind `rup`, exported or derived from the instance. Raises Refused."""
    read = derived(dict(head))
    return read[0].formula if read else formula_of(head["model"])


def followed(head: dict[str, Any], file: BinaryIO, effort: WorkBudget) -> int:
    """The count that the numbers in the file prove.

    Raises Refused, WorkExceeded, CertificateTooLarge; one of SENSELESS for a malformed header.
    """
    if head["kind"] == "rup":
        return rup.replayed(clauses_in(head), _numbers(file, rup.KIND, effort), effort)
    if head["kind"] in COVERS:
        cover, _ = cover_of(head)
        numbers = _numbers(file, numbers_of(cover), effort)
        return replayed(cover, numbers, head["kind"] == "cover-tree", head["anchor"], cover.group, effort)
    picture: Nonogram = derived(head)[0]
    return nonograms.replayed(picture, _numbers(file, nonograms.numbers_of(picture), effort), effort)


def _numbers(file: BinaryIO, kind: np.dtype[Any], effort: WorkBudget) -> Iterator[np.ndarray]:
    """Arrays of the numbers, as `checker.__main__.numbers` reads them. Raises Refused, WorkExceeded."""
    while piece := file.read(AT_ONCE):
        effort(len(piece))
        if len(piece) % kind.itemsize:
            raise Refused("the certificate ends within a number")
        yield np.frombuffer(piece, kind)
