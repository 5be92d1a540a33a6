"""Many puzzles in one process, or in several: one line of answer each, independent of the others.

    python -m solvers.run FOLDER/*.non --answers FILE.jsonl|FILE.csv|- [--jobs N] [--resume]
    python -m solvers.run PUZZLES.zip

Up to two solutions are searched, or as many as --limit says, with --count all. --time-limit is per puzzle.
"""

from __future__ import annotations

import hashlib
import sys
import time
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, wait
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Protocol

from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.solvers.batch.answers import (
    CUT,
    FOUND,
    UNEXPECTED,
    UNREADABLE,
    UNSUPPORTED,
    Answer,
    Answers,
    opened,
)
from zenkai_solver.solvers.batch.items import BatchItem, items
from zenkai_solver.solvers.core.backend import Options
from zenkai_solver.solvers.core.command import (
    BAD_INPUT,
    COMPLETE,
    CTRL_C,
    CUT_SHORT,
    interruptible,
    say,
    stop_on_signals,
)
from zenkai_solver.solvers.core.command import UNEXPECTED as UNEXPECTED_CODE
from zenkai_solver.solvers.core.deadlines import (
    NEVER,
    Deadline,
    Interrupted,
    Unsupported,
    WrongSolution,
    under,
)
from zenkai_solver.solvers.core.display import StatusLine
from zenkai_solver.solvers.core.events import KeepingBoards
from zenkai_solver.solvers.core.options import RunOptions
from zenkai_solver.solvers.core.pipeline import Tally, prepare, unexpected
from zenkai_solver.solvers.core.processes import processes
from zenkai_solver.solvers.core.searching import Search
from zenkai_solver.solvers.solution_files.output import DEFAULT

LOOK = 0.2  # seconds between two looks whether it is time to stop
REDRAW = 0.1  # seconds between two lines of progress on a terminal
AHEAD = 8  # puzzles per job that wait to be answered
CODES = {UNREADABLE: BAD_INPUT, UNSUPPORTED: BAD_INPUT, CUT: CUT_SHORT, UNEXPECTED: UNEXPECTED_CODE}


class UnreadPuzzle(Protocol):
    """A puzzle that is not read yet: its place for messages, its bytes, and how it is read, with further
    lines of YAML. Reading raises InstanceError, OSError.
    """

    @property
    def place(self) -> str: ...

    @property
    def raw(self) -> bytes: ...

    def instance(self, extra: str) -> Instance: ...


@dataclass(frozen=True)
class Question:
    """The options that every puzzle of the batch has; sent to other processes."""

    backend: str = "auto"
    sat_solver: str | None = None
    symmetry: str = "all"
    limit: int | None = 2  # None: all are counted
    seconds: float | None = None
    extra: str = ""
    quiet: bool = True

    @classmethod
    def of(cls, options: RunOptions) -> Question:
        return cls(
            options.backend,
            options.sat_solver,
            options.symmetry or "all",
            None if options.count else options.limit or 2,
            options.time_limit,
            options.added,
            options.quiet,
        )

    def key(self, item: UnreadPuzzle) -> str:
        """A hash of a puzzle, its place, and what changes its answer."""
        stated = (item.place, self.backend, self.symmetry, self.limit, self.seconds, self.extra)
        hashed = hashlib.blake2b(repr(stated).encode("utf-8", "surrogatepass"), digest_size=8)
        hashed.update(item.raw)
        return hashed.hexdigest()


# ---- one puzzle


def answered(item: UnreadPuzzle, asked: Question, deadline: Deadline = NEVER) -> Answer:
    """Whatever is wrong with the puzzle is its answer. Raises Interrupted for Ctrl-C, WrongSolution."""
    unread = Answer(item.place, asked.key(item), UNREADABLE)
    try:
        instance = item.instance(asked.extra)
    except InstanceError as error:
        return replace(unread, error=error.message if error.file is None else str(error))
    except OSError as error:
        return replace(unread, error=f"cannot read: {error.strerror or error}")
    began = time.monotonic()
    try:
        until = _until(deadline, asked.seconds)
        with under(until):
            answer = _searched(instance, unread, asked, until)
    except Unsupported as error:
        answer = replace(unread, answer=UNSUPPORTED, error=str(error))
    except WrongSolution as error:
        raise WrongSolution(f"{item.place}: {error}") from error
    return replace(answer, seconds=round(time.monotonic() - began, 4))


def _until(deadline: Deadline, seconds: float | None) -> Deadline:
    return replace(deadline, at=time.monotonic() + seconds) if seconds else deadline


