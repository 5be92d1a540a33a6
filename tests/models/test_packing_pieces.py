"""Pieces by letters, and how each may lie: what is read, and that numbers of solutions stay right."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest
import yaml
from hypothesis import strategies as st

from tests.backends import ENGINES
from tests.helpers import given_some, made
from tests.models.test_packing import count_by_brute_force, tally
from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.grid import normalise
from zenkai_solver.models.loading import loads
from zenkai_solver.models.packing.puzzle import Packing


def packing(**keys: Any) -> Packing:
    puzzle = made("packing", keys)
    assert isinstance(puzzle, Packing)
    return puzzle


def sizes(**keys: Any) -> dict[str, int]:
    return {piece.label: len(piece.shape) for piece in packing(**keys).pieces}


@pytest.mark.parametrize(
    ("board", "pieces", "found"),
    [
        ("3x5", ["F", "I", "L"], {"F": 5, "I": 5, "L": 5}),  # F is no tetromino
        ("5x5", "FILNP", dict.fromkeys("FILNP", 5)),
        ("5x5", "F, I, L, N, P", dict.fromkeys("FILNP", 5)),
        ("3x4", ["I", "L", "T"], {"I": 4, "L": 4, "T": 4}),  # by the area
        ("3x5", ["I", "L", "T"], {"I": 5, "L": 5, "T": 5}),
        ("3x3", ["F", "O"], {"F": 5, "O": 4}),  # no set has both, and each has one
        ("2x6", ["I", "J", "Z"], {"I": 4, "J": 4, "Z": 4}),  # one-sided: J is no free tetromino
        ("2x5", ["pentomino I", "pentomino Y"], {"I": 5, "Y": 5}),
        ("3x5", "pentominoes I, Y P", {"I": 5, "Y": 5, "P": 5}),
        ("1x7", ["tetromino I", "tromino I"], {"I": 4, "i": 3}),
        ("4x5", ["P", "pentomino L", "pentominoes U Y"], dict.fromkeys("PLUY", 5)),
        ("1x3", ["A", "BB"], {"A": 1, "B": 2}),  # no usual letter: a drawing
        ("1x4", "A.BBB", {"A": 1, "B": 3}),
    ],
)
def test_letters(board: str, pieces: Any, found: dict[str, int]) -> None:
    assert sizes(board=board, pieces=pieces) == found


@pytest.mark.parametrize(
    ("drawing", "found"),
    [
        ("O\n", {"O": 1}),  # a cell, not the tetromino
        ("DD\n", {"D": 2}),
        ("IIIIIIIII\n", {"I": 9}),
        ("AA BBB\n", {"A": 2, "B": 3}),
        ("OO\nO.\n", {"O": 3}),
        ("F I\n", {"F": 5, "I": 5}),  # two cells would be one piece given twice
        ("dominoes\n", {"D": 2}),
    ],
)
@pytest.mark.parametrize("form", [str, lambda drawing: [drawing]])
def test_one_row_below_a_bar_is_a_drawing(
    drawing: str, found: dict[str, int], form: Callable[[str], Any]
) -> None:
    area = sum(found.values())
    assert sizes(board=f"{area}x6", pieces=form(drawing), fill="partial") == found
    if drawing == "O\n":
        for style in ("|", "|-", "|+", "| # one cell"):
            puzzle = loads(f"puzzle: packing\nboard: 1x1\npieces:\n  - {style}\n    O\n", "x").puzzle
            assert puzzle == packing(board="1x1", pieces=drawing)


def test_pieces_as_lists_of_cells() -> None:
    """On squares as on other lattices: the same piece as its drawing."""
    listed = packing(board="2x3", pieces={"V": [[5, 1], [4, 1], [4, 2]]}, counts=2)
    assert listed == packing(board="2x3", pieces="VV\nV.\n", counts=2)
    both = packing(board="1x3", pieces=[{"A": [[0, 0], [0, 1]]}, "M\n"])
    assert {piece.label: len(piece.shape) for piece in both.pieces} == {"A": 2, "M": 1}


def test_letters_are_the_pieces_of_their_set() -> None:
    """All twelve letters say what the set's name says."""
    assert packing(board="6x10", pieces=list("FILNPTUVWXYZ")) == packing(board="6x10", pieces="pentominoes")


