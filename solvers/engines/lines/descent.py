"""Belief propagation on a grid of block lines, and the solution to which its estimates lead.

It finds a solution of most random puzzles that have many, often without one conflict; where it finds none,
nothing follows.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from zenkai_solver.solvers.core.deadlines import Deadline
from zenkai_solver.solvers.engines.lines.blockgrid import LineState, Words
from zenkai_solver.solvers.engines.lines.kernels import belief
from zenkai_solver.solvers.kernels.jit import Work
from zenkai_solver.solvers.kernels.warmup import warm_up

FIRST_ROUNDS, ROUNDS = 20, 3  # before the first decision, and between decisions
SHARES = (0.1, 0.05, 0.03, 0.02, 0.01)  # of the cells still open: decided between two updates, per descent
MOST_CONFLICTS = 100  # of a descent
KEPT = 64  # the last decisions, to which a conflict may return

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]


def uniform(grid: LineState) -> Floats:
    """messages[0, row, column, option] from columns to rows, messages[1] from rows to columns, at first."""
    bits = np.ascontiguousarray(grid.cell_bits(), np.float64)
    sent: Floats = np.stack([bits, bits]) / bits.sum(axis=2)[:, :, None]
    return sent


def exchange(grid: LineState, state: Words, messages: Floats, rounds: int, deadline: Deadline) -> None:
    """Update the messages in place, that many times. Raises Interrupted."""
    scratch = belief.scratch_for(grid.lines, state.shape[1])
    for _ in range(rounds):
        deadline.check()
        belief.exchange(grid.lines, state, messages, scratch)


def likely_solution(grid: LineState, within: Bools, deadline: Deadline) -> Words | None:
    """A state in which the cells within[cell] of the grid, an independent part, are decided, one of its
    solutions; None if all descents fail. Raises Interrupted.

    The fewer cells are decided between two updates, the surer and the slower is the descent.
    """
    warm_up(works)
    grid.scratch.within[:] = within
    grid.user = None
    messages = uniform(grid)
    exchange(grid, grid.state, messages, FIRST_ROUNDS - ROUNDS, deadline)
    for share in SHARES:
        if (state := descend(grid, within, messages.copy(), share, deadline)) is not None:
            return state
    return None


def descend(
    grid: LineState, within: Bools, messages: Floats, share: float, deadline: Deadline
) -> Words | None:
    """One descent, which begins with these messages and updates them. Raises Interrupted."""
    stack, branch = np.empty((KEPT, *grid.state.shape), np.uint64), np.zeros((KEPT, 2), np.int64)
    stack[0] = grid.state
    control = np.zeros(3, np.int64)
    left = int(np.count_nonzero(within))
    while True:
        state: Words = stack[control[belief.DEPTH] % KEPT]
        exchange(grid, state, messages, ROUNDS, deadline)
        outcome = belief.descend(
            *(grid.lines, stack, branch, control, grid.scratch, messages),
            *(1 + int(share * left), MOST_CONFLICTS),
        )
        if outcome == belief.FAILED:
            return None
        state = stack[control[belief.DEPTH] % KEPT]
        if outcome == belief.SOLVED:
            return state
        left = int(np.count_nonzero(grid.cell_bits(state).sum(axis=2).reshape(-1)[within] > 1))


def works() -> list[Work]:
    grid = LineState.smallest()
    floats, messages = np.zeros((0, 0)), np.zeros((0, 0, 0, 0))
    scratch = belief.scratch_for(grid.lines, 2)
    stack, ints = np.zeros((0, *grid.state.shape), np.uint64), np.zeros(0, np.int64)
    branch = np.zeros((0, 2), np.int64)
    return [
        Work(belief.exchange, (grid.lines, grid.state, messages, scratch)),
        Work(belief.start_beliefs, (grid.lines, 0, floats, floats, scratch)),
        Work(belief.descend, (grid.lines, stack, branch, ints, grid.scratch, messages, 1, 1)),
    ]
