"""Exact covers in Knuth's text (DLX1; colours as in DLX2, numbers of times as in DLX3).

    | a comment                    the first other line has the items, those behind a bar are secondary
    a b c 0:2|d | x y              an item is covered once, lo:hi|item between lo and hi times, a secondary
    a b x                          one at most once; each further line is an option: the items it covers
    c d x:R                        options may share a secondary item to which they give one colour

Every option has a primary item, else nothing would be said of it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from zenkai_solver.models.document import fault
from zenkai_solver.models.formula.rows import Coloured, Parsed, Row, check_size, integer

BOUNDED = re.compile(r"(?:(\d+):)?(\d+)\|([^|:]+)")


@dataclass
class _Item:
    name: str
    lo: int
    hi: int
    primary: bool
    options: dict[str, list[int]] = field(default_factory=dict)  # by colour; '' is none


def read(text: str) -> Parsed:
    """Raises InstanceError with the line."""
    items: dict[str, _Item] = {}
    lines: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        words = line.split()
        if not words or words[0].startswith("|"):
            continue
        if not all(map(str.isprintable, words)):
            raise fault(number, "a name with characters that cannot be printed")
        if not lines:
            items = _items(words, number)
        else:
            _option(words, number, items, len(lines))
        lines.append(" ".join(words))
    if not lines:
        raise fault(1, "no items")
    return _finished(items, lines)


def _items(words: list[str], line: int) -> dict[str, _Item]:
    items: dict[str, _Item] = {}
    primary = True
    for word in words:
        if word == "|":
            if not primary:
                raise fault(line, "the line of items has two bars")
            primary = False
            continue
        item = _item(word, primary, line)
        if item.name in items:
            raise fault(line, f"the item {item.name!r:.40} is there twice")
        items[item.name] = item
    return items


def _item(word: str, primary: bool, line: int) -> _Item:
    if "|" not in word and ":" not in word:
        return _Item(word, 1 if primary else 0, 1, primary)
    match = BOUNDED.fullmatch(word)
    if match is None or not primary:
        raise fault(line, f"{word!r:.40} is not an item: NAME, or LO:HI|NAME of a primary one")
    high = integer(match[2], line)
    low = integer(match[1], line) if match[1] else high
    if not 0 <= low <= high or high == 0:
        raise fault(line, f"{word!r:.40}: bounds from {low} to {high}")
    return _Item(match[3], low, high, primary)


def _option(words: list[str], line: int, items: dict[str, _Item], number: int) -> None:
    seen = set()
    for word in words:
        name, colon, colour = word.partition(":")
        item = items.get(name)
        if item is None:
            raise fault(line, f"{name!r:.40} is not an item")
        if name in seen:
            raise fault(line, f"the item {name!r:.40} is there twice")
        if colon and (item.primary or not colour):
            raise fault(line, f"{word!r:.40}: a colour is of a secondary item, and not empty")
        seen.add(name)
        item.options.setdefault(colour, []).append(number)
    if not any(items[name].primary for name in seen):
        raise fault(line, "an option without a primary item: nothing says whether it is chosen")


def _finished(items: dict[str, _Item], lines: list[str]) -> Parsed:
    check_size(len(lines) - 1, 1)
    rows, coloured = [], []
    for item in items.values():
        if set(item.options) - {""}:
            own = {colour: tuple(options) for colour, options in item.options.items()}
            coloured.append(Coloured(f"item {item.name}", own))
        else:
            lits = tuple(item.options.get("", ()))
            rows.append(Row(f"item {item.name}", (1,) * len(lits), lits, item.lo, item.hi))
    labels = ["-", *(f"{number}: {line}" for number, line in enumerate(lines[1:], 1))]
    projection = tuple(range(1, len(lines)))
    return Parsed(tuple(lines), labels, projection, tuple(rows), tuple(coloured))
