"""A line of blocks: its definition, its automaton, both lowerings and the compiled line solver agree."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest

from tests.helpers import some
from tests.nonogram_helpers import black, nonogram
from zenkai_solver.models.blocks import Block, BlockGrid, automaton, blocks_of, can_show, room
from zenkai_solver.models.constraints import BlockLine, holds
from zenkai_solver.models.csp import Model
from zenkai_solver.solvers.engines.lines import lines
from zenkai_solver.solvers.engines.lines.blockgrid import LineState, scratch_for
from zenkai_solver.solvers.engines.lines.kernels import crossing
from zenkai_solver.solvers.engines.lines.kernels.linestate import BlockLines, solve_line
from zenkai_solver.solvers.engines.sat import orderencoding
from zenkai_solver.solvers.engines.sat.cnf import lower
from zenkai_solver.solvers.engines.table import make


def words(size: int, inks: int) -> list[tuple[int, ...]]:
    return list(product(range(inks + 1), repeat=size))


def fillings(size: int, inks: int) -> dict[tuple[tuple[int, int], ...], list[tuple[int, ...]]]:
    found: dict[tuple[tuple[int, int], ...], list[tuple[int, ...]]] = {}
    for word in words(size, inks):
        found.setdefault(blocks_of(word), []).append(word)
    return found


SIZES = [(0, 1), (1, 1), (4, 1), (6, 1), (1, 2), (3, 2), (4, 2), (3, 3)]


@pytest.mark.parametrize(("size", "inks"), SIZES)
def test_automaton_accepts_exactly_the_fillings(size: int, inks: int) -> None:
    for blocks, own in fillings(size, inks).items():
        assert [word for word in words(size, inks) if automaton(blocks).accepts(word)] == own
        assert room(blocks) <= size


@pytest.mark.parametrize(("size", "inks"), [(0, 1), (5, 1), (3, 2)])
def test_a_line_can_show_blocks_where_some_filling_of_what_is_open_shows_them(size: int, inks: int) -> None:
    every = range(inks + 1)
    for blocks, own in fillings(size, inks).items():
        for allowed in product([*((ink,) for ink in every), every], repeat=size):
            wanted = any(all(ink in inks for ink, inks in zip(word, allowed)) for word in own)
            assert can_show(blocks, allowed) == wanted
    assert not can_show(((size + 1, 1),), [every] * size)


@pytest.mark.parametrize(("size", "inks"), [(0, 1), (1, 1), (4, 1), (2, 2), (3, 2)])
@pytest.mark.parametrize("backend", ["sat", "cpsat"])
def test_lowerings_have_the_same_solutions_and_add_none(backend: str, size: int, inks: int) -> None:
    cells = tuple(tuple(i * inks + ink for ink in range(1, inks + 1)) for i in range(size))
    too_long = ((size + 1, 1),)
    for blocks, own in [*fillings(size, inks).items(), (too_long, [])]:
        model = Model(
            tuple(range(size * inks)), (BlockLine(cells, blocks),), tuple(range(1, size * inks + 1))
        )
        wanted = sorted(tuple(cells[i][ink - 1] for i, ink in enumerate(word) if ink) for word in own)
        assert sorted(make(backend).solutions(model)) == wanted
        assert all(holds(model.constraints[0], set(solution)) for solution in wanted)


def test_order_variables_are_functions_of_the_cells() -> None:
    """Counted with every variable in the projection: nothing is multiplied."""
    for size, inks in ((5, 1), (4, 2)):
        cells = tuple(tuple(i * inks + ink for ink in range(1, inks + 1)) for i in range(size))
        for blocks, own in fillings(size, inks).items():
            model = Model(tuple(range(size * inks)), (BlockLine(cells, blocks),), ())
            cnf = lower(model)
            assert all(len(clause) <= 3 for clause in cnf.clauses)
            everything = Model(tuple(range(cnf.top)), (), tuple(range(1, cnf.top + 1)))
            from pysat.solvers import Solver

            with Solver(
                name="minisat22", bootstrap_with=[*cnf.clauses, *([v, -v] for v in everything.projection)]
            ) as s:
                assert sum(1 for _ in s.enum_models()) == len(own)


def random_line(rng: random.Random, size: int, inks: int) -> tuple[tuple[int, ...], list[int]]:
    """A filled line, and planes in which some cells are still open: the filling is among their fillings."""
    word = tuple(
        rng.choice([0, 0, *range(1, inks + 1)]) if rng.random() < 0.4 else rng.randrange(inks + 1)
        for _ in range(size)
    )
    density = rng.random()
    planes = [0] * (inks + 1)
    for i, ink in enumerate(word):
        for option in range(inks + 1):
            if option == ink or rng.random() < density:
                planes[option] |= 1 << i
    return word, planes


def arrays(planes: list[int], width: int) -> np.ndarray:
    return np.array(
        [[plane >> (64 * w) & (1 << 64) - 1 for w in range(width)] for plane in planes], np.uint64
    )


def by_kernel(
    planes: list[int], blocks: tuple[tuple[int, int], ...], size: int, width: int
) -> list[int] | None:
    lengths = np.array([length for length, _ in blocks], np.uint64)
    inks = np.array([ink for _, ink in blocks], np.int64)
    lines = BlockLines(1, size, np.array([0, len(blocks)]), lengths, inks)
    old = arrays(planes, width)
    state = np.stack([old, old])
    scratch = scratch_for(lines, state)
    good, new = solve_line(lines, 0, state, scratch), scratch.new
    return [sum(int(x) << (64 * w) for w, x in enumerate(row)) for row in new] if good else None


def starts_in(word: tuple[int, ...]) -> list[int]:
    """Where the blocks of a filled line start."""
    return [i for i, ink in enumerate(word) if ink and (i == 0 or word[i - 1] != ink)]


def one_line(planes: list[int], blocks: tuple[Block, ...], size: int) -> LineState:
    """A grid whose row is the line, in a state of which no column knows."""
    grid = LineState(BlockGrid((blocks,), ((),) * size, len(planes) - 1))
    grid.state[0] = arrays(planes, grid.state.shape[2])
    return grid


@pytest.mark.parametrize("inks", [1, 2, 3])
@some("number", 300)
def test_line_solver_is_complete_and_sound(inks: int, number: int) -> None:
    rng = random.Random(inks)
    for _ in range(number):
        size = rng.randint(1, 8 if inks == 1 else 6)
        word, planes = random_line(rng, size, inks)
        blocks = blocks_of(word if rng.random() < 0.9 else word[::-1])
        fits = [
            w
            for w in words(size, inks)
            if blocks_of(w) == blocks and all(planes[ink] >> i & 1 for i, ink in enumerate(w))
        ]
        wanted = [
            sum(1 << i for i in range(size) if any(w[i] == ink for w in fits)) for ink in range(inks + 1)
        ]
        for width in (1, 2, 4):
            assert by_kernel(planes, blocks, size, width) == (wanted if fits else None)
        if fits:
            wanted = [sum(1 << at for at in {starts_in(w)[j] for w in fits}) for j in range(len(blocks))]
            assert one_line(planes, blocks, size).starts(0) == wanted


@pytest.mark.parametrize("size", [62, 63, 64, 65, 127, 128, 200])
def test_long_lines(size: int) -> None:
    """One word, several words, and the search over block starts on integers agree."""
    rng = random.Random(size)
    for inks in (1, 2):
        for _ in range(20):
            word, planes = random_line(rng, size, inks)
            blocks = blocks_of(word)
            found = by_kernel(planes, blocks, size, 4)
            assert found is not None
            assert all(found[ink] >> i & 1 for i, ink in enumerate(word))
            if size < 64:
                assert by_kernel(planes, blocks, size, 1) == found
            starts = one_line(planes, blocks, size).starts(0)
            for ink in range(1, inks + 1):
                covered = 0
                for (length, own), where in zip(blocks, starts):
                    if own == ink:
                        for i in range(length):
                            covered |= where << i
                assert found[ink] == covered


def test_known_deductions() -> None:
    """Overlap of left-most and right-most; a cell that no block reaches; a contradiction."""
    full = (1 << 10) - 1
    assert by_kernel([full, full], ((8, 1),), 10, 1) == [0b1100000011, full]
    assert by_kernel([full, full], (), 10, 1) == [full, 0]
    assert by_kernel([full & ~(1 << 4), full], ((2, 1),), 10, 1) == [full & ~(1 << 4), 0b111000]
    assert by_kernel([0, full], ((9, 1),), 10, 1) is None


def test_seams_factor_the_line() -> None:
    rng, found = random.Random(5), 0
    for _ in range(100):
        size = rng.randint(2, 7)
        inks = rng.randint(1, 2)
        word, planes = random_line(rng, size, inks)
        blocks = blocks_of(word)
        fits = {
            w
            for w in words(size, inks)
            if blocks_of(w) == blocks and all(planes[ink] >> i & 1 for i, ink in enumerate(w))
        }
        grid, cut = one_line(planes, blocks, size), np.zeros(size + 1, np.int64)
        state, none = grid.state[None], np.zeros((0, 2), np.int64)
        assert crossing.run(crossing.SEAMS, grid.lines, state, none, cut, grid.scratch, 0, state)
        assert all(factors(fits, p) or not cut[p] for p in range(1, size))
        found += int(cut.sum())
    assert found > 50


def factors(fits: set[tuple[int, ...]], p: int) -> bool:
    return len(fits) == len({w[:p] for w in fits}) * len({w[p:] for w in fits})


def test_starts_without_room() -> None:
    assert orderencoding.all_starts(((3, 1), (1, 1)), 4) is None
    assert orderencoding.all_starts(((3, 1), (1, 2)), 4) == [1, 8]


@pytest.mark.parametrize(("size", "inks"), [((6, 5), 1), ((5, 6), 2), ((3, 70), 1)])
def test_lines_one_by_one_leave_what_lines_together_leave(size: tuple[int, int], inks: int) -> None:
    """Where the kernel of whole grids is not compiled; with clues of other pictures there are contradictions."""
    rng, outcomes = random.Random(sum(size)), set()
    for _ in range(200):
        one, other = (
            [[rng.choice((0, 1, 1, inks)) for _ in range(size[1])] for _ in range(size[0])] for _ in "12"
        )
        columns = zip(*(one if rng.random() < 0.8 else other))
        grid = BlockGrid(tuple(map(blocks_of, map(tuple, one))), tuple(map(blocks_of, columns)), inks)
        together, single = LineState(grid), LineState(grid)
        outcome = together.propagate()
        assert single.propagate_line_by_line() == outcome
        assert not outcome or (single.state == together.state).all()
        outcomes.add((outcome, outcome and together.solved()))
    assert len(outcomes) == 3


def test_a_puzzle_that_lines_solve_waits_for_their_kernel_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another one compiles the rest; both have the same solutions as when all is compiled."""
    asked: list[str] = []
    monkeypatch.setattr(lines, "all_compiled", lambda: False)
    monkeypatch.setattr(lines, "warm_up", lambda works: asked.append(works.__name__))
    easy, hard = (nonogram(black([1], [1]), black(*columns)) for columns in (([2], []), ([1], [1])))
    for puzzle, effort, works in (
        (easy, lines.LINE, ["first_works"]),
        (hard, lines.SEARCH, ["first_works", "works"]),
    ):
        opened = lines.LinesBackend().open(puzzle.model())
        assert sorted(opened.solutions()) == sorted(make("sat").solutions(puzzle.model()))
        assert (opened.effort, asked) == (effort, works)
        asked.clear()
