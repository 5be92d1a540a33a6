"""Every word of the vocabulary: its constraints accept a board exactly if its plain test does, on all boards.

So does the test of many boards at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from random import Random
from typing import Literal

import pytest

import zenkai_solver as zenkai
from zenkai_solver.models.classes import components
from zenkai_solver.models.constraints import Components, holds
from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.genres import expressions, groups
from zenkai_solver.models.genres.batches import FEW
from zenkai_solver.models.genres.clues import (
    PIPES,
    ArrowClue,
    ArrowSetClue,
    ClueError,
    CompassClue,
    FleetClue,
    NumberClue,
    PipeClue,
    RoomClue,
    ShipClue,
)
from zenkai_solver.models.genres.expressions import Operator, PlaceList, Spot
from zenkai_solver.models.genres.genre import vocabulary
from zenkai_solver.models.genres.layers import Layer
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.sheet import (
    HIDDEN,
    BoardView,
    Bound,
    GenreError,
    GenreSheet,
    Group,
    Place,
    SheetView,
    Value,
    values_in,
)
from zenkai_solver.models.genres.vocabulary import (
    CELLS,
    CORNERS,
    EDGE,
    EDGES,
    INNER,
    NO_BOUND,
    ONE,
    Adjacent,
    Alike,
    AllConnected,
    AllOf,
    Along,
    Areas,
    ArrowAt,
    Arrows,
    AsLong,
    Bars,
    Beyond,
    BoardSize,
    BorderLength,
    BorderOf,
    ByArrows,
    ByDiagonals,
    ByHalves,
    ByLabel,
    ByLines,
    ByStrands,
    ByTies,
    ByWalls,
    ByWays,
    CellNumbers,
    CellsBetween,
    Centred,
    CentreLines,
    CentreOf,
    ClueAt,
    Compare,
    CornerMarks,
    CountOf,
    CountOnWay,
    Crossings,
    DiagonalLines,
    Diagonals,
    Directions,
    Displaced,
    Distinct,
    EachGroup,
    EdgeLines,
    EndsAt,
    Exists,
    First,
    FirstOf,
    Fits,
    Fixed,
    Following,
    ForAll,
    Genre,
    GenreRule,
    GoesStraight,
    GroupCount,
    GroupsIn,
    GroupSum,
    HalfTurn,
    HasArm,
    HasClue,
    Heads,
    Hinged,
    Indicator,
    Inside,
    Inward,
    IsIn,
    LargerOf,
    Largest,
    Leading,
    LeastReached,
    LiesAlong,
    Members,
    Negation,
    NoLoop,
    NumbersFrom,
    NumbersGiven,
    NumberToward,
    OneLoop,
    OneOf,
    Opposite,
    PassedBefore,
    Pieces,
    Plus,
    PointsTo,
    ProductOf,
    Ray,
    Rectangles,
    Rising,
    RoomBorders,
    Rooms,
    RoomsBeside,
    RowsAndColumns,
    Runs,
    SameClues,
    SameGroup,
    SamePlace,
    SameRoom,
    SameShape,
    Shading,
    ShapeAt,
    Shaped,
    ShipPart,
    Shows,
    SizeBetween,
    SizeOf,
    SlashedRooms,
    SmallerOf,
    SpreadOf,
    Squares,
    Stretches,
    SumOf,
    SumOfDifferent,
    Symbols,
    Tie,
    Times,
    Together,
    Touches,
    Toward,
    Triangles,
    Truth,
    Unclaimed,
    ValueAt,
    Where,
    WhiteRectangles,
    WholeBoard,
    WiderBy,
    Windows,
    WithClue,
    Within,
    c,
    d,
    e,
    g,
    k,
    no_neighbours,
    p,
    q,
    room_counts,
    v,
)
from zenkai_solver.models.grid import TRANSFORMS
from zenkai_solver.models.loading import loads
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.engines.sat.sat import SatBackend

KEYS = (
    NumberClue("n"),
    ArrowClue("arrow"),
    RoomClue("rooms"),
    NumberClue("lines", at="line"),
    NumberClue("of rooms", at="room", rooms="rooms"),
    NumberClue("stated", at="board"),
    FleetClue("fleet"),
    ShipClue("part"),
    PipeClue("pipe"),
    ArrowSetClue("arms"),
    CompassClue("compass"),
    NumberClue("sides", at="side"),
    NumberClue("dots", at="edge"),
    NumberClue("none"),
    NumberClue("pairs", lo=1),
)
OPERATORS: tuple[Operator, ...] = ("=", "!=", "<", "<=", ">", ">=")

S = Shows("s", c)
GROUPS = ByLabel(c, CELLS, S)
N, M = ValueAt("n", c), ValueAt("n", d)
SIDES = CountOf(e, Adjacent(c, "sides"), Shows("l", e))
HERE, AHEAD, BEHIND = (Shows("l", Along(c, k, halves)) for halves in (1, 3, -1))
CLUE = ClueAt("n", c)
IN_OTHER = CountOf(c, Members(v), S)
CLUED_EDGE = CountOf(d, Adjacent(EDGE, "beside"), HasClue("n", d)).is_(1)
UNBENT = Alike(d, Adjacent(EDGE, "beside"), GoesStraight("l", d))
ARM = Leading(e, Ray(c, k, "edge"), Shows("l", e))
SIDES_WITH = WithClue("sides")
FIRST, RISING = (kind(c, Ray(g, Inward(g)), N) for kind in (First, Rising))
AHEAD_OF_IT, BEHIND_IT = (Leading(p, Ray(c, way), Shows("s", p)) for way in (k, Along(k, k, -2)))
FARTHEST, FARTHEST_OF_OTHER = (
    Largest(k, Directions(), Leading(p, Ray(cell, k), Shows("s", p))) for cell in (c, d)
)
SEEN = SumOf(k, Directions(), Leading(d, Ray(c, k), Shows("s", d)))

WITHIN = BorderLength("rooms", EDGE).is_(0)
SHAPES = Shaped(ByLabel(c, CELLS, S, across=WITHIN), ("#", "##", "##/#."))
OWN = ByLabel(p, CELLS, Shows("s", p))
BLOCKS = GroupSum(
    ByLabel(d, CELLS, Shows("s", d) | SamePlace(c, d)), c, d, Indicator(~SamePlace(c, d))
)  # of the cells of groups beside a cell
BENT = GroupCount(  # of the cells of its group with two of its cells beside them
    ByLabel(d, CELLS, Shows("s", d)), c, p, CountOf(d, Adjacent(p, "neighbours"), Shows("s", d)) >= 2
)

TIED = ByTies(
    CELLS,
    (
        Tie(g, Stretches(RowsAndColumns(), 2), ForAll(p, Members(g), Shows("s", p)), Members(g)),
        Tie(p, WithClue("n"), Exists(q, CELLS, Shows("s", q)), Ray(p, Toward("right"))),
        Tie(g, Rooms("rooms"), HasClue("of rooms", g), Members(g)),
    ),
)  # neighbours that are both shaded; what is right of a clue, if any cell is; a room with a number

# What is stated of shaded cells: each of these as it is, denied, and where another thing is not so.
OF_SHADING: dict[str, Truth] = {
    "all": ForAll(c, CELLS, S),
    "mirrored": ForAll(e, INNER, Exists(c, CELLS, S & Shows("s", Opposite(c, e, mirrored=True)))),
    "some": Exists(c, WithClue("n", hidden=True), S),
    "alike": ForAll(g, RowsAndColumns(), Alike(c, Members(g), S)),
    "some alike": Exists(g, RowsAndColumns(), Alike(c, Members(g), S)),
    "alike or": OneOf((Exists(c, WithClue("n"), S), Alike(c, CELLS, S))),
    "either": OneOf((ForAll(c, Where(c, CELLS, HasClue("n", c)), S), Exists(c, CELLS, ~S))),
    "both": AllOf((Exists(c, CELLS, S), ForAll(g, RowsAndColumns(), Exists(c, Members(g), ~S)))),
    "neither": Negation(Exists(g, Windows(1, 2), ForAll(c, Members(g), S))),
    "diagonals": ForAll(g, Diagonals(), CountOf(c, Members(g), S) <= 1),
    "few in a window": ForAll(g, Windows(2, 2), CountOf(c, Members(g), S) <= 1),
    "less than nothing": Times(Fixed(-1), CountOf(c, WithClue("n"), S)) >= 0,
    "with clues": CountOf(c, CELLS, S | HasClue("n", c)).is_(4),
    "window": ForAll(g, Windows(2, 2), CountOf(c, Members(g), S) <= 3),
    "windows of all sizes": ForAll(
        v, NumbersFrom(ONE, Fixed(2)), ForAll(g, Windows(v, ONE + ONE), CountOf(c, Members(g), S) <= 2)
    ),
    **{
        f"neighbours {op}": ForAll(
            c, WithClue("n"), Compare(CountOf(d, Adjacent(c, "neighbours"), Shows("s", d)), op, CLUE)
        )
        for op in OPERATORS
    },
    **{
        f"one {op}": Exists(c, CELLS, Compare(CountOf(d, Adjacent(c, "around"), Shows("s", d)), op, Fixed(2)))
        for op in OPERATORS
    },
    "value": ForAll(c, WithClue("n"), ValueAt("s", c) <= CLUE),
    "lines": ForAll(g, RowsAndColumns(), ForAll(v, NumbersFrom(ONE, ONE), CountOf(c, Members(g), S) >= v)),
    "clued lines": ForAll(
        g, WithClue("lines", among=RowsAndColumns()), CountOf(c, Members(g), S).is_(ClueAt("lines", g))
    ),
    "rooms": ForAll(g, Rooms("rooms"), CountOf(c, Members(g), S).isnt(SizeOf(Members(g)) - 1)),
    "clued rooms": ForAll(
        g, WithClue("of rooms", among=Rooms("rooms")), CountOf(c, Members(g), S) < ClueAt("of rooms", g)
    ),
    "room of a cell": ForAll(
        c, CELLS, Exists(d, SameRoom("rooms", c), Shows("s", d) & ~SamePlace(c, d)) >> ~S
    ),
    "borders": ForAll(e, RoomBorders("rooms"), CountOf(c, Adjacent(e, "beside"), S).is_(1)),
    "crossings": ForAll(g, Crossings("rooms", 1), Exists(c, Members(g), S)),
    "stretches across": ForAll(g, Crossings("rooms", 2), Exists(c, Members(g), ~S)),
    "at a distance": ForAll(
        c, WithClue("n"), Exists(k, Directions(), Shows("s", Along(c, k, Times(Fixed(2), CLUE))))
    ),
    "worth": SumOf(c, WithClue("n"), Indicator(S, CLUE)) >= 2,
    "worth apart": Distinct(c, WithClue("n"), Indicator(S, CLUE), but=0),
    **{
        f"larger of {op}": ForAll(
            g,
            RowsAndColumns(),
            Compare(LargerOf(CountOf(c, Members(g), S), CountOf(c, Members(g), ~S)), op, Fixed(2)),
        )
        for op in OPERATORS
    },
    "larger of sums": LargerOf(CountOf(c, CELLS, S), Times(Fixed(2), CountOf(c, WithClue("n"), S)) + ONE)
    <= CountOf(c, CELLS, ~S) + 2,
    **{f"largest {op}": ForAll(c, WithClue("n"), Compare(FARTHEST, op, CLUE)) for op in OPERATORS},
    "largest of others": ForAll(
        e,
        INNER,
        Exists(c, Adjacent(e, "beside"), Exists(d, Adjacent(e, "beside"), FARTHEST.isnt(FARTHEST_OF_OTHER))),
    ),
    "far apart": ForAll(g, Stretches(Diagonals(), 2), Distinct(c, Members(g), FARTHEST)),
    "leading apart": ForAll(c, WithClue("n"), Distinct(k, Directions(), AHEAD_OF_IT, but=0)),
    "near": ForAll(c, WithClue("n"), Exists(k, Directions(), ForAll(d, Ray(c, k, most=CLUE), Shows("s", d)))),
    "around or": ForAll(
        c,
        CELLS,
        OneOf((S, CountOf(d, Adjacent(c, "around"), Shows("s", d)).is_(SmallerOf(Fixed(2), ONE + 1)))),
    ),
    "as far": ForAll(c, CELLS, ForAll(k, Directions(), AHEAD_OF_IT.isnt(BEHIND_IT))),
    **{f"all {op} one more": ForAll(c, CELLS, Compare(SEEN, op, FARTHEST + ONE)) for op in OPERATORS},
    **{f"some {op} one more": Exists(c, CELLS, Compare(FARTHEST + ONE, op, SEEN)) for op in OPERATORS},
    **{
        f"all {op} ahead": ForAll(c, CELLS, ForAll(k, Directions(), Compare(AHEAD_OF_IT, op, BEHIND_IT)))
        for op in OPERATORS
    },
    "board": CountOf(c, CELLS, S).is_(ClueAt("stated", WholeBoard())),
    "seen": ForAll(c, WithClue("n"), SEEN + ONE >= CLUE),
    "seen exactly": ForAll(c, WithClue("n"), (SEEN + ONE).is_(CLUE)),
    "seen at most": ForAll(c, WithClue("n"), SEEN <= 1),
    "arrows": ForAll(
        c,
        WithClue("arrow"),
        CountOf(d, Ray(c, ArrowAt("arrow", c)), Shows("s", d)).is_(ClueAt("arrow", c, 1)),
    ),
    "weights": ForAll(
        c, WithClue("n"), SumOf(d, CELLS, Times(Fixed(2), Indicator(Shows("s", d))) - ONE) > CLUE - 3
    ),
    "sum": Plus((CountOf(c, CELLS, S), Times(Fixed(-3), CountOf(c, WithClue("n"), S)), Fixed(1))) > 0,
    "to the right": ForAll(c, CELLS, S >> Shows("s", Along(c, Toward("right"), 2))),
    "run": ForAll(g, Runs(c, ~HasClue("n", c)), CountOf(c, Members(g), S).is_(1)),
    "first": ForAll(
        c, WithClue("n"), Exists(d, FirstOf(d, Ray(c, Toward("left")), HasClue("n", d)), Shows("s", d))
    ),
    "until": ForAll(
        c, WithClue("n"), Exists(d, AsLong(d, Ray(c, Toward("left")), ~HasClue("n", d)), Shows("s", d))
    ),
    "size": CountOf(c, CELLS, S) < LargerOf(BoardSize("rows"), Largest(c, WithClue("n"), CLUE)),
    "board of": CountOf(c, CELLS, S) <= BoardSize("cells") - BoardSize("columns"),
    "group": ForAll(c, WithClue("n"), GroupSum(ByLabel(d, CELLS, Shows("s", d)), c).isnt(2)),
    "groups at": ForAll(
        c,
        WithClue("n"),
        GroupSum(ByLabel(d, CELLS, Shows("s", d), "around"), c, p, Indicator(HasClue("n", p))) <= 1,
    ),
    "group in a room": ForAll(
        c, WithClue("n"), GroupSum(ByLabel(d, CELLS, Shows("s", d), across=WITHIN), c) <= 1
    ),
    "blocks beside": ForAll(c, WithClue("n"), BLOCKS.isnt(CLUE)),
    "shape": Exists(c, CELLS, ShapeAt(SHAPES, c).is_(2)),
    "shapes": ForAll(e, INNER, Exists(c, Adjacent(e, "beside"), ShapeAt(SHAPES, c) <= 1)),
    "shapes apart": ForAll(
        e, RoomBorders("rooms"), Distinct(c, Adjacent(e, "beside"), ShapeAt(SHAPES, c), but=0)
    ),
    "in one group": ForAll(
        c,
        WithClue("n"),
        Exists(d, WithClue("arrow"), SameGroup(ByLabel(p, CELLS, Shows("s", p) | SamePlace(p, c)), c, d)),
    ),
    "not in one group": ForAll(
        c, WithClue("n"), ForAll(d, WithClue("arrow"), ~SameGroup(ByLabel(p, CELLS, Shows("s", p)), c, d))
    ),
    "counted in a group": ForAll(
        c, WithClue("n"), GroupCount(ByLabel(d, CELLS, Shows("s", d)), c, p, HasClue("n", p)) < CLUE
    ),
    "each group bends": ForAll(c, CELLS, ~S | (BENT >= 1)),
    "each group bends twice": ForAll(c, CELLS, ~S | (BENT >= 2)),
    "groups that bend": ForAll(c, WithClue("n"), BENT >= CLUE),
    "a group that bends elsewhere": ForAll(c, WithClue("n"), (BENT >= 1) | HasClue("dots", c)),
    "corners": ForAll(p, Where(p, CORNERS, SamePlace(p, p)), CountOf(c, Adjacent(p, "corners"), S) <= 2),
    "beside": ForAll(e, INNER, CountOf(c, Adjacent(e, "beside"), S) <= 1),
    "edges": ForAll(e, EDGES, Exists(c, Adjacent(e, "beside"), ~S)),
    "rooms beside": ForAll(
        g, Rooms("rooms"), ForAll(v, RoomsBeside("rooms", g), CountOf(c, Members(g), S).isnt(IN_OTHER))
    ),
    "pairs of rooms": ForAll(
        g,
        Rooms("rooms"),
        ForAll(v, RoomsBeside("rooms", g, later=True), CountOf(c, Members(g), S).isnt(IN_OTHER)),
    ),
    "part of a ship": ForAll(c, WithClue("part", hidden=True), ShipPart("s", "part", c)),
    "between": ForAll(
        c, CELLS, ForAll(d, CELLS, S | ~Shows("s", d) | Exists(p, CellsBetween(c, d), Shows("s", p)))
    ),
    "half turn": ForAll(
        g,
        Rooms("rooms"),
        ForAll(c, Members(g), Shows("s", Opposite(c, CentreOf(Members(g)))) | ~S | HasClue("n", c)),
    ),
    "groups in rooms": ForAll(
        g, Rooms("rooms"), GroupsIn(ByLabel(c, CELLS, S, across=WITHIN), c, Members(g)).is_(1)
    ),
    "one shape": ForAll(c, WithClue("n"), ForAll(d, WithClue("arrow"), SameShape(OWN, c, d))),
    "lying alike": ForAll(
        c, WithClue("n"), ForAll(d, WithClue("arrow"), SameShape(OWN, c, d, anchored=True))
    ),
    "turned about a place": ForAll(
        c, WithClue("n"), ForAll(d, WithClue("arrow"), SameShape(OWN, c, d, anchored=True, turned=True))
    ),
    "steps": ForAll(c, WithClue("n"), ForAll(d, WithClue("arrow"), Within(OWN, c, d, CLUE))),
    "few steps": Exists(
        c, CELLS, Exists(d, CELLS, Within(OWN, c, d, Fixed(3)) & ~Within(OWN, c, d, Fixed(2)))
    ),
    "fitting": ForAll(c, WithClue("n"), ForAll(d, WithClue("arrow"), Fits(OWN, c, d))),
    "fitting back": ForAll(c, WithClue("n"), ForAll(d, WithClue("arrow"), Fits(OWN, d, c))),
    "parts of rooms": ForAll(
        g,
        SlashedRooms("rooms", "n", "dots"),
        CountOf(e, Members(g), Exists(c, Adjacent(e, "beside"), S)).is_(1),
    ),
    "tied": ForAll(c, WithClue("n"), GroupSum(TIED, c) >= 3),
    "tied to": ForAll(c, WithClue("n"), ForAll(d, WithClue("arrow"), SameGroup(TIED, c, d))),
    "moved": ForAll(c, CELLS, S | Shows("s", Displaced(c, Along(c, Toward("left"), 2), c))),
    "stretches": ForAll(
        g, Stretches(RowsAndColumns(), 2), Exists(c, Where(c, Members(g), ~IsIn(c, WithClue("n"))), S)
    ),
    "not both": ForAll(
        c,
        WithClue("n"),
        ~(S & Exists(d, Adjacent(c, "neighbours"), Shows("s", d)))
        | ~ForAll(d, WithClue("arrow"), Shows("s", d)),
    ),
    "any of several": ForAll(
        c,
        WithClue("n"),
        ~(S & Exists(d, Adjacent(c, "neighbours"), Shows("s", d)))
        | Exists(k, Directions(), Exists(d, Where(d, Ray(c, k), ~HasClue("n", d)), ~Shows("s", d)))
        | ~ForAll(d, WithClue("arrow"), Shows("s", d)),
    ),
}
# What can be required only.
REQUIRED: dict[str, Truth] = {
    "connected": AllConnected(GROUPS),
    "tied": AllConnected(TIED),
    "sizes of ties": EachGroup(TIED, c, ONE, Fixed(2)),
    "connected around": AllConnected(ByLabel(c, CELLS, ~S, "around")),
    "connected with clues": AllConnected(ByLabel(c, CELLS, S | HasClue("n", c))),
    "sizes": EachGroup(GROUPS, c, ONE, Fixed(2), Fixed(3)),
    "least size": EachGroup(GROUPS, c, ONE, Fixed(2)),
    "most size": EachGroup(ByLabel(c, CELLS, S, "around"), c, ONE, Fixed(0), Fixed(2)),
    "one clue": EachGroup(GROUPS, c, Indicator(HasClue("n", c)), ONE, ONE),
    "a clue": EachGroup(GROUPS, c, Indicator(HasClue("n", c)), ONE, NO_BOUND),
    "few clues": EachGroup(GROUPS, c, Indicator(HasClue("n", c)), Fixed(0), ONE),
    "with a clue": SameClues(GROUPS, "n"),
    "in rooms": SameClues(GROUPS, "rooms"),
    "signed": EachGroup(GROUPS, c, Times(Fixed(-2), Indicator(HasClue("n", c))) + ONE, Fixed(-1), ONE),
    "size of a group": ForAll(c, WithClue("n"), GroupSum(ByLabel(d, CELLS, Shows("s", d)), c).is_(CLUE)),
    "size less one": ForAll(
        c, WithClue("n"), (GroupSum(ByLabel(d, CELLS, Shows("s", d)), c) - ONE).is_(CLUE)
    ),
    "size at least": ForAll(c, WithClue("n"), GroupSum(ByLabel(d, CELLS, Shows("s", d)), c) >= CLUE),
    "even size": ForAll(
        c,
        CELLS,
        Exists(v, NumbersFrom(ONE, Fixed(8)), GroupSum(ByLabel(d, CELLS, Shows("s", d)), c).is_(v + v)),
    ),
    "size that is no odd number": ForAll(
        c,
        WithClue("n"),
        ~Exists(
            v,
            NumbersFrom(Fixed(0), Fixed(8)),
            (GroupSum(ByLabel(d, CELLS, Shows("s", d)), c) - ONE).is_(v + v),
        ),
    ),
    "both connected": AllOf((AllConnected(GROUPS), AllConnected(ByLabel(c, CELLS, ~S)))),
    "numbers given": ForAll(
        v, NumbersGiven("n", c, CELLS), CountOf(d, CELLS, Shows("s", d)).isnt(Times(Fixed(2), v))
    ),
    "pieces": Pieces(GROUPS, "fleet"),
    "some pieces": Pieces(GROUPS, "fleet", some=True),
    "hinged": Hinged(GROUPS, "rooms"),
    "pieces around": Pieces(ByLabel(c, CELLS, S, "around"), "fleet"),
    "across": AllConnected(ByLabel(c, CELLS, S, across=CLUED_EDGE)),
    "sizes across": EachGroup(ByLabel(c, CELLS, S, across=CLUED_EDGE), c, ONE, ONE, Fixed(2)),
    "rectangles": Rectangles(GROUPS),
    "squares": Squares(GROUPS),
    "squares of others": Squares(ByLabel(c, CELLS, ~S)),
    "shapes": Shaped(GROUPS, ("##", "##/#.", "#")),
    "shapes as they are": Shaped(GROUPS, ("##", "##/.#"), turned=False, mirrored=False),
    "shapes in rooms": SHAPES,
    "connected in rooms": ForAll(g, Rooms("rooms"), AllConnected(ByLabel(c, Members(g), S))),
    "blocks": ForAll(c, WithClue("n"), BLOCKS.is_(CLUE)),
    "shapes turned": Shaped(GROUPS, ("##./.##",), mirrored=False),
}
ACROSS = ValueAt("n", Opposite(c, e))
FREE = SumOf(k, Directions(), Leading(d, Ray(c, k), M.is_(0)))
OF_NUMBERS: dict[str, Truth] = {
    **{
        f"neighbours {op}": ForAll(
            e,
            INNER,
            Exists(
                c,
                Adjacent(e, "beside"),
                Exists(d, Adjacent(e, "beside"), ~SamePlace(c, d) & Compare(N, op, M)),
            ),
        )
        for op in OPERATORS
    },
    **{
        f"{name} {op}": ForAll(e, INNER, Exists(c, Adjacent(e, "beside"), Compare(ACROSS, op, other)))
        for op in OPERATORS
        for name, other in (
            ("one more", N + ONE),
            ("double", Times(Fixed(2), N)),
            ("none", Times(Fixed(0), N)),
        )
    },
    **{
        f"seen from numbers {op}": ForAll(c, CELLS, N.is_(0) | Compare(N, op, FREE + ONE)) for op in OPERATORS
    },
    **{f"clues {op}": ForAll(c, WithClue("n"), Compare(N, op, CLUE)) for op in OPERATORS},
    **{
        f"sums {op}": ForAll(g, RowsAndColumns(), Compare(SumOf(c, Members(g), N), op, Fixed(3)))
        for op in OPERATORS
    },
    **{
        f"sums of different {op}": ForAll(
            g, RowsAndColumns(), Compare(SumOfDifferent(c, Members(g), N), op, Fixed(2))
        )
        for op in OPERATORS
    },
    "different sums": ForAll(
        g,
        WithClue("lines", among=RowsAndColumns()),
        SumOfDifferent(c, Members(g), N).is_(ClueAt("lines", g)),
    ),
    "a different sum": ForAll(c, WithClue("n"), SumOfDifferent(d, Ray(c, Toward("right")), M).is_(CLUE)),
    **{f"clues first {op}": ForAll(c, WithClue("n"), Compare(CLUE, op, N)) for op in OPERATORS},
    **{f"more than clues {op}": ForAll(c, WithClue("n"), Compare(N, op, CLUE + 1)) for op in OPERATORS},
    "beside others": ForAll(
        c,
        CELLS,
        ForAll(v, NumbersFrom(ONE, ONE), N.is_(v) >> Exists(d, CELLS, ~SamePlace(c, d) & M.is_(v + 1))),
    ),
    "different": ForAll(g, RowsAndColumns(), Distinct(c, Members(g), N)),
    "different but": ForAll(g, RowsAndColumns(), Distinct(c, Members(g), N, but=0)),
    **{
        f"as many {op}": ForAll(
            c, CELLS, N.is_(1) | Compare(CountOf(d, Adjacent(c, "neighbours"), M > N), op, N)
        )
        for op in OPERATORS
    },
    **{f"first {op}": Exists(g, SIDES_WITH, Compare(FIRST, op, ClueAt("sides", g))) for op in OPERATORS},
    "first of all": ForAll(g, SIDES_WITH, FIRST.is_(ClueAt("sides", g))),
    **{f"rising {op}": ForAll(g, SIDES_WITH, Compare(RISING, op, ClueAt("sides", g))) for op in OPERATORS},
    **{
        f"{name} of {some} {op}": ForAll(g, places, Compare(amount, op, Fixed(2)))
        for op in OPERATORS
        for some, places in (("two", RowsAndColumns()), ("four", Windows(2, 2)))
        for name, amount in (("spread", SpreadOf(c, Members(g), N)), ("product", ProductOf(c, Members(g), N)))
    },
    "borders": ForAll(
        e, Where(e, INNER, BorderLength("rooms", e) > 0), SpreadOf(c, Adjacent(e, "beside"), N).is_(1)
    ),
    "reached": ForAll(
        c, CELLS, SmallerOf(Fixed(2), LeastReached(d, WithClue("n"), ClueAt("n", d), ONE, c)) >= N
    ),
    "unclaimed": ForAll(c, CELLS, SmallerOf(Fixed(2), Unclaimed("n", c)) >= N),
    **{
        f"beside the board {op}": ForAll(c, CELLS, Compare(ValueAt("n", Along(c, Toward("up"), 2)), op, N))
        for op in OPERATORS
    },
}
REQUIRED_OF_NUMBERS: dict[str, Truth] = {
    "groups": ForAll(v, NumbersFrom(ONE, Fixed(2)), EachGroup(ByLabel(c, CELLS, N.is_(v)), c, ONE, v, v)),
    "connected": ForAll(v, NumbersFrom(ONE, Fixed(2)), AllConnected(ByLabel(c, CELLS, N.is_(v)))),
}
OF_LINES: dict[str, Truth] = {
    "ends": ForAll(c, CELLS, SIDES.isnt(1)),
    "turns": ForAll(c, WithClue("n"), ForAll(k, Directions(), ~(HERE & BEHIND))),
    "straight": ForAll(c, WithClue("n"), Exists(k, Directions(), HERE & AHEAD)),
    "segment": ForAll(
        c, WithClue("n"), SumOf(k, Directions(), Leading(e, Ray(c, k, "edge"), Shows("l", e))).is_(CLUE)
    ),
}
OF_LINES |= {
    "borders": ForAll(g, Rooms("rooms"), CountOf(e, BorderOf(g), Shows("l", e)).is_(2)),
    "between rooms": ForAll(e, RoomBorders("rooms"), Shows("l", e)),
    "inside": Exists(c, WithClue("n"), Exists(p, Adjacent(c, "corners"), Inside("l", p))),
    "straight": ForAll(c, WithClue("n"), GoesStraight("l", c)),
    "turning": ForAll(c, WithClue("n"), ~GoesStraight("l", c)),
    "arms": ForAll(c, WithClue("arms"), ForAll(k, Directions(), HERE >> HasArm("arms", c, k))),
    "pipes": ForAll(c, WithClue("pipe"), ForAll(k, Directions(), HasArm("pipe", c, k) >> HERE)),
    **{
        f"arm {op}": Exists(c, WithClue("n"), Exists(k, Directions(), Compare(ARM, op, ONE)))
        for op in OPERATORS
    },
}
OF_ARROW = ArrowAt("arrow", c)
AT_ARROW = Along(c, OF_ARROW, 1)


def _leaves(spot: Spot, backward: bool) -> Truth:
    """The loop leaves a cell upward, or is not there."""
    off = CountOf(e, Adjacent(spot, "sides"), Shows("l", e)).is_(0)
    return off | Exists(
        k, Directions(), Heads("l", Along(spot, k, 1), k, backward) & Shows("l", Along(spot, k, 3))
    )


LINES_HERE = CountOf(e, Adjacent(c, "sides"), Shows("l", e))
WAY = AllOf((EndsAt("l", "n"), AllConnected(ByLines("l")), ForAll(c, CELLS, LINES_HERE <= 2)))
ENTRY, EXIT = (
    Where(d, WithClue("sides"), SamePlace(Inward(d), Toward(direction))) for direction in ("down", "up")
)
DOORS = CountOf(k, Directions(), Exists(d, Together((ENTRY, EXIT)), SamePlace(d, Along(c, k, 2))))
THROUGH = AllOf(
    (
        AllConnected(ByLines("l")),
        ForAll(c, CELLS, (LINES_HERE + DOORS).is_(2) | (LINES_HERE + DOORS).is_(0)),
    )
)
ON_WAY = CountOnWay("l", d, c, IsIn(EDGE, RoomBorders("rooms")))
BEFORE = PassedBefore("l", d, e, c, HasClue("n", c))
LOOP_OF_STRANDS = AllOf(
    (
        AllConnected(ByStrands("l")),
        ForAll(c, CELLS, LINES_HERE.isnt(1) & LINES_HERE.isnt(3)),
        ForAll(c, WithClue("n"), LINES_HERE.is_(2)),
    )
)

REQUIRED_OF_LINES: dict[str, Truth] = {
    "linked": AllConnected(ByLines("l", linked="n")),
    "linked in rooms": AllConnected(ByLines("l", linked="rooms")),
    "followed from an end": AllOf(
        (
            WAY,
            ForAll(
                d,
                FirstOf(d, WithClue("n"), HasClue("n", d)),
                ForAll(c, WithClue("arrow"), ~Heads("l", AT_ARROW, OF_ARROW, start=d)),
            ),
        )
    ),
    "followed from the border": AllOf(
        (
            THROUGH,
            ForAll(d, ENTRY, ForAll(c, WithClue("arrow"), ~Heads("l", AT_ARROW, OF_ARROW, start=d))),
        )
    ),
    "passed on the way": AllOf((WAY, ForAll(d, WithClue("n"), ForAll(c, CELLS, ON_WAY <= 1)))),
    "not passed on the way": AllOf((WAY, ForAll(d, WithClue("n"), ForAll(c, WithClue("n"), ON_WAY.isnt(1))))),
    **{
        f"passed on the loop {name}": AllOf(
            (
                OneLoop("l"),
                ForAll(c, WithClue("n"), LINES_HERE >= 1),
                ForAll(d, WithClue("n"), ForAll(c, CELLS, replace(ON_WAY, backward=backward) <= 1)),
            )
        )
        for name, backward in (("forward", False), ("backward", True))
    },
    "passed before on the way": AllOf((THROUGH, ForAll(d, ENTRY, ForAll(e, INNER, BEFORE.isnt(1))))),
    "passed before from an end": AllOf(
        (
            WAY,
            ForAll(d, FirstOf(d, WithClue("n"), HasClue("n", d)), ForAll(e, WithClue("dots"), BEFORE <= 0)),
        )
    ),
    **{
        f"passed before on the loop {name}": AllOf(
            (
                LOOP_OF_STRANDS,
                ForAll(
                    d,
                    FirstOf(d, WithClue("n"), HasClue("n", d)),
                    ForAll(e, WithClue("dots"), replace(BEFORE, backward=backward) <= 0),
                ),
            )
        )
        for name, backward in (("forward", False), ("backward", True))
    },
    "around": AllOf(
        (
            OneLoop("l", may_be_empty=True),
            ForAll(p, CORNERS, Inside("l", p) >> Exists(c, Adjacent(p, "corners"), HasClue("n", c))),
        )
    ),
    "arms": ForAll(c, WithClue("n"), ForAll(k, Directions(), ARM <= CLUE)),
    "no arm of one": ForAll(c, CELLS, ForAll(k, Directions(), ARM.isnt(1))),
    "ends": EndsAt("l", "n"),
    "paths": AllOf((EndsAt("l", "n"), SameClues(ByLines("l"), "n"))),
    "with a clue": SameClues(ByLines("l"), "n"),
    "in rooms": SameClues(ByLines("l"), "rooms"),
    "loop": OneLoop("l"),
    "followed": AllOf((OneLoop("l"), ForAll(c, WithClue("arrow"), Heads("l", AT_ARROW, OF_ARROW)))),
    "followed back": AllOf(
        (OneLoop("l"), ForAll(c, WithClue("arrow"), Heads("l", AT_ARROW, OF_ARROW, backward=True)))
    ),
    "followed either way": AllOf(
        (
            OneLoop("l"),
            OneOf(tuple(ForAll(c, WithClue("n"), _leaves(c, backward)) for backward in (False, True))),
        )
    ),
    "no loop": NoLoop("l"),
    "loop or none": OneLoop("l", may_be_empty=True),
    "connected": AllConnected(ByLines("l")),
    "each": EachGroup(ByLines("l"), c, Indicator(HasClue("n", c)), Fixed(0), ONE),
    "sizes between clues": EachGroup(ByLines("l", across=CLUED_EDGE), c, ONE, Fixed(0), Fixed(2)),
    "size of a part": ForAll(c, WithClue("n"), GroupSum(ByLines("l", across=CLUED_EDGE), c) <= 2),
    "size of a straight part": ForAll(c, WithClue("n"), GroupSum(ByLines("l", across=UNBENT), c) <= 2),
    "straight parts": EachGroup(ByLines("l", across=UNBENT), c, ONE, ONE, Fixed(2)),
    "strands": AllConnected(ByStrands("l")),
    "strands with hubs": AllConnected(ByStrands("l", hubs="n")),
    "strands of hubs": ForAll(e, WithClue("dots"), GroupSum(ByStrands("l", hubs="n"), e) <= 3),
    "each strand": EachGroup(ByStrands("l"), e, ONE, Fixed(2), Fixed(3)),
    "strand of a line": ForAll(e, WithClue("dots"), GroupSum(ByStrands("l"), e) <= 2),
    "sizes": ForAll(c, WithClue("n"), GroupSum(ByLines("l"), c).is_(CLUE)),
}
BEYOND = CountOf(d, Beyond(c, k), Shows("s", d))
TOWARD = NumberToward("compass", c, k)
SAID = Where(k, Directions(), TOWARD >= 0)
OF_SHADING |= {"compass": ForAll(c, WithClue("compass"), ForAll(k, SAID, BEYOND.is_(TOWARD)))}
OF_TRIANGLES = {
    "white": WhiteRectangles("t", "n"),
    "halves at corners": ForAll(
        p, CORNERS, CountOf(c, Adjacent(p, "corners"), Touches("t", c, p, half=True)).isnt(1)
    ),
}
BARRED, BARS_MEET = (
    Exists(k, Directions(), AllOf(tuple(LiesAlong("b", cell, k) for cell in cells)))
    for cells in ((c,), (Along(EDGE, k, 1), Along(EDGE, k, -1)))
)
NET = ByWays(c, CELLS, BARRED, BARS_MEET)
OF_BARS = {
    "along": ForAll(c, WithClue("n"), Exists(k, Directions(), ~LiesAlong("b", c, k))),
    "joined": AllConnected(NET),
    "joined in twos": EachGroup(NET, c, ONE, ONE, Fixed(2)),
    "joined to a clue": ForAll(
        c, WithClue("n"), GroupSum(replace(NET, each=d, holds=HasClue("n", d)), c) <= 1
    ),
    "joined corners": AllConnected(
        ByWays(
            p,
            CORNERS,
            Exists(c, Adjacent(p, "corners"), Shows("b", c)),
            Exists(c, Adjacent(EDGE, "beside"), Shows("b", c)),
        )
    ),
}
OF_ARROWS = {
    "one group": AllConnected(ByArrows("w")),
    "clues of groups": EachGroup(ByArrows("w"), c, Indicator(HasClue("n", c)), ONE, ONE),
    "sizes of groups": ForAll(c, WithClue("n"), GroupSum(ByArrows("w"), c).is_(CLUE)),
    "pointing": ForAll(
        c,
        CELLS,
        ForAll(k, Directions(), PointsTo("w", c, k) >> ~PointsTo("w", Along(c, k, 2), Along(k, k, -2))),
    ),
}
OF_EDGES = {
    "strands": AllConnected(ByStrands("l")),
    "around": AllOf((OneLoop("l", may_be_empty=True), ForAll(c, WithClue("n"), Inside("l", c)))),
    "no loop": NoLoop("l"),
    "loop": OneLoop("l"),
    "connected": AllConnected(ByLines("l")),
    "sizes": EachGroup(ByLines("l"), p, ONE, Fixed(3), Fixed(5)),
}
BETWEEN_LINES = ByWays(p, CORNERS, AllOf(()), ~Shows("l", EDGE))
OF_LINES_OUT = {
    "areas": EachGroup(BETWEEN_LINES, p, CountOf(c, Adjacent(p, "corners"), HasClue("n", c)), ONE, NO_BOUND),
    "turns": ForAll(c, CELLS, ~GoesStraight("l", c)),
}
OF_CORNERS = {
    "joined": AllConnected(ByWays(c, CELLS, AllOf(()), Exists(p, Adjacent(EDGE, "ends"), Shows("p", p)))),
    "few": ForAll(c, CELLS, CountOf(p, Adjacent(c, "corners"), Shows("p", p)) <= 1),
}
STARS = Together((WithClue("dots"), WithClue("n"), WithClue("arrow")))
RECTANGLES = Rectangles(ByWalls("l"))
ONE_CLUE = EachGroup(ByWalls("l"), c, Indicator(HasClue("n", c)), ONE, ONE)
WALLED = GroupCount(ByWalls("l"), c, d, CountOf(e, Adjacent(d, "sides"), Shows("l", e)) >= 2)
WALL_SHAPES = Shaped(ByWalls("l"), ("##", "##/#.", "#"))
SHAPE = ShapeAt(WALL_SHAPES, c)
OF_AREAS = {
    "with a clue": SameClues(ByWalls("l"), "n"),
    "in rooms": SameClues(ByWalls("l"), "rooms"),
    "areas": AllOf(()),
    "one": AllConnected(ByWalls("l")),
    "sizes": EachGroup(ByWalls("l"), c, ONE, Fixed(2), Fixed(3)),
    "clues": EachGroup(ByWalls("l"), c, Indicator(HasClue("n", c)), ONE, ONE),
    "size at": ForAll(c, WithClue("n"), GroupSum(ByWalls("l"), c) <= CLUE),
    "rectangles": Rectangles(ByWalls("l")),
    "shapes": Shaped(ByWalls("l"), ("##", "##/#.", "#")),
    "shapes that differ": AllOf(
        (WALL_SHAPES, ForAll(e, INNER, Shows("l", e) >> Distinct(c, Adjacent(e, "beside"), SHAPE, but=3)))
    ),
    "shapes at clues": ForAll(c, WithClue("n"), SHAPE <= CLUE),
    "rectangles with clues": AllOf((RECTANGLES, ONE_CLUE)),
    "rectangles of sizes": AllOf(
        (RECTANGLES, ONE_CLUE, ForAll(c, WithClue("n"), GroupSum(ByWalls("l"), c) <= CLUE + 1))
    ),
    "rectangles, some of a size": AllOf(
        (RECTANGLES, ONE_CLUE, ForAll(c, WithClue("n"), (CLUE >= 2) | GroupSum(ByWalls("l"), c).is_(2)))
    ),
    **{
        f"wider {op}": AllOf(
            (RECTANGLES, ForAll(c, WithClue("n"), Compare(WiderBy(ByWalls("l"), c), op, CLUE - 1)))
        )
        for op in OPERATORS
    },
    "wider each": AllOf((RECTANGLES, ONE_CLUE, ForAll(c, WithClue("n"), WiderBy(ByWalls("l"), c) < 0))),
    "between": SizeBetween(ByWalls("l"), "pairs"),
    "half turn": HalfTurn(ByWalls("l")),
    "half turn about clues": Centred(ByWalls("l"), c, WithClue("n")),
    "half turn about several": AllOf((HalfTurn(ByWalls("l")), Centred(ByWalls("l"), c, STARS))),
    "half turn about each": AllOf((HalfTurn(ByWalls("l")), Centred(ByWalls("l"), c, WithClue("none")))),
    "counts": ForAll(c, WithClue("n"), WALLED <= CLUE),
    "counts of rectangles": AllOf((RECTANGLES, ForAll(c, WithClue("n"), WALLED <= CLUE))),
    "one shape": Shaped(ByWalls("l"), ("##/#.",)),
}
SIZES = {
    "s": (2, 3),
    "n": (2, 2),
    "l": (2, 3),
    "x": (1, 3),
    "o": (1, 3),
    "p": (2, 2),
    "a": (2, 3),
    "t": (2, 2),
    "w": (2, 2),
    "b": (2, 2),
}
LARGER = {
    "s": (3, 3),
    "n": (2, 3),
    "l": (3, 3),
    "x": (2, 2),
    "o": (2, 2),
    "p": (2, 3),
    "a": (3, 3),
    "t": (2, 3),
    "w": (2, 3),
    "b": (2, 3),
}
LAYERS: dict[str, Layer] = {
    "s": Shading("s"),
    "n": CellNumbers("n", lo=Fixed(0), hi=Fixed(2)),
    "l": CentreLines("l"),
    "x": EdgeLines("l"),
    "o": CentreLines("l", out=True),
    "p": CornerMarks("p"),
    "a": Areas("l"),
    "t": Triangles("t", given="n"),
    "w": Arrows("w"),
    "b": Bars("b", crossed=True, may_be_empty=True),
}


def cases() -> Iterator[tuple[str, str, Truth]]:
    """The layer, a name, the statement."""
    for layer, table in (("s", OF_SHADING), ("n", OF_NUMBERS), ("l", OF_LINES)):
        first = {"s": Shows("s", Along(WholeBoard(), Toward("right"), 0)), "n": Exists(c, CELLS, N.is_(2))}
        for name, statement in table.items():
            yield layer, name, statement
            yield layer, f"not {name}", ~statement
            other = (
                first.get(layer, Exists(e, EDGES, Shows("l", e)))
                if layer == "n"
                else Exists(c, WithClue("n"), S)
            )
            if layer != "l":
                yield layer, f"{name} or", OneOf((other, statement))
    for layer, table in (
        *(("s", REQUIRED), ("n", REQUIRED_OF_NUMBERS), ("l", REQUIRED_OF_LINES)),
        *(
            ("x", OF_EDGES),
            ("o", OF_LINES_OUT),
            ("p", OF_CORNERS),
            ("a", OF_AREAS),
            ("t", OF_TRIANGLES),
            ("w", OF_ARROWS),
            ("b", OF_BARS),
        ),
    ):
        yield from ((layer, name, statement) for name, statement in table.items())


CASES = {f"{layer} {name}": (layer, statement) for layer, name, statement in cases()}


def drawn(random: Random, rows: int, columns: int) -> dict[str, dict[Place, Value]]:
    """Clues of every key at some places; two rooms."""
    cells = [(2 * r + 1, 2 * c + 1) for r in range(rows) for c in range(columns)]
    some = random.sample(cells, 3)
    cut = random.randrange(1, columns)
    rooms: dict[Place, Value] = {(y, x): int(x > 2 * cut) for y, x in cells}
    lines = [*((2 * r + 1, -1) for r in range(rows)), *((-1, 2 * c + 1) for c in range(columns))]
    return {
        "n": {place: random.randrange(4) for place in some[:2]},
        "arrow": {some[2]: (random.randrange(1, 5), random.randrange(2))},
        "rooms": rooms,
        "lines": {place: random.randrange(3) for place in random.sample(lines, 2)},
        "of rooms": {cells[0]: random.randrange(1, 5)},
        "stated": {(-1, -1): random.randrange(5)},
        "fleet": {(-1, -1): FleetClue("fleet").read(random.choice(("1 2", "1 1", "##/#. 1", "2 2")))},
        "part": {some[2]: random.choice((HIDDEN, *range(11)))},
        "arms": {some[1]: random.randrange(1, 16)},
        "compass": {some[2]: tuple(random.choice((HIDDEN, 0, 1, 2)) for _ in range(4))},
        "pipe": {some[0]: random.choice((HIDDEN, *PIPES))},
        "dots": {(2 * rows - 1, 2 * columns - 2): 1},
        "pairs": {
            cell: number if random.random() < 0.7 else HIDDEN
            for cell, number in zip(random.sample(cells, len(cells) // 3 * 2), (1, 4, 2, 6, 3, 5))
        },
        "sides": {
            place: random.randrange(1, 3) for place in ((-1, 1), (2 * rows + 1, 2 * columns - 1), (1, -1))
        },
    }


def puzzle(layer: str, statement: Truth, seed: int, size: tuple[int, int] | None = None) -> GenrePuzzle:
    rows, columns = size or SIZES[layer]
    genre = Genre("test", "Test", "", (LAYERS[layer],), KEYS, (GenreRule("it holds", statement),))
    on_edges = frozenset("l" if layer == "x" else "")
    return GenrePuzzle(genre, GenreSheet(rows, columns, drawn(Random(seed), rows, columns), on_edges))


def boards(own: GenrePuzzle) -> Iterator[tuple[str, ...]]:
    for values in product(*own.domains.values()):
        yield own.board(dict(zip(own.domains, values)))


def in_batches(own: GenrePuzzle, every: Sequence[Board]) -> list[bool]:
    """Which boards keep the rules, by the check of many at once."""
    tools = own.batches(own.model(), own.symmetries())
    read = tools.read(["\n".join(board).encode() for board in every])
    assert read is not None
    assert len(every) >= FEW
    return list(tools.check(read))


def agree(own: GenrePuzzle) -> int:
    """Both statements accept the same boards, and each has one assignment; how many boards are accepted."""
    every = list(boards(own))
    right = {board for board in every if not list(own.violations(board))}
    model = own.model()
    assert in_batches(own, every) == [board in right for board in every]
    whole = replace(model, projection=tuple(range(1, model.size + 1)), symmetries=())
    found = list(SatBackend().solutions(whole))
    assert all(holds(constraint, {*one}) for one in found[:5] for constraint in model.constraints)
    limit = len(model.projection)
    accepted = [own.decode(tuple(var for var in one if var <= limit)) for one in found]
    assert set(accepted) == right
    assert len(accepted) == len(right), "the auxiliary variables are no function of the board"
    for image in own.symmetries().maps:
        assert {image(board) for board in right} == right
    return len(right)


@pytest.mark.parametrize("name", CASES)
def test_both_statements_accept_the_same_boards(name: str) -> None:
    layer, statement = CASES[name]
    agree(
        puzzle(layer, statement, 0, (3, 3) if layer == "s" and name.removeprefix("s ") in REQUIRED else None)
    )


@pytest.mark.broad
@pytest.mark.parametrize("name", CASES)
def test_both_statements_accept_the_same_boards_with_other_clues(name: str) -> None:
    layer, statement = CASES[name]
    for seed in range(1, 6):
        agree(puzzle(layer, statement, seed))
    agree(puzzle(layer, statement, 6, LARGER[layer]))


@pytest.mark.parametrize("op", ["<", ">="])
def test_many_pairs_of_values_are_in_an_order(op: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expressions, "FEW_PAIRS", 0)
    agree(puzzle(*CASES[f"n beside the board {op}"], 0))


def test_statements_that_pages_share() -> None:
    """A 3x3 has 63 sets of cells without neighbours (OEIS A006506); a row of two cells has 2 with one."""
    rules = (GenreRule("no two are neighbours", no_neighbours(S)),)
    genre = Genre("test", unknown=(Shading("s"),), rules=rules)
    assert agree(GenrePuzzle(genre, GenreSheet(3, 3))) == 63
    kinds = (RoomClue("rooms"), NumberClue("counts", at="room", rooms="rooms"))
    genre = Genre("test", "", "", (Shading("s"),), kinds, (GenreRule("counts", room_counts("counts", S)),))
    clues = {"rooms": {(1, 1): 0, (1, 3): 0, (3, 1): 1, (3, 3): 1}, "counts": {(1, 1): 1}}
    assert agree(GenrePuzzle(genre, GenreSheet(2, 2, clues))) == 2 * 4


def test_what_is_given_means_what_it_says() -> None:
    """Both statements share the places and the clues; so these are looked at by themselves, on 2x3 cells."""
    sheet = GenreSheet(2, 3, {"arrow": {(1, 1): (4, 2)}, "rooms": {(1, 1): 0, (1, 3): 1, (3, 1): 0}})
    corner, edge = {"c": (1, 1)}, {"e": (1, 2)}

    def at(places: PlaceList, names: Mapping[str, Bound] = corner) -> list[Bound]:
        return list(places.at(BoardView(sheet, names)))

    assert at(CELLS) == [(1, 1), (1, 3), (1, 5), (3, 1), (3, 3), (3, 5)]
    assert at(CORNERS) == [(y, x) for y in (0, 2, 4) for x in (0, 2, 4, 6)]
    assert set(at(EDGES)) == {(y, x) for y in range(5) for x in range(7) if (y + x) % 2}
    assert set(at(INNER)) == {(1, 2), (1, 4), (2, 1), (2, 3), (2, 5), (3, 2), (3, 4)}
    assert set(at(Adjacent(c, "neighbours"))) == {(1, 3), (3, 1)}
    assert set(at(Adjacent(c, "around"))) == {(1, 3), (3, 1), (3, 3)}
    assert set(at(Adjacent(c, "sides"))) == {(0, 1), (2, 1), (1, 0), (1, 2)}
    assert set(at(Adjacent(c, "corners"))) == {(0, 0), (0, 2), (2, 0), (2, 2)}
    assert set(at(Adjacent(e, "beside"), edge)) == {(1, 1), (1, 3)}
    assert set(at(Adjacent(e, "ends"), edge)) == {(0, 2), (2, 2)}
    assert set(at(Adjacent(p, "corners"), {"p": (2, 2)})) == {(1, 1), (1, 3), (3, 1), (3, 3)}
    assert set(at(Adjacent(p, "corners"), {"p": (0, 6)})) == {(1, 5)}
    assert set(at(Adjacent(p, "sides"), {"p": (0, 6)})) == {(0, 5), (1, 6)}
    assert at(Ray(c, ArrowAt("arrow", c))) == [(1, 3), (1, 5)]
    assert CentreOf(CELLS).place(BoardView(sheet, corner)) == (2, 3)
    assert Opposite(c, CentreOf(CELLS)).place(BoardView(sheet, corner)) == (3, 5)
    assert at(Ray(c, Toward("down"), "edge")) == [(2, 1), (4, 1)]
    assert at(Ray(c, Toward("right"), most=ONE)) == [(1, 3)]
    assert at(Ray(c, Toward("right"), most=Fixed(-1))) == []
    assert (
        at(CellsBetween(c, d), {"c": (3, 5), "d": (3, 1)})
        == at(CellsBetween(d, c), {"c": (3, 5), "d": (3, 1)})
        == [(3, 3)]
    )
    assert at(CellsBetween(c, d), {"c": (1, 1), "d": (3, 3)}) == at(CellsBetween(c, c)) == []
    stretches = Stretches(RowsAndColumns(), 2).at(BoardView(sheet, {}))
    assert [own.places for own in stretches if isinstance(own, Group)] == [
        *(((1, 1), (1, 3)), ((1, 3), (1, 5)), ((3, 1), (3, 3)), ((3, 3), (3, 5))),
        *(((1, 1), (3, 1)), ((1, 3), (3, 3)), ((1, 5), (3, 5))),
    ]
    assert at(Where(d, CELLS, IsIn(d, Adjacent(c, "neighbours")))) == [(1, 3), (3, 1)]
    assert at(Directions()) == [(-1, 0), (1, 0), (0, -1), (0, 1)]
    assert at(NumbersFrom(Fixed(2), Fixed(4))) == [2, 3, 4]
    assert [own.places for own in sheet.windows(2, 2)] == [
        ((1, 1), (1, 3), (3, 1), (3, 3)),
        ((1, 3), (1, 5), (3, 3), (3, 5)),
    ]
    assert [own.places for own in sheet.rooms("rooms")] == [((1, 1), (3, 1)), ((1, 3),)]
    beside = at(RoomsBeside("rooms", g), {"g": sheet.rooms("rooms")[0]})
    assert [own.places for own in beside if isinstance(own, Group)] == [((1, 3),)]
    later = RoomsBeside("rooms", g, later=True)
    assert [len(at(later, {"g": room})) for room in sheet.rooms("rooms")] == [1, 0]
    assert at(SameRoom("rooms", c)) == [(1, 1), (3, 1)]
    assert [len(own.places) for own in sheet.lines] == [3, 3, 2, 2, 2]
    assert [own.at for own in sheet.lines] == [(1, -1), (3, -1), (-1, 1), (-1, 3), (-1, 5)]
    assert at(WithClue("arrow")) == [(1, 1)]
    sheet.clues["rooms"][3, 1] = HIDDEN
    assert at(WithClue("rooms", among=CELLS)) == at(WithClue("rooms")) == [(1, 1), (1, 3)]
    assert at(WithClue("rooms", hidden=True)) == [(1, 1), (1, 3), (3, 1)]
    sheet.clues["rooms"][3, 1] = 0
    assert at(Where(d, CELLS, HasClue("arrow", d))) == [(1, 1)]
    assert at(FirstOf(d, Ray(c, Toward("right")), HasClue("rooms", d))) == [(1, 3)]
    assert at(FirstOf(d, Ray(c, Toward("right")), HasClue("arrow", d))) == []
    room = {"g": sheet.rooms("rooms")[0]}
    assert at(BorderOf(g), room) == [(1, 2), (3, 2)]
    assert at(AsLong(d, CELLS, HasClue("rooms", d))) == [(1, 1), (1, 3)]
    runs = Runs(d, HasClue("rooms", d)).at(BoardView(sheet, {}))
    assert [own.places for own in runs if isinstance(own, Group)] == [
        ((1, 1), (1, 3)),
        ((3, 1),),
        ((1, 1), (3, 1)),
        ((1, 3),),
    ]
    view = BoardView(sheet, corner)
    assert Along(c, Toward("right"), 3).place(view) == (1, 4)
    for amount, number in (
        (BoardSize("rows"), 2),
        (BoardSize("columns"), 3),
        (BoardSize("cells"), 6),
        (SizeOf(INNER), 7),
        (ClueAt("arrow", c), 4),
        (ClueAt("arrow", c, 1), 2),
        (Largest(d, WithClue("rooms"), ClueAt("rooms", d)), 1),
        (Largest(d, WithClue("n"), ClueAt("n", d)), 0),
        (LargerOf(Fixed(3), Fixed(5)), 5),
        (SmallerOf(Fixed(3), Fixed(5)), 3),
    ):
        assert amount.number(view) == number, amount
    for rows, shape, ways, right in (
        ("##./...", "##", (False, False), True),
        ("#../#..", "##", (False, False), False),
        ("#../#..", "##", (True, False), True),
        (".##/##.", "##./.##", (True, False), False),
        (".##/##.", "##./.##", (False, True), True),
        ("##./##.", "##", (True, True), False),
        ("##./.##", "##./.##", (False, False), True),
    ):
        cells = (
            (2 * r + 1, 2 * x + 1)
            for r, row in enumerate(rows.split("/"))
            for x, sign in enumerate(row)
            if sign == "#"
        )
        board = BoardView(sheet, {}, {"s": dict.fromkeys(cells, 1)})
        assert Shaped(GROUPS, (shape,), *ways).true(board) == right, (rows, shape, ways)
    assert HasClue("arrow", c).true(view)
    drawn_rooms = {cell: int(room) for cell, room in zip(sheet.every["cell"], "011022")}
    walled = GenreSheet(2, 3, {"rooms": drawn_rooms, "walls": {(3, 4): 1}, "n": {(1, 1): 4, (3, 5): 1}})
    lengths = {
        at: BorderLength("rooms", e).number(BoardView(walled, {"e": at})) for at in walled.every["edge"]
    }
    assert {at: number for at, number in lengths.items() if number} == {
        **{(1, 2): 2, (3, 2): 2},
        **{(2, 3): 2, (2, 5): 2},
    }
    within = BorderLength("rooms", e, "walls")
    assert [within.number(BoardView(walled, {"e": at})) for at in ((3, 4), (1, 4), (3, 0))] == [1, 0, 0]
    least = LeastReached(e, WithClue("n"), ClueAt("n", e), BorderLength("rooms", e) + 1, c)
    assert [least.number(BoardView(walled, {"c": at})) for at in walled.every["cell"]] == [4, 5, 4, 5, 2, 1]
    assert set(RoomBorders("rooms").at(BoardView(walled, {}))) == {(1, 2), (3, 2), (2, 3), (2, 5)}
    slashed = GenreSheet(
        2,
        2,
        {
            "rooms": {(1, 1): 0, (1, 3): 0, (3, 1): 1, (3, 3): 1},
            "n": {(1, 1): 1, (3, 3): 1},
            "dots": {(1, 2): 1},
        },
    )
    shared = SlashedRooms("rooms", "n", "dots").at(BoardView(slashed, {}))
    assert [part.places for part in shared if isinstance(part, Group)] == [
        ((1, 2),),
        ((2, 1),),
        ((1, 2), (2, 3)),
        ((2, 1),),
        ((2, 3),),
    ]
    led = GenreSheet(2, 2, {"arrows": {(1, 2): (4, HIDDEN), (2, 3): (2, HIDDEN), (3, 2): (3, HIDDEN)}})
    assert Following("arrows", c).at(BoardView(led, {"c": (1, 3)})) == ((3, 3), (3, 1))
    assert Following("arrows", c).at(BoardView(led, {"c": (3, 1)})) == ()
    led = GenreSheet(2, 2, {"arrows": {**led.clues["arrows"], (2, 1): (1, HIDDEN)}})
    assert Following("arrows", c).at(BoardView(led, {"c": (3, 1)})) == ((1, 1), (1, 3), (3, 3), (3, 1))
    row = GenreSheet(1, 5, {"rooms": dict(zip(((1, 2 * x + 1) for x in range(5)), (0, 1, 0, 0, 2)))})
    for number, stretches in ((1, ["12", "23", "45"]), (2, ["123", "2345"]), (3, ["12345"]), (4, [])):
        shown = [
            "".join(str(place[1] // 2 + 1) for place in own.places)
            for own in Crossings("rooms", number).at(BoardView(row, {}))
            if isinstance(own, Group)
        ]
        assert shown == stretches
    for place, step in (((-1, 3), "down"), ((5, 3), "up"), ((1, -1), "right"), ((1, 7), "left")):
        assert Inward(c).place(BoardView(sheet, {"c": place})) == Toward(step).place(view)  # type: ignore[arg-type]
    assert not HasClue("rooms", c, 1).true(view)


def test_a_middle_is_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Bonsan, which asks for that of the whole board at each cell."""
    middle, calls = CentreOf._middle, Counter[str]()

    def counted(spot: CentreOf, view: SheetView) -> Place:
        calls[type(view).__name__] += 1
        return middle(spot, view)

    monkeypatch.setattr(CentreOf, "_middle", counted)
    loads("puzzle: bonsan\nsize: 4x4\n", "x").puzzle.model()
    assert {*calls.values()} == {1}, calls


