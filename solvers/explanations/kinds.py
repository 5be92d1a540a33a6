"""The kinds of steps from easy to hard: techniques of sudokus by their names, and all other steps."""

from __future__ import annotations

KINDS = (
    "last digit",
    "naked single",
    "hidden single",
    "one rule",
    "locked candidates",
    "naked pair",
    "hidden pair",
    "naked triple",
    "hidden triple",
    "naked quad",
    "hidden quad",
    "large set",
    "X-wing",
    "skyscraper",
    "two-string kite",
    "turbot fish",
    "empty rectangle",
    "swordfish",
    "remote pair",
    "W-wing",
    "XY-wing",
    "XYZ-wing",
    "jellyfish",
    "colouring",
    "X-chain",
    "XY-chain",
    "chain",
    "two rules",
    "three rules",
    "more rules",
    "case split",
)
BY_LEVEL = {  # of a step that has no name of a technique: its field of Rating, and its kind
    "plain": "one rule",
    "locked": "locked candidates",
    "sets": "large set",
    "chains": "chain",
    "pairs": "two rules",
    "triples": "three rules",
    "subsets": "more rules",
    "cases": "case split",
}
OPTIONS = {kind.lower().replace(" ", "-"): kind for kind in KINDS}  # as an option of a command names them
