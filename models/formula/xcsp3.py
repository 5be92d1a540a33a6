"""XCSP3: constraints over integer variables with few values, of which all solutions are wanted.

    <instance format="XCSP3" type="CSP">
      <variables> <var id="x"> 0..3 </var> <array id="y" size="[2][3]"> 0 1 </array> </variables>
      <constraints>
        <intension> eq(add(x,y[0][1]),3) </intension>
        <group> <allDifferent> %0 %1 </allDifferent> <args> y[0][] </args> <args> y[1][] </args> </group>
      </constraints>
    </instance>

Read are intension, extension, sum, allDifferent, count, regular, instantiation, group and block. Whatever
else a file states is refused by its name. Annotations are advice for a search, and are passed over.
F. Boussemart, C. Lecoutre, G. Audemard, C. Piette, XCSP3: an integrated format, arXiv:1611.03398.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from zenkai_solver.models.constraints import Automaton
from zenkai_solver.models.document import InstanceError, fault
from zenkai_solver.models.formula.expressions import (
    COMPARISONS,
    DEEPEST,
    Expression,
    IntegerVariable,
    call,
    parse,
)
from zenkai_solver.models.formula.relations import (
    Accepted,
    DifferentValues,
    Predicate,
    Relation,
    Table,
    Tuple,
)
from zenkai_solver.models.formula.rows import MAX_VARIABLES, Parsed, Row, check_size

FORBIDDEN = re.compile(r"<!(?:ENTITY|DOCTYPE)", re.IGNORECASE)
IDENTIFIER = re.compile(r"[A-Za-z_]\w*(?:\[\d{1,6}\])*")
REFERENCE = re.compile(r"([A-Za-z_]\w*)((?:\[[^\[\]]*\])*)")
PARAMETER = re.compile(r"%(\d{1,6}|\.\.\.)")
RANGE = re.compile(r"([+-]?\d{1,12})\.\.([+-]?\d{1,12})")
NUMBER = re.compile(r"[+-]?\d{1,12}")
CONDITION = re.compile(r"\(\s*(\w+)\s*,\s*(.*?)\s*\)", re.DOTALL)
MOST_CONSTRAINTS = 100_000
MOST_TEXT = 1 << 21  # characters of all constraints of groups


def read(text: str) -> Parsed:
    """Raises InstanceError."""
    if match := FORBIDDEN.search(text):
        raise fault("document types and entities are never expanded", text.count("\n", 0, match.start()) + 1)
    try:
        root = ElementTree.fromstring(re.sub(r"^\s*<\?xml[^>]*\?>", "", text))
    except ElementTree.ParseError as error:
        raise fault(f"not XML: {error}", error.position[0]) from None
    if root.tag != "instance" or root.get("format") != "XCSP3":
        raise fault('not XCSP3: the file begins with <instance format="XCSP3" type="CSP">', 1)
    if root.get("type") != "CSP":
        raise fault(f"type {root.get('type')!r:.20}: only CSP is read, all solutions without an objective", 1)
    for part in root:
        if part.tag not in ("variables", "constraints", "annotations"):
            raise fault(f"<{part.tag:.40}> is not read")
    reader = _XcspReader()
    for part in root.findall("variables"):
        reader.declare(part)
    check_size(reader.top, 1)
    for part in root.findall("constraints"):
        reader.block(part)
    lines = tuple(line.strip() for line in text.split("\n") if line.strip())
    return reader.parsed(lines)


@dataclass
class _XcspReader:
    """What is read so far: variables by their names, arrays by theirs, and constraints."""

    variables: dict[str, IntegerVariable] = field(default_factory=dict)
    arrays: dict[str, tuple[int, ...]] = field(default_factory=dict)  # the sizes
    relations: list[Relation] = field(default_factory=list)
    labels: list[str] = field(default_factory=lambda: ["-"])
    length: int = 0  # characters of the constraints of groups

    @property
    def top(self) -> int:
        return len(self.labels) - 1

    def parsed(self, lines: tuple[str, ...]) -> Parsed:
        rows = [
            Row(f"variable {variable.name}", (1,) * len(variable.literals), lits, 1, 1, True)
            for variable in self.variables.values()
            for lits in [tuple(variable.literals.values())]
        ]
        projection = tuple(range(1, self.top + 1))
        return Parsed(lines, self.labels, projection, tuple(rows), relations=tuple(self.relations))

    # ---- variables

    def declare(self, element: Element) -> None:
        for part in element:
            name = part.get("id", "")
            if not IDENTIFIER.fullmatch(name):
                raise fault(f"{name!r:.40} is not a name of a variable")
            if name in self.variables or name in self.arrays:
                raise fault(f"the variable {name:.40} is declared twice")
            if part.get("type", "integer") != "integer":
                raise fault(f"{name:.40}: only variables of type integer are read")
            if part.tag == "var":
                self._variable(name, self._domain(part, name))
            elif part.tag == "array":
                self._array(part, name)
            else:
                raise fault(f"<{part.tag:.40}> is not read among variables")

    def _array(self, element: Element, name: str) -> None:
        sizes = tuple(map(int, re.findall(r"\[(\d{1,6})\]", element.get("size", ""))))
        if (
            not sizes
            or prod(sizes) > MAX_VARIABLES
            or "".join(f"[{n}]" for n in sizes) != element.get("size", "").replace(" ", "")
        ):
            raise fault(f"{name:.40}: a size such as [3][4], of at most {MAX_VARIABLES:,} variables")
        if element.get("startIndex", "0") != "0":
            raise fault(f"{name:.40}: only indices from 0 are read")
        self.arrays[name] = sizes
        domains = [(part.get("for", ""), self._domain(part, name)) for part in element.findall("domain")]
        of: dict[str, tuple[int, ...]] = {}
        default: tuple[int, ...] | None = None if domains else self._domain(element, name)
        for names, some in domains:
            if names.strip() == "others":
                default = some
                continue
            for word in names.split():
                of |= dict.fromkeys(self._names(word), some)
        for place in product(*map(range, sizes)):
            full = name + "".join(f"[{n}]" for n in place)
            if (values := of.get(full, default)) is not None:  # else it is undefined, and is in no constraint
                self._variable(full, values)

    def _variable(self, name: str, values: tuple[int, ...]) -> None:
        if self.top + len(values) > MAX_VARIABLES:
            raise fault(f"more than {MAX_VARIABLES:,} values of all variables")
        literals = {value: self.top + place for place, value in enumerate(values, 1)}
        self.labels += (f"{name}={value}" for value in values)
        self.variables[name] = IntegerVariable(name, literals)

    def _domain(self, element: Element, name: str) -> tuple[int, ...]:
        if (other := element.get("as")) is not None:
            if other in self.variables:
                return tuple(self.variables[other].literals)
            first = other + "[0]" * len(self.arrays.get(other, ()))
            if first not in self.variables:
                raise fault(f"{name:.40}: {other!r:.40} is not a variable declared before")
            return tuple(self.variables[first].literals)
        values = tuple(sorted(set(_numbers(element.text or "", name))))
        if not values:
            raise fault(f"{name:.40}: no values")
        return values

    def _names(self, word: str) -> list[str]:
        """The names that a word stands for: a variable, or part of an array such as x[1..2][]."""
        match = REFERENCE.fullmatch(word)
        if match is None:
            raise fault(f"{word!r:.40} is not a variable")
        name, places = match[1], re.findall(r"\[([^\[\]]*)\]", match[2])
        if name not in self.arrays:
            return [word]
        sizes = self.arrays[name]
        places = places or [""] * len(sizes)
        if len(places) != len(sizes):
            raise fault(f"{word:.40}: {name} has {len(sizes)} indices")
        ranges = [_indices(place, size, word) for place, size in zip(places, sizes, strict=True)]
        return [name + "".join(f"[{n}]" for n in one) for one in product(*ranges)]

    def scope(self, text: str, name: str) -> tuple[IntegerVariable, ...]:
        """The variables that the words stand for, in order; of parts of arrays those that are defined."""
        variables = []
        for word in text.split():
            names = self._names(word)
            some = [self.variables[one] for one in names if one in self.variables]
            if not some or (len(names) == 1 and len(some) < 1):
                raise fault(f"{name}: {word!r:.40} is not a variable")
            variables += some
        if not variables:
            raise fault(f"{name}: no variables")
        return tuple(variables)

    # ---- constraints

    def block(self, element: Element, depth: int = 0) -> None:
        """The constraints in an element."""
        if depth > DEEPEST:
            raise fault(f"blocks of more than {DEEPEST} levels")
        for part in element:
            if part.tag == "block":
                self.block(part, depth + 1)
            elif part.tag == "group":
                self._group(part)
            else:
                self.add(part)

    def _group(self, element: Element) -> None:
        """A constraint with the parameters %0, %1, ..., once for each <args>."""
        templates = [part for part in element if part.tag != "args"]
        if len(templates) != 1:
            raise fault(f"a group has one constraint, not {len(templates)}")
        size = len(ElementTree.tostring(templates[0]))
        places = sum(len(PARAMETER.findall(text)) for text in templates[0].itertext())
        for part in element.findall("args"):
            words = [name for word in _words(part.text or "") for name in self._expanded(word)]
            self.length += size + places * sum(len(word) + 1 for word in words)
            if self.length > MOST_TEXT:
                raise fault(f"groups of more than {MOST_TEXT:,} characters")
            self.add(_filled(templates[0], words))

    def _expanded(self, word: str) -> list[str]:
        return self._names(word) if REFERENCE.fullmatch(word) else [word]

    def add(self, element: Element) -> None:
        name = f"{element.tag:.40} {len(self.relations) + 1}"
        if element.tag not in READERS:
            raise fault(f"<{element.tag:.40}> is not read; read are {', '.join(READERS)}, group and block")
        if len(self.relations) >= MOST_CONSTRAINTS:
            raise fault(f"more than {MOST_CONSTRAINTS:,} constraints")
        if element.get("reifiedBy") or element.get("hreifiedFrom") or element.get("hreifiedTo"):
            raise fault(f"{name}: reified constraints are not read")
        try:
            self.relations.append(READERS[element.tag](self, element, name))
        except InstanceError as error:
            message = error.message if error.message.startswith(name) else f"{name}: {error.message}"
            raise fault(message) from None

    def expression(self, text: str) -> Expression:
        return parse(text, self.variables)

    def expressions(self, text: str, name: str) -> list[Expression]:
        """Those of a list: variables, parts of arrays, numbers and calls."""
        expressions = list[Expression]()
        for word in _words(text):
            expressions += self.scope(word, name) if REFERENCE.fullmatch(word) else [self.expression(word)]
        if not expressions:
            raise fault(f"{name}: an empty list")
        return expressions

    def compared(self, left: Expression, condition: str) -> Expression:
        """left, compared as in a condition such as (le,5), (eq,x), (in,1..3) or (notin,{1,2})."""
        match = CONDITION.fullmatch(condition.strip())
        if match is None:
            raise fault(f"{condition.strip()!r:.40} is not a condition such as (le,5)")
        sign, right = match[1], match[2]
        if sign in COMPARISONS:
            return call(sign, (left, self.expression(right)))
        bounds = RANGE.fullmatch(right)
        if sign not in ("in", "notin") or not (bounds or right.startswith("{")):
            raise fault(f"{condition.strip()!r:.40} is not a condition such as (le,5) or (in,1..3)")
        if bounds:
            low, high = int(bounds[1]), int(bounds[2])
            if sign == "in":
                return call("and", (call("ge", (left, low)), call("le", (left, high))))
            return call("or", (call("lt", (left, low)), call("gt", (left, high))))
        values = tuple(_numbers(right.strip("{}").replace(",", " "), sign))
        return call(sign, (left, call("set", values)))


# ---- one reader per constraint


def _text(element: Element, tag: str) -> str:
    """The text of the part, or of the element itself, which need not have it for its list."""
    part = element.find(tag)
    if part is None:
        return element.text or "" if tag in ("list", "function") else ""
    return part.text or ""


def _only(element: Element, name: str, *tags: str) -> None:
    for part in element:
        if part.tag not in tags:
            raise fault(f"{name}: <{part.tag:.40}> is not read here")
    for tag in tags:
        if tag != "list" and len(element.findall(tag)) > 1:
            raise fault(f"{name}: two <{tag}>")


def _intension(reader: _XcspReader, element: Element, name: str) -> Relation:
    _only(element, name, "function")
    return Predicate(name, reader.expression(_text(element, "function")))


def _extension(reader: _XcspReader, element: Element, name: str) -> Relation:
    _only(element, name, "list", "supports", "conflicts")
    scope = reader.scope(_text(element, "list"), name)
    kinds = [tag for tag in ("supports", "conflicts") if element.find(tag) is not None]
    if len(kinds) != 1:
        raise fault(f"{name}: either supports or conflicts")
    return Table(name, scope, _tuples(_text(element, kinds[0]), len(scope), name), kinds == ["supports"])


def _tuples(text: str, size: int, name: str) -> tuple[Tuple, ...]:
    if size == 1 and "(" not in text:
        return tuple((value,) for value in _numbers(text, name))
    rows = []
    for row in re.findall(r"\(([^()]*)\)|(\S)", text):
        words = [word.strip() for word in row[0].split(",")]
        if row[1] or len(words) != size or not all(word == "*" or NUMBER.fullmatch(word) for word in words):
            raise fault(f"{name}: ({row[0] or row[1]:.40}) is no tuple of {size} numbers")
        rows.append(tuple(None if word == "*" else int(word) for word in words))
    return tuple(dict.fromkeys(rows))


def _sum(reader: _XcspReader, element: Element, name: str) -> Relation:
    _only(element, name, "list", "coeffs", "condition")
    terms = reader.expressions(_text(element, "list"), name)
    if element.find("coeffs") is not None:
        factors = reader.expressions(_text(element, "coeffs"), name)
        if len(factors) != len(terms):
            raise fault(f"{name}: {len(factors)} coefficients of {len(terms)} terms")
        terms = [call("mul", pair) for pair in zip(factors, terms, strict=True)]
    return Predicate(name, reader.compared(call("add", terms), _text(element, "condition")))


def _different(reader: _XcspReader, element: Element, name: str) -> Relation:
    _only(element, name, "list", "except")
    if len(element.findall("list")) > 1:
        raise fault(f"{name}: of several lists is not read")
    words = reader.expressions(_text(element, "list"), name)
    if not all(isinstance(word, IntegerVariable) for word in words):
        pairs = [call("ne", pair) for i, pair in _pairs(words)]
        return Predicate(name, call("and", [1, *pairs]))
    scope = tuple(word for word in words if isinstance(word, IntegerVariable))
    return DifferentValues(name, scope, frozenset(_numbers(_text(element, "except"), name)))


def _pairs(words: Sequence[Expression]) -> Iterator[tuple[int, tuple[Expression, Expression]]]:
    for i, one in enumerate(words):
        for other in words[:i]:
            yield i, (other, one)


def _count(reader: _XcspReader, element: Element, name: str) -> Relation:
    _only(element, name, "list", "values", "condition")
    terms = reader.expressions(_text(element, "list"), name)
    wanted = reader.expressions(_text(element, "values"), name)
    each = [call("or", [0, *(call("eq", (term, value)) for value in wanted)]) for term in terms]
    if len(wanted) == 1:
        each = [call("eq", (term, wanted[0])) for term in terms]
    return Predicate(name, reader.compared(call("add", each), _text(element, "condition")))


def _regular(reader: _XcspReader, element: Element, name: str) -> Relation:
    _only(element, name, "list", "transitions", "start", "final")
    scope = reader.scope(_text(element, "list"), name)
    numbers: dict[str, int] = {}

    def state(word: str) -> int:
        return numbers.setdefault(word, len(numbers))

    moves = []
    for row in re.findall(r"\(([^()]*)\)|(\S)", _text(element, "transitions")):
        words = [word.strip() for word in row[0].split(",")]
        if row[1] or len(words) != 3 or not NUMBER.fullmatch(words[1]):
            raise fault(f"{name}: ({row[0] or row[1]:.40}) is no transition (state,value,state)")
        moves.append((state(words[0]), int(words[1]), state(words[2])))
    start, final = _text(element, "start").split(), _text(element, "final").split()
    if len(start) != 1:
        raise fault(f"{name}: one start, not {len(start)}")
    moves = list(dict.fromkeys(moves))
    if len({move[:2] for move in moves}) < len(moves):
        raise fault(f"{name}: two transitions for one state and value; only deterministic automata are read")
    return Accepted(name, scope, Automaton(state(start[0]), tuple(map(state, final)), tuple(moves)))


def _instantiation(reader: _XcspReader, element: Element, name: str) -> Relation:
    _only(element, name, "list", "values")
    scope, values = reader.scope(_text(element, "list"), name), list(_numbers(_text(element, "values"), name))
    if len(scope) != len(values):
        raise fault(f"{name}: {len(values)} values of {len(scope)} variables")
    equal = [call("eq", pair) for pair in zip(scope, values, strict=True)]
    return Predicate(name, call("and", [1, *equal]))


READERS: Mapping[str, Callable[[_XcspReader, Element, str], Relation]] = {
    "intension": _intension,
    "extension": _extension,
    "sum": _sum,
    "allDifferent": _different,
    "count": _count,
    "regular": _regular,
    "instantiation": _instantiation,
}


def _numbers(text: str, name: str) -> Iterator[int]:
    """The numbers of a list with ranges such as 1..3."""
    total = 0
    for word in text.split():
        if bounds := RANGE.fullmatch(word):
            low, high = int(bounds[1]), int(bounds[2])
        elif NUMBER.fullmatch(word):
            low = high = int(word)
        else:
            raise fault(f"{name:.40}: {word!r:.40} is not a number, nor a range such as 0..3")
        total += max(0, high - low + 1)
        if total > MAX_VARIABLES:
            raise fault(f"{name:.40}: more than {MAX_VARIABLES:,} values")
        yield from range(low, high + 1)


def _indices(text: str, size: int, word: str) -> range:
    """The indices of an array that the text between brackets stands for."""
    bounds = RANGE.fullmatch(text)
    if not text:
        return range(size)
    if not bounds and not NUMBER.fullmatch(text):
        raise fault(f"{word:.40}: {text!r:.20} is not an index")
    low, high = (int(bounds[1]), int(bounds[2])) if bounds else (int(text), int(text))
    if not 0 <= low <= high < size:
        raise fault(f"{word:.40}: indices from 0 to {size - 1}")
    return range(low, high + 1)


def _words(text: str) -> Iterator[str]:
    """The words, of which a call with blanks within its parentheses is one."""
    word, depth = "", 0
    for part in re.findall(r"[()]|[^\s()]+|\s+", text):
        if part.isspace() and depth == 0:
            if word:
                yield word
            word = ""
            continue
        depth += (part == "(") - (part == ")")
        word += part.strip()
    if word:
        yield word


def _filled(template: Element, words: Sequence[str]) -> Element:
    """The element with its parameters replaced."""
    used = [int(n) for text in template.itertext() for n in PARAMETER.findall(text) if n != "..."]
    rest = " ".join(words[max(used, default=-1) + 1 :])

    def replaced(match: re.Match[str]) -> str:
        if match[1] == "...":
            return rest
        if int(match[1]) >= len(words):
            raise fault(f"{match[0]}: the group has {len(words)} arguments")
        return words[int(match[1])]

    made = Element(template.tag, template.attrib)
    made.text = PARAMETER.sub(replaced, template.text or "")
    for part in template:
        child = Element(part.tag, part.attrib)
        child.text = PARAMETER.sub(replaced, part.text or "")
        made.append(child)
    return made
