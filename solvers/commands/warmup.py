"""Compile all that the engines may need, so that no later run has to.

    zenkai warm-up [--workers N]

Prints what was compiled and how long it took; a second run prints that all is ready.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import as_completed
from time import monotonic

from zenkai_solver.solvers.certificates.certificate import other_works as proof_works
from zenkai_solver.solvers.certificates.writing import works as certificate_works
from zenkai_solver.solvers.core.command import Parser, command, leave, positive_int, say
from zenkai_solver.solvers.core.processes import processes
from zenkai_solver.solvers.core.progress import alive
from zenkai_solver.solvers.engines.names import BACKENDS
from zenkai_solver.solvers.engines.table import make
from zenkai_solver.solvers.explanations.search import works as step_works
from zenkai_solver.solvers.kernels.jit import Work
from zenkai_solver.solvers.sets.compiling import works as set_works

OTHERS: Mapping[str, Callable[[], Sequence[Work]]] = {  # parts that compile and are no engines
    "certificates": certificate_works,
    "proofs": proof_works,
    "sets": set_works,
    "steps": step_works,
}


@command
def main(argv: Sequence[str] | None = None) -> int:
    p = Parser(prog="zenkai warm-up", description="Compile all engines now; later runs then start at once.")
    p.add_argument(
        "--workers",
        type=positive_int,
        default=os.cpu_count() or 1,
        metavar="N",
        help="processes; default: one per core",
    )
    args = p.parse_args(argv)
    if not (left := missing()):
        say("all is compiled already")
        return 0
    began = monotonic()
    say(f"compiling for {', '.join(left)}")
    with alive("compiling", say, quiet=False):
        for name, took in compiled(left, args.workers):
            say(f"  {name:14}{took:5.1f} s")
    say(f"compiled in {monotonic() - began:.1f} s, kept for later runs")
    return 0


def works_of(name: str) -> Sequence[Work]:
    """The compilations of the engine, or of the part in `OTHERS`, of that name, each once."""
    works = make(name).works() if name in BACKENDS else OTHERS[name]()
    return list({(work.name, work.types): work for work in works}.values())


def missing() -> list[str]:
    """The names of engines and parts with missing compilations, the one that lacks most first."""
    left = {name: sum(not work.done for work in works_of(name)) for name in (*BACKENDS, *OTHERS)}
    return sorted(filter(left.__getitem__, left), key=lambda name: -left[name])


def compiled(names: Sequence[str], workers: int) -> Iterator[tuple[str, float]]:
    """Compile for these names in `workers` processes; name and seconds of each as it ends.

    An engine is one job, since its kernels share functions.
    """
    if min(workers, len(names)) < 2:
        yield from map(_compile, names)
        return
    with processes(
        min(workers, len(names)), "a process that compiles died, perhaps from too little memory"
    ) as pool:
        for done in as_completed([pool.submit(_compile, name) for name in names]):
            yield done.result()


def _compile(name: str) -> tuple[str, float]:
    began = monotonic()
    for work in works_of(name):
        work.compile()
    return name, monotonic() - began


if __name__ == "__main__":
    leave(main())
