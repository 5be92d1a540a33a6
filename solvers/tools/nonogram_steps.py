"""The deductions of a run, written to a file or shown on a terminal: `--trace FILE` and `--animate`.

Both need a model whose structure is a grid of block lines, and follow `solvers.engines.lines.deduction`.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zenkai_solver.models.blocks import BlockGrid
from zenkai_solver.models.puzzle import Puzzle
from zenkai_solver.solvers.backend import Deadline, Interrupted, Unsupported
from zenkai_solver.solvers.display import style_for
from zenkai_solver.solvers.pipeline import Prepared

if TYPE_CHECKING:
    from zenkai_solver.solvers.engines.lines.deduction import Step  # which loads compiled code

SPEED = 20.0  # steps a second


def add_arguments(p: argparse.ArgumentParser) -> None:
    p.add_argument(
        "--trace", type=Path, metavar="FILE", help="nonograms: write the deductions, a JSON line each"
    )
    p.add_argument(
        "--animate", action="store_true", help="nonograms: fill the grid step by step on the terminal"
    )
    p.add_argument("--speed", type=float, default=SPEED, metavar="N", help="steps a second of --animate")


def follow(prepared: Prepared, args: argparse.Namespace, deadline: Deadline) -> None:
    """What the arguments ask for, before the search. Raises Unsupported, OSError."""
    if args.trace is None and not args.animate:
        return
    structure = prepared.model.structure
    if not isinstance(structure, BlockGrid):
        raise Unsupported("--trace and --animate follow the logic of nonograms only")
    from zenkai_solver.solvers.engines.lines import deduction

    puzzle: Any = prepared.instance.puzzle  # with this structure, one that has a sheet
    with suppress(Interrupted):  # the search that follows ends for the same reason, and says it
        if args.trace is not None:
            with args.trace.open("w", encoding="utf-8") as file:
                deduction.write(deduction.steps(structure, deadline), puzzle.sheet.labels, file)
        if args.animate:
            animate(puzzle, structure, puzzle.sheet.labels, args.speed, deadline)


def boards(
    structure: BlockGrid, labels: str, steps: Iterator[Step]
) -> Iterator[tuple[tuple[str, ...], Step]]:
    """The board after each step, ? where a cell is open."""
    rows = [["?"] * len(structure.columns) for _ in structure.rows]
    for step in steps:
        for (r, c), ink in step.cells:
            rows[r][c] = labels[ink]
        yield tuple("".join(row) for row in rows), step


def animate(puzzle: Puzzle, structure: BlockGrid, labels: str, speed: float, deadline: Deadline) -> None:
    """Draw the board after each step in place. Raises Unsupported where there is no terminal."""
    if not sys.stdout.isatty() or speed <= 0:
        raise Unsupported("--animate needs a terminal and a speed above 0")
    from rich.live import Live
    from rich.text import Text

    from zenkai_solver.solvers.engines.lines import deduction

    style = style_for(sys.stdout)
    with Live(auto_refresh=False) as live:
        steps = deduction.steps(structure, deadline)
        for number, (board, step) in enumerate(boards(structure, labels, steps), 1):
            caption = f"{number}. {step.where}: {len(step.cells)} cells, {step.reason}"
            live.update(Text(f"{puzzle.render(board, style)}\n{caption}"), refresh=True)
            time.sleep(1 / speed)
            deadline.check()
