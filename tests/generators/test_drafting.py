"""Clues of sudoku rules that are placed: each rule holds, the picture has no crossing, the puzzle one solution."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from tests.helpers import broadly
from zenkai_solver.models.grid import TRANSFORMS, components, rectangle
from zenkai_solver.models.loading import load, loads
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.models.sudoku.grid import boxed
from zenkai_solver.models.sudoku.marks import Point, Stroke
from zenkai_solver.models.sudoku.notation import RULES
from zenkai_solver.models.sudoku.puzzle import Sudoku
from zenkai_solver.models.sudoku.rules.base import OnCells, Rule
from zenkai_solver.models.sudoku.rules.cages import Killer
from zenkai_solver.models.sudoku.rules.lines import Thermo
from zenkai_solver.solvers.cli import main as zenkai
from zenkai_solver.solvers.generators.drafting import Draft
from zenkai_solver.solvers.generators.placements import PLACED
from zenkai_solver.solvers.generators.ruled import pattern
from zenkai_solver.solvers.generators.sudoku_options import AUTHORED, split_rules
from zenkai_solver.solvers.python_api.api import solve

Segment = tuple[Point, Point]


def make(path: Path, *words: str) -> Instance:
    assert zenkai(["generate", "sudoku", *words, "-o", str(path)]) == 0
    return load(path)


def solutions(instance: Instance, most: int = 2) -> int:
    """By an engine that makes no puzzles."""
    return sum(1 for _ in solve(instance, backend="cpsat", limit=most))


def sudoku(instance: Instance) -> Sudoku:
    assert isinstance(instance.puzzle, Sudoku)
    return instance.puzzle


# ---- the look, measured in the marks that are drawn


def kind_of(rule: Rule) -> str:
    """What the rule's clues take; 'border' for the marks of kropki and xv, which have names of their own."""
    return PLACED[rule.name].kind if rule.name in PLACED else "border"


def strokes(puzzle: Sudoku) -> list[list[Segment]]:
    """The segments of the lines of each rule."""
    return [
        [
            ends
            for mark in rule.marks(puzzle.grid)
            if isinstance(mark, Stroke)
            for ends in pairwise(mark.points)
        ]
        for rule in puzzle.rules
        if kind_of(rule) == "line"
    ]