def _searched(instance: Instance, unanswered: Answer, asked: Question, deadline: Deadline) -> Answer:
    tally, first, counts = Tally(asked.symmetry), KeepingBoards(1), asked.limit is None
    try:
        with interruptible(deadline):
            engine = Options(asked.sat_solver, 1, wanted=asked.limit)
            prepared = prepare(instance, asked.backend, asked.symmetry, engine)
        search = Search(prepared, deadline, asked.limit, first)
        if counts and search.count_unseen(tally):
            return _judged(replace(unanswered, count=tally.count, all=tally.all), instance, tally)
        limited = search.run(tally)
    except Interrupted as error:
        if deadline.stop.is_set():
            raise
        return replace(unanswered, answer=CUT, all=tally.all, board=first.board, error=str(error))
    count = None if limited else tally.count
    answer = replace(unanswered, count=count, all=tally.all, board=first.board)
    return _judged(answer, instance, None if limited else tally)


def _judged(answer: Answer, instance: Instance, whole: Tally | None) -> Answer:
    """`whole`: the tally of all solutions, which is compared with what the instance expects."""
    wrong = unexpected(instance, whole) if whole is not None else None
    word = UNEXPECTED if wrong else FOUND[2] if not answer.all else FOUND[0] if answer.all == 1 else FOUND[1]
    return replace(answer, answer=word, error=wrong or "")


# ---- many


def run(options: RunOptions) -> int:
    """Answer every puzzle; the exit code. Raises AnswersError, OutputError, OSError, WrongSolution."""
    name = Path(options.instances[0]).name.partition(".")[0]
    asked, output = Question.of(options), options.answers or str(DEFAULT / f"{name}.answers.jsonl")
    inputs = [Path(name) for name in options.instances if Path(name).is_file()]
    kinds: Counter[str] = Counter()
    with stop_on_signals() as deadline_of:
        deadline = deadline_of(None)
        answers = opened(output, options.resume, inputs)
        began = time.monotonic()
        try:
            stopped = _answer_all(options, asked, answers, deadline, kinds)
        finally:
            answers.close()
    if not options.quiet:
        counts = ", ".join(f"{number:,} {kind}" for kind, number in sorted(kinds.items())) or "none"
        state = "stopped" if stopped else "complete"
        seconds = time.monotonic() - began
        where = "" if output == "-" else f"; {output}"
        total, stream = kinds.total(), sys.stderr if output == "-" else sys.stdout
        say(f"{total:,} puzzles: {counts}; {state}; {seconds:.2f} s{where}", stream)
    if stopped:
        return CTRL_C
    return max((CODES.get(kind, COMPLETE) for kind in kinds), default=COMPLETE)


def _answer_all(
    options: RunOptions, asked: Question, answers: Answers, deadline: Deadline, kinds: Counter[str]
) -> bool:
    """Was it stopped? `kinds` counts the answers, also those that were there."""
    status, began = StatusLine(options.quiet, REDRAW), time.monotonic()
    left = _unanswered(items(options.instances), asked, answers, kinds)
    made = (
        (answered(item, asked, deadline) for item in left)
        if options.jobs in (None, 1)
        else _shared(left, asked, options.jobs, deadline)
    )
    try:
        for answer in made:
            answers.write(answer)
            kinds[answer.answer] += 1
            if status.due():
                rate = kinds.total() / (time.monotonic() - began)
                status.show(f"{answer.place}: {kinds.total():,} puzzles, {rate:,.0f}/s")
            deadline.check()
    except Interrupted:
        return True
    finally:
        status.end()
    return False


def _unanswered(
    every: Iterable[BatchItem], asked: Question, answers: Answers, kinds: Counter[str]
) -> Iterator[BatchItem]:
    """The puzzles after those whose answers the file has; other answers are cut off."""
    known = iter(answers.known)
    same = 0
    for item in every:
        answer = next(known, None) if same >= 0 else None
        if answer is not None and answer.key == asked.key(item):
            kinds[answer.answer] += 1
            same += 1
            continue
        if same >= 0:
            answers.cut(same)
            same = -1
        yield item
    if same >= 0:
        answers.cut(same)


def _shared(left: Iterable[BatchItem], asked: Question, jobs: int, deadline: Deadline) -> Iterator[Answer]:
    """The answers of processes, in the order of the puzzles. Raises Interrupted, Refused where one dies."""
    waiting: deque[Future[Answer]] = deque()
    source = iter(left)
    with processes(
        jobs, "a process of --jobs died, perhaps from too little memory; --resume continues"
    ) as pool:
        while True:
            some = islice(source, AHEAD * jobs - len(waiting))
            waiting += (pool.submit(answered, item, asked) for item in some)
            if not waiting:
                return
            yield _awaited(waiting.popleft(), deadline)


def _awaited(answer: Future[Answer], deadline: Deadline) -> Answer:
    while not wait((answer,), timeout=LOOK).done:
        deadline.check()
    return answer.result()
