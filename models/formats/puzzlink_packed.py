"""Codecs of puzz.link that write several places per character, and those built on others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import ClassVar

from zenkai_solver.models.document import fault
from zenkai_solver.models.formats.puzzlink_codec import (
    NUMBER16,
    Area,
    Codec,
    RunsCodec,
    Values,
    malformed,
    unwritable,
)
from zenkai_solver.models.formats.puzzlink_numbers import DIGITS, EMPTY_PLACES
from zenkai_solver.models.genres.sheet import HIDDEN, Value


@dataclass(frozen=True)
class Packed(Codec):
    """Each character has `number` values 0 .. base - 1; each of several parts begins with a new character."""

    base: int
    number: int

    def parts(self, area: Area) -> tuple[int, ...]:
        """The number of places of each part, in order."""
        return (area.places,)

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        values: list[Value | None] = []
        for places in self.parts(area):
            length = -(-places // self.number)
            chars, text = text[:length], text[length:]
            if len(chars) < length:
                raise fault(f"puzz.link: {len(chars)} characters for {places} places; {length} are needed")
            digits = [digit for char in chars for digit in self._digits(char)]
            if any(digits[places:]):
                raise fault(f"puzz.link: a clue behind the {places} places")
            values += [digit or None for digit in digits[:places]]
        return values, text

    def _digits(self, char: str) -> list[int]:
        value = DIGITS.find(char)
        if not 0 <= value < self.base**self.number:
            raise malformed(char)
        return [value // self.base**power % self.base for power in reversed(range(self.number))]

    def write(self, values: Values, area: Area) -> str:
        if wrong := [value for value in values if value is not None and value not in range(1, self.base)]:
            raise unwritable(wrong[0])
        written = ""
        rest = [int(value or 0) for value in values]  # type: ignore[arg-type]
        for places in self.parts(area):
            group, rest = rest[:places], rest[places:]
            for i in range(0, places, self.number):
                digits = [*group[i : i + self.number], *[0] * self.number][: self.number]
                written += DIGITS[sum(d * self.base**power for power, d in enumerate(reversed(digits)))]
        return written


class WithCells(Packed):
    """Marks at the edges between two cells, and behind them those of cells."""

    def parts(self, area: Area) -> tuple[int, ...]:
        cells = area.rows * area.columns
        return area.places - cells, cells


class Filled(Packed):
    """Marks, of which most places have one: the bit of a place without a mark is 1."""

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        values, rest = super().read(text, area)
        return [1 if value is None else None for value in values], rest

    def write(self, values: Values, area: Area) -> str:
        if wrong := [value for value in values if value not in (None, 1)]:
            raise unwritable(wrong[0])
        return super().write([1 if value is None else None for value in values], area)


@dataclass(frozen=True)
class LeftOut(Codec):
    """Nothing is written where there is no clue."""

    inner: Codec

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        return ([None] * area.places, text) if text[:1] in ("", "/") else self.inner.read(text, area)

    def write(self, values: Values, area: Area) -> str:
        return "" if all(value is None for value in values) else self.inner.write(values, area)


@dataclass(frozen=True)
class AfterSlash(Codec):
    """A slash is before the clues."""

    inner: Codec

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        if not text.startswith("/"):
            raise malformed(text)
        return self.inner.read(text[1:], area)

    def write(self, values: Values, area: Area) -> str:
        return "/" + self.inner.write(values, area)


class Poles(Codec):
    """Signs of values 1 and 2 as `circle`, then those of value 3 as `binary`; nothing where there is none."""

    SIGNS, OTHERS = Packed(3, 3), Packed(2, 5)

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        if not text.strip("/"):
            return [None] * area.places, text
        values, rest = self.SIGNS.read(text, area)
        others, rest = self.OTHERS.read(rest, area)
        return [3 if other else value for value, other in zip(values, others)], rest

    def write(self, values: Values, area: Area) -> str:
        if all(value is None for value in values):
            return ""
        signs = self.SIGNS.write([None if value == 3 else value for value in values], area)
        return signs + self.OTHERS.write([1 if value == 3 else None for value in values], area)


@dataclass(frozen=True)
class OrSlash(Codec):
    """A slash where there is no clue."""

    inner: Codec

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        return ([None] * area.places, text[1:]) if text.startswith("/") else self.inner.read(text, area)

    def write(self, values: Values, area: Area) -> str:
        return "/" if all(value is None for value in values) else self.inner.write(values, area)


class GoalCodec(Codec):
    """One mark: its column and its row, from 1."""

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        (column, row), rest = NUMBER16.read(text, area._replace(places=2))
        if not (isinstance(column, int) and isinstance(row, int)):
            raise malformed(text)
        if not (1 <= column <= area.columns and 1 <= row <= area.rows):
            raise fault(f"puzz.link: no cell in column {column} of row {row}")
        at = (row - 1) * area.columns + column - 1
        return [1 if place == at else None for place in range(area.places)], rest

    def write(self, values: Values, area: Area) -> str:
        marked = [place for place, value in enumerate(values) if value is not None]
        if len(marked) != 1:
            raise fault(f"puzz.link has one such mark, not {len(marked)}")
        row, column = divmod(marked[0], area.columns)
        return NUMBER16.write([column + 1, row + 1], area._replace(places=2))


class TapaLoop(Codec):
    """Some numbers: one digit, a dot for `?`; several in two characters, behind + or - if more than two."""

    BASES: ClassVar = {2: ("", 8, 360), 3: ("+", 7, 36), 4: ("-", 6, 36)}  # a sign, a base, and what is added

    def _read(self, text: str) -> Value:
        if len(text) == 1:
            return (HIDDEN if text == "." else int(text),)
        number = {"+": 3, "-": 4}.get(text[0], 2)
        sign, base, least = self.BASES[number]
        code = int(text.removeprefix(sign), 36) - least
        return tuple(code // base**power % base or HIDDEN for power in reversed(range(number)))

    def _text(self, value: Value) -> str | None:
        if not isinstance(value, tuple):
            return None
        if len(value) == 1:
            return "." if value[0] == HIDDEN else str(value[0]) if value[0] <= 8 else None
        sign, base, least = self.BASES.get(len(value), ("", 0, 0))
        digits = [max(number, 0) for number in value]
        if not base or max(digits) >= base:
            return None
        code = least + sum(digit * base**power for power, digit in enumerate(reversed(digits)))
        return f"{sign}{DIGITS[code // 36]}{DIGITS[code % 36]}" if code < 36**2 else None

    @property
    def _runs(self) -> RunsCodec:
        return RunsCodec(
            re.compile("[0-8.]|[a-f][0-9a-z]|[+-][0-9a-z]{2}"), self._read, self._text, EMPTY_PLACES
        )

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        return self._runs.read(text, area)

    def write(self, values: Values, area: Area) -> str:
        return self._runs.write(values, area)


class Tapa(Codec):
    """Some numbers: 0 to 8, 9 for 1,1,1,1, a dot for `?`; two characters for several, `?` being 0 in them."""

    BASES: ClassVar = {2: (6, 360), 3: (4, 396), 4: (2, 460)}  # by how many: a base, and what is added

    def _read(self, text: str) -> Value:
        if len(text) == 1:
            return (1, 1, 1, 1) if text == "9" else (HIDDEN if text == "." else int(text),)
        code = int(text, 36)
        number, (base, least) = next(entry for entry in [*self.BASES.items()][::-1] if entry[1][1] <= code)
        digits = ((code - least) // base**power % base for power in reversed(range(number)))
        return tuple(digit or HIDDEN for digit in digits)

    def _text(self, value: Value) -> str | None:
        if not isinstance(value, tuple) or not all(isinstance(number, int) for number in value):
            return None
        if len(value) == 1:
            return "." if value[0] == HIDDEN else str(value[0]) if value[0] <= 8 else None
        if value == (1, 1, 1, 1):
            return "9"
        base, least = self.BASES.get(len(value), (0, 0))
        digits = [max(number, 0) for number in value]
        if not base or max(digits) >= base:
            return None
        code = least + sum(digit * base**power for power, digit in enumerate(reversed(digits)))
        return DIGITS[code // 36] + DIGITS[code % 36]

    @property
    def _runs(self) -> RunsCodec:
        return RunsCodec(re.compile("[0-9.]|[abcd][0-9a-z]"), self._read, self._text, EMPTY_PLACES)

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        return self._runs.read(text, area)

    def write(self, values: Values, area: Area) -> str:
        return self._runs.write(values, area)


class LineNumbers(Codec):
    """Some numbers of each line as number16: from the board outward, half as many as it has cells."""

    def _depths(self, area: Area) -> list[int]:
        return [-(-area.rows // 2)] * area.columns + [-(-area.columns // 2)] * area.rows

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        depths = self._depths(area)
        every, rest = NUMBER16.read(text, area._replace(places=sum(depths)))
        values: list[Value | None] = []
        for depth in depths:
            numbers, every = [number for number in every[:depth] if isinstance(number, int)], every[depth:]
            values.append(tuple(reversed(numbers)) or None)
        return values, rest

    def write(self, values: Values, area: Area) -> str:
        every: list[Value | None] = []
        for value, depth in zip(values, self._depths(area), strict=True):
            numbers = value if isinstance(value, tuple) else ()
            if len(numbers) > depth:
                raise unwritable(numbers)
            every += [*reversed(numbers), *[None] * (depth - len(numbers))]
        return NUMBER16.write(every, area._replace(places=len(every)))


class FourNumbers(Codec):
    """Four numbers of each line as number16, one behind the other; those that are not known are left out."""

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        every, rest = NUMBER16.read(text, area._replace(places=4 * area.places))
        groups = (every[first : first + 4] for first in range(0, len(every), 4))
        known = (tuple(HIDDEN if value is None else int(str(value)) for value in group) for group in groups)
        return [numbers if max(numbers) >= 0 else None for numbers in known], rest

    def write(self, values: Values, area: Area) -> str:
        groups = (value if isinstance(value, tuple) else (HIDDEN,) * 4 for value in values)
        every: list[Value | None] = [
            None if number == HIDDEN else number for group in groups for number in group
        ]
        return NUMBER16.write(every, area._replace(places=len(every)))


@dataclass(frozen=True)
class EdgesOfCells(Codec):
    """Signs at edges, of values 1 and 2: of each cell three times that to the right, and that below.

    Where `full`, of the last cell too, and 0 is written.
    """

    full: bool = False

    def _pairs(self, area: Area) -> Iterator[tuple[int, int]]:
        """The numbers of the edges right of and below each cell but the last one; -1 for none."""
        upright = area.rows * (area.columns - 1)
        for r, c in product(range(area.rows), range(area.columns)):
            right = r * (area.columns - 1) + c if c + 1 < area.columns else -1
            yield right, upright + r * area.columns + c if r + 1 < area.rows else -1

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        pairs = [*self._pairs(area)]
        pairs = pairs if self.full else pairs[:-1]
        numbers, rest = NUMBER16.read(text, area._replace(places=len(pairs)))
        values: list[Value | None] = [None] * area.places
        for pair, number in zip(pairs, numbers):
            signs = divmod(number, 3) if isinstance(number, int) else (0, 0)
            for edge, sign in zip(pair, signs):
                if sign and (edge < 0 or sign > 2):
                    raise malformed(text)
                if sign:
                    values[edge] = sign
        return values, rest

    def write(self, values: Values, area: Area) -> str:
        padded = [*(value or 0 for value in values), 0]
        numbers: list[int] = [3 * padded[right] + padded[below] for right, below in self._pairs(area)]  # type: ignore[operator, misc]
        numbers = numbers if self.full else numbers[:-1]
        return NUMBER16.write([number if number or self.full else None for number in numbers], area)


class Box(Codec):
    """A number for each line, in base 32: a digit, or - and two."""

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        words = re.findall("-[0-9a-v]{2}|[0-9a-v]", text)[: area.places]
        length = sum(map(len, words))
        if len(words) < area.places or not text.startswith("".join(words)):
            raise fault(f"puzz.link: {len(words)} numbers of lines; {area.places} are needed")
        return [int(word.removeprefix("-"), 32) for word in words], text[length:]

    def write(self, values: Values, area: Area) -> str:
        return "".join(map(self._word, values))

    def _word(self, value: Value | None) -> str:
        if not isinstance(value, int) or value >= 32**2:
            raise fault("puzz.link: a number for each line is needed")
        return DIGITS[value] if value < 32 else f"-{DIGITS[value // 32]}{DIGITS[value % 32]}"


@dataclass(frozen=True)
class AsUnsaid(Codec):
    """`?` is written for this value."""

    inner: Codec
    unsaid: int

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        values, rest = self.inner.read(text, area)
        return [self.unsaid if value == HIDDEN else value for value in values], rest

    def write(self, values: Values, area: Area) -> str:
        return self.inner.write([HIDDEN if value == self.unsaid else value for value in values], area)


@dataclass(frozen=True)
class Raised(Codec):
    """The values are one more than the numbers that are written."""

    inner: Codec

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        values, rest = self.inner.read(text, area)
        return [value + 1 if isinstance(value, int) and value >= 0 else value for value in values], rest

    def write(self, values: Values, area: Area) -> str:
        return self.inner.write(
            [value - 1 if isinstance(value, int) and value > 0 else value for value in values], area
        )


class BorderCodec(Packed):
    """First the edges between cells of a row, then those between cells of a column."""

    def parts(self, area: Area) -> tuple[int, ...]:
        return area.rows * (area.columns - 1), (area.rows - 1) * area.columns


class OuterBorders(Packed):
    """Edges between two cells in the order of `BorderCodec`, and behind them, left out where none has a clue,
    those at the upper, lower, left and right border of the board. No new character begins.
    """

    def _inner(self, area: Area) -> int:
        return sum(BorderCodec(self.base, self.number).parts(area))

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        inner = -(-self._inner(area) // self.number)
        if len(text) == inner:
            text = text.ljust(-(-area.places // self.number), "0")
        return super().read(text, area)

    def write(self, values: Values, area: Area) -> str:
        inner = self._inner(area)
        return super().write(values if any(values[inner:]) else values[:inner], area)
