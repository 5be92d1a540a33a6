"""The lines of a YAML text as a person reads them, where a YAML parser reads them differently.

    common_indentation(text)               drawings whose first row is not the least indented one
    comment_below(lines, first, column)    a row below a drawing that YAML takes for a comment
    folded(raw, style)                     does YAML join lines of the text?

In drawings `#` is a cell, in YAML it begins a comment. YAML takes the indentation of a block (`|`) from its
first row and ends the block at a row that is indented less; if that row begins with `#`, it is silently
ignored as a comment. So a block whose first row is not the least indented one gets an indentation indicator
(`|2`) before it is parsed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

BREAK = re.compile(r"\r\n|[\n\r\x85\u2028\u2029]")
BLOCK = re.compile(r"(?P<at> *(?:- +)*)(?P<key>\S.*:[ \t]+)?(?P<sign>[|>])[-+]?[ \t]*(?:[ \t]#.*)?")
DRAWN = re.compile(r"[-#.+*?/\\|^_ \t]+")  # rows that only draw: no letters or digits, which comments have
KEY = re.compile(r"\s*(?:[-?]\s|[^#]*:(?:\s|$))")
MOST = 9  # spaces that an indicator can state
ROW = (
    "{!r:.40} is a comment to YAML, which ends the rows above: to make it a row, state their indentation "
    "(`|2`: two spaces deeper than the key); to make it a comment, indent it no deeper than the key"
)
BEHIND = "{!r:.40} is a comment to YAML, as is all from line {}: none may stand among the rows of a drawing"


@dataclass(frozen=True)
class IndentedText:
    """A text with indicators added: `added` has the line and column of each, from 0.

    `doubtful`: blocks that may end at a comment or continue with a row; for each its first line, the line
    after its last one, and the line in doubt.
    """

    text: str
    added: frozenset[tuple[int, int]] = frozenset()
    doubtful: tuple[tuple[int, int, int], ...] = ()


def indentation(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def common_indentation(text: str) -> IndentedText:
    """The text with an indicator at each block that has a row indented less than its first one."""
    lines, added, doubtful = BREAK.split(text), dict[int, int](), list[tuple[int, int, int]]()
    for at, column, end in _blocks(lines):
        rows = [i for i in range(at + 1, end) if lines[i].strip()]
        first = max((len(line) for line in lines[at + 1 : rows[0]]), default=0)
        first = max(first, indentation(lines[rows[0]]))
        if (least := min(indentation(lines[i]) for i in rows)) == first:
            continue
        lower = next(i for i in rows if indentation(lines[i]) < first)
        if any(KEY.match(lines[i]) and not DRAWN.fullmatch(lines[i]) for i in rows if i >= lower):
            continue  # a wrongly indented key or list item
        comments = [i for i in rows if i >= lower and lines[i].lstrip().startswith("#")]
        if comments and not all(DRAWN.fullmatch(lines[i]) for i in rows):
            doubtful.append((at, end, comments[0]))
            continue
        sign = BLOCK.fullmatch(lines[at])
        assert sign is not None
        added[at] = sign.start("sign")
        surplus = max(0, least - column - MOST)
        lines[at] = lines[at][: added[at] + 1] + str(least - column - surplus) + lines[at][added[at] + 1 :]
        for i in rows if surplus else ():
            lines[i] = lines[i][surplus:]
    if not added:
        return IndentedText(text, doubtful=tuple(doubtful))
    return IndentedText("\n".join(lines), frozenset(added.items()), tuple(doubtful))


def _blocks(lines: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """For each block with rows: its line, the column of its key or dash, and the line after its rows."""
    at = 0
    while at < len(lines):
        match = BLOCK.fullmatch(lines[at]) if "|" in lines[at] or ">" in lines[at] else None
        if match is None or not (match["key"] or "-" in match["at"]):
            at += 1
            continue
        column = len(match["at"]) if match["key"] else match["at"].rindex("-")
        end = behind = at + 1
        while end < len(lines) and (not lines[end].strip() or indentation(lines[end]) > column):
            behind, end = (end + 1, end + 1) if lines[end].strip() else (behind, end + 1)
        if behind > at + 1:
            yield at, column, behind
        at = behind


def comment_below(lines: Sequence[str], first: int, column: int) -> int | None:
    """The first of the comments from line `first` on that is indented deeper than a key in that column."""
    for at in range(first, len(lines)):
        bare = lines[at].strip()
        if bare and not bare.startswith("#"):
            return None
        if bare and indentation(lines[at]) > column:
            return at
    return None


def comment_fault(lines: Sequence[str], at: int, first: int) -> str:
    """The message about line `at`: a comment that looks like a row of the block that ends before `first`."""
    start = next((i for i in range(first, at) if lines[i].lstrip().startswith("#")), at)
    bare = lines[at].strip()
    return ROW.format(bare) if start == at else BEHIND.format(bare, start + 1)


def cut_drawing(value: str, rest: str, lines: Sequence[str], first: int, column: int) -> str | None:
    """The comment after or below a plain text that looks like a part of the same drawing."""
    if not (DRAWN.fullmatch(value) and {"#", "."} & set(value)):
        return None
    if rest.strip():
        return rest.strip() if DRAWN.fullmatch(rest) else None
    below = comment_below(lines, first, column)
    return lines[below].strip() if below is not None and DRAWN.fullmatch(lines[below]) else None


def folded(raw: str, style: str | None) -> bool:
    """Does the text, as it is written, have lines that YAML joins?"""
    lines = BREAK.split(raw)
    if style == ">":
        return sum(1 for line in lines[1:] if line.strip()) > 1
    return any(
        above.strip() and below.strip() and not (style == '"' and _escaped(above))
        for above, below in pairwise(lines)
    )


def _escaped(line: str) -> bool:
    """Is the line break escaped, so that the lines are joined without a blank?"""
    bare = line.rstrip(" \t")
    return (len(bare) - len(bare.rstrip("\\"))) % 2 == 1
