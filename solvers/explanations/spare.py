"""What is too much: the givens, clues and rules without which the solution is still the only one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from zenkai_solver.models.constraints import Kind, Lit
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline, Interrupted, Unsupported
from zenkai_solver.solvers.explanations.oracle import Oracle
from zenkai_solver.solvers.explanations.theory import Theory

KINDS: tuple[Kind, ...] = ("given", "clue", "rule")  # in the order in which they are asked


@dataclass(frozen=True)
class Dispensable:
    """Can the rule go? If not, `other` is a second solution without it: its facts that are true and false."""

    rule: int
    other: frozenset[Lit] | None


@dataclass(frozen=True)
class MinimalPuzzle:
    """Without these givens and clues the solution is the only one, and no other one can go then."""

    dropped: tuple[int, ...]


@dataclass(frozen=True)
class SpareSoFar:
    """Cut short: `asked` of `total` rules are known; without those `dropped` the solution is still the only
    one, but more may be able to go.
    """

    asked: int
    total: int
    dropped: tuple[int, ...]


def dispensable(
    theory: Theory, deadline: Deadline = NEVER
) -> Iterator[Dispensable | MinimalPuzzle | SpareSoFar]:
    """For each rule, givens and then clues first, whether it can go by itself; last, which of the givens and
    clues can go together; or if it is interrupted, how far it got.

    Raises Unsupported if there is no solution, or a second one; Interrupted.
    """
    order = sorted(range(len(theory.rules)), key=lambda rule: (KINDS.index(theory.rules[rule].kind), rule))
    asked, dropped = 0, list[int]()
    with Oracle(theory, deadline) as oracle:
        try:
            another = _second_solution(oracle, order)
            core, able = set(oracle.core[0]), list[int]()
            for rule in order:
                others = [other for other in order if other != rule]
                if rule in core and oracle.fits(others, (another,)):
                    facts = frozenset(lit for lit in oracle.assignment if abs(lit) in theory.facts)
                    yield Dispensable(rule, facts)
                else:
                    able.append(rule)
                    yield Dispensable(rule, None)
                asked += 1
            kept = set(order)
            for rule in able:
                stays = theory.rules[rule].kind == "rule"  # of every such puzzle
                if not stays and not oracle.fits(sorted(kept - {rule}), (another,)):
                    kept.discard(rule)
                    dropped.append(rule)
        except Interrupted:
            yield SpareSoFar(asked, len(order), tuple(dropped))
            raise
        yield MinimalPuzzle(tuple(dropped))


def _second_solution(oracle: Oracle, rules: Sequence[int]) -> int:
    """The literal that asks for another solution than the one of these rules, which then have none.

    Raises Unsupported if there is no solution, or a second one; Interrupted.
    """
    if not oracle.fits(rules):
        raise Unsupported("there is no solution; --none says why")
    another = oracle.fresh()
    oracle.forbid([lit for lit in oracle.assignment if abs(lit) in oracle.theory.deciding], another)
    if oracle.fits(rules, (another,)):
        raise Unsupported("there are several solutions, so nothing can be left out")
    return another
