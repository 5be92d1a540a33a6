"""Fixed pieces of a dissection: the cells of a piece in figure 1, or in figure 2.

    fixed: {from: DRAWING, to: DRAWING}     the cells of one letter are a piece; `#` and `.` fix nothing

A letter in both drawings is one piece. Cells are numbered as on boards: those of figure 1, then those of
figure 2.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from zenkai_solver.models.csp import Cube
from zenkai_solver.models.dissection.problem import Congruence, DissectionProblem
from zenkai_solver.models.document import InstanceError, Where
from zenkai_solver.models.grid import EMPTY, Cell, Region, components
from zenkai_solver.models.pieces import ALPHABET

Fixed = tuple[int, ...]  # the cells of a piece, all of one figure, sorted
KEYS = ("from", "to")
BARE = "#. "


def literals(problem: DissectionProblem, fixed: Fixed) -> Cube:
    """The cube that fixes the piece: edges within it are true, edges that leave it are false."""
    inside, area = set(fixed), len(problem.one.cells)
    one, two = problem.edges
    pairs = [*one, *((a + area, b + area) for a, b in two)]
    met = ((var, (a in inside) + (b in inside)) for var, (a, b) in enumerate(pairs, 1))
    return tuple(var if both == 2 else -var for var, both in met if both)


def lettered(every: Sequence[Fixed], area: int, shapes: Sequence[object]) -> dict[int, str]:
    """The letter of each fixed cell; congruent pieces of the two figures share a letter.

    `shapes` are equal for congruent pieces.
    """
    free, letters, alike = iter(ALPHABET), dict[int, str](), defaultdict[object, list[str]](list)
    for cells, shape in zip(every, shapes, strict=True):
        if cells[0] < area:
            alike[shape].append(letter := next(free))
        else:
            letter = alike[shape].pop(0) if alike[shape] else next(free)
        letters.update(dict.fromkeys(cells, letter))
    return letters


def drawn(figure: Region, labels: Sequence[str | None]) -> str:
    """The drawing of a figure with these letters in its cells, None for a cell of no fixed piece."""
    rows = figure.board([label or "#" for label in labels])
    return "".join(row.replace(" ", EMPTY) + "\n" for row in rows)


# ---- reading


def read(entry: Mapping[str, str], one: Region, two: Region, congruence: Congruence) -> tuple[Fixed, ...]:
    """The fixed pieces of the drawings by figure. Raises InstanceError."""
    pieces: list[Fixed] = []
    shapes: dict[str, object] = {}
    for key, figure, first in (("from", one, 0), ("to", two, len(one.cells))):
        for letter, cells in sorted(_letters(entry.get(key), figure, ("fixed", key)).items()):
            if len(components(cells)) != 1:
                raise InstanceError(("fixed", key), f"the cells of {letter} are not connected")
            shape = congruence.key(cells)
            if shapes.setdefault(letter, shape) != shape:
                raise InstanceError(("fixed", key), f"piece {letter} has another shape than in `from`")
            pieces.append(tuple(sorted(first + figure.index[cell] for cell in cells)))
    return tuple(sorted(pieces))


def _letters(text: object, figure: Region, where: Where) -> dict[str, list[Cell]]:
    """The cells of each letter of a drawing."""
    cells_of: dict[str, list[Cell]] = defaultdict(list)
    if text is None:
        return cells_of
    if not isinstance(text, str):
        raise InstanceError(where, "not a drawing of the figure")
    rows = text.rstrip("\n ").split("\n")
    if len(rows) > figure.rows:
        raise InstanceError(where, f"{len(rows)} rows, but the figure has {figure.rows}")
    for r, row in enumerate(rows):
        for c, letter in enumerate(row):
            if letter not in BARE:
                if (r, c) not in figure.index:
                    raise InstanceError(where, f"row {r + 1}, column {c + 1} is not in the figure", r)
                cells_of[letter].append((r, c))
    return cells_of
