"""What all commands share: exit codes, error messages, the handling of all exceptions, signals, and types of
arguments.

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

from zenkai_solver.models.document import InstanceError, singular
from zenkai_solver.models.fields import nearest
from zenkai_solver.models.imports import unfinished
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
from zenkai_solver.solvers.kernels.warmup import announced

COMPLETE, UNEXPECTED, BAD_INPUT, CUT_SHORT, BUG, CTRL_C = 0, 1, 2, 3, 4, 130
STDOUT = 1  # the file descriptor
STANDARD_OUTPUT = "standard output"  # its name in messages
GRACE = 0.5  # seconds by which a time limit is exceeded where only a timer ends the work
LEAST = 0.001  # seconds of --cube-seconds
PACKAGES = {"pysat": "python-sat", "yaml": "pyyaml"}  # by their modules, where the names differ
DEBUG = "ZENKAI_DEBUG"  # if the environment has it, a bug's traceback is shown
FIRST_USE = "first use: compiling the search, kept for later runs"
CHOICE = re.compile(r"(?<=invalid choice: )'(.*)' \(choose from (.*)\)")  # a message of argparse
LONG = 300  # characters of a message that are too many to read
HELP = "show this help message and exit"
REPORT = "a bug in zenkai, please report it: "


class Refused(Exception):
    """An error of the user; its text is the message, of one line."""


UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


def whole_number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r:.40} is not a whole number") from None


def number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r:.40} is not a number") from None


def positive_int(text: str) -> int:
    value = whole_number(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text} is not 1 or more")
    return value


def byte_number(text: str) -> int:
    """A number of bytes: 800M, 4G, or plain."""
    number, unit = (text[:-1], text[-1:]) if text[-1:] in UNITS else (text, "")
    if not number.isdecimal() or int(number) < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a number of bytes such as 800M or 4G")
    return int(number) * UNITS[unit]


def seconds(text: str) -> float:
    value = number(text)
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is not a number of seconds above 0")
    return value


def cube_seconds(text: str) -> float:
    """Seconds of a cube, at least LEAST: with less, a run would be split into a cube per solution."""
    if (value := seconds(text)) < LEAST:
        raise argparse.ArgumentTypeError(f"{text} is not {LEAST} seconds or more")
    return value


def rate(text: str) -> float:
    """A positive number per second."""
    value = number(text)
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is not a number per second above 0")
    return value


class Parser(argparse.ArgumentParser):
    """An argument parser whose error messages have one line, with the nearest option."""

    def error(self, message: str) -> NoReturn:
        words = [word for word in message.split() if word.startswith("-")]
        known = re.findall(r"(?:^  |, )(-[\w-]+)", self.format_help(), re.M)  # not those that a text mentions
        asked = nearest(words[0].partition("=")[0], known) if "unrecognized" in message and words else ""
        if (choice := CHOICE.search(message)) and len(message) > LONG:
            message = message[: choice.start()] + f"'{choice[1]:.40}'"
            asked = nearest(choice[1], re.findall(r"[\w-]+", choice[2]))
        hint = asked if "did you mean" in asked else f"; `{self.prog} --help` lists the options"
        self.exit(BAD_INPUT, shown(f"{self.prog}: {message}{hint}") + "\n")

    def print_help(self, file: Any = None) -> None:
        """Print the help by `put`, so that a reader that stops early is no error in any version of Python."""
        put(self.format_help().removesuffix("\n"), file)


def brief(parser: Parser, short: Callable[[], Parser]) -> None:
    """Add `--help` to a parser: it prints the help of a parser with fewer options."""

    class Short(argparse.Action):
        def __call__(self, *_: object) -> NoReturn:
            short().print_help()
            parser.exit()

    parser.add_argument("-h", "--help", action=Short, nargs=0, default=argparse.SUPPRESS, help=HELP)


# ---- messages


def shown(text: str) -> str:
    """Untrusted text as one line of printable characters.

    Others become escapes such as \\x1b, \\n or \\ud800, so that none controls the terminal.
    """
    if text.isprintable():
        return text
    with suppress(UnicodeEncodeError):  # bytes of a file's name, as Python has them
        text = text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)


def complain(message: str) -> int:
    with suppress(OSError):  # there is no other place for the message
        print(f"zenkai: {singular(shown(message))}", file=sys.stderr, flush=True)
    return BAD_INPUT


def say(line: str, stream: TextIO | None = None) -> None:
    """Print one line, by default to stdout, as `put`."""
    put(singular(shown(line)), stream)


def leave(code: int) -> NoReturn:
    """End the process: at once if a compilation goes on in a thread, as after a time limit, which can crash
    when the interpreter is taken down below it.
    """
    if unfinished():
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):  # nobody reads it, or it is closed
                stream.flush()
        os._exit(code)
    sys.exit(code)


def put(text: str, stream: TextIO | None = None) -> None:
    """Print any number of lines. A reader that stops early (a broken pipe) is no error.

    Raises CannotWrite.
    """
    stream = stream or sys.stdout
    try:
        with writing("standard error" if stream is sys.stderr else STANDARD_OUTPUT):
            print(text, file=stream, flush=True)
    except BrokenPipeError:
        _mute(stream)
    except CannotWrite:  # reported once: the rest of the buffer is not written again at the exit
        _mute(stream)
        raise


# ---- exceptions


def aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """A line for each row, with its texts in columns."""
    widths = [max(map(len, column)) for column in zip(*rows)]
    for row in rows:
        yield "  ".join(text.ljust(width) for text, width in zip(row, widths)).rstrip()


class CannotWrite(OSError):
    """An OSError of writing, with the file's name; any other OSError is taken for one of reading."""


