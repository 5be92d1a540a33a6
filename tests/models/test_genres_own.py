"""A genre of one's own: stated in Python or in an instance, solved, saved, and checked where nobody knows it."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Callable
from copy import deepcopy
from itertools import permutations, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

import zenkai_solver as zenkai
from scripts import genres as script
from tests.genre_cases import known
from tests.helpers import INSTANCES
from tests.notebooks import cells, shown
from zenkai_solver import genres
from zenkai_solver.genres import (
    CELLS,
    ONE,
    AllConnected,
    ByLabel,
    CellNumbers,
    CountOf,
    Diagonals,
    Distinct,
    EachGroup,
    Exists,
    Fixed,
    ForAll,
    GenreRule,
    GroupSum,
    Members,
    NumberClue,
    NumbersFrom,
    RowsAndColumns,
    Shaped,
    Shows,
    SumOf,
    Symbols,
    Truth,
    ValueAt,
    Var,
    Windows,
    c,
    d,
    g,
    v,
)
from zenkai_solver.models.genres import sheet
from zenkai_solver.models.genres.genre import to_data
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.table import GENRES, genre
from zenkai_solver.models.loading import loads
from zenkai_solver.solvers.cli import main as command
from zenkai_solver.solvers.core.sources import as_yaml

OF_A_COLOUR = CountOf(c, Members(g), ValueAt("queen", c).is_(v))
COLOURS = NumbersFrom(ONE, Fixed(3))
QUEENS = zenkai.Genre(
    "queens",
    unknown=(Symbols("queen", ".RGB"),),
    rules=(
        GenreRule(
            "one of each colour in each row and column",
            ForAll(g, RowsAndColumns(), ForAll(v, COLOURS, OF_A_COLOUR.is_(1))),
        ),
        GenreRule(
            "no two of a colour on a diagonal", ForAll(g, Diagonals(), ForAll(v, COLOURS, OF_A_COLOUR <= 1))
        ),
    ),
)
PUZZLE = {"puzzle": QUEENS, "size": "6x6"}
CPU = 20  # seconds of the time that is promised as 5; a loaded machine counts more


def boards_by_hand() -> set[tuple[str, ...]]:
    """Three solutions of the six queens, in turn of each colour, that share no cell."""
    queens = [
        own
        for own in permutations(range(6))
        if len({r + own[r] for r in range(6)}) == len({r - own[r] for r in range(6)}) == 6
    ]
    found = set()
    for three in permutations(queens, 3):
        if all(len({own[r] for own in three}) == 3 for r in range(6)):
            signs = [{own[r]: sign for own, sign in zip(three, "RGB")} for r in range(6)]
            found.add(tuple("".join(row.get(x, ".") for x in range(6)) for row in signs))
    return found


def test_queens_of_three_colours_by_hand_and_by_two_engines() -> None:
    wanted = boards_by_hand()
    assert len(wanted) == 24
    for backend in ("sat", "cpsat"):
        found = zenkai.solve(PUZZLE, symmetry="all", backend=backend)
        assert {tuple(one.board) for one in found} == wanted
    assert zenkai.count(PUZZLE) == zenkai.Counted(6, 24)


def test_what_may_be_done_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    made = zenkai.make_unique(PUZZLE)
    assert zenkai.unique(made.instance) == "unique"
    steps = zenkai.explain(made.instance)
    assert any(
        "one of each colour in each row and column (row " in rule for one in steps for rule in one.rules
    )
    assert zenkai.compile(PUZZLE).where("R@A1").count == 0
    assert zenkai.count(PUZZLE, where="R@C1").all == sum(board[0][2] == "R" for board in boards_by_hand())
    Path("own.yaml").write_text(zenkai.load(PUZZLE).text, encoding="utf-8")
    assert command(["run", "own.yaml", "-o", "own.jsonl", "--certify", "--quiet"]) == 0
    assert command(["verify", "own.jsonl"]) == 0


def test_another_machine_reads_its_solutions(tmp_path: Path) -> None:
    """In an empty folder, by a process that has seen no script."""
    path = zenkai.solve(PUZZLE, backend="sat").save(tmp_path / "queens.jsonl")
    code = "import sys; from zenkai_solver.solvers.cli import main; sys.exit(main(sys.argv[1:]))"
    empty = tmp_path / "empty"
    empty.mkdir()

    def verify() -> subprocess.CompletedProcess[str]:
        words = [sys.executable, "-c", code, "verify", "../queens.jsonl"]
        return subprocess.run(words, cwd=empty, capture_output=True, text=True, check=False)

    done = verify()
    assert (done.returncode, done.stderr) == (0, "")
    assert "6 up to symmetry, 24 in all; complete according to its footer" in done.stdout
    forged = path.read_text(encoding="utf-8").replace("..BGR.", "..BGRR", 1)
    path.write_text(forged, encoding="utf-8")
    done = verify()
    assert done.returncode != 0
    assert "one of each colour in each row and column" in done.stderr + done.stdout
    assert list(empty.iterdir()) == []


# ---- what is no data


class Mine(Truth):
    """A class of one's own."""


