"""How the kernels are run: as machine code that was kept (`native`), else compiled by Numba (`compiler`).

    @kernel     a function that Python calls: kept on disk
    @inner      one that only kernels call: compiled into each of them, never by itself
    @inlined    the same, at the place of the call
    @bare_...   the same of what allocates nothing, which is up to twice as fast
    later(...)  names that only compiled code uses, of a module that imports Numba

The option `_nrt=False` is for those that make no array: else Numba counts the references to every array at
each call of an inner function, which can take a fifth of the time.

Numba is imported when something is to be compiled; a run whose kernels were kept never does.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial, update_wrapper
from importlib import import_module
from pathlib import Path
from typing import Any
from weakref import ref

from numpy import ndarray, seterr

from zenkai_solver.solvers.engines.kernels import native
from zenkai_solver.solvers.engines.kernels.native import Code, Flat, Unkept, flat, word

SWITCH = "NUMBA_DISABLE_JIT"  # Numba's: Python runs all kernels, but those that use what is `later`
PURE = os.environ.get(SWITCH, "0").strip() not in ("", "0")
COMPILED_ONLY = f"{{}} runs compiled only, and {SWITCH} is set"  # with the name of an engine
if PURE:
    seterr(over="ignore")  # hashes count on it
_LATER: dict[str, None] = {}  # modules to be imported before anything is compiled


class Inner:
    """A function that kernels call. Numba takes it for the dispatcher that it has when one is compiled."""

    def __init__(self, function: Callable[..., Any], options: Mapping[str, Any]) -> None:
        self.py_func, self.options = function, options
        update_wrapper(self, function)

    @cached_property
    def dispatcher(self) -> Any:
        return _compiler().inner(self.py_func, self.options)

    @property
    def _numba_type_(self) -> Any:
        return self.dispatcher._numba_type_

    @property
    def targetoptions(self) -> Any:
        """Where Numba looks whether to inline it."""
        return self.dispatcher.targetoptions

    def __call__(self, *_: Any) -> Any:
        raise TypeError(f"{self.py_func.__name__} is compiled into kernels only; Python cannot call it")

    def __reduce__(self) -> str:
        return self.py_func.__qualname__


class Kernel(Inner):
    """A function that Python calls, with arguments by their places."""

    def __init__(self, function: Callable[..., Any], options: Mapping[str, Any]) -> None:
        super().__init__(function, options)
        self._codes: dict[Any, Code | None] = {}
        self._seen: dict[int, tuple[Callable[[], Any], Any, bytes]] = {}

    @cached_property
    def fallback(self) -> Any:
        """Numba's dispatcher that runs it where no machine code can be kept."""
        return _compiler().kernel(self.py_func, self.options)

    @property
    def name(self) -> str:
        return f"{self.py_func.__module__.rpartition('.')[2]}.{self.py_func.__name__}"

    def __call__(self, *arguments: Any) -> Any:
        try:
            kinds, words = self._flat(arguments)
        except Unkept:
            return self.fallback(*arguments)
        if kinds not in self._codes:
            self.prepare(arguments)
        code = self._codes[kinds]
        return self.fallback(*arguments) if code is None else code(words)

    def _flat(self, arguments: tuple[Any, ...]) -> Flat:
        """With the last tuple or array in each place, such as the tables of a search, taken apart once.

        Of an array only a weak reference is kept: it may be large. Nobody reshapes one in place.
        """
        kinds, words = [], []
        for i, argument in enumerate(arguments):
            if isinstance(argument, (tuple, ndarray)):
                seen = self._seen.get(i)
                if seen is None or seen[0]() is not argument:
                    seen = self._seen[i] = _held(argument), *word(argument)
                _, kind, own = seen
            else:
                kind, own = word(argument)
            kinds.append(kind)
            words.append(own)
        return tuple(kinds), b"".join(words)

    def kept(self, arguments: tuple[Any, ...]) -> bool:
        """Is it compiled for arguments of these types, in this process or on disk?"""
        with suppress(Unkept):
            kinds, _ = flat(arguments)
            if kinds in self._codes or any(path.exists() for path in self._paths(self._identity(kinds))):
                return True
        return bool(_compiler().done(self.fallback, arguments))

    def prepare(self, arguments: tuple[Any, ...]) -> None:
        """Load or compile it for arguments of these types."""
        try:
            kinds, words = flat(arguments)
        except Unkept:
            _compiler().made(self.fallback, arguments)
            return
        identity = self._identity(kinds)
        paths = self._paths(identity)
        code = native.load(paths, identity)
        if (
            code is None
            and native.TRIED
            and (made := _compiler().bare(self.py_func, self.options, arguments))
        ):
            code = native.keep(paths, identity, made, len(words) // 8)
        if code is None:
            _compiler().made(self.fallback, arguments)
        self._codes[kinds] = code

    def _identity(self, kinds: tuple[Any, ...]) -> str:
        folder = Path(self.py_func.__code__.co_filename).parent
        return "\n".join((self.name, native.stamp(folder), native.machine(), native.described(kinds)))

    def _paths(self, identity: str) -> list[Path]:
        file, package = Path(self.py_func.__code__.co_filename), self.py_func.__module__.rpartition(".")[0]
        return [native.path_of(place, self.name, identity) for place in native.places(file, package)]


def _held(argument: Any) -> Callable[[], Any]:
    return ref(argument) if isinstance(argument, ndarray) else lambda: argument


class Later:
    """A name of a module that imports Numba. Numba takes it for what has the name there."""

    def __init__(self, module: str, name: str) -> None:
        self.module, self.name = module, name

    @property
    def _numba_type_(self) -> Any:
        from numba.core.registry import cpu_target

        return cpu_target.typing_context.resolve_value_type(getattr(import_module(self.module), self.name))


def later(module: str, *names: str) -> Any:
    """What has these names in the module, which is imported before anything is compiled."""
    _LATER[module] = None
    return [Later(module, name) for name in names]


def _compiler() -> Any:
    from zenkai_solver.solvers.engines.kernels import compiler

    for module in _LATER:
        import_module(module)
    return compiler


def kernel(function: Callable[..., Any] | None = None, **options: Any) -> Any:
    return _decorated(Kernel, kernel, function, options)


def inner(function: Callable[..., Any] | None = None, **options: Any) -> Any:
    return _decorated(Inner, inner, function, options)


def _decorated(kind: Any, decorator: Any, function: Callable[..., Any] | None, options: Any) -> Any:
    if function is None:
        return partial(decorator, **options)
    return function if PURE else kind(function, options)


inlined = partial(inner, forceinline=True)
# Of code that allocates nothing: the references to its arrays are not counted, at each slice and field anew.
bare_kernel, bare_inner, bare_inlined = (partial(kind, _nrt=False) for kind in (kernel, inner, inlined))


@dataclass(frozen=True)
class Work:
    """A kernel with arguments of the types that it is called with, and the seconds that compiling takes."""

    kernel: Any
    arguments: tuple[Any, ...]
    seconds: float

    @property
    def name(self) -> str:
        return f"{self.kernel.__module__.rpartition('.')[2]}.{self.kernel.__name__}"

    @property
    def types(self) -> tuple[Any, ...]:
        return native.flat(self.arguments)[0]

    @property
    def done(self) -> bool:
        """Is it compiled, in this process or on disk? True also where that cannot be seen."""
        return PURE or self.kernel.kept(self.arguments)

    def compile(self) -> None:
        if not PURE:
            self.kernel.prepare(self.arguments)
