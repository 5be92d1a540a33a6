"""lz-string in base64, in which f-puzzles and SudokuPad compress puzzles: LZ78 with codes of growing width.

Codes are written least significant bit first. 0 and 1 announce a new character of 8 or 16 bits, 2 is the end;
any other code is a phrase of the dictionary: a character, or an earlier phrase and one more character. The
width grows when its codes are used up.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from zenkai_solver.models.document import MAX_BYTES, fault

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
SAFE = str.maketrans("-_ ", "+/+")  # as links write them
BYTE, WORD, END, FIRST = 0, 1, 2, 3
SPARE = 12  # padding bits after the end: they fill a character of base64 and, with some writers, one more


def unpacked(text: str) -> str:
    """The decompressed text. Raises InstanceError if it is truncated, damaged or too long."""
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
    """The dictionary, the current width of codes, and the number of codes left of that width."""

    def __init__(self, text: str) -> None:
        self.bits = _bits(text.translate(SAFE).rstrip("="))
        self.phrases: dict[int, str] = {}
        self.width, self.room = 2, 1

    @property
    def top(self) -> int:
        """The code of the next new phrase."""
        return FIRST + len(self.phrases)

    def number(self, width: int) -> int:
        digits = list(islice(self.bits, width))
        if len(digits) < width:
            raise fault("packed text that is cut off")
        return sum(bit << i for i, bit in enumerate(digits))

    def code(self) -> int:
        """The next code: a phrase, which may be a new character, or END."""
        code = self.number(self.width)
        if code not in (BYTE, WORD):
            return code
        self.learn(chr(self.number(8 if code == BYTE else 16)))
        return self.top - 1

    def phrase(self, code: int, before: str) -> str:
        """The phrase of the code; the next new code means the previous phrase and its own first character."""
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
    """The bits written, the current width of codes, and the number of codes left of that width."""

    def __init__(self) -> None:
        self.bits: list[int] = []
        self.new: set[str] = set()  # characters that have a code but were not written out yet
        self.codes: dict[str, int] = {}
        self.width, self.room = 2, 2

    def number(self, phrase: str) -> None:
        """Gives the phrase the next code."""
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
    """The compressed text, the inverse of `unpacked`; only for characters up to U+FFFF."""
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
