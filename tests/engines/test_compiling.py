"""What an engine says that it compiles is what it compiles; the command that compiles all."""

import ast
import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

import pytest

from tests.helpers import INSTANCES, ROOT
from zenkai_solver.solvers import cli
from zenkai_solver.solvers.commands import warmup
from zenkai_solver.solvers.core.command import FIRST_USE, announcing
from zenkai_solver.solvers.engines.exactcover.kernels import sift
from zenkai_solver.solvers.engines.names import BACKENDS
from zenkai_solver.solvers.kernels import jit
from zenkai_solver.solvers.kernels.jit import Work, kernel
from zenkai_solver.solvers.kernels.warmup import compile_missing

NAMES = ["pento6x10", "dominoes6x8", "nonogram/permutations4", "dissection/squares122", "sudoku/inkala2006"]
CALLED = """
import sys
from zenkai_solver.solvers import cli
from zenkai_solver.solvers.engines import table
from zenkai_solver.solvers.kernels import jit, warmup

table.visited_soon = lambda model: False  # small covers are compiled for as others are
named, called = set(), set()
compile_missing = warmup.compile_missing

def heard(works):
    works = list(works)
    named.update((work.name, str(work.types)) for work in works)
    compile_missing(works)

def calling(call):
    def counted(kernel, *arguments):
        called.add((kernel.title, str(kernel.types(arguments))))
        return call(kernel, *arguments)
    return counted

warmup.compile_missing = heard
jit.Kernel.__call__, jit.Bare.__call__ = map(calling, (jit.Kernel.__call__, jit.Bare.__call__))
code = cli.main(sys.argv[1:])
print("called", len(called), sorted(called - named))
"""


def unnamed(words: Sequence[str]) -> list[str]:
    """What a process that runs the command calls without having named it before. It must call something."""
    done = subprocess.run([sys.executable, "-c", CALLED, *words], capture_output=True, text=True, check=True)
    (told,) = (line for line in done.stdout.splitlines() if line.startswith("called "))
    _, number, rest = told.split(" ", 2)
    assert int(number) > 0
    return list(ast.literal_eval(rest))


@pytest.mark.parametrize("name", NAMES)
def test_a_run_compiles_nothing_but_what_it_named(name: str, tmp_path: Path) -> None:
    output = ["-o", str(tmp_path / "found.jsonl")]
    assert unnamed(["run", str(INSTANCES / f"{name}.yaml"), "--quiet", *output]) == []


# Dominoes are counted by Python's own numbers, so that there tetrominoes take their place.
TETROMINOES = "puzzle: packing\nboard: 6x8\npieces: [tetrominoes]\ncounts: any\n"


@pytest.mark.parametrize(
    "name", ["tetrominoes", *(name for name in NAMES if not name.startswith("dominoes"))]
)
def test_a_count_compiles_nothing_but_what_it_named(name: str, tmp_path: Path) -> None:
    (tmp_path / "tetrominoes.yaml").write_text(TETROMINOES)
    folder = tmp_path if name == "tetrominoes" else INSTANCES
    assert unnamed(["run", str(folder / f"{name}.yaml"), "--count"]) == []


