"""Hidden folders for files that are not whole yet: each in the folder of its output, removed in the end.

Their names, `.zenkai-HOST-PID-XXXX`, tell the process that made them, so that the next command that writes
into the same folder can remove what a killed one left: folders of dead processes of this host, nothing else.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PREFIX = ".zenkai-"


def _host() -> str:
    """A short hash of the machine's name: process numbers of machines that share the folder differ."""
    import socket  # slow to import, as tempfile and shutil are: most commands write no file whole

    return hashlib.blake2b(socket.gethostname().encode(), digest_size=4).hexdigest()


@contextmanager
def scratch(place: Path) -> Iterator[Path]:
    """A new folder in the folder `place`, removed at the end of the block, after `sweep`. Raises OSError."""
    import tempfile

    sweep(place)
    with tempfile.TemporaryDirectory(prefix=f"{PREFIX}{_host()}-{os.getpid()}-", dir=place) as folder:
        yield Path(folder)


def sweep(place: Path) -> None:
    """Remove the scratch folders in `place` of dead processes of this host. What cannot be removed stays."""
    pattern = re.compile(re.escape(f"{PREFIX}{_host()}-") + r"([0-9]{1,10})-\w+")
    names: list[str] = []
    with suppress(OSError):  # files may be created in a folder without permission to list it
        names = os.listdir(place)
    for name in names:
        if (match := pattern.fullmatch(name)) and not _lives(int(match[1])):
            import shutil

            shutil.rmtree(place / name, ignore_errors=True)


def _lives(pid: int) -> bool:
    """Does the process still run? A zombie, which has ended but was not waited for, does not."""
    import psutil  # slow to import, and seldom needed

    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False
    except psutil.Error:  # the process of another user: it runs
        return True
