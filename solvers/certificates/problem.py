"""The cover that a certificate is about, its symmetries, and the states at which its search begins.

The checker derives the cover of a packing or a plain sudoku from the instance's text by its own code; the
same code is called here, so that both have the same items. Any other cover is exported: it is part of the
certificate. A model that is a cover only if options add to sums is stated as `counted` describes.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from zenkai_solver.models.constraints import ExactlyOne
from zenkai_solver.models.csp import Model
from zenkai_solver.models.packing.puzzle import Packing
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.solvers.certificates.connected import Cuts
from zenkai_solver.solvers.certificates.counted import SumModel, counted
from zenkai_solver.solvers.certificates.writing import FEWEST, SearchOrder, fits
from zenkai_solver.solvers.checker.checker import (
    MOST_ITEMS,
    Cover,
    Permutation,
    Refused,
    moved,
    puzzle,
    roots,
    symmetries,
)
from zenkai_solver.solvers.core.deadlines import Unsupported, WrongSolution
from zenkai_solver.solvers.engines.exactcover.cover import Cover as View
from zenkai_solver.solvers.engines.exactcover.cover import cover_view
from zenkai_solver.solvers.engines.exactcover.kernels.orders import narrowest
from zenkai_solver.solvers.engines.exactcover.plan import problem_of

# What the checker's code raises for a malformed header or an instance that it does not read.
SENSELESS = (ArithmeticError, AttributeError, LookupError, MemoryError, RuntimeError, TypeError, ValueError)
# `SearchOrder.near` of exported covers, and of square boards: by the numbers of states of 11 instances.
NEAR, SQUARE = 20, 40

Generator = tuple[list[int], list[int]]  # where each item goes, and each group


@dataclass(frozen=True)
class CertificateCover:
    """A cover as it is certified.

    `options`: the option of each variable of the model. `exported`: the checker cannot derive the cover.
    `chosen`: variables that are true in every solution and are no options. `counts`: it has sums, by
    `counted`. `cuts`: the clauses that stand for connected areas of the model.
    """

    cover: Cover
    options: Mapping[int, int]
    permutations: Sequence[Sequence[int]]  # of the variables, as the model has them
    exported: bool
    how: SearchOrder
    chosen: Sequence[int] = ()
    counts: bool = False
    cuts: Cuts = ()

    @cached_property
    def generators(self) -> list[Generator]:
        """Generators of the group, of items and groups."""
        return self._symmetry[0]

    @cached_property
    def group(self) -> list[Permutation]:
        return self._symmetry[1]

    @property
    def starts(self) -> list[int]:
        """The states at which the search begins, one for each orbit of the anchor's options."""
        return [state for _, state in roots(self.cover, self.anchor, self.group)]

    @cached_property
    def _symmetry(self) -> tuple[list[Generator], list[Permutation]]:
        """Generators and their group: the one that the checker derives, or that of the permutations, or of
        the first of these, as long as the checker does not find their group too large.

        Raises WrongSolution if a permutation is no symmetry of the cover.
        """
        if not self.exported:
            return [], self.cover.group
        generators: list[Generator] = []
        group = symmetries(self.cover, generators)
        named = list(self.options)  # variables
        known = {tuple(element[self.options[var]] for var in named) for element in group}
        for permutation in self.permutations:
            if tuple(self.options[permutation[var]] for var in named) in known:
                continue
            generator = self._moved(permutation)
            try:
                moved(self.cover, *generator)
            except Refused as error:
                if not self.counts:  # else a sum and its image may be stated in different ways
                    raise WrongSolution(f"a symmetry of the puzzle: {error}") from None
                continue
            try:
                group = symmetries(self.cover, [*generators, generator])
            except Refused:  # too large
                break
            generators.append(generator)
            known = {tuple(element[self.options[var]] for var in named) for element in group}
        return generators, group

    def _moved(self, permutation: Sequence[int]) -> Generator:
        """Where a permutation of variables takes items and groups.

        An item goes to an item of its kind that has the images of its options; if there are several, any.
        """
        to = {option: self.options[permutation[var]] for var, option in self.options.items()}
        of_item: list[set[int]] = [set() for _ in range(self.cover.n_items)]
        of_group: list[set[tuple[int, int]]] = [set() for _ in self.cover.groups]
        for option in to:
            items, adds = self.cover.options[option]
            for item in items:
                of_item[item].add(option)
            for group, amount in adds:
                of_group[group].add((option, amount))
        kinds = [self._kind(item) for item in range(self.cover.n_items)]
        moved_items = [{to[o] for o in members} for members in of_item]
        moved_groups = [{(to[o], n) for o, n in members} for members in of_group]
        return (
            _matched(of_item, moved_items, kinds),
            _matched(of_group, moved_groups, self.cover.groups),
        )

    def _kind(self, item: int) -> tuple[bool, ...]:
        return item in self.cover.once, item in self.cover.must, item in self.cover.cells

    @cached_property
    def anchor(self) -> int:
        """The item at which the count begins: one that every solution covers exactly once, with few options,
        some of which are images of each other; -1 if there is none.
        """
        if len(self.group) == 1:
            return -1
        sizes = {}
        exactly = self.cover.once & self.cover.must
        for item in exactly - self.cover.cells or exactly:  # cells are no good ones where there are others
            covering = {o for o, (items, _) in enumerate(self.cover.options) if item in items}
            orbits = {min(image[o] for image in self.group if image[o] in covering) for o in covering}
            if len(orbits) < len(covering):
                sizes[item] = (len(covering), item)
        return min(sizes, key=sizes.__getitem__, default=-1)


