"""A genre, as tests know it, and what texts of several genres have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.sheet import Place

DATA = Path(__file__).parent.parent / "data" / "pzprjs"
Lines = list[list[str]]  # of a text in pzprv3, behind the size: the words of each row
Entered = tuple[tuple[str, Place], int]  # layer, place and value
Given = Callable[[Lines, int, int], dict[str, Any]]
Answer = Callable[[GenrePuzzle, Lines, int, int], Iterable[Entered]]


@dataclass(frozen=True)
class Case:
    """A genre, as tests know it.

    given, answer   the keys of an instance, and what is entered, from a text in pzprv3
    fits            what a rule of the site is called here: a part of the words of a violation
    site            the name on puzz.link, if it is another
    small, real     sizes of puzzles made in the default suite, and in the broad one
    blank           an instance with several solutions, without its first line (`puzzle: NAME`)
    none            one that has no solution, and a part of the words that `explain --none` says
    several         beginnings of its boards that have other solutions beside the site's
    hard            is the rating of its example left to the slow suite?
    unrated         is its example too hard to be rated within minutes?
    unmade          does the maker find no puzzle of the small sizes?
    long            are searches of its boards left to the broad suite?
    """

    given: Given
    answer: Answer
    fits: Mapping[str, str]
    site: str = ""
    small: tuple[int, int] = (3, 3)
    real: tuple[int, int] = (6, 6)
    blank: str = "size: 3x3\n"
    none: tuple[str, str] = ("", "")
    several: tuple[str, ...] = ()
    hard: bool = False
    unrated: bool = False
    unmade: bool = False
    long: bool = False


def art(rows: Lines, as_text: Callable[[str], str] = lambda text: text) -> str:
    """A drawing, as an instance has it."""
    return "\n".join(" ".join(map(as_text, row)) + " " for row in rows)


def numbers(lines: Lines, rows: int, columns: int, key: str = "clues") -> dict[str, Any]:
    """Numbers in cells; `-` is a hidden one."""
    text = art(lines[:rows], lambda word: word if word.isdigit() else "?" if word == "-" else ".")
    return {key: text, "size": f"{rows}x{columns}"}


def circles(lines: Lines, rows: int, columns: int, key: str = "circles") -> dict[str, Any]:
    """Circles in cells: 1 is white, 2 is black."""
    return {key: art(lines[:rows], lambda word: {"1": "o", "2": "*"}.get(word, "."))}


def shaded(layer: str, behind: int | None = None, sign: str = "#") -> Answer:
    """Marked cells: among the clues, or so many lines behind those of the cells."""

    def entered(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
        first = 0 if behind is None else behind + rows
        for r, row in enumerate(lines[first : first + rows]):
            yield from (((layer, (2 * r + 1, 2 * c + 1)), int(word == sign)) for c, word in enumerate(row))

    return entered


def digits(layer: str, more: int = 0) -> Answer:
    """Numbers behind the clues, of a board without its first `more` rows and columns."""

    def entered(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
        for (name, place), values in puzzle.domains.items():
            if len(values) == 1:
                yield (name, place), values[0]
        for r, row in enumerate(lines[rows + more :][:rows]):
            for c, word in enumerate(row):
                place = (2 * (r + more) + 1, 2 * (c + more) + 1)
                if word.isdigit() and (layer, place) in puzzle.domains:
                    yield (layer, place), int(word)

    return entered


def edges(layer: str, places: Iterable[Place], lines: Lines, one: str = "1") -> Iterable[Entered]:
    """Values of edges: first of those left and right of cells, row by row, then of those above and below."""
    ordered = sorted(places, key=lambda place: (place[0] % 2 == 0, place))
    words = [word for row in lines for word in row]
    if words:
        yield from (((layer, at), int(word == one)) for at, word in zip(ordered, words, strict=True))
