"""Puzzles from one format into another: every pair says the same, or the format that cannot is named."""

from __future__ import annotations

import random
from contextlib import suppress
from functools import cache
from itertools import product
from pathlib import Path, PurePath

import pytest

import zenkai_solver as zenkai
from tests.exchange_readers import xcsp3_models
from tests.helpers import INSTANCES
from tests.models.test_links import expanded
from zenkai_solver.models.constraints import (
    AtMostOne,
    BlockLine,
    Cardinality,
    Clause,
    Connected,
    ExactlyOne,
    Linear,
)
from zenkai_solver.models.constraints import holds as is_true
from zenkai_solver.models.csp import ModelBuilder
from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.formats import writing
from zenkai_solver.models.formats.table import LINKS
from zenkai_solver.models.loading import load, load_member, load_text, loads
from zenkai_solver.models.nonogram.puzzle import Nonogram
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.models.sudoku.puzzle import Sudoku
from zenkai_solver.solvers.cli import main
from zenkai_solver.solvers.commands.convert import converted
from zenkai_solver.solvers.core.command import Refused
from zenkai_solver.solvers.core.deadlines import Unsupported
from zenkai_solver.solvers.export import xcsp3

SOME = ("six", "thermo", "jigsaw7", "killer", "diagonals", "xv", "sandwich", "inkala2012", "twelve")
FORMULAS = ("cnf", "opb", "dlx")


def read(text: str, name: str) -> Instance:
    """As a file of that format is read; what has no ending, by its contents."""
    known = name in ("yaml", "sdk", "ss", *FORMULAS, *writing.names("nonogram")) and name not in LINKS
    return load_member(text, PurePath(f"x.{name}")) if known else load_text(text, "x")


def states(instance: Instance) -> object:
    puzzle = instance.puzzle
    if isinstance(puzzle, Sudoku):
        return expanded(puzzle)
    assert isinstance(puzzle, Nonogram)
    return puzzle.sheet.rows, puzzle.sheet.columns, len(puzzle.sheet.inks)


def through_pairs(instance: Instance, names: tuple[str, ...]) -> set[str]:
    """The formats that hold the puzzle; each is read and written again as each other one."""
    held: dict[str, Instance] = {}
    for name in names:
        with suppress(InstanceError):
            held[name] = read(converted(instance, name), name)
    for one, two in product(held, held):
        again = read(converted(held[one], two), two)
        assert states(again) == states(instance), (one, two, instance.text)
    return set(held)


def test_sudokus_through_every_pair() -> None:
    names = ("yaml", *writing.names("sudoku"))
    held = {name: through_pairs(load(INSTANCES / "sudoku" / f"{name}.yaml"), names) for name in SOME}
    assert held["inkala2012"] == set(names)
    assert held["thermo"] == {"yaml", "fpuzzles", "sudokupad", "penpa"}
    assert held["jigsaw7"] >= {"tatham", "fpuzzles"}
    assert held["sandwich"] == {"yaml"}


PACKINGS = {
    "yaml": "puzzle: packing\nlattice: cubes\nboard: 2x2x3\npieces: [tricubes, dicubes]\ncounts: 0..3\n",
    "soma": "/VLL/A5B/123\n/VLL/ABB/123/\n/VLL/ABB/123",
    "polyform": "solution 1:\nA A A\nB B C\nC C C\n",
    "puzzlink": "https://puzz.link/p?pentominous/5/5/g4g2h4g4o4l",
    "statuepark": "https://puzz.link/p?statuepark/3/3/920/2/12o/11g",
    "pzprv3": "pzprv3/statuepark/3/3/2/21o/11g/. 1 . /. . . /2 . . /",
}


def test_packings_through_every_pair() -> None:
    """Each has as many solutions as before, or the format names what it cannot say."""
    held: dict[str, set[str]] = {}
    for kind, text in PACKINGS.items():
        known = kind in ("yaml", "soma", "polyform")
        first = load_member(text, PurePath(f"x.{kind}")) if known else load_text(text, "x")
        own, number = {}, _number(first.text)
        for name in ("yaml", *writing.names("packing")):
            with suppress(InstanceError):
                own[name] = _packing(converted(first, name), name)
        for one, two in product(own, own):
            again = _packing(converted(own[one], two), two)
            assert _number(again.text) == number, (kind, one, two)
        held[kind] = set(own)
    assert held["soma"] == held["yaml"] == held["polyform"] == {"yaml", "xmpuzzle"}
    assert held["puzzlink"] == held["statuepark"] == held["pzprv3"] == {"yaml", "puzzlink"}


@cache
def _number(text: str) -> int:
    return zenkai.count(text).all


def _packing(text: str, name: str) -> Instance:
    return load_text(text, "x") if name == "puzzlink" else load_member(text, PurePath(f"x.{name}"))


