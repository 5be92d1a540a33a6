"""The places of a file's lines, one of every STEP: any line is found without those before it.

A file that is still written may grow; what is not a whole line yet is not there.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

STEP = 256  # lines between two places that are kept
BLOCK = 1 << 20  # bytes that are read at once


@dataclass
class LineIndex:
    """The lines of a file after its first, which is the header. `places[i]` is where line i * STEP begins."""

    path: Path
    places: list[int] = field(default_factory=list)
    number: int = 0
    end: int = 0

    def look(self) -> None:
        """Find the lines that are there now. Raises OSError."""
        with self.path.open("rb") as file:
            if not self.places:
                self.end = len(file.readline())
                self.places.append(self.end)
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
            self.places.append(self.end + at)
            self.number += missing
            lines -= missing
            missing = STEP
        self.number += lines
        self.end += len(block)

    def block(self, first: int, number: int) -> bytes:
        """The lines first, first + 1, ..., counted from 0; both are multiples of STEP. Raises OSError."""
        after = (first + number) // STEP
        end = self.places[after] if after < len(self.places) else self.end
        with self.path.open("rb") as file:
            file.seek(self.places[first // STEP])
            return file.read(end - self.places[first // STEP])

    def read(self, first: int, number: int) -> list[dict[str, Any]]:
        """Lines `first`, counted from 0, and on. Raises OSError, ValueError."""
        self.look()
        values: list[dict[str, Any]] = []
        if first >= self.number:
            return values
        with self.path.open("rb") as file:
            file.seek(self.places[first // STEP])
            for _ in range(first % STEP):
                file.readline()
            for _ in range(min(number, self.number - first)):
                values.append(json.loads(file.readline()))
        return values
