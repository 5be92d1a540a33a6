"""One contract for every family: on its instances, on their corrupted boards, on whatever its `parse` accepts."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from itertools import islice, pairwise, product
from typing import Any, get_args

import pytest
import yaml
from hypothesis import event, given, settings
from hypothesis import strategies as st

from tests.helpers import INSTANCES, ROOT, shipped, some
from tests.models.test_abilities import TINY
from zenkai_solver.models import texts
from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.formats import writing
from zenkai_solver.models.loading import COMMON_KEYS, FAMILIES, loads
from zenkai_solver.models.parsing import parse_yaml
from zenkai_solver.models.puzzle import Puzzle
from zenkai_solver.models.render.text import Style
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.commands import generate
from zenkai_solver.solvers.core.deadlines import Deadline, Interrupted
from zenkai_solver.solvers.core.pipeline import Tally, prepare

ALL = {path.stem: shipped(path) for path in sorted(INSTANCES.rglob("*.yaml"))}
FEW = 400  # solutions: all of them are looked at
LONG = {  # seconds to a minute
    *("nocrossings3x20", "onesided3x30"),
    *("carpet", "hole7", "hole9", "staircase9x16", "tori", "bigl48", "rings", "squares244"),
    *("little-killer", "full-rank", "x-sum", "king-knight-nonconsecutive", "domino14"),
}
QUICK = sorted(name for name, instance in ALL.items() if instance.expect.get("all", FEW) < FEW)
MOVING = [name for name in QUICK if ALL[name].puzzle.symmetries().order > 1]
STYLES = get_args(Style)
FOREIGN = "\u2603"


def named(names: list[str]) -> list[object]:
    return [pytest.param(name, id=name, marks=[pytest.mark.slow] if name in LONG else []) for name in names]


def searched(name: str, symmetry: str) -> tuple[Tally, list[Board], list[int]]:
    prepared = prepare(ALL[name], symmetry=symmetry)
    tally, boards, orbits = Tally(symmetry), [], []
    for chunk in prepared.chunks():
        tally.add(chunk)
        boards += [chunk.board(i) for i in range(len(chunk))]
        orbits += chunk.orbits
    return tally, boards, orbits


@cache
def every_board(name: str) -> frozenset[Board]:
    """All solutions, of the first stage that has any."""
    return frozenset(searched(name, "all")[1])


def solved_stage(name: str) -> Puzzle:
    """The puzzle whose solutions `every_board` are: with stages, that of the number of pieces found."""
    puzzle = ALL[name].puzzle
    stages = [stage for _, stage in getattr(puzzle, "stages", tuple)()]
    boards = sorted(every_board(name))
    fitting = (stage for stage in stages if boards and not any(stage.violations(boards[0])))
    return next(fitting, puzzle)


# ---- the families and their instances


def test_every_family_has_instances() -> None:
    assert {instance.puzzle.family for instance in ALL.values()} == set(FAMILIES)


@pytest.mark.parametrize("name", named(MOVING))
def test_orbits_add_up_to_all(name: str) -> None:
    group = ALL[name].puzzle.symmetries()
    tally, least, sizes = searched(name, "orbits")
    boards = every_board(name)
    assert tally.all == sum(sizes) == len(boards)
    assert {image(board) for board in least for image in group.maps} == boards
    assert tally.count == len(least) == len({min(image(b) for image in group.maps) for b in boards})


@pytest.mark.parametrize("name", named(QUICK))
def test_boards_are_drawn(name: str) -> None:
    """In every style, different boards differently."""
    puzzle, boards = ALL[name].puzzle, sorted(every_board(name))[:20]
    for style in STYLES:
        assert len({puzzle.render(board, style) for board in boards}) == len(boards)
    assert len({puzzle.svg(board) for board in boards}) == len(boards)


# ---- corrupted boards


def torn(board: Board) -> Iterator[Board]:
    """Boards that no puzzle of this size has."""
    yield ()
    yield board[1:]
    yield board[:-1]
    yield (*board, board[-1])
    yield tuple(row[:-1] for row in board)
    yield tuple(row + row[-1] for row in board)
    yield (board[0][:-1], *board[1:])
    for r, c in places_of(board):
        yield with_label(board, r, c, FOREIGN)


def places_of(board: Board) -> list[tuple[int, int]]:
    return [(r, c) for r, row in enumerate(board) for c in range(len(row))]


def with_label(board: Board, r: int, c: int, label: str) -> Board:
    return (*board[:r], board[r][:c] + label + board[r][c + 1 :], *board[r + 1 :])


def altered(board: Board, rng: random.Random) -> Iterator[Board]:
    """One cell with another label of the board, two cells exchanged, two lines exchanged, mirrored, two labels exchanged."""
    places = places_of(board)
    labels = sorted({board[r][c] for r, c in places})
    for r, c in places:
        yield with_label(board, r, c, rng.choice([" ", ".", *labels]))
    for _ in range(40):
        (a, b), (r, c) = rng.choice(places), rng.choice(places)
        yield with_label(with_label(board, a, b, board[r][c]), r, c, board[a][b])
    for a, b in zip(range(len(board)), range(1, len(board))):
        yield (*board[:a], board[b], board[a], *board[b + 1 :])
    yield board[::-1]
    yield tuple(row[::-1] for row in board)
    for (one, two), c in product(pairwise(labels), range(len(board[0]))):
        exchange = str.maketrans(one + two, two + one)
        yield tuple(row[:c] + row[c:].translate(exchange) for row in board)


@pytest.mark.parametrize("name", named(QUICK))
def test_corrupted_boards_are_refused(name: str) -> None:
    only_solutions_pass(solved_stage(name), every_board(name))


def only_solutions_pass(puzzle: Puzzle, boards: frozenset[Board]) -> None:
    """A board breaks a rule exactly if it is not among all solutions."""
    rng = random.Random(0)
    for board in sorted(boards)[:3]:
        assert list(puzzle.violations(board)) == []
        for bad in torn(board):
            assert any(puzzle.violations(bad)) == (bad not in boards), bad
        for other in altered(board, rng):
            assert any(puzzle.violations(other)) == (other not in boards), other


# ---- what `parse` accepts never fails later

BASES: dict[str, tuple[str, ...]] = {
    "packing": (
        "board: |\n  ###\n  #.#\n  ###\npieces: dominoes\ncounts: any\n",
        "board: 3x4\npieces: |\n  AA.BB.C\n  A..BB.C\n  A.....C\ncounts: {A: 0..1, others: any}\nflips: false\n",
        "board: 2x3\npieces: A.BBB\ncounts: 1..\nfill: partial\nno_crossings: true\n",
        "board: |\n  ###\n  #..\npieces: A.BBB\ncounts: 1..\n",
        "board: 1x4\npieces: A.BBBB\ncounts: {A: any, B: 1..}\n",
        "board: 1x5\npieces: A.BBBB\ncounts: 1\nrotations: false\nfixed: A....\n",
        "board: 2x3\npieces: [dominoes, one-sided trominoes]\ncounts: any\nfixed: |\n  DD.\n  ...\n",
    ),
    "nonogram": (
        "rows: [[1], [1], [1]]\ncolumns: [[1], [1], [1]]\n",
        "rows: [[1, 1], [], [3]]\ncolumns: [[1, 1], [1], [1, 1]]\n",
        "rows: [[1r, 1b], [2b]]\ncolumns: [[1r, 1b], [2b]]\ninks: {r: red, b: '#0000ff'}\n",
        "rows: [[2], [2]]\ncolumns: [[2], [2]]\nauthor: nobody\ngoal: |\n  ##\n  ##\n",
    ),
    "genre": (
        "genre: slitherlink\nclues: |\n  2.2\n  ..?\n",
        "genre: nurikabe\nclues: |\n  2..\n  ..?\n",
        "genre: starbattle\nregions: |\n  AAAA\n  BBBB\n  CCCC\n  DDDD\nstars: 1\n",
        "genre: masyu\ncircles: |\n  *..\n  ...\n  ...\n",
        "genre: kakuro\nsums: |\n  # 4\\ 6\\\n  \\3 . .\n  \\7 . .\n",
        "genre: fillomino\nclues: |\n  3..\n  .1.\n",
    ),
    "dissection": (
        "from: |\n  ##\n  ##\nto: 1x4\npieces: 2\n",
        "from: |\n  ###\n  #.#\nto: 1x5\npieces: 2..4\nidentify: mirror\nflips: true\n",
        "from: [1x1, 1x3]\nto: 2x2\npieces: min\nrotations: false\nidentify: none\n",
        "from: 2x3\nto: 1x6\npieces: min\nmax_pieces: 3\n",
    ),
    "formula": (
        "format: cnf\ntext: |\n  p cnf 3 2\n  1 -2 0\n  2 3 0\n",
        "format: cnf\ntext: |\n  p cnf 4 3\n  c p show 1 2 0\n  1 -3 0\n  2 3 4 0\n  -4 1 0\n",
        "format: opb\ntext: |\n  +2 x1 -1 x2 +3 ~x3 >= 2 ;\n  x1: +1 x1 +1 x2 <= 1 ;\n".replace("x1: ", ""),
        "format: dlx\ntext: |\n  a b | x\n  a x:R\n  b x:R\n  b x:S\n  b\n",
    ),
    "sudoku": (
        "grid: |\n  3..1\n  4..3\n  ...4\n  ....\nbox: 2x2\n",
        "grid: |\n  ....\n  ....\n  ...4\n  ....\nbox: none\nrules: [diagonals]\n",
        "grid: |\n  ....\n  ....\n  ....\nbox: none\ndigits: 1-4\nlatin: false\nrules: [{killer: [7 = R1C1 R1C2, 3 = R3C3 R3C4]}]\n",
        "size: 4x4\ndigits: 0-3\nregions: |\n  aabb\n  aabb\n  ccdd\n  ccdd\nrules: [odd: R1C1]\n",
        "grid: |\n  1...\n  ....\n  ....\n  ....\nrules: [{thermo: [R1C1 R1C2 R2C2]}, {kropki: {white: [R3C1 R3C2]}}]\n",
    ),
}
SCALARS = st.one_of(
    st.integers(-2, 9),
    st.booleans(),
    st.none(),
    st.sampled_from(
        [
            "any",
            "1..",
            "0..2",
            "1x4",
            "2x3",
            "min",
            "2..3",
            "none",
            "2x2",
            "0-3",
            "dominoes",
            "A.BBB",
            "##/#.",
            "",
        ]
    ),
)
CHARS = st.sampled_from("#.AB012345 \nRCax/=-,r")


@st.composite
def changed_text(draw: st.DrawFn, text: str) -> str:
    at = draw(st.integers(0, len(text)))
    until = draw(st.integers(at, min(len(text), at + 2)))
    return text[:at] + draw(st.one_of(st.just(""), CHARS)) + text[until:]


@st.composite
def changed(draw: st.DrawFn, value: Any) -> Any:
    """The value with one thing in it changed."""
    if draw(st.integers(0, 9)) == 0:
        return draw(SCALARS)
    if isinstance(value, dict) and value:
        key = draw(st.sampled_from(sorted(value)))
        if draw(st.integers(0, 7)) == 0:
            return {k: v for k, v in value.items() if k != key}
        return value | {key: draw(changed(value[key]))}
    if isinstance(value, list) and value:
        at = draw(st.integers(0, len(value) - 1))
        way = draw(st.integers(0, 3))
        if way < 2:
            return value[:at] + [value[at]] * 2 * way + value[at + 1 :]
        return [*value[:at], draw(changed(value[at])), *value[at + 1 :]]
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + draw(st.sampled_from([-1, 1, 2]))
    return draw(changed_text(value)) if isinstance(value, str) and value else draw(SCALARS)


@st.composite
def mutants(draw: st.DrawFn, family: str) -> str:
    """An instance of the family with up to three things changed, perhaps with a key of another one."""
    bases = [parse_yaml(text).data for text in BASES[family]]
    data = draw(st.sampled_from(bases))
    if draw(st.booleans()):
        data = data | dict(
            draw(st.lists(st.sampled_from([*draw(st.sampled_from(bases)).items()]), max_size=1))
        )
    for _ in range(draw(st.integers(0, 3))):
        mutant = draw(changed(data))
        data = mutant if isinstance(mutant, dict) else data
    return str(yaml.safe_dump({"puzzle": family} | data, sort_keys=False))


def lives(text: str) -> str:
    """Do with the instance all that may be done; what became of it, in a word."""
    try:
        instance = loads(text, "mutant")
    except InstanceError:
        return "refused"
    puzzle = instance.puzzle
    prepared = prepare(instance)
    try:
        chunks = (chunk for chunk in prepared.chunks(Deadline.after(2)) if len(chunk))
        boards = [chunk.board(i) for chunk in islice(chunks, 2) for i in range(min(2, len(chunk)))]
    except Interrupted:
        return "too long"
    for board in boards:
        assert list(puzzle.violations(board)) == []
        assert puzzle.svg(board)
        assert all(puzzle.render(board, style) for style in STYLES)
    return "solved" if boards else "no solution"


@some("number", 80)
@pytest.mark.parametrize("family", FAMILIES)
def test_what_is_accepted_never_fails_later(family: str, number: int) -> None:
    assert set(parse_yaml(BASES[family][0]).data).isdisjoint(COMMON_KEYS)
    ends = []

    @given(mutants(family))
    @settings(max_examples=number, deadline=None)
    def run(text: str) -> None:
        ends.append(lives(text))
        event(ends[-1])

    run()
    assert ends.count("solved") >= number // 8
    assert ends.count("refused") >= number // 8


@pytest.mark.parametrize(
    ("family", "text"), [(family, text) for family, texts in BASES.items() for text in texts]
)
def test_bases_are_solved(family: str, text: str) -> None:
    instance = loads(f"puzzle: {family}\n{text}", "base")
    assert lives(instance.text) == "solved"
    stages = [stage for _, stage in prepare(instance, symmetry="all").stages()]
    for prepared in stages or [prepare(instance, symmetry="all")]:
        boards = (chunk.board(i) for chunk in prepared.chunks() for i in range(len(chunk)))
        found = list(islice(boards, FEW))
        if len(found) < FEW:
            only_solutions_pass(prepared.instance.puzzle, frozenset(found))


PAGE = (ROOT / "solvers" / "webapp" / "static" / "app.js").read_text(encoding="utf-8")
LATER = re.search(r"const LATER = \[(.*?)\]", PAGE)  # editors that are loaded with their tab
TABLES: dict[str, tuple[set[str], set[str]]] = {  # which families are in a table, and which it does without
    "keys and what they hold": (set(texts.KEYS) - {""}, set()),
    "small instances to change": (set(BASES), set()),
    "puzzles whose boards can be tried": (set(TINY), set()),
    "formats that are written": (set(writing.WRITERS), {"dissection", "formula"}),
    "makers": (set(generate.FAMILIES), {"formula", "genre"}),
    "first texts of the page": (set(re.findall(r"(\w+): 'puzzle: ", PAGE)), set()),
    "editors of the page": (
        set(re.findall(r"(\w+): \1\(this\)", PAGE)) | set(re.findall(r"\w+", LATER[1] if LATER else "")),
        set(),
    ),
}


@pytest.mark.parametrize("table", TABLES)
def test_a_table_without_a_family_says_so(table: str) -> None:
    own, without = TABLES[table]
    assert own.isdisjoint(without)
    assert own | without == set(FAMILIES)
