"""No variable of the product has a name that does not say what thing it is."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tests.helpers import ROOT, identifier

FOLDERS = ("models", "solvers", "zenkai_solver", "scripts")
VAGUE = {"own", "found", "said", "alone"}


def names(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Line and name of every variable, parameter, attribute, keyword argument, function, class and alias."""
    for node in ast.walk(tree):
        if (name := identifier(node)) is not None:
            yield node.lineno, name
        match node:
            case ast.alias(asname=str(name)) | ast.ExceptHandler(name=str(name)):
                yield node.lineno, name
            case (
                ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)) | ast.MatchMapping(rest=str(name))
            ):
                yield node.lineno, name


def vague(text: str) -> list[tuple[int, str]]:
    return sorted({(line, name) for line, name in names(ast.parse(text)) if name in VAGUE})


def test_names_name_the_thing() -> None:
    paths = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
    assert len(paths) > 100
    places = [
        f"{path.relative_to(ROOT)}:{line} {name}"
        for path in paths
        for line, name in vague(path.read_text(encoding="utf-8"))
    ]
    assert places == []


@pytest.mark.parametrize(
    "text",
    [
        "own = 1",
        "def f(said): pass",
        "[0 for found in x]",
        "x.found",
        "f(said=1)",
        "def alone(): pass",
        "import a as own",
        "match x:\n    case [*found]: pass",
        "match x:\n    case {**own}: pass",
        "match x:\n    case 1 as said: pass",
        "f'{alone}'",
        "try: pass\nexcept E as found: pass",
    ],
)
def test_a_vague_name_is_seen(text: str) -> None:
    assert vague(text)
    assert not vague("'own found'  # said alone")
