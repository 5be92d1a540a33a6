"""What a supposed fact excludes, place after place, in rounds: the loop of `explaining.chains`.

A round excludes what the facts of the last one exclude; a place that is left with one fact needs it, which is
a fact of the next round; a place that is left with nothing ends the chain.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from zenkai_solver.solvers.engines.kernels.bits import ONE, ZERO, copy, has, lowest, put
from zenkai_solver.solvers.engines.kernels.jit import inlined, inner, kernel

Words = npt.NDArray[np.uint64]
Ints = npt.NDArray[np.int32]

NONE = -1
STUCK = -2

QUIET, LEADS = 1, 2


class Tables(NamedTuple):
    """`excluded[fact]`: those that it excludes. at[first[fact]:first[fact + 1]] are the places of a fact,
    facts[start[place]:start[place + 1]] the facts of a place; `rounds` of each level. of[begin[fact]:
    begin[fact + 1]] are the sets `together` of facts with this one that exclude one another. `rule` and
    `owner`: by which rule each place is one, and each such set; NONE by an axiom.
    """

    excluded: Words
    first: Ints
    at: Ints
    start: Ints
    facts: Ints
    rounds: Ints
    begin: Ints
    of: Ints
    together: Words
    rule: Ints
    owner: Ints


class State(NamedTuple):
    """The facts that are `open`, how many of them each place has, 0 where one is true; those to suppose."""

    open: Words
    left: Ints
    asked: Words


class Run(NamedTuple):
    """One supposed fact, and what is `false`. `place[fact]`: the place that needs it; `excluder[fact]`: the
    fact that excludes it; true[:known[0]] in the order in which they are found; `gone[place]`: how many of
    its facts are excluded; `touched` places, and those of one round: `new`, and in order. `passed` are the
    places of the last chain that was told.
    """

    false: Words
    place: Ints
    excluder: Ints
    true: Ints
    known: Ints
    gone: Ints
    touched: Words
    new: npt.NDArray[np.bool_]
    order: Ints
    passed: Words


class Memory(NamedTuple):
    """What came of the facts in each number of rounds: `ends[level, fact]` is QUIET, LEADS to nothing, or 0
    where that is not known; it is so as long as no place of touched[level, fact] changes. The chain of a
    fact that leads to nothing passes length[fact] places, by the rules[fact].
    """

    ends: npt.NDArray[np.uint8]
    touched: Words
    length: Ints
    rules: Words


@inlined
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
                run.gone[place] += 1
                if not run.new[place]:
                    run.new[place] = True
                    run.order[number] = place
                    number += 1
    return number


@inlined
def last_of(tables: Tables, state: State, run: Run, place: int) -> Any:
    """The one fact that is left at the place."""
    for i in range(tables.start[place], tables.start[place + 1]):
        fact = tables.facts[i]
        if has(state.open, fact) and not has(run.false, fact):
            return fact
    return NONE


@inlined
def clear(run: Run) -> None:
    """Undo what the last fact did, which is far less than all there is."""
    for w in range(run.false.shape[0]):
        false, run.false[w] = run.false[w], ZERO
        while false != ZERO:
            run.excluder[(w << 6) + lowest(false)] = NONE
            false &= false - ONE
    for w in range(run.touched.shape[0]):
        touched, run.touched[w] = run.touched[w], ZERO
        while touched != ZERO:
            place = (w << 6) + lowest(touched)
            run.gone[place] = 0
            run.new[place] = False
            touched &= touched - ONE
    for i in range(run.known[0]):
        run.place[run.true[i]] = NONE


@inlined
def remember(memory: Memory, run: Run, level: int, fact: int, end: int) -> None:
    memory.ends[level, fact] = end
    copy(run.touched, memory.touched[level, fact])


@inner
def suppose(tables: Tables, state: State, run: Run, memory: Memory, fact: int, most: int) -> Any:
    """The place that is left with nothing; NONE if none is after the rounds of the level `most`, STUCK if
    none ever is. What comes of it is remembered for each level.
    """
    clear(run)
    run.true[0] = fact
    done, known, level, end = 0, 1, 0, NONE
    for number_of in range(1, tables.rounds[most] + 1):
        number, fresh = 0, known
        for i in range(done, fresh):
            if has(run.false, run.true[i]):
                end = run.place[run.true[i]]  # another fact of this round excludes it
                break
            number = exclude(tables, state, run, run.true[i], number)
        for i in range(number):
            place = run.order[i]
            put(run.touched, place)
            run.new[place] = False
            left = state.left[place] - run.gone[place]
            if end != NONE or state.left[place] == 0:
                continue
            if left == 0:
                end = place
            elif left == 1:
                own = last_of(tables, state, run, place)
                if own != fact and run.place[own] == NONE:
                    run.place[own] = place
                    run.true[known] = own
                    known += 1
        if end == NONE and known == fresh:
            end = STUCK
        if end != NONE:
            break
        done = fresh
        if number_of == tables.rounds[level]:
            remember(memory, run, level, fact, QUIET)
            level += 1
    run.known[0] = known
    if end != NONE:
        for i in range(level, memory.ends.shape[0]):
            remember(memory, run, i, fact, QUIET if end == STUCK else LEADS)
    return end


@inlined
def excluding(tables: Tables, fact: int, other: int) -> Any:
    """A rule by which they exclude one another; an axiom first."""
    for i in range(tables.begin[fact], tables.begin[fact + 1]):
        if has(tables.together[tables.of[i]], other):
            return tables.owner[tables.of[i]]
    return NONE


@inlined
def add(row: Words, rule: int) -> None:
    if rule != NONE:
        put(row, rule)


@inner
def tell(tables: Tables, state: State, run: Run, memory: Memory, fact: int, last: int) -> None:
    """The chain of the fact, after a run: back from the place that is left with nothing."""
    row = memory.rules[fact]
    row[:] = ZERO
    run.passed[:] = ZERO
    put(run.passed, last)
    run.order[0] = last
    number, waiting = 1, 1
    while waiting:
        waiting -= 1
        place = run.order[waiting]
        add(row, tables.rule[place])
        for i in range(tables.start[place], tables.start[place + 1]):
            own = tables.facts[i]
            by = run.excluder[own]
            if not has(state.open, own) or by == NONE or (run.place[own] == place and place != last):
                continue
            add(row, excluding(tables, by, own))
            before = run.place[by]
            if before != NONE and not has(run.passed, before):
                put(run.passed, before)
                number += 1
                run.order[waiting] = before
                waiting += 1
    memory.length[fact] = number


@kernel
def forget(memory: Memory, changed: Words) -> None:
    """What is not known any more once these places have changed."""
    for level in range(memory.ends.shape[0]):
        for fact in range(memory.ends.shape[1]):
            if memory.ends[level, fact] == 0:
                continue
            for w in range(changed.shape[0]):
                if memory.touched[level, fact, w] & changed[w] != ZERO:
                    memory.ends[level, fact] = 0
                    break


@inlined
def least(memory: Memory, fact: int, most: int) -> Any:
    """The first level in which the fact leads to nothing; `most` + 1 if it does in none up to there."""
    for level in range(most + 1):
        if memory.ends[level, fact] == LEADS:
            return level
    return most + 1


@kernel
def refuted(tables: Tables, state: State, run: Run, memory: Memory, found: Ints) -> Any:
    """Into `found` the facts asked for that lead to nothing in the rounds of the first level in which some
    do; how many.
    """
    top = memory.ends.shape[0]
    best, number = top, 0
    for w in range(state.open.shape[0]):
        left = state.asked[w] & state.open[w]
        while left != ZERO:
            fact = (w << 6) + lowest(left)
            left &= left - ONE
            most = min(best, top - 1)
            if memory.ends[most, fact] == 0:
                end = suppose(tables, state, run, memory, fact, most)
                if end >= 0:
                    tell(tables, state, run, memory, fact, end)
            level = least(memory, fact, most)
            if level < best:
                best, number = level, 0
            if level == best and best < top:
                found[number] = fact
                number += 1
    return number
