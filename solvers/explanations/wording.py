"""Steps in words: a line for each, with the name of its technique where its rules and facts have its form."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache, cached_property
from itertools import pairwise
from typing import Any

from zenkai_solver.models.bits import bits
from zenkai_solver.models.blocks import gap
from zenkai_solver.models.constraints import (
    AtMostOne,
    BlockLine,
    Cardinality,
    Clause,
    Connected,
    Constraint,
    ExactlyOne,
    Linear,
    Lit,
    SingleLoop,
    unknown,
)
from zenkai_solver.models.grid import Cell
from zenkai_solver.solvers.explanations import shown
from zenkai_solver.solvers.explanations.chains import Chains
from zenkai_solver.solvers.explanations.steps import SolvingStep
from zenkai_solver.solvers.explanations.techniques import Technique, Units
from zenkai_solver.solvers.explanations.theory import Theory

KINDS: dict[type, str] = {Linear: "sum", SingleLoop: "one loop", Connected: "connected"}
LONGEST = 12  # values of a chain that are told one after the other
LONGEST_LISTED = 3  # cells in a straight line that are named one by one
FEW = 3  # placements of pieces that are named one by one
FEW_RULES = 3  # rules that are told in full; of more only where they are
VERBS = (" has ", " shows ", " is covered ", " is used ")  # that tell of a line what it holds
UNIT = re.compile(r"([^ ]+) ([^ ]+)( of grid \d+)?")  # row 2; box 3; row 2 of grid 1
ENOUGH = {0: "", 1: "the one is there"}  # of what a rule asks for
LEGEND = {
    "least": "least: no smaller set of rules shows anything new",
    "minimal": "minimal: none of its rules and facts can be left out",
    "found": "found: it follows, perhaps also from less",
}


@dataclass(frozen=True)
class Argument:
    """One step of an explanation in words. `technique` is its name, "" for none; `rules` are those it uses,
    `cells` the cells of these rules, `because` what was known before, `follows` what is known after it.
    `level` says how hard such a step is; `nested` are the steps of a trial inside it.

    >>> import zenkai_solver as zenkai
    >>> step = zenkai.explain("puzzle: nonogram\\nrows: [[1], [2]]\\ncolumns: [[2], [1]]")[0]
    >>> step.technique, step.rules, step.because, step.follows
    ('overlap', ('row 2 shows 2',), (), ('R2C1=#', 'R2C2=#'))
    """

    level: str
    claim: str
    technique: str
    rules: tuple[str, ...]
    cells: tuple[str, ...]
    because: tuple[str, ...]
    follows: tuple[str, ...]
    nested: tuple[Argument, ...] = ()


class Wording:
    """The words of the steps of one theory."""

    def __init__(self, theory: Theory) -> None:
        self.theory = theory

    @cached_property
    def _units(self) -> Units:
        return Units(self.theory)

    @cached_property
    def _chains(self) -> Chains:
        return Chains(self.theory)

    def lines(self, number: int, step: SolvingStep) -> str:
        """The step in words, the steps within it indented."""
        return "\n".join(self._lines(f"{number}", step))

    def _lines(self, number: str, step: SolvingStep) -> Iterator[str]:
        indent = "  " * number.count(".")
        if step.level == "case":
            (fact,) = step.follows
            if not step.nested:
                yield f"{indent}{number}. {self._tried(fact)}"
                return
            yield f"{indent}{number}. if {shown.fact_words(self.theory, -fact)}:"
            for i, inner in enumerate(step.nested, 1):
                yield from self._lines(f"{number}.{i}", inner)
            yield f"{indent}   so {shown.fact_words(self.theory, fact)}"
        else:
            yield f"{indent}{number}. {self.line(step)}"

    def _tried(self, fact: Lit) -> str:
        """Of a step whose way is not told, as it would be long."""
        value, other = (shown.fact_words(self.theory, lit) for lit in (fact, -fact))
        return f"trial: suppose {other}: a search finds no solution then, so {value}"

    def argument(self, step: SolvingStep) -> Argument:
        """The step in words, with all its facts."""
        theory = self.theory
        cells = dict.fromkeys(cell for rule in step.rules for cell in theory.rules[rule].cells)
        return Argument(
            step.level,
            step.claim,
            self.name(step),
            tuple(shown.rules_words(theory, step.rules)),
            tuple(map(theory.name, cells)),
            tuple(shown.fact_words(theory, lit) for lit in step.because),
            tuple(shown.fact_words(theory, lit) for lit in step.follows),
            tuple(self.argument(inner) for inner in step.nested),
        )

    def json(self, number: int, step: SolvingStep) -> dict[str, Any]:
        """The step for JSON, with all its facts."""
        return {"step": number, **asdict(self.argument(step))}

    def name(self, step: SolvingStep) -> str:
        """The name of the step's technique; "" if it has none."""
        if step.level == "case":
            return "case split" if step.nested else "trial"
        technique = self._units.technique(step)
        return technique.name if technique else self._by_rule(step)[0]

    def line(self, step: SolvingStep) -> str:
        """The step, no case split, as one line."""
        technique = self._units.technique(step)
        if technique is not None:
            return self._of_units(step, technique)
        name, text = self._by_rule(step)
        if name and len(step.rules) == 1 and self.theory.rules[step.rules[0]].technique == name:
            return self._at_its_place(step, name, text)
        return f"{name}: {text}" if name and not text.startswith(f"{name} ") else text

    def _at_its_place(self, step: SolvingStep, name: str, text: str) -> str:
        """Of a rule on some cells, whose words begin with its kind and these: "arrow sum at R1C1: ..."."""
        cells = self.theory.rules[step.rules[0]].cells
        head, colon, told = text.partition(": ")
        kind = name if head.startswith(f"{name} ") else head.partition(" ")[0]
        place = head[len(kind) + 1 :]
        if not (place and colon):
            return f"{name}: {text}"
        is_line = place.startswith(("row ", "column "))
        return f"{name} at {place if is_line else self._run(cells) or place}: {told}"

    def _run(self, cells: Sequence[Cell]) -> str:
        """The ends of many cells that follow each other in a row or column; "" for others."""
        steps = {(s[0] - r[0], s[1] - r[1]) for r, s in pairwise(cells)}
        straight = len(cells) > LONGEST_LISTED and steps in ({(0, 1)}, {(0, -1)}, {(1, 0)}, {(-1, 0)})
        return f"{self.theory.name(cells[0])} to {self.theory.name(cells[-1])}" if straight else ""

    # ---- cells with different values

    def _of_units(self, step: SolvingStep, technique: Technique) -> str:
        told = {
            "last digit": self._last,
            "naked single": self._naked,
            "hidden single": self._hidden,
            "locked candidates": self._locked,
            "chain": self._chain,
        }
        if technique.name in told:
            return f"{technique.name}: {told[technique.name](step, technique)}"
        excluded = self._excluded(step)
        values, cells = _and(technique.values), self._cells(technique.cells)
        if technique.name.startswith(("naked", "hidden")):
            where = f" of {self._names(technique.units)}" if technique.name.startswith("hidden") else ""
            return f"{technique.name} {values} in {cells}{where}: {excluded}"
        if technique.covers:
            base, cover = self._names(technique.units), self._names(technique.covers)
            return f"{technique.name} of {values} in {base}, {cover}: {excluded}"
        if technique.name == "W-wing":
            unit, (*places, a, b) = self._names(technique.units), technique.cells
            z, x = technique.values
            return (
                f"W-wing: {x} of {unit} is in {_and([*map(self.theory.name, places)], 'or')}, so that "
                f"{self._cells((a, b))} are not both {x}, and one is {z}: {excluded}"
            )
        if technique.name in ("XY-chain", "X-chain"):
            ends = f"{self.theory.name(technique.cells[0])} or {self.theory.name(technique.cells[-1])}"
            way = " ".join(map(self.theory.name, technique.cells))
            return f"{technique.name} {way}: {ends} is {values}, so {excluded}"
        if technique.units:
            where = self._names(technique.units)
            return f"{technique.name} of {values} in {where} with the ends {cells}: {excluded}"
        if technique.name.endswith("wing"):
            pivot, *pincers = technique.cells
            ends = self._cells(pincers)
            return (
                f"{technique.name} with {values} in {ends}, which see {self.theory.name(pivot)}: {excluded}"
            )
        return f"{technique.name} of {values} in {cells}: {excluded}"

    def _last(self, step: SolvingStep, technique: Technique) -> str:
        return f"{self._result(step)} in {self._names(technique.units)}"

    def _naked(self, step: SolvingStep, technique: Technique) -> str:
        already, (cell,) = self._already(step), technique.cells
        before, few, left = already.partition(f", since {self.theory.name(cell)}=")
        of = f"of {left.replace(' or ', ', ')} " if few and not before else ""
        where = (
            f"{of}the other digits are in {self._names(step.rules)}" if step.rules else "the only one left"
        )
        return f"{self._result(step)}, {where}{'' if of else already}"

    def _hidden(self, step: SolvingStep, technique: Technique) -> str:
        (value,), others = technique.values, technique.cells[1:]
        see = f" (see {self._cells(others)})" if others else ""
        where = self._names(technique.units)
        return f"{self._result(step)}, the only place for {value} in {where}{see}{self._already(step)}"

    def _already(self, step: SolvingStep) -> str:
        """What earlier steps excluded."""
        known = shown.facts_words(self.theory, [lit for lit in step.because if lit < 0])
        return f", since {', '.join(known)}" if known else ""

    def _locked(self, step: SolvingStep, technique: Technique) -> str:
        (value,), base, cover = technique.values, technique.units, technique.covers
        if self._names(base) == self._names(cover):  # two rules of a genre about one room
            return self._plain(step)
        return f"the {value} of {self._names(base)} is in {self._names(cover)}: {self._excluded(step)}"

    def _chain(self, step: SolvingStep, technique: Technique) -> str:
        return self._way(step) or self._plain(step)

    def _way(self, step: SolvingStep) -> str:
        """What follows from the opposite of the first conclusion, value after value."""
        way = next((way for way in step.ways if way.true[0] == -step.follows[0]), None)
        if way is None:
            return ""
        last = self._chains.places[way.places[0]]
        first, *then = (shown.fact_words(self.theory, lit) for lit in way.true)
        if len(then) > LONGEST + 1:
            end = LONGEST // 2
            then[end:-end] = [f"{len(then) - 2 * end} more values"]
        leads = f"if {first}, then {', '.join(then)}, and " if then else f"if {first}, "
        alike = shown.facts_words(self.theory, step.follows[1:])
        likewise = f", and likewise {', '.join(alike)}" if alike else ""
        return f"{leads}{self._none_left(last.facts, last.rule)}; so {self._excluded(step, 1)}{likewise}"

    def _none_left(self, facts: int, rule: int) -> str:
        labels = {self.theory.facts[var].label for var in bits(facts)}
        cells = {cell for var in bits(facts) for cell in self.theory.facts[var].cells}
        if rule < 0 and len(cells) == 1:
            return f"nothing is left for {self._cells(cells)}"
        if len(labels) == 1:
            return f"no {labels.pop()} is left in {self._names([rule])}"
        return f"nothing is left for: {self.theory.rules[rule].words}"

    def _result(self, step: SolvingStep) -> str:
        return ", ".join(shown.conclusions(self.theory, step.follows))

    def _excluded(self, step: SolvingStep, most: int | None = None) -> str:
        """R3C4, R7C8 are not 4."""
        by_values: dict[tuple[str, ...], list[Cell]] = defaultdict(list)
        values: dict[Cell, list[str]] = defaultdict(list)
        for lit in sorted(step.follows[:most], key=abs):
            label, cells = self.theory.facts[abs(lit)]
            values[cells[0]].append(label)
        for cell, labels in sorted(values.items()):
            by_values[tuple(labels)].append(cell)
        told = (
            f"{self._cells(cells)} {'is' if len(cells) == 1 else 'are'} not {_and(labels, 'or')}"
            for labels, cells in by_values.items()
        )
        return "; ".join(told)

    def _cells(self, cells: Iterable[Cell]) -> str:
        return _and([*map(self.theory.name, cells)])

    def _names(self, rules: Iterable[int]) -> str:
        """rows 2 and 6; rows 2 and 6 of grid 1"""
        kinds: dict[tuple[str, str], list[str]] = defaultdict(list)
        for rule in rules:
            words = self.theory.rules[rule].words
            head = next((words.partition(verb)[0] for verb in VERBS if verb in words), "")
            head = "" if words.endswith(")") else head  # of a genre: the rule (where)
            if unit := UNIT.fullmatch(head):
                kinds[unit[1], unit[3] or ""].append(unit[2])
            else:
                place = words.removesuffix(")").rpartition(" (")
                kinds[place[2] if place[0] else words.partition(":")[0], ""] = []
        return _and(
            [
                f"{kind if len(numbers) == 1 else _plural(kind)} {_and(numbers)}{of}" if numbers else kind
                for (kind, of), numbers in kinds.items()
            ]
        )

    # ---- other rules

    def _by_rule(self, step: SolvingStep) -> tuple[str, str]:
        """The name of a step by other rules, and its words."""
        parts = [part for rule in step.rules for part in self.theory.parts[rule]]
        if len(step.rules) == len(parts) and self._of_pieces:
            clauses = [part for part in parts if isinstance(part, Clause)]
            if len(clauses) == len(parts) > 0:
                return self._of_placements(step, clauses)
        if len(step.rules) == len(parts) == 1 and isinstance(parts[0], BlockLine):
            return _line_name(parts[0], step), self._plain(step)
        if len(step.rules) == 1 and (name := self._count(parts, step)):
            return name, self._plain(step)
        names = dict.fromkeys(
            self.theory.rules[rule].technique for rule in step.rules if rule not in self._units.by_rule
        )
        return " and ".join(name for name in names if name), self._plain(step)

    def _plain(self, step: SolvingStep) -> str:
        rules = shown.rules_told(self.theory, step.rules)
        placed = any(self.theory.rules[rule].cells for rule in step.rules)
        told = len(rules) <= FEW_RULES or not placed or any(map(shown.PLACE.fullmatch, rules))
        known = self._some(step.because, out="excluded" if rules else "are excluded")
        facts = f", with {known}" if known and rules else known
        follows = self._some(step.follows, True) if step.follows else "that is impossible"
        if told or len(step.follows) != 1:
            by = "; ".join(rules) if told else f"{self._names(step.rules)} together"
            return f"{by}{facts}, so {follows}"
        opposite = shown.fact_words(self.theory, -step.follows[0])
        return f"if {opposite}, {self._names(step.rules)} do not fit together{facts}; so {follows}"

    def _some(self, lits: Sequence[Lit], new: bool = False, out: str = "are excluded") -> str:
        """The facts in words; of placements of pieces that are excluded their number, if they are many."""
        lie = [lit for lit in lits if lit < 0 and len(self.theory.facts[-lit].cells) > 1]
        if self._of_pieces and len(lie) > FEW:
            rest = [lit for lit in lits if lit not in set(lie)]
            labels = dict.fromkeys(self.theory.facts[-lit].label for lit in sorted(lie, reverse=True))
            places = f"{len(lie)} placements of {_and([*labels])} {'do not fit' if new else out}"
            words = shown.conclusions(self.theory, rest) if new else shown.facts_words(self.theory, rest)
            return ", ".join([*words, places])
        words = shown.conclusions(self.theory, lits) if new else shown.facts_words(self.theory, lits)
        return shown.some(words)

    def _count(self, parts: Sequence[Constraint], step: SolvingStep) -> str:
        """Is all that a rule asks for there, or all that is left needed? Else the kind of its constraint."""
        if len(parts) != 1 or self.theory.rules[step.rules[0]].technique:
            return ""
        (part,) = parts
        kind = next((name for of, name in KINDS.items() if isinstance(part, of)), "")
        if not isinstance(part, (Cardinality, ExactlyOne, AtMostOne, Clause)):
            return kind
        lo, hi = _asked(part)
        known = set(step.because)
        true = sum(lit in known for lit in part.lits)
        able = sum(-lit not in known for lit in part.lits)
        if true == hi and all(-lit in part.lits for lit in step.follows):
            return f"no more than {hi}" if lo < hi else ENOUGH.get(hi, f"all {hi} are there")
        asked = min(part.lits) > 0 and all(lit in part.lits for lit in step.follows)
        if asked and able == lo < len(part.lits):
            left = "both" if lo == 2 else f"all {lo}"
            return f"{left} that are left are needed" if lo > 1 else "the last one left"
        return ""

    # ---- pieces

    @cached_property
    def _of_pieces(self) -> bool:
        """Are the facts placements of pieces?"""
        return any(label and len(cells) > 1 for label, cells in self.theory.facts.values()) and all(
            label and cells for label, cells in self.theory.facts.values()
        )

    def _of_placements(self, step: SolvingStep, clauses: Sequence[Clause]) -> tuple[str, str]:
        """Cells that must be covered, and pieces that must lie somewhere."""
        facts, rules = self.theory.facts, self.theory.rules
        placed = [lit for lit in step.because if lit > 0]
        out = {-lit for lit in step.because if lit < 0}
        taken = {cell for lit in placed for cell in facts[lit].cells}
        left = [
            [lit for lit in clause.lits if lit not in out and taken.isdisjoint(facts[lit].cells)]
            for clause in clauses
        ]
        again = sorted({facts[lit].label for some in left for lit in some if self._barred(lit, placed)})
        once = f"; {_and(again)} {'lies' if len(again) == 1 else 'lie'} elsewhere" if again else ""
        known = self._some([-lit for lit in out])
        why = f"{f', as {known}' if known else ''}{once}"
        true = [lit for lit in step.follows if lit > 0]
        cells = [rules[rule].cells[0] for rule in step.rules if rules[rule].cells]
        if len(clauses) == len(true) == 1:
            label, lies = facts[true[0]].label, shown.fact_words(self.theory, true[0])
            if cells:
                where = f"{self._corner(cells[0], taken)}{self.theory.name(cells[0])}"
                return "only one piece fits", f"only {label} fits {where}{why}: {lies}"
            return "only one place is left", f"{label} fits nowhere else{why}: {lies}"
        blocking = self._blocking(step.follows)
        sizes = (
            {self._hole(cells[0], -lit, taken) for lit in step.follows}
            if len(left) == len(cells) == 1
            else {0}
        )
        if step.follows and 0 not in sizes:
            told = _and([f"{size}" for size in sorted(sizes)], "or")
            holes = f"hole of {told} cell{'' if sizes == {1} else 's'}"
            return "hole", f"{blocking} would leave a {holes} at {self._cells(cells)}{once}"
        labels = [
            facts[some[0]].label if some else facts[clause.lits[0]].label
            for rule, some, clause in zip(step.rules, left, clauses)
            if not rules[rule].cells
        ]
        name = "no room" if cells else "every place overlaps"
        if blocking:
            return name, f"{blocking} would leave {self._nowhere(cells, labels)}{why}"
        needed = [f"{self._cells(cells)} must be covered"] if cells else []
        needed += [f"{_and(labels)} must lie somewhere"] if labels else []
        follows = self._some(step.follows, True) if step.follows else "that is impossible"
        return name, f"{' and '.join(needed)}{why}, so {follows}"

    def _nowhere(self, cells: Sequence[Cell], labels: Sequence[str]) -> str:
        """no way to cover both R1C2 and R1C3; no place for L"""
        if not cells:
            return f"no place for {_and(labels)}"
        which = "" if len(cells) == 1 or labels else "both " if len(cells) == 2 else "all of "
        also = f" and to place {_and(labels)}" if labels else ""
        return f"no way to cover {which}{self._cells(cells)}{also}"

    def _blocking(self, follows: Sequence[Lit]) -> str:
        """The placements that a step excludes, in words; "" if it says anything else."""
        if not follows or max(follows) > 0:
            return ""
        if len(follows) > FEW:
            labels = dict.fromkeys(self.theory.facts[-lit].label for lit in sorted(follows, reverse=True))
            return f"{len(follows)} placements of {_and([*labels])}"
        return _and([shown.fact_words(self.theory, -lit) for lit in follows], "or")

    def _barred(self, placement: int, placed: Collection[int]) -> bool:
        """Does an axiom let the placement exclude one of those placed: do both use one piece?"""
        return placement not in placed and any(
            isinstance(axiom, AtMostOne) and not set(placed).isdisjoint(axiom.lits)
            for axiom in self.theory.axioms_on([placement])
        )

    def _hole(self, cell: Cell, placement: int, taken: set[Cell]) -> int:
        """The number of free cells about the cell beside the placement, if fewer than each piece that could
        cover it has; 0 if not.
        """
        facts = self.theory.facts
        blocked = taken | set(facts[placement].cells)
        sizes = [
            len(facts[var].cells) for variables in self.theory.bearing[cell].values() for var in variables
        ]
        free, left = {cell}, [cell]
        while left:
            r, c = left.pop()
            for other in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
                if other in self.theory.bearing and other not in blocked and other not in free:
                    free.add(other)
                    left.append(other)
        return len(free) if self._square and len(free) < min(sizes, default=0) else 0

    @cached_property
    def _square(self) -> bool:
        """Do all pieces hang together by sides of squares?"""
        return all(_hangs_together(cells) for _, cells in self.theory.facts.values())

    def _corner(self, cell: Cell, taken: set[Cell]) -> str:
        """ "the corner " if two sides of the cell that meet are at the border, or at pieces."""
        if not self._square:
            return ""
        r, c = cell
        closed = [
            other in taken or other not in self.theory.bearing
            for other in ((r - 1, c), (r, c + 1), (r + 1, c), (r, c - 1))
        ]
        return "the corner " if any(closed[i] and closed[i - 1] for i in range(4)) else ""


