"""What is too much: the givens, clues and rules without which the solution is still the only one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from zenkai_solver.models.constraints import Lit
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline, Unsupported
from zenkai_solver.solvers.explanations.oracle import Oracle
from zenkai_solver.solvers.explanations.theory import Theory


@dataclass(frozen=True)
class Dispensable:
    """Can the rule go? If not, `other` is a second solution without it: its facts that are true and false."""

    rule: int
    other: frozenset[Lit] | None


@dataclass(frozen=True)
class MinimalPuzzle:
    """Without the rules `dropped` the solution is the only one, and no other rule can go then."""

    dropped: tuple[int, ...]


def dispensable(theory: Theory, deadline: Deadline = NEVER) -> Iterator[Dispensable | MinimalPuzzle]:
    """For each rule, givens first, whether it can go by itself; last, what can go together: givens rather
    than rules.

    Raises Unsupported if there is no solution, or a second one; Interrupted.
    """
    order = sorted(range(len(theory.rules)), key=lambda rule: (theory.rules[rule].kind != "given", rule))
    with Oracle(theory, deadline) as oracle:
        if not oracle.fits(order):
            raise Unsupported("there is no solution; --none says why")
        another = oracle.fresh()
        oracle.forbid([lit for lit in oracle.assignment if abs(lit) in theory.deciding], another)
        if oracle.fits(order, (another,)):
            raise Unsupported("there are several solutions, so that nothing is too much")
        core, able = set(oracle.core[0]), list[int]()
        for rule in order:
            others = [other for other in order if other != rule]
            if rule in core and oracle.fits(others, (another,)):
                facts = frozenset(lit for lit in oracle.assignment if abs(lit) in theory.facts)
                yield Dispensable(rule, facts)
            else:
                able.append(rule)
                yield Dispensable(rule, None)
        kept, dropped = set(order), list[int]()
        for rule in able:
            if not oracle.fits(sorted(kept - {rule}), (another,)):
                kept.discard(rule)
                dropped.append(rule)
        yield MinimalPuzzle(tuple(dropped))
