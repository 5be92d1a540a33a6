"""Compile all that the engines may need, so that no later run has to.

    python -m solvers.warmup [--workers N]

Says what was compiled and how long it took; a second run says that all is ready.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from time import monotonic

from zenkai_solver.solvers.asking.compiling import works as set_works
from zenkai_solver.solvers.backend import CompilingBackend, Options, Work
from zenkai_solver.solvers.certificates.certificate import other_works as proof_works
from zenkai_solver.solvers.certificates.writing import works as certificate_works
from zenkai_solver.solvers.command import Parser, command, positive_int, say
from zenkai_solver.solvers.compiling import alive
from zenkai_solver.solvers.engines.exactcover.frontier import works as counting_works
from zenkai_solver.solvers.engines.table import BACKENDS, make
from zenkai_solver.solvers.explaining.arguing import works as step_works

MORE: Mapping[str, Callable[[], Sequence[Work]]] = {  # what some runs compile beside what most do
    "exactcover": counting_works,
    "certificates": certificate_works,
    "proofs": proof_works,
    "sets": set_works,
    "lines": step_works,
}


@command
def main(argv: Sequence[str] | None = None) -> int:
    p = Parser(prog="zenkai warm-up", description="Compile all that the engines may need.")
    p.add_argument("--workers", type=positive_int, default=os.cpu_count() or 1, metavar="N", help="processes")
    args = p.parse_args(argv)
    if not (left := missing()):
        say("all is compiled already")
        return 0
    began, seconds = monotonic(), sum(work.seconds for works in left.values() for work in works)
    say(f"compiling for {', '.join(left)}: about {seconds:.0f} s of one core")
    with alive("compiling", say, quiet=False):
        for name, took in compiled(list(left), args.workers):
            say(f"  {name:14}{took:5.1f} s")
    say(f"compiled in {monotonic() - began:.1f} s, kept for later runs")
    return 0


def works_of(name: str) -> Sequence[Work]:
    """What the engine may need, or what `MORE` has under that name, each once."""
    engine = make(name, Options()) if name in BACKENDS else None
    own = engine.works(None) if isinstance(engine, CompilingBackend) else ()
    return list({(work.name, work.types): work for work in (*own, *MORE.get(name, list)())}.values())


def missing() -> dict[str, list[Work]]:
    """By engine what is not compiled; engines that lack nothing are left out."""
    names = dict.fromkeys((*BACKENDS, *MORE))
    left = {name: [work for work in works_of(name) if not work.done] for name in names}
    return {name: works for name, works in left.items() if works}


def compiled(engines: Sequence[str], workers: int) -> Iterator[tuple[str, float]]:
    """Compile for the engines in so many processes; name and seconds of each as it ends.

    An engine is one job, since its kernels share functions. The longest come first.
    """
    heavy = sorted(engines, key=lambda name: -sum(work.seconds for work in works_of(name)))
    if min(workers, len(heavy)) < 2:
        yield from map(_compile, heavy)
        return
    with multiprocessing.get_context("spawn").Pool(min(workers, len(heavy))) as pool:
        yield from pool.imap_unordered(_compile, heavy)


def _compile(name: str) -> tuple[str, float]:
    began = monotonic()
    for work in works_of(name):
        work.compile()
    return name, monotonic() - began


if __name__ == "__main__":
    sys.exit(main())
