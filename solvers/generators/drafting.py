"""Clues of sudoku rules that are read off a full grid and laid out as a person draws them.

Lines go straight rather than turn, touch themselves nowhere and cross no other; no two clues share a cell,
and a sign stands on no line. A set of clues that are symmetric to each other is drawn, and left out, as a
whole.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Any

from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.grid import Cell, neighbours
from zenkai_solver.models.sudoku.grid import Grid, Path, Values
from zenkai_solver.models.sudoku.notation import FOUR, RULES
from zenkai_solver.models.sudoku.rules.base import Rule, RuleError
from zenkai_solver.solvers.generators.placements import PLACED, FullGrid, grown

SHORTEST = 3  # cells of a part of a line
TRIES = 500  # sites that are drawn for one clue
COVERED = 0.62  # the share of the cells that clues may take
SIDES = (*FOUR, "columns", "rows")
TILE_SIZES = (2, 3, 3, 4, 4, 5)  # cells of a cage where cages tile the grid
TILINGS = 30  # tilings that are drawn, of which the one with the fewest cages of one cell is taken

Token = tuple[Any, ...]  # a cell, an edge or a corner that a clue takes


@dataclass(frozen=True)
class DraftedClue:
    """A clue as an instance states it: the rule's name, the key below it ('' without one), and the text."""

    name: str
    key: str
    text: str
    site: Path
    rule: Rule


def stated(clues: Sequence[DraftedClue], grid: Grid) -> list[dict[str, Any]]:
    """The clues as entries of the list `rules`, one for each rule."""
    texts: dict[str, dict[str, list[str]]] = {}
    for clue in clues:
        keys = texts.setdefault(clue.name, {})
        if clue.key in SIDES:
            across = clue.key in ("top", "bottom", "columns")
            words = keys.setdefault(clue.key, ["."] * (grid.columns if across else grid.rows))
            words[clue.site[0][1 if across else 0]] = clue.text
        else:
            keys.setdefault(clue.key, []).append(clue.text)
    return [
        {name: keys[""]}
        if "" in keys
        else {name: {key: " ".join(some) if key in SIDES else some for key, some in keys.items()}}
        for name, keys in texts.items()
    ]


