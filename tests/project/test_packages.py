"""What is installed: the packages by their own name, nothing under a name that others have too."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.helpers import ROOT

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # pytest needs it there too

SETTINGS: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
TOP = ("models", "solvers", "instances")  # folders at the top of a checkout, installed in zenkai_solver
SOURCES = [path for folder in ("zenkai_solver", *TOP) for path in (ROOT / folder).rglob("*.py")]


def folders(top: str) -> Iterator[Path]:
    """Those with code, and those with instances."""
    for path in (ROOT / top, *(ROOT / top).rglob("*/")):
        if (path / "__init__.py").is_file() or any(path.glob("*.yaml")):
            yield path


def test_every_package_is_listed() -> None:
    found = {"zenkai_solver"}
    for top in TOP:
        found |= {f"zenkai_solver.{'.'.join(path.relative_to(ROOT).parts)}" for path in folders(top)}
    listed = SETTINGS["tool"]["setuptools"]["packages"]
    assert sorted(listed) == sorted(found)
    assert len(listed) == len(set(listed))


def test_every_instance_is_data_of_a_listed_package() -> None:
    data = SETTINGS["tool"]["setuptools"]["package-data"]
    for path in (ROOT / "instances").rglob("*.*"):
        if path.suffix in (".yaml", ".sdm"):
            package = ".".join(("zenkai_solver", *path.parent.relative_to(ROOT).parts))
            assert f"*{path.suffix}" in data[package], path


def test_every_file_of_a_page_is_installed() -> None:
    data = SETTINGS["tool"]["setuptools"]["package-data"]
    grafted = (ROOT / "MANIFEST.in").read_text(encoding="utf-8").splitlines()
    found = [path for path in (ROOT / "solvers").rglob("static/*") if path.is_file()]
    assert len(found) > 2
    for path in found:
        package = ".".join(("zenkai_solver", *path.parent.parent.relative_to(ROOT).parts))
        assert f"static/*{path.suffix}" in data[package], path
        assert f"graft {path.parent.relative_to(ROOT).as_posix()}" in grafted, path


NEAR = re.compile(rf"(?:from|import|,)[\s\\]*(?:{'|'.join(TOP)})\b")  # in every text that imports one


def imported(path: Path) -> Iterator[tuple[int, str]]:
    """Line and name of every module that a file imports, also inside functions, if one of them may be wrong."""
    text = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)) if NEAR.search(text) else ():
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, "." * node.level + (node.module or "")


@pytest.mark.parametrize("folder", ["zenkai_solver", "models", "solvers", "tests", "scripts"])
def test_nobody_imports_the_folders_at_the_top(folder: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path in (ROOT / folder).rglob("*.py")
        for line, name in imported(path)
        if name.split(".")[0] in TOP
    ]
    assert wrong == []


MODULE = re.compile(r"""["'](models|solvers)(\.\w+)+(:\w+)?["']""")


def test_no_table_names_a_module_at_the_top() -> None:
    wrong = [path.relative_to(ROOT) for path in SOURCES if MODULE.search(path.read_text(encoding="utf-8"))]
    assert wrong == []


def test_metadata() -> None:
    project = SETTINGS["project"]
    assert project["name"] == "zenkai-solver"
    assert project["scripts"] == {"zenkai": "zenkai_solver.solvers.cli:process"}
    assert set(project["optional-dependencies"]) == {
        "bench",
        "cluster",
        "cpmpy",
        "pictures",
        "strangers",
        "test",
        "web",
        "zstd",
    }
    assert "Typing :: Typed" in project["classifiers"]
    assert (ROOT / "zenkai_solver" / "py.typed").is_file()
