"""The schemas of headers and footers of solutions files, indexes and compiled sets, for all readers.

A `Table` has a rule for the value of each key. A whole number is neither a boolean nor a float; a text can be
encoded in UTF-8. Keys that a table does not name are allowed: newer versions may write more.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from zenkai_solver.models.loading import SYMMETRY_MODES
from zenkai_solver.solvers.core.levels import is_level

SURROGATE = re.compile("[\ud800-\udfff]")
DIGEST, SHA256, DECIMAL = (re.compile(form) for form in ("[0-9a-f]{32}", "[0-9a-f]{64}", "0|[1-9][0-9]*"))
CONTRADICT = "complete and reason contradict each other"
SHOWN = 40  # characters of a value in messages


@dataclass(frozen=True)
class FieldRule:
    """A predicate on a value, the same in words for messages, and whether the key may be missing."""

    holds: Callable[[Any], bool]
    words: str
    optional: bool = False


Table = Mapping[str, FieldRule]


def is_text(value: object) -> bool:
    return isinstance(value, str) and SURROGATE.search(value) is None


def is_whole(value: object, least: int = 0) -> bool:
    return type(value) is int and value >= least


def _like(form: re.Pattern[str]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and form.fullmatch(value) is not None


def _versions(value: object) -> bool:
    return isinstance(value, dict) and all(map(is_text, (*value, *value.values())))


def _seconds(value: object) -> bool:
    return type(value) in (int, float) and 0 <= value <= MOST_SECONDS  # type: ignore[operator]


def _symmetry(value: object) -> bool:
    return isinstance(value, dict) and lacks(value, SYMMETRY) is None


def _part(value: object) -> bool:
    return isinstance(value, dict) and lacks(value, PLACE) is None


MOST_SECONDS = 1e12
TEXT = FieldRule(is_text, "a text")
WHOLE = FieldRule(is_whole, "a whole number from 0 on")
POSITIVE = FieldRule(lambda value: is_whole(value, 1), "a whole number from 1 on")
TRUTH = FieldRule(lambda value: isinstance(value, bool), "true or false")
REASON = FieldRule(lambda value: value is None or is_text(value), "a text or null")
HEX = FieldRule(_like(DIGEST), "32 hexadecimal digits")
HASH = FieldRule(_like(SHA256), "64 hexadecimal digits")
SECONDS = FieldRule(_seconds, "a number of seconds")
NUMBER = FieldRule(_like(DECIMAL), "a whole number as text")
LEVELS = FieldRule(
    lambda value: isinstance(value, list) and all(map(is_level, value)),
    "a list of known levels",
    optional=True,
)

SYMMETRY: Table = {
    "mode": FieldRule(lambda value: value in SYMMETRY_MODES, " or ".join(SYMMETRY_MODES)),
    "order": POSITIVE,
    "reflections": FieldRule(TRUTH.holds, TRUTH.words, optional=True),
}
PLACE: Table = {"number": POSITIVE, "first": POSITIVE}
HEADER: Table = {
    "instance": TEXT,
    "sha256": HASH,
    "puzzle": TEXT,
    "backend": TEXT,
    "versions": FieldRule(_versions, "an object of texts"),
    "symmetry": FieldRule(_symmetry, "an object of a mode, an order and reflections"),
    "started": TEXT,
    "text": TEXT,
    "part": FieldRule(_part, "a number and a first solution, from 1 on", optional=True),
}
TOTALS: Table = {"count": WHOLE, "all": WHOLE, "digest": HEX}
FOOTER: Table = {
    "complete": TRUTH,
    **TOTALS,
    "reason": REASON,
    "seconds": SECONDS,
    "levels": LEVELS,
}
INDEX: Table = {
    "format": TEXT,
    "instance": TEXT,
    "sha256": HASH,
    "complete": TRUTH,
    **TOTALS,
    "reason": REASON,
    "levels": LEVELS,
    "parts": FieldRule(lambda value: isinstance(value, list), "a list"),
}
PART: Table = {"file": TEXT, "first": POSITIVE, "solutions": WHOLE, **TOTALS}
SET: Table = {
    "instance": TEXT,
    "sha256": HASH,
    "puzzle": TEXT,
    "model": HASH,
    "count": NUMBER,
    "variables": WHOLE,
    "nodes": WHOLE,
    "root": WHOLE,
    "reason": REASON,
    "text": TEXT,
}


def lacks(value: Mapping[str, Any], table: Table) -> str | None:
    """The first key that is missing or has a wrong value, as a message; None if the table is satisfied."""
    for key, rule in table.items():
        if key not in value and not rule.optional:
            return f"`{key}` is missing: {rule.words}"
        if key in value and not rule.holds(value[key]):
            return f"`{key}` is {shown(value[key])}, not {rule.words}"
    return None


def shown(value: object) -> str:
    """The value as JSON, cut after SHOWN characters."""
    text = json.dumps(value)
    return text if len(text) <= SHOWN else text[:SHOWN] + "..."


def ending_fault(value: Mapping[str, Any], table: Table) -> str | None:
    """As `lacks`, for a footer or an index; also contradictory totals, or a `reason` with `complete`."""
    if fault := lacks(value, table):
        return fault
    if value["complete"] is not (value["reason"] is None):
        return CONTRADICT
    return totals_fault(value)


def totals_fault(value: Mapping[str, Any]) -> str | None:
    """A message if `all`, the number of solutions, is less than `count`, the number up to symmetry."""
    count, total = value["count"], value["all"]
    if total < count:
        return f"{total:,} solutions in all, but {count:,} up to symmetry"
    return None


# ---- JSON


def parsed(data: bytes) -> Any:
    """The value of JSON in UTF-8; None if damaged, with a repeated key, or with NaN or infinity."""
    return _decoded(_STRICT, data)


def parsed_line(data: bytes) -> Any:
    """As `parsed`, but faster: of a key that an object has twice the last value counts."""
    return _decoded(_LINES, data)


def _decoded(decoder: json.JSONDecoder, data: bytes) -> Any:
    try:
        return decoder.decode(data.decode())
    except (ValueError, RecursionError):
        return None


def _refuse(_: str) -> NoReturn:
    raise ValueError


def _float(text: str) -> float:
    """Raises ValueError for a number such as 1e999, which is valid JSON and would become infinite."""
    if not math.isfinite(value := float(text)):
        raise ValueError
    return value


def _once(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON. Raises ValueError for a key that is there twice."""
    listed = list(pairs)
    mapping = dict(listed)
    if len(mapping) < len(listed):
        raise ValueError
    return mapping


_LINES = json.JSONDecoder(parse_constant=_refuse, parse_float=_float)
_STRICT = json.JSONDecoder(parse_constant=_refuse, parse_float=_float, object_pairs_hook=_once)
