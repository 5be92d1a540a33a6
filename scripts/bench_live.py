"""What each cell can be, as the page asks it: CPU seconds to the first answer, and until all is known.

    bench_live.py [--rules NAME+NAME,...] [--genres NAME,...] [--rows]

Each rule of sudokus on an empty 9x9 with one typical clue, the same with more and more digits of a solution,
and with one of these taken away, as a person does it: the process knows the puzzle before. Then each genre of
which a 9x9 without clues can be stated, and the same with one value entered. Each is a process of its own in
the page; here each begins without what another one knew. A row for each kind; `--rows`: one for each puzzle.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any

from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.genres.table import GENRES
from zenkai_solver.models.loading import loads
from zenkai_solver.solvers.core.deadlines import Unsupported
from zenkai_solver.solvers.webapp.candidates import LiveValues
from zenkai_solver.solvers.webapp.palette import FORMS, example

SECONDS = 2.0  # to read a puzzle, as the server allows
LONGEST = 20.0  # for a puzzle
WANTED = 0.3
GIVEN = 30
SIDE = 9
TOGETHER = (("anti-knight", "anti-king"), ("anti-king", "non-consecutive"))
Board = list[list[Any]]


@dataclass(frozen=True)
class Took:
    """CPU seconds to the first answer and to the last; `whole`: did that have all?"""

    what: str
    first: float
    last: float
    whole: bool


def asked(live: LiveValues, what: str, text: str, board: Board | None = None) -> tuple[Took, dict[str, Any]]:
    began = time.process_time()
    answer = live.answer(text, "x", board)
    first = last = time.process_time() - began
    while answer["more"] and last < LONGEST:
        answer = live.answer(text, "x", board)
        last = time.process_time() - began
    return Took(what, first, last, not answer["partial"]), answer


def sudoku(rules: Iterable[Any], digits: dict[int, str]) -> str:
    cells = "".join(digits.get(i, ".") for i in range(SIDE * SIDE))
    grid = "".join(f"{cells[i : i + SIDE]}\n" for i in range(0, len(cells), SIDE))
    return json.dumps({"puzzle": "sudoku", "grid": grid, "rules": list(rules)})


def of_rules(rules: tuple[str, ...]) -> Iterator[tuple[str, Took]]:
    """An empty grid, one with some digits, and the same less one of them."""
    name, stated = " + ".join(rules), [example(rule, SIDE) for rule in rules]
    took, _ = asked(LiveValues(SECONDS), name, sudoku(stated, {}))
    yield "a rule on an empty grid", took
    live = LiveValues(SECONDS)
    random, digits = Random(name), dict[int, str]()
    _, answer = asked(LiveValues(SECONDS), name, sudoku(stated, {}))
    while len(digits) < GIVEN and answer["cells"]:
        open_cells = [cell for cell in answer["cells"] if SIDE * cell[0] + cell[1] not in digits]
        r, c, values = random.choice(open_cells)
        digits[SIDE * r + c] = random.choice([value for value, known in values.items() if known])
        took, answer = asked(live, name, sudoku(stated, digits))
        yield "a digit more, up to 30", took
    took, _ = asked(LiveValues(SECONDS), name, sudoku(stated, digits))
    yield "30 digits, asked first", took
    if not digits:  # as the clue has no solution
        return
    digits.pop(random.choice([*digits]))
    yield "one of them taken away", asked(live, name, sudoku(stated, digits))[0]


def of_genre(name: str) -> Iterator[tuple[str, Took]]:
    text, live = f"puzzle: {name}\nsize: {SIDE}x{SIDE}\n", LiveValues(SECONDS)
    with suppress(InstanceError, Unsupported):
        puzzle: Any = loads(text, "x").puzzle
        yield "a genre without clues", asked(live, name, text)[0]
        (layer, place), values = next(one for one in puzzle.domains.items() if len(one[1]) > 1)
        board = [[layer, *place, values[-1]]]
        yield "a value entered", asked(live, name, text, board)[0]


def listed(kinds: dict[str, list[Took]]) -> None:
    print("| what | number | first answer: median | most | all in 0.3 s | in 1 s | later | most of all |")
    print("|---|---|---|---|---|---|---|---|")
    for kind, took in kinds.items():
        firsts = sorted(one.first for one in took)
        soon = sum(one.whole and one.last <= WANTED for one in took)
        second = sum(one.whole and WANTED < one.last <= 1 for one in took)
        longest = max(took, key=lambda one: (not one.whole, one.last))
        worst = f"{longest.what}, {longest.last:.2f}" if longest.whole else f"{longest.what}, not all"
        print(
            f"| {kind} | {len(took)} | {firsts[len(firsts) // 2]:.2f} | {firsts[-1]:.2f} "
            f"| {soon} | {second} | {len(took) - soon - second} | {worst} |"
        )


def main() -> None:
    p = argparse.ArgumentParser(description="Measure what each cell can be.")
    p.add_argument("--rules", metavar="NAME,...", help="default: all, and some together")
    p.add_argument("--genres", metavar="NAME,...", help="default: all that need no clues")
    p.add_argument("--rows", action="store_true", help="a row for each puzzle")
    args = p.parse_args()
    named = [tuple(name.split("+")) for name in args.rules.split(",")] if args.rules else []
    rules = named if args.rules is not None else [*((name,) for name in FORMS), *TOGETHER]
    genres = (args.genres.split(",") if args.genres else []) if args.genres is not None else sorted(GENRES)
    asked(LiveValues(SECONDS), "warm", "puzzle: sudoku\nsize: 4x4\n")
    kinds: dict[str, list[Took]] = {}
    for measured in (*map(of_rules, rules), *map(of_genre, genres)):
        for kind, took in measured:
            kinds.setdefault(kind, []).append(took)
            if args.rows:
                print(f"{kind}: {took.what}: {took.first:.2f} {took.last:.2f} {took.whole}", flush=True)
    listed(kinds)


if __name__ == "__main__":
    main()
