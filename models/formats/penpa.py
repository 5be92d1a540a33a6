"""Penpa+ links of sudokus: `...penpa-edit/#m=solve&p=P`, where P is a text, deflated, in base64.

The text has a line each for the header (type of grid, columns, rows, ..., title, author, source, rules), the
margins, the mode, the drawing `pu_q`, an answer, and the cells of the board; line 17 has the genres. Names
are shortened by a table. A cell has the number column + row * W in a grid with two more cells on each side,
W = columns + 4; with N = W * (rows + 4) the lower right vertex of cell k is N + k, the middle of its lower
side 2N + k and of its right side 3N + k, and its corners (within the cell) 4N + 4k to 4N + 4k + 3.

Read are givens, regions from thick lines, killer cages, thermometers, arrows from a circle, and, where the
words say what they mean, diagonals and Kropki dots. Any other drawing is refused by name, and so are rules
that the words name and nothing states, and drawings that nothing says are sudokus. Answers are not read.

Source: github.com/swaroopg92/penpa-edit, docs/js/general.js and class_p.js.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from zenkai_solver.models.classes import components
from zenkai_solver.models.document import MAX_BYTES, InstanceError
from zenkai_solver.models.formats.stated import MAX_SIZE, Stated, names
from zenkai_solver.models.grid import Cell
from zenkai_solver.models.sudoku.grid import boxes
from zenkai_solver.models.sudoku.reading import DEFAULT_BOXES

SHORT = (  # what stands for a name, in this order
    *(("z", "zZ"), ('"qa"', "z9"), ('"pu_q"', "zQ"), ('"pu_a"', "zA"), ('"grid"', "zG")),
    *(('"edit_mode"', "zM"), ('"surface"', "zS"), ('"line"', "zL"), ('"lineE"', "zE"), ('"wall"', "zW")),
    *(('"cage"', "zC"), ('"number"', "zN"), ('"symbol"', "zY"), ('"special"', "zP"), ('"board"', "zB")),
    *(('"command_redo"', "zR"), ('"command_undo"', "zU"), ('"command_replay"', "z8"), ('"numberS"', "z1")),
    *(('"freeline"', "zF"), ('"freelineE"', "z2"), ('"thermo"', "zT"), ('"arrows"', "z3")),
    *(('"direction"', "zD"), ('"squareframe"', "z0"), ('"polygon"', "z5"), ('"deletelineE"', "z4")),
    *(('"killercages"', "z6"), ('"nobulbthermo"', "z7"), ('"__a"', "z_"), ("null", "zO")),
)
ESCAPED = (("%2C", ","), ("%2D", "\n"), ("%2E", "&"), ("%2F", "="))  # in the header
TITLE, RULES, GENRES = 15, 18, 17
THICK, THIN = (2, 21), (0, 1, 11, 80)  # styles of lines on the sides of cells
READ = {"number", "numberS", "lineE", "symbol", "thermo", "arrows", "killercages", "cage"}
SILENT = {"command_redo", "command_undo", "command_replay", "deletelineE"}
KNOWN_GENRES = {"classic", "irregular", "arrow", "thermo", "killer"}
DOTS = {1: "white", 2: "black"}  # a circle by its style
WORDS = {  # what the words may ask, and the drawings that say so
    r"knight|\bking|non[- ]?consecutive|disjoint|windoku|extra region|whisper|renban|palindrom": (),
    r"sandwich|little killer|skyscraper|x-sum|\bxv\b|\bodd\b|\beven\b|\bfog\b|between|region sum": (),
    r"entrop|zipper|quadruple|clone|minimum|maximum|greater|average|product|index|toro|shaded": (),
    r"(may|can|could) repeat|slow|negative constraint": (),
    r"diagonal": ("diagonals",),
    r"thermo": ("thermo",),
    r"arrow": ("arrow",),
    r"killer|\bcages?\b": ("killer",),
    r"kropki|\bdots?\b|consecutive|ratio|double": ("kropki",),
}
ALL_DOTS = re.compile(r"\b(all|every)\b[^.]{0,60}\b(given|marked|shown|drawn)\b", re.IGNORECASE)
NOT_ALL = re.compile(r"\bnot (all|every|necessarily)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Points:
    """The numbers of points of a drawing with so many columns and rows."""

    columns: int
    rows: int

    @property
    def width(self) -> int:
        return self.columns + 4

    @property
    def number(self) -> int:
        """How many cells, margins included."""
        return self.width * (self.rows + 4)


@dataclass(frozen=True)
class Drawing:
    """A link: the header's fields, `pu_q`, the genres, and the cells of the board by their numbers."""

    points: Points
    kind: str
    words: str  # title and rules
    drawn: Mapping[str, Any]
    genres: tuple[str, ...]
    board: Mapping[int, Cell]
    size: int