@pytest.mark.parametrize("inks", ["#", "rb"])
def test_nonograms_through_every_pair(inks: str) -> None:
    from zenkai_solver.models.nonogram.sheet import from_picture

    names, chance = ("yaml", *writing.names("nonogram")), random.Random(inks)
    for rows, columns in ((1, 1), (2, 5), (5, 5), (6, 4)):
        picture = tuple("".join(chance.choice("." + inks) for _ in range(columns)) for _ in range(rows))
        if inks == "#":
            text = writing.write(Nonogram(from_picture(picture)), "non")
            held = through_pairs(load_member(text, PurePath("x.non")), names)
            assert held == set(names)
    if inks == "rb":
        held = through_pairs(load(INSTANCES / "nonogram" / "touching.yaml"), names)
        assert {"yaml", "xml"} <= held < set(names)


def test_formulas_through_every_pair() -> None:
    """The same solutions of the projection; a formula that is no exact cover is refused as one."""
    texts = {
        "cnf": "p cnf 4 3\nc p show 1 2 3 0\n1 2 0\n-1 -2 4 0\n-4 3 0\n",
        "opb": "* #variable= 3 #constraint= 2\n+2 x1 +1 x2 +1 x3 >= 2 ;\n-1 x1 -1 x2 >= -1 ;\n",
        "dlx": "a b c | d\na d\nb\nc d\na b\nc\n",
    }
    held = set()
    for name, text in texts.items():
        first = read(text, name)
        count = zenkai.count(first).all
        assert converted(first, name).split() == text.split()
        for one, two in product(FORMULAS, FORMULAS):
            try:
                again = read(converted(read(converted(first, one), one), two), two)
            except Unsupported:
                assert "dlx" in (one, two)
                continue
            assert zenkai.count(again).all == count, (name, one, two)
            held.add((name, one, two))
    assert {("cnf", "opb", "cnf"), ("opb", "cnf", "opb"), ("dlx", "dlx", "cnf")} <= held


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, out = INSTANCES / "sudoku" / "hardest.sdm", tmp_path / "x.yaml"
    assert main(["convert", str(source), "--to", "fpuzzles"]) == 0
    links = capsys.readouterr().out.split()
    assert len(links) == 17
    assert all(link.startswith("https://f-puzzles.com/") for link in links)
    assert main(["convert", links[2], "-o", str(out)]) == 0
    assert main(["convert", str(out), "-o", str(tmp_path / "x.sdm")]) == 0
    assert main(["convert", str(source), "--number", "3", "--to", "line"]) == 0
    assert capsys.readouterr().out == (tmp_path / "x.sdm").read_text()
    assert load(out).puzzle == load_text((tmp_path / "x.sdm").read_text(), "x").puzzle
    for words in (
        [str(source), "--to", "sdk"],
        [str(source), "--to", "nonsense"],
        [str(out)],
        ["dominoes4x4", "--to", "cnf"],
        ["dominoes4x4", "--to", "sdk"],
        ["sudoku/anti-knight", "-o", str(tmp_path / "y.sdk")],
        [str(out), "-o", str(out), "--to", "line"],
    ):
        assert main(["convert", *words]) == 2, words
        assert capsys.readouterr().err.count("\n") == 1
    assert not (tmp_path / "y.sdk").exists()


def test_a_condition_is_not_dropped() -> None:
    formula = loads("puzzle: formula\nformat: cnf\nwhere: not 1\ntext: |\n  p cnf 2 1\n  1 2 0\n", "f")
    for name in FORMULAS:
        with pytest.raises((InstanceError, Refused)):
            converted(formula, name)
    assert converted(formula, "yaml") == formula.text


# ---- XCSP3


def test_xcsp3_states_every_type_of_constraint() -> None:
    builder = ModelBuilder()
    a, b, c, d, e = (builder.variable(name) for name in "abcde")
    builder.add(Clause((a, -b)), AtMostOne((-c, d)), Cardinality((a, -d, e), 2, 3), ExactlyOne((b, -e)))
    builder.add(Linear((2, -3, 1), (a, -c, e), -1, 2), Connected((a, b, c), ((0, 1), (1, 2))))
    builder.add(BlockLine(((a,), (b,), (c,)), ((2, 1),)))
    model = builder.build((1, 2, 3, 4))
    wanted = {
        frozenset(f"x{var}" for var in model.projection if bits[var - 1])
        for bits in product((0, 1), repeat=5)
        if all(is_true(one, {v + 1 for v in range(5) if bits[v]}) for one in model.constraints)
    }
    assert wanted
    assert xcsp3_models("\n".join(xcsp3.lines(model, "a--title"))) == wanted
    builder.add(Clause(()))
    assert not xcsp3_models("\n".join(xcsp3.lines(builder.build((1, 2)), "none")))
