"""Puzzles made of genres: one solution by another engine, clues of their board, and words about them."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import combinations, pairwise, product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.genre_cases import CASES
from tests.genre_cases.case import Case
from tests.helpers import ROOT
from zenkai_solver.models.constraints import (
    Acyclic,
    AtMostOne,
    Clause,
    Components,
    Connected,
    Constraint,
    Division,
    ExactlyOne,
    Reached,
    SingleLoop,
    holds,
)
from zenkai_solver.models.formats.puzzlink_genres import sections
from zenkai_solver.models.genres.genre import Genre, GenreRule
from zenkai_solver.models.genres.graphs import ByLines
from zenkai_solver.models.genres.layers import LineLayer
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.sheet import HIDDEN, BoardView, GenreSheet, Place, Value, cell
from zenkai_solver.models.genres.table import GENRES, genre
from zenkai_solver.models.genres.vocabulary import (
    CELLS,
    INNER,
    Adjacent,
    ArrowAt,
    ArrowClue,
    CellNumbers,
    ClueAt,
    CountOf,
    Directions,
    Exists,
    Fixed,
    ForAll,
    HasClue,
    Members,
    NumberClue,
    Ray,
    RoomClue,
    Rooms,
    Shading,
    Shows,
    WithClue,
    c,
    d,
    e,
    g,
    k,
)
from zenkai_solver.models.grid import components
from zenkai_solver.models.loading import load, loads
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.solvers.batch import items as batch_items
from zenkai_solver.solvers.commands import explain, generate, makeunique
from zenkai_solver.solvers.core import progress
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline
from zenkai_solver.solvers.explanations.rating import WEIGHTS
from zenkai_solver.solvers.generators import attempts, genres
from zenkai_solver.solvers.generators import sheets as generator_sheets
from zenkai_solver.solvers.generators.attempts import EASY, HARD, Attempt
from zenkai_solver.solvers.generators.bases import distinct_numbers
from zenkai_solver.solvers.generators.clues import CluesOfBoard, Item, free_numbers, one_in_each, places
from zenkai_solver.solvers.generators.cuts import ConstraintSolver, WorkBounded
from zenkai_solver.solvers.generators.difficulty import LEAST_SCORE, TOO_HARD, rated
from zenkai_solver.solvers.generators.genres import GenreOptions, Maker, NoGenrePuzzle, ReducedPuzzle
from zenkai_solver.solvers.generators.holes import has_board, with_boards
from zenkai_solver.solvers.generators.mending import Mending
from zenkai_solver.solvers.generators.narrow import as_if_said, narrowed, of_all_areas, with_enough_clues
from zenkai_solver.solvers.generators.rooms import (
    AroundBoard,
    _are_alike,
    any_division,
    black_cells,
    members,
    other_room,
    split,
)
from zenkai_solver.solvers.generators.rules import AnalysedRule, FilledBoard, analysed
from zenkai_solver.solvers.generators.sheets import LatestSheets, Sheets
from zenkai_solver.solvers.generators.taut import taut
from zenkai_solver.solvers.python_api.api import solve

EXAMPLES = ROOT / "instances" / "genres"


def made(own: Genre, size: tuple[int, int], seed: int = 0, **more: Any) -> Instance:
    options = GenreOptions(size, "", "none", None, 1, True, seed, None, None)
    found = Maker.of(own, replace(options, **more)).puzzle(1)
    assert isinstance(found, Instance)
    return found


def genre_puzzle(instance: Instance) -> GenrePuzzle:
    assert isinstance(instance.puzzle, GenrePuzzle)
    return instance.puzzle


def solutions(instance: Instance, backend: str) -> list[tuple[str, ...]]:
    return [found.board for found in solve(instance, backend=backend)]


# ---- puzzles with one solution


FIRST = {"slitherlink", "nurikabe", "starbattle", "fillomino", "masyu", "kakuro"}  # all seeds by default
SEEDS = [
    *(
        pytest.param(name, case.small, 20 if name in FIRST else 2, id=f"{name}-small")
        for name, case in CASES.items()
        if not case.unmade
    ),
    *(
        pytest.param(
            name,
            case.real,
            20,
            id=f"{name}-real",
            marks=pytest.mark.broad if name in FIRST else pytest.mark.slow,
        )
        for name, case in CASES.items()
        if not case.unmade
    ),
]


@pytest.mark.parametrize(("name", "size", "seeds"), SEEDS)
def test_seeds_have_one_solution_by_another_engine(name: str, size: tuple[int, int], seeds: int) -> None:
    texts = set()
    for seed in range(seeds):
        instance = made(genre(name), size, seed)
        (board,) = solutions(instance, "cpsat")
        assert list(instance.puzzle.violations(board)) == []
        texts.add(re.sub("Seed.*", "", instance.text))
    assert len(texts) > 1


def test_numbers_are_small_while_boards_are_drawn_and_clues_exclude_larger_ones() -> None:
    """A number of 1 to 20 is certain if it is at most 1, and needs its clue where it may be larger."""
    place = cell(0, 0)
    own = Genre(
        "far", unknown=(CellNumbers("number", hi=Fixed(20), given="clues"),), given=(NumberClue("clues"),)
    )
    small = GenrePuzzle(narrowed(own, 1), GenreSheet(1, 1))
    assert small.domains == {("number", place): (1,)}
    assert narrowed(own, 20) == own
    wide, every = GenrePuzzle(own, GenreSheet(1, 1)), {"clues": {place: 1}}
    enough = with_enough_clues(wide, {("number", place): 1}, every, [[Item("clues", place)]])
    assert enough is not None
    assert enough.sheet.clues == every
    assert with_enough_clues(wide, {("number", place): 1}, every, []) is None


def test_rules_of_numbers_hold_before_these_are_said() -> None:
    """Of Kakuru, where numbers around a sum differ, whatever it is; an unsaid portal has no other by a rule."""
    rules = as_if_said(genre("kakuru")).rules
    changed = [rule for rule, before in zip(rules, genre("kakuru").rules) if rule != before]
    assert [rule.says for rule in changed] == ["numbers around a sum all differ"]
    assert as_if_said(genre("portal")) == genre("portal")
    assert as_if_said(genre("kaero")) != genre("kaero")  # whose letters are chosen after the board


@pytest.mark.parametrize(
    ("starts", "differs", "is_poor"),
    [([16, 64, 64], 64, False), ([16] * 3, 64, True), ([56] * 3, 60, True), ([16] * 3, 19, False)],
)
def test_one_board_by_luck_does_not_exclude_all_others(
    starts: list[int], differs: int, is_poor: bool
) -> None:
    """Juosan of 8x8: other solutions of most boards differ in all cells, and those of few boards in 16. By
    odds, which tell 60 of 64 cells from 56.
    """
    attempt: Any = SimpleNamespace(rng=None, puzzle=None)
    start: Any = SimpleNamespace(differs=range(differs), board=SimpleNamespace(values=range(64)))
    odds = [number / (65 - number) for number in starts]
    assert Mending(attempt, odds)._is_poor(start) == is_poor
    assert odds == sorted([number / (65 - number) for number in (*starts, differs)])


def test_rooms_change_only_where_that_excludes_a_rival() -> None:
    """Else the board is drawn again: no rooms tell two loops apart that leave the same cells shaded."""
    attempt: Any = SimpleNamespace(
        rng=SimpleNamespace(random=lambda: 0.0), puzzle=None, drawn=["rooms"], numbers={}, changeable=[]
    )
    attempt.chosen, attempt.clues = False, lambda board, _: {"of": board}
    mended: Any = SimpleNamespace(board=SimpleNamespace(values={}), rivals=[], clues={})
    for rooms, expected in (
        ({"rooms": {}}, ("board", {"rooms": {}})),
        (None, ("redrawn", {"of": "redrawn"})),
    ):
        mending: Any = Mending(attempt, [])
        mending._with_other_rooms = lambda *_, rooms=rooms: rooms
        mending._redrawn = lambda _: "redrawn"
        board, clues = mending._changed(mended, [], stuck=False)
        assert ("board" if board is mended.board else board, clues) == expected


def test_a_rival_becomes_the_board_where_changes_do_not_help() -> None:
    """That which differs most, as in Dominion, whose dominoes within a region can be left out."""
    attempt: Any = SimpleNamespace(
        rng=SimpleNamespace(random=lambda: 0.0), puzzle=None, clues=lambda board, _: {"of": board}
    )
    board, near, far = (SimpleNamespace(values=dict(enumerate(values))) for values in ("aaa", "aab", "abb"))
    mended: Any = SimpleNamespace(board=board, rivals=[near, far], clues={})
    assert Mending(attempt, [])._changed(mended, [], stuck=True) == (far, {"of": far})


def test_numbers_that_count_each_other_are_placed_together() -> None:
    """Of Oasis: a circle by itself reaches no other."""
    sheet = genre_puzzle(made(genre("oasis"), (4, 4))).sheet
    assert any(isinstance(number, int) and number > 0 for number in sheet.clues["circles"].values())


def test_circles_are_placed_before_lines_that_rules_ask_more_of() -> None:
    """In Elastic Link lines turn; few of those that are drawn without circles do as the rules want."""
    (board,) = solutions(made(genre("elasticlink"), (3, 4)), "cpsat")
    assert any("-" in row or "|" in row for row in board)


def test_letters_are_chosen_after_a_board_that_has_their_places() -> None:
    """Of Return Home, whose letters say in which room each comes to lie."""
    options = GenreOptions((3, 3), "", "none", None, 1, True, 0, None, None)
    maker, rng = Maker.of(genre("kaero"), options), random.Random(0)
    base = maker.bases.drawn(rng)
    assert base is not None
    fixed = base.with_clues({"rooms": dict.fromkeys(base.every["cell"], 0), "circles": {cell(0, 0): HIDDEN}})
    with closing(LatestSheets(maker.drawn, NEVER)) as latest:
        attempt = Attempt(maker.orbits, fixed, rng, latest)
        board = attempt.random_board()
        assert board is not None
        clues = attempt.clues(board, None)
    assert clues is not None
    assert isinstance(letter := clues["circles"][cell(0, 0)], int)
    assert letter >= 1


def test_clues_are_left_out_where_rules_forbid_several() -> None:
    """Of Curving Road: no two circles fit on a board without shaded cells."""
    own, sheet = genre("curving"), GenreSheet(3, 3)
    board = FilledBoard(GenrePuzzle(own, sheet), {("shade", at): 0 for at in sheet.every["cell"]})
    clues = CluesOfBoard(board, sheet, random.Random(0)).every()
    assert clues is not None
    assert len(clues["circles"]) == 1


def test_numbers_count_clues_of_other_kinds() -> None:
    """Of Orbital: a planet, around which eight cells have a line, has the number of their circles."""
    own, planet = genre("orbital"), cell(1, 1)
    sheet = GenreSheet(3, 3, {"planets": {planet: HIDDEN}})
    around = {at: int(at[0] in (1, 5) or at[1] in (1, 5)) for at in sheet.every["inner"]}
    board = FilledBoard(GenrePuzzle(own, sheet), {("line", at): value for at, value in around.items()})
    clues = CluesOfBoard(board, sheet, random.Random(0)).every()
    assert clues is not None
    assert len(clues["circles"]) == 8
    assert clues["planets"] == {planet: 8}


def test_single_clues_change_where_the_board_leaves_a_choice() -> None:
    """Of Out of Sight: each change leaves the board a solution; a sign of Cave, which it determines, stays."""
    maker = Maker.of(genre("outofsight"), GenreOptions((3, 3), "", "none", None, 1, True, 0, None, None))
    with closing(LatestSheets(maker.drawn, NEVER)) as latest:
        attempt = Attempt(maker.orbits, GenreSheet(3, 3), random.Random(0), latest)
        board = attempt.random_board()
        assert board is not None
        clues = attempt.clues(board, None)
        assert clues is not None
        changes = [*attempt.changes(board, clues, [cell(1, 1)])]
        assert changes
        for changed in changes:
            differing = {*changed["arrows"].items()} ^ {*clues["arrows"].items()}
            assert len({place for place, _ in differing}) == 1
            assert board.fits(GenreSheet(3, 3, changed))
        given = Attempt(
            Maker.of(genre("cave"), maker.options).orbits, GenreSheet(3, 3), random.Random(0), latest
        )
        assert not given.changeable


def test_numbers_of_the_board_differ_and_have_the_sum() -> None:
    for total, seed in product((1, 2, 9, 36), range(9)):
        numbers = distinct_numbers(total, random.Random(seed))
        assert sum(numbers) == total
        assert all(one < other for one, other in pairwise((0, *numbers)))


def test_rules_of_the_areas_of_clues_hold_of_boards_without_clues() -> None:
    """Of Narrowfence: no area is a rectangle. What a rule says of the cell of a clue is of clues alone."""
    own = genre("narrow")
    changed = [rule.says for rule, before in zip(of_all_areas(own).rules, own.rules) if rule != before]
    assert changed == ["no area is a rectangle"]
    assert one_in_each(own, "numbers")  # but in holes
    assert of_all_areas(genre("chainedb")) == genre("chainedb")  # where not each cell is in a block


def test_numbers_that_no_rule_computes_are_small() -> None:
    """Of Uso-tatami, whose numbers are those that the areas have not."""
    assert free_numbers(genre("usotatami"), GenreSheet(4, 4)) == {"clues": [1, 2, 3, 4]}
    sheet = genre_puzzle(made(genre("usotatami"), (4, 4))).sheet
    assert all(isinstance(number, int) and number <= 4 for number in sheet.clues["clues"].values())


def test_rooms_are_split_as_long_as_they_have_a_board() -> None:
    """Of Shimaguni, where most random rooms have none; all others are of those."""
    options = GenreOptions((5, 5), "", "none", None, 1, True, 0, None, None)
    bases, rng = Maker.of(genre("shimaguni"), options).bases, random.Random(1)
    able = []
    for _ in range(4):
        random_base = bases.drawn(rng)
        assert random_base is not None
        divided = bases.divided(random_base, rng, NEVER)
        assert len(set(divided.clues["rooms"].values())) > 1
        for base in (random_base, divided):
            with closing(Sheets(genre("shimaguni"), base)) as sheets:
                able.append(has_board(sheets, sheets.base))
    assert all(able[1::2])
    assert not all(able[::2])


def test_rooms_that_decide_are_small() -> None:
    """Of Disconnection, where nothing but rooms tells solutions apart; a rule of Norinori says how large."""
    options = GenreOptions((6, 6), "", "none", None, 1, True, 0, None, None)
    names = ("disco", "rassi", "norinori", "heyawake")
    decide = {name: Maker.of(genre(name), options).bases.rooms_decide for name in names}
    assert decide == {"disco": True, "rassi": True, "norinori": False, "heyawake": False}
    bases, rng = Maker.of(genre("disco"), options).bases, random.Random(0)
    base = bases.drawn(rng)
    assert base is not None
    assert len(set(bases.divided(base, rng, NEVER).clues["rooms"].values())) > 36 // 5


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("retsurin", (5, 5)),
        ("shimaguni", (6, 6)),
        ("juosan", (4, 4)),
        pytest.param("disco", (5, 5), marks=pytest.mark.broad),  # rooms decide
        pytest.param("rassi", (5, 5), marks=pytest.mark.broad),
        pytest.param("usotatami", (5, 5), marks=pytest.mark.broad),  # numbers change where they are
        pytest.param("kakuru", (5, 5), marks=pytest.mark.broad),  # sums without a number bind the board
        ("aho", (3, 3)),  # clues are placed first, as no random board has any
        ("magnets", (4, 4)),  # rules read walls within rooms, of which there are none
        pytest.param("retroships", (6, 6), marks=pytest.mark.broad),  # parts of ships are clues
        pytest.param("curving", (4, 4), marks=pytest.mark.broad),  # rules forbid clues
        pytest.param("meidjuluk", (4, 4), marks=pytest.mark.broad),  # the board has sizes
        pytest.param("nikoji", (5, 5), marks=pytest.mark.slow),  # clues compare shapes
        pytest.param("herugolf", (5, 5), marks=pytest.mark.slow),  # lines leave most of the board empty
    ],
)
def test_genres_whose_first_boards_are_rare(name: str, size: tuple[int, int]) -> None:
    assert len(solutions(made(genre(name), size, 1), "cpsat")) == 1


@pytest.mark.parametrize("name", ["slitherlink", "masyu"])
def test_no_clue_can_go(name: str) -> None:
    puzzle = genre_puzzle(made(genre(name), (4, 4), 1))
    ((key, clues),) = puzzle.sheet.clues.items()
    for place in clues:
        left = {key: {at: value for at, value in clues.items() if at != place}}
        less = GenrePuzzle(puzzle.genre, replace(puzzle.sheet, clues=left))
        assert len(solutions(Instance(name, "", less, "all", {}, None), "sat")) > 1


@pytest.mark.parametrize("name", [name for name in GENRES if genre(name).link])
def test_clues_are_made_only_where_links_have_them(name: str) -> None:
    sheet = GenreSheet(4, 5)
    for section in sections(genre(name)):
        for kind in section.kinds:
            if kind.at in ("edge", "corner"):
                assert {*places(kind, sheet)} <= {*section.places(sheet)}


def test_a_board_that_is_alike_everywhere_is_passed_over() -> None:
    """The first board is a single island of nine cells."""
    (board,) = solutions(made(genre("nurikabe"), (3, 3)), "cpsat")
    assert "#" in "".join(board)


def test_a_seed_makes_the_same_puzzle_again(capsys: pytest.CaptureFixture[str]) -> None:
    texts = []
    for seed in ("5", "5", "6"):
        assert generate.main(["nurikabe", "--size", "4x4", "--seed", seed]) == 0
        texts.append(capsys.readouterr().out)
    assert texts[0] == texts[1] != texts[2]
    assert loads(texts[0], "made").expect == {"count": 1, "all": 1}


def test_a_search_of_unknown_length_says_what_it_has_met(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "EVERY", 0.05)
    words = ["masyu", "--size", "5x5", "--difficulty", "90000..", "--time-limit", "0.8"]
    assert generate.main(words) == 3
    *lines, last = capsys.readouterr().err.splitlines()
    assert last.endswith(": time limit")
    assert any(re.fullmatch(r"zenkai: no such puzzle yet.*: \d s", line) for line in lines)


def test_several_puzzles_are_several_files(tmp_path: Path) -> None:
    words = ["slitherlink", "--size", "3x4", "--number", "2", "-o", str(tmp_path / "made.yaml")]
    assert generate.main(words) == 0
    texts = {(tmp_path / f"made.{number}.yaml").read_text().split("size")[1] for number in (1, 2)}
    assert len(texts) == 2


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("slitherlink", "clues"),
        ("masyu", "circles"),
        ("fillomino", "clues"),
        ("nurikabe", "clues"),  # one in each group
        pytest.param("tatamibari", "signs", marks=pytest.mark.broad),
        ("tents", "trees"),  # which stay, and the board follows them
        ("wblink", "circles"),  # ends of lines
    ],
)
def test_the_places_of_clues_have_the_symmetry(name: str, key: str) -> None:
    instance = made(genre(name), (4, 5), 2, symmetry="half-turn")
    clues = genre_puzzle(instance).sheet.clues[key]
    assert clues.keys() == {(8 - y, 10 - x) for y, x in clues}
    assert clues
    assert len(solutions(instance, "cpsat")) == 1


def test_clues_of_rows_have_the_symmetry() -> None:
    sums = genre_puzzle(made(genre("kakurasu"), (4, 5), 2, symmetry="half-turn")).sheet.clues["sums"]
    assert sums.keys() == {(8 - y if y > 0 else y, 10 - x if x > 0 else x) for y, x in sums}
    assert sums


def test_black_cells_have_the_symmetry_and_leave_runs() -> None:
    for seed in range(10):
        black = black_cells(7, 8, "half-turn", random.Random(seed))
        assert black is not None
        white = {(r, c) for r in range(1, 7) for c in range(1, 8) if cell(r, c) not in black}
        assert white == {(7 - r, 8 - c) for r, c in white}
        assert len(components(white)) == 1
        near = (((r, c - 1), (r, c + 1)) for r, c in white)
        assert all(white.intersection(pair) for pair in near)


def test_drawn_rooms_have_the_cells_that_rules_ask_of_each() -> None:
    """Of LITS four, although other rules are about its rooms too."""
    options = GenreOptions((6, 6), "", "none", None, 1, True, 0, None, None)
    for seed in range(10):
        base = Maker.of(genre("lits"), options).bases.drawn(random.Random(seed))
        assert base is not None
        assert min(Counter(base.clues["rooms"].values()).values()) >= 4


def drawn_bases(name: str, size: tuple[int, int]) -> Iterator[GenreSheet]:
    options = GenreOptions(size, "", "none", None, 1, True, 0, None, None)
    for seed in range(20):
        base = Maker.of(genre(name), options).bases.drawn(random.Random(seed))
        assert base is not None
        yield base


def test_holes_leave_whole_areas() -> None:
    """Of Fivecells: 16 cells are three areas of five and a hole."""
    assert {len(base.clues["holes"]) for base in drawn_bases("fivecells", (4, 4))} == {1}


def test_few_cells_are_black() -> None:
    """Of Dosun-Fuwari, whose black cells stay; of Barns most cells may be ice."""
    for name, key, least, most in (("dosufuwa", "holes", 0, 0.5), ("barns", "ice", 0.5, 1)):
        assert least < max(len(base.clues[key]) for base in drawn_bases(name, (8, 8))) / 64 < most


def test_rooms_whose_numbers_are_multiplied_are_small() -> None:
    for base in drawn_bases("kenken", (6, 6)):
        assert max(Counter(base.clues["rooms"].values()).values()) <= 4


def test_rooms_that_stay_columns_are_bent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of Dosun-Fuwari each column has a board, and few random rooms do; columns by themselves are no puzzle."""
    monkeypatch.setattr("zenkai_solver.solvers.generators.bases.FAILURES", 0)
    options = GenreOptions((8, 8), "", "none", None, 1, True, 0, None, None)
    bases, blank = Maker.of(genre("dosufuwa"), options).bases, GenreSheet(8, 8, {"holes": {}})
    for seed in range(3):
        divided = bases.divided(blank, random.Random(seed), NEVER).rooms("rooms")
        rooms = [room.places for room in divided]
        assert any(len({y for y, _ in cells}) > 1 < len({x for _, x in cells}) for cells in rooms)


