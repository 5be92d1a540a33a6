"""What we write, read and counted by the programs of others; what they generate, solved by ours.

None of these programs is needed otherwise: where one is absent its tests are skipped, and say so. They come with
`pip install -e .[strangers]`, `apt-get install minizinc sgt-puzzles nodejs npm` and `npm install pzpr`.
"""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests import exchange_readers as read
from tests.export.test_export import FORMULAS, INSTANCES_OF_ALL, NO_COVER, every, instance
from tests.helpers import INSTANCES
from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.formats import tatham, writing
from zenkai_solver.models.loading import load, load_text
from zenkai_solver.models.nonogram.sheet import from_picture
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.models.sudoku.puzzle import Sudoku
from zenkai_solver.solvers.commands.export import text
from zenkai_solver.solvers.core.pipeline import prepare

pytestmark = pytest.mark.slow

NAMES = (*INSTANCES_OF_ALL, *FORMULAS)
GENERATED = 200  # puzzles of each generator
SIZES = ("3x3", "3x3x", "3x3j", "3x3k", "3x3xj", "2x3k", "2x4", "7j")


def module(name: str) -> ModuleType:
    """Skips the test where the package is absent."""
    return pytest.importorskip(name, reason=f"the package {name.partition('.')[0]} is not installed")


def program(name: str, package: ModuleType | None = None) -> str:
    """Where a program is: on the path, among the games, or where its package brought it."""
    brought = Path(package.__file__ or "").parents[4] / "bin" if package else Path(sys.executable).parent
    found = shutil.which(name) or shutil.which(name, path=f"/usr/games:{brought}")
    if found is None:
        pytest.skip(f"the program {name} is not installed")
    return found


def output(*words: str, fine: tuple[int, ...] = (0,)) -> str:
    run = subprocess.run(words, capture_output=True, text=True, timeout=600)
    assert run.returncode in fine, run.stderr
    return run.stdout


def solutions(one: Instance, most: int) -> list[tuple[str, ...]]:
    """The boards that our own engines find, `most` at most."""
    boards = (chunk.board(i) for chunk in prepare(one, "auto", "all").chunks() for i in range(len(chunk)))
    return list(islice(boards, most))


# ---- formulas


@pytest.mark.parametrize("name", NAMES)
def test_a_counter_of_models_counts_our_clauses(name: str) -> None:
    """Ganak, on the projection that the file shows."""
    counter = module("pyganak").Counter()
    variables, clauses, shown = read.dimacs(text(instance(name), "dimacs"))
    counter.new_vars(variables)
    counter.add_clauses(clauses)
    counter.set_sampling_set(shown)
    assert counter.count() == every(name)


@pytest.mark.parametrize(
    "name",
    [
        "alike4x4", "apart4x5", "dominoes6x6", "dominoes8x8", "graatsma", "orientations4x5", "quarterturn6x6",
        "sizes123", "t-partial", "torus4x4", "pento3x20",
    ],
)  # fmt: skip
def test_a_counter_of_models_ends_on_pairs(name: str) -> None:
    """Within minutes at most; with auxiliary variables it has not ended on the first and the last in 400 s."""
    counter, shipped = module("pyganak").Counter(), load(INSTANCES / f"{name}.yaml")
    variables, clauses, shown = read.dimacs(text(shipped, "dimacs-pairs"))
    counter.new_vars(variables)
    counter.add_clauses(clauses)
    counter.set_sampling_set(shown)
    assert counter.count() == shipped.expect["all"]


def for_cpmpy(written: str) -> str:
    """It does not take a row of one term (`assert lhs.name == "sum"`): w x as 2w x - w x."""

    def two(match: re.Match[str]) -> str:
        weight = int(match[1])
        return f"{2 * weight:+d} {match[2]} {-weight:+d} {match[2]} {match[3]}"

    return re.sub(r"^([+-]\d+) (x\d+) (>?=.*)$", two, written, flags=re.M)


