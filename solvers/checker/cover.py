"""Counting the solutions of a cover along a certificate.

Options are chosen; each covers some items. An item of `once` may be covered once at most, one of `must` has
to be covered; an option may belong to a group, of which lo..hi are chosen. A state is what is covered so far,
with the number chosen of each group. What can still be chosen depends on the state only, so a state met
again has the count that it had (`memo`).

The certificate is one number per new state: an item of `once` that is not covered, on which to branch. In a
solution exactly one option covers it, or, if it is not of `must`, perhaps none. So the count of the state is
the sum of the counts of the states that follow, which the checker finds by itself. An item of `must` alone
may be named where no option is left that covers it: then there is no solution. The number `n_items` says:
remember apart what follows, and forget it then. Where every item of `cells` is covered no option is left.

Symmetry is an identity (see `total`): solutions that contain an option are as many as those that contain its
image. Every solution contains exactly one option of the anchor, an item of both `once` and `must`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

FIELD = 16  # bits of a state for the number chosen of a group
MOST_ITEMS = 10_000  # each may be one call deep
MOST_GENERATORS, MOST_IMAGES = 20, 2_000_000

Option = tuple[tuple[int, ...], int]  # the items, rising, and the number of the group, or -1
Permutation = tuple[int, ...]


class Refused(Exception):
    """The certificate, or the file, does not prove what it should."""


@dataclass(frozen=True)
class Cover:
    """Items 0..n_items-1; `options` are sorted; `groups` are pairs lo, hi."""

    n_items: int
    once: frozenset[int]
    must: frozenset[int]
    cells: frozenset[int]
    options: tuple[Option, ...]
    groups: tuple[tuple[int, int], ...] = ()

    def __post_init__(self) -> None:
        """Raises Refused for what is no cover."""
        if not 0 < self.n_items <= MOST_ITEMS:
            raise Refused(f"the model: {self.n_items} items, but the checker takes 1 to {MOST_ITEMS:,}")
        every = set(range(self.n_items))
        for items, group in self.options:
            if list(items) != sorted(set(items)) or not every.issuperset(items):
                raise Refused("the model: the items of an option are not rising")
            if self.cells.isdisjoint(items) or not -1 <= group < len(self.groups):
                raise Refused("the model: an option that covers no cell, or is of no group")
        if list(self.options) != sorted(set(self.options)) or not self.cells <= self.once:
            raise Refused("the model: options are not in order, or cells are not covered once")
        bounded = all(0 <= lo <= hi < 1 << FIELD for lo, hi in self.groups)
        if not every >= self.once | self.must or not bounded:
            raise Refused("the model: an item that is none, or a group without bounds")

    def holders(self, item: int) -> set[int]:
        """The options of an item that can be chosen at all."""
        may = {-1, *(group for group, (_, hi) in enumerate(self.groups) if hi)}
        return {o for o, (items, group) in enumerate(self.options) if item in items and group in may}


def bits(items: Sequence[int] | frozenset[int]) -> int:
    return sum(1 << item for item in items)


class Counter:
    """`steps` is the certificate. `tree`: nothing is remembered except where the certificate says so."""

    def __init__(self, cover: Cover, steps: Iterator[int], tree: bool = False) -> None:
        self.cover, self.steps = cover, steps
        self.once, self.must, self.cells = map(bits, (cover.once, cover.must, cover.cells))
        self.shift = [cover.n_items + FIELD * g for g in range(len(cover.groups))]
        self.moves: list[list[tuple[int, int, int, int, int]]] = [[] for _ in range(cover.n_items)]
        for items, group in cover.options:
            for item in items:
                self.moves[item].append(self.move(items, group))
        plain = [all(clash == mask and not one for clash, mask, one, _, _ in own) for own in self.moves]
        self.masks = [[move[1] for move in own] if all_so else [] for own, all_so in zip(self.moves, plain)]
        self.memo: dict[int, int] | None = None if tree else {}

    def move(self, items: Sequence[int], group: int) -> tuple[int, int, int, int, int]:
        """What must be uncovered, what is covered, what is added, and the group's place and its most."""
        mask = bits(items)
        if group < 0:
            return mask & self.once, mask, 0, 0, 1
        return mask & self.once, mask, 1 << self.shift[group], self.shift[group], self.cover.groups[group][1]

    def chosen(self, options: Sequence[int]) -> int:
        """The state when these options are chosen. Raises Refused if they exclude each other."""
        state = 0
        for number in options:
            clash, mask, one, shift, most = self.move(*self.cover.options[number])
            if state & clash or (one and (state >> shift) % (1 << FIELD) >= most):
                raise Refused("two pieces or digits exclude each other")
            state = (state | mask) + one
        return state

    def solved(self, state: int) -> bool:
        """In a state in which every cell is covered: is all covered that must be, are the groups whole?"""
        numbers = ((state >> shift) % (1 << FIELD) for shift in self.shift)
        enough = all(n >= lo for n, (lo, _) in zip(numbers, self.cover.groups))
        return state & self.must == self.must and enough

    def holds(self, options: Sequence[int]) -> bool:
        """Are they a solution? Raises Refused if they exclude each other."""
        return self.solved(self.chosen(options))  # what is of `cells` only may be left uncovered

    def following(self, state: int, item: int) -> list[int]:
        """The states after each way to cover the item, and to leave it uncovered. Raises Refused."""
        left = [] if self.must >> item & 1 else [state | 1 << item]
        if self.masks[item]:  # the same as below, where only items matter
            return left + [state | mask for mask in self.masks[item] if not mask & state]
        for clash, mask, one, shift, most in self.moves[item]:
            if not state & clash and (not one or (state >> shift) % (1 << FIELD) < most):
                left.append((state | mask) + one)
        if left and not self.once >> item & 1:
            raise Refused(f"the certificate says that nothing covers item {item}, but an option does")
        return left

    def count(self, state: int, memo: dict[int, int] | None) -> int:
        """The number of solutions from this state on. Raises Refused."""
        if state & self.cells == self.cells:
            return int(self.solved(state))
        if memo is not None and state in memo:
            return memo[state]
        item = next(self.steps, -1)
        if item == self.cover.n_items and memo is None:
            found = self.count(state, {})
        elif item < 0:
            raise Refused("the certificate ends before the search does")
        elif item >= self.cover.n_items or not (self.once | self.must) >> item & 1 or state >> item & 1:
            raise Refused(f"the certificate branches on item {item}, which is covered or no item")
        else:
            found = 0
            for after in self.following(state, item):
                found += self.count(after, memo)
        if memo is not None:
            memo[state] = found
        return found


