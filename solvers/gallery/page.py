"""The page of a set of solutions: one HTML file that contains its data, script (`static/`) and style.

The data of a solution are the labels of its cells in the order of the region; the browser draws the boards
with the layout of `models.render.layout`. A content security policy allows only this script and this style,
by their hashes, and no loading; what comes from a file is data, never HTML.
"""

from __future__ import annotations

import hashlib
import json
import re
from base64 import b64encode
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from html import escape
from importlib.resources import files
from itertools import islice
from typing import Any

from zenkai_solver.models.grid import EMPTY, Cell, Region
from zenkai_solver.models.puzzle import Instance, Laid, Moving, Puzzle, Recording, Telling, copies_of
from zenkai_solver.models.render.layout import Layout
from zenkai_solver.models.render.svg import colour
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.core.deadlines import Unsupported
from zenkai_solver.solvers.python_api.saved import Saved

FORMAT = "zenkai-gallery/1"
MOST = 100_000  # solutions in one page
MOST_LETTERS = 1 << 25  # cells of all boards of a page together
PLACE = '<div id="zenkai-gallery"></div>'
PACKAGE = "zenkai_solver.solvers.gallery"
MODULES = ("strings.js", "elements.js", "gallery.js")  # each imports from those before it
STYLE = "gallery.css"
IMPORT = re.compile(r"^import .*;\n", re.MULTILINE)


def static(name: str) -> str:
    """A file of the page, as text."""
    return (files(PACKAGE) / "static" / name).read_text(encoding="utf-8")


def script() -> str:
    """The modules of the page joined into one script without imports."""
    return "".join(IMPORT.sub("", static(name)) for name in MODULES)


def page(head: str, body: str) -> str:
    """A whole page; `head` and `body` are HTML."""
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
{head}</head>
<body>
{body}</body>
</html>
"""


@dataclass(frozen=True)
class Scene:
    """An instance as a page needs it: to draw its boards, and to ask about cells and pieces."""

    instance: Instance

    @property
    def puzzle(self) -> Puzzle:
        return self.instance.puzzle

    @cached_property
    def region(self) -> Region:
        return self.puzzle.symmetries().region

    @cached_property
    def layout(self) -> Layout:
        """Where the cells lie. Raises Unsupported for a family without a layout."""
        if not isinstance(self.puzzle, Laid):
            raise Unsupported(f"boards of a {self.puzzle.family} have no cells to show")
        return self.puzzle.layout

    @cached_property
    def labels(self) -> list[str]:
        """The labels that a query can name: of pieces, digits or inks; none where only borders matter."""
        facts = self.puzzle.facts if isinstance(self.puzzle, Telling) else ()
        return sorted({label for label, _ in facts if label})

    @cached_property
    def _kinds(self) -> Mapping[frozenset[Cell], str]:
        """The label of the piece by its set of cells, where copies bear letters of their own on boards."""
        if not isinstance(self.puzzle, Telling) or not copies_of(self.puzzle).labels:
            return {}
        return {frozenset(cells): label for label, cells in self.puzzle.facts}

    @cached_property
    def pairs(self) -> list[tuple[int, int]]:
        """The pairs of neighbouring cells, by number, that a piece may cover; none if boards show values."""
        index = self.region.index
        pairs = ((index[a], index[b]) for a, b in self.region.touching(False) if self.layout.pieces)
        return sorted((min(pair), max(pair)) for pair in pairs)

    @property
    def copied(self) -> bool:
        """Do boards show a letter per copy in place of the labels of their pieces?"""
        return bool(self._kinds)

    @cached_property
    def only_kind(self) -> str | None:
        """The label of every piece, where all are copies of one."""
        return self.labels[0] if self.copied and len(self.labels) == 1 else None

    def letters(self, board: Board) -> str:
        """The labels of the cells, in the order of the region."""
        return "".join(self.region.labels(board))

    def kinds(self, letters: str) -> str:
        """`letters`, one per cell, with the letter of each copy replaced by the label of its piece."""
        if not self._kinds:
            return letters
        if self.only_kind is not None:
            return "".join([EMPTY if letter == EMPTY else self.only_kind for letter in letters])
        cells: dict[str, list[Cell]] = {}
        for cell, letter in zip(self.region.cells, letters, strict=True):
            cells.setdefault(letter, []).append(cell)
        kind = {letter: self._kinds.get(frozenset(places), letter) for letter, places in cells.items()}
        kind[EMPTY] = EMPTY  # free cells may have the shape of a piece
        return "".join(map(kind.__getitem__, letters))

    def moves(self, board: Board) -> str | None:
        """For each piece, in the order of the letters, a digit: the number of quarter turns clockwise, plus 4
        if it is flipped; None for a family whose pieces do not move.
        """
        if not self._moving:
            return None
        assert isinstance(self.puzzle, Moving)
        return "".join(str(move.turn // 90 + 4 * move.flip) for move in self.puzzle.moves_of(board))

    def beside(self, board: Board) -> dict[str, Any] | None:
        """The further entries of the solution's line in a solutions file, None for families without them."""
        if not self._recording:
            return None
        assert isinstance(self.puzzle, Recording)
        return self.puzzle.record(board)

    @cached_property
    def _moving(self) -> bool:  # a question that takes as long as a board
        return isinstance(self.puzzle, Moving)

    @cached_property
    def _recording(self) -> bool:
        return isinstance(self.puzzle, Recording)

    def stated(self) -> dict[str, Any]:
        """The part of the page's data that is the same for all solutions, for JSON."""
        layout = self.layout
        return {
            "name": self.instance.name,
            "rows": self.region.rows,
            "columns": self.region.columns,
            "cells": self.region.cells,
            "labels": self.labels,
            "pairs": self.pairs,
            "group": self.puzzle.symmetries().order,
            "layout": {
                "corners": [[_short(point) for point in corners] for corners in layout.corners],
                "pieces": layout.pieces,
                "solid": layout.solid,
                "lines": [[_short(a), _short(b)] for a, b in layout.lines],
                "paint": dict(layout.paint),
                "given": layout.given,
                "figure": layout.figure,
                "below": layout.below,
                "above": layout.above,
                "unit": layout.unit,
                "room": layout.room,
            },
        }


