"""The constraint types, frozen values, and what each means.

Lit                      v or -v as in DIMACS
Clause ... Connected     the constraint types
holds(c, true_vars)      the definition of each type, in one `match`
unknown(c)               the last case of every `match` over constraints
Origin                   the rule that a constraint is part of, in words
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import chain, groupby
from typing import Literal, NoReturn

from zenkai_solver.models.classes import adjacency, components

Lit = int


@dataclass(frozen=True, slots=True, init=False)
class Clause:
    """At least one literal is true."""

    lits: tuple[Lit, ...]

    def __init__(self, lits: tuple[Lit, ...]) -> None:
        """As dataclasses do, in less than half of the time: most constraints are clauses."""
        _set_lits(self, lits)


_set_lits: Callable[[Clause, tuple[Lit, ...]], None] = Clause.__dict__["lits"].__set__


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


Edges = tuple[tuple[int, int], ...]  # of an undirected graph: pairs of nodes, which are numbers from 0


@dataclass(frozen=True, slots=True)
class OnGraph:
    """A constraint about a graph. Engines that have no better way take what `models.graphs` makes of it."""

    lits: tuple[Lit, ...]
    edges: Edges


@dataclass(frozen=True, slots=True)
class Connected(OnGraph):
    """The true literals are connected: `edges` are pairs of indices into `lits`. None true is connected."""


@dataclass(frozen=True, slots=True)
class SingleLoop(OnGraph):
    """The edges whose literals are true make one simple cycle, or none is true. A literal for each edge."""

    def __post_init__(self) -> None:
        _check_edges(self)


@dataclass(frozen=True, slots=True)
class Acyclic(OnGraph):
    """The edges whose literals are true make no cycle: they are a forest. A literal for each edge."""

    def __post_init__(self) -> None:
        _check_edges(self)


@dataclass(frozen=True, slots=True)
class Division(OnGraph):
    """An edge whose literal is true is cut. No cut edge joins two nodes that are connected by uncut edges.

    So the cut edges are those between the parts of a partition of the nodes into connected parts.
    """

    def __post_init__(self) -> None:
        _check_edges(self)


@dataclass(frozen=True, slots=True)
class Components(OnGraph):
    """Of each component of the graph of the true literals: if it has a root, then its weights sum to lo..hi.

    `lits` and `weights` are of the nodes; `roots` are nodes. A root that is not true is in no component.
    """

    weights: tuple[int, ...]
    roots: tuple[int, ...]
    lo: int
    hi: int

    def __post_init__(self) -> None:
        if len(self.weights) != len(self.lits):
            raise ValueError(f"Components: {len(self.weights)} weights for {len(self.lits)} nodes")


@dataclass(frozen=True, slots=True)
class Reached(OnGraph):
    """reached[i] is true exactly if node i is in the component of `root` in the graph of true literals."""

    root: int
    reached: tuple[Lit, ...]

    def __post_init__(self) -> None:
        if len(self.reached) != len(self.lits):
            raise ValueError(f"Reached: {len(self.reached)} literals for {len(self.lits)} nodes")


def _check_edges(graph: OnGraph) -> None:
    if len(graph.lits) != len(graph.edges) or any(a == b for a, b in graph.edges):
        raise ValueError(f"{type(graph).__name__}: not a literal for each edge between two nodes")


GraphConstraint = Connected | SingleLoop | Acyclic | Division | Components | Reached
Constraint = Clause | ExactlyOne | AtMostOne | Cardinality | Linear | Regular | BlockLine | GraphConstraint


def unknown(constraint: NoReturn) -> NoReturn:
    """The last case of every `match` over constraints.

    mypy accepts the call only where every member of `Constraint` has a case before. Raises TypeError for a
    type that is not one of them: a constraint that is passed over would add solutions.
    """
    raise TypeError(f"{type(constraint).__name__} is not a constraint type that is treated here")


Kind = Literal["axiom", "rule", "clue", "given"]


@dataclass(frozen=True, slots=True)
class Origin:
    """The rule that a constraint is part of, in words, and the cells it is about.

    Constraints with equal values make up one rule: a row of a sudoku is one, though each digit has a
    constraint. An axiom is what nobody states, such as that a cell holds one digit; a clue is what
    only this instance asks for, a given what it says of one cell or piece. `technique`: what arguments by
    this rule are called; "" for no name. Engines never look at it.
    """

    words: str
    cells: tuple[tuple[int, int], ...] = ()
    kind: Kind = "rule"
    technique: str = ""


def literals(constraint: Constraint) -> tuple[Lit, ...]:
    """Every literal of the constraint, in its order."""
    match constraint:
        case Clause() | ExactlyOne() | AtMostOne() | Cardinality() | Linear():
            return constraint.lits
        case Reached(lits):
            return (*lits, *constraint.reached)
        case OnGraph():
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
        case Reached(lits):
            reached = tuple(map(name, constraint.reached))
            return replace(constraint, lits=tuple(map(name, lits)), reached=reached)
        case Clause() | ExactlyOne() | AtMostOne() | Cardinality() | Linear() | OnGraph():
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
        case OnGraph(lits):
            return _holds_on_graph(constraint, [is_true(lit, true_vars) for lit in lits], true_vars)
        case _:
            unknown(constraint)


def _holds_on_graph(graph: GraphConstraint, true: Sequence[bool], true_vars: AbstractSet[int]) -> bool:
    """`true` are the values of the literals of the nodes, or of the edges."""
    chosen = {i for i, one in enumerate(true) if one}
    match graph:
        case Connected(_, edges):
            return len(_parts(chosen, edges)) <= 1
        case SingleLoop(_, edges):
            loop = [edges[i] for i in sorted(chosen)]
            ends = Counter(node for edge in loop for node in edge)
            return len(_parts(ends, loop)) <= 1 and set(ends.values()) <= {2}
        case Acyclic(_, edges):
            kept = [edges[i] for i in chosen]
            nodes = {node for edge in kept for node in edge}
            near = adjacency(1 + max(nodes, default=-1), kept)
            return len(kept) == len(nodes) - len(components(nodes, near.__getitem__))
        case Division(_, edges):
            nodes = {node for edge in edges for node in edge}
            left = [edge for edge, cut in zip(edges, true, strict=True) if not cut]
            part_of = {node: i for i, part in enumerate(_parts(nodes, left)) for node in part}
            return all(part_of[edges[i][0]] != part_of[edges[i][1]] for i in chosen)
        case Components(_, edges, weights, roots, lo, hi):
            rooted = chosen.intersection(roots)
            parts = (part for part in _parts(chosen, edges) if not part.isdisjoint(rooted))
            return all(lo <= sum(weights[i] for i in part) <= hi for part in parts)
        case Reached(_, edges, root, reached):
            part = next((component for component in _parts(chosen, edges) if root in component), ())
            return all(is_true(lit, true_vars) == (i in part) for i, lit in enumerate(reached))
        case _:
            unknown(graph)


def _parts(nodes: Iterable[int], edges: Sequence[tuple[int, int]]) -> list[set[int]]:
    """The connected components of the graph within `nodes`."""
    near = adjacency(1 + max((max(edge) for edge in edges), default=0), edges)
    return [set(part) for part in components(nodes, lambda node: near[node] if node < len(near) else ())]
