"""A puzzle under a condition: the solutions of another one for which an expression is true.

    where: X@C3 and not T@A1      a key of any instance, see `models.where.language`

What is forced by it alone, such as a piece that lies where it says, becomes a cube of the model, which the
engines with a structure of their own take too; the rest becomes clauses. A structure that cannot state these
is left out; engines that do not read clauses search the puzzle without the condition, case by case
(`cases`). The symmetries that are left are those that map the expression onto itself as it is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Protocol, cast, runtime_checkable

from zenkai_solver.models.constraints import Clause, Constraint, ExactlyOne, Lit, Said
from zenkai_solver.models.csp import Cases, Deferred, Item, Model, Solution, restrict
from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.puzzle import (
    Batched,
    Batches,
    BoardBatch,
    Encoding,
    Explained,
    Givable,
    InSpace,
    Labelled,
    Laid,
    Moving,
    Noted,
    Puzzle,
    Recording,
    SideBySide,
    Sketched,
    Staged,
    Statement,
    Telling,
    Unsolved,
)
from zenkai_solver.models.render.text import Style
from zenkai_solver.models.symmetry import Board, SymmetryGroup
from zenkai_solver.models.where.cases import cases, true_rows
from zenkai_solver.models.where.language import Expression, Words, holds
from zenkai_solver.models.where.normal import FALSE, Alone, Normal, Parts, moved, normal

if TYPE_CHECKING:
    import numpy as np  # takes a tenth of a second: small commands do without

KEY = "where"
HANDED_ON = (
    *(Recording, Labelled, Encoding, Telling, Givable),
    *(SideBySide, Noted, InSpace, Laid, Moving, Sketched, Unsolved),
)
PLACE = 40  # characters of an expression in a message


@runtime_checkable
class Conditional(Protocol):
    """A structure that can state a condition on the solutions."""

    def under(self, expression: Expression) -> object:
        """The structure whose solutions are those for which the expression is true."""


@dataclass(frozen=True)
class Conditioned:
    """The solutions of `inner` for which `expression`, which is `text`, is true; see `under`."""

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
            return replace(self._impossible(), symmetries=symmetries)
        parts = Parts.of(stated, model.size + 1, others)
        found = restrict(model, parts.cube)
        if isinstance(model.structure, Conditional):
            found = replace(found, structure=model.structure.under(self.expression))
        elif parts.clauses:
            every = Deferred(lambda: cases(self.expression, others))
            found = replace(found, structure=None, cases=Cases(replace(model, symmetries=()), every))
        constraints = _with(found.constraints, parts.clauses) if parts.clauses else found.constraints
        names = (*model.names, *parts.names)
        said = _with(model.said, [self._said] * (len(parts.cube) + len(parts.clauses)))
        return replace(found, names=names, constraints=constraints, symmetries=symmetries, said=said)

    @property
    def _said(self) -> Said:
        return Said(f"where: {self.text}")

    def _impossible(self) -> Model:
        model = self._whole
        if model.projection:
            return restrict(model, (model.projection[0], -model.projection[0]))
        return replace(model, constraints=_with(model.constraints, [Clause(())]), structure=None)

    @cached_property
    def _kept(self) -> Sequence[int]:
        """The symmetries that map the expression onto itself."""
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
        """Each under the condition: the first that has a solution for which the expression is true counts."""
        return ((name, _made(stage, self.text, self.expression)) for name, stage in self.inner.stages())


class _Explained(Conditioned):
    def statement(self) -> Statement:
        """The expression once more, on the variables of the inner puzzle's statement."""
        own: Statement = self.inner.statement()
        cells = self.inner.symmetries().region.cells
        deciding = own.facts[: len(own.model.projection)]
        stated = normal(Words.of(deciding, cells).parse(self.text), others := _others(own.model))
        impossible = Parts(own.model.size + 1, clauses=[Clause(())])
        parts = impossible if stated == FALSE else Parts.of(stated, own.model.size + 1, others)
        more: list[Constraint] = [*(Clause((lit,)) for lit in parts.cube), *parts.clauses]
        model = replace(
            own.model,
            names=(*own.model.names, *parts.names),
            constraints=(*own.model.constraints, *more),
            said=(*own.model.said, *[self._said] * len(more)),
        )
        return Statement(model, own.facts)


