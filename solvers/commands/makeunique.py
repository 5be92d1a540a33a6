"""Add to an instance the fewest givens that leave one solution.

    zenkai make-unique X.yaml [--goal BOARD|FILE|N] [-o FILE]
    zenkai make-unique X.jsonl --fewest-fixed

X may be a solutions file or a compiled set, which have all solutions. Exit codes: 0, 2 bad input or no givens
that make it unique, 3 cut short by the time limit, 130 Ctrl-C.
"""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from zenkai_solver.models.document import read_text
from zenkai_solver.models.puzzle import Clue, Instance, Puzzle, Unsolved
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.commands.compile import is_source
from zenkai_solver.solvers.core.command import (
    COMPLETE,
    CTRL_C,
    CUT_SHORT,
    Parser,
    Refused,
    command,
    interruptible,
    leave,
    put,
    say,
    seconds,
    stop_on_signals,
)
from zenkai_solver.solvers.core.deadlines import STOPPED, Deadline, looking, under
from zenkai_solver.solvers.core.display import style_for
from zenkai_solver.solvers.core.progress import alive
from zenkai_solver.solvers.core.shipped import find as found_file
from zenkai_solver.solvers.core.sources import read_source
from zenkai_solver.solvers.python_api.saved import Saved
from zenkai_solver.solvers.sets.files import is_set, read_set
from zenkai_solver.solvers.solution_files.index import file_with, named_board
from zenkai_solver.solvers.solution_files.output import make_sure, write_text
from zenkai_solver.solvers.uniqueness.choosing import (
    MOST_KNOWN,
    GivensRow,
    KnownSolutions,
    Made,
    find,
    given,
    make_unique,
    table,
)

NONE_DO = 1 << 30  # stands for the number of givens of a solution that none make unique


def parser() -> Parser:
    p = Parser(
        prog="zenkai make-unique",
        usage="zenkai make-unique X [OPTION ...]",
        description="Add the fewest givens that leave one solution.",
    )
    p.add_argument("input", metavar="X", help="an instance, a solutions file or a compiled set")
    how = p.add_mutually_exclusive_group()
    how.add_argument(
        "--goal", metavar="BOARD", help="the wanted solution: rows joined by /, a file, FILE:N, or its number"
    )
    how.add_argument(
        "--fewest-fixed", action="store_true", help="for every solution, the fewest givens that leave only it"
    )
    p.add_argument(
        "--time-limit", type=seconds, metavar="S", help="stop after S seconds, with the best so far"
    )
    p.add_argument("--quiet", action="store_true", help="print only the result")
    p.add_argument("-o", "--output", type=Path, metavar="FILE", help="write the instance with the givens")
    return p


@command
def main(argv: Sequence[str] | None = None) -> int:
    options = parser().parse_args(argv)
    path = found_file(options.input)
    if options.output is not None:
        make_sure(options.output, [path])
    with stop_on_signals() as until:
        deadline = until(options.time_limit)
        with interruptible(deadline), under(deadline):
            known = opened(path) if is_source(path) else None
            instance = read_source(str(path))[0] if known is None else known.instance
        waiting = partial(say, stream=sys.stderr)
        with alive("looking for the fewest givens", waiting, options.quiet):
            answer = _answer(instance, known, options, deadline)
    return answer()


def _answer(
    instance: Instance, known: KnownSolutions | None, options: Namespace, deadline: Deadline
) -> Callable[[], int]:
    """A function that prints the answer and gives the exit code. Raises CannotMake, Refused, Interrupted."""
    began = time.monotonic()
    if options.fewest_fixed:
        known = known or find(instance, deadline, MOST_KNOWN)
        if not known.complete:
            raise Refused(f"{instance.name}: more than {MOST_KNOWN:,} solutions up to symmetry")
        return partial(_tell_all, known, list(table(known, deadline)), began, options)
    if options.goal is not None and options.goal.isdecimal() and known is None:
        known = find(instance, deadline)
    goal = None if options.goal is None else read_goal(instance.puzzle, options.goal, known)
    return partial(_tell, make_unique(instance, goal, known, deadline), began, options)


