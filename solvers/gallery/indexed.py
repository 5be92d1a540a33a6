"""A bitmap index of a solutions file or a set of them, which answers the queries of a page within a second.

    bits[plane, solution]    one plane per fact: a cell bears a label, two neighbouring cells lie in one
                             piece, the orbit has a given size; packed, in a temporary file
    line offsets             boards are read from the file, and checked, only when they are shown

A condition reads one plane, a count adds up its ones; a plane of 13 million solutions has 1.6 MB.
Source: C.-Y. Chan, Y. Ioannidis, Bitmap index design and evaluation, SIGMOD 1998.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import Any, cast

import numpy as np

from zenkai_solver.models.grid import EMPTY
from zenkai_solver.solvers.gallery.likeness import by_boards, by_planes, nearest, told_by_planes
from zenkai_solver.solvers.gallery.page import Scene
from zenkai_solver.solvers.gallery.questions import (
    MOST_ITEMS,
    Bears,
    Filter,
    Joined,
    Page,
    Query,
    Share,
    ShownSolution,
)
from zenkai_solver.solvers.python_api.saved import Saved
from zenkai_solver.solvers.sets.errors import QueryError
from zenkai_solver.solvers.solution_files.places import LineIndex
from zenkai_solver.solvers.solution_files.results import ResultsError, read_board

MOST_BYTES = 1 << 32  # of all planes together
AT_ONCE = 1 << 16  # lines of a block that is read and indexed together; a multiple of STEP and of WORD
WORD = 64  # solutions in a word of a plane
PLAIN = re.compile(rb'\{"n": [0-9]+, "board": \[(.*)\], "orbit": ([0-9]+)[,}]')
BLANK, QUOTE, ESCAPE = b' "\\'
Bits = np.ndarray  # uint64: a plane


@dataclass(frozen=True)
class OfSize:
    """The orbit of the solution has that size."""

    size: int


Fact = Bears | Joined | OfSize


@dataclass(frozen=True)
class IndexedFile:
    """A file of the set: its lines after the header, and how many of them are solutions."""

    lines: LineIndex
    count: int


@dataclass(eq=False)
class Indexed:
    """A `SolutionSource` that keeps the index and the line offsets in memory, but no board.

    `header` and `reason`: those of the file or set; `first`: the number of the first solution; `planes`: the
    row of `bits` of each fact; `totals[plane]`: in how many solutions the fact holds; `last`: a solution and
    far[solution], its distances from all, of the last query by likeness.
    """

    scene: Scene
    header: Mapping[str, Any]
    reason: str | None
    first: int
    parts: Sequence[IndexedFile]
    planes: Mapping[Fact, int]
    bits: np.ndarray
    totals: np.ndarray
    letters_used: list[str]
    orbit_sizes: list[int]
    last: tuple[int, np.ndarray] | None = field(default=None)

    @property
    def orbital(self) -> bool:
        return bool(self.header["symmetry"]["mode"] == "orbits")

    @cached_property
    def count(self) -> int:
        return sum(part.count for part in self.parts)

    @cached_property
    def all(self) -> int:
        if not self.orbital:
            return self.count
        return sum(size * int(self.totals[self.planes[OfSize(size)]]) for size in self.orbit_sizes)

    # ---- conditions

    def chosen(self, query: Query) -> Bits:
        """The solutions that satisfy all conditions of the query. Raises QueryError."""
        solutions = self._every.copy()
        for condition in query.filters:
            holds = self._holds(condition)
            solutions &= ~holds if condition.no else holds
        order = self.scene.puzzle.symmetries().order
        sizes = [size for size in self.orbit_sizes if not query.orbit or size == query.orbit]
        if query.orbit or query.symmetric:
            sizes = [size for size in sizes if not query.symmetric or size < order]
            solutions &= self._any(OfSize(size) for size in sizes)
        return solutions

    @cached_property
    def _every(self) -> Bits:
        return _packed(np.ones(self.count, np.bool_), self.bits.shape[1])

    def _plane(self, fact: Fact) -> Bits:
        row = self.planes.get(fact)
        return self.bits[row] if row is not None else np.zeros(self.bits.shape[1], np.uint64)

    def _any(self, facts: Iterable[Fact]) -> Bits:
        solutions = np.zeros(self.bits.shape[1], np.uint64)
        for fact in facts:
            solutions |= self._plane(fact)
        return solutions

    def _holds(self, condition: Filter) -> Bits:
        """The solutions for which the condition holds without its negation.

        Raises QueryError for two cells that are not neighbours, where equal labels may be of two pieces.
        """
        if isinstance(condition, Bears):
            return self._plane(Bears(condition.cell, condition.label))
        if (joined := Joined(condition.cell, condition.beside)) in self.planes:
            return self._plane(joined)
        if self.scene.copied or not self.scene.labels:
            raise QueryError("of two cells in one piece this file can be asked where they are neighbours")
        pieces = self.scene.layout.pieces
        solutions = np.zeros(self.bits.shape[1], np.uint64)
        for label in (*self.scene.labels, *(() if pieces else EMPTY)):
            solutions |= self._plane(Bears(condition.cell, label)) & self._plane(
                Bears(condition.beside, label)
            )
        return solutions

    def matching(self, query: Query) -> int:
        return ones(self.chosen(query))

    # ---- answers

    def page(self, first: int, number: int, query: Query) -> Page:
        number = min(number, MOST_ITEMS)
        chosen = self.chosen(query)
        if query.like is None:
            shown = some(chosen, first, number)
        else:
            bits = np.unpackbits(chosen.view(np.uint8), count=self.count)
            shown = nearest(self.far(query.like), bits, slice(first, first + number), query.least)
        return Page(ones(chosen), tuple(map(self._item, shown.tolist())))

    def _item(self, index: int) -> ShownSolution:
        number, value = self.first + index, self._line(index)
        board, orbit = read_board(Path("solution"), number, value), value["orbit"]
        if broken := next(iter(self.scene.puzzle.violations(board)), None):
            raise ResultsError(f"solution {number} breaks the rules: {broken}")
        return ShownSolution(index, number, board, int(orbit))

    def _line(self, index: int) -> dict[str, Any]:
        for part in self.parts:
            if index < part.count:
                return part.lines.read(index, 1)[0]
            index -= part.count
        raise QueryError(f"no solution {index}")

    def share(self, query: Query) -> Share:
        chosen = self.chosen(query)
        total = ones(chosen)
        bears: list[dict[str, int]] = [{} for _ in self.scene.region.cells]
        joined: dict[tuple[int, int], int] = {}
        for fact, row in self.planes.items():
            if isinstance(fact, Joined):
                joined[fact.cell, fact.beside] = self._number(row, chosen, total)
            elif isinstance(fact, Bears) and (number := self._number(row, chosen, total)):
                bears[fact.cell][fact.label] = number
        return Share(total, tuple(bears), tuple(joined[pair] for pair in self.scene.pairs))

    def _number(self, row: int, chosen: Bits, total: int) -> int:
        """How many of the `total` chosen solutions have a one in the plane; where its total settles that, the
        plane is not read.
        """
        number = int(self.totals[row])
        if total == self.count or not number:
            return number
        return total if number == self.count else ones(self.bits[row] & chosen)

    # ---- likeness

    def far(self, like: int) -> np.ndarray:
        """far[solution]: the distance of each solution from solution `like`, as `likeness.py` defines it.

        Raises QueryError if there is no such solution; ResultsError; OSError.
        """
        if not 0 <= like < self.count:
            raise QueryError(f"no solution {like}, the last one is {self.count - 1}")
        if self.last is None or self.last[0] != like:
            goal = self.scene.letters(self._item(like).board)
            if told_by_planes(self.scene):
                self.last = like, by_planes(self.scene, goal, self._plane, self.count)
            else:
                blocks = (letters for letters, _ in _blocks(self.scene, self.parts))
                self.last = like, by_boards(self.scene, goal, blocks, self.count)
        return self.last[1]


# ---- bits


def ones(bits: Bits) -> int:
    return int(_per_word(bits).sum(dtype=np.int64))


def _per_word(bits: Bits) -> np.ndarray:
    if hasattr(np, "bitwise_count"):
        return cast(np.ndarray, np.bitwise_count(bits))
    return cast(np.ndarray, np.unpackbits(bits.view(np.uint8)).reshape(-1, WORD).sum(axis=1))  # numpy 1


def some(bits: Bits, first: int, number: int) -> np.ndarray:
    """The positions of the ones number `first` to `first` + `number` - 1 of the plane, counted from 0; fewer
    where it has fewer.
    """
    until = np.cumsum(_per_word(bits), dtype=np.int64)
    low, high = np.searchsorted(until, (first, first + number - 1), "right").tolist()
    positions = np.flatnonzero(np.unpackbits(bits[low : high + 1].view(np.uint8))) + WORD * low
    skipped = first - (int(until[low - 1]) if low else 0)
    return cast(np.ndarray, positions[skipped : skipped + number])


def _packed(holds: np.ndarray, words: int) -> Bits:
    """A plane of so many words from bool[solution], filled up with zeros."""
    packed = np.zeros(8 * words, np.uint8)
    data = np.packbits(holds)
    packed[: len(data)] = data
    return packed.view(np.uint64)


# ---- reading a file


def index_of(
    saved: Saved, folder: Path | None = None, report: Callable[[float], None] = lambda share: None
) -> Indexed:
    """Read all lines once and index them.

    `folder`: where the temporary file of the bits lies. After each block report(share) is called with the
    share of the solutions that are read, 0 to 1. Raises ResultsError for a damaged file, or for more
    solutions than MOST_BYTES allow; OSError.
    """
    scene = Scene(saved.instance)
    parts = [_part(path) for path in saved.paths()]
    total = sum(part.count for part in parts)
    facts = _facts(scene)
    words = -(-total // WORD)
    if 8 * words * len(facts) > MOST_BYTES:
        raise ResultsError(f"{scene.instance.name}: {total:,} solutions are too many: use `zenkai compile`")
    planes = {fact: row for row, fact in enumerate(facts)}
    bits = _empty_planes(folder, len(facts), words)
    totals = np.zeros(len(facts), np.int64)
    letters: set[str] = set()
    sizes: set[int] = set()
    done = 0
    for block, orbits in _batches(_blocks(scene, parts)):
        letters |= _values(block)
        sizes |= {int(size) for size in np.unique(orbits)}
        begin = done // WORD
        for row, plane in enumerate(_planes(facts, scene, block, orbits)):
            bits[row, begin : begin + len(plane)] = plane
            totals[row] += ones(plane)
        done += len(orbits)
        report(done / total)
    if wrong := sizes - {fact.size for fact in facts if isinstance(fact, OfSize)}:
        raise ResultsError(f"{scene.instance.name}: no orbit has {min(wrong)} solutions")
    head = {key: value for key, value in saved.header.items() if key != "part"}
    return Indexed(
        scene, head, saved.reason, saved.first, parts, planes, bits, totals, sorted(letters), sorted(sizes)
    )


def _part(path: Path) -> IndexedFile:
    """Raises OSError."""
    lines = LineIndex(path)
    lines.look()
    last = lines.read(lines.number - 1, 1) if lines.number else []
    return IndexedFile(lines, lines.number - sum("complete" in value for value in last))


def _facts(scene: Scene) -> list[Fact]:
    """The facts that get a plane each."""
    order = scene.puzzle.symmetries().order
    labels = sorted({*scene.labels, EMPTY} if scene.labels else ())
    cells = range(len(scene.region.cells))
    return [
        *(Bears(cell, label) for cell in cells for label in labels),
        *(Joined(a, b) for a, b in scene.pairs),
        *(OfSize(size) for size in range(1, order + 1) if order % size == 0),
    ]


def _empty_planes(folder: Path | None, planes: int, words: int) -> np.ndarray:
    """uint64[planes, words] of zeros, mapped to a file without a name, which lives as long as the array."""
    if not planes * words:
        return np.zeros((planes, words), np.uint64)
    with tempfile.TemporaryFile(dir=folder) as file:
        file.truncate(8 * planes * words)
        return np.memmap(file, np.uint64, "r+", shape=(planes, words))


def _planes(facts: Iterable[Fact], scene: Scene, letters: np.ndarray, orbits: np.ndarray) -> Iterator[Bits]:
    """For each fact its plane over the solutions letters[cell, i] with orbits of size orbits[i]."""
    kinds, pieces = _kinds(scene, letters), scene.layout.pieces
    words = -(-len(orbits) // WORD)
    for fact in facts:
        if isinstance(fact, Bears):
            holds = kinds[fact.cell] == ord(fact.label)
        elif isinstance(fact, Joined):
            holds = letters[fact.cell] == letters[fact.beside]
            if pieces:
                holds &= letters[fact.cell] != ord(EMPTY)
        else:
            holds = orbits == fact.size
        yield _packed(holds, words)


def _kinds(scene: Scene, letters: np.ndarray) -> np.ndarray:
    """letters[cell, i] with the letter of each copy replaced by the label of its piece."""
    if (kind := scene.only_kind) is not None:
        return np.where(letters == ord(EMPTY), letters, letters.dtype.type(ord(kind)))
    if not scene.copied:
        return letters
    return _points([scene.kinds("".join(map(chr, solution))) for solution in letters.T.tolist()])


def _values(letters: np.ndarray) -> set[str]:
    """The different letters of an array of code points."""
    if letters.dtype == np.uint8:
        return {chr(x) for x in np.flatnonzero(np.bincount(letters.ravel(), minlength=1)).tolist()}
    return {chr(x) for x in np.unique(letters).tolist()}


def _batches(
    blocks: Iterator[tuple[np.ndarray, np.ndarray]],
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """The same solutions in blocks of AT_ONCE, the last of the rest, so that each block begins with a word of
    the planes also where the parts of a set do not.
    """
    held: list[tuple[np.ndarray, np.ndarray]] = []
    for block in blocks:
        held.append(block)
        if sum(len(orbits) for _, orbits in held) < AT_ONCE:
            continue
        letters, orbits = (np.concatenate(arrays, axis=-1) for arrays in zip(*held))
        yield letters[:, :AT_ONCE], orbits[:AT_ONCE]
        held = [(letters[:, AT_ONCE:], orbits[AT_ONCE:])]
    if sum(len(orbits) for _, orbits in held):
        letters, orbits = (np.concatenate(arrays, axis=-1) for arrays in zip(*held))
        yield letters, orbits


def _blocks(scene: Scene, parts: Sequence[IndexedFile]) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """letters[cell, i] and orbits[i] of the lines, AT_ONCE at a time, by part. Raises ResultsError."""
    for part in parts:
        for first in range(0, part.count, AT_ONCE):
            number = min(AT_ONCE, part.count - first)
            data = part.lines.block(first, AT_ONCE)
            try:
                yield _read(scene, data, number)
            except Damaged as error:
                line = first + error.args[0] + 2
                raise ResultsError(f"{part.lines.path}:{line}: {error.args[1]}") from None


class Damaged(Exception):
    """A line of a block cannot be read: its index in the block, and why."""


def _read(scene: Scene, data: bytes, number: int) -> tuple[np.ndarray, np.ndarray]:
    """letters[cell, i] and orbits[i] of the first `number` lines of a block. Raises Damaged.

    Lines in the form that zenkai writes are read by columns, all lines of one length together; others are
    parsed one by one.
    """
    text = np.frombuffer(data, np.uint8)
    ends = np.flatnonzero(text == ord("\n"))[:number]
    starts = np.concatenate(([0], ends[:-1] + 1))
    sizes = ends - starts
    letters = np.zeros((len(scene.region.cells), number), np.uint8)
    orbits, left = np.zeros(number, np.int32), np.ones(number, np.bool_)
    for size in np.unique(sizes).tolist():
        alike = np.flatnonzero(sizes == size)
        places = _columns(scene, data[starts[alike[0]] : ends[alike[0]]])
        if places is None:
            continue
        if alike[-1] - alike[0] + 1 == len(alike):  # consecutive lines: a view, no copy
            lines = text[starts[alike[0]] : ends[alike[-1]] + 1].reshape(-1, size + 1)[:, :-1]
        else:
            lines = text[starts[alike][:, None] + np.arange(size)]
        good = _regular(lines, places)
        taken = alike[good]
        letters[:, taken] = lines[:, places.cells][good].T
        powers = 10 ** np.arange(len(places.orbit))[::-1]
        orbits[taken] = (lines[:, places.orbit][good].astype(np.int64) - ord("0")) @ powers
        left[taken] = False
    return _one_by_one(scene, data, (starts, ends), (letters, orbits), np.flatnonzero(left).tolist())


@dataclass(frozen=True)
class Columns:
    """The layout of lines of one length: `line`, the bytes of one of them, and the indices of the bytes that
    are the cells, the digits of `n` and the digits of the orbit; all other bytes are the same in all lines.
    """

    line: np.ndarray
    cells: np.ndarray
    number: np.ndarray
    orbit: np.ndarray


def _columns(scene: Scene, line: bytes) -> Columns | None:
    """The layout of the line; None if it does not have the form that zenkai writes."""
    match, region = PLAIN.match(line), scene.region
    if match is None or b"\\" in line or not line.isascii():
        return None
    rows = match[1].split(b", ")
    if [len(row) for row in rows] != [region.columns + 2] * region.rows:
        return None
    begins = list(accumulate((len(row) + 2 for row in rows), initial=match.start(1) + 1))
    cells = np.array([begins[r] + c for r, c in region.cells])
    digits = np.arange(len(b'{"n": '), line.index(b","))
    return Columns(np.frombuffer(line, np.uint8), cells, digits, np.arange(*match.span(2)))


def _regular(lines: np.ndarray, places: Columns) -> np.ndarray:
    """bool[line]: does the line differ from `places.line` only in the cells, which bear plain letters, and in
    the digits?
    """
    free = np.zeros(lines.shape[1], np.bool_)
    for columns in (places.cells, places.number, places.orbit):
        free[columns] = True
    good = ((lines == places.line) | free).all(axis=1)
    digits = lines[:, np.concatenate((places.number, places.orbit))]
    good &= ((digits >= ord("0")) & (digits <= ord("9"))).all(axis=1)
    shown = lines[:, places.cells]
    return cast(np.ndarray, good & ((shown > BLANK) & (shown != QUOTE) & (shown != ESCAPE)).all(axis=1))


def _one_by_one(
    scene: Scene,
    data: bytes,
    spans: tuple[np.ndarray, np.ndarray],
    arrays: tuple[np.ndarray, np.ndarray],
    rest: Sequence[int],
) -> tuple[np.ndarray, np.ndarray]:
    """`arrays`, letters and orbits, with the lines of the indices `rest` filled in. Raises Damaged."""
    letters, orbits = arrays
    for i in rest:
        try:
            text, orbits[i] = _parsed(scene, data[spans[0][i] : spans[1][i]])
        except (ValueError, TypeError, KeyError, OverflowError, ResultsError):
            region = scene.region
            raise Damaged(i, f"not a board of {region.rows}x{region.columns} and its orbit") from None
        points = _points([text])
        letters = letters.astype(np.promote_types(letters.dtype, points.dtype), copy=False)
        letters[:, i] = points[:, 0]
    return letters, orbits


def _parsed(scene: Scene, line: bytes) -> tuple[str, int]:
    """The letters and the orbit of a line. Raises ValueError, KeyError, TypeError, ResultsError."""
    value = json.loads(line)
    board, region = read_board(Path("solution"), 0, value), scene.region
    if [len(row) for row in board] != [region.columns] * region.rows or type(value["orbit"]) is not int:
        raise ValueError
    return scene.letters(board), value["orbit"]


def _points(texts: Sequence[str]) -> np.ndarray:
    """The code points of the texts as points[cell, solution]: uint8, or uint32 where a label needs it."""
    points = np.frombuffer("".join(texts).encode("utf-32-le"), np.uint32)
    table = points.reshape(len(texts), -1).T
    wide = bool(points.size) and int(points.max()) > np.iinfo(np.uint8).max
    return np.ascontiguousarray(table, np.uint32 if wide else np.uint8)
