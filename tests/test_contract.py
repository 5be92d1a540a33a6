"""One contract for every engine that takes constraints, every SAT solver included.

What an engine has declared to take it must take: refusing that is a failure.
"""

from __future__ import annotations

from itertools import islice, product

import pytest

from tests.backends import DEDICATED, ENGINES, EVERY, declared
from zenkai_solver.models.csp import (
    AtMostOne,
    Automaton,
    BlockLine,
    Cardinality,
    Clause,
    Connected,
    Constraint,
    ExactlyOne,
    Linear,
    Model,
    Regular,
)
from zenkai_solver.solvers.backend import NEVER, Backend, Deadline, Interrupted, Unsupported


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
    backend.check(of)
    return sorted(backend.solutions(of)) == expected


def refuses(backend: Backend, of: Model) -> None:
    with pytest.raises(Unsupported):
        backend.check(of)
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
