"""Nonograms as text and as SVG, with the clues around the grid.

    text(sheet, board)             on a terminal: half blocks, two rows of cells per line of text; the upper
                                   row's clue is on the left, the lower row's on the right
    side_by_side(sheet, boards)    cells in which the boards differ are marked
    svg(sheet, boards)             the same as a picture
A board may be partial: '?' is an undetermined cell.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape
from itertools import zip_longest

from zenkai_solver.models.blocks import Blocks
from zenkai_solver.models.grid import EMPTY, Cell
from zenkai_solver.models.nonogram.sheet import BLACK, OPEN, Sheet
from zenkai_solver.models.render.metrics import text_width
from zenkai_solver.models.render.several import differing
from zenkai_solver.models.render.svg import document, frames
from zenkai_solver.models.render.text import Style
from zenkai_solver.models.symmetry import Board

DIFFERS = {"painted": "*", "white": "o"}  # marks in plain text; with several inks `*r` and `*.`
USED = ":"
HALVES = {"..": " ", "#.": "▀", ".#": "▄", "##": "█"}
CELL, MARGIN, DIGIT = 18, 8, 11  # pixels


def clue_words(sheet: Sheet, blocks: Blocks) -> list[str]:
    """The blocks of a clue; if there are several inks, the ink's character follows the length."""
    several = len(sheet.inks) > 1
    return [f"{length}{sheet.labels[ink] if several else ''}" for length, ink in blocks] or ["0"]


def text(sheet: Sheet, board: Board, style: Style = "ascii") -> str:
    """The board with its clues."""
    halves = style == "box" and sheet.inks == (BLACK,) and not set("".join(board)) - set("#.")
    return "\n".join(_halves(sheet, board) if halves else _plain(sheet, board))


def _plain(sheet: Sheet, board: Sequence[Sequence[str]], clues: bool = True) -> list[str]:
    """One character per cell, padded to the width of the widest number above the columns and a space."""
    columns = [clue_words(sheet, blocks) for blocks in sheet.columns]
    rows = [" ".join(clue_words(sheet, blocks)) for blocks in sheet.rows]
    width = 1 + max(len(word) for words in columns for word in words)
    left = max(map(len, rows)) if clues else 0
    head = _stacked(columns)
    lines = [" " * left + "".join(word.rjust(width) for word in line) for line in head]
    for clue, row in zip(rows, board):
        lines.append((clue.rjust(left) if clues else "") + "".join(char.rjust(width) for char in row))
    return [line.rstrip() for line in lines]


