"""Answer queries about a compiled set of solutions.

    zenkai query X.zset --where 'X@C3 and not T@A1' --count

A solutions file or a kept run is compiled first, except for `--where` alone, which reads its lines one by
one. `--where` restricts all other queries to the solutions for which it is true. Cells are C3 (column, row)
or R3C3. A BOARD is its rows joined by `/`, FILE:N for a solution of a solutions file, or a number in the
order of boards.
"""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import yaml

from zenkai_solver.models.grid import Cell
from zenkai_solver.models.puzzle import Fact
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.commands.compile import is_source, opened
from zenkai_solver.solvers.core.command import (
    COMPLETE,
    Parser,
    command,
    leave,
    positive_int,
    put,
    say,
    whole_number,
)
from zenkai_solver.solvers.core.display import style_for
from zenkai_solver.solvers.core.pipeline import Tally
from zenkai_solver.solvers.kernels.warmup import warm_up
from zenkai_solver.solvers.sets import queries
from zenkai_solver.solvers.sets.compiled import CompiledSet, fact_name
from zenkai_solver.solvers.sets.counts import AT_ONCE, digits, grouped
from zenkai_solver.solvers.sets.diagram import works
from zenkai_solver.solvers.sets.errors import QueryError
from zenkai_solver.solvers.sets.files import is_set
from zenkai_solver.solvers.sets.filtering import true_lines
from zenkai_solver.solvers.sets.order import kth, rank
from zenkai_solver.solvers.sets.shown import (
    components,
    graph_json,
    graph_ml,
    heat_svg,
    heat_text,
    percent,
)
from zenkai_solver.solvers.sets.written import write_solutions
from zenkai_solver.solvers.solution_files.index import named_board
from zenkai_solver.solvers.solution_files.output import write_text
from zenkai_solver.solvers.solution_files.results import open_solutions

APART = "apart"  # the value of --unique-by without a board
FILE_OF = {"output": "solutions", "graph": "swaps", "svg": "share"}  # which query writes the file


@command
def main(argv: Sequence[str] | None = None) -> int:
    options = parser().parse_args(argv)
    for file, question in FILE_OF.items():
        if getattr(options, file) is not None and getattr(options, question) in (None, False):
            raise QueryError(f"--{file} goes with --{question}")
    asked = {name: value for name in ANSWERS if (value := getattr(options, name)) not in (None, False)}
    lines = options.set.is_file() and not is_set(options.set)
    if options.where is not None and asked.keys() <= {"count"} and lines:
        number = true_lines(open_solutions(options.set), options.where)
        put(json.dumps({"count": number}) if options.json else f"{number:,}")
        return COMPLETE
    if not is_source(options.set):
        fault = "neither a set nor solutions; `zenkai compile` makes a set of an instance"
        raise QueryError(f"{options.set}: {fault}")
    warm_up(works)
    compiled = opened(options.set)
    if options.where is not None:
        compiled = queries.where(compiled, options.where)
    questions = (asked or {"count": True}).items()
    if options.json:
        put(json.dumps({name: DATA[name](compiled, value, options) for name, value in questions}))
        return COMPLETE
    for name, value in questions:
        ANSWERS[name](compiled, value, options)
    return COMPLETE


def parser() -> Parser:
    p = Parser(
        prog="zenkai query",
        usage="zenkai query X.zset [OPTION ...]",
        description="Ask questions about a set of solutions.",
    )
    p.add_argument(
        "set", type=Path, metavar="X.zset", help="a compiled set, a solutions file, or a run's folder"
    )
    p.add_argument("--where", metavar="EXPR", help="only solutions such as 'X@C3 and not (T@A1 or 5@R1C2)'")
    p.add_argument("--count", action="store_true", help="how many solutions there are; the default")
    p.add_argument("--forced", action="store_true", help="the facts that hold in every solution")
    p.add_argument(
        "--impossible", action="store_true", help="the placements or values that are in no solution"
    )
    p.add_argument(
        "--share", metavar="X", help="for each cell, the share of solutions with X in it, in percent"
    )
    p.add_argument("--svg", type=Path, metavar="FILE", help="with --share: write a picture")
    p.add_argument(
        "--pairs", action="store_true", help="the pairs of facts that hold together most often, and never"
    )
    p.add_argument("--sample", type=positive_int, metavar="N", help="N random solutions, all equally likely")
    p.add_argument(
        "--seed", type=whole_number, default=0, metavar="S", help="the seed of --sample; default: 0"
    )
    p.add_argument("--kth", type=positive_int, metavar="K", help="solution K, in the order of merged files")
    p.add_argument("--rank", metavar="BOARD", help="the number of a solution in that order")
    p.add_argument("--nearest", metavar="BOARD", help="the solution nearest to the board")
    p.add_argument(
        "--two-that-differ",
        choices=["most", "least"],
        help="the two solutions that differ in most, or least, facts",
    )
    p.add_argument(
        "--min", metavar="WEIGHTS", help="the least sum of weights: a YAML file, or text such as '{X@C3: 5}'"
    )
    p.add_argument("--max", metavar="WEIGHTS", help="the greatest sum of weights")
    p.add_argument(
        "--unique-by",
        nargs="?",
        const=APART,
        metavar="BOARD",
        help="the fewest facts that hold in BOARD only; without it, cells that tell all solutions apart",
    )
    p.add_argument(
        "--swaps",
        type=positive_int,
        metavar="K",
        help="the pairs that differ in at most K pieces, in one region",
    )
    p.add_argument(
        "--graph", type=Path, metavar="FILE", help="with --swaps: write the graph, as .json or .graphml"
    )
    p.add_argument("--solutions", action="store_true", help="write the solutions to the file of -o")
    p.add_argument("-o", "--output", type=Path, metavar="FILE", help="the solutions file of --solutions")
    p.add_argument("--json", action="store_true", help="all answers as one line of JSON")
    return p