def test_groups_without_a_clue_are_bounded() -> None:
    """On all boards of Fillomino of 2x4 and 3x3, each with some of its numbers as clues."""
    draw, met = Random(5), Counter[int]()
    for rows, columns in ((2, 4), (3, 3)):
        instance = {"puzzle": "fillomino", "size": f"{rows}x{columns}"}
        puzzle = zenkai.load(instance).puzzle
        assert isinstance(puzzle, GenrePuzzle)
        for solution in zenkai.solve(instance, symmetry="all", workers=1):
            numbers = {at: number for (_, at), number in puzzle.values(solution.board).items()}
            clues = {at: number for at, number in numbers.items() if draw.random() < 0.4}
            view = BoardView(GenreSheet(rows, columns, {"n": clues}), {}, {"n": numbers})
            for group in (
                one
                for size in {*numbers.values()}
                for one in ByLabel(c, CELLS, ValueAt("n", c).is_(size)).groups(view)
            ):
                if clues.keys().isdisjoint(group):
                    bound = Unclaimed("n", c).number(view.bind("c", group[0]))
                    assert len(group) <= bound, (numbers, clues)
                    met[bound - len(group)] += 1
    assert met[0] > 100  # where it could not be less


def test_large_numbers_that_are_barred_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """All boards of Fillomino of 2x4 are there with the implied constraints, of which there is one from 2, 4
    and 8 on.
    """
    boards, constraints = [], []
    for large in (2, 9):
        monkeypatch.setattr(groups, "LARGE", large)
        instance = zenkai.load({"puzzle": "fillomino", "size": "2x4"})
        boards.append({solution.board for solution in zenkai.solve(instance, symmetry="all", workers=1)})
        constraints.append(sum(isinstance(one, Components) for one in instance.puzzle.model().constraints))
    assert boards[0] == boards[1]
    assert constraints == [11, 8]


