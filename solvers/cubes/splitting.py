"""A model's search space as a tree of cubes, each split by literals that unit propagation proves exhaustive.

    Splitter(model, engine).split(cube, weight, wanted)   the tree below a cube, heaviest leaves split first
    proof_fault(propagate, cube, children)                None, or why the children do not split the cube

A cube is split on an ExactlyOne, one child a literal that is still open: for an exact cover these are
prefixes of its search, since the items come in the engine's order. Where no ExactlyOne is open, it is split
on one variable, false and true: the one whose two values decide most by propagation (Heule, Kullmann,
Wieringa and Biere, Cube and Conquer, HVC 2011). Children that propagation refutes are kept as such, so that a
tree can be checked without any search: that a cube's children are disjoint and exhaustive, and the refuted
ones empty, follows by unit propagation alone (a RUP check; Goldberg and Novikov, DATE 2003).
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

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
    Regular,
    unknown,
)
from zenkai_solver.models.csp import Cube, Model
from zenkai_solver.solvers.core.backend import Opened
from zenkai_solver.solvers.core.deadlines import Unsupported
from zenkai_solver.solvers.engines.sat.cnf import Cnf, lower
from zenkai_solver.solvers.engines.sat.cutting import relaxed

LOOKED_AT = 32  # variables tried before a split on one
EFFORT = 64  # propagations for each leaf wanted, after which a tree of mostly refuted subcubes grows no more
SMALLEST = 0.004  # expected seconds below which a cube is not split
SOLVER = "minicard"  # takes at-most-one constraints as they are

Implied = frozenset[Lit]
Propagate = Callable[[Iterable[Lit]], Implied | None]


@dataclass(frozen=True)
class SubCube:
    """A cube below the one that was split. `parent`: its index among the subcubes; -1: the split cube itself.

    `state` is "open" for a leaf, "split" if it is the parent of others, or "refuted". `weight` is in
    expected seconds or, of engines that expect nothing, a share of the parent's.
    """

    parent: int
    cube: Cube
    weight: float
    state: str = "open"


class Propagator:
    """Unit propagation: what follows from a cube, the cube included; None: a contradiction. Counts its calls.

    Unit clauses become binary ones with a literal that is always assumed, because the solver does not list
    what holds without assumptions. Constraints too large for clauses are left out, and of those about graphs
    what is not stated from the start: a proof without them is a proof.
    """

    def __init__(self, model: Model) -> None:
        from pysat.solvers import Solver  # slow to import

        cnf = _lowered(model)
        self.on = cnf.top + 1
        self.possible = all(cnf.clauses)
        self.number = 0
        self.solver = Solver(name=SOLVER)
        for clause in filter(None, cnf.clauses):
            self._post(clause)
        for lits, most in cnf.at_most:
            self.solver.add_atmost(lits, most)
        for var in (*range(1, cnf.top + 1), self.on):
            self.solver.add_clause([var, -var])

    def _post(self, clause: Sequence[Lit]) -> None:
        self.solver.add_clause([*clause, -self.on] if len(set(clause)) == 1 else clause)

    def __call__(self, cube: Iterable[Lit]) -> Implied | None:
        self.number += 1
        assumed = [self.on, *cube]
        if not self.possible or not {-lit for lit in assumed}.isdisjoint(assumed):
            return None
        consistent, implied = self.solver.propagate(assumptions=assumed)
        return frozenset(implied) if consistent else None


def _lowered(model: Model) -> Cnf:
    stated = relaxed(model)
    try:
        return lower(stated, native=True)
    except Unsupported:
        return lower(replace(stated, constraints=tuple(filter(_small, stated.constraints))), True)


def _small(constraint: Constraint) -> bool:
    """Is it of a type that needs few clauses, whatever it says?"""
    match constraint:
        case Clause() | ExactlyOne() | AtMostOne() | BlockLine():
            return True
        case Cardinality() | Linear() | Regular() | OnGraph():
            return False
        case _:
            unknown(constraint)


class Splitter:
    """Splits cubes of one model; `engine` may know the expected times and the order of its search."""

    def __init__(self, model: Model, engine: Opened | None = None) -> None:
        self.propagate = Propagator(model)
        self.projection = model.projection
        self.engine = engine if engine is not None and engine.weights(()) is not None else None
        self.ordered: Sequence[tuple[Lit, ...]] = engine.items if engine is not None else ()
        projection = set(self.projection)
        self.exact = [
            c.lits for c in model.constraints if isinstance(c, ExactlyOne) and projection.issuperset(c.lits)
        ]

    def split(self, cube: Cube, weight: float, wanted: int) -> list[SubCube]:
        """The tree below the cube with `wanted` leaves, if there is so much to split; else empty."""
        subcubes: list[SubCube] = []
        heap = [(-weight, -1)]
        leaves = 1
        enough = self.propagate.number + EFFORT * wanted
        while heap and leaves < wanted and self.propagate.number < enough:
            heaviest, index = heapq.heappop(heap)
            if self.engine and -heaviest < SMALLEST and index >= 0:
                break
            here = subcubes[index].cube if index >= 0 else cube
            children = self._children(here, -heaviest)
            if not children:
                continue
            if index >= 0:
                subcubes[index] = replace(subcubes[index], state="split")
            for child in children:
                if child.state == "open":
                    heapq.heappush(heap, (-child.weight, len(subcubes)))
                    leaves += 1
                subcubes.append(replace(child, parent=index))
            leaves -= 1
        return subcubes

    def _children(self, cube: Cube, weight: float) -> list[SubCube]:
        implied = self.propagate(cube)
        lits = () if implied is None else self._branch(cube, implied)
        cubes = [(*cube, lit) for lit in lits]
        live = [child for child in cubes if self.propagate(child) is not None]
        known = self.engine.weights(live) if self.engine and live else None
        weights = [weight / max(1, len(live))] * len(live) if known is None else known
        # Three digits: the last ones may depend on the machine, and all parts of a run must split alike.
        weight_of = {child: float(f"{value:.3g}") for child, value in zip(live, weights, strict=True)}
        return [
            SubCube(-1, child, weight_of.get(child, 0.0), "open" if child in weight_of else "refuted")
            for child in cubes
        ]

    def _branch(self, cube: Cube, implied: Implied) -> tuple[Lit, ...]:
        """Literals of which exactly one is true in every solution within the cube; none: all is decided."""
        for item in self.ordered:
            if implied.isdisjoint(item) and len(still := _open(item, implied)) > 1:
                return still
        open_items = [_open(item, implied) for item in self.exact if implied.isdisjoint(item)]
        if items := [item for item in open_items if len(item) > 1]:
            return min(items, key=len)
        free = [var for var in self.projection if var not in implied and -var not in implied]
        if not free:
            return ()
        var = max(free[:: -(-len(free) // LOOKED_AT)], key=lambda v: self._decided(cube, v))
        return (var, -var)

    def _decided(self, cube: Cube, var: int) -> int:
        """The product of what both values decide; a value that is refuted decides everything."""
        both = [self.propagate((*cube, lit)) for lit in (var, -var)]
        sizes = [self.propagate.on if implied is None else len(implied) for implied in both]
        return sizes[0] * sizes[1]


def _open(item: Sequence[Lit], implied: Implied) -> tuple[Lit, ...]:
    return tuple(lit for lit in item if -lit not in implied)


def proof_fault(propagate: Propagate, cube: Cube, children: Sequence[Cube]) -> str | None:
    """None if unit propagation proves the children disjoint and their union the cube; else what is wrong."""
    if wrong := [child for child in children if not child or child[:-1] != cube]:
        return f"{wrong[0]} is not the cube and one literal more"
    last = [child[-1] for child in children]
    for lit in last:
        implied = propagate((*cube, lit))
        others = {-other for other in last if other != lit}
        if implied is not None and not others <= implied:
            return f"literal {lit} does not exclude the other children"
    if len(set(last)) < len(last):
        return "the same child is listed twice"
    return "the children do not cover it" if propagate((*cube, *(-lit for lit in last))) is not None else None
