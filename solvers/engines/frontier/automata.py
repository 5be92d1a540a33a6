"""Sums with bounds as automata that read their variables in a given order, reduced layer by layer.

Two partial assignments that have the same completions are one state (R. E. Bryant, Graph-based algorithms for
Boolean function manipulation, IEEE Transactions on Computers C-35, 1986). An automaton stands for one
constraint, or for several clauses that are read together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from zenkai_solver.models.constraints import (
    Constraint,
    Lit,
)
from zenkai_solver.models.linear import linear_row

MOST = 1 << 12  # states of a layer before it is reduced
WIDEST = 254  # states of a reduced layer: they are numbered by bytes, and 255 is the dead state
DEAD = 255


class TooWide(Exception):
    """The states of a constraint cannot be numbered by bytes."""


@dataclass(frozen=True)
class PartialSum:
    """lo <= sum of the weights of the true literals <= hi."""

    terms: tuple[tuple[int, Lit], ...]
    lo: int
    hi: int


def sum_of(constraint: Constraint) -> PartialSum | None:
    """The constraint as a sum, if it is one."""
    if (row := linear_row(constraint)) is None:
        return None
    lo = 0 if row.lo is None else row.lo  # only sums with weights of 1 lack a bound
    hi = len(row.lits) if row.hi is None else row.hi
    return PartialSum(tuple(zip(row.weights, row.lits, strict=True)), lo, hi)


@dataclass(frozen=True)
class Layers:
    """An automaton: `tables[i]` has for each state before the i-th variable the states after false and true.

    DEAD stands for no state. The first state is 0, and so is the last one.
    """

    variables: tuple[int, ...]
    tables: tuple[tuple[tuple[int, int], ...], ...]


State = tuple[int, ...]  # of each sum its value so far


def layers(sums: Sequence[PartialSum], place: dict[int, int]) -> Layers:
    """The automaton of all the sums together, over their variables by `place`. Raises TooWide."""
    variables = sorted({abs(lit) for part in sums for _, lit in part.terms}, key=place.__getitem__)
    gains = _gains(sums, variables)
    bounds = _bounds(sums, gains)
    reached: list[dict[State, None]] = [{(0,) * len(sums): None}]
    steps: list[list[tuple[State | None, State | None]]] = []
    for gain, bound in zip(gains, bounds, strict=True):
        moves = [(_moved(state, gain[0], bound), _moved(state, gain[1], bound)) for state in reached[-1]]
        steps.append(moves)
        reached.append({state: None for move in moves for state in move if state is not None})
        if len(reached[-1]) > MOST:
            raise TooWide
    if not variables and any(not part.lo <= 0 <= part.hi for part in sums):
        raise ValueError("a constraint without a variable that does not hold")
    return Layers(tuple(variables), _reduced(reached, steps))


def _gains(sums: Sequence[PartialSum], variables: Sequence[int]) -> list[tuple[State, State]]:
    """Of each variable what each sum gets if it is false, and if it is true."""
    gains = {sign * var: [0] * len(sums) for var in variables for sign in (1, -1)}
    for number, part in enumerate(sums):
        for weight, lit in part.terms:
            gains[lit][number] += weight
    return [(tuple(gains[-var]), tuple(gains[var])) for var in variables]


Bound = tuple[tuple[int, int, int, int], ...]  # of each sum: lo, hi, and the least and the most still to come


def _bounds(sums: Sequence[PartialSum], gains: Sequence[tuple[State, State]]) -> list[Bound]:
    """The bounds after each variable."""
    least, most = [0] * len(sums), [0] * len(sums)
    bounds = []
    for false, true in reversed(gains):
        bounds.append(tuple((part.lo, part.hi, a, b) for part, a, b in zip(sums, least, most, strict=True)))
        least = [a + min(pair) for a, pair in zip(least, zip(false, true, strict=True), strict=True)]
        most = [b + max(pair) for b, pair in zip(most, zip(false, true, strict=True), strict=True)]
    return bounds[::-1]


def _moved(state: State, gain: State, bound: Bound) -> State | None:
    """The sums after a variable; None if one of them can no longer be within its bounds.

    All values with which a sum will surely be within its bounds are one: `lo` less the least to come.
    """
    sums = []
    for total, more, (lo, hi, least, most) in zip(state, gain, bound, strict=True):
        now = total + more
        if now + most < lo or now + least > hi:
            return None
        sums.append(lo - least if lo <= now + least and now + most <= hi else now)
    return tuple(sums)


def _reduced(
    reached: Sequence[dict[State, None]], steps: Sequence[list[tuple[State | None, State | None]]]
) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The tables, in which states with the same successors are one, from the last layer to the first.

    Raises TooWide.
    """
    number: dict[State | None, int] = {None: DEAD, **dict.fromkeys(reached[-1], 0)}
    tables = []
    for states, moves in zip(reversed(reached[:-1]), reversed(steps), strict=True):
        rows: dict[tuple[int, int], int] = {}
        before: dict[State | None, int] = {None: DEAD}
        for state, (false, true) in zip(states, moves, strict=True):
            row = number[false], number[true]
            before[state] = DEAD if row == (DEAD, DEAD) else rows.setdefault(row, len(rows))
        if len(rows) > WIDEST:
            raise TooWide
        tables.append(tuple(rows) or ((DEAD, DEAD),))
        number = before
    return tuple(tables[::-1])