def _matched(
    before: Sequence[Collection[Any]], images: Sequence[Collection[Any]], kinds: Sequence[Any]
) -> list[int]:
    """For each set the number of one of its kind that equals its image, each used once; -1: there is none."""
    left: dict[Any, list[int]] = {}
    for number, (kind, members) in enumerate(zip(kinds, before, strict=True)):
        left.setdefault((kind, frozenset(members)), []).append(number)
    goals = [(kind, frozenset(members)) for kind, members in zip(kinds, images, strict=True)]
    return [left[goal].pop(0) if left.get(goal) else -1 for goal in goals]


def problem(instance: Instance, model: Model, planned: bool = True) -> CertificateCover:
    """The cover of the instance. `planned`: an exported cover gets a good search order, which takes time.

    Raises Unsupported where the model is no cover or too large a one, WrongSolution where the checker reads
    another cover than zenkai.
    """
    stated = _as_stated(instance, model, planned)
    if not fits(stated.cover):
        size = f"{stated.cover.n_items:,} items and {len(stated.cover.options):,} options"
        raise Unsupported(f"no certificate: {size} are more than can be searched")
    return stated


def _as_stated(instance: Instance, model: Model, planned: bool) -> CertificateCover:
    """As the checker reads the instance, else exported."""
    try:
        cover, _ = puzzle(instance.text)
    except (Refused, *SENSELESS):  # the checker does not read such instances, or not this one
        return exported(model, planned)
    if not isinstance(cover, Cover):
        return exported(model, planned)
    if isinstance(instance.puzzle, Packing):
        return _packing(cover, sorted(instance.puzzle.region.cells), model)
    return _sudoku(cover, model)


def _packing(cover: Cover, cells: Sequence[tuple[int, int]], model: Model) -> CertificateCover:
    index = {cell: i for i, cell in enumerate(cells)}
    number = {tuple(i for i in items if i < len(index)): o for o, (items, _) in enumerate(cover.options)}
    places = (sorted(index[cell] for cell in name.cells) for name in model.names)  # type: ignore[attr-defined]
    options = {var: number.get(tuple(place), -1) for var, place in enumerate(places, 1)}
    if sorted(options.values()) != list(range(len(cover.options))):
        raise WrongSolution("the checker reads other placements from the instance than zenkai does")
    high, wide = (max(cell[way] for cell in index) for way in (0, 1))
    along = sorted(index, key=lambda cell: (cell[1], cell[0]) if high < wide else cell)
    order = (*(index[cell] for cell in along), *range(len(index), cover.n_items))
    return CertificateCover(
        cover, options, model.symmetries, False, SearchOrder(order, _near(high + 1, wide + 1))
    )


def _near(high: int, wide: int) -> int:
    """`SearchOrder.near`: the narrower the frontier, the more often states meet again along it."""
    return max(1, round(SQUARE * (min(high, wide) / max(high, wide)) ** 2))


def _sudoku(cover: Cover, model: Model) -> CertificateCover:
    variable = {name: var for var, name in enumerate(model.names, 1)}
    of_item: list[set[int]] = [set() for _ in range(cover.n_items)]
    n = math.isqrt(len(cover.cells))
    for items, _ in cover.options:
        name = (divmod(items[0], n), 1 + items[1] % n)
        for item in items if name in variable else ():
            of_item[item].add(variable[name])
    stated = {frozenset(c.lits) for c in model.constraints if isinstance(c, ExactlyOne)}
    if set(map(frozenset, of_item)) != stated:
        raise WrongSolution("the checker reads another sudoku from the instance than zenkai does")
    return CertificateCover(cover, {}, (), False, SearchOrder(tuple(range(cover.n_items)), FEWEST))


