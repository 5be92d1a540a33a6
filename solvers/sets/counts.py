"""Counts of any size in decimal digits: Python writes no integer of more than 4,300 digits."""

from __future__ import annotations

AT_ONCE = 4_000  # digits, fewer than Python's limit and not of a size that it could have set lower


def digits(count: int) -> str:
    """As `str` does it, of 0 or more."""
    base, parts = 10**AT_ONCE, []
    while count >= base:
        count, part = divmod(count, base)
        parts.append(f"{part:0{AT_ONCE}d}")
    return str(count) + "".join(reversed(parts))


def grouped(count: int) -> str:
    """With commas between groups of three digits."""
    text = digits(count)
    first = len(text) % 3 or 3
    return ",".join((text[:first], *(text[i : i + 3] for i in range(first, len(text), 3))))
