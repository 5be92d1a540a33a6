"""`python -m NAME` and `python -c CODE` as processes forked from one that has imported what they import.

Each is a process of its own: its pid, session, signals, streams, exit code and end are those of Python. What it is
spared are the imports, and the loading of compiled kernels, which take longer than most of what tests start them for.
Every process that tests start in one process of pytest comes from the same server, which never runs a test.

Where processes cannot be forked, in a Python in which this has not been tried, or where the variables of the
environment that Python or Numba reads when it starts are others, the process is started as `subprocess` does it.
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import gc
import inspect
import io
import json
import os
import runpy
import select
import signal
import socket
import struct
import subprocess
import sys
import threading
import warnings
from collections.abc import Mapping, Sequence
from functools import cache
from multiprocessing import util
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
COMMANDS = (  # what `zenkai run` and its kin import, sooner or later
    *("solvers.run", "solvers.cli", "solvers.verify", "solvers.merge", "solvers.api", "solvers.batching"),
    *(
        "solvers.scale.coordinator",
        "solvers.scale.session",
        "solvers.scale.gather",
        "solvers.engines.sat.sat",
    ),
    *(
        "solvers.engines.cpsat.cpsat",
        "solvers.engines.exactcover.exactcover",
        "solvers.engines.dissect.dissect",
    ),
)
DASK = ("distributed", "distributed.cli.dask_scheduler", "distributed.cli.dask_worker", "dask.__main__")
TRIED = sys.version_info[:2] == (3, 11)  # it needs private parts of Popen and of runpy
READ_AT_START = ("PYTHON", "NUMBA", "OMP", "LD_", "MALLOC", "LANG", "LC_")
SIZES = struct.Struct("!I")
MOUNTS = 0x20000  # CLONE_NEWNS of sched.h
NUMBER = struct.Struct("!i")
PLAIN: Any = util.spawnv_passfds


# ---- in a test


class Popen(subprocess.Popen):  # type: ignore[type-arg]
    """As `subprocess.Popen`; `args` are those of Python: `sys.executable`, `-m` or `-c`, and so on."""

    preload = ""  # what the process has imported, if not what its words say

    def _execute_child(self, *args: Any, **more: Any) -> None:
        plain = super()._execute_child  # type: ignore[misc]
        asked = inspect.signature(plain).bind(*args, **more).arguments
        self._status = -1
        if not forkable(asked):
            plain(*args, **more)
            return
        ends = [asked[name] for name in ("p2cread", "c2pwrite", "errwrite")]
        self._status = ask(
            server(self.preload or preload_of(asked["args"])),
            asked,
            [own if fd == -1 else fd for own, fd in enumerate(ends)],
        )
        self.pid = read(self._status)
        self._child_created = True
        pipes = ("p2cread", "p2cwrite", "c2pread", "c2pwrite", "errread", "errwrite")
        self._close_pipe_fds(*(asked[name] for name in pipes))  # type: ignore[attr-defined]

    def _try_wait(self, wait_flags: int) -> tuple[int, int]:
        if self._status == -1:
            return super()._try_wait(wait_flags)  # type: ignore[misc, no-any-return]
        if wait_flags & os.WNOHANG and not select.select([self._status], [], [], 0)[0]:
            return 0, 0
        ended = read(self._status)
        os.close(self._status)
        return self.pid, ended

    def _internal_poll(self, *args: Any, **more: Any) -> int | None:
        if self._status == -1:
            return super()._internal_poll(*args, **more)  # type: ignore[misc, no-any-return]
        if self.returncode is None:
            pid, ended = self._try_wait(os.WNOHANG)
            if pid:
                self._handle_exitstatus(ended)  # type: ignore[attr-defined]
        return self.returncode


class Compiling(Popen):
    """A process that has Numba, but not what compiles our kernels."""

    preload = "numba"


def run(
    args: Sequence[str], *, timeout: float | None = None, kind: type[Popen] = Popen, **more: Any
) -> subprocess.CompletedProcess[Any]:
    """As `subprocess.run`."""
    if more.pop("capture_output", False):
        more |= {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    check = more.pop("check", False)
    with kind(args, **more) as process:
        try:
            out, err = process.communicate(timeout=timeout)
        except BaseException:
            process.kill()
            raise
    done = subprocess.CompletedProcess(args, process.returncode, out, err)
    if check:
        done.check_returncode()
    return done


def forkable(asked: Mapping[str, Any]) -> bool:
    words = unmounted(asked["args"])[1]
    mine = words[0] == sys.executable and (words[1] in ("-m", "-c") or words[1].endswith(".py"))
    special = asked["preexec_fn"] or asked["pass_fds"] or asked["shell"] or asked["executable"]
    return (
        TRIED
        and mine
        and not special
        and hasattr(socket, "send_fds")
        and at_start(asked["env"]) == at_start(None)
    )


def unmounted(args: Sequence[Any]) -> tuple[str, list[str]]:
    """Of `nsenter -t PID -m COMMAND`, where there is that, the pid; and the command."""
    words = list(map(os.fspath, args))
    entered = words[:2] == ["nsenter", "-t"] and words[3] == "-m"
    return (words[2], words[4:]) if entered else ("", words)


def at_start(env: Mapping[str, str] | None) -> dict[str, str]:
    """What Python reads of the environment when it starts, but the path of imports."""
    return {
        key: value
        for key, value in (os.environ if env is None else env).items()
        if key.startswith(READ_AT_START) and key != "PYTHONPATH"
    }


def preload_of(args: Sequence[str]) -> str:
    return "dask" if "dask" in args else "commands"


@cache
def server(preload: str) -> socket.socket:
    """A connection to a process that forks; it ends with ours."""
    ours, its = socket.socketpair()
    code = f"from tests import forked; forked.serve({its.fileno()}, {preload!r}); forked.become()"
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=ROOT,
        pass_fds=[its.fileno()],
        stdin=subprocess.DEVNULL,
        start_new_session=True,
    )
    its.close()
    atexit.register(ended, ours, process)
    return ours


def ended(ours: socket.socket, process: subprocess.Popen[bytes]) -> None:
    ours.close()
    process.wait()


def ask(ours: socket.socket, asked: Mapping[str, Any], streams: list[int]) -> int:
    """Have a process forked; where its pid, and later how it ended, can be read."""
    env = dict(os.environ if asked["env"] is None else asked["env"])
    mounts, words = unmounted(asked["args"])
    wanted = {
        "words": words,
        "mounts": mounts,
        "cwd": os.fspath(asked["cwd"] or os.getcwd()),
        "env": env,
        "session": bool(asked.get("start_new_session")),
    }
    body = json.dumps(wanted).encode()
    status, told = os.pipe()
    socket.send_fds(ours, [SIZES.pack(len(body))], [*streams, told])
    os.close(told)
    ours.sendall(body)
    return status


def read(pipe: int) -> int:
    (number,) = NUMBER.unpack(os.read(pipe, NUMBER.size))
    return int(number)


# ---- in the server


def serve(connection: int, preload: str) -> None:
    """Fork what is asked for, until the other end is closed. Returns in what was forked, with its streams."""
    sys.path.insert(0, str(ROOT))
    imported(preload)
    gc.freeze()  # what is there stays: so it is shared with what is forked
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    ours = socket.socket(fileno=connection)
    while True:
        head, streams, _, _ = socket.recv_fds(ours, SIZES.size, 4)
        if not head:
            os._exit(0)
        wanted = json.loads(exactly(ours, SIZES.unpack(head)[0]))
        if os.fork() == 0 and guarded(*streams):
            wear(wanted)
            return
        for stream in streams:
            os.close(stream)


def exactly(connection: socket.socket, size: int) -> bytes:
    found = b""
    while len(found) < size:
        found += connection.recv(size - len(found))
    return found


def imported(preload: str) -> None:
    import importlib

    if preload == "numba":
        import numba

        numba.njit(lambda x: x + 1)(1)  # reads its tables of functions
        return
    names = [f"zenkai_solver.{name}" for name in COMMANDS] + (list(DASK) if preload == "dask" else [])
    for name in names:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    from zenkai_solver.solvers.engines.exactcover.exactcover import ExactCoverBackend

    for work in ExactCoverBackend(1).works(None):
        if work.done:
            work.compile()


def guarded(*streams: int) -> bool:
    """True in a child with these streams; its parent does nothing but tell how it ended."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    pid = os.fork()
    told = os.dup2(streams[3], 3) if pid else -1
    for own, stream in enumerate([os.dup(stream) for stream in streams[:3]]):
        os.dup2(stream, own)
    os.closerange(4 if pid else 3, os.sysconf("SC_OPEN_MAX"))
    if pid:
        os.write(told, NUMBER.pack(pid))
        for own in range(3):  # else the readers of pipes would wait for us
            os.close(own)
        os.write(told, NUMBER.pack(os.waitpid(pid, 0)[1]))
        os._exit(0)
    return True


