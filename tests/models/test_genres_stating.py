"""How the statements of genres are stated: numbers of literals, names within names, and what they say sooner
than they need to, so that unit propagation knows it.
"""

from __future__ import annotations

from itertools import chain, combinations, product
from typing import Any

import pytest
from pysat.solvers import Solver

from zenkai_solver.models.constraints import Lit, Reached, holds
from zenkai_solver.models.csp import ModelBuilder
from zenkai_solver.models.genres.expressions import OPERATORS
from zenkai_solver.models.genres.sheet import HIDDEN, BoardView, GenreError, GenreSheet, free_in
from zenkai_solver.models.genres.stating import FALSE, TRUE, StatedView, Writer
from zenkai_solver.models.genres.vocabulary import (
    CELLS,
    Adjacent,
    AllOf,
    ByLabel,
    ClueAt,
    CountOf,
    Fixed,
    ForAll,
    HasClue,
    IsIn,
    SamePlace,
    SameShape,
    Shows,
    SizeOf,
    Where,
    c,
    d,
    q,
)
from zenkai_solver.models.loading import loads
from zenkai_solver.solvers.engines.sat.cutting import lowered

ARAF = "puzzle: araf\nclues: |\n  5 . 2 . .\n  . . . . .\n  . . . . .\n  2 . . . .\n  . . . . 30\n"


