"""Codecs of puzz.link for clues of several kinds in one text: a value begins with the number of its kind."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from zenkai_solver.models.formats.puzzlink_codec import (
    HEX,
    NUMBER16,
    Area,
    Codec,
    RunsCodec,
    Values,
    hexadecimal,
    in_hexadecimal,
    unwritable,
)
from zenkai_solver.models.formats.puzzlink_numbers import DIGITS
from zenkai_solver.models.formats.puzzlink_runs import as_pipe, pipe
from zenkai_solver.models.genres.sheet import HIDDEN, Value


class Word(NamedTuple):
    """The texts of the clues of one kind, and what they mean."""

    token: re.Pattern[str]
    value: Callable[[str], Value]
    text: Callable[[Value], str | None]


def of_kinds(words: Sequence[Word], empty: str) -> RunsCodec:
    """Clues of several kinds: a value begins with the number of its kind."""

    def value(text: str) -> Value:
        kind = next(i for i, word in enumerate(words) if word.token.fullmatch(text))
        clue = words[kind].value(text)
        return (kind, *clue) if isinstance(clue, tuple) else (kind, clue)

    def write(value: Value) -> str | None:
        match value:
            case (kind, clue):
                return words[kind].text(clue)
            case (kind, *clue):
                return words[kind].text(tuple(clue))
        return None

    return RunsCodec(re.compile("|".join(word.token.pattern for word in words)), value, write, empty)


def one_sign(sign: str) -> Word:
    """One sign, of value 1."""
    return Word(re.compile(sign), lambda _: 1, lambda value: sign if value == 1 else None)


def _pot_number(text: str) -> Value:
    return HIDDEN if text == "h" else int(text[1:], 16)


def _as_pot_number(value: Value) -> str | None:
    if not isinstance(value, int) or value > 255:
        return None
    return "h" if value == HIDDEN else f"i{value:x}" if value < 16 else f"g{value:02x}"


NUMBER = Word(NUMBER16.token, hexadecimal, in_hexadecimal)

FLOOR = Word(  # numbers from 2 on, which are 1 more than the floor
    re.compile(rf"[2-9a-f]|-{HEX}{{2}}"),
    lambda text: int(text.removeprefix("-"), 16) - 1,
    lambda value: in_hexadecimal(value + 1) if isinstance(value, int) and value >= 1 else None,
)

LIFT = Word(
    re.compile("[01.]"),
    lambda text: "01.".index(text) + 1,
    lambda value: "01."[value - 1] if value in (1, 2, 3) else None,
)

PIPE = Word(re.compile("[.a-g]"), pipe, as_pipe)

LATER_PIPES = str.maketrans("ghijklm", "abcdefg"), str.maketrans("abcdefg", "ghijklm")

LATER_PIPE = Word(
    re.compile("[g-m]"),
    lambda text: pipe(text.translate(LATER_PIPES[0])),
    lambda value: None if value == HIDDEN else (as_pipe(value) or "").translate(LATER_PIPES[1]) or None,
)

POT_NUMBER = Word(re.compile(f"i{HEX}|g{HEX}{{2}}|h"), _pot_number, _as_pot_number)


@dataclass(frozen=True)
class SignKinds(Codec):
    """Each sign is a kind of its own."""

    inner: Codec

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        values, rest = self.inner.read(text, area)
        return [(value - 1, 1) if isinstance(value, int) else None for value in values], rest

    def write(self, values: Values, area: Area) -> str:
        return self.inner.write(
            [value[0] + 1 if isinstance(value, tuple) else None for value in values], area
        )


def _triangle(text: str) -> Value:
    sign = int(text[0])
    return (sign - 1) % 5 + 1, int(text[1:], 16) or HIDDEN


def _as_triangle(value: Value) -> str | None:
    match value:
        case (sign, number) if number < 256:
            return f"{sign}{max(number, 0):x}" if number < 16 else f"{sign + 5}{number:02x}"
    return None


TRIANGLE = Word(re.compile(f"[1-4]{HEX}|[6-9]{HEX}{{2}}"), _triangle, _as_triangle)


def _black(text: str) -> Value:
    return HIDDEN if text == "x" else "opqrs".index(text)


def _as_black(value: Value) -> str | None:
    return "x" if value == HIDDEN else "opqrs"[value] if value in range(5) else None  # type: ignore[index]


LETTER_OR_FACE = Word(
    re.compile("[1256]"),
    lambda text: "1256".index(text) + 1,
    lambda value: "1256"[value - 1] if isinstance(value, int) else None,
)
HEAD = Word(
    re.compile("[34]"),
    lambda text: int(text) - 2,
    lambda value: str(value + 2) if isinstance(value, int) else None,
)


def _counting_arrow(text: str) -> Value:
    value = hexadecimal(text)
    assert isinstance(value, int)
    number, direction = divmod(value, 5)
    return direction, number - 2 if number > 1 else HIDDEN


def _as_counting_arrow(value: Value) -> str | None:
    match value:
        case (direction, number):
            return in_hexadecimal(5 * (number + 2 if number >= 0 else 1) + direction)
    return None


def _as_bare_arrow(value: Value) -> str | None:
    return in_hexadecimal(value[0]) if isinstance(value, tuple) else None


BOX = Word(re.compile(r"\."), lambda _: 1, lambda value: "." if value == 1 else None)
COUNTING_ARROW = Word(
    re.compile(f"(?![0-4.])(?:{NUMBER16.token.pattern})"), _counting_arrow, _as_counting_arrow
)
BARE_ARROW = Word(re.compile("[0-4]"), lambda text: (int(text), HIDDEN), _as_bare_arrow)


class Tateyoko(Codec):
    """The kinds of clues are number16 of white cells, and those of black ones, o to s for 0 to 4, x for `?`;
    n is a place without a clue, i and a digit are 1 to 15.
    """

    RUNS = "nABCDEFGHIJKLMN"
    EACH = of_kinds((NUMBER, Word(re.compile("[o-sx]"), _black, _as_black)), RUNS)

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        return self.EACH.read(
            re.sub("i([1-9a-f])", lambda match: self.RUNS[int(match[1], 16) - 1], text), area
        )

    def write(self, values: Values, area: Area) -> str:
        return re.sub(
            "[A-N]", lambda match: f"i{self.RUNS.index(match[0]) + 1:x}", self.EACH.write(values, area)
        )


class ColouredNumbers(Codec):
    """Of number16 ten times the colour from 0 on, and the number and 1; 0 stands for no number."""

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        values, rest = NUMBER16.read(text, area)
        codes = (divmod(max(value, 0), 10) if isinstance(value, int) else None for value in values)
        return [code and (code[0] + 1, code[1] - 1 if code[1] else HIDDEN) for code in codes], rest

    def write(self, values: Values, area: Area) -> str:
        return NUMBER16.write([None if value is None else self._code(value) for value in values], area)

    def _code(self, value: Value) -> Value:
        match value:
            case (colour, number) if number < 9:
                return 10 * (colour - 1) + max(number + 1, 0)
        raise unwritable(value)


class PipesAndCircles(Codec):
    """The kinds of clues are the parts of lines, as in pipelink, and circles: 0 to 9 are 1 to 10 of them."""

    EACH = of_kinds((PIPE, one_sign("0")), DIGITS[17:])

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        return self.EACH.read(re.sub("[0-9]", lambda match: "0" * (int(match[0]) + 1), text), area)

    def write(self, values: Values, area: Area) -> str:
        return re.sub("0{1,10}", lambda match: str(len(match[0]) - 1), self.EACH.write(values, area))