def _stacked(columns: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
    """The words of each column below one another, aligned at the bottom, as lines."""
    return list(zip_longest(*(words[::-1] for words in columns), fillvalue=""))[::-1]


def _halves(sheet: Sheet, board: Board) -> list[str]:
    """Half blocks: two cells per character. The numbers above the columns are written downwards, digit by
    digit, with gaps between them if one has two digits.
    """
    words = [clue_words(sheet, blocks) for blocks in sheet.columns]
    between = " " if any(len(word) > 1 for line in words for word in line) else ""
    head = _stacked([list(between.join(line)) for line in words])
    clues = [" ".join(clue_words(sheet, blocks)) for blocks in sheet.rows]
    left = max(map(len, clues[::2]))
    lines = [" " * (left + 1) + "".join(char or " " for char in line) for line in head]
    rows = [*board, EMPTY * len(board[0])] if len(board) % 2 else board
    for r in range(0, len(board), 2):
        cells = "".join(HALVES[upper + lower] for upper, lower in zip(rows[r], rows[r + 1]))
        lines.append(f"{clues[r].rjust(left)} {cells} {clues[r + 1] if r + 1 < len(clues) else ''}")
    return [line.rstrip() for line in lines]


def side_by_side(
    sheet: Sheet, boards: Sequence[Board], style: Style = "ascii", used: Collection[Cell] = ()
) -> str:
    """The boards from left to right; cells that differ are marked, and `used` ones by a colon."""
    marked, several = differing(boards), sheet.inks != (BLACK,)

    def shown(cell: Cell, char: str) -> str:
        if cell not in marked:
            return USED + char if cell in used else char
        return DIFFERS["painted"] + char if several else DIFFERS["white" if char == EMPTY else "painted"]

    drawn = []
    for number, board in enumerate(boards):
        rows = [[shown((r, c), char) for c, char in enumerate(row)] for r, row in enumerate(board)]
        drawn.append(_plain(sheet, rows, clues=number == 0))
    widths = [max(map(len, lines)) for lines in drawn]
    joined = ("   ".join(line.ljust(width) for line, width in zip(lines, widths)) for lines in zip(*drawn))
    return "\n".join(line.rstrip() for line in joined)


def svg(sheet: Sheet, boards: Sequence[Board], used: Collection[Cell] = ()) -> str:
    """The boards as one picture, each with its clues; cells that differ have a red frame, other cells in
    `used` an orange one.
    """
    left = DIGIT * max(len(" ".join(clue_words(sheet, blocks))) for blocks in sheet.rows)
    top = (DIGIT + 4) * max(len(clue_words(sheet, blocks)) for blocks in sheet.columns)
    width = left + CELL * len(sheet.columns) + 2 * MARGIN
    marked = differing(boards) if len(boards) > 1 else set()
    body: list[str] = []
    for number, board in enumerate(boards):
        x, y = number * width + MARGIN + left, MARGIN + top
        body += [*_clues(sheet, x, y), *_cells(sheet, board, x, y), *_lines(sheet, x, y)]
        body += frames(marked, CELL, x, y, used)
    return document(width * len(boards), top + CELL * len(sheet.rows) + 2 * MARGIN, body)


def _clues(sheet: Sheet, x: int, y: int) -> list[str]:
    """Each word is a text of its own, as programs do not agree on where parts of a text lie."""
    body = []
    for r, blocks in enumerate(sheet.rows):
        words, right = clue_words(sheet, blocks), float(x - 4)
        for i in reversed(range(len(words))):
            at = f'x="{right:.2f}" y="{y + r * CELL + CELL // 2 + 4}" text-anchor="end"'
            body.append(_word(sheet, words[i], blocks, i, at))
            right -= text_width(f"{words[i]} ", DIGIT)
    for c, blocks in enumerate(sheet.columns):
        words = clue_words(sheet, blocks)
        for i, word in enumerate(words):
            line = y - 5 - (DIGIT + 4) * (len(words) - 1 - i)
            at = f'x="{x + c * CELL + CELL // 2}" y="{line}" text-anchor="middle"'
            body.append(_word(sheet, word, blocks, i, at))
    return body


def _word(sheet: Sheet, word: str, blocks: Blocks, i: int, at: str) -> str:
    colour = sheet.inks[blocks[i][1] - 1].rgb if blocks else "#000000"
    style = f'font-family="sans-serif" font-size="{DIGIT}" fill="{colour}"'
    return f"<text {at} {style}>{escape(word, quote=False)}</text>"


def _cells(sheet: Sheet, board: Board, x: int, y: int) -> list[str]:
    colours = {ink.label: ink.rgb for ink in sheet.inks} | {EMPTY: sheet.background, OPEN: "#d8d8d8"}
    return [
        f'<rect x="{x + c * CELL}" y="{y + r * CELL}" width="{CELL}" height="{CELL}" fill="{colours[char]}"/>'
        for r, row in enumerate(board)
        for c, char in enumerate(row)
    ]


def _lines(sheet: Sheet, x: int, y: int) -> list[str]:
    """The grid; every fifth line is thick."""
    rows, columns = len(sheet.rows), len(sheet.columns)
    thin: list[str] = []
    thick: list[str] = []
    for r in range(rows + 1):
        (thick if r % 5 == 0 or r == rows else thin).append(f"M{x} {y + r * CELL}h{columns * CELL}")
    for c in range(columns + 1):
        (thick if c % 5 == 0 or c == columns else thin).append(f"M{x + c * CELL} {y}v{rows * CELL}")
    return [
        f'<path d="{"".join(thin)}" stroke="#999" stroke-width="0.7" fill="none"/>',
        f'<path d="{"".join(thick)}" stroke="#222" stroke-width="1.6" stroke-linecap="square" fill="none"/>',
    ]
