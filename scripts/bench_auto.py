"""Every shipped instance by every engine that takes it: CPU seconds, and the choice of `auto`.

    python scripts/bench_auto.py [NAME ...] [--limit 60] [--rounds 3] [--warm | --whole] [--all] [--counts]

NAME is a part of the names of instances, such as `sudoku/` or `killer`; without one all are run. The time
is that of loading the engine with its packages and compiled code, of the model, planning, search and checks
to the last solution up to symmetry (`--counts`: to their number, as `zenkai run --count`): all of a command
but starting Python and reading the file. With --warm all is loaded before. With --whole it is the time of
the whole command `zenkai run`, the choice of `auto` included. It is the least of --rounds processes. The
choice of `auto` goes first and is cut at --limit seconds; others at twice its time.
A line for each instance where another engine is quicker than `auto` by more than a fifth and by SMALL
seconds, with --all for each instance; then a table by family and choice. Exit code 1 if there is one.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import time
import traceback
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts.processes import ended_seconds, keep_bytecode, zenkai  # noqa: E402
from zenkai_solver.models.loading import load  # noqa: E402
from zenkai_solver.models.puzzle import Instance  # noqa: E402
from zenkai_solver.solvers.core.backend import Options  # noqa: E402
from zenkai_solver.solvers.core.deadlines import Unsupported  # noqa: E402
from zenkai_solver.solvers.core.pipeline import prepare  # noqa: E402
from zenkai_solver.solvers.core.shipped import names  # noqa: E402
from zenkai_solver.solvers.engines.names import BACKENDS  # noqa: E402

WORSE = 1.2  # times the quickest engine
SMALL = 0.02  # seconds of CPU: less of a difference is not told from noise
ENOUGH = 5.0  # seconds of the runs of one engine, after which there is no further one
LEAST = 1.0  # seconds of CPU before an engine is cut
PLANNING = 600.0  # seconds of CPU in which `auto` has chosen


@dataclass(frozen=True)
class Timed:
    """CPU seconds and the number of solutions, -1 if the engine was cut."""

    seconds: float
    number: int

    @property
    def text(self) -> str:
        return f"{'>' if self.number < 0 else ''}{self.seconds:.3f}"


def searched(instance: Instance, engine: str, counts: bool) -> int:
    """Search to the end; the number of solutions up to symmetry."""
    prepared = prepare(instance, engine, "orbits", Options(counting=counts))
    if counts and (counted := prepared.opened.count()) is not None:
        return counted.count
    return sum(sum(chunk.representatives) for chunk in prepared.chunks())


def child(name: str, task: Callable[[], str], limit: float) -> str:
    """What the task returns in a process of its own, which is ended after `limit` seconds of CPU: then "".

    Raises SystemExit with the name if the process fails.
    """
    ours, theirs = os.pipe()
    if (number := os.fork()) == 0:
        code = 1
        try:
            signal.signal(signal.SIGPROF, signal.SIG_DFL)
            signal.setitimer(signal.ITIMER_PROF, limit)
            os.write(theirs, task().encode())
            code = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)
    os.close(theirs)
    with os.fdopen(ours) as pipe:
        text = pipe.read()
    _, status = os.waitpid(number, 0)
    if not text and not os.WIFSIGNALED(status):
        raise SystemExit(f"{name}: a process failed")
    return text


def timed(
    path: Path, instance: Instance, engine: str, limit: float, args: argparse.Namespace
) -> Timed | None:
    """The least time of the rounds; None if the engine does not take the instance, which is in this file."""
    best = Timed(limit, -1)
    for done in range(args.rounds):
        if best.number >= 0 and done * best.seconds > ENOUGH:
            break
        one = whole(path, engine, limit, args) if args.whole else in_parts(instance, engine, limit, args)
        if one is None:
            return None
        if one.number < 0:
            break
        best = min(best, one, key=lambda timed: (timed.number < 0, timed.seconds))
    return best


def in_parts(instance: Instance, engine: str, limit: float, args: argparse.Namespace) -> Timed | None:
    """One search in a process forked from this one; None as in `timed`."""

    def once() -> str:
        try:
            if args.warm:
                searched(instance, engine, args.counts)
            began = time.process_time()
            number = searched(instance, engine, args.counts)
        except Unsupported:
            return "unsupported"
        return f"{time.process_time() - began} {number}"

    text = child(f"{instance.name} by {engine}", once, limit * (2 if args.warm else 1))
    if text == "unsupported":
        return None
    seconds, number = text.split() or (limit, -1)
    return Timed(float(seconds), int(number))


def whole(path: Path, engine: str, limit: float, args: argparse.Namespace) -> Timed | None:
    """One command, which compares the number of solutions with that of the instance; None as in `timed`."""
    before = ended_seconds()
    words = ["run", path, "--quiet", "--backend", engine, *["--count"] * args.counts]
    code = zenkai(*words, cpu=2 * limit, silent=True)
    seconds = ended_seconds() - before
    if code == 2:
        return None
    if code > 0:
        raise SystemExit(f"{path.stem} by {engine}: exit code {code}")
    return Timed(seconds, 0) if code == 0 and seconds < limit else Timed(limit, -1)


def choice(instance: Instance) -> str:
    """The engine that `auto` takes, found in another process: nothing is loaded here by it."""
    return child(instance.name, lambda: prepare(instance).backend.name, PLANNING)


@dataclass(frozen=True)
class Row:
    name: str
    family: str
    choice: str
    times: dict[str, Timed]

    @property
    def best(self) -> str:
        done = [name for name, time in self.times.items() if time.number >= 0]
        return min(done, key=lambda name: self.times[name].seconds, default=self.choice)

    @property
    def ratio(self) -> float:
        return self.times[self.choice].seconds / max(1e-6, self.times[self.best].seconds)

    @property
    def worse(self) -> bool:
        lost = self.times[self.choice].seconds - self.times[self.best].seconds
        return self.ratio > WORSE and lost > SMALL

    @property
    def text(self) -> str:
        others = "  ".join(f"{engine} {time.text}" for engine, time in self.times.items())
        return f"{self.name:28} {self.choice:10} {self.ratio:6.2f}  {others}"


def rows(args: argparse.Namespace) -> Iterator[Row]:
    parts, limit = args.names, args.limit
    for name, path in names().items():
        if path.suffix != ".yaml" or (parts and not any(part in name for part in parts)):
            continue
        instance = load(path)
        auto = choice(instance)
        if not auto or (first := timed(path, instance, "auto" if args.whole else auto, limit, args)) is None:
            raise SystemExit(f"{name}: auto does not take it")
        times = {auto: first}
        bound = min(limit, max(LEAST, 2 * first.seconds))
        for engine in (name for name in BACKENDS if name != auto):
            if (time_of := timed(path, instance, engine, bound, args)) is not None:
                times[engine] = time_of
        numbers = {time.number for time in times.values() if time.number >= 0}
        if len(numbers) > 1:
            raise SystemExit(f"{name}: the numbers of solutions differ: {times}")
        yield Row(name, instance.puzzle.family, auto, times)


def main() -> int:
    p = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    p.add_argument("names", nargs="*", metavar="NAME")
    p.add_argument("--limit", type=float, default=60.0, metavar="S")
    p.add_argument("--rounds", type=int, default=3, metavar="N")
    p.add_argument("--warm", action="store_true", help="packages and compiled code are loaded before")
    p.add_argument("--whole", action="store_true", help="times of whole commands")
    p.add_argument("--all", action="store_true", help="a line for each instance")
    p.add_argument("--counts", action="store_true", help="only their number is wanted")
    args = p.parse_args()
    keep_bytecode()
    kept: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in rows(args):
        kept[row.family, row.choice].append(row)
        if args.all or row.worse:
            print(row.text, flush=True)
    print("\n| family | `auto` | instances | within 1.2 | worst | seconds, and of the best engine |")
    print("|---|---|---|---|---|---|")
    for (family, choice), some in sorted(kept.items()):
        chosen = sum(row.times[choice].seconds for row in some)
        best = sum(row.times[row.best].seconds for row in some)
        good = sum(not row.worse for row in some)
        worst = max(some, key=lambda row: row.ratio if row.worse else 0)
        shown = f"{worst.name} {worst.ratio:.2f}" if worst.worse else ""
        print(f"| {family} | {choice} | {len(some)} | {good} | {shown} | {chosen:.2f} / {best:.2f} |")
    return int(any(row.worse for some in kept.values() for row in some))


if __name__ == "__main__":
    sys.exit(main())
