"""Translates the constraint strings of the conformance set into puzzles; a type without a rule is refused.

A string is a sequence of `.Type~argument~argument...`; cells are R1C1 (a letter beyond 9), `.~R1C1_3_4` are the
digits of a cell. Older puzzles are 81 symbols, 729 pencil marks, or one of two notations of killer cages.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterator
from itertools import combinations, pairwise

from tests import sudoku_rules
from zenkai_solver.models.grid import Cell
from zenkai_solver.models.sudoku.grid import Grid, Path, boxes
from zenkai_solver.models.sudoku.puzzle import Sudoku
from zenkai_solver.models.sudoku.rules import (
    cages,
    choice,
    everywhere,
    indexing,
    lines,
    outside,
    pairs,
    pattern,
    rank,
    sums,
)
from zenkai_solver.models.sudoku.rules.base import Rule, adjacent


class CannotExpress(Exception):
    """The string uses a type that no rule states."""


def translate(text: str) -> Sudoku:
    text = text.strip()
    if text.startswith("/"):
        raise CannotExpress("script")
    if re.match(r"\.+[~A-Z]", text) and "~" in text:
        return _Translator(text).puzzle()
    return _raw(text)


# ---- strings without types


def _raw(text: str) -> Sudoku:
    if text.startswith("3x3::k:"):
        return _killer_numbers([int(word) for word in text[7:].split(":") if word])
    if len(text) == 729:
        return _pencil_marks(text)
    if len(text) == 512:
        return _jigsaw16(text)
    if len(text) == 81 and re.search(r"[<>^v]", text):
        return _killer_arrows(text)
    if len(text) == 81:
        grid = standard(9)
        return Sudoku(grid, {cell: int(c) for cell, c in zip(grid.cells, text) if c in "123456789"})
    raise CannotExpress("raw")


def standard(n: int) -> Grid:
    height, width = box_of(n, n, n)
    return Grid(n, n, tuple(range(1, n + 1)), boxes(n, n, height, width), (height, width))


def box_of(rows: int, columns: int, size: int) -> tuple[int, int]:
    """The box of that many cells, as square as possible, wider than high if the grid is not higher than wide."""
    for small in range(int(size**0.5), 1, -1):
        if size % small == 0:
            large = size // small
            both = [(small, large), (large, small)]
            for height, width in both if columns >= rows else both[::-1]:
                if rows % height == 0 and columns % width == 0:
                    return height, width
    return 0, 0


def _pencil_marks(text: str) -> Sudoku:
    grid = standard(9)
    rules = []
    for i, cell in enumerate(grid.cells):
        digits = tuple(int(c) for c in text[9 * i : 9 * i + 9] if c != ".")
        rules.append(cages.Only((cell,), digits))
    return Sudoku(grid, {}, tuple(rules))


def _jigsaw16(text: str) -> Sudoku:
    cells = [(r, c) for r in range(16) for c in range(16)]
    regions: dict[str, list[Cell]] = {}
    for cell, letter in zip(cells, text[256:]):
        regions.setdefault(letter, []).append(cell)
    grid = Grid(16, 16, tuple(range(1, 17)), tuple(map(tuple, regions.values())))
    return Sudoku(grid, {cell: ord(c) - 64 for cell, c in zip(cells, text) if c != "."})


def _killer_numbers(words: list[int]) -> Sudoku:
    """One number per cell: 256 times the sum, plus the number of the cage."""
    grid = standard(9)
    cells_of: dict[int, list[Cell]] = {}
    for cell, word in zip(grid.cells, words):
        cells_of.setdefault(word, []).append(cell)
    rules = [cages.Killer(tuple(cells), word // 256) for word, cells in cells_of.items() if word // 256]
    return Sudoku(grid, {}, tuple(rules))


FIGURES = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def _killer_arrows(text: str) -> Sudoku:
    """A cell has the sum of its cage, or an arrow to a neighbour in the same cage."""
    grid = standard(9)
    steps = {"<": (0, -1), ">": (0, 1), "^": (-1, 0), "v": (1, 0)}
    symbol = dict(zip(grid.cells, text))
    cells_of: dict[Cell, list[Cell]] = {}
    for cell in grid.cells:
        head = cell
        while symbol[head] in steps:
            head = head[0] + steps[symbol[head]][0], head[1] + steps[symbol[head]][1]
        cells_of.setdefault(head, []).append(cell)
    rules: list[Rule] = []
    for head, cells in cells_of.items():
        total = FIGURES.index(symbol[head])
        rules.append(cages.Killer(tuple(cells), total) if total else cages.Different(tuple(cells)))
    return Sudoku(grid, {}, tuple(rules))


# ---- strings of types


class _Translator:
    def __init__(self, text: str) -> None:
        self.tokens = [token.strip().split("~") for token in text.split(".") if token.strip()]
        self.types = {token[0] for token in self.tokens}
        self.raw = False
        self.grid = self._grid()
        self.dots: list[Path] = []
        self.marks: list[Path] = []

    def puzzle(self) -> Sudoku:
        rules = list(self.sequence(iter(self.tokens)))
        rules += self._strict()
        if any(len(words) and name == "Jigsaw" for name, *words in self.tokens) and self.has_boxes:
            layout = next(token[-1] for token in self.tokens if token[0] == "Jigsaw")
            rules += [cages.Different(region) for region in self._jigsaw(layout)]
        return Sudoku(self.grid, {}, tuple(rules))

    def sequence(self, tokens: Iterator[list[str]]) -> Iterator[Rule]:
        """The rules up to the next End."""
        for name, *words in tokens:
            if name == "End":
                return
            if name == "Or":
                yield choice.AnyOf(tuple(self.alternatives(tokens)))
            else:
                yield from self.rules(name, words)
        yield from self._ranks()

    def alternatives(self, tokens: Iterator[list[str]]) -> Iterator[tuple[Rule, ...]]:
        for name, *words in tokens:
            if name == "End":
                return
            yield tuple(self.sequence(tokens) if name == "And" else self.rules(name, words))

    def _ranks(self) -> Iterator[Rule]:
        ties = next((token[1] for token in self.tokens if token[0] == "FullRankTies"), "only-unclued")
        if "FullRank" in self.types or ties == "none":
            clues = [view for name, *words in self.tokens if name == "FullRank" for view in self.views(words)]
            for line, place in clues:
                yield rank.FullRank(line, place, ties.removeprefix("only-"))  # type: ignore[arg-type]
            if ties == "none":
                yield rank.NoTies()

    def _grid(self) -> Grid:
        shape = next((token[1:] for token in self.tokens if token[0] == "Shape"), ["9x9"])
        self.raw = "Raw" in shape
        rows, columns = map(int, shape[0].split("x"))
        low, high = 1, max(rows, columns)
        if len(shape) > 1 and shape[1]:
            left, dash, right = shape[1].partition("-")
            low, high = (int(left), int(right)) if dash else (1, int(left))
        values = tuple(range(low, high + 1))
        self.size = next((int(t[1]) for t in self.tokens if t[0] == "RegionSize"), len(values))
        box = box_of(rows, columns, self.size)
        self.has_boxes = "NoBoxes" not in self.types and box != (0, 0) and not self.raw
        self.rows, self.columns, self.count = rows, columns, len(values)
        layout = next((token[-1] for token in self.tokens if token[0] == "Jigsaw"), None)
        if self.has_boxes:
            return Grid(rows, columns, values, boxes(rows, columns, *box), box)
        return Grid(rows, columns, values, tuple(self._jigsaw(layout)) if layout else (), None, not self.raw)

    def _jigsaw(self, layout: str) -> list[Path]:
        cells_of: dict[str, list[Cell]] = {}
        for i, letter in enumerate(layout):
            cells_of.setdefault(letter, []).append(divmod(i, self.columns))
        least = min(max(self.rows, self.columns), self.size)
        if len(cells_of) == 1:
            return []
        return [tuple(cells) for cells in cells_of.values() if least <= len(cells) <= self.count]

    def _strict(self) -> Iterator[Rule]:
        for name, kinds, given in (
            ("StrictKropki", (pairs.White, pairs.Black), self.dots),
            ("StrictXV", (pairs.X, pairs.V), self.marks),
        ):
            if name in self.types:
                yield pairs.Unmarked(kinds, frozenset(frozenset(pair) for pair in given))

    # ---- words

    def cell(self, word: str) -> Cell:
        match = re.fullmatch(r"R(\w)C(\w)", word)
        if match is None:
            raise CannotExpress(f"cell {word}")
        return int(match[1], 36) - 1, int(match[2], 36) - 1

    def path(self, words: list[str]) -> Path:
        return tuple(map(self.cell, words))

    def numbered(self, words: list[str], default: int) -> tuple[Path, int]:
        if words[0].isdigit():
            return self.path(words[1:]), int(words[0])
        return self.path(words), default

    def views(self, words: list[str]) -> Iterator[tuple[Path, int]]:
        """The line and the clue: `R2~forwards~backwards`."""
        number = int(words[0][1:], 36) - 1
        line = self.grid.row(number) if words[0][0] == "R" else self.grid.column(number)
        for cells, word in zip((line, line[::-1]), words[1:]):
            if word:
                yield cells, int(word)

    def neighbours(self, words: list[str]) -> list[Path]:
        return [pair for pair in combinations(self.path(words), 2) if adjacent(*pair)]

    # ---- types

    def rules(self, name: str, words: list[str]) -> Iterator[Rule]:
        if name in SILENT:
            return
        if name in FLAGS:
            yield FLAGS[name]()
        elif name in PATHS:
            yield PATHS[name](self.path(words))
        elif name in NUMBERED:
            cls, default = NUMBERED[name]
            yield cls(*self.numbered(words, default))
        elif name in VIEWS:
            for cells, clue in self.views(words):
                yield VIEWS[name](cells, clue)
        elif name in TOUCHING:
            for pair in self.neighbours(words):
                (self.dots if name.endswith("Dot") else self.marks).append(pair)
                yield TOUCHING[name](pair)
        elif hasattr(self, method := "given" if not name else f"type_{name}"):
            yield from getattr(self, method)(words)
        else:
            raise CannotExpress(name)

    def given(self, words: list[str]) -> Iterator[Rule]:
        for word in words:
            cell, *digits = word.split("_")
            yield cages.Only((self.cell(cell),), tuple(map(int, digits)))

    def type_Diagonal(self, words: list[str]) -> Iterator[Rule]:  # noqa: N802
        yield everywhere.DiagonalUnits(falling=words[0] == "-1", rising=words[0] == "1")

    def type_Cage(self, words: list[str]) -> Iterator[Rule]:  # noqa: N802
        total, cells = int(words[0]), self.path(words[1:])
        distinct = tuple(dict.fromkeys(cells))
        if total and distinct == cells:
            yield cages.Killer(cells, total)
        else:
            yield cages.Different(distinct)
        if total and distinct != cells:
            yield sudoku_rules.Weighted(distinct, tuple(map(cells.count, distinct)), total)

    def type_Sum(self, words: list[str]) -> Iterator[Rule]:  # noqa: N802
        total, *more = words[0].split("_")
        cells = self.path(words[1:])
        distinct = tuple(dict.fromkeys(cells))
        if more:
            yield sudoku_rules.Weighted(cells, tuple(map(int, more[1:])), int(total))
        elif distinct != cells:
            yield sudoku_rules.Weighted(distinct, tuple(map(cells.count, distinct)), int(total))
        else:
            yield cages.SumCage(cells, int(total))

    def type_EqualSum(self, words: list[str]) -> Iterator[Rule]:  # noqa: N802
        first, *others = (self.path(group.strip("~").split("~")) for group in "~".join(words).split("-"))
        for other in others:
            weight = {cell: (cell in first) - (cell in other) for cell in (*first, *other)}
            yield sudoku_rules.Weighted(tuple(weight), tuple(weight.values()), 0)

    def type_PillArrow(self, words: list[str]) -> Iterator[Rule]:  # noqa: N802
        size, cells = int(words[0]), self.path(words[1:])
        yield sums.Arrow((*sorted(cells[:size]), *cells[size:]), size)

    def type_LittleKiller(self, words: list[str]) -> Iterator[Rule]:  # noqa: N802
        r, c = self.cell(words[1])
        n, m = self.rows - 1, self.columns - 1
        if c == 0 and r < n:
            step = (1, 1)
        elif c == m and 0 < r < n:
            step = (-1, -1)
        else:
            step = (1, -1) if r == 0 else (-1, 1)
        cells = []
        while (r, c) in self.grid:
            cells.append((r, c))
            r, c = r + step[0], c + step[1]
        yield outside.LittleKiller(tuple(cells), int(words[0]))

    def type_Sandwich(self, words: list[str]) -> Iterator[Rule]:  # noqa: N802
        for cells, clue in self.views([words[1], words[0]]):
            yield outside.Sandwich(cells, clue)

    def type_Quad(self, words: list[str]) -> Iterator[Rule]:  # noqa: N802
        r, c = self.cell(words[0])
        yield cages.QuadClue(((r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)), tuple(map(int, words[1:])))

    def type_ContainExact(self, words: list[str]) -> Iterator[Rule]:  # noqa: N802
        yield cages.HoldingExactly(self.path(words[1:]), tuple(map(int, words[0].split("_"))))

    def type_SameValues(self, words: list[str]) -> Iterator[Rule]:  # noqa: N802
        cells = self.path(words[1:])
        yield sudoku_rules.SameDigits(cells, len(cells) // int(words[0]))

    def type_Indexing(self, words: list[str]) -> Iterator[Rule]:  # noqa: N802
        kind = indexing.RowIndexing if words[0] == "R" else indexing.ColumnIndexing
        yield kind(self.path(words[1:]))

    def type_LookAndSay(self, words: list[str]) -> Iterator[Rule]:  # noqa: N802
        counts = tuple((int(a), int(b)) for a, b in re.findall(r"(\d)(\d)", words[0]))
        yield sudoku_rules.LookAndSay(self.path(words[1:]), counts)

    def type_GreaterThan(self, words: list[str]) -> Iterator[Rule]:  # noqa: N802
        for pair in self.neighbours(words):
            yield pairs.Greater(pair)

    def type_Regex(self, words: list[str]) -> Iterator[Rule]:  # noqa: N802
        code = words[0].translate(str.maketrans("-_", "+/"))
        expression = base64.b64decode(code + "=" * (-len(code) % 4)).decode()
        for group in "~".join(words[1:]).split("~~"):
            yield pattern.Pattern(self.path(group.split("~")), expression)

    def type_Pair(self, words: list[str]) -> Iterator[Rule]:  # noqa: N802
        yield from self._related(words, pairwise)

    def type_PairX(self, words: list[str]) -> Iterator[Rule]:  # noqa: N802
        yield from self._related(words, lambda cells: combinations(cells, 2))

    def type_Binary(self, words: list[str]) -> Iterator[Rule]:  # noqa: N802
        yield from self._related([_swap(words[0]), *words[1:]], pairwise)

    def type_BinaryX(self, words: list[str]) -> Iterator[Rule]:  # noqa: N802
        yield from self._related([_swap(words[0]), *words[1:]], lambda cells: combinations(cells, 2))

    def _related(
        self, words: list[str], choose: Callable[[Path], Iterator[tuple[Cell, Cell]]]
    ) -> Iterator[Rule]:
        table = frozenset(_pairs_of(words[0], self.grid.values))
        for group in "~".join(words[1:]).split("~~"):
            cells = [word for word in group.split("~") if word and not word.startswith("_")]
            for pair in choose(self.path([word.upper() for word in cells])):
                yield sudoku_rules.Related(pair, table)


def _swap(key: str) -> str:
    return key.translate(str.maketrans("-_", "_-"))


ALPHABET64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def _pairs_of(key: str, values: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """A table of n x n bits, six a letter, lowest bit first."""
    bits = [ALPHABET64.index(letter) >> k & 1 for letter in key for k in range(6)]
    n = len(values)
    for i, a in enumerate(values):
        for j, b in enumerate(values):
            if i * n + j < len(bits) and bits[i * n + j]:
                yield a, b


SILENT = {
    "FullRank",
    "FullRankTies",
    "Shape",
    "NoBoxes",
    "Jigsaw",
    "RegionSize",
    "StrictKropki",
    "StrictXV",
    "End",
}
FLAGS: dict[str, Callable[[], Rule]] = {
    "AntiKnight": everywhere.AntiKnight,
    "AntiKing": everywhere.AntiKing,
    "AntiTaxicab": everywhere.AntiTaxicab,
    "AntiConsecutive": everywhere.NonConsecutive,
    "Windoku": everywhere.Windoku,
    "DisjointSets": everywhere.DisjointGroups,
    "GlobalEntropy": everywhere.Entropy,
    "GlobalMod": everywhere.Modular,
    "DutchFlatmates": everywhere.DutchFlatmates,
}
PATHS: dict[str, Callable[[Path], Rule]] = {
    "AllDifferent": cages.Different,
    "EqualityCage": cages.Balanced,
    "CountingCircles": cages.CountingCircles,
    "Thermo": lines.Thermo,
    "Renban": lines.Renban,
    "Palindrome": lines.Palindrome,
    "Between": lines.Between,
    "Arrow": sums.Arrow,
    "DoubleArrow": sums.DoubleArrow,
    "Zipper": sums.Zipper,
    "RegionSumLine": sums.RegionSums,
    "Entropic": lines.Entropic,
    "ValueIndexing": indexing.Pointing,
    "CountDistinct": indexing.CountDistinct,
}
NUMBERED: dict[str, tuple[Callable[[Path, int], Rule], int]] = {
    "Whisper": (lines.Whisper, 5),
    "Lockout": (lines.Lockout, 4),
    "Modular": (lines.ModularLine, 3),
    "SumLine": (sums.SumLine, 10),
    "RellikCage": (cages.NoSubsetSum, 0),
    "Lunchbox": (outside.Lunchbox, 0),
}
VIEWS: dict[str, Callable[[Path, int], Rule]] = {
    "Skyscraper": outside.Skyscraper,
    "HiddenSkyscraper": outside.FirstHidden,
    "XSum": outside.XSum,
    "NumberedRoom": outside.NumberedRoom,
}
TOUCHING: dict[str, Callable[[Path], Rule]] = {
    "WhiteDot": pairs.White,
    "BlackDot": pairs.Black,
    "X": pairs.X,
    "V": pairs.V,
}
