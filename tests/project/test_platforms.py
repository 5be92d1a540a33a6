"""What only POSIX systems have is used where another branch serves the others, and nowhere else."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.helpers import ROOT

MODULES = {
    "crypt",
    "curses",
    "fcntl",
    "grp",
    "posix",
    "pty",
    "pwd",
    "readline",
    "resource",
    "syslog",
    "termios",
    "tty",
}
OF_OS = {
    *(
        "fork",
        "forkpty",
        "register_at_fork",
        "killpg",
        "nice",
        "wait",
        "wait3",
        "wait4",
        "waitid",
        "posix_spawn",
    ),
    *(
        "getuid",
        "geteuid",
        "getgid",
        "getegid",
        "setuid",
        "setgid",
        "setsid",
        "setpgid",
        "getpgid",
        "getpgrp",
    ),
    *(
        "chown",
        "fchown",
        "fchmod",
        "lchown",
        "chroot",
        "mkfifo",
        "mknod",
        "lockf",
        "sync",
        "fdatasync",
        "statvfs",
    ),
    *(
        "sysconf",
        "uname",
        "getloadavg",
        "sched_getaffinity",
        "set_blocking",
        "pipe2",
        "pread",
        "pwrite",
        "sendfile",
    ),
    *(
        "O_NOFOLLOW",
        "O_CLOEXEC",
        "O_NONBLOCK",
        "O_DIRECTORY",
        "O_SYNC",
        "O_DSYNC",
        "posix_fallocate",
        "openpty",
    ),
}
OF_SIGNAL = {
    *(
        "SIGALRM",
        "SIGKILL",
        "SIGHUP",
        "SIGUSR1",
        "SIGUSR2",
        "SIGCHLD",
        "SIGPIPE",
        "SIGQUIT",
        "SIGSTOP",
        "SIGCONT",
    ),
    *("SIGWINCH", "SIGXCPU", "setitimer", "getitimer", "ITIMER_REAL", "ITIMER_PROF", "alarm", "pause"),
    *(
        "pthread_sigmask",
        "pthread_kill",
        "sigwait",
        "sigtimedwait",
        "siginterrupt",
        "SIG_BLOCK",
        "SIG_UNBLOCK",
    ),
}
GUARDED = {  # where, what; and the test for it that stands in the same module
    ("solvers/core/command.py", "signal.ITIMER_REAL"): 'hasattr(signal, "setitimer")',
    ("solvers/core/command.py", "signal.SIGALRM"): 'hasattr(signal, "setitimer")',
    ("solvers/core/command.py", "signal.setitimer"): 'hasattr(signal, "setitimer")',
    ("solvers/core/stopping.py", "os.register_at_fork"): 'hasattr(os, "register_at_fork")',
    ("solvers/core/stopping.py", "os.set_blocking"): 'os.name != "posix"',
    ("solvers/cubes/workers.py", "resource"): "except ImportError:  # Windows",
    ("solvers/webapp/jobs.py", "os.killpg"): 'hasattr(os, "killpg")',
    (
        "solvers/batch/stdin.py",
        "/dev/stdin",
    ): "STDIN_PATH",  # a name in comparisons; sys.stdin is what is read
}


def only_posix(text: str) -> set[str]:
    """What only POSIX has among the names, imports and paths of a module."""
    places = set()
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Attribute(ast.Name("os"), name) if name in OF_OS:
                places.add(f"os.{name}")
            case ast.Attribute(ast.Name("signal"), name) if name in OF_SIGNAL:
                places.add(f"signal.{name}")
            case ast.Import(names):
                places |= {alias.name for alias in names} & MODULES
            case ast.ImportFrom(str(module)) if module in MODULES:
                places.add(module)
            case ast.ImportFrom("os" | "signal", names):
                places |= {alias.name for alias in names} & (OF_OS | OF_SIGNAL)
            case ast.Constant(str(value)) if value.startswith(("/dev/", "/proc/", "/tmp", "/usr/")):
                places.add(value)
    return places


def test_each_has_its_other_branch() -> None:
    files = [
        path for folder in ("models", "solvers", "zenkai_solver") for path in (ROOT / folder).rglob("*.py")
    ]
    assert len(files) > 300
    used = {
        (path.relative_to(ROOT).as_posix(), name)
        for path in files
        for name in only_posix(path.read_text("utf-8"))
    }
    assert used == GUARDED.keys()
    for (file, _), guard in GUARDED.items():
        assert guard in Path(ROOT / file).read_text("utf-8")


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("os.fork()", "os.fork"),
        ("signal.alarm(3)", "signal.alarm"),
        ("import fcntl", "fcntl"),
        ("from resource import RLIMIT_AS", "resource"),
        ("from os import getuid", "getuid"),
        ("open('/dev/null')", "/dev/null"),
    ],
)
def test_the_test_sees(line: str, name: str) -> None:
    assert only_posix(line) == {name}
