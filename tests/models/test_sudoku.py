"""Sudoku: every rule stated twice and compared, known counts, engines against each other."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, islice, product
from pathlib import Path

import numpy as np
import pytest
from pysat.solvers import Solver

from tests.helpers import INSTANCES, made, shipped
from zenkai_solver.models.grid import OUTSIDE
from zenkai_solver.models.loading import load, loads
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.models.sudoku.grid import SYMBOLS
from zenkai_solver.models.sudoku.notation import RULES
from zenkai_solver.models.sudoku.puzzle import Sudoku
from zenkai_solver.models.sudoku.rules.base import Rule
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.core.deadlines import Deadline, Interrupted, Unsupported
from zenkai_solver.solvers.core.pipeline import Tally, prepare
from zenkai_solver.solvers.engines.sat.cnf import lower
from zenkai_solver.solvers.engines.sat.sat import SatBackend
from zenkai_solver.solvers.engines.table import make

FILES = sorted((INSTANCES / "sudoku").glob("*.yaml"))
SOLUTION_001 = "398625174125794386476183529762359841549218637831467952283976415957841263614532798"


def sudoku(path: Path) -> Sudoku:
    puzzle = shipped(path).puzzle
    assert isinstance(puzzle, Sudoku)
    return puzzle


def boards(puzzle: Sudoku, limit: int | None = None) -> list[Board]:
    return [puzzle.decode(s) for s in islice(SatBackend().solutions(puzzle.model()), limit)]


class Constraints:
    """The model of a puzzle as clauses in a solver, for every board that is asked of."""

    def __init__(self, puzzle: Sudoku) -> None:
        model = puzzle.model()
        self.named = {name: var for var, name in enumerate(model.names, start=1)}
        self.solver = Solver(name="glucose4", bootstrap_with=lower(model).clauses)

    def keeps(self, board: Board) -> bool:
        """Is there a solution with these digits?"""
        shown = (((r, c), char) for r, row in enumerate(board) for c, char in enumerate(row))
        digits = [(cell, SYMBOLS.index(char)) for cell, char in shown if char != OUTSIDE]
        if any(digit not in self.named for digit in digits):
            return False
        return bool(self.solver.solve([self.named[digit] for digit in digits]))


# ---- rules


@pytest.mark.parametrize("path", [f for f in FILES if sudoku(f).rules], ids=lambda path: path.stem)
def test_constraints_and_check_agree(path: Path) -> None:
    """Boards that keep everything but one rule: the check breaks them exactly if the constraints do."""
    puzzle = sudoku(path)
    constraints = Constraints(puzzle)
    for rule in dict.fromkeys(map(type, puzzle.rules)):
        rest = tuple(r for r in puzzle.rules if not isinstance(r, rule))
        verdicts = []
        for board in boards(replace(puzzle, rules=rest), 15):
            verdicts.append(not list(puzzle.violations(board)))
            assert verdicts[-1] == constraints.keeps(board)
        implied = rule.name in ("white", "black", "x", "v", "all-given")  # where the others say it all
        assert False in verdicts or implied, f"{rule.name} is never broken"


def test_every_rule_has_an_instance() -> None:
    used = {rule.name for path in FILES for rule in sudoku(path).rules}
    texts = " ".join(path.read_text() for path in FILES)
    missing = [name for name in RULES if name not in used and f"- {name}" not in texts]
    assert missing == ["falling-diagonal", "rising-diagonal"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_drawing(path: Path) -> None:
    puzzle = sudoku(path)
    blank = tuple("." * puzzle.grid.columns for _ in range(puzzle.grid.rows))
    filled = tuple(
        SOLUTION_001[k : k + 9] for k in range(0, 81, 9)
    )  # of any grid of 81 cells: to draw is not to solve
    board = filled if blank == tuple("." * 9 for _ in range(9)) else next(iter(boards(puzzle, 1)), blank)
    picture = ET.fromstring(puzzle.svg(board))
    texts = [e.text for e in picture.iter("{http://www.w3.org/2000/svg}text") if e.get("font-size") == "22"]
    shown = "".join(board).replace(".", "").replace(OUTSIDE, "")
    assert "".join(map(str, texts)) == shown
    shapes = {e.tag.rpartition("}")[2] for e in picture.iter()}
    assert not puzzle.rules or puzzle.rules[0].name in UNDRAWN or len(shapes | {"rect"}) >= 3
    drawing = puzzle.render(board, "ascii")
    assert "".join(c for c in drawing if c in SYMBOLS) == shown
    assert drawing.count("[") == len(puzzle.givens)


UNDRAWN = {"anti-knight", "anti-king", "anti-taxicab", "non-consecutive", "entropy", "modular"}


def test_drawing_of_a_board() -> None:
    puzzle = loads("puzzle: sudoku\ngrid: |\n  1...\n  ..2.\n  .3..\n  ...4\n", "x").puzzle
    assert puzzle.render(("1243", "3421", "4312", "2134"), "ascii").split("\n") == [
        "+-------+-------+",
        "|[1]  2 | 4   3 |",
        "| 3   4 |[2]  1 |",
        "+-------+-------+",
        "| 4  [3]| 1   2 |",
        "| 2   1 | 3  [4]|",
        "+-------+-------+",
    ]


# ---- known counts


def test_document_001() -> None:
    puzzle = sudoku(INSTANCES / "sudoku" / "document001.yaml")
    for name in ("sudoku", "sat", "cpsat"):
        found = [puzzle.decode(s) for s in make(name).solutions(puzzle.model())]
        assert ["".join(board) for board in found] == [SOLUTION_001]


def all_4x4() -> np.ndarray:
    """uint8[288, 16]: every grid of 4x4, found by the sat engine."""
    puzzle = sudoku(INSTANCES / "sudoku" / "empty4.yaml")
    return np.array([[int(c) for c in "".join(board)] for board in boards(puzzle)], dtype=np.uint8)


A109252 = [
    *(0, 0, 0, 0, 25728, 284160, 1041408, 2141184, 2961024),
    *(2958336, 2204928, 1239552, 522624, 161280, 34560, 4608, 288),
]


def unique_masks(grids: np.ndarray, i: int) -> np.ndarray:
    """bool[65536]: which sets of cells of grid i determine it? One does unless another grid agrees on it."""
    agree = ((grids == grids[i]) << np.arange(16)).sum(axis=1)
    other = np.zeros(1 << 16, dtype=bool)
    other[np.delete(agree, i)] = True
    for bit in range(16):  # every subset of a set on which another grid agrees
        pairs = other.reshape(-1, 2, 1 << bit)
        pairs[:, 0] |= pairs[:, 1]
    return ~other


@pytest.mark.slow
def test_a109252() -> None:
    """All 288 x 65536 choices of givens."""
    grids = all_4x4()
    sizes = np.array([bin(mask).count("1") for mask in range(1 << 16)])
    counts = np.zeros(17, dtype=np.int64)
    for i in range(len(grids)):
        counts += np.bincount(sizes[unique_masks(grids, i)], minlength=17)
    assert counts.tolist() == A109252


@pytest.mark.parametrize("seed", range(40))
def test_uniqueness_of_4x4_is_what_all_grids_say(seed: int) -> None:
    grids, rng = all_4x4(), np.random.default_rng(seed)
    i, mask = int(rng.integers(288)), int(rng.integers(1 << 16))
    text = "".join(str(digit) if mask >> k & 1 else "." for k, digit in enumerate(grids[i]))
    puzzle = made("sudoku", {"grid": "\n".join(text[k : k + 4] for k in (0, 4, 8, 12))})
    assert (len(boards(puzzle, 2)) == 1) == unique_masks(grids, i)[mask]


def test_rules_on_4x4_are_a_filter_of_all_grids() -> None:
    """Of every set of the rules that have no values: what each of them leaves by itself."""
    plain = ("diagonals", "anti-knight", "anti-king", "non-consecutive", "disjoint-groups")
    every = {tuple("".join(map(str, grid[k : k + 4])) for k in (0, 4, 8, 12)) for grid in GRIDS}

    def of(*names: str) -> Sudoku:
        return made("sudoku", {"size": "4x4", "rules": list(names)})

    left = {name: {board for board in every if not list(of(name).violations(board))} for name in plain}
    for names in (own for size in range(len(plain) + 1) for own in combinations(plain, size)):
        assert sorted(boards(of(*names))) == sorted(every.intersection(*map(left.get, names))), names


GRIDS = all_4x4()


FIVE = "R1C1 R1C2, R2C3 R2C4, R2C3 R3C3, R2C4 R3C4, R3C3 R3C4"
PAIRS = ((0, 1), (6, 7), (6, 10), (7, 11), (10, 11))  # the same, by places in reading order
STATED: dict[
    str, Callable[[str], bool]
] = {  # a rule on 4x4, and what it says of the 16 digits in reading order
    "slow-thermo: [R1C1 R1C2 R2C3 R3C3]": lambda g: g[0] <= g[1] <= g[6] <= g[10],
    "clone: [R1C1 R1C2 = R3C3 R3C4]": lambda g: g[0:2] == g[10:12],
    "clone: [R1C1 = R2C3 = R3C2]": lambda g: g[0] == g[6] == g[9],
    "lockout: [2 = R1C1 R1C2 R1C3]": lambda g: (
        abs(int(g[0]) - int(g[2])) >= 2 and not min(g[0], g[2]) <= g[1] <= max(g[0], g[2])
    ),
    "minimum: [R2C2]": lambda g: g[5] < min(g[1], g[4], g[6], g[9]),
    "minimum: [R1C1 R4C2]": lambda g: g[0] < min(g[1], g[4]) and g[13] < min(g[12], g[14], g[9]),
    "maximum: [R2C2 R1C4]": lambda g: g[5] > max(g[1], g[4], g[6], g[9]) and g[3] > max(g[2], g[7]),
    f"kropki: {{black: [{FIVE}, R4C1 R4C2], all given: black}}": lambda g: doubles(g) == {*PAIRS, (12, 13)},
    f"kropki: {{black: [{FIVE}], white: [R4C1 R4C2], all given: black}}": lambda g: (
        doubles(g) | {(12, 13)} == {*PAIRS, (12, 13)} and (12, 13) in consecutive(g)
    ),
    f"kropki: {{white: [{FIVE}, R4C1 R4C2], all given: white}}": lambda g: (
        consecutive(g) == {*PAIRS, (12, 13)}
    ),
}
SIDES = [(i, j) for i in range(16) for j in (i + 1, i + 4) if j < 16 and (j - i == 4 or j % 4)]


def doubles(grid: str) -> set[tuple[int, int]]:
    return {(i, j) for i, j in SIDES if {grid[i], grid[j]} in ({"1", "2"}, {"2", "4"})}


def consecutive(grid: str) -> set[tuple[int, int]]:
    return {(i, j) for i, j in SIDES if {grid[i], grid[j]} in ({"1", "2"}, {"2", "3"}, {"3", "4"})}


@pytest.mark.parametrize("rule", STATED)
def test_rule_against_all_grids(rule: str) -> None:
    """Two engines, the check, and the statement in the test's own words leave the same grids of 4x4."""
    puzzle = loads(f"puzzle: sudoku\nsize: 4x4\nrules: [{rule}]", "x").puzzle
    every = [tuple("".join(map(str, grid[k : k + 4])) for k in (0, 4, 8, 12)) for grid in GRIDS]
    checked = {board for board in every if not list(puzzle.violations(board))}
    assert checked == {board for board in every if STATED[rule]("".join(board))} != set()
    for name in ("sat", "cpsat"):
        found = [puzzle.decode(solution) for solution in make(name).solutions(puzzle.model())]
        assert sorted(found) == sorted(checked)


