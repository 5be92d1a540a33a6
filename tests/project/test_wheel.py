"""What a stranger installs: wheel and sdist, each in a fresh environment that sees nothing of this checkout.

The environments borrow the packages that zenkai needs from the one that runs the tests; zenkai itself comes
from the built file. The folder they work in has a `models.py` and a `solvers.py` of its own.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

import pytest

from tests.helpers import ROOT
from tests.project.test_papers import PAPERS

LEFT_OUT = (".*", "build", "dist", "solutions", "*.egg-info", "__pycache__")
NOT_OURS = 'raise SystemExit("a module of somebody else was imported")\n'
PUZZLES = (  # one of each family: name, engine, solutions handed out, up to symmetry, in all
    ("dominoes4x4", "sat", 9, 9, 36),
    ("thermo", "auto", 1, 1, 1),
    ("nonogram/permutations4", "sat", 24, 7, 24),
    ("dissection/ring", "auto", 2, 2, 4),
    ("formula/waerden", "auto", 6, 6, 6),
)
UNCOMPILED = {"NUMBA_DISABLE_JIT": "1"}  # compiling takes longer than all else; a slow test does it
BUILD = """
import sys
sys.path.insert(0, sys.argv[1])
import setuptools.build_meta as backend
print(getattr(backend, sys.argv[2])(sys.argv[3]))
"""
LEAST = 77  # version of setuptools, as pyproject.toml says


def call(*words: str | Path, cwd: Path, compiled: bool = False) -> str:
    """What the command prints; its complaints are shown if it fails. It sees no path of this process."""
    env = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    env |= {} if compiled else UNCOMPILED
    done = subprocess.run([*map(str, words)], cwd=cwd, env=env, capture_output=True, text=True)
    assert done.returncode == 0, f"{words}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@dataclass(frozen=True)
class Environment:
    """A virtual environment and a folder to work in."""

    folder: Path
    work: Path

    def program(self, name: str) -> Path:
        return self.folder / ("Scripts" if os.name == "nt" else "bin") / name

    def python(self, *words: str | Path, cwd: Path | None = None) -> str:
        return call(self.program("python"), *words, cwd=cwd or self.work)

    def zenkai(self, *words: str | Path, compiled: bool = False) -> str:
        return call(self.program("zenkai"), *words, cwd=self.work, compiled=compiled)

    @property
    def packages(self) -> Path:
        scheme = "venv" if "venv" in sysconfig.get_scheme_names() else sysconfig.get_default_scheme()
        return Path(sysconfig.get_path("purelib", scheme, {"base": str(self.folder)}))


def made(folder: Path) -> Environment:
    """A fresh environment with all that this one can import except zenkai."""
    venv.create(folder / "venv")
    env = Environment(folder / "venv", folder / "work")
    (env.packages / "borrowed.pth").write_text("\n".join(borrowed()) + "\n", encoding="utf-8")
    env.work.mkdir()
    for name in ("models", "solvers"):
        (env.work / f"{name}.py").write_text(NOT_OURS)
    return env


def borrowed() -> list[str]:
    """Folders of installed packages: lines of a .pth file in them (an editable zenkai) are not followed."""
    return [path for path in sys.path if path.endswith(("site-packages", "dist-packages"))]


@pytest.fixture(scope="module")
def backend(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the backend that builds, and with nothing else that could have a part in it."""
    folder = tmp_path_factory.mktemp("backend")
    if (own := installed_backend()) is None:
        pip(folder, "install", "-q", "--no-compile", "--target", folder, f"setuptools>={LEAST}")
    for name in {path.parts[0] for path in (own and own.files) or ()} - {"..", "__pycache__"}:
        (folder / name).symlink_to(str(own and own.locate_file(name)))
    return folder


def installed_backend() -> Distribution | None:
    """That of the environment that runs the tests, where it has one that is new enough."""
    with suppress(PackageNotFoundError):
        own = distribution("setuptools")
        if int(own.version.partition(".")[0]) >= LEAST:
            return own
    return None


def pip(cwd: Path, *words: str | Path) -> None:
    """The one of the environment that runs the tests: to make another takes as long as all builds."""
    call(sys.executable, "-m", "pip", "--disable-pip-version-check", *words, cwd=cwd)


