"""How kernels are compiled: by Numba, which keeps the machine code in a folder per version of their sources.

    @kernel     a function that Python calls: kept on disk
    @inner      one that only kernels call: compiled into each of them
    @inlined    the same, at the place of the call

Numba's cache sees when the file of a function changes, but not the files of what the function calls. So the
folder is named by a digest of all sources of kernels, and kernels call nothing else. Numba itself tells apart
sources at different places, versions of Numba, and processors.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from shutil import rmtree
from typing import Any

import numba
from numpy import seterr

from zenkai_solver.solvers.kernels.lock import locked

PURE = bool(numba.config.DISABLE_JIT)
SOLVERS = Path(__file__).parents[1]
PREFIX = "kernels-"
PATIENCE = 120.0  # seconds for another process that compiles the same kernel
if PURE:
    seterr(over="ignore")  # hashes count on it


def digest_of(folder: Path) -> str:
    """A digest of every source file in a folder `kernels` below this folder."""
    digest = hashlib.blake2b(digest_size=12)
    for path in sorted(folder.rglob("kernels/*.py")):
        text = path.read_bytes()
        digest.update(f"{path.relative_to(folder).as_posix()} {len(text)}\n".encode() + text)
    return digest.hexdigest()


def cache_folder() -> Path:
    """Where machine code is kept: in NUMBA_CACHE_DIR if it is set, beside this file, or in the user's cache.

    The folders of earlier versions beside this file are removed: nothing else would ever do it.
    """
    name = PREFIX + digest_of(SOLVERS)
    if given := numba.config.CACHE_DIR:
        return Path(given, name)
    here = Path(__file__).parent / "__pycache__"
    with suppress(OSError):
        if not (here / name).is_dir():
            (here / name).mkdir(parents=True)
            for old in here.glob(f"{PREFIX}*"):
                if old.name != name:
                    rmtree(old, ignore_errors=True)
        if os.access(here / name, os.W_OK):
            return here / name
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "zenkai", name)


CACHE = cache_folder()


@contextmanager
def _cached_there() -> Iterator[None]:
    """Within it Numba's cache folder is ours: functions declared elsewhere keep theirs."""
    before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(CACHE)
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


def kernel(function: Callable[..., Any], **options: Any) -> Any:
    with _cached_there():
        try:
            return numba.njit(function, cache=True, nogil=True, **options)
        except RuntimeError:  # no folder can be written: each process compiles for itself
            return numba.njit(function, nogil=True, **options)


def inner(function: Callable[..., Any], **options: Any) -> Any:
    return numba.njit(function, nogil=True, **options)


inlined = partial(inner, forceinline=True)


@contextmanager
def exclusively(path: Path) -> Iterator[None]:
    """Hold the lock on this path: two processes that save machine code of one kernel for different types
    at the same moment could take the same file name. Where nothing can be written there is no lock.
    """
    held = None
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        held = locked(path, PATIENCE)
    with closing(held) if held is not None else nullcontext():
        yield


@dataclass(frozen=True)
class Work:
    """A kernel with arguments of the types that it is called with."""

    kernel: Any
    arguments: tuple[Any, ...]

    @property
    def name(self) -> str:
        return f"{self.kernel.__module__.rpartition('.')[2]}.{self.kernel.__name__}"

    @property
    def types(self) -> tuple[Any, ...]:
        return tuple(map(numba.typeof, self.arguments))

    @property
    def done(self) -> bool:
        """Is it compiled, in this process or, by the mark that `compile` leaves, on disk?"""
        return PURE or self.types in self.kernel.overloads or self._mark.exists()

    def compile(self) -> None:
        """Load or compile it. A file of machine code that cannot be read is compiled anew; what cannot be
        written, as the disk is full, is for this process alone.
        """
        if PURE or self.types in self.kernel.overloads:
            return
        with nullcontext() if self._mark.exists() else exclusively(CACHE / f"{self.name}.lock"):
            try:
                kept = self._compile()
            except Exception:
                with suppress(OSError):
                    self.kernel.recompile()  # forgets what is kept
                kept = self._compile()
            if kept:
                with suppress(OSError):
                    self._mark.touch()

    def _compile(self) -> bool:
        """Could the machine code be written? Numba does that when it can be called."""
        try:
            self.kernel.compile(self.types)
        except OSError:
            if self.types not in self.kernel.overloads:
                raise
            return False
        return True

    @property
    def _mark(self) -> Path:
        types = hashlib.blake2b(f"{numba.__version__} {self.types}".encode(), digest_size=12)
        return CACHE / f"{self.name}-{types.hexdigest()}"
