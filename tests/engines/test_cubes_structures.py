"""Engines made for one structure search any cube of it, and dissections part by part: nothing lost or twice."""

from __future__ import annotations

import random
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice

import numpy as np
import pytest

from tests.helpers import INSTANCES, made
from tests.nonogram_helpers import clues, nonogram
from zenkai_solver.models.blocks import BlockGrid
from zenkai_solver.models.csp import Cube, Deferred, Model, Solution, restrict
from zenkai_solver.models.dissection.problem import DissectionProblem
from zenkai_solver.models.dissection.puzzle import Dissection
from zenkai_solver.models.loading import load
from zenkai_solver.models.sudoku.structure import SudokuGrid
from zenkai_solver.solvers.core.backend import Opened
from zenkai_solver.solvers.core.deadlines import Deadline, Interrupted, Unsupported
from zenkai_solver.solvers.engines.dissect.dissect import DissectBackend
from zenkai_solver.solvers.engines.lines.blockgrid import LineState
from zenkai_solver.solvers.engines.lines.lines import LinesBackend
from zenkai_solver.solvers.engines.sudoku.kernels.sudoku9 import SudokuEnumeration
from zenkai_solver.solvers.engines.table import auto, make

SAT = make("sat")


# ---- models with all their solutions


def instance(path: str) -> Model:
    return load(INSTANCES / f"{path}.yaml").puzzle.model()


def sudoku(givens: Sequence[int], lenient: bool = False) -> Model:
    rows = ["".join(".123456789"[digit] for digit in givens[9 * r : 9 * r + 9]) for r in range(9)]
    return made("sudoku", {"grid": "\n".join(rows), "lenient": lenient}).model()


def planted_sudoku(seed: int) -> Model:
    """A solved grid with digits taken away, down to the last puzzle with at most 300 solutions."""
    source = random.Random(seed)
    relabelled = source.sample(range(1, 10), 9)
    solved = next(make("sudoku").solutions(sudoku([0] * 81)))  # whose variables go through 1..9 in each cell
    digits = [relabelled[(var - 1) % 9] for var in solved]
    order = source.sample(range(81), 81)

    def without(number: int) -> Model:
        return sudoku([0 if cell in order[:number] else digit for cell, digit in enumerate(digits)])

    def too_many(number: int) -> bool:
        return len(list(islice(make("sudoku").solutions(without(number)), 301))) > 300

    return without(bisect_left(range(82), True, key=too_many) - 1)


def random_nonogram(seed: int) -> Model:
    """The clues of the first random picture that shares them with 2 to 300 others."""
    source = random.Random(seed)
    while True:
        rows, columns, inks = source.randint(3, 7), source.randint(3, 7), source.randint(1, 3)
        white = source.randint(1, 8)
        cells = (*[0] * white, *range(1, inks + 1))
        picture = tuple(tuple(source.choices(cells, k=columns)) for _ in range(rows))
        model = nonogram(*clues(picture), inks).model()
        if 3 <= len(list(islice(LinesBackend().solutions(model), 302))) <= 301:
            return model


def squares(number: int) -> Model:
    """Squares of 2x2 along the diagonal, each with its ink once per line: 2 ** number solutions, in parts."""
    picture = np.kron(np.diag(range(1, number + 1)), np.eye(2, dtype=int))
    return nonogram(*clues(tuple(map(tuple, picture.tolist()))), number).model()


def wide(high: bool) -> Model:
    """Lines of more than 64 cells: three cells of 3 x 70 in six ways."""
    picture = np.zeros((3, 70), int)
    picture[[0, 1, 2], [3, 65, 69]] = 1
    return nonogram(*clues(tuple(map(tuple, (picture.T if high else picture).tolist())))).model()


MODELS: dict[str, Callable[[], Model]] = {
    "many": lambda: instance("sudoku/many"),
    "several": lambda: instance("sudoku/several"),
    "document001": lambda: instance("sudoku/document001"),
    **{f"sudoku{seed}": lambda seed=seed: planted_sudoku(seed) for seed in range(4)},
    "permutations4": lambda: instance("nonogram/permutations4"),
    "permutations5": lambda: instance("nonogram/permutations5"),
    "touching": lambda: instance("nonogram/touching"),
    "domino6": lambda: instance("nonogram/domino6"),
    "squares": lambda: squares(4),
    "wide": lambda: wide(False),
    "high": lambda: wide(True),
    **{f"nonogram{seed}": lambda seed=seed: random_nonogram(seed) for seed in range(12)},
}