def wear(wanted: dict[str, Any]) -> None:
    """All that a process has at its start."""
    if wanted["session"]:
        os.setsid()
    if wanted["mounts"]:
        with open(f"/proc/{wanted['mounts']}/ns/mnt") as space:
            assert ctypes.CDLL(None).setns(space.fileno(), MOUNTS) == 0
    os.chdir(wanted["cwd"])
    os.environ.clear()
    os.environ.update(wanted["env"])
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.orig_argv = list(wanted["words"])
    sys.argv = list(wanted["words"][1:])
    first = {"-c": "", "-m": os.getcwd()}.get(sys.argv[0], os.path.dirname(os.path.abspath(sys.argv[0])))
    more = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    sys.path[:] = [first, *filter(None, more), *sys.path[1:]]
    sys.stdin = sys.__stdin__ = os.fdopen(0, closefd=False)
    sys.stdout = sys.__stdout__ = written(1, errors="strict")
    sys.stderr = sys.__stderr__ = written(2, errors="backslashreplace")
    util.spawnv_passfds = helped


def helped(path: Any, words: Sequence[str], kept: Sequence[int]) -> int:
    """The fork server of our workers, forked from us: what it would import is there."""
    if "multiprocessing.forkserver" not in words[-1]:
        return PLAIN(path, words, kept)
    if pid := os.fork():
        return pid
    try:
        for number in signal.valid_signals():
            if signal.getsignal(number) not in (
                signal.SIG_DFL,
                signal.SIG_IGN,
                None,
            ):  # as a program that is begun anew
                signal.signal(number, signal.SIG_DFL)
        closed = 3
        for fd in (*sorted(kept), os.sysconf("SC_OPEN_MAX")):
            os.closerange(closed, fd)
            closed = fd + 1
        exec(words[-1], {})
    finally:
        os._exit(0)


