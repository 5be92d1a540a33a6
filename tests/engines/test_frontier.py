"""Counting and walking by a diagram of the frontier: loops, paths, connected shadings, with conditions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import compress, product
from math import inf
from random import Random

import numpy as np
import pytest

from zenkai_solver.models.constraints import (
    AtMostOne,
    Cardinality,
    Clause,
    Components,
    Connected,
    Constraint,
    Edges,
    ExactlyOne,
    Linear,
    OnGraph,
    SingleLoop,
    holds,
)
from zenkai_solver.models.csp import Model, ModelBuilder, Solution
from zenkai_solver.models.fields import Fields
from zenkai_solver.models.genres.reading import puzzle_of
from zenkai_solver.models.genres.table import GENRES
from zenkai_solver.models.genres.table import genre as genre_named
from zenkai_solver.models.genres.vocabulary import (
    CELLS,
    INNER,
    Adjacent,
    AllConnected,
    AllOf,
    ByLabel,
    CountOf,
    Exists,
    ForAll,
    Genre,
    GenreRule,
    Members,
    Shading,
    Shows,
    Truth,
    Windows,
    c,
    e,
    g,
)
from zenkai_solver.models.loading import loads
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.core.backend import Counted, Options
from zenkai_solver.solvers.core.deadlines import Deadline, Interrupted, Unsupported
from zenkai_solver.solvers.core.pipeline import prepare
from zenkai_solver.solvers.engines.frontier import diagram as diagrams
from zenkai_solver.solvers.engines.frontier import frontier
from zenkai_solver.solvers.engines.frontier.automata import PartialSum, TooWide, layers
from zenkai_solver.solvers.engines.frontier.counting import count, number_by
from zenkai_solver.solvers.engines.frontier.diagram import diagram
from zenkai_solver.solvers.engines.frontier.frontier import FrontierBackend
from zenkai_solver.solvers.engines.frontier.functions import definitions
from zenkai_solver.solvers.engines.frontier.limits import Limits
from zenkai_solver.solvers.engines.frontier.program import parts_of, program
from zenkai_solver.solvers.engines.sat.sat import SatBackend
from zenkai_solver.solvers.engines.table import auto

# OEIS A140517: loops in an n x n grid of cells, n = 1, 2, ...
LOOPS = (
    *(1, 13, 213, 9349, 1222363, 487150371, 603841648931, 2318527339461265),
    *(27359264067916806101, 988808811046283595068099),
)
# OEIS A007764: self-avoiding paths from corner to corner of n x n points, n = 2, 3, ...
PATHS = (
    *(2, 12, 184, 8512, 1262816, 575780564, 789360053252, 3266598486981642, 41044208702632496804),
    *(1568758030464750013214100, 182413291514248049241470885236),
)


def model(size: int, *constraints: Constraint) -> Model:
    return Model(tuple(range(size)), constraints, tuple(range(1, size + 1)))


def grid(rows: int, columns: int) -> Edges:
    at = {cell: i for i, cell in enumerate(product(range(rows), range(columns)))}
    return tuple(
        (at[r, c], at[r + down, c + right])
        for r, c in at
        for down, right in ((0, 1), (1, 0))
        if (r + down, c + right) in at
    )


def loops(n: int) -> Model:
    edges = grid(n + 1, n + 1)
    lits = tuple(range(1, len(edges) + 1))
    return model(len(edges), SingleLoop(lits, edges), Clause(lits))


def paths(n: int) -> Model:
    """A path from corner to corner is a loop through one more edge, which joins them."""
    edges = (*grid(n, n), (0, n * n - 1))
    lits = tuple(range(1, len(edges) + 1))
    return model(len(edges), SingleLoop(lits, edges), Clause((len(edges),)))


def shadings(rows: int, columns: int, *more: Constraint) -> Model:
    size = rows * columns
    return model(size, Connected(tuple(range(1, size + 1)), grid(rows, columns)), *more)


def windows(rows: int, columns: int) -> Iterator[Clause]:
    """No 2x2 is all shaded."""
    for r, x in product(range(rows - 1), range(columns - 1)):
        yield Clause(tuple(-(1 + (r + i) * columns + x + j) for i, j in product(range(2), range(2))))


def all_of(own: Model) -> int:
    counted = count(own)
    assert counted is not None
    return counted.all


def by_brute_force(own: Model) -> set[Solution]:
    every = (
        tuple(var for var, value in enumerate(values, 1) if value)
        for values in product((False, True), repeat=own.size)
    )
    true = (s for s in every if all(holds(c, set(s)) for c in own.constraints))
    return {tuple(var for var in s if var in set(own.projection)) for s in true}


def walked(own: Model) -> list[Solution]:
    every = diagram(own)
    assert every is not None
    return [tuple(row[row > 0].tolist()) for rows, _ in every.batches() for row in rows]


def is_connected(cells: int, near: Sequence[int]) -> bool:
    """Of cells that are bits: a flood from the lowest."""
    flood = cells & -cells
    while True:
        more = flood
        for cell, own in enumerate(near):
            if flood >> cell & 1:
                more |= own & cells
        if more == flood:
            return flood == cells
        flood = more


def drawn_graph(random: Random, size: int) -> OnGraph:
    nodes = random.randint(2, 6)

    def lits(number: int) -> tuple[int, ...]:
        if random.random() < 0.6:  # each once, as in puzzles
            return tuple((random.sample(range(1, size + 1), size) * 9)[:number])
        return tuple(random.choice((-1, 1)) * random.randint(1, size) for _ in range(number))

    kind = random.choice((SingleLoop, Connected, Components))
    if kind is SingleLoop:
        ways = [random.sample(range(nodes), 2) for _ in range(random.randint(0, 9))]
        return SingleLoop(lits(len(ways)), tuple((a, b) for a, b in ways))
    edges = tuple((random.randrange(nodes), random.randrange(nodes)) for _ in range(random.randint(0, 8)))
    if kind is Connected:
        return Connected(lits(nodes), edges)
    lo = random.randint(0, 4)
    hi = random.choice((lo, lo + 1, lo + 3, 1000))
    weights = tuple(random.randint(0, 3) for _ in range(nodes))
    roots = tuple(node for node in range(nodes) if random.random() < 0.5)
    return Components(lits(nodes), edges, weights, roots, lo, hi)


def drawn_sum(random: Random, size: int) -> Constraint:
    lits = tuple(random.choice((-1, 1)) * random.randint(1, size) for _ in range(random.randint(1, 4)))
    lo = random.randint(0, 2)
    weights = tuple(random.randint(-3, 3) for _ in lits)
    return random.choice(
        (
            Clause(lits),
            ExactlyOne(lits),
            AtMostOne(lits),
            Cardinality(lits, lo, lo + random.randint(0, 2)),
            Linear(weights, lits, lo - 1, lo + random.randint(0, 3)),
        )
    )


def drawn(random: Random) -> Model:
    size = random.randint(1, 9)
    graphs = [drawn_graph(random, size) for _ in range(random.choice((1, 1, 2)))]
    return model(size, *graphs, *(drawn_sum(random, size) for _ in range(random.randint(0, 3))))


# ---- numbers that others know


@pytest.mark.parametrize("n", [1, 2, 3, 5, 8, pytest.param(10, marks=pytest.mark.broad)])
def test_the_loops_in_a_grid_are_those_of_oeis(n: int) -> None:
    assert all_of(loops(n)) == LOOPS[n - 1]


@pytest.mark.parametrize("n", [2, 3, 5, 8, *(pytest.param(n, marks=pytest.mark.broad) for n in (11, 12))])
def test_the_paths_from_corner_to_corner_are_those_of_oeis(n: int) -> None:
    assert all_of(paths(n)) == PATHS[n - 2]


@pytest.mark.parametrize("n", [2, 3, 4, 8, *(pytest.param(n, marks=pytest.mark.broad) for n in (5, 11))])
def test_the_paths_of_a_numberlink_are_those_of_oeis(n: int) -> None:
    """Two equal numbers in opposite corners; the orbits of short paths by their images."""
    corners = [["1" if r == c and r in (0, n - 1) else "." for c in range(n)] for r in range(n)]
    text = "puzzle: numlin\nnumbers: |\n" + "".join(f"  {' '.join(row)}\n" for row in corners)
    own = loads(text, "paths").puzzle.model()
    counted = count(own, limits=Limits(moves=1 << 20 if n < 11 else 1 << 26))
    assert counted is not None
    assert counted.all == PATHS[n - 2]
    if n <= 5:
        images = (
            [tuple(sorted(perm[v] for v in one)) for perm in own.symmetries]
            for one in SatBackend().solutions(own)
        )
        assert counted.count == len({min(each) for each in images})


def test_a_function_does_not_wait_for_other_constraints_on_it() -> None:
    """Variable 4 is the opposite of 3, whatever other clauses say of it and 1 and 2."""
    own = Model(
        tuple("abcd"), (Clause((1, 2, 4)), Clause((-2, -4)), ExactlyOne((3, 4)), Clause((1, 2, 3))), (1, 2, 3)
    )
    defined = definitions(own)
    assert defined is not None
    assert {abs(lit) for clause in defined[4] for lit in clause.lits} == {3, 4}


@pytest.mark.parametrize(
    "size", [(1, 1), (2, 3), (3, 3), (3, 4), pytest.param((4, 4), marks=pytest.mark.broad)]
)
def test_connected_shadings_are_those_of_a_flood(size: tuple[int, int]) -> None:
    rows, columns = size
    near = [0] * (rows * columns)
    for a, b in grid(rows, columns):
        near[a] |= 1 << b
        near[b] |= 1 << a
    every = [cells for cells in range(1 << len(near)) if is_connected(cells, near)]
    assert all_of(shadings(rows, columns)) == len(every)
    squares = [sum(1 << -lit - 1 for lit in window.lits) for window in windows(rows, columns)]
    some = [cells for cells in every if all(cells & square != square for square in squares)]
    assert all_of(shadings(rows, columns, *windows(rows, columns))) == len(some)
    few = Cardinality(tuple(range(1, len(near) + 1)), 2, 3)
    assert all_of(shadings(rows, columns, few)) == sum(2 <= cells.bit_count() <= 3 for cells in every)


def test_a_long_board_is_swept_along_its_long_side() -> None:
    """Whichever side that is: neither is too wide, and both numbers are equal."""
    assert all_of(shadings(3, 60)) == all_of(shadings(60, 3)) > 1 << 64


# ---- every constraint, every order


@pytest.mark.parametrize(
    "seed", [*range(6), *(pytest.param(n, marks=pytest.mark.broad) for n in range(6, 60))]
)
def test_drawn_models_have_the_solutions_of_brute_force(seed: int) -> None:
    random = Random(seed)
    for _ in range(25):
        own = drawn(random)
        every = by_brute_force(own)
        assert all_of(own) == len(every), own
        found = walked(own)
        assert len(found) == len(every), own
        assert set(found) == every, own


def test_the_number_does_not_depend_on_the_order() -> None:
    random = Random(1)
    for own in (loops(2), paths(3), shadings(3, 3), *(drawn(random) for _ in range(30))):
        parts = parts_of(own)
        assert parts is not None
        numbers = {
            number_by(program(parts, random.sample(range(1, own.size + 1), own.size))) for _ in range(4)
        }
        assert numbers == {all_of(own)}, own


def test_an_automaton_accepts_what_the_sums_say() -> None:
    random = Random(2)
    for _ in range(60):
        size = random.randint(1, 5)
        lits = [random.choice((-1, 1)) * random.randint(1, size) for _ in range(random.randint(1, 6))]
        sums = [
            PartialSum(
                tuple((random.randint(-3, 3), lit) for lit in lits), lo := random.randint(-4, 3), lo + 2
            )
            for _ in range(random.randint(1, 2))
        ]
        own = layers(sums, {var: -var for var in range(1, size + 1)})
        for values in product((False, True), repeat=size):
            state = 0
            for var, table in zip(own.variables, own.tables, strict=True):
                state = table[state][values[var - 1]] if state != 255 else 255
            totals = [sum(w for w, lit in s.terms if values[abs(lit) - 1] == (lit > 0)) for s in sums]
            met = all(s.lo <= total <= s.hi for s, total in zip(sums, totals, strict=True))
            assert state == (0 if met else 255)


def test_a_sum_of_too_many_states_is_not_read() -> None:
    random = Random(3)
    weights, lits = tuple(random.randint(1, 9999) for _ in range(18)), tuple(range(1, 19))
    lo, hi = sum(weights) // 3, sum(weights) // 2
    with pytest.raises(TooWide):
        layers([PartialSum(tuple(zip(weights, lits, strict=True)), lo, hi)], {var: var for var in lits})
    own = model(18, Connected(lits, tuple((i, i + 1) for i in range(17))), Linear(weights, lits, lo, hi))
    assert count(own) is None
    assert diagram(own) is None


# ---- auxiliary variables


def test_auxiliary_variables_that_are_functions_are_counted_once() -> None:
    build = ModelBuilder()
    a, b, c, both, one = map(build.variable, ("a", "b", "c", "both", "one"))
    build.add(Clause((both, -a, -b)), Clause((-both, a)), Clause((-both, b)))
    build.add(Clause((-c, -both, one)), Clause((-c, both, -one)), Clause((c, -a, one)), Clause((c, a, -one)))
    build.add(Connected((a, b, c), ((0, 1), (1, 2))), Clause((one, b)))
    own = build.build((a, b, c))
    assert list(definitions(own) or ()) == [both, one]
    assert all_of(own) == len(by_brute_force(own)) == len(walked(own))


@pytest.mark.parametrize("clause", [None, (2, 1), (-2, 1), (2, -2)])
def test_an_auxiliary_variable_that_is_no_function_is_refused(clause: tuple[int, ...] | None) -> None:
    """Each of its values would be counted; the engine finds the solutions otherwise."""
    more = () if clause is None else (Clause(clause),)
    own = replace(model(2, Connected((1,), ()), *more), projection=(1,))
    assert definitions(own) is None
    assert count(own) is None
    assert sorted(FrontierBackend().solutions(own)) == [(), (1,)]


# ---- puzzles


def drawn_puzzle(random: Random, name: str, key: str, signs: str, sides: tuple[int, int]) -> Instance:
    rows, columns = random.randint(*sides), random.randint(*sides)
    text = "\n".join("".join(random.choice(signs) for _ in range(columns)) for _ in range(rows))
    return Instance(name, "", puzzle_of(genre_named(name), Fields({key: text})), "all", {}, None)


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(n, marks=pytest.mark.broad) for n in range(2, 20))])
@pytest.mark.parametrize(
    ("name", "key", "signs"),
    [
        ("slitherlink", "clues", "........0123"),
        ("masyu", "circles", ".........o*"),
        ("nurikabe", "clues", "........1234?"),
    ],
)
def test_puzzles_have_the_numbers_of_sat(seed: int, name: str, key: str, signs: str) -> None:
    """Also up to symmetry: by the model whose orbits of variables are one, and by images of boards."""
    random = Random(seed)
    for _ in range(4):
        prepared = prepare(drawn_puzzle(random, name, key, signs, (2, 4)), "sat")
        boards = [(sum(chunk.representatives), len(chunk)) for chunk in prepared.chunks()]
        orbits, every = (sum(own) for own in zip(*boards, strict=True)) if boards else (0, 0)
        assert count(prepared.model) == Counted(orbits, every)


def test_blank_boards_are_counted_up_to_symmetry() -> None:
    blank = puzzle_of(genre_named("slitherlink"), Fields({"clues": "...\n...\n..."}))
    prepared = prepare(Instance("blank", "", blank, "orbits", {}, None), "sat")
    found = sum(sum(chunk.representatives) for chunk in prepared.chunks())
    assert count(prepared.model) == Counted(found, LOOPS[2])


@pytest.mark.parametrize("n", [4, pytest.param(5, marks=pytest.mark.broad)])
def test_all_loops_of_a_blank_board_are_walked(n: int) -> None:
    every = diagram(loops(n))
    assert every is not None
    bit = np.array([0, *(1 << var for var in range(60))], np.uint64)  # of each variable
    found = np.concatenate([bit[rows].sum(axis=1) for rows, _ in every.batches()])
    assert len(found) == len(np.unique(found)) == LOOPS[n - 1]


# ---- the engine


def test_a_loop_goes_to_this_engine() -> None:
    assert auto(loops(2))[0].backend.name == "frontier"
    assert auto(shadings(2, 2))[0].backend.name == "sat"
    assert "slitherlink" in GENRES


@pytest.mark.parametrize("limits", [Limits(), Limits(bytes=1)], ids=["a diagram", "too wide"])
def test_what_was_searched_is_not_walked_again(limits: Limits, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frontier, "FEW_VARS", 0)
    assert LOOPS[2] > frontier.FEW
    found = list(FrontierBackend(limits=limits).solutions(loops(3)))
    assert len(found) == len(set(found)) == LOOPS[2]


def test_what_is_connected_is_counted_by_this_engine_and_searched_by_another() -> None:
    own = shadings(3, 3)
    counting, _ = auto(own, Options(counting=True))
    assert counting.backend.name == "frontier"
    assert auto(own)[0].backend.name == "sat"
    assert counting.count() == Counted(all_of(own), all_of(own))


SHADED = Shows("s", c)
NO_POOL = ForAll(g, Windows(2, 2), Exists(c, Members(g), ~SHADED))
APART = ForAll(e, INNER, CountOf(c, Adjacent(e, "beside"), ~SHADED) <= 1)


@pytest.mark.parametrize("rule", [NO_POOL, APART, AllOf(())])
@pytest.mark.parametrize(
    "size", [(1, 1), (1, 4), (2, 3), (3, 3), pytest.param((3, 4), marks=pytest.mark.broad)]
)
def test_all_shadings_of_small_boards_are_those_of_brute_force(size: tuple[int, int], rule: Truth) -> None:
    """One connected shading without a 2x2, as in Nurikabe, without white neighbours, as in Heyawake, or any."""
    rows, columns = size
    cells = list(product(range(rows), range(columns)))
    wanted = set[Board]()
    for shaded in (set(compress(cells, bits)) for bits in product((0, 1), repeat=len(cells))):
        pools = any({(r, x), (r + 1, x), (r, x + 1), (r + 1, x + 1)} <= shaded for r, x in cells)
        pairs = ({(r, x), other} for r, x in cells for other in ((r + 1, x), (r, x + 1)) if other in cells)
        white = any(shaded.isdisjoint(pair) for pair in pairs)
        if not (rule is NO_POOL and pools) and not (rule is APART and white) and _flooded(shaded):
            wanted.add(tuple("".join(".#"[(r, x) in shaded] for x in range(columns)) for r in range(rows)))
    connected = GenreRule("connected", AllConnected(ByLabel(c, CELLS, SHADED)))
    own = Genre("shading", unknown=(Shading("s"),), rules=(connected, GenreRule("further", rule)))
    blank = Instance("b", "", puzzle_of(own, Fields({"size": f"{rows}x{columns}"})), "all", {}, None)
    for engine in ("frontier", "sat"):
        chunks = list(prepare(blank, engine).chunks())
        found = [chunk.board(i) for chunk in chunks for i in range(len(chunk))]
        assert len(found) == len(wanted)
        assert set(found) == wanted
    orbits = len({blank.puzzle.symmetries().canonical(board)[0] for board in wanted})
    assert prepare(blank, options=Options(counting=True)).opened.count() == Counted(orbits, len(wanted))


def _flooded(shaded: set[tuple[int, int]]) -> bool:
    left, queue = set(shaded), list(shaded)[:1]
    while queue:
        r, x = queue.pop()
        if (r, x) in left:
            left.remove((r, x))
            queue += ((r + 1, x), (r - 1, x), (r, x + 1), (r, x - 1))
    return not left


def test_a_diagram_that_is_too_wide_is_tried_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether it was for the count or a cube: another engine goes on, and is named."""
    tried = list[Model]()
    monkeypatch.setattr(frontier, "FEW_VARS", 0)
    monkeypatch.setattr(diagrams, "diagram", lambda own, *_: tried.append(own))
    opened = FrontierBackend().open(loops(3))
    assert opened.searched_by == "frontier"
    found = [own for cube in ((1,), (-1,)) for own in opened.solutions(cube)]
    assert len(found) == LOOPS[2]
    assert len(tried) == 1
    assert (opened.searched_by, opened.effort) == ("sat", "searched by sat")
    counted = FrontierBackend(limits=Limits(moves=10)).open(loops(3))
    assert counted.count() is None
    assert len(list(counted.solutions())) == LOOPS[2]
    assert len(tried) == 1