@cache
def known(name: str) -> tuple[Model, list[Solution]]:
    """The model and its solutions, which the sat engine finds too."""
    model = MODELS[name]()
    solutions = sorted(auto(model)[0].backend.solutions(model))
    assert solutions == sorted(SAT.solutions(model))
    return model, solutions


@pytest.fixture(params=MODELS)
def case(request: pytest.FixtureRequest) -> tuple[Model, list[Solution]]:
    return known(request.param)


# ---- cubes


def inside(solutions: Sequence[Solution], cube: Cube) -> list[Solution]:
    return [found for found in solutions if all((abs(lit) in found) == (lit > 0) for lit in cube)]


def cubes(model: Model, solutions: Sequence[Solution], source: random.Random) -> Iterator[Cube]:
    """Positive, negative, mixed, true of some solution, and contradictory."""
    for _ in range(4):
        size = source.randint(1, min(6, len(model.projection)))
        chosen = source.sample(model.projection, size)
        positive = tuple(chosen[: source.randint(1, 3)])
        yield positive
        yield tuple(-var for var in chosen)
        yield tuple(source.choice((var, -var)) for var in chosen)
        yield (*positive, -positive[0])
        if solutions:
            some = source.choice(solutions)
            yield tuple(var if var in some else -var for var in chosen)
            yield tuple(var for var in some if source.random() < 0.1)
            yield tuple(-var for var in model.projection if var not in some)


def halves(model: Model, source: random.Random, depth: int, cube: Cube = ()) -> Iterator[Cube]:
    """The leaves of a random binary tree of splits; a variable may be split on again, for an empty leaf."""
    if depth == 0 or source.random() < 0.15:
        yield cube
        return
    var = source.choice(model.projection)
    for lit in (var, -var):
        yield from halves(model, source, depth - 1, (*cube, lit))


def test_a_cube_has_the_solutions_in_it(case: tuple[Model, list[Solution]]) -> None:
    model, solutions = case
    dedicated = auto(model)[0].backend
    assert dedicated.name in ("sudoku", "lines")
    for cube in cubes(model, solutions, random.Random(1)):
        part = restrict(model, cube)
        expected = inside(solutions, cube)
        assert sorted(dedicated.solutions(part)) == expected, cube
        assert sorted(SAT.solutions(part)) == expected, cube


def test_a_partition_has_all_solutions_once(case: tuple[Model, list[Solution]]) -> None:
    model, solutions = case
    dedicated = auto(model)[0].backend
    for seed in range(4):
        leaves = list(halves(model, random.Random(seed), 5))
        found = [s for cube in leaves for s in dedicated.solutions(restrict(model, cube))]
        assert sorted(found) == solutions


def test_cubes_of_cubes(case: tuple[Model, list[Solution]]) -> None:
    model, solutions = case
    source = random.Random(2)
    dedicated = auto(model)[0].backend
    for first, second in zip(cubes(model, solutions, source), cubes(model, solutions, source)):
        part = restrict(restrict(model, first), second)
        assert sorted(dedicated.solutions(part)) == inside(solutions, (*first, *second))


def test_the_cube_without_literals_is_the_model(case: tuple[Model, list[Solution]]) -> None:
    assert restrict(case[0], ()) is case[0]


def test_what_is_kept() -> None:
    model = instance("nonogram/permutations4")
    part = restrict(model, (1, -2))
    assert (part.names, part.projection, part.symmetries, part.branch) == (
        model.names,
        model.projection,
        model.symmetries,
        model.branch,
    )


@pytest.mark.parametrize("lit", [0, 17, -17])
def test_literals_of_the_projection_only(lit: int) -> None:
    with pytest.raises(ValueError, match=f"literal {lit} of a cube is not in the projection"):
        restrict(instance("nonogram/permutations4"), (1, lit))


def test_structures_that_only_mark_a_model_stay() -> None:
    model = instance("sudoku/empty4")
    part = restrict(model, (1,))
    assert part.structure == model.structure
    assert sorted(SAT.solutions(part)) == inside(sorted(SAT.solutions(model)), (1,))


# ---- sudoku


