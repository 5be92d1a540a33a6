"""The words and drawings of an instance; what is not understood is refused.

A plain part of YAML is read: one line per value, of words, whole numbers, [lists] and {mappings}; a list of
`- ` lines; a drawing after `|`. What only names the puzzle or says what is expected is passed over.
"""

import json
import re
from collections.abc import Iterable
from textwrap import dedent
from typing import Any

from .search import Refused

MOST = 1 << 16
PASSED_OVER = {"title", "source", "expect", "symmetry"}
ENTRY = r"(?:#.*)?\n|([a-z_]+):(?: +(.*?))? *\n((?:[ -].*\n)*)"
ITEM = r"- +(.*?) *\n((?: .*\n)*)"
DRAWING = re.compile(r"( +)\S.*\n(?:\1\S.*\n)*")
CLOSED = re.compile(r"""[A-Za-z0-9]((?!:( |$)).)*|"[^"\\]*"|'[^']*'""")  # text that ends with its line
NUMBER = r"\d+\.\.\d+|[1-9]\d*(?:[A-Za-z]|x[1-9]\d*)"  # with a word: 0..2, 3r, 6x10
WORD = r"(?!(?:yes|no|on|off|true|false|null)\b)[A-Za-z](?:[-\w. ]*[\w.])?"  # what YAML reads as one too
QUOTED = re.compile(rf"(?ai)(?<![^\[{{ ,])(?:{NUMBER}|{WORD})(?=[]}},]|: |$)")

Shape = tuple[tuple[Any, ...], ...]  # row and column of each cell, and a mark perhaps; at the origin


def read(text: str) -> dict[str, Any]:
    """The mapping that the text states. Raises Refused, ValueError."""
    if len(text) > MOST or not text.replace("\n", "").isprintable():
        raise Refused("the instance: too long, or characters that do not show")
    entries = [entry.groups("") for entry in matches(ENTRY, text)]
    found = once([(key, value(key, head, below)) for key, head, below in entries if key])
    return {key: own for key, own in found.items() if key not in PASSED_OVER}


def matches(pattern: str, text: str) -> list[re.Match[str]]:
    """Those that the text consists of."""
    found = [*re.finditer(pattern, text)]
    if "".join(match[0] for match in found) != text:
        raise Refused(f"the instance: the checker does not read {text!r:.80}")
    return found


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs):
        raise Refused("the instance: a key given twice")
    return dict(pairs)


def value(key: str, head: str, below: str) -> Any:
    """Of the line, and of those further in: a drawing; a list; or JSON, in which words need no quotes."""
    if key in PASSED_OVER and CLOSED.fullmatch(head + below):
        return None
    if head == "|" and DRAWING.fullmatch(below):
        return dedent(below)
    if below and not head:
        return [value("", *item.groups()) for item in matches(ITEM, dedent(below))]
    if below or '"' in head:
        raise Refused(f"the instance: the checker does not read {head + below!r:.80}")
    words = QUOTED.sub(r'"\g<0>"', head)
    return json.loads(words, object_pairs_hook=once, parse_float=int, parse_constant=int)


def drawn(rows: Iterable[str]) -> Shape:
    """Row, column and mark of each cell of a drawing."""
    return tuple((r, c, mark) for r, row in enumerate(rows) for c, mark in enumerate(row))


def by_mark(rows: Iterable[str]) -> dict[str, list[tuple[int, int]]]:
    """The cells of each mark, in reading order; `.` and a space are no marks."""
    found: dict[str, list[tuple[int, int]]] = {}
    for r, c, mark in drawn(rows):
        if mark not in ". ":
            found.setdefault(mark, []).append((r, c))
    return found


def placed(cells: Iterable[tuple[Any, ...]]) -> Shape:
    own = [*cells]
    top, left, *_ = map(min, zip(*own))
    return tuple(sorted((r - top, c - left, *mark) for r, c, *mark in own))


def images(shape: Shape, kind: str) -> set[Shape]:
    """A free piece is turned and flipped, a one-sided one is turned, a fixed one is as it is."""
    found = {shape}
    for _ in range(3 if kind != "fixed" else 0):
        found |= {placed((c, -r, *mark) for r, c, *mark in one) for one in found}
    return found | {placed((r, -c, *mark) for r, c, *mark in one) for one in found if kind == "free"}
