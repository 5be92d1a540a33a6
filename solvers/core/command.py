"""What the commands share: exit codes, one line of complaint, the last net, signals, and types of arguments.

Exit codes: 0 complete (also with zero solutions), 1 complete, but the number is not the one the instance
expects, 2 bad input or usage, 3 cut short by a limit, 4 a bug of ours, 130 Ctrl-C.
"""

from __future__ import annotations

import argparse
import gc
import io
import os
import re
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from functools import wraps
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn, Protocol, TextIO

from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.fields import nearest
from zenkai_solver.solvers.core import stopping
from zenkai_solver.solvers.core.deadlines import (
    NEVER,
    STOPPED,
    TIME_LIMIT,
    Deadline,
    Interrupted,
    Unsupported,
    WrongSolution,
    current,
    under,
)
from zenkai_solver.solvers.core.progress import alive
from zenkai_solver.solvers.kernels.ready import announced

COMPLETE, UNEXPECTED, BAD_INPUT, CUT_SHORT, BUG, CTRL_C = 0, 1, 2, 3, 4, 130
STDOUT = 1  # the file descriptor
STANDARD_OUTPUT = "standard output"  # its name in messages
GRACE = 0.5  # seconds by which a time limit is exceeded where only a timer ends the work
LEAST = 0.001  # seconds of --cube-seconds
DEBUG = "ZENKAI_DEBUG"  # if the environment has it, a bug's traceback is shown
FIRST_USE = "first use: compiling the search, kept for later runs"
REPORT = "a bug in zenkai, please report it: "


class Refused(Exception):
    """A failure that is the user's to mend; the text is the one line that is said."""


UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


def positive_int(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text} is not 1 or more")
    return value


def byte_number(text: str) -> int:
    """800M, 4G, or a plain number of bytes."""
    number, unit = (text[:-1], text[-1:]) if text[-1:] in UNITS else (text, "")
    if not number.isdecimal() or int(number) < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a number of bytes such as 800M or 4G")
    return int(number) * UNITS[unit]


def seconds(text: str) -> float:
    value = float(text)
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is not a number of seconds above 0")
    return value


def cube_seconds(text: str) -> float:
    """Seconds of a cube, LEAST or more: with less, a run would split down to one cube per solution."""
    if (value := seconds(text)) < LEAST:
        raise argparse.ArgumentTypeError(f"{text} is not {LEAST} seconds or more")
    return value


def rate(text: str) -> float:
    """A number per second, such as of steps that are drawn."""
    value = float(text)
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is not a number per second above 0")
    return value


class Parser(argparse.ArgumentParser):
    """Says in one line what it does not understand, and the nearest option."""

    def error(self, message: str) -> NoReturn:
        words = [word for word in message.split() if word.startswith("-")]
        known = re.findall(r"(?<![\w-])-[\w-]+", self.format_usage())
        asked = nearest(words[0].partition("=")[0], known) if "unrecognized" in message and words else ""
        hint = asked if "did you mean" in asked else f"; `{self.prog} --help` lists the options"
        self.exit(BAD_INPUT, shown(f"{self.prog}: {message}{hint}") + "\n")

    def print_help(self, file: Any = None) -> None:
        """As the parent does, but whoever reads may leave early in any Python; see `put`."""
        put(self.format_help().removesuffix("\n"), file)


# ---- what is said


def shown(text: str) -> str:
    """The text as one line of printable characters: a file's text is a stranger's.

    Others are written as escapes, such as \\x1b, \\n or \\ud800, so that none moves a terminal's cursor.
    """
    if text.isprintable():
        return text
    with suppress(UnicodeEncodeError):  # bytes of a file's name, as Python has them
        text = text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)


def complain(message: str) -> int:
    with suppress(OSError):  # there is nowhere else to say it
        print(f"zenkai: {shown(message)}", file=sys.stderr, flush=True)
    return BAD_INPUT


def say(line: str, stream: TextIO | None = None) -> None:
    """Print one line, to stdout unless told; see `put`."""
    put(shown(line), stream)


def put(text: str, stream: TextIO | None = None) -> None:
    """Print any number of lines, of ours or drawn; whoever reads may have seen enough before the end.

    Raises CannotWrite.
    """
    stream = stream or sys.stdout
    try:
        with writing("standard error" if stream is sys.stderr else STANDARD_OUTPUT):
            print(text, file=stream, flush=True)
    except BrokenPipeError:
        _mute(stream)
    except CannotWrite:  # said once: what is left in the buffer is not tried again at the end
        _mute(stream)
        raise


