"""Machine code of kernels, kept apart from Numba and run without it: its import takes half of a short run.

    kinds, words = flat(arguments)       what a call is made of
    keep(paths, identity, made, ...)     the code that Numba has just compiled; None if it needs Numba
    load(paths, identity)                in a later process: the code, or None, and Numba does it

A kept file is LLVM's object file of one kernel for arguments of certain types, with a digest of itself and
of its *identity*: the sources and compilers (`stamp`), the processor and Numba's settings (`machine`), the
kernel and the types. What differs, or is damaged, is as if it were not there.

Numba's code takes an array as seven words and more, a tuple as its items, and writes its result to a pointer
(numba/core/callconv.py). The types of LLVM's function are compared with what `flat` gives before a file is
written. Kept are kernels that return numbers and whose code is closed: it calls nothing of Python, and of
Numba only what makes and frees an array, for which there is ARRAYS.

Linux on x86-64 only: nowhere else has it been tried.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import sys
from collections.abc import Callable, Iterable, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from struct import Struct
from threading import get_ident
from typing import Any

import numpy as np

SHARED = Path(__file__).parent
TRIED = sys.platform == "linux" and os.uname().machine == "x86_64"  # elsewhere Numba does it
DIGEST = 32  # bytes
C_ORDER, FORTRAN_ORDER = 1, 2
FLAGS = 0x500 | C_ORDER  # of an array: aligned, writable
IN_ARRAYS = "NRT_MemInfo_alloc_aligned", "NRT_MemInfo_call_dtor"
CLOSED = {"memset", "memcpy", "memmove", "memcmp", "bcmp", *IN_ARRAYS}
ELSEWHERE = ("NUMBA_CACHE_DIR", "NUMBA_NUM_THREADS")  # settings that do not change the code
PLAIN = {"l": int, "d": float, "?": bool}  # Numba takes these scalars for Python's
ENTRY = "zenkai."
RESULTS: dict[str, Any] = {
    "q": ctypes.c_int64,
    "Q": ctypes.c_uint64,
    "d": ctypes.c_double,
    "?": ctypes.c_bool,
}
LONG, UNSIGNED, DOUBLE = Struct("q").pack, Struct("Q").pack, Struct("d").pack
LONGS = [Struct(f"{5 + 2 * n}q").pack for n in range(65)]  # an array of n dimensions
Code = Callable[[bytes], Any]  # takes the words of a call
Flat = tuple[tuple[Any, ...], bytes]  # kinds, and the words of a call
_KINDS: dict[Any, Kinds] = {}


class Unkept(Exception):
    """A kernel, or arguments, whose machine code is left to Numba."""


@dataclass(frozen=True)
class Made:
    """What Numba has compiled of one kernel for certain types."""

    symbol: str
    returned: str  # letters of RESULTS; "" for None; in brackets for a tuple
    takes: Sequence[str]  # the types of LLVM's function
    called: Set[str]  # functions that are not in its code
    code: bytes  # the object file


# What it was made from.


@cache
def stamp(folder: Path) -> str:
    """A digest of the sources from which the kernels of that folder are compiled, and of the compilers."""
    digest = hashlib.blake2b(_version("numba") + _version("llvmlite"), digest_size=16)
    for path in sorted(
        {*folder.glob("*.py"), *SHARED.glob("*.py")}, key=lambda path: (path.parent != folder, path.name)
    ):
        text = path.read_bytes()
        digest.update(f"\n{path.name} {len(text)}\n".encode() + text)
    return digest.hexdigest()


def _version(package: str) -> bytes:
    """The file in which a package states its version: to import it for that would take long."""
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise ImportError(f"{package} is not installed")
    return Path(spec.origin).with_name("_version.py").read_bytes()


@cache
def machine() -> str:
    """The processor, and the settings of Numba, which may come from a file in the working directory too."""
    from llvmlite import binding

    settings = sorted(
        item for item in os.environ.items() if item[0].startswith("NUMBA_") and item[0] not in ELSEWHERE
    )
    file = Path(".numba_config.yaml")
    given = file.read_text(encoding="utf-8") if file.is_file() else ""
    features = binding.get_host_cpu_features().flatten()
    return f"{binding.get_process_triple()} {binding.get_host_cpu_name()} {features} {settings} {given}"


def places(file: Path, package: str) -> list[Path]:
    """The folders where code of a file may be kept, in the order in which they are tried."""
    if given := os.environ.get("NUMBA_CACHE_DIR"):
        return [Path(given) / f"{package}-{stamp(file.parent)}"]
    users = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return [file.parent / "__pycache__", Path(users, "zenkai", f"{package}-{stamp(file.parent)}")]


# What a call is made of.


@dataclass(frozen=True, eq=False)
class Kinds:
    """The kinds of a tuple's items: the same object for the same kinds, so that it is quickly compared."""

    of: type
    items: tuple[Any, ...]


