"""From an instance to a stream of checked solutions: model, engine, decoding, rules, canonical form.

    prepare(instance, backend name, symmetry) -> Prepared
    prepared.chunks(deadline)                 -> solutions in chunks, each checked against the rules
    Tally                                     -> count, all and digest of the chunks so far

If the engine yields batches and the puzzle can process them (`Batches`), a chunk has many solutions;
otherwise it has one. The first of many solutions are processed as whole arrays, later ones by compiled loops
(`core/loops.py`). The results are the same, and tests compare them.
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
    filtered,
    unbroken,
)
from zenkai_solver.solvers.core.backend import Backend, Batch, Counted, Opened, Options
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline, WrongSolution, under
from zenkai_solver.solvers.core.stages import named_stages
from zenkai_solver.solvers.engines.table import auto, suited

if TYPE_CHECKING:
    import numpy as np  # the import takes 0.1 s, which small commands save

    from zenkai_solver.models.rows import OrbitSum
    from zenkai_solver.solvers.core.loops import BoardTexts, RivalTables  # which load Numba

DIGEST_BYTES = 16
MOST_IMAGES = 1 << 14  # images of solutions in one batch
MANY = 20_000  # solutions, after which loading compiled loops, a tenth of a second, pays
SINGLY = 100_000  # solutions of a count that are checked, if they are checked one by one: some 10 s
WITNESSES = 8  # solutions of a run on which the symmetries of model and boards are compared


@dataclass(frozen=True)
class Chunk:
    """Checked solutions: `texts` are the rows of each board joined by line feeds, in UTF-8.

    `orbits` are the sizes of the orbits, `representatives` tells which boards are the least of their orbit.
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
        """Solutions `start` to `stop` - 1, counted from 0."""
        if start == 0 and stop >= len(self):
            return self
        part = slice(start, stop)
        return Chunk(self.texts[part], self.orbits[part], self.representatives[part], self.progress)

    @cached_property
    def sum(self) -> int:
        """The sum of the hashes of the boards, see `text_hash`."""
        if (array := self.array) is not None:
            return array.hash_sum
        return sum(map(text_hash, self.texts))

    @property
    def array(self) -> BoardTexts | None:
        """The texts, if they are one array."""
        if isinstance(self.texts, (list, tuple)):
            return None
        from zenkai_solver.solvers.core.loops import BoardTexts  # which is loaded if there is one

        return self.texts if isinstance(self.texts, BoardTexts) else None

    def board(self, i: int) -> Board:
        return tuple(self.texts[i].decode().split("\n"))


EMPTY = Chunk((), (), ())


@dataclass(frozen=True)
class Visited:
    """The state of a count: the numbers, the solutions visited, and how many of these were checked.

    `last` has the latest solution; it is empty if there is none.
    """

    counted: Counted
    visited: int
    checked: int
    last: Chunk


