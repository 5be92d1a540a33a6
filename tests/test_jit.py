"""What is compiled is kept, and compiled anew when any source file that it was made from changes."""

import ast
import os
import shutil
import sys
from collections import namedtuple
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numba
import numpy as np
import pytest
from numba.core import caching

from tests import forked
from tests.helpers import ROOT
from zenkai_solver.solvers.engines.exactcover.kernels import mrv_walk, walk
from zenkai_solver.solvers.engines.kernels import compiler, jit, native
from zenkai_solver.solvers.engines.kernels.native import Code

SHARED = Path(jit.__file__).parent
JIT = jit.__name__
PACKAGE = "zenkai_solver."

CALLEE = "from {package}.jit import inner\n\n@inner\ndef step(x):\n    return x + {step}\n"
CALLER = (
    "from {package}.jit import kernel\nfrom {package}.callee import step\n\n"
    "@kernel\ndef twice(x):\n    return step(step(x))\n"
)
PAIRS = "from typing import NamedTuple\n\nclass {kind}(NamedTuple):\n    a: int\n    b: int\n"
WITH_PAIR = """
from {package}.jit import kernel
from {package}.callee import {kind}

@kernel
def total(pair, x):
    return pair.a + pair.b + x

def twice(x):
    return total({kind}(3, 4), x)
"""
RUN = (
    "import sys; sys.dont_write_bytecode = True; from {package}.caller import twice as f; "
    f"print(int(f(0)), int({compiler.__name__!r} not in sys.modules))"
)


def sources() -> list[Path]:
    return sorted(path for path in (ROOT / "solvers").rglob("*.py") if path != Path(compiler.__file__))


@cache
def imported(path: Path) -> set[tuple[str, str]]:
    """(module, name) of everything that the file imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            found |= {(node.module or "", alias.name) for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {(alias.name, "") for alias in node.names}
    return found


def modules(path: Path) -> set[str]:
    """Modules of the project that the file imports."""
    names = {name for module, what in imported(path) for name in (module, f"{module}.{what}")}
    return {
        name
        for name in names
        if name.startswith(("zenkai_solver.solvers.", "zenkai_solver.models.")) and is_module(name)
    }


@cache
def is_module(name: str) -> bool:
    return (ROOT / f"{name.removeprefix(PACKAGE).replace('.', '/')}.py").exists()


def one(x: int) -> int:
    return x


def test_both_ways_of_compiling_are_in_use() -> None:
    for kernel in (walk.run, mrv_walk.run):
        cache = kernel.fallback._cache
        assert isinstance(cache, compiler.Cache)
        assert cache._cache_file._source_stamp == native.stamp(
            Path(kernel.py_func.__code__.co_filename).parent
        )
    with pytest.raises(TypeError, match="one is compiled into kernels only"):
        jit.inner(one)(1)


def test_only_one_module_compiles() -> None:
    bare = [
        path.name
        for path in sources()
        if {("numba", "njit"), ("numba", "jit"), ("numba", "")} & imported(path)
    ]
    assert bare == []


def test_kernels_call_nothing_that_their_stamp_does_not_cover() -> None:
    kinds = "kernel", "inner", "inlined"
    made = {(JIT, way + kind) for kind in kinds for way in ("", "bare_")}
    folders = {path.parent for path in sources() if made & imported(path)}
    assert folders
    for path in (path for folder in folders for path in folder.glob("*.py")):
        near = {PACKAGE + ".".join(folder.relative_to(ROOT).parts) for folder in (path.parent, SHARED)}
        assert {name for name in modules(path) if name.rpartition(".")[0] not in near} == set(), path


def test_the_stamp_is_of_the_folder_and_of_what_all_share(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, shared = tmp_path / "own", tmp_path / "shared"
    own.mkdir()
    shared.mkdir()
    monkeypatch.setattr(native, "SHARED", shared)
    stamps = []
    for path, text in ((own, "x = 1"), (shared, "x = 1"), (shared, "x = 2"), (own, "x = 2")):
        (path / "words.py").write_text(text)
        stamps.append(native.stamp.__wrapped__(own))
    assert len(set(stamps)) == len(stamps)


class Package:
    """A package with a kernel, and a function that it calls, in files of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "small"
        self.folder.mkdir()
        (self.folder / "__init__.py").touch()
        shutil.copy(jit.__file__, self.folder)
        self.write("caller", CALLER)

    def write(self, name: str, text: str, **values: object) -> None:
        (self.folder / f"{name}.py").write_text(text.format(package="small", **values))

    def run(self, **environment: str) -> list[int]:
        """The kernel's value in a new process, and whether it came without our compiler, as kept machine code."""
        own = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
        command = [sys.executable, "-c", RUN.format(package="small")]
        told = forked.run(
            command,
            kind=forked.Compiling,
            cwd=self.folder.parent,
            env={**own, **environment},
            capture_output=True,
            text=True,
            check=True,
        )
        return [int(word) for word in told.stdout.split()]


