"""OPB: linear constraints over 0-1 variables.

    * #variable= 3 #constraint= 2        the head, optional; its numbers are checked
    * zenkai show x1 x2                  the projection, as `zenkai export` writes it
    +2 x1 -3 ~x2 >= 1 ;                  >=, <= or =; a ~ before a variable negates it

Objectives, products of variables and soft constraints are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from zenkai_solver.models.document import fault
from zenkai_solver.models.formula.rows import Parsed, Row, check_size, integer

HEAD = re.compile(r"\*\s*#variable=\s*(\d{1,15})\s+#constraint=\s*(\d{1,15})\b.*")
SHOW = "* zenkai show"
SHOWN = re.compile(r"\*\s*zenkai\s*:?\s+show\b\s*:?(.*)", re.IGNORECASE)
VARIABLE = re.compile(r"(~?)x([1-9]\d{0,14})")
PER_LINE = 20  # variables per line of a written projection
SIGNS = (">=", "<=", "=")


@dataclass
class _OpbText:
    head: tuple[int, int] | None = None
    shown: set[int] = field(default_factory=set)
    projected: bool = False
    rows: list[Row] = field(default_factory=list)
    top: int = 0


def read(text: str) -> Parsed:
    """Raises InstanceError with the line."""
    state, words, number = _OpbText(), list[str](), 0
    for number, line in enumerate(text.split("\n"), 1):
        if line.lstrip().startswith("*"):
            _comment(line.strip(), number, state)
            continue
        for word in line.replace(";", " ; ").split():
            if word == ";":
                _row(words, number, state)
                words = []
            else:
                words.append(word)
    if words:
        raise fault("the last constraint does not end in ;", number)
    return _finished(state)


def _comment(line: str, number: int, state: _OpbText) -> None:
    if match := HEAD.fullmatch(line):
        state.head = int(match[1]), int(match[2])
    elif "#variable" in line.lower():
        raise fault(f"{line!r:.40} is not a head: * #variable= VARIABLES #constraint= CONSTRAINTS", number)
    elif match := SHOWN.fullmatch(line):
        state.projected = True
        state.shown.update(_variable(word, number, state) for word in match[1].split())


def _variable(word: str, line: int, state: _OpbText) -> int:
    """The variable as a literal."""
    match = VARIABLE.fullmatch(word)
    if match is None:
        raise fault(f"{word!r:.40} is not a variable such as x1 or ~x1", line)
    number = int(match[2])
    check_size(number, line)
    state.top = max(state.top, number)
    return -number if match[1] else number


def _row(words: list[str], line: int, state: _OpbText) -> None:
    if words and (words[0].rstrip(":") in ("min", "max", "soft") or words[0].startswith("[")):
        if words == ["min:"]:  # an empty objective
            return
        raise fault(f"{words[0]:.20} is not read: objectives and soft constraints are no constraints", line)
    if len(words) < 2 or words[-2] not in SIGNS:
        raise fault(f"a constraint ends in >=, <= or = and a number: {' '.join(words[-3:])!r:.40}", line)
    *terms, sign, bound = words
    if len(terms) % 2:
        raise fault("weights and variables do not alternate; products of variables are not read", line)
    weights = tuple(integer(word, line) for word in terms[::2])
    lits = tuple(_variable(word, line, state) for word in terms[1::2])
    limit, name = integer(bound, line), f"constraint {len(state.rows) + 1}"
    if sign == "<=":
        weights, limit = tuple(-weight for weight in weights), -limit
    state.rows.append(Row(name, weights, lits, limit, limit if sign == "=" else None))


def _finished(state: _OpbText) -> Parsed:
    size, number = state.head or (state.top, len(state.rows))
    check_size(size, 1)
    if state.top > size or len(state.rows) != number:
        raise fault(
            f"the head says {size:,} variables and {number:,} constraints, "
            f"but there are {state.top:,} and {len(state.rows):,}",
            1,
        )
    if min(state.shown, default=1) < 1:
        raise fault("a projection has variables, not their negations", 1)
    projection = tuple(sorted(state.shown) if state.projected else range(1, size + 1))
    labels = ["-", *(f"x{var}" for var in range(1, size + 1))]
    lines = tuple(_lines(size, projection if state.projected else (), state.projected, state.rows))
    return Parsed(lines, labels, projection, tuple(state.rows))


def _lines(size: int, shown: Sequence[int], projected: bool, rows: Sequence[Row]) -> Iterator[str]:
    yield f"* #variable= {size} #constraint= {len(rows)}"
    for first in range(0, max(1, len(shown)) if projected else 0, PER_LINE):
        yield " ".join([SHOW, *(f"x{var}" for var in shown[first : first + PER_LINE])])
    for row in rows:
        terms = (
            f"{weight:+d} {'x' if lit > 0 else '~x'}{abs(lit)}"
            for weight, lit in zip(row.weights, row.lits, strict=True)
        )
        yield " ".join([*terms, "=" if row.hi is not None else ">=", f"{row.lo} ;"])