def stated(query: str) -> Stated:
    """The sudoku of what follows # or ?. Raises InstanceError for what is not understood, by its name."""
    match = re.search(r"(?:^|&)p=([^&#]*)", query)
    if match is None:
        raise InstanceError((), "Penpa+: a link without p=: open it and copy the long one")
    if match[1].startswith("http"):
        raise InstanceError((), "Penpa+: a link that only names another: give that one")
    lines = restored(match[1]).split("\n")
    try:
        return _stated(_drawing(lines))
    except RecursionError:
        raise InstanceError((), "Penpa+: not as the format has it: too deep") from None
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        if isinstance(error, InstanceError):
            raise
        raise InstanceError((), f"Penpa+: not as the format has it: {error!r:.80}") from None


def restored(payload: str) -> str:
    """The text. Raises InstanceError if it is cut off, damaged, or more than MAX_BYTES."""
    inflate = zlib.decompressobj(-15)
    try:
        bare = unquote(payload).strip().replace(" ", "+").rstrip("=")
        packed = base64.b64decode(bare + "=" * (-len(bare) % 4), validate=True)
        raw = inflate.decompress(packed, MAX_BYTES + 1)
        text = raw.decode()
    except (ValueError, zlib.error):
        raise InstanceError((), "Penpa+: packed text that is damaged") from None
    if len(raw) > MAX_BYTES:
        raise InstanceError(
            (), f"Penpa+: packed text of more than {MAX_BYTES:,} bytes, the most that is read"
        )
    if not inflate.eof:
        raise InstanceError((), "Penpa+: packed text that is cut off")
    if inflate.unused_data:
        raise InstanceError((), "Penpa+: packed text that goes on behind its end")
    for name, short in reversed(SHORT):
        text = text.replace(short, name)
    return text


def _drawing(lines: Sequence[str]) -> Drawing:
    head = lines[0].split(",")
    if head[0] not in ("square", "sudoku"):
        raise InstanceError((), f"Penpa+: a grid of type {head[0]!r:.40} is not read; known: square, sudoku")
    points = Points(_side(head[1]), _side(head[2]))
    words = " ".join(head[i] for i in (TITLE, RULES) if i < len(head))
    for code, char in ESCAPED:
        words = words.replace(code, char)
    genres = json.loads(lines[GENRES]) if len(lines) > GENRES and lines[GENRES] else []
    board = _board(json.loads(lines[5]), points)
    size = max(r for r, _ in board.values()) + 1
    if len(board) != size * size:
        raise InstanceError((), f"Penpa+: a board of {len(board)} cells that is no square")
    return Drawing(points, head[0], words, json.loads(lines[3]), tuple(map(str, genres)), board, size)


def _side(text: str) -> int:
    if not re.fullmatch(r"\d{1,3}", text) or not 1 <= int(text) <= MAX_SIZE + 20:
        raise InstanceError((), f"Penpa+: {text!r:.20} rows or columns")
    return int(text)


def _board(deltas: Sequence[int], points: Points) -> dict[int, Cell]:
    """The cells of the board, the first and then differences, as rows and columns from 0."""
    cells, at = [], 0
    for delta in deltas:
        at += delta
        cells.append(divmod(at, points.width))
    if not cells or len(set(cells)) < len(cells):
        raise InstanceError((), "Penpa+: no board, or cells twice")
    top, left = (min(own) for own in zip(*cells, strict=True))
    board = {r * points.width + c: (r - top, c - left) for r, c in cells}
    side = max(max(cell) for cell in board.values()) + 1
    if side > MAX_SIZE or max(r for r, _ in board.values()) != max(c for _, c in board.values()):
        raise InstanceError((), f"Penpa+: the board is no square of sides 1 to {MAX_SIZE}")
    return board