class _Batched(Conditioned):
    def batches(self, model: Model, group: SymmetryGroup) -> Batches | None:
        tools = self.inner.batches(model, group)
        return None if tools is None else _Checked(tools, self.expression)


@dataclass(frozen=True)
class _Checked:
    """The tools of the puzzle, with the condition among the rules."""

    tools: Batches
    expression: Expression

    def check(self, boards: BoardBatch) -> np.ndarray:
        right = self.tools.check(boards)
        return right & true_rows(self.expression, self.tools.rows(boards)) if right.all() else right

    def boards(self, rows: np.ndarray) -> BoardBatch:
        return self.tools.boards(rows)

    def canonical(self, rows: np.ndarray, boards: BoardBatch) -> tuple[BoardBatch, np.ndarray]:
        return self.tools.canonical(rows, boards)

    def read(self, texts: Sequence[bytes]) -> BoardBatch | None:
        return self.tools.read(texts)

    def rows(self, boards: BoardBatch) -> np.ndarray:
        return self.tools.rows(boards)

    def texts(self, boards: BoardBatch) -> list[bytes]:
        return self.tools.texts(boards)

    def board(self, boards: BoardBatch, i: int) -> Board:
        return self.tools.board(boards, i)


# ---- making them


def under(puzzle: Puzzle, text: str) -> Puzzle:
    """The puzzle under the condition. Raises InstanceError (ExpressionError) where it is not understood."""
    if not isinstance(puzzle, Telling):
        raise InstanceError((), f"`{KEY}`: nothing can be said of the boards of a {puzzle.family}")
    cells = puzzle.symmetries().region.cells
    return _made(puzzle, text, Words.of(puzzle.facts, cells).parse(text))


def _made(puzzle: Puzzle, text: str, expression: Expression) -> Puzzle:
    """Of a class with exactly the abilities of the puzzle's own."""
    return cast(Puzzle, _class_for(type(puzzle))(puzzle, text, expression))


@cache
def _class_for(family: type[Puzzle]) -> type[Conditioned]:
    changed = ((Staged, _Stages), (Batched, _Batched), (Explained, _Explained))
    bases = tuple(own for ability, own in changed if _has(family, ability)) or (Conditioned,)
    members = [name for ability in HANDED_ON if _has(family, ability) for name in _members(ability)]
    handed = {name: property(_get(name)) for name in members}
    return type(f"Conditioned{family.__name__}", bases, {"family": family.family, **handed})


def _has(family: type, ability: type) -> bool:
    return all(hasattr(family, name) for name in _members(ability))


def _members(ability: type) -> list[str]:
    return [name for base in ability.__mro__ for name in vars(base) if not name.startswith("_")]


def _get(name: str) -> Any:
    return lambda self: getattr(self.inner, name)


def _others(model: Model) -> Alone:
    """By the ExactlyOnes of the model, the shortest that has the variables. Constraints that are not built
    stay so.
    """
    if isinstance(model.constraints, Deferred):
        return lambda _: None
    items: dict[Lit, list[frozenset[Lit]]] = {}
    for constraint in model.constraints:
        if isinstance(constraint, ExactlyOne) and min(constraint.lits, default=0) > 0:
            own = frozenset(constraint.lits)
            for var in own:
                items.setdefault(var, []).append(own)

    def others(some: frozenset[Lit]) -> frozenset[Lit] | None:
        own = [item for item in items.get(next(iter(some), 0), ()) if some <= item]
        return min(own, key=len) - some if own else None

    return others


def _with(items: Sequence[Item], more: Sequence[Item]) -> Sequence[Item]:
    if isinstance(items, Deferred):
        return Deferred(lambda: (*items, *more))
    return (*items, *more)