@pytest.fixture
def package(tmp_path: Path) -> Package:
    package = Package(tmp_path)
    package.write("callee", CALLEE, step=1)
    return package


def test_a_change_of_what_a_kernel_calls_compiles_it_anew(package: Package) -> None:
    assert package.run() == [2, 0]
    for path in package.folder.glob("*.py"):
        os.utime(path, (1, 1))  # the time of a file does not matter
    assert package.run() == [2, 1]
    package.write("callee", CALLEE, step=5)
    assert package.run() == [10, 0]


def test_a_type_that_is_gone_compiles_it_anew(package: Package) -> None:
    """The old index names it."""
    package.write("callee", PAIRS, kind="Pair")
    package.write("caller", WITH_PAIR, kind="Pair")
    assert package.run() == [7, 0]
    assert package.run() == [7, 1]
    package.write("callee", PAIRS, kind="Couple")
    package.write("caller", WITH_PAIR, kind="Couple")
    assert package.run() == [7, 0]


def test_checkouts_with_equal_files_share_a_folder(package: Package, tmp_path: Path) -> None:
    kept = str(tmp_path / "kept")
    assert package.run(NUMBA_CACHE_DIR=kept) == [2, 0]
    (tmp_path / "other").mkdir()
    other = Package(tmp_path / "other")
    other.write("callee", CALLEE, step=1)
    assert other.run(NUMBA_CACHE_DIR=kept) == [2, 1]
    other.write("callee", CALLEE, step=5)
    assert other.run(NUMBA_CACHE_DIR=kept) == [10, 0]


def test_two_processes_that_compile_at_once_write_different_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if neither saw what the other wrote: then one is compiled again, but never takes the other's code."""
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    for value in (1, 1.5):
        monkeypatch.setattr(caching.IndexDataCacheFile, "_load_index", lambda _: {})
        assert compiler.kernel(one, {})(value) == value
        monkeypatch.undo()
        monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    assert len([*tmp_path.rglob("*.nbc")]) == 2
    again = compiler.kernel(one, {})
    assert [again(1), again(1.5)] == [1, 1.5]
    assert sum(again.stats.cache_hits.values()) == 1


CONSTANTS = """
from {package}.jit import kernel
from {package}.callee import step

@kernel
def constants(x):
    return step(x) + step(3) + step(5)

def twice(x):
    from numba.core.types.functions import Function
    import gc

    asked = Function.get_call_type
    assert constants(x) == x + 11
    assert Function.get_call_type is asked and gc.isenabled()
    return len(step.dispatcher.overloads)
"""


def test_a_constant_does_not_compile_a_function_anew(package: Package) -> None:
    """Nor does compiling leave anything changed in Numba and Python."""
    package.write("caller", CONSTANTS)
    assert package.run() == [1, 0]


def test_without_a_folder_to_write_it_compiles_each_time(package: Package, tmp_path: Path) -> None:
    nowhere = tmp_path / "file"
    nowhere.touch()
    (package.folder / "__pycache__").touch()
    assert package.run(HOME=str(nowhere), XDG_CACHE_HOME=str(nowhere)) == [2, 0]


NUMBERS = """
import numpy as np
from {package}.jit import kernel
from {package}.callee import Pair, step

@kernel
def mixed(pair, grid, x, flag, word, half):
    own = np.zeros((3, 4), np.uint8)
    own[2, 3] = pair.a + flag
    return pair.b + step(grid[1, 2]), half + own.sum() + x, word + np.uint64(1), flag and own[0, 0] == 0

@kernel
def nothing(row):
    row[1:] = row[0] + len(row)

@kernel
def fails(x, y):
    return x // y

def twice(x):
    grid, row = np.arange(12)[::2].reshape(2, 3), np.ones(3, np.uint8)
    assert nothing(row) is None
    before = repr(mixed(Pair(1, 2), grid, 3, True, np.uint64(2**63), 0.5)), row.tolist()
    assert before == ("(13, 5.5, 9223372036854775809, True)", [1, 4, 4]), before
    assert mixed(Pair(1.0, -2), grid, 3, False, np.uint64(0), 0.5)[0] == 9
    try:
        fails(1, x)
    except (RuntimeError, ZeroDivisionError):
        return fails(7, 2)
"""


def test_machine_code_that_was_kept_does_what_numba_does(package: Package) -> None:
    """Arrays of any layout, tuples by their names, numbers of each kind, arrays of its own, failures."""
    package.write("callee", PAIRS + CALLEE, kind="Pair", step=1)
    package.write("caller", NUMBERS)
    assert [package.run(), package.run()] == [[3, 0], [3, 1]]


UNKEPT = """
import numpy as np
from {package}.jit import kernel

@kernel
def row(x):
    return np.arange(x + 3)

@kernel
def told(x):
    if x < 0:
        print(x)
    return x

def twice(x):
    return told(int(row(x).sum()))
"""


def test_what_needs_numba_is_run_by_it(package: Package) -> None:
    """Kernels that return an array, or call Python: from Numba's own cache the second time."""
    package.write("caller", UNKEPT)
    assert [package.run(), package.run()] == [[3, 0], [3, 0]]


