"""Families, engines and what they open follow their protocols, member by member."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import fields
from functools import cached_property
from types import ModuleType
from typing import Any, Protocol, get_type_hints

import numpy as np
import pytest

from tests.helpers import ROOT
from tests.protocols import FAMILY_ABILITIES, FOLLOWERS, PUZZLE
from zenkai_solver.models import csp, puzzle, symmetry
from zenkai_solver.models.formats.table import endings
from zenkai_solver.models.grid import Cell
from zenkai_solver.models.loading import FAMILIES
from zenkai_solver.models.render import text
from zenkai_solver.models.render.layout import Layout
from zenkai_solver.models.render.moving import PieceMotion
from zenkai_solver.models.render.notes import Notes
from zenkai_solver.solvers.core import backend
from zenkai_solver.solvers.engines.casewise import Casewise
from zenkai_solver.solvers.engines.names import BACKENDS
from zenkai_solver.solvers.engines.table import STRUCTURES, make
from zenkai_solver.solvers.kernels.jit import Work


def subclasses(base: type) -> list[Any]:
    """Those of the product, of the engines that are imported above."""
    return [own for own in base.__subclasses__() if own.__module__.startswith("zenkai_solver.")]


def members(protocol: type) -> list[str]:
    """The public members that the protocol asks for."""
    return sorted(name for name in {**vars(protocol), **inspect.get_annotations(protocol)} if name[0] != "_")


def protocols(module: ModuleType) -> Iterator[type]:
    for item in vars(module).values():
        if inspect.isclass(item) and item.__module__ == module.__name__ and Protocol in item.__bases__:
            yield item


def test_the_table_names_every_protocol() -> None:
    assert set(FOLLOWERS) == {p for module in (csp, puzzle, backend) for p in protocols(module)}
    assert all(FOLLOWERS.values())


CASES = [
    pytest.param(protocol, follower, name, id=f"{follower.__name__}.{name} as {protocol.__name__}")
    for protocol, followers in FOLLOWERS.items()
    for follower in followers
    for name in members(protocol)
]


TYPES = {  # which modules may load for type checkers only
    **{name: getattr(csp, name) for name in ("Cube", "Model", "Solution")},
    **{"Board": symmetry.Board, "SymmetryGroup": symmetry.SymmetryGroup, "Style": text.Style},
    **{"Cell": Cell, "Layout": Layout, "PieceMotion": PieceMotion, "Notes": Notes, "Work": Work},
    "np": np,
    "BoardBatch": np.ndarray,
}


def parameters(owner: type, name: str) -> list[tuple[str, Any, Any, Any]]:
    """Name, kind, default and type of each parameter of the method but `self`."""
    method = getattr(owner, name)
    types = get_type_hints(method, localns=TYPES)
    return [
        (p.name, p.kind, p.default, types.get(p.name))
        for p in inspect.signature(method).parameters.values()
        if p.name != "self"
    ]


@pytest.mark.parametrize(("protocol", "follower", "name"), CASES)
def test_a_member_is_as_the_protocol_says(protocol: type, follower: type, name: str) -> None:
    if name in getattr(follower, "__dataclass_fields__", {}):
        return
    assert hasattr(follower, name)
    asked, own = getattr(protocol, name, None), inspect.getattr_static(follower, name)
    if isinstance(inspect.getattr_static(protocol, name, None), classmethod):
        assert isinstance(own, classmethod)
    if inspect.isroutine(asked):
        assert parameters(follower, name) == parameters(protocol, name)
    else:  # an attribute or a property
        assert isinstance(own, (property, cached_property)) or not callable(own)


ENGINES = [*(load() for load in BACKENDS.values()), Casewise]
OPENED = subclasses(backend.Opened)


def test_there_are_few_protocols_and_none_of_an_ability_of_engines() -> None:
    """What one engine alone can do is a method with a default: nobody asks what an engine is."""
    named = re.compile(r"^class \w+\((?:\w+, )?Protocol(?:\[.*\])?\):", re.MULTILINE)
    found = [
        path.name for path in (ROOT / "solvers").rglob("*.py") for _ in named.findall(path.read_text("utf-8"))
    ]
    assert found.count("backend.py") <= 1  # SteppingBackend
    assert len(found) <= 11, found


@pytest.mark.parametrize("engine", [*ENGINES, *OPENED])
def test_an_engine_defines_nothing_public_but_what_its_base_has(engine: type) -> None:
    """A member that is named otherwise would be the default of the base without a word."""
    base = backend.Opened if issubclass(engine, backend.Opened) else backend.Backend
    known = {*dir(base), *inspect.get_annotations(base), *(field.name for field in fields(engine)), "steps"}
    assert {name for name in vars(engine) if name[0] != "_"} <= known
    for name in {*vars(engine)} & {*vars(base)}:
        if inspect.isfunction(vars(base)[name]) and name[0] != "_":
            assert parameters(engine, name) == parameters(base, name)


def test_an_opened_engine_finds_solutions() -> None:
    """One at least of the two methods that have each other as defaults is its own; `many` says which."""
    assert len(OPENED) == len(ENGINES)
    for opened in OPENED:
        assert {"batches", "solutions"} & {*vars(opened)}
        assert opened.many == ("batches" in vars(opened))


@pytest.mark.parametrize("ability", FAMILY_ABILITIES)
def test_a_family_has_all_of_an_ability_or_nothing(ability: type) -> None:
    asked = set(members(ability))
    some = {family for family in PUZZLE if asked.intersection(dir(family))}
    assert some == set(FOLLOWERS[ability])


@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_has_a_translator_if_others_have_formats_for_it(family: str) -> None:
    assert (FAMILIES[family].translate is not None) == bool(endings(family))


def test_names_are_those_of_the_tables() -> None:
    assert [engine.name for engine in map(make, BACKENDS)] == list(BACKENDS)
    assert [family.family for family in PUZZLE] == list(FAMILIES)


def test_a_structure_that_an_engine_takes_is_given_to_it() -> None:
    taken = {
        f"{kind.__module__}:{kind.__qualname__}": name
        for name in BACKENDS
        for kind in make(name).takes.structures
    }
    assert taken.items() <= STRUCTURES.items()
    assert {name for name in BACKENDS if make(name).takes.dedicated} <= set(taken.values())
