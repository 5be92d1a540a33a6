"""Counting the solutions of an exact cover without visiting them: dynamic programming over the frontier.

The items are passed in scan order. Two partial choices that leave the same items uncovered, the same counts
and the same clauses open have equally many completions, so only the number of ways to reach each such state
is kept, as a Python integer of any size. Keys are exact states, never hashes of them. Parts of the problem
that share nothing are counted apart and multiplied. Pays where pieces may be used without limit (the states
of 10x10 dominoes are at most 2^10); with one copy of each, states hardly ever meet, and a search is better.

The number of orbits follows by Burnside's lemma: the mean, over the symmetries g, of the number of solutions
that g maps to themselves; these are the solutions of the quotient, whose options are the orbits of options
under the powers of g.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import prod

from zenkai_solver.models.csp import Model
from zenkai_solver.solvers.backend import NEVER, Counted, Deadline
from zenkai_solver.solvers.engines.exactcover.cover import Cover, cover_view

MAX_STATES = 400_000  # states held at once, some 100 bytes each; above it the count is given up
CHECK_EVERY = 4_096  # states between two looks at the clock


@dataclass(frozen=True)
class Option:
    """Items it covers, how much it adds to each counted group, and the clauses it satisfies."""

    items: tuple[int, ...]
    gains: Mapping[int, int]
    clauses: tuple[int, ...]


@dataclass(frozen=True)
class Problem:
    """Items below n_primary exactly once, the others at most once; group g's gains add up to lo[g]..hi[g]."""

    n_primary: int
    options: tuple[Option, ...]
    lo: tuple[int, ...]
    hi: tuple[int, ...]
    clauses: int


