"""The codec of Kakuro in puzz.link."""

from __future__ import annotations

from zenkai_solver.models.document import fault
from zenkai_solver.models.formats.puzzlink_codec import Area, Codec, Values, checked, unwritable, with_runs
from zenkai_solver.models.genres.sheet import Value


class Kakuro(Codec):
    """Black cells: a dot, or two sums, down first; k to z are 1 to 16 white ones. 0 and - are no sum.

    The places are those of the cells that a link counts, then the cells above, those to the left, and the
    one above and left. Of the former only those before a white cell are written.
    """

    frame = 1
    EMPTY = "klmnopqrstuvwxyz"
    SUMS = "0123456789abcdefghijABCDEFGHIJKLMNOPQRSTUVWXYZ"

    def _sum(self, char: str) -> int:
        if char not in self.SUMS + "-" or not char:
            raise fault(f"puzz.link: {char!r} is not a sum" if char else "puzz.link: a sum is missing")
        return max(self.SUMS.find(char), 0)

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        cells = Area(area.rows, area.columns, area.rows * area.columns)
        values: list[Value | None] = []
        at = 0
        while at < len(text) and len(values) < cells.places:
            if text[at] in self.EMPTY:
                values += [None] * (self.EMPTY.index(text[at]) + 1)
                at += 1
            elif text[at] == ".":
                values.append((0, 0))
                at += 1
            else:
                values.append((self._sum(text[at]), self._sum(text[at + 1 : at + 2])))
                at += 2
        inner = list(checked(values, cells))
        above: list[Value | None] = []
        left: list[Value | None] = []
        for first in inner[: area.columns]:
            above.append((self._sum(text[at : at + 1]) if first is None else 0, 0))
            at += first is None
        for first in inner[:: area.columns]:
            left.append((0, self._sum(text[at : at + 1]) if first is None else 0))
            at += first is None
        return [*inner, *above, *left, (0, 0)], text[at:]

    def write(self, values: Values, area: Area) -> str:
        number = area.rows * area.columns
        inner, outer = values[:number], values[number:]
        before = [
            *((value, 0) for value in inner[: area.columns]),
            *((value, 1) for value in inner[:: area.columns]),
        ]
        written = with_runs((self._text(value) for value in inner), self.EMPTY)
        for value, (cell, part) in zip(outer, [*before, ((0, 0), 0)], strict=True):
            if not isinstance(value, tuple) or value[1 - part] or (cell is not None and value[part]):
                raise fault(
                    "puzz.link has kakuros with a first row and column of black cells without more sums"
                )
            written += "" if cell is not None else self._char(value[part])
        return written

    def _text(self, value: Value | None) -> str | None:
        if value is None:
            return None
        assert isinstance(value, tuple)
        return "".join(map(self._char, value)) if any(value) else "."

    def _char(self, number: int) -> str:
        if number >= len(self.SUMS):
            raise unwritable(number)
        return self.SUMS[number]
