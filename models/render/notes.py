"""Pencil marks: the candidates of an open cell, those that a step excludes, and those that it uses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import isqrt

from zenkai_solver.models.grid import Cell

LEFT, USED, OUT = "#555555", "#d08000", "#e02020"


@dataclass(frozen=True)
class Notes:
    """The pencil marks of a cell at a step of an explanation: the candidates `left` after it, those that it
    excludes (`out`), and the excluded ones among its premises (`used`). In a filled cell, `used` has the
    label if that is a premise.
    """

    left: tuple[str, ...] = ()
    out: tuple[str, ...] = ()
    used: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """As text: 24-13 if 2 and 4 are left and 1 and 3 are excluded."""
        return "".join(self.left) + ("-" + "".join(self.out) if self.out else "")


def stretched(drawing: str, words: Mapping[Cell, str], columns: int) -> str:
    """The drawing of `bordered` with these words in cells; each column is as wide as its longest word."""
    widths = [
        max((len(text) + 2 for (_, at), text in words.items() if at == c), default=3) for c in range(columns)
    ]
    lines = [line.ljust(4 * columns + 1) for line in drawing.split("\n")]
    return "\n".join(_wider(i, line, words, widths).rstrip() for i, line in enumerate(lines))


def _wider(number: int, line: str, words: Mapping[Cell, str], widths: Sequence[int]) -> str:
    parts = []
    for c, width in enumerate(widths):
        if number % 2:
            inside = words.get((number // 2, c), line[4 * c + 1 : 4 * c + 4]).center(width)
        else:
            inside = line[4 * c + 2] * width
        parts.append(line[4 * c] + inside)
    return "".join(parts) + line[4 * len(widths)]


def across(labels: int) -> int:
    """The number of columns of pencil marks in a cell for this number of labels."""
    return isqrt(labels - 1) + 1


def pencilled(notes: Notes, labels: Sequence[str], left: float, top: float, side: float) -> Iterator[str]:
    """The SVG elements in a square of that side; each label has a fixed position."""
    columns = across(len(labels))
    step = side / columns
    colours = {LEFT: notes.left, USED: notes.used, OUT: notes.out}
    for colour, some in colours.items():
        for label in some:
            r, c = divmod(labels.index(label), columns)
            x, y = left + (c + 0.5) * step, top + (r + 0.5) * step
            yield (
                f'<text x="{x:.1f}" y="{y:.1f}" font-family="sans-serif" font-size="{0.85 * step:.1f}" '
                f'fill="{colour}" text-anchor="middle" dominant-baseline="central">'
                f"{escape(label, quote=False)}</text>"
            )
            if colour != LEFT:
                reach = 0.4 * step
                yield (
                    f'<path d="M{x - reach:.1f} {y + reach:.1f}L{x + reach:.1f} {y - reach:.1f}" '
                    f'stroke="{colour}" stroke-width="{1.5 if colour == OUT else 1}"/>'
                )
