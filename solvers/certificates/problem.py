"""What a certificate is about: the cover of an instance, its symmetries, and where to begin.

The checker derives the cover of a packing or a plain sudoku from the instance's text by its own code; the
same code is called here, so that both mean the same items. Of any other cover the model is exported: it is
part of the certificate. What is a cover only with sums of several choices is stated as `counted` says.
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
from zenkai_solver.solvers.certificates.counted import Counted, counted
from zenkai_solver.solvers.certificates.writing import FEWEST, Search, fits
from zenkai_solver.solvers.checker.__main__ import puzzle
from zenkai_solver.solvers.checker.cover import MOST_ITEMS, Cover, Permutation, symmetries
from zenkai_solver.solvers.checker.search import Refused
from zenkai_solver.solvers.core.deadlines import Unsupported, WrongSolution
from zenkai_solver.solvers.engines.exactcover.cover import Cover as View
from zenkai_solver.solvers.engines.exactcover.cover import cover_view
from zenkai_solver.solvers.engines.exactcover.kernels.orders import narrowest
from zenkai_solver.solvers.engines.exactcover.plan import problem_of

SENSELESS = (ArithmeticError, AttributeError, LookupError, MemoryError, RuntimeError, TypeError, ValueError)
NEAR, SQUARE = 20, 40  # `Search.near` of exported covers and of square boards; by the states of 11 instances

Generator = tuple[list[int], list[int]]  # where each item goes, and each group


@dataclass(frozen=True)
class Problem:
    """`options` are those of the cover by the model's variables; `exported`: the checker cannot derive it.

    `chosen` are variables true in every solution that are no options. `counts`: it is made by `counted`.
    `cuts`: those of the model's areas that it has as clauses.
    """

    cover: Cover
    options: Mapping[int, int]
    permutations: Sequence[Sequence[int]]  # of the variables, as the model has them
    exported: bool
    how: Search
    chosen: Sequence[int] = ()
    counts: bool = False
    cuts: Cuts = ()

    @cached_property
    def generators(self) -> list[Generator]:
        """A few that make the whole group."""
        return self._symmetry[0]

    @cached_property
    def group(self) -> list[Permutation]:
        return self._symmetry[1]

    @cached_property
    def _symmetry(self) -> tuple[list[Generator], list[Permutation]]:
        """Generators, and their group: that which the checker derives, or else that of the permutations.

        Raises WrongSolution where the cover does not have it.
        """
        if not self.exported:
            return [], self.cover.group
        found: list[Generator] = []
        group = symmetries(self.cover, found)
        named = list(self.options)  # variables
        known = {tuple(element[self.options[var]] for var in named) for element in group}
        for permutation in self.permutations:
            if tuple(self.options[permutation[var]] for var in named) in known:
                continue
            found.append(self._moved(permutation))
            try:
                group = symmetries(self.cover, found)
            except Refused as error:
                if not self.counts:  # else the sums may be stated in another way than their images
                    raise WrongSolution(f"a symmetry of the puzzle: {error}") from None
                found.pop()
                continue
            known = {tuple(element[self.options[var]] for var in named) for element in group}
        return found, group

    def _moved(self, permutation: Sequence[int]) -> Generator:
        """What a permutation of variables does to items and groups.

        An item goes to the item of its kind that has the images of its options; of several any one will do.
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
        return (
            _arrived(of_item, [{to[o] for o in own} for own in of_item], kinds),
            _arrived(of_group, [{(to[o], n) for o, n in own} for own in of_group], self.cover.groups),
        )

    def _kind(self, item: int) -> tuple[bool, ...]:
        return item in self.cover.once, item in self.cover.must, item in self.cover.cells

    @cached_property
    def anchor(self) -> int:
        """The item whose options the symmetries divide most: one that every solution covers once; or -1."""
        if len(self.group) == 1:
            return -1
        sizes = {}
        exactly = self.cover.once & self.cover.must
        for item in exactly - self.cover.cells or exactly:  # cells are no good ones where there are others
            own = {o for o, (items, _) in enumerate(self.cover.options) if item in items}
            orbits = {min(image[o] for image in self.group if image[o] in own) for o in own}
            if len(orbits) < len(own):
                sizes[item] = (len(own), item)
        return min(sizes, key=sizes.__getitem__, default=-1)


def _arrived(
    before: Sequence[Collection[Any]], images: Sequence[Collection[Any]], kinds: Sequence[Any]
) -> list[int]:
    """Where each thing goes: to one of its kind that has what its image has; -1 where there is none."""
    left: dict[Any, list[int]] = {}
    for number, (kind, own) in enumerate(zip(kinds, before, strict=True)):
        left.setdefault((kind, frozenset(own)), []).append(number)
    goals = [(kind, frozenset(own)) for kind, own in zip(kinds, images, strict=True)]
    return [left[goal].pop(0) if left.get(goal) else -1 for goal in goals]


def problem(instance: Instance, model: Model, planned: bool = True) -> Problem:
    """`planned`: find the best way to search an exported cover too, which takes probes.

    Raises Unsupported where the model is no cover or too large a one, WrongSolution where two readings
    contradict.
    """
    found = _found(instance, model, planned)
    if not fits(found.cover):
        size = f"{found.cover.n_items:,} items and {len(found.cover.options):,} options"
        raise Unsupported(f"no certificate: {size} are more than can be searched")
    return found


