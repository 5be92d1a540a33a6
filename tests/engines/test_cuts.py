"""Cuts and bounded components against the definition of each constraint, on every assignment of small graphs."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product

import pytest
from pysat.solvers import Solver

from zenkai_solver.models import constraints
from zenkai_solver.models.classes import components
from zenkai_solver.models.constraints import (
    Acyclic,
    Clause,
    Components,
    Connected,
    Constraint,
    Division,
    Linear,
    Lit,
    OnGraph,
    Reached,
    SingleLoop,
    holds,
)
from zenkai_solver.models.csp import Model
from zenkai_solver.models.graphs import bounded, united
from zenkai_solver.solvers.core.deadlines import Deadline, Interrupted
from zenkai_solver.solvers.engines.cpsat import CpSatBackend
from zenkai_solver.solvers.engines.sat import cuts
from zenkai_solver.solvers.engines.sat.cnf import lower
from zenkai_solver.solvers.engines.sat.sat import SatBackend

SEEDS = range(40)


def grid(rows: int, columns: int) -> tuple[tuple[int, int], ...]:
    cells = list(product(range(rows), range(columns)))
    return tuple(
        (i, j)
        for (i, a), (j, b) in combinations(enumerate(cells), 2)
        if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1
    )


def drawn(kind: type[OnGraph], seed: int) -> OnGraph:
    """On a grid or any graph; literals may come again, or negated."""
    rng = random.Random(seed)
    nodes = rng.randint(2, 7)
    pairs = list(combinations(range(nodes), 2))
    edges = tuple(rng.choice(pairs) for _ in range(rng.randint(1, 9)))
    if seed % 3 == 0:
        nodes, edges = 8, grid(2, 4) if seed % 6 else tuple((i, (i + 1) % 8) for i in range(8))
    size = len(edges) if kind in (SingleLoop, Acyclic, Division) else nodes
    lits = tuple(range(1, size + 1))
    if seed % 4 == 1:
        lits = tuple(rng.choice((1, -1)) * rng.randint(1, size) for _ in lits)
    if kind is Components:
        least = rng.choice((-1, 0, 0, 1, 1))
        weights = tuple(rng.randint(least, 2) for _ in lits)
        roots = tuple(rng.sample(range(nodes), rng.choice((1, 1, nodes))))
        lo = rng.randint(-1, 3)
        return Components(lits, edges, weights, roots, lo, lo + min(size, rng.randint(0, 2)))
    if kind is Reached:
        nodes = min(nodes, 5)
        lits, edges = lits[:nodes], tuple(edge for edge in edges if max(edge) < nodes)
        return Reached(lits, edges, rng.randrange(nodes), tuple(range(nodes + 3, 2 * nodes + 3)))
    return kind(lits, edges)


def assignments(size: int) -> Iterator[frozenset[int]]:
    for bits in product((False, True), repeat=size):
        yield frozenset(var for var, bit in enumerate(bits, 1) if bit)


def faults(
    graph: Constraint,
    own: cuts.Cut[OnGraph],
    facts: frozenset[Lit],
    size: int,
    clauses: Sequence[tuple[Lit, ...]] = (),
) -> set[str]:
    """What is wrong with the cuts, on every assignment in which the facts, and the clauses, are true."""
    known = [*((lit,) for lit in facts), *clauses]
    here = [one for one in assignments(size) if all(holds(Clause(clause), one) for clause in known)]
    good = [one for one in here if holds(graph, one)]
    stated, wrong, seen = (
        {*own.stated(), *own.by_facts(facts, {clause[0]: clause for clause in clauses})},
        set(),
        set(),
    )
    for one in here:
        lits = {var if var in one else -var for var in range(1, size + 1)}
        found = list(own.broken(lits.__contains__, facts))
        if any(not lits.isdisjoint(clause) for clause in found):
            wrong.add("a cut that is not broken")
        kept = all(not lits.isdisjoint(clause) for clause in stated)
        if one not in good and kept and not found:
            wrong.add("a wrong assignment without a cut")
        seen.update(found)
    for one in good:
        lits = {var if var in one else -var for var in range(1, size + 1)}
        if any(lits.isdisjoint(clause) for clause in stated | seen):
            wrong.add("a cut too strong")
    return wrong


def drawn_faults(kind: type[OnGraph], seeds: range = SEEDS) -> Iterator[str]:
    for seed in seeds:
        graph = drawn(kind, seed)
        size = max(map(abs, (*graph.lits, *getattr(graph, "reached", ()))))
        rng = random.Random(seed)
        given = rng.sample(range(1, size + 1), min(size, rng.randint(0, 2)))
        facts = frozenset(rng.choice((var, var, -var)) for var in given)
        clauses = [tuple(rng.choices(graph.lits, k=rng.randint(1, 2))) for _ in range(rng.randint(0, 3))]
        for known, also in product((frozenset[Lit](), facts), ([], clauses)):
            yield from faults(graph, cuts.cut(graph), known, size, also)  # type: ignore[arg-type]


KINDS = (Connected, SingleLoop, Acyclic, Division, Components, Reached)
every_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)


@every_kind
def test_cuts_keep_all_solutions_and_nothing_else(kind: type[OnGraph]) -> None:
    assert not list(drawn_faults(kind, range(8)))


@pytest.mark.parametrize(("lo", "hi"), [(1, 1), (2, 2), (3, 3), (2, 4), (4, 5), (5, 9)])
def test_groups_of_a_number_of_cells(lo: int, hi: int) -> None:
    """Where each node is a root and counts one, small sets are stated beforehand."""
    graph = Components(tuple(range(1, 10)), grid(3, 3), (1,) * 9, tuple(range(9)), lo, hi)
    assert len({*cuts.cut(graph).stated()}) >= 9
    assert not faults(graph, cuts.cut(graph), frozenset(), 9)


@pytest.mark.broad
@every_kind
def test_cuts_of_more_graphs(kind: type[OnGraph]) -> None:
    assert not list(drawn_faults(kind))


@every_kind
def test_a_cut_that_is_dropped_or_too_strong_is_seen(
    kind: type[OnGraph], monkeypatch: pytest.MonkeyPatch
) -> None:
    own = type(cuts.cut(drawn(kind, 0)))  # type: ignore[arg-type]
    name = "by_facts" if kind is Connected else "stated"
    right, stated = own.broken, getattr(own, name)
    monkeypatch.setattr(own, "broken", lambda self, true, facts: iter(()))
    assert "a wrong assignment without a cut" in drawn_faults(kind)
    monkeypatch.setattr(own, "broken", lambda *args: (clause[:-1] for clause in right(*args)))
    assert "a cut too strong" in drawn_faults(kind)
    monkeypatch.setattr(own, "broken", right)
    monkeypatch.setattr(own, name, lambda *args: (clause[:-1] for clause in stated(*args)))
    assert "a cut too strong" in drawn_faults(kind)


def test_what_is_stated_is_stated_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """For all cubes of an opened model, and no clause comes to a solver twice."""
    stated, posted = list[OnGraph](), dict[int, list[tuple[Lit, ...]]]()
    right, append = cuts.LoopCut.stated, Solver.append_formula

    def counted(self: cuts.LoopCut) -> Iterator[tuple[Lit, ...]]:
        stated.append(self.graph)
        return right(self)

    def seen(self: Solver, formula: Iterable[Sequence[Lit]], no_return: bool = True) -> object:
        clauses = [tuple(clause) for clause in formula]
        posted.setdefault(id(self), []).extend(clauses)
        return append(self, clauses, no_return)

    edges = grid(3, 4)
    lits = tuple(range(1, len(edges) + 1))
    opened = SatBackend().open(Model(lits, (SingleLoop(lits, edges), Clause((1,))), lits))
    every = sorted(opened.solutions())
    assert every
    monkeypatch.setattr(cuts.LoopCut, "stated", counted)
    monkeypatch.setattr(Solver, "append_formula", seen)
    opened = SatBackend().open(opened.model)
    for cube in ((), (2,), (-2,)):
        posted.clear()
        assert sorted(opened.solutions(cube)) == [own for own in every if holds(Clause(cube or (1,)), {*own})]
        for clauses in posted.values():
            long = [clause for clause in clauses if len({*map(abs, clause)}) > 1]
            assert len(long) == len({*long}) > 0
    assert len(stated) == 1


@pytest.mark.parametrize("kind", [Division, Components])
def test_components_are_searched_once_for_a_constraint(
    kind: type[OnGraph], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not for each root or edge that is cut: 900 nodes took a minute."""
    edges, searched = grid(30, 30), list[int]()
    nodes = tuple(range(900))

    def counted(start: Iterable[int], near: Callable[[int], Iterable[int]]) -> list[list[int]]:
        searched.append(1)
        return components(start, near)

    monkeypatch.setattr(constraints, "components", counted)
    lits = tuple(range(1, 1 + (len(edges) if kind is Division else 900)))
    graph = Division(lits, edges) if kind is Division else Components(lits, edges, (1,) * 900, nodes, 1, 900)
    assert holds(graph, {*lits})
    assert len(searched) == 1


