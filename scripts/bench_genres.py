"""Slitherlinks and Nurikabes of real sizes: CPU seconds to find the solution and to prove it the only one.

    bench_genres.py [--size 30x45] [--seeds 10] [--engines sat,cpsat] [--most 120]

Each puzzle is drawn by its seed. A Slitherlink has the clues of 60 % of its cells, a Nurikabe one clue in
each island; what is still left open is made unique by further clues, or by cells that are known, of which
the table has the number. All engines search the same puzzles, and must find the same.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterator
from statistics import median

from pysat.solvers import Solver

from zenkai_solver.models.classes import components
from zenkai_solver.models.csp import Model, Solution
from zenkai_solver.models.fields import Fields
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.reading import puzzle_of
from zenkai_solver.models.genres.table import genre
from zenkai_solver.solvers.core.backend import Options
from zenkai_solver.solvers.core.deadlines import Deadline, Interrupted
from zenkai_solver.solvers.engines.names import BACKENDS
from zenkai_solver.solvers.engines.sat.cutting import CutSolver, lowered
from zenkai_solver.solvers.engines.sat.sat import SatBackend

Cell = tuple[int, int]
SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))
RING = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
SHARE = 0.6  # of the cells of a Slitherlink, that have a clue at first
LARGEST = 9  # cells of an island


def near(cell: Cell) -> list[Cell]:
    return [(cell[0] + r, cell[1] + c) for r, c in SIDES]


def drawing(clues: dict[Cell, object], size: Cell, gap: str = " ", none: str = ".") -> str:
    rows, columns = size
    return "\n".join(gap.join(str(clues.get((r, c), none)) for c in range(columns)) for r in range(rows))


def inside(size: Cell, rng: random.Random) -> set[Cell]:
    """About half of the cells, within one simple loop: a region that grows where it stays a disc."""
    rows, columns = size
    black = {(rows // 2, columns // 2)}
    front = list(black)
    for _ in range(200 * rows * columns):
        r, c = rng.choice(near(rng.choice(front)))
        if (r, c) in black or not (0 <= r < rows and 0 <= c < columns):
            continue
        ring = [(r + y, c + x) in black for y, x in RING]
        changes = sum(ring[i] != ring[i - 1] for i in range(8))
        if changes == 2 and 0 < sum(ring[1::2]) < 4 and (sum(ring) < 4 or rng.random() < 0.25):
            black.add((r, c))
            front.append((r, c))
            if len(black) > 0.52 * rows * columns:
                break
    return black


def slitherlink(size: Cell, seed: int, deadline: Deadline) -> tuple[GenrePuzzle, int]:
    rng = random.Random(seed)
    region = inside(size, rng)
    cells = [(r, c) for r in range(size[0]) for c in range(size[1])]
    full = {cell: sum((cell in region) != (one in region) for one in near(cell)) for cell in cells}
    clues = {cell: full[cell] for cell in rng.sample(cells, int(SHARE * len(cells)))}
    while True:
        puzzle = puzzle_of(genre("slitherlink"), Fields({"clues": drawing(dict(clues), size)}))
        solutions = SatBackend().solutions(puzzle.model(), deadline)
        boards = [solution for solution, _ in zip(solutions, range(2))]
        open_cells = {cell for cell in cells if cell not in clues and _differs(puzzle, boards, cell, full)}
        if len(boards) == 1:
            return puzzle, len(clues)
        if not open_cells:  # no clue tells two loops apart
            return slitherlink(size, seed + 1000, deadline)
        cell = rng.choice(sorted(open_cells))
        clues[cell] = full[cell]


def _differs(puzzle: GenrePuzzle, boards: list[Solution], cell: Cell, full: dict[Cell, int]) -> bool:
    at = (2 * cell[0] + 1, 2 * cell[1] + 1)
    number = {place: var for var, (_, place, _) in enumerate(puzzle.variables, 1)}
    sides = {number[at[0] + y, at[1] + x] for y, x in SIDES}
    return any(len(sides.intersection(board)) != full[cell] for board in boards)


def shaded_squares(size: Cell, white: set[Cell]) -> list[list[Cell]]:
    """The 2x2 squares without a white cell."""
    starts = [(r, c) for r in range(size[0] - 1) for c in range(size[1] - 1)]
    squares = [[(r, c), (r + 1, c), (r, c + 1), (r + 1, c + 1)] for r, c in starts]
    return [square for square in squares if white.isdisjoint(square)]


def whiten(cell: Cell, most: int, white: set[Cell], board: set[Cell]) -> bool:
    """Make the cell white, if its island has `most` cells at most and what is shaded stays connected."""
    shaded = board - white - {cell}
    beside = [one for one in near(cell) if one in shaded]
    if cell in white or len(_part(cell, white | {cell})) > most or not beside:
        return False
    if len(beside) > 1 and not set(beside) <= _part(beside[0], shaded):
        return False
    white.add(cell)
    return True


def islands(size: Cell, rng: random.Random) -> list[list[Cell]]:
    """Islands of a board without 2x2 shaded cells, which are connected: cells are left white one by one."""
    rows, columns = size
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    white: set[Cell] = set()
    board = set(cells)

    for cell in rng.sample(cells, len(cells) // 8):
        whiten(cell, LARGEST, white, board)
    most = LARGEST
    while True:
        squares = shaded_squares(size, white)
        if not squares:
            return list(components(sorted(white), near))
        done = 0
        for square in rng.sample(squares, len(squares)):
            if white.isdisjoint(square):
                done += any(whiten(cell, most, white, board) for cell in rng.sample(square, 4))
        if not done and most < LARGEST + 12:
            most += 2
        elif not done:
            r, c = squares[0][0]
            white -= {cell for cell in white if abs(cell[0] - r) < 4 and abs(cell[1] - c) < 4}


def _part(start: Cell, cells: set[Cell]) -> set[Cell]:
    reached, queue = {start}, [start]
    while queue:
        new = [one for one in near(queue.pop()) if one in cells and one not in reached]
        reached.update(new)
        queue += new
    return reached


def nurikabe(size: Cell, seed: int, deadline: Deadline) -> tuple[GenrePuzzle, int]:
    rng = random.Random(seed)
    groups = islands(size, rng)
    white = {cell for group in groups for cell in group}
    clues = {rng.choice(group): len(group) for group in groups}
    keys = {"clues": drawing(dict(clues), size)}
    puzzle = puzzle_of(genre("nurikabe"), Fields(keys))
    cells = {var: (y // 2, x // 2) for var, (_, (y, x), _) in enumerate(puzzle.variables, 1)}
    known = dict(told_apart(puzzle.model(), {var for var, cell in cells.items() if cell not in white}, rng))
    drawn = {cells[var]: "#" if shaded else "." for var, shaded in known.items()}
    return puzzle_of(genre("nurikabe"), Fields({**keys, "known": drawing(dict(drawn), size, "", "?")})), len(
        known
    )


def told_apart(model: Model, goal: set[int], rng: random.Random) -> Iterator[tuple[int, bool]]:
    """Variables of the goal that no other solution has all of: one more while one has."""
    cnf, cuts = lowered(model)
    with Solver(name="glucose4", bootstrap_with=cnf.clauses) as solver:
        solver.add_clause([-var if var in goal else var for var in model.projection])
        search = CutSolver(solver, lambda: None)
        search.watch(cuts)
        while search.satisfiable():
            true = frozenset(solver.get_model())
            var = rng.choice([var for var in model.projection if (var in true) != (var in goal)])
            solver.add_clause([var if var in goal else -var])
            yield var, var in goal


KINDS: dict[str, Callable[[Cell, int, Deadline], tuple[GenrePuzzle, int]]] = {
    "slitherlink": slitherlink,
    "nurikabe": nurikabe,
}


def timed(puzzle: GenrePuzzle, engine: str, most: float) -> tuple[float, list[Solution] | None]:
    """CPU seconds for the model and all solutions; None for these if it took more than `most` seconds."""
    start = time.process_time()
    again = GenrePuzzle(puzzle.genre, puzzle.sheet, puzzle.known)  # its model is made anew
    try:
        solutions = list(BACKENDS[engine]().create(Options()).solutions(again.model(), Deadline.after(most)))
    except Interrupted:
        return time.process_time() - start, None
    return time.process_time() - start, solutions


def lines(size: Cell, seeds: int, engines: list[str], most: float) -> Iterator[str]:
    for kind, make in KINDS.items():
        seconds: dict[str, list[float]] = {engine: [] for engine in engines}
        for seed in range(seeds):
            puzzle, number = make(size, seed, Deadline())
            answers = set()
            for engine in engines:
                taken, solutions = timed(puzzle, engine, most)
                seconds[engine].append(taken if solutions is not None else float("inf"))
                answers |= {tuple(solutions)} if solutions is not None else set()
            if len(answers) > 1 or any(len(answer) != 1 for answer in answers):
                raise SystemExit(f"{kind} of seed {seed}: the engines differ, or it is not unique")
            times = "  ".join(f"{engine} {seconds[engine][-1]:7.2f}" for engine in engines)
            givens = "clues" if make is slitherlink else "known"
            yield f"{kind:12} seed {seed:3}  {number:4} {givens}  {times}"
        for engine in engines:
            cpu = seconds[engine]
            yield f"{kind:12} {engine}: median {median(cpu):.2f}, longest {max(cpu):.2f} s of CPU"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--size", default="30x45")
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--engines", default="sat,cpsat")
    parser.add_argument("--most", type=float, default=120, help="seconds for one puzzle")
    args = parser.parse_args()
    rows, columns = map(int, args.size.split("x"))
    for line in lines((rows, columns), args.seeds, args.engines.split(","), args.most):
        print(line, flush=True)


if __name__ == "__main__":
    main()