@contextmanager
def writing(name: str | os.PathLike[str]) -> Iterator[None]:
    """Turn an OSError within the block into CannotWrite with that name, except for BrokenPipeError."""
    try:
        yield
    except (BrokenPipeError, CannotWrite):
        raise
    except OSError as error:
        reason, path = error.strerror or str(error), os.fspath(error.filename or name)
        raise CannotWrite(error.errno, reason, path) from None


def failed(error: BaseException, name: str | os.PathLike[str] | None = None) -> int:
    """Print the error as one line, and return the exit code; `name`: the current input."""
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
        case ModuleNotFoundError() if not str(error.name).startswith("zenkai_solver"):
            module = str(error.name).partition(".")[0]
            package = PACKAGES.get(module, module)
            return complain(f"{place}needs the package {package}, which is missing: pip install {package}")
        case _:
            return _bug(error, place)


def _system_error(error: OSError, name: str | os.PathLike[str] | None) -> str:
    """The message of an OSError, such as 'x.jsonl: cannot write: No space left on device'."""
    reason, place = error.strerror or str(error), error.filename or name
    if place is None:
        return reason
    writes, reads = isinstance(error, CannotWrite), error.filename is not None
    doing = "cannot write: " if writes else "cannot read: " if reads else ""
    return f"{os.fsdecode(place)}: {doing}{reason}"


def _bug(error: BaseException, place: str) -> int:
    """Print an unexpected exception; the exit code."""
    import traceback  # only where something is wrong

    if os.environ.get(DEBUG):
        traceback.print_exception(error)
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    complain(f"{REPORT}{place}{type(error).__name__}: {str(error)[:200]}{where}; {DEBUG}=1 shows more")
    return BUG


class Main(Protocol):
    """A command: takes the arguments (None: those of this process), returns the exit code."""

    def __call__(self, argv: Sequence[str] | None = None) -> int: ...


def command(main: Callable[..., int]) -> Main:
    """The command with a handler for all exceptions: each becomes a message of one line and an exit code.

    The watchdog thread of `stopping` ensures that signals and limits end it in any case.
    """

    @wraps(main)
    def guarded(argv: Sequence[str] | None = None) -> int:
        _open_closed()
        try:
            with stopping.watched(broken_off), announcing(lambda text: say(text, sys.stderr)):
                return _flushed(main(argv))
        except SystemExit as ended:  # from argparse, which has printed a message
            ended.code = _flushed(int(ended.code or 0))
            raise
        except BrokenPipeError:  # the reader has stopped early
            _mute(sys.stdout)
            return CUT_SHORT
        except BaseException as error:
            return failed(error)
        finally:
            if argv is None:  # a search for reference cycles takes a twentieth of a short run
                gc.disable()
                gc.freeze()

    return guarded


@contextmanager
def announcing(tell: Callable[[str], None], quiet: bool = False) -> Iterator[None]:
    """Announce compilations within the block by `tell`, unless quiet; Ctrl-C and limits can end them."""

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
    """Print why a command was cut short; the exit code."""
    return failed(KeyboardInterrupt() if reason == STOPPED else Interrupted(reason))


