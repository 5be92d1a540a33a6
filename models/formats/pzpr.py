"""Four genres of puzz.link: addresses .../p?GENRE/..., and files pzprv3/GENRE/...

A sudoku is a number for each cell: see `models.formats.puzzlink`. A file has the rows of the puzzle, then
those of an answer, which is not read; the table of a nonogram has the clues left of and above the picture.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from zenkai_solver.models.blocks import Blocks
from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.formats import pentominous, puzzlink, statuepark
from zenkai_solver.models.formats.pentominous import Pentominous
from zenkai_solver.models.formats.stated import Stated, check_size
from zenkai_solver.models.formats.statuepark import StatuePark
from zenkai_solver.models.nonogram.sheet import MAX_SIDE, Sheet
from zenkai_solver.models.sudoku.puzzle import Sudoku
from zenkai_solver.models.sudoku.reading import DEFAULT_BOXES

SUDOKU = re.compile(r"sudoku/(\d{1,2})/(\d{1,2})/([0-9a-z.+-]*)")
GENRES = ("nonogram", "pentominous", "statuepark", "sudoku")
WORDS = re.compile(r"[\s/]+")


def address(text: str) -> Stated | StatuePark | Pentominous | Sheet:
    """What follows `p?`. Raises InstanceError, for other genres by name."""
    genre = text.partition("/")[0]
    if genre not in GENRES:
        raise InstanceError((), f"puzz.link: {genre!r:.40} is not read; known: {', '.join(GENRES)}")
    if genre == "nonogram":
        return puzzlink.read(text)
    if genre == "statuepark":
        return statuepark.address(text)
    if genre == "pentominous":
        return pentominous.address(text)
    match = SUDOKU.fullmatch(text)
    if match is None or match[1] != match[2]:
        raise InstanceError((), "puzz.link: not an address of a sudoku: .../p?sudoku/SIZE/SIZE/NUMBERS")
    places = list(puzzlink.places(match[3], unknown=".")) if match[3] else []
    return _sudoku(int(match[1]), places)


def _sudoku(size: int, numbers: Sequence[int]) -> Stated:
    check_size(size)
    if size not in DEFAULT_BOXES:
        raise InstanceError((), f"puzz.link: no usual boxes for {size}x{size}")
    if len(numbers) != size * size:
        raise InstanceError((), f"puzz.link: {len(numbers)} cells; {size}x{size} has {size * size}")
    givens = {divmod(place, size): number for place, number in enumerate(numbers) if number}
    return Stated(size, givens, DEFAULT_BOXES[size])


def file(text: str) -> Stated | StatuePark | Pentominous | Sheet:
    """A text that begins with pzprv3. Raises InstanceError."""
    words = [word for word in WORDS.split(text) if word]
    genre = words[1] if len(words) > 1 else ""
    if genre not in GENRES:
        raise InstanceError((), f"pzprv3: {genre!r:.40} is not read; known: {', '.join(GENRES)}")
    if genre == "statuepark":
        return statuepark.file(words[2:])
    if genre == "pentominous":
        return pentominous.file(words[2:])
    sides = [int(word) for word in words[2 : 3 + (genre == "nonogram")] if re.fullmatch(r"\d{1,3}", word)]
    if len(sides) != 1 + (genre == "nonogram") or not all(1 <= side <= MAX_SIDE for side in sides):
        raise InstanceError((), "pzprv3: no size behind the genre")
    cells = words[2 + len(sides) :]
    return _nonogram(sides[0], sides[1], cells) if genre == "nonogram" else _sudoku_file(sides[0], cells)


def _sudoku_file(size: int, cells: Sequence[str]) -> Stated:
    if len(cells) not in (size * size, 2 * size * size):
        raise InstanceError((), f"pzprv3: {len(cells)} cells; {size}x{size} has {size * size}")
    return _sudoku(size, [_number(word) for word in cells[: size * size]])


def _number(word: str) -> int:
    """The number of a cell; 0 for none, and for one that is not said."""
    if word in (".", "-"):
        return 0
    if not re.fullmatch(r"\d{1,3}", word):
        raise InstanceError((), f"pzprv3: {word!r:.40} is not a number")
    return int(word)


def _nonogram(height: int, width: int, words: Sequence[str]) -> Sheet:
    deep, long = (height + 1) // 2, (width + 1) // 2
    if len(words) != (deep + height) * (long + width):
        raise InstanceError((), f"pzprv3: {len(words)} places; {(deep + height) * (long + width)} are needed")
    table = [words[i : i + long + width] for i in range(0, len(words), long + width)]
    rows = tuple(_clue(row[:long]) for row in table[deep:])
    return Sheet(rows, tuple(_clue([row[long + c] for row in table[:deep]]) for c in range(width)))


def _clue(words: Sequence[str]) -> Blocks:
    return tuple((number, 1) for number in map(_number, words) if number)


def write(puzzle: Sudoku) -> str:
    """The address of a sudoku without other rules. Raises InstanceError."""
    from zenkai_solver.models.formats.sudoku import of_puzzle

    of_puzzle(puzzle)
    text, blanks = "", 0
    for cell in puzzle.grid.cells:
        if cell in puzzle.givens:
            text, blanks = text + puzzlink.skips(blanks) + puzzlink.number(puzzle.givens[cell]), 0
        else:
            blanks += 1
    size = puzzle.grid.rows
    return f"https://puzz.link/p?sudoku/{size}/{size}/{text + puzzlink.skips(blanks)}\n"
