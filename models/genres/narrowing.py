"""Which values no board has by the sums of different numbers that its rules state.

A set of numbers is a bit mask: bit n for the number n.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import combinations
from operator import or_

from zenkai_solver.models.bits import bits
from zenkai_solver.models.genres.sheet import Place

LayerPlace = tuple[str, Place]
MOST = 15  # the greatest number of a place whose sums are looked at


@dataclass(frozen=True)
class DifferentSum:
    """The numbers at these places of layers all differ, and have this sum."""

    places: tuple[LayerPlace, ...]
    total: int

    def left(self, masks: list[int]) -> list[int]:
        """The numbers of each place that may be left of these; none where no board keeps the sum."""
        known = reduce(or_, [mask for mask in masks if not mask & (mask - 1)], 0)
        masks = [mask & ~known or mask for mask in masks]
        union = reduce(or_, masks, 0)
        left, every = [0] * len(masks), union
        for chosen in sets_with(len(masks), self.total, union):
            parts = [mask & chosen for mask in masks]
            if all(parts):
                every &= chosen
                left = [*map(or_, left, parts)]
        for number in bits(every) if all(left) else ():  # each set has it: so has its only place
            at = [i for i, mask in enumerate(left) if mask >> number & 1]
            if len(at) == 1:
                left[at[0]] = 1 << number
        return left


def narrowed(
    values: Mapping[LayerPlace, tuple[int, ...]], sums: Sequence[DifferentSum], spend: Callable[[int], None]
) -> dict[LayerPlace, tuple[int, ...]]:
    """The values that are left at places where some are not, until no sum takes another one away; none where
    no board keeps a sum. `spend` is called with the number of places that are gone through.
    """
    sums = [one for one in sums if all(min(values[at]) >= 0 and max(values[at]) <= MOST for at in one.places)]
    masks = {at: sum([1 << value for value in values[at]]) for one in sums for at in one.places}
    of: dict[LayerPlace, list[DifferentSum]] = {at: [] for at in masks}
    for one in sums:
        for at in one.places:
            of[at].append(one)
    waiting = dict.fromkeys(sums)
    while waiting:
        one, _ = waiting.popitem()
        spend(len(one.places))
        for at, left in zip(one.places, one.left([masks[at] for at in one.places])):
            if left != masks[at]:
                masks[at] = left
                waiting |= dict.fromkeys(of[at])
                if not left:
                    return {at: ()}
    numbers = {at: tuple(bits(mask)) for at, mask in masks.items()}
    return {at: left for at, left in numbers.items() if len(left) < len(values[at])}


@lru_cache(maxsize=4096)
def sets_with(size: int, total: int, union: int) -> tuple[int, ...]:
    """The sets of so many of these numbers that have this sum."""
    chosen = (some for some in combinations(bits(union), size) if sum(some) == total)
    return tuple([sum([1 << number for number in some]) for some in chosen])