def test_every_digit_of_a_cell_excluded() -> None:
    model, _ = known("several")
    assert isinstance(model.structure, SudokuGrid)
    for own in model.structure.variables:
        cube = tuple(-var for var in own if var)
        assert list(make("sudoku").solutions(restrict(model, cube))) == []


def test_two_digits_of_a_cell() -> None:
    model, _ = known("several")
    assert isinstance(model.structure, SudokuGrid)
    for own in model.structure.variables:
        if len(both := tuple(var for var in own if var)[:2]) == 2:
            assert list(make("sudoku").solutions(restrict(model, both))) == []


@pytest.mark.parametrize("places", [(0, 8), (4, 76), (0, 20)])
def test_givens_that_clash_have_no_solution(places: tuple[int, int]) -> None:
    """Two sevens in a row, a column, a box; cubes of it have none either."""
    model = sudoku([7 * (cell in places) for cell in range(81)], lenient=True)
    assert isinstance(model.structure, SudokuGrid)
    assert list(make("sudoku").solutions(model)) == []
    for lit in (model.projection[0], -model.projection[0]):
        assert list(make("sudoku").solutions(restrict(model, (lit,)))) == []


def test_excluded_digits_in_the_kernel() -> None:
    """Every digit but one taken from each cell of a solution: that solution; one more taken: none."""
    blank, grids = np.zeros(81, np.uint8), np.zeros((3, 81), np.uint8)
    assert SudokuEnumeration(blank).fill(grids[:1]) == 1
    solved = grids[0].copy()
    excluded = [(cell, digit) for cell in range(81) for digit in range(9) if digit + 1 != solved[cell]]
    assert SudokuEnumeration(blank, np.array(excluded)).fill(grids) == 1
    assert (grids[0] == solved).all()
    assert SudokuEnumeration(blank, np.array([*excluded, (40, solved[40] - 1)])).fill(grids) == 0


# ---- nonograms


