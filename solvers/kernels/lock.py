"""A lock on a file, held by one process at a time, which ends with the process."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3


def locked(path: Path, patience: float = 0.0) -> sqlite3.Connection | None:
    """A lock on the file, held until it is closed; None if another process has it for `patience` seconds.

    It is SQLite's lock, which works on every system and does not outlive a crash. Raises OSError.
    """
    import sqlite3  # slow to import

    held = None
    try:
        held = sqlite3.connect(path, timeout=patience, isolation_level=None, check_same_thread=False)
        held.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        if held is not None:
            held.close()
        if str(error) == "database is locked":
            return None
        raise OSError(0, str(error)) from None
    return held