def test_an_extreme_cell_differs_from_its_neighbours_where_lines_may_repeat() -> None:
    text = "puzzle: sudoku\nsize: 2x2\nbox: none\nlatin: false\nrules: [minimum: [R1C1], maximum: [R2C2]]"
    puzzle = loads(text, "x").puzzle
    assert isinstance(puzzle, Sudoku)
    assert boards(puzzle) == []  # 1 < R1C2 < R2C2 has no room in 1..2


def test_extreme_cells_are_named_in_words() -> None:
    puzzle = loads("puzzle: sudoku\nsize: 4x4\nrules: [minimum: [R1C1], maximum: [R4C4]]", "x").puzzle
    assert list(puzzle.violations(("2143", "4321", "1234", "3412"))) == [
        "minimum: R1C1 holds 2, its neighbour R1C2 1",
        "maximum: R4C4 holds 2, its neighbour R3C4 4",
    ]
    heads = re.findall(r'd="M(\S+) (\S+)L(\S+) (\S+)L\S+ \S+" fill="none"', puzzle.svg(("....",) * 4))
    tips = [(float(tip_x) < float(x), float(tip_y) < float(y)) for x, y, tip_x, tip_y in heads]
    assert tips == [(True, True)] * 4, "each points to the smaller cell: left or up"


