"""Steps as words, as plain values for JSON, and as boards to draw."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from zenkai_solver.models.csp import Lit
from zenkai_solver.models.grid import EMPTY, Cell, cell_name
from zenkai_solver.models.puzzle import Labelled, Puzzle, Telling
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.explaining import words
from zenkai_solver.solvers.explaining.steps import Step
from zenkai_solver.solvers.explaining.theory import Theory

MOST = 12  # facts of a kind that are said in words; JSON has all


def told(theory: Theory, number: int, step: Step) -> str:
    """The step in words, the steps within it indented."""
    return "\n".join(_told(theory, f"{number}", step))


def _told(theory: Theory, number: str, step: Step) -> Iterator[str]:
    indent = "  " * number.count(".")
    by = "; ".join(words.rules(theory, step.rules)) or "cells and pieces alone"
    facts = f", with {_some(words.facts(theory, step.because))}," if step.because else ""
    follows = _some(conclusions(theory, step.follows)) if step.follows else "that is impossible"
    if step.level == "case":
        (fact,) = step.follows
        yield f"{indent}{number}. if not {words.fact(theory, fact)} ({step.claim}):"
        for i, inner in enumerate(step.nested, 1):
            yield from _told(theory, f"{number}.{i}", inner)
        yield f"{indent}   so {follows}"
    else:
        yield f"{indent}{number}. {by}{facts} so {follows} ({step.claim})"


def _some(said: list[str]) -> str:
    more = len(said) - MOST
    return ", ".join(said if more <= 0 else [*said[:MOST], f"and {more:,} more"])


def conclusions(theory: Theory, lits: Iterable[Lit]) -> list[str]:
    """In words, without what a value that is among them excludes plainly: others in its cell or cells."""
    lits = list(lits)
    settled = {cell for lit in lits if lit > 0 for cell in theory.facts[lit][1]}
    left = [lit for lit in lits if lit > 0 or not settled.intersection(theory.facts[-lit][1])]
    return words.facts(theory, left)


@dataclass(frozen=True)
class Argument:
    """A step in words; see `steps.Step`. `cells` are those of its rules."""

    level: str
    claim: str
    rules: tuple[str, ...]
    cells: tuple[str, ...]
    because: tuple[str, ...]
    follows: tuple[str, ...]
    nested: tuple[Argument, ...] = ()


def argument(theory: Theory, step: Step) -> Argument:
    cells = dict.fromkeys(cell for rule in step.rules for cell in theory.rules[rule].cells)
    return Argument(
        step.level,
        step.claim,
        tuple(words.rules(theory, step.rules)),
        tuple(map(cell_name, cells)),
        tuple(words.fact(theory, lit) for lit in step.because),
        tuple(words.fact(theory, lit) for lit in step.follows),
        tuple(argument(theory, inner) for inner in step.nested),
    )


def line(theory: Theory, number: int, step: Step) -> dict[str, Any]:
    """For JSON; all facts are named."""
    return {"step": number, **asdict(argument(theory, step))}


def used(theory: Theory, step: Step) -> frozenset[Cell]:
    """The cells of the rules of the step, within cases too."""
    return frozenset(cell for rule in step.rules for cell in theory.rules[rule].cells)


def boards(puzzle: Puzzle, theory: Theory, *states: frozenset[Lit]) -> list[Board]:
    """Each state of knowledge as a board; none where facts are not about the labels of cells."""
    found = [board(puzzle, theory, known) for known in states]
    return [own for own in found if own is not None]


def board(puzzle: Puzzle, theory: Theory, known: frozenset[Lit]) -> Board | None:
    """What is known, as a board; cells that are open have the family's sign. None if facts are no labels."""
    if not isinstance(puzzle, Telling) or not all(label and cells for label, cells in theory.facts.values()):
        return None
    true, false = set(known), {-lit for lit in known if lit < 0}
    region = puzzle.symmetries().region
    start = puzzle.open_board if isinstance(puzzle, Labelled) else region.board([EMPTY] * len(region.cells))
    rows = [list(row) for row in start]
    for (r, c), bearing in theory.bearing.items():
        if isinstance(puzzle, Labelled) and all(var in false for own in bearing.values() for var in own):
            rows[r][c] = EMPTY
    copied, letters = puzzle.copies
    copies = iter(letters)
    for label, cells in sorted((theory.facts[var] for var in true if var > 0), key=lambda fact: fact[1]):
        sign = next(copies) if label in copied else label
        for r, c in cells:
            rows[r][c] = sign
    return tuple("".join(row) for row in rows)
