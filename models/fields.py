"""Typed access to the keys of an untrusted mapping.

Fields(data)      unknown keys and wrong types are InstanceErrors with their place
known_key, nearest    "did you mean"
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, cast

from zenkai_solver.models.document import InstanceError, Where

MOST_NAMES, FEW = 30, 8  # names that a message lists, and those of a longer list


def nearest(word: str, known: Collection[str]) -> str:
    """The end of a message: '; did you mean "board"?' if a known name is similar, else the list of names.

    Of more than MOST_NAMES the first few, and their number.
    """
    import difflib  # only where something is wrong

    near = difflib.get_close_matches(word, known, n=1)
    if near:
        return f'; did you mean "{near[0]}"?'
    if len(known) <= MOST_NAMES:
        return f"; known: {', '.join(known)}"
    return f"; known: {', '.join(islice(known, FEW))}, ... ({len(known)} names)"


def known_key(key: str, known: Collection[str], where: Where = ()) -> None:
    if key not in known:
        raise InstanceError((*where, key), "unknown key" + nearest(key, known))


@dataclass(frozen=True)
class Fields:
    """Typed access to the keys of a mapping."""

    data: Mapping[str, Any]
    where: Where = ()

    def only(self, known: Collection[str]) -> None:
        """Raise InstanceError for the first key that is not known."""
        for key in self.data:
            known_key(key, known, self.where)

    def get(self, key: str, types: type | tuple[type, ...], wanted: str, default: Any = None) -> Any:
        if key not in self.data:
            if default is None:
                raise InstanceError(self.where, f"the key `{key}` is missing")
            return default
        value = self.data[key]
        if not isinstance(value, types) or (isinstance(value, bool) and types is not bool):
            raise InstanceError((*self.where, key), f"{value!r:.60} is not {wanted}")
        return value

    def text(self, key: str, default: str | None = None) -> str:
        return cast(str, self.get(key, str, "text", default))

    def flag(self, key: str, default: bool) -> bool:
        return cast(bool, self.get(key, bool, "true or false", default))

    def flags_of(self, key: str, defaults: Mapping[str, bool]) -> dict[str, bool]:
        """True or false for each name: one for all, or a mapping by name with `others`."""
        if not isinstance(self.data.get(key), dict):
            return {name: self.flag(key, default) for name, default in defaults.items()}
        flags = Fields(self.data[key], (*self.where, key))
        flags.only(("others", *defaults))
        return {name: flags.flag(name, flags.flag("others", default)) for name, default in defaults.items()}

    def mapping(self, key: str, default: dict[str, Any] | None = None) -> dict[str, Any]:
        return cast("dict[str, Any]", self.get(key, dict, "a mapping of keys to values", default))

    def choice(self, key: str, known: Collection[str], default: str | None = None) -> str:
        value = self.text(key, default).strip()
        if value not in known:
            raise InstanceError((*self.where, key), f'"{value:.40}" is not known' + nearest(value, known))
        return value
