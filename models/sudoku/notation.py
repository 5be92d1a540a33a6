"""The notation of rules in an instance, and the table of all rules.

    - anti-knight                                    a rule without arguments
    - thermo: [R1C1 R1C2 R2C2, R5C5-R5C9]            a list of paths; A-B is a straight run of cells
    - killer: [12 = R1C1 R1C2, 7 = R2C1 R3C1]        a list of numbers with cells
    - arrow: [R1C1 = R1C2 R1C3]                      circle = arrow
    - greater: [R1C1 > R1C2]                         a chain of neighbours
    - quad: [R1C1 = 1 4 6]                           upper left cell of a 2x2 square = digits
    - kropki: {white: [R1C1 R1C2], black: [], all given: true}     or `all given: black`
    - clone: [R1C1 R1C2 = R5C5 R5C6]                 groups of cells, in the same order
    - sandwich: {columns: 8 . . 4, rows: . . 9 .}    clues from the left and from above
    - skyscraper: {top: 3 . 2 ., left: . 1 . .}      clues from four sides
    - little-killer: [12 = R1C2 down-right]          first cell and direction
    - pattern: ["(1|2)*[3-9]+ = R1C1-R1C9"]          a regular expression
    - any: [thermo: [R1C1 R1C2], anti-king]          at least one of some rules

A block of lines is accepted in place of a list of texts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from zenkai_solver.models.document import InstanceError, Where
from zenkai_solver.models.fields import known_key, nearest
from zenkai_solver.models.sudoku.grid import Grid, Path
from zenkai_solver.models.sudoku.rules import (
    cages,
    choice,
    everywhere,
    indexing,
    lines,
    outside,
    pairs,
    pattern,
    rank,
    sums,
)
from zenkai_solver.models.sudoku.rules.base import Clued, OnCells, Rule
from zenkai_solver.models.sudoku.words import digits, number, one_cell, path, sides, texts

Make = Callable[[Any, Grid, Where], Iterator[Rule]]

DIRECTIONS = {
    f"{vertical}-{horizontal}": (down, right)
    for vertical, down in (("up", -1), ("down", 1))
    for horizontal, right in (("left", -1), ("right", 1))
}


# ---- forms: readers of the value of a rule


def flag(cls: Callable[..., Rule], **options: Any) -> Make:
    def make(value: Any, grid: Grid, where: Where) -> Iterator[Rule]:
        if value is not None:
            raise InstanceError(where, "this rule takes no value")
        yield cls(**options)

    return make


def on_paths(cls: type[OnCells], least: int = 2, **options: Any) -> Make:
    def make(value: Any, grid: Grid, where: Where) -> Iterator[Rule]:
        for text, place in texts(value, where, " ".join(f"R1C{i}" for i in range(1, least + 1))):
            cells = path(text, grid, place)
            if len(cells) < least:
                raise InstanceError(place, f"{len(cells)} cells; at least {least} are needed")
            yield cls(cells, **options)

    return make


def numbered(cls: type[Clued], default: int | None = None, least: int = 1) -> Make:
    """`number = cells`; the number may be left out if there is a default."""

    def make(value: Any, grid: Grid, where: Where) -> Iterator[Rule]:
        for text, place in texts(value, where, f"{default or 12} = R1C1 R1C2 R1C3"):
            left, right = (str(default), text) if default and "=" not in text else sides(text, place)
            cells = path(right, grid, place)
            if len(cells) < least:
                raise InstanceError(place, f"{len(cells)} cells; at least {least} are needed")
            yield cls(cells, number(left, place))

    return make


def equations(rule: Callable[[str, str, Grid, Where], Rule], example: str) -> Make:
    """A rule for each text `left = right`, such as the example."""

    def make(value: Any, grid: Grid, where: Where) -> Iterator[Rule]:
        for text, place in texts(value, where, example):
            yield rule(*sides(text, place), grid, place)

    return make


def arrow(circle: str, line: str, grid: Grid, where: Where) -> Rule:
    head = path(circle, grid, where)
    shaft = path(line, grid, where)
    if len(head) > 3:
        raise InstanceError(where, f"{len(head)} cells in the circle; at most 3 are allowed")
    return sums.Arrow((*head, *shaft), len(head))


def contents(kind: type[cages.Holding]) -> Make:
    def holding(left: str, right: str, grid: Grid, where: Where) -> Rule:
        cells, wanted = path(right, grid, where), digits(left, grid, where)
        if len(wanted) > len(cells):
            raise InstanceError(where, f"{len(wanted)} digits for {len(cells)} cells")
        return kind(cells, wanted)

    return equations(holding, "1 2 = R1C1 R1C2 R1C3")


def any_of(value: Any, grid: Grid, where: Where) -> Iterator[Rule]:
    """A list of rules, each an alternative."""
    if not isinstance(value, list) or len(value) < 2:
        raise InstanceError(where, "a list of two rules or more is needed")
    alternatives = []
    for i, entry in enumerate(value):
        name, value_of, place = rule_words(entry, (*where, i))
        alternatives.append(tuple(RULES[name](value_of, grid, place)))
    yield choice.AnyOf(tuple(alternatives))


def ranks(value: Any, grid: Grid, where: Where) -> Iterator[Rule]:
    """Clues from four sides, each a rule, and `ties`."""
    if not isinstance(value, dict):
        raise InstanceError(where, f"a mapping of {', '.join(FOUR)} and ties is needed")
    ties = value.get("ties", "unclued")
    if ties not in rank.TIES:
        raise InstanceError((*where, "ties"), f"{ties!r} is not known; known: {', '.join(rank.TIES)}")
    clues = {side: words for side, words in value.items() if side != "ties"}
    rules = from_sides(cages.SumCage, *FOUR)(clues, grid, where) if clues else ()
    yield from (rank.FullRank(rule.cells, rule.clue, ties) for rule in rules if isinstance(rule, Clued))
    if ties == "none":
        yield rank.NoTies()


def clones(value: Any, grid: Grid, where: Where) -> Iterator[Rule]:
    for text, place in texts(value, where, "R1C1 R1C2 = R5C5 R5C6"):
        sides(text, place)  # there are two groups at least
        groups = [path(part, grid, place) for part in text.split("=")]
        if len(sizes := sorted(set(map(len, groups)))) > 1:
            raise InstanceError(
                place, f"groups of {sizes[0]} and {sizes[-1]} cells; clones are equally large"
            )
        yield cages.Clone(tuple(cell for group in groups for cell in group), sizes[0])


def quad(corner: str, right: str, grid: Grid, where: Where) -> Rule:
    r, c = one_cell(corner, grid, where)
    if not all(cell in grid for cell in ((r, c + 1), (r + 1, c), (r + 1, c + 1))):
        raise InstanceError(where, f"{corner} is not the upper left cell of a 2x2 square")
    wanted = digits(right, grid, where)
    if len(wanted) > 4:
        raise InstanceError(where, f"{len(wanted)} digits for 4 cells")
    return cages.QuadClue(((r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)), wanted)


def marked(*kinds: type[pairs.Touching]) -> Make:
    """Marks between neighbours, by name; `all given` (true, or some of the names) forbids unmarked pairs."""

    def make(value: Any, grid: Grid, where: Where) -> Iterator[Rule]:
        if not isinstance(value, dict):
            raise InstanceError(where, f"a mapping of {', '.join(kind.name for kind in kinds)} is needed")
        dots: list[Path] = []
        for key in value:
            known_key(key, ("all given", *(kind.name for kind in kinds)), where)
        for kind in kinds:
            if value.get(kind.name):
                for rule in on_paths(kind)(value[kind.name], grid, (*where, kind.name)):
                    assert isinstance(rule, OnCells)
                    dots.append(rule.cells)
                    yield rule
        if complete := _all_given(value.get("all given", False), kinds, (*where, "all given")):
            neighbours = (frozenset(pair) for cells in dots for pair in pairwise(cells))
            yield pairs.Unmarked(complete, frozenset(neighbours))

    return make


def _all_given(
    value: Any, kinds: Sequence[type[pairs.Touching]], where: Where
) -> tuple[type[pairs.Touching], ...]:
    """The kinds of marks of which all are drawn: none, every one, or the named ones."""
    chosen = tuple(kind for kind in kinds if value is True or kind.name == value)
    if not chosen and value is not False:
        raise InstanceError(where, f"true, false, {' or '.join(kind.name for kind in kinds)} is needed")
    return chosen


def from_sides(cls: type[Clued], *allowed: str) -> Make:
    """Clues in front of rows and columns: a word per line, `.` for none."""

    def line(grid: Grid, side: str, i: int) -> Path:
        cells = grid.column(i) if side in ("top", "bottom", "columns") else grid.row(i)
        return cells[::-1] if side in ("bottom", "right") else cells

    def make(value: Any, grid: Grid, where: Where) -> Iterator[Rule]:
        if not isinstance(value, dict) or not value:
            raise InstanceError(where, f"a mapping of {', '.join(allowed)} is needed")
        for side, clues in value.items():
            known_key(side, allowed, where)
            words, place = str(clues).split(), (*where, side)
            wanted = grid.columns if side in ("top", "bottom", "columns") else grid.rows
            if len(words) != wanted:
                raise InstanceError(place, f"{len(words)} clues for {wanted} lines; write . for no clue")
            for i, word in enumerate(words):
                if word != ".":
                    yield cls(line(grid, side, i), number(word, place))

    return make


def little_killer(clue: str, right: str, grid: Grid, where: Where) -> Rule:
    start, _, direction = right.partition(" ")
    if direction.strip() not in DIRECTIONS:
        raise InstanceError(where, f'"{direction}" is not a direction' + nearest(direction, DIRECTIONS))
    down, across = DIRECTIONS[direction.strip()]
    cells = [one_cell(start, grid, where)]
    while (cells[-1][0] + down, cells[-1][1] + across) in grid:
        cells.append((cells[-1][0] + down, cells[-1][1] + across))
    if len(cells) < 2:
        raise InstanceError(where, f"only one cell lies {direction.strip()} of {start}")
    return outside.LittleKiller(tuple(cells), number(clue, where))


FOUR = ("top", "bottom", "left", "right")

RULES: dict[str, Make] = {
    "diagonals": flag(everywhere.DiagonalUnits),
    "falling-diagonal": flag(everywhere.DiagonalUnits, rising=False),
    "rising-diagonal": flag(everywhere.DiagonalUnits, falling=False),
    "windoku": flag(everywhere.Windoku),
    "disjoint-groups": flag(everywhere.DisjointGroups),
    "anti-knight": flag(everywhere.AntiKnight),
    "anti-king": flag(everywhere.AntiKing),
    "anti-taxicab": flag(everywhere.AntiTaxicab),
    "non-consecutive": flag(everywhere.NonConsecutive),
    "entropy": flag(everywhere.Entropy),
    "modular": flag(everywhere.Modular),
    "dutch-flatmates": flag(everywhere.DutchFlatmates),
    "odd": on_paths(cages.Odd, 1),
    "even": on_paths(cages.Even, 1),
    "only": equations(
        lambda left, right, *at: cages.Only(path(left, *at), digits(right, *at)), "R1C1 R1C2 = 1 2 3"
    ),
    "different": on_paths(cages.Different),
    "killer": numbered(cages.Killer),
    "sum": numbered(cages.SumCage),
    "no-sum": numbered(cages.NoSubsetSum),
    "balanced": on_paths(cages.Balanced),
    "quad": equations(quad, "R1C1 = 1 4 6"),
    "holding": contents(cages.Holding),
    "holding-exactly": contents(cages.HoldingExactly),
    "pattern": equations(
        lambda text, cells, *at: pattern.Pattern(path(cells, *at), text), '"(1|2)*[3-9]+ = R1C1-R1C9"'
    ),
    "any": any_of,
    "clone": clones,
    "counting-circles": on_paths(cages.CountingCircles, 1),
    "kropki": marked(pairs.White, pairs.Black),
    "xv": marked(pairs.X, pairs.V),
    "greater": on_paths(pairs.Greater),
    "minimum": on_paths(pairs.Minimum, 1),
    "maximum": on_paths(pairs.Maximum, 1),
    "thermo": on_paths(lines.Thermo),
    "slow-thermo": on_paths(lines.SlowThermo),
    "whisper": numbered(lines.Whisper, 5, 2),
    "palindrome": on_paths(lines.Palindrome),
    "renban": on_paths(lines.Renban),
    "between": on_paths(lines.Between, 3),
    "lockout": numbered(lines.Lockout, 4, 3),
    "arrow": equations(arrow, "R1C1 = R1C2 R1C3"),
    "double-arrow": on_paths(sums.DoubleArrow, 3),
    "zipper": on_paths(sums.Zipper),
    "sum-line": numbered(sums.SumLine, 10, 2),
    "region-sums": on_paths(sums.RegionSums),
    "entropic": on_paths(lines.Entropic),
    "modular-line": numbered(lines.ModularLine, 3, 2),
    "sandwich": from_sides(outside.Sandwich, "columns", "rows"),
    "skyscraper": from_sides(outside.Skyscraper, *FOUR),
    "first-hidden": from_sides(outside.FirstHidden, *FOUR),
    "x-sum": from_sides(outside.XSum, *FOUR),
    "numbered-room": from_sides(outside.NumberedRoom, *FOUR),
    "little-killer": equations(little_killer, "12 = R1C2 down-right"),
    "full-rank": ranks,
    "lunchbox": numbered(outside.Lunchbox, None, 2),
    "row-indexing": on_paths(indexing.RowIndexing, 1),
    "column-indexing": on_paths(indexing.ColumnIndexing, 1),
    "pointing": on_paths(indexing.Pointing, 3),
    "count-distinct": on_paths(indexing.CountDistinct),
}

WHOLE = {  # about whole rows, columns or diagonals, of which several grids have not one kind
    *("diagonals", "falling-diagonal", "rising-diagonal", "windoku", "disjoint-groups", "dutch-flatmates"),
    *("sandwich", "skyscraper", "first-hidden", "x-sum", "numbered-room", "little-killer", "full-rank"),
    *("row-indexing", "column-indexing"),
}


def named_in(entry: Any) -> Iterator[str]:
    """The names of the rule, and of those in an `any`."""
    if isinstance(entry, str):
        yield entry.strip()
    elif isinstance(entry, dict):
        for name, value in entry.items():
            yield str(name)
            for inner in value if name == "any" and isinstance(value, list) else ():
                yield from named_in(inner)


def rule_words(entry: Any, where: Where) -> tuple[str, Any, Where]:
    """The name of a rule, its value, and the path to it."""
    if isinstance(entry, str):
        name, value, place = entry.strip(), None, where
    elif isinstance(entry, dict) and len(entry) == 1:
        ((name, value),) = entry.items()
        place = (*where, name)
    else:
        raise InstanceError(where, "a rule is a name, or one `name: ...`")
    if name not in RULES:
        raise InstanceError(where, f'unknown rule "{name!s:.40}"' + nearest(str(name), RULES))
    return name, value, place
