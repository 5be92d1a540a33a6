"""Propagators: what a single rule implies under known facts, for each kind of rule.

    DistinctCells    all different: by Hall sets (Hall 1935; complete by Regin 1994)
    BlockLineRule    a line of blocks, by bit sets, as in `engines.lines`
    WordRule         a word that an automaton accepts, by its diagram, see `words`
    ExclusiveClause  at least one of some facts: what all those exclude, by axioms, that may still be true
    OptionRule       clauses that each hold under one of some options; incomplete
    AnyRule          any other rule, by a SAT solver; complete if that takes little work

A propagator takes the known facts, closed under unit propagation in the axioms, and returns the literals that
follow from them, the rule and the axioms, with or without known ones; None if these are unsatisfiable. All
others are complete. DistinctCells can be limited to Hall sets of small size, with `SINGLES` to naked
and hidden singles.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from itertools import chain, combinations, count, islice
from math import inf
from operator import or_
from typing import TypeGuard

from zenkai_solver.models.bits import bits
from zenkai_solver.models.blocks import gap
from zenkai_solver.models.constraints import (
    AtMostOne,
    BlockLine,
    Clause,
    Constraint,
    ExactlyOne,
    Lit,
    literals,
)
from zenkai_solver.solvers.core.deadlines import LEAST_SIZE
from zenkai_solver.solvers.engines.sat.slices import SOLVER, satisfiable
from zenkai_solver.solvers.explanations.definitions import JoinedAxioms
from zenkai_solver.solvers.explanations.oracle import PER_PROPAGATION, Enough, Oracle
from zenkai_solver.solvers.explanations.theory import Part, Theory
from zenkai_solver.solvers.explanations.words import word_rule

Known = set[Lit]
Implied = list[Lit] | None
Propagator = Callable[[Known], Implied]

WIDE = 10  # open cells: with more of them there are too many Hall sets to try
SINGLES, PAIRS, TRIPLES, WHOLE = DEPTHS = range(1, 5)  # the sizes of sets of cells or values; 4: any
FEW_OPTIONS = 40  # an OptionRule with more options does not propagate the axioms under each of them
MANY = 2_000  # variables: beyond, those of few clauses are renumbered: solvers allocate up to the largest
MOST_ASKED = 1_000_000  # literals propagated by the oracle for one rule: some half a second
LEAST_ASKED = 20_000  # the same for a rule that was given up again and again
LARGE = 10_000  # clauses of a rule: beyond, the oracle, which has all of them, is faster than a new solver
PER_CLAUSE = 4  # literals propagated in the time in which a new solver takes a clause
MOST_HELD = 500_000  # axioms of the solvers of single rules together, some 200 bytes each


def propagators(theory: Theory, residue: Residue) -> list[Propagator]:
    """One for each rule."""
    cells = _cells(theory)
    exclusions = _exclusions(theory)
    never = frozenset(-axiom.lits[0] for axiom in theory.axioms if _never(axiom))
    exclusive = {lit: axiom for axiom in theory.axioms if _exclusive(axiom) for lit in literals(axiom)}
    return [
        _distinct_cells(parts, cells, generic)
        or _block_line(parts)
        or word_rule(parts, cells, never)
        or _exclusive_clause(parts, exclusions)
        or _option_rule(parts, exclusive, residue.oracle.propagated)
        or generic
        for rule, parts in enumerate(theory.parts)
        for generic in [AnyRule(rule, residue)]
    ]


def _exclusive(part: Constraint) -> bool:
    return isinstance(part, ExactlyOne | AtMostOne)


def _never(part: Constraint) -> TypeGuard[Clause]:
    """Does it state that a variable is false?"""
    return isinstance(part, Clause) and len(part.lits) == 1 and part.lits[0] < 0


# ---- cells with different values


def _cells(theory: Theory) -> dict[int, tuple[int, ...]]:
    """For each variable of an axiom that is an ExactlyOne, its variables."""
    axioms = (axiom for axiom in theory.axioms if isinstance(axiom, ExactlyOne))
    return {var: axiom.lits for axiom in axioms for var in axiom.lits}


@dataclass(frozen=True)
class DistinctCells:
    """The values of the cells differ; cells[i][value] is the variable, 0 if cell i never has the value.
    `wide` propagates where more than WIDE cells are open.
    """

    cells: tuple[tuple[int, ...], ...]
    wide: Propagator

    def __call__(self, known: Known, depth: int = WHOLE) -> Implied:
        masks = [self._open(cell, known) for cell in self.cells]
        if depth > SINGLES and sum(1 for mask in masks if mask & (mask - 1)) > WIDE:
            return self.wide(known)
        left = _hall(masks, depth)
        if left is None:
            return None
        derived: list[Lit] = []
        for cell, before, mask in zip(self.cells, masks, left, strict=True):
            if mask != before:
                derived += (-var for i, var in enumerate(cell) if (before & ~mask) >> i & 1)
                if not mask & (mask - 1):
                    derived.append(cell[mask.bit_length() - 1])
        return derived

    def smallest_set(self, known: Known) -> tuple[list[Lit], set[int]]:
        """The first of `sets`; none if there is none."""
        return next(self.sets(known), ([], set()))

    def sets(self, known: Known, most: int = WIDE) -> Iterator[tuple[list[Lit], set[int]]]:
        """What each set of up to `most` cells with as many values, or of values with as many cells, excludes,
        small sets first, and the variables of its cells, or of its values; nothing if more than WIDE cells
        are open.

        Values that leave two or three cells to the others are told as the naked pair or triple of these,
        which excludes the same: SudokuWiki and HoDoKu look for those first.
        """
        masks = [self._open(cell, known) for cell in self.cells]
        left = [i for i, mask in enumerate(masks) if mask & (mask - 1)]
        every = sum({1 << bit for i in left for bit in bits(masks[i])})
        whole = every.bit_count() == len(left)
        for size in range(2, min(len(left) - 1, most + 1)) if len(left) <= WIDE else ():
            for chosen in combinations(left, size):
                union = reduce(or_, (masks[i] for i in chosen))
                outside = reduce(or_, (masks[i] for i in left if i not in chosen), 0)
                if union.bit_count() == size and union & outside:
                    about = {var for i in chosen for var in self.cells[i] if var}
                    yield self._excluded(set(left).difference(chosen), masks, union), about
                elif (
                    whole
                    and (every & ~outside).bit_count() == size
                    and union & outside
                    and len(left) - size > TRIPLES
                ):
                    about = {cell[value] for cell in self.cells for value in bits(every & ~outside)} - {0}
                    yield self._excluded(set(chosen), masks, outside), about

    def _excluded(self, cells: Collection[int], masks: Sequence[int], values: int) -> list[Lit]:
        return [-self.cells[i][value] for i in sorted(cells) for value in bits(masks[i] & values)]

    @staticmethod
    def _open(cell: tuple[int, ...], known: Known) -> int:
        """The values that the cell may have, as a bit set."""
        mask = 0
        for i, var in enumerate(cell):
            if var and -var not in known:
                if var in known:
                    return 1 << i
                mask |= 1 << i
        return mask


def _hall(masks: Sequence[int], depth: int) -> list[int] | None:
    """For each cell the values, as a bit set, that it has in some assignment of different values; with a
    depth below WHOLE, those that no Hall set up to that size excludes. None if there is no such assignment.
    """
    fixed = 0
    for mask in masks:
        if not mask & (mask - 1):
            if not mask or fixed & mask:
                return None
            fixed |= mask
    places = [i for i, mask in enumerate(masks) if mask & (mask - 1)]
    open_masks = tuple([masks[i] & ~fixed for i in places])
    left = _single(open_masks) if depth == SINGLES else _distinct(open_masks, depth)
    if left is None:
        return None
    reduced = list(masks)
    for i, mask in zip(places, left, strict=True):
        reduced[i] = mask
    return reduced


def _single(masks: tuple[int, ...]) -> tuple[int, ...] | None:
    """`_hall` for open cells by hidden singles: values with one place, for as many cells as values."""
    if not all(masks):
        return None
    some = several = 0
    for mask in masks:
        several |= some & mask
        some |= mask
    if some.bit_count() != len(masks):
        return masks if some.bit_count() > len(masks) else None
    once = some & ~several
    return tuple([mask & once or mask for mask in masks])


@lru_cache(maxsize=1 << 16)
def _distinct(masks: tuple[int, ...], depth: int) -> tuple[int, ...] | None:
    """`_hall` for open cells by Hall sets: n cells with n values in all exclude these values elsewhere.

    Below the depth WHOLE only sets of at most `depth` cells, or of all but so many, which are hidden sets.
    """
    unions = [0]
    for mask in masks:
        unions += [union | mask for union in unions]
    spare = [union.bit_count() - size for union, size in zip(unions, _sizes(len(masks)), strict=True)]
    if min(spare) < 0:
        return None
    left = list(masks)
    sizes, n = _sizes(len(masks)), len(masks)
    for chosen in range(1, len(unions) - 1):
        if not spare[chosen] and (depth >= WHOLE or min(sizes[chosen], n - sizes[chosen]) <= depth):
            left = [mask if chosen >> i & 1 else mask & ~unions[chosen] for i, mask in enumerate(left)]
    return tuple(left)


@lru_cache
def _sizes(n: int) -> tuple[int, ...]:
    return tuple(chosen.bit_count() for chosen in range(1 << n))


def _distinct_cells(
    parts: Sequence[Constraint], cells: dict[int, tuple[int, ...]], wide: Propagator
) -> DistinctCells | None:
    """The propagator of a rule with one at-most-one, or exactly-one, per value, over the same cells, or of
    at-most-ones over some values of cells; None for any other rule.
    """
    if not all(map(_exclusive, parts)):
        return None
    lits_of = [literals(part) for part in parts]
    number = {var: i for i, lits in enumerate(lits_of) for var in lits}
    if len(number) < sum(map(len, lits_of)) or not all(var in cells for var in number):
        return None
    whole = list(dict.fromkeys(cells[var] for var in number))
    others = [var for cell in whole for var in cell if var not in number]  # of which the rule does not know
    if any(isinstance(part, ExactlyOne) for part in parts) and (others or len(parts) != len(whole)):
        return None
    number |= {var: i for i, var in enumerate(others, len(parts))}  # each is another value: all may be true
    table = [[0] * len(number) for _ in whole]
    for row, cell in zip(table, whole, strict=True):
        for var in cell:
            row[number[var]] = var
    if any(sum(map(bool, row)) != len(cell) for row, cell in zip(table, whole, strict=True)):
        return None  # two values of a cell in one constraint
    return DistinctCells(tuple(map(tuple, table)), wide)


# ---- lines


@dataclass(frozen=True)
class BlockLineRule:
    """A line of blocks (length, ink), by the method of `engines.lines.kernels.blockline`; cells[i] are the
    variables of the inks of cell i.
    """

    cells: tuple[tuple[int, ...], ...]
    blocks: tuple[tuple[int, int], ...]

    def __call__(self, known: Known) -> Implied:
        planes = self._planes(known)
        left = solved_line(planes, len(self.cells), self.blocks)
        if left is None:
            return None
        derived: list[Lit] = []
        for i, cell in enumerate(self.cells):
            able = [ink for ink, plane in enumerate(left) if plane >> i & 1]
            derived += (-var for ink, var in enumerate(cell, 1) if ink not in able and -var not in known)
            if len(able) == 1 and able[0] and cell[able[0] - 1] not in known:
                derived.append(cell[able[0] - 1])
        return derived

    def _planes(self, known: Known) -> list[int]:
        """For each ink, 0 being white, the cells that may have it, as a bit set."""
        planes = [0] * (1 + len(self.cells[0])) if self.cells else [0]
        for i, cell in enumerate(self.cells):
            bit = 1 << i
            true = [ink for ink, var in enumerate(cell, 1) if var in known]
            for ink, var in enumerate(cell, 1):
                if -var not in known and (not true or ink in true):
                    planes[ink] |= bit
            if not true:
                planes[0] |= bit
        return planes


def solved_line(planes: Sequence[int], n: int, blocks: Sequence[tuple[int, int]]) -> list[int] | None:
    """For each ink, 0 being white, the cells that have it in some filling within the given planes, as bit
    sets of `n` cells; None if there is no filling.
    """
    white, new, k = planes[0], [0] * len(planes), len(blocks)
    spaced = [j + 1 < k and bool(gap(blocks[j], blocks[j + 1])) for j in range(k)]
    forward, runs = [0] * k, [0] * k
    reached = _ahead(1, white)
    for j, (length, ink) in enumerate(blocks):
        forward[j], runs[j] = reached, _starts(planes[ink] if ink < len(planes) else 0, length)
        ends = (reached & runs[j]) << length
        reached = _ahead((ends & white) << 1 if spaced[j] else ends, white)
    if not reached >> n & 1:
        return None
    points = _back(1 << n, white)
    gaps = reached & white & points >> 1
    for j in range(k - 1, -1, -1):
        length, ink = blocks[j]
        if spaced[j]:
            points = points >> 1 & white
        starts = runs[j] & points >> length
        placed = starts & forward[j]
        for step in range(length):
            new[ink] |= placed << step
        if spaced[j]:
            gaps |= placed << length
        points = _back(starts, white)
        gaps |= forward[j] & white & points >> 1
    new[0] = gaps
    return new


def _ahead(points: int, white: int) -> int:
    """The points that are reached from `points` over white cells alone."""
    return points | (((points & white) + white) ^ white)


def _back(points: int, white: int) -> int:
    """The points from which one of `points` is reached over white cells alone."""
    step, run = 1, white
    while run:
        points |= run & points >> step
        run &= run >> step
        step += step
    return points


def _starts(mask: int, length: int) -> int:
    """The cells at which `length` successive cells of the mask begin."""
    have = 1
    while have < length:
        step = min(have, length - have)
        mask &= mask >> step
        have += step
    return mask


def _block_line(parts: Sequence[Constraint]) -> BlockLineRule | None:
    """The propagator of a rule that is a single line of blocks; None for any other rule."""
    if len(parts) == 1 and isinstance(line := parts[0], BlockLine):
        return BlockLineRule(line.cells, line.blocks)
    return None


# ---- clauses over facts that exclude others


def _exclusions(theory: Theory) -> dict[int, int]:
    """For each variable the bit set of those that axioms exclude if it is true; {} if some axiom is not an
    at-most-one or exactly-one.
    """
    excluded: dict[int, int] = {}
    for axiom in theory.axioms:
        if not isinstance(axiom, AtMostOne):
            return {}
        mask = sum(1 << var for var in axiom.lits)
        for var in axiom.lits:
            excluded[var] = excluded.get(var, 0) | mask & ~(1 << var)
    return excluded


@dataclass(frozen=True)
class ExclusiveClause:
    """At least one of the variables is true; `exclusions` as of `_exclusions`."""

    lits: tuple[int, ...]
    exclusions: dict[int, int]

    def __call__(self, known: Known) -> Implied:
        left = [var for var in self.lits if -var not in known]
        if not left:
            return None
        if any(var in known for var in left):
            return []
        common = self.exclusions[left[0]]
        for var in left[1:]:
            common &= self.exclusions[var]
            if not common:
                return []
        derived: list[Lit] = [left[0]] if len(left) == 1 else []
        while common:
            var = (common & -common).bit_length() - 1
            common &= common - 1
            if -var not in known:
                derived.append(-var)
        return derived


def implied_together(clauses: Sequence[ExclusiveClause], known: Known, lits: Iterable[Lit]) -> list[Lit]:
    """Those of the literals that follow from all of the clauses with the axioms and known facts; these must
    be satisfiable.

    Where axioms are at-most-ones, facts of which no two exclude each other are true in some assignment, with
    all others false. So a fact may be true exactly if it fits to some choice of a fact for each clause.
    """
    able = ~sum(1 << -lit for lit in known if lit < 0)
    left = sorted(([var for var in clause.lits if able >> var & 1] for clause in clauses), key=len)
    exclusions, lits = clauses[0].exclusions, list(lits)
    asked = sum(1 << -lit for lit in lits if lit < 0)  # of which it is not known yet that they may be true
    always = sum(1 << lit for lit in lits if lit > 0)  # that were in each choice so far
    for lit in lits:
        if lit > 0 and always >> lit & 1:
            chosen, _ = _choice(left, exclusions, able & ~(1 << lit)) or (-1, 0)
            always &= chosen
        elif lit < 0 and asked >> -lit & 1:
            _, fitting = _choice(left, exclusions, able & ~exclusions[-lit]) or (0, 0)
            asked &= ~fitting
    return [lit for lit in lits if (asked >> -lit if lit < 0 else always >> lit) & 1]


def _choice(
    left: Sequence[Sequence[int]], exclusions: Mapping[int, int], fitting: int, chosen: int = 0
) -> tuple[int, int] | None:
    """A fact from each list, all of which fit to each other and to `fitting`, beside those `chosen`; and all
    that fits to them, as bit sets. None if there are none.
    """
    if not left:
        return chosen, fitting
    for var in left[0]:
        if fitting >> var & 1 and (
            choice := _choice(left[1:], exclusions, fitting & ~exclusions[var], chosen | 1 << var)
        ):
            return choice
    return None


def _exclusive_clause(parts: Sequence[Constraint], exclusions: dict[int, int]) -> ExclusiveClause | None:
    """The propagator of a rule that is one positive clause over variables with exclusions; else None."""
    if len(parts) != 1 or not isinstance(clause := parts[0], Clause) or not clause.lits:
        return None
    return ExclusiveClause(clause.lits, exclusions) if all(lit in exclusions for lit in clause.lits) else None


# ---- options


@dataclass(frozen=True)
class OptionRule:
    """Clauses under options, of which axioms allow at most one, such as the moves of a piece.

    then[option]: the clauses that hold if the option is true. `exact`: one of the options is true. `close`:
    unit propagation in the axioms, which returns False for a contradiction, and the literals derived.

    An option whose clauses and axioms unit propagation refutes is excluded; what all options that are left
    imply follows (constructive disjunction).
    """

    then: Mapping[int, Sequence[tuple[Lit, ...]]]
    exact: bool
    close: Callable[[Iterable[Lit]], tuple[bool, Collection[Lit]]]

    @cached_property
    def size(self) -> int:
        """The number of clauses, which all are read each time."""
        return sum(map(len, self.then.values()))

    def __call__(self, known: Known) -> Implied:
        implied = {option: _units(self.then[option], known) for option in self.then if -option not in known}
        if sum(lits is not None for lits in implied.values()) <= FEW_OPTIONS:
            implied = {option: self._closed(known, option, lits) for option, lits in implied.items()}
        alive = {option: lits for option, lits in implied.items() if lits is not None}
        if not alive and (self.exact or any(option in known for option in implied)):
            return None
        follows = [-option for option, lits in implied.items() if lits is None]
        chosen = [option for option in alive if option in known]
        if chosen:
            follows += alive[chosen[0]]
        elif self.exact:
            follows += set.intersection(*alive.values())
            follows += alive if len(alive) == 1 else ()
        return sorted(set(follows))

    def _closed(self, known: Known, option: int, lits: set[Lit] | None) -> set[Lit] | None:
        """The literals that an option implies, closed under unit propagation; None for a contradiction."""
        good, derived = (False, list[Lit]()) if lits is None else self.close([*known, option, *lits])
        return set(derived) - known - {option} if good else None


def _units(clauses: Iterable[tuple[Lit, ...]], known: Known) -> set[Lit] | None:
    """What unit propagation derives from the clauses and known facts; None for a contradiction."""
    derived: set[Lit] = set()
    before = -1
    while len(derived) > before:
        before, undecided = len(derived), list[tuple[Lit, ...]]()
        for clause in clauses:
            if any(lit in known or lit in derived for lit in clause):
                continue
            left = [lit for lit in clause if -lit not in known and -lit not in derived]
            if not left:
                return None
            if len(left) == 1:
                derived.add(left[0])
            else:
                undecided.append(clause)
        clauses = undecided
    return derived


def _option_rule(
    parts: Sequence[Constraint],
    exclusive: Mapping[int, Constraint],
    close: Callable[[Iterable[Lit]], tuple[bool, Collection[Lit]]],
) -> OptionRule | None:
    """The propagator of a rule of clauses that each have the negation of one option of the same axiom; None
    for any other rule.
    """
    clauses = [part.lits for part in parts if isinstance(part, Clause)]
    if len(clauses) < len(parts) or not clauses:
        return None
    axiom = next((exclusive[-lit] for lit in clauses[0] if -lit in exclusive), None)
    if axiom is None:
        return None
    options = literals(axiom)
    then: dict[int, list[tuple[Lit, ...]]] = {option: [] for option in options}
    for lits in clauses:
        named = [-lit for lit in lits if -lit in then]
        if len(named) != 1 or not then.keys().isdisjoint(lits):
            return None
        then[named[0]].append(tuple(lit for lit in lits if -lit != named[0]))
    return OptionRule(then, isinstance(axiom, ExactlyOne), close)


# ---- anything else


@dataclass(frozen=True)
class AnyRule:
    """Propagation of that rule by a SAT solver: a literal that does not follow has a counterexample. A rule
    that takes much work implies nothing until more is known of it, and is in `residue.hard` until then; each
    time it may take half as much as the last, until it is answered.
    """

    rule: int
    residue: Residue

    def __call__(self, known: Known) -> Implied:
        left = [var for var in self.residue.needed.reach(self.rule) if var not in known and -var not in known]
        self.residue.touch((self.rule,))
        most = self.residue.most.pop(self.rule, MOST_ASKED)
        try:
            both = [sign * var for var in left for sign in (1, -1)]
            return self.residue.consequences((self.rule,), known, both, most)
        except Enough:
            self.residue.hard.add(self.rule)
            self.residue.most[self.rule] = max(most // 2, min(most, LEAST_ASKED))
            return []


class NeededAxioms:
    """The axioms that each rule needs, and solvers of single rules with these. variables[rule]: those of the
    rule's facts. `held`: the axioms of these solvers together.
    """

    def __init__(self, theory: Theory, variables: Sequence[Iterable[int]], oracle: Oracle) -> None:
        self.theory, self.variables, self.oracle = theory, variables, oracle
        self._numbers: dict[int, tuple[int, ...]] = {}
        self._reach: dict[int, tuple[int, ...]] = {}
        self._large: dict[int, bool] = {}
        self._parts: dict[int, tuple[Part, Oracle] | None] = {}
        self.held = 0

    @cached_property
    def _needed(self) -> JoinedAxioms:
        """Of each variable the clauses that define it; if there are none, those of axioms with it."""
        axioms, defining = self.theory.clausal.axioms, self.theory.defining
        numbers = {i: clause for i, clause in enumerate(axioms) if clause in defining}
        return JoinedAxioms.of(axioms, self.theory.facts).but(numbers, self.theory.definitions)

    def of(self, rule: int) -> tuple[int, ...]:
        """The numbers of the clauses of axioms with a fact or an auxiliary variable of the rule or,
        transitively, an auxiliary variable of these; of one that is defined its definition alone.
        """
        if rule not in self._numbers:
            self._numbers[rule] = tuple(self._near(rule))
        return self._numbers[rule]

    def _near(self, rule: int) -> Iterator[int]:
        """The same, one after the other."""
        stated = (abs(lit) for clause in self.theory.clausal.rules[rule] for lit in clause)
        variables = chain(self.variables[rule], stated)
        return self._needed.reached(variables)

    def is_large(self, rule: int) -> bool:
        """Has the rule, with these axioms, more than LARGE clauses?"""
        if rule not in self._large:
            left = LARGE - len(self.theory.clausal.rules[rule])
            self._large[rule] = left < 0 or next(islice(self._near(rule), left, None), None) is not None
        return self._large[rule]

    def reach(self, rule: int) -> tuple[int, ...]:
        """The variables of the rule's facts, then those of the other facts in the clauses of its axioms."""
        if rule not in self._reach:
            near = chain.from_iterable(filter(None, map(self._facts.get, self.of(rule))))
            of_rule = (var for var in self.variables[rule] if var in self.theory.facts)
            self._reach[rule] = tuple(dict.fromkeys(chain(of_rule, near)))
        return self._reach[rule]

    @cached_property
    def _facts(self) -> dict[int, tuple[int, ...]]:
        """The facts in each clause of axioms that has some."""
        facts = self.theory.facts.keys()
        return {
            number: tuple(var for var in map(abs, clause) if var in facts)
            for number, clause in enumerate(self.theory.clausal.axioms)
            if not facts.isdisjoint(map(abs, clause))
        }

    def part(self, rule: int) -> tuple[Part, Oracle] | None:
        """The rule with the axioms that it needs, and their solver, which is kept; None where these would be
        too many.
        """
        if rule not in self._parts:
            fit = self.held + len(self.of(rule)) <= MOST_HELD
            self._parts[rule] = self._solver_of(rule) if fit else None
        return self._parts[rule]

    def _solver_of(self, rule: int) -> tuple[Part, Oracle]:
        """The same; the solver answers mostly by unit propagation."""
        stated = (abs(lit) for part in self.theory.parts[rule] for lit in literals(part))
        axioms = [*self.theory.needed(chain(self.variables[rule], stated))]
        self.held += len(axioms)
        part = self.theory.part((rule,), axioms)
        oracle = Oracle(part.theory, self.oracle.deadline, self.oracle.name, PER_PROPAGATION)
        self.oracle.closes(oracle)
        return part, oracle


