"""A formula as rows (lo <= sum of the weights of the true literals <= hi), coloured secondary items, and
relations of integer variables.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from zenkai_solver.models.constraints import (
    AtMostOne,
    Cardinality,
    Clause,
    Constraint,
    ExactlyOne,
    Linear,
    Lit,
    is_true,
)
from zenkai_solver.models.csp import ModelBuilder
from zenkai_solver.models.document import fault

if TYPE_CHECKING:
    from zenkai_solver.models.formula.relations import Relation

MAX_VARIABLES = 100_000
MAX_FIGURES = 15  # decimal digits of a weight or a bound
TOLD = 8  # literals of a row that is told whole


@dataclass(frozen=True)
class Row:
    """A row; `hi` None: no upper bound. `name` is for messages: `clause 3`, `item a`. `one_value`: it says
    that an integer variable has one of its values.
    """

    name: str
    weights: tuple[int, ...]
    lits: tuple[Lit, ...]
    lo: int
    hi: int | None = None
    one_value: bool = False

    def broken(self, true: AbstractSet[int]) -> str | None:
        """How the assignment violates the row, in words; None if it does not."""
        total = sum(w for w, lit in zip(self.weights, self.lits, strict=True) if is_true(lit, true))
        if self.lo <= total and (self.hi is None or total <= self.hi):
            return None
        return f"{self.name}: {total}, not {self.lo} to {'any' if self.hi is None else self.hi}"

    def words(self, names: Mapping[Lit, str]) -> str:
        """Its name, and what it says of its literals if they are few: `clause 3: x1 or not x2`."""
        if not 1 <= len(self.lits) <= TOLD:
            return self.name
        row = self._turned if set(self.weights) == {-1} else self
        return f"{self.name}: {(row._as_count if set(row.weights) == {1} else row._as_sum)(names)}"

    def _as_count(self, names: Mapping[Lit, str]) -> str:
        told = [names[lit] for lit in self.lits]
        match max(self.lo, 0), self.hi:
            case 1, None:
                return " or ".join(told)
            case lo, None:
                number = f"at least {lo}"
            case 0, hi:
                number = f"at most {hi}"
            case lo, hi:
                number = f"{lo} to {hi}" if lo < hi else f"exactly {'one' if lo == 1 else lo}"
        return f"{number} of {', '.join(told)}"

    def _as_sum(self, names: Mapping[Lit, str]) -> str:
        terms = (
            f"{'-' if weight < 0 else '+'} {f'{abs(weight)} ' if abs(weight) != 1 else ''}"
            f"{'' if lit > 0 else '~'}{names[abs(lit)]}"
            for weight, lit in zip(self.weights, self.lits, strict=True)
        )
        total = " ".join(terms).removeprefix("+ ")
        return f"{total} {'=' if self.hi is not None else '>='} {self.lo}"

    def renumbered(self, number: Mapping[int, int]) -> Row:
        lits = tuple(number[lit] if lit > 0 else -number[-lit] for lit in self.lits)
        return replace(self, lits=lits)

    @property
    def constraint(self) -> Constraint:
        """The row as a constraint of the model; the weights of a repeated literal are added."""
        if not self.lits:  # the empty sum is 0
            return Linear((), (), self.lo, 0 if self.hi is None else self.hi)
        if set(self.weights) == {-1}:
            return self._turned.constraint
        if set(self.weights) != {1} or len(set(map(abs, self.lits))) < len(self.lits):
            most = sum(weight for weight in self.weights if weight > 0)
            return Linear(self.weights, self.lits, self.lo, most if self.hi is None else self.hi)
        return self._count()

    @property
    def _turned(self) -> Row:
        """The same row of weights -1 with weights 1."""
        most = len(self.lits) if self.hi is None else self.hi
        return Row(self.name, (1,) * len(self.lits), self.lits, -min(0, most), -self.lo)

    def _count(self) -> Constraint:
        """The row where every weight is 1."""
        match self.lo, self.hi:
            case 1, None:
                return Clause(self.lits)
            case 1, 1:
                return ExactlyOne(self.lits)
            case lo, 1 if lo <= 0:
                return AtMostOne(self.lits)
            case lo, hi:
                return Cardinality(self.lits, lo, len(self.lits) if hi is None else hi)


@dataclass(frozen=True)
class Coloured:
    """A secondary item: options may share it if they give it the same colour; without a colour (''), one
    option at most covers it.
    """

    name: str
    colours: Mapping[str, tuple[int, ...]]  # variables of the options

    def broken(self, true: AbstractSet[int]) -> str | None:
        seen = [colour for colour, options in self.colours.items() for var in options if var in true]
        if len(set(seen)) > 1 or seen.count("") > 1:
            return f"{self.name}: covered with {' and '.join(colour or 'no colour' for colour in seen)}"
        return None

    def words(self, names: Mapping[Lit, str]) -> str:
        """Its name, and the options of each colour if they are few."""
        if sum(map(len, self.colours.values())) > TOLD:
            return self.name
        of_colours = (
            f"{colour or 'no colour'} in {' and '.join(names[var] for var in options)}"
            for colour, options in self.colours.items()
        )
        return f"{self.name}: at most one colour, {', '.join(of_colours)}"

    def constraints(self, builder: ModelBuilder) -> Iterator[Constraint]:
        """A new variable per colour, true exactly if some option gives it, and at most one of these."""
        one = list(self.colours.get("", ()))
        for colour, options in self.colours.items():
            if colour:
                given = builder.auxiliary((self.name, colour))
                one.append(given)
                yield from (Clause((-var, given)) for var in options)
                yield Clause((-given, *options))
        yield AtMostOne(tuple(one))


@dataclass(frozen=True)
class Parsed:
    """A parsed formula. `lines` is its normalised text, without comments; `labels[v]` is the row of a board
    for a true variable v, of which boards show those of the projection.
    """

    lines: tuple[str, ...]
    labels: Sequence[str]
    projection: tuple[int, ...]
    rows: tuple[Row, ...]
    coloured: tuple[Coloured, ...] = ()
    relations: tuple[Relation, ...] = ()

    @property
    def size(self) -> int:
        return len(self.labels) - 1

    @cached_property
    def names(self) -> Mapping[Lit, str]:
        """The literals in words."""
        true = {var: name_of(self.labels[var]) for var in range(1, self.size + 1)}
        return true | {-var: f"not {name}" for var, name in true.items()}


def name_of(label: str) -> str:
    """The name of the variable of a label: of an option its number, without its items."""
    number, colon, _ = label.partition(": ")
    return f"option {number}" if colon else label


def integer(word: str, line: int) -> int:
    """An integer of at most MAX_FIGURES decimal digits. Raises InstanceError."""
    figures = word.lstrip("+-")
    if not (figures.isascii() and figures.isdigit()) or len(word) - len(figures) > 1:
        raise fault(f"{word!r:.40} is not a number", line)
    if len(figures) > MAX_FIGURES:
        raise fault(f"a number of {len(figures)} figures; at most {MAX_FIGURES} are read", line)
    return int(word)


def check_size(size: int, line: int) -> None:
    if not 1 <= size <= MAX_VARIABLES:
        raise fault(f"{size:,} variables; a formula has 1 to {MAX_VARIABLES:,}", line)
