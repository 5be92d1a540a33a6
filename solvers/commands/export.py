"""Write an instance, or the solutions in a file, in the format of another program.

zenkai export INSTANCE --to dimacs|opb|dlx|xcsp3|... [-o OUT] [--remainder SOLUTIONS.jsonl]
zenkai export SOLUTIONS.jsonl --to csv|parquet|polyform [-o OUT]

A formula has all solutions of the instance, images under symmetry included. With --remainder it has those
that a solutions file, complete or not, does not: any other solver can look for one more.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

from zenkai_solver.models.csp import Model, antichain
from zenkai_solver.models.fields import nearest
from zenkai_solver.models.formats import polyform
from zenkai_solver.models.formats import writing as puzzles
from zenkai_solver.models.formats.table import FORMATS
from zenkai_solver.models.puzzle import Encoding, Instance
from zenkai_solver.solvers.batch.stdin import PuzzleFile, path_of, source_of
from zenkai_solver.solvers.core.command import COMPLETE, Parser, Refused, command, leave, positive_int, put
from zenkai_solver.solvers.core.options import RunOptions
from zenkai_solver.solvers.core.stages import named_stages
from zenkai_solver.solvers.engines.sat.cnf import PAIRWISE_LIMIT
from zenkai_solver.solvers.export import dimacs, dlx, minizinc, opb, xcsp3
from zenkai_solver.solvers.python_api.saved import Saved
from zenkai_solver.solvers.solution_files.output import write_bytes, write_text

BLOCKING: dict[str, Callable[[Model, str, Sequence[Iterable[int]]], Iterator[str]]] = {
    "dimacs": dimacs.lines,
    "dimacs-pairs": partial(dimacs.lines, pairwise=PAIRWISE_LIMIT),
    "opb": opb.lines,
}
WHOLE: dict[str, Callable[[Model, str], Iterator[str]]] = {
    "dlx": dlx.lines,
    "minizinc": minizinc.lines,
    "xcsp3": xcsp3.lines,
}
TABLES = ("csv", "parquet", "polyform")  # of solutions
EVERY = (*BLOCKING, *WHOLE, *TABLES, *puzzles.every())


@command
def main(argv: Sequence[str] | None = None) -> int:
    args = parser().parse_args(argv)
    if args.to not in EVERY:
        raise Refused(f'--to: "{args.to:.40}" is not known' + nearest(args.to, EVERY))
    if args.remainder and args.to not in BLOCKING:
        raise Refused(f"--remainder goes with --to {' or '.join(BLOCKING)}")
    if args.to in TABLES:
        return table(Path(args.input), args.to, args.output)
    instance = read_instance(args.input, args.number)
    inputs = [Path(args.input), *([args.remainder] if args.remainder else [])]
    _out(text(instance, args.to, args.remainder), args.output, inputs)
    return COMPLETE


def parser() -> Parser:
    p = Parser(prog="zenkai export", description="Write an instance, or solutions, for another program.")
    p.add_argument("input", metavar="INSTANCE", help="a file, a shipped name, or -; for csv a solutions file")
    p.add_argument("--to", required=True, metavar="FORMAT", help=", ".join(EVERY))
    p.add_argument("-o", "--output", type=Path, metavar="OUT", help="default: standard output")
    p.add_argument("--number", type=positive_int, metavar="N", help="puzzle N of a file of many")
    p.add_argument(
        "--remainder", type=Path, metavar="FILE", help="exclude the solutions in FILE (dimacs, opb)"
    )
    return p


def read_instance(name: str, number: int | None) -> Instance:
    """The instance of a file, a link, a shipped name, or - for standard input; `number` selects one of many.

    Raises InstanceError, Refused, OSError.
    """
    source = source_of(name, path_of(name))
    if isinstance(source, PuzzleFile) and source.of_many() == (number is None):
        raise Refused(f"{source.name}: of a file of many puzzles, and of no other, one is chosen: --number N")
    return source.instance(RunOptions((name,), number=number))


def text(instance: Instance, to: str, remainder: Path | None = None) -> str:
    """The instance in the format. Raises InstanceError, Unsupported, Refused, ResultsError."""
    if to not in BLOCKING and to not in WHOLE:
        return puzzles.write(instance.puzzle, to)
    if named_stages(instance.puzzle):
        raise Refused(f"{instance.name}: one number of pieces is needed: a range is several models")
    model, title = instance.puzzle.model(), f"{instance.name} ({instance.puzzle.family}), by zenkai"
    if to in WHOLE:
        return "".join(line + "\n" for line in WHOLE[to](model, title))
    known = blocking(instance, model, remainder) if remainder else ()
    return "".join(line + "\n" for line in BLOCKING[to](model, title, known))


def blocking(instance: Instance, model: Model, path: Path) -> list[list[int]]:
    """A blocking clause for each solution of the file, and for each of its images.

    Raises ResultsError, Refused, OSError.
    """
    puzzle, saved = instance.puzzle, Saved(path)
    if saved.instance.text != instance.text:
        raise Refused(f"{path}: not solutions of {instance.name}: the instance in its header is another")
    if not isinstance(puzzle, Encoding):
        raise Refused(f"--remainder: the boards of a {puzzle.family} do not name its variables")
    boards = {image(solution.board) for solution in saved for image in puzzle.symmetries().maps}
    true = [set(puzzle.encode(board)) for board in sorted(boards)]
    if antichain(model):  # no solution contains another: a clause of the true variables is enough
        return [[-var for var in model.projection if var in chosen] for chosen in true]
    return [[-var if var in chosen else var for var in model.projection] for chosen in true]


# ---- tables of solutions


def table(path: Path, to: str, output: Path | None) -> int:
    """Write the solutions as a table with the columns n, orbit and board (its rows joined by line feeds), or
    as drawings; the exit code.
    """
    if to == "parquet" and output is None:
        raise Refused("--to parquet needs -o FILE: it is not text")
    saved = Saved(path)
    puzzle = saved.instance.puzzle
    if to == "csv":
        _out(as_csv(saved), output, [path])
    elif output is not None and to == "parquet":
        write_bytes(output, as_parquet(saved), [path])
    elif puzzle.family != FORMATS[to].family:
        raise Refused(f"{path}: solutions of a {puzzle.family} have no pieces to draw")
    else:
        _out(polyform.write(puzzle, ((one.number, one.board) for one in saved)), output, [path])
    return COMPLETE


def as_csv(saved: Saved) -> str:
    """The solutions as CSV (RFC 4180). Raises ResultsError."""
    file = io.StringIO()
    rows = csv.writer(file, lineterminator="\n")
    rows.writerow(["n", "orbit", "board"])
    rows.writerows((one.number, one.orbit, "\n".join(one.board)) for one in saved)
    return file.getvalue()


def as_parquet(saved: Saved) -> bytes:
    """The solutions as Parquet. Raises Refused if no installed package can write it, ResultsError."""
    buffer = io.BytesIO()
    try:
        saved.to_frame().to_parquet(buffer)
    except ImportError:
        raise Refused("--to parquet needs packages: pip install pandas pyarrow") from None
    return buffer.getvalue()


def _out(content: str, output: Path | None, inputs: Sequence[Path]) -> None:
    if output is None or str(output) == "-":
        put(content.removesuffix("\n"))
    else:
        write_text(output, content, inputs)


if __name__ == "__main__":
    leave(main())
