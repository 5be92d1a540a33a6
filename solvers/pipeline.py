"""From an instance to a stream of checked records: model -> backend -> decode -> rules -> canonical form.

prepare(instance, backend name, symmetry) -> Prepared
prepared.records(deadline)                -> one Record a solution, each one checked
Tally                                     -> count, all and digest of the records so far
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from models.csp import Model
from models.puzzle import Instance, Puzzle
from models.symmetry import Board, Breaking, SymmetryGroup, best_anchor, lex_leader, unbroken
from solvers.backend import NEVER, Backend, Deadline, Options, WrongSolution, auto, make

DIGEST_BYTES = 16


class Record(NamedTuple):
    """A solution as it is written: its board, the size of its orbit, and whether it represents the orbit."""

    board: Board
    orbit: int
    representative: bool


@dataclass(frozen=True)
class Prepared:
    """An instance with its model and the engine that will solve it."""

    instance: Instance
    model: Model
    breaking: Breaking
    group: SymmetryGroup
    backend: Backend
    symmetry: str

    def records(self, deadline: Deadline = NEVER) -> Iterator[Record]:
        """One record an orbit (its least board), or, with symmetry `all`, one a solution.

        Raises Interrupted when cut short and WrongSolution if the rules contradict the engine.
        """
        puzzle = self.instance.puzzle
        for solution in self.backend.solutions(self.breaking.model, deadline):
            if not self.breaking.keeps(solution):
                continue
            board = puzzle.decode(solution)
            check(puzzle, board, self.backend.name)
            least, size = self.group.canonical(board)
            if self.symmetry == "orbits":
                yield Record(least, size, True)
            else:
                yield Record(board, size, board == least)


def prepare(
    instance: Instance, backend: str = "auto", symmetry: str | None = None, options: Options = Options()
) -> Prepared:
    """Build the model and choose the engine. Raises Unsupported."""
    mode = symmetry or instance.symmetry
    model = instance.puzzle.model()
    engine = make(auto(model) if backend == "auto" else backend, options)
    engine.check(model)
    group = instance.puzzle.symmetries()
    return Prepared(instance, model, _breaking(model, mode), group, engine, mode)


def _breaking(model: Model, mode: str) -> Breaking:
    if mode == "all" or len(model.symmetries) <= 1:
        return unbroken(model)
    return best_anchor(model) or lex_leader(model)


def check(puzzle: Puzzle, board: Board, engine: str) -> None:
    """Raise WrongSolution if the board breaks a rule."""
    if broken := next(iter(puzzle.violations(board)), None):
        raise WrongSolution(f"{engine} gave a board that breaks the rules: {broken}: {'/'.join(board)}")


@dataclass
class Tally:
    """Running totals: records written, orbits, all solutions, and a digest that knows no order."""

    symmetry: str
    written: int = 0
    count: int = 0
    all: int = 0
    sum: int = 0

    def add(self, record: Record) -> None:
        self.written += 1
        self.count += record.representative
        self.all += record.orbit if self.symmetry == "orbits" else 1
        self.sum += board_hash(record.board)

    @property
    def digest(self) -> str:
        """The sum of the boards' hashes modulo 2^128, as hexadecimal."""
        return f"{self.sum % (1 << 8 * DIGEST_BYTES):0{2 * DIGEST_BYTES}x}"


def board_hash(board: Board) -> int:
    """A 128-bit hash of the board's rows."""
    return int.from_bytes(hashlib.blake2b("\n".join(board).encode(), digest_size=DIGEST_BYTES).digest())
