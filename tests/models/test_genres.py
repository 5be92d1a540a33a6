"""The genres, judged by boards of others; how a puzzle of a genre is read, written, turned and drawn."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from itertools import chain, islice, product
from typing import Any

import pytest
import yaml

from tests.dissection_brute import divisions
from tests.genre_cases import CASES, SITE, known, parsed
from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.genres.clues import ArrowClue, ClueError, ClueKind, SignedClue, SwitchClue
from zenkai_solver.models.genres.genre import Genre, amount_of, fault, from_data, to_data
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.reading import as_keys
from zenkai_solver.models.genres.sheet import DIRECTIONS, HIDDEN
from zenkai_solver.models.genres.table import GENRES, genre
from zenkai_solver.models.grid import TRANSFORMS, Vector, normalise
from zenkai_solver.models.loading import loads
from zenkai_solver.models.puzzle import Encoding, Explained, Givable, Labelled, SideBySide, Telling, Unsolved
from zenkai_solver.solvers.core.sources import as_yaml
from zenkai_solver.solvers.engines.sat.sat import SatBackend

BOARDS = known()
SOLVED = [(SITE[site], text) for site, boards in BOARDS.items() for text in boards["solved"]]
WRONG = [(SITE[site], rule, text) for site, boards in BOARDS.items() for rule, text in boards["wrong"]]
SEARCHED = [
    pytest.param(name, text, marks=[pytest.mark.broad] * CASES[name].long, id=name) for name, text in SOLVED
]


@pytest.mark.parametrize(("name", "text"), SEARCHED)
def test_a_solved_board_of_the_site_is_the_only_solution(name: str, text: str) -> None:
    puzzle, board = parsed(text)
    assert list(puzzle.violations(board)) == []
    if text.startswith(CASES[name].several):
        found = solutions(puzzle)
        assert board in found or len(found) == 1_000
        assert len(found) > 1
    else:
        assert solutions(puzzle, 2) == [board]
    assert puzzle.decode(puzzle.encode(board)) == board


@pytest.mark.parametrize(("name", "rule", "text"), WRONG, ids=[f"{name}-{rule}" for name, rule, _ in WRONG])
def test_a_wrong_board_of_the_site_is_refused_by_the_rule(name: str, rule: str, text: str) -> None:
    puzzle, board = parsed(text)
    assert any(CASES[name].fits[rule] in words for words in puzzle.violations(board)), list(
        puzzle.violations(board)
    )


def test_every_genre_is_judged() -> None:
    assert {parsed(text)[0].genre.name for _, text in SOLVED} == set(GENRES) == set(CASES)
    assert {parsed(text)[0].genre.name for _, _, text in WRONG} == set(GENRES)


@pytest.mark.parametrize(("name", "text"), SOLVED, ids=[name for name, _ in SOLVED])
def test_a_solved_board_keeps_the_rules(name: str, text: str) -> None:
    puzzle, board = parsed(text)
    assert list(puzzle.violations(board)) == []
    assert puzzle.decode(puzzle.encode(board)) == board


@pytest.mark.parametrize(
    ("site", "key", "part"), [("slither", "clues", 0), ("nurikabe", "clues", 0), ("kakuro", "sums", 1)]
)
def test_a_clue_follows_from_the_board(site: str, key: str, part: int) -> None:
    puzzle, board = parsed(BOARDS[site]["solved"][-1])
    found = amount_of(puzzle.genre, key, part)
    assert found is not None
    each, amount = found
    compared = 0
    for place, clue in puzzle.sheet.clues[key].items():
        value = clue if isinstance(clue, int) else clue[part]
        if value > 0 or site == "slither":
            assert amount.number(puzzle.view(puzzle.values(board)).bind(each.name, place)) == value
            compared += 1
    assert compared > 3
    assert amount_of(puzzle.genre, "circles") is None


# ---- as data


@pytest.mark.parametrize("name", GENRES)
def test_a_genre_is_data(name: str) -> None:
    data = to_data(genre(name))
    assert from_data(yaml.safe_load(as_yaml(data))) == genre(name)
    assert genre(name).name == name
    assert fault(genre(name)) is None


@pytest.mark.parametrize(("name", "text"), SOLVED, ids=[name for name, _ in SOLVED])
def test_an_instance_states_its_genre(name: str, text: str) -> None:
    puzzle, _ = parsed(text)
    stated = as_yaml({"puzzle": "genre", "genre": to_data(puzzle.genre), **as_keys(puzzle)})
    assert loads(stated, name).puzzle == puzzle
    named = yaml.safe_dump({"puzzle": puzzle.genre.name, **as_keys(puzzle)}, width=1000)
    assert loads(named, name).puzzle == puzzle


SMALL = to_data(genre("slitherlink"))
LOOP, COUNTS, _ = SMALL["rules"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda data: data.update(rule={}), 'genre.rule: unknown key; did you mean "rules"?'),
        (lambda data: data.pop("name"), "genre: the key `name` is missing"),
        (lambda data: data.pop("unknown"), "genre: nothing is unknown; a genre needs a layer"),
        (
            lambda data: data["unknown"].append(["Edges", "x"]),
            'genre.unknown[2]: "Edges" is not known here; did you mean',
        ),
        (lambda data: data.update(rules=["OneLoop", "line"]), "genre.rules: not a mapping of the words of"),
        (
            lambda data: data["rules"].update({LOOP: 3}),
            "lines are one loop: 3 is not a list that begins with a",
        ),
        (lambda data: data["rules"].update({LOOP: False}), "False is no Truth; in Python, equality is x.is_"),
        (lambda data: data["rules"][LOOP].append(3), "[3]: 3 is not true or false"),
        (lambda data: data["rules"][LOOP].append([]), "[3]: [] is not true or false"),
        (
            lambda data: data["rules"][LOOP].append({"empty": True}),
            "loop.empty: unknown key; known: may_be_empty",
        ),
        (
            lambda data: data["rules"][LOOP].extend([True, 3]),
            "OneLoop takes layer, may_be_empty: 1 to 2 values",
        ),
        (lambda data: data["rules"].update({LOOP: ["OneLoop"]}), "1 to 2 values, not 0"),
        (lambda data: data["rules"].update({LOOP: ["OneLoop", "lime"]}), "OneLoop: lime is no unknown layer"),
        (lambda data: data["rules"].update({LOOP: ["Truth"]}), '"Truth" is not known here'),
        (lambda data: data["unknown"].append(["Layer", "x"]), '"Layer" is not known here'),
        (lambda data: data["unknown"].append(["Shading", "x", "ab"]), "Shading x: a sign is one character"),
        (
            lambda data: data["unknown"].append(["Symbols", "x", "aa"]),
            "Symbols x: 1 to 64 characters that all",
        ),
        (
            lambda data: data["given"].append(["NumberClue", "size"]),
            "genre: 'size' cannot be the key of clues",
        ),
        (lambda data: data["given"].append(list(data["given"][0])), "genre: clues is there twice"),
        (lambda data: data["given"].append(["NumberClue", "n", "room"]), "the clues n are of rooms that no"),
        (
            lambda data: data["given"].append(["NumberClue", "n", {"lo": 5, "hi": 3}]),
            "n: 5..3 is not a range",
        ),
        (
            lambda data: data["rules"].update({LOOP: ["ForAll", "g", ["Rooms", "clues"], ["AllOf", []]]}),
            "Rooms: clues are no rooms",
        ),
        (lambda data: data["rules"].update({LOOP: ["Shows", "line", "x"]}), "genre: x stands for nothing"),
        (lambda data: data.update(title=7), "genre.title: 7 is not text"),
        (lambda data: data.update(unknown="line"), "genre.unknown: 'line' is not a list"),
        (
            lambda data: data["rules"].update(
                {LOOP: ["ForAll", "c", ["Everywhere", "cells"], ["AllOf", []]]}
            ),
            "not one of cell",
        ),
        (
            lambda data: data["rules"].update({LOOP: ["Exists", "c", ["Everywhere", "cell"], "c"]}),
            "'c' is no",
        ),
        (lambda data: data["rules"].update({LOOP: [">", 1 << 40, 3]}), '">" is not known here'),
        (
            lambda data: data["rules"].update({LOOP: ["Compare", 1 << 40, ">", 3]}),
            "a number is at most 1,073,741,824",
        ),
    ],
)
def test_what_is_not_of_the_vocabulary_is_refused(change: Any, words: str) -> None:
    data = deepcopy(SMALL)
    change(data)
    with pytest.raises(InstanceError) as error:
        loads(as_yaml({"puzzle": "genre", "genre": data, "size": "3x3"}), "wrong")
    assert words in str(error.value), str(error.value)
    assert "\n" not in str(error.value)


def test_a_genre_has_limits() -> None:
    deep: Any = ["OneLoop", "line"]
    for _ in range(50):
        deep = ["Negation", deep]
    data = deepcopy(SMALL)
    data["rules"][LOOP] = deep
    with pytest.raises(InstanceError, match="10,000 values, 40 deep"):
        from_data(data)


# ---- reading


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("puzzle: slitherlink", "the key `size` is missing"),
        ("puzzle: slitherlink\nclues: |\n  5.", "wrong:3: clues: '5' is not a number 0..4 or ?"),
        ("puzzle: slitherlink\nclues: |\n  ..\n  .", "wrong:4: clues: row 2 has 1 clue, not 2"),
        ("puzzle: slitherlink\nsize: 3x3\nclues: |\n  ..\n  ..", "clues: 2 rows, not 3"),
        ("puzzle: slitherlink\nsize: 3", "a size is rows x columns"),
        ("puzzle: slitherlink\nsize: 0 x 3", "0x3: 1x1 to 100x100"),
        ("puzzle: slitherlink\nsize: 101x3", "101x3: 1x1 to 100x100"),
        ("puzzle: slitherlink\nsize: 2x2\nclue: x", 'clue: unknown key; did you mean "clues"?'),
        (
            "puzzle: slitherlink\nsize: 2x2\ngenre: x",
            "genre: the genre is named already, by puzzle: slitherlink; leave it out",
        ),
        (
            "puzzle: fillomino\nsize: 60x60",
            "3,600 values of number at R1C1, 12,960,000 at all places of 60x60 cells; at most 250,000",
        ),
        ("puzzle: masyu\ncircles: |\n  .x", "circles: 'x' is not one of o *"),
        ("puzzle: kakuro\nsums: |\n  # 3\\\n  \\x .", "sums: '\\\\x' is not # or sums down and to the right"),
        ("puzzle: starbattle\nregions: |\n  AB\n  BA\nstars: 1", "regions: the room A is not connected"),
        ("puzzle: starbattle\nregions: |\n  AA\n  AA", "the key `stars` is missing"),
        ("puzzle: starbattle\nregions: |\n  AA\n  AA\nstars: 0", "stars: '0' is not a number 1..9999"),
        (
            "puzzle: slitherlink\nsize: 1x1\nknown: |\n  .x.\n  ...\n  ...",
            "known: 'x' is no line at the upper side of R1C1",
        ),
        ("puzzle: slitherlink\nsize: 1x1\nknown: x", "known: the board is not 3 rows of 3 characters"),
        ("puzzle: slitherlnk\nsize: 1x1", 'did you mean "slitherlink"?'),
    ],
)
def test_a_wrong_instance_is_refused_in_one_line(text: str, words: str) -> None:
    with pytest.raises(InstanceError) as error:
        loads(text, "wrong")
    error.value.file = "wrong"
    assert words in str(error.value), str(error.value)
    assert "\n" not in str(error.value)


def solutions(puzzle: GenrePuzzle, most: int = 1_000) -> list[tuple[str, ...]]:
    return [puzzle.decode(one) for one in islice(SatBackend().solutions(puzzle.model()), most)]


def read(text: str) -> GenrePuzzle:
    puzzle = loads(text, "own").puzzle
    assert isinstance(puzzle, GenrePuzzle)
    return puzzle


@pytest.mark.parametrize(
    "text",
    [
        "puzzle: fillomino\nclues: |\n  2..\n  ..3\n  1..\n",
        "puzzle: keywest\nclues: |\n  0.\n  .2\n",
        "puzzle: yinyang\ncircles: |\n  o..\n  ..*\n",
        "puzzle: yajirushi\narrows: |\n  >..\n  ...\n",
        "puzzle: shakashaka\nclues: |\n  2..\n  ..?\n  ...\n",
    ],
)
def test_givens_with_names_leave_the_same_solutions(text: str) -> None:
    puzzle = read(text)
    named = puzzle.with_named_givens(1_000)
    fixed = {spot: values[0] for spot, values in puzzle.domains.items() if len(values) == 1}
    assert named.known == fixed
    assert named.known
    assert all(len(values) > 1 for values in named.domains.values())
    assert sorted(solutions(named)) == sorted(solutions(puzzle))
    assert puzzle.with_named_givens(1) is puzzle


def test_blank_slitherlinks_are_counted_as_loops() -> None:
    """A140517: 1, 13, 213 loops on a square of 1, 2, 3."""
    for side, number in ((1, 1), (2, 13), (3, 213)):
        assert len(solutions(read(f"puzzle: slitherlink\nsize: {side}x{side}"))) == number


def test_what_is_known_is_kept() -> None:
    puzzle = read("puzzle: slitherlink\nsize: 2x2\nknown: |\n  ?????\n  ??.??\n  ?????\n  ?????\n  ?????")
    own = [board for board in solutions(read("puzzle: slitherlink\nsize: 2x2")) if board[1][2] == "."]
    assert sorted(solutions(puzzle)) == sorted(own)
    assert 0 < len(own) < 13
    with_line = next(board for board in solutions(read("puzzle: slitherlink\nsize: 2x2")) if board not in own)
    assert list(puzzle.violations(with_line)) == ["the right side of R1C1 is |, but . is given"]


@pytest.mark.parametrize("name", ["kaidan", "edamame"])
def test_straight_lines_do_not_cross(name: str) -> None:
    puzzle = read(f"puzzle: {name}\nsize: 3x3")
    around = {("line", at): 1 for at in ((2, 3), (4, 3), (3, 2), (3, 4))}
    board = puzzle.board({key: around.get(key, values[0]) for key, values in puzzle.domains.items()})
    assert any("do not cross" in words for words in puzzle.violations(board))


def test_a_clue_without_an_arrow_keeps_its_cell_unshaded() -> None:
    """In Kuroclone, as the site has it; a number has an arrow."""
    rooms = "puzzle: kuroclone\nrooms: |\n  AAA\n  AAA\n"
    free = [board for board in solutions(read(rooms)) if board[0][0] == "."]
    assert sorted(solutions(read(f"{rooms}arrows: |\n  ? . .\n  . . .\n"))) == sorted(free) != []
    assert solutions(read(f"{rooms}arrows: |\n  1 . .\n  . . .\n")) == []


def test_an_arrow_whose_number_is_not_known_keeps_its_cell_unshaded() -> None:
    """In Tetro Chain-Y, as the site has it, also where the arrow is not known; and in Yajikabe."""
    wide = "puzzle: tetrochain\narrows: |\n  {} . . . .\n"
    assert sorted(solutions(read(wide.format("?")))) == sorted(solutions(read(wide.format(">?"))))
    assert {board[0][:5] for board in solutions(read(wide.format(">?")))} == {".....", ".####"}
    assert solutions(read(wide.format("4"))) == []  # a number has an arrow
    assert {board[0] for board in solutions(read("puzzle: yajikabe\narrows: |\n  >? .\n"))} == {"..", ".#"}


def test_cities_of_one_shape_are_not_turned() -> None:
    """Sendai-Miyagi, one room of 2x3 cells: two L of which a half turn moves one onto the other are not alike."""

    def is_beside_an_image(part: frozenset[Vector], parts: frozenset[frozenset[Vector]]) -> bool:
        around = {(y + dy, x + dx) for y, x in part for dy, dx in DIRECTIONS}
        return any(normalise(other) == normalise(part) and around & other for other in parts - {part})

    cells = frozenset(product(range(2), range(3)))
    every = chain.from_iterable(divisions(cells, number) for number in range(1, len(cells) + 1))
    alike = [parts for parts in every if all(is_beside_an_image(part, parts) for part in parts)]
    assert len(solutions(read("puzzle: sendai\nrooms: |\n  AAA\n  AAA\n"))) == len(alike) > 1


def moved(kind: ClueKind, text: str, name: str) -> str | None:
    value = kind.moved(kind.read(text), TRANSFORMS[name])
    return None if value is None else kind.write(value)


def test_clues_with_a_sign_or_without_an_arrow() -> None:
    arrows, walls, circles = (
        ArrowClue("a", loose=True),
        SignedClue("w", signs="+o*", arrows=True),
        SignedClue("c"),
    )
    for kind, text, value in (
        (arrows, "?", (0, HIDDEN)),
        (arrows, "3", (0, 3)),
        (arrows, ">?", (4, HIDDEN)),
        (arrows, "^0", (1, 0)),
        (walls, "o", (2, 0, HIDDEN)),
        (walls, "*<12", (3, 3, 12)),
        (walls, "+v", (1, 2, HIDDEN)),
        (circles, "o", (1, HIDDEN)),
        (circles, "*7", (2, 7)),
    ):
        assert kind.read(text) == value
        assert kind.write(value) == text
    assert circles.read("o?") == circles.read("o")
    letters = ArrowClue("l", loose=True, letters="LIX")
    for text, value in (
        ("vLX", (2, 5)),
        ("<I", (3, 2)),
        ("^?", (1, HIDDEN)),
        ("?", (0, HIDDEN)),
        ("LIX", (0, 7)),
    ):
        assert letters.read(text) == value
        assert letters.write(value) == text
    assert letters.read("vXL") == letters.read("vLX")
    for worth in (0, 8):
        with pytest.raises(ClueError, match="some of L I X"):
            letters.write((2, worth))
    for kind, text in (
        *((arrows, text) for text in ("", "x", "<", "<<", "-1")),
        *((letters, text) for text in ("", "v", "5", "vLL", "vA", "v5")),
        *((walls, text) for text in ("", "x", "^3", "oo", "o^x", "+10000")),
        *((circles, text) for text in ("", "7", "o^3", "o-1")),
        (ArrowClue("a"), "?"),
        (SwitchClue("s"), "no"),
    ):
        with pytest.raises(ClueError):
            kind.read(text)
    assert [moved(kind, text, "turn 90") for kind, text in ((arrows, "?"), (circles, "*7"))] == ["?", "*7"]
    assert moved(walls, "*^12", "turn 180") == "*v12"
    assert {moved(walls, "*^12", name) for name in TRANSFORMS} == {f"*{arrow}12" for arrow in "^v<>"}
    assert moved(arrows, "3", "turn 90") == "3"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("through_all_corners: 1", "through_all_corners: 1 is not true or false"),
        ("through_all_corners: often", "is not true or false"),
        ("clues: true", "is not text"),
    ],
)
def test_a_switch_is_true_or_false(text: str, words: str) -> None:
    with pytest.raises(InstanceError, match=words):
        read(f"puzzle: slitherlink\nsize: 3x3\n{text}\n")
    on, off = (
        read(f"puzzle: slitherlink\nsize: 2x3\nthrough_all_corners: {own}\n") for own in ("true", "false")
    )
    assert off == read("puzzle: slitherlink\nsize: 2x3\n")
    assert len(solutions(on)) == 2  # Hamiltonian cycles of 3x4 points
    assert len(solutions(off)) > 3


# ---- symmetry


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("puzzle: slitherlink\nsize: 3x3", 8),
        ("puzzle: slitherlink\nsize: 2x3", 4),
        ("puzzle: slitherlink\nclues: |\n  3..\n  ...\n  ..3", 4),
        ("puzzle: slitherlink\nclues: |\n  3..\n  ...\n  ..2", 2),
        ("puzzle: slitherlink\nclues: |\n  32.\n  ...\n  ..2", 1),
        ("puzzle: starbattle\nregions: |\n  ABB\n  ABC\n  CCC\nstars: 1", 1),
        ("puzzle: starbattle\nregions: |\n  AB\n  AB\nstars: 1", 4),
        ("puzzle: masyu\nsize: 1x4", 4),
    ],
)
def test_the_group_keeps_what_is_given(text: str, order: int) -> None:
    puzzle = read(text)
    group = puzzle.symmetries()
    assert group.order == order
    boards = solutions(puzzle)
    for image in group.maps:
        assert {image(board) for board in boards} == set(boards)


# ---- bounds


def test_a_bosanowa_has_numbers_beyond_twenty() -> None:
    """In a row of three the outer ones are the difference to the middle one, which is the sum of both."""
    assert solutions(read("puzzle: bosanowa\nclues: |\n  14 . .")) == [("ESE",)]  # 14 28 14


# ---- clues of the board as a whole


@pytest.mark.parametrize(
    ("mines", "number"), [("", 96), ("mines: '?'", 96), ("mines: 1", 3), ("mines: 2", 15)]
)
def test_the_number_of_all_mines_may_be_left_out(mines: str, number: int) -> None:
    """A 1 in a corner of 3x3: one of 3 neighbours, and any of the 5 other cells."""
    assert len(solutions(read(f"puzzle: mines\nclues: |\n  1..\n  ...\n  ...\n{mines}"))) == number


# ---- what may be done with a puzzle


@pytest.mark.parametrize(("name", "text"), SEARCHED)
def test_abilities(name: str, text: str) -> None:
    puzzle, board = parsed(text)
    for ability in (Encoding, Telling, Givable, Labelled, SideBySide, Unsolved, Explained):
        assert isinstance(puzzle, ability)
    clues = puzzle.clues(board)
    lits = {lit for clue in clues for lit in clue.lits}
    assert {lit for lit in lits if lit > 0} == set(puzzle.encode(board))
    given = read(
        yaml.safe_dump(
            {"puzzle": puzzle.genre.name, **as_keys(puzzle)} | puzzle.with_clues([one.fact for one in clues]),
            width=1000,
        )
    )
    assert solutions(given) == [board]
    assert puzzle.violations(puzzle.open_board).__next__().split(" has no ")[1] in puzzle.layers
    for style in ("ascii", "box"):
        assert puzzle.render(board, style)  # type: ignore[arg-type]
        assert puzzle.unsolved(style)  # type: ignore[arg-type]
    assert puzzle.svg(board) != puzzle.unsolved_svg() != puzzle.side_by_side_svg([board, board])
    statement = puzzle.statement()
    assert all(said is not None for said in statement.model.origins)
    assert len(statement.facts) == len(statement.model.projection)


def test_a_drawing() -> None:
    puzzle, board = parsed(BOARDS["slither"]["solved"][-1])
    assert puzzle.render(board) == DRAWN


DRAWN = """\
+-------------------+
| 2           1     |
|   +-------+   .   |
|   | 2     |     1 |
|   |   +---+   .   |
|   |   | 2         |
|   |   |   +---+   |
| 3 |   |   | 3 |   |
+---+   +---+   |   |
      0         | 3 |
