"""Print a script with which a shell completes the words of `zenkai`: commands, options, shipped instances.

zenkai completion bash|zsh|fish
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout, suppress

from zenkai_solver.models.genres.table import GENRES
from zenkai_solver.solvers import cli
from zenkai_solver.solvers.core import shipped
from zenkai_solver.solvers.core.command import COMPLETE, Parser, command, leave, put

OPTION = re.compile(r"^ +(?:-\w(?: [^-\s]\S*)?, )?(--[\w-]+)", re.MULTILINE)  # a line of a help text
SHELLS = ("bash", "zsh", "fish")
USES = {  # how a shell is told to read the script
    "bash": 'eval "$(zenkai completion bash)"',
    "zsh": 'eval "$(zenkai completion zsh)"',
    "fish": "zenkai completion fish | source",
}


@command
def main(argv: Sequence[str] | None = None) -> int:
    p = Parser(
        prog="zenkai completion",
        description="Print a script for a shell. In its start-up file write "
        + "; ".join(f"{shell}: {line}" for shell, line in USES.items()),
    )
    p.add_argument("shell", choices=SHELLS, metavar="SHELL", help=", ".join(SHELLS))
    put(script(p.parse_args(argv).shell))
    return COMPLETE


def script(shell: str) -> str:
    """The script for one of SHELLS."""
    words = {name: [*options(name), *values(name)] for name in cli.COMMANDS}
    return "\n".join({"bash": _bash, "zsh": _zsh, "fish": _fish}[shell](words))


def options(name: str) -> list[str]:
    """The options of a command, as its help lists them."""
    asked = "--help-all" if name == "run" else "--help"
    with redirect_stdout(io.StringIO()) as text, suppress(SystemExit):
        cli.main_of(name)([asked])
    return [*dict.fromkeys(OPTION.findall(text.getvalue()))]


def values(name: str) -> Sequence[str]:
    """The words that a command takes in place of a file."""
    if name in ("run", "instances", "explain", "compile"):
        return tuple(shipped.names())
    return {"genres": GENRES, "help": tuple(cli.COMMANDS), "completion": SHELLS}.get(name, ())


Words = dict[str, list[str]]


def _bash(words: Words) -> Iterator[str]:
    yield "_zenkai() {"
    yield "  local known"
    yield '  if ((COMP_CWORD == 1)); then known="' + " ".join(words) + '"'
    yield '  else case "${COMP_WORDS[1]}" in'
    for name, known in words.items():
        yield f'    {name}) known="{" ".join(known)}" ;;'
    yield "  esac; fi"
    yield '  COMPREPLY=($(compgen -W "$known" -- "${COMP_WORDS[COMP_CWORD]}"))'
    yield "}"
    yield "complete -o default -F _zenkai zenkai  # where nothing fits, a file"


def _zsh(words: Words) -> Iterator[str]:
    yield "#compdef zenkai"
    yield "_zenkai() {"
    yield f"  if ((CURRENT == 2)); then compadd -- {' '.join(words)}"
    yield '  else case "$words[2]" in'
    for name, known in words.items():
        yield f"    {name}) compadd -- {' '.join(known)} ;;"
    yield "  esac; fi"
    yield "  _files"
    yield "}"
    yield "(($+functions[compdef])) || { autoload -Uz compinit && compinit; }"
    yield "compdef _zenkai zenkai"


def _fish(words: Words) -> Iterator[str]:
    for name, what in cli.COMMANDS.items():
        text = what.replace("'", "\\'")
        yield f"complete -c zenkai -n __fish_use_subcommand -a {name} -d '{text}'"
    for name, known in words.items():
        within = f"complete -c zenkai -n '__fish_seen_subcommand_from {name}'"
        for word in known:
            yield f"{within} -l {word[2:]}" if word.startswith("--") else f"{within} -a {word}"


if __name__ == "__main__":
    leave(main())