ARRAYS = """
import numpy as np
from {package}.jit import kernel
from {package}.callee import step

@kernel
def total(row):
    return step(row.sum())

def twice(x):
    sums = [total(np.arange(n)) for n in range(x, 9)]
    row = np.arange(9)
    return sums == [n * (n - 1) // 2 + 1 for n in range(x, 9)] and total(row) == total(row) == 37
"""


def test_an_array_that_is_gone_is_not_taken_for_the_next(package: Package) -> None:
    package.write("caller", ARRAYS)
    assert [package.run(), package.run()] == [[1, 0], [1, 1]]


class Pair(NamedTuple):
    a: int
    b: int


Turned = namedtuple("Pair", ("b", "a"))  # another one of the same name


def test_what_is_compiled_apart_is_kept_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    row, grid = np.arange(6), np.ones((2, 3), np.uint8)
    fixed = row.copy()
    fixed.flags.writeable = False
    numbers = [1, 1.5, True, np.uint64(1), np.uint8(1), (1, 2), Pair(1, 2), Turned(1, 2), Pair(1, True)]
    arrays = [row, row[::2], row.astype(np.float64), fixed, grid, grid.T, grid[:, ::2]]
    plain = jit.Kernel(one, {})
    identities = [plain._identity(native.flat((x,))[0]) for x in (*numbers, *arrays)]
    assert len(set(identities)) == len(identities)
    assert native.word(np.ones((1, 3)))[0] == native.word(np.ones((2, 3)))[0]  # one row has either order
    monkeypatch.chdir(tmp_path)
    before = native.machine.__wrapped__()
    (tmp_path / ".numba_config.yaml").write_text("opt: 1")
    assert native.machine.__wrapped__() != before


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[jit.Kernel, Path]]:
    """A kernel of this process, and the file of its machine code."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    native.machine.cache_clear()
    made = jit.kernel(one)
    made.prepare((1,))
    (file,) = tmp_path.rglob("*.code")
    yield made, file
    native.machine.cache_clear()


def loaded(kernel: jit.Kernel) -> Code | None:
    identity = kernel._identity(native.flat((1,))[0])
    return native.load(kernel._paths(identity), identity)


def test_damaged_machine_code_is_not_there(kept: tuple[jit.Kernel, Path]) -> None:
    kernel, file = kept
    data = file.read_bytes()
    middle = len(data) // 2
    code = loaded(kernel)
    assert code is not None
    assert code(native.flat((7,))[1]) == 7
    for changed in (data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :], data[:middle], b""):
        file.write_bytes(changed)
        assert loaded(kernel) is None
    jit.kernel(one).prepare((1,))
    again = loaded(kernel)
    assert again is not None
    assert again(native.flat((8,))[1]) == 8


def test_machine_code_of_other_arguments_settings_or_sources_is_not_there(
    kept: tuple[jit.Kernel, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel, file = kept
    for what, other in (("machine", lambda: "another processor"), ("stamp", lambda _: "other sources")):
        with monkeypatch.context() as patch:
            patch.setattr(native, what, other)
            assert loaded(kernel) is None
            (path,) = kernel._paths(kernel._identity((int,)))
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(file.read_bytes())  # sound, but under the name of another
            assert loaded(kernel) is None
    other_machine = native.machine()
    monkeypatch.setenv("NUMBA_OPT", "1")
    native.machine.cache_clear()
    assert native.machine() != other_machine
    assert not kernel.kept((1.5,))


WITHOUT = "sudoku runs compiled only, and NUMBA_DISABLE_JIT is set\n"


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("run", "pento3x20.yaml", "--count"), 0, "backend cpsat"),
        (("run", "sudoku/easter-monster.yaml", "--count"), 0, "backend sat"),
        (
            ("run", "pento3x20.yaml", "--backend", "exactcover"),
            2,
            WITHOUT.replace("sudoku", "exactcover"),
        ),
        (("run", "sudoku/many.yaml", "--backend", "sudoku"), 2, WITHOUT),
        (("run", "one.sdm"), 2, WITHOUT),
        (("generate", "sudoku"), 2, WITHOUT),
        (
            ("run", "sudoku/thermo.yaml", "--certify", "-o", "x.jsonl"),
            0,
            "complete; verified, certified (model)",
        ),
    ],
)
def test_where_python_runs_the_kernels_other_engines_are_taken(
    words: tuple[str, ...], code: int, said: str, tmp_path: Path
) -> None:
    """With Numba's switch; and an engine that is named says in one line that it cannot."""
    (tmp_path / "one.sdm").write_text("." * 81 + "\n")
    named = [str(ROOT / "instances" / word) if word.endswith(".yaml") else word for word in words]
    done = forked.run(
        [sys.executable, "-m", "zenkai_solver", *named],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == code, done
    assert said in done.stdout + done.stderr
    if code:
        assert done.stderr.count("\n") == 1
    else:
        assert done.stderr == ""
