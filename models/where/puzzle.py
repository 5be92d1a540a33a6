"""A puzzle under a condition: the solutions of a puzzle that satisfy an expression.

    where: X@C3 and not T@A1      a key of any instance, see `models.where.language`

The literals that the expression forces, such as a piece at a stated place, become a cube of the model, which
engines with special structures take, too; the rest becomes clauses. A structure that cannot state the
condition is dropped; engines that do not take clauses search the unconditioned puzzle case by case (`cases`).
The symmetries that remain are those that map the normal form of the expression to itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Protocol, cast, runtime_checkable

from zenkai_solver.models.constraints import Clause, Constraint, ExactlyOne, Lit, Origin
from zenkai_solver.models.csp import Cases, Deferred, Model, Solution, extended, restrict
from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.puzzle import (
    Batched,
    Batches,
    BoardBatch,
    Doubtful,
    Encoding,
    Explained,
    Givable,
    InSpace,
    Labelled,
    Laid,
    Lettered,
    Located,
    Moving,
    Noted,
    Phrased,
    Puzzle,
    Recording,
    SideBySide,
    Sketched,
    Staged,
    Statement,
    Telling,
    Unsolved,
    Worded,
)
from zenkai_solver.models.render.text import Style
from zenkai_solver.models.symmetry import Board, SymmetryGroup
from zenkai_solver.models.where.cases import cases, true_rows
from zenkai_solver.models.where.language import Expression, Words, holds
from zenkai_solver.models.where.normal import FALSE, ClausalForm, Complement, Normal, moved, normal

if TYPE_CHECKING:
    import numpy as np  # the import takes 0.1 s, which small commands save

KEY = "where"
HANDED_ON = (
    *(Recording, Labelled, Encoding, Telling, Lettered, Givable),
    *(Doubtful, SideBySide, Noted, InSpace, Laid, Located, Moving, Phrased, Sketched, Unsolved),
)
PLACE = 40  # characters of an expression in a message


@runtime_checkable
class Conditional(Protocol):
    """A structure that can take a condition on the solutions."""

    def under(self, expression: Expression) -> object:
        """The structure restricted to the solutions that satisfy the expression."""


@dataclass(frozen=True)
class Conditioned:
    """The solutions of `inner` that satisfy `expression`, written as `text`; made by `under`."""

    inner: Any  # Puzzle and Telling
    text: str
    expression: Expression

    # ---- the model

    @cached_property
    def _whole(self) -> Model:
        return cast(Model, self.inner.model())

    @cached_property
    def _bare(self) -> Normal:
        return normal(self.expression)

    def model(self) -> Model:
        model, others = self._whole, _others(self._whole)
        symmetries = tuple(model.symmetries[i] for i in self._kept) if model.symmetries else ()
        stated = normal(self.expression, others)
        if stated == FALSE:
            if model.projection:
                impossible = restrict(model, (model.projection[0], -model.projection[0]))
            else:
                impossible = replace(
                    model, constraints=extended(model.constraints, [Clause(())]), structure=None
                )
            return replace(impossible, symmetries=symmetries)
        parts = ClausalForm.of(stated, model.size + 1, others)
        result = restrict(model, parts.cube)
        if isinstance(model.structure, Conditional):
            result = replace(result, structure=model.structure.under(self.expression))
        elif parts.clauses:
            every = Deferred(lambda: cases(self.expression, others))
            result = replace(result, structure=None, cases=Cases(replace(model, symmetries=()), every))
        constraints = extended(result.constraints, parts.clauses) if parts.clauses else result.constraints
        names = (*model.names, *parts.names)
        rules = extended(model.origins, [self._origin] * (len(parts.cube) + len(parts.clauses)))
        return replace(result, names=names, constraints=constraints, symmetries=symmetries, origins=rules)

    @property
    def _origin(self) -> Origin:
        return Origin(f"where: {self.text}")

    @cached_property
    def _kept(self) -> Sequence[int]:
        """The indices of the symmetries that map the expression to itself."""
        return [n for n, perm in enumerate(self._whole.symmetries) if moved(self._bare, perm) == self._bare]

    def symmetries(self) -> SymmetryGroup:
        group: SymmetryGroup = self.inner.symmetries()
        if group.order == 1:
            return group
        return replace(group, elements=tuple(group.elements[n] for n in self._kept))

    # ---- boards

    def decode(self, solution: Solution) -> Board:
        return cast(Board, self.inner.decode(solution))

    def violations(self, board: Board) -> Iterator[str]:
        broken = False
        for fault in self.inner.violations(board):
            broken = True
            yield fault
        if not broken and not holds(self.expression, frozenset(self.inner.encode(board))):
            yield f"not so: {self.text:.{PLACE}}"

    def render(self, board: Board, style: Style = "ascii") -> str:
        return cast(str, self.inner.render(board, style))

    def svg(self, board: Board) -> str:
        return cast(str, self.inner.svg(board))


class _Stages(Conditioned):
    def stages(self) -> Iterator[tuple[str, Puzzle]]:
        """The stages of the inner puzzle, each under the condition."""
        return ((name, _made(stage, self.text, self.expression)) for name, stage in self.inner.stages())


class _Explained(Conditioned):
    def statement(self) -> Statement:
        """The statement of the inner puzzle, with the expression stated on its variables."""
        inner: Statement = self.inner.statement()
        cells = self.inner.symmetries().region.cells
        deciding = inner.facts[: len(inner.model.projection)]
        stated = normal(Words.of(deciding, cells).parse(self.text), others := _others(inner.model))
        impossible = ClausalForm(inner.model.size + 1, clauses=[Clause(())])
        parts = impossible if stated == FALSE else ClausalForm.of(stated, inner.model.size + 1, others)
        more: list[Constraint] = [*(Clause((lit,)) for lit in parts.cube), *parts.clauses]
        model = replace(
            inner.model,
            names=(*inner.model.names, *parts.names),
            constraints=(*inner.model.constraints, *more),
            origins=(*inner.model.origins, *[self._origin] * len(more)),
        )
        return Statement(model, inner.facts)


class _Worded(Conditioned):
    @property
    def on_paper(self) -> tuple[str, ...]:
        """The rules of the inner puzzle, and the condition."""
        return (*self.inner.on_paper, f"Moreover: {self.text}")


class _Batched(Conditioned):
    def batches(self, model: Model, group: SymmetryGroup) -> Batches | None:
        tools = self.inner.batches(model, group)
        return None if tools is None else cast(Batches, _CheckedBatches(tools, self.expression))


@dataclass(frozen=True)
class _CheckedBatches:
    """The batches of the inner puzzle, with the condition checked as a rule."""

    tools: Batches
    expression: Expression

    def check(self, boards: BoardBatch) -> np.ndarray:
        right = self.tools.check(boards)
        return right & true_rows(self.expression, self.tools.rows(boards)) if right.all() else right

    def with_loops(self, loops: Any) -> _CheckedBatches:
        return replace(self, tools=self.tools.with_loops(loops))

    def __getattr__(self, name: str) -> Any:
        """The other members of `Batches` are those of `tools`."""
        if name.startswith("__"):  # looked up during unpickling, before `tools` is set
            raise AttributeError(name)
        return getattr(self.tools, name)


# ---- construction


def under(puzzle: Puzzle, text: str) -> Puzzle:
    """The puzzle under the condition. Raises ExpressionError, InstanceError if its boards have no facts."""
    if not isinstance(puzzle, Telling):
        raise InstanceError((), f"`{KEY}`: nothing can be said of the boards of a {puzzle.family}")
    cells = puzzle.symmetries().region.cells
    return _made(puzzle, text, Words.of(puzzle.facts, cells).parse(text))


def _made(puzzle: Puzzle, text: str, expression: Expression) -> Puzzle:
    """The puzzle under the condition, of a class with exactly the protocols of the puzzle's class."""
    return cast(Puzzle, _class_for(type(puzzle))(puzzle, text, expression))


