"""Steps as words, as plain values for JSON, and as boards to draw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import cycle
from string import ascii_lowercase
from typing import Any

from zenkai_solver.models.classes import classes
from zenkai_solver.models.constraints import Lit
from zenkai_solver.models.grid import EMPTY, Cell, Region
from zenkai_solver.models.puzzle import Labelled, Puzzle, Telling, copies_of
from zenkai_solver.models.render.notes import Notes
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.explaining import words
from zenkai_solver.solvers.explaining.steps import Step
from zenkai_solver.solvers.explaining.theory import Theory

MOST = 12  # facts of a kind that are said in words; JSON has all
MOST_DRAWN = 5  # facts that are drawn each on a board of its own


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
        tuple(map(theory.name, cells)),
        tuple(words.fact(theory, lit) for lit in step.because),
        tuple(words.fact(theory, lit) for lit in step.follows),
        tuple(argument(theory, inner) for inner in step.nested),
    )


def line(theory: Theory, number: int, step: Step) -> dict[str, Any]:
    """For JSON; all facts are named."""
    return {"step": number, **_plain(argument(theory, step))}


def _plain(step: Argument) -> dict[str, Any]:
    return {**vars(step), "nested": list(map(_plain, step.nested))}


def used(theory: Theory, step: Step) -> frozenset[Cell]:
    """The cells of the rules of the step, within cases too."""
    return frozenset(cell for rule in step.rules for cell in theory.rules[rule].cells)


def notes(theory: Theory, step: Step, before: frozenset[Lit], after: frozenset[Lit]) -> dict[Cell, Notes]:
    """Pencil marks for the cells of the rules and facts of the step, where facts are about one cell each."""
    touched = used(theory, step).union(*(theory.facts[abs(lit)][1] for lit in (*step.because, *step.follows)))
    because, found = set(step.because), dict[Cell, Notes]()
    for cell in sorted(touched):
        own = [(label, var) for label, (var,) in sorted(theory.bearing.get(cell, {}).items())]
        placed = any(var in after for _, var in own)
        found[cell] = Notes(
            tuple(label for label, var in own if -var not in after and not placed),
            tuple(label for label, var in own if -var in after and -var not in before and not placed),
            tuple(label for label, var in own if var in because or (-var in because and not placed)),
        )
    return found


def excluded(
    puzzle: Puzzle, theory: Theory, step: Step, known: frozenset[Lit]
) -> list[tuple[Board, frozenset[Cell]]]:
    """For the first few facts that the step excludes a board on which they are so, and their cells."""
    found = []
    for lit in sorted(step.follows, key=abs):
        cells = theory.facts[abs(lit)][1]
        own = board(puzzle, theory, known - {lit} | {-lit}) if lit < 0 and cells else None
        if own is not None:
            found.append((own, frozenset(cells)))
        if len(found) == MOST_DRAWN:
            break
    return found


def boards(puzzle: Puzzle, theory: Theory, *states: frozenset[Lit]) -> list[Board]:
    """Each state of knowledge as a board; none where facts are not about the labels of cells."""
    found = [board(puzzle, theory, known) for known in states]
    return [own for own in found if own is not None]


def board(puzzle: Puzzle, theory: Theory, known: frozenset[Lit]) -> Board | None:
    """What is known, as a board; open cells have the family's sign. None if facts are of several kinds.

    Of facts without cells it has a row each; where facts join cells, small letters for those that are joined
    in a piece whose own letter is not known.
    """
    if not isinstance(puzzle, Telling):
        return None
    region = puzzle.symmetries().region
    labels, cells = zip(*theory.facts.values()) if theory.facts else ((), ())
    if all(labels) and not any(cells):
        return tuple(f"{theory.facts[var][0]} {_state(var, known)}" for var in theory.facts)
    if any(own and not label for label, own in theory.facts.values()):
        return _joined(region, theory, known)
    return _labelled(puzzle, region, theory, known) if all(labels) and all(cells) else None


def _state(var: int, known: frozenset[Lit]) -> str:
    return "yes" if var in known else "no" if -var in known else "?"


def _joined(region: Region, theory: Theory, known: frozenset[Lit]) -> Board:
    """A letter for all cells that are known to be of one piece: its own, else a small one."""
    true = [theory.facts[lit] for lit in known if lit > 0]
    pairs = (cells for label, cells in true if not label)
    owner = classes(len(region.cells), ((region.index[a], region.index[b]) for a, b in pairs))
    named = {owner[region.index[cells[0]]]: label for label, cells in true if label and cells}
    size, letters = Counter(owner), cycle(ascii_lowercase)
    letter = {first: next(letters) for first in sorted(size) if size[first] > 1 and first not in named}
    return region.board([(named | letter).get(first, EMPTY) for first in owner])


def _labelled(puzzle: Telling, region: Region, theory: Theory, known: frozenset[Lit]) -> Board:
    true, false = set(known), {-lit for lit in known if lit < 0}
    start = puzzle.open_board if isinstance(puzzle, Labelled) else region.board([EMPTY] * len(region.cells))
    rows = [list(row) for row in start]
    for (r, c), bearing in theory.bearing.items():
        if isinstance(puzzle, Labelled) and all(var in false for own in bearing.values() for var in own):
            rows[r][c] = EMPTY
    copied, letters = copies_of(puzzle)
    copies = iter(letters)
    for label, cells in sorted((theory.facts[var] for var in true if var > 0), key=lambda fact: fact[1]):
        sign = next(copies) if label in copied else label
        for r, c in cells:
            rows[r][c] = sign
    return tuple("".join(row) for row in rows)
