"""Why there is no solution, by counting: a weighted sum of rules that no solution can satisfy.

A colouring: modulo some number every coefficient is 0, and the required sum is not. A weighing: no
coefficient is above 0, and the required sum is. Both are found by linear algebra, whatever the puzzle, and
checked by plain arithmetic, from the axioms and the named rules alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from zenkai_solver.models.constraints import Constraint
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline, WrongSolution
from zenkai_solver.solvers.explanations import modular, weighing
from zenkai_solver.solvers.explanations.equations import Bounds, Key, Row, bounds
from zenkai_solver.solvers.explanations.theory import Theory


@dataclass(frozen=True)
class Term:
    """A row with its weight, and the rule that states it; None: axioms do. In a weighing a weight above 0 is
    that of the row's lower bound, below 0 that of its upper one.
    """

    weight: int
    row: Row
    rule: int | None


@dataclass(frozen=True)
class Counting:
    """An argument by counting; `modulus` 0: a weighing, else a colouring modulo that number. `rules` are
    those that state the terms, and the `known` facts whose values a colouring puts in.
    """

    modulus: int
    terms: tuple[Term, ...]
    rules: tuple[int, ...]
    known: Mapping[int, bool]


def countings(theory: Theory, deadline: Deadline = NEVER) -> tuple[Counting, ...]:
    """A weighing and a colouring, if there are, each of few rules. Raises Interrupted."""
    found = bounds(_stated(theory, range(len(theory.rules))))
    own = [bound for bound in found.values() if bound.row.lo <= bound.row.hi]
    arguments = tuple(_arguments(own, deadline))
    for argument in arguments:
        if fault := next(faults(theory, argument), None):
            raise WrongSolution(f"counting: {fault}")
    return arguments


def _arguments(own: list[Bounds], deadline: Deadline) -> Iterator[Counting]:
    deadline.check()
    if (weights := weighing.exceeding(own)) is not None:
        terms = tuple(
            Term(weight, own[i].row, own[i].lower if weight > 0 else own[i].upper)
            for i, weight in weights.items()
        )
        yield Counting(0, terms, tuple(sorted(weighing.stating(own, weights))), {})
    settled = {bound.row.key[0][0]: bound for bound in own if len(bound.row.key) == 1 and bound.row.fixed}
    known = {var: bool(bound.row.lo) for var, bound in settled.items()}
    sums = [bound for bound in own if bound.row.fixed and len(bound.row.key) > 1]
    for modulus in modular.MODULI:
        deadline.check()
        if (found := modular.vanishing([bound.row for bound in sums], known, modulus)) is not None:
            yield _colouring(sums, settled, known, modulus, found)
            return


def _colouring(
    sums: list[Bounds],
    settled: Mapping[int, Bounds],
    known: Mapping[int, bool],
    modulus: int,
    weights: Mapping[int, int],
) -> Counting:
    terms = tuple(Term(weight, sums[i].row, _rule(sums[i])) for i, weight in weights.items())
    total = _total(terms)
    used = {var: known[var] for var, weight in total.items() if weight % modulus and var in known}
    stated = chain((sums[i].rules for i in weights), (settled[var].rules for var in used))
    return Counting(modulus, terms, tuple(sorted(frozenset().union(*stated))), used)


def _rule(bound: Bounds) -> int | None:
    return bound.lower if bound.lower is not None else bound.upper


def _stated(theory: Theory, rules: Iterable[int]) -> Iterator[tuple[int | None, Constraint]]:
    yield from ((None, axiom) for axiom in theory.axioms)
    yield from ((rule, part) for rule in rules for part in theory.parts[rule])


def _total(terms: Iterable[Term]) -> dict[int, int]:
    """The coefficient of each variable in the weighted sum."""
    sums: dict[int, int] = {}
    for term in terms:
        for var, coefficient in term.row.key:
            sums[var] = sums.get(var, 0) + term.weight * coefficient
    return sums


# ---- once more


def faults(theory: Theory, own: Counting) -> Iterator[str]:
    """What is wrong with the argument, by its own rules and the axioms alone: nothing, unless there is a
    bug.
    """
    stated = bounds(_stated(theory, own.rules))
    for term in own.terms:
        yield from _unstated(stated, own.modulus, term)
    for var, value in own.known.items():
        row = stated[((var, 1),)].row if ((var, 1),) in stated else None
        if row is None or not row.fixed or row.lo != value:
            yield f"variable {var} is not known to be {value}"
    total = _total(own.terms)
    if own.modulus:
        asked = sum(term.weight * term.row.lo for term in own.terms)
        asked -= sum(total[var] for var, value in own.known.items() if value)
        able = all(weight % own.modulus == 0 for var, weight in total.items() if var not in own.known)
        if not able or asked % own.modulus == 0:
            yield f"the sum modulo {own.modulus} is possible"
    else:
        asked = sum(t.weight * (t.row.lo if t.weight > 0 else t.row.hi) for t in own.terms)
        if asked <= 0 or any(weight > 0 for weight in total.values()):
            yield "the sum is possible"


def _unstated(stated: Mapping[Key, Bounds], modulus: int, term: Term) -> Iterator[str]:
    """A fault if the rules do not imply the bounds of the term."""
    row = stated[term.row.key].row if term.row.key in stated else None
    lower = row is not None and row.lo >= term.row.lo
    upper = row is not None and row.hi <= term.row.hi
    needed = [lower and upper] if modulus else [lower if term.weight > 0 else upper]
    if not all(needed) or (modulus and not term.row.fixed):
        yield f"no rule states the sum of {len(term.row.key):,} variables with the weight {term.weight}"
