"""The dissection engine is complete: against brute force, SAT, CP-SAT, and itself by its other method."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, product

import pytest

from tests.dissection_brute import divisions, raw, shape, shifted
from zenkai_solver.models.csp import Model
from zenkai_solver.models.dissection.problem import DissectionProblem
from zenkai_solver.models.dissection.puzzle import Dissection
from zenkai_solver.models.grid import TRANSFORMS, Cell, Region, allowed_transforms
from zenkai_solver.solvers.core.deadlines import Deadline, Interrupted, Unsupported
from zenkai_solver.solvers.engines.dissect.dissect import DissectBackend
from zenkai_solver.solvers.engines.dissect.joins import divisions as engine_divisions
from zenkai_solver.solvers.engines.table import make

Cells = tuple[Cell, ...]
ENGINES = {method: DissectBackend(method=method) for method in ("auto", "cover", "join")}


def polyominoes(size: int) -> list[Cells]:
    """One-sided: one of each shape up to turns."""
    level = {shape(((0, 0),))}
    for _ in range(size - 1):
        level = {
            shape((*cells, near))
            for cells in level
            for r, c in cells
            for near in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1))
            if near not in cells
        }
    return sorted(level)


def figures(size: int, width: int = 4) -> list[Cells]:
    """All sets of cells in a square of that width up to turns: also those in several parts."""
    square = list(product(range(width), repeat=2))
    return sorted({shape(cells) for cells in combinations(square, size)})


def region(cells: Cells) -> Region:
    return Region(1 + max(r for r, _ in cells), 1 + max(c for _, c in cells), tuple(sorted(cells)))


def puzzle(one: Cells, two: Cells, pieces: int, flips: bool = False, rotations: bool = True) -> Dissection:
    return Dissection(
        region(shifted(one)), region(shifted(two)), pieces, pieces, flips=flips, rotations=rotations
    )


def structure_only(one: Cells, two: Cells, pieces: int, flips: bool = False, rotations: bool = True) -> Model:
    """A model without constraints: the engine must not need any."""
    moves = tuple(allowed_transforms(rotations, flips))
    problem = DissectionProblem(region(shifted(one)), region(shifted(two)), moves, pieces, pieces)
    return Model((), (), (), (), problem)


def check(
    one: Cells, two: Cells, pieces: int, methods: str, flips: bool = False, rotations: bool = True
) -> int:
    """Every method finds exactly the pairs of divisions that brute force finds, each once."""
    expected = {
        tuple(frozenset(division) for division in pair)
        for pair in raw(frozenset(shifted(one)), frozenset(shifted(two)), pieces, flips, rotations)
    }
    model = structure_only(one, two, pieces, flips, rotations)
    problem = model.structure
    assert isinstance(problem, DissectionProblem)
    for method in methods.split():
        found = list(ENGINES[method].solutions(model))
        assert len(found) == len(expected)
        assert {_as_sets(problem, solution) for solution in found} == expected
    return len(expected)


def _as_sets(problem: DissectionProblem, solution: tuple[int, ...]) -> tuple[frozenset[frozenset[Cell]], ...]:
    both = []
    for figure, division in zip((problem.one, problem.two), problem.divisions(solution)):
        numbers = set(division)
        both.append(
            frozenset(
                frozenset(cell for cell, k in zip(figure.cells, division) if k == number)
                for number in numbers
            )
        )
    return tuple(both)


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_every_pair_of_small_polyominoes_for_every_number(size: int) -> None:
    for one, two in product(polyominoes(size), repeat=2):
        for pieces in range(1, size + 1):
            check(one, two, pieces, "cover join" if pieces < 4 else "join")


@pytest.mark.parametrize(("size", "some"), [(3, 1), (4, 3), pytest.param(4, 1, marks=pytest.mark.slow)])
def test_as_many_pieces_as_cells_by_sets_of_moves(size: int, some: int) -> None:
    pairs = [(one, two) for one, two in product(polyominoes(size), repeat=2) if one <= two]
    for one, two in pairs[::some]:
        assert check(one, two, size, "cover") == 1


@pytest.mark.slow
@pytest.mark.parametrize("size", [5, 6])
def test_every_pair_of_polyominoes_for_every_number(size: int) -> None:
    for one, two in product(polyominoes(size), repeat=2):
        for pieces in range(1, size + 1):
            check(one, two, pieces, "cover auto" if pieces <= 3 else "auto")


@pytest.mark.parametrize("step", [3, pytest.param(1, marks=pytest.mark.broad)])
def test_every_pair_of_figures_in_parts(step: int) -> None:
    for one, two in list(product(figures(3, 3), repeat=2))[::step]:
        for pieces in (1, 2, 3):
            check(one, two, pieces, "cover join")


def sample(seed: int, sizes: range, number: int) -> Iterator[tuple[Cells, Cells]]:
    """Pairs of random figures: grown polyominoes, and cells of a 4x4 square at random."""
    source = random.Random(seed)
    for _ in range(number):
        size = source.choice(sizes)
        yield _random_figure(source, size), _random_figure(source, size)


def _random_figure(source: random.Random, size: int) -> Cells:
    if source.random() < 0.3:
        return tuple(sorted(source.sample(list(product(range(4), repeat=2)), size)))
    cells = {(0, 0)}
    while len(cells) < size:
        r, c = source.choice(sorted(cells))
        cells.add(source.choice([(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]))
    return tuple(sorted(cells))


@pytest.mark.parametrize(("flips", "rotations"), [(False, True), (True, True), (False, False), (True, False)])
def test_random_pairs_up_to_8_cells(flips: bool, rotations: bool) -> None:
    for one, two in sample(1, range(5, 9), 12):
        for pieces in (1, 2, 3):
            check(one, two, pieces, "cover join", flips, rotations)
        check(one, two, len(one) - 1, "auto", flips, rotations)


@pytest.mark.slow
def test_many_random_pairs_of_8_cells_for_every_number() -> None:
    for one, two in sample(2, range(7, 9), 150):
        for pieces in range(1, len(one) + 1):
            check(one, two, pieces, "cover auto" if pieces <= 3 else "auto")


@pytest.mark.parametrize("most", [3, pytest.param(4, marks=pytest.mark.broad)])
def test_refinements_of_what_moves_rigidly(most: int) -> None:
    """Equal figures: one move may take everything, and every division of it is a solution."""
    cells = tuple(product(range(2), range(3)))
    for pieces in range(1, most + 1):
        number = check(cells, cells, pieces, "cover join")
        assert number >= len(divisions(frozenset(cells), pieces))


def test_one_move_takes_pieces_that_do_not_touch() -> None:
    one = ((0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 3))
    two = ((0, 1), (1, 0), (1, 3), (0, 0), (0, 3), (0, 2))
    assert check(one, two, 3, "cover join") > 0


@pytest.mark.parametrize("backend", ["sat", "cpsat"])
def test_the_declarative_model_has_the_same_solutions(backend: str) -> None:
    for one, two in sample(3, range(4, 7), 5):
        for pieces in (2, 3):
            model = puzzle(one, two, pieces).model()
            assert sorted(make(backend).solutions(model)) == sorted(ENGINES["cover"].solutions(model))


def test_figures_of_more_than_64_cells() -> None:
    """Masks of several words: a staircase in figures of 100 cells."""
    one = tuple(product(range(4), range(25)))
    two = tuple(product(range(10), range(10)))
    assert not list(ENGINES["cover"].solutions(structure_only(one, two, 2)))
    one = tuple(product(range(8), range(18)))
    two = tuple(product(range(12), range(12)))
    found = list(ENGINES["cover"].solutions(structure_only(one, two, 2)))
    assert len(found) == 4  # one staircase up to turns of both


def test_any_number_of_workers_gives_the_same_in_the_same_order() -> None:
    cells = tuple(product(range(4), range(4)))
    bar = tuple(product(range(2), range(8)))
    model = structure_only(cells, bar, 3)
    assert list(DissectBackend(1).solutions(model)) == list(DissectBackend(3).solutions(model))


@pytest.mark.parametrize("workers", [1, 2])
def test_a_deadline_is_heard(workers: int) -> None:
    cells = tuple(product(range(8), range(8)))
    bar = tuple(product(range(4), range(16)))
    search = DissectBackend(workers).solutions(structure_only(cells, bar, 7), Deadline.after(0.2))
    with pytest.raises(Interrupted):
        list(search)


def test_other_models_are_refused() -> None:
    with pytest.raises(Unsupported):
        ENGINES["auto"].open(Model((), (), ()))


def test_cuts_are_the_divisions() -> None:
    for cells in (*polyominoes(5), *figures(4, 3)):
        for pieces in range(1, len(cells) + 1):
            found = list(engine_divisions(region(cells), pieces))
            assert len(found) == len(set(found)) == len(divisions(frozenset(cells), pieces))


def test_the_turns_are_four() -> None:
    assert [name for name in TRANSFORMS if "flip" not in name] == list(allowed_transforms(True, False))
