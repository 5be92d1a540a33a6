"""The command line: find every solution of an instance and write each one to a file.

    python -m solvers.run instances/pento6x10.yaml

Exit codes: 0 complete (also with zero solutions), 1 complete, but the number is not the one the instance
expects, 2 bad input or usage, 3 cut short by a limit, 4 a bug of ours, 130 Ctrl-C.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from zenkai_solver.models.document import is_folder
from zenkai_solver.solvers.batch.stdin import Input, PuzzleSource, path_of, source_of
from zenkai_solver.solvers.core.command import (
    COMPLETE,
    CTRL_C,
    CUT_SHORT,
    Refused,
    command,
    complain,
    failed,
    interruptible,
    leave,
    stop_on_signals,
)
from zenkai_solver.solvers.core.deadlines import STOPPED, Deadline, Unsupported
from zenkai_solver.solvers.core.options import RunOptions, fault, read
from zenkai_solver.solvers.solution_files.output import make_sure


@command
def main(argv: Sequence[str] | None = None) -> int:
    options = read(argv)
    if wrong := fault(options):
        return complain(wrong)
    if options.batch:
        from zenkai_solver.solvers.batch.batch import run  # which few runs need

        return run(options)
    codes = []
    for word in options.instances:
        codes.append(run_one(word, options))
        if codes[-1] == CTRL_C:
            break
    return max(codes)


def run_one(word: str, options: RunOptions) -> int:
    """Solve one file; every expected failure is one line on stderr and an exit code."""
    pasted = Input.pasted(word)
    name = pasted.name if pasted else Path(word)
    try:
        with stop_on_signals() as deadline_of:
            deadline = deadline_of(options.time_limit, options.max_memory)
            began, path = time.monotonic(), path_of(word)
            source, many = _source(word, path, options, deadline)
            if many:
                return _answered(source, options, deadline)
            from zenkai_solver.solvers.commands.single import solve  # and all that many sudokus do without

            return solve(source, path, options, deadline, began)
    except Unsupported as error:
        return complain(f"{name}: backend {options.backend}: {error}")
    except BrokenPipeError:
        raise
    except Exception as error:
        return failed(error, name)


def _source(word: str, path: Path, options: RunOptions, deadline: Deadline) -> tuple[PuzzleSource, bool]:
    """The source that the word names; is each of its many puzzles to be answered in a line?"""
    if is_folder(path):
        raise Refused(f"{path}: {a_folder(path)}")
    check_outputs(path, options)
    with interruptible(deadline):
        source = source_of(word, path)
        return source, source.of_many() and options.number is None


def _answered(source: PuzzleSource, options: RunOptions, deadline: Deadline) -> int:
    """Answer the puzzles of a file of many sudokus; the exit code."""
    from zenkai_solver.solvers.batch import many  # which loads numpy

    reason = many.run(source.name, options, deadline, source.stream())
    return COMPLETE if reason is None else CTRL_C if reason == STOPPED else CUT_SHORT


def a_folder(path: Path) -> str:
    """Why a folder is no instance, and what to write."""
    from zenkai_solver.solvers.cubes.ledger import NAME

    if (path / NAME).is_file():
        return "a kept run, not an instance: `zenkai run INSTANCE --run-dir FOLDER --resume` goes on with it"
    return f"a folder, not an instance: name the files in it, such as {path}/*.yaml"


def check_outputs(path: Path, options: RunOptions) -> None:
    """Refuse, before anything is searched, outputs that are inputs. Raises OutputError, OSError."""
    inputs = [path]
    if options.run_dir is not None:
        from zenkai_solver.solvers.cubes.ledger import files_of

        inputs += files_of(options.run_dir)
    if options.trace is not None:
        make_sure(options.trace, inputs)
        inputs.append(options.trace)
    if options.output not in (None, "-"):
        make_sure(Path(str(options.output)), inputs, bool(options.max_solutions_per_file))


if __name__ == "__main__":
    leave(main())
