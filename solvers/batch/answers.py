"""The answer to a puzzle of a batch, and the file of answers: JSON lines, or CSV by its ending.

    place, key       where the puzzle is; a hash of it and of the options that change its answer
    answer           unique, several or none; unexpected; unreadable, unsupported, cut short
    count, all       solutions up to symmetry, if all were counted; solutions in all, as far as was searched
    board            the first solution: a list of rows, in CSV joined by /
    seconds, error   the time of the search; why there is no answer

A run that was stopped is continued after the answers in the file, as long as they answer the same questions.
"""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import NamedTuple

from zenkai_solver.solvers.core.command import STANDARD_OUTPUT, STDOUT, Refused, writing
from zenkai_solver.solvers.solution_files.output import create, make_sure, write_all
from zenkai_solver.solvers.solution_files.stated import (
    NUMBER,
    SECONDS,
    TEXT,
    WHOLE,
    FieldRule,
    Table,
    is_text,
    is_whole,
    lacks,
    parsed,
)

FOUND = ("unique", "several", "none")
UNEXPECTED, UNREADABLE, UNSUPPORTED, CUT = "unexpected", "unreadable", "unsupported", "cut short"
MOST_LINE = 1 << 24  # characters of a line of answer that is read again
KINDS = FieldRule(
    lambda value: value in (*FOUND, UNEXPECTED, UNREADABLE, UNSUPPORTED, CUT), "one of the answers there are"
)
AS_JSON: Table = {
    "place": TEXT,
    "key": TEXT,
    "answer": KINDS,
    "count": FieldRule(lambda value: value is None or is_whole(value), "a whole number or null"),
    "all": WHOLE,
    "board": FieldRule(lambda value: isinstance(value, list) and all(map(is_text, value)), "a list of rows"),
    "seconds": SECONDS,
    "error": TEXT,
}
AS_TEXT: Table = {"answer": KINDS, "all": NUMBER}  # columns of CSV that may hold wrong values


@dataclass(frozen=True)
class Answer:
    place: str
    key: str
    answer: str
    count: int | None = None
    all: int = 0
    board: tuple[str, ...] = ()
    seconds: float = 0.0
    error: str = ""


COLUMNS = tuple(field.name for field in fields(Answer))


class AnswersError(Refused):
    """The file exists, and is not a file of answers."""


def as_json(answer: Answer) -> str:
    return json.dumps(vars(answer), ensure_ascii=False) + "\n"


def as_csv(answer: Answer) -> str:
    return _csv((vars(answer) | {"board": "/".join(answer.board)}).values())


def _csv(values: Iterable[object]) -> str:
    file = io.StringIO()
    csv.writer(file, lineterminator="\n").writerow(values)
    return file.getvalue()


HEAD = _csv(COLUMNS).encode()  # the first line in CSV
BEGIN = b'{"place": "'  # of every line in JSON


class KnownAnswer(NamedTuple):
    """An answer that the file has already; `end`: the bytes of the file up to the end of its line."""

    key: str
    answer: str
    end: int


@dataclass
class Answers:
    """An open file of answers. `table`: it is CSV. `known`: the answers that it had, after `begin` bytes."""

    file: int
    name: str
    table: bool
    known: list[KnownAnswer]
    begin: int = 0

    def cut(self, number: int) -> None:
        """Cut the file off after so many of the known answers."""
        if self.known:
            size = self.known[number - 1].end if number else self.begin
            os.truncate(self.file, size)
            os.lseek(self.file, size, os.SEEK_SET)

    def write(self, answer: Answer) -> None:
        """Write a whole line at once, so that a stopped run can be resumed."""
        line = as_csv(answer) if self.table else as_json(answer)
        with writing(self.name):
            write_all(self.file, line.encode("utf-8", "backslashreplace"))

    def close(self) -> None:
        if self.file != STDOUT:
            os.close(self.file)


def opened(path: str, resume: bool, inputs: list[Path]) -> Answers:
    """Open for writing; with `resume` after what the file has. Raises AnswersError, OutputError, OSError."""
    table = path.lower().endswith(".csv")
    if path == "-":
        return Answers(STDOUT, STANDARD_OUTPUT, table, [])
    file = Path(path)
    if not (resume and file.exists() and file.stat().st_size):
        return _headed(Answers(create(file, inputs), path, table, []))
    make_sure(file, inputs)
    known, begin = _read(file, table)
    answers = Answers(os.open(file, os.O_WRONLY), path, table, known, begin)
    size = known[-1].end if known else begin
    os.truncate(answers.file, size)
    os.lseek(answers.file, size, os.SEEK_SET)
    return answers if size else _headed(answers)


def _headed(answers: Answers) -> Answers:
    """The new file, with the names of the columns on the first line if it is CSV."""
    if answers.table:
        with writing(answers.name):
            write_all(answers.file, HEAD)
        answers.begin = len(HEAD)
    return answers


def _read(path: Path, table: bool) -> tuple[list[KnownAnswer], int]:
    """The answers in the file, and the bytes before them. Raises AnswersError."""
    known: list[KnownAnswer] = []
    head = size = 0
    for number, line in enumerate(_whole(path, HEAD if table else BEGIN), 1):
        if table and number == 1:
            if line != HEAD:
                raise AnswersError(f"{path}:1: not the columns of answers")
            head = size = len(HEAD)
            continue
        values = _columns(line) if table else parsed(line)
        if not isinstance(values, dict) or lacks(values, AS_TEXT if table else AS_JSON):
            raise AnswersError(f"{path}:{number}: not a line of answer")
        size += len(line)
        known.append(KnownAnswer(values["key"], values["answer"], size))
    return known, head


def _columns(line: bytes) -> dict[str, str] | None:
    """The values of a line of CSV by their columns; None if there are more or fewer."""
    try:
        return dict(zip(COLUMNS, next(csv.reader([line.decode()])), strict=True))
    except (ValueError, StopIteration, csv.Error):
        return None


def _whole(path: Path, begin: bytes) -> Iterator[bytes]:
    """The whole lines; a last one that is cut off is left out.

    Raises AnswersError for a line that is too long, and for a first line that is cut off and does not begin
    with `begin`.
    """
    with path.open("rb") as file:
        number = 0
        while line := file.readline(MOST_LINE):
            number += 1
            if line.endswith(b"\n"):
                yield line
            elif len(line) == MOST_LINE or (number == 1 and line[: len(begin)] != begin[: len(line)]):
                raise AnswersError(f"{path}:{number}: not a line of answer")
