"""The JSON Schema of instances: it accepts every instance that is read, and refuses wrong keys and values."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module

import jsonschema
import pytest
import yaml

from tests.helpers import INSTANCES
from tests.models.test_family import BASES
from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.genres.table import GENRES, genre
from zenkai_solver.models.loading import COMMON_KEYS, FAMILIES, loads
from zenkai_solver.models.schema import schema

SHIPPED = sorted(path.relative_to(INSTANCES).as_posix() for path in INSTANCES.rglob("*.yaml"))


@cache
def validator() -> jsonschema.Draft7Validator:
    return jsonschema.Draft7Validator(schema())


def accepts(text: str) -> bool:
    return validator().is_valid(yaml.safe_load(text))


def test_it_is_a_schema() -> None:
    jsonschema.Draft7Validator.check_schema(schema())


@pytest.mark.parametrize("name", SHIPPED)
def test_every_shipped_instance_is_accepted(name: str) -> None:
    assert accepts((INSTANCES / name).read_text(encoding="utf-8"))


@pytest.mark.parametrize("family", BASES)
def test_small_instances_are_accepted(family: str) -> None:
    assert all(accepts(f"puzzle: {family}\n{text}") for text in BASES[family])


def keys_of(name: str) -> set[str]:
    return set(schema()["definitions"][name]["properties"])


@pytest.mark.parametrize("family", [family for family in FAMILIES if family != "genre"])
def test_it_has_the_keys_that_the_reader_takes(family: str) -> None:
    taken = import_module(f"zenkai_solver.models.{family}.reading").KEYS
    assert keys_of(family) == {*COMMON_KEYS, *taken}


@pytest.mark.parametrize("name", GENRES)
def test_it_has_the_keys_of_each_genre(name: str) -> None:
    assert keys_of(name) == {*COMMON_KEYS, "size", "known", *(kind.key for kind in genre(name).given)}


PACKING = "puzzle: packing\nboard: 4x5\npieces: pentominoes\ncounts: any\n"
SUDOKU = "puzzle: sudoku\nsize: 4x4\n"
WRONG = {  # refused by the schema and by `loads`
    "no family": "board: 4x5\npieces: pentominoes\n",
    "an unknown family": "puzzle: pakking\nboard: 4x5\npieces: pentominoes\n",
    "an unknown key": PACKING + "bord: 4x5\n",
    "a key of another family": PACKING + "rules: [anti-king]\n",
    "no pieces": "puzzle: packing\nboard: 4x5\n",
    "a number for a drawing": PACKING.replace("4x5", "45"),
    "an unknown word": PACKING + "fill: partly\n",
    "text for a truth value": PACKING + 'mirror: "yes"\n',
    "a word that another key takes": PACKING + "border: corners\n",
    "a word within a mapping": PACKING + "border: {F: corners}\n",
    "vectors that hold text": PACKING.replace("pentominoes", "{A: [[a, b]]}"),
    "expect as a number": PACKING + "expect: 5\n",
    "an unknown key of expect": PACKING + "expect: {counts: 5}\n",
    "a negative number of solutions": PACKING + "expect: {all: -1}\n",
    "an unknown rule": SUDOKU + "rules: [anti-kings]\n",
    "an unknown rule with a value": SUDOKU + "rules: [termo: [R1C1 R1C2]]\n",
    "two rules as one": SUDOKU + "rules: [{thermo: [R1C1 R1C2], palindrome: [R1C1 R1C2]}]\n",
    "one alternative": SUDOKU + "rules: [any: [anti-king]]\n",
    "an unknown rule among alternatives": SUDOKU + "rules: [any: [anti-king, anti-kings]]\n",
    "rows without columns": "puzzle: nonogram\nrows: [[1]]\n",
    "a clue that is no list": "puzzle: nonogram\nrows: [1]\ncolumns: [[1]]\n",
    "one figure": "puzzle: dissection\nfrom: 2x2\n",
    "an unknown format": "puzzle: formula\nformat: sat\ntext: |\n  p cnf 1 0\n",
    "an unknown key of a genre": "puzzle: slitherlink\nsize: 2x2\nclue: |\n  ..\n  ..\n",
    "an unknown side": "puzzle: skyscrapers\nsize: 2x2\nclues: {up: [1, 2]}\n",
    "a drawing as a list": "puzzle: slitherlink\nclues: ['..', '..']\n",
}


@pytest.mark.parametrize("name", WRONG)
def test_it_refuses_what_is_wrong(name: str) -> None:
    with pytest.raises(InstanceError):
        loads(WRONG[name], "wrong")
    assert not accepts(WRONG[name])


def test_no_key_takes_anything_by_mistake() -> None:
    """Each schema of a value says which types, or which words, it takes."""

    def loose(node: Mapping[str, object], place: str) -> list[str]:
        known = {"type", "enum", "anyOf", "$ref", "properties", "const"}
        found = [] if known & node.keys() else [place]
        for key in ("properties", "definitions"):
            for name, part in dict(node.get(key, {})).items():  # type: ignore[call-overload]
                found += loose(part, f"{place}.{name}")
        for key in ("items", "additionalProperties"):
            if isinstance(part := node.get(key), dict):
                found += loose(part, f"{place}.{key}")
        return found

    assert loose(schema(), "") == []
