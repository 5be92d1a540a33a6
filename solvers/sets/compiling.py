"""Compiling sets of solutions: from an instance, or from boards that are known.

The order of the variables depends on the model alone: options by the first cell that they cover, in the order
in which the search goes over the cells. So a search that always covers the first free cell can write the
diagram as it goes; and however a set is compiled, its diagram is the same.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from zenkai_solver.models.constraints import literals
from zenkai_solver.models.csp import Cube, Model, restrict
from zenkai_solver.models.puzzle import Batched, Instance
from zenkai_solver.models.symmetry import END
from zenkai_solver.solvers.certificates.kernels import compiling as kernels
from zenkai_solver.solvers.certificates.kernels import cover as states
from zenkai_solver.solvers.certificates.problem import CertificateCover, exported, problem
from zenkai_solver.solvers.certificates.writing import CertificateTooLarge as TooManyStates
from zenkai_solver.solvers.certificates.writing import (
    CoverSearchState,
    SearchOrder,
    remembering,
    smallest,
)
from zenkai_solver.solvers.core.backend import rows_of
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline, Interrupted, Unsupported
from zenkai_solver.solvers.core.pipeline import prepare
from zenkai_solver.solvers.core.stages import named_stages
from zenkai_solver.solvers.kernels.jit import Work
from zenkai_solver.solvers.sets import diagram as diagrams
from zenkai_solver.solvers.sets.compiled import CompiledSet, encode, ranks, telling
from zenkai_solver.solvers.sets.diagram import Builder, Diagram, DiagramTooLarge, of_rows
from zenkai_solver.solvers.solution_files.index import files_of, is_index, open_index
from zenkai_solver.solvers.solution_files.results import ResultsError, SolutionsFile

AT_A_LOOK = 1 << 16  # states between two looks at the clock
AT_ONCE = 1 << 14  # boards that become nodes together
FEW = 1 << 20  # states of an exported cover above which its solutions are listed instead
MANY = 1 << 17  # states, some tenths of a second of search, after which listing the solutions is tried first
PATIENCE, LISTED = 5.0, 1 << 18  # seconds of that try, and the most solutions that it may list


@dataclass(frozen=True)
class CompilePlan:
    """How an instance is compiled: the order of its variables, and the cover if it is one."""

    model: Model
    order: tuple[int, ...]
    cover: CertificateCover | None = None
    items: tuple[int, ...] = ()  # of the cover, in the order of the search
    chosen: tuple[int, ...] = ()  # variables that are true in every solution and are no options
    free: tuple[int, ...] = ()  # variables that no constraint names; last in the order, not in the cover

    @property
    def fixed(self) -> Cube:
        """The cube that is searched: free variables are false, and are added to the diagram afterwards."""
        return tuple(-var for var in self.free)


def plan(instance: Instance) -> CompilePlan:
    """How the instance is compiled. Raises Unsupported where variables are no facts of boards."""
    model, facts = instance.puzzle.model(), telling(instance.puzzle).facts
    if list(model.projection) != list(range(1, len(facts) + 1)):
        raise Unsupported(
            f"the variables of this {instance.puzzle.family} are not those that tell solutions apart"
        )
    free = _free(model)
    plain = CompilePlan(
        model, tuple(sorted(model.projection, key=lambda var: (var in free, var))), free=tuple(sorted(free))
    )
    bound = restrict(model, plain.fixed)
    try:
        cover = exported(bound, planned=False) if free else problem(instance, model, planned=False)
        cover = cover if cover.options else exported(bound, planned=False)
    except Unsupported:
        return plain
    if cover.counts and model.advice is not None:  # few solutions, which an engine finds sooner
        return plain
    items = tuple(range(cover.cover.n_items)) if cover.exported else cover.how.order
    place = {item: n for n, item in enumerate(items)}
    first = {
        var: min(place[i] for i in cover.cover.options[option][0] if i in cover.cover.cells)
        for var, option in cover.options.items()
    }
    order = sorted(model.projection, key=lambda var: (var in free, first.get(var, len(items)), var))
    return replace(plain, order=tuple(order), cover=cover, items=items, chosen=tuple(cover.chosen))


def _free(model: Model) -> frozenset[int]:
    """Variables of the projection that no constraint names; none where the model has symmetries or a
    structure, which may name them.
    """
    if len(model.symmetries) > 1 or model.structure is not None:
        return frozenset()
    named = {abs(lit) for constraint in model.constraints for lit in literals(constraint)}
    return frozenset(model.projection) - named


def _freed(diagram: Diagram, free: int) -> Diagram:
    """The unions of each of its sets with each subset of the last `free` variables, which no set has."""
    if not free or not diagram.root:
        return diagram
    chain = np.arange(free, dtype=np.int32)
    ends = np.array([0, 1], np.int32)
    below = np.concatenate([ends[1:], chain[1:] + 1])  # each node of the chain, from the last variable up
    moved = [np.where(to[2:] > 1, to[2:] + free, to[2:] * (free + 1)) for to in (diagram.lo, diagram.hi)]
    lo, hi = (np.concatenate([[0, 0], below, children]).astype(np.int32) for children in moved)
    var = np.concatenate([diagram.var[:2], diagram.size - chain, diagram.var[2:]]).astype(np.int32)
    builder = Builder(diagram.size, len(var) + 4)
    return builder.diagram(builder.add(Diagram(var, lo, hi, diagram.root + free, diagram.size)))


# ---- from the instance


def compile_instance(instance: Instance, deadline: Deadline = NEVER) -> CompiledSet:
    """By dynamic programming where it is a cover, else by finding every solution.

    Raises Unsupported, DiagramTooLarge, Interrupted, WrongSolution.
    """
    how = plan(instance)
    diagram = _searched(instance, how, deadline)
    if diagram is None:
        diagram = of_rows(_listed(instance, how, deadline), len(how.order))
    return CompiledSet(instance, how.order, _freed(diagram, len(how.free)))


def _searched(instance: Instance, how: CompilePlan, deadline: Deadline) -> Diagram | None:
    """The diagram of the cover; None where listing the solutions is the better way.

    Listing is also tried once the states have become many: 6x10 has millions of them, but few solutions.
    """
    if how.cover is None or named_stages(instance.puzzle):
        return None
    try:
        search = _CoverCompiler(how)
        if not search.orderly:
            return None
        if (diagram := search.diagram(deadline, MANY)) is None:
            diagram = _few(instance, how, deadline)
        if diagram is None:
            diagram = search.diagram(deadline, FEW if how.cover.exported else None)
        return diagram
    except TooManyStates:
        if how.cover.exported:
            return None
        raise DiagramTooLarge(
            f"{instance.name}: more states than fit into memory; compile the solutions file of a run"
        ) from None


def _few(instance: Instance, how: CompilePlan, deadline: Deadline) -> Diagram | None:
    """The diagram of the solutions that an engine lists; None if they are too many, or take too long.

    Raises Interrupted, WrongSolution.
    """
    soon = replace(deadline, at=min(deadline.at, time.monotonic() + PATIENCE))
    blocks, number = [], 0
    try:
        for rows in _listed(instance, how, soon):
            blocks.append(rows)
            number += len(rows)
            if number > LISTED:
                return None
    except Interrupted:
        deadline.check()
        return None
    return of_rows(blocks, len(how.order))


class _CoverCompiler:
    """The arrays of `kernels.explore`. Raises TooManyStates."""

    def __init__(self, how: CompilePlan) -> None:
        assert how.cover is not None
        self.how, self.cover, self.builder = how, how.cover.cover, Builder(len(how.order))
        by_variable = ranks(how.order)
        of_option = np.zeros(len(self.cover.options), np.int32)
        for var, option in how.cover.options.items():
            of_option[option] = by_variable[var]
        order = np.lexsort((-of_option, of_option > 0))
        self.rank = of_option[order]
        numbered = copy(self.cover)  # with options in the order in which `explore` needs them
        numbered.options = [self.cover.options[o] for o in order]
        numbered.moves = [self.cover.moves[o] for o in order]
        self.items_of = [items for items, _ in numbered.options]
        self.search = CoverSearchState.of(numbered, True)
        self.search.begin(numbered, numbered.start)

    @property
    def orderly(self) -> bool:
        """Does each item have at most one way without a variable: an option of none, or staying uncovered?"""
        place = {item: n for n, item in enumerate(self.how.items)}
        ways = Counter(self.cover.cells - self.cover.must)
        for o in np.flatnonzero(self.rank == 0):
            items = self.items_of[o]
            ways[min((i for i in items if i in self.cover.cells), key=place.__getitem__)] += 1
        return max(ways.values(), default=0) <= 1

    def arguments(self) -> tuple[Any, ...]:
        """Of `kernels.explore`."""
        tables, frames, memo, at, left = self.search
        order = np.array(self.how.items, np.int64)
        return tables, order, self.rank, frames, memo, at, self.builder.store, left, AT_A_LOOK

    def diagram(self, deadline: Deadline, most: int | None) -> Diagram | None:
        """None if there are more than `most` states; called again, it goes on from there.

        Raises TooManyStates, DiagramTooLarge, Interrupted.
        """
        builder = self.builder
        while True:
            match kernels.explore(*self.arguments()):
                case states.DONE:
                    break
                case states.TABLE_FULL:
                    self.search = self.search.grown()
                case states.OUTPUT_FULL:
                    builder.reserve(len(builder.store.var))
            if most is not None and self.search.at[states.USED] > most:
                return None
            deadline.check()
        diagram = builder.diagram(int(self.search.frames.low[0]))
        for var in self.how.chosen:
            again = Builder(diagram.size, 3 * diagram.nodes + 8)
            diagram = again.diagram(again.joined(diagram, int(ranks(self.how.order)[var])))
        return diagram


def _listed(instance: Instance, how: CompilePlan, deadline: Deadline) -> Iterator[np.ndarray]:
    """All solutions as rows of the diagram's variables, by the engine that suits, checked by the rules."""
    prepared = prepare(instance, symmetry="orbits")
    prepared = replace(prepared, opened=prepared.backend.open(restrict(prepared.model, how.fixed)))
    texts = (text for chunk in prepared.chunks(deadline) for text in chunk.texts)
    for some in _blocks(texts):
        deadline.check()
        yield from _images(how, _encoded(instance, how, some), True)


