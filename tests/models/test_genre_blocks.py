"""Lengths of blocks, in a line and around a cell: constraints and plain test agree on every board of small grids."""

from __future__ import annotations

import re
from itertools import chain, groupby, permutations, product

import pytest

from tests.models.test_genres_vocabulary import agree
from zenkai_solver.models.genres.clues import ClueError
from zenkai_solver.models.genres.genre import Genre
from zenkai_solver.models.genres.layers import Layer
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.sheet import HIDDEN, GenreSheet, Place
from zenkai_solver.models.genres.vocabulary import (
    EDGE,
    Adjacent,
    Along,
    ArrowAt,
    BlocksAre,
    CellNumbers,
    CentreLines,
    Exists,
    Fixed,
    ForAll,
    GenreRule,
    Members,
    NumbersClue,
    PiecesAre,
    Ring,
    RowsAndColumns,
    Shading,
    Shows,
    SumsInTurn,
    Truth,
    ValueAt,
    WithClue,
    c,
    d,
    e,
    g,
)

S, SHADING = Shows("s", d), Shading("s")
IN_LINE = BlocksAre(d, Members(g), S, "numbers", g)
AROUND = BlocksAre(d, Ring(c), S, "numbers", c, ring=True)
LINES = WithClue("numbers", among=RowsAndColumns())


def accepted(
    at: str,
    rule: Truth,
    size: tuple[int, int],
    place: Place,
    clue: tuple[int, ...],
    layer: Layer = SHADING,
) -> int:
    """How many boards both statements accept with this clue alone."""
    kind = NumbersClue("numbers", at="line" if at == "line" else "cell")
    own = Genre("test", unknown=(layer,), given=(kind,), rules=(GenreRule("blocks", rule),))
    return agree(GenrePuzzle(own, GenreSheet(*size, {"numbers": {place: clue}})))


@pytest.mark.parametrize(
    ("clue", "number"),
    [
        ((0,), 1),
        ((HIDDEN,), 22),  # none, or one block of 1 to 6
        ((6,), 1),
        ((1,), 6),
        ((5,), 2),
        ((2, 1), 12),
        ((1, 2), 12),
        ((1, HIDDEN), 30),
        ((HIDDEN, HIDDEN), 35),
        ((1, 1, 1), 4),
        ((2, HIDDEN, 1), 3),
        ((4, 4), 0),
        ((0, 1), 0),
    ],
)
def test_blocks_of_a_row(clue: tuple[int, ...], number: int) -> None:
    """C(7, 2k) rows of six cells have k blocks."""
    assert accepted("line", ForAll(g, LINES, IN_LINE), (1, 6), (1, -1), clue) == number
    assert accepted("line", ForAll(g, LINES, ~IN_LINE), (1, 6), (1, -1), clue) == 64 - number


RINGS = [(0,), (8,), (7,), (3, 1), (1, 1, 1, 1), (2, HIDDEN), (HIDDEN,), (1, 1, HIDDEN), (4, 2), (9,)]


@pytest.mark.parametrize("clue", RINGS)
def test_blocks_around_a_cell(clue: tuple[int, ...]) -> None:
    """By rings of eight cells: a block begins where a shaded cell follows one that is not."""
    wanted = [number for number in clue if number != HIDDEN]
    number = 0
    for ring in product((0, 1), repeat=8):
        starts = [i for i in range(8) if ring[i] and not ring[i - 1]]
        lengths = [next(n for n in range(1, 9) if not ring[(i + n) % 8]) for i in starts]
        lengths = lengths or [8 * ring[0]]
        left = [*lengths]
        fits = len(lengths) == len(clue) and all(n in left and not left.remove(n) for n in wanted)  # type: ignore[func-returns-value]
        number += fits
    rule = ForAll(c, WithClue("numbers"), AROUND)
    assert accepted("cell", rule, (3, 3), (3, 3), clue) == 2 * number  # the cell itself may have either
    assert accepted("cell", ForAll(c, WithClue("numbers"), ~AROUND), (3, 3), (3, 3), clue) == 512 - 2 * number