# ---- the last net


class CannotWrite(OSError):
    """An error of a write, with the file's name; one that is not said to be so was met in reading."""


@contextmanager
def writing(name: str | os.PathLike[str]) -> Iterator[None]:
    """Name the file in errors of the system within; a reader who left (BrokenPipeError) is not an error."""
    try:
        yield
    except (BrokenPipeError, CannotWrite):
        raise
    except OSError as error:
        reason, path = error.strerror or str(error), os.fspath(error.filename or name)
        raise CannotWrite(error.errno, reason, path) from None


def failed(error: BaseException, name: str | os.PathLike[str] | None = None) -> int:
    """Say in one line what went wrong, and return the exit code; `name` is the input that was worked on."""
    place = f"{os.fspath(name)}: " if name is not None else ""
    match error:
        case KeyboardInterrupt():
            complain(f"{place}{STOPPED}")
            return CTRL_C
        case Interrupted():
            complain(f"{place}cut short: {error}")
            return CTRL_C if str(error) == STOPPED else CUT_SHORT
        case InstanceError() | Refused():
            return complain(str(error))
        case Unsupported():
            return complain(f"{place}{error}")
        case WrongSolution():
            complain(f"{REPORT}{place}{error}")
            return BUG
        case OSError():
            return complain(_system_error(error, name))
        case _:
            return _bug(error, place)


def _system_error(error: OSError, name: str | os.PathLike[str] | None) -> str:
    """Such as 'x.jsonl: cannot write: No space left on device'."""
    reason, place = error.strerror or str(error), error.filename or name
    if place is None:
        return reason
    writes, reads = isinstance(error, CannotWrite), error.filename is not None
    doing = "cannot write: " if writes else "cannot read: " if reads else ""
    return f"{os.fsdecode(place)}: {doing}{reason}"


def _bug(error: BaseException, place: str) -> int:
    """What nobody expected."""
    import traceback  # only where something is wrong

    if os.environ.get(DEBUG):
        traceback.print_exception(error)
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    complain(f"{REPORT}{place}{type(error).__name__}: {str(error)[:200]}{where}; {DEBUG}=1 shows more")
    return BUG


class Main(Protocol):
    """A command: the words of the command line (None: those of this process) to an exit code."""

    def __call__(self, argv: Sequence[str] | None = None) -> int: ...


def command(main: Callable[..., int]) -> Main:
    """The command with a last net: whatever is raised becomes one line and an exit code.

    A thread watches that signals and limits end it in any case (`stopping`).
    """

    @wraps(main)
    def guarded(argv: Sequence[str] | None = None) -> int:
        _open_closed()
        try:
            with stopping.watched(broken_off), announcing(lambda text: say(text, sys.stderr)):
                return _flushed(main(argv))
        except SystemExit as ended:  # of argparse, which has said why
            ended.code = _flushed(int(ended.code or 0))
            raise
        except BrokenPipeError:  # whoever reads has seen enough
            _mute(sys.stdout)
            return CUT_SHORT
        except BaseException as error:
            return failed(error)
        finally:
            if argv is None:  # to look for cycles in all that is there takes a twentieth of a short run
                gc.disable()
                gc.freeze()

    return guarded


@contextmanager
def announcing(tell: Callable[[str], None], quiet: bool = False) -> Iterator[None]:
    """Kernels that are compiled within are announced by `tell`, unless quiet; Ctrl-C and limits end that."""

    @contextmanager
    def around() -> Iterator[None]:
        if not quiet:
            tell(FIRST_USE)
        main = threading.current_thread() is threading.main_thread()
        with interruptible(current()) if main else nullcontext(), alive("compiling", tell, quiet):
            yield

    token = announced.set(around)
    try:
        yield
    finally:
        announced.reset(token)


def broken_off(reason: str) -> int:
    """Say why a command ends in the middle; the exit code."""
    return failed(KeyboardInterrupt() if reason == STOPPED else Interrupted(reason))


def _flushed(code: int) -> int:
    """Write what stdout still holds, so that a full disk is heard of here."""
    try:
        with writing("standard output"):
            sys.stdout.flush()
    except BrokenPipeError:
        _mute(sys.stdout)
    except CannotWrite as error:
        _mute(sys.stdout)
        return failed(error)
    return code