class Hidden(Shows):
    """One that bears the name of a word after this line."""


Hidden.__name__ = "Shows"


@pytest.mark.parametrize(
    ("holds", "words"),
    [
        (lambda view: True, "function <lambda> is Python code"),
        (Mine(), "Mine is Python code"),
        (Hidden("queen", c), "Shows is Python code"),
        (ForAll(c, CELLS, Mine()), "Mine is Python code"),
        (Exists(c, CELLS, print), "builtin_function_or_method print is Python code"),  # type: ignore[arg-type]
        (ValueAt("queen", c) == 3, "False is no Truth; in Python, equality is x.is_(y)"),
        (ForAll(c, CELLS, Shows("queen", d)), "d stands for nothing"),
        (Shows("king", c), "Shows: king is no unknown layer"),
        (ForAll(v, NumbersFrom(ONE, Fixed(0)), Shows("queen", d)), "d stands for nothing"),  # never looked at
    ],
)
def test_code_and_what_means_nothing_is_refused_by_name(holds: Any, words: str) -> None:
    stated = zenkai.Genre("mine", unknown=QUEENS.unknown, rules=(GenreRule("mine", holds),))
    with pytest.raises(zenkai.InstanceError) as error:
        zenkai.load({"puzzle": stated, "size": "3x3"})
    assert words in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "state",
    [
        lambda: Shows("s", c) and Shows("s", d),
        lambda: ONE <= ValueAt("s", c) <= Fixed(3),
        lambda: not Shows("s", c),
    ],
)
def test_what_python_would_decide_is_refused(state: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match=r"by &, \|, ~ and >>"):
        state()


def test_lists_do_for_tuples_and_words_are_found_by_the_short_door() -> None:
    stated = zenkai.Genre("own", unknown=list(QUEENS.unknown), rules=list(QUEENS.rules))  # type: ignore[arg-type]
    assert (
        zenkai.load({"puzzle": stated, "size": "2x2"}).puzzle
        == zenkai.load(
            {"puzzle": zenkai.Genre("own", unknown=QUEENS.unknown, rules=QUEENS.rules), "size": "2x2"}
        ).puzzle
    )
    assert {*genres.__all__} >= {"Genre", "GenreRule", "OneLoop", "Shading", "ForAll", "c"}


def test_python_in_a_file_is_not_executed(tmp_path: Path) -> None:
    mark = tmp_path / "executed"
    text = f"puzzle: genre\nsize: 2x2\ngenre: !!python/object/apply:pathlib.Path.touch [{mark}]\n"
    with pytest.raises(zenkai.InstanceError):
        zenkai.load(text)
    assert not mark.exists()


