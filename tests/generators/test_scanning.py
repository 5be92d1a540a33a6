"""The quick look for patterns: what it excludes is not in the solution, and steps by a pattern are seen before."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import numpy as np

from zenkai_solver.solvers.engines.sudoku.kernels.sudoku9 import solve_many
from zenkai_solver.solvers.explanations.patterns import OpenCandidates
from zenkai_solver.solvers.generators.nearing import nodes_of
from zenkai_solver.solvers.generators.orbits import orbits
from zenkai_solver.solvers.generators.plain import plain_puzzles
from zenkai_solver.solvers.generators.scanning import SCANS, PatternScan

HARDEST = "040700500000000000061908002000000806905000200000401000200000000450370000309000604"  # `generate sudoku --hardest swordfish --seed 3`


def puzzles(seed: int, number: int) -> list[np.ndarray]:
    cells = orbits("none", 9, 9)
    assert cells is not None
    every = plain_puzzles(seed, 0, 24, cells)
    return [puzzle for puzzle in islice(every, number) if isinstance(puzzle, np.ndarray)]


def test_no_pattern_excludes_a_digit_of_the_solution() -> None:
    scan, patterns, solved = PatternScan("swordfish"), Counter[str](), Counter[tuple[bool, bool]]()
    every = puzzles(7, 40)
    for puzzle, solution in zip(every, solve_many(np.array(every)).solutions, strict=True):
        facts = scan.theory.facts
        true = {var for var, (label, ((r, c),)) in facts.items() if label == str(solution[9 * r + c])}
        known = scan._stuck(puzzle.tolist())
        assert all((lit > 0) == (abs(lit) in true) for lit in known)
        solved[nodes_of(puzzle) == 1, len(known) == len(facts)] += 1
        left = OpenCandidates(scan.patterns, known)
        for kind, scanned in SCANS.items():
            seen = list(scanned(left))
            assert true.isdisjoint(-lit for pattern in seen for lit in pattern.follows)
            patterns[kind] += len(seen)
        assert scan.has_one(puzzle.tolist()) == any(SCANS["swordfish"](left))
    assert all(patterns[kind] for kind in SCANS if kind not in ("swordfish", "jellyfish"))
    assert solved[True, True] > 4 * solved[True, False]  # what `nearing` passes over
    assert not solved[False, True]


def test_a_swordfish_is_seen() -> None:
    """HARDEST has one by its steps; the first puzzle of the seed does not."""
    scan = PatternScan("swordfish")
    assert scan.has_one([*map(int, HARDEST)])
    assert not scan.has_one(puzzles(7, 1)[0].tolist())
