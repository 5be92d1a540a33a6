"""The steps before a search, for puzzles filled cell by cell: `--trace`, `--animate` and the page."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from zenkai_solver.models.grid import EMPTY, Cell
from zenkai_solver.models.puzzle import Labelled, Puzzle
from zenkai_solver.solvers.core.deadlines import Bounded, Deadline, Interrupted, Unsupported
from zenkai_solver.solvers.core.display import style_for
from zenkai_solver.solvers.explanations.checking import StepChecker, check
from zenkai_solver.solvers.explanations.marks import SilentMarks
from zenkai_solver.solvers.explanations.oracle import Oracle
from zenkai_solver.solvers.explanations.search import deductions, works
from zenkai_solver.solvers.explanations.steps import KnownFacts, SolvingStep
from zenkai_solver.solvers.explanations.theory import theory_of
from zenkai_solver.solvers.explanations.wording import Wording
from zenkai_solver.solvers.kernels.warmup import compile_missing
from zenkai_solver.solvers.solution_files.output import whole

MOST_LOOKS = 100_000  # looks at the clock, between which work is bounded: some seconds

Filled = list[tuple[Cell, str]]


class Deduction:
    """The steps that need no search (`search.deductions`), each checked by another solver.

    `opened`: the board before them. During iteration `number` counts them, `rows` is the current board and
    `open` the set of undecided cells. They end early at the deadline, after MOST_LOOKS, or if the puzzle is
    too large; `cut` says why. `impossible`: the last step is a contradiction, so that there is no solution.

    Raises Unsupported if the puzzle is not about cells that have one value each.
    """

    def __init__(self, puzzle: Puzzle, deadline: Deadline) -> None:
        if not isinstance(puzzle, Labelled):
            raise Unsupported(
                "these steps fill one cell after another: `zenkai explain` shows those of others"
            )
        self.theory, self.deadline = theory_of(puzzle), deadline
        self.opened = puzzle.open_board
        self.rows = [list(row) for row in self.opened]
        self.open = set(self.theory.bearing)
        self.number, self.impossible, self.cut = 0, False, ""

    def __iter__(self) -> Iterator[tuple[SolvingStep, Filled]]:
        """Each step with the cells that it decides, and their labels."""
        bounded = Bounded.within(self.deadline, MOST_LOOKS)
        try:
            with Oracle(self.theory, bounded) as oracle, StepChecker(self.theory, self.deadline) as checker:
                state = KnownFacts(oracle, self.theory.given, marks=SilentMarks(self.theory))
                known = frozenset(state.known)
                self._fill(known, known)
                for step in deductions(self.theory, oracle):
                    check(checker, self.number + 1, step)
                    state.learn(step.follows)
                    now = frozenset(state.known)
                    self.number += 1
                    self.impossible = not step.follows
                    yield step, self._fill(now, now - known)
                    known = now
        except (Interrupted, Unsupported) as cut:
            self.cut = str(cut)

    def _fill(self, known: frozenset[int], new: frozenset[int]) -> Filled:
        """Write the cells that the `new` facts decide to the board; these cells and labels."""
        filled: Filled = []
        touched = {cell for lit in new for cell in self.theory.facts[abs(lit)][1]}
        for cell in sorted(touched & self.open):
            labels = self.theory.bearing[cell]
            label = next(
                (name for name, variables in labels.items() if not known.isdisjoint(variables)), None
            )
            if label is None and all(-var in known for variables in labels.values() for var in variables):
                label = EMPTY
            if label is not None:
                self.open.remove(cell)
                self.rows[cell[0]][cell[1]] = label
                filled.append((cell, label))
        return filled

    @property
    def ending(self) -> str:
        """The result of the steps, in words."""
        steps = f"{self.number:,} {'step' if self.number == 1 else 'steps'}"
        if self.impossible:
            return f"{steps}; there is no solution"
        left = f"{len(self.open):,} cells are left to the search" if self.open else "the solution"
        return "; ".join(filter(None, (steps, left, self.cut)))


def follow(puzzle: Puzzle, deadline: Deadline, trace: Path | None, speed: float | None) -> None:
    """Write the steps to the file `trace`, and show them, `speed` per second, on the terminal; neither if
    None.

    Raises Unsupported if the puzzle has no such steps, or there is no terminal; OSError.
    """
    if speed is not None and (not sys.stdout.isatty() or speed <= 0):
        raise Unsupported("--animate needs a terminal and a speed above 0")
    steps = Deduction(puzzle, deadline)
    compile_missing(works(steps.theory))
    if trace is not None:
        write(steps, trace)
        steps = Deduction(puzzle, deadline)
    if speed is not None:
        animate(puzzle, steps, speed)


def write(steps: Deduction, path: Path) -> None:
    """Write a line for each step, as of `zenkai explain --json`, then the result. Raises OSError."""
    wording = Wording(steps.theory)
    with whole(path) as file:
        for step, _ in steps:
            line = wording.json(steps.number, step)
            file.write((json.dumps(line, ensure_ascii=False) + "\n").encode())
        last = {"steps": steps.number, "open": len(steps.open), "said": steps.ending}
        file.write((json.dumps(last, ensure_ascii=False) + "\n").encode())


def animate(puzzle: Puzzle, steps: Deduction, speed: float) -> None:
    """Draw the board after each step in place, with the step below it."""
    from rich.live import Live
    from rich.text import Text

    style, wording = style_for(sys.stdout), Wording(steps.theory)

    def drawn(caption: str) -> Text:
        return Text(f"{puzzle.render(tuple(map(''.join, steps.rows)), style)}\n{caption}")

    with Live(auto_refresh=False) as live:
        for step, _ in steps:
            first, *others = wording.lines(steps.number, step).splitlines()
            live.update(drawn(f"{first} ... {others[-1].strip()}" if others else first), refresh=True)
            time.sleep(1 / speed)
        live.update(drawn(steps.ending), refresh=True)
