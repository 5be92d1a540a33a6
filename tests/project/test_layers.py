"""The plan of the house: which room may import which, at the top of a file or within a function.

`FLOORS` lists the rooms from the ground up. A module imports modules of its own room and of lower floors,
nothing else; rooms on one floor do not know each other. A room is a module or a folder of modules.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from tests.helpers import ROOT, identifier

PACKAGE = "zenkai_solver"
WHOLE = re.compile(rf"{PACKAGE}(\.\w+)+\.?(:\w+)?")  # names of modules, or the start of one, as text
ALONE = "solvers.checker"  # imports the standard library and itself, so that it can be read and moved alone
FLOORS = (
    ("models.source", "models.classes", "models.imports"),
    ("models.constraints",),
    ("models.csp", "models.document", "models.grid", "models.bits", "solvers.checker"),
    ("models.linear", "models.parsing"),
    (
        "models.symmetry",
        "models.graphs",
        "models.blocks",
        "models.drawing",
        "models.fields",
        "models.pieces",
        "models.render",
    ),
    ("models.puzzle", "models.rows", "models.lattices"),
    ("models.where", "models.batches"),
    (
        "models.packing",
        "models.sudoku",
        "models.nonogram",
        "models.dissection",
        "models.formula",
        "models.genres",
    ),
    ("models.formats", "models.texts"),
    ("models.loading",),
    ("models.schema",),
    ("solvers.kernels",),
    ("solvers.core.deadlines",),
    (
        "solvers.core.backend",
        "solvers.core.loops",
        "solvers.core.progress",
        "solvers.core.about",
        "solvers.python_api.cards",
        "solvers.core.shipped",
    ),
    ("solvers.core.levels", "solvers.core.stopping"),
    ("solvers.core.command", "solvers.core.stages", "solvers.core.sources", "solvers.engines.handover"),
    (
        "solvers.engines.exactcover",
        "solvers.engines.sat",
        "solvers.engines.dissect",
        "solvers.engines.sudoku",
        "solvers.engines.casewise",
    ),
    ("solvers.engines.cpsat", "solvers.engines.lines", "solvers.engines.frontier"),  # all use clauses of sat
    ("solvers.engines.names",),
    ("solvers.engines.table",),
    ("solvers.core.pipeline",),
    ("solvers.core.display", "solvers.core.processes", "solvers.solution_files"),
    ("solvers.certificates", "solvers.export"),
    ("solvers.core.rechecking",),
    ("solvers.core.options", "solvers.python_api.solutions"),
    ("solvers.core.estimating",),
    ("solvers.core.events",),
    ("solvers.core.searching", "solvers.core.reporting"),
    ("solvers.cubes", "solvers.python_api.saved"),
    ("solvers.core.proving",),
    ("solvers.sets", "solvers.batch", "solvers.explanations", "solvers.uniqueness"),
    ("solvers.generators", "solvers.gallery"),
    ("solvers.commands.compile",),
    ("solvers.commands.query", "solvers.commands.diff", "solvers.commands.gallery"),
    ("solvers.commands.sets", "solvers.commands.makeunique"),
    (
        "solvers.commands.verify",
        "solvers.commands.merge",
        "solvers.commands.show",
        "solvers.commands.line",
        "solvers.commands.generate",
        "solvers.commands.draw",
        "solvers.commands.explain",
    ),
    ("solvers.commands.certificate", "solvers.commands.check", "solvers.commands.export"),
    ("solvers.commands.convert",),
    (
        "solvers.commands.warmup",
        "solvers.commands.genres",
        "solvers.commands.identify",
        "solvers.commands.instances",
        "solvers.commands.pieces",
        "solvers.commands.schema",
    ),
    ("solvers.commands.single",),
    ("solvers.commands.run",),
    ("solvers.webapp",),
    ("solvers.commands.serve",),
    ("solvers.python_api.api", "solvers.cli", "solvers.run"),
    ("solvers.commands.completion",),
    (PACKAGE,),
)
FAMILIES = ("packing", "sudoku", "nonogram", "dissection", "formula")
NAMED = (
    "packing",
    "sudoku",
    "nonogram",
    "dissection",
    "models.formula",
)  # a formula is also what a solver has
# Rooms that belong to one family, or list them all.
OWN = (
    *(f"models.{family}" for family in FAMILIES),
    "models.genres",
    *(
        "models.formats",
        "models.texts",
        "models.loading",
        "models.schema",
        "models.blocks",
        "models.pieces",
        "models.lattices",
    ),
    *(
        "solvers.engines",
        "solvers.batch",
        "solvers.generators",
        "solvers.commands.line",
        "solvers.commands.generate",
    ),
    *("solvers.checker", "solvers.certificates"),
    "solvers.webapp",  # an editor for each family
    "solvers.cli",  # lists these commands
)


@cache
def modules() -> Mapping[str, Path]:
    """Every module by its name, without the package."""
    found = {}
    for path in sorted(
        path for folder in ("models", "solvers", PACKAGE) for path in (ROOT / folder).rglob("*.py")
    ):
        found[".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")] = path
    return found


@dataclass(frozen=True)
class Text:
    """What the tests ask of a module's text, read once."""

    imported: frozenset[str]  # modules of the project, anywhere in the text
    words: tuple[str, ...]  # of the code; docstrings may give examples


@cache
def text_of(module: str) -> Text:
    nodes = list(ast.walk(ast.parse(modules()[module].read_text(encoding="utf-8"))))
    prose = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    return Text(
        frozenset(name for node in nodes for name in _targets(node, module)) - {module},
        tuple(word for node in nodes if id(node) not in prose for word in _words(node)),
    )


def imported(module: str) -> frozenset[str]:
    return text_of(module).imported


