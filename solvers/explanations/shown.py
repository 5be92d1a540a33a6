"""The texts, JSON and boards of explanations: of questions, facts, rules, steps and arguments by counting."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, cycle
from string import ascii_lowercase
from typing import Any

from zenkai_solver.models.classes import classes
from zenkai_solver.models.constraints import ExactlyOne, Lit
from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.fields import nearest
from zenkai_solver.models.genres.known import SECOND
from zenkai_solver.models.grid import EMPTY, Cell, Region, cell_name
from zenkai_solver.models.puzzle import Fact, Labelled, Puzzle, Telling, copies_of
from zenkai_solver.models.render.notes import Notes
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.explanations.steps import SolvingStep
from zenkai_solver.solvers.explanations.sums import Counting, Term
from zenkai_solver.solvers.explanations.theory import VALUE, Theory

MOST_FACTS = 12  # facts of a list in a text; JSON has all
MOST_VALUES = 3  # excluded values of a name in a text
FEW_LEFT = 3  # values of a cell that are told in place of those that are excluded
MOST_DRAWN = 5  # excluded facts of a step that are drawn, each on a board
PLACED = re.compile(r"^(.)@([A-Z]{1,2}\d{1,4}|R\d{1,4}C\d{1,4})$")  # VALUE@CELL, as in conditions
SIDES = ("left", "right", "upper", "lower")
SIDE = re.compile(r"^(left|upper) side of R(\d{1,4})C(\d{1,4})")
DRAWN = re.compile(r"(the \w+ side of )?(R\d+C\d+)(?: \((\w+)\))?(=.)")  # what a fact of a genre says
BRIDGES = ("bridge", "second bridge")
NONE, SIGNS = "=.", ("=.", "=-", "=|", "=#", "=o")  # nothing, and what is said as a word
PLACE = re.compile(r"(.*) \(([^()]*)\)")  # a rule of a genre, and where
ALIKE = re.compile(r"(cell|piece) (\S+) (is|has) (covered.*|used once|the same shape in both figures)")
ASKED = re.compile(r"(?:R(\d{1,4})C(\d{1,4})|([A-Z]{1,2})(\d{1,4}))=(.)")


# ---- facts, rules and questions


@dataclass(frozen=True)
class FactQuestion:
    """The question whether any of the variables is true, or with `none`, whether all are false; `yes` and
    `no` are the answers in words.
    """

    yes: str
    no: str
    any_of: tuple[int, ...]
    none: bool = False


def question(theory: Theory, text: str) -> FactQuestion:
    """The question that a text asks: R5C3=9 or C5=9; R5C3+R5C4 where facts join cells; else the name of a
    fact.

    Raises InstanceError.
    """
    text = PLACED.sub(r"\2=\1", text.strip())
    variables = {_name(theory, label, cells): var for var, (label, cells) in theory.facts.items()}
    if (var := variables.get(text)) is not None:
        return FactQuestion(fact_words(theory, var), fact_words(theory, -var), (var,))
    if not theory.bearing:
        example = next(iter(variables), "")
        raise InstanceError((), f"{text!r:.40} is not a fact of this puzzle, such as {example}")
    cell, label = _cell_and_label(theory, text)
    yes, no = (f"{theory.name(cell)}{sign}{label}" for sign in "=≠")
    if label == EMPTY and label not in theory.bearing[cell]:
        return FactQuestion(yes, no, tuple(chain.from_iterable(theory.bearing[cell].values())), none=True)
    return FactQuestion(yes, no, theory.bearing[cell][label])


def _name(theory: Theory, label: str, cells: Sequence[Cell]) -> str:
    """The name of a fact in questions; "" for a label of cells, which has the form CELL=VALUE."""
    return "" if label and cells else label or _sum_of(theory, cells)


def _cell_and_label(theory: Theory, text: str) -> tuple[Cell, str]:
    """The cell and label of CELL=VALUE. Raises InstanceError."""
    place, _, value = text.rpartition("=")
    if theory.names:
        return _named(theory, text, place, value)
    match = ASKED.fullmatch(text)
    if match is None:
        raise InstanceError((), f"{text!r:.40} is not CELL=VALUE, such as R5C3=9 or C5=9 (column, row)")
    column = _column(match[3]) if match[3] else int(match[2])
    cell = (int(match[4] or match[1]) - 1, column - 1)
    if cell not in theory.bearing:
        raise InstanceError((), f"{cell_name(cell)} is not a cell of this puzzle")
    return _borne(theory, cell, match[5])


def _named(theory: Theory, text: str, place: str, value: str) -> tuple[Cell, str]:
    """As `_cell_and_label`, where cells have names, whose first word `the` may be left out."""
    place = SIDE.sub(_usual_side, place.removeprefix("the "))
    cells = {theory.name(cell).removeprefix("the "): cell for cell in theory.bearing}
    if place not in cells:
        cell, bearing = next(iter(theory.bearing.items()))
        hint = nearest(place, tuple(cells)) if place.startswith(SIDES) else ""
        example = f"such as {theory.name(cell)}={next(iter(bearing))}"
        raise InstanceError((), f"{text!r:.60} is not PLACE=VALUE, {example}" + hint)
    return _borne(theory, cells[place], value)


def _usual_side(match: re.Match[str]) -> str:
    """The name of a side that facts use: of two cells that share it, that of the left or upper one."""
    row, column = int(match[2]), int(match[3])
    if match[1] == "left" and column > 1:
        return f"right side of R{row}C{column - 1}"
    if match[1] == "upper" and row > 1:
        return f"lower side of R{row - 1}C{column}"
    return match[0]


def _borne(theory: Theory, cell: Cell, value: str) -> tuple[Cell, str]:
    """The cell and the value, which it must be able to bear. Raises InstanceError."""
    if value not in theory.bearing[cell] and not (value == EMPTY and _may_be_empty(theory, cell)):
        known = sorted(theory.bearing[cell])
        raise InstanceError((), f"{theory.name(cell)} never bears {value!r:.20}" + nearest(value, known))
    return cell, value


def _may_be_empty(theory: Theory, cell: Cell) -> bool:
    """May the cell be without a label: is there no axiom that requires one?"""
    labels = set(chain.from_iterable(theory.bearing[cell].values()))
    return not any(isinstance(axiom, ExactlyOne) and labels.issuperset(axiom.lits) for axiom in theory.axioms)


def _column(letters: str) -> int:
    """A is 1, Z is 26, AA is 27."""
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - ord("A") + 1
    return number


def fact_words(theory: Theory, lit: Lit) -> str:
    """The literal in words: R1C1=5 or R1C1≠5; a piece with its cells; R1C1=. for single labels."""
    label, cells = theory.facts[abs(lit)]
    if not cells:
        words = theory.phrases.get(abs(lit), label)
        return words if lit > 0 else f"not {words}"
    if not label:
        return f"{_sum_of(theory, cells)}{_together(lit)}"
    if len(cells) == 1:
        if lit < 0 and len(theory.bearing[cells[0]]) == 1:
            return f"{theory.name(cells[0])}={EMPTY}"
        return f"{theory.name(cells[0])}{'=' if lit > 0 else '≠'}{label}"
    return f"{label}{'' if lit > 0 else ' not'} on {_sum_of(theory, cells)}"


def _together(lit: Lit) -> str:
    return " joined" if lit > 0 else " apart"


def _sum_of(theory: Theory, cells: Iterable[Cell]) -> str:
    """R1C1+R1C2"""
    return "+".join(map(theory.name, cells))


def choice_words(theory: Theory, options: Sequence[int]) -> str:
    """That one of the facts can be chosen, or a fact alone, or not; see `trials.choice`."""
    first = fact_words(theory, options[0])
    if len(options) == 1:
        return f"choose {first} or {fact_words(theory, -options[0])}: each is in a solution"
    chosen = [theory.facts[var] for var in options]
    labels = {label for label, _ in chosen}
    shared = set(chosen[0].cells).intersection(*(cells for _, cells in chosen))
    at = f" at {_sum_of(theory, sorted(shared))}" if len(shared) == 1 else ""
    of = f" of {labels.pop()}" if len(labels) == 1 and "" not in labels else ""
    what = "placements" if any(len(cells) > 1 for _, cells in chosen) else "values"
    return f"choose one of the {len(options):,} {what}{of}{at}, such as {first}: each is in a solution"


def facts_words(theory: Theory, lits: Sequence[Lit]) -> list[str]:
    """The literals in words, positive ones first; what is alike is told once: R1C1 R1C3≠2,5, R2C1≤6,
    R2C3=1 or 9.
    """
    words: list[str] = []
    excluded: dict[Cell, list[str]] = {}
    names: dict[str, list[str]] = {}
    variables: dict[str, list[Lit]] = {}
    alike: dict[tuple[str, str], list[str]] = {}  # places, by what is before and after them
    joined: list[tuple[Cell, ...]] = []
    for lit in sorted(lits, key=lambda lit: (lit < 0, abs(lit))):
        label, cells = theory.facts[abs(lit)]
        name, _, value = label.partition(": ")
        if cells and not label and lit > 0:
            joined.append(cells)
        elif cells and not label:
            alike.setdefault(("", _together(lit)), []).append(_sum_of(theory, cells))
        elif not cells and (integer := VALUE.fullmatch(label)):
            variables.setdefault(integer[1], []).append(lit)
        elif lit < 0 and value and not cells:
            names.setdefault(name, []).append(value)
        elif lit < 0 and label and len(cells) == 1 and len(theory.bearing[cells[0]]) > 1:
            excluded.setdefault(cells[0], []).append(label)
        elif (drawn := DRAWN.fullmatch(fact_words(theory, lit))) and (drawn[1] or drawn[3]):
            alike.setdefault(_around(*drawn.group(1, 3, 4)), []).append(drawn[2])
        else:
            words.append(fact_words(theory, lit))
    for name, stated in variables.items():
        alike.setdefault(("", _value_words(theory, name, stated)), []).append(name)
    _count_bridges(alike)
    words += _in_one_piece(theory, joined)
    for cell, labels in excluded.items():
        every = theory.bearing[cell]
        values = f"={EMPTY}" if len(labels) == len(every) else _without_words(labels, every)
        alike.setdefault(("", values), []).append(theory.name(cell))
    words += (f"{head}{_listed(places)}{tail}" for (head, tail), places in alike.items())
    words += (_without(theory, name, values) for name, values in names.items())
    return words


def _in_one_piece(theory: Theory, joined: Sequence[tuple[Cell, ...]]) -> list[str]:
    """Pairs of cells that are joined, as the cells that hang together by them."""
    cells = sorted({cell for pair in joined for cell in pair})
    number = {cell: i for i, cell in enumerate(cells)}
    owner = classes(len(cells), ((number[pair[0]], number[pair[1]]) for pair in joined))
    together: dict[int, list[str]] = {}
    for cell, first in zip(cells, owner, strict=True):
        together.setdefault(first, []).append(theory.name(cell))
    pairs = " ".join("+".join(names) for names in together.values() if len(names) == 2)
    larger = [f"{_listed(names)} in one piece" for names in together.values() if len(names) > 2]
    return [f"{pairs} joined", *larger] if pairs else larger


def _without_words(excluded: Collection[str], labels: Collection[str]) -> str:
    """What is said behind a place that has none of these values: ≤6, =1 or 9, ≠2,5."""
    return _bound_words(excluded, labels) or _few_left(excluded, labels) or f"≠{','.join(excluded)}"


def _bound_words(excluded: Collection[str], labels: Collection[str]) -> str:
    """≤6 where of these numbers several, all above 6, are excluded, ≥3 likewise; "" for others."""
    if len(excluded) < 2 or not all(map(str.isdecimal, labels)):
        return ""
    left = sorted(set(map(int, labels)) - set(map(int, excluded)))
    out = sorted(map(int, excluded))
    return f"≤{left[-1]}" if out[0] > left[-1] else f"≥{left[0]}" if out[-1] < left[0] else ""


def _few_left(excluded: Collection[str], labels: Collection[str]) -> str:
    """=1 or 9 where two or three values are left, and at least twice as many are excluded; "" for others."""
    left = [label for label in labels if label not in excluded]
    return f"={' or '.join(left)}" if 1 < len(left) <= min(FEW_LEFT, len(excluded) / 2) else ""


def _value_words(theory: Theory, name: str, lits: Sequence[Lit]) -> str:
    """What the literals say of the value of an integer variable: =3, ≠2,5 or ≤6."""
    every = theory.values[name]
    values = [every[abs(lit)] for lit in lits]
    if lits[0] > 0:
        return f"={values[0]}"
    left = [value for var, value in every.items() if -var not in lits]
    if len(left) == 1:
        return f"={left[0]}"
    return _without_words(values, every.values())


def _around(side: str | None, layer: str | None, value: str) -> tuple[str, str]:
    """What is said before and after a place: "no line on the upper side of ", "a shade in "."""
    if value in SIGNS:
        noun = BRIDGES[1] if layer == SECOND else layer or "line"
        article = "no" if value == NONE else "an" if noun[0] in "aeiou" else "a"
        return f"{article} {noun} {f'on {side}' if side else 'in '}", ""
    return side or "", f" ({layer}){value}" if layer else value


def _count_bridges(alike: dict[tuple[str, str], list[str]]) -> None:
    """Where a first bridge and a second one are told at one place, make them two bridges, or none."""
    for side in {head.partition(f" {BRIDGES[1]} ")[2] for head, _ in alike} - {""}:
        for article, both in (("a", "two bridges"), ("no", "")):
            first, second = (alike.get((f"{article} {noun} {side}", ""), []) for noun in BRIDGES)
            for place in [place for place in second if place in first]:
                second.remove(place)
                if both:
                    first.remove(place)
                    alike.setdefault((f"{both} {side}", ""), []).append(place)
    for told in [told for told, places in alike.items() if not places]:
        del alike[told]


def _listed(places: Sequence[str]) -> str:
    """All the places; of many the first ones and the last."""
    told = places if len(places) <= MOST_FACTS else [*places[: MOST_FACTS - 1], "...", places[-1]]
    return (" and " if any(" " in place for place in places) else " ").join(told)


def _without(theory: Theory, name: str, values: Sequence[str]) -> str:
    """That the name has none of the values, of which many are only counted."""
    if len(values) > MOST_VALUES + 1:
        every = sum(label.startswith(f"{name}: ") for label, _ in theory.facts.values())
        piece = name.removesuffix(" moves")
        kind = f"ways to lay {piece} in figure 2" if piece != name else f"values of {name}"
        return f"{len(values):,} of the {every:,} {kind} are out"
    listed = "; ".join(values)
    return f"{name}: not ({listed})" if len(values) > 1 else f"{name}: not {listed}"


def rules_words(theory: Theory, chosen: Iterable[int]) -> list[str]:
    """The rules in words, givens last."""
    order = sorted(chosen, key=lambda rule: (theory.rules[rule].kind == "given", rule))
    return [theory.rules[rule].words for rule in order]


def rules_told(theory: Theory, chosen: Iterable[int]) -> list[str]:
    """As `rules_words`; a rule that ends with its place, in a genre, is told once with all its places, and
    what holds of several cells or pieces once, too.
    """
    places: dict[str, list[str]] = {}
    alike: dict[str, tuple[str, list[str], str, str]] = {}
    for words in rules_words(theory, chosen):
        match, same = PLACE.fullmatch(words), ALIKE.fullmatch(words)
        told = f"{same[1]} {same[3]} {same[4]}" if same else match[1] if match else words
        if same:
            alike.setdefault(told, (same[1], [], same[3], same[4]))[1].append(same[2])
        places.setdefault(told, []).extend([match[2]] if match and not same else [])
    several = {told: _of_several(*parts) for told, parts in alike.items()}
    return [several.get(rule) or (f"{rule} ({'; '.join(at)})" if at else rule) for rule, at in places.items()]


def _of_several(kind: str, names: Sequence[str], verb: str, told: str) -> str:
    """cell R1C1 is covered once; cells R1C1, R1C2 and R2C1 are covered once"""
    if len(names) == 1:
        return f"{kind} {names[0]} {verb} {told}"
    return f"{kind}s {', '.join(names[:-1])} and {names[-1]} {'are' if verb == 'is' else 'have'} {told}"


# ---- steps


def some(words: list[str]) -> str:
    """The first MOST_FACTS of the words, and how many more there are."""
    more = len(words) - MOST_FACTS
    return ", ".join(words if more <= 0 else [*words[:MOST_FACTS], f"and {more:,} more"])


def conclusions(theory: Theory, lits: Iterable[Lit]) -> list[str]:
    """The literals in words, without those about cells that another one decides."""
    lits = list(lits)
    settled = {cell for lit in lits if lit > 0 for cell in theory.facts[lit][1]}
    left = [lit for lit in lits if lit > 0 or not settled.intersection(theory.facts[-lit][1])]
    return facts_words(theory, left)


# ---- arguments by counting


def counting_words(theory: Theory, argument: Counting) -> str:
    """The argument as one sentence, which can be checked by hand."""
    cells = weighed_cells(theory, argument)
    return (cells and _of_cells(theory, argument, cells)) or _of_rules(theory, argument)


def counting_json(theory: Theory, argument: Counting) -> dict[str, Any]:
    """The argument for JSON: the modulus, 0 for a weighing, and for each term its rule, weight and bound."""
    terms = [
        {
            "rule": "axioms" if term.rule is None else theory.rules[term.rule].words,
            "weight": term.weight,
            "sum": _bound(term),
        }
        for term in argument.terms
    ]
    return {"modulus": argument.modulus, "terms": terms, "said": counting_words(theory, argument)}


def weighed_cells(theory: Theory, argument: Counting) -> Mapping[Cell, int]:
    """The weight of each cell whose covering is counted; {} if the argument is not about covering."""
    weights: dict[Cell, int] = {}
    if all(len(cells) < 2 for _, cells in theory.facts.values()):
        return {}
    for term in argument.terms:
        cell, label = _about(theory, term)
        if cell is not None:
            weights[cell] = weights.get(cell, 0) + term.weight
        elif label is None:
            return {}
    return weights


def coloured(theory: Theory, argument: Counting) -> frozenset[Cell]:
    """The cells to mark: those of the largest weight in a colouring, of positive weight in a weighing."""
    cells = weighed_cells(theory, argument)
    least = max(cells.values(), default=0) if argument.modulus else 1
    return frozenset(cell for cell, weight in cells.items() if weight >= least)


def _about(theory: Theory, term: Term) -> tuple[Cell | None, str | None]:
    """The only cell that all facts of the term cover, or else their only label; None for neither."""
    facts = [theory.facts.get(var, Fact("")) for var, _ in term.row.key]
    if any(coefficient != 1 for _, coefficient in term.row.key) or not all(cells for _, cells in facts):
        return None, None
    named = theory.rules[term.rule].cells if term.rule is not None else ()
    shared = set(named or facts[0][1]).intersection(*(cells for _, cells in facts))
    if len(shared) == 1:
        return shared.pop(), None
    labels = {label for label, _ in facts}
    return None, labels.pop() if len(labels) == 1 else None


def _bound(term: Term) -> int:
    return term.row.lo if term.weight > 0 else term.row.hi


# ---- of cells and pieces


def _of_cells(theory: Theory, argument: Counting, cells: Mapping[Cell, int]) -> str | None:
    """The argument in terms of cells and pieces; None if the sum leaves out known facts, or the weight that a
    piece covers depends on its place.
    """
    numbers = {label: term for term in argument.terms if (label := _about(theory, term)[1]) is not None}
    if argument.known:
        return None
    if not argument.modulus:
        return _weighing(argument, cells, {label: -term.weight for label, term in numbers.items()}, numbers)
    counts = _residues(theory, argument.modulus, cells)
    if counts is None:
        return None
    asked = sum(counts[label] * term.row.lo for label, term in numbers.items()) % argument.modulus
    return (_black if argument.modulus == 2 else _modular)(argument, cells, counts, asked)


def _residues(theory: Theory, modulus: int, cells: Mapping[Cell, int]) -> dict[str, int] | None:
    """The weight modulo `modulus` that each piece covers, if not 0; None if it depends on the place."""
    weights: dict[str, set[int]] = {}
    for label, covered in theory.facts.values():
        weights.setdefault(label, set()).add(sum(cells.get(cell, 0) for cell in covered) % modulus)
    if any(len(of_label) > 1 for of_label in weights.values()):
        return None
    return Counter({label: weight for label, (weight,) in sorted(weights.items()) if weight})


def _black(argument: Counting, cells: Mapping[Cell, int], counts: Mapping[str, int], asked: int) -> str:
    every = "every piece covers an even number of black cells"
    some = f"{_and(counts)} covers an odd number of black cells wherever it lies, any other piece an even one"
    would = f"{some if counts else every}, so that an {'odd' if asked else 'even'} number would be covered"
    return f"colour the {len(cells):,} cells of these rules black: {would}; but there are {len(cells):,}"


def _modular(argument: Counting, cells: Mapping[Cell, int], counts: Mapping[str, int], asked: int) -> str:
    has = sum(cells.values()) % argument.modulus
    return (
        f"weigh the cells {_grouped(cells)}: modulo {argument.modulus} {_each('weighs', counts)} "
        f"wherever it lies, which would be {asked} in all; but the cells weigh {has}"
    )


def _weighing(
    argument: Counting, cells: Mapping[Cell, int], most: Mapping[str, int], numbers: Mapping[str, Term]
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
    """The weights of cells in words, such as: 1 for R2C2, -1 for R1C1 R1C3."""
    groups: dict[int, list[str]] = {}
    for cell, weight in sorted(cells.items()):
        groups.setdefault(weight, []).append(cell_name(cell))
    return ", ".join(
        f"{weight} for {' '.join(names)}" for weight, names in sorted(groups.items(), reverse=True)
    )


def _and(labels: Iterable[str]) -> str:
    return " or ".join(sorted(labels))


# ---- of any rules


def _of_rules(theory: Theory, argument: Counting) -> str:
    """The sum of the rules, each with its weight."""
    if argument.modulus:
        asked = sum(term.weight * term.row.lo for term in argument.terms)
        true = sum(argument.known.values())
        known = (
            f", but for {len(argument.known):,} that are known, {true:,} of them true,"
            if argument.known
            else ""
        )
        return (
            f"add these sums: {_sums(theory, argument.terms)}; every fact{known} counts a multiple of "
            f"{argument.modulus} there, but {asked} are asked for"
        )
    asked, allowed = (
        sum(abs(term.weight) * _bound(term) for term in argument.terms if (term.weight > 0) == more)
        for more in (True, False)
    )
    some, others = ([t for t in argument.terms if (t.weight > 0) == more] for more in (True, False))
    return (
        f"{_sums(theory, some)} ask for {asked:,} in all; whatever counts there counts as much or more in "
        f"{_sums(theory, others)}, which allow {allowed:,}"
    )


def _sums(theory: Theory, terms: Iterable[Term]) -> str:
    """The terms in words, each rule after its weight; equal ones, as axioms of one weight, counted."""
    times_each: Counter[str] = Counter()
    for term in terms:
        words = "the axioms" if term.rule is None else f'"{theory.rules[term.rule].words}"'
        times = f"{abs(term.weight)} times " if abs(term.weight) > 1 else ""
        times_each[times + words] += 1
    return ", ".join(
        words if number == 1 else f"{words} ({number:,} sums)" for words, number in times_each.items()
    )


# ---- boards


def used(theory: Theory, step: SolvingStep) -> frozenset[Cell]:
    """The cells of the rules of the step."""
    return frozenset(cell for rule in step.rules for cell in theory.rules[rule].cells)


def pencil_marks(
    theory: Theory, step: SolvingStep, before: frozenset[Lit], after: frozenset[Lit]
) -> dict[Cell, Notes]:
    """Pencil marks for the cells of the step's rules and facts, where each fact is about one cell. `before`
    and `after` are the known facts then.
    """
    touched = used(theory, step).union(*(theory.facts[abs(lit)][1] for lit in (*step.because, *step.follows)))
    because, notes = set(step.because), dict[Cell, Notes]()
    for cell in sorted(touched):
        labels = [(label, var) for label, (var,) in sorted(theory.bearing.get(cell, {}).items())]
        placed = any(var in after for _, var in labels)
        notes[cell] = Notes(
            tuple(label for label, var in labels if -var not in after and not placed),
            tuple(label for label, var in labels if -var in after and -var not in before and not placed),
            tuple(label for label, var in labels if var in because or (-var in because and not placed)),
        )
    return notes


def excluded(
    puzzle: Puzzle, theory: Theory, step: SolvingStep, known: frozenset[Lit]
) -> list[tuple[Board, frozenset[Cell]]]:
    """Of the first MOST_DRAWN facts that the step excludes: the board if it were true, its cells."""
    shown = []
    for lit in sorted(step.follows, key=abs):
        cells = theory.facts[abs(lit)][1]
        with_it = board(puzzle, theory, known - {lit} | {-lit}) if lit < 0 and cells else None
        if with_it is not None:
            shown.append((with_it, frozenset(cells)))
        if len(shown) == MOST_DRAWN:
            break
    return shown


def boards(puzzle: Puzzle, theory: Theory, *states: frozenset[Lit]) -> list[Board]:
    """The boards of these sets of known facts, without those for which `board` is None."""
    return [shown for known in states if (shown := board(puzzle, theory, known)) is not None]


def board(puzzle: Puzzle, theory: Theory, known: frozenset[Lit]) -> Board | None:
    """The known facts as a board, on which open cells have the family's sign. None if facts are of several
    kinds.

    Facts without cells have a row each. Where facts join cells, cells of one piece have a small letter if the
    letter of the piece is not known.
    """
    if not isinstance(puzzle, Telling):
        return None
    region = puzzle.symmetries().region
    labels, cells = zip(*theory.facts.values()) if theory.facts else ((), ())
    if all(labels) and not any(cells):
        values = {var: "yes" if var in known else "no" if -var in known else "?" for var in theory.facts}
        return tuple(f"{fact_words(theory, var)} {value}" for var, value in values.items())
    if any(at and not label for label, at in theory.facts.values()):
        return _joined(region, theory, known)
    return _labelled(puzzle, region, theory, known) if all(labels) and all(cells) else None


def _joined(region: Region, theory: Theory, known: frozenset[Lit]) -> Board:
    """The board where facts join cells, see `board`."""
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
        if isinstance(puzzle, Labelled) and all(
            var in false for variables in bearing.values() for var in variables
        ):
            rows[r][c] = EMPTY
    copied, letters = copies_of(puzzle)
    copies = iter(letters)
    for label, cells in sorted((theory.facts[var] for var in true if var > 0), key=lambda fact: fact[1]):
        sign = next(copies) if label in copied else label
        for r, c in cells:
            rows[r][c] = sign
    return tuple("".join(row) for row in rows)
