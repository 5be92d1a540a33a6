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
from contextlib import contextmanager
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
    for name in os.listdir(place):
        if (match := pattern.fullmatch(name)) and not _lives(int(match[1])):
            shutil.rmtree(place / name, ignore_errors=True)


def _lives(pid: int) -> bool:
    import psutil  # slow to import, and seldom needed

    return psutil.pid_exists(pid)
