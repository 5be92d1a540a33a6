"""Draw the pieces of a set, each with the number of its orientations and its symmetry.

zenkai pieces SET [--svg OUT.svg]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.fields import nearest
from zenkai_solver.models.grid import allowed_transforms, images
from zenkai_solver.models.lattices import sets
from zenkai_solver.models.lattices.known import LATTICES, SQUARES
from zenkai_solver.models.lattices.lattice import Lattice
from zenkai_solver.models.lattices.picture import pieces_picture
from zenkai_solver.models.lattices.region import region
from zenkai_solver.models.pieces import KINDS, Piece, named_set, parse_set_name, set_names, symmetry
from zenkai_solver.models.render.several import art, joined, shelves, tray
from zenkai_solver.models.render.svg import board_svg
from zenkai_solver.solvers.core.command import COMPLETE, Parser, command, put
from zenkai_solver.solvers.solution_files.output import write_text

WIDTH = 78  # columns of text
OTHERS = [lattice for lattice in LATTICES.values() if lattice is not SQUARES]
CELLS = 24  # the width of a picture, in cells


@command
def main(argv: Sequence[str] | None = None) -> int:
    p = Parser(prog="zenkai pieces", description="Draw the pieces of a set.")
    p.add_argument(
        "name",
        nargs="*",
        metavar="SET",
        help="such as pentominoes, one-sided tetrominoes, soma or tetrahexes",
    )
    p.add_argument("--svg", type=Path, metavar="OUT", help="write a picture instead")
    args = p.parse_args(argv)
    if not args.name:
        put("\n".join(every_name()))
        return COMPLETE
    name = " ".join(args.name)
    if named := parse_set_name(name):
        pieces = named_set(*named)
        put_or_write(table(pieces, named[0]), args.svg, lambda: flat_svg(pieces))
        return COMPLETE
    lattice, kind, shapes = of_other_lattice(name)
    put_or_write(lattice_table(shapes, kind, lattice), args.svg, lambda: pieces_picture(lattice, shapes))
    return COMPLETE


def put_or_write(text: Iterable[str], path: Path | None, svg: Callable[[], str]) -> None:
    if path is None:
        put("\n".join(text))
    else:
        write_text(path, svg())


def flat_svg(pieces: Sequence[Piece]) -> str:
    return board_svg(tray([(piece.label, piece.shape) for piece in pieces], CELLS))


def every_name() -> list[str]:
    """The names of all sets of pieces, those of squares first."""
    others = (name for lattice in OTHERS for name in sets.set_names(lattice))
    return [*set_names(), *others]


def of_other_lattice(name: str) -> tuple[Lattice, str, tuple[Piece, ...]]:
    """The lattice, the kind and the pieces of a set on another lattice than squares. Raises InstanceError."""
    for lattice in OTHERS:
        if named := sets.parse_set_name(name, lattice):
            return lattice, *named
    raise InstanceError((), f'"{name:.40}" is not a set of pieces' + nearest(name, every_name()))


def table(pieces: Sequence[Piece], kind: str) -> Iterator[str]:
    """The lines of a table: a heading, then side by side a block for each piece with its label, number of
    orientations, symmetry and drawing.
    """
    moves = tuple(allowed_transforms(*KINDS[kind]).values())
    numbers = [len(images(piece.shape, moves)) for piece in pieces]
    return _shelved(numbers, [_block(piece, number) for piece, number in zip(pieces, numbers)])


def lattice_table(pieces: Sequence[Piece], kind: str, lattice: Lattice) -> Iterator[str]:
    """As `table`, on another lattice: without symmetries, each piece drawn as a board of its cells."""
    numbers = [len(lattice.images(piece.shape, *KINDS[kind])) for piece in pieces]
    pages = [region(lattice, piece.shape).board([piece.label] * len(piece.shape)) for piece in pieces]
    named = zip(pieces, numbers, pages)
    return _shelved(numbers, [[f"{piece.label}: {number}", *page] for piece, number, page in named])


def _shelved(numbers: Sequence[int], blocks: Sequence[Sequence[str]]) -> Iterator[str]:
    yield f"{len(numbers)} pieces, {sum(numbers)} orientations"
    width = max(len(line) for block in blocks for line in block)
    level = [[line.ljust(width) for line in block] for block in blocks]
    for shelf in shelves(level, WIDTH, 2):
        yield ""
        yield from joined(shelf, 2)


def _block(piece: Piece, number: int) -> list[str]:
    drawn = [" ".join(row).rstrip() for row in art(piece.shape, piece.label)]
    return [f"{piece.label}: {number}", symmetry(piece.shape), *drawn]