def _mute(stream: TextIO) -> None:
    """What is still in the stream's buffer, and whatever else is said there, goes nowhere."""
    with suppress(OSError, io.UnsupportedOperation):
        number = stream.fileno()
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, number)
        os.close(null)


def _open_closed() -> None:
    """Streams that whoever started us had closed: what is said there goes nowhere.

    Their numbers are taken, so that no file of ours gets one, by something that cannot be written: solutions
    for a closed standard output are an error.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            with suppress(OSError):
                os.fstat(number)
                continue
            os.open(os.devnull, os.O_RDONLY)  # gets the lowest number that is free: this one
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 to the end
    if isinstance(sys.stdout, io.TextIOWrapper):  # whatever a terminal cannot show is shown as escapes
        sys.stdout.reconfigure(errors="backslashreplace")


# ---- signals


@contextmanager
def _handled_by(handler: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """Within, this is the handler of Ctrl-C and SIGTERM."""
    before = {number: signal.signal(number, handler) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)


@contextmanager
def stop_on_signals() -> Iterator[Callable[..., Deadline]]:
    """Ctrl-C and SIGTERM set an event that searches look at, so that no write is torn; a second one ends the
    process, and so does the watch of `stopping` if nobody looks.
    """
    stop = threading.Event()

    def handler(number: int, _: FrameType | None) -> None:
        stop.set()
        if not stopping.active():
            signal.signal(number, signal.SIG_DFL)

    def deadline(seconds: float | None, memory: int | None = None) -> Deadline:
        at = time.monotonic() + seconds if seconds else float("inf")
        stopping.heed(given := Deadline(at, stop, memory))
        stack.enter_context(under(given))
        return given

    with _handled_by(handler):
        try:
            with ExitStack() as stack:
                yield deadline
        finally:
            stopping.finishing()


@contextmanager
def interruptible(deadline: Deadline) -> Iterator[None]:
    """Signals, and GRACE seconds after it the time limit, end what is within by Interrupted: for work before
    anything is written, such as reading an instance and making its model, which looks at no clock.

    Work that ends within the grace goes on, so that the search writes a file that says why it is incomplete.
    In the main thread; signals are heard within `stop_on_signals`. Without interval timers (Windows) time is
    not heard here.
    """
    if deadline is NEVER:
        yield
        return
    raised: list[str] = []  # reasons

    def over(reason: str) -> NoReturn:
        raised.append(reason)
        raise Interrupted(reason)

    def stop(number: int, _: FrameType | None) -> None:
        deadline.stop.set()
        over(STOPPED)

    def look(number: int, _: FrameType | None) -> None:
        if deadline.remaining <= 0:
            over(TIME_LIMIT)

    ours = callable(signal.getsignal(signal.SIGTERM))
    try:
        with _handled_by(stop) if ours else nullcontext(), _alarmed(deadline.remaining + GRACE, look):
            yield
    except Exception as error:
        if not raised:
            raise
        _forget(error)  # what a compiler made of it
    if raised or deadline.stop.is_set():
        reason = STOPPED if deadline.stop.is_set() else raised[0]
        deadline.heard.add(reason)
        raise Interrupted(reason)


@contextmanager
def _alarmed(seconds: float, look: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """After so many seconds, and again and again from then on, the main thread looks."""
    if not hasattr(signal, "setitimer") or seconds == float("inf"):
        yield
        return
    alarm = signal.signal(signal.SIGALRM, look)
    timer = signal.setitimer(signal.ITIMER_REAL, max(seconds, GRACE), GRACE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, *timer)
        signal.signal(signal.SIGALRM, alarm)


def _forget(error: BaseException) -> None:
    """Let go of what the frames of an error hold. LLVM's wrappers complain where one was only half made."""
    import traceback  # only where something is cut short

    hook, sys.unraisablehook = sys.unraisablehook, lambda _: None
    traceback.clear_frames(error.__traceback__)
    sys.unraisablehook = hook


@contextmanager
def ctrl_c_held_back() -> Iterator[None]:
    """A Ctrl-C within the block is raised at its end, so that what belongs together is done whole."""
    ours = callable(signal.getsignal(signal.SIGINT))
    if not ours or threading.current_thread() is not threading.main_thread():
        yield  # none is raised
        return
    came: list[tuple[int, FrameType | None]] = []
    old = signal.signal(signal.SIGINT, lambda *told: came.append(told))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, old)
    if came:
        old(*came[0])  # type: ignore[operator, misc]  # it is callable
