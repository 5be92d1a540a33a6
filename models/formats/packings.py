"""Packings as puzzles of puzz.link: Statue Park and Pentominous.

A packing is written as the puzzle of which it is the reading; so what is written says it all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field

from zenkai_solver.models.document import InstanceError, parse_yaml
from zenkai_solver.models.fields import Fields
from zenkai_solver.models.formats.faults import fault
from zenkai_solver.models.formats.pentominous import FREE, HOLE, LETTERS, Pentominous
from zenkai_solver.models.formats.statuepark import BLACK, PRESETS, WHITE, Drawing, StatuePark
from zenkai_solver.models.grid import Cell
from zenkai_solver.models.lattices.region import LatticeRegion
from zenkai_solver.models.packing.puzzle import Packing
from zenkai_solver.models.packing.reading import read
from zenkai_solver.models.where.normal import normal
from zenkai_solver.models.where.puzzle import Conditioned, under

CELL = r"(?:R(\d+)C(\d+)|([A-Z])(\d+))"
FACT = re.compile(rf"(not )?([A-Za-z.])@{CELL}", re.I)
PAIR = re.compile(rf"not {CELL}={CELL}", re.I)


def write(puzzle: Packing | Conditioned, _: str = "") -> str:
    """The address. Raises InstanceError."""
    for candidate in _candidates(puzzle):
        with suppress(InstanceError):  # such as for too many pieces: another candidate is meant
            if _stated(_reading(candidate)) == _stated(puzzle):
                return f"https://puzz.link/p?{candidate.address()}\n"
    raise fault("puzz.link has packings that are Statue Parks or Pentominous; this one is neither")


def _reading(candidate: StatuePark | Pentominous) -> Packing | Conditioned:
    data = parse_yaml(candidate.as_yaml()).data
    where = data.pop("where", None)
    puzzle = read(Fields({key: value for key, value in data.items() if key not in ("puzzle", "symmetry")}))
    return puzzle if where is None else under(puzzle, where)  # type: ignore[return-value]


def _stated(puzzle: Packing | Conditioned) -> object:
    if isinstance(puzzle, Conditioned):
        return puzzle.inner, normal(puzzle.expression)
    return puzzle, None


def _candidates(puzzle: Packing | Conditioned) -> Iterator[StatuePark | Pentominous]:
    """Puzzles of the same board with the same clues."""
    inner = puzzle.inner if isinstance(puzzle, Conditioned) else puzzle
    region = inner.region
    if isinstance(region, LatticeRegion):
        return
    said = _Clues.of(puzzle.text if isinstance(puzzle, Conditioned) else "")
    every = [(r, c) for r in range(region.rows) for c in range(region.columns)]
    circles = tuple(said.circles.get(cell, 0) for cell in every)
    banks: list[str | tuple[Drawing, ...]] = [*PRESETS, _bank(inner)]
    yield from (StatuePark(region.rows, region.columns, circles, bank) for bank in banks)
    if set(said.letters.values()) <= set(LETTERS):
        cells = (HOLE if cell not in region.index else said.letters.get(cell, FREE) for cell in every)
        yield Pentominous(region.rows, region.columns, "".join(cells), tuple(sorted(said.borders)))


@dataclass
class _Clues:
    """What the parts of a condition say of cells, as far as they are of these forms."""

    circles: dict[Cell, int] = field(default_factory=dict)
    letters: dict[Cell, str] = field(default_factory=dict)
    borders: list[tuple[Cell, Cell]] = field(default_factory=list)

    @classmethod
    def of(cls, text: str) -> _Clues:
        found = cls()
        for part in map(str.strip, text.split(" and ")):
            if (fact := FACT.fullmatch(part)) is not None and fact[2] == ".":
                found.circles[_cell(*fact.groups()[2:])] = BLACK if fact[1] else WHITE
            elif fact is not None:
                found.letters[_cell(*fact.groups()[2:])] = fact[2]
            elif (pair := PAIR.fullmatch(part)) is not None:
                found.borders.append((_cell(*pair.groups()[:4]), _cell(*pair.groups()[4:])))
        return found


def _cell(row: str | None, column: str | None, letter: str | None, number: str | None) -> Cell:
    if letter is not None:
        return int(number or 0) - 1, ord(letter.upper()) - ord("A")
    return int(row or 0) - 1, int(column or 0) - 1


def _bank(puzzle: Packing) -> tuple[Drawing, ...]:
    """The pieces as drawings, each as often as it is there."""
    drawings: list[Drawing] = []
    for piece in puzzle.pieces:
        rows, columns = (max(cell[i] for cell in piece.shape) + 1 for i in (0, 1))
        drawing = tuple("".join(".#"[(r, c) in piece.shape] for c in range(columns)) for r in range(rows))
        drawings += [drawing] * (puzzle.counts[piece.label].hi or 1)
    return tuple(drawings)
