"""From an instance to a stream of checked chunks: model -> backend -> decode -> rules -> canonical form.

    prepare(instance, backend name, symmetry) -> Prepared
    prepared.chunks(deadline)                 -> solutions, each one checked against the rules
    Tally                                     -> count, all and digest of the chunks so far

A puzzle that can treat many solutions at once (`Batches`) is asked to, if the engine hands out batches;
otherwise a chunk is one solution. The results are the same, and tests compare them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from zenkai_solver.models.csp import Model, Solution
from zenkai_solver.models.puzzle import Batched, Batches, BoardBatch, Instance, Puzzle
from zenkai_solver.models.symmetry import (
    Board,
    Breaking,
    Recipe,
    SymmetryGroup,
    WrongSymmetry,
    broken,
    unbroken,
)
from zenkai_solver.solvers.core.backend import Backend, Batch, Counted, Opened, Options
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline, WrongSolution, under
from zenkai_solver.solvers.core.stages import named_stages
from zenkai_solver.solvers.engines.table import auto, suited

if TYPE_CHECKING:
    import numpy as np  # takes a tenth of a second: small commands do without

DIGEST_BYTES = 16
MOST_IMAGES = 1 << 14  # made at a time
SINGLY = 100_000  # solutions of a count that are checked if that must be done one by one: some 10 s
WITNESSES = 8  # solutions of a run on which permutations and maps of boards are compared


@dataclass(frozen=True)
class Chunk:
    """Solutions as they are written: `texts` are the rows of each board joined by line feeds, in UTF-8.

    `orbits` are the numbers of distinct images, `representatives` says which boards are the least of theirs.
    `progress` is the estimated share of the search that is done, or None.
    """

    texts: Sequence[bytes]
    orbits: Sequence[int]
    representatives: Sequence[bool]
    progress: float | None = None

    def __len__(self) -> int:
        return len(self.texts)

    def head(self, number: int) -> Chunk:
        """The first `number` solutions."""
        return self.cut(0, number)

    def cut(self, start: int, stop: int) -> Chunk:
        """Solutions `start` to `stop` - 1, counted from 0; all of them are the chunk itself."""
        if start == 0 and stop >= len(self):
            return self
        part = slice(start, stop)
        return Chunk(self.texts[part], self.orbits[part], self.representatives[part], self.progress)

    @cached_property
    def sum(self) -> int:
        """The sum of the boards' hashes."""
        return sum(map(text_hash, self.texts))

    def board(self, i: int) -> Board:
        return tuple(self.texts[i].decode().split("\n"))


EMPTY = Chunk((), (), ())


@dataclass(frozen=True)
class Visited:
    """How far a count has come: the numbers, solutions visited, and those of them checked against the rules.

    `last` has the newest solution, or none.
    """

    counted: Counted
    visited: int
    checked: int
    last: Chunk


