"""A puzzle as rules and facts: what arguments are made of.

A fact is a literal of the projection: a cell holds a digit, a piece lies there, or it does not. A rule is
what `Said` calls one, with all its constraints; axioms hold without being named.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType

from zenkai_solver.models.constraints import Constraint, Lit, Said, literals
from zenkai_solver.models.csp import Model
from zenkai_solver.models.grid import Cell, cell_name
from zenkai_solver.models.puzzle import Explained, Fact, Located, Puzzle, Telling
from zenkai_solver.solvers.backend import NEVER, Deadline, Unsupported
from zenkai_solver.solvers.engines.sat.cnf import clauses

PAIRWISE = 12  # literals: wider at-most-ones get a product grid, as those of packings have thousands

MOST_VARIABLES = 20_000
MOST_CLAUSES = 3_000_000  # some 100 bytes each, in Python and in each of up to four solvers

Clauses = tuple[tuple[Lit, ...], ...]
NO_NAMES: Mapping[Cell, str] = MappingProxyType({})  # places are named by row and column


@dataclass(frozen=True)
class Theory:
    """`rules[i]` is made of `parts[i]`; `facts` says what variables mean: those of the projection,
    `deciding`, which tell solutions apart, and maybe others; `structure` is that of the model.
    """

    rules: tuple[Said, ...]
    parts: tuple[tuple[Constraint, ...], ...]
    axioms: tuple[Constraint, ...]
    facts: Mapping[int, Fact]
    size: int
    structure: object | None = None
    deciding: frozenset[int] = frozenset()
    names: Mapping[Cell, str] = field(default_factory=dict)

    def name(self, cell: Cell) -> str:
        """The place as a person names it."""
        return self.names.get(cell) or cell_name(cell)

    @cached_property
    def givens(self) -> tuple[int, ...]:
        """The rules that are givens."""
        return tuple(i for i, said in enumerate(self.rules) if said.kind == "given")

    @cached_property
    def given(self) -> tuple[Lit, ...]:
        """The facts that the givens state, each of which is one."""
        own = [literals(part) for rule in self.givens for part in self.parts[rule]]
        assert all(len(lits) == 1 for lits in own), "a given states one fact"
        return tuple(lits[0] for lits in own)

    @cached_property
    def clausal(self) -> Clausal:
        return clausal(self)

    def within(self, deadline: Deadline) -> Clausal:
        """The same, made before the time is up. Raises Unsupported, Interrupted."""
        if "clausal" not in vars(self):
            vars(self)["clausal"] = clausal(self, deadline)
        return self.clausal

    @cached_property
    def _near(self) -> Near:
        return Near(self.axioms, self.facts)

    @cached_property
    def _apart(self) -> dict[int, tuple[Constraint, ...] | None]:
        return {}

    def apart(self, rule: int) -> tuple[Constraint, ...] | None:
        """The axioms on the variables of the rule; None if these lead on to others, so that the rule
        cannot be asked by itself.
        """
        if rule not in self._apart:
            self._apart[rule] = self._near.apart(self.parts[rule])
        return self._apart[rule]

    @cached_property
    def bearing(self) -> dict[Cell, dict[str, tuple[int, ...]]]:
        """For each cell and label the variables that put the label there; what joins cells has no label."""
        found: dict[Cell, dict[str, tuple[int, ...]]] = {}
        for var, (label, cells) in self.facts.items():
            for cell in cells if label else ():
                own = found.setdefault(cell, {})
                own[label] = (*own.get(label, ()), var)
        return found


@dataclass(frozen=True)
class Clausal:
    """The theory as clauses, those of rule i in `rules[i]`; variables up to `top`."""

    rules: tuple[Clauses, ...]
    axioms: Clauses
    top: int


class Near:
    """The axioms on some variables."""

    def __init__(self, axioms: Iterable[Constraint], facts: Container[int]) -> None:
        self.facts = facts
        self.at: dict[int, list[Constraint]] = {}
        for axiom in axioms:
            for lit in literals(axiom):
                self.at.setdefault(abs(lit), []).append(axiom)

    def of(self, variables: Iterable[int]) -> dict[Constraint, None]:
        """Those on the variables, and on auxiliary ones of these axioms."""
        found: dict[Constraint, None] = {}
        left = list(variables)
        seen = set(left)
        for var in left:
            for axiom in self.at.get(var, ()):
                if axiom not in found:
                    found[axiom] = None
                    more = [other for other in map(abs, literals(axiom)) if other not in self.facts]
                    left += (other for other in more if other not in seen)
                    seen.update(more)
        return found

    def apart(self, parts: Iterable[Constraint]) -> tuple[Constraint, ...] | None:
        """See `Theory`."""
        own = self.of(abs(lit) for part in parts for lit in literals(part))
        all_on = self.of(abs(lit) for axiom in own for lit in literals(axiom))
        return tuple(own) if all_on.keys() <= own.keys() else None


def theory_of(puzzle: Puzzle) -> Theory:
    """The rules and facts of the puzzle.

    Raises Unsupported for more than MOST_VARIABLES; of a statement only its facts count, not what rules add.
    """
    stated = puzzle.statement() if isinstance(puzzle, Explained) else None
    model = stated.model if stated else puzzle.model()
    if (size := len(stated.facts) if stated else model.size) > MOST_VARIABLES:
        raise Unsupported(f"{size:,} variables, at most {MOST_VARIABLES:,}: too large to be explained")
    facts = stated.facts if stated else puzzle.facts if isinstance(puzzle, Telling) else None
    if facts is None:
        return _theory(model, {var: Fact.named(str(model.names[var - 1])) for var in model.projection})
    names = puzzle.place_names if isinstance(puzzle, Located) else {}
    return _theory(model, dict(enumerate(facts, 1)), names)


def _theory(model: Model, facts: Mapping[int, Fact], names: Mapping[Cell, str] = NO_NAMES) -> Theory:
    groups: dict[Said, list[Constraint]] = {}
    said = [*model.said, *[None] * (len(model.constraints) - len(model.said))]
    for number, (constraint, words) in enumerate(zip(model.constraints, said), 1):
        groups.setdefault(words or _unnamed(number, constraint), []).append(constraint)
    rules = tuple(words for words in groups if words.kind != "axiom")
    axioms = (part for words, own in groups.items() if words.kind == "axiom" for part in own)
    parts = tuple(tuple(groups[words]) for words in rules)
    deciding = frozenset(model.projection)
    return Theory(rules, parts, tuple(axioms), facts, model.size, model.structure, deciding, names)


def _unnamed(number: int, constraint: Constraint) -> Said:
    return Said(f"constraint {number} ({type(constraint).__name__})")


def clausal(theory: Theory, deadline: Deadline = NEVER) -> Clausal:
    """Raises Unsupported if there are more than MOST_CLAUSES or a constraint has too many; Interrupted."""
    top, number = theory.size, 0

    def fresh() -> int:
        nonlocal top
        top += 1
        return top

    def stated(constraints: Iterable[Constraint]) -> Clauses:
        nonlocal number
        found: list[tuple[Lit, ...]] = []
        for part in constraints:
            deadline.check()
            found += clauses(part, fresh, PAIRWISE)
            if number + len(found) > MOST_CLAUSES:
                raise Unsupported(f"more than {MOST_CLAUSES:,} clauses: too large to be explained")
        number += len(found)
        return tuple(found)

    axioms = stated(theory.axioms)
    rules = tuple(stated(parts) for parts in theory.parts)
    return Clausal(rules, axioms, top)
