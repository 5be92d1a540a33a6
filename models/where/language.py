"""The language of conditions on solutions: X@C3 and not (T@A1 or 5@R1C2).

    X@C3            cell C3 has the piece, digit or ink X; `.@C3`: no piece or ink
    X@C3+C4+D4      one X covers all of these cells
    A1=B1           one piece covers both cells, or they have the same value
    x3              of a formula: variable x3 is true; `3` of numbered variables, or of options
    y[0]=3          of integer variables: y[0] has the value 3
    and, or, not    and parentheses; `not` binds closest, then `and`

A cell is written as column letters and row number (C3), or as row and column (R3C3), from 1. Every atom
states that some variable of a set is true, or that none is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.grid import EMPTY, Cell
from zenkai_solver.models.puzzle import Fact

MOST = 10_000  # characters of an expression
DEEPEST = 50  # nested parentheses and `not`s, for Python's stack; see also `_balanced`
CELL = re.compile(r"R(\d{1,4})C(\d{1,4})|([A-Z]{1,3})(\d{1,4})", re.I)
WORD = re.compile(r"\w+")
NAME = re.compile(r"\w+(?:\[\d+\])*(?:=-?\d+)?")  # of a variable, or of one with its value


class ExpressionError(InstanceError):
    """A syntax error, or an unknown name, in an expression; the message names the column, from 1."""

    def __init__(self, message: str) -> None:
        super().__init__((), message)


@dataclass(frozen=True)
class Some:
    """At least one of these variables of the model is true."""

    variables: tuple[int, ...]


@dataclass(frozen=True)
class Not:
    one: Expression


@dataclass(frozen=True)
class And:
    one: Expression
    two: Expression


@dataclass(frozen=True)
class Or:
    one: Expression
    two: Expression


Expression = Some | Not | And | Or


def holds(expression: Expression, chosen: frozenset[int]) -> bool:
    """Whether the expression is true if exactly the `chosen` variables are."""
    match expression:
        case Some(variables):
            return not chosen.isdisjoint(variables)
        case Not(one):
            return not holds(one, chosen)
        case And(one, two):
            return holds(one, chosen) and holds(two, chosen)
        case Or(one, two):
            return holds(one, chosen) or holds(two, chosen)


def _balanced(kind: type[And] | type[Or], parts: Sequence[Expression]) -> Expression:
    """All parts joined in a balanced tree, as functions on expressions are recursive."""
    if len(parts) == 1:
        return parts[0]
    half = len(parts) // 2
    return kind(_balanced(kind, parts[:half]), _balanced(kind, parts[half:]))


@dataclass(frozen=True)
class Words:
    """The vocabulary of a puzzle: the facts of its variables 1, 2, ..., its cells, labels and names."""

    facts: Sequence[Fact]
    covering: Mapping[Cell, Sequence[int]]
    cells: frozenset[Cell]
    labels: Sequence[str]
    names: Mapping[str, int]  # of facts without cells

    @classmethod
    def of(cls, facts: Sequence[Fact], cells: Iterable[Cell]) -> Words:
        covering: dict[Cell, list[int]] = {}
        for var, (_, on) in enumerate(facts, 1):
            for cell in on:
                covering.setdefault(cell, []).append(var)
        labels = sorted({label for label, on in facts if label and on})
        names = {label: var for var, (label, on) in enumerate(facts, 1) if not on}
        return cls(facts, covering, frozenset(cells), labels, names)

    def parse(self, text: str) -> Expression:
        """The expression of the text. Raises ExpressionError."""
        return _Parser(self, text).whole()

    def bearing(self, label: str, cells: Sequence[Cell]) -> tuple[int, ...]:
        """The variables whose fact is that one `label` covers all of the cells."""
        wanted = set(cells)
        some = self.covering.get(cells[0], ())
        return tuple(v for v in some if self.facts[v - 1][0] == label and wanted <= set(self.facts[v - 1][1]))


class _Parser:
    def __init__(self, words: Words, text: str) -> None:
        self.words, self.text, self.at, self.depth = words, text, 0, 0
        if len(text) > MOST:
            raise ExpressionError(f"the expression has more than {MOST:,} characters")

    def whole(self) -> Expression:
        expression = self.either()
        if self.at < len(self.text):
            raise self.fault("`and`, `or` or the end is expected here")
        return expression

    def fault(self, why: str, at: int | None = None) -> ExpressionError:
        return ExpressionError(f"column {(self.at if at is None else at) + 1} of {self.text!r:.60}: {why}")

    def skip(self) -> None:
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1

    def word(self, word: str) -> bool:
        """Consumes the keyword if it is next. X@A1 is an atom even if X is a keyword."""
        self.skip()
        match = WORD.match(self.text, self.at)
        if match is None or match[0].lower() != word or self.text[match.end() : match.end() + 1] == "@":
            return False
        self.at = match.end()
        return True

    def either(self) -> Expression:
        return self.joined("or", Or, lambda: self.joined("and", And, self.one))

    def joined(self, word: str, kind: type[And] | type[Or], part: Callable[[], Expression]) -> Expression:
        parts = [part()]
        while self.word(word):
            parts.append(part())
        return _balanced(kind, parts)

    def one(self) -> Expression:
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.fault(f"more than {DEEPEST} levels")
        if self.word("not"):
            expression: Expression = Not(self.one())
        elif self.text[self.at : self.at + 1] == "(" and self.text[self.at + 1 : self.at + 2] != "@":
            opened = self.at
            self.at += 1
            expression = self.either()
            if self.text[self.at : self.at + 1] != ")":
                raise self.fault("this parenthesis is not closed", opened)
            self.at += 1
        else:
            expression = self.atom()
        self.depth -= 1
        return expression

    def atom(self) -> Expression:
        if self.words.names:
            return self.named()
        if self.text[self.at + 1 : self.at + 2] == "@":
            return self.bearing()
        if CELL.match(self.text, self.at):
            return self.alike()
        if self.at == len(self.text):
            raise self.fault("the expression ends too soon")
        raise self.fault("a fact such as X@C3 is expected here")

    def named(self) -> Expression:
        match, names = NAME.match(self.text, self.at), self.words.names
        if match is None or match[0] not in names:
            first, *_, last = (*names, *names)
            raise self.fault(f"the name of a variable is expected here: {first} to {last}")
        self.at = match.end()
        return Some((names[match[0]],))

    def bearing(self) -> Expression:
        label, begin = self.text[self.at], self.at
        self.at += 2
        cells = [self.cell()]
        while self.text[self.at : self.at + 1] == "+":
            self.at += 1
            cells.append(self.cell())
        known = self.words.labels
        if label == EMPTY and EMPTY not in known:
            return self.free(cells)
        if label not in known:
            listed = f"known: {', '.join(known)}" if known else "ask which cells are of one piece: A1=B1"
            raise self.fault(f"no value {label!r} here; {listed}"[:300], begin)
        return Some(self.words.bearing(label, cells))

    def free(self, cells: Sequence[Cell]) -> Expression:
        """Nothing covers any of the cells."""
        if not self.words.labels:
            raise self.fault("every cell is of some piece here; ask which are of one: A1=B1")
        return Not(Some(tuple(sorted({var for cell in cells for var in self.words.covering.get(cell, ())}))))

    def alike(self) -> Expression:
        begin, one = self.at, self.cell()
        if self.text[self.at : self.at + 1] != "=":
            raise self.fault("after a cell, `=` and another cell are expected")
        self.at += 1
        two = self.cell()
        words = self.words
        both = tuple(v for v in words.covering.get(one, ()) if two in words.facts[v - 1][1])
        if any(len(cells) > 1 for _, cells in words.facts):
            if not both and not words.labels:
                raise self.fault("the two cells are no neighbours in one figure", begin)
            return Some(both)
        pairs = ([Some(words.bearing(label, [cell])) for cell in (one, two)] for label in words.labels)
        return _balanced(Or, [self.free([one, two]), *(And(*pair) for pair in pairs)])

    def cell(self) -> Cell:
        match = CELL.match(self.text, self.at)
        if match is None or self.text[match.end() : match.end() + 1].isalnum():
            raise self.fault("a cell such as C3 or R3C3 is expected here")
        row, column, letters, number = match.groups()
        if letters is not None:
            place = 0
            for letter in letters.upper():
                place = 26 * place + ord(letter) - ord("A") + 1
            row, column = number, str(place)
        cell = int(row) - 1, int(column) - 1
        if cell not in self.words.cells:
            raise self.fault(f"{match[0]} is not a cell of the board")
        self.at = match.end()
        return cell