# ---- boards


def read_board(compiled: CompiledSet, text: str) -> Board:
    """The board that a text means. Raises QueryError, ResultsError, OSError."""
    if text.isdecimal() and (len(compiled.shape) > 1 or not compiled.drawn):
        return kth(compiled, int(text))
    return named_board(text) or tuple(text.split("/"))


def _draw(compiled: CompiledSet, board: Board) -> None:
    put(compiled.puzzle.render(board, style_for(sys.stdout)))


# ---- answers


def _facts(facts: Sequence[Fact], words: str) -> None:
    """Print a line for each fact, and their number."""
    for fact in facts:
        say(fact_name(fact))
    say(f"{len(facts):,} {words}")


def _share(compiled: CompiledSet, label: str, options: Namespace) -> None:
    put(heat_text(_shared(compiled, label, options), compiled.count))


def _shared(compiled: CompiledSet, label: str, options: Namespace) -> dict[Cell, int]:
    """In how many solutions each cell has the label; also written as a picture where that is asked for."""
    share = queries.share(compiled, label)
    if options.svg is not None:
        write_text(options.svg, heat_svg(share, compiled.count), [options.set])
    return share


def _pairs(compiled: CompiledSet, _: bool, options: Namespace) -> None:
    answer = queries.pairs(compiled)
    for one, two, number in answer.often:
        share = percent(number, compiled.count)
        say(f"{fact_name(one)} and {fact_name(two)}: {number:,} ({share:.2f} %)")
    say(f"{answer.never:,} pairs are never so together, though each of the two is in some solution")


def _nearest(compiled: CompiledSet, text: str, options: Namespace) -> None:
    number, board = queries.nearest(compiled, read_board(compiled, text))
    say(f"differs in {number:,}")
    _draw(compiled, board)


def _two(compiled: CompiledSet, which: str, options: Namespace) -> None:
    number, one, two = queries.two(compiled, which == "most")
    say(f"differ in {number:,}")
    _draw(compiled, one)
    _draw(compiled, two)


def _heaviest(compiled: CompiledSet, text: str, sign: int) -> None:
    total, board = queries.heaviest(compiled, read_weights(text), sign)
    say(f"sum {total:,}")
    _draw(compiled, board)


def read_weights(text: str) -> dict[str, Any]:
    """Facts and their weights, from a YAML file or YAML text. Raises QueryError, OSError."""
    data = text if text.lstrip().startswith("{") else Path(text).read_text(encoding="utf-8")
    try:
        value = yaml.safe_load(data)
    except (yaml.YAMLError, RecursionError):
        value = None
    if not isinstance(value, dict) or not value:
        raise QueryError("weights are a mapping of facts to integers, such as '{X@C3: 5, T@A1: -2}'")
    return value


def _unique_by(compiled: CompiledSet, text: str, options: Namespace) -> None:
    if text == APART:
        cells = queries.telling_apart(compiled)
        for cell in cells:
            say(cell)
        say(f"{len(cells):,} cells tell all solutions apart")
        return
    facts = queries.unique_by(compiled, read_board(compiled, text))
    _facts(facts, "facts hold in this solution only; no fewer do")


def _swaps(compiled: CompiledSet, most: int, options: Namespace) -> None:
    swaps, parts = _swapped(compiled, most, options)
    say(f"{compiled.count:,} solutions, {swaps:,} swaps, {parts:,} components")


def _swapped(compiled: CompiledSet, most: int, options: Namespace) -> tuple[int, int]:
    """The numbers of swaps and of components; the graph is written where that is asked for."""
    swaps = queries.swaps(compiled, most)
    if options.graph is not None:
        write = graph_ml if options.graph.suffix == ".graphml" else graph_json
        write_text(options.graph, write(list(compiled.boards()), swaps), [options.set])
    return len(swaps), max(components(compiled.count, swaps), default=0)


