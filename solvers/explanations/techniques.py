"""The names of the arguments of cells with different values, as sudokus have them.

A name is given to a step only if its rules and facts have that form, whatever search found it: the form is
looked for in what the step itself states, where nothing else is known. Names as of SudokuWiki and HoDoKu.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations, product
from typing import TypeVar

from zenkai_solver.models.constraints import AtMostOne, ExactlyOne
from zenkai_solver.models.grid import Cell
from zenkai_solver.solvers.explanations.marks import SilentMarks
from zenkai_solver.solvers.explanations.steps import SolvingStep
from zenkai_solver.solvers.explanations.theory import Theory

T = TypeVar("T", bound=Hashable)
Candidate = tuple[Cell, str]  # a cell and a value of it

SETS = {2: "pair", 3: "triple", 4: "quad"}
LINKS = ("skyscraper", "two-string kite", "turbot fish", "empty rectangle")  # of two units, easy ones first
FISH = {2: "X-wing", 3: "swordfish", 4: "jellyfish"}


@dataclass(frozen=True)
class Technique:
    """What a step is called. `values` are those it is about, `cells` the few that matter, `units` the rules
    that hold the values, `covers` those from which they are excluded.
    """

    name: str
    values: tuple[str, ...] = ()
    cells: tuple[Cell, ...] = ()
    units: tuple[int, ...] = ()
    covers: tuple[int, ...] = ()


@dataclass(frozen=True)
class Unit:
    """A rule under which no value repeats in the cells; `whole`: each value occurs."""

    rule: int
    cells: frozenset[Cell]
    whole: bool


class Units:
    """The units of a theory, and how to name steps that use nothing else."""

    def __init__(self, theory: Theory) -> None:
        self.theory, self.marks = theory, SilentMarks(theory)

    @cached_property
    def by_rule(self) -> dict[int, Unit]:
        units = (self._unit(rule) for rule in range(len(self.theory.rules)))
        return {unit.rule: unit for unit in units if unit is not None}

    def _unit(self, rule: int) -> Unit | None:
        parts = self.theory.parts[rule]
        lits = [part.lits for part in parts if isinstance(part, (AtMostOne, ExactlyOne))]
        if len(lits) < len(parts) or not all(map(self._is_candidate, chain.from_iterable(lits))):
            return None
        cells = {self.candidate(var)[0] for some in lits for var in some}
        if set(chain.from_iterable(lits)) != {var for cell in cells for var in self._candidates[cell]}:
            return None  # it excludes some values alone
        return Unit(rule, frozenset(cells), all(isinstance(part, ExactlyOne) for part in parts))

    def _is_candidate(self, var: int) -> bool:
        """Is it a value of a cell, not of an integer variable of a formula?"""
        return var in self.marks.cell and bool(self.theory.facts[var].cells)

    def candidate(self, var: int) -> Candidate:
        label, cells = self.theory.facts[var]
        return cells[0], label

    @cached_property
    def _candidates(self) -> dict[Cell, list[int]]:
        return {
            cell: [*chain.from_iterable(bearing.values())] for cell, bearing in self.theory.bearing.items()
        }

    @cached_property
    def values(self) -> dict[Cell, frozenset[str]]:
        """The values that each cell may have."""
        return {cell: frozenset(bearing) for cell, bearing in self.theory.bearing.items()}

    def technique(self, step: SolvingStep) -> Technique | None:
        """The name of the step; None if it has none of the forms below."""
        if step.level == "case" or not step.follows or not self.marks.cell:
            return None
        if not all(self._is_candidate(abs(lit)) for lit in (*step.because, *step.follows)):
            return None
        if not all(rule in self.by_rule for rule in step.rules):
            return None
        form = StepForm(self, step)
        return next((named for find in form.forms if (named := find()) is not None), None)

    def in_form(self, least: SolvingStep, *wholes: SolvingStep) -> SolvingStep:
        """The first of the whole steps that has a name which the one of the least facts has not: a third
        value of a cell may not matter, and is yet a part of the form. The least step if there is none.
        """
        nameless = {self._name(least), "chain", ""}
        return next((whole for whole in wholes if self._name(whole) not in nameless), least)

    def _name(self, step: SolvingStep) -> str:
        named = self.technique(step)
        return named.name if named else ""


class StepForm:
    """What a step states: the candidates that its facts leave, and what follows."""

    def __init__(self, units: Units, step: SolvingStep) -> None:
        self.units = [units.by_rule[rule] for rule in step.rules]
        true = [units.candidate(lit) for lit in step.because if lit > 0]
        self.excluded = {units.candidate(-lit) for lit in step.because if lit < 0}
        self.placed = dict(true)
        self.result = [units.candidate(lit) for lit in step.follows if lit > 0]
        self.gone = {units.candidate(-lit) for lit in step.follows if lit < 0}
        self.left = {
            cell: {value for value in values if (cell, value) not in self.excluded}
            for cell, values in units.values.items()
            if cell not in self.placed
        }
        self.values = tuple(sorted({value for _, value in self.gone}))
        self.forms = (
            [self.last, self.naked_single, self.hidden_single]
            if self.result
            else [
                self.locked,
                self.naked_set,
                self.hidden_set,
                self.fish,
                self.remote_pair,
                self.links,
                self.w_wing,
                self.wing,
                self.colouring,
                self.x_chain,
                self.xy_chain,
                self.chain,
            ]
        )

    def seen(self, unit: Unit) -> bool:
        return all(cell in unit.cells for cell, _ in self.result)

    def sees(self, cell: Cell, other: Cell) -> bool:
        """Are both in one of the step's units?"""
        return cell != other and any({cell, other} <= unit.cells for unit in self.units)

    def places(self, unit: Unit, value: str) -> frozenset[Cell]:
        """The cells of the unit that are left for the value."""
        return frozenset(
            cell for cell in unit.cells if value in self.left.get(cell, ()) and not self.blocked(cell, value)
        )

    def blocked(self, cell: Cell, value: str) -> bool:
        """Does a cell that it sees have the value?"""
        return any(placed == value and self.sees(cell, other) for other, placed in self.placed.items())

    # ---- one value that follows

    def last(self) -> Technique | None:
        """One unit, of which all other cells are known."""
        if len(self.units) != 1 or len(self.result) != 1 or self.excluded:
            return None
        (cell, value), (unit,) = self.result[0], self.units
        return (
            Technique("last digit", (value,), (cell,), (unit.rule,)) if self._open(unit) == {cell} else None
        )

    def _open(self, unit: Unit) -> set[Cell]:
        return {cell for cell in unit.cells if cell not in self.placed}

    def naked_single(self) -> Technique | None:
        if len(self.result) != 1 or not all(map(self.seen, self.units)):
            return None
        ((cell, value),) = self.result
        left = {other for other in self.left.get(cell, ()) if not self.blocked(cell, other)}
        rules = tuple(unit.rule for unit in self.units)
        return Technique("naked single", (value,), (cell,), rules) if left == {value} else None

    def hidden_single(self) -> Technique | None:
        if len(self.result) != 1:
            return None
        ((cell, value),) = self.result
        for unit in self.units:
            if unit.whole and self.places(unit, value) == {cell}:
                why = tuple(sorted(other for other, placed in self.placed.items() if placed == value))
                covers = tuple(other.rule for other in self.units if other != unit)
                return Technique("hidden single", (value,), (cell, *why), (unit.rule,), covers)
        return None

    # ---- candidates that are excluded

    def locked(self) -> Technique | None:
        if len(self.values) != 1 or len(self.units) != 2:
            return None
        for base, cover in (self.units, self.units[::-1]):
            places = self.places(base, self.values[0])
            if base.whole and places <= cover.cells and all(cell in cover.cells for cell, _ in self.gone):
                return Technique(
                    "locked candidates", self.values, tuple(sorted(places)), (base.rule,), (cover.rule,)
                )
        return None

    def naked_set(self) -> Technique | None:
        """Cells with as many values, which all cells of the conclusion see."""
        known = [cell for cell in {cell for cell, _ in self.excluded} if cell in self.left]
        for size, word in SETS.items():
            for cells in combinations(sorted(known), size):
                values = frozenset[str]().union(*(self.left[cell] for cell in cells))
                if (
                    len(values) == size
                    and values.issuperset(self.values)
                    and all(any({gone, *cells} <= unit.cells for unit in self.units) for gone, _ in self.gone)
                ):
                    rules = tuple(unit.rule for unit in self.units)
                    return Technique(f"naked {word}", tuple(sorted(values)), cells, rules)
        return None

    def hidden_set(self) -> Technique | None:
        """Values with as many cells in a unit, in which nothing else is left."""
        if len(self.units) != 1 or not self.units[0].whole:
            return None
        (unit,) = self.units
        cells = frozenset(cell for cell, _ in self.gone)
        asked = {value for _, value in self.excluded} - set(self.values)
        for size, word in SETS.items():
            for values in combinations(sorted(asked), size):
                places = frozenset[Cell]().union(*(self.places(unit, value) for value in values))
                if len(places) == size and cells <= places:
                    return Technique(f"hidden {word}", values, tuple(sorted(places)), (unit.rule,))
        return None

    def fish(self) -> Technique | None:
        """The places of a value in some units lie in as many others, which exclude it elsewhere."""
        size, rest = divmod(len(self.units), 2)
        if len(self.values) != 1 or rest or size not in FISH:
            return None
        (value,) = self.values
        for chosen in combinations(self.units, size):
            others = [unit for unit in self.units if unit not in chosen]
            covered = frozenset[Cell]().union(*(unit.cells for unit in others))
            base = [self.places(unit, value) for unit in chosen]
            inside = frozenset[Cell]().union(*base)
            if (
                all(unit.whole for unit in chosen)
                and sum(map(len, base)) == len(inside)
                and inside <= covered
                and all(cell in covered and cell not in inside for cell, _ in self.gone)
                and self._apart(chosen)
                and self._apart(others)
            ):
                bases, covers = (tuple(unit.rule for unit in some) for some in (chosen, others))
                return Technique(FISH[size], self.values, tuple(sorted(inside)), bases, covers)
        return None

    @staticmethod
    def _apart(units: Sequence[Unit]) -> bool:
        """Have no two of the units a cell in common?"""
        return all(one.cells.isdisjoint(other.cells) for one, other in combinations(units, 2))

    def wing(self) -> Technique | None:
        """A pivot of the values x and y, or x, y and z, that sees cells of x and z, and of y and z."""
        if len(self.values) != 1:
            return None
        (z,) = self.values
        known = sorted({cell for cell, _ in self.excluded} & self.left.keys())
        pincers = [cell for cell in known if len(self.left[cell]) == 2 and z in self.left[cell]]
        for a, b in combinations(pincers, 2):
            x, y = (next(iter(self.left[cell] - {z})) for cell in (a, b))
            for pivot in known:
                left = self.left[pivot]
                if (
                    x == y
                    or left not in ({x, y}, {x, y, z})
                    or not (self.sees(pivot, a) and self.sees(pivot, b))
                ):
                    continue
                near = (a, b) if len(left) == 2 else (a, b, pivot)
                if all(self.sees(cell, other) for cell, _ in self.gone for other in near):
                    name = "XY-wing" if len(left) == 2 else "XYZ-wing"
                    return Technique(name, self.values, (pivot, a, b))
        return None

    @cached_property
    def _pairs(self) -> dict[Cell, set[str]]:
        """The cells with two values left, of which something is excluded."""
        known = {cell for cell, _ in self.excluded} & self.left.keys()
        return {cell: self.left[cell] for cell in sorted(known) if len(self.left[cell]) == 2}

    def _all_see(self, *cells: Cell) -> bool:
        """Do all cells of the conclusion see these?"""
        return all(self.sees(gone, cell) for gone, _ in self.gone for cell in cells)

    def w_wing(self) -> Technique | None:
        """Two cells of the values x and z, which see the two places of x in a unit."""
        for a, b in combinations(self._pairs, 2):
            if len(self.values) != 1 or self._pairs[a] != self._pairs[b] or not self._all_see(a, b):
                continue
            for x, unit in product(self._pairs[a] - {*self.values}, self.units):
                places = sorted(self.places(unit, x)) if unit.whole else []
                if len(places) == 2 and any(
                    self.sees(a, p) and self.sees(b, q) for p, q in (places, places[::-1])
                ):
                    return Technique("W-wing", (*self.values, x), (*places, a, b), (unit.rule,))
        return None

    def remote_pair(self) -> Technique | None:
        """A chain of four cells or more with the same two values, whose ends see what is excluded."""
        cells = [cell for cell, values in self._pairs.items() if values.issuperset(self.values)]
        if len(cells) < 4 or len({frozenset(self._pairs[cell]) for cell in cells}) > 1:
            return None
        for start in cells:
            colours = ({start}, set[Cell]())
            links = {cell: {other for other in cells if self.sees(cell, other)} for cell in cells}
            if coloured(links, colours) and all(
                any(self.sees(gone, cell) for cell in of_one) for gone, _ in self.gone for of_one in colours
            ):
                values = tuple(sorted(self._pairs[start]))
                return Technique("remote pair", values, tuple(sorted(colours[0] | colours[1])))
        return None

    def xy_chain(self) -> Technique | None:
        """Cells with two values, each of which shares one with the next: one of the ends has a value, which
        what sees both does not have.
        """
        if len(self.values) != 1 or any(cell not in self._pairs for cell, _ in self.excluded):
            return None
        (z,) = self.values
        ends = [cell for cell, values in self._pairs.items() if z in values and self._all_see(cell)]
        ways: list[tuple[tuple[Cell, ...], str]] = [((cell,), self._other(cell, z)) for cell in ends]
        for way, value in ways:
            if value == z and len(way) > 2 and way[-1] in ends:
                return Technique("XY-chain", self.values, way)
            ways += [
                ((*way, cell), self._other(cell, value))
                for cell, values in self._pairs.items()
                if cell not in way and value in values and self.sees(way[-1], cell)
            ]
        return None

    def _other(self, cell: Cell, value: str) -> str:
        """The other of the two values of the cell."""
        return next(iter(self._pairs[cell] - {value}))

    def x_chain(self) -> Technique | None:
        """Units with two places each for a value: the second of one sees the first of the next, and what sees
        the first and the last of all is excluded.
        """
        if len(self.values) != 1 or any(value not in self.values for _, value in self.excluded):
            return None
        pairs = [sorted(self.places(unit, self.values[0])) for unit in self.units if unit.whole]
        links = [pair for pair in pairs if len(pair) == 2]
        links += [pair[::-1] for pair in links]
        ways: list[tuple[Cell, ...]] = [(a, b) for a, b in links if self._all_see(a)]
        for way in ways:
            if len(way) > 4 and self._all_see(way[-1]):
                return Technique("X-chain", self.values, way)
            ways += [(*way, a, b) for a, b in links if self.sees(way[-1], a) and {a, b}.isdisjoint(way)]
        return None

    def links(self) -> Technique | None:
        """Two units, whose places for a value are near or far ones, and all near ones see those of the other
        unit: so one of the far ones has the value, and what sees all of these does not.
        """
        if len(self.values) != 1 or any(value not in self.values for _, value in self.excluded):
            return None
        places = [(unit, self.places(unit, self.values[0])) for unit in self.units if unit.whole]
        for (one, first), (other, second) in combinations(places, 2):
            ends = [
                {c for c in some if all(self.sees(gone, c) for gone, _ in self.gone)}
                for some in (first, second)
            ]
            if any(len(some) > 2 and line(unit) != "box" for unit, some in ((one, first), (other, second))):
                continue  # a chain of groups of cells
            near, far = sorted(first - ends[0]), sorted(second - ends[1])
            if all((near, far, *ends)) and all(self.sees(a, b) for a, b in product(near, far)):
                name = link_name((one, first), (other, second), near + far)
                return Technique(
                    name, self.values, (*sorted(ends[0]), *sorted(ends[1])), (one.rule, other.rule)
                )
        return None

    def colouring(self) -> Technique | None:
        """Cells of one value that are joined by units with two places are coloured in turn; what sees both
        colours is excluded, and so is a colour of which two cells see each other.
        """
        if len(self.values) != 1 or any(value not in self.values for _, value in self.excluded):
            return None
        (value,) = self.values
        pairs = [self.places(unit, value) for unit in self.units if unit.whole]
        links = defaultdict[Cell, set[Cell]](set)
        for a, b in (pair for pair in pairs if len(pair) == 2):
            links[a].add(b)
            links[b].add(a)
        asked = [cell for cell, _ in self.gone]
        for start in sorted(links):
            colours = ({start}, set[Cell]())
            if not coloured(links, colours):
                continue
            both = [any(self.sees(cell, other) for other in of_one) for cell in asked for of_one in colours]
            wrong = [
                of_one
                for of_one in colours
                if any(self.sees(a, b) for a, b in combinations(sorted(of_one), 2))
            ]
            if (asked and all(both)) or any(of_one.issuperset(asked) for of_one in wrong):
                return Technique("colouring", self.values, tuple(sorted(colours[0] | colours[1])))
        return None

    def chain(self) -> Technique | None:
        return Technique("chain", self.values) if len(self.units) > 1 else None


