"""The solutions of a compiled set as a solutions file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from zenkai_solver.solvers.core.levels import VERIFIED
from zenkai_solver.solvers.core.pipeline import Chunk, Tally
from zenkai_solver.solvers.cubes.shards import chunk_of
from zenkai_solver.solvers.cubes.sorting import sorted_lines
from zenkai_solver.solvers.sets.compiled import CompiledSet
from zenkai_solver.solvers.solution_files.output import make_sure, whole
from zenkai_solver.solvers.solution_files.results import Ending, JsonLinesSink, body, header_of
from zenkai_solver.solvers.solution_files.scratch import scratch

AT_ONCE = 4_096  # solutions written together


def write_solutions(compiled: CompiledSet, path: Path, inputs: Sequence[Path] = ()) -> Tally:
    """The solutions file of the set, in the order of boards. Raises OutputError, OSError."""
    group, tally = compiled.puzzle.symmetries(), Tally("all")
    make_sure(path, inputs)
    head = header_of(compiled.instance, "set", {}, "all", group.order)

    def lines() -> Iterator[bytes]:
        for board in compiled.boards():
            least, size = group.canonical(board)
            line = body("\n".join(board).encode(), size)
            yield line[:-2] + b', "least": true}\n' if least == board else line

    with whole(path, inputs) as file, scratch(path.parent) as folder:
        ordered = sorted_lines(lines(), folder)
        sink = JsonLinesSink(file.fileno(), head, compiled.puzzle)
        while some := list(islice(ordered, AT_ONCE)):
            chunk: Chunk = chunk_of(some, True)
            sink.write(tally.written + 1, chunk)
            tally.add(chunk)
        sink.close(tally, Ending(compiled.reason, 0.0, () if compiled.reason else (VERIFIED,)))
    return tally
