"""The closed cubes of one or more runs of the same search, checked to be disjoint and to cover the whole.

    gathered(ledgers) -> Gathered     raises ResultsError, naming run and cube

Several ledgers are the shares of one search on several machines (`--shard`): the first cubes of their trees
are the same. The tree is checked by unit propagation alone, with a model built anew from the instance,
whatever the engines were.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import islice
from pathlib import Path

from zenkai_solver.models.constraints import Lit
from zenkai_solver.models.csp import Cube, Model
from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.loading import loads
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.models.symmetry import broken
from zenkai_solver.solvers.certificates.binding import Bound
from zenkai_solver.solvers.certificates.certificate import CertificatePlan
from zenkai_solver.solvers.core.deadlines import Unsupported
from zenkai_solver.solvers.core.pipeline import Chunk, Tally
from zenkai_solver.solvers.core.rechecking import listed
from zenkai_solver.solvers.core.stages import counting, puzzles
from zenkai_solver.solvers.cubes.jobs import Space
from zenkai_solver.solvers.cubes.ledger import ROOT, SHARDS, CubeRow, Ledger, archived, summed
from zenkai_solver.solvers.cubes.session import fingerprint
from zenkai_solver.solvers.cubes.shards import chunk_of, read_shard
from zenkai_solver.solvers.cubes.splitting import Propagator, proof_fault
from zenkai_solver.solvers.engines.table import make
from zenkai_solver.solvers.solution_files.results import ResultsError

SAME = {"sha256": "instance", "symmetry": "symmetry mode", "stages": "stages", "keep": "what is kept"}
PRECEDENCE = ("closed", "split", "refuted", "failed", "open", "elsewhere")


@dataclass(frozen=True)
class Leaf:
    """A closed cube and where its solutions are."""

    row: CubeRow
    folder: Path

    @property
    def shard(self) -> Path:
        return self.folder / SHARDS / self.row.shard


@dataclass(frozen=True)
class Gathered:
    """The leaves of the tree of one stage; `open`: the cubes that no run has closed, each with its folder.

    `unplanned`: the stage is not yet split into cubes.
    """

    instance: Instance
    tally: Tally
    leaves: tuple[Leaf, ...]
    open: tuple[tuple[CubeRow, Path], ...]
    unplanned: bool
    seconds: float

    @property
    def reason(self) -> str | None:
        """None if complete."""
        if self.unplanned:
            return "not yet split into cubes"
        cubes = len(self.leaves) + len(self.open)
        return f"{len(self.open):,} of {cubes:,} cubes are not closed" if self.open else None


def gathered(ledgers: Sequence[Ledger]) -> Gathered:
    """The cubes of all ledgers, checked. Raises ResultsError."""
    first = ledgers[0]
    for other in ledgers[1:]:
        _same_run(first, other)
    try:
        instance = loads(first.run["text"], first.run["instance"])
    except InstanceError as error:
        raise ResultsError(f"{first.folder}: the run's instance: {error}") from None
    rows = [(row, ledger.folder) for ledger in ledgers for row in ledger.rows()]
    spaces = {stage: space for ledger in ledgers for stage, space in ledger.spaces().items()}
    stage = counting(first.run["stages"], partial(_refuted, rows, spaces))
    if first.run["stages"] != len(puzzles(instance.puzzle)):
        raise ResultsError(f"{first.folder}: the instance has another number of stages than the run had")
    symmetry = first.run["symmetry"]
    if stage not in spaces:
        return Gathered(instance, Tally(symmetry), (), (), True, 0.0)
    of_stage = [(row, folder) for row, folder in rows if row.stage == stage]
    tree = _Tree(_model(instance, stage, spaces[stage], first.folder), spaces[stage], of_stage, first.folder)
    tree.check()
    tally = summed(symmetry, (leaf.row for leaf in tree.leaves))
    seconds = sum(leaf.row.seconds for leaf in tree.leaves)
    return Gathered(instance, tally, tuple(tree.leaves), tuple(tree.open), False, seconds)


def _same_run(first: Ledger, second: Ledger) -> None:
    """Raises ResultsError unless both are shares of one search."""
    for key, word in SAME.items():
        if first.run[key] != second.run[key]:
            raise ResultsError(f"{second.folder}: another {word} than {first.folder}: not parts of one run")
    for stage in first.spaces().keys() & second.spaces().keys():
        if first.spaces()[stage] != second.spaces()[stage]:
            raise ResultsError(f"{second.folder}: another model than {first.folder}: not parts of one run")


def _refuted(rows: Sequence[tuple[CubeRow, Path]], spaces: dict[int, Space], stage: int) -> bool:
    """Is the stage closed, by all ledgers together, without a solution?"""
    of_stage = [row for row, _ in rows if row.stage == stage]
    tree = {row.cube for row in of_stage if row.state in ("open", "failed", "elsewhere")}
    closed = {row.cube for row in of_stage if row.state in ("closed", "split")}
    return stage in spaces and tree <= closed and not any(row.written for row in of_stage)


def _model(instance: Instance, stage: int, space: Space, folder: Path) -> Model:
    """The model of a stage, its symmetry broken as in the run. Raises ResultsError if it is another model."""
    model = puzzles(instance.puzzle)[stage].model()
    if fingerprint(model) != space.fingerprint:
        raise ResultsError(f"{folder}: this program makes another model of the instance than the run had")
    recipe = space.recipe
    inside = all(1 <= lit <= model.size for lit in recipe.anchor) and set(recipe.stay) <= set(recipe.anchor)
    if not inside or bool(recipe.anchor) != (recipe.way == "anchor"):
        raise ResultsError(
            f"{folder}: the ledger is damaged: space {stage}: its anchor is not one of the model"
        )
    return broken(model, recipe).model


@dataclass
class _Tree:
    """The tree of cubes of one stage, as the rows of all ledgers state it."""

    model: Model
    space: Space
    rows: Sequence[tuple[CubeRow, Path]]
    folder: Path
    leaves: list[Leaf] = field(default_factory=list)
    open: list[tuple[CubeRow, Path]] = field(default_factory=list)

    def check(self) -> None:
        """Fill `leaves` and `open` from the root on. Raises ResultsError."""
        self.best: dict[Cube, tuple[CubeRow, Path]] = {}
        self.children: dict[Cube | None, list[Cube]] = {}
        self._index()
        top = self.children.get(None, [])
        if self.space.kind == "parts":
            self._check_parts(top)
        elif top != [()]:
            self._check_split((), top)
        for cube in top:
            self._visit(cube)
        reached = {leaf.row.cube for leaf in self.leaves}
        for row, folder in self.rows:
            if row.state == "closed" and row.cube not in reached:
                raise ResultsError(
                    f"{folder}: cube {row.number} is closed but not reachable from the first cubes"
                )

    @cached_property
    def propagate(self) -> Propagator:
        return Propagator(self.model)

    @cached_property
    def projection(self) -> frozenset[Lit]:
        return frozenset(self.model.projection)

    def _index(self) -> None:
        """Find for each cube its children, and the row that counts where several runs have it
        (PRECEDENCE).
        """
        by_number = {(folder, row.number): row for row, folder in self.rows}
        for row, folder in self.rows:
            if self.space.kind == "literals" and not all(0 < abs(lit) <= self.model.size for lit in row.cube):
                raise ResultsError(f"{folder}: cube {row.number} has literals that the model has not")
            known = self.best.get(row.cube)
            if known and known[0].state == row.state == "closed":
                raise ResultsError(
                    f"{folder}: cube {row.number} is closed here and in {known[1]}: they overlap"
                )
            if known is None:
                if row.parent != ROOT and (folder, row.parent) not in by_number:
                    raise ResultsError(f"{folder}: cube {row.number} has no parent")
                above = None if row.parent == ROOT else by_number[folder, row.parent].cube
                self.children.setdefault(above, []).append(row.cube)
            if known is None or PRECEDENCE.index(row.state) < PRECEDENCE.index(known[0].state):
                self.best[row.cube] = row, folder

    def _check_parts(self, top: Sequence[Cube]) -> None:
        """Are the first cubes all parts into which the engine divides its search? Raises ResultsError."""
        try:
            parts = sorted(make(self.space.chooser).open(self.model).parts())
        except (KeyError, Unsupported):
            fault = "the ledger is damaged: no engine has made its parts"
            raise ResultsError(f"{self.folder}: {fault}") from None
        if sorted(top) != parts:
            raise ResultsError(f"{self.folder}: its parts are not all parts of the search")

    def _check_split(self, cube: Cube, children: Sequence[Cube]) -> None:
        """Are the children disjoint, and their union the cube? Raises ResultsError."""
        last = {lit for child in children for lit in child[-1:]}
        auxiliary = [lit for lit in last if abs(lit) not in self.projection]
        # Cubes that differ in an auxiliary variable only may have the same solutions.
        fault = f"literal {min(auxiliary)} is not in the projection" if auxiliary else None
        if fault := fault or proof_fault(self.propagate, cube, children):
            where = f"cube {self.best[cube][0].number}" if cube in self.best else "the first split"
            raise ResultsError(f"{self.folder}: {where}: {fault}")

    def _visit(self, top: Cube) -> None:
        """Visit the tree below a first cube, without recursion: it can be as deep as there are variables."""
        stack = [top]
        while stack:
            cube = stack.pop()
            row, folder = self.best[cube]
            if row.state == "split":
                self._check_split(cube, self.children.get(cube, []))
                stack += reversed(self.children.get(cube, []))
            elif row.state == "closed":
                self.leaves.append(Leaf(row, folder))
            elif row.state == "refuted":
                if self.propagate(cube) is not None:
                    raise ResultsError(f"{folder}: cube {row.number} is not refuted by propagation")
            else:
                self.open.append((row, folder))


AT_ONCE = 4_096  # lines


def chunks(whole: Gathered) -> Iterator[Chunk]:
    """All solutions, in the order of the shards. Raises ResultsError."""
    for leaf in whole.leaves:
        if leaf.row.size:
            lines = read_shard(leaf.shard, leaf.row.size, leaf.row.checksum)
            while some := list(islice(lines, AT_ONCE)):
                yield chunk_of(some, whole.tally.symmetry == "all")


def compared(folder: Path, plan: CertificatePlan, bound: Bound) -> Tally:
    """The totals of a complete kept run, each board tested by the certificate. Raises ResultsError."""
    with closing(archived(folder)) as ledger:
        return compared_all(folder, gathered([ledger]), plan, bound)


def compared_all(folder: Path, whole: Gathered, plan: CertificatePlan, bound: Bound) -> Tally:
    """The same, of what was gathered from a ledger."""
    if whole.reason:
        raise ResultsError(f"{folder}: {whole.reason}")
    return listed(folder, chunks(whole), plan, bound, whole.tally.symmetry)