def _asked(part: Cardinality | ExactlyOne | AtMostOne | Clause) -> tuple[int, int]:
    """How many of its literals are true, at least and at most."""
    match part:
        case Cardinality(_, lo, hi):
            return lo, hi
        case ExactlyOne():
            return 1, 1
        case AtMostOne():
            return 0, 1
        case Clause(lits):
            return 1, len(lits)
        case _:
            unknown(part)


def _hangs_together(cells: Sequence[Cell]) -> bool:
    left, reached = set(cells), list(cells[:1])
    for r, c in reached:
        near = {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & left - set(reached)
        reached += near
    return len(reached) == len(left)


def _line_name(line: BlockLine, step: SolvingStep) -> str:
    """Overlap: what follows is in a block wherever it lies, as its first and last places show. Gap: it is
    between the blocks, or out of their reach.
    """
    black = {var for lits in line.cells for var in lits}
    filled = any(lit > 0 for lit in step.follows)
    empty = any(lit < 0 for lit in step.follows)
    if not black.issuperset(map(abs, step.follows)):
        return ""
    if filled and not _overlaps(line, step):
        return "line"
    return "overlap and gap" if filled and empty and _many(line, step) else "overlap" if filled else "gap"


def _many(line: BlockLine, step: SolvingStep) -> bool:
    """Is some cell left white, not merely without another ink?"""
    return any(all(-var in step.follows or -var in step.because for var in cell) for cell in line.cells)


def _overlaps(line: BlockLine, step: SolvingStep) -> bool:
    """Do all cells that are filled lie between the last start and the first end of one block?"""
    able = [[not _barred(cell, ink, step) for cell in line.cells] for ink in range(1, _inks(line) + 1)]
    must = [any(var in step.because for var in cell) for cell in line.cells]
    first = _first(able, must, line.blocks)
    last = _first([row[::-1] for row in able], must[::-1], line.blocks[::-1])
    if first is None or last is None:
        return False
    sure = {
        (at, ink)
        for (length, ink), start, back in zip(line.blocks, first, last[::-1])
        for at in range(len(line.cells) - back - length, start + length)
    }
    number = {var: (i, ink) for i, cell in enumerate(line.cells) for ink, var in enumerate(cell, 1)}
    return all(number[lit] in sure for lit in step.follows if lit > 0)


def _inks(line: BlockLine) -> int:
    return len(line.cells[0]) if line.cells else 1


def _barred(cell: Sequence[int], ink: int, step: SolvingStep) -> bool:
    """Is it known that the cell does not have the ink?"""
    known = set(step.because)
    return -cell[ink - 1] in known or any(var in known for i, var in enumerate(cell, 1) if i != ink)


def _first(
    able: Sequence[Sequence[bool]], must: Sequence[bool], blocks: Sequence[tuple[int, int]]
) -> list[int] | None:
    """The starts of the blocks in the filling in which each begins as early as it can; None if none fits."""
    n = len(must)

    @cache
    def placed(at: int, block: int) -> list[int] | None:
        if block == len(blocks):
            return None if any(must[at:]) else []
        length, ink = blocks[block]
        for start in range(at, n - length + 1):
            if any(must[at:start]):
                return None
            if all(able[ink - 1][start : start + length]):
                end = start + length
                space = gap(blocks[block], blocks[block + 1]) if block + 1 < len(blocks) else 0
                if not (space and end < n and must[end]):
                    rest = placed(end + space, block + 1)
                    if rest is not None:
                        return [start, *rest]
        return None

    return placed(0, 0)


def _and(words: Sequence[str], word: str = "and") -> str:
    *others, last = words or [""]
    return f"{', '.join(others)} {word} {last}" if others else last


def _plural(kind: str) -> str:
    return {"box": "boxes"}.get(kind, f"{kind}s")
