"""DIMACS CNF, with the projection of model counters.

    c a comment                    c p show 1 2 0 and c ind 1 2 0: the projection, on any number of lines
    p cnf VARIABLES CLAUSES        then clauses of numbers, each ended by 0; a line % ends the file

Without a projection all variables are projected on. Weights (`c p weight`) are ignored.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from zenkai_solver.models.document import fault
from zenkai_solver.models.formula.rows import Parsed, Row, check_size, integer

PER_LINE = 20  # variables per line of a written projection


@dataclass
class _CnfText:
    variables: int = 0
    clauses: int = 0
    headed: int = 0  # the number of the line `p cnf`; 0 before it
    shown: dict[str, set[int]] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    open: list[int] = field(default_factory=list)  # the clause that has not ended yet


def read(text: str) -> Parsed:
    """Raises InstanceError with the line."""
    state, number = _CnfText(), 0
    for number, line in enumerate(text.split("\n"), 1):
        words = line.split()
        if words[:1] == ["%"]:
            break
        if words and words[0] == "c":
            _comment(words, number, state)
        elif words and words[0] == "p":
            _head(words, number, state)
        elif words:
            _clauses(words, number, state)
    return _finished(state, number)


def _comment(words: list[str], line: int, state: _CnfText) -> None:
    """Reads `c p show` and `c ind`; other comments are ignored."""
    kind = "show" if words[1:3] == ["p", "show"] else "ind" if words[1:2] == ["ind"] else ""
    if not kind:
        return
    numbers = [integer(word, line) for word in words[3 if kind == "show" else 2 :]]
    if not numbers or numbers[-1] != 0 or min(numbers[:-1], default=1) < 1:
        raise fault("a projection is a list of variables that ends in 0", line)
    state.shown.setdefault(kind, set()).update(numbers[:-1])


def _head(words: list[str], line: int, state: _CnfText) -> None:
    if state.headed:
        raise fault(f"a second head; the first is on line {state.headed}", line)
    if len(words) != 4 or words[1] != "cnf":
        raise fault(f"{' '.join(words):.40} is not a head: p cnf VARIABLES CLAUSES", line)
    state.variables, state.clauses = integer(words[2], line), integer(words[3], line)
    check_size(state.variables, line)
    state.headed = line


def _clauses(words: list[str], line: int, state: _CnfText) -> None:
    if not state.headed:
        raise fault("no head `p cnf VARIABLES CLAUSES` before the clauses", line)
    if words[0] in ("x", "h", "w") or words[0].startswith("x"):
        raise fault(f"{words[0]!r:.20}: clauses only; xor and soft clauses are not read", line)
    for word in words:
        lit = integer(word, line)
        if abs(lit) > state.variables:
            raise fault(f"literal {lit}, but the head says {state.variables:,} variables", line)
        if lit:
            state.open.append(lit)
        else:
            lits = tuple(dict.fromkeys(state.open))
            state.rows.append(Row(f"clause {len(state.rows) + 1}", (1,) * len(lits), lits, 1))
            state.open.clear()


def _finished(state: _CnfText, line: int) -> Parsed:
    if not state.headed:
        raise fault("no head: p cnf VARIABLES CLAUSES", line)
    if state.open:
        raise fault("the last clause does not end in 0", line)
    if len(state.rows) != state.clauses:
        raise fault(
            f"the head says {state.clauses:,} clauses, but there are {len(state.rows):,}", state.headed
        )
    kinds = list(state.shown.values())
    if len(kinds) > 1 and kinds[0] != kinds[1]:
        raise fault("`c p show` and `c ind` name different variables", state.headed)
    projection = sorted(kinds[0]) if kinds else list(range(1, state.variables + 1))
    if projection and projection[-1] > state.variables:
        raise fault(f"variable {projection[-1]} of the projection is above {state.variables:,}", state.headed)
    whole = len(projection) == state.variables
    lines = tuple(_lines(state, () if whole else projection, not whole))
    labels = ["-", *map(str, range(1, state.variables + 1))]
    return Parsed(lines, labels, tuple(projection), tuple(state.rows))


def _lines(state: _CnfText, projection: Sequence[int], projected: bool) -> Iterator[str]:
    yield f"p cnf {state.variables} {len(state.rows)}"
    for first in range(0, max(1, len(projection)) if projected else 0, PER_LINE):
        yield " ".join(["c p show", *map(str, projection[first : first + PER_LINE]), "0"])
    for row in state.rows:
        yield " ".join([*map(str, row.lits), "0"])
