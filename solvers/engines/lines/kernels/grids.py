"""All that is asked of a grid of block lines: one kernel, since its parts share nearly all of their code.

settle, probe, search    see `crossing`
seams, divide            see `parts`
"""

from __future__ import annotations

from typing import Any

import numpy as np

from zenkai_solver.solvers.engines.lines.kernels import crossing, parts
from zenkai_solver.solvers.engines.lines.kernels.blockline import Ints, Words
from zenkai_solver.solvers.engines.lines.kernels.linestate import Lines, Scratch
from zenkai_solver.solvers.kernels.jit import kernel

SETTLE, PROBE, SEARCH, SEAMS, PARTS = range(5)
NO_BRANCH = np.zeros((0, 2), np.int64)
NOTHING = np.zeros(0, np.int64)


@kernel
def run(
    task: int,
    lines: Lines,
    stack: Words,
    branch: Ints,
    control: Ints,
    scratch: Scratch,
    number: int,
    found: Words,
) -> Any:
    """One of the tasks, on the state stack[0]; SEARCH on all of the stack."""
    if task == SEARCH:
        return crossing.search(lines, stack, branch, control, scratch, number, found)
    state = stack[0]
    if task == SETTLE:
        return int(crossing.settle(lines, state, scratch))
    if task == PROBE:
        return crossing.probe(lines, state, scratch, control, number)
    if task == SEAMS:
        return int(parts.seams(lines, number, state, scratch, control))
    parts.parts(lines, state, scratch, control)
    return 0


def settle(lines: Lines, state: Words, scratch: Scratch) -> bool:
    """Solve lines until nothing changes; False: contradiction."""
    return bool(run(SETTLE, lines, state[None], NO_BRANCH, NOTHING, scratch, 0, state[None]))


def probe(lines: Lines, state: Words, scratch: Scratch, at: Ints, limit: int) -> int:
    return int(run(PROBE, lines, state[None], NO_BRANCH, at, scratch, limit, state[None]))


def search(
    lines: Lines, stack: Words, branch: Ints, control: Ints, scratch: Scratch, budget: int, found: Words
) -> int:
    return int(run(SEARCH, lines, stack, branch, control, scratch, budget, found))


def seams(lines: Lines, line: int, state: Words, scratch: Scratch, cut: Ints) -> bool:
    return bool(run(SEAMS, lines, state[None], NO_BRANCH, cut, scratch, line, state[None]))


def divide(lines: Lines, state: Words, scratch: Scratch, part: Ints) -> None:
    run(PARTS, lines, state[None], NO_BRANCH, part, scratch, 0, state[None])
