"""The console script `zenkai`: one subcommand a module, each also `python -m solvers.NAME`."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence

COMMANDS = {
    "run": "find every solution of an instance",
    "verify": "re-check a solutions file from the rules alone",
    "merge": "make the solutions file of a run that was kept in a folder",
    "show": "draw solutions of a solutions file",
    "line": "say what one line of a nonogram decides",
    "generate": "make a puzzle",
    "warm-up": "compile all engines, so that no later run has to",
    "draw": "draw puzzles without their answers, several to a page",
    "pieces": "draw the pieces of a set",
    "instances": "list the instances that are shipped",
}


def main(argv: Sequence[str] | None = None) -> int:
    words = list(sys.argv[1:] if argv is None else argv)
    if words == ["--version"]:
        from zenkai_solver.solvers.about import about

        print(about())
        return 0
    if not words or words[0] not in COMMANDS:
        asked = bool(words) and words[0] in ("-h", "--help")
        usage = "\n".join(f"  {name:11}{what}" for name, what in COMMANDS.items())
        print(f"usage: zenkai COMMAND ...\n{usage}", file=sys.stdout if asked else sys.stderr)
        return 0 if asked else 2
    return int(importlib.import_module(f"zenkai_solver.solvers.{words[0].replace('-', '')}").main(words[1:]))
