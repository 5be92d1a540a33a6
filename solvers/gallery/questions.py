"""The queries of a page about a set of solutions, answered by a server where a page cannot hold them all.

    Query               conditions on cells and on the orbit, and the order of the solutions
    SolutionSource      what answers queries, by `page` and `share`
    Indexed             a source: a solutions file with a bitmap index (`indexed.py`)
    CompiledSource      a source: a compiled set, which a condition restricts whatever the number of solutions

A page that holds all its solutions answers the same queries in `static/gallery.js`. Cells are numbers in the
order of the region. The index of a solution is counted from 0 in the order of its source.
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
from zenkai_solver.solvers.sets.compiled import CompiledSet, cell_name
from zenkai_solver.solvers.sets.diagram import Diagram
from zenkai_solver.solvers.sets.errors import QueryError
from zenkai_solver.solvers.sets.queries import shares, where
from zenkai_solver.solvers.solution_files.results import header_of

WHAT = ("info", "page", "share", "lines")  # the kinds of request, see `answer`
MOST_FILTERS = 64
MOST_ITEMS = 2_500  # solutions of one page
MOST_LINES = 20_000  # solutions of a part of a file that a page saves


@dataclass(frozen=True)
class Bears:
    """The cell bears the label; with `no`, it does not."""

    cell: int
    label: str
    no: bool = False


@dataclass(frozen=True)
class Joined:
    """One piece covers both cells or, without pieces, they bear the same value; with `no`, the negation."""

    cell: int
    beside: int
    no: bool = False


Filter = Bears | Joined


@dataclass(frozen=True)
class Query:
    """Conditions on solutions, all of which must hold, and their order.

    `symmetric`: the solution is fixed by a symmetry other than the identity; `orbit`: the size of its orbit,
    0 for any; `like`: solutions are ordered by their distance from the one with this index, the nearest first
    or, with `least`, the farthest first; None: in the order of the source.
    """

    filters: tuple[Filter, ...] = ()
    symmetric: bool = False
    orbit: int = 0
    like: int | None = None
    least: bool = False

    @property
    def by_cells(self) -> bool:
        """Has it conditions on cells only, and no order by likeness?"""
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
    """A solution of a page. `number`: that of the line in its file or, in a compiled set, the index + 1."""

    index: int
    number: int
    board: Board
    orbit: int


@dataclass(frozen=True)
class Page:
    """Some of the solutions of a query; `total`: how many solutions satisfy it."""

    total: int
    items: tuple[ShownSolution, ...]


@dataclass(frozen=True)
class Share:
    """Of the `total` solutions of a query, bears[cell][label]: in how many the cell bears the label;
    joined[i]: in how many one piece covers pair i of `Scene.pairs`.
    """

    total: int
    bears: tuple[Mapping[str, int], ...]
    joined: tuple[int, ...]


class SolutionSource(Protocol):
    """A set of solutions that answers queries.

    `count`: its number of solutions; `all`: the number with all symmetric images, where it holds one solution
    per orbit; `reason`: why these are not all solutions of the instance, or None.
    """

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
        """Does it hold one solution per orbit?"""

    @property
    def first(self) -> int:
        """The number of the first solution."""

    @property
    def header(self) -> Mapping[str, Any]:
        """The header of a solutions file with these solutions."""

    @property
    def letters_used(self) -> list[str]:
        """The letters that occur on boards, sorted, for the legend."""

    @property
    def orbit_sizes(self) -> list[int]:
        """The sizes of orbits that occur; none for a source that answers only queries `by_cells`."""

    def matching(self, query: Query) -> int:
        """How many solutions satisfy the query. Raises QueryError."""

    def page(self, first: int, number: int, query: Query) -> Page:
        """Of the solutions of the query, in its order, those number `first` to `first` + `number` - 1,
        counted from 0; MOST_ITEMS at most.

        Raises QueryError; ResultsError for a board that breaks the rules.
        """

    def share(self, query: Query) -> Share:
        """How often each cell bears each label in the solutions of the query. Raises QueryError."""


def info_json(source: SolutionSource) -> dict[str, Any]:
    """What a page needs before its first query, as `info` of `static/gallery.js` reads it."""
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
    """The page as `servedSource` of `static/gallery.js` reads it."""
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


def lines_json(source: SolutionSource, query: Query, first: int) -> dict[str, Any]:
    """A part of a solutions file with the solutions of the query, without a footer: its `text` from solution
    `first` on, counted from 0, before which is the header; the first one of the `next` part, or None; the
    `total`.
    """
    total = source.matching(query)
    end = min(first + MOST_LINES, total)
    head = "" if first else json.dumps(source.header, ensure_ascii=False) + "\n"
    return {
        "text": head + "".join(_lines(source, query, first, end)),
        "next": end if end < total else None,
        "total": total,
    }


def _lines(source: SolutionSource, query: Query, first: int, end: int) -> Iterator[str]:
    for at in range(first, end, MOST_ITEMS):
        items = source.page(at, min(MOST_ITEMS, end - at), query).items
        for n, item in enumerate(items, at + 1):
            line = {"n": n, "board": item.board, "orbit": item.orbit}
            line |= source.scene.beside(item.board) or {}
            yield json.dumps(line, ensure_ascii=False) + "\n"


def answer(source: SolutionSource, what: str, request: Any) -> dict[str, Any]:
    """The answer, for JSON, to a request of `servedSource`. `what`: one of `WHAT`; `request`: the value of
    untrusted JSON.

    Raises QueryError for a malformed request; ResultsError as `SolutionSource` does.
    """
    if what == "info":
        return info_json(source)
    if not isinstance(request, dict):
        raise QueryError("a request is an object with `query`")
    query = read_query(request.get("query"), source.scene)
    if what == "share":
        return share_json(source.share(query))
    if what not in ("page", "lines"):
        raise QueryError(f"{what!r:.20} is none of info, page, share, lines")
    first, number = request.get("from"), request.get("n", 0)
    if type(first) is not int or type(number) is not int or first < 0 or number < 0:
        raise QueryError("`from` and `n` are whole numbers from 0 on")
    if what == "lines":
        return lines_json(source, query, first)
    return page_json(source.scene, source.page(first, number, query))


# ---- a compiled set


@dataclass(frozen=True)
class CompiledSource:
    """The solutions of a compiled set, in the order of its decision diagram."""

    compiled: CompiledSet

    @cached_property
    def scene(self) -> Scene:
        return Scene(self.compiled.instance)

    orbital = False
    first = 1

    @property
    def count(self) -> int:
        return self.compiled.count

    @property
    def all(self) -> int:
        return self.compiled.count

    @property
    def reason(self) -> str | None:
        return self.compiled.reason

    @cached_property
    def header(self) -> Mapping[str, Any]:
        order = self.scene.puzzle.symmetries().order
        return header_of(self.compiled.instance, "compiled", {}, "all", order)

    @cached_property
    def letters_used(self) -> list[str]:
        """The letters that may occur; for copies of pieces at most one letter per cell."""
        hidden, letters = copies_of(self.compiled.telling)
        shown = set(self.compiled.labels) - hidden
        free = [EMPTY] if any(EMPTY in labels for labels in self.share(Query()).bears) else []
        return sorted({*free, *shown, *(letters[: len(self.scene.region.cells)] if hidden else "")})

    @property
    def orbit_sizes(self) -> list[int]:
        return []

    def restricted(self, query: Query) -> CompiledSet:
        """The compiled set of the query's solutions. Raises QueryError for one that is not `by_cells`."""
        if not query.by_cells:
            raise QueryError("a compiled set has no orbits and no order of likeness: ask a solutions file")
        conditions = [self._condition(condition) for condition in query.filters]
        return where(self.compiled, " and ".join(conditions)) if conditions else self.compiled

    def _condition(self, condition: Filter) -> str:
        """The condition in the language of `sets/queries.py`."""
        name = {i: cell_name(cell) for i, cell in enumerate(self.scene.region.cells)}
        other = f"{condition.label}@" if isinstance(condition, Bears) else f"{name[condition.beside]}="
        return f"{'not ' if condition.no else ''}{other}{name[condition.cell]}"

    def matching(self, query: Query) -> int:
        return self.restricted(query).count

    def page(self, first: int, number: int, query: Query) -> Page:
        matching = self.restricted(query)
        last = min(matching.count, first + min(number, MOST_ITEMS))
        solutions = (matching.diagram.at(index) for index in range(first, last))
        return Page(matching.count, tuple(map(self._item, solutions)))

    def _item(self, solution: tuple[int, ...]) -> ShownSolution:
        index, board = index_of_set(self.compiled.diagram, solution), self.compiled.board(solution)
        return ShownSolution(index, index + 1, board, self.scene.puzzle.symmetries().canonical(board)[1])

    def share(self, query: Query) -> Share:
        matching = self.restricted(query)
        index = {cell: i for i, cell in enumerate(self.scene.region.cells)}
        bears: list[Counter[str]] = [Counter() for _ in index]
        joined: Counter[tuple[int, int]] = Counter()
        for (label, covered), number in zip(matching.facts, shares(matching)):
            cells = sorted(index[cell] for cell in covered)
            for cell in cells if number and label else ():
                bears[cell][label] += number
            joined.update(dict.fromkeys(combinations(cells, 2), number) if number else {})
        if matching.labels:
            for labels in bears:
                labels[EMPTY] += matching.count - labels.total()
        positive = tuple({label: n for label, n in labels.items() if n} for labels in bears)
        return Share(matching.count, positive, tuple(joined[pair] for pair in self.scene.pairs))


def index_of_set(diagram: Diagram, members: Sequence[int]) -> int:
    """The index of a set of variables in the order of the diagram, from 0: the inverse of `Diagram.at`."""
    node, number, left = diagram.root, 0, set(members)
    while node > 1:
        if int(diagram.var[node]) in left:
            number += int(diagram.counts[diagram.lo[node]])
            node = int(diagram.hi[node])
        else:
            node = int(diagram.lo[node])
    return number