@pytest.mark.parametrize("name", NAMES)
def test_cpmpy_reads_our_sums(name: str) -> None:
    cpmpy, opb = module("cpmpy"), module("cpmpy.tools.io.opb")
    written = text(instance(name), "opb")
    model = opb.load_opb(io.StringIO(for_cpmpy(written)))
    shown = [word for line in re.findall(r"^\* zenkai show (.*)$", written, re.M) for word in line.split()]
    assert len(cpmpy_models(cpmpy, model, shown or None)) == every(name)


@pytest.mark.parametrize("name", ["sudoku/several", "dominoes4x4", "sums4", "loose"])
def test_exact_finds_as_many_under_our_sums(name: str) -> None:
    module("exact")
    cpmpy, opb = module("cpmpy"), module("cpmpy.tools.io.opb")
    written = text(instance(name), "opb")
    shown = [word for line in re.findall(r"^\* zenkai show (.*)$", written, re.M) for word in line.split()]
    found = cpmpy_models(cpmpy, opb.load_opb(io.StringIO(for_cpmpy(written))), shown or None, "exact")
    assert len(found) == every(name)


@pytest.mark.parametrize("name", NAMES)
def test_the_parser_of_xcsp3_reads_our_models(name: str, tmp_path: Path) -> None:
    module("pycsp3")
    cpmpy, xcsp3 = module("cpmpy"), module("cpmpy.tools.xcsp3")
    path = tmp_path / "x.xml"
    path.write_text(text(instance(name), "xcsp3"), encoding="utf-8")
    shown = re.search(r"<decision>(.*?)</decision>", path.read_text(encoding="utf-8"))
    assert shown is not None
    assert len(cpmpy_models(cpmpy, xcsp3.read_xcsp3(str(path)), shown[1].split())) == every(name)


def cpmpy_models(
    cpmpy: ModuleType, model: Any, shown: list[str] | None, solver: str = "ortools"
) -> set[tuple[bool, ...]]:
    """The values of the variables that are shown, by name; of all where none are named.

    A variable that no constraint names is no variable of the model that was read, and free.
    """
    variables = {var.name: var for var in cpmpy.transformations.get_variables.get_variables_model(model)}
    chosen = [variables[name] for name in (shown or variables)]
    found: set[tuple[bool, ...]] = set()
    model.solveAll(solver=solver, display=lambda: found.add(tuple(bool(var.value()) for var in chosen)))
    return found


@pytest.mark.parametrize("name", NAMES)
def test_gecode_counts_our_minizinc(name: str, tmp_path: Path) -> None:
    path = tmp_path / "x.mzn"
    path.write_text(text(instance(name), "minizinc"), encoding="utf-8")
    found = output(program("minizinc"), "--solver", "gecode", "-a", str(path)).splitlines()
    assert found.pop() == "=" * 10, "complete"
    assert len({line for line in found if line != "-" * 10}) == every(name)


# ---- exact covers

COVERS = [name for name in INSTANCES_OF_ALL if name not in NO_COVER]
BOUNDS = re.compile(r"(\d+):(\d+)\|(\w+)")


@pytest.mark.parametrize("name", COVERS)
def test_miniexact_counts_our_covers(name: str, tmp_path: Path) -> None:
    """It writes a bounded item as `g:1;3` where Knuth's DLX3 has `1:3|g`; the rest is read as it is."""
    path = tmp_path / "x.dlx"
    lines = text(instance(name), "dlx").splitlines(keepends=True)
    path.write_text("".join(line if line[0] == "|" else BOUNDS.sub(r"\3:\1;\2", line) for line in lines))
    found = output(program("miniexact", module("miniexact")), "-e", "-m", str(path), fine=(10, 20))
    assert int(found.split()[-2]) == every(name)


