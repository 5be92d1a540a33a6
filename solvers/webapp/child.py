"""The child process of a job: reads the job from its working folder, and reports to the server.

Each line of its standard output is a JSON object: {"message": line}, {"drawing": ...}, or members of the
state of the job. It ends when its standard input is closed: then the server is gone.
"""

from __future__ import annotations

import importlib
import io
import json
import os
import secrets
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.grid import EMPTY, OUTSIDE
from zenkai_solver.models.loading import loads
from zenkai_solver.models.puzzle import Instance, Moving, Telling, copies_of
from zenkai_solver.solvers.commands.single import opened, outcome_of_kept
from zenkai_solver.solvers.core.command import (
    BAD_INPUT,
    COMPLETE,
    CTRL_C,
    CUT_SHORT,
    REPORT,
    Refused,
    interruptible,
    stop_on_signals,
)
from zenkai_solver.solvers.core.deadlines import Deadline, Interrupted, Unsupported, WrongSolution
from zenkai_solver.solvers.core.display import Remaining
from zenkai_solver.solvers.core.events import (
    SEARCHING,
    Event,
    Listener,
    Message,
    ModelBuilt,
    Outcome,
    Phase,
    SolutionsCounted,
    SolutionsFound,
)
from zenkai_solver.solvers.core.options import RunOptions
from zenkai_solver.solvers.core.pipeline import Chunk, Tally, missed, prepare
from zenkai_solver.solvers.core.progress import alive
from zenkai_solver.solvers.core.reporting import opening
from zenkai_solver.solvers.cubes.progress import Progress
from zenkai_solver.solvers.solution_files.results import write_whole
from zenkai_solver.solvers.webapp import generating
from zenkai_solver.solvers.webapp.errors import Wrong, kind_of
from zenkai_solver.solvers.webapp.helper import bounded

FILE, FOLDER, TABLE, SET = "solutions.jsonl", "run", "table.json", "solutions.zset"
PROOF, MADE = "solutions.cert", "made.yaml"
EVERY = 0.05  # seconds between two lines about progress
TABLED = 0.4  # the same with a table of all cells
FIRST = 12  # solutions that are drawn at once
MOST_STEPS = 20_000
FORESEEING = 0.5  # seconds for an estimate
MOST_TOLD = 100_000  # characters of what a command says
MARGIN = 1.25  # of the memory that a search stops at: at this it is killed


def main() -> int:
    out = _own_output()
    asked = json.loads(Path("job.json").read_bytes())
    _watch(float(asked["memory"]))
    teller = Teller(out)
    if asked["what"] in COMMANDS:
        commanded(asked, teller)
        return COMPLETE
    try:
        with stop_on_signals() as deadline_of:
            seconds = min(asked["seconds"] or asked["most"], asked["most"])
            text = Path("puzzle.yaml").read_text(encoding="utf-8")
            instance = loads(text, asked["name"])
            teller(family=instance.puzzle.family)
            WORK[asked["what"]](instance, asked, deadline_of(seconds, asked["memory"]), teller)
    except (Interrupted, KeyboardInterrupt) as error:
        teller(reason=str(error) or "stopped")
    except (InstanceError, Unsupported, Refused, Wrong) as error:
        teller(error=str(error), kind=kind_of(error))
    except WrongSolution as error:
        teller(error=f"{REPORT}{error}")
    except OSError as error:
        teller(error=error.strerror or "a file cannot be written", kind=kind_of(error))
    except Exception as error:  # the last net: of the error only its kind, which names no file
        teller(error=f"{REPORT}{type(error).__name__}")
    return COMPLETE


def _own_output() -> int:
    """A copy of standard output; what else is printed there goes to standard error."""
    sys.stdout.flush()
    number = os.dup(1)
    os.dup2(2, 1)
    return number


def _watch(memory: float) -> None:
    """End this process with its parent, or when it uses far too much memory."""

    def parent() -> None:
        while os.read(0, 1024):
            pass
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(5)
        os._exit(1)

    threading.Thread(target=parent, daemon=True).start()
    bounded(MARGIN * memory)


@dataclass(frozen=True)
class Teller:
    """Sends lines to the server."""

    out: int

    def __call__(self, **members: Any) -> None:
        data = (json.dumps(members) + "\n").encode()
        while data:
            data = data[os.write(self.out, data) :]


# ---- searches


def search(instance: Instance, asked: dict[str, Any], deadline: Deadline, teller: Teller) -> None:
    """All solutions, a count, or whether there is one."""
    options, began = _options(asked), time.monotonic()
    page = PageListener(instance, teller, asked["disk"])
    if asked["keep"]:
        kept(instance, options, deadline, page)
        return
    with interruptible(deadline):
        run = opened(instance, options, deadline, (Path("puzzle.yaml"),), began)
    run.listener = page
    run.execute()


