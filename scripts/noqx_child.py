"""Noqx in a process of its own, which can be stopped: noqx_child.py CHECKOUT SECONDS < puzzle.json

The puzzle is in the form of `noqx_boards.NoqxPuzzle`. Prints one line of JSON: {"number": 0 to 2,
"seconds": CPU of the program's text, grounding and the search for two models}, or {"refused": why}. It ends
by SIGPROF after so many seconds of CPU. All modules are loaded, and clingo has run once, before the clock
starts.
"""

from __future__ import annotations

import gc
import json
import random
import signal
import sys
import time

LONGEST = 10**6  # seconds that clingo is given: the signal ends it


def main() -> None:
    checkout, seconds = sys.argv[1], float(sys.argv[2])
    sys.path.insert(0, checkout)
    from noqx.clingo import ClingoSolver, Config
    from noqx.manager import generate_program, load_solver, modules
    from noqx.puzzle.penpa import PenpaPuzzle

    stated = json.load(sys.stdin)
    try:
        load_solver("solver", stated["name"])
    except ModuleNotFoundError:
        print(json.dumps({"refused": "no solver of this genre"}))
        return
    Config.time_limit, Config.max_solutions_to_find = LONGEST, 2
    ClingoSolver().solve("{a}. :- a, not a.")
    random.seed(0)  # it looks for rooms from random cells

    defaults = {key: parameter["default"] for key, parameter in modules[stated["name"]].parameters.items()}
    puzzle = PenpaPuzzle(stated["name"], stated["content"], defaults | stated["param"])
    puzzle.decode()

    gc.disable()  # no time for cycles, of which there are few
    signal.setitimer(signal.ITIMER_PROF, seconds)
    start = time.process_time()
    try:
        program = generate_program(puzzle)
    except (ValueError, KeyError) as error:
        print(json.dumps({"refused": str(error)}))
        return
    solver = ClingoSolver()
    solver.solve(program)
    used = time.process_time() - start
    solutions = solver.solution()
    if len(set(solutions)) < len(solutions):
        print(json.dumps({"refused": "one board is found twice, by names that are not shown"}))
    else:
        print(json.dumps({"number": len(solutions), "seconds": used}))


if __name__ == "__main__":
    main()
