"""Questions to a compiled set; each answer is found in the diagram, without visiting the solutions."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from zenkai_solver.models.grid import EMPTY, Cell
from zenkai_solver.models.puzzle import Fact, copies_of
from zenkai_solver.models.symmetry import Board
from zenkai_solver.models.where.language import And, Expression, Not, Or, Some, Words
from zenkai_solver.solvers.engines.sat.hitting import Hitting
from zenkai_solver.solvers.sets.compiled import CompiledSet, cell_name, fact_name
from zenkai_solver.solvers.sets.diagram import Builder, Diagram, most_apart, most_apart_of_few
from zenkai_solver.solvers.sets.errors import QueryError

EXPLICIT = 20_000  # solutions that `telling_apart` compares one by one
MOST_WEIGHT = 10**12


def words(compiled: CompiledSet) -> Words:
    return Words.of(compiled.facts, compiled.region.cells)


# ---- parts of a set


def where(compiled: CompiledSet, text: str) -> CompiledSet:
    """The solutions for which the expression is true. Raises ExpressionError."""
    expression = words(compiled).parse(text)
    builder = Builder(compiled.diagram.size, 4 * compiled.diagram.nodes + 4)
    root = _evaluated(expression, compiled, builder, builder.add(compiled.diagram))
    return replace(compiled, diagram=builder.diagram(root), reason=f"only those where {text}")


def _evaluated(expression: Expression, compiled: CompiledSet, builder: Builder, whole: int) -> int:
    """The node of the solutions for which it is true; `whole`: that of all solutions."""
    match expression:
        case Some(variables):
            return builder.containing(compiled.diagram, compiled.ranked(variables))
        case Not(part):
            return builder.apply("minus", whole, _evaluated(part, compiled, builder, whole))
        case And(first, second) | Or(first, second):
            both = (_evaluated(part, compiled, builder, whole) for part in (first, second))
            return builder.apply("and" if isinstance(expression, And) else "or", *both)


# ---- facts that hold in all, in no or in some solutions


def shares(compiled: CompiledSet) -> list[int]:
    """In how many solutions each variable of the model is true, from variable 1 on."""
    share_of = compiled.diagram.shares
    return [int(share_of[rank]) for rank in compiled.rank[1:]]


def forced(compiled: CompiledSet) -> list[Fact]:
    """The facts that hold in every solution: those of variables, then other cells with a fixed letter."""
    if not compiled.count:
        return []
    number = shares(compiled)
    sure = [fact for fact, share in zip(compiled.facts, number) if share == compiled.count]
    known = {(label, cell) for label, cells in sure for cell in cells}
    seen: dict[tuple[str, Cell], int] = {}
    for (label, cells), share in zip(compiled.facts, number):
        for cell in cells if label else ():
            seen[label, cell] = seen.get((label, cell), 0) + share
    borne = [Fact(label, (cell,)) for (label, cell), share in seen.items() if share == compiled.count]
    free = [
        Fact(EMPTY, (cell,))
        for cell, variables in compiled.covering.items()
        if not any(number[v - 1] for v in variables)
    ]
    beside = [fact for fact in borne if (fact[0], fact[1][0]) not in known]
    return [*sure, *sorted([*beside, *(free if compiled.labels else ())], key=lambda fact: fact[1])]


def impossible(compiled: CompiledSet) -> list[Fact]:
    """The facts of variables that hold in no solution."""
    return [fact for fact, share in zip(compiled.facts, shares(compiled)) if not share]


def share(compiled: CompiledSet, label: str) -> dict[Cell, int]:
    """In how many solutions each cell bears the label. Raises QueryError for an unknown one."""
    if label not in (*compiled.labels, *([EMPTY] if compiled.labels else [])):
        raise QueryError(f"no value {label!r:.20} here; known: {', '.join(compiled.labels) or 'none'}")
    number = shares(compiled)
    taken = dict.fromkeys(sorted(compiled.covering), 0)
    for (name, cells), value in zip(compiled.facts, number):
        for cell in cells if name == label or label == EMPTY else ():
            taken[cell] += value
    if label == EMPTY and EMPTY not in compiled.labels:
        return {cell: compiled.count - value for cell, value in taken.items()}
    return taken


@dataclass(frozen=True)
class PairCounts:
    """How often two facts hold together: the most frequent pairs, each with its number of solutions, and the
    number of pairs that never do, though each of the two holds in some solution.
    """

    often: list[tuple[Fact, Fact, int]]
    never: int


def pairs(compiled: CompiledSet, most: int = 10) -> PairCounts:
    share_of = compiled.diagram.shares
    some = [rank for rank in range(1, compiled.diagram.size + 1) if share_of[rank]]
    often: list[tuple[int, int, int]] = []
    never = 0
    for n, rank in enumerate(some):
        others = np.array(some[n + 1 :], np.int64)
        together = compiled.diagram.together(rank)[others]
        never += int((together == 0).sum())
        best = np.argsort(-together, kind="stable")[:most]
        often += [(-int(together[i]), rank, int(others[i])) for i in best if together[i]]
        often = sorted(often)[:most]
    named = [
        (compiled.facts[compiled.order[a - 1] - 1], compiled.facts[compiled.order[b - 1] - 1], -n)
        for n, a, b in often
    ]
    return PairCounts(named, never)


# ---- single solutions


def sample(compiled: CompiledSet, number: int, seed: int) -> Iterator[Board]:
    """So many solutions, each drawn from all with the same chance. Raises QueryError if there is none."""
    if not compiled.count:
        raise QueryError("the set has no solution")
    chance = random.Random(seed)
    for _ in range(number):
        yield compiled.board(compiled.diagram.at(chance.randrange(compiled.count)))


def heaviest(compiled: CompiledSet, weights: Mapping[str, int], sign: int) -> tuple[int, Board]:
    """The greatest (sign 1) or least (-1) sum of weights, and a solution with this sum.

    A weight is given to a fact, such as X@C3, and counts where it holds. Raises ExpressionError, QueryError.
    """
    array, spoken = np.zeros(compiled.diagram.size + 2, np.int64), words(compiled)
    for text, weight in weights.items():
        expression = spoken.parse(str(text))
        if not isinstance(expression, Some):
            raise QueryError(f"weights are given to facts such as X@C3, not to {text!r:.40}")
        if type(weight) is not int or abs(weight) > MOST_WEIGHT:
            raise QueryError(f"the weight of {text!r:.40} is not an integer up to {MOST_WEIGHT:,}")
        array[list(compiled.ranked(expression.variables))] += sign * weight
    best, chosen = _heaviest(compiled.diagram, array)
    return sign * best, compiled.board(chosen)


def _heaviest(diagram: Diagram, weights: np.ndarray) -> tuple[int, tuple[int, ...]]:
    if not diagram.count:
        raise QueryError("the set has no solution")
    return diagram.heaviest(weights)


def nearest(compiled: CompiledSet, board: Board) -> tuple[int, Board]:
    """The solution that is nearest to a board, and in how many facts they differ.

    A difference is a placement, or a value of a cell, that one of the two has and the other has not.
    """
    encoded = compiled.encode(board)
    best, chosen = _heaviest(compiled.diagram, _agreement(compiled.diagram, encoded))
    return len(encoded) - best, compiled.board(chosen)


def _agreement(diagram: Diagram, encoded: Sequence[int]) -> np.ndarray:
    weights = np.full(diagram.size + 2, -1, np.int64)
    weights[list(encoded)] = 1
    return weights


def two(compiled: CompiledSet, most: bool) -> tuple[int, Board, Board]:
    """The two solutions that differ most, or least; in how many facts. Raises QueryError, DiagramTooLarge."""
    few = compiled.count <= EXPLICIT
    answer = (most_apart_of_few if few else most_apart)(compiled.diagram, most)
    if answer is None:
        raise QueryError("the set has fewer than two solutions")
    number, first, second = answer
    return number, compiled.board(first), compiled.board(second)


# ---- clues


def unique_by(compiled: CompiledSet, board: Board) -> list[Fact]:
    """The fewest of the board's facts that no other solution has. Raises QueryError if it is not in the set.

    Every other solution must lack one of them: a minimum hitting set. The sets to hit are generated as they
    are needed (implicit hitting sets): of the solutions that have all facts chosen so far, the one nearest to
    the board is looked up in the diagram, and the facts that it lacks are the next set.
    """
    encoded = compiled.encode(board)
    if board not in compiled:
        raise QueryError("the board is not in the set")
    builder = Builder(compiled.diagram.size, compiled.diagram.nodes + len(encoded) + 8)
    single = builder.rows(np.array([encoded], np.int32).reshape(1, -1))
    others = builder.diagram(builder.apply("minus", builder.add(compiled.diagram), single))
    if not others.count:
        return []
    if not encoded:
        raise QueryError("the board has no facts: nothing covers a cell")
    with closing(Hitting(len(encoded))) as hitting:
        while True:
            clues = [encoded[i] for i in hitting.least()]
            weights = np.zeros(compiled.diagram.size + 2, np.int64)
            weights[list(encoded)] = 1
            weights[clues] = 1 + len(encoded)
            _, chosen = others.heaviest(weights)
            if not set(clues) <= set(chosen):
                return [compiled.facts[compiled.order[rank - 1] - 1] for rank in sorted(clues)]
            missing = [i for i, var in enumerate(encoded) if var not in chosen]
            if not missing:
                raise QueryError(
                    "another solution has all facts of the board, and more: none leaves it alone"
                )
            hitting.hit([missing])


def telling_apart(compiled: CompiledSet) -> list[str]:
    """Cells whose contents together differ between any two solutions: few, but not proved to be the fewest.

    The contents of a cell are its value or piece or, for copies of a piece, the placement; where boards only
    say which cells are of one piece, the answer consists of such pairs of cells. Chosen greedily: next comes
    the cell that tells most of the remaining pairs of solutions apart. Raises QueryError for a large set.
    """
    if compiled.count > EXPLICIT:
        raise QueryError(f"{compiled.count:,} solutions: up to {EXPLICIT:,} are told apart")
    names, table = _contents(compiled)
    alike, asked = np.zeros(compiled.count, np.int64), []
    while len(set(alike.tolist())) < compiled.count:
        mixed = alike[:, None] * (int(table.max(initial=0)) + 1) + table
        left = [_pairs_left(column) for column in mixed.T]
        best = int(np.argmin(left))
        alike = np.unique(mixed[:, best], return_inverse=True)[1].astype(np.int64)
        asked.append(names[best])
    return asked


def _pairs_left(column: np.ndarray) -> int:
    """How many ordered pairs of solutions have the same number, those of a solution with itself included."""
    alike = np.unique(column, return_counts=True)[1]
    return int((alike * alike).sum())


def _contents(compiled: CompiledSet) -> tuple[list[str], np.ndarray]:
    """The names of the cells (or facts), and int64[solution, cell]: contents as numbers, 0 for none."""
    hidden = copies_of(compiled.telling).labels
    rows = [compiled.variables(chosen) for chosen in compiled.diagram.rows()]
    if not compiled.labels:
        table = np.zeros((len(rows), len(compiled.facts)), np.int64)
        for answers, row in zip(table, rows):
            answers[np.array(row, np.int64) - 1] = 1
        return named(compiled.facts), table
    place = {cell: n for n, cell in enumerate(sorted(compiled.covering))}
    table = np.zeros((len(rows), len(place)), np.int64)
    value = {label: n + 1 for n, label in enumerate(compiled.labels)}
    for answers, row in zip(table, rows):
        for var in row:
            label, cells = compiled.facts[var - 1]
            answers[[place[cell] for cell in cells]] = len(value) + var if label in hidden else value[label]
    return [cell_name(cell) for cell in place], table


# ---- the swap graph


def swaps(compiled: CompiledSet, most: int) -> list[tuple[int, int, list[Fact]]]:
    """Pairs of solutions, numbered in the diagram's order from 1, that differ by at most `most` facts of the
    first; and these facts. The pieces that differ cover one connected region, the same in both. Raises
    QueryError for a large set.
    """
    if compiled.count > EXPLICIT:
        raise QueryError(f"{compiled.count:,} solutions: up to {EXPLICIT:,} are compared")
    rows = [frozenset(row) for row in compiled.diagram.rows()]
    cores: dict[frozenset[int], list[int]] = {}
    edges: set[tuple[int, int]] = set()
    for n, row in enumerate(rows):
        for gone in (g for size in range(most + 1) for g in combinations(sorted(row), size)):
            cores.setdefault(row - set(gone), []).append(n)
    for alike in cores.values():
        edges.update(combinations(alike, 2))
    name = [compiled.facts[var - 1] for var in compiled.order]

    def differing(a: int, b: int) -> list[Fact]:
        return [name[rank - 1] for rank in sorted(rows[a] - rows[b])]

    kept = (
        pair for pair in sorted(edges) if _in_one_region(compiled, differing(*pair), differing(*pair[::-1]))
    )
    return [(a + 1, b + 1, differing(a, b)) for a, b in kept]


def _in_one_region(compiled: CompiledSet, first: Sequence[Fact], second: Sequence[Fact]) -> bool:
    """Do both groups of pieces cover the same connected cells? True where all facts are of single cells."""
    if not compiled.labels or not any(len(cells) > 1 for _, cells in compiled.facts):
        return True
    covered = [{cell for _, cells in facts for cell in cells} for facts in (first, second)]
    return covered[0] == covered[1] and len(compiled.region.parts(covered[0])) == 1


def named(facts: Sequence[Fact]) -> list[str]:
    return [fact_name(fact) for fact in facts]
