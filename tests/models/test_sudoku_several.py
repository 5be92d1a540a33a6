"""Sudokus on several grids that share cells: against boards joined from those of single grids."""

from __future__ import annotations

from contextlib import suppress
from itertools import permutations, product
from pathlib import Path

import pytest

from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.loading import load, loads
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.commands import explain, generate, makeunique
from zenkai_solver.solvers.python_api.api import solve

TWINS = "puzzle: sudoku\nbox: 2x2\ngrids: [R1C1, R3C3]\n"
REGIONS = ("AAAB##", "ACBB##", "CCBEEF", "CDDEFF", "##DEGF", "##DGGG")  # R3C3 to R4C4 are of both grids
BLOCK = "regions: |\n" + "".join(f"  {row}\n" for row in REGIONS)


def squares() -> list[tuple[str, ...]]:
    """Every 4x4 grid without a digit twice in a row or column."""
    rows = ["".join(row) for row in permutations("1234")]
    return [board for board in product(rows, repeat=4) if all(len(set(line)) == 4 for line in zip(*board))]


def joined(first: tuple[str, ...], second: tuple[str, ...]) -> Board | None:
    """The board of both, the second two rows and columns away, if they agree."""
    if [row[2:] for row in first[2:]] != [row[:2] for row in second[:2]]:
        return None
    top = [f"{row}  " for row in first[:2]]
    middle = [row + other[2:] for row, other in zip(first[2:], second[:2])]
    return (*top, *middle, *(f"  {row}" for row in second[2:]))


def boxed(board: tuple[str, ...]) -> bool:
    return all(
        len({board[r + i][c + j] for i in (0, 1) for j in (0, 1)}) == 4 for r in (0, 2) for c in (0, 2)
    )


@pytest.fixture(scope="module")
def latin() -> list[tuple[str, ...]]:
    return squares()


@pytest.fixture(scope="module")
def twins(latin: list[tuple[str, ...]]) -> set[Board]:
    able = [board for board in latin if boxed(board)]
    return {both for one, other in product(able, repeat=2) if (both := joined(one, other)) is not None}


@pytest.mark.parametrize("engine", ["exactcover", "sat", pytest.param("cpsat", marks=pytest.mark.broad)])
def test_two_grids_have_the_boards_that_agree_on_their_box(engine: str, twins: set[Board]) -> None:
    assert {solution.board for solution in solve(TWINS, backend=engine)} == twins


def test_rules_go_over_the_cells_of_all_grids(twins: set[Board]) -> None:
    def kept(board: Board) -> bool:
        knight = [(1, 2), (2, 1), (1, -2), (2, -1)]
        shown = {(r, c): char for r, row in enumerate(board) for c, char in enumerate(row) if char != " "}
        return all(shown[r, c] != shown.get((r + y, c + x)) for r, c in shown for y, x in knight)

    found = {solution.board for solution in solve(f"{TWINS}rules: [anti-knight]\n")}
    assert found == set(filter(kept, twins))
    assert found


def test_squares_of_four_cells_lie_in_the_grids() -> None:
    grid = loads(TWINS, "x").puzzle.grid  # type: ignore[attr-defined]
    squares = list(grid.squares())
    assert len(squares) == 9 + 9 - 1
    assert all(cell in grid for square in squares for cell in square)


def test_regions_may_have_any_shape_in_each_grid(latin: list[tuple[str, ...]]) -> None:
    text = f"puzzle: sudoku\ndigits: 1-4\ngrids: [R1C1, R3C3]\n{BLOCK}"
    puzzle = loads(text, "x").puzzle
    boards = (joined(one, other) for one, other in product(latin, repeat=2))
    letters = set("".join(REGIONS)) - {"#"}

    def kept(board: Board) -> bool:
        shown = {(r, c): char for r, row in enumerate(board) for c, char in enumerate(row)}
        parts = [[cell for cell in shown if REGIONS[cell[0]][cell[1]] == letter] for letter in letters]
        return all(len({shown[cell] for cell in part}) == 4 for part in parts)

    wanted = {board for board in boards if board is not None and kept(board)}
    assert {solution.board for solution in solve(text)} == wanted
    assert all(not list(puzzle.violations(board)) for board in wanted)