def _options(asked: dict[str, Any]) -> RunOptions:
    what = asked["what"]
    return RunOptions(
        ("puzzle.yaml",),
        output=FILE if what != "count" else None,
        symmetry=asked["symmetry"],
        limit=asked["limit"] if what == "all" else None,
        count=what == "count",
        unique=what == "unique",
        certify=asked["certify"] and what != "unique" and not asked["limit"],
        run_dir=Path(FOLDER) if asked["keep"] else None,
        resume=asked["keep"],
        max_memory=asked["memory"] if asked["keep"] else None,
    )


def totals(outcome: Outcome) -> dict[str, Any]:
    """The parts of the verdict, as members of the job's state."""
    tally, ending = outcome.tally, outcome.ending
    return {
        "written": tally.written,
        "count": tally.count,
        "all": tally.all,
        "symmetry": tally.symmetry,
        "order": outcome.order,
        "digest": tally.digest if tally.written else None,
        "reason": ending.reason,
        "levels": list(ending.levels),
        "seconds": round(ending.seconds, 3),
        "missed": missed(outcome.instance, tally) if ending.reason is None else {},
        "known": bool(outcome.instance.expect),
        "proof": Path(PROOF).is_file(),
    }


class PageListener(Listener):
    """Sends the events of a run to the server; the solutions file has at most `disk` bytes."""

    def __init__(self, instance: Instance, teller: Teller, disk: int) -> None:
        self.instance, self.teller, self.disk = instance, teller, disk
        self.shares = Shares.of(instance)
        self.began = self.last = self.tabled = time.monotonic()
        self.drawn, self.remaining = 0, Remaining()
        self.pieces: set[int] = set()  # how many a figure is cut into, in the solutions so far

    @property
    def foresees(self) -> bool:
        return True

    def hear(self, event: Event) -> None:
        match event:
            case ModelBuilt():
                self.teller(message=opening(event.prepared))
            case Message():
                self.teller(message=event.text)
            case SolutionsFound():
                self._found(event.chunk, event.tally)
            case SolutionsCounted():
                self._progress(event.newest.progress, event.number)
            case Outcome():
                self.teller(**totals(event), pieces=sorted(self.pieces))

    def during(self, phase: Phase) -> AbstractContextManager[object]:
        if phase == SEARCHING:
            return self._searching()
        name = self.instance.name
        return alive(phase.words, lambda text: self.message(f"{name}: {text}"), quiet=False)

    @contextmanager
    def _searching(self) -> Iterator[None]:
        self.began = self.last = self.tabled = time.monotonic()
        try:
            yield
        finally:
            if self.shares is not None:
                self.teller(cells=self.shares.table())

    def _found(self, chunk: Chunk, tally: Tally) -> None:
        """Draw the first solutions, count values of cells, and check the size of the file."""
        for i in range(min(FIRST - self.drawn, len(chunk))):
            number = tally.written - len(chunk) + i + 1
            picture = self.instance.puzzle.svg(chunk.board(i))
            self.teller(drawing=[number, picture, chunk.orbits[i]])
            self.drawn += 1
        if isinstance(self.instance.puzzle, Moving):
            boards = map(chunk.board, range(len(chunk)))
            self.pieces |= {len({*"".join(board)} - {EMPTY, OUTSIDE}) for board in boards}
        if self.shares is not None:
            self.shares.add(chunk)
        check_size(self.disk)
        self._progress(chunk.progress, tally.written)

    def _progress(self, share: float | None, number: int) -> None:
        now = time.monotonic()
        if now - self.last < EVERY:
            return
        self.last, seconds = now, now - self.began
        left = self.remaining.says(share, seconds)
        self.teller(sofar=number, seconds=round(seconds, 2), share=share, left=left)
        if self.shares is not None and now - self.tabled >= TABLED:
            self.tabled = now
            self.teller(cells=self.shares.table())


def check_size(most: int) -> None:
    """Raise Interrupted where the solutions file has more bytes."""
    if os.path.exists(FILE) and os.path.getsize(FILE) > most:
        raise Interrupted(f"limit of {most >> 20:,} MiB of solutions")


