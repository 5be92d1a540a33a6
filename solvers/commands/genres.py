"""List the genres of pencil puzzles, or describe one: its rules in words, its clues, and an example.

zenkai genres [NAME [--data]]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice

from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.fields import nearest
from zenkai_solver.models.genres.clues import ClueKind
from zenkai_solver.models.genres.genre import Genre, to_data
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.table import GENRES, LINKED, genre
from zenkai_solver.models.loading import load
from zenkai_solver.models.render.several import beside
from zenkai_solver.solvers.core import shipped
from zenkai_solver.solvers.core.command import COMPLETE, Parser, aligned, command, complain, leave, put
from zenkai_solver.solvers.core.pipeline import prepare
from zenkai_solver.solvers.core.sources import as_yaml

LAYERS = {  # what the solver enters, by the editor's tool for it
    "shade": "marked cells",
    "number": "numbers in cells",
    "symbol": "symbols in cells",
    "diagonal": "diagonals",
    "line": "lines through cells",
    "wall": "areas",
    "edge": "lines on edges",
}


@command
def main(argv: Sequence[str] | None = None) -> int:
    p = Parser(
        prog="zenkai genres", description="List the genres of pencil puzzles, or print the rules of one."
    )
    p.add_argument("name", nargs="?", metavar="NAME", help="the genre whose rules are printed")
    p.add_argument(
        "--data", action="store_true", help="print its statement, as the key `genre` of an instance"
    )
    args = p.parse_args(argv)
    if args.name is None:
        if args.data:
            p.error("--data needs the NAME of a genre")
        put("\n".join(listing()))
    elif args.name not in GENRES:
        meant = LINKED.get(args.name, args.name)  # by its name on puzz.link
        return complain(f'"{args.name:.40}" is not a genre' + nearest(meant, GENRES))
    elif args.data:
        put(as_yaml({"puzzle": "genre", "genre": to_data(genre(args.name))}).removesuffix("\n"))
    else:
        put("\n".join(page(genre(args.name))))
    return COMPLETE


def listing() -> Iterator[str]:
    """A line for each genre: name, title, what is to be found, and the source of its rules."""
    rows = [(name, genre.title, _layers(genre), genre.source.partition(";")[0]) for name, genre in _genres()]
    return aligned(rows)


def _genres() -> Iterator[tuple[str, Genre]]:
    return ((name, genre(name)) for name in GENRES)


def _layers(genre: Genre) -> str:
    return ", ".join(dict.fromkeys(LAYERS[layer.tool] for layer in genre.unknown))


def page(genre: Genre) -> Iterator[str]:
    """The lines about a genre: what is to be found, the rules in words, the keys of its clues, the source,
    and an example.
    """
    yield f"{genre.title}: {_layers(genre)}"
    yield from (f"- {rule.described}" for rule in genre.all_rules)
    yield from (f"given: {kind.key}, {_given(kind)}" for kind in genre.given)
    yield genre.source
    with suppress(InstanceError):  # none is shipped
        yield from ["", *_example(genre.name)]


def _given(kind: ClueKind) -> str:
    """What the clues are, and where: numbers in cells."""
    whole = {"rooms": "a division into rooms", "switch": "true, or left out", "fleet": "the pieces"}
    if kind.tool in whole:
        return whole[kind.tool]
    arrows = "arrows" if getattr(kind, "plain", "") else "arrows with numbers"
    signs = " ".join(getattr(kind, "signs", ""))
    words = {
        "arrow": arrows,
        "sign": f"signs ({signs})",
        "signed": f"signs ({signs}) with numbers",
        "ship": "parts of ships",
        "sums": "sums",
    }
    places = {
        "cell": "in cells",
        "edge": "on edges",
        "corner": "at corners",
        "room": "of rooms",
        "line": "of rows and columns",
        "side": "at the ends of rows and columns",
        "board": "for the board as a whole",
    }
    return f"{words.get(kind.tool, 'numbers')} {places[kind.at]}"


def _example(name: str) -> Iterator[str]:
    """The shipped instance of this name beside its solution. Raises InstanceError if there is none."""
    instance = load(shipped.find(f"genres/{name}"))
    puzzle = instance.puzzle
    assert isinstance(puzzle, GenrePuzzle)
    solved = (chunk.board(0) for chunk in prepare(instance, "sat").chunks() if len(chunk))
    drawn = [puzzle.unsolved(), *(puzzle.render(board) for board in islice(solved, 1))]
    yield f"zenkai run genres/{name}"
    yield beside(drawn)


if __name__ == "__main__":
    leave(main())
