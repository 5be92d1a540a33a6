"""Unknown layers: the unknown values of a genre, place by place.

A layer says at which places it has a value and which values are possible there; how the values are written in
a board; and which rules it brings along. `tool` names what enters it in an editor.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import ClassVar

from zenkai_solver.models.genres.clues import ARROWS, LETTERS, MOST, letter, signs_fault
from zenkai_solver.models.genres.expressions import ONE, Amount, Fixed, Truth, Var
from zenkai_solver.models.genres.groups import WallsDivide
from zenkai_solver.models.genres.places import Everywhere, Where
from zenkai_solver.models.genres.sheet import (
    DIRECTIONS,
    HIDDEN,
    BoardView,
    Bound,
    GenreError,
    GenreSheet,
    Names,
    Place,
    kind_of,
)
from zenkai_solver.models.grid import Transform

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
BEYOND = 0x4E00  # numbers above 61 are written as one character each too, from this code point on
OPEN = "?"  # in a board: nothing was entered


def digit(number: int) -> str:
    """A number as one character of a board."""
    return DIGITS[number] if number < len(DIGITS) else chr(BEYOND + number - len(DIGITS))


def _cells_where(where: Truth | None, sheet: GenreSheet) -> frozenset[Bound]:
    """The cells for which a statement about the given is true; all if there is none."""
    cells = Everywhere("cell") if where is None else Where(CELL, Everywhere("cell"), where)
    return frozenset(cells.at(BoardView(sheet, {})))


@dataclass(frozen=True)
class Layer:
    """An unknown layer by its name."""

    name: str

    tool: ClassVar[str]

    def domains(self, sheet: GenreSheet) -> Mapping[Place, tuple[int, ...]]:
        """For each of its places the possible values, least first. Raises GenreError."""
        raise NotImplementedError

    def without_givens(self) -> Layer:
        """The layer as if no clue, of the key `given` if it has one, gave it a value."""
        givens = {each.name for each in fields(self)} & {"given"}
        return replace(self, **dict.fromkeys(givens, ""))

    def text(self, place: Place, value: int) -> str:
        """The value as one character of a board."""
        raise NotImplementedError

    def spot(self, place: Place) -> tuple[int, int]:
        """Row and column of the place in the layer's own part of a board."""
        raise NotImplementedError

    def moved_signs(self, transform: Transform) -> Mapping[str, str]:
        """The image of each character when the board is moved by the transform; others are kept."""
        return {}

    def fault(self) -> str | None:
        """What is wrong with the layer as it is stated, in words."""
        return None

    def rules(self) -> Iterator[tuple[str, Truth]]:
        """The rules that the layer brings along in every genre: words and statement."""
        return iter(())


@dataclass(frozen=True)
class CellLayer(Layer):
    """Each cell has a value."""

    def spot(self, place: Place) -> tuple[int, int]:
        return place[0] // 2, place[1] // 2


def _without_gaps(
    sheet: GenreSheet, key: str, domains: dict[Place, tuple[int, ...]]
) -> Mapping[Place, tuple[int, ...]]:
    """The domains, with 0 alone where a cell is in no room of the key, if any rooms are stated."""
    inside = sheet.clues.get(key, {})
    if inside and len(inside) < sheet.rows * sheet.columns:
        for place in domains:
            cells = (place,) if kind_of(place) == "cell" else sheet.related(place, "beside")
            if not all(cell in inside for cell in cells):
                domains[place] = (0,)
    return domains


@dataclass(frozen=True)
class Shading(CellLayer):
    """Cells are marked or not, with this sign: # shaded, * a star.

    Only those in a room of the key `within`, if it is one.
    """

    sign: str = "#"
    within: str = ""

    tool = "shade"

    def fault(self) -> str | None:
        return signs_fault("." + self.sign) if len(self.sign) == 1 else "a sign is one character"

    def domains(self, sheet: GenreSheet) -> Mapping[Place, tuple[int, ...]]:
        return _without_gaps(sheet, self.within, dict.fromkeys(sheet.every["cell"], (0, 1)))

    def text(self, place: Place, value: int) -> str:
        return self.sign if value else "."


@dataclass(frozen=True)
class CornerMarks(CellLayer):
    """Corners of cells, those at the border of the board too, are marked or not, with this sign."""

    sign: str = "@"

    tool = "symbol"

    def fault(self) -> str | None:
        return signs_fault("." + self.sign) if len(self.sign) == 1 else "a sign is one character"

    def domains(self, sheet: GenreSheet) -> Mapping[Place, tuple[int, ...]]:
        return dict.fromkeys(sheet.every["corner"], (0, 1))

    def text(self, place: Place, value: int) -> str:
        return self.sign if value else "."


