"""How kernels are compiled: by Numba, which keeps the machine code in a folder per version of their sources.

    @kernel     a function that Python calls: kept on disk by Numba
    @bare       one that makes no arrays and raises nothing: kept to be called without Numba (`native`)
    @inner      one that only kernels call: compiled into each of them
    @inlined    the same, at the place of the call
    @intrinsic, @overload, @declaration     what kernels call, in LLVM's language

Numba is imported when it is first needed, as that takes longer than most runs: until then all of these are
`Late`. Numba's cache sees when the file of a function changes, but not the files of what the function calls.
So the folder is named by a digest of all sources of kernels, and kernels call nothing else. Numba itself
tells apart sources in different places, versions of Numba, and processors; `native.surroundings` does so for
`bare`.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from functools import cache, cached_property, partial, update_wrapper
from pathlib import Path
from shutil import rmtree
from threading import RLock
from typing import Any

from numpy import seterr

from zenkai_solver.models.imports import completely, uninterrupted
from zenkai_solver.solvers.kernels.lock import locked
from zenkai_solver.solvers.kernels.native import Form, Native, form_of, intact, key_of, object_code
from zenkai_solver.solvers.kernels.switch import switched_off

PURE = switched_off()
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
    if given := os.environ.get("NUMBA_CACHE_DIR"):
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


# ---- what is compiled


class Late:
    """What Numba makes of a function, when it is first needed."""

    def __init__(self, function: Callable[..., Any], make: Callable[[Any], Any]) -> None:
        update_wrapper(self, function)
        self._function, self._make = function, make
        _spaces[function.__module__] = function.__globals__

    @cached_property
    def made(self) -> Any:
        """It compiles when it is first called, and needs all that it calls made then."""
        return self._make(self._function)

    @property
    def ready(self) -> Any:
        """`made`, and all that it calls."""
        if _spaces or _declarations:
            _settle()
        return self.made

    def __call__(self, *arguments: Any) -> Any:
        return self.ready(*arguments)


class Module:
    """A module that is imported when it is first used."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        return getattr(completely(self._name), name)


types: Any = Module("numba.types")
cgutils: Any = Module("numba.core.cgutils")
_settling = RLock()
_spaces: dict[str, dict[str, Any]] = {}  # the names in each module that has something late
_declarations: list[Callable[[], object]] = []  # that are still to be made


def _settle() -> None:
    """Put what Numba makes in the place of all that is late: Numba looks for names in these modules. Kernels
    stay, as Python calls them; see `called_by_kernels`.

    What is cut short, as by a time limit, is done again.
    """
    with _settling:
        for module, space in [*_spaces.items()]:
            for name, value in [*space.items()]:
                if isinstance(value, Late) and not isinstance(value, Kernel):
                    space[name] = value.made
            del _spaces[module]
        while _declarations:
            _declarations[0]()
            del _declarations[0]


def declaration(declare: Callable[[], object]) -> None:
    """To be called when Numba is loaded."""
    _declarations.append(declare)


def overload(function: Any, **options: Any) -> Callable[[Any], Any]:
    """See `numba.extending.overload`."""

    def declared(compiled: Any) -> Any:
        declaration(lambda: completely("numba.extending").overload(function, **options)(compiled))
        return compiled

    return declared


def intrinsic(function: Any = None, **options: Any) -> Any:
    """See `numba.extending.intrinsic`."""
    if function is None:
        return partial(intrinsic, **options)

    def make(function: Any) -> Any:
        numbas = completely("numba.extending").intrinsic
        return numbas(**options)(function) if options else numbas(function)

    return Late(function, make)


@cache
def _numba() -> Any:
    """Numba, after it has compiled something: what it reads for that once must not be cut short either."""
    numba = completely("numba")
    uninterrupted(lambda: numba.njit("int64()")(lambda: 0), "first function that Numba compiles")
    return numba


def _njit(function: Callable[..., Any], **options: Any) -> Any:
    return _numba().njit(function, nogil=True, **options)


def _kept(function: Callable[..., Any], **options: Any) -> Any:
    """Compiled by Numba, and kept in our folder: functions declared elsewhere keep theirs."""
    config = completely("numba").config
    before, config.CACHE_DIR = config.CACHE_DIR, str(CACHE)
    try:
        return _njit(function, cache=True, **options)
    except RuntimeError:  # no folder can be written: each process compiles for itself
        return _njit(function, **options)
    finally:
        config.CACHE_DIR = before


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


