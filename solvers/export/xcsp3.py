"""XCSP3: variables with two values, their meanings as notes, and a constraint per line.

    <instance format="XCSP3" type="CSP">
      <variables> <var id="x1" note="R1C1 5"> 0 1 </var> ... </variables>
      <constraints> <sum> <list> x1 x2 </list> <condition> (eq,1) </condition> </sum> ... </constraints>
      <annotations> <decision> x1 x2 </decision> </annotations>
    </instance>

Clauses are `intension`, counts and sums `sum`, automata and lines of blocks `regular` over variables w1, w2,
... for letters that are no 0-1 variable; connected areas are written as clauses. The decision variables are
the projection: assignments that agree on it count as one solution. All constraints are in XCSP3-core.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import quoteattr

from zenkai_solver.models.blocks import automaton as line_automaton
from zenkai_solver.models.constraints import (
    Automaton,
    BlockLine,
    Clause,
    Constraint,
    Lit,
    Regular,
)
from zenkai_solver.models.csp import Model
from zenkai_solver.models.linear import LinearRow, linear_row
from zenkai_solver.solvers.engines.sat.cnf import Cnf, clauses
from zenkai_solver.solvers.export.names import words

NEVER = "<intension> eq(x1,2) </intension>"


@dataclass
class _Letters:
    """The variables w1, w2, ... for letters; `sizes`: their numbers of values."""

    sizes: list[int] = field(default_factory=list)

    def new(self, size: int) -> str:
        self.sizes.append(size)
        return f"w{len(self.sizes)}"


def lines(model: Model, title: str) -> Iterator[str]:
    """The lines of the file. Raises Unsupported if a constraint needs too many clauses."""
    cnf, letters = Cnf(max(1, model.size)), _Letters()
    body = [text for constraint in model.constraints for text in _texts(constraint, cnf, letters)]
    yield f'<instance format="XCSP3" type="CSP" note={quoteattr(title)}>'
    yield "<variables>"
    for var in range(1, cnf.top + 1):
        note = f" note={quoteattr(words(model.names[var - 1]))}" if var <= model.size else ""
        yield f'<var id="x{var}"{note}> 0 1 </var>'
    yield from (f'<var id="w{n}"> 0..{size - 1} </var>' for n, size in enumerate(letters.sizes, 1))
    yield "</variables>"
    yield "<constraints>"
    yield from body
    yield "</constraints>"
    if model.projection:
        shown = " ".join(f"x{var}" for var in model.projection)
        yield f"<annotations> <decision> {shown} </decision> </annotations>"
    yield "</instance>"


def _texts(constraint: Constraint, cnf: Cnf, letters: _Letters) -> Iterator[str]:
    if isinstance(constraint, Clause):
        yield _clause(constraint.lits)
    elif (row := linear_row(constraint)) is not None:
        yield from _sum(row)
    elif isinstance(constraint, Regular):
        yield from _regular(constraint.word, constraint.automaton, letters)
    elif isinstance(constraint, BlockLine):
        word = [(None, *inks) for inks in constraint.cells]
        yield from _regular(word, line_automaton(constraint.blocks), letters)
    else:
        yield from map(_clause, clauses(constraint, cnf.fresh))


def _clause(lits: Sequence[Lit]) -> str:
    if not lits:
        return NEVER
    texts = [f"eq(x{abs(lit)},{int(lit > 0)})" for lit in lits]
    either = texts[0] if len(texts) == 1 else f"or({','.join(texts)})"
    return f"<intension> {either} </intension>"


def _sum(row: LinearRow) -> Iterator[str]:
    """The row over variables; rows without an upper bound are clauses, which are written otherwise."""
    terms, constant = row.over_variables()
    lo, hi = (row.lo or 0) - constant, (row.hi or 0) - constant
    if lo > hi or not terms:
        if not lo <= 0 <= hi:
            yield NEVER
        return
    listed = " ".join(f"x{var}" for var, _ in terms)
    weights = [weight for _, weight in terms]
    coeffs = "" if set(weights) == {1} else f" <coeffs> {' '.join(map(str, weights))} </coeffs>"
    condition = f"(eq,{lo})" if lo == hi else f"(in,{lo}..{hi})"
    yield f"<sum> <list> {listed} </list>{coeffs} <condition> {condition} </condition> </sum>"


def _regular(word: Sequence[Sequence[Lit | None]], automaton: Automaton, letters: _Letters) -> Iterator[str]:
    """The automaton accepts the word: letter j is at i if word[i][j] is true, or None and no other is."""
    if not word or not automaton.transitions or not automaton.accepting:
        if word or not automaton.accepts(()):
            yield NEVER
        return
    listed = []
    for position in word:
        name = _letter(position) or letters.new(len(position))
        listed.append(name)
        if name[0] == "w":
            yield from _channel(name, position)
    arcs = "".join(f"(s{a},{letter},s{b})" for a, letter, b in automaton.transitions)
    final = " ".join(f"s{state}" for state in automaton.accepting)
    yield (
        f"<regular> <list> {' '.join(listed)} </list> <transitions> {arcs} </transitions>"
        f" <start> s{automaton.start} </start> <final> {final} </final> </regular>"
    )


def _letter(position: Sequence[Lit | None]) -> str | None:
    """The 0-1 variable whose value is the letter of the position; None if there is none."""
    if len(position) == 2 and (true := position[1]) and true > 0 and position[0] in (None, -true):
        return f"x{true}"
    return None


def _channel(name: str, position: Sequence[Lit | None]) -> Iterator[str]:
    """The constraints by which the variable is the index of the true literal."""
    for index, lit in enumerate(position):
        if lit is not None:
            yield f"<intension> iff(eq(x{abs(lit)},{int(lit > 0)}),eq({name},{index})) </intension>"