@dataclass
class Shares:
    """How often each cell has each value in the solutions so far, of puzzles whose boards show one per cell.

    `table` is [[row, column, {value: times}]].
    """

    times: dict[tuple[int, int], dict[str, int]] = field(default_factory=dict)

    @classmethod
    def of(cls, instance: Instance) -> Shares | None:
        puzzle = instance.puzzle
        if not isinstance(puzzle, Telling) or copies_of(puzzle).labels:
            return None
        if any(len(cells) > 1 or not label for label, cells in puzzle.facts):
            return None
        return cls()

    def add(self, chunk: Chunk) -> None:
        if not len(chunk):
            return
        import numpy as np

        texts = [text.decode() for text in chunk.texts]
        width = texts[0].index("\n") + 1 if "\n" in texts[0] else len(texts[0]) + 1
        values = np.array(texts).view(np.uint32).reshape(len(texts), -1)
        for place, column in enumerate(values.T):
            times = self.times.setdefault(divmod(place, width), {})
            for value, number in zip(*np.unique(column, return_counts=True)):
                times[chr(value)] = times.get(chr(value), 0) + int(number)

    def table(self) -> list[Any]:
        return [[r, c, times] for (r, c), times in self.times.items() if "\n" not in times]


def kept(instance: Instance, options: RunOptions, deadline: Deadline, page: PageListener) -> None:
    """A run in the folder, begun or resumed; its solutions are merged into the file when it is complete."""
    from zenkai_solver.solvers.commands.merge import merge
    from zenkai_solver.solvers.cubes import kept as runs

    began, folder = time.monotonic(), Path(FOLDER)
    progress = KeptProgress(instance.name, teller=page.teller)
    ended = runs.run(instance, folder, options, deadline, progress)
    outcome = outcome_of_kept(instance, folder, options, ended, deadline, page, began)
    if outcome.ending.reason is None and not options.count:
        merge([folder], Path(FILE), None)
    page.hear(outcome)


@dataclass
class KeptProgress(Progress):
    """Sends the progress of a kept run to the server, in place of a line on stderr."""

    teller: Teller = field(kw_only=True)
    reported: float = 0.0

    def show(self, workers: int) -> None:
        now = time.monotonic()
        if now - self.reported < EVERY:
            return
        self.reported, seconds = now, now - self.began
        share = self.done / self.total if self.total else 0.0
        left = self.estimate.says(share, seconds) if 0 < share < 1 else ""
        self.teller(sofar=self.solutions, seconds=round(seconds, 2), share=share, left=left)


# ---- questions


def ask(instance: Instance, asked: dict[str, Any], deadline: Deadline, teller: Teller) -> None:
    """The table of how many solutions have each label in each cell, by a compiled set of all solutions.

    About how many there are is told before, so that a person can stop it.
    """
    from zenkai_solver.solvers.sets import queries
    from zenkai_solver.solvers.sets.compiling import compile_instance
    from zenkai_solver.solvers.sets.files import write_set

    began = time.monotonic()
    foresee(instance, deadline, teller)
    with interruptible(deadline):
        compiled = compile_instance(instance, deadline)
    cells: dict[tuple[int, int], dict[str, int]] = {}
    for label in compiled.labels:
        for cell, number in queries.share(compiled, label).items():
            if number:
                cells.setdefault(cell, {})[label] = number
    rows = [[r, c, times] for (r, c), times in sorted(cells.items())]
    write_set(Path(SET), compiled)
    write_whole(Path(TABLE), json.dumps({"total": compiled.count, "cells": rows}).encode())
    seconds = round(time.monotonic() - began, 3)
    teller(all=compiled.count, symmetry="all", reason=compiled.reason, seconds=seconds, levels=[], table=True)


def foresee(instance: Instance, deadline: Deadline, teller: Teller) -> None:
    """Tell about how many solutions there are, where that is known soon. Raises Interrupted."""
    from zenkai_solver.solvers.core.estimating import estimate

    with suppress(Unsupported, Interrupted), interruptible(deadline):
        estimated = estimate(prepare(instance), FORESEEING, deadline)
        if estimated.all:
            teller(foreseen=round(estimated.all), surely=estimated.exact)
    deadline.check()


def steps(instance: Instance, _: dict[str, Any], deadline: Deadline, teller: Teller) -> None:
    """The steps that need no search as a table: {"open": svg, "steps": [{"reason", "where", "cells"}]}.

    `reason` is the level of the step, or "contradiction"; `where` are the rules in words, in a case after the
    fact that it shows. Cells are [row, column, label], counted from 0.
    """
    from zenkai_solver.solvers.explanations.shown import facts_words, rules_words
    from zenkai_solver.solvers.explanations.tracing import Deduction

    puzzle, began, table = instance.puzzle, time.monotonic(), []
    deduction = Deduction(puzzle, deadline)
    for step, filled in islice(deduction, MOST_STEPS):
        where = rules_words(deduction.theory, step.rules)
        if step.level == "case":
            where = [*facts_words(deduction.theory, step.follows), *where]
        cells = [[r, c, label] for (r, c), label in filled]
        table.append(
            {"reason": step.level if step.follows else "contradiction", "where": where, "cells": cells}
        )
        teller(sofar=len(table))
    shown = {"open": puzzle.svg(deduction.opened), "steps": table}
    write_whole(Path(TABLE), json.dumps(shown, ensure_ascii=False).encode())
    teller(all=len(table), reason=None, seconds=round(time.monotonic() - began, 3), levels=[], table=True)


