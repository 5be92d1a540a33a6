"""Genres of ways, portals, fractions, hinges, fish, rails, and of pieces that arrows point to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.genre_cases.case import Case, Entered, Lines, art, numbers, shaded
from tests.genre_cases.loops import LINES, behind, divided, lines_of, numbered
from tests.genre_cases.numbers import with_walls
from tests.genre_cases.objects import in_frame, of_lines
from tests.genre_cases.routes import walled
from tests.genre_cases.walks import on_border
from zenkai_solver.models.formats.puzzlink_numbers import read_piece
from zenkai_solver.models.formats.puzzlink_parts import FLEETS
from zenkai_solver.models.genres.puzzle import GenrePuzzle

SIDES = ("top", "bottom", "left", "right")
BANKS = {
    letter: " ".join("/".join(read_piece(word, "")) for word in FLEETS[letter].split()) for letter in "pt"
}


def _doors(lines: Lines, rows: int, columns: int) -> dict[str, list[str]]:
    """The numbers of two edges at the border, which follow those of all others."""
    signs = ["."] * (2 * rows + 2 * columns)
    for (number,), sign in zip(lines[:2], "IO"):
        signs[int(number) - 2 * rows * columns + rows + columns] = sign
    ends = (0, columns, 2 * columns, 2 * columns + rows, len(signs))
    return {side: signs[first:last] for side, first, last in zip(SIDES, ends, ends[1:])}


def _iced(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Doors, ice as 1, and of all edges, those of the border too, arrows: 1 up or left, 2 down or right."""
    ice, upright, level = lines[2 : rows + 2], lines[rows + 2 : 2 * rows + 2], lines[2 * rows + 2 :]
    drawn = [["."] * (2 * columns + 1) for _ in range(2 * rows + 1)]
    for r, row in enumerate(upright):
        drawn[2 * r + 1][2:-1:2] = [".<>"[int(word)] for word in row[1:-1]]
    for r, row in enumerate(level[1:rows], 1):
        drawn[2 * r][1::2] = [".^v"[int(word)] for word in row]
    return {
        "ice": art(ice, lambda word: ".~"[int(word)]),
        "arrows": art(drawn),
        "doors": _doors(lines, rows, columns),
    }


