"""Boards as text with borders: a cell is 4 columns by 2 lines, and no line is drawn inside a piece.

+---+-----------+
|   |           |
|   +---+   +---+
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from zenkai_solver.models.grid import Cell

Style = Literal["ascii", "box"]

# The character of a crossing by the lines that leave it, as a sum: 8 up, 4 down, 2 left, 1 right.
CROSSINGS: dict[Style, str] = {"ascii": " ---|+++|+++|+++", "box": " ╶╴─╷┌┐┬╵└┘┴│├┤┼"}
LINES: dict[Style, tuple[str, str]] = {"ascii": ("---", "|"), "box": ("───", "│")}


def bordered(
    board: Sequence[Sequence[str]], style: Style = "ascii", inside: Sequence[str] | None = None
) -> str:
    """The board with a line wherever two neighbouring labels differ; ' ' is outside and has no border.

    `inside`, if given, has the same shape and one character to write in the middle of each cell.
    """
    rows, columns = len(board), len(board[0])

    def label(r: int, c: int) -> str:
        return board[r][c] if 0 <= r < rows and 0 <= c < columns else " "

    def above(r: int, c: int) -> bool:  # a line along the upper side of cell (r, c)
        return label(r - 1, c) != label(r, c)

    def left(r: int, c: int) -> bool:
        return label(r, c - 1) != label(r, c)

    def crossing(r: int, c: int) -> str:
        lines = 8 * left(r - 1, c) + 4 * left(r, c) + 2 * above(r, c - 1) + above(r, c)
        return CROSSINGS[style][lines]

    horizontal, vertical = LINES[style]
    text = []
    for r in range(rows + 1):
        text.append(
            "".join(crossing(r, c) + (horizontal if above(r, c) else "   ") for c in range(columns + 1))
        )
        if r < rows:
            middle = inside[r] if inside else " " * columns
            text.append(
                "".join(f"{vertical if left(r, c) else ' '} {char} " for c, char in enumerate(middle + " "))
            )
    return "\n".join(line.rstrip() for line in text)


def bracketed(drawing: str, cells: Iterable[Cell], before: str, after: str) -> str:
    """The drawing of `bordered` with `before` and `after` around the content of each of the cells."""
    lines = [list(line) for line in drawing.split("\n")]
    for r, c in cells:
        line = lines[2 * r + 1]
        line += " " * (4 * c + 4 - len(line))
        line[4 * c + 1], line[4 * c + 3] = before, after
    return "\n".join("".join(line).rstrip() for line in lines)