@dataclass(frozen=True)
class Prepared:
    """An instance and an engine opened for its model.

    `recipe`: how symmetry is broken, if that is already decided; else the engine chooses.
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
        """The choices of engine, search and symmetry breaking with their reasons, as lines."""
        lines = [f"backend {self.backend.name}: {self.why}"]
        lines += self.search.explain()
        if (anchor := self._searched.anchor) is not None:
            rivals, every = self._searched.rivals, len(anchor.lits)
            example = self.model.names[min(rivals) - 1]
            lines.append(f"symmetry: {len(rivals)} of {every} choices of one item, such as {example}")
            if self.symmetry == "all":
                lines.append("symmetry: all other solutions are made as images of those found")
        elif self._searched.recipe.way == "two anchors":
            lines.append(f"symmetry: {len(self._searched.rivals)} choices of two items, one of which is met")
        elif self.breaking.recipe.way == "first":
            first = self.model.names[min(self.model.projection) - 1]
            lines.append(f"symmetry: {first} is in every solution of which an image has it")
            lines.append("symmetry: every solution is compared with its images")
        elif self.breaking.model is not self.model:
            lines.append("symmetry: lex-leader constraints")
        elif self.symmetry == "orbits" and self.group.order > 1:
            lines.append("symmetry: no item to anchor; every solution is compared with its images")
        return lines

    @cached_property
    def breaking(self) -> Breaking:
        """The model to search; for orbits, with its symmetry broken as the engine chooses."""
        if self.recipe is not None:
            return broken(self.model, self.recipe)
        if self.symmetry == "all" or len(self.model.symmetries) <= 1:
            return unbroken(self.model)
        return self.opened.breaking

    @cached_property
    def _searched(self) -> Breaking:
        """`breaking`, or for all solutions an anchored model, if there is one: images give the others."""
        several = self.symmetry == "all" and self.recipe is None and len(self.model.symmetries) > 1
        if several and self.opened.many and self.opened.breaking.has_anchor:
            return self.opened.breaking
        return self.breaking

    @cached_property
    def search(self) -> Opened:
        """The engine opened for the model that is searched."""
        return self.opened.within(self._searched)

    def settle(self) -> None:
        """Plan the search, which may take long, as engines probe how to break symmetry. Raises
        Interrupted.
        """
        if not named_stages(self.instance.puzzle):
            self.search.plan()

    def stages(self) -> Iterator[tuple[str, Prepared]]:
        """The stages to solve in turn until one has a solution, with their names; none for most puzzles."""
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

        Of a puzzle with stages, those of the first stage with solutions; tell(line) reports the end of each
        stage. Raises Interrupted when cut short and WrongSolution if a solution of the engine breaks a rule.
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
        some, others = self.search.begun((), deadline)
        single, many = self._single(some), self.checked(self._with_images(others))
        del some, others  # see `_single`
        yield from single
        yield from many

    def _with_images(self, batches: Iterable[Batch]) -> Iterator[Batch]:
        """The solutions of `breaking.model`; if an anchored model was searched, its solutions and their
        images.
        """
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
        """The numbers so far, by visiting every solution, mostly without computing its canonical form.

        Every solution is checked as in `chunks`; of a puzzle without `Batches` the first SINGLY, then one of
        each batch. None if only `chunks` can count. Raises WrongSolution.
        """
        if named_stages(self.instance.puzzle) or not self.opened.many:
            return None
        breaking = self.breaking if self.recipe else self.opened.breaking
        if breaking.recipe.way == "first":  # which has not all that `OrbitSum` needs
            breaking = filtered(self.model)
        if breaking.recipe.way not in ("none", "anchor", "two anchors", "filter"):
            return None
        search = self.opened.within(breaking)
        with under(deadline):
            search.plan()
        return self._counts(breaking, search.batches((), deadline), deadline)

    def _counts(self, breaking: Breaking, batches: Iterable[Batch], deadline: Deadline) -> Iterator[Visited]:
        from zenkai_solver.models.rows import OrbitSum  # which loads numpy

        total = OrbitSum(breaking, max(1, len(self.model.symmetries)))
        many = _Many(self._tools, breaking)
        visited = checked = 0
        for rows, progress in self._compared(batches):
            many.see(rows)
            visited += len(rows)
            checked += self._check_rows(many.tools, rows, SINGLY - checked, deadline)
            many.add_to(total, rows)
            shown = [self._chunk(tuple(row[row > 0].tolist())) for row in rows[-1:]]
            last = replace(shown[0] if shown else EMPTY, progress=progress)
            yield Visited(Counted(total.orbits, total.all), visited, checked, last)
        if not total.whole:
            raise WrongSolution(f"{self.backend.name}: its solutions are not closed under the symmetries")

    def _check_rows(self, tools: Batches | None, rows: np.ndarray, most: int, deadline: Deadline) -> int:
        """Check the rows, or without `Batches` at most `most` and the last one; the number checked.

        Raises WrongSolution, Interrupted.
        """
        if tools is not None:
            self._right_boards(tools, rows)
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

    @cached_property
    def _many(self) -> _Many:
        return _Many(self._tools, self.breaking)

    def checked(self, batches: Iterable[Batch]) -> Iterator[Chunk]:
        """The batches of solutions of `breaking.model` as checked chunks. Raises WrongSolution."""
        for rows, progress in self._compared(batches):
            many = self._one_by_one if self._tools is None else self._at_once
            yield from many(rows, progress)

    def _compared(self, batches: Iterable[Batch]) -> Iterator[Batch]:
        """The batches, after `_witness` has compared the first solutions."""
        for rows, progress in batches:
            for row in rows[: self._witness.left]:
                self._witness.see(tuple(row[row > 0].tolist()))
            yield rows, progress

    @cached_property
    def _witness(self) -> _Witness:
        return _Witness(self, WITNESSES if self.group.order > 1 else 0)

    def _one_by_one(self, rows: np.ndarray, progress: float | None) -> Iterator[Chunk]:
        """Chunks of one solution, for a puzzle without `Batches`; an empty chunk reports the progress."""
        from zenkai_solver.models.rows import kept_rows  # which loads numpy

        for row in rows[kept_rows(self.breaking, rows)]:
            yield self._chunk(tuple(row[row > 0].tolist()))
        yield Chunk((), (), (), progress)

    def _single(self, solutions: Iterable[Solution]) -> Iterator[Chunk]:
        try:
            for solution in solutions:
                if self._witness.left:
                    self._witness.see(solution)
                if self.breaking.keeps(solution):
                    yield self._chunk(solution)
        finally:  # an error that is kept with its frames would keep the search, and its threads
            del solutions

    def _chunk(self, solution: Solution) -> Chunk:
        puzzle = self.instance.puzzle
        board = puzzle.decode(solution)
        check(puzzle, board, self.backend.name)
        least, size = self.group.canonical(board)
        shown = least if self.symmetry == "orbits" else board
        return Chunk(["\n".join(shown).encode()], [size], [shown == least])

    def _at_once(self, rows: np.ndarray, progress: float | None) -> Iterator[Chunk]:
        many = self._many
        many.see(rows)
        tools = many.tools
        assert tools is not None
        kept = rows[many.kept(rows)]
        boards = self._right_boards(tools, kept)
        least, orbits = tools.canonical(kept, boards)
        if self.symmetry == "orbits":
            yield Chunk(tools.texts(least), orbits.tolist(), [True] * len(least), progress)
        else:
            representative = (boards == least).all(axis=1)
            yield Chunk(tools.texts(boards), orbits.tolist(), representative.tolist(), progress)

    def _right_boards(self, tools: Batches, rows: np.ndarray) -> BoardBatch:
        """The boards of solutions, checked. Raises WrongSolution."""
        boards = tools.boards(rows)
        right = tools.check(boards)
        if not right.all():
            check(self.instance.puzzle, tools.board(boards, int(right.argmin())), self.backend.name)
            raise WrongSolution(f"{self.backend.name}: two checks of the rules contradict each other")
        return boards


@dataclass
class _Many:
    """What is done for many solutions at once: on arrays, and after MANY of them by compiled loops."""

    arrays: Batches | None
    breaking: Breaking
    seen: int = 0
    compiled: Batches | None = None
    rivals: RivalTables | None = None

    def see(self, rows: np.ndarray) -> None:
        """These are the next solutions."""
        self.seen += len(rows)
        if self.seen <= MANY or self.rivals is not None:
            return
        from zenkai_solver.solvers.core import loops  # which loads Numba

        if loops.ready():
            self.rivals = loops.RivalTables(self.breaking)
            self.compiled = loops.compiled(self.arrays)

    @property
    def tools(self) -> Batches | None:
        return self.compiled or self.arrays

    def kept(self, rows: np.ndarray) -> np.ndarray:
        """bool[row]: does the breaking keep the solution?"""
        from zenkai_solver.models.rows import kept_rows  # which loads numpy

        return kept_rows(self.breaking, rows) if self.rivals is None else self.rivals.kept(rows)

    def add_to(self, total: OrbitSum, rows: np.ndarray) -> None:
        """Add the solutions to the numbers."""
        if self.rivals is None:
            total.add(rows)
            return
        number, fixed = self.rivals.fixed(rows)
        for var in self.breaking.rivals:
            total.weigh(var, int(number[var]), int(fixed[var]))


@dataclass
class _Witness:
    """Compares the symmetries of the model with those of boards, on the first solutions of a run: on several,
    as different symmetries may agree on a solution that is itself symmetric.
    """

    prepared: Prepared
    left: int

    def see(self, solution: Solution) -> None:
        """Raise WrongSolution if a symmetry maps the solution and its board differently."""
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

    Raises Unsupported, and WrongSolution if the symmetries of the puzzle contradict those of its model.
    """
    model, group = _symmetric(instance.puzzle)
    if backend == "auto":
        opened, why = auto(model, options)
    else:
        opened, why = suited(backend, model, options), "as asked"
    return Prepared(instance, opened, group, symmetry or instance.symmetry, why)


