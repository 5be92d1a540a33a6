"""Reads a formula from the keys of an instance, and makes an instance of the text of a formula."""

from __future__ import annotations

from collections.abc import Callable

from zenkai_solver.models.document import MAX_BYTES, InstanceError
from zenkai_solver.models.fields import Fields
from zenkai_solver.models.formula import cnf, dlx, opb, xcsp3
from zenkai_solver.models.formula.puzzle import Formula
from zenkai_solver.models.formula.rows import Parsed

KEYS = ("format", "text")
READERS: dict[str, Callable[[str], Parsed]] = {
    "cnf": cnf.read,
    "opb": opb.read,
    "dlx": dlx.read,
    "xcsp3": xcsp3.read,
}


def read(fields: Fields) -> Formula:
    """The puzzle that the keys state. Raises InstanceError."""
    fields.only(KEYS)
    name, text = fields.choice("format", tuple(READERS)), fields.text("text")
    try:
        return _formula(READERS[name](text))
    except InstanceError as error:
        row, error.line = error.line, None
        raise InstanceError(("text",), error.message, None if row is None else row - 1) from None


def _formula(parsed: Parsed) -> Formula:
    """The puzzle. Relations that are too large are refused here, and not when a search begins."""
    formula = Formula(parsed)
    if parsed.relations:
        formula.model()
    return formula


def as_instance(text: str, ending: str) -> tuple[str, Formula]:
    """The YAML text of the instance that a file states, and its puzzle. Raises InstanceError."""
    name = "dlx" if ending == "xcc" else ending
    parsed = READERS[name](text)
    lines = "".join(f"  {line}\n" for line in parsed.lines)
    stated = f"puzzle: formula\nformat: {name}\ntext: |\n{lines}"
    if len(stated.encode()) > MAX_BYTES:
        raise InstanceError((), f"the formula is larger than {MAX_BYTES:,} bytes, the most that is read")
    return stated, _formula(parsed)
