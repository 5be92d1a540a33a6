"""Certificate files: made for an instance, read again, checked by the compiled twin of the checker.

    X.cert   xz of one line of JSON, the header, and of the numbers that the checker follows

`sha256` and `text` are those of the instance. Of a cover, `anchor` is an item at which the count begins.
Where the checker does not read the instance, `model` is the cover, `generators` are symmetries of it, which
the checker examines, and `cuts` are those of its areas (see `connected`). The other kinds are `lines`, of
nonograms (see `nonograms`), and `rup`: of clauses, those of a nonogram, or those of `model` (see `rup`).
"""

from __future__ import annotations

import lzma
import math
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from zenkai_solver.models.csp import Model
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.solvers.certificates import nonograms, rup, writing
from zenkai_solver.solvers.certificates.connected import areas, cuts_of, parted
from zenkai_solver.solvers.certificates.effort import Effort, TooMuch, allowed
from zenkai_solver.solvers.certificates.problem import SENSELESS, Problem, exported, problem
from zenkai_solver.solvers.certificates.writing import (
    TooLarge,
    following,
    numbers_of,
    replayed,
    steps,
    steps_apart,
)
from zenkai_solver.solvers.checker.__main__ import (
    COVERS,
    FORMAT,
    MOST_LINE,
    certified,
    derived,
    formula_of,
    opened,
    packed,
    puzzle,
)
from zenkai_solver.solvers.checker.cover import Cover, roots
from zenkai_solver.solvers.checker.nonogram import Nonogram
from zenkai_solver.solvers.checker.search import Refused
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


Attempt = Iterable[bytes]  # the first line and the pieces that follow; making these may raise TooLarge
Prover = Callable[[rup.Statement, Deadline], tuple[rup.Statement, Iterator[bytes]]]  # as `rup.certificate`


@dataclass(frozen=True)
class Plan:
    """How an instance is certified; `prover` is for clauses."""

    instance: Instance
    model: Model
    prover: Prover = rup.certificate

    @cached_property
    def cover(self) -> Problem | None:
        """To find how it is best searched may take longer than all of another kind of certificate."""
        try:
            return problem(self.instance, self.model)
        except Unsupported:
            return None

    @cached_property
    def clauses(self) -> rup.Statement:
        """Raises Unsupported."""
        return clauses_of(self.instance, self.model)

    @cached_property
    def read(self) -> Cover | Nonogram | None:
        """As the checker reads the instance."""
        return as_read(self.instance)

    @property
    def by_cover(self) -> bool:
        """Is there a cover, of a puzzle that the checker does not read as something else?"""
        return not isinstance(self.read, Nonogram) and self.cover is not None

    def few(self, solutions: int) -> bool:
        """Are there few solutions, and items that all cross? Then a solver that learns is the quickest."""
        return self.model.advice is not None and self.read is None and solutions <= FEW


def as_read(instance: Instance) -> Cover | Nonogram | None:
    """The instance as the checker reads it; None where it does not."""
    try:
        return puzzle(instance.text)[0]  # type: ignore[no-any-return]
    except (Refused, *SENSELESS):  # it is not for the checker to say why: zenkai has read it
        return None


def clauses_of(instance: Instance, model: Model) -> rup.Statement:
    """The clauses by which it is certified: those that the checker reads, or else those of the model.

    Raises Unsupported.
    """
    read = as_read(instance)
    if isinstance(read, Cover):
        raise Unsupported("no certificate: the checker reads a cover, of which no clauses are taken")
    return rup.stated(model) if read is None else rup.read(read.formula)


def certifiable(instance: Instance, model: Model, prover: Prover = rup.certificate) -> Plan:
    """How it is certified. Raises Unsupported if there is no certificate for such an instance."""
    if named_stages(instance.puzzle):
        raise Unsupported(
            "--certify: a puzzle that is tried in stages has no certificate; state the one number of pieces"
        )
    found = Plan(instance, model, prover)
    if areas(model):  # clauses always do; how areas become a cover is found after the search
        _clauses(found, NEVER)
    else:
        next(attempts(found, NEVER))
    return found


def most_solutions(plan: Plan, found: int) -> float:
    """More than these are not certified, of so many: only clauses have a bound."""
    by_clauses = found > rup.MOST_SOLUTIONS and plan.cover is None and not isinstance(plan.read, Nonogram)
    return rup.MOST_SOLUTIONS if by_clauses else math.inf


def write(path: Path, plan: Plan, deadline: Deadline = NEVER, solutions: int = 0) -> Certified:
    """Make the certificate of an instance: a whole file, or none; what it proves.

    `solutions`: how many there should be, by which it is chosen what is tried first. Raises Unsupported where
    there is none, Refused where what was made does not hold, Interrupted, WrongSolution, OSError.
    """
    try:
        return make(path, attempts(plan, deadline, solutions), keep)
    except (TooLarge, TooMuch) as error:
        raise none_of(error) from None


