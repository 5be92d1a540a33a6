"""Instances that are shipped, found by name, and what `zenkai` says of itself."""

from __future__ import annotations

import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

from tests.helpers import INSTANCES
from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.loading import load
from zenkai_solver.models.parsing import parse_yaml
from zenkai_solver.solvers.cli import main as zenkai
from zenkai_solver.solvers.core import about, backend, shipped


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_every_instance_has_a_name() -> None:
    files = {path for kind in ("*.yaml", "*.sdm") for path in INSTANCES.rglob(kind)}
    assert set(shipped.names().values()) == files
    assert len(shipped.names()) == len(files), "no two of one name"
    assert list(shipped.names()) == sorted(shipped.names())


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("pento6x10", "pento6x10.yaml"),
        ("sudoku/thermo", "sudoku/thermo.yaml"),
        ("thermo", "sudoku/thermo.yaml"),
        ("hardest", "sudoku/hardest.sdm"),
    ],
)
def test_found_by_name(name: str, file: str) -> None:
    assert shipped.find(name).samefile(INSTANCES / file)


def test_a_file_of_that_name_wins() -> None:
    Path("sudoku").mkdir()
    Path("sudoku/thermo").write_text("")
    assert shipped.find("sudoku/thermo") == Path("sudoku/thermo")
    Path("pento6x10").mkdir()
    assert shipped.find("pento6x10").samefile(INSTANCES / "pento6x10.yaml"), "a folder is no instance"


def test_ambiguous(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "x.yaml").write_text("")
    monkeypatch.setattr(shipped, "FOLDER", tmp_path)
    with pytest.raises(InstanceError, match="several shipped instances have that name: a/x, b/x"):
        shipped.find("x")
    assert shipped.find("a/x") == tmp_path / "a" / "x.yaml"


def test_unknown(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["run", "pento6x1"], ["instances", "pento6x1"]):
        assert zenkai(words) == 2
        text = 'no such file, and no shipped instance of that name; did you mean "pento6x10"?'
        assert capsys.readouterr().err == f"zenkai: pento6x1: {text}\n"
    assert zenkai(["run", "two\nlines"]) == 2
    assert capsys.readouterr().err.startswith("zenkai: 'two\\nlines': no such file")


def test_run_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert zenkai(["run", "thermo"]) == 0
    assert (
        "thermo: 1 up to symmetry, 1 in all; every solution checked; search ended" in capsys.readouterr().out
    )
    assert Path("solutions/thermo.jsonl").is_file()


def test_run_many_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert zenkai(["run", "hardest", "--limit", "1", "--backend", "sat", "--unique"]) == 0
    assert "hardest.sdm: 17 puzzles: 0 unique, 0 several, 0 none, 17 solved" in capsys.readouterr().out


def test_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert zenkai(["instances"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(shipped.names())
    for line, (name, path) in zip(lines, shipped.names().items()):
        if path.suffix == ".yaml":
            stated = parse_yaml(path.read_text(encoding="utf-8")).data["puzzle"]
            assert line.split()[:2] == [name, stated]
            assert load(path).puzzle.family in (stated, "genre")
    pento = next(line for line in lines if line.startswith("pento6x10 "))
    assert pento.split(maxsplit=2)[2].split("  ")[0] == "The 12 pentominoes on 6x10"
    assert pento.endswith("2,339 up to symmetry, 9,356 in all")
    assert any("17 puzzles, one per line" in line for line in lines)


def test_print_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert zenkai(["instances", "thermo"]) == 0
    assert capsys.readouterr().out == (INSTANCES / "sudoku" / "thermo.yaml").read_text(encoding="utf-8")


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert zenkai(["--version"]) == 0
    first, python, packages = capsys.readouterr().out.splitlines()
    assert first == f"zenkai-solver {version('zenkai-solver')}"
    assert f" {'.'.join(map(str, sys.version_info[:3]))}," in python
    for name in ("numba", "ortools", "python-sat"):
        assert f"{name} {version(name)}" in packages
    assert "pytest" not in packages


def test_version_of_a_checkout_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(about, "DISTRIBUTION", "zenkai-solver-nowhere")
    assert about.about().startswith("zenkai-solver-nowhere unknown\n")


def test_versions_are_those_that_the_installers_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where two folders of the path have the package: of the first one, which Python imports."""
    packages = ("numba", "numpy", "ortools", "python-sat", "zenkai-solver")
    assert [backend.version(name) for name in packages] == [version(name) for name in packages]
    other = tmp_path / "numpy-0.1.dist-info"
    other.mkdir()
    (other / "METADATA").write_text("Metadata-Version: 2.1\nName: numpy\nVersion: 0.1\n")
    monkeypatch.syspath_prepend(tmp_path)
    backend.version.cache_clear()
    assert backend.version("numpy") == version("numpy") == "0.1"
    with pytest.raises(PackageNotFoundError):
        backend.version("no-such-package")
    backend.version.cache_clear()
