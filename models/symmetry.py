"""Symmetry: of boards (canonical form, orbit size) and of models (anchors, lex-leader, the orbit filter).

The group of an instance is computed by its puzzle and stated twice: as maps of boards to boards
(`SymmetryGroup`) and, element by element, as permutations of the model's variables (`Model.symmetries`).
Its elements are a group, the identity first.

To find one solution of every orbit, the model is restricted (`Breaking.model`) so that it keeps at least one
solution of each orbit, and the few that are kept twice are told apart by `Breaking.keeps`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from zenkai_solver.models.csp import Clause, ExactlyOne, Lit, Model, Solution

Board = tuple[str, ...]
BoardMap = Callable[[Board], Board]

END = np.iinfo(np.int32).max  # stands after the last variable while rows are sorted
LEX_LEADER_AUXILIARIES = 4_000  # bound on the auxiliary variables one model gets from lex-leader constraints


@dataclass(frozen=True)
class SymmetryGroup:
    """The symmetries of an instance as maps of boards; the identity first."""

    maps: tuple[BoardMap, ...]

    @property
    def order(self) -> int:
        return len(self.maps)

    def canonical(self, board: Board) -> tuple[Board, int]:
        """The lexicographically least image of the board, and the number of distinct images."""
        images = {image(board) for image in self.maps}
        return min(images), len(images)


TRIVIAL = SymmetryGroup((lambda board: board,))


@dataclass(frozen=True)
class Recipe:
    """How a model's symmetry was broken, as plain values that a file can keep; `broken` follows it.

    `way` is a key of WAYS; for "anchor", the literals of the ExactlyOne and those of them that stay.
    """

    way: str
    anchor: tuple[int, ...] = ()
    stay: tuple[int, ...] = ()


@dataclass(frozen=True)
class Breaking:
    """A model that keeps at least one solution of each orbit, and the rule for those it keeps twice.

    `rivals[v]` are the symmetries under which a solution with the anchor v true stays in the model; the one
    kept among such images is the one with the least variables. `rivals[0]` serves solutions without anchor.
    """

    model: Model
    rivals: Mapping[int, tuple[tuple[int, ...], ...]]
    recipe: Recipe
    anchor: ExactlyOne | None = None

    def keeps(self, solution: Solution) -> bool:
        if self.anchor is None:
            rivals = self.rivals[0]
        else:
            rivals = next(self.rivals[var] for var in solution if var in self.rivals)
        return all(solution <= tuple(sorted(perm[var] for var in solution)) for perm in rivals)

    def keeps_rows(self, rows: np.ndarray) -> np.ndarray:
        """`keeps` for many solutions: rows of sorted true variables, 0 after the last; bool[row]."""
        kept = np.ones(len(rows), bool)
        for var, perms in self.rivals.items():
            own = (rows == var).any(axis=1) if var else kept.copy()
            for perm in perms:
                kept[own] &= ~lexicographically_less(image_rows(rows[own], np.array(perm)), rows[own])
        return kept


class OrbitSum:
    """The numbers of solutions and of orbits, from the solutions of `Breaking.model` in any order.

    All images of a solution with the anchor v true have an anchor in v's orbit, and as many of them have v
    as any other. So every solution here counts as often as v has images; and as an orbit has group / |Stab s|
    solutions s, group / |Stab v| of v's, it counts |Stab s| / |Stab v| orbits. Stab s is part of Stab v.
    """

    def __init__(self, breaking: Breaking, group: int) -> None:
        """`group` is its order. Takes what `anchored`, `filtered` and, for group 1, `unbroken` make."""
        self.group, self.anchored = group, breaking.anchor is not None
        self.rivals = {var: [np.array(perm) for perm in perms] for var, perms in breaking.rivals.items()}
        self.found = dict.fromkeys(self.rivals, 0)
        self.kept = dict.fromkeys(self.rivals, 0)  # pairs of a solution and a symmetry that keeps it
        size = 1 + max((len(perm) for perms in self.rivals.values() for perm in perms), default=0)
        self.mark = np.random.default_rng(1).integers(1 << 63, size=size, dtype=np.uint64)
        self.mark[0] = 0

    def add(self, rows: np.ndarray) -> None:
        """Solutions as rows of sorted true variables, 0 after the last."""
        for var, perms in self.rivals.items():
            own = rows[(rows == var).any(axis=1)] if self.anchored else rows
            self.found[var] += len(own)
            self.kept[var] += len(own) + sum(self._kept_by(perm, own) for perm in perms)

    def _kept_by(self, perm: np.ndarray, rows: np.ndarray) -> int:
        """How many solutions the symmetry keeps: the sum of random marks tells nearly all others apart."""
        if not len(rows):
            return 0
        like = rows[self.mark[rows].sum(axis=1) == self.mark[perm][rows].sum(axis=1)]
        return int((image_rows(like, perm) == like).all(axis=1).sum())

    @property
    def all(self) -> int:
        return sum(number * self.group // self._stabiliser(var) for var, number in self.found.items())

    @property
    def orbits(self) -> int:
        """Whole once all solutions are in; before, at most the number of orbits met."""
        return sum(pairs // self._stabiliser(var) for var, pairs in self.kept.items())

    @property
    def whole(self) -> bool:
        """Do the solutions make whole orbits, as all of them do?"""
        return all(pairs % self._stabiliser(var) == 0 for var, pairs in self.kept.items())

    def _stabiliser(self, var: int) -> int:
        return 1 + len(self.rivals[var])


def image_rows(rows: np.ndarray, perm: np.ndarray) -> np.ndarray:
    """The images of solutions given as rows of sorted variables, 0 after the last; in the same form."""
    images = np.where(rows == 0, END, perm[rows])
    images.sort(axis=1)
    return np.where(images == END, 0, images)


def lexicographically_less(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """bool[row]: is row i of a less than row i of b?"""
    if a.shape[1] == 0:
        return np.zeros(len(a), bool)
    at = (a != b).argmax(axis=1)[:, None]
    less = np.take_along_axis(a, at, 1) < np.take_along_axis(b, at, 1)
    return np.asarray(less[:, 0])


def unbroken(model: Model) -> Breaking:
    """Every solution is kept."""
    return Breaking(model, {0: ()}, Recipe("none"))


def anchors(model: Model) -> Iterator[ExactlyOne]:
    """Each ExactlyOne of projection variables that the symmetries keep as a whole, but not one by one."""
    projection = set(model.projection)
    for constraint in model.constraints:
        if not isinstance(constraint, ExactlyOne) or not projection.issuperset(constraint.lits):
            continue
        lits = frozenset(constraint.lits)
        images = [{perm[var] for var in lits} for perm in model.symmetries]
        moved = any(perm[var] != var for perm in model.symmetries for var in lits)
        if moved and all(image == lits for image in images):
            yield constraint


def orbits(model: Model, anchor: ExactlyOne) -> list[tuple[int, ...]]:
    """The anchor's variables, those that are images of each other together, each sorted."""
    return sorted({tuple(sorted({perm[var] for perm in model.symmetries})) for var in anchor.lits})


