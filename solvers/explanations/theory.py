"""A puzzle as rules, axioms and facts, of which explanations consist.

A fact is a literal with a meaning on the board: a cell has a digit or not, a piece lies at a place or not. A
rule is the conjunction of all constraints with the same `Origin`. Axioms always hold, and explanations do not
name them: a cell has one digit, pieces do not overlap.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial, reduce
from itertools import chain, islice
from operator import or_
from types import MappingProxyType
from typing import Any

from zenkai_solver.models.bits import bits
from zenkai_solver.models.blocks import BlockGrid
from zenkai_solver.models.constraints import (
    Clause,
    Components,
    Constraint,
    Lit,
    OnGraph,
    Origin,
    literals,
    renamed,
)
from zenkai_solver.models.csp import Model
from zenkai_solver.models.graphs import ball
from zenkai_solver.models.grid import EMPTY, Cell, cell_name
from zenkai_solver.models.puzzle import Explained, Fact, Instance, Located, Phrased, Puzzle, Telling
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline, Unsupported
from zenkai_solver.solvers.core.pipeline import prepare
from zenkai_solver.solvers.core.stages import named_stages, puzzles
from zenkai_solver.solvers.engines.sat.cnf import clauses
from zenkai_solver.solvers.engines.sat.cuts import Cut, cut
from zenkai_solver.solvers.engines.sat.cutting import Cuts
from zenkai_solver.solvers.explanations.definitions import Clauses, JoinedAxioms, definitions

PAIRWISE = 12  # literals: wider at-most-ones, in packings of thousands, are encoded by a product grid

MOST_FACTS = 20_000
FEW_AXIOMS = 10_000  # a rule may be looked at with all of so many
MOST_CLAUSES = 3_000_000  # some 100 bytes each, in Python and in each of up to four solvers

VALUE = re.compile(r"(.+)=(-?\d+)")  # the name of a fact of an integer variable

Searched = Callable[[Deadline], Iterator[frozenset[int]]]
NO_NAMES: Mapping[Cell, str] = MappingProxyType({})  # cells are named by row and column


@dataclass(frozen=True)
class Theory:
    """Rule i, in words rules[i], is the conjunction of the constraints parts[i].

    facts[var]: the meaning of the variable; `deciding`: the variables of the projection, by which solutions
    differ, which all are facts; `size`: the number of variables; `structure`: that of the model; `names`: the
    names of cells that have some; `phrases`: facts without cells in words, where their labels are not;
    `dots`: are cells and sides that stay empty entered on the way, as in genres, but not what is to be found?
    `searched`: the true facts of each solution, by an engine, of the puzzle
    without the givens of `and_values`, if it can tell them.
    """

    rules: tuple[Origin, ...]
    parts: tuple[tuple[Constraint, ...], ...]
    axioms: tuple[Constraint, ...]
    facts: Mapping[int, Fact]
    size: int
    structure: object | None = None
    deciding: frozenset[int] = frozenset()
    names: Mapping[Cell, str] = field(default_factory=dict)
    phrases: Mapping[int, str] = field(default_factory=dict)
    dots: bool = False
    searched: Searched | None = field(default=None, compare=False, repr=False)

    def name(self, cell: Cell) -> str:
        """The name of the cell in texts."""
        return self.names.get(cell) or cell_name(cell)

    @cached_property
    def givens(self) -> tuple[int, ...]:
        """The numbers of the rules that are givens."""
        return tuple(i for i, rule in enumerate(self.rules) if rule.kind == "given")

    @cached_property
    def given(self) -> tuple[Lit, ...]:
        """The facts that the givens state, one each."""
        stated = [literals(part) for rule in self.givens for part in self.parts[rule]]
        assert all(len(lits) == 1 for lits in stated), "a given states one fact"
        return tuple(lits[0] for lits in stated)

    @cached_property
    def clausal(self) -> Clausal:
        return clausal(self)

    def within(self, deadline: Deadline) -> Clausal:
        """`clausal`, which is built now if it is not there yet. Raises Unsupported, Interrupted."""
        if "clausal" not in vars(self):
            vars(self)["clausal"] = clausal(self, deadline)
        return self.clausal

    @cached_property
    def _axiom_lits(self) -> list[tuple[Lit, ...]]:
        """The literals of each axiom."""
        return [*map(literals, self.axioms)]

    @cached_property
    def _joined(self) -> JoinedAxioms:
        return JoinedAxioms.of(self._axiom_lits, self.facts)

    def axioms_on(self, variables: Iterable[int]) -> Iterator[Constraint]:
        """The axioms with one of the variables, or with an auxiliary variable of such an axiom, and so on; in
        a fixed order.
        """
        return map(self.axioms.__getitem__, self._joined.reached(variables))

    @cached_property
    def definitions(self) -> dict[int, Clauses]:
        """The clauses that define auxiliary variables, see `definitions.py`."""
        return definitions(self.axioms, self.facts)

    @cached_property
    def defining(self) -> frozenset[tuple[Lit, ...]]:
        """The clauses of the definitions."""
        return frozenset(chain.from_iterable(self.definitions.values()))

    @cached_property
    def _needed(self) -> JoinedAxioms:
        defining = {i: self._axiom_lits[i] for i, axiom in enumerate(self.axioms) if self.defines(axiom)}
        return self._joined.but(defining, self.definitions)

    def defines(self, axiom: Constraint) -> bool:
        """Is the axiom a part of a definition?"""
        return isinstance(axiom, Clause) and axiom.lits in self.defining

    def needed(self, variables: Iterable[int]) -> Iterator[Constraint]:
        """As `axioms_on`, but of variables that are defined their definitions alone."""
        return map(self.axioms.__getitem__, self._needed.reached(variables))

    @cached_property
    def _facts_of(self) -> dict[int, int]:
        """For each auxiliary variable the facts by which it is defined, as a bit set; for those without a
        definition the facts in the axioms that they reach.
        """
        listed: dict[int, int] = {}
        for var in self._needed.on:
            if var not in self.facts and var not in self.definitions and var not in listed:
                near = {abs(lit) for axiom in self.needed([var]) for lit in literals(axiom)}
                facts = sum(1 << fact for fact in near & self.facts.keys())
                listed.update((other, facts) for other in near - self.facts.keys())
        for var, stated in reversed(self.definitions.items()):
            others = {abs(lit) for clause in stated for lit in clause} - {var}
            listed[var] = self._facts_among(others, listed)
        return listed

    def _facts_among(self, variables: Iterable[int], of: Mapping[int, int]) -> int:
        """Those of the variables that are facts, and those `of` the others, as a bit set."""
        return reduce(or_, (1 << var if var in self.facts else of.get(var, 0) for var in variables), 0)

    def about(self, rule: int) -> set[int]:
        """The facts of the rule: those in it, or of its auxiliary variables."""
        stated = {abs(lit) for part in self.parts[rule] for lit in literals(part)}
        return set(bits(self._facts_among(stated, self._facts_of)))

    @cached_property
    def _self_contained(self) -> dict[int, Collection[int] | None]:
        return {}

    def self_contained(self, rule: int) -> Collection[int] | None:
        """The numbers of the axioms on the variables of the rule; None if other axioms share a variable with
        these, so that the rule and its axioms are not independent of the rest, or if they are most of many.
        """
        if rule not in self._self_contained:
            most = max(len(self.axioms) // 2, FEW_AXIOMS)
            stated = (abs(lit) for part in self.parts[rule] for lit in literals(part))
            near = dict.fromkeys(islice(self._joined.reached(stated), most + 1))
            about = (abs(lit) for number in near for lit in self._axiom_lits[number])
            apart = len(near) <= most and all(map(near.__contains__, self._joined.reached(about)))
            self._self_contained[rule] = near if apart else None
        return self._self_contained[rule]

    def part(self, rules: Sequence[int], axioms: Collection[Constraint]) -> Part:
        """The theory of these rules and axioms alone."""
        stated = [self.parts[rule] for rule in rules]
        names = (0, *dict.fromkeys(abs(lit) for part in chain(axioms, *stated) for lit in literals(part)))
        new = {sign * var: sign * i for i, var in enumerate(names) for sign in (1, -1)}
        theory = Theory(
            tuple(self.rules[rule] for rule in rules),
            tuple(tuple(renamed(part, new.__getitem__) for part in several) for several in stated),
            tuple(renamed(part, new.__getitem__) for part in axioms),
            {new[var]: self.facts[var] for var in names if var in self.facts},
            len(names) - 1,
        )
        return Part(theory, names, new)

    @cached_property
    def bearing(self) -> dict[Cell, dict[str, tuple[int, ...]]]:
        """For each cell and label the variables that put the label there; facts without a label, which join
        cells, are left out.
        """
        listed: dict[Cell, dict[str, tuple[int, ...]]] = {}
        for var, (label, cells) in self.facts.items():
            for cell in cells if label else ():
                of_cell = listed.setdefault(cell, {})
                of_cell[label] = (*of_cell.get(label, ()), var)
        return listed

    @cached_property
    def values(self) -> dict[str, dict[int, str]]:
        """For each integer variable, named in facts without cells, the values by their variables."""
        listed: dict[str, dict[int, str]] = {}
        for var, (label, cells) in self.facts.items():
            if not cells and (value := VALUE.fullmatch(label)):
                listed.setdefault(value[1], {})[var] = value[2]
        return listed

    def and_values(self, values: Mapping[Cell, str]) -> Theory:
        """The theory with a given for each of these cells: that it bears this label, one of `bearing`."""
        return self.and_entries(self.entry(cell, label) for cell, label in values.items())

    def and_entries(self, entries: Iterable[BoardEntry]) -> Theory:
        """The theory with a given for each of the entries that is none yet."""
        new = [entry for entry in entries if not self._given_already(entry.clauses)]
        rules = (
            Origin(
                f"{entry.words} on the board",
                entry.cells,
                "given" if all(len(clause.lits) == 1 for clause in entry.clauses) else "rule",
            )
            for entry in new
        )
        parts = (entry.clauses for entry in new)
        return replace(self, rules=(*self.rules, *rules), parts=(*self.parts, *parts))

    def entry(self, cell: Cell, label: str) -> BoardEntry:
        """That the cell bears the label; EMPTY where this is no label: that it bears none."""
        name = self.name(cell)
        denial = f"{name} is not {'empty' if label == EMPTY else label}"
        if label == EMPTY and label not in self.bearing[cell]:
            clauses = tuple(Clause((-var,)) for var in chain.from_iterable(self.bearing[cell].values()))
        else:
            clauses = (Clause(self.bearing[cell][label]),)
        return BoardEntry(f"{name}={label}", denial, (cell,), clauses)

    def and_marks(self, marks: Mapping[Cell, Collection[str]]) -> Theory:
        """The theory with a given for each of these cells: that it bears one of these labels."""
        rules, parts = list(self.rules), list(self.parts)
        for cell, labels in marks.items():
            others = [label for label in self.bearing[cell] if label not in labels]
            out = tuple(Clause((-var,)) for label in others for var in self.bearing[cell][label])
            if out:
                rules.append(Origin(f"the marks of {self.name(cell)}: {' '.join(labels)}", (cell,), "given"))
                parts.append(out)
        return replace(self, rules=tuple(rules), parts=tuple(parts))

    def _given_already(self, clauses: tuple[Clause, ...]) -> bool:
        return all(not set(clause.lits).isdisjoint(self.given) for clause in clauses)


@dataclass(frozen=True)
class Part:
    """A part of a theory, of which names[var] is the variable `var` of the part, and new[lit] the literal of
    the part for one of the theory that it has.
    """

    theory: Theory
    names: Sequence[int]
    new: Mapping[Lit, Lit]


@dataclass(frozen=True)
class BoardEntry:
    """What is entered on a board: in words, and the words for its being false; its cells; what it states."""

    words: str
    denial: str
    cells: tuple[Cell, ...]
    clauses: tuple[Clause, ...]


@dataclass(frozen=True)
class Clausal:
    """The theory as clauses over the variables 1 to `top`; those of rule i are in `rules[i]`.

    `cuts[i]` are constraints of rule i about graphs, and `axiom_cuts` those of axioms, of which clauses state
    a part only: the rest is added when an assignment breaks it.
    """

    rules: tuple[Clauses, ...]
    axioms: Clauses
    top: int
    cuts: tuple[Cuts, ...]
    axiom_cuts: Cuts = ()


def theory_of(puzzle: Puzzle, reasons: bool = True) -> Theory:
    """The theory of the puzzle, from its `statement` if it has one, else from its model. Raises Unsupported
    if it is too large.

    Without `reasons` all constraints are axioms, whose words, which take time, are not asked for.
    """
    stated = puzzle.statement() if isinstance(puzzle, Explained) else None
    if stated:
        _check_size(len(stated.facts))  # before `stated.model` is built
    model = stated.model if stated else puzzle.model()
    if not stated and not isinstance(model.structure, BlockGrid):
        _check_size(model.size)  # a nonogram may be larger, as its steps may need no clauses
    facts = stated.facts if stated else puzzle.facts if isinstance(puzzle, Telling) else None
    if facts is None:
        return _theory(model, {var: Fact.named(str(model.names[var - 1])) for var in model.projection})
    listed = dict(enumerate(facts, 1))
    if not reasons:
        return Theory(
            (), (), tuple(model.constraints), listed, model.size, deciding=frozenset(model.projection)
        )
    names = puzzle.place_names if isinstance(puzzle, Located) else {}
    theory = replace(_theory(model, listed, names), dots=isinstance(puzzle, Located))
    if isinstance(puzzle, Phrased):
        theory = replace(theory, phrases=dict(enumerate(puzzle.phrases, 1)))
    whole = len(puzzles(puzzle)) == 1  # else an engine tells the solutions of one stage alone
    return (
        replace(theory, searched=partial(_searched, puzzle, puzzle, theory.facts))
        if whole and isinstance(puzzle, Telling)
        else theory
    )


def _searched(
    puzzle: Puzzle, told: Telling, facts: Mapping[int, Fact], deadline: Deadline
) -> Iterator[frozenset[int]]:
    """The true facts of each solution, which the same puzzle tells. Raises Unsupported, Interrupted."""
    number = {fact: var for var, fact in facts.items()}
    for chunk in prepare(Instance("", "", puzzle, "all", {}, None)).chunks(deadline):
        for text in chunk.texts:
            solution = told.encode(tuple(text.decode().split("\n")))
            yield frozenset(number[told.facts[var - 1]] for var in solution)


def _theory(model: Model, facts: Mapping[int, Fact], names: Mapping[Cell, str] = NO_NAMES) -> Theory:
    """Constraints with equal words make up one rule; one without words is named by its type."""
    groups: dict[Origin, list[Constraint]] = {}
    statements = [*model.origins, *[None] * (len(model.constraints) - len(model.origins))]
    before: Origin | None = None
    group: list[Constraint] = []
    for number, (constraint, words) in enumerate(zip(model.constraints, statements), 1):
        words = words or Origin(f"constraint {number} ({type(constraint).__name__})")
        if words is not before:  # to look words up takes longer than to compare them
            before, group = words, groups.setdefault(words, [])
        group.append(constraint)
    rules = tuple(words for words in groups if words.kind != "axiom")
    axioms = (part for words, group in groups.items() if words.kind == "axiom" for part in group)
    parts = tuple(tuple(groups[words]) for words in rules)
    deciding = frozenset(model.projection)
    return Theory(rules, parts, tuple(axioms), facts, model.size, model.structure, deciding, names)


def _check_size(size: int) -> None:
    if size > MOST_FACTS:
        raise Unsupported(f"{size:,} variables, at most {MOST_FACTS:,}: too large to be explained")


def stage_with_solution(instance: Instance, deadline: Deadline = NEVER) -> tuple[str, Puzzle]:
    """The name and the puzzle of the first stage that has a solution, of a puzzle that is solved in stages,
    such as a growing number of pieces; "" and the whole puzzle if there are no stages, or none has a
    solution.

    Raises Unsupported, Interrupted.
    """
    for name, puzzle in named_stages(instance.puzzle):
        prepared = prepare(replace(instance, puzzle=puzzle))
        if any(len(chunk) for chunk in prepared.chunks(deadline)):
            return name, puzzle
    return "", instance.puzzle


def clausal(theory: Theory, deadline: Deadline = NEVER) -> Clausal:
    """The theory as clauses. Raises Unsupported for more than MOST_FACTS or MOST_CLAUSES, or if a constraint
    has too many clauses; Interrupted.
    """
    _check_size(len(theory.facts))
    top, number = theory.size, 0

    def fresh() -> int:
        nonlocal top
        top += 1
        return top

    def parts_of(part: Constraint) -> tuple[Iterable[tuple[Lit, ...]], Cuts]:
        if not isinstance(part, OnGraph):
            return clauses(part, fresh, PAIRWISE), ()
        if isinstance(part, Components) and (near := ball(part, fresh)) is not None:
            return chain.from_iterable(clauses(constraint, fresh, PAIRWISE) for constraint in near), ()
        graph = cut(part)
        return graph.stated(), (graph,)

    def stated(constraints: Iterable[Constraint]) -> tuple[Clauses, Cuts]:
        nonlocal number
        listed, cuts = list[tuple[Lit, ...]](), list[Cut[Any]]()
        for part in constraints:
            if type(part) is Clause:  # most are
                listed.append(part.lits)
            else:
                deadline.check()
                more, more_cuts = parts_of(part)
                listed += more
                cuts += more_cuts
            if number + len(listed) > MOST_CLAUSES:
                raise Unsupported(f"more than {MOST_CLAUSES:,} clauses: too large to be explained")
        number += len(listed)
        return tuple(listed), tuple(cuts)

    axioms, axiom_cuts = stated(theory.axioms)
    rules = [stated(parts) for parts in theory.parts]
    rule_clauses, rule_cuts = tuple(listed for listed, _ in rules), tuple(cuts for _, cuts in rules)
    return Clausal(rule_clauses, axioms, top, rule_cuts, axiom_cuts)
