"""Arguments by counting that there is no solution: a weighted sum of rows that no solution can satisfy.

In a *colouring* every coefficient is 0 modulo some number, and the required sum is not (`modular`). In a
*weighing* no coefficient is above 0, and the required sum is (`weighing`). Both are found by linear algebra,
for any puzzle, and checked in whole numbers from the axioms and the named rules alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from zenkai_solver.models.constraints import Constraint
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline, WrongSolution
from zenkai_solver.solvers.explanations import modular, weighing
from zenkai_solver.solvers.explanations.equations import BoundedSum, Bounds, Key, bounds
from zenkai_solver.solvers.explanations.theory import Theory


@dataclass(frozen=True)
class Term:
    """A row with its weight, and the rule that states it, None for an axiom. In a weighing a positive weight
    applies to the row's lower bound, a negative one to its upper bound.
    """

    weight: int
    row: BoundedSum
    rule: int | None


@dataclass(frozen=True)
class Counting:
    """An argument by counting: a weighing if `modulus` is 0, else a colouring modulo it. `known`: variables
    whose values are substituted in a colouring; `rules`: those that state the terms and these values.
    """

    modulus: int
    terms: tuple[Term, ...]
    rules: tuple[int, ...]
    known: Mapping[int, bool]


def countings(theory: Theory, deadline: Deadline = NEVER) -> tuple[Counting, ...]:
    """A weighing and a colouring, as far as there are any, each of few rules, and checked. Raises
    Interrupted, WrongSolution.
    """
    stated = bounds(_stated(theory, range(len(theory.rules)))).values()
    rows = [bound for bound in stated if bound.row.lo <= bound.row.hi]
    arguments = tuple(_arguments(rows, deadline))
    for argument in arguments:
        if fault := next(faults(theory, argument), None):
            raise WrongSolution(f"counting: {fault}")
    return arguments


def _arguments(rows: list[Bounds], deadline: Deadline) -> Iterator[Counting]:
    deadline.check()
    if (weights := weighing.exceeding(rows)) is not None:
        terms = tuple(
            Term(weight, rows[i].row, rows[i].lower if weight > 0 else rows[i].upper)
            for i, weight in weights.items()
        )
        yield Counting(0, terms, tuple(sorted(weighing.stating(rows, weights))), {})
    settled = {bound.row.key[0][0]: bound for bound in rows if len(bound.row.key) == 1 and bound.row.fixed}
    known = {var: bool(bound.row.lo) for var, bound in settled.items()}
    sums = [bound for bound in rows if bound.row.fixed and len(bound.row.key) > 1]
    for modulus in modular.MODULI:
        deadline.check()
        if (multipliers := modular.vanishing([bound.row for bound in sums], known, modulus)) is not None:
            yield _colouring(sums, settled, known, modulus, multipliers)
            return


def _colouring(
    sums: list[Bounds],
    settled: Mapping[int, Bounds],
    known: Mapping[int, bool],
    modulus: int,
    weights: Mapping[int, int],
) -> Counting:
    stating = {i: sums[i].lower if sums[i].lower is not None else sums[i].upper for i in weights}
    terms = tuple(Term(weight, sums[i].row, stating[i]) for i, weight in weights.items())
    total = _total(terms)
    used = {var: known[var] for var, weight in total.items() if weight % modulus and var in known}
    stated = chain((sums[i].rules for i in weights), (settled[var].rules for var in used))
    return Counting(modulus, terms, tuple(sorted(frozenset().union(*stated))), used)


def _stated(theory: Theory, rules: Iterable[int]) -> Iterator[tuple[int | None, Constraint]]:
    """The constraints of the axioms and rules, each with the number of its rule or None."""
    yield from ((None, axiom) for axiom in theory.axioms)
    yield from ((rule, part) for rule in rules for part in theory.parts[rule])


def _total(terms: Iterable[Term]) -> dict[int, int]:
    """The coefficient of each variable in the weighted sum."""
    sums: dict[int, int] = {}
    for term in terms:
        for var, coefficient in term.row.key:
            sums[var] = sums.get(var, 0) + term.weight * coefficient
    return sums


# ---- the check


def faults(theory: Theory, argument: Counting) -> Iterator[str]:
    """What is wrong with the argument, judged by the axioms and its rules; nothing unless there is a bug."""
    stated = bounds(_stated(theory, argument.rules))
    for term in argument.terms:
        yield from _unstated(stated, argument.modulus, term)
    for var, value in argument.known.items():
        row = stated[((var, 1),)].row if ((var, 1),) in stated else None
        if row is None or not row.fixed or row.lo != value:
            yield f"variable {var} is not known to be {value}"
    total = _total(argument.terms)
    if argument.modulus:
        required = sum(term.weight * term.row.lo for term in argument.terms)
        required -= sum(total[var] for var, value in argument.known.items() if value)
        open_weights = [weight for var, weight in total.items() if var not in argument.known]
        able = all(weight % argument.modulus == 0 for weight in open_weights)
        if not able or required % argument.modulus == 0:
            yield f"the sum modulo {argument.modulus} is possible"
    else:
        required = sum(t.weight * (t.row.lo if t.weight > 0 else t.row.hi) for t in argument.terms)
        if required <= 0 or any(weight > 0 for weight in total.values()):
            yield "the sum is possible"


def _unstated(stated: Mapping[Key, Bounds], modulus: int, term: Term) -> Iterator[str]:
    """A fault if the rules do not imply the bounds of the term."""
    row = stated[term.row.key].row if term.row.key in stated else None
    lower = row is not None and row.lo >= term.row.lo
    upper = row is not None and row.hi <= term.row.hi
    needed = [lower and upper] if modulus else [lower if term.weight > 0 else upper]
    if not all(needed) or (modulus and not term.row.fixed):
        yield f"no rule states the sum of {len(term.row.key):,} variables with the weight {term.weight}"
