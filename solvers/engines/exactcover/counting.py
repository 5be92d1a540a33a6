"""Counting the solutions of an exact cover without visiting them: dynamic programming over the frontier.

The items are passed in one order, the narrowest (`orders`). Two partial choices that leave the same items
uncovered, the same counts and the same clauses open have equally many completions, so only the number of ways
to reach each such state is kept (`frontier`). Parts of the problem that share nothing are counted apart and
multiplied. Pays where pieces may be used without limit (the states of 10x10 dominoes are at most 2^10); with
one copy of each, states seldom meet, and a search is better.

The number of orbits follows by Burnside's lemma: the mean, over the symmetries g, of the number of solutions
that g maps to themselves; these are the solutions of the quotient, whose options are the orbits of options
under the powers of g. Conjugate symmetries keep equally many.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod

import numpy as np

from zenkai_solver.solvers.core.backend import Counted
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline
from zenkai_solver.solvers.engines.exactcover import frontier
from zenkai_solver.solvers.engines.exactcover.cover import Cover
from zenkai_solver.solvers.engines.exactcover.frontier import Effort, TooMuch, count_connected
from zenkai_solver.solvers.engines.exactcover.kernels.orders import narrowest
from zenkai_solver.solvers.engines.exactcover.kernels.problem import Problem
from zenkai_solver.solvers.engines.exactcover.quotient import (
    CountingProblem,
    as_problem,
    parts,
    quotient,
    uses,
)
from zenkai_solver.solvers.kernels.ready import ready

BY = "dynamic programming"


def count(
    cover: Cover,
    symmetries: Sequence[tuple[int, ...]] = (),
    deadline: Deadline = NEVER,
    effort: Effort | None = None,
) -> Counted | None:
    """Both numbers, with the symmetries of the cover's model; None if they would cost more than `effort`.

    Raises Interrupted.
    """
    if not cover.possible:
        return Counted(0, 0, BY)
    effort = effort or Effort()
    ready(frontier.works)
    different = [*dict.fromkeys(symmetries)]  # on a thin board each is there equally often
    if not all(_keeps(perm, own) for perm in different for own in (cover.variables, cover.chosen)):
        return None
    try:
        everything = _count(as_problem(cover), deadline, effort)
        fixed = [everything]
        for perm, conjugates in classes(different[1:]):
            fixed += [_count(quotient(cover, perm), deadline, effort)] * conjugates
    except TooMuch:
        return None
    return Counted(sum(fixed) // len(fixed), everything, BY)


def _keeps(perm: Sequence[int], variables: Sequence[int]) -> bool:
    """Does it take these variables of the cover to each other? Not always: of a symmetric condition the
    clauses may leave out a variable, but not its image.
    """
    own = {var for var in variables if var}
    return all(perm[var] in own for var in own)


def classes(symmetries: Sequence[Sequence[int]]) -> Iterator[tuple[Sequence[int], int]]:
    """One symmetry of each class of conjugates among the elements, the identity not one of them; its size."""
    perms = [np.array(perm) for perm in symmetries]
    left = {perm.tobytes(): perm for perm in perms}
    while left:
        perm = next(iter(left.values()))
        own = {perm.tobytes()}
        for by in perms:
            image = np.empty_like(perm)
            image[by] = by[perm]  # by after perm after the inverse of by
            own.add(image.tobytes())
        for key in own:
            del left[key]
        yield perm.tolist(), len(own)


def _count(problem: CountingProblem, deadline: Deadline, effort: Effort) -> int:
    """Raises TooMuch, Interrupted."""
    return prod(_count_part(part, deadline, effort) for part in parts(problem))


def _count_part(problem: CountingProblem, deadline: Deadline, effort: Effort) -> int:
    used = {use for option in problem.options for use in uses(option)}
    needed = [("item", i) for i in range(problem.n_primary)]
    needed += [("clause", c) for c in range(problem.clauses)]
    needed += [("group", g) for g, lo in enumerate(problem.lo) if lo > 0]
    if not used.issuperset(needed):
        return 0
    return count_connected(problem, _narrowest(problem), deadline, effort)


def _narrowest(problem: CountingProblem) -> Sequence[int]:
    options = [option.items for option in problem.options]
    secondary = 1 + max((i for o in options for i in o), default=0) - problem.n_primary
    return narrowest(Problem(problem.n_primary, max(0, secondary), options))