def _stated(drawing: Drawing) -> Stated:
    puzzle = Stated(drawing.size)
    if strange := [key for key, value in drawn_parts(drawing) if key not in READ]:
        raise InstanceError((), f"Penpa+: {strange[0]!r:.40} is a drawing, which is not read")
    if others := [genre for genre in drawing.genres if genre not in KNOWN_GENRES]:
        raise InstanceError((), f"Penpa+: the genre {others[0]!r:.40} is not read")
    if drawing.kind != "sudoku" and not drawing.genres and not re.search("sudoku", drawing.words, re.I):
        raise InstanceError((), "Penpa+: neither grid, genre, title nor rules say that it is a sudoku")
    _sides(drawing, puzzle)
    _numbers(drawing, puzzle)
    _lines(drawing, puzzle)
    _check_words(drawing, puzzle)
    return puzzle


def drawn_parts(drawing: Drawing) -> Iterator[tuple[str, Any]]:
    """What is drawn: the parts of `pu_q` that are not empty."""
    for key, value in drawing.drawn.items():
        empty = not value or (isinstance(value, list) and not any(value))
        if key not in SILENT and not empty:
            yield key, value


# ---- regions and diagonals


def _sides(drawing: Drawing, puzzle: Stated) -> None:
    """Thick lines on sides of cells bound regions; lines across cells are diagonals."""
    walls: set[frozenset[int]] = set()
    across: set[tuple[Cell, Cell]] = set()
    for key, style in (drawing.drawn.get("lineE") or {}).items():
        a, b = sorted(int(word) for word in key.split(","))
        number, width = drawing.points.number, drawing.points.width
        if not number <= a < b < 2 * number:
            raise InstanceError((), "Penpa+: a line that is not from vertex to vertex is not read")
        (r, c), (down, right) = divmod(a - number, width), divmod(b - number, width)
        if (down - r, abs(right - c)) == (1, 1):
            across.add(((r, c), (down, right)))
        elif style in THICK and (down - r, right - c) in ((0, 1), (1, 0)):
            cell = b - number  # above, or left of, the line
            walls.add(frozenset({cell, cell + (width if down == r else 1)}))
        elif style not in THIN:
            raise InstanceError((), f"Penpa+: a line of style {style!r:.20} is not read")
    _regions(drawing, walls, puzzle)
    if across:
        _diagonals(drawing, across, puzzle)


def _regions(drawing: Drawing, walls: set[frozenset[int]], puzzle: Stated) -> None:
    width = drawing.points.width

    def near(place: int) -> Iterator[int]:
        others = (place - 1, place + 1, place - width, place + width)
        return (other for other in others if {place, other} not in walls)

    found = [[drawing.board[place] for place in part] for part in components(drawing.board, near)]
    regions = {cell: number for number, cells in enumerate(found) for cell in cells}
    if {len(cells) for cells in found} != {drawing.size}:
        raise InstanceError((), f"Penpa+: thick lines do not bound {drawing.size} regions of as many cells")
    usual = DEFAULT_BOXES.get(drawing.size)
    if usual and set(map(frozenset, boxes(drawing.size, drawing.size, *usual))) == set(map(frozenset, found)):
        puzzle.box = usual
    else:
        puzzle.regions = regions


def _diagonals(drawing: Drawing, across: set[tuple[Cell, Cell]], puzzle: Stated) -> None:
    if not re.search("diagonal", drawing.words, re.IGNORECASE):
        raise InstanceError((), "Penpa+: diagonal lines, and no words that say what they mean")
    for name, own in diagonals(drawing.points, min(drawing.board), drawing.size).items():
        if own <= across:
            puzzle.rules[name] = None
            across = across - own
    if across:
        raise InstanceError((), "Penpa+: diagonal lines that are not the two long ones")


def diagonals(points: Points, first: int, size: int) -> dict[str, set[tuple[Cell, Cell]]]:
    """The steps of both diagonals from vertex to vertex; `first` is the upper left cell of the board."""
    r, c = divmod(first, points.width)
    r, c = r - 1, c - 1  # the vertex at its upper left
    falling = {((r + i, c + i), (r + i + 1, c + i + 1)) for i in range(size)}
    rising = {((r + i, c + size - i), (r + i + 1, c + size - i - 1)) for i in range(size)}
    return {"falling-diagonal": falling, "rising-diagonal": rising}


# ---- numbers and cages


def _numbers(drawing: Drawing, puzzle: Stated) -> None:
    """Givens in cells; numbers in corners are sums of cages."""
    sums: dict[int, str] = {}
    for part in ("number", "numberS"):
        for key, value in (drawing.drawn.get(part) or {}).items():
            text, place = str(value[0]).strip(), int(key)
            corner = (place - 4 * drawing.points.number) // 4
            if not text:
                continue
            if place in drawing.board and part == "number" and str(value[2]) == "1":
                puzzle.givens[drawing.board[place]] = _digits(text)
            elif 0 <= corner < drawing.points.number and corner not in sums:
                sums[corner] = text
            else:
                raise InstanceError((), f"Penpa+: {text!r:.20} at point {place} is not read")
    _cages(drawing, sums, puzzle)


