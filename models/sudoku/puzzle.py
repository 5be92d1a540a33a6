"""Sudoku: a grid, givens, and rules.

    grid:    a drawing of the givens, `.` or `0` blank; 10 is A      box: 3x3 (rows x columns of a box) | none
    regions: a drawing of regions of any shape in place of boxes     size: 4x7    digits: 0-9
    latin:   false lets rows and columns repeat digits
    rules:   a list of rules, see `models.sudoku.notation`           lenient: true allows contradictory givens
    grids:   samurai, or the first cell of each of several grids, see `models.sudoku.several`

A board is written as rows of symbols. The model has a variable for each digit that a cell may still hold;
rows, columns, regions and every rule that only forbids repetition are exactly-one and at-most-one
constraints, so that these puzzles are exact covers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import chain, pairwise
from typing import Any, ClassVar

from zenkai_solver.models.constraints import Clause, ExactlyOne, Lit, Origin
from zenkai_solver.models.csp import Advice, Deferred, Model, ModelBuilder, Solution
from zenkai_solver.models.grid import EMPTY, OUTSIDE, Cell, Region
from zenkai_solver.models.puzzle import Clue, Fact, Statement
from zenkai_solver.models.render.layout import Layout, borders, shapes, squares
from zenkai_solver.models.render.notes import Notes
from zenkai_solver.models.render.several import DIFFERS, beside, differing, sheet
from zenkai_solver.models.render.text import Style
from zenkai_solver.models.sudoku import drawing
from zenkai_solver.models.sudoku.candidates import Candidates
from zenkai_solver.models.sudoku.drawing import board_svg, board_text
from zenkai_solver.models.sudoku.grid import BESIDE, SYMBOLS, VALUE_OF, Grid, Path, cell_name
from zenkai_solver.models.sudoku.innies import implied_sums
from zenkai_solver.models.sudoku.marks import Mark
from zenkai_solver.models.sudoku.placing import placed
from zenkai_solver.models.sudoku.printed import listed, printed
from zenkai_solver.models.sudoku.rules.base import Rule, repeats
from zenkai_solver.models.sudoku.rules.choice import everything, if_true
from zenkai_solver.models.sudoku.rules.lines import SlowThermo, Thermo
from zenkai_solver.models.sudoku.structure import SudokuGrid
from zenkai_solver.models.symmetry import Board, SymmetryGroup, trivial


@dataclass(frozen=True)
class Sudoku:
    """A valid sudoku: grid, givens (digits by cell) and rules."""

    family: ClassVar[str] = "sudoku"

    grid: Grid
    givens: Mapping[Cell, int]
    rules: tuple[Rule, ...] = field(default=())

    def warnings(self) -> Iterator[str]:
        """Thermometers of which two successive cells do not touch, neither by a side nor by a corner."""
        for rule in self.rules:
            if not isinstance(rule, Thermo | SlowThermo):
                continue
            for (r, c), (y, x) in pairwise(rule.cells):
                if max(abs(r - y), abs(c - x)) > 1:
                    cells = f"{cell_name((r, c))} and {cell_name((y, x))}"
                    run = f"; a straight run is written {cell_name((r, c))}-{cell_name((y, x))}"
                    straight = r == y or c == x or abs(r - y) == abs(c - x)
                    yield f"{rule.name}: {cells} do not touch{run if straight else ''}"

    # ---- the model

    @cached_property
    def units(self) -> tuple[Path, ...]:
        """The sets of cells in which no digit repeats, each once."""
        more = (unit for rule in self.rules for unit in rule.units(self.grid))
        return tuple(dict.fromkeys(chain(self.grid.units, more)))

    @cached_property
    def given_digits(self) -> tuple[tuple[int, ...], ...]:
        """The given digits of each unit, in the order of its cells."""
        givens = self.givens
        return tuple(tuple([givens[cell] for cell in unit if cell in givens]) for unit in self.units)

    @cached_property
    def domains(self) -> dict[Cell, set[int]]:
        """The candidates of each cell: the digits that rules allow there, without the givens of its units."""
        values = set(self.grid.values)
        domains = {cell: values.copy() for cell in self.grid.cells}
        for rule in self.rules:
            for cell, digits in rule.allowed(self.grid):
                domains[cell] &= set(digits)
        for cell, digit in self.givens.items():
            domains[cell] &= {digit}
        for unit, digits in zip(self.units, self.given_digits):
            taken = set(digits)
            for cell in unit if taken else ():
                if cell not in self.givens:
                    domains[cell] -= taken
                elif len(taken) < len(digits) and digits.count(self.givens[cell]) > 1:
                    domains[cell].discard(self.givens[cell])
        return domains

    def model(self) -> Model:
        """Of a plain 9x9 sudoku the constraints are built on first access: its engine reads the structure."""
        projection, grid = range(1, len(self._names) + 1), self.grid
        plain = grid.latin and grid.box == (3, 3) and grid.values == tuple(range(1, 10)) and not grid.corners
        if self.rules or not plain:
            return self._built().build(projection, advice=Advice.FEW)
        built, number = cache(self._built), len(grid.cells) + len(self.units) * len(grid.values)
        return Model(
            self._names,
            Deferred(lambda: built().constraints, number),
            tuple(projection),
            structure=self._structure,
            advice=Advice.FEW,
            origins=Deferred(lambda: built().made_origins(), number),
        )

    def _built(self) -> ModelBuilder:
        """All constraints of the puzzle."""
        candidates = self._candidates(self.domains)
        self._state(candidates)
        for rule in implied_sums(self.rules, self.grid):
            _add(candidates, rule)
        return candidates.builder

    def with_switches(self, rules: Sequence[Rule]) -> tuple[Model, tuple[Lit, ...]]:
        """The model with a further variable for each of these rules: where it is true, the rule holds."""
        candidates = self._candidates(self.domains)
        builder, projection = candidates.builder, range(1, len(self._names) + 1)
        self._state(candidates)
        switches = []
        for rule in rules:
            switches.append(builder.auxiliary(rule))
            for constraint in everything(rule, candidates):
                builder.add(*if_true(switches[-1], constraint))
        return builder.build(projection), tuple(switches)

    @property
    def _structure(self) -> SudokuGrid:
        """The structure of a plain 9x9 sudoku."""
        number = {cell: i for i, cell in enumerate(self.grid.cells)}
        variables = [[0] * len(self.grid.values) for _ in number]
        for var, (cell, value) in enumerate(self._names, 1):
            variables[number[cell]][value - 1] = var
        givens = tuple(self.givens.get(cell, 0) for cell in number)
        return SudokuGrid(givens, tuple(map(tuple, variables)))

    def statement(self) -> Statement:
        """Every digit of every cell has a variable; givens and allowed digits are constraints."""
        candidates = self._candidates({cell: set(self.grid.values) for cell in self.grid.cells})
        builder = candidates.builder
        projection = range(1, len(builder.names) + 1)
        self._state(candidates)
        for rule in self.rules:
            for cell, digits in rule.allowed(self.grid):
                others = (value for value in self.grid.values if value not in digits)
                clauses = (Clause((-candidates.lit(cell, value),)) for value in others)
                builder.add(*clauses, origin=rule.origin((cell,)))
        for cell, digit in self.givens.items():
            origin = Origin(f"{cell_name(cell)}={SYMBOLS[digit]}", (cell,), "given")
            builder.add(Clause((candidates.lit(cell, digit),)), origin=origin)
        facts = (Fact(SYMBOLS[value], (cell,)) for cell, value in candidates.variables)
        return Statement(builder.build(projection), tuple(facts))

    def _candidates(self, domains: Mapping[Cell, set[int]]) -> Candidates:
        """The candidates with a variable for each of these digits."""
        candidates = Candidates(self.grid, ModelBuilder())
        for cell in self.grid.cells:
            for value in sorted(domains[cell]):
                candidates.variables[cell, value] = candidates.builder.variable((cell, value))
        return candidates

    def _state(self, candidates: Candidates) -> None:
        """Adds the constraints of cells, units and rules to the builder."""
        builder = candidates.builder
        for cell in self.grid.cells:
            variables = (candidates.variables[cell, value] for value in candidates.possible(cell))
            one_digit = Origin(f"{cell_name(cell)} holds one digit", (cell,), "axiom")
            builder.add(ExactlyOne(tuple(variables)), origin=one_digit)
        for unit, origin in self._unit_origins.items():
            if len(unit) == len(self.grid.values):
                each = (ExactlyOne(candidates.lits(unit, value)) for value in self.grid.values)
                builder.add(*each, origin=origin)
            else:
                builder.add(*candidates.different(unit), origin=origin)
        for rule in self.rules:
            _add(candidates, rule)

    @cached_property
    def _unit_origins(self) -> dict[Path, Origin | None]:
        """The origin of the constraints of each unit: its rule in words; None for a rule without words."""
        origins: dict[Path, Origin | None] = {}
        for name, unit in self.grid.named_units():
            whole = len(unit) == len(self.grid.values)
            words = f"{name} has each digit once" if whole else f"{name} has no digit twice"
            origins.setdefault(unit, Origin(words, unit))
        for rule in self.rules:
            for unit in rule.units(self.grid):
                origins.setdefault(unit, rule.origin(unit))
        return origins

    @cached_property
    def _names(self) -> tuple[tuple[Cell, int], ...]:
        """The cell and digit of each variable, in the order of `model`."""
        domains = self.domains
        return tuple([(cell, value) for cell in self.grid.cells for value in sorted(domains[cell])])

    # ---- boards

    def decode(self, solution: Solution) -> Board:
        return self.grid.text([SYMBOLS[self._names[var - 1][1]] for var in solution])

    def encode(self, board: Board) -> Solution:
        named = enumerate(self._names, 1)
        return tuple(var for var, ((r, c), value) in named if board[r][c] == SYMBOLS[value])

    def sketch(self, chosen: Solution) -> Board:
        return self._shown(dict(self._names[var - 1] for var in chosen))

    def _shown(self, digits: Mapping[Cell, int]) -> Board:
        """The board with these digits, '.' in every other cell."""
        return self.grid.text(
            [SYMBOLS[digits[cell]] if cell in digits else EMPTY for cell in self.grid.cells]
        )

    @cached_property
    def facts(self) -> Sequence[Fact]:
        return tuple(Fact(SYMBOLS[value], (cell,)) for cell, value in self._names)

    def clues(self, board: Board) -> tuple[Clue, ...]:
        return tuple(
            Clue(f"{cell_name(cell)}={SYMBOLS[value]}", Fact(SYMBOLS[value], (cell,)), (var,))
            for var, (cell, value) in enumerate(self._names, 1)
            if cell not in self.givens and board[cell[0]][cell[1]] == SYMBOLS[value]
        )

    def with_clues(self, facts: Sequence[Fact]) -> dict[str, Any]:
        digits = {cell: SYMBOLS.index(symbol) for symbol, (cell,) in facts}
        drawn = "\n".join(self._shown({**self.givens, **digits}))
        return {"grid": drawn.replace(OUTSIDE, BESIDE) + "\n"}

    def violations(self, board: Board) -> Iterator[str]:
        """The rules stated independently of the model, from the board."""
        grid = self.grid
        if [len(row) for row in board] != [grid.columns] * grid.rows:
            yield f"the board is not {grid.rows}x{grid.columns}"
            return
        symbols = {SYMBOLS[value] for value in grid.values}
        shown = {(r, c): char for r, row in enumerate(board) for c, char in enumerate(row)}
        for (r, c), char in shown.items():
            if char not in (symbols if (r, c) in grid else OUTSIDE):
                yield f"row {r + 1} holds {char!r}, which is not a digit of this puzzle"
                return
        values = {cell: VALUE_OF[shown[cell]] for cell in grid.cells}
        for cell, digit in self.givens.items():
            if values[cell] != digit:
                yield f"{cell_name(cell)} holds {board[cell[0]][cell[1]]}, but {SYMBOLS[digit]} is given"
        if grid.latin:
            for name, cells in self._lines:
                yield from repeats(values, cells, name)
        for number, region in enumerate(grid.regions, start=1):
            yield from repeats(values, region, f"{'box' if grid.box else 'region'} {number}")
        for rule in self.rules:
            yield from rule.broken(values, grid)

    @cached_property
    def _lines(self) -> tuple[tuple[str, tuple[Cell, ...]], ...]:
        """The rows and columns of each grid, with their names."""
        grid, n = self.grid, len(self.grid.values)
        several = [(corner, n, n, f" of grid {k}") for k, corner in enumerate(grid.corners, 1)]
        lines: list[tuple[str, tuple[Cell, ...]]] = []
        for (top, left), rows, columns, of in several or [((0, 0), grid.rows, grid.columns, "")]:
            down, across = range(top, top + rows), range(left, left + columns)
            lines += ((f"row {r + 1}{of}", tuple((r, c) for c in across)) for r in down)
            lines += ((f"column {c + 1}{of}", tuple((r, c) for r in down)) for c in across)
        return tuple(lines)

    def symmetries(self) -> SymmetryGroup:
        """The trivial group: symmetries are not used."""
        return trivial(Region(self.grid.rows, self.grid.columns, self.grid.cells))

    # ---- drawing

    def render(self, board: Board, style: Style = "ascii") -> str:
        return board_text(self.grid, self.givens, board, style)

    @property
    def _marks(self) -> list[Mark]:
        return [mark for rule in self.rules for mark in rule.marks(self.grid)]

    def svg(self, board: Board) -> str:
        return board_svg(self.grid, self.givens, board, self._marks)

    @property
    def on_paper(self) -> tuple[str, ...]:
        """The rules in words, as they are printed below a picture: one or more lines, each a sentence."""
        return tuple(printed(self.grid, self.rules))

    def unsolved(self, style: Style = "ascii") -> str:
        """The givens, and each other rule with its cells and clue, as its marks are in pictures only."""
        return "\n".join([self.render(self._shown(self.givens), style), *listed(self.rules)])

    def unsolved_svg(self) -> str:
        return self.svg(self._shown(self.givens))

    @cached_property
    def layout(self) -> Layout:
        grid = self.grid
        lines = borders({cell: grid.region_of.get(cell) for cell in grid.cells})
        given = tuple(i for i, cell in enumerate(grid.cells) if cell in self.givens)
        ready = placed(grid, self._marks)
        return Layout(
            squares(grid.cells),
            pieces=False,
            lines=lines,
            given=given,
            below=shapes(drawing.below(ready, (0, 0))),
            above=shapes(drawing.above(ready, (0, 0))),
            unit=drawing.CELL,
            room=max(drawing.margins(grid, ready)) / drawing.CELL,
        )

    @property
    def marks(self) -> str:
        return DIFFERS

    def side_by_side(
        self, boards: Sequence[Board], style: Style = "ascii", used: Collection[Cell] = ()
    ) -> str:
        """Several boards; digits that differ are between stars, those of cells in `used` between colons."""
        marked = differing(boards), used
        return beside([board_text(self.grid, self.givens, board, style, *marked) for board in boards])

    def side_by_side_svg(self, boards: Sequence[Board], used: Collection[Cell] = ()) -> str:
        marked = differing(boards), used
        return sheet([board_svg(self.grid, self.givens, board, self._marks, *marked) for board in boards])

    def noted(
        self, board: Board, notes: Mapping[Cell, Notes], new: Collection[Cell], style: Style = "ascii"
    ) -> str:
        """New digits between stars; in open cells 24-13 if 2 and 4 are left, and 1 and 3 excluded."""
        filled = [(r, c) for (r, c), note in notes.items() if board[r][c] in note.used]
        return board_text(self.grid, self.givens, board, style, new, filled, notes)

    def noted_svg(
        self, board: Board, notes: Mapping[Cell, Notes], new: Collection[Cell], used: Collection[Cell] = ()
    ) -> str:
        return board_svg(self.grid, self.givens, board, self._marks, new, used, notes)


def _add(candidates: Candidates, rule: Rule) -> None:
    """Adds the rule's constraints, each with its origin."""
    whole = rule.origin(())
    for constraint in tuple(rule.constraints(candidates)):
        origin = rule.origin(candidates.cells_of(constraint)) if rule.apart else whole
        candidates.builder.add(constraint, origin=origin)
