"""Facts and rules as a person says them, and a fact as a person asks for it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from zenkai_solver.models.constraints import ExactlyOne, Lit
from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.fields import nearest
from zenkai_solver.models.grid import EMPTY, Cell, cell_name
from zenkai_solver.solvers.explaining.theory import Theory

MOST = 3  # values of a name that are said not to be
PLACED = re.compile(r"^(.)@([A-Z]{1,2}\d{1,4}|R\d{1,4}C\d{1,4})$")  # as conditions say it
SIDES = ("left", "right", "upper", "lower")
SIDE = re.compile(r"^(left|upper) side of R(\d{1,4})C(\d{1,4})")
ASKED = re.compile(r"(?:R(\d{1,4})C(\d{1,4})|([A-Z]{1,2})(\d{1,4}))=(.)")


@dataclass(frozen=True)
class Asked:
    """Is any of the variables true, or with `none`, is none of them? In words, if so and if not."""

    said: str
    denied: str
    any_of: tuple[int, ...]
    none: bool = False


def asked(theory: Theory, text: str) -> Asked:
    """R5C3=9 or C5=9; R5C3+R5C4 where facts join cells; else a name. Raises InstanceError."""
    text = PLACED.sub(r"\2=\1", text.strip())
    if text in (named := {_name(theory, label, cells): var for var, (label, cells) in theory.facts.items()}):
        return Asked(fact(theory, named[text]), fact(theory, -named[text]), (named[text],))
    if not theory.bearing:
        raise InstanceError((), f"{text!r:.40} is not a fact of this puzzle, such as {next(iter(named), '')}")
    cell, label = _cell_and_label(theory, text)
    said, denied = (f"{theory.name(cell)}{sign}{label}" for sign in "=≠")
    if label == EMPTY and label not in theory.bearing[cell]:
        return Asked(said, denied, tuple(chain.from_iterable(theory.bearing[cell].values())), none=True)
    return Asked(said, denied, theory.bearing[cell][label])


def _name(theory: Theory, label: str, cells: Sequence[Cell]) -> str:
    """How a fact is asked for that is not the label of a cell; "" of one that is."""
    return "" if label and cells else label or _joined(theory, cells)


def _cell_and_label(theory: Theory, text: str) -> tuple[Cell, str]:
    place, _, value = text.rpartition("=")
    if theory.names:
        return _named(theory, text, place, value)
    match = ASKED.fullmatch(text)
    if match is None:
        raise InstanceError((), f"{text!r:.40} is not CELL=VALUE, such as R5C3=9 or C5=9 (column, row)")
    column = _column(match[3]) if match[3] else int(match[2])
    cell = (int(match[4] or match[1]) - 1, column - 1)
    if cell not in theory.bearing:
        raise InstanceError((), f"{cell_name(cell)} is no cell of this puzzle")
    return _borne(theory, cell, match[5])


def _named(theory: Theory, text: str, place: str, value: str) -> tuple[Cell, str]:
    """Of a puzzle whose places have names of their own; `the` before them may be left out."""
    place = SIDE.sub(_usual_side, place.removeprefix("the "))
    cells = {theory.name(cell).removeprefix("the "): cell for cell in theory.bearing}
    if place not in cells:
        cell, bearing = next(iter(theory.bearing.items()))
        hint = nearest(place, tuple(cells)) if place.startswith(SIDES) else ""
        example = f"such as {theory.name(cell)}={next(iter(bearing))}"
        raise InstanceError((), f"{text!r:.60} is not PLACE=VALUE, {example}" + hint)
    return _borne(theory, cells[place], value)


def _usual_side(match: re.Match[str]) -> str:
    """The left side of R1C2 as the right side of R1C1, and an upper one likewise as the lower one above."""
    row, column = int(match[2]), int(match[3])
    if match[1] == "left" and column > 1:
        return f"right side of R{row}C{column - 1}"
    if match[1] == "upper" and row > 1:
        return f"lower side of R{row - 1}C{column}"
    return match[0]


def _borne(theory: Theory, cell: Cell, value: str) -> tuple[Cell, str]:
    """The cell and the value that it may bear. Raises InstanceError."""
    if value not in theory.bearing[cell] and not (value == EMPTY and _may_be_empty(theory, cell)):
        known = sorted(theory.bearing[cell])
        raise InstanceError((), f"{theory.name(cell)} never bears {value!r:.20}" + nearest(value, known))
    return cell, value


def _may_be_empty(theory: Theory, cell: Cell) -> bool:
    """May a cell bear no label, as far as axioms say?"""
    own = set(chain.from_iterable(theory.bearing[cell].values()))
    return not any(isinstance(axiom, ExactlyOne) and own.issuperset(axiom.lits) for axiom in theory.axioms)


def _column(letters: str) -> int:
    """A is 1, Z is 26, AA is 27."""
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - ord("A") + 1
    return number


def fact(theory: Theory, lit: Lit) -> str:
    """R1C1=5, or R1C1≠5; a piece with its cells; R1C1=. where a cell has one label only."""
    label, cells = theory.facts[abs(lit)]
    if not cells:
        return label if lit > 0 else f"not {label}"
    if not label:
        return f"{_joined(theory, cells)} {'joined' if lit > 0 else 'apart'}"
    if len(cells) == 1:
        if lit < 0 and len(theory.bearing[cells[0]]) == 1:
            return f"{theory.name(cells[0])}={EMPTY}"
        return f"{theory.name(cells[0])}{'=' if lit > 0 else '≠'}{label}"
    return f"{label}{'' if lit > 0 else ' not'} on {_joined(theory, cells)}"


def _joined(theory: Theory, cells: Iterable[Cell]) -> str:
    return "+".join(map(theory.name, cells))


def facts(theory: Theory, lits: Sequence[Lit]) -> list[str]:
    """The same of many: values that one cell cannot have are said together, R1C1≠2,5."""
    said: list[str] = []
    excluded: dict[Cell, list[str]] = {}
    names: dict[str, list[str]] = {}
    for lit in sorted(lits, key=lambda lit: (lit < 0, abs(lit))):
        label, cells = theory.facts[abs(lit)]
        name, _, value = label.partition(": ")
        if lit < 0 and value and not cells:
            names.setdefault(name, []).append(value)
        elif lit < 0 and label and len(cells) == 1 and len(theory.bearing[cells[0]]) > 1:
            excluded.setdefault(cells[0], []).append(label)
        else:
            said.append(fact(theory, lit))
    for cell, labels in excluded.items():
        none = len(labels) == len(theory.bearing[cell])
        said.append(f"{theory.name(cell)}={EMPTY}" if none else f"{theory.name(cell)}≠{','.join(labels)}")
    said += (f"{name}: not {_some(values)}" for name, values in names.items())
    return said


def _some(values: Sequence[str]) -> str:
    more = len(values) - MOST
    shown = "; ".join(values if more <= 1 else [*values[:MOST], f"{more:,} others"])
    return f"({shown})" if len(values) > 1 else shown


def rules(theory: Theory, chosen: Iterable[int]) -> list[str]:
    """The rules in words, givens last."""
    order = sorted(chosen, key=lambda rule: (theory.rules[rule].kind == "given", rule))
    return [theory.rules[rule].words for rule in order]