@pytest.mark.parametrize("name", COVERS)
def test_xcover_counts_our_covers(name: str, tmp_path: Path) -> None:
    """It knows neither bounds of items nor comments behind the first line."""
    xcover, reader = module("xcover"), module("xcover.io")
    lines = [line for line in text(instance(name), "dlx").splitlines() if line[0] != "|"]
    if ":" in lines[0]:
        return  # counted by miniexact
    path = tmp_path / "x.dlx"
    path.write_text("\n".join(lines) + "\n")
    options, primary, secondary, _ = reader.read_xcover_from_file(str(path))
    assert sum(1 for _ in xcover.covers(options, primary, secondary)) == every(name)


# ---- links

SUDOKUS = [path.stem for path in sorted((INSTANCES / "sudoku").glob("*.yaml"))]


@pytest.mark.parametrize("to", ["fpuzzles", "sudokupad", "penpa"])
def test_pencilmark_reads_our_links(to: str) -> None:
    """Its puzzle has our givens, and, if it is unique, our solution."""
    sources, puzzles = module("pencilmark.sources"), module("pencilmark.puzzle_json")
    judge, common = module("pencilmark.cpsat_verify"), module("pencilmark.sources._common")
    judged = 0
    for name in SUDOKUS:
        one = load(INSTANCES / f"sudoku/{name}.yaml")
        assert isinstance(one.puzzle, Sudoku)
        try:
            link = writing.write(one.puzzle, to).strip()
        except InstanceError:
            continue
        try:
            theirs = puzzles.from_json(sources.load(link, fetch=False))
        except common.UnsupportedPuzzle:
            continue
        theirs.finalize()
        size = one.puzzle.grid.rows
        assert {divmod(cell, size): digit for cell, digit in theirs.givens.items()} == one.puzzle.givens, name
        if (found := judge.solutions(theirs, limit=2)) is not None and len(found) < 2:
            ours = [[int(char, 36) for char in "".join(board)] for board in solutions(one, 2)]
            assert ours == list(map(list, found)), name
            judged += len(found)
    assert judged >= {"fpuzzles": 20, "sudokupad": 20, "penpa": 12}[to]


def test_puzzlekit_reads_our_nonograms() -> None:
    """The clues stand above and left of the picture, each against it."""
    puzzlekit = module("puzzlekit")
    for name in ("permutations4", "permutations6", "smallest-probing", "domino10"):
        puzzle: Any = load(INSTANCES / f"nonogram/{name}.yaml").puzzle
        theirs = puzzlekit.decode(writing.write(puzzle, "puzzlink").strip())
        top, left = theirs.margins[0], theirs.margins[2]
        clues = {place: int(cell.clue.value) for place, cell in theirs.cells.items()}
        columns = [
            [clues[r, left + c] for r in range(top) if (r, left + c) in clues]
            for c in range(len(puzzle.sheet.columns))
        ]
        rows = [
            [clues[top + r, c] for c in range(left) if (top + r, c) in clues]
            for r in range(len(puzzle.sheet.rows))
        ]
        assert columns == [[length for length, _ in clue] for clue in puzzle.sheet.columns], name
        assert rows == [[length for length, _ in clue] for clue in puzzle.sheet.rows], name


PZPR = """
var pzpr = require("pzpr"), puzzle = new pzpr.Puzzle(), cells = [];
puzzle.open(process.argv[1]);
puzzle.board.cell.each(function (cell) { cells.push(Math.max(0, cell.qnum)); });
console.log(JSON.stringify([puzzle.pid, cells, puzzle.getURL(), puzzle.getFileData()]));
"""


