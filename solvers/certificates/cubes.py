"""The certificate of clauses, made cube by cube: the proof of one needs nothing of the others.

    runs/x/certificate/header.json    of what certificate these are the parts
    runs/x/certificate/3.xz           the proof of cube 3: its solutions, and that it has no others
    runs/x/certificate/4.json         cube 4 was too much: what it is split into; 4.0.xz is the first proof

The solver that finds the solutions of a cube assumes its literals; so what it learns holds without them, and
so does the last lemma, that some of them are not all true. A certificate has the solutions of all cubes, the
lemmas of each, and those of one more search without any cube, to which the last lemmas leave nothing.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import accumulate
from pathlib import Path
from typing import IO

import numpy as np

from zenkai_solver.models.constraints import Lit
from zenkai_solver.models.csp import Cube
from zenkai_solver.solvers.certificates import rup
from zenkai_solver.solvers.certificates.rup import KIND, ClauseModel
from zenkai_solver.solvers.certificates.writing import CertificateTooLarge
from zenkai_solver.solvers.core.deadlines import Deadline, WrongSolution
from zenkai_solver.solvers.solution_files.results import ResultsError

PRESET = 0  # of xz
END = "0"  # the last line of a log: no lemma where literals are assumed
MOST = np.iinfo(np.int32).max  # of the numbers of a certificate


@dataclass(frozen=True)
class CubeProof:
    """The proof of a cube, but its lemmas, which are many."""

    path: Path
    last: Cube  # literals of the cube: no other solution has them all
    core: np.ndarray  # the clauses that it needs, of the model and then of `cuts`
    found: np.ndarray  # of each solution the variables that are true, then 0
    lemmas: int  # how many
    cuts: tuple[tuple[Lit, ...], ...] = ()  # of the graphs of the model

    @property
    def solutions(self) -> int:
        return int(np.count_nonzero(self.found == 0))

    @property
    def assignments(self) -> Iterator[frozenset[int]]:
        """The solutions."""
        for solution in np.split(self.found, np.flatnonzero(self.found == 0) + 1)[:-1]:
            yield frozenset(solution[:-1].tolist())


def proof(model: ClauseModel, cube: Cube, deadline: Deadline) -> bytes:
    """The file of a cube. Raises CertificateTooLarge, Interrupted, WrongSolution."""
    with rup.SolutionEnumeration(model) as search:
        listed = [*search.solutions(deadline, cube)]
        log, cuts, model = search.log(), search.cuts, search.closed
    if any(len({*group} & {*cube}) > 1 for group in model.once):  # a list of the model says that it is empty
        return _file(cube, [], [], np.zeros(0, np.int32), ())
    if not cube or rup.ended(model, listed):
        core, numbers = rup.lemmas(model, listed, log, deadline)
        return _file((), core, listed, numbers, cuts)
    derivation = rup.derived(model, listed, log[:-1] if log[-1:] == [END] else log, deadline)
    last = derivation.aim(cube)
    core, numbers = derivation.written(len(model.clauses))
    return _file(last, core, listed, numbers, cuts)


def _file(
    last: Cube,
    core: Sequence[int],
    solutions: Sequence[frozenset[int]],
    numbers: np.ndarray,
    cuts: Sequence[Sequence[Lit]],
) -> bytes:
    listed = [number for true in solutions for number in (*sorted(true), 0)]
    head = {"last": last, "core": len(core), "found": len(listed), "lemmas": int(np.sum(numbers == 0))}
    head["cuts"] = cuts
    arrays = (np.array(own, KIND).tobytes() for own in (core, listed, numbers))
    return lzma.compress(b"".join([json.dumps(head).encode(), b"\n", *arrays]), preset=PRESET)


@contextmanager
def _opened(path: Path) -> Iterator[IO[bytes]]:
    """Raises ResultsError."""
    try:
        with lzma.open(path) as file:
            yield file
    except (OSError, lzma.LZMAError, EOFError, ValueError, LookupError) as error:
        raise ResultsError(f"{path}: damaged: {error}; once it is removed, --resume makes it anew") from None


def part(path: Path) -> CubeProof:
    """Raises ResultsError."""
    with _opened(path) as file:
        head = json.loads(file.readline())
        core, found = (_numbers(file.read(KIND.itemsize * head[key])) for key in ("core", "found"))
        cuts = tuple(map(tuple, head.get("cuts", ())))
        return CubeProof(path, tuple(head["last"]), core, found, head["lemmas"], cuts)


def _lemmas(proof: CubeProof) -> np.ndarray:
    """Raises ResultsError."""
    with _opened(proof.path) as file:
        file.readline()
        file.read(KIND.itemsize * (len(proof.core) + len(proof.found)))
        return _numbers(file.read())


def _numbers(data: bytes) -> np.ndarray:
    return np.frombuffer(data, KIND).astype(np.int32)


def joined(
    model: ClauseModel, paths: Sequence[Path], deadline: Deadline
) -> tuple[ClauseModel, Iterator[bytes]]:
    """What `rup.certificate` says, of the proofs of cubes that are all there is.

    Raises CertificateTooLarge, Interrupted, WrongSolution, ResultsError.
    """
    model, parts = _closed(model, [part(path) for path in paths])
    whole = [own for own in parts if not own.last]  # which says that there is nothing outside of its cube
    if whole:
        join = Join.of(model, whole[:1], [], np.zeros(0, np.int32))
    else:
        join = Join.of(*_rest(model, parts, deadline))
    return join.needed, join.pieces()


def _closed(model: ClauseModel, parts: Sequence[CubeProof]) -> tuple[ClauseModel, list[CubeProof]]:
    """The model with the cuts of all parts, and these with the numbers that its clauses have."""
    clauses, moved, stated = [*model.clauses], list[CubeProof](), len(model.clauses)
    for own in parts:
        more = np.where(own.core < stated, 0, len(clauses) - stated)
        moved.append(replace(own, core=own.core + more))
        clauses += own.cuts
    return replace(model, clauses=clauses), moved


def _rest(
    model: ClauseModel, parts: Sequence[CubeProof], deadline: Deadline
) -> tuple[ClauseModel, Sequence[CubeProof], list[int], np.ndarray]:
    """That no solution is outside of the cubes, as `rup.lemmas` says it of the model with `known` clauses.

    And the arguments of `Join.of` before: the model with the cuts that this takes.
    """
    said = known(model, parts)
    with rup.SolutionEnumeration(replace(model, clauses=[*model.clauses, *said])) as search:
        for _ in search.solutions(deadline):
            raise WrongSolution("a solution is in none of the cubes")
        whole = replace(model, clauses=[*model.clauses, *search.cuts])
        stated = replace(whole, clauses=[*whole.clauses, *said])
        return whole, parts, *rup.lemmas(stated, [], search.log(), deadline)


def known(model: ClauseModel, parts: Sequence[CubeProof]) -> list[tuple[Lit, ...]]:
    """What the parts say: of each the last lemma or, if there is none, what excludes its solutions."""
    clauses: list[tuple[Lit, ...]] = []
    for part in parts:
        if part.lemmas:
            clauses.append(tuple(-lit for lit in part.last))
        else:
            clauses += [model.excluding(true) for true in part.assignments]
    return clauses


@dataclass(frozen=True)
class Join:
    """Proofs as one; `place` says where the clauses of the model are in the certificate, 0: nowhere."""

    needed: ClauseModel
    parts: Sequence[CubeProof]
    place: np.ndarray
    rest: tuple[list[int], np.ndarray]

    @classmethod
    def of(cls, model: ClauseModel, parts: Sequence[CubeProof], core: list[int], numbers: np.ndarray) -> Join:
        size = len(model.clauses)
        used = np.zeros(size, bool)
        for own in (*(own.core for own in parts), np.array([c for c in core if c < size], np.int64)):
            used[own] = True
        used |= model.read  # which the checker has all of
        every = np.flatnonzero(used)
        place = np.zeros(size, np.int64)
        place[every] = np.arange(len(every)) + sum(map(len, model.once)) + 1
        return cls(model.needing(every.tolist()), parts, place, (core, numbers))

    def pieces(self) -> Iterator[bytes]:
        """The numbers of the certificate. Raises CertificateTooLarge, ResultsError."""
        variables = [0, *self.needed.variables]
        yield np.array([sum(part.solutions for part in self.parts)], KIND).tobytes()
        for part in self.parts:
            yield part.found[np.isin(part.found, variables)].astype(KIND).tobytes()
        places = sum(map(len, self.needed.once))
        solutions, lemmas = self.begins
        known_numbers: list[int] = []  # the numbers of what `known` says
        for part, solution, lemma in zip(self.parts, solutions, lemmas, strict=False):
            excluded = [*range(solution, solution + part.solutions)]
            new = range(lemma, lemma + part.lemmas)
            known_numbers += new[-1:] if part.lemmas else excluded
            to = np.array([*range(places + 1), *self.place[part.core], *excluded, *new], np.int64)
            yield _moved(_lemmas(part), to, places + len(part.core))
        core, numbers = self.rest
        named = np.array([*self.place, *known_numbers], np.int64)[core]
        new = range(lemmas[-1], lemmas[-1] + int(np.count_nonzero(numbers == 0)))
        yield _moved(numbers, np.array([*range(places + 1), *named, *new], np.int64), 0)

    @property
    def begins(self) -> tuple[list[int], list[int]]:
        """The number of the first solution of each part, and of its first lemma; and what comes after all."""
        first = 1 + sum(map(len, self.needed.once)) + len(self.needed.clauses)
        solutions = [*accumulate((part.solutions for part in self.parts), initial=first)]
        return solutions, [*accumulate((part.lemmas for part in self.parts), initial=solutions[-1])]


def _moved(numbers: np.ndarray, to: np.ndarray, kept: int) -> bytes:
    """Lemmas with renumbered clauses, none up to `kept` deleted. Raises CertificateTooLarge."""
    clause = np.abs(numbers)
    if to.max(initial=0) > MOST:
        raise CertificateTooLarge
    signs = np.where((numbers < 0) & (clause > kept), -1, 1)
    return bytes((to[clause] * signs).astype(KIND))
