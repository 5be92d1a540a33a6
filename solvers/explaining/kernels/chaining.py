"""What a supposed fact excludes, place after place, in rounds: the loop of `explaining.chains`.

A round excludes what the facts of the last one exclude; a place that is left with one fact needs it, which is
a fact of the next round; a place that is left with nothing ends the chain.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from zenkai_solver.solvers.engines.kernels.bits import ONE, ZERO, has, lowest
from zenkai_solver.solvers.engines.kernels.jit import inner, kernel

Words = npt.NDArray[np.uint64]
Ints = npt.NDArray[np.int32]

NONE = -1


class Tables(NamedTuple):
    """`excluded[fact]`: those that it excludes. at[first[fact]:first[fact + 1]] are the places of a fact,
    facts[start[place]:start[place + 1]] the facts of a place.
    """

    excluded: Words
    first: Ints
    at: Ints
    start: Ints
    facts: Ints


class State(NamedTuple):
    """The facts that are `open`, and how many of them each place has; 0 where one is true."""

    open: Words
    left: Ints


class Run(NamedTuple):
    """One supposed fact. `place[fact]`: the place that needs it; `excluder[fact]`: the fact that excludes it;
    `rest[place]`: how many are left; `true` in the order in which they are found; `touched` places.
    """

    false: Words
    place: Ints
    excluder: Ints
    rest: Ints
    true: Ints
    touched: Ints
    seen: npt.NDArray[np.bool_]


@inner
def exclude(tables: Tables, state: State, run: Run, fact: int, number: int) -> Any:
    """Exclude what the fact does; how many places are touched now, `number` of them before."""
    for w in range(run.false.shape[0]):
        new = tables.excluded[fact, w] & state.open[w] & ~run.false[w]
        run.false[w] |= new
        while new != ZERO:
            other = (w << 6) + lowest(new)
            new &= new - ONE
            run.excluder[other] = fact
            for i in range(tables.first[other], tables.first[other + 1]):
                place = tables.at[i]
                run.rest[place] -= 1
                if not run.seen[place]:
                    run.seen[place] = True
                    run.touched[number] = place
                    number += 1
    return number


@inner
def last_of(tables: Tables, state: State, run: Run, place: int) -> Any:
    """The one fact that is left at the place."""
    for i in range(tables.start[place], tables.start[place + 1]):
        fact = tables.facts[i]
        if has(state.open, fact) and not has(run.false, fact):
            return fact
    return NONE


@inner
def clear(state: State, run: Run) -> None:
    run.false[:] = ZERO
    run.place[:] = NONE
    run.excluder[:] = NONE
    run.rest[:] = state.left
    run.seen[:] = False


@inner
def suppose(tables: Tables, state: State, run: Run, fact: int, rounds: int) -> Any:
    """The place that is left with nothing; NONE if none is after so many rounds."""
    clear(state, run)
    run.true[0] = fact
    done, known = 0, 1
    for _ in range(rounds):
        touched, fresh = 0, known
        for i in range(done, fresh):
            if has(run.false, run.true[i]):
                return run.place[run.true[i]]  # another fact of this round excludes it
            touched = exclude(tables, state, run, run.true[i], touched)
        done = fresh
        for i in range(touched):
            place = run.touched[i]
            run.seen[place] = False
            if state.left[place] > 0 and run.rest[place] == 0:
                return place
            if state.left[place] > 0 and run.rest[place] == 1:
                own = last_of(tables, state, run, place)
                if own != fact and run.place[own] == NONE:
                    run.place[own] = place
                    run.true[known] = own
                    known += 1
        if known == fresh:
            return NONE
    return NONE


@kernel
def chain_of(tables: Tables, state: State, run: Run, fact: int, rounds: int) -> Any:
    """See `suppose`."""
    return suppose(tables, state, run, fact, rounds)


@kernel
def refuted(tables: Tables, state: State, run: Run, rounds: int, found: Ints) -> Any:
    """Into `found` the open facts that lead to nothing in so many rounds; how many."""
    number = 0
    for w in range(state.open.shape[0]):
        left = state.open[w]
        while left != ZERO:
            fact = (w << 6) + lowest(left)
            left &= left - ONE
            if suppose(tables, state, run, fact, rounds) != NONE:
                found[number] = fact
                number += 1
    return number
