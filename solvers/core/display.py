"""The display of a running search: a bar or live boards on a terminal, plain lines elsewhere."""

from __future__ import annotations

import re
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from types import TracebackType
from typing import TYPE_CHECKING, TextIO

from zenkai_solver.solvers.core.command import put, say, shown
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress
    from rich.text import Text

    from zenkai_solver.models.puzzle import Puzzle, Sketched
    from zenkai_solver.models.render.text import Style
    from zenkai_solver.models.symmetry import Board
    from zenkai_solver.solvers.core.backend import AtWork
    from zenkai_solver.solvers.core.pipeline import Chunk, Tally

PLAIN_EVERY = 10.0  # seconds between two plain lines
FRAME = 1 / 30  # seconds per frame of --live


def style_for(stream: TextIO) -> Style:
    """Box-drawing characters where the stream is a terminal that can encode them."""
    try:
        "┼".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return "ascii"
    return "box" if stream.isatty() else "ascii"


def put_marked(text: str, marks: str, stream: TextIO) -> None:
    """Print a drawing; on a terminal with colours, the marked cells in red. Raises CannotWrite."""
    from rich.console import Console
    from rich.text import Text

    console = Console(file=stream, highlight=False)
    if console.color_system is None:
        put(text, stream)
        return
    signs = re.escape(marks)
    coloured = Text(text)
    single = rf"(?<![^\s|│])[{signs}](\S)?(?![^\s|│])"
    coloured.highlight_regex(rf"([{signs}])\S\1|{single}", "bold red")
    with console.capture() as printed:
        console.print(coloured, soft_wrap=True)
    put(printed.get().removesuffix("\n"), stream)


UNKNOWN = "time left unknown"
SETTLED = 3.0  # seconds before the first estimate
SAMPLES = 5  # samples needed within the last half of the time so far
SPREAD = 1.25  # the largest ratio of their predictions of the total time


@dataclass
class StatusLine:
    """A line on stderr: redrawn in place on a terminal, else printed every few seconds; none if quiet."""

    quiet: bool
    redraw: float  # seconds between two lines on a terminal
    every: float = PLAIN_EVERY  # the same elsewhere
    last: float = field(default_factory=time.monotonic)

    def due(self) -> bool:
        """Is it time for the next line?"""
        wait = self.redraw if sys.stderr.isatty() else self.every
        return not self.quiet and time.monotonic() - self.last >= wait

    def show(self, text: str) -> None:
        self.last = time.monotonic()
        text = shown(text)
        if sys.stderr.isatty():
            print(f"\r{text}\x1b[K", end="", file=sys.stderr, flush=True)
        else:
            print(text, file=sys.stderr, flush=True)

    def end(self) -> None:
        """Clear the line on a terminal."""
        if sys.stderr.isatty() and not self.quiet:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


@dataclass
class Remaining:
    """The remaining time of a search from the estimated share that is done, shown once successive predictions
    of the total time agree.

    If the share does not grow, the predicted end moves away as fast as time passes, and they do not agree.
    """

    samples: list[tuple[float, float]] = field(default_factory=list)  # seconds, predicted seconds in all

    def says(self, share: float | None, seconds: float) -> str:
        """'37%, about 0:01:12 left', or that the time is not known yet; "" without an estimated share."""
        if share is None or share >= 1:
            return ""
        whole = seconds / share if share > 0 else float("inf")
        if not self.samples or seconds >= 1.05 * self.samples[-1][0]:
            kept = [sample for sample in self.samples if sample[0] >= seconds / 2]
            self.samples = [*kept, (seconds, whole)]
        if not self._agree(seconds, whole):
            return UNKNOWN
        return f"{share:.0%}, about {timedelta(seconds=round(whole - seconds))} left"

    def _agree(self, seconds: float, whole: float) -> bool:
        predicted = [whole, *(total for at, total in self.samples if at >= seconds / 2)]
        if seconds < SETTLED or len(predicted) <= SAMPLES or float("inf") in predicted:
            return False
        return max(predicted) <= SPREAD * min(predicted)


class Display:
    """The base of displays, which shows nothing. It is entered before the search, gets each chunk, and is
    left after the search.
    """

    def __enter__(self) -> Display:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass

    def solutions_found(self, chunk: Chunk, tally: Tally) -> None:
        """Show new solutions, which the totals already include."""
        self.counted(chunk, tally.written)

    def counted(self, chunk: Chunk, number: int) -> None:
        """Show the number of solutions so far; the chunk has some of the new ones."""


class Plain(Display):
    """Prints a line on stderr every PLAIN_EVERY seconds."""

    def __init__(self, name: str) -> None:
        self.name, self.began = name, time.monotonic()
        self.last = self.began
        self.left = Remaining()

    def counted(self, chunk: Chunk, number: int) -> None:
        now = time.monotonic()
        seconds = now - self.began
        left = self.left.says(chunk.progress, seconds)
        if now - self.last >= PLAIN_EVERY:
            self.last = now
            rate = f"{number:,} found in {seconds:.0f} s, {number / seconds:,.0f}/s"
            say(f"{self.name}: {rate}" + (f", {left}" if left else ""), sys.stderr)


