"""Nonograms: rules, model and engine against brute force and the published numbers."""

from __future__ import annotations

import random
from dataclasses import replace
from math import factorial

import numpy as np
import pytest

from tests.nonogram_helpers import Picture, black, clue_sets, clues, domino, nonogram, solve
from zenkai_solver.models.blocks import BlockGrid, blocks_of
from zenkai_solver.models.constraints import holds
from zenkai_solver.models.csp import Model, antichain
from zenkai_solver.models.loading import loads
from zenkai_solver.models.nonogram.sheet import from_picture
from zenkai_solver.solvers.core.deadlines import Deadline, Interrupted, Unsupported
from zenkai_solver.solvers.core.pipeline import Tally, prepare
from zenkai_solver.solvers.engines.lines.lines import LINE, PROBING, SEARCH, LinesBackend
from zenkai_solver.solvers.engines.table import make

UNIQUE = {(2, 2): 14, (2, 3): 52, (2, 4): 210, (3, 3): 384, (3, 4): 3152}  # OEIS A242876 and its rectangles
SOLVABLE = {(3, 3): 445, (3, 4): 3588}


def variables(picture: Picture, inks: int = 1) -> tuple[int, ...]:
    width = len(picture[0])
    return tuple(
        (r * width + c) * inks + ink for r, row in enumerate(picture) for c, ink in enumerate(row) if ink
    )


LARGEST = pytest.param(3, 4, marks=pytest.mark.slow)


@pytest.mark.parametrize(("rows", "columns"), [*[size for size in UNIQUE if size != (3, 4)], LARGEST])
def test_all_clue_sets(rows: int, columns: int) -> None:
    sets = clue_sets(rows, columns)
    unique = 0
    for (across, down), pictures in sets.items():
        found, _ = solve(BlockGrid(across, down))
        assert found == sorted(map(variables, pictures))
        unique += len(found) == 1
    assert unique == UNIQUE[rows, columns]
    assert len(sets) == SOLVABLE.get((rows, columns), len(sets))


def test_line_solvable_3x3() -> None:
    efforts = [(solve(BlockGrid(*key))) for key in clue_sets(3, 3)]
    assert sum(effort == LINE and len(found) == 1 for found, effort in efforts) == 384


@pytest.mark.slow
def test_all_clue_sets_4x4() -> None:
    sets = clue_sets(4, 4)
    results = [solve(BlockGrid(*key)) for key in sets]
    assert all(found == sorted(map(variables, own)) for (found, _), own in zip(results, sets.values()))
    assert (len(sets), max(len(found) for found, _ in results)) == (58196, 24)
    assert sum(len(found) == 1 for found, _ in results) == 52362
    assert sum(len(found) == 1 and effort == LINE for found, effort in results) == 51234


@pytest.mark.slow
def test_unique_clue_sets_5x5() -> None:
    """All 2^25 pictures, each with its clue set as one number; the engine decides a sample of them."""
    number: dict[object, int] = {}
    of_line = np.array(
        [number.setdefault(blocks_of(bits(word, 5)), len(number)) for word in range(32)], np.uint64
    )
    pictures = np.arange(1 << 25, dtype=np.uint32)
    keys = np.zeros(1 << 25, np.uint64)
    for i in range(5):
        row = pictures >> np.uint32(5 * i) & np.uint32(31)
        column = sum((pictures >> np.uint32(5 * r + i) & np.uint32(1)) << np.uint32(r) for r in range(5))
        keys = (keys * np.uint64(13) + of_line[row]) * np.uint64(13) + of_line[column]
    order = np.sort(keys)
    fresh = np.concatenate([[True], order[1:] != order[:-1], [True]])
    assert int((fresh[1:] & fresh[:-1]).sum()) == 25309575
    rng = random.Random(1)
    for picture in (rng.randrange(1 << 25) for _ in range(2000)):
        rows = tuple(bits(picture >> 5 * r & 31, 5) for r in range(5))
        found, _ = solve(BlockGrid(*clues(rows)))
        same = int(
            np.searchsorted(order, keys[picture], "right") - np.searchsorted(order, keys[picture], "left")
        )
        assert len(found) == same