def test_what_stays_too_light_is_false_from_the_start() -> None:
    """A blank Nurikabe has no island: no weight is on the board. And one part of a graph is too small."""
    lits = (1, 2, 3, 4, 5)
    graph = Components(lits, ((0, 1), (2, 3), (3, 4)), (1, 1, 1, 1, 1), (0, 1, 2, 3, 4), 3, 9)
    assert {(-1,), (-2,)} <= {*cuts.cut(graph).stated()}
    assert {(-1,), (-2,)}.isdisjoint(cuts.cut(replace(graph, lo=2)).stated())


def test_the_first_solutions_come_at_once() -> None:
    """An engine that finds them one by one does not wait for a batch of them."""
    found, lits = list[int](), tuple(range(1, 11))
    opened = SatBackend().open(Model(lits, (), lits))
    for rows, _ in opened.batches():
        found.append(len(rows))
    assert found[:3] == [1, 2, 4]
    assert sum(found) == 1024
    assert max(found) == 256


def islands(seed: int) -> Model:
    """Cells of a small grid whose components have a given size, or one clue, as in Nurikabe."""
    rng = random.Random(seed)
    rows, columns = rng.choice(((2, 3), (3, 3), (2, 4)))
    lits, edges = tuple(range(1, rows * columns + 1)), grid(rows, columns)
    clues = rng.sample(range(len(lits)), rng.randint(1, 3))
    rules: list[Constraint] = []
    for clue in clues:
        least = rng.randint(1, 4)
        rules += [Clause((lits[clue],))] if rng.random() < 0.6 else []
        weights = tuple(rng.randint(1, rng.choice((1, 2))) for _ in lits)
        rules.append(Components(lits, edges, weights, (clue,), least, least + rng.randint(0, 1)))
    weighed = tuple(int(i in clues[: rng.choice((3, 1))]) for i in range(len(lits)))
    rules.append(Components(lits, edges, weighed, tuple(range(len(lits))), 1, rng.choice((1, 2))))
    rules += [Connected(tuple(-lit for lit in lits), edges)] * rng.randint(0, 1)
    rules += [Clause(tuple(rng.choice((1, -1)) * lit for lit in rng.sample(lits, 2)))]
    return Model(lits, tuple(rules), lits)


