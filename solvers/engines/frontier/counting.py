"""Counting the solutions of a model of one loop, or of connected nodes, by the frontier method.

Two partial assignments that leave the same paths, components and sums in progress have equally many
completions: only the number of ways to each such state is kept. D. E. Knuth, The Art of Computer Programming
4A, 7.1.4 (Simpath); H. Iwashita, Y. Nakazawa, J. Kawahara, T. Uno, S. Minato, Efficient computation of the
number of paths in a grid graph with minimal perfect hash functions, TCS-TR-A-13-64, Hokkaido University
(2013).

The number of orbits follows by Burnside's lemma: the solutions that a symmetry keeps are those of the model
in which the variables of each of its orbits are one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from zenkai_solver.models.constraints import Lit, renamed
from zenkai_solver.models.csp import Model
from zenkai_solver.solvers.core.backend import Counted
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline, under
from zenkai_solver.solvers.engines.exactcover.counting import classes
from zenkai_solver.solvers.engines.frontier.automata import TooWide
from zenkai_solver.solvers.engines.frontier.kernels import states as kernel
from zenkai_solver.solvers.engines.frontier.limits import CountTooLong, Limits
from zenkai_solver.solvers.engines.frontier.order import best_order
from zenkai_solver.solvers.engines.frontier.program import Program, parts_of, program
from zenkai_solver.solvers.kernels import jit
from zenkai_solver.solvers.kernels.ways import LONGER, larger, number_of, reindex, size_of, table

BY = "a diagram of the frontier"
AT_ONCE = 1 << 14  # states between two looks at the clock
SMALL = 1 << 10  # states a table begins with


def count(model: Model, deadline: Deadline = NEVER, limits: Limits | None = None) -> Counted | None:
    """The numbers of orbits and solutions; None if the model is not taken, or exceeds the limits.

    Raises Interrupted.
    """
    limits = replace(limits or Limits(), spent=0)  # all symmetries together
    try:
        if (everything := number(model, deadline, limits)) is None:
            return None
        fixed = [everything]
        for perm, conjugates in classes([*dict.fromkeys(model.symmetries)][1:]):
            same = number(quotient(model, perm), deadline, limits)
            if same is None:
                return None
            fixed += [same] * conjugates
    except (CountTooLong, TooWide):
        return None
    return Counted(sum(fixed) // len(fixed), everything, BY)


def quotient(model: Model, perm: Sequence[int]) -> Model:
    """The model whose solutions are those that the symmetry keeps: each orbit of variables becomes its least.

    Auxiliary variables are functions of the others, and stay.
    """
    least = {var: var for var in range(1, model.size + 1)}
    for var in model.projection:
        at, orbit = perm[var], [var]
        while at != var:
            orbit.append(at)
            at = perm[at]
        least[var] = min(orbit)

    left = [var for var in range(1, model.size + 1) if least[var] == var]  # the others are in no constraint
    place = {var: new for new, var in enumerate(left, 1)}
    return Model(
        tuple(model.names[var - 1] for var in left),
        tuple(
            renamed(constraint, lambda lit: _signed(place[least[abs(lit)]], lit))
            for constraint in model.constraints
        ),
        tuple(place[var] for var in model.projection if var in place),
    )


def _signed(var: int, lit: Lit) -> Lit:
    return var if lit > 0 else -var


def program_of(model: Model, deadline: Deadline, order: Sequence[int] | None = None) -> Program | None:
    """None if the model is not taken. `order`: of all variables, if known. Raises TooWide, Interrupted."""
    deadline.check()
    with under(deadline):
        parts = parts_of(model)
        return None if parts is None else program(parts, order or best_order(parts))


def number(model: Model, deadline: Deadline, limits: Limits) -> int | None:
    """The number of solutions; None if the model is not taken. Raises CountTooLong, TooWide, Interrupted."""
    reading = program_of(model, deadline)
    return None if reading is None else number_by(reading, deadline, limits)


def number_by(reading: Program, deadline: Deadline = NEVER, limits: Limits | None = None) -> int:
    """The number of assignments that the program accepts. Raises CountTooLong, Interrupted."""
    if not reading.possible:
        return 0
    keys, ways = np.zeros((1, reading.words), np.uint64), np.ones((1, 1), np.uint64)
    budget = limits or Limits()
    for ops in reading.ops:
        keys, ways, _ = advanced(ops, reading, keys, ways, deadline, budget)
    return number_of(ways)


def advanced(
    ops: np.ndarray,
    reading: Program,
    keys: np.ndarray,
    ways: np.ndarray,
    deadline: Deadline,
    limits: Limits,
    linked: bool = False,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The states after a step, the ways to each and, if `linked`, the two children of each state before it.

    Raises CountTooLong, Interrupted.
    """
    t = table(SMALL, reading.words, ways.shape[1])
    children = np.empty((len(keys) if linked else 0, 2), np.int32)
    at = used = 0
    while at < len(keys):
        deadline.check()
        end = min(len(keys), at + AT_ONCE)
        at, used, added = kernel.advance(ops, reading.numbers, keys, ways, at, end, t, used, children)
        limits.spend(added)
        if used == LONGER:
            return advanced(ops, reading, keys, np.pad(ways, ((0, 0), (0, 1))), deadline, limits, linked)
        if at < end:
            if size_of(2 * len(t.keys), reading.words, ways.shape[1]) > limits.bytes:
                raise CountTooLong
            t = larger(t, used)
    return t.keys[:used].copy(), t.ways[:used].copy(), children


def works() -> list[jit.Work]:
    """The kernels that counting needs."""
    t = table(2, 1, 1)
    ops, numbers = np.zeros((1, 8), np.int64), np.zeros(2, np.int64)
    keys, ways = np.zeros((1, 1), np.uint64), np.ones((1, 1), np.uint64)
    children = np.empty((0, 2), np.int32)
    return [
        jit.Work(kernel.advance, (ops, numbers, keys, ways, 0, 1, t, 0, children)),
        jit.Work(reindex, (t, 0)),
    ]
