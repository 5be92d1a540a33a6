"""Solve a single line of a nonogram.

    zenkai line "1 2 1" "?.??#.?.."

The first word is the clue (blocks such as 3, or 3r for an ink with the letter r), the second the cells:
? open, . white, # or an ink's letter painted. Prints the line with every cell that is implied; with
--leftmost also the filling in which every block is as far left as possible.
Exit codes: 0, 1 if no filling fits, 2 bad input.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from zenkai_solver.models.blocks import BlockGrid, Blocks
from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.nonogram.sheet import MAX_SIDE
from zenkai_solver.solvers.core.command import Parser, command, leave, say
from zenkai_solver.solvers.engines.lines.blockgrid import LineState
from zenkai_solver.solvers.engines.lines.lines import solver_of_lines
from zenkai_solver.solvers.kernels.warmup import compile_missing

NO_FILLING = 1
BLOCK = re.compile(r"(\d{1,4})([a-zA-Z#]?)")


@command
def main(argv: Sequence[str] | None = None) -> int:
    p = Parser(
        prog="zenkai line",
        description="Solve one line of a nonogram: the cells that are the same in every filling.",
    )
    p.add_argument("clue", metavar="CLUE", help='the blocks, such as "3 1"; "" or 0 for none')
    p.add_argument("cells", metavar="CELLS", help="? open, . white, # painted")
    p.add_argument(
        "--leftmost",
        action="store_true",
        help="print also the filling with each block as far left as it can be",
    )
    args = p.parse_args(argv)
    solved = solve(args.clue, args.cells)
    say(solved if solved is not None else "no filling fits")
    if args.leftmost and solved is not None:
        say(leftmost(args.clue, solved))
    return NO_FILLING if solved is None else 0


def leftmost(clue: str, cells: str) -> str:
    """The filling of `cells`, which must have one, in which every block starts as far left as in any filling.

    It exists, since taking the lesser start of each block in two fillings gives a filling.
    """
    blocks, labels = _clue(clue)
    grid = _grid(blocks, labels, cells)
    if not grid.solve_line(0):
        raise InstanceError("cells", "no filling fits")
    filled = ["."] * len(cells)
    for (length, ink), mask in zip(blocks, grid.starts(0)):
        first = (mask & -mask).bit_length() - 1
        filled[first : first + length] = labels[ink] * length
    return "".join(filled)


def solve(clue: str, cells: str) -> str | None:
    """The cells with all that is implied; None if no filling fits. Raises InstanceError."""
    blocks, labels = _clue(clue)
    grid = _grid(blocks, labels, cells)
    if not grid.solve_line(0):
        return None
    grid.state[0] = grid.scratch.new
    options = (grid.options(0, column) for column in range(len(cells)))
    return "".join(labels[inks[0]] if len(inks) == 1 else "?" for inks in options)


def _grid(blocks: Blocks, labels: str, cells: str) -> LineState:
    """The line as a grid of one row. Raises InstanceError."""
    if not 1 <= len(cells) <= MAX_SIDE:
        raise InstanceError("cells", f"{len(cells)} cells; a line has 1 to {MAX_SIDE}")
    compile_missing([solver_of_lines()])
    grid = LineState(BlockGrid((blocks,), ((),) * len(cells), len(labels) - 1))
    for column, char in enumerate(cells):
        if char != "?" and char not in labels:
            raise InstanceError("cells", f"{char!r} at {column + 1}; known: ? {' '.join(labels)}")
        if char != "?":
            grid.assign(0, column, labels.index(char))
    return grid


def _clue(text: str) -> tuple[Blocks, str]:
    """The blocks, and the characters of white and the inks."""
    words = [] if text.strip() in ("", "0") else re.split(r"[\s,]+", text.strip())
    matches = [BLOCK.fullmatch(word) for word in words]
    for word, match in zip(words, matches):
        if match is None or int(match[1]) == 0:
            raise InstanceError("clue", f"{word!r:.40} is not a block such as 3 or 3r")
    pairs = [(int(match[1]), match[2] or "#") for match in matches if match]
    labels = "." + ("".join(dict.fromkeys(label for _, label in pairs)) or "#")
    return tuple((length, labels.index(label)) for length, label in pairs), labels


if __name__ == "__main__":
    leave(main())