class Kernel(Late):
    """A function that Python calls, whose machine code Numba keeps."""

    @property
    def title(self) -> str:
        return f"{self._function.__module__.rpartition('.')[2]}.{self._function.__name__}"

    def done(self, arguments: tuple[Any, ...]) -> bool:
        """Is it compiled for them, in this process or, by the mark that `compile` leaves, on disk?"""
        kinds = self.types(arguments)
        return kinds in self.ready.overloads or self._mark(kinds).exists()

    def __call__(self, *arguments: Any) -> Any:
        if not self.ready.overloads:
            uninterrupted(lambda: Kernel._load(self, arguments), self.title)
        return self.made(*arguments)

    def compile(self, arguments: tuple[Any, ...]) -> None:
        """Load or compile it. Ctrl-C does not cut that short: LLVM can end the process then, and what Numba
        has begun to read is lost.
        """
        uninterrupted(lambda: self._load(arguments), self.title)

    def _load(self, arguments: tuple[Any, ...]) -> None:
        kinds = Kernel.types(self, arguments)
        if kinds not in self.ready.overloads:
            with nullcontext() if self._mark(kinds).exists() else self._exclusively():
                self._keep(kinds)

    def _exclusively(self) -> AbstractContextManager[None]:
        return exclusively(CACHE / f"{self.title}.lock")

    def _keep(self, kinds: tuple[Any, ...]) -> None:
        """Load or compile it; a file that cannot be read is compiled anew."""
        try:
            kept = self._compile(kinds)
        except Exception:
            with suppress(OSError):
                self.made.recompile()  # forgets what is kept
            kept = self._compile(kinds)
        if kept:
            with suppress(OSError):
                self._mark(kinds).touch()

    def _compile(self, kinds: tuple[Any, ...]) -> bool:
        """Could the machine code be written? Numba does that when it can be called."""
        try:
            self.ready.compile(kinds)
        except OSError:
            if kinds not in self.ready.overloads:
                raise
            return False
        return True

    def types(self, arguments: tuple[Any, ...]) -> Any:
        """What it is compiled for: their types, as Numba calls them."""
        return tuple(map(completely("numba").typeof, arguments))

    def _mark(self, kinds: tuple[Any, ...]) -> Path:
        told = f"{completely('numba').__version__} {kinds}"
        return CACHE / f"{self.title}-{hashlib.blake2b(told.encode(), digest_size=12).hexdigest()}"


class Bare(Kernel):
    """One whose machine code is kept so that it is called without Numba."""

    def __init__(self, function: Callable[..., Any], make: Callable[[Any], Any]) -> None:
        super().__init__(function, make)
        self._natives: dict[Form | None, Native] = {}

    def __call__(self, *arguments: Any) -> Any:
        form = form_of(arguments)
        native = self._natives.get(form) or self._native(form)
        return super().__call__(*arguments) if native is None else native(arguments)

    def _native(self, form: Form | None) -> Native | None:
        """The loop for arguments of this form, if its machine code is kept."""
        if form is not None and form not in self._natives:
            with suppress(OSError, ValueError):
                self._natives[form] = Native(self._code(form), form)
        return self._natives.get(form)

    def _code(self, form: Form) -> bytes:
        """Its machine code. Raises OSError, ValueError: there is none, or it is damaged."""
        return intact(self._path(form).read_bytes())

    def _path(self, form: Form) -> Path:
        return CACHE / f"{self.title}-{key_of(form)}.loop"

    def types(self, arguments: tuple[Any, ...]) -> Any:
        return form_of(arguments)

    def done(self, arguments: tuple[Any, ...]) -> bool:
        """What is kept is not loaded before it is called."""
        form = form_of(arguments)
        if form is None or form in self._natives:
            return form is not None
        with suppress(OSError, ValueError):
            return bool(self._code(form))
        return False

    def _load(self, arguments: tuple[Any, ...]) -> None:
        form = form_of(arguments)
        if form is None:
            raise TypeError(f"{self.title}: it cannot be called without Numba")
        with self._exclusively():
            if self._native(form) is None:
                self._keep(Kernel.types(self, arguments))
                code = object_code(self.ready, form)
                self._natives[form] = Native(code, form)
                with suppress(OSError):
                    part = self._path(form).with_suffix(f".{os.getpid()}")
                    part.write_bytes(code)
                    part.replace(self._path(form))


def kernel(function: Callable[..., Any], **options: Any) -> Any:
    return function if PURE else Kernel(function, partial(_kept, **options))


@declaration
def called_by_kernels() -> None:
    """To Numba a kernel is what is made of it."""
    completely("numba.extending").typeof_impl.register(Kernel)(
        lambda value, context: types.Dispatcher(value.made)
    )


def bare(function: Callable[..., Any], **options: Any) -> Any:
    return function if PURE else Bare(function, partial(_kept, **options))


def inner(function: Callable[..., Any], **options: Any) -> Any:
    return function if PURE else Late(function, partial(_njit, **options))


inlined = partial(inner, forceinline=True)


@dataclass(frozen=True)
class Work:
    """A kernel with arguments of the types that it is called with."""

    kernel: Any
    arguments: tuple[Any, ...]

    @property
    def name(self) -> str:
        return f"{self.kernel.__module__.rpartition('.')[2]}.{self.kernel.__name__}"

    @property
    def types(self) -> Any:
        """What tells apart what the kernel is compiled for."""
        return () if PURE else self.kernel.types(self.arguments)

    @property
    def done(self) -> bool:
        """Is it compiled, in this process or on disk?"""
        return PURE or self.kernel.done(self.arguments)

    def compile(self) -> None:
        """Load or compile it. A file of machine code that cannot be read is compiled anew; what cannot be
        written, as the disk is full, is for this process alone.
        """
        if not PURE:
            self.kernel.compile(self.arguments)