def written(number: int, errors: str) -> io.TextIOWrapper:
    """A standard stream, buffered as Python does it."""
    direct = bool(os.environ.get("PYTHONUNBUFFERED"))
    stream = os.fdopen(number, "wb", 0 if direct else -1, closefd=False)
    lines = number == 2 or os.isatty(number)
    return io.TextIOWrapper(stream, errors=errors, line_buffering=lines, write_through=direct)


def become() -> None:
    """Run what was asked for, as the interpreter does: what it raises ends the process in the same way."""
    try:
        run_main(sys.argv[0])
    except SystemExit as asked:
        if isinstance(asked.code, int | None):
            leave(asked.code or 0)
        raise
    leave(0)


def run_main(kind: str) -> None:
    import __main__

    warnings.filterwarnings("ignore", ".* found in sys.modules", RuntimeWarning)  # as it is here
    if kind == "-m":
        runpy._run_module_as_main(sys.argv.pop(1), alter_argv=True)  # type: ignore[attr-defined]
    elif kind == "-c":
        exec(compile(sys.argv.pop(1), "<string>", "exec"), __main__.__dict__)
    else:
        runpy.run_path(kind, run_name="__main__")


def leave(code: int) -> None:
    """End at once, where nothing is left to do but to free what the server had imported."""
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    with contextlib.suppress(OSError, ValueError):  # the interpreter tells of these in its own way
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code & 0xFF)
