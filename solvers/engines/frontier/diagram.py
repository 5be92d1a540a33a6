"""The decision diagram that the frontier method builds of a model: its paths are the solutions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from zenkai_solver.models.csp import Model
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline
from zenkai_solver.solvers.engines.frontier.automata import TooWide
from zenkai_solver.solvers.engines.frontier.counting import advanced, program_of
from zenkai_solver.solvers.engines.frontier.kernels import walk as kernel
from zenkai_solver.solvers.engines.frontier.limits import CountTooLong, Limits
from zenkai_solver.solvers.engines.frontier.program import Program
from zenkai_solver.solvers.kernels import jit
from zenkai_solver.solvers.kernels.ways import number_of

AT_ONCE = 1 << 12  # solutions of a batch
NODE = 9  # bytes: two children, and whether it is alive


@dataclass(frozen=True)
class FrontierDiagram:
    """`order`: the variable of each level; `children`: int32[node, 2], see `kernels.walk`; `number` of
    paths.
    """

    order: np.ndarray
    children: np.ndarray
    projection: np.ndarray
    number: int

    def batches(self, deadline: Deadline = NEVER) -> Iterator[tuple[np.ndarray, float | None]]:
        """Solutions as rows of sorted true variables, 0 after the last, with the share of them so far."""
        if not self.number:
            return
        levels = len(self.order)
        path, tried = np.zeros(levels + 1, np.int64), np.zeros(levels + 1, np.int64)
        true = np.zeros(1 + max(self.order.max(initial=0), self.projection.max(initial=0)), np.bool_)
        depth = done = 0
        while depth >= 0:
            deadline.check()
            rows = np.zeros((AT_ONCE, len(self.projection)), np.int32)
            filled, depth = kernel.walk(
                self.children, self.order, self.projection, path, tried, true, depth, rows
            )
            done += filled
            if filled:
                yield rows[:filled], done / self.number


def diagram(
    model: Model,
    deadline: Deadline = NEVER,
    limits: Limits | None = None,
    order: Sequence[int] | None = None,
) -> FrontierDiagram | None:
    """None if the model is not taken, or its diagram is larger than the limits. Raises Interrupted.

    `order`: in which its variables are read, if that is known.
    """
    try:
        program = program_of(model, deadline, order)
        if program is None:
            return None
        return _built(program, model, deadline, replace(limits or Limits(), spent=0))
    except (CountTooLong, TooWide):
        return None


def _built(reading: Program, model: Model, deadline: Deadline, limits: Limits) -> FrontierDiagram:
    keys, ways = np.zeros((1, reading.words), np.uint64), np.ones((1, 1), np.uint64)
    first, parts = [0], []
    for ops in reading.ops:
        before = len(keys)
        keys, ways, children = advanced(ops, reading, keys, ways, deadline, limits, linked=True)
        first.append(first[-1] + before)
        if NODE * first[-1] > limits.bytes:
            raise CountTooLong
        children[children >= 0] += first[-1]
        parts.append(children)
    every = np.concatenate([*parts, np.full((len(keys), 2), -1, np.int32)])
    alive = np.zeros(len(every), np.bool_)
    alive[first[-1] :] = True
    kernel.prune(every, np.array([*first, len(every)], np.int64), alive)
    order, projection = np.array(reading.order, np.int64), np.array(model.projection, np.int64)
    return FrontierDiagram(order, every, projection, number_of(ways) if reading.possible else 0)


def works() -> list[jit.Work]:
    """The kernels that a walk needs."""
    children, numbers = np.zeros((1, 2), np.int32), np.zeros(2, np.int64)
    alive, rows = np.zeros(1, np.bool_), np.zeros((1, 1), np.int32)
    arguments = (children, numbers, numbers, numbers, numbers, alive, 0, rows)
    return [
        jit.Work(kernel.prune, (children, numbers, alive)),
        jit.Work(kernel.walk, arguments),
    ]