def _found(instance: Instance, model: Model, planned: bool) -> Problem:
    try:
        cover, _ = puzzle(instance.text)
    except (Refused, *SENSELESS):  # it is not for the checker to say why: zenkai has read it
        return exported(model, planned)
    if not isinstance(cover, Cover):
        return exported(model, planned)
    if isinstance(instance.puzzle, Packing):
        return _packing(cover, sorted(instance.puzzle.region.cells), model)
    return _sudoku(cover, model)


def _packing(cover: Cover, cells: Sequence[tuple[int, int]], model: Model) -> Problem:
    index = {cell: i for i, cell in enumerate(cells)}
    number = {tuple(i for i in items if i < len(index)): o for o, (items, _) in enumerate(cover.options)}
    places = (sorted(index[cell] for cell in name.cells) for name in model.names)  # type: ignore[attr-defined]
    options = {var: number.get(tuple(place), -1) for var, place in enumerate(places, 1)}
    if sorted(options.values()) != list(range(len(cover.options))):
        raise WrongSolution("the checker reads other placements from the instance than zenkai does")
    high, wide = (max(cell[way] for cell in index) for way in (0, 1))
    along = sorted(index, key=lambda cell: (cell[1], cell[0]) if high < wide else cell)
    order = (*(index[cell] for cell in along), *range(len(index), cover.n_items))
    return Problem(cover, options, model.symmetries, False, Search(order, _near(high + 1, wide + 1)))


def _near(high: int, wide: int) -> int:
    """`Search.near`: the narrower the frontier, the more often states meet again along it."""
    return max(1, round(SQUARE * (min(high, wide) / max(high, wide)) ** 2))


def _sudoku(cover: Cover, model: Model) -> Problem:
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
    return Problem(cover, {}, (), False, Search(tuple(range(cover.n_items)), FEWEST))


def exported(model: Model, planned: bool = True, sure: bool = True) -> Problem:
    """See `problem`. The cover as the exact-cover engine sees the model. Raises Unsupported.

    Not `sure`: it may have the same solution of the model several times.

    Its items, then one per clause, then one for each option of a variable that has a twin: options are sets
    of items. What leaves an item uncovered (variable 0) gets none, so its image is known by its items.
    """
    seen = _seen(model, sure)
    view, groups = seen.view, seen.groups
    if not view.possible or any(hi < 0 for _, hi in groups):
        none = frozenset({0})
        return Problem(Cover(1, none, none, none, ()), {}, (), True, Search((0,), FEWEST))
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
    how = _order(view, n_items) if planned else Search(tuple(range(n_items)), NEAR)
    return Problem(cover, named, model.symmetries, True, how, seen.chosen, seen.counts)


@dataclass(frozen=True)
class _Seen:
    """A model as a cover: of each option its variable in the model, 0 if it is not of the projection, and
    what it adds to which groups.
    """

    view: View
    variables: Sequence[int]
    adds: Sequence[tuple[tuple[int, int], ...]]
    groups: Sequence[tuple[int, int]]
    chosen: Sequence[int]
    counts: bool


def _seen(model: Model, sure: bool) -> _Seen:
    """As the exact-cover engine sees it, else with sums beside that. Raises Unsupported."""
    try:
        return _with_sums(model, Counted(model, range(1, model.size + 1), (), {}), False)
    except Unsupported as error:
        with suppress(Unsupported):
            own = counted(model)
            if not (sure and own.open):
                return _with_sums(model, own, True)
        raise error


def _with_sums(model: Model, own: Counted, counts: bool) -> _Seen:
    view, told = cover_view(own.model), set(model.projection)
    held = [sum(w for var, w in one.weights if var in view.chosen) for one in own.sums]
    weights = [dict(one.weights) for one in own.sums]
    adds = [
        (
            *([(view.group[o], 1)] if view.group and view.group[o] >= 0 else ()),
            *((n, of[var]) for n, of in enumerate(weights, len(view.lo)) if var in of),
        )
        for o, var in enumerate(view.variables)
    ]
    bounds = ((lo, max(lo, min(hi, len(adds)))) for lo, hi in zip(view.lo, view.hi, strict=True))
    more = ((max(0, one.lo - sure), one.hi - sure) for one, sure in zip(own.sums, held, strict=True))
    names = (0, *(var if var in told else 0 for var in own.kept))
    return _Seen(
        view=view,
        variables=[names[var] for var in view.variables],
        adds=adds,
        groups=[*bounds, *more],
        chosen=[names[var] for var in view.chosen if names[var]],
        counts=counts,
    )


def _items(view: View, first: int) -> list[tuple[int, ...]]:
    """Of each option, those of clauses, from `first` on, among them."""
    found = [sorted(own) for own in view.options]
    for number, clause in enumerate(view.clauses, first):
        for option in clause:
            found[option].append(number)
    return [tuple(own) for own in found]


def _order(view: View, n_items: int) -> Search:
    """In an order with a narrow frontier."""
    if not view.n_primary or not view.options:
        return Search(tuple(range(n_items)), NEAR)
    order = narrowest(problem_of(view))
    rest = [item for item in range(n_items) if item not in set(order)]
    return Search((*order, *rest), NEAR)
