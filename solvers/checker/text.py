"""A plain part of YAML, read strictly: what is not understood is refused, never guessed at.

Keys at the margin; a value is one line of JSON in which words need no quotes, a drawing after `|`, or a list
of `- ` lines. What only names the puzzle or says what is expected is passed over.
"""

from __future__ import annotations

import itertools
import json
import re
from typing import Any

from .cover import Refused

PASSED_OVER = {"title", "source", "author", "expect", "symmetry", "goal"}
TOKEN = re.compile(r'"[^"\\]*"|[\[\]{},]|: |[A-Za-z0-9.]([^\[\]{},:"#\'\\]|:(?! ))*')
ODD = re.compile(r"yes|no|on|off|null|[-+.]?[0-9][0-9_]*([.:e][-+0-9_.:e]*)?|0[xob].*|[0-9]+-[0-9]+-.*", re.I)


def read(text: str) -> dict[str, Any]:
    """The mapping that the text states. Raises Refused, with the line."""
    found: dict[str, Any] = {}
    lines = text.split("\n")
    starts = [n for n, line in enumerate(lines) if line and not re.match(r"[ #]|- ", line)] + [len(lines)]
    for n, end in itertools.pairwise(starts):
        match = re.fullmatch(r"([a-z_]+):(?: +(\S.*))? *", lines[n])
        if match is None or match[1] in found or re.search("[\t\r\x85\u2028\u2029]", text):
            raise Refused(f"the instance, line {n + 1}: no key, a key given twice, or tabs in the text")
        over = match[1] in PASSED_OVER
        found[match[1]] = None if over else value(match[2] or "", lines[n + 1 : end], n + 1)
    return {key: own for key, own in found.items() if key not in PASSED_OVER}


def value(head: str, below: list[str], number: int) -> Any:
    """What follows a key on its line, and the lines below that belong to it."""
    while below and not below[-1].strip():
        below = below[:-1]
    if head == "|" and below:
        margin = len(below[0]) - len(below[0].lstrip(" "))
        if margin and not any(row[:margin].strip() for row in below):
            return "".join(row[margin:] + "\n" for row in below)
    rest = [line for line in below if line.strip() and not line.lstrip().startswith("#")]
    head = re.sub(r"(^| +)#.*", "", head)
    if head and not rest:
        return line_of(head.strip(), number)
    margin = rest[0].find("- ") if rest else -1
    if head or margin < 0 or rest[0][:margin].strip():
        raise Refused(f"the instance, line {number}: a value that the checker does not read")
    starts = [n for n, line in enumerate(below) if line.startswith(" " * margin + "- ")] + [len(below)]
    if any(line.strip() and not line.lstrip().startswith("#") for line in below[: starts[0]]):
        raise Refused(f"the instance, line {number}: a list that the checker does not read")
    return [
        value(below[a][margin + 2 :].strip(), below[a + 1 : b], number + a + 1)
        for a, b in itertools.pairwise(starts)
    ]


def line_of(text: str, number: int) -> Any:
    """JSON, in which words need no quotes; a word alone may hold brackets nowhere."""
    parts, at = [], 0
    while at < len(text):
        match = TOKEN.match(text, at)
        if match is None:
            raise Refused(f"the instance, line {number}: {text[at : at + 40]!r} is not read by the checker")
        parts.append(word(match[0].strip(), number))
        at = match.end() + len(text[match.end() :]) - len(text[match.end() :].lstrip(" "))
    try:
        return json.loads("".join(parts), object_pairs_hook=once)
    except ValueError as error:
        raise Refused(f"the instance, line {number}: {error}") from None


def word(text: str, number: int) -> str:
    if (
        text in "[]{},:"
        or text[0] == '"'
        or text in ("true", "false")
        or re.fullmatch(r"0|[1-9][0-9]{0,8}", text)
    ):
        return text
    if ODD.fullmatch(text) and not re.fullmatch(r"[0-9]*\.\.[0-9]*", text):
        raise Refused(f"the instance, line {number}: {text!r} may be read in two ways; put it in quotes")
    return json.dumps(text)


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a key given twice")
    return dict(pairs)
