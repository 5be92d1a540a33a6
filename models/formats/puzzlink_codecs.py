"""How puzz.link writes the clues of one kind in an address: its codecs, by their names in `ClueKind.link`.

A codec reads the values of some places in order, None where there is no clue, from the beginning of a text,
and gives back the rest; and it writes them. Names and texts are those of the site's own functions.

number16     a number, `?` as a dot; g to z are 1 to 20 places without a clue
number16?    the same, left out where there is none
number10     the same of one digit, with a to z for 1 to 26
number10or16 number10, or - and number16 where a number has two digits
coffeemilk   number10or16 of signs, `?` for the third one
number36     a number to the base 36 or `?` as @ at each place, a dot for none
4cell        0 to 4, with the number of places to the next clue in the same character
1cell        marks, with the number of places to the next one
arrow16      a direction and a number
castle       a colour, a direction and a number
balance      a colour and a number
circle       signs of values 1 and 2, three places to a character; `snakepit` the same of two kinds
binary       marks, five places to a character; `bosanowa` the same, and `empty`, left out where there is none
filled       the same with a bit for each place without a mark
fivecells    number10, 7 for a hole; `letters`: number16, 0 for the first sign, 12 for a hole; `brownies`:
             number16, 9 for a circle; `boulders`: number16, 0 for a boulder
kaero        capital letters A to Z for 1 to 26; a to z are 1 to 26 places without a clue
arrows4      arrows 1 to 4 of 4cell, `?` for a black cell; `arrows` digits, and 5 to z for 1 to 31 places
pointers     arrows 1 to 4 of 4cell, `?` for any
walllogic    number16, + for a black cell
compass      four numbers of number16 each, `?` for one that is not said
voxas        walls and circles of values 1 to 3 between cells, as 4cell
edge16       number16 between cells
marks        mark at all corners, and a slash; `block` the same of cells, without the end and the slash
ground       border, with a bit for each place without a wall; no new character begins
pipelink     a to g for the parts of lines, `?` as a dot; h to z are 1 to 19 places without a clue
kurarin      signs of values 1 to 3 at cells, edges and corners within the board: two places to a number16
border       walls between cells, five to a character; `border?` the same, left out where there is none
toichika     1 to 4, 5 as a dot; 5 to z are 1 to 31 places without a clue
minarism     g and h for arrows up or left and down or right, or a number; i to z are 1 to 18 places
number16+1   number16, for signs of which the first is 0; `number10+1` the same of number10
/number16    a slash and number16
magnets      number16, of each line first the number at its last end
poles        circle, and then binary for signs of another kind; left out where there is none
lines16      some numbers of each line
antmill      signs of values 1 and 2 at edges; `parquet` of two divisions into rooms
box          a number for each line
kakuru       a number, or a plus for `?`; a dot is one place without a clue, k to z are 2 to 17
empty/       `empty`, or a slash where there is none
nagare       arrows 1 to 4, black cells without one as 5, with one as 6 to 9; a to z are 1 to 26 places
fakearrow    number16: arrows 1 to 4, 5 for a black cell
goal         column and row of one mark, from 1, as number16
sashigane    arrows g to j, `?` in any direction as @, or numbers in circles; k to z are 1 to 16 places
loute        arrows 1 to 4, `?` as a dot, or 5 for a circle; g to z are 1 to 20 places without a clue
roma         number10: arrows 1 to 4, 5 for a goal
tapaloop     some numbers as in tapa, two of them to the base 8, three to the base 7 and four to the base 6
tapa         some numbers: 0 to 8, a dot for `?`, or two characters; g to z are 1 to 20 places without a clue
mark         marks at corners within the board, by the numbers of places between them
dot          signs of values 1 and 2 at cells, edges and corners within the board; `blackdot` those of black
             dots alone, of value 1
count        a number and a slash
makaro       a number less 1, a to e for a black cell without and with an arrow
shugaku      0 to 4, 5 for `?`; 6 to z are 1 to 30 places without a clue
tilepaint    black cells with two numbers, then those of columns and rows
fleet        pieces: one of some common fleets, or each
kakuro       black cells with two sums; the sums of the first row and column follow those on the board
triplace     the same as tilepaint, with one character more before cells with no number or with one
anglers      number16 of cells and sides: 0 for a rock, 1 for a fish, or a number plus 1
fracdiv      number16, two for each cell: a fraction, a number alone, or before `?` dots or 0 for a hole
railpool     some numbers in decimal, a to j for digits that others follow, 0 for `?`; k to z are runs
slalom       1 for a black cell, 2 and 3 for gates, 4 to z for 1 to 32 cells, then numbers of black cells with
             arrows, and behind a slash the number of the cell with the circle
pipelinkr    pipelink, with 0 to 9 for 1 to 10 circles
yosenabe     number16, of other numbers h for `?`, i or g before one or two digits; j to z are 1 to 17 places
loopsp       number16, g to m for the parts of lines; n to z are 1 to 13 places without a clue
herugolf     number16, h for a hole; i to z are 1 to 18 places without a clue
reflect      triangles 1 to 4 with a number of one digit, 6 to 9 with one of two, 5 a crossing; a to z: runs
ovotovata    number16 of each room: four times its number and 1, 4 for `?`; 1 more if it is shaded
sizes        some numbers of the board: 1 to one behind two slashes, or each behind one and how many they are
interbd      number16: ten times a colour, and its number and 1, 0 for `?`
slovak       number16 of two numbers: five times the first and 1, and the second, 0 for `?`
tateyoko     number16, o to s for black cells with 0 to 4, x for one without a number; n, and i with a digit
lohkous      some numbers of one digit, 0 for `?`; a to z are runs
haisu        column and row of two marks, from 1, as number16
icebarn      of edges the arrows up and left, then those down and right, by the numbers of places between
doors        two places beside the board, each behind a slash

Source: github.com/robx/pzprjs (MIT), src/variety-common/Encode.js and src/variety/.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import ClassVar, NamedTuple

from zenkai_solver.models.document import fault
from zenkai_solver.models.formats.puzzlink_numbers import DIGITS, EMPTY_PLACES, piece_word, read_piece
from zenkai_solver.models.genres.clues import PIPES, piece_code, piece_drawing
from zenkai_solver.models.genres.sheet import HIDDEN, Value

Values = Sequence[Value | None]
HOLE = (0,)  # the value of a hole, where numbers and holes are one section


class Area(NamedTuple):
    """Rows and columns as a link states them, and the number of places that a codec has values for."""

    rows: int
    columns: int
    places: int


class Codec:
    """How a link writes values; `frame`: rows and columns of the board above and left of those it counts."""

    frame = 0

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        """A value for each place, and what follows. Raises InstanceError."""
        raise NotImplementedError

    def write(self, values: Values, area: Area) -> str:
        """The inverse. Raises InstanceError for values that the codec does not have."""
        raise NotImplementedError


def _checked(values: Values, area: Area, beyond: int = 0) -> Values:
    """The values of all places. Raises InstanceError for too few, or for more than `beyond` too many."""
    if not area.places <= len(values) <= area.places + beyond:
        raise fault(f"puzz.link: {len(values)} places for clues; {area.places} are needed")
    if any(value is not None for value in values[area.places :]):
        raise fault(f"puzz.link: a clue behind the {area.places} places")
    return values[: area.places]


def _bad(text: str) -> Exception:
    return fault(f"puzz.link: {text[:6]!r} is not a clue")


def _none(value: Value) -> Exception:
    return fault(f"puzz.link has no clue {value!r:.40} here")


# ---- runs of places without a clue


@dataclass(frozen=True)
class RunsCodec(Codec):
    """Texts of values, and letters that stand for 1, 2, ... places without a clue."""

    token: re.Pattern[str]
    value: Callable[[str], Value]
    text: Callable[[Value], str | None]
    empty: str

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        values: list[Value | None] = []
        at = 0
        while at < len(text) and len(values) < area.places:
            if match := self.token.match(text, at):
                values.append(self.value(match[0]))
                at = match.end()
            elif text[at] in self.empty:
                values += [None] * (self.empty.index(text[at]) + 1)
                at += 1
            else:
                raise _bad(text[at:])
        return _checked(values, area), text[at:]

    def write(self, values: Values, area: Area) -> str:
        return _with_runs((None if value is None else self._text(value) for value in values), self.empty)

    def _text(self, value: Value) -> str:
        text = self.text(value)
        if text is None:
            raise _none(value)
        return text


def _with_runs(texts: Iterator[str | None], empty: str) -> str:
    """The texts, and a letter for as many Nones as follow one another."""
    written, run = "", 0
    for text in texts:
        run = run + 1 if text is None else run
        if run and (text is not None or run == len(empty)):
            written += empty[run - 1]
            run = 0
        written += text or ""
    return written + (empty[run - 1] if run else "")


# Numbers to the base 16 by their prefix: the least one, how many digits follow, what they are added to
PREFIXES = {
    "": (0, 1, 0),
    "-": (16, 2, 0),
    "+": (256, 3, 0),
    "=": (4_096, 3, 4_096),
    "@": (8_192, 3, 8_192),
    "*": (12_240, 4, 12_240),
    "$": (77_776, 5, 77_776),
}
HEX = "[0-9a-f]"


def _hexadecimal(text: str) -> Value:
    if text == ".":
        return HIDDEN
    prefix = text[:1].replace("%", "@") if len(text) > 1 else ""
    return int(text.removeprefix(text[:1] if prefix else ""), 16) + PREFIXES[prefix][2]


def _in_hexadecimal(value: Value) -> str | None:
    if value == HIDDEN:
        return "."
    if not isinstance(value, int) or value < 0:
        return None
    prefix, (_, digits, base) = [entry for entry in PREFIXES.items() if entry[1][0] <= value][-1]
    if value - base >= 16**digits:
        return None
    return f"{prefix}{value - base:0{digits}x}"


NUMBER16 = RunsCodec(
    re.compile(rf"[.]|{HEX}|-{HEX}{{2}}|[+=@%]{HEX}{{3}}|\*{HEX}{{4}}|\${HEX}{{5}}"),
    _hexadecimal,
    _in_hexadecimal,
    EMPTY_PLACES,
)
LETTERS = DIGITS[10:]


def _one_digit(most: int, hidden: str, skips: str) -> RunsCodec:
    """Numbers 0..most of one digit each; `hidden` is `?`."""

    def read(text: str) -> Value:
        return HIDDEN if text == hidden else int(text)

    def write(value: Value) -> str | None:
        if value == HIDDEN:
            return hidden
        return str(value) if isinstance(value, int) and 0 <= value <= most else None

    return RunsCodec(re.compile(f"[{hidden}0-{most}]"), read, write, skips)


NUMBER10 = _one_digit(9, ".", LETTERS)


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
            raise _bad(".")
        return 1 + value % 2, value // 2 or HIDDEN

    def write(self, values: Values, area: Area) -> str:
        return NUMBER16.write([None if value is None else self._number(value) for value in values], area)

    def _number(self, value: Value) -> Value:
        if not isinstance(value, tuple) or value[0] not in (1, 2) or not value[1]:
            raise _none(value)
        return value[0] - 1 + 2 * max(value[1], 0)


def _base36(text: str) -> Value:
    return HIDDEN if text in "@%" else int(text.removeprefix("-"), 36)


def _in_base36(value: Value) -> str | None:
    if value == HIDDEN:
        return "@"
    if not isinstance(value, int) or not 0 <= value < 36**2:
        return None
    return DIGITS[value] if value < 36 else f"-{DIGITS[value // 36]}{DIGITS[value % 36]}"


NUMBER36 = RunsCodec(re.compile("[0-9a-z@%]|-[0-9a-z]{2}"), _base36, _in_base36, ".")


SHUGAKU = _one_digit(4, "5", DIGITS[6:])
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
        lambda value: "gh"[-1 - value] if isinstance(value, int) and value < 0 else _in_hexadecimal(value),
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
            raise _none(value)
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
        raise _none(value)


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
            raise _bad(rest)
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
                raise _bad(text[at:])
        if text[at : at + 1] == "/" or not self.END:
            values += [None] * (area.places - len(values))
        full = text[at - 1 : at] in (*DIGITS[:20], self.RUN[-1])
        return _checked(values, area), text[at:].removeprefix(self.END) if full or not at else text[at:]

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
            raise _none(number)
        return str(max(number, 0))


class TwoMarks(Codec):
    """Column and row of the first mark, then of the second, from 1, as number16."""

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        numbers, rest = NUMBER16.read(text, area._replace(places=4))
        values: list[Value | None] = [None] * area.places
        for sign, (column, row) in enumerate((numbers[:2], numbers[2:]), 1):
            if not isinstance(column, int) or not isinstance(row, int):
                raise _bad(text)
            at = (row - 1) * area.columns + column - 1
            if not (1 <= column <= area.columns and 1 <= row <= area.rows) or values[at] is not None:
                raise _bad(text)
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
                    raise _bad(char + text)
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
            raise _bad(text)
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
                raise _bad(text[at:])
            if match["run"]:
                values += [None] * (EMPTY_PLACES.index(match["run"]) + 1)
            else:
                values.append(self._pair(match))
            at = match.end()
        values = list(_checked(values, area._replace(places=cells)))
        while len(values) < area.places and at < len(text):
            match = self.LINE.match(text, at)
            if match is None:
                raise _bad(text[at:])
            number = self._number(match[1] or match[2])
            values.append(None if number < 0 else number)
            at = match.end()
        return _checked(values, area), text[at:]

    def _pair(self, match: re.Match[str]) -> tuple[int, ...]:
        return tuple(self._number(group) for group in match.groups()[1:] if group is not None)

    def _number(self, text: str) -> int:
        return -1 if text == "." else int(text, 16)

    def write(self, values: Values, area: Area) -> str:
        cells = area.rows * area.columns
        written = _with_runs((self._cell(value) for value in values[:cells]), EMPTY_PLACES)
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
            raise _none(number)
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


NUMBER = Word(NUMBER16.token, _hexadecimal, _in_hexadecimal)
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
        raise _none(value)


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
        raise _none(value)


class AreaSizes(Codec):
    """Some numbers of the board: two slashes and n for 1 to n, i for 1 to 9; or a slash before how many
    they are, and before each of them.
    """

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        if match := re.match(r"//(\d{1,3}|i)", text):
            return [tuple(range(1, 1 + (9 if match[1] == "i" else int(match[1]))))], text[match.end() :]
        match = re.match(r"/(\d{1,2})((?:/\d{1,4})+)", text)
        if match is None or len(sizes := match[2].split("/")[1:]) != int(match[1]):
            raise _bad(text)
        return [tuple(map(int, sizes))], text[match.end() :]

    def write(self, values: Values, area: Area) -> str:
        match values[0]:
            case tuple(sizes) if sizes == tuple(range(1, len(sizes) + 1)):
                return "//i" if len(sizes) == 9 else f"//{len(sizes)}"
            case tuple(sizes) if min(sizes) > 0:
                return "/".join(map(str, ("", len(sizes), *sizes)))
        raise _none(values[0] or HIDDEN)


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
        raise _none(value)


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
            raise _bad("0")
        return self.other if value == HIDDEN else (value, HIDDEN)

    def write(self, values: Values, area: Area) -> str:
        return self.inner.write([self._number(value) for value in values], area)

    def _number(self, value: Value | None) -> Value | None:
        if value is None or value == self.other:
            return value and HIDDEN
        if value == HOLE:
            return HOLE
        if not isinstance(value, tuple) or not value[0]:
            raise _none(value)
        return value[0]


def _wall(text: str) -> Value:
    return HOLE if text == "+" else _hexadecimal(text)


def _as_wall(value: Value) -> str | None:
    return "+" if value == HOLE else _in_hexadecimal(value)


def _letter(text: str) -> Value:
    return int(text, 36) - 9


def _as_letter(value: Value) -> str | None:
    return DIGITS[value + 9].upper() if isinstance(value, int) and 0 < value <= 26 else None


def _compass(text: str) -> Value:
    return tuple(_hexadecimal(number) for number in re.findall(NUMBER16.token, text))  # type: ignore[misc]


def _as_compass(value: Value) -> str | None:
    if not isinstance(value, tuple):
        return None
    numbers = [_in_hexadecimal(number) for number in value]
    return None if None in numbers else "".join(map(str, numbers))


class Kurarin(Codec):
    """Of number16 four times the sign of a place, and that of the next one."""

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        pairs, rest = NUMBER16.read(text, area._replace(places=(area.places + 1) // 2))
        values = [part or None for pair in pairs for part in self._both(pair)]
        return _checked(values, area, 1), rest

    def _both(self, pair: Value | None) -> tuple[int, int]:
        if pair is None:
            return 0, 0
        if not isinstance(pair, int) or not 0 <= pair < 16:
            raise _none(pair)
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
            raise _none(value)
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


# ---- characters with a clue and the number of places to the next one


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
    return _with_runs(iter(texts), EMPTY_PLACES)


class FourCell(Codec):
    """0 to 4, with 5 or 10 more if one or two places without a clue follow, also beyond the last one."""

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        values: list[Value | None] = []
        at = 0
        while at < len(text) and len(values) < area.places:
            char, at = text[at], at + 1
            if char == ".":
                values.append(HIDDEN)
            elif char in EMPTY_PLACES:
                values += [None] * (EMPTY_PLACES.index(char) + 1)
            elif char in "0123456789abcde":
                values += [int(char, 16) % 5, *[None] * (int(char, 16) // 5)]
            else:
                raise _bad(char)
        spare = 2 if at and text[at - 1] in "56789abcde" else 0
        return _checked(values, area, spare), text[at:]

    def write(self, values: Values, area: Area) -> str:
        def coded(value: Value, free: int) -> str:
            if value == HIDDEN:
                return "."
            if not isinstance(value, int) or not 0 <= value <= 4:
                raise _none(value)
            return f"{value + 5 * free:x}"

        return _with_free(values, lambda value: 0 if value == HIDDEN else 2, coded)


class OneCell(Codec):
    """0 to h: a mark, and 0 to 17 places without one behind it; from i on 1, 2, ... places without a mark."""

    MOST = 17

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        values: list[Value | None] = []
        at = 0
        while at < len(text) and len(values) < area.places:
            number = DIGITS.find(text[at])
            if number < 0:
                raise _bad(text[at:])
            marked = number <= self.MOST
            values += [1 if marked else None, *[None] * (number - (0 if marked else self.MOST + 1))]
            at += 1
        return _checked(values, area), text[at:]

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
        values: list[Value | None] = []
        at = 0
        while at < len(text) and len(values) < area.places:
            number = DIGITS.find(text[at])
            if number < 0:
                raise _bad(text[at:])
            if number < 16:
                if not (value := number % 2 + self.black - 1):
                    raise fault("puzz.link: a white dot, which says nothing here")
                values += [value, *[None] * (number // 2)]
            else:
                values += [None] * (number - 15)
            at += 1
        spare = 7 if at and text[at - 1] in "ef" else 0
        return _checked(values, area, spare), text[at:]

    def write(self, values: Values, area: Area) -> str:
        def coded(value: Value, free: int) -> str:
            if not isinstance(value, int) or not 0 <= value - self.black + 1 <= 1:
                raise _none(value)
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
                raise _bad(text[at:])
            values += [None] * (number if number >= 0 else 36)
            if number >= 0 and len(values) < area.places:
                values.append(1)
            at += 1
        return _checked(values, area), text[at:]

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
            raise _bad(left or text)
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
                raise _bad(text[at:])
            values += [None] * 36 if number < 0 else [*[None] * number, 1]
            at += 1
        return _checked([*values, *[None] * (area.places - len(values))], area, 36), text[at:]

    def write(self, values: Values, area: Area) -> str:
        last = max((at for at, value in enumerate(values) if value is not None), default=-1)
        return super().write(values[: last + 1], area) if last >= 0 else ""


# ---- several places to a character


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
            raise _bad(char)
        return [value // self.base**power % self.base for power in reversed(range(self.number))]

    def write(self, values: Values, area: Area) -> str:
        if wrong := [value for value in values if value is not None and value not in range(1, self.base)]:
            raise _none(wrong[0])
        written = ""
        rest = [int(value or 0) for value in values]  # type: ignore[arg-type]
        for places in self.parts(area):
            group, rest = rest[:places], rest[places:]
            for i in range(0, places, self.number):
                digits = [*group[i : i + self.number], *[0] * self.number][: self.number]
                written += DIGITS[sum(d * self.base**power for power, d in enumerate(reversed(digits)))]
        return written


class Filled(Packed):
    """Marks, of which most places have one: the bit of a place without a mark is 1."""

    def read(self, text: str, area: Area) -> tuple[Values, str]:
        values, rest = super().read(text, area)
        return [1 if value is None else None for value in values], rest

    def write(self, values: Values, area: Area) -> str:
        if wrong := [value for value in values if value not in (None, 1)]:
            raise _none(wrong[0])
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
            raise _bad(text)
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


def _l_shaped(text: str) -> Value:
    """Of an arrow its direction; of a circle its number."""
    if text in "ghij@%":
        return "_ghij".find(text.replace("@", "_").replace("%", "_")), HIDDEN
    return _hexadecimal(text)


def _as_l_shaped(value: Value) -> str | None:
    if not isinstance(value, tuple):
        return _in_hexadecimal(value) if value < 256 else None
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
            raise _bad(text)
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
                raise _none(numbers)
            every += [*reversed(numbers), *[None] * (depth - len(numbers))]
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
                    raise _bad(text)
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


# ---- kakuro


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
        inner = list(_checked(values, cells))
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
        written = _with_runs((self._text(value) for value in inner), self.EMPTY)
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
            raise _none(number)
        return self.SUMS[number]


CODECS: Mapping[str, Codec] = {
    "number16": NUMBER16,
    "number16?": LeftOut(NUMBER16),
    "number16+1": Raised(NUMBER16),
    "number10+1": Raised(NUMBER10),
    "/number16": AfterSlash(NUMBER16),
    "number10": NUMBER10,
    "number10or16": EitherNumber(),
    "number36": NUMBER36,
    "coffeemilk": AsUnsaid(EitherNumber(), 3),
    "4cell": FourCell(),
    "1cell": OneCell(),
    "arrow16": ARROW16,
    "castle": CASTLE,
    "balance": Balance(),
    "circle": Packed(3, 3),
    "binary": Packed(2, 5),
    "bosanowa": Packed(2, 5),
    "empty": LeftOut(Packed(2, 5)),
    "filled": Filled(2, 5),
    "arrows4": BareArrows(FourCell()),
    "pointers": BareArrows(FourCell(), (0, HIDDEN)),
    "arrows": BareArrows(_one_digit(4, ".", DIGITS[5:])),
    "walllogic": RunsCodec(re.compile(rf"[+]|[.]|{HEX}|-{HEX}{{2}}"), _wall, _as_wall, EMPTY_PLACES),
    "compass": RunsCodec(
        re.compile(rf"(?:{NUMBER16.token.pattern}){{4}}"), _compass, _as_compass, EMPTY_PLACES
    ),
    "voxas": Holed(FourCell(), 0),
    "edge16": NUMBER16,
    "marks": SlashedMarks(),
    "block": BlockCodec(),
    "ground": Filled(2, 5),
    "pipelink": RunsCodec(re.compile("[.a-g]"), _pipe, _as_pipe, DIGITS[17:]),
    "kurarin": Kurarin(),
    "fivecells": Holed(NUMBER10, 7),
    "brownies": Holed(NUMBER16, 9),
    "boulders": Holed(NUMBER16, 0),
    "kaero": RunsCodec(re.compile("[A-Z]"), _letter, _as_letter, DIGITS[10:]),
    "letters": Holed(NUMBER16, 12, 1),
    "border": BorderCodec(2, 5),
    "border?": LeftOut(BorderCodec(2, 5)),
    "mark": MarkCodec(),
    "dot": DotCodec(),
    "blackdot": DotCodec(black=1),
    "count": CountCodec(),
    "kakuro": Kakuro(),
    "fleet": Fleet(),
    "shugaku": SHUGAKU,
    "toichika": TOICHIKA,
    "tapa": Tapa(),
    "tapaloop": TapaLoop(),
    "sashigane": SASHIGANE,
    "loute": LOUTE,
    "roma": BareArrows(Holed(NUMBER10, 5), (0, HIDDEN)),
    "goal": GoalCodec(),
    "nagare": NAGARE,
    "fakearrow": BareArrows(Holed(NUMBER16, 5), (0, HIDDEN)),
    "empty/": OrSlash(Packed(2, 5)),
    "magnets": NUMBER16,
    "poles": Poles(),
    "lines16": LineNumbers(),
    "antmill": EdgesOfCells(),
    "parquet": EdgesOfCells(full=True),
    "box": Box(),
    "kakuru": KAKURU,
    "minarism": Minarism(),
    "tilepaint": TilePaint(),
    "triplace": TriPlace(),
    "anglers": Anglers(),
    "fracdiv": FracDiv(),
    "railpool": RailPool(),
    "lohkous": Lohkous(),
    "pipelinkr": PipesAndCircles(),
    "loopsp": _of_kinds((NUMBER, LATER_PIPE), DIGITS[23:]),
    "reflect": _of_kinds((TRIANGLE, _sign("5")), LETTERS),
    "tateyoko": Tateyoko(),
    "ovotovata": Ovotovata(),
    "interbd": ColouredNumbers(),
    "sizes": AreaSizes(),
    "slovak": Slovak(),
    "snakepit": SignKinds(Packed(3, 3)),
    "yosenabe": _of_kinds((NUMBER, POT_NUMBER), DIGITS[19:]),
    "herugolf": _of_kinds((NUMBER, _sign("h")), DIGITS[18:]),
    "slalom": Slalom(),
    "haisu": TwoMarks(),
    "icebarn": BorderArrows(),
    "doors": Doors(),
    "makaro": MAKARO,
}
