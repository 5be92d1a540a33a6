"""Making compiled sets: from an instance, or from boards that are known.

The variables are in the order of a scan: by the first cell that the option covers, in the order in which the
search goes over the cells. So a search that always covers the first free cell writes the diagram as it goes,
and whichever way a set is made, its diagram is the same.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
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
from zenkai_solver.solvers.certificates.problem import Problem, exported, problem
from zenkai_solver.solvers.certificates.writing import Search, State, begun, remembering
from zenkai_solver.solvers.certificates.writing import TooLarge as TooManyStates
from zenkai_solver.solvers.checker.cover import Cover
from zenkai_solver.solvers.core.backend import rows_of
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline, Interrupted, Unsupported
from zenkai_solver.solvers.core.pipeline import prepare
from zenkai_solver.solvers.core.stages import named_stages
from zenkai_solver.solvers.kernels.diagram import Store
from zenkai_solver.solvers.kernels.jit import Work
from zenkai_solver.solvers.sets import diagram as diagrams
from zenkai_solver.solvers.sets.compiled import CompiledSet, encode, ranks, telling
from zenkai_solver.solvers.sets.diagram import Builder, Diagram, TooLarge, of_rows
from zenkai_solver.solvers.solution_files.index import files_of, is_index, open_index
from zenkai_solver.solvers.solution_files.results import ResultsError, Solutions

AT_A_LOOK = 1 << 16  # states between two looks at the clock
AT_ONCE = 1 << 14  # boards that become nodes together
FEW = 1 << 20  # states of a cover that a search for single solutions may do better
MANY = 1 << 17  # states after which such a search is tried: it takes as long as some tenths of a second of it
PATIENCE, LISTED = 5.0, 1 << 18  # seconds of that try, and the most solutions that it may find


@dataclass(frozen=True)
class Plan:
    """How an instance is compiled: the order of its variables, and the cover if it is one."""

    model: Model
    order: tuple[int, ...]
    cover: Problem | None = None
    items: tuple[int, ...] = ()  # of the cover, in the order of the search
    chosen: tuple[int, ...] = ()  # variables that are true in every solution and no options
    free: tuple[int, ...] = ()  # variables that no constraint names, last in the order; the cover is without

    @property
    def fixed(self) -> Cube:
        """What is searched: the free variables are false there, and joined to the diagram afterwards."""
        return tuple(-var for var in self.free)


def plan(instance: Instance) -> Plan:
    """Raises Unsupported for a family that cannot be asked."""
    model, facts = instance.puzzle.model(), telling(instance.puzzle).facts
    if list(model.projection) != list(range(1, len(facts) + 1)):
        raise Unsupported(
            f"the variables of this {instance.puzzle.family} are not those that tell solutions apart"
        )
    free = _free(model)
    plain = Plan(
        model, tuple(sorted(model.projection, key=lambda var: (var in free, var))), free=tuple(sorted(free))
    )
    bound = restrict(model, plain.fixed)
    try:
        found = exported(bound, planned=False) if free else problem(instance, model, planned=False)
        found = found if found.options else exported(bound, planned=False)
    except Unsupported:
        return plain
    if found.counts and model.advice is not None:  # few solutions, which an engine finds sooner
        return plain
    items = tuple(range(found.cover.n_items)) if found.exported else found.how.order
    place = {item: n for n, item in enumerate(items)}
    first = {
        var: min(place[i] for i in found.cover.options[option][0] if i in found.cover.cells)
        for var, option in found.options.items()
    }
    order = sorted(model.projection, key=lambda var: (var in free, first.get(var, len(items)), var))
    return replace(plain, order=tuple(order), cover=found, items=items, chosen=tuple(found.chosen))


def _free(model: Model) -> frozenset[int]:
    """Variables of the projection that no constraint names; with symmetries none are looked for."""
    if len(model.symmetries) > 1 or model.structure is not None:
        return frozenset()
    named = {abs(lit) for constraint in model.constraints for lit in literals(constraint)}
    return frozenset(model.projection) - named


def _freed(diagram: Diagram, free: int) -> Diagram:
    """Its sets, each with any of the last variables, which it does not have."""
    if not free or not diagram.root:
        return diagram
    chain = np.arange(free, dtype=np.int32)
    ends = np.array([0, 1], np.int32)
    below = np.concatenate([ends[1:], chain[1:] + 1])  # each node of the chain, from the last variable up
    moved = [np.where(to[2:] > 1, to[2:] + free, to[2:] * (free + 1)) for to in (diagram.lo, diagram.hi)]
    lo, hi = (np.concatenate([[0, 0], below, own]).astype(np.int32) for own in moved)
    var = np.concatenate([diagram.var[:2], diagram.size - chain, diagram.var[2:]]).astype(np.int32)
    builder = Builder(diagram.size, len(var) + 4)
    return builder.diagram(builder.add(Diagram(var, lo, hi, diagram.root + free, diagram.size)))


# ---- from the instance


def compile_instance(instance: Instance, deadline: Deadline = NEVER) -> CompiledSet:
    """By dynamic programming where it is a cover, else by finding every solution.

    Raises Unsupported, TooLarge, Interrupted, WrongSolution.
    """
    how = plan(instance)
    diagram = _searched(instance, how, deadline)
    if diagram is None:
        diagram = of_rows(_found(instance, how, deadline), len(how.order))
    return CompiledSet(instance, how.order, _freed(diagram, len(how.free)))


def _searched(instance: Instance, how: Plan, deadline: Deadline) -> Diagram | None:
    """The diagram of the cover; None where finding the solutions is the better way.

    That is tried as well when the states have become many: 6x10 has millions, but few solutions.
    """
    if how.cover is None or named_stages(instance.puzzle):
        return None
    search = _Search(how)
    if not search.orderly:
        return None
    try:
        if (diagram := search.diagram(deadline, MANY)) is None:
            diagram = _few(instance, how, deadline)
        if diagram is None:
            diagram = search.diagram(deadline, FEW if how.cover.exported else None)
        return diagram
    except TooManyStates:
        if how.cover.exported:
            return None
        raise TooLarge(
            f"{instance.name}: more states than fit into memory; compile the solutions file of a run"
        ) from None


def _few(instance: Instance, how: Plan, deadline: Deadline) -> Diagram | None:
    """The diagram of the solutions that an engine finds; None if it finds too many, or takes too long.

    Which way it is made says nothing of the diagram. Raises Interrupted, WrongSolution.
    """
    soon = replace(deadline, at=min(deadline.at, time.monotonic() + PATIENCE))
    found, number = [], 0
    try:
        for rows in _found(instance, how, soon):
            found.append(rows)
            number += len(rows)
            if number > LISTED:
                return None
    except Interrupted:
        deadline.check()
        return None
    return of_rows(found, len(how.order))


class _Search:
    """The tables of `kernels.explore`."""

    def __init__(self, how: Plan) -> None:
        assert how.cover is not None
        self.how, self.cover = how, how.cover.cover
        self.builder, self.state = Builder(len(how.order)), begun(self.cover)
        place = {item: n for n, item in enumerate(how.items)}
        by_variable = ranks(how.order)
        self.rank = np.zeros(len(self.cover.options), np.int32)
        for var, option in how.cover.options.items():
            self.rank[option] = by_variable[var]
        own: list[list[int]] = [[] for _ in range(self.cover.n_items)]
        for option, (items, _) in enumerate(self.cover.options):
            own[min((i for i in items if i in self.cover.cells), key=place.__getitem__)].append(option)
        self.lists = [sorted(options, key=lambda o: (self.rank[o] > 0, -self.rank[o])) for options in own]

    @property
    def orderly(self) -> bool:
        """Is there one way at most to leave each item without a variable?"""
        ways = (
            sum(self.rank[o] == 0 for o in options) + (item in self.cover.cells - self.cover.must)
            for item, options in enumerate(self.lists)
        )
        return max(ways, default=0) <= 1

    def arguments(self, state: State, store: Store) -> tuple[Any, ...]:
        """Of `kernels.explore`."""
        first = np.cumsum([0, *map(len, self.lists)], dtype=np.int64)
        lists = np.array([o for options in self.lists for o in options], np.int64)
        order = np.array(self.how.items, np.int64)
        tables, frames, memo, watch, at = state
        return tables, order, first, lists, self.rank, frames, memo, watch, at, store, AT_A_LOOK

    def diagram(self, deadline: Deadline, most: int | None) -> Diagram | None:
        """None if there are more than `most` states; called again, it goes on from there.

        Raises TooManyStates, TooLarge, Interrupted.
        """
        builder = self.builder
        while True:
            match kernels.explore(*self.arguments(self.state, builder.store)):
                case states.DONE:
                    break
                case states.TABLE_FULL:
                    self.state = self.state.grown()
                case states.OUTPUT_FULL:
                    builder.reserve(len(builder.store.var))
            if most is not None and self.state.at[states.USED] > most:
                return None
            deadline.check()
        found = builder.diagram(int(self.state.frames.low[0]))
        for var in self.how.chosen:
            again = Builder(found.size, 3 * found.nodes + 8)
            found = again.diagram(again.joined(found, int(ranks(self.how.order)[var])))
        return found


def _found(instance: Instance, how: Plan, deadline: Deadline) -> Iterator[np.ndarray]:
    """The rows of all solutions, found by the engine that suits the instance and checked by the rules."""
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
    """The boards, as rows joined by line feeds; with `orbits` their images too. Raises ResultsError."""
    how = plan(instance)
    rows = (rows for some in _blocks(texts) for rows in _images(how, _encoded(instance, how, some), orbits))
    return CompiledSet(instance, how.order, of_rows(rows, len(how.order)), reason)


class _Reader:
    """The boards of solutions files; after the last of them, what the footer, or the index, says."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.reason: str | None = "the run did not end"
        self.all: int | None = None

    def texts(self, files: Sequence[Solutions]) -> Iterator[bytes]:
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


