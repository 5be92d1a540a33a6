"""Solutions as rows of sorted true variables, filled up with 0: images, orbits, and which ones are kept."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import numpy as np

from zenkai_solver.models.symmetry import END, Breaking


def kept_rows(breaking: Breaking, rows: np.ndarray) -> np.ndarray:
    """bool[row]: `Breaking.keeps` for many solutions."""
    kept, left = np.ones((2, len(rows)), bool)
    for var, perms in breaking.rivals.items():
        some = left & (rows == var).any(axis=1) if var else left
        left = left & ~some
        for perm in perms:
            kept[some] &= ~lexicographically_less(image_rows(rows[some], np.array(perm)), rows[some])
    return kept


def ranks(breaking: Breaking) -> np.ndarray:
    """int32[variable]: of a solution's variables the one with the greatest rank is the anchor variable."""
    rank = np.zeros(1 + len(breaking.model.names), np.int32)
    rank[list(breaking.rivals)] = range(len(breaking.rivals), 0, -1)
    return rank


def random_words(size: int) -> np.ndarray:
    """So many uint64, always the same, that look random; numpy's generators take 9 ms to import.

    SplitMix64: Steele, Lea, Flood, Fast splittable pseudorandom number generators, OOPSLA 2014.
    """
    words = np.arange(1, size + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    words = (words ^ words >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ words >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return np.asarray(words ^ words >> np.uint64(31))


def anchors_of(rows: np.ndarray, rank: np.ndarray) -> np.ndarray:
    """The anchor variable of each solution, 0 without one."""
    if not rows.size:
        return np.zeros(len(rows), np.int32)
    anchors: np.ndarray = rows[np.arange(len(rows)), rank[rows].argmax(axis=1)]
    return anchors


class Images:
    """All solutions, from those of a model with an anchor.

    In every solution exactly one variable is that of the anchor, say u. If v is the variable of u's orbit
    that stays in the model, and g a symmetry that maps v to u, the solutions with u are the images
    under g of those with v. So one symmetry for each u yields every solution once.
    """

    def __init__(self, breaking: Breaking, symmetries: Sequence[tuple[int, ...]]) -> None:
        """`breaking` has an anchor; `symmetries` are those of the model, the identity first."""
        size = len(symmetries[0])
        perms = np.fromiter(chain.from_iterable(symmetries), np.int32, len(symmetries) * size)
        self.perms = perms.reshape(len(symmetries), size)  # one per row
        self.perms[:, 0] = END
        chosen = [np.unique(self.perms[:, var], return_index=True)[1] for var in breaking.rivals]
        self.number = np.zeros(
            size, np.int64
        )  # of images of a solution with the variable; 0: not of the anchor
        self.begin = np.zeros(size, np.int64)  # where they begin in `rows`
        self.number[list(breaking.rivals)] = [len(rows) for rows in chosen]
        self.begin[list(breaking.rivals)] = np.cumsum([0, *map(len, chosen)])[:-1]
        self.rows = np.concatenate(chosen)  # of `perms`
        self.rank = ranks(breaking)

    def of(self, rows: np.ndarray) -> np.ndarray:
        """The images of each solution, one after the other, as rows."""
        if not len(rows):
            return rows
        anchor = anchors_of(rows, self.rank)
        number = self.number[anchor]
        solution = np.repeat(np.arange(len(rows)), number)
        first = self.begin[anchor] - np.cumsum(number) + number
        perm = self.rows[np.arange(len(solution)) + np.repeat(first, number)]
        images: np.ndarray = self.perms[perm[:, None], rows[solution]]
        images.sort(axis=1)
        images[images == END] = 0
        return images


class OrbitSum:
    """The numbers of solutions and of orbits, from the solutions of `Breaking.model` in any order.

    The images of a solution s with the anchor variable v have their anchor variable in the orbit of v,
    equally often each of them. So s counts as many solutions as v has images, which are |G| / |Stab v|; and
    since the orbit of s has |G| / |Stab s| solutions, it counts |Stab s| / |Stab v| orbits. Stab s is a
    subgroup of Stab v.
    """

    def __init__(self, breaking: Breaking, group: int) -> None:
        """`breaking`: not by lex-leader, unbroken only for a trivial group; `group`: the order."""
        self.group, self.anchored = group, breaking.has_anchor
        self.rivals = {var: [np.array(perm) for perm in perms] for var, perms in breaking.rivals.items()}
        self.number = dict.fromkeys(self.rivals, 0)
        self.kept = dict.fromkeys(self.rivals, 0)  # pairs of a solution and a symmetry that fixes it
        size = 1 + max((len(perm) for perms in self.rivals.values() for perm in perms), default=0)
        self.mark = random_words(size)
        self.mark[0] = 0
        self.rank = ranks(breaking)

    def add(self, rows: np.ndarray) -> None:
        """Solutions as rows of sorted true variables, 0 after the last."""
        anchor = anchors_of(rows, self.rank)
        for var, perms in self.rivals.items():
            counted = rows[anchor == var] if self.anchored else rows
            fixed = sum(self._kept_by(perm, counted) for perm in perms)
            self.weigh(var, len(counted), fixed)

    def weigh(self, var: int, number: int, fixed: int) -> None:
        """Add so many solutions with the anchor variable (without an anchor: 0), and pairs of one of them and
        a rival that fixes it.
        """
        self.number[var] += number
        self.kept[var] += number + fixed

    def _kept_by(self, perm: np.ndarray, rows: np.ndarray) -> int:
        """How many solutions the symmetry fixes; most others are excluded quickly by sums of random marks."""
        if not len(rows):
            return 0
        like = rows[self.mark[rows].sum(axis=1) == self.mark[perm][rows].sum(axis=1)]
        return int((image_rows(like, perm) == like).all(axis=1).sum())

    @property
    def all(self) -> int:
        return sum(number * self.group // self._stabiliser(var) for var, number in self.number.items())

    @property
    def orbits(self) -> int:
        """The number of orbits after all solutions were added; before, a lower bound on those met."""
        return sum(pairs // self._stabiliser(var) for var, pairs in self.kept.items())

    @property
    def whole(self) -> bool:
        """Are the numbers consistent with whole orbits, as those of all solutions are?"""
        return all(pairs % self._stabiliser(var) == 0 for var, pairs in self.kept.items())

    def _stabiliser(self, var: int) -> int:
        return 1 + len(self.rivals[var])


def image_rows(rows: np.ndarray, perm: np.ndarray) -> np.ndarray:
    """The images of solutions, as rows."""
    images = np.where(rows == 0, END, perm[rows])
    images.sort(axis=1)
    return np.where(images == END, 0, images)


def lexicographically_less(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """bool[row]: is row i of a less than row i of b?"""
    if a.shape[1] == 0:
        return np.zeros(len(a), bool)
    at = (a != b).argmax(axis=1)[:, None]
    less = np.take_along_axis(a, at, 1) < np.take_along_axis(b, at, 1)
    return np.asarray(less[:, 0])
