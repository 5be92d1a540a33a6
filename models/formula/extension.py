"""Whether a projected assignment extends to a model: backtracking with bounds propagation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.formula.rows import Row

MOST = 100_000  # decisions for one solution


class Extension:
    """The search: rows as sums of positive weights with a lower bound, and a partial assignment."""

    def __init__(self, rows: Sequence[Row], size: int) -> None:
        self.rows = [_positive(row.weights, row.lits, row.lo) for row in rows]
        for row in rows:
            if row.hi is not None:
                self.rows.append(_positive([-weight for weight in row.weights], row.lits, -row.hi))
        self.at: dict[int, list[tuple[int, int]]] = {}
        for number, (terms, _) in enumerate(self.rows):
            for lit, weight in terms.items():
                self.at.setdefault(lit, []).append((number, weight))
        self.spare = [sum(terms.values()) - bound for terms, bound in self.rows]
        self.size = size
        self.true: set[int] = set()  # literals
        self.trail: list[int] = []
        self.units = [lit for number in range(len(self.rows)) for lit in self._forced(number)]

    def find(self, lits: Iterable[int]) -> set[int] | None:
        """The true variables of a model in which these literals are true; None if there is none.

        Raises InstanceError after more than MOST decisions.
        """
        try:
            return self._search(lits)
        finally:
            self._undo(0)

    def _search(self, lits: Iterable[int]) -> set[int] | None:
        if min(self.spare, default=0) < 0 or not self._set([*lits, *self.units]):
            return None
        choices: list[tuple[int, int]] = []  # the decided literal, and the length of the trail before it
        for _ in range(MOST):
            first = abs(choices[-1][0]) if choices else 1
            every = (*range(first, self.size + 1), *range(1, first))
            var = next((var for var in every if var not in self.true and -var not in self.true), None)
            if var is None:
                return {lit for lit in self.true if lit > 0}
            choices.append((-var, len(self.trail)))
            while not self._set([choices[-1][0]]):
                while choices and choices[-1][0] > 0:
                    choices.pop()
                if not choices:
                    return None
                lit, before = choices.pop()
                self._undo(before)
                choices.append((-lit, before))
        raise InstanceError((), f"more than {MOST:,} values were tried to evaluate one solution")

    def _set(self, lits: Sequence[int]) -> bool:
        """Sets the literals and propagates; False at a conflict."""
        queue = list(lits)
        while queue:
            lit = queue.pop()
            if -lit in self.true:
                return False
            if lit in self.true:
                continue
            self.true.add(lit)
            self.trail.append(lit)
            fine = True
            for number, weight in self.at.get(-lit, ()):
                self.spare[number] -= weight
                fine = fine and self.spare[number] >= 0
            if not fine:
                return False
            for number, _ in self.at.get(-lit, ()):
                queue += self._forced(number)
        return True

    def _forced(self, number: int) -> Iterator[int]:
        """The literals that the row implies: without one of them it cannot reach its bound."""
        spare = self.spare[number]
        return (
            lit for lit, weight in self.rows[number][0].items() if weight > spare and -lit not in self.true
        )

    def _undo(self, length: int) -> None:
        for lit in self.trail[length:]:
            self.true.discard(lit)
            for number, weight in self.at.get(-lit, ()):
                self.spare[number] += weight
        del self.trail[length:]


def _positive(weights: Sequence[int], lits: Sequence[int], bound: int) -> tuple[Mapping[int, int], int]:
    """An equivalent row (weights by literal, bound) with positive weights: `-w x` is `w ~x - w`."""
    total: dict[int, int] = {}  # by variable
    for weight, lit in zip(weights, lits, strict=True):
        total[abs(lit)] = total.get(abs(lit), 0) + (weight if lit > 0 else -weight)
        bound -= weight if lit < 0 else 0
    terms = {(var if weight > 0 else -var): abs(weight) for var, weight in total.items() if weight}
    return terms, bound - sum(weight for weight in total.values() if weight < 0)
