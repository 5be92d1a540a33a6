"""Encodings of constraints as clauses, one function per constraint type.

Every auxiliary variable is a function of the constraint's literals, so no encoding multiplies solutions.

    type         auxiliaries                       unit propagation achieves
    Clause       none                              all that follows
    ExactlyOne   none (pairwise) or a product grid all that follows
    AtMostOne    none (pairwise) or a product grid all that follows
    Cardinality  none, or one per count            all that follows
    Linear       none, or one per transition       all that follows
    Regular      one per transition of its diagram all that follows
    BlockLine    one per block start (at most)    what follows from the bounds of each block
    Connected    one per literal and distance      cells out of reach of the first true one become false
    OnGraph      as encoded by other constraints in `models.graphs`

A sum is stated by its least sets where these are few, one with equal weights otherwise by a counter (see
`sums`), and others by a diagram. A diagram is the automaton unrolled over its word without the transitions
that cannot lie on an accepting path, and with equal remainders merged (Quimper and Walsh, Decomposing global
grammar constraints, CP 2007; Abio et al., A new look at BDDs for pseudo-Boolean constraints, JAIR 45, 2012).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate, chain, combinations, count
from math import isqrt
from operator import itemgetter

from zenkai_solver.models.constraints import (
    AtMostOne,
    Automaton,
    BlockLine,
    Cardinality,
    Clause,
    Connected,
    Constraint,
    ExactlyOne,
    GraphConstraint,
    Linear,
    Lit,
    OnGraph,
    Regular,
    unknown,
)
from zenkai_solver.models.csp import Model
from zenkai_solver.models.graphs import Fresh, plainly, steps
from zenkai_solver.solvers.core.deadlines import Unsupported, looking
from zenkai_solver.solvers.engines.sat import orderencoding, sums

Clauses = Iterator[tuple[Lit, ...]]
Pick = Callable[[Sequence[Lit]], tuple[Lit, ...]]
Levels = Sequence[Sequence[Mapping[int, int]]]  # of a diagram: the nodes of each level, as of `_minimal`

PAIRWISE_LIMIT = 400  # literals; a wider at-most-one gets a product grid
MAX_TRANSITIONS = 500_000  # transitions of one diagram
MOST_KEPT = 30_000  # the same, of one that is kept; some 40 bytes each
MANY_SOURCES = 3  # transitions into a state, and letters, with which the state has a variable
MOST_KNOWN = 24  # literals of a sum whose clauses are kept for others like it
FEW_COUNTED = 4  # literals from which on a number of them is left to the solver
MIDDLE = 12  # a number of more literals than this, with more than this left, needs clauses with auxiliaries:
MIDDLING = range(41, 401)  # of so many literals, else a solver that counts may learn millions, and not end
MAX_STEPS = 4_000_000  # auxiliary variables of one constraint on a graph


@dataclass
class Cnf:
    """A model as clauses; variables above `model.size` are auxiliary."""

    top: int
    clauses: list[tuple[Lit, ...]] = field(default_factory=list)
    at_most: list[tuple[tuple[Lit, ...], int]] = field(default_factory=list)

    def fresh(self) -> int:
        self.top += 1
        return self.top


def lower(model: Model, native: bool = False, pairwise: int = PAIRWISE_LIMIT) -> Cnf:
    """The clauses of the model; with `native` at-most constraints are listed, not encoded.

    An at-most-one of more than `pairwise` literals gets a product grid: fewer clauses, some auxiliaries.
    Raises Unsupported if a diagram exceeds MAX_TRANSITIONS.
    """
    return lowered(model.size, model.constraints, native, pairwise)


def lowered(
    size: int, constraints: Sequence[Constraint], native: bool = False, pairwise: int = PAIRWISE_LIMIT
) -> Cnf:
    """The clauses of constraints over the variables 1..size; the rest as in `lower`."""
    cnf = Cnf(size)
    for constraint in looking(constraints):
        if type(constraint) is Clause:  # most are
            cnf.clauses.append(constraint.lits)
        elif not (native and _listed(constraint, cnf)):
            cnf.clauses.extend(clauses(constraint, cnf.fresh, pairwise))
    return cnf


def _listed(constraint: Constraint, cnf: Cnf) -> bool:
    """Lists the constraint as at-most constraints and clauses; False if it is none, takes few clauses, or
    should have auxiliaries.
    """
    lits, lo, hi = _count(constraint)
    size = len(lits)
    lo, hi = max(0, lo), min(hi, size)
    if size < FEW_COUNTED or not lo <= hi > 0 or lo == size or len(set(map(abs, lits))) < size:
        return False
    if type(constraint) is Cardinality and size in MIDDLING and MIDDLE < lo == hi < size - MIDDLE:
        return False  # sums of numbers, whose literals imply each other, are left to the solver all the same
    if lo == 1:
        cnf.clauses.append(lits)
    elif lo:
        cnf.at_most.append((tuple([-lit for lit in lits]), size - lo))
    if hi < size:
        cnf.at_most.append((lits, hi))
    return True


def _count(constraint: Constraint) -> tuple[tuple[Lit, ...], int, int]:
    """The literals of which lo..hi are true; none where the constraint does not count literals."""
    match constraint:
        case ExactlyOne(lits):
            return lits, 1, 1
        case AtMostOne(lits):
            return lits, 0, 1
        case Cardinality(lits, lo, hi):
            return lits, lo, hi
        case Linear(weights, lits, lo, hi):
            if len({*map(abs, weights)} - {0}) != 1:  # not of literals that weigh the same
                return (), lo, hi
            _, normal_lits, lo, hi = sums.normal(weights, lits, lo, hi)
            return tuple(normal_lits), lo, hi
        case Clause() | Regular() | BlockLine() | OnGraph():
            return (), 0, 0
        case _:
            unknown(constraint)


def clauses(
    constraint: Constraint, fresh: Fresh, pairwise: int = PAIRWISE_LIMIT
) -> Iterable[tuple[Lit, ...]]:
    """The clauses of one constraint; `pairwise` as in `lower`."""
    match constraint:
        case Clause(lits):
            return (lits,)
        case ExactlyOne(lits):
            return chain((lits,), at_most_one(lits, fresh, pairwise))
        case AtMostOne(lits):
            return at_most_one(lits, fresh, pairwise)
        case Cardinality(lits, lo, hi):
            return linear((1,) * len(lits), lits, lo, hi, fresh)
        case Linear(weights, lits, lo, hi):
            return linear(weights, lits, lo, hi, fresh)
        case Regular(word, automaton):
            letters = ((position, *at_most_one(position, fresh, pairwise)) for position in word)
            return chain(chain.from_iterable(letters), _accepted(word, automaton, fresh))
        case BlockLine(cells, blocks):
            inks = chain.from_iterable(at_most_one(cell, fresh, pairwise) for cell in cells)
            return chain(inks, _blocks(cells, blocks, fresh))
        case OnGraph():
            return on_graph(constraint, fresh, pairwise)
        case _:
            unknown(constraint)


def _accepted(word: Sequence[tuple[Lit, ...]], automaton: Automaton, fresh: Fresh) -> Clauses:
    """The automaton accepts the word; each position must have exactly one letter."""
    yield from _stated(word, unrolled(automaton, tuple(map(len, word))), fresh)


def unrolled(automaton: Automaton, sizes: tuple[int, ...]) -> Levels | None:
    """The reduced diagram of the words that the automaton accepts, with so many letters at each position; see
    `_minimal`. Clues of one rule often have the same one: it is kept if it is small.
    """
    small = len(automaton.transitions) * len(sizes) <= MOST_KEPT
    return _kept(automaton, sizes) if small else _unrolled(automaton, sizes)


def _unrolled(automaton: Automaton, sizes: tuple[int, ...]) -> Levels | None:
    """The same, computed."""
    arcs: dict[tuple[Hashable, int], Hashable] = {
        (state, letter): target for state, letter, target in automaton.transitions
    }

    def step(_: int, state: Hashable, letter: int) -> Hashable | None:
        return arcs.get((state, letter))

    return _minimal(_reachable(sizes, automaton.start, step), lambda state: state in automaton.accepting)


_kept = lru_cache(maxsize=64)(_unrolled)


def _blocks(cells: tuple[tuple[Lit, ...], ...], blocks: tuple[tuple[int, int], ...], fresh: Fresh) -> Clauses:
    """The cells, each of at most one ink, have these blocks."""
    starts = orderencoding.all_starts(blocks, len(cells))
    if starts is None:
        yield ()
        return
    orders = [orderencoding.order(start, fresh) for start in starts]
    yield from orderencoding.clauses(cells, blocks, orders)


def at_most_one(lits: Sequence[Lit], fresh: Fresh, pairwise: int = PAIRWISE_LIMIT) -> Clauses:
    """At most one literal: pairwise, or for more than `pairwise` literals the product encoding, a grid with
    at most one true row and at most one true column.

    A row's variable is true exactly if a literal of the row is (Chen, A new SAT encoding of the at-most-one
    constraint, ModRef 2010, with the converse added to keep the auxiliaries a function of the literals).
    """
    if len(lits) <= pairwise:
        yield from combinations([-lit for lit in lits], 2)
        return
    width = isqrt(len(lits) - 1) + 1
    lines = [lits[i : i + width] for i in range(0, len(lits), width)]
    lines += [lits[i::width] for i in range(width)]
    heads = [fresh() for _ in lines]
    for head, line in zip(heads, lines, strict=True):
        yield (-head, *line)
        yield from ((-lit, head) for lit in line)
    rows = -(-len(lits) // width)
    yield from at_most_one(heads[:rows], fresh, pairwise)
    yield from at_most_one(heads[rows:], fresh, pairwise)


def on_graph(graph: GraphConstraint, fresh: Fresh, pairwise: int = PAIRWISE_LIMIT) -> Clauses:
    """The clauses of a constraint on a graph. Raises Unsupported beyond MAX_STEPS auxiliary variables."""
    check_steps(graph)
    for part in plainly(graph, fresh):
        if isinstance(part, Connected):
            yield from connected(part.lits, part.edges, fresh)
        else:
            yield from clauses(part, fresh, pairwise)


def check_steps(graph: GraphConstraint) -> None:
    if (number := steps(graph)) > MAX_STEPS:
        raise Unsupported(f"a rule about areas or loops needs {number:,} auxiliary variables as clauses")


def connected(lits: Sequence[Lit], edges: Sequence[tuple[int, int]], fresh: Fresh) -> Clauses:
    """The true literals are connected: each is reached from the first one within len(lits) - 1 steps.

    At step 0 a literal is reached exactly if it is true and no earlier one is; at step d + 1 exactly if it is
    true and it or a neighbour was reached at step d. So every auxiliary is a function of the literals.
    """
    near: list[list[int]] = [[i] for i in range(len(lits))]
    for a, b in edges:
        near[a].append(b)
        near[b].append(a)
    reached = [fresh() for _ in lits]
    for i, (lit, first) in enumerate(zip(lits, reached)):
        yield (-first, lit)
        yield from ((-first, -before) for before in lits[:i])
        yield (first, -lit, *lits[:i])
    for _ in range(len(lits) - 1):
        before, reached = reached, [fresh() for _ in lits]
        for i, (lit, now) in enumerate(zip(lits, reached)):
            yield (-now, lit)
            yield (-now, *(before[j] for j in near[i]))
            yield from ((now, -lit, -before[j]) for j in near[i])
    yield from ((-lit, now) for lit, now in zip(lits, reached))


def linear(
    weights: Sequence[int], lits: Sequence[Lit], lo: int, hi: int, fresh: Fresh
) -> Iterable[tuple[Lit, ...]]:
    """lo <= weighted sum <= hi: without auxiliaries where that takes few clauses, else by a diagram."""
    kept, normal_lits, lo, hi = sums.normal(weights, lits, lo, hi)
    if len(kept) > MOST_KNOWN:
        return _large_sum(kept, normal_lits, lo, hi, fresh)
    top, stated = _small_sum(kept, lo, hi)
    values = (*normal_lits, *(fresh() for _ in range(top - len(normal_lits))))
    signed = (0, *values, *(-value for value in reversed(values)))  # signed[-i] is -signed[i]
    return [pick(signed) for pick in stated]


@lru_cache(maxsize=2048)
def _small_sum(weights: sums.Weights, lo: int, hi: int) -> tuple[int, tuple[Pick, ...]]:
    """The clauses of a normal sum over 1, 2, ..., each as what picks its literals; and the last auxiliary."""
    numbers = count(len(weights) + 1)
    stated = sums.plain(weights, lo, hi)
    if stated is None:
        stated = [*_large_sum(weights, range(1, len(weights) + 1), lo, hi, lambda: next(numbers))]
    return next(numbers) - 1, tuple(_pick(clause) for clause in stated)


def _pick(clause: tuple[int, ...]) -> Pick:
    if len(clause) > 1:
        return itemgetter(*clause)
    return lambda signed: tuple(signed[i] for i in clause)


def _large_sum(weights: Sequence[int], lits: Sequence[Lit], lo: int, hi: int, fresh: Fresh) -> Clauses:
    """A normal sum by a counter, if the weights are equal, and else by the diagram of partial sums, largest
    weights first; sums after which every, or no, assignment of the rest is allowed are merged.
    """
    if weights and weights[0] == 1 and lo <= hi and lo <= len(lits):
        yield from sums.counter(lits, lo, min(hi, len(lits)), fresh)
        return
    left = [*accumulate(reversed(weights), initial=0)][::-1]  # that may be to come

    def step(position: int, total: Hashable, letter: int) -> Hashable | None:
        """None where the sum can no more be in lo..hi."""
        assert isinstance(total, int)
        more = total + weights[position] * letter
        return more if more <= hi and more + left[position + 1] >= lo else None

    word = [(-lit, lit) for lit in lits]
    yield from diagram(word, 0, step, lambda total: isinstance(total, int) and lo <= total <= hi, fresh)


def transitions(model: Model) -> int:
    """An upper bound of the number of transitions of the diagrams of all sums of the model."""
    total = 0
    for constraint in model.constraints:
        if isinstance(constraint, Linear):
            sums, most = 1, 1 + sum(map(abs, constraint.weights))  # different partial sums so far, at most
            for _ in constraint.weights:
                total += 2 * sums
                sums = min(2 * sums, most)
    return total


def diagram(
    word: Sequence[Sequence[Lit]],
    start: Hashable,
    step: Callable[[int, Hashable, int], Hashable | None],
    accepts: Callable[[Hashable], bool],
    fresh: Fresh,
) -> Clauses:
    """The word leads from `start` to an accepted state.

    Each transition has a variable that is true exactly if the path takes it: it implies its letter and the
    disjunction of its predecessors; a letter and a predecessor imply the transition that they lead to, or, if
    there is none, a conflict. A state of many predecessors and letters has a variable for their disjunction.
    """
    yield from _stated(word, _minimal(_reachable([*map(len, word)], start, step), accepts), fresh)


def _stated(word: Sequence[Sequence[Lit]], levels: Levels | None, fresh: Fresh) -> Clauses:
    """The clauses of `diagram`."""
    if levels is None:
        yield ()
        return
    into: dict[int, list[Lit]] | None = None
    for letters, nodes in zip(word, levels, strict=True):
        onward: dict[int, list[Lit]] = {}
        uses: list[list[Lit]] = [[] for _ in letters]
        for node, arcs in enumerate(nodes):
            sources = None if into is None else into.get(node, [])
            if sources is not None and len(sources) >= MANY_SOURCES <= len(letters):
                reached = fresh()
                yield (-reached, *sources)
                yield from ((-source, reached) for source in sources)
                sources = [reached]
            for letter, lit in enumerate(letters):
                if letter not in arcs:
                    yield from _barred(sources, lit)
                    continue
                taken = fresh()
                yield from _taken(sources, lit, taken)
                uses[letter].append(taken)
                onward.setdefault(arcs[letter], []).append(taken)
        for letter, lit in enumerate(letters):
            yield (-lit, *uses[letter])
        into = onward


def _barred(sources: list[Lit] | None, lit: Lit) -> list[tuple[Lit, ...]]:
    """The letter has no transition at the node that `sources` lead to (None: the start, always reached)."""
    if sources is None:
        return [(-lit,)]
    return [(-source, -lit) for source in sources]


def _taken(sources: list[Lit] | None, lit: Lit, taken: Lit) -> list[tuple[Lit, ...]]:
    """The transition is taken exactly if its letter is true and one of `sources` leads to its node."""
    if sources is None:
        return [(-taken, lit), (-lit, taken)]
    return [(-taken, lit), (-taken, *sources), *((-source, -lit, taken) for source in sources)]


def _reachable(
    sizes: Sequence[int], start: Hashable, step: Callable[[int, Hashable, int], Hashable | None]
) -> list[dict[Hashable, dict[int, Hashable]]]:
    """By level, the states that prefixes of the word reach, with their transitions; the last level has
    none. `sizes`: the number of letters at each position.
    """
    levels: list[dict[Hashable, dict[int, Hashable]]] = []
    states: dict[Hashable, None] = {start: None}
    size = 0
    for position, letters in enumerate(sizes):
        level = {
            state: {
                letter: target
                for letter in range(letters)
                if (target := step(position, state, letter)) is not None
            }
            for state in states
        }
        size += sum(map(len, level.values()))
        if size > MAX_TRANSITIONS:
            raise Unsupported(f"a constraint needs more than {MAX_TRANSITIONS:,} transitions as clauses")
        levels.append(level)
        states = {target: None for arcs in level.values() for target in arcs.values()}
    levels.append({state: {} for state in states})
    return levels


def _minimal(
    levels: list[dict[Hashable, dict[int, Hashable]]], accepts: Callable[[Hashable], bool]
) -> Levels | None:
    """The reduced diagram: without dead states, and with equivalent states merged; None if no path is left.

    Each level is a list of nodes {letter: node of the next level}; node 0 of the first level is the start.
    """
    name: dict[Hashable, int] = {state: 0 for state in levels[-1] if accepts(state)}
    result: list[list[Mapping[int, int]]] = []
    for level in reversed(levels[:-1]):
        merged: dict[tuple[tuple[int, int], ...], int] = {}
        here: dict[Hashable, int] = {}
        for state, arcs in level.items():
            key = tuple((letter, name[target]) for letter, target in arcs.items() if target in name)
            if key:
                here[state] = merged.setdefault(key, len(merged))
        name = here
        result.append([dict(key) for key in merged])
    return result[::-1] if name else None
