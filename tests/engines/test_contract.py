"""One contract for every engine that takes constraints, every SAT solver included.

What an engine has declared to take it must take: refusing that is a failure.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice, permutations, product

import psutil
import pytest

from tests.backends import DEDICATED, ENGINES, EVERY, declared
from zenkai_solver.models.constraints import (
    Acyclic,
    AtMostOne,
    Automaton,
    BlockLine,
    Cardinality,
    Clause,
    Components,
    Connected,
    Constraint,
    Division,
    ExactlyOne,
    Linear,
    Reached,
    Regular,
    SingleLoop,
)
from zenkai_solver.models.csp import Model, Solution
from zenkai_solver.solvers.core.backend import Backend
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline, Interrupted, Unsupported, under


def model(size: int, *constraints: Constraint, projection: tuple[int, ...] | None = None) -> Model:
    names = tuple(range(size))
    return Model(names, constraints, tuple(range(1, size + 1)) if projection is None else projection)


@pytest.fixture(params=EVERY.values(), ids=EVERY.keys())
def backend(request: pytest.FixtureRequest) -> Backend:
    return request.param


def finds(backend: Backend, of: Model, expected: list[tuple[int, ...]]) -> bool:
    """Exactly the expected solutions, each once; of models not declared both methods say Unsupported."""
    if not declared(backend, of):
        refuses(backend, of)
        return True
    backend.open(of)
    return sorted(backend.solutions(of)) == expected


def refuses(backend: Backend, of: Model) -> None:
    with pytest.raises(Unsupported):
        backend.open(of)
    with pytest.raises(Unsupported):
        list(backend.solutions(of))


@pytest.mark.parametrize("backend", DEDICATED.values(), ids=DEDICATED)
def test_a_dedicated_engine_refuses_models_without_its_structure(backend: Backend) -> None:
    refuses(backend, model(0))
    refuses(backend, model(2, ExactlyOne((1, 2))))


@pytest.mark.parametrize("backend", ENGINES.values(), ids=ENGINES)
def test_what_is_declared_is_not_little(backend: Backend) -> None:
    """Of these at least, so that no engine passes by declaring nothing."""
    assert declared(backend, model(3, ExactlyOne((1, 2)), AtMostOne((2, 3)), Clause((1, 3)), Clause((-2,))))


class TestContract:
    def test_empty_model_has_one_solution(self, backend: Backend) -> None:
        assert finds(backend, model(0), [()])

    def test_empty_clause_has_none(self, backend: Backend) -> None:
        assert finds(backend, model(1, Clause(())), [])
        assert finds(backend, model(1, AtMostOne((1,)), Clause(())), [])

    def test_exactly_one_of_nothing_has_none(self, backend: Backend) -> None:
        assert finds(backend, model(1, ExactlyOne(())), [])
        assert finds(backend, model(1, ExactlyOne((1,)), ExactlyOne(())), [])

    def test_at_most_one_of_nothing_holds(self, backend: Backend) -> None:
        assert finds(backend, model(1, ExactlyOne((1,)), AtMostOne(())), [(1,)])

    def test_free_variable_has_two(self, backend: Backend) -> None:
        assert finds(backend, model(1), [(), (1,)])
        assert finds(backend, model(1, AtMostOne((1,))), [(), (1,)])

    def test_free_auxiliaries_do_not_multiply(self, backend: Backend) -> None:
        assert finds(backend, model(6, ExactlyOne((1, 2)), projection=(1, 2)), [(1,), (2,)])

    def test_bound_auxiliaries_do_not_multiply(self, backend: Backend) -> None:
        of = model(4, Clause((1, 3, 4)), Clause((2, -3)), projection=(1, 2))
        assert finds(backend, of, [(), (1,), (1, 2), (2,)])

    def test_empty_projection(self, backend: Backend) -> None:
        assert finds(backend, model(2, Clause((1, 2)), projection=()), [()])

    def test_repeated_literal_counts_twice(self, backend: Backend) -> None:
        assert finds(backend, model(2, Linear((1, 1, 1), (1, 1, 2), 2, 2)), [(1,)])

    def test_negative_weights_and_literals(self, backend: Backend) -> None:
        assert finds(backend, model(2, Linear((2, -3), (1, -2), -1, 0)), [(1,), (2,)])

    def test_impossible_sum(self, backend: Backend) -> None:
        assert finds(backend, model(2, Cardinality((1, 2), 3, 5)), [])
        assert finds(backend, model(2, ExactlyOne((1, 2)), Cardinality((1, 2), 3, 5)), [])

    def test_counts_of_a_cover(self, backend: Backend) -> None:
        of = model(4, ExactlyOne((1, 2)), ExactlyOne((3, 4)), Cardinality((1, 3), 0, 1), Clause((1, 4)))
        assert finds(backend, of, [(1, 4), (2, 4)])
        assert finds(backend, model(2, ExactlyOne((1, 2)), Cardinality((1, 2), 2, 1)), [])

    def test_connected(self, backend: Backend) -> None:
        """A path of three; two literals without an edge; none at all."""
        path = Connected((1, 2, 3), ((0, 1), (1, 2)))
        assert finds(backend, model(3, path), [(), (1,), (1, 2), (1, 2, 3), (2,), (2, 3), (3,)])
        assert finds(backend, model(2, Connected((1, 2), ())), [(), (1,), (2,)])
        assert finds(backend, model(1, Connected((), ())), [(), (1,)])
        assert finds(backend, model(1, Connected((1, -1), ((0, 0),))), [(), (1,)])

    def test_a_graph_that_is_too_large_is_refused(self, backend: Backend) -> None:
        """At once, and not when memory is full."""
        size = 3_000
        loop = SingleLoop(tuple(range(1, size + 1)), tuple((i, (i + 1) % size) for i in range(size)))
        with suppress(Unsupported):
            assert finds(backend, model(size, loop, Clause((1,))), [tuple(range(1, size + 1))])

    def test_graphs(self, backend: Backend) -> None:
        """A triangle: its loop, its divisions, its components."""
        edges = ((0, 1), (1, 2), (2, 0))
        assert finds(backend, model(3, SingleLoop((1, 2, 3), edges)), [(), (1, 2, 3)])
        assert finds(backend, model(3, Acyclic((1, 2, 3), edges), Clause((1,))), [(1,), (1, 2), (1, 3)])
        divided = [(), (1, 2), (1, 2, 3), (1, 3), (2, 3)]
        assert finds(backend, model(3, Division((1, 2, 3), edges)), divided)
        path = edges[:2]
        pairs = Components((1, 2, 3), path, (1, 1, 1), (0, 1, 2), 2, 2)
        assert finds(backend, model(3, pairs), [(), (1, 2), (2, 3)])
        reached = Reached((1, 2), ((0, 1),), 0, (1, 3))
        assert finds(backend, model(3, reached), [(), (1,), (1, 2, 3), (2,)])

    def test_line_of_blocks(self, backend: Backend) -> None:
        cells = ((1,), (2,), (3,), (4,))
        assert finds(backend, model(4, BlockLine(cells, ((1, 1), (1, 1)))), [(1, 3), (1, 4), (2, 4)])
        assert finds(backend, model(4, BlockLine(cells, ((2, 1), (2, 1)))), [])
        assert finds(backend, model(4, BlockLine(((1, 2), (3, 4)), ((1, 2), (1, 1)))), [(2, 3)])
        assert finds(backend, model(3, BlockLine(((1, 2, 3),), ((1, 3),))), [(3,)])  # not inks 1 and 2
        assert finds(backend, model(1, BlockLine((), ())), [(), (1,)])

    def test_word_of_length_zero(self, backend: Backend) -> None:
        accepts, rejects = Automaton(0, (0,), ()), Automaton(0, (1,), ())
        assert finds(backend, model(0, Regular((), accepts)), [()])
        assert finds(backend, model(0, Regular((), rejects)), [])

    def test_automaton_without_a_path(self, backend: Backend) -> None:
        assert finds(backend, model(1, Regular(((-1, 1),), Automaton(0, (1,), ()))), [])

    def test_no_two_in_a_row(self, backend: Backend) -> None:
        rule = Automaton(0, (0, 1), ((0, 0, 0), (0, 1, 1), (1, 0, 0)))
        of = model(3, Regular(((-1, 1), (-2, 2), (-3, 3)), rule))
        assert finds(backend, of, [(), (1,), (1, 3), (2,), (3,)])

    def test_each_solution_once(self, backend: Backend) -> None:
        of = model(8, *(ExactlyOne((v, v + 1)) for v in (1, 3, 5, 7)))
        assert finds(backend, of, sorted(product((1, 2), (3, 4), (5, 6), (7, 8))))

    def test_passed_deadline_raises(self, backend: Backend) -> None:
        of = model(20, ExactlyOne(tuple(range(1, 21))))
        with pytest.raises(Interrupted):
            list(backend.solutions(of, Deadline.after(-1)))

    def test_stop_raises(self, backend: Backend) -> None:
        deadline = Deadline()
        deadline.stop.set()
        of = model(2, ExactlyOne((1, 2)))
        with pytest.raises(Interrupted):
            list(backend.solutions(of, deadline))

    def test_consumer_may_leave_early(self, backend: Backend) -> None:
        of = model(24, *(ExactlyOne((v, v + 1)) for v in range(1, 24, 2)))
        stream = backend.solutions(of, NEVER)
        assert len(set(islice(stream, 3))) == 3
        stream.close()  # type: ignore[attr-defined]

    def test_a_variable_twice_in_an_at_most_one(self, backend: Backend) -> None:
        """OR-Tools aborted on these."""
        lits = (AtMostOne((2, 1, -2, 2, -1)), AtMostOne((2, -1, -2, 2, -1)))
        assert finds(backend, model(2, *lits), [])
        assert finds(backend, model(2, AtMostOne((1, 1)), ExactlyOne((2, 2, -1))), [()])


# ---- searches that last: to their end, cut short in the middle, left


def rows_and_columns(pigeons: int, holes: int, *, full: bool = True) -> Model:
    """Each pigeon is in one hole; in each hole is one, or else at most one. Variable p * holes + h + 1."""
    number = [range(p * holes + 1, (p + 1) * holes + 1) for p in range(pigeons)]
    item = ExactlyOne if full else AtMostOne
    return model(pigeons * holes, *map(ExactlyOne, map(tuple, number)), *map(item, zip(*number)))


def pairs(number: int) -> Model:
    """2 ** number solutions."""
    return model(2 * number, *(ExactlyOne((v, v + 1)) for v in range(1, 2 * number, 2)))


SOME = [pytest.param(name, id=name) for name in ENGINES]
EACH = [
    *SOME,
    *(pytest.param(name, id=name, marks=pytest.mark.broad) for name in EVERY if name not in ENGINES),
]


def taken(stream: Iterator[object]) -> None:
    """All there are, for at most so long that an engine which does not hear is told from one that hears late."""
    end = time.monotonic() + 30
    for _ in stream:
        if time.monotonic() > end:
            return


@pytest.mark.parametrize("engine", EACH)
def test_a_cover_of_5000_solutions_to_its_end(engine: str) -> None:
    """All permutations of seven; one that says complete has not stopped after some."""
    expected = [tuple(7 * p + h + 1 for p, h in enumerate(holes)) for holes in permutations(range(7))]
    assert finds(EVERY[engine], rows_and_columns(7, 7), expected)


@pytest.mark.parametrize("engine", EACH)
def test_a_deadline_that_passes_while_solutions_come(engine: str) -> None:
    stream = EVERY[engine].solutions(pairs(60), Deadline.after(0.3))
    with pytest.raises(Interrupted, match="time limit"):
        taken(stream)


@pytest.mark.parametrize("engine", EACH)
def test_a_stop_while_solutions_come(engine: str) -> None:
    deadline = Deadline()
    stream = EVERY[engine].solutions(pairs(60), deadline)
    next(stream)
    deadline.stop.set()
    with pytest.raises(Interrupted, match="stopped"):
        taken(stream)


# Seconds of search without a solution: an engine that does not hear ends some day, and says complete.
HOLES = {"exactcover": 11, "sat": 9, "cpsat": 9, "frontier": 24}


@pytest.mark.parametrize("engine", SOME)
def test_a_deadline_that_passes_in_the_middle_of_a_search_in_vain(engine: str) -> None:
    holes = HOLES[engine]
    of = rows_and_columns(holes + 1, holes, full=False)
    with pytest.raises(Interrupted, match="time limit"):
        list(EVERY[engine].solutions(of, Deadline.after(0.2)))


@dataclass(frozen=True)
class Looked(Deadline):
    """Passes at a look at it, counted from 0; so it passes in the middle of whatever looks often."""

    most: float = float("inf")
    seen: list[int] = field(default_factory=list, compare=False)

    def check(self) -> None:
        self.seen.append(len(self.seen))
        if len(self.seen) > self.most:
            raise Interrupted("time limit")


@pytest.mark.parametrize("engine", EACH)
def test_what_is_opened_once_is_searched_again_and_again(engine: str) -> None:
    """Whole, in cubes, after a search that was cut short or left; each time as if it were the first."""
    opened = EVERY[engine].open(pairs(4))
    with pytest.raises(Interrupted):
        list(opened.solutions((), Deadline.after(-1)))
    next(opened.solutions())
    every = sorted(opened.solutions())
    assert every == sorted(product((1, 2), (3, 4), (5, 6), (7, 8)))
    for cube in ((1,), (-3,), (2, -5), (8, 4, 6, 2), (1, 2)):
        inside = [s for s in every if all((abs(lit) in s) == (lit > 0) for lit in cube)]
        assert sorted(opened.solutions(cube)) == inside
        rows = [row for block, _ in opened.batches(cube) for row in block.copy()]
        assert sorted(tuple(row[row > 0].tolist()) for row in rows) == inside
    with pytest.raises(Interrupted):
        list(opened.solutions((1,), Deadline.after(-1)))


@pytest.mark.parametrize("engine", EACH)
def test_a_deadline_that_passes_while_solutions_of_a_cube_come(engine: str) -> None:
    stream = EVERY[engine].open(pairs(60)).batches((1, 4), Deadline.after(0.3))
    with pytest.raises(Interrupted, match="time limit"):
        taken(stream)


PAIRS = {"exactcover": 60}  # planning takes long for its size, and is looked at often


def first(engine: str, deadline: Looked) -> list[Solution]:
    """The first solution of a model that takes some planning; it is opened anew each time."""
    with under(deadline):
        stream = EVERY[engine].solutions(pairs(PAIRS.get(engine, 1500)), deadline)
        found = list(islice(stream, 1))
        stream.close()  # type: ignore[attr-defined]
    return found


@pytest.mark.parametrize("engine", SOME)
def test_a_deadline_that_passes_in_the_middle_of_planning(engine: str) -> None:
    whole = Looked()
    assert first(engine, whole)
    looks = len(whole.seen)
    assert looks >= 4, "it is looked at while the model is made ready"
    for most in (1, looks // 4):
        cut = Looked(most=most)
        with pytest.raises(Interrupted, match="time limit"):
            first(engine, cut)


@pytest.mark.parametrize("number", [1, 1000])
@pytest.mark.parametrize("engine", SOME)
def test_nothing_is_left_of_a_search_that_was_left(engine: str, number: int) -> None:
    """No thread, no child process, and no work that goes on."""
    threads, children = set(threading.enumerate()), set(psutil.Process().children(recursive=True))
    stream = EVERY[engine].solutions(pairs(60), NEVER)
    assert len(set(islice(stream, number))) == number
    stream.close()  # type: ignore[attr-defined]
    assert set(threading.enumerate()) <= threads
    assert set(psutil.Process().children(recursive=True)) <= children
    before = time.process_time()
    time.sleep(0.2)
    assert time.process_time() - before < 0.1