def test_an_area_of_araf_with_two_clues_is_near_both(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has at most four cells. From R1C1 and R1C3 it can reach R2C3, but not R3C2."""
    inside: dict[Any, Lit] = {}
    named = Writer.named

    def recorded(self: Writer, what: Any) -> Lit:
        inside[what[2:]] = named(self, what)
        return inside[what[2:]]

    monkeypatch.setattr(Writer, "named", recorded)
    model = loads(ARAF, "araf").puzzle.model()
    first = (1, 1)
    with Solver(name="minicard", bootstrap_with=lowered(model)[0].clauses) as solver:
        possible, follows = solver.propagate(assumptions=[inside[first, (1, 5)]])
    assert possible
    assert -inside[first, (5, 3)] in follows
    assert not {inside[first, (3, 5)], -inside[first, (3, 5)]} & set(follows)


@pytest.mark.parametrize(
    "lits", [(), (1,), (1, -2), (1, 2, 3), (1, 2, -3, 4), (1, TRUE, 2), (2, 2, 3), (1, -1, FALSE)]
)
def test_a_number_of_literals_is_stated_as_it_is_counted(lits: tuple[Lit, ...]) -> None:
    """With every pair of bounds, beyond the number of literals too, and with and without an excuse."""
    for lo, hi, unless in product(range(-1, 6), range(-1, 6), ((), (5,), (-2,), (FALSE, 5))):
        build = ModelBuilder()
        for number in range(5):
            build.variable(number)
        Writer(build, {}).count(lits, lo, hi, unless)
        for chosen in chain.from_iterable(combinations(range(1, 6), size) for size in range(6)):
            true = {TRUE, *chosen}
            number = sum((abs(lit) in true) == (lit > 0) for lit in lits)
            excused = any((abs(lit) in true) == (lit > 0) for lit in unless)
            wanted = excused or lo <= number <= hi
            assert _assignable(build, set(chosen)) == wanted, (lits, lo, hi, unless, chosen)


@pytest.mark.parametrize("lits", [(), (1,), (1, -2), (1, 2, -3, 4), (1, TRUE, 2), (2, 2, 3)])
def test_a_literal_says_how_many_are_true(lits: tuple[Lit, ...]) -> None:
    """It is true where the number is within the bounds, and its negation elsewhere."""
    for lo, hi, sign in product(range(-1, 6), range(-1, 6), (1, -1)):
        build = ModelBuilder()
        for number in range(5):
            build.variable(number)
        out = Writer(build, {})
        out.clause((sign * out.counted(lits, lo, hi),))
        for chosen in chain.from_iterable(combinations(range(1, 5), size) for size in range(5)):
            true = {TRUE, *chosen}
            within = lo <= sum((abs(lit) in true) == (lit > 0) for lit in lits) <= hi
            assert _assignable(build, set(chosen)) == (within == (sign > 0)), (lits, lo, hi, sign, chosen)


@pytest.mark.parametrize("numbers", [(), (0,), (2, 7), (1, 3), (0, 2, 4), (-1, 1, 2, 3), (0, 1, 2, 3, 4)])
def test_a_literal_says_that_one_of_some_numbers_are_true(numbers: tuple[int, ...]) -> None:
    for lits, sign in product([(), (1,), (1, -2, 3), (1, 2, -3, 4)], (1, -1)):
        build = ModelBuilder()
        for number in range(5):
            build.variable(number)
        out = Writer(build, {})
        out.clause((sign * out.among(lits, numbers),))
        for chosen in chain.from_iterable(combinations(range(1, 5), size) for size in range(5)):
            among = sum((abs(lit) in chosen) == (lit > 0) for lit in lits) in numbers
            assert _assignable(build, set(chosen)) == (among == (sign > 0)), (lits, numbers, sign, chosen)


def _assignable(build: ModelBuilder, true: set[int]) -> bool:
    """Can the auxiliary variables, above 5, be chosen so that all constraints hold?"""
    others = range(6, len(build.names) + 1)
    sets = chain.from_iterable(combinations(others, size) for size in range(len(others) + 1))
    return any(all(holds(one, true | {*more}) for one in build.constraints) for more in sets)


def test_a_name_stands_for_what_it_did_after_a_word_went_through_it() -> None:
    """In `inner` the name `c` goes through the neighbours of `d`, and then is again the cell around it."""
    inner = CountOf(c, Adjacent(d, "neighbours"), Shows("s", c)) >= 0
    statement = ForAll(c, CELLS, ForAll(d, Where(d, CELLS, SamePlace(c, d)), inner & SamePlace(c, d)))
    sheet = GenreSheet(2, 2)
    board = BoardView(sheet, {}, {"s": dict.fromkeys(sheet.every["cell"], 1)})
    assert statement.true(board)
    assert board.names == {}
    build = ModelBuilder()
    shown = {("s", at): {0: -build.variable(at), 1: len(build.names)} for at in sheet.every["cell"]}
    out = Writer(build, shown)
    statement.require(StatedView(sheet, {}, out))
    assert not build.constraints


def test_a_name_is_free_again_after_a_fault() -> None:
    view = BoardView(GenreSheet(1, 2), {})
    with pytest.raises(GenreError):
        ForAll(c, CELLS, Shows("s", c)).true(view)
    assert view.names == {}


def test_views_with_other_names_and_sheets_have_their_own_truths() -> None:
    """What a word is ready for is shared by views with other names, never with other sheets."""
    clued = HasClue("k", c)
    view = BoardView(GenreSheet(1, 2, {"k": {(1, 1): 5}}), {})
    assert [clued.true(view.bind("c", at)) for at in ((1, 1), (1, 3))] == [True, False]
    other = BoardView(view.sheet.with_clues({"k": {(1, 3): 5}}), {})
    assert [clued.true(other.bind("c", at)) for at in ((1, 1), (1, 3))] == [False, True]
    assert IsIn(c, Where(d, CELLS, HasClue("k", d))).true(other.bind("c", (1, 3)))


def test_places_are_chosen_by_a_number_as_by_any_statement() -> None:
    """The number is the same at all places; the name that goes through them stands for another place before,
    and where there is no place it need mean nothing.
    """
    sheet = GenreSheet(2, 3, {"n": {(1, 1): 2, (1, 3): 3, (3, 3): HIDDEN}})
    view = BoardView(sheet, {})
    of_each, beside = SizeOf(Adjacent(c, "neighbours")), Adjacent(c, "neighbours")
    for wanted in (Fixed(2), SizeOf(Adjacent(d, "neighbours")), SizeOf(Adjacent(c, "neighbours"))):
        quick, plain = (Where(c, beside, holds) for holds in (of_each <= wanted, AllOf((of_each <= wanted,))))
        for one, other in product(sheet.every["cell"], repeat=2):
            names = view.bind("c", one).bind("d", other)
            assert quick.at(names) == plain.at(names) != ()
    none = Where(c, Where(c, CELLS, SamePlace(c, d) & ~SamePlace(c, d)), of_each <= ClueAt("none", d))
    assert none.at(view.bind("d", (1, 1))) == ()


def test_every_operator_compares() -> None:
    for name, compares in OPERATORS.items():
        assert [compares(*pair) for pair in ((1, 2), (2, 2), (3, 2))] == {
            "=": [False, True, False],
            "!=": [True, False, True],
            "<": [True, False, False],
            "<=": [True, True, False],
            ">": [False, False, True],
            ">=": [False, True, True],
        }[name]


def test_what_a_place_reaches_is_stated_where_it_may_be_connected_with_it() -> None:
    """A clue of each room of 2, 3 and 1 cells, each a region at most: literals of their cells alone."""
    clued = "puzzle: kuromenbun\nsize: 2x3\nrooms: |\n  AAB\n  CCC\nclues: |\n  1.1\n  1..\n"
    names = loads(clued, "kuromenbun").puzzle.model().names
    assert sum(isinstance(name, tuple) and name[0] == "reached" for name in names) == 6


def test_a_group_is_reached_once_whichever_name_stands_for_its_place() -> None:
    """In Anymino each edge between rooms compares both its cells with each other, by two names."""
    model = loads("puzzle: anymino\nrooms: |\n  AB\n  AB\n", "anymino").puzzle.model()
    reached = [part for part in model.constraints if isinstance(part, Reached)]
    roots = [(part.lits[part.root], part.edges) for part in reached]
    assert len(set(roots)) == len(roots) == 4


def test_names_are_looked_for_in_expressions_alone() -> None:
    """Not in the places for which results are kept: their number would grow with the board."""
    expressions = set()
    for rows in (2, 3, 4):
        drawing = "  AB\n" * rows
        loads(f"puzzle: anymino\nrooms: |\n{drawing}", "anymino").puzzle.model()
        expressions.add(free_in.cache_info().currsize)
    assert len(expressions) == 1


def test_two_places_are_compared_once_in_either_order() -> None:
    """A literal for two equal shapes is the same whichever is moved, and so are those of shapes as they lie."""
    sheet, graph = GenreSheet(2, 2), ByLabel(q, CELLS, Shows("s", q))
    for anchored, turned in ((False, False), (True, False), (True, True)):
        build = ModelBuilder()
        shown = {("s", at): {1: build.variable(at)} for at in sheet.every["cell"]}
        view = StatedView(sheet, {}, Writer(build, shown)).bind("c", (1, 1)).bind("d", (3, 3))
        one, other = (SameShape(graph, *ends, anchored, turned).lit(view) for ends in ((c, d), (d, c)))
        assert one == other not in (TRUE, FALSE)