def count(model: Model, deadline: Deadline = NEVER, max_states: int = MAX_STATES) -> Counted | None:
    """Both numbers; None if the states would pass `max_states`. Raises Unsupported, Interrupted."""
    cover = cover_view(model)
    everything = _count_cover(as_problem(cover), cover.possible, deadline, max_states)
    if everything is None:
        return None
    fixed = [everything]
    if 0 in cover.variables and len(model.symmetries) > 1:
        return None  # the symmetries say nothing of slack options
    for perm in model.symmetries[1:]:
        own = _count_cover(quotient(cover, perm), cover.possible, deadline, max_states)
        if own is None:
            return None
        fixed.append(own)
    return Counted(sum(fixed) // len(fixed), everything)


def _count_cover(problem: Problem, possible: bool, deadline: Deadline, max_states: int) -> int | None:
    if not possible:
        return 0
    numbers = []
    for part in parts(problem):
        numbers.append(_frontier(part, deadline, max_states))
        if numbers[-1] is None:
            return None
    return prod(number for number in numbers if number is not None)


def as_problem(cover: Cover) -> Problem:
    clauses = _memberships(cover.clauses, len(cover.options))
    options = (
        Option(items, {group: 1} if group >= 0 else {}, own)
        for items, group, own in zip(cover.options, cover.group or [-1] * len(cover.options), clauses)
    )
    return Problem(cover.n_primary, tuple(options), cover.lo, cover.hi, len(cover.clauses))


def _memberships(sets: Sequence[Iterable[int]], size: int) -> list[tuple[int, ...]]:
    """For each of 0..size-1, the sets it is in."""
    own: list[list[int]] = [[] for _ in range(size)]
    for number, members in enumerate(sets):
        for member in members:
            own[member].append(number)
    return [tuple(numbers) for numbers in own]


def quotient(cover: Cover, perm: Sequence[int]) -> Problem:
    """The problem whose solutions are the cover's solutions that the permutation of variables keeps."""
    problem = as_problem(cover)
    number = {var: o for o, var in enumerate(cover.variables)}
    image = [number[perm[var]] for var in cover.variables]
    orbits = _cycles(image)
    item_of = _item_orbits(problem, cover, image)
    options = []
    for orbit in orbits:
        own = [problem.options[o] for o in orbit]
        if any(set(a.items) & set(b.items) for a, b in combinations(own, 2)):
            continue  # its options exclude each other: no solution that is kept has one
        gains: dict[int, int] = defaultdict(int)
        for option in own:
            for group, gain in option.gains.items():
                gains[group] += gain
        options.append(
            Option(
                tuple(sorted({item_of[item] for option in own for item in option.items})),
                dict(gains),
                tuple(sorted({clause for option in own for clause in option.clauses})),
            )
        )
    primary = sorted({item_of[item] for item in range(problem.n_primary)})
    place = {item: i for i, item in enumerate(primary)}
    for item in sorted(set(item_of) - set(primary)):
        place[item] = len(place)
    renamed = (Option(tuple(place[i] for i in o.items), o.gains, o.clauses) for o in options)
    return Problem(len(primary), tuple(renamed), problem.lo, problem.hi, problem.clauses)


def _cycles(image: Sequence[int]) -> list[tuple[int, ...]]:
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


def _item_orbits(problem: Problem, cover: Cover, image: Sequence[int]) -> list[int]:
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


def parts(problem: Problem) -> list[Problem]:
    """The problem split where nothing is shared: no item, no counted group, no clause."""
    leader: dict[Hashable, Hashable] = {}

    def find(x: Hashable) -> Hashable:
        leader.setdefault(x, x)
        while leader[x] != x:
            leader[x] = leader[leader[x]]
            x = leader[x]
        return x

    for o, option in enumerate(problem.options):
        for use in _uses(option):
            leader[find(use)] = find(("option", o))
    rooms: dict[Hashable, list[tuple[str, int]]] = defaultdict(list)
    everything = [("item", i) for i in range(problem.n_primary)]
    everything += [("group", g) for g in range(len(problem.lo))]
    everything += [("clause", c) for c in range(problem.clauses)]
    everything += [("option", o) for o in range(len(problem.options))]
    for kind, number in everything:
        rooms[find((kind, number))].append((kind, number))
    return [_part(problem, room) for room in rooms.values()]


def _part(problem: Problem, room: Sequence[tuple[str, int]]) -> Problem:
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
    return Problem(
        len(primary),
        tuple(renamed),
        tuple(problem.lo[g] for g in groups),
        tuple(problem.hi[g] for g in groups),
        len(clauses),
    )


@dataclass(frozen=True)
class _Step:
    """What happens at one scan item: the moves that cover it, and what is settled for good afterwards.

    A move is (bits that must be free, amount to add, bits to set). After the step the `must` bits have to be
    set, `clear` drops them, and each field (mask, least value) has to have reached its least and is dropped.
    """

    item: int
    moves: tuple[tuple[int, int, int], ...]
    must: int
    clear: int
    fields: tuple[tuple[int, int], ...]

    def targets(self, state: int, guards: int) -> Iterator[int]:
        if state & self.item:
            yield state
            return
        for free, amount, marks in self.moves:
            if not state & free:
                target = state + amount | marks
                if not target & guards:
                    yield target

    def settle(self, state: int) -> int | None:
        """The state without what no later move can change; None if something is missing for good."""
        if state & self.must != self.must:
            return None
        state &= ~self.clear
        for mask, least in self.fields:
            if state & mask < least:
                return None
            state &= ~mask
        return state


class _Layout:
    """Where a state keeps what: item bits, then clause bits, then one field a counted group.

    A field of k bits starts at 2^k - 1 - hi, so that going above hi carries into the guard bit above it.
    """

    def __init__(self, problem: Problem) -> None:
        self.clauses = 1 + max((i for o in problem.options for i in o.items), default=0)
        shift = self.clauses + problem.clauses
        self.start = self.guards = 0
        self.shifts: list[int] = []
        self.fields: list[tuple[int, int]] = []
        for group, (lo, hi) in enumerate(zip(problem.lo, problem.hi, strict=True)):
            most = sum(option.gains.get(group, 0) for option in problem.options)
            width = most.bit_length() + 1
            top = (1 << width) - 1 - min(hi, most)
            self.shifts.append(shift)
            self.start |= top << shift
            self.guards |= 1 << (shift + width)
            self.fields.append((((1 << (width + 1)) - 1) << shift, (top + lo) << shift))
            shift += width + 1

    def move(self, option: Option) -> tuple[int, int, int]:
        items = sum(1 << i for i in option.items)
        gains = sum(gain << self.shifts[g] for g, gain in option.gains.items())
        return items, items + gains, sum(1 << (self.clauses + c) for c in option.clauses)


def _steps(problem: Problem, order: Sequence[int], layout: _Layout) -> list[_Step]:
    place = {item: p for p, item in enumerate(order)}
    moves: list[list[tuple[int, int, int]]] = [[] for _ in order]
    last: dict[tuple[str, int], int] = {}
    for option in problem.options:
        first = min(place[i] for i in option.items if i in place)
        moves[first].append(layout.move(option))
        for use in _uses(option):
            last[use] = max(last.get(use, -1), first)
    ends: list[list[tuple[str, int]]] = [[] for _ in order]
    for use, end in last.items():
        ends[max(end, place.get(use[1], -1)) if use[0] == "item" else end].append(use)
    steps = []
    for item, own, settled in zip(order, moves, ends, strict=True):
        items = [n for kind, n in settled if kind == "item"]
        clauses = sum(1 << (layout.clauses + n) for kind, n in settled if kind == "clause")
        must = sum(1 << n for n in items if n < problem.n_primary) | clauses
        clear = must | sum(1 << n for n in items)
        fields = tuple(layout.fields[n] for kind, n in settled if kind == "group")
        steps.append(_Step(1 << item, tuple(own), must, clear, fields))
    return steps


def _uses(option: Option) -> list[tuple[str, int]]:
    """What the option touches: its items, counted groups and clauses."""
    uses = [("item", i) for i in option.items]
    return uses + [("group", g) for g in option.gains] + [("clause", c) for c in option.clauses]


def _frontier(problem: Problem, deadline: Deadline, max_states: int) -> int | None:
    """The number of solutions of a connected problem; None if it would hold too many states."""
    used = {use for option in problem.options for use in _uses(option)}
    needed = [("item", i) for i in range(problem.n_primary)]
    needed += [("clause", c) for c in range(problem.clauses)]
    needed += [("group", g) for g, lo in enumerate(problem.lo) if lo > 0]
    if not used.issuperset(needed):
        return 0
    layout = _Layout(problem)
    states = {layout.start: 1}
    for step in _steps(problem, _scan_order(problem), layout):
        grown: dict[int, int] = {}
        for number, (state, ways) in enumerate(states.items()):
            if number % CHECK_EVERY == 0:
                deadline.check()
            for target in step.targets(state, layout.guards):
                settled = step.settle(target)
                if settled is not None:
                    grown[settled] = grown.get(settled, 0) + ways
            if len(grown) > max_states:
                return None
        states = grown
    return sum(states.values())


def _scan_order(problem: Problem) -> list[int]:
    from zenkai_solver.solvers.engines.exactcover.kernels import scan

    options = [option.items for option in problem.options]
    secondary = 1 + max((i for o in options for i in o), default=0) - problem.n_primary
    orders = scan.derive_orders(scan.Problem(problem.n_primary, max(0, secondary), options))
    return list(orders[0])
