"""Which axioms say what an auxiliary variable is, and no more; the axioms that a rule needs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush
from typing import TypeVar

from zenkai_solver.models.constraints import Clause, Constraint, Lit, literals

Axiom = TypeVar("Axiom", bound=Hashable)
Lits = tuple[Lit, ...]
Clauses = tuple[Lits, ...]


def definitions(axioms: Collection[Constraint], facts: Collection[int]) -> dict[int, Clauses]:
    """For auxiliary variables, which are no facts, the clauses that define each; of these variables none is
    in the definition of a later one, nor in an axiom that defines none. So whoever speaks of some of them
    needs their definitions alone, and those of the variables in these.

    A variable is defined by all clauses with it that are left, if each two of them, resolved on it, are
    always true: then whatever satisfies the other clauses can be continued to it (M. Järvisalo, A. Biere,
    M. Heule, Blocked clause elimination, TACAS 2010).
    """
    fixed = {abs(lit) for axiom in axioms if not isinstance(axiom, Clause) for lit in literals(axiom)}
    having: dict[Lit, dict[Lits, None]] = {}
    for axiom in axioms:
        if isinstance(axiom, Clause):
            for lit in axiom.lits:
                having.setdefault(lit, {})[axiom.lits] = None
    left = {abs(lit) for lit in having} - fixed
    left.difference_update(facts)
    defined: dict[int, Clauses] = {}
    queue = [-var for var in left]  # those first that were made last
    heapify(queue)
    queued = set(left)
    while queue:
        queued.discard(var := -heappop(queue))
        true, false = having.get(var, {}), having.get(-var, {})
        if not _always_true(var, true, false):
            continue
        left.discard(var)
        defined[var] = tuple(true | false)
        for clause in defined[var]:
            for lit in clause:
                del having[lit][clause]
                if abs(lit) in left and abs(lit) not in queued:
                    queued.add(abs(lit))
                    heappush(queue, -abs(lit))
    return defined


def _always_true(var: int, true: Iterable[Lits], false: Collection[Lits]) -> bool:
    """Is each resolvent of one of these and one of those on the variable always true?"""
    for clause in true:
        denied = {-lit for lit in clause if lit != var}
        if any(denied.isdisjoint(other) for other in false):
            return False
    return True


def by_variable(axioms: Iterable[Axiom], lits: Callable[[Axiom], Iterable[Lit]]) -> dict[int, list[Axiom]]:
    """For each variable the axioms with it; an axiom may be a number whose literals `lits` knows."""
    listed: dict[int, list[Axiom]] = {}
    for axiom in axioms:
        for lit in lits(axiom):
            listed.setdefault(abs(lit), []).append(axiom)
    return listed


def reached(
    variables: Iterable[int],
    on: Mapping[int, Sequence[Axiom]],
    lits: Callable[[Axiom], Iterable[Lit]],
    facts: Collection[int],
) -> Iterator[Axiom]:
    """The axioms `on` the variables, and on those in these axioms that are no facts, and so on; each once, in
    a fixed order.
    """
    left = [*dict.fromkeys(variables)]
    seen, yielded = set(left), set[Axiom]()
    for var in left:
        for axiom in on.get(var, ()):
            if axiom not in yielded:
                yielded.add(axiom)
                yield axiom
                for other in map(abs, lits(axiom)):
                    if other not in seen and other not in facts:
                        seen.add(other)
                        left.append(other)
