"""What tests know of each genre; boards of puzz.link, in the text format pzprv3, as puzzles and boards of ours.

A module of this folder has `CASES`, of some genres that are alike.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from tests.genre_cases.case import DATA, Case
from zenkai_solver.models.fields import Fields
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.reading import read as read_genre
from zenkai_solver.models.symmetry import Board

FILE = DATA / "boards.json"
VARIANT = "pzprv3.1/slither/2/3/f/"  # a loop through all corners: not a rule of ours
MODULES = [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)]
CASES: dict[str, Case] = {
    name: case for module in MODULES for name, case in getattr(module, "CASES", {}).items()
}
SITE = {case.site or name: name for name, case in CASES.items()}


@cache
def known() -> dict[str, dict[str, Any]]:
    """By name on the site, of each genre here: `url`, `solved` boards, `wrong` ones with the rule they break."""
    boards: dict[str, dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    return {
        name: boards[name]
        | {
            "solved": [text for text in boards[name]["solved"] if VARIANT not in text],
            "wrong": [(rule, text) for rule, text in boards[name]["wrong"] if VARIANT not in text],
        }
        for name in boards
        if name in SITE
    }


def parsed(text: str) -> tuple[GenrePuzzle, Board]:
    """The puzzle and what is entered. Not entered: no line, no shading; of numbers `?`."""
    _, site, rows, columns, *rest = text.strip("/").split("/")
    name, size = SITE[site], (int(rows), int(columns))
    rest = rest[1:] if rest[:1] == ["t"] else rest  # a switch of the site: numbers may be left open
    lines = [row.split() for row in rest]
    if not lines:  # the site leaves out what is empty
        lines = [["."] * size[1] for _ in range(size[0])]
    puzzle = read_genre(Fields({"genre": name, **CASES[name].given(lines, *size)}))
    empty = {key: 0 for key, values in puzzle.domains.items() if 0 in values}
    return puzzle, puzzle.board(empty | dict(CASES[name].answer(puzzle, lines, *size)))
