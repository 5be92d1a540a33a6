"""Solutions as Polyform Puzzler prints them (.polyform): a letter per cell, a space between two.

    solution 1:
    A A B
    C C B

Layers of cubes are blocks with an empty line between; `.` is no cell or a free one. As an instance such a
drawing is the board that it covers, to be filled with the pieces that it shows, each once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import yaml

from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.grid import OUTSIDE
from zenkai_solver.models.symmetry import Board

NOTHING = "."
HEADING = re.compile(r"solution\b.*:")


def as_yaml(text: str) -> str:
    """The instance. Raises InstanceError with the line."""
    rows, started = list[str](), False
    for number, line in enumerate(text.split("\n"), 1):
        own = line.strip()
        if HEADING.fullmatch(own):
            if started:
                raise _fault("a second solution; files with one are read", number)
            started = True
            continue
        if wrong := next((x for x in own[1::2] if x != " "), None):
            raise _fault(f"{wrong!r} where a space is between two cells", number)
        if wrong := next((x for x in own[::2] if not x.isalnum() and x != NOTHING), None):
            raise _fault(f"{wrong!r} is no piece: a letter or digit, or `.` for nothing", number)
        rows.append(own[::2])
    blocks = "\n".join(rows).strip("\n")
    if not re.search(r"\w", blocks):
        raise _fault("no piece is drawn", 1)
    solid = "\n\n" in blocks
    data = {"puzzle": "packing"} | ({"lattice": "cubes"} if solid else {})
    data |= {"board": re.sub(r"\w", "#", blocks) + "\n", "pieces": blocks + "\n"}
    return yaml.safe_dump(data, sort_keys=False)


def _fault(message: str, line: int) -> InstanceError:
    error = InstanceError((), message)
    error.line = line
    return error


def write(boards: Iterable[tuple[int, Board]]) -> str:
    """Boards with their numbers. Rows without a cell are those between two layers."""
    return "\n".join(
        f"solution {number}:\n" + "".join(_row(row) for row in board) for number, board in boards
    )


def _row(row: Sequence[str]) -> str:
    cells = "".join(row).rstrip(OUTSIDE).replace(OUTSIDE, NOTHING)
    return " ".join(cells) + "\n"