@pytest.fixture(scope="module")
def built(backend: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The wheel and the sdist of a clean copy of this checkout, and a wheel made from that sdist."""

    def build(kind: str, source: Path, into: Path) -> Path:
        python = (sys.executable, "-I", "-S", "-c", BUILD)
        return into / call(*python, backend, kind, into, cwd=source).split()[-1]

    folder = tmp_path_factory.mktemp("built")
    source = folder / "source"
    shutil.copytree(ROOT, source, ignore=shutil.ignore_patterns(*LEFT_OUT))
    sdist = build("build_sdist", source, folder)
    wheel = build("build_wheel", source, folder)
    unpacked, again = folder / "unpacked", folder / "again"
    again.mkdir()
    shutil.unpack_archive(sdist, unpacked)
    [inner] = unpacked.iterdir()
    return {"wheel": wheel, "sdist": sdist, "from sdist": build("build_wheel", inner, again)}


def files(wheel: Path) -> dict[str, bytes]:
    """By their names."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_wheel_installs_one_package(built: dict[str, Path]) -> None:
    tops = {name.split("/")[0] for name in files(built["wheel"])}
    assert {top.removesuffix(".dist-info").split("-")[0] for top in tops} == {"zenkai_solver"}


def test_wheel_has_every_module_and_instance(built: dict[str, Path]) -> None:
    wanted = {"zenkai_solver/py.typed", "zenkai_solver/__init__.py", "zenkai_solver/__main__.py"} | {
        "zenkai_solver/genres.py"
    }
    for folder in ("models", "solvers"):
        wanted |= {f"zenkai_solver/{path.relative_to(ROOT)}" for path in (ROOT / folder).rglob("*.py")}
        wanted |= {f"zenkai_solver/{path.relative_to(ROOT)}" for path in (ROOT / folder).rglob("static/*.*")}
    wanted |= {f"zenkai_solver/solvers/checker/{name}" for name in ("FORMAT.md", "checker.c")}
    for kind in ("*.yaml", "*.sdm"):
        wanted |= {f"zenkai_solver/{path.relative_to(ROOT)}" for path in (ROOT / "instances").rglob(kind)}
    assert {name for name in files(built["wheel"]) if ".dist-info/" not in name} == wanted


def test_sdist_makes_the_same_wheel(built: dict[str, Path]) -> None:
    """So what is found with the wheel holds for it too."""
    wheel, again = files(built["wheel"]), files(built["from sdist"])
    assert again.keys() == wheel.keys()
    assert not [name for name in wheel if again[name] != wheel[name]]
    with tarfile.open(built["sdist"]) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    tests = {f"tests/{path.name}" for path in (ROOT / "tests").glob("*.py")}
    assert names >= tests | {"LICENSE", "instances/pictures/thermo.svg"} | set(PAPERS)


@pytest.fixture(scope="module", params=["wheel", pytest.param("from sdist", marks=pytest.mark.slow)])
def installed(
    request: pytest.FixtureRequest,
    built: dict[str, Path],
    tmp_path_factory: pytest.TempPathFactory,
) -> Environment:
    env = made(tmp_path_factory.mktemp("installed"))
    into = ("--python", env.program("python"), "install", "-q", "--no-compile", "--no-deps", "--no-index")
    pip(env.work, *into, built[request.param])
    return env


def test_zenkai_comes_from_the_built_file(installed: Environment) -> None:
    lines = "import zenkai_solver.models.csp as m; print(m.__file__)"
    assert Path(installed.python("-c", lines).strip()).is_relative_to(installed.packages)


DOOR = """
import sys
import zenkai_solver as zenkai

for word in sys.argv[1:]:
    name, backend = word.split("=")
    solutions = zenkai.solve(name, backend=backend)
    drawn = [solution.svg() for solution in solutions if str(solution)]
    print(name, len(drawn), solutions.count, solutions.all, solutions.complete)
"""


def test_each_family_by_the_door(installed: Environment) -> None:
    words = [f"{name}={backend}" for name, backend, *_ in PUZZLES]
    said = installed.python("-c", DOOR, *words).splitlines()
    assert said == [f"{name} {drawn} {n} {every} True" for name, _, drawn, n, every in PUZZLES]


@pytest.mark.parametrize(
    ("name", "engine", "drawn", "count", "every"),
    [PUZZLES[0], *(pytest.param(*puzzle, marks=pytest.mark.broad) for puzzle in PUZZLES[1:])],
)
def test_each_family_by_the_command(
    name: str, engine: str, drawn: int, count: int, every: int, installed: Environment
) -> None:
    said = installed.zenkai("run", name, "--backend", engine, "-o", "found.jsonl")
    assert f"{count} up to symmetry, {every} in all; every solution checked; search ended" in said
    assert "as the instance expects" in said
    assert "every line checked" in installed.zenkai("verify", "found.jsonl")
    assert installed.zenkai("show", "found.jsonl", f"{drawn}")
    assert installed.python("-m", "zenkai_solver", "--version") == installed.zenkai("--version")


@pytest.mark.slow
def test_compiled_engines_by_the_command(installed: Environment) -> None:
    for name in ("pento6x10", "sudoku/only", "nonogram/domino6", "dissection/hole5"):
        assert "as the instance expects" in installed.zenkai("run", name, compiled=True)


def test_command_knows_itself(installed: Environment) -> None:
    assert installed.zenkai("--version").startswith("zenkai-solver 0.")
    assert "pento6x10" in installed.zenkai("instances")
    assert installed.zenkai("instances", "pento6x10").startswith("puzzle: packing")


def test_modules_are_commands_too(installed: Environment) -> None:
    assert "usage: zenkai run" in installed.python("-m", "zenkai_solver.solvers.commands.run", "--help")


def test_checkout_needs_no_installation(tmp_path: Path) -> None:
    env = made(tmp_path)
    said = env.python("-m", "solvers.run", "instances/sudoku/thermo.yaml", "--count", cwd=ROOT)
    assert "1 up to symmetry, 1 in all; every solution checked; search ended" in said
