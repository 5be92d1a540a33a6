"""Kinds of clues: where one is, what it may be, and how it is written, drawn, turned, and entered.

    key      its name in an instance, and in expressions
    at       cell, edge, corner, room (of the key `rooms`), line (a row or column), side (an end of one) or
             board: one clue for all
    link     the name of its codec in a link of puzz.link: number16, 4cell, border, ...
    dropped  may a maker leave some of these clues out?
    tool     what enters it in an editor

The value is a number, or several; HIDDEN for `?`, a clue that is there and does not say its value. An arrow
with a number is (direction 1..4 for up, down, left, right; number).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from zenkai_solver.models.genres.sheet import DIRECTIONS, HIDDEN, Value
from zenkai_solver.models.grid import Transform

At = Literal["cell", "edge", "corner", "room", "line", "side", "board"]
NOTHING, UNKNOWN = ".", "?"
ARROWS = "^v<>"
MOST = 9_999  # the largest number of a cell, and of a clue for which no other is stated
MOST_STATED = 999_999  # the largest number that can be stated for a clue
MOST_SIGNS = 64
LETTERS, BEFORE_A = 26, ord("A") - 1


class ClueError(ValueError):
    """A text that is no clue of this kind; the message says what is allowed."""


def letter(number: int) -> str:
    """A for 1, B for 2, ..."""
    return chr(BEFORE_A + number)


def signs_fault(signs: str) -> str | None:
    """What is wrong with the characters that stand for values, in words; None if nothing is."""
    if not 0 < len(signs) <= MOST_SIGNS or len(set(signs)) < len(signs):
        return f"1 to {MOST_SIGNS} characters that all differ are needed, not {signs!r:.40}"
    if wrong := [sign for sign in signs if sign in " ?" or not sign.isprintable()]:
        return f"{wrong[0]!r} cannot stand for a value"
    return None


def _is_number(text: str, least: int, most: int = MOST) -> bool:
    return text.isascii() and text.isdigit() and least <= int(text[:9]) <= most


@dataclass(frozen=True)
class ClueKind:
    """Clues of one key."""

    key: str
    at: At = "cell"
    rooms: str = ""
    link: str = ""
    dropped: bool = True

    tool: ClassVar[str]
    whole: ClassVar[bool] = False  # is there a clue at each of the places?

    def fault(self) -> str | None:
        """What is wrong with the kind as it is stated, in words."""
        return None

    def read(self, text: str) -> Value:
        """The clue that is written so, which is not `.`. Raises ClueError."""
        raise NotImplementedError

    def write(self, value: Value) -> str:
        """The inverse of `read`; also what is drawn in a text."""
        raise NotImplementedError

    def moved(self, value: Value, transform: Transform) -> Value | None:
        """The clue on a board that is moved by the transform; None where that cannot be said."""
        return value


@dataclass(frozen=True)
class NumberClue(ClueKind):
    """A number lo..hi, or `?`. With `letters` it is written as A for 1, B for 2, ...; hi is 26 then."""

    lo: int = 0
    hi: int = MOST
    hidden: bool = True
    letters: bool = False

    tool = "number"

    def fault(self) -> str | None:
        if self.letters and not 1 <= self.lo <= self.hi <= LETTERS:
            return f"letters are 1..{LETTERS}, not {self.lo}..{self.hi}"
        fits = 0 <= self.lo <= self.hi <= MOST_STATED
        return None if fits else f"{self.lo}..{self.hi} is no range within 0..{MOST_STATED:,}"

    def read(self, text: str) -> Value:
        if text == UNKNOWN and self.hidden:
            return HIDDEN
        if self.letters and len(text) == 1 and self.lo <= ord(text) - BEFORE_A <= self.hi:
            return ord(text) - BEFORE_A
        if self.letters:
            raise ClueError(f"a letter {letter(self.lo)}..{letter(self.hi)}" + " or ?" * self.hidden)
        if not _is_number(text, self.lo, self.hi):
            raise ClueError(f"a number {self.lo}..{self.hi}" + (" or ?" if self.hidden else ""))
        return int(text)

    def write(self, value: Value) -> str:
        if value == HIDDEN:
            return UNKNOWN
        return letter(value) if self.letters and isinstance(value, int) else str(value)


@dataclass(frozen=True)
class SignClue(ClueKind):
    """One of some signs, of values 1, 2, ...: `o*` are drawn as a white and a black circle.

    `turning` are two signs of which each arrives as the other when rows become columns. `?` if `hidden`.
    """

    signs: str = "#"
    turning: str = ""
    hidden: bool = False

    tool = "sign"

    def fault(self) -> str | None:
        if self.turning and (len(self.turning) != 2 or not set(self.turning) <= set(self.signs)):
            return f"{self.turning!r:.40} are not two of the signs"
        return signs_fault("." + self.signs)

    def read(self, text: str) -> Value:
        if text == UNKNOWN and self.hidden:
            return HIDDEN
        if len(text) != 1 or text not in self.signs:
            raise ClueError(f"one of {' '.join(self.signs)}" + " or ?" * self.hidden)
        return self.signs.index(text) + 1

    def write(self, value: Value) -> str:
        assert isinstance(value, int)
        return UNKNOWN if value == HIDDEN else self.signs[value - 1]

    def moved(self, value: Value, transform: Transform) -> Value | None:
        sign = self.write(value)
        if sign not in self.turning or transform((1, 0))[0]:
            return value
        return self.read(self.turning[1 - self.turning.index(sign)])


@dataclass(frozen=True)
class ArrowClue(ClueKind):
    """A direction and a number: ^3, v0, <1, >? ; the number may be left out where `bare`.

    `plain` is the sign of a clue without an arrow, whose direction is 0.
    """

    bare: bool = False
    plain: str = ""

    tool = "arrow"

    def read(self, text: str) -> Value:
        if self.plain and text == self.plain:
            return 0, HIDDEN
        arrow, number = text[:1], text[1:]
        known = number == UNKNOWN or (self.bare and not number) or _is_number(number, 0)
        if not arrow or arrow not in ARROWS or not known:
            raise ClueError("an arrow, one of ^ v < >, and a number")
        return ARROWS.index(arrow) + 1, int(number) if number.isdigit() else HIDDEN

    def write(self, value: Value) -> str:
        assert isinstance(value, tuple)
        if not value[0]:
            return self.plain
        number = "" if self.bare else UNKNOWN
        return ARROWS[value[0] - 1] + (number if value[1] == HIDDEN else str(value[1]))

    def moved(self, value: Value, transform: Transform) -> Value | None:
        assert isinstance(value, tuple)
        if not value[0]:
            return value
        y, x = transform(DIRECTIONS[value[0] - 1])
        return DIRECTIONS.index((y, x)) + 1, value[1]


@dataclass(frozen=True)
class SumClue(ClueKind):
    r"""A black cell with the sum of the run below it and of that to its right: 16\3, \3, 16\, or # alone."""

    tool = "sums"

    def fault(self) -> str | None:
        return None if self.at == "cell" else "sums are of cells"

    def read(self, text: str) -> Value:
        down, cut, right = ("", "\\", "") if text == "#" else text.partition("\\")
        if not cut or not all(_is_number(part, 1) for part in (down, right) if part):
            raise ClueError("# or sums down and to the right as 16\\3, \\3 or 16\\")
        return int(down or 0), int(right or 0)

    def write(self, value: Value) -> str:
        assert isinstance(value, tuple)
        down, right = (str(part or "") for part in value)
        return f"{down}\\{right}" if down or right else "#"

    def moved(self, value: Value, transform: Transform) -> Value | None:
        """Sums are of what is below and to the right, so only the diagonal mirror keeps their sense."""
        if transform((1, 0)) == (0, 1) and transform((0, 1)) == (1, 0):
            assert isinstance(value, tuple)
            return value[::-1]
        return value if transform((1, 0)) == (1, 0) and transform((0, 1)) == (0, 1) else None


@dataclass(frozen=True)
class RoomClue(ClueKind):
    """The division of the cells into connected rooms, each with a letter, or any word, of its own."""

    link: str = "border"
    dropped: bool = False

    tool = "rooms"
    whole = True

    def fault(self) -> str | None:
        return None if self.at == "cell" else "rooms are of cells"
