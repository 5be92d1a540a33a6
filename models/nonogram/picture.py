"""Pictures from files: ASCII (one character a cell) and PBM, plain (P1) and raw (P4)."""

from __future__ import annotations

import re
from pathlib import Path

from zenkai_solver.models.document import MAX_BYTES, InstanceError, fault
from zenkai_solver.models.grid import EMPTY
from zenkai_solver.models.nonogram.sheet import MAX_SIDE
from zenkai_solver.models.symmetry import Board

PAINTED, BLANK = "#X*1", ". 0-_"
HEADER = re.compile(rb"(P[14])(?:\s|#[^\n]*\n)+(\d{1,4})(?:\s|#[^\n]*\n)+(\d{1,4})(?:#[^\n]*)?\s")


def read_picture(path: Path) -> Board:
    """Rows of # and '.'. Raises InstanceError with file and line."""
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES)
        return _pbm(raw) if re.match(rb"P[14]\s", raw) else _ascii(raw)
    except InstanceError as error:
        error.file = str(path)
        raise
    except OSError as error:
        raise InstanceError((), f"{path}: cannot read: {error.strerror or error}") from None


def _ascii(raw: bytes) -> Board:
    rows = [row.rstrip() for row in raw.decode("utf-8", "replace").split("\n")]
    while rows and not rows[-1]:
        rows.pop()
    width = max(map(len, rows), default=0)
    _check_size(len(rows), width)
    board = []
    for number, row in enumerate(rows, 1):
        if unknown := [char for char in row if char not in PAINTED + BLANK]:
            raise fault(f"{unknown[0]!r} is not a cell; painted: {PAINTED}, white: {BLANK!r}", number)
        board.append("".join("#" if char in PAINTED else EMPTY for char in row.ljust(width)))
    return tuple(board)


def _pbm(raw: bytes) -> Board:
    match = HEADER.match(raw)
    if not match:
        raise InstanceError((), "a PBM file begins with P1 or P4, the width and the height")
    width, height = int(match[2]), int(match[3])
    _check_size(height, width)
    body = raw[match.end() :]
    if match[1] == b"P1":
        cells = [chr(byte) == "1" for byte in re.sub(rb"#[^\n]*", b"", body) if byte in b"01"]
    else:
        wide = (width + 7) // 8
        cells = [
            bool(body[r * wide + c // 8] >> (7 - c % 8) & 1)
            for r in range(height)
            for c in range(width)
            if r * wide + c // 8 < len(body)
        ]
    if len(cells) < width * height:
        raise InstanceError((), f"{len(cells)} cells in the PBM file, not {height} x {width}")
    return tuple(
        "".join("#" if cell else EMPTY for cell in cells[r * width : (r + 1) * width]) for r in range(height)
    )


def _check_size(height: int, width: int) -> None:
    if not (1 <= height <= MAX_SIDE and 1 <= width <= MAX_SIDE):
        raise InstanceError((), f"a picture of {height}x{width} cells; each side has 1 to {MAX_SIDE}")
