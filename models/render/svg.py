"""Boards as SVG pictures: one colour and one letter per piece, thick lines between pieces.

A label has one character; where copies of a piece are to be told apart, the others have more (O, O2, O3),
and only the first is shown.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from html import escape
from types import MappingProxyType
from typing import TypeVar

from zenkai_solver.models.grid import EMPTY, OUTSIDE, Cell, components

Key = TypeVar("Key", Cell, int)

OPENING = '<svg xmlns="http://www.w3.org/2000/svg"'
SIZE = re.compile(OPENING + r' width="(\d+)" height="(\d+)"')
CELL = 32  # pixels
MARGIN = 6
FRAME = 3  # pixels from the middle of a border to that of a frame
SHADES = {"w": "#ffffff", "b": "#222222", "r": "#d02020", "g": "#208020", "y": "#f0d020"}
PALETTE = (
    *("#3ca596", "#f0c369", "#a58700", "#d2b4ff", "#b4e1b4", "#d27869"),
    *("#8787c3", "#fff087", "#69c3b4", "#d2a54b", "#69f0f0", "#a596f0"),
)
TINTS = (0.0, 0.55, 0.3)  # share of white in the first dozen of colours, the second, and the third


def colour(number: int) -> str:
    """A light colour. The first dozen can be told apart by people with dichromacy, and dark letters are
    legible on all (`tests/models/test_colours.py`). Later dozens are tints of these, told apart by letters.
    """
    tint = TINTS[number // len(PALETTE) % len(TINTS)]
    rgb = PALETTE[number % len(PALETTE)]
    parts = (int(rgb[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(part + (255 - part) * tint):02x}" for part in parts)


def document(width: int, height: int, body: Sequence[str], scale: float = 1.0) -> str:
    """The SVG file of the given size in pixels, displayed `scale` times as large."""
    head = f'{OPENING} width="{round(scale * width)}" height="{round(scale * height)}"'
    return "\n".join([f'{head} viewBox="0 0 {width} {height}">', *body, "</svg>"]) + "\n"


def size(picture: str) -> tuple[int, int]:
    """Width and height in pixels of a picture made by `document`. Raises ValueError for another one."""
    match = SIZE.match(picture)
    if match is None:
        raise ValueError("not a picture of ours")
    return int(match[1]), int(match[2])


def pieces(
    board: Sequence[Sequence[str]], left: int = MARGIN, top: int = MARGIN, labels: Collection[str] = ()
) -> list[str]:
    """The elements that draw a board of labels: squares, borders, one letter per piece.

    `labels`: the labels of several boards, so that each has the same colour on all of them.
    """
    cells: dict[str, list[Cell]] = {}
    for r, row in enumerate(board):
        for c, label in enumerate(row):
            if label != OUTSIDE:
                cells.setdefault(label, []).append((r, c))
    body: list[str] = []
    letters = {*(label[0] for label in cells), *labels} - {EMPTY}
    numbers = {label: number for number, label in enumerate(sorted(letters))}
    for label, covered in sorted(cells.items()):
        fill = "#ffffff" if label == EMPTY else colour(numbers[label[0]])
        for r, c in covered:
            x, y = left + c * CELL, top + r * CELL
            body.append(
                f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{fill}" '
                'stroke="#00000022" stroke-width="1"/>'
            )
    body.append(
        f'<path d="{borders(board, left, top)}" fill="none" stroke="#222" stroke-width="2.5" '
        'stroke-linecap="square"/>'
    )
    for label, covered in sorted(cells.items()):
        if label == EMPTY:
            continue
        for part in components(covered):
            r, c = _middle(part)
            x, y = left + c * CELL + CELL // 2, top + r * CELL + CELL // 2
            body.append(
                f'<text x="{x}" y="{y}" font-family="sans-serif" font-size="15" text-anchor="middle" '
                f'dominant-baseline="central" fill="#222">{escape(label[0], quote=False)}</text>'
            )
    return body


def _middle(part: Sequence[Cell]) -> Cell:
    """The cell of the part that is nearest to its centre of gravity."""
    row = sum(r for r, _ in part) / len(part)
    column = sum(c for _, c in part) / len(part)
    return min(part, key=lambda cell: ((cell[0] - row) ** 2 + (cell[1] - column) ** 2, cell))


def borders(board: Sequence[Sequence[str]], left: int, top: int) -> str:
    """The path of all lines between cells with different labels."""
    rows, columns = len(board), len(board[0])

    def label(r: int, c: int) -> str:
        return board[r][c] if 0 <= r < rows and 0 <= c < columns else OUTSIDE

    steps = []
    for r in range(rows + 1):
        for c in range(columns + 1):
            x, y = left + c * CELL, top + r * CELL
            if label(r - 1, c) != label(r, c):
                steps.append(f"M{x} {y}h{CELL}")
            if label(r, c - 1) != label(r, c):
                steps.append(f"M{x} {y}v{CELL}")
    return "".join(steps)


def caption(text: str) -> str:
    """A line of text as a picture."""
    width = 2 * MARGIN + 8 * len(text)
    words = f'<text x="{MARGIN}" y="15" font-family="sans-serif" font-size="13" fill="#222">'
    words += f"{escape(text, quote=False)}</text>"
    return document(width, 22, [words])


def board_svg(
    board: Sequence[Sequence[str]],
    marked: Collection[Cell] = (),
    labels: Collection[str] = (),
    shades: Mapping[Cell, str] = MappingProxyType({}),
    used: Collection[Cell] = (),
) -> str:
    """One board as a picture, with frames in marked and used cells; `labels` as in `pieces`.

    `shades`: colours of dots (see `dot`), for cells that have a colour beside that of their piece.
    """
    body = [*pieces(board, labels=labels), *frames(marked, CELL, MARGIN, MARGIN, used)]
    for (r, c), shade in sorted(shades.items()):
        body.append(dot((MARGIN + c * CELL + CELL * 0.78, MARGIN + r * CELL + CELL * 0.78), shade))
    return document(2 * MARGIN + CELL * len(board[0]), 2 * MARGIN + CELL * len(board), body)


def dot(at: tuple[float, float], shade: str, radius: float = 3.5) -> str:
    """A dot in a cell's colour: w, b, r, g and y for white, black, red, green and yellow; else others."""
    fill = SHADES.get(shade) or colour(ord(shade))
    return f'<circle cx="{at[0]:.1f}" cy="{at[1]:.1f}" r="{radius}" fill="{fill}" stroke="#222"/>'


def marks(marked: Iterable[Key], used: Iterable[Key] = ()) -> dict[Key, str]:
    """The colour of the frame of each: red if marked, orange if only used."""
    return dict.fromkeys(sorted(used), "#f0a000") | dict.fromkeys(sorted(marked), "#e02020")


def frames(cells: Collection[Cell], side: int, left: int, top: int, used: Collection[Cell] = ()) -> list[str]:
    """A red frame in each of the cells, and a thin orange one in each of the others that are used; they leave
    the borders of pieces free.
    """
    colours = sorted(marks(cells, used).items(), key=lambda mark: (mark[0] not in cells, mark[0]))
    return [
        f'<rect x="{left + c * side + FRAME}" y="{top + r * side + FRAME}" width="{side - 2 * FRAME}" '
        f'height="{side - 2 * FRAME}" '
        f'fill="none" stroke="{colour}" stroke-width="{2 if (r, c) in cells else 1}"/>'
        for (r, c), colour in colours
    ]
