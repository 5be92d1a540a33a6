"""Chains: what a supposed fact excludes, place after place, until a place is left with nothing.

A *place* is a constraint of which at least one fact is true: a cell has some digit, a digit goes somewhere in
a box. The *length* of a chain is the number of places that it passes, the last one, which is left with
nothing, among them. Locked candidates have length 1, X-wings, skyscrapers and kites 2, XY-wings 3, and so on.
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
from zenkai_solver.solvers.engines.kernels.jit import Work
from zenkai_solver.solvers.explaining.kernels import chaining
from zenkai_solver.solvers.explaining.local import Known
from zenkai_solver.solvers.explaining.theory import Theory

MOST = 4_000  # facts: a bit set of so many for each of them is kept
ROUNDS = (2, 3, 4, 6, 1_000)  # of chains that are tried, one after the other


@dataclass(frozen=True)
class Chain:
    """The fact `refuted` leads to a clash by these rules, a bit set; `length` is the number of places."""

    refuted: int
    rules: int
    length: int


@dataclass(frozen=True)
class Place:
    """At least one of the facts is true, by the rule, or by an axiom (-1)."""

    facts: int
    rule: int


class Chains:
    """The places of a theory, and which facts exclude one another. Without places in large theories."""

    def __init__(self, theory: Theory) -> None:
        self.places: list[Place] = []
        self.at: dict[int, list[int]] = {}
        self.exclusions: dict[int, list[Place]] = {}
        self.excluded: dict[int, int] = {}
        self._rules = len(theory.rules)
        if len(theory.facts) <= MOST:
            for rule, parts in chain([(-1, theory.axioms)], enumerate(theory.parts)):
                for part in parts:
                    if set(literals(part)) <= theory.facts.keys():
                        self._read(part, rule)
        self.facts = sum(1 << fact for fact in self.excluded)

    def _read(self, part: Constraint, rule: int) -> None:
        if not isinstance(part, (AtMostOne, ExactlyOne, Clause)):
            return
        own = Place(sum(1 << lit for lit in set(part.lits)), rule)
        if not isinstance(part, Clause):
            for lit in part.lits:
                self.exclusions.setdefault(lit, []).append(own)
                self.excluded[lit] = (self.excluded.get(lit, 0) | own.facts) & ~(1 << lit)
        if not isinstance(part, AtMostOne):
            for lit in part.lits:
                self.at.setdefault(lit, []).append(len(self.places))
            self.places.append(own)

    @cached_property
    def tables(self) -> chaining.Tables:
        """The same for compiled loops, the places of fact `i` from first[i]."""
        top = max(self.excluded, default=0) + 1
        excluded = _words([self.excluded.get(fact, 0) for fact in range(top)], top // 64 + 1)
        first, at = _lists([self.at.get(fact, ()) for fact in range(top)])
        facts = _lists([list(bits(own.facts)) for own in self.places])
        sets = {own: i for i, own in enumerate(dict.fromkeys(chain.from_iterable(self.exclusions.values())))}
        of = _lists([[sets[own] for own in self.exclusions.get(fact, ())] for fact in range(top)])
        together = _words([own.facts for own in sets], top // 64 + 1)
        rules = _ints(own.rule for own in self.places), _ints(own.rule for own in sets)
        return chaining.Tables(excluded, first, at, *facts, _ints(ROUNDS), *of, together, *rules)

    @cached_property
    def run(self) -> chaining.Run:
        (facts, words), places = self.tables.excluded.shape, len(self.places)
        place, excluder, true = (np.full(size, chaining.NONE, np.int32) for size in (facts, facts, facts + 1))
        false, touched = np.zeros(words, np.uint64), np.zeros(places // 64 + 1, np.uint64)
        gone, order = np.zeros(places, np.int32), np.zeros(places, np.int32)
        new, known = np.zeros(places, np.bool_), np.zeros(1, np.int32)
        passed = np.zeros_like(touched)
        return chaining.Run(false, place, excluder, true, known, gone, touched, new, order, passed)

    @cached_property
    def memory(self) -> chaining.Memory:
        facts, words = len(self.run.place), len(self.run.touched)
        ends, touched = np.zeros((len(ROUNDS), facts), np.uint8), (len(ROUNDS), facts, words)
        rules = np.zeros((facts, self._rules // 64 + 1), np.uint64)
        return chaining.Memory(ends, np.zeros(touched, np.uint64), np.zeros(facts, np.int32), rules)

    def excluding(self, fact: int, other: int) -> int:
        """A rule by which they exclude one another; -1, an axiom, first."""
        return next(own.rule for own in self.exclusions[fact] if own.facts >> other & 1)


class View:
    """The chains of one state of knowledge after another: the facts `open` in it, and those `left` at each
    place; 0 where a place has a fact that is true. What the last states showed is kept as long as it holds.
    """

    def __init__(self, chains: Chains) -> None:
        self.chains = chains
        self.left = [own.facts for own in chains.places]
        self.open, self._true, self._false, self._known = chains.facts, 0, 0, set[Lit]()
        self._common: dict[int, int] = {0: 0}

    def look(self, known: Known) -> None:
        """From now on this is known."""
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
            own = places[number].facts
            left = 0 if own & self._true else own & self.open
            if left != self.left[number]:
                self.left[number] = left
                changed |= 1 << number
        if changed:
            self._forget(changed)

    def _forget(self, changed: int) -> None:
        memory = self.chains.memory
        chaining.forget(memory, _words([changed], memory.touched.shape[2])[0])

    def locked(self) -> Iterator[tuple[list[Lit], list[int]]]:
        """Of each place what all that is left there excludes, and the rules that say so."""
        for number, left in enumerate(self.left):
            common = self._excluded(left) & self.open
            if common:
                yield [-fact for fact in bits(common)], self._rules(number, list(bits(left)), common)

    def _excluded(self, facts: int) -> int:
        """What each of the facts excludes; 0 of no facts."""
        if facts not in self._common:
            common = -1
            for fact in bits(facts):
                common &= self.chains.excluded.get(fact, 0)
                if not common:
                    break
            self._common[facts] = common
        return self._common[facts]

    def _rules(self, number: int, facts: list[int], targets: int) -> list[int]:
        used = {self.chains.places[number].rule}
        used.update(self.chains.excluding(target, fact) for target in bits(targets) for fact in facts)
        return sorted(used - {-1})

    def refutations(self, asked: int = -1) -> list[Chain]:
        """The chains of the first of ROUNDS in which there are any, one for each fact that one refutes, if
        it is `asked` for.
        """
        tables, run, memory = self.chains.tables, self.chains.run, self.chains.memory
        free, able = _words([self.open, self.open & asked], len(run.false))
        state = chaining.State(free, _ints(map(int.bit_count, self.left)), able)
        found = np.zeros(len(run.place), np.int32)
        number = chaining.refuted(tables, state, run, memory, found)
        facts = found[:number]
        rules = map(_mask, memory.rules[facts])
        return list(map(Chain, facts.tolist(), rules, memory.length[facts].tolist()))


def _words(masks: Sequence[int], number: int) -> chaining.Words:
    """A row of so many words for each mask."""
    text = b"".join(mask.to_bytes(8 * number, "little") for mask in masks)
    return np.frombuffer(text, "<u8").astype(np.uint64).reshape(-1, number)


def _mask(row: chaining.Words) -> int:
    return int.from_bytes(row.tobytes(), "little")


def _ints(numbers: Iterable[int]) -> chaining.Ints:
    return np.fromiter(numbers, np.int32)


def _lists(lists: Sequence[Sequence[int]]) -> tuple[chaining.Ints, chaining.Ints]:
    """Where each begins, and where the last ends; and all one after the other."""
    return _ints(accumulate(map(len, lists), initial=0)), _ints(chain.from_iterable(lists))


def works() -> list[Work]:
    """What chains compile."""
    some = Chains(Theory((), (), (ExactlyOne((1, 2)),), {1: ("", ()), 2: ("", ())}, 2))
    state = chaining.State(np.zeros(1, np.uint64), np.zeros(1, np.int32), np.zeros(1, np.uint64))
    common = some.tables, state, some.run, some.memory
    found, changed = np.zeros(1, np.int32), np.zeros(1, np.uint64)
    return [
        Work(chaining.forget, (some.memory, changed), 0.5),
        Work(chaining.refuted, (*common, found), 4.0),
    ]
