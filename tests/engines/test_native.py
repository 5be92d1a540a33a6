"""Loops that are called without Numba do what Numba's do; those that cannot be are refused."""

from __future__ import annotations

import math
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from numba.core.errors import TypingError

from tests.helpers import INSTANCES
from zenkai_solver.solvers.kernels import jit
from zenkai_solver.solvers.kernels.jit import Work, bare, inner
from zenkai_solver.solvers.kernels.native import form_of

RUN = """
import sys
from zenkai_solver.solvers import cli
cli.main(sys.argv[1:])
print("numba" in sys.modules)
"""
DTYPES = ("i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f4", "f8", "?")


class Table(NamedTuple):
    values: tuple[np.ndarray, ...]
    factor: int


@inner
def added(row: Any) -> Any:
    whole = 0
    for i in range(len(row)):
        whole += int(row[i])
    return whole


@bare
def total(table: Table, rows: Any, flag: bool, share: float, word: np.uint64) -> tuple[int, int, bool]:
    """Adds all, and writes each sum back; numbers of each kind."""
    a, b, c, d, e, f, g, h, i, j, k = table.values
    small, large = added(a) + added(b) + added(c) + added(d), added(e) + added(f) + added(g) + added(h)
    whole = table.factor * (small + large + added(i) + added(j) + added(k))
    for row in range(rows.shape[0]):
        for column in range(rows.shape[1]):
            whole += 2 * rows[row, column]
            rows[row, column] = whole
    return whole + int(2 * share), int(word >> np.uint64(60)), not flag


@bare
def nothing(row: Any) -> None:
    row[0] += 1


@bare
def makes_an_array(row: Any) -> int:
    return int(np.zeros(len(row))[0])


@bare
def half(row: Any) -> float:
    return float(row[0]) / 2


@bare
def calls_another_library(row: Any) -> int:
    return int(math.erf(row[0]))


def arguments() -> tuple[Any, ...]:
    values = tuple(np.array([1, 0, 1], dtype) for dtype in DTYPES)
    return Table(values, 3), np.arange(6).reshape(2, 3), True, 1.5, np.uint64(0xF << 60)


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(jit, "CACHE", tmp_path)
    return tmp_path


def test_arguments_and_results_of_every_kind(kept: Path) -> None:
    work = Work(total, arguments())
    assert not work.done
    work.compile()
    assert work.done
    (file,) = kept.glob("test_native.total-*.loop")
    ours, numbas = arguments(), arguments()
    assert total(*ours) == total.made(*numbas) == (2 * 3 * len(DTYPES) + 2 * 15 + 3, 15, False)
    assert ours[1].tolist() == numbas[1].tolist()
    before = file.read_bytes()
    assert nothing(np.zeros(2)) is None
    assert file.read_bytes() == before


def test_a_damaged_file_is_compiled_anew(kept: Path) -> None:
    row = np.zeros(1, np.int64)

    def unloaded() -> Work:
        return Work(jit.Bare(nothing.__wrapped__, nothing._make), (row,))

    unloaded().compile()
    for damage in (b"", b"nonsense", b"loop 00\ncode"):
        (file,) = kept.glob("test_native.nothing-*.loop")
        assert unloaded().done
        file.write_bytes(damage)
        assert not unloaded().done
        unloaded().compile()
    unloaded().kernel(row)
    assert row.tolist() == [1]


@pytest.mark.parametrize(
    ("kernel", "error"),
    [(makes_an_array, TypeError), (calls_another_library, TypeError), (half, TypingError)],
)
def test_what_llvm_cannot_do_alone_is_refused(kept: Path, kernel: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        Work(kernel, (np.zeros(3, np.int64),)).compile()


@pytest.mark.parametrize(
    "value",
    [np.arange(9)[::2], np.arange(9).reshape(3, 3).T, np.zeros(2, ">i4"), np.array(1), "text", None, 2j],
)
def test_what_c_does_not_know_has_no_form(value: Any) -> None:
    assert form_of(value) is None
    assert form_of((1, (value,))) is None


def test_an_array_that_may_not_be_written_has_no_form() -> None:
    row = np.zeros(3)
    assert form_of(row) == (np.dtype(np.float64), 1)
    row.flags.writeable = False
    assert form_of(row) is None


@pytest.mark.parametrize(
    "name", ["soma", "nonogram/smallest-probing", "sudoku/inkala2006", "dissection/ring"]
)
def test_a_second_run_does_without_numba(name: str, tmp_path: Path) -> None:
    path, output = str(INSTANCES / f"{name}.yaml"), str(tmp_path / "found.jsonl")
    command = [sys.executable, "-c", RUN, "run", path, "-o", output, "--quiet"]
    for _ in range(2):
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False"]