def _flushed(code: int) -> int:
    """Flush stdout, so that a full disk is noticed here; the exit code."""
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
    """Discard the stream's buffer, and everything that is written to it from now on."""
    with suppress(OSError, io.UnsupportedOperation):
        number = stream.fileno()
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, number)
        os.close(null)


def _open_closed() -> None:
    """Replace standard streams that the parent process had closed; what is printed there is discarded.

    Their descriptors are opened read-only on the null device, so that no other file gets them, and writing
    solutions to a closed standard output is an error.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            with suppress(OSError):
                os.fstat(number)
                continue
            os.open(os.devnull, os.O_RDONLY)  # gets the lowest free descriptor, which is this one
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 to the end
    if isinstance(sys.stdout, io.TextIOWrapper):  # characters that the encoding lacks become escapes
        sys.stdout.reconfigure(errors="backslashreplace")


# ---- signals


@contextmanager
def _handled_by(handler: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """Set the handler of Ctrl-C and SIGTERM within the block."""
    before = {number: signal.signal(number, handler) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)


@contextmanager
def stop_on_signals() -> Iterator[Callable[..., Deadline]]:
    """Within the block, Ctrl-C and SIGTERM set an event that deadlines check, so that no write is torn; a
    second signal ends the process, and so does the watchdog of `stopping` if no deadline is checked. Yields a
    function that makes a deadline from seconds and bytes of memory.
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
    """Raise Interrupted in the block at a signal, or GRACE seconds after the deadline: for work before
    anything is written that checks no deadline, such as reading an instance and building its model.

    Work that ends within GRACE continues, so that the search writes a file which says why it is incomplete.
    Only within `stop_on_signals`. In other threads than the main one, and without interval timers (Windows),
    the deadline is not enforced here.
    """
    if deadline is NEVER or threading.current_thread() is not threading.main_thread():
        yield
        return
    raised: list[str] = []  # reasons

    def over(reason: str) -> NoReturn:
        raised.append(reason)
        raise Interrupted(reason)

    def stop(number: int, _: FrameType | None) -> None:
        deadline.stop.set()
        over(STOPPED)

    def look(number: int, frame: FrameType | None) -> None:
        if deadline.remaining <= 0 and not _is_finalizer(frame):
            over(TIME_LIMIT)

    ours = callable(signal.getsignal(signal.SIGTERM))
    try:
        alarm = _alarmed(deadline.remaining + GRACE, look)
        with _dropped_in_silence(), _handled_by(stop) if ours else nullcontext(), alarm:
            yield
    except Exception as error:
        if not raised:
            raise
        _forget(error)  # the frames of an interrupted compiler
    if raised or deadline.stop.is_set():
        reason = STOPPED if deadline.stop.is_set() else raised[0]
        deadline.heard.add(reason)
        raise Interrupted(reason)


@contextmanager
def _alarmed(seconds: float, look: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """Call `look` in the main thread after so many seconds, and repeatedly from then on."""
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


@contextmanager
def _dropped_in_silence() -> Iterator[None]:
    """Do not print an Interrupted that Python drops, as in what LLVM or a weak reference calls: the alarm
    goes again.
    """
    hook = sys.unraisablehook

    def dropped(what: sys.UnraisableHookArgs) -> None:
        if not isinstance(what.exc_value, Interrupted):
            hook(what)

    sys.unraisablehook = dropped
    try:
        yield
    finally:
        sys.unraisablehook = hook


def _is_finalizer(frame: FrameType | None) -> bool:
    """Is this a frame of, or called by, a finalizer? Python prints what is raised there, and goes on."""
    while frame is not None and frame.f_code.co_name != "__del__":
        frame = frame.f_back
    return frame is not None


def _forget(error: BaseException) -> None:
    """Clear the frames of an exception, as LLVM's wrappers print errors for half-built objects."""
    import traceback  # only where something is cut short

    hook, sys.unraisablehook = sys.unraisablehook, lambda _: None
    traceback.clear_frames(error.__traceback__)
    sys.unraisablehook = hook


@contextmanager
def ctrl_c_held_back() -> Iterator[None]:
    """Delay Ctrl-C to the end of the block, so that its steps are done completely."""
    ours = callable(signal.getsignal(signal.SIGINT))
    if not ours or threading.current_thread() is not threading.main_thread():
        yield  # none is raised
        return
    came: list[tuple[int, FrameType | None]] = []
    old = signal.signal(signal.SIGINT, lambda *received: came.append(received))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, old)
    if came:
        old(*came[0])  # type: ignore[operator, misc]  # it is callable