@cache
def _class_for(family: type[Puzzle]) -> type[Conditioned]:
    changed = ((Staged, _Stages), (Batched, _Batched), (Explained, _Explained), (Worded, _Worded))
    bases = tuple(base for ability, base in changed if _has(family, ability)) or (Conditioned,)
    members = [name for ability in HANDED_ON if _has(family, ability) for name in _members(ability)]
    handed = {name: property(attrgetter(f"inner.{name}")) for name in members}
    return type(f"Conditioned{family.__name__}", bases, {"family": family.family, **handed})


def _has(family: type, ability: type) -> bool:
    return all(hasattr(family, name) for name in _members(ability))


def _members(ability: type) -> list[str]:
    return [name for base in ability.__mro__ for name in vars(base) if not name.startswith("_")]


def _others(model: Model) -> Complement:
    """Complements by the shortest ExactlyOne with the variables; uncounted constraints are not used."""
    if model.uncounted:
        return lambda _: None
    items: dict[Lit, list[frozenset[Lit]]] = {}
    for constraint in model.constraints:
        if isinstance(constraint, ExactlyOne) and min(constraint.lits, default=0) > 0:
            lits = frozenset(constraint.lits)
            for var in lits:
                items.setdefault(var, []).append(lits)

    def others(some: frozenset[Lit]) -> frozenset[Lit] | None:
        around = [item for item in items.get(next(iter(some), 0), ()) if some <= item]
        return min(around, key=len) - some if around else None

    return others