def _encoded(instance: Instance, how: Plan, texts: Sequence[bytes]) -> np.ndarray:
    """Boards as rows of true variables, each held against the rules. Raises ResultsError."""
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


def _images(how: Plan, rows: np.ndarray, orbits: bool) -> Iterator[np.ndarray]:
    """The rows in the diagram's variables, under every symmetry of the model if asked."""
    if not orbits or len(how.model.symmetries) < 2:
        yield ranked_rows(how, rows)
        return
    for permutation in how.model.symmetries:
        yield ranked_rows(how, np.array(permutation, np.int32)[rows])


def ranked_rows(how: Plan, rows: np.ndarray) -> np.ndarray:
    """Rows of variables as rising rows of the diagram's variables, 0 after the last."""
    moved: np.ndarray = ranks(how.order)[rows]
    moved[moved == 0] = END
    moved.sort(axis=1)
    moved[moved == END] = 0
    return moved


def works() -> list[Work]:
    """What compiling and asking compile."""
    one = frozenset({0})
    cover = Cover(1, one, one, one, (((0,), -1),))
    how = Problem(cover, {1: 0}, (), True, Search((0,), False))
    model = Model(("",), (), (1,))
    search = _Search(Plan(model, (1,), how, (0,)))
    arguments = search.arguments(search.state, search.builder.store)
    return [Work(kernels.explore, arguments), remembering(), *diagrams.works()]
