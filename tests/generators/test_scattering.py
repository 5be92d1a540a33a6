"""Clues that are placed before a board is drawn: a board is left, and no two share a place of a link."""

from __future__ import annotations

import random
from contextlib import closing

import pytest

from zenkai_solver.models.genres.clues import ClueError
from zenkai_solver.models.genres.sheet import HIDDEN, GenreSheet, cell
from zenkai_solver.models.genres.table import genre
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.solvers.generators.clues import Item, hidden, is_placed_first, places, taken
from zenkai_solver.solvers.generators.genres import GenreOptions, Maker
from zenkai_solver.solvers.generators.holes import has_board
from zenkai_solver.solvers.generators.placed import cells_together
from zenkai_solver.solvers.generators.rooms import has_sizes
from zenkai_solver.solvers.generators.rules import closed
from zenkai_solver.solvers.generators.scattering import Scattering, only_of_clues, special_numbers, values_of
from zenkai_solver.solvers.generators.sheets import Sheets


def scattered(name: str, size: tuple[int, int], seed: int) -> GenreSheet | None:
    together = cells_together("none", *size)
    return Scattering(genre(name), GenreSheet(*size), together, random.Random(seed)).with_board()


@pytest.mark.parametrize("name", ["golemgrad", "portal", "icebarn", "slalom", "yosenabe"])
def test_clues_are_added_as_long_as_there_is_a_board(name: str) -> None:
    sheets = [sheet for seed in range(4) if (sheet := scattered(name, (4, 4), seed)) is not None]
    assert max(sum(map(len, sheet.clues.values())) for sheet in sheets) > 1
    for sheet in sheets:
        with closing(Sheets(genre(name), sheet)) as solver:
            assert has_board(solver, sheet)


def test_clues_may_allow_numbers_that_a_blank_board_has_not() -> None:
    """Of Herugolf, where no stroke is longer than the largest number of a ball."""
    sheets = [scattered("herugolf", (3, 3), seed) for seed in range(4)]
    assert any(sheet is not None and sheet.clues.get("balls") for sheet in sheets)


def test_rules_that_no_clues_can_keep_leave_none() -> None:
    """Icebarn on one cell: IN and OUT are at different cells."""
    assert scattered("icebarn", (1, 1), 0) is None


def test_two_kinds_in_one_section_of_a_link_share_no_cell() -> None:
    """Of Yosenabe: circles and sums, but pots may be below both."""
    own, place = genre("yosenabe"), cell(0, 1)
    sheet = GenreSheet(2, 2, {"circles": {place: HIDDEN}, "pots": {cell(0, 0): 1}})
    kinds = {kind.key: kind for kind in own.given}
    assert taken(own, kinds["sums"], sheet) == {place}
    assert taken(own, kinds["pots"], sheet) == set()
    assert taken(own, kinds["circles"], sheet) == set()
    assert place in places(kinds["sums"], sheet)


def test_numbers_that_rules_name_are_placed_first() -> None:
    """0 is a circle in Golem Grad; the numbers of Portal Loop are in pairs, so they are said at once."""
    kinds = {name: genre(name).given[0] for name in ("golemgrad", "portal")}
    assert special_numbers(genre("golemgrad"), "clues") == {0}
    assert set(values_of(genre("golemgrad"), kinds["golemgrad"])) == {0, HIDDEN}
    assert {1, 2, HIDDEN} < set(values_of(genre("portal"), kinds["portal"]))
    rules = {rule.says: only_of_clues(rule) for rule in genre("portal").rules}
    assert rules["each number is in two circles"]
    assert not rules["one line ends at each number"]
    assert is_placed_first(kinds["portal"])
    assert not is_placed_first(genre("slitherlink").given[0])


def test_a_rule_that_wants_a_number_in_each_area_is_of_all_numbers() -> None:
    """Of Trizone; a rule that allows one only is not."""
    rules = {rule.says: closed(rule) for rule in genre("trizone").rules}
    assert "clues" in rules["each area of three cells has a number"]
    assert "clues" not in rules["no area has two numbers"]


def test_an_amount_that_depends_on_the_rooms_is_none_of_a_room_by_itself() -> None:
    """Blocks within rooms, of Disconnection, follow the rooms; the cells of Norinori's do not."""
    assert has_sizes(genre("norinori"), "rooms")
    assert not has_sizes(genre("disco"), "rooms")


@pytest.mark.parametrize(
    ("name", "size", "number"), [("ncells", (6, 6), 2), ("ncells", (3, 3), 3), ("starbattle", (4, 4), 1)]
)
def test_a_number_of_the_board_leaves_a_choice(name: str, size: tuple[int, int], number: int) -> None:
    """Areas of one cell are no puzzle, and nine cells are no areas of two."""
    options = GenreOptions(size, "", "none", None, 1, True, 0, None, None)
    (fixed,) = Maker.of(genre(name), options).fixed.values()
    assert [*fixed.values()] == [number]


def test_an_arrow_that_can_be_left_out_says_nothing_where_its_number_is_spared() -> None:
    """A link of Slalom has no arrow without a number."""
    blocks = {cell(0, 0): (3, 2)}
    assert hidden(genre("slalom"), {"blocks": blocks}, [Item("blocks", cell(0, 0))]) == {
        "blocks": {cell(0, 0): (0, HIDDEN)}
    }


def test_signs_that_have_no_number_are_refused_with_one() -> None:
    """`#` of Ovotovata."""
    kind = next(kind for kind in genre("ovotovata").given if kind.key == "clues")
    assert kind.read("#") == (3, HIDDEN)
    with pytest.raises(ClueError, match="#, which has no number"):
        kind.read("#1")


def test_cells_with_clues_have_no_value_in_another_solution() -> None:
    """Of Slovak Sums, whose numbers are drawn small: a cell with a clue has no number."""
    options = GenreOptions((3, 3), "", "none", None, 1, True, 0, None, None)
    made = Maker.of(genre("slovak"), options).puzzle(1)
    assert isinstance(made, Instance)
