"""A puzzle of a genre, with all that a family offers, from the statement of the genre alone.

A board is written layer after layer, a block of rows each: a character per cell, or, of lines, a character
per half cell, with blanks where no line may be. `?` stands where nothing was entered.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar

from zenkai_solver.models.constraints import Clause, Lit, Origin
from zenkai_solver.models.csp import Advice, Model, Solution
from zenkai_solver.models.genres import as_text, drawing, layout
from zenkai_solver.models.genres.clues import UNKNOWN, ClueKind, NumberClue, RoomClue
from zenkai_solver.models.genres.frame import GenreFrame, Variable, state_rule
from zenkai_solver.models.genres.genre import Genre, GenreRule
from zenkai_solver.models.genres.layers import OPEN, CellNumbers, Layer
from zenkai_solver.models.genres.narrowing import narrowed
from zenkai_solver.models.genres.paths import normal_form
from zenkai_solver.models.genres.series import Unclaimed
from zenkai_solver.models.genres.sheet import (
    HIDDEN,
    WHOLE,
    BoardView,
    Bound,
    GenreSheet,
    Group,
    Place,
    Value,
    name_of,
    values_in,
)
from zenkai_solver.models.genres.stating import StatedView
from zenkai_solver.models.grid import EMPTY, OUTSIDE, TRANSFORMS, Cell, Region, Transform, cell_name
from zenkai_solver.models.puzzle import Batches, Clue, Fact, Statement, sentence
from zenkai_solver.models.render.layout import Layout
from zenkai_solver.models.render.several import DIFFERS, beside, differing
from zenkai_solver.models.render.several import sheet as side_by_side
from zenkai_solver.models.render.text import Style
from zenkai_solver.models.symmetry import Board, Says, Symmetry, SymmetryGroup

DIGITS = 9  # the numbers of a genre of digits, such as Kakuro


@dataclass(frozen=True)
class MovedSheet:
    """A sheet that is moved by a transform of the square: where its places and clues go."""

    sheet: GenreSheet
    transform: Transform

    @property
    def size(self) -> Place:
        """Of the moved board, in half cells."""
        y, x = self.transform((2 * self.sheet.rows, 2 * self.sheet.columns))
        return abs(y), abs(x)

    def image(self, place: Place) -> Place:
        y, x = self.transform(place)
        down, right = self.transform((2 * self.sheet.rows, 2 * self.sheet.columns))
        return y - min(0, down), x - min(0, right)

    def arrives(self, kind: ClueKind, place: Place) -> Place:
        """Where the clue goes; a row's clue is at its left end, and a room's at its first cell."""
        if kind.at == "room":
            return min(map(self.image, self.sheet.room_of(kind.rooms, place).places))
        if kind.at == "board":
            return place
        y, x = self.image(place)
        rows, columns = self.size
        return (-1 if y > rows else y, -1 if x > columns else x) if kind.at == "line" else (y, x)

    def clues(self, kind: ClueKind) -> Iterator[tuple[Place, Value | None]]:
        """Where each clue of the kind goes, and what it is there; None where it has no image."""
        for at, clue in self.sheet.clues.get(kind.key, {}).items():
            yield self.arrives(kind, at), kind.moved(clue, self.transform)


@dataclass(frozen=True)
class GenrePuzzle:
    """A valid instance: a genre, a sheet with its clues, and the values that are given at (layer, place)."""

    family: ClassVar[str] = "genre"

    genre: Genre
    sheet: GenreSheet
    known: Mapping[tuple[str, Place], int] = field(default_factory=dict)

    # ---- the places and the text of a board

    @cached_property
    def domains(self) -> dict[tuple[str, Place], tuple[int, ...]]:
        """The possible values of each place of each layer, least first."""
        return {
            (layer.name, place): values
            for layer in self.genre.unknown
            for place, values in layer.domains(self.sheet).items()
        }

    @cached_property
    def frame(self) -> GenreFrame:
        """What the puzzle shares with others of its genre and size."""
        return GenreFrame.of(self.genre, self.sheet, self.domains)

    @property
    def layers(self) -> dict[str, Layer]:
        return self.frame.layers

    @property
    def spots(self) -> dict[tuple[str, Place], Cell]:
        """Row and column in a board's text of each place of each layer, in the order of the text."""
        return self.frame.spots

    @property
    def region(self) -> Region:
        return self.frame.region

    @property
    def variables(self) -> tuple[Variable, ...]:
        """The (layer, place, value) that each variable of the projection stands for, in order."""
        return self.frame.variables

    @property
    def shown(self) -> dict[tuple[str, Place], dict[int, Lit]]:
        """For each (layer, place) the literal of each value."""
        return self.frame.shown

    def board(self, values: Mapping[tuple[str, Place], int]) -> Board:
        """The text of these values; `?` where there is none."""
        return self.region.board(
            [
                self.layers[name].text(place, values[name, place]) if (name, place) in values else OPEN
                for name, place in self.spots
            ]
        )

    def values(self, board: Board) -> dict[tuple[str, Place], int]:
        """The inverse of `board`. Raises ValueError, in words, for what is no board of this puzzle."""
        region = self.region
        if [len(row) for row in board] != [region.columns] * region.rows:
            raise ValueError(f"the board is not {region.rows} rows of {region.columns} characters")
        if any(board[r][c] != OUTSIDE for r, c in self.frame.region.blanks):
            raise ValueError("the board has characters where it has no place")
        values = {}
        for (name, place), (r, c) in self.spots.items():
            if board[r][c] != OPEN:
                texts = self.frame.texts[name, place]
                if board[r][c] not in texts:
                    raise ValueError(f"{board[r][c]!r} is no {name} at {name_of(place)}")
                values[name, place] = texts[board[r][c]]
        return values

    def without_blanks(self, drawn: Board) -> Board:
        """The drawing with blanks where a board has them, whatever stands there."""
        blanks = set(self.frame.region.blanks)
        return tuple(
            "".join(OUTSIDE if (r, c) in blanks else char for c, char in enumerate(row))
            for r, row in enumerate(drawn)
        )

    # ---- the model

    def model(self) -> Model:
        return self._model

    @cached_property
    def _model(self) -> Model:
        return self._stated(narrowing=self.genre.sums_different)

    def _stated(self, narrowing: bool) -> Model:
        """Begins with what the frame knows without clues. With `narrowing` values that no board has are
        barred first, and rules are stated of the others: quicker, but no rule then says all of itself.
        """
        stated = self.frame.stated(self.sheet.effort)
        self.sheet.spend(stated.steps)
        out = stated.out.branched(self.sheet.spend)
        for (name, place), value in self.known.items():
            text = self.layers[name].text(place, value)
            says = f"has no {name}" if text == EMPTY else f"is {text}"
            out.origin = Origin(f"{name_of(place)} {says}", (self.spots[name, place],), "given")
            out.add(Clause((out.real(self.shown[name, place][value]),)))
        if narrowing:
            out.origin = Origin("sums of different numbers leave these values")
            out = out.narrowed(self._narrowed(StatedView(self.sheet, {}, out)))
        view = StatedView(self.sheet, {}, out)
        for rule in stated.left:
            state_rule(rule, view, self._origin)
        perms = self._group.permutations(self.variables, self._says)
        few = Advice.FEW if narrowing else None  # even where so little is left that the model is a cover
        model = out.build.build(range(1, len(self.variables) + 1), perms, advice=few)
        normal = None if self.known else normal_form(view, model.constraints)
        return model if normal is None else replace(model, normal=normal)

    def _narrowed(self, view: StatedView) -> dict[tuple[str, Place], tuple[int, ...]]:
        """The values that are left where the sums of different numbers bar some."""
        sums = [one for rule in self.genre.all_rules for one in rule.holds.different_sums(view)]
        return narrowed(self.domains, sums, self.sheet.spend)

    def _origin(self, rule: GenreRule, bound: Bound) -> Origin:
        """That of a rule at one of its places, with its clues of these keys, as in R1C1: 3."""
        clues = self.sheet.clues
        at = bound.at if isinstance(bound, Group) else bound
        here = [
            (kind, clues[kind.key][at])
            for kind in self.genre.given
            if kind.key in rule.keys and not isinstance(at, int) and at in clues.get(kind.key, {})
        ]
        shown = [kind.write(value) for kind, value in here if kind.key in rule.clues]
        place = f"{name_of(bound)}: {' '.join(shown)}" if shown else name_of(bound)
        words = f"{rule.says} ({place})"
        only_rooms = all(isinstance(kind, RoomClue) for kind, _ in here)
        return Origin(words, self.frame.near(bound), "rule" if only_rooms else "clue")

    def statement(self) -> Statement:
        model = self._stated(narrowing=False) if self.genre.sums_different else self.model()
        return Statement(model, self.facts)

    def with_named_givens(self, most: int) -> GenrePuzzle:
        """As `models.puzzle.Naming` says: clues that fill cells are known values there, not the only ones."""
        given = {spot: values[0] for spot, values in self.domains.items() if len(values) == 1}
        wide = {
            (layer.name, place): values
            for layer in self.genre.unknown
            for place, values in layer.without_givens().domains(self.sheet).items()
            if given.get((layer.name, place)) in values and len(values) > 1
        }
        known = dict(self.known) | {spot: given[spot] for spot in wide}
        few = len(self.variables) + sum(map(len, wide.values())) <= most
        return WidenedPuzzle(self.genre, self.sheet, known, wide) if wide and few else self

    def _says(self, variable: Variable) -> Says:
        name, place, value = variable
        return self.layers[name].text(place, value), frozenset([self.region.index[self.spots[name, place]]])

    def decode(self, solution: Solution) -> Board:
        values = {key: choices[0] for key, choices in self.domains.items() if choices}
        for name, place, value in (self.variables[var - 1] for var in solution):
            values[name, place] = value
        return self.board(values)

    def encode(self, board: Board) -> Solution:
        values = self.values(board)
        return tuple(
            var for var, (name, place, value) in enumerate(self.variables, 1) if values[name, place] == value
        )

    def batches(self, model: Model, group: SymmetryGroup) -> Batches:
        from zenkai_solver.models.genres.batches import GenreBatches  # which loads numpy

        return GenreBatches(self, model, group)

    # ---- the rules once more, from the board alone

    def view(self, values: Mapping[tuple[str, Place], int]) -> BoardView:
        """The view in which statements are evaluated on a board with these values."""
        layers: dict[str, dict[Place, int]] = {layer.name: {} for layer in self.genre.unknown}
        for (name, place), value in values.items():
            layers[name][place] = value
        return BoardView(self.sheet, {}, layers)

    def violations(self, board: Board) -> Iterator[str]:
        """What is wrong with the board, in words: its form, givens that it changes, rules that it breaks."""
        try:
            values = self.values(board)
        except ValueError as error:
            yield str(error)
            return
        for name, place in self.spots:
            if (name, place) not in values:
                yield f"{name_of(place)} has no {name}"
            elif (known := self.known.get((name, place))) not in (None, values[name, place]):
                shown = (self.layers[name].text(place, value) for value in (values[name, place], known))
                yield "{} is {}, but {} is given".format(name_of(place), *shown)
        yield from self.broken(values)

    def broken(self, values: Mapping[tuple[str, Place], int]) -> Iterator[str]:
        """The rules that are broken, in words."""
        view = self.view(values)
        for rule in self.genre.all_rules:
            if not rule.holds.true(view):  # which is faster
                for words in rule.holds.broken(view):
                    yield f"{rule.says}: {words}" if words else rule.says

    # ---- symmetry: the transforms of the square that keep the size and all that is given

    def symmetries(self) -> SymmetryGroup:
        return self._group

    @cached_property
    def _group(self) -> SymmetryGroup:
        """The identity alone where a rule names a direction; else all that keep size, clues and givens."""
        names = ["identity"] if self.genre.directed else [*TRANSFORMS]
        symmetries = (self._symmetry(name, TRANSFORMS[name]) for name in names)
        return SymmetryGroup(self.region, tuple(element for element in symmetries if element is not None))

    def _symmetry(self, name: str, transform: Transform) -> Symmetry | None:
        """The symmetry of boards that the transform of the square makes; None if the puzzle changes."""
        if name == "identity":
            return Symmetry(tuple(range(len(self.spots))), mirrors=False)
        size = (2 * self.sheet.rows, 2 * self.sheet.columns)
        turned = transform((1, 0))[0] == 0
        if turned and size[0] != size[1]:
            return None
        moved = MovedSheet(self.sheet, transform)
        image = moved.image
        if not self._keeps_clues(moved) or not self._keeps_domains(image):
            return None
        labels = {a: b for layer in self.genre.unknown for a, b in layer.moved_signs(transform).items()}
        known = {key: self.layers[key[0]].text(key[1], value) for key, value in self.known.items()}
        if known != {(layer, image(place)): labels.get(text, text) for (layer, place), text in known.items()}:
            return None
        cells = tuple(self.region.index[self.spots[layer, image(place)]] for layer, place in self.spots)
        return Symmetry(cells, labels, "flip" in name)

    def _keeps_domains(self, image: Callable[[Place], Place]) -> bool:
        """May each place have the values of its image?"""
        domains = self.domains
        return all(domains.get((layer, image(at))) == values for (layer, at), values in domains.items())

    def _keeps_clues(self, moved: MovedSheet) -> bool:
        """Are the clues, moved, the same?"""
        for kind in self.genre.given:
            clues = self.sheet.clues.get(kind.key, {})
            if isinstance(kind, RoomClue):
                if not _keeps_rooms(clues, moved.image):
                    return False
            elif any(clues.get(at) != clue for at, clue in moved.clues(kind)):
                return False
        return True

    # ---- facts about a board, and givens made of it

    @cached_property
    def place_names(self) -> Mapping[Cell, str]:
        """Names of spots of the board's text that are not R1C1 by row and column, such as those of edges.

        With the layer where there are several.
        """
        several = len(self.genre.unknown) > 1
        names = {
            spot: f"{name_of(place)} ({name})" if several else name_of(place)
            for (name, place), spot in self.spots.items()
        }
        return {spot: name for spot, name in names.items() if name != cell_name(spot)}

    @cached_property
    def facts(self) -> Sequence[Fact]:
        """The fact that each variable of the projection states, in order."""
        return tuple(
            Fact(self.layers[name].text(place, value), (self.spots[name, place],))
            for name, place, value in self.variables
        )

    def clues(self, board: Board) -> tuple[Clue, ...]:
        """The value of each place that is not known yet."""
        number = {variable: var for var, variable in enumerate(self.variables, 1)}
        clues = []
        for (name, place), value in self.values(board).items():
            values = self.domains[name, place]
            if (name, place) not in self.known and len(values) > 1:
                lit = number.get((name, place, value)) or -number[name, place, values[1]]
                spot, text = self.spots[name, place], self.layers[name].text(place, value)
                at = self.place_names.get(spot, cell_name(spot))
                clues.append(Clue(f"{at}={text}", Fact(text, (spot,)), (lit,)))
        return tuple(clues)

    def with_clues(self, facts: Sequence[Fact]) -> dict[str, Any]:
        """The key of an instance in which these facts are given, too, with its value."""
        at = {spot: key for key, spot in self.spots.items()}
        more = {at[spot]: self.frame.texts[at[spot]][text] for text, (spot,) in facts}
        return {"known": self.as_drawing({**self.known, **more})}

    def as_drawing(self, values: Mapping[tuple[str, Place], int]) -> str:
        """The value of the key `known`: the board with `_` for blanks, which YAML would strip."""
        return "".join(f"{row}\n" for row in self.board(values)).replace(" ", "_")

    @property
    def symbols(self) -> str:
        """The characters of the values of all places, in the order of the values."""
        different = {id(texts): texts for texts in self.frame.texts.values()}.values()
        return "".join(dict.fromkeys(text for texts in different for text in texts))

    @property
    def open_board(self) -> Board:
        """The board of the values that are given: those of places with one possible value."""
        return self.board({key: values[0] for key, values in self.domains.items() if len(values) == 1})

    # ---- drawing

    @property
    def rules(self) -> tuple[GenreRule, ...]:
        """Those that hold by the switches of this sheet, those of the layers first."""
        return tuple(rule for rule in self.genre.all_rules if rule.holds_on(self.sheet))

    def _drawn(self, boards: Sequence[Board]) -> list[dict[tuple[str, Place], int]]:
        """The values of each board that are drawn; those of 0 only if any board has open places."""
        values = [self.values(board) for board in boards]
        if any(len(those) < len(self.spots) for those in values):
            return values
        return [{key: value for key, value in those.items() if value} for those in values]

    def render(self, board: Board, style: Style = "ascii") -> str:
        return as_text.text(self.genre, self.sheet, self._drawn([board])[0], style)

    def svg(self, board: Board) -> str:
        return drawing.svg(self.genre, self.sheet, self._drawn([board])[0])

    @property
    def on_paper(self) -> tuple[str, ...]:
        told = [sentence(rule.says) for rule in self.rules if rule.says]
        return (*self._bounds, *told, *self._unknown(" ".join(told)))

    def _unknown(self, told: str) -> Iterator[str]:
        """What the signs of clues without a value are, where the rules do not tell it."""
        hidden = [
            (kind, kind.write(value))
            for kind in self.genre.given
            for value in self.sheet.clues.get(kind.key, {}).values()
            if HIDDEN in (value if isinstance(value, tuple) else (value,))
        ]
        circles = [isinstance(kind, NumberClue) and kind.circled for kind, _ in hidden]
        if any(circles) and "empty circle" not in told:
            yield "An empty circle has an unknown number."
        shown = [text for (_, text), circled in zip(hidden, circles) if not circled]
        if any(UNKNOWN in text for text in shown) and UNKNOWN not in told:
            yield f"A {UNKNOWN} is an unknown clue."

    @property
    def _bounds(self) -> Iterator[str]:
        """The numbers of a layer, where all cells have the same ones, as those of a line of the board; none
        where the cells that clues leave bound them.
        """
        for layer in self.genre.unknown:
            if isinstance(layer, CellNumbers) and not any(
                isinstance(word, Unclaimed) for word in values_in(layer.hi)
            ):
                ranges = {
                    values
                    for (name, _), values in self.domains.items()
                    if name == layer.name and len(values) > 1
                }
                numbers = [value for value in ranges.pop() if value] if len(ranges) == 1 else []
                if numbers and numbers[-1] <= max(self.sheet.rows, self.sheet.columns, DIGITS):
                    least, most = (layer.text(WHOLE, number) for number in (numbers[0], numbers[-1]))
                    yield f"{'Letters' if layer.letters else 'Numbers'} are {least} to {most}."

    def unsolved(self, style: Style = "ascii") -> str:
        return as_text.text(self.genre, self.sheet, self.known, style)

    def unsolved_svg(self) -> str:
        return drawing.svg(self.genre, self.sheet, self.known)

    @cached_property
    def layout(self) -> Layout:
        fixed = {key for key, values in self.domains.items() if len(values) == 1} | set(self.known)
        return layout.layout(self.genre, self.sheet, tuple(self.spots), fixed)

    @property
    def marks(self) -> str:
        return DIFFERS

    def _at(self, cells: Collection[Cell]) -> set[Place]:
        """The places of these spots in the board's text."""
        return {place for (_, place), spot in self.spots.items() if spot in cells}

    def side_by_side(
        self, boards: Sequence[Board], style: Style = "ascii", used: Collection[Cell] = ()
    ) -> str:
        """Several boards; a star in each cell, or at each line, where they differ."""
        places = self._at({*differing(boards), *used})
        drawings = (
            as_text.text(self.genre, self.sheet, known, style, places) for known in self._drawn(boards)
        )
        return beside([*drawings])

    def side_by_side_svg(self, boards: Sequence[Board], used: Collection[Cell] = ()) -> str:
        places = self._at({*differing(boards), *used})
        return side_by_side(
            [drawing.svg(self.genre, self.sheet, known, places) for known in self._drawn(boards)]
        )


def _keeps_rooms(rooms: Mapping[Place, Value], image: Callable[[Place], Place]) -> bool:
    """Are the cells of each room moved into one room? Then, as many cells as before, they are all of it."""
    arrived: dict[Value, Value] = {}
    for at, room in rooms.items():
        there = rooms.get(image(at))
        if there is None or arrived.setdefault(room, there) != there:
            return False
    return True


@dataclass(frozen=True)
class WidenedPuzzle(GenrePuzzle):
    """A puzzle in which some places have these values as possible ones, instead of their own."""

    wide: Mapping[tuple[str, Place], tuple[int, ...]] = field(default_factory=dict)

    @cached_property
    def domains(self) -> dict[tuple[str, Place], tuple[int, ...]]:
        return {**super().domains, **self.wide}
