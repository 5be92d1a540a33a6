"""Packing: fill a board with pieces, each a given number of times.

    board:   6x10 (rows x columns), or a drawing: `#` a cell, `.` or space outside
    pieces:  a named set (`pentominoes`, `one-sided tetrominoes`), some of its pieces (`pentomino F`, or by
             letters alone: [F, I, L]), a drawing of own pieces, or a list of these
    counts:  how many of each: 2, 0..3, 1.., any; one for all, or by letter with `others:`
    flips, rotations: may a piece be flipped, turned? orientations: at most so many of each, from 1 to 8;
             each one for all, or by letter with `others:`
    fixed:   pieces that lie on the board already
    fill:    exact | partial             no_crossings: true    no point where four pieces meet

A board is written as rows of labels: ' ' outside, '.' uncovered; a piece that can occur once has its letter,
the copies of one that can occur several times take the letters that are left, in the order of first cells.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, product
from typing import Any, ClassVar

from zenkai_solver.models.constraints import AtMostOne, Cardinality, Clause, Constraint, ExactlyOne, Said
from zenkai_solver.models.csp import Case, Cases, Model, ModelBuilder, Solution
from zenkai_solver.models.grid import EMPTY, OUTSIDE, Cell, Move, cell_name, span
from zenkai_solver.models.lattices.region import LatticeRegion
from zenkai_solver.models.packing.colouring import ThreeColours
from zenkai_solver.models.packing.maps import ThreeColourable
from zenkai_solver.models.packing.pictures import Pictures, pictures_of
from zenkai_solver.models.packing.problem import Count, PackingProblem, Placement, inner_points
from zenkai_solver.models.packing.rules import Rule
from zenkai_solver.models.puzzle import Batches, Clue, Fact, Statement
from zenkai_solver.models.render.layout import Layout
from zenkai_solver.models.render.several import DIFFERS
from zenkai_solver.models.render.text import Style
from zenkai_solver.models.symmetry import Board, Says, Symmetry, SymmetryGroup

OVERLAP = Said("pieces do not overlap, and each is there once", kind="axiom")
Stating = Callable[[ModelBuilder, Constraint, Said], None]


@dataclass(frozen=True)
class Packing(PackingProblem):
    """The puzzle of a problem: its model, its rules, its boards."""

    family: ClassVar[str] = "packing"

    rules: tuple[Rule, ...] = ()

    # ---- the model

    def model(self) -> Model:
        """One variable a placement; a constraint for each cell, piece, fixed piece and crossing point."""
        builder = self._stated(_together)
        symmetries = self._group.permutations(self.placements, self._says)
        model = builder.build(range(1, len(self.placements) + 1), symmetries)
        tested = self._tested()
        return replace(model, cases=tested, loose=tested is not None)  # a map may be coloured in many ways

    def _tested(self) -> Cases | None:
        """All solutions without the rule that is quicker tested than searched: that three colours suffice."""
        rule = next((rule for rule in self.rules if isinstance(rule, ThreeColourable)), None)
        if rule is None:
            return None
        others = tuple(other for other in self.rules if other is not rule)
        whole = replace(replace(self, rules=others).model(), symmetries=())
        return Cases(whole, (Case((), ThreeColours(self, rule.corners)),), testing=True)

    def statement(self) -> Statement:
        """With the placements that fixed pieces exclude; that pieces do not overlap is an axiom."""
        free = replace(self, fixed=())
        builder = free._stated(_apart)
        self._fix(builder)
        return Statement(builder.build(range(1, len(free.placements) + 1)), free.facts)

    def _stated(self, as_stated: Stating) -> ModelBuilder:
        builder = ModelBuilder()
        by_cell: dict[Cell, list[int]] = {cell: [] for cell in self.region.cells}
        by_piece: dict[str, list[int]] = {piece.label: [] for piece in self.pieces}
        for placement in self.placements:
            var = builder.variable(placement)
            by_piece[placement.label].append(var)
            for cell in placement.cells:
                by_cell[cell].append(var)
        cover = ExactlyOne if self.exact else AtMostOne
        times = "once" if self.exact else "at most once"
        for cell in self.region.scan_order:
            said = Said(f"cell {cell_name(cell)} is covered {times}", (cell,))
            as_stated(builder, cover(tuple(by_cell[cell])), said)
        for label, own in by_piece.items():
            said = Said(f"piece {label} is used {_times(self.counts[label])}")
            for constraint in _number_of_copies(tuple(own), self.counts[label]):
                as_stated(builder, constraint, said)
        self._fix(builder)
        if self.no_crossings:
            for point, constraint in self._crossings(by_cell):
                builder.add(constraint, said=Said(f"four pieces do not meet amid {span(point)}", point))
        for lines in self.region.crossings:
            both = (set(by_cell[a]) & set(by_cell[b]) for a, b in lines)
            said = Said(f"pieces do not cross at {span(lines[0])}", lines[0])
            builder.add(AtMostOne(tuple(sorted(set().union(*both)))), said=said)
        variables = {placement: builder.index[placement] for placement in self.placements}
        for rule in self.rules:
            constraints = rule.constraints(self, variables, builder.auxiliary)
            builder.add(*constraints, said=Said(rule.words))
        return builder

    def _fix(self, builder: ModelBuilder) -> None:
        for placement in self.fixed:
            words = f"{placement.label} is fixed on {span(placement.cells)}"
            said = Said(words, placement.cells, "given")
            builder.add(Clause((builder.index[placement],)), said=said)

    def _crossings(
        self, by_cell: Mapping[Cell, Sequence[int]]
    ) -> Iterator[tuple[tuple[Cell, ...], Constraint]]:
        """At each inner point fewer than four placements cover exactly one of the four cells round it.

        Where every cell is covered that is the same as: some placement covers two of them.
        """
        for point in inner_points(self.region):
            around = Counter(var for cell in point for var in by_cell[cell])
            if self.exact:
                yield point, Clause(tuple(sorted(var for var, cells in around.items() if cells > 1)))
            else:
                single = tuple(sorted(var for var, cells in around.items() if cells == 1))
                yield point, Cardinality(single, 0, 3)

    # ---- boards

    def decode(self, solution: Solution) -> Board:
        return self._board(self.placements[var - 1] for var in solution)

    def encode(self, board: Board) -> Solution:
        placed = (self._number.get(placement) for _, placement in self._placed(board))
        return tuple(sorted(var for var in placed if var is not None))

    @cached_property
    def _number(self) -> dict[Placement, int]:
        """The variable of each placement."""
        return {placement: var for var, placement in enumerate(self.placements, 1)}

    def sketch(self, chosen: Solution) -> Board:
        return self.decode(chosen)

    def _board(self, placements: Iterator[Placement]) -> Board:
        labels = [EMPTY] * len(self.region.cells)
        copies = iter(self.copy_labels)
        for placement in sorted(placements, key=lambda p: p.cells[0]):
            label = next(copies) if placement.label in self.copied else placement.label
            for cell in placement.cells:
                labels[self.region.index[cell]] = label
        return self.region.board(labels)

    def _placed(self, board: Board) -> Iterator[tuple[str, Placement]]:
        """Each label on the board, and the placement that its cells are; label '?' for no piece at all."""
        cells: dict[str, list[Cell]] = defaultdict(list)
        for cell in self.region.cells:
            cells[board[cell[0]][cell[1]]].append(cell)
        cells.pop(EMPTY, None)
        for label, own in sorted(cells.items()):
            yield label, Placement(self.piece_on(tuple(own), label) or "?", tuple(own))

    @cached_property
    def facts(self) -> Sequence[Fact]:
        return tuple(self.placements)

    @property
    def copies(self) -> tuple[frozenset[str], str]:
        return self.copied, self.copy_labels

    def clues(self, board: Board) -> tuple[Clue, ...]:
        known = set(self.fixed)
        own = ((var, self.placements[var - 1]) for var in self.encode(board))
        return tuple(Clue(_named(p), p, (var,)) for var, p in own if p not in known)

    def with_clues(self, facts: Sequence[Fact]) -> dict[str, Any]:
        """Drawings of `fixed`: pieces of one letter that touch come into several."""
        pages: list[list[Placement]] = []
        for placement in sorted({*self.fixed, *(Placement(*fact) for fact in facts)}):
            page = next((page for page in pages if self._apart(placement, page)), None)
            if page is None:
                pages.append(page := [])
            page.append(placement)
        drawn = ["\n".join(row.rstrip() for row in self._page(page)) + "\n" for page in pages]
        return {"fixed": drawn[0] if len(drawn) == 1 else drawn}

    def _apart(self, placement: Placement, page: Sequence[Placement]) -> bool:
        """Is the piece read as one where these lie too?"""
        alike = [own.cells for own in page if own.label == placement.label]
        return len(self.region.parts([*placement.cells, *chain(*alike)])) == 1 + len(alike)

    def _page(self, placements: Sequence[Placement]) -> Board:
        """The board with these pieces by their letters; what is outside is `.`, too, as spaces may be cut."""
        label = {cell: own.label for own in placements for cell in own.cells}
        rows, columns = range(self.region.rows), range(self.region.columns)
        return tuple("".join(label.get((r, c), EMPTY) for c in columns) for r in rows)

    def violations(self, board: Board) -> Iterator[str]:
        """The rules once more, from the board alone."""
        if [len(row) for row in board] != [self.region.columns] * self.region.rows:
            yield f"the board is not {self.region.rows}x{self.region.columns}"
            return
        yield from self._cell_faults(board)
        placed = dict(self._placed(board))
        yield from self._piece_faults(placed)
        yield from self._letter_faults(placed)
        yield from self._crossing_faults(board)
        for rule in self.rules:
            yield from rule.violations(self, placed)

    def _cell_faults(self, board: Board) -> Iterator[str]:
        """Cells outside the region that are covered, or inside and not."""
        for r, c in product(range(self.region.rows), range(self.region.columns)):
            if (board[r][c] == OUTSIDE) != ((r, c) not in self.region.index):
                yield f"row {r + 1}, column {c + 1}: inside and outside are mixed up"
        if self.exact and any(EMPTY in row for row in board):
            yield "a cell is not covered"

    def _piece_faults(self, placed: Mapping[str, Placement]) -> Iterator[str]:
        """What is no piece; pieces too often or too seldom, on wrong colours, or not where fixed."""
        for label, placement in placed.items():
            if placement.label == "?":
                yield f"the cells of {label} are no piece"
            elif not self.fits(placement.label, placement.cells):
                yield f"{label} does not lie on cells of its colours"
        number = Counter(placement.label for placement in placed.values())
        for piece in self.pieces:
            if number[piece.label] not in (allowed := self.counts[piece.label]):
                yield f"piece {piece.label} occurs {number[piece.label]} times, not {allowed}"
        if missing := set(self.fixed) - set(placed.values()):
            yield f"fixed piece {min(missing).label} is not where it must be"

    def _letter_faults(self, placed: Mapping[str, Placement]) -> Iterator[str]:
        """A piece bears its own letter; copies bear theirs in the order of their first cells."""
        for label, placement in placed.items():
            if placement.label not in (*self.copied, "?", label):
                yield f"piece {placement.label} bears the letter {label}"
        names = [label for label, placement in placed.items() if placement.label in self.copied]
        order = sorted(names, key=lambda label: placed[label].cells[0])
        if order != list(self.copy_labels[: len(order)]):
            yield "the copies are not lettered in the order of their first cells"

    def _crossing_faults(self, board: Board) -> Iterator[str]:
        """Four pieces about a point, and lines of two pieces through one, where that is not allowed."""
        for point in inner_points(self.region) if self.no_crossings else ():
            if len({board[r][c] for r, c in point} - {EMPTY}) == 4:
                r, c = point[0]
                yield f"four pieces meet at the lower right of row {r + 1}, column {c + 1}"
        for lines in self.region.crossings:
            through = [{board[r][c] for r, c in line} for line in lines]
            crossing = through[0] | through[1]
            if len(through[0]) == len(through[1]) == 1 and len(crossing) == 2 and EMPTY not in crossing:
                r, c = lines[0][0]
                yield f"{' and '.join(sorted(crossing))} cross beside row {r + 1}, column {c + 1}"

    def batches(self, model: Model, group: SymmetryGroup) -> Batches | None:
        """The same for many solutions at once; None if a piece is too large for that, or there
        are rules or colours."""
        from zenkai_solver.models.packing import batches  # which loads numpy

        if self.rules or self.colours is not None:
            return None
        if not isinstance(self.region, LatticeRegion):
            able = batches.PackingBatches.supports(self)
            return batches.PackingBatches(self, model, group) if able else None
        if not self.region.wrapped:
            return batches.LatticeBatches(self, model, group, self.region)
        able = batches.WrappedBatches.supports(self)
        return batches.WrappedBatches(self, model, group, self.region) if able else None

    # ---- symmetry

    @cached_property
    def _group(self) -> SymmetryGroup:
        """The moves of the region that keep placements, with their numbers, and fixed pieces."""
        found = (self._symmetry(move) for move in self.region.moves(self.mirror))
        elements = tuple(symmetry for symmetry in found if symmetry is not None)
        return SymmetryGroup(self.region, elements, self._lettered)

    def _symmetry(self, move: Move) -> Symmetry | None:
        twins = self.arrivals(move)
        if self.colours is not None and not self.colours.kept(self.region, move):
            return None
        if twins is None or not all(rule.keeps(self, twins, move) for rule in self.rules):
            return None
        symmetry = Symmetry(move.cells, twins, move.mirrors)
        fixed = {self._says(placement) for placement in self.fixed}
        return symmetry if {symmetry.says(said) for said in fixed} == fixed else None

    def _says(self, placement: Placement) -> Says:
        return placement.label, frozenset(map(self.region.index.__getitem__, placement.cells))

    def _lettered(self, labels: Sequence[str]) -> Sequence[str]:
        """The labels with the copies lettered afresh, in the order of their first cells."""
        if not self.copied:
            return labels
        names = {EMPTY: EMPTY} | {p.label: p.label for p in self.pieces if p.label not in self.copied}
        copies = iter(self.copy_labels)
        for label in labels:
            if label not in names:
                names[label] = next(copies)
        return [names[label] for label in labels]

    def symmetries(self) -> SymmetryGroup:
        return self._group

    # ---- drawing

    @cached_property
    def _pictures(self) -> Pictures:
        return pictures_of(self)

    def render(self, board: Board, style: Style = "ascii") -> str:
        return self._pictures.text(board, style)

    def svg(self, board: Board) -> str:
        return self._pictures.svg(board)

    @cached_property
    def layout(self) -> Layout:
        return self._pictures.layout()

    def x3d(self, board: Board) -> str | None:
        return self._pictures.x3d(board)

    def stl(self, board: Board) -> str | None:
        return self._pictures.stl(board)

    def gltf(self, board: Board) -> str | None:
        return self._pictures.gltf(board)

    def unsolved(self, style: Style = "ascii") -> str:
        """The board with its fixed pieces, and below it the others, each with how often it is used."""
        return self._pictures.unsolved(style)

    def unsolved_svg(self) -> str:
        return self._pictures.unsolved_svg()

    @property
    def marks(self) -> str:
        return DIFFERS

    def side_by_side(
        self, boards: Sequence[Board], style: Style = "ascii", used: Collection[Cell] = ()
    ) -> str:
        """Several boards; a `*` in each cell whose piece is not the same on all, a `:` in used ones."""
        return self._pictures.side_by_side(boards, style, used)

    def side_by_side_svg(self, boards: Sequence[Board], used: Collection[Cell] = ()) -> str:
        return self._pictures.side_by_side_svg(boards, used)


def _named(placement: Placement) -> str:
    """`X@R1C2+R2C1`: rows and columns of the page, from 1."""
    return f"{placement.label}@{'+'.join(f'R{r + 1}C{c + 1}' for r, c in placement.cells)}"


def _number_of_copies(variables: tuple[int, ...], count: Count) -> Iterator[Constraint]:
    match count:
        case Count(0, None):
            return
        case Count(1, 1):
            yield ExactlyOne(variables)
        case Count(0, 1):
            yield AtMostOne(variables)
        case Count(lo, hi):
            yield Cardinality(variables, lo, len(variables) if hi is None else hi)


def _times(count: Count) -> str:
    if count.lo == count.hi:
        return "once" if count.lo == 1 else f"{count.lo} times"
    if count.hi is None:
        return f"at least {count.lo} times"
    return "at most once" if count == Count(0, 1) else f"{count.lo} to {count.hi} times"


def _together(builder: ModelBuilder, constraint: Constraint, said: Said) -> None:
    builder.add(constraint, said=said)


def _apart(builder: ModelBuilder, constraint: Constraint, said: Said) -> None:
    """What pieces cannot do is an axiom: lie on a cell, or be used, twice; what they have to do is a rule."""
    if not isinstance(constraint, ExactlyOne | AtMostOne):
        builder.add(constraint, said=said)
        return
    axiom = Said("pieces do not overlap, and each is there once", kind="axiom")
    builder.add(AtMostOne(constraint.lits), said=axiom)
    if isinstance(constraint, ExactlyOne):
        builder.add(Clause(constraint.lits), said=said)
