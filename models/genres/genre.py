"""A genre: what is unknown, what is given, and the rules, with their words and their source.

A genre is data: `to_data` makes a mapping of it, as YAML holds it, and `from_data` is the inverse:

    name, title, source, link: texts
    unknown, given: lists of layers and of kinds of clues
    rules: for each rule its words, and the statement

A word of the vocabulary is a list: its name, then its fields in order; those that may be left out can stand
in a mapping at the end, by their names. A name of a place is its text, and a number that is fixed itself.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Collection, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache, cached_property
from typing import Any

from zenkai_solver.models.document import InstanceError, Where
from zenkai_solver.models.fields import known_key, nearest
from zenkai_solver.models.genres import (
    amounts,
    areas,
    blocks,
    clues,
    expressions,
    floors,
    graphs,
    groups,
    heads,
    hinges,
    layers,
    places,
    series,
    shapes,
    statements,
    triangles,
)
from zenkai_solver.models.genres.amounts import ClueAt, NumberToward, SumOfDifferent
from zenkai_solver.models.genres.clues import ClueKind, RoomClue
from zenkai_solver.models.genres.expressions import (
    EDGE,
    FAR,
    AllOf,
    Amount,
    Compare,
    Fixed,
    Negation,
    OneOf,
    PlaceList,
    Truth,
    Var,
)
from zenkai_solver.models.genres.graphs import rooms_in
from zenkai_solver.models.genres.layers import Layer
from zenkai_solver.models.genres.places import Toward, WholeBoard
from zenkai_solver.models.genres.sheet import BINDS, WHOLE, GenreSheet, values_in
from zenkai_solver.models.genres.statements import ForAll, HasClue

TAKEN = ("genre", "size", "known", "puzzle", "title", "source", "expect", "symmetry", "where")
MOST_VALUES = 10_000  # of a genre that is data
DEEPEST = 40
NO_WORDS = (
    Layer,
    layers.CellLayer,
    layers.LineLayer,
    ClueKind,
    graphs.StatedGraph,
    areas.MatedAreas,
)


@cache
def keys_in(expression: object) -> frozenset[str]:
    """The keys of clues that the expression mentions."""
    return frozenset(key for word in values_in(expression) for key in keys_of(word))


def keys_of(word: object) -> list[str]:
    """The keys that this node of the expression names."""
    named = (getattr(word, name, "") for name in ("key", "given", "walls"))
    return [key for key in named if isinstance(key, str) and key]


@dataclass(frozen=True)
class GenreRule:
    """A rule, in words (`says`) and as a statement."""

    says: str
    holds: Truth

    @cached_property
    def keys(self) -> frozenset[str]:
        """The keys of all clues that it names."""
        return keys_in(self.holds)

    @cached_property
    def clues(self) -> frozenset[str]:
        """The keys of the clues, at each place that it is about, that it names."""
        each = self.holds.each if isinstance(self.holds, ForAll) else None
        words = values_in(self.holds)
        stating = (ClueAt, NumberToward, blocks.BlocksAre, blocks.SumsInTurn, blocks.PiecesAre)
        return frozenset(word.key for word in words if isinstance(word, stating) and word.spot == each)

    @cached_property
    def switch(self) -> tuple[str, bool] | None:
        """The key of the switch with which, or without which (False), it holds; None: it always does."""
        for chosen in values_in(self.holds):
            given = chosen.holds if isinstance(chosen, places.Where) else None
            for part in given.parts if isinstance(given, AllOf) else (given,):
                match part:
                    case HasClue(key, WholeBoard()):
                        return key, True
                    case Negation(HasClue(key, WholeBoard())):
                        return key, False
        return None

    @property
    def described(self) -> str:
        """Its words, and the switch on which it depends."""
        if self.switch is None:
            return self.says
        key, on = self.switch
        return f"{self.says} ({'if' if on else 'unless'} {key})"

    def holds_on(self, sheet: GenreSheet) -> bool:
        """Do the switches of the sheet let it say anything?"""
        return self.switch is None or self.switch[1] == (WHOLE in sheet.clues.get(self.switch[0], {}))

    def __hash__(self) -> int:
        """By its words: the statement is large, and rules are keys of many tables."""
        return hash(self.says)


@dataclass(frozen=True)
class Genre:
    """A kind of puzzle, made of the words of `zenkai_solver.genres`; see models/genres/README.md.

    `unknown` are the layers that are looked for, `given` the kinds of clues, `source` says where the rules
    are from, and `link` is its name on puzz.link. A puzzle of it is a mapping, which `zenkai.solve` and the
    other functions take: `{"puzzle": genre, "size": "6x6"}`, with the clues by their keys.

    >>> from zenkai_solver.genres import *
    >>> lit = CountOf(d, Adjacent(c, "neighbours"), Shows("light", d)) + Indicator(Shows("light", c))
    >>> lamps = Genre("lamps", unknown=(Shading("light"),), rules=(
    ...     GenreRule("each cell is lit by one lamp, in it or beside it", ForAll(c, CELLS, lit.is_(1))),))
    >>> import zenkai_solver as zenkai
    >>> zenkai.count({"puzzle": lamps, "size": "4x4"}).all
    2
    """

    name: str
    title: str = ""
    source: str = ""
    unknown: tuple[Layer, ...] = ()
    given: tuple[ClueKind, ...] = ()
    rules: tuple[GenreRule, ...] = ()
    link: str = ""

    def __hash__(self) -> int:
        """By its name, as of rules."""
        return hash(self.name)

    @cached_property
    def all_rules(self) -> tuple[GenreRule, ...]:
        """The rules that its layers bring along, then its own."""
        of_layers = (GenreRule(says, holds) for layer in self.unknown for says, holds in layer.rules())
        return (*of_layers, *self.rules)

    @cached_property
    def words(self) -> tuple[object, ...]:
        """All expressions in the rules."""
        rules = tuple(rule.holds for rule in self.all_rules)
        return tuple(word for word in values_in(rules) if is_dataclass(word))

    @cached_property
    def sums_different(self) -> bool:
        """Do rules state sums of different numbers?"""
        return any(isinstance(word, SumOfDifferent) for word in self.words)

    @cached_property
    def directed(self) -> bool:
        """Does the statement name a direction, or an order, so that no symmetry keeps it?"""
        return any(isinstance(word, Toward | blocks.SumsInTurn) for word in values_in(self))


@cache
def amount_of(genre: Genre, key: str, part: int = 0, conditional: bool = False) -> tuple[Var, Amount] | None:
    """The amount that clues of the key state, by a rule for all of their places: the name of the place in the
    rule, and the amount, which gives the clue of a place on a filled board.

    The first of `amounts_of`. None where no rule has the form
    `ForAll(place, ..., amount.is_(ClueAt(key, place)))`; where `conditional`,
    `ForAll(place, ..., other | amount.is_(ClueAt(key, place)))` is one, too.
    """
    stated = next(iter(amounts_of(genre, key, part, conditional)), None)
    return None if stated is None else (stated[0], stated[2])


@cache
def amounts_of(
    genre: Genre, key: str, part: int = 0, conditional: bool = False
) -> tuple[tuple[Var, PlaceList, Amount], ...]:
    """The name, the places, and the amount of each rule that states clues of the key, see `amount_of`."""
    return tuple(_amounts_of(genre, key, part, conditional))


def _amounts_of(
    genre: Genre, key: str, part: int, conditional: bool
) -> Iterator[tuple[Var, PlaceList, Amount]]:
    for word in values_in(genre.rules):
        match word:
            case ForAll(each, over, Compare(amount, "=", ClueAt(of, spot, which))):
                if (of, spot, which) == (key, each, part):
                    yield each, over, amount
            case ForAll(each, over, OneOf((_, Compare(amount, "=", ClueAt(of, spot, which))))) if conditional:
                if (of, spot, which) == (key, each, part):
                    yield each, over, amount


def fault(genre: Genre) -> str | None:
    """What is wrong with a genre: repeated or unbound names, faults of layers and clues; or None."""
    if not genre.unknown:
        return "nothing is unknown; a genre needs a layer"
    if words := _fault_of_names(genre):
        return words
    parts: tuple[Layer | ClueKind, ...] = (*genre.unknown, *genre.given)
    for part in parts:
        if words := part.fault():
            return f"{type(part).__name__} {part.name if isinstance(part, Layer) else part.key:.40}: {words}"
    unbound = [*_unbound(genre.unknown, {layers.CELL.name}), *_unbound(genre.rules, set())]
    return f"{unbound[0]:.40} stands for nothing" if unbound else None


def _fault_of_names(genre: Genre) -> str | None:
    names, keys = [layer.name for layer in genre.unknown], [clue.key for clue in genre.given]
    words = [rule.says for rule in genre.rules]
    rooms = [clue.key for clue in genre.given if isinstance(clue, RoomClue)]
    if twice := [name for texts in (names, keys, words) for name in texts if texts.count(name) > 1]:
        return f"{twice[0]:.40} is there twice"
    if taken := [key for key in keys if key in TAKEN or not key.isidentifier()]:
        return f"{taken[0]!r:.40} cannot be the key of clues"
    if lost := [clue for clue in genre.given if clue.at == "room" and clue.rooms not in rooms]:
        return f"the clues {lost[0].key} are of rooms that no key states"
    if out := [layer.name for layer in genre.unknown if getattr(layer, "within", "") not in ("", *rooms)]:
        return f"{out[0]:.40} is within rooms that no key states"
    for part in values_in(genre.rules):
        word = type(part).__name__
        if (layer := getattr(part, "layer", None)) is not None and layer not in names:
            return f"{word}: {layer:.40} is no unknown layer"
        if (key := getattr(part, "key", None)) is not None and key not in keys:
            return f"{word}: {key:.40} is no key of clues"
        for key in rooms_in(part):
            if key not in rooms:
                return f"{word}: {key:.40} are no rooms"
    return None


def _unbound(value: object, names: Collection[str]) -> Iterator[str]:
    """The names that are not bound by a word around them."""
    if isinstance(value, Var):
        if value.name not in names:
            yield value.name
    elif isinstance(value, tuple):
        for part in value:
            yield from _unbound(part, names)
    elif is_dataclass(value):
        each = getattr(value, "each", None)
        for field in fields(value):
            inner = {*names, each.name} if each is not None and field.name in BINDS else names
            inner = {*names, EDGE.name} if field.name == "across" else inner
            if field.name != "each":
                yield from _unbound(getattr(value, field.name), inner)


# ---- as data


@cache
def vocabulary() -> Mapping[str, type]:
    """Every word of a genre by its name, without base classes."""
    words: list[type] = []
    for module in (
        expressions,
        places,
        amounts,
        series,
        statements,
        areas,
        blocks,
        graphs,
        groups,
        shapes,
        floors,
        heads,
        hinges,
        layers,
        clues,
        triangles,
    ):
        classes = (value for value in vars(module).values() if isinstance(value, type))
        here = (kind for kind in classes if kind.__module__ == module.__name__)
        words += [kind for kind in here if is_dataclass(kind) and kind not in NO_WORDS]
    return {word.__name__: word for word in words}


def to_data(genre: Genre) -> dict[str, Any]:
    """The genre as lists, texts, numbers and truth values.

    Raises InstanceError for what is no word of the vocabulary: code, such as a function or a class from
    elsewhere, cannot be stated in a file.
    """
    data: dict[str, Any] = {}
    for field in fields(genre):
        if field.name != "rules" and (value := getattr(genre, field.name)) != field.default:
            data[field.name] = _data(value, (field.name,))
    if twice := fault(genre) if len({rule.says for rule in genre.rules}) < len(genre.rules) else None:
        raise InstanceError("rules", twice)
    return data | {"rules": {rule.says: _data(rule.holds, ("rules", rule.says)) for rule in genre.rules}}


def _data(value: Any, where: Where) -> Any:
    kind = type(value)
    if len(where) > DEEPEST + 2:
        raise InstanceError(where[:2], f"deeper than {DEEPEST}")
    if kind in (Var, Fixed):
        return value.name if kind is Var else value.value
    if kind in (str, int, bool, type(None)):
        return value
    if kind in (tuple, list):
        return [_data(part, (*where, i)) for i, part in enumerate(value)]
    if vocabulary().get(kind.__name__) is not kind:
        called = getattr(value, "__name__", "")
        raise InstanceError(
            where[:2],
            f"{kind.__name__} {called}".strip() + " is Python code, or no word of zenkai_solver.genres",
        )
    parts = [(field, getattr(value, field.name)) for field in fields(value)]
    needed = [_data(part, (*where, i)) for i, (field, part) in enumerate(parts) if field.default is MISSING]
    others = {
        field.name: _data(part, (*where, field.name))
        for field, part in parts
        if field.default is not MISSING and part != field.default
    }
    return [kind.__name__, *needed, *([others] if others else [])]


def from_data(data: Any, where: Where = ()) -> Genre:
    """The inverse of `to_data`. Raises InstanceError for what is not of the vocabulary."""
    if not isinstance(data, dict):
        raise InstanceError(where, f"{data!r:.40} is not a mapping with the keys {', '.join(_KEYS)}")
    for key in data:
        known_key(str(key), _KEYS, where)
    reader, hints = _DataReader(), typing.get_type_hints(Genre)
    if "name" not in data:
        raise InstanceError(where, "the key `name` is missing")
    stated = {key: reader.value(data[key], hints[key], (*where, key), 0) for key in _KEYS[:-1] if key in data}
    rules = data.get("rules", {})
    if not isinstance(rules, dict) or not all(isinstance(says, str) for says in rules):
        raise InstanceError((*where, "rules"), "not a mapping of the words of each rule to its statement")
    stated_rules = tuple(
        GenreRule(says, reader.value(rules[says], Truth, (*where, "rules", says), 0)) for says in rules
    )
    genre = Genre(**stated, rules=stated_rules)
    if words := fault(genre):
        raise InstanceError(where, words)
    return genre


_KEYS = ("name", "title", "source", "link", "unknown", "given", "rules")


@dataclass
class _DataReader:
    """Reads values of stated kinds and counts them."""

    number: int = 0

    def value(self, data: Any, wanted: Any, where: Where, depth: int) -> Any:
        """The value of the type `wanted` that the data states. Raises InstanceError."""
        self.number += 1
        if self.number > MOST_VALUES or depth > DEEPEST:
            raise InstanceError(where[:3], f"a genre has at most {MOST_VALUES:,} values, {DEEPEST} deep")
        origin = typing.get_origin(wanted)
        if origin is tuple:
            return self._tuple(data, typing.get_args(wanted), where, depth)
        if origin in (types.UnionType, typing.Union):
            return self._union(data, typing.get_args(wanted), where, depth)
        if origin is typing.Literal:
            if type(data) is not str or data not in typing.get_args(wanted):
                raise InstanceError(where, f"{data!r:.40} is not one of {' '.join(typing.get_args(wanted))}")
            return data
        if type(data) is int and abs(data) > FAR:
            raise InstanceError(where, f"a number is at most {FAR:,}")
        if type(data) is str and wanted is not str and issubclass(Var, wanted):
            return Var(data)
        if type(data) is int and wanted is not int and issubclass(Fixed, wanted):
            return Fixed(data)
        return self._word(data, wanted, where, depth) if wanted not in _PLAIN else _plain(data, wanted, where)

    def _tuple(self, data: Any, kinds: tuple[Any, ...], where: Where, depth: int) -> tuple[Any, ...]:
        if not isinstance(data, list):
            raise InstanceError(where, f"{data!r:.40} is not a list")
        return tuple(self.value(part, kinds[0], (*where, i), depth + 1) for i, part in enumerate(data))

    def _union(self, data: Any, kinds: tuple[Any, ...], where: Where, depth: int) -> Any:
        """None where allowed; else of the kind that the first word of the list, or a name, belongs to."""
        if data is None and type(None) in kinds:
            return None
        others = [kind for kind in kinds if kind is not type(None)]
        named = vocabulary().get(str(data[0])) if isinstance(data, list) and data else None
        named = Var if isinstance(data, str) else named
        fitting = [kind for kind in others if isinstance(kind, type) and named and issubclass(named, kind)]
        return self.value(data, (fitting or others)[0], where, depth)

    def _word(self, data: Any, wanted: type, where: Where, depth: int) -> Any:
        if isinstance(data, bool):
            raise InstanceError(where, f"{data} is no {wanted.__name__}; in Python, equality is x.is_(y)")
        if not isinstance(data, list) or not data or not isinstance(data[0], str):
            raise InstanceError(where, f"{data!r:.40} is not a list that begins with a word")
        known = {name: kind for name, kind in vocabulary().items() if issubclass(kind, wanted)}
        if data[0] not in known:
            raise InstanceError(where, f'"{data[0]:.40}" is not known here' + nearest(data[0], tuple(known)))
        kind = known[data[0]]
        hints, slots = typing.get_type_hints(kind), fields(typing.cast(Any, kind))
        named = data[-1] if isinstance(data[-1], dict) else {}
        plain = data[1 : len(data) - bool(isinstance(data[-1], dict))]
        for key in named:
            known_key(str(key), [field.name for field in slots[len(plain) :]], where)
        needed = sum(field.default is MISSING for field in slots)
        stated = len(plain) + sum(field.name in named for field in slots[:needed])
        if stated < needed or len(plain) > len(slots):
            names = ", ".join(field.name for field in slots)
            raise InstanceError(
                where, f"{data[0]} takes {names}: {needed} to {len(slots)} values, not {len(plain)}"
            )
        parts = {field.name: (i, part) for i, (part, field) in enumerate(zip(plain, slots), 1)}
        parts |= {key: (len(data) - 1, part) for key, part in named.items()}
        return kind(
            **{key: self.value(part, hints[key], (*where, i), depth + 1) for key, (i, part) in parts.items()}
        )


def _plain(data: Any, wanted: Any, where: Where) -> Any:
    if type(data) is not wanted:
        raise InstanceError(where, f"{data!r:.40} is not {_PLAIN[wanted]}")
    return data


_PLAIN: dict[Any, str] = {str: "text", int: "a number", bool: "true or false"}
