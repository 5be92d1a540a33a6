"""Which of its rules and facts does an argument need? The loop of `explaining.small`.

A search by cases with unit propagation, in a few constraints that say how many of some literals are true. It
notes from which facts and rules each clash follows: all that are noted are enough for the whole refutation.
A fact or rule is needed if the others have an assignment without it, which is given back.

Literals are 2 v for variable v, 2 v + 1 for its negation.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from zenkai_solver.solvers.engines.kernels.bits import put
from zenkai_solver.solvers.engines.kernels.jit import inlined, inner, kernel

Ints = npt.NDArray[np.int32]
Flags = npt.NDArray[np.bool_]
Words = npt.NDArray[np.uint64]

NONE = -1
FACT, CHOSEN, FLIPPED = -2, -3, -4  # why a variable has its value, where no constraint says so

OPEN, TRUE, FALSE = 0, 1, 2

CUT, FITS, CLASH = 0, 1, 2


class Tables(NamedTuple):
    """Constraint i is on lits[start[i]:start[i + 1]], each variable once: `least`: one or more of them are
    true, `most`: one or none; owner[i] is its rule, NONE of an axiom.
    """

    lits: Ints
    start: Ints
    least: Flags
    most: Flags
    owner: Ints


class Problem(NamedTuple):
    """Room for the constraints of one argument, size[1] of them, as of `Tables`, but of variables 0, 1, ...,
    that is `names[v]`, size[0] of them; at[first[lit]:first[lit + 1]] are those with the literal. `on`: they
    are kept. `number[var]` is NONE or a variable, while they are stated.
    """

    size: Ints
    lits: Ints
    start: Ints
    least: Flags
    most: Flags
    owner: Ints
    first: Ints
    at: Ints
    names: Ints
    number: Ints
    on: Flags


class Search(NamedTuple):
    """Of each variable its value, and why: a constraint, and for one that is an at-most-one the variable
    `by` that is true. Of each constraint how many literals are `free` and `true`. The `trail` has the
    literals that were set, `size[0]` of them; of which `size[1]` are counted in the constraints.
    `used` constraints and `named` facts are those of the clashes; `seen[v]` is the last clash with v, which
    has its `place` in the trail; `rooted` are those of all clashes that were set before all choices.
    `weight[c]`: 1, and one for each clash of c (Boussemart, Hemery, Lecoutre, Sais: Boosting systematic
    search by weighting constraints, ECAI 2004), at most size[3]. `wanting`, size[2] of them: the constraints
    of which some literal has to be chosen.
    """

    size: Ints
    value: npt.NDArray[np.uint8]
    why: Ints
    by: Ints
    free: Ints
    true: Ints
    trail: Ints
    used: Flags
    named: Flags
    seen: Ints
    place: Ints
    rooted: Flags
    weight: Ints
    wanting: Ints


@inner
def put_down(problem: Problem, tables: Tables, chosen: Ints, follows: Ints) -> None:
    """The constraints chosen, and that not all of the literals `follows` are true."""
    known, k, m = 0, 0, len(chosen)
    for i in range(m):
        c = chosen[i]
        problem.start[i] = k
        problem.least[i], problem.most[i] = tables.least[c], tables.most[c]
        problem.owner[i] = tables.owner[c]
        for j in range(tables.start[c], tables.start[c + 1]):
            var = tables.lits[j] >> 1
            if problem.number[var] == NONE:
                problem.number[var] = known
                problem.names[known] = var
                known += 1
            problem.lits[k] = 2 * problem.number[var] + (tables.lits[j] & 1)
            k += 1
    if len(follows):
        problem.start[m] = k
        problem.least[m], problem.most[m], problem.owner[m] = True, False, NONE
        for lit in follows:
            problem.lits[k] = 2 * problem.number[lit >> 1] + (1 - (lit & 1))
            k += 1
        m += 1
    problem.start[m] = k
    problem.on[:m] = True
    problem.size[0], problem.size[1] = known, m
    locate(problem)


@inlined
def locate(problem: Problem) -> None:
    """Where each literal is."""
    n, m = problem.size[0], problem.size[1]
    first, k = problem.first, problem.start[m]
    first[: 2 * n + 1] = 0
    for i in range(k):
        first[problem.lits[i]] += 1
    for lit in range(1, 2 * n + 1):
        first[lit] += first[lit - 1]
    for c in range(m - 1, -1, -1):
        for i in range(problem.start[c], problem.start[c + 1]):
            lit = problem.lits[i]
            first[lit] -= 1
            problem.at[first[lit]] = c


@inlined
def begin(problem: Problem, search: Search) -> None:
    n, m = problem.size[0], problem.size[1]
    search.value[:n] = OPEN
    search.seen[:n] = 0
    search.true[:m] = 0
    search.weight[:m] = 1
    for c in range(m):
        search.free[c] = problem.start[c + 1] - problem.start[c]
    search.size[:] = 0
    search.size[3] = 1


@inlined
def is_open(search: Search, lit: int) -> Any:
    return search.value[lit >> 1] == OPEN


@inlined
def holds(search: Search, lit: int) -> Any:
    return search.value[lit >> 1] == TRUE + (lit & 1)


@inlined
def make_true(search: Search, lit: int, why: int, by: int) -> None:
    var = lit >> 1
    search.value[var] = TRUE + (lit & 1)
    search.why[var], search.by[var] = why, by
    search.trail[search.size[0]], search.place[var] = lit, search.size[0]
    search.size[0] += 1


@inlined
def undo(problem: Problem, search: Search, to: int) -> None:
    """So many literals stay."""
    for i in range(search.size[0] - 1, to - 1, -1):
        lit = search.trail[i]
        search.value[lit >> 1] = OPEN
        if i < search.size[1]:
            for j in range(problem.first[lit], problem.first[lit + 1]):
                search.true[problem.at[j]] -= 1
                search.free[problem.at[j]] += 1
            for j in range(problem.first[lit ^ 1], problem.first[(lit ^ 1) + 1]):
                search.free[problem.at[j]] += 1
    search.size[0] = to
    search.size[1] = min(search.size[1], to)


@inner
def propagate(problem: Problem, search: Search) -> Any:
    """The constraint that cannot be kept any more; NONE if none is seen."""
    clash = NONE
    while clash == NONE and search.size[1] < search.size[0]:
        lit = search.trail[search.size[1]]
        search.size[1] += 1
        for j in range(problem.first[lit], problem.first[lit + 1]):
            c = problem.at[j]
            search.true[c] += 1
            search.free[c] -= 1
            if problem.on[c] and problem.most[c] and clash == NONE:
                if search.true[c] > 1:
                    clash = c
                else:
                    for k in range(problem.start[c], problem.start[c + 1]):
                        if is_open(search, problem.lits[k]):
                            make_true(search, problem.lits[k] ^ 1, c, lit >> 1)
        for j in range(problem.first[lit ^ 1], problem.first[(lit ^ 1) + 1]):
            c = problem.at[j]
            search.free[c] -= 1
            if problem.on[c] and problem.least[c] and search.true[c] == 0 and clash == NONE:
                if search.free[c] == 0:
                    clash = c
                elif search.free[c] == 1:
                    for k in range(problem.start[c], problem.start[c + 1]):
                        if is_open(search, problem.lits[k]):
                            make_true(search, problem.lits[k], c, NONE)
    return clash


@inlined
def look_at(search: Search, var: int, stamp: int, root: int) -> None:
    if search.place[var] < root:
        search.rooted[var] = True
    else:
        search.seen[var] = stamp


@inlined
def look_behind(problem: Problem, search: Search, var: int, stamp: int, root: int) -> None:
    """Look at why the variable has its value."""
    why = search.why[var]
    if why == FACT:
        search.named[var] = True
    elif why >= 0:
        search.used[why] = True
        if search.by[var] != NONE:
            look_at(search, search.by[var], stamp, root)
        else:
            for k in range(problem.start[why], problem.start[why + 1]):
                if problem.lits[k] >> 1 != var:
                    look_at(search, problem.lits[k] >> 1, stamp, root)


@inlined
def look_at_all(problem: Problem, search: Search, clash: int, stamp: int, root: int) -> None:
    """Those by which the constraint cannot be kept."""
    search.used[clash] = True
    search.weight[clash] += 1
    search.size[3] = max(search.size[3], search.weight[clash])
    several = problem.most[clash] and search.true[clash] > 1
    for k in range(problem.start[clash], problem.start[clash + 1]):
        if not several or holds(search, problem.lits[k]):
            look_at(search, problem.lits[k] >> 1, stamp, root)


@inlined
def gather(problem: Problem, search: Search) -> None:
    """The constraints of which some literal has to be chosen."""
    number = 0
    for c in range(problem.size[1]):
        if problem.on[c] and problem.least[c] and search.true[c] == 0:
            search.wanting[number] = c
            number += 1
    search.size[2] = number


@inlined
def choice(problem: Problem, search: Search) -> Any:
    """A literal of the constraint with the fewest that are free by its weight; NONE: none needs one."""
    best = NONE
    for i in range(search.size[2]):
        c = search.wanting[i]
        if search.true[c] == 0 and (
            best == NONE or search.free[c] * search.weight[best] < search.free[best] * search.weight[c]
        ):
            best = c
            if search.free[c] == 2 and search.weight[c] == search.size[3]:
                break
    if best == NONE:
        return NONE
    for k in range(problem.start[best], problem.start[best + 1]):
        if is_open(search, problem.lits[k]):
            return problem.lits[k]
    return NONE


@inner
def flip(problem: Problem, search: Search, clash: int, stamp: int, root: int) -> Any:
    """Note what the clash is about, go back to the last choice among that, and take the other; was there
    one? What was set before all choices, `root` literals, is looked at in the end.
    """
    look_at_all(problem, search, clash, stamp, root)
    back, needed = NONE, False
    for i in range(search.size[0] - 1, root - 1, -1):
        var = search.trail[i] >> 1
        seen, why = search.seen[var] == stamp, search.why[var]
        if why == FLIPPED:
            needed = needed or seen
        elif why == CHOSEN:
            if back == NONE and (needed or seen):
                back = i
        elif seen:
            look_behind(problem, search, var, stamp, root)
    if back == NONE:
        return False
    lit = search.trail[back]
    undo(problem, search, back)
    make_true(search, lit ^ 1, FLIPPED, NONE)
    return True


@inlined
def look_to_the_facts(problem: Problem, search: Search, root: int) -> None:
    for i in range(root - 1, -1, -1):
        var = search.trail[i] >> 1
        if search.rooted[var]:
            look_behind(problem, search, var, 0, root)


@inner
def answer(problem: Problem, search: Search, facts: Ints, live: Flags, most: int) -> Any:
    """Do the facts that are `live` fit with the constraints that are on? CUT after so many clashes."""
    undo(problem, search, 0)
    n, m = problem.size[0], problem.size[1]
    search.used[:m] = False
    search.named[:n] = False
    search.seen[:n] = 0
    search.rooted[:n] = False
    for i in range(len(facts)):
        if live[i] and is_open(search, facts[i]):
            make_true(search, facts[i], FACT, NONE)
        elif live[i] and not holds(search, facts[i]):
            return CUT
    for c in range(problem.size[1]):
        if problem.on[c] and problem.least[c] and problem.start[c + 1] == problem.start[c]:
            return CUT
        single = problem.on[c] and problem.least[c] and problem.start[c + 1] == problem.start[c] + 1
        if single and is_open(search, problem.lits[problem.start[c]]):
            make_true(search, problem.lits[problem.start[c]], c, NONE)
    clash, stamp = propagate(problem, search), 0
    root = search.size[0]
    gather(problem, search)
    while True:
        if clash != NONE:
            stamp += 1
            if not flip(problem, search, clash, stamp, root):
                look_to_the_facts(problem, search, root)
                return CLASH
            if stamp > most:
                return CUT
        else:
            lit = choice(problem, search)
            if lit == NONE:
                return FITS
            make_true(search, lit, CHOSEN, NONE)
        clash = propagate(problem, search)


@inlined
def keep_assignment(problem: Problem, search: Search, row: Words) -> None:
    for var in range(problem.size[0]):
        if search.value[var] == TRUE:
            put(row, problem.names[var])


@inlined
def set_rule(problem: Problem, rule: int, on: bool) -> None:
    for c in range(problem.size[1]):
        if problem.owner[c] == rule:
            problem.on[c] = on


@inlined
def name_rules(problem: Problem, search: Search, rules: Ints, kept: Flags) -> None:
    """Only those that the clashes use are kept."""
    for i in range(len(rules)):
        if kept[i]:
            kept[i] = False
            for c in range(problem.size[1]):
                kept[i] = kept[i] or (problem.owner[c] == rules[i] and search.used[c])
            if not kept[i]:
                set_rule(problem, rules[i], False)


@inlined
def name_facts(search: Search, facts: Ints, live: Flags) -> None:
    for i in range(len(facts)):
        live[i] = live[i] and search.named[facts[i] >> 1]


@kernel
def needed(
    tables: Tables,
    problem: Problem,
    search: Search,
    chosen: Ints,
    follows: Ints,
    rules: Ints,
    facts: Ints,
    kept: Flags,
    without: Words,
    most: int,
) -> Any:
    """CLASH: those of the rules, and after them of the facts, that are `kept` do not fit with the axioms
    chosen, and do without any one of them: without[i] is the set of what is true then. FITS: they all fit.
    CUT: that would take more clashes than `most`.

    Facts are literals of `tables` in variables of the constraints; they become those of the problem. Rules
    and facts are left out first to last.
    """
    put_down(problem, tables, chosen, follows)
    begin(problem, search)
    for i in range(len(facts)):
        facts[i] = 2 * problem.number[facts[i] >> 1] + (facts[i] & 1)
    for var in range(problem.size[0]):
        problem.number[problem.names[var]] = NONE
    kept[:] = True
    live = kept[len(rules) :]
    end = answer(problem, search, facts, live, most)
    if end != CLASH:
        return end
    name_facts(search, facts, live)
    name_rules(problem, search, rules, kept)
    for i in range(len(kept)):
        if not kept[i]:
            continue
        if i < len(rules):
            set_rule(problem, rules[i], False)
        kept[i] = False
        end = answer(problem, search, facts, live, most)
        if end == CUT:
            return CUT
        if end == CLASH:
            name_facts(search, facts, live)
            name_rules(problem, search, rules, kept)
            continue
        kept[i] = True
        keep_assignment(problem, search, without[i])
        if i < len(rules):
            set_rule(problem, rules[i], True)
    return CLASH


def room(tables: Tables, variables: int) -> tuple[Problem, Search]:
    """For any argument of the theory that the tables are of."""
    n, m = variables + 1, len(tables.owner) + 1
    size, lits, first = (
        np.zeros(2, np.int32),
        np.zeros(len(tables.lits) + n, np.int32),
        np.zeros(2 * n + 1, np.int32),
    )
    start, owner, at = np.zeros(m + 1, np.int32), np.zeros(m, np.int32), np.zeros_like(lits)
    least, most, on, used = (np.zeros(m, np.bool_) for _ in range(4))
    names, number = np.zeros(n, np.int32), np.full(n, NONE, np.int32)
    problem = Problem(size, lits, start, least, most, owner, first, at, names, number, on)
    why, by, trail, seen, where = (np.zeros(n, np.int32) for _ in range(5))
    free, true, weight, wanting = (np.zeros(m, np.int32) for _ in range(4))
    value, named, rooted = np.zeros(n, np.uint8), np.zeros(n, np.bool_), np.zeros(n, np.bool_)
    now = np.zeros(4, np.int32)
    own = now, value, why, by, free, true, trail, used, named, seen, where, rooted, weight, wanting
    return problem, Search(*own)
