"""What a puzzle is: the Puzzle protocol, the abilities that a family may have besides, and an instance."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol, TypeAlias, runtime_checkable

from zenkai_solver.models.csp import Cube, Model, Solution
from zenkai_solver.models.grid import Cell
from zenkai_solver.models.render.layout import Layout
from zenkai_solver.models.render.moving import PieceMotion
from zenkai_solver.models.render.notes import Notes
from zenkai_solver.models.render.text import Style
from zenkai_solver.models.symmetry import Board, SymmetryGroup

if TYPE_CHECKING:
    import numpy as np  # takes a tenth of a second: small commands do without


class Puzzle(Protocol):
    """One instance of a puzzle family, valid and frozen."""

    family: ClassVar[str]

    def model(self) -> Model: ...

    def decode(self, solution: Solution) -> Board: ...

    def violations(self, board: Board) -> Iterator[str]:
        """How the board breaks the rules, in words; nothing if it is a solution. Never looks at model()."""

    def symmetries(self) -> SymmetryGroup:
        """The symmetries of the whole instance, in the order of `model().symmetries`."""

    def render(self, board: Board, style: Style = "ascii") -> str: ...

    def svg(self, board: Board) -> str: ...


BoardBatch: TypeAlias = (
    "np.ndarray"  # uint8 or uint32[board, cell]: the label of each cell of the region as a code point
)


class Batches(Protocol):
    """`decode`, `violations` and the canonical form for many solutions at once.

    Solutions are rows of sorted true variables, 0 after the last.
    """

    def boards(self, rows: np.ndarray) -> BoardBatch: ...

    def check(self, boards: BoardBatch) -> np.ndarray:
        """bool[board]: does it keep the rules? From the boards alone, as `violations`."""

    def canonical(self, rows: np.ndarray, boards: BoardBatch) -> tuple[BoardBatch, np.ndarray]:
        """The least image of each board, and the number of its distinct images."""

    def read(self, texts: Sequence[bytes]) -> BoardBatch | None:
        """The inverse of `texts`; None if one of them is not a board of this size."""

    def rows(self, boards: BoardBatch) -> np.ndarray:
        """The inverse of `boards`, for boards that keep the rules."""

    def texts(self, boards: BoardBatch) -> list[bytes]:
        """The rows of each board joined by line feeds, in UTF-8."""

    def board(self, boards: BoardBatch, i: int) -> Board: ...


# ---- what a family may offer besides: abilities, each a protocol that is asked for by isinstance


@runtime_checkable
class Batched(Protocol):
    """Treats many solutions at once."""

    def batches(self, model: Model, group: SymmetryGroup) -> Batches | None:
        """The tools for the model of this puzzle, or for that under a condition, with its own group.

        None if this puzzle is too large for them.
        """


@runtime_checkable
class Staged(Protocol):
    """Is solved by trying instances in turn; the first that has a solution has all that count."""

    def stages(self) -> Iterator[tuple[str, Puzzle]]:
        """The instances with their names; none where the puzzle itself is to be solved."""


@runtime_checkable
class Recording(Protocol):
    """States something beside each board in the solutions file."""

    def record(self, board: Board) -> dict[str, Any]:
        """Further keys of the solution's line and their values; a function of the board."""


@runtime_checkable
class Labelled(Protocol):
    """Has boards of which each cell shows one value, and may be open."""

    @property
    def symbols(self) -> str:
        """The character of each value, 0, 1, ..."""

    @property
    def open_board(self) -> Board:
        """The board with nothing decided."""


@runtime_checkable
class Encoding(Protocol):
    """Says which solution of its model a board is."""

    def encode(self, board: Board) -> Solution:
        """The inverse of `decode`, for boards that keep the rules."""


@runtime_checkable
class SideBySide(Protocol):
    """Draws several boards together: cells in which they differ are marked, and, otherwise, those used."""

    @property
    def marks(self) -> str:
        """The characters that mark where boards differ, alone or on both sides of a cell's character."""

    def side_by_side(
        self, boards: Sequence[Board], style: Style = "ascii", used: Collection[Cell] = ()
    ) -> str: ...

    def side_by_side_svg(self, boards: Sequence[Board], used: Collection[Cell] = ()) -> str: ...


