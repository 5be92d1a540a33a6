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

MOST = 1 << 20  # characters
PASSED_OVER = {"title", "source", "expect", "symmetry"}
# Nothing that might go on in the next line: quotes and braces are closed, plain words begin with no sign.
CLOSED = re.compile(
    r"""[^][{}"'>|*&!%#`@,?:\s-]([^:]|:(?! |$))*|"([^"\\]|\\.)*"|'[^']*'"""
    r"""|\{([a-z]+: [0-9]+, )*[a-z]+: [0-9]+\}"""
)
STRANGE = re.compile(
    r"[^\n -~\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]|^ +$", re.M
)
TOKEN = re.compile(r'("[^"\\]*"|[\[\]{},]|:(?= )|[A-Za-z0-9.][-\w./+ ]*) *', re.ASCII)
NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")
WORD = re.compile(r"[0-9]*\.\.[0-9]*|[1-9][0-9]*([A-Za-z]|x[0-9]+)|[A-Za-z].*")
ODD = re.compile(r"yes|no|on|off|true|false|null", re.I)  # that are no words in YAML


def wrong(number: int, what: str) -> Refused:
    return Refused(f"the instance, line {number}: {what}")


def read(text: str) -> dict[str, Any]:
    """The mapping that the text states. Raises Refused, with the line."""
    if len(text) > MOST or (strange := STRANGE.search(text)):
        at = 0 if len(text) > MOST or strange is None else strange.start()
        raise wrong(text.count("\n", 0, at) + 1, "too long a text, tabs, other signs or a line of spaces")
    found: dict[str, Any] = {}
    lines = text.split("\n")
    starts = [n for n, line in enumerate(lines) if line and not re.match(r"[ #]|- ", line)] + [len(lines)]
    if not all(map(empty, lines[: starts[0]])) or len(starts) == 1 or lines[-1].startswith(" "):
        raise wrong(1, "something before the first key, or no key, or no line end after a drawing")
    for n, end in itertools.pairwise(starts):
        match = re.fullmatch(r"([a-z_]+):(?: +(\S.*?))? *", lines[n])
        if match is None or match[1] in found:
            raise wrong(n + 1, "no key, or a key given twice")
        head, below = match[2] or "", lines[n + 1 : end]
        if match[1] not in PASSED_OVER:
            found[match[1]] = value(head, below, n + 1, 0)
        elif not passed_over(head, below):
            raise wrong(n + 1, "a value that the checker does not pass over")
        else:
            found[match[1]] = None
    return {key: own for key, own in found.items() if key not in PASSED_OVER}


def empty(line: str) -> bool:
    return not line or line.lstrip(" ").startswith("#")


def passed_over(head: str, below: list[str]) -> bool:
    """Does the value end where the next key begins?"""
    if re.fullmatch(r"[|>]-?", head):
        return all(re.match(r" |#|$", line) for line in below)
    own = all(empty(line) or re.fullmatch(r" +[a-z]+: +[0-9]+ *", line) for line in below)
    return own if not head else CLOSED.fullmatch(head) is not None and all(map(empty, below))


def value(head: str, below: list[str], number: int, margin: int) -> Any:
    """What follows a key on its line, and the lines below that belong to it, further right than `margin`."""
    while below and not below[-1]:
        below = below[:-1]
    if head == "|" and below:
        own = len(below[0]) - len(below[0].lstrip(" "))
        if own > margin and not any(row[:own].strip(" ") for row in below):
            return "".join(row[own:] + "\n" for row in below)
    head = re.sub(r"(^| +)#.*", "", head)
    rest = [line for line in below if not empty(line)]
    if head and not rest:
        return line_of(head, number)
    own = rest[0].find("- ") if rest else -1
    if head or own < margin or rest[0][:own].strip(" "):
        raise wrong(number, "a value that the checker does not read")
    starts = [n for n, line in enumerate(below) if line.startswith(" " * own + "- ")] + [len(below)]
    return [
        value(below[a][own + 2 :].strip(" "), below[a + 1 : b], number + a + 1, own + 1)
        for a, b in itertools.pairwise(starts)
    ]


def line_of(text: str, number: int) -> Any:
    """JSON, in which words need no quotes."""
    parts, at = [], 0
    while at < len(text):
        match = TOKEN.match(text, at)
        if match is None:
            raise wrong(number, f"{text[at : at + 40]!r} is not read by the checker")
        parts.append(word(match[1].rstrip(), number))
        at = match.end()
    try:
        return json.loads("".join(parts), object_pairs_hook=once)
    except (ValueError, RecursionError) as error:
        raise wrong(number, f"{error}") from None


def word(text: str, number: int) -> str:
    if text in "[]{},:" or text[0] == '"' or text in ("true", "false") or NUMBER.fullmatch(text):
        return text
    if ODD.fullmatch(text) or not WORD.fullmatch(text):
        raise wrong(number, f"{text!r:.40} may be read in two ways; put it in quotes")
    return json.dumps(text)


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a key given twice")
    return dict(pairs)
