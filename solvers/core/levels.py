"""The levels of trust of a complete count.

    verified         every solution was checked against the rules; some might be missing
    cross-checked    another engine found the same number, with the same digest
    certified        the checker accepted a certificate that there are no others, and each solution is one of
                     those that it counts

If not every solution was checked, a text that says so replaces the first level (`looked_at`, `unseen`).

If the checker cannot read the instance, the level is `certified (model)`: the model in the certificate was
compared with the one that zenkai builds from the instance. If no solutions are written, the level ends with
`in all`: it is about the number of all solutions, not about the number up to symmetry.
"""

from __future__ import annotations

import re

VERIFIED, CERTIFIED, CERTIFIED_MODEL = "verified", "certified", "certified (model)"
CROSS_CHECKED = "cross-checked by "
IN_ALL = " in all"  # ends the level of a bare count
NOT_EXCLUDED = {
    VERIFIED: "solutions may be missing",
    CROSS_CHECKED: "an error that both engines share",
    CERTIFIED: "an error in the checker, or in what runs it",
    CERTIFIED_MODEL: "an error in the checker, or in the model that zenkai makes of the instance",
}


def looked_at(checked: int, visited: int) -> str:
    """The level of a count that visited so many solutions and checked some of them against the rules."""
    return VERIFIED if checked == visited else f"{checked:,} of {visited:,} solutions visited were checked"


def unseen(by: str) -> str:
    """The level of a count by the method `by`, which looks at no solution."""
    return f"counted by {by}, no solution looked at"


ENGINE = re.compile(re.escape(CROSS_CHECKED) + r"[a-z]{1,20}")


def is_level(text: object) -> bool:
    """Is it a level that a footer may state?"""
    return text in (VERIFIED, CERTIFIED, CERTIFIED_MODEL) or (
        isinstance(text, str) and ENGINE.fullmatch(text) is not None
    )


def not_excluded(level: str) -> str:
    """The errors that the level does not exclude, in words."""
    return NOT_EXCLUDED[CROSS_CHECKED if level.startswith(CROSS_CHECKED) else level]
