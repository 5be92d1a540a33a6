"""What is compiled is kept, and compiled anew when any source file that it was made from changes."""

import ast
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tests.helpers import ROOT
from zenkai_solver.solvers.kernels import jit

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
RUN = """
import sys
from numba.core import event
sys.dont_write_bytecode = True
from {package}.caller import twice as f
with event.install_recorder("numba:compile") as recorder:
    value = f(0)
kernels = [told for _, told in recorder.buffer if "<lambda>" not in str(told.data["dispatcher"])]
print(int(value), int(not kernels))
"""


def sources() -> list[Path]:
    return sorted((ROOT / "solvers").rglob("*.py"))


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


def test_only_one_module_compiles() -> None:
    compiling = {("numba", "njit"), ("numba", "jit"), ("numba", "")}
    bare = [path for path in sources() if compiling & imported(path) and path.stem != "jit"]
    assert bare == []


def test_kernels_call_nothing_that_the_digest_does_not_cover() -> None:
    """The digest is of all folders `kernels`. What imports Numba is called by Python alone."""
    importing = {"zenkai_solver.models.imports"}
    made = {(JIT, kind) for kind in ("kernel", "bare", "inner", "inlined")}
    folders = {path.parent for path in sources() if made & imported(path)}
    assert folders
    for path in (path for folder in folders for path in folder.glob("*.py")):
        outside = {name for name in modules(path) if name.split(".")[-2] != "kernels"}
        assert outside - importing == set(), path


