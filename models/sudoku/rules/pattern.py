"""A line of digits that matches a regular expression.

The expression has digits, `.`, classes such as [147] and [^1-3], groups, `|`, repetitions `*`, `+`, `?`.
The machine's states are the places of the expression that may read the next digit (Glushkov's construction);
the check matches the text of the digits with Python's own engine.
Source: V. M. Glushkov, The abstract theory of automata, Russian Mathematical Surveys 16 (1961).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from zenkai_solver.models.sudoku.candidates import Machine
from zenkai_solver.models.sudoku.grid import SYMBOLS, Grid
from zenkai_solver.models.sudoku.rules.base import ByMachine, LineStyle, RuleError

ALLOWED = re.compile(r"[0-9A-Z.()|*+?\[\]^-]{1,200}")


@dataclass(frozen=True)
class Subexpression:
    """A part of the expression: may it be empty, and the places where it can begin and end."""

    empty: bool
    first: frozenset[int] = frozenset()
    last: frozenset[int] = frozenset()


@dataclass
class PatternParser:
    """Recursive descent; `reads` are the symbols each place accepts, `follows` the places after each."""

    text: str
    at: int = 0
    reads: list[frozenset[str]] = field(default_factory=list)
    follows: list[set[int]] = field(default_factory=list)

    def peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def take(self) -> str:
        self.at += 1
        return self.text[self.at - 1]

    def choice(self) -> Subexpression:
        part = self.sequence()
        while self.peek() == "|":
            self.take()
            other = self.sequence()
            part = Subexpression(part.empty or other.empty, part.first | other.first, part.last | other.last)
        return part

    def sequence(self) -> Subexpression:
        part = Subexpression(True)
        while self.peek() not in ("", "|", ")"):
            other = self.repetition()
            self.link(part.last, other.first)
            part = Subexpression(
                part.empty and other.empty,
                part.first | other.first if part.empty else part.first,
                part.last | other.last if other.empty else other.last,
            )
        return part

    def repetition(self) -> Subexpression:
        part = self.atom()
        while (sign := self.peek()) and sign in "*+?":
            self.take()
            if sign != "?":
                self.link(part.last, part.first)
            part = Subexpression(part.empty or sign != "+", part.first, part.last)
        return part

    def atom(self) -> Subexpression:
        if self.peek() == "(":
            self.take()
            part = self.choice()
            self.at += 1  # the closing bracket; Python's parser has found it there
            return part
        self.reads.append(self.symbols())
        self.follows.append(set())
        place = frozenset({len(self.reads) - 1})
        return Subexpression(False, place, place)

    def symbols(self) -> frozenset[str]:
        """What one place reads: found by asking Python which symbols match its text."""
        start = self.at
        if self.take() == "[":
            self.at = self.text.index("]", self.at + 1) + 1
        symbol_class = re.compile(self.text[start : self.at])
        return frozenset(symbol for symbol in SYMBOLS if symbol_class.fullmatch(symbol))

    def link(self, before: frozenset[int], after: frozenset[int]) -> None:
        for place in before:
            self.follows[place] |= after


@dataclass(frozen=True)
class Pattern(ByMachine):
    """The digits along the line, read in order, match the expression from end to end."""

    name: ClassVar[str] = "pattern"
    listed: ClassVar[bool] = True
    says: ClassVar[str] = "the digits match {expression}"
    printed: ClassVar[str] = (
        "The digits along the line, from its first cell to its last one, match the regular "
        "expression {expression}"
    )
    line: ClassVar[LineStyle | None] = ("#c0c0a0", 0.08)
    expression: str

    def check(self, grid: Grid) -> None:
        try:
            re.compile(self.expression)
        except re.error as error:
            raise RuleError(f'"{self.expression:.40}" is not a regular expression: {error}') from None
        if not ALLOWED.fullmatch(self.expression) or "(?" in self.expression:
            raise RuleError(f'"{self.expression:.40}" has more than digits . [ ] ^ - ( ) | * + ?')

    def machine(self, grid: Grid) -> Machine:
        parser = PatternParser(self.expression)
        whole = parser.choice()

        def step(state: Any, digit: int) -> Any:
            """State: the places that may come next, and whether the text so far matches."""
            read = {place for place in state[0] if SYMBOLS[digit] in parser.reads[place]}
            after = frozenset().union(*(parser.follows[place] for place in read))
            return (after, bool(read & whole.last)) if read else None

        return Machine((whole.first, whole.empty), step, lambda state: state[1])

    def holds(self, digits: Sequence[int], grid: Grid) -> bool:
        text = "".join(SYMBOLS[digit] for digit in digits)
        return re.fullmatch(self.expression, text) is not None
