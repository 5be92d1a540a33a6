"""The size of the product: lines by folder (room), and the imports between folders.

    python scripts/rooms.py [BEFORE]

A room is a folder of `models/` or `solvers/`, or the modules that lie in neither. Lines are all lines of .py
files. An arrow is a pair of rooms of which one imports the other, also within a function.
With BEFORE, a commit, its figures stand beside those of the working copy; rooms that were renamed since are
under their present names (`RENAMED`).
"""

from __future__ import annotations

import argparse
import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parent.parent
PRODUCT = ("models", "solvers")
PACKAGE = "zenkai_solver"
RENAMED = {
    "asking": "sets",
    "explaining": "explanations",
    "scale": "cubes",
    "web": "webapp",
    "making": "generators",
    "viewing": "gallery",
    "files": "solution_files",
    "tools": "batch",
    "giving": "uniqueness",
    "exchange": "export",
}


def sources(commit: str | None) -> dict[str, str]:
    """The text of each product file by its path. Raises CalledProcessError for an unknown commit."""
    if commit is None:
        paths = [path for top in PRODUCT for path in (ROOT / top).rglob("*") if path.suffix == ".py"]
        return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in sorted(paths)}
    names = _git("ls-tree", "-r", "--name-only", commit, "--", *PRODUCT).splitlines()
    return {name: _git("show", f"{commit}:{name}") for name in names if name.endswith(".py")}


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout


def room(path: str) -> str:
    """`solvers/core` of `solvers/core/backend.py`; `solvers` of a module that lies there without a room."""
    parts = PurePosixPath(path).parts
    return "/".join(parts[:2]) if len(parts) > 2 else parts[0]


def modules(texts: Mapping[str, str]) -> dict[str, str]:
    """The path of each Python module by its full name."""
    paths = {}
    for path in texts:
        name = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        paths[f"{PACKAGE}.{name}"] = path
    return paths


def arrows(texts: Mapping[str, str]) -> set[tuple[str, str]]:
    """Pairs of rooms, of which the first imports the second."""
    names = modules(texts)
    pairs = {
        (room(path), room(names[target]))
        for path in names.values()
        for target in imported(texts[path])
        if target in names
    }
    return {(one, other) for one, other in pairs if one != other}


def imported(text: str) -> Iterator[str]:
    """The full names of what a module imports, modules or members of them."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def lines(texts: Mapping[str, str]) -> Counter[str]:
    """The lines of each room, by its present name."""
    numbers = Counter[str]()
    for path, text in texts.items():
        top, _, name = room(path).partition("/")
        numbers["/".join(filter(None, (top, RENAMED.get(name, name))))] += text.count("\n")
    return numbers


def table(states: Sequence[Mapping[str, str]]) -> Iterator[str]:
    """Markdown: a line for each room, then the sums; a column for each state of the product."""
    numbers = [lines(texts) for texts in states]
    for name in sorted({name for state in numbers for name in state}):
        yield _row(name, (state[name] for state in numbers))
    yield _row("all lines", (state.total() for state in numbers))
    yield _row("rooms", (len({room(path) for path in texts} - {*PRODUCT}) for texts in states))
    yield _row("modules in no room", (sum(room(path) in PRODUCT for path in texts) for texts in states))
    yield _row("arrows", (len(arrows(texts)) for texts in states))


def _row(name: str, numbers: Iterable[int]) -> str:
    return f"| {name} | {' | '.join(f'{number:,}' for number in numbers)} |"


def main() -> int:
    p = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    p.add_argument("before", nargs="?", metavar="BEFORE", help="a commit")
    before = [commit for commit in (p.parse_args().before,) if commit]
    states = [sources(commit) for commit in (*before, None)]
    columns = [*before, "now"]
    print(f"| room | {' | '.join(columns)} |", "|---" * (1 + len(columns)) + "|", *table(states), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
