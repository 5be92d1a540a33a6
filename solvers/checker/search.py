"""Counting along a certificate.

A search has states. Each is decided, it is `worth` 0 or 1 solutions, or it branches: the states that come
`after` it have together its solutions. How it branches is a number, a step; the certificate is the list of
the steps, depth first. With a memo, a state that is met again has the count that it had, and no step.
A node is a state, and what is known of it besides.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

Spend = Callable[[int], object]  # is told of work before it is done; raises Refused if it is too much


class Refused(Exception):
    """The certificate, or the file, does not prove what it should."""


def require(holds: object, why: str) -> None:
    """Raises Refused, with the reason, if it does not hold."""
    if not holds:
        raise Refused(why)


def budget(most: float) -> Spend:
    """Of so many units of work, of some 50 ns each. The paper of the format says what costs how many."""

    def spend(units: int) -> None:
        nonlocal most
        most -= units
        require(most >= 0, "it is too much work for the size of its files")

    return spend


FREE = budget(float("inf"))


def count(search: Any, root: Any, steps: Iterator[int], memo: dict[Any, int] | None, spend: Spend) -> int:
    """The number of solutions from the node on. Step `n_items`: have a memo for what follows only."""
    path, found = [(root[0], [root])], [0, 0]  # the states that are begun; what is found of each so far
    while path:
        while left := path[-1][1]:
            node = left.pop()
            known = memo[node[0]] if memo and node[0] in memo else search.worth(node[0])
            if known is None and (step := next(steps, -1)) == search.n_items and memo is None:
                known = count(search, node, steps, {}, spend)
            if known is not None:
                found[-1] += known
                continue
            require(0 <= step < search.n_items, "it ends before the search does, or branches on no item")
            new = search.after(node, step, spend)[::-1]
            if memo is None:  # where nothing is remembered it does not matter whose solutions they are
                left += new
            else:
                path.append((node[0], new))
                found.append(0)
        ended, whole = path.pop()[0], found.pop()
        found[-1] += whole
        if memo is not None:
            memo[ended] = whole
    return found[0]


def total(
    search: Any, steps: Iterator[int], tree: bool, begins: Iterable[tuple[int, Any]], spend: Spend = FREE
) -> int:
    """The number of all solutions; `begins`: how often which state is counted. Raises Refused."""
    memo: dict[Any, int] | None = None if tree else {}
    found = sum(size * count(search, search.node(root), steps, memo, spend) for size, root in begins)
    require(next(steps, None) is None, "the certificate goes on when the search has ended")
    return found