def _targets(node: ast.AST, module: str) -> Iterator[str]:
    if module.startswith(ALONE):
        yield from _of_checker(node)
        return
    match node:
        case ast.ImportFrom(module=name, names=aliases, level=level):
            assert level == 0, "imports are absolute"
            for alias in aliases if _ours(name or "") else ():
                yield _known(f"{name}.{alias.name}")
        case ast.Import(names=aliases):
            yield from (_known(alias.name) for alias in aliases if _ours(alias.name))
        case ast.Constant(value=str(text)) if WHOLE.fullmatch(text):  # of importlib or a table
            yield _known(text.partition(":")[0])


def _ours(name: str) -> bool:
    return name.split(".")[0] == PACKAGE


def _known(name: str) -> str:
    """The module of that name, or that has something of that name; of the start of a name, its folder."""
    inner = name.removeprefix(PACKAGE).strip(".")
    while inner and inner not in modules():
        inner = inner.rpartition(".")[0]
    return inner or PACKAGE


def _of_checker(node: ast.AST) -> Iterator[str]:
    """What the checker imports: its own modules, by a dot; all else is of the standard library."""
    match node:
        case ast.ImportFrom(module=name, level=1):
            yield from [f"{ALONE}.{name}"] if name else [f"{ALONE}.{alias.name}" for alias in node.names]
        case ast.ImportFrom(module=str(name)):
            assert name.split(".")[0] in sys.stdlib_module_names, name
        case ast.Import():
            assert {alias.name.split(".")[0] for alias in node.names} <= sys.stdlib_module_names


WAYS = {
    "at the top": "from zenkai_solver.solvers.commands.run import main",
    "in a function": "def f():\n    from zenkai_solver.solvers.commands import run",
    "by import": "def f():\n    import zenkai_solver.solvers.commands.run as own",
    "by importlib": "import importlib\nimportlib.import_module('zenkai_solver.solvers.commands.run')",
    "by a table": "TABLE = {'x': 'zenkai_solver.solvers.commands.run:main'}",
    "by __import__": "__import__('zenkai_solver.solvers.commands.run')",
}


@pytest.mark.parametrize("text", WAYS.values(), ids=WAYS)
def test_each_way_to_import_is_seen(text: str) -> None:
    assert {name for node in ast.walk(ast.parse(text)) for name in _targets(node, "models.csp")} == {
        "solvers.commands.run"
    }


def test_the_start_of_a_name_is_its_folder() -> None:
    (node,) = ast.parse("f'zenkai_solver.solvers.generators.{family}'").body
    assert {name for part in ast.walk(node) for name in _targets(part, "models.csp")} == {
        "solvers.generators"
    }


def told_later(module: str) -> set[str]:
    """What the module names to `jit.later`: instructions for functions that it has in Python."""
    text = modules()[module].read_text(encoding="utf-8")
    tree = ast.parse(text if "later(" in text else "")
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    named = (node.args[0] for node in calls if isinstance(node.func, ast.Name) and node.func.id == "later")
    return {name for node in named for name in _targets(node, module)}


@cache
def room(module: str) -> str:
    """The room on the list to which the module belongs."""
    rooms = [name for floor in FLOORS for name in floor]
    own = [name for name in rooms if module == name or module.startswith(name + ".")]
    assert own, f"{module} is in no room: name its room in FLOORS"
    return max(own, key=len)


@cache
def floor(name: str) -> int:
    return next(number for number, rooms in enumerate(FLOORS) if name in rooms)


PACKAGES = (  # folders whose modules have floors of their own
    "models",
    "solvers",
    "solvers.core",
    "solvers.engines",
    "solvers.commands",
    "solvers.python_api",
)


def test_every_room_is_there() -> None:
    empty = [name for rooms in FLOORS for name in rooms if name not in modules()]
    assert empty == []


def test_imports_lead_down() -> None:
    wrong = [
        f"{module} imports {target}"
        for module in modules().keys() - set(PACKAGES)
        for target in imported(module) - set(PACKAGES)
        if room(target) != room(module) and floor(room(target)) >= floor(room(module))
    ]
    assert wrong == []


ROOMS = 20  # under solvers/, at most: what a newcomer reads in a minute


def test_rooms_are_few_and_folders() -> None:
    """All but the two doors: `python -m solvers.run`, and the console script's `cli`."""
    rooms = {name.split(".")[1] for name in modules() if name.startswith("solvers.")}
    assert len(rooms) <= ROOMS
    assert {name for name in rooms if not (ROOT / "solvers" / name).is_dir()} == {"run", "cli"}


def test_class_names_are_unique() -> None:
    """In the whole product but the checker, which stands alone: a name has one meaning."""
    names = Counter(
        node.name
        for module, path in modules().items()
        if not module.startswith(ALONE)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    )
    assert {name for name, number in names.items() if number > 1} == set()


def test_no_circle_of_modules() -> None:
    """Also not within a room, nor by imports inside functions; but by `later`, for what Numba is to be told."""
    left = {module: set(imported(module) - told_later(module)) & set(modules()) for module in modules()}
    while ready := [module for module, needs in left.items() if not needs & left.keys()]:
        for module in ready:
            del left[module]
    assert sorted(left) == []


def test_generic_rooms_name_no_family() -> None:
    """Neither by an import nor in a word of the code; docstrings may give examples."""
    wrong = [
        (module, word)
        for module in modules()
        if not module.startswith(OWN)
        for word in text_of(module).words
        if any(family in word.lower() for family in NAMED)
    ]
    assert wrong == []


def _words(node: ast.AST) -> Iterator[str]:
    if (name := identifier(node)) is not None:
        yield name
    match node:
        case ast.alias(name=name):
            yield name
        case ast.ImportFrom(module=str(name)):
            yield name
        case ast.Constant(value=str(text)):
            yield text
