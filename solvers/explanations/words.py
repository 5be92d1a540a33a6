"""What a rule implies whose cells are a word that an automaton accepts, as sums and clues along lines are."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from zenkai_solver.models.constraints import AtMostOne, Constraint, ExactlyOne, Lit, Regular
from zenkai_solver.solvers.engines.sat.cnf import Levels, unrolled


@dataclass(frozen=True)
class WordRule:
    """The word of a Regular of which each position is another cell with one value. Complete: a value remains
    if it is on a path of the diagram, of its first node to its last, that no known fact closes.

    `distinct`: sets of literals of which at most one is true, too; `never`: variables that are false.
    """

    regular: Regular
    distinct: tuple[tuple[Lit, ...], ...]
    never: frozenset[int]

    @cached_property
    def _levels(self) -> Levels | None:
        return unrolled(self.regular.automaton, tuple(map(len, self.regular.word)))

    @cached_property
    def complete(self) -> bool:
        """Is no value of `distinct` twice on a path of the diagram?"""
        return self._levels is None or _apart(self._levels, self.regular.word, self.distinct)

    def __call__(self, known: Collection[Lit]) -> list[Lit] | None:
        """The literals that follow, with or without known ones; None if the rule is not satisfiable."""
        levels, word = self._levels, self.regular.word
        if levels is None:
            return None
        able = [self._able(lits, known) for lits in word]
        reached: list[set[int]] = [{0}]
        for level, letters in zip(levels, able, strict=True):
            reached.append(
                {level[node][letter] for node in reached[-1] for letter in letters if letter in level[node]}
            )
        onward = reached.pop()
        if not onward:
            return None
        derived: list[Lit] = []
        for level, lits, letters in zip(reversed(levels), reversed(word), reversed(able), strict=True):
            arcs = [
                (node, letter)
                for node in reached.pop()
                for letter in letters
                if level[node].get(letter) in onward
            ]
            onward, left = {node for node, _ in arcs}, {letter for _, letter in arcs}
            derived += (-lits[letter] for letter in letters if letter not in left)
            derived += (lits[letter] for letter in left if len(left) == 1)
        return derived

    def _able(self, lits: Sequence[Lit], known: Collection[Lit]) -> list[int]:
        """The letters that the position may have."""
        placed = [letter for letter, lit in enumerate(lits) if lit in known]
        if placed:
            return placed if len(placed) == 1 and -lits[placed[0]] not in known else []
        return [letter for letter, lit in enumerate(lits) if -lit not in known and lit not in self.never]


def word_rule(
    parts: Sequence[Constraint], cells: Mapping[int, Collection[int]], never: frozenset[int]
) -> WordRule | None:
    """The propagator of a rule that is one Regular over cells, and implies its at-most-ones and exactly-ones;
    None for any other rule. `cells`: for each variable those of its cell, of which one is true.
    """
    regulars = [part for part in parts if isinstance(part, Regular)]
    distinct = tuple(part.lits for part in parts if isinstance(part, AtMostOne | ExactlyOne))
    if len(regulars) != 1 or len(regulars) + len(distinct) < len(parts):
        return None
    read = [frozenset(lits) - never for lits in regulars[0].word]
    whole = all(lits and lits == frozenset(cells.get(next(iter(lits)), ())) for lits in read)
    if not whole or len(frozenset[Lit]().union(*read)) < sum(map(len, read)):
        return None
    values = frozenset[Lit]().union(*distinct)
    # At most one of as many sets as positions, in which all letters are, is exactly one of each.
    full = len(distinct) == len(read) and values.issuperset(chain.from_iterable(read))
    if any(isinstance(part, ExactlyOne) for part in parts) and not full:
        return None
    rule = WordRule(regulars[0], distinct, never)
    return rule if rule.complete else None


def _apart(levels: Levels, word: Sequence[Sequence[Lit]], distinct: Sequence[Sequence[Lit]]) -> bool:
    """Does no path of the diagram read two literals of one of the sets?"""
    if not distinct:
        return True
    sets: dict[Lit, int] = {}  # for each literal a bit for each set with it
    for number, lits in enumerate(distinct):
        for lit in lits:
            sets[lit] = sets.get(lit, 0) | 1 << number
    if not sets.keys() <= {lit for lits in word for lit in lits}:
        return False
    seen = {0: 0}  # for each node the sets of which some path to it reads a literal
    for level, lits in zip(levels, word, strict=True):
        onward: dict[int, int] = {}
        for node, before in seen.items():
            for letter, target in level[node].items():
                read = sets.get(lits[letter], 0)
                if read & before:
                    return False
                onward[target] = onward.get(target, 0) | before | read
        seen = onward
    return True
