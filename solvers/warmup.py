"""Compile all that the engines may need, so that no later run has to.

    python -m solvers.warmup [--workers N]

Says what was compiled and how long it took; a second run says that all is ready.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
from collections.abc import Iterator, Sequence
from time import monotonic

from solvers.backend import BACKENDS, CompilingBackend, Options, make
from solvers.compiling import alive
from solvers.kernels.jit import Work


def main(argv: Sequence[str] | None = None) -> int:
    p = argparse.ArgumentParser(prog="zenkai warm-up", description="Compile all that the engines may need.")
    p.add_argument("--workers", type=int, default=os.cpu_count() or 1, metavar="N", help="processes")
    p.add_argument("--quiet", action="store_true", help="say nothing")
    args = p.parse_args(argv)
    say = (lambda text: None) if args.quiet else lambda text: print(text, flush=True)
    left = missing()
    if not left:
        say("all is compiled already")
        return 0
    began, seconds = monotonic(), sum(work.seconds for work in left)
    say(f"compiling {len(left)} kernels, about {seconds / min(args.workers, len(left)):.0f} s")
    with alive("compiling", args.quiet):
        for name, took in compiled(left, args.workers):
            say(f"  {name:24}{took:5.1f} s")
    say(f"compiled in {monotonic() - began:.1f} s, kept for later runs")
    return 0


def all_works() -> list[Work]:
    """What most models need, of every engine."""
    engines = [make(name, Options()) for name in BACKENDS]
    return [work for engine in engines if isinstance(engine, CompilingBackend) for work in engine.works(None)]


def missing() -> list[Work]:
    return [work for work in all_works() if not work.done]


def compiled(works: Sequence[Work], workers: int) -> Iterator[tuple[str, float]]:
    """Compile them in so many processes, the longest first; name and seconds of each as it ends."""
    order = sorted(works, key=lambda work: -work.seconds)
    if min(workers, len(order)) < 2:
        yield from map(_compile, (work.name for work in order))
        return
    with multiprocessing.get_context("spawn").Pool(min(workers, len(order))) as pool:
        yield from pool.imap_unordered(_compile, [work.name for work in order])


def _compile(name: str) -> tuple[str, float]:
    """By name, since what is compiled does not travel between processes."""
    began = monotonic()
    next(work for work in all_works() if work.name == name).compile()
    return name, monotonic() - began


if __name__ == "__main__":
    sys.exit(main())
