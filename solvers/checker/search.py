"""Counting the solutions of a search by the steps of a certificate.

A search has states. A state is either decided, and has `worth` 0 or 1 solutions, or the search branches: its
solutions are those of the states `after` it, disjointly. A step is the number that says how to branch; the
certificate is the list of the steps, depth first. With a memo (a table of counts by state), a state that was
counted before has no step. A node is a state with what the search has derived from it.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

Spend = Callable[[int], object]  # called before work, with its units; raises Refused beyond a bound


class Refused(Exception):
    """The certificate, or the file, does not prove what it should."""


def require(holds: object, why: str) -> None:
    """Raises Refused, with the reason, if it does not hold."""
    if not holds:
        raise Refused(why)


def budget(most: float) -> Spend:
    """A `Spend` that allows `most` units of work, some 50 ns each; FORMAT.md defines the costs."""

    def spend(units: int) -> None:
        nonlocal most
        most -= units
        require(most >= 0, "it is too much work for the size of its files")

    return spend


FREE = budget(float("inf"))


def count(search: Any, root: Any, steps: Iterator[int], memo: dict[Any, int] | None, spend: Spend) -> int:
    """The number of solutions of the node `root`. A step `n_items` means: count this state with a new memo.

    Raises Refused.
    """
    path, counts = [(root[0], [root])], [0, 0]  # the states in progress; their numbers of solutions so far
    while path:
        while left := path[-1][1]:
            node = left.pop()
            known = memo[node[0]] if memo and node[0] in memo else search.worth(node[0])
            if known is None and (step := next(steps, -1)) == search.n_items and memo is None:
                known = count(search, node, steps, {}, spend)
            if known is not None:
                counts[-1] += known
                continue
            require(0 <= step < search.n_items, "it ends before the search does, or branches on no item")
            new = search.after(node, step, spend)[::-1]
            if memo is None:  # only the sum is needed, not the count of each state
                left += new
            else:
                path.append((node[0], new))
                counts.append(0)
        ended, whole = path.pop()[0], counts.pop()
        counts[-1] += whole
        if memo is not None:
            memo[ended] = whole
    return counts[0]


def total(
    search: Any, steps: Iterator[int], tree: bool, begins: Iterable[tuple[int, Any]], spend: Spend = FREE
) -> int:
    """The number of all solutions: the sum of the counts of the states `begins`, each times its factor.
    `tree`: without a memo. Raises Refused.
    """
    memo: dict[Any, int] | None = None if tree else {}
    number = sum(size * count(search, search.node(root), steps, memo, spend) for size, root in begins)
    require(next(steps, None) is None, "the certificate goes on when the search has ended")
    return number