@pytest.mark.parametrize("clue", [(2,), (1, 1), (3,), (HIDDEN,)])
def test_beside_the_board_no_block_goes_on(clue: tuple[int, ...]) -> None:
    rule = ForAll(c, WithClue("numbers"), AROUND)
    around = {(2,): 2, (1, 1): 1, (3,): 1, (HIDDEN,): 7}  # of three cells in turn at a corner
    assert accepted("cell", rule, (2, 2), (1, 1), clue) == 2 * around[clue]


def test_numbers_are_read_and_written() -> None:
    kind = NumbersClue("numbers", hi=8)
    assert kind.read("3,?,1") == (3, HIDDEN, 1)
    assert kind.write((3, HIDDEN, 1)) == "3,?,1"
    assert kind.fault() is None
    assert NumbersClue("numbers", lo=3, hi=2).fault() == "3..2 is not a range within 0..9,999"
    for text in ("", "9", "1,,1", "x", "1 1"):
        with pytest.raises(ClueError, match="numbers 0"):
            kind.read(text)


VISITS = BlocksAre(
    d,
    Ring(c),
    Exists(e, Adjacent(d, "sides"), Shows("line", e)),
    "numbers",
    c,
    ring=True,
    across=Shows("line", EDGE),
)


MORE = [pytest.param(clue, marks=pytest.mark.broad) for clue in ((8,), (7,), (HIDDEN,), (1, 1, 2))]


