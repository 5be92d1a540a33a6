"""Machine code of loops that LLVM alone loads: Numba's import and its first call take longer than most runs.

A loop is compiled once, by Numba, as a C function of pointers and numbers (`numba.cfunc`). Its code in LLVM's
language becomes an object file that needs nothing of Numba: loops that are kept so make no arrays and raise
nothing, so what Numba adds for that becomes a trap. Later processes load the file by `llvmlite`.

    form_of(values)                 the types of a loop's arguments, or None if it cannot be called so
    object_code(function, form)     the object file, as bytes, of a function that Numba has compiled
    intact(code)                    the same bytes, if they are such a file
    Native(code, form)              its function
"""

from __future__ import annotations

import ctypes
import os
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib.util import find_spec
from typing import Any

import llvmlite
import llvmlite.binding as llvm
import numpy as np

Form = tuple[
    Any, ...
]  # of an array: dtype and dimensions; of a number: its dtype; of a tuple: its type, forms
NUMBERS = {bool: np.dtype(np.bool_), int: np.dtype(np.int64), float: np.dtype(np.float64)}
KINDS = "biuf"  # of dtypes
INDEX = np.dtype(np.int64)  # of lengths
RESULTS = 8  # numbers that a loop may return
TRAP = "{ call void @llvm.trap() unreachable }"
OF_NUMBA = re.compile(r"^declare ([^@\n]*@(?:numba_|NRT_|Py|_Py)\w+\(.*\))[^()\n]*$", re.MULTILINE)
OF_PYTHON = re.compile(r"^(@Py\w+ = )external global i8$", re.MULTILINE)
ALLOCATES = re.compile(r"^declare [^@\n]*@NRT_\w*[aA]lloc", re.MULTILINE)


def form_of(value: Any) -> Form | None:
    """The type of an argument, or of a tuple of them."""
    kind = type(value)
    if kind is np.ndarray:
        flags, dtype = value.flags, value.dtype
        plain = flags.c_contiguous and flags.aligned and flags.writeable and dtype.isnative
        return (dtype, value.ndim) if plain and dtype.kind in KINDS and value.ndim else None
    if (dtype := NUMBERS.get(kind)) is not None:
        return (dtype,)
    if isinstance(value, tuple):
        forms = tuple(map(form_of, value))
        return None if None in forms else (kind, *forms)
    return (value.dtype,) if isinstance(value, np.generic) and value.dtype.kind in KINDS else None


def is_tuple(form: Form) -> bool:
    return isinstance(form[0], type)


def described(form: Form) -> str:
    """The same text for the same form in each process."""
    if is_tuple(form):
        return f"{form[0].__module__}.{form[0].__qualname__}({','.join(map(described, form[1:]))})"
    return f"{form[0].str}{form[1:]}"


@cache
def surroundings() -> str:
    """What else the machine code depends on: the compilers, the processor, Numba's switches."""
    numba = find_spec("numba")
    stat = os.stat(numba.origin) if numba is not None and numba.origin else None
    switches = sorted((name, value) for name, value in os.environ.items() if name.startswith("NUMBA_"))
    processor = llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
    compilers = llvmlite.__version__, stat and (stat.st_mtime_ns, stat.st_size), sys.version_info[:2]
    return repr((*processor, *compilers, [s for s in switches if s[0] != "NUMBA_CACHE_DIR"]))


def key_of(form: Form) -> str:
    return blake2b(f"{surroundings()} {described(form)}".encode(), digest_size=12).hexdigest()


# ---- compiling


@dataclass(frozen=True)
class Parameter:
    """Of the C function: a number, or a pointer to numbers."""

    name: str
    dtype: np.dtype[Any]
    pointer: bool = False


def _parameters(form: Form, name: str = "a") -> Iterator[Parameter]:
    """Those that stand for an argument: of an array a pointer and its lengths."""
    if is_tuple(form):
        for i, part in enumerate(form[1:]):
            yield from _parameters(part, f"{name}_{i}")
    elif len(form) == 1:
        yield Parameter(name, form[0])
    else:
        yield Parameter(name, form[0], True)
        yield from (Parameter(f"{name}_n{axis}", INDEX) for axis in range(form[1]))


def _expression(form: Form, name: str, kinds: dict[str, type]) -> str:
    """The argument as an expression of its parameters; `kinds` gets the named tuples that it names."""
    if is_tuple(form):
        parts = "".join(_expression(part, f"{name}_{i}", kinds) + ", " for i, part in enumerate(form[1:]))
        if form[0] is tuple:
            return f"({parts})"
        kinds[f"Kind_{name}"] = form[0]
        return f"Kind_{name}({parts})"
    if len(form) == 1:
        return name
    return f"carray({name}, ({''.join(f'{name}_n{axis}, ' for axis in range(form[1]))}))"


