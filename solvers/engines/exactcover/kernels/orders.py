"""Orders of items with narrow frontiers: the items of an option lie close to each other. They follow from the
links between items (options that two items share) alone: nothing says which items are cells, or where they
lie. Counting and certificates pass the items in such an order.

Tried are the items as given, and the items along the Fiedler vector of the graph of links (the eigenvector of
the least eigenvalue of its Laplacian above 0: Barnard, Pothen and Simon, "A spectral algorithm for envelope
reduction of sparse matrices", 1995), tilted by the next eigenvector, from either end. These vectors come from
a few dozen Lanczos steps in plain array operations: LAPACK takes from microseconds to a fifth of a second
when its threads compete for busy cores, and where two eigenvalues are equal (square boards) its choice
differs from build to build. An order need not be exact, only good.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import numpy as np

from zenkai_solver.solvers.engines.exactcover.kernels.problem import CoverProblem

MOST_ITEMS = 1_500  # primary items; with more, only the given order is offered
MOST_PAIRS = 1 << 22  # of items that share an option, counted with repetition; with more, the same
LABEL_STARTS = 32  # items tried as the first of a set of labels
STEPS = 48  # of Lanczos


def given_order(problem: CoverProblem) -> list[int]:
    """The primary items as given, labels (such as pieces, one in each option) left out."""
    return _without_labels(problem, _links(problem)) if _small(problem) else list(range(problem.n_primary))


def narrowest(problem: CoverProblem) -> list[int]:
    """The order with the fewest states, if all states of its frontiers were to occur."""
    return min(derive_orders(problem), key=lambda order: sum(2.0**width for width in _widths(problem, order)))


def _widths(problem: CoverProblem, order: Sequence[int]) -> Sequence[int]:
    """How many of the items to come may be covered already, at each item of the order."""
    place = {item: p for p, item in enumerate(order)}
    since = list(range(len(order)))
    for option in problem.options:
        places = [place[item] for item in option if item in place]
        for p in places:
            since[p] = min(since[p], min(places))
    change = np.zeros(len(order) + 1, np.int64)
    np.add.at(change, since, 1)
    np.add.at(change, range(len(order)), -1)
    return [int(width) for width in np.minimum(change.cumsum(), 1_000)[:-1]]


def _small(problem: CoverProblem) -> bool:
    pairs = sum(len(option) ** 2 for option in problem.options)
    return problem.n_primary <= MOST_ITEMS and pairs <= MOST_PAIRS


def derive_orders(problem: CoverProblem) -> list[list[int]]:
    """The orders to choose from, without labels; the given order is the first."""
    if not _small(problem):
        return [given_order(problem)]
    links = _links(problem)
    items = _without_labels(problem, links)
    if len(items) < 3:
        return [items]
    along = np.argsort(_positions(links[np.ix_(items, items)].astype(float)), kind="stable")
    return [items, [items[i] for i in along], [items[i] for i in along[::-1]]]


def _links(problem: CoverProblem) -> np.ndarray:
    """int64[item, item]: how many options two primary items share; on the diagonal, how many there are."""
    n = problem.n_primary
    items = np.fromiter(chain.from_iterable(problem.options), np.int64)
    size = np.array([len(option) for option in problem.options], np.int64)
    start = np.cumsum(size) - size
    links = np.zeros(n * n, np.int64)
    for k in sorted(set(size.tolist())):
        rows = items[start[size == k][:, None] + np.arange(k)]
        a, b = np.broadcast_arrays(rows[:, :, None], rows[:, None, :])
        real = (a < n) & (b < n)
        links += np.bincount(a[real] * n + b[real], minlength=n * n)
    return links.reshape(n, n)


def _without_labels(problem: CoverProblem, links: np.ndarray) -> list[int]:
    """The primary items less a set of labels: every option has exactly one of these, and another item."""
    count, reach = np.diag(links), (links > 0).sum(axis=1)
    every = list(range(problem.n_primary))
    for start in np.argsort(-reach, kind="stable")[:LABEL_STARTS]:
        labels, free = [int(start)], (links[start] == 0) & (count > 0)
        while free.any():  # add the item linked to most of those that share no option with these
            labels.append(int(np.argmax(np.where(free, reach, -1))))
            free &= links[labels[-1]] == 0
        rest = set(every).difference(labels)
        if count[labels].sum() != len(problem.options) or len(labels) >= len(rest):
            continue
        if all(rest.intersection(option) for option in problem.options):
            return sorted(rest)
    return every


def _positions(weights: np.ndarray) -> np.ndarray:
    """A coordinate of each node of the graph with these weights, by which to sort the nodes.

    The closer the two least eigenvalues above 0, the nearer the tilt comes to a diagonal, as on square
    boards.
    """
    n = len(weights)
    np.fill_diagonal(weights, 0)
    ramp = np.arange(n) - (n - 1) / 2
    constant = np.full(n, n**-0.5)
    slow, low = _slowest(weights, ramp, [constant])
    second, high = _slowest(weights, ramp * ramp + np.sin(np.arange(n)), [constant, slow])
    return slow + (low / high) ** 2 * second if high > 0 else slow


def _slowest(weights: np.ndarray, start: np.ndarray, without: list[np.ndarray]) -> tuple[np.ndarray, float]:
    """Roughly the Laplacian's unit eigenvector of the least eigenvalue orthogonal to `without`, with it.

    Lanczos (1950), every vector orthogonalised against all before, twice; sums without BLAS.
    """
    degree = weights.sum(axis=1)
    space = np.array(without)
    size, vector = len(without), _orthogonal(start, space)
    diagonal, beside = [], []
    while len(space) < min(len(start), size + STEPS) and (length := _norm(vector)) > 1e-8 * _norm(degree):
        beside.append(length)
        space = np.vstack((space, vector / length))
        vector = degree * space[-1] - np.einsum("ij,j->i", weights, space[-1])
        diagonal.append(float((vector * space[-1]).sum()))
        vector = _orthogonal(vector, space)
    if not diagonal:
        return np.zeros(len(start)), 0.0
    small = np.diag(diagonal) + np.diag(beside[1:], 1) + np.diag(beside[1:], -1)
    values, vectors = np.linalg.eigh(small)
    slowest = vectors[:, 0] * np.sign(vectors[0, 0] or 1)  # on the side of `start`
    return np.asarray(np.einsum("i,ij->j", slowest, space[size:])), float(values[0])


def _norm(vector: np.ndarray) -> float:
    return float(np.sqrt((vector * vector).sum()))


def _orthogonal(vector: np.ndarray, space: np.ndarray) -> np.ndarray:
    for _ in range(2):
        vector = vector - np.einsum("i,ij->j", np.einsum("ij,j->i", space, vector), space)
    return np.asarray(vector)
