"""Solutions as Polyform Puzzler prints them (.polyform): a letter per cell, a space between two.

    solution 1:
    A A B
    C C B

Layers are blocks with an empty line between; `.` is no cell or a free one. Lattices other than squares and
cubes are named in the heading: `solution 1, hexagons:`. Read as an instance, a drawing states the board that
it covers and the pieces that it shows, with their numbers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

import yaml

from zenkai_solver.models.document import fault
from zenkai_solver.models.grid import OUTSIDE
from zenkai_solver.models.lattices.drawing import DrawingError, drawn_pieces
from zenkai_solver.models.lattices.known import CUBES, LATTICES, SQUARES
from zenkai_solver.models.lattices.lattice import Figure, Lattice
from zenkai_solver.models.lattices.region import LatticeRegion
from zenkai_solver.models.lattices.sets import usual_kind
from zenkai_solver.models.packing.puzzle import Packing
from zenkai_solver.models.pieces import KINDS
from zenkai_solver.models.puzzle import Puzzle
from zenkai_solver.models.symmetry import Board

NOTHING = "."
HEADING = re.compile(rf"solution\b.*?({'|'.join(LATTICES)})?:")


def as_yaml(text: str) -> str:
    """The instance. Raises InstanceError with the line."""
    rows, started, named = list[str](), False, ""
    for number, line in enumerate(text.split("\n"), 1):
        row = line.strip()
        if heading := HEADING.fullmatch(row):
            if started:
                raise fault("a second solution; files with one are read", number)
            started, named = True, heading[1] or ""
            continue
        if wrong := next((x for x in row[1::2] if x != " "), None):
            raise fault(f"{wrong!r} where a space is between two cells", number)
        if wrong := next((x for x in row[::2] if not x.isalnum() and x != NOTHING), None):
            raise fault(f"{wrong!r} is no piece: a letter or digit, or `.` for nothing", number)
        rows.append(row[::2])
    blocks = "\n".join(rows).strip("\n")
    if not re.search(r"\w", blocks):
        raise fault("no piece is drawn", 1)
    lattice = LATTICES[named or ("cubes" if "\n\n" in blocks else "squares")]
    data: dict[str, object] = {"puzzle": "packing", "lattice": lattice.name}
    data |= {"board": re.sub(r"\w", "#", blocks) + "\n"}
    return yaml.safe_dump(data | _pieces(blocks, lattice), sort_keys=False)


def _pieces(blocks: str, lattice: Lattice) -> dict[str, object]:
    """The first of each class of pieces equal up to turns (in the plane: and flips), and its number."""
    try:
        drawn = drawn_pieces(blocks, lattice)
    except DrawingError:
        return {"pieces": blocks + "\n"}  # the reader of pieces reports the error
    first: dict[Figure, str] = {}
    kind = KINDS[usual_kind(lattice)]
    least = {letter: min(lattice.images(tuple(cells), *kind)) for letter, cells in drawn.items()}
    same = {letter: first.setdefault(figure, letter) for letter, figure in least.items()}
    merged = re.sub(r"\w", lambda x: x[0] if same[x[0]] == x[0] else NOTHING, blocks)
    numbers = Counter(same.values())
    return {"pieces": merged + "\n"} | ({"counts": dict(numbers)} if len(numbers) < len(same) else {})


def write(puzzle: Puzzle, boards: Iterable[tuple[int, Board]]) -> str:
    """Boards of a packing with their numbers. Rows without a cell are those between two layers."""
    assert isinstance(puzzle, Packing)
    lattice = puzzle.region.lattice if isinstance(puzzle.region, LatticeRegion) else SQUARES
    named = "" if lattice in (SQUARES, CUBES) else f", {lattice.name}"
    drawings = []
    for number, board in boards:
        rows = ("".join(row).rstrip(OUTSIDE).replace(OUTSIDE, NOTHING) for row in board)
        drawings.append(f"solution {number}{named}:\n" + "".join(" ".join(row) + "\n" for row in rows))
    return "\n".join(drawings)
