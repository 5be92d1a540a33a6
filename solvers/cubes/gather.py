"""The closed cubes of one or more runs of the same search, checked to be disjoint and to cover the whole.

    gathered(ledgers) -> Gathered     raises ResultsError, naming run and cube

Several ledgers are the parts of one search on several machines (`--shard`): their trees begin alike. The tree
is checked by unit propagation alone, with a model made anew from the instance, whatever the engines were.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path

from zenkai_solver.models.constraints import Lit
from zenkai_solver.models.csp import Cube, Model
from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.loading import loads
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.models.symmetry import broken
from zenkai_solver.solvers.core.deadlines import Unsupported
from zenkai_solver.solvers.core.pipeline import Tally
from zenkai_solver.solvers.core.stages import counting, puzzles
from zenkai_solver.solvers.cubes.jobs import Space
from zenkai_solver.solvers.cubes.ledger import ROOT, SHARDS, Ledger, Row, summed
from zenkai_solver.solvers.cubes.session import fingerprint
from zenkai_solver.solvers.cubes.splitting import Propagator, proof_fault
from zenkai_solver.solvers.engines.table import make
from zenkai_solver.solvers.solution_files.results import ResultsError

SAME = {"sha256": "instance", "symmetry": "symmetry mode", "stages": "stages", "keep": "what is kept"}
PRECEDENCE = ("closed", "split", "refuted", "failed", "open", "elsewhere")


@dataclass(frozen=True)
class Leaf:
    """A closed cube and where its solutions are."""

    row: Row
    folder: Path

    @property
    def shard(self) -> Path:
        return self.folder / SHARDS / self.row.shard


@dataclass(frozen=True)
class Gathered:
    """The leaves of one stage's tree; `open` are the cubes that nobody has closed, each with its run."""

    instance: Instance
    tally: Tally
    leaves: tuple[Leaf, ...]
    open: tuple[tuple[Row, Path], ...]
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
    own = [(row, folder) for row, folder in rows if row.stage == stage]
    tree = _Tree(_model(instance, stage, spaces[stage], first.folder), spaces[stage], own, first.folder)
    tree.check()
    tally = summed(symmetry, (leaf.row for leaf in tree.leaves))
    seconds = sum(leaf.row.seconds for leaf in tree.leaves)
    return Gathered(instance, tally, tuple(tree.leaves), tuple(tree.open), False, seconds)


def _same_run(one: Ledger, two: Ledger) -> None:
    for key, word in SAME.items():
        if one.run[key] != two.run[key]:
            raise ResultsError(f"{two.folder}: another {word} than {one.folder}: not parts of one run")
    for stage in one.spaces().keys() & two.spaces().keys():
        if one.spaces()[stage] != two.spaces()[stage]:
            raise ResultsError(f"{two.folder}: another model than {one.folder}: not parts of one run")


def _refuted(rows: Sequence[tuple[Row, Path]], spaces: dict[int, Space], stage: int) -> bool:
    """Is the stage closed, by all ledgers together, without a solution?"""
    own = [row for row, _ in rows if row.stage == stage]
    tree = {row.cube for row in own if row.state in ("open", "failed", "elsewhere")}
    closed = {row.cube for row in own if row.state in ("closed", "split")}
    return stage in spaces and tree <= closed and not any(row.written for row in own)


def _model(instance: Instance, stage: int, space: Space, folder: Path) -> Model:
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
    model: Model
    space: Space
    rows: Sequence[tuple[Row, Path]]
    folder: Path
    leaves: list[Leaf] = field(default_factory=list)
    open: list[tuple[Row, Path]] = field(default_factory=list)

    def check(self) -> None:
        """Fill `leaves` and `open` from the root on. Raises ResultsError."""
        self.best: dict[Cube, tuple[Row, Path]] = {}
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
    def own(self) -> frozenset[Lit]:
        return frozenset(self.model.projection)

    def _index(self) -> None:
        """Of each cube the most telling row, and its children, over all runs."""
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
        try:
            parts = sorted(make(self.space.chooser).open(self.model).parts())
        except (KeyError, Unsupported):
            fault = "the ledger is damaged: no engine has made its parts"
            raise ResultsError(f"{self.folder}: {fault}") from None
        if sorted(top) != parts:
            raise ResultsError(f"{self.folder}: its parts are not all parts of the search")

    def _check_split(self, cube: Cube, children: Sequence[Cube]) -> None:
        fault = self._foreign(children)
        if fault := fault or proof_fault(self.propagate, cube, children):
            where = f"cube {self.best[cube][0].number}" if cube in self.best else "the first split"
            raise ResultsError(f"{self.folder}: {where}: {fault}")

    def _foreign(self, children: Sequence[Cube]) -> str | None:
        """Cubes that differ in an auxiliary variable only may have the same solutions."""
        lits = {lit for child in children for lit in child[-1:]}
        others = [lit for lit in lits if abs(lit) not in self.own]
        return f"literal {min(others)} is not in the projection" if others else None

    def _visit(self, top: Cube) -> None:
        """A tree can be as deep as there are variables: no recursion."""
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
