"""Families, engines and what they open follow their protocols, member by member."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from functools import cached_property
from types import ModuleType
from typing import Any, Protocol, get_type_hints

import numpy as np
import pytest

from tests.protocols import ABILITIES, BACKEND, FAMILY_ABILITIES, FOLLOWERS, PUZZLE
from zenkai_solver.models import csp, puzzle
from zenkai_solver.models.formats.table import endings
from zenkai_solver.models.loading import FAMILIES
from zenkai_solver.solvers import backend
from zenkai_solver.solvers.engines.table import BACKENDS, STRUCTURES, make


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


def parameters(owner: type, name: str) -> list[tuple[str, Any, Any, Any]]:
    """Name, kind, default and type of each parameter of the method."""
    method = getattr(owner, name)
    types = get_type_hints(
        method, localns={"np": np, "BoardBatch": np.ndarray}
    )  # which modules may load for type checkers only
    return [
        (p.name, p.kind, p.default, types.get(p.name)) for p in inspect.signature(method).parameters.values()
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


@pytest.mark.parametrize("ability", ABILITIES)
def test_an_engine_has_all_of_an_ability_or_nothing(ability: type) -> None:
    """A member that is missing or named otherwise would switch the ability off without a word."""
    asked = set(members(ability))
    some = {engine for engine in BACKEND if asked.intersection(dir(engine))}
    assert some == set(FOLLOWERS[ability])


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
