"""The console script `zenkai`: one subcommand per module, each also `python -m solvers.NAME`.

`zenkai FILE` is `zenkai run FILE`; `zenkai help NAME` is `zenkai NAME --help`.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from zenkai_solver.models.fields import nearest
from zenkai_solver.models.formats.table import FORMATS, ending
from zenkai_solver.solvers.command import BAD_INPUT, complain, flush, print_out
from zenkai_solver.solvers.tools.table import is_file_of_many

COMMANDS = {
    "run": "find every solution of an instance",
    "verify": "re-check a solutions file from the rules alone",
    "merge": "make the solutions file of a run that was kept in a folder",
    "show": "draw solutions of a solutions file",
    "draw": "draw puzzles without their answers, several to a page",
    "line": "say what one line of a nonogram decides",
    "generate": "make a puzzle",
    "warm-up": "compile all engines, so that no later run has to",
    "pieces": "draw the pieces of a set",
    "instances": "list the instances that are shipped",
}
YAML = ("yaml", "yml")


def main(argv: Sequence[str] | None = None) -> int:
    words = list(sys.argv[1:] if argv is None else argv)
    if not words:
        print(usage(), file=sys.stderr)
        return BAD_INPUT
    first, *rest = words
    if first in COMMANDS:
        return quietly(command(first), rest)
    if first in ("-h", "--help", "help"):
        return print_out(usage()) if not rest else help_on(rest[0])
    if first == "--version":
        from zenkai_solver.solvers.about import about

        return print_out(about())
    if is_instance(first):
        return quietly(command("run"), words)
    return complain(f'"{first:.40}" is neither a command nor a file' + nearest(first, COMMANDS))


def usage() -> str:
    listed = "\n".join(f"  {name:11}{what}" for name, what in COMMANDS.items())
    return f"usage: zenkai COMMAND ... | zenkai INSTANCE ...\n{listed}\n`zenkai help COMMAND` says more"


def command(name: str) -> Callable[[Sequence[str]], int]:
    """The main function of the subcommand."""
    module = importlib.import_module(f"zenkai_solver.solvers.{name.replace('-', '')}")
    return lambda words: int(module.main(words))


def help_on(name: str) -> int:
    if name not in COMMANDS:
        return complain(f'"{name:.40}" is no command' + nearest(name, COMMANDS))
    return quietly(command(name), ["--help"])


def is_instance(word: str) -> bool:
    """Does the word name a file of puzzles, or standard input?"""
    path = Path(word)
    return word == "-" or path.is_file() or ending(path) in (*YAML, *FORMATS) or is_file_of_many(path)


def quietly(run: Callable[[Sequence[str]], int], words: Sequence[str]) -> int:
    """Run a command; a reader who has seen enough of its help is no error."""
    try:
        return run(words)
    except SystemExit:  # after the help, which may still be in the buffer
        flush()
        raise