def total(cover: Cover, steps: Iterator[int], tree: bool, anchor: int, group: Sequence[Permutation]) -> int:
    """The number of all solutions. `group`: permutations of the options that map solutions to solutions.

    anchor -1: counted from the empty state on. Else the options of this item fall into orbits; all = the
    sum over the orbits of their size times the number of solutions that contain their first option.
    """
    counter = Counter(cover, steps, tree)
    if anchor < 0:
        found = counter.count(0, counter.memo)
    elif anchor not in cover.once & cover.must:
        raise Refused(f"the anchor, item {anchor}, is not one that every solution covers exactly once")
    else:
        found, left = 0, cover.holders(anchor)
        while left:
            orbit = {image[min(left)] for image in group} & left
            found += len(orbit) * counter.count(counter.chosen([min(left)]), counter.memo)
            left -= orbit
    if next(steps, None) is not None:
        raise Refused("the certificate goes on when the search has ended")
    return found


def symmetries(cover: Cover, generators: Sequence[tuple[Sequence[int], Sequence[int]]]) -> list[Permutation]:
    """The group of options that the generators make; each permutes the items and the groups.

    Raises Refused unless each maps the cover to itself.
    """
    number = {option: o for o, option in enumerate(cover.options)}
    made = []
    if len(generators) > MOST_GENERATORS:
        raise Refused(f"{len(generators)} generators; at most {MOST_GENERATORS} are read")
    for items, groups in generators:
        if sorted(items) != list(range(cover.n_items)) or sorted(groups) != list(range(len(cover.groups))):
            raise Refused("a generator is no permutation of the items and groups")
        kinds = (cover.once, cover.must, cover.cells)
        same = all(kind == {items[item] for item in kind} for kind in kinds)
        if not same or any(cover.groups[g] != bounds for g, bounds in zip(groups, cover.groups)):
            raise Refused("a generator does not map the model to itself: items or groups of another kind")
        images = [
            (tuple(sorted(items[i] for i in own)), groups[g] if g >= 0 else -1) for own, g in cover.options
        ]
        if not all(image in number for image in images):
            raise Refused("a generator does not map the model to itself: an option without image")
        made.append(tuple(number[image] for image in images))
    found = [tuple(range(len(cover.options)))]
    known = set(found)
    for element in found:
        for generator in made:
            image = tuple(generator[o] for o in element)
            if image not in known:
                known.add(image)
                found.append(image)
        if len(found) * len(cover.options) > MOST_IMAGES:
            raise Refused("the generators make too large a group")
    return found
