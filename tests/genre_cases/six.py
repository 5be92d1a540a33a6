"""The first six genres."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.genre_cases.case import Case, Entered, Lines, art, circles, digits, edges, numbers, shaded
from zenkai_solver.models.genres.puzzle import GenrePuzzle


def _stars(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    return {"stars": int(lines[0][0]), "regions": art(lines[2 : 2 + rows])}


def _sums(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Beside the board the sums to the right, or below; on it `right,below`."""

    def clue(r: int, c: int, text: str) -> str:
        if text == ".":
            return text
        right, _, below = text.partition(",") if r and c else ((text, "", "0") if r else ("0", "", text))
        return "{}\\{}".format(*(word if int(word) > 0 else "" for word in (below, right))).replace(" ", "")

    words = [[clue(r, c, text) for c, text in enumerate(row)] for r, row in enumerate(lines[: rows + 1])]
    return {"sums": art(words, lambda text: "#" if text == "\\" else text)}


def _line(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    """Lines behind the clues; in a later version of the format marks of cells stand between."""
    behind = lines[rows:]
    marked = sum(map(len, behind)) > len(puzzle.domains)
    return edges("line", (place for _, place in puzzle.domains), behind[rows:] if marked else behind)


LOOP = {
    "cxNoLine": "the loop goes through each corner",
    "brNoLine": "there is no line",
    "lnCross": "lines meet at",
    "lnPlLoop": "there are 2 lines",
    "lnDeadEnd": "the line ends at",
}
SIZES = "a group of equal numbers has as many cells as its number"

CASES = {
    "slitherlink": Case(
        numbers,
        _line,
        LOOP,
        site="slither",
        several=("pzprv3.1/slither/2/3/f/",),  # no clue; all corners are on the loop
        small=(3, 3),
        real=(7, 7),
        blank="size: 2x2\n",
        none=("clues: |\n  44\n", "(R1C1: 4)"),
    ),
    "masyu": Case(
        circles,
        _line,
        LOOP
        | {
            "mashuBStrig": "the loop turns at a black circle",
            "mashuWStNbr": "the loop turns before or after a white circle",
        },
        site="mashu",
        small=(4, 4),
        real=(7, 7),
        blank="size: 2x3\n",
        none=("circles: |\n  *o\n  ..\n", "a black circle"),
    ),
    "nurikabe": Case(
        numbers,
        shaded("shade"),
        {
            "cs2x2": "no 2x2 is all shaded",
            "csDivide": "shaded cells are connected",
            "bkSizeNe": "a number is the size of its island",
        },
        blank="clues: |\n  ?..\n  ...\n",
        none=("clues: |\n  3.\n  .3\n", "a number is the size of its island"),
    ),
    "starbattle": Case(
        _stars,
        shaded("star", 2),
        {"starAround": "no two stars touch", "bkStarLt": "each region has the given number of stars"},
        small=(5, 5),
        real=(8, 8),
        blank="regions: |\n  AAAA\n  AABB\n  CCBB\n  CDDD\nstars: 1\n",
        none=("size: 2x2\nregions: |\n  AA\n  BB\nstars: 1\n", "no two stars touch (the 2x2 at R1C1)"),
    ),
    "fillomino": Case(
        numbers,
        digits("number"),
        {
            "bkSizeLt": SIZES,
            "bkSizeGt": SIZES,
            "bkMixedNum": SIZES,
            "bkSizeGt3": "has no",
            "ceNoNum": "has no",
        },
        real=(5, 5),
        blank="size: 2x2\n",
        none=("clues: |\n  11\n", "a group of equal numbers"),
        several=("pzprv3/fillomino/3/3/t/",),  # no clue
    ),
    "kakuro": Case(
        _sums,
        digits("digit", 1),
        {"ceNoNum": "has no", "nmDupRow": "no digit occurs twice in a run"},
        blank="sums: |\n  # # #\n  # . .\n  # . .\n",
        none=("sums: |\n  # 3\\ 3\\\n  \\17 . .\n", "(R2C1: \\17)"),
    ),
}
