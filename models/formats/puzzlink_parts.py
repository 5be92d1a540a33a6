"""Codecs of puzz.link that a genre or two have: clues of lines, of edges, and in several texts."""

from __future__ import annotations

import re
from dataclasses import dataclass

from zenkai_solver.models.document import fault
from zenkai_solver.models.formats.puzzlink_codec import (
    HEX,
    HOLE,
    LETTERS,
    NUMBER16,
    Area,
    Codec,
    RunsCodec,
    Values,
    checked,
    in_hexadecimal,
    malformed,
    unwritable,
    with_runs,
)
from zenkai_solver.models.formats.puzzlink_numbers import DIGITS, EMPTY_PLACES, piece_word, read_piece
from zenkai_solver.models.formats.puzzlink_runs import arrow, as_arrow
from zenkai_solver.models.genres.clues import piece_code, piece_drawing
from zenkai_solver.models.genres.sheet import HIDDEN, Value


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


class LettersOfSides(Codec):
    """Of each side place a letter, A to Z, or 0 and a letter for those of the second alphabet; a to z are 1
    to 26 places without one. Behind all the numbers of the letters, as number16.
    """

    SIGNS = RunsCodec(
        re.compile("[A-Z]|0[A-Za-z]"),
        lambda text: int(text[-1], 36) - 9 + 26 * (len(text) - 1),
        lambda value: _capital(value) if isinstance(value, int) else None,
        LETTERS,
    )

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        signs, rest = self.SIGNS.read(text, area)
        places = [i for i, sign in enumerate(signs) if sign is not None]
        numbers, rest = NUMBER16.read(rest, area._replace(places=len(places)))
        pairs = {i: number for i, number in zip(places, numbers) if isinstance(number, int)}
        if len(pairs) < len(places):
            raise malformed(text)
        return [(sign, pairs[i]) if isinstance(sign, int) else None for i, sign in enumerate(signs)], rest

    def write(self, values: Values, area: Area) -> str:
        pairs = [value if isinstance(value, tuple) else None for value in values]
        signs = self.SIGNS.write([None if pair is None else pair[0] for pair in pairs], area)
        return signs + "".join(
            NUMBER16.write([pair[1]], area._replace(places=1)) for pair in pairs if pair is not None
        )


def _capital(number: int) -> str:
    return "0" * (number > 26) + DIGITS[9 + (number - 1) % 26 + 1].upper()


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
        re.compile(rf"[0-4]{HEX}|[5-9]{HEX}{{2}}|-[0-4]{HEX}{{3}}"), arrow, as_arrow, EMPTY_PLACES
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
