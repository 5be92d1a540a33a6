"""lz-string in base64, as f-puzzles and SudokuPad pack their puzzles: LZ78 with codes of growing width.

A code is written least bit first. 0 and 1 stand before a character of 8 or 16 bits that is new, 2 is the end;
any other number is a phrase: a character that is known, or a phrase seen before and one more character. The
width grows when the numbers that it can write are used up.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from zenkai_solver.models.document import MAX_BYTES, fault

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
SAFE = str.maketrans("-_ ", "+/+")  # as links write them
BYTE, WORD, END, FIRST = 0, 1, 2, 3
SPARE = 12  # bits behind the end that fill a character of base64 and, with some writers, another one


def unpacked(text: str) -> str:
    """What was packed. Raises InstanceError if it is cut off, damaged, or more than MAX_BYTES characters."""
    reader, parts, size, before = _CodeReader(text), list[str](), 0, ""
    while (code := reader.code()) != END:
        phrase = reader.phrase(code, before)
        size += len(phrase)
        if size > MAX_BYTES:
            raise fault(f"packed text of more than {MAX_BYTES:,} characters, the most that is read")
        parts.append(phrase)
        if before:
            reader.learn(before + phrase[0])
        before = phrase
    if len(rest := list(islice(reader.bits, SPARE + 1))) > SPARE or any(rest):
        raise fault("packed text that goes on behind its end")
    return "".join(parts)


class _CodeReader:
    """The phrases so far by their numbers, the width of a code, and how many codes are left of that width."""

    def __init__(self, text: str) -> None:
        self.bits = _bits(text.translate(SAFE).rstrip("="))
        self.phrases: dict[int, str] = {}
        self.width, self.room = 2, 1

    @property
    def top(self) -> int:
        """The number of the next phrase."""
        return FIRST + len(self.phrases)

    def number(self, width: int) -> int:
        digits = list(islice(self.bits, width))
        if len(digits) < width:
            raise fault("packed text that is cut off")
        return sum(bit << i for i, bit in enumerate(digits))

    def code(self) -> int:
        """The number of a phrase, that of a new character too; or END."""
        code = self.number(self.width)
        if code not in (BYTE, WORD):
            return code
        self.learn(chr(self.number(8 if code == BYTE else 16)))
        return self.top - 1

    def phrase(self, code: int, before: str) -> str:
        """Of that number; the next number is that of the phrase before and its own first character."""
        phrase = self.phrases.get(code, before + before[:1] if code == self.top else "")
        if not phrase:
            raise fault("packed text that is damaged")
        return phrase

    def learn(self, phrase: str) -> None:
        self.phrases[self.top] = phrase
        self.room -= 1
        if self.room == 0:
            self.room, self.width = 1 << self.width, self.width + 1


def _bits(text: str) -> Iterator[int]:
    for char in text:
        value = LETTERS.find(char)
        if value < 0:
            raise fault(f"{char!r} is not a character of base64")
        yield from ((value >> i) & 1 for i in range(5, -1, -1))


class _CodeWriter:
    """The bits so far, the width of a code, and how many codes are left of that width."""

    def __init__(self) -> None:
        self.bits: list[int] = []
        self.new: set[str] = set()  # characters that have a number, and were not spelled out yet
        self.codes: dict[str, int] = {}
        self.width, self.room = 2, 2

    def number(self, phrase: str) -> None:
        """Give the phrase the next number."""
        self.codes[phrase] = FIRST + len(self.codes)

    def write(self, value: int, width: int) -> None:
        self.bits.extend((value >> i) & 1 for i in range(width))

    def phrase(self, letters: str) -> None:
        if letters in self.new:
            wide = ord(letters) > 255
            self.write(WORD if wide else BYTE, self.width)
            self.write(ord(letters), 16 if wide else 8)
            self.new.discard(letters)
            self.grow()
        else:
            self.write(self.codes[letters], self.width)
        self.grow()

    def grow(self) -> None:
        self.room -= 1
        if self.room == 0:
            self.room, self.width = 1 << self.width, self.width + 1


def packed(text: str) -> str:
    """The text, packed; `unpacked` is the inverse. Characters beyond U+FFFF cannot be packed."""
    writer, phrase = _CodeWriter(), ""
    for char in text:
        if char not in writer.codes:
            writer.number(char)
            writer.new.add(char)
        if phrase + char in writer.codes:
            phrase += char
            continue
        writer.phrase(phrase)
        writer.number(phrase + char)
        phrase = char
    if phrase:
        writer.phrase(phrase)
    writer.write(END, writer.width)
    bits = [*writer.bits, *[0] * (6 - len(writer.bits) % 6)]
    sextets = (bits[i : i + 6] for i in range(0, len(bits), 6))
    letters = "".join(LETTERS[sum(bit << (5 - i) for i, bit in enumerate(sextet))] for sextet in sextets)
    return letters + "=" * (-len(letters) % 4)
