"""Race the exact-cover engine against xcover on boards in space and of triangles, in one thread.

    python scripts/bench_lattices.py [--rounds N] [NAME...]

CPU seconds from the same cover to the last solution, as rows of options (xcover) or variables, without
boards. Compiling, importing and stating the cover are not measured; breaking the symmetry, choosing a search,
tables and images are part of our time. xcover breaks no symmetry: compare it with the line without symmetry
too. Of ORBITS only one solution per orbit is searched, by both from the same anchored cover. After the race
every solution of a line is drawn and checked by the rules, and the lines' digests must be equal.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import numpy as np  # noqa: E402

from zenkai_solver.models.csp import Model  # noqa: E402
from zenkai_solver.models.loading import load  # noqa: E402
from zenkai_solver.models.rows import Images  # noqa: E402
from zenkai_solver.solvers.core.pipeline import Prepared, Tally, prepare  # noqa: E402
from zenkai_solver.solvers.engines.exactcover.cover import cover_view  # noqa: E402
from zenkai_solver.solvers.engines.exactcover.exactcover import ExactCoverBackend  # noqa: E402

TASKS = ("soma", "solid2x3x10", "hexiamonds4x9", "hexiamonds6x6", "solid2x5x6", "solid3x4x5", "bedlam")
ORBITS = ("bedlam",)  # 460,464 solutions in all
LONG = 10.0  # seconds from which a line is run once
ENGINE = ExactCoverBackend(1)
Rows = list[Any]  # arrays, or xcover's lists


@dataclass
class Line:
    """One engine on one task: `run` gives the solutions as rows, `drawn` what draws and checks them."""

    engine: str
    drawn: Prepared
    run: Callable[[], Rows]
    rows: Rows = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def once(self) -> None:
        if not self.seconds or self.seconds[0] < LONG:
            began = time.process_time()
            self.rows = self.run()
            self.seconds.append(time.process_time() - began)

    def digest(self) -> str:
        """How many boards, and the beginning of their digest. Raises WrongSolution if one breaks a rule."""
        tally = Tally(self.drawn.symmetry)
        for chunk in self.drawn.checked((rows, None) for rows in self.rows):
            tally.add(chunk)
        return f"{tally.written:,} | {tally.digest[:8]}"


def searched(model: Model) -> Rows:
    return [rows for rows, _ in ENGINE.open(model).batches()]


def by_orbits(model: Model) -> Rows:
    """One solution of each orbit at least, as `zenkai run` does."""
    opened = ENGINE.open(model)
    return [rows for rows, _ in opened.within(opened.breaking).batches()]


def by_images(model: Model) -> Rows:
    """Every solution as an image of one of an anchored model, as `zenkai run --symmetry all` does."""
    opened = ENGINE.open(model)
    images = Images(opened.breaking, model.symmetries)
    return [images.of(rows) for rows, _ in opened.within(opened.breaking).batches()]


def with_xcover(model: Model) -> Callable[[], Rows]:
    """A search by xcover. Its rows are options; `named` translates them to variables after the race."""
    import xcover

    cover = cover_view(model)
    options = [[str(item) for item in option] for option in cover.options]
    primary = [str(item) for item in range(cover.n_primary)]
    return lambda: [list(xcover.covers(options, primary=primary))]


def named(model: Model, rows: Rows) -> Rows:
    """Rows of options as rows of sorted true variables."""
    cover = cover_view(model)
    number = np.array(cover.variables, np.int32)
    chosen = (np.tile(np.array(cover.chosen, np.int32), (len(row), 1)) for row in rows)
    searched = (number[np.array(row)] for row in rows)
    return [np.sort(np.hstack(both), axis=1) for both in zip(chosen, searched, strict=True)]


def lines(name: str) -> tuple[list[Line], Model]:
    """The lines of a task, xcover's last, and the model of the cover that xcover searches."""
    every = prepare(load(ROOT / "instances" / f"{name}.yaml"), "exactcover", "all")
    model = every.model
    broken = ENGINE.open(model).breaking
    orbits = replace(every, symmetry="orbits", recipe=broken.recipe)
    measured = [Line("zenkai, one per orbit", orbits, lambda: by_orbits(model))]
    if name in ORBITS:
        return [*measured, Line("xcover, one per orbit", orbits, with_xcover(broken.model))], broken.model
    plain = Model(model.names, model.constraints, model.projection)
    measured.append(Line("zenkai, all", every, lambda: by_images(model)))
    measured.append(Line("zenkai, all, no symmetry", every, lambda: searched(plain)))
    return [*measured, Line("xcover, all", every, with_xcover(plain))], plain


def race(name: str, rounds: int) -> bool:
    """Print the task's lines; are the digests equal of those that find the same solutions?"""
    measured, model = lines(name)
    for _ in range(rounds):
        for line in measured:
            line.once()
    measured[-1].rows = named(model, measured[-1].rows)
    digests: dict[str, set[str]] = {}
    for line in measured:
        middle, digest = median(line.seconds), line.digest()
        digests.setdefault(line.drawn.symmetry, set()).add(digest)
        times = median(measured[-1].seconds) / middle
        print(f"| {name} | {line.engine} | {digest} | {middle:.4f} | {times:.1f} |", flush=True)
    return all(len(same) == 1 for same in digests.values())


def main() -> int:
    p = argparse.ArgumentParser(description="Race the exact-cover engine against xcover on other lattices.")
    names = f"instances; default: {', '.join(TASKS)}"
    p.add_argument("names", nargs="*", default=TASKS, metavar="NAME", help=names)
    p.add_argument("--rounds", type=int, default=3)
    args = p.parse_args()
    for line in lines(TASKS[0])[0]:  # compile
        line.run()
    print("| task | engine | found | digest | median s of CPU | xcover takes so many times as long |")
    print("|---|---|---|---|---|---|")
    unequal = [name for name in args.names if not race(name, args.rounds)]
    if unequal:
        print(f"the digests of {', '.join(unequal)} are not equal", file=sys.stderr)
    return 1 if unequal else 0


if __name__ == "__main__":
    sys.exit(main())