def freed_too_early(text: str) -> list[str]:
    """Arrays that a function makes and passes to `at`: Numba frees them before their pointers are used."""
    names = []
    for function in (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)):
        nodes = list(ast.walk(function))
        made = {
            target.id
            for node in nodes
            if isinstance(node, ast.Assign) and ast.unparse(node.value).startswith("np.")
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        calls = [node for node in nodes if isinstance(node, ast.Call) and ast.unparse(node.func) == "at"]
        names += [name for call in calls for name in map(ast.unparse, call.args) if name in made]
    return names


def test_pointers_are_of_arrays_that_a_caller_keeps() -> None:
    assert freed_too_early("def f(x):\n    y = np.empty(3)\n    a, b = at(x), at(y)\n    g(a, b)") == ["y"]
    for path in sources():
        if path.parent.name == "kernels":
            assert freed_too_early(path.read_text(encoding="utf-8")) == [], path


def test_the_digest_is_of_every_source_of_a_kernel(tmp_path: Path) -> None:
    seen = []
    for folder, text in (("a", "x = 1"), ("b/c", "x = 1"), ("b/c", "x = 2"), ("a", "x = 2"), ("d", "")):
        path = tmp_path / folder / "kernels" / "words.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        seen.append(jit.digest_of(tmp_path))
    (tmp_path / "other.py").touch()
    assert len({*seen, jit.digest_of(tmp_path)}) == len(seen)


class Package:
    """A package with a kernel, and a function that it calls, in files of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "solvers" / "engines" / "kernels"
        self.folder.mkdir(parents=True)
        (self.folder / "__init__.py").touch()
        shutil.copy(jit.__file__, self.folder)
        self.write("caller", CALLER)

    def write(self, name: str, text: str, **values: object) -> None:
        (self.folder / f"{name}.py").write_text(text.format(package="kernels", **values))

    def run(self, **environment: str) -> list[int]:
        """The kernel's value in a new process, and whether it came without compiling."""
        own = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
        told = subprocess.run(
            [sys.executable, "-c", RUN.format(package="kernels")],
            cwd=self.folder.parent,
            env={**own, **environment},
            capture_output=True,
            text=True,
            check=True,
        )
        return [int(word) for word in told.stdout.split()]

    @property
    def kept(self) -> list[Path]:
        return [*(self.folder / "__pycache__").glob(f"{jit.PREFIX}*")]


@pytest.fixture
def package(tmp_path: Path) -> Package:
    package = Package(tmp_path)
    package.write("callee", CALLEE, step=1)
    return package


def test_a_change_of_what_a_kernel_calls_compiles_it_anew(package: Package) -> None:
    assert package.run() == [2, 0]
    assert package.run() == [2, 1]
    package.write("callee", CALLEE, step=5)
    assert package.run() == [10, 0]
    assert len(package.kept) == 1, "the machine code of the old sources is gone"


def test_a_type_that_is_gone_compiles_it_anew(package: Package) -> None:
    package.write("callee", PAIRS, kind="Pair")
    package.write("caller", WITH_PAIR, kind="Pair")
    assert package.run() == [7, 0]
    assert package.run() == [7, 1]
    package.write("callee", PAIRS, kind="Couple")
    package.write("caller", WITH_PAIR, kind="Couple")
    assert package.run() == [7, 0]


def test_the_folder_that_is_given_is_taken(package: Package, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    assert package.run(NUMBA_CACHE_DIR=str(kept)) == [2, 0]
    assert package.run(NUMBA_CACHE_DIR=str(kept)) == [2, 1]
    assert [path.name for path in kept.iterdir()] == [jit.PREFIX + jit.digest_of(package.folder.parent)]
    assert package.kept == []


def test_without_a_folder_to_write_it_compiles_each_time(package: Package, tmp_path: Path) -> None:
    nowhere = tmp_path / "file"
    nowhere.touch()
    (package.folder / "__pycache__").touch()
    for _ in range(2):
        assert package.run(HOME=str(nowhere), XDG_CACHE_HOME=str(nowhere)) == [2, 0]


COMPILE = """
from kernels.jit import Work
from kernels.caller import twice
work = Work(twice, (1,))
print(int(work.done))
work.compile()
print(int(work.done), int(Work(twice, (1.5,)).done), twice(5), sum(twice.made.stats.cache_hits.values()))
"""


FULL = """
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
"""


def compiled(package: Package, before: str = "") -> list[int]:
    """Is it done before and after, and for another type; the kernel's value, and whether it was kept."""
    command = [sys.executable, "-c", before + COMPILE]
    told = subprocess.run(command, cwd=package.folder.parent, capture_output=True, text=True, check=True)
    return [int(word) for word in told.stdout.split()]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no limit of the size of files")
def test_on_a_full_disk_it_is_compiled_for_the_process_alone(package: Package) -> None:
    assert compiled(package, FULL) == [0, 1, 0, 7, 0]
    assert list(package.kept[0].rglob("*.nbc")) == []
    assert compiled(package) == [0, 1, 0, 7, 0]
    assert compiled(package) == [1, 1, 0, 7, 1]


def test_damaged_machine_code_is_compiled_anew(package: Package) -> None:
    def told() -> list[int]:
        return compiled(package)

    assert told() == [0, 1, 0, 7, 0]
    assert told() == [1, 1, 0, 7, 1]
    for damage in (b"", b"\x80\x04nonsense"):
        files = list(package.kept[0].rglob("*.nb?"))
        assert {path.suffix for path in files} == {".nbi", ".nbc"}
        for path in files:
            path.write_bytes(damage)
        assert told() == [1, 1, 0, 7, 0]
        assert told() == [1, 1, 0, 7, 1]


AT_ONCE = """
import sys
from kernels.jit import Work
from kernels.caller import twice
value = (1, 1.5, True, 2j)[int(sys.argv[1])]
sys.stdin.readline()
Work(twice, (value,)).compile()
assert twice(value) == value + 2
"""


def test_processes_that_compile_one_kernel_at_once_never_take_the_code_of_another(package: Package) -> None:
    for expected in (0, 1):  # the second time all is there
        started = [
            subprocess.Popen(
                [sys.executable, "-c", AT_ONCE, str(kind)],
                cwd=package.folder.parent,
                stdin=subprocess.PIPE,
                env={**os.environ, "NUMBA_DEBUG_CACHE": "1"},
                stdout=subprocess.PIPE,
                text=True,
            )
            for kind in range(4)
        ]
        told = [process.communicate("go\n")[0] for process in started]
        assert [process.returncode for process in started] == [0] * 4
        assert [("data loaded" in text) for text in told] == [bool(expected)] * 4
    names = [path.name for path in package.kept[0].rglob("*.nbc")]
    assert len(names) == len(set(names)) == 4


WITHOUT = "sudoku runs compiled only, and NUMBA_DISABLE_JIT is set\n"


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("run", "pento3x20.yaml", "--count"), 0, "backend sat"),
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
            "every solution checked; search ended; count certified (model)",
        ),
    ],
)
def test_where_python_runs_the_kernels_other_engines_are_taken(
    words: tuple[str, ...], code: int, said: str, tmp_path: Path
) -> None:
    """With Numba's switch; and an engine that is named says in one line that it cannot."""
    (tmp_path / "one.sdm").write_text("." * 81 + "\n")
    named = [str(ROOT / "instances" / word) if word.endswith(".yaml") else word for word in words]
    done = subprocess.run(
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
        assert all(" found in " in line for line in done.stderr.splitlines())  # progress, if it takes long
