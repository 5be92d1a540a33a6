"""Jobs: each is a child process in a folder of its own, with readers, and ends with the last of them.

So many work at a time; others wait in the order in which they came.

jobs/ID/made-here        the mark of our own folders, see folder.py
jobs/ID/job.json         what was asked; with `keep`, it is there also after the server has ended
jobs/ID/puzzle.yaml      the instance
jobs/ID/state.json       what a kept job said last, when it has ended
jobs/ID/solutions.jsonl  the solutions file
jobs/ID/table.json       what a job for shares, steps or a hint has found
jobs/ID/solutions.zset   the compiled set of a job for shares
jobs/ID/run/             the cubes of a kept run
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import secrets
import signal
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from zenkai_solver.models.loading import SYMMETRY_MODES
from zenkai_solver.solvers.solution_files.results import write_whole
from zenkai_solver.solvers.webapp import folder as folders
from zenkai_solver.solvers.webapp import generating
from zenkai_solver.solvers.webapp.errors import ReportedError, kind_of
from zenkai_solver.solvers.webapp.helpers import keep
from zenkai_solver.solvers.webapp.settings import ID, Settings

BATCH = 0.05  # seconds between two batches of a stream
MAX_LINE = 8 << 20  # bytes of one line of a child
MAX_FIRST = 12  # drawings that a stream hands out
LONG = ("cells", "told", "made")  # members of a job's state that a list of runs leaves out
MOST_PICTURE = 20_000  # characters of a picture in a list of runs
WHAT = (
    *("all", "count", "unique", "shares", "steps", "hint"),
    *("estimate", "explain", "rate", "none", "spare", "why", "make-unique", "fewest", "generate"),
)
ABOUT = {  # no option of a command
    "why": re.compile(r"\w[^\x00-\x1f\x7f]{0,99}"),  # a fact such as R1C2=3, or R1C2=# of a nonogram
    "generate": re.compile(r"\w[\w-]{0,40}"),  # a family or genre
}
KILL = getattr(signal, "SIGKILL", signal.SIGTERM)  # on Windows SIGTERM ends a process at once
WAITING, WORKING, ENDED = "waiting", "working", "ended"


class JobError(ReportedError):
    """A job that cannot be started; the text says why, in one line."""

    status = 409


@dataclass(frozen=True)
class JobOptions:
    """The options of a job: the fields of job.json. `about`: the fact of `why`, the family of `generate`;
    `options`: those of its command; `board`: what a person has entered, see `entered`, which a hint looks at.
    """

    text: str
    name: str
    what: str = "all"
    symmetry: str | None = None
    limit: int | None = None
    seconds: float | None = None
    certify: bool = False
    keep: bool = False
    about: str = ""
    options: Mapping[str, str | bool] = field(default_factory=dict)
    board: list[Any] | None = None

    @classmethod
    def read(cls, body: Mapping[str, Any]) -> JobOptions:
        """The options in the body of a request. Raises JobError for wrong values."""
        kinds = {"text": str, "name": str, "what": str, "certify": bool, "keep": bool, "about": str}
        if body.get("board") is not None:
            kinds["board"] = list
        for key, kind in kinds.items():
            if not isinstance(body.get(key, cls.__dict__.get(key)), kind):
                raise JobError(f"{key}: not of type {kind.__name__}")
        if not isinstance(body.get("options") or {}, dict):
            raise JobError("options: not of type dict")
        known = {key: body[key] for key in cls.__dataclass_fields__ if body.get(key) is not None}
        asked = cls(**known)
        if fault := asked.fault():
            raise JobError(fault)
        return asked

    def fault(self) -> str | None:
        if self.what not in WHAT:
            return f"what: not one of {', '.join(WHAT)}"
        if self.symmetry not in (None, *SYMMETRY_MODES):
            return f"symmetry: not one of {', '.join(SYMMETRY_MODES)}"
        if self.limit is not None and not _is_number(self.limit, 1, 10**12):
            return "limit: not a number of solutions"
        if self.seconds is not None and not _is_number(self.seconds, 1, 10**7, whole=False):
            return "seconds: not a number of seconds, 1 or more"
        if not 1 <= len(self.name) <= 100:
            return "name: 1 to 100 characters"
        if self.what in ABOUT and not ABOUT[self.what].fullmatch(self.about):
            return "about: not a fact such as R1C2=3, nor the name of a family"
        if self.options and (wrong := generating.fault(self.about, self.options)):
            return wrong
        if self.keep and (self.what not in ("all", "count") or self.limit):
            return "keep: only a search for all solutions is kept"
        return None


def _is_number(value: Any, least: float, most: float, whole: bool = True) -> bool:
    right = type(value) is int or (type(value) is float and not whole)
    return right and least <= value <= most


@dataclass
class Job:
    """A job and its results so far. All methods run in the server's event loop.

    `place`: in the queue while it waits, from 1; `ended` is called at its end.
    """

    id: str
    asked: JobOptions
    folder: Path
    settings: Settings
    phase: str = WAITING
    state: dict[str, Any] = field(default_factory=dict)
    first: list[Any] = field(default_factory=list)
    message: str = ""
    readers: int = 0
    news: asyncio.Event = field(default_factory=asyncio.Event)
    started: asyncio.Event = field(default_factory=asyncio.Event)  # the process is there, or never will be
    done: asyncio.Event = field(default_factory=asyncio.Event)
    process: asyncio.subprocess.Process | None = None
    tasks: set[asyncio.Task[None]] = field(default_factory=set)
    leaving: asyncio.TimerHandle | None = None
    place: int = 0
    began: float = field(default_factory=time.time)  # seconds since 1970
    ended: Callable[[], None] = lambda: None

    @property
    def summary(self) -> dict[str, Any]:
        """What the page shows of the job, as JSON; `message` is the last line about it."""
        asked, place = self.asked, {"place": self.place} if self.phase == WAITING else {}
        stated = {"id": self.id, "name": asked.name, "what": asked.what, "keep": asked.keep}
        return {**stated, "phase": self.phase, "message": self.message, **place, **self.state}

    @property
    def entry(self) -> dict[str, Any]:
        """The job in a list of runs: without what it says at length, with its first solution's picture."""
        stated = {key: value for key, value in self.summary.items() if key not in LONG}
        picture = self.first[0][1] if self.first and len(self.first[0][1]) <= MOST_PICTURE else None
        return {**stated, "began": self.began, "picture": picture}

    # ---- the child

    def wait(self) -> None:
        """Wait in the queue, without results of an earlier run."""
        self.phase, self.state, self.first, self.message, self.place = WAITING, {}, [], "", 0
        self.started, self.done = asyncio.Event(), asyncio.Event()
        self.left()

    def begin(self) -> None:
        self.phase = WORKING
        self._keep(self._run())
        self.tell()

    def _keep(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _run(self) -> None:
        try:
            self.process = await asyncio.create_subprocess_exec(
                *self.settings.child,
                cwd=self.folder,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                limit=MAX_LINE,
                start_new_session=True,
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
            )
            self.started.set()
            await self._listen(self.process)
            await self.process.wait()
        except OSError as error:
            self.state |= {"error": error.strerror or "the process cannot be started", "kind": kind_of(error)}
        finally:
            await self._finish()

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        try:
            while line := await process.stdout.readline():
                self.hear(json.loads(line))
        except ValueError:  # a line of a child that was killed, or one that is too long
            self.signal(KILL)

    def hear(self, line: dict[str, Any]) -> None:
        """Take one line of the child."""
        if "drawing" in line:
            self.first = [*self.first, line["drawing"]][:MAX_FIRST]
        elif "message" in line:
            self.message = line["message"]
        else:
            self.state.update(line)
        self.tell()

    def tell(self) -> None:
        self.news.set()
        self.news = asyncio.Event()

    async def _finish(self) -> None:
        self.signal(KILL)  # what the child has started
        self.phase, self.process = ENDED, None
        if "reason" not in self.state and "error" not in self.state:
            self.state["reason"] = "stopped"
        if self.asked.keep:
            data = json.dumps(self.summary).encode()
            with suppress(OSError):
                await asyncio.to_thread(write_whole, self.folder / "state.json", data)
        self.started.set()
        self.done.set()
        self.tell()
        self.ended()

    def signal(self, number: int, group: bool = True) -> None:
        """Send a signal to the child and, with `group`, to all processes that it has started."""
        if self.process is None:
            return
        with suppress(ProcessLookupError, PermissionError):
            if group and hasattr(os, "killpg"):
                os.killpg(self.process.pid, number)
            else:  # Windows has no groups: the workers of a child end with it
                os.kill(self.process.pid, number)

    async def stop(self) -> None:
        """End the child: it is asked to stop, and killed after `settings.stop` seconds."""
        if self.phase == WAITING:
            await self._finish()
        elif self.phase == WORKING:
            self.state.setdefault("stopping", True)
            await self.started.wait()
            self.signal(signal.SIGTERM, group=False)
            with suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self.done.wait(), self.settings.stop)
            self.signal(KILL)
        await self.done.wait()

    # ---- readers

    async def events(self) -> AsyncIterator[tuple[str, Any]]:
        """The new drawings and the state, in batches, until the job ends."""
        self.came()
        drawn = 0
        try:
            while True:
                news, ended = self.news, self.phase == ENDED
                if drawn < len(self.first):
                    yield "first", self.first[drawn:]
                    drawn = len(self.first)
                yield "state", self.summary
                if ended:
                    return
                await news.wait()
                await asyncio.sleep(BATCH)
        finally:
            self.readers -= 1
            self.left()

    def came(self) -> None:
        self.readers += 1
        if self.leaving is not None:
            self.leaving.cancel()
            self.leaving = None

    def left(self) -> None:
        """Cancel the job after the grace if it has no readers and is not kept."""
        if self.readers or self.asked.keep or self.phase == ENDED:
            return
        loop = asyncio.get_running_loop()
        self.leaving = loop.call_later(self.settings.grace, lambda: self._keep(self.stop()))


