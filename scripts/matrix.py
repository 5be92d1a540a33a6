"""Run the tests that depend on other packages with the oldest and with the newest version allowed of each.

    python scripts/matrix.py [oldest|newest]...        (Python 3.11 or later)

Each end has a virtual environment of its own, build/matrix/END. The bounds are those of pyproject.toml: the
oldest is the lower bound itself, the newest is what the package index has below the upper one.
"""

from __future__ import annotations

import re
import subprocess
import sys
import venv
from pathlib import Path

import tomllib

ROOT = Path(__file__).resolve().parent.parent
RELIED_ON = ("numba", "numpy", "ortools", "python-sat")
TESTS = (  # of kernels, engines and certificates of clauses: there another version of these would be seen
    *("test_jit", "test_compiling", "test_contract", "test_contract_structures", "test_constraint_types"),
    *("test_differential", "test_exactcover", "test_sift", "test_mrv", "test_sudoku9", "test_nonogram"),
    *("test_cuts", "test_cutting", "test_frontier", "test_all_at_once"),
    *("test_certificates_rup", "test_certificates_graphs", "test_stopping", "test_private_names"),
)
BOUNDS = re.compile(r"(?P<name>[\w-]+)>=(?P<low>[\w.]+),<(?P<high>[\w.]+)")


def requirements(end: str) -> list[str]:
    """What pip installs for that end of each package's range. Raises ValueError if one has no bounds."""
    stated = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    bounds = {bound["name"]: bound for text in stated if (bound := BOUNDS.fullmatch(text))}
    if missing := set(RELIED_ON) - bounds.keys():
        raise ValueError(f"pyproject.toml: no lower and upper bound of {sorted(missing)}")
    if end == "oldest":
        return [f"{name}=={bounds[name]['low']}" for name in RELIED_ON]
    return [bounds[name][0] for name in RELIED_ON]


def tested(end: str) -> int:
    """The exit code of pytest in the environment of that end. Raises ValueError without a file of `TESTS`."""
    place = ROOT / "build" / "matrix" / end
    venv.create(place, with_pip=True, clear=True)
    python = place / "bin" / "python"
    install = [python, "-m", "pip", "install", "--quiet"]
    subprocess.run([*install, "-e", f"{ROOT}[test]", *requirements(end)], check=True)
    shown = subprocess.run(
        [python, "-m", "pip", "list", "--format=freeze"], check=True, text=True, capture_output=True
    )
    print(
        end,
        *(line for line in shown.stdout.split() if line.partition("==")[0].lower() in RELIED_ON),
        flush=True,
    )
    files = [path for path in (ROOT / "tests").rglob("test_*.py") if path.stem in TESTS]
    if missing := set(TESTS) - {path.stem for path in files}:
        raise ValueError(f"no such tests: {sorted(missing)}")
    return subprocess.call([python, "-m", "pytest", "-q", "-n", "2", *files], cwd=ROOT)


if __name__ == "__main__":
    sys.exit(max(tested(end) for end in sys.argv[1:] or ("oldest", "newest")))