def test_what_groups_with_clues_need() -> None:
    """Two groups of 3, which are apart, leave 4 of 10 cells; of two clues that may share a group one counts."""
    for clues, bound in (({(1, 1): 3, (1, 17): 3}, 4), ({(1, 1): 3, (1, 5): 3}, 7), ({(1, 9): 2}, 5)):
        view = BoardView(GenreSheet(1, 10, {"n": clues}), {"c": (1, 13)})
        assert Unclaimed("n", c).number(view) == bound
    assert Unclaimed("n", c).number(view.bind("c", (1, 9))) == 0


def test_borders_and_the_inside() -> None:
    """On 3x3 cells, by hand: two rooms, and a loop around the corner 2,2 of centre lines."""
    rooms: dict[Place, Value] = {(2 * y + 1, 2 * x + 1): int(x + y > 2) for y in range(3) for x in range(3)}
    sheet = GenreSheet(3, 3, {"rooms": rooms})
    between = RoomBorders("rooms").at(BoardView(sheet, {}))
    assert between == ((2, 5), (3, 4), (4, 3), (5, 2))
    assert BorderOf(g).at(BoardView(sheet, {"g": sheet.rooms("rooms")[1]})) == between
    around = [(3, 4), (5, 4), (4, 3), (4, 5)]
    board = BoardView(sheet, {}, {"l": dict.fromkeys(around, 1)})
    inside = [at for at in sheet.every["corner"] if Inside("l", p).true(board.bind("p", at))]
    assert inside == [(4, 4)]