def hint(instance: Instance, asked: dict[str, Any], deadline: Deadline, teller: Teller) -> None:
    """The next step from what is entered on the board, as a table: {"hints": [where to look, by which
    technique, the step]}; one text if something is wrong, or nothing follows.
    """
    from zenkai_solver.solvers.commands.explain import hints
    from zenkai_solver.solvers.explanations.filled import PartlyFilled
    from zenkai_solver.solvers.explanations.theory import stage_with_solution, theory_of
    from zenkai_solver.solvers.webapp.entered import shown_on

    began = time.monotonic()
    with interruptible(deadline):
        theory = theory_of(stage_with_solution(instance, deadline)[1])
        values = shown_on(instance.puzzle, asked["board"])
        open_values = {cell: label for cell, label in values.items() if cell in theory.bearing}
        told = [text for _, text in hints(theory, PartlyFilled.of_values(theory, open_values), 3, deadline)]
    write_whole(Path(TABLE), json.dumps({"hints": told}, ensure_ascii=False).encode())
    teller(all=len(told), reason=None, seconds=round(time.monotonic() - began, 3), levels=[], table=True)


# ---- commands of zenkai, which answer in words


COMMANDS: dict[str, tuple[str, ...]] = {
    "estimate": ("run", "puzzle.yaml", "--estimate"),
    "explain": ("explain", "puzzle.yaml"),
    "rate": ("explain", "puzzle.yaml", "--rate"),
    "none": ("explain", "puzzle.yaml", "--none"),
    "spare": ("explain", "puzzle.yaml", "--spare"),
    "why": ("explain", "puzzle.yaml", "--why"),
    "make-unique": ("make-unique", "puzzle.yaml", "-o", MADE),
    "fewest": ("make-unique", "puzzle.yaml", "--fewest-fixed", "-o", MADE),
    "generate": ("generate",),
}


def commanded(asked: dict[str, Any], teller: Teller) -> None:
    """What the command says, as `told`, and as `made` the text of the puzzle that it has made."""
    name, *words = COMMANDS[asked["what"]]
    if asked["what"] in ("why", "generate"):
        words.append(asked["about"])
    if asked["what"] == "generate":
        words += generating.words(asked["about"], asked["options"])
        words += ["--seed", str(secrets.randbelow(10**6)), "-o", MADE]
    seconds = min(asked["seconds"] or asked["most"], asked["most"])
    began, lines, faults = time.monotonic(), SentLines(teller), io.StringIO()
    main = importlib.import_module(f"zenkai_solver.solvers.commands.{name.replace('-', '')}").main
    with redirect_stdout(lines), redirect_stderr(faults):
        try:
            code = main([*words, "--time-limit", str(max(1, int(seconds)))])
        except SystemExit as ended:  # of words that the command does not know
            code = ended.code
    lines.send()
    made = Path(MADE).read_text(encoding="utf-8") if Path(MADE).exists() else None
    complaint = faults.getvalue().strip().rpartition("\n")[2]
    state: dict[str, Any] = {"made": made, "levels": [], "seconds": round(time.monotonic() - began, 3)}
    if code in (CTRL_C, CUT_SHORT):
        teller(**state, reason="stopped" if code == CTRL_C else "time limit")
    elif code == BAD_INPUT or (code != COMPLETE and not lines.text):
        teller(**state, error=complaint.partition(": ")[2] or complaint or "no answer", kind="puzzle")
    else:
        teller(**state, reason=None)


@dataclass
class SentLines(io.StringIO):
    """A stream whose text goes to the server now and then."""

    teller: Teller
    text: str = ""
    sent: float = 0.0

    def write(self, text: str) -> int:
        self.text = (self.text + text)[:MOST_TOLD]
        if time.monotonic() - self.sent >= TABLED:
            self.send()
        return len(text)

    def send(self) -> None:
        self.sent = time.monotonic()
        self.teller(told=self.text)


WORK: dict[str, Callable[[Instance, dict[str, Any], Deadline, Teller], None]] = {
    "all": search,
    "count": search,
    "unique": search,
    "shares": ask,
    "steps": steps,
    "hint": hint,
}

if __name__ == "__main__":
    sys.exit(main())
