"""The Python package cspuz in a process of its own: cspuz_child.py FOLDER SECONDS < puzzle.json

FOLDER has the packages `cspuz` and `cspuz_core`. The puzzle is [module, arguments], see `cspuz_boards`. It
prints one line of JSON: {"number": 0 to 2, "seconds": CPU of stating and of solving}; cspuz says of each
variable of the answer whether it is the same in all solutions, so that 1 is proved. It ends by SIGPROF after
so many seconds of CPU. All modules are loaded, and the solver has run once, before the clock starts.
"""

from __future__ import annotations

import gc
import importlib
import json
import signal
import sys
import time
from typing import Any


def main() -> None:
    folder, seconds = sys.argv[1], float(sys.argv[2])
    sys.path.insert(0, folder)
    import cspuz

    cspuz.config.default_backend = "cspuz_core"
    name, arguments = json.load(sys.stdin)
    solve = getattr(importlib.import_module(f"cspuz.puzzle.{name}"), f"solve_{name}")
    arguments = [_cells(argument) for argument in arguments]
    solvers: list[Any] = []
    plain = cspuz.Solver.solve

    def kept(solver: Any, backend: Any = None) -> bool:
        solvers.append(solver)
        return bool(plain(solver, backend))

    cspuz.Solver.solve = kept
    warm = cspuz.Solver()
    warm.add_answer_key(warm.bool_var())
    warm.solve()

    gc.disable()  # as in noqx_child.py
    signal.setitimer(signal.ITIMER_PROF, seconds)
    start = time.process_time()
    answer, *_ = solve(*arguments)
    used = time.process_time() - start
    pairs = zip(solvers[-1].variables, solvers[-1].is_answer_key)
    unique = all(variable.sol is not None for variable, asked in pairs if asked)
    print(json.dumps({"number": (1 if unique else 2) if answer else 0, "seconds": used}))


def _cells(argument: Any) -> Any:
    """Rooms as lists of (row, column), which JSON makes lists."""
    if isinstance(argument, list) and argument and all(_is_room(part) for part in argument):
        return [[tuple(cell) for cell in room] for room in argument]
    return argument


def _is_room(part: Any) -> bool:
    return isinstance(part, list) and all(isinstance(cell, list) and len(cell) == 2 for cell in part)


if __name__ == "__main__":
    main()
