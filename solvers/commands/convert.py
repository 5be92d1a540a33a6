"""Write a puzzle in another format.

    zenkai convert A --to FORMAT [-o B]

FORMAT is `yaml`, one of the puzzle formats of `zenkai export`, or for a bare formula `cnf`, `opb` or `dlx`;
by default the ending of B. A puzzle with keys that the format cannot state is refused by their names. Of a
file of many puzzles all are written if the format has a line for each, else --number selects one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from zenkai_solver.models.fields import nearest
from zenkai_solver.models.formats import writing as puzzles
from zenkai_solver.models.formats.table import FORMATS, LINKS, MANY, ending, many_in
from zenkai_solver.models.parsing import parse_yaml
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.solvers.batch.stdin import STDIN
from zenkai_solver.solvers.commands.export import read_instance
from zenkai_solver.solvers.commands.export import text as exported
from zenkai_solver.solvers.core.command import COMPLETE, Parser, Refused, command, leave, positive_int, put
from zenkai_solver.solvers.core.options import RunOptions
from zenkai_solver.solvers.solution_files.output import write_text

YAML = "yaml"
FORMULAS = {"cnf": "dimacs", "opb": "opb", "dlx": "dlx"}  # as `zenkai export` calls them
A_LINE_EACH = (*LINKS, "line", "url")
ENDINGS = {"yml": YAML, "xcc": "dlx", "link": "puzzlink", **dict.fromkeys(MANY, "line")}  # others are names
EVERY = tuple(dict.fromkeys((YAML, *FORMULAS, *puzzles.every())))


@command
def main(argv: Sequence[str] | None = None) -> int:
    p = Parser(prog="zenkai convert", description="Write a puzzle in another format.")
    p.add_argument("input", metavar="A", help="a file, a link, a shipped name, or -")
    p.add_argument("--to", metavar="FORMAT", help=f"default: by the ending of B; {', '.join(EVERY)}")
    p.add_argument("-o", "--output", type=Path, metavar="B", help="default: standard output")
    p.add_argument("--number", type=positive_int, metavar="N", help="puzzle N of a file of many")
    args = p.parse_args(argv)
    to = args.to or _by_ending(args.output)
    if to not in EVERY:
        raise Refused(f'--to: "{to:.40}" is not known' + nearest(to, EVERY))
    texts = list(_converted(args.input, args.number, to))
    if args.output is None or str(args.output) == "-":
        put("".join(texts).removesuffix("\n"))
    else:
        write_text(args.output, "".join(texts), [Path(args.input)])
    return COMPLETE


def _by_ending(output: Path | None) -> str:
    name = "" if output is None else ending(output)
    if not name:
        raise Refused("no format: --to FORMAT, or -o with an ending")
    return ENDINGS.get(name, name)


def _converted(name: str, number: int | None, to: str) -> Iterator[str]:
    """The texts of the puzzle, or of every puzzle. Raises InstanceError, Refused, OSError."""
    path = Path(name)
    family = many_in(path) if name != STDIN else None
    if family is None or number is not None:
        yield converted(read_instance(name, number), to)
        return
    if to not in A_LINE_EACH:
        raise Refused(f"{path}: of a file of many, {to} holds one puzzle: --number N")
    from zenkai_solver.solvers.batch import many  # which loads numpy

    yield from (converted(instance, to) for instance in many.puzzles(path, RunOptions((name,))))


def converted(instance: Instance, to: str) -> str:
    """The instance in the format. Raises InstanceError, Unsupported, Refused."""
    if to == YAML:
        return instance.text
    stated = parse_yaml(instance.text).data
    if stated.get("format") in FORMULAS and "where" not in stated:
        if to == stated["format"]:
            return str(stated["text"])
        if to in FORMULAS:
            return exported(instance, FORMULAS[to])
    elif to in FORMULAS and to not in FORMATS_OF_PUZZLES:
        raise Refused(f"{instance.name}: {to} holds bare formulas; `zenkai export` writes a puzzle's model")
    return puzzles.write(instance.puzzle, to)


FORMATS_OF_PUZZLES = frozenset(puzzles.every())
assert set(FORMULAS) <= set(FORMATS)

if __name__ == "__main__":
    leave(main())