def test_rooms_grow_over_no_line_of_a_loop_and_along_lines_that_join_cells() -> None:
    sheet = GenreSheet(1, 2)
    one, other = sheet.every["cell"]
    for name, joined in (("slitherlink", 0), ("masyu", 1)):
        puzzle = GenrePuzzle(genre(name), sheet)
        for value in (0, 1):
            board = FilledBoard(puzzle, dict.fromkeys(puzzle.domains, value))
            assert _are_alike(board, one, other) == (value == joined)


def test_numbers_of_black_cells_are_in_black_cells() -> None:
    """Of Str8ts: the board does not determine them, and their places are drawn before it."""
    for seed in range(3):
        sheet = genre_puzzle(made(genre("str8ts"), (4, 4), seed)).sheet
        assert not sheet.clues["black"].keys() & sheet.clues["clues"].keys()
        assert 0 < len(sheet.clues["black"]) < 8


def test_groups_of_several_graphs_have_one_clue_each() -> None:
    """Of Light and Shadow: each shaded area, and each other one."""
    puzzle = genre_puzzle(made(genre("lightshadow"), (4, 4)))
    graphs = one_in_each(puzzle.genre, "clues")
    assert len(graphs) == 2
    (board,) = solutions(made(genre("lightshadow"), (4, 4)), "cpsat")
    view = puzzle.view(puzzle.values(board))
    groups = [group for graph in graphs for group in graph.groups(view)]
    assert [len(puzzle.sheet.clues["clues"].keys() & {*group}) for group in groups] == [1] * len(groups)


