"""The definitions themselves."""

from __future__ import annotations

import pytest

from zenkai_solver.models.constraints import (
    Acyclic,
    AtMostOne,
    Automaton,
    BlockLine,
    Cardinality,
    Clause,
    Components,
    Connected,
    Division,
    ExactlyOne,
    Linear,
    Reached,
    Regular,
    SingleLoop,
    holds,
)
from zenkai_solver.models.csp import Model, ModelBuilder, antichain

ENDS_IN_ONE = Automaton(0, (1,), ((0, 0, 0), (0, 1, 1), (1, 0, 0), (1, 1, 1)))


@pytest.mark.parametrize(
    ("constraint", "true", "expected"),
    [
        (Clause((1, -2)), {2}, False),
        (Clause((1, -2)), set(), True),
        (ExactlyOne((1, 2, 3)), {1, 2}, False),
        (Connected((1, 2, 3), ((0, 1), (1, 2))), {1, 3}, False),
        (Connected((1, 2, 3), ((0, 1), (1, 2))), {1, 2, 3}, True),
        (Connected((1, 2, 3), ((0, 0), (2, 1))), {2, 3}, True),
        (Connected((1, 2, 3), ((0, 0), (2, 1))), {1, 2}, False),
        (Connected((-1, 2), ()), {1, 2}, True),
        (Connected((-1, 2), ()), {2}, False),
        (Connected((1, 1), ()), {1}, False),
        (Connected((1, 2), ()), set(), True),
        (SingleLoop((1, 2, 3), ((0, 1), (1, 2), (2, 0))), {1, 2, 3}, True),
        (SingleLoop((1, 2, 3), ((0, 1), (1, 2), (2, 0))), set(), True),
        (SingleLoop((1, 2, 3), ((0, 1), (1, 2), (2, 0))), {1, 2}, False),
        (Acyclic((1, 2, 3), ((0, 1), (1, 2), (2, 0))), {1, 2}, True),
        (Acyclic((1, 2, 3), ((0, 1), (1, 2), (2, 0))), {1, 2, 3}, False),
        (Acyclic((1, 2, 3), ((0, 1), (1, 0), (1, 2))), {1, 2}, False),
        (SingleLoop((1, 1, 2, 2), ((0, 1), (1, 0), (2, 3), (3, 2))), {1}, True),
        (SingleLoop((1, 1, 2, 2), ((0, 1), (1, 0), (2, 3), (3, 2))), {1, 2}, False),
        (SingleLoop((1, 1, 2, 2), ((0, 1), (1, 0), (1, 2), (2, 1))), {1, 2}, False),
        (Division((1, 2, 3), ((0, 1), (1, 2), (2, 0))), {1}, False),
        (Division((1, 2, 3), ((0, 1), (1, 2), (2, 0))), {1, 2}, True),
        (Components((1, 2, 3), ((0, 1),), (1, 1, 1), (0,), 2, 2), {1, 2, 3}, True),
        (Components((1, 2, 3), ((0, 1),), (1, 1, 1), (0,), 2, 2), {1, 3}, False),
        (Components((1, 2, 3), ((0, 1),), (1, 1, 1), (0,), 2, 2), {2, 3}, True),
        (Components((1, 2, 3), ((0, 1),), (0, 5, 1), (0, 1, 2), 1, 5), {1, 3}, False),
        (Reached((1, 2), ((0, 1),), 0, (3, 4)), {1, 2, 3, 4}, True),
        (Reached((1, 2), ((0, 1),), 0, (3, 4)), {1, 3, 4}, False),
        (Reached((1, 2), ((0, 1),), 0, (3, 4)), {2, 4}, False),
        (BlockLine(((1,), (2,), (3,)), ((1, 1), (1, 1))), {1, 3}, True),
        (BlockLine(((1,), (2,), (3,)), ((1, 1), (1, 1))), {1, 2}, False),
        (BlockLine(((1, 2), (3, 4)), ((1, 2), (1, 1))), {2, 3}, True),
        (BlockLine(((1, 2), (3, 4)), ((1, 2), (1, 1))), {1, 2, 3}, False),
        (BlockLine(((1, 2), (3, 4)), ((1, 1),)), {1, 2}, False),
        (ExactlyOne((1, 2, -3)), {3, 1}, True),
        (AtMostOne((1, 2)), {1, 2}, False),
        (AtMostOne((1, 2)), set(), True),
        (Cardinality((1, 2, 3), 2, 2), {1, 3}, True),
        (Cardinality((1, 2, 3), 2, 2), {1, 2, 3}, False),
        (Linear((3, -2), (1, 2), 1, 1), {1, 2}, True),
        (Linear((3, -2), (1, 2), 1, 1), {1}, False),
        (Regular(((-1, 1), (-2, 2)), ENDS_IN_ONE), {2}, True),
        (Regular(((-1, 1), (-2, 2)), ENDS_IN_ONE), {1}, False),
        (Regular(((1, 2),), ENDS_IN_ONE), {1, 2}, False),  # two letters at once are no word
    ],
)
def test_holds(constraint: Clause, true: set[int], expected: bool) -> None:
    assert holds(constraint, true) is expected


def test_models_refuse_literals_out_of_range() -> None:
    with pytest.raises(ValueError, match="literal 3 in a model of 2"):
        Model((1, 2), (Clause((3,)),), (1,))
    with pytest.raises(ValueError, match="literal 0"):
        Model((1, 2), (Clause((0,)),), (1,))
    with pytest.raises(ValueError, match="projection"):
        Model((1, 2), (), (2, 1))


def test_automata_are_deterministic() -> None:
    with pytest.raises(ValueError, match="two transitions"):
        Automaton(0, (0,), ((0, 0, 0), (0, 0, 1)))


def test_weights_and_literals_go_together() -> None:
    with pytest.raises(ValueError, match="1 weights for 2"):
        Linear((1,), (1, 2), 0, 1)


def test_names_are_unique() -> None:
    builder = ModelBuilder()
    builder.variable("a")
    with pytest.raises(ValueError, match="exists already"):
        builder.variable("a")


def test_antichain_is_seen_where_counts_are_fixed() -> None:
    assert antichain(Model((1, 2), (ExactlyOne((1, 2)),), (1, 2)))
    assert antichain(Model((1, 2), (Cardinality((1, 2), 1, 1),), (1, 2)))
    assert not antichain(Model((1, 2), (AtMostOne((1, 2)),), (1, 2)))
    assert not antichain(Model((1, 2), (ExactlyOne((1, -2)),), (1, 2)))
