"""Which rules a board breaks that the user has entered, in the words of the rules.

On a genre: where nothing was entered there is no line, no shading, and no number if a place may be without
one; other places are open. A rule is judged at a place once all values that it reads are entered; equal
numbers before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any

from zenkai_solver.models.blocks import can_show
from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.genres.expressions import Truth
from zenkai_solver.models.genres.genre import GenreRule
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.sheet import BoardView, GenreError, Place, name_of
from zenkai_solver.models.genres.statements import Distinct, ForAll
from zenkai_solver.models.grid import EMPTY, OUTSIDE
from zenkai_solver.models.nonogram.puzzle import Nonogram
from zenkai_solver.models.nonogram.sheet import OPEN
from zenkai_solver.models.puzzle import Puzzle
from zenkai_solver.models.sudoku.grid import SYMBOLS
from zenkai_solver.models.sudoku.puzzle import Sudoku
from zenkai_solver.models.sudoku.reading import clashes
from zenkai_solver.models.symmetry import Board

MOST_BROKEN = 20  # sentences about a board
MOST_OF_A_RULE = 4


def checked(instance: Puzzle, puzzle: GenrePuzzle, board: Mapping[tuple[str, Place], int]) -> dict[str, Any]:
    """The number of `open` places, and as `broken` a few sentences for each rule; `more` are left out.

    `puzzle` is the puzzle of the genre, `instance` the same under its condition, which is judged only of a
    whole board. Raises InstanceError.
    """
    domains = puzzle.domains
    certain = (place for place, values in domains.items() if values and (not values[0] or len(values) == 1))
    empty = {place: domains[place][0] for place in certain}
    values = {**empty, **board}
    missing = [place for place in domains if place not in values]
    sentences = _so_far(puzzle, values, missing) if missing else instance.violations(puzzle.board(values))
    try:
        return {"open": len(missing), **_few(sentences)}
    except GenreError as error:
        raise InstanceError("genre", str(error)) from None


def checked_digits(instance: Puzzle, puzzle: Sudoku) -> dict[str, Any]:
    """The same of a sudoku whose digits are all its givens: rules that look at open cells, and rules of more
    than their own cells, are judged when the board is whole.
    """
    missing = len(puzzle.grid.cells) - len(puzzle.givens)
    if missing:
        return {"open": missing, **_few(words for _, words in clashes(puzzle))}
    rows, columns = range(puzzle.grid.rows), range(puzzle.grid.columns)
    digit = {cell: SYMBOLS[value] for cell, value in puzzle.givens.items()}
    board = tuple("".join(digit.get((r, c), OUTSIDE) for c in columns) for r in rows)
    return {"open": 0, **_few(instance.violations(board))}


def checked_cells(instance: Puzzle, puzzle: Nonogram) -> dict[str, Any]:
    """The same of a nonogram whose painted and white cells are all given: where the board is a solution with
    its open cells white, none is open; else a line breaks its clue that no filling of these makes show it.
    """
    board = puzzle.sheet.given or puzzle.open_board
    missing = sum(row.count(OPEN) for row in board)
    white = tuple(row.replace(OPEN, EMPTY) for row in board)
    if not missing or not any(puzzle.violations(white)):
        return {"open": 0, **_few(instance.violations(white))}
    return {"open": missing, **_few(_never_shown(puzzle, board))}


def _never_shown(puzzle: Nonogram, board: Board) -> Iterator[str]:
    """The clues in words that their lines can no longer show."""
    every = range(len(puzzle.symbols))
    lines = (*board, *map("".join, zip(*board)))
    for stated, blocks, line in zip(puzzle.model().origins, puzzle.grid.lines, lines):
        allowed = [every if label == OPEN else (puzzle.symbols.index(label),) for label in line]
        if stated and not can_show(blocks, allowed):
            yield stated.words


def _few(sentences: Iterable[str]) -> dict[str, Any]:
    """Those of each rule up to MOST_OF_A_RULE, and how many more there are."""
    times: Counter[str] = Counter()
    broken: list[str] = []
    more = 0
    for words in sentences:
        rule = words.partition(": ")[0]
        times[rule] += 1
        if times[rule] > MOST_OF_A_RULE or len(broken) == MOST_BROKEN:
            more += 1
        else:
            broken.append(words)
    return {"broken": broken, "more": more}


@dataclass
class _OpenReads:
    """`missed`: was an open place read?"""

    missed: bool = False


class _WatchedLayer(dict[Place, int]):
    """The values of a layer; open places have numbers below 0 that all differ."""

    def __init__(
        self, values: Mapping[Place, int], still_open: Mapping[Place, int], watch: _OpenReads
    ) -> None:
        super().__init__({**values, **still_open})
        self.still_open, self.watch = still_open, watch

    def get(self, place: Place, default: Any = None) -> Any:
        self.watch.missed |= place in self.still_open
        return super().get(place, default)

    def items(self) -> Any:
        self.watch.missed |= bool(self.still_open)
        return super().items()


def _so_far(
    puzzle: GenrePuzzle, values: Mapping[tuple[str, Place], int], missing: list[tuple[str, Place]]
) -> Iterator[str]:
    watch, numbers = _OpenReads(), count(-1, -1)
    layers = {
        layer.name: _WatchedLayer(
            {place: value for (name, place), value in values.items() if name == layer.name},
            {place: next(numbers) for name, place in missing if name == layer.name},
            watch,
        )
        for layer in puzzle.genre.unknown
    }

    def view() -> BoardView:
        """A view with empty caches, so that every read of an open place is noticed."""
        return BoardView(puzzle.sheet, {}, layers)

    for rule in puzzle.genre.all_rules:
        for place, holds, names in _parts(rule, view()):
            watch.missed = False
            seen = view()
            for words in [*holds.broken(seen.bind(*names) if names else seen)]:
                if not watch.missed or isinstance(_innermost(holds), Distinct):
                    detail = ", ".join(filter(None, (place, words)))
                    yield f"{rule.says}: {detail}" if detail else rule.says


def _parts(rule: GenreRule, view: BoardView) -> Iterator[tuple[str, Truth, tuple[str, Any] | None]]:
    """For each place of the rule: its name, the statement, and the variable bound to it."""
    if not isinstance(rule.holds, ForAll):
        yield "", rule.holds, None
        return
    for place in rule.holds.over.at(view):
        yield name_of(place), rule.holds.holds, (rule.holds.each.name, place)


def _innermost(holds: Truth) -> Truth:
    return _innermost(holds.holds) if isinstance(holds, ForAll) else holds
