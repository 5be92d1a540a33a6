"""What the commands share: exit codes, one line of complaint, signals, and types of arguments.

Exit codes: 0 complete (also with zero solutions), 1 complete, but the number is not the one the instance
expects, 2 bad input or usage, 3 cut short by a limit, 4 a bug of ours, 130 Ctrl-C.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import NoReturn

from zenkai_solver.models.fields import nearest
from zenkai_solver.solvers.backend import Deadline

COMPLETE, UNEXPECTED, BAD_INPUT, CUT_SHORT, BUG, CTRL_C = 0, 1, 2, 3, 4, 130
STDOUT = 1  # the file descriptor


class Refused(Exception):
    """The command cannot begin; the text says why."""


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


def rate(text: str) -> float:
    value = float(text)
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is not a number per second above 0")
    return value


def complain(message: str) -> int:
    print(f"zenkai: {message}", file=sys.stderr)
    return BAD_INPUT


class Parser(argparse.ArgumentParser):
    """Says in one line what it does not understand, and the nearest option."""

    def error(self, message: str) -> NoReturn:
        words = [word for word in message.split() if word.startswith("-")]
        known = [option for action in self._actions for option in action.option_strings]
        asked = nearest(words[0].partition("=")[0], known) if "unrecognized" in message and words else ""
        hint = asked if "did you mean" in asked else f"; `{self.prog} --help` lists the options"
        self.exit(BAD_INPUT, f"{self.prog}: {message}{hint}\n")


def print_out(text: str) -> int:
    """Print a result; whoever reads may stop when they have seen enough."""
    with suppress(BrokenPipeError):
        print(text)
    flush()
    return COMPLETE


def flush() -> None:
    """Write what is still in the buffer, unless nobody reads any more."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def save(text: str, path: Path) -> int:
    """Write a file that was asked for."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        return complain(f"{path}: cannot write: {error.strerror or error}")
    return COMPLETE


@contextmanager
def stop_on_signals() -> Iterator[Callable[..., Deadline]]:
    """Ctrl-C and SIGTERM set an event that searches look at, so that no write is torn; a second one kills."""
    stop = threading.Event()

    def handler(number: int, _: FrameType | None) -> None:
        stop.set()
        signal.signal(number, signal.SIG_DFL)

    def deadline(seconds: float | None, memory: int | None = None) -> Deadline:
        return Deadline(time.monotonic() + seconds if seconds else float("inf"), stop, memory)

    numbers = (signal.SIGINT, signal.SIGTERM)
    old = {number: signal.signal(number, handler) for number in numbers}
    try:
        yield deadline
    finally:
        for number in numbers:
            signal.signal(number, old[number])
