"""Combine two sets of solutions of one instance.

    zenkai sets A.zset minus B.jsonl -o C.zset

Each may be a compiled set, a solutions file, an index, or the folder of a kept run.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from zenkai_solver.solvers.commands.compile import is_source, opened
from zenkai_solver.solvers.core.command import COMPLETE, Parser, command, leave, say
from zenkai_solver.solvers.kernels.warmup import warm_up
from zenkai_solver.solvers.sets.counts import grouped
from zenkai_solver.solvers.sets.diagram import OPERATIONS, works
from zenkai_solver.solvers.sets.files import write_set
from zenkai_solver.solvers.solution_files.output import make_sure
from zenkai_solver.solvers.solution_files.results import ResultsError


@command
def main(argv: Sequence[str] | None = None) -> int:
    p = Parser(prog="zenkai sets", description="Combine two sets of solutions of one instance.")
    p.add_argument(
        "one", type=Path, metavar="A", help="a compiled set, a solutions file, an index, or a run's folder"
    )
    p.add_argument(
        "operation", choices=tuple(OPERATIONS), help="in both; in either; in A only; in exactly one"
    )
    p.add_argument("two", type=Path, metavar="B", help="the other one")
    p.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="X.zset",
        help="write the set; by default only its size is printed",
    )
    args = p.parse_args(argv)
    inputs = [args.one, args.two]
    if args.output is not None:
        make_sure(args.output, inputs)
    for path in inputs:
        if not is_source(path):
            raise ResultsError(f"{path}: neither a compiled set nor a solutions file")
    warm_up(works)
    combined = opened(args.one).combined(args.operation, opened(args.two))
    if args.output is not None:
        write_set(args.output, combined, inputs)
    place = f"{args.output}: " if args.output is not None else ""
    say(f"{place}{grouped(combined.count)} solutions, {combined.diagram.nodes:,} nodes")
    return COMPLETE


if __name__ == "__main__":
    leave(main())
