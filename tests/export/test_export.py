"""What `zenkai export` writes, counted by readers that know nothing of our models."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import strategies as st

from tests import exchange_readers as read
from tests.engines.test_differential import KINDS, models
from tests.helpers import INSTANCES, brute_force, given_some
from zenkai_solver.models.constraints import AtMostOne, Automaton, Cardinality, ExactlyOne, Linear, Regular
from zenkai_solver.models.csp import Model
from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.loading import load, loads
from zenkai_solver.models.puzzle import Encoding, Instance
from zenkai_solver.solvers import cli
from zenkai_solver.solvers.commands.export import EVERY, text
from zenkai_solver.solvers.commands.run import main as run
from zenkai_solver.solvers.core.deadlines import Unsupported
from zenkai_solver.solvers.export import dimacs, dlx, minizinc, opb, xcsp3
from zenkai_solver.solvers.export.names import words
from zenkai_solver.solvers.python_api.saved import Saved

RING = "puzzle: dissection\nfrom: |\n  ###\n  #.#\n  ###\nto: 2x4\npieces: 2\nexpect: {all: 4}\n"
STAIRS = "puzzle: dissection\nfrom: 2x4\nto: 1x8\npieces: 2\nexpect: {all: 1}\n"
SMALL = {
    "ring": RING,
    "stairs": STAIRS,
    "loose": "puzzle: packing\nboard: 3x3\npieces: dominoes\ncounts: any\nfill: partial\nexpect: {all: 131}\n",
    "four": "puzzle: packing\nboard: 3x4\npieces: [dominoes, trominoes]\ncounts: {D: 3, others: 0..2}\n",
    "kropki4": "puzzle: sudoku\nsize: 4x4\nrules: [kropki: {white: [R1C1 R1C2], black: [R2C3 R2C4]}]\n",
    "sums4": "puzzle: sudoku\nsize: 4x4\nrules: [killer: [7 = R1C1 R1C2 R2C1, 5 = R3C3 R3C4], diagonals]\n",
    "skyline": "puzzle: sudoku\nsize: 4x4\nbox: none\nrules: [skyscraper: {top: 3 2 . 1, left: . 2 . 2}]\n",
    "word": 'puzzle: sudoku\nsize: 4x4\nrules: [pattern: ["(1|2)*[34]+ = R1C1-R1C4"]]\n',
    "none": "puzzle: nonogram\nrows: [[1], [1]]\ncolumns: [[2], []]\nexpect: {all: 1}\n",
}
SHIPPED = (
    *("atmostonce3x5", "dominoes4x4", "squares-and-dominoes4x4", "t-partial", "sizes123"),
    *("nonogram/domino3", "nonogram/permutations4", "nonogram/touching", "nonogram/smallest-probing"),
    *("sudoku/empty4", "sudoku/several", "sudoku/four", "genres/slitherlink"),
)
INSTANCES_OF_ALL = {name: name for name in (*SMALL, *SHIPPED)}
NO_COVER = (
    {"ring", "stairs", "sums4", "skyline", "word", "kropki4"}
    | {name for name in SHIPPED if "nonogram" in name}
    | {"none", "genres/slitherlink"}
)
SLOW_OPB = {"ring"}  # for the reader, which only looks at bounds


def instance(name: str) -> Instance:
    return loads(SMALL[name], name) if name in SMALL else load(INSTANCES / f"{name}.yaml")


def every(name: str) -> int:
    """All solutions: what the instance says, else what two engines of ours find."""
    from zenkai_solver.solvers.core.pipeline import Tally, prepare

    known = instance(name).expect.get("all")
    if known is not None:
        return known
    found = []
    for engine in ("sat", "cpsat"):
        tally = Tally("all")
        for chunk in prepare(instance(name), engine, "all").chunks():
            tally.add(chunk)
        found.append(tally.all)
    assert found[0] == found[1] > 0
    return found[0]


@pytest.mark.parametrize("name", INSTANCES_OF_ALL)
def test_every_format_has_all_solutions(name: str) -> None:
    one, number = instance(name), every(name)
    cnf = text(one, "dimacs")
    assert len(list(read.projected_models(cnf))) == number
    assert len(read.xcsp3_models(text(one, "xcsp3"))) == number
    if name not in SLOW_OPB:
        assert len(read.opb_models(text(one, "opb"))) == number
    if name in NO_COVER:
        with pytest.raises(Unsupported, match="not an exact cover"):
            text(one, "dlx")
    else:
        assert read.dlx_count(text(one, "dlx")) == number


FORMULAS = ("formula/waerden", "formula/weights", "formula/colours")


@pytest.mark.parametrize("name", FORMULAS)
def test_formulas_are_written_too(name: str) -> None:
    """A formula of one kind as clauses and as sums."""
    one, number = instance(name), every(name)
    assert len(list(read.projected_models(text(one, "dimacs")))) == number
    assert len(read.opb_models(text(one, "opb"))) == number
    assert len(read.xcsp3_models(text(one, "xcsp3"))) == number


FEW = 10  # variables of which the readers that try all values are asked


EDGES = (  # one constraint of two or three variables each, and the projection
    (Regular(((1, 2), (2, 3)), Automaton(0, (0,), ((0, 0, 1), (1, 1, 0)))), (1, 2, 3)),
    (Regular((), Automaton(0, (1,), ((0, 0, 1),))), (1,)),
    (Cardinality((), -1, -1), (1, 2)),
    (Linear((-1, 1, 2), (1, -2, 3), 0, 1), (1, 2, 3)),
    (Linear((-3, 2), (-1, 2), -3, -3), (1, 2)),
    (ExactlyOne((-1, 2, 2)), (2,)),
)


@given_some(
    60,
    st.sampled_from(list(KINDS)).flatmap(models),
    examples=[Model((0, 1, 2), (constraint,), shown) for constraint, shown in EDGES],
)
def test_every_constraint_is_written(model: Model) -> None:
    """Random models with negative and repeated literals, weights of any sign, bounds that nothing meets."""
    wanted = {frozenset(solution) for solution in brute_force(model)}
    cnf, sums, rows = (joined(made.lines(model, "x")) for made in (dimacs, opb, minizinc))
    assert set(read.projected_models(cnf)) == wanted
    found = read.xcsp3_models(joined(xcsp3.lines(model, "x")))
    assert {frozenset(int(name[1:]) for name in one) for one in found} == wanted
    assert ("* zenkai show" in sums) == (read.opb(sums)[0] > len(model.projection) > 0)
    if read.opb(sums)[0] <= FEW:
        place = {
            var: n for n, var in enumerate(model.projection if "* zenkai show" in sums else range(1, FEW + 1))
        }
        values = read.opb_models(sums)
        assert {frozenset(var for var in model.projection if one[place[var]]) for one in values} == wanted
        assert read.minizinc_models(rows) == wanted


def test_pairs_need_no_further_variables() -> None:
    """More than 12 alternatives have some where pairs are not asked for; the solutions are the same."""
    small = loads("puzzle: packing\nboard: 3x5\npieces: pentominoes\ncounts: 0..1\n", "small")
    written = {to: text(small, to) for to in ("dimacs", "dimacs-pairs")}
    assert read.dimacs(written["dimacs-pairs"])[0] == small.puzzle.model().size
    assert read.dimacs(written["dimacs"])[0] > small.puzzle.model().size
    found = [{*map(frozenset, read.projected_models(one))} for one in written.values()]
    assert found[0] == found[1]
    assert len(found[0]) == 28


def joined(lines: Iterator[str]) -> str:
    return "\n".join(lines) + "\n"


def test_the_instances_are_of_all_families() -> None:
    from zenkai_solver.models.loading import FAMILIES

    assert len(INSTANCES_OF_ALL) >= 20
    assert {instance(name).puzzle.family for name in (*INSTANCES_OF_ALL, *FORMULAS)} == set(FAMILIES)


def test_a_clause_that_is_left_out_is_seen() -> None:
    """The comparison has teeth."""
    lines = text(instance("loose"), "dimacs").splitlines()
    clause = next(i for i, line in enumerate(lines) if re.fullmatch(r"-\d+ -\d+ 0", line))
    head = next(i for i, line in enumerate(lines) if line.startswith("p cnf"))
    variables, clauses = map(int, lines[head].split()[2:])
    lines[head] = f"p cnf {variables} {clauses - 1}"
    less = "\n".join(lines[:clause] + lines[clause + 1 :])
    assert len(list(read.projected_models(less))) > 131


@pytest.mark.parametrize("name", ["sudoku/several", "dominoes4x4", "nonogram/permutations4"])
def test_names_say_what_is_true(name: str) -> None:
    """The comments of the true variables draw the board."""
    one = instance(name)
    cnf = text(one, "dimacs")
    said = dict(re.findall(r"^c zenkai v (\d+) = (.*)$", cnf, re.M))
    for model in read.projected_models(cnf):
        board = one.puzzle.decode(tuple(sorted(model)))
        assert list(one.puzzle.violations(board)) == []
        for var in model:
            words = said[str(var)].split()
            label = next(word for word in words if not re.fullmatch(r"R\d+C\d+", word))
            cells = [re.fullmatch(r"R(\d+)C(\d+)", word) for word in words if word != label]
            shown = {board[int(cell[1]) - 1][int(cell[2]) - 1] for cell in cells if cell}
            assert len(shown) == 1
            assert name == "dominoes4x4" or shown == {label}  # copies bear letters of their own


@pytest.mark.parametrize("name", ["sudoku/several", "dominoes4x4", "nonogram/permutations4", "loose", "four"])
def test_encode_is_the_inverse_of_decode(name: str) -> None:
    one = instance(name)
    assert isinstance(one.puzzle, Encoding)
    for model in read.projected_models(text(one, "dimacs")):
        solution = tuple(sorted(model))
        assert one.puzzle.encode(one.puzzle.decode(solution)) == solution


@pytest.mark.parametrize("name", ["sudoku/several", "dominoes4x4", "nonogram/permutations4", "loose"])
@pytest.mark.parametrize("to", ["dimacs", "opb"])
def test_the_remainder_is_what_a_file_has_not(name: str, to: str, tmp_path: Path) -> None:
    """Nothing, after a complete run, in either mode; the rest of all, after one that was cut short."""
    path = tmp_path / "x.yaml"
    path.write_text(instance(name).text, encoding="utf-8")
    one, number = load(path), every(name)
    for mode, limit, left in (("all", None, 0), ("orbits", None, 0), ("all", 3, number - 3)):
        out = tmp_path / f"{mode}{limit}.jsonl"
        asked = ["--limit", str(limit)] if limit else []
        run([str(path), "-o", str(out), "--symmetry", mode, "--quiet", *asked])
        written = text(one, to, out)
        if limit and one.puzzle.symmetries().order > 1:  # images of the three are known, too
            saved = [
                image(solution.board) for solution in Saved(out) for image in one.puzzle.symmetries().maps
            ]
            left = number - len(set(saved))
        models = list(read.projected_models(written)) if to == "dimacs" else read.opb_models(written)
        assert len(models) == left


def test_covers_and_names_are_written() -> None:
    """Items that may stay free, and are of one group; a name is one line of ASCII, and not endless."""
    for body, shown in (
        ((ExactlyOne((1, 2)), AtMostOne((2, 3)), AtMostOne((1, 3))), (1, 2, 3)),
        (
            (ExactlyOne((1, 2, 3)), ExactlyOne((4, 5)), AtMostOne((2, 4)), Cardinality((1, 4), 1, 2)),
            (1, 2, 3, 4, 5),
        ),
    ):
        model = Model(tuple(range(len(shown))), body, shown)
        assert read.dlx_count(joined(dlx.lines(model, "x"))) == len(brute_force(model)) > 1
    assert words(("é\n全", (0, 9))) == "\\xe9 \\u5168 R1C10"
    assert words("x" * 300) == "x" * 200


def test_minizinc_has_a_line_per_constraint() -> None:
    lines = text(instance("dominoes4x4"), "minizinc").splitlines()
    model = instance("dominoes4x4").puzzle.model()
    assert sum(line.startswith("constraint ") for line in lines) == len(model.constraints)
    assert f"array[1..{model.size}] of var bool: x;" in lines
    assert lines[-2] == "solve satisfy;"
    assert "constraint sum([2 * bool2int(x[1])" not in "\n".join(lines)


def test_puzzle_formats() -> None:
    easy = loads("puzzle: sudoku\ngrid: |\n  1...\n  ....\n  ....\n  ...2\n", "easy")
    assert text(easy, "line") == "1..............2\n"
    assert text(instance("nonogram/permutations4"), "puzzlink").startswith(
        "https://puzz.link/p?nonogram/4/4/"
    )
    with pytest.raises(InstanceError, match="no rule `anti-knight`"):
        text(instance("sudoku/anti-knight"), "sdk")
    with pytest.raises(InstanceError, match="a packing cannot be written as sdk"):
        text(instance("dominoes4x4"), "sdk")
    with pytest.raises(InstanceError, match="a sudoku cannot be written as non; known: fpuzzles"):
        text(easy, "non")


def test_csv(tmp_path: Path) -> None:
    out = tmp_path / "x.jsonl"
    run([str(INSTANCES / "sizes123.yaml"), "-o", str(out), "--quiet"])
    assert cli.main(["export", str(out), "--to", "csv", "-o", str(tmp_path / "x.csv")]) == 0
    rows = list(csv.DictReader(io.StringIO((tmp_path / "x.csv").read_text(encoding="utf-8"))))
    assert [(int(row["n"]), int(row["orbit"]), tuple(row["board"].split("\n"))) for row in rows] == [
        (one.number, one.orbit, one.board) for one in Saved(out)
    ]
    assert len(rows) == 6


BAD = {
    "ring --to dimacs": "ring: one number of pieces is needed",
    "dominoes4x4 --to dimax": '"dimax" is not known; did you mean "dimacs"?',
    "dominoes4x4 --to dlx --remainder x": "--remainder goes with --to dimacs or dimacs-pairs or opb",
    "dominoes4x4 --to opb --remainder OTHER": "not solutions of dominoes4x4",
    "dominoes4x4 --to csv": "dominoes4x4",
    "nowhere.yaml --to opb": "nowhere.yaml",
    "dominoes4x4 --to opb --number 2": "--number N",
    "hardest --to sdk": "--number N",
    "OTHER --to parquet": "--to parquet needs -o FILE",
    "OTHER --to csv -o OTHER": "the output would replace an input",
}


@pytest.mark.parametrize("words", BAD)
def test_bad_requests_are_one_line(words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "other.jsonl"
    run([str(INSTANCES / "sizes123.yaml"), "-o", str(other), "--quiet"])
    asked = [str(other) if word == "OTHER" else word for word in words.split()]
    assert cli.main(["export", *asked]) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert error.count("\n") == 1
    assert BAD[words] in error


def test_every_format_is_in_the_papers() -> None:
    from tests.project.test_papers import section

    paper = section("instances/README.md", "Exchange")
    assert [name for name in EVERY if f"`{name}`" not in paper] == []
