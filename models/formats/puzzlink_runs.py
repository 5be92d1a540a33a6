"""Codecs of puzz.link that write clues of one kind, and runs of places without a clue."""

from __future__ import annotations

import re
from dataclasses import dataclass

from zenkai_solver.models.formats.puzzlink_codec import (
    HEX,
    HOLE,
    LETTERS,
    NUMBER10,
    NUMBER16,
    Area,
    Codec,
    RunsCodec,
    Values,
    hexadecimal,
    in_hexadecimal,
    malformed,
    one_digit,
    unwritable,
)
from zenkai_solver.models.formats.puzzlink_numbers import DIGITS, EMPTY_PLACES
from zenkai_solver.models.genres.clues import PIPES
from zenkai_solver.models.genres.sheet import HIDDEN, Value


def arrow(text: str) -> Value:
    """The direction first, with 5 added before two digits; - before three."""
    if text[0] == "-":
        return int(text[1]), int(text[2:], 16)
    direction, number = int(text[0]) % 5, text[1:]
    return direction, HIDDEN if number == "." else int(number, 16)


def as_arrow(value: Value) -> str | None:
    if not isinstance(value, tuple):
        return None
    direction, number = value
    if number == HIDDEN:
        return f"{direction}."
    if number < 16:
        return f"{direction}{number:x}"
    return f"{direction + 5}{number:02x}" if number < 256 else f"-{direction}{number:03x}"


def _makaro(text: str) -> Value:
    """A number less 1, or a black cell: without an arrow, or with one in a direction 1 to 4."""
    return (LETTERS.index(text), HIDDEN) if text in LETTERS else int(text.removeprefix("-")) + 1


def _in_makaro(value: Value) -> str | None:
    if isinstance(value, tuple):
        return LETTERS[value[0]] if value[1] == HIDDEN else None
    return None if not 1 <= value < 100 else str(value - 1) if value < 11 else f"-{value - 1:02}"


MAKARO = RunsCodec(re.compile("[0-9a-e]|-[0-9]{2}"), _makaro, _in_makaro, EMPTY_PLACES)

ARROW16 = RunsCodec(
    re.compile(rf"[0-4](?:[.]|{HEX})|[5-9]{HEX}{{2}}|-[0-4]{HEX}{{3}}"), arrow, as_arrow, LETTERS
)


def _pointed(text: str) -> Value:
    """0 for a black cell; else a decimal number, whose digits are the direction and numbers, 0 for `?`."""
    number = hexadecimal(text)
    if number == 0:
        return 0, HIDDEN
    direction, *numbers = (int(digit) for digit in str(number))
    if number == HIDDEN or direction > 4 or not numbers:
        raise malformed(text)
    return direction, *(digit or HIDDEN for digit in numbers)


def _as_pointed(value: Value) -> str | None:
    match value:
        case (0, -2):
            return "0"
        case (direction, *numbers) if direction and numbers and max(numbers) <= 9:
            return in_hexadecimal(int("".join(str(max(digit, 0)) for digit in (direction, *numbers))))
    return None


DISLOOP = RunsCodec(NUMBER16.token, _pointed, _as_pointed, EMPTY_PLACES)

ARROWS_AND_HOLES = RunsCodec(
    re.compile(rf"\+|{ARROW16.token.pattern}"),
    lambda text: HOLE if text == "+" else arrow(text),
    lambda value: "+" if value == HOLE else as_arrow(value),
    LETTERS,
)


def _castle(text: str) -> Value:
    """The colour first: 0, 1, 2 for grey, white, black."""
    pointed = arrow(text[1:])
    assert isinstance(pointed, tuple)
    return int(text[0]) + 1, *pointed


def _as_castle(value: Value) -> str | None:
    if not isinstance(value, tuple) or not 1 <= value[0] <= 3:
        return None
    return f"{value[0] - 1}{as_arrow(value[1:])}"


CASTLE = RunsCodec(re.compile(rf"[0-2](?:{ARROW16.token.pattern})"), _castle, _as_castle, LETTERS)

SHUGAKU = one_digit(4, "5", DIGITS[6:])

KAKURU_DIGITS = "0123456789abcdefghijABCDEFGHIJKLMNOPQRSTUVWXYZ"

KAKURU = RunsCodec(
    re.compile(f"[{KAKURU_DIGITS}+]"),
    lambda text: HIDDEN if text == "+" else KAKURU_DIGITS.index(text),
    lambda value: "+" if value == HIDDEN else KAKURU_DIGITS[value] if value in range(46) else None,  # type: ignore[index]
    ".klmnopqrstuvwxyz",
)

