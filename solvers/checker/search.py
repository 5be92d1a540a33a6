"""Counting along a certificate.

A search has states. Each is decided, it is `worth` 0 or 1 solutions, or it branches: the states that come
`after` it have together its solutions. How it branches is a number, a step; the certificate is the list of
the steps, depth first. With a memo, a state that is met again has the count that it had, and no step.
"""

from collections.abc import Iterable, Iterator
from typing import Any


class Refused(Exception):
    """The certificate, or the file, does not prove what it should."""


def require(holds: object, why: str) -> None:
    """Raises Refused, with the reason, if it does not hold."""
    if not holds:
        raise Refused(why)


def count(search: Any, root: Any, steps: Iterator[int], memo: dict[Any, int] | None) -> int:
    """The number of solutions from the state on. Step `n_items`: have a memo for what follows only."""
    path, found = [(root, iter([root]))], [0, 0]  # the states that are begun; what is found of each so far
    while path:
        for state in path[-1][1]:
            known = memo[state] if memo and state in memo else search.worth(state)
            if known is None and (step := next(steps, -1)) == search.n_items and memo is None:
                known = count(search, state, steps, {})
            if known is None:
                require(0 <= step < search.n_items, "it ends before the search does, or branches on no item")
                path.append((state, iter(search.after(state, step))))
                found.append(0)
                break
            found[-1] += known
        else:
            ended, whole = path.pop()[0], found.pop()
            found[-1] += whole
            if memo is not None:
                memo[ended] = whole
    return found[0]


def total(search: Any, steps: Iterator[int], tree: bool, begins: Iterable[tuple[int, Any]]) -> int:
    """The number of all solutions; `begins`: how often which state is counted. Raises Refused."""
    memo: dict[Any, int] | None = None if tree else {}
    found = sum(size * count(search, root, steps, memo) for size, root in begins)
    require(next(steps, None) is None, "the certificate goes on when the search has ended")
    return found
