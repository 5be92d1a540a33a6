"""Compile the solutions of an instance into a set for queries, see `zenkai query`.

    zenkai compile X.yaml -o X.zset

The source is the instance, or a solutions file, an index, or the folder of a kept run. A certificate beside
the source must prove the same number.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

from zenkai_solver.models.loading import load
from zenkai_solver.solvers.certificates.certificate import CertificatePlan
from zenkai_solver.solvers.core.command import (
    COMPLETE,
    Parser,
    byte_number,
    command,
    interruptible,
    leave,
    say,
    seconds,
    stop_on_signals,
)
from zenkai_solver.solvers.core.levels import IN_ALL, in_words
from zenkai_solver.solvers.core.progress import alive
from zenkai_solver.solvers.core.proving import bound_certificate, level_of
from zenkai_solver.solvers.core.rechecking import verify
from zenkai_solver.solvers.core.shipped import find
from zenkai_solver.solvers.cubes.gather import chunks, compared, gathered
from zenkai_solver.solvers.cubes.ledger import archived, solutions_fault
from zenkai_solver.solvers.kernels.warmup import warm_up
from zenkai_solver.solvers.sets.compiled import CompiledSet
from zenkai_solver.solvers.sets.compiling import (
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
    p = Parser(prog="zenkai compile", description="Compile all solutions into a set that can be queried.")
    p.add_argument("source", metavar="SOURCE", help="an instance, a solutions file, or a run's folder")
    p.add_argument("-o", "--output", type=Path, required=True, metavar="X.zset", help="the set")
    p.add_argument("--time-limit", type=seconds, metavar="S", help="stop after S seconds")
    p.add_argument("--max-memory", type=byte_number, metavar="BYTES", help="in all, such as 800M or 4G")
    args = p.parse_args(argv)
    path = find(args.source)
    make_sure(args.output, [path])
    with stop_on_signals() as until:
        deadline = until(args.time_limit, args.max_memory)
        warm_up(works)
        with interruptible(deadline):
            compiled = opened(path) if is_source(path) else None
            instance = load(path) if compiled is None else compiled.instance
        if compiled is None:
            with alive(f"{instance.name}: compiling", partial(say, stream=sys.stderr), quiet=False):
                compiled = compile_instance(instance, deadline)
    certified = _certified(path, compiled)
    write_set(args.output, compiled, [path])
    state = "complete" if certified is None else in_words(certified)
    if compiled.reason:
        state = f"incomplete ({compiled.reason})"
    say(f"{args.output}: {grouped(compiled.count)} solutions, {compiled.diagram.nodes:,} nodes; {state}")
    return COMPLETE


def is_source(path: Path) -> bool:
    """Does the path have solutions: a set, a solutions file, an index, a run's folder? Raises OSError."""
    if path.is_dir():
        return True
    with path.open("rb") as file:
        begins = file.read(SNIFF).startswith(f'{{"format": "{FORMAT}'.encode())
    return begins or is_set(path) or is_index(path)


def opened(path: Path) -> CompiledSet:
    """The set of the solutions in a file or folder. Raises ResultsError, OSError, Unsupported."""
    if path.is_dir():
        return _of_run(path)
    return read_set(path) if is_set(path) else compile_file(path)


def _of_run(folder: Path) -> CompiledSet:
    with closing(archived(folder)) as ledger:
        whole, run, fault = gathered([ledger]), ledger.run, solutions_fault([ledger])
    if fault:
        raise ResultsError(fault)
    texts = (text for chunk in chunks(whole) for text in chunk.texts)
    compiled = compile_boards(whole.instance, texts, run["symmetry"] != "all", whole.reason)
    if compiled.count != whole.tally.all:
        raise ResultsError(
            f"{folder}: {whole.tally.all:,} solutions by its ledger, but it has {compiled.count:,}"
        )
    return compiled


def _certified(path: Path, compiled: CompiledSet) -> str | None:
    """The level of trust by a certificate beside the source; None if there is none. Raises ResultsError."""
    beside = path / OF_RUN if path.is_dir() else certificate_beside(path)
    if compiled.reason is not None or not beside.is_file():
        return None
    plan = CertificatePlan(compiled.instance, compiled.instance.puzzle.model())
    proved = bound_certificate(beside, plan)
    if proved.certified.all != compiled.count:
        raise ResultsError(f"{beside}: proves {proved.certified.all:,} solutions, not {compiled.count:,}")
    level = level_of(proved.certified)
    if path.is_dir():
        compared(path, plan, proved)
    elif is_source(path) and not is_set(path):
        verify(path, lambda _: proved)
    else:
        level += IN_ALL  # the set was compiled from the instance: only its number is compared
    return level


if __name__ == "__main__":
    leave(main())
