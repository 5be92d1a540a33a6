"""What a page asks of a set of solutions, answered where the solutions are too many to be in the page.

    Query               conditions on cells, on the orbit, and the order
    Source              something that answers: `page` and `share`; `static/gallery.js` does so in a page
    Table               the lines of a solutions file as letters[cell, solution]: a condition is a comparison
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
from typing import Any, Protocol, cast

import numpy as np

from zenkai_solver.models.grid import EMPTY
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.asking.compiled import CompiledSet, QueryError, cell_name
from zenkai_solver.solvers.asking.diagram import Diagram
from zenkai_solver.solvers.asking.queries import shares, where
from zenkai_solver.solvers.files.results import ResultsError, header_of, read_board
from zenkai_solver.solvers.saved import Saved
from zenkai_solver.solvers.viewing.page import Scene, shown

WHAT = ("info", "page", "share", "lines")  # a page asks for
MOST_FILTERS = 64
MOST_ITEMS = 2_500  # solutions of one page
MOST_LINES = 100_000  # solutions of a file that is written
MOST_BYTES = 1 << 31  # of a table
MOST_ALIKE = 200_000  # solutions that are put in order of likeness
AT_ONCE = 1 << 14  # lines that become columns together


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
    return Query(tuple(_filter(own, cells) for own in value["filters"]), flags[0], orbit, like, flags[1])


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
class Item:
    """A solution of a page. `number` is that of the file, or counts from 1."""

    index: int
    number: int
    board: Board
    orbit: int


@dataclass(frozen=True)
class Page:
    """Some of the solutions of a query, and how many there are in all."""

    total: int
    items: tuple[Item, ...]


@dataclass(frozen=True)
class Share:
    """In how many solutions each cell bears each label, and each pair of `Scene.pairs` is joined."""

    total: int
    bears: tuple[Mapping[str, int], ...]
    joined: tuple[int, ...]


class Source(Protocol):
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
        """Those that can be asked for; none if that cannot be asked."""

    def matching(self, query: Query) -> int:
        """How many solutions there are. Raises QueryError."""

    def page(self, first: int, number: int, query: Query) -> Page:
        """Solutions first, first + 1, ..., from 0, in the order that the query asks for; MOST_ITEMS at most.

        Raises QueryError; ResultsError for a board that breaks the rules.
        """

    def share(self, query: Query) -> Share:
        """Raises QueryError."""


def info_json(source: Source) -> dict[str, Any]:
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
    return {"total": page.total, "items": [_item_json(scene, item) for item in page.items]}


def _item_json(scene: Scene, item: Item) -> dict[str, Any]:
    letters = scene.letters(item.board)
    return {
        "index": item.index,
        "n": item.number,
        "board": letters,
        "kinds": scene.kinds(letters),
        "orbit": item.orbit,
        "moves": scene.moves(item.board),
    }


def share_json(share: Share) -> dict[str, Any]:
    return {"total": share.total, "bears": [dict(own) for own in share.bears], "joined": list(share.joined)}


def lines(source: Source, query: Query) -> Iterator[str]:
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


def answer(source: Source, what: str, request: Any) -> dict[str, Any]:
    """What `servedSource` asks for: info, page, share or lines; `request` is JSON from a stranger.

    Raises QueryError for a request that is not understood; ResultsError as `Source` does.
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


# ---- a table of the lines of a file