def test_every_word_is_compared() -> None:
    words = {type(own).__name__ for _, statement in CASES.values() for own in values_in(statement)}
    words |= {type(layer).__name__ for layer in LAYERS.values()} | {type(kind).__name__ for kind in KEYS}
    elsewhere = {"Genre", "GenreRule", "ClueKind", "Layer", "CellLayer", "LineLayer", "SignClue", "SumClue"}
    elsewhere |= {"SignedClue", "SwitchClue", "BlocksAre", "SumsInTurn", "Ring", "NumbersClue", "PiecesAre"}
    elsewhere |= {"FloorsFit"}
    tested = (
        words
        | elsewhere
        | {
            "Touches",
            "DiagonalLines",
            "ByDiagonals",
            "ByHalves",
            "Bars",
            "Arrows",
            "Symbols",
            "Following",
            "WallsDivide",
            "StatedGraph",
            "Rectangle",
        }
    )
    assert set(vocabulary()) - tested == set()


@pytest.mark.parametrize(
    "layer",
    [
        Bars("q"),
        Bars("q", crossed=True, may_be_empty=True),
        DiagonalLines("q"),
        DiagonalLines("q", may_be_empty=True),
        Arrows("q"),
        Arrows("q", may_be_empty=False),
        Triangles("q"),
        Symbols("q", ".AB"),
        Symbols("q", "ABC"),
    ],
)
def test_signs_of_cells(layer: Layer) -> None:
    touching = CountOf(c, Adjacent(p, "corners"), Touches("q", c, p))
    inner = Where(p, CORNERS, SizeOf(Adjacent(p, "corners")).is_(4))
    four = Genre(
        "test", "Test", "", (layer,), (), (GenreRule("it holds", Exists(p, inner, touching.is_(4))),)
    )
    if isinstance(layer, DiagonalLines):
        assert agree(GenrePuzzle(four, GenreSheet(2, 2))) == 1
        assert agree(GenrePuzzle(four, GenreSheet(2, 3))) > 1
        for values, right in (((2, 1, 1, 2), False), ((1, 2, 2, 1), True)):  # a diamond, and a cross
            shown = dict(zip(GenreSheet(2, 2).every["cell"], values))
            assert NoLoop("q").true(BoardView(GenreSheet(2, 2), {}, {"q": shown})) == right
        for ways in (ByHalves("q"), ByHalves("q", mirrors=True)):
            halves = ForAll(c, CELLS, Exists(e, Adjacent(c, "sides"), GroupSum(ways, e) <= 5))
            parted = Genre("test", "Test", "", (layer,), (), (GenreRule("it holds", halves),))
            assert agree(GenrePuzzle(parted, GenreSheet(2, 2))) > 1
        strands = ForAll(e, WithClue("n"), GroupSum(ByStrands("l", bends="q"), e) <= 2)
        bent = Genre(
            "test", "Test", "", (layer, CentreLines("l")), KEYS[:1], (GenreRule("it holds", strands),)
        )
        assert agree(GenrePuzzle(bent, GenreSheet(2, 2, {"n": {(1, 2): 1, (3, 2): 2}}))) > 1
        across = SameGroup(ByDiagonals("q", without=c), p, Opposite(p, c))
        on_loop = Exists(c, CELLS, Exists(p, Adjacent(c, "corners"), Touches("q", c, p) & across))
        looped = Genre("test", "Test", "", (layer,), (), (GenreRule("it holds", on_loop),))
        assert agree(GenrePuzzle(looped, GenreSheet(2, 2))) == 1
        assert agree(GenrePuzzle(looped, GenreSheet(2, 3))) == (18 if layer.may_be_empty else 8)
        open_ = Genre("test", "Test", "", (layer,), (), (GenreRule("it holds", NoLoop("q")),))
        assert agree(GenrePuzzle(open_, GenreSheet(2, 2))) == (80 if layer.may_be_empty else 15)
        assert agree(GenrePuzzle(open_, GenreSheet(2, 3))) == (711 if layer.may_be_empty else 56)
    rule = ForAll(e, INNER, Distinct(c, Adjacent(e, "beside"), ValueAt("q", c), but=0))
    genre = Genre("test", "Test", "", (layer,), (), (GenreRule("it holds", rule),))
    assert agree(GenrePuzzle(genre, GenreSheet(2, 3))) > 1


