"""The levels of trust of a complete count, as footers state them, and their words in summaries.

    verified         "every solution checked": against the rules; some might be missing
    cross-checked    "two engines agree": another engine found the same number, with the same digest
    certified        "count certified": the checker accepted a certificate that there are no others, and each
                     solution is one of those that it counts

If not every solution was checked, a text that says so replaces the first level (`looked_at`, `unseen`).

If the checker cannot read the instance, the level is `certified (model)`: the model in the certificate was
compared with the one that zenkai builds from the instance. If no solutions are written, the level ends with
`in all`: it is about the number of all solutions, not about the number up to symmetry.

"search ended" is no level: the engine says that it has looked everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

VERIFIED, CERTIFIED, CERTIFIED_MODEL = "verified", "certified", "certified (model)"
CROSS_CHECKED = "cross-checked by "
IN_ALL = " in all"  # ends the level of a bare count
COUNTED = "counted to the end by "  # begins the level of a count that checks no solution
SEARCH = "search"
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
    """The level of a count by the method `by`, which checks no solution."""
    return f"{COUNTED}{by}, no solution checked"


def in_words(level: str) -> str:
    """The words of a summary for the level."""
    if level == VERIFIED:
        return "every solution checked"
    if level.startswith(CROSS_CHECKED):
        return f"two engines agree (the second: {level.removeprefix(CROSS_CHECKED)})"
    if level.startswith(CERTIFIED):
        number = "count in all" if level.endswith(IN_ALL) else "count"
        return f"{number} {level.removesuffix(IN_ALL)}"
    return level


def ended(levels: Sequence[str], number: int, part: str = SEARCH) -> str:
    """The words of a summary for a search that ended, or `part` of it, with so many solutions.

    Without a solution none was checked; a count by states is no search.
    """
    first, *further = levels
    words = [] if first == VERIFIED and not number else [in_words(first)]
    words += [] if first.startswith(COUNTED) else [f"{part} ended"]
    return "; ".join([*words, *map(in_words, further)])


ENGINE = re.compile(re.escape(CROSS_CHECKED) + r"[a-z]{1,20}")


def is_level(text: object) -> bool:
    """Is it a level that a footer may state?"""
    return text in (VERIFIED, CERTIFIED, CERTIFIED_MODEL) or (
        isinstance(text, str) and ENGINE.fullmatch(text) is not None
    )


def not_excluded(level: str) -> str:
    """The errors that the level does not exclude, in words."""
    return NOT_EXCLUDED[CROSS_CHECKED if level.startswith(CROSS_CHECKED) else level]
