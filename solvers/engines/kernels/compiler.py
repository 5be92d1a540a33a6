"""Numba, as it compiles our kernels, and its cache on disk. Imported where something has to be compiled.

Numba's own cache watches the file of a kernel, not the files of what it calls. Here the stamp of a kernel is
the content of every source file of its folder and of this one, so a change in any of them compiles anew, and
checkouts with equal files may share what is compiled. So kernels call nothing outside these two folders.

Numba compiles each function in a chain of calls, with all that it calls, to machine code that nobody runs.
A function of `inner` stops before LLVM's optimiser, and so does what Numba itself brings: it is optimised
once, within the kernel. That halves the time; the kernels are as fast. And a kernel is made without the
wrapper by which Python calls it, which takes its tables apart item by item: `native` calls it.

Numba compiles a function anew for each constant that it is called with. Ours are compiled for the kind of
number only: LLVM puts the constant in where it copies the code to the call.

Numba infers the types of a function in rounds, and looks each operation up in each of them, a fifth of the
time; here what an operation gives is remembered. And Python's collector would go through all that Numba
holds again and again, which takes a tenth.

All this uses parts of Numba that are not public. Where they are missing, Numba's own ways are taken: slower
to compile, and blind to changes in other files.
"""

from __future__ import annotations

import gc
import hashlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from pathlib import Path
from typing import Any

import numba
from numba import config, njit, types

from zenkai_solver.solvers.engines.kernels.native import Made, stamp

try:
    from numba.core import caching
    from numba.core.runtime import rtsys

    class _Stamped:
        """The freshness of a file that holds kernels."""

        _py_file: str

        def get_source_stamp(self) -> str:
            return stamp(Path(self._py_file).parent)

    class _Given(_Stamped, caching.UserProvidedCacheLocator):
        """NUMBA_CACHE_DIR: one folder for all checkouts with equal sources."""

        def __init__(self, function: Any, file: str) -> None:
            super().__init__(function, file)
            package = function.__module__.rpartition(".")[0]
            self._cache_path = os.path.join(config.CACHE_DIR, f"{package}-{self.get_source_stamp()}")

    class _Beside(_Stamped, caching.InTreeCacheLocator):
        """__pycache__ beside the file."""

    class _User(_Stamped, caching.UserWideCacheLocator):
        """The user's folder, where __pycache__ cannot be written."""

    class _Kept(caching.CompileResultCacheImpl):
        _locator_classes = (_Given, _Beside, _User)

    class _Index(caching.IndexDataCacheFile):
        """Which file has the code for which types.

        Numba numbers the files: two processes that compile a kernel at once, for different types, would
        give both the same name, and one would run the code of the other.
        """

        def save(self, key: Any, data: Any) -> None:
            digest = hashlib.blake2b(repr(key).encode(), digest_size=6).hexdigest()
            name = self._data_name(int(digest, 16))
            self._save_data(name, data)
            self._save_index({**self._load_index(), key: name})

    class Cache(caching.FunctionCache):
        """What is compiled of one kernel, on disk."""

        _impl_class = _Kept

        def __init__(self, function: Any) -> None:
            """The stamp comes first in the index, where Numba has its version.

            An index of other sources is passed over unread: it may name types that are gone.
            """
            super().__init__(function)
            own = stamp(Path(function.__code__.co_filename).parent)
            self._cache_file = _Index(self._cache_path, self._impl.filename_base, own)
            self._cache_file._version = own

        def load_overload(self, sig: Any, target_context: Any) -> Any:
            """Without loading Numba's tables of functions first: only compiling needs them, and does it.

            They take half of a short run. The runtime that allocates arrays is started with them otherwise.
            """
            rtsys.initialize(target_context)
            with self._guard_against_spurious_io_errors():
                return self._load_overload(sig, target_context)

except (ImportError, AttributeError):  # pragma: no cover
    Cache = None  # type: ignore[assignment, misc]

