"""Draw the pieces of a set, each with the number of its orientations and its symmetry.

python -m solvers.pieces SET [--svg OUT.svg]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.fields import nearest
from zenkai_solver.models.grid import allowed_transforms, images
from zenkai_solver.models.pieces import KINDS, Piece, named_set, parse_set_name, set_names, symmetry
from zenkai_solver.models.render.svg import board_svg
from zenkai_solver.models.render.tray import art, joined, shelves, tray
from zenkai_solver.solvers.command import COMPLETE, Parser, command, put
from zenkai_solver.solvers.files.output import write_text

WIDTH = 78  # columns of text
CELLS = 24  # of a picture, from left to right


@command
def main(argv: Sequence[str] | None = None) -> int:
    p = Parser(prog="zenkai pieces", description="Draw the pieces of a set.")
    p.add_argument("name", nargs="*", metavar="SET", help="such as pentominoes or one-sided tetrominoes")
    p.add_argument("--svg", type=Path, metavar="OUT", help="write a picture instead")
    args = p.parse_args(argv)
    if not args.name:
        put("\n".join(set_names()))
        return COMPLETE
    kind, size = _set(" ".join(args.name))
    pieces = named_set(kind, size)
    if args.svg is None:
        put("\n".join(table(pieces, kind)))
    else:
        write_text(args.svg, board_svg(tray([(piece.label, piece.shape) for piece in pieces], CELLS)))
    return COMPLETE


def _set(name: str) -> tuple[str, int]:
    if named := parse_set_name(name):
        return named
    raise InstanceError((), f'"{name:.40}" is not a set of pieces' + nearest(name, set_names()))


def table(pieces: Sequence[Piece], kind: str) -> Iterator[str]:
    """A heading, and blocks side by side: the label with the orientations, the symmetry, the drawing."""
    moves = tuple(allowed_transforms(*KINDS[kind]).values())
    numbers = [len(images(piece.shape, moves)) for piece in pieces]
    yield f"{len(pieces)} pieces, {sum(numbers)} orientations"
    blocks = [_block(piece, number) for piece, number in zip(pieces, numbers)]
    width = max(len(line) for block in blocks for line in block)
    level = [[line.ljust(width) for line in block] for block in blocks]
    for shelf in shelves(level, WIDTH, 2):
        yield ""
        yield from joined(shelf, 2)


def _block(piece: Piece, number: int) -> list[str]:
    drawn = [" ".join(row).rstrip() for row in art(piece.shape, piece.label)]
    return [f"{piece.label}: {number}", symmetry(piece.shape), *drawn]