def test_crossed_diagonals() -> None:
    """By all 256 boards of 2x2: those without a loop, and those on which four lines meet in the middle."""
    corners = [(y, x) for y in (0, 2, 4) for x in (0, 2, 4)]
    open_ = meeting = 0
    for values in product(range(4), repeat=4):
        lines = []
        for (y, x), value in zip([(1, 1), (1, 3), (3, 1), (3, 3)], values):
            lines += [((y - 1, x - 1), (y + 1, x + 1))] * (value in (1, 3))
            lines += [((y - 1, x + 1), (y + 1, x - 1))] * (value in (2, 3))
        near: dict[Place, list[Place]] = {at: [] for at in corners}
        for one, other in lines:
            near[one].append(other)
            near[other].append(one)
        open_ += len(lines) == len(corners) - len(components(corners, near.__getitem__))
        meeting += len(near[2, 2]) == 4
    layer = DiagonalLines("q", may_be_empty=True, crossed=True)
    four = CountOf(c, Adjacent(p, "corners"), Touches("q", c, p)).is_(4)
    for rule, wanted in ((NoLoop("q"), open_), (Exists(p, CORNERS, four), meeting)):
        genre = Genre("test", "Test", "", (layer,), (), (GenreRule("it holds", rule),))
        assert agree(GenrePuzzle(genre, GenreSheet(2, 2))) == wanted
    assert (open_, meeting) == (240, 16)
    joined = ForAll(p, CORNERS, GroupCount(ByDiagonals("q"), p, q, SamePlace(q, q)).isnt(3))
    genre = Genre("test", "Test", "", (layer,), (), (GenreRule("it holds", joined),))
    assert 0 < agree(GenrePuzzle(genre, GenreSheet(2, 2))) < 256