def put(out: Any, result: Any) -> int:
    """Write what a loop returns to `out`; 0: nothing, 1: a whole number, -n: a tuple of n of them."""
    raise NotImplementedError("within compiled code only")


@cache
def _declare() -> None:
    from numba import types
    from numba.extending import overload

    @overload(put, strict=False)  # strict: it would compare annotations too
    def put_compiled(out: Any, result: Any) -> Any:
        if result == types.none:
            return lambda out, result: 0
        if not isinstance(result, types.BaseTuple):
            return lambda out, result: put(out, (result,)) + 2
        if not all(isinstance(kind, (types.Integer, types.Boolean)) for kind in result):
            return None
        lines = [f"    out[{i}] = np.int64(result[{i}])" for i in range(len(result))]
        return _defined("put", ["def put(out, result):", *lines, f"    return -{len(result)}"], {"np": np})


def _defined(name: str, lines: list[str], known: dict[str, Any]) -> Any:
    exec("\n".join(lines), known)
    return known[name]


def object_code(function: Any, form: Form) -> bytes:
    """Raises TypeError if the function makes arrays or needs what LLVM alone does not have, TypingError if it
    returns anything but whole numbers.
    """
    from numba import carray, cfunc, from_dtype, types

    _declare()
    given = list(_parameters(form))
    kinds: dict[str, Any] = {}
    call = _expression(form, "a", kinds)
    lines = [
        f"def loop(out, {', '.join(one.name for one in given)}):",
        f"    return put(carray(out, ({RESULTS},)), function(*{call}))",
    ]
    known = {"carray": carray, "put": put, "function": function, **kinds}
    of_numba = ((one, from_dtype(one.dtype)) for one in given)
    pointed = [types.CPointer(kind) if one.pointer else kind for one, kind in of_numba]
    signature = types.int64(types.CPointer(types.int64), *pointed)
    compiled = cfunc(signature)(_defined("loop", lines, known))
    return _standing_alone(compiled.inspect_llvm(), compiled.native_name)


def _standing_alone(text: str, name: str) -> bytes:
    """The name, and the object file of code in LLVM's language of which only that function is visible."""
    if ALLOCATES.search(text):
        raise TypeError(f"{name}: it makes arrays")
    module = llvm.parse_assembly(OF_NUMBA.sub(rf"define \1 {TRAP}", OF_PYTHON.sub(r"\1global i8 0", text)))
    for value in (*module.functions, *module.global_variables):
        if not value.is_declaration and value.name != name:
            value.linkage = "internal"
    machine, options = _machine(), llvm.create_pipeline_tuning_options()
    unused, builder = llvm.create_new_module_pass_manager(), llvm.create_pass_builder(machine, options)
    unused.add_global_dead_code_eliminate_pass()
    unused.run(module, builder)
    for value in (*module.functions, *module.global_variables):
        if value.is_declaration and not value.name.startswith("llvm."):  # LLVM would end the process
            raise TypeError(f"{name}: it needs {value.name}")
    code: bytes = machine.emit_object(module)
    return b"%s %s\n%s" % (name.encode(), _digest(code), code)


def _digest(code: bytes) -> bytes:
    return blake2b(code, digest_size=12).hexdigest().encode()


# ---- loading


def intact(code: bytes) -> bytes:
    """The object file. Raises ValueError if it is damaged: LLVM would end the process."""
    head, _, rest = code.partition(b"\n")
    if head.partition(b" ")[2] != _digest(rest):
        raise ValueError("it is damaged")
    return code


def _machine() -> llvm.TargetMachine:
    """This processor."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    processor = llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
    machine = llvm.Target.from_default_triple().create_target_machine
    return machine(*processor, opt=3, jit=True, codemodel="jitdefault")


class Native:
    """A loop with arguments of one form."""

    def __init__(self, code: bytes, form: Form) -> None:
        """`code` is `intact`."""
        head, _, code = code.partition(b"\n")
        name = head.partition(b" ")[0]
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _machine())
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self._engine.finalize_object()
        address = self._engine.get_function_address(name.decode())
        kinds = (
            ctypes.c_void_p if one.pointer else np.ctypeslib.as_ctypes_type(one.dtype)
            for one in _parameters(form)
        )
        self._call = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, *kinds)(address)

    def __call__(self, arguments: tuple[Any, ...]) -> Any:
        out = (ctypes.c_int64 * RESULTS)()
        number = self._call(out, *_flat(arguments))
        return None if not number else out[0] if number == 1 else tuple(out[:-number])


def _flat(values: Iterable[Any]) -> Iterator[Any]:
    """The parameters of these arguments."""
    for value in values:
        if isinstance(value, np.ndarray):
            yield value.ctypes.data
            yield from value.shape
        elif isinstance(value, tuple):
            yield from _flat(value)
        else:
            yield value.item() if isinstance(value, np.generic) else value