def bits(word: int, size: int) -> tuple[int, ...]:
    return tuple(word >> i & 1 for i in range(size))


def test_two_inks_against_brute_force() -> None:
    sets = clue_sets(2, 3, 2)
    for (across, down), pictures in sets.items():
        found, _ = solve(BlockGrid(across, down, 2))
        assert found == sorted(variables(picture, 2) for picture in pictures)


def test_three_inks_against_brute_force() -> None:
    for (across, down), pictures in clue_sets(2, 2, 3).items():
        found, _ = solve(BlockGrid(across, down, 3))
        assert found == sorted(variables(picture, 3) for picture in pictures)


def test_clues_that_no_picture_has() -> None:
    assert solve(BlockGrid(black([1, 1], [1, 1], [1, 1]), black([], [3], [3])))[0] == []
    assert solve(BlockGrid(black([1], [2], [1]), black([1], [1, 1], [1])))[0] == []


@pytest.mark.parametrize("n", [4, 5, 6, 7])
def test_permutation_matrices(n: int) -> None:
    found, effort = solve(BlockGrid(black(*[[1]] * n), black(*[[1]] * n)))
    assert (len(found), effort) == (factorial(n), SEARCH)


@pytest.mark.parametrize("n", [1, 2, 3, 6, 8])
def test_domino_logic_is_unique(n: int) -> None:
    found, _ = solve(domino(n).grid)
    assert len(found) == 1


def test_effort() -> None:
    assert solve(BlockGrid(black([2], [2]), black([2], [2])))[1] == LINE
    smallest = black([1, 1], [1, 1], [1, 1], [1])
    found, effort = solve(BlockGrid(smallest, smallest))
    assert (len(found), effort) == (1, PROBING)


@pytest.mark.parametrize("size", [(1, 1), (1, 9), (9, 1), (63, 3), (64, 64), (3, 130), (200, 200)])
@pytest.mark.parametrize("colour", [0, 1])
def test_all_black_and_all_white(size: tuple[int, int], colour: int) -> None:
    rows, columns = size
    grid = BlockGrid(
        black(*[[columns] if colour else []] * rows), black(*[[rows] if colour else []] * columns)
    )
    found, effort = solve(grid)
    assert [len(solution) for solution in found] == [rows * columns * colour]
    assert effort == LINE


def planted(seed: int, rows: int, columns: int, inks: int, density: float) -> Picture:
    rng = random.Random(seed)
    return tuple(
        tuple(rng.randint(1, inks) if rng.random() < density else 0 for _ in range(columns))
        for _ in range(rows)
    )


