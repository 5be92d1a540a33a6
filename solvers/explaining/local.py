"""What one rule decides by itself, completely: a propagator for each kind of rule.

    Units    cells with different values: what Hall sets exclude (Hall 1935; complete by Regin 1994)
    Line     a line of blocks, by bitsets, as `engines.lines` solves it
    Cover    at least one of some variables, where others exclude each other: what all that are left exclude
    Choice   one of some options, each with what follows from it: see `choices`, not complete
    Any      anything else: by a SAT solver, until every literal that is left has a counterexample

A propagator takes the facts known, closed under the axioms, and gives the facts that follow from them and the
rule (with the axioms), as literals, known ones among them or not; None if they do not fit together. That of
units can be told to look at small sets only, `PLAIN` at values that are placed or have one place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from zenkai_solver.models.blocks import gap
from zenkai_solver.models.constraints import (
    AtMostOne,
    BlockLine,
    Clause,
    Constraint,
    ExactlyOne,
    Lit,
    literals,
)
from zenkai_solver.solvers.explaining.choices import choice, choices
from zenkai_solver.solvers.explaining.residue import Residue
from zenkai_solver.solvers.explaining.theory import Theory

Known = set[Lit]
Found = list[Lit] | None
Propagator = Callable[[Known], Found]

WIDE = 10  # open cells: above it there are too many sets of them
PLAIN, PAIRS, TRIPLES, WHOLE = DEPTHS = range(1, 5)  # the sizes of sets of cells or values; 4: any


def propagators(theory: Theory, residue: Residue) -> list[Propagator]:
    """One for each rule."""
    cells = _cells(theory)
    exclusions = _exclusions(theory)
    options = choices(theory.axioms)
    return [
        _units(parts, cells, generic)
        or _line(parts)
        or _cover(parts, exclusions)
        or choice(parts, options, residue.oracle.propagated)
        or generic
        for rule, parts in enumerate(theory.parts)
        for generic in [Anything(rule, residue)]
    ]


class Speaking:
    """`of(parts)`: the facts that constraints speak of, also through auxiliary variables that axioms link."""

    def __init__(self, theory: Theory) -> None:
        self.theory = theory
        self.linked: dict[int, list[tuple[Lit, ...]]] = {}
        for axiom in theory.axioms:
            lits = literals(axiom)
            for lit in lits:
                if abs(lit) not in theory.facts:
                    self.linked.setdefault(abs(lit), []).append(lits)

    def of(self, parts: Iterable[Constraint]) -> set[int]:
        seen = {abs(lit) for part in parts for lit in literals(part)}
        left = [var for var in seen if var not in self.theory.facts]
        while left:
            for lits in self.linked.get(left.pop(), ()):
                new = {abs(lit) for lit in lits} - seen
                seen |= new
                left += (var for var in new if var not in self.theory.facts)
        return seen & self.theory.facts.keys()


# ---- units


def _cells(theory: Theory) -> dict[int, tuple[int, ...]]:
    """For each variable of an axiom that is an ExactlyOne, its variables."""
    found: dict[int, tuple[int, ...]] = {}
    for axiom in theory.axioms:
        if isinstance(axiom, ExactlyOne):
            found.update((var, axiom.lits) for var in axiom.lits)
    return found


@dataclass(frozen=True)
class Units:
    """`cells[i][digit]` is the variable, or 0; the values of the cells differ."""

    cells: tuple[tuple[int, ...], ...]
    wide: Propagator

    def __call__(self, known: Known, depth: int = WHOLE) -> Found:
        masks = [self._open(cell, known) for cell in self.cells]
        if depth > PLAIN and sum(1 for mask in masks if mask & (mask - 1)) > WIDE:
            return self.wide(known)
        left = _hall(masks, depth)
        if left is None:
            return None
        found: list[Lit] = []
        for cell, before, mask in zip(self.cells, masks, left, strict=True):
            if mask != before:
                found += (-var for i, var in enumerate(cell) if (before & ~mask) >> i & 1)
                if not mask & (mask - 1):
                    found.append(cell[mask.bit_length() - 1])
        return found

    @staticmethod
    def _open(cell: tuple[int, ...], known: Known) -> int:
        mask = 0
        for i, var in enumerate(cell):
            if var and -var not in known:
                if var in known:
                    return 1 << i
                mask |= 1 << i
        return mask


def _hall(masks: Sequence[int], depth: int) -> list[int] | None:
    """The values that some choice of different ones leaves to each cell; None if there is no choice."""
    fixed = 0
    for mask in masks:
        if not mask & (mask - 1):
            if not mask or fixed & mask:
                return None
            fixed |= mask
    places = [i for i, mask in enumerate(masks) if mask & (mask - 1)]
    open_masks = tuple([masks[i] & ~fixed for i in places])
    left = _single(open_masks) if depth == PLAIN else _distinct(open_masks, depth)
    if left is None:
        return None
    found = list(masks)
    for i, mask in zip(places, left, strict=True):
        found[i] = mask
    return found


def _single(masks: tuple[int, ...]) -> tuple[int, ...] | None:
    """The same by values that have one place, where there are no more values than cells."""
    if not all(masks):
        return None
    some = several = 0
    for mask in masks:
        several |= some & mask
        some |= mask
    if some.bit_count() != len(masks):
        return masks if some.bit_count() > len(masks) else None
    once = some & ~several
    return tuple([mask & once or mask for mask in masks])


@lru_cache(maxsize=1 << 16)
def _distinct(masks: tuple[int, ...], depth: int) -> tuple[int, ...] | None:
    """The same where every set of cells may matter: a Hall set, with as many values as cells, keeps them.

    Below WHOLE only sets of so many cells, or of all but so many: then as many values have these places only.
    """
    unions = [0]
    for mask in masks:
        unions += [union | mask for union in unions]
    spare = [union.bit_count() - size for union, size in zip(unions, _sizes(len(masks)), strict=True)]
    if min(spare) < 0:
        return None
    left = list(masks)
    sizes, n = _sizes(len(masks)), len(masks)
    for chosen in range(1, len(unions) - 1):
        if not spare[chosen] and (depth >= WHOLE or min(sizes[chosen], n - sizes[chosen]) <= depth):
            left = [mask if chosen >> i & 1 else mask & ~unions[chosen] for i, mask in enumerate(left)]
    return tuple(left)


@lru_cache
def _sizes(n: int) -> tuple[int, ...]:
    return tuple(chosen.bit_count() for chosen in range(1 << n))


def _units(parts: Sequence[Constraint], cells: dict[int, tuple[int, ...]], wide: Propagator) -> Units | None:
    """If the parts are one at-most-one per value, over the same cells."""
    if not all(isinstance(part, (ExactlyOne, AtMostOne)) for part in parts):
        return None
    own = [literals(part) for part in parts]
    number = {var: i for i, lits in enumerate(own) for var in lits}
    if len(number) < sum(map(len, own)) or not all(var in cells for var in number):
        return None
    whole = list(dict.fromkeys(cells[var] for var in number))
    if set(chain.from_iterable(whole)) != set(number):
        return None  # a cell has values that the rule does not know
    if any(isinstance(part, ExactlyOne) for part in parts) and len(parts) != len(whole):
        return None
    table = [[0] * len(parts) for _ in whole]
    for row, cell in zip(table, whole, strict=True):
        for var in cell:
            row[number[var]] = var
    if any(sum(map(bool, row)) != len(cell) for row, cell in zip(table, whole, strict=True)):
        return None  # two values of a cell in one constraint
    return Units(tuple(map(tuple, table)), wide)


# ---- lines


@dataclass(frozen=True)
class Line:
    """A line of blocks; see `engines.lines.kernels.blockline` for the method."""

    cells: tuple[tuple[int, ...], ...]
    blocks: tuple[tuple[int, int], ...]

    def __call__(self, known: Known) -> Found:
        planes = self._planes(known)
        left = solved_line(planes, len(self.cells), self.blocks)
        if left is None:
            return None
        if len(planes) == 2:
            return self._of_one_ink(planes, left)
        found: list[Lit] = []
        for i, cell in enumerate(self.cells):
            able = [ink for ink, plane in enumerate(left) if plane >> i & 1]
            found += (-var for ink, var in enumerate(cell, 1) if ink not in able and -var not in known)
            if len(able) == 1 and able[0] and cell[able[0] - 1] not in known:
                found.append(cell[able[0] - 1])
        return found

    def _of_one_ink(self, planes: Sequence[int], left: Sequence[int]) -> list[Lit]:
        white, black = planes[1] & ~left[1], planes[0] & planes[1] & ~left[0]
        found: list[Lit] = []
        new = white | black
        while new:
            bit = new & -new
            new ^= bit
            (var,) = self.cells[bit.bit_length() - 1]
            found.append(-var if white & bit else var)
        return found

    def _planes(self, known: Known) -> list[int]:
        planes = [0] * (1 + len(self.cells[0])) if self.cells else [0]
        if len(planes) == 2:
            bits = [(1 << i, var) for i, (var,) in enumerate(self.cells)]
            return [
                sum([bit for bit, var in bits if var not in known]),
                sum([bit for bit, var in bits if -var not in known]),
            ]
        for i, cell in enumerate(self.cells):
            bit = 1 << i
            true = [ink for ink, var in enumerate(cell, 1) if var in known]
            for ink, var in enumerate(cell, 1):
                if -var not in known and (not true or ink in true):
                    planes[ink] |= bit
            if not true:
                planes[0] |= bit
        return planes


def solved_line(planes: Sequence[int], n: int, blocks: Sequence[tuple[int, int]]) -> list[int] | None:
    """The planes with what remains in some filling; plane 0 is white. None: there is no filling."""
    white, new, k = planes[0], [0] * len(planes), len(blocks)
    spaced = [j + 1 < k and bool(gap(blocks[j], blocks[j + 1])) for j in range(k)]
    forward, runs = [0] * k, [0] * k
    reached = _ahead(1, white)
    for j, (length, ink) in enumerate(blocks):
        forward[j], runs[j] = reached, _starts(planes[ink] if ink < len(planes) else 0, length)
        ends = (reached & runs[j]) << length
        reached = _ahead((ends & white) << 1 if spaced[j] else ends, white)
    if not reached >> n & 1:
        return None
    points = _back(1 << n, white)
    gaps = reached & white & points >> 1
    for j in range(k - 1, -1, -1):
        length, ink = blocks[j]
        if spaced[j]:
            points = points >> 1 & white
        starts = runs[j] & points >> length
        placed = starts & forward[j]
        for step in range(length):
            new[ink] |= placed << step
        if spaced[j]:
            gaps |= placed << length
        points = _back(starts, white)
        gaps |= forward[j] & white & points >> 1
    new[0] = gaps
    return new


def _ahead(points: int, white: int) -> int:
    """The points reached from these through white cells."""
    return points | (((points & white) + white) ^ white)


def _back(points: int, white: int) -> int:
    step, run = 1, white
    while run:
        points |= run & points >> step
        run &= run >> step
        step += step
    return points


def _starts(mask: int, length: int) -> int:
    """The cells from which that many cells of the mask follow one another."""
    have = 1
    while have < length:
        step = min(have, length - have)
        mask &= mask >> step
        have += step
    return mask


def _line(parts: Sequence[Constraint]) -> Line | None:
    """Of a rule that is one line of blocks and nothing else."""
    if len(parts) == 1 and isinstance(line := parts[0], BlockLine):
        return Line(line.cells, line.blocks)
    return None


# ---- covers


def _exclusions(theory: Theory) -> dict[int, int]:
    """For each variable a bit set of those that axioms exclude beside it; {} if some are no at-most-one."""
    found: dict[int, int] = {}
    for axiom in theory.axioms:
        if not isinstance(axiom, AtMostOne):
            return {}
        mask = sum(1 << var for var in axiom.lits)
        for var in axiom.lits:
            found[var] = found.get(var, 0) | mask & ~(1 << var)
    return found


@dataclass(frozen=True)
class Cover:
    """At least one of the variables; `exclusions` as of `_exclusions`."""

    lits: tuple[int, ...]
    exclusions: dict[int, int]

    def __call__(self, known: Known) -> Found:
        left = [var for var in self.lits if -var not in known]
        if not left:
            return None
        if any(var in known for var in left):
            return []
        common = self.exclusions[left[0]]
        for var in left[1:]:
            common &= self.exclusions[var]
            if not common:
                return []
        found: list[Lit] = [left[0]] if len(left) == 1 else []
        while common:
            var = (common & -common).bit_length() - 1
            common &= common - 1
            if -var not in known:
                found.append(-var)
        return found


def _cover(parts: Sequence[Constraint], exclusions: dict[int, int]) -> Cover | None:
    """Of a rule that is one clause over variables that exclude one another, and nothing else."""
    if len(parts) != 1 or not isinstance(clause := parts[0], Clause) or not clause.lits:
        return None
    return Cover(clause.lits, exclusions) if all(lit in exclusions for lit in clause.lits) else None


# ---- anything else


@dataclass(frozen=True)
class Anything:
    """Rule `rule` of the residue's theory."""

    rule: int
    residue: Residue

    def __call__(self, known: Known) -> Found:
        left = [var for var in self.residue.reach(self.rule) if var not in known and -var not in known]
        self.residue.touch((self.rule,))
        both = [sign * var for var in left for sign in (1, -1)]
        return self.residue.consequences((self.rule,), known, both)
