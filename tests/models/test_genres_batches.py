"""Boards of a genre, many at once, against the same one by one."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from itertools import islice, product

import numpy as np
import pytest

from zenkai_solver.models.fields import Fields
from zenkai_solver.models.genres.arrays import truths
from zenkai_solver.models.genres.batches import GenreBatches
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.reading import puzzle_of
from zenkai_solver.models.genres.sheet import BoardView
from zenkai_solver.models.genres.table import genre
from zenkai_solver.models.genres.vocabulary import (
    CELLS,
    CORNERS,
    INNER,
    ONE,
    Adjacent,
    ByLabel,
    CellNumbers,
    CountOf,
    DiagonalLines,
    Distinct,
    EachGroup,
    Fixed,
    ForAll,
    Genre,
    GenreRule,
    Members,
    RowsAndColumns,
    Shading,
    Shows,
    Touches,
    Truth,
    ValueAt,
    c,
    e,
    g,
    p,
)
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.solvers.core.backend import rows_of
from zenkai_solver.solvers.core.pipeline import WITNESSES, Tally, prepare
from zenkai_solver.solvers.engines.frontier import frontier
from zenkai_solver.solvers.engines.sat.sat import SatBackend

FEW_MEET = ForAll(p, CORNERS, CountOf(c, Adjacent(p, "corners"), Touches("line", c, p)) <= 2)
DIFFER = ForAll(e, INNER, Distinct(c, Adjacent(e, "beside"), ValueAt("number", c)))
OWN = {
    "diagonals": Genre("diagonals", unknown=(DiagonalLines("line"),), rules=(GenreRule("few", FEW_MEET),)),
    "numbers": Genre(  # 62 and more are written as characters beyond ASCII
        "numbers",
        unknown=(CellNumbers("number", lo=Fixed(58), hi=Fixed(64)),),
        rules=(GenreRule("differ", DIFFER),),
    ),
}
PUZZLES: Mapping[str, dict[str, object]] = {
    "slitherlink": {"size": "3x3"},
    "nurikabe": {"clues": "2 . .\n. . .\n. . ?"},
    "masyu": {"size": "4x4"},
    "starbattle": {"size": "5x5", "regions": "AAAAB\nACCCB\nACDDB\nEEDDB\nEEEEB", "stars": 1},
    "fillomino": {"clues": "2 . .\n. . .\n. 3 ."},
    "kakuro": {"sums": "#  12\\  4\\\n\\8 .  .\n\\8 . ."},
    "diagonals": {"size": "3x3"},
    "numbers": {"size": "2x2"},
}


def puzzle(name: str) -> GenrePuzzle:
    return puzzle_of(OWN.get(name) or genre(name), Fields(PUZZLES[name]))


def tools(own: GenrePuzzle) -> GenreBatches:
    found = own.batches(own.model(), own.symmetries())
    assert isinstance(found, GenreBatches)
    return found


@pytest.mark.parametrize("name", PUZZLES)
def test_solutions_become_the_same_boards_and_back(name: str) -> None:
    own, many = puzzle(name), tools(puzzle(name))
    solutions = list(islice(SatBackend().solutions(own.model()), 200))
    assert solutions
    rows = rows_of(solutions)
    boards, expected = many.boards(rows), [own.decode(solution) for solution in solutions]
    assert [many.board(boards, i) for i in range(len(boards))] == expected
    assert many.texts(boards) == ["\n".join(board).encode() for board in expected]
    assert [tuple(row[row > 0].tolist()) for row in many.rows(boards)] == solutions
    least, orbits = many.canonical(rows, boards)
    one_by_one = [own.symmetries().canonical(board) for board in expected]
    assert [(many.board(least, i), orbits[i]) for i in range(len(least))] == one_by_one


@pytest.mark.parametrize("name", PUZZLES)
def test_boards_with_other_values_are_refused_by_both_checks(name: str) -> None:
    """One place of a solution changed, to another value of the layer or to a character of none."""
    own, rng = puzzle(name), random.Random(1)
    many = tools(own)
    boards = many.boards(rows_of(list(islice(SatBackend().solutions(own.model()), 20))))
    boards = np.repeat(boards, 8, axis=0)
    letters = [*map(ord, own.symbols), ord("?"), ord("~")]
    for board in boards[::2]:
        board[rng.randrange(many.width)] = rng.choice(letters)
    expected = [not list(own.violations(many.board(boards, i))) for i in range(len(boards))]
    assert many.check(boards).tolist() == expected
    assert {True, False} == set(expected)


def test_a_known_value_is_checked() -> None:
    one = puzzle("numbers")
    known = GenrePuzzle(one.genre, one.sheet, {("number", (1, 1)): 60})
    boards = tools(one).boards(rows_of(list(SatBackend().solutions(one.model()))))
    right = tools(known).check(boards)
    assert right.tolist() == [
        one.values(tools(one).board(boards, i))["number", (1, 1)] == 60 for i in range(len(boards))
    ]
    assert right.any()
    assert not right.all()


def spiral(size: int) -> list[str]:
    """A line of cells that winds from the corner to the middle."""
    cells, at, step = {(0, 0)}, (0, 0), (0, 1)
    turns = 0
    while turns < 2:
        new = at[0] + step[0], at[1] + step[1]
        beyond = new[0] + step[0], new[1] + step[1]
        if min(new) < 0 or max(new) >= size or beyond in cells:
            step, turns = (step[1], -step[0]), turns + 1
        else:
            cells, at, turns = cells | {new}, new, 0
    return ["".join(".#"[(r, x) in cells] for x in range(size)) for r in range(size)]


def test_groups_that_wind_are_seen_whole() -> None:
    """A spiral, and the same with a gap in its middle turn, in both directions."""
    rows = spiral(13)
    size = Fixed("".join(rows).count("#"))
    whole = EachGroup(ByLabel(c, CELLS, Shows("s", c)), c, ONE, size, size)
    own = Genre("spiral", unknown=(Shading("s"),), rules=(GenreRule("whole", whole),))
    one = puzzle_of(own, Fields({"size": "13x13"}))
    broken = [rows[0], rows[1], rows[2][:6] + "." + rows[2][7:], *rows[3:]]
    boards = [tuple(drawn) for way in (1, -1) for drawn in (rows[::way], broken[::way]) for _ in range(2)]
    read = tools(one).read(["\n".join(board).encode() for board in boards])
    assert tools(one).check(read).tolist() == [True, True, False, False] * 2


def test_numbers_far_apart_differ() -> None:
    differ = ForAll(g, RowsAndColumns(), Distinct(c, Members(g), ValueAt("number", c)))
    own = Genre(
        "rows",
        unknown=(CellNumbers("number", lo=Fixed(1), hi=Fixed(3)),),
        rules=(GenreRule("differ", differ),),
    )
    one = puzzle_of(own, Fields({"size": "1x3"}))
    boards = [("".join(digits),) for digits in product("123", repeat=3)]
    read = tools(one).read(["\n".join(board).encode() for board in boards])
    assert tools(one).check(read).tolist() == [len({*board[0]}) == 3 for board in boards]


def test_a_word_without_a_case_is_looked_at_board_by_board() -> None:
    class Even(Truth):
        def true(self, view: BoardView) -> bool:
            return sum(view.layers["line"].values()) % 2 == 0

    assert truths.dispatch(Even) is truths.dispatch(object)
    stated = Genre("diagonals", unknown=(DiagonalLines("line"),))
    one = puzzle_of(stated, Fields({"size": "2x2"}))
    even = GenrePuzzle(Genre("d", unknown=stated.unknown, rules=(GenreRule("even", Even()),)), one.sheet)
    boards = tools(one).boards(rows_of(list(SatBackend().solutions(one.model()))))
    many = GenreBatches(even, one.model(), one.symmetries())
    assert many.check(boards).tolist() == [
        sum(one.values(many.board(boards, i)).values()) % 2 == 0 for i in range(16)
    ]


def test_a_run_checks_boards_many_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    _counted(monkeypatch, 4, 9_349)


@pytest.mark.slow
def test_every_loop_of_5x5_cells_is_written_and_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    _counted(monkeypatch, 5, 1_222_363)


def _counted(monkeypatch: pytest.MonkeyPatch, size: int, number: int) -> None:
    """OEIS A140517: every loop becomes a text and passes the rules, of few boards one by one."""
    one_by_one, at_once = list[int](), list[int]()

    def counting(method: Callable[..., object], seen: list[int]) -> Callable[..., object]:
        def counted(own: object, boards: object) -> object:
            seen.append(len(boards))  # type: ignore[arg-type]
            return method(own, boards)

        return counted

    monkeypatch.setattr(frontier, "FEW_VARS", 0)
    monkeypatch.setattr(GenrePuzzle, "violations", counting(GenrePuzzle.violations, one_by_one))
    monkeypatch.setattr(GenreBatches, "check", counting(GenreBatches.check, at_once))
    own = puzzle_of(genre("slitherlink"), Fields({"size": f"{size}x{size}"}))
    tally, texts = Tally("all"), set[bytes]()
    for chunk in prepare(Instance("loops", "", own, "all", {}, None)).chunks():
        tally.add(chunk)
        texts.update(chunk.texts)
    assert tally.all == len(texts) == sum(at_once) + frontier.FEW == number
    assert len(one_by_one) <= frontier.FEW + 2 * WITNESSES


def test_both_ways_of_checking_give_the_same_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    def digest(symmetry: str) -> tuple[int, int, str]:
        tally = Tally(symmetry)
        for chunk in prepare(Instance("loops", "", puzzle("slitherlink"), symmetry, {}, None)).chunks():
            tally.add(chunk)
        return tally.count, tally.all, tally.digest

    many = [digest(symmetry) for symmetry in ("orbits", "all")]
    monkeypatch.setattr(GenrePuzzle, "batches", lambda *_: None)
    assert [digest(symmetry) for symmetry in ("orbits", "all")] == many
    assert many[0][1] == many[1][1] == 213  # OEIS A140517
