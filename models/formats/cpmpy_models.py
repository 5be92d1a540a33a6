"""A model of the package CPMpy as the text of an XCSP3 instance (T. Guns, 2019, https://cpmpy.readthedocs.io).

Only public names of CPMpy are used: the name, the arguments and the decomposition of each expression.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any
from xml.sax.saxutils import escape

from zenkai_solver.models.document import InstanceError

OPERATORS = {
    **{"and": "and", "or": "or", "->": "imp", "not": "not", "xor": "xor"},
    **{"sum": "add", "sub": "sub", "-": "neg", "mul": "mul", "div": "div", "mod": "mod", "pow": "pow"},
    **{"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"},
    **{"abs": "abs", "min": "min", "max": "max"},
}
PLAIN = re.compile(r"[A-Za-z_]\w*(?:\[\d+(?:,\s*\d+)*\])?")


@dataclass
class _Translator:
    """The names of the variables, and the constraints so far."""

    names: dict[str, str]  # by CPMpy's names
    lines: list[str] = field(default_factory=list)

    def add(self, constraint: Any) -> None:
        """A constraint, or a list of constraints, that holds."""
        if isinstance(constraint, (list, tuple)) or getattr(constraint, "ndim", 0) > 0:
            for one in constraint:
                self.add(one)
            return
        name, arguments = getattr(constraint, "name", ""), _arguments(constraint)
        if name == "and":
            self.add(list(arguments))
        elif name == "alldifferent" and all(map(self._variable, arguments)):
            self.lines.append(f"<allDifferent> {' '.join(map(self.text, arguments))} </allDifferent>")
        elif name == "regular" and all(map(self._variable, arguments[0])):
            self._regular(*arguments)
        elif name == "table" and all(map(self._variable, arguments[0])):
            rows = "".join(f"({','.join(str(int(value)) for value in row)})" for row in arguments[1])
            scope = " ".join(map(self.text, arguments[0]))
            if len(arguments[0]) == 1:
                rows = rows.replace(")(", " ").strip("()")
            parts = f"<list> {scope} </list> <supports> {rows} </supports>"
            self.lines.append(f"<extension> {parts} </extension>")
        else:
            self.lines.append(f"<intension> {escape(self.text(constraint))} </intension>")

    def _regular(self, array: Sequence[Any], moves: Any, start: Any, accepting: Any) -> None:
        arcs = "".join(f"(s{source},{_integer(value)},s{target})" for source, value, target in moves)
        scope = " ".join(map(self.text, array))
        parts = f"<list> {scope} </list> <transitions> {arcs} </transitions>"
        final = " ".join(f"s{state}" for state in accepting)
        ends = f"<start> s{start} </start> <final> {final} </final>"
        self.lines.append(f"<regular> {parts} {ends} </regular>")

    def _variable(self, expression: Any) -> bool:
        return getattr(expression, "name", None) in self.names

    def text(self, expression: Any) -> str:
        """The expression as XCSP3 writes it. Raises InstanceError."""
        if not hasattr(expression, "name"):
            return str(_integer(expression))
        name, arguments = expression.name, _arguments(expression)
        if name in self.names:
            return self.names[name]
        if hasattr(expression, "lb") and hasattr(expression, "ub"):
            negated = (
                ~expression if expression.is_bool() else expression
            )  # a view of a Boolean variable, which has another name
            if negated.name not in self.names:
                raise InstanceError((), f"{name!r:.40} is not a variable of the model")
            return f"not({self.names[negated.name]})"
        if name == "boolval":
            return str(int(arguments[0]))
        if name == "wsum":
            terms = zip(arguments[0], arguments[1], strict=True)
            return self._call("add", [f"mul({_integer(weight)},{self.text(term)})" for weight, term in terms])
        if name == "element" and len(arguments) == 2:
            return self._element(*arguments)
        if name == "count":
            wanted = self.text(arguments[1])
            return self._call("add", [f"eq({self.text(one)},{wanted})" for one in arguments[0]])
        if name in OPERATORS:
            return self._call(OPERATORS[name], list(map(self.text, arguments)))
        return self._decomposed(expression)

    def _call(self, name: str, arguments: Sequence[str]) -> str:
        return f"{name}({','.join(arguments)})"

    def _element(self, array: Sequence[Any], index: Any) -> str:
        low, high = index.get_bounds()
        if low < 0 or high >= len(array):
            raise InstanceError((), f"an index from {low} to {high}, but an array of {len(array)}: bound it")
        place = self.text(index)
        terms = [f"mul(eq({place},{n}),{self.text(array[n])})" for n in range(low, high + 1)]
        return self._call("add", terms)

    def _decomposed(self, expression: Any) -> str:
        """By CPMpy's own decomposition, if it has no variables of its own, which might multiply solutions."""
        if not hasattr(expression, "decompose"):
            raise InstanceError((), f"{expression.name!r:.40} of CPMpy is not read")
        value, further = expression.decompose()
        parts = value if isinstance(value, list) else [value]
        try:
            texts = [self.text(part) for part in parts]
            self.add(list(further))
        except InstanceError as error:
            raise InstanceError((), f"{expression.name!r:.40} is not read: {error.message}") from None
        return texts[0] if not isinstance(value, list) else self._call("and", ["1", *texts])


def _arguments(expression: Any) -> Sequence[Any]:
    """The arguments; none of a variable or a number."""
    arguments: Sequence[Any] = getattr(expression, "args", ())
    return arguments


def _integer(value: Any) -> int:
    if int(value) != value:
        raise InstanceError((), f"{value!r:.40} is not a whole number")
    return int(value)


def text_of(model: Any) -> str:
    """The text of the instance whose solutions are those of the model. Raises InstanceError."""
    from cpmpy.transformations.get_variables import get_variables

    if model.has_objective():
        raise InstanceError((), "the model has an objective; all solutions are found, not a best one")
    variables = sorted(get_variables(model.constraints), key=lambda variable: _place(variable.name))
    names = dict(_named([variable.name for variable in variables]))
    translator = _Translator(names)
    translator.add(list(model.constraints))
    declared = "\n".join(
        f'<var id="{names[variable.name]}"> {variable.lb}..{variable.ub} </var>' for variable in variables
    )
    stated = "\n".join(translator.lines)
    return (
        f'<instance format="XCSP3" type="CSP">\n<variables>\n{declared}\n</variables>\n'
        f"<constraints>\n{stated}\n</constraints>\n</instance>\n"
    )


def _place(name: str) -> list[str | int]:
    """A key that orders names, with their numbers by size."""
    return [int(part) if part.isdecimal() else part for part in re.split(r"(\d+)", name)]


def _named(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """For each name one that XCSP3 allows, and no two equal: x[0,1] is x[0][1]."""
    used: set[str] = set()
    for number, name in enumerate(names):
        short = re.sub(r",\s*", "][", name) if PLAIN.fullmatch(name) else f"variable_{number}"
        while short in used:
            short += "_"
        used.add(short)
        yield name, short
