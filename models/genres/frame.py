"""What puzzles of a genre have in common that have one size and one range of values: the places of a board's
text, the variables, and the constraints of the rules that name no clue.

A frame is kept for further puzzles, which are then stated in part of the time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from typing import NoReturn

from zenkai_solver.models.constraints import ExactlyOne, Lit, Origin
from zenkai_solver.models.csp import ModelBuilder
from zenkai_solver.models.genres.expressions import AllOf, Truth
from zenkai_solver.models.genres.genre import Genre, GenreRule
from zenkai_solver.models.genres.layers import Layer
from zenkai_solver.models.genres.sheet import (
    SHARED_SIZES,
    Bound,
    GenreSheet,
    Group,
    Place,
    ReadingEffort,
    Value,
    name_of,
)
from zenkai_solver.models.genres.statements import ForAll
from zenkai_solver.models.genres.stating import TRUE, StatedView, Writer
from zenkai_solver.models.grid import Cell, Region

Variable = tuple[str, Place, int]  # of this layer, here, this value
Spot = tuple[str, Place]  # of this layer, here
Domains = tuple[tuple[Spot, tuple[int, ...]], ...]

MOST_KEPT = 4_000  # variables of a frame that is kept
COUNTED = 1 << 60  # steps, of which nobody takes so many


class ClueNeeded(Exception):
    """A rule asked for a clue where there are none yet."""


class _NoClues(Mapping[str, Mapping[Place, Value]]):
    """The clues of a frame: whoever asks for one depends on clues."""

    def _refuse(self, *_: object) -> NoReturn:
        raise ClueNeeded

    __getitem__ = __iter__ = __len__ = __contains__ = get = _refuse


@dataclass(frozen=True)
class StatedFrame:
    """What a writer has written of a model before it knows clues: the axioms, and all rules but those that
    are `left`. It took so many `steps`.
    """

    out: Writer
    left: tuple[GenreRule, ...]
    steps: int


@dataclass(frozen=True, eq=False)
class GenreFrame:
    """A genre, a size, and the possible values of each place of each layer, least first."""

    genre: Genre
    rows: int
    columns: int
    on_edges: frozenset[str]
    domains: Mapping[Spot, tuple[int, ...]]

    @staticmethod
    def of(genre: Genre, sheet: GenreSheet, domains: Mapping[Spot, tuple[int, ...]]) -> GenreFrame:
        """That of the puzzles on sheets like this one; the last ones are kept, unless they are large."""
        few = sum(map(len, domains.values())) <= MOST_KEPT
        frame = _frame if few else _frame.__wrapped__
        return frame(genre, sheet.rows, sheet.columns, sheet.on_edges, tuple(domains.items()))

    # ---- the text of a board

    @cached_property
    def layers(self) -> dict[str, Layer]:
        return {layer.name: layer for layer in self.genre.unknown}

    @cached_property
    def spots(self) -> dict[Spot, Cell]:
        """Row and column in a board's text of each place of each layer, in the order of the text."""
        spots: dict[Spot, Cell] = {}
        top = 0
        for layer in self.genre.unknown:
            local = {place: layer.spot(place) for name, place in self.domains if name == layer.name}
            spots |= {(layer.name, place): (top + r, c) for place, (r, c) in local.items()}
            top += max(r for r, _ in local.values()) + 1 if local else 0
        return dict(sorted(spots.items(), key=lambda entry: entry[1]))

    @cached_property
    def spots_at(self) -> dict[Place, list[Cell]]:
        """Of each place its spots in all layers."""
        spots: dict[Place, list[Cell]] = {}
        for (_, place), spot in self.spots.items():
            spots.setdefault(place, []).append(spot)
        return spots

    @cached_property
    def region(self) -> Region:
        cells = tuple(self.spots.values())
        rows, columns = (1 + max(axis) for axis in zip(*cells)) if cells else (1, 1)
        return Region(rows, columns, cells)

    @cached_property
    def texts(self) -> dict[Spot, dict[str, int]]:
        """What each character stands for, at each place."""
        shared: dict[tuple[str, int, tuple[int, ...]], dict[str, int]] = {}  # a line's sign is by its row
        texts = {}
        for (name, place), values in self.domains.items():
            key = (name, place[0] % 2, values)
            if key not in shared:
                text = self.layers[name].text
                shared[key] = {text(place, value): value for value in values}
            texts[name, place] = shared[key]
        return texts

    # ---- the variables

    @cached_property
    def variables(self) -> tuple[Variable, ...]:
        """The (layer, place, value) that each variable of the projection stands for, in order.

        A place of the values 0 and another has one variable, for the other; a place of one value has none.
        """
        variables = []
        for name, place in self.spots:
            values = self.domains[name, place]
            with_variable = values[1:] if _yes_or_no(values) else values if len(values) > 1 else ()
            variables += [(name, place, value) for value in with_variable]
        return tuple(variables)

    @cached_property
    def shown(self) -> dict[Spot, dict[int, Lit]]:
        """For each (layer, place) the literal of each value."""
        number = {variable: var for var, variable in enumerate(self.variables, 1)}
        literals: dict[Spot, dict[int, Lit]] = {}
        for (name, place), values in self.domains.items():
            lits = [number.get((name, place, value), TRUE) for value in values]
            if _yes_or_no(values):
                lits[0] = -lits[1]
            literals[name, place] = dict(zip(values, lits))
        return literals

    # ---- the constraints

    def stated(self, effort: ReadingEffort) -> StatedFrame:
        """The model as far as it is known without clues. Raises GenreError where there is no step left."""
        known: StatedFrame | None = self.__dict__.get("_stated")
        if known is None:
            known = self.__dict__["_stated"] = self._state(effort)
        return known

    def _state(self, effort: ReadingEffort) -> StatedFrame:
        """Begins anew without each rule that turns out to ask for clues."""
        asking = _asking(self.genre)
        while True:
            sheet = GenreSheet(self.rows, self.columns, _NoClues(), self.on_edges)
            sheet.effort.left, sheet.effort.most = min(effort.left, COUNTED), effort.most
            began, out = sheet.effort.left, self._begun(sheet)
            view = StatedView(sheet, {}, out)
            for rule in self.genre.all_rules:
                if rule not in asking:
                    try:
                        state_rule(rule, view, self.origin)
                    except ClueNeeded:
                        asking.add(rule)
                        break
            else:
                left = tuple(rule for rule in self.genre.all_rules if rule in asking)
                return StatedFrame(out, left, int(began - sheet.effort.left))

    def _begun(self, sheet: GenreSheet) -> Writer:
        """A writer of the variables, and of what says that each place has one value."""
        rules = tuple(rule.holds for rule in self.genre.all_rules)
        out = Writer(ModelBuilder(), self.shown, spend=sheet.spend, rules=rules, words=self.genre.words)
        for variable in self.variables:
            out.build.variable(variable)
        for (name, place), lits in self.shown.items():
            if len(lits) != 1 and not _yes_or_no(tuple(lits)):
                out.origin = partial(self._one_value, name, place)
                out.add(ExactlyOne(tuple(lits.values())))
        return out

    def _one_value(self, name: str, place: Place) -> Origin:
        return Origin(f"{name_of(place)} has one {name}", (self.spots[name, place],), "axiom")

    def origin(self, rule: GenreRule, bound: Bound) -> Origin:
        """That of a rule at one of its places."""
        return Origin(f"{rule.says} ({name_of(bound)})", self.near(bound))

    def near(self, bound: Bound) -> tuple[Cell, ...]:
        """The spots of a place, or group, and of its sides in a board's text, for drawings of
        explanations.
        """
        places = bound.places if isinstance(bound, Group) else () if isinstance(bound, int) else (bound,)
        sheet = GenreSheet(self.rows, self.columns)
        near = {*places, *(side for place in places for side in sheet.related(place, "sides"))}
        return tuple(sorted(spot for place in near for spot in self.spots_at.get(place, ())))