def _written(compiled: CompiledSet, options: Namespace) -> Tally:
    """The totals of the solutions, which are written."""
    if options.output is None:
        raise QueryError("--solutions needs -o FILE")
    return write_solutions(compiled, options.output, [options.set])


def _solutions(compiled: CompiledSet, _: bool, options: Namespace) -> None:
    tally = _written(compiled, options)
    state = "complete" if compiled.reason is None else f"incomplete ({compiled.reason})"
    say(f"{options.output}: {tally.written:,} solutions, each checked; {state}; digest {tally.digest}")


def _samples(compiled: CompiledSet, number: int, options: Namespace) -> None:
    for board in queries.sample(compiled, number, options.seed):
        _draw(compiled, board)


Answer = Callable[[CompiledSet, Any, Namespace], None]  # of the set, the option's value, and all options
ANSWERS: dict[str, Answer] = {
    "count": lambda compiled, *_: say(grouped(compiled.count)),
    "forced": lambda compiled, *_: _facts(queries.forced(compiled), "facts hold in every solution"),
    "impossible": lambda compiled, *_: _facts(
        queries.impossible(compiled), f"of {len(compiled.facts):,} facts hold in no solution"
    ),
    "share": _share,
    "pairs": _pairs,
    "sample": _samples,
    "kth": lambda compiled, number, _: _draw(compiled, kth(compiled, number)),
    "rank": lambda compiled, text, _: say(f"{rank(compiled, read_board(compiled, text)):,}"),
    "nearest": _nearest,
    "two_that_differ": _two,
    "min": lambda compiled, weights, _: _heaviest(compiled, weights, -1),
    "max": lambda compiled, weights, _: _heaviest(compiled, weights, 1),
    "unique_by": _unique_by,
    "swaps": _swaps,
    "solutions": _solutions,
}

# ---- the same as data


def _whole(number: int) -> int | str:
    """The number; as text where it has more digits than Python writes, or reads."""
    return number if number < 10**AT_ONCE else digits(number)


def _names(facts: Sequence[Fact]) -> list[str]:
    return [fact_name(fact) for fact in facts]


def _heaviest_data(compiled: CompiledSet, text: str, sign: int) -> dict[str, Any]:
    total, board = queries.heaviest(compiled, read_weights(text), sign)
    return {"sum": total, "board": board}


def _pairs_data(compiled: CompiledSet) -> dict[str, Any]:
    answer = queries.pairs(compiled)
    often = [[fact_name(one), fact_name(two), _whole(number)] for one, two, number in answer.often]
    return {"often": often, "never": answer.never}


def _unique_by_data(compiled: CompiledSet, text: str) -> list[str]:
    if text == APART:
        return queries.telling_apart(compiled)
    return _names(queries.unique_by(compiled, read_board(compiled, text)))


def _solutions_data(compiled: CompiledSet, options: Namespace) -> dict[str, Any]:
    tally = _written(compiled, options)
    return {
        "file": str(options.output),
        "number": tally.written,
        "reason": compiled.reason,
        "digest": tally.digest,
    }


DATA: dict[str, Callable[[CompiledSet, Any, Namespace], Any]] = {  # what ANSWERS print, for --json
    "count": lambda compiled, *_: _whole(compiled.count),
    "forced": lambda compiled, *_: _names(queries.forced(compiled)),
    "impossible": lambda compiled, *_: _names(queries.impossible(compiled)),
    "share": lambda compiled, label, options: {
        f"R{r + 1}C{c + 1}": _whole(number) for (r, c), number in _shared(compiled, label, options).items()
    },
    "pairs": lambda compiled, *_: _pairs_data(compiled),
    "sample": lambda compiled, number, options: [*queries.sample(compiled, number, options.seed)],
    "kth": lambda compiled, number, _: kth(compiled, number),
    "rank": lambda compiled, text, _: _whole(rank(compiled, read_board(compiled, text))),
    "nearest": lambda compiled, text, _: dict(
        zip(("differs", "board"), queries.nearest(compiled, read_board(compiled, text)))
    ),
    "two_that_differ": lambda compiled, which, _: dict(
        zip(("differ", "one", "two"), queries.two(compiled, which == "most"))
    ),
    "min": lambda compiled, weights, _: _heaviest_data(compiled, weights, -1),
    "max": lambda compiled, weights, _: _heaviest_data(compiled, weights, 1),
    "unique_by": lambda compiled, text, _: _unique_by_data(compiled, text),
    "swaps": lambda compiled, most, options: dict(
        zip(("swaps", "components"), _swapped(compiled, most, options))
    ),
    "solutions": lambda compiled, _, options: _solutions_data(compiled, options),
}

if __name__ == "__main__":
    leave(main())