COMMANDS = {
    "verify": "verify certified.jsonl",
    "nonogram": "generate nonogram --size 4x4 --unique",
    "packing": "generate packing --pieces trominoes --solutions 1..9",
    "compile": "compile certified.jsonl -o one.zset",
    "search": f"compile {INSTANCES / 'pento3x20.yaml'} -o two.zset",
    "sets": "sets certified.jsonl and certified.jsonl",
    "explain": f"explain {INSTANCES / 'dissection/ring.yaml'} --steps",
    "make-unique": f"make-unique {INSTANCES / 'dominoes4x4.yaml'}",
    "statistics": f"run {INSTANCES / 'dissection/ring.yaml'} --stats --count",
    "proof": f"run {INSTANCES / 'formula/waerden.yaml'} --certify",
    "draw": f"draw {INSTANCES / 'dominoes6x6.yaml'} --svg drawn.svg --answers",
}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_compiles_nothing_but_what_it_named(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    certified = ["run", str(INSTANCES / "dominoes6x6.yaml"), "-o", "certified.jsonl", "--certify", "--quiet"]
    assert "certified.jsonl" not in COMMANDS[name] or cli.main(certified) == 0
    assert unnamed(COMMANDS[name].split()) == []


def test_warm_up_compiles_what_any_module_says_that_it_compiles() -> None:
    every = {(w.name, w.types) for name in (*BACKENDS, *warmup.OTHERS) for w in warmup.works_of(name)}
    found = 0
    for path in sorted((ROOT / "solvers").rglob("*.py")):
        if "\ndef works() -> " in path.read_text(encoding="utf-8"):
            module = import_module(f"zenkai_solver.{'.'.join(path.relative_to(ROOT).with_suffix('').parts)}")
            assert {(w.name, w.types) for w in module.works()} <= every, path
            found += 1
    assert found >= 8


def test_warm_up_compiles_every_search_that_a_cover_may_need() -> None:
    """Whatever the words of its masks are."""
    every = {(w.name, w.types) for name in (*BACKENDS, *warmup.OTHERS) for w in warmup.works_of(name)}
    for words in sift.WIDTHS:
        assert {(w.name, w.types) for w in sift.works(words)} <= every, words


def plus_one(x: float) -> float:
    return x + 1


def test_what_is_missing_is_compiled_once_with_a_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(jit, "CACHE", tmp_path)
    work = Work(kernel(plus_one), (1,))
    for quiet in (False, False, True):
        with announcing(said.append, quiet):
            compile_missing([work])
    assert said == [FIRST_USE]
    assert work.done
    with announcing(said.append, quiet=True):
        compile_missing([Work(work.kernel, (2j,))])
    assert said == [FIRST_USE]
    assert not Work(work.kernel, (1.5,)).done


UNUSED = (  # by a packing from YAML: kept runs and other families
    "zenkai_solver.solvers.cubes",
    "zenkai_solver.models.sudoku",
    "zenkai_solver.models.nonogram",
    "zenkai_solver.models.formats.sudoku",
    "zenkai_solver.solvers.batch.sudoku_lines",
)
COMPILING = (  # with what Numba imports
    *("numba", "llvmlite", "numpy", "numpy.ma", "email", "importlib.metadata", "logging", "traceback"),
)
HEAVY = (  # `pathlib` has urllib.parse, `dataclasses` has inspect
    *("ortools", "pysat", "rich", "psutil", "pandas", "distributed"),
    *("xml", "urllib.request", "http", "ssl", "sqlite3"),
    *("asyncio", "concurrent.futures", "multiprocessing", "difflib"),
)
STATING = (  # a model, or YAML
    *("yaml", "zenkai_solver.models.constraints", "zenkai_solver.models.csp"),
    *("zenkai_solver.solvers.core.pipeline", "zenkai_solver.solvers.commands.single"),
)
EMPTY_BUT_ONE = "1".ljust(81, ".")
LOADED = """
import gc, runpy, sys
module, sys.argv = sys.argv[1], sys.argv[1:]
try:
    runpy.run_module(module, run_name="__main__", alter_sys=True)
except SystemExit as ended:
    assert gc.get_freeze_count(), "the end of the process looks for cycles in everything"
    print(file=sys.stderr)
    print(ended.code, *sys.modules, file=sys.stderr)
"""


def loaded(*words: str) -> set[str]:
    """The modules, and the packages of these, of a process that ran the command and ended well."""
    done = subprocess.run([sys.executable, "-c", LOADED, *words], capture_output=True, text=True, check=True)
    code, *names = done.stderr.splitlines()[-1].split()
    assert code == "0"
    return {
        ".".join(parts[:n]) for name in names if (parts := name.split(".")) for n in range(1, len(parts) + 1)
    }


def test_commands_import_what_they_need(tmp_path: Path) -> None:
    """To draw, or to help, takes neither Numba nor numpy."""
    path, output = INSTANCES / "dominoes6x6.yaml", str(tmp_path / "out.jsonl")
    for _ in range(2):  # the first one may compile
        ran = loaded("zenkai_solver.solvers.commands.run", str(path), "-o", output)
    assert ran & {*UNUSED, *HEAVY, "numba"} == set()
    assert {"numpy", "llvmlite"} <= ran
    for words in (("commands.show", output), ("cli", "--help")):
        small = loaded(f"zenkai_solver.solvers.{words[0]}", *words[1:])
        assert small & {*UNUSED, *HEAVY, *COMPILING} == set()


def test_a_file_of_sudokus_is_answered_without_a_model(tmp_path: Path) -> None:
    lines = tmp_path / "many.sdm"
    lines.write_text(f"{EMPTY_BUT_ONE}\n" * 2, encoding="ascii")
    answered = loaded("zenkai_solver.solvers.commands.run", str(lines), "-o", str(tmp_path / "answers.txt"))
    assert answered & {*STATING, *HEAVY, "numba"} == set()
