"""The rules of a sudoku in words, as they are printed below its picture."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from zenkai_solver.models.sudoku.grid import SYMBOLS, Grid, cell_name, in_one_part
from zenkai_solver.models.sudoku.marks import Outline
from zenkai_solver.models.sudoku.rules.base import Rule
from zenkai_solver.models.sudoku.rules.outside import Outside


def printed(grid: Grid, rules: Sequence[Rule]) -> Iterator[str]:
    """The rules of the grid, then a line for each kind of rule; where the picture does not show in what the
    rules of a kind differ, a line for each of them with its cells.
    """
    yield from plain(grid)
    kinds: dict[str, list[Rule]] = defaultdict(list)
    for rule in rules:
        kinds[rule.name].append(rule)
    tagged = len({rule.tag for rule in rules if isinstance(rule, Outside) and rule.tag}) > 1
    for name, some in kinds.items():
        tag = some[0].tag if isinstance(some[0], Outside) and tagged else ""
        head = f"{name} ({tag})" if tag else name
        sentences = list(dict.fromkeys(rule.on_paper() for rule in some))
        if some[0].listed or (len(sentences) > 1 and "{" in some[0].printed):
            for rule in some:
                cells = " ".join(map(cell_name, rule.area()))
                yield f"{head} {cells}: {rule.on_paper()}"
        else:
            yield from (f"{head}: {sentence}" for sentence in sentences)
            for rule in some:
                outlines = (mark.cells for mark in rule.marks(grid) if isinstance(mark, Outline))
                yield from (
                    f"{name} {' '.join(map(cell_name, outlined))}: One cage, in several parts."
                    for outlined in outlines
                    if not in_one_part(outlined)
                )


def listed(rules: Sequence[Rule]) -> Iterator[str]:
    """A line for each rule, with its cells and its clue in words, each line once."""
    for rule in dict.fromkeys(rules):
        cells = rule.area()
        place = f" {rule.place(cells)}" if cells else ""
        yield f"{rule.title or rule.name}{place}: {rule.words() or rule.on_paper()}"


def plain(grid: Grid) -> Iterator[str]:
    """The rule of the bare grid."""
    digits = f"{SYMBOLS[grid.values[0]]} to {SYMBOLS[grid.values[-1]]}"
    yield f"Each cell holds a digit from {digits}."
    parts = ["row", "column"] if grid.latin else []
    parts += ["box" if grid.box else "region"] if grid.regions else []
    if parts:
        *others, last = parts
        where = f"{', '.join(others)}{' or ' if others else ''}{last}"
        of = f" of any of the {len(grid.corners)} grids" if grid.corners else ""
        yield f"No digit repeats in a {where}{of}."
