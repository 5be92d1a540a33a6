"""Connected components and union-find, against the transitive closure."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from zenkai_solver.models.classes import adjacency, classes, components, renumbered

SIZE = 7
EDGES = st.lists(st.tuples(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1)), max_size=9)


def closure(edges: list[tuple[int, int]], inside: set[int]) -> set[tuple[int, int]]:
    """The pairs of nodes that a path within `inside` joins, by Warshall's algorithm."""
    reached = {(a, b) for a, b in (*edges, *((b, a) for a, b in edges)) if a in inside and b in inside}
    reached |= {(a, a) for a in inside}
    for middle, a, b in product(range(SIZE), repeat=3):
        if (a, middle) in reached and (middle, b) in reached:
            reached.add((a, b))
    return reached


@given(EDGES, st.permutations(range(SIZE)), st.integers(0, SIZE))
def test_components_are_the_classes_of_the_closure(
    edges: list[tuple[int, int]], order: list[int], size: int
) -> None:
    nodes = order[:size]
    joined = closure(edges, set(nodes))
    parts = components(nodes, adjacency(SIZE, edges).__getitem__)
    assert sorted(node for part in parts for node in part) == sorted(nodes)
    assert {(a, b) for part in parts for a, b in product(part, repeat=2)} == joined
    firsts = [nodes.index(part[0]) for part in parts]
    assert firsts == sorted(firsts)
    assert all(nodes.index(part[0]) == min(map(nodes.index, part)) for part in parts)


@given(EDGES)
def test_union_find_names_each_class_by_its_least_member(edges: list[tuple[int, int]]) -> None:
    joined = closure(edges, set(range(SIZE)))
    least = classes(SIZE, edges)
    assert least == [min(b for b in range(SIZE) if (a, b) in joined) for a in range(SIZE)]
    number = renumbered(least)
    assert [n for i, n in enumerate(number) if n not in number[:i]] == list(range(len(set(least))))
    assert all((number[a] == number[b]) == (least[a] == least[b]) for a, b in product(range(SIZE), repeat=2))
