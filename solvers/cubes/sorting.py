"""Sorting any number of lines in bounded memory: sorted runs on disk are merged (Knuth, TAOCP 3, 5.4)."""

from __future__ import annotations

import heapq
import os
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path

HELD = 48 << 20  # bytes of lines that are sorted in memory
OVERHEAD = 33 + 8  # bytes of a line's object and of its place in the list
FAN_IN = 64  # runs merged at once
BUFFER = 1 << 16  # bytes read ahead of each run


def sorted_lines(
    lines: Iterable[bytes], folder: Path, held: int = HELD, fan_in: int = FAN_IN
) -> Iterator[bytes]:
    """The lines, each with its line feed, in the order of their bytes; `folder` takes the runs.

    Raises OSError where the folder cannot take them.
    """
    runs: list[Path] = []
    some: list[bytes] = []
    size = 0
    for line in lines:
        some.append(line)
        size += len(line) + OVERHEAD
        if size >= held:
            some.sort()
            runs.append(_write(some, folder, len(runs)))
            some, size = [], 0
    some.sort()
    if not runs:
        yield from some
        return
    runs.append(_write(some, folder, len(runs)))
    del some
    made = len(runs)
    while len(runs) > fan_in:
        first, runs = runs[:fan_in], runs[fan_in:]
        runs.append(_write(_merged(first), folder, made))
        made += 1
    yield from _merged(runs)


def _write(lines: Iterable[bytes], folder: Path, number: int) -> Path:
    path = folder / f"run{number}"
    with path.open("wb", buffering=BUFFER) as file:
        file.writelines(lines)
    return path


def _merged(runs: list[Path]) -> Iterator[bytes]:
    """The runs' lines in order; the runs are removed at the end."""
    with ExitStack() as stack:
        files = [stack.enter_context(run.open("rb", buffering=BUFFER)) for run in runs]
        yield from heapq.merge(*files)
    for run in runs:
        os.unlink(run)
