"""Re-check solutions files from the rules alone: header, every board, distinctness, digest, footer.

    python -m solvers.verify FILE... [--instance X.yaml]

An index means its whole set: every part, distinctness over all of them, and the totals of the index.

Whether solutions are missing that the footer does not count is known where a certificate lies beside the
file, X.cert for X.jsonl (see `solvers.levels`): it is checked too. Without one a file is complete by its
footer. The header's sha256 is of the header's own text; --instance compares that with the file at hand.

Exit codes: 0 every line checked, and complete by its footer, 2 damaged or wrong (file, line, reason), 3 every
line checked, but incomplete.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from zenkai_solver.models.loading import FAMILIES, added, condition, load
from zenkai_solver.models.puzzle import Batched, Instance, Recording
from zenkai_solver.models.symmetry import Board
from zenkai_solver.models.where.puzzle import Conditioned
from zenkai_solver.solvers.command import COMPLETE, CUT_SHORT, Parser, command, failed, say
from zenkai_solver.solvers.files.index import Index, is_index, open_index, part_reason
from zenkai_solver.solvers.files.output import certificate_beside
from zenkai_solver.solvers.files.results import (
    NO_FOOTER,
    ResultsError,
    Solutions,
    open_solutions,
    read_board,
)
from zenkai_solver.solvers.levels import VERIFIED, not_excluded
from zenkai_solver.solvers.pipeline import DIGEST_BYTES, Chunk, Tally, text_hash, totals
from zenkai_solver.solvers.shipped import find
from zenkai_solver.solvers.stages import named_stages

AT_ONCE = 4_096  # lines checked together
HELD = 1 << 24  # bytes of boards that are held for that, at most and one line more
QUOTED = 200  # characters of a reason that are shown


@dataclass
class DistinctHashes:
    """Finds equal 128-bit hashes among any number of them in bounded memory: many in 256 buckets on disk."""

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
        """Is any value there twice?"""
        return any(map(_twice, self._parts()))

    def _parts(self) -> Iterator[np.ndarray]:
        """uint64[:, 2]: the values, all equal ones in one part."""
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
    """What a valid file holds; `reason` None means complete, as the file states it."""

    tally: Tally
    reason: str | None
    instance: Instance
    levels: tuple[str, ...] = ()  # that the footer states


@dataclass(frozen=True)
class Unchecked:
    """What is kept of a line until it is checked; `beside` is what the puzzle states beside the board."""

    line: int
    text: bytes
    orbit: object
    beside: Mapping[str, Any]


def verify(path: Path) -> Verdict:
    """Check a whole file, or set. Raises ResultsError with file and line of the first fault, OSError."""
    with tempfile.TemporaryDirectory(prefix="zenkai-") as folder:
        hashes = DistinctHashes(Path(folder))
        if is_index(path):
            return _verify_set(open_index(path), hashes)
        return _verify_file(open_solutions(path), hashes)


def _verify_file(solutions: Solutions, hashes: DistinctHashes) -> Verdict:
    path = solutions.path
    tally, footer = _Checker(solutions, hashes).read(solutions)
    _check_distinct(path, hashes)
    if footer is None:
        return Verdict(tally, NO_FOOTER, solutions.instance)
    _check_footer(path, footer, tally)
    if not footer["complete"]:
        return Verdict(tally, str(footer.get("reason"))[:QUOTED], solutions.instance)
    if solutions.first > 1:
        raise ResultsError(f"{path}: footer: complete, but it begins with solution {solutions.first}")
    _check_expected(f"{path}: footer", tally, solutions.instance)
    return Verdict(tally, None, solutions.instance, tuple(footer.get("levels", ())))


def _verify_set(index: Index, hashes: DistinctHashes) -> Verdict:
    first = index.open(1)
    checker = _Checker(first, hashes)
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
    return Verdict(total, index.reason, first.instance)


def _check_part(index: Index, number: int, tally: Tally, footer: dict[str, Any] | None) -> None:
    """Footer, index and contents of a part must agree."""
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


def _at_stage(solutions: Solutions, first: Board) -> Solutions:
    """Where the puzzle has stages, all boards must be of the stage that the first one is of."""
    instance = solutions.instance
    for _, puzzle in named_stages(instance.puzzle):
        if not any(puzzle.violations(first)):
            return replace(solutions, instance=replace(instance, puzzle=puzzle))
    return solutions


class _Checker:
    """Checks lines, many at once where the puzzle can; the first fault is then found one by one.

    Serves all files of a set: once `_at_stage` has found the stage, it holds for the files to come.
    """

    def __init__(self, solutions: Solutions, hashes: DistinctHashes) -> None:
        self.solutions, self.hashes = solutions, hashes
        puzzle = solutions.instance.puzzle
        self.group = puzzle.symmetries()
        self.tools = puzzle.batches(puzzle.model(), self.group) if isinstance(puzzle, Batched) else None
        self.recorded = isinstance(puzzle, Recording)
        self.unchecked: list[Unchecked] = []
        self.size = 0  # bytes of the boards held

    def read(self, solutions: Solutions) -> tuple[Tally, dict[str, Any] | None]:
        """Check all lines of a file of that instance: their totals, and the footer or None."""
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
            self.flush()  # a fault before this one is named first
            raise ResultsError(f"{path}:{line}: solution {n!r:.40} after solution {before}")
        text = "\n".join(board).encode()
        self.unchecked.append(Unchecked(line, text, value.get("orbit"), value if self.recorded else {}))
        self.size += len(text)
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
        """The lines as a chunk, or None if anything is wrong or not to be seen this way."""
        boards = self.tools.read(texts) if self.tools is not None and texts else None
        if self.tools is None or boards is None or not self.tools.check(boards).all():
            return None
        least, orbits = self.tools.canonical(self.tools.rows(boards), boards)
        representative = (least == boards).all(axis=1)
        if [(type(one.orbit), one.orbit) for one in self.unchecked] != [(int, n) for n in orbits.tolist()]:
            return None
        if self.tally.symmetry == "orbits" and not representative.all():
            return None
        return Chunk(texts, orbits.tolist(), representative.tolist())

    def _one_by_one(self) -> Chunk:
        checked = [self._checked(one) for one in self.unchecked]
        orbits, representatives = [size for size, _ in checked], [own for _, own in checked]
        return Chunk([one.text for one in self.unchecked], orbits, representatives)

    def _checked(self, one: Unchecked) -> tuple[int, bool]:
        where, board = f"{self.solutions.path}:{one.line}", tuple(one.text.decode().split("\n"))
        if broken := next(iter(self.solutions.instance.puzzle.violations(board)), None):
            raise ResultsError(f"{where}: {broken}")
        puzzle = self.solutions.instance.puzzle
        beside = puzzle.record(board) if isinstance(puzzle, Recording) else {}
        if any(one.beside.get(key) != stated for key, stated in beside.items()):
            raise ResultsError(f"{where}: what is stated beside the board does not fit it")
        least, size = self.group.canonical(board)
        if type(one.orbit) is not int or one.orbit != size:
            raise ResultsError(f"{where}: orbit {one.orbit!r:.40}, but it is {size}")
        if self.tally.symmetry == "orbits" and board != least:
            raise ResultsError(f"{where}: not the representative of its orbit")
        return size, board == least


def _check_distinct(path: Path, hashes: DistinctHashes) -> None:
    if hashes.repeated():
        raise ResultsError(f"{path}: the file contains a solution twice")


def _check_footer(path: Path, footer: dict[str, Any], tally: Tally) -> None:
    _check_totals(f"{path}: footer", footer, tally, "the file has")


def _check_totals(where: str, stated: Mapping[str, Any], tally: Tally, source: str) -> None:
    for key in ("count", "all", "digest"):
        if stated.get(key) != getattr(tally, key):
            said = f"{stated.get(key)}"[:40]
            raise ResultsError(f"{where}: {key} {said}, but {source} {getattr(tally, key)}")


def _check_expected(where: str, tally: Tally, instance: Instance) -> None:
    for key, value in instance.expect.items():
        if getattr(tally, key) != value:
            raise ResultsError(f"{where}: {key} {getattr(tally, key)}, but the instance expects {value}")


@command
def main(argv: Sequence[str] | None = None) -> int:
    p = Parser(prog="zenkai verify", description="Re-check solutions files.")
    p.add_argument("files", nargs="+", type=Path, metavar="FILE")
    p.add_argument("--instance", type=Path, metavar="X", help="compare with the instance file at hand")
    args = p.parse_args(argv)
    known = args.instance and load(find(str(args.instance)))
    return max(_report(path, args.instance, known) for path in args.files)


def _report(path: Path, file: Path | None, known: Instance | None) -> int:
    """Check one file, and its instance against the known one, if any; the exit code."""
    try:
        verdict = verify(path)
        certified = _certified(path, verdict)
        if known is not None and not _same(verdict.instance, known):
            raise ResultsError(f"{path}:1: the instance in the header is not that of {file}")
    except Exception as error:
        return failed(error, path)
    tally = verdict.tally
    order = verdict.instance.puzzle.symmetries().order
    total = totals(tally, order, verdict.reason is None)
    say(f"{path}: every line checked: {total}; {_state(verdict, file, certified)}; digest {tally.digest}")
    return COMPLETE if verdict.reason is None else CUT_SHORT


def _same(stated: Instance, known: Instance) -> bool:
    """Are they of one text, but for what an option of `zenkai run` adds?"""
    lines = [f"{key}: true\n" for family in FAMILIES.values() for key in family.switches]
    if isinstance(stated.puzzle, Conditioned):
        lines += [line + condition(stated.puzzle.text) for line in ("", *lines)]
    return stated.text in (known.text, *(added(known.text, line) for line in lines))


def _certified(path: Path, verdict: Verdict) -> str | None:
    """The level that the certificate beside the file gives it; None without one.

    Raises ResultsError if it is of another instance, or proves another number.
    """
    beside = certificate_beside(path)
    if verdict.reason is not None or not beside.is_file():
        return None
    from zenkai_solver.solvers.proving import level_of  # and its kernels

    return level_of(beside, verdict.instance.sha256, verdict.tally.all)


def _state(verdict: Verdict, file: Path | None, certified: str | None) -> str:
    """'complete by its footer, not proved', or certified, and what else is known of it."""
    if verdict.reason is not None:
        return f"incomplete ({verdict.reason})"
    if certified is not None:
        return f"complete; {certified}; not excluded: {not_excluded(certified)}"
    source = "its header's instance" if file is None else str(file)
    expected = f"; as many as {source} expects" if verdict.instance.expect else ""
    known = f"; the instance of {file}" if file is not None and not expected else ""
    stated = "".join(f", {level} as it says" for level in verdict.levels if level != VERIFIED)
    return f"complete by its footer{stated}, not proved{expected}{known}"


if __name__ == "__main__":
    sys.exit(main())
