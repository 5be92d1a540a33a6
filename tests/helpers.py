"""Independent second ways to every number: brute force over assignments, and over ways to fill a board."""

from __future__ import annotations

import ast
from collections.abc import Callable, Container, Iterable, Sequence
from functools import cache
from inspect import Parameter, Signature, signature
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings

from zenkai_solver.models.constraints import holds
from zenkai_solver.models.csp import Model, Solution
from zenkai_solver.models.fields import Fields
from zenkai_solver.models.loading import FAMILIES, Family, imported, load, loads
from zenkai_solver.models.puzzle import Instance

ROOT = Path(__file__).resolve().parent.parent
INSTANCES = ROOT / "instances"
PATIENCE = 200.0  # seconds for anything that ends by itself, on the slowest machine; then a test fails


def broadly(names: Iterable[str], few: Container[str], slow: Container[str] = ()) -> list[Any]:
    """Parameters by their names: `few` are in the default suite, and hold what the others hold more broadly."""

    def marks(name: str) -> list[Any]:
        return [pytest.mark.slow] if name in slow else [] if name in few else [pytest.mark.broad]

    return [pytest.param(name, id=name, marks=marks(name)) for name in names]


def some(name: str, whole: int, share: int = 3) -> pytest.MarkDecorator:
    """A parameter that is a share of the number in the default suite, and all of it in the broad."""
    return pytest.mark.parametrize(name, [whole // share, pytest.param(whole, marks=pytest.mark.broad)])


def given_some(
    number: int, *strategies: Any, examples: Sequence[Any] = (), **named: Any
) -> Callable[..., Any]:
    """As hypothesis' `given`: a third of so many examples in the default suite, all of them in the broad.

    `examples` are tried in both. Other parameters of the test are pytest's.
    """

    def decorated(body: Callable[..., None]) -> Callable[..., None]:
        parameters = signature(body).parameters
        strategies_of = {
            **dict(zip(list(parameters)[len(parameters) - len(strategies) :], strategies)),
            **named,
        }
        left = [parameter for name, parameter in parameters.items() if name not in strategies_of]

        def test(number: int, **fixtures: Any) -> None:
            run = given(**strategies_of)(body)
            for tried in examples:
                run = example(tried)(run)
            settings(max_examples=number, deadline=None)(run)(**fixtures)

        test.__name__, test.__doc__, test.__module__ = body.__name__, body.__doc__, body.__module__
        asked = Parameter("number", Parameter.KEYWORD_ONLY)
        test.__signature__ = Signature([*(one.replace(kind=Parameter.KEYWORD_ONLY) for one in left), asked])  # type: ignore[attr-defined]
        return some("number", number)(test)

    return decorated


UNSTATED = {**FAMILIES, "genre": Family(imported("genres.reading:read_unstated"))}


@cache
def shipped(path: Path) -> Instance:
    """An instance of ours, read once per process: many tests ask for the same. The model of a genre is not made yet,
    as it would be by `load`: each worker that collects asks for all instances.
    """
    return loads(path.read_text("utf-8"), path.stem, UNSTATED) if path.parent.name == "genres" else load(path)


def made(family: str, keys: dict[str, Any]) -> Any:
    """The puzzle that the keys of an instance state. Raises InstanceError."""
    return FAMILIES[family].read(Fields(keys))


def brute_force(model: Model) -> list[Solution]:
    """Every solution by trying all assignments, projected, sorted."""
    solutions = set()
    for bits in product((False, True), repeat=model.size):
        true_vars = {var for var, bit in enumerate(bits, start=1) if bit}
        if all(holds(constraint, true_vars) for constraint in model.constraints):
            solutions.add(tuple(var for var in model.projection if var in true_vars))
    return sorted(solutions)


def identifier(node: ast.AST) -> str | None:
    """The name that a node of Python code has, other than in imports, patterns and handlers."""
    match node:
        case (
            ast.Name(id=name)
            | ast.Attribute(attr=name)
            | ast.FunctionDef(name=name)
            | ast.AsyncFunctionDef(name=name)
            | ast.ClassDef(name=name)
            | ast.arg(arg=name)
            | ast.keyword(arg=str(name))
        ):
            return name
    return None