def _on_ice(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    entered: Iterable[Entered] = on_border(lines_of)(puzzle, lines[3 * rows + 3 :])
    return entered


def _visited(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Column and row of S and of G in half cells, rooms by their walls, numbers."""
    ends = [["."] * columns for _ in range(rows)]
    words = [int(word) // 2 for word in lines[0]]
    for sign, column, row in zip("SG", words[::2], words[1::2]):
        ends[row][column] = sign
    divisions = with_walls(lines[1 : 2 * rows], rows, columns)
    visits = numbers(lines[2 * rows :], rows, columns, "visits")
    return {"ends": art(ends), "rooms": divisions["rooms"], "walls": divisions["walls"], **visits}


def _fractions(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """upper,lower, of which -1 is none, and d before dots."""

    def fraction(word: str) -> str:
        return word.replace(",", "/") if "," in word and "-1" not in word else "."

    def number(word: str) -> str:
        return word.partition(",")[0].replace("-1", "?") if word.endswith(",-1") else "."

    cells = lines[:rows]
    dots = art(cells, lambda word: word[1:] if word[0] == "d" else ".")
    return {"fractions": art(cells, fraction), "numbers": art(cells, number), "dots": dots}


def _angling(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """In a frame: # is a rock, 0 a fish, -2 `?`."""

    def number(word: str) -> str:
        return "?" if word == "-2" else "." if word in "#0" else word

    framed = lines[: rows + 2]
    cells = [row[1:-1] for row in framed[1:-1]]
    ends = (framed[0][1:-1], framed[-1][1:-1], *([row[i] for row in framed[1:-1]] for i in (0, -1)))
    return {
        "rocks": art(cells, lambda word: "#" if word == "#" else "."),
        "fish": art(cells, lambda word: "f" if word == "0" else "."),
        "numbers": art(cells, number),
        "outside": {side: [*map(number, words)] for side, words in zip(SIDES, ends)},
    }


def _fished(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    entered: Iterable[Entered] = on_border(lines_of)(puzzle, lines[rows + 2 :])
    return entered


def _with_sums(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """In a frame: numbers of lines, and `right,below` of holes; -1 is none."""

    def clue(word: str) -> str:
        right, comma, below = word.replace("-1", "").partition(",")
        return "." if not comma else f"{below}\\{right}" if below or right else "#"

    return {
        "holes": art(in_frame(lines, rows), clue),
        **of_lines("counts", [[word.replace("-1", ".") for word in row] for row in lines[: rows + 1]]),
    }


def _portals(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    holes = art(lines[:rows], lambda word: "#" if word == "#" else ".")
    return {**numbers(lines, rows, columns, "portals"), "holes": holes}


def _see_through(lines: Lines) -> bool:
    return lines[1] == ["t"]


def _pointed(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """The letter of the bank, `t` where arrows may be covered, arrows as sets of bits."""

    def arrows(word: str) -> str:
        return (
            "." if word == "." else "".join(arrow for bit, arrow in enumerate("^v<>") if int(word) >> bit & 1)
        )

    drawn = art(lines[1 + _see_through(lines) :][:rows], arrows)
    switch = {"see_through": True} if _see_through(lines) else {}
    return {"pieces": BANKS[lines[0][0]], "arrows": drawn, **switch}


def _pieces(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    return shaded("shade", 1 + _see_through(lines))(puzzle, lines, rows, columns)


def _rails(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Numbers, `-` for `?`; holes as *; rooms, in which a link has the holes, too."""
    holes = art(lines[rows : 2 * rows], lambda word: "#" if word == "*" else ".")
    rooms, _ = divided(lines[2 * rows :], rows, columns)
    named = [
        [room if room != "." else beside for room, beside in zip(row, [*row[1:], row[-2]])] for row in rooms
    ]
    return {
        "lengths": art(lines[:rows], lambda word: word.replace("-", "?")),
        "holes": holes,
        "rooms": art(named),
    }


def _railed(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    return lines_of(puzzle, lines[3 * rows + 1 :])


CASES = {
    "icebarn": Case(
        _iced,
        _on_ice,
        {
            "lnBranch": "the way does not branch",
            "lnCurveOnIce": "the way goes straight on over ice",
            "lrDeadEnd": "the way begins at IN, and ends only at OUT",
            "lrReverse": "the way goes along each arrow",
            "bkNoLine": "the way comes to each part of the ice",
        },
        blank="size: 3x3\ndoors: {top: [I, ., .], bottom: [., ., O]}\n",
        none=(
            "size: 2x2\nice: |\n  ~~\n  ~~\ndoors: {top: [I, .], left: [., O]}\n",
            "the way goes straight on over ice",
        ),
    ),
    "haisu": Case(
        _visited,
        lambda puzzle, lines, rows, columns: lines_of(puzzle, lines[3 * rows :]),
        LINES
        | {
            "lnBranch": "does not branch or cross itself",
            "haisuSG": "the way begins at S and ends at G",
            "lnDeadEnd": "the way goes through each other cell",
            "lnPlLine": "the lines are one way",
        },
        real=(5, 5),
        blank="ends: |\n  S..\n  ...\n  ..G\nrooms: |\n  AAA\n  ABB\n  BBB\n",
        none=("ends: |\n  S.\n  .G\nrooms: |\n  AA\n  AA\n", "the way goes through each other cell"),
    ),
    "fracdiv": Case(
        _fractions,
        behind(walled),
        {
            "bkNoNum": "each area has one number",
            "bkCircleNe": "a fraction is that of the dots",
        },
        blank="size: 2x3\nnumbers: |\n  ?..\n  ..?\n",
        none=("numbers: |\n  1.\n  ..\n", "a whole number is how many dots"),
    ),
    "anglers": Case(
        _angling,
        _fished,
        {
            "lnBranch": "do not branch or cross",
            "lnNoFish": "each line has one fish",
            "lnOnShade": "no line goes through a rock",
            "lcOnNum": "a line ends at each number and fish",
            "lnLenGt": "a number is the length of its line",
        },
        real=(5, 5),
        blank="size: 3x3\nfish: |\n  f..\n  ...\n  ...\nnumbers: |\n  ...\n  ...\n  ..?\n",
        none=("fish: |\n  f..\nnumbers: |\n  ..1\n", "a number is the length of its line"),
    ),
    "triplace": Case(
        _with_sums,
        lambda puzzle, lines, rows, columns: walled(puzzle, lines[rows + 1 :]),
        {"bkSizeLt3": "each area has three cells", "bkSizeGt3": "each area has three cells"},
        real=(6, 6),
        blank="size: 2x3\n",
        none=("size: 1x3\ncounts: {rows: [0]}\n", "row 1"),
    ),
    "portal": Case(
        _portals,
        behind(lines_of),
        {
            "lnBranch": "does not branch or cross itself",
            "lnPortalCross": "one line ends at each number",
            "ceNoLine": "one line ends at each number",
            "lnPortalCurve": "the loop goes on straight",
            "cePortalMiscount": "each number is in two circles",
        },
        blank="size: 3x4\n",
        none=("portals: |\n  1.\n  ..\n", "each number is in two circles"),
    ),
    "pentopia": Case(
        _pointed,
        _pieces,
        {
            "csOnArrow": "no piece covers an arrow",
            "bankInvalid": "is none of the pieces",
            "bankGt": "pieces are some of those of the bank",
            "arDistanceNe": "point to pieces that are equally far",
            "arDistanceGt": "pieces in other directions from arrows are further away",
        },
        real=(7, 7),
        several=("pzprv3/pentopia/5/5/p",),
        blank="size: 3x3\npieces: 2 ##/#.\n",
        none=("arrows: |\n  ^.\n  ..\npieces: 1\n", "an arrow points to a piece"),
    ),
    "hinge": Case(
        numbered("counts"),
        lambda puzzle, lines, rows, columns: shaded("shade", 0)(
            puzzle, divided(lines, rows, columns)[1], rows, columns
        ),
        {
            "brNoShade": "at least one cell is shaded",
            "bkHingeLt": "has no hinge that is one stretch",
            "bkHingeGt": "has no hinge that is one stretch",
            "bkHingeMirror": "has two halves that are not mirror images",
        },
        blank="rooms: |\n  AAB\n  AAB\n  CCC\n",
        none=("rooms: |\n  AA\n  AB\ncounts: {A: 3}\n", "mirror images"),
    ),
    "railpool": Case(
        _rails,
        _railed,
        LINES
        | {
            "segUnclued": "have as many lengths",
            "tooFewUnspecified": "have as many lengths",
            "ceNoLine": "the loop goes through each other cell",
        },
        small=(4, 4),
        real=(5, 5),
        blank="rooms: |\n  AAAA\n  AAAA\n  AABB\n  BBBB\n",
        none=("lengths: |\n  3.\n  ..\nrooms: |\n  AA\n  AA\n", "each number of a room is the length"),
    ),
}
