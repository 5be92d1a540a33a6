"""Hidden folders for what is not whole yet: each beside its place, removed in the end.

The name says whose it is, `.zenkai-HOST-PID-XXXX`, so that the next command that uses the place can remove
what a killed one left: folders of processes of this host that live no more, and nothing else.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PREFIX = ".zenkai-"


def _host() -> str:
    """A short name of this machine: its process numbers mean nothing on another that sees the folder."""
    return hashlib.blake2b(socket.gethostname().encode(), digest_size=4).hexdigest()


@contextmanager
def scratch(place: Path) -> Iterator[Path]:
    """A new folder in `place`, which is first cleared of what killed processes left. Raises OSError."""
    sweep(place)
    with tempfile.TemporaryDirectory(prefix=f"{PREFIX}{_host()}-{os.getpid()}-", dir=place) as folder:
        yield Path(folder)


def sweep(place: Path) -> None:
    """Remove scratch folders in `place` whose process is dead. What cannot be removed stays."""
    pattern = re.compile(re.escape(f"{PREFIX}{_host()}-") + r"([0-9]{1,10})-\w+")
    names: list[str] = []
    with suppress(OSError):  # a folder that may be written to, but not listed
        names = os.listdir(place)
    for name in names:
        if (match := pattern.fullmatch(name)) and not _lives(int(match[1])):
            shutil.rmtree(place / name, ignore_errors=True)


def _lives(pid: int) -> bool:
    """A process that has ended, and that nobody asked how, does not."""
    import psutil  # slow to import, and seldom needed

    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False
    except psutil.Error:  # another's: it is there
        return True
