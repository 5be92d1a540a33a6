"""Polyomino sets against the published numbers, letters, and pieces from drawings."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from zenkai_solver.models.grid import (
    TRANSFORMS,
    allowed_transforms,
    components,
    normalise,
    orientations,
    rectangle,
)
from zenkai_solver.models.pieces import (
    ALPHABET,
    LETTERS,
    SYMMETRIES,
    PieceError,
    distinct_labels,
    named_set,
    parse_set_name,
    pieces_from_art,
    polyominoes,
    shape_of,
    symmetry,
    twice,
)
from zenkai_solver.solvers.cli import main as zenkai


@pytest.mark.parametrize(
    ("kind", "numbers"),  # OEIS A000105, A000988, A001168
    [("free", [1, 1, 2, 5, 12, 35]), ("one-sided", [1, 1, 2, 7, 18, 60]), ("fixed", [1, 2, 6, 19, 63, 216])],
)
def test_numbers_of_polyominoes(kind: str, numbers: list[int]) -> None:
    sets = [named_set(kind, size) for size in range(1, 7)]
    assert [len(pieces) for pieces in sets] == numbers
    for size, pieces in enumerate(sets, start=1):
        assert len({piece.label for piece in pieces}) == len(pieces)
        assert all(len(p.shape) == size and len(components(p.shape)) == 1 for p in pieces)


def test_usual_letters() -> None:
    assert "".join(p.label for p in named_set("free", 5)) == "FILNPTUVWXYZ"
    assert "".join(p.label for p in named_set("free", 4)) == "ILOST"
    assert "".join(p.label for p in named_set("one-sided", 4)) == "IJLOSTZ"
    assert "".join(p.label for p in named_set("one-sided", 5)) == "FfILlNnPpTUVWXYyZz"


@pytest.mark.parametrize("size", [4, 5])
def test_letters_belong_to_their_shapes(size: int) -> None:
    pieces = {piece.label: piece.shape for piece in named_set("one-sided", size)}
    turns = [t for name, t in TRANSFORMS.items() if "flip" not in name]
    for letter, drawing in LETTERS[size].items():
        assert pieces[letter] in orientations(shape_of(drawing), turns)


def test_pentomino_orientations() -> None:
    number = {p.label: len(orientations(p.shape, TRANSFORMS.values())) for p in named_set("free", 5)}
    assert number == dict(zip("FILNPTUVWXYZ", [8, 2, 8, 8, 8, 4, 4, 4, 4, 1, 8, 4], strict=True))


def test_the_eight_transforms_are_a_group() -> None:
    shape = shape_of(".##/##./.#.")
    images = {name: normalise(map(t, shape)) for name, t in TRANSFORMS.items()}
    assert len(set(images.values())) == 8
    for one in TRANSFORMS.values():
        assert {normalise(map(one, image)) for image in images.values()} == set(images.values())


def test_turns_are_clockwise() -> None:
    assert normalise(map(TRANSFORMS["turn 90"], shape_of("#./#./##"))) == shape_of("###/#..")


def test_drawing_of_several_pieces() -> None:
    pieces = pieces_from_art(["F.III", "FF..."])
    assert [(p.label, len(p.shape)) for p in pieces] == [("F", 3), ("I", 3)]


def test_drawing_with_a_letter_in_two_places() -> None:
    with pytest.raises(PieceError, match="piece A is given twice"):
        pieces_from_art(["A.A"])


def test_drawing_with_a_strange_character() -> None:
    with pytest.raises(PieceError, match="'%' in column 2"):
        pieces_from_art(["A%"])


def test_labels_that_clash_get_others() -> None:
    pieces = named_set("free", 5) + named_set("free", 4)
    labels = [p.label for p in distinct_labels(pieces)]
    assert labels[:12] == list("FILNPTUVWXYZ")
    assert labels[12:] == list("ilOSt")


def test_twins_are_told() -> None:
    pieces = named_set("one-sided", 5)
    turned, any_way = (allowed_transforms(True, flips).values() for flips in (False, True))
    assert twice({piece.label: orientations(piece.shape, turned) for piece in pieces}) is None
    assert twice({piece.label: orientations(piece.shape, any_way) for piece in pieces}) == ("F", "f")


def test_set_names() -> None:
    assert parse_set_name("one-sided Pentominoes") == ("one-sided", 5)
    assert parse_set_name("dominoes") == ("free", 2)
    assert parse_set_name("pentominos") is None


def test_alphabet_is_enough_for_the_largest_board() -> None:
    assert len(ALPHABET) == len(set(ALPHABET)) >= 1024
    assert ALPHABET.isalnum()
    assert not {" ", ".", "#"} & set(ALPHABET)


def test_placements_of_an_orientation() -> None:
    region = rectangle(3, 4)
    assert len(list(region.placements(shape_of("##")))) == 9
    assert list(region.placements(shape_of("#####"))) == []


@pytest.mark.parametrize(
    ("size", "numbers"),  # OEIS A006749, A006746, A006748, A006747, A056877, A056878, A144553, A142886
    [
        (4, [1, 1, 0, 1, 1, 0, 0, 1]),
        (5, [5, 2, 2, 1, 1, 0, 0, 1]),
        (6, [20, 6, 2, 5, 2, 0, 0, 0]),
    ],
)
def test_symmetries_of_polyominoes(size: int, numbers: list[int]) -> None:
    found = Counter(symmetry(shape) for shape in polyominoes(size, "free"))
    assert [found[word] for word in SYMMETRIES] == numbers


def test_every_kind_of_symmetry_has_a_word() -> None:
    assert symmetry(shape_of("##../.#.#/####/#.../#...")) == "none"
    assert symmetry(shape_of(".#../.###/###./..#.")) == "quarter turns"
    assert symmetry(shape_of("##./###/.##")) == "two diagonals"
    assert symmetry(shape_of("#./##")) == symmetry(shape_of(".#/##")) == "diagonal mirror"


def test_symmetry_and_orientations_multiply_to_eight() -> None:
    orders = dict(zip(SYMMETRIES, [1, 2, 2, 2, 4, 4, 4, 8], strict=True))
    for shape in polyominoes(6, "free"):
        assert orders[symmetry(shape)] * len(orientations(shape, TRANSFORMS.values())) == 8


TETROMINOES = """\
5 pieces, 19 orientations

I: 2         L: 8         O: 1         S: 4         T: 4
two mirrors  none         all          half turn    mirror
I I I I      L L L        O O          S S          T T T
             L            O O            S S          T
"""


def test_pieces_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert zenkai(["pieces", "tetrominoes"]) == 0
    assert capsys.readouterr().out == TETROMINOES
    assert zenkai(["pieces", "one-sided", "pentominoes"]) == 0
    assert "18 pieces, 63 orientations" in capsys.readouterr().out
    assert zenkai(["pieces"]) == 0
    assert "hexominoes" in capsys.readouterr().out.splitlines()
    assert zenkai(["pieces", "pentominos"]) == 2
    assert (
        capsys.readouterr().err
        == 'zenkai: "pentominos" is not a set of pieces; did you mean "pentominoes"?\n'
    )
    assert zenkai(["pieces", "pentominoes", "--svg", str(tmp_path / "p.svg")]) == 0
    assert (tmp_path / "p.svg").read_text().count("<text") == 12
