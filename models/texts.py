"""What each key of an instance holds: one table. What is something else there is refused as it is written.

YAML makes a truth value of `no`, a number of `010` (it is 8), `1_0` and `12:30`, a date of 2020-01-01, and
nothing of `~` and of what begins with `#`. So a key that holds text refuses what became something else, in
the words of the file.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any, Literal

from zenkai_solver.models.document import Document, InstanceError, Where
from zenkai_solver.models.genres.table import GENRES

Kind = Literal["text", "words", "name", "rule", "clues", "count", "number", "flag", "clue", "list"]

# `[]` is an item of a list, `*` any key. A path that is not here is no value of an instance. `text` stands on
# one line or below `|`; `words` may run over several lines, as blanks part them anyway; a `name` is not
# looked into; a `rule` is text or nothing, `clues` are words or a number, a `count` is a number or text such
# as 0..3, a `clue` that or true or false.
KEYS: Mapping[str, Mapping[Kind, tuple[str, ...]]] = {
    "": {  # of every family
        "text": ("puzzle", "symmetry"),
        "words": ("where",),
        "name": ("title", "source"),
        "number": ("expect.*",),
        "list": ("expect",),
    },
    "packing": {
        "text": (
            *("board", "groups[]", "groups.box", "lattice", "wrap", "pieces", "pieces[]", "fixed", "fixed[]"),
            *("fill", "touch", "alike[]", "symmetric", "symmetric[]", "covered"),
            *("colours.board", "colours.pieces", "colours.pieces.*", "pieces.*", "pieces[].*"),
        ),
        "count": ("counts", "counts.*", "numbers.*", "total", "free", "holes"),
        "number": (
            *("orientations", "orientations.*", "weights.*", "groups.congruent", "cells[][]"),
            *("pieces.*[][]", "pieces[].*[][]", "symmetric[][]"),
        ),
        "flag": (
            *("flips", "flips.*", "rotations", "rotations.*", "mirror", "no_crossings", "no_fault_line"),
            *("border", "border.*", "three_colourable", "convex_holes"),
        ),
        "list": ("cells", "cells[]", "groups", "numbers", "weights", "alike", "colours"),
    },
    "sudoku": {  # the rules within `any` are as those outside
        "text": ("grid", "box", "regions", "size", "digits", "rules", "rules[]", "grids", "grids[]"),
        "rule": ("rules[].*", "rules[].*.*"),
        "words": ("rules[].*[]", "rules[].*.*[]"),
        "clues": tuple(f"rules[].*.{side}" for side in ("columns", "rows", "top", "bottom", "left", "right")),
        "flag": ("latin", "lenient", "rules[].*.all given"),
    },
    "nonogram": {
        "text": ("inks.*", "file", "goal", "given"),
        "name": ("author",),
        "count": ("rows[][]", "columns[][]"),
        "list": ("inks", "rows", "rows[]", "columns", "columns[]"),
    },
    "dissection": {
        "text": ("from", "from[]", "to", "to[]", "identify", "fixed.from", "fixed.to"),
        "count": ("pieces",),
        "number": ("max_pieces",),
        "flag": ("rotations", "flips"),
        "list": ("fixed",),
    },
    "formula": {"text": ("format", "text")},
    "genre": {
        "text": ("known",),
        "count": ("size", "*.*", "*.*[]"),
        "clue": ("*",),
    },  # and of each genre of the table
}
ANY_OF = re.compile(r"^rules\[\](\.any\[\])+")
TYPES = {bool: "true or false", int: "a number", float: "a number", bytes: "binary data"}
TEXT: Collection[Kind] = ("text", "words", "name", "rule")
JOINED: Collection[Kind | None] = ("words", "name", "clues", None)  # may run over several lines
NOTHING = "nothing to YAML, as is all behind a blank and #: write text in quotes{}, a drawing below `|`"
BEHIND = re.compile(r":[ \t]+(#\S+)[ \t]*$")  # what may be meant as a value
JOINS = "text over several lines is joined by YAML to one: write the lines below `|`, or one line"


def check(document: Document) -> None:
    """Raises InstanceError for a value that its key does not hold, or that is not read as it is written."""
    family = document.data.get("puzzle")
    family = family.strip() if isinstance(family, str) else ""
    for where, value in _scalars(document.data, ()):
        if (kind := kind_of(family, where)) is not None:
            _check_value(kind, value, where, document.written.get(where), _behind(document, where))
    for where in sorted(document.folded, key=document.line):
        if kind_of(family, where) not in JOINED:
            raise InstanceError(where, JOINS)
    for where, comment in document.cut.items():
        if kind_of(family, where) == "name":
            raise InstanceError(where, f"{comment!r:.40} is a comment to YAML: write the text in quotes")


def _scalars(value: Any, where: Where) -> Iterator[tuple[Where, Any]]:
    """All values that are not text, each with its path."""
    for key, item in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(item, (dict, list)):
            yield from _scalars(item, (*where, key))
        elif not isinstance(item, str):
            yield (*where, key), item


def kind_of(family: str, where: Where) -> Kind | None:
    """What the value at the path is to be; None where a family has no value."""
    return _kind_of(family, tuple(0 if isinstance(part, int) else part for part in where))


@lru_cache(1000)
def _kind_of(family: str, where: Where) -> Kind | None:
    parts = ("[]" if isinstance(part, int) else "." + re.sub(r"[.\[\]]", "_", part) for part in where)
    path = ANY_OF.sub("rules[]", "".join(parts).removeprefix("."))
    return next((kind for pattern, kind in _patterns(family) if pattern.fullmatch(path)), None)


@cache
def _patterns(family: str) -> tuple[tuple[re.Pattern[str], Kind], ...]:
    """The patterns of paths with their kinds, those with the fewest wildcards first."""
    family = "genre" if family in GENRES else family
    tables = (KEYS[""], KEYS.get(family, {}) if family else {})
    rows = [(path, kind) for table in tables for kind, paths in table.items() for path in paths]
    rows.sort(key=lambda one: one[0].count("*"))
    return tuple((re.compile(re.escape(path).replace(r"\*", r"[^.\[\]]*")), kind) for path, kind in rows)


def _behind(document: Document, where: Where) -> str:
    """What the line of the value says behind `#`, in quotes, as an example for messages; or nothing."""
    match = BEHIND.search(document.text.split("\n")[document.line(where) - 1])
    return f': "{match[1]:.40}"' if match else ""


def _check_value(kind: Kind, value: Any, where: Where, written: str | None, behind: str) -> None:
    """Raises InstanceError for a value, not text, that is not of the kind; `written`: see `Document`."""
    text = f"{value if written is None else written!s:.40}"
    if value is None:
        if kind != "rule" and not text and ":" in str(where[-1]):
            raise InstanceError(where, "no value: write a blank behind the colon")
        if kind != "rule":
            raise InstanceError(
                where, f"{f'`{text}`' if text else 'what is here'} is {NOTHING.format(behind)}"
            )
    elif kind == "rule" and type(value) is int and written is None:
        return  # what reads the rule says how it is written
    elif kind in TEXT:
        what = TYPES.get(type(value), "a date")
        raise InstanceError(where, f'{text} is not text: YAML takes it for {what}; text is written "{text}"')
    elif isinstance(value, bool):
        if kind not in ("flag", "clue"):
            wanted = "a list or a mapping" if kind == "list" else "a number"
            raise InstanceError(where, f"{text} is not {wanted}: YAML takes it for true or false")
    elif type(value) is not int:
        raise InstanceError(where, f"{text} is not a whole number in plain digits, nor text in quotes")
    elif written is not None:
        message = f"{text} is {value:,} to YAML: write a number in plain digits, without a 0 before it"
        raise InstanceError(where, message)