def test_a_layout_by_its_name_may_have_regions() -> None:
    """Two digits of one box, exchanged, break the rule of two regions."""
    instance = load("instances/sudoku/samurai-jigsaw.yaml")
    listed = "grids: [R1C1, R1C13, R7C7, R13C1, R13C13]"
    assert loads(instance.text.replace("grids: samurai", listed), "x").puzzle == instance.puzzle
    (solution,) = solve(instance)
    row = list(solution.board[0])
    row[1], row[2] = row[2], row[1]  # of the same box, and of two regions
    broken = list(instance.puzzle.violations(("".join(row), *solution.board[1:])))
    assert any("region" in sentence for sentence in broken), broken


def test_each_exchange_of_two_digits_breaks_a_rule_of_some_grid() -> None:
    instance = load("instances/sudoku/samurai.yaml")
    (solution,) = solve(instance)
    board = solution.board
    for row in (0, 7, 13, 20):
        chars = list(board[row])
        a, b = [c for c, char in enumerate(chars) if char != " "][-2:]
        chars[a], chars[b] = chars[b], chars[a]
        wrong = (*board[:row], "".join(chars), *board[row + 1 :])
        assert any(" of grid " in sentence for sentence in instance.puzzle.violations(wrong))
    beside = (board[0].replace(" ", "1"), *board[1:])
    assert list(instance.puzzle.violations(beside)) == [
        "row 1 holds '1', which is not a digit of this puzzle"
    ]


@pytest.mark.parametrize(
    ("name", "grids", "cells", "rows", "columns"),
    [
        ("samurai", 5, 5 * 81 - 4 * 9, 21, 21),
        ("butterfly", 4, 144, 12, 12),
        ("windmill", 5, 5 * 81 - 4 * 18, 21, 21),
        ("sohei", 4, 4 * 81 - 4 * 9, 21, 21),
        ("gattai-8", 8, 8 * 81 - 8 * 9, 21, 33),
        ("shogun", 11, 11 * 81 - 12 * 9, 21, 45),
        ("sumo", 13, 13 * 81 - 16 * 9, 33, 33),
    ],
)
def test_layouts(name: str, grids: int, cells: int, rows: int, columns: int) -> None:
    """As many cells as the grids have, less the boxes that two of them share."""
    grid = loads(f"puzzle: sudoku\ngrids: {name}\n", "x").puzzle.grid  # type: ignore[attr-defined]
    assert (len(grid.corners), len(grid.cells), grid.rows, grid.columns) == (grids, cells, rows, columns)
    assert {len(unit) for unit in grid.units} == {9}