def test_a_deep_statement_is_written_and_read() -> None:
    shown: Truth = Shows("queen", c)
    for _ in range(30):
        shown = ~shown
    stated = zenkai.Genre("deep", unknown=QUEENS.unknown, rules=(GenreRule("deep", ForAll(c, CELLS, shown)),))
    assert zenkai.count({"puzzle": stated, "size": "2x2"}).all == 1
    for _ in range(10):
        shown = ~shown
    stated = zenkai.Genre("deep", unknown=QUEENS.unknown, rules=(GenreRule("deep", ForAll(c, CELLS, shown)),))
    with pytest.raises(zenkai.InstanceError, match=r"40 deep|deeper than 40"):
        zenkai.load({"puzzle": stated, "size": "2x2"})


def test_what_is_joined_in_turn_is_one_statement() -> None:
    """So that ten of them are not ten deep."""
    three = [Shows("queen", c, value) for value in (1, 2, 3)]
    assert three[0] & three[1] & three[2] == genres.AllOf(tuple(three))
    assert three[0] | three[1] | three[2] == genres.OneOf(tuple(three))


# ---- the first six as data


@pytest.mark.parametrize("name", ["fillomino", "kakuro", "masyu", "nurikabe", "slitherlink", "starbattle"])
def test_the_statement_as_data_has_the_digest_of_its_module(name: str) -> None:
    stated = zenkai.load(INSTANCES / "genres" / f"stated-{name}.yaml")
    own = zenkai.load(INSTANCES / "genres" / f"{name}.yaml")
    assert "genre:\n" in stated.text
    assert isinstance(stated.puzzle, GenrePuzzle)
    assert stated.puzzle.genre == genre(name), (
        "its module changed: `zenkai genres NAME --data` states it anew"
    )
    found = [zenkai.solve(one, backend="sat") for one in (stated, own)]
    assert len({one.digest for one in found}) == 1
    assert found[0].all == own.expect["all"]


# ---- hostile statements


def nested(depth: int) -> Truth:
    inner: Truth = Shows("q", Var("x0"))
    for i in range(depth):
        inner = ForAll(Var(f"x{i}"), CELLS, inner)
    return inner


SHOWN = Shows("q", d)
HOSTILE = {
    "six through 60x60": nested(6),
    "two through 60x60": ~ForAll(c, CELLS, ~ForAll(d, CELLS, SHOWN)),
    "a million numbers": ForAll(v, NumbersFrom(ONE, Fixed(10**6)), v <= 3),
    "half of them": ForAll(v, NumbersFrom(ONE, Fixed(500_000)), v <= 3),
    "numbers without end": ForAll(v, NumbersFrom(ONE, Fixed(1 << 30)), v <= 3),
    "sums": ForAll(c, CELLS, SumOf(d, CELLS, ValueAt("q", d)).is_(3)),
    "a count within": ~(CountOf(c, CELLS, Shows("q", c)).is_(800)),
    "pairs": ~Distinct(c, CELLS, ValueAt("q", c)),
    "groups": ForAll(c, CELLS, GroupSum(ByLabel(d, CELLS, SHOWN), c) >= 3),
    "many graphs": ForAll(
        v, NumbersFrom(ONE, Fixed(400)), AllConnected(ByLabel(c, CELLS, ValueAt("q", c).is_(v)))
    ),
    "weights": EachGroup(ByLabel(c, CELLS, Shows("q", c)), c, SumOf(d, CELLS, Fixed(1)), ONE),
    "shapes": Shaped(ByLabel(c, CELLS, Shows("q", c)), ("#" * 40 + "/" + "#" * 40,)),
    "large weights": SumOf(c, CELLS, genres.Times(genres.Fixed(1 << 30), ValueAt("q", c))) >= 3,
    "windows of nothing": ForAll(g, Windows(-1, 2), Exists(c, Members(g), Shows("q", c))),
}


CHEAP = (
    "numbers without end",
    "a million numbers",
    "pairs",
    "large weights",
    "windows of nothing",
)