CELL = Var("here")
NINE = Fixed(9)


@dataclass(frozen=True)
class CellNumbers(CellLayer):
    """A number from lo to hi in each cell for which a statement about the given is true; 0 is an empty cell.

    `lo`, `hi` and `where` may name the cell: `CELL`. A cell with a clue of the key `given` has that number.
    With `letters` A stands for 1, B for 2, ...
    """

    lo: Amount = ONE
    hi: Amount = NINE
    where: Truth | None = None
    given: str = ""
    letters: bool = False

    tool = "number"

    def domains(self, sheet: GenreSheet) -> Mapping[Place, tuple[int, ...]]:
        domains: dict[Place, tuple[int, ...]] = {}
        clues = sheet.clues.get(self.given, {})
        ranges: dict[tuple[int, int], tuple[int, ...]] = {}  # shared by cells with equal bounds
        view, names = BoardView(sheet, {}), Names()
        lo, hi, free = self.lo.ready_number(view), self.hi.ready_number(view), _cells_where(self.where, sheet)
        for place in sheet.every["cell"]:
            names[CELL.name] = place
            if isinstance(number := clues.get(place, HIDDEN), int) and number != HIDDEN:
                domains[place] = (number,)
            elif place in free:
                bounds = (lo(names), hi(names))
                if bounds not in ranges:
                    if bounds[0] < 0 or bounds[1] > MOST:
                        raise GenreError(
                            f"{self.name:.40} has numbers {bounds[0]}..{bounds[1]}; 0..{MOST:,} are allowed"
                        )
                    sheet.spend(max(0, bounds[1] - bounds[0]))
                    ranges[bounds] = tuple(range(bounds[0], bounds[1] + 1))
                domains[place] = ranges[bounds]
        return domains

    def text(self, place: Place, value: int) -> str:
        if self.letters and 0 < value <= LETTERS:
            return letter(value)
        return digit(value) if value else "."


@dataclass(frozen=True)
class Symbols(CellLayer):
    """One of these signs in each cell, of values 1, 2, ...; a dot as the first is an empty cell, of value 0.

    A cell with a clue of the key `given` has the sign of that value; a sign beyond them is an empty cell.
    """

    signs: str = "."
    given: str = ""

    tool = "symbol"

    @property
    def _first(self) -> int:
        return 0 if self.signs[0] == "." else 1

    def fault(self) -> str | None:
        return signs_fault(self.signs)

    def domains(self, sheet: GenreSheet) -> Mapping[Place, tuple[int, ...]]:
        every = tuple(range(self._first, self._first + len(self.signs)))
        domains = dict.fromkeys(sheet.every["cell"], every)
        for place, value in sheet.clues.get(self.given, {}).items():
            if isinstance(value, int):
                other = value > every[-1]
                domains[place] = (value,) if value in every else tuple(i for i in every if (not i) == other)
        return domains

    def text(self, place: Place, value: int) -> str:
        return self.signs[value - self._first]


@dataclass(frozen=True)
class DiagonalLines(CellLayer):
    r"""A diagonal in each cell: 1 is \, 2 is /; 3, where they may be `crossed`, is both; 0, if it may be
    empty, none.
    """

    may_be_empty: bool = False
    crossed: bool = False

    tool = "diagonal"

    def domains(self, sheet: GenreSheet) -> Mapping[Place, tuple[int, ...]]:
        values = (*(0,) * self.may_be_empty, 1, 2, *(3,) * self.crossed)
        return dict.fromkeys(sheet.every["cell"], values)

    def text(self, place: Place, value: int) -> str:
        return ".\\/X"[value]

    def moved_signs(self, transform: Transform) -> Mapping[str, str]:
        y, x = transform((1, 1))
        return {"\\": "/", "/": "\\"} if y != x else {}


@dataclass(frozen=True)
class Triangles(CellLayer):
    """Half of a cell is black, at a corner: 1 to 4 are top left, top right, bottom right, bottom left; or 0.

    A cell with a clue of the key `given` has none. The signs F 7 J L have their bend at the corner.
    """

    given: str = ""

    tool = "symbol"

    def domains(self, sheet: GenreSheet) -> Mapping[Place, tuple[int, ...]]:
        black = sheet.clues.get(self.given, {})
        return {place: (0,) if place in black else (0, 1, 2, 3, 4) for place in sheet.every["cell"]}

    def text(self, place: Place, value: int) -> str:
        return ".F7JL"[value]

    def moved_signs(self, transform: Transform) -> Mapping[str, str]:
        corners = ((-1, -1), (-1, 1), (1, 1), (1, -1))
        return {"F7JL"[i]: "F7JL"[corners.index(transform(at))] for i, at in enumerate(corners)}


