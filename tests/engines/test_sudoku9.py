"""The compiled 9x9 search: against brute force, on stocks of puzzles, its limits, its lines."""

import hashlib
import itertools
import random
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from scripts.sudoku_stock import climbed, grids, hardness, less, minimal
from tests.helpers import INSTANCES, ROOT
from zenkai_solver.models.formats import lines81
from zenkai_solver.models.formats.lines81 import check_grids, write_lines
from zenkai_solver.models.formats.sudoku import as_yaml
from zenkai_solver.models.loading import loads
from zenkai_solver.solvers.batch.sudoku_lines import SomeLines
from zenkai_solver.solvers.core.backend import Options
from zenkai_solver.solvers.engines.sudoku.kernels.sudoku9 import CELLS, SudokuEnumeration, solve_many
from zenkai_solver.solvers.engines.table import make

STOCK = ROOT / "tests" / "data" / "sudoku"
DOC_PUZZLE = b"398605100100790300400000000002050000040000030000060900000000005007041003004502798"
DOC_GRID = b"398625174125794386476183529762359841549218637831467952283976415957841263614532798"


# An independent solver: the digits that a cell's row, column and box lack, least choices first. Plainly right.

UNIT_SETS = [[9 * r + c for c in range(9)] for r in range(9)]
UNIT_SETS += [[9 * r + c for r in range(9)] for c in range(9)]
UNIT_SETS += [[9 * (r + i) + c + j for i in range(3) for j in range(3)] for r in (0, 3, 6) for c in (0, 3, 6)]
PEERS = [{k for unit in UNIT_SETS if cell in unit for k in unit} - {cell} for cell in range(CELLS)]
UNITS = [[u for u, unit in enumerate(UNIT_SETS) if cell in unit] for cell in range(CELLS)]
LACKING = [[digit for digit in range(1, 10) if not used >> digit & 1] for used in range(1 << 10)]


def brute_force(puzzle):
    grid = [int(d) for d in puzzle]
    if any(grid[k] and grid[k] == grid[j] for k in range(CELLS) for j in PEERS[k]):
        return
    used = [sum(1 << grid[k] for k in unit if grid[k]) for unit in UNIT_SETS]
    yield from extensions(grid, used, [k for k in range(CELLS) if not grid[k]])


def extensions(grid, used, blank):
    """`used` has bit d set for each unit that has the digit d."""
    if not blank:
        yield bytes(grid)
        return
    options, cell = None, None
    for k in blank:
        a, b, c = UNITS[k]
        lacking = LACKING[used[a] | used[b] | used[c]]
        if options is None or len(lacking) < len(options):
            options, cell = lacking, k
    rest = [k for k in blank if k != cell]
    for digit in options:
        grid[cell] = digit
        for unit in UNITS[cell]:
            used[unit] ^= 1 << digit
        yield from extensions(grid, used, rest)
        for unit in UNITS[cell]:
            used[unit] ^= 1 << digit


def parse_lines(data):
    return SomeLines(1, data).digits


def array(*lines):
    return parse_lines(b"\n".join(lines))


def load(name):
    return parse_lines((STOCK / name).read_bytes())


def hardest():
    return parse_lines((INSTANCES / "sudoku" / "hardest.sdm").read_bytes())


def with_clues(grid, clues, rng):
    puzzle = np.zeros(CELLS, np.uint8)
    kept = rng.sample(range(CELLS), clues)
    puzzle[kept] = grid[kept]
    return puzzle


def shuffled(puzzle, rng):
    """An equivalent puzzle: digits, bands, rows, stacks, columns permuted, perhaps transposed."""

    def order():
        return [3 * b + i for b in rng.sample(range(3), 3) for i in rng.sample(range(3), 3)]

    digits = np.array([0, *rng.sample(range(1, 10), 9)], np.uint8)
    board = digits[puzzle.reshape(9, 9)[order()][:, order()]]
    return (board.T if rng.random() < 0.5 else board).reshape(CELLS)


def all_solutions(puzzle, batch=64, node_limit=2**62):
    search, grids, found = SudokuEnumeration(puzzle), np.zeros((batch, CELLS), np.uint8), []
    while not search.done:
        k = search.fill(grids, node_limit)
        found += [bytes(g) for g in grids[:k]]
    return found


def digest(solutions):
    return sum(int.from_bytes(hashlib.blake2b(s, digest_size=16).digest(), "big") for s in solutions) % 2**128


# One puzzle, known answers.


def test_puzzle_of_document_001():
    batch = solve_many(array(DOC_PUZZLE))
    assert (batch.counts[0], batch.complete[0]) == (1, True)
    assert write_lines(batch.solutions) == DOC_GRID + b"\n"