@pytest.mark.parametrize("clue", [(2, HIDDEN), *MORE])
def test_visits_around_a_cell(clue: tuple[int, ...]) -> None:
    """By all lines in 3x3 cells: a visit has as many cells as it has lines around the cell, and one more."""
    edges = GenreSheet(3, 3).every["inner"]
    ring = [(1, 1), (1, 3), (1, 5), (3, 5), (5, 5), (5, 3), (5, 1), (3, 1)]
    around = [((y + b) // 2, (x + a) // 2) for (y, x), (b, a) in zip(ring, [*ring[1:], ring[0]])]
    number = 0
    for drawn in product((0, 1), repeat=len(edges)):
        lines = {edge for edge, line in zip(edges, drawn) if line}
        used = {cell for y, x in lines for cell in ((y, x - 1), (y, x + 1), (y - 1, x), (y + 1, x))}
        breaks = [i for i in range(8) if around[i] not in lines]
        spans = [(a, b + 8 * (b <= a)) for a, b in zip(breaks, [*breaks[1:], *breaks[:1]])]
        lengths = sorted(b - a for a, b in spans if ring[(a + 1) % 8] in used) if breaks else [8]
        wanted = sorted(n for n in clue if n != HIDDEN)
        left = [*lengths]
        fits = all(n in left and not left.remove(n) for n in wanted)  # type: ignore[func-returns-value]
        number += fits and (len(lengths) == len(clue) or (clue == (HIDDEN,) and not lengths))
    rule = ForAll(c, WithClue("numbers"), VISITS)
    assert accepted("cell", rule, (3, 3), (3, 3), clue, CentreLines("line")) == number


@pytest.mark.parametrize(
    ("clue", "pattern"),
    [
        ((3,), "0*(3)0*"),
        ((HIDDEN,), "0*(x)0*"),
        ((0,), "(x|0)*"),
        ((1, 2), "0*(1)0+(2)0*"),
        ((2, HIDDEN), "0*(2)0+(x)0*"),
        ((0, 2), "((x|0)*0)?(2)0*"),
        ((2, 0), "0*(2)(0(x|0)*)?"),
        ((1, 0, 1), "0*(1)0+((x|0)*0)?(1)0*"),
        ((4, 4), "0*(4)0+(4)0*"),
        ((5, 5), ""),
        ((11,), ""),
    ],
)
def test_sums_of_blocks_in_turn(clue: tuple[int, ...], pattern: str) -> None:
    """By patterns: a block of sum s is written as x, or as its digit."""
    number = 0
    for row in product((0, 1, 2), repeat=5):
        blocks = [sum(block) for above, block in groupby(row, bool) if above]
        gaps = re.split("[12]+", "".join(map(str, row)))
        joined = (
            "".join(chain(*zip(gaps, [*text, ""]))) for text in product(*([str(s), "x"] for s in blocks))
        )
        number += any(re.fullmatch(pattern, text) for text in joined) if pattern else 0
    rule = ForAll(g, LINES, SumsInTurn(d, Members(g), ValueAt("n", d), "numbers", g))
    layer = CellNumbers("n", lo=Fixed(0), hi=Fixed(2))
    assert accepted("line", rule, (1, 5), (1, -1), clue, layer) == number
    denied = ForAll(g, LINES, ~SumsInTurn(d, Members(g), ValueAt("n", d), "numbers", g))
    assert accepted("line", denied, (1, 5), (1, -1), clue, layer) == 3**5 - number


PIECES = PiecesAre("line", Along(c, ArrowAt("numbers", c), 2), ArrowAt("numbers", c), "numbers", c)
FURTHER = [pytest.param(clue, marks=pytest.mark.broad) for clue in ((4, HIDDEN), (4, 3), (4, 2, HIDDEN, 1))]


@pytest.mark.parametrize("clue", [(4, 1), (4, 1, 2), (4, HIDDEN, 1, 1), *FURTHER])
def test_pieces_from_a_cell_on(clue: tuple[int, ...]) -> None:
    """By all lines in 3x3 cells, followed from the middle cell to the right with the numbers in each order."""
    direction, *numbers = clue
    assert direction == 4
    edges = [(y, x) for y in range(1, 6) for x in range(1, 6) if (y + x) % 2]

    def fits(drawn: set[Place], at: Place, step: Place, left: tuple[int, ...]) -> bool:
        """Does a line go on so, each piece as long as the next number, and not straight on behind it?"""
        if not left:
            return True
        ahead = [(at[0] + i * step[0], at[1] + i * step[1]) for i in range(1, 8, 2)]
        length = [edge in drawn for edge in ahead].index(False)
        end = at[0] + 2 * length * step[0], at[1] + 2 * length * step[1]
        turns = [(step[1], step[0]), (-step[1], -step[0])]
        rest = left[1:]
        as_long = length > 0 and left[0] in (length, HIDDEN)
        return as_long and (not rest or any(fits(drawn, end, turn, rest) for turn in turns))

    number = 0
    for chosen in product((False, True), repeat=len(edges)):
        drawn = {edge for edge, line in zip(edges, chosen) if line}
        number += any(fits(drawn, (1, 3), (0, 1), order) for order in permutations(numbers))
    for rule, wanted in ((PIECES, number), (~PIECES, 4096 - number)):
        kind = NumbersClue("numbers", lo=1, arrows=True)
        rules = (GenreRule("pieces", ForAll(c, WithClue("numbers"), rule)),)
        own = Genre("test", unknown=(CentreLines("line"),), given=(kind,), rules=rules)
        assert agree(GenrePuzzle(own, GenreSheet(3, 3, {"numbers": {(1, 1): clue}}))) == wanted
    assert (number > 0) == (clue != (4, 3))


def test_numbers_behind_an_arrow_are_read_and_written() -> None:
    kind = NumbersClue("numbers", lo=1, hi=9, arrows=True)
    for text, value in (
        (">3,?,1", (4, 3, HIDDEN, 1)),
        ("^?", (1, HIDDEN)),
        ("?", (0, HIDDEN)),
        ("2", (0, 2)),
    ):
        assert kind.read(text) == value
        assert kind.write(value) == text
    assert kind.moved((1, 2, 3), lambda at: (at[1], -at[0])) == (4, 2, 3)
    for text in ("", ">", ">0", ">>1", "1,1", "^1,,1"):
        with pytest.raises(ClueError, match="an arrow and numbers 1"):
            kind.read(text)
