"""The console script `zenkai`: one subcommand per module, each also `python -m solvers.NAME`.

`zenkai FILE` is `zenkai run FILE`; `zenkai help NAME` is `zenkai NAME --help`.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn, cast

from zenkai_solver.models.document import is_file, is_folder
from zenkai_solver.models.fields import nearest
from zenkai_solver.models.formats.links import is_puzzle
from zenkai_solver.models.formats.table import FORMATS, ending, family_of_many
from zenkai_solver.solvers import settle
from zenkai_solver.solvers.core import shipped
from zenkai_solver.solvers.core.command import BAD_INPUT, COMPLETE, Main, command, complain, leave, put

COMMANDS = {
    "run": "find every solution of a puzzle",
    "verify": "check a solutions file again, from the rules alone",
    "check": "check a certificate of a count, or of a solutions file",
    "certificate": "write a certificate as a proof for other programs",
    "merge": "write the solutions file of a run that is kept in a folder",
    "compile": "compile all solutions into a set for queries",
    "query": "ask questions about a set of solutions",
    "sets": "combine two sets of solutions",
    "diff": "list the solutions that are in only one of two files",
    "show": "draw solutions of a solutions file",
    "gallery": "write a web page of all solutions of a file",
    "draw": "draw puzzles without their answers, several to a page",
    "explain": "explain the solution in steps, a value, or why there is none",
    "line": "solve one line of a nonogram",
    "export": "write an instance or solutions in the format of another program",
    "convert": "write a puzzle in another format",
    "generate": "make a new puzzle",
    "make-unique": "add the fewest givens that leave one solution",
    "warm-up": "compile all engines now; later runs then start at once",
    "pieces": "draw the pieces of a set",
    "genres": "list the genres of pencil puzzles, or print the rules of one",
    "identify": "name the genres that a drawing can be of",
    "instances": "list the shipped instances, or print one",
    "schema": "print a JSON Schema of instances, for editors",
    "completion": "print a script that completes words in bash, zsh or fish",
    "serve": "serve a web page on which puzzles are drawn, solved and browsed",
}
OTHERS = ("help", "--help", "--version")
YAML = ("yaml", "yml")


@command
def main(argv: Sequence[str] | None = None) -> int:
    settle()
    words = list(sys.argv[1:] if argv is None else argv)
    if not words:
        put(usage(), sys.stderr)
        return BAD_INPUT
    first, *rest = words
    if first in COMMANDS:
        return main_of(first)(rest)
    if first in ("-h", "--help", "help"):
        if rest:
            return help_on(rest[0])
        put(usage())
        return COMPLETE
    if first == "--version":
        from zenkai_solver.solvers.core.about import about

        put(about())
        return COMPLETE
    if is_instance(first):
        return main_of("run")(words)
    return complain(
        f'"{first:.40}" is neither a command nor an instance' + nearest(first, [*COMMANDS, *OTHERS])
    )


def usage() -> str:
    listed = "\n".join(f"  {name:13}{what}" for name, what in COMMANDS.items())
    more = "`zenkai help COMMAND` lists its options; `zenkai INSTANCE` is `zenkai run INSTANCE`"
    return f"usage: zenkai COMMAND [OPTION ...] | zenkai INSTANCE ...\n{listed}\n{more}"


def main_of(name: str) -> Main:
    """The main function of the subcommand."""
    module = importlib.import_module(f"zenkai_solver.solvers.commands.{name.replace('-', '')}")
    return cast("Main", module.main)


def help_on(name: str) -> int:
    from zenkai_solver.models.genres.table import GENRES  # which lists a folder

    if name in GENRES:
        return complain(f"{name} is a genre, not a command: `zenkai genres {name}` prints its rules")
    if name not in COMMANDS:
        return complain(f'"{name:.40}" is not a command' + nearest(name, COMMANDS))
    return main_of(name)(["--help"])


def is_instance(word: str) -> bool:
    """Does the word name puzzles: a file, standard input, a link, a shipped instance? Also a folder, which
    `run` refuses.
    """
    path = Path(word)
    known = ending(path) in (*YAML, *FORMATS) or family_of_many(path) is not None
    return (
        word == "-"
        or known
        or is_file(path)
        or is_puzzle(word)
        or "://" in word
        or is_folder(path)
        or bool(shipped.matching(word, shipped.names()))
    )


def process() -> NoReturn:
    """The command as a process."""
    leave(main())


if __name__ == "__main__":
    process()
