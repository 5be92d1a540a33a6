"""Colours of packings: against plain geometry on every lattice, drawings, bad input."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import Any

import pytest
from hypothesis import strategies as st

from tests.helpers import given_some
from tests.lattice_brute import (
    Brute,
    Cell,
    Linear,
    Painted,
    Piece,
    congruent_images,
    image,
    laid,
    low,
    shifted,
)
from tests.models.test_lattices import MOST, packing, packings
from tests.models.test_packing import records, tally
from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.lattices.known import LATTICES
from zenkai_solver.models.lattices.lattice import Lattice, Vector
from zenkai_solver.models.lattices.region import region


class PaintedBrute(Brute):
    """`board` has a colour per cell, `pieces` one per cell of each piece; `#` goes with every colour."""

    def __init__(
        self,
        data: Mapping[str, Any],
        pieces: Sequence[Piece],
        board: str,
        painted: Mapping[str, str],
        **wrapped: Any,
    ) -> None:
        super().__init__(
            data["lattice"],
            data["cells"],
            pieces,
            rotations=data["rotations"],
            flips=data["flips"],
            exact=data["fill"] == "exact",
            **{"mirror": data["mirror"], **wrapped},
        )
        self.board = board
        self.painted = {
            piece.label: congruent_images(
                self.lattice, piece.cells, painted[piece.label], data["rotations"], data["flips"]
            )
            for piece in pieces
        }

    @staticmethod
    def turned(matrix: Linear, painted: Iterable[tuple[Cell, str]]) -> Painted:
        return laid((next(iter(image([one], matrix))), x) for one, x in painted)

    def placed(self) -> dict[str, set[frozenset[int]]]:
        able = {
            label: {own for own in places if self.agrees(label, own)} for label, places in self.lying.items()
        }
        return {label: own for label, own in able.items() if own}

    def _keeps(self, cells: Sequence[int]) -> bool:
        return all(self.board[target] == self.board[i] for i, target in enumerate(cells))

    def _right(self, chosen: Sequence[Any]) -> bool:
        return super()._right(chosen) and all(self.agrees(*own) for own in chosen if own[0])

    def agrees(self, label: str, places: frozenset[int]) -> bool:
        return any(
            all("#" in (ink, self.board[i]) or ink == self.board[i] for i, ink in there)
            for there in self.coverings[label].get(places, ())
        )

    @cached_property
    def coverings(self) -> dict[str, dict[frozenset[int], list[list[tuple[int, str]]]]]:
        """By label and places: each way to lie there, as the ink on each place."""
        found: dict[str, Any] = {}
        for label, shapes in self.painted.items():
            ways = found.setdefault(label, {})
            for painted, one in product(
                shapes, self.cells
            ):  # beyond an end of a wrapped board too, in some way
                by = tuple(x - y for x, y in zip(min(one), low(x for x, _ in painted)))
                there = [(self.number.get(next(iter(shifted([x], by))), -1), ink) for x, ink in painted]
                if len(places := frozenset(i for i, _ in there)) == len(there):
                    ways.setdefault(places, []).append(there)
        return found

    def _twins(self, matrix: Linear) -> dict[str, str] | None:
        twin = {}
        for piece in self.pieces:
            images = {self.turned(matrix, one) for one in self.painted[piece.label]}
            same = [x for x in self.pieces if self.painted[x.label] == images and x[2:] == piece[2:]]
            if not same:
                return None
            twin[piece.label] = same[0].label
        return twin


def drawn(lattice: Lattice, cells: Sequence[Vector], colours: Sequence[str]) -> str:
    own = region(lattice, cells)
    labels = dict(zip(cells, colours))
    rows = [row.replace(" ", ".") for row in own.board([labels[v] for v in own.vectors])]
    if lattice.dimension == 3:
        rows[own.height :: own.height + 1] = [""] * len(rows[own.height :: own.height + 1])
    return "\n".join(rows)


@given_some(60, packings(), st.data())
def test_colours_agree_with_plain_geometry(data: dict[str, Any], draws: st.DataObject) -> None:
    if data["flips"] and not data["rotations"]:
        return
    if not data["cells"] or (data["flips"] and not data["rotations"]):
        return
    lattice = LATTICES[data["lattice"]]
    if "B" in data["pieces"] and draws.draw(st.booleans()):
        data["pieces"]["B"] = [list(v) for v in data["pieces"]["A"]]
    inks = st.sampled_from(draws.draw(st.sampled_from(["wb", "wb#", "w#"])))
    board = "".join(draws.draw(inks) for _ in data["cells"])
    painted = {x: "".join(draws.draw(inks) for _ in own) for x, own in data["pieces"].items()}
    colours = {
        "board": drawn(lattice, [tuple(v) for v in data["cells"]], board),
        "pieces": {x: drawn(lattice, [tuple(v) for v in data["pieces"][x]], painted[x]) for x in painted},
    }
    try:
        puzzle = packing(**data, colours=colours)
    except InstanceError:
        return  # areas, pieces given twice, colours that nothing has, copies that lie on the same cells
    hi = {label: 99 if count.hi is None else count.hi for label, count in puzzle.counts.items()}
    pieces = [Piece(x, data["pieces"][x], puzzle.counts[x].lo, hi[x]) for x in hi]
    plain = PaintedBrute(data, pieces, board, painted)
    solutions = plain.solutions(MOST)
    if solutions is None:
        return
    for backend in ("exactcover", "sat"):
        found = tally({**data, "colours": colours}, backend)
        assert (found.count, found.all) == (plain.orbits(solutions), len(solutions))


CHECKERED = {"board": "checkered", "pieces": "checkered"}


def test_a_wrapped_board_of_colours() -> None:
    keys: dict[str, Any] = {"board": "2x4", "wrap": "torus", "pieces": "dominoes", "counts": "any"}
    every = tally(keys, "sat").all
    white = {"board": "checkered", "pieces": "checkered"}
    assert tally({**keys, "colours": white}, "sat", "all").all == every, "each domino has both colours"
    apart = {"board": "wwww\nbbbb", "pieces": {"D": "wb"}}
    assert tally({**keys, "colours": apart}, "sat", "all").all == 1, "all upright"
    across = {"board": "wwbb\nwwbb", "pieces": {"D": "ww\n"}}
    with pytest.raises(InstanceError, match="row 1, column 3 is b, a colour that no piece has"):
        packing(**keys, colours=across)
    across["pieces"] = {"D": "w#"}
    assert tally({**keys, "colours": across}, "sat", "all").all == 1, "across the ends"
    with pytest.raises(InstanceError, match="the board is wrapped so that it cannot be checkered"):
        packing(**{**keys, "board": "2x5"}, colours=white)


def test_a_symmetric_board_may_leave_out_a_piece_whose_mirror_image_is_none() -> None:
    keys: dict[str, Any] = {"board": "2x3", "pieces": ["A\n", "CC\nC.\n"], "counts": "0..1", "flips": False}
    colours = {"board": "###\n###\n", "pieces": {"A": "w", "C": "wb\nr."}}
    keys |= {"fill": "partial", "symmetric": "left-right", "colours": colours}
    assert tally(keys, "sat", "all").all == 3, "none, or A on one of the two cells of the middle column"


def test_pieces_of_one_shape_and_other_colours_are_told_apart() -> None:
    keys: dict[str, Any] = {"board": "2x3", "pieces": "AABB\nCC..", "counts": 1}
    colours = {"board": "wwb\nbbb", "pieces": {"A": "ww", "B": "bb", "C": "bb"}}
    with pytest.raises(InstanceError, match="piece C is given twice"):
        packing(**keys, colours=colours)
    colours["pieces"] = {"A": "wb", "B": "wb", "C": "bb"}
    with pytest.raises(InstanceError, match="piece B is given twice"):
        packing(**keys, colours=colours)
    colours["pieces"] = {"A": "ww", "B": "b#", "C": "bb"}
    puzzle = packing(**keys, colours=colours)
    boards = [("AAC", "BBC"), ("AAB", "CCB")]
    assert [list(puzzle.violations(board)) for board in boards] == [[], []]
    assert tally({**keys, "colours": colours}, "auto").all == 2
    colours = {"board": "wb\nwb", "pieces": "checkered"}
    puzzle = packing(board="2x2", pieces="dominoes", counts=2, colours=colours)
    wrong = [f"{label} does not lie on cells of its colours" for label in "AB"]
    assert list(puzzle.violations(("AB", "AB"))) == wrong


BAD = {
    "no drawing": ({"board": "ww"}, "colours.board: 1 row, but the board has 2"),
    "a hole": ({"board": "ww\nw."}, "colours.board: row 2, column 2 has no colour"),
    "too long": ({"board": "www\nww"}, "colours.board: row 1, column 3 is outside the board"),
    "a strange sign": ({"board": "w?\nww"}, "row 1, column 2 has no colour: write a letter, a digit or #"),
    "a missing colour": ({"board": "wr\nwb"}, "row 1, column 2 is r, a colour that no piece has"),
    "a colour too many": (
        {"pieces": {"D": "rb"}, "board": "bb\nbb"},
        "piece D has the colour r, which no cell",
    ),
    "another piece": ({"pieces": {"D": "wbw"}}, "colours.pieces.D: the drawing is not the piece D"),
    "an empty piece": ({"pieces": {"D": ".."}}, "colours.pieces.D: a drawing without a cell"),
    "no text": ({"pieces": {"D": 3}}, "colours.pieces.D: 3 is neither checkered nor a drawing"),
    "no letter": ({"pieces": {"E": "wb"}}, "colours.pieces.E: unknown key"),
    "an unknown key": ({"border": "w"}, "colours.border: unknown key"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_colours_are_one_line_with_the_place(name: str) -> None:
    colours, said = BAD[name]
    full = {"board": "wb\nbw", "pieces": "checkered", **colours}
    with pytest.raises(InstanceError) as error:
        packing(board="2x2", pieces="dominoes", counts="any", colours=full)
    assert said in str(error.value)
    assert "\n" not in str(error.value)
    with pytest.raises(InstanceError, match="hexagons cannot be checkered"):
        packing(
            lattice="hexagons",
            board="2x2",
            pieces="dihexes",
            counts=2,
            colours={"board": "checkered", "pieces": "checkered"},
        )


@pytest.mark.parametrize(
    ("keys", "shown", "dots"),
    [
        (
            {"board": "2x2", "pieces": "dominoes", "counts": 2},
            "+-------+\n| w   b |\n+-------+\n| b   w |\n+-------+",
            4,
        ),
        (
            {"lattice": "triangles", "board": "1x2", "pieces": "diamonds", "counts": "any"},
            " AABB    wbwb",
            4,
        ),
        (
            {"lattice": "cubes", "board": "1x2x2", "pieces": "dicubes", "counts": 2},
            "+-------+\n| w   b |\n+-------+\n| b   w |\n+-------+",
            4 + 2 * 2,
        ),
    ],
)
def test_colours_are_drawn(keys: dict[str, Any], shown: str, dots: int) -> None:
    """In text as signs, in pictures as dots: on each cell, of cubes on each face that is seen."""
    puzzle = packing(**keys, colours=CHECKERED)
    boards = [own.board for own in records({**keys, "colours": CHECKERED}, "auto", "all")]
    assert shown in {puzzle.render(board) for board in boards}
    picture = puzzle.svg(boards[0])
    assert picture.count("<circle") == dots
    assert picture.count('fill="#ffffff" stroke') == picture.count('fill="#222222" stroke') == dots // 2
    assert "wb" in puzzle.unsolved()
    assert puzzle.unsolved_svg().count("<circle") > dots


def test_a_free_cell_of_the_board_shows_what_lies_there() -> None:
    colours = {"board": "##\nw#", "pieces": {"D": "wb"}}
    puzzle = packing(board="2x2", pieces="dominoes", counts=2, colours=colours)
    assert puzzle.render(("AB", "AB")) == "+---+---+\n| b | w |\n|   |   |\n| w | b |\n+---+---+"
    plain = packing(board="2x2", pieces="dominoes", counts="any", fill="partial")
    assert puzzle.svg(("AB", "AB")).count("<circle") == 4
    assert plain.svg(("AA", "..")).count("<circle") == 0
    assert plain.render(("AA", "..")) == "+-------+\n|       |\n+-------+\n| .   . |\n+-------+"
