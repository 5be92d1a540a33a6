"""A JSON Schema (draft 7) of instances, for editors: made from the tables of keys, `texts.KEYS`.

It knows every key, what type of value it holds, and the words of keys that take one of a few. What a drawing
or a text says is not in it: an instance that it accepts may still be refused when it is read. What it refuses
is refused there too, but for blanks around a word in quotes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from zenkai_solver.models.dissection.puzzle import IDENTIFICATIONS
from zenkai_solver.models.formula.reading import READERS
from zenkai_solver.models.genres.clues import ClueKind, RoomClue, SwitchClue
from zenkai_solver.models.genres.reading import DRAWN
from zenkai_solver.models.genres.reading import KEYS as OF_GENRES
from zenkai_solver.models.genres.table import GENRES, genre
from zenkai_solver.models.lattices.known import LATTICES
from zenkai_solver.models.lattices.wrapping import WRAPS
from zenkai_solver.models.loading import FAMILIES, SYMMETRY_MODES
from zenkai_solver.models.packing.reading import FILLS
from zenkai_solver.models.packing.reading_rules import TOUCHES
from zenkai_solver.models.sudoku.notation import RULES
from zenkai_solver.models.texts import KEYS, Kind

Schema = dict[str, Any]

DRAFT = "http://json-schema.org/draft-07/schema#"
TYPES: Mapping[Kind, tuple[str, ...]] = {
    "text": ("string",),
    "words": ("string",),
    "name": ("string",),
    "rule": ("string", "null"),
    "clues": ("string", "integer"),
    "count": ("string", "integer"),
    "number": ("integer",),
    "flag": ("boolean",),
    "clue": ("string", "integer", "boolean"),
    "list": (),
}
WORDS: Mapping[str, Mapping[str, Iterable[object]]] = {  # what a key may be, where few words are possible
    "": {"symmetry": SYMMETRY_MODES},
    "packing": {
        "lattice": LATTICES,
        "wrap": WRAPS,
        "fill": FILLS,
        "touch": TOUCHES,
        "border": (True, False, "any"),
        "border.*": (True, False, "any"),
        "three_colourable": (True, False, "corners"),
    },
    "sudoku": {"rules[].*.all given": (True, False, "white", "black", "X", "V")},
    "dissection": {"identify": IDENTIFICATIONS},
    "formula": {"format": READERS},
}
NEEDED: Mapping[str, Schema] = {  # what no instance of the family can do without
    "packing": {"required": ["pieces"]},
    "sudoku": {"anyOf": [{"required": [key]} for key in ("grid", "size", "grids")]},
    "nonogram": {"anyOf": [{"required": ["rows", "columns"]}, {"required": ["file"]}]},
    "dissection": {"required": ["from", "to"]},
    "formula": {"required": ["format", "text"]},
}
RULE: Schema = {"$ref": "#/definitions/rule"}  # of a sudoku
CLUE: Schema = {"type": [*TYPES["count"]]}


def schema() -> Schema:
    """The schema of all instances."""
    named = {name: _family(name) for name in FAMILIES if name != "genre"}
    named |= {name: _genre(genre(name).given) for name in GENRES}
    named["genre"] = _stated()
    return {
        "$schema": DRAFT,
        "title": "an instance of zenkai",
        "type": "object",
        "required": ["puzzle"],
        "properties": {"puzzle": {"enum": sorted(named)}},
        "allOf": [
            {
                "if": {"properties": {"puzzle": {"const": name}}, "required": ["puzzle"]},
                "then": {"$ref": f"#/definitions/{name}"},
            }
            for name in named
        ],
        "definitions": {**named, "rule": _rule()},
    }


def _family(family: str) -> Schema:
    keys = _tree(family)["properties"]
    if "rules" in keys:
        keys["rules"] = {"anyOf": [{"enum": [*RULES]}, {"type": "array", "items": RULE}]}
    return _with_common(keys, NEEDED[family])


def _with_common(keys: Schema, more: Schema) -> Schema:
    """An object with these keys and those of every instance, and no others."""
    common = _tree("")["properties"]
    common["expect"] = {
        "type": "object",
        "properties": {key: {"type": "integer", "minimum": 0} for key in ("count", "all")},
        "additionalProperties": False,
    }
    return {"properties": {**common, **keys}, "additionalProperties": False, **more}


def _rule() -> Schema:
    """A rule of a sudoku: its name, or a mapping of that to what it applies to."""
    value = _tree("sudoku")["properties"]["rules"]["items"]["additionalProperties"]
    listed: Schema = {"any": {"type": "array", "minItems": 2, "items": RULE}}
    named = {name: listed.get(name, value) for name in RULES}
    one = {"minProperties": 1, "maxProperties": 1, "additionalProperties": False}
    return {"anyOf": [{"enum": [*RULES]}, {"type": "object", "properties": named, **one}]}


# ---- genres


def _genre(kinds: Iterable[ClueKind]) -> Schema:
    """The instances of a genre that takes these clues."""
    keys = {key: _scalar("genre", key, "text" if key == "known" else "count") for key in OF_GENRES}
    del keys["genre"]
    return _with_common(keys | {kind.key: _clues(kind) for kind in kinds}, {})


def _stated() -> Schema:
    """An instance that states its genre, whose keys are as that says."""
    keys = _tree("")["properties"] | {"genre": {"type": ["string", "object"]}}
    return {"properties": keys, "required": ["genre"]}


def _clues(kind: ClueKind) -> Schema:
    listed = {"type": "array", "items": CLUE}
    match kind:
        case SwitchClue():
            return {"type": "boolean"}
        case RoomClue():
            return {"type": "string"}
        case _ if kind.at in DRAWN:
            return {"type": "string"}
        case _ if kind.at == "board":
            return CLUE
        case _ if kind.at == "room":
            return {"type": "object", "additionalProperties": CLUE}
    sides = ("rows", "columns") if kind.at == "line" else ("top", "bottom", "left", "right")
    return {"type": "object", "properties": dict.fromkeys(sides, listed), "additionalProperties": False}


# ---- the table of keys as a tree


def _tree(family: str) -> Schema:
    """The schema of the keys of a row of the table: each path is a way from the root to a type."""
    root: Schema = {}
    for kind, paths in KEYS[family].items():
        for path in paths:
            node = root
            for step in _steps(path):
                node = _below(node, step)
            node.update(_scalar(family, path, kind, node))
    return root


def _scalar(family: str, path: str, kind: Kind, node: Mapping[str, Any] | None = None) -> Schema:
    """The key words for a value of this kind, added to those of its node."""
    if words := [*WORDS.get(family, {}).get(path, ())]:
        return {"enum": words}
    return {"type": [*(node or {}).get("type", ()), *TYPES[kind]]}


def _steps(path: str) -> Iterator[str]:
    return (match[0] for match in re.finditer(r"\[\]|[^.\[\]]+", path))


def _below(node: Schema, step: str) -> Schema:
    """The schema of an item (`[]`), of any key (`*`), or of a key of the node, which is made to hold it."""
    holds = "array" if step == "[]" else "object"
    if "enum" in node:  # such as the words of `border`, which is also a mapping of letters to these
        node["anyOf"] = [{"enum": node.pop("enum")}, {}]
    node = node["anyOf"][1] if "anyOf" in node else node
    if holds not in node.setdefault("type", []):
        node["type"].append(holds)
    if step == "[]":
        child: Schema = node.setdefault("items", {})
    elif step == "*":
        child = node.setdefault("additionalProperties", {})
    else:
        child = node.setdefault("properties", {}).setdefault(step, {})
        node.setdefault("additionalProperties", False)
    return child
