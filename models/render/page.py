"""Pages of A4 for print: puzzles in fields, each with a heading, its picture as large as there is room below
it, and its rules in words below that, in one size on a page; what all fields of a page say is said once, at
its foot, if it is most of what they say. Rules that would have to be smaller than one can read are on pages
of their own, after the page of their puzzles. The pages are wide in place of high where the pictures are then
larger.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from html import escape
from math import fsum, log
from typing import NamedTuple

from zenkai_solver.models.render.metrics import text_width, wrapped
from zenkai_solver.models.render.svg import SIZE, document, size

EDGE, GAP = 36, 14  # the margin of a page, and between fields
HEADING, WRAPPED = 12.0, 9.0  # sizes of headings: smaller ones are broken into lines
WORDS, LEAST = 9.0, 6.0  # sizes of text, and the least
ELSEWHERE = ("Rules: on the next page.",)
BOLD = 1.12  # how much wider bold letters are
LINE = 1.35  # from a line to the next, as a share of the size
SHARE = 0.45  # of the height, at most, for words
SMALLEST = 0.001  # the scale of a picture for which there is no room
GAIN = 1.1  # a wide page is taken where its pictures are larger by this factor


class Paper(NamedTuple):
    """A page: its sides in points."""

    width: int
    height: int

    @property
    def wide(self) -> float:
        """The width within the margins."""
        return self.width - 2.0 * EDGE

    @property
    def high(self) -> float:
        return self.height - 2.0 * EDGE

    def document(self, body: Sequence[str]) -> str:
        blank = f'<rect width="{self.width}" height="{self.height}" fill="#ffffff"/>'
        return document(self.width, self.height, [blank, *body])


A4 = Paper(595, 842)
WIDE = Paper(A4.height, A4.width)


@dataclass(frozen=True)
class PrintedPuzzle:
    """What stands in a field of a page: a heading, an SVG picture, and the rules, a sentence each."""

    heading: str
    picture: str
    words: tuple[str, ...] = ()


def pages(
    parts: Sequence[PrintedPuzzle], rows: int, columns: int, paper: Paper | None = None
) -> Iterator[str]:
    """The pages, as SVG, with that many rows and columns of fields on each. `paper`: None is the best."""
    paper = paper or best_paper(parts, rows, columns)
    most = rows * columns
    for i in range(0, len(parts), most):
        some = parts[i : i + most]
        laid = _Fields(tuple(some), rows, columns, paper)
        yield laid.drawn()
        yield from _rules(laid.long, paper)


def page(parts: Sequence[PrintedPuzzle], rows: int, columns: int, paper: Paper = A4) -> str:
    """One page of the puzzles."""
    return next(pages(parts, rows, columns, paper))


def best_paper(parts: Sequence[PrintedPuzzle], rows: int, columns: int) -> Paper:
    """The paper on which the pictures of the first page are larger."""
    some = tuple(parts[: rows * columns])
    high, wide = (_Fields(some, rows, columns, paper).enlarged for paper in (A4, WIDE))
    return WIDE if wide > high + log(GAIN) else A4


@dataclass(frozen=True)
class _Fields:
    """The fields of one page, where the puzzles stand."""

    given: tuple[PrintedPuzzle, ...]
    rows: int
    columns: int
    paper: Paper

    @cached_property
    def common(self) -> _Paragraphs:
        """What all puzzles say, if no puzzle says more than that beside it, and it is short enough for the
        foot of the page.
        """
        first, *others = [part.words for part in self.given] or [()]
        words = [text for text in first if all(text in other for other in others)] if others else []
        if max(map(len, (first, *others))) > 2 * len(words):
            words = []
        foot = _Paragraphs.fitted(words, self.paper.wide, SHARE * self.paper.high)
        return foot if foot.height <= SHARE * self.paper.high else _Paragraphs.of((), self.paper.wide, WORDS)

    @cached_property
    def remaining(self) -> tuple[PrintedPuzzle, ...]:
        """The puzzles, each with what only it says."""
        common = self.common.texts
        return tuple(
            replace(part, words=tuple(text for text in part.words if text not in common))
            for part in self.given
        )

    @cached_property
    def field(self) -> tuple[float, float]:
        """The width and height of a field."""
        high = self.paper.high - self.common.height
        return (self.paper.wide + GAP) / self.columns - GAP, (high + GAP) / self.rows - GAP

    @cached_property
    def far(self) -> frozenset[PrintedPuzzle]:
        """The puzzles whose words are too long for a field."""
        wide, high = self.field
        return frozenset(
            part
            for part in self.remaining
            if _Paragraphs.fitted(part.words, wide, SHARE * high).height > SHARE * high
        )

    @property
    def long(self) -> list[PrintedPuzzle]:
        """The puzzles whose rules stand on a page of their own."""
        return [part for part in self.remaining if part in self.far]

    @cached_property
    def parts(self) -> tuple[PrintedPuzzle, ...]:
        """The puzzles, each with the words that stand in its field."""
        return tuple(replace(part, words=ELSEWHERE) if part in self.far else part for part in self.remaining)

    @cached_property
    def font(self) -> float:
        """The size of the headings."""
        return max(min(_heading_size(part.heading, self.field[0]) for part in self.parts), WRAPPED)

    @cached_property
    def heads(self) -> list[list[str]]:
        """The lines of each heading."""
        return [wrapped(part.heading, self.field[0] / BOLD, self.font) for part in self.parts]

    @cached_property
    def head(self) -> float:
        """The height of a heading."""
        return max(LINE * HEADING, LINE * self.font * max(map(len, self.heads)))

    @cached_property
    def words(self) -> list[_Paragraphs]:
        """The words of each field, in one size."""
        wide, high = self.field
        small = min(_Paragraphs.fitted(part.words, wide, SHARE * high).size for part in self.parts)
        return [_Paragraphs.of(part.words, wide, small) for part in self.parts]

    @cached_property
    def scales(self) -> list[float]:
        """How much larger each picture is drawn: as large as there is room."""
        wide, high = self.field
        sides = (size(part.picture) for part in self.parts)
        return [
            max(SMALLEST, min(wide / width, (high - self.head - words.height) / height))
            for (width, height), words in zip(sides, self.words)
        ]

    @property
    def enlarged(self) -> float:
        """The mean of the logarithms of the scales."""
        return fsum(map(log, self.scales)) / max(1, len(self.scales))

    def drawn(self) -> str:
        """The page as SVG."""
        body = [*self.common.drawn(EDGE, EDGE + self.paper.high - self.common.height)]
        for number, (part, lines) in enumerate(zip(self.parts, self.heads)):
            row, column = divmod(number, self.columns)
            left, top = EDGE + column * (self.field[0] + GAP), EDGE + row * (self.field[1] + GAP)
            for line, text in enumerate(lines):
                low = top + self.font * (1 + LINE * line)
                body.append(_line(text, left, low, self.font, ' font-weight="bold"'))
            width, height = (self.scales[number] * side for side in size(part.picture))
            top += self.head
            place = f'x="{left + (self.field[0] - width) / 2:.2f}" y="{top:.2f}"'
            place += f' width="{width:.2f}" height="{height:.2f}"'
            body.append(SIZE.sub(f"<svg {place}", part.picture, count=1))
            body += self.words[number].drawn(left, top + height)
        return self.paper.document(body)


def _rules(parts: Sequence[PrintedPuzzle], paper: Paper) -> Iterator[str]:
    """Pages of text: the rules of each puzzle below its heading, in the usual size."""
    step = LINE * WORDS
    lines: list[tuple[str, str]] = []
    for part in parts:
        lines += [("", ""), (part.heading, ' font-weight="bold"')]
        lines += [(line, "") for text in part.words for line in wrapped(text, paper.wide, WORDS)]
    most = int(paper.high / step)
    for i in range(0, len(lines), most):
        yield paper.document(
            [
                _line(text, EDGE, EDGE + step * (number + 1), WORDS, style)
                for number, (text, style) in enumerate(lines[i : i + most])
                if text
            ]
        )


def _heading_size(heading: str, wide: float) -> float:
    """The largest size up to HEADING in which the heading is not wider than that."""
    return min(HEADING, wide / max(1.0, BOLD * text_width(heading)))


@dataclass(frozen=True)
class _Paragraphs:
    """Sentences in lines of one size."""

    texts: tuple[str, ...]
    lines: tuple[str, ...]
    size: float

    @classmethod
    def of(cls, words: Sequence[str], wide: float, font: float) -> _Paragraphs:
        lines = (line for text in words for line in wrapped(text, wide, font))
        return cls(tuple(words), tuple(lines), font)

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
