"""Boards of puzz.link, in the text format pzprv3, as puzzles and boards of ours: for tests of genres."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from zenkai_solver.models.fields import Fields
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.reading import read as read_genre
from zenkai_solver.models.genres.sheet import Place
from zenkai_solver.models.symmetry import Board

FILE = Path(__file__).parent / "data" / "pzprjs" / "boards.json"
Values = dict[tuple[str, Place], int]


def known() -> dict[str, dict[str, Any]]:
    """For each genre by its name there: `solved` boards, and `wrong` ones, each with the rule it breaks."""
    found: dict[str, dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def parsed(text: str) -> tuple[GenrePuzzle, Board]:
    """The puzzle and what is entered. Not entered: no line, no shading; of numbers `?`."""
    _, name, rows, columns, *rest = text.strip("/").split("/")
    read, clues, answer = READERS[name]
    size = int(rows), int(columns)
    rest = rest[1:] if rest[:1] == ["t"] else rest  # a switch of the site: numbers may be left open
    lines = [row.split() for row in rest]
    if not lines:  # the site leaves out what is empty
        lines = [["."] * size[1] for _ in range(size[0])]
    puzzle = read_genre(Fields({"genre": read, **clues(lines, *size)}))
    empty = {own: 0 for own, values in puzzle.domains.items() if 0 in values}
    return puzzle, puzzle.board(empty | dict(answer(puzzle, lines, *size)))


def _art(rows: list[list[str]], as_text: Callable[[str], str] = lambda text: text) -> str:
    return "\n".join(" ".join(map(as_text, row)) + " " for row in rows)


def _numbers(lines: list[list[str]], rows: int, columns: int) -> dict[str, Any]:
    text = _art(lines[:rows], lambda own: own if own.isdigit() else "?" if own == "-" else ".")
    return {"clues": text, "size": f"{rows}x{columns}"}


def _circles(lines: list[list[str]], rows: int, columns: int) -> dict[str, Any]:
    return {"circles": _art(lines[:rows], lambda own: {"1": "o", "2": "*"}.get(own, "."))}


def _stars(lines: list[list[str]], rows: int, columns: int) -> dict[str, Any]:
    return {"stars": int(lines[0][0]), "regions": _art(lines[2 : 2 + rows])}


def _sums(lines: list[list[str]], rows: int, columns: int) -> dict[str, Any]:
    """Beside the board the sums to the right, or below; on it `right,below`."""

    def clue(r: int, c: int, text: str) -> str:
        if text == ".":
            return text
        right, _, below = text.partition(",") if r and c else ((text, "", "0") if r else ("0", "", text))
        return "{}\\{}".format(*(own if int(own) > 0 else "" for own in (below, right))).replace(" ", "")

    own = [[clue(r, c, text) for c, text in enumerate(row)] for r, row in enumerate(lines[: rows + 1])]
    return {"sums": _art(own, lambda text: "#" if text == "\\" else text)}


def _shaded(name: str, top: int) -> Callable[..., Iterator[tuple[tuple[str, Place], int]]]:
    def read(puzzle: GenrePuzzle, lines: list[list[str]], rows: int, columns: int) -> Any:
        for r, row in enumerate(lines[top + rows if top else 0 :][:rows]):
            yield from (((name, (2 * r + 1, 2 * c + 1)), int(text == "#")) for c, text in enumerate(row))

    return read


def _lines(puzzle: GenrePuzzle, lines: list[list[str]], rows: int, columns: int) -> Any:
    """First those at edges to the left and right of cells, row by row, then those above and below."""
    places = sorted((place for _, place in puzzle.domains), key=lambda place: (place[0] % 2 == 0, place))
    flat = [text for row in lines[rows:] for text in row]
    if flat:
        yield from ((("line", at), int(text == "1")) for at, text in zip(places, flat, strict=True))


def _digits(name: str, more: int) -> Callable[..., Any]:
    def read(puzzle: GenrePuzzle, lines: list[list[str]], rows: int, columns: int) -> Any:
        for (layer, place), values in puzzle.domains.items():
            if len(values) == 1:
                yield (layer, place), values[0]
        for r, row in enumerate(lines[rows + more :][:rows]):
            for c, text in enumerate(row):
                place = (2 * (r + more) + 1, 2 * (c + more) + 1)
                if text.isdigit() and (name, place) in puzzle.domains:
                    yield (name, place), int(text)

    return read


READERS: Mapping[str, tuple[str, Callable[..., dict[str, Any]], Callable[..., Any]]] = {
    "slither": ("slitherlink", _numbers, _lines),
    "mashu": ("masyu", _circles, _lines),
    "nurikabe": ("nurikabe", _numbers, _shaded("shade", 0)),
    "starbattle": ("starbattle", _stars, _shaded("star", 2)),
    "fillomino": ("fillomino", _numbers, _digits("number", 0)),
    "kakuro": ("kakuro", _sums, _digits("digit", 1)),
}
