"""What a codec of puzz.link is, and those of numbers: values, and runs of places without one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from zenkai_solver.models.document import fault
from zenkai_solver.models.formats.puzzlink_numbers import DIGITS, EMPTY_PLACES
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


def checked(values: Values, area: Area, beyond: int = 0) -> Values:
    """The values of all places. Raises InstanceError for too few, or for more than `beyond` too many."""
    if not area.places <= len(values) <= area.places + beyond:
        raise fault(f"puzz.link: {len(values)} places for clues; {area.places} are needed")
    if any(value is not None for value in values[area.places :]):
        raise fault(f"puzz.link: a clue behind the {area.places} places")
    return values[: area.places]


def malformed(text: str) -> Exception:
    return fault(f"puzz.link: {text[:6]!r} is not a clue")


def unwritable(value: Value) -> Exception:
    return fault(f"puzz.link has no clue {value!r:.40} here")


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
                raise malformed(text[at:])
        return checked(values, area), text[at:]

    def write(self, values: Values, area: Area) -> str:
        return with_runs((None if value is None else self._text(value) for value in values), self.empty)

    def _text(self, value: Value) -> str:
        text = self.text(value)
        if text is None:
            raise unwritable(value)
        return text


def with_runs(texts: Iterator[str | None], empty: str) -> str:
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


def hexadecimal(text: str) -> Value:
    if text == ".":
        return HIDDEN
    prefix = text[:1].replace("%", "@") if len(text) > 1 else ""
    return int(text.removeprefix(text[:1] if prefix else ""), 16) + PREFIXES[prefix][2]


def in_hexadecimal(value: Value) -> str | None:
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
    hexadecimal,
    in_hexadecimal,
    EMPTY_PLACES,
)
LETTERS = DIGITS[10:]


def one_digit(most: int, hidden: str, skips: str) -> RunsCodec:
    """Numbers 0..most of one digit each; `hidden` is `?`."""

    def read(text: str) -> Value:
        return HIDDEN if text == hidden else int(text)

    def write(value: Value) -> str | None:
        if value == HIDDEN:
            return hidden
        return str(value) if isinstance(value, int) and 0 <= value <= most else None

    return RunsCodec(re.compile(f"[{hidden}0-{most}]"), read, write, skips)


NUMBER10 = one_digit(9, ".", LETTERS)


def _base36(text: str) -> Value:
    return HIDDEN if text in "@%" else int(text.removeprefix("-"), 36)


def _in_base36(value: Value) -> str | None:
    if value == HIDDEN:
        return "@"
    if not isinstance(value, int) or not 0 <= value < 36**2:
        return None
    return DIGITS[value] if value < 36 else f"-{DIGITS[value // 36]}{DIGITS[value % 36]}"


NUMBER36 = RunsCodec(re.compile("[0-9a-z@%]|-[0-9a-z]{2}"), _base36, _in_base36, ".")