@lru_cache(SHARED_SIZES)
def _frame(genre: Genre, rows: int, columns: int, on_edges: frozenset[str], domains: Domains) -> GenreFrame:
    return GenreFrame(genre, rows, columns, on_edges, dict(domains))


def forget_frames() -> None:
    """State the next puzzle of each genre and size whole, as for measuring."""
    _frame.cache_clear()


@lru_cache(SHARED_SIZES)
def _asking(genre: Genre) -> set[GenreRule]:
    """The rules that need clues: those that name them, and those that were found to ask for one."""
    return {rule for rule in genre.all_rules if rule.keys}


def _yes_or_no(values: Sequence[int]) -> bool:
    """Is one variable enough, with 0 where it is false? Not for two signs that a symmetry may exchange."""
    return len(values) == 2 and values[0] == 0


def state_rule(rule: GenreRule, view: StatedView, origin: Callable[[GenreRule, Bound], Origin]) -> None:
    """States a rule. What it says for all of some places is stated place by place, each with an origin of its
    own, so that explanations name the place and its clues.
    """
    for stated in _parts(rule.holds):
        if isinstance(stated, ForAll):
            _state_at_each(stated, view, partial(origin, rule))
        else:
            view.out.origin = Origin(rule.says)
            stated.require(view)


def _parts(holds: Truth) -> Iterator[Truth]:
    """The statements that are joined by "and"."""
    if isinstance(holds, AllOf):
        for part in holds.parts:
            yield from _parts(part)
    else:
        yield holds


def _state_at_each(stated: ForAll, view: StatedView, origin: Callable[[Bound], Origin]) -> None:
    """States it at each of its places, with the origin there."""
    name, over = stated.each.name, stated.over.at(view)
    require, out, names = stated.holds.ready_require(view), view.out, view.names
    view.sheet.spend(len(over))
    for bound in over:
        names[name] = bound
        out.origin = partial(origin, bound)
        require(names, ())
    names.pop(name, None)
