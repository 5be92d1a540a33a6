"""What was worked out of the last objects: a run asks for the same view of the same models several times."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from functools import wraps
from typing import TypeVar

Given = TypeVar("Given")
Result = TypeVar("Result")
MODELS = 2  # as the puzzle states it, and with its symmetry broken


def remembered(function: Callable[[Given], Result]) -> Callable[[Given], Result]:
    """The function, of one frozen object, with its last results; each is forgotten with its object."""
    last: dict[int, tuple[weakref.ref[Given], Result]] = {}

    @wraps(function)
    def asked(given: Given) -> Result:
        key = id(given)
        known = last.get(key)
        if known is not None and known[0]() is given:
            last.pop(key, None)
            last[key] = known  # as the newest
            return known[1]
        result = function(given)
        for other in list(last)[: len(last) + 1 - MODELS]:
            last.pop(other, None)
        last[key] = weakref.ref(given, lambda _: last.pop(key, None)), result
        return result

    return asked
