"""Statue Park of puzz.link: addresses `statuepark/COLUMNS/ROWS/CIRCLES/BANK`, and files pzprv3.

Pieces are laid on the board, turned and flipped as they fit, each of the bank once; no two share a side, and
the free cells are connected. A black circle is on a piece, a white one is not. So it is a packing.

CIRCLES, empty or of all cells, has a character of 0 to 9 and a to q for three: the digits of its value to the
base 3, 1 a white circle, 2 a black one. BANK is /p, /t or /d (the pentominoes, the tetrominoes once or
twice), or a number and so many pieces: columns, rows (to the base 36), and a bit for each cell, five to a
character, 0 for those left out. A file has the bank, the circles, then an answer, which is not read.

Source: github.com/robx/pzprjs, src/variety/statuepark.js.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from zenkai_solver.models.formats.faults import fault
from zenkai_solver.models.formats.puzzlink_numbers import DIGITS, as_bits, check_cells, file_size, of_bits
from zenkai_solver.models.formats.stated import LETTERS

PRESETS = {"p": ("pentominoes", "FILNPTUVWXYZ", 1), "t": ("tetrominoes", "ILOST", 1)}
PRESETS["d"] = ("tetrominoes", "ILOST", 2)
PIECE = re.compile(r"([1-9a-z])([1-9a-z])([0-9a-v]+)")
WHITE, BLACK = 1, 2
MOST_PIECES = 52
Drawing = tuple[str, ...]  # rows of # and .


@dataclass(frozen=True)
class StatuePark:
    """Circles by rows: 0, WHITE or BLACK; a preset's key, or drawings of pieces."""

    rows: int
    columns: int
    circles: tuple[int, ...]
    bank: str | tuple[Drawing, ...]

    def as_yaml(self) -> str:
        """The packing."""
        lines = ["puzzle: packing", f"board: {self.rows}x{self.columns}", *self._pieces()]
        lines += ["fill: partial", "touch: corners", "holes: connected", "symmetry: all"]
        cells = [(divmod(at, self.columns), circle) for at, circle in enumerate(self.circles) if circle]
        if cells:
            said = ("not " * (circle == BLACK) + f".@R{r + 1}C{c + 1}" for (r, c), circle in cells)
            lines.append(f"where: {' and '.join(said)}")
        return "\n".join(lines) + "\n"

    def _pieces(self) -> list[str]:
        if isinstance(self.bank, str):
            name, letters, count = PRESETS[self.bank]
            return [f"pieces: {name}", f"counts: {count}", f"alike: [{letters}]"]
        counts: dict[Drawing, int] = {}
        for drawing in map(least, self.bank):
            counts[drawing] = counts.get(drawing, 0) + 1
        lines = ["pieces:"]
        for letter, drawing in zip(LETTERS, counts, strict=False):
            lines += ["  - |", *("    " + row.replace("#", letter) for row in drawing)]
        numbers = ", ".join(f"{letter}: {n}" for letter, n in zip(LETTERS, counts.values(), strict=False))
        lines += ["flips: true", "rotations: true", f"counts: {{{numbers}}}"]
        return [*lines, f"alike: [{LETTERS[: len(counts)]}]"]

    def address(self) -> str:
        """As `address` reads it."""
        padded = [*self.circles, *[0] * (-len(self.circles) % 3)]
        triples = (padded[i : i + 3] for i in range(0, len(padded), 3))
        circles = "".join(DIGITS[9 * one + 3 * two + three] for one, two, three in triples)
        words = "/".join([str(len(self.bank)), *map(_word, self.bank)])
        bank = f"/{self.bank}" if isinstance(self.bank, str) else words
        return f"statuepark/{self.columns}/{self.rows}/{circles}/{bank}"


def _word(drawing: Drawing) -> str:
    bits = "".join(drawing).replace(".", "0").replace("#", "1")
    return DIGITS[len(drawing[0])] + DIGITS[len(drawing)] + of_bits(bits).rstrip("0")


def least(drawing: Drawing) -> Drawing:
    """The same for a piece however it is turned and flipped."""
    images = [drawing]
    for _ in range(3):
        images.append(tuple("".join(column)[::-1] for column in zip(*images[-1], strict=True)))
    return min([*images, *(image[::-1] for image in images)])


def address(text: str) -> StatuePark:
    """What follows `p?`. Raises InstanceError."""
    match = re.fullmatch(r"statuepark/(\d{1,2})/(\d{1,2})/([0-9a-q]*)/(.*?)/?", text)
    if match is None:
        raise fault("puzz.link: not a Statue Park: .../p?statuepark/COLUMNS/ROWS/CIRCLES/BANK")
    columns, rows = int(match[1]), int(match[2])
    check_cells("Statue Park", rows, columns)
    if match[3] and len(match[3]) != (needed := -(-rows * columns // 3)):
        said = f"puzz.link: {len(match[3])} characters of circles; {rows}x{columns} needs {needed}"
        raise fault(said)
    values = (DIGITS.index(char) for char in match[3])
    circles = [value // power % 3 for value in values for power in (9, 3, 1)]
    words = match[4].split("/")
    bank = words[1:] if words[0] == "" else words
    return _park(rows, columns, circles, bank)


def file(words: Sequence[str]) -> StatuePark:
    """What follows the genre: rows, columns, the bank, a circle (or a dot) per cell. Raises InstanceError."""
    rows, columns = file_size(words[:2] if len(words) > 2 else ())
    check_cells("Statue Park", rows, columns)
    used = 1 + (int(words[2]) if re.fullmatch(r"\d{1,2}", words[2]) else 0)
    cells = words[2 + used :][: rows * columns]
    if len(cells) < rows * columns or not {*cells} <= {".", "1", "2"}:
        raise fault(f"pzprv3: {rows}x{columns} cells of ., 1 and 2 are needed behind the pieces")
    circles = [int(word) if word in "12" else 0 for word in cells]
    return _park(rows, columns, circles, words[2 : 2 + used])


def _park(rows: int, columns: int, circles: Sequence[int], bank: Sequence[str]) -> StatuePark:
    """`circles` are none, or those of all cells, and further zeros."""
    cells = rows * columns
    if any(circles[cells:]):
        raise fault(f"Statue Park: circles behind the {cells} cells")
    padded = (*circles[:cells], *(0 for _ in range(cells - len(circles))))
    return StatuePark(rows, columns, padded, _bank(bank))


def _bank(words: Sequence[str]) -> str | tuple[Drawing, ...]:
    if len(words) == 1 and words[0] in PRESETS:
        return words[0]
    count, pieces = words[0] if words else "", words[1:]
    if not re.fullmatch(r"[1-9]\d?", count) or int(count) != len(pieces) or len(pieces) > MOST_PIECES:
        raise fault(
            f"Statue Park: the pieces {'/'.join(words)!r:.40} are not read: p, t, d, or N and N pieces"
        )
    return tuple(map(_piece, pieces))


def _piece(word: str) -> Drawing:
    match = PIECE.fullmatch(word)
    if match is None:
        raise fault(f"Statue Park: {word!r:.40} is not a piece")
    columns, rows = DIGITS.index(match[1]), DIGITS.index(match[2])
    bits = as_bits(match[3])
    if "1" not in bits or "1" in bits[rows * columns :]:
        raise fault(f"Statue Park: {word!r:.40} is not a piece of {rows}x{columns} cells")
    marks = bits.ljust(rows * columns, "0").replace("0", ".").replace("1", "#")
    return tuple(marks[r * columns :][:columns] for r in range(rows))
