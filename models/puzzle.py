"""The Puzzle protocol, the optional abilities of families, and instances."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol, TypeAlias, runtime_checkable

if TYPE_CHECKING:  # small commands do without these
    import numpy as np  # takes a tenth of a second

    from zenkai_solver.models.csp import Cube, Model, Solution
    from zenkai_solver.models.grid import Cell
    from zenkai_solver.models.render.layout import Layout
    from zenkai_solver.models.render.moving import PieceMotion
    from zenkai_solver.models.render.notes import Notes
    from zenkai_solver.models.render.text import Style
    from zenkai_solver.models.symmetry import Board, SymmetryGroup


class Puzzle(Protocol):
    """A puzzle of some family: a valid, frozen value."""

    family: ClassVar[str]

    def model(self) -> Model: ...

    def decode(self, solution: Solution) -> Board: ...

    def violations(self, board: Board) -> Iterator[str]:
        """How the board breaks the rules, in words; nothing if it is a solution. Independent of `model`."""

    def symmetries(self) -> SymmetryGroup:
        """The symmetries of the whole instance, in the order of `model().symmetries`."""

    def render(self, board: Board, style: Style = "ascii") -> str: ...

    def svg(self, board: Board) -> str: ...


BoardBatch: TypeAlias = (
    "np.ndarray"  # uint8 or uint32[board, cell]: the label of each cell of the region as a code point
)


class Batches(Protocol):
    """`decode`, `violations` and the canonical form for many solutions at once.

    Solutions are rows of sorted true variables, filled up with 0.
    """

    def boards(self, rows: np.ndarray) -> BoardBatch: ...

    def check(self, boards: BoardBatch) -> np.ndarray:
        """bool[board]: does it satisfy the rules? From the boards alone, as `violations`."""

    def canonical(self, rows: np.ndarray, boards: BoardBatch) -> tuple[BoardBatch, np.ndarray]:
        """The least image of each board, and the number of its distinct images."""

    def read(self, texts: Sequence[bytes]) -> BoardBatch | None:
        """The inverse of `texts`; None if one of them is not a board of this size."""

    def rows(self, boards: BoardBatch) -> np.ndarray:
        """The inverse of `boards`, for boards that keep the rules."""

    def texts(self, boards: BoardBatch) -> Sequence[bytes]:
        """The rows of each board joined by line feeds, in UTF-8."""

    def board(self, boards: BoardBatch, i: int) -> Board: ...

    def with_loops(self, loops: Any) -> Batches:
        """These tools, by compiled loops (`models.batches.BoardLoops`) where there are any."""


# ---- optional abilities of a family: protocols that are tested by isinstance


@runtime_checkable
class Batched(Protocol):
    """Can process many solutions at once."""

    def batches(self, model: Model, group: SymmetryGroup) -> Batches | None:
        """The tools for many solutions of `model`, which is that of this puzzle or of this puzzle under a
        condition, with its symmetry group; None if the puzzle is too large for them.
        """


@runtime_checkable
class Staged(Protocol):
    """Is solved by trying stages, puzzles of their own, in turn; the solutions are those of the first stage
    that has any.
    """

    def stages(self) -> Iterator[tuple[str, Puzzle]]:
        """The stages with their names; none if this puzzle needs none."""


@runtime_checkable
class Recording(Protocol):
    """Has further entries beside each board in the solutions file."""

    def record(self, board: Board) -> dict[str, Any]:
        """The further keys of the solution's line and their values, a function of the board."""


@runtime_checkable
class Labelled(Protocol):
    """Has boards on which each cell shows one value, or is open."""

    @property
    def symbols(self) -> str:
        """The character of each value, 0, 1, ..."""

    @property
    def open_board(self) -> Board:
        """The board on which all cells are open but those with one possible value."""


@runtime_checkable
class Encoding(Protocol):
    """Can translate a board to a solution of its model."""

    def encode(self, board: Board) -> Solution:
        """The inverse of `decode`, for boards that satisfy the rules."""


@runtime_checkable
class SideBySide(Protocol):
    """Can draw several boards together, with marks for cells that differ and those `used`."""

    @property
    def marks(self) -> str:
        """The characters by which the text drawing marks differing cells."""

    def side_by_side(
        self, boards: Sequence[Board], style: Style = "ascii", used: Collection[Cell] = ()
    ) -> str: ...

    def side_by_side_svg(self, boards: Sequence[Board], used: Collection[Cell] = ()) -> str: ...


@runtime_checkable
class Doubtful(Protocol):
    """Can say what in a valid instance is probably not meant."""

    def warnings(self) -> Iterator[str]: ...


@runtime_checkable
class Noted(Protocol):
    """Can draw a board with pencil marks in open cells; `new` and `used` cells are marked."""

    def noted(
        self, board: Board, notes: Mapping[Cell, Notes], new: Collection[Cell], style: Style = "ascii"
    ) -> str: ...

    def noted_svg(
        self, board: Board, notes: Mapping[Cell, Notes], new: Collection[Cell], used: Collection[Cell] = ()
    ) -> str: ...


@runtime_checkable
class InSpace(Protocol):
    """May have solid boards, for programs that show or print them."""

    def x3d(self, board: Board) -> str | None:
        """The board as an X3D scene; None if it is plane."""

    def stl(self, board: Board) -> str | None:
        """The board as STL, one solid per piece; None if it is plane."""

    def gltf(self, board: Board) -> str | None:
        """The board as a glTF 2.0 scene, one mesh per piece; None if it is plane."""


