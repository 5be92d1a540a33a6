"""What was worked out of the last object: a run asks for the same view of the same model several times."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from functools import wraps
from typing import TypeVar

Given = TypeVar("Given")
Result = TypeVar("Result")


def remembered(function: Callable[[Given], Result]) -> Callable[[Given], Result]:
    """The function, of one frozen object, with its last result, which is forgotten with the object."""
    last: list[tuple[weakref.ref[Given], Result]] = []

    @wraps(function)
    def asked(given: Given) -> Result:
        for known, result in tuple(last):
            if known() is given:
                return result
        result = function(given)
        last[:] = [(weakref.ref(given, lambda _: last.clear()), result)]
        return result

    return asked
