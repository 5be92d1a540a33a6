"""Instances from the sources that the Python interface takes, and the texts of instances."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import yaml

from zenkai_solver.models.document import MAX_BYTES, InstanceError, is_file
from zenkai_solver.models.formats.links import recognised
from zenkai_solver.models.formats.table import many_in
from zenkai_solver.models.genres.genre import Genre, to_data, vocabulary
from zenkai_solver.models.loading import added, condition, load, load_text, loads
from zenkai_solver.models.parsing import MAX_DEPTH, parse_yaml
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.solvers.core import shipped

Source = str | os.PathLike[str] | Mapping[str, Any] | Instance

YAML_TEXT = re.compile(r"\s*\{|(.*[\n\r])?\s*[A-Za-z_]+:(\s|$)", re.DOTALL)
GRID_TEXT = re.compile(r"\s*([0-9.*_]{16,}|[0-9A-Za-z.*_]{256}|[0-9A-Za-z.*_]{625}|.*[\n\r].*)\s*", re.DOTALL)
NAME = "puzzle"  # the name of an instance that does not come from a file


def read_source(source: Source, where: str | None = None) -> tuple[Instance, Path | None]:
    """The instance, under the condition `where` if there is one, and its file if it comes from one. The first
    case that applies:

    - an `Instance` is itself; a mapping has the keys of an instance file, `puzzle` may be a `Genre`
    - a path object (`os.PathLike`) is a file
    - a str is YAML text if it begins with "{", or if one of its lines begins with a key, a colon and a space
    - else it is the path of a file that exists
    - else it is a link or a game ID, a sudoku by its 81 characters (16 or more, in one line), or any text of
      several lines in one of the formats of puzzles: what `zenkai run -` reads from standard input
    - else it is the path of a file, or the name of a shipped instance: "pento6x10", "thermo"

    Raises InstanceError, one line with the place, for anything else and for what is wrong inside.
    """
    instance, path = _read(source)
    if where is None:
        return instance, path
    try:
        return loads(added(instance.text, condition(where)), instance.name), path
    except InstanceError as error:
        error.line = None  # a line of a text that the caller has not seen
        raise


def _read(source: Source) -> tuple[Instance, Path | None]:
    if isinstance(source, Instance):
        return source, None
    if isinstance(source, Mapping):
        return _stated(as_yaml(_with_data(source)), "<mapping>"), None
    if source == "":
        raise InstanceError((), "an empty text: give a path, a shipped name such as pento6x10, or a puzzle")
    if isinstance(source, str) and YAML_TEXT.match(source):
        return _stated(source, "<text>"), None
    if isinstance(source, str) and _is_puzzle(source):
        return _pasted(source), None
    if isinstance(source, (str, os.PathLike)):
        return _from_file(source)
    kind = type(source).__name__
    raise InstanceError((), f"not a path, a name, YAML text, a mapping or an Instance, but of type {kind}")


def _is_puzzle(text: str) -> bool:
    """Is it a puzzle in another format than YAML, and not the name of a file?"""
    return bool(GRID_TEXT.fullmatch(text) or recognised(text)) and not _names_file(text)


def _names_file(text: str) -> bool:
    """False also for a text with a NUL, which no name can have."""
    return "\0" not in text and is_file(Path(text))


def _pasted(text: str) -> Instance:
    try:
        return replace(load_text(text, "<text>"), name=NAME)
    except InstanceError as error:
        if error.file is None:
            error.file = "<text>"
        raise


def _with_data(source: Mapping[str, Any]) -> Mapping[str, Any]:
    """The mapping with the statement of its genre as data. Raises InstanceError for a genre with code."""
    genre = source.get("puzzle")
    if not isinstance(genre, Genre):
        return source
    return {**source, "puzzle": "genre", "genre": to_data(genre)}


def _from_file(source: str | os.PathLike[str]) -> tuple[Instance, Path]:
    path = shipped.find(source) if isinstance(source, str) else Path(source)
    if many_in(path):
        error = InstanceError(
            (), "a file of many puzzles: `zenkai run` answers all, `zenkai convert --number N` takes one"
        )
        error.file = str(path)
        raise error
    return load(path), path


def _stated(text: str, place: str) -> Instance:
    try:
        return loads(text, NAME)
    except InstanceError as error:
        error.file = place
        if place == "<mapping>":
            error.line = None  # a line of a text that the caller has not seen
        raise


KEY = re.compile(r"^[A-Za-z_]+[ \t]*:")


def restated(text: str, changes: Mapping[str, Any]) -> str:
    """The text of an instance with the values of some keys replaced, and its other lines and comments kept.

    If its keys are not on separate lines, the whole text is written again, without comments.
    """
    kept = "".join(block for block in _blocks(text) if KEY.match(block) and _key(block) not in changes)
    comments = "".join(block for block in _blocks(text)[:1] if not KEY.match(block))
    wanted = {**parse_yaml(text).data, **changes}
    edited = comments + kept + as_yaml(changes)
    try:
        return edited if parse_yaml(edited).data == wanted else as_yaml(wanted)
    except InstanceError:
        return as_yaml(wanted)


def _blocks(text: str) -> list[str]:
    """The text, split before each line that begins with a key; the first block is what precedes any key."""
    blocks = [""]
    for line in text.splitlines(keepends=True):
        if KEY.match(line):
            blocks.append("")
        blocks[-1] += line if line.endswith("\n") else line + "\n"
    return blocks


def _key(block: str) -> str:
    return block.partition(":")[0].rstrip()


class _Plain(yaml.SafeDumper):
    """Writes drawings as block texts, and no aliases, which an instance must not have."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


def _list(dumper: yaml.SafeDumper, values: list[Any]) -> yaml.SequenceNode:
    """An expression of a genre, a list that starts with a word of the vocabulary, is one line."""
    is_word = bool(values) and isinstance(values[0], str) and values[0] in vocabulary()
    return dumper.represent_sequence("tag:yaml.org,2002:seq", values, flow_style=is_word)


_Plain.add_representer(list, _list)
_Plain.add_representer(str, _text)


def as_yaml(source: Mapping[str, Any]) -> str:
    """The text of the instance file that states the mapping. Raises InstanceError."""
    try:
        return yaml.dump(dict(source), Dumper=_Plain, sort_keys=False, allow_unicode=True, width=MAX_BYTES)
    except yaml.YAMLError as error:
        raise InstanceError((), f"a mapping that YAML cannot state: {error.args[0]}") from None
    except RecursionError:
        deep = "it holds itself" if _holds_itself(source) else f"nested deeper than {MAX_DEPTH}"
        raise InstanceError((), f"a mapping that YAML cannot state: {deep}") from None


def _holds_itself(source: object) -> bool:
    """Is a mapping or list in it inside itself? Without recursion, as it may be deep."""
    inside, seen = set[int](), set[int]()
    ahead = [(source, True)]
    while ahead:
        value, enters = ahead.pop()
        if not enters:
            inside.remove(id(value))
        elif id(value) in inside:
            return True
        elif isinstance(value, Mapping | list | tuple) and id(value) not in seen:
            inside.add(id(value))
            seen.add(id(value))
            ahead.append((value, False))
            parts = value.values() if isinstance(value, Mapping) else value
            ahead += ((part, True) for part in parts)
    return False