def flat(arguments: Iterable[Any]) -> Flat:
    """The kinds of the arguments, and the words in which Numba's code takes them. Raises Unkept."""
    kinds, words = [], []
    for argument in arguments:
        kind, own = word(argument)
        kinds.append(kind)
        words.append(own)
    return tuple(kinds), b"".join(words)


def word(x: Any) -> tuple[Any, bytes]:
    """The kind of one argument, and its words. Raises Unkept."""
    kind = type(x)
    if kind is np.ndarray:
        head, n = (0, 0, x.size, x.itemsize, x.ctypes.data), x.ndim
        order = FLAGS if x.flags.num & C_ORDER else FLAGS | FORTRAN_ORDER  # an array may have both
        return (x.dtype, n, x.flags.num & order), LONGS[n](*head, *x.shape, *x.strides)
    if (kind is int or kind is bool) and x.bit_length() < 64:
        return kind, LONG(x)
    if kind is float:
        return kind, DOUBLE(x)
    if isinstance(x, np.generic) and (known := _scalar(x.dtype)):
        return known[0], known[1](x.item())
    if isinstance(x, tuple):
        kinds, words = flat(x)
        return _KINDS.setdefault((kind, kinds), Kinds(kind, kinds)), words
    raise Unkept(kind.__name__)


@cache
def _scalar(dtype: np.dtype[Any]) -> tuple[Any, Callable[[Any], bytes]] | None:
    """The kind of NumPy's numbers of this type, and what packs them."""
    if dtype.kind not in "iufb":
        return None
    return PLAIN.get(dtype.char, dtype), {"u": UNSIGNED, "f": DOUBLE}.get(dtype.kind, LONG)


def described(kind: Any) -> str:
    """The same in every process. The fields of a named tuple say which of two of one name it is."""
    match kind:
        case Kinds():
            fields = getattr(kind.of, "_fields", ())
            return f"{kind.of.__qualname__}{fields}{described(kind.items)}"
        case type():
            return kind.__name__
        case np.dtype():
            return kind.str
        case tuple():
            return f"({' '.join(map(described, kind))})"
    return str(kind)


# Files.


def path_of(place: Path, name: str, identity: str) -> Path:
    return place / f"{name}-{hashlib.blake2b(identity.encode(), digest_size=12).hexdigest()}.code"


def keep(paths: Sequence[Path], identity: str, made: Made, words: int) -> Code | None:
    """The code, linked, and written to the first path that can be written; None if it needs Numba to run."""
    with suppress(Unkept, AttributeError, RuntimeError):  # the latter two: an LLVM of another interface
        entry = _entry(made, words)
        body = f"{len(entry)} {made.symbol} {made.returned or '-'}\n".encode() + entry + made.code
        code = _linked(body)
        for path in paths:
            with suppress(OSError):
                _write(path, _digest(identity, body) + body)
                break
        return code
    return None


def load(paths: Sequence[Path], identity: str) -> Code | None:
    """The code that was kept, linked; None if there is none, or another's, or a damaged one."""
    for path in paths if TRIED else ():
        with suppress(OSError):
            data = path.read_bytes()
            digest, body = data[:DIGEST], data[DIGEST:]
            if digest == _digest(identity, body):
                with suppress(RuntimeError):
                    return _linked(body)
    return None


def _digest(identity: str, body: bytes) -> bytes:
    text = identity.encode()
    return hashlib.blake2b(b"%d %b %b" % (len(text), text, body), digest_size=DIGEST).digest()