@pytest.mark.parametrize(
    ("sign", "drawn", "right"),
    [
        ("~", "....#....", False),
        ("~", ".#.#.#.#.", True),
        ("?", "....#....", True),
        ("?", ".#.......", False),
        ("o", "#.#.#.#.#", True),
        ("o", "....##...", False),
        ("^", "....#..#.", True),
        ("^", ".#..#....", False),
        ("^", "....##.#.", False),
        ("v", ".#..#....", True),
        ("<", "....##...", True),
        ("<", "...##....", False),
        (">", "...##....", True),
        ("+", "...###...", True),
        ("+", ".#..#..#.", True),
        ("+", ".#..##...", False),
        ("F", "....##.#.", True),
        ("7", "...##..#.", True),
        ("L", ".#..##...", True),
        ("J", ".#.##....", True),
        ("J", ".#.###...", False),
        (">", "...#.....", False),
    ],
)
def test_parts_of_ships(sign: str, drawn: str, right: bool) -> None:
    """Both statements share what a sign means; so it is looked at by itself, also turned and mirrored."""
    kind = ShipClue("part")
    value = kind.read(sign)
    assert kind.write(value) == sign
    for transform in TRANSFORMS.values():
        turned = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if drawn[3 * r + c + 4] == "#"]
        cells = [(3 + 2 * y, 3 + 2 * x) for y, x in map(transform, turned)]
        moved = kind.moved(value, transform)
        assert moved is not None
        view = BoardView(
            GenreSheet(3, 3, {"part": {(3, 3): moved}}), {"c": (3, 3)}, {"s": dict.fromkeys(cells, 1)}
        )
        assert ShipPart("s", "part", c).true(view) == right