DRAWN = "grid: |\n" + "".join(f"  {'.' * 4}##\n" for _ in range(2))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("grids: samurei", 'grids: "samurei" is not a layout; did you mean "samurai"?'),
        ("grids: samurai\nbox: 4x4", "samurai is a layout of 9x9 grids, with boxes of 3x3 or regions"),
        ("grids: [R1C1]", "1 grids; 2 to 16 are allowed"),
        (f"grids: [{', '.join(f'R1C{c}' for c in range(1, 40, 2))}]", "20 grids; 2 to 16 are allowed"),
        ("grids: [R1C1, R1C1]", "two grids begin in the same cell"),
        ("grids: [R2C1, R2C4]", "no grid begins in row 1"),
        ("grids: [R1C1, 7]", "7 is not text: YAML takes it for a number"),
        ("grids: [R1C1, R0C1]", "'R0C1' is not a cell: write R1C1"),
        ("grids: [R1C1, R1C60]", "9x68 in all; at most 50x50 is allowed"),
        ("grids: [R1C1, R2C2]", "the boxes of the grids from R1C1 and R2C2 share a part of their cells"),
        ("grids: [R1C1, R7C7]\nsize: 9x9", "`size` and `grids` exclude each other"),
        ("grids: 5", "5 is not text: YAML takes it for a number"),
        ("grids: samurai\ndigits: 1-8", "8 digits for lines of 9 cells"),
        ("grids: samurai\nrules: [diagonals]", "diagonals is about whole lines of one grid"),
        ("grids: samurai\nrules: [any: [anti-king, windoku]]", "windoku is about whole lines of one grid"),
        ("grids: samurai\nrules: [thermo: [R1C9 R1C10]]", "R1C10 is a cell of none of the 5 grids"),
        ("grids: samurai\nrules: [quad: [R6C9 = 1]]", "R6C9 is not the upper left cell of a 2x2 square"),
        ("box: 2x2\ngrids: [R1C1, R3C3]\n" + DRAWN, "2 rows, but the grid has 6"),
        ("box: 2x2\ngrids: [R1C1, R3C3]\ngrid: |\n" + "  #...##\n" * 6, "R1C1: '#' lies in a grid"),
        ("box: 2x2\ngrids: [R1C1, R3C3]\ngrid: |\n" + "  ....1#\n" * 6, "R1C5: '1' lies in no grid"),
    ],
)
def test_bad_input_is_one_line(text: str, message: str) -> None:
    with pytest.raises(InstanceError) as error:
        loads(f"puzzle: sudoku\n{text}\n", "x")
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_drawings_leave_out_what_is_in_no_grid() -> None:
    puzzle = loads(TWINS, "x").puzzle
    text = puzzle.render((*["....  "] * 2, *["......"] * 2, *["  ...."] * 2))
    lines = text.split("\n")
    assert len(lines[0]) == len("+-------+-------+")
    assert lines[-1].startswith(" " * 8 + "+")
    assert (
        puzzle.svg((*["....  "] * 2, *["......"] * 2, *["  ...."] * 2)).count("z") == 28
    )  # a square per cell


def test_givens_are_added_until_one_solution_is_left(tmp_path: Path) -> None:
    path, unique = tmp_path / "open.yaml", tmp_path / "unique.yaml"
    path.write_text(TWINS)
    assert makeunique.main([str(path), "-o", str(unique)]) == 0
    assert "##" in unique.read_text()
    assert len(list(solve(load(unique), backend="cpsat"))) == 1


@pytest.mark.parametrize("beside", ["#", " "])
def test_a_hint_is_given_from_a_board(
    beside: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "board.txt"
    path.write_text(
        "\n".join(["12.3##", "....##", "......", "......", "##1...", "##..2."]).replace("#", beside)
    )
    (tmp_path / "x.yaml").write_text(TWINS)
    assert explain.main([str(tmp_path / "x.yaml"), "--board", str(path), "--hint", "3"]) == 0
    assert "last digit: R1C3=4 in row 1 of grid 1" in capsys.readouterr().out


@pytest.mark.parametrize("layout", ["butterfly", pytest.param("shogun", marks=pytest.mark.broad)])
def test_they_are_made_with_symmetric_givens(layout: str, tmp_path: Path) -> None:
    path = tmp_path / "made.yaml"
    assert generate.main(["sudoku", "--grids", layout, "--symmetry", "half-turn", "-o", str(path)]) == 0
    puzzle = load(path).puzzle
    assert len(list(solve(load(path), backend="cpsat"))) == 1
    grid, givens = puzzle.grid, set(puzzle.givens)  # type: ignore[attr-defined]
    assert givens == {(grid.rows - 1 - r, grid.columns - 1 - c) for r, c in givens}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--grids ring", "'ring' is not one of samurai"),
        ("--grids samurai --size 6x6", "--grids makes several 9x9 grids, and --size is of one"),
        ("--grids samurai --jigsaw", "--jigsaw is of one"),
        ("--grids samurai --rules thermo", "a rule whose clues are placed is of one"),
        ("--grids samurai --givens 370", "samurai has 369 cells"),
        ("--grids gattai-8 --symmetry diagonal", "--symmetry diagonal: not of gattai-8"),
    ],
)
def test_options_that_do_not_go_together(
    words: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with suppress(SystemExit):  # of the parser
        assert generate.main(["sudoku", *words.split()]) == 2
    assert message in capsys.readouterr().err