@pytest.mark.parametrize(
    "name", [pytest.param(own, marks=[pytest.mark.broad] * (own not in CHEAP)) for own in HOSTILE]
)
def test_a_statement_that_blows_up_is_one_line(name: str) -> None:
    stated = zenkai.Genre(
        "large", unknown=(Symbols("q", ".ABC"),), rules=(GenreRule("large", HOSTILE[name]),)
    )
    start = time.process_time()
    with pytest.raises(zenkai.InstanceError) as error:
        zenkai.load({"puzzle": stated, "size": "60x60"})
    assert time.process_time() - start < CPU
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("layer", "words"),
    [
        (CellNumbers("n", hi=Fixed(1 << 30)), "has numbers 1..1073741824; 0..9,999 are allowed"),
        (CellNumbers("n", lo=Fixed(-3)), "has numbers -3..9"),
        (CellNumbers("n", hi=Fixed(9_999)), "35,996,400 at all places of 60x60 cells; at most 250,000"),
        (CellNumbers("n", where=nested(5)), "no unknown layer, or is asked for where only clues are known"),
    ],
)
def test_too_many_numbers(layer: CellNumbers, words: str) -> None:
    with pytest.raises(zenkai.InstanceError, match=words.replace(".", r"\.")):
        zenkai.load({"puzzle": zenkai.Genre("large", unknown=(layer,)), "size": "60x60"})


def test_steps_are_bounded_where_the_instance_states_the_genre_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zenkai_solver.models.genres.reading.MOST_STEPS", 100)
    loads("puzzle: slitherlink\nsize: 9x9\nclues: |\n" + "  333333333\n" * 9, "named")
    own = {"puzzle": zenkai.Genre("mine", unknown=QUEENS.unknown, rules=QUEENS.rules), "size": "6x6"}
    with pytest.raises(zenkai.InstanceError, match="the rules take more than"):
        zenkai.load(own)
    assert sheet.MOST_STEPS == 1_000_000


ODD: tuple[Any, ...] = (
    *(0, -1, 3, 1 << 29, True, None, "", "c", "g", "?", "line", "ForAll", [], {}, [[]], ["Truth"], ["c"]),
    *(["Windows", 0, 3], ["Fixed", 3], ["Var", "x"], {"a": 1}, ["Symbols", "x", ""], ["OneLoop", "line"]),
)


def mutated(random: Random) -> dict[str, Any]:
    """A statement of the table in which some values are others: odd ones, or from elsewhere in it."""
    data: dict[str, Any] = deepcopy(to_data(genre(random.choice(GENRES))))
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        holders = [own for own in _holders(data) if own]
        holder, other = random.choice(holders), random.choice(holders)
        keys = [*holder] if isinstance(holder, dict) else range(len(holder))
        match random.randrange(4):
            case 0 if isinstance(holder, list):
                holder.pop()
            case 1:
                holder[random.choice(keys)] = deepcopy(random.choice(ODD))
            case 2:
                taken = [*other.values()] if isinstance(other, dict) else other
                holder[random.choice(keys)] = deepcopy(random.choice(taken))
            case _ if isinstance(holder, list):
                random.shuffle(holder)
    return data


def _holders(data: Any) -> list[Any]:
    if not isinstance(data, dict | list):
        return []
    parts = data.values() if isinstance(data, dict) else data
    return [data, *(own for part in parts for own in _holders(part))]


@pytest.mark.parametrize(
    "seed", [*range(2), *(pytest.param(n, marks=pytest.mark.broad) for n in range(2, 20))]
)
def test_mutated_statements_are_puzzles_or_one_line(seed: int) -> None:
    """50 each: what is accepted can be looked at, drawn and asked; anything else is refused in a line."""
    random = Random(seed)
    refused = []
    for _, size in product(range(50), ("3x3",)):
        text = as_yaml({"puzzle": "genre", "size": size, "genre": mutated(random)})
        try:
            puzzle = loads(text, "mutated").puzzle
        except zenkai.InstanceError as error:
            refused.append(str(error))
            continue
        assert isinstance(puzzle, GenrePuzzle)
        for board in (
            puzzle.open_board,
            puzzle.board({own: values[0] for own, values in puzzle.domains.items() if values}),
        ):
            list(puzzle.violations(board))
            assert puzzle.render(board)
            assert puzzle.svg(board)
    assert len(refused) > 10
    assert not any("\n" in line for line in refused)


