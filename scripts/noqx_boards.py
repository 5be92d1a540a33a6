"""Puzzles of our genres as Noqx takes them: links of Penpa+, which it reads itself, and parameters for what
no drawing states. NotStated is raised for a puzzle that it cannot state.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.formats.penpa_genres import write
from zenkai_solver.models.genres.clues import (
    ArrowClue,
    ClueKind,
    FleetClue,
    SignClue,
    SumClue,
    SwitchClue,
    letter,
    piece_drawing,
)
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.sheet import HIDDEN, Value

NAMES = {"lightup": "akari", "hashikake": "hashi"}  # where the solver is named otherwise
ABSENT = (  # genres that Noqx has not
    *("akichi", "arukone", "ayeheya", "bhaibahan", "bonsan", "brownies", "cts", "curving"),
    *(
        "disco",
        "elasticlink",
        "fakearrow",
        "forestwalk",
        "golemgrad",
        "guidearrow",
        "hamlepaths",
        "heavydots",
    ),
    *("heyabon", "hidoku", "icewalk", "invlitso", "isowatari", "kakurasu", "kusabi", "lineofsight"),
    *("loute", "lring", "makaro", "marutaring", "maxi", "mintonette", "morningwalk", "mosaic"),
    *("nagenawa", "nuriloop", "nuritwin", "oneroom", "rectslider", "remlen", "ringring", "roboticwalk"),
    *("roundtrip", "sashigane", "sashikazune", "satogaeri", "shugaku", "str8ts", "swslither", "takuzu"),
    *("tetroctb", "tslither", "twinarea", "uturns", "vertigo", "vslither", "wafusuma", "wataridori"),
    *("waterwalk", "wblink"),
)
OTHER_DRAWINGS = (  # genres that Noqx has, whose drawings it reads otherwise
    *(
        "fivecells",
        "ichimaga",
        "kramma",
        "kurarin",
        "lightshadow",
        "magnets",
        "martini",
        "mejilink",
        "midloop",
    ),
    *("firefly", "japanesesums", "kakuru", "nagare", "ncells", "roma", "turnrun"),
    *("nothree", "oasis", "rassi", "sananko", "sumiwake", "tetrochaink", "toichika2", "voxas", "yajirushi2"),
)
# Genres of which the two do not have the same rules, with the difference
OTHER_RULES: dict[str, str] = {}
# A path may leave cells empty, and turn within a 2x2
PARAM: Mapping[str, dict[str, Any]] = {"numlin": {"visit_all": False, "no_2x2": False}}


class NotStated(ValueError):
    """Noqx cannot state the puzzle; the text says why."""


@dataclass(frozen=True)
class NoqxPuzzle:
    """The solver, the link from `m=edit` on, and the parameters."""

    name: str
    content: str
    param: dict[str, Any] = field(default_factory=dict)


def noqx_puzzle(puzzle: GenrePuzzle) -> NoqxPuzzle:
    """The puzzle as Noqx takes it. Raises NotStated."""
    name = puzzle.genre.name
    if name in ABSENT:
        raise NotStated("no solver of this genre")
    if name in OTHER_DRAWINGS:
        raise NotStated("the drawing of this genre is another one there")
    param = dict(PARAM.get(name, {}))
    for kind in puzzle.genre.given:
        for value in puzzle.sheet.clues.get(kind.key, {}).values():
            _check(name, kind, value)
            param |= _parameters(name, kind, value)
    if name == "kakuro":
        _all_runs_have_sums(puzzle)
    try:
        payload = write(puzzle).strip().partition("p=")[2]
    except InstanceError as error:
        raise NotStated(str(error)) from None
    return NoqxPuzzle(NAMES.get(name, name), f"m=edit&p={payload}", param)


def _check(name: str, kind: ClueKind, value: Value) -> None:
    """Raises NotStated for a clue that Noqx has no word for."""
    match kind, value:
        case SignClue(), _ if value == HIDDEN and name != "tatamibari":
            raise NotStated(f"{kind.key}: an unknown sign")
        case ArrowClue(), (0, _):
            raise NotStated("a number without an arrow")
        case ArrowClue(), (_, number) if number == HIDDEN:
            raise NotStated("an arrow without a number")
        case SumClue(), _ if name != "kakuro":
            raise NotStated("sums in cells")
        case SwitchClue(), _ if (name, kind.key) != ("masyu", "through_all_cells"):
            raise NotStated(f"the variant {kind.key}")


def _parameters(name: str, kind: ClueKind, value: Value) -> dict[str, Any]:
    """What a clue of the whole board is among the parameters."""
    if isinstance(kind, SwitchClue):
        return {"visit_all": True}
    if isinstance(kind, FleetClue) and isinstance(value, tuple):
        drawn = Counter(
            piece_drawing(code).replace("#", "1").replace(".", "0").replace("/", "|") for code in value
        )
        return {"shapeset": [{"shape": shape, "count": count} for shape, count in drawn.items()]}
    if (name, kind.key) == ("starbattle", "stars"):
        return {"stars": str(value)}
    if (name, kind.key) == ("easyasabc", "letters") and isinstance(value, int):
        return {"letters": "".join(map(letter, range(1, value + 1)))}
    return {}


def _all_runs_have_sums(puzzle: GenrePuzzle) -> None:
    """In Noqx every run of a Kakuro has a sum. Raises NotStated for a run without one."""
    black, whole = puzzle.sheet.clues["sums"], puzzle.sheet.every["cell"]
    for y, x in (place for place in whole if place not in black):
        for part, before in enumerate(((y - 2, x), (y, x - 2))):
            neighbour = black.get(before, (0, 0) if before not in whole else None)
            if isinstance(neighbour, tuple) and neighbour[part] <= 0:
                raise NotStated("a run without a sum")
