"""Race the exact-cover engine against its peers, interleaved, in one process and one thread.

    python scripts/bench.py [--rounds N] [--slow] [--json OUT]
    python scripts/bench.py --nonograms PUZZLE... | --certificates | --lattices [--rounds N]

Peers: xcover (Numba, dancing cells, without its memo), exact-cover (C, dancing links), CP-SAT and python-sat
(install them with the extra `bench`; one that is absent is named). All get the same anchored model. Rounds
go round all runners, so that a change of the machine's speed meets all; a runner that takes longer than
LONG seconds runs once, one that passes CUT is stopped and its time is a lower bound, marked >.
Times are seconds of search; compiling is done before. Ratios are to xcover on the 6x10 board. Nonograms have
peers of their own (bench_nonogram.py), and so have boards in space and of triangles (bench_lattices.py).
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import numpy as np  # noqa: E402

from zenkai_solver.models.csp import Model  # noqa: E402
from zenkai_solver.models.loading import load  # noqa: E402
from zenkai_solver.solvers.core.backend import Options  # noqa: E402
from zenkai_solver.solvers.core.deadlines import Deadline, Interrupted  # noqa: E402
from zenkai_solver.solvers.engines.exactcover.cover import Cover, cover_view  # noqa: E402
from zenkai_solver.solvers.engines.exactcover.exactcover import ExactCoverBackend  # noqa: E402
from zenkai_solver.solvers.engines.exactcover.plan import Engine, Plan, plan  # noqa: E402
from zenkai_solver.solvers.engines.table import make  # noqa: E402

LONG, CUT = 10.0, 30.0  # seconds
UNIT = ("pento6x10", "xcover")
PEERS = {"xcover": "xcover", "exact-cover": "exact_cover"}  # name: module


@dataclass
class Runner:
    """One engine on one task; `run` returns (solutions, nodes), nodes 0 if the engine does not count them."""

    task: str
    engine: str
    run: Callable[[], tuple[int, int]]
    seconds: list[float] = field(default_factory=list)
    solutions: int = 0
    nodes: int = 0
    cut: bool = False

    def once(self) -> None:
        if self.seconds and (self.cut or self.seconds[0] > LONG):
            return
        began = time.perf_counter()
        try:
            self.solutions, self.nodes = self.run()
        except Interrupted:
            self.cut = True
        self.seconds.append(time.perf_counter() - began)


def search_only(chosen: Plan) -> Callable[[], tuple[int, int]]:
    """The search alone, its tables built before."""
    engine = Engine(chosen)

    def run() -> tuple[int, int]:
        search = engine.start(engine.tables, chosen.cubes)
        return sum(len(rows) for rows in search), search.nodes

    return run


def whole(model: Model) -> Callable[[], tuple[int, int]]:
    """Choice by probes, tables, search, and every solution as a row of variables, one thread."""
    engine = ExactCoverBackend(1)

    def run() -> tuple[int, int]:
        opened = engine.open(model)
        search = opened.within(opened.breaking) if model.symmetries else opened
        return sum(len(rows) for rows, _ in search.batches()), 0

    return run


def with_xcover(cover: Cover) -> Callable[[], tuple[int, int]]:
    import xcover

    options = [[str(item) for item in option] for option in cover.options]
    primary = [str(item) for item in range(cover.n_primary)]
    return lambda: (sum(1 for _ in xcover.covers(options, primary=primary)), 0)


def with_exact_cover(cover: Cover) -> Callable[[], tuple[int, int]]:
    import exact_cover

    matrix = np.zeros((len(cover.options), cover.n_primary), bool)
    for o, option in enumerate(cover.options):
        matrix[o, list(option)] = True
    return lambda: (len(exact_cover.get_all_solutions(matrix)), 0)


def with_backend(name: str, model: Model) -> Callable[[], tuple[int, int]]:
    engine = make(name, Options())
    return lambda: (sum(1 for _ in engine.solutions(model, Deadline.after(CUT))), 0)


def runners(name: str, peers: list[str]) -> list[Runner]:
    """All engines on one instance; the peers get the anchored model, or without symmetry the whole."""
    instance = load(ROOT / "instances" / f"{name}.yaml")
    model = instance.puzzle.model()
    anchored = len(model.symmetries) > 1 and instance.symmetry == "orbits" and "domino" not in name
    broken = ExactCoverBackend(1).open(model).breaking.model if anchored else model
    if not anchored:
        model = Model(model.names, model.constraints, model.projection)
    cover = cover_view(broken)
    option = {var: o for o, var in enumerate(cover.variables)}
    begin = [[(option[var],)] for var in broken.branch] or [[()]]
    chosen = plan(cover, [begin])
    made = [Runner(name, "zenkai, search only", search_only(chosen)), Runner(name, "zenkai", whole(model))]
    plain = not (cover.n_secondary or cover.clauses or cover.lo)
    makers = {
        "xcover": lambda: with_xcover(cover) if plain else None,
        "exact-cover": lambda: with_exact_cover(cover) if plain else None,
        "cpsat": lambda: with_backend("cpsat", broken),
        "sat": lambda: with_backend("sat", broken),
    }
    for peer in peers:
        if run := makers[peer]():
            made.append(Runner(name, peer, run))
    return made


def table(everyone: list[Runner], unit: float) -> list[dict[str, object]]:
    rows = []
    for runner in everyone:
        middle = median(runner.seconds)
        rows.append(
            {
                "task": runner.task,
                "engine": runner.engine,
                "found": runner.solutions,
                "min": min(runner.seconds),
                "median": middle,
                "max": max(runner.seconds),
                "ratio": middle / unit,
                "cut": runner.cut,
                "nodes/s": runner.nodes / min(runner.seconds) if runner.nodes else None,
            }
        )
    return rows


def show(rows: list[dict[str, object]]) -> None:
    print("| task | engine | found | min s | median s | max s | ratio | Mnodes/s |")
    print("|---|---|---|---|---|---|---|---|")
    for row in rows:
        mark = "> " if row["cut"] else ""
        rate = f"{row['nodes/s'] / 1e6:.0f}" if row["nodes/s"] else ""  # type: ignore[operator]
        times = " | ".join(f"{mark}{row[key]:.3f}" for key in ("min", "median", "max"))
        ratio = f"{mark}{row['ratio']:.3f}"
        solutions = "-" if row["cut"] else row["found"]
        print(f"| {row['task']} | {row['engine']} | {solutions} | {times} | {ratio} | {rate} |")


def main() -> int:
    p = argparse.ArgumentParser(description="Race the exact-cover engine against its peers.")
    p.add_argument("--rounds", type=int, default=5)
    p.add_argument("--slow", action="store_true", help="the slow peers (exact-cover, cpsat, sat) too")
    p.add_argument("--json", type=Path, metavar="OUT")
    p.add_argument("--certificates", action="store_true", help="time certificates instead")
    p.add_argument("--lattices", action="store_true", help="race on cubes and triangles (bench_lattices.py)")
    p.add_argument("--nonograms", nargs="+", metavar="PUZZLE", help="race on these nonograms instead")
    args = p.parse_args()
    if args.certificates:
        return subprocess.call([sys.executable, str(ROOT / "scripts" / "bench_certificates.py")])
    if args.nonograms:
        return subprocess.call([sys.executable, str(ROOT / "scripts" / "bench_nonogram.py"), *args.nonograms])
    if args.lattices:
        script = str(ROOT / "scripts" / "bench_lattices.py")
        return subprocess.call([sys.executable, script, "--rounds", str(args.rounds)])
    peers = ["xcover"] + (["exact-cover", "cpsat", "sat"] if args.slow else [])
    absent = [peer for peer in peers if peer in PEERS and importlib.util.find_spec(PEERS[peer]) is None]
    for peer in absent:
        print(f"{peer}: absent (pip install 'zenkai-solver[bench]')")
    peers = [peer for peer in peers if peer not in absent]
    everyone = runners("pento6x10", peers)
    everyone += runners("dominoes6x8", peers)
    everyone += runners("nocrossings6x10", [])
    everyone += runners("pento8x8-square", [])
    for warm in everyone:  # compile
        if warm.engine.startswith("zenkai") or warm.engine == "xcover":
            warm.run()
    for _ in range(args.rounds):
        for runner in everyone:
            runner.once()
    unit = next((median(r.seconds) for r in everyone if (r.task, r.engine) == UNIT), 1.0)
    rows = table(everyone, unit)
    print(f"{date.today()}, {platform.machine()}, Python {platform.python_version()}, {args.rounds} rounds")
    show(rows)
    if args.json:
        args.json.write_text(json.dumps({"date": str(date.today()), "unit": UNIT, "rows": rows}, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
