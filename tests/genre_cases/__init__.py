"""What tests know of each genre; boards of puzz.link, in the text format pzprv3, as puzzles and boards of ours.

A module of this folder has `CASES`, of some genres that are alike.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import is_dataclass
from functools import cache
from importlib import import_module
from itertools import takewhile
from pkgutil import iter_modules
from typing import Any

from tests.genre_cases import six
from tests.genre_cases.case import DATA, Case
from zenkai_solver.models.fields import Fields
from zenkai_solver.models.genres.clues import FleetClue, SwitchClue
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.reading import read as read_genre
from zenkai_solver.models.genres.sheet import values_in
from zenkai_solver.models.genres.table import genre
from zenkai_solver.models.symmetry import Board

FILE = DATA / "boards.json"
OTHERS = (
    DATA.parent / "genres" / "boards.json"
)  # of genres that the site does not have, by makers of this project
MODULES = [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)]
CASES: dict[str, Case] = {
    name: case for module in MODULES for name, case in getattr(module, "CASES", {}).items()
}
ALIASES = {"heyawacky": "heyawake", "snakes": "hebi"}  # on the site
SWITCHES = {"country_empty": "e", "dontpassallcell": "e"}  # words for letters that switch on further rules
VARIANTS = {"mag": "ichimagam"}  # words for genres that share the name of another one in a text
SITE = {case.site or name: name for name, case in CASES.items()}


def representatives(names: Sequence[str]) -> frozenset[str]:
    """Genres of these names that have between them each kind of layer and clue, and each word of rules; those that
    use all kinds of layers come first.
    """
    chosen, seen = set[str](), set[object]()
    for name in (*(name for name in names if name in six.CASES), *names):
        stated = genre(name)
        words = {type(word) for word in values_in((stated.rules, stated.unknown)) if is_dataclass(word)}
        if new := {*words, *((type(kind), kind.at) for kind in stated.given)} - seen:
            chosen.add(name)
            seen |= new
    return frozenset(chosen)


@cache
def known() -> dict[str, dict[str, Any]]:
    """By name on the site, or ours where it has no such genre (then `url` is empty), of each genre here: `url`,
    `solved` boards, `wrong` ones with the rule they break.
    """
    boards: dict[str, dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    others: dict[str, dict[str, Any]] = json.loads(OTHERS.read_text(encoding="utf-8"))
    return {name: case for name, case in (boards | others).items() if name in SITE}


def linked() -> dict[str, dict[str, Any]]:
    """Those that the site has, too."""
    return {name: case for name, case in known().items() if case["url"]}


def parsed(text: str) -> tuple[GenrePuzzle, Board]:
    """The puzzle and what is entered. Not entered: no line, no shading; of numbers `?`."""
    _, site, rows, columns, *rest = text.strip("/").split("/")
    site = VARIANTS.get(rest[0], ALIASES.get(site, site)) if rest else ALIASES.get(site, site)
    name, size = SITE[site], (int(rows), int(columns))
    words = [*takewhile(lambda row: re.fullmatch("[a-z_]*", row), rest)]  # as `t`: numbers may be left open
    if any(isinstance(kind, FleetClue) for kind in genre(name).given):
        words = []  # the letter of a fleet
    letters = [SWITCHES.get(word, word) for word in words]
    switched = {
        kind.key: True for kind in genre(name).given if isinstance(kind, SwitchClue) and kind.sign in letters
    }
    lines = [row.split() for row in rest[len(words) :]]
    if not lines:  # the site leaves out what is empty
        lines = [["."] * size[1] for _ in range(size[0])]
    puzzle = read_genre(Fields({"genre": name, **CASES[name].given(lines, *size), **switched}))
    empty = {key: 0 for key, values in puzzle.domains.items() if 0 in values}
    return puzzle, puzzle.board(empty | dict(CASES[name].answer(puzzle, lines, *size)))
