"""A model seen as an exact cover: items and options.

    ExactlyOne    primary item: exactly one of its options is chosen
    AtMostOne     secondary item: at most one
    Cardinality   counted group: lo..hi of its options
    Clause        (positive literals) at least one of these options; a unit clause chooses or forbids one
    variable      option

A search that branches on primary items only finds all solutions if every option covers some primary item
(Knuth, TAOCP 4B, 7.2.2.1): it would never choose another option. Where an option covers secondary items only,
these become primary, each with one more option, its slack, which says that nothing else covers the item. A
variable in no item at all is Unsupported.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from zenkai_solver.models.constraints import (
    AtMostOne,
    BlockLine,
    Cardinality,
    Clause,
    Connected,
    Constraint,
    ExactlyOne,
    GraphConstraint,
    Linear,
    OnGraph,
    Regular,
    unknown,
)
from zenkai_solver.models.csp import Model
from zenkai_solver.solvers.core.deadlines import Unsupported

Item = tuple[int, ...]  # variables
Group = tuple[tuple[int, ...], int, int]  # variables, at least and at most so many of them


def no_cover(constraint: Linear | Regular | BlockLine | GraphConstraint) -> Unsupported:
    """Why no exact cover has this constraint, in a user's words."""
    match constraint:
        case Linear():
            about = "sums"
        case Regular():
            about = "patterns along a line"
        case BlockLine():
            about = "lines of blocks"
        case Connected():
            about = "areas that are connected"
        case OnGraph():
            about = "loops, or areas and their sizes"
        case _:
            unknown(constraint)
    return Unsupported(f"not an exact cover: a rule about {about}")


@dataclass(frozen=True)
class Cover:
    """Items 0..n_primary-1 are primary, the rest secondary; `variables[o]` is the variable of option o.

    The variable of a slack option is 0. `chosen` are variables that are true in every solution; the items
    that they cover are removed, with the options of these items. `group[o]` is the counted group of option o
    or -1, clauses are of options. `possible` is False if the model is seen to have no solution.
    """

    n_primary: int
    n_secondary: int
    options: tuple[tuple[int, ...], ...]
    variables: tuple[int, ...]
    chosen: tuple[int, ...] = ()
    group: tuple[int, ...] = ()
    lo: tuple[int, ...] = ()
    hi: tuple[int, ...] = ()
    clauses: tuple[tuple[int, ...], ...] = ()
    possible: bool = True


@dataclass
class _Sorted:
    """The model's constraints by their part in the cover."""

    primary: list[Item]
    slack: list[Item]
    secondary: list[Item]
    groups: list[Group]
    clauses: list[Item]
    true: set[int]
    false: set[int]

    @property
    def items(self) -> Sequence[Item]:
        return [*self.slack, *self.primary, *self.secondary]


def check_cover(model: Model) -> None:
    """Raise Unsupported if the model states no exact cover, as `cover_view` does, but for choices that two
    rules count. It takes little time.
    """
    _sorted(model)


def cover_view(model: Model) -> Cover:
    """The exact cover that the model states. Raises Unsupported if it states none."""
    return _build(model, _sorted(model))


def _sorted(model: Model) -> _Sorted:
    """The constraints by their parts. Raises Unsupported."""
    parts = _Sorted([], [], [], [], [], set(), set())
    for constraint in model.constraints:
        _sort(constraint, parts)
    if len(model.projection) != model.size:
        raise Unsupported("not an exact cover: a rule needs counters beside the choices of the puzzle")
    covered = set().union(*parts.primary) if parts.primary else set()
    loose = set(model.projection) - covered - parts.false
    for item in [item for item in parts.secondary if not loose.isdisjoint(item)]:
        parts.secondary.remove(item)
        parts.slack.append(item)
    if _tight(parts):
        parts.slack += parts.secondary
        parts.secondary.clear()
    if lost := loose.difference(*parts.slack):
        raise Unsupported(
            f"not an exact cover: {model.names[min(lost) - 1]} takes part in no rule of one at most"
        )
    return parts


SMALL, MOST_LOOKS = 500, 6_000  # options of a cover, and looks at one: 1 to 5 ms of CPU