@runtime_checkable
class Laid(Protocol):
    """Knows where the cells of its boards lie, for pages that draw them."""

    @property
    def layout(self) -> Layout:
        """The cells in the order of the region of `symmetries`."""


@runtime_checkable
class Moving(Protocol):
    """Has pieces that move from one figure to another."""

    def moves_of(self, board: Board) -> tuple[PieceMotion, ...]:
        """The motion of each piece of a board that satisfies the rules, sorted by label."""


@runtime_checkable
class Sketched(Protocol):
    """Can draw the state of a search."""

    def sketch(self, chosen: Solution) -> Board:
        """The board on which these variables are true, with '.' in every other cell."""


@runtime_checkable
class Unsolved(Protocol):
    """Can draw the puzzle without an answer."""

    def unsolved(self, style: Style = "ascii") -> str: ...

    def unsolved_svg(self) -> str: ...


@runtime_checkable
class Worded(Protocol):
    """Can state its rules in words, as they are printed below a picture."""

    @property
    def on_paper(self) -> tuple[str, ...]:
        """One or more lines, each a sentence."""


def sentence(words: str) -> str:
    """The words of a rule as a line of `Worded.on_paper`."""
    return f"{words[:1].upper()}{words[1:]}."


class Fact(NamedTuple):
    """The meaning of a variable: if it is true, these cells of the board bear that label.

    Two further kinds have no label, or no cells: `Fact.joined`, `Fact.named`.
    """

    label: str
    cells: tuple[Cell, ...] = ()

    @classmethod
    def joined(cls, cells: Iterable[Cell]) -> Fact:
        """The fact that the cells belong to one piece, of any label."""
        return cls("", tuple(cells))

    @classmethod
    def named(cls, name: str) -> Fact:
        """A fact that is not about cells, with a name."""
        return cls(name)


@runtime_checkable
class Telling(Encoding, Protocol):
    """Knows what the variables of its model mean on a board, so that sets of solutions can be queried."""

    @property
    def facts(self) -> Sequence[Fact]:
        """facts[v - 1] is the meaning of variable v; the projection of the model is 1..len(facts)."""


@runtime_checkable
class Phrased(Protocol):
    """Has facts without cells, whose names are short, and which texts for people tell in full."""

    @property
    def phrases(self) -> Sequence[str]:
        """phrases[v - 1]: the fact of variable v in words."""


@runtime_checkable
class Located(Protocol):
    """Has places with names other than row and column of a board's text, such as lines between cells."""

    @property
    def place_names(self) -> Mapping[Cell, str]:
        """The name of each of them, by row and column of the text; all names differ."""


class Copies(NamedTuple):
    """Labels of pieces whose copies bear letters of their own on boards, and these letters, which are given
    out in the order of the copies' first cells.
    """

    labels: frozenset[str] = frozenset()
    letters: str = ""


@runtime_checkable
class Lettered(Protocol):
    """Has pieces that occur several times, whose copies bear different letters on boards."""

    @property
    def copies(self) -> Copies: ...


def copies_of(puzzle: object) -> Copies:
    """The copies of the puzzle; empty if boards show the labels of its facts."""
    return puzzle.copies if isinstance(puzzle, Lettered) else Copies()


@dataclass(frozen=True)
class Clue:
    """A part of a solution that can be given: a fact, its name, and literals of the model for it."""

    name: str
    fact: Fact
    lits: Cube


@runtime_checkable
class Givable(Protocol):
    """Can have parts of a solution as further givens."""

    def clues(self, board: Board) -> tuple[Clue, ...]:
        """All parts of this solution that can be given and are not yet; together they imply the board."""

    def with_clues(self, facts: Sequence[Fact]) -> dict[str, Any]:
        """The keys of the instance, with their values, that state its givens and these facts."""


@dataclass(frozen=True)
class Statement:
    """A model for explanations: all its constraints have words; facts[v - 1] is the meaning of variable v.
    Its projection is 1, 2, ...; later variables need not be functions of it.
    """

    model: Model
    facts: Sequence[Fact]


@runtime_checkable
class Explained(Protocol):
    """Has a model for explanations, in which givens are constraints, and no variables are left out."""

    def statement(self) -> Statement: ...


@runtime_checkable
class Naming(Protocol):
    """Can state as givens, with names, what its clues say of single values, such as a number in its cell."""

    def with_named_givens(self, most: int) -> Puzzle:
        """A puzzle with the same solutions, whose model has a constraint for each such clue; the puzzle
        itself if that model would have more than `most` variables.
        """


Text = str | Callable[[], str]  # a text, or what makes it


@dataclass(frozen=True)
class Instance:
    """A puzzle with its file: name, text and hash, the default symmetry mode, the expected numbers of
    solutions (`expect`), the source, and the title. It can be pickled.

    >>> import zenkai_solver as zenkai
    >>> instance = zenkai.load("dominoes4x4")
    >>> instance.name, instance.puzzle.family, instance.expect
    ('dominoes4x4', 'packing', {'count': 9, 'all': 36})
    """

    name: str
    written: Text = field(repr=False, compare=False)
    puzzle: Puzzle
    symmetry: str
    expect: Mapping[str, int]
    source: str | None
    title: str = ""

    @cached_property
    def text(self) -> str:
        """The YAML text, which may be made when it is first asked for."""
        return self.written if isinstance(self.written, str) else self.written()

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()