def test_statements_that_are_no_yaml_of_ours() -> None:
    for data in ("[" * 60 + "]" * 60, "{name: x, unknown: *a}", "x", "{1: 2}", "null", "[Genre]"):
        with pytest.raises(zenkai.InstanceError) as error:
            zenkai.load(f"puzzle: genre\nsize: 2x2\ngenre: {data}\n")
        assert "\n" not in str(error.value)
    large = as_yaml(
        {"puzzle": "genre", "size": "2x2", "genre": {"name": "x", "unknown": [["Shading", "s"]] * 9_999}}
    )
    with pytest.raises(zenkai.InstanceError, match="at most 10,000 values"):
        zenkai.load(large)


# ---- clues of the board that contradict, and boards that are one cell, one row, large


def test_number_clues_in_python() -> None:
    lit = CountOf(c, Members(g), Shows("s", c))
    own = zenkai.Genre(
        "counted",
        unknown=(genres.Shading("s"),),
        given=(NumberClue("counts", at="line"),),
        rules=(
            GenreRule(
                "counts",
                ForAll(
                    g, genres.WithClue("counts", among=RowsAndColumns()), lit.is_(genres.ClueAt("counts", g))
                ),
            ),
        ),
    )
    clues = {"rows": ["2", "0"], "columns": [".", "1"]}
    assert zenkai.count({"puzzle": own, "size": "2x2", "counts": clues}).all == 1


def blank(name: str, rows: int, columns: int) -> str:
    if name == "starbattle":
        return f"puzzle: {name}\nstars: 1\nregions: |\n" + ("  " + "A" * columns + "\n") * rows
    return f"puzzle: {name}\nsize: {rows}x{columns}\n"


SMALL = {  # one, several or none: of 1x1, and of 1x20
    "fillomino": ("unique", "several"),
    "kakuro": ("several", "none"),  # ten cells have no ten digits
    "masyu": ("none", "none"),
    "nurikabe": ("unique", "unique"),  # shaded as a whole: no number, no island
    "slitherlink": ("unique", "several"),
    "starbattle": ("unique", "none"),
}


@pytest.mark.parametrize("name", SMALL)
def test_a_board_of_one_cell_and_of_one_row(name: str) -> None:
    cell, row = SMALL[name]
    assert zenkai.unique(blank(name, 1, 1), backend="sat") == cell
    if name != "fillomino":
        assert zenkai.unique(blank(name, 1, 20), backend="sat") == row
        assert zenkai.unique(blank(name, 20, 1), backend="sat") == row


@pytest.mark.parametrize("name", [own for own in SMALL if own != "fillomino"])
def test_a_large_board_is_read_and_looked_at(name: str) -> None:
    start = time.process_time()
    puzzle = zenkai.load(blank(name, 60, 60)).puzzle
    assert isinstance(puzzle, GenrePuzzle)
    nothing = puzzle.board({own: values[0] for own, values in puzzle.domains.items() if values})
    assert all("\n" not in words for words in puzzle.violations(nothing))
    assert any(puzzle.violations(nothing)), "no loop, no star, an island without a number, equal digits"
    assert puzzle.render(nothing)
    assert time.process_time() - start < CPU


CONTRADICTING = {
    "slitherlink": ("clues: |\n  4.\n  4.\n", "the lines are one loop"),
    "nurikabe": ("clues: |\n  12\n  ..\n", "a number is the size of its island (R1C1: 1)"),
    "masyu": ("circles: |\n  *.\n  ..\n", "before and after a black circle the loop goes straight on (R1C1)"),
    "starbattle": (
        "stars: 1\nregions: |\n  AAA\n  AAA\n  BBB\n",
        "each region has the given number of stars (the room of R1C1)",
    ),
    "fillomino": ("size: 3x3\nknown: |\n  ?1?\n  1??\n  ???\nclues: |\n  2..\n  ...\n  ...\n", "R2C1 is 1"),
    "kakuro": ("sums: |\n  # 3\\ 4\\\n  \\17 . .\n  \\3 . .\n", "a sum add up to it (R2C1: "),
    "hidoku": ("clues: |\n  1 . .\n  . . .\n  . . 2\n", "R3C3 is 2"),
    "yinyang": ("circles: |\n  o*.\n  ...\n  *.o\n", "R3C3 is o"),
    "yajirushi": ("arrows: |\n  ^.\n  .v\n", "R1C1 is ^"),
    "shakashaka": ("clues: |\n  1?\n  ?.\n", "R1C2 has no triangle"),
    "lring": ("arrows: |\n  >.\n  ..\n", "longer than the other one by one cell (R1C1)"),
}


