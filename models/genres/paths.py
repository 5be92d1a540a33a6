"""A normal form of the solutions of Numberlink, by which it is quicker to prove that there is one only.

Paths join pairs of clues and may leave cells empty. Two changes make a solution of a solution:

    a path that has two neighbouring cells, not one after the other, goes straight from one to the other
    a turn of a path below an empty cell, the fourth of a 2x2, goes through that cell instead

The first makes paths shorter, the second moves a cell up a row, so both come to an end, and the solution at
the end is normal. The first adds a line where there was none, the second two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from zenkai_solver.models.constraints import Constraint, Lit
from zenkai_solver.models.csp import NormalForm
from zenkai_solver.models.genres.expressions import CountOf, Fixed, Truth, Var
from zenkai_solver.models.genres.graphs import ByLines
from zenkai_solver.models.genres.groups import EndsAt, SameClues
from zenkai_solver.models.genres.places import Adjacent, Everywhere
from zenkai_solver.models.genres.statements import Exists, ForAll, Shows
from zenkai_solver.models.genres.stating import StatedView

MOVED = 2  # lines, at most, that a change adds
FEW_LINES = 120  # of a board, nearly those of 8x8, where stating the normal form takes longer than the search
CELL, LINE = Var("c"), Var("e")


def path_rules(layer: str, key: str) -> frozenset[Truth]:
    """The rules that make the lines of the layer paths between pairs of equal clues, and nothing more."""
    at_cell = CountOf(LINE, Adjacent(CELL, "sides"), Shows(layer, LINE))
    return frozenset(
        (
            Exists(LINE, Everywhere("inner"), Shows(layer, LINE)),
            EndsAt(layer, key),
            ForAll(CELL, Everywhere("cell"), at_cell <= Fixed(2)),
            SameClues(ByLines(layer), key),
        )
    )


def normal_form(view: StatedView, constraints: Sequence[Constraint]) -> NormalForm | None:
    """That of the solutions of these constraints, which state all rules and nothing else.

    None if the rules are others, or a clue is not there twice, or the board is small.
    """
    rules = view.out.rules
    paths = next((rule for rule in rules if isinstance(rule, SameClues)), None)
    if paths is None or not isinstance(paths.graph, ByLines):
        return None
    layer, key = paths.graph.layer, paths.key
    lines = view.out.layer(layer)
    numbers = Counter(view.sheet.clues.get(key, {}).values())
    if (
        frozenset(rules) != path_rules(layer, key)
        or set(numbers.values()) != {2}
        or len(lines) <= FEW_LINES
        or lines.keys() != set(view.sheet.every["inner"])
        or any(len(values) != 2 for values in lines.values())
    ):
        return None
    return NormalForm(
        constraints, (*_no_shortcut(view, paths, layer), *_no_turn_below(view, paths, layer)), MOVED
    )


def _no_shortcut(view: StatedView, paths: SameClues, layer: str) -> Iterator[tuple[Lit, ...]]:
    """Two neighbours on one path are joined; so no 2x2 has three lines."""
    line = view.out.showing(layer, 1)
    owned = {paths.graph.stated(view).places[node]: lits for node, lits in paths.owned(view).items()}
    for edge, lit in line.items():
        one, other = view.sheet.related(edge, "beside")
        yield from ((lit, -a, -b) for a, b in zip(owned[one], owned[other]))
    for corner in view.sheet.every["corner"]:
        around = [line[edge] for edge in view.sheet.related(corner, "sides") if edge in line]
        yield from (tuple(-lit for lit in three) for three in combinations(around, 3))


def _no_turn_below(view: StatedView, paths: SameClues, layer: str) -> Iterator[tuple[Lit, ...]]:
    """Where two lines of a 2x2 meet in a lower cell, there is something in the cell across."""
    graph = paths.graph.stated(view)
    touched = dict(zip(graph.places, graph.lits))
    line = view.out.showing(layer, 1)
    for y, x in view.sheet.every["corner"]:
        if (y, x - 1) in line and (y, x + 1) in line and (y + 1, x) in line:
            for side in (1, -1):
                yield -line[y, x + side], -line[y + 1, x], touched[y - 1, x - side]
