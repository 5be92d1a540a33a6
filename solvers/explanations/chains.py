"""Chains of implications: what an assumed fact excludes, place after place, until a place has no option left.

A *place* is a constraint of which at least one fact is true: a cell has some digit, a digit goes somewhere in
a box. The *length* of a chain is the number of its places, the last one, which has no option left, among
them. Locked candidates have length 1, X-wings, skyscrapers and kites 2, XY-wings 3, and so on.
Source: lengths as of the whips of D. Berthier, The Hidden Logic of Sudoku (2007).

Sets of facts are bit sets: bit `var` of an integer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain

import numpy as np

from zenkai_solver.models.bits import bits
from zenkai_solver.models.constraints import AtMostOne, Clause, Constraint, ExactlyOne, Lit, literals
from zenkai_solver.models.puzzle import Fact
from zenkai_solver.solvers.explanations.kernels import chaining
from zenkai_solver.solvers.explanations.propagators import Known
from zenkai_solver.solvers.explanations.theory import Theory
from zenkai_solver.solvers.kernels.jit import Work

MOST = 4_000  # facts: a bit set of so many for each of them is kept
ROUNDS = (2, 3, 4, 6, 1_000)  # of chains that are tried, one after the other


@dataclass(frozen=True)
class Chain:
    """The fact `refuted` leads to a contradiction by these rules, a bit set, over `length` places."""

    refuted: int
    rules: int
    length: int


@dataclass(frozen=True)
class FactSet:
    """Facts of which at least one is true, or at most one, by the rule, or by an axiom (-1)."""

    facts: int
    rule: int


class Chains:
    """The places of a theory, and which facts exclude one another; in theories of more than MOST facts none.

    `at` has the numbers of the places of each fact, `exclusions` its at-most-ones, `excluded` all that these
    exclude.
    """

    def __init__(self, theory: Theory) -> None:
        self.places: list[FactSet] = []
        self.at: dict[int, list[int]] = {}
        self.exclusions: dict[int, list[FactSet]] = {}
        self.excluded: dict[int, int] = {}
        self._rules = len(theory.rules)
        if len(theory.facts) <= MOST:
            for rule, parts in chain([(-1, theory.axioms)], enumerate(theory.parts)):
                for part in parts:
                    if set(literals(part)) <= theory.facts.keys():
                        self._read(part, rule)
        self.facts = sum(1 << fact for fact in {*self.excluded, *self.at})

    def _read(self, part: Constraint, rule: int) -> None:
        if not isinstance(part, (AtMostOne, ExactlyOne, Clause)):
            return
        facts = FactSet(sum(1 << lit for lit in set(part.lits)), rule)
        if not isinstance(part, Clause):
            for lit in part.lits:
                self.exclusions.setdefault(lit, []).append(facts)
                self.excluded[lit] = (self.excluded.get(lit, 0) | facts.facts) & ~(1 << lit)
        if not isinstance(part, AtMostOne):
            for lit in part.lits:
                self.at.setdefault(lit, []).append(len(self.places))
                self.excluded.setdefault(lit, 0)  # it may be left at a place, though it excludes nothing
            self.places.append(facts)

    @cached_property
    def tables(self) -> chaining.ChainTables:
        """The same for the compiled loops."""
        top = self.facts.bit_length() or 1
        excluded = _words([self.excluded.get(fact, 0) for fact in range(top)], top // 64 + 1)
        first, at = _lists([self.at.get(fact, ()) for fact in range(top)])
        facts = _lists([list(bits(place.facts)) for place in self.places])
        sets = {one: i for i, one in enumerate(dict.fromkeys(chain.from_iterable(self.exclusions.values())))}
        of = _lists([[sets[one] for one in self.exclusions.get(fact, ())] for fact in range(top)])
        together = _words([one.facts for one in sets], top // 64 + 1)
        rules = _ints(place.rule for place in self.places), _ints(one.rule for one in sets)
        return chaining.ChainTables(excluded, first, at, *facts, _ints(ROUNDS), *of, together, *rules)

    @cached_property
    def run(self) -> chaining.ChainRun:
        (facts, words), places = self.tables.excluded.shape, len(self.places)
        place, excluder, true = (np.full(size, chaining.NONE, np.int32) for size in (facts, facts, facts + 1))
        false, touched = np.zeros(words, np.uint64), np.zeros(places // 64 + 1, np.uint64)
        gone, order = np.zeros(places, np.int32), np.zeros(places, np.int32)
        new, known = np.zeros(places, np.bool_), np.zeros(1, np.int32)
        passed = np.zeros_like(touched)
        return chaining.ChainRun(false, place, excluder, true, known, gone, touched, new, order, passed)

    @cached_property
    def memory(self) -> chaining.ChainMemory:
        facts, words = len(self.run.place), len(self.run.touched)
        ends, touched = np.zeros((len(ROUNDS), facts), np.uint8), (len(ROUNDS), facts, words)
        rules = np.zeros((facts, self._rules // 64 + 1), np.uint64)
        return chaining.ChainMemory(ends, np.zeros(touched, np.uint64), np.zeros(facts, np.int32), rules)

    def excluding(self, fact: int, other: int) -> int:
        """A rule by which they exclude one another; -1, an axiom, first."""
        return next(one.rule for one in self.exclusions[fact] if one.facts >> other & 1)


class View:
    """The chains for one set of known facts after another: the facts that are `open`, and those `left` at
    each place, 0 where one is known to be true. Results are kept as long as the places they depend on are the
    same.
    """

    def __init__(self, chains: Chains) -> None:
        self.chains = chains
        self.left = [place.facts for place in chains.places]
        self.open, self._true, self._false, self._known = chains.facts, 0, 0, set[Lit]()
        self._common: dict[int, int] = {0: 0}

    def look(self, known: Known) -> None:
        """From now on these facts are known."""
        if back := not self._known <= known:
            self._known, self._true, self._false = set(), 0, 0
        new = known - self._known
        self._known = set(known)
        self._true |= sum(1 << lit for lit in new if lit > 0)
        self._false |= sum(1 << -lit for lit in new if lit < 0)
        self.open = self.chains.facts & ~(self._true | self._false)
        near = (self.chains.at.get(abs(lit), ()) for lit in new)
        self._change(range(len(self.left)) if back else set(chain.from_iterable(near)))

    def _change(self, numbers: Iterable[int]) -> None:
        """What is left at these places."""
        changed, places = 0, self.chains.places
        for number in numbers:
            facts = places[number].facts
            left = 0 if facts & self._true else facts & self.open
            if left != self.left[number]:
                self.left[number] = left
                changed |= 1 << number
        if changed:
            memory = self.chains.memory
            chaining.forget(memory, _words([changed], memory.touched.shape[2])[0])

    def locked(self) -> Iterator[tuple[int, list[Lit], list[int]]]:
        """Of each place its number, what all facts that are left there exclude, and by which rules."""
        for number, left in enumerate(self.left):
            common = self._excluded(left) & self.open
            if common:
                used = {self.chains.places[number].rule}
                used |= {self.chains.excluding(one, fact) for one in bits(common) for fact in bits(left)}
                yield number, [-fact for fact in bits(common)], sorted(used - {-1})

    def _excluded(self, facts: int) -> int:
        """What every one of the facts excludes; 0 for no facts."""
        if facts not in self._common:
            common = -1
            for fact in bits(facts):
                common &= self.chains.excluded.get(fact, 0)
                if not common:
                    break
            self._common[facts] = common
        return self._common[facts]

    def refutations(self, asked: int = -1) -> list[Chain]:
        """The chains in the fewest of ROUNDS in which there are any, one for each fact of the bit set `asked`
        that one refutes.
        """
        tables, run, memory = self.chains.tables, self.chains.run, self.chains.memory
        free, able = _words([self.open, self.open & asked], len(run.false))
        state = chaining.ChainState(free, _ints(map(int.bit_count, self.left)), able)
        refuted = np.zeros(len(run.place), np.int32)
        number = chaining.refuted(tables, state, run, memory, refuted)
        facts = refuted[:number]
        rules = (int.from_bytes(row.tobytes(), "little") for row in memory.rules[facts])
        return list(map(Chain, facts.tolist(), rules, memory.length[facts].tolist()))


def _words(masks: Sequence[int], number: int) -> chaining.Words:
    """A row of so many words for each mask."""
    text = b"".join(mask.to_bytes(8 * number, "little") for mask in masks)
    return np.frombuffer(text, "<u8").astype(np.uint64).reshape(-1, number)


def _ints(numbers: Iterable[int]) -> chaining.Ints:
    return np.fromiter(numbers, np.int32)


def _lists(lists: Sequence[Sequence[int]]) -> tuple[chaining.Ints, chaining.Ints]:
    """Where each begins, and where the last ends; and all one after the other."""
    return _ints(accumulate(map(len, lists), initial=0)), _ints(chain.from_iterable(lists))


def works() -> list[Work]:
    """What chains compile."""
    some = Chains(Theory((), (), (ExactlyOne((1, 2)),), {1: Fact.named(""), 2: Fact.named("")}, 2))
    state = chaining.ChainState(np.zeros(1, np.uint64), np.zeros(1, np.int32), np.zeros(1, np.uint64))
    common = some.tables, state, some.run, some.memory
    refuted, changed = np.zeros(1, np.int32), np.zeros(1, np.uint64)
    return [
        Work(chaining.forget, (some.memory, changed)),
        Work(chaining.refuted, (*common, refuted)),
    ]
