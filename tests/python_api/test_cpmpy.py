"""Models of CPMpy: as many solutions as OR-Tools finds for CPMpy, and as Python finds by trying everything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise, product
from typing import Any

import pytest

import zenkai_solver as zenkai

cp = pytest.importorskip("cpmpy")

Stated = Callable[[Any], Sequence[Any]]  # of the variables
Rule = Callable[..., bool]  # of the values


def quotient(a: int, b: int) -> int:
    return int(a / b)


def different(*values: int) -> bool:
    return len(set(values)) == len(values)


def loop(*follows: int) -> bool:
    """Do the successors make one loop through all nodes?"""
    node, seen = 0, []
    while node not in seen:
        seen.append(node)
        node = follows[node]
    return node == 0 and len(seen) == len(follows)


STEPS = [(0, 0, 1), (1, 1, 0), (1, 2, 1), (0, 3, 0)]


def accepted(*word: int) -> bool:
    state: int | None = 0
    for letter in word:
        state = {(a, b): c for a, b, c in STEPS}.get((state, letter)) if state is not None else None
    return state == 1


MODELS: dict[str, tuple[int, int, int, Stated, Rule]] = {  # number of variables, lowest and highest value
    "sum": (
        3,
        0,
        3,
        lambda x: [cp.AllDifferent(x), x[0] + x[1] == x[2]],
        lambda a, b, c: different(a, b, c) and a + b == c,
    ),
    "element": (
        4,
        0,
        4,
        lambda x: [cp.Element([3, 1, 4, 1, 5], x[0]) == x[1] + x[2], x[3] == cp.max(x[:3])],
        lambda a, b, c, d: [3, 1, 4, 1, 5][a] == b + c and d == max(a, b, c),
    ),
    "either table": (
        3,
        0,
        3,
        lambda x: [cp.Table(x, [[0, 1, 2], [3, 3, 3], [1, 1, 9]]) | (x[0] > x[1])],
        lambda a, b, c: (a, b, c) in [(0, 1, 2), (3, 3, 3)] or a > b,
    ),
    "regular": (4, 0, 3, lambda x: [cp.Regular(x, STEPS, 0, [1])], accepted),
    "product": (
        4,
        -2,
        2,
        lambda x: [x[0] * x[1] >= x[2] - x[3], abs(x[0]) != x[3]],
        lambda a, b, c, d: a * b >= c - d and abs(a) != d,
    ),
    "bits": (
        5,
        0,
        1,
        lambda x: [((x[0] == 1) & (x[1] == 1)) | (x[2] == 0), (x[3] == 1).implies(x[4] == 1), cp.sum(x) >= 2],
        lambda a, b, c, d, e: ((a and b) or not c) and (not d or e) and a + b + c + d + e >= 2,
    ),
    "quotient": (
        3,
        1,
        5,
        lambda x: [x[0] // x[1] == x[2] % 2, x[0] > x[2]],
        lambda a, b, c: a // b == c % 2 and a > c,
    ),
    "signs": (
        2,
        -5,
        -1,
        lambda x: [x[0] // x[1] == 2, x[0] % x[1] == -1],
        lambda a, b: quotient(a, b) == 2 and a - b * quotient(a, b) == -1,
    ),
    "count": (
        4,
        0,
        4,
        lambda x: [cp.Count(x, 2) == x[0], cp.NValue(x) >= 3],
        lambda *v: v.count(2) == v[0] and len(set(v)) >= 3,
    ),
    "table": (
        3,
        0,
        3,
        lambda x: [cp.Table(x, [[0, 1, 2], [3, 3, 3], [1, 1, 3], [1, 1, 9]])],
        lambda *v: v in [(0, 1, 2), (3, 3, 3), (1, 1, 3)],
    ),
    "unary table": (1, 0, 3, lambda x: [cp.Table([x], [[0], [2], [8]])], lambda a: a in (0, 2)),
    "cardinality": (
        4,
        0,
        3,
        lambda x: [cp.GlobalCardinalityCount(x, [0, 1], [x[3], 2])],
        lambda *v: v.count(0) == v[3] and v.count(1) == 2,
    ),
    "increasing": (
        4,
        0,
        3,
        lambda x: [cp.Increasing(x), cp.AllDifferentExcept0(x)],
        lambda *v: all(a <= b for a, b in pairwise(v)) and all(n == 1 for k, n in Counter(v).items() if k),
    ),
    "queens": (
        6,
        0,
        5,
        lambda x: [
            cp.AllDifferent(x),
            cp.AllDifferent([x[i] + i for i in range(6)]),
            cp.AllDifferent([x[i] - i for i in range(6)]),
        ],
        lambda *v: (
            different(*v)
            and different(*(a + i for i, a in enumerate(v)))
            and different(*(a - i for i, a in enumerate(v)))
        ),
    ),
    "circuit": (4, 0, 3, lambda x: [cp.Circuit(x)], loop),
    "parity": (
        4,
        0,
        3,
        lambda x: [cp.Xor([x[0] > 1, x[1] > 1, x[2] > 1]), cp.AllEqual(x[2:])],
        lambda a, b, c, d: ((a > 1) + (b > 1) + (c > 1)) % 2 == 1 and c == d,
    ),
    "if": (
        4,
        0,
        3,
        lambda x: [cp.IfThenElse(x[0] > 1, x[1] == x[2], x[3] < 2), cp.InDomain(x[1], [1, 3])],
        lambda a, b, c, d: (b == c if a > 1 else d < 2) and b in (1, 3),
    ),
    "powers": (
        3,
        1,
        3,
        lambda x: [x[0] ** 2 + x[1] ** 2 == x[2] * 5],
        lambda a, b, c: a * a + b * b == 5 * c,
    ),
    "reified": (
        3,
        0,
        3,
        lambda x: [((x[0] > 1) == (x[1] > 1)) + (x[2] == 2) * 2 == 2],
        lambda a, b, c: ((a > 1) == (b > 1)) + 2 * (c == 2) == 2,
    ),
    "precedence": (
        3,
        0,
        3,
        lambda x: [cp.Precedence(x, [0, 1, 2])],
        lambda *v: all(v.index(b) > (v.index(a) if a in v else 9) for a, b in ((0, 1), (1, 2)) if b in v),
    ),
    "no overlap": (
        3,
        0,
        4,
        lambda x: [cp.NoOverlap(x, [2, 1, 1])],
        lambda a, b, c: not {a, a + 1} & {b, c} and b != c,
    ),
    "weights": (
        4,
        0,
        2,
        lambda x: [3 * x[0] - 2 * x[1] + x[2] - x[3] == 2],
        lambda a, b, c, d: 3 * a - 2 * b + c - d == 2,
    ),
    "not equal sum": (4, 0, 2, lambda x: [cp.sum(x) != 4], lambda *v: sum(v) != 4),
    "magic square": (
        9,
        1,
        9,
        lambda x: [
            cp.AllDifferent(x),
            *(x[i] + x[i + 1] + x[i + 2] == 15 for i in (0, 3, 6)),
            *(x[i] + x[i + 3] + x[i + 6] == 15 for i in (0, 1, 2)),
            x[0] + x[4] + x[8] == 15,
            x[2] + x[4] + x[6] == 15,
            x[0] == 2,
        ],
        None,
    ),  # type: ignore[dict-item]
    "least": (
        3,
        0,
        3,
        lambda x: [cp.min(x) == x[1], cp.max(x) - cp.min(x) == 2],
        lambda a, b, c: min(a, b, c) == b and max(a, b, c) - min(a, b, c) == 2,
    ),
    "among": (4, 0, 3, lambda x: [cp.Among(x, [1, 2]) <= 1], lambda *v: sum(a in (1, 2) for a in v) <= 1),
    "negated": (3, 0, 2, lambda x: [~((x[0] == 1) | (x[1] == x[2]))], lambda a, b, c: not (a == 1 or b == c)),
    "chain": (
        5,
        0,
        3,
        lambda x: [x[i] * x[i + 1] % 3 == 2 for i in range(4)],
        lambda *v: all(a * b % 3 == 2 for a, b in pairwise(v)),
    ),
    "distance": (
        4,
        0,
        4,
        lambda x: [cp.AllDifferent([abs(x[i] - x[i + 1]) for i in range(3)]), cp.AllDifferent(x)],
        lambda *v: different(*(abs(a - b) for a, b in pairwise(v))) and different(*v),
    ),
    "not in table": (
        3,
        0,
        2,
        lambda x: [cp.NegativeTable(x, [[0, 1, 2], [2, 2, 2], [1, 1, 0]])],
        lambda *v: v not in [(0, 1, 2), (2, 2, 2), (1, 1, 0)],
    ),
    "none": (2, 0, 3, lambda x: [x[0] + x[1] == 7], lambda a, b: a + b == 7),
}
FEW = ("sum", "element", "either table", "regular", "none")


def by_trying(name: str) -> int:
    count, low, high, _, rule = MODELS[name]
    if name == "magic square":  # by rows, as there are too many assignments
        rows = [row for row in product(range(1, 10), repeat=3) if sum(row) == 15 and different(*row)]
        grids = (a + b + c for a in rows if a[0] == 2 for b in rows for c in rows)
        return sum(
            different(*g)
            and all(g[i] + g[i + 3] + g[i + 6] == 15 for i in range(3))
            and g[0] + g[4] + g[8] == 15 == g[2] + g[4] + g[6]
            for g in grids
        )
    return sum(bool(rule(*values)) for values in product(range(low, high + 1), repeat=count))


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in FEW else pytest.mark.slow) for name in MODELS]
)
def test_as_many_solutions_as_two_others_find(name: str) -> None:
    count, low, high, stated, _ = MODELS[name]
    model = cp.Model(*stated(cp.intvar(low, high, shape=count, name="x")))
    instance = zenkai.from_cpmpy(model)
    number = by_trying(name)
    assert zenkai.count(instance, backend="sat").all == number
    assert model.solveAll() == number
    if name not in FEW:
        assert zenkai.count(instance, backend="cpsat").all == number


def test_solutions_name_the_variables() -> None:
    x, b = cp.intvar(0, 2, shape=(1, 2), name="x"), cp.boolvar(name="a b")
    model = cp.Model(x[0, 0] + x[0, 1] == 4, b)
    (solution,) = zenkai.solve(zenkai.from_cpmpy(model), backend="sat")
    assert solution.board == ("variable_0=1", "x[0][0]=2", "x[0][1]=2")  # in the order of the names


@pytest.mark.parametrize(
    ("stated", "message"),
    [
        (lambda x: cp.LexLess(x[:2], x[2:]), "'lex_less' is not read: .* is not a variable of the model"),
        (lambda x: cp.Element([1, 2, 3], x[0]) == 1, "an index from 0 to 3, but an array of 3"),
        (lambda x: x[0] // x[1] == 1, "by a value that may be 0"),
    ],
)
def test_what_is_not_read_is_refused(stated: Callable[[Any], Any], message: str) -> None:
    model = cp.Model(stated(cp.intvar(0, 3, shape=4, name="x")))
    with pytest.raises(zenkai.InstanceError, match=message):
        zenkai.from_cpmpy(model)


def test_an_objective_is_refused() -> None:
    x = cp.intvar(0, 3, name="x")
    with pytest.raises(zenkai.InstanceError, match="objective"):
        zenkai.from_cpmpy(cp.Model(x > 1, minimize=x))