@pytest.mark.parametrize("seed", range(8))
def test_planted_pictures_are_found(seed: int) -> None:
    inks = 1 + seed % 3
    picture = planted(seed, 7 + seed, 12 - seed // 2, inks, 0.55)
    found, _ = solve(BlockGrid(*clues(picture), inks))
    assert variables(picture, inks) in found


@pytest.mark.parametrize("seed", range(6))
def test_engines_agree(seed: int) -> None:
    inks = 1 + seed % 2
    picture = planted(100 + seed, 5, 6, inks, 0.45)
    puzzle = nonogram(*clues(picture), inks)
    model = puzzle.model()
    assert antichain(model)
    by_engine = {name: sorted(make(name).solutions(model)) for name in ("lines", "sat", "cpsat")}
    assert by_engine["lines"] == by_engine["sat"] == by_engine["cpsat"]
    for solution in by_engine["lines"]:
        assert all(holds(constraint, set(solution)) for constraint in model.constraints)
        assert not list(puzzle.violations(puzzle.decode(solution)))


def test_sat_takes_over_where_the_search_is_patient_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    ones = BlockGrid(black(*[[1]] * 5), black(*[[1]] * 5))
    wanted, _ = solve(ones)
    monkeypatch.setattr("zenkai_solver.solvers.engines.lines.lines.PATIENCE", -1)
    monkeypatch.setattr("zenkai_solver.solvers.engines.lines.lines.SLICE", 40)
    assert solve(ones)[0] == wanted


def test_independent_parts_are_counted_by_multiplication() -> None:
    """Switches of 2x2 cells: two solutions each. 2^12 are visited, 2^40 only counted."""
    engine = LinesBackend()
    assert len(solve(nonogram(*clues(switches(12))).grid)[0]) == 2**12
    rows, columns = clues(switches(40))
    model = replace(nonogram(rows, columns).model(), symmetries=())
    counted = engine.open(model).count()
    assert counted is not None
    assert counted.count == counted.all == 2**40


def switches(n: int) -> Picture:
    """Blocks of 2x2 switches on the diagonal, and full squares below and above it: all else is fixed."""
    size = 3 * n
    return tuple(
        tuple(
            int(r % 3 == c % 3)
            if r // 3 == c // 3 and r % 3 < 2 and c % 3 < 2
            else int(r // 3 > c // 3 and c % 3 < 2 and r % 3 < 2)
            for c in range(size)
        )
        for r in range(size)
    )


def test_corrupted_boards_break_the_rules() -> None:
    board = ("##.#", ".#..", "#..#")
    puzzle = nonogram(*clues(tuple(tuple(int(x == "#") for x in row) for row in board)))
    assert not list(puzzle.violations(board))
    for r in range(3):
        for c in range(4):
            row = board[r][:c] + (".#"[board[r][c] == "."]) + board[r][c + 1 :]
            assert list(puzzle.violations((*board[:r], row, *board[r + 1 :])))
    assert list(puzzle.violations(board[:2]))
    assert list(puzzle.violations(("##.x", *board[1:])))
    assert "row 1 shows 2 1, not 3" in next(
        iter(nonogram(black([3]), black([1], [1], [1], [])).violations(("##.#",)))
    )


def test_orbits_and_all() -> None:
    text = "puzzle: nonogram\nrows: [[1], [1], [1], [1]]\ncolumns: [[1], [1], [1], [1]]\n"
    instance = loads(text, "ones")
    for mode, written in (("all", 24), ("orbits", 7)):
        tally = Tally(mode)
        for chunk in prepare(instance, symmetry=mode).chunks():
            tally.add(chunk)
        assert (tally.written, tally.count, tally.all) == (written, 7, 24)
    assert instance.symmetry == "all"


@pytest.mark.parametrize(
    "picture", [("##.", ".#.", "..#"), ("#.#", "...", "#.#"), ("##", "#.", "##"), ("#.##", "##.#")]
)
def test_symmetries_map_solutions_to_solutions(picture: tuple[str, ...]) -> None:
    sheet = from_picture(picture)
    puzzle = nonogram(sheet.rows, sheet.columns)
    model, group = puzzle.model(), puzzle.symmetries()
    assert len(model.symmetries) == group.order
    solutions = set(make("sat").solutions(model))
    for perm, image in zip(model.symmetries, group.maps):
        for solution in solutions:
            moved = tuple(sorted(perm[var] for var in solution))
            assert moved in solutions
            assert puzzle.decode(moved) == image(puzzle.decode(solution))


def test_deadline_stop_and_early_leave() -> None:
    model = domino(6).model()
    stopped = Deadline()
    stopped.stop.set()
    for deadline in (Deadline.after(-1), stopped):
        with pytest.raises(Interrupted):
            list(LinesBackend().solutions(model, deadline))
    stream = LinesBackend().solutions(nonogram(*clues(switches(20))).model())
    assert len({next(stream) for _ in range(5)}) == 5


def test_other_models_are_unsupported() -> None:
    with pytest.raises(Unsupported):
        LinesBackend().open(Model((), (), ()))
