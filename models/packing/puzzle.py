"""Packing: fill a board with pieces, each a given number of times.

    board:   6x10 (rows x columns), or a drawing: `#` a cell, `.` or space outside
    pieces:  a named set (`pentominoes`, `one-sided tetrominoes`), some of its pieces (`pentomino F`, or by
             letters only: [F, I, L]), a drawing of pieces, or a list of these
    counts:  how many of each: 2, 0..3, 1.., any; one for all, or by letter with `others:`
    flips, rotations: may a piece be flipped, turned? orientations: at most so many of each, from 1 to 8;
             each one for all, or by letter with `others:`
    fixed:   pieces that are placed from the start
    fill:    exact | partial             no_crossings: true    no point where four pieces meet

A board is written as rows of labels: ' ' outside, '.' uncovered; a piece that can occur once has its letter,
the copies of one that can occur several times take the letters that are left, in the order of first cells.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, product
from typing import Any, ClassVar

from zenkai_solver.models.constraints import AtMostOne, Cardinality, Clause, Constraint, ExactlyOne, Origin
from zenkai_solver.models.csp import Case, Cases, Model, ModelBuilder, Solution
from zenkai_solver.models.grid import EMPTY, OUTSIDE, Cell, Move, cell_name, span
from zenkai_solver.models.packing.pictures import DrawnPacking
from zenkai_solver.models.packing.problem import Count, Placement, inner_points
from zenkai_solver.models.packing.rules import PackingRule, by_cell
from zenkai_solver.models.packing.three_colours import ThreeColourable, ThreeColours
from zenkai_solver.models.puzzle import Batches, Clue, Copies, Fact, Statement, sentence
from zenkai_solver.models.symmetry import Board, Says, Symmetry, SymmetryGroup

OVERLAP = Origin("pieces do not overlap, and each is there once", kind="axiom")


@dataclass(frozen=True)
class Packing(DrawnPacking):
    """A packing as a puzzle: its model, its rules, its boards."""

    family: ClassVar[str] = "packing"

    rules: tuple[PackingRule, ...] = ()

    # ---- the model

    def model(self) -> Model:
        """A variable per placement; constraints per cell, piece, fixed piece, crossing and rule."""
        builder = self._stated()
        symmetries = self._group.permutations(self.placements, self._says)
        model = builder.build(range(1, len(self.placements) + 1), symmetries)
        tested = self._tested()
        return replace(model, cases=tested, loose=tested is not None)  # a board may have several colourings

    def _tested(self) -> Cases | None:
        """Engines solve without `three_colourable` and test each solution: that is faster."""
        rule = next((rule for rule in self.rules if isinstance(rule, ThreeColourable)), None)
        if rule is None:
            return None
        others = tuple(other for other in self.rules if other is not rule)
        whole = replace(replace(self, rules=others).model(), symmetries=())
        return Cases(whole, (Case((), ThreeColours(self, rule.corners)),), testing=True)

    def statement(self) -> Statement:
        """Also with placements that fixed pieces exclude; that pieces do not overlap is an axiom."""
        free = replace(self, fixed=())
        builder = free._stated(with_axioms=True)
        self._fix(builder)
        return Statement(builder.build(range(1, len(free.placements) + 1)), free.facts)

    def _stated(self, with_axioms: bool = False) -> ModelBuilder:
        """All variables and constraints; `with_axioms`: non-overlap is stated separately, as an axiom."""
        builder = ModelBuilder()
        variables = {placement: builder.variable(placement) for placement in self.placements}
        over = by_cell(self, variables)
        by_piece: dict[str, list[int]] = {piece.label: [] for piece in self.pieces}
        for placement, var in variables.items():
            by_piece[placement.label].append(var)
        cover = ExactlyOne if self.exact else AtMostOne
        times = "once" if self.exact else "at most once"
        for cell in self.region.scan_order:
            origin = Origin(f"cell {cell_name(cell)} is covered {times}", (cell,))
            _add(builder, cover(tuple(over[cell])), origin, with_axioms)
        for label, lits in by_piece.items():
            origin = Origin(f"piece {label} is used {self.counts[label].times}")
            for constraint in _number_of_copies(tuple(lits), self.counts[label]):
                _add(builder, constraint, origin, with_axioms)
        self._fix(builder)
        if self.no_crossings:
            for point, constraint in self._crossings(over):
                builder.add(constraint, origin=Origin(f"four pieces do not meet amid {span(point)}", point))
        for lines in self.region.crossings:
            both = (set(over[a]) & set(over[b]) for a, b in lines)
            origin = Origin(f"pieces do not cross at {span(lines[0])}", lines[0])
            builder.add(AtMostOne(tuple(sorted(set().union(*both)))), origin=origin)
        for rule in self.rules:
            constraints = rule.constraints(self, variables, builder.auxiliary)
            builder.add(*constraints, origin=Origin(rule.words))
        return builder

    def _fix(self, builder: ModelBuilder) -> None:
        for placement in self.fixed:
            words = f"{placement.label} is fixed on {span(placement.cells)}"
            given = Origin(words, placement.cells, "given")
            builder.add(Clause((builder.index[placement],)), origin=given)

    def _crossings(self, over: Mapping[Cell, Sequence[int]]) -> Iterator[tuple[tuple[Cell, ...], Constraint]]:
        """At each inner point at most three placements cover exactly one of the four cells about it. If every
        cell is covered, that is equivalent to: some placement covers two of them.
        """
        for point in inner_points(self.region):
            around = Counter(var for cell in point for var in over[cell])
            if self.exact:
                yield point, Clause(tuple(sorted(var for var, cells in around.items() if cells > 1)))
            else:
                single = tuple(sorted(var for var, cells in around.items() if cells == 1))
                yield point, Cardinality(single, 0, 3)

    # ---- boards

    @property
    def on_paper(self) -> tuple[str, ...]:
        """The rules in words."""
        words = (rule.words for rule in self.rules)
        return (*self._on_paper(), *map(sentence, words))

    def decode(self, solution: Solution) -> Board:
        labels = [EMPTY] * len(self.region.cells)
        copies = iter(self.copy_labels)
        for placement in sorted((self.placements[var - 1] for var in solution), key=lambda p: p.cells[0]):
            label = next(copies) if placement.label in self.copied else placement.label
            for cell in placement.cells:
                labels[self.region.index[cell]] = label
        return self.region.board(labels)

    def encode(self, board: Board) -> Solution:
        number = self._number
        placed = (
            number.get(Placement(label, covered)) or number.get(self._piece_at(label, covered))
            for label, covered in self._cells_by_label(board)
        )
        return tuple(sorted(var for var in placed if var is not None))

    @cached_property
    def _number(self) -> dict[Placement, int]:
        """The variable of each placement."""
        return {placement: var for var, placement in enumerate(self.placements, 1)}

    def sketch(self, chosen: Solution) -> Board:
        return self.decode(chosen)

    def _placed(self, board: Board) -> Iterator[tuple[str, Placement]]:
        """Each label on the board and the placement of its cells, with the label `?` if they are no piece."""
        for label, covered in self._cells_by_label(board):
            yield label, self._piece_at(label, covered)

    def _piece_at(self, label: str, covered: tuple[Cell, ...]) -> Placement:
        return Placement(self.piece_on(covered, label) or "?", covered)

    def _cells_by_label(self, board: Board) -> list[tuple[str, tuple[Cell, ...]]]:
        """Each label on the board with its cells."""
        cells: dict[str, list[Cell]] = defaultdict(list)
        for cell in self.region.cells:
            cells[board[cell[0]][cell[1]]].append(cell)
        cells.pop(EMPTY, None)
        return [(label, tuple(covered)) for label, covered in sorted(cells.items())]

    @cached_property
    def facts(self) -> Sequence[Fact]:
        return tuple(self.placements)

    @property
    def copies(self) -> Copies:
        return Copies(self.copied, self.copy_labels)

    def clues(self, board: Board) -> tuple[Clue, ...]:
        known = set(self.fixed)
        placed = ((var, self.placements[var - 1]) for var in self.encode(board))
        return tuple(
            Clue(f"{p.label}@{'+'.join(map(cell_name, p.cells))}", p, (var,))
            for var, p in placed
            if p not in known
        )

    def with_clues(self, facts: Sequence[Fact]) -> dict[str, Any]:
        """The pieces as drawings of `fixed`; touching copies of one piece go into different drawings."""
        pages: list[list[Placement]] = []
        for placement in sorted({*self.fixed, *(Placement(*fact) for fact in facts)}):
            page = next((page for page in pages if self._separate(placement, page)), None)
            if page is None:
                pages.append(page := [])
            page.append(placement)
        drawn = [self._drawing(page) for page in pages]
        return {"fixed": drawn[0] if len(drawn) == 1 else drawn}

    def _separate(self, placement: Placement, page: Sequence[Placement]) -> bool:
        """Whether the piece touches none of its letter on the page, so that each is read as one piece."""
        alike = [other.cells for other in page if other.label == placement.label]
        return len(self.region.parts([*placement.cells, *chain(*alike)])) == 1 + len(alike)

    def _drawing(self, placements: Sequence[Placement]) -> str:
        """The board with the letters of these pieces. Cells outside are `.`, too, as YAML strips spaces."""
        labels = {cell: placement.label for placement in placements for cell in placement.cells}
        rows, columns = range(self.region.rows), range(self.region.columns)
        return "".join("".join(labels.get((r, c), EMPTY) for c in columns).rstrip() + "\n" for r in rows)

    def violations(self, board: Board) -> Iterator[str]:
        """The rules stated independently of the model, from the board."""
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
        """Covered cells outside the region, and uncovered ones inside if `exact`."""
        for r, c in product(range(self.region.rows), range(self.region.columns)):
            if (board[r][c] == OUTSIDE) != ((r, c) not in self.region.index):
                yield f"row {r + 1}, column {c + 1}: inside and outside are mixed up"
        if self.exact and any(EMPTY in row for row in board):
            yield "a cell is not covered"

    def _piece_faults(self, placed: Mapping[str, Placement]) -> Iterator[str]:
        """Labels that are no piece, wrong numbers of copies, wrong colours, fixed pieces missing."""
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
        """A piece that occurs once has its letter; copies have free letters, by first cells."""
        for label, placement in placed.items():
            if placement.label not in (*self.copied, "?", label):
                yield f"piece {placement.label} bears the letter {label}"
        names = [label for label, placement in placed.items() if placement.label in self.copied]
        order = sorted(names, key=lambda label: placed[label].cells[0])
        if order != list(self.copy_labels[: len(order)]):
            yield "the copies are not lettered in the order of their first cells"

    def _crossing_faults(self, board: Board) -> Iterator[str]:
        """Points at which four pieces meet, if that is not allowed, and points at which two pieces cross."""
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
        """None with rules or colours, or if a board does not determine its placements."""
        from zenkai_solver.models.packing.batches import batches_of  # which loads numpy

        return None if self.rules or self.colours is not None else batches_of(self, model, group)

    # ---- symmetry

    @cached_property
    def _group(self) -> SymmetryGroup:
        """The moves of the region that preserve the placements, the bounds on copies and the fixed pieces."""
        symmetries = (self._symmetry(move) for move in self.region.moves(self.mirror))
        elements = tuple(symmetry for symmetry in symmetries if symmetry is not None)
        return SymmetryGroup(self.region, elements, self._lettered)

    def _symmetry(self, move: Move) -> Symmetry | None:
        twins = self.arrivals(move)
        if self.colours is not None and not self.colours.kept(self.region, move):
            return None
        if twins is None or not all(rule.keeps(self, twins, move) for rule in self.rules):
            return None
        symmetry = Symmetry(move.cells, twins, move.mirrors)
        fixed = {self._says(placement) for placement in self.fixed}
        return symmetry if {symmetry.says(statement) for statement in fixed} == fixed else None

    def _says(self, placement: Placement) -> Says:
        return placement.label, frozenset(map(self.region.index.__getitem__, placement.cells))

    def _lettered(self, labels: Sequence[str]) -> Sequence[str]:
        """The labels with new letters for the copies, in the order of their first cells."""
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


def _add(builder: ModelBuilder, constraint: Constraint, origin: Origin, with_axioms: bool) -> None:
    """With axioms, the at-most part of a constraint is an axiom and the at-least part a rule."""
    if with_axioms and isinstance(constraint, ExactlyOne | AtMostOne):
        builder.add(AtMostOne(constraint.lits), origin=OVERLAP)
    if with_axioms and isinstance(constraint, ExactlyOne):
        builder.add(Clause(constraint.lits), origin=origin)
    elif not with_axioms or not isinstance(constraint, AtMostOne):
        builder.add(constraint, origin=origin)
