"""Puzzles as Noqx takes them (scripts/noqx_boards.py); Noqx itself is not asked here."""

from __future__ import annotations

import json

import pytest

from scripts.noqx_boards import ABSENT, UNSTATED, NoqxPuzzle, NotStated, noqx_puzzle
from tests.genre_cases import FILE
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.table import GENRES, LINKED
from zenkai_solver.models.loading import load_text

URLS = {
    LINKED[name]: f"https://puzz.link/p?{name}/{own['url']}"
    for name, own in json.loads(FILE.read_text()).items()
    if name in LINKED
}


def stated(link: str) -> NoqxPuzzle:
    puzzle = load_text(link, "a link").puzzle
    assert isinstance(puzzle, GenrePuzzle)
    return noqx_puzzle(puzzle)


def test_every_genre_but_the_absent_can_be_said() -> None:
    silent = []
    for name in GENRES:
        try:
            json.dumps(stated(URLS[name]).data())
        except NotStated:
            silent.append(name)
    assert {*silent} == {*ABSENT} | UNSTATED


def test_rooms_are_edges_and_their_numbers_texts() -> None:
    puzzle = stated(URLS["country"])
    assert {point[:3]: number for point, number in puzzle.text.items()} == {
        (0, 0, "center"): 2,
        (2, 0, "center"): 1,
        (2, 1, "center"): 2,
    }
    assert (2, 0, "top", "normal") in puzzle.edge
    assert (2, 1, "left", "normal") in puzzle.edge
    assert all(point[0 if point[2] == "top" else 1] in range(1, 5) for point in puzzle.edge)


def test_clues_beside_the_board_are_in_the_row_and_column_before_it() -> None:
    puzzle = stated(URLS["tents"])
    assert {point[:2] for point in puzzle.text} == {(0, -1), (4, -1), (-1, 0), (-1, 2)}
    assert set(puzzle.symbol.values()) == {"tents__1"}


def test_what_noqx_has_no_words_for_is_named() -> None:
    with pytest.raises(NotStated, match="the variant different_across_borders"):
        stated("https://puzz.link/p?aqre/b/3/3/vg00i")