@dataclass(frozen=True)
class Arrows(CellLayer):
    """An arrow in each cell for which a statement about the given is true: 1 to 4 for up, down, left, right;
    0 is none, if cells may be empty. A cell with an `ArrowClue` of the key `given` has that arrow.
    """

    where: Truth | None = None
    may_be_empty: bool = True
    given: str = ""

    tool = "symbol"

    def domains(self, sheet: GenreSheet) -> Mapping[Place, tuple[int, ...]]:
        domains: dict[Place, tuple[int, ...]] = {}
        clues, free = sheet.clues.get(self.given, {}), _cells_where(self.where, sheet)
        for place in sheet.every["cell"]:
            if isinstance(arrow := clues.get(place), tuple) and arrow[0]:
                domains[place] = (arrow[0],)
                continue
            values = (0, 1, 2, 3, 4) if self.may_be_empty else (1, 2, 3, 4)
            domains[place] = values if place in free else (0,)
        return domains

    def text(self, place: Place, value: int) -> str:
        return ".^v<>"[value]

    def moved_signs(self, transform: Transform) -> Mapping[str, str]:
        return {ARROWS[i]: ARROWS[DIRECTIONS.index(transform(step))] for i, step in enumerate(DIRECTIONS)}


@dataclass(frozen=True)
class Bars(CellLayer):
    """A bar through each cell for which a statement about the given is true: 1 is upright, 2 is level; 3,
    where they may be `crossed`, is both; 0, if it may be empty, none.
    """

    where: Truth | None = None
    crossed: bool = False
    may_be_empty: bool = False

    tool = "symbol"

    def domains(self, sheet: GenreSheet) -> Mapping[Place, tuple[int, ...]]:
        free = _cells_where(self.where, sheet)
        values = (*(0,) * self.may_be_empty, 1, 2, *(3,) * self.crossed)
        return {place: values for place in sheet.every["cell"] if place in free}

    def text(self, place: Place, value: int) -> str:
        return ".|-+"[value]

    def moved_signs(self, transform: Transform) -> Mapping[str, str]:
        return {} if transform((1, 0))[0] else {"|": "-", "-": "|"}


@dataclass(frozen=True)
class LineLayer(Layer):
    """A line, or none, at each edge between two cells. In a board `-` is level and `|` upright."""

    tool = "line"

    def domains(self, sheet: GenreSheet) -> Mapping[Place, tuple[int, ...]]:
        return dict.fromkeys(sheet.every["inner"], (0, 1))

    def text(self, place: Place, value: int) -> str:
        return (".", self._sign(place))[value]

    def _sign(self, place: Place) -> str:
        raise NotImplementedError

    def moved_signs(self, transform: Transform) -> Mapping[str, str]:
        return {} if transform((1, 0))[0] else {"-": "|", "|": "-"}

    def spot(self, place: Place) -> tuple[int, int]:
        return place[0] - 1, place[1] - 1


@dataclass(frozen=True)
class CentreLines(LineLayer):
    """Lines from centres of cells to those of their neighbours; only between cells in rooms of the key
    `within`. Where they may lead `out`, also from cells to the border of the board.
    """

    within: str = ""
    out: bool = False

    def domains(self, sheet: GenreSheet) -> Mapping[Place, tuple[int, ...]]:
        if self.out:
            return dict.fromkeys(sheet.every["edge"], (0, 1))
        return _without_gaps(sheet, self.within, dict(super().domains(sheet)))

    def spot(self, place: Place) -> tuple[int, int]:
        return place if self.out else super().spot(place)

    def _sign(self, place: Place) -> str:
        return "-" if place[0] % 2 else "|"


@dataclass(frozen=True)
class Areas(LineLayer):
    """The cells are divided into areas by walls: 1 is a wall."""

    tool = "wall"

    def _sign(self, place: Place) -> str:
        return "|" if place[0] % 2 else "-"

    def rules(self) -> Iterator[tuple[str, Truth]]:
        yield "each wall separates two areas", WallsDivide(self.name)


@dataclass(frozen=True)
class EdgeLines(LineLayer):
    """Lines on all edges of cells, from corner to corner."""

    tool = "edge"

    def domains(self, sheet: GenreSheet) -> Mapping[Place, tuple[int, ...]]:
        return dict.fromkeys(sheet.every["edge"], (0, 1))

    def _sign(self, place: Place) -> str:
        return "|" if place[0] % 2 else "-"

    def spot(self, place: Place) -> tuple[int, int]:
        return place
