"""Reads the optional rules of a packing.

touch:          any | corners (copies of a piece share no edge) | never (nor a corner)
alike:          groups of letters to whose pieces `touch` applies as to copies of one piece: [FIL, NP]
border:         by letter, or one for all: true (touches the border of the board) | false | any
no_fault_line:  true: every straight line through the board cuts a piece
symmetric:      boards that are their own image: half-turn ... (`models.packing.invariant.NAMES`), of wrapped
                boards also a shift, [0, 2], or a list of these
numbers:        how many pieces of some letters are used: {FIL: 2, NP: 0..1}
weights, total: what the weights of all pieces sum to: {F: 3, others: 1}, and 12, -3..5, 7.. or ..7
three_colourable: true | corners: three colours suffice so that touching pieces differ
holes:          the number of connected parts of the free cells: connected (one or none), one, 3, 2..4
convex_holes:   true: each of these parts is convex (`models.packing.free_cells`)
covered:        a drawing of the board: `#` on cells that are covered, `+` on those that may stay free
free:           the number of cells that stay free: 3, 0..3, 2..
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import combinations

from zenkai_solver.models.document import InstanceError, Where
from zenkai_solver.models.fields import Fields, known_key, nearest
from zenkai_solver.models.grid import Move, Region
from zenkai_solver.models.lattices.known import LATTICES
from zenkai_solver.models.lattices.region import LatticeRegion
from zenkai_solver.models.packing.free_cells import MOST_HOLES, Covered, Free, Holes
from zenkai_solver.models.packing.invariant import NAMES, Symmetric, named_moves, shift
from zenkai_solver.models.packing.problem import Count, PackingProblem
from zenkai_solver.models.packing.reading_colours import on_page
from zenkai_solver.models.packing.rules import (
    FOUR,
    Border,
    FewMeet,
    NoFaultLine,
    Number,
    PackingRule,
    Touch,
    WeightTotal,
    crowded,
)
from zenkai_solver.models.packing.three_colours import ThreeColourable

RULES = (
    *("touch", "alike", "border", "no_fault_line", "symmetric", "numbers", "weights", "total"),
    *("three_colourable", "holes", "convex_holes", "covered", "free"),
)
TOUCHES = ("any", "corners", "never")


COUNT = re.compile(r"(\d{1,6})?\s*(\.\.)\s*(\d{1,6})?|(\d{1,6})")


def read_count(value: object, where: Where) -> Count:
    """A number of pieces. Raises InstanceError."""
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if isinstance(value, str) and value.strip() == "any":
        return Count(0, None)
    match = COUNT.fullmatch(value.strip()) if isinstance(value, str) else None
    if match is None:
        raise InstanceError(where, f"{value!r:.40} is not a number of pieces: write 2, 0..3, 1.. or any")
    if match[4]:
        return Count(int(match[4]), int(match[4]))
    count = Count(int(match[1] or 0), int(match[3]) if match[3] else None)
    if count.hi is not None and count.lo > count.hi:
        raise InstanceError(where, f"{value} is an empty range")
    return count


def read_rules(fields: Fields, problem: PackingProblem) -> tuple[PackingRule, ...]:
    """The rules that the keys state. Raises InstanceError."""
    rules: list[PackingRule] = [*_touch(fields, problem), *_border(fields, problem)]
    for key, value in fields.mapping("numbers", {}).items():
        letters = _letters(key, problem, ("numbers", key))
        count = read_count(value, ("numbers", key))
        rules.append(Number(letters, count.lo, count.hi))
    rules += _total(fields, problem)
    colourable = fields.data.get("three_colourable", False)
    if not isinstance(colourable, bool) and colourable != "corners":
        raise InstanceError("three_colourable", f"{colourable!r:.40} is not true, false or corners")
    rules += [ThreeColourable(colourable == "corners")] if colourable else []
    rules += [*_holes(fields, problem), *_free(fields, problem), *_few_meet(fields, problem.region)]
    if fields.flag("no_fault_line", False):
        walls = LATTICES[fields.choice("lattice", tuple(LATTICES), "squares")].walls
        if not walls or problem.region.wrapped:
            able = [name for name, lattice in LATTICES.items() if lattice.walls]
            message = f"only for boards of {', '.join(able[:-1])} and {able[-1]} that are not wrapped"
            raise InstanceError("no_fault_line", message)
        rules.append(NoFaultLine(walls))
    return (*rules, *_symmetric(fields, problem))


def _few_meet(fields: Fields, region: Region) -> Iterator[FewMeet]:
    """The rule of `no_crossings`, but on flat boards of squares, where the packing states it itself."""
    if not fields.flag("no_crossings", False) or not isinstance(region, LatticeRegion):
        return
    most = max((len(fan) for fan in region.fans), default=2)
    if most < FOUR:
        message = f"{region.lattice.name}: at most {most} of their cells meet at a point"
        raise InstanceError("no_crossings", message)
    yield FewMeet(crowded(region))


def _symmetric(fields: Fields, problem: PackingProblem) -> Iterator[Symmetric]:
    entry = fields.get("symmetric", (str, list), "the name of a symmetry or a list of them", [])
    if not entry:
        return
    if len(problem.region.boards) > 1:
        raise InstanceError("symmetric", "only for one board, not for `groups`")
    moves = named_moves(problem.region)
    named: dict[str, Move] = {}
    for i, item in enumerate([entry] if isinstance(entry, str) else entry):
        where: Where = ("symmetric",) if isinstance(entry, str) else ("symmetric", i)
        name = f"shift by {item}" if isinstance(item, list) else str(item)
        move = _shift(item, problem.region, where) if isinstance(item, list) else moves.get(name)
        if move is None and name not in NAMES and not isinstance(item, list):
            raise InstanceError(where, f'"{name:.40}" is not known' + nearest(name, NAMES))
        if move is None:
            able = f"; under {', '.join(moves)} it is" if moves else ""
            raise InstanceError(where, f"the board is not its own image under the {name:.60}{able}")
        named[name] = move
    yield Symmetric(tuple(named), tuple(named.values()))


def _shift(item: list[object], region: Region, where: Where) -> Move | None:
    if not region.wrapped:
        raise InstanceError(where, "a shift is for boards that are wrapped")
    if not item or any(type(x) is not int or abs(x) > 999 for x in item):
        raise InstanceError(where, f"{item!r:.40} is not a vector such as [0, 2]")
    return shift(region, tuple(x for x in item if isinstance(x, int)))


def _letters(text: object, problem: PackingProblem, where: Where) -> str:
    """Letters of pieces, sorted. Raises InstanceError for one that no piece has or that is repeated."""
    if not isinstance(text, str) or not text:
        raise InstanceError(where, f"{text!r:.40} is not letters of pieces such as FIL")
    for i, letter in enumerate(text):
        if letter not in problem.counts:
            raise InstanceError(where, f'unknown piece "{letter}"' + nearest(letter, list(problem.counts)))
        if letter in text[:i]:
            raise InstanceError(where, f"piece {letter} is there twice")
    return text


def _touch(fields: Fields, problem: PackingProblem) -> Iterator[Touch]:
    touch = fields.choice("touch", TOUCHES, "any")
    entry = fields.get("alike", list, "a list of letters such as [FIL, NP]", [])
    groups = [_letters(text, problem, ("alike", i)) for i, text in enumerate(entry)]
    if touch == "any":
        if groups:
            raise InstanceError("alike", "has no effect without `touch: corners` or `touch: never`")
        return
    pairs = combinations(groups, 2)
    if twice := next((x for one, other in pairs for x in one if x in other), None):
        raise InstanceError("alike", f"piece {twice} is in two groups")
    others = [label for label in problem.counts if label in problem.copied and label not in "".join(groups)]
    yield Touch((*groups, *others), touch == "corners")


def _border(fields: Fields, problem: PackingProblem) -> Iterator[Border]:
    entry = fields.data.get("border", "any")
    known = ("others", *problem.counts)
    stated: Mapping[str, object] = entry if isinstance(entry, dict) else {"others": entry}
    for key, value in stated.items():
        where = ("border", key) if isinstance(entry, dict) else ("border",)
        if key not in known:
            raise InstanceError(where, f'unknown piece "{key}"' + nearest(key, known))
        if not isinstance(value, bool) and value != "any":
            raise InstanceError(where, f"{value!r:.40} is not true, false or any")
    wanted = {label: stated.get(label, stated.get("others", "any")) for label in problem.counts}
    must, never = ("".join(x for x, item in wanted.items() if item is it) for it in (True, False))
    if must or never:
        yield Border(must, never)


TOTAL = re.compile(r"(-?\d{1,6})?\s*(\.\.)\s*(-?\d{1,6})?|(-?\d{1,6})")
MOST_WEIGHT = 1000


def _total(fields: Fields, problem: PackingProblem) -> Iterator[WeightTotal]:
    entry, weights = fields.data.get("total"), fields.mapping("weights", {})
    if entry is None and not weights:
        return
    if entry is None or not weights:
        raise InstanceError("weights" if weights else "total", "`weights` and `total` need each other")
    for key, value in weights.items():
        known_key(key, ("others", *problem.counts), ("weights",))
        if type(value) is not int or abs(value) > MOST_WEIGHT:
            raise InstanceError(
                ("weights", key), f"{value!r:.40} is not a whole number from -{MOST_WEIGHT} to {MOST_WEIGHT}"
            )
    weight_of = {label: weights.get(label, weights.get("others", 0)) for label in problem.counts}
    most = len(problem.region.cells) * max(map(abs, weight_of.values()))
    match = TOTAL.fullmatch(str(entry).strip()) if not isinstance(entry, bool) else None
    if match is None or not (match[1] or match[3] or match[4]):
        raise InstanceError("total", f"{entry!r:.40} is not a sum of weights: write 12, -3..5, 7.. or ..7")
    lo, hi = int(match[4] or match[1] or -most), int(match[4] or match[3] or most)
    if lo > hi:
        raise InstanceError("total", f"{entry} is an empty range")
    yield WeightTotal(weight_of, lo, hi)


def _holes(fields: Fields, problem: PackingProblem) -> Iterator[Holes]:
    value, convex = fields.data.get("holes"), fields.flag("convex_holes", False)
    if value is None:
        if convex:
            raise InstanceError("convex_holes", "has no effect without `holes`")
        return
    _check_partial("holes", problem)
    words = {"connected": Count(0, 1), "one": Count(1, 1)}
    count = words.get(value) if isinstance(value, str) else None
    count = count or read_count(value, ("holes",))
    if count.hi is None or not 1 <= count.hi <= MOST_HOLES:
        message = f"{value!r:.40} is not connected, one or a number from 1 to {MOST_HOLES}"
        raise InstanceError("holes", message)
    yield Holes(count.lo, count.hi, convex)


def _free(fields: Fields, problem: PackingProblem) -> Iterator[PackingRule]:
    """The rules of `covered` and `free`."""
    if "covered" in fields.data:
        _check_partial("covered", problem)
        drawn = on_page(fields.text("covered"), problem.region, ("covered",))
        for (r, c), char in drawn.items():
            if char not in "#+":
                message = f"row {r + 1}, column {c + 1} is a cell: `#` must be covered, `+` may stay free"
                raise InstanceError("covered", message, r)
        if covered := frozenset(cell for cell, char in drawn.items() if char == "#"):
            yield Covered(covered)
    if "free" in fields.data:
        _check_partial("free", problem)
        count = read_count(fields.data["free"], ("free",))
        cells = len(problem.region.cells)
        if count.lo > cells:
            raise InstanceError("free", f"at least {count.lo} cells, but the board has {cells}")
        yield Free(count.lo, count.hi)


def _check_partial(key: str, problem: PackingProblem) -> None:
    if problem.exact:
        raise InstanceError(key, "only with `fill: partial`: else no cell stays free")
