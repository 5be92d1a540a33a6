"""Nothing private of other packages is used: by the imports and attributes of every source file."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.helpers import ROOT

DOCUMENTED = {  # names with an underscore that the documentation of Python or of the package tells users to use
    *("_asdict", "_field_defaults", "_fields", "_make", "_replace"),  # collections.namedtuple
    "_exit",  # os
    "_current_frames",  # sys
    "_repr_html_",  # IPython
    "_repr_mimebundle_",
    "_repr_svg_",
}
FOLDERS = ("models", "solvers", "zenkai_solver", "scripts", "tests")


@cache
def sources() -> dict[Path, ast.Module]:
    paths = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in paths}


def is_private(name: str) -> bool:
    return name.startswith("_") and not (name.startswith("__") and name.endswith("__")) and name != "_"


def ours(module: str | None, level: int = 0) -> bool:
    return level > 0 or (module or "").partition(".")[0] in (*FOLDERS, "helpers", "conftest")


def defined(tree: ast.Module) -> Iterator[str]:
    """Private names that the file itself gives: functions, classes, fields, variables and arguments."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Name(id=name, ctx=ast.Store()):
                yield name
            case ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store()):
                yield name
            case ast.arg(arg=name):
                yield name


def foreign(tree: ast.Module, own: frozenset[str]) -> Iterator[tuple[int, str]]:
    """Line and name of what is private and not ours: imported, an attribute, or a keyword of a call."""
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=module, names=names, level=level) if not ours(module, level):
                parts = [*(module or "").split("."), *(alias.name for alias in names)]
                yield from ((node.lineno, part) for part in parts if is_private(part))
            case ast.Import(names=names):
                parts = [part for alias in names for part in alias.name.split(".")]
                yield from ((node.lineno, part) for part in parts if is_private(part))
            case ast.Attribute(attr=name) if is_private(name) and name not in own:
                yield node.lineno, name
            case ast.keyword(arg=str(name)) if is_private(name) and name not in own:
                yield node.value.lineno, name
            case ast.Call(
                func=ast.Name(id="getattr" | "setattr"), args=[_, ast.Constant(value=str(name)), *_]
            ):
                if is_private(name) and name not in own:
                    yield node.lineno, name


@cache
def own_names() -> frozenset[str]:
    return (
        frozenset(name for tree in sources().values() for name in defined(tree) if is_private(name))
        | DOCUMENTED
    )


def test_no_private_name_of_others_is_used() -> None:
    assert len(sources()) > 100
    found = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path, tree in sources().items()
        for line, name in foreign(tree, own_names())
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "text",
    [
        "from _pytest.assertion import rewrite",
        "from runpy import _run_module_as_main",
        "import numba._dispatcher",
        "import subprocess\nsubprocess.Popen._try_wait",
        "dispatcher._compile_for_args(1)",
        "njit(f, _nrt=False)",
        "getattr(dispatcher, '_cache')",
        "dispatcher._cache = kept",
    ],
)
def test_a_private_name_is_seen(text: str) -> None:
    assert list(foreign(ast.parse(text), own_names()))
