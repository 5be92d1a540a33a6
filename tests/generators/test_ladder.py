"""The ladder sees the kind of the hardest step as the rating does; what it excludes is not in the solution."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice, product

import numpy as np
import pytest

from zenkai_solver.models.bits import bits
from zenkai_solver.solvers.engines.sudoku.kernels.sudoku9 import solve_many
from zenkai_solver.solvers.explanations.kinds import KINDS
from zenkai_solver.solvers.explanations.patterns import OpenCandidates
from zenkai_solver.solvers.generators.difficulty import TOO_HARD, difficulty_of
from zenkai_solver.solvers.generators.ladder import Ladder, OpenDigits, may_have
from zenkai_solver.solvers.generators.nearing import is_unique, nodes_of
from zenkai_solver.solvers.generators.orbits import orbits
from zenkai_solver.solvers.generators.plain import plain_puzzles
from zenkai_solver.solvers.generators.quads import with_quads
from zenkai_solver.solvers.generators.sudoku import _read

HARDEST = "040700500000000000061908002000000806905000200000401000200000000450370000309000604"  # `generate sudoku --hardest swordfish --seed 3`


@cache
def ladder() -> Ladder:
    return Ladder()


def puzzles(seed: int, number: int) -> list[np.ndarray]:
    cells = orbits("none", 9, 9)
    assert cells is not None
    every = plain_puzzles(seed, 0, 24, cells)
    return [puzzle for puzzle in islice(every, number) if isinstance(puzzle, np.ndarray)]


def test_no_step_excludes_a_digit_of_the_solution() -> None:
    every, kinds, solved = puzzles(7, 40), Counter[str](), Counter[tuple[bool, bool]]()
    for puzzle, solution in zip(every, solve_many(np.array(every)).solutions, strict=True):
        candidates = OpenDigits(ladder(), puzzle.tolist())
        left = candidates.after_singles()
        while steps := list(ladder()._exclusions(candidates)) if left else []:
            for kind, gone in steps:
                kinds[kind] += 1
                assert not any(str(solution[cell]) == value for value in gone for cell in bits(gone[value]))
            candidates.exclude(steps[0][1])
            left = candidates.after_singles()
        for value, cells in candidates.placed.items():
            assert all(str(solution[cell]) == value for cell in bits(cells))
        assert sum(cells.bit_count() for cells in candidates.placed.values()) == 81 - left
        solved[nodes_of(puzzle) == 1, not left] += 1
    patterns = KINDS[KINDS.index("locked candidates") : KINDS.index("XYZ-wing") + 1]
    assert {*patterns} - kinds.keys() <= {"hidden quad", "large set", "swordfish"}
    assert solved[True, True] > 4 * solved[True, False]  # what `nearing` passes over


@pytest.mark.parametrize("number", [3, pytest.param(60, marks=pytest.mark.broad)])
def test_the_hardest_kind_is_that_of_the_rating(number: int) -> None:
    """Of several sets in a grid either may take another one first, so that a pair or a triple is the hardest."""
    for puzzle in puzzles(number, number):
        seen, rated = ladder().difficulty(puzzle.tolist()), difficulty_of(_read(puzzle))
        both_sets = {seen.kind, rated.kind} <= {*KINDS[KINDS.index("naked pair") : KINDS.index("X-wing")]}
        assert both_sets or may_have(seen, rated.kind)


def test_it_ends_at_a_harder_step() -> None:
    digits = [*map(int, HARDEST)]
    assert ladder().difficulty(digits).kind == ladder().difficulty(digits, "swordfish").kind == "swordfish"
    seen = ladder().difficulty(digits, "X-wing")
    assert (seen.score, seen.kind) == (TOO_HARD, "swordfish")
    assert 0 < seen.open < 81


def test_candidates_of_a_ladder_are_those_of_known_facts() -> None:
    patterns, theory = ladder().patterns, ladder().patterns.context.theory
    digits = [*map(int, HARDEST)]
    candidates = OpenDigits(ladder(), digits)
    true = {theory.bearing[divmod(i, 9)][str(digit)][0] for i, digit in enumerate(digits) if digit}
    cells = {-other for var in true for other in patterns.context.marks.cell[var] if other != var}
    known = OpenCandidates.of(patterns, true | cells | patterns.context.marks.of(true))
    assert (known.open, known.placed) == (candidates.open, candidates.placed)
    assert known.left == candidates.left


def test_a_blank_box_shows_a_hidden_quad() -> None:
    rng, cells, quads = random.Random(4), orbits("none", 9, 9), 0
    assert cells is not None
    for puzzle in islice(with_quads(puzzles(4, 9), cells, 0, 81, rng), 9):
        assert is_unique(puzzle)
        quads += any(hidden_quads(puzzle.reshape(9, 9).tolist()))
    assert quads >= 4


def hidden_quads(rows: list[list[int]]) -> Iterator[tuple[int, int]]:
    """The blank boxes of which four digits can only be in four cells, by givens in their rows and columns."""
    for top, left in product((0, 3, 6), repeat=2):
        box = list(product(range(top, top + 3), range(left, left + 3)))
        if any(rows[r][c] for r, c in box):
            continue
        able = Counter[frozenset[tuple[int, int]]]()
        for digit in range(1, 10):
            able[
                frozenset(
                    x for x in box if digit not in rows[x[0]] and all(row[x[1]] != digit for row in rows)
                )
            ] += 1
        if any(len(cells) == 4 and sum(able[few] for few in able if few <= cells) >= 4 for cells in able):
            yield top, left
