"""The constraint model (IR): Boolean variables, constraints of `models.constraints`, projection.

    Solution                 the sorted true variables of the projection
    Model, ModelBuilder      variables 1..n with names that are objects, constraints, projection
    Cases                    a model by another one with fewer constraints
    restrict(model, cube)    the model with some literals of the projection fixed
    antichain(model)         may a blocking clause name the true literals only?

The empty model has exactly one solution. Two assignments that agree on the projection are one solution.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar, overload, runtime_checkable

from zenkai_solver.models.constraints import (
    AtMostOne,
    BlockLine,
    Cardinality,
    Clause,
    Constraint,
    ExactlyOne,
    Linear,
    Lit,
    OnGraph,
    Origin,
    Regular,
    literals,
    unknown,
)

if TYPE_CHECKING:
    import numpy as np  # takes a tenth of a second: small commands do without

Solution = tuple[int, ...]
Cube = tuple[Lit, ...]  # a conjunction of literals, a part of the search space


Item = TypeVar("Item")


class Deferred(Sequence[Item], Generic[Item]):
    """Parts of a model that are built on first access; engines that use only the structure never build them.

    `size`: their number, if it is known before they are built.
    """

    def __init__(self, make: Callable[[], Iterable[Item]], size: int | None = None) -> None:
        self._make: Callable[[], Iterable[Item]] = make
        self.size = size

    @cached_property
    def _built(self) -> tuple[Item, ...]:
        built = tuple(self._make())
        assert self.size in (None, len(built))
        return built

    def __len__(self) -> int:
        return len(self._built) if self.size is None else self.size

    def __iter__(self) -> Iterator[Item]:
        return iter(self._built)

    @overload
    def __getitem__(self, index: int) -> Item: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Item]: ...

    def __getitem__(self, index: int | slice) -> Item | Sequence[Item]:
        return self._built[index]


def extended(items: Sequence[Item], more: Sequence[Item]) -> Sequence[Item]:
    """`items`, then `more`; deferred if `items` are."""
    if isinstance(items, Deferred):
        size = None if items.size is None else items.size + len(more)
        return Deferred(lambda: (*items, *more), size)
    return (*items, *more)


class Advice(Enum):
    """What a puzzle knows of its models that constraints do not show, for the choice of an engine."""

    FEW = "few solutions are expected, and items that all cross"
    SUMS = "few solutions are expected, and sums bind most variables"


@dataclass(frozen=True)
class NormalForm:
    """Clauses for solutions of the model with these `constraints`, by which it is quicker to see that there
    is one only.

    From each solution that breaks a clause, steps from solution to solution lead to one that keeps all, and
    after a step at most `moved` variables of the projection are true that were not before. So if one solution
    keeps all clauses, and there are others, then in one of them at most `moved` of its true variables are
    false.
    """

    constraints: Sequence[Constraint]
    clauses: tuple[tuple[Lit, ...], ...]
    moved: int


@dataclass(frozen=True)
class Model:
    """Variables 1..len(names), constraints, and the projection: the variables by which solutions differ.

    `symmetries`: automorphisms that the puzzle knows of, the identity first; each maps the projection
    variable v to perm[v] (perm[0] = 0) and every solution to a solution; engines may ignore them. `branch`:
    variables of which exactly one is true in every solution, a good place to begin a search. `structure`: the
    same problem in the form of a dedicated engine; `advice` helps to choose an engine if there is no
    structure. origins[i]: the rule, axiom or given that constraints[i] is part of, None if it has no words;
    the sequence may be shorter. `cases`: the same problem for engines that do not take all of the
    constraints. `loose`: some auxiliary variables are not functions of the projection, so that a solution may
    have very many assignments. `normal`: of the solutions; see `normal_form`.
    """

    names: Sequence[Hashable]
    constraints: Sequence[Constraint]
    projection: tuple[int, ...]
    symmetries: tuple[tuple[int, ...], ...] = ()
    structure: object | None = None
    branch: tuple[int, ...] = ()
    advice: Advice | None = None
    origins: Sequence[Origin | None] = ()
    cases: Cases | None = None
    loose: bool = False
    normal: NormalForm | None = None

    def __post_init__(self) -> None:
        size = len(self.names)
        used = {*self.projection}
        if not isinstance(self.constraints, Deferred):
            used.update(*[one.lits for one in self.constraints if type(one) is Clause])
            used.update(*map(literals, self.larger))
        if used and (0 in used or max(used) > size or min(used) < -size):
            wrong = next(lit for lit in used if not 1 <= abs(lit) <= size)
            raise ValueError(f"literal {wrong} in a model of {size} variables")
        if list(self.projection) != sorted(set(self.projection)):
            raise ValueError("the projection must be sorted, positive and without repetition")

    @property
    def size(self) -> int:
        return len(self.names)

    @cached_property
    def larger(self) -> tuple[Constraint, ...]:
        """The constraints that are no clauses, of which most models have few."""
        return tuple([one for one in self.constraints if type(one) is not Clause])

    @property
    def uncounted(self) -> bool:
        """Are the constraints deferred, and their number unknown until they are built?"""
        return isinstance(self.constraints, Deferred) and self.constraints.size is None

    @property
    def normal_form(self) -> NormalForm | None:
        """`normal`, unless it is of other constraints: those of a model from which this one was made."""
        normal = self.normal
        return normal if normal is not None and normal.constraints is self.constraints else None

    @cached_property
    def least_images(self) -> tuple[int, ...]:
        """For each projection variable the least of its images, which represents its orbit."""
        return tuple(map(min, zip(*self.symmetries, strict=True)))


@dataclass(frozen=True)
class Case:
    """The solutions in the cube for which `keeps` is true; None: all of them.

    `keeps` takes rows of true variables, filled up with 0, and returns bool[row].
    """

    cube: Cube
    keeps: Callable[[np.ndarray], np.ndarray] | None = None


@dataclass(frozen=True)
class Cases:
    """A model in terms of another one, `whole`, with fewer constraints and the same projection: its solutions
    are those of `whole` that are in one of the disjoint cases, and in `cube`.

    `testing`: it is faster to find and test all solutions of `whole` than to search under all constraints.
    """

    whole: Model
    cases: Sequence[Case]
    cube: Cube = ()
    testing: bool = False

    @property
    def models(self) -> Iterator[tuple[Model, Case]]:
        """Each case with the model restricted to its cube."""
        return ((restrict(self.whole, (*self.cube, *case.cube)), case) for case in self.cases)


StatedOrigin = Origin | Callable[[], Origin] | None  # a function: what makes it when it is first needed


@dataclass
class ModelBuilder:
    """Collects variables and constraints; `build` freezes them."""

    names: list[Hashable] = field(default_factory=list)
    constraints: list[Constraint] = field(default_factory=list)
    origins: list[StatedOrigin] = field(default_factory=list)
    index: dict[Hashable, int] = field(default_factory=dict)

    def branched(self) -> ModelBuilder:
        """A builder that goes on from here, and leaves this one as it is."""
        return ModelBuilder([*self.names], [*self.constraints], [*self.origins], dict(self.index))

    def variable(self, name: Hashable) -> int:
        """A new variable; its name must be new, too."""
        if name in self.index:
            raise ValueError(f"variable {name!r} exists already")
        self.names.append(name)
        self.index[name] = len(self.names)
        return len(self.names)

    def auxiliary(self, name: Hashable) -> int:
        """A new variable named (name, number), so that several variables can have the same `name`."""
        self.names.append((name, len(self.names)))
        return len(self.names)

    def add(self, *constraints: Constraint, origin: StatedOrigin = None) -> None:
        self.extend(constraints, origin)

    def extend(self, constraints: Collection[Constraint], origin: StatedOrigin) -> None:
        self.constraints += constraints
        self.origins += (origin,) * len(constraints)

    def made_origins(self) -> Sequence[Origin | None]:
        """Deferred if some are to be made yet."""
        origins = tuple(self.origins)
        if not any(map(callable, origins)):
            return origins  # type: ignore[return-value]
        return Deferred(
            lambda: (origin() if callable(origin) else origin for origin in origins), len(origins)
        )

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
            origins=self.made_origins(),
        )


@runtime_checkable
class Restrictable(Protocol):
    """A structure that can be restricted to a cube."""

    def within(self, cube: Cube) -> object:
        """The structure whose solutions are those in which every literal of the cube is true."""


def restrict(model: Model, cube: Cube) -> Model:
    """The model whose solutions are those of `model` in the cube, whose literals are in the projection.

    A structure from which an engine reads the problem must be `Restrictable`, or the engine would ignore the
    cube; one that only names a kind of model need not be. `symmetries` and `branch` stay those of the whole
    model: a symmetry may lead out of the cube, so symmetry must be broken before, not within a cube.
    """
    if not cube:
        return model
    projection = set(model.projection)
    if wrong := [lit for lit in cube if abs(lit) not in projection]:
        raise ValueError(f"literal {wrong[0]} of a cube is not in the projection")
    constraints = extended(model.constraints, [Clause((lit,)) for lit in cube])
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
    for constraint in model.larger:
        match constraint:
            case Clause() | AtMostOne() | Linear() | Regular() | OnGraph():
                continue
            case ExactlyOne() | BlockLine():  # the blocks say how many cells are inked
                lits = literals(constraint)
            case Cardinality(lits, lo, hi):
                lits = lits if lo == hi else ()
            case _:
                unknown(constraint)
        if projection.issuperset(lits):
            fixed.update(lits)
    return projection <= fixed
