"""Chains: what a supposed fact excludes, place after place, until a place is left with nothing.

A *place* is a constraint of which at least one fact is true: a cell has some digit, a digit goes somewhere in
a box. The *length* of a chain is the number of places that it passes, the last one, which is left with
nothing, among them. Locked candidates have length 1, X-wings, skyscrapers and kites 2, XY-wings 3, and so on.
Source: lengths as of the whips of D. Berthier, The Hidden Logic of Sudoku (2007).

Sets of facts are bit sets: bit `var` of an integer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from zenkai_solver.models.csp import AtMostOne, Clause, Constraint, ExactlyOne, Lit, literals
from zenkai_solver.solvers.explaining.local import Known
from zenkai_solver.solvers.explaining.theory import Theory

MOST = 4_000  # facts: a bit set of so many for each of them is kept


@dataclass(frozen=True)
class Chain:
    """The fact `refuted` leads to a clash by these rules; `length` is the number of places."""

    refuted: int
    rules: frozenset[int]
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

    def excluding(self, fact: int, other: int) -> int:
        """A rule by which they exclude one another; -1, an axiom, first."""
        return next(own.rule for own in self.exclusions[fact] if own.facts >> other & 1)


@dataclass(frozen=True)
class View:
    """The chains of one state of knowledge: the facts `open` in it, and those `left` at each place; 0 where a
    place has a fact that is true.
    """

    chains: Chains
    open: int
    left: Sequence[int]

    @classmethod
    def of(cls, chains: Chains, known: Known) -> View:
        true = sum(1 << lit for lit in known if lit > 0)
        free = chains.facts & ~(true | sum(1 << -lit for lit in known if lit < 0))
        return cls(chains, free, [0 if own.facts & true else own.facts & free for own in chains.places])

    def locked(self) -> Iterator[tuple[list[Lit], list[int]]]:
        """Of each place what all that is left there excludes, and the rules that say so."""
        excluded = self.chains.excluded
        for number, left in enumerate(self.left):
            facts = list(bits(left))
            common = self.open if facts else 0
            for fact in facts:
                common &= excluded.get(fact, 0)
                if not common:
                    break
            if common:
                yield [-fact for fact in bits(common)], self._rules(number, facts, common)

    def _rules(self, number: int, facts: list[int], targets: int) -> list[int]:
        used = {self.chains.places[number].rule}
        used.update(self.chains.excluding(target, fact) for target in bits(targets) for fact in facts)
        return sorted(used - {-1})

    def refutations(self, facts: Iterable[int], rounds: int) -> Iterator[Chain]:
        """The chains of at most so many rounds of propagation, at most one for each of the facts."""
        for fact in facts:
            run = Run(self)
            if (last := run.suppose(fact, rounds)) is not None:
                yield run.told(fact, last)


@dataclass
class Run:
    """Propagation in rounds, and why each fact is true or false."""

    view: View
    false: int = 0
    true: list[int] = field(default_factory=list)
    excluder: dict[int, int] = field(default_factory=dict)  # of a false fact the true one
    place: dict[int, int] = field(default_factory=dict)  # of a true fact the place that needs it

    def suppose(self, fact: int, rounds: int) -> int | None:
        """The place that is left with nothing if the fact is true; None if none is in so many rounds."""
        self.true.append(fact)
        return self._rounds([fact], rounds)

    def _rounds(self, new: Sequence[int], rounds: int) -> int | None:
        for _ in range(rounds):
            touched: dict[int, None] = {}
            for fact in new:
                if self.false >> fact & 1:
                    return self.place[fact]  # another fact of this round excludes it
                self._excluded_by(fact, touched)
            new, last = self._needed(touched)
            if last is not None or not new:
                return last
        return None

    def _needed(self, touched: Iterable[int]) -> tuple[list[int], int | None]:
        """Facts that are the last of their places; or the place that is left with nothing."""
        new: list[int] = []
        for number in touched:
            if not (left := self.view.left[number]):
                continue
            rest = left & ~self.false
            if not rest:
                return new, number
            if not rest & (rest - 1):
                fact = rest.bit_length() - 1
                if fact not in self.place and fact not in self.true:
                    self.place[fact] = number
                    new.append(fact)
        self.true += new
        return new, None

    def _excluded_by(self, fact: int, touched: dict[int, None]) -> None:
        chains = self.view.chains
        new = chains.excluded.get(fact, 0) & self.view.open & ~self.false
        self.false |= new
        for other in bits(new):
            self.excluder[other] = fact
            for number in chains.at.get(other, ()):
                touched[number] = None

    def told(self, supposed: int, last: int) -> Chain:
        """Back from the place that is left with nothing."""
        chains, passed, rules = self.view.chains, {last}, set[int]()
        waiting = [last]
        while waiting:
            number = waiting.pop()
            rules.add(chains.places[number].rule)
            for fact in bits(self.view.left[number]):
                excluder = self.excluder.get(fact)
                if excluder is None or self.place.get(fact) == number != last:
                    continue
                rules.add(chains.excluding(excluder, fact))
                own = self.place.get(excluder)
                if own is not None and own not in passed:
                    passed.add(own)
                    waiting.append(own)
        return Chain(supposed, frozenset(rules - {-1}), len(passed))


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set; the mask is not negative."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