def test_one_sided_letters_are_not_flipped() -> None:
    puzzle = packing(board="2x6", pieces=["I", "J", "Z"])
    assert len(puzzle.orientations["J"]) == 4
    assert len(puzzle.orientations["Z"]) == 2


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        (
            {"board": "3x3", "pieces": ["I"], "counts": "any", "fill": "partial"},
            "I is a tromino, a tetromino and a pentomino: write `tromino I` or `tetromino I` or `pentomino I`",
        ),
        ({"board": "5x5", "pieces": ["F", "I", "O"]}, "I is a tromino, a tetromino and a pentomino"),
        ({"board": "5x5", "pieces": ["F", "I", "F"]}, "piece F is given twice; say how many in `counts`"),
        (
            {"board": "1x2", "pieces": "DD"},
            "piece D is given twice; say how many in `counts` (or draw it below `|`)",
        ),
        ({"board": "1x3", "pieces": "I I\n"}, "piece I is given twice: its letter is in 2 separate places"),
        ({"board": "3x20", "pieces": "pentominos\n"}, 'did you mean "pentominoes"'),
        ({"board": "2x2", "pieces": []}, "pieces: no pieces"),
        ({"board": "2x2", "pieces": {"A": [[0, 0], [1, 1]]}}, "the 2 cells of piece A are not connected"),
        ({"board": "2x2", "pieces": {"A": [[0, 0, 0]]}}, "pieces.A[1]: [0, 0, 0] is not a cell of squares"),
        ({"board": "2x2", "pieces": {"A": [[0, 0], [0, 0]]}}, "pieces.A[2]: [0, 0] is given twice"),
        ({"board": "2x2", "pieces": {"AB": [[0, 0]]}}, "'AB' is not a letter or digit"),
        ({"board": "5x5", "pieces": "pentomino Q"}, "'Q' is not a letter of the pentominoes; known: F, I, L"),
        (
            {"board": "7x2", "pieces": ["F", "I", "L"]},
            "the pieces cover at least 15 cells, but the board has 14",
        ),
        ({"board": "6x10", "pieces": "pentominoes", "flips": {"Q": True}}, "flips.Q: unknown key"),
        ({"board": "6x10", "pieces": "pentominoes", "flips": {"F": 1}}, "flips.F: 1 is not true or false"),
        ({"board": "6x10", "pieces": "pentominoes", "orientations": 9}, "orientations: 9 is not a number of"),
        ({"board": "6x10", "pieces": "pentominoes", "orientations": {"F": 0}}, "orientations.F: 0 is not"),
        ({"board": "6x10", "pieces": "pentominoes", "orientations": {"f": 2}}, "orientations.f: unknown key"),
        (
            {"board": "4x5", "pieces": "one-sided pentominoes", "flips": {"F": True}, "counts": "0..1"},
            "piece f is given twice: it is the same shape as F (rotations true, flips false)",
        ),
    ],
)
def test_what_is_refused(keys: dict[str, Any], said: str) -> None:
    with pytest.raises(InstanceError) as caught:
        packing(**keys)
    assert said in str(caught.value)


def test_flips_and_rotations_of_one_piece() -> None:
    puzzle = packing(
        board="6x10", pieces="pentominoes", flips={"F": False}, rotations={"others": False, "L": True}
    )
    number = {label: len(shapes) for label, shapes in puzzle.orientations.items()}
    assert (number["F"], number["L"], number["N"]) == (1, 8, 2)


def test_the_first_orientations_are_kept() -> None:
    """As drawn, then turned clockwise, then flipped."""
    drawn = {(0, 0), (0, 1), (1, 0), (2, 0)}  # AA / A. / A.
    turned = {(0, 0), (0, 1), (0, 2), (1, 2)}
    keys = {"board": "2x2", "pieces": ["AA\nA.\nA."], "counts": "any", "fill": "partial"}
    one, two = (packing(**keys, orientations=most).orientations["A"] for most in (1, 2))
    assert one == (normalise(drawn),)
    assert set(two) == {normalise(drawn), normalise(turned)}
    assert len(packing(**keys, orientations={"A": 8}).orientations["A"]) == 8


FREEDOMS = {
    "one piece is not flipped": {"flips": {"F": False}},
    "one orientation of one piece": {"orientations": {"P": 1}},
    "two orientations of one piece": {"orientations": {"L": 2}},
    "each in two orientations": {"orientations": 2},
    "each in four, one in all": {"orientations": {"others": 4, "Y": 8}},
    "not turned, but one": {"rotations": {"others": False, "L": True, "N": True, "V": True, "I": True}},
    "two pieces of one shape": {
        "pieces": ["AA\nA.\nA.", "BB\n.B\n.B", "CC\nCC", "D"],
        "orientations": {"A": 4, "B": 4},
        "flips": False,
    },
}


