"""Several keys of a packing at once, on boards of every lattice, flat or wrapped, against plain geometry."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

import pytest

from tests.lattice_brute import UNIT, Brute, Piece
from tests.models.test_lattices import FLAT_UNITS, glide, grown, packing
from tests.models.test_packing import tally
from tests.models.test_packing_colours import PaintedBrute, drawn
from tests.models.test_packing_rules import (
    ABLE,
    IN_SPACE,
    SYMMETRIES,
    as_board,
    every_nth,
    right,
    right_as_a_map,
)
from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.lattices.known import LATTICES
from zenkai_solver.models.packing.puzzle import Packing

MOST = 700  # solutions: more are not looked at
ENOUGH = 2, 4  # in the default suite and the broad: comparisons per lattice where some boards are excluded
BOARDS = {  # by size; the second of a kind that can be wrapped
    "squares": ("2x3", "3x3"),
    "cubes": ("2x2x2", "1x2x3"),
    "hexagons": ("2x3", "3x3"),
    "triangles": ("1x3", "2x2"),
    "sticks": ("1x2", "1x2"),
    "trigs": ("1x1", "2x1"),
    "twigs": ("1x1", "1x2"),
    "tans": ("1x2", "1x2"),
    "spheres": ("2x3x3", "2x2x3"),
}
EVERY = (
    *("touch", "alike", "border", "numbers", "total", "three_colourable", "free", "covered", "holes"),
    *("no_fault_line", "convex_holes", "no_crossings", "symmetric", "inks"),
)
Drawn = dict[str, Any]


def rules(data: Drawn, rng: random.Random) -> list[Callable[[], Drawn]]:
    """What may be asked of this packing, each with what the oracle has to know of it."""
    name, flat, letters = data["lattice"], data["wrap"] == "none", "".join(data["figures"])
    lo, most = rng.randrange(3), rng.randrange(3, 6)
    able: list[Callable[[], Drawn]] = [
        lambda: {"touch": rng.choice(["corners", "never"])},
        lambda: {"touch": rng.choice(["corners", "never"]), "alike": [letters]},
        lambda: {"border": rng.choice([True, False]), "inner": None},
        lambda: {"border": {letters[0]: False, "others": "any"}, "inner": letters[0]},
        lambda: {"numbers": {letters: f"{lo}..{most}"}, "range": (lo, most)},
        lambda: {"weights": {"A": 2, "others": -1}, "total": f"{lo}..{most}", "sum": (lo, most)},
        lambda: {"three_colourable": rng.choice([True, "corners"])},
        lambda: {"fill": "partial", "free": f"{lo}..{most}", "range of free": (lo, most)},
        lambda: {"fill": "partial", "covered": rng.choice([2, 3])},
        lambda: {"fill": "partial", "holes": "0..1", "range of holes": (0, 1)},
        lambda: {"fill": "partial", "holes": 2, "range of holes": (2, 2)},
        lambda: {"fill": "partial", "holes": "1..3", "range of holes": (1, 3), "convex_holes": True},
        lambda: {"inks": rng.choice(["wb", "wb#", "w#"])},
    ]
    if name in ("squares", "cubes", "triangles", "tans", "sticks", "trigs"):
        able = [lambda: {"no_crossings": True}, *able]
    if flat and name in ("squares", "cubes", "triangles", "tans"):
        able = [lambda: {"no_fault_line": True}] * 3 + able
    if flat and name in ABLE:
        able += [lambda: {"symmetric": rng.choice(ABLE[name])}] * 2
    return able


def packing_of(lattice: str, turn: int, rng: random.Random) -> Drawn:
    """A small board with pieces of up to three cells, and two or three rules, each first in its turn."""
    own = LATTICES[lattice]
    wrap = rng.choice(["none", "none", "none", "cylinder", "moebius"])
    size = BOARDS[lattice][wrap != "none"]
    figures = {x: grown(own, rng.choice(n), rng) for x, n in zip("ABC", ([1, 2], [2, 3], [2, 3]))}
    data: Drawn = {
        **{"lattice": lattice, "wrap": wrap, "size": size, "figures": figures},
        **{"fill": rng.choice(["exact", "partial"]), "mirror": rng.random() < 0.7},
        "flips": wrap == "moebius" or rng.random() < 0.6,
        "counts": {x: rng.choice(["any", "0..1", "0..2"]) for x in figures},
    }
    able = rules(data, rng)
    for rule in (*rng.sample(able, rng.choice([1, 2])), able[turn % len(able)]):
        data |= rule()
    return data


def keys_of(data: Drawn, rng: random.Random) -> Drawn:
    """As they are written; sets `cells` and, of colours, `painted`. Raises InstanceError."""
    lattice = LATTICES[data["lattice"]]
    told = ("size", "figures", "sum", "range", "inner", "inks", "painted", "cells")
    keys = {key: x for key, x in data.items() if key not in told and not key.startswith("range")}
    keys |= {"board": data["size"], "pieces": data["figures"]}
    if data["lattice"] == "squares":
        keys["pieces"] = [
            drawn(lattice, list(map(tuple, own)), x * len(own)) for x, own in data["figures"].items()
        ]
    bare = packing(**{key: x for key, x in keys.items() if key not in ("covered", "colours")})
    data["cells"] = [bare.region.coordinates(cell) for cell in bare.region.cells]
    if "inks" in data:
        painted = {x: "".join(rng.choices(data["inks"], k=len(own))) for x, own in data["figures"].items()}
        data["painted"] = "".join(rng.choices(data["inks"], k=len(data["cells"]))), painted
        pieces = {x: drawn(lattice, list(map(tuple, data["figures"][x])), painted[x]) for x in painted}
        board = bare.region.board(data["painted"][0])
        keys["colours"] = {"board": "\n".join(row.rstrip() for row in board), "pieces": pieces}
    if "covered" in data:
        keys["covered"] = every_nth(bare, data)
    return keys


def plain_of(data: Drawn, puzzle: Packing) -> Brute:
    sizes = [int(n) for n in data["size"].split("x")]
    most = {x: 99 if count.hi is None else count.hi for x, count in puzzle.counts.items()}
    pieces = [Piece(x, data["figures"][x], puzzle.counts[x].lo, most[x]) for x in most]
    once = (0,) * (len(sizes) - 2) + (UNIT * sizes[-1] * FLAT_UNITS.get(data["lattice"], (2, 1))[0],)
    wrapped: dict[str, Any] = {
        "mirror": data["mirror"] or data["wrap"] == "moebius",  # where a move is its own mirror image
        "periods": [(0, *once) if len(sizes) == 3 else (*once, 0)] if data["wrap"] == "cylinder" else (),
        "glide": glide(data["lattice"], sizes, False) if data["wrap"] == "moebius" else None,
    }
    if "painted" in data:
        return PaintedBrute({"rotations": True, **data}, pieces, *data["painted"], **wrapped)
    freely = {"flips": data["flips"], "exact": data["fill"] == "exact"}
    return Brute(data["lattice"], data["cells"], pieces, **freely, **wrapped)


def asked(data: Mapping[str, Any]) -> list[str]:
    return [key for key in EVERY if key in data]


def oracle(data: Drawn) -> Drawn:
    """With what the rules are where nothing is said."""
    weights = data.get("weights", {})
    usual = {"touch": "any", "border": "any", "range": (0, 99), "no_fault_line": False}
    told = {
        **usual,
        **data,
        "weights": {x: weights.get(x, weights.get("others", 0)) for x in data["figures"]},
    }
    told["border"] = told["border"] if isinstance(told["border"], bool) else "any"
    names = IN_SPACE if LATTICES[data["lattice"]].dimension == 3 else SYMMETRIES
    told["symmetric"] = [names[data["symmetric"]]] if "symmetric" in data else []
    return told


def compare(data: Drawn, rng: random.Random) -> bool:
    """Are the boards those of plain geometry? False where that is not seen."""
    try:
        keys = keys_of(data, rng)
        puzzle = packing(**keys)
    except InstanceError:
        return False  # areas, pieces given twice, sizes that do not close, colours that nothing has
    plain, told = plain_of(data, puzzle), oracle(data)
    every = plain.solutions(MOST)
    if every is None or ("three_colourable" in data and any(len(one) > 8 for one in every)):
        return False
    wanted = {one for one in every if right(told, plain, one) and right_as_a_map(told, plain, one)}
    if not 0 < len(wanted) < len(every):
        return False
    found = tally(keys, "auto")
    assert found.all == tally(keys, "sat", "all").all == len(wanted), keys
    if not {"symmetric", "alike", "weights", "covered"} & data.keys() and not isinstance(
        keys.get("border"), dict
    ):
        assert found.count == plain.orbits(wanted), keys
    for one in sorted(every, key=str)[:30]:
        broken = [said for said in puzzle.violations(as_board(puzzle, data, one)) if "letter" not in said]
        assert bool(broken) == (one not in wanted), (keys, broken)
    return True


@pytest.mark.parametrize("enough", [ENOUGH[0], pytest.param(ENOUGH[1], marks=pytest.mark.broad)])
def test_rules_together_agree_with_plain_geometry(enough: int) -> None:
    """On each lattice until several combinations have excluded some boards and not all; each rule is among them."""
    met: Counter[str] = Counter()
    for lattice in LATTICES:
        rng, seen = random.Random(lattice), 0
        for turn in range(300):
            data = packing_of(lattice, turn, rng)
            if compare(data, rng):
                seen += 1
                met.update([*asked(data), data["wrap"]])
            if seen == enough:
                break
        assert seen == enough, lattice
    rng = random.Random("what is rare")
    for key, turn in product((*EVERY, "cylinder", "moebius"), range(300)):
        if met[key] < 2:
            data = packing_of(rng.choice(("squares", "triangles")), turn, rng)
            if key in (*asked(data), data["wrap"]) and compare(data, rng):
                met.update([*asked(data), data["wrap"]])
    assert all(met[key] > 1 for key in (*EVERY, "cylinder", "moebius")), met