TOICHIKA = RunsCodec(
    re.compile("[.1-4]"),
    lambda text: 5 if text == "." else int(text),
    lambda value: ".1234"[value % 5] if isinstance(value, int) and 1 <= value <= 5 else None,
    DIGITS[5:],
)


class EitherNumber(Codec):
    """One digit each, or - and number16."""

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        return NUMBER16.read(text[1:], area) if text.startswith("-") else NUMBER10.read(text, area)

    def write(self, values: Values, area: Area) -> str:
        if any(isinstance(value, int) and value > 9 for value in values):
            return "-" + NUMBER16.write(values, area)
        return NUMBER10.write(values, area)


PIPE_LETTERS = dict(zip(LETTERS, PIPES))


def pipe(text: str) -> Value:
    return HIDDEN if text == "." else PIPE_LETTERS[text]


def as_pipe(value: Value) -> str | None:
    return (
        "." if value == HIDDEN else next((char for char, mask in PIPE_LETTERS.items() if mask == value), None)
    )


PIPE_PARTS = RunsCodec(re.compile("[.a-g]"), pipe, as_pipe, DIGITS[17:])


@dataclass(frozen=True)
class BareArrows(Codec):
    """Arrows by their numbers, and `?`, which is a black cell where no other value is stated."""

    inner: Codec
    other: Value = HOLE

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        values, rest = self.inner.read(text, area)
        return [self._value(value) for value in values], rest

    def _value(self, value: Value | None) -> Value | None:
        if value is None or isinstance(value, tuple):
            return value
        if not value:
            raise malformed("0")
        return self.other if value == HIDDEN else (value, HIDDEN)

    def write(self, values: Values, area: Area) -> str:
        return self.inner.write([self._number(value) for value in values], area)

    def _number(self, value: Value | None) -> Value | None:
        if value is None or value == self.other:
            return value and HIDDEN
        if value == HOLE:
            return HOLE
        if not isinstance(value, tuple) or not value[0]:
            raise unwritable(value)
        return value[0]


def _wall(text: str) -> Value:
    return HOLE if text == "+" else hexadecimal(text)


def _as_wall(value: Value) -> str | None:
    return "+" if value == HOLE else in_hexadecimal(value)


WALL_LOGIC = RunsCodec(re.compile(rf"[+]|[.]|{HEX}|-{HEX}{{2}}"), _wall, _as_wall, EMPTY_PLACES)


def _letter(text: str) -> Value:
    return int(text, 36) - 9


def _as_letter(value: Value) -> str | None:
    return DIGITS[value + 9].upper() if isinstance(value, int) and 0 < value <= 26 else None


CAPITALS = RunsCodec(re.compile("[A-Z]"), _letter, _as_letter, DIGITS[10:])


def _compass(text: str) -> Value:
    return tuple(hexadecimal(number) for number in re.findall(NUMBER16.token, text))  # type: ignore[misc]


def _as_compass(value: Value) -> str | None:
    if not isinstance(value, tuple):
        return None
    numbers = [in_hexadecimal(number) for number in value]
    return None if None in numbers else "".join(map(str, numbers))


COMPASS = RunsCodec(re.compile(rf"(?:{NUMBER16.token.pattern}){{4}}"), _compass, _as_compass, EMPTY_PLACES)


def _l_shaped(text: str) -> Value:
    """Of an arrow its direction; of a circle its number."""
    if text in "ghij@%":
        return "_ghij".find(text.replace("@", "_").replace("%", "_")), HIDDEN
    return hexadecimal(text)


def _as_l_shaped(value: Value) -> str | None:
    if not isinstance(value, tuple):
        return in_hexadecimal(value) if value < 256 else None
    return "@ghij"[value[0]] if value[1] == HIDDEN else None


SASHIGANE = RunsCodec(re.compile(rf"[g-j@%.]|{HEX}|-{HEX}{{2}}"), _l_shaped, _as_l_shaped, "klmnopqrstuvwxyz")

LOUTE = RunsCodec(
    re.compile("[1-5.]"),
    lambda text: 1 if text == "5" else (0 if text == "." else int(text), HIDDEN),
    lambda value: ".1234"[value[0]] if isinstance(value, tuple) else "5",
    EMPTY_PLACES,
)

NAGARE = RunsCodec(
    re.compile("[1-9]"),
    lambda text: (1 + int(text) // 5, int(text) % 5, HIDDEN),
    lambda value: (
        str(5 * value[0] - 5 + value[1]) if isinstance(value, tuple) and sum(value[:2]) > 1 else None
    ),
    LETTERS,
)
