"""Kinds of clues: where one is, what it may be, and how it is written, drawn, turned, and entered.

    key      its name in an instance, and in expressions
    at       cell, edge, corner, room (of the key `rooms`), line (a row or column), side (an end of one) or
             board: one clue for all
    link     the name of its codec in a link of puzz.link: number16, 4cell, border, ...
    dropped  may a maker leave some of these clues out?
    tool     what enters it in an editor

The value is a number, or several; HIDDEN for `?`, a clue whose value is not known. An arrow
with a number is (direction 1..4 for up, down, left, right; number).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from zenkai_solver.models.genres.sheet import (
    DIRECTIONS,
    HIDDEN,
    NAMED_DIRECTIONS,
    Direction,
    DirectionName,
    Value,
)
from zenkai_solver.models.grid import Transform, components

At = Literal["cell", "edge", "corner", "room", "line", "side", "board"]
NOTHING, UNKNOWN = ".", "?"
ARROWS = "^v<>"
MOST = 9_999  # the largest number of a cell, and of a clue for which no other is stated
MOST_STATED = 1_126_351  # the largest number that can be stated for a clue, and that a link can have
MOST_SIGNS = 64
MARK, DOTS = "mark", ("dot", "blackdot", "kurarin")  # links of clues at corners, and at cells and edges too
WITHIN = (MARK, *DOTS)  # of which no corner is on the outer border
OUTER = "outer"  # the link of signs at edges, also at the border of the board
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

    @property
    def needed(self) -> bool:
        """Is it a clue of the board as a whole that an instance must have?"""
        return self.at == "board"

    @property
    def is_wall(self) -> bool:
        """Is it a wall, which is drawn as that between two rooms?"""
        linked = bool(self.rooms) or self.link.startswith("border") or self.link == "voxas"
        return self.at == "edge" and linked and getattr(self, "signs", "#") == "#"

    def fault(self) -> str | None:
        """What is wrong with the kind as it is stated, in words."""
        return None

    def read(self, text: str) -> Value:
        """The value of the clue with this text, which is not `.`. Raises ClueError."""
        raise NotImplementedError

    def write(self, value: Value) -> str:
        """The inverse of `read`; drawings show the same text."""
        raise NotImplementedError

    def moved(self, value: Value, transform: Transform) -> Value | None:
        """The value of the clue on a board that is moved by the transform; None where there is none."""
        return value


@dataclass(frozen=True)
class NumberClue(ClueKind):
    """A number lo..hi, or `unsaid`, the sign of an unknown number. Where `dark`, on a black cell; where
    `circled`, in a circle, which is empty for an unknown number.

    With `letters` it is written as A for 1, B for 2, ...; hi is 26 then. One of the board as a whole may be
    left out where `hidden`.
    """

    lo: int = 0
    hi: int = MOST
    hidden: bool = True
    unsaid: str = UNKNOWN
    dark: bool = False
    circled: bool = False
    letters: bool = False

    tool = "number"

    @property
    def needed(self) -> bool:
        return self.at == "board" and not self.hidden

    def fault(self) -> str | None:
        if self.letters and not 1 <= self.lo <= self.hi <= LETTERS:
            return f"letters are 1..{LETTERS}, not {self.lo}..{self.hi}"
        if not 0 <= self.lo <= self.hi <= MOST_STATED:
            return f"{self.lo}..{self.hi} is not a range within 0..{MOST_STATED:,}"
        if len(self.unsaid) != 1 or self.unsaid.isdigit() or (self.letters and self.unsaid.isalpha()):
            return f"{self.unsaid!r:.40} is no sign of a number that is not said"
        return None if self.unsaid == UNKNOWN else signs_fault(NOTHING + self.unsaid)

    def read(self, text: str) -> Value:
        if text == self.unsaid and self.hidden:
            return HIDDEN
        if self.letters and len(text) == 1 and self.lo <= ord(text) - BEFORE_A <= self.hi:
            return ord(text) - BEFORE_A
        unsaid = f" or {self.unsaid}" * self.hidden
        if self.letters:
            raise ClueError(f"a letter {letter(self.lo)}..{letter(self.hi)}{unsaid}")
        if not _is_number(text, self.lo, self.hi):
            raise ClueError(f"a number {self.lo}..{self.hi}{unsaid}")
        return int(text)

    def write(self, value: Value) -> str:
        if value == HIDDEN:
            return self.unsaid
        return letter(value) if self.letters and isinstance(value, int) else str(value)


@dataclass(frozen=True)
class SignClue(ClueKind):
    """One of some signs, of values 1, 2, ...: `o*` are drawn as a white and a black circle.

    `turning` are two signs that change places when rows become columns. `?` is allowed if `hidden`.
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

    Where `loose` the arrow may be left out, which is the direction 0; so `?` is a clue without any value.
    `plain` is another sign of a clue without an arrow and a number. With `letters` a set of these takes the
    place of the number, in which the last is worth 1, the one before 2, then 4: ^AC is 5 of ABC.
    """

    bare: bool = False
    plain: str = ""
    loose: bool = False
    letters: str = ""

    tool = "arrow"

    def read(self, text: str) -> Value:
        if self.plain and text == self.plain:
            return 0, HIDDEN
        arrow, number = ("", text) if self.loose and text[:1] not in ARROWS else (text[:1], text[1:])
        number = self._worth(number) if self.letters else number
        known = number == UNKNOWN or (self.bare and not number) or _is_number(number, 0)
        if (not arrow and not self.loose) or arrow not in ARROWS or not known:
            wanted = f"some of {' '.join(self.letters)}" if self.letters else "a number"
            raise ClueError(f"an arrow, one of ^ v < >, and {wanted}" + (", or ?" if self.loose else ""))
        return _direction(arrow), int(number) if number.isdigit() else HIDDEN

    def _worth(self, text: str) -> str:
        """The number that letters, each once, stand for; another text is no clue, but for `?`."""
        is_set = text and {*text} <= {*self.letters} and len({*text}) == len(text)
        worth = str(sum(1 << self.letters[::-1].index(letter) for letter in text)) if is_set else ""
        return UNKNOWN if text == UNKNOWN else worth

    def _number(self, value: int) -> str:
        if value == HIDDEN:
            return "" if self.bare else UNKNOWN
        if not self.letters:
            return str(value)
        if not 0 < value < 1 << len(self.letters):
            raise ClueError(f"some of {' '.join(self.letters)}")
        worths = reversed(range(len(self.letters)))
        return "".join(letter for i, letter in zip(worths, self.letters) if value >> i & 1)

    def write(self, value: Value) -> str:
        assert isinstance(value, tuple)
        if value == (0, HIDDEN) and self.plain:
            return self.plain
        if not value[0] and not self.loose:
            raise ClueError("an arrow and a number")
        return _arrow(value[0]) + self._number(value[1])

    def moved(self, value: Value, transform: Transform) -> Value | None:
        assert isinstance(value, tuple)
        return _turned(value[0], transform), value[1]


def _direction(arrow: str) -> int:
    """1 to 4 by the sign of an arrow; 0 for none."""
    return ARROWS.index(arrow) + 1 if arrow else 0


def _arrow(direction: int) -> str:
    """The inverse of `_direction`. Raises IndexError."""
    return ARROWS[direction - 1] if direction else ""


def _turned(direction: int, transform: Transform) -> int:
    """The direction on a board that is moved."""
    if not direction:
        return 0
    y, x = transform(DIRECTIONS[direction - 1])
    return DIRECTIONS.index((y, x)) + 1


@dataclass(frozen=True)
class SignedClue(ClueKind):
    """A sign, of values 1, 2, ..., with a number, which may be left out: o, *4, *?.

    With `arrows` the sign stands before an arrow and a number, or alone: o, *^3. Then the value has the
    direction as a second number, 0 for none. A number that is left out is `?`. With `last` the sign stands
    behind the number, and may be left out: 6*, 6. Then it is 0. The signs `numberless` have none.
    """

    signs: str = "o*"
    arrows: bool = False
    last: bool = False
    numberless: str = ""

    tool = "signed"

    def fault(self) -> str | None:
        return signs_fault("." + self.signs)

    def read(self, text: str) -> Value:
        if self.last:
            return self._read_last(text)
        sign, rest = text[:1], text[1:]
        arrow = rest[:1] if self.arrows and rest[:1] in ARROWS else ""
        number = rest[len(arrow) :]
        if not sign or sign not in self.signs or not (number in ("", UNKNOWN) or _is_number(number, 0)):
            arrowed = " with an arrow and a number" if self.arrows else " with a number"
            raise ClueError(f"one of {' '.join(self.signs)}, alone or{arrowed}")
        if number and sign in self.numberless:
            raise ClueError(f"{sign}, which has no number")
        head = self.signs.index(sign) + 1, *([_direction(arrow)] if self.arrows else [])
        return (*head, int(number) if number.isdigit() else HIDDEN)

    def _read_last(self, text: str) -> Value:
        number = text.rstrip(self.signs)
        sign = text[len(number) :]
        if len(sign) > 1 or not _is_number(number, 0, MOST_STATED):
            raise ClueError(f"a number, alone or before one of {' '.join(self.signs)}")
        return (self.signs.index(sign) + 1 if sign else 0), int(number)

    def write(self, value: Value) -> str:
        assert isinstance(value, tuple)
        if self.last:
            return f"{value[1]}{self.signs[value[0] - 1] if value[0] else ''}"
        arrow = _arrow(value[1]) if self.arrows else ""
        return self.signs[value[0] - 1] + arrow + ("" if value[-1] == HIDDEN else str(value[-1]))

    def moved(self, value: Value, transform: Transform) -> Value | None:
        assert isinstance(value, tuple)
        return (value[0], _turned(value[1], transform), value[2]) if self.arrows else value


@dataclass(frozen=True)
class NumbersClue(ClueKind):
    """Some numbers lo..hi, each of which may be `?`, with commas (or other signs) `between`: 3, 1,?,1.

    With `length` they are so many. With `arrows` they are in a black cell, behind an arrow, which may be left
    out: ^3,1. Then the value has the direction before the numbers, 0 for none.
    """

    lo: int = 0
    hi: int = MOST
    between: str = ","
    length: int = 0
    arrows: bool = False

    tool = "numbers"

    def fault(self) -> str | None:
        if len(self.between) != 1 or self.between.isalnum() or self.between in " ?.":
            return f"{self.between!r:.40} is no sign between numbers"
        return (
            None
            if 0 <= self.lo <= self.hi <= MOST
            else f"{self.lo}..{self.hi} is not a range within 0..{MOST:,}"
        )

    def read(self, text: str) -> Value:
        arrow = text[:1] if self.arrows and text[:1] in ARROWS else ""
        words = text[len(arrow) :].split(self.between)
        known = all(word == UNKNOWN or _is_number(word, self.lo, self.hi) for word in words)
        wanted = 1 if self.arrows and not arrow else self.length or len(words)
        if not known or len(words) != wanted:
            between = "commas" if self.between == "," else self.between
            number = "an arrow and " if self.arrows else f"{self.length} " if self.length else ""
            raise ClueError(f"{number}numbers {self.lo}..{self.hi} or ?, with {between} between")
        numbers = (HIDDEN if word == UNKNOWN else int(word) for word in words)
        return (*([_direction(arrow)] if self.arrows else []), *numbers)

    def write(self, value: Value) -> str:
        assert isinstance(value, tuple)
        arrow, numbers = (_arrow(value[0]), value[1:]) if self.arrows else ("", value)
        return arrow + self.between.join(UNKNOWN if number == HIDDEN else str(number) for number in numbers)

    def moved(self, value: Value, transform: Transform) -> Value | None:
        assert isinstance(value, tuple)
        return (_turned(value[0], transform), *value[1:]) if self.arrows else value


@dataclass(frozen=True)
class SwitchClue(ClueKind):
    """A further rule of the board as a whole: `yes` if it is to hold. `sign` is its letter in a link."""

    at: At = "board"
    dropped: bool = False
    sign: str = ""

    tool = "switch"

    def fault(self) -> str | None:
        return None if self.at == "board" else "a switch is of the board as a whole"

    def read(self, text: str) -> Value:
        if text != "yes":
            raise ClueError("yes")
        return 1

    def write(self, value: Value) -> str:
        return "yes"


@dataclass(frozen=True)
class SumClue(ClueKind):
    r"""A black cell with the sum of the run below it and of that to its right: 16\3, \3, 16\, or # alone.

    A sum is `lo`, 0 or 1, at least; one less stands for none.
    """

    lo: int = 1

    tool = "sums"

    def fault(self) -> str | None:
        if self.at != "cell":
            return "sums are of cells"
        return None if self.lo in (0, 1) else f"the least sum is 0 or 1, not {self.lo}"

    def read(self, text: str) -> Value:
        down, cut, right = ("", "\\", "") if text == "#" else text.partition("\\")
        if not cut or not all(_is_number(part, self.lo) for part in (down, right) if part):
            raise ClueError("# or sums down and to the right as 16\\3, \\3 or 16\\")
        return int(down or self.lo - 1), int(right or self.lo - 1)

    def write(self, value: Value) -> str:
        assert isinstance(value, tuple)
        down, right = ("" if part < self.lo else str(part) for part in value)
        return f"{down}\\{right}" if down or right else "#"

    def moved(self, value: Value, transform: Transform) -> Value | None:
        """Sums are of the runs below and to the right, so only the mirror at the main diagonal keeps them."""
        if transform((1, 0)) == (0, 1) and transform((0, 1)) == (1, 0):
            assert isinstance(value, tuple)
            return value[::-1]
        return value if transform((1, 0)) == (1, 0) and transform((0, 1)) == (0, 1) else None


MOST_PIECES, MOST_SIDE = 99, 15


def piece_code(drawing: str) -> int:
    """A drawing, `#` and `.` with / between rows, as a number: its cells as bits, and its columns."""
    rows = drawing.split("/")
    bits = "".join(rows).replace("#", "1").replace(".", "0")
    return int("1" + bits, 2) * (MOST_SIDE + 1) + len(rows[0])


def piece_drawing(code: int) -> str:
    """The inverse of `piece_code`."""
    number, columns = divmod(code, MOST_SIDE + 1)
    cells = f"{number:b}"[1:].replace("1", "#").replace("0", ".")
    return "/".join(cells[i : i + columns] for i in range(0, len(cells), columns))


@dataclass(frozen=True)
class FleetClue(ClueKind):
    """The pieces of the board, with blanks between them: `2` is ##, others are drawn, as ##/#. is.

    The value is the tuple of their codes, see `piece_code`.
    """

    at: At = "board"
    dropped: bool = False

    tool = "fleet"
    lo: ClassVar[str] = "1 1 1 2 2 3"  # of a puzzle that is made, where nothing else is wanted

    def fault(self) -> str | None:
        return None if self.at == "board" else "a fleet is of the board"

    def read(self, text: str) -> Value:
        words = ["#" * int(word) if _is_number(word, 1, MOST_SIDE) else word for word in text.split()]
        if not 0 < len(words) <= MOST_PIECES or not all(map(self._is_piece, words)):
            raise ClueError(
                f"1 to {MOST_PIECES} pieces, such as 1 2 ##/#., of {MOST_SIDE}x{MOST_SIDE} cells at most"
            )
        return tuple(map(piece_code, words))

    def _is_piece(self, word: str) -> bool:
        rows = word.split("/")
        cells = [(r, c) for r, row in enumerate(rows) for c, char in enumerate(row) if char == "#"]
        sides = {len(rows), *map(len, rows)}
        drawn = set(word) <= {"#", ".", "/"} and len(set(map(len, rows))) == 1
        return drawn and 0 < min(sides) <= max(sides) <= MOST_SIDE and len(components(cells)) == 1

    def write(self, value: Value) -> str:
        assert isinstance(value, tuple)
        drawings = map(piece_drawing, value)
        return " ".join(str(len(drawing)) if set(drawing) == {"#"} else drawing for drawing in drawings)


MIDDLE = 5  # a part of a ship that continues on two opposite sides
# The sides on which the ship continues from each other part
PARTS: Mapping[int, frozenset[DirectionName]] = {
    1: frozenset({"down"}),
    2: frozenset({"up"}),
    3: frozenset({"right"}),
    4: frozenset({"left"}),
    6: frozenset(),
    7: frozenset({"down", "right"}),
    8: frozenset({"down", "left"}),
    9: frozenset({"up", "right"}),
    10: frozenset({"up", "left"}),
}


@dataclass(frozen=True)
class ShipClue(ClueKind):
    """A part of a ship, or ~ for water: an end ^ v < >, a middle +, a whole ship o, a bend F 7 L J, or ?."""

    tool = "ship"
    signs: ClassVar[str] = "~^v<>+oF7LJ"

    def fault(self) -> str | None:
        return None if self.at == "cell" else "parts of ships are of cells"

    def read(self, text: str) -> Value:
        if text == UNKNOWN:
            return HIDDEN
        if len(text) != 1 or text not in self.signs:
            raise ClueError(f"one of {' '.join(self.signs)} or ?")
        return self.signs.index(text)

    def write(self, value: Value) -> str:
        assert isinstance(value, int)
        return UNKNOWN if value == HIDDEN else self.signs[value]

    def moved(self, value: Value, transform: Transform) -> Value | None:
        if not isinstance(value, int) or value not in PARTS:
            return value
        names = {tuple(step): name for name, step in NAMED_DIRECTIONS.items()}
        sides = {names[tuple(transform(NAMED_DIRECTIONS[name]))] for name in PARTS[value]}
        return next(part for part, parts in PARTS.items() if parts == sides)


def directions_in(mask: int) -> tuple[Direction, ...]:
    """Those of a set of directions: 1, 2, 4 and 8 are up, down, left and right."""
    return tuple(step for bit, step in enumerate(DIRECTIONS) if mask > 0 and mask >> bit & 1)


def _moved_mask(value: Value, transform: Transform) -> int:
    """The set of directions on a board that is moved."""
    assert isinstance(value, int)
    moved = (DIRECTIONS.index(transform(step)) for step in directions_in(value))
    return sum(1 << bit for bit in moved) or value


PIPES = {15: "+", 3: "|", 12: "-", 9: "L", 5: "J", 6: "7", 10: "F"}  # sets of directions


@dataclass(frozen=True)
class PipeClue(ClueKind):
    """The lines of a cell: + a crossing, | and - straight ones, L J 7 F turns; ? is any.

    The value is the set of the directions, see `directions_in`.
    """

    tool = "sign"
    signs: ClassVar[str] = "".join(PIPES.values())
    hidden: ClassVar[bool] = True

    def fault(self) -> str | None:
        return None if self.at == "cell" else "parts of lines are of cells"

    def read(self, text: str) -> Value:
        if text == UNKNOWN:
            return HIDDEN
        for mask, sign in PIPES.items():
            if sign == text:
                return mask
        raise ClueError(f"one of {' '.join(self.signs)} or ?")

    def write(self, value: Value) -> str:
        assert isinstance(value, int)
        return UNKNOWN if value == HIDDEN else PIPES.get(value, UNKNOWN)

    def moved(self, value: Value, transform: Transform) -> Value | None:
        return _moved_mask(value, transform)


@dataclass(frozen=True)
class ArrowSetClue(ClueKind):
    """One to four arrows: ^ or v> or ^v<>. The value is the set of the directions, see `directions_in`."""

    tool = "arrows"
    lo: ClassVar[str] = "^"  # what an editor begins with

    def read(self, text: str) -> Value:
        if not text or len(set(text)) < len(text) or not set(text) <= set(ARROWS):
            raise ClueError("one to four different arrows of ^ v < >")
        return sum(1 << ARROWS.index(arrow) for arrow in text)

    def write(self, value: Value) -> str:
        assert isinstance(value, int)
        if not 0 < value < 1 << len(ARROWS):
            raise ClueError("one to four different arrows of ^ v < >")
        return "".join(arrow for bit, arrow in enumerate(ARROWS) if value >> bit & 1)

    def moved(self, value: Value, transform: Transform) -> Value | None:
        return _moved_mask(value, transform)


@dataclass(frozen=True)
class CompassClue(ClueKind):
    """Four numbers, up, down, left and right, with / between: 1/./0/2; a dot is one that is not said."""

    tool = "compass"
    lo: ClassVar[str] = "./././."  # what an editor begins with

    def read(self, text: str) -> Value:
        parts = text.split("/")
        if len(parts) != len(DIRECTIONS) or not all(part == NOTHING or _is_number(part, 0) for part in parts):
            raise ClueError("four numbers, up, down, left and right, as 1/./0/2")
        return tuple(HIDDEN if part == NOTHING else int(part) for part in parts)

    def write(self, value: Value) -> str:
        assert isinstance(value, tuple)
        return "/".join(NOTHING if number == HIDDEN else str(number) for number in value)

    def moved(self, value: Value, transform: Transform) -> Value | None:
        assert isinstance(value, tuple)
        moved = {DIRECTIONS.index(transform(step)): number for step, number in zip(DIRECTIONS, value)}
        return tuple(moved[bit] for bit in range(len(DIRECTIONS)))


@dataclass(frozen=True)
class RoomClue(ClueKind):
    """The division of the cells into connected rooms, each with a letter, or any word, of its own.

    With `gaps` a cell may be in none, which is drawn as a dot.
    """

    link: str = "border"
    dropped: bool = False
    gaps: bool = False

    tool = "rooms"
    whole = True

    def fault(self) -> str | None:
        return None if self.at == "cell" else "rooms are of cells"