try:
    from numba.core.codegen import JITCodeLibrary, JITCPUCodegen
    from numba.core.compiler import Compiler
    from numba.core.cpu import CPUContext

    class _Unfinished(JITCodeLibrary):
        """LLVM code to be linked into other code: neither optimised nor made machine code."""

        def finalize(self) -> None:
            self._linked()
            self._final_module.verify()
            self._finalized = True

        def _linked(self) -> None:
            self._raise_if_finalized()
            for library in dict.fromkeys(self._linking_libraries):
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)

    class _Finished(_Unfinished):
        """The code of a kernel as an object file, which Numba does not load."""

        code = b""

        def finalize(self) -> None:
            self._linked()
            self._optimize_final_module()
            self._final_module.verify()
            self.code = self._codegen._tm.emit_object(self._final_module)
            self._finalized = True

    class _Called(Compiler):
        """Of a kernel that Python calls by Numba."""

        library: Any = JITCodeLibrary

        def define_pipelines(self) -> Any:
            state = self.state
            state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
            state.library.enable_object_caching()
            return super().define_pipelines()

    class _Inner(_Called):
        library = _Unfinished

        def define_pipelines(self) -> Any:
            self.state.flags.no_compile = True
            return super().define_pipelines()

        def compile_extra(self, func: Any) -> Any:
            """With an entry point that is no code: Numba knows the function by it when it compiles a call."""
            result = super().compile_extra(func)._replace(entry_point=object())
            self.state.targetctx.insert_user_function(result.entry_point, result.fndesc, [result.library])
            return result

    class _Bare(_Inner):
        library = _Finished

    _EXECUTABLE, _CREATE = CPUContext.get_executable, JITCPUCodegen.create_library

    def _executable(context: Any, library: Any, fndesc: Any, env: Any) -> Any:
        """What Python calls; of unfinished code, which it never does, some function, as Numba wants one."""
        return {}.update if isinstance(library, _Unfinished) else _EXECUTABLE(context, library, fndesc, env)

    def _unfinished(codegen: Any, name: str, **_: Any) -> Any:
        return _Unfinished(codegen, name)

    @contextmanager
    def _linked() -> Iterator[None]:
        """While only code is made that is linked into other code: within `_quickly`."""
        CPUContext.get_executable, JITCPUCodegen.create_library = _executable, _unfinished
        try:
            yield
        finally:
            CPUContext.get_executable, JITCPUCodegen.create_library = _EXECUTABLE, _CREATE

except (ImportError, AttributeError):  # pragma: no cover
    Compiler = _Called = _Inner = _Bare = None  # type: ignore[assignment, misc]


