"""The reasoning of an engine, written to a file or shown on a terminal: `--trace FILE` and `--animate`."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from zenkai_solver.models.puzzle import Labelled, Puzzle
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.backend import Deadline, Interrupted, Step, SteppingBackend, Unsupported
from zenkai_solver.solvers.display import style_for
from zenkai_solver.solvers.files.output import whole
from zenkai_solver.solvers.pipeline import Prepared


def follow(prepared: Prepared, deadline: Deadline, trace: Path | None, speed: float | None) -> None:
    """Before a search, write the steps to `trace` and show them at `speed` per second; None: not asked for.

    Raises Unsupported if the engine or the puzzle cannot, or there is no terminal; OSError.
    """
    if trace is None and speed is None:
        return
    engine, puzzle = prepared.backend, prepared.instance.puzzle
    if not isinstance(engine, SteppingBackend) or not isinstance(puzzle, Labelled):
        raise Unsupported("--trace and --animate need an engine that works step by step, such as lines")
    if trace is not None:
        write(engine.steps(prepared.model, deadline), puzzle.symbols, trace)
    with suppress(Interrupted):  # the search that follows ends for the same reason, and says it
        if speed is not None:
            animate(puzzle, boards(puzzle, engine.steps(prepared.model, deadline)), speed, deadline)


def write(steps: Iterable[Step], labels: str, path: Path) -> None:
    """One JSON object per step, as many as there are until it is cut short; rows and columns count from 1.

    Raises OSError.
    """
    with whole(path) as file, suppress(Interrupted):
        for step in steps:
            file.write((as_json(step, labels) + "\n").encode())


def as_json(step: Step, labels: str) -> str:
    cells = [[r + 1, c + 1, labels[value]] for (r, c), value in step.cells]
    return json.dumps({"where": step.where, "cells": cells, "reason": step.reason}, ensure_ascii=False)


def boards(puzzle: Labelled, steps: Iterable[Step]) -> Iterator[tuple[Board, Step]]:
    """The board after each step."""
    rows = [list(row) for row in puzzle.open_board]
    for step in steps:
        for (r, c), value in step.cells:
            rows[r][c] = puzzle.symbols[value]
        yield tuple("".join(row) for row in rows), step


def animate(puzzle: Puzzle, frames: Iterable[tuple[Board, Step]], speed: float, deadline: Deadline) -> None:
    """Draw the board after each step in place. Raises Unsupported where there is no terminal."""
    if not sys.stdout.isatty() or speed <= 0:
        raise Unsupported("--animate needs a terminal and a speed above 0")
    from rich.live import Live
    from rich.text import Text

    style = style_for(sys.stdout)
    with Live(auto_refresh=False) as live:
        for number, (board, step) in enumerate(frames, 1):
            caption = f"{number}. {step.where}: {len(step.cells)} cells, {step.reason}"
            live.update(Text(f"{puzzle.render(board, style)}\n{caption}"), refresh=True)
            time.sleep(1 / speed)
            deadline.check()
