"""A constraint that counts as an automaton that reads its variables in a given order, reduced layer by layer.

Two partial readings that the same continuations complete are one state: R. E. Bryant, Graph-based algorithms
for Boolean function manipulation, IEEE Transactions on Computers C-35 (1986), for one constraint at a time,
or for several clauses that are read together.
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
WIDEST = 254  # states of a reduced layer: numbers are bytes, and 255 is dead
DEAD = 255


class TooWide(Exception):
    """The states of a constraint do not fit into a byte."""


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
    lo = 0 if row.lo is None else row.lo  # only weights of 1 have a side that is open
    hi = len(row.lits) if row.hi is None else row.hi
    return PartialSum(tuple(zip(row.weights, row.lits, strict=True)), lo, hi)


@dataclass(frozen=True)
class Layers:
    """`tables[i]`: for each state before the i-th variable the states for false and true; DEAD is none.

    The first state is 0, and so is the last one.
    """

    variables: tuple[int, ...]
    tables: tuple[tuple[tuple[int, int], ...], ...]


State = tuple[int, ...]  # of each sum what it has got so far


def layers(sums: Sequence[PartialSum], place: dict[int, int]) -> Layers:
    """The automaton of all the sums together, over their variables by `place`. Raises TooWide."""
    variables = sorted({abs(lit) for own in sums for _, lit in own.terms}, key=place.__getitem__)
    gains = _gains(sums, variables)
    bounds = _bounds(sums, gains)
    reached: list[dict[State, None]] = [{(0,) * len(sums): None}]
    steps: list[list[tuple[State | None, State | None]]] = []
    for gain, bound in zip(gains, bounds, strict=True):
        moves = [(_moved(own, gain[0], bound), _moved(own, gain[1], bound)) for own in reached[-1]]
        steps.append(moves)
        reached.append({state: None for move in moves for state in move if state is not None})
        if len(reached[-1]) > MOST:
            raise TooWide
    if not variables and any(not own.lo <= 0 <= own.hi for own in sums):
        raise ValueError("a constraint without a variable that does not hold")
    return Layers(tuple(variables), _reduced(reached, steps))


def _gains(sums: Sequence[PartialSum], variables: Sequence[int]) -> list[tuple[State, State]]:
    """Of each variable what each sum gets if it is false, and if it is true."""
    found = {sign * var: [0] * len(sums) for var in variables for sign in (1, -1)}
    for number, own in enumerate(sums):
        for weight, lit in own.terms:
            found[lit][number] += weight
    return [(tuple(found[-var]), tuple(found[var])) for var in variables]


Bound = tuple[tuple[int, int, int, int], ...]  # of each sum: dead below, surely enough from, ... see _moved


def _bounds(sums: Sequence[PartialSum], gains: Sequence[tuple[State, State]]) -> list[Bound]:
    """After each variable, of each sum: the least and the most still to come, with lo and hi."""
    least, most = [0] * len(sums), [0] * len(sums)
    found = []
    for false, true in reversed(gains):
        found.append(tuple((own.lo, own.hi, a, b) for own, a, b in zip(sums, least, most, strict=True)))
        least = [a + min(pair) for a, pair in zip(least, zip(false, true, strict=True), strict=True)]
        most = [b + max(pair) for b, pair in zip(most, zip(false, true, strict=True), strict=True)]
    return found[::-1]


def _moved(state: State, gain: State, bound: Bound) -> State | None:
    """The sums after a variable; None if one of them cannot be right any more.

    A sum that cannot be wrong any more is `lo` less the least to come, whatever it is.
    """
    found = []
    for own, more, (lo, hi, least, most) in zip(state, gain, bound, strict=True):
        now = own + more
        if now + most < lo or now + least > hi:
            return None
        found.append(lo - least if lo <= now + least and now + most <= hi else now)
    return tuple(found)


def _reduced(
    reached: Sequence[dict[State, None]], steps: Sequence[list[tuple[State | None, State | None]]]
) -> tuple[tuple[tuple[int, int], ...], ...]:
    """From the last layer to the first, states with the same successors are one. Raises TooWide."""
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
