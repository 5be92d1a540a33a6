"""What a count or a diagram may cost, told without loading Numba."""

from __future__ import annotations

from dataclasses import dataclass


class CountTooLong(Exception):
    """The count would cost more than it may."""


@dataclass
class Limits:
    """What a count may cost: `bytes` of two tables of states, and `moves` (states reached) in all.

    These are numbers and not seconds, so that the same counts are given up on every machine.
    """

    bytes: int = 1 << 28
    moves: int = 1 << 28
    spent: int = 0  # moves so far

    def spend(self, moves: int) -> None:
        """Raises CountTooLong."""
        self.spent += moves
        if self.spent > self.moves:
            raise CountTooLong
