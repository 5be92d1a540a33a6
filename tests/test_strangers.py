"""What other people's programs say of our files, and we of theirs. Each is skipped where it is not installed.

Only these tests use them: pip install pyganak cpmpy miniexact xcover pencilmark puzzlekit; apt-get install
sgt-puzzles.
"""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from pysat.solvers import Solver

import zenkai_solver as zenkai
from tests.exchange_readers import dimacs
from tests.helpers import INSTANCES
from tests.test_asking import (
    MOST,
    _possible,
    a_dissection,
    a_formula,
    a_nonogram,
    a_packing,
    a_sudoku,
    boards_of,
)
from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.formats.writing import write
from zenkai_solver.models.loading import load, load_text, loads
from zenkai_solver.models.nonogram.puzzle import Nonogram
from zenkai_solver.models.sudoku.puzzle import Sudoku
from zenkai_solver.solvers.backend import Unsupported
from zenkai_solver.solvers.export import text

pytestmark = pytest.mark.slow
MAKERS = {a_packing: 8, a_sudoku: 4, a_nonogram: 4, a_dissection: 2, a_formula: 2}  # 20 in all
GAMES = Path("/usr/games")
SOLO = ("3x3", "3x3x", "2x3j", "9j", "3x3k", "2x2xk", "3x2jx", "2x3jk")
SECONDS = 200


def installed(name: str, cases: int) -> Any:
    """The package; without it the test is skipped, and says how much was not judged."""
    return pytest.importorskip(name, reason=f"{cases} cases not judged: {name} is not installed")


@cache
def instances() -> tuple[tuple[str, int], ...]:
    """Texts of instances of all families, and how many solutions each has."""
    chance = random.Random(18)
    found = []
    for make, number in MAKERS.items():
        kept = (
            one for one in _possible(make, chance) if "pieces: min" not in one and len(boards_of(one)) <= MOST
        )
        found += [(one, len(boards_of(one))) for one in islice(kept, number)]
    return tuple(found)


def exported(to: str) -> Iterator[tuple[str, int]]:
    """What is written in the format, and the number of solutions."""
    for stated, count in instances():
        try:
            yield text(loads(stated, "x"), to), count
        except Unsupported:
            assert to == "dlx", stated


def test_a_model_counter_counts_as_many() -> None:
    counter = installed("pyganak", 20)
    judged = 0
    for written, count in exported("dimacs"):
        variables, clauses, shown = dimacs(written)
        own = counter.Counter()
        own.new_vars(variables)
        own.add_clauses(clauses)
        own.set_sampling_set(shown)
        assert own.count() == count, written
        judged += 1
    assert judged == 20


def test_a_sat_solver_finds_as_many() -> None:
    for written, count in exported("dimacs"):
        _, clauses, shown = dimacs(written)
        found = 0
        with Solver("minisat22", bootstrap_with=clauses) as solver:
            while solver.solve():
                found += 1
                true = set(solver.get_model() or ())
                solver.add_clause([-var if var in true else var for var in shown])
        assert found == count, written


def test_cpmpy_finds_as_many_in_opb(tmp_path: Path) -> None:
    installed("cpmpy", 20)
    from cpmpy.tools.io.opb import load_opb
    from cpmpy.transformations.get_variables import get_variables

    file, judged = tmp_path / "x.opb", 0
    for written, count in exported("opb"):
        file.write_text(written)
        try:
            model = load_opb(str(file))
        except (AssertionError, ValueError):  # of one term, or a variable without any: not read (1.1.1)
            continue
        shown = re.findall(r"^\* zenkai show (.*)$", written, re.M)
        names = set(" ".join(shown).split())
        variables = [one for one in get_variables(model.constraints) if not names or str(one) in names]
        if len(variables) != (len(names) or int(re.search(r"#variable= (\d+)", written)[1])):  # type: ignore
            continue  # a variable that nothing restricts is not read
        seen: set[tuple[bool, ...]] = set()
        model.solveAll(display=lambda: seen.add(tuple(bool(one.value()) for one in variables)))  # noqa: B023
        assert len(seen) == count, written
        judged += 1
    assert judged >= 5