@dataclass(frozen=True, eq=False)
class Table:
    """`letters` and `kinds` are code points[cell, solution]; `orbits` int32[solution]."""

    scene: Scene
    letters: np.ndarray
    kinds: np.ndarray
    orbits: np.ndarray
    first: int
    header: Mapping[str, Any]
    reason: str | None

    @property
    def orbital(self) -> bool:
        return bool(self.header["symmetry"]["mode"] == "orbits")

    @property
    def count(self) -> int:
        return len(self.orbits)

    @property
    def all(self) -> int:
        return int(self.orbits.sum()) if self.orbital else self.count

    @cached_property
    def letters_used(self) -> list[str]:
        return [chr(value) for value in np.unique(self.letters).tolist()]

    @property
    def orbit_sizes(self) -> list[int]:
        return [int(size) for size in np.unique(self.orbits)]

    def found(self, query: Query) -> np.ndarray:
        """The indices of the solutions, in the order asked for."""
        chosen = np.ones(self.count, np.bool_)
        for own in query.filters:
            chosen &= self._holds(own) != own.no
        if query.symmetric:
            chosen &= self.orbits < self.scene.puzzle.symmetries().order
        if query.orbit:
            chosen &= self.orbits == query.orbit
        indices = cast(np.ndarray, np.flatnonzero(chosen))
        return indices if query.like is None else self._alike(indices, query.like, query.least)

    def _holds(self, own: Filter) -> np.ndarray:
        if isinstance(own, Bears):
            same: np.ndarray = self.kinds[own.cell] == ord(own.label)
            return same
        return self._joined(own.cell, own.beside)

    def _joined(self, one: int, other: int) -> np.ndarray:
        same = self.letters[one] == self.letters[other]
        if self.scene.layout.pieces:
            same &= self.letters[one] != ord(EMPTY)
        return cast(np.ndarray, same)

    def _alike(self, indices: np.ndarray, like: int, least: bool) -> np.ndarray:
        """Raises QueryError for a solution that is not there, or for too many."""
        if not 0 <= like < self.count:
            raise QueryError(f"no solution {like}, the last one is {self.count - 1}")
        if len(indices) > MOST_ALIKE:
            raise QueryError(
                f"{len(indices):,} solutions: up to {MOST_ALIKE:,} are put in order; take a filter"
            )
        far = self._differing(indices, like)
        return indices[np.argsort(-far if least else far, kind="stable")]

    def _differing(self, indices: np.ndarray, like: int) -> np.ndarray:
        """Cells of that solution whose piece, or value, each of the others has not."""
        others, own = self.letters[:, indices], self.letters[:, like]
        if not self.scene.layout.pieces:
            return cast(np.ndarray, (others != own[:, None]).sum(axis=0))
        far = np.zeros(len(indices), np.int64)
        for letter in np.unique(own):
            cells = np.flatnonzero(own == letter)
            if letter == ord(EMPTY):
                far += (others[cells] != letter).sum(axis=0)
                continue
            there = others[cells[0]]
            same = (others[cells] == there).all(axis=0) & (there != ord(EMPTY))
            same &= (others == there).sum(axis=0) == len(cells)
            far += np.where(same, 0, len(cells))
        return far

    def matching(self, query: Query) -> int:
        return len(self.found(query))

    def page(self, first: int, number: int, query: Query) -> Page:
        found = self.found(query)
        shown = found[first : first + min(number, MOST_ITEMS)]
        return Page(len(found), tuple(map(self._item, shown.tolist())))

    def _item(self, index: int) -> Item:
        number = self.first + index
        board = self.scene.region.board([chr(x) for x in self.letters[:, index].tolist()])
        if broken := next(iter(self.scene.puzzle.violations(board)), None):
            raise ResultsError(f"solution {number} breaks the rules: {broken}")
        return Item(index, number, board, int(self.orbits[index]))

    def share(self, query: Query) -> Share:
        found = self.found(query)
        whole = len(found) == self.count
        bears = tuple(_numbers(row if whole else row[found]) for row in self.kinds)
        joined = (self._joined(a, b) for a, b in self.scene.pairs)
        return Share(len(found), bears, tuple(int((x if whole else x[found]).sum()) for x in joined))


def _numbers(row: np.ndarray) -> dict[str, int]:
    values, numbers = np.unique(row, return_counts=True)
    return {chr(value): int(number) for value, number in zip(values.tolist(), numbers.tolist())}


