"""A genre: what is unknown, what is given, and the rules, with their words and their source. Nothing else.

Everything in it is data: `to_data` and `from_data` take a genre to lists and texts, as YAML holds them, and
back. A value of the vocabulary is a list: its name, then its fields in order, the last ones left out where
they are as they are without being named. A name of a place is its text, and a number that is fixed itself.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
from typing import Any

from zenkai_solver.models.document import InstanceError, Where
from zenkai_solver.models.fields import nearest
from zenkai_solver.models.genres import clues, expressions, graphs, layers
from zenkai_solver.models.genres.clues import ClueKind, RoomClue
from zenkai_solver.models.genres.expressions import (
    Amount,
    ClueAt,
    Compare,
    Fixed,
    ForAll,
    Rooms,
    SameRoom,
    Truth,
    Var,
)
from zenkai_solver.models.genres.layers import Layer
from zenkai_solver.models.genres.sheet import values_in

TAKEN = ("genre", "size", "known", "puzzle", "title", "source", "expect", "symmetry", "where")
MOST_VALUES = 10_000  # of a genre that is data
DEEPEST = 40


@dataclass(frozen=True)
class GenreRule:
    """A rule in words, as one says it of all places, and as a statement."""

    says: str
    holds: Truth


@dataclass(frozen=True)
class Genre:
    """A kind of puzzle. `link` is its name on puzz.link; `source` says where the rules are from."""

    name: str
    title: str
    source: str
    unknown: tuple[Layer, ...]
    given: tuple[ClueKind, ...]
    rules: tuple[GenreRule, ...]
    link: str = ""

    @property
    def all_rules(self) -> tuple[GenreRule, ...]:
        """Those of its layers, too."""
        own = (GenreRule(says, holds) for layer in self.unknown for says, holds in layer.rules())
        return (*own, *self.rules)


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
    """What is wrong with the names in a genre, in words: of layers, of keys, or that two are alike."""
    layers, keys = [own.name for own in genre.unknown], [own.key for own in genre.given]
    rooms = [own.key for own in genre.given if isinstance(own, RoomClue)]
    if twice := [name for own in (layers, keys) for name in own if own.count(name) > 1]:
        return f"{twice[0]} is there twice"
    if taken := [key for key in keys if key in TAKEN or not key.isidentifier()]:
        return f"{taken[0]!r:.40} cannot be the key of clues"
    if lost := [own for own in genre.given if own.at == "room" and own.rooms not in rooms]:
        return f"the clues {lost[0].key} are of rooms that no key states"
    for own in values_in(genre.rules):
        kind = type(own).__name__
        if (layer := getattr(own, "layer", None)) is not None and layer not in layers:
            return f"{kind}: {layer:.40} is no unknown layer"
        if (key := getattr(own, "key", None)) is not None and key not in keys:
            return f"{kind}: {key:.40} is no key of clues"
        if isinstance(own, Rooms | SameRoom) and own.key not in rooms:
            return f"{kind}: {own.key:.40} are no rooms"
    return None


# ---- as data


@cache
def vocabulary() -> Mapping[str, type]:
    """Every word of a genre by its name."""
    found = [Genre, GenreRule]
    for module in (expressions, graphs, layers, clues):
        own = (value for value in vars(module).values() if isinstance(value, type) and is_dataclass(value))
        found += [value for value in own if value.__module__ == module.__name__]
    return {value.__name__: value for value in found}


def to_data(value: Any) -> Any:
    """The value as lists, texts, numbers and truth values."""
    match value:
        case Var(name):
            return name
        case Fixed(number):
            return number
        case tuple():
            return [to_data(part) for part in value]
        case _ if not is_dataclass(value):
            return value
    own = [(to_data(getattr(value, field.name)), field) for field in fields(value)]
    while own and own[-1][1].default is not MISSING and own[-1][0] == to_data(own[-1][1].default):
        own.pop()
    return [type(value).__name__, *(data for data, _ in own)]


def from_data(data: Any, where: Where = ()) -> Genre:
    """The inverse of `to_data`. Raises InstanceError for what is not of the vocabulary."""
    genre = typing.cast(Genre, _DataReader().value(data, Genre, where, 0))
    if words := fault(genre):
        raise InstanceError(where, words)
    return genre


@dataclass
class _DataReader:
    """Counts the values on the way."""

    number: int = 0

    def value(self, data: Any, wanted: Any, where: Where, depth: int) -> Any:
        self.number += 1
        if self.number > MOST_VALUES or depth > DEEPEST:
            raise InstanceError(where, f"a genre has at most {MOST_VALUES:,} values, {DEEPEST} deep")
        origin = typing.get_origin(wanted)
        if origin is tuple:
            return self._tuple(data, typing.get_args(wanted), where, depth)
        if origin in (types.UnionType, typing.Union):
            return self._union(data, typing.get_args(wanted), where, depth)
        if origin is typing.Literal:
            if data not in typing.get_args(wanted):
                raise InstanceError(where, f"{data!r:.40} is none of {' '.join(typing.get_args(wanted))}")
            return data
        if wanted in (str, int, bool):
            if type(data) is not wanted:
                raise InstanceError(where, f"{data!r:.40} is not {_PLAIN[wanted]}")
            return data
        if isinstance(data, str) and issubclass(Var, wanted):
            return Var(data)
        if type(data) is int and issubclass(Fixed, wanted):
            return Fixed(data)
        return self._word(data, wanted, where, depth)

    def _tuple(self, data: Any, kinds: tuple[Any, ...], where: Where, depth: int) -> tuple[Any, ...]:
        if not isinstance(data, list):
            raise InstanceError(where, f"{data!r:.40} is not a list")
        return tuple(self.value(own, kinds[0], (*where, i), depth + 1) for i, own in enumerate(data))

    def _union(self, data: Any, kinds: tuple[Any, ...], where: Where, depth: int) -> Any:
        if data is None and type(None) in kinds:
            return None
        others = [kind for kind in kinds if kind is not type(None)]
        for kind in others[:-1]:
            try:
                return self.value(data, kind, where, depth)
            except InstanceError:
                continue
        return self.value(data, others[-1], where, depth)

    def _word(self, data: Any, wanted: type, where: Where, depth: int) -> Any:
        if not isinstance(data, list) or not data or not isinstance(data[0], str):
            raise InstanceError(where, f"{data!r:.40} is no list that begins with a word")
        known = {name: kind for name, kind in vocabulary().items() if issubclass(kind, wanted)}
        if data[0] not in known:
            raise InstanceError(where, f'"{data[0]:.40}" is not known here' + nearest(data[0], tuple(known)))
        kind = known[data[0]]
        hints, own = typing.get_type_hints(kind), fields(typing.cast(Any, kind))
        needed = sum(field.default is MISSING for field in own)
        if not needed <= len(data) - 1 <= len(own):
            names = ", ".join(field.name for field in own)
            raise InstanceError(
                where, f"{data[0]} takes {names}: {needed} to {len(own)} values, not {len(data) - 1}"
            )
        return kind(
            *(
                self.value(part, hints[field.name], (*where, i), depth + 1)
                for i, (part, field) in enumerate(zip(data[1:], own), 1)
            )
        )


_PLAIN: dict[Any, str] = {str: "text", int: "a number", bool: "true or false"}