def visited_soon(model: Model) -> bool:
    """Does a plain search end within MOST_LOOKS looks at options? It knows no lower bounds and no clauses,
    so that no other search has much more to visit. Raises Unsupported if the model states no exact cover.
    """
    if len(model.projection) > SMALL:
        return False
    cover = cover_view(model)
    masks = [sum(1 << item for item in items) for items in cover.options]
    primary = [[item for item in items if item < cover.n_primary] for items in cover.options]
    looks = 0
    every: Sequence[int] = range(len(masks))
    nodes = [((1 << cover.n_primary) - 1, every, cover.hi)]
    while nodes:
        todo, live, room = nodes.pop()
        if not todo:
            continue
        looks += len(live)
        if looks > MOST_LOOKS:
            return False
        times = Counter(item for option in live for item in primary[option])
        item = min((item for item in range(cover.n_primary) if todo >> item & 1), key=times.__getitem__)
        for option in live:
            if masks[option] >> item & 1:
                mask, group = masks[option], cover.group[option]
                left = tuple(most - (number == group) for number, most in enumerate(room))
                rest = [
                    o
                    for o in live
                    if not masks[o] & mask and (cover.group[o] < 0 or left[cover.group[o]] > 0)
                ]
                nodes.append((todo & ~mask, rest, left))
    return True


def without(cover: Cover, variables: AbstractSet[int]) -> Cover:
    """The cover in which the options of these variables are false; its items keep their numbers."""
    kept = [option for option, var in enumerate(cover.variables) if var not in variables]
    number = {option: n for n, option in enumerate(kept)}
    options = tuple(cover.options[option] for option in kept)
    clauses = tuple(tuple(number[option] for option in c if option in number) for c in cover.clauses)
    covered = set(range(cover.n_primary)) <= set().union(*options)
    return replace(
        cover,
        options=options,
        variables=tuple(cover.variables[option] for option in kept),
        group=tuple(cover.group[option] for option in kept),
        clauses=clauses,
        possible=cover.possible and covered and all(clauses),
    )


FEW = 8  # secondary items are made primary where at most one in so many of them stays uncovered


def _tight(parts: _Sorted) -> bool:
    """Do all solutions leave equally many secondary items uncovered, and only a few? See `_free`.

    Then these items are better made primary.
    """
    if not parts.secondary or parts.slack or parts.groups:
        return False
    size = Counter(var for item in parts.secondary for var in item if var not in parts.false)
    sizes = [{size[var] for var in item if var not in parts.false} for item in parts.primary]
    times = Counter(var for item in parts.primary for var in item)
    if any(len(different) != 1 for different in sizes) or any(times[var] != 1 for var in size):
        return False
    free = len(parts.secondary) - sum(max(different) for different in sizes)
    return 0 <= free * FEW <= len(parts.secondary)


def _sort(constraint: Constraint, parts: _Sorted) -> None:
    """Add the constraint to the part that it plays. Raises Unsupported."""
    match constraint:
        case ExactlyOne(lits) | Cardinality(lits, 1, 1):
            parts.primary.append(_positive(lits))
        case AtMostOne(lits) | Cardinality(lits, 0, 1):
            parts.secondary.append(_positive(lits))
        case Cardinality(lits, lo, hi) if lo > 0 or hi < len(lits):
            parts.groups.append((_positive(lits), lo, hi))
        case Cardinality():
            pass
        case Clause((lit,)):
            (parts.true if lit > 0 else parts.false).add(abs(lit))
        case Clause(lits):
            parts.clauses.append(_positive(lits))
        case Linear() | Regular() | BlockLine() | OnGraph():
            raise no_cover(constraint)
        case _:
            unknown(constraint)


def _positive(lits: tuple[int, ...]) -> tuple[int, ...]:
    """The literals. Raises Unsupported unless they are positive and distinct."""
    if min(lits, default=0) < 0 or len(set(lits)) < len(lits):
        raise Unsupported("not an exact cover: a rule of the kind: if this, then that")
    return lits


@dataclass(frozen=True)
class _Settled:
    """What is left without the options that are surely chosen, their items, and all options of these
    items.
    """

    slack: Sequence[Item]
    exact: Sequence[Item]
    secondary: Sequence[Item]
    groups: Sequence[Group]
    clauses: Sequence[Item]
    gone: frozenset[int]  # the variables that are no options
    possible: bool

    @property
    def primary(self) -> Sequence[Item]:
        return [*self.slack, *self.exact]


