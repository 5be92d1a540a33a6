"""Puzzles as Noqx takes them (scripts/noqx_boards.py); Noqx itself is not asked here."""

from __future__ import annotations

import json
from dataclasses import asdict

import pytest

from scripts.noqx_boards import ABSENT, OTHER_DRAWINGS, NoqxPuzzle, NotStated, noqx_puzzle
from tests.genre_cases import FILE
from tests.models.test_penpa_genres import NOT_WRITTEN as UNDRAWN
from zenkai_solver.models.formats import penpa_genres, penpa_text
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.table import LINKED
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
    silent = set()
    for name in URLS:
        try:
            json.dumps(asdict(stated(URLS[name])))
        except NotStated:
            silent.add(name)
    assert len(URLS) > 150
    assert silent >= ({*ABSENT, *OTHER_DRAWINGS}) & {*URLS}
    assert silent - {*ABSENT, *OTHER_DRAWINGS} <= {
        *UNDRAWN,
        "balloon",
        "bdwalk",
        "crossstitch",
        "evolmino",
        "icebarn",
        "minarism",
        "outofsight",
        "pencils",
        "sashikabe",
        "slalom",
        "triplace",
        "yajikabe",
        "yajirushi",
        "toichika",
    }


def test_the_link_draws_the_clues() -> None:
    puzzle = stated(URLS["tents"])
    board = penpa_genres.board_of_lines(penpa_text.lines_of(puzzle.content))
    assert {(y // 2, x // 2) for y, x in board.texts} == {(0, -1), (4, -1), (-1, 0), (-1, 2)}
    assert {name for name, _ in board.symbols.values()} == {"tents"}


def test_clues_of_the_whole_board_are_parameters() -> None:
    assert stated(URLS["starbattle"]).param["stars"].isdigit()
    assert {shape["shape"] for shape in stated(URLS["battleship"]).param["shapeset"]} >= {"1", "11"}


def test_what_noqx_has_no_words_for_is_named() -> None:
    with pytest.raises(NotStated, match="the variant different_across_borders"):
        stated("https://puzz.link/p?aqre/b/3/3/vg00i")
