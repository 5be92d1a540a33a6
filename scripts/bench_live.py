"""What each cell can be, as the page asks it: CPU seconds to the first answer, and until all is known.

    bench_live.py [--rules NAME+NAME,...] [--genres NAME,...] [--rows]

Each rule of sudokus on an empty 9x9 with one typical clue, the same with more and more digits of a solution,
and with one of these taken away, as a person does it: the process knows the puzzle before. Then a 9x9 of each
genre as the editor begins it, with boxes of 3x3 where it has rooms; with a clue in the middle; and with a
value entered. The shipped example of each genre, empty, with every second value of its solution entered, and
with one of these taken away. Each is a process of its own in the page; here each begins without what another
one knew. Limits count CPU time, as other work on the machine is not measured. A row for each kind; `--rows`:
one for each puzzle.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from pathlib import Path
from random import Random
from typing import Any

from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.genres.clues import RoomClue
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.table import GENRES, genre
from zenkai_solver.models.loading import load_text
from zenkai_solver.solvers.core.deadlines import Unsupported
from zenkai_solver.solvers.core.pipeline import prepare
from zenkai_solver.solvers.webapp.candidates import LiveValues
from zenkai_solver.solvers.webapp.palette import FORMS, example
from zenkai_solver.solvers.webapp.sheets import entered, text_of, tools

EXAMPLES = Path(__file__).resolve().parents[1] / "instances" / "genres"
SECONDS = 2.0  # to read a puzzle, as the server allows
LONGEST = 2.0  # for a puzzle
WANTED = 0.3
GIVEN = 30
SIDE = 9
MIDDLE = (9, 9)  # in half cells
TOGETHER = (("anti-knight", "anti-king"), ("anti-king", "non-consecutive"))
Board = list[list[Any]]


@dataclass(frozen=True)
class Took:
    """CPU seconds to the first answer with a value, or that there is none, and to the last; `whole`: did that
    have all?
    """

    what: str
    first: float
    last: float
    whole: bool


def asked(live: LiveValues, what: str, text: str, board: Board | None = None) -> tuple[Took, dict[str, Any]]:
    began = time.process_time()
    answer = live.answer(text, "x", board)
    first, last = inf, time.process_time() - began
    while True:
        if answer["cells"] or not answer["partial"]:
            first = min(first, last)
        if not answer["more"] or last >= LONGEST:
            return Took(what, first, last, not answer["partial"]), answer
        answer = live.answer(text, "x", board)
        last = time.process_time() - began


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
    """The sheet of a genre as the editor begins it, with a clue, and with a value."""
    asked_for: dict[str, Any] = {"genre": name, "rows": SIDE, "columns": SIDE}
    boxes = [
        [y, x] for y in range(1, 2 * SIDE) for x in range(1, 2 * SIDE) if (y + x) % 2 and 0 in (y % 6, x % 6)
    ]
    rooms = [kind.key for kind in genre(name).given if isinstance(kind, RoomClue)]
    sheet = {**asked_for, "walls": dict.fromkeys(rooms, boxes)}
    live, puzzle = LiveValues(SECONDS), entered(sheet)
    with suppress(InstanceError, Unsupported):
        yield "a genre without clues", asked(live, name, text_of(puzzle, {}))[0]
        for tool in tools(puzzle):
            if (clue := sample(tool)) is not None:
                clued = entered({**sheet, "clues": {tool["name"]: [[*MIDDLE, clue]]}})
                yield "a clue entered", asked(live, name, text_of(clued, {}))[0]
                break
        for (layer, place), values in puzzle.domains.items():
            if len(values) > 1:
                board = [[layer, *place, values[-1]]]
                yield "a value entered", asked(live, name, text_of(puzzle, {}), board)[0]
                break


def of_example(name: str) -> Iterator[tuple[str, Took]]:
    """The shipped example, empty, with every second value of a solution, and with one of these taken away."""
    text = (EXAMPLES / f"{name}.yaml").read_text()
    live, instance = LiveValues(SECONDS), load_text(text, name)
    yield "an example", asked(live, name, text)[0]
    puzzle = instance.puzzle
    with suppress(Unsupported):
        chunk = next(prepare(instance).chunks(), None)
        if chunk is None or not isinstance(puzzle, GenrePuzzle):
            return
        solved = [[layer, *place, value] for (layer, place), value in puzzle.values(chunk.board(0)).items()]
        half = solved[::2]
        yield "half of its values, asked first", asked(LiveValues(SECONDS), name, text, half)[0]
        asked(live, name, text, half)
        yield "one of them taken away", asked(live, name, text, half[:-1])[0]


def sample(tool: dict[str, Any]) -> str | None:
    """What a clue of a cell may be: a number of 3 or near it, or the first sign; None for other tools."""
    if tool["part"] == "clue" and tool["at"] == "cell":
        if tool["entry"] == "number":
            return str(max(tool["lo"], min(3, tool["hi"])))
        if tool["entry"] in ("choice", "signed"):
            return str(tool["choices"][0])
    return None


def listed(kinds: dict[str, list[Took]]) -> None:
    print(
        "| what | number | first values: median | most | in 0.3 s | all in 0.3 s | in 1 s | later | longest |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    for kind, took in kinds.items():
        firsts = sorted(one.first for one in took)
        early = sum(one <= WANTED for one in firsts)
        soon = sum(one.whole and one.last <= WANTED for one in took)
        second = sum(one.whole and WANTED < one.last <= 1 for one in took)
        longest = max(took, key=lambda one: (not one.whole, one.last))
        worst = f"{longest.what}, {longest.last:.2f}" if longest.whole else f"{longest.what}, not all"
        print(
            f"| {kind} | {len(took)} | {firsts[len(firsts) // 2]:.2f} | {firsts[-1]:.2f} | {early} "
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
    time.monotonic = time.process_time  # which limits look at
    asked(LiveValues(SECONDS), "warm", "puzzle: sudoku\nsize: 4x4\n")
    kinds: dict[str, list[Took]] = {}
    for measured in (*map(of_rules, rules), *map(of_genre, genres), *map(of_example, genres)):
        for kind, took in measured:
            kinds.setdefault(kind, []).append(took)
            if args.rows:
                print(f"{kind}: {took.what}: {took.first:.2f} {took.last:.2f} {took.whole}", flush=True)
    listed(kinds)


if __name__ == "__main__":
    main()
