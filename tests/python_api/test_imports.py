"""Ctrl-C while a package is imported: the next call of the same process imports it as if nothing had been."""

from __future__ import annotations

import subprocess
import sys

import pytest

from zenkai_solver.models.imports import completely

IMPORT = """
import os, signal, sys
from zenkai_solver.models.imports import completely

class Once:
    def find_spec(self, name, path, target=None):
        if name == "numpy.exceptions":  # while the compiled part of NumPy begins
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Once())
signal.signal(signal.SIGINT, signal.default_int_handler)
for _ in range(2):
    try:
        print(completely("numpy").__name__)
    except KeyboardInterrupt:
        print("stopped")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there a process cannot send itself Ctrl-C alone")
def test_an_import_that_is_cut_short_is_complete_the_next_time() -> None:
    done = subprocess.run([sys.executable, "-c", IMPORT], capture_output=True, text=True, timeout=60)
    assert (done.stdout.split(), done.stderr) == (["stopped", "numpy"], "")


COMPILE = """
import os, signal, sys, threading
from zenkai_solver.models.imports import completely
from zenkai_solver.solvers.kernels.jit import kernel

completely("numba")

told = []

def stop(frame, event, argument):
    if frame.f_code.co_name == "stream_list" and not told:  # while Numba reads what it knows
        told.append(True)
        os.kill(os.getpid(), signal.SIGINT)

def seven():
    return 7

def eight():
    return 8

signal.signal(signal.SIGINT, signal.default_int_handler)
sys.setprofile(stop)
threading.setprofile(stop)
for function in (seven, eight):
    made = kernel(function)
    for _ in range(2):
        try:
            print(made())
        except KeyboardInterrupt:
            print("stopped")
    told.clear()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there a process cannot send itself Ctrl-C alone")
def test_numba_that_is_cut_short_compiles_the_next_time() -> None:
    done = subprocess.run([sys.executable, "-c", COMPILE], capture_output=True, text=True, timeout=60)
    assert (done.stdout.split(), done.stderr) == (["stopped", "7", "stopped", "8"], "")


def test_what_an_import_raises_is_raised() -> None:
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        completely("no_such_module")