def test_full_grid_is_its_own_solution():
    batch = solve_many(array(DOC_GRID))
    assert (batch.counts[0], batch.nodes[0]) == (1, 1)
    assert write_lines(batch.solutions) == DOC_GRID + b"\n"


def test_no_puzzles():
    batch = solve_many(np.zeros((0, CELLS), np.uint8))
    assert [len(part) for part in batch] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    "puzzles",
    [
        np.zeros((2, 80), np.uint8),
        np.zeros(81, np.uint8),
        np.zeros((1, 81)),
        np.full((1, 81), 10),
        np.full((1, 81), -1),
        np.full((1, 81), 258),
    ],
)
def test_wrong_shape_or_digit(puzzles):
    with pytest.raises(ValueError, match="puzzles: "):
        solve_many(puzzles)


@pytest.mark.parametrize("limits", [{"limit": 0}, {"node_limit": 0}])
def test_wrong_limit(limits):
    with pytest.raises(ValueError, match="limit: 0"):
        solve_many(array(DOC_PUZZLE), **limits)


# Stocks of puzzles.


@pytest.mark.parametrize(
    ("name", "n"),
    [
        ("sudoku-easy50.txt", 50),
        ("sudoku-top95.txt", 95),
        ("sudoku-hardest.txt", 11),
        ("seventeen.txt", 1004),
    ],
)
def test_stocks_are_unique(name, n):
    puzzles = load(name)
    batch = solve_many(puzzles)
    assert len(puzzles) == n
    assert (batch.counts == 1).all()
    assert batch.complete.all()
    assert check_grids(puzzles, batch.solutions).all()


def test_hardest_are_unique_in_any_orientation():
    rng = random.Random(5)
    puzzles = np.array([shuffled(p, rng) for p in hardest() for _ in range(50)])
    batch = solve_many(puzzles)
    assert len(hardest()) >= 17
    assert (batch.counts == 1).all()
    assert batch.complete.all()
    assert check_grids(puzzles, batch.solutions).all()


def test_relabelled_puzzles_have_as_many_solutions():
    rng = random.Random(6)
    grid = parse_lines(DOC_GRID)[0]
    for clues in (22, 26, 30):
        puzzle = with_clues(grid, clues, rng)
        batch = solve_many(np.array([shuffled(puzzle, rng) for _ in range(40)]), limit=3000)
        assert len(set(batch.counts.tolist())) == 1


# Against the independent solver: none, one, few, many solutions.


def planted(seed, clues):
    rng = random.Random(seed)
    return with_clues(shuffled(parse_lines(DOC_GRID)[0], rng), clues, rng)


@pytest.mark.parametrize("clues", [26, 27, 28, 30, 32, 35, 40, 45, 60, 79])
def test_same_solutions_as_brute_force(clues):
    compared = 0
    for seed in range(15):
        puzzle = planted(1000 * clues + seed, clues)
        expected = list(itertools.islice(brute_force(puzzle), 1500))
        if len(expected) == 1500:
            assert solve_many(puzzle[None], limit=1500).counts[0] == 1500
            continue
        found = all_solutions(puzzle)
        assert len(found) == len(set(found)) == len(expected)
        assert digest(found) == digest(expected)
        assert solve_many(puzzle[None], limit=10**9)[0][0] == len(expected)
        compared += 1
    assert compared >= 1


@pytest.mark.parametrize("backend", ["sat", "exactcover"])
def test_same_solutions_as_other_engines(backend):
    """Puzzles with few, several and many solutions, and the same puzzle turned, by a search that shares nothing."""
    compared = []
    for seed in range(12):
        puzzle = planted(seed, 24 + seed % 6)
        found = all_solutions(puzzle) if solve_many(puzzle[None], 1000).complete[0] else []
        if not found:
            continue
        made = loads(as_yaml("".join(map(str, puzzle))), "x").puzzle
        boards = (made.decode(s) for s in make(backend, Options()).solutions(made.model()))
        assert digest(found) == digest(bytes(int(c) for c in "".join(board)) for board in boards)
        compared.append(len(found))
    assert len(compared) >= 5
    assert max(compared) > 100


def test_hard_puzzles_of_a_stock():
    """Puzzles climbed to be hard: one solution, right, and the same number of nodes in each run."""
    rng = np.random.default_rng(4)
    puzzles = climbed(minimal(grids(30, rng), rng), hardness, 10, rng)
    batch = solve_many(puzzles, 10)
    assert batch.nodes.mean() > 8
    assert (batch.counts == 1).all()
    assert batch.complete.all()
    assert check_grids(puzzles, batch.solutions).all()
    assert (solve_many(puzzles, 10).nodes == batch.nodes).all()
    assert (solve_many(less(puzzles, 1, rng), 2).counts == 2).all()  # minimal: no clue can be spared


