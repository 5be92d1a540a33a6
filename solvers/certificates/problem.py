"""What a certificate is about: the cover of an instance, its symmetries, and where to begin.

The checker derives the cover of a packing or a plain sudoku from the instance's text by its own code; the
same code is called here, so that both mean the same items. Of any other cover the model is exported: it is
part of the certificate.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from zenkai_solver.models.csp import ExactlyOne, Model
from zenkai_solver.models.packing.puzzle import Packing
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.solvers.backend import Unsupported, WrongSolution
from zenkai_solver.solvers.certificates.writing import FEWEST, Search, fits
from zenkai_solver.solvers.checker.__main__ import puzzle
from zenkai_solver.solvers.checker.cover import MOST_ITEMS, Cover, Permutation, symmetries
from zenkai_solver.solvers.checker.search import Refused
from zenkai_solver.solvers.engines.exactcover.cover import Cover as View
from zenkai_solver.solvers.engines.exactcover.cover import cover_view
from zenkai_solver.solvers.engines.exactcover.plan import plan

SENSELESS = (ArithmeticError, AttributeError, LookupError, MemoryError, RuntimeError, TypeError, ValueError)
NEAR, SQUARE = 20, 40  # `Search.near` of exported covers and of square boards; by the states of 11 instances

Generator = tuple[list[int], list[int]]  # where each item goes, and each group


@dataclass(frozen=True)
class Problem:
    """`options` are those of the cover by the model's variables; `exported`: the checker cannot derive it."""

    cover: Cover
    options: Mapping[int, int]
    permutations: Sequence[Sequence[int]]  # of the variables, as the model has them
    exported: bool
    how: Search

    @cached_property
    def generators(self) -> list[Generator]:
        """A few that make the whole group."""
        return self._symmetry[0]

    @cached_property
    def group(self) -> list[Permutation]:
        return self._symmetry[1]

    @cached_property
    def _symmetry(self) -> tuple[list[Generator], list[Permutation]]:
        """Generators, and their group. Raises WrongSolution where the cover does not have it."""
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
                raise WrongSolution(f"a symmetry of the puzzle: {error}") from None
            known = {tuple(element[self.options[var]] for var in named) for element in group}
        return found, group

    def _moved(self, permutation: Sequence[int]) -> Generator:
        """What a permutation of variables does to items and groups.

        An item goes to the item of its kind that has the images of its options; of several any one will do.
        """
        to = {option: self.options[permutation[var]] for var, option in self.options.items()}
        of_item: list[set[int]] = [set() for _ in range(self.cover.n_items)]
        groups = list(range(len(self.cover.groups)))
        for option, image in to.items():
            items, group = self.cover.options[option]
            for item in items:
                of_item[item].add(option)
            if group >= 0:
                groups[group] = self.cover.options[image][1]
        left: dict[Any, list[int]] = {}
        for item, own in enumerate(of_item):
            left.setdefault((self._kind(item), frozenset(own)), []).append(item)
        goals = ((self._kind(item), frozenset(to[o] for o in own)) for item, own in enumerate(of_item))
        return [left[goal].pop(0) if left.get(goal) else -1 for goal in goals], groups

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


def exported(model: Model, planned: bool = True) -> Problem:
    """See `problem`. The cover as the exact-cover engine sees the model. Raises Unsupported.

    Its items, then one per clause, then one for each option of a variable that has a twin: options are sets
    of items. What leaves an item uncovered (variable 0) gets none, so its image is known by its items.
    """
    view = cover_view(model)
    if not view.possible:
        none = frozenset({0})
        return Problem(Cover(1, none, none, none, ()), {}, (), True, Search((0,), FEWEST))
    first = view.n_primary + view.n_secondary
    plain = [(_items(view, o, first), group) for o, group in enumerate(_groups(view))]
    often = Counter(plain)
    lonely = [o for o, option in enumerate(plain) if often[option] > 1 and view.variables[o]]
    private = {o: first + len(view.clauses) + n for n, o in enumerate(lonely)}
    full = [
        ((*items, private[o]) if o in private else items, group) for o, (items, group) in enumerate(plain)
    ]
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
        groups=tuple((lo, min(hi, len(full))) for lo, hi in zip(view.lo, view.hi, strict=True)),
    )
    options = {var: number[option] for var, option in zip(view.variables, full, strict=True) if var}
    return Problem(
        cover,
        options,
        model.symmetries,
        True,
        _order(view, n_items) if planned else Search(tuple(range(n_items)), NEAR),
    )


def _groups(view: View) -> Sequence[int]:
    return view.group or [-1] * len(view.options)


def _items(view: View, option: int, first: int) -> tuple[int, ...]:
    clauses = (first + n for n, clause in enumerate(view.clauses) if option in clause)
    return (*sorted(view.options[option]), *clauses)


def _order(view: View, n_items: int) -> Search:
    """As the exact-cover engine would search."""
    if not view.n_primary or not view.options:
        return Search(tuple(range(n_items)), NEAR)
    chosen = plan(view)
    rest = [item for item in range(n_items) if item not in set(chosen.order)]
    return Search((*chosen.order, *rest), NEAR)
