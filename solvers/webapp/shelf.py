"""A shelf of puzzles that a person has named: one file of YAML each, by an id of the server's own."""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zenkai_solver.models.document import MAX_BYTES
from zenkai_solver.solvers.solution_files.results import write_whole
from zenkai_solver.solvers.webapp.errors import ReportedError
from zenkai_solver.solvers.webapp.folder import PRIVATE
from zenkai_solver.solvers.webapp.settings import ID

MOST = 1_000  # puzzles
MAX_NAME = 100  # characters


class ShelfError(ReportedError):
    """A puzzle that cannot be stored; the text says why, in one line."""


@dataclass(frozen=True)
class Shelf:
    folder: Path

    def listed(self) -> list[dict[str, Any]]:
        """Id and name of each, by name. Raises OSError."""
        entries = [{"id": id, "name": self._read(id)["name"]} for id in self._ids()]
        return sorted(entries, key=lambda one: (str(one["name"]), one["id"]))

    def _ids(self) -> list[str]:
        paths = self.folder.glob("*.json") if self.folder.is_dir() else ()
        return [path.stem for path in paths if ID.fullmatch(path.stem)]

    def _read(self, id: str) -> dict[str, Any]:
        entry: dict[str, Any] = json.loads((self.folder / f"{id}.json").read_bytes())
        return entry

    def get(self, id: str) -> dict[str, Any] | None:
        """The name and the text; None for an id that is not there."""
        return self._read(id) if id in self._ids() else None

    def put(self, name: object, text: object) -> str:
        """Keep the text under the name; one of that name is replaced. Raises ShelfError, OSError."""
        if not isinstance(name, str) or not 1 <= len(name.strip()) <= MAX_NAME:
            raise ShelfError(f"a name has 1 to {MAX_NAME} characters")
        if not isinstance(text, str) or len(text.encode()) > MAX_BYTES:
            raise ShelfError(f"a puzzle has at most {MAX_BYTES:,} bytes")
        ids = [one["id"] for one in self.listed() if one["name"] == name.strip()]
        if not ids and len(self._ids()) >= MOST:
            raise ShelfError(f"the shelf is full: {MOST:,} puzzles")
        id = ids[0] if ids else secrets.token_hex(8)
        self.folder.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
        write_whole(self.folder / f"{id}.json", json.dumps({"name": name.strip(), "text": text}).encode())
        return id

    def remove(self, id: str) -> None:
        if id in self._ids():
            (self.folder / f"{id}.json").unlink()
