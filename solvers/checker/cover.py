"""Counting along a certificate, and covers.

A search has states. Each is decided, it is `worth` 0 or 1 solutions, or it branches: the states that come
`after` it have together its solutions. How it branches is a number, a step; the certificate is the list of
the steps, depth first. With a memo, a state that is met again has the count that it had, and no step.

Of a cover, options are chosen; each covers some items. An item of `once` may be covered once at most, one of
`must` has to be covered; an option may belong to a group, of which lo..hi are chosen. A state is what is
covered so far, with the number chosen of each group: what can still be chosen depends on that only. A step
is an item that is not covered. One of `once` is covered by exactly one option of a solution, or, if it is not
of `must`, perhaps by none. One of `must` alone may be named where nothing is left that covers it. Where all
`cells` are covered no option is left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

FIELD = 17  # bits of a state for the number chosen of a group; the last one says that no more may be chosen
MOST_HI, MOST_ITEMS, MOST_GENERATORS, MOST_IMAGES = 1 << FIELD - 1, 10_000, 20, 2_000_000

Option = tuple[tuple[int, ...], int]  # the items, rising, and the number of the group, or -1
Permutation = tuple[int, ...]  # of the options


class Refused(Exception):
    """The certificate, or the file, does not prove what it should."""


def count(search: Any, root: int, steps: Iterator[int], memo: dict[int, int] | None) -> int:
    """The number of solutions from the state on. Step `search.size`: have a memo for what follows only."""
    path: list[tuple[int, Iterator[int], Any]] = [(root, iter([root]), memo)]
    found = [0]  # of each state of the path, so far
    while True:
        state, memo = next(path[-1][1], None), path[-1][2]
        if state is None:
            ended, total = path.pop()[0], found.pop()
            if not path:
                return total
            found[-1] += total
            if path[-1][2] is not None:
                path[-1][2][ended] = total
        elif (known := search.worth(state)) is not None or (memo and state in memo):
            found[-1] += memo[state] if known is None and memo else known
        elif (step := next(steps, -1)) < 0:
            raise Refused("the certificate ends before the search does")
        else:
            apart = step == search.size and memo is None
            path.append((state, iter([state] if apart else search.after(state, step)), {} if apart else memo))
            found.append(0)


def total(search: Any, steps: Iterator[int], tree: bool, begins: Iterable[tuple[int, int]]) -> int:
    """The number of all solutions; `begins`: how often which state is counted. Raises Refused."""
    memo: dict[int, int] | None = None if tree else {}
    found = sum(size * count(search, root, steps, memo) for size, root in begins)
    if next(steps, None) is not None:
        raise Refused("the certificate goes on when the search has ended")
    return found


def bits(items: Iterable[int]) -> int:
    return sum(1 << item for item in items)


@dataclass(frozen=True)
class Cover:
    """Items 0..n_items-1; `options` are sorted; `groups` are pairs lo, hi. A state: items, then numbers."""

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
        every, groups = set(range(self.n_items)), range(-1, len(self.groups))
        for items, group in self.options:
            if list(items) != sorted(set(items)) or not every.issuperset(items):
                raise Refused("the model: the items of an option are not rising")
            if self.cells.isdisjoint(items) or group not in groups:
                raise Refused("the model: an option that covers no cell, or is of no group")
        if list(self.options) != sorted(set(self.options)) or not self.cells <= self.once:
            raise Refused("the model: options are not in order, or cells are not covered once")
        if not every >= self.once | self.must or not all(0 <= lo <= hi < MOST_HI for lo, hi in self.groups):
            raise Refused("the model: an item that is none, or a group without bounds")

    @property
    def size(self) -> int:
        return self.n_items

    @cached_property
    def masks(self) -> tuple[int, int, int]:
        return bits(self.once), bits(self.must), bits(self.cells)

    @cached_property
    def start(self) -> int:
        """Nothing covered. The number of a group begins so that hi more fill it."""
        fields = (MOST_HI - hi << FIELD * g for g, (_, hi) in enumerate(self.groups))
        return sum(fields) << self.n_items

    @cached_property
    def moves(self) -> list[tuple[int, int, int]]:
        """Of each option: what excludes it, what it covers, and what it adds."""
        ones = [1 << self.n_items + FIELD * g for g in range(len(self.groups))] + [0]  # the last one is -1
        covered = [(bits(items), ones[group]) for items, group in self.options]
        return [(mask & self.masks[0] | one << FIELD - 1, mask, one) for mask, one in covered]

    @cached_property
    def holders(self) -> list[list[int]]:
        """The options of each item."""
        found: list[list[int]] = [[] for _ in range(self.n_items)]
        for number, (items, _) in enumerate(self.options):
            for item in items:
                found[item].append(number)
        return found

    @cached_property
    def ways(self) -> list[list[tuple[int, int, int]]]:
        return [[self.moves[option] for option in own] for own in self.holders]

    def chosen(self, options: Iterable[int]) -> int:
        """The state when these options are chosen. Raises Refused if they exclude each other."""
        state = self.start
        for clash, mask, one in map(self.moves.__getitem__, options):
            if state & clash:
                raise Refused("two pieces or digits exclude each other")
            state = (state | mask) + one
        return state

    def solved(self, state: int) -> bool:
        """Is all covered that must be, has each group its least number?"""
        numbers = state - self.start >> self.n_items
        enough = all(numbers >> FIELD * g & (1 << FIELD) - 1 >= lo for g, (lo, _) in enumerate(self.groups))
        return enough and state & self.masks[1] == self.masks[1]

    def worth(self, state: int) -> int | None:
        return int(self.solved(state)) if state & self.masks[2] == self.masks[2] else None

    def image(self, options: Sequence[int], group: Iterable[Permutation]) -> tuple[str, int]:
        """What the images of a solution have in common, their least one; how many. Refused if it is none."""
        if not self.solved(self.chosen(options)):  # what is of `cells` only may be left uncovered
            raise Refused("the board breaks a rule")
        every = {tuple(sorted(element[option] for option in options)) for element in group}
        return str(min(every)), len(every)

    def after(self, state: int, step: int) -> list[int]:
        """The states after each way to cover the item, and to leave it uncovered. Raises Refused."""
        once, must, _ = self.masks
        if not ((once | must) & ~state) >> step & 1:
            raise Refused(f"the certificate branches on item {step}, which is covered or no item")
        left = [] if must >> step & 1 else [state | 1 << step]
        left += [(state | mask) + one for clash, mask, one in self.ways[step] if not state & clash]
        if left and not once >> step & 1:
            raise Refused(f"the certificate says that nothing covers item {step}, but an option does")
        return left


def roots(cover: Cover, anchor: int, group: Sequence[Permutation]) -> list[tuple[int, int]]:
    """Where the counts begin, and how often each is taken. Anchor -1: the empty state, once.

    Symmetry is an identity. Every solution contains exactly one option of the anchor, an item of both `once`
    and `must`. A permutation that maps solutions to solutions maps those with an option one to one to those
    with its image. All are the sum, over orbits, of their size times the solutions with their first option.
    """
    if anchor < 0:
        return [(1, cover.start)]
    if anchor not in cover.once & cover.must:
        raise Refused(f"the anchor, item {anchor}, is not one that every solution covers exactly once")
    found, left = [], {o for o in cover.holders[anchor] if not cover.start & cover.moves[o][0]}
    while left:
        orbit = {image[min(left)] for image in group} & left
        found.append((len(orbit), cover.chosen([min(left)])))
        left -= orbit
    return found


def symmetries(cover: Cover, generators: Sequence[Sequence[Sequence[int]]]) -> list[Permutation]:
    """The group that the generators make, permutations of items and of groups. Raises Refused."""
    if len(generators) > MOST_GENERATORS:
        raise Refused(f"{len(generators)} generators; at most {MOST_GENERATORS} are read")
    made = [moved(cover, items, groups) for items, groups in generators]
    found = [tuple(range(len(cover.options)))]
    known = set(found)
    for element in found:  # it grows
        new = {tuple(generator[o] for o in element) for generator in made} - known
        known |= new
        found += sorted(new)
        if len(found) * len(cover.options) > MOST_IMAGES:
            raise Refused("the generators make too large a group")
    return found


def moved(cover: Cover, items: Sequence[int], groups: Sequence[int]) -> Permutation:
    """Where items and groups so permuted move each option. Refused unless that maps the cover to itself."""
    if sorted(items) != list(range(cover.n_items)) or sorted(groups) != list(range(len(cover.groups))):
        raise Refused("a generator is no permutation of the items and groups")
    kinds = all(kind == {items[i] for i in kind} for kind in (cover.once, cover.must, cover.cells))
    bounds = tuple(cover.groups[g] for g in groups) == cover.groups
    number = {option: o for o, option in enumerate(cover.options)}
    own = [(tuple(sorted(items[i] for i in own)), groups[g] if g >= 0 else -1) for own, g in cover.options]
    if not kinds or not bounds or not number.keys() >= set(own):
        raise Refused("a generator does not map the model to itself")
    return tuple(number[option] for option in own)