def read_table(saved: Saved) -> Table:
    """The table of a solutions file, or of a set by its index. Boards are checked when they are shown.

    Raises ResultsError.
    """
    scene = Scene(saved.instance)
    blocks: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []
    for lines in _blocks(scene, saved):
        blocks.append(_columns(scene, lines))
        if sum(letters.nbytes + kinds.nbytes for letters, kinds, _ in blocks) > MOST_BYTES:
            raise ResultsError(
                f"{scene.instance.name}: more than {MOST_BYTES >> 20:,} MiB of boards: use `zenkai compile`"
            )
    if not blocks:
        blocks = [_columns(scene, [])]
    letters, kinds, orbits = (np.concatenate(part, axis=-1) for part in zip(*blocks))
    head = {key: value for key, value in saved.header.items() if key != "part"}
    return Table(scene, letters, kinds, orbits, saved.first, head, saved.reason)


def _blocks(scene: Scene, saved: Saved) -> Iterator[list[tuple[str, int]]]:
    """Letters and orbit of each line, AT_ONCE at a time."""
    lines: list[tuple[str, int]] = []
    region = scene.region
    for path, number, value in saved.lines():
        board, orbit = read_board(path, number, value), value.get("orbit")
        if [len(row) for row in board] != [region.columns] * region.rows or type(orbit) is not int:
            raise ResultsError(f"{path}:{number}: not a board of {region.rows}x{region.columns}")
        lines.append((scene.letters(board), orbit))
        if len(lines) == AT_ONCE:
            yield lines
            lines = []
    if lines:
        yield lines


def _columns(scene: Scene, lines: Sequence[tuple[str, int]]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    texts = [letters for letters, _ in lines]
    letters, kinds = _points(scene, texts), scene.only_kind
    if kinds is not None:
        own = np.where(letters == ord(EMPTY), letters, ord(kinds)).astype(letters.dtype)
    else:
        own = _points(scene, list(map(scene.kinds, texts))) if scene.copied else letters
    return letters, own, np.array([orbit for _, orbit in lines], np.int32)


def _points(scene: Scene, texts: Sequence[str]) -> np.ndarray:
    """Code points[cell, solution]: uint16, or uint32 where a label needs it."""
    points = np.frombuffer("".join(texts).encode("utf-32-le"), np.uint32)
    table = points.reshape(len(texts), len(scene.region.cells)).T
    wide = bool(points.size) and int(points.max()) > np.iinfo(np.uint16).max
    return np.ascontiguousarray(table, np.uint32 if wide else np.uint16)


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

    @property
    def letters_used(self) -> list[str]:
        """Of copies as many letters as there are cells at most."""
        hidden, letters = self.found.told.copies
        shown = set(self.found.labels) - hidden
        return sorted({EMPTY, *shown, *(letters[: len(self.scene.region.cells)] if hidden else "")})

    @property
    def orbit_sizes(self) -> list[int]:
        return []

    def restricted(self, query: Query) -> CompiledSet:
        """Raises QueryError for a query about more than cells."""
        if not query.by_cells:
            raise QueryError("a compiled set has no orbits and no order of likeness: ask a solutions file")
        conditions = [self._condition(own) for own in query.filters]
        return where(self.found, " and ".join(conditions)) if conditions else self.found

    def _condition(self, own: Filter) -> str:
        name = {i: cell_name(cell) for i, cell in enumerate(self.scene.region.cells)}
        other = f"{own.label}@" if isinstance(own, Bears) else f"{name[own.beside]}="
        return f"{'not ' if own.no else ''}{other}{name[own.cell]}"

    def matching(self, query: Query) -> int:
        return self.restricted(query).count

    def page(self, first: int, number: int, query: Query) -> Page:
        some = self.restricted(query)
        last = min(some.count, first + min(number, MOST_ITEMS))
        chosen = (some.diagram.at(place) for place in range(first, last))
        return Page(some.count, tuple(map(self._item, chosen)))

    def _item(self, chosen: tuple[int, ...]) -> Item:
        index, board = place(self.found.diagram, chosen), self.found.board(chosen)
        return Item(index, index + 1, board, self.scene.puzzle.symmetries().canonical(board)[1])

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
