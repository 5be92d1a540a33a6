"""List the instances that come with zenkai, or print one of them.

zenkai instances [NAME]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from zenkai_solver.models.document import InstanceError, read_text
from zenkai_solver.models.formats.table import family_of_many
from zenkai_solver.models.parsing import parse_yaml
from zenkai_solver.solvers.core import shipped
from zenkai_solver.solvers.core.command import COMPLETE, Parser, aligned, command, complain, leave, put

WORDS = {"count": "up to symmetry", "all": "in all"}  # the keys of `expect`


@command
def main(argv: Sequence[str] | None = None) -> int:
    p = Parser(prog="zenkai instances", description="List the shipped instances, or print one.")
    p.add_argument("name", nargs="?", metavar="NAME", help="the instance to print")
    name = p.parse_args(argv).name
    try:
        text = read_text(shipped.find(name)) if name else "\n".join(listing()) + "\n"
    except InstanceError as error:
        error.file = error.file or name
        return complain(str(error))
    put(text.removesuffix("\n"))
    return COMPLETE


def listing() -> Iterator[str]:
    """A line for each shipped instance: name, family, title, and the number of solutions that it expects."""
    rows = [(name, *_row(path)) for name, path in shipped.names().items()]
    return aligned(rows)


def _row(path: Path) -> tuple[str, str, str]:
    text = read_text(path)
    if (family := family_of_many(path)) is not None:
        lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
        return family, f"{len(lines)} puzzles, one per line", ""
    data = parse_yaml(text).data
    return data["puzzle"], data.get("title", ""), _expected(data.get("expect", {}))


def _expected(expect: Mapping[str, Any]) -> str:
    """'2,339 up to symmetry, 9,356 in all'."""
    return ", ".join(f"{expect[key]:,} {words}" for key, words in WORDS.items() if key in expect)


if __name__ == "__main__":
    leave(main())
