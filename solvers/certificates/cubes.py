"""The certificate of clauses, made cube by cube; the proof of a cube does not depend on those of others.

    runs/x/certificate/header.json    the first line of the certificate of which these are the parts
    runs/x/certificate/3.xz           the proof of cube 3: its solutions, and that it has no others
    runs/x/certificate/4.json         the cubes into which cube 4 was split; 4.0.xz is the proof of the first

The solver that finds the solutions of a cube takes its literals as assumptions, so the clauses that it learns
hold without them; the last lemma of a cube says that (some of) its literals are not all true in any other
solution. The certificate has the solutions of all cubes, the lemmas of each, and those of one more search
without a cube, which shows by these last lemmas that nothing is left.
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
from zenkai_solver.solvers.certificates.certificate import PRESET
from zenkai_solver.solvers.certificates.rup import KIND, ClauseModel
from zenkai_solver.solvers.certificates.writing import CertificateTooLarge
from zenkai_solver.solvers.core.deadlines import Deadline, WrongSolution
from zenkai_solver.solvers.solution_files.results import ResultsError

END = "0"  # the empty clause as the last line of a log; no lemma of the formula where literals are assumed
MOST = np.iinfo(np.int32).max  # of the numbers of a certificate


@dataclass(frozen=True)
class CubeProof:
    """The proof of a cube, without its lemmas, which are read from the file when they are needed."""

    path: Path
    last: Cube  # literals of the cube that are not all true in any other solution; empty: there is no other
    core: np.ndarray  # int32: the clauses that it needs, of the model and then of `cuts`
    listed: np.ndarray  # int32: of each solution the true variables, then 0
    lemmas: int  # how many
    cuts: tuple[tuple[Lit, ...], ...] = ()  # of the graphs of the model

    @property
    def solutions(self) -> int:
        return int(np.count_nonzero(self.listed == 0))

    @property
    def assignments(self) -> Iterator[frozenset[int]]:
        """The true variables of each solution."""
        for solution in np.split(self.listed, np.flatnonzero(self.listed == 0) + 1)[:-1]:
            yield frozenset(solution[:-1].tolist())


def proof(model: ClauseModel, cube: Cube, deadline: Deadline) -> bytes:
    """The contents of the file of a cube. Raises CertificateTooLarge, Interrupted, WrongSolution."""
    with rup.SolutionEnumeration(model) as search:
        listed = [*search.solutions(deadline, cube)]
        log, cuts, model = search.log(), search.cuts, search.closed
    if any(len({*group} & {*cube}) > 1 for group in model.once):  # no solution has two variables of a list
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
    arrays = (np.array(values, KIND).tobytes() for values in (core, listed, numbers))
    return lzma.compress(b"".join([json.dumps(head).encode(), b"\n", *arrays]), preset=PRESET)


@contextmanager
def _opened(path: Path) -> Iterator[IO[bytes]]:
    """The file, unpacked. Raises ResultsError, also for what fails while it is read."""
    try:
        with lzma.open(path) as file:
            yield file
    except (OSError, lzma.LZMAError, EOFError, ValueError, LookupError) as error:
        raise ResultsError(f"{path}: damaged: {error}; once it is removed, --resume makes it anew") from None


def part(path: Path) -> CubeProof:
    """The proof in a file. Raises ResultsError."""
    with _opened(path) as file:
        head = json.loads(file.readline())
        core, listed = (_numbers(file.read(KIND.itemsize * head[key])) for key in ("core", "found"))
        cuts = tuple(map(tuple, head.get("cuts", ())))
        return CubeProof(path, tuple(head["last"]), core, listed, head["lemmas"], cuts)


def _lemmas(proof: CubeProof) -> np.ndarray:
    """Raises ResultsError."""
    with _opened(proof.path) as file:
        file.readline()
        file.read(KIND.itemsize * (len(proof.core) + len(proof.listed)))
        return _numbers(file.read())


def _numbers(data: bytes) -> np.ndarray:
    return np.frombuffer(data, KIND).astype(np.int32)


def joined(
    model: ClauseModel, paths: Sequence[Path], deadline: Deadline
) -> tuple[ClauseModel, Iterator[bytes]]:
    """As `rup.certificate`, from the proofs of cubes that cover the whole search space.

    Raises CertificateTooLarge, Interrupted, WrongSolution, ResultsError.
    """
    model, parts = _closed(model, [part(path) for path in paths])
    whole = [proof for proof in parts if not proof.last]  # which prove that nothing is outside their cube
    if whole:
        join = Join.of(model, whole[:1], [], np.zeros(0, np.int32))
    else:
        join = Join.of(*_rest(model, parts, deadline))
    return join.needed, join.pieces()


def _closed(model: ClauseModel, parts: Sequence[CubeProof]) -> tuple[ClauseModel, list[CubeProof]]:
    """The model with the cuts of all parts, and these with the numbers that its clauses have."""
    clauses, moved, stated = [*model.clauses], list[CubeProof](), len(model.clauses)
    for proof in parts:
        more = np.where(proof.core < stated, 0, len(clauses) - stated)
        moved.append(replace(proof, core=proof.core + more))
        clauses += proof.cuts
    return replace(model, clauses=clauses), moved


def _rest(
    model: ClauseModel, parts: Sequence[CubeProof], deadline: Deadline
) -> tuple[ClauseModel, Sequence[CubeProof], list[int], np.ndarray]:
    """The arguments of `Join.of`: the model with the cuts that the proof needs, the parts, and the proof that
    no solution is outside the cubes, which is `rup.lemmas` of the model with `known` clauses.
    """
    proved = known(model, parts)
    with rup.SolutionEnumeration(replace(model, clauses=[*model.clauses, *proved])) as search:
        for _ in search.solutions(deadline):
            raise WrongSolution("a solution is in none of the cubes")
        whole = replace(model, clauses=[*model.clauses, *search.cuts])
        stated = replace(whole, clauses=[*whole.clauses, *proved])
        return whole, parts, *rup.lemmas(stated, [], search.log(), deadline)


def known(model: ClauseModel, parts: Sequence[CubeProof]) -> list[tuple[Lit, ...]]:
    """What the parts prove: the last lemma of each or, if it has none, the clauses that exclude its
    solutions.
    """
    clauses: list[tuple[Lit, ...]] = []
    for part in parts:
        if part.lemmas:
            clauses.append(tuple(-lit for lit in part.last))
        else:
            clauses += [model.excluding(true) for true in part.assignments]
    return clauses


@dataclass(frozen=True)
class Join:
    """Proofs joined to one. `place`: the number in the certificate of each clause of the model, or 0."""

    needed: ClauseModel
    parts: Sequence[CubeProof]
    place: np.ndarray
    rest: tuple[list[int], np.ndarray]

    @classmethod
    def of(cls, model: ClauseModel, parts: Sequence[CubeProof], core: list[int], numbers: np.ndarray) -> Join:
        size = len(model.clauses)
        used = np.zeros(size, bool)
        for needed in (*(part.core for part in parts), np.array([c for c in core if c < size], np.int64)):
            used[needed] = True
        used |= model.read  # which the checker has all of
        every = np.flatnonzero(used)
        place = np.zeros(size, np.int64)
        place[every] = np.arange(len(every)) + sum(map(len, model.once)) + 1
        return cls(model.restricted(every.tolist()), parts, place, (core, numbers))

    def pieces(self) -> Iterator[bytes]:
        """The numbers of the certificate. Raises CertificateTooLarge, ResultsError."""
        variables = [0, *self.needed.variables]
        yield np.array([sum(part.solutions for part in self.parts)], KIND).tobytes()
        for part in self.parts:
            yield part.listed[np.isin(part.listed, variables)].astype(KIND).tobytes()
        places = sum(map(len, self.needed.once))
        solutions, lemmas = self.begins
        known_numbers: list[int] = []  # of the clauses of `known`
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
        """The numbers of the first solution and of the first lemma of each part, and of what comes after."""
        first = 1 + sum(map(len, self.needed.once)) + len(self.needed.clauses)
        solutions = [*accumulate((part.solutions for part in self.parts), initial=first)]
        return solutions, [*accumulate((part.lemmas for part in self.parts), initial=solutions[-1])]


def _moved(numbers: np.ndarray, to: np.ndarray, kept: int) -> bytes:
    """Lemmas, their clauses renumbered by `to`; up to `kept` none is deleted. Raises CertificateTooLarge."""
    clause = np.abs(numbers)
    if to.max(initial=0) > MOST:
        raise CertificateTooLarge
    signs = np.where((numbers < 0) & (clause > kept), -1, 1)
    return bytes((to[clause] * signs).astype(KIND))