def test_one_wrong_given_as_brute_force():
    rng = random.Random(7)
    counts = []
    for seed in range(150):
        puzzle = planted(seed, rng.choice([26, 28, 32, 40]))
        given = rng.choice(np.flatnonzero(puzzle).tolist())
        puzzle[given] = puzzle[given] % 9 + 1
        expected = sum(1 for _ in itertools.islice(brute_force(puzzle), 200))
        batch = solve_many(puzzle[None], limit=200)
        counts.append(expected)
        assert batch.counts[0] == expected
        assert batch.complete[0] or expected == 200
    assert counts.count(0) > 50
    assert max(counts) > 1


def test_every_pair_of_clashing_givens_has_no_solution():
    pairs = [(k, j) for k in range(CELLS) for j in sorted(PEERS[k]) if k < j]
    puzzles = np.zeros((len(pairs), CELLS), np.uint8)
    for i, (k, j) in enumerate(pairs):
        puzzles[i, [k, j]] = i % 9 + 1
    batch = solve_many(puzzles)
    assert len(pairs) == 810
    assert not batch.counts.any()
    assert batch.complete.all()
    assert not batch.solutions.any()
    assert (batch.nodes == 1).all()


def test_no_pair_of_equal_givens_is_refused_wrongly():
    pairs = [(k, j) for k in range(CELLS) for j in range(k + 1, CELLS) if j not in PEERS[k]]
    puzzles = np.zeros((len(pairs), CELLS), np.uint8)
    for i, (k, j) in enumerate(pairs):
        puzzles[i, [k, j]] = i % 9 + 1
    assert (solve_many(puzzles).counts == 2).all()


def test_one_cell_changed_in_a_full_grid_has_no_solution():
    grid = parse_lines(DOC_GRID)[0]
    wrong = np.repeat(grid[None], CELLS * 8, axis=0)
    for i, (cell, step) in enumerate(itertools.product(range(CELLS), range(1, 9))):
        wrong[i, cell] = (grid[cell] - 1 + step) % 9 + 1
    assert not solve_many(wrong).counts.any()


def test_deadly_rectangle_has_two_solutions():
    """Four cells in two rows, two columns and two boxes with two digits crosswise can be exchanged."""
    grid = parse_lines(DOC_GRID)[0].reshape(9, 9)
    found = 0
    for r, s in itertools.combinations(range(9), 2):
        for c, d in itertools.combinations(range(9), 2):
            two_boxes = (r // 3 == s // 3) != (c // 3 == d // 3)
            if two_boxes and grid[r, c] == grid[s, d] and grid[r, d] == grid[s, c]:
                puzzle = grid.copy()
                puzzle[[r, r, s, s], [c, d, c, d]] = 0
                batch = solve_many(puzzle.reshape(1, CELLS), limit=5)
                assert (batch.counts[0], batch.complete[0]) == (2, True)
                found += 1
    assert found


# Limits.


def test_limit_stops_the_count():
    puzzles = np.zeros((1, CELLS), np.uint8)
    for limit in (1, 2, 1000):
        batch = solve_many(puzzles, limit=limit)
        assert (batch.counts[0], batch.complete[0]) == (limit, False)
        assert check_grids(puzzles, batch.solutions).all()


def test_node_limit_is_not_no_solution():
    batch = solve_many(hardest(), node_limit=3)
    assert not batch.complete.any()
    assert (batch.nodes == 3).all()


def test_rows_do_not_influence_each_other():
    puzzles = np.array([planted(seed, 24 + seed % 10) for seed in range(200)])
    together = solve_many(puzzles, limit=50)
    order = np.random.default_rng(1).permutation(len(puzzles))
    apart = solve_many(puzzles[order], limit=50)
    for whole, part in zip(together, apart):
        assert (whole[order] == part).all()


def test_threads_give_the_same():
    puzzles = np.array([planted(seed, 26) for seed in range(300)])
    alone = solve_many(puzzles)
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(solve_many, [puzzles[i::4] for i in range(4)]))
    for i, batch in enumerate(results):
        assert all((whole[i::4] == part).all() for whole, part in zip(alone, batch))


# Enumeration.


def test_enumeration_resumes_where_it_was():
    puzzle = planted(3, 26)
    whole = all_solutions(puzzle, batch=100_000)
    assert len(whole) > 1000
    assert all_solutions(puzzle, batch=1) == whole
    assert all_solutions(puzzle, batch=7, node_limit=3) == whole
    assert all_solutions(puzzle, batch=1000, node_limit=1) == whole


def test_enumeration_of_nothing():
    search = SudokuEnumeration(array(b"11" + b"." * 79)[0])
    assert search.fill(np.zeros((4, CELLS), np.uint8)) == 0
    assert search.done
    assert search.fill(np.zeros((4, CELLS), np.uint8)) == 0