def side(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def meet(one: Segment, other: Segment) -> bool:
    """Whether two segments have a point in common."""
    (a, b), (c, d) = one, other
    boxes = all(
        max(min(a[i], b[i]), min(c[i], d[i])) <= min(max(a[i], b[i]), max(c[i], d[i])) for i in (0, 1)
    )
    return boxes and side(a, b, c) * side(a, b, d) <= 0 and side(c, d, a) * side(c, d, b) <= 0


def crossings(puzzle: Sudoku) -> Iterator[tuple[Segment, Segment]]:
    """Lines of different clues that meet, and lines that meet themselves beside their corners."""
    lines = strokes(puzzle)
    for one, other in combinations(lines, 2):
        yield from ((a, b) for a in one for b in other if meet(a, b))
    for line in lines:
        yield from ((a, b) for a, b in combinations(line, 2) if meet(a, b) and a[1] != b[0])


def covered_twice(puzzle: Sudoku) -> list[object]:
    """Cells that two lines, cages or shades share."""
    kinds = ("line", "cage", "cells", "extreme")
    areas = [rule.area() for rule in puzzle.rules if kind_of(rule) in kinds]
    every = [cell for area in areas for cell in area]
    return sorted({cell for cell in every if every.count(cell) > 1})


def test_the_measures_see_what_they_are_for() -> None:
    stated = "puzzle: sudoku\nsize: 9x9\nrules: [thermo: [R1C1 R2C2, R1C2 R2C1], renban: [R2C2 R2C3]]"
    crossed = sudoku(loads(stated, "crossed"))
    assert len(list(crossings(crossed))) == 2
    assert covered_twice(crossed) == [(1, 1)]


# ---- every rule


def test_every_rule_with_cells_is_placed_or_the_authors() -> None:
    flags = {name for name in RULES if split_rules(name if name not in AUTHORED else "")[0]}
    assert set(RULES) == flags | set(PLACED) | set(AUTHORED)
    assert flags.isdisjoint(PLACED)


@pytest.mark.parametrize(
    "name",
    broadly(
        PLACED,
        {"thermo", "killer", "kropki"},
        set(PLACED) - {"thermo", "killer", "kropki", "sandwich", "arrow"},
    ),
)
def test_a_rule_is_placed(name: str, tmp_path: Path) -> None:
    size = "9x9" if name in ("entropic", "modular-line", "different") else "6x6"
    instance = make(tmp_path / "made.yaml", "--rules", name, "--size", size, "--seed", "5")
    puzzle = sudoku(instance)
    assert len(puzzle.rules) > 0
    assert solutions(instance) == 1 == instance.expect["count"]
    assert not list(crossings(puzzle))
    assert not covered_twice(puzzle)


@pytest.mark.broad
@pytest.mark.parametrize("name", PLACED)
def test_a_rule_is_drawn_on_a_usual_grid(name: str) -> None:
    """Without taking givens away."""
    from tests.models.test_sudoku_drawing import check

    grid = boxed(9, 9, tuple(range(1, 10)), (3, 3))
    for seed in range(3):
        rng = random.Random(seed)
        board = pattern(9, rng)
        values = {(r, c): int(char) for r, row in enumerate(board) for c, char in enumerate(row)}
        draft = Draft(grid, values, rng)
        if draft.fill({name: None}) is not None:
            assert name == "counting-circles", seed
            continue
        puzzle = Sudoku(grid, {}, tuple(clue.rule for orbit in draft.clues for clue in orbit))
        assert not list(puzzle.violations(board))
        assert not list(crossings(puzzle))
        assert not covered_twice(puzzle)
        check(puzzle.unsolved_svg())


def test_several_rules_share_a_board(tmp_path: Path) -> None:
    words = ["--rules", "'thermo': 2, renban, kropki, killer, anti-knight", "--size", "6x6"]
    puzzle = sudoku(make(tmp_path / "made.yaml", *words))
    assert sum(isinstance(rule, Thermo) for rule in puzzle.rules) == 2
    assert puzzle.rules[0].name == "anti-knight"
    placed = Sudoku(puzzle.grid, {}, puzzle.rules[1:])
    assert {rule.name for rule in placed.rules} >= {"thermo", "renban", "killer"}
    lines = [rule for rule in placed.rules if isinstance(rule, OnCells) and rule.name in PLACED]
    assert not list(crossings(Sudoku(puzzle.grid, {}, tuple(lines))))
    assert not covered_twice(Sudoku(puzzle.grid, {}, tuple(lines)))


def test_the_same_seed_gives_the_same_puzzle(tmp_path: Path) -> None:
    one, other, third = (
        make(tmp_path / f"{n}.yaml", "--rules", "thermo", "--size", "6x6", "--seed", seed).text
        for n, seed in enumerate(("7", "7", "8"))
    )
    assert one == other != third


def test_clues_are_as_symmetric_as_the_givens(tmp_path: Path) -> None:
    words = ["--rules", "thermo, killer", "--symmetry", "half-turn", "--size", "6x6", "--seed", "2"]
    puzzle = sudoku(make(tmp_path / "made.yaml", *words))
    image = rectangle(6, 6).image(TRANSFORMS["turn 180"])
    assert image is not None
    areas = {(rule.name, frozenset(rule.area())) for rule in puzzle.rules}
    turned = {(name, frozenset(divmod(image[6 * r + c], 6) for r, c in area)) for name, area in areas}
    assert areas == turned
    assert len(areas) > 1
    assert {divmod(image[6 * r + c], 6) for r, c in puzzle.givens} == set(puzzle.givens)


def test_lines_are_shortened_where_their_images_ask_for_it(tmp_path: Path) -> None:
    words = ["--rules", "thermo", "--symmetry", "quarter-turn", "--seed", "4", "-o", str(tmp_path / "q.yaml")]
    assert zenkai(["generate", "sudoku", *words]) == 0
    rules = load(tmp_path / "q.yaml").puzzle.rules
    lines = {frozenset(rule.cells) for rule in rules}
    assert len(rules) % 4 == 0
    assert {frozenset((c, 8 - r) for r, c in line) for line in lines} == lines


@pytest.mark.parametrize("symmetry", ["none", "half-turn"])
def test_cages_tile_the_grid(symmetry: str, tmp_path: Path) -> None:
    words = ["--rules", "killer", "--tile", "--size", "6x6", "--symmetry", symmetry]
    puzzle = sudoku(make(tmp_path / "made.yaml", *words))
    cages = [rule.cells for rule in puzzle.rules if isinstance(rule, Killer)]
    assert sorted(cell for cage in cages for cell in cage) == sorted(puzzle.grid.cells)
    assert all(len(components(cage)) == 1 for cage in cages)
    assert sum(len(cage) == 1 for cage in cages) <= len(cages) / 3


# ---- wishes about the grid, the givens, and the number of solutions

THEME = "123456/456123/....../....../....../......"


def test_a_theme_and_its_cells(tmp_path: Path) -> None:
    given = "R1C1 R1C2 R2C5"
    words = ["--size", "6x6", "--solution", THEME, "--given-cells", given, "--rules", "killer"]
    instance = make(tmp_path / "made.yaml", *words)
    assert set(sudoku(instance).givens) == {(0, 0), (0, 1), (1, 4)}
    [solution] = solve(instance, backend="cpsat", limit=2)
    assert solution.board[:2] == ("123456", "456123")


SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
CROSS = "R1C1-R9C9 R1C9-R2C8 R3C7 R4C6 R6C4 R7C3-R9C1 R1C5 R5C1 R5C9 R9C5"


def test_given_cells_of_a_plain_grid_with_a_theme(tmp_path: Path) -> None:
    """Few digits of the theme are given; the others are exchanged until there is one solution."""
    theme = "/".join(["123456789", *["." * 9] * 8])
    instance = make(tmp_path / "made.yaml", "--solution", theme, "--given-cells", CROSS)
    [solution] = solve(instance, backend="cpsat", limit=2)
    assert solution.board[0] == "123456789"
    diagonals = {(i, j) for i in range(9) for j in (i, 8 - i)}
    assert set(sudoku(instance).givens) == diagonals | {(0, 4), (4, 0), (4, 8), (8, 4)}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["--solution", SOLVED, "--given-cells", CROSS],
            "cells leave more than 1,000 solutions, or too many",
        ),
        (
            ["--solution", SOLVED, "--given-cells", "R1C1-R1C9 R4C1-R4C9 R7C1"],
            "rows 2 and 3 have no given, and exchanged they are another solution",
        ),
        (
            ["--solution", "1234/3412/2143/4321", "--size", "4x4", "--given-cells", "R1C1-R1C4 R2C2"],
            "the digits of --solution in these cells leave 6 solutions",
        ),
    ],
)
def test_how_many_solutions_given_cells_leave(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert zenkai(["generate", "sudoku", *words]) in {1, 2}
    assert message in capsys.readouterr().err


def test_a_pattern_of_givens(tmp_path: Path) -> None:
    rows = ["#.#.#.#.#", ".#.#.#.#.", "#...#...#"] * 3
    (tmp_path / "p").write_text("\n".join(rows))
    instance = make(tmp_path / "made.yaml", "--pattern", str(tmp_path / "p"))
    cells = {(r, c) for r, row in enumerate(rows) for c, char in enumerate(row) if char == "#"}
    assert set(sudoku(instance).givens) == cells
    assert solutions(instance) == 1


@pytest.mark.parametrize(
    ("number", "words"),
    [(2, ["--size", "6x6"]), (5, []), (3, ["--size", "6x6", "--rules", "thermo: 2, diagonals"])],
)
def test_a_number_of_solutions(number: int, words: list[str], tmp_path: Path) -> None:
    instance = make(tmp_path / "made.yaml", *words, "--solutions", str(number), "--seed", "4")
    assert solutions(instance, 9) == number == instance.expect["all"]


def test_the_hardest_kind_of_step(tmp_path: Path) -> None:
    from zenkai_solver.solvers.generators.difficulty import TOO_HARD, difficulty_of

    for option, kind in (("hidden-single", "hidden single"), ("locked-candidates", "locked candidates")):
        instance = make(tmp_path / "made.yaml", "--hardest", option)
        difficulty = difficulty_of(instance.puzzle)
        assert difficulty.kind == kind
        assert difficulty.score < TOO_HARD
        easier = difficulty_of(instance.puzzle, hardest="last digit")
        assert easier.score == TOO_HARD
