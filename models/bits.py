"""Sets of small numbers as the bits of an integer."""

from __future__ import annotations

from collections.abc import Iterator


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set, ascending; the mask is not negative."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
