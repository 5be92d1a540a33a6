"""The search for chains of implications from an assumed fact, in rounds; see `explanations/chains.py`.

A round excludes all facts that the facts of the round before exclude. A place with one fact left implies it:
it is one of the facts of the next round. A place with no fact left is a contradiction, and ends the chain.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from zenkai_solver.solvers.kernels.bits import ONE, ZERO, copy, has, lowest, put
from zenkai_solver.solvers.kernels.jit import inlined, inner, kernel

Words = npt.NDArray[np.uint64]
Ints = npt.NDArray[np.int32]

NONE = -1
STUCK = -2

QUIET, LEADS = 1, 2


class ChainTables(NamedTuple):
    """A theory as arrays.

    excluded[fact]: the facts that it excludes, as bits. at[first[fact]:first[fact + 1]]: the places of a
    fact; facts[start[place]:start[place + 1]]: the facts of a place. rounds[level]: the number of rounds of
    that level of effort. together[i]: sets of facts that exclude each other pairwise;
    of[begin[fact]:begin[fact + 1]]: the sets with that fact. rule[place] and owner[set]: the rule that the
    place or set comes from; NONE for an axiom.
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


class ChainState(NamedTuple):
    """`open`: the facts that are not known; left[place]: how many of its facts are open, 0 where one is true;
    `asked`: the facts whose refutation is wanted.
    """

    open: Words
    left: Ints
    asked: Words


class ChainRun(NamedTuple):
    """The propagation of one assumed fact.

    `false`: the facts that are excluded; excluder[fact]: the fact that excluded it; true[:known[0]]: the
    facts that are implied, in order; place[fact]: the place that implies it. gone[place]: how many of its
    facts are excluded; `touched`: the places with one; `new` and `order`: those of the current round.
    `passed`: the places of the chain that was traced back last.
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


class ChainMemory(NamedTuple):
    """Results of propagation. ends[level, fact]: LEADS (to a contradiction), QUIET (to none), or 0 if
    unknown; it stays valid as long as no place of touched[level, fact] changes. length[fact] and rules[fact]:
    the number of places, and the rules, of the chain of a fact that leads to a contradiction.
    """

    ends: npt.NDArray[np.uint8]
    touched: Words
    length: Ints
    rules: Words


@inlined
def exclude(tables: ChainTables, state: ChainState, run: ChainRun, fact: int, number: int) -> Any:
    """Exclude what the fact excludes, and note the places in run.order; their number, `number` before."""
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
def last_of(tables: ChainTables, state: ChainState, run: ChainRun, place: int) -> Any:
    """The only fact that is left at the place."""
    for i in range(tables.start[place], tables.start[place + 1]):
        fact = tables.facts[i]
        if has(state.open, fact) and not has(run.false, fact):
            return fact
    return NONE


@inlined
def clear(run: ChainRun) -> None:
    """Undo the propagation of the last fact, entry by entry, since it touched few."""
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
def keep(memory: ChainMemory, run: ChainRun, level: int, fact: int, end: int) -> None:
    """Store a result, with the places that it depends on."""
    memory.ends[level, fact] = end
    copy(run.touched, memory.touched[level, fact])


@inner
def assume(
    tables: ChainTables, state: ChainState, run: ChainRun, memory: ChainMemory, fact: int, most: int
) -> Any:
    """Assume the fact and propagate: the place at which no fact is left; NONE if there is none after the
    rounds of level `most`, STUCK if propagation ends without one. The result is stored for each level.
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
                forced = last_of(tables, state, run, place)
                if forced != fact and run.place[forced] == NONE:
                    run.place[forced] = place
                    run.true[known] = forced
                    known += 1
        if end == NONE and known == fresh:
            end = STUCK
        if end != NONE:
            break
        done = fresh
        if number_of == tables.rounds[level]:
            keep(memory, run, level, fact, QUIET)
            level += 1
    run.known[0] = known
    if end != NONE:
        for i in range(level, memory.ends.shape[0]):
            keep(memory, run, i, fact, QUIET if end == STUCK else LEADS)
    return end


@inlined
def excluding(tables: ChainTables, fact: int, other: int) -> Any:
    """A rule by which the two facts exclude each other; NONE for an axiom, which is preferred."""
    for i in range(tables.begin[fact], tables.begin[fact + 1]):
        if has(tables.together[tables.of[i]], other):
            return tables.owner[tables.of[i]]
    return NONE


@inlined
def add(row: Words, rule: int) -> None:
    if rule != NONE:
        put(row, rule)


@inner
def trace_back(
    tables: ChainTables, state: ChainState, run: ChainRun, memory: ChainMemory, fact: int, last: int
) -> None:
    """Store the length and rules of the chain that ends at the place `last`, by going back from there."""
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
            other = tables.facts[i]
            by = run.excluder[other]
            if not has(state.open, other) or by == NONE or (run.place[other] == place and place != last):
                continue
            add(row, excluding(tables, by, other))
            before = run.place[by]
            if before != NONE and not has(run.passed, before):
                put(run.passed, before)
                number += 1
                run.order[waiting] = before
                waiting += 1
    memory.length[fact] = number


@kernel
def forget(memory: ChainMemory, changed: Words) -> None:
    """Remove the results that depend on one of the changed places."""
    for level in range(memory.ends.shape[0]):
        for fact in range(memory.ends.shape[1]):
            if memory.ends[level, fact] == 0:
                continue
            for w in range(changed.shape[0]):
                if memory.touched[level, fact, w] & changed[w] != ZERO:
                    memory.ends[level, fact] = 0
                    break


@inlined
def least(memory: ChainMemory, fact: int, most: int) -> Any:
    """The first level at which the fact leads to a contradiction; `most` + 1 if there is none."""
    for level in range(most + 1):
        if memory.ends[level, fact] == LEADS:
            return level
    return most + 1


@kernel
def refuted(tables: ChainTables, state: ChainState, run: ChainRun, memory: ChainMemory, facts: Ints) -> Any:
    """Write to `facts` those of state.asked that lead to a contradiction at the lowest level at which any of
    them does; their number.
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
                end = assume(tables, state, run, memory, fact, most)
                if end >= 0:
                    trace_back(tables, state, run, memory, fact, end)
            level = least(memory, fact, most)
            if level < best:
                best, number = level, 0
            if level == best and best < top:
                facts[number] = fact
                number += 1
    return number