@runtime_checkable
class Noted(Protocol):
    """Draws a board with pencil marks in open cells; cells that are `new` are marked, and those used."""

    def noted(
        self, board: Board, notes: Mapping[Cell, Notes], new: Collection[Cell], style: Style = "ascii"
    ) -> str: ...

    def noted_svg(
        self, board: Board, notes: Mapping[Cell, Notes], new: Collection[Cell], used: Collection[Cell] = ()
    ) -> str: ...


@runtime_checkable
class InSpace(Protocol):
    """May have boards that are solids: for programs that show or print them."""

    def x3d(self, board: Board) -> str | None:
        """The board as an X3D scene; None if it is plane."""

    def stl(self, board: Board) -> str | None:
        """The board as STL, one solid per piece; None if it is plane."""

    def gltf(self, board: Board) -> str | None:
        """The board as a glTF 2.0 scene, one mesh per piece; None if it is plane."""


@runtime_checkable
class Laid(Protocol):
    """Says where the cells of its boards lie, for pages that draw them."""

    @property
    def layout(self) -> Layout:
        """The cells in the order of the region of `symmetries`."""


@runtime_checkable
class Moving(Protocol):
    """Has pieces that move from one figure to another."""

    def moves_of(self, board: Board) -> tuple[PieceMotion, ...]:
        """How each piece of a board that keeps the rules moves, labels in order."""


@runtime_checkable
class Sketched(Protocol):
    """Draws a search at work."""

    def sketch(self, chosen: Solution) -> Board:
        """The board with what these true variables say, '.' in every other cell."""


@runtime_checkable
class Unsolved(Protocol):
    """Draws the puzzle as it is set, without an answer."""

    def unsolved(self, style: Style = "ascii") -> str: ...

    def unsolved_svg(self) -> str: ...


class Fact(NamedTuple):
    """What a variable says of a board when it is true: these cells bear that label.

    Two further kinds have no label or no cells: `Fact.joined`, `Fact.named`.
    """

    label: str
    cells: tuple[Cell, ...] = ()

    @classmethod
    def joined(cls, cells: Iterable[Cell]) -> Fact:
        """The cells belong to one piece, whichever."""
        return cls("", tuple(cells))

    @classmethod
    def named(cls, name: str) -> Fact:
        """A variable that is known by its name, and is on no cell."""
        return cls(name)


@runtime_checkable
class Telling(Encoding, Protocol):
    """Says what the variables of its model mean on a board, so that sets of solutions can be asked."""

    @property
    def facts(self) -> Sequence[Fact]:
        """facts[v - 1] is what variable v says; the projection of the model is 1..len(facts)."""


@runtime_checkable
class Located(Protocol):
    """Has places that are not named by row and column of a board's text, such as lines between cells."""

    @property
    def place_names(self) -> Mapping[Cell, str]:
        """The name of each of them, by row and column of the text; no two alike."""


class Copies(NamedTuple):
    """Labels that boards do not show, and the letters that boards have instead, in order of first cells."""

    labels: frozenset[str] = frozenset()
    letters: str = ""


@runtime_checkable
class Lettered(Protocol):
    """Has pieces that occur several times, each of which bears a letter of its own on boards."""

    @property
    def copies(self) -> Copies: ...


def copies_of(puzzle: object) -> Copies:
    """The copies of the puzzle; empty where boards show the labels of its facts."""
    return puzzle.copies if isinstance(puzzle, Lettered) else Copies()


@dataclass(frozen=True)
class Clue:
    """What can be given of a solution: a fact, its name, and the literals of the model that state it."""

    name: str
    fact: Fact
    lits: Cube


@runtime_checkable
class Givable(Protocol):
    """Can be set with a part of a solution as further givens."""

    def clues(self, board: Board) -> tuple[Clue, ...]:
        """What of this solution can be given and is not given yet; together they state the board."""

    def with_clues(self, facts: Sequence[Fact]) -> dict[str, Any]:
        """The keys of an instance, with their values, that state its givens and these facts."""


@dataclass(frozen=True)
class Statement:
    """A model whose constraints all have words; facts[v - 1] is what variable v says. The projection is
    1, 2, ...; the variables behind it may differ where these are the same.
    """

    model: Model
    facts: Sequence[Fact]


@runtime_checkable
class Explained(Protocol):
    """States itself for arguments: nothing that is given is worked into the model beforehand."""

    def statement(self) -> Statement: ...


@dataclass(frozen=True)
class Instance:
    """A puzzle with the file it came from: its name, text, hash, and what is known of it."""

    name: str
    text: str
    puzzle: Puzzle
    symmetry: str
    expect: Mapping[str, int]
    source: str | None

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()
