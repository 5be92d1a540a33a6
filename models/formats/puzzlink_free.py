"""Codecs of puzz.link that write a clue and the number of places to the next one in a character."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from zenkai_solver.models.document import fault
from zenkai_solver.models.formats.puzzlink_codec import (
    Area,
    Codec,
    Values,
    checked,
    malformed,
    unwritable,
    with_runs,
)
from zenkai_solver.models.formats.puzzlink_numbers import DIGITS, EMPTY_PLACES
from zenkai_solver.models.genres.sheet import HIDDEN, Value


def _with_free(values: Values, most: Callable[[Value], int], coded: Callable[[Value, int], str]) -> str:
    """The text of the values: `coded` writes a clue with the number of places without a clue that follow it,
    at most `most` of them; further ones are a run. Places beyond the last one are without a clue, too.
    """
    texts: list[str | None] = []
    at = 0
    while at < len(values):
        value, at = values[at], at + 1
        if value is None:
            texts.append(None)
            continue
        end = at + most(value)
        free = next((i for i, other in enumerate(values[at:end]) if other is not None), most(value))
        texts.append(coded(value, free))
        at += free
    return with_runs(iter(texts), EMPTY_PLACES)


def _filled(text: str, area: Area, values_of: Callable[[str], Values]) -> tuple[Values, int]:
    """The values of the first characters, as many as fill the places, and the number of these characters.

    `values_of` takes what is left of the text, and gives the values of its first character.
    """
    values: list[Value | None] = []
    at = 0
    while at < len(text) and len(values) < area.places:
        values += values_of(text[at:])
        at += 1
    return values, at


def _digit(rest: str) -> int:
    """The number that its first character is. Raises InstanceError."""
    if (number := DIGITS.find(rest[0])) < 0:
        raise malformed(rest)
    return number


class FourCell(Codec):
    """0 to 4, with 5 or 10 more if one or two places without a clue follow, also beyond the last one."""

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        def values_of(rest: str) -> Values:
            char = rest[0]
            if char == ".":
                return [HIDDEN]
            if char in EMPTY_PLACES:
                return [None] * (EMPTY_PLACES.index(char) + 1)
            if char in "0123456789abcde":
                return [int(char, 16) % 5, *[None] * (int(char, 16) // 5)]
            raise malformed(char)

        values, at = _filled(text, area, values_of)
        spare = 2 if at and text[at - 1] in "56789abcde" else 0
        return checked(values, area, spare), text[at:]

    def write(self, values: Values, area: Area) -> str:
        def coded(value: Value, free: int) -> str:
            if value == HIDDEN:
                return "."
            if not isinstance(value, int) or not 0 <= value <= 4:
                raise unwritable(value)
            return f"{value + 5 * free:x}"

        return _with_free(values, lambda value: 0 if value == HIDDEN else 2, coded)


class OneCell(Codec):
    """0 to h: a mark, and 0 to 17 places without one behind it; from i on 1, 2, ... places without a mark."""

    MOST = 17

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        def values_of(rest: str) -> Values:
            number = _digit(rest)
            marked = number <= self.MOST
            return [1 if marked else None, *[None] * (number - (0 if marked else self.MOST + 1))]

        values, at = _filled(text, area, values_of)
        return checked(values, area), text[at:]

    def write(self, values: Values, area: Area) -> str:
        written, run, marked = "", -1, False
        for value in (*values, 1):  # a mark behind the last place ends the last run
            if value is None:
                run += 1
            if (value is not None and run >= 0) or run == self.MOST:
                written += DIGITS[run + (0 if marked else self.MOST + 1)]
                run, marked = -1, False
            if value is not None:
                run, marked = 0, True
        return written


@dataclass(frozen=True)
class DotCodec(Codec):
    """A dot and the places without one behind it, at most 7: twice their number, plus 1 for a black dot.

    `black` is the value of a black dot, and 1 less that of a white one, if it is not 0.
    """

    black: int = 2

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        def values_of(rest: str) -> Values:
            if (number := _digit(rest)) >= 16:
                return [None] * (number - 15)
            if not (value := number % 2 + self.black - 1):
                raise fault("puzz.link: a white dot, which says nothing here")
            return [value, *[None] * (number // 2)]

        values, at = _filled(text, area, values_of)
        spare = 7 if at and text[at - 1] in "ef" else 0
        return checked(values, area, spare), text[at:]

    def write(self, values: Values, area: Area) -> str:
        def coded(value: Value, free: int) -> str:
            if not isinstance(value, int) or not 0 <= value - self.black + 1 <= 1:
                raise unwritable(value)
            return f"{2 * free + value - self.black + 1:x}"

        return _with_free(values, lambda _: 7, coded)


class MarkCodec(Codec):
    """The number of places without a mark before each mark, and before the end; a dot for 36 of them."""

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        values: list[Value | None] = []
        at = 0
        while at < len(text) and (len(values) < area.places or not at):
            number = DIGITS.find(text[at])
            if number < 0 and text[at] != ".":
                raise malformed(text[at:])
            values += [None] * (number if number >= 0 else 36)
            if number >= 0 and len(values) < area.places:
                values.append(1)
            at += 1
        return checked(values, area), text[at:]

    def write(self, values: Values, area: Area) -> str:
        written, run = "", 0
        for value in values:
            run += value is None
            if value is not None or run == 36:
                written += "." if value is None else DIGITS[run]
                run = 0
        return written + (DIGITS[run] if run or not written else "")


class SlashedMarks(MarkCodec):
    """The same with a slash behind it."""

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        marks, slash, rest = text.partition("/")
        values, left = super().read(marks, area)
        if left or not slash:
            raise malformed(left or text)
        return values, rest

    def write(self, values: Values, area: Area) -> str:
        return super().write(values, area) + "/"


class BlockCodec(MarkCodec):
    """The same without what is behind the last mark."""

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        values: list[Value | None] = []
        at = 0
        while at < len(text) and text[at] != "/" and len(values) < area.places:
            number = DIGITS.find(text[at])
            if number < 0 and text[at] != ".":
                raise malformed(text[at:])
            values += [None] * 36 if number < 0 else [*[None] * number, 1]
            at += 1
        return checked([*values, *[None] * (area.places - len(values))], area, 36), text[at:]

    def write(self, values: Values, area: Area) -> str:
        last = max((at for at, value in enumerate(values) if value is not None), default=-1)
        return super().write(values[: last + 1], area) if last >= 0 else ""
