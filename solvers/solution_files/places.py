"""Random access to the lines of a file: the byte offset of every STEP-th line is kept.

The file may grow meanwhile; a last line without its line feed does not count yet.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

STEP = 256  # lines between two offsets that are kept
BLOCK = 1 << 20  # bytes that are read at once


@dataclass
class LineIndex:
    """The lines of a file after its first one, the header; the first of them has number 0.

    `offsets[i]`: the byte at which line i * STEP begins; `number`: how many lines there are; `end`: the byte
    after the last of them.
    """

    path: Path
    offsets: list[int] = field(default_factory=list)
    number: int = 0
    end: int = 0

    def look(self) -> None:
        """Read on from `end` and note the lines that have been added. Raises OSError."""
        with self.path.open("rb") as file:
            if not self.offsets:
                self.end = len(file.readline())
                self.offsets.append(self.end)
            file.seek(self.end)
            while block := file.read(BLOCK):
                whole = block.rfind(b"\n") + 1
                if not whole:
                    return
                self._add(block[:whole])
                file.seek(self.end)

    def _add(self, block: bytes) -> None:
        missing = STEP - self.number % STEP
        lines, at = block.count(b"\n"), 0
        while lines >= missing:
            for _ in range(missing):
                at = block.index(b"\n", at) + 1
            self.offsets.append(self.end + at)
            self.number += missing
            lines -= missing
            missing = STEP
        self.number += lines
        self.end += len(block)

    def block(self, first: int, number: int) -> bytes:
        """The bytes of lines first to first + number - 1, fewer at the end of the file; both arguments are
        multiples of STEP. Raises OSError.
        """
        after = (first + number) // STEP
        end = self.offsets[after] if after < len(self.offsets) else self.end
        with self.path.open("rb") as file:
            file.seek(self.offsets[first // STEP])
            return file.read(end - self.offsets[first // STEP])

    def read(self, first: int, number: int) -> list[dict[str, Any]]:
        """The JSON values of lines first to first + number - 1, fewer at the end of the file. Raises OSError,
        ValueError.
        """
        self.look()
        values: list[dict[str, Any]] = []
        if first >= self.number:
            return values
        with self.path.open("rb") as file:
            file.seek(self.offsets[first // STEP])
            for _ in range(first % STEP):
                file.readline()
            for _ in range(min(number, self.number - first)):
                values.append(json.loads(file.readline()))
        return values
