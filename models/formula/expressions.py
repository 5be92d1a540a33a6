"""Integer variables with few values, expressions over them as XCSP3 writes them, and their encoding.

A variable is encoded directly: a 0-1 variable for each of its values, exactly one of them true. What an
expression is worth is a function of these, so no encoding multiplies solutions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from itertools import pairwise

from zenkai_solver.models.constraints import Clause, Constraint, ExactlyOne, Linear, Lit
from zenkai_solver.models.csp import ModelBuilder
from zenkai_solver.models.document import InstanceError

MOST_PAIRS = 20_000  # pairs of values of the two operands of an operator, or values of one of many
MOST_PAIRWISE = 2_500  # pairs of values of a comparison that is stated by its wrong pairs
MOST_STATED = 500_000  # clauses and transitions of all constraints
LARGEST = 10**12  # what an expression may be worth
DEEPEST = 60  # nested calls
TOKEN = re.compile(r"\s*(?:([A-Za-z_]\w*(?:\[\d+\])*)|([+-]?\d{1,15})|([(),]))")
COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")


@dataclass(frozen=True)
class IntegerVariable:
    """A variable: the literal of each of its values, in ascending order of the values."""

    name: str
    literals: Mapping[int, Lit]

    def value(self, true: AbstractSet[int]) -> int:
        """Its value where exactly these 0-1 variables are true."""
        return next(value for value, lit in self.literals.items() if lit in true)


@dataclass(frozen=True)
class Call:
    """An operator with its arguments."""

    name: str
    arguments: tuple[Expression, ...]


Expression = int | IntegerVariable | Call
Values = Mapping[int, Lit | None]  # the literal of each value; None: it is always that one


def _quotient(a: int, b: int) -> int:
    """Rounded towards 0, as XCSP3 and CPMpy have it."""
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def _power(a: int, b: int) -> int:
    return int(a**b)


ONE: Mapping[str, Callable[[int], int]] = {
    "neg": lambda a: -a,
    "abs": abs,
    "sqr": lambda a: a * a,
    "not": lambda a: int(not a),
}
TWO: Mapping[str, Callable[[int, int], int]] = {
    "sub": lambda a, b: a - b,
    "div": _quotient,
    "mod": lambda a, b: a - b * _quotient(a, b),
    "pow": _power,
    "dist": lambda a, b: abs(a - b),
    "ne": lambda a, b: int(a != b),
    "lt": lambda a, b: int(a < b),
    "le": lambda a, b: int(a <= b),
    "gt": lambda a, b: int(a > b),
    "ge": lambda a, b: int(a >= b),
    "imp": lambda a, b: int(not a or bool(b)),
}
MANY: Mapping[str, Callable[[int, int], int]] = {  # from the left; `eq` and `iff` of several: see `parse`
    "add": lambda a, b: a + b,
    "mul": lambda a, b: a * b,
    "min": min,
    "max": max,
    "and": lambda a, b: int(bool(a) and bool(b)),
    "or": lambda a, b: int(bool(a) or bool(b)),
    "xor": lambda a, b: int(bool(a) != bool(b)),
    "eq": lambda a, b: int(a == b),
    "iff": lambda a, b: int(bool(a) == bool(b)),
}
SIGNS: Sequence[Mapping[str, str]] = (  # those that bind closest last
    {"and": "and", "or": "or", "xor": "xor", "imp": "implies", "iff": "if and only if"},
    {"eq": "=", "ne": "≠", "lt": "<", "le": "≤", "gt": ">", "ge": "≥"},
    {"add": "+", "sub": "-"},
    {"mul": "*", "div": "/", "mod": "mod"},
)
NEUTRAL = {"and": 1, "or": 0, "add": 0, "mul": 1}  # what may be left out
NAMES = (*ONE, *TWO, *MANY, "if", "in", "notin", "set")


def call(name: str, arguments: Sequence[Expression]) -> Expression:
    """The call, in terms of the operators of the tables. Raises InstanceError."""
    count = len(arguments)
    if name not in ("in", "notin") and any(isinstance(one, Call) and one.name == "set" for one in arguments):
        raise InstanceError((), "a set stands only behind in( and notin(")
    if name in ("in", "notin"):
        last = arguments[-1] if count == 2 else None
        if not isinstance(last, Call) or last.name != "set":
            raise InstanceError((), f"{name} takes a value and a set: {name}(x,set(1,2))")
        either = call("or", [0, *(Call("eq", (arguments[0], value)) for value in last.arguments)])
        return either if name == "in" else Call("not", (either,))
    compares = name in ("eq", "iff")
    if compares and count > 2:
        return Call("and", tuple(Call(name, pair) for pair in pairwise(arguments)))
    fits = {1: name in ONE, 2: name in TWO or name in MANY, 3: name in MANY or name == "if"}
    if name != "set" and not (fits.get(min(count, 3)) or (count == 1 and name in MANY and not compares)):
        known = "" if name in NAMES else f"; known: {', '.join(NAMES)}"
        raise InstanceError((), f"{name} with {count} arguments is not read{known}")
    if name == "if" and count != 3:
        raise InstanceError((), f"if takes 3 arguments, not {count}")
    return Call(name, tuple(arguments))


def infix(expression: Expression, within: int = -1) -> str:
    """The expression as people write it: q[0] + 2 * x = 5; in parentheses where it binds no closer than what
    it stands `within`.
    """
    if isinstance(expression, int):
        return str(expression)
    if isinstance(expression, IntegerVariable):
        return expression.name
    name, arguments = expression.name, expression.arguments
    if name in NEUTRAL:
        arguments = tuple(one for one in arguments if one != NEUTRAL[name]) or arguments[:1]
    level = next((i for i, signs in enumerate(SIGNS) if name in signs), None)
    if level is None:
        return f"{name}({', '.join(map(infix, arguments))})"
    if len(arguments) == 1:
        return infix(arguments[0], within)
    told = f" {SIGNS[level][name]} ".join(infix(one, level) for one in arguments).replace(" + -", " - ")
    return f"({told})" if level <= within else told


def parse(text: str, variables: Mapping[str, IntegerVariable]) -> Expression:
    """The expression of a text such as `eq(add(x,y[0]),5)`. Raises InstanceError."""
    tokens, end = list(TOKEN.finditer(text)), 0
    for token in tokens:
        if token.start() != end:
            break
        end = token.end()
    if text[end:].strip():
        raise InstanceError((), f"{text[end:].strip()!r:.40} is not part of an expression")
    words = [token[0].strip() for token in tokens if token.start() < end]
    expression, at = _parsed(words, 0, variables, 0)
    if at < len(words):
        raise InstanceError((), f"{words[at]!r:.40}: the expression has ended before it")
    return expression


def _parsed(
    words: Sequence[str], at: int, variables: Mapping[str, IntegerVariable], depth: int
) -> tuple[Expression, int]:
    """The expression that begins at this word, and where it ends."""
    if depth > DEEPEST:
        raise InstanceError((), f"an expression of more than {DEEPEST} levels")
    word = words[at] if at < len(words) else ""
    if word.lstrip("+-").isdigit():
        return int(word), at + 1
    if words[at + 1 : at + 2] == ["("]:
        arguments, at = list[Expression](), at + 2
        while words[at : at + 1] != [")"]:
            argument, at = _parsed(words, at, variables, depth + 1)
            arguments.append(argument)
            if words[at : at + 1] == [","]:
                at += 1
            elif words[at : at + 1] != [")"]:
                raise InstanceError((), f"{word}(: an argument ends in a comma or )")
        return call(word, arguments), at + 1
    if word not in variables:
        raise InstanceError((), f"{word!r:.40} is not a variable" if word else "the expression ends too soon")
    return variables[word], at + 1


def evaluate(expression: Expression, true: AbstractSet[int]) -> int:
    """What the expression is worth where exactly these 0-1 variables are true."""
    match expression:
        case int():
            return expression
        case IntegerVariable():
            return expression.value(true)
        case Call("if", (condition, one, other)):
            return evaluate(one if evaluate(condition, true) else other, true)
        case Call(name, arguments):
            first, *others = (evaluate(argument, true) for argument in arguments)
            if not others:
                return ONE[name](first) if name in ONE else first
            operate = TWO.get(name) or MANY[name]
            for other in others:
                first = operate(first, other)
            return first


@dataclass
class Encoder:
    """States expressions in a model; `constraints` collects what is to be added."""

    builder: ModelBuilder
    name: str
    constraints: list[Constraint] = field(default_factory=list)

    def require(self, expression: Expression) -> None:
        """It is true: not 0."""
        match expression:
            case Call("and", arguments):
                for argument in arguments:
                    self.require(argument)
            case Call("or", arguments):
                each = [self.values(argument) for argument in arguments]
                if all(0 in values for values in each):
                    self._clause(-lit for lit in (values[0] for values in each) if lit is not None)
            case Call(name, (one, other)) if name in COMPARISONS:
                self._compare(name, one, other)
            case _:
                values = self.values(expression)
                if 0 in values:
                    self._clause(-lit for lit in [values[0]] if lit is not None)

    def _clause(self, lits: Iterable[Lit]) -> None:
        if len(self.constraints) >= MOST_STATED:
            raise InstanceError((), f"{self.name}: more than {MOST_STATED:,} clauses are needed")
        self.constraints.append(Clause(tuple(dict.fromkeys(lits))))

    def _compare(self, name: str, one: Expression, other: Expression) -> None:
        if name != "ne" and len(_terms(one)) + len(_terms(other)) > 2:
            self._sum(name, one, other)
            return
        left, right = self.values(one), self.values(other)
        if name == "ne":
            wrong = [(value, value) for value in left if value in right]
        elif len(left) * len(right) > MOST_PAIRWISE:
            self._sum(name, one, other)
            return
        else:
            holds = MANY["eq"] if name == "eq" else TWO[name]
            wrong = [(a, b) for a in left for b in right if not holds(a, b)]
        for a, b in wrong:
            self._clause(-lit for lit in (left[a], right[b]) if lit is not None)

    def _sum(self, name: str, one: Expression, other: Expression) -> None:
        """one - other is compared with 0, as a linear constraint over the literals of the values."""
        weights: dict[Lit, int] = {}
        constant = self._add(one, 1, weights) + self._add(other, -1, weights)
        lits = tuple(lit for lit, weight in weights.items() if weight)
        coefficients = tuple(weights[lit] for lit in lits)
        least = sum(min(0, weight) for weight in coefficients)
        most = sum(max(0, weight) for weight in coefficients)
        lo, hi = {
            "eq": (0, 0),
            "le": (None, 0),
            "lt": (None, -1),
            "ge": (0, None),
            "gt": (1, None),
        }[name]
        bounds = least if lo is None else lo - constant, most if hi is None else hi - constant
        self.constraints.append(Linear(coefficients, lits, *bounds))

    def _add(self, expression: Expression, factor: int, weights: dict[Lit, int]) -> int:
        """Add the weights of the literals of the expression times the factor; returns the constant."""
        constant = 0
        for part, times in _terms(expression):
            values = self.values(part)
            base = next(iter(values))  # what it is worth if none of the other literals is true
            constant += factor * times * base
            for value, lit in list(values.items())[1:]:
                assert lit is not None  # as there are several values
                weight = factor * times * (value - base)
                if lit < 0:
                    constant, weight = constant + weight, -weight
                weights[abs(lit)] = weights.get(abs(lit), 0) + weight
        return constant

    def values(self, expression: Expression) -> Values:
        """The values that the expression may have, each with its literal. Raises InstanceError if many."""
        match expression:
            case int():
                return {expression: None}
            case IntegerVariable():
                lits = expression.literals
                return lits if len(lits) > 1 else dict.fromkeys(lits)
            case Call("if", (condition, one, other)):
                return self._choice(self.values(condition), self.values(one), self.values(other))
            case Call(name, arguments):
                result, *others = (self.values(argument) for argument in arguments)
                if not others:
                    return self._function(ONE[name], result) if name in ONE else result
                operate = TWO.get(name) or MANY[name]
                for further in others:
                    result = self._operation(name, operate, result, further)
                return result

    def _choice(self, condition: Values, one: Values, other: Values) -> Values:
        """The value of `one` where the condition is not 0, else that of `other`."""
        table = [
            ((lit, value_lit), value)
            for number, lit in condition.items()
            for value, value_lit in (one if number else other).items()
        ]
        return self._defined(table)

    def _function(self, operate: Callable[[int], int], values: Values) -> Values:
        return self._defined([((lit,), operate(value)) for value, lit in values.items()])

    def _operation(self, name: str, operate: Callable[[int, int], int], one: Values, other: Values) -> Values:
        self._bounded(one, other)
        if name in ("div", "mod") and 0 in other:
            raise InstanceError((), f"{name} by a value that may be 0 is not read")
        if name == "pow" and (min(other) < 0 or max(other) > 60):
            raise InstanceError((), "pow takes exponents from 0 to 60")
        table = [((one[a], other[b]), operate(a, b)) for a in one for b in other]
        return self._defined(table)

    def _bounded(self, one: Values, other: Values) -> None:
        if len(one) * len(other) > MOST_PAIRS:
            raise InstanceError(
                (), f"an operator on {len(one):,} and {len(other):,} values; at most {MOST_PAIRS:,} pairs"
            )

    def _defined(self, table: Sequence[tuple[tuple[Lit | None, ...], int]]) -> Values:
        """The literals of a result: in each row of the table it has that value if the literals are true."""
        rows: dict[int, list[tuple[Lit, ...]]] = {}
        for lits, value in table:
            if abs(value) > LARGEST:
                raise InstanceError((), f"an expression may be worth {value:.3g}; at most {LARGEST:,}")
            rows.setdefault(value, []).append(tuple(lit for lit in lits if lit is not None))
        if len(rows) == 1:
            return dict.fromkeys(rows)
        if all(len(conditions) == 1 and len(conditions[0]) == 1 for conditions in rows.values()):
            return {value: conditions[0][0] for value, conditions in sorted(rows.items())}
        if len(rows) == 2:
            (one, first), (other, _) = sorted(rows.items(), key=lambda row: len(row[1]))
            single = len(first) == 1 and len(first[0]) == 1
            lit = first[0][0] if single else self.builder.auxiliary((self.name, one))
            if not single:
                self._implied(rows, {one: lit, other: -lit})
            return dict(sorted({one: lit, other: -lit}.items()))
        lits_of = {value: self.builder.auxiliary((self.name, value)) for value in sorted(rows)}
        self._implied(rows, lits_of)
        self.constraints.append(ExactlyOne(tuple(lits_of.values())))
        return lits_of

    def _implied(self, rows: Mapping[int, Sequence[tuple[Lit, ...]]], lits_of: Mapping[int, Lit]) -> None:
        for value, conditions in rows.items():
            for lits in conditions:
                self._clause([*(-lit for lit in lits), lits_of[value]])


def _terms(expression: Expression) -> list[tuple[Expression, int]]:
    """The expression as a sum: its parts, each with a factor."""
    match expression:
        case Call("add", arguments):
            return [term for argument in arguments for term in _terms(argument)]
        case Call("sub", (one, other)):
            return [*_terms(one), *((part, -times) for part, times in _terms(other))]
        case Call("neg", (one,)):
            return [(part, -times) for part, times in _terms(one)]
        case Call("mul", (int() as factor, one)) | Call("mul", (one, int() as factor)):
            return [(part, factor * times) for part, times in _terms(one)]
        case _:
            return [(expression, 1)]