def _symmetric(puzzle: Puzzle) -> tuple[Model, SymmetryGroup]:
    """The model of a puzzle and the puzzle's symmetry group. Raises WrongSolution if their orders differ.

    A model may leave out a trivial group. Whether the elements agree is checked on the first solutions.
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
    """Running totals: boards written, orbits, all solutions, and the sum of hashes for the digest."""

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
    """Both totals in words. If not complete, they are those so far, but with symmetry `all` the number up to
    symmetry is a lower bound: an orbit has at most `order` of the solutions found, and each least one of its
    orbit that was found is in a different orbit.
    """
    if complete:
        return f"{tally.count:,} up to symmetry, {tally.all:,} in all"
    least = max(tally.count, -(-tally.all // order))
    bound = "at least " if tally.symmetry == "all" and least != tally.all else ""
    return f"{bound}{least:,} up to symmetry, {tally.all:,} in all so far"


def unexpected(instance: Instance, tally: Tally) -> str | None:
    """How the numbers of a complete run differ from those that the instance expects."""
    wrong = [
        f"{key} {getattr(tally, key):,}, expected {value:,}" for key, value in missed(instance, tally).items()
    ]
    return f"not what the instance expects: {'; '.join(wrong)}" if wrong else None


def missed(instance: Instance, tally: Tally) -> dict[str, int]:
    """The expected `count` and `all` of the instance that differ from the totals of a complete run."""
    return {key: value for key, value in instance.expect.items() if getattr(tally, key) != value}


def text_hash(text: bytes) -> int:
    """A 128-bit hash of a board's text."""
    return int.from_bytes(hashlib.blake2b(text, digest_size=DIGEST_BYTES).digest(), "big")
