"""Compare a certificate with an instance, and test whether a board is among the solutions that it counts.

Where the checker cannot read the instance, the model that the certificate states is not trusted: it is
derived again from the instance and compared. A cover must be equal, item for item. Clauses may be a subset,
since those that no lemma needs are left out: a model with fewer clauses has at least the same solutions, so
the proved number is an upper bound, and the boards show that it is reached. The same holds for the clauses
of areas, loops and the like: each is tested to follow from one of these constraints.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, count, islice, takewhile
from pathlib import Path
from typing import Any

import numpy as np

from zenkai_solver.models.nonogram.puzzle import Nonogram as Picture
from zenkai_solver.solvers.certificates.certificate import (
    CertificatePlan,
    Certified,
    check,
    clauses_in,
    clauses_of,
    cover_of,
)
from zenkai_solver.solvers.certificates.connected import areas, parted
from zenkai_solver.solvers.certificates.cuts import CutJudge
from zenkai_solver.solvers.certificates.problem import CertificateCover, exported, problem
from zenkai_solver.solvers.checker.checker import (
    Cover,
    Nonogram,
    Refused,
    bits,
    derived,
    numbers,
    opened,
    packed,
    require,
)
from zenkai_solver.solvers.core.deadlines import Unsupported

Rows = np.ndarray  # int[board, place]: the true variables of a solution's projection, 0 after the last
Holds = Callable[[Rows, Sequence[bytes]], np.ndarray]  # of the boards as rows and as texts: bool[board]

ANOTHER = "its model is not the one that the instance has"
CELLS = 1 << 22  # of a table of boards and items, for boards that are tested together
MOST_LOOKS = 1 << 22  # at options without variables, for all boards together: some seconds
MOST_DEPTH = 400  # options without variables in one solution


@dataclass(frozen=True)
class Bound:
    """A checked certificate of the instance; `holds` tests whether boards are among the solutions counted."""

    certified: Certified
    holds: Holds


def bound(path: Path, plan: CertificatePlan, *beside: Path, known: Certified | None = None) -> Bound:
    """Check a certificate, and that it belongs to the instance of the plan. Raises Refused, OSError.

    `beside`: see `check`. `known`: what it proves, if it has been checked before.
    """
    certified = known or check(path, *beside)
    require(certified.sha256 == plan.instance.sha256, "the certificate is of another instance")
    head, _ = opened(str(path))
    read = derived(head)
    if read is not None:
        order = plan.instance.puzzle.symmetries().order
        same = order == read[0].order
        require(same, f"the checker sees a group of order {read[0].order}, zenkai one of {order}")
    if head["kind"] == "rup":
        return Bound(certified, _of_clauses(path, head, plan))
    if head["kind"] == "lines":
        return Bound(certified, _of_lines(read[0], plan))
    return Bound(certified, _of_cover(head, read, plan))


# ---- clauses, and lines


def _of_clauses(path: Path, head: dict[str, Any], plan: CertificatePlan) -> Holds:
    """Is the board one of the solutions that the certificate names?"""
    try:
        whole = clauses_of(plan.instance, plan.model)
    except Unsupported as error:
        raise Refused(f"{ANOTHER}: {error}") from None
    formula = clauses_in(head)
    known = {frozenset(clause) for clause in whole.clauses}
    judges = [*map(CutJudge, whole.graphs)]
    require([*map(tuple, formula["once"])] == [*map(tuple, whole.once)], f"{ANOTHER}: other lists")
    require(tuple(formula["projection"]) == tuple(whole.projection), f"{ANOTHER}: another projection")
    others = (clause for clause in formula["clauses"] if frozenset(clause) not in known)
    wrong = next((clause for clause in others if not any(one.follows(clause) for one in judges)), None)
    require(wrong is None, f"{ANOTHER}: the clause {wrong!r:.60}")
    named = {*_named(path, frozenset(whole.projection))}

    def holds(rows: Rows, _: Sequence[bytes]) -> np.ndarray:
        return np.array([frozenset(row[row > 0].tolist()) in named for row in rows], bool)

    return holds


def _named(path: Path, projection: frozenset[int]) -> Iterator[frozenset[int]]:
    """The solutions that the certificate lists, which the check has shown to be solutions."""
    _, file = opened(str(path))
    data = numbers(file, 0)
    for _ in range(next(data)):
        yield projection & {*takewhile(bool, data)}  # `intersection` leaves the rest once it has all


def _of_lines(picture: Nonogram, plan: CertificatePlan) -> Holds:
    """The checker derives the model itself; its clues must be those of the puzzle."""
    puzzle = plan.instance.puzzle
    require(isinstance(puzzle, Picture), "the checker reads a nonogram, zenkai does not")
    assert isinstance(puzzle, Picture)
    lines = [*puzzle.sheet.rows, *puzzle.sheet.columns]
    same = [*map(tuple, lines)] == [*map(tuple, picture.lines)] and [*picture.marks] == [*puzzle.sheet.labels]
    require(same, "the checker reads other clues than zenkai")
    return lambda rows, texts: np.ones(len(texts), bool)


# ---- covers


def _of_cover(head: Mapping[str, Any], read: Any, plan: CertificatePlan) -> Holds:
    if read is not None and not isinstance(plan.cover, CertificateCover):
        raise Refused("zenkai sees no cover in the instance")
    stated = plan.cover if read is not None else _again(head, plan)
    assert stated is not None
    if read is None or stated.options or not stated.cover.options:
        return InCover(stated.cover, stated.options, stated.chosen)
    cover, held = read  # a sudoku, of which zenkai has no variables for givens

    def holds(_: Rows, texts: Sequence[bytes]) -> np.ndarray:
        return np.array([_is_image(cover, held, text) for text in texts], bool)

    return holds


def _is_image(cover: Cover, held: Callable[[Sequence[str]], Any], text: bytes) -> bool:
    try:
        return bool(cover.image(held(text.decode().split("\n")), False))
    except (Refused, LookupError):
        return False


def _again(head: Mapping[str, Any], plan: CertificatePlan) -> CertificateCover:
    """The cover of the instance, derived again; equal to that of the header. Raises Refused."""
    try:
        if head["cuts"] or areas(plan.model):
            derived_cover: CertificateCover | None = exported(
                parted(plan.model, head["cuts"]), planned=False, sure=False
            )
        elif "cover" in vars(plan):  # that is there already, since it was written by it
            derived_cover = plan.cover
        else:
            derived_cover = problem(plan.instance, plan.model, planned=False)
    except (Unsupported, ValueError, TypeError, LookupError) as error:
        raise Refused(f"{ANOTHER}: {error}") from None
    cover, _ = cover_of(head)
    require(derived_cover and derived_cover.exported, f"{ANOTHER}: there is no cover")
    assert derived_cover is not None
    require(packed(derived_cover.cover.stated) == packed(cover.stated), ANOTHER)
    return derived_cover


@dataclass(frozen=True)
class InCover:
    """Tests whether the true variables of boards are solutions of the cover; where the cover has options
    without a variable, whether these can complete them.

    `options`: of each variable its option. `chosen`: variables that are true in every solution.
    """

    cover: Cover
    options: Mapping[int, int]
    chosen: Sequence[int]

    def __call__(self, rows: Rows, texts: Sequence[bytes] = ()) -> np.ndarray:
        step = max(1, CELLS // (self.cover.n_items + len(self.cover.groups)))
        parts = (self._some(rows[at : at + step]) for at in range(0, len(rows), step))
        return np.concatenate([np.zeros(0, bool), *parts])

    @cached_property
    def _number(self) -> np.ndarray:
        """int[variable]: its option; -1: it is in `chosen`; -2: the cover does not have it."""
        number_of = np.full(1 + max((0, *self.options, *self.chosen)), -2)
        number_of[[0, *self.chosen]] = -1
        number_of[list(self.options)] = list(self.options.values())
        return number_of

    @cached_property
    def _table(self) -> tuple[np.ndarray, np.ndarray]:
        """Where the entries of each option begin, and int[entry, 2]: an item with 1, or a group with an
        amount.

        Groups are numbered after the items.
        """
        n_items, options = self.cover.n_items, self.cover.options
        first = np.cumsum([0, *(len(items) + len(adds) for items, adds in options)])
        covered = [((item, 1) for item in items) for items, _ in options]
        adds = [((n_items + group, amount) for group, amount in adds) for _, adds in options]
        every = [pair for some in map(chain, covered, adds) for pair in some]
        return first, np.array(every, np.int64).reshape(-1, 2)

    def _some(self, rows: Rows) -> np.ndarray:
        """bool[board], for so many boards that the table fits into memory."""
        known = (rows < len(self._number)).all(axis=1)
        option = self._number[np.where(rows < len(self._number), rows, 0)]
        known &= (option > -2).all(axis=1)
        for var in self.chosen:
            known &= (rows == var).any(axis=1)
        board, place = np.nonzero(option >= 0)
        option_of = option[board, place]
        first, table = self._table
        size = first[option_of + 1] - first[option_of]
        at = np.repeat(first[option_of] - np.cumsum(size) + size, size) + np.arange(size.sum())
        wide = self.cover.n_items + len(self.cover.groups)
        number = np.zeros(len(rows) * wide, np.int64)
        np.add.at(number, np.repeat(board, size) * wide + table[at, 0], table[at, 1])
        return known & self._sums(number.reshape(len(rows), wide), option)

    def _sums(self, number: np.ndarray, option: np.ndarray) -> np.ndarray:
        """bool[board]; `number`: how often each item is covered, and the sum of each group."""
        n_items, bounds = self.cover.n_items, np.array(self.cover.groups, np.int64).reshape(-1, 2)
        once, must = (sorted(kind) for kind in (self.cover.once, self.cover.must))
        low, high = number[:, n_items:] >= bounds[:, 0], number[:, n_items:] <= bounds[:, 1]
        allowed = np.array(np.hstack([number[:, once] <= 1, high]).all(axis=1), bool)
        whole = np.array(np.hstack([number[:, must] >= 1, low]).all(axis=1), bool)
        for board in np.flatnonzero(allowed & ~whole):
            whole[board] = self._completed([o for o in option[board].tolist() if o >= 0])
        return np.array(allowed & whole, bool)

    # ---- with options that have no variable

    @cached_property
    def _others(self) -> list[int]:
        """The options without a variable."""
        return sorted({*range(len(self.cover.options))} - {*self.options.values()})

    @cached_property
    def _seen(self) -> dict[int, bool]:
        return {}

    @cached_property
    def _relevant(self) -> int:
        """The bits of a state that matter to the other options: items of `must`, their items, and sums."""
        covered = {item for o in self._others for item in self.cover.options[o][0]}
        mask = bits(covered, self.cover.n_items)
        return self.cover.masks[1] | mask | -1 << self.cover.n_items

    def _completed(self, options: Sequence[int]) -> bool:
        if not self._others:
            return False
        state = self.cover.chosen(options)
        key = state & self._relevant
        if key not in self._seen:
            self._seen[key] = self._reaches(state, 0, 0)
        return self._seen[key]

    @cached_property
    def _looks(self) -> Iterator[int]:
        return count(1)

    def _reaches(self, state: int, begin: int, depth: int) -> bool:
        """Can options from number `begin` of the others on complete the state? Raises Unsupported."""
        cover, (_, must, cells) = self.cover, self.cover.masks
        if cover.worth(state | cells & ~must):
            return True
        left = must & ~state & (1 << cover.n_items) - 1
        for n, o in enumerate(islice(self._others, begin, None), begin):
            if next(self._looks) > MOST_LOOKS or depth > MOST_DEPTH:
                raise Unsupported(
                    f"no certificate: to complete a board by options without variables takes more than "
                    f"{MOST_LOOKS:,} looks, or {MOST_DEPTH} of them"
                )
            clash, mask, more = cover.moves[o]
            helps = not left or mask & left & -left  # the first item that is left is covered next
            free = not (state & clash or state + more & clash)
            if helps and free and self._reaches(state + more | mask, 0 if left else n + 1, depth + 1):
                return True
        return False
