"""Puzzles made by a seed: one solution by another engine, nothing to spare, the same bytes."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.helpers import broadly
from zenkai_solver.models.dissection.puzzle import Dissection
from zenkai_solver.models.formats.lines81 import parse_equal_lines
from zenkai_solver.models.grid import TRANSFORMS, components, rectangle
from zenkai_solver.models.loading import load, loads
from zenkai_solver.models.nonogram.puzzle import Nonogram
from zenkai_solver.models.packing.puzzle import Packing
from zenkai_solver.models.puzzle import Instance, Puzzle
from zenkai_solver.models.sudoku.puzzle import Sudoku
from zenkai_solver.solvers.commands import generate
from zenkai_solver.solvers.commands.warmup import works_of
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline
from zenkai_solver.solvers.engines.sudoku.kernels import generating
from zenkai_solver.solvers.engines.sudoku.kernels.sudoku9 import solve_many
from zenkai_solver.solvers.explanations.rating import rating
from zenkai_solver.solvers.explanations.search import explanation
from zenkai_solver.solvers.explanations.theory import theory_of
from zenkai_solver.solvers.generators import dissection, plain, ruled
from zenkai_solver.solvers.generators import sudoku as maker
from zenkai_solver.solvers.generators.difficulty import TOO_HARD, Difficulty, WantedDifficulty, rated_stage
from zenkai_solver.solvers.generators.givens import some_givens, without
from zenkai_solver.solvers.generators.nearing import NearingSearch
from zenkai_solver.solvers.generators.orbits import SYMMETRIES, orbits
from zenkai_solver.solvers.generators.outlines import turns
from zenkai_solver.solvers.generators.regions import regions
from zenkai_solver.solvers.generators.sudoku_options import parsed
from zenkai_solver.solvers.python_api.api import solve, unique
from zenkai_solver.solvers.uniqueness.others import KnownOthers

FIRST = ".85..6....4.82......1....68..8.54.....6...1....2....359..2.1.......8.3.6.......7."  # of seed 3


def lines(capfd: pytest.CaptureFixture[str], *words: str) -> list[str]:
    assert generate.main(["sudoku", "--format", "line", *words]) == 0
    return capfd.readouterr().out.splitlines()


def yaml(line: str) -> str:
    return "puzzle: sudoku\ngrid: |\n" + "".join(f"  {line[9 * r : 9 * r + 9]}\n" for r in range(9))


def spared(puzzles: list[str], sets: list[list[int]]) -> int:
    """How many of the puzzles still have one solution without some set of their givens."""
    number = 0
    for puzzle in puzzles:
        digits = parse_equal_lines(puzzle.encode() + b"\n", b"\n")
        assert digits is not None
        without = [
            np.where(np.isin(np.arange(81), cells), 0, digits[0]) for cells in sets if digits[0, cells[0]]
        ]
        number += bool((solve_many(np.array(without), 2).counts == 1).any())
    return number


def test_warming_up_compiles_the_maker_too() -> None:
    assert {work.name for work in generating.works()} <= {work.name for work in works_of("sudoku")}


def test_plain_puzzles(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    made = lines(capfd, "--seed", "3", "--number", "14", "--minimal")
    assert made[0] == FIRST  # the same bytes on every machine
    assert lines(capfd, "--seed", "3", "--number", "5", "--minimal") == made[:5]
    assert len(set(made)) == 14
    assert made != lines(capfd, "--seed", "4", "--number", "14", "--minimal")
    assert all(81 - line.count(".") <= 24 for line in made)
    assert [unique(yaml(line), backend="sat") for line in made[:3]] == ["unique"] * 3
    assert spared(made, [[cell] for cell in range(81)]) == 0
    file = tmp_path / "some.sdm"
    assert generate.main(["sudoku", "--number", "5", "--givens", "30", "-o", str(file)]) == 0
    given = file.read_text().splitlines()
    assert [81 - line.count(".") for line in given] == [30] * 5
    assert [unique(yaml(line), backend="sat") for line in given[:2]] == ["unique"] * 2
    assert spared(given, [[cell] for cell in range(81)]) == 5


@pytest.mark.parametrize("name", [name for name in SYMMETRIES if name != "none"])
def test_symmetry_of_the_givens(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    made = lines(capfd, "--symmetry", name, "--number", "3", "--seed", "5")
    for line in made:
        for transform in SYMMETRIES[name]:
            image = rectangle(9, 9).image(TRANSFORMS[transform])
            assert image is not None
            assert all((line[cell] == ".") == (line[image[cell]] == ".") for cell in range(81))
    assert all(81 - line.count(".") <= 24 for line in made)
    assert unique(yaml(made[0]), backend="sat") == "unique"
    sets = orbits(name, 9, 9)
    assert sets is not None
    assert spared(made, sets) == 0
    others = {other for other in SYMMETRIES if orbits(other, 9, 9) != sets}
    assert len(others) == len(SYMMETRIES) - 1


def test_difficulty_is_the_rating_of_explain(capfd: pytest.CaptureFixture[str]) -> None:
    every = lines(capfd, "--seed", "1", "--number", "3")
    scores = [rating_of(yaml(line)) for line in every]
    middle = sorted(scores)[1]
    wanted = [line for line, score in zip(every, scores) if score >= middle]
    assert lines(capfd, "--seed", "1", "--number", str(len(wanted)), "--difficulty", f"{middle}..") == wanted
    assert len(wanted) < 3


@pytest.mark.parametrize("seed", broadly("5127", few="5"))
def test_difficulties_that_few_random_puzzles_have(seed: str, capfd: pytest.CaptureFixture[str]) -> None:
    (line,) = lines(capfd, "--seed", seed, "--difficulty", "1500..4000")
    assert 1500 <= rating_of(yaml(line)) <= 4000
    assert 81 - line.count(".") <= 24
    assert unique(yaml(line), backend="sat") == "unique"
    assert spared([line], [[cell] for cell in range(81)]) == 0


@pytest.mark.parametrize(("spent", "drawings"), [(True, 1), (False, 3)])
def test_after_a_drawing_that_takes_much_work_no_other_is_tried(
    spent: bool, drawings: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    every = list[ruled.Kept]()

    def left(*_: object) -> ruled.Kept:
        every.append(ruled.Kept((), (), 1, spent))
        return every[-1]

    monkeypatch.setattr(ruled, "_left", left)
    options = parsed(["--size", "4x4", "--rules", "thermo: 1"])
    puzzle = loads("puzzle: sudoku\nsize: 4x4\n", "made").puzzle
    assert isinstance(puzzle, Sudoku)
    kept = ruled._kept(puzzle, ("1234", "3412", "2143", "4321"), options, random.Random(1), NEVER)
    assert (kept, len(every)) == (every[0], drawings)


def test_a_puzzle_with_rules_that_is_too_hard_gets_givens_back(tmp_path: Path) -> None:
    """The first one has a score of more than 300; with a stated number of givens it is left as it is."""
    easier, harder = tmp_path / "easier.yaml", tmp_path / "harder.yaml"
    words = ["sudoku", "--size", "6x6", "--rules", "thermo: 2", "--seed", "2"]
    assert generate.main([*words, "-o", str(harder)]) == 0
    assert generate.main([*words, "--difficulty", "150..250", "-o", str(easier)]) == 0
    hard, easy = (load(path).puzzle for path in (harder, easier))
    assert rated_stage(load(harder)) > 250 >= rated_stage(load(easier)) >= 150
    assert hard.rules == easy.rules
    assert hard.givens.items() < easy.givens.items()
    options = parsed([*words[1:], "--difficulty", "150..250", "--givens", "9"])
    assert not options.eased


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            "--size 4x4 --rules anti-knight --difficulty 90..",
            "of 90..10,000,000 among 1, which are of 7.0",
        ),
        ("--difficulty 90..95", "of 90..95 among 1, which are of 7.0"),
        ("--size 4x4 --hardest x-wing", "with X-wing as its hardest step among 1, which are solved by chain"),
    ],
)
def test_a_limit_says_what_was_met(
    words: str, said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def rated_once(puzzle: Puzzle, deadline: Deadline, *_: object, **__: object) -> Difficulty:
        deadline.stop.set()
        return Difficulty(7.0, "chain")

    monkeypatch.setattr(maker, "difficulty_of", rated_once)
    assert generate.main(["sudoku", *words.split()]) == 130
    assert capsys.readouterr().err == f"zenkai: no puzzle yet {said}: stopped\n"


@pytest.mark.parametrize(
    ("symmetry", "least", "most"), [("none", 0, 24), ("half-turn", 0, 24), ("none", 26, 26)]
)
def test_clues_are_exchanged_within_one_solution(symmetry: str, least: int, most: int) -> None:
    cells = orbits(symmetry, 9, 9)
    assert cells is not None
    stream = (
        puzzle for puzzle in plain.plain_puzzles(3, least, most, cells) if isinstance(puzzle, np.ndarray)
    )
    rng = random.Random(1)
    wanted = WantedDifficulty((1, 2))
    search = NearingSearch(stream, cells, least, most, wanted, lambda _: Difficulty(3, "chain"), rng)
    puzzle = next(stream)
    changes = [search.exchanged(puzzle) for _ in range(20)]
    assert len({change.tobytes() for change in changes}) > 5
    for change in changes:
        before, after = (solve_many(one[None], 2) for one in (puzzle, change))
        assert after.counts[0] == 1
        assert (before.solutions == after.solutions).all()
        assert all(len({bool(change[cell]) for cell in orbit}) == 1 for orbit in cells)
        assert np.count_nonzero(change) >= least
        assert least or spared(["".join(map(str, change)).replace("0", ".")], [*map(list, cells)]) == 0
    assert search.puzzle(most=20) is None
    assert len(search.ratings) == 20
    search.wanted = WantedDifficulty((3, 3))
    found = search.puzzle(most=20)
    assert found is not None
    assert np.count_nonzero(found) <= most


def test_how_far_a_puzzle_is_from_a_wanted_difficulty() -> None:
    """0 exactly if it is as wanted; nearer scores, and fewer values open at a harder step, are less far."""
    score = WantedDifficulty((100, 200)).distance
    assert [score(Difficulty(number, "")) for number in (100, 150, 200)] == [0, 0, 0]
    assert 0 < score(Difficulty(90, "")) < score(Difficulty(50, "")) < score(Difficulty(TOO_HARD, ""))
    assert 0 < score(Difficulty(210, "")) < score(Difficulty(900, "")) < score(Difficulty(TOO_HARD, ""))
    wing = WantedDifficulty(None, "XY-wing")
    has = [Difficulty(TOO_HARD, "chain", frozenset({"XY-wing"}), left) for left in (3, 30)]
    lacks = [Difficulty(TOO_HARD, "chain", frozenset({"X-wing"}), 3), Difficulty(400, "X-wing")]
    assert wing.distance(Difficulty(400, "XY-wing")) == 0
    assert 0 < wing.distance(has[0]) < wing.distance(has[1]) < min(map(wing.distance, lacks))
    assert not WantedDifficulty((100, 4000)).beyond_singles
    assert not WantedDifficulty(None, "hidden single").beyond_singles
    assert WantedDifficulty((1500, 4000)).beyond_singles
    assert wing.beyond_singles


def rating_of(text: str) -> int:
    theory = theory_of(loads(text, "made").puzzle)
    found = explanation(theory)
    return rating(theory, found.start, found.steps).score


def solutions(instance: Instance) -> int:
    """By an engine that makes no puzzles."""
    return sum(1 for _ in solve(instance, backend="cpsat", limit=2))


@pytest.mark.parametrize(
    "words",
    [
        ["--size", "4x4", "--rules", "anti-knight, {kropki: {black: [R1C1 R1C2]}}", "--minimal"],
        ["--size", "6x6", "--rules", "diagonals", "--symmetry", "quarter-turn"],
        ["--size", "6x6", "--jigsaw", "--givens", "14"],
    ],
)
def test_puzzles_with_rules(words: list[str], tmp_path: Path) -> None:
    path = tmp_path / "made.yaml"
    assert generate.main(["sudoku", *words, "--number", "2", "--seed", "8", "-o", str(path)]) == 0
    texts = [(tmp_path / f"made.{number}.yaml").read_text() for number in (1, 2)]
    assert generate.main(["sudoku", *words, "--seed", "8", "-o", str(path)]) == 0
    assert path.read_text() == texts[0] != texts[1]
    for number in (1, 2):
        instance = load(tmp_path / f"made.{number}.yaml")
        grid, givens = instance.puzzle.grid, instance.puzzle.givens  # type: ignore[attr-defined]
        assert solutions(instance) == 1
        assert instance.expect == {"count": 1, "all": 1}
        if "--givens" in words:
            assert len(givens) == 14
            continue
        symmetry = words[-1] if "--symmetry" in words else "none"
        for orbit in orbits(symmetry, grid.rows, grid.columns) or ():
            cells = {grid.cells[i] for i in orbit}
            assert len(cells & givens.keys()) in (0, len(cells))
            if cells <= givens.keys():
                rest = {cell: digit for cell, digit in givens.items() if cell not in cells}
                keys = type(instance.puzzle)(grid, rest, instance.puzzle.rules).with_clues([])  # type: ignore[attr-defined]
                fewer = "".join(f"  {row}\n" for row in keys["grid"].split())
                text = instance.text.split("grid: |")[0] + "grid: |\n" + fewer
                path.write_text(text)
                assert solutions(load(path)) == 2


def test_givens_are_taken_until_none_can_be_spared() -> None:
    """Of random families of what other solutions lack; also down to a number and no further."""
    rng = np.random.default_rng(4)
    for trial in range(40):
        lacks = rng.random((10, 12)) < 0.25
        lacks[~lacks.any(axis=1), 0] = True
        orbits_of = [[0, 1], [2, 3, 4], *([i] for i in range(5, 12))]
        order = [orbits_of[i] for i in rng.permutation(len(orbits_of))]
        left = without(KnownOthers(~lacks), 12, order, least=0)
        assert lacks[:, sorted(left)].any(axis=1).all()
        for orbit in orbits_of:
            assert left.issuperset(orbit) or left.isdisjoint(orbit)
            assert left.isdisjoint(orbit) or not lacks[:, sorted(left.difference(orbit))].any(axis=1).all()
        more = without(KnownOthers(~lacks), 12, order, least=8)
        assert lacks[:, sorted(more)].any(axis=1).all()
        assert len(more) >= 8, trial


def test_regions_are_connected_and_of_one_size() -> None:
    for seed in ("a", "b"):
        drawn = regions(9, (3, 3), seed)
        cells = {
            letter: [(r, c) for r, row in enumerate(drawn) for c, own in enumerate(row) if own == letter]
            for letter in set("".join(drawn))
        }
        assert [len(own) for own in cells.values()] == [9] * 9
        assert all(len(components(own)) == 1 for own in cells.values())
        assert drawn == regions(9, (3, 3), seed)
    assert regions(9, (3, 3), "a") != drawn


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (
            ["--givens", "16"],
            2,
            "16 givens: 17 is the least known, and no 9x9 sudoku with 16 has one solution",
        ),
        (["--givens", "17"], 1, "no puzzle with 17 givens from 200 grids; the fewest were 2"),
        (["--givens", "82"], 2, "--givens 82: 9x9 has 81 cells"),
        (["--size", "4x4", "--givens", "3"], 1, "no puzzle with 3 givens from 2 grids; the fewest were 4"),
        (["--rules", "pattern"], 2, "--rules: pattern cannot be placed: its expression is the author's"),
        (["--rules", "any"], 2, "--rules: any cannot be placed: its alternatives are the author's"),
        (["--rules", "thermo: 0"], 2, "--rules: 0 clues of thermo; 1 to 200 can be placed"),
        (["--rules", "thermo, thermo: 2"], 2, "--rules: thermo is to be placed twice"),
        (["--rules", "["], 2, "--rules: '[' is not a list such as anti-knight, thermo"),
        (["--size", "6x6", "--rules", "entropic"], 1, "clue of entropic: the digits are not 1 to 9"),
        (["--size", "4x4", "--rules", "thermo: 9"], 1, "no place for 9 clues of thermo"),
        (["--rules", "thermo", "--tile"], 2, "--tile is of cages: --rules with one of killer, sum"),
        (["--rules", "killer: 3", "--tile"], 2, "--tile says how many cages there are"),
        (["--given-cells", "R1C1", "--pattern", "x"], 2, "both say which cells are given"),
        (
            ["--hardest", "jellyfish"],
            2,
            "--hardest jellyfish: few 9x9 sudokus have it as their hardest; give --time-limit",
        ),
        (["--given-cells", "R1C1"], 2, "1 given: 17 is the least known"),
        (["--given-cells", "R1C0"], 2, "--given-cells: R1C0 is outside the grid of 9 rows and 9 columns"),
        (["--given-cells", "R1C1", "--givens", "20"], 2, "--givens: --pattern or --given-cells says which"),
        (["--pattern", "no-such"], 2, "no-such: cannot read: No such file"),
        (["--solution", "123"], 2, "--solution: 3 cells; 9x9 has 81; no file is named '123'"),
        (["--solution", "." * 256], 2, "--solution: 256 cells; 9x9 has 81"),  # longer than a name may be
        (
            ["--size", "4x4", "--solution", "1234x" + "." * 11],
            2,
            "--solution: 'X' is neither a digit from 1 to 4",
        ),
        (["--size", "4x4", "--solution", "11" + "." * 14], 2, "--solution: grid: two equal givens"),
        (["--solution", "." * 81, "--jigsaw"], 2, "--jigsaw draws regions, which --solution need not keep"),
        (["--solutions", "2", "--difficulty", "1.."], 2, "--difficulty is of puzzles with one solution"),
        (["--solutions", "1001"], 2, "1,001 solutions; at most 1,000"),
        (["--hardest", "x"], 2, "x-wing, skyscraper"),
        (
            ["--hardest", "large-set"],
            2,
            "--hardest large-set: only puzzles with --rules have it: beside a set",
        ),
        (["--size", "12x12", "--hardest", "one-rule"], 2, "--hardest one-rule: only puzzles with --rules"),
        (
            ["--givens", "18", "--minimal"],
            1,
            "no puzzle with at most 18 givens from 200 grids; the fewest were 2",
        ),
        (
            ["--size", "4x4", "--rules", "anti-king, non-consecutive"],
            1,
            "no grid keeps these rules",
        ),
        (["--rules", "diagonal"], 2, 'unknown rule "diagonal"; did you mean "diagonals"?'),
        (
            ["--size", "4x4", "--difficulty", "9000.."],
            1,
            "no puzzle of 9,000..10,000,000 among 3, which are of ",
        ),
        (["--difficulty", "9..3"], 2, "'9..3' is not a range of ratings"),
        (["--difficulty", "1..3"], 2, "'1..3': no puzzle has such a score, the least is 4"),
        (["--size", "7x7"], 2, "'7x7' is not one of 4x4, 6x6"),
        (["--jigsaw", "--format", "line"], 2, "lines of 81 characters are for plain 9x9 sudokus"),
        (["--number", "2", "--format", "yaml"], 2, "-o NAME.yaml makes NAME.1.yaml"),
        (["-o", "x.svg"], 2, "x.svg: the ending names no format; known: .yaml"),
        (["-o", "x.sdm", "--format", "yaml"], 2, "x.sdm: the ending says line, but --format says yaml"),
    ],
)
def test_what_cannot_be_made(
    words: list[str],
    code: int,
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(plain, "MOST_TRIED", 200)
    monkeypatch.setattr(ruled, "GRIDS", 2)
    monkeypatch.setattr(maker, "PUZZLES", 3)
    try:
        ended = generate.main(["sudoku", *words])
    except SystemExit as error:
        ended = error.code
    assert ended == code
    assert message in capfd.readouterr().err


# ---- every family


@pytest.mark.parametrize(
    ("words", "digest"),
    [
        ("nonogram --size 6x6 --givens 5", "e486e256ccc8ef84"),
        ("packing --pieces tetrominoes --givens 1", "67fe53cba7e7e506"),
        ("packing --pieces tetrominoes --givens 2 --difficulty 1..", "757f4cac473b5951"),
        ("packing --pieces tetrominoes --rules no_crossings --unique", "994bd6e098a0e1cf"),
        ("dissection --to 2x4 --pieces 2 --givens 2", "bc575e584c1baa49"),
        ("dissection --to 2x4 --pieces 2 --difficulty 505..", "594695e5db24869b"),
        ("dissection --to 2x4 --pieces 2 --rules rotations: false,flips --unique", "62f00ff9326be9c9"),
        ("sudoku --size 4x4 --givens 6 --unique", "035b517588a290b4"),
    ],
)
def test_puzzles_of_every_family_have_one_solution(words: str, digest: str, tmp_path: Path) -> None:
    """By an engine that made none of them, with as many givens as asked, by the seed."""
    path, again = tmp_path / "made.yaml", tmp_path / "again.yaml"
    asked = [*words.replace(": ", ":~").split(" "), "--seed", "2"]
    for file in (path, again):
        assert generate.main([*(word.replace(":~", ": ") for word in asked), "-o", str(file)]) == 0
    assert path.read_bytes() == again.read_bytes()
    assert hashlib.sha256(path.read_bytes()).hexdigest()[:16] == digest  # on every machine
    instance = load(path)
    found = solve(instance, backend="cpsat", symmetry="orbits", limit=2)
    assert len(list(found)) == instance.expect.get("count", 1) == 1
    if "--givens" in words:
        number = int(words.split("--givens ")[1].split()[0])
        assert givens(instance.puzzle) == number
        assert len(list(solve(instance, backend="cpsat", symmetry="all", limit=2))) == 1
    if "--difficulty" in words:
        assert rated_stage(instance) >= int(words.split("--difficulty ")[1].split("..")[0])
    if "--rules" in words:
        assert words.split("--rules ")[1].split(",")[0].split()[0] in instance.text


def test_too_few_givens_are_none() -> None:
    empty = loads("puzzle: sudoku\nsize: 4x4\n", "empty").puzzle
    board = ("1234", "3412", "2143", "4321")
    chance = random.Random(0)
    assert some_givens(empty, board, 3, chance) is None  # the fewest givens of any are 4
    assert len(some_givens(empty, board, 9, chance) or ()) == 9


def givens(puzzle: Puzzle) -> int:
    """How many cells or pieces an instance states."""
    match puzzle:
        case Nonogram(sheet=sheet):
            return sum(char != "?" for row in sheet.given or () for char in row)
        case Sudoku(givens=own):
            return len(own)
        case Packing(fixed=fixed) | Dissection(fixed=fixed):
            return len(fixed)
    raise AssertionError(puzzle.family)


@pytest.mark.parametrize(
    ("words", "wanted"), [("--solutions 3", (3, 3)), ("--solutions 5..9 --symmetry half-turn", (5, 9))]
)
def test_pictures_with_a_number_of_solutions(
    words: str, wanted: tuple[int, int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert generate.main(["nonogram", "--size", "6x6", "--seed", "3", *words.split()]) == 0
    text = capsys.readouterr().out
    number = len(list(solve(text, backend="sat", symmetry="orbits", limit=20)))
    assert wanted[0] <= number <= wanted[1]
    assert f"expect: {{count: {number}}}" in text


def test_symmetric_pictures_stay_so_while_they_are_changed(capsys: pytest.CaptureFixture[str]) -> None:
    """A picture with one solution is seen in its clues: their symmetry is its own."""
    for name, twins in (("half-turn", "half"), ("diagonals", "both")):
        words = ["nonogram", "--size", "7x7", "--density", "0.6", "--symmetry", name, "--unique"]
        assert generate.main(words) == 0
        found = list(solve(capsys.readouterr().out, backend="sat", symmetry="all"))
        assert len(found) == 1
        board = found[0].board
        turned = tuple(row[::-1] for row in board[::-1])
        assert board == turned
        mirrored = tuple("".join(column) for column in zip(*board))
        assert (board == mirrored) == (twins == "both")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("nonogram --rules x", "--rules: a nonogram has none but its clues"),
        ("nonogram --solutions 2 --unique", "--solutions is of pictures with any number of solutions"),
        ("nonogram --solutions 10001", "--solutions 10,001; at most 10,000"),
        ("nonogram --symmetry diagonal --size 3x4", "--symmetry diagonal: not of 3x4"),
        ("nonogram --givens 3 --line-solvable", "--givens N leaves one solution by N cells"),
        ("packing --givens 2 --solutions 3", "--givens is of boards with one solution"),
        ("packing --unique --solutions 3", "--unique is of boards with one solution"),
        ("packing --rules no_crossing", 'unknown key "no_crossing"; did you mean "no_crossings"?'),
        ("packing --rules [", "--rules: '[' is not a list such as flips, KEY: VALUE"),
        ("dissection --difficulty 1.. --solutions 2", "--difficulty is of figures with one solution"),
        ("dissection --givens 2 --solutions 3", "--givens is of figures with one solution"),
        ("dissection --to 2x2 --pieces 5", "5 pieces of 4 cells"),
    ],
)
def test_options_without_meaning_are_one_line(
    words: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        ended = generate.main(words.split())
    except SystemExit as error:
        ended = error.code
    assert ended == 2
    said = capsys.readouterr().err
    assert message in said
    assert said.count("\n") == 1


# ---- two figures


def test_figures_with_a_wanted_number_of_dissections(tmp_path: Path) -> None:
    path, again = tmp_path / "made.yaml", tmp_path / "again.yaml"
    words = ["dissection", "--to", "2x4", "--pieces", "2", "--seed", "0", "-o"]
    for file in (path, again):
        assert generate.main([*words, str(file)]) == 0
    assert path.read_text() == again.read_text()
    instance = load(path)
    assert instance.expect["count"] == 1
    found = solve(instance, backend="sat")
    assert [len(set("".join(solution.board)) - {" "}) for solution in found] == [2]
    assert found.all == instance.expect["all"]


def test_figures_with_an_even_outline(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["dissection", "--even", "--to", "3x4", "--pieces", "2", "--seed", "0"]
    assert generate.main(words) == 0
    text = capsys.readouterr().out
    puzzle = loads(text, "made").puzzle
    assert isinstance(puzzle, Dissection)
    assert 4 < turns(puzzle.one.cells) <= 8
    assert not dissection._is_even(["####", "####", "####"], "none")  # figure 2 has the rectangle
    assert solve(text).count == 1
    monkeypatch.setattr(dissection, "MOST_EVEN", 0)
    assert generate.main(words) == 1


def test_figures_with_a_range_of_dissections(tmp_path: Path) -> None:
    """The first pair of this seed that has any such number has one."""
    path = tmp_path / "made.yaml"
    words = ["dissection", "--to", "2x4", "--pieces", "2", "--solutions", "2..3", "--seed", "5", "-o"]
    assert generate.main([*words, str(path)]) == 0
    assert 2 <= sum(1 for _ in solve(path, backend="sat", symmetry="orbits")) <= 3


@pytest.mark.parametrize(
    ("kind", "image"),
    [
        ("half-turn", lambda rows: [row[::-1] for row in rows[::-1]]),
        ("left-right", lambda rows: [row[::-1] for row in rows]),
        ("diagonal", lambda rows: ["".join(column) for column in zip(*rows)]),
    ],
)
def test_a_last_piece_makes_the_figure_symmetric(kind: str, image: Callable[[list[str]], list[str]]) -> None:
    """Every place of it that does, and no other."""
    one, other = ((0, 0), (0, 1), (1, 1)), ((0, 0), (0, 1), (0, 2))
    figures = [
        rows
        for seed in range(40)
        for rows in dissection.symmetric([one, other], False, kind, random.Random(seed))
    ]
    assert all(image(rows) == rows and "".join(rows).count("#") == 6 for rows in figures)
    beside = [
        dissection._drawing({*one, *moved})
        for straight in (other, tuple((c, r) for r, c in other))
        for shift in product(range(-4, 5), repeat=2)
        for moved in [{(r + shift[0], c + shift[1]) for r, c in straight}]
        if moved.isdisjoint(one)
    ]
    connected = [
        rows
        for rows in beside
        if len(components([(r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x == "#"])) == 1
    ]
    asked = {
        min(map(tuple, turned(rows)))
        for rows in connected
        if any(image(drawing) == drawing for drawing in turned(rows))
    }
    assert {min(map(tuple, turned(rows))) for rows in figures} == asked


def turned(rows: list[str]) -> list[list[str]]:
    """The drawing in its four orientations."""
    drawings = [rows]
    for _ in range(3):
        drawings.append(["".join(column) for column in zip(*drawings[-1][::-1])])
    return drawings


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--symmetry", "quarter-turn", "--to", "3x6"), "18 are 4 fours and 2"),
        (("--symmetry", "diagonal"), "--solutions 2 makes figures with such a pair"),
    ],
)
def test_figures_that_cannot_be_are_refused_at_once(
    words: Sequence[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert generate.main(["dissection", *words]) == 2
    assert why in capsys.readouterr().err


def test_of_figures_that_are_not_found_yet_no_more_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert generate.main(["dissection", "--time-limit", "1e-9"]) == 3
    assert capsys.readouterr().err.startswith("zenkai: no such figures yet among 0: ")


@pytest.mark.parametrize(
    ("symmetry", "pieces"),
    [("half-turn", "2..3"), ("left-right", "2..3"), ("left-right", "3"), ("up-down", "3")],
)
def test_figures_with_symmetry_and_one_dissection(
    symmetry: str, pieces: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, asked = tmp_path / "made.yaml", list[str]()

    def counted(instance: Instance, *more: Any) -> Any:
        asked.append(instance.text)
        return solutions_of(instance, *more)

    solutions_of = dissection._solutions
    monkeypatch.setattr(dissection, "_solutions", counted)
    words = ["dissection", "--to", "3x4", "--pieces", pieces, "--symmetry", symmetry, "--seed", "3", "-o"]
    assert generate.main([*words, str(path)]) == 0
    assert len(set(asked)) == len(asked)  # no figure is looked at twice
    instance = load(path)
    assert isinstance(instance.puzzle, Dissection)
    rows = [line.strip() for line in instance.text.split("from: |\n")[1].split("to:")[0].splitlines()]
    images = {"half-turn": [row[::-1] for row in rows[::-1]], "left-right": [row[::-1] for row in rows]}
    assert images.get(symmetry, rows[::-1]) == rows
    assert sum(1 for _ in solve(instance, backend="sat", symmetry="orbits", limit=2)) == 1


def test_figures_of_mirrored_pairs_of_pieces() -> None:
    made_figures = [dissection.mirrored(3, 6, 5, False, random.Random(seed)) for seed in range(60)]
    figures = [rows for rows in made_figures if rows is not None]
    assert figures
    for rows in figures:
        cells = [(r, c) for r, row in enumerate(rows) for c, char in enumerate(row) if char == "#"]
        assert len(cells) == 18
        assert len(components(cells)) == 1
        assert [row[::-1] for row in rows] == rows


def test_lines_keep_what_is_asked_of_the_puzzle(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """As YAML files do: the cells with givens, the number of solutions, digits of the solution."""
    wanted = "#.......#.#.....#...#.#.#..##..#..##..#####..##..#..##..#.#.#...#.....#.#...#...#"
    (tmp_path / "pattern.txt").write_text("\n".join(wanted[i : i + 9] for i in range(0, 81, 9)))
    (given,) = lines(capfd, "--pattern", str(tmp_path / "pattern.txt"), "--seed", "1")
    assert ["." if char == "." else "#" for char in given] == list(wanted)
    (several,) = lines(capfd, "--solutions", "3", "--seed", "1")
    assert len(list(solve(loads(yaml(several), "t"), backend="sat", symmetry="all", limit=9))) == 3
    (themed,) = lines(capfd, "--solution", "/".join(["123456789", *["." * 9] * 8]), "--seed", "1")
    (solution,) = solve(loads(yaml(themed), "t"), backend="sat", symmetry="all", limit=2)
    assert solution.board[0] == "123456789"


def test_pieces_are_cut_and_put_together() -> None:
    for seed in range(20):
        rng = random.Random(seed)
        pieces = list(dissection.cut(3, 5, 4, rng))
        assert sorted(map(len, pieces)) == sorted(map(len, map(set, pieces)))
        assert sum(map(len, pieces)) == 15
        assert all(len(components(piece)) == 1 for piece in pieces)
        drawn = dissection.assembled(pieces, True, rng)
        cells = [(r, c) for r, row in enumerate(drawn) for c, char in enumerate(row) if char == "#"]
        assert len(cells) == 15
        assert len(components(cells)) == 1
