"""Pages of A4 for print: puzzles in fields, each with a heading, its picture as large as there is room below
it, and its rules in words below that, in one size on a page; what all fields of a page say is said once, at
its foot. Rules that would have to be smaller than one can read are on pages of their own, after the page of
their puzzles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape

from zenkai_solver.models.render.metrics import text_width, wrapped
from zenkai_solver.models.render.svg import SIZE, document, size

WIDTH, HEIGHT = 595, 842  # points of A4
EDGE, GAP = 36, 14  # the margin of a page, and between fields
HEADING, WRAPPED = 12.0, 9.0  # sizes of headings: smaller ones are broken into lines
WORDS, LEAST = 9.0, 6.0  # sizes of text, and the least
ELSEWHERE = ("Rules: on the next page.",)
BOLD = 1.12  # how much wider bold letters are
LINE = 1.35  # from a line to the next, as a share of the size
SHARE = 0.45  # of the height, at most, for words
BLANK = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>'


@dataclass(frozen=True)
class PrintedPuzzle:
    """What stands in a field of a page: a heading, an SVG picture, and the rules, a sentence each."""

    heading: str
    picture: str
    words: tuple[str, ...] = ()


def pages(parts: Sequence[PrintedPuzzle], rows: int, columns: int) -> Iterator[str]:
    """The pages, as SVG, with that many rows and columns of fields on each."""
    most = rows * columns
    for i in range(0, len(parts), most):
        some = parts[i : i + most]
        long = (
            [] if _common(some) else [part for part in some if not _fits(part.words, *_size(rows, columns))]
        )
        yield page([replace(part, words=ELSEWHERE) if part in long else part for part in some], rows, columns)
        yield from _rules([(part.heading, part.words) for part in long])


def _common(parts: Sequence[PrintedPuzzle]) -> bool:
    """Are the words of all fields the same, and short enough for the foot of the page?"""
    if len(parts) < 2 or len({part.words for part in parts}) > 1:
        return False
    return _fits(parts[0].words, WIDTH - 2 * EDGE, HEIGHT - 2 * EDGE)


def _size(rows: int, columns: int) -> tuple[float, float]:
    """The width and height of a field."""
    return (WIDTH - 2.0 * EDGE + GAP) / columns - GAP, (HEIGHT - 2.0 * EDGE + GAP) / rows - GAP


def _fits(words: Sequence[str], wide: float, high: float) -> bool:
    return _Paragraphs.fitted(words, wide, SHARE * high).height <= SHARE * high


def page(parts: Sequence[PrintedPuzzle], rows: int, columns: int) -> str:
    body = [BLANK]
    wide, high = WIDTH - 2.0 * EDGE, HEIGHT - 2.0 * EDGE
    if _common(parts):
        foot = _Paragraphs.fitted(parts[0].words, wide, SHARE * high)
        high -= foot.height
        body += foot.drawn(EDGE, EDGE + high)
        parts = [replace(part, words=()) for part in parts]
    field = (wide + GAP) / columns - GAP, (high + GAP) / rows - GAP
    font = max(min(_heading_size(part.heading, field[0]) for part in parts), WRAPPED)
    heads = [wrapped(part.heading, field[0] / BOLD, font) for part in parts]
    head = max(LINE * HEADING, LINE * font * max(map(len, heads)))
    small = min(_Paragraphs.fitted(part.words, field[0], SHARE * field[1]).size for part in parts)
    for number, part in enumerate(parts):
        row, column = divmod(number, columns)
        left, top = EDGE + column * (field[0] + GAP), EDGE + row * (field[1] + GAP)
        for line, text in enumerate(heads[number]):
            body.append(_line(text, left, top + font * (1 + LINE * line), font, ' font-weight="bold"'))
        body += _field(part, left, top + head, field[0], field[1] - head, small)
    return document(WIDTH, HEIGHT, body)


def _rules(texts: Sequence[tuple[str, Sequence[str]]]) -> Iterator[str]:
    """Pages of text: the rules of each puzzle below its heading, in the usual size."""
    wide, step = WIDTH - 2.0 * EDGE, LINE * WORDS
    lines: list[tuple[str, str]] = []
    for heading, words in texts:
        lines += [("", ""), (heading, ' font-weight="bold"')]
        lines += [(line, "") for text in words for line in wrapped(text, wide, WORDS)]
    most = int((HEIGHT - 2 * EDGE) / step)
    for i in range(0, len(lines), most):
        body = [
            _line(text, EDGE, EDGE + step * (number + 1), WORDS, style)
            for number, (text, style) in enumerate(lines[i : i + most])
            if text
        ]
        yield document(WIDTH, HEIGHT, [BLANK, *body])


def _heading_size(heading: str, wide: float) -> float:
    """The largest size up to HEADING in which the heading is not wider than that."""
    return min(HEADING, wide / max(1.0, BOLD * text_width(heading)))


def _field(
    part: PrintedPuzzle, left: float, top: float, wide: float, high: float, font: float
) -> Iterator[str]:
    """The picture, then the words in the size `font`."""
    words = _Paragraphs.of(part.words, wide, font)
    high -= words.height
    width, height = size(part.picture)
    scale = min(wide / width, high / height)
    x = left + (wide - scale * width) / 2
    place = f'x="{x:.2f}" y="{top:.2f}" width="{scale * width:.2f}" height="{scale * height:.2f}"'
    yield SIZE.sub(f"<svg {place}", part.picture, count=1)
    yield from words.drawn(left, top + scale * height)


@dataclass(frozen=True)
class _Paragraphs:
    """Lines of text of one size."""

    lines: tuple[str, ...]
    size: float

    @classmethod
    def of(cls, words: Sequence[str], wide: float, font: float) -> _Paragraphs:
        return cls(tuple(line for text in words for line in wrapped(text, wide, font)), font)

    @classmethod
    def fitted(cls, words: Sequence[str], wide: float, high: float) -> _Paragraphs:
        """The words in the largest size from WORDS down to LEAST in which they are not higher than that; in
        LEAST if they are higher in each.
        """
        font = WORDS
        while True:
            made = cls.of(words, wide, font)
            if made.height <= high or font <= LEAST:
                return made
            font = max(LEAST, 0.93 * font)

    @property
    def height(self) -> float:
        return LINE * self.size * (len(self.lines) + 0.5) if self.lines else 0.0

    def drawn(self, left: float, top: float) -> Iterator[str]:
        for number, text in enumerate(self.lines):
            yield _line(text, left, top + self.size * (1.5 + LINE * number), self.size)


def _line(text: str, x: float, y: float, font: float, more: str = "") -> str:
    return (
        f'<text x="{x:.2f}" y="{y:.2f}" font-family="sans-serif" font-size="{font:.4g}" fill="#222"{more}>'
        f"{escape(text, quote=False)}</text>"
    )
