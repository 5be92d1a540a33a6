"""Compile the solutions of an instance into a set that can be asked, see `zenkai query`.

    python -m solvers.cli compile X.yaml -o X.zset

From the instance itself, or from a solutions file, an index, or the folder of a kept run. A certificate that
lies beside the source must prove the same number.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import islice
from pathlib import Path

from zenkai_solver.models.loading import load
from zenkai_solver.solvers.certificates.certificate import Plan
from zenkai_solver.solvers.core.command import (
    COMPLETE,
    Parser,
    byte_number,
    command,
    interruptible,
    say,
    seconds,
    stop_on_signals,
)
from zenkai_solver.solvers.core.levels import IN_ALL
from zenkai_solver.solvers.core.progress import alive
from zenkai_solver.solvers.core.proving import level_of, told
from zenkai_solver.solvers.core.rechecking import verify
from zenkai_solver.solvers.core.shipped import find
from zenkai_solver.solvers.cubes.gather import Gathered, gathered
from zenkai_solver.solvers.cubes.ledger import archived, solutions_fault
from zenkai_solver.solvers.cubes.listing import compared
from zenkai_solver.solvers.cubes.shards import chunk_of, read_shard
from zenkai_solver.solvers.kernels.ready import ready
from zenkai_solver.solvers.sets.compiled import CompiledSet
from zenkai_solver.solvers.sets.compiling import (
    AT_ONCE,
    compile_boards,
    compile_file,
    compile_instance,
    works,
)
from zenkai_solver.solvers.sets.counts import grouped
from zenkai_solver.solvers.sets.files import is_set, read_set, write_set
from zenkai_solver.solvers.solution_files.index import is_index
from zenkai_solver.solvers.solution_files.output import OF_RUN, certificate_beside, make_sure
from zenkai_solver.solvers.solution_files.results import FORMAT, ResultsError

SNIFF = 64


@command
def main(argv: Sequence[str] | None = None) -> int:
    p = Parser(prog="zenkai compile", description="Compile all solutions into a set that can be asked.")
    p.add_argument("source", metavar="SOURCE", help="an instance, a solutions file, or a run's folder")
    p.add_argument("-o", "--output", type=Path, required=True, metavar="X.zset")
    p.add_argument("--time-limit", type=seconds, metavar="S", help="stop after S seconds")
    p.add_argument("--max-memory", type=byte_number, metavar="BYTES", help="such as 800M or 4G")
    args = p.parse_args(argv)
    path = find(args.source)
    make_sure(args.output, [path])
    with stop_on_signals() as until:
        deadline = until(args.time_limit, args.max_memory)
        ready(works)
        with interruptible(deadline):
            found = opened(path) if is_source(path) else None
            instance = load(path) if found is None else found.instance
        if found is None:
            with alive(f"{instance.name}: compiling", partial(say, stream=sys.stderr), quiet=False):
                found = compile_instance(instance, deadline)
    level = _certified(path, found)
    write_set(args.output, found, [path])
    state = f"incomplete ({found.reason})" if found.reason else level or "complete"
    say(f"{args.output}: {grouped(found.count)} solutions, {found.diagram.nodes:,} nodes; {state}")
    return COMPLETE


def is_source(path: Path) -> bool:
    """Are there solutions already: a set, a solutions file, an index, a run's folder? Raises OSError."""
    if path.is_dir():
        return True
    with path.open("rb") as file:
        begins = file.read(SNIFF).startswith(f'{{"format": "{FORMAT}'.encode())
    return begins or is_set(path) or is_index(path)


def opened(path: Path) -> CompiledSet:
    """The set that a file or folder has. Raises ResultsError, OSError, Unsupported."""
    if path.is_dir():
        return _of_run(path)
    return read_set(path) if is_set(path) else compile_file(path)


def _of_run(folder: Path) -> CompiledSet:
    with closing(archived(folder)) as ledger:
        whole, run, fault = gathered([ledger]), ledger.run, solutions_fault([ledger])
    if fault:
        raise ResultsError(fault)
    every = run["symmetry"] == "all"
    found = compile_boards(whole.instance, _texts(whole, every), not every, whole.reason)
    if found.count != whole.tally.all:
        raise ResultsError(
            f"{folder}: {whole.tally.all:,} solutions by its ledger, but it has {found.count:,}"
        )
    return found


def _texts(whole: Gathered, mark: bool) -> Iterator[bytes]:
    for leaf in whole.leaves:
        if leaf.row.size:
            lines = read_shard(leaf.shard, leaf.row.size, leaf.row.checksum)
            while some := list(islice(lines, AT_ONCE)):
                yield from chunk_of(some, mark).texts


def _certified(path: Path, found: CompiledSet) -> str | None:
    """The level that a certificate beside the source gives; None without one. Raises ResultsError."""
    beside = path / OF_RUN if path.is_dir() else certificate_beside(path)
    if found.reason is not None or not beside.is_file():
        return None
    plan = Plan(found.instance, found.instance.puzzle.model())
    own = told(beside, plan)
    if own.certified.all != found.count:
        raise ResultsError(f"{beside}: proves {own.certified.all:,} solutions, not {found.count:,}")
    level = level_of(own.certified)
    if path.is_dir():
        compared(path, plan, own)
    elif is_source(path) and not is_set(path):
        verify(path, lambda _: own)
    else:
        level += IN_ALL  # the set was made anew: its number is compared
    return level


if __name__ == "__main__":
    sys.exit(main())
