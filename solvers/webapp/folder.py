"""The server's folder: one server at a time has it, and nothing is removed there that no server has made.

DIR/lock.sqlite          locked as long as the server lives; the system lets go of it, however that ends
DIR/server-2             the folder of a second server that is asked to use DIR at the same time
DIR/jobs/ID/made-here    the mark of a folder that a server has made; it holds ID
"""

from __future__ import annotations

import shutil
import sqlite3
import stat
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from zenkai_solver.solvers.core.command import Refused
from zenkai_solver.solvers.kernels.lock import locked
from zenkai_solver.solvers.webapp.settings import ID

LOCK = "lock.sqlite"
MARK = "made-here"
MOST = 50  # servers on one folder
PRIVATE = 0o700


@dataclass(frozen=True)
class Claim:
    """A folder that only this process uses, until `held` is closed."""

    folder: Path
    held: sqlite3.Connection


def claimed(folder: Path) -> Claim:
    """The folder or, if another server uses it, the first free one of `server-N` in it. Raises Refused."""
    for number in range(1, MOST + 1):
        place = folder if number == 1 else folder / f"server-{number}"
        try:
            _real(place)
            _real(place / "jobs")
            held = locked(place / LOCK)
        except OSError as error:
            raise Refused(f"nothing can be kept in {place}: {error.strerror or error}") from None
        if held is not None:
            return Claim(place, held)
    raise Refused(f"{MOST} servers use {folder}, the most")


def _real(folder: Path) -> None:
    """Make it, accessible to this user only. Raises OSError; also if `jobs` is a link."""
    if folder.name == "jobs" and folder.is_symlink():
        raise OSError(0, "`jobs` there is a symbolic link")
    folder.mkdir(mode=PRIVATE, parents=True, exist_ok=True)


# ---- folders of jobs


def make(folder: Path) -> None:
    """A new folder with our mark. Raises OSError."""
    folder.mkdir(mode=PRIVATE, parents=True)
    (folder / MARK).write_text(folder.name, encoding="ascii")


def ours(folder: Path) -> bool:
    """Has a server made it? By its name, its kind and its mark; a copy under another name is not ours."""
    try:
        plain = stat.S_ISDIR(folder.lstat().st_mode) and stat.S_ISREG((folder / MARK).lstat().st_mode)
        if not plain or not ID.fullmatch(folder.name):
            return False
        with (folder / MARK).open("rb") as file:
            return file.read(64) == folder.name.encode("ascii", "replace")
    except OSError:
        return False


def removed(folder: Path) -> None:
    """Remove what a server has made; anything else stays."""
    if ours(folder):
        with suppress(OSError):
            shutil.rmtree(folder)
