"""No constraint is passed over: every function that tells the types apart knows them all, or raises."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain, combinations, count
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings

from tests.engines.test_differential import KINDS
from tests.helpers import ROOT, brute_force
from zenkai_solver.models.constraints import (
    AtMostOne,
    Automaton,
    BlockLine,
    Cardinality,
    Clause,
    Connected,
    Constraint,
    ExactlyOne,
    Linear,
    OnGraph,
    Regular,
    SingleLoop,
    holds,
    literals,
)
from zenkai_solver.models.csp import Deferred, Model, antichain
from zenkai_solver.models.linear import linear_row
from zenkai_solver.models.sudoku.rules.choice import if_true
from zenkai_solver.solvers.core.deadlines import Unsupported
from zenkai_solver.solvers.cubes import splitting
from zenkai_solver.solvers.engines.cpsat import MOST_WEIGHT
from zenkai_solver.solvers.engines.exactcover.cover import cover_view, no_cover
from zenkai_solver.solvers.engines.sat import cnf, sums
from zenkai_solver.solvers.engines.table import auto, make

NAMES = {kind.__name__ for kind in get_args(Constraint)}


@dataclass(frozen=True)
class AtLeast:
    """A constraint that nobody knows."""

    lits: tuple[int, ...]
    least: int


MADE_UP: Any = AtLeast((1, 2, 3), 2)


def model_of(constraint: Any) -> Model:
    return Model((0, 1, 2), Deferred(lambda: [constraint]), (1, 2, 3))


def solved(engine: str) -> Callable[[Any], object]:
    return lambda constraint: list(make(engine).solutions(model_of(constraint)))


TREATMENTS: dict[str, Callable[[Any], object]] = {
    "holds": lambda c: holds(c, {1, 2}),
    "literals": literals,
    "linear_row": linear_row,
    "Model": lambda c: Model((0, 1, 2), (c,), (1, 2, 3)),
    "antichain": lambda c: antichain(model_of(c)),
    "cnf.clauses": lambda c: list(cnf.clauses(c, count(4).__next__)),
    "cnf.lower": lambda c: cnf.lower(model_of(c)),
    "cnf.lower, native": lambda c: cnf.lower(model_of(c), native=True),
    "splitting, small": lambda c: splitting._small(c),
    "if_true": lambda c: list(if_true(1, c)),
    "cover_view": lambda c: cover_view(model_of(c)),
    "exactcover": solved("exactcover"),
    "sat": solved("sat"),
    "cpsat": solved("cpsat"),
}


@pytest.mark.parametrize("treat", TREATMENTS.values(), ids=TREATMENTS)
def test_a_made_up_type_raises(treat: Callable[[Any], object]) -> None:
    with pytest.raises(TypeError, match="AtLeast"):
        treat(MADE_UP)


CONDITIONAL = {kind: draw for kind, draw in KINDS.items() if not issubclass(kind, BlockLine | OnGraph)}


@pytest.mark.parametrize("kind", CONDITIONAL, ids=lambda kind: kind.__name__)
def test_a_constraint_where_a_variable_is_true(kind: type) -> None:
    """It says what the constraint says where the variable is true, and nothing where it is false."""
    drawn = CONDITIONAL[kind](3).filter(lambda c: not isinstance(c, Regular) or _plain(c))

    @given(drawn)
    @settings(max_examples=40, suppress_health_check=[HealthCheck.filter_too_much])
    def run(constraint: Constraint) -> None:
        stated = list(if_true(4, constraint))
        for true in map(set, chain.from_iterable(combinations(range(1, 5), n) for n in range(5))):
            assert all(holds(own, true) for own in stated) == (4 not in true or holds(constraint, true))

    run()


SUMS = [kind for kind in KINDS if not issubclass(kind, Regular | BlockLine | OnGraph)]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_linear_row_holds_exactly_where_its_constraint_does(kind: type) -> None:
    @given(KINDS[kind](3))
    @settings(max_examples=40)
    def run(constraint: Constraint) -> None:
        row = linear_row(constraint)
        assert (row is not None) == (kind in SUMS)
        if row is None:
            return
        terms, constant = row.over_variables()
        assert [var for var, _ in terms] == sorted({abs(lit) for lit in row.lits} & {var for var, _ in terms})
        assert all(weight for _, weight in terms)
        for true in map(set, chain.from_iterable(combinations(range(1, 4), n) for n in range(4))):
            total = constant + sum(weight for var, weight in terms if var in true)
            fits = (row.lo is None or row.lo <= total) and (row.hi is None or total <= row.hi)
            assert fits == holds(constraint, true)

    run()


def _plain(constraint: Regular) -> bool:
    """Exactly one letter at each position, whatever is true."""
    return all(len(at) == 2 and at[0] == -at[1] for at in constraint.word)


@pytest.mark.parametrize(
    "large",
    [
        Cardinality((1, 2, 3), 1, 2),
        Linear((1, 2, 3), (1, 2, 3), 2, 4),
        Regular(((-1, 1), (-2, 2)), Automaton(0, (1,), ((0, 0, 0), (0, 1, 1)))),
    ],
    ids=lambda c: type(c).__name__,
)
def test_cubes_are_proved_without_what_is_too_large(large: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cnf, "MAX_TRANSITIONS", 1)
    monkeypatch.setattr(cnf, "MOST_KNOWN", 0)  # such small sums need no counter or diagram
    monkeypatch.setattr(sums, "MOST_VARIABLES", 1)
    of = Model((0, 1, 2), (large, ExactlyOne((1, 2))), (1, 2, 3))
    with pytest.raises(Unsupported):
        cnf.lower(of)
    propagate = splitting.Propagator(of)
    assert propagate((1, 2)) is None
    assert propagate((1,)) == {1, -2, propagate.on}


def matches() -> Iterator[tuple[str, ast.Match]]:
    """Every `match` of the program in which a constraint type is a case, with its place."""
    for folder in ("models", "solvers"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            text = path.read_text()
            near = "case " in text and any(f"{name}(" in text for name in NAMES)  # parsed only if it may be
            for node in ast.walk(ast.parse(text)) if near else ():
                if isinstance(node, ast.Match) and NAMES & set(_named(node)):
                    yield f"{path.relative_to(ROOT)}:{node.lineno}", node


def _named(node: ast.Match) -> Iterator[str]:
    for case in node.cases:
        for pattern in ast.walk(case.pattern):
            if isinstance(pattern, ast.MatchClass) and isinstance(pattern.cls, ast.Name):
                yield pattern.cls.id


def test_every_match_over_constraints_ends_in_unknown() -> None:
    """There mypy proves that no type is missing; any other last case would hide a new one from it."""
    found = dict(matches())
    assert {place.partition(":")[0] for place in found} >= {
        *(
            "models/constraints.py",
            "models/csp.py",
            "solvers/engines/sat/cnf.py",
            "solvers/engines/cpsat.py",
            "solvers/engines/exactcover/cover.py",
        ),
        *("solvers/cubes/splitting.py", "models/sudoku/rules/choice.py"),
    }
    for place, node in found.items():
        last = node.cases[-1]
        assert ast.unparse(last) == f"case _:\n    unknown({ast.unparse(node.subject)})", place


def test_the_paper_names_each_place_where_a_type_has_a_case() -> None:
    paper = (ROOT / "solvers" / "engines" / "README.md").read_text(encoding="utf-8")
    listed = paper.partition("## Adding a constraint")[2].partition("## Adding an engine")[0]
    places = {place.partition(":")[0].removeprefix("solvers/") for place, _ in matches()}
    assert {place for place in places if f"`{place}`" not in listed} == set()
    assert all(f"`{name}`" in listed for name in ("holds", "literals", "renamed", "antichain", "no_cover"))


REFUSED = [
    Linear((1,), (1,), 1, 1),
    Regular(((-1, 1),), Automaton(0, (0,), ((0, 1, 0),))),
    BlockLine(((1,),), ((1, 1),)),
    Connected((1,), ()),
    SingleLoop((1, 1), ((0, 1), (0, 1))),
]


@pytest.mark.parametrize("constraint", REFUSED, ids=lambda own: type(own).__name__)
def test_auto_says_why_there_is_no_cover(constraint: Constraint) -> None:
    opened, why = auto(Model((0,), (constraint,), (1,)))
    name = opened.backend.name
    if isinstance(constraint, SingleLoop):
        assert (name, why) == ("frontier", "the model has a loop, which is known by its frontier")
        return
    assert name == "sat"
    assert why.startswith("not an exact cover: a rule about ")


def test_a_refusal_without_words_is_a_made_up_type() -> None:
    """Loud for mypy, too, which takes no other type: no KeyError in `auto`."""
    with pytest.raises(TypeError, match="AtLeast"):
        no_cover(MADE_UP)
    with pytest.raises(TypeError, match="AtLeast"):
        auto(model_of(MADE_UP))


class TestSumsOfCpSat:
    @pytest.mark.parametrize(
        "constraint",
        [
            Linear((0,), (1,), 2, 1),
            Cardinality((1, -1), 2, 1),
            Cardinality((1,), 1, 0),
            Cardinality((), 1, 0),
            Linear((1, -1), (1, 1), 1, 0),
        ],
        ids=str,
    )
    def test_nothing_is_at_least_more_than_at_most(self, constraint: Constraint) -> None:
        """OR-Tools took these for no bound at all where the terms cancel."""
        of = Model((0,), (constraint,), (1,))
        assert brute_force(of) == list(make("cpsat").solutions(of)) == list(make("sat").solutions(of)) == []

    def test_weights_near_2_to_the_31_are_refused(self) -> None:
        """OR-Tools found 18 of the 20 solutions of this one, and called the search complete."""
        weights = (-1114378303, 1151385577, 1734781777, 1886356377, 1066876751)
        large = Linear(weights, (4, 1, 6, 2, 3), -407314715, 3652569077)
        of = Model(tuple(range(6)), (AtMostOne((3, 6)), Clause((4,)), large), tuple(range(1, 7)))
        assert len(list(make("sat").solutions(of))) == len(brute_force(of)) == 20
        for attempt in (make("cpsat").open, lambda of: list(make("cpsat").solutions(of))):
            with pytest.raises(Unsupported, match=r"sum to 6,953,778,785; cpsat takes at most 268,435,456"):
                attempt(of)

    def test_the_largest_weights_that_are_taken(self) -> None:
        half = MOST_WEIGHT // 2
        of = Model((0, 1), (Linear((half, -half), (1, 2), 1, half),), (1, 2))
        make("cpsat").open(of)
        assert list(make("cpsat").solutions(of)) == brute_force(of) == [(1,)]

    @pytest.mark.parametrize(
        "kind", [lambda lo, hi: Linear((3,), (1,), lo, hi), lambda *b: Cardinality((1,), *b)]
    )
    @pytest.mark.parametrize("far", [2**31, 2**63 - 1, 10**30])
    def test_bounds_may_be_any_integers(self, kind: Callable[[int, int], Constraint], far: int) -> None:
        for lo, hi in ((-far, far), (1, far), (-far, 0), (far, far), (-far, -far)):
            of = Model((0,), (kind(lo, hi),), (1,))
            assert sorted(make("cpsat").solutions(of)) == brute_force(of)
