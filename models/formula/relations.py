"""Constraints over integer variables. Each is stated in a model, and evaluated from the values alone."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import product
from typing import TypeVar

from zenkai_solver.models.constraints import AtMostOne, Automaton, Clause, Constraint, Regular
from zenkai_solver.models.csp import ModelBuilder
from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.formula.expressions import Encoder, Expression, IntegerVariable, evaluate, infix

Tuple = tuple[int | None, ...]  # None: any value
S = TypeVar("S", bound=Hashable)  # a state of an automaton
MOST_TRANSITIONS = 200_000  # of one unrolled automaton
LONGEST, FEW_TUPLES = 120, 12  # characters, and tuples, of a constraint that is told whole


@dataclass(frozen=True)
class Relation(ABC):
    """A constraint; `name` is for messages: `intension 3`."""

    name: str

    @property
    def words(self) -> str:
        """Its name, and what it says if that is short: `intension 3: x + y = 5`."""
        told = self.told()
        return f"{self.name}: {told}" if 0 < len(told) <= LONGEST else self.name

    def told(self) -> str:
        """What it says, in words; "" if that takes many."""
        return ""

    def broken(self, true: AbstractSet[int]) -> str | None:
        """How the assignment violates it, in words; None if it does not."""
        return None if self.holds(true) else f"{self.name} does not hold"

    @abstractmethod
    def holds(self, true: AbstractSet[int]) -> bool:
        """Is it satisfied where exactly these 0-1 variables are true?"""

    @abstractmethod
    def constraints(self, builder: ModelBuilder) -> Iterator[Constraint]:
        """The same for a model, with auxiliary variables that are functions of the others.

        Raises InstanceError if it is too large.
        """


@dataclass(frozen=True)
class Predicate(Relation):
    """The expression is not 0."""

    expression: Expression

    def told(self) -> str:
        return infix(self.expression)

    def holds(self, true: AbstractSet[int]) -> bool:
        return evaluate(self.expression, true) != 0

    def constraints(self, builder: ModelBuilder) -> Iterator[Constraint]:
        encoder = Encoder(builder, self.name)
        encoder.require(self.expression)
        yield from encoder.constraints


@dataclass(frozen=True)
class DifferentValues(Relation):
    """No two of the variables have the same value, unless it is one of `apart`."""

    scope: tuple[IntegerVariable, ...]
    apart: frozenset[int] = frozenset()

    def told(self) -> str:
        besides = f", but for {' and '.join(map(str, sorted(self.apart)))}" if self.apart else ""
        return f"{_names(self.scope)} differ{besides}"

    def holds(self, true: AbstractSet[int]) -> bool:
        values = [variable.value(true) for variable in self.scope]
        counted = [value for value in values if value not in self.apart]
        return len(set(counted)) == len(counted)

    def constraints(self, builder: ModelBuilder) -> Iterator[Constraint]:
        scope = {variable.name: variable for variable in self.scope}
        times = Counter(variable.name for variable in self.scope)
        for variable in scope.values():
            if times[variable.name] > 1:  # it differs from itself
                yield Clause(tuple(lit for value, lit in variable.literals.items() if value in self.apart))
        values = sorted({value for variable in self.scope for value in variable.literals} - self.apart)
        for value in values:
            lits = [variable.literals[value] for variable in scope.values() if value in variable.literals]
            if len(lits) > 1:
                yield AtMostOne(tuple(lits))


@dataclass(frozen=True)
class Table(Relation):
    """The values of the scope are one of the tuples; if not `supports`, none of them."""

    scope: tuple[IntegerVariable, ...]
    tuples: tuple[Tuple, ...]
    supports: bool = True

    def told(self) -> str:
        if len(self.tuples) > FEW_TUPLES:
            return ""
        rows = (",".join("any" if value is None else str(value) for value in row) for row in self.tuples)
        listed = " ".join(f"({row})" for row in rows)
        return f"({_names(self.scope)}) is {'one' if self.supports else 'none'} of {listed}"

    def holds(self, true: AbstractSet[int]) -> bool:
        values = [variable.value(true) for variable in self.scope]
        listed = any(
            all(wanted is None or wanted == value for wanted, value in zip(row, values, strict=True))
            for row in self.tuples
        )
        return listed == self.supports

    def constraints(self, builder: ModelBuilder) -> Iterator[Constraint]:
        if self.supports:
            yield self._automaton()
            return
        for row in self.tuples:
            pairs = [pair for pair in zip(self.scope, row, strict=True) if pair[1] is not None]
            if all(value in variable.literals for variable, value in pairs):
                lits = (-variable.literals[value] for variable, value in pairs if value is not None)
                yield Clause(tuple(dict.fromkeys(lits)))

    def _automaton(self) -> Regular:
        """Its states are what is left of the tuples that agree with the values so far."""

        def step(rows: frozenset[Tuple], value: int) -> frozenset[Tuple] | None:
            return frozenset(row[1:] for row in rows if row[0] in (None, value)) or None

        return layered(self.scope, frozenset(self.tuples), step, bool)


@dataclass(frozen=True)
class Accepted(Relation):
    """The automaton, whose letters are the values themselves, accepts the values of the scope in order."""

    scope: tuple[IntegerVariable, ...]
    automaton: Automaton

    def holds(self, true: AbstractSet[int]) -> bool:
        return self.automaton.accepts(variable.value(true) for variable in self.scope)

    def constraints(self, builder: ModelBuilder) -> Iterator[Constraint]:
        moves = {(state, value): target for state, value, target in self.automaton.transitions}
        accepting = self.automaton.accepting
        yield layered(
            self.scope,
            self.automaton.start,
            lambda state, value: moves.get((state, value)),
            lambda state: state in accepting,
        )


def _names(scope: Sequence[IntegerVariable]) -> str:
    return ", ".join(variable.name for variable in scope)


def weight(constraint: Constraint) -> int:
    """How much there is to state: the transitions of an automaton, else one."""
    return len(constraint.automaton.transitions) if isinstance(constraint, Regular) else 1


def layered(
    scope: Sequence[IntegerVariable],
    start: S,
    step: Callable[[S, int], S | None],
    accepts: Callable[[S], bool],
) -> Regular:
    """The automaton, unrolled over the variables: a letter is the place of a value among those of a variable.

    `step` is the state after a value, None where it rejects. Raises InstanceError if there are many states.
    """
    number, level, transitions = 1, {start: 0}, list[tuple[int, int, int]]()
    for variable in scope:
        below: dict[S, int] = {}
        for (state, source), (letter, value) in product(level.items(), enumerate(variable.literals)):
            target = step(state, value)
            if target is None:
                continue
            if target not in below:
                below[target] = number
                number += 1
            transitions.append((source, letter, below[target]))
            if len(transitions) > MOST_TRANSITIONS:
                raise InstanceError((), f"an automaton of more than {MOST_TRANSITIONS:,} transitions")
        level = below
    word = tuple(tuple(variable.literals.values()) for variable in scope)
    accepting = tuple(place for state, place in level.items() if accepts(state))
    return Regular(word, Automaton(0, accepting, tuple(transitions)))
