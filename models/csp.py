"""The constraint model (IR): Boolean variables, constraints, projection.

    Lit, Solution            v or -v as in DIMACS; the sorted true variables of the projection
    Clause ... Connected     the constraint types, frozen values
    holds(c, true_vars)      the definition of each type, in one `match`
    unknown(c)               the last case of every `match` over constraints
    Said                     the rule that a constraint is part of, in words
    Model, ModelBuilder      variables 1..n with names that are objects, constraints, projection
    Cases                    a model by another one with fewer constraints
    restrict(model, cube)    the model with some literals of the projection fixed
    antichain(model)         may a blocking clause name the true literals only?

The empty model has exactly one solution. Two assignments that agree on the projection are one solution.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from itertools import chain, groupby
from typing import TYPE_CHECKING, Generic, Literal, NoReturn, Protocol, TypeVar, overload, runtime_checkable

if TYPE_CHECKING:
    import numpy as np  # takes a tenth of a second: small commands do without

Lit = int
Solution = tuple[int, ...]
Cube = tuple[Lit, ...]  # a conjunction that splits a search


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


GraphConstraint = Connected | SingleLoop | Division | Components | Reached
Constraint = Clause | ExactlyOne | AtMostOne | Cardinality | Linear | Regular | BlockLine | GraphConstraint


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


Item = TypeVar("Item")


class Deferred(Sequence[Item], Generic[Item]):
    """Constraints that are built when first asked for: engines that take the structure never ask."""

    def __init__(self, make: Callable[[], Iterable[Item]]) -> None:
        self._make: Callable[[], Iterable[Item]] = make

    @cached_property
    def _built(self) -> tuple[Item, ...]:
        return tuple(self._make())

    def __len__(self) -> int:
        return len(self._built)

    @overload
    def __getitem__(self, index: int) -> Item: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Item]: ...

    def __getitem__(self, index: int | slice) -> Item | Sequence[Item]:
        return self._built[index]


def literals(constraint: Constraint) -> tuple[Lit, ...]:
    """Every literal of the constraint, in its order."""
    match constraint:
        case Reached(lits):
            return (*lits, *constraint.reached)
        case Clause() | ExactlyOne() | AtMostOne() | Cardinality() | Linear() | OnGraph():
            return constraint.lits
        case Regular(word):
            return tuple(chain.from_iterable(word))
        case BlockLine(cells):
            return tuple(chain.from_iterable(cells))
        case _:
            unknown(constraint)


def renamed(constraint: Constraint, name: Callable[[Lit], Lit]) -> Constraint:
    """The same of other literals."""
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
            return not chosen or _component(min(chosen), chosen, edges) == chosen
        case SingleLoop(_, edges):
            loop = [edges[i] for i in sorted(chosen)]
            ends = Counter(node for edge in loop for node in edge)
            one = not loop or _component(loop[0][0], set(ends), loop) == set(ends)
            return one and set(ends.values()) <= {2}
        case Division(_, edges):
            nodes = {node for edge in edges for node in edge}
            left = [edge for edge, cut in zip(edges, true, strict=True) if not cut]
            return all(edges[i][1] not in _component(edges[i][0], nodes, left) for i in chosen)
        case Components(_, edges, weights, roots, lo, hi):
            parts = [_component(root, chosen, edges) for root in roots if root in chosen]
            return all(lo <= sum(weights[i] for i in part) <= hi for part in parts)
        case Reached(_, edges, root, reached):
            part = _component(root, chosen, edges) if root in chosen else set()
            return all(is_true(lit, true_vars) == (i in part) for i, lit in enumerate(reached))
        case _:
            unknown(graph)


def _component(start: int, nodes: AbstractSet[int], edges: Iterable[tuple[int, int]]) -> set[int]:
    """The nodes that are connected with `start`, which is one of them, within `nodes`."""
    inside = [{a, b} for a, b in edges if a != b and a in nodes and b in nodes]
    reached = {start}
    while grown := [edge for edge in inside if len(edge & reached) == 1]:
        reached = reached.union(*grown)
    return reached


class Advice(Enum):
    """What a puzzle knows of its models, and their constraints do not show; engines are chosen by it."""

    FEW = "few solutions are expected, and items that all cross"
    SUMS = "few solutions are expected, and sums bind most variables"


@dataclass(frozen=True)
class Model:
    """Variables 1..len(names), constraints, and the projection: the variables that tell solutions apart.

    `symmetries` are the automorphisms the puzzle knows of, the identity first: each maps the projection
    variable v to perm[v] (perm[0] = 0) and every solution to a solution. Engines may use them, and need not.
    `branch` are variables of which exactly one is true in every solution: a good place to begin a search, and
    free to be ignored. `structure` states the same problem in the form that a dedicated engine takes;
    `advice` helps to choose an engine where there is none. `said[i]` is the rule that constraints[i] is part
    of; None, and what lies beyond the end, has no words. `cases` state the same problem for engines that do
    not take all of the constraints. `loose`: some auxiliary variables are no functions of the projection, so
    a solution may have very many assignments.
    """

    names: tuple[Hashable, ...]
    constraints: Sequence[Constraint]
    projection: tuple[int, ...]
    symmetries: tuple[tuple[int, ...], ...] = ()
    structure: object | None = None
    branch: tuple[int, ...] = ()
    advice: Advice | None = None
    said: Sequence[Said | None] = ()
    cases: Cases | None = None
    loose: bool = False

    def __post_init__(self) -> None:
        size = len(self.names)
        built = () if isinstance(self.constraints, Deferred) else self.constraints
        used = {*self.projection, *chain.from_iterable(map(literals, built))}
        if wrong := [lit for lit in used if not 1 <= abs(lit) <= size]:
            raise ValueError(f"literal {wrong[0]} in a model of {size} variables")
        if list(self.projection) != sorted(set(self.projection)):
            raise ValueError("the projection must be sorted, positive and without repetition")

    @property
    def size(self) -> int:
        return len(self.names)

    @cached_property
    def least_images(self) -> tuple[int, ...]:
        """For each projection variable the least of its images: one number per orbit."""
        return tuple(map(min, zip(*self.symmetries, strict=True)))


@dataclass(frozen=True)
class Case:
    """The solutions in the cube of which `keeps` is true; None: all of them.

    `keeps` takes rows of true variables, 0 after the last, and gives bool[row].
    """

    cube: Cube
    keeps: Callable[[np.ndarray], np.ndarray] | None = None


@dataclass(frozen=True)
class Cases:
    """A model by another one with fewer constraints: its solutions are those of `whole` that are in one of
    the cases, which are disjoint, and in `cube`. The projections are the same.

    `testing`: to find and test all solutions of `whole` is quicker than to search under all constraints.
    """

    whole: Model
    cases: Sequence[Case]
    cube: Cube = ()
    testing: bool = False

    @property
    def models(self) -> Iterator[tuple[Model, Case]]:
        """For each case the model of its cube."""
        return ((restrict(self.whole, (*self.cube, *case.cube)), case) for case in self.cases)


@dataclass
class ModelBuilder:
    """Collects variables and constraints; `build` freezes them."""

    names: list[Hashable] = field(default_factory=list)
    constraints: list[Constraint] = field(default_factory=list)
    said: list[Said | None] = field(default_factory=list)
    index: dict[Hashable, int] = field(default_factory=dict)

    def variable(self, name: Hashable) -> int:
        """A new variable; its name must be new too."""
        if name in self.index:
            raise ValueError(f"variable {name!r} exists already")
        self.names.append(name)
        self.index[name] = len(self.names)
        return len(self.names)

    def auxiliary(self, name: Hashable) -> int:
        """A new variable, whose name gets a number: of rules that are stated twice each has its own."""
        return self.variable((name, len(self.names)))

    def add(self, *constraints: Constraint, said: Said | None = None) -> None:
        self.constraints.extend(constraints)
        self.said.extend([said] * len(constraints))

    def build(
        self,
        projection: Iterable[int],
        symmetries: Iterable[tuple[int, ...]] = (),
        structure: object | None = None,
        advice: Advice | None = None,
    ) -> Model:
        return Model(
            tuple(self.names),
            tuple(self.constraints),
            tuple(projection),
            tuple(symmetries),
            structure,
            advice=advice,
            said=tuple(self.said),
        )


@runtime_checkable
class Restrictable(Protocol):
    """A structure that can state a part of its problem."""

    def within(self, cube: Cube) -> object:
        """The structure whose solutions are those in which every literal of the cube is true."""


def restrict(model: Model, cube: Cube) -> Model:
    """The model with the literals, of the projection, fixed: its solutions are the model's in the cube.

    A structure from which an engine reads the problem must be `Restrictable`, or the engine would ignore the
    cube; one that only names a kind of model need not. `symmetries` and `branch` stay those of the
    whole model. A symmetry may lead out of the cube: break symmetry before, not within a cube.
    """
    if not cube:
        return model
    projection = set(model.projection)
    if wrong := [lit for lit in cube if abs(lit) not in projection]:
        raise ValueError(f"literal {wrong[0]} of a cube is not in the projection")
    whole, units = model.constraints, tuple(Clause((lit,)) for lit in cube)
    constraints = Deferred(lambda: (*whole, *units)) if isinstance(whole, Deferred) else (*whole, *units)
    structure = model.structure
    within = structure.within(cube) if isinstance(structure, Restrictable) else structure
    cases = model.cases and replace(model.cases, cube=(*model.cases.cube, *cube))
    return replace(model, constraints=constraints, structure=within, cases=cases)


def antichain(model: Model) -> bool:
    """True if no solution's true projection variables can strictly contain another's.

    Sufficient test: every projection variable v occurs in some constraint that fixes the number of true
    literals among positive projection variables. Were S a proper subset of T, a v in T but not in S would
    give T more true literals in that constraint than S has. A blocking clause may then name the true
    literals only, which makes it as short as a solution is.
    """
    projection = set(model.projection)
    fixed: set[int] = set()
    for lits in map(_fixed, model.constraints):
        if projection.issuperset(lits):
            fixed.update(lits)
    return projection <= fixed


def _fixed(constraint: Constraint) -> tuple[Lit, ...]:
    """The literals of which the constraint fixes how many are true, as far as that is plain to see."""
    match constraint:
        case ExactlyOne(lits):
            return lits
        case Cardinality(lits, lo, hi):
            return lits if lo == hi else ()
        case BlockLine():  # the blocks say how many cells are inked
            return literals(constraint)
        case Clause() | AtMostOne() | Linear() | Regular() | OnGraph():
            return ()
        case _:
            unknown(constraint)
