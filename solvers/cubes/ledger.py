"""The ledger of a run: which cubes there are, and the state of each. SQLite in WAL mode.

    run    the search: format, instance, symmetry, engines, options; the spaces that were split
    cube   a tree: number, space, parent, cube, weight, state, count, digest, seconds, backend, shard

States: "open", "split" (its children replace it), "refuted" (by propagation), "closed" (searched to the end),
"failed" (its workers died too often) and "elsewhere" (in another share of the run). Every row has a seal, a
hash of its values, and the table `run` has the number of cubes, so that damage is noticed which SQLite does
not notice. Only one process at a time can open it.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from zenkai_solver.models.csp import Cube
from zenkai_solver.models.symmetry import Recipe
from zenkai_solver.solvers.core.command import CannotWrite, writing
from zenkai_solver.solvers.core.pipeline import Tally
from zenkai_solver.solvers.cubes.jobs import Closed, Space
from zenkai_solver.solvers.cubes.splitting import SubCube
from zenkai_solver.solvers.cubes.stated import parsed, wrong_row, wrong_run
from zenkai_solver.solvers.solution_files.results import ResultsError, sync_folder
from zenkai_solver.solvers.solution_files.scratch import scratch

FORMAT = "zenkai-run/1"
NAME = "ledger.sqlite"
SHARDS = "shards"
ROOT = -1  # the parent of the first cubes of a space
CUBES = "cubes"  # the key of the number of cubes
STATED = (
    *("instance", "sha256", "text", "symmetry", "stages", "shard", "keep", "compress"),
    *("backends", "versions"),
)

SCHEMA = """
CREATE TABLE run (key TEXT PRIMARY KEY, value TEXT NOT NULL, seal TEXT NOT NULL);
CREATE TABLE cube (
    number INTEGER PRIMARY KEY, stage INTEGER NOT NULL, parent INTEGER NOT NULL, literals TEXT NOT NULL,
    weight REAL NOT NULL, state TEXT NOT NULL, backend TEXT NOT NULL, written INTEGER NOT NULL,
    count INTEGER NOT NULL, "all" INTEGER NOT NULL, digest TEXT NOT NULL, seconds REAL NOT NULL,
    shard TEXT NOT NULL, size INTEGER NOT NULL, checksum TEXT NOT NULL, note TEXT NOT NULL, seal TEXT NOT NULL
);
"""
COLUMNS = (
    *("number", "stage", "parent", "literals", "weight", "state", "backend", "written", "count", "all"),
    *("digest", "seconds", "shard", "size", "checksum", "note"),
)


class LedgerError(ResultsError):
    """A ledger that is damaged, in use, or of another run; the text names the folder."""


@dataclass(frozen=True)
class CubeRow:
    """One cube; see the columns of SCHEMA. `digest` is hexadecimal, `seconds` those of the search."""

    number: int
    stage: int
    parent: int
    cube: Cube
    weight: float
    state: str
    backend: str = ""
    written: int = 0
    count: int = 0
    all: int = 0
    digest: str = ""
    seconds: float = 0.0
    shard: str = ""
    size: int = 0
    checksum: str = ""
    note: str = ""

    def values(self) -> tuple[Any, ...]:
        values = [getattr(self, field.name) for field in fields(self)]
        values[3] = json.dumps(self.cube)
        return tuple(values)


def seal(values: Iterable[Any]) -> str:
    text = json.dumps(list(values), ensure_ascii=False, default=repr)  # a damaged value can be bytes
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


class Ledger:
    """An open ledger; every change is one transaction, on the disk when the method returns."""

    def __init__(self, folder: Path) -> None:
        """Open the ledger of the folder, made before by `create`. Raises LedgerError."""
        self.folder = folder
        with self._named(), writing(folder / NAME):
            self.base = self._connected()
        try:
            self._check()
            self.run = self._read_run()
        except BaseException:
            self.base.close()
            raise

    def _connected(self) -> sqlite3.Connection:
        return connect(self.folder / NAME)

    @property
    def shards(self) -> Path:
        return self.folder / SHARDS

    def _damaged(self, how: str) -> LedgerError:
        return LedgerError(f"{self.folder / NAME}: the ledger is damaged: {how}")

    def _check(self) -> None:
        with self._named():
            verdict = self.base.execute("PRAGMA quick_check").fetchone()
        if verdict != ("ok",):
            raise self._damaged("it fails SQLite's own check")

    @contextmanager
    def _named(self) -> Iterator[None]:
        """Within it errors of SQLite that are the file's fault become LedgerError, others CannotWrite."""
        path = self.folder / NAME
        try:
            yield
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                raise LedgerError(f"{self.folder}: another process is working on this run") from None
            if any(word in str(error) for word in ("no such", "decode", "unsupported")):
                raise self._damaged(str(error)) from None
            raise CannotWrite(None, str(error), str(path)) from None
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:  # also of a damaged schema's text
            raise self._damaged(str(error)) from None

    def _read_run(self) -> dict[str, Any]:
        with self._named():
            rows = self.base.execute("SELECT key, value, seal FROM run").fetchall()
        for key, value, sealed in rows:
            if seal((key, value)) != sealed:
                raise self._damaged(f"run, {key}")
        run = {key: self._value(f"run, {key}", value) for key, value, _ in rows}
        if run.get("format") != FORMAT:
            raise LedgerError(
                f"{self.folder}: run of format {run.get('format')}, but this program has {FORMAT}"
            )
        if missing := [key for key in (*STATED, CUBES) if key not in run]:
            raise self._damaged(f"run, {missing[0]} is missing")
        if wrong := wrong_run(run):
            raise self._damaged(wrong)
        return run

    def _value(self, where: str, text: object) -> Any:
        try:
            return parsed(text)
        except ValueError:
            raise self._damaged(where) from None

    def close(self) -> None:
        with self._named():
            self.base.close()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All of it or, if an exception is raised, nothing."""
        with self._named():
            self.base.execute("BEGIN IMMEDIATE")
            try:
                yield
                self.base.execute("COMMIT")
            except BaseException:
                if self.base.in_transaction:
                    self.base.execute("ROLLBACK")
                raise

    # ---- the search

    def note(self, key: str, value: Any) -> None:
        """Record a value of the run, within a transaction."""
        self.base.execute("INSERT OR REPLACE INTO run VALUES (?, ?, ?)", _entry(key, value))
        self.run[key] = value

    def spaces(self) -> dict[int, Space]:
        """The spaces that have been split, by stage."""
        spaces = {}
        for key in sorted(self.run):
            if key.startswith("space "):
                stated = self.run[key]
                way, anchor, stay = (stated["recipe"][word] for word in ("way", "anchor", "stay"))
                recipe = Recipe(way, tuple(anchor), tuple(stay))
                spaces[stated["stage"]] = Space(
                    **{**stated, "recipe": recipe, "choice": tuple(stated["choice"])}
                )
        return spaces

    def split(self, space: Space, subcubes: Iterable[SubCube], part: slice) -> None:
        """Record a new space with its first cubes; open ones outside `part` get the state "elsewhere"."""
        with self.transaction():
            self.note(f"space {space.stage}", asdict(space))
            rows = list(self._rows(space.stage, ROOT, subcubes))
            leaves = [row.number for row in rows if row.state == "open"]
            others = set(leaves).difference(leaves[part])
            for row in rows:
                self._put(replace(row, state="elsewhere") if row.number in others else row)
            self.note(CUBES, self.run[CUBES] + len(rows))

    # ---- the states of cubes

    def close_cube(self, row: CubeRow, answer: Closed, shard: str) -> CubeRow:
        """`shard` is the name of the file with its solutions, if any. Within a transaction."""
        kept = ("backend", "written", "count", "all", "digest", "seconds", "size", "checksum")
        totals = {key: getattr(answer, key) for key in kept}
        closed = replace(row, state="closed", shard=shard, **totals)
        self._put(closed)
        return closed

    def refine(self, row: CubeRow, subcubes: Iterable[SubCube]) -> list[CubeRow]:
        """Replace an open cube by its subcubes; those that are open. Within a transaction."""
        self._put(replace(row, state="split"))
        rows = list(self._rows(row.stage, row.number, subcubes))
        for new in rows:
            self._put(new)
        self.note(CUBES, self.run[CUBES] + len(rows))
        return [new for new in rows if new.state == "open"]

    def give_up(self, row: CubeRow, text: str) -> None:
        """Record a cube as failed, for the reason `text`. Within a transaction."""
        self._put(replace(row, state="failed", note=text))

    def of_stage(self, stage: int) -> list[CubeRow]:
        return [row for row in self.rows() if row.stage == stage]

    def refuted(self, stage: int) -> bool:
        """Is the stage closed, without a solution?"""
        rows = self.of_stage(stage)
        closed = all(row.state not in ("open", "failed") for row in rows)
        return stage in self.spaces() and closed and not any(row.written for row in rows)

    def reopen(self) -> list[CubeRow]:
        """Cubes that failed, or whose shard is gone, get another try; the latter are returned."""
        rows = list(self.rows())
        failed = [row for row in rows if row.state == "failed"]
        gone = [row for row in rows if row.shard and not (self.shards / row.shard).exists()]
        with self.transaction():
            for row in (*failed, *gone):
                self._put(CubeRow(row.number, row.stage, row.parent, row.cube, row.weight, "open"))
        return gone

    def rows(self) -> Iterator[CubeRow]:
        """Every cube in the order of the numbers. Raises LedgerError if a seal is broken or a row missing."""
        names = ", ".join(f'"{name}"' for name in (*COLUMNS, "seal"))
        seen = 0
        with self._named():
            for *values, sealed in self.base.execute(f"SELECT {names} FROM cube ORDER BY number"):
                if seal(values) != sealed:
                    raise self._damaged(f"cube {values[0]}")
                values[3] = self._value(f"cube {values[0]}, literals", values[3])
                if wrong := wrong_row(values):
                    raise self._damaged(wrong)
                values[3] = tuple(values[3])
                seen += 1
                yield CubeRow(*values)
        if seen != self.run[CUBES]:
            raise self._damaged(f"it has {seen:,} cubes, but there were {self.run[CUBES]:,}")

    def _rows(self, stage: int, parent: int, subcubes: Iterable[SubCube]) -> Iterator[CubeRow]:
        first = self.base.execute("SELECT coalesce(max(number), 0) + 1 FROM cube").fetchone()[0]
        for number, subcube in enumerate(subcubes, first):
            above = parent if subcube.parent < 0 else first + subcube.parent
            yield CubeRow(number, stage, above, tuple(subcube.cube), float(subcube.weight), subcube.state)

    def _put(self, row: CubeRow) -> None:
        values = row.values()
        marks = ", ".join("?" * (len(values) + 1))
        self.base.execute(f"INSERT OR REPLACE INTO cube VALUES ({marks})", (*values, seal(values)))


class Archived(Ledger):
    """A ledger that is only read: of a folder without write access a copy, since SQLite writes to read
    a WAL.
    """

    def _connected(self) -> sqlite3.Connection:
        if os.access(self.folder, os.W_OK):
            return super()._connected()
        with tempfile.TemporaryDirectory(prefix="zenkai-") as folder:
            for path in files_of(self.folder)[:2]:  # not the index of the WAL, which SQLite makes again
                if path.exists():
                    shutil.copyfile(path, Path(folder) / path.name)
            base, copy = connect(Path(folder) / NAME), sqlite3.connect(":memory:", isolation_level=None)
            with closing(base):
                base.backup(copy)
        return copy


def archived(folder: Path) -> Archived:
    """The ledger of the run that is kept there. Raises LedgerError if there is none."""
    if not exists(folder):
        raise LedgerError(f"{folder}: no run is kept there")
    return Archived(folder)


def solutions_fault(ledgers: Sequence[Ledger]) -> str | None:
    """Why the runs have no solutions that could be written, or None."""
    if ledgers[0].run["keep"]:
        return None
    names = ", ".join(str(ledger.folder) for ledger in ledgers)
    return f"{names}: no solutions are kept there: the run was begun with --count"


def summed(symmetry: str, rows: Iterable[CubeRow]) -> Tally:
    """The totals of all cubes; those of cubes that are not closed are 0."""
    tally = Tally(symmetry)
    for row in rows:
        tally.join(Tally(symmetry, row.written, row.count, row.all, int(row.digest or "0", 16)))
    return tally


def files_of(folder: Path) -> list[Path]:
    """The paths that a run keeps in its folder, whether they exist or not."""
    return [*(folder / (NAME + ending) for ending in ("", "-wal", "-shm")), folder / SHARDS]


def exists(folder: Path) -> bool:
    return (folder / NAME).exists()


def connect(path: Path) -> sqlite3.Connection:
    """A connection that locks the file until it is closed, or its process ends."""
    base = sqlite3.connect(path, timeout=0.2, isolation_level=None)
    for pragma in ("locking_mode=EXCLUSIVE", "journal_mode=WAL", "synchronous=FULL"):
        base.execute(f"PRAGMA {pragma}").fetchone()
    return base


def create(folder: Path, run: Mapping[str, Any]) -> Ledger:
    """Make the folder with a ledger without cubes, whole or not at all, and open it.

    Raises OSError, and LedgerError if another process was faster.
    """
    (folder / SHARDS).mkdir(parents=True, exist_ok=True)
    with scratch(folder) as temporary:
        new = temporary / NAME
        values = {"format": FORMAT, **run, CUBES: 0}
        try:
            with closing(sqlite3.connect(new, isolation_level=None)) as base:
                base.executescript(SCHEMA)
                base.executemany(
                    "INSERT INTO run VALUES (?, ?, ?)", (_entry(*item) for item in values.items())
                )
        except sqlite3.OperationalError as error:
            raise CannotWrite(None, str(error), str(folder)) from None
        try:
            os.link(new, folder / NAME)  # unlike a renaming, fails if there is one now
        except FileExistsError:
            raise LedgerError(f"{folder}: another process is working on this run") from None
        except OSError:  # a file system without links
            os.replace(new, folder / NAME)
    sync_folder(folder)
    return Ledger(folder)


def _entry(key: str, value: Any) -> tuple[str, str, str]:
    """A row of the table `run`."""
    text = json.dumps(value, ensure_ascii=False)
    return key, text, seal((key, text))
