"""Random covers, their solutions by brute force, and the two checkers side by side."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import permutations, product

import numpy as np

from zenkai_solver.solvers.certificates.effort import WorkBudget, free
from zenkai_solver.solvers.certificates.writing import SearchOrder, replayed, steps
from zenkai_solver.solvers.checker.checker import (
    Cover,
    Permutation,
    Refused,
    option,
    roots,
    symmetries,
    total,
)

Generator = tuple[tuple[int, ...], tuple[int, ...]]  # where each item goes, and each group


def random_cover(rng: random.Random) -> Cover:
    """Cells, and items of every kind: exactly once, at most once, at least once, free; groups lo..hi.

    An option adds nothing, 1 to a group, or other amounts to several.
    """
    n_cells, n_more = rng.randint(1, 4), rng.randint(0, 3)
    n_items = n_cells + n_more
    more = range(n_cells, n_items)
    most = rng.choice((3, 9))
    groups = [
        tuple(sorted(rng.choices(range(most + 1), k=2))) for _ in range(rng.choice((0, 0, 0, 1, 2, 2, 5)))
    ]
    if len(groups) == 2 and rng.random() < 0.5:
        groups[1] = groups[0]
    options = set()
    for _ in range(rng.randint(0, 7)):
        items = {rng.randrange(n_cells), *(i for i in range(n_items) if rng.random() < 0.3)}
        adds = [(g, rng.randint(1, max(1, hi))) for g, (_, hi) in enumerate(groups) if rng.random() < 0.5]
        if most == 3:
            adds = [(g, 1) for g, _ in rng.sample(adds, min(len(adds), 1))]
        options.add(option(items, adds))
    exact = rng.random() < 0.6
    return Cover(
        n_items,
        frozenset({*range(n_cells), *(i for i in more if rng.random() < 0.5)}),
        frozenset(i for i in range(n_items) if (exact and i < n_cells) or rng.random() < 0.4),
        frozenset(range(n_cells)),
        tuple(sorted(options)),
        tuple(groups),
    )


def closed(cover: Cover, rng: random.Random) -> Cover:
    """The cover made symmetric: with the images of its options under an exchange of two cells."""
    a, b = rng.randrange(len(cover.cells)), rng.randrange(len(cover.cells))
    swap = {a: b, b: a}
    images = {option([swap.get(i, i) for i in items], adds) for items, adds in cover.options}
    must = cover.must - {a, b} | ({a, b} if a in cover.must else frozenset())
    options = tuple(sorted({*cover.options, *images}))
    return Cover(cover.n_items, cover.once, must, cover.cells, options, cover.groups)


def brute_force(cover: Cover) -> int:
    """The sets of options that are solutions, by trying all: from the words of `checker.cover` alone."""
    number = 0
    for bits in product((0, 1), repeat=len(cover.options)):
        chosen = [option for bit, option in zip(bits, cover.options) if bit]
        covered = [item for items, _ in chosen for item in items]
        numbers = [sum(dict(adds).get(g, 0) for _, adds in chosen) for g in range(len(cover.groups))]
        number += (
            all(covered.count(item) <= 1 for item in cover.once)
            and cover.must <= set(covered)
            and all(lo <= n <= hi for n, (lo, hi) in zip(numbers, cover.groups))
        )
    return number


def automorphisms(cover: Cover) -> Iterator[Generator]:
    """All permutations of items and groups that map the cover to itself, by trying all."""
    options = set(cover.options)
    kinds = [(i in cover.once, i in cover.must, i in cover.cells) for i in range(cover.n_items)]
    for items in permutations(range(cover.n_items)):
        if all(kinds[i] == kinds[items[i]] for i in range(cover.n_items)):
            for groups in permutations(range(len(cover.groups))):
                moved = {
                    option([items[i] for i in covered], {groups[g]: n for g, n in adds})
                    for covered, adds in options
                }
                same = all(cover.groups[g] == bounds for g, bounds in zip(groups, cover.groups))
                if moved == options and same:
                    yield items, groups


def written(
    cover: Cover, how: SearchOrder, anchor: int = -1, group: Sequence[Permutation] = (), apart: int = -1
) -> list[int]:
    """The numbers of a certificate."""
    data = b"".join(steps(cover, how, [state for _, state in roots(cover, anchor, group)], apart=apart))
    return list(np.frombuffer(data, np.uint8 if cover.n_items < 256 else ">u2"))


def by_plain(
    cover: Cover,
    numbers: Sequence[int],
    tree: bool,
    anchor: int,
    group: Sequence[Permutation],
    spend: WorkBudget | None = None,
) -> int:
    return total(cover, iter(map(int, numbers)), tree, roots(cover, anchor, group), spend or free())


def by_twin(
    cover: Cover,
    numbers: Sequence[int],
    tree: bool,
    anchor: int,
    group: Sequence[Permutation],
    spend: WorkBudget | None = None,
) -> int:
    return replayed(cover, iter([np.array(numbers, np.uint16)]), tree, anchor, group, spend)


def both(
    cover: Cover,
    numbers: Sequence[int],
    tree: bool = False,
    anchor: int = -1,
    group: Sequence[Permutation] = (),
) -> int | None:
    """The certified count, or None: refused. The two checkers must agree, also on what work it is."""
    answers: list[tuple[int, int] | None] = []
    for checker in (by_plain, by_twin):
        try:
            spend = free()
            count = checker(cover, numbers, tree, anchor, group or symmetries(cover, ()), spend)
            answers.append((count, spend.spent))
        except Refused:
            answers.append(None)
    assert answers[0] == answers[1], (cover, list(numbers), tree, anchor)
    return answers[0] and answers[0][0]