def exported(model: Model, planned: bool = True, sure: bool = True) -> CertificateCover:
    """The cover as the exact-cover engine sees the model, for `planned` see `problem`. Raises Unsupported.

    Not `sure`: the same solution of the model may be several solutions of the cover.

    Items are those of the engine, then one for each clause, then one more for each option with the same items
    as another, since the checker knows options by their items. A slack option (variable 0) gets no such item.
    """
    seen = _seen(model, sure)
    view, groups = seen.view, seen.groups
    if not view.possible or any(hi < 0 for _, hi in groups):
        none = frozenset({0})
        return CertificateCover(Cover(1, none, none, none, ()), {}, (), True, SearchOrder((0,), FEWEST))
    first = view.n_primary + view.n_secondary
    plain = [*zip(_items(view, first), seen.adds, strict=True)]
    often = Counter(plain)
    lonely = [o for o, option in enumerate(plain) if often[option] > 1 and view.variables[o]]
    private = {o: first + len(view.clauses) + n for n, o in enumerate(lonely)}
    full = [((*items, private[o]) if o in private else items, adds) for o, (items, adds) in enumerate(plain)]
    number = {option: n for n, option in enumerate(sorted(full))}
    n_items = max(1, first + len(view.clauses) + len(lonely))
    if n_items > MOST_ITEMS:
        raise Unsupported(f"no certificate: {n_items:,} items; the checker takes at most {MOST_ITEMS:,}")
    cells, clauses = frozenset(range(view.n_primary)), range(first, first + len(view.clauses))
    cover = Cover(
        n_items=n_items,
        once=frozenset({*range(first), *private.values()}),
        must=cells | {*clauses},
        cells=cells,
        options=tuple(number),
        groups=groups,
    )
    named = {var: number[option] for var, option in zip(seen.variables, full, strict=True) if var}
    how = _order(view, n_items) if planned else SearchOrder(tuple(range(n_items)), NEAR)
    return CertificateCover(cover, named, model.symmetries, True, how, seen.chosen, seen.counts)


@dataclass(frozen=True)
class _Seen:
    """A model as a cover. `variables`: of each option its variable in the model, 0 if that is not of the
    projection; `adds`: of each option the groups to which it adds, with the amounts.
    """

    view: View
    variables: Sequence[int]
    adds: Sequence[tuple[tuple[int, int], ...]]
    groups: Sequence[tuple[int, int]]
    chosen: Sequence[int]
    counts: bool


def _seen(model: Model, sure: bool) -> _Seen:
    """The model as the exact-cover engine sees it, else with sums. Raises Unsupported."""
    try:
        return _with_sums(model, SumModel(model, range(1, model.size + 1), (), {}), False)
    except Unsupported as error:
        with suppress(Unsupported):
            sums = counted(model)
            if not (sure and sums.open):
                return _with_sums(model, sums, True)
        raise error


def _with_sums(model: Model, stated: SumModel, counts: bool) -> _Seen:
    view, projected = cover_view(stated.model), set(model.projection)
    held = [sum(w for var, w in total.weights if var in view.chosen) for total in stated.sums]
    weights = [dict(total.weights) for total in stated.sums]
    adds = [
        (
            *([(view.group[o], 1)] if view.group and view.group[o] >= 0 else ()),
            *((n, of[var]) for n, of in enumerate(weights, len(view.lo)) if var in of),
        )
        for o, var in enumerate(view.variables)
    ]
    bounds = ((lo, max(lo, min(hi, len(adds)))) for lo, hi in zip(view.lo, view.hi, strict=True))
    more = ((max(0, total.lo - sure), total.hi - sure) for total, sure in zip(stated.sums, held, strict=True))
    names = (0, *(var if var in projected else 0 for var in stated.kept))
    return _Seen(
        view=view,
        variables=[names[var] for var in view.variables],
        adds=adds,
        groups=[*bounds, *more],
        chosen=[names[var] for var in view.chosen if names[var]],
        counts=counts,
    )


def _items(view: View, first: int) -> list[tuple[int, ...]]:
    """The items of each option, with those of its clauses, which are numbered from `first` on."""
    items_of = [sorted(items) for items in view.options]
    for number, clause in enumerate(view.clauses, first):
        for option in clause:
            items_of[option].append(number)
    return [tuple(items) for items in items_of]


def _order(view: View, n_items: int) -> SearchOrder:
    """An order of all items with a narrow frontier."""
    if not view.n_primary or not view.options:
        return SearchOrder(tuple(range(n_items)), NEAR)
    order = narrowest(problem_of(view))
    rest = [item for item in range(n_items) if item not in set(order)]
    return SearchOrder((*order, *rest), NEAR)
