"""Writes puzzles in the formats of other programs, by the name of the format.

write(puzzle, name)      the text of the file, or a link
names(family)            the formats of a family
"""

from __future__ import annotations

import importlib

from zenkai_solver.models.document import InstanceError, fault
from zenkai_solver.models.formats.table import CONDITIONS, WRITERS
from zenkai_solver.models.puzzle import Puzzle
from zenkai_solver.models.where.puzzle import Conditioned


def names(family: str) -> tuple[str, ...]:
    """The formats in which puzzles of the family are written."""
    return tuple(WRITERS.get(family, ()))


def every() -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for family in WRITERS for name in names(family)))


def write(puzzle: Puzzle, name: str) -> str:
    """The puzzle in the format. Raises InstanceError if the format cannot express it."""
    known = names(puzzle.family)
    if isinstance(puzzle, Conditioned) and (puzzle.family, name) not in CONDITIONS:
        raise InstanceError(("where",), f"no puzzle format can say it: {puzzle.text:.60}")
    if name not in known:
        listed = f"; known: {', '.join(known)}" if known else ""
        raise fault(f"a {puzzle.family} cannot be written as {name}{listed}")
    module = importlib.import_module(f"{__package__}.{WRITERS[puzzle.family][name]}")
    return str(module.write(puzzle, name))