def solutions(model: Model) -> list[tuple[int, ...]]:
    every = assignments(model.size)
    return sorted(tuple(sorted(one)) for one in every if all(holds(rule, one) for rule in model.constraints))


@pytest.fixture(params=["small", "large"])
def stated(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Islands of up to 40 cells, or of up to 2, so that larger ones are stated as those of 41 are."""
    if request.param == "large":
        monkeypatch.setattr("zenkai_solver.models.graphs.MOST_STEPS", 2)
        monkeypatch.setattr("zenkai_solver.models.graphs.MOST_EFFORT", 9)
        monkeypatch.setattr("zenkai_solver.models.graphs.MOST_APART", 3)
    return str(request.param)


def test_components_that_differ_in_their_roots_alone_are_one() -> None:
    """Of single roots with two ranges two are left, and they say the same; a clause stays."""
    lits, edges = (1, 2, 3, 4, 5, 6), grid(2, 3)
    every = [
        Components(lits, edges, (0, 1, 0, 0, 1, 0), (root,), least, 9)
        for root in (0, 2, 5, 2)
        for least in (1, 2)
    ]
    clause = Clause((1, -2))
    one = united([every[0], clause, *every[1:]])
    assert one == [clause, *(replace(every[least], roots=(0, 2, 5)) for least in (0, 1))]
    assert solutions(Model(lits, (clause, *every), lits)) == solutions(Model(lits, tuple(one), lits))


@pytest.mark.usefixtures("stated")
@pytest.mark.parametrize("seed", range(12))
def test_bounded_components_are_those_of_the_definition(seed: int) -> None:
    model = islands(seed)
    wanted = solutions(model)
    assert sorted(SatBackend().solutions(model)) == wanted
    assert sorted(CpSatBackend().solutions(model)) == wanted


@pytest.mark.usefixtures("stated")
@pytest.mark.parametrize("seed", range(12))
def test_each_auxiliary_variable_of_bounded_components_follows(seed: int) -> None:
    each_auxiliary_follows(islands(seed))


def each_auxiliary_follows(model: Model) -> None:
    cnf = lower(bounded(model))
    with Solver(name="cadical153", bootstrap_with=cnf.clauses) as solver:
        solver.append_formula([var, -var] for var in range(1, cnf.top + 1))
        for number, one in enumerate(solutions(model), cnf.top + 1):
            cube = [var if var in one else -var for var in range(1, model.size + 1)]
            assert solver.solve(assumptions=cube)
            solver.add_clause([*(-lit for lit in solver.get_model()[: cnf.top]), -number])
            assert not solver.solve(assumptions=[*cube, number])


def test_a_component_that_no_rule_of_all_concerns_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Around a node that is surely true; the others stay small ones."""
    monkeypatch.setattr("zenkai_solver.models.graphs.MOST_APART", 0)
    counted = 0
    for seed in range(12):
        every = islands(seed)
        of_one = [one for one in every.constraints if not (isinstance(one, Components) and one.roots[1:])]
        model = replace(every, constraints=(*of_one, Clause((every.projection[seed % 6],))))
        counted += any(isinstance(one, Reached) for one in bounded(model).constraints)
        assert sorted(SatBackend().solutions(model)) == solutions(model)
        each_auxiliary_follows(model)
    assert counted >= 6


def test_a_component_goes_around_an_odd_cycle() -> None:
    """Of five nodes in a ring, where the step between the two farthest ones changes no parity."""
    lits, ring = (1, 2, 3, 4, 5), ((0, 1), (1, 2), (2, 3), (3, 4), (4, 0))
    for least, most in ((4, 4), (1, 3), (2, 5)):
        sized = Components(lits, ring, (1,) * 5, (0,), least, most)
        model = Model(lits, (Clause((1,)), sized), lits)
        assert sorted(SatBackend().solutions(model)) == solutions(model)


def test_a_component_has_no_more_steps_than_nodes() -> None:
    """Its size is any large number, as of a rule that there is at least one."""
    lits, path = (1, 2, 3), ((0, 1), (1, 2))

    def sized(most: int) -> Model:
        return Model(lits, (Clause((1,)), Components(lits, path, (0, 1, 1), (0,), 1, most)), lits)

    assert {bounded(sized(most)).size for most in (2, 9, 40)} == {bounded(sized(2)).size}
    assert sorted(SatBackend().solutions(sized(40))) == solutions(sized(40))


def test_islands_keep_away_from_other_clues() -> None:
    """In a row of 9 the second island, of 5 cells around the fourth, has none of the first two cells."""
    lits, edges = tuple(range(1, 10)), tuple((i, i + 1) for i in range(8))
    sized = [Components(lits, edges, (1,) * 9, (root,), size, size) for root, size in ((0, 2), (3, 5))]
    owned = Components(lits, edges, (1, 0, 0, 1, *(0,) * 5), tuple(range(9)), 1, 1)
    model = Model(lits, (Clause((1,)), Clause((4,)), *sized, owned), lits)
    reached = [one for one in bounded(model).constraints if isinstance(one, Linear)]
    assert [len(one.lits) for one in reached] == [2, 6]  # without the rule `owned` the second one has 8
    assert solutions(model) == [(1, 2, 4, 5, 6, 7, 8)] == [*SatBackend().solutions(model)]


def test_an_island_without_a_size_beside_others(stated: str) -> None:
    """One corner of 3x3 has an island of 2 cells, and the opposite one any."""
    lits, edges = tuple(range(1, 10)), grid(3, 3)
    owned = Components(lits, edges, (1, *(0,) * 7, 1), tuple(range(9)), 1, 1)
    sized = Components(lits, edges, (1,) * 9, (0,), 2, 2)
    model = Model(lits, (Clause((1,)), Clause((9,)), sized, owned), lits)
    assert any(isinstance(one, Reached) for one in bounded(model).constraints) == (stated == "large")
    wanted = solutions(model)
    assert len(wanted) == 12  # two places of the first island, and for each 2 * 3 of the second one
    assert sorted(SatBackend().solutions(model)) == sorted(CpSatBackend().solutions(model)) == wanted


def loops(rows: int, columns: int) -> Model:
    edges = grid(rows, columns)
    lits = tuple(range(1, len(edges) + 1))
    return Model(lits, (SingleLoop(lits, edges), Clause(lits)), lits)


@pytest.mark.parametrize(
    "backend", [SatBackend(), SatBackend("cadical195"), CpSatBackend()], ids=lambda own: own.name
)
def test_loops_of_a_grid_are_those_of_oeis(backend: SatBackend | CpSatBackend) -> None:
    """A140517: 1, 13, 213 for 1x1, 2x2 and 3x3 cells."""
    assert [sum(1 for _ in backend.solutions(loops(n, n))) for n in (2, 3, 4)] == [1, 13, 213]


def test_cubes_share_the_solutions_out() -> None:
    opened = SatBackend().open(loops(4, 4))
    halves = [set(opened.solutions((5, lit))) for lit in (7, -7)] + [set(opened.solutions((-5,)))]
    assert sum(map(len, halves)) == 213
    assert len(set.union(*halves)) == 213


def test_a_deadline_is_heard_between_cuts() -> None:
    search = SatBackend().solutions(loops(6, 6), deadline := Deadline())
    next(search)
    deadline.stop.set()
    with pytest.raises(Interrupted):
        next(search)
