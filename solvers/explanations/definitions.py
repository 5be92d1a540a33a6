"""Which axioms say what an auxiliary variable is, and no more; the axioms that a rule needs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True)
class JoinedAxioms:
    """Axioms, as numbers. on[var]: those that whoever speaks of the variable needs; auxiliary[number]: the
    variables of the axiom that are no facts, by which it is joined to others.
    """

    on: Mapping[int, Sequence[int]]
    auxiliary: Sequence[tuple[int, ...]]

    @classmethod
    def of(cls, lits: Sequence[Lits], facts: Collection[int]) -> JoinedAxioms:
        """Those with these literals, each needed by all of its variables."""
        auxiliary = [tuple(var for var in map(abs, several) if var not in facts) for several in lits]
        return cls(by_variable(range(len(lits)), lits.__getitem__), auxiliary)

    def but(self, defining: Mapping[int, Lits], defined: Mapping[int, Clauses]) -> JoinedAxioms:
        """The same, but of a variable that is defined its definition alone, and of no variable the definition
        of another one; `defining`: the clauses of the definitions by their numbers.
        """
        others = {var: [i for i in numbers if i not in defining] for var, numbers in self.on.items()}
        number = {clause: i for i, clause in defining.items()}
        others |= {var: [number[clause] for clause in clauses] for var, clauses in defined.items()}
        return JoinedAxioms(others, self.auxiliary)

    def reached(self, variables: Iterable[int]) -> Iterator[int]:
        """The axioms on the variables, and on the auxiliary variables in these axioms, and so on; each once,
        in a fixed order.
        """
        left = [*dict.fromkeys(variables)]
        seen, yielded = set(left), set[int]()
        for var in left:
            for number in self.on.get(var, ()):
                if number not in yielded:
                    yielded.add(number)
                    yield number
                    for other in self.auxiliary[number]:
                        if other not in seen:
                            seen.add(other)
                            left.append(other)
