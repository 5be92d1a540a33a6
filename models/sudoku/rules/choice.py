"""Several rules of which at least one holds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from zenkai_solver.models.constraints import (
    AtMostOne,
    Automaton,
    BlockLine,
    Cardinality,
    Clause,
    Constraint,
    ExactlyOne,
    Linear,
    Lit,
    OnGraph,
    Regular,
    unknown,
)
from zenkai_solver.models.sudoku.candidates import Candidates
from zenkai_solver.models.sudoku.grid import Grid, Path, Values, cell_name, span
from zenkai_solver.models.sudoku.marks import Mark
from zenkai_solver.models.sudoku.rules.base import Rule


@dataclass(frozen=True)
class AnyOf(Rule):
    """At least one alternative holds; an alternative is a conjunction of rules.

    Each alternative has an auxiliary variable that implies it. The encoding is not parsimonious: where
    several alternatives hold, several choices of true variables are possible.
    """

    name: ClassVar[str] = "any"
    says: ClassVar[str] = "at least one of some rules holds"
    alternatives: tuple[tuple[Rule, ...], ...]

    def check(self, grid: Grid) -> None:
        for rules in self.alternatives:
            for rule in rules:
                rule.check(grid)

    def constraints(self, candidates: Candidates) -> Iterator[Constraint]:
        chosen = [candidates.builder.auxiliary((self, k)) for k in range(len(self.alternatives))]
        yield Clause(tuple(chosen))
        for var, rules in zip(chosen, self.alternatives, strict=True):
            for rule in rules:
                for constraint in everything(rule, candidates):
                    yield from if_true(var, constraint)

    def words(self) -> str:
        alternatives = (
            " and ".join(f"{rule.name} {span(rule.area())}".strip() for rule in rules)
            for rules in self.alternatives
        )
        return "at least one holds of " + ", ".join(alternatives)

    def on_paper(self) -> str:
        """Each alternative with its cells and its own sentence."""
        alternatives = (
            " and ".join(
                " ".join((rule.name, *map(cell_name, rule.area()), f"({rule.on_paper()})")) for rule in rules
            )
            for rules in self.alternatives
        )
        return "At least one of these holds: " + "; ".join(alternatives)

    def area(self) -> Path:
        cells = (cell for rules in self.alternatives for rule in rules for cell in rule.area())
        return tuple(dict.fromkeys(cells))

    def broken(self, values: Values, grid: Grid) -> Iterator[str]:
        faults = [[s for rule in rules for s in rule.broken(values, grid)] for rules in self.alternatives]
        if all(faults):
            yield f"{self.name}: " + "; nor ".join(sentences[0] for sentences in faults)

    def marks(self, grid: Grid) -> Iterator[Mark]:
        for rules in self.alternatives:
            for rule in rules:
                yield from rule.marks(grid)


def everything(rule: Rule, candidates: Candidates) -> Iterator[Constraint]:
    """The whole rule as constraints, its units and allowed digits too."""
    for unit in rule.units(candidates.grid):
        yield from candidates.different(unit)
    for cell, digits in rule.allowed(candidates.grid):
        yield from (
            Clause((-candidates.lit(cell, value),))
            for value in candidates.possible(cell)
            if value not in digits
        )
    yield from rule.constraints(candidates)


def if_true(var: Lit, constraint: Constraint) -> Iterator[Constraint]:
    """The constraint under the condition `var`. Raises TypeError for types that rules do not use."""
    match constraint:
        case Clause(lits):
            yield Clause((-var, *lits))
        case AtMostOne(lits):
            yield from (Clause((-var, -a, -b)) for a, b in combinations(lits, 2))
        case ExactlyOne(lits):
            yield Clause((-var, *lits))
            yield from if_true(var, AtMostOne(lits))
        case Cardinality(lits, lo, hi):
            yield from if_true(var, Linear((1,) * len(lits), lits, lo, hi))
        case Linear(weights, lits, lo, hi):
            least, most = sum(w for w in weights if w < 0), sum(w for w in weights if w > 0)
            yield Linear((*weights, most - hi), (*lits, var), least + min(0, most - hi), most)
            yield Linear((*weights, least - lo), (*lits, var), least, most + max(0, least - lo))
        case Regular(word, automaton):
            yield Regular(((-var, var), *word), _optional(automaton, max(map(len, word), default=0)))
        case BlockLine() | OnGraph():  # no rule of a sudoku is stated by these
            raise TypeError(f"{type(constraint).__name__} cannot be made conditional")
        case _:
            unknown(constraint)


def _optional(automaton: Automaton, letters: int) -> Automaton:
    """Accepts 1 followed by a word that `automaton` accepts, or 0 followed by any word. Its states are
    numbered from 2 on.
    """
    anything = tuple((1, letter, 1) for letter in range(letters))
    moved = tuple((state + 2, letter, target + 2) for state, letter, target in automaton.transitions)
    arcs = ((0, 0, 1), (0, 1, automaton.start + 2), *anything, *moved)
    return Automaton(0, (1, *(state + 2 for state in automaton.accepting)), arcs)
