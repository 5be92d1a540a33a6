"""What a page asks of a set of solutions, answered where the solutions are too many to be in the page.

    Query               conditions on cells, on the orbit, and the order
    Source              something that answers: `page` and `share`; `static/gallery.js` does so in a page
    Indexed             a solutions file and its bits: `indexed.py`
    CompiledSource      a compiled set: a condition makes a smaller set, whatever the number of solutions

Cells are numbers in the order of the region. A solution has an index, from 0, in its source's own order.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any, Protocol

from zenkai_solver.models.grid import EMPTY
from zenkai_solver.models.puzzle import copies_of
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.gallery.page import Scene, shown
from zenkai_solver.solvers.sets.compiled import CompiledSet, QueryError, cell_name
from zenkai_solver.solvers.sets.diagram import Diagram
from zenkai_solver.solvers.sets.queries import shares, where
from zenkai_solver.solvers.solution_files.results import header_of

WHAT = ("info", "page", "share", "lines")  # a page asks for
MOST_FILTERS = 64
MOST_ITEMS = 2_500  # solutions of one page
MOST_LINES = 100_000  # solutions of a file that is written


@dataclass(frozen=True)
class Bears:
    """The cell bears the label; `no`: it does not."""

    cell: int
    label: str
    no: bool = False


@dataclass(frozen=True)
class Joined:
    """One piece covers both cells, or they bear the same value; `no`: not so."""

    cell: int
    beside: int
    no: bool = False


Filter = Bears | Joined


@dataclass(frozen=True)
class Query:
    """`orbit`: its size, 0 for any; `like`: the index of the solution that the most alike come first to, or,
    with `least`, last.
    """

    filters: tuple[Filter, ...] = ()
    symmetric: bool = False
    orbit: int = 0
    like: int | None = None
    least: bool = False

    @property
    def by_cells(self) -> bool:
        """Does it ask about cells alone?"""
        return not self.symmetric and not self.orbit and self.like is None


def read_query(value: Any, scene: Scene) -> Query:
    """A query as a page sends it. Raises QueryError for anything else."""
    if not isinstance(value, dict) or not isinstance(value.get("filters"), list):
        raise QueryError("a query is an object with `filters`")
    if len(value["filters"]) > MOST_FILTERS:
        raise QueryError(f"{len(value['filters']):,} filters, at most {MOST_FILTERS}")
    cells = len(scene.region.cells)
    orbit, like = value.get("orbit") or 0, value.get("like")
    if type(orbit) is not int or (like is not None and type(like) is not int):
        raise QueryError("`orbit` and `like` are whole numbers")
    flags = (value.get("symmetric") or False, value.get("least") or False)
    if not all(isinstance(flag, bool) for flag in flags):
        raise QueryError("`symmetric` and `least` are true or false")
    return Query(
        tuple(_filter(stated, cells) for stated in value["filters"]), flags[0], orbit, like, flags[1]
    )


def _filter(value: Any, cells: int) -> Filter:
    if not isinstance(value, dict) or not isinstance(value.get("not", False), bool):
        raise QueryError("a filter is an object with a cell, and a label or a second cell")
    places = [value.get("cell"), *([value["beside"]] if "beside" in value else [])]
    if not all(type(place) is int and 0 <= place < cells for place in places):
        raise QueryError(f"cells are numbers from 0 to {cells - 1}")
    no = value.get("not", False)
    if "beside" in value:
        return Joined(places[0], places[1], no)
    label = value.get("label")
    if not isinstance(label, str) or len(label) != 1:
        raise QueryError("a label is one character")
    return Bears(places[0], label, no)


@dataclass(frozen=True)
class ShownSolution:
    """A solution of a page. `number` is that of the file, or counts from 1."""

    index: int
    number: int
    board: Board
    orbit: int


@dataclass(frozen=True)
class Page:
    """Some of the solutions of a query, and how many there are in all."""

    total: int
    items: tuple[ShownSolution, ...]


@dataclass(frozen=True)
class Share:
    """In how many solutions each cell bears each label, and each pair of `Scene.pairs` is joined."""

    total: int
    bears: tuple[Mapping[str, int], ...]
    joined: tuple[int, ...]


class SolutionSource(Protocol):
    """`all`: with their images, where it holds one per orbit; `reason`: why they are not all, or None."""

    @property
    def scene(self) -> Scene: ...

    @property
    def count(self) -> int: ...

    @property
    def all(self) -> int: ...

    @property
    def reason(self) -> str | None: ...

    @property
    def orbital(self) -> bool:
        """One solution per orbit?"""

    @property
    def first(self) -> int:
        """The number of the first solution."""

    @property
    def header(self) -> Mapping[str, Any]:
        """Of a solutions file with these solutions."""

    @property
    def letters_used(self) -> list[str]:
        """What boards show, for colours."""

    @property
    def orbit_sizes(self) -> list[int]:
        """Those that can be asked for; none if neither orbits nor an order of likeness can be asked."""

    def matching(self, query: Query) -> int:
        """How many solutions there are. Raises QueryError."""

    def page(self, first: int, number: int, query: Query) -> Page:
        """Solutions first, first + 1, ..., from 0, in the order that the query asks for; MOST_ITEMS at most.

        Raises QueryError; ResultsError for a board that breaks the rules.
        """

    def share(self, query: Query) -> Share:
        """Raises QueryError."""


def info_json(source: SolutionSource) -> dict[str, Any]:
    """What a page must know before it asks: `info` in `static/gallery.js`."""
    return {
        **source.scene.stated(),
        **shown(source.letters_used),
        "orbital": source.orbital,
        "count": source.count,
        "all": source.all,
        "reason": source.reason,
        "first": source.first,
        "orbits": source.orbit_sizes,
    }


def page_json(scene: Scene, page: Page) -> dict[str, Any]:
    """As `servedSource` of the page reads it."""
    items = []
    for item in page.items:
        letters = scene.letters(item.board)
        items.append(
            {
                "index": item.index,
                "n": item.number,
                "board": letters,
                "kinds": scene.kinds(letters),
                "orbit": item.orbit,
                "moves": scene.moves(item.board),
            }
        )
    return {"total": page.total, "items": items}


def share_json(share: Share) -> dict[str, Any]:
    return {
        "total": share.total,
        "bears": [dict(labels) for labels in share.bears],
        "joined": list(share.joined),
    }


def lines(source: SolutionSource, query: Query) -> Iterator[str]:
    """A solutions file with the solutions of the query, line by line, without a footer.

    Raises QueryError for more than MOST_LINES.
    """
    if (total := source.matching(query)) > MOST_LINES:
        raise QueryError(f"{total:,} solutions: up to {MOST_LINES:,} are written; take a filter")
    yield json.dumps(source.header, ensure_ascii=False) + "\n"
    for first in range(0, total, MOST_ITEMS):
        for n, item in enumerate(source.page(first, MOST_ITEMS, query).items, first + 1):
            line = {"n": n, "board": item.board, "orbit": item.orbit}
            line |= source.scene.beside(item.board) or {}
            yield json.dumps(line, ensure_ascii=False) + "\n"


def answer(source: SolutionSource, what: str, request: Any) -> dict[str, Any]:
    """What `servedSource` asks for: info, page, share or lines; `request` is JSON from a stranger.

    Raises QueryError for a request that is not understood; ResultsError as `SolutionSource` does.
    """
    if what == "info":
        return info_json(source)
    if not isinstance(request, dict):
        raise QueryError("a request is an object with `query`")
    query = read_query(request.get("query"), source.scene)
    if what == "share":
        return share_json(source.share(query))
    if what == "lines":
        return {"text": "".join(lines(source, query))}
    if what != "page":
        raise QueryError(f"{what!r:.20} is none of info, page, share, lines")
    first, number = request.get("from"), request.get("n")
    if type(first) is not int or type(number) is not int or first < 0 or number < 0:
        raise QueryError("`from` and `n` are whole numbers from 0 on")
    return page_json(source.scene, source.page(first, number, query))


# ---- a compiled set


@dataclass(frozen=True)
class CompiledSource:
    """The solutions in the order of the set's diagram."""

    found: CompiledSet

    @cached_property
    def scene(self) -> Scene:
        return Scene(self.found.instance)

    orbital = False
    first = 1

    @property
    def count(self) -> int:
        return self.found.count

    @property
    def all(self) -> int:
        return self.found.count

    @property
    def reason(self) -> str | None:
        return self.found.reason

    @cached_property
    def header(self) -> Mapping[str, Any]:
        order = self.scene.puzzle.symmetries().order
        return header_of(self.found.instance, "compiled", {}, "all", order)

    @cached_property
    def letters_used(self) -> list[str]:
        """Of copies as many letters as there are cells at most."""
        hidden, letters = copies_of(self.found.told)
        shown = set(self.found.labels) - hidden
        free = [EMPTY] if any(EMPTY in labels for labels in self.share(Query()).bears) else []
        return sorted({*free, *shown, *(letters[: len(self.scene.region.cells)] if hidden else "")})

    @property
    def orbit_sizes(self) -> list[int]:
        return []

    def restricted(self, query: Query) -> CompiledSet:
        """Raises QueryError for a query about more than cells."""
        if not query.by_cells:
            raise QueryError("a compiled set has no orbits and no order of likeness: ask a solutions file")
        conditions = [self._condition(condition) for condition in query.filters]
        return where(self.found, " and ".join(conditions)) if conditions else self.found

    def _condition(self, condition: Filter) -> str:
        name = {i: cell_name(cell) for i, cell in enumerate(self.scene.region.cells)}
        other = f"{condition.label}@" if isinstance(condition, Bears) else f"{name[condition.beside]}="
        return f"{'not ' if condition.no else ''}{other}{name[condition.cell]}"

    def matching(self, query: Query) -> int:
        return self.restricted(query).count

    def page(self, first: int, number: int, query: Query) -> Page:
        some = self.restricted(query)
        last = min(some.count, first + min(number, MOST_ITEMS))
        chosen = (some.diagram.at(place) for place in range(first, last))
        return Page(some.count, tuple(map(self._item, chosen)))

    def _item(self, chosen: tuple[int, ...]) -> ShownSolution:
        index, board = place(self.found.diagram, chosen), self.found.board(chosen)
        return ShownSolution(index, index + 1, board, self.scene.puzzle.symmetries().canonical(board)[1])

    def share(self, query: Query) -> Share:
        some = self.restricted(query)
        cells = {cell: i for i, cell in enumerate(self.scene.region.cells)}
        bears: list[Counter[str]] = [Counter() for _ in cells]
        joined: Counter[tuple[int, int]] = Counter()
        for (label, own), number in zip(some.facts, shares(some)):
            places = sorted(cells[cell] for cell in own)
            for one in places if number and label else ():
                bears[one][label] += number
            joined.update(dict.fromkeys(combinations(places, 2), number) if number else {})
        if some.labels:
            for found in bears:
                found[EMPTY] += some.count - found.total()
        shown = tuple({label: n for label, n in found.items() if n} for found in bears)
        return Share(some.count, shown, tuple(joined[pair] for pair in self.scene.pairs))


def place(diagram: Diagram, chosen: Sequence[int]) -> int:
    """The number of a set in the diagram's own order, from 0: the inverse of `Diagram.at`."""
    node, number, left = diagram.root, 0, set(chosen)
    while node > 1:
        if int(diagram.var[node]) in left:
            number += int(diagram.counts[diagram.lo[node]])
            node = int(diagram.hi[node])
        else:
            node = int(diagram.lo[node])
    return number
