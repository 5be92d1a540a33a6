"""The number of solutions of a connected problem, by dynamic programming over its frontier.

The items are passed in one order; see `states`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from zenkai_solver.solvers.core.deadlines import Deadline
from zenkai_solver.solvers.engines.exactcover.kernels import frontier as kernel
from zenkai_solver.solvers.engines.exactcover.quotient import CountingProblem, Option
from zenkai_solver.solvers.engines.exactcover.states import (
    WORD,
    Effort,
    Pass,
    StateLayout,
    TooMuch,
    passes,
)
from zenkai_solver.solvers.kernels.jit import Work
from zenkai_solver.solvers.kernels.ways import (
    LONGER,
    FrontierTable,
    larger,
    number_of,
    reindex,
    size_of,
    table,
)

MAX_BYTES = 1 << 28  # of two tables of states; above it the count is given up
AT_ONCE = 1 << 14  # states between two looks at the clock
TRIED, ADDED = 4e-9, 120e-9  # seconds to test whether a move fits a state, and to make it, measured
SMALL = 1 << 10  # states a table begins with


def _step(layout: StateLayout, step: Pass) -> kernel.Step:
    words = [((mask & -mask).bit_length() - 1) // WORD for mask, _ in step.fields]
    shifted = zip(words, step.fields, strict=True)
    within = [(mask >> WORD * j, least >> WORD * j) for j, (mask, least) in shifted]
    free, amount, marks = (layout.rows([move[part] for move in step.moves]) for part in range(3))
    return kernel.Step(
        item=layout.row(1 << step.item),
        free=free,
        amount=amount,
        marks=marks,
        guards=layout.row(layout.guards),
        must=layout.row(step.must),
        clear=layout.row(step.clear),
        word=np.array(words, np.int64),
        mask=np.array([mask for mask, _ in within], np.uint64),
        least=np.array([least for _, least in within], np.uint64),
    )


def count_connected(
    problem: CountingProblem, order: Sequence[int], deadline: Deadline, effort: Effort
) -> int:
    """The number of solutions. Raises TooMuch, Interrupted."""
    layout = StateLayout(problem)
    keys, ways = layout.rows([layout.start]), np.ones((1, 1), np.uint64)
    for number, step in enumerate(passes(problem, order, layout), start=1):
        keys, ways = _advanced(_step(layout, step), keys, ways, len(order) - number, deadline, effort)
    return number_of(ways)


def _advanced(
    step: kernel.Step,
    keys: np.ndarray,
    ways: np.ndarray,
    steps_left: int,
    deadline: Deadline,
    effort: Effort,
) -> tuple[np.ndarray, np.ndarray]:
    """The states after the step, and the ways to each. Raises TooMuch, Interrupted."""
    before = effort.spent
    reached = _room(max(SMALL, 2 * len(step.free)), ways.shape[1], keys.shape[1])
    at = used = 0
    while at < len(keys):
        deadline.check()
        began, end = at, min(len(keys), at + AT_ONCE)
        at, used, added = kernel.advance(step, keys, ways, at, end, reached, used)
        effort.spent += ADDED * added + TRIED * (at - began) * len(step.free)
        effort.check(used)
        if not effort.pays(effort.spent - before, steps_left):
            raise TooMuch
        if used == LONGER:
            longer = np.pad(ways, ((0, 0), (0, 1)))
            return _advanced(step, keys, longer, steps_left, deadline, effort)
        if at < end:
            reached = _larger(reached, used)
    return reached.keys[:used].copy(), reached.ways[:used].copy()


def works() -> list[Work]:
    """The kernels that counting needs."""
    problem = CountingProblem(1, (Option((0,), {}, ()),), (), (), 0)
    layout, reached = StateLayout(problem), _room(1, 1, 1)
    [step] = (_step(layout, step) for step in passes(problem, [0], layout))
    keys, ways = layout.rows([layout.start]), np.ones((1, 1), np.uint64)
    return [
        Work(kernel.advance, (step, keys, ways, 0, 1, reached, 0)),
        Work(reindex, (reached, 0)),
    ]


def _room(states: int, limbs: int, words: int) -> FrontierTable:
    return table(1 << (states - 1).bit_length(), words, limbs)


def _larger(reached: FrontierTable, used: int) -> FrontierTable:
    if size_of(2 * len(reached.keys), reached.keys.shape[1], reached.ways.shape[1]) > MAX_BYTES:
        raise TooMuch
    return larger(reached, used)