def test_pzpr_reads_our_sudokus_and_we_its() -> None:
    """The program of puzz.link itself, from `npm install pzpr` in a folder that NODE_PATH names."""
    node = program("node")
    if subprocess.run([node, "-e", 'require("pzpr")'], capture_output=True).returncode:
        pytest.skip("the package pzpr of npm is not installed")
    for name in ("inkala2012", "several", "sixteen", "four"):
        puzzle: Any = load(INSTANCES / f"sudoku/{name}.yaml").puzzle
        link = writing.write(puzzle, "puzzlink").strip()
        genre, cells, address, file = json.loads(output(node, "-e", PZPR, link))
        assert genre == "sudoku"
        assert cells == [puzzle.givens.get(cell, 0) for cell in puzzle.grid.cells], name
        assert address.partition("?")[2] == link.partition("?")[2]
        assert load_text(address, "x").puzzle == load_text(file, "x").puzzle == load_text(link, "x").puzzle


def test_puzzlekit_reads_our_penpa_links() -> None:
    puzzlekit = module("puzzlekit")
    for name in ("diagonals", "jigsaw", "sixteen", "thermo"):
        puzzle: Any = load(INSTANCES / f"sudoku/{name}.yaml").puzzle
        link = writing.write(puzzle, "penpa").strip().replace("m=solve", "m=edit")  # the kind it knows
        theirs = puzzlekit.decode(link)
        assert (theirs.rows, theirs.cols) == (puzzle.grid.rows, puzzle.grid.columns)
        clues = {place: int(cell.clue.value) for place, cell in theirs.cells.items() if cell.clue}
        assert clues == puzzle.givens, name


# ---- generators


@pytest.mark.parametrize("size", SIZES)
def test_generated_solos_are_unique(size: str) -> None:
    """Each has one solution, as its generator says; written again it is the same puzzle."""
    each = -(-GENERATED // len(SIZES))
    for one in generated("sgt-solo", size, each):
        assert len(solutions(one, 2)) == 1, one.text
        again = load_text(writing.write(one.puzzle, "tatham").strip(), "again").puzzle
        assert isinstance(again, Sudoku)
        assert isinstance(one.puzzle, Sudoku)
        assert again.givens == one.puzzle.givens
        assert set(again.rules) == set(one.puzzle.rules)
        assert set(map(frozenset, again.grid.regions)) == set(map(frozenset, one.puzzle.grid.regions))


@pytest.mark.parametrize("size", ["10x10", "15x10"])
def test_generated_patterns_are_unique(size: str) -> None:
    for one in generated("sgt-pattern", size, GENERATED // 2):
        (board,) = solutions(one, 2)
        ours = from_picture(tuple("".join("." if char == "." else "#" for char in row) for row in board))
        sheet: Any = one.puzzle
        assert (ours.rows, ours.columns) == (sheet.sheet.rows, sheet.sheet.columns)
        assert tatham.write_pattern(sheet.sheet).strip().partition(":")[2] == one_line(sheet)


def one_line(puzzle: Any) -> str:
    """The clues as Pattern has them: columns, then rows."""
    clues: Iterable[Any] = (*puzzle.sheet.columns, *puzzle.sheet.rows)
    return "/".join(".".join(str(length) for length, _ in clue) for clue in clues)


def generated(game: str, size: str, number: int) -> Iterable[Instance]:
    ids = output(program(game), "--generate", str(number), size).split()
    assert len(ids) == number
    return (load_text(own, own) for own in ids)


# ---- tables


def test_parquet_is_read_by_others(tmp_path: Path) -> None:
    from zenkai_solver.solvers import cli
    from zenkai_solver.solvers.python_api.saved import Saved

    module("pandas")
    parquet: Any = module("pyarrow.parquet")
    saved, table = tmp_path / "x.jsonl", tmp_path / "x.parquet"
    assert cli.main(["run", str(INSTANCES / "sizes123.yaml"), "-o", str(saved), "--quiet"]) == 0
    assert cli.main(["export", str(saved), "--to", "parquet", "-o", str(table)]) == 0
    rows = parquet.read_table(table).to_pylist()
    assert [(row["n"], row["orbit"], row["board"]) for row in rows] == [
        (one.number, one.orbit, "\n".join(one.board)) for one in Saved(saved)
    ]
    assert len(rows) == 6