def opened(path: Path) -> KnownSolutions:
    """All solutions of a file. Raises ResultsError, OSError, Refused if some are missing; Interrupted."""
    if path.is_dir():
        raise Refused(f"{path}: a folder; `zenkai merge` makes the solutions file of a run")
    if not is_set(path):
        saved = Saved(path)
        known = KnownSolutions(
            saved.instance, tuple(solution.board for solution in looking(saved)), bool(saved.complete)
        )
    else:
        compiled = read_set(path)
        least = compiled.puzzle.symmetries().canonical
        boards = tuple(board for board in looking(compiled.boards()) if least(board)[0] == board)
        known = KnownSolutions(compiled.instance, boards, compiled.reason is None)
    if not known.complete:
        raise Refused(f"{path}: the file lacks solutions, so it is not known which givens leave one")
    return known


def read_goal(puzzle: Puzzle, text: str, known: KnownSolutions | None) -> Board:
    """The board of --goal: the number of a solution, FILE:N, a file with a drawing or solutions, or rows
    joined by `/`.

    Raises Refused, ResultsError, InstanceError, OSError.
    """
    if text.isdecimal() and known is not None:
        if not 1 <= int(text) <= len(known.boards):
            raise Refused(f"--goal {text}: the solutions at hand are 1 to {len(known.boards):,}")
        return known.boards[int(text) - 1]
    if (board := named_board(text)) is not None:
        return board
    if Path(text).is_file():
        path = Path(text)
        return file_with(path, 1).board(1) if is_source(path) else _drawn(puzzle, read_text(path))
    return tuple(text.split("/"))


def _drawn(puzzle: Puzzle, text: str) -> Board:
    """The rows of a drawing, in which spaces at the ends may be missing."""
    width = puzzle.symmetries().region.columns
    return tuple(row.ljust(width) for row in text.rstrip("\n").split("\n"))


# ---- output


def _tell(made: Made, began: float, options: Namespace) -> int:
    instance, puzzle = made.instance, made.instance.puzzle
    say(f"{instance.name}: {_sentence(made)}; {time.monotonic() - began:.2f} s")
    if made.clues:
        say(f"{instance.name}: {_names(made.clues)}")
    if isinstance(puzzle, Unsolved) and made.clues and not options.quiet:
        put(puzzle.unsolved(style_for(sys.stdout)))
    if options.output is not None:
        write_text(options.output, instance.text, [found_file(options.input)])
    if made.reason is None:
        return COMPLETE
    return CTRL_C if made.reason == STOPPED else CUT_SHORT


def _sentence(made: Made) -> str:
    number = len(made.clues)
    if not number:
        return "unique as it is"
    more = f"{number:,} more given{'s' * (number > 1)} leave{'s' * (number == 1)} one solution"
    if made.proved:
        return f"{more}, the fewest for {made.of}: proved"
    return f"{more}, {made.of}; {made.least:,} or more are needed: cut short ({made.reason})"


def _names(clues: Sequence[Clue]) -> str:
    """The names of the clues, R1C1=5 R2C2=7; separated by commas if one has several words."""
    names = [clue.name for clue in clues]
    return (", " if any(" " in name for name in names) else " ").join(names)


def _tell_all(known: KnownSolutions, rows: Sequence[GivensRow], began: float, options: Namespace) -> int:
    """Print a line per number of givens, with the first solution that needs so many; the exit code."""
    name = known.instance.name
    if not rows:
        raise Refused(f"{name}: there is no solution")
    number_of = {row.number: NONE_DO if row.clues is None else len(row.clues) for row in rows}
    times = Counter(number_of.values())
    for number in sorted(times):
        example = next(row for row in rows if number_of[row.number] == number)
        what = "no givens leave one" if number == NONE_DO else f"{number:,} more"
        clues = _names(example.clues or ())
        such = f"such as solution {example.number:,}{': ' * bool(clues)}{clues}"
        say(f"{name}: {what}: {times[number]:,} solutions, {such}")
    seconds = time.monotonic() - began
    say(f"{name}: {len(rows):,} solutions, the fewest givens of each: proved; {seconds:.2f} s")
    best = min(rows, key=lambda row: number_of[row.number])
    if options.output is not None:
        if best.clues is None:
            raise Refused(f"{name}: no givens leave one solution")
        write_text(options.output, given(known.instance, best.clues).text, [found_file(options.input)])
    return COMPLETE


if __name__ == "__main__":
    leave(main())
