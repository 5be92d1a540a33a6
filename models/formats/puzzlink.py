"""puzz.link: addresses .../p?GENRE/..., and files pzprv3/GENRE/..., of the genres in `GENRES`.

A number in an address is a hexadecimal digit, - and two digits, or + and three; the letters g to z are 1 to
20 empty places. A sudoku is SIZE/SIZE and a number for each cell, `.` one that is not said. A nonogram is
WIDTH/HEIGHT/CLUES: each column has (height + 1) // 2 places for numbers and each row (width + 1) // 2,
columns first; a clue is written from the block next to the grid outwards. A file has the rows of the puzzle,
then those of an answer, which is not read; the table of a nonogram has the clues left of and above the
picture. Addresses of all other genres are read by `puzzlink_genres`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from zenkai_solver.models.blocks import Blocks
from zenkai_solver.models.document import fault
from zenkai_solver.models.fields import nearest
from zenkai_solver.models.formats.clues import only_black
from zenkai_solver.models.formats.puzzlink_numbers import EMPTY_PLACES, encoded, number
from zenkai_solver.models.formats.puzzlink_packings import (
    Pentominous,
    StatuePark,
    park_address,
    park_file,
    pentominous_address,
    pentominous_file,
)
from zenkai_solver.models.formats.stated import StatedSudoku, check_size
from zenkai_solver.models.genres.table import LINKED
from zenkai_solver.models.nonogram.sheet import MAX_SIDE, Sheet
from zenkai_solver.models.sudoku.puzzle import Sudoku
from zenkai_solver.models.sudoku.reading import DEFAULT_BOXES

if TYPE_CHECKING:
    from zenkai_solver.models.formats.puzzlink_genres import StatedGenre

ADDRESS = re.compile(r"(?:https?://[\w.-]+/p(?:\.html)?\?)?(?:nonogram)/(\d{1,4})/(\d{1,4})/([0-9a-z+-]*)")
SUDOKU = re.compile(r"sudoku/(\d{1,2})/(\d{1,2})/([0-9a-z.+-]*)")
TOKEN = re.compile(r"[0-9a-f]|-[0-9a-f]{2}|\+[0-9a-f]{3}|[g-z]")
WORDS = re.compile(r"[\s/]+")
MODE = re.compile(r"_(?:edit|play)/")  # after the name of a genre: how the site opens it
Puzzle = StatedSudoku | StatuePark | Pentominous | Sheet


class LinkGenre(NamedTuple):
    """The readers of a genre: of an address after the genre, and of the words of a file after it."""

    address: Callable[[str], Puzzle]
    file: Callable[[Sequence[str]], Puzzle]


def address(text: str) -> Puzzle | StatedGenre:
    """What follows `p?`. Raises InstanceError, for other genres by name."""
    text = MODE.sub("/", text, count=1)
    name = text.partition("/")[0]
    if name not in GENRES and name in LINKED:
        from zenkai_solver.models.formats import puzzlink_genres

        return puzzlink_genres.address(text)
    return _genre("puzz.link", name).address(text)


def file(text: str) -> Puzzle:
    """A text that begins with pzprv3. Raises InstanceError."""
    words = [word for word in WORDS.split(text) if word]
    return _genre("pzprv3", words[1] if len(words) > 1 else "").file(words[2:])


def _genre(where: str, name: str) -> LinkGenre:
    if name not in GENRES:
        known = sorted([*GENRES, *(LINKED if where == "puzz.link" else ())])
        raise fault(f"{where}: {name!r:.40} is not read{nearest(name, known)}")
    return GENRES[name]


def _places(text: str, unknown: str = "") -> Iterator[int]:
    """The numbers, 0 for an empty place and for an unknown number. Raises InstanceError."""
    at = 0
    while at < len(text):
        if unknown and text[at] == unknown:
            yield 0
            at += 1
            continue
        match = TOKEN.match(text, at)
        if not match:
            raise fault(f"{text[at : at + 4]!r} is not a number", 1)
        token, at = match[0], match.end()
        if token in EMPTY_PLACES:
            yield from [0] * (EMPTY_PLACES.index(token) + 1)
        else:
            yield int(token.lstrip("+-"), 16)


def _sides(words: Sequence[str], number: int) -> list[int]:
    """The first words of a file as the numbers of cells."""
    sides = [int(word) for word in words[:number] if re.fullmatch(r"\d{1,3}", word)]
    if len(sides) != number or not all(1 <= side <= MAX_SIDE for side in sides):
        raise fault("pzprv3: no size behind the genre")
    return sides


def _number(word: str) -> int:
    """The number of a cell; 0 for no number and for an unknown one."""
    if word in (".", "-"):
        return 0
    if not re.fullmatch(r"\d{1,3}", word):
        raise fault(f"pzprv3: {word!r:.40} is not a number")
    return int(word)


# ---- sudokus


def _sudoku_address(text: str) -> StatedSudoku:
    match = SUDOKU.fullmatch(text)
    if match is None or match[1] != match[2]:
        raise fault("puzz.link: not an address of a sudoku: .../p?sudoku/SIZE/SIZE/NUMBERS")
    return _sudoku(int(match[1]), list(_places(match[3], unknown=".")))


def _sudoku_file(words: Sequence[str]) -> StatedSudoku:
    (size,), cells = _sides(words, 1), words[1:]
    if len(cells) not in (size * size, 2 * size * size):
        raise fault(f"pzprv3: {len(cells)} cells; {size}x{size} has {size * size}")
    return _sudoku(size, [_number(word) for word in cells[: size * size]])


def _sudoku(size: int, numbers: Sequence[int]) -> StatedSudoku:
    check_size(size)
    if size not in DEFAULT_BOXES:
        raise fault(f"puzz.link: no usual boxes for {size}x{size}")
    if len(numbers) != size * size:
        raise fault(f"puzz.link: {len(numbers)} cells; {size}x{size} has {size * size}")
    givens = {divmod(place, size): number for place, number in enumerate(numbers) if number}
    return StatedSudoku(size, givens, DEFAULT_BOXES[size])


def write(puzzle: Sudoku | Sheet, _: str = "") -> str:
    """The address of a nonogram, or of a sudoku without other rules. Raises InstanceError."""
    if isinstance(puzzle, Sheet):
        return _write_nonogram(puzzle)
    from zenkai_solver.models.formats.sudoku import of_puzzle

    of_puzzle(puzzle)
    cells, size = puzzle.grid.cells, puzzle.grid.rows
    text = encoded(number(puzzle.givens[cell]) if cell in puzzle.givens else None for cell in cells)
    return f"https://puzz.link/p?sudoku/{size}/{size}/{text}\n"


# ---- nonograms


def read(text: str) -> Sheet:
    """The nonogram of an address. Raises InstanceError."""
    match = ADDRESS.fullmatch(text.strip())
    if not match:
        raise fault("not an address of a nonogram: .../p?nonogram/WIDTH/HEIGHT/CLUES", 1)
    width, height = int(match[1]), int(match[2])
    if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
        raise fault(f"{height} rows and {width} columns; a puzzle has 1 to {MAX_SIDE}", 1)
    deep, long = (height + 1) // 2, (width + 1) // 2
    wanted, places = deep * width + long * height, _places(match[3])
    slots = list(islice(places, wanted))
    if (given := len(slots) + sum(1 for _ in places)) != wanted:
        raise fault(f"{given} places for clues; {height} rows and {width} columns have {wanted}", 1)
    columns = [slots[i * deep : (i + 1) * deep] for i in range(width)]
    rows = [slots[deep * width + i * long :][:long] for i in range(height)]
    return Sheet(tuple(_clue(reversed(row)) for row in rows), tuple(_clue(reversed(x)) for x in columns))


def _nonogram_file(words: Sequence[str]) -> Sheet:
    (height, width), words = _sides(words, 2), words[2:]
    deep, long = (height + 1) // 2, (width + 1) // 2
    if len(words) != (deep + height) * (long + width):
        raise fault(f"pzprv3: {len(words)} places; {(deep + height) * (long + width)} are needed")
    table = [words[i : i + long + width] for i in range(0, len(words), long + width)]
    rows = tuple(_clue(map(_number, row[:long])) for row in table[deep:])
    columns = (_clue(_number(row[long + c]) for row in table[:deep]) for c in range(width))
    return Sheet(rows, tuple(columns))


def _clue(numbers: Iterable[int]) -> Blocks:
    return tuple((length, 1) for length in numbers if length)


def _write_nonogram(sheet: Sheet) -> str:
    only_black(sheet, "puzz.link")
    places: list[str | None] = []
    for clues, room in ((sheet.columns, len(sheet.rows)), (sheet.rows, len(sheet.columns))):
        for clue in clues:
            places += [number(length) for length, _ in reversed(clue)]
            places += [None] * ((room + 1) // 2 - len(clue))
    size = f"{len(sheet.columns)}/{len(sheet.rows)}"
    return f"https://puzz.link/p?nonogram/{size}/{encoded(places)}\n"


GENRES = {
    "nonogram": LinkGenre(read, _nonogram_file),
    "pentominous": LinkGenre(pentominous_address, pentominous_file),
    "statuepark": LinkGenre(park_address, park_file),
    "sudoku": LinkGenre(_sudoku_address, _sudoku_file),
}
