"""Counting the solutions of an exact cover without visiting them: dynamic programming over the frontier.

The items are passed in one order, the narrowest (`orders`). Two partial covers with the same items still
uncovered, the same numbers of options in each counted group and the same clauses met have equally many
completions, so only the number of ways to reach each such state is kept (`frontier`). Parts of the problem
that share nothing are counted separately, and the numbers multiplied. It pays where pieces may be used
without limit (10x10 dominoes have at most 2^10 states at a time); with one copy of each, few partial covers
have the same state, and a search is better.

The number of orbits follows by Burnside's lemma: it is the mean, over the symmetries g, of the number of
solutions that g maps to themselves. These are the solutions of the quotient, whose options are the orbits of
options under the powers of g. Conjugate symmetries keep equally many.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import prod

import numpy as np

from zenkai_solver.solvers.core.backend import Counted
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline
from zenkai_solver.solvers.engines.exactcover.cover import Cover
from zenkai_solver.solvers.engines.exactcover.kernels.orders import narrowest
from zenkai_solver.solvers.engines.exactcover.kernels.problem import CoverProblem
from zenkai_solver.solvers.engines.exactcover.quotient import (
    CountingProblem,
    as_problem,
    parts,
    quotient,
    uses,
)
from zenkai_solver.solvers.engines.exactcover.states import Effort, TooMuch, count_plainly
from zenkai_solver.solvers.kernels.warmup import warm_up

Connected = Callable[[CountingProblem, Sequence[int], Deadline, Effort], int]  # raises TooMuch

BY = "dynamic programming"


def count(
    cover: Cover,
    symmetries: Sequence[tuple[int, ...]] = (),
    deadline: Deadline = NEVER,
    effort: Effort | None = None,
    plainly: bool = False,
) -> Counted | None:
    """The numbers of orbits and solutions; None if they would cost more than `effort`.

    `symmetries`: those of the cover's model; `plainly`: without compiled loops. Raises Interrupted.
    """
    if not cover.possible:
        return Counted(0, 0, BY)
    effort = effort or Effort()
    connected = count_plainly if plainly else _compiled()
    different = [*dict.fromkeys(symmetries)]  # on a thin board each is there equally often
    if not all(_keeps(perm, named) for perm in different for named in (cover.variables, cover.chosen)):
        return None
    try:
        everything = _count(as_problem(cover), connected, deadline, effort)
        fixed = [everything]
        for perm, conjugates in classes(different[1:]):
            fixed += [_count(quotient(cover, perm), connected, deadline, effort)] * conjugates
    except TooMuch:
        return None
    return Counted(sum(fixed) // len(fixed), everything, BY)


def _keeps(perm: Sequence[int], variables: Sequence[int]) -> bool:
    """Does the permutation map these variables onto each other? It may not: the clauses of a symmetric
    condition may exclude a variable, but not its image.
    """
    named = {var for var in variables if var}
    return all(perm[var] in named for var in named)


def classes(symmetries: Sequence[Sequence[int]]) -> Iterator[tuple[Sequence[int], int]]:
    """One symmetry of each conjugacy class, and the size of the class.

    `symmetries`: the group without the identity.
    """
    perms = [np.array(perm) for perm in symmetries]
    left = {perm.tobytes(): perm for perm in perms}
    while left:
        perm = next(iter(left.values()))
        conjugates = {perm.tobytes()}
        for by in perms:
            image = np.empty_like(perm)
            image[by] = by[perm]  # by after perm after the inverse of by
            conjugates.add(image.tobytes())
        for key in conjugates:
            del left[key]
        yield perm.tolist(), len(conjugates)


def _compiled() -> Connected:
    from zenkai_solver.solvers.engines.exactcover import frontier  # whose kernel loads Numba

    warm_up(frontier.works)
    return frontier.count_connected


def _count(problem: CountingProblem, connected: Connected, deadline: Deadline, effort: Effort) -> int:
    """Raises TooMuch, Interrupted."""
    return prod(_count_part(part, connected, deadline, effort) for part in parts(problem))


def _count_part(problem: CountingProblem, connected: Connected, deadline: Deadline, effort: Effort) -> int:
    used = {use for option in problem.options for use in uses(option)}
    needed = [("item", i) for i in range(problem.n_primary)]
    needed += [("clause", c) for c in range(problem.clauses)]
    needed += [("group", g) for g, lo in enumerate(problem.lo) if lo > 0]
    if not used.issuperset(needed):
        return 0
    return connected(problem, _narrowest(problem), deadline, effort)


def _narrowest(problem: CountingProblem) -> Sequence[int]:
    options = [option.items for option in problem.options]
    secondary = 1 + max((i for o in options for i in o), default=0) - problem.n_primary
    return narrowest(CoverProblem(problem.n_primary, max(0, secondary), options))