@pytest.mark.parametrize("keys", FREEDOMS.values(), ids=FREEDOMS.keys())
class TestSymmetryOfLimitedPieces:
    def data(self, keys: dict[str, Any]) -> dict[str, Any]:
        return {"board": "3x5", "pieces": "pentominoes", "counts": "0..1"} | keys | self.exact(keys)

    def exact(self, keys: dict[str, Any]) -> dict[str, Any]:
        return {"fill": "partial", "board": "3x4"} if "pieces" in keys else {}

    def test_all_orbits_and_brute_force_agree(self, keys: dict[str, Any]) -> None:
        data = self.data(keys)
        orbits, everything = tally(data), tally(data, symmetry="all")
        assert orbits.count > 0
        assert orbits.all == everything.all == count_by_brute_force(packing(**data))
        assert orbits.count == everything.count

    def test_engines_agree(self, keys: dict[str, Any]) -> None:
        assert len({tally(self.data(keys), backend).digest for backend in ENGINES}) == 1


@pytest.mark.parametrize(
    ("keys", "order"),
    [
        ({}, 4),
        ({"flips": {"F": False}}, 2),  # the half turn keeps the F's four turned images
        ({"flips": {"T": False}}, 4),  # which is its own mirror image
        ({"orientations": {"F": 2}}, 1),
        ({"orientations": {"X": 1, "I": 2}}, 4),
        ({"board": "8x8", "counts": "0..1", "fill": "partial"}, 8),
        ({"board": "8x8", "counts": "0..1", "fill": "partial", "orientations": {"F": 2}}, 1),
    ],
)
def test_the_group_is_what_keeps_the_placements(keys: dict[str, Any], order: int) -> None:
    assert packing(**{"board": "6x10", "pieces": "pentominoes", **keys}).symmetries().order == order


def test_two_orientations_of_the_f_are_one_solution_of_each_class() -> None:
    """On a rectangle the four symmetries take every way of the F to one of two: 2339, not 9356."""
    data = {"board": "6x10", "pieces": "pentominoes", "orientations": {"F": 2}}
    total = tally(data, "exactcover", "all")
    assert (total.count, total.all) == (2339, 2339)


@given_some(40, st.data())
def test_random_freedoms_agree_with_brute_force(data: st.DataObject) -> None:
    letters = sorted(data.draw(st.sets(st.sampled_from("ILOST"), min_size=1)))
    of_each = {
        key: {x: data.draw(values) for x in letters}
        for key, values in (
            ("flips", st.booleans()),
            ("rotations", st.booleans()),
            ("orientations", st.integers(1, 8)),
        )
    }
    keys = {
        "board": data.draw(st.sampled_from(["3x4", "4x4", "##..\n####\n####"])),
        "pieces": [f"tetromino {x}" for x in letters],
        "counts": "0..2",
        "fill": data.draw(st.sampled_from(["exact", "partial"])),
        **of_each,
    }
    try:
        puzzle = packing(**yaml.safe_load(yaml.safe_dump(keys)))
    except InstanceError:
        return  # no number of pieces has the area
    if len(list(islice(ENGINES["sat"].solutions(puzzle.model()), 301))) > 300:
        return
    orbits, everything = tally(keys, "exactcover"), tally(keys, "sat", "all")
    assert orbits.all == everything.all == count_by_brute_force(puzzle)
    assert orbits.count == everything.count


@pytest.mark.parametrize(
    ("pieces", "lattice", "found"),
    [
        (["fixed trominoes I", "AA\nA.\nA."], "squares", {"I": 1, "A": 8}),
        (["one-sided tetromino L", "pentomino F"], "squares", {"L": 4, "F": 8}),
        (["FL", "one-sided tetromino J"], "squares", {"F": 8, "L": 8, "J": 4}),
        (
            ["free tetracubes", "soma V"],
            "cubes",
            {"A": 8, "B": 24, "I": 3, "L": 24, "O": 3, "S": 12, "T": 12, "V": 12},
        ),
    ],
)
def test_what_a_set_says_is_of_its_own_pieces(pieces: list[str], lattice: str, found: dict[str, int]) -> None:
    board = "4x4x4" if lattice == "cubes" else "6x6"
    puzzle = packing(board=board, lattice=lattice, pieces=pieces, counts="any", fill="partial")
    assert {label: len(shapes) for label, shapes in puzzle.orientations.items()} == found