def test_miniexact_finds_as_many_covers(tmp_path: Path) -> None:
    program = Path(installed("miniexact", 5).__file__).parents[4] / "bin" / "miniexact"
    file, judged = tmp_path / "x.dlx", 0
    for written, count in exported("dlx"):
        if re.search(r"^[^|].*\d\|", written, re.M):
            continue  # numbers of times are written otherwise there
        file.write_text(written)
        run = subprocess.run([program, "-c", "-e", file], capture_output=True, text=True, timeout=SECONDS)
        found = re.search(r"Found (\d+) solutions", run.stdout)
        assert int(found[1] if found else 0) == count, written
        judged += 1
    assert judged >= 5


def test_xcover_finds_as_many_covers(tmp_path: Path) -> None:
    xcover = installed("xcover", 5)
    judged = 0
    for written, count in exported("dlx"):
        lines = [line for line in written.splitlines() if not line.startswith("| ")]
        if re.search(r"\d\|", lines[0]) or len(lines) < 2:
            continue  # numbers of times are not read
        primary, _, secondary = lines[0].partition("|")
        found = xcover.covers(
            [line.split() for line in lines[1:]], primary=primary.split(), secondary=secondary.split()
        )
        assert sum(1 for _ in found) == count, written
        judged += 1
    assert judged >= 3


@pytest.mark.parametrize("to", ["fpuzzles", "sudokupad"])
def test_pencilmark_reads_our_links(to: str) -> None:
    """And finds the solution that we find."""
    pencilmark = installed("pencilmark", 30)
    from pencilmark import sources

    judged, refused = 0, []
    for path in sorted((INSTANCES / "sudoku").glob("*.yaml")):
        instance = load(path)
        assert isinstance(instance.puzzle, Sudoku)
        try:
            link = write(instance.puzzle, to).strip()
        except InstanceError:
            continue
        if instance.expect.get("all") != 1:
            continue
        try:
            found = pencilmark.solve(pencilmark.load(sources.load(link, fetch=False)))
        except (sources.SourceError, pencilmark.NotSupportedError) as error:
            refused.append((path.stem, str(error)))
            continue
        (own,) = zenkai.solve(instance)
        assert "".join(map(str, found)) == "".join(str(int(char, 36)) for char in "".join(own.board)), (
            path.stem
        )
        judged += 1
    assert judged >= 15, refused


def test_puzzlekit_reads_our_nonograms() -> None:
    puzzlekit = installed("puzzlekit", 10)
    chance, judged = random.Random(3), 0
    for stated in islice(_possible(a_nonogram, chance), 20):
        puzzle = loads(stated, "x").puzzle
        assert isinstance(puzzle, Nonogram)
        if len(puzzle.sheet.inks) > 1:
            continue
        found = puzzlekit.decode(write(puzzle, "puzzlink").strip())
        top, _, left, _ = found.margins
        clues = {cell: int(state.clue.value) for cell, state in found.cells.items() if state.clue}
        rows = [
            [clues[r + top, c] for c in range(left) if (r + top, c) in clues] for r in range(puzzle.height)
        ]
        columns = [
            [clues[r, c + left] for r in range(top) if (r, c + left) in clues] for c in range(puzzle.width)
        ]
        assert rows == [[length for length, _ in blocks] for blocks in puzzle.sheet.rows]
        assert columns == [[length for length, _ in blocks] for blocks in puzzle.sheet.columns]
        judged += 1
    assert judged >= 8


def games(name: str, number: int, kind: str) -> list[str]:
    program = GAMES / f"sgt-{name}"
    if not program.exists() and shutil.which(program.name) is None:
        pytest.skip(f"{number} puzzles not judged: sgt-puzzles is not installed")
    run = [program, "--generate", str(number), kind]
    return subprocess.run(run, capture_output=True, text=True, timeout=SECONDS, check=True).stdout.split()


@pytest.mark.parametrize("kind", SOLO)
def test_generated_solo_is_unique(kind: str) -> None:
    """As the generator says; and what we write of it, it means the same."""
    found = games("solo", 15, kind)
    assert len(found) == 15
    for one in found:
        instance = load_text(one, "x")
        assert zenkai.unique(instance) is zenkai.Uniqueness.UNIQUE, one
        assert load_text(write(instance.puzzle, "tatham"), "x").puzzle == instance.puzzle


@pytest.mark.parametrize("kind", ["5x5", "10x10", "15x15", "20x12"])
def test_generated_pattern_is_unique(kind: str) -> None:
    for one in games("pattern", 20, kind):
        assert zenkai.unique(load_text(one, "x")) is zenkai.Uniqueness.UNIQUE, one
