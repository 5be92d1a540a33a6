"""Boards made for a set of pieces: the number of solutions that was asked for, and the same for a seed."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import pytest

from zenkai_solver.models.grid import TRANSFORMS, Cell, components, neighbours, normalise
from zenkai_solver.models.loading import load, loads
from zenkai_solver.solvers.commands import generate
from zenkai_solver.solvers.core.deadlines import NEVER
from zenkai_solver.solvers.core.pipeline import Tally, prepare
from zenkai_solver.solvers.generators import packing
from zenkai_solver.solvers.generators.command import Tried
from zenkai_solver.solvers.generators.difficulty import rated
from zenkai_solver.solvers.generators.orbits import SYMMETRIES
from zenkai_solver.solvers.generators.outlines import EvenBoard, filled, most_turns, turns
from zenkai_solver.solvers.generators.parity import difference_of, differences, why_none_fits
from zenkai_solver.solvers.python_api.api import count


@pytest.mark.parametrize(
    ("words", "lo", "hi"),
    [
        ("--pieces tetrominoes --seed 3", 1, 1),
        ("--pieces tetrominoes --solutions 4..9 --seed 1", 4, 9),
        ("--pieces tetriamonds --lattice triangles --seed 2", 1, 1),
        ("--pieces tricubes --lattice cubes --seed 4", 1, 1),
    ],
)
def test_a_board_has_as_many_solutions_as_wanted(words: str, lo: int, hi: int, tmp_path: Path) -> None:
    texts = []
    for name in ("one.yaml", "two.yaml"):
        path = tmp_path / name
        assert generate.main(["packing", *words.split(), "-o", str(path)]) == 0
        texts.append(path.read_bytes())
    assert texts[0] == texts[1]
    instance = load(tmp_path / "one.yaml")
    tally = Tally("orbits")
    for chunk in prepare(instance, backend="sat").chunks():
        tally.add(chunk)
    assert lo <= tally.count <= hi
    assert instance.expect == {"count": tally.count}


def test_the_same_bytes_on_every_machine(capsys: pytest.CaptureFixture[str]) -> None:
    assert generate.main(["packing", "--pieces", "tetrominoes", "--seed", "7"]) == 0
    assert capsys.readouterr().out == GOLDEN


GOLDEN = """\
puzzle: packing
board: |
  .#....
  .###..
  ######
  .#####
  ....#.
  ....##
  ....##
pieces: tetrominoes
expect: {count: 1}
source: made by zenkai generate packing, seed 7
"""


def test_a_board_is_as_hard_as_wanted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The first board of the seed is left out for one that is harder."""
    scores = []
    for words in ([], ["--difficulty", "230.."]):
        path = tmp_path / "made.yaml"
        base = ["packing", "--pieces", "tetrominoes", "--seed", "1", "-o", str(path)]
        assert generate.main([*base, *words]) == 0
        scores.append(rated(load(path).puzzle))
        assert count(path.read_text()).all == 1
    assert scores[0] < 230 <= scores[1]
    digest = hashlib.sha256(path.read_bytes()).hexdigest()[:16]
    assert digest == "93d45a7417eb5ef7", "a later board hangs on the seed, too"
    assert generate.main(["packing", "--solutions", "2", "--difficulty", "1.."]) == 2
    assert "--difficulty is of boards with one solution" in capsys.readouterr().err


def test_a_board_with_a_symmetry_is_not_rated() -> None:
    """It has one solution up to symmetry and two in all."""
    twice = loads("puzzle: packing\nboard: 2x4\npieces: [tetromino L]\ncounts: 2\n", "twice")
    assert count(twice.text).all == 2
    assert not packing._is_wanted(twice.puzzle, (0, 10**7), Tried("board", (1, 1)), NEVER)


