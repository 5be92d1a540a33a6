"""The index of a set of solutions files: one small JSON document.

    {"format": "zenkai-index/1", "instance": ..., "sha256": ...,
     "complete": true, "count": 2339, "all": 9356, "digest": HEX, "reason": null, "parts": [
    {"file": "all.0001.jsonl", "first": 1, "solutions": 1000, "count": 1000, "all": 4000, "digest": HEX},
    ...]}

The parts are files in the folder of the index, listed in the order of their solutions. The `complete`,
`count`, `all`, `digest` and `reason` before `parts` are those of the whole set. `rotate.py` writes the index;
this module reads it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zenkai_solver.models.document import regular
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.solution_files.results import ResultsError, SolutionsFile, open_solutions
from zenkai_solver.solvers.solution_files.stated import INDEX, PART, ending_fault, lacks, parsed, totals_fault

FORMAT = "zenkai-index/1"
MAX_PARTS = 100_000
MAX_INDEX = 1 << 25  # bytes of an index that is read; MAX_PARTS need some 20 MB
SNIFF = 4_096  # bytes at the start of an index that contain its format
FILE_AND_NUMBER = re.compile(r"(.+):(\d+)")
IS_INDEX = re.compile(rb'"format"\s*:\s*"zenkai-index/')


@dataclass(frozen=True, slots=True)
class FilePart:
    """An entry of `parts`: `file`, a name without a folder; `first`, the number of its first solution;
    `solutions`, its number of lines; `count`, `all` and `digest` of those lines.
    """

    file: str
    first: int
    solutions: int
    count: int
    all: int
    digest: str


def part_reason(number: int, parts: int, reason: str | None) -> str | None:
    """The `reason` in the footer of part `number` of `parts`, in a run that ended for `reason` (None: at its
    natural end). None only for a single part of a complete run.
    """
    if number < parts:
        return f"continues in part {number + 1}"
    return f"last of {parts} parts" if reason is None and parts > 1 else reason


@dataclass(frozen=True)
class Index:
    """An index whose values are consistent with each other; the part files have not been read."""

    path: Path
    instance: str
    sha256: str
    complete: bool
    count: int
    all: int
    digest: str
    reason: str | None
    parts: Sequence[FilePart]

    def open(self, number: int) -> SolutionsFile:
        """Open part `number`, counted from 1. Raises ResultsError if the file is missing or its header is
        that of another part; OSError.
        """
        part = self.parts[number - 1]
        path = self.path.parent / part.file
        if not path.is_file():
            raise ResultsError(f"{self.path}: part {number}, {part.file!r}, is missing")
        solutions = open_solutions(path)
        if (solutions.instance.name, solutions.instance.sha256) != (self.instance, self.sha256):
            raise ResultsError(f"{path}:1: not the instance of {self.path}")
        if solutions.header.get("part") != {"number": number, "first": part.first}:
            raise ResultsError(
                f"{path}:1: not part {number} from solution {part.first} on, as in {self.path}"
            )
        return solutions

    def part_with(self, solution: int) -> SolutionsFile:
        """Open the part with solution number `solution`, from 1 on. Raises ResultsError, OSError."""
        last = self.parts[-1].first + self.parts[-1].solutions - 1
        if solution > last:
            raise ResultsError(f"{self.path}: no solution {solution}, the last one is {last}")
        return self.open(bisect_right([part.first for part in self.parts], solution))


def is_index(path: Path) -> bool:
    """Does the file state the format of an index near its start? Raises OSError."""
    with regular(path).open("rb") as file:
        return IS_INDEX.search(file.read(SNIFF)) is not None


def files_of(path: Path) -> list[SolutionsFile]:
    """All solutions files that `path` stands for: the parts, if it is an index, else the file itself. Raises
    ResultsError, OSError.
    """
    if not is_index(path):
        return [open_solutions(path)]
    index = open_index(path)
    return [index.open(number) for number in range(1, len(index.parts) + 1)]


def file_with(path: Path, solution: int) -> SolutionsFile:
    """The solutions file to search for solution number `solution`: the part of an index that contains it, or
    the file `path` itself. Raises ResultsError, OSError.
    """
    return open_index(path).part_with(solution) if is_index(path) else open_solutions(path)


def named_board(text: str) -> Board | None:
    """The board that FILE:N means, solution N of a file; None if `text` does not have that form or there is
    no such file. Raises ResultsError, OSError.
    """
    match = FILE_AND_NUMBER.fullmatch(text)
    if match is None or not Path(match[1]).is_file():
        return None
    return file_with(Path(match[1]), int(match[2])).board(int(match[2]))


def open_index(path: Path) -> Index:
    """Read an index and check it. Raises ResultsError, OSError."""
    with path.open("rb") as file:
        data = file.read(MAX_INDEX + 1)
    if len(data) > MAX_INDEX:
        raise ResultsError(f"{path}: larger than {MAX_INDEX:,} bytes, so it is not a zenkai index")
    value = parsed(data)
    if not isinstance(value, dict):
        raise ResultsError(f"{path}: not a JSON object (cut off or damaged)")
    if value.get("format") != FORMAT:
        raise ResultsError(f"{path}: not an index: the format is not {FORMAT}")
    if fault := ending_fault(value, INDEX):
        raise ResultsError(f"{path}: {fault}")
    return Index(
        path,
        value["instance"],
        value["sha256"],
        value["complete"],
        value["count"],
        value["all"],
        value["digest"],
        value["reason"],
        tuple(_listed(path, value["parts"])),
    )


def _listed(path: Path, values: list[Any]) -> Iterator[FilePart]:
    """The entries of `parts`, which follow each other without gaps. Raises ResultsError."""
    if not 1 <= len(values) <= MAX_PARTS:
        raise ResultsError(f"{path}: {len(values):,} parts, allowed are 1 to {MAX_PARTS:,}")
    first = 1
    for number, value in enumerate(values, start=1):
        where = f"{path}: part {number}"
        if not isinstance(value, dict) or (fault := lacks(value, PART) or totals_fault(value)):
            raise ResultsError(f"{where}: {fault if isinstance(value, dict) else 'not a JSON object'}")
        part = FilePart(**{key: value[key] for key in PART})
        if part.file in ("", "..") or Path(part.file).name != part.file or "\0" in part.file:
            raise ResultsError(f"{where}: {part.file!r} is not a plain file name")
        if part.first != first or part.solutions < (len(values) > 1):
            raise ResultsError(
                f"{where}: {part.solutions} solutions from {part.first} on, but {first} comes next"
            )
        first += part.solutions
        yield part
