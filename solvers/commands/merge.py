"""Write the solutions file of a kept run, or of all parts of one: complete, without repetition, sorted.

    zenkai merge runs/x -o all.jsonl

Checks that the closed cubes are disjoint and cover the search space (by unit propagation), each shard by its
checksum, the totals by the ledger's, and that no solution occurs twice. Solutions are sorted by their boards,
in bounded memory, so that two runs of one instance give the same lines, for any cubes, engines and workers.

Exit codes: 0 written, 1 written, but not the number the instance expects, 2 damaged, or an error in reading
or writing, 3 incomplete.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from itertools import islice
from pathlib import Path
from typing import Any

from zenkai_solver.solvers.core.command import (
    COMPLETE,
    CUT_SHORT,
    UNEXPECTED,
    Parser,
    command,
    complain,
    leave,
    positive_int,
    say,
    writing,
)
from zenkai_solver.solvers.core.levels import VERIFIED, ended
from zenkai_solver.solvers.core.pipeline import Tally, totals, unexpected
from zenkai_solver.solvers.cubes.gather import Gathered, Leaf, gathered
from zenkai_solver.solvers.cubes.ledger import Ledger, archived, files_of, solutions_fault
from zenkai_solver.solvers.cubes.shards import END, chunk_of, read_shard
from zenkai_solver.solvers.cubes.sorting import sorted_lines
from zenkai_solver.solvers.solution_files.output import OF_RUN, certificate_beside, keep, make_sure
from zenkai_solver.solvers.solution_files.results import Ending, JsonLinesSink, ResultsError, Sink, header_of
from zenkai_solver.solvers.solution_files.rotate import RotatingSink, move
from zenkai_solver.solvers.solution_files.scratch import scratch

AT_ONCE = 4_096  # lines that are written together


@command
def main(argv: Sequence[str] | None = None) -> int:
    p = Parser(prog="zenkai merge", description="Write the solutions file of a kept run.")
    p.add_argument(
        "runs", nargs="+", type=Path, metavar="DIR", help="the folder of a run, or those of all its parts"
    )
    p.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="the solutions file")
    p.add_argument("--partial", action="store_true", help="accept a run that is not finished")
    p.add_argument(
        "--max-solutions-per-file", type=positive_int, metavar="N", help="write numbered files, and an index"
    )
    args = p.parse_args(argv)
    return merge(args.runs, args.output, args.max_solutions_per_file, args.partial)


def merge(
    runs: Sequence[Path],
    output: Path,
    per_file: int | None = None,
    partial: bool = False,
    certified: str | None = None,
) -> int:
    """Write the solutions of the runs to one file; the exit code.

    `certified`: the level by the certificate of the run, if it is known. Raises ResultsError, OSError.
    """
    if len({folder.resolve() for folder in runs}) < len(runs):
        raise ResultsError("a run's folder is named twice")
    inputs = [file for folder in runs for file in files_of(folder)]
    make_sure(output, inputs, per_file is not None)
    with ExitStack() as stack:
        ledgers = [stack.enter_context(closing(archived(folder))) for folder in runs]
        whole = gathered(ledgers)
        names = ", ".join(map(str, runs))
        if fault := solutions_fault(ledgers):
            return complain(fault)
        if whole.reason and not partial:
            complain(
                f"{names}: incomplete: {whole.reason}; --resume continues it, --partial writes what it has"
            )
            return CUT_SHORT
        with writing(output):
            levels = _levels(runs, whole, certified)
            tally = _write(whole, _header(whole, ledgers), output, per_file, levels)
            _copy_certificate(runs, output)
    state = f"incomplete ({whole.reason})" if whole.reason else ended(levels, tally.all)
    total = totals(tally, whole.instance.puzzle.symmetries().order, not whole.reason)
    say(f"{output}: {total}; {state}; digest {tally.digest}")
    if whole.reason:
        return CUT_SHORT
    wrong = unexpected(whole.instance, tally)
    return complain(f"{output}: {wrong}") and UNEXPECTED if wrong else COMPLETE


def _levels(runs: Sequence[Path], whole: Gathered, certified: str | None) -> tuple[str, ...]:
    """The levels of trust of the file. Raises ResultsError if the certificate contradicts it."""
    if whole.reason:
        return ()
    path = _certificate(runs)
    if path is not None and certified is None:
        from zenkai_solver.solvers.certificates.certificate import CertificatePlan  # and its kernels
        from zenkai_solver.solvers.core.proving import bound_certificate, level_of
        from zenkai_solver.solvers.cubes.gather import compared_all

        plan = CertificatePlan(whole.instance, whole.instance.puzzle.model())
        bound = bound_certificate(path, plan)
        _compare(whole.tally, compared_all(runs[0], whole, plan, bound))
        certified = level_of(bound.certified)
    return (VERIFIED, *filter(None, [certified]))


def _certificate(runs: Sequence[Path]) -> Path | None:
    """The certificate of a run that was not divided into parts, or None."""
    path = runs[0] / OF_RUN
    return path if len(runs) == 1 and path.is_file() else None


def _copy_certificate(runs: Sequence[Path], output: Path) -> None:
    """Copy the certificate of a whole run to where `verify` looks for it: beside the solutions."""
    if (path := _certificate(runs)) is not None:
        beside = certificate_beside(output)
        make_sure(beside, [path])
        keep(beside)
        shutil.copyfile(path, beside)


def _header(whole: Gathered, ledgers: Sequence[Ledger]) -> dict[str, Any]:
    """The header of the solutions file, with all engines that closed a cube.

    Raises ResultsError if a ledger states another group than that of the instance.
    """
    order = whole.instance.puzzle.symmetries().order
    for ledger in ledgers:
        if (stated := ledger.run.get("order", order)) != order:
            raise ResultsError(
                f"{ledger.folder}: a group of order {stated:,}, but the instance's has {order:,}"
            )
    runs = [ledger.run for ledger in ledgers]
    engines = "+".join(sorted({leaf.row.backend for leaf in whole.leaves}))
    versions = {key: value for run in runs for key, value in run["versions"].items()}
    return header_of(whole.instance, engines, versions, runs[0]["symmetry"], order)


def _write(
    whole: Gathered, head: dict[str, Any], output: Path, per_file: int | None, levels: tuple[str, ...]
) -> Tally:
    """Write all solutions in order, to temporary files that are renamed to the output when they are whole."""
    with scratch(output.parent) as folder:
        lines = _distinct(whole, sorted_lines(_lines(whole.leaves), folder))
        new = folder / output.name
        if per_file is not None:
            with RotatingSink(new, head, per_file, whole.instance.puzzle) as rotating:
                tally = _fill(rotating, lines, whole, levels)
            move(new, output)
        else:
            with new.open("wb") as file:
                tally = _fill(JsonLinesSink(file.fileno(), head, whole.instance.puzzle), lines, whole, levels)
                os.fsync(file.fileno())
            keep(output)
            os.replace(new, output)
    return tally


def _fill(sink: Sink, lines: Iterator[bytes], whole: Gathered, levels: tuple[str, ...]) -> Tally:
    """Write the solutions, and the footer if their totals are those of the ledger. Raises ResultsError."""
    tally = Tally(whole.tally.symmetry)
    while some := list(islice(lines, AT_ONCE)):
        chunk = chunk_of(some, tally.symmetry == "all")
        sink.write(tally.written + 1, chunk)
        tally.add(chunk)
    _compare(whole.tally, tally)
    sink.close(tally, Ending(whole.reason, whole.seconds, levels))
    return tally


def _lines(leaves: Sequence[Leaf]) -> Iterator[bytes]:
    for leaf in leaves:
        if leaf.row.size:
            yield from read_shard(leaf.shard, leaf.row.size, leaf.row.checksum)


def _distinct(whole: Gathered, lines: Iterator[bytes]) -> Iterator[bytes]:
    before = b""
    for line in lines:
        board = line.rpartition(END)[0]
        if board == before:
            raise ResultsError(f"a solution is in {_places(whole.leaves, board)}: {line.decode().strip()}")
        before = board
        yield line


def _places(leaves: Sequence[Leaf], board: bytes) -> str:
    holders = [leaf for leaf in leaves for line in _lines([leaf]) if line.rpartition(END)[0] == board]
    return " and in ".join(f"cube {leaf.row.number} of {leaf.folder}" for leaf in holders)


def _compare(stated: Tally, counted: Tally) -> None:
    for key in ("written", "count", "all", "digest"):
        if getattr(stated, key) != getattr(counted, key):
            expected, actual = getattr(stated, key), getattr(counted, key)
            raise ResultsError(f"the ledger has {key} {expected}, but the shards have {actual}")


if __name__ == "__main__":
    leave(main())
