"""The page of a set of solutions: one HTML file with its data, for a web site or a folder; see `static/`.

The data are compact: of each solution the labels of its cells in the order of the region. Boards are drawn in
the browser from where their cells lie (`models.render.layout`). The page runs no other script and no other
style than ours, by their hashes, and loads nothing; what comes from a file is data, never HTML.
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
MOST_LETTERS = 1 << 25  # cells of all boards together
PLACE = '<div id="zenkai-gallery"></div>'
PACKAGE = "zenkai_solver.solvers.gallery"
MODULES, STYLE = (
    ("strings.js", "elements.js", "gallery.js"),
    "gallery.css",
)  # each imports from those before it
IMPORT = re.compile(r"^import .*;\n", re.MULTILINE)


def static(name: str) -> str:
    """A file of the page, as text."""
    return (files(PACKAGE) / "static" / name).read_text(encoding="utf-8")


def script() -> str:
    """The modules of the page as one, which imports nothing."""
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
    """What a page must know of an instance to draw its boards and to ask about them."""

    instance: Instance

    @property
    def puzzle(self) -> Puzzle:
        return self.instance.puzzle

    @cached_property
    def region(self) -> Region:
        return self.puzzle.symmetries().region

    @cached_property
    def layout(self) -> Layout:
        """Raises Unsupported for a family whose boards have no cells."""
        if not isinstance(self.puzzle, Laid):
            raise Unsupported(f"boards of a {self.puzzle.family} have no cells to show")
        return self.puzzle.layout

    @cached_property
    def labels(self) -> list[str]:
        """What can be asked of a cell: pieces, digits, inks; none where only borders matter."""
        facts = self.puzzle.facts if isinstance(self.puzzle, Telling) else ()
        return sorted({label for label, _ in facts if label})

    @cached_property
    def _kinds(self) -> Mapping[frozenset[Cell], str]:
        """The piece that lies on these cells, where boards do not show its label."""
        if not isinstance(self.puzzle, Telling) or not copies_of(self.puzzle).labels:
            return {}
        return {frozenset(cells): label for label, cells in self.puzzle.facts}

    @cached_property
    def pairs(self) -> list[tuple[int, int]]:
        """The neighbouring cells, which pieces may join; none where boards show values."""
        index = self.region.index
        found = ((index[a], index[b]) for a, b in self.region.touching(False) if self.layout.pieces)
        return sorted((min(pair), max(pair)) for pair in found)

    @property
    def copied(self) -> bool:
        """Do boards have letters of copies, which are not the labels of their pieces?"""
        return bool(self._kinds)

    @property
    def only_kind(self) -> str | None:
        """The label of every piece, where all are copies of one."""
        return self.labels[0] if self.copied and len(self.labels) == 1 else None

    def letters(self, board: Board) -> str:
        """The labels of the cells, in the order of the region."""
        return "".join(self.region.labels(board))

    def kinds(self, letters: str) -> str:
        """The same with the label of its piece in place of each copy's letter."""
        if not self._kinds:
            return letters
        cells: dict[str, list[Cell]] = {}
        for cell, letter in zip(self.region.cells, letters, strict=True):
            cells.setdefault(letter, []).append(cell)
        kind = {letter: self._kinds.get(frozenset(own), letter) for letter, own in cells.items()}
        kind[EMPTY] = EMPTY  # free cells may have the shape of a piece
        return "".join(map(kind.__getitem__, letters))

    def moves(self, board: Board) -> str | None:
        """A digit per piece, letters in order: quarter turns clockwise, and 4 more if it is flipped."""
        if not isinstance(self.puzzle, Moving):
            return None
        return "".join(str(move.turn // 90 + 4 * move.flip) for move in self.puzzle.moves_of(board))

    def beside(self, board: Board) -> dict[str, Any] | None:
        """What the line of a solution has besides."""
        return self.puzzle.record(board) if isinstance(self.puzzle, Recording) else None

    def stated(self) -> dict[str, Any]:
        """The part of the data that no solution changes."""
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
    """The data of a page: all solutions of a file or set, or the first `limit`.

    Raises Unsupported for more than a page holds; ResultsError for a damaged file.
    """
    scene = Scene(saved.instance)
    most = min(MOST, MOST_LETTERS // max(1, len(scene.region.cells)))
    stated = scene.stated()
    wanted = most if limit is None else min(limit, most)
    found = list(islice(saved, wanted + 1))
    more, found = len(found) > wanted, found[:wanted]
    if more and (limit or most + 1) > most:
        raise Unsupported(f"more than the {most:,} solutions of one page; --limit N takes the first N")
    letters = [scene.letters(one.board) for one in found]
    return {
        "format": FORMAT,
        **stated,
        **shown(set().union(*letters)),
        "header": {key: value for key, value in saved.header.items() if key != "part"},
        "orbital": saved.header["symmetry"]["mode"] == "orbits",
        "all": saved.summary.all,
        "reason": f"only the first {len(found):,}" if more else saved.summary.reason,
        "first": saved.first,
        "boards": letters,
        "kinds": _unless_same([scene.kinds(own) for own in letters], letters),
        "orbits": [one.orbit for one in found],
        "moves": _unless_none(scene.moves(one.board) for one in found),
        "beside": _unless_none(scene.beside(one.board) for one in found),
    }


def shown(letters: Collection[str]) -> dict[str, Any]:
    """What boards show: the letters with their colours, and whether cells may be free."""
    own = sorted({*letters} - {EMPTY})
    fills = [colour(number) for number in range(len(own))]
    return {"letters": own, "fills": fills, "free": EMPTY in letters}


def _unless_same(found: list[str], others: list[str]) -> list[str] | None:
    return None if found == others else found


def _unless_none(found: Iterator[Any]) -> list[Any] | None:
    values = list(found)
    return None if None in values else values


# ---- the page


def html(title: str, data: Mapping[str, Any]) -> str:
    """The whole page as one text; the same data make the same text."""
    own, style = script(), static(STYLE)
    policy = f"""default-src 'none'; script-src '{_hash(own)}'; style-src '{_hash(style)}'; \
img-src data: blob:; base-uri 'none'; form-action 'none'"""
    head = f"""<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{escape(title)}</title>
<style>{style}</style>
"""
    body = f"""<noscript>This page draws its solutions with JavaScript.</noscript>
{PLACE}
<script type="application/json" id="zenkai-data">{_as_json(data)}</script>
<script type="module">{own}</script>
"""
    return page(head, body)


def _hash(text: str) -> str:
    return "sha256-" + b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _as_json(data: Mapping[str, Any]) -> str:
    """JSON that cannot end the element it stands in."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")