@pytest.mark.parametrize("name", ["permutations5", "domino6", "squares", "nonogram0", "nonogram1"])
def test_the_sat_part_sees_the_cube(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zenkai_solver.solvers.engines.lines.lines.PATIENCE", -1)
    monkeypatch.setattr("zenkai_solver.solvers.engines.lines.lines.PartSearch", _NothingFound)
    monkeypatch.setattr("zenkai_solver.solvers.engines.lines.descent.likely_solution", lambda *_: None)
    model, solutions = known(name)
    for cube in cubes(model, solutions, random.Random(3)):
        assert sorted(LinesBackend().solutions(restrict(model, cube))) == inside(solutions, cube)


class _NothingFound:
    """A search that is not over and finds nothing."""

    done, fruitless, within = False, 0, ()

    def __init__(self, *_: object) -> None:
        pass

    def step(self, budget: int) -> list[Solution]:
        return []


def test_counting_a_cube() -> None:
    model, solutions = known("squares")
    assert len(solutions) == 2**4
    model = replace(model, symmetries=model.symmetries[:1])
    for cube in cubes(model, solutions, random.Random(4)):
        counted = LinesBackend().open(restrict(model, cube)).count()
        assert counted is not None
        assert counted.all == len(inside(solutions, cube))


def test_lines_begin_with_what_is_known() -> None:
    grid = nonogram([((1, 1),)] * 2, [((1, 1),)] * 2).grid
    free, one, both = (LineState(grid.within(true)) for true in ((), (1,), (1, 2)))
    assert free.propagate()
    assert not free.solved()
    assert one.propagate()
    assert one.solved()
    assert sorted(one.true_vars()) == [1, 4]
    assert not both.propagate()


def test_places_are_those_of_the_variables() -> None:
    grid = BlockGrid(((),) * 3, ((),) * 4, inks=3)
    for row, column, ink in np.ndindex(3, 4, 3):
        assert grid.place(grid.variable(row, column, ink + 1)) == (row, column, ink + 1)


# ---- dissections, part by part


def dissection(name: str, lo: int, hi: int) -> Model:
    puzzle = load(INSTANCES / "dissection" / f"{name}.yaml").puzzle
    assert isinstance(puzzle, Dissection)
    return replace(puzzle, lo=lo, hi=hi, least=False).model()


def part_solutions(opened: Opened, part: Cube) -> list[Solution]:
    return list(opened.solutions(part))


DISSECTIONS = [
    ("ring", 2, 2, "cover"),
    ("ring", 2, 4, "cover"),
    ("ring", 2, 5, "join"),
    ("ring", 3, 5, "auto"),
    ("cross20", 3, 3, "cover"),
    ("staircase3x8", 2, 2, "cover"),
    ("staircase3x8", 1, 3, "auto"),
    ("squares122", 4, 4, "cover"),
    ("squares122", 3, 5, "join"),
    ("squares122", 3, 4, "auto"),
    ("gpcc2005-square", 3, 3, "cover"),
    ("gpcc2005-square", 2, 3, "auto"),
]


@pytest.mark.parametrize(("name", "lo", "hi", "method"), DISSECTIONS)
@pytest.mark.parametrize("workers", [1, 2])
def test_parts_have_all_solutions_once(name: str, lo: int, hi: int, method: str, workers: int) -> None:
    model = dissection(name, lo, hi)
    opened = DissectBackend(workers, method).open(model)
    parts = opened.parts()
    assert len(set(parts)) == len(parts)
    own = [part_solutions(opened, part) for part in parts]
    found = [solution for some in own for solution in some]
    assert found == list(opened.solutions())  # in the same order too
    assert len(found) == len(set(found)) > 0
    problem = model.structure
    assert isinstance(problem, DissectionProblem)
    for (pieces, _), some in zip(parts, own):
        assert all(1 + max(problem.divisions(solution)[0]) == pieces for solution in some)


def test_parts_do_not_need_each_other() -> None:
    """Any order, other problems between, one part twice: a part has its own solutions."""
    engine = DissectBackend(1, "cover")
    opened, other = engine.open(dissection("squares122", 4, 4)), engine.open(dissection("ring", 2, 3))
    own = {part: part_solutions(opened, part) for part in opened.parts()}
    for part in reversed(opened.parts()):
        assert part_solutions(other, (2, 0)) is not None
        assert part_solutions(opened, part) == own[part]


def test_joins_and_covers_divide_the_same() -> None:
    model = dissection("squares122", 4, 4)
    join, cover = DissectBackend(1, "join").open(model), DissectBackend(1, "cover").open(model)
    assert join.parts() == [(4, 0)]
    assert len(cover.parts()) > 1
    assert sorted(part_solutions(join, (4, 0))) == sorted(cover.solutions())


@pytest.mark.parametrize(("name", "lo", "hi", "method"), DISSECTIONS)
def test_each_part_has_a_weight(name: str, lo: int, hi: int, method: str) -> None:
    model, engine = dissection(name, lo, hi), DissectBackend(1, method)
    opened = engine.open(model)
    weights = opened.weights(opened.parts())
    assert len(weights) == len(opened.parts())
    assert min(weights) >= 1
    assert engine.statistics.nodes == 0


def test_the_weight_of_a_small_part_is_its_nodes() -> None:
    model, engine = dissection("staircase3x8", 2, 2), DissectBackend(1, "cover")
    opened = engine.open(model)
    for part, weight in zip(opened.parts(), opened.weights(opened.parts())):
        before = engine.statistics.nodes
        part_solutions(opened, part)
        assert engine.statistics.nodes - before == weight


@pytest.mark.parametrize("part", [(1, 0), (4, 0), (3, -1), (3, 1000)])
def test_there_is_no_such_part(part: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="has no part"):
        list(DissectBackend(1).open(dissection("gpcc2005-square", 2, 3)).batches(part))


def test_parts_hear_the_deadline_and_refuse_other_models() -> None:
    engine = DissectBackend(1, "cover")
    opened = engine.open(dissection("gpcc2005-square", 3, 3))
    with pytest.raises(Interrupted):
        list(opened.batches((3, 0), Deadline.after(-1)))
    with pytest.raises(Interrupted):
        opened.weights([(3, 0)], Deadline.after(-1))
    with pytest.raises(Unsupported):
        engine.open(Model((), (), ()))
    with pytest.raises(Unsupported):
        SAT.open(Model((), (), ())).parts()


def test_deferred_constraints_stay_deferred() -> None:
    model = dissection("ring", 2, 2)
    solutions = sorted(DissectBackend(1).solutions(model))
    for cube in [*cubes(model, solutions, random.Random(5))][:20]:
        part = restrict(model, cube)
        assert isinstance(part.constraints, Deferred)
        assert sorted(SAT.solutions(part)) == inside(solutions, cube)