def _write(path: Path, data: bytes) -> None:
    """As a whole: others read meanwhile."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(f".{os.getpid()}-{get_ident()}")
    try:
        part.write_bytes(data)
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


def _entry(made: Made, words: int) -> bytes:
    """Code that calls it with the words in memory.

    Raises Unkept if its own code is not closed, or does not take such words.
    """
    from llvmlite import binding

    if made.called - CLOSED or len(made.takes) != words + 2:
        raise Unkept(f"{made.symbol}: calls {sorted(made.called - CLOSED)}, takes {made.takes}")
    target = binding.Target.from_default_triple().create_target_machine()
    code: bytes = target.emit_object(binding.parse_assembly(_assembly(made.symbol, made.takes[2:])))
    return code


def _assembly(symbol: str, types: Sequence[str]) -> str:
    lines = []
    for i, kind in enumerate(types):
        lines.append(f"%p{i} = getelementptr i64, ptr %words, i64 {i}")
        if kind in ("i64", "double", "ptr"):
            lines.append(f"%a{i} = load {kind}, ptr %p{i}")
        elif kind in ("i1", "i8", "i16", "i32"):
            lines += [f"%w{i} = load i64, ptr %p{i}", f"%a{i} = trunc i64 %w{i} to {kind}"]
        else:
            raise Unkept(f"{symbol}: takes {kind}")
    given = "".join(f", {kind} %a{i}" for i, kind in enumerate(types))
    return f"""
        declare i32 @"{symbol}"(ptr, ptr{"".join(f", {kind}" for kind in types)})
        define i32 @"{ENTRY}{symbol}"(ptr %result, ptr %error, ptr %words) {{
        {chr(10).join(lines)}
        %status = call i32 @"{symbol}"(ptr %result, ptr %error{given})
        ret i32 %status
        }}"""


# Linking.

# Arrays that a kernel makes for itself: what Numba has for them in C, numba/core/runtime/nrt.cpp. A block
# begins with its references, two words about a destructor, where its data are, their size, an allocator.
ARRAYS = """
declare ptr @malloc(i64)
declare void @free(ptr)

define ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) {
  %wide = zext i32 %align to i64
  %room = add i64 %wide, 48
  %all = add i64 %size, %room
  %block = call ptr @malloc(i64 %all)
  %none = icmp eq ptr %block, null
  br i1 %none, label %end, label %fill
fill:
  %address = ptrtoint ptr %block to i64
  %last = add i64 %address, %room
  %over = urem i64 %last, %wide
  %data = sub i64 %last, %over
  store [6 x i64] [i64 1, i64 0, i64 0, i64 0, i64 0, i64 0], ptr %block
  %at = getelementptr i64, ptr %block, i64 3
  store i64 %data, ptr %at
  %length = getelementptr i64, ptr %block, i64 4
  store i64 %size, ptr %length
  br label %end
end:
  ret ptr %block
}

define void @NRT_MemInfo_call_dtor(ptr %block) {
  call void @free(ptr %block)
  ret void
}
"""
_NUMBER = count()  # of libraries: LLVM wants a name for each
_LINKED: list[Any] = []  # never freed: threads may be in it to the end


@cache
def _linker() -> Any:
    from llvmlite import binding

    if ctypes.sizeof(ctypes.c_void_p) != 8:
        raise RuntimeError("ARRAYS is for words of 64 bits")
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    target = binding.Target.from_default_triple().create_target_machine()
    linker = binding.create_lljit_compiler(target)
    library = binding.JITLibraryBuilder().add_ir(ARRAYS).add_current_process()
    for name in IN_ARRAYS:
        library.export_symbol(name)
    _LINKED.append(library.link(linker, "arrays"))
    return linker


def _linked(body: bytes) -> Code:
    """Raises RuntimeError if LLVM cannot link it here."""
    from llvmlite import binding

    linker = _linker()
    head, _, code = body.partition(b"\n")
    size, symbol, returned = head.decode().split(" ")
    library = binding.JITLibraryBuilder().export_symbol(ENTRY + symbol)
    library.add_object_img(code[: int(size)]).add_object_img(code[int(size) :])
    library.add_current_process().add_jit_library("arrays")
    linked = library.link(linker, f"{next(_NUMBER)} {symbol}")
    _LINKED.append(linked)
    return _reading(linked[ENTRY + symbol], returned.strip("-"), symbol)


def _reading(address: int, returned: str, symbol: str) -> Code:
    """The call, with the place of its result made and read. Status 0: nothing was raised."""
    fields = [(f"n{i}", RESULTS[letter]) for i, letter in enumerate(returned.strip("()"))]
    place: Any = type("Place", (ctypes.Structure,), {"_fields_": fields})
    call = ctypes.CFUNCTYPE(ctypes.c_int32, *[ctypes.c_void_p] * 2, ctypes.c_char_p)(address)
    names, many = [name for name, _ in fields], returned.startswith("(")

    def code(words: bytes) -> Any:
        result, error = place(), ctypes.c_void_p()
        if status := call(ctypes.byref(result), ctypes.byref(error), words):
            raise RuntimeError(f"{symbol}: status {status}")
        values = tuple([getattr(result, name) for name in names])
        return values if many else values[0] if values else None

    return code
