"""Codecs of puzz.link that write clues, and runs of places without a clue."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from zenkai_solver.models.document import fault
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
    checked,
    hexadecimal,
    in_hexadecimal,
    malformed,
    one_digit,
    unwritable,
    with_runs,
)
from zenkai_solver.models.formats.puzzlink_numbers import DIGITS, EMPTY_PLACES, piece_word, read_piece
from zenkai_solver.models.genres.clues import PIPES, piece_code, piece_drawing
from zenkai_solver.models.genres.sheet import HIDDEN, Value


def _arrow(text: str) -> Value:
    """The direction first, with 5 added before two digits; - before three."""
    if text[0] == "-":
        return int(text[1]), int(text[2:], 16)
    direction, number = int(text[0]) % 5, text[1:]
    return direction, HIDDEN if number == "." else int(number, 16)


def _as_arrow(value: Value) -> str | None:
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
    re.compile(rf"[0-4](?:[.]|{HEX})|[5-9]{HEX}{{2}}|-[0-4]{HEX}{{3}}"), _arrow, _as_arrow, LETTERS
)


def _castle(text: str) -> Value:
    """The colour first: 0, 1, 2 for grey, white, black."""
    arrow = _arrow(text[1:])
    assert isinstance(arrow, tuple)
    return int(text[0]) + 1, *arrow


def _as_castle(value: Value) -> str | None:
    if not isinstance(value, tuple) or not 1 <= value[0] <= 3:
        return None
    return f"{value[0] - 1}{_as_arrow(value[1:])}"


CASTLE = RunsCodec(re.compile(rf"[0-2](?:{ARROW16.token.pattern})"), _castle, _as_castle, LETTERS)


class Balance(Codec):
    """Of number16 twice the number, and 1 more for a black circle; 0 stands for no number."""

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        values, rest = NUMBER16.read(text, area)
        return [None if value is None else self._circle(value) for value in values], rest

    def _circle(self, value: Value) -> Value:
        if not isinstance(value, int) or value == HIDDEN:
            raise malformed(".")
        return 1 + value % 2, value // 2 or HIDDEN

    def write(self, values: Values, area: Area) -> str:
        return NUMBER16.write([None if value is None else self._number(value) for value in values], area)

    def _number(self, value: Value) -> Value:
        if not isinstance(value, tuple) or value[0] not in (1, 2) or not value[1]:
            raise unwritable(value)
        return value[0] - 1 + 2 * max(value[1], 0)


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


class Minarism(Codec):
    """At edges: an arrow across, up or left as g, down or right as h, or a number of one or two digits."""

    SIGNS = RunsCodec(
        re.compile(rf"[gh]|{HEX}|-{HEX}{{2}}"),
        lambda text: -1 - "gh".index(text) if text in "gh" else int(text.removeprefix("-"), 16),
        lambda value: "gh"[-1 - value] if isinstance(value, int) and value < 0 else in_hexadecimal(value),
        DIGITS[18:],
    )

    def _upright(self, area: Area, at: int) -> bool:
        """Is the edge of this number between two cells of a row?"""
        return at < area.rows * (area.columns - 1)

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        values, rest = self.SIGNS.read(text, area)
        return [self._sign(value, self._upright(area, at)) for at, value in enumerate(values)], rest

    def _sign(self, value: Value | None, upright: bool) -> Value | None:
        if not isinstance(value, int) or value >= 0:
            return value
        return (2 * upright - value, HIDDEN)

    def write(self, values: Values, area: Area) -> str:
        return self.SIGNS.write(
            [self._number(value, self._upright(area, at)) for at, value in enumerate(values)], area
        )

    def _number(self, value: Value | None, upright: bool) -> Value | None:
        if not isinstance(value, tuple):
            return value
        if value[1] != HIDDEN or not 1 <= value[0] - 2 * upright <= 2:
            raise unwritable(value)
        return 2 * upright - value[0]


class Anglers(Codec):
    """The kinds of clues are rocks, fish, numbers in cells and numbers beside the board."""

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        values, rest = NUMBER16.read(text, area)
        cells = area.rows * area.columns
        return [None if n is None else self._clue(n, at >= cells) for at, n in enumerate(values)], rest

    def _clue(self, number: Value, outside: bool) -> Value:
        assert isinstance(number, int)
        if number in (0, 1):
            return number, 1
        return 2 + outside, HIDDEN if number == HIDDEN else number - 1

    def write(self, values: Values, area: Area) -> str:
        return NUMBER16.write([None if value is None else self._number(value) for value in values], area)

    def _number(self, value: Value) -> Value:
        assert isinstance(value, tuple)
        kind, number = value
        return kind if kind < 2 else HIDDEN if number == HIDDEN else number + 1


class FracDiv(Codec):
    """The kinds of clues are fractions, numbers, dots and holes."""

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        numbers, rest = NUMBER16.read(text, area._replace(places=2 * area.places))
        return [*map(self._clue, numbers[::2], numbers[1::2])], rest

    def _clue(self, upper: Value | None, lower: Value | None) -> Value | None:
        if upper is None:
            return None
        assert isinstance(upper, int)
        if lower == HIDDEN:
            return (2, upper) if upper else (3, 1)
        return (1, upper) if lower is None or upper == HIDDEN else (0, upper, lower)  # type: ignore[return-value]

    def write(self, values: Values, area: Area) -> str:
        pairs = [self._pair(value) for value in values]
        numbers = [number for pair in pairs for number in pair]
        return NUMBER16.write(numbers, area._replace(places=len(numbers)))

    def _pair(self, value: Value | None) -> tuple[Value | None, Value | None]:
        match value:
            case (0, upper, lower) if HIDDEN not in (upper, lower):
                return upper, lower
            case (1, number):
                return number, None
            case (2, dots):
                return dots, HIDDEN
            case (3, _):
                return 0, HIDDEN
            case None:
                return None, None
        raise unwritable(value)


class Slalom(Codec):
    """The kinds of clues are gates, black cells and the start.

    First 1 for a black cell, 2 and 3 for gates, 4 to z for 1 to 32 other cells; then numbers of black cells,
    with arrows; and the number of the cell at the start behind a slash.
    """

    CELLS = RunsCodec(re.compile("[1-3]"), int, str, DIGITS[4:])
    NUMBERS = RunsCodec(
        re.compile(rf"[0-4]{HEX}|[5-9]{HEX}{{2}}|-[0-4]{HEX}{{3}}"), _arrow, _as_arrow, EMPTY_PLACES
    )

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        kinds, rest = self.CELLS.read(text, area)
        black = [at for at, kind in enumerate(kinds) if kind == 1]
        numbers, rest = self.NUMBERS.read(rest, area._replace(places=len(black)))
        values: list[Value | None] = [(0, kind - 1) if kind in (2, 3) else None for kind in kinds]
        for at, number in zip(black, numbers):
            values[at] = (1, *number) if isinstance(number, tuple) else (1, 0, HIDDEN)
        match = re.match(r"/(\d{1,5})", rest)
        if match is None or int(match[1]) >= area.places or values[int(match[1])] is not None:
            raise malformed(rest)
        values[int(match[1])] = (2, 1)
        return values, rest[match.end() :]

    def write(self, values: Values, area: Area) -> str:
        starts = [at for at, value in enumerate(values) if isinstance(value, tuple) and value[0] == 2]
        if len(starts) != 1:
            raise fault("puzz.link: one circle at which the loop begins is needed")
        given = [value for value in values if isinstance(value, tuple)]
        kinds = [self._kind(value) for value in values]
        numbers = [value[1:] if value[-1] != HIDDEN else None for value in given if value[0] == 1]
        written = self.NUMBERS.write(numbers, area._replace(places=len(numbers)))
        return f"{self.CELLS.write(kinds, area)}{written}/{starts[0]}"

    def _kind(self, value: Value | None) -> Value | None:
        match value:
            case (0, sign):
                return sign + 1
            case (1, *_):
                return 1
        return None


class RailPool(Codec):
    """Some numbers of cells; k to z are 1 to 16 cells without a clue, behind a clue 0 to 15. There is a slash
    where no such letter is the last.
    """

    NUMBERS, NUMBER = re.compile("(?:[a-j]*[0-9])+"), re.compile("[a-j]*[0-9]")
    RUN, END = DIGITS[20:], "/"

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        values: list[Value | None] = []
        at = behind = 0
        while at < len(text) and len(values) < area.places:
            if match := self.NUMBERS.match(text, at):
                values.append(tuple(map(self._number, self.NUMBER.findall(match[0]))))
                at, behind = match.end(), 1
            elif text[at] in self.RUN:
                values += [None] * (self.RUN.index(text[at]) + 1 - behind)
                at, behind = at + 1, 0
            elif text[at] == "/":
                break
            else:
                raise malformed(text[at:])
        if text[at : at + 1] == "/" or not self.END:
            values += [None] * (area.places - len(values))
        full = text[at - 1 : at] in (*DIGITS[:20], self.RUN[-1])
        return checked(values, area), text[at:].removeprefix(self.END) if full or not at else text[at:]

    def _number(self, word: str) -> int:
        return int("".join(str(DIGITS.index(char) % 10) for char in word)) or HIDDEN

    def write(self, values: Values, area: Area) -> str:
        written, run = "", 0
        for value in values:
            run += value is None
            if run and (value is not None or run == len(self.RUN)):
                written += self.RUN[run - 1]
                run = 0
            if value is not None:
                assert isinstance(value, tuple)
                written += "".join(map(self._word, value))
                run = 1
        return written + (self.RUN[run - 1] if run > 1 else self.END)

    def _word(self, number: int) -> str:
        first, last = divmod(max(number, 0), 10)
        return "".join(LETTERS[int(digit)] for digit in str(first) if first) + str(last)


class Lohkous(RailPool):
    """The same of digits; a to z are 1 to 26 cells. There is no slash: one cell at the end is left out."""

    NUMBERS, NUMBER = re.compile("[0-9]+"), re.compile("[0-9]")
    RUN, END = LETTERS, ""

    def _word(self, number: int) -> str:
        if number > 9:
            raise unwritable(number)
        return str(max(number, 0))


class TwoMarks(Codec):
    """Column and row of the first mark, then of the second, from 1, as number16."""

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        numbers, rest = NUMBER16.read(text, area._replace(places=4))
        values: list[Value | None] = [None] * area.places
        for sign, (column, row) in enumerate((numbers[:2], numbers[2:]), 1):
            if not isinstance(column, int) or not isinstance(row, int):
                raise malformed(text)
            at = (row - 1) * area.columns + column - 1
            if not (1 <= column <= area.columns and 1 <= row <= area.rows) or values[at] is not None:
                raise malformed(text)
            values[at] = sign
        return values, rest

    def write(self, values: Values, area: Area) -> str:
        spots = [divmod(values.index(sign), area.columns) for sign in (1, 2) if sign in values]
        if len(spots) != 2 or len(values) - values.count(None) != 2:
            raise fault("puzz.link: one mark of each kind is needed")
        numbers = [number for row, column in spots for number in (column + 1, row + 1)]
        return NUMBER16.write(numbers, area._replace(places=4))


class BorderArrows(Codec):
    """Arrows at edges: those up and left by the numbers of places before each, then those down and right."""

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        upright = area.rows * (area.columns - 1)
        values: list[Value | None] = [None] * area.places
        for down_right in (0, 1):
            at = 0
            while at < area.places:
                char, text = text[:1], text[1:]
                if not char or char not in DIGITS:
                    raise malformed(char + text)
                at += DIGITS.index(char)
                if char != DIGITS[-1] and at < area.places:
                    values[at] = (2 * (at < upright) + 1 + down_right, HIDDEN)
                at += char != DIGITS[-1]
        return values, text

    def write(self, values: Values, area: Area) -> str:
        return "".join(self._runs(values, down_right) for down_right in (0, 1))

    @staticmethod
    def _runs(values: Values, down_right: int) -> str:
        written, run = "", 0
        for value in values:
            if isinstance(value, tuple) and (value[0] - 1) % 2 == down_right:
                written += DIGITS[run]
                run = 0
            else:
                run += 1
            if run == len(DIGITS) - 1:
                written += DIGITS[-1]
                run = 0
        return written + (DIGITS[run] if run else "")


class Doors(Codec):
    """Two places beside the board, by their numbers, each behind a slash."""

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        match = re.fullmatch(r"/(\d{1,4})/(\d{1,4})", text)
        values: list[Value | None] = [None] * area.places
        if match is None or max(map(int, match.groups())) >= area.places or match[1] == match[2]:
            raise malformed(text)
        for sign, place in enumerate(match.groups(), 1):
            values[int(place)] = sign
        return values, ""

    def write(self, values: Values, area: Area) -> str:
        if sorted(value for value in values if isinstance(value, int)) != [1, 2]:
            raise fault("puzz.link: one IN and one OUT are needed")
        return f"/{values.index(1)}/{values.index(2)}"


class TilePaint(Codec):
    """Black cells with two numbers, that below first; then those of columns and rows.

    A number is a digit to the base 16, or a dot for none; of a black cell with two digits where a - (to the
    right), a + (below) or a = (both) is before them, beside the board behind a -.
    """

    CELL = re.compile(
        rf"(?P<run>[g-z])|-(?P<a>[.]|{HEX})(?P<b>{HEX}{{2}})|[+](?P<c>{HEX}{{2}})(?P<d>[.]|{HEX})"
        rf"|=(?P<e>{HEX}{{2}})(?P<f>{HEX}{{2}})|(?P<g>[.]|{HEX})(?P<h>[.]|{HEX})"
    )
    LINE = re.compile(rf"-({HEX}{{2}})|([.]|{HEX})")

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        cells = area.rows * area.columns
        values: list[Value | None] = []
        at = 0
        while len(values) < cells and at < len(text):
            match = self.CELL.match(text, at)
            if match is None:
                raise malformed(text[at:])
            if match["run"]:
                values += [None] * (EMPTY_PLACES.index(match["run"]) + 1)
            else:
                values.append(self._pair(match))
            at = match.end()
        values = list(checked(values, area._replace(places=cells)))
        while len(values) < area.places and at < len(text):
            match = self.LINE.match(text, at)
            if match is None:
                raise malformed(text[at:])
            number = self._number(match[1] or match[2])
            values.append(None if number < 0 else number)
            at = match.end()
        return checked(values, area), text[at:]

    def _pair(self, match: re.Match[str]) -> tuple[int, ...]:
        return tuple(self._number(group) for group in match.groups()[1:] if group is not None)

    def _number(self, text: str) -> int:
        return -1 if text == "." else int(text, 16)

    def write(self, values: Values, area: Area) -> str:
        cells = area.rows * area.columns
        written = with_runs((self._cell(value) for value in values[:cells]), EMPTY_PLACES)
        return written + "".join(self._line(value) for value in values[cells:])

    def _cell(self, value: Value | None) -> str | None:
        if value is None:
            return None
        assert isinstance(value, tuple)
        down, right = value
        sign = {(False, False): "", (False, True): "-", (True, False): "+", (True, True): "="}
        return sign[down > 15, right > 15] + "".join(map(self._digits, value))

    def _line(self, value: Value | None) -> str:
        number = -1 if value is None else value
        return "-" * (isinstance(number, int) and number > 15) + self._digits(number)

    def _digits(self, number: Value) -> str:
        if not isinstance(number, int) or number > 255:
            raise unwritable(number)
        return "." if number < 0 else f"{number:x}"


class TriPlace(TilePaint):
    """The same, but that a black cell without a number is _, and one with one number below 35 is @ (below) or
    $ (to the right) and it to the base 36.
    """

    CELL = re.compile(
        rf"{TilePaint.CELL.pattern}|(?P<none>_)|[@%](?P<below>[0-9a-y])|[$](?P<beside>[0-9a-y])"
    )

    def _pair(self, match: re.Match[str]) -> tuple[int, ...]:
        if match["none"] or match["below"] or match["beside"]:
            return tuple(int(match[part], 36) if match[part] else -1 for part in ("below", "beside"))
        return super()._pair(match)

    def _cell(self, value: Value | None) -> str | None:
        match value:
            case (-1, -1):
                return "_"
            case (int(below), -1) if below < len(DIGITS) - 1:
                return f"@{DIGITS[below]}"
            case (-1, int(beside)) if beside < len(DIGITS) - 1:
                return f"${DIGITS[beside]}"
        return super()._cell(value)


FLEETS = {  # as the site writes their pieces
    "c": "11g 11g 11g 21o 21o 31s",
    "d": "11g 11g 11g 11g 21o 21o 21o 31s 31s 41u",
    "e": "11g 11g 11g 11g 11g 21o 21o 21o 21o 31s 31s 31s 41u 41u 51v",
    "t": "14u 23bg 22u 23f 23eg",
    "p": "337k 15v 24as 24bo 23fg 337i 23rg 334u 335s 33bk 24bk 337o",
}


class Fleet(Codec):
    """The pieces of the board: a slash and the letter of a common fleet, or their number and each of them."""

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        match = re.match(r"//([a-z])|/(\d{1,2})((?:/\w+)+)", text)
        if match is None or (match[1] and match[1] not in FLEETS):
            raise fault(f"puzz.link: {text[:6]!r} is not a fleet")
        words = FLEETS[match[1]].split() if match[1] else match[3].split("/")[1:]
        if match[2] and len(words) != int(match[2]):
            raise fault(f"puzz.link: {len(words)} pieces of the fleet; {match[2]} are needed")
        drawings = (read_piece(word, "puzz.link") for word in words)
        return [tuple(piece_code("/".join(drawing)) for drawing in drawings)], text[match.end() :]

    def write(self, values: Values, area: Area) -> str:
        pieces = values[0]
        assert isinstance(pieces, tuple)
        words = [piece_word(piece_drawing(code).split("/")) for code in pieces]
        common = next((letter for letter, fleet in FLEETS.items() if fleet.split() == words), None)
        return f"//{common}" if common else "/" + "/".join([str(len(words)), *words])


class EitherNumber(Codec):
    """One digit each, or - and number16."""

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        return NUMBER16.read(text[1:], area) if text.startswith("-") else NUMBER10.read(text, area)

    def write(self, values: Values, area: Area) -> str:
        if any(isinstance(value, int) and value > 9 for value in values):
            return "-" + NUMBER16.write(values, area)
        return NUMBER10.write(values, area)


PIPE_LETTERS = dict(zip(LETTERS, PIPES))


def _pipe(text: str) -> Value:
    return HIDDEN if text == "." else PIPE_LETTERS[text]


def _as_pipe(value: Value) -> str | None:
    return (
        "." if value == HIDDEN else next((char for char, mask in PIPE_LETTERS.items() if mask == value), None)
    )


PIPE_PARTS = RunsCodec(re.compile("[.a-g]"), _pipe, _as_pipe, DIGITS[17:])


class Word(NamedTuple):
    """The texts of the clues of one kind, and what they mean."""

    token: re.Pattern[str]
    value: Callable[[str], Value]
    text: Callable[[Value], str | None]


def _of_kinds(words: Sequence[Word], empty: str) -> RunsCodec:
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


def _sign(sign: str) -> Word:
    """One sign, of value 1."""
    return Word(re.compile(sign), lambda _: 1, lambda value: sign if value == 1 else None)


def _pot_number(text: str) -> Value:
    return HIDDEN if text == "h" else int(text[1:], 16)


def _as_pot_number(value: Value) -> str | None:
    if not isinstance(value, int) or value > 255:
        return None
    return "h" if value == HIDDEN else f"i{value:x}" if value < 16 else f"g{value:02x}"


NUMBER = Word(NUMBER16.token, hexadecimal, in_hexadecimal)
PIPE = Word(re.compile("[.a-g]"), _pipe, _as_pipe)
LATER_PIPES = str.maketrans("ghijklm", "abcdefg"), str.maketrans("abcdefg", "ghijklm")
LATER_PIPE = Word(
    re.compile("[g-m]"),
    lambda text: _pipe(text.translate(LATER_PIPES[0])),
    lambda value: None if value == HIDDEN else (_as_pipe(value) or "").translate(LATER_PIPES[1]) or None,
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


class Tateyoko(Codec):
    """The kinds of clues are number16 of white cells, and those of black ones, o to s for 0 to 4, x for `?`;
    n is a place without a clue, i and a digit are 1 to 15.
    """

    RUNS = "nABCDEFGHIJKLMN"
    EACH = _of_kinds((NUMBER, Word(re.compile("[o-sx]"), _black, _as_black)), RUNS)

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        return self.EACH.read(
            re.sub("i([1-9a-f])", lambda match: self.RUNS[int(match[1], 16) - 1], text), area
        )

    def write(self, values: Values, area: Area) -> str:
        return re.sub(
            "[A-N]", lambda match: f"i{self.RUNS.index(match[0]) + 1:x}", self.EACH.write(values, area)
        )


class Slovak(Codec):
    """Two numbers of number16: five times the first and 1, and the second; 0 stands for `?`."""

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        values, rest = NUMBER16.read(text, area)
        return [None if value is None else self._pair(value) for value in values], rest

    def _pair(self, value: Value) -> Value:
        assert isinstance(value, int)
        first, second = divmod(max(value, 0), 5)
        return first - 1 if first else HIDDEN, second or HIDDEN

    def write(self, values: Values, area: Area) -> str:
        return NUMBER16.write([None if value is None else self._number(value) for value in values], area)

    def _number(self, value: Value) -> Value:
        match value:
            case (first, second) if second < 5 and second != 0:
                return 5 * (first + 1 if first >= 0 else 0) + max(second, 0)
        raise unwritable(value)


class Ovotovata(Codec):
    """A number of each room, as number16: four times its number and 1, 4 for `?`; 1 more if it is shaded."""

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        values, rest = NUMBER16.read(text, area)
        return [self._room(value) if isinstance(value, int) else None for value in values], rest

    def _room(self, code: int) -> Value | None:
        number, shaded = code // 4, code % 2
        if not number:
            return (3, HIDDEN) if shaded else None
        return 1 + shaded, number - 1 or HIDDEN

    def write(self, values: Values, area: Area) -> str:
        return NUMBER16.write([self._code(value) for value in values], area)

    def _code(self, value: Value | None) -> Value:
        match value:
            case None:
                return 0
            case (3, _):
                return 1
            case (sign, number):
                return 4 * (1 + max(number, 0)) + sign - 1
        raise unwritable(value)


class AreaSizes(Codec):
    """Some numbers of the board: two slashes and n for 1 to n, i for 1 to 9; or a slash before how many
    they are, and before each of them.
    """

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        if match := re.match(r"//(\d{1,3}|i)", text):
            return [tuple(range(1, 1 + (9 if match[1] == "i" else int(match[1]))))], text[match.end() :]
        match = re.match(r"/(\d{1,2})((?:/\d{1,4})+)", text)
        if match is None or len(sizes := match[2].split("/")[1:]) != int(match[1]):
            raise malformed(text)
        return [tuple(map(int, sizes))], text[match.end() :]

    def write(self, values: Values, area: Area) -> str:
        match values[0]:
            case tuple(sizes) if sizes == tuple(range(1, len(sizes) + 1)):
                return "//i" if len(sizes) == 9 else f"//{len(sizes)}"
            case tuple(sizes) if min(sizes) > 0:
                return "/".join(map(str, ("", len(sizes), *sizes)))
        raise unwritable(values[0] or HIDDEN)


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

    EACH = _of_kinds((PIPE, _sign("0")), DIGITS[17:])

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        return self.EACH.read(re.sub("[0-9]", lambda match: "0" * (int(match[0]) + 1), text), area)

    def write(self, values: Values, area: Area) -> str:
        return re.sub("0{1,10}", lambda match: str(len(match[0]) - 1), self.EACH.write(values, area))


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


class Kurarin(Codec):
    """Of number16 four times the sign of a place, and that of the next one."""

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        pairs, rest = NUMBER16.read(text, area._replace(places=(area.places + 1) // 2))
        values = [part or None for pair in pairs for part in self._both(pair)]
        return checked(values, area, 1), rest

    def _both(self, pair: Value | None) -> tuple[int, int]:
        if pair is None:
            return 0, 0
        if not isinstance(pair, int) or not 0 <= pair < 16:
            raise unwritable(pair)
        return divmod(pair, 4)

    def write(self, values: Values, area: Area) -> str:
        if wrong := [value for value in values if value not in (None, 1, 2, 3)]:
            raise fault(f"puzz.link has no clue {wrong[0]!r:.40} here")
        signs = [int(value or 0) for value in (*values, None)]  # type: ignore[arg-type]
        pairs = [4 * one + other or None for one, other in zip(signs[: area.places : 2], signs[1::2])]
        return NUMBER16.write(pairs, area)


@dataclass(frozen=True)
class Holed(Codec):
    """Numbers, of which one stands for a hole; each is `more` less than its value."""

    inner: Codec
    hole: int
    more: int = 0

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        values, rest = self.inner.read(text, area)
        return [self._value(value) for value in values], rest

    def _value(self, value: Value | None) -> Value | None:
        if value is None or value == HIDDEN or not isinstance(value, int):
            return value
        return HOLE if value == self.hole else value + self.more

    def write(self, values: Values, area: Area) -> str:
        return self.inner.write([self._number(value) for value in values], area)

    def _number(self, value: Value | None) -> Value | None:
        if value == HOLE:
            return self.hole
        if value is None or value == HIDDEN or not isinstance(value, int):
            return value
        if value - self.more == self.hole:
            raise unwritable(value)
        return value - self.more


class CountCodec(Codec):
    """A number before a slash, of the board as a whole."""

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        match = re.match(r"(\d{1,4})/", text)
        if match is None:
            raise fault(f"puzz.link: {text[:6]!r} does not begin with a number and a slash")
        return [int(match[1])], text[match.end() :]

    def write(self, values: Values, area: Area) -> str:
        return f"{values[0]}/"


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
