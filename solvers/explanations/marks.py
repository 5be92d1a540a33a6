"""Pencil marks: what placed values exclude, which a person keeps without saying so.

A value of a cell with three or more, or a placement of a piece, is a *candidate*: that it is excluded decides
nothing by itself. A *mark* is a candidate that a value known to be true excludes, by a rule of which at most
one of both is true: another cell of the row has the digit. SilentMarks are known without a step.

In genres a cell or side that has one sign or none is a candidate of marks, too: where no two shaded cells are
neighbours, a shaded one excludes those beside it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property

from zenkai_solver.models.constraints import AtMostOne, Clause, Constraint, ExactlyOne, Lit
from zenkai_solver.solvers.explanations.theory import Theory


@dataclass(frozen=True)
class MarkSource:
    """The rule and the facts, all true, that exclude these candidates."""

    rule: int
    facts: tuple[int, ...]
    excluded: frozenset[int]


class SilentMarks:
    """The candidates of a theory and what excludes them. cell[var]: the candidates of its cell, of which one
    is true; `dotted`: the facts whose opposite is a dot, or a cross, that a person enters on the way.
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
        signs = theory.bearing.values() if theory.dots else ()
        only = (next(iter(of.values())) for of in signs if len(of) == 1)
        self.dotted = frozenset(variables[0] for variables in only if len(variables) == 1)

    @cached_property
    def _together(self) -> dict[int, list[tuple[int, tuple[int, ...]]]]:
        """For each candidate the rules by which at most one of some candidates is true, with these."""
        listed: dict[int, list[tuple[int, tuple[int, ...]]]] = {}
        for rule, parts in enumerate(self.theory.parts):
            for part in parts:
                lits = _exclusive(part)
                if lits and (self.candidates.issuperset(lits) or self.dotted.issuperset(lits)):
                    for var in lits:
                        listed.setdefault(var, []).append((rule, lits))
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

    def tells(self, lits: Iterable[Lit]) -> bool:
        """Is one of the literals more than an excluded candidate, or a dot?"""
        return any(lit > 0 or (-lit not in self.candidates and -lit not in self.dotted) for lit in lits)

    def decides(self, lits: Iterable[Lit]) -> bool:
        """Is one of the literals more than an excluded candidate?"""
        return any(lit > 0 or -lit not in self.candidates for lit in lits)


def _exclusive(part: Constraint) -> tuple[int, ...]:
    """The variables of which at most one is true by the constraint; () for others."""
    if isinstance(part, (AtMostOne, ExactlyOne)):
        return part.lits
    if isinstance(part, Clause) and len(part.lits) == 2 and max(part.lits) < 0:
        return tuple(-lit for lit in part.lits)
    return ()
