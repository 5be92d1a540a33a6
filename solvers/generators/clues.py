"""All clues that a solved board of a genre can have, computed from the rules of the genre."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import chain, islice, product

from zenkai_solver.models.genres.amounts import Indicator, NumberToward
from zenkai_solver.models.genres.areas import Centred, SizeBetween, centre_of
from zenkai_solver.models.genres.blocks import BlocksAre, PiecesAre
from zenkai_solver.models.genres.clues import (
    OUTER,
    PIPES,
    WITHIN,
    ArrowClue,
    ArrowSetClue,
    ClueKind,
    CompassClue,
    FleetClue,
    NumberClue,
    NumbersClue,
    PipeClue,
    RoomClue,
    ShipClue,
    SignClue,
    SignedClue,
    SumClue,
    SwitchClue,
)
from zenkai_solver.models.genres.expressions import Compare, OneOf, Var
from zenkai_solver.models.genres.genre import Genre, amount_of, amounts_of, keys_in
from zenkai_solver.models.genres.graphs import ByLines, Graph, Groups
from zenkai_solver.models.genres.groups import EachGroup, EndsAt
from zenkai_solver.models.genres.layers import CellNumbers, CentreLines
from zenkai_solver.models.genres.reading import line_places
from zenkai_solver.models.genres.sheet import (
    DIRECTIONS,
    HIDDEN,
    BoardView,
    Bound,
    GenreSheet,
    Group,
    Place,
    Value,
    kind_of,
    values_in,
)
from zenkai_solver.models.genres.statements import ForAll, HasClue
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline
from zenkai_solver.solvers.generators.rules import Clues, FilledBoard, analysed, closed

SAID = 0.9  # the share of the numbers of a compass that are said
TOGETHER = (0.3, 0.5, 0.7)  # the shares of the places with numbers that depend on where the others are
MOST_PIECES = 3  # whose lengths one clue says
MOST_NUMBERS = 6  # in one clue, where no rule says how many there are
MOST_WAYS = 12  # clues of a group that are tried beside those of the groups before
MOST_TRIED = 30  # numbers that are tried as a clue where no rule determines it


@dataclass(frozen=True)
class Item:
    """A removable clue: `none` replaces it, 0 is nothing; `part` is the index of one of two sums."""

    key: str
    place: Place
    part: int | None = None
    none: int = 0


def places(kind: ClueKind, sheet: GenreSheet) -> tuple[Place, ...]:
    """The places that may have a clue of this kind."""
    match kind.at:
        case "edge":
            return () if divides_nothing(kind) else sheet.every["edge" if kind.link == OUTER else "inner"]
        case "corner" if kind.link in WITHIN:
            return tuple(place for place in sheet.every["corner"] if sheet.is_within(place))
        case "cell" | "corner":
            return sheet.every[kind.at]
        case "room":
            return tuple(room.at for room in sheet.rooms(kind.rooms))
        case "line" | "side":
            return tuple(at for line in line_places(kind, sheet.rows, sheet.columns).values() for at in line)
        case _:
            return ()


def divides_nothing(kind: ClueKind) -> bool:
    """Are these walls within rooms? Links have them, made puzzles do not."""
    return kind.at == "edge" and bool(kind.rooms)


@cache
def one_in_each(genre: Genre, key: str) -> tuple[Graph, ...]:
    """The graphs each of whose groups, but for holes, has exactly one clue of the key, as rules state."""
    graphs = []
    for rule in values_in(genre.rules):
        match rule:
            case EachGroup(graph, each, Indicator(holds), least, most) if least == most:
                holes = {HasClue(kind.key, each) for kind in genre.given if is_hole(kind)}
                if {*(holds.parts if isinstance(holds, OneOf) else (holds,))} - holes == {HasClue(key, each)}:
                    graphs.append(graph)
    return tuple(graphs)


def is_hole(kind: ClueKind) -> bool:
    """Do these clues remove cells from the board? They are fixed before the board is drawn."""
    return not kind.dropped and kind.link in ("empty", "bosanowa", "fivecells", "letters")


def is_placed_first(kind: ClueKind) -> bool:
    """Is a clue of the kind a part of the board, such as an end of lines, which no puzzle may lack?"""
    if kind.dropped or kind.rooms or is_hole(kind) or isinstance(kind, RoomClue | SwitchClue | FleetClue):
        return False
    if isinstance(kind, ArrowClue) and kind.plain:  # black cells
        return False
    return kind.at != "board" or isinstance(kind, NumbersClue)


def taken(genre: Genre, kind: ClueKind, sheet: GenreSheet) -> set[Place]:
    """The places of clues of other kinds that a link cannot have together with one of this kind."""
    others = (other for other in genre.given if other.at == kind.at and other.link == kind.link != "")
    return {place for other in others if other is not kind for place in sheet.clues.get(other.key, ())}


def is_scattered(kind: ClueKind) -> bool:
    """Are these clues placed before the board is drawn? Signs are kept; a number may only become `?`, if the
    kind has one.
    """
    return kind.at == "cell" and not kind.dropped and isinstance(kind, SignClue | NumberClue)


def _shown(genre: Genre, key: str) -> str | None:
    """The layer of numbers whose givens are the clues of the key."""
    return next(
        (layer.name for layer in genre.unknown if isinstance(layer, CellNumbers) and layer.given == key), None
    )


def _is_free(genre: Genre, kind: ClueKind) -> bool:
    """Numbers in cells that the board does not determine: the rules only relate them to each other."""
    shown = _shown(genre, kind.key)
    return isinstance(kind, NumberClue) and kind.at == "cell" and not shown and not amount_of(genre, kind.key)


def _says_its_number(kind: ClueKind) -> bool:
    """Is a clue of the kind, which is placed before the board, never `?`? Its number is chosen afterwards."""
    return isinstance(kind, NumberClue) and is_scattered(kind) and not kind.hidden


def is_read(genre: Genre, kind: ClueKind) -> bool:
    """Are clues of the kind read off a solved board?"""
    if isinstance(kind, RoomClue) or kind.at == "board" or is_hole(kind):
        return False
    return not (is_scattered(kind) and isinstance(kind, SignClue)) or bool(ends_at(genre, kind.key))


def _may_be_unsaid(kind: ClueKind) -> bool:
    """Is a clue of the kind, which is placed before the board, `?` where it says nothing?"""
    return isinstance(kind, NumberClue) and is_scattered(kind) and kind.hidden


def free_numbers(genre: Genre, sheet: GenreSheet) -> dict[str, list[int]]:
    """By key, the small values of the numbers in cells that the board does not determine."""
    keys = {size.key for rule in genre.rules if isinstance(size := rule.holds, SizeBetween)}
    kinds = (kind for kind in genre.given if isinstance(kind, NumberClue) and _is_free(genre, kind))
    return {
        kind.key: _small(kind, sheet)
        for kind in kinds
        if kind.dropped
        and kind.key not in keys
        and not ends_at(genre, kind.key)
        and not _depend(genre, kind.key)
    }


def is_chosen(genre: Genre, kind: ClueKind) -> bool:
    """Does the board leave a choice between several clues of the kind, or several places for them?"""
    if isinstance(kind, RoomClue) or kind.at == "board" or _shown(genre, kind.key):
        return False
    if reads_itself(genre, kind):
        return True
    sized = any(isinstance(word, SizeBetween) and word.key == kind.key for word in values_in(genre.rules))
    signs = isinstance(kind, SignClue | ArrowClue | SignedClue) and not is_scattered(kind)
    return sized or signs or bool(one_in_each(genre, kind.key)) or _depend(genre, kind.key)


@cache
def reads_itself(genre: Genre, kind: ClueKind) -> bool:
    """Does a rule compute numbers in cells from where the others of the kind are?"""
    known = amount_of(genre, kind.key) if isinstance(kind, NumberClue) and kind.at == "cell" else None
    return known is not None and kind.key in keys_in(known[1])


def _signs_of(kind: ClueKind) -> Sequence[int]:
    """The values of a kind that has few of them."""
    match kind:
        case SignClue():
            return range(1, 1 + len(kind.signs))
        case ShipClue():
            return range(len(kind.signs))
        case PipeClue():
            return [*PIPES]
        case ArrowSetClue():
            return range(1, 16)
    return ()


def _small(kind: NumberClue, sheet: GenreSheet) -> list[int]:
    return [number for number in range(1, 1 + max(sheet.rows, sheet.columns)) if _allowed(kind, number)]


def _next_number(kind: NumberClue, used: Collection[Value]) -> Iterator[Value]:
    """The number after the largest one, if that may be: there may be more areas than small numbers."""
    largest = max((number for number in used if isinstance(number, int)), default=kind.lo)
    if largest < kind.hi:
        yield largest + 1


@cache
def _about_areas(genre: Genre) -> tuple[Centred | SizeBetween, ...]:
    """The statements by which the clues of whole areas follow from them."""
    return tuple(word for word in values_in(genre.rules) if isinstance(word, Centred | SizeBetween))


def _around_sizes(groups: Groups, rng: random.Random, before: Mapping[Place, Value]) -> dict[Place, Value]:
    """In each group two clues: its size minus one, and plus one."""
    numbers: dict[Place, Value] = {}
    for group in groups:
        places = sorted(rng.sample(group, len(group)), key=lambda place: place not in before)[:2]
        numbers |= dict(zip(places, rng.sample((len(group) - 1, len(group) + 1), 2)))
    return numbers


def _depend(genre: Genre, key: str) -> bool:
    """Does a rule relate all clues of the key to each other?"""
    return any(key in closed(rule) for rule in genre.rules)


@cache
def ends_at(genre: Genre, key: str) -> str:
    """The layer whose lines end at the clues of the key; "" if there is none."""
    rules = (word for word in values_in(genre.rules) if isinstance(word, EndsAt))
    return next((rule.layer for rule in rules if rule.key == key), "")


def _of_ends(
    view: BoardView,
    kind: ClueKind,
    layer: str,
    rng: random.Random,
    before: Mapping[Place, Value],
    fits: Callable[[Mapping[Place, Value]], bool],
) -> dict[Place, Value] | None:
    """Clues at both ends of each line: signs that fit, if possible those of `before`, or a number per line.
    None if a line has not two ends, or no signs fit.
    """
    shown = view.layers[layer]
    lines = ByLines(layer).groups(view)
    rng.shuffle(lines)
    clues: dict[Place, Value] = {}
    for number, line in enumerate(lines, 1):
        ends = [at for at in line if sum(shown.get(e, 0) for e in view.sheet.related(at, "sides")) == 1]
        if len(ends) != 2:
            return None
        ways = _at_both_ends(kind, [before.get(at) for at in ends], rng)
        both = (dict.fromkeys(ends, number) if way is None else dict(zip(ends, way)) for way in ways)
        chosen = next(filter(fits, both), None)
        if chosen is None:
            return None
        clues |= chosen
    return clues


def _at_both_ends(
    kind: ClueKind, known: Sequence[Value | None], rng: random.Random
) -> list[tuple[Value, ...] | None]:
    """The pairs of signs, first the known one, then those of two signs; None is a number."""
    if not isinstance(kind, SignClue):
        return [None]
    pairs = [*product(range(1, 1 + len(kind.signs)), repeat=2)]
    rng.shuffle(pairs)
    pairs.sort(key=lambda pair: (pair != (*known,), pair[0] == pair[1]))
    return [*pairs]


def _allowed(kind: ClueKind, number: int) -> bool:
    return not isinstance(kind, NumberClue) or kind.lo <= number <= kind.hi


def _bound(sheet: GenreSheet, kind: ClueKind, place: Place) -> Bound:
    """The value of a bound variable at the place: the group for a line or room, else the place itself."""
    groups: tuple[Group, ...] = ()
    if kind.at == "line":
        groups = sheet.lines
    elif kind.at == "room":
        groups = sheet.rooms(kind.rooms)
    return next((group for group in groups if group.at == place), place)


@dataclass(frozen=True)
class CluesOfBoard:
    """The clues that a solved board can have on a sheet with the size, rooms and black cells."""

    board: FilledBoard
    sheet: GenreSheet
    rng: random.Random
    deadline: Deadline = NEVER
    _refused_by: dict[Value, set[Place]] = field(default_factory=dict)

    @property
    def genre(self) -> Genre:
        return self.board.puzzle.genre

    def every(self, before: Clues | None = None) -> dict[str, dict[Place, Value]] | None:
        """All clues in addition to those of the sheet; None if a group has no place for its clue, or the
        clues contradict each other. Free choices repeat those of `before`, where possible.
        """
        every: dict[str, dict[Place, Value]] = {}
        for kind in self.genre.given:
            if not is_read(self.genre, kind):
                continue
            if kind.key in self.sheet.clues and is_placed_first(kind) and not is_scattered(kind):
                if isinstance(kind, ArrowClue | NumbersClue) and kind.at == "cell":
                    every[kind.key] = self._said(kind)
                continue
            clues = self._knowing(kind, every)._of_kind(kind, (before or {}).get(kind.key, {}))
            if clues is None:
                return None
            every[kind.key] = clues
        return self._fitting(every, before or {})

    def _knowing(self, kind: ClueKind, every: Clues) -> CluesOfBoard:
        """The same on a sheet with those of the clues that rules read, such as circles that they count, where
        they say what clues of the kind are.
        """
        read = {key for rule in analysed(self.genre) if kind.key in rule.here for key in rule.anywhere}
        known = {key: clues for key, clues in every.items() if key in read - {kind.key}}
        return replace(self, sheet=self.sheet.with_clues(known), _refused_by={}) if known else self

    def _said(self, kind: ArrowClue | NumbersClue) -> dict[Place, Value]:
        """The clues of the sheet: each arrow with the least number that the board allows, and numbers that
        rules compute.
        """
        clues = dict(self.sheet.clues.get(kind.key, {}))
        most = self.sheet.rows * self.sheet.columns
        for place, value in list(clues.items()):
            assert isinstance(value, tuple)
            if isinstance(kind, NumbersClue):
                clues[place] = self._numbers_at(kind, place, value)
            elif not kind.bare:
                ways = ({**clues, place: (value[0], number)} for number in range(most))
                clues = next((way for way in ways if self._fits({kind.key: way})), clues)
        return clues

    def _numbers_at(self, kind: NumbersClue, place: Place, unsaid: tuple[int, ...]) -> Value:
        """The numbers that rules compute; where none does, the first that they allow, by their sum."""
        parts = [self._amount(self._view(), kind, place, part) for part in range(len(unsaid))]
        if None not in parts:
            return tuple(number or 0 for number in parts) if any(parts) else unsaid
        every = product(range(1, 1 + MOST_TRIED), repeat=len(unsaid))
        allowed = (one for one in sorted(every, key=sum) if self._fits_one(kind, place, one))
        return next(allowed, unsaid)

    def _view(self) -> BoardView:
        return self.board.view(self.sheet)

    def _fits(self, clues: Clues, open_key: str | None = None) -> bool:
        self.deadline.check()
        return self.board.fits(self.sheet.with_clues(clues), open_key)

    def _fitting(
        self, every: dict[str, dict[Place, Value]], before: Clues
    ) -> dict[str, dict[Place, Value]] | None:
        """These clues, or, if they contradict the board together, a maximal subset that does not, chosen
        greedily: first those of `before`. None if there is none.
        """
        if self._fits(every):
            return every
        if any(one_in_each(self.genre, key) for key in every):
            return None
        order = [(key, place) for key, clues in every.items() for place in clues]
        self.rng.shuffle(order)
        order.sort(key=lambda item: item[1] not in before.get(item[0], ()))
        subsets = (self._greedily(every, order, more_follow) for more_follow in (True, False))
        return next(filter(self._fits, subsets), None)

    def _greedily(
        self, every: Clues, order: Sequence[tuple[str, Place]], more_follow: bool
    ) -> dict[str, dict[Place, Value]]:
        """The clues that do not contradict the board and those chosen before. If `more_follow`, rules that
        need all clues of a key are not asked yet: where they forbid clues, none may be left that fits. A
        number that was placed before the board stays, but may be `?`.
        """
        chosen: dict[str, dict[Place, Value]] = {
            kind.key: dict(self.sheet.clues.get(kind.key, {})) if _may_be_unsaid(kind) else {}
            for kind in self.genre.given
            if kind.key in every
        }
        for key, place in order:
            before = chosen[key].get(place)
            chosen[key][place] = every[key][place]
            if self._fits(chosen, key if more_follow else None):
                continue
            if before is None:
                del chosen[key][place]
            else:
                chosen[key][place] = before
        return chosen

    def _of_kind(self, kind: ClueKind, before: Mapping[Place, Value]) -> dict[Place, Value] | None:
        """The clues of one kind: from a rule about whole areas or lines, or each independently."""
        for word in _about_areas(self.genre):
            if isinstance(word, Centred) and kind.key in keys_in(word):
                middles = map(centre_of, word.graph.groups(self._view()))
                return {place: 1 for place in sorted(middles) if kind_of(place) == kind.at}
            elif isinstance(word, SizeBetween) and word.key == kind.key:
                return _around_sizes(word.graph.groups(self._view()), self.rng, before)
        if layer := ends_at(self.genre, kind.key):
            computed = isinstance(kind, NumberClue) and amount_of(self.genre, kind.key) is not None
            ends = _of_ends(
                *(self._view(), kind, layer, self.rng, before),
                lambda clues: computed or self._fits({kind.key: clues}, kind.key),
            )
            return self._with_amounts(kind, ends) if computed and ends is not None else ends
        graphs = one_in_each(self.genre, kind.key)
        if _is_free(self.genre, kind) and (not graphs or _says_its_number(kind)):
            return self._numbers_together(kind, before)
        if (
            isinstance(kind, SignClue)
            and kind.at == "cell"
            and len(kind.signs) > 1
            and _depend(self.genre, kind.key)
        ):
            clues = self._together(kind, before)
        else:
            clues = self._amounts_together(kind, before) or dict(self._each(kind))
        known = self.sheet.clues.get(kind.key) or before
        return self._one_of_each(kind, graphs, clues, known) if graphs else clues

    def _with_amounts(self, kind: ClueKind, ends: Mapping[Place, Value]) -> dict[Place, Value]:
        """Clues at these places, each with the number that a rule computes."""
        view = self.board.view(self.sheet.with_clues({kind.key: dict.fromkeys(ends, HIDDEN)}))
        numbers = ((place, self._amount(view, kind, place)) for place in ends)
        return {place: HIDDEN if number is None else number for place, number in numbers}

    def _one_of_each(
        self,
        kind: ClueKind,
        graphs: Sequence[Graph],
        clues: Mapping[Place, Value],
        before: Mapping[Place, Value],
    ) -> dict[Place, Value] | None:
        """One of these clues in each group, if possible at the places of `before`; where they contradict each
        other, some are chosen again.
        """
        chosen: dict[Place, Value] = {}
        groups = [[place for place in group if place in clues] for group in self._groups(graphs)]
        for able in groups:
            if not able:
                return None
            at = self.rng.choice([place for place in able if place in before] or able)
            chosen[at] = clues[at]
        return chosen if self._fits({kind.key: chosen}, kind.key) else self._one_by_one(kind, groups, chosen)

    def _one_by_one(
        self, kind: ClueKind, groups: Sequence[Sequence[Place]], chosen: Mapping[Place, Value]
    ) -> dict[Place, Value]:
        """A clue in each group: the chosen one, or, if that contradicts those of the groups before, another
        value or place, or `?`, if one of these does not.
        """
        before: dict[Place, Value] = {}
        for able in groups:
            first = next(place for place in able if place in chosen)
            ways = ((at, value) for at in (first, *able) for value in self._able(kind, at))
            unsaid = [(first, HIDDEN)] if isinstance(kind, NumberClue) and kind.hidden else []
            fitting = (
                more
                for at, value in ((first, chosen[first]), *islice(ways, MOST_WAYS), *unsaid)
                if self._fits({kind.key: (more := {**before, at: value})}, kind.key)
            )
            before = next(fitting, {**before, first: chosen[first]})
        return before

    def _groups(self, graphs: Sequence[Graph]) -> Iterator[tuple[Place, ...]]:
        """Those of the graphs, without holes."""
        holes = {
            at for kind in self.genre.given if is_hole(kind) for at in self.sheet.clues.get(kind.key, ())
        }
        every = chain.from_iterable(graph.groups(self._view()) for graph in graphs)
        return (group for group in every if holes.isdisjoint(group))

    def _numbers_together(self, kind: ClueKind, before: Mapping[Place, Value]) -> dict[Place, Value]:
        """Numbers chosen place by place, in random order, consistent with the earlier ones: that of `before`,
        a small one, or any.
        """
        assert isinstance(kind, NumberClue)
        if _depend(self.genre, kind.key):
            return self._together(kind, before)
        small = _small(kind, self.sheet)
        tried = range(kind.lo, min(kind.hi, kind.lo + MOST_TRIED) + 1)
        large = [number for number in tried if number not in small]
        numbers = dict(self.sheet.clues.get(kind.key, {})) if is_scattered(kind) else {}
        order = [place for place, number in numbers.items() if number == HIDDEN]
        order = order if is_scattered(kind) else [*places(kind, self.sheet)]
        for place in self.rng.sample(order, len(order)):
            known = [before[place]] if place in before else []
            for number in (*known, *self.rng.sample(small, len(small)), *large):
                if self._fits({kind.key: {**numbers, place: number}}):
                    numbers[place] = number
                    break
        return {place: number for place, number in numbers.items() if number != HIDDEN or kind.hidden}

    def _together(self, kind: NumberClue | SignClue, before: Mapping[Place, Value]) -> dict[Place, Value]:
        """Clues for rules that only hold of all clues together, chosen greedily: each place in turn takes the
        value with the fewest violations, preferably that of `before`. A number is left out only if each value
        violates more; whether a place has a sign is random.
        """
        chosen = dict[Place, Value]()
        order = self._along_lines() if kind.at == "cell" else []
        ahead = set(order)
        for place in order:
            ahead.remove(place)
            if place in before:
                known = {**chosen, place: before[place]}
                if self._broken(kind.key, known, ahead) <= self._broken(kind.key, chosen, ahead):
                    chosen = known
                    continue
            if isinstance(kind, SignClue):
                every: list[Value] = [*range(1, 1 + len(kind.signs))]
            else:
                every = [*self._able(kind, place), *_next_number(kind, chosen.values())]
            ways = [{**chosen, place: value} for value in self.rng.sample(every, len(every))]
            ways.insert(self.rng.randint(0, len(ways)) if isinstance(kind, SignClue) else len(ways), chosen)
            chosen = min(ways, key=lambda clues: self._broken(kind.key, clues, ahead))
        return chosen

    def _broken(self, key: str, clues: Mapping[Place, Value], ahead: Collection[Place]) -> int:
        """How often these clues of the key violate rules about it, but not at edges beside cells that are
        still `ahead`.
        """
        self.deadline.check()
        view = self.board.view(self.sheet.with_clues({key: clues}))
        return sum(
            self.board.broken_at(rule, view, bound, asked)
            for rule in analysed(self.genre)
            if key in rule.keys
            for bound, asked in rule.instances(view.sheet)
            if not any(cell in ahead for cell in self._beside(bound))
        )

    def _beside(self, bound: Bound | None) -> tuple[Place, ...]:
        """The cells beside an edge; none of what is no edge."""
        if not isinstance(bound, tuple) or isinstance(bound, Group) or kind_of(bound) != "edge":
            return ()
        return self.sheet.related(bound, "beside")

    def _along_lines(self) -> list[Place]:
        """The cells in random order, but along lines that join cells: what rules say of clues there, such as
        that they take turns, is decided from one cell to the next.
        """
        cells = self.sheet.every["cell"]
        lines = [layer.name for layer in self.genre.unknown if isinstance(layer, CentreLines)]
        joined = {at for name, at in self.board.values if name in lines and self.board.values[name, at]}
        order = dict[Place, None]()
        for start in self.rng.sample(cells, len(cells)):
            ahead = [start]
            while ahead:
                if (place := ahead.pop()) not in order:
                    order[place] = None
                    for edge in self.sheet.related(place, "sides"):
                        ahead += self.sheet.related(edge, "beside") if edge in joined else ()
        return [*order]

    def _each(self, kind: ClueKind) -> Iterator[tuple[Place, Value]]:
        """A clue for each place that can have one."""
        shown = _shown(self.genre, kind.key)
        given = self.sheet.clues.get(kind.key, {})
        view = self._view()
        gone = taken(self.genre, kind, self.sheet)
        for place in (at for at in places(kind, self.sheet) if at not in gone):
            if is_scattered(kind):
                if place in given and (value := self._computed(view, kind, place, given[place])) is not None:
                    yield place, value
            elif isinstance(kind, SumClue):
                if place in given:
                    parts = (self._amount(view, kind, place, part) for part in (0, 1))
                    yield place, tuple(number or 0 for number in parts)
            elif shown is not None:
                number = self.board.values.get((shown, place), HIDDEN)
                if _allowed(kind, number):
                    yield place, number
            elif able := self._able(kind, place):
                yield place, self.rng.choice(able)
            elif isinstance(kind, ArrowClue) and place in given:
                yield place, (0, HIDDEN)

    def _computed(self, view: BoardView, kind: ClueKind, place: Place, given: Value) -> Value | None:
        """What a clue that was placed before the board says of it: `?` where no rule computes it."""
        if given != HIDDEN:
            return given
        number = self._amount(view, kind, place)
        has_unsaid = not isinstance(kind, NumberClue) or kind.hidden
        return HIDDEN if number is None and has_unsaid else number

    def _able(self, kind: ClueKind, place: Place) -> list[Value]:
        """The values that a clue at this place may have: `?` alone where no other is one, but each place that
        could have a clue needs one.
        """
        hides = isinstance(kind, NumberClue) and kind.hidden and not one_in_each(self.genre, kind.key)
        if hides and not self._is_valid(kind, place, HIDDEN):
            return []
        able = [value for value in self._possible(kind, place) if self._is_valid(kind, place, value)]
        if isinstance(kind, SignedClue):  # what says more
            able = [value for value in able if isinstance(value, tuple) and value[-1] != HIDDEN] or able
        return able or ([HIDDEN] if hides and _depend(self.genre, kind.key) else [])

    def _amounts_together(self, kind: ClueKind, before: Mapping[Place, Value]) -> dict[Place, Value]:
        """The numbers of all places, where a rule computes them and all hold together; else nothing.

        Of some random places, and those of `before`, if the rule reads where the others are.
        """
        if not isinstance(kind, NumberClue) or _shown(self.genre, kind.key) or is_scattered(kind):
            return {}
        if one_in_each(self.genre, kind.key):
            return {}
        view, able = self._view(), places(kind, self.sheet)
        if reads_itself(self.genre, kind):
            share = self.rng.choice(TOGETHER)
            may = (at for at in able if self._is_valid(kind, at, HIDDEN))
            unsaid = dict.fromkeys((at for at in may if at in before or self.rng.random() < share), HIDDEN)
            view, able = self.board.view(self.sheet.with_clues({kind.key: unsaid})), tuple(unsaid)
        numbers = ((place, self._amount(view, kind, place)) for place in able)
        every: dict[Place, Value] = {
            at: number for at, number in numbers if number is not None and _allowed(kind, number)
        }
        return every if self._fits({kind.key: every}, kind.key) else {}

    def _amount(self, view: BoardView, kind: ClueKind, place: Place, part: int = 0) -> int | None:
        """The number of the clue that a rule computes; None if none does."""
        known = amount_of(self.genre, kind.key, part)
        if known is None:
            return None
        each, amount = known
        at = view.bind(each.name, _bound(self.sheet, kind, place))
        return at.once((amount, "number"), lambda: amount.number(at))

    def _toward(self, kind: ClueKind, place: Place) -> Iterator[int]:
        """The four numbers of a compass, by the rule that computes them."""
        for word in values_in(self.genre.rules):
            match word:
                case Compare(amount, "=", NumberToward(key, Var(name=spot), Var(name=direction))):
                    if key == kind.key:
                        view = self._view().bind(spot, place)
                        yield from (amount.number(view.bind(direction, step)) for step in DIRECTIONS)

    def _with_signs(self, kind: ArrowClue | SignedClue, place: Place) -> Iterator[Value]:
        """Each arrow or sign with its number."""
        if isinstance(kind, ArrowClue):
            yield from self._arrows(kind, place)
        else:
            directions = (1, 2, 3, 4) if kind.arrows else (0,)
            for sign, direction in product(range(not kind.last, 1 + len(kind.signs)), directions):
                parts = (sign, direction) if kind.arrows else (sign,)
                number = self._with_number(kind, place, parts)
                if number is None and not kind.last:
                    yield (*parts, self._least_number(kind, place, parts))
                elif number is not None:
                    yield (*parts, number)

    def _least_number(self, kind: SignedClue, place: Place, parts: tuple[int, ...]) -> int:
        """The least number that the rules allow behind these parts, where none computes it; `?` if there is
        none, or if the sign has none.
        """
        numbers = range(1, 1 + max(self.sheet.rows, self.sheet.columns))
        valid = (number for number in numbers if self._is_valid(kind, place, (*parts, number)))
        return HIDDEN if kind.signs[parts[0] - 1] in kind.numberless else next(valid, HIDDEN)

    def values(self, kind: ClueKind, place: Place) -> list[Value]:
        """Those that a clue of the kind may have at the place, as far as its kind says."""
        return [*self._possible(kind, place)]

    def _possible(self, kind: ClueKind, place: Place) -> Iterator[Value]:
        """Candidate values for the clue of a place, by its kind and by the rule that computes it, if any."""
        if isinstance(kind, ArrowClue | SignedClue):
            yield from self._with_signs(kind, place)
        elif isinstance(kind, CompassClue):
            numbers = self._toward(kind, place)
            yield tuple(number if self.rng.random() < SAID else HIDDEN for number in numbers)
        elif isinstance(kind, NumbersClue):
            yield from self._pieces(kind, place) if kind.arrows else self._blocks(kind, place)
        elif values := _signs_of(kind):
            yield from values
        elif (number := self._amount(self._view(), kind, place)) is not None:
            if _allowed(kind, number):
                yield number
        elif isinstance(kind, NumberClue):
            small = _small(kind, self.sheet)
            yield from small
            if not any(self._is_valid(kind, place, number) for number in small):
                yield from range(kind.lo, min(kind.hi, kind.lo + MOST_TRIED) + 1)

    def _blocks(self, kind: NumbersClue, place: Place) -> Iterator[Value]:
        """The lengths of the blocks, least first, that a rule asks the clue for; else numbers by trial."""
        for rule in self.genre.rules:
            match rule.holds:
                case ForAll(each, _, BlocksAre(key=kind.key) as blocks):
                    view = self._view().bind(each.name, _bound(self.sheet, kind, place))
                    if (
                        min(lengths := sorted(blocks.lengths(view))) >= kind.lo
                    ):  # a line without blocks has none
                        yield tuple(lengths)
                    return
        yield from self._tried_numbers(kind, place)

    def _pieces(self, kind: NumbersClue, place: Place) -> Iterator[Value]:
        """In each direction the lengths of the first pieces of the line, least first."""
        words = (word for word in values_in(self.genre.rules) if isinstance(word, PiecesAre))
        for word, direction, number in product(words, (1, 2, 3, 4), range(1, 1 + MOST_PIECES)):
            clue = (direction, *(HIDDEN,) * number)
            view = self.board.view(self.sheet.with_clues({kind.key: {place: clue}}))
            spot = word.spot
            assert isinstance(spot, Var)
            for pieces in islice(word.pieces(view.bind(spot.name, place), number), 1):
                yield direction, *sorted(pieces)

    def _tried_numbers(self, kind: NumbersClue, place: Place) -> Iterator[Value]:
        """As many `?` as the rules allow, each made the least number that they allow there."""
        lengths = (kind.length,) if kind.length else range(1, 1 + MOST_NUMBERS)
        unsaid = ((HIDDEN,) * length for length in lengths)
        clue = next((clue for clue in unsaid if self._is_valid(kind, place, clue)), None)
        for at in range(len(clue or ())):
            assert clue is not None
            numbers = range(max(1, kind.lo), 1 + max(self.sheet.rows, self.sheet.columns))
            filled = ((*clue[:at], number, *clue[at + 1 :]) for number in numbers)
            clue = next((one for one in filled if self._is_valid(kind, place, one)), clue)
        if clue is not None:
            yield clue

    def _arrows(self, kind: ArrowClue, place: Place) -> Iterator[Value]:
        """In each direction the number that a rule computes, and a wrong one, which a rule may allow; small
        ones where none computes it.
        """
        computed = amounts_of(self.genre, kind.key, 1, conditional=True)
        small = () if computed else range(1 + max(self.sheet.rows, self.sheet.columns))
        for direction in (1, 2, 3, 4):
            number = self._with_number(kind, place, (direction,))
            if number is not None:
                yield from ((direction, number), (direction, number + 1))
            elif kind.bare:
                yield direction, HIDDEN
            else:
                yield from product((direction,), small)

    def _with_number(self, kind: ClueKind, place: Place, parts: tuple[int, ...]) -> int | None:
        """The number of a clue whose other parts are these; None if no rule computes it."""
        key = ("number", kind.key, place, parts, self._beside_kind(kind))
        return self.board.once(key, lambda: self._number_behind(kind, place, parts))

    def _number_behind(self, kind: ClueKind, place: Place, parts: tuple[int, ...]) -> int | None:
        sheet = self.sheet.with_clues({kind.key: {place: (*parts, 0)}})
        view, bound = self.board.view(sheet), _bound(self.sheet, kind, place)
        rules = amounts_of(self.genre, kind.key, len(parts), conditional=True)
        stated = ((each, amount) for each, over, amount in rules if bound in over.at(view))
        each, amount = next(stated, (None, None))
        return None if each is None or amount is None else amount.number(view.bind(each.name, bound))

    def _is_valid(self, kind: ClueKind, place: Place, value: Value) -> bool:
        """Does the board satisfy the rules with this clue as the only one of its kind?"""
        if graphs := one_in_each(self.genre, kind.key):  # "one in each group" is handled later
            inside = any(place in group for group in self._groups(graphs))
            known = amount_of(self.genre, kind.key) is not None
            return inside and (known or place not in self._refused(kind, value))
        return self._fits_one(kind, place, value)

    def _fits_one(self, kind: ClueKind, place: Place, value: Value) -> bool:
        """The same as far as rules about clues of the kind say, and others of it may follow."""
        self.deadline.check()

        def fits() -> bool:
            return self.board.fits_one(self.sheet.with_clues({kind.key: {place: value}}), kind.key, place)

        return self.board.once(("fits", kind.key, place, value, self._beside_kind(kind)), fits)

    def _beside_kind(self, kind: ClueKind) -> frozenset[object]:
        """The clues of the sheet of all other kinds."""
        return frozenset(known for known in self._by_key if known[0] != kind.key)

    @cached_property
    def _by_key(self) -> tuple[tuple[str, frozenset[object]], ...]:
        return tuple((key, frozenset(clues.items())) for key, clues in self.sheet.clues.items())

    def _refused(self, kind: ClueKind, value: Value) -> set[Place]:
        """The places at which a rule about single clues is violated if all places have this value."""
        if value in self._refused_by:
            return self._refused_by[value]
        every = dict.fromkeys(places(kind, self.sheet), value)
        view = self.board.view(self.sheet.with_clues({kind.key: every}))
        refused: set[Place] = set()
        for rule in analysed(self.genre):
            match rule.rule.holds:
                case ForAll(each, over, holds) if kind.key in rule.keys - rule.anywhere:
                    for at in over.at(view):
                        if isinstance(at, tuple) and at in every and not holds.true(view.bind(each.name, at)):
                            refused.add(at)
        self._refused_by[value] = refused
        return refused


# ---- removing clues


def _number_of(arrow: Value) -> int:
    assert isinstance(arrow, tuple)
    return arrow[1]


def items(genre: Genre, clues: Clues) -> list[Item]:
    """The removable clues, in a fixed order."""
    listed = []
    for kind in genre.given:
        in_order = sorted(clues.get(kind.key, {}).items())
        if _may_be_unsaid(kind):
            listed += [Item(kind.key, place, none=HIDDEN) for place, value in in_order if value != HIDDEN]
        elif isinstance(kind, ArrowClue) and is_placed_first(kind):
            listed += [Item(kind.key, at, 1, HIDDEN) for at, value in in_order if _number_of(value) != HIDDEN]
        elif kind.dropped and kind.at != "board" and not isinstance(kind, RoomClue):
            for place, value in in_order:
                if isinstance(kind, SumClue):
                    assert isinstance(value, tuple)
                    listed += [
                        Item(kind.key, place, part, kind.lo - 1)
                        for part, number in enumerate(value)
                        if number >= kind.lo
                    ]
                else:
                    listed.append(Item(kind.key, place))
    return listed


def without(clues: Clues, gone: list[Item]) -> dict[str, dict[Place, Value]]:
    """The clues without these items; a black cell stays and loses its sum."""
    left = {key: dict(placed) for key, placed in clues.items()}
    for item in gone:
        value = left[item.key][item.place]
        if item.part is None and item.none:
            left[item.key][item.place] = item.none
        elif item.part is None:
            del left[item.key][item.place]
        else:
            assert isinstance(value, tuple)
            left[item.key][item.place] = tuple(
                item.none if i == item.part else number for i, number in enumerate(value)
            )
    return left


def hidden(genre: Genre, clues: Clues, gone: list[Item]) -> dict[str, dict[Place, Value]] | None:
    """The clues with `?` in place of these items; None if a kind has no `?`."""
    kinds: Mapping[str, ClueKind] = {kind.key: kind for kind in genre.given}
    left = {key: dict(placed) for key, placed in clues.items()}
    for item in gone:
        kind = kinds[item.key]
        if isinstance(kind, NumberClue) and kind.hidden:
            left[item.key][item.place] = HIDDEN
        elif isinstance(kind, ArrowClue) and not kind.bare:
            value = left[item.key][item.place]
            assert isinstance(value, tuple)
            left[item.key][item.place] = 0 if kind.loose else value[0], HIDDEN
        elif isinstance(kind, SignedClue):
            value = left[item.key][item.place]
            assert isinstance(value, tuple)
            left[item.key][item.place] = (value[0], *(0 for _ in value[1:-1]), HIDDEN)
        else:
            return None
    return left
