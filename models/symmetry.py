"""Symmetry: of boards (canonical form, orbit size) and of models (anchors, lex-leader, the orbit filter).

A puzzle states the group of its instance once, as a `SymmetryGroup`: for each element, where each cell goes
and how each label changes. The maps of boards (`SymmetryGroup.maps`) and the permutations of the model's
variables (`SymmetryGroup.permutations`, for `Model.symmetries`) follow from that, element by element.

To find one solution of every orbit, the model is restricted (`Breaking.model`) so that it keeps at least one
solution of each orbit; if it keeps several, `Breaking.keeps` selects one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import itemgetter
from typing import TypeVar

from zenkai_solver.models.constraints import AtMostOne, Clause, ExactlyOne, Lit
from zenkai_solver.models.csp import Model, Solution
from zenkai_solver.models.grid import Region

Board = tuple[str, ...]
BoardMap = Callable[[Board], Board]
Says = tuple[str, frozenset[int]]  # the meaning of a variable: a label, and the cells that bear it
Name = TypeVar("Name", bound=Hashable)

END = (1 << 31) - 1  # the largest int32: fills rows up while they are sorted
LEX_LEADER_AUXILIARIES = 4_000  # bound on the auxiliary variables of lex-leader constraints in a model
SECOND = 6  # literals of a clause with the second variable, at most


class WrongSymmetry(Exception):
    """The symmetries of a puzzle are not a group, or not symmetries of its model: a bug of the family."""


@dataclass(frozen=True)
class Symmetry:
    """A symmetry: cell i goes to cell cells[i], a label becomes labels[label], by default itself.

    `mirrors`: is it a reflection? None if that has no meaning.
    """

    cells: tuple[int, ...]
    labels: Mapping[str, str] = field(default_factory=dict)
    mirrors: bool | None = field(default=None, compare=False)

    def says(self, statement: Says) -> Says:
        """The meaning of the image of a variable with that meaning."""
        return next(self.images((statement,)))

    def images(self, statements: Iterable[Says]) -> Iterator[Says]:
        """The meanings of the images of variables with these meanings: many are of the same cells."""
        moved: dict[frozenset[int], frozenset[int]] = {}
        for label, cells in statements:
            image = moved.get(cells)
            if image is None:
                image = moved[cells] = frozenset(map(self.cells.__getitem__, cells))
            yield self.labels.get(label, label), image


@dataclass(frozen=True)
class SymmetryGroup:
    """The symmetries of an instance, the identity first; cells are numbered in the order of `region.cells`.

    `relabel` maps the labels of a moved board, one per cell, to those of a valid board: copies, whose letters
    follow the order of their first cells, get new letters. It does not change the labels of a valid board.
    Different transforms of the square may move the cells of a region in the same way, as on 1x4: then each
    element occurs several times, all equally often. Raises WrongSymmetry if the elements are not a group.
    """

    region: Region
    elements: tuple[Symmetry, ...]
    relabel: Callable[[Sequence[str]], Sequence[str]] = tuple  # as they are

    def __post_init__(self) -> None:
        if fault := _fault(self.elements, len(self.region.cells)):
            raise WrongSymmetry(f"the symmetries of the instance are no group: {fault}")

    @property
    def order(self) -> int:
        return len(self.elements)

    @property
    def reflections(self) -> bool | None:
        """Are some of them reflections? None if that has no meaning, or the group is trivial."""
        known = [element.mirrors for element in self.elements[1:] if element.mirrors is not None]
        return any(known) if known else None

    @cached_property
    def maps(self) -> tuple[BoardMap, ...]:
        """The symmetries as maps of boards."""
        return (lambda board: board, *(_BoardMap(self, element) for element in self.elements[1:]))

    def permutations(
        self, names: Sequence[Name], says: Callable[[Name], Says]
    ) -> tuple[tuple[int, ...], ...]:
        """The symmetries as permutations of the variables 1..len(names), perm[0] = 0; says(name): the meaning
        of a variable.

        Raises WrongSymmetry if two variables have the same meaning, or none has that of an image.
        """
        identity = tuple(range(len(names) + 1))
        if self.order == 1:
            return (identity,)
        meanings = [says(name) for name in names]
        number = {what: var for var, what in enumerate(meanings, 1)}
        if len(number) < len(meanings):
            raise WrongSymmetry("two variables of the model say the same")
        try:
            others = [
                tuple(map(number.__getitem__, element.images(meanings))) for element in self.elements[1:]
            ]
        except (KeyError, IndexError) as error:
            raise WrongSymmetry(f"no variable of the model is the image of another: {error}") from None
        return (identity, *((0, *perm) for perm in others))

    def canonical(self, board: Board) -> tuple[Board, int]:
        """The lexicographically least image of the board, and the number of distinct images."""
        if self.order == 1:
            return board, 1
        images = {image(board) for image in self.maps}
        return min(images), len(images)


def trivial(region: Region) -> SymmetryGroup:
    """The trivial group."""
    return SymmetryGroup(region, (Symmetry(tuple(range(len(region.cells)))),))


@dataclass(frozen=True)
class _BoardMap:
    """A symmetry as a map of boards."""

    group: SymmetryGroup
    element: Symmetry

    def __call__(self, board: Board) -> Board:
        text, arrives = "".join(board), self.element.labels
        moved = [text[place] for place in self._places]
        if arrives:
            moved = [arrives.get(label, label) for label in moved]
        return self.group.region.board(self.group.relabel(moved))

    @cached_property
    def _places(self) -> list[int]:
        """For each cell the index, in the joined rows of a board, of the label that arrives there."""
        region = self.group.region
        places = [0] * len(region.cells)
        for target, (r, c) in zip(self.element.cells, region.cells, strict=True):
            places[target] = r * region.columns + c
        return places


def _fault(elements: Sequence[Symmetry], cells: int) -> str | None:
    """Why the elements are not a group with the identity first; None if they are one."""
    if not elements or any(sorted(element.cells) != list(range(cells)) for element in elements):
        return f"none, or one that does not permute the {cells} cells"
    labels = sorted({label for element in elements for label in element.labels})
    number = {label: cells + i for i, label in enumerate(labels)}  # after the cells; -1 for one not named
    words = [
        (*element.cells, *(number.get(element.labels.get(label, label), -1) for label in labels))
        for element in elements
    ]
    identity = tuple(range(cells + len(labels)))
    if any(tuple(sorted(word)) != identity for word in words):
        return "one does not permute the labels"
    if words[0] != identity:
        return "the first one is not the identity"
    if len(words) == 1:
        return None
    return _not_closed(words)


def _not_closed(words: Sequence[tuple[int, ...]]) -> str | None:
    times = Counter(words)
    if len(set(times.values())) > 1:
        return "one is there more often than another"
    known, generators = {words[0]}, list[Callable[[tuple[int, ...]], tuple[int, ...]]]()
    for word in words:
        if word in known:
            continue
        generators.append(itemgetter(*word))
        queue = [words[0]]
        known = {words[0]}
        for one in queue:  # all products of the generators: the group that the elements so far generate
            for after in generators:
                new = after(one)
                if new not in times:
                    return "one after another is not among them"
                if new not in known:
                    known.add(new)
                    queue.append(new)
    return None


@dataclass(frozen=True)
class Recipe:
    """How a model's symmetry was broken, as plain values for a file; `broken` applies it.

    `way`: a key of WAYS. For "anchor", `anchor` are the literals of the ExactlyOne, `stay` those that are
    kept.
    """

    way: str
    anchor: tuple[int, ...] = ()
    stay: tuple[int, ...] = ()


@dataclass(frozen=True)
class Breaking:
    """A model that keeps at least one solution of each orbit, and the selection if it keeps several.

    rivals[v]: the symmetries that map solutions with the anchor variable v to solutions of the model; of such
    images the one with the least variables is kept. Of several the first in the mapping is the anchor
    variable of a solution. rivals[0] is for models without an anchor.
    """

    model: Model
    rivals: Mapping[int, tuple[tuple[int, ...], ...]]
    recipe: Recipe
    anchor: ExactlyOne | None = None

    @property
    def has_anchor(self) -> bool:
        """Has every solution of the model an anchor variable?"""
        return 0 not in self.rivals

    def keeps(self, solution: Solution) -> bool:
        true = {0, *solution}
        rivals = next(perms for var, perms in self.rivals.items() if var in true)
        return all(solution <= tuple(sorted(perm[var] for var in solution)) for perm in rivals)


def unbroken(model: Model) -> Breaking:
    """The model without symmetry breaking: every solution is kept."""
    return Breaking(model, {0: ()}, Recipe("none"))


def anchors(model: Model) -> Iterator[ExactlyOne]:
    """Each ExactlyOne of projection variables that every symmetry maps onto itself, but not each literal."""
    if len(model.symmetries) <= 1:
        return
    for constraint in _closed(model, ExactlyOne):
        if len(orbits(model, constraint)) < len(constraint.lits):
            yield constraint


Some = TypeVar("Some", ExactlyOne, AtMostOne)


def _closed(model: Model, kind: type[Some]) -> Iterator[Some]:
    """Each constraint of this kind on projection variables that every symmetry maps onto itself."""
    least, projection = model.least_images, set(model.projection)
    size = Counter(least)
    for constraint in model.constraints:
        if isinstance(constraint, kind) and constraint.lits and projection.issuperset(constraint.lits):
            sizes = Counter(map(least.__getitem__, constraint.lits))
            if all(size[orbit] == many for orbit, many in sizes.items()):
                yield constraint


def orbits(model: Model, anchor: ExactlyOne | AtMostOne) -> list[tuple[int, ...]]:
    """The orbits of the anchor's variables, each sorted."""
    by_least: dict[int, list[int]] = {}
    for var in anchor.lits:
        by_least.setdefault(model.least_images[var], []).append(var)
    return sorted(tuple(sorted(orbit)) for orbit in by_least.values())