def anchored(model: Model, anchor: ExactlyOne, representatives: Iterable[int] | None = None) -> Breaking:
    """One variable of each orbit of the anchor stays (default: the least); the others become false.

    A solution has exactly one of the anchor's variables true, so every orbit of solutions keeps one at least;
    images under the stabiliser of the variable that stays do so too, and are the rivals.
    """
    own = orbits(model, anchor)
    stay = sorted(representatives if representatives is not None else (orbit[0] for orbit in own))
    rivals = {var: tuple(perm for perm in model.symmetries[1:] if perm[var] == var) for var in stay}
    removed = (Clause((-var,)) for orbit in own for var in orbit if var not in rivals)
    broken = replace(model, constraints=(*model.constraints, *removed), branch=tuple(stay))
    return Breaking(broken, rivals, Recipe("anchor", anchor.lits, tuple(stay)), anchor)


def best_breaking(model: Model) -> Breaking:
    """An anchor if there is one, else the lex-leader: for engines without an estimate of their own."""
    return best_anchor(model) or lex_leader(model)


def filtered(model: Model) -> Breaking:
    """The model as it is, and of every orbit the solution with the least variables is kept."""
    return Breaking(model, {0: model.symmetries[1:]}, Recipe("filter"))


def best_anchor(model: Model) -> Breaking | None:
    """The anchor that keeps the smallest share of its variables; None where there is none."""
    best = min(
        anchors(model), key=lambda a: (len(orbits(model, a)) / len(a.lits), -len(a.lits)), default=None
    )
    return None if best is None else anchored(model, best)


def lex_leader(model: Model) -> Breaking:
    """Keep the solutions whose variables, as a 0/1 word, are not less than any of their images' words.

    For each symmetry and each position i of the word x with image y: e_i <-> e_(i-1) and not (x_i and not
    y_i); and e_(i-1) -> (x_i or not y_i). Under the constraint, e_i says that the words agree up to i, so it
    is a function of the projection. The word is cut off when the auxiliaries reach their bound; then, and
    only then, images of a kept solution may be kept too, which the filter drops.
    Source: Crawford, Ginsberg, Luks, Roy, Symmetry-breaking predicates for search problems, KR 1996.
    """
    others = model.symmetries[1:]
    names, constraints = list(model.names), list(model.constraints)
    length = min(len(model.projection), LEX_LEADER_AUXILIARIES // max(1, len(others)))
    for number, perm in enumerate(others):
        inverse = {perm[var]: var for var in model.projection}
        agree: Lit | None = None
        for x in model.projection[:length]:
            y = inverse[x]
            if x == y:
                continue
            before = () if agree is None else (-agree,)
            names.append(("lex-leader", number, x))
            after = len(names)
            constraints.append(Clause((*before, x, -y)))
            constraints.append(Clause((-after, -x, y)))
            constraints.append(Clause((*before, x, after)))
            constraints.append(Clause((*before, -y, after)))
            if agree is not None:
                constraints.append(Clause((-after, agree)))
            agree = after
    broken = replace(model, names=tuple(names), constraints=tuple(constraints))
    return Breaking(broken, {0: others}, Recipe("lex-leader"))


WAYS: Mapping[str, Callable[[Model, Recipe], Breaking]] = {
    "none": lambda model, _: unbroken(model),
    "filter": lambda model, _: filtered(model),
    "lex-leader": lambda model, _: lex_leader(model),
    "anchor": lambda model, recipe: anchored(model, ExactlyOne(recipe.anchor), recipe.stay),
}


def broken(model: Model, recipe: Recipe) -> Breaking:
    """Break the model's symmetry as it was broken before."""
    return WAYS[recipe.way](model, recipe)
