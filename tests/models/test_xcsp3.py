"""XCSP3: what is read has as many solutions as Python finds by trying everything; what is not is refused."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from itertools import product
from pathlib import Path

import pytest

import zenkai_solver as zenkai
from tests.helpers import brute_force
from zenkai_solver.models.loading import load, load_text
from zenkai_solver.solvers.cli import main as command

Rule = Callable[..., bool]


def instance(constraints: str, variables: str = '<array id="x" size="[4]"> 0..3 </array>') -> str:
    return (
        f'<?xml version="1.0"?>\n<instance format="XCSP3" type="CSP">\n<variables> {variables} </variables>\n'
        f"<constraints> {constraints} </constraints>\n</instance>\n"
    )


STATED: dict[str, tuple[str, Rule]] = {  # over x[0..3] from 0 to 3
    "intension": ("<intension> or(eq(x[0],x[1]),gt(mul(x[2],x[3]),4)) </intension>", lambda a, b, c, d: a == b or c * d > 4),
    "function": ("<intension> <function> iff(lt(x[0],2),ge(x[1],2),in(x[2],set(1,3))) </function> </intension>", lambda a, b, c, d: (a < 2) == (b >= 2) == (c in (1, 3))),
    "if": ("<intension> eq(if(gt(x[0],1),x[1],x[2]),dist(x[3],2)) </intension>", lambda a, b, c, d: (b if a > 1 else c) == abs(d - 2)),
    "not": ("<intension> not(xor(eq(x[0],1),eq(x[1],1),eq(x[2],1))) </intension>", lambda a, b, c, d: ((a == 1) + (b == 1) + (c == 1)) % 2 == 0),
    "extremes": ("<intension> le(add(min(x[0],x[1]),sqr(x[2])),max(x[3],neg(2),1)) </intension>", lambda a, b, c, d: min(a, b) + c * c <= max(d, 1)),
    "powers": ("<intension> eq(pow(2,x[0]),add(x[1],x[2],1)) </intension>", lambda a, b, c, d: 2**a == b + c + 1),
    "not in": ("<intension> notin(sub(x[0],x[1]),set(0,-1)) </intension>", lambda a, b, c, d: a - b not in (0, -1)),
    "supports": ("<extension> <list> x[0] x[2] x[3] </list> <supports> (0,1,2)(1,*,3)(2,2,2)(9,1,1) </supports> </extension>", lambda a, b, c, d: (a, c, d) in [(0, 1, 2), (2, 2, 2)] or (a, d) == (1, 3)),
    "conflicts": ("<extension> <list> x[0..1] </list> <conflicts> (0,1) (2,*) (7,1) </conflicts> </extension>", lambda a, b, c, d: (a, b) != (0, 1) and a != 2),
    "one column": ("<extension> <list> x[1] </list> <supports> 0 2..5 </supports> </extension>", lambda a, b, c, d: b != 1),
    "no support": ("<extension> <list> x[1] </list> <supports> 7 </supports> </extension>", lambda a, b, c, d: False),
    "sum": ("<sum> <list> x[] </list> <coeffs> 1 -2 3 1 </coeffs> <condition> (eq,4) </condition> </sum>", lambda a, b, c, d: a - 2 * b + 3 * c + d == 4),
    "sum of terms": ("<sum> <list> mul(x[0],x[1]) x[2] </list> <condition> (in,2..4) </condition> </sum>", lambda a, b, c, d: 2 <= a * b + c <= 4),
    "sum not in": ("<sum> <list> x[0] x[1] x[2] </list> <condition> (notin,2..4) </condition> </sum>", lambda a, b, c, d: not 2 <= a + b + c <= 4),
    "sum not": ("<sum> <list> x[] </list> <condition> (ne,6) </condition> </sum>", lambda a, b, c, d: a + b + c + d != 6),
    "sum to a variable": ("<sum> <list> x[0] x[1] </list> <condition> (gt,x[3]) </condition> </sum>", lambda a, b, c, d: a + b > d),
    "different": ("<allDifferent> x[] </allDifferent>", lambda *v: len(set(v)) == 4),
    "different terms": ("<allDifferent> add(x[0],1) x[1] mul(x[2],2) </allDifferent>", lambda a, b, c, d: len({a + 1, b, 2 * c}) == 3),
    "except": ("<allDifferent> <list> x[] </list> <except> 0 2 </except> </allDifferent>", lambda *v: v.count(1) < 2 and v.count(3) < 2),
    "twice": ("<allDifferent> <list> x[0] x[0] x[1] </list> <except> 3 </except> </allDifferent>", lambda a, b, c, d: a == 3),
    "twice and others": ("<allDifferent> <list> x[0] x[1] x[0] x[2] </list> <except> 3 </except> </allDifferent>", lambda a, b, c, d: a == 3 and (b != c or b == 3)),
    "count": ("<count> <list> x[] </list> <values> 1 </values> <condition> (ge,2) </condition> </count>", lambda *v: v.count(1) >= 2),
    "count values": ("<count> <list> x[0..2] </list> <values> 1 2 </values> <condition> (eq,x[3]) </condition> </count>", lambda a, b, c, d: sum(v in (1, 2) for v in (a, b, c)) == d),
    "regular": ("<regular> <list> x[] </list> <transitions> (a,0,a)(a,1,b)(b,3,a)(b,2,b) </transitions> <start> a </start> <final> b </final> </regular>", lambda *v: run(v)),
    "instantiation": ("<instantiation> <list> x[0] x[3] </list> <values> 2 1 </values> </instantiation>", lambda a, b, c, d: (a, d) == (2, 1)),
    "group": ("<group> <intension> lt(%0,%1) </intension> <args> x[0] x[1] </args> <args> x[2..3] </args> </group>", lambda a, b, c, d: a < b and c < d),
    "group with rest": ("<group> <sum> <list> %... </list> <condition> (le,%0) </condition> </sum> <args> 3 x[] </args> <args> x[1] x[0] x[2] </args> </group>", lambda a, b, c, d: a + b + c + d <= 3 and a + c <= b),
    "block": ("<block> <block class='x'> <intension> eq(x[0],x[1]) </intension> </block> <intension> ne(x[1],x[2]) </intension> </block>", lambda a, b, c, d: a == b != c),
}  # fmt: skip


def run(word: tuple[int, ...]) -> bool:
    state = "a"
    for letter in word:
        state = {"a0": "a", "a1": "b", "b3": "a", "b2": "b"}.get(f"{state}{letter}", "")
    return state == "b"


@pytest.mark.parametrize("name", STATED)
def test_every_constraint(name: str) -> None:
    constraints, rule = STATED[name]
    read = load_text(instance(constraints), name)
    wanted = {values for values in product(range(4), repeat=4) if rule(*values)}
    boards = {solution.board for solution in zenkai.solve(read, backend="sat")}
    assert boards == {tuple(f"x[{i}]={value}" for i, value in enumerate(values)) for values in wanted}
    for values in product(range(4), repeat=4):  # by the definitions alone
        board = tuple(f"x[{i}]={value}" for i, value in enumerate(values))
        assert (not list(read.puzzle.violations(board))) == (values in wanted)


@pytest.mark.broad
@pytest.mark.parametrize("name", STATED)
def test_other_engines_agree(name: str) -> None:
    read = load_text(instance(STATED[name][0]), name)
    assert zenkai.count(read, backend="cpsat").all == zenkai.count(read, backend="sat").all


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 40))])
def test_drawn_expressions(seed: int) -> None:
    """Auxiliary variables are functions of the others: brute force over all variables finds no more."""
    chance = random.Random(seed)
    text = f"ne({drawn(chance, 3)},0)"
    variables = '<array id="x" size="[2]"> 0..2 </array> <var id="b"> -1 2 </var>'
    read = load_text(instance(f"<intension> {text} </intension>", variables), "drawn")
    model = read.puzzle.model()
    boards = {read.puzzle.decode(solution) for solution in zenkai_solutions(read)}
    expected = {
        board
        for values in product(range(3), range(3), (-1, 2))
        for board in [(f"x[0]={values[0]}", f"x[1]={values[1]}", f"b={values[2]}")]
        if not list(read.puzzle.violations(board))
    }
    assert boards == expected
    if model.size <= 16:
        assert len(brute_force(model)) == len(expected)


def zenkai_solutions(read: zenkai.Instance) -> list[tuple[int, ...]]:
    from zenkai_solver.solvers.engines.table import make

    return list(make("sat").solutions(read.puzzle.model()))


def drawn(chance: random.Random, depth: int) -> str:
    if depth == 0 or chance.random() < 0.2:
        return chance.choice(["x[0]", "x[1]", "b", "2", "-1"])
    name = chance.choice(["add", "sub", "mul", "min", "max", "dist", "eq", "ne", "lt", "ge", "and", "or", "xor", "imp", "iff", "abs", "not", "neg", "if"])  # fmt: skip
    count = {"abs": 1, "not": 1, "neg": 1, "if": 3}.get(name, 2)
    return f"{name}({','.join(drawn(chance, depth - 1) for _ in range(count))})"


def test_domains_and_arrays() -> None:
    variables = (
        '<var id="a"> 0 2..3 </var> <var id="b" as="a"/> <array id="y" size="[2][2]">'
        '<domain for="y[0][]"> 1 2 </domain> <domain for="y[1][0]"> 5 </domain> </array>'
    )
    read = load_text(
        instance("<sum> <list> y[][0] a </list> <condition> (eq,9) </condition> </sum>", variables), "y"
    )
    values = [{fact.label for fact in read.puzzle.facts}]  # type: ignore[attr-defined]
    assert values == [
        {
            "a=0",
            "a=2",
            "a=3",
            "b=0",
            "b=2",
            "b=3",
            "y[0][0]=1",
            "y[0][0]=2",
            "y[0][1]=1",
            "y[0][1]=2",
            "y[1][0]=5",
        }
    ]
    assert zenkai.count(read, backend="sat").all == 12  # a = 2, y[0][0] = 2, or a = 3, y[0][0] = 1
    assert zenkai.count(read, where="a=2 and not y[0][1]=1", backend="sat").all == 3


def test_what_zenkai_exports_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, number in (("dominoes4x4", 36), ("weights", 13)):
        file = tmp_path / f"{name}.xml"
        assert command(["export", name, "--to", "xcsp3", "-o", str(file)]) == 0
        assert zenkai.count(load(file), backend="sat").all == number


REFUSED = [
    (instance("<element> <list> x[] </list> </element>"), "<element> is not read; read are intension"),
    (instance("<intension> foo(x[0],1) </intension>"), "foo with 2 arguments is not read; known"),
    (instance("<intension> eq(x[0]) </intension>"), "eq with 1 arguments is not read"),
    (instance("<intension> eq(x[0],1 </intension>"), "an argument ends in a comma"),
    (instance("<intension> eq(x[0],z) </intension>"), "'z' is not a variable"),
    (instance("<intension> eq(x[7],1) </intension>"), r"'x\[7\]' is not a variable"),
    (instance("<intension> div(x[0],x[1]) </intension>"), "a value that may be 0"),
    (instance("<intension> " + "neg(" * 70 + "x[0]" + ")" * 70 + " </intension>"), "more than 60 levels"),
    (instance("<intension> eq(x[0],$) </intension>"), "not part of an expression"),
    (instance("<allDifferent> x[2..9] </allDifferent>"), "indices from 0 to 3"),
    (instance("<sum> <list> x[] </list> <condition> (le,) </condition> </sum>"), "too soon"),
    (instance("<sum> <list> x[] </list> <coeffs> 1 2 </coeffs> <condition> (le,1) </condition> </sum>"), "2 coefficients of 4 terms"),
    (instance("<extension> <list> x[0] x[1] </list> <supports> (1,2,3) </supports> </extension>"), "no tuple of 2 numbers"),
    (instance("<regular> <list> x[] </list> <transitions> (a,0,a)(a,0,b) </transitions> <start> a </start> <final> a </final> </regular>"), "only deterministic"),
    (instance("<group> <intension> eq(%0,%3) </intension> <args> x[0] x[1] </args> </group>"), "the group has 2 arguments"),
    (instance("", '<var id="a"> 0..9999999 </var>'), "more than 100,000 values"),
    (instance("", '<array id="a" size="[9999][9999]"> 0 1 </array>'), "at most 100,000 variables"),
    (instance("", '<var id="a"> red blue </var>'), "'red' is not a number"),
    (instance("", '<var id="a" type="symbolic"> red </var>'), "only variables of type integer"),
    (instance("", '<var id="a"> 0 1 </var> <var id="a"> 0 1 </var>'), "declared twice"),
    (instance("<intension> eq(mul(a,b),1) </intension>", '<var id="a"> 1..1000 </var> <var id="b"> 1..1000 </var>'), "1,000 and 1,000 values; at most 20,000 pairs"),
    (instance("").replace('type="CSP"', 'type="COP"'), "only CSP is read"),
    (instance("").replace("<variables>", "<objectives/> <variables>"), "<objectives> is not read"),
    ('<!DOCTYPE x [<!ENTITY a "b">]>' + instance("").partition("?>")[2], "never expanded"),
    (instance("</constraints>"), "not XML"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), REFUSED, ids=[message for _, message in REFUSED])
def test_what_is_refused(text: str, message: str) -> None:
    with pytest.raises(zenkai.InstanceError, match=message) as error:
        load_text(text, "bad")
    assert "\n" not in str(error.value)


def test_a_file_is_an_instance(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("small.xml").write_text(instance("<allDifferent> x[] </allDifferent>"))
    assert command(["run", "small.xml", "--where", "x[0]=1", "--quiet"]) == 0
    assert command(["verify", "solutions/small.jsonl"]) == 0
    assert "6 in all" in capfd.readouterr().out
    assert command(["convert", "small.xml", "--to", "yaml", "-o", "small.yaml"]) == 0
    assert zenkai.count("small.yaml", backend="sat").all == 24


def test_bombs_are_bounded() -> None:
    """Groups that multiply their text are refused before they fill the memory."""
    large = "<intension> or(eq(mul(x[0],x[1]),7),eq(mul(x[2],x[3]),7)) </intension>"
    with pytest.raises(zenkai.InstanceError, match="clauses are needed"):
        load_text(instance(large * 40, '<array id="x" size="[4]"> 1..100 </array>'), "large")
    many = "<args> " + "x[] " * 2000 + "</args>"
    text = instance(
        "<group> <sum> <list> "
        + "%... " * 300
        + "</list> <condition> (le,1) </condition> </sum> "
        + many * 20
        + "</group>"
    )
    with pytest.raises(zenkai.InstanceError, match="characters"):
        load_text(text, "bomb")


PARTS = [
    "",
    "x",
    "[",
    "]",
    "(",
    ")",
    ",",
    "9",
    "-",
    " ",
    "%1",
    "*",
    "..",
    "99999",
    "é",
    "set(",
    "x[]",
    "{",
    "}",
    "0",
]


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 20))])
def test_damaged_files_are_read_or_refused(seed: int) -> None:
    chance = random.Random(seed)
    for constraints, _ in [*STATED.values()] * 2:
        for _ in range(chance.randint(1, 3)):  # tags are left as they are
            at = chance.choice(
                [
                    i
                    for i, char in enumerate(constraints)
                    if constraints.rfind(">", 0, i + 1) > constraints.rfind("<", 0, i + 1)
                ]
            )
            constraints = (
                constraints[:at] + chance.choice(PARTS) + constraints[at + (constraints[at] != ">") :]
            )
        with suppress(zenkai.InstanceError):
            load_text(instance(constraints), "damaged")


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (
            "function",
            "intension 1: (x[0] < 2 if and only if x[1] ≥ 2) and (x[1] ≥ 2 if and only if (x[2] = 1 or x[2] = 3))",
        ),
        ("sum of terms", "sum 1: x[0] * x[1] + x[2] ≥ 2 and x[0] * x[1] + x[2] ≤ 4"),
        ("sum", "sum 1: x[0] - 2 * x[1] + 3 * x[2] + x[3] = 4"),
        ("different", "allDifferent 1: x[0], x[1], x[2], x[3] differ"),
        ("except", "allDifferent 1: x[0], x[1], x[2], x[3] differ, but for 0 and 2"),
        ("supports", "extension 1: (x[0], x[2], x[3]) is one of (0,1,2) (1,any,3) (2,2,2) (9,1,1)"),
        ("conflicts", "extension 1: (x[0], x[1]) is none of (0,1) (2,any) (7,1)"),
        ("instantiation", "instantiation 1: x[0] = 2 and x[3] = 1"),
        ("regular", "regular 1"),
    ],
)
def test_what_a_constraint_says_is_told(rule: str, words: str) -> None:
    puzzle = load_text(instance(STATED[rule][0]), "x.xml").puzzle
    assert words in {origin.words for origin in puzzle.model().origins if origin}


def test_steps_tell_values_of_variables_and_no_variable_as_a_rule(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    constraints = (
        "<allDifferent> x[] </allDifferent> <intension> gt(x[0],x[1]) </intension>"
        "<sum> <list> x[0] x[1] </list> <condition> (eq,3) </condition> </sum>"
        "<intension> lt(x[2],x[3]) </intension> <intension> ge(sub(x[0],x[1]),2) </intension>"
    )
    (tmp_path / "x.xml").write_text(instance(constraints))
    assert command(["explain", str(tmp_path / "x.xml")]) == 0
    out = capsys.readouterr().out
    assert "variable" not in out
    assert "not x" not in out
    assert "1. sum 3: x[0] + x[1] = 3; intension 5: x[0] - x[1] ≥ 2, so x[0]=3, x[1]≠1" in out
    assert command(["explain", str(tmp_path / "x.xml"), "--spare"]) == 0
    assert "else also x[0]=" in capsys.readouterr().out