# ---- from boards


def compile_file(path: Path) -> CompiledSet:
    """The solutions of a file, or of a set of files by its index. Raises ResultsError, OSError."""
    files = files_of(path)
    head, reader = files[0], _Reader(path)
    how = plan(head.instance)
    orbits = head.mode == "orbits"
    rows = (
        rows
        for some in _blocks(reader.texts(files))
        for rows in _images(how, _encoded(head.instance, how, some), orbits)
    )
    diagram = of_rows(rows, len(how.order))
    if reader.all is not None and reader.all != diagram.count:
        raise ResultsError(
            f"{path}: {reader.all:,} solutions in all by its footer, but it has {diagram.count:,}"
        )
    return CompiledSet(head.instance, how.order, diagram, reader.reason)


def compile_boards(
    instance: Instance, texts: Iterable[bytes], orbits: bool, reason: str | None
) -> CompiledSet:
    """The set of these boards, texts of rows joined by line feeds; with `orbits` their images too.

    `reason`: why these are not all solutions, or None. Raises ResultsError.
    """
    how = plan(instance)
    rows = (rows for some in _blocks(texts) for rows in _images(how, _encoded(instance, how, some), orbits))
    return CompiledSet(instance, how.order, of_rows(rows, len(how.order)), reason)


class _Reader:
    """Reads the boards of solutions files; after the last one it has what the footer, or the index, says."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.reason: str | None = "the run did not end"
        self.all: int | None = None

    def texts(self, files: Sequence[SolutionsFile]) -> Iterator[bytes]:
        for file in files:
            for value in file.texts():
                if isinstance(value, bytes):
                    yield value
                    continue
                reason, total = value.get("reason"), value.get("all")
                self.reason = None if reason is None else str(reason)
                self.all = total if isinstance(total, int) else None
        if is_index(self.path):
            index = open_index(self.path)
            self.reason, self.all = index.reason, index.all


def _blocks(texts: Iterable[bytes]) -> Iterator[list[bytes]]:
    left = iter(texts)
    while some := list(islice(left, AT_ONCE)):
        yield some


def _encoded(instance: Instance, how: CompilePlan, texts: Sequence[bytes]) -> np.ndarray:
    """Boards as rows of true variables, each checked against the rules. Raises ResultsError."""
    puzzle = instance.puzzle
    tools = puzzle.batches(how.model, puzzle.symmetries()) if isinstance(puzzle, Batched) else None
    boards = tools.read(texts) if tools is not None else None
    if tools is not None and boards is not None and tools.check(boards).all():
        return tools.rows(boards)
    rows = []
    for text in texts:
        board = tuple(text.decode().split("\n"))
        if broken := next(iter(puzzle.violations(board)), None):
            raise ResultsError(f"{instance.name}: {'/'.join(board)}: {broken}")
        rows.append(encode(puzzle, board))
    return rows_of(rows)


def _images(how: CompilePlan, rows: np.ndarray, orbits: bool) -> Iterator[np.ndarray]:
    """The rows in the diagram's variables; with `orbits` their images under all symmetries of the model."""
    if not orbits or len(how.model.symmetries) < 2:
        yield ranked_rows(how, rows)
        return
    for permutation in how.model.symmetries:
        yield ranked_rows(how, np.array(permutation, np.int32)[rows])


def ranked_rows(how: CompilePlan, rows: np.ndarray) -> np.ndarray:
    """Rows of variables as rising rows of the diagram's variables, 0 after the last."""
    moved: np.ndarray = ranks(how.order)[rows]
    moved[moved == 0] = END
    moved.sort(axis=1)
    moved[moved == END] = 0
    return moved


def works() -> list[Work]:
    """The kernels that compiling sets and querying them need."""
    how = CertificateCover(smallest(), {1: 0}, (), True, SearchOrder((0,), 0))
    search = _CoverCompiler(CompilePlan(Model(("",), (), (1,)), (1,), how, (0,)))
    return [Work(kernels.explore, search.arguments()), remembering(), *diagrams.works()]
