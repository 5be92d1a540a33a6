"""The solutions of kept runs: all of them, and compared with a certificate, board by board."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path

from zenkai_solver.solvers.certificates.binding import Bound
from zenkai_solver.solvers.certificates.certificate import CertificatePlan
from zenkai_solver.solvers.core.pipeline import Chunk, Tally
from zenkai_solver.solvers.core.rechecking import listed
from zenkai_solver.solvers.cubes.gather import Gathered, gathered
from zenkai_solver.solvers.cubes.ledger import archived
from zenkai_solver.solvers.cubes.shards import chunk_of, read_shard
from zenkai_solver.solvers.solution_files.results import ResultsError

AT_ONCE = 4_096  # lines


def chunks(whole: Gathered) -> Iterator[Chunk]:
    """All solutions, as the shards have them. Raises ResultsError."""
    for leaf in whole.leaves:
        if leaf.row.size:
            lines = read_shard(leaf.shard, leaf.row.size, leaf.row.checksum)
            while some := list(islice(lines, AT_ONCE)):
                yield chunk_of(some, whole.tally.symmetry == "all")


def compared(folder: Path, plan: CertificatePlan, own: Bound) -> Tally:
    """The totals of a kept run that is complete, each board checked. Raises ResultsError."""
    with closing(archived(folder)) as ledger:
        return compared_all(folder, gathered([ledger]), plan, own)


def compared_all(folder: Path, whole: Gathered, plan: CertificatePlan, own: Bound) -> Tally:
    """The same of a ledger that is open."""
    if whole.reason:
        raise ResultsError(f"{folder}: {whole.reason}")
    return listed(folder, chunks(whole), plan, own, whole.tally.symmetry)
