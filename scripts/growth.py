"""How the cost grows with the size: CPU seconds of this project and one peer each, drawn as an SVG.

    python scripts/growth.py [--limit 20] [--panels dominoes,...] [--json FILE] [--svg FILE]
    python scripts/growth.py --draw FILE --svg FILE       draw what --json has written

    pentominoes   boards 3xN to 6xN covered by pentominoes, each at most once: all covers, as rows of
                  options. Both get the same cover, without symmetry. Peer: xcover (pip)
    dominoes      NxN: their number by `--count` (dynamic programming), by visiting every cover, and by
                  compiling the set. Peer: xcover, which visits
    nonograms     NxN pictures, each cell black with a chance of 0.6, up to two solutions, the mean of
                  three. Peer: CP-SAT with an automaton a line
    sudoku        grids of 9, 16 and 25, and the same with both diagonals; half of the digits of a solution
                  are given, up to two solutions. Peer: CP-SAT
    slitherlink   NxN, 60 % of the clues of a loop, up to two solutions. Peer: CP-SAT with a circuit

Each point is a process of its own. What is measured begins with the puzzle read and everything compiled, and
includes stating the model, but for the covers that two programs share. A series ends at the first point that
takes more CPU seconds than the limit.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import islice
from math import floor, log10
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts.bench_genres import drawing, inside, near  # noqa: E402
from scripts.bench_nonogram_sets import DENSITY, picture  # noqa: E402
from zenkai_solver.models.csp import Model  # noqa: E402
from zenkai_solver.models.fields import Fields  # noqa: E402
from zenkai_solver.models.genres.reading import puzzle_of  # noqa: E402
from zenkai_solver.models.genres.table import genre  # noqa: E402
from zenkai_solver.models.loading import loads  # noqa: E402
from zenkai_solver.models.puzzle import Puzzle  # noqa: E402
from zenkai_solver.solvers.core.backend import Options  # noqa: E402
from zenkai_solver.solvers.engines.exactcover import counting  # noqa: E402
from zenkai_solver.solvers.engines.exactcover.cover import cover_view  # noqa: E402
from zenkai_solver.solvers.engines.exactcover.exactcover import ExactCoverBackend  # noqa: E402
from zenkai_solver.solvers.engines.table import auto, make  # noqa: E402
from zenkai_solver.solvers.sets.compiling import compile_instance  # noqa: E402

SHARE = 0.6  # of the cells of a Slitherlink, that have a clue
LOADING = 30.0  # CPU seconds that a process may take beyond the limit
SEEDS = 3  # nonograms of a size
ENOUGH = 0.3  # CPU seconds, in which a run is repeated: the clock may be coarse
LONG = 2.0  # CPU seconds from which it is not
OURS = "zenkai"
Run = Callable[[], object]  # what is measured; its result must be the same for all engines


@dataclass(frozen=True)
class Series:
    """A line of a panel: `make(size, engine)` prepares a run; `engine` is handed to it."""

    name: str
    sizes: Sequence[int]
    engine: str
    make: Callable[[int, str], Run]
    peer: bool = False
    at: Callable[[int], float] = float  # where a size stands on the axis


def covers(text: str, engine: str) -> Run:
    """The number of all covers, visited one by one."""
    model = loads(text, "growth").puzzle.model()
    model = Model(model.names, model.constraints, model.projection)
    cover = cover_view(model)
    if engine == OURS:
        return lambda: sum(len(rows) for rows, _ in ExactCoverBackend(1).open(model).batches())
    import xcover

    options = [[str(item) for item in option] for option in cover.options]
    primary = [str(item) for item in range(cover.n_primary)]
    return lambda: sum(1 for _ in xcover.covers(options, primary=primary))


def pentominoes(rows: int) -> Callable[[int, str], Run]:
    return lambda columns, engine: covers(
        f"puzzle: packing\nboard: {rows}x{columns}\npieces: pentominoes\ncounts: 0..1\n", engine
    )


def dominoes(size: int, engine: str) -> Run:
    text = f"puzzle: packing\nboard: {size}x{size}\npieces: dominoes\ncounts: any\n"
    if engine in (OURS, "xcover"):
        return covers(text, engine)
    instance = loads(text, "growth")
    if engine == "compile":
        return lambda: compile_instance(instance).diagram.size > 0
    model = instance.puzzle.model()
    return lambda: getattr(counting.count(cover_view(model), model.symmetries), "all", 0)


def two(puzzles: Sequence[Puzzle], engine: str) -> Run:
    """How many solutions each has, up to two."""

    def run() -> object:
        numbers = []
        for puzzle in puzzles:
            model = puzzle.model()
            opened = auto(model)[0] if engine == OURS else make(engine, Options(workers=1)).open(model)
            numbers.append(len(list(islice(opened.solutions(), 2))))
        return numbers

    return run


def nonograms(size: int, engine: str) -> Run:
    rng = random.Random(size)
    return two([picture(rng, size, size, DENSITY) for _ in range(SEEDS)], engine)


def sudoku(rule: str) -> Callable[[int, str], Run]:
    def made(size: int, engine: str) -> Run:
        head = f"puzzle: sudoku\nsize: {size}x{size}\n" + (f"rules: [{rule}]\n" if rule else "")
        blank = loads(head, "blank").puzzle
        full = "".join(blank.decode(next(auto(blank.model())[0].solutions())))
        rng = random.Random(size)
        known = [digit if rng.random() < 0.5 else "." for digit in full]
        rows = ["".join(known[i : i + size]) for i in range(0, size * size, size)]
        grid = "".join(f"  {row}\n" for row in rows)
        return two([loads(f"{head}grid: |\n{grid}", "sudoku").puzzle], engine)

    return made


def slitherlink(size: int, engine: str) -> Run:
    rng = random.Random(size)
    region = inside((size, size), rng)
    cells = [(r, c) for r in range(size) for c in range(size)]
    some = rng.sample(cells, int(SHARE * len(cells)))
    clues: dict[tuple[int, int], object] = {
        cell: sum((cell in region) != (one in region) for one in near(cell)) for cell in some
    }
    return two([puzzle_of(genre("slitherlink"), Fields({"clues": drawing(clues, (size, size))}))], engine)


def pairs(sizes: Sequence[int], made: Callable[[int, str], Run], peer: str, name: str = "") -> list[Series]:
    """This project, and the peer with the same."""
    ours = Series(name or "zenkai", sizes, OURS, made)
    return [ours, Series(f"{name} {peer}".strip(), sizes, peer.lower().replace("-", ""), made, peer=True)]


def by_area(rows: int) -> list[Series]:
    sizes = {3: (5, 10, 15, 20), 4: (5, 10, 15), 5: (*range(2, 13),), 6: (5, 10)}[rows]
    made = pairs(sizes, pentominoes(rows), "xcover", f"{rows}xN")
    return [Series(**{**vars(one), "at": lambda columns: float(rows * columns)}) for one in made]


PANELS: Mapping[str, tuple[str, list[Series]]] = {
    "pentominoes": ("cells of the board", [series for rows in (3, 4, 5, 6) for series in by_area(rows)]),
    "dominoes": (
        "N",
        [
            Series("count", (*range(2, 21, 2),), "count", dominoes),
            Series("visit", (*range(2, 11, 2),), OURS, dominoes),
            Series("compile", (*range(2, 21, 2),), "compile", dominoes),
            Series("xcover, visits", (*range(2, 11, 2),), "xcover", dominoes, peer=True),
        ],
    ),
    "nonograms": ("N", pairs((*range(5, 61, 5),), nonograms, "CP-SAT")),
    "sudoku": (
        "N",
        [
            *pairs((9, 16, 25), sudoku(""), "CP-SAT", "plain"),
            *pairs((9, 16, 25), sudoku("diagonals"), "CP-SAT", "diagonals"),
        ],
    ),
    "slitherlink": ("N", pairs((*range(5, 41, 5),), slitherlink, "CP-SAT")),
}


# ---- measuring


def point(panel: str, number: int, size: int) -> None:
    """Measure one point in this process, and print seconds and the result."""
    series = PANELS[panel][1][number]
    series.make(series.sizes[0], series.engine)()  # loads what is compiled, or compiles it
    run = series.make(size, series.engine)
    began, result, times = time.process_time(), run(), 1  # it may load more that is compiled
    if (seconds := time.process_time() - began) < LONG:
        began, times = time.process_time(), 0
        while (seconds := time.process_time() - began) < ENOUGH:
            result = run()
            times += 1
    shared = SEEDS if panel == "nonograms" else 1
    print(json.dumps([seconds / times / shared, result]))


def measured(panel: str, number: int, limit: float) -> Iterator[tuple[float, float, Any]]:
    """Place on the axis, seconds and result of each point up to the limit."""
    series = PANELS[panel][1][number]
    most = int(limit + LOADING)

    def bounded() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (most, most))

    for size in series.sizes:
        command = [sys.executable, __file__, "--point", panel, str(number), str(size)]
        done = subprocess.run(command, capture_output=True, text=True, preexec_fn=bounded)
        if done.returncode:
            fault = done.stderr.strip()[-200:] or "over the limit"
            print(f"{panel} {series.name} {size}: {fault}", flush=True)
            return
        least, result = json.loads(done.stdout.splitlines()[-1])
        print(f"{panel} {series.name} {size}: {least:.4f} s, {result}", flush=True)
        yield series.at(size), least, result
        if least > limit:
            return


def measure(panels: Sequence[str], limit: float) -> dict[str, dict[str, list[tuple[float, float, Any]]]]:
    """Panel, series, points. Raises SystemExit if two engines found different numbers."""
    points: dict[str, dict[str, list[tuple[float, float, Any]]]] = {}
    for panel in panels:
        points[panel] = {
            series.name: list(measured(panel, i, limit)) for i, series in enumerate(PANELS[panel][1])
        }
        wrong = list(disagreeing(panel, points[panel]))
        if wrong:
            sys.exit(f"{panel}: the numbers differ: {wrong}")
    return points


def disagreeing(panel: str, points: Mapping[str, list[tuple[float, float, Any]]]) -> Iterator[str]:
    """Points at which engines that were asked the same found different numbers."""
    asked: dict[tuple[str, float], Any] = {}
    for series in PANELS[panel][1]:
        if series.engine == "compile":
            continue
        group = "" if panel == "dominoes" else series.name.split()[0] if len(PANELS[panel][1]) > 2 else ""
        for at, _, result in points[series.name]:
            if asked.setdefault((group, at), result) != result:
                yield f"{series.name} at {at}: {result}, before {asked[group, at]}"


# ---- drawing

WIDE, HIGH, LEFT, TOP, BELOW, KEY = 300, 200, 50, 22, 30, 130  # pixels of a panel
COLOURS = ("#0b6e99", "#c2571a", "#3a7d44", "#7b4ea3")


def drawn(panels: Mapping[str, Mapping[str, list[tuple[float, float, Any]]]]) -> str:
    """All panels below each other in two columns: seconds on a logarithmic axis, peers dashed."""
    columns = 2
    rows = -(-len(panels) // columns)
    width, height = columns * (LEFT + WIDE + KEY), rows * (TOP + HIGH + BELOW)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" font-family="sans-serif" font-size="11">',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    for number, (panel, series) in enumerate(panels.items()):
        x, y = number % columns * (LEFT + WIDE + KEY) + LEFT, number // columns * (TOP + HIGH + BELOW) + TOP
        parts.append(f'<g transform="translate({x} {y})">{"".join(_panel(panel, series))}</g>')
    return "\n".join((*parts, "</svg>\n"))


def _panel(panel: str, lines: Mapping[str, list[tuple[float, float, Any]]]) -> Iterator[str]:
    axis, series = PANELS[panel]
    points = [one for line in lines.values() for one in line]
    low, high = (floor(log10(max(1e-5, f(p[1] for p in points)))) + plus for f, plus in ((min, 0), (max, 1)))
    left, right = (f(p[0] for p in points) for f in (min, max))

    def x(at: float) -> float:
        return WIDE * (at - left) / max(1e-9, right - left)

    def y(seconds: float) -> float:
        return HIGH * (high - log10(max(10.0**low, seconds))) / (high - low)

    yield f'<text x="0" y="-8" font-weight="bold">{escape(panel)}, CPU seconds</text>'
    for power in range(low, high + 1):
        at = y(10.0**power)
        yield f'<line x1="0" x2="{WIDE}" y1="{at:.1f}" y2="{at:.1f}" stroke="#dddddd"/>'
        yield f'<text x="-5" y="{at + 4:.1f}" text-anchor="end">{10.0**power:g}</text>'
    for at in sorted({p[0] for p in points})[:: max(1, len({p[0] for p in points}) // 8)]:
        yield f'<text x="{x(at):.1f}" y="{HIGH + 14}" text-anchor="middle">{at:g}</text>'
    yield f'<text x="{WIDE / 2}" y="{HIGH + 27}" text-anchor="middle">{escape(axis)}</text>'
    colour = 0
    for number, line in enumerate(series):
        one = COLOURS[colour % len(COLOURS)]
        paired = len(series) > number + 1 and series[number + 1].peer and panel != "dominoes"
        colour += not paired
        dash = ' stroke-dasharray="4 3"' if line.peer else ""
        path = " ".join(f"{x(at):.1f},{y(seconds):.1f}" for at, seconds, _ in lines.get(line.name, ()))
        yield f'<polyline points="{path}" fill="none" stroke="{one}" stroke-width="1.6"{dash}/>'
        for dot in path.split():
            across, down = dot.split(",")
            yield f'<circle cx="{across}" cy="{down}" r="2" fill="{one}"/>'
        high_up = 12 + 15 * number
        yield f'<line x1="{WIDE + 8}" x2="{WIDE + 28}" y1="{high_up}" y2="{high_up}" stroke="{one}"{dash}/>'
        yield f'<text x="{WIDE + 32}" y="{high_up + 4}">{escape(line.name)}</text>'


def main() -> int:
    p = argparse.ArgumentParser(description="How the cost grows with the size.")
    p.add_argument(
        "--limit", type=float, default=20.0, metavar="S", help="CPU seconds at which a series ends"
    )
    p.add_argument("--panels", default=",".join(PANELS), help="some of them; default: all")
    p.add_argument("--json", type=Path, metavar="FILE", help="write the points")
    p.add_argument("--draw", type=Path, metavar="FILE", help="draw these points, and measure nothing")
    p.add_argument("--svg", type=Path, metavar="FILE")
    p.add_argument("--point", nargs=3, help=argparse.SUPPRESS)
    args = p.parse_args()
    if args.point:
        point(args.point[0], int(args.point[1]), int(args.point[2]))
        return 0
    points = json.loads(args.draw.read_text()) if args.draw else measure(args.panels.split(","), args.limit)
    if args.json:
        args.json.write_text(json.dumps(points, indent=1))
    if args.svg:
        args.svg.write_text(drawn(points))
    return 0


if __name__ == "__main__":
    sys.exit(main())