def anchored(model: Model, anchor: ExactlyOne, representatives: Iterable[int] | None = None) -> Breaking:
    """The model in which one variable of each orbit of the anchor may be true (by default the least).

    In a solution exactly one of the anchor's variables is true, so at least one solution of each orbit is
    kept. Its images under the stabiliser of the variable are kept, too; they are the rivals.
    """
    every = orbits(model, anchor)
    stay = sorted(representatives if representatives is not None else (orbit[0] for orbit in every))
    rivals = _stabilisers(model, stay)
    removed = (Clause((-var,)) for orbit in every for var in orbit if var not in rivals)
    broken = replace(model, constraints=(*model.constraints, *removed), branch=tuple(stay))
    return Breaking(broken, rivals, Recipe("anchor", anchor.lits, tuple(stay)), anchor)


def _stabilisers(model: Model, variables: Iterable[int]) -> dict[int, tuple[tuple[int, ...], ...]]:
    """The symmetries but the identity that map each variable to itself."""
    return {var: tuple(perm for perm in model.symmetries[1:] if perm[var] == var) for var in variables}


def anchored_by_two(model: Model) -> Breaking | None:
    """By the two things, such as pieces, that keep the least; None without two of which one is met."""
    able = [one for one in all_but_one(model) if len(orbits(model, one)) < len(one.lits)]
    best = sorted(able, key=lambda one: len(orbits(model, one)) / len(one.lits))
    return two_anchors(model, best[0], best[1]) if len(best) > 1 else None


