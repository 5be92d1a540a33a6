"""Exact covers in Knuth's text format (DLX1; colours as in DLX2, multiplicities as in DLX3).

    | a comment                    the first other line has the items, those behind a bar are secondary
    a b c 0:2|d | x y              an item is covered once, lo:hi|item between lo and hi times, a secondary
    a b x                          one at most once; each further line is an option: the items it covers
    c d x:R                        options may share a secondary item to which they give one colour

Every option must have a primary item, as otherwise it would be unconstrained.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from zenkai_solver.models.document import fault
from zenkai_solver.models.formula.rows import Coloured, Parsed, Row, check_size, integer

BOUNDED = re.compile(r"(?:(\d+):)?(\d+)\|([^|:]+)")


@dataclass
class _CoverItem:
    name: str
    lo: int
    hi: int
    primary: bool
    options: dict[str, list[int]] = field(default_factory=dict)  # by colour; '' is none


def read(text: str) -> Parsed:
    """Raises InstanceError with the line."""
    items: dict[str, _CoverItem] = {}
    lines: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        words = line.split()
        if not words or words[0].startswith("|"):
            continue
        if not all(map(str.isprintable, words)):
            raise fault("a name with characters that cannot be printed", number)
        if not lines:
            items = _items(words, number)
        else:
            _option(words, number, items, len(lines))
        lines.append(" ".join(words))
    if not lines:
        raise fault("no items", 1)
    return _finished(items, lines)


def _items(words: list[str], line: int) -> dict[str, _CoverItem]:
    items: dict[str, _CoverItem] = {}
    primary = True
    for word in words:
        if word == "|":
            if not primary:
                raise fault("the line of items has two bars", line)
            primary = False
            continue
        item = _item(word, primary, line)
        if item.name in items:
            raise fault(f"the item {item.name!r:.40} is there twice", line)
        items[item.name] = item
    return items


def _item(word: str, primary: bool, line: int) -> _CoverItem:
    if "|" not in word and ":" not in word:
        return _CoverItem(word, 1 if primary else 0, 1, primary)
    match = BOUNDED.fullmatch(word)
    if match is None or not primary:
        raise fault(f"{word!r:.40} is not an item: NAME, or LO:HI|NAME of a primary one", line)
    high = integer(match[2], line)
    low = integer(match[1], line) if match[1] else high
    if not 0 <= low <= high or high == 0:
        raise fault(f"{word!r:.40}: bounds from {low} to {high}", line)
    return _CoverItem(match[3], low, high, primary)


def _option(words: list[str], line: int, items: dict[str, _CoverItem], number: int) -> None:
    seen = set()
    for word in words:
        name, colon, colour = word.partition(":")
        item = items.get(name)
        if item is None:
            raise fault(f"{name!r:.40} is not an item", line)
        if name in seen:
            raise fault(f"the item {name!r:.40} is there twice", line)
        if colon and (item.primary or not colour):
            raise fault(f"{word!r:.40}: a colour is of a secondary item, and not empty", line)
        seen.add(name)
        item.options.setdefault(colour, []).append(number)
    if not any(items[name].primary for name in seen):
        raise fault("an option without a primary item: nothing says whether it is chosen", line)


def _finished(items: dict[str, _CoverItem], lines: list[str]) -> Parsed:
    check_size(len(lines) - 1, 1)
    rows, coloured = [], []
    for item in items.values():
        if set(item.options) - {""}:
            options_of = {colour: tuple(options) for colour, options in item.options.items()}
            coloured.append(Coloured(f"item {item.name}", options_of))
        else:
            lits = tuple(item.options.get("", ()))
            rows.append(Row(f"item {item.name}", (1,) * len(lits), lits, item.lo, item.hi))
    labels = ["-", *(f"{number}: {line}" for number, line in enumerate(lines[1:], 1))]
    projection = tuple(range(1, len(lines)))
    return Parsed(tuple(lines), labels, projection, tuple(rows), tuple(coloured))