def outcome(words: list[str]) -> object:
    try:
        return generate.main(words)
    except SystemExit as error:
        return error.code


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--pieces pentominoe", "pieces: "),
        ("--pieces monominoes", "--pieces: 1 piece; from 2 to 40 are laid"),
        ("--solutions 0", "'0' is not a number from 1 on, or LO..HI"),
        ("--solutions 9..3", "'9..3' is not a number from 1 on, or LO..HI"),
        ("--pieces tetrahexes --lattice cubes", '"tetrahexes" is not a set of cubes'),
        ("-o made.foo", "made.foo: the ending names no format; known: .yaml, .yml"),
    ],
)
def test_bad_options_are_one_line(words: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert outcome(["packing", *words.split()]) == 2
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1


# ---- boards with a symmetry, and even ones


def board_of(text: str) -> set[tuple[int, int]]:
    drawn = text.split("board: |\n")[1].split("pieces:")[0].split("\n")
    return {(r, c) for r, row in enumerate(drawn) for c, char in enumerate(row.strip()) if char == "#"}


def test_turns_of_an_outline() -> None:
    for drawn, number in (
        ("##", 4),
        ("#.\n##", 6),
        ("###\n#.#\n###", 8),
        ("#.\n.#", 8),
        (".#.\n###\n.#.", 12),
    ):
        cells = {(r, c) for r, row in enumerate(drawn.split()) for c, char in enumerate(row) if char == "#"}
        assert turns(cells) == number


def test_holes_are_within_an_outline() -> None:
    ring = {(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)}
    assert filled(ring) == {*ring, (1, 1)}
    assert filled(ring - {(0, 1)}) == ring - {(0, 1)}
    assert filled(ring - {(0, 0)}) == {*ring - {(0, 0)}, (1, 1)}


@pytest.mark.parametrize("symmetry", ["left-right", "half-turn", "full", "diagonal", "none"])
def test_even_boards_stay_symmetric(symmetry: str) -> None:
    board = EvenBoard(32, symmetry, random.Random(1))
    for _ in range(12):
        before = board.cells
        undo = board.change()
        assert len(board.cells) == 32
        assert len(components(board.cells)) == 1
        assert turns(filled(board.cells)) <= most_turns(32, symmetry)
        for name in SYMMETRIES[symmetry]:
            moved = [TRANSFORMS[name](cell) for cell in board.cells]
            assert normalise(moved) == normalise(board.cells)
        if board.rng.random() < 0.2:
            undo()
            assert board.cells == before


def test_a_board_with_a_symmetry(capsys: pytest.CaptureFixture[str]) -> None:
    words = "packing --pieces tetrominoes --symmetry left-right --solutions 1..9 --seed 1"
    assert generate.main(words.split()) == 0
    text = capsys.readouterr().out
    cells = board_of(text)
    assert normalise((r, -c) for r, c in cells) == normalise(cells)
    assert turns(filled(cells)) <= most_turns(20, "left-right")
    tally = Tally("orbits")
    for chunk in prepare(loads(text, "made"), backend="sat").chunks():
        tally.add(chunk)
    assert 1 <= tally.count <= 9


def test_boards_have_the_balance_of_colours_that_pieces_cover() -> None:
    """Tetrominoes cover two cells more of one colour, whatever the board."""
    figures = [[(0, 0), (0, 1), (0, 2), (1, 1)], *4 * [[(0, 0), (0, 1), (0, 2), (0, 3)]]]
    assert differences(figures) == {-2, 2}
    board = EvenBoard(20, "left-right", random.Random(3), lambda cells: difference_of(cells) in (-2, 2))
    for _ in range(12):
        board.change()
        assert abs(sum((-1) ** (r + c) for r, c in board.cells)) == 2


@pytest.mark.parametrize(
    ("symmetry", "seed"),
    [
        pytest.param("half-turn", "1", marks=pytest.mark.broad),
        pytest.param("quarter-turn", "0", marks=pytest.mark.slow),
    ],
)
def test_an_even_board_of_pentominoes(symmetry: str, seed: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert generate.main(["packing", "--symmetry", symmetry, "--seed", seed]) == 0
    cells = board_of(text := capsys.readouterr().out)
    for name in SYMMETRIES[symmetry]:
        assert normalise(map(TRANSFORMS[name], cells)) == normalise(cells)
    assert turns(filled(cells)) <= most_turns(60, symmetry)
    assert count(text).count == 1


def test_a_notch_in_each_corner_that_the_symmetry_needs_is_even() -> None:
    notched = {(r, c) for r in range(4) for c in range(4) if not {r, c} <= {0, 3}}
    assert turns(notched) == most_turns(len(notched), "quarter-turn") == most_turns(12, "full") == 12
    assert most_turns(12, "half-turn") == most_turns(12, "left-right") == most_turns(12, "none") == 8
    assert most_turns(100, "none") == most_turns(100, "full") == 14


def test_a_board_that_nothing_fills_is_as_far_as_one_with_too_many_solutions() -> None:
    """Else a search that has come to one refuses those with few."""
    few = [packing._off(number, (1, 2)) for number in (1, 2, 3, 8, 9)]
    assert few == [0, 0, 1, 6, 7]
    assert packing._off(0, (1, 2)) == few[-1]


def test_why_there_is_no_board_is_told_in_numbers() -> None:
    assert Tried("board", (2, 3)).none() == "no such board"
    rated = Tried("board", (1, 1))
    assert rated.is_wanted(lambda: 5.0, None)
    assert rated.scores == []
    while not rated.enough:
        assert not rated.is_wanted(lambda: 70.0 + len(rated.scores), (10, 20))
    assert rated.none() == "no such board among 8, which are of 70.0..77.0"
    assert rated.is_wanted(lambda: 15.0, (10, 20))
    tried = Tried("board", (2, 3), [0, 1, 2, 5])
    assert tried.none().startswith("no such board among 3: 2 with fewer solutions, 1 with more; ")
    assert tried.not_yet() == "no such board yet among 3: 2 with fewer solutions, 1 with more"
    tried.scores.extend([70.0, 30.0])
    assert tried.none() == "no such board among 2, which are of 30.0..70.0"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--even --lattice cubes", "--symmetry and --even are of boards of squares"),
        ("--even --givens 2", "--givens fixes the pieces of a heap"),
        ("--pieces trominoes --symmetry full", "no even board of 6 cells has the symmetry full"),
        ("--pieces hexominoes --even", "--symmetry and --even are of at most 24 pieces; here are 35"),
        ("--symmetry full --difficulty 1..9", "--difficulty is of boards with one solution"),
    ],
)
def test_boards_that_are_refused(words: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert generate.main(["packing", *words.split()]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("symmetry", ["half-turn", "quarter-turn", "mirrors", "diagonals", "full"])
def test_pieces_of_a_board_with_a_half_turn_are_not_refused(symmetry: str) -> None:
    """A symmetric board is cut at random into pieces of up to 6 cells."""
    rng, boards = random.Random(7), 0
    for area in (12, 16, 20, 24, 36):
        with suppress(ValueError):
            board = EvenBoard(area, symmetry, rng)
            for _ in range(20):
                board.change()
                assert why_none_fits(cut(board.cells, rng), symmetry) is None
                boards += 1
    assert boards >= 40


def cut(cells: Iterable[Cell], rng: random.Random) -> list[list[Cell]]:
    left, pieces = set(cells), list[list[Cell]]()
    while left:
        piece = [left.pop()]
        for _ in range(rng.randrange(6)):
            if near := sorted({x for cell in piece for x in neighbours(cell)} & left):
                piece.append(rng.choice(near))
                left.remove(piece[-1])
        pieces.append(piece)
    return pieces


def test_a_colouring_says_why_there_is_no_board(capsys: pytest.CaptureFixture[str]) -> None:
    """The T covers three cells of one colour, each other tetromino two: 9 and 11, where both are even."""
    for symmetry in ("half-turn", "full"):
        assert generate.main(["packing", "--pieces", "tetrominoes", "--symmetry", symmetry]) == 2
        said = capsys.readouterr().err
        assert said.startswith(
            f"zenkai: --symmetry {symmetry}: in the colours of a chessboard these pieces cover at least 2"
        )
    tetrominoes = [[(0, 0), (0, 1), (0, 2), (1, 1)], *4 * [[(0, 0), (0, 1), (0, 2), (0, 3)]]]
    assert why_none_fits(tetrominoes, "half-turn")
    assert why_none_fits(tetrominoes, "left-right") is None
    assert why_none_fits([tetrominoes[0], *tetrominoes], "half-turn") is None
    assert why_none_fits([*2 * [tetrominoes[0]], *tetrominoes], "half-turn")
