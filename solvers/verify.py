"""Re-check solutions files from the rules alone: header, every board, distinctness, digest, footer.

    python -m solvers.verify FILE...

Exit codes: 0 verified and complete, 2 damaged or wrong (file, line, reason), 3 verified but incomplete.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from models.puzzle import Batches
from models.symmetry import Board
from solvers.pipeline import DIGEST_BYTES, Chunk, Tally, text_hash
from solvers.results import ResultsError, Solutions, open_solutions, read_board
from solvers.run import COMPLETE, CUT_SHORT, complain

AT_ONCE = 4_096  # lines checked together


@dataclass
class DistinctHashes:
    """Finds equal 128-bit hashes among any number of them in bounded memory: 256 buckets on disk."""

    folder: Path
    spill_at: int = 1 << 20
    held: int = 0
    buckets: list[bytearray] = field(default_factory=lambda: [bytearray() for _ in range(256)])

    def add(self, value: int) -> None:
        data = (value % (1 << 8 * DIGEST_BYTES)).to_bytes(DIGEST_BYTES, "big")
        self.buckets[data[0]] += data
        self.held += 1
        if self.held == self.spill_at:
            self._spill()

    def _spill(self) -> None:
        for number, bucket in enumerate(self.buckets):
            with (self.folder / str(number)).open("ab") as file:
                file.write(bucket)
            bucket.clear()
        self.held = 0

    def repeated(self) -> bool:
        """Is any value there twice?"""
        self._spill()
        for number in range(256):
            words = np.fromfile(self.folder / str(number), dtype=np.uint64).reshape(-1, 2)
            order = np.lexsort((words[:, 1], words[:, 0]))
            ordered = words[order]
            if (ordered[1:] == ordered[:-1]).all(axis=1).any():
                return True
        return False


@dataclass(frozen=True)
class Verdict:
    """What a valid file holds; `reason` None means complete."""

    tally: Tally
    reason: str | None


def verify(path: Path) -> Verdict:
    """Check the whole file. Raises ResultsError with the line of the first fault, OSError."""
    solutions = open_solutions(path)
    tally = Tally(_mode(solutions))
    footer: dict[str, Any] | None = None
    with tempfile.TemporaryDirectory(prefix="zenkai-") as folder:
        hashes = DistinctHashes(Path(folder))
        checker = _Checker(solutions, tally, hashes)
        for line, value in solutions.lines():
            if footer is not None:
                raise ResultsError(f"{path}:{line}: a line after the footer")
            if "complete" in value:
                footer = value
            else:
                checker.add(line, value)
        checker.flush()
        if hashes.repeated():
            raise ResultsError(f"{path}: a solution stands there twice")
    if footer is None:
        return Verdict(tally, "no footer: the run did not end")
    _check_footer(path, footer, tally, solutions)
    return Verdict(tally, None if footer["complete"] else str(footer.get("reason")))


def _mode(solutions: Solutions) -> str:
    stated = solutions.header.get("symmetry")
    group = solutions.instance.puzzle.symmetries()
    if not isinstance(stated, dict) or stated.get("mode") not in ("orbits", "all"):
        raise ResultsError(f"{solutions.path}:1: the header has no symmetry mode")
    if stated.get("order") != group.order:
        raise ResultsError(
            f"{solutions.path}:1: symmetry group of order {stated.get('order')}, but it is {group.order}"
        )
    return str(stated["mode"])


def _at_stage(solutions: Solutions, first: Board) -> Solutions:
    """Where the puzzle has stages, all boards must be of the stage that the first one is of."""
    instance = solutions.instance
    for _, puzzle in getattr(instance.puzzle, "stages", tuple)():
        if not any(puzzle.violations(first)):
            return replace(solutions, instance=replace(instance, puzzle=puzzle))
    return solutions


class _Checker:
    """Checks lines, many at once where the puzzle can; the first fault is then found one by one."""

    def __init__(self, solutions: Solutions, tally: Tally, hashes: DistinctHashes) -> None:
        self.solutions, self.tally, self.hashes = solutions, tally, hashes
        puzzle = solutions.instance.puzzle
        self.group = puzzle.symmetries()
        batches = getattr(puzzle, "batches", None)
        self.tools: Batches | None = batches(puzzle.model()) if batches else None
        self.held: list[tuple[int, dict[str, Any], bytes]] = []

    def add(self, line: int, value: dict[str, Any]) -> None:
        path, before = self.solutions.path, self.tally.written + len(self.held)
        board = read_board(path, line, value)
        if before == 0:
            self.solutions = _at_stage(self.solutions, board)
        text = "\n".join(board).encode()
        if value.get("n") != before + 1:
            self.flush()  # a fault before this one is named first
            raise ResultsError(f"{path}:{line}: solution {value.get('n')} after solution {before}")
        self.held.append((line, value, text))
        if len(self.held) == AT_ONCE:
            self.flush()

    def flush(self) -> None:
        texts = [text for _, _, text in self.held]
        chunk = self._at_once(texts) or self._one_by_one()
        for text in chunk.texts:
            self.hashes.add(text_hash(text))
        self.tally.add(chunk)
        self.held.clear()

    def _at_once(self, texts: Sequence[bytes]) -> Chunk | None:
        """The lines as a chunk, or None if anything is wrong or not to be seen this way."""
        boards = self.tools.read(texts) if self.tools is not None and texts else None
        if self.tools is None or boards is None or not self.tools.check(boards).all():
            return None
        least, orbits = self.tools.canonical(self.tools.rows(boards), boards)
        representative = (least == boards).all(axis=1)
        if [value.get("orbit") for _, value, _ in self.held] != orbits.tolist():
            return None
        if self.tally.symmetry == "orbits" and not representative.all():
            return None
        return Chunk(texts, orbits.tolist(), representative.tolist())

    def _one_by_one(self) -> Chunk:
        checked = [self._checked(line, value, text) for line, value, text in self.held]
        orbits, representatives = [size for size, _ in checked], [own for _, own in checked]
        return Chunk([text for _, _, text in self.held], orbits, representatives)

    def _checked(self, line: int, value: dict[str, Any], text: bytes) -> tuple[int, bool]:
        path, board = self.solutions.path, tuple(text.decode().split("\n"))
        if broken := next(iter(self.solutions.instance.puzzle.violations(board)), None):
            raise ResultsError(f"{path}:{line}: {broken}")
        puzzle = self.solutions.instance.puzzle
        beside = puzzle.record(board) if hasattr(puzzle, "record") else {}
        if any(value.get(key) != stated for key, stated in beside.items()):
            raise ResultsError(f"{path}:{line}: what is stated beside the board does not fit it")
        least, size = self.group.canonical(board)
        if value.get("orbit") != size:
            raise ResultsError(f"{path}:{line}: orbit {value.get('orbit')}, but it is {size}")
        if self.tally.symmetry == "orbits" and board != least:
            raise ResultsError(f"{path}:{line}: not the representative of its orbit")
        return size, board == least


def _check_footer(path: Path, footer: dict[str, Any], tally: Tally, solutions: Solutions) -> None:
    found = {"count": tally.count, "all": tally.all, "digest": tally.digest}
    for key, value in found.items():
        if footer.get(key) != value:
            raise ResultsError(f"{path}: footer: {key} {footer.get(key)}, but the file has {value}")
    if not isinstance(footer["complete"], bool) or footer["complete"] != (footer.get("reason") is None):
        raise ResultsError(f"{path}: footer: complete and reason contradict each other")
    for key, value in solutions.instance.expect.items():
        if footer["complete"] and found[key] != value:
            raise ResultsError(f"{path}: footer: {key} {found[key]}, but the instance expects {value}")


def main(argv: Sequence[str] | None = None) -> int:
    p = argparse.ArgumentParser(prog="zenkai verify", description="Re-check solutions files.")
    p.add_argument("files", nargs="+", type=Path, metavar="FILE")
    return max(_report(path) for path in p.parse_args(argv).files)


def _report(path: Path) -> int:
    try:
        verdict = verify(path)
    except ResultsError as error:
        return complain(str(error))
    except OSError as error:
        return complain(f"{path}: cannot read: {error.strerror or error}")
    tally = verdict.tally
    state = "complete" if verdict.reason is None else f"incomplete ({verdict.reason})"
    print(
        f"{path}: verified: {tally.count:,} up to symmetry, {tally.all:,} in all; {state}; "
        f"digest {tally.digest}"
    )
    return COMPLETE if verdict.reason is None else CUT_SHORT


if __name__ == "__main__":
    sys.exit(main())
