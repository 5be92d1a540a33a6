"""Covers, and their symmetries.

Options are chosen; each covers some items. An item of `once` may be covered once at most, one of
`must` has to be covered; an option may belong to a group, of which lo..hi are chosen. A state is what is
covered so far, with the number chosen of each group: what can still be chosen depends on that only. A step
is an item that is not covered. One of `once` is covered by exactly one option of a solution, or, if it is not
of `must`, perhaps by none. One of `must` alone may be named where nothing is left that covers it. Each option
covers one of `cells` at least: where all are covered no option is left.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from .search import require

FIELD = 17  # bits of a state for the number chosen of a group; the last one says that no more may be chosen
MOST_HI, MOST_ITEMS, MOST_IMAGES = 1 << FIELD - 1, 10_000, 2_000_000

Option = tuple[tuple[int, ...], int]  # the items, rising, and the number of the group, or -1
Permutation = tuple[int, ...]  # of the options


def bits(items: Iterable[int]) -> int:
    return sum(1 << item for item in items)


class Cover:
    """Items are 0..n_items-1. A state has a bit for each, and then a number for each group."""

    def __init__(self, n_items: int, once: Any, must: Any, cells: Any, options: Any, groups: Any = ()):
        """`options`: items, and a group or -1; `groups`: lo and hi. Raises Refused for what is no cover."""
        self.n_items, self.groups = n_items, [(lo, hi) for lo, hi in groups]
        self.once, self.must, self.cells = map(frozenset[int], (once, must, cells))
        self.options: list[Option] = sorted({(tuple(sorted({*items})), group) for items, group in options})
        self.number = {option: o for o, option in enumerate(self.options)}
        named = self.once.union(self.must, *(items for items, _ in self.options))
        require(0 < n_items <= MOST_ITEMS, f"the model: {n_items} items, of 1 to {MOST_ITEMS:,}")
        require({*range(n_items)} >= named, "the model: an item that is none")
        whole = all(-1 <= g < len(self.groups) and self.cells & {*own} for own, g in self.options)
        bounded = all(0 <= lo <= hi < MOST_HI for lo, hi in self.groups) and self.cells <= self.once
        require(whole and bounded, "an option of no cell or group, a cell not of `once`, or wrong bounds")
        self.masks = bits(self.once), bits(self.must), bits(self.cells)
        ones = [1 << n_items + FIELD * g for g in range(len(self.groups))] + [0]  # the last one is -1
        self.start = sum(one * (MOST_HI - hi) for one, (_, hi) in zip(ones, self.groups))  # hi more fill it
        self.short = sum(one * (hi - lo) for one, (lo, hi) in zip(ones, self.groups))  # and with this, lo
        self.full = self.masks[1] | sum(ones) * MOST_HI
        covered = [(bits(items), ones[group]) for items, group in self.options]
        self.moves = [(mask & self.masks[0] | one * MOST_HI, mask, one) for mask, one in covered]
        self.ways: list[list[tuple[int, int, int]]] = [[] for _ in range(n_items)]
        for (items, _), move in zip(self.options, self.moves):
            for item in items:
                self.ways[item].append(move)

    def begins(self, head: dict[str, Any]) -> list[tuple[int, int]]:
        """See `roots`; with the generators and the anchor of a header. Raises Refused."""
        self.group = symmetries(self, head["generators"])
        return roots(self, head["anchor"], self.group)

    def chosen(self, options: Iterable[int]) -> int:
        """The state when these options are chosen. Raises Refused if they exclude each other."""
        state: int = self.start
        for clash, mask, one in map(self.moves.__getitem__, options):
            require(not state & clash, "two pieces or digits exclude each other")
            state = (state | mask) + one
        return state

    def worth(self, state: int) -> int | None:
        """Where all cells are covered: is all covered that must be, has each group its least number?"""
        decided = state & self.masks[2] == self.masks[2]
        return int((state + self.short) & self.full == self.full) if decided else None

    def after(self, state: int, step: int) -> list[int]:
        """The states after each way to cover the item, and to leave it uncovered. Raises Refused."""
        once, must, _ = self.masks
        require(((once | must) & ~state) >> step & 1, f"it branches on item {step}, which is covered or free")
        left = [] if must >> step & 1 else [state | 1 << step]
        left += [(state | mask) + one for clash, mask, one in self.ways[step] if not state & clash]
        require(not left or once >> step & 1, f"nothing covers item {step}, it says, but an option does")
        return left

    def image(self, options: Sequence[Option], orbits: bool) -> tuple[str, int]:
        """What the images of a solution have in common, their least one; how many. Refused if it is none."""
        numbers, (_, must, cells) = [self.number[option] for option in options], self.masks
        state = self.chosen(numbers) | cells & ~must  # a cell that need not be may be uncovered
        require(self.worth(state), "something is not covered, or there are too few of a piece")
        every = {tuple(sorted(g[o] for o in numbers)) for g in (self.group if orbits else self.group[:1])}
        return str(min(every)), len(every)


def roots(cover: Cover, anchor: int, group: Sequence[Permutation]) -> list[tuple[int, int]]:
    """Where the counts begin, and how often each is taken. Anchor -1: the empty state, once.

    Symmetry is an identity. Every solution contains exactly one option of the anchor, an item of both `once`
    and `must`. A permutation that maps solutions to solutions maps those with an option one to one to those
    with its image. All are the sum, over orbits, of their size times the solutions with their first option.
    """
    if anchor < 0:
        return [(1, cover.start)]
    require(anchor in cover.once & cover.must, f"the anchor, item {anchor}, is not one that is covered once")
    fits = {o for o, (clash, *_) in enumerate(cover.moves) if not cover.start & clash}
    own = frozenset(o for o in fits if anchor in cover.options[o][0])
    orbits = {own & {element[o] for element in group} for o in own}
    return [(len(orbit), cover.chosen([min(orbit)])) for orbit in sorted(orbits, key=min)]


def symmetries(cover: Cover, generators: Iterable[Sequence[Sequence[int]]]) -> list[Permutation]:
    """The group that the generators make, of permutations of items and of groups. Raises Refused."""
    new = found = {tuple(range(len(cover.options)))}
    made = {moved(cover, items, groups) for items, groups in generators}
    while new:
        new = {tuple(generator[o] for o in element) for element in new for generator in made} - found
        found = found | new
        require(len(found) * len(cover.options) <= MOST_IMAGES, "the generators make too large a group")
    return sorted(found)


def moved(cover: Cover, items: Sequence[int], groups: Sequence[int]) -> Permutation:
    """Where items and groups so permuted move each option. Refused unless that maps the cover to itself."""
    every = [*range(cover.n_items)], [*range(len(cover.groups))]
    require((sorted(items), sorted(groups)) == every, "a generator is no permutation of the items and groups")
    kinds = all(kind == {items[i] for i in kind} for kind in (cover.once, cover.must, cover.cells))
    images = [(tuple(sorted(items[i] for i in own)), [*groups, -1][g]) for own, g in cover.options]
    same = kinds and [cover.groups[g] for g in groups] == cover.groups and sorted(images) == cover.options
    require(same, "a generator does not map the model to itself")
    return tuple(cover.number[image] for image in images)
