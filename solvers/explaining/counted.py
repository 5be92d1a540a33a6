"""An argument by counting as a person says it: cells are coloured or weighed, else rules are added."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from zenkai_solver.models.grid import Cell, cell_name
from zenkai_solver.solvers.explaining.sums import Counting, Term
from zenkai_solver.solvers.explaining.theory import Theory


def told(theory: Theory, own: Counting) -> str:
    """One sentence, which can be checked by hand."""
    cells = weighed_cells(theory, own)
    return (cells and _of_cells(theory, own, cells)) or _of_rules(theory, own)


def line(theory: Theory, own: Counting) -> dict[str, Any]:
    """For JSON: the modulus, 0 of a weighing, and each rule's weight and what it asks for or allows."""
    terms = [
        {
            "rule": "axioms" if term.rule is None else theory.rules[term.rule].words,
            "weight": term.weight,
            "sum": _bound(term),
        }
        for term in own.terms
    ]
    return {"modulus": own.modulus, "terms": terms, "said": told(theory, own)}


def weighed_cells(theory: Theory, own: Counting) -> Mapping[Cell, int]:
    """The weight of each cell whose covering is counted; none where the argument is not about pieces."""
    found: dict[Cell, int] = {}
    if all(len(cells) < 2 for _, cells in theory.facts.values()):
        return {}
    for term in own.terms:
        cell, label = _about(theory, term)
        if cell is not None:
            found[cell] = found.get(cell, 0) + term.weight
        elif label is None:
            return {}
    return found


def coloured(theory: Theory, own: Counting) -> frozenset[Cell]:
    """Those with the largest weight, or with any above 0 where weights may be below."""
    cells = weighed_cells(theory, own)
    least = max(cells.values(), default=0) if own.modulus else 1
    return frozenset(cell for cell, weight in cells.items() if weight >= least)


def _about(theory: Theory, term: Term) -> tuple[Cell | None, str | None]:
    """The cell that each of its facts covers once, or the label that each of its facts bears."""
    facts = [theory.facts.get(var, ("", ())) for var, _ in term.row.key]
    if any(coefficient != 1 for _, coefficient in term.row.key) or not all(cells for _, cells in facts):
        return None, None
    said = theory.rules[term.rule].cells if term.rule is not None else ()
    shared = set(said or facts[0][1]).intersection(*(cells for _, cells in facts))
    if len(shared) == 1:
        return shared.pop(), None
    labels = {label for label, _ in facts}
    return None, labels.pop() if len(labels) == 1 else None


def _bound(term: Term) -> int:
    return term.row.lo if term.weight > 0 else term.row.hi


# ---- of cells and pieces


def _of_cells(theory: Theory, own: Counting, cells: Mapping[Cell, int]) -> str | None:
    """None where facts are passed over, or copies of a piece count different things."""
    numbers = {label: term for term in own.terms if (label := _about(theory, term)[1]) is not None}
    if own.known:
        return None
    if not own.modulus:
        return _weighing(own, cells, {label: -term.weight for label, term in numbers.items()}, numbers)
    counts = _residues(theory, own.modulus, cells)
    if counts is None:
        return None
    asked = sum(counts[label] * term.row.lo for label, term in numbers.items()) % own.modulus
    return (_black if own.modulus == 2 else _modular)(own, cells, counts, asked)


def _residues(theory: Theory, modulus: int, cells: Mapping[Cell, int]) -> dict[str, int] | None:
    """What each piece weighs wherever it lies, modulo this, where that is not 0; None if it differs."""
    weights: dict[str, set[int]] = {}
    for label, covered in theory.facts.values():
        weights.setdefault(label, set()).add(sum(cells.get(cell, 0) for cell in covered) % modulus)
    if any(len(own) > 1 for own in weights.values()):
        return None
    return Counter({label: weight for label, (weight,) in sorted(weights.items()) if weight})


def _black(own: Counting, cells: Mapping[Cell, int], counts: Mapping[str, int], asked: int) -> str:
    every = "every piece covers an even number of black cells"
    some = f"{_and(counts)} covers an odd number of black cells wherever it lies, any other piece an even one"
    would = f"{some if counts else every}, so that an {'odd' if asked else 'even'} number would be covered"
    return f"colour the {len(cells):,} cells of these rules black: {would}; but there are {len(cells):,}"


def _modular(own: Counting, cells: Mapping[Cell, int], counts: Mapping[str, int], asked: int) -> str:
    has = sum(cells.values()) % own.modulus
    return (
        f"weigh the cells {_grouped(cells)}: modulo {own.modulus} {_each('weighs', counts)} wherever it lies"
        f", which would be {asked} in all; but the cells weigh {has}"
    )


def _weighing(
    own: Counting, cells: Mapping[Cell, int], most: Mapping[str, int], numbers: Mapping[str, Term]
) -> str:
    allowed = sum(weight * _bound(numbers[label]) for label, weight in most.items())
    return (
        f"weigh the cells {_grouped(cells)}: what covers them weighs {sum(cells.values())} in all, or more; "
        f"but {_each('weighs at most', most)} wherever it lies, which would be {allowed} at most"
    )


def _each(weighs: str, weights: Mapping[str, int]) -> str:
    named = [f"{label} {weighs} {weight}" for label, weight in sorted(weights.items())]
    return ", ".join([*named, f"{'any other' if named else 'each'} piece {'' if named else weighs + ' '}0"])


def _grouped(cells: Mapping[Cell, int]) -> str:
    """-1 for R1C1 R1C3, 1 for R2C2"""
    groups: dict[int, list[str]] = {}
    for cell, weight in sorted(cells.items()):
        groups.setdefault(weight, []).append(cell_name(cell))
    return ", ".join(f"{weight} for {' '.join(own)}" for weight, own in sorted(groups.items(), reverse=True))


def _and(labels: Iterable[str]) -> str:
    return " or ".join(sorted(labels))


# ---- of any rules


def _of_rules(theory: Theory, own: Counting) -> str:
    """The same of rules that are added, each with its weight."""
    if own.modulus:
        asked = sum(term.weight * term.row.lo for term in own.terms)
        true = sum(own.known.values())
        known = f", but for {len(own.known):,} that are known, {true:,} of them true," if own.known else ""
        return (
            f"add these sums: {_sums(theory, own.terms)}; every fact{known} counts a multiple of "
            f"{own.modulus} there, but {asked} are asked for"
        )
    asked, allowed = (
        sum(abs(term.weight) * _bound(term) for term in own.terms if (term.weight > 0) == more)
        for more in (True, False)
    )
    some, others = ([t for t in own.terms if (t.weight > 0) == more] for more in (True, False))
    return (
        f"{_sums(theory, some)} ask for {asked:,} in all; whatever counts there counts as much or more in "
        f"{_sums(theory, others)}, which allow {allowed:,}"
    )


def _sums(theory: Theory, terms: Iterable[Term]) -> str:
    """Rules with the numbers that they ask for or allow, those of axioms as one."""
    said: Counter[str] = Counter()
    for term in terms:
        words = "the axioms" if term.rule is None else f'"{theory.rules[term.rule].words}"'
        times = f"{abs(term.weight)} times " if abs(term.weight) > 1 else ""
        said[times + words] += 1
    return ", ".join(words if number == 1 else f"{words} ({number:,} sums)" for words, number in said.items())