@pytest.mark.parametrize("text", ["2", "1 2", "2 2", "##/#.", "##/#. 1", "1 1 1"])
@pytest.mark.parametrize("relation", ["neighbours", "around"])
def test_fleets(text: str, relation: Literal["neighbours", "around"]) -> None:
    """A group that is none of the pieces is refused also beside all that are."""
    kind = FleetClue("fleet")
    fleet = Pieces(ByLabel(c, CELLS, S, relation), "fleet")
    genre = Genre("test", "Test", "", (Shading("s"),), (kind,), (GenreRule("the pieces", fleet),))
    assert agree(GenrePuzzle(genre, GenreSheet(3, 3, {"fleet": {(-1, -1): kind.read(text)}}))) > 0


@pytest.mark.parametrize("on_edges", [False, True])
def test_a_loop_is_followed_clockwise_from_its_top(on_edges: bool) -> None:
    """The area that the directions enclose is positive, as rows go down; each corner is left once."""
    layer = EdgeLines("l") if on_edges else CentreLines("l")
    side = 3 - on_edges
    sheet = GenreSheet(side, side, {}, frozenset("l" if on_edges else ""))
    own = GenrePuzzle(Genre("loops", unknown=(layer,), rules=(GenreRule("loop", OneLoop("l")),)), sheet)
    places = CORNERS if on_edges else CELLS
    for one in SatBackend().solutions(own.model()):
        view = own.view(own.values(own.decode(one)))
        for backward in (False, True):
            area = 0
            for place in places.at(view):
                inner = view.bind("c", place)
                steps = [
                    step
                    for step in Directions().at(view)
                    if Heads("l", Along(c, k, 1), k, backward).true(inner.bind("k", step))
                ]
                touched = sum(view.layers["l"].get(e, 0) for e in sheet.related(place, "sides"))
                assert len(steps) == touched // 2
                area += sum(place[1] * dy for dy, _ in steps)
            assert (area > 0) != backward