def _digits(text: str) -> int:
    if not re.fullmatch(r"\d{1,3}", text):
        raise InstanceError((), f"Penpa+: {text!r:.20} is not a number")
    return int(text)


def _cages(drawing: Drawing, sums: dict[int, str], puzzle: Stated) -> None:
    caged: set[int] = set()
    for cage in filter(None, drawing.drawn.get("killercages") or []):
        places = sorted(map(int, cage))
        cells = names([drawing.board[place] for place in places if place in drawing.board])
        clues = [sums.pop(place) for place in places if place in sums]
        if len(clues) > 1 or not drawing.board.keys() >= set(places) or caged & set(places):
            raise InstanceError(
                (), "Penpa+: a cage with two sums, cells outside the board or of another cage"
            )
        caged |= set(places)
        if clues:
            puzzle.add("killer", f"{_digits(clues[0])} = {cells}")
        elif len(places) > 1:
            puzzle.add("different", cells)
    outline = {int(word) for key in drawing.drawn.get("cage") or {} for word in key.split(",")}
    if sums or not caged >= {(point - 4 * drawing.points.number) // 4 for point in outline}:
        raise InstanceError((), "Penpa+: a cage, or a number in a corner, that is in no killer cage")


# ---- lines and dots


def _lines(drawing: Drawing, puzzle: Stated) -> None:
    symbols = dict(drawing.drawn.get("symbol") or {})
    for path in filter(None, drawing.drawn.get("thermo") or []):
        puzzle.add("thermo", names(_path(path, drawing)))
        symbols.pop(str(path[0]), None)
    circles = set()
    for path in filter(None, drawing.drawn.get("arrows") or []):
        cells, circle = _path(path, drawing), symbols.get(str(path[0]))
        if circle is None or not str(circle[1]).startswith("circle"):
            raise InstanceError((), "Penpa+: an arrow that begins in no circle is not read")
        puzzle.add("arrow", f"{names(cells[:1])} = {names(cells[1:])}")
        circles.add(str(path[0]))
    _dots({key: symbol for key, symbol in symbols.items() if key not in circles}, drawing, puzzle)


def _path(path: Sequence[int], drawing: Drawing) -> list[Cell]:
    cells = [drawing.board[int(place)] for place in path if int(place) in drawing.board]
    if len(cells) < len(path) or len(cells) < 2:
        raise InstanceError((), "Penpa+: a line that leaves the board")
    return cells


def _dots(symbols: Mapping[str, Any], drawing: Drawing, puzzle: Stated) -> None:
    """White and black circles on sides, if the words speak of Kropki and say whether all are given."""
    words, rule = drawing.words, {"white": list[str](), "black": list[str]()}
    for key, symbol in symbols.items():
        side, place = divmod(int(key), drawing.points.number)
        there = place + {2: drawing.points.width, 3: 1}.get(side, 0)
        board, colour = drawing.board, DOTS.get(symbol[0]) if isinstance(symbol[0], int) else None
        fine = colour and str(symbol[1]).startswith("circle") and side in (2, 3) and "kropki" in words.lower()
        if not fine or colour is None or place not in board or there not in board:
            raise InstanceError((), f"Penpa+: the symbol {symbol[1]!r:.40} is not read")
        rule[colour].append(names([board[place], board[there]]))
    if re.search("kropki", words, re.IGNORECASE):
        every, not_all = ALL_DOTS.search(words), NOT_ALL.search(words)
        if not every and not not_all:
            raise InstanceError((), "Penpa+: the words do not say whether all Kropki dots are given")
        puzzle.rules["kropki"] = {**rule} if not_all else {**rule, "all given": "true"}


def _check_words(drawing: Drawing, puzzle: Stated) -> None:
    stated_rules = {name.partition("-diagonal")[0] for name in puzzle.rules}
    if {"falling", "rising"} & stated_rules:
        stated_rules.add("diagonals")
    if "different" in stated_rules:
        stated_rules.add("killer")
    for pattern, rules in WORDS.items():
        if (match := re.search(pattern, drawing.words, re.IGNORECASE)) and not stated_rules & set(rules):
            raise InstanceError((), f"Penpa+: the words say {match[0]!r:.40}, which no drawing states")
