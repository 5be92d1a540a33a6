"""A person's way through `run pento6x10`, as CONTRIBUTING lists it: each hop is there, and is called."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass

from tests.helpers import ROOT

MOST = 12  # hops from the door to the file
HEADING = "## A way through `run pento6x10`"
HOP = re.compile(
    r"^(?P<number>\d+)\. `(?P<path>[\w/.]+): (?P<name>[\w.]+)`(?: \(from (?P<caller>\d+)\))?", re.M
)


@dataclass(frozen=True)
class Hop:
    number: int
    path: str
    name: str  # of a function, or CLASS.METHOD
    caller: int  # the number of the hop that calls it

    def node(self) -> ast.AST:
        """What has the name in the module; the module itself where the name is imported."""
        tree: ast.AST = ast.parse((ROOT / self.path).read_text(encoding="utf-8"))
        for part in self.name.split("."):
            inner = next((node for node in ast.iter_child_nodes(tree) if named(node, part)), None)
            assert inner is not None, f"{self.path} has no {self.name}"
            tree = tree if isinstance(inner, ast.ImportFrom) else inner
        return tree


def named(node: ast.AST, name: str) -> bool:
    if isinstance(node, ast.ImportFrom):
        return any((alias.asname or alias.name) == name for alias in node.names)
    return isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name


def called(node: ast.AST) -> set[str]:
    """The names that are called within, without what they are members of."""
    functions = [call.func for call in ast.walk(node) if isinstance(call, ast.Call)]
    return {
        function.attr if isinstance(function, ast.Attribute) else function.id
        for function in functions
        if isinstance(function, ast.Attribute | ast.Name)
    }


def hops() -> list[Hop]:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text.partition(HEADING)[2].partition("\n## ")[0]
    return [
        Hop(int(hop["number"]), hop["path"], hop["name"], int(hop["caller"] or int(hop["number"]) - 1))
        for hop in HOP.finditer(section)
    ]


def test_the_way_is_short_and_leads_from_the_door_to_the_file() -> None:
    way = hops()
    assert [hop.number for hop in way] == [*range(1, len(way) + 1)]
    assert 2 <= len(way) <= MOST
    assert way[0].path == "solvers/run.py"
    assert way[-1].name == "write_all"


def test_each_hop_is_called_by_the_one_before() -> None:
    way = hops()
    missing = [
        hop.name for hop in way[1:] if hop.name.split(".")[-1] not in called(way[hop.caller - 1].node())
    ]
    assert missing == []
    assert all(hop.node() for hop in way)
    assert all(hop.caller < hop.number for hop in way)