def none_of(why: TooLarge | TooMuch) -> Unsupported:
    """What is said where nothing is left to be tried."""
    return Unsupported(f"no certificate: {str(why) or 'it would take too many steps'}")


def make(path: Path, tried: Iterable[Attempt], before: Callable[[Path], object]) -> Certified:
    """Write the first that is not too large, and that the shipped checker would follow to its end.

    It is followed here, and only then takes its place; `before` that the path is told. See `write`. Raises
    TooLarge, or TooMuch, if there is none.
    """
    temporary = path.with_name(path.name + TEMPORARY)
    with stopping.temporary(temporary):
        return _made(path, temporary, tried, before)


def _made(
    path: Path, temporary: Path, tried: Iterable[Attempt], before: Callable[[Path], object]
) -> Certified:
    why: TooLarge | TooMuch = TooLarge()
    try:
        for attempt in tried:
            try:
                with temporary.open("wb") as file:
                    _write(file, attempt)
                found = check(temporary)
            except TooLarge:
                continue
            except TooMuch as error:
                why = error
                continue
            before(path)
            os.replace(temporary, path)
            return found
        raise why
    finally:
        temporary.unlink(missing_ok=True)


def attempts(plan: Plan, deadline: Deadline, solutions: int = 0) -> Iterator[Attempt]:
    """What to try in turn, until something is not too large: of a nonogram its lines, unless that takes much
    work; of what is said to have few solutions clauses, by the log of a solver; then its cover.

    Of a cover that needs sums or has areas clauses are tried as well, unless it has few states; they are all
    there is where there is no cover. Raises Unsupported.
    """
    yield from before_cover(plan, deadline, solutions)
    if plan.by_cover and plan.cover is not None:
        yield from _of_cover(plan, plan.cover, deadline)


def before_cover(plan: Plan, deadline: Deadline, solutions: int) -> Iterator[Attempt]:
    """The attempts but that of a cover, if there is one, in however many states. Raises Unsupported."""
    if isinstance(plan.read, Nonogram):
        yield from _of_lines(plan, plan.read, deadline)
        return
    if areas(plan.model):
        with suppress(Unsupported, TooLarge):
            yield from _of_areas(plan, deadline, solutions)
    first = plan.few(solutions) or plan.cover is None
    try:
        if first:
            yield _clauses(plan, deadline)
    except Unsupported:
        if plan.cover is None:
            raise
    if plan.cover is not None and plan.cover.counts and not first:
        with suppress(Unsupported):
            yield next(_of_cover(plan, plan.cover, deadline, MOST_STATES))
        with suppress(Unsupported):
            yield _clauses(plan, deadline)


def _of_cover(plan: Plan, stated: Problem, deadline: Deadline, most: float = math.inf) -> Iterator[Attempt]:
    """With states remembered together, at most so many; then apart."""
    states = [state for _, state in roots(stated.cover, stated.anchor, stated.group)]
    dag, tree = (header(plan.instance, stated, kind) for kind in ("cover-dag", "cover-tree"))
    yield chain([first_line(dag)], steps(stated.cover, stated.how, states, deadline, most=most))
    yield chain([first_line(tree)], steps_apart(stated.cover, stated.how.alone, states, deadline))


def _of_areas(plan: Plan, deadline: Deadline, solutions: int) -> Iterator[Attempt]:
    """Of the cover with clauses for areas, if it has so many solutions: it may have one of them twice.

    Raises Unsupported, TooLarge, Interrupted.
    """
    cuts = cuts_of(plan.model, deadline)
    stated = replace(exported(parted(plan.model, cuts), planned=False, sure=False), cuts=cuts)
    head, *pieces = next(_of_cover(plan, stated, deadline, MOST_STATES))
    numbers = (np.frombuffer(piece, numbers_of(stated.cover)) for piece in pieces)
    if replayed(stated.cover, numbers, False, stated.anchor, stated.group) == solutions:
        yield head, *pieces


def _of_lines(plan: Plan, shown: Nonogram, deadline: Deadline) -> Iterator[Attempt]:
    head, whole = first_line(_header(plan.instance, "lines")), False

    def pieces() -> Iterator[bytes]:
        nonlocal whole
        yield from nonograms.steps(shown, deadline)
        whole = True

    yield chain([head], pieces())
    with suppress(Unsupported):
        yield _clauses(plan, deadline)
    if not whole:  # else it was followed, and it was too much work for the checker
        yield chain([head], nonograms.steps(shown, deadline, work=math.inf))


def _clauses(plan: Plan, deadline: Deadline) -> Attempt:
    """Raises Unsupported."""
    of_clauses(plan.instance, plan.clauses)  # what is needed of it is not known yet, and is no more
    return _clauses_pieces(plan, deadline)


def _clauses_pieces(plan: Plan, deadline: Deadline) -> Iterator[bytes]:
    needed, numbers = plan.prover(plan.clauses, deadline)
    yield of_clauses(plan.instance, needed)
    yield from numbers


def of_clauses(instance: Instance, stated: rup.Statement) -> bytes:
    """The first line of a certificate of clauses. Raises Unsupported."""
    return first_line(_header(instance, "rup") | ({} if stated.read else {"model": stated.model}))


