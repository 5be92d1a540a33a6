"""Pieces that move from one figure to another, as an animated SVG file (CSS, no script).

The centre of gravity of each piece moves along a straight line, and the piece turns about it; a mirrored
piece is scaled through zero width; letters stay upright. The animation goes there and back with rests.
Viewers without animation, and readers who prefer reduced motion, see the pieces in figure 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from zenkai_solver.models.grid import Cell
from zenkai_solver.models.render.svg import CELL, MARGIN, colour, document

SECONDS = 8  # the duration of the way there and back
THERE = "0%,12%", "44%,62%", "94%,100%"  # keyframes: rest at the start, at the end, at the start
FIGURE = "#f1f1f1"  # the colour of the figures below the pieces


@dataclass(frozen=True)
class PieceMotion:
    """The motion of a piece, with its cells on the board before and after: mirrored (left-right) if `flip`,
    then turned clockwise by `turn` degrees, then shifted.
    """

    label: str
    start: tuple[Cell, ...]
    end: tuple[Cell, ...]
    flip: bool
    turn: int

    @property
    def shortest(self) -> int:
        """The turn as an angle from -180 to 180 degrees, clockwise."""
        return self.turn - 360 if self.turn > 180 else self.turn


def animation(moves: Sequence[PieceMotion]) -> str:
    """The text of the SVG file."""
    cells = [cell for move in moves for cell in (*move.start, *move.end)]
    height, width = (1 + max(axis) for axis in zip(*cells))
    rules = [line for number, move in enumerate(moves) for line in _rules(number, move)]
    style = "\n".join(["<style>", f"g[class]{{animation:{SECONDS}s ease-in-out infinite}}", *rules, STILL])
    body = [style, "</style>"]
    for r, c in sorted(set(cells)):
        x, y = MARGIN + c * CELL, MARGIN + r * CELL
        body.append(f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{FIGURE}" stroke="#ddd"/>')
    for number, move in enumerate(moves):
        body += _piece(number, move)
    return document(2 * MARGIN + CELL * width, 2 * MARGIN + CELL * height, body)


STILL = "@media (prefers-reduced-motion:reduce){g[class]{animation:none}}"


def centre(cells: Sequence[Cell]) -> tuple[float, float]:
    """The centre of gravity: x and y, in cells."""
    return sum(c for _, c in cells) / len(cells) + 0.5, sum(r for r, _ in cells) / len(cells) + 0.5


def _at(point: tuple[float, float]) -> tuple[float, float]:
    """In pixels."""
    return round(MARGIN + CELL * point[0], 3), round(MARGIN + CELL * point[1], 3)


def _rules(number: int, move: PieceMotion) -> Iterator[str]:
    """The keyframes of the piece and of the letter in it."""
    (x, y), (u, v) = _at(centre(move.start)), _at(centre(move.end))
    turn, scale = move.shortest, -1 if move.flip else 1  # scale: of the horizontal axis at the end
    piece = [
        f"translate({a:g}px,{b:g}px) rotate({turn * there}deg) scale({scale if there else 1},1)"
        for a, b, there in ((x, y, 0), (u, v, 1), (x, y, 0))
    ]
    letter = [f"scale({scale if there else 1},1) rotate({-turn * there}deg)" for there in (0, 1, 0)]
    for name, steps in ((f"p{number}", piece), (f"t{number}", letter)):
        frames = "".join(f"{when}{{transform:{step}}}" for when, step in zip(THERE, steps))
        yield f".{name}{{animation-name:{name}}}@keyframes {name}{{{frames}}}"


def _piece(number: int, move: PieceMotion) -> Iterator[str]:
    """The outline and the letter of the piece, relative to its centre of gravity."""
    middle = centre(move.start)
    x, y = _at(middle)
    yield f'<g class="p{number}" transform="translate({x:g} {y:g})">'
    corners = (_from(middle, c, r) for r, c in move.start)
    squares = "".join(f"M{x:g} {y:g}h{CELL}v{CELL}h-{CELL}z" for x, y in corners)
    yield f'<path d="{squares}" fill="{colour(number)}" stroke="{colour(number)}"/>'
    yield (
        f'<path d="{_outline(move.start, middle)}" fill="none" stroke="#222" stroke-width="2.5" '
        'stroke-linecap="round"/>'
    )
    offsets = [_from(middle, c + 0.5, r + 0.5) for r, c in move.start]
    dx, dy = min(offsets, key=lambda at: (at[0] ** 2 + at[1] ** 2, at))  # the cell nearest to the centre
    yield (
        f'<g transform="translate({dx:g} {dy:g})"><g class="t{number}"><text font-family="sans-serif" '
        'font-size="15" text-anchor="middle" dominant-baseline="central" fill="#222">'
        f"{escape(move.label, quote=False)}</text></g></g>"
    )
    yield "</g>"


def _from(middle: tuple[float, float], x: float, y: float) -> tuple[float, float]:
    return round((x - middle[0]) * CELL, 3), round((y - middle[1]) * CELL, 3)


def _outline(cells: Sequence[Cell], middle: tuple[float, float]) -> str:
    """The path of the border of the cells."""
    inside, steps = set(cells), []
    for r, c in cells:
        for (dr, dc), (y, x), side in (
            *(((-1, 0), (r, c), "h"), ((1, 0), (r + 1, c), "h")),
            *(((0, -1), (r, c), "v"), ((0, 1), (r, c + 1), "v")),
        ):
            if (r + dr, c + dc) not in inside:
                a, b = _from(middle, x, y)
                steps.append(f"M{a:g} {b:g}{side}{CELL}")
    return "".join(steps)