class Residue:
    """The clauses of each rule and of the axioms on its facts, simplified by the known facts, and cached
    until `touch` is called for the rule. most[rule]: the work that the next question about a rule may take
    that was given up. `work`: the literals propagated so far, and PER_CLAUSE for each clause of a new solver.
    """

    def __init__(self, needed: NeededAxioms) -> None:
        self.needed, self.theory, self.oracle = needed, needed.theory, needed.oracle
        self._simplified: dict[int, dict[object, list[Lit]]] = {}
        self.work = 0
        self.hard: set[int] = set()
        self.most: dict[int, int] = {}

    def touch(self, rules: Iterable[int]) -> None:
        for rule in rules:
            self._simplified.pop(rule, None)

    def _of(self, rule: int, known: Known) -> dict[object, list[Lit]]:
        """By their numbers; those of axioms are the same for all rules."""
        if rule not in self._simplified:
            clausal = self.theory.clausal
            stated = (((rule, i), clause) for i, clause in enumerate(clausal.rules[rule]))
            axioms = ((i, clausal.axioms[i]) for i in self.needed.of(rule))
            self._simplified[rule] = {
                i: [lit for lit in clause if -lit not in known]
                for i, clause in chain[tuple[object, tuple[Lit, ...]]](stated, axioms)
                if known.isdisjoint(clause)
            }
        return self._simplified[rule]

    @contextmanager
    def _counted(self, oracle: Oracle) -> Iterator[None]:
        """Add the work of the oracle within it."""
        before = oracle.work
        try:
            yield
        finally:
            self.work += oracle.work - before

    def _by_part(self, part: Part, oracle: Oracle, known: Known, lits: Iterable[Lit], most: float) -> Implied:
        """What a rule implies, by the solver of what it needs."""
        asked = {number: lit for lit in lits if (number := part.new.get(lit)) is not None}
        with self._counted(oracle), oracle.bounded(most):
            implied = oracle.consequences((0,), filter(None, map(part.new.get, known)), asked)
        return None if implied is None else [asked[number] for number in implied]

    def consequences(
        self, rules: Sequence[int], known: Known, lits: Iterable[Lit], most: float = inf
    ) -> Implied:
        """Those of the literals that the rules and the known facts imply; None if these are unsatisfiable.

        A new solver has only the simplified clauses. Each satisfying assignment excludes the literals that
        are false in it from the candidates. Raises Enough if more than `most` literals are propagated.
        """
        clausal = self.theory.clausal
        if any(clausal.cuts[rule] or self.needed.is_large(rule) for rule in rules) or clausal.axiom_cuts:
            if len(rules) == 1 and not clausal.axiom_cuts and (kept := self.needed.part(rules[0])):
                return self._by_part(*kept, known, lits, most)
            with self._counted(self.oracle), self.oracle.bounded(most):
                return self.oracle.consequences(rules, known, lits)
        clauses: dict[object, list[Lit]] = {}
        for rule in rules:
            clauses |= self._of(rule, known)
        return self._by_a_new_solver([*clauses.values()], {lit: lit for lit in lits}, most)

    def _by_a_new_solver(
        self, stated: list[list[Lit]], left: dict[Lit, Lit], most: float
    ) -> list[Lit] | None:
        """The same, of these clauses."""
        from pysat.solvers import Solver  # slow to import

        top = read = self.theory.clausal.top
        if MANY < top <= len(stated):
            read = top // PER_PROPAGATION
        elif top > MANY:
            names = dict.fromkeys(abs(lit) for clause in stated for lit in clause)
            new = {sign * var: sign * i for i, var in enumerate(names, 1) for sign in (1, -1)}
            stated, top = [[new[lit] for lit in clause] for clause in stated], len(names)
            read = top
            left = {new[lit]: lit for lit in left if lit in new}  # others are in no clause, and do not follow
        self.work += PER_CLAUSE * len(stated)
        self.oracle.deadline.spend(len(stated))
        with Solver(name=SOLVER, bootstrap_with=stated) as solver:
            checked = self.oracle.deadline.about(max(read, LEAST_SIZE))

            def look() -> None:
                checked()
                if most < inf and solver.accum_stats()["propagations"] > most:
                    raise Enough

            if not satisfiable(solver, look):
                return None
            for guard in count(top + 1):
                if not left:
                    break
                solver.add_clause([-guard, *(-lit for lit in left)])
                solver.set_phases([-lit for lit in left])
                if not satisfiable(solver, look, [guard]):
                    break
                true = set(solver.get_model())
                left = {number: lit for number, lit in left.items() if number in true}
        return list(left.values())