@pytest.mark.parametrize("name", CONTRADICTING)
def test_why_clues_contradict(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    clues, words = CONTRADICTING[name]
    Path("bad.yaml").write_text(f"puzzle: {name}\n{clues}", encoding="utf-8")
    assert command(["explain", "bad.yaml", "--none"]) == 0
    said = capsys.readouterr().out
    assert re.search("do not fit together|cannot be met", said)
    assert words in said


# ---- the command, and the notebook


def test_the_genres_are_listed_and_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert command(["genres"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(GENRES)
    for name in GENRES:
        own = genre(name)
        assert command(["genres", name]) == 0
        page = capsys.readouterr().out
        assert all(f"- {rule.described}\n" in page for rule in own.all_rules)
        assert own.source in page
        assert all(f"given: {kind.key}, " in page for kind in own.given)
        assert any(name in line and own.title in line for line in lines)
        assert command(["genres", name, "--data"]) == 0
        assert capsys.readouterr().out == as_yaml({"puzzle": "genre", "genre": to_data(own)})


def test_the_page_of_a_genre_shows_an_example_and_its_solution(capsys: pytest.CaptureFixture[str]) -> None:
    assert command(["genres", "nurikabe"]) == 0
    assert "|     5             |   |     5  ### ### ###|\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["genres", "slither"], '"slither" is not a genre; did you mean "slitherlink"?'),
        (["genres", "\n"], "is not a genre"),
    ],
)
def test_a_genre_that_is_not_there(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert command(words) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


def test_the_notebook_shows_what_it_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = INSTANCES / "genres" / "own.ipynb"
    held = [cell["outputs"] for cell in cells(path)]
    assert shown(path) == held
    assert any("image/svg+xml" in own.get("data", {}) for outputs in held for own in outputs)


# ---- the table of genres, by its script


def test_the_script_judges_boards() -> None:
    boards = known()["slither"]
    own = script.row("slither", boards, 60)
    assert [(one.size, one.solutions) for one in own.solved] == [((2, 3), 2), ((5, 5), 1)]
    assert own.refused == own.wrong == len(boards["wrong"]) > 0
    table = list(script.lines([own]))
    assert table[2].startswith(f"| slitherlink | {own.lines} | 2 | 1 | 1 | 0 | ")
    assert script.TABLE.within(f"a\n{script.TABLE.begin}\nold\n{script.TABLE.end}\nb", "new") == (
        f"a\n{script.TABLE.begin}\nnew\n{script.TABLE.end}\nb"
    )
    for missing in ("", script.TABLE.begin, script.TABLE.end):
        with pytest.raises(SystemExit, match="are not in"):
            script.TABLE.within(missing, "new")


def test_the_script_ends_at_a_board_that_is_wrongly_judged() -> None:
    boards = known()["slither"]
    wrong = [text for _, text in boards["wrong"]]
    with pytest.raises(SystemExit, match="the solved board is refused: "):
        script.row("slither", {"solved": wrong[:1], "wrong": []}, 60)
    with pytest.raises(SystemExit, match="1 wrong boards are accepted"):
        script.row("slither", {"solved": [], "wrong": [("any", boards["solved"][0])]}, 60)


def test_the_table_names_every_genre() -> None:
    text = script.TABLE.paper.read_text(encoding="utf-8")
    rows = text.partition(script.TABLE.begin)[2].partition(script.TABLE.end)[0].splitlines()[3:]
    assert [row.split()[1] for row in rows if row.startswith("|")] == list(GENRES)
