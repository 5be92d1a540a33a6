"""What an engine says that it compiles is what it compiles; the command that compiles all."""

import subprocess
import sys
from pathlib import Path

import numba
import pytest
from helpers import INSTANCES

from zenkai_solver.models.loading import load
from zenkai_solver.solvers import compiling
from zenkai_solver.solvers.backend import CompilingBackend, Options
from zenkai_solver.solvers.engines.kernels import jit, native
from zenkai_solver.solvers.engines.kernels.jit import Work, kernel
from zenkai_solver.solvers.pipeline import prepare

NAMES = ["pento6x10", "dominoes6x6", "nonogram/permutations4", "dissection/squares122", "sudoku/inkala2006"]


@pytest.mark.parametrize("name", NAMES)
def test_a_run_compiles_nothing_but_what_was_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    prepared = prepare(load(INSTANCES / f"{name}.yaml"), options=Options(workers=1))
    assert isinstance(prepared.backend, CompilingBackend)
    compiling.compile_for(prepared.backend, prepared.model, lambda _: None, quiet=True)
    named = {(work.kernel.name, work.types) for work in prepared.backend.works(prepared.model)}
    called = set()

    def noted(kernel: jit.Kernel, *arguments: object) -> object:
        called.add((kernel.name, native.flat(arguments)[0]))
        return call(kernel, *arguments)

    call = jit.Kernel.__call__
    monkeypatch.setattr(jit.Kernel, "__call__", noted)
    assert sum(len(chunk) for chunk in prepared.chunks()) > 0
    assert called
    assert called <= named


def plus_one(x: float) -> float:
    return x + 1


def test_what_is_missing_is_compiled_once_with_a_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    work = Work(kernel(plus_one), (1,), 7.0)
    for _ in range(2):
        compiling.compile_all(lambda: [work], said.append, quiet=True)
    assert said == ["first use: compiling the search, about 7 s, kept for later runs"]
    assert work.done
    assert not Work(work.kernel, (1.5,), 7.0).done


UNUSED = (
    "solvers.scale",
    "models.sudoku",
    "models.nonogram",
    "models.formats.sudoku",
    "solvers.tools.sudoku_lines",
)
PLAIN = """
import sys
from zenkai_solver.solvers.run import main
code = main([sys.argv[1], "-o", sys.argv[2], "--quiet"])
print(code, *sys.modules)
"""


def test_a_plain_run_imports_what_it_needs(tmp_path: Path) -> None:
    """A packing from YAML: nothing of kept runs, of other families, or of the web (`pathlib` has urllib.parse)."""
    words = [str(INSTANCES / "dominoes4x4.yaml"), str(tmp_path / "out.jsonl")]
    done = subprocess.run([sys.executable, "-c", PLAIN, *words], capture_output=True, text=True, check=True)
    code, *loaded = done.stdout.split()
    assert code == "0"
    unused = tuple(f"zenkai_solver.{name}" for name in UNUSED)
    web = ("xml", "urllib.request", "http", "ssl", "sqlite3", "distributed")
    assert [name for name in loaded if name.startswith(unused) or name.startswith(web)] == []