def test_groups_across_some_edges() -> None:
    board = BoardView(GenreSheet(1, 4, {"n": {(1, 3): 1}}), {}, {"s": {(1, x): 1 for x in (1, 3, 5, 7)}})
    across = ByLabel(c, CELLS, S, across=CLUED_EDGE)
    assert across.groups(board) == [((1, 1), (1, 3), (1, 5)), ((1, 7),)]
    assert ByLabel(c, CELLS, S).groups(board) == [((1, 1), (1, 3), (1, 5), (1, 7))]


@pytest.mark.parametrize(
    ("text", "written"),
    [("1 1 2", "1 1 2"), ("# ## ##/#.", "1 2 ##/#."), ("#/#", "#/#"), ("15", "15")],
)
def test_a_fleet_is_written_as_it_is_read(text: str, written: str) -> None:
    assert FleetClue("fleet").write(FleetClue("fleet").read(text)) == written


@pytest.mark.parametrize("text", ["", "0", "16", "##/#", "#.#", "..", "x", "1 " * 100, "#/./#"])
def test_what_is_no_fleet_is_refused(text: str) -> None:
    with pytest.raises(ClueError, match="1 to 99 pieces, such as 1 2 ##/#"):
        FleetClue("fleet").read(text)


def test_signs_that_are_given() -> None:
    layer = Symbols("q", ".AB", given="n")
    sheet = GenreSheet(1, 4, {"n": {(1, 1): 2, (1, 3): HIDDEN, (1, 5): 3}})
    assert layer.domains(sheet) == {(1, 1): (2,), (1, 3): (1, 2), (1, 5): (0,), (1, 7): (0, 1, 2)}
    assert Symbols("q", "AB").domains(GenreSheet(1, 1)) == {(1, 1): (1, 2)}
    assert [Symbols("q", "AB").text((1, 1), value) for value in (1, 2)] == ["A", "B"]


def test_rectangles_reach_no_other_clue() -> None:
    """On three rows: a clue in the corner, and one that is in none of its row and column."""
    clues: dict[Place, Value] = {(5, 1): 3, (3, 3): 2, (1, 5): 4}
    genre = Genre(
        "test",
        "Test",
        "",
        (Areas("l"),),
        (NumberClue("n"),),
        (GenreRule("it holds", AllOf((RECTANGLES, ONE_CLUE))),),
    )
    assert agree(GenrePuzzle(genre, GenreSheet(3, 3, {"n": clues}))) > 1


def test_numbers_of_many_values_are_summed() -> None:
    """By steps."""
    rule = GenreRule("it holds", SumOf(c, CELLS, N).is_(20))
    genre = Genre("test", "Test", "", (CellNumbers("n", lo=Fixed(2), hi=Fixed(15)),), (), (rule,))
    assert agree(GenrePuzzle(genre, GenreSheet(1, 2))) == 11


def test_what_means_nothing_is_refused() -> None:
    for statement, words in (
        (AllConnected(GROUPS) | Exists(c, CELLS, S), "AllConnected can be required only"),
        (Exists(c, CELLS, S) | OneLoop("s"), "OneLoop can be required only"),
        (Shows("s", d), "d stands for nothing here"),
        (
            ForAll(g, Stretches(RowsAndColumns(), 0), Exists(c, Members(g), S)),
            "a stretch of 0 places has none",
        ),
        (ForAll(c, CELLS, WiderBy(ByWalls("s"), c).is_(0)), "WiderBy is of areas that are all rectangles"),
        (ForAll(c, CELLS, Exists(d, Ray(c, Inward(c)), S)), "R1C1 is not beside the board"),
        (ForAll(c, CELLS, Exists(d, Ray(c, ArrowAt("n", c)), S)), "no clue of n at R"),
        (ForAll(c, CELLS, CLUE.is_(1)), "no clue of n at R"),
        (
            ForAll(c, Where(c, CELLS, S), S),
            "s is no unknown layer, or is asked for where only clues are known",
        ),
        (ForAll(g, RowsAndColumns(), ForAll(c, Members(c), S)), "c stands for nothing"),
        (
            Distinct(c, CELLS, CountOf(d, Adjacent(c, "sides"), Shows("s", d)) + Indicator(S)),
            "Distinct takes",
        ),
    ):
        with pytest.raises(GenreError, match=words):
            puzzle("s", statement, 0).model()


def test_too_many_rectangles_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of Patchwork, as on 60x60 cells."""
    monkeypatch.setattr("zenkai_solver.models.genres.rectangles.MOST", 3)
    text = "puzzle: patchwork\nclues: |\n  ?...\n  ....\n  ....\n  ....\n"
    with pytest.raises(InstanceError, match=r"WiderBy takes more than 100,000 rectangles on 4x4 cells"):
        loads(text, "large")