.   .   .   .   +---+"""


def test_parts_of_a_room_that_black_cells_split_are_rooms() -> None:
    """Double Back: the site takes black cells out before it looks for rooms (AreaRoomGraph.isnodevalid).

    Of all loops through the other cells, those that cross the border of each part four times.
    """
    rooms = "AABBCC", "AABBCC", "AADDCC", "AADDCC"  # A and C are one room, whose first row is black between
    black = "..##.."
    text = "{}black: |\n  ..##..\n  ......\n  ......\n  ......\n  ......\n"
    split = "rooms: |\n  AAAAAA\n" + "".join(f"  {row.replace('C', 'A')}\n" for row in rooms)
    wanted = set()
    for lines in _lines_of("simpleloop", text.format("size: 5x6\n")):
        at = ("AA" + black[2:4] + "CC", *rooms)
        across = ((at[y][x], at[v][u]) for (y, x), (v, u) in lines)
        crossings = Counter(room for a, b in across if a != b for room in (a, b))
        if {crossings[room] for room in "ABCD"} == {4}:
            wanted.add(lines)
    assert wanted
    assert _lines_of("doubleback", text.format(split)) == wanted


def _lines_of(name: str, text: str) -> set[frozenset[tuple[tuple[int, int], tuple[int, int]]]]:
    """Of each solution the pairs of cells that a line joins."""
    puzzle = loads(f"puzzle: {name}\n{text}", name).puzzle
    assert isinstance(puzzle, GenrePuzzle)
    found, inner = set(), set(puzzle.sheet.every["inner"])
    for board in (puzzle.decode(solution) for solution in SatBackend().open(puzzle.model()).solutions()):
        edges = [edge for (_, edge), value in puzzle.values(board).items() if value == 1 and edge in inner]
        cells = [[(y // 2, x // 2) for y, x in puzzle.sheet.related(edge, "beside")] for edge in edges]
        found.add(frozenset((a, b) for a, b in cells))
    return found


def test_texts_that_are_no_board_are_refused() -> None:
    puzzle, board = parsed(BOARDS["nurikabe"]["solved"][0])
    assert list(puzzle.violations(board[1:])) == ["the board is not 5 rows of 5 characters"]
    assert list(puzzle.violations((board[0].replace(".", "x"), *board[1:]))) == ["'x' is no shade at R1C1"]
    assert isinstance(puzzle.genre, Genre)


@pytest.mark.parametrize("drawn", ["[]", "{}", "5"])
def test_where_the_size_is_that_of_a_drawing_it_is_text(drawn: str) -> None:
    with pytest.raises(InstanceError, match=r"clues: .* is not text"):
        read(f"puzzle: slitherlink\nclues: {drawn}\n")