@pytest.mark.slow
def test_parts_between_drawn_holes_have_boards() -> None:
    """Of Bosanowa: most random parts of more than a few cells have none, and two cells never have one."""
    sheet = GenreSheet(4, 4)
    holes = {"holes": dict.fromkeys(sheet.every["cell"][2::3], 1)}
    drawn = with_boards(genre("bosanowa"), "holes", sheet.with_clues(holes), random.Random(0))
    left = [(y // 2, x // 2) for y, x in sheet.every["cell"] if (y, x) not in drawn]
    assert left
    assert min(map(len, components(left))) > 2
    for given, able in ((drawn, True), (holes["holes"], False)):
        with closing(Sheets(genre("bosanowa"), sheet.with_clues({"holes": given}))) as sheets:
            assert has_board(sheets, sheets.base) == able


def test_taut_lines_are_long_and_have_no_other_way_in_a_window() -> None:
    """Against a plain test of all lines on a 3x3 that do not branch: paths of three edges or more, no square
    with three lines, and none with one line beside two empty cells.
    """
    sheet = GenreSheet(3, 3)
    edges = [edge for edge in sheet.every["edge"] if len(sheet.related(edge, "beside")) == 2]
    line = {edge: i for i, edge in enumerate(edges, 1)}
    stated = list(taut(sheet, line))
    for true in ({edge for edge in edges if bits >> line[edge] & 1} for bits in range(0, 2 << len(edges), 6)):
        if any(len(true.intersection(sheet.related(at, "sides"))) > 2 for at in sheet.every["cell"]):
            continue
        paths = ByLines("line").groups(BoardView(sheet, {}, {"line": dict.fromkeys(true, 1)}))
        squares = [
            [edge for edge in sheet.related(at, "sides") if edge in true]
            for at in sheet.every["corner"]
            if len(sheet.related(at, "corners")) == 4
        ]
        empty = {at for at in sheet.every["cell"] if not true.intersection(sheet.related(at, "sides"))}
        beside = [
            at
            for at in sheet.every["corner"]
            if len(empty.intersection(sheet.related(at, "corners"))) == 2
            and true.intersection(sheet.related(at, "sides"))
        ]
        assert all(holds(one, frozenset(line[edge] for edge in true)) for one in stated) == (
            len(true) == sum(len(path) - 1 for path in paths)
            and all(len(path) > 3 for path in paths)
            and all(len(square) < 3 for square in squares)
            and not beside
        )


def test_a_room_is_split_in_two_connected_parts() -> None:
    rng, sheet = random.Random(0), GenreSheet(3, 4)
    room = dict.fromkeys(sheet.every["cell"], 0)
    for place in sheet.every["cell"][:10]:
        before, room = room, split(sheet, room, place, rng)
        assert len(set(room.values())) == len(set(before.values())) + (
            len(members(before)[before[place]]) > 1
        )
        for cells in members(room).values():
            assert len(components([(y // 2, x // 2) for y, x in cells])) == 1
            assert len({before[at] for at in cells}) == 1


def test_a_cell_moves_to_another_room_where_its_own_stays_connected() -> None:
    """Against the parts of the rest of its room, of all cells of random divisions."""
    rng, sheet, moved = random.Random(1), GenreSheet(4, 4), Counter[bool]()
    for _ in range(40):
        room = any_division(sheet, rng)
        for place in sheet.every["cell"]:
            rest = [(y // 2, x // 2) for y, x in members(room)[room[place]] if (y, x) != place]
            near = {room[at] for at in sheet.related(place, "neighbours")} - {room[place]}
            other = other_room(sheet, room, place, rng)
            able = bool(near) and len(components(rest)) == 1
            assert (other in near) == able == (other is not None)
            moved[able] += 1
    assert min(moved[True], moved[False]) > 50


def test_amounts_of_rooms_after_cells_moved() -> None:
    """Of Norinori, by the cells that moved: the same as by the sums of all rooms."""
    base, rng, kept = GenreSheet(5, 5), random.Random(0), Counter[bool]()
    own = genre("norinori")
    with closing(Sheets(own, base)) as sheets:
        values = sheets.random_board([], rng)
    assert values is not None
    drawing = AroundBoard(FilledBoard(GenrePuzzle(own, base), values), "rooms", rng)
    room = any_division(base, rng)

    def sums(division: dict[Place, int]) -> dict[int, int]:
        cells = members(division)
        return {number: sum(values["shade", at] for at in cells[number]) for number in cells}

    for _ in range(200):
        changed = dict(room)
        drawing.exchange(changed, base.every["cell"])
        kept[drawing.is_kept(room, changed)] += 1
        assert drawing.is_kept(room, changed) == (sums(room) == sums(changed))
    assert min(kept[True], kept[False]) > 20


def test_what_a_rule_says_is_kept_where_clues_in_line_with_the_place_are_the_same() -> None:
    """A board that has been checked against many sheets says of each what a new one does."""
    rng, base, answers = random.Random(0), GenreSheet(5, 5), set[tuple[str, int]]()
    for name, key in (("curving", "circles"), ("lightup", "clues"), ("tents", "trees")):
        own = genre(name)
        assert any(key in rule.straight for rule in analysed(own))
        kind = next(kind for kind in own.given if kind.key == key)
        values_of = range(5) if name == "lightup" else (1,)
        with closing(Sheets(own, base)) as sheets:
            values = sheets.random_board([], rng)
        assert values is not None
        puzzle = GenrePuzzle(own, base)
        board = FilledBoard(puzzle, values)
        clues: dict[Place, Value] = {}
        for _ in range(150):
            place = rng.choice(places(kind, base))
            clues = {at: value for at, value in clues.items() if at != place}
            if rng.random() < 0.4:
                clues[place] = rng.choice(values_of)
            sheet = base.with_clues({key: clues})
            anew = FilledBoard(puzzle, values).broken(sheet)
            assert board.broken(sheet) == anew
            answers.add((name, anew))
    assert len(answers) > 20


def test_clues_beyond_another_line_are_not_in_line() -> None:
    """Nor are cells that touch at a corner."""
    ahead = Exists(d, Ray(c, k), HasClue("clues", d))
    beyond = Exists(d, Ray(c, k), Exists(e, Ray(d, k), HasClue("clues", e)))
    around = Exists(d, Adjacent(c, "around"), HasClue("clues", d))
    for body, straight in ((ahead, {"clues"}), (beyond, set()), (around, set()), (ahead & around, set())):
        rule = GenreRule("", ForAll(c, CELLS, ForAll(k, Directions(), body)))
        assert AnalysedRule.of(rule).straight == straight


def test_a_solver_is_full_by_what_came_after_the_first_clues(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not by those of the first board, else a new one would be as full at once."""
    monkeypatch.setattr(generator_sheets, "MORE_VARIABLES", 0)
    own, base = genre("patchwork"), GenreSheet(4, 4)
    with closing(Sheets(own, base)) as sheets:
        full = []
        for place in base.every["cell"]:
            sheets.conditions(base.with_clues({"clues": {place: 2}}))
            full.append(sheets.is_full)
        assert not full[0]
        assert full[-1]


def test_a_puzzle_is_as_hard_as_wanted() -> None:
    easy = rated(made(genre("slitherlink"), (3, 3), 0).puzzle)
    wanted = (int(easy) + 1, 10**6)
    assert wanted[0] <= rated(made(genre("slitherlink"), (3, 3), 0, difficulty=wanted).puzzle) <= wanted[1]


def test_a_puzzle_that_is_too_hard_gets_clues_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """By bisection between few clues and all: here as hard as the number of clues that are left out."""
    own, rng = genre("slitherlink"), random.Random(0)
    every = {"clues": {cell(r, c): rng.randint(1, 2) for r, c in product(range(3), repeat=2)}}
    orbits = [[Item("clues", at)] for at in every["clues"]]
    few = ReducedPuzzle(GenrePuzzle(own, GenreSheet(3, 3)), every, orbits, trivial=False)

    def left_out(puzzle: GenrePuzzle, *_: object) -> float:
        return 9 - len(puzzle.sheet.clues.get("clues", {}))

    monkeypatch.setattr(genres, "rated", left_out)
    for wanted in range(10):
        scores = []
        for puzzle, score in few.easier((wanted, wanted), NEVER):
            scores.append(score)
            if score == wanted:
                assert left_out(puzzle) == wanted
                break
        assert scores[-1] == wanted
        assert len(scores) <= 6
    assert [score for _, score in few.easier((20, 30), NEVER)] == [9]
    assert [score for _, score in few.easier((-2, -1), NEVER)] == [9, 0]


def test_a_search_in_vain_ends_with_what_was_reached(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    scores = iter([30, 7, TOO_HARD, 40, 50])  # the second is the nearest: two more are looked at
    monkeypatch.setattr(genres, "rated", lambda *_: next(scores))
    monkeypatch.setattr(genres, "IN_VAIN", 2)
    assert generate.main(["starbattle", "--size", "4x4", "--rules", "stars: 1", "--difficulty", "9..20"]) == 1
    said = "zenkai: no puzzle of 9..20 among 4, which are of 7..40 or too hard to be rated\n"
    assert capsys.readouterr().err == said


def test_a_range_that_is_far_off_is_given_up_early(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not where nothing could be rated, or the nearest is three times as hard."""
    words = ["starbattle", "--size", "4x4", "--rules", "stars: 1", "--difficulty", "9..20"]
    monkeypatch.setattr(genres, "FAR_IN_VAIN", 2)
    monkeypatch.setattr(genres, "IN_VAIN", 8)
    numbers = {}
    for score in (81, 60, 1, 3, TOO_HARD):
        monkeypatch.setattr(genres, "rated", lambda *_, score=score: score)
        assert generate.main(words) == 1
        number = re.search("among ([0-9]+),", capsys.readouterr().err)
        assert number is not None
        numbers[score] = int(number[1])
    assert numbers[81] < numbers[60] == numbers[TOO_HARD]
    assert numbers[1] < numbers[3]


def test_the_least_score_is_that_of_the_easiest_step() -> None:
    assert min(WEIGHTS.values()) == LEAST_SCORE


def test_a_limit_says_what_was_reached(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def rated_once(puzzle: GenrePuzzle, deadline: Deadline, *_: object) -> float:
        deadline.stop.set()
        return 7.0

    monkeypatch.setattr(genres, "rated", rated_once)
    assert generate.main(["starbattle", "--size", "4x4", "--difficulty", "9..20"]) == 130
    said = "zenkai: no such puzzle yet among 1, which are of 7.0: stopped\n"
    assert capsys.readouterr().err == said


def test_there_is_none_so_hard(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zenkai_solver.solvers.generators.genres.PUZZLES", 2)
    assert generate.main(["slitherlink", "--size", "2x2", "--difficulty", "99999.."]) == 1
    assert "no puzzle of 99,999..10,000,000 among 2, which are of" in capsys.readouterr().err


def test_the_time_limit_is_heard(capsys: pytest.CaptureFixture[str]) -> None:
    for name in GENRES:
        divided = sum(isinstance(kind, RoomClue) for kind in genre(name).given) > 1
        assert generate.main([name, "--size", "12x12", "--time-limit", "0.001"]) == (2 if divided else 3)
        words = "two divisions of the board" if divided else "no such puzzle yet"
        assert words in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("slitherlik", "invalid choice: 'slitherlik'; did you mean \"slitherlink\"?"),
        ("slitherlink --size 0x4", "'0x4' is not a size, ROWSxCOLUMNS from 1x1 to 30x30"),
        ("slitherlink --size 31x4", "from 1x1 to 30x30"),
        ("slitherlink --difficulty 5", "is not a range of ratings such as 90..200"),
        ("slitherlink --difficulty 1..3", "'1..3': no puzzle has such a score, the least is 4"),
        ("slitherlink --symmetry diagonal --size 4x5", "--symmetry diagonal: not of 4x5"),
        ("slitherlink --givens 3", "as many clues are left as one solution needs"),
        ("nurikabe --rules a", "has no clue of the board as a whole"),
        ("slitherlink --number 2", "several puzzles are several files"),
        ("slitherlink -o made.txt", "the ending names no format; known: .yaml, .yml, .link"),
        ("hidoku -o made.link", "made.link: puzz.link has no Hidoku: -o NAME.yaml"),
        ("lits --symmetry full", "LITS has no clues beside rooms and holes"),
        ("numlin --symmetry full", "lie as its solution wants them"),
        ("starbattle --rules stars:0", 'unknown key "stars:0"'),
    ],
)
def test_bad_options_are_one_line(words: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        ended = generate.main(words.split())
    except SystemExit as error:
        ended = error.code
    said = capsys.readouterr().err
    assert ended == 2
    assert message in said
    assert said.count("\n") == 1


@pytest.mark.parametrize("number", [1, 2])
def test_links_are_lines_that_are_read_again(number: int, tmp_path: Path) -> None:
    words = ["slitherlink", "--size", "3x4", "--number", str(number), "-o"]
    assert generate.main([*words, str(tmp_path / "a.link")]) == 0
    assert generate.main([*words, str(tmp_path / "a.yaml")]) == 0
    lines = (tmp_path / "a.link").read_text().splitlines()
    assert all(line.startswith("https://puzz.link/p?slither/4/3/") for line in lines)
    files = sorted(tmp_path.glob("*.yaml"))
    assert len(lines) == len(files) == number
    linked = [item.instance("").puzzle for item in batch_items.items([str(tmp_path / "a.link")])]
    assert linked == [load(file).puzzle for file in files]


@pytest.mark.parametrize(
    "words",
    [
        "fillomino --size 30x30",
        "masyu --size 1x5",
        "starbattle --size 4x5",
        "kakuro --size 2x2",
        "juosan --size 1x1",  # one cell cannot be alike to another
    ],
)
def test_sizes_without_a_board_end_with_1(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert generate.main(words.split()) == 1
    assert capsys.readouterr().err.count("\n") == 1


# ---- genres of no table


MARK = Shows("shade", c)
ROOMS = Genre(
    name="rooms",
    title="Rooms",
    source="here",
    unknown=(Shading("shade"),),
    given=(RoomClue("rooms"), NumberClue("counts", at="room", rooms="rooms")),
    rules=(
        GenreRule("no two beside", ForAll(e, INNER, CountOf(c, Adjacent(e, "beside"), MARK) <= 1)),
        GenreRule(
            "each room has a shaded cell", ForAll(g, Rooms("rooms"), CountOf(c, Members(g), MARK) >= 1)
        ),
        GenreRule(
            "counts",
            ForAll(
                g,
                WithClue("counts", among=Rooms("rooms")),
                CountOf(c, Members(g), MARK).is_(ClueAt("counts", g)),
            ),
        ),
    ),
)
ARROWS = Genre(
    name="arrows",
    title="Arrows",
    source="here",
    unknown=(Shading("shade"),),
    given=(ArrowClue("arrows"),),
    rules=(
        GenreRule("no two beside", ForAll(e, INNER, CountOf(c, Adjacent(e, "beside"), MARK) <= 1)),
        GenreRule(
            "arrows count",
            ForAll(
                c,
                WithClue("arrows"),
                CountOf(d, Ray(c, ArrowAt("arrows", c)), Shows("shade", d)).is_(ClueAt("arrows", c, 1)),
            ),
        ),
    ),
)


@pytest.mark.parametrize("own", [ROOMS, ARROWS], ids=lambda own: own.name)
def test_a_genre_of_no_table_is_made_where_its_clues_say_enough(own: Genre) -> None:
    options = GenreOptions((3, 3), "", "none", None, 1, True, 0, None, None)
    found = [Maker.of(own, replace(options, seed=seed)).puzzle(1) for seed in range(3)]
    instances = [one for one in found if isinstance(one, Instance)]
    assert all(isinstance(one, Instance | NoGenrePuzzle) for one in found)
    assert instances
    for instance in instances:
        assert genre_puzzle(instance).genre == own
        assert len(solutions(instance, "cpsat")) == 1


# ---- cuts


def graphs(rng: random.Random) -> Iterator[Constraint]:
    """Constraints on variables 1..6, and 7..11 for what is reached."""
    nodes = rng.randint(2, 5)
    pairs = list(combinations(range(nodes), 2))
    edges = tuple(rng.sample(pairs, rng.randint(1, min(6, len(pairs)))))
    lits = tuple(rng.choice((1, -1)) * (1 + i) for i in range(nodes))
    on_edges = tuple(rng.choice((1, -1)) * (1 + i) for i in range(len(edges)))
    yield Connected(lits, edges)
    yield SingleLoop(on_edges, edges)
    yield Acyclic(on_edges, edges)
    yield Division(on_edges, edges)
    least = rng.choice((0, 2))
    weights = tuple(rng.randint(-1 if rng.random() < 0.3 else 0, 2) for _ in lits)
    roots = tuple(rng.sample(range(nodes), rng.randint(1, nodes)))
    yield Components(lits, edges, weights, roots, least, least + rng.randint(0, 2))
    yield Reached(lits, edges, rng.randrange(nodes), tuple(7 + i for i in range(nodes)))


@pytest.mark.parametrize("under", [False, True])
def test_cuts_leave_exactly_what_holds(under: bool) -> None:
    rng = random.Random(1)
    for constraint in (one for _ in range(25) for one in graphs(rng)):
        used = sorted({abs(lit) for lit in (*constraint.lits, *getattr(constraint, "reached", ()))})
        wanted = {
            true
            for signs in product((False, True), repeat=len(used))
            if holds(constraint, true := frozenset(var for var, sign in zip(used, signs) if sign))
        }
        with closing(ConstraintSolver()) as solver:
            for _ in range(11):
                solver.fresh()
            condition = solver.fresh() if under else None
            solver.add([constraint], condition)
            assumed = [condition] if condition else []
            found = set()
            while (true := solver.solution(assumed)) is not None:
                found.add(own := frozenset(used) & true)
                solver.add([Clause(tuple(-var if var in own else var for var in used))], condition)
            assert found == wanted
            assert not under or solver.solution() is not None  # without the condition all are left


def test_assumptions_are_each_made_once() -> None:
    """More of them than there are variables corrupt the memory of Glucose, which ends the process later."""
    with closing(ConstraintSolver()) as solver:
        for _ in range(3):
            solver.fresh()
        met = []
        satisfiable = solver.solver.solve_limited
        solver.solver.solve_limited = lambda assumptions, **more: (
            met.append(assumptions) or satisfiable(assumptions=assumptions, **more)
        )
        assert solver.solution([1, -2, 1, 1, -2, 1]) is not None
        assert solver.solution([1, -2, 2]) is None
        assert met == [[1, -2]]


# ---- words


def said(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert explain.main(words) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("name", GENRES)
def test_each_fact_is_asked_by_the_name_that_it_bears(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Of lines by the sides of cells, not by rows and columns of a drawing."""
    path = str(EXAMPLES / f"{name}.yaml")
    puzzle = genre_puzzle(load(path))
    (board,) = solutions(load(path), "sat")
    clue = next(own for own in puzzle.clues(board) if not own.name.endswith("=."))
    assert (" side of R" in clue.name) == isinstance(puzzle.genre.unknown[0], LineLayer)
    assert said([path, "--why", clue.name], capsys).startswith(f"{clue.name} follows from th")


def test_a_side_is_asked_from_either_cell(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(EXAMPLES / "masyu.yaml")
    texts = {
        said([path, "--why", f"{side}=-"], capsys) for side in ("left side of R1C2", "the right side of R1C1")
    }
    assert len(texts) == 1
    assert explain.main([path, "--why", "R1C1=-"]) == 2
    assert capsys.readouterr().err == (
        "zenkai: 'R1C1=-' is not PLACE=VALUE, such as the right side of R1C1=-\n"
    )


def _rated(name: str, case: Case) -> list[pytest.MarkDecorator]:
    """The suite in which the example of a genre is rated."""
    if case.long or case.hard:
        return [pytest.mark.slow]
    return [] if name in FIRST else [pytest.mark.broad]


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=_rated(name, case)) for name, case in CASES.items() if not case.unrated],
)
def test_each_genre_is_rated(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = said([str(EXAMPLES / f"{name}.yaml"), "--rate"], capsys)
    assert re.search(r"^score [1-9][\d,]*, the sum of$", text, re.MULTILINE)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.unrated])
def test_a_rating_that_takes_too_long_is_cut_short(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = [str(EXAMPLES / f"{name}.yaml"), "--rate", "--time-limit", "12"]
    assert explain.main(words) == 3
    assert capsys.readouterr().err.endswith("cut short: time limit\n")


@pytest.mark.parametrize("name", GENRES)
def test_contradicting_clues_are_named(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, words = CASES[name].none
    path = tmp_path / "none.yaml"
    path.write_text(f"puzzle: {name}\n{text}")
    answer = said([str(path), "--none"], capsys)
    assert re.search("do not fit together|cannot be met", answer)
    assert words in answer


NOT_OPEN = {"starbattle", "mejilink", "recoil"}  # their blank boards have one solution


@pytest.mark.parametrize("name", GENRES)
def test_each_genre_is_made_unique(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, unique = tmp_path / "open.yaml", tmp_path / "unique.yaml"
    path.write_text(f"puzzle: {name}\n{CASES[name].blank}")
    assert len(solutions(load(path), "sat")) > 1 or name in NOT_OPEN
    assert makeunique.main([str(path), "-o", str(unique)]) == 0
    assert len(solutions(load(unique), "cpsat")) == 1
    names = capsys.readouterr().out
    kinds = {isinstance(layer, LineLayer) for layer in genre(name).unknown}
    if len(kinds) == 1 and name not in NOT_OPEN:
        assert {" side of R" in names} == kinds


def test_a_sheet_has_what_its_rules_share_with_those_of_earlier_sheets() -> None:
    """In Nagareru-Loop, how a loop is followed: each rule about other arrows needs it again."""
    own, rng, fits = genre("nagare"), random.Random(1), []
    base = GenreSheet(4, 4)
    with closing(Sheets(own, base)) as sheets:
        for _ in range(12):
            arrows = {place: (1, rng.randint(1, 4)) for place in rng.sample(base.every["cell"], 2)}
            sheet = base.with_clues({"clues": arrows})
            assumed = sheets.conditions(sheet)
            board = None if assumed is None else sheets.board(assumed)
            if board is not None:
                fits.append(FilledBoard(sheets.puzzle, board).fits(sheet))
    assert fits
    assert all(fits)


def test_a_board_is_read_with_the_clues_of_each_sheet() -> None:
    """What it keeps of sheets before, such as the regions of Kuromenbun, is of clues that are the same."""
    own, rng, answers = genre("kuromenbun"), random.Random(0), []
    base = GenreSheet(3, 3, {"rooms": {cell(r, c): c > 1 for r in range(3) for c in range(3)}})
    puzzle = GenrePuzzle(own, base)
    shaded = {("shade", cell(1, 1)): 1, ("shade", cell(0, 2)): 1}
    board = FilledBoard(puzzle, dict.fromkeys(puzzle.domains, 0) | shaded)
    number: dict[Place, Value] = {}
    walls: dict[Place, Value] = {}
    for _ in range(60):
        if rng.random() < 0.5:
            number = dict.fromkeys(rng.sample(base.every["cell"], 2), rng.randint(0, 3))
        if rng.random() < 0.5:
            walls = dict.fromkeys(rng.sample(base.every["inner"], 8), 1)
        sheet = base.with_clues({"walls": walls, "clues": number})
        answers.append((board.fits(sheet), board.broken(sheet)))
        afresh = FilledBoard(puzzle, board.values)
        assert answers[-1] == (afresh.fits(sheet), afresh.broken(sheet))
    assert len(set(answers)) > 1


def test_clues_are_removed_within_a_bound_of_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each question is hard and stays open here, so no clue goes, and after a few only easy ones are asked."""
    asked: list[float] = []
    within = ConstraintSolver.solution_within

    def open_at_last(solver: ConstraintSolver, assumed: Sequence[int], most: float) -> WorkBounded:
        if most not in (HARD, EASY):
            return within(solver, assumed, most)
        asked.append(most)
        return WorkBounded(None, True, int(most))

    monkeypatch.setattr(attempts, "HARD_TOGETHER", 3 * HARD)
    monkeypatch.setattr(ConstraintSolver, "solution_within", open_at_last)
    puzzle = made(genre("nurikabe"), (5, 5))
    assert asked[:3] == [HARD] * 3
    assert {*asked[3:]} == {EASY}
    assert len(solutions(puzzle, "cpsat")) == 1


def test_a_search_that_was_cut_short_says_nothing() -> None:
    """Of five pigeons in four holes nothing is known after too little work, or else that there are none."""
    pigeons, holes = range(5), range(4)
    with closing(ConstraintSolver()) as solver:
        at = [[solver.fresh() for _ in holes] for _ in pigeons]
        solver.add([*map(ExactlyOne, map(tuple, at)), *map(AtMostOne, zip(*at))])
        short = solver.solution_within([], 0)
        assert (short.true, short.open) == (None, True)
        whole = solver.solution_within([], 10_000)
        assert (whole.true, whole.open) == (None, False)
        assert 0 < whole.work < 10_000
        assert solver.solution() is None


def test_a_clue_leaves_its_cell_no_value_where_its_layer_says_so() -> None:
    """In Hebi-Ichigo no snake goes through an arrow, which may also be removed."""
    base, own = GenreSheet(3, 3), genre("hebi")
    sheet = base.with_clues({"arrows": {cell(1, 1): (1, 5)}})
    with closing(Sheets(own, base)) as sheets:
        board = sheets.board(sheets.conditions(sheet) or [])
    assert board is not None
    assert board["number", cell(1, 1)] == 0
    assert FilledBoard(GenrePuzzle(own, base), board).fits(sheet)
    assert not FilledBoard(GenrePuzzle(own, base), {**board, ("number", cell(1, 1)): 1}).fits(sheet)


@pytest.mark.parametrize(
    ("name", "key"),
    [
        pytest.param("cts", "blocks", id="in order"),
        pytest.param("railpool", "lengths", id="of rooms", marks=pytest.mark.broad),
        pytest.param("lineofsight", "arrows", id="with arrows", marks=pytest.mark.broad),
    ],
)
def test_clues_that_no_rule_computes_are_tried(name: str, key: str) -> None:
    """Blocks in order, the lengths of lines in a room, and arrows with what they see."""
    instance = made(genre(name), (4, 4))
    assert len(solutions(instance, "cpsat")) == 1
    assert genre_puzzle(instance).sheet.clues[key]


def test_numbers_that_contradict_each_other_are_unsaid() -> None:
    """A line of Magnetic Ichimaga joins two circles that have one line each: they do not both say so."""
    own, line = genre("ichimagam"), (1, 2)
    circles = {cell(0, 0): HIDDEN, cell(0, 1): HIDDEN}
    puzzle = GenrePuzzle(own, GenreSheet(1, 2, {"circles": circles}))
    clues = CluesOfBoard(FilledBoard(puzzle, {("line", line): 1}), puzzle.sheet, random.Random(0)).every()
    assert clues is not None
    assert sorted(clues["circles"].values()) == [HIDDEN, 1]


def test_there_are_as_many_numbers_as_areas() -> None:
    """Border Block wants a number of its own in each area, here more than a side of the board has cells."""
    own, blank = genre("bdblock"), GenreSheet(2, 3)
    dots = {at: 1 for at in blank.every["corner"] if at not in ((0, 0), (0, 6), (4, 0), (4, 6))}
    puzzle = GenrePuzzle(own, blank.with_clues({"dots": dots}))
    board = FilledBoard(puzzle, {("wall", edge): 1 for edge in blank.every["inner"]})
    clues = CluesOfBoard(board, puzzle.sheet, random.Random(0)).every()
    assert clues is not None
    assert len(set(clues["numbers"].values())) == 6


def test_a_board_is_given_up_where_each_has_the_same_clues(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of Vertigo, of which only holes are given: numbers are read off a board; rooms and circles change."""
    monkeypatch.setattr(Mending, "_changed", lambda *_: pytest.fail("a change of what is fixed"))
    monkeypatch.setattr(Mending, "_is_poor", lambda *_: False)  # which is another reason
    names = {"vertigo": True, "ichimaga": False, "lits": False, "norinori": False, "nondango": False}
    for name, fixed in names.items():
        maker = Maker.of(genre(name), GenreOptions((4, 4), "", "none", None, 1, True, 0, None, None))
        with closing(LatestSheets(maker.drawn, NEVER)) as latest:
            attempt = Attempt(maker.orbits, GenreSheet(4, 4), random.Random(0), latest)
            assert attempt.fixed == fixed
            board = attempt.random_board()
            if fixed:
                assert board is not None
                others = attempt.others(board, {})
                assert others is not None
                assert len(others[0]) == 1  # more would be of no use
                assert Mending(attempt, []).unique(board) is None


def test_a_single_clue_is_as_true_as_on_the_whole_board() -> None:
    """What rules say at other places, which a clue does not change, need not be looked at."""
    rng, answers = random.Random(0), []
    for name, key, values in (
        ("nurimisaki", "clues", (HIDDEN, *range(1, 5))),
        ("yajilin", "arrows", tuple(product((1, 2, 3, 4), range(3)))),
        ("tapa", "clues", ((1,), (2,), (1, 1), (3,))),
    ):
        own, base = genre(name), GenreSheet(4, 4)
        with closing(Sheets(own, base)) as sheets:
            for _ in range(5):
                values_of = sheets.random_board([], rng)
                assert values_of is not None
                board = FilledBoard(GenrePuzzle(own, base), values_of)
                for place in base.every["cell"]:
                    sheet = base.with_clues({key: {place: rng.choice(values)}})
                    answers.append(board.fits_one(sheet, key, place))
                    assert answers[-1] == board.fits(sheet, key)
    assert {*answers} == {False, True}
