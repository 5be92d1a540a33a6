"""List the solutions that are in only one of two solutions files.

    zenkai diff A.jsonl B.jsonl

The files may be in any order, and of any size: both are sorted, in bounded memory. One line per solution,
`<` for A and `>` for B, its rows joined by `/`. Exit codes: 0 equal, 1 different, 2 cannot be compared.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from zenkai_solver.solvers.core.command import COMPLETE, UNEXPECTED, Parser, command, leave, say
from zenkai_solver.solvers.cubes.sorting import HELD, sorted_lines
from zenkai_solver.solvers.solution_files.index import files_of
from zenkai_solver.solvers.solution_files.results import ResultsError, SolutionsFile, read_board


@command
def main(argv: Sequence[str] | None = None) -> int:
    p = Parser(prog="zenkai diff", description="List the solutions that are in only one of two files.")
    p.add_argument("one", type=Path, metavar="A", help="a solutions file, or the index of several")
    p.add_argument("two", type=Path, metavar="B", help="the other one, of the same instance")
    args = p.parse_args(argv)
    files = files_of(args.one), files_of(args.two)
    for key in ("sha256", "symmetry"):
        if files[0][0].header.get(key) != files[1][0].header.get(key):
            raise ResultsError(f"{args.two}: another {_WORD[key]} than {args.one}")
    for file in (*files[0], *files[1]):
        _ = file.mode  # raises ResultsError for a wrong group, which equal files may state, too
    number = {"<": 0, ">": 0}
    with TemporaryDirectory() as folder:
        for side, line in difference(files[0], files[1], Path(folder)):
            number[side] += 1
            say(f"{side} {'/'.join(json.loads(line))}")
    say(f"{number['<']:,} only in {args.one}, {number['>']:,} only in {args.two}")
    return UNEXPECTED if any(number.values()) else COMPLETE


_WORD = {"sha256": "instance", "symmetry": "symmetry mode"}


def _boards(files: Sequence[SolutionsFile]) -> Iterator[bytes]:
    for file in files:
        for line, value in file.lines():
            if "complete" not in value:
                yield json.dumps(read_board(file.path, line, value), ensure_ascii=False).encode() + b"\n"


def difference(
    one: Sequence[SolutionsFile], two: Sequence[SolutionsFile], folder: Path, held: int = HELD
) -> Iterator[tuple[str, bytes]]:
    """The boards in only one of the two sets of files, sorted, each as a line of JSON after "<" or ">"; "<":
    in the first. `folder`: for temporary files; `held`: bytes of memory.
    """
    sides = []
    for name, files in (("one", one), ("two", two)):
        (folder / name).mkdir()
        sides.append(sorted_lines(_boards(files), folder / name, held))
    left, right = next(sides[0], None), next(sides[1], None)
    while left is not None or right is not None:
        if right is None or (left is not None and left < right):
            assert left is not None
            yield "<", left
            left = next(sides[0], None)
        elif left is None or right < left:
            yield ">", right
            right = next(sides[1], None)
        else:
            left, right = next(sides[0], None), next(sides[1], None)


if __name__ == "__main__":
    leave(main())