try:
    from numba.core.compiler_lock import global_compiler_lock
    from numba.core.postproc import PostProcessor, VariableLifetime
    from numba.core.transforms import canonicalize_cfg
    from numba.core.types.functions import Function

    _FUNCTION: Any = Function
    _ASKED = _FUNCTION.get_call_type
    _KNOWN: dict[Any, Any] = {}

    def _remembered(function: Any, context: Any, args: Any, kws: Any) -> Any:
        """What Numba's operation gives for arguments of these types."""
        key = function, context, args, tuple(kws.items())
        if (found := _KNOWN.get(key)) is None:
            found = _KNOWN[key] = _ASKED(function, context, args, kws)
        return found

    _POST: Any = PostProcessor
    _PROCESS = _POST.run

    def _processed(post: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
        """What Numba does after each pass, but for the variables alive where a block begins, which no pass
        asks for: so lifetimes are computed only where they are needed.
        """
        code = post.func_ir
        if code.is_generator:
            _PROCESS(post, emit_dels, extend_lifetimes)
            return
        code.blocks = canonicalize_cfg(code.blocks)
        code.variable_lifetime, code.generator_info = VariableLifetime(code.blocks), None
        if emit_dels:
            post._insert_var_dels(extend_lifetimes=extend_lifetimes)

    @contextmanager
    def _quickly() -> Iterator[None]:
        """While this process compiles a kernel of ours, and nobody else does."""
        with global_compiler_lock:
            collecting = gc.isenabled()
            gc.disable()
            _FUNCTION.get_call_type, _POST.run = _remembered, _processed
            try:
                yield
            finally:
                _FUNCTION.get_call_type, _POST.run = _ASKED, _PROCESS
                if collecting:
                    gc.enable()

except (ImportError, AttributeError):  # pragma: no cover
    _quickly = nullcontext  # type: ignore[assignment]


def kernel(function: Callable[..., Any], options: Mapping[str, Any]) -> Any:
    """Numba's dispatcher of it."""
    if Cache is None:
        return njit(nogil=True, cache=True, **options)(function)
    pipeline = {} if _Called is None else {"pipeline_class": _Called}
    dispatcher = _general(njit(nogil=True, no_cfunc_wrapper=True, **pipeline, **options)(function))
    with suppress(RuntimeError):  # no folder can be written: each process compiles for itself
        dispatcher._cache = Cache(function)
    return dispatcher


def inner(function: Callable[..., Any], options: Mapping[str, Any]) -> Any:
    """Numba's dispatcher of what only kernels call."""
    if _Inner is None:
        return njit(nogil=True, **options)(function)
    return _uncalled(function, options, _Inner)


def _uncalled(function: Callable[..., Any], options: Mapping[str, Any], compiler: Any) -> Any:
    """One without the wrappers by which Python and C call it."""
    dispatcher = njit(
        nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True, pipeline_class=compiler, **options
    )(function)
    dispatcher._insert = lambda *_, **__: None
    dispatcher._compile_for_args = partial(refuse, function.__name__)
    return _general(dispatcher)


def _general(dispatcher: Any) -> Any:
    """Compiled for a kind of number where it is called with a constant."""
    called = dispatcher.get_call_template

    def get_call_template(args: Sequence[Any], kws: Mapping[str, Any]) -> Any:
        return called(tuple(map(types.unliteral, args)), {k: types.unliteral(v) for k, v in kws.items()})

    dispatcher.get_call_template = get_call_template
    return dispatcher


def refuse(name: str, *_: Any) -> None:
    raise TypeError(f"{name} is compiled into kernels only; Python cannot call it")


def types_of(arguments: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(map(numba.typeof, arguments))


def done(dispatcher: Any, arguments: Sequence[Any]) -> bool:
    """Is it compiled, in this process or on disk? True also where that cannot be seen."""
    own = types_of(arguments)
    if own in dispatcher.overloads:
        return True
    try:
        cache = dispatcher._cache
        return cache._index_key(own, dispatcher.targetctx.codegen()) in cache._cache_file._load_index()
    except AttributeError:
        return Cache is None


def made(dispatcher: Any, arguments: Sequence[Any]) -> None:
    """Compile for the types of the arguments, or load it."""
    with _quickly():
        dispatcher.compile(types_of(arguments))


def bare(function: Callable[..., Any], options: Mapping[str, Any], arguments: Sequence[Any]) -> Made | None:
    """Machine code for the types of the arguments, without Numba's wrapper.

    None where it cannot be had so, or returns what is no number.
    """
    if _Bare is None:
        return None
    dispatcher, own = _uncalled(function, options, _Bare), types_of(arguments)
    with _quickly(), _linked():
        dispatcher.compile(own)
        result = dispatcher.overloads[own]
        with suppress(KeyError):
            returned, symbol = _letters(result.signature.return_type), result.fndesc.llvm_func_name
            result.library._ensure_finalized()
            module = result.library._final_module
            called = {f.name for f in module.functions if f.is_declaration and not f.name.startswith("llvm.")}
            takes = tuple(str(a.type) for a in module.get_function(symbol).arguments)
            return Made(symbol, returned, takes, frozenset(called), result.library.code)
    return None


def _letters(kind: Any) -> str:
    """A result in the letters of `native`. Raises KeyError if it is no number or tuple of numbers."""
    if kind == types.none:
        return ""
    if isinstance(kind, types.BaseTuple) and kind.count:
        return f"({''.join(map(_letters, kind))})"
    return {types.int64: "q", types.uint64: "Q", types.boolean: "?", types.float64: "d"}[kind]