# ---- engines


def digest(instance: Instance, engine: str) -> tuple[int, str]:
    tally = Tally("all")
    for chunk in prepare(instance, engine, "all").chunks():
        tally.add(chunk)
    return tally.all, tally.digest


@pytest.mark.parametrize("name", ["several", "many"])
def test_engines_agree(name: str) -> None:
    instance = load(INSTANCES / "sudoku" / f"{name}.yaml")
    assert len({digest(instance, engine) for engine in ("sudoku", "sat", "cpsat")}) == 1


def test_contract_of_the_compiled_engine() -> None:
    """Deadline, stop, a consumer that leaves early, no solutions; the general contract has no 9x9 sudoku."""
    engine, empty = make("sudoku"), made("sudoku", {"size": "9x9"}).model()
    with pytest.raises(Interrupted):
        list(engine.solutions(empty, Deadline.after(-1)))
    stopped = Deadline()
    stopped.stop.set()
    with pytest.raises(Interrupted):
        list(engine.solutions(empty, stopped))
    assert len(set(islice(engine.solutions(empty), 5_000))) == 5_000
    assert list(engine.solutions(sudoku(INSTANCES / "sudoku" / "none.yaml").model())) == []
    with pytest.raises(Unsupported):
        engine.open(sudoku(INSTANCES / "sudoku" / "empty4.yaml").model())


