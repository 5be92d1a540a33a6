"""What a person sees while a search runs: a bar or live boards on a terminal, plain lines elsewhere."""

from __future__ import annotations

import sys
import time
from datetime import timedelta
from types import TracebackType
from typing import TextIO

from zenkai_solver.models.puzzle import Puzzle
from zenkai_solver.models.render.text import Style
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.command import say, shown
from zenkai_solver.solvers.pipeline import Chunk, Tally

PLAIN_EVERY = 10.0  # seconds between two plain lines
FRAME = 1 / 30  # seconds a frame of --live


def style_for(stream: TextIO) -> Style:
    """Box-drawing characters where the stream is a terminal that can encode them."""
    try:
        "┼".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return "ascii"
    return "box" if stream.isatty() else "ascii"


def remaining(progress: float | None, seconds: float) -> str:
    """'37%, about 0:01:12 left' from the estimated share of the search done; empty without an estimate."""
    if not progress or progress >= 1:
        return ""
    left = timedelta(seconds=round(seconds * (1 - progress) / progress))
    return f"{progress:.0%}, about {left} left"


class Display:
    """Shows nothing; the base of the others. Entered before the search, told each chunk, left after it."""

    def __enter__(self) -> Display:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass

    def found(self, chunk: Chunk, tally: Tally) -> None:
        """These solutions were found, and are in the totals already."""
        self.counted(chunk, tally.written)

    def counted(self, chunk: Chunk, number: int) -> None:
        """So many solutions were found in all; the chunk has some of the new ones."""


class Plain(Display):
    """A line now and then on stderr."""

    def __init__(self, name: str) -> None:
        self.name, self.began = name, time.monotonic()
        self.last = self.began

    def counted(self, chunk: Chunk, number: int) -> None:
        now = time.monotonic()
        if now - self.last >= PLAIN_EVERY:
            self.last, seconds = now, now - self.began
            rate = number / seconds
            found = f"{number:,} found in {seconds:.0f} s, {rate:,.0f}/s"
            say(f"{self.name}: {found} {remaining(chunk.progress, seconds)}".rstrip(), sys.stderr)


class Bar(Display):
    """A progress line with number, rate and time (rich), and the first solution."""

    def __init__(self, name: str, puzzle: Puzzle) -> None:
        from rich.console import Console
        from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        self.console = Console(stderr=True)
        self.style = style_for(sys.stderr)  # asked before rich puts itself in the stream's place
        self.puzzle = puzzle
        self.progress = Progress(
            SpinnerColumn(),
            TextColumn("{task.description}", markup=False),  # a name may have braces and brackets
            TextColumn("{task.completed:,.0f} found"),
            TextColumn("{task.fields[rate]:,.0f}/s"),
            TimeElapsedColumn(),
            TextColumn("{task.fields[left]}"),
            console=self.console,
            transient=True,
        )
        self.task = self.progress.add_task(shown(name), total=None, rate=0.0, left="")
        self.began = time.monotonic()
        self.last, self.drawn = 0.0, False

    def __enter__(self) -> Bar:
        self.progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.progress.stop()

    def counted(self, chunk: Chunk, number: int) -> None:
        if not self.drawn and len(chunk):
            self.drawn = True
            drawing = self.puzzle.render(chunk.board(0), self.style)
            self.console.print(drawing, markup=False, highlight=False)
        now = time.monotonic()
        if now - self.last >= FRAME:
            self.last = now
            seconds = max(now - self.began, 1e-9)
            left = remaining(chunk.progress, seconds)
            rate = number / seconds
            self.progress.update(self.task, completed=number, rate=rate, left=left)


class Live(Display):
    """Each solution drawn over the one before, with its number, as fast as a terminal can show."""

    def __init__(self, name: str, puzzle: Puzzle) -> None:
        from rich.live import Live as RichLive

        self.name, self.puzzle, self.style = name, puzzle, style_for(sys.stdout)
        self.live = RichLive(auto_refresh=False)
        self.shown = 0.0
        self.latest: tuple[Board, int] | None = None

    def __enter__(self) -> Live:
        self.live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._draw()
        self.live.stop()

    def found(self, chunk: Chunk, tally: Tally) -> None:
        if not len(chunk):
            return
        self.latest = chunk.board(-1), tally.written
        if time.monotonic() - self.shown >= FRAME:
            self._draw()

    def _draw(self) -> None:
        from rich.text import Text

        if self.latest:
            board, number = self.latest
            drawing = self.puzzle.render(board, self.style)
            self.live.update(Text(f"{drawing}\n{shown(self.name)}: solution {number:,}"), refresh=True)
            self.shown = time.monotonic()