@dataclass
class Jobs:
    """All jobs of the server, by id."""

    settings: Settings
    known: dict[str, Job] = field(default_factory=dict)
    waiting: list[Job] = field(default_factory=list)
    removing: set[asyncio.Task[None]] = field(default_factory=set)
    closed: bool = False

    def restore(self) -> None:
        """Take over the kept jobs of earlier servers; other folders that they have made are removed."""
        self.settings.jobs.mkdir(mode=folders.PRIVATE, parents=True, exist_ok=True)
        for folder in sorted(self.settings.jobs.iterdir()):
            job = self._restored(folder)
            if job is None:
                folders.removed(folder)
            else:
                self.known[job.id] = job

    def _restored(self, folder: Path) -> Job | None:
        try:
            asked = JobOptions.read(json.loads((folder / "job.json").read_bytes()))
            text = (folder / "puzzle.yaml").read_text(encoding="utf-8")
        except (OSError, ValueError, JobError, TypeError):
            return None
        if not asked.keep or not ID.fullmatch(folder.name) or folder.is_symlink():
            return None
        asked = replace(asked, text=text)
        job = Job(folder.name, asked, folder, self.settings, ENDED, ended=self._next)
        with suppress(OSError, ValueError):
            job.state = json.loads((folder / "state.json").read_bytes())
        job.state = {key: value for key, value in job.state.items() if key not in job.summary}
        job.state.setdefault("reason", "stopped")
        job.done.set()
        return job

    @property
    def working(self) -> int:
        return sum(job.phase == WORKING for job in self.known.values())

    def _check(self) -> None:
        """Raises JobError if the queue is full."""
        if len(self.waiting) >= self.settings.max_waiting:
            raise JobError(f"{len(self.waiting)} searches wait already, the most; stop one of them")

    def _queued(self, job: Job) -> None:
        job.wait()
        self.waiting.append(job)
        self._next()

    def _next(self) -> None:
        """Start the jobs whose turn it is, and update the places of the others."""
        self.waiting = [job for job in self.waiting if job.phase == WAITING and not self.closed]
        while self.waiting and self.working < self.settings.max_jobs:
            self.waiting.pop(0).begin()
        for place, job in enumerate(self.waiting, 1):
            if job.place != place:
                job.place = place
                job.tell()

    def begin(self, asked: JobOptions) -> Job:
        """Start a job, or put it in the queue. Raises JobError if the queue is full; OSError."""
        self._check()
        if asked.keep and sum(job.asked.keep for job in self.known.values()) >= self.settings.max_kept:
            raise JobError(f"{self.settings.max_kept} runs are kept, the most; delete one of them")
        id = secrets.token_hex(8)
        folder = self.settings.jobs / id
        folders.make(folder)
        (folder / "puzzle.yaml").write_text(asked.text, encoding="utf-8")
        (folder / "job.json").write_bytes(self._stated(asked))
        job = self.known[id] = Job(id, asked, folder, self.settings, ended=self._next)
        self._queued(job)
        self.forget()
        return job

    def _stated(self, asked: JobOptions) -> bytes:
        """The job.json of a job."""
        limits = {"memory": self.settings.memory, "disk": self.settings.disk, "most": self.settings.seconds}
        return json.dumps({**asdict(asked), **limits}).encode()

    async def rename(self, job: Job, name: object) -> None:
        """Give a job another name, under which it is listed. Raises JobError, OSError."""
        asked = JobOptions.read({**asdict(job.asked), "name": name})
        if job.asked.keep:
            await asyncio.to_thread(write_whole, job.folder / "job.json", self._stated(asked))
        job.asked = asked
        job.tell()

    def resume(self, job: Job) -> None:
        """Continue a kept run. Raises JobError."""
        if not job.asked.keep or not job.done.is_set():
            raise JobError("only a kept run that has ended is resumed")
        self._check()
        self._queued(job)

    def forget(self) -> None:
        """Remove the oldest jobs that have ended, are not kept and have no readers, if there are too many."""
        ended = [
            job
            for job in self.known.values()
            if job.phase == ENDED and not job.asked.keep and not job.readers
        ]
        for job in ended[: max(0, len(ended) - self.settings.max_finished)]:
            with suppress(JobError):
                self.remove(job)

    def remove(self, job: Job) -> asyncio.Task[None]:
        """Remove a job; the task removes its folder. Raises JobError."""
        if job.folder.exists() and not folders.ours(job.folder):
            raise JobError("its folder has no mark of this server, and is left as it is")
        self.known.pop(job.id, None)
        return keep(self.removing, asyncio.to_thread(folders.removed, job.folder))

    async def close(self) -> None:
        """Stop all jobs, and remove those that are not kept."""
        self.closed = True
        await asyncio.gather(*(job.stop() for job in self.known.values()))
        for job in list(self.known.values()):
            if not job.asked.keep:
                with suppress(JobError):
                    self.remove(job)
        await asyncio.gather(*self.removing)
