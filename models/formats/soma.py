"""SOMA text (.soma), as the SOMA pages write figures: `/VLL/VVL/...`, the rows of all layers on one line.

The pieces are V L T Z A B P or 1 to 7, `.` is no cell; `;` begins a comment, `/SOMA012` the title. The
instance is the figure, to be filled with the seven pieces, or with several sets of them if it has 54 cells or
another multiple of 27; the positions of the pieces are dropped. Source: T. Bundgaard's SOMA pages,
fam-bundgaard.dk/SOMA.
"""

from __future__ import annotations

import re

import yaml

from zenkai_solver.models.document import fault
from zenkai_solver.models.lattices.drawing import NOTHING

PIECES = "VLTZABPvltzabp1234567#"
CELLS = 27  # the total of the seven pieces
TITLE = re.compile(r"/\s*(SOMA\w{0,40})\s*", re.IGNORECASE)


def as_yaml(text: str) -> str:
    """The instance. Raises InstanceError with the line."""
    title, rows = None, list[str]()
    for number, line in enumerate(text.split("\n"), 1):
        row = line.partition(";")[0].strip()
        if not row:
            continue
        if match := TITLE.fullmatch(row):
            if title is not None or rows:
                raise fault("a second figure; files with one are read", number)
            title = match[1]
            continue
        if not row.startswith("/"):
            raise fault("a row of a figure begins with `/`, which is between its layers", number)
        if wrong := next((x for x in row if x not in PIECES + NOTHING + "/"), None):
            raise fault(f"{wrong!r} is no piece: V L T Z A B P, 1 to 7, or `.` for nothing", number)
        rows.append("".join(x if x in NOTHING + "/" else "#" for x in row))
    cells = "".join(rows).count("#")
    if not cells or cells % CELLS:
        raise fault(f"the figure has {cells} cells; the seven pieces have {CELLS}", 1)
    data = {"puzzle": "packing"} | ({"title": title} if title else {})
    data |= {"lattice": "cubes", "board": "\n".join(rows) + "\n", "pieces": "soma"}
    times = {} if cells == CELLS else {"counts": cells // CELLS}
    return yaml.safe_dump(data | times, sort_keys=False)