def _write(file: BinaryIO, attempt: Attempt) -> None:
    """Raises TooLarge, Interrupted, Unsupported."""
    packer = lzma.LZMACompressor(preset=PRESET)
    for piece in attempt:
        file.write(packer.compress(piece))
    file.write(packer.flush())


def first_line(head: Mapping[str, Any]) -> bytes:
    """The header as a certificate file has it. Raises Unsupported above what the checker reads."""
    line = (packed(head) + "\n").encode()
    if len(line) > MOST_LINE:
        raise Unsupported(f"no certificate: the model is {len(line):,} bytes; at most {MOST_LINE:,} are read")
    return line


def _header(instance: Instance, kind: str) -> dict[str, Any]:
    own = {"name": instance.name, "sha256": instance.sha256, "text": instance.text}
    return {"format": FORMAT, "kind": kind, **own}


def header(instance: Instance, stated: Problem, kind: str) -> dict[str, Any]:
    """Of the certificate of a cover, of this kind."""
    own = {"generators": stated.generators, "cuts": stated.cuts, "model": stated.cover.stated}
    return {**_header(instance, kind), "anchor": stated.anchor, **(own if stated.exported else {})}


def check(path: Path, *beside: Path) -> Certified:
    """Replay a certificate file, with no more work than the shipped checker does for it and files beside.

    Raises Refused with the reason, TooMuch; OSError.
    """
    with _refusing():
        return _check(path, *beside)


@contextmanager
def _refusing() -> Iterator[None]:
    """Whatever goes wrong, nothing is proved. Raises Refused, OSError."""
    try:
        yield
    except (Refused, OSError):
        raise
    except (lzma.LZMAError, EOFError) as error:
        raise Refused(f"no certificate: {error}") from None
    except SENSELESS as error:
        raise Refused(f"a header that makes no sense: {type(error).__name__}: {error}") from None


def writing_works(plan: Plan, solutions: int) -> list[Work]:
    """What `write` and then `check` compile, if the first attempt suffices."""
    if isinstance(plan.read, Nonogram):
        return nonograms.works()
    if areas(plan.model):
        return [*writing.works(), *rup.works()]
    return rup.works() if plan.few(solutions) or plan.cover is None else writing.works()


def other_works() -> list[Work]:
    """What the certificates of other models than covers compile."""
    return [*rup.works(), *nonograms.works()]


def works(path: Path) -> list[Work]:
    """What `check` compiles for the file. Raises Refused, OSError."""
    with _refusing():
        kind = opened(str(path))[0]["kind"]
    if kind in ("cover-dag", "cover-tree"):
        return [following()]
    return {"rup": rup.works, "lines": nonograms.works}.get(kind, list)()


def cover_of(head: Mapping[str, Any]) -> tuple[Cover, list[tuple[int, int]]]:
    """The cover of a header, with its group: the exported one, or that of the instance; where it begins.

    Raises Refused if it is none.
    """
    found = derived(dict(head))
    own: Cover = found[0] if found else Cover(**head["model"])
    if not found and packed(own.stated) != packed(head["model"]):
        raise Refused("the model: its lists do not rise, or it has other keys")
    return own, own.begins(dict(head))


def clauses_in(head: Mapping[str, Any]) -> dict[str, Any]:
    """The clauses of a header of the kind `rup`: exported ones, or those of the instance. Raises Refused."""
    found = derived(dict(head))
    return found[0].formula if found else formula_of(head["model"])


def _check(path: Path, *beside: Path) -> Certified:
    head, file = opened(str(path))
    try:
        found = followed(head, file, allowed(path, *beside))
    except TooLarge:  # for the twin
        found = certified(*opened(str(path)), allowed(path, *beside))[0]
    return Certified(found, "model" in head, head["sha256"])


def followed(head: dict[str, Any], file: BinaryIO, effort: Effort) -> int:
    """The count. Raises Refused, TooMuch, TooLarge, and whatever a senseless header leads to."""
    if head["kind"] == "rup":
        return rup.replayed(clauses_in(head), _numbers(file, rup.KIND, effort), effort)
    if head["kind"] in COVERS:
        cover, _ = cover_of(head)
        numbers = _numbers(file, numbers_of(cover), effort)
        return replayed(cover, numbers, head["kind"] == "cover-tree", head["anchor"], cover.group, effort)
    own: Nonogram = derived(head)[0]
    return nonograms.replayed(own, _numbers(file, nonograms.numbers_of(own), effort), effort)


def _numbers(file: BinaryIO, kind: np.dtype[Any], effort: Effort) -> Iterator[np.ndarray]:
    """Arrays of the numbers, as `checker.__main__.numbers` reads them. Raises Refused, TooMuch."""
    while piece := file.read(AT_ONCE):
        effort(len(piece))
        if len(piece) % kind.itemsize:
            raise Refused("the certificate ends within a number")
        yield np.frombuffer(piece, kind)