def test_beyond_the_limits_clauses_find_the_same() -> None:
    narrow = FrontierBackend(limits=Limits(bytes=1))
    assert count(loops(8), limits=Limits(bytes=1)) is None
    assert count(loops(4), limits=Limits(moves=100)) is None
    assert diagram(loops(4), limits=Limits(bytes=1)) is None
    small = loops(2)
    assert set(narrow.solutions(small)) == set(FrontierBackend().solutions(small))
    assert len(list(narrow.solutions(small))) == LOOPS[1]


def test_time_is_up_in_the_middle() -> None:
    late = Deadline.after(-1)
    with pytest.raises(Interrupted):
        count(loops(3), late)
    with pytest.raises(Interrupted):
        diagram(loops(3), late)
    every = diagram(loops(5))
    assert every is not None
    deadline = Deadline.after(inf)
    batches = every.batches(deadline)
    assert len(next(batches)[0]) > 1
    deadline.stop.set()
    with pytest.raises(Interrupted):
        next(batches)


def test_other_constraints_are_refused_by_name() -> None:
    from zenkai_solver.models.constraints import BlockLine

    own = model(2, Connected((1, 2), ()), BlockLine(((1,), (2,)), ((1, 1),)))
    assert count(own) is None
    with pytest.raises(Unsupported, match="no BlockLine is known by its frontier"):
        FrontierBackend().open(own)


def test_the_impossible_is_counted() -> None:
    assert all_of(model(2, Connected((1, 2), ()), Clause(()))) == 0
    assert walked(model(2, Connected((1, 2), ()), Clause(()))) == []
    assert all_of(model(2, Connected((1, 2), ()), Clause((1,)), Clause((-1,)))) == 0
    assert walked(model(1, Connected((1,), ()), Clause((1,)), Clause((-1,)))) == []
    assert all_of(model(0, SingleLoop((), ()))) == 1
    assert walked(model(0, SingleLoop((), ()))) == [()]
