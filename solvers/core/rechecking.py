"""Checking every line of solutions files again: the rules, orbits, distinctness, totals, and a certificate.

    verify(path)         a file or a set, with its footers
    written(paths, ...)  the files that a run has written, before it states their level of trust
    listed(where, ...)   the solutions of a kept run

With a certificate each board is encoded as a solution, which must satisfy the model that the certificate
counts.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from zenkai_solver.models.puzzle import Batched, Encoding, Instance, Recording
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.certificates.binding import Bound
from zenkai_solver.solvers.certificates.certificate import CertificatePlan
from zenkai_solver.solvers.core.pipeline import DIGEST_BYTES, Chunk, Tally, text_hash
from zenkai_solver.solvers.core.stages import named_stages
from zenkai_solver.solvers.solution_files.index import Index, is_index, open_index, part_reason
from zenkai_solver.solvers.solution_files.results import (
    AT_ONCE,
    HELD,
    NO_FOOTER,
    ResultsError,
    SolutionsFile,
    open_solutions,
    read_board,
    read_header,
)

QUOTED = 200  # characters of a reason in messages
NO_SOLUTION = "the board is no solution of the certificate's model"


@dataclass
class DistinctHashes:
    """Detects equal 128-bit hashes among any number of them in bounded memory: from `spill_at` on they go to
    256 buckets on disk.
    """

    folder: Path
    spill_at: int = 1 << 20
    waiting: int = 0
    spilled: bool = False
    buckets: list[bytearray] = field(default_factory=lambda: [bytearray() for _ in range(256)])

    def add(self, value: int) -> None:
        data = (value % (1 << 8 * DIGEST_BYTES)).to_bytes(DIGEST_BYTES, "big")
        self.buckets[data[0]] += data
        self.waiting += 1
        if self.waiting == self.spill_at:
            self._spill()

    def _spill(self) -> None:
        for number, bucket in enumerate(self.buckets):
            with (self.folder / str(number)).open("ab") as file:
                file.write(bucket)
            bucket.clear()
        self.waiting, self.spilled = 0, True

    def repeated(self) -> bool:
        """Was any value added twice?"""
        return any(map(_twice, self._parts()))

    def _parts(self) -> Iterator[np.ndarray]:
        """The values as uint64[:, 2], in parts such that equal values are in the same part."""
        if not self.spilled:
            yield np.frombuffer(b"".join(self.buckets), np.uint64).reshape(-1, 2)
            return
        self._spill()
        for number in range(256):
            yield np.fromfile(self.folder / str(number), dtype=np.uint64).reshape(-1, 2)


def _twice(words: np.ndarray) -> bool:
    ordered = words[np.lexsort((words[:, 1], words[:, 0]))]
    return bool((ordered[1:] == ordered[:-1]).all(axis=1).any())


@dataclass(frozen=True)
class Verdict:
    """The result for a valid file: its totals, its `reason` (None: complete), its instance."""

    tally: Tally
    reason: str | None
    instance: Instance
    levels: tuple[str, ...] = ()  # the levels of trust that the footer states
    bound: Bound | None = None  # the certificate, if there is one; it counts exactly these solutions


@dataclass(frozen=True)
class Unchecked:
    """A line that waits for its check; `beside`: its further entries, see `Recording`."""

    line: int
    text: bytes
    orbit: object
    beside: Mapping[str, Any]


Bind = Callable[[CertificatePlan], Bound]  # reads the certificate of a file


def verify(path: Path, bind: Bind | None = None) -> Verdict:
    """Check a whole file or set, and if it is complete compare it with its certificate, by `bind`.

    Raises ResultsError with file and line of the first fault, OSError, and what `bind` raises.
    """
    with tempfile.TemporaryDirectory(prefix="zenkai-") as folder:
        hashes = DistinctHashes(Path(folder))
        if is_index(path):
            return _verify_set(open_index(path), hashes, bind)
        return _verify_file(open_solutions(path), hashes, bind)


def _verify_file(solutions: SolutionsFile, hashes: DistinctHashes, bind: Bind | None) -> Verdict:
    path = solutions.path
    checker = Checker(solutions, hashes, bind if bind and solutions.ends_complete() else None)
    tally, footer = checker.read(solutions)
    _check_distinct(path, hashes)
    if footer is None:
        return Verdict(tally, NO_FOOTER, solutions.instance)
    _check_footer(path, footer, tally)
    if not footer["complete"]:
        return Verdict(tally, str(footer.get("reason"))[:QUOTED], solutions.instance)
    if solutions.first > 1:
        raise ResultsError(f"{path}: footer: complete, but it begins with solution {solutions.first}")
    _check_expected(f"{path}: footer", tally, solutions.instance)
    return Verdict(tally, None, solutions.instance, tuple(footer.get("levels", ())), checker.proved(tally))


def written(paths: Sequence[Path], plan: CertificatePlan, bound: Bound, mode: str) -> Tally:
    """The totals of all files that a run has written, before it writes the footer.

    Every line is checked as by `verify`, and the certificate must count exactly these solutions. Raises
    ResultsError, OSError.
    """
    total = Tally(mode)
    with tempfile.TemporaryDirectory(prefix="zenkai-") as folder:
        hashes = DistinctHashes(Path(folder))
        checker = None
        for path in paths:
            solutions = SolutionsFile(path, read_header(path), plan.instance)
            if (solutions.header.get("text"), solutions.mode) != (plan.instance.text, mode):
                raise ResultsError(f"{path}:1: the header is of another run")
            checker = checker or Checker(solutions, hashes, lambda _: bound, plan)
            total.join(checker.read(solutions)[0])
        _check_distinct(paths[0], hashes)
        if checker is not None:
            checker.proved(total)
    return total


def listed(where: Path, chunks: Iterable[Chunk], plan: CertificatePlan, bound: Bound, mode: str) -> Tally:
    """As `written`, for solutions of a kept run, given as chunks; `where`: the place, for messages."""
    solutions = SolutionsFile(where, {"symmetry": {"mode": mode}}, plan.instance)
    with tempfile.TemporaryDirectory(prefix="zenkai-") as folder:
        hashes = DistinctHashes(Path(folder))
        checker = Checker(solutions, hashes, lambda _: bound, plan, recorded=False)
        checker.take(chunks, Tally(mode))
        _check_distinct(where, hashes)
        checker.proved(checker.tally)
    return checker.tally


def _verify_set(index: Index, hashes: DistinctHashes, bind: Bind | None) -> Verdict:
    first = index.open(1)
    checker = Checker(first, hashes, bind if index.complete else None)
    total = Tally(first.mode)
    for number in range(1, len(index.parts) + 1):
        solutions = index.open(number)
        if solutions.header.get("symmetry") != first.header["symmetry"]:
            raise ResultsError(f"{solutions.path}:1: not the symmetry mode of part 1")
        tally, footer = checker.read(solutions)
        _check_part(index, number, tally, footer)
        total.join(tally)
    _check_distinct(index.path, hashes)
    _check_totals(f"{index.path}", vars(index), total, "the parts have")
    if index.complete:
        _check_expected(f"{index.path}", total, first.instance)
    return Verdict(total, index.reason, first.instance, bound=checker.proved(total))


def _check_part(index: Index, number: int, tally: Tally, footer: dict[str, Any] | None) -> None:
    """Compare the footer, the index and the contents of a part. Raises ResultsError."""
    part = index.parts[number - 1]
    path = index.path.parent / part.file
    if footer is None:
        raise ResultsError(f"{path}: no footer, but {index.path} has it as ended")
    _check_footer(path, footer, tally)
    reason = part_reason(number, len(index.parts), index.reason)
    where = f"{index.path}: part {number}"
    if footer.get("reason") != reason:
        raise ResultsError(
            f"{where} ends with {reason!r}, but {path} with {footer.get('reason')!r:.{QUOTED}}"
        )
    if part.solutions != tally.written:
        raise ResultsError(f"{where}: {part.solutions} solutions, but {path} has {tally.written}")
    stated = {"count": part.count, "all": part.all, "digest": part.digest}
    _check_totals(where, stated, tally, f"{path} has")


def _at_stage(solutions: SolutionsFile, first: Board) -> SolutionsFile:
    """If the puzzle has stages, the file with the puzzle of the stage that the board `first` solves: all
    boards must be of that stage.
    """
    instance = solutions.instance
    for _, puzzle in named_stages(instance.puzzle):
        if not any(puzzle.violations(first)):
            return replace(solutions, instance=replace(instance, puzzle=puzzle))
    return solutions


class Checker:
    """Checks lines, many at once where the puzzle supports it; if one is wrong, they are checked one by one
    to name the first fault.

    It is used for all files of a set: the stage that `_at_stage` has determined holds for later files.
    """

    def __init__(
        self,
        solutions: SolutionsFile,
        hashes: DistinctHashes,
        bind: Bind | None = None,
        plan: CertificatePlan | None = None,
        recorded: bool = True,
    ) -> None:
        """`plan`: the certificate plan of the instance, if there is one; `recorded`: do lines have the
        entries of `Recording` puzzles?
        """
        self.solutions, self.hashes = solutions, hashes
        puzzle = solutions.instance.puzzle
        self.group = puzzle.symmetries()
        plan = plan or CertificatePlan(solutions.instance, puzzle.model())
        self.tools = puzzle.batches(plan.model, self.group) if isinstance(puzzle, Batched) else None
        self.recorded = recorded and isinstance(puzzle, Recording)
        self.bound = bind and bind(plan)
        self.unchecked: list[Unchecked] = []
        self.size = 0  # bytes of the boards that wait

    def proved(self, tally: Tally) -> Bound | None:
        """The certificate, or None. Raises ResultsError if it proves another number than the tally's."""
        if self.bound is not None and self.bound.certified.all != tally.all:
            certified, path = self.bound.certified, self.solutions.path
            raise ResultsError(
                f"{path}: {tally.all:,} solutions in all, but the certificate proves {certified.all:,}"
            )
        return self.bound

    def take(self, chunks: Iterable[Chunk], tally: Tally) -> None:
        """Check solutions that are given as chunks, and add them to the tally."""
        self.tally = tally
        for chunk in chunks:
            for text, orbit in zip(chunk.texts, chunk.orbits, strict=True):
                self.put(Unchecked(tally.written + len(self.unchecked) + 1, text, orbit, {}))
        self.flush()

    def read(self, solutions: SolutionsFile) -> tuple[Tally, dict[str, Any] | None]:
        """Check all lines of a file; their totals, and the footer or None."""
        self.solutions = replace(solutions, instance=self.solutions.instance)
        self.tally = Tally(solutions.mode)
        footer: dict[str, Any] | None = None
        for line, value in solutions.lines():
            if "complete" in value:
                footer = value
            else:
                self.add(line, value)
        self.flush()
        return self.tally, footer

    def add(self, line: int, value: dict[str, Any]) -> None:
        path, seen = self.solutions.path, self.tally.written + len(self.unchecked)
        before = self.solutions.first - 1 + seen
        board = read_board(path, line, value)
        if seen == 0:
            self.solutions = _at_stage(self.solutions, board)
        n = value.get("n")
        if type(n) is not int or n != before + 1:
            self.flush()  # so that a fault in an earlier line is reported first
            raise ResultsError(f"{path}:{line}: solution {n!r:.40} after solution {before}")
        text = "\n".join(board).encode()
        self.put(Unchecked(line, text, value.get("orbit"), value if self.recorded else {}))

    def put(self, one: Unchecked) -> None:
        self.unchecked.append(one)
        self.size += len(one.text)
        if self.recorded or len(self.unchecked) == AT_ONCE or self.size > HELD:
            self.flush()

    def flush(self) -> None:
        texts = [one.text for one in self.unchecked]
        chunk = self._at_once(texts) or self._one_by_one()
        for text in chunk.texts:
            self.hashes.add(text_hash(text))
        self.tally.add(chunk)
        self.unchecked.clear()
        self.size = 0

    def _at_once(self, texts: Sequence[bytes]) -> Chunk | None:
        """The lines as a chunk; None if one is wrong, or the puzzle cannot check many at once."""
        boards = self.tools.read(texts) if self.tools is not None and texts else None
        if self.tools is None or boards is None or not self.tools.check(boards).all():
            return None
        rows = self.tools.rows(boards)
        least, orbits = self.tools.canonical(rows, boards)
        representative = (least == boards).all(axis=1)
        if not _are(self.unchecked, orbits.tolist()):
            return None
        same = self.bound is None or (self.tools.boards(rows) == boards).all()
        if not same or (self.bound is not None and not self.bound.holds(rows, texts).all()):
            return None
        if self.tally.symmetry == "orbits" and not representative.all():
            return None
        return Chunk(texts, orbits.tolist(), representative.tolist())

    def _one_by_one(self) -> Chunk:
        checked = [self._checked(one) for one in self.unchecked]
        orbits, representatives = [size for size, _ in checked], [least for _, least in checked]
        return Chunk([one.text for one in self.unchecked], orbits, representatives)

    def _checked(self, one: Unchecked) -> tuple[int, bool]:
        where, board = f"{self.solutions.path}:{one.line}", tuple(one.text.decode().split("\n"))
        if broken := next(iter(self.solutions.instance.puzzle.violations(board)), None):
            raise ResultsError(f"{where}: {broken}")
        puzzle = self.solutions.instance.puzzle
        beside = puzzle.record(board) if self.recorded and isinstance(puzzle, Recording) else {}
        if any(one.beside.get(key) != stated for key, stated in beside.items()):
            raise ResultsError(f"{where}: what is stated beside the board does not fit it")
        least, size = self.group.canonical(board)
        if type(one.orbit) is not int or one.orbit != size:
            raise ResultsError(f"{where}: orbit {one.orbit!r:.40}, but it is {size}")
        if self.tally.symmetry == "orbits" and board != least:
            raise ResultsError(f"{where}: not the representative of its orbit")
        if self.bound is not None and not self._is_proved(board, one.text, self.bound):
            raise ResultsError(f"{where}: {NO_SOLUTION}")
        return size, board == least

    def _is_proved(self, board: Board, text: bytes, bound: Bound) -> bool:
        """Does the certificate count the board as a solution, and does its encoding decode to it?"""
        puzzle = self.solutions.instance.puzzle
        if not isinstance(puzzle, Encoding):
            return False
        solution = puzzle.encode(board)
        return puzzle.decode(solution) == board and bool(bound.holds(np.array([solution], int), [text]).all())


def _are(lines: Sequence[Unchecked], orbits: Sequence[int]) -> bool:
    """Do the lines state these orbits, as whole numbers?"""
    stated = [one.orbit for one in lines]
    return stated == orbits and {type(orbit) for orbit in stated} <= {int}


def _check_distinct(path: Path, hashes: DistinctHashes) -> None:
    if hashes.repeated():
        raise ResultsError(f"{path}: the file contains a solution twice")


def _check_footer(path: Path, footer: dict[str, Any], tally: Tally) -> None:
    _check_totals(f"{path}: footer", footer, tally, "the file has")


def _check_totals(where: str, stated: Mapping[str, Any], tally: Tally, source: str) -> None:
    for key in ("count", "all", "digest"):
        right = getattr(tally, key)
        if type(stated.get(key)) is not type(right) or stated[key] != right:
            text = f"{stated.get(key)}"[:40]
            raise ResultsError(f"{where}: {key} {text}, but {source} {right}")


def _check_expected(where: str, tally: Tally, instance: Instance) -> None:
    for key, value in instance.expect.items():
        if getattr(tally, key) != value:
            raise ResultsError(f"{where}: {key} {getattr(tally, key)}, but the instance expects {value}")
