"""Covers in which an option may add more than one to a counted group: quotients by symmetries, whose options
are orbits of options; and the parts of a problem that share nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from zenkai_solver.models.classes import classes
from zenkai_solver.solvers.engines.exactcover.cover import Cover

Use = tuple[str, int]  # "item", "group" or "clause", and its number


@dataclass(frozen=True)
class Option:
    """The items that it covers, what it adds to each counted group, and the clauses that it satisfies."""

    items: tuple[int, ...]
    gains: Mapping[int, int]
    clauses: tuple[int, ...]


@dataclass(frozen=True)
class CountingProblem:
    """Items below `n_primary` are covered exactly once, the others at most once.

    The gains of group g add up to lo[g]..hi[g]; each of the clauses, which are numbered, is satisfied.
    """

    n_primary: int
    options: tuple[Option, ...]
    lo: tuple[int, ...]
    hi: tuple[int, ...]
    clauses: int


def uses(option: Option) -> list[Use]:
    """What the option touches: its items, counted groups and clauses."""
    uses = [("item", i) for i in option.items]
    return uses + [("group", g) for g in option.gains] + [("clause", c) for c in option.clauses]


def as_problem(cover: Cover) -> CountingProblem:
    clauses = _memberships(cover.clauses, len(cover.options))
    options = (
        Option(items, {group: 1} if group >= 0 else {}, satisfied)
        for items, group, satisfied in zip(cover.options, cover.group or [-1] * len(cover.options), clauses)
    )
    return CountingProblem(cover.n_primary, tuple(options), cover.lo, cover.hi, len(cover.clauses))


def _memberships(sets: Sequence[Iterable[int]], size: int) -> list[tuple[int, ...]]:
    """For each of 0..size-1, the sets it is in."""
    sets_of: list[list[int]] = [[] for _ in range(size)]
    for number, members in enumerate(sets):
        for member in members:
            sets_of[member].append(number)
    return [tuple(numbers) for numbers in sets_of]


def quotient(cover: Cover, perm: Sequence[int]) -> CountingProblem:
    """The problem whose solutions are the cover's solutions that the permutation of variables keeps."""
    problem = as_problem(cover)
    image = _images(cover, perm)
    orbits = _cycles(image)
    item_of = _item_orbits(problem, cover, image)
    options = []
    for orbit in orbits:
        members = [problem.options[o] for o in orbit]
        if any(set(a.items) & set(b.items) for a, b in combinations(members, 2)):
            continue  # its options exclude each other: no solution that is kept has one
        gains: dict[int, int] = defaultdict(int)
        for option in members:
            for group, gain in option.gains.items():
                gains[group] += gain
        options.append(
            Option(
                tuple(sorted({item_of[item] for option in members for item in option.items})),
                dict(gains),
                tuple(sorted({clause for option in members for clause in option.clauses})),
            )
        )
    primary = sorted({item_of[item] for item in range(problem.n_primary)})
    place = {item: i for i, item in enumerate(primary)}
    for item in sorted(set(item_of) - set(primary)):
        place[item] = len(place)
    renamed = (Option(tuple(place[i] for i in o.items), o.gains, o.clauses) for o in options)
    return CountingProblem(len(primary), tuple(renamed), problem.lo, problem.hi, problem.clauses)


def _images(cover: Cover, perm: Sequence[int]) -> list[int]:
    """The image of each option; a slack option goes to the slack option of the image of its item.

    Items with the same options are covered together, and their slack options chosen together, so the images
    of these may be assigned in any order.
    """
    number = {var: o for o, var in enumerate(cover.variables) if var}
    image = [number[perm[var]] if var else -1 for var in cover.variables]
    slack = {items[0]: o for o, items in enumerate(cover.options) if not cover.variables[o]}
    options_of: dict[int, set[int]] = {item: set() for item in slack}
    for o, items in enumerate(cover.options):
        if cover.variables[o]:
            for item in options_of.keys() & set(items):
                options_of[item].add(o)
    alike: dict[frozenset[int], list[int]] = defaultdict(list)
    for item, options in options_of.items():
        alike[frozenset(options)].append(slack[item])
    for of, slacks in list(alike.items()):
        for o, target in zip(slacks, alike[frozenset(image[o] for o in of)], strict=True):
            image[o] = target
    return image


def _cycles(image: Sequence[int]) -> list[tuple[int, ...]]:
    """The cycles of a permutation."""
    seen: set[int] = set()
    cycles = []
    for start in range(len(image)):
        cycle = []
        while start not in seen:
            seen.add(start)
            cycle.append(start)
            start = image[start]
        if cycle:
            cycles.append(tuple(cycle))
    return cycles


def _item_orbits(problem: CountingProblem, cover: Cover, image: Sequence[int]) -> list[int]:
    """For each item, the least item of its orbit. Items with the same options count as one."""
    members: list[set[int]] = [set() for _ in range(cover.n_primary + cover.n_secondary)]
    for o, option in enumerate(problem.options):
        for item in option.items:
            members[item].add(o)
    first: dict[frozenset[int], int] = {}
    for item, options in enumerate(members):
        first.setdefault(frozenset(options), item)
    least = []
    for options in members:
        orbit, at = [], frozenset(options)
        while (item := first[at]) not in orbit:
            orbit.append(item)
            at = frozenset(image[o] for o in at)
        least.append(min(orbit))
    return least


def parts(problem: CountingProblem) -> list[CountingProblem]:
    """The problem split into parts that share no item, counted group or clause."""
    everything = [("item", i) for i in range(problem.n_primary)]
    everything += [("group", g) for g in range(len(problem.lo))]
    everything += [("clause", c) for c in range(problem.clauses)]
    everything += [("option", o) for o in range(len(problem.options))]
    shared = [(("option", o), use) for o, option in enumerate(problem.options) for use in uses(option)]
    at = {thing: i for i, thing in enumerate(dict.fromkeys([*everything, *(use for _, use in shared)]))}
    least = classes(len(at), ((at[option], at[use]) for option, use in shared))
    rooms: dict[int, list[Use]] = defaultdict(list)
    for thing in everything:
        rooms[least[at[thing]]].append(thing)
    return [_part(problem, room) for room in rooms.values()]


def _part(problem: CountingProblem, room: Sequence[Use]) -> CountingProblem:
    options = [problem.options[number] for kind, number in room if kind == "option"]
    groups = [number for kind, number in room if kind == "group"]
    clauses = [number for kind, number in room if kind == "clause"]
    primary = [number for kind, number in room if kind == "item"]
    secondary = sorted({i for option in options for i in option.items if i >= problem.n_primary})
    item = {old: new for new, old in enumerate((*primary, *secondary))}
    group = {old: new for new, old in enumerate(groups)}
    clause = {old: new for new, old in enumerate(clauses)}
    renamed = (
        Option(
            tuple(item[i] for i in option.items),
            {group[g]: gain for g, gain in option.gains.items()},
            tuple(clause[c] for c in option.clauses),
        )
        for option in options
    )
    return CountingProblem(
        len(primary),
        tuple(renamed),
        tuple(problem.lo[g] for g in groups),
        tuple(problem.hi[g] for g in groups),
        len(clauses),
    )
