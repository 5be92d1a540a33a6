"""A process that works for the server, and can be ended at any time: it reads texts, or answers about a set.

    python -m zenkai_solver.solvers.webapp.helper reading SECONDS | living SECONDS | looking BYTES

Questions come by standard input, answers go to standard output, each a line `STATUS LENGTH` and so many
bytes of JSON; a question's status is 0, an answer's is that of HTTP. Before an answer come lines of status
100: how far the work is, as a number up to 1; the first one says that this process is ready. It ends when
its standard input does: then the server is gone.
"""

from __future__ import annotations

import faulthandler
import json
import os
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from zenkai_solver.solvers.core.deadlines import memory_in_use
from zenkai_solver.solvers.webapp.errors import response_to

if TYPE_CHECKING:
    from zenkai_solver.solvers.gallery.questions import SolutionSource

READY = 100  # the status of what comes before the answer
ANSWERED = 200
MEMORY = 1 << 30  # bytes of a process that reads texts
LATE = 1.0  # seconds after which a reader ends by itself, should the server not have ended it
Answer = tuple[int, bytes]


@dataclass
class Dialogue:
    """Reads questions in order, and writes answers. The process ends with its standard input."""

    out: BinaryIO
    asked: queue.SimpleQueue[bytes] = field(default_factory=queue.SimpleQueue)

    def listen(self, file: BinaryIO) -> None:
        while head := file.readline(64):
            self.asked.put(file.read(int(head.split()[1])))
        os._exit(0)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        while True:
            yield json.loads(self.asked.get())

    def say(self, status: int, body: bytes = b"") -> None:
        self.out.write(frame(status, body))
        self.out.flush()


def frame(status: int, body: bytes) -> bytes:
    return b"%d %d\n" % (status, len(body)) + body


def bounded(memory: float) -> None:
    """End this process when it uses more bytes of memory."""

    def size() -> None:
        while memory_in_use() < memory:
            time.sleep(0.1)
        os._exit(1)

    threading.Thread(target=size, daemon=True).start()


def main(argv: list[str]) -> int:
    dialogue = Dialogue(os.fdopen(os.dup(1), "wb"))
    os.dup2(2, 1)  # what else is printed
    threading.Thread(target=dialogue.listen, args=(sys.stdin.buffer,), daemon=True).start()
    WORK[argv[0]](dialogue, float(argv[1]))
    return 0


def answered(work: Callable[[], Any]) -> Answer:
    """The status, and what the work returns or its error as JSON."""
    try:
        return ANSWERED, json.dumps(work(), allow_nan=False).encode()
    except Exception as error:  # of unexpected exceptions only the kind is shown
        status, body = response_to(error)
        return status, json.dumps(body).encode()


# ---- texts


def reading(dialogue: Dialogue, seconds: float) -> None:
    """Answer {"text" or "data" or "sheet", "name"} by what the page needs of it, {"genre"} by its page,
    {"generator"} by its options.
    """
    from zenkai_solver.models.loading import FAMILIES, loads
    from zenkai_solver.solvers.webapp.exporting import exported
    from zenkai_solver.solvers.webapp.generating import offered
    from zenkai_solver.solvers.webapp.pages import listed, page
    from zenkai_solver.solvers.webapp.palette import pictured
    from zenkai_solver.solvers.webapp.reading import read, read_sheet, stated

    bounded(MEMORY)
    for family in FAMILIES:  # all of it is imported before a person waits for it
        read(f"puzzle: {family}\n")
    page("slitherlink", solved=False)
    dialogue.say(READY)

    def one(asked: dict[str, Any]) -> Any:
        if "to" in asked:
            return exported(loads(asked["text"], asked["name"]), asked["to"])
        if "rules" in asked:
            return pictured()
        if "genres" in asked:
            return listed()
        if "genre" in asked:
            return page(asked["genre"], asked["solved"])
        if "generator" in asked:
            return offered(asked["generator"])
        if "sheet" in asked:
            return read_sheet(asked["sheet"], asked["name"])
        data, text = asked.get("data"), asked.get("text")
        return read(
            stated(data, asked.get("turn")) if isinstance(data, dict) else str(text),
            asked["name"],
            asked.get("board"),
            asked.get("check") is True,
        )

    with open(os.devnull, "wb") as nowhere:
        for asked in dialogue:
            faulthandler.dump_traceback_later(seconds + LATE, exit=True, file=nowhere)
            answer = answered(lambda: one(asked))  # noqa: B023
            faulthandler.cancel_dump_traceback_later()
            dialogue.say(*answer)


# ---- what cells may be


def living(dialogue: Dialogue, seconds: float) -> None:
    """Answer {"text", "name", "board"} by what each cell can be, as `LiveValues` says."""
    from zenkai_solver.solvers.webapp.candidates import LiveValues

    bounded(MEMORY)
    live = LiveValues(seconds)
    live.answer("puzzle: sudoku\nsize: 4x4\n", "x")  # all of it is imported and compiled
    dialogue.say(READY)
    for asked in dialogue:
        dialogue.say(*answered(lambda: live.answer(asked["text"], asked["name"], asked.get("board"))))  # noqa: B023


# ---- sets of solutions


def looking(dialogue: Dialogue, memory: float) -> None:
    """Open the set of the first question, {"path", "folder"}, and answer those that follow it about it."""
    from zenkai_solver.solvers.gallery.questions import answer

    bounded(memory)
    import zenkai_solver.solvers.gallery.indexed  # noqa: F401 what takes long is there before it is needed

    dialogue.say(READY)
    questions = iter(dialogue)
    first = next(questions)
    source: list[SolutionSource] = []

    def begin() -> None:
        share = lambda part: dialogue.say(READY, json.dumps(part).encode())  # noqa: E731
        source.append(opened(Path(first["path"]), Path(first["folder"]), share))

    dialogue.say(*answered(begin))
    for asked in questions:
        dialogue.say(*answered(lambda: answer(source[0], asked["what"], asked["asked"])))  # noqa: B023


def opened(path: Path, folder: Path, report: Callable[[float], None]) -> SolutionSource:
    """Read the set. `folder`: where its bits are; report(share) is called now and then.

    Raises ResultsError, OSError.
    """
    from zenkai_solver.solvers.gallery.indexed import index_of
    from zenkai_solver.solvers.gallery.questions import CompiledSource
    from zenkai_solver.solvers.python_api.saved import Saved
    from zenkai_solver.solvers.sets.files import is_set, read_set

    return CompiledSource(read_set(path)) if is_set(path) else index_of(Saved(path), folder, report)


WORK: dict[str, Callable[[Dialogue, float], None]] = {
    "reading": reading,
    "living": living,
    "looking": looking,
}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
