"""Kinds of clues: letters, signs that turn, and black cells with or without an arrow."""

from __future__ import annotations

import pytest

from zenkai_solver.models.genres.clues import ArrowClue, ClueError, ClueKind, NumberClue, SignClue
from zenkai_solver.models.genres.sheet import HIDDEN, Value
from zenkai_solver.models.grid import TRANSFORMS

LETTERS = NumberClue("a", lo=1, hi=3, letters=True)
TATAMI = SignClue("a", signs="|-+", turning="|-", hidden=True)
BLACK = ArrowClue("a", bare=True, plain="#")


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (LETTERS, "A", 1),
        (LETTERS, "C", 3),
        (LETTERS, "?", HIDDEN),
        (TATAMI, "-", 2),
        (TATAMI, "?", HIDDEN),
        (BLACK, "#", (0, HIDDEN)),
        (BLACK, "^", (1, HIDDEN)),
    ],
)
def test_a_clue_is_written_as_it_is_read(kind: ClueKind, text: str, value: Value) -> None:
    assert kind.read(text) == value
    assert kind.write(value) == text
    assert kind.fault() is None


@pytest.mark.parametrize(
    ("kind", "text", "words"),
    [
        (LETTERS, "D", "a letter A..C or ?"),
        (LETTERS, "1", "a letter A..C or ?"),
        (NumberClue("a", lo=1, hi=2, hidden=False, letters=True), "?", "a letter A..B"),
        (TATAMI, "x", "one of | - + or ?"),
        (ArrowClue("a", bare=True), "#", "an arrow"),
        (BLACK, "##", "an arrow"),
    ],
)
def test_what_is_no_clue_is_refused(kind: ClueKind, text: str, words: str) -> None:
    with pytest.raises(ClueError, match=words.replace("|", "[|]").replace("+", "[+]").replace("?", "[?]")):
        kind.read(text)


def test_signs_turn() -> None:
    quarter, half = TRANSFORMS["turn 90"], TRANSFORMS["turn 180"]
    assert [TATAMI.moved(value, quarter) for value in (1, 2, 3, HIDDEN)] == [2, 1, 3, HIDDEN]
    assert [TATAMI.moved(value, half) for value in (1, 2, 3)] == [1, 2, 3]
    assert BLACK.moved((0, HIDDEN), quarter) == (0, HIDDEN)
    assert BLACK.moved((1, HIDDEN), half) == (2, HIDDEN)


def test_a_kind_that_means_nothing_is_refused() -> None:
    assert SignClue("a", signs="|-", turning="|x").fault() == "'|x' are not two of the signs"
    assert NumberClue("a", lo=1, hi=27, letters=True).fault() == "letters are 1..26, not 1..27"
