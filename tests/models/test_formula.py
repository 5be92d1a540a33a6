"""Bare formulas: read, solved, evaluated; compared with trying every assignment."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers import INSTANCES, made
from zenkai_solver.models.formula import opb
from zenkai_solver.models.formula.reading import as_instance
from zenkai_solver.models.formula.rows import TOLD
from zenkai_solver.models.loading import load, loads
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers import cli
from zenkai_solver.solvers.commands.export import text
from zenkai_solver.solvers.core.pipeline import Tally, prepare


def boards(source: str, name: str, engine: str = "auto") -> set[Board]:
    """All solutions, of the instance as a solutions file would have it."""
    stated, puzzle = as_instance(source, name)
    again = loads(stated, "x")
    assert again.puzzle == puzzle
    chunks = prepare(again, engine).chunks()
    found = [chunk.board(i) for chunk in chunks for i in range(len(chunk))]
    assert len(found) == len(set(found))
    return set(found)


# ---- clauses

CLAUSE = st.lists(st.integers(1, 5).flatmap(lambda v: st.sampled_from((v, -v))), max_size=4)


def by_trial(size: int, clauses: Sequence[Sequence[int]], shown: Sequence[int]) -> set[Board]:
    """The true variables of the projection, over every assignment that satisfies all clauses."""
    found = set()
    for bits in product((False, True), repeat=size):
        if all(any(bits[abs(lit) - 1] == (lit > 0) for lit in clause) for clause in clauses):
            found.add(tuple(str(var) for var in sorted(shown) if bits[var - 1]) or ("-",))
    return found


@given(st.lists(CLAUSE, max_size=8), st.one_of(st.none(), st.sets(st.integers(1, 5))))
@settings(max_examples=40, deadline=None)
def test_clauses_have_the_models_of_all_assignments(clauses: list[list[int]], shown: set[int] | None) -> None:
    projection = "" if shown is None else " ".join(["c p show", *map(str, sorted(shown)), "0\n"])
    lines = "".join(" ".join([*map(str, clause), "0\n"]) for clause in clauses)
    source = f"c x\np cnf 5 {len(clauses)}\n{projection}{lines}"
    assert boards(source, "cnf") == by_trial(5, clauses, range(1, 6) if shown is None else sorted(shown))


@pytest.mark.parametrize(
    "line",
    [
        "* zenkai  show x1",
        "*zenkai show x1",
        "* zenkai\tshow\tx1",
        "* Zenkai show: x1",
        "  * zenkai show x1 ",
    ],
)
def test_a_projection_is_read_however_it_is_spaced(line: str) -> None:
    """With two blanks it was lost, and with it that both values of x2 are one solution."""
    parsed = opb.read(f"{line}\n+1 x1 +1 x2 >= 1 ;\n")
    assert parsed.projection == (1,)
    assert parsed.lines == opb.read("* zenkai show x1\n+1 x1 +1 x2 >= 1 ;\n").lines
    nothing = opb.read("* zenkai show\n+1 x1 +1 x2 >= 1 ;\n")
    assert nothing.projection == opb.read("\n".join(nothing.lines)).projection == ()


def test_violations_are_no_models() -> None:
    """With a projection: a board passes exactly if some assignment of the others satisfies all clauses."""
    clauses = [[1, -3], [2, 3, 4], [-4, 1], [-1, -2, 5], [-5, 3]]
    source = "p cnf 5 5\nc ind 1 2 4 0\n" + "".join(" ".join(map(str, [*c, 0])) + "\n" for c in clauses)
    puzzle = as_instance(source, "cnf")[1]
    right = by_trial(5, clauses, [1, 2, 4])
    every = {tuple(map(str, own)) or ("-",) for n in range(4) for own in combinations((1, 2, 4), n)}
    assert {board for board in every if not list(puzzle.violations(board))} == right
    assert 0 < len(right) < len(every)


# ---- sums

TERM = st.tuples(st.integers(-3, 3), st.integers(1, 4), st.booleans())
ROW = st.tuples(st.lists(TERM, max_size=5), st.sampled_from((">=", "<=", "=")), st.integers(-3, 4))


@given(st.lists(ROW, min_size=1, max_size=4))
@settings(max_examples=40, deadline=None)
def test_sums_have_the_models_of_all_assignments(rows: list) -> None:
    lines = [
        " ".join([*(f"{w:+d} {'~' * negated}x{v}" for w, v, negated in terms), sign, str(bound), ";"])
        for terms, sign, bound in rows
    ]
    source = f"* #variable= 4 #constraint= {len(rows)}\n" + "\n".join(lines)
    holds = {">=": int.__ge__, "<=": int.__le__, "=": int.__eq__}
    right = set()
    for bits in product((0, 1), repeat=4):
        sums = [sum(w * (bits[v - 1] ^ negated) for w, v, negated in terms) for terms, _, _ in rows]
        if all(holds[sign](total, bound) for total, (_, sign, bound) in zip(sums, rows)):
            right.add(tuple(f"x{i}" for i, bit in enumerate(bits, 1) if bit) or ("-",))
    assert boards(source, "opb", "cpsat") == right
    puzzle = as_instance(source, "opb")[1]
    for bits in product((0, 1), repeat=4):
        board = tuple(f"x{i}" for i, bit in enumerate(bits, 1) if bit) or ("-",)
        assert (not list(puzzle.violations(board))) == (board in right)


# ---- exact covers


def test_a_short_row_is_told_whole() -> None:
    texts = {
        "+1 x1 +1 ~x2 >= 1": "x1 or not x2",
        "+1 x1 +1 x2 +1 x3 >= 2": "at least 2 of x1, x2, x3",
        "+1 x1 +1 x2 = 1": "exactly one of x1, x2",
        "+1 x1 +1 x2 <= 1": "at most 1 of x1, x2",
        "+1 x1 -2 ~x2 >= 0": "x1 - 2 ~x2 >= 0",
        "+3 x1 +2 x2 = 2": "3 x1 + 2 x2 = 2",
    }
    told = [f"constraint {n}: {text}" for n, text in enumerate(texts.values(), 1)]
    long = " ".join(f"+1 x{var}" for var in range(1, TOLD + 2))
    text = "".join(f"{row} ;\n" for row in (*texts, f"{long} >= 1"))
    model = made("formula", {"format": "opb", "text": text}).model()
    assert [origin.words for origin in model.origins if origin] == [*told, f"constraint {len(told) + 1}"]


def test_an_item_is_told_with_its_options() -> None:
    text = "0:2|a b | x\na b x:A\na x:A\nb x\na b\n"
    model = made("formula", {"format": "dlx", "text": text}).model()
    assert [*dict.fromkeys(origin.words for origin in model.origins if origin)] == [
        "item a: at most 2 of option 1, option 2, option 4",
        "item b: exactly one of option 1, option 3, option 4",
        "item x: at most one colour, A in option 1 and option 2, no colour in option 3",
    ]


ITEMS = ("a", "b", "2|c", "0:2|d")
COVER = st.tuples(
    st.sets(st.sampled_from("abcd"), min_size=1),
    st.dictionaries(st.sampled_from("xy"), st.sampled_from(("", "R", "S"))),
)


def covers(options: Sequence[tuple[set[str], dict[str, str]]]) -> Iterator[tuple[int, ...]]:
    """Sets of options: primary items as often as asked; a secondary once, or always in one colour."""
    need = {"a": (1, 1), "b": (1, 1), "c": (2, 2), "d": (0, 2)}
    for number in range(len(options) + 1):
        for chosen in combinations(range(len(options)), number):
            times = {item: sum(item in options[i][0] for i in chosen) for item in need}
            given = {item: [options[i][1][item] for i in chosen if item in options[i][1]] for item in "xy"}
            shared = all(len(c) < 2 or (len(set(c)) == 1 and c[0]) for c in given.values())
            if shared and all(lo <= times[item] <= hi for item, (lo, hi) in need.items()):
                yield chosen


@given(st.lists(COVER, min_size=1, max_size=7))
@settings(max_examples=40, deadline=None)
def test_covers_are_those_of_all_sets(options: list[tuple[set[str], dict[str, str]]]) -> None:
    lines = [
        " ".join([*sorted(own), *(f"{item}:{c}" if c else item for item, c in sorted(colours.items()))])
        for own, colours in options
    ]
    source = "| comment\n\n" + " ".join(ITEMS) + " | x y\n" + "\n".join(lines)
    right = {tuple(f"{i + 1}: {lines[i]}" for i in chosen) or ("-",) for chosen in covers(options)}
    assert boards(source, "dlx") == right
    puzzle = as_instance(source, "dlx")[1]
    for number in range(len(options) + 1):
        for chosen in combinations(range(len(options)), number):
            board = tuple(f"{i + 1}: {lines[i]}" for i in chosen) or ("-",)
            assert (not list(puzzle.violations(board))) == (board in right)


# ---- out and in again


@pytest.mark.parametrize(
    "name",
    ["t-partial", "sizes123", "nonogram/domino3", "nonogram/touching", "sudoku/several", "sudoku/thermo"],
)
@pytest.mark.parametrize(("to", "kind"), [("dimacs", "cnf"), ("opb", "opb")])
def test_what_is_exported_has_as_many_solutions(name: str, to: str, kind: str) -> None:
    """Through the file, with its projection, back to the engines; each model is evaluated."""
    one = load(INSTANCES / f"{name}.yaml")
    assert len(boards(text(one, to), kind)) == one.expect["all"]


def test_formulas_by_content(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for source in ("c x\np cnf 2 1\n1 2 0\n", "* #variable= 2 #constraint= 1\n+1 x1 +1 x2 >= 1 ;\n"):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(source.encode())))
        assert cli.main(["run", "-", "--count"]) == 0
        assert "3 up to symmetry, 3 in all" in capsys.readouterr().out


def test_engines_agree() -> None:
    found = []
    for engine in ("sat", "cpsat"):
        tally = Tally("all")
        for chunk in prepare(load(INSTANCES / "formula/weights.yaml"), engine).chunks():
            tally.add(chunk)
        found.append((tally.all, tally.digest))
    assert found[0] == found[1]


# ---- bad input

BAD = {
    "cnf": {
        "": "no head: p cnf VARIABLES CLAUSES",
        "1 0\n": "x.cnf:1: no head",
        "p cnf 2\n": "x.cnf:1: p cnf 2 is not a head",
        "p dnf 2 1\n": "is not a head",
        "p cnf 2 1\n3 0\n": "x.cnf:2: literal 3, but the head says 2 variables",
        "p cnf 2 1\n1\n": "the last clause does not end in 0",
        "p cnf 2 2\n1 0\n": "x.cnf:1: the head says 2 clauses, but there are 1",
        "p cnf 2 1\n1 z 0\n": "x.cnf:2: 'z' is not a number",
        "p cnf 2 1\nx1 2 0\n": "xor and soft clauses are not read",
        "p cnf 2 0\np cnf 2 0\n": "x.cnf:2: a second head; the first is on line 1",
        "p cnf 2 0\nc p show 1\n": "a projection is a list of variables that ends in 0",
        "p cnf 2 0\nc p show 1 -2 0\n": "a projection is a list",
        "p cnf 2 0\nc p show 3 0\n": "variable 3 of the projection is above 2",
        "p cnf 2 0\nc p show 1 0\nc ind 2 0\n": "name different variables",
        "p cnf 0 0\n": "0 variables; a formula has 1 to 100,000",
        "p cnf 100001 0\n": "100,001 variables",
        "p cnf 99999999999999999 0\n": "a number of 17 figures; at most 15",
    },
    "opb": {
        "": "0 variables",
        "min: +1 x1 ;\n+1 x1 >= 0 ;\n": "objectives and soft constraints",
        "+1 x1 +1 x2 >= 1\n": "does not end in ;",
        "+1 x1 x2 >= 1 ;\n": "products of variables are not read",
        "+1 y1 >= 1 ;\n": "'y1' is not a variable",
        "+1 x1 > 1 ;\n": "ends in >=, <= or =",
        "+1 x1 >= z ;\n": "'z' is not a number",
        "* #variable= 1 #constraint= 1\n+1 x2 >= 1 ;\n": "there are 2 and 1",
        "* #variable= 2 #constraint= 2\n+1 x2 >= 1 ;\n": "there are 2 and 1",
        "+1 x0 >= 1 ;\n": "'x0' is not a variable",
        "[5] +1 x1 >= 1 ;\n": "soft constraints",
        "+1 x200000 >= 1 ;\n": "200,000 variables",
        "* zenkai show ~x1\n+1 x1 >= 0 ;\n": "not their negations",
        "+9999999999999999 x1 >= 1 ;\n": "a number of 16 figures",
        "* #constraint= 1 #variable= 3\n+1 x1 >= 1 ;\n": "x.opb:1: '* #constraint= 1 #variable= 3' is not a head",
        "* #variables= 3\n+1 x1 >= 1 ;\n": "is not a head",
    },
    "dlx": {
        "": "no items",
        "| only a comment\n": "no items",
        "a b | c | d\na\n": "two bars",
        "a a\na\n": "'a' is there twice",
        "a b\na c\n": "x.dlx:2: 'c' is not an item",
        "a b\na a\n": "x.dlx:2: the item 'a' is there twice",
        "a | x\nx\n": "an option without a primary item",
        "a | x\na:R\n": "a colour is of a secondary item",
        "a | x\na x:\n": "and not empty",
        "2:1|a\na\n": "bounds from 2 to 1",
        "a:b\na\n": "is not an item: NAME, or LO:HI|NAME",
        "a | 1:2|x\na\n": "is not an item",
        "a\n": "0 variables",
        "a\n\x1b[2J\n": "characters that cannot be printed",
    },
}


@pytest.mark.parametrize(("ending", "source"), [(e, s) for e, cases in BAD.items() for s in cases])
def test_bad_formulas_are_one_line(
    ending: str, source: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / f"x.{ending}"
    path.write_text(source, encoding="utf-8")
    assert cli.main(["run", str(path)]) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert error.count("\n") == 1
    assert BAD[ending][source] in error


def test_a_formula_in_yaml_has_the_line_of_its_fault() -> None:
    with pytest.raises(ValueError, match="'z' is not a number") as caught:
        loads("puzzle: formula\nformat: cnf\ntext: |\n  p cnf 2 1\n  1 z 0\n", "x")
    assert caught.value.line == 5  # type: ignore[attr-defined]