def _build(model: Model, parts: _Sorted) -> Cover:
    left = _settle(parts)
    variables = [var for var in model.projection if var not in left.gone]
    option = {var: o for o, var in enumerate(variables)}
    items = [*_items_of(left, option), *((number,) for number in range(len(left.slack)))]
    bounded = _bounded(left.groups, option)
    clauses = tuple(tuple(option[v] for v in c if v in option) for c in left.clauses)
    covered = set(range(len(left.primary))) <= set().union(*items)
    group = _group_of(bounded, option)
    free = _free(len(left.slack), items[: len(option)], bounded, group)
    most = len(variables) + 1  # beyond it bounds say no more, and may be too large for a machine word
    rest = [] if free is None else [free]
    return Cover(
        n_primary=len(left.primary),
        n_secondary=len(left.secondary),
        options=tuple(items),
        variables=(*variables, *(0 for _ in left.slack)),
        chosen=tuple(sorted(parts.true)),
        group=(*group, *(len(bounded) if rest else -1 for _ in left.slack)),
        lo=(*(min(max(0, lo), most) for _, lo, _ in bounded), *rest),
        hi=(*(min(max(0, hi), most) for _, _, hi in bounded), *rest),
        clauses=clauses,
        possible=left.possible and all(clauses) and covered and (free is None or free >= 0),
    )


def _free(
    slack: int, items: Sequence[tuple[int, ...]], groups: Sequence[Group], group: Sequence[int]
) -> int | None:
    """How many slack items stay uncovered in every solution; None if that differs, or is not known.

    It is known if each option is in one thing of which a fixed number is chosen, an exact item or a group
    with lo = hi, and all options of a thing cover equally many slack items. With this number as a bound a
    search is cut off as soon as it leaves more of them uncovered.
    """
    covers: dict[tuple[str, int], int] = {}
    for items_of, of in zip(items, group, strict=True):
        things = [("item", item) for item in items_of if item >= slack] + [("group", of)] * (of >= 0)
        size = sum(item < slack for item in items_of)
        if len(things) != 1 or covers.setdefault(things[0], size) != size:
            return None
    if not slack or any(kind == "group" and groups[of][1] != groups[of][2] for kind, of in covers):
        return None
    return slack - sum(
        size * (groups[of][1] if kind == "group" else 1) for (kind, of), size in covers.items()
    )


def _settle(parts: _Sorted) -> _Settled:
    """Remove the items, clauses and shares of groups of the chosen options, and the options of these
    items.
    """
    true = parts.true
    met = [item for item in parts.items if not true.isdisjoint(item)]
    groups = [(lits, lo - len(true & set(lits)), hi - len(true & set(lits))) for lits, lo, hi in parts.groups]
    full = (var for lits, _, hi in groups if hi <= 0 for var in lits)
    once = all(len(true.intersection(item)) == 1 for item in met)
    return _Settled(
        slack=_unmet(parts.slack, true),
        exact=_unmet(parts.primary, true),
        secondary=_unmet(parts.secondary, true),
        groups=groups,
        clauses=_unmet(parts.clauses, true),
        gone=frozenset(true.union(parts.false, *met, full)),
        possible=once and true.isdisjoint(parts.false) and all(hi >= max(0, lo) for _, lo, hi in groups),
    )


def _unmet(items: Sequence[Item], true: set[int]) -> list[Item]:
    """The items, or clauses, without a true variable."""
    return [item for item in items if true.isdisjoint(item)]


def _items_of(left: _Settled, option: Mapping[int, int]) -> list[tuple[int, ...]]:
    """The items of each option, which are numbered: the primary ones first, slack before exact."""
    items: list[list[int]] = [[] for _ in option]
    for number, item in enumerate((*left.primary, *left.secondary)):
        for var in item:
            if var in option:
                items[option[var]].append(number)
    return [tuple(numbers) for numbers in items]


def _bounded(groups: Sequence[Group], option: Mapping[int, int]) -> list[Group]:
    """The groups whose bounds restrict the options that are left; last those that cannot be met."""
    bounded = [
        (lits, lo, hi)
        for lits, lo, hi in groups
        if hi > 0 and (lo > 0 or hi < len(set(lits) & option.keys()))
    ]
    return bounded + [(lits, lo, hi) for lits, lo, hi in groups if hi <= 0 < lo]


def _group_of(groups: Sequence[Group], option: Mapping[int, int]) -> tuple[int, ...]:
    """The counted group of each option, or -1. Raises Unsupported for an option in two groups."""
    group = [-1] * len(option)
    for number, (variables, _, _) in enumerate(groups):
        for var in variables:
            if var in option:
                if group[option[var]] >= 0:
                    raise Unsupported("not an exact cover: two rules count the same choice")
                group[option[var]] = number
    return tuple(group)
