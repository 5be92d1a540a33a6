"""A genre: what is unknown, what is given, and the rules, with their words and their source. Nothing else.

Everything in it is data: `to_data` and `from_data` take a genre to a mapping, as YAML holds it, and back:

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
from functools import cache
from typing import Any

from zenkai_solver.models.document import InstanceError, Where
from zenkai_solver.models.fields import known_key, nearest
from zenkai_solver.models.genres import amounts, areas, clues, expressions, graphs, layers
from zenkai_solver.models.genres.clues import ClueKind, RoomClue
from zenkai_solver.models.genres.expressions import (
    FAR,
    Amount,
    ClueAt,
    Compare,
    Fixed,
    ForAll,
    Truth,
    Var,
)
from zenkai_solver.models.genres.graphs import rooms_in
from zenkai_solver.models.genres.layers import Layer
from zenkai_solver.models.genres.sheet import BINDS, values_in

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


@dataclass(frozen=True)
class GenreRule:
    """A rule in words, as one says it of all places, and as a statement."""

    says: str
    holds: Truth

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

    @property
    def all_rules(self) -> tuple[GenreRule, ...]:
        """Those of its layers, too."""
        own = (GenreRule(says, holds) for layer in self.unknown for says, holds in layer.rules())
        return (*own, *self.rules)


@cache
def amount_of(genre: Genre, key: str, part: int = 0) -> tuple[Var, Amount] | None:
    """The amount that a clue of the key is, by a rule of each of its places, and the name of the place in it.

    So the clue of a place follows from a filled board. None where no rule says it as `amount.is_(clue)`.
    """
    for own in values_in(genre.rules):
        match own:
            case ForAll(each, _, Compare(amount, "=", ClueAt(of, spot, which))):
                if (of, spot, which) == (key, each, part):
                    return each, amount
    return None


def fault(genre: Genre) -> str | None:
    """What is wrong with a genre, in words: names that are alike or stand for nothing, layers and clues."""
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
    names, keys = [own.name for own in genre.unknown], [own.key for own in genre.given]
    said = [rule.says for rule in genre.rules]
    rooms = [own.key for own in genre.given if isinstance(own, RoomClue)]
    if twice := [name for own in (names, keys, said) for name in own if own.count(name) > 1]:
        return f"{twice[0]:.40} is there twice"
    if taken := [key for key in keys if key in TAKEN or not key.isidentifier()]:
        return f"{taken[0]!r:.40} cannot be the key of clues"
    if lost := [own for own in genre.given if own.at == "room" and own.rooms not in rooms]:
        return f"the clues {lost[0].key} are of rooms that no key states"
    for own in values_in(genre.rules):
        kind = type(own).__name__
        if (layer := getattr(own, "layer", None)) is not None and layer not in names:
            return f"{kind}: {layer:.40} is no unknown layer"
        if (key := getattr(own, "key", None)) is not None and key not in keys:
            return f"{kind}: {key:.40} is no key of clues"
        for key in rooms_in(own):
            if key not in rooms:
                return f"{kind}: {key:.40} are no rooms"
    return None


def _unbound(value: object, names: Collection[str]) -> Iterator[str]:
    """The names of places that no word around them goes through."""
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
            inner = {*names, graphs.EDGE.name} if field.name == "across" else inner
            if field.name != "each":
                yield from _unbound(getattr(value, field.name), inner)


# ---- as data


@cache
def vocabulary() -> Mapping[str, type]:
    """Every word of a genre by its name; none that only others are made from."""
    found: list[type] = []
    for module in (expressions, amounts, areas, graphs, layers, clues):
        own = (value for value in vars(module).values() if isinstance(value, type) and is_dataclass(value))
        found += [value for value in own if value.__module__ == module.__name__ and value not in NO_WORDS]
    return {value.__name__: value for value in found}


def to_data(genre: Genre) -> dict[str, Any]:
    """The genre as lists, texts, numbers and truth values.

    Raises InstanceError for what is no word of the vocabulary: code, such as a function or a class from
    elsewhere, cannot be stated in a file.
    """
    found: dict[str, Any] = {}
    for own in fields(genre):
        if own.name != "rules" and (value := getattr(genre, own.name)) != own.default:
            found[own.name] = _data(value, (own.name,))
    if twice := fault(genre) if len({rule.says for rule in genre.rules}) < len(genre.rules) else None:
        raise InstanceError("rules", twice)
    return found | {"rules": {rule.says: _data(rule.holds, ("rules", rule.says)) for rule in genre.rules}}


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
    own = [(field, getattr(value, field.name)) for field in fields(value)]
    needed = [_data(part, (*where, i)) for i, (field, part) in enumerate(own) if field.default is MISSING]
    others = {
        field.name: _data(part, (*where, field.name))
        for field, part in own
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
    own = tuple(
        GenreRule(says, reader.value(rules[says], Truth, (*where, "rules", says), 0)) for says in rules
    )
    genre = Genre(**stated, rules=own)
    if words := fault(genre):
        raise InstanceError(where, words)
    return genre


_KEYS = ("name", "title", "source", "link", "unknown", "given", "rules")


@dataclass
class _DataReader:
    """Counts the values on the way."""

    number: int = 0

    def value(self, data: Any, wanted: Any, where: Where, depth: int) -> Any:
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
                raise InstanceError(where, f"{data!r:.40} is none of {' '.join(typing.get_args(wanted))}")
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
        return tuple(self.value(own, kinds[0], (*where, i), depth + 1) for i, own in enumerate(data))

    def _union(self, data: Any, kinds: tuple[Any, ...], where: Where, depth: int) -> Any:
        """None, or of the kind whose word begins the list."""
        if data is None and type(None) in kinds:
            return None
        others = [kind for kind in kinds if kind is not type(None)]
        named = vocabulary().get(str(data[0])) if isinstance(data, list) and data else None
        fitting = [kind for kind in others if isinstance(kind, type) and named and issubclass(named, kind)]
        return self.value(data, (fitting or others)[0], where, depth)

    def _word(self, data: Any, wanted: type, where: Where, depth: int) -> Any:
        if isinstance(data, bool):
            raise InstanceError(where, f"{data} is no {wanted.__name__}; in Python, equality is x.is_(y)")
        if not isinstance(data, list) or not data or not isinstance(data[0], str):
            raise InstanceError(where, f"{data!r:.40} is no list that begins with a word")
        known = {name: kind for name, kind in vocabulary().items() if issubclass(kind, wanted)}
        if data[0] not in known:
            raise InstanceError(where, f'"{data[0]:.40}" is not known here' + nearest(data[0], tuple(known)))
        kind = known[data[0]]
        hints, own = typing.get_type_hints(kind), fields(typing.cast(Any, kind))
        named = data[-1] if isinstance(data[-1], dict) else {}
        plain = data[1 : len(data) - bool(isinstance(data[-1], dict))]
        for key in named:
            known_key(str(key), [field.name for field in own[len(plain) :]], where)
        needed = sum(field.default is MISSING for field in own)
        if not sum(field.name in named for field in own[:needed]) + len(plain) >= needed or len(plain) > len(
            own
        ):
            names = ", ".join(field.name for field in own)
            raise InstanceError(
                where, f"{data[0]} takes {names}: {needed} to {len(own)} values, not {len(plain)}"
            )
        parts = {field.name: (i, part) for i, (part, field) in enumerate(zip(plain, own), 1)}
        parts |= {key: (len(data) - 1, part) for key, part in named.items()}
        return kind(
            **{key: self.value(part, hints[key], (*where, i), depth + 1) for key, (i, part) in parts.items()}
        )


def _plain(data: Any, wanted: Any, where: Where) -> Any:
    if type(data) is not wanted:
        raise InstanceError(where, f"{data!r:.40} is not {_PLAIN[wanted]}")
    return data


_PLAIN: dict[Any, str] = {str: "text", int: "a number", bool: "true or false"}