def two_anchors(model: Model, first: AtMostOne, second: AtMostOne) -> Breaking:
    """The model in which one variable of each orbit of `first` may be true, and where none is, of `second`.

    Both are closed under the symmetries, have no variable in common, and in each solution one is met: so at
    least one solution of each orbit is kept.
    """
    stay = [orbit[0] for one in (first, second) for orbit in orbits(model, one)]
    rivals = _stabilisers(model, stay)
    removed = (Clause((-var,)) for var in first.lits if var not in rivals)
    broken = replace(model, constraints=(*model.constraints, *removed, Clause(tuple(sorted(stay)))))
    return Breaking(broken, rivals, Recipe("two anchors"))


def all_but_one(model: Model) -> list[AtMostOne]:
    """Constraints that part the variables, each closed under the symmetries, if all but one are met.

    They are if each variable is in equally many of the ExactlyOne, as a piece covers cells: then the number
    of true variables is known. Empty if they are not.
    """
    if len(model.symmetries) <= 1:
        return []
    closed = list(_closed(model, AtMostOne))
    times = Counter(var for one in closed for var in one.lits)
    left, parts = set(model.projection), list[AtMostOne]()
    for one in sorted(closed, key=lambda one: sum(times[var] for var in one.lits) / len(one.lits)):
        if left.issuperset(one.lits):
            left.difference_update(one.lits)
            parts.append(one)
    exact = [constraint.lits for constraint in model.constraints if isinstance(constraint, ExactlyOne)]
    covers = Counter(var for lits in exact for var in lits)
    same = {covers[var] for var in model.projection}
    return parts if not left and len(same) == 1 and len(exact) == (len(parts) - 1) * same.pop() else []


