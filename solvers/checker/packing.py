"""The cover of a packing, from the instance's own words.

Items: the cells in reading order, then each piece that is used once at most, then the inner points of the
board if no four pieces may meet. Pieces are told apart by their shapes; letters matter to `counts` only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import Any

from .cover import Cover, Refused

Cell = tuple[int, int]
Shape = tuple[Cell, ...]  # sorted, at the origin
KEYS = {"board", "pieces", "counts", "flips", "rotations", "fixed", "fill", "no_crossings"}
SETS = {"monominoes": 1, "dominoes": 2, "trominoes": 3, "tetrominoes": 4, "pentominoes": 5, "hexominoes": 6}
LETTERS = {
    4: "I XXXX L XXX/X.. O XX/XX S .XX/XX. T XXX/.X.",
    5: "F .XX/XX./.X. I XXXXX L XXXX/X... N XXX./..XX P XX/XX/X. T XXX/.X./.X. U X.X/XXX V X../X../XXX"
    " W X../XX./.XX X .X./XXX/.X. Y XXXX/.X.. Z XX./.X./.XX",
}
SET = re.compile(rf"(?:(free|one-sided|fixed) )?({'|'.join(SETS)})((?: [A-Z])*)")
DRAWN = re.compile(r"(?:[A-Za-z0-9.]+\n){2,}")
MOST_SIDE, MOST_CELLS = 64, 1024
BOTH, TURN, NONE = (True, True), (True, False), (False, False)  # rotations, flips
FREEDOM = {"free": BOTH, "one-sided": TURN, "fixed": NONE}


def cells_of(drawing: str, mark: str) -> list[Cell]:
    rows = drawing.split("\n")
    return [(r, c) for r, row in enumerate(rows) for c, char in enumerate(row) if char == mark]


def normal(cells: Iterable[Cell]) -> Shape:
    own = list(cells)
    top, left = min(r for r, _ in own), min(c for _, c in own)
    return tuple(sorted((r - top, c - left) for r, c in own))


def images(shape: Shape, rotations: bool, flips: bool) -> set[Shape]:
    turned = [shape]
    for _ in range(3 if rotations else 0):
        turned.append(normal((c, -r) for r, c in turned[-1]))
    mirrored = [normal((r, -c) for r, c in one) for one in turned] if flips else []
    return {*turned, *mirrored}


def polyominoes(size: int) -> set[Shape]:
    """All fixed ones."""
    found: set[Shape] = {((0, 0),)}
    for _ in range(size - 1):
        found = {
            normal({*shape, cell})
            for shape in found
            for r, c in shape
            for cell in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1))
            if cell not in shape
        }
    return found


def named(size: int, freedom: tuple[bool, bool]) -> list[tuple[str, Shape]]:
    """The set; free ones with their usual letters, where they have some."""
    one_each = sorted({min(images(shape, *freedom)) for shape in polyominoes(size)})
    words = LETTERS.get(size, "").split() if freedom == BOTH else []
    usual = {
        min(images(normal(cells_of(art.replace("/", "\n"), "X")), *BOTH)): letter
        for letter, art in zip(words[::2], words[1::2])
    }
    return [(usual.get(shape, ""), shape) for shape in one_each]


def pieces_of(entries: Any) -> tuple[list[tuple[str, Shape]], tuple[bool, bool]]:
    """Letter and shape of each piece, and whether all may be turned and flipped."""
    found: list[tuple[str, Shape]] = []
    kinds: set[str] = set()
    if isinstance(entries, list) and len(entries) > MOST_SIDE:
        raise Refused(f"the instance: {len(entries)} kinds of pieces are more than the checker reads")
    for entry in entries if isinstance(entries, list) else [entries]:
        words = SET.fullmatch(str(entry))
        if words:
            kind, letters = words[1] or "free", words[3].split()
            every = named(SETS[words[2]], FREEDOM[kind])
            some = [piece for piece in every if not letters or piece[0] in letters]
            if letters and sorted(letters) != sorted(letter for letter, _ in some):
                raise Refused(f"the instance: the checker does not know the letters of {entry!r:.40}")
        elif DRAWN.fullmatch(str(entry)):
            kind, drawn = "free", sorted(set(entry) - set(".\n"))
            some = [(mark, normal(cells_of(entry, mark))) for mark in drawn]
        else:
            raise Refused(f"the instance: the checker does not know the pieces {entry!r:.40}")
        found, kinds = found + some, kinds | {kind}
    return found, ("fixed" not in kinds, kinds == {"free"})


def bounds(entry: Any, most: int) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{0,6})(\.\.)?(\d{0,6})", "0.." if entry == "any" else str(entry), re.ASCII)
    if match is None or isinstance(entry, bool) or not (match[1] or match[2]):
        raise Refused(f"the instance: {entry!r:.40} is no number of pieces")
    lo = int(match[1] or 0)
    hi = min(most, int(match[3])) if match[3] else most if match[2] else lo
    if not lo <= hi <= most:
        raise Refused(f"the instance: there is no room for {entry!r:.40} pieces")
    return lo, hi


def board_of(text: Any) -> list[Cell]:
    size = re.fullmatch(r"(\d{1,2})x(\d{1,2})", str(text), re.ASCII)
    rows = ["#" * int(size[2])] * int(size[1]) if size else str(text).removesuffix("\n").split("\n")
    wide = {len(row) for row in rows}
    if len(wide) > 1 or not wide <= {*range(1, MOST_SIDE + 1)} or not set("".join(rows)) <= {"#", "."}:
        raise Refused("the instance: a board that the checker does not read: draw it with # and .")
    cells = cells_of("\n".join(rows), "#")
    if not 0 < len(rows) <= MOST_SIDE or not 0 < len(cells) <= MOST_CELLS:
        raise Refused("the instance: a board without cells, or with more than the checker reads")
    return cells


def flag(data: dict[str, Any], key: str, usual: bool) -> bool:
    if not isinstance(data.get(key, usual), bool):
        raise Refused(f"the instance: the checker reads `{key}` as true or false only")
    return bool(data.get(key, usual))


def bounded(data: dict[str, Any], most: int) -> list[tuple[set[Shape], int, int]]:
    """The images of each piece and how often it is used; pieces that are not used are left out."""
    pieces, (turned, flipped) = pieces_of(data["pieces"])
    freedom = flag(data, "rotations", turned), flag(data, "flips", flipped)
    numbers = data.get("counts", 1)
    table = numbers if isinstance(numbers, dict) else {"others": numbers}
    letters = {letter for letter, _ in pieces if letter}
    if {*table} - {"others"} and (len(letters) < len(pieces) or not {*table} <= {"others", *letters}):
        raise Refused("the instance: `counts` names a piece that the checker does not know by its letter")
    found = []
    for letter, shape in pieces:
        lo, hi = bounds(table.get(letter, table.get("others", 1)), most)
        found.append((images(shape, *freedom), lo, hi))
    used = [piece for piece in found if piece[2]]
    if sum(len(own) for own, _, _ in used) != len(set().union(*(own for own, _, _ in used))):
        raise Refused("the instance: two pieces of one shape")
    return used


def inner_points(index: dict[Cell, int]) -> list[set[int]]:
    """The four cells round each point that has four."""
    around = ([(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)] for r, c in index)
    return [{index[cell] for cell in four} for four in around if all(cell in index for cell in four)]


def fixed_of(entry: Any, index: dict[Cell, int]) -> list[set[int]]:
    """The cells of each piece that lies on the board already: what is connected and bears one letter."""
    found = []
    for drawing in entry if isinstance(entry, list) else [entry] if entry else []:
        if len(drawing) > 2 * MOST_SIDE**2:
            raise Refused("the instance: fixed pieces on a drawing that is larger than any board")
        for mark in sorted(set(drawing) - set("#. \n")):
            left = set(cells_of(drawing, mark))
            while left:
                grown = [left.pop()]
                for r, c in grown:
                    near = {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & left
                    grown += near
                    left -= near
                found.append({index.get(cell, -1) for cell in grown})
    return found


def cover(data: dict[str, Any]) -> tuple[Cover, dict[Cell, int]]:
    """The cover, and the item of each cell. Raises Refused if the instance says what is not read here."""
    if wrong := set(data) - KEYS:
        raise Refused(f"the instance: the checker does not know `{min(wrong)}`")
    cells = board_of(data["board"])
    index = {cell: i for i, cell in enumerate(cells)}
    n, exact = len(cells), data.get("fill", "exact") == "exact"
    if data.get("fill", "exact") not in ("exact", "partial"):
        raise Refused("the instance: `fill` is exact or partial")
    pieces = bounded(data, n)
    single = [p for p, (_, _, hi) in enumerate(pieces) if hi == 1]
    several = [p for p, (_, _, hi) in enumerate(pieces) if hi > 1]
    points = inner_points(index) if flag(data, "no_crossings", False) else []
    if points and not exact:
        raise Refused("the instance: the checker reads `no_crossings` with fill: exact only")
    options = []
    for p, (shapes, _, hi) in enumerate(pieces):
        own = ([n + single.index(p)], -1) if hi == 1 else ([], several.index(p))
        for shape, (r, c) in product(shapes, cells):
            lies = {index.get((r + dr, c + dc - shape[0][1]), -1) for dr, dc in shape}
            if min(lies) >= 0:
                over = [n + len(single) + k for k, four in enumerate(points) if len(four & lies) > 1]
                options.append((tuple(sorted([*lies, *own[0], *over])), own[1]))
    fixed = fixed_of(data.get("fixed"), index)
    there = [o for o in options if {i for i in o[0] if i < n} in fixed]
    taken = {i for lies in fixed for i in lies}
    if len(there) != len(fixed) or sum(map(len, fixed)) != len(taken):
        raise Refused("the instance: the checker does not find the fixed pieces")
    first = n + len(single)
    must = [*(range(n) if exact else taken), *(n + k for k, p in enumerate(single) if pieces[p][1])]
    must += range(first, first + len(points))
    return Cover(
        n_items=first + len(points),
        once=frozenset(range(first)),
        must=frozenset(must),
        cells=frozenset(range(n)),
        options=tuple(sorted([*(o for o in options if taken.isdisjoint(o[0])), *there])),
        groups=tuple(pieces[p][1:] for p in several),
    ), index


def reader(cover: Cover, index: dict[Cell, int]) -> Callable[[Sequence[str]], list[int]]:
    """What says which options lie on a board: what bears one letter. It raises Refused."""
    number = {tuple(i for i in items if i < len(index)): o for o, (items, _) in enumerate(cover.options)}

    def chosen(board: Sequence[str]) -> list[int]:
        lies: dict[str, list[int]] = {}
        for (r, c), item in index.items():
            lies.setdefault(board[r][c] if r < len(board) and c < len(board[r]) else "?", []).append(item)
        lies.pop(".", None)
        if not all(tuple(own) in number for own in lies.values()):
            raise Refused("a letter whose cells are no piece")
        return sorted(number[tuple(own)] for own in lies.values())

    return chosen