@dataclass(frozen=True)
class Prepared:
    """An instance with the engine that will solve it, opened for its model.

    `recipe` says how the symmetry is broken where that is settled already; else the engine chooses.
    """

    instance: Instance
    opened: Opened
    group: SymmetryGroup
    symmetry: str
    why: str
    recipe: Recipe | None = None

    @property
    def model(self) -> Model:
        return self.opened.model

    @property
    def backend(self) -> Backend:
        return self.opened.backend

    def explain(self) -> list[str]:
        """What was chosen, and why."""
        lines = [f"backend {self.backend.name}: {self.why}"]
        lines += self.search.explain()
        if (anchor := self._searched.anchor) is not None:
            kept, every = len(self._searched.rivals), len(anchor.lits)
            lines.append(f"symmetry: {kept} of {every} choices of one item, such as {self._example()}")
            if self.symmetry == "all":
                lines.append("symmetry: all other solutions are made as images of those found")
        elif self.breaking.model is not self.model:
            lines.append("symmetry: lex-leader constraints")
        elif self.symmetry == "orbits" and self.group.order > 1:
            lines.append("symmetry: no item to anchor; every solution is compared with its images")
        return lines

    def _example(self) -> str:
        return str(self.model.names[min(self._searched.rivals) - 1])

    @cached_property
    def breaking(self) -> Breaking:
        """The model to search: for orbits, with as much symmetry broken as the engine likes."""
        if self.recipe is not None:
            return broken(self.model, self.recipe)
        if self.symmetry == "all" or len(self.model.symmetries) <= 1:
            return unbroken(self.model)
        return self.opened.breaking

    @cached_property
    def _searched(self) -> Breaking:
        """`breaking`; for all solutions an anchored model, if there is one: the others are images of its."""
        several = self.symmetry == "all" and self.recipe is None and len(self.model.symmetries) > 1
        if several and self.opened.many and self.opened.breaking.anchor is not None:
            return self.opened.breaking
        return self.breaking

    @cached_property
    def search(self) -> Opened:
        """The engine opened for the model that is searched."""
        return self.opened.within(self._searched)

    def settle(self) -> None:
        """Plan the search now, which may take long: how the symmetry is broken engines find by probes.

        Raises Interrupted.
        """
        if not named_stages(self.instance.puzzle):
            self.search.plan()

    def stages(self) -> Iterator[tuple[str, Prepared]]:
        """What to try in turn, by name, until something has a solution: nothing for most puzzles."""
        for name, puzzle in named_stages(self.instance.puzzle):
            model, group = _symmetric(puzzle)
            yield (
                name,
                replace(
                    self,
                    instance=replace(self.instance, puzzle=puzzle),
                    opened=self.backend.open(model),
                    group=group,
                ),
            )

    def chunks(
        self, deadline: Deadline = NEVER, tell: Callable[[str], None] = lambda _: None
    ) -> Iterator[Chunk]:
        """One board per orbit (its least), or, with symmetry `all`, one per solution.

        Of a puzzle with stages only those of the first stage that has any; `tell` hears how each one ends.
        Raises Interrupted when cut short and WrongSolution if the rules contradict the engine.
        """
        stage = None
        for name, stage in self.stages():
            none = True
            for chunk in stage._chunks(deadline):
                if none and len(chunk):
                    none = False
                    tell(f"{name}: there are solutions")
                yield chunk
            if not none:
                return
            tell(f"{name}: no solution, complete")
        if stage is None:
            yield from self._chunks(deadline)

    def _chunks(self, deadline: Deadline) -> Iterator[Chunk]:
        with under(deadline):
            self.search.plan()
        if self.search.many:
            yield from self.checked(self._batches(deadline))
        else:
            yield from self._single(deadline)

    def _batches(self, deadline: Deadline) -> Iterator[Batch]:
        """The solutions of `breaking.model`."""
        batches = self.search.batches((), deadline)
        if self._searched is self.breaking:
            yield from batches
            return
        from zenkai_solver.models.rows import Images  # which loads numpy

        images = Images(self._searched, self.model.symmetries)
        step = max(1, MOST_IMAGES // len(self.model.symmetries))
        for rows, progress in batches:
            for first in range(0, max(1, len(rows)), step):
                yield images.of(rows[first : first + step]), progress

    def counts(self, deadline: Deadline = NEVER) -> Iterator[Visited] | None:
        """The numbers so far, by visiting every solution, of which few are brought to their least images.

        Every solution is checked as in `chunks`; of a puzzle that is checked solution by solution the first
        SINGLY, and then one of each batch. None where only `chunks` can count. Raises WrongSolution.
        """
        if named_stages(self.instance.puzzle) or not self.opened.many:
            return None
        breaking = self.breaking if self.recipe else self.opened.breaking
        if breaking.recipe.way not in ("none", "anchor", "filter"):
            return None
        search = self.opened.within(breaking)
        with under(deadline):
            search.plan()
        return self._counts(breaking, search.batches((), deadline), deadline)

    def _counts(self, breaking: Breaking, batches: Iterable[Batch], deadline: Deadline) -> Iterator[Visited]:
        from zenkai_solver.models.rows import OrbitSum  # which loads numpy

        total = OrbitSum(breaking, max(1, len(self.model.symmetries)))
        visited = checked = 0
        for rows, progress in self._compared(batches):
            visited += len(rows)
            checked += self._check_rows(rows, SINGLY - checked, deadline)
            total.add(rows)
            shown = [self._chunk(tuple(row[row > 0].tolist())) for row in rows[-1:]]
            last = replace(shown[0] if shown else EMPTY, progress=progress)
            yield Visited(Counted(total.orbits, total.all), visited, checked, last)
        if not total.whole:
            raise WrongSolution(f"{self.backend.name}: its solutions are not closed under the symmetries")

    def _check_rows(self, rows: np.ndarray, most: int, deadline: Deadline) -> int:
        """Check them, one by one at most `most` and the last one; how many.

        Raises WrongSolution, Interrupted.
        """
        if self._tools is not None:
            self._right_boards(self._tools, rows)
            return len(rows)
        first = max(0, most)
        some = [*rows[:first], *rows[max(first, len(rows) - 1) :]]
        puzzle = self.instance.puzzle
        for row in some:
            deadline.check()
            check(puzzle, puzzle.decode(tuple(row[row > 0].tolist())), self.backend.name)
        return len(some)

    @cached_property
    def _tools(self) -> Batches | None:
        puzzle = self.instance.puzzle
        return puzzle.batches(self.model, self.group) if isinstance(puzzle, Batched) else None

    def checked(self, batches: Iterable[Batch]) -> Iterator[Chunk]:
        """What an engine found in `breaking.model`, as `Opened.batches` gives it, in chunks.

        Raises WrongSolution.
        """
        batches = self._compared(batches)
        return self._many(self._tools, batches) if self._tools is not None else self._one_by_one(batches)

    def _compared(self, batches: Iterable[Batch]) -> Iterator[Batch]:
        """The batches; `_witness` sees the first solutions before their batch goes on."""
        for rows, progress in batches:
            for row in rows[: self._witness.left]:
                self._witness.see(tuple(row[row > 0].tolist()))
            yield rows, progress

    @cached_property
    def _witness(self) -> _Witness:
        return _Witness(self, WITNESSES if self.group.order > 1 else 0)

    def _one_by_one(self, batches: Iterable[Batch]) -> Iterator[Chunk]:
        """Batches for a puzzle that takes one solution at a time; an empty chunk carries the progress."""
        from zenkai_solver.models.rows import kept_rows  # which loads numpy

        for rows, progress in batches:
            for row in rows[kept_rows(self.breaking, rows)]:
                yield self._chunk(tuple(row[row > 0].tolist()))
            yield Chunk((), (), (), progress)

    def _single(self, deadline: Deadline) -> Iterator[Chunk]:
        for solution in self.search.solutions((), deadline):
            if self._witness.left:
                self._witness.see(solution)
            if self.breaking.keeps(solution):
                yield self._chunk(solution)

    def _chunk(self, solution: Solution) -> Chunk:
        puzzle = self.instance.puzzle
        board = puzzle.decode(solution)
        check(puzzle, board, self.backend.name)
        least, size = self.group.canonical(board)
        shown = least if self.symmetry == "orbits" else board
        return Chunk(["\n".join(shown).encode()], [size], [shown == least])

    def _many(self, tools: Batches, batches: Iterable[Batch]) -> Iterator[Chunk]:
        from zenkai_solver.models.rows import kept_rows  # which loads numpy

        for rows, progress in batches:
            kept = rows[kept_rows(self.breaking, rows)]
            boards = self._right_boards(tools, kept)
            least, orbits = tools.canonical(kept, boards)
            shown = least if self.symmetry == "orbits" else boards
            representative = (shown == least).all(axis=1)
            yield Chunk(tools.texts(shown), orbits.tolist(), representative.tolist(), progress)

    def _right_boards(self, tools: Batches, rows: np.ndarray) -> BoardBatch:
        """The boards of solutions, checked. Raises WrongSolution."""
        boards = tools.boards(rows)
        right = tools.check(boards)
        if not right.all():
            check(self.instance.puzzle, tools.board(boards, int(right.argmin())), self.backend.name)
            raise WrongSolution(f"{self.backend.name}: two checks of the rules contradict each other")
        return boards


@dataclass
class _Witness:
    """Holds the permutations of variables against the maps of boards, on the first solutions of a run.

    One would not do: two symmetries that differ may agree on a solution that has symmetry itself.
    """

    prepared: Prepared
    left: int

    def see(self, solution: Solution) -> None:
        """Raise WrongSolution if a permutation of the solution's variables is not the map of its board."""
        self.left -= 1
        puzzle, group = self.prepared.instance.puzzle, self.prepared.group
        board = puzzle.decode(solution)
        check(puzzle, board, self.prepared.backend.name)
        for number, (perm, image) in enumerate(zip(self.prepared.model.symmetries, group.maps), 1):
            moved = puzzle.decode(tuple(sorted(perm[var] for var in solution)))
            if moved != image(board):
                raise WrongSolution(
                    f"symmetry {number} of {group.order} takes the variables of {'/'.join(board)} to "
                    f"{'/'.join(moved)}, but the board to {'/'.join(image(board))}"
                )


def prepare(
    instance: Instance, backend: str = "auto", symmetry: str | None = None, options: Options = Options()
) -> Prepared:
    """Build the model and choose the engine.

    Raises Unsupported, and WrongSolution where the puzzle's symmetries contradict its model's.
    """
    model, group = _symmetric(instance.puzzle)
    if backend == "auto":
        opened, why = auto(model, options)
    else:
        opened, why = suited(backend, model, options), "as asked"
    return Prepared(instance, opened, group, symmetry or instance.symmetry, why)


def _symmetric(puzzle: Puzzle) -> tuple[Model, SymmetryGroup]:
    """The model of a puzzle and its group. Raises WrongSolution if they are not of one order.

    A model may leave out that its group is trivial. Whether they agree element by element is seen on the
    first solutions.
    """
    try:
        model, group = puzzle.model(), puzzle.symmetries()
    except WrongSymmetry as error:
        raise WrongSolution(f"{puzzle.family}: {error}") from error
    if group.order != max(1, len(model.symmetries)):
        raise WrongSolution(
            f"{puzzle.family}: the puzzle has {group.order} symmetries, "
            f"but its model {len(model.symmetries)} permutations"
        )
    return model, group


def check(puzzle: Puzzle, board: Board, engine: str) -> None:
    """Raise WrongSolution if the board breaks a rule."""
    if broken := next(iter(puzzle.violations(board)), None):
        raise WrongSolution(f"{engine} gave a board that breaks the rules: {broken}: {'/'.join(board)}")


@dataclass
class Tally:
    """Running totals: boards written, orbits, all solutions, and a digest that knows no order."""

    symmetry: str
    written: int = 0
    count: int = 0
    all: int = 0
    sum: int = 0

    def add(self, chunk: Chunk) -> None:
        self.written += len(chunk)
        self.count += sum(chunk.representatives)
        self.all += sum(chunk.orbits) if self.symmetry == "orbits" else len(chunk)
        self.sum += chunk.sum

    def join(self, other: Tally) -> None:
        """Add the totals of other solutions of the same instance and symmetry mode."""
        self.written += other.written
        self.count += other.count
        self.all += other.all
        self.sum += other.sum

    @property
    def digest(self) -> str:
        """The sum of the boards' hashes modulo 2^128, as hexadecimal."""
        return f"{self.sum % (1 << 8 * DIGEST_BYTES):0{2 * DIGEST_BYTES}x}"


def totals(tally: Tally, order: int, complete: bool) -> str:
    """Both numbers. Of a part of all solutions both are bounds. With symmetry `all` an orbit has at most
    `order` of those found, and each least one that was found is of another orbit.
    """
    if complete:
        return f"{tally.count:,} up to symmetry, {tally.all:,} in all"
    least = max(tally.count, -(-tally.all // order))
    return f"at least {least:,} up to symmetry, at least {tally.all:,} in all"


def unexpected(instance: Instance, tally: Tally) -> str | None:
    """How the numbers of a complete run differ from those that the instance expects."""
    found = _found(tally)
    wrong = [f"{key} {found[key]:,}, expected {value:,}" for key, value in missed(instance, tally).items()]
    return f"not what the instance expects: {'; '.join(wrong)}" if wrong else None


def missed(instance: Instance, tally: Tally) -> dict[str, int]:
    """The numbers that the instance expects of a complete run, where they are not the ones found."""
    found = _found(tally)
    return {key: value for key, value in instance.expect.items() if found[key] != value}


def _found(tally: Tally) -> dict[str, int]:
    return {"count": tally.count, "all": tally.all}


def text_hash(text: bytes) -> int:
    """A 128-bit hash of a board's text."""
    return int.from_bytes(hashlib.blake2b(text, digest_size=DIGEST_BYTES).digest(), "big")