@pytest.mark.parametrize("name", ["empty4", "king-knight-nonconsecutive"])
def test_sat_and_cpsat_agree(name: str) -> None:
    instance = load(INSTANCES / "sudoku" / f"{name}.yaml")
    assert len({digest(instance, engine) for engine in ("sat", "cpsat")}) == 1


def test_exact_cover_agrees() -> None:
    instance = load(INSTANCES / "sudoku" / "empty4.yaml")
    assert digest(instance, "exactcover") == digest(instance, "sat")


def test_structure_decides_the_engine() -> None:
    def by_sudoku(name: str) -> bool:
        return prepare(shipped(INSTANCES / "sudoku" / f"{name}.yaml")).backend.name == "sudoku"

    assert all(map(by_sudoku, ("document001", "several", "none", "inkala2012")))
    assert not any(map(by_sudoku, ("diagonals", "zero-to-eight")))


def test_no_constraint_of_a_plain_sudoku_is_built_for_its_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    def built(*_: object) -> None:
        raise AssertionError("a constraint")

    path = INSTANCES / "sudoku" / "document001.yaml"
    number = len(tuple(sudoku(path).model().constraints))
    monkeypatch.setattr("zenkai_solver.models.sudoku.puzzle.ExactlyOne", built)
    prepared = prepare(load(path))
    texts = [text.decode().replace("\n", "") for chunk in prepared.chunks() for text in chunk.texts]
    assert texts == [SOLUTION_001]
    assert len(prepared.model.constraints) == len(prepared.model.origins) == number == 81 + 27 * 9
    with pytest.raises(AssertionError, match="a constraint"):
        list(prepared.model.constraints)


@pytest.mark.parametrize("seed", range(4))
def test_candidates_are_those_that_no_other_given_of_a_unit_excludes(seed: int) -> None:
    """Also where givens clash, which `lenient` allows."""
    rng = random.Random(seed)
    cells = ["".join(rng.choice("123456789" + "." * 30 * (seed + 1)) for _ in range(9)) for _ in range(9)]
    text = "puzzle: sudoku\nlenient: true\ngrid: |\n" + "".join(f"  {row}\n" for row in cells)
    puzzle = loads(text, "clashing").puzzle
    assert isinstance(puzzle, Sudoku)
    for cell, digits in puzzle.domains.items():
        own = puzzle.givens.get(cell)
        others = {
            puzzle.givens.get(other)
            for unit in puzzle.units
            if cell in unit
            for other in unit
            if other != cell
        }
        assert digits == ({own} if own else set(range(1, 10))) - others


def test_plain_sudoku_is_an_exact_cover() -> None:
    from zenkai_solver.solvers.engines.exactcover.cover import cover_view

    for path in FILES:
        puzzle = sudoku(path)
        if not any(type(rule).constraints is not Rule.constraints for rule in puzzle.rules):
            cover_view(puzzle.model())  # raises Unsupported for anything else


# ---- the check of plain boards has teeth


@pytest.mark.parametrize(("r", "c"), list(product((0, 4, 8), repeat=2)))
def test_every_wrong_cell_is_found(r: int, c: int) -> None:
    puzzle = sudoku(INSTANCES / "sudoku" / "document001.yaml")
    board = [SOLUTION_001[i : i + 9] for i in range(0, 81, 9)]
    assert not list(puzzle.violations(tuple(board)))
    for digit in set("123456789") - {board[r][c]}:
        wrong = [*board]
        wrong[r] = wrong[r][:c] + digit + wrong[r][c + 1 :]
        assert list(puzzle.violations(tuple(wrong)))


def test_a_board_of_another_shape_or_with_other_symbols_is_wrong() -> None:
    puzzle = sudoku(INSTANCES / "sudoku" / "empty4.yaml")
    assert list(puzzle.violations(("1234", "3412", "2143"))) == ["the board is not 4x4"]
    assert "not a digit of this puzzle" in next(iter(puzzle.violations(("1235", "3412", "2143", "4321"))))
