"""Pencil marks: what placed values exclude, which a person keeps without saying so.

A value of a cell with three or more, or a placement of a piece, is a *candidate*: that it is excluded decides
nothing by itself. A *mark* is a candidate that a value known to be true excludes, by a rule of which at most
one of both is true: another cell of the row has the digit. SilentMarks are known without a step.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property

from zenkai_solver.models.constraints import AtMostOne, ExactlyOne, Lit
from zenkai_solver.solvers.explanations.theory import Theory


@dataclass(frozen=True)
class MarkSource:
    """The rule and the facts, all true, that exclude these candidates."""

    rule: int
    facts: tuple[int, ...]
    excluded: frozenset[int]


class SilentMarks:
    """The candidates of a theory and what excludes them. cell[var]: the candidates of its cell, of which one
    is true.
    """

    def __init__(self, theory: Theory) -> None:
        self.theory = theory
        self.cell: dict[int, tuple[int, ...]] = {}
        self.candidates: set[int] = set()
        for axiom in theory.axioms:
            if isinstance(axiom, (ExactlyOne, AtMostOne)) and theory.facts.keys() >= set(axiom.lits):
                if len(axiom.lits) > 2 or isinstance(axiom, AtMostOne):
                    self.candidates.update(axiom.lits)
                if len(axiom.lits) > 2 and isinstance(axiom, ExactlyOne):
                    self.cell.update(dict.fromkeys(axiom.lits, axiom.lits))

    @cached_property
    def _together(self) -> dict[int, list[tuple[int, tuple[int, ...]]]]:
        """For each candidate the rules by which at most one of some candidates is true, with these."""
        listed: dict[int, list[tuple[int, tuple[int, ...]]]] = {}
        for rule, parts in enumerate(self.theory.parts):
            for part in parts:
                if isinstance(part, (AtMostOne, ExactlyOne)) and self.candidates.issuperset(part.lits):
                    for var in part.lits:
                        listed.setdefault(var, []).append((rule, part.lits))
        return listed

    def of(self, true: Iterable[Lit]) -> set[Lit]:
        """The marks of these facts, as literals."""
        near = (lits for var in true for _, lits in self._together.get(var, ()) if var > 0)
        return {-other for lits in near for other in lits}.difference([-var for var in true])

    def sources(self, excluded: Iterable[int], true: Collection[Lit]) -> list[MarkSource]:
        """Few rules by which `true` facts exclude the candidates, or those of them that are marks: the rule
        that excludes most of them first.
        """
        left, chosen = set(excluded), list[MarkSource]()
        while left:
            by: dict[int, tuple[set[int], set[int]]] = {}
            for var in left:
                for rule, lits in self._together.get(var, ()):
                    if known := [other for other in lits if other != var and other in true]:
                        of_rule = by.setdefault(rule, (set(), set()))
                        of_rule[0].update(known)
                        of_rule[1].add(var)
            if not by:
                break
            rule = max(by, key=lambda rule: (len(by[rule][1]), rule))
            facts, gone = by[rule]
            chosen.append(MarkSource(rule, tuple(sorted(facts)), frozenset(gone)))
            left -= gone
        return chosen

    def decides(self, lits: Iterable[Lit]) -> bool:
        """Is one of the literals more than an excluded candidate?"""
        return any(lit > 0 or -lit not in self.candidates for lit in lits)