def _short(point: tuple[float, float]) -> tuple[float, float]:
    return round(point[0], 3), round(point[1], 3)


# ---- the data of a file


def data_of(saved: Saved, limit: int | None = None) -> dict[str, Any]:
    """The data of a page, for JSON: all solutions of a file or set, or the first `limit`.

    Raises Unsupported for more solutions than a page may have; ResultsError for a damaged file.
    """
    scene = Scene(saved.instance)
    most = min(MOST, MOST_LETTERS // max(1, len(scene.region.cells)))
    stated = scene.stated()
    wanted = most if limit is None else min(limit, most)
    solutions = list(islice(saved, wanted + 1))
    more, solutions = len(solutions) > wanted, solutions[:wanted]
    if more and (limit or most + 1) > most:
        raise Unsupported(f"more than the {most:,} solutions of one page; --limit N takes the first N")
    letters = [scene.letters(solution.board) for solution in solutions]
    kinds = [scene.kinds(text) for text in letters]
    return {
        "format": FORMAT,
        **stated,
        **shown(set().union(*letters)),
        "header": {key: value for key, value in saved.header.items() if key != "part"},
        "orbital": saved.header["symmetry"]["mode"] == "orbits",
        "all": saved.summary.all,
        "reason": f"only the first {len(solutions):,}" if more else saved.summary.reason,
        "first": saved.first,
        "boards": letters,
        "kinds": None if kinds == letters else kinds,
        "orbits": [solution.orbit for solution in solutions],
        "moves": _unless_none(scene.moves(solution.board) for solution in solutions),
        "beside": _unless_none(scene.beside(solution.board) for solution in solutions),
    }


def shown(letters: Collection[str]) -> dict[str, Any]:
    """The legend of a page: the letters with their colours, and whether there are free cells."""
    used = sorted({*letters} - {EMPTY})
    fills = [colour(number) for number in range(len(used))]
    return {"letters": used, "fills": fills, "free": EMPTY in letters}


def _unless_none(each: Iterator[Any]) -> list[Any] | None:
    """The values; None if one of them is, and those after it are not asked for."""
    values = []
    for value in each:
        if value is None:
            return None
        values.append(value)
    return values


# ---- the page


def html(title: str, data: Mapping[str, Any]) -> str:
    """The whole page as HTML; the same data give the same text."""
    code, style = script(), static(STYLE)
    policy = f"""default-src 'none'; script-src '{hash_of(code)}'; style-src '{hash_of(style)}'; \
img-src data: blob:; base-uri 'none'; form-action 'none'"""
    head = f"""<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{escape(title)}</title>
<style>{style}</style>
"""
    body = f"""<noscript>This page draws its solutions with JavaScript.</noscript>
{PLACE}
<script type="application/json" id="zenkai-data">{_as_json(data)}</script>
<script type="module">{code}</script>
"""
    return page(head, body)


def hash_of(text: str) -> str:
    """By which a content security policy allows a script or a style."""
    return "sha256-" + b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _as_json(data: Mapping[str, Any]) -> str:
    """JSON without `<`, so that it cannot end the script element that contains it."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")
