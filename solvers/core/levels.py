"""How far a complete count may be trusted: the levels.

    verified         every solution was checked against the rules; some might be missing
    cross-checked    another engine found as many, with the same digest
    certified        the checker accepted a certificate that there are no others; each solution is one of its

What was not checked is said in place of the first of them (`looked_at`, `unseen`).

Where the checker does not read the instance the level is `certified (model)`: the model of the certificate
was compared with the one that zenkai makes of the instance. Where nothing is written the level is `in all`:
of the number of all solutions, not of that up to symmetry.
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
    """What is said of solutions that were visited, of which so many were checked against the rules."""
    return VERIFIED if checked == visited else f"{checked:,} of {visited:,} solutions visited were checked"


def unseen(by: str) -> str:
    """What is said of a number that was come by without looking at any solution."""
    return f"counted by {by}, no solution looked at"


ENGINE = re.compile(re.escape(CROSS_CHECKED) + r"[a-z]{1,20}")


def is_level(text: object) -> bool:
    """Is it one that a footer may state?"""
    return text in (VERIFIED, CERTIFIED, CERTIFIED_MODEL) or (
        isinstance(text, str) and ENGINE.fullmatch(text) is not None
    )


def not_excluded(level: str) -> str:
    """What the level does not exclude."""
    return NOT_EXCLUDED[CROSS_CHECKED if level.startswith(CROSS_CHECKED) else level]