def line(unit: Unit) -> str:
    """Is it a row, a column, or any other set of cells?"""
    rows, columns = ({cell[i] for cell in unit.cells} for i in (0, 1))
    return "row" if len(rows) == 1 else "column" if len(columns) == 1 else "box"


def link_name(
    one: tuple[Unit, Collection[Cell]], other: tuple[Unit, Collection[Cell]], linked: Sequence[Cell]
) -> str:
    """Of two units with these places, which meet in these cells."""
    if any(line(unit) == "box" and len(places) > 2 for unit, places in (one, other)):
        return "empty rectangle"
    lines = {line(one[0]), line(other[0])}
    rows, columns = ({cell[i] for cell in linked} for i in (0, 1))
    straight = len(rows) == 1 or len(columns) == 1
    if lines == {"row", "column"} and not straight:
        return "two-string kite"
    return "skyscraper" if lines in ({"row"}, {"column"}) and straight else "turbot fish"


def coloured(links: Mapping[T, set[T]], colours: tuple[set[T], set[T]]) -> bool:
    """Add to the colours what is joined to them; False if a cell would have both."""
    new = [(cell, 0) for cell in colours[0]]
    for cell, colour in new:
        for other in links[cell]:
            if other in colours[colour]:
                return False
            if other not in colours[1 - colour]:
                colours[1 - colour].add(other)
                new.append((other, 1 - colour))
    return True