class Draft:
    """A full grid, and the clues that are drawn in it so far, those symmetric to each other together.

    `images`: where each cell, by its number, goes under each symmetry of the drawing. With `tiled` cages may
    share cells with lines and signs.
    """

    def __init__(
        self,
        grid: Grid,
        values: Values,
        rng: random.Random,
        images: Sequence[Sequence[int]] = (),
        tiled: bool = False,
    ) -> None:
        self.full, self.images, self.tiled = FullGrid(grid, values, rng), images, tiled
        self.clues: list[list[DraftedClue]] = []
        self.taken: set[Token] = set()  # what a clue takes, no other takes or avoids
        self.avoided: set[Token] = set()
        self.refusals: dict[str, str] = {}  # why a rule cannot be stated in this grid

    def why(self, name: str) -> str:
        """Why the rule cannot be placed, as the end of a message; '' if it is not known."""
        self.read(name, self.grid.row(0)[:3])  # any cells: some rules are not of every grid
        return f": {self.refusals[name]}" if name in self.refusals else ""

    @property
    def grid(self) -> Grid:
        return self.full.grid

    def fill(self, wanted: dict[str, int | None]) -> str | None:
        """Draw clues of each rule in turn, as many as are wanted; None: as many as usual, if there is room.

        Returns the name of a rule for which no clues, or fewer than are wanted, were found; None if all were.
        """
        number = dict.fromkeys(wanted, 0)
        share = len(self.grid.cells) / 81
        usual = {name: max(1, round(PLACED[name].usual * share)) for name in wanted}
        names = list(wanted)
        while names:
            for name in list(names):
                stated_number = wanted[name]
                most = usual[name] - number[name] if stated_number is None else stated_number - number[name]
                full = stated_number is None and number[name] > 0 and self.covered()
                drawn = 0 if most < 1 or full else self.draw(name, most)
                number[name] += drawn
                if not drawn:
                    names.remove(name)
        return next((n for n in wanted if number[n] < (1 if wanted[n] is None else wanted[n] or 0)), None)

    def covered(self) -> bool:
        return len(self.full.taken) >= COVERED * len(self.grid.cells)

    def draw(self, name: str, most: int) -> int:
        """Draw a clue of the rule with those symmetric to it, at most that many; how many were drawn. If no
        line has images at which the rule holds too, a part of a line may have some.
        """
        parted = self.images and PLACED[name].kind == "line"
        for part in (_whole, _parts) if parted else (_whole,):
            for _ in range(TRIES):
                site = PLACED[name].site(self.full)
                for path in part(site) if site is not None else ():
                    if (orbit := self.orbit(name, path)) and len(orbit) <= most:
                        self.add(orbit)
                        return len(orbit)
        return 0

    def add(self, orbit: list[DraftedClue]) -> None:
        self.clues.append(orbit)
        for clue in orbit:
            taken, avoided = self.tokens(clue.name, clue.site)
            self.taken |= taken
            self.avoided |= avoided
            self.full.taken |= {cell for kind, cell in taken if kind == "cell"}

    def orbit(self, name: str, site: Path) -> list[DraftedClue]:
        """The clues at the site and at all its images; none if one of them does not hold or has no room."""
        clues: list[DraftedClue] = []
        taken, avoided = set(self.taken), set(self.avoided)
        placed = set[frozenset[Cell]]()
        for image in self._images(site):
            if frozenset(image) in placed and PLACED[name].kind != "outside":
                continue
            placed.add(frozenset(image))
            more, shunned = self.tokens(name, image)
            if not more.isdisjoint(taken | avoided) or not shunned.isdisjoint(taken):
                return []
            ways = (image, image[::-1]) if PLACED[name].directed else (image,)
            clue = next(filter(None, (self.read(name, way) for way in ways)), None)
            if clue is None:
                return []
            taken, avoided = taken | more, avoided | shunned
            clues.append(clue)
        return clues

    def _images(self, site: Path) -> Iterator[Path]:
        columns = self.grid.columns
        images = (tuple(divmod(image[r * columns + c], columns) for r, c in site) for image in self.images)
        yield from dict.fromkeys((site, *images))

    def read(self, name: str, site: Path) -> DraftedClue | None:
        """The clue of the rule at these cells; None if it does not hold there, or cannot be stated."""
        written = PLACED[name].write(self.full, site)
        if written is None:
            return None
        bare = DraftedClue(name, *written, site, Rule())
        [value] = stated([bare], self.grid)[0].values()
        try:
            [rule] = RULES[name](value, self.grid, ("rules",))
            rule.check(self.grid)
        except InstanceError:
            return None
        except RuleError as error:
            self.refusals[name] = str(error)
            return None
        if any(rule.broken(self.full.values, self.grid)):
            return None
        return DraftedClue(name, *written, site, rule)

    def tokens(self, name: str, site: Path) -> tuple[set[Token], set[Token]]:
        """What a clue at the site takes, and what it only avoids."""
        match PLACED[name].kind:
            case "outside":
                return {(name, site[:2])}, set()
            case "through":
                return {(name, frozenset(site))}, set()
            case "border":
                return {("edge", frozenset(site))}, set()
            case "corner":
                return {("corner", max(site)), ("circle", max(site))}, set()
            case "extreme":
                edges = {("edge", frozenset((site[0], near))) for near in neighbours(site[0])}
                return edges | {("cell", site[0])}, set()
            case "cage":
                corners = {
                    (r + down, c + right) for r, c in site for down, right in product((0, 1), repeat=2)
                }
                taken = {("caged", cell) for cell in site}
                taken |= set() if self.tiled else {("cell", cell) for cell in site}
                return taken, {("circle", corner) for corner in corners}
            case "cells":
                return {("cell", cell) for cell in site}, set()
        along: set[Token] = {("cell", cell) for cell in site}
        for a, b in pairwise(site):
            along.add(("edge", frozenset((a, b))))
            if a[0] != b[0] and a[1] != b[1]:
                along.add(("corner", (max(a[0], b[0]), max(a[1], b[1]))))
        return along, set()

    # ---- cages that tile the grid

    def tile(self, name: str) -> bool:
        """Cover the grid with cages of the rule; False if some cell can be in none.

        Cells that are left over are cages of one cell; of some tilings that with the fewest is taken.
        """
        tilings = (self._tiling(name) for _ in range(TILINGS))
        best = min(tilings, key=lambda tiles: sum(len(tile) == 1 for tile in tiles))
        for tile in best:
            if not (orbit := self.orbit(name, tile)):
                return False
            self.add(orbit)
        return True

    def _tiling(self, name: str) -> list[Path]:
        """Cages that cover the grid with those symmetric to them."""
        full = FullGrid(self.grid, self.full.values, self.full.rng)
        tiles: list[Path] = []
        for cell in self.grid.cells:
            if not full.free(cell):
                continue
            for size in (*full.rng.sample(TILE_SIZES, len(TILE_SIZES)), 1):
                tile = grown(full, cell, size, name == "killer")
                images = {frozenset(image): image for image in self._images(tile)} if tile else {}
                cells = [part for image in images for part in image]
                if tile and len(set(cells)) == len(cells) and all(self.read(name, images[i]) for i in images):
                    tiles.append(tile)
                    full.taken.update(cells)
                    break
        return tiles


def _whole(site: Path) -> Iterator[Path]:
    yield site


def _parts(site: Path) -> Iterator[Path]:
    """Its first cells, a long part first."""
    yield from (site[:length] for length in range(len(site) - 1, SHORTEST - 1, -1))