def best_breaking(model: Model) -> Breaking:
    """An anchor if there is one, else the lex-leader: for engines without an estimate of the search."""
    return best_anchor(model) or lex_leader(model)


def filtered(model: Model) -> Breaking:
    """The model without changes; of each orbit the solution with the least variables is kept."""
    return Breaking(model, {0: model.symmetries[1:]}, Recipe("filter"))


def with_first(model: Model) -> Breaking:
    """As `filtered`, without solutions that lack the first variable but have an image of it.

    It is `filtered` itself if that excludes few. Such a solution has an image with the first variable, which
    is less. Where an ExactlyOne has images of the variable, one of its other literals is true if the first
    variable is false.
    """
    breaking, first = filtered(model), min(model.projection)
    images = {perm[first] for perm in model.symmetries}
    clauses = []
    for constraint in model.constraints:
        if isinstance(constraint, ExactlyOne) and images.intersection(constraint.lits) - {first}:
            others = tuple(lit for lit in constraint.lits if lit not in images)
            if 2 * len(others) <= len(constraint.lits):
                clauses.append(Clause((first, *others)))
    if not clauses:
        return breaking
    added = [min(clauses, key=lambda clause: len(clause.lits))]
    added = clauses if len(added[0].lits) > 1 else [*added, *_with_second(model, first)]
    return replace(
        breaking,
        model=replace(model, constraints=(*model.constraints, *added)),
        recipe=Recipe("first"),
    )


def _with_second(model: Model, first: int) -> Iterator[Clause]:
    """Clauses on the solutions with the first variable, which exclude some that have a lesser image.

    Let no solution have both the first variable and one between it and `second`. Then a solution with the
    first one, but without `second`, is greater than an image that has both. The image has them if the
    solution has those from which they come, and lacks one of these if another literal of its ExactlyOne is
    true. Clauses that are longer than SECOND would exclude few.
    """
    exact = [constraint.lits for constraint in model.constraints if isinstance(constraint, ExactlyOne)]
    others: dict[int, tuple[int, ...]] = {}
    for lits in sorted(exact, key=len, reverse=True):
        others.update((lit, tuple(x for x in lits if x != lit)) for lit in lits)
    apart = {lit for lits in exact if first in lits for lit in lits}
    second = next((var for var in sorted(model.projection) if var not in apart), None)
    for perm in model.symmetries[1:]:
        sources = perm.index(first), perm.index(second) if second else 0
        if apart.isdisjoint(sources) and others.keys() >= set(sources):
            lits = tuple(sorted({second or 0, *(lit for source in sources for lit in others[source])}))
            if len(lits) <= SECOND and min(lits) > 0:
                yield Clause(lits)


def best_anchor(model: Model) -> Breaking | None:
    """The breaking by the anchor that keeps the smallest share of its variables; None without one."""
    best = min(
        anchors(model), key=lambda a: (len(orbits(model, a)) / len(a.lits), -len(a.lits)), default=None
    )
    return None if best is None else anchored(model, best)


def lex_leader(model: Model) -> Breaking:
    """Keep the solutions whose variables, as a 0/1 word, are not less than any of their images' words.

    For each symmetry and each position i of the word x with image y: e_i <-> e_(i-1) and not (x_i and not
    y_i); and e_(i-1) -> (x_i or not y_i). Under the constraint, e_i states that the words agree up to i, so
    it is a function of the projection. The word is cut off when the auxiliaries reach their bound; only then
    may images of a kept solution be kept, too, which the filter removes. Source: Crawford, Ginsberg, Luks,
    Roy, Symmetry-breaking predicates for search problems, KR 1996.
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
    "first": lambda model, _: with_first(model),
    "lex-leader": lambda model, _: lex_leader(model),
    "two anchors": lambda model, _: anchored_by_two(model) or filtered(model),
    "anchor": lambda model, recipe: anchored(model, ExactlyOne(recipe.anchor), recipe.stay),
}


def broken(model: Model, recipe: Recipe) -> Breaking:
    """Break the model's symmetry as the recipe states."""
    return WAYS[recipe.way](model, recipe)