class Bar(Display):
    """Shows the newest solution, and below it a line with number, rate and time, by the package rich."""

    def __init__(self, name: str, puzzle: Puzzle) -> None:
        from rich.console import Console
        from rich.live import Live as RichLive

        self.console = Console(stderr=True)
        self.style = style_for(sys.stderr)  # before rich replaces the stream
        self.puzzle = puzzle
        self.progress = _progress(self.console)
        self.task = self.progress.add_task(shown(name), total=None, rate=0.0, left="")
        self.live = RichLive(self.progress, console=self.console, transient=True)
        self.left = Remaining()
        self.newest: Board | None = None
        self.began = time.monotonic()
        self.last = 0.0

    def __enter__(self) -> Bar:
        self.live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.live.stop()
        if self.newest is not None:
            self.console.print(self.drawn(), markup=False, highlight=False)

    def drawn(self) -> str:
        return self.puzzle.render(self.newest, self.style) if self.newest is not None else ""

    def counted(self, chunk: Chunk, number: int) -> None:
        if len(chunk):
            self.newest = chunk.board(-1)
        now = time.monotonic()
        if now - self.last >= FRAME:
            self.last = now
            self.show(chunk.progress, number, max(now - self.began, 1e-9))

    def show(self, share: float | None, number: int, seconds: float) -> None:
        from rich.console import Group
        from rich.text import Text

        left = self.left.says(share, seconds)
        self.progress.update(self.task, completed=number, rate=number / seconds, left=left)
        self.live.update(Group(Text(self.drawn()), self.progress) if self.newest else self.progress)


def _progress(console: Console) -> Progress:
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    return Progress(
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),  # a name may have braces and brackets
        TextColumn("{task.completed:,.0f} found"),
        TextColumn("{task.fields[rate]:,.0f}/s"),
        TimeElapsedColumn(),
        TextColumn("{task.fields[left]}"),
        console=console,
    )


class Live(Display):
    """Draws each solution, with its number, over the one before: as many as the terminal can show, or all of
    them at `speed` per second. Raises Interrupted when the deadline passes meanwhile.
    """

    def __init__(
        self, name: str, puzzle: Puzzle, speed: float | None = None, deadline: Deadline = NEVER
    ) -> None:
        from rich.live import Live as RichLive

        self.name, self.puzzle, self.style = name, puzzle, style_for(sys.stdout)
        self.speed, self.deadline = speed, deadline
        self.live = RichLive(auto_refresh=False)
        self.shown = 0.0
        self.latest: tuple[Board, int] | None = None

    def __enter__(self) -> Live:
        self.live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._draw()
        self.live.stop()

    def solutions_found(self, chunk: Chunk, tally: Tally) -> None:
        first = tally.written - len(chunk) + 1
        for i in range(len(chunk)) if self.speed else range(len(chunk))[-1:]:
            self.latest = chunk.board(i), first + i
            if self.speed:
                self._draw()
                self.deadline.stop.wait(min(1 / self.speed, max(0.0, self.deadline.remaining)))
                self.deadline.check()
            elif time.monotonic() - self.shown >= FRAME:
                self._draw()

    def _draw(self) -> None:
        from rich.text import Text

        if self.latest:
            board, number = self.latest
            drawing = self.puzzle.render(board, self.style)
            self.live.update(Text(f"{drawing}\n{shown(self.name)}: solution {number:,}"), refresh=True)
            self.shown = time.monotonic()


class Watch(Display):
    """Redraws the board of the search, with depth, nodes per second and number of solutions."""

    def __init__(self, name: str, puzzle: Sketched, render: Callable[[Board, Style], str]) -> None:
        from rich.console import Console
        from rich.live import Live as RichLive

        self.name, self.puzzle, self.render = name, puzzle, render
        self.style = style_for(sys.stderr)
        self.began = time.monotonic()
        self.nodes, self.number, self.chosen = 0, 0, tuple[int, ...]()
        self.lock = threading.Lock()  # `at_work` is called from several threads, and another one draws
        self.live = RichLive(
            console=Console(stderr=True),
            get_renderable=self._frame,
            refresh_per_second=10,
            transient=True,
        )

    def __enter__(self) -> Watch:
        self.live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.live.stop()

    def at_work(self, event: AtWork) -> None:
        with self.lock:
            self.nodes += event.nodes
            self.chosen = event.chosen or self.chosen  # at the end of a cube it is empty

    def counted(self, chunk: Chunk, number: int) -> None:
        self.number = number

    def drawn(self) -> str:
        """The current board, and the line below it."""
        with self.lock:
            chosen, nodes = self.chosen, self.nodes
        rate = nodes / max(time.monotonic() - self.began, 1e-9)
        line = f"{shown(self.name)}: depth {len(chosen)}, {rate:,.0f} nodes/s, {self.number:,} found"
        return f"{self.render(self.puzzle.sketch(chosen), self.style)}\n{line}"

    def _frame(self) -> Text:
        from rich.text import Text

        return Text(self.drawn())