def test_enumeration_with_an_empty_buffer_does_not_lose_its_place():
    search = SudokuEnumeration(array(DOC_PUZZLE)[0])
    assert search.fill(np.zeros((0, CELLS), np.uint8)) == 0
    assert not search.done
    assert search.fill(np.zeros((1, CELLS), np.uint8)) == 1


@pytest.mark.parametrize(
    "grids",
    [
        np.zeros((4, 80), np.uint8),
        np.zeros(81, np.uint8),
        np.zeros((4, 81), np.int64),
        np.zeros((81, 4), np.uint8).T,
    ],
)
def test_enumeration_refuses_a_wrong_buffer(grids):
    with pytest.raises(ValueError, match="grids: "):
        SudokuEnumeration(array(DOC_PUZZLE)[0]).fill(grids)


def test_read_only_and_strided_puzzles():
    puzzles = np.repeat(array(DOC_PUZZLE), 4, axis=0)[::2]
    puzzles.flags.writeable = False
    assert solve_many(puzzles).counts.tolist() == [1, 1]
    assert solve_many(np.asfortranarray(puzzles).astype(np.int64)).counts.tolist() == [1, 1]


def test_node_budget_is_kept():
    search = SudokuEnumeration(hardest()[0])
    assert search.fill(np.zeros((4, CELLS), np.uint8), node_limit=10) == 0
    assert search.nodes == 10
    assert not search.done


def test_empty_grid_streams_distinct_grids():
    search, grids = SudokuEnumeration(np.zeros(CELLS, np.uint8)), np.zeros((20_000, CELLS), np.uint8)
    seen = set()
    for _ in range(5):
        assert search.fill(grids) == len(grids)
        assert check_grids(np.zeros_like(grids), grids).all()
        seen |= {bytes(g) for g in grids}
    assert len(seen) == 100_000


def test_first_solution_is_the_first_of_the_enumeration():
    puzzle = planted(3, 25)
    assert bytes(solve_many(puzzle[None]).solutions[0]) == all_solutions(puzzle)[0]


# The check has teeth.


def test_check_finds_every_wrong_cell():
    grid = parse_lines(DOC_GRID)[0]
    blank = np.zeros((1, CELLS), np.uint8)
    assert check_grids(blank, grid[None]).all()
    for cell, value in itertools.product(range(CELLS), [*range(0, 18), 32, 255]):
        wrong = grid.copy()
        wrong[cell] = value
        assert check_grids(blank, wrong[None])[0] == (value == grid[cell])


@pytest.mark.parametrize("unit", ["rows", "columns", "boxes"])
def test_check_finds_a_unit_wrong_alone(unit):
    """Latin squares with two kinds of units right and one wrong."""
    r, c = np.divmod(np.arange(CELLS), 9)
    grid = {"boxes": (r + c) % 9 + 1, "columns": (3 * r + c) % 9 + 1, "rows": (r + 3 * c) % 9 + 1}[unit]
    assert not check_grids(np.zeros((1, CELLS), np.uint8), grid[None].astype(np.uint8))[0]


def test_check_finds_a_changed_given():
    grid = parse_lines(DOC_GRID)
    puzzle = parse_lines(DOC_PUZZLE)
    assert check_grids(puzzle, grid)[0]
    for cell in np.flatnonzero(puzzle[0]):
        other = puzzle.copy()
        other[0, cell] = other[0, cell] % 9 + 1
        assert not check_grids(other, grid)[0]


def test_check_across_chunks(monkeypatch):
    monkeypatch.setattr(lines81, "CHUNK", 3)
    grids = np.repeat(parse_lines(DOC_GRID), 10, axis=0)
    grids[7, 0] = 1
    assert np.flatnonzero(~check_grids(np.zeros_like(grids), grids)).tolist() == [7]


# Lines.


@pytest.mark.parametrize(
    "data",
    [
        DOC_PUZZLE,
        DOC_PUZZLE + b"\n",
        DOC_PUZZLE + b"\r\n",
        b"# title\n\n" + DOC_PUZZLE,
        DOC_PUZZLE.replace(b"0", b"."),
        DOC_PUZZLE + b" 17 clues\n",
        DOC_PUZZLE + b"," + DOC_GRID + b"\r\n",
    ],
)
def test_lines_that_are_one_puzzle(data):
    assert parse_lines(data).tolist() == [[int(chr(b)) for b in DOC_PUZZLE]]


def test_lines_round_trip():
    puzzles = np.array([planted(seed, 30) for seed in range(50)])
    assert (parse_lines(write_lines(puzzles)) == puzzles).all()
    assert (parse_lines(write_lines(puzzles, blank="0")) == puzzles).all()
    assert parse_lines(b"").shape == parse_lines(b"\n\n").shape == (0, CELLS)
