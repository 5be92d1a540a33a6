"""Covers, and their symmetries.

A solution is a set of options; each option covers some items. An item of `once` is covered at most once, an
item of `must` at least once. An option may also add amounts to groups; the sum of each group is between its
lo and hi. A state is the set of covered items with the sums of the groups: which options can still be chosen
depends on nothing else. A step is an item that is not covered. For an item of `once` the search branches on
the options that cover it, and on leaving it uncovered if it is not of `must`. An item of `must` alone may be
a step only if no option covers it any more. Each option covers at least one of `cells`: when all of them are
covered, no option is left.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from .search import FREE, Spend, require

FIELD = 17  # bits of a state for the sum of a group; the highest one is set if it is too large
MOST_HI, MOST_ITEMS, MOST_GROUPS = 1 << FIELD - 1, 10_000, 1_000
MOST_BITS, MOST_IMAGES, MOST_GENERATORS = 1 << 28, 1 << 22, 64

Option = tuple[tuple[int, ...], tuple[tuple[int, int], ...]]  # items; (group, amount) pairs; both ascending
Permutation = tuple[int, ...]  # of the options
Node = tuple[int, int, Iterable[int]]  # a state; the options open before, as bits; items covered since then


def bits(numbers: Iterable[int], most: int) -> int:
    """The number with these bits set, all of them below `most`."""
    data = bytearray(most // 8 + 1)
    for number in numbers:
        data[number >> 3] |= 1 << (number & 7)
    return int.from_bytes(data, "little")


def option(items: Iterable[int], adds: Any) -> Option:
    """The option in its canonical form. `adds`: -1 for nothing; a group, to which it adds 1; or pairs of a
    group and an amount.
    """
    pairs = {} if adds == -1 else {adds: 1} if isinstance(adds, int) else dict(adds)
    return tuple(sorted({*items})), tuple(sorted(pairs.items()))


class Cover:
    """Items are 0..n_items-1. A state has a bit for each of them, then a field of FIELD bits for each group.

    The field of a group starts at MOST_HI - 1 - hi, so that its highest bit is set exactly if the sum exceeds
    hi; it never overflows into another field.
    """

    def __init__(self, n_items: int, once: Any, must: Any, cells: Any, options: Any, groups: Any = ()):
        """`options`: the arguments of `option`; `groups`: lo and hi of each. Raises Refused if no cover."""
        self.n_items, self.groups = n_items, [(lo, hi) for lo, hi in groups]
        self.once, self.must, self.cells = map(frozenset[int], (once, must, cells))
        self.options: list[Option] = sorted({option(*arguments) for arguments in options})
        self.number = {option: o for o, option in enumerate(self.options)}
        self.group: list[Permutation] = [tuple(self.number.values())]
        named = self.once.union(self.must, *(items for items, _ in self.options))
        require(0 < n_items <= MOST_ITEMS, f"the model: {n_items} items, of 1 to {MOST_ITEMS:,}")
        require({*range(n_items)} >= named, "the model: an item out of range")
        sums = all(0 <= g < len(self.groups) and 0 < n < MOST_HI for _, adds in self.options for g, n in adds)
        size = len(self.options) * (n_items + FIELD * len(self.groups))
        fits = size <= MOST_BITS and len(self.groups) <= MOST_GROUPS
        require(fits, f"the model: {len(self.options):,} options, {len(self.groups):,} groups are too large")
        whole = all(self.cells & {*items} for items, _ in self.options) and self.cells <= self.once
        bounded = sums and all(0 <= lo <= hi < MOST_HI for lo, hi in self.groups)
        require(whole and bounded, "an option of no cell or group, a cell not of `once`, or wrong bounds")
        self.masks = tuple(bits(items, n_items) for items in (self.once, self.must, self.cells))
        ones = [1 << n_items + FIELD * g for g in range(len(self.groups))]
        self.start = sum(one * (MOST_HI - 1 - hi) for one, (_, hi) in zip(ones, self.groups))
        self.short = sum(one * (hi - lo + 1) for one, (lo, hi) in zip(ones, self.groups))
        above = sum(ones) * MOST_HI  # the highest bits: set from hi + 1 on, with `short` from lo on
        self.full = self.masks[1] | above
        covered = [(bits(items, n_items), sum(n * ones[g] for g, n in adds)) for items, adds in self.options]
        self.moves = [(mask & self.masks[0] | above, mask, more) for mask, more in covered]
        ways: list[list[int]] = [[] for _ in range(n_items)]
        for o, (items, _) in enumerate(self.options):
            for item in items:
                ways[item].append(o)
        self.every = (1 << len(self.options)) - 1
        self.ways = [bits(options, len(self.options)) for options in ways]
        self.beside = [self.every ^ way if i in self.once else self.every for i, way in enumerate(self.ways)]
        self.word = 8 + (n_items + FIELD * len(self.groups) + len(self.options)) // 512  # work per state

    @property
    def stated(self) -> dict[str, Any]:
        """The model as the header of a certificate states it."""
        kinds = {kind: sorted(getattr(self, kind)) for kind in ("once", "must", "cells")}
        options = [[[*items], [*map(list, adds)]] for items, adds in self.options]
        return {"n_items": self.n_items, **kinds, "options": options, "groups": [*map(list, self.groups)]}

    def begins(self, head: dict[str, Any]) -> list[tuple[int, int]]:
        """`roots` with the anchor of the header, and the group of its generators if it states any."""
        if "generators" in head:
            self.group = symmetries(self, head["generators"])
        return roots(self, head["anchor"], self.group)

    def node(self, state: int) -> Node:
        """The first node of a search from the state."""
        return state, self.every, [item for item in range(self.n_items) if state >> item & 1]

    @property
    def order(self) -> int:
        return len(self.group)

    def chosen(self, options: Iterable[int]) -> int:
        """The state after these options are chosen. Raises Refused if they exclude each other."""
        state: int = self.start
        for clash, mask, more in map(self.moves.__getitem__, options):
            require(not (state + more) & clash, "two pieces or digits exclude each other")
            state = state + more | mask
        return state

    def worth(self, state: int) -> int | None:
        """The number of solutions, 0 or 1, if all cells are covered: is every item of `must` covered, and has
        each group its least sum? None if some cell is not covered.
        """
        decided = state & self.masks[2] == self.masks[2]
        return int((state + self.short) & self.full == self.full) if decided else None

    def after(self, node: Node, step: int, spend: Spend = FREE) -> list[Node]:
        """The nodes after each way to cover the item `step`, or to leave it uncovered. Raises Refused."""
        (state, open_, items), (once, must, _) = node, self.masks
        require(((once | must) & ~state) >> step & 1, f"it branches on item {step}, which is covered or free")
        for item in items:
            open_ &= self.beside[item]
        left: list[Node] = [] if must >> step & 1 else [(state | 1 << step, open_, (step,))]
        ways, work = open_ & self.ways[step], 1
        while ways:
            lowest = ways & -ways
            ways ^= lowest
            o = lowest.bit_length() - 1
            clash, mask, add = self.moves[o]
            covered = self.options[o][0]
            work += 2 + len(covered) // 4
            if not (state & clash or state + add & clash):
                left.append((state + add | mask, open_, covered))
        spend(self.word * work)
        require(not left or once >> step & 1, f"nothing covers item {step}, it says, but an option does")
        return left

    def image(self, options: Sequence[Option], orbits: bool) -> tuple[str, int]:
        """The least image of a solution, as a text, and the number of its images: under the group, or with
        `orbits` false under the identity. Raises Refused if it is no solution.
        """
        numbers, (_, must, cells) = [self.number[option] for option in options], self.masks
        # cells outside `must` may stay uncovered
        require(self.worth(self.chosen(numbers) | cells & ~must), "not all is covered, or a sum is too low")
        every = {tuple(sorted(g[o] for o in numbers)) for g in (self.group if orbits else self.group[:1])}
        return str(min(every)), len(every)


def roots(cover: Cover, anchor: int, group: Sequence[Permutation]) -> list[tuple[int, int]]:
    """The states from which to count, each after its factor. Anchor -1: the empty state, with factor 1.

    Every solution contains exactly one option that covers the anchor, an item of both `once` and `must`. A
    symmetry maps the solutions with an option one to one to those with the option's image. So the number of
    all solutions is the sum, over the orbits of these options, of the size of the orbit times the number of
    solutions with its first option.
    """
    if anchor == -1:
        return [(1, cover.start)]
    require(anchor in cover.once & cover.must, f"the anchor, item {anchor}, is not one that is covered once")
    fits = {o for o, (clash, _, more) in enumerate(cover.moves) if not (cover.start + more) & clash}
    at_anchor = frozenset(o for o in fits if anchor in cover.options[o][0])
    orbits = {at_anchor & {element[o] for element in group} for o in at_anchor}
    return [(len(orbit), cover.chosen([min(orbit)])) for orbit in sorted(orbits, key=min)]


def symmetries(cover: Cover, generators: Iterable[Sequence[Sequence[int]]]) -> list[Permutation]:
    """The group of permutations of options that the generators, permutations of items and of groups,
    generate.

    Raises Refused.
    """
    new = elements = {tuple(range(len(cover.options)))}
    stated = [*generators]
    require(len(stated) <= MOST_GENERATORS, f"{len(stated):,} generators; at most {MOST_GENERATORS}")
    made = {moved(cover, items, groups) for items, groups in stated}
    while new:
        new = {tuple(generator[o] for o in element) for element in new for generator in made} - elements
        elements = elements | new
        images = len(elements) * len(cover.options) * len(made)
        require(images <= MOST_IMAGES, "the generators make too large a group")
    return sorted(elements)


def moved(cover: Cover, items: Sequence[int], groups: Sequence[int]) -> Permutation:
    """The permutation of options that permutations of items and groups induce. Raises Refused unless they map
    the cover to itself.
    """
    every = [*range(cover.n_items)], [*range(len(cover.groups))]
    require((sorted(items), sorted(groups)) == every, "a generator is no permutation of the items and groups")
    kinds = all(kind == {items[i] for i in kind} for kind in (cover.once, cover.must, cover.cells))
    images = [option([items[i] for i in old], {groups[g]: n for g, n in adds}) for old, adds in cover.options]
    same = kinds and [cover.groups[g] for g in groups] == cover.groups and sorted(images) == cover.options
    require(same, "a generator does not map the model to itself")
    return tuple(cover.number[image] for image in images)
