"""The constraint types, frozen values, and what each means.

Lit                      v or -v as in DIMACS
Clause ... Connected     the constraint types
holds(c, true_vars)      the definition of each type, in one `match`
unknown(c)               the last case of every `match` over constraints
Said                     the rule that a constraint is part of, in words
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import chain, groupby
from typing import Literal, NoReturn

from zenkai_solver.models.classes import adjacency, components

Lit = int


@dataclass(frozen=True, slots=True)
class Clause:
    """At least one literal is true."""

    lits: tuple[Lit, ...]


@dataclass(frozen=True, slots=True)
class ExactlyOne:
    """Exactly one literal is true: a primary item of an exact cover."""

    lits: tuple[Lit, ...]


@dataclass(frozen=True, slots=True)
class AtMostOne:
    """At most one literal is true: a secondary item of an exact cover."""

    lits: tuple[Lit, ...]


@dataclass(frozen=True, slots=True)
class Cardinality:
    """lo <= number of true literals <= hi."""

    lits: tuple[Lit, ...]
    lo: int
    hi: int


@dataclass(frozen=True, slots=True)
class Linear:
    """lo <= sum of the weights of the true literals <= hi; weights are any integers.

    Engines may refuse large ones: `sat` by the size of the diagram of sums (see `cnf`), `cpsat` if the
    absolute weights sum to more than its `MOST_WEIGHT`.
    """

    weights: tuple[int, ...]
    lits: tuple[Lit, ...]
    lo: int
    hi: int

    def __post_init__(self) -> None:
        if len(self.weights) != len(self.lits):
            raise ValueError(f"Linear: {len(self.weights)} weights for {len(self.lits)} literals")


@dataclass(frozen=True, slots=True)
class Automaton:
    """A deterministic finite automaton over the letters 0, 1, ...; a missing transition rejects.

    `transitions` are (state, letter, next state), at most one for each (state, letter).
    """

    start: int
    accepting: tuple[int, ...]
    transitions: tuple[tuple[int, int, int], ...]

    def __post_init__(self) -> None:
        sources = [(state, letter) for state, letter, _ in self.transitions]
        if len(set(sources)) != len(sources):
            raise ValueError("Automaton: two transitions for one (state, letter)")

    def accepts(self, letters: Iterable[int]) -> bool:
        step = {(state, letter): target for state, letter, target in self.transitions}
        state: int | None = self.start
        for letter in letters:
            state = step.get((state, letter)) if state is not None else None
        return state in self.accepting


@dataclass(frozen=True, slots=True)
class Regular:
    """The word is accepted by the automaton.

    Each position of the word is a tuple of literals, one per letter; exactly one of them is true, and its
    index is the letter read there. A Boolean position is (-v, v).
    """

    word: tuple[tuple[Lit, ...], ...]
    automaton: Automaton


@dataclass(frozen=True, slots=True)
class BlockLine:
    """The cells, from one end to the other, show exactly the blocks: a line of a nonogram.

    A cell is a tuple of literals, one for each ink 1, 2, ...; at most one of them is true, and none on a
    white cell. A block is (length, ink): a longest run of cells of one ink.
    """

    cells: tuple[tuple[Lit, ...], ...]
    blocks: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Connected:
    """The true literals are connected: `edges` are pairs of indices into `lits`. None true is connected."""

    lits: tuple[Lit, ...]
    edges: tuple[tuple[int, int], ...]


Constraint = Clause | ExactlyOne | AtMostOne | Cardinality | Linear | Regular | BlockLine | Connected


def unknown(constraint: NoReturn) -> NoReturn:
    """The last case of every `match` over constraints.

    mypy accepts the call only where every member of `Constraint` has a case before. Raises TypeError for a
    type that is not one of them: a constraint that is passed over would add solutions.
    """
    raise TypeError(f"{type(constraint).__name__} is not a constraint type that is treated here")


Kind = Literal["axiom", "rule", "given"]


@dataclass(frozen=True, slots=True)
class Said:
    """The rule that a constraint is part of, in words, and the cells it is about.

    Constraints with equal values make up one rule: a row of a sudoku is one, though each digit has a
    constraint. An axiom is what nobody states, such as that a cell holds one digit; a given is what the
    instance says of one cell or piece. Engines never look at it.
    """

    words: str
    cells: tuple[tuple[int, int], ...] = ()
    kind: Kind = "rule"


def literals(constraint: Constraint) -> tuple[Lit, ...]:
    """Every literal of the constraint, in its order."""
    match constraint:
        case Clause() | ExactlyOne() | AtMostOne() | Cardinality() | Linear() | Connected():
            return constraint.lits
        case Regular(word):
            return tuple(chain.from_iterable(word))
        case BlockLine(cells):
            return tuple(chain.from_iterable(cells))
        case _:
            unknown(constraint)


def renamed(constraint: Constraint, name: Callable[[Lit], Lit]) -> Constraint:
    """The constraint with each literal replaced by `name(lit)`."""
    match constraint:
        case Regular(word):
            return replace(constraint, word=tuple(tuple(map(name, lits)) for lits in word))
        case BlockLine(cells):
            return replace(constraint, cells=tuple(tuple(map(name, lits)) for lits in cells))
        case Clause() | ExactlyOne() | AtMostOne() | Cardinality() | Linear() | Connected():
            return replace(constraint, lits=tuple(map(name, constraint.lits)))
        case _:
            unknown(constraint)


def is_true(lit: Lit, true_vars: AbstractSet[int]) -> bool:
    return (lit > 0) == (abs(lit) in true_vars)


def holds(constraint: Constraint, true_vars: AbstractSet[int]) -> bool:
    """The definition of each constraint type: does it hold when exactly `true_vars` are true?"""

    def number(lits: Sequence[Lit]) -> int:
        return sum(is_true(lit, true_vars) for lit in lits)

    match constraint:
        case Clause(lits):
            return number(lits) >= 1
        case ExactlyOne(lits):
            return number(lits) == 1
        case AtMostOne(lits):
            return number(lits) <= 1
        case Cardinality(lits, lo, hi):
            return lo <= number(lits) <= hi
        case Linear(weights, lits, lo, hi):
            total = sum(w for w, lit in zip(weights, lits, strict=True) if is_true(lit, true_vars))
            return lo <= total <= hi
        case Regular(word, automaton):
            letters = [[a for a, lit in enumerate(at) if is_true(lit, true_vars)] for at in word]
            return all(len(at) == 1 for at in letters) and automaton.accepts(at[0] for at in letters)
        case BlockLine(cells, blocks):
            inks = [[ink for ink, lit in enumerate(at, 1) if is_true(lit, true_vars)] for at in cells]
            runs = [(len(list(run)), at) for at, run in groupby(inks)]
            shown = tuple((length, at[0]) for length, at in runs if at)
            return all(len(at) <= 1 for at in inks) and shown == blocks
        case Connected(lits, edges):
            nodes = [i for i, lit in enumerate(lits) if is_true(lit, true_vars)]
            return len(components(nodes, adjacency(len(lits), edges).__getitem__)) <= 1
        case _:
            unknown(constraint)
