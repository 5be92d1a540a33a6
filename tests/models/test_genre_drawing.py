"""Pictures of genres: what each layer and kind of clues looks like, and where a page has it."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations, islice, pairwise
from math import hypot
from xml.etree import ElementTree

import pytest

from tests.genre_cases import known, parsed
from tests.models.test_sudoku_drawing import Rect, points_of
from zenkai_solver.models.genres.clues import (
    ArrowClue,
    FleetClue,
    NumberClue,
    RoomClue,
    ShipClue,
    SignClue,
    SumClue,
    SwitchClue,
)
from zenkai_solver.models.genres.drawing import SHADE
from zenkai_solver.models.genres.genre import Genre
from zenkai_solver.models.genres.layers import (
    Areas,
    Bars,
    CellNumbers,
    CentreLines,
    DiagonalLines,
    EdgeLines,
    LineLayer,
    Shading,
    Symbols,
)
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.sheet import HIDDEN, WHOLE, GenreSheet, Place
from zenkai_solver.models.genres.table import GENRES, genre
from zenkai_solver.models.loading import loads
from zenkai_solver.models.render.svg import size
from zenkai_solver.solvers.commands.genres import page
from zenkai_solver.solvers.core import shipped
from zenkai_solver.solvers.gallery.pictures import png

BOARDS = known()
SVG = "{http://www.w3.org/2000/svg}"


def solved(name: str) -> tuple[GenrePuzzle, tuple[str, ...]]:
    puzzle, board = parsed(BOARDS[name]["solved"][-1])
    return puzzle, tuple(board)


def texts(svg: str) -> list[str]:
    return [own.text or "" for own in ElementTree.fromstring(svg).iter(SVG + "text")]


def strokes(svg: str, width: str) -> int:
    """The number of strokes of this width."""
    paths = (
        own for own in ElementTree.fromstring(svg).iter(SVG + "path") if own.get("stroke-width") == width
    )
    return sum(path.get("d", "").count("M") for path in paths)


THICK, LINE = "2.5", "4"


def test_shaded_cells_are_dark() -> None:
    puzzle, board = solved("nurikabe")
    assert puzzle.svg(board).count(f'fill="{SHADE}"') == "".join(board).count("#")
    assert SHADE not in puzzle.unsolved_svg()
    assert sorted(texts(puzzle.svg(board))) == sorted(texts(puzzle.unsolved_svg())) == ["1", "2", "3", "5"]


def test_a_number_on_a_shaded_cell_is_light() -> None:
    hitori = Genre("x", "X", "", (Shading("shade"),), (NumberClue("n"),), ())
    puzzle = GenrePuzzle(hitori, GenreSheet(1, 2, {"n": {(1, 1): 3, (1, 3): 4}}))
    found = re.findall(r'fill="(#\w+)">(\d)</text>', puzzle.svg(("#.",)))
    assert found == [("#fff", "3"), ("#222", "4")]


@pytest.mark.parametrize("name", ["slither", "mashu"])
def test_lines_of_a_loop(name: str) -> None:
    puzzle, board = solved(name)
    lines = sum(map("".join(board).count, "-|"))
    assert strokes(puzzle.svg(board), LINE) == lines > 10
    assert strokes(puzzle.unsolved_svg(), LINE) == 0
    circles = puzzle.unsolved_svg().count("<circle")
    assert circles == (36 if name == "slither" else 5)  # the corners of 5x5 cells, or the clues


def test_stars_and_regions() -> None:
    puzzle, board = solved("starbattle")
    assert texts(puzzle.svg(board)) == ["★"] * 6 + ["stars: 1"]
    assert texts(puzzle.unsolved_svg()) == ["stars: 1"]
    walls = strokes(puzzle.unsolved_svg(), THICK)
    room = puzzle.sheet.clues["regions"]
    inner = (puzzle.sheet.related(edge, "beside") for edge in puzzle.sheet.every["inner"])
    assert walls == 24 + sum(room[one] != room[other] for one, other in inner)


def test_groups_of_equal_numbers_have_borders() -> None:
    """Where the numbers of both cells are known."""
    puzzle, board = solved("fillomino")
    number = {place: value for (_, place), value in puzzle.values(board).items()}
    inner = [puzzle.sheet.related(edge, "beside") for edge in puzzle.sheet.every["inner"]]
    borders = sum(number[one] != number[other] for one, other in inner)
    assert strokes(puzzle.svg(board), THICK) == 24 + borders
    assert strokes(puzzle.unsolved_svg(), THICK) == 24
    one = GenrePuzzle(puzzle.genre, puzzle.sheet, {("number", (1, 1)): 5})
    assert strokes(one.unsolved_svg(), THICK) == 24
    kakuro, digits = solved("kakuro")
    assert strokes(kakuro.svg(digits), THICK) == 24  # digits that differ are no groups


def test_black_cells_with_sums() -> None:
    puzzle, board = solved("kakuro")
    sums = puzzle.sheet.clues["sums"]
    svg = puzzle.unsolved_svg()
    assert svg.count(f'fill="{SHADE}"') == len(sums)
    assert svg.count('stroke="#fff"') == sum(value != (0, 0) for value in sums.values())
    assert sorted(texts(svg)) == sorted(str(n) for own in sums.values() for n in own if n)  # type: ignore[union-attr]
    assert len(texts(puzzle.svg(board))) == len(texts(svg)) + len(puzzle.domains)


KINDS = Genre(
    "x",
    "X",
    "",
    (
        Symbols("letter", ".AB"),
        DiagonalLines("slant", True),
        Areas("wall"),
        CentreLines("line"),
        CellNumbers("n"),
    ),
    (
        RoomClue("rooms"),
        NumberClue("counts", at="room", rooms="rooms"),
        ArrowClue("arrows"),
        SignClue("signs", at="edge", signs="ok"),
        NumberClue("corners", at="corner"),
        NumberClue("lines", at="line"),
        NumberClue("sides", at="side"),
        NumberClue("all", at="board"),
        SumClue("sums"),
    ),
    (),
)
CLUES: dict[str, dict[Place, int | tuple[int, ...]]] = {
    "rooms": {(1, 1): 0, (1, 3): 1},
    "counts": {(1, 3): 7},
    "arrows": {(1, 1): (4, -2)},
    "signs": {(0, 1): 1, (1, 2): 2},
    "corners": {(2, 2): 4},
    "lines": {(1, -1): 11, (-1, 3): 12},
    "sides": {(3, 1): 13, (1, 5): 14},
    "all": {WHOLE: 15},
    "sums": {(1, 3): (5, 6)},
}


def test_every_kind_of_clue_is_drawn() -> None:
    puzzle = GenrePuzzle(KINDS, GenreSheet(1, 2, CLUES))
    found = set(texts(puzzle.unsolved_svg()))
    assert found == {"7", "→?", "k", "4", "11", "12", "13", "14", "all: 15", "5", "6"}
    without = GenrePuzzle(KINDS, GenreSheet(1, 2, {**CLUES, "sides": {}, "lines": {}}))
    (wide, high), (less_wide, less_high) = size(puzzle.unsolved_svg()), size(without.unsolved_svg())
    assert (wide - less_wide, high - less_high) == (64, 64)  # a cell on each side


def test_every_layer_is_drawn() -> None:
    puzzle = GenrePuzzle(KINDS, GenreSheet(1, 2, {"rooms": CLUES["rooms"]}))
    one, other, between = (1, 1), (1, 3), (1, 2)
    filled = {("letter", one): 2, ("slant", one): 1, ("wall", between): 1, ("line", between): 1}
    values = dict.fromkeys(puzzle.domains, 0) | filled | {("n", one): 8, ("n", other): 9}
    drawn = puzzle.svg(puzzle.board(values))
    assert sorted(texts(drawn)) == ["8", "9", "B"]
    assert strokes(drawn, LINE) == 1
    assert drawn.count("l32 32") == 1


# ---- what is read: no text out of the picture or on another, and nothing hidden


def boxes(svg: str) -> list[tuple[float, float, float, float]]:
    """Left, top, right and bottom of each text, of digits as wide and high as those of Arial."""
    found = []
    for own in ElementTree.fromstring(svg).iter(SVG + "text"):
        size, words = float(own.get("font-size", "")), own.text or ""
        wide = 0.556 * size * len(words)
        left = float(own.get("x", "")) - (wide / 2 if own.get("text-anchor") == "middle" else 0)
        middle = float(own.get("y", ""))
        found.append((left, middle - 0.36 * size, left + wide, middle + 0.36 * size))
    return found


def assert_legible(svg: str) -> None:
    wide, high = size(svg)
    found = boxes(svg)
    assert all(min(own) >= 0 and own[2] <= wide and own[3] <= high for own in found), svg
    for one, other in combinations(found, 2):
        assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1], svg


@pytest.mark.parametrize("name", BOARDS)
def test_texts_lie_apart_in_the_picture(name: str) -> None:
    puzzle, board = solved(name)
    assert_legible(puzzle.unsolved_svg())
    assert_legible(puzzle.svg(board))


@pytest.mark.parametrize("name", BOARDS)
def test_no_value_is_hidden(name: str) -> None:
    """A board with another value anywhere is drawn otherwise, as text and as a picture."""
    puzzle, board = solved(name)
    values, text, picture = puzzle.values(board), puzzle.render(board), puzzle.svg(board)
    clued = {place for clues in puzzle.sheet.clues.values() for place in clues}
    free = [own for own, domain in puzzle.domains.items() if len(domain) > 1 and own in values]
    free = [own for own in free if own[1] in clued] + [own for own in free if own[1] not in clued]
    assert free
    for own in free[:12]:
        value = next(value for value in puzzle.domains[own] if value != values[own])
        other = puzzle.board({**values, own: value})
        assert puzzle.render(other) != text, own
        assert puzzle.svg(other) != picture, own


def crossings(svg: str) -> list[str]:
    """The texts that a line crosses, unless a white disc lies between them; a sign that is a picture, such as
    a star or the mark of a corner, is no text.
    """
    lines: list[tuple[int, tuple[float, float], tuple[float, float]]] = []
    discs: list[tuple[int, float, float, float]] = []
    crossed = []
    signs = (own for own in ElementTree.fromstring(svg).iter() if own.tag != SVG + "svg")
    found = iter(boxes(svg))
    for number, own in enumerate(signs):
        at = own.attrib
        if own.tag == SVG + "path" and at.get("stroke", "none") != "none":
            lines += [(number, *ends) for loop in points_of(at["d"]) for ends in pairwise(loop)]
        elif own.tag == SVG + "circle" and at.get("fill") in ("#fff", "#ffffff"):
            discs.append((number, *(float(at[key]) for key in ("cx", "cy", "r"))))
        elif own.tag == SVG + "text":
            box = Rect(*next(found))
            x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
            over = [disc[0] for disc in discs if hypot(x - disc[1], y - disc[2]) < disc[3]]
            under = max(over, default=-1)
            if (own.text or "").isalnum():
                crossed += [own.text or "" for line in lines if line[0] > under and box.crossed(*line[1:])]
    return crossed


@pytest.mark.parametrize("name", BOARDS)
def test_no_line_crosses_a_text(name: str) -> None:
    puzzle, _ = solved(name)
    assert crossings(puzzle.unsolved_svg()) == []


def test_a_line_through_a_text_is_seen() -> None:
    puzzle, _ = solved("creek")
    without = puzzle.unsolved_svg().replace('fill="#fff"', 'fill="none"')
    assert set(crossings(without)) == set(texts(without))


def test_long_clues_are_smaller() -> None:
    """And those below the board have as many lines as they need."""
    many: dict[str, dict[Place, int | tuple[int, ...]]] = {
        "rooms": CLUES["rooms"],
        "counts": {(1, 1): 9999, (1, 3): 9999},
        "arrows": {(1, 1): (4, 9999), (1, 3): (1, 9999)},
        "lines": {(1, -1): 9999, (-1, 1): 9999, (-1, 3): 9999},
        "sides": {(3, 1): 9999, (3, 3): 9999, (1, 5): 9999},
    }
    assert_legible(GenrePuzzle(KINDS, GenreSheet(1, 2, many)).unsolved_svg())
    fleet = FleetClue("fleet")
    pieces = GenreSheet(1, 2, {"fleet": {WHOLE: fleet.read(" ".join(["#####/#...."] * 9))}})
    drawn = GenrePuzzle(Genre("x", "X", "", (Shading("s"),), (fleet,), ()), pieces).unsolved_svg()
    assert_legible(drawn)
    words = " ".join(texts(drawn)[::-1]).split()
    assert words == ["fleet:", *["#####/#...."] * 9]
    assert len(texts(drawn)) > 1


def test_a_shaded_cell_is_seen_beside_a_long_number() -> None:
    hitori = Genre("x", "X", "", (Shading("shade"),), (NumberClue("n"),), ())
    puzzle = GenrePuzzle(hitori, GenreSheet(1, 2, {"n": {(1, 1): 123, (1, 3): 4}}))
    assert "#123#" in puzzle.render(("#.",))


def test_the_number_of_a_room_does_not_hide_lines() -> None:
    """It stands on the border, left of where a line crosses that."""
    genre = Genre(
        "x", "X", "", (CentreLines("line"),), (RoomClue("r"), NumberClue("n", at="room", rooms="r")), ()
    )
    sheet = GenreSheet(2, 1, {"r": {(1, 1): 0, (3, 1): 1}, "n": {(3, 1): 12}})
    drawn = GenrePuzzle(genre, sheet).render((" ", "|"))
    assert drawn.split("\n") == ["+-----+", "|  |  |", "+12|--+", "|  |  |", "+-----+"]


# ---- the shapes that the field knows


def test_a_closed_cell_is_black() -> None:
    puzzle, _ = solved("simpleloop")
    assert puzzle.unsolved_svg().count(f'fill="{SHADE}"') == len(puzzle.sheet.clues["black"]) > 0
    assert texts(puzzle.unsolved_svg()) == []
    hakoiri, _ = solved("hakoiri")  # there it is one of three shapes
    assert SHADE not in hakoiri.unsolved_svg()


def test_numbers_at_the_ends_of_lines_lie_over_them() -> None:
    puzzle, board = solved("numlin")
    drawn = puzzle.svg(board)
    assert drawn.rindex(f'stroke-width="{LINE}"') < drawn.rindex("<circle") < drawn.rindex("<text")
    assert texts(drawn) == texts(puzzle.unsolved_svg())


def test_numbers_in_circles() -> None:
    """A circle alone is a number that is not said."""
    puzzle, _ = solved("kurotto")
    clues = puzzle.sheet.clues["clues"].values()
    assert puzzle.unsolved_svg().count("<circle") == len(clues)
    assert sorted(texts(puzzle.unsolved_svg())) == sorted(str(own) for own in clues if own != HIDDEN)


def test_ships_are_round_at_their_ends() -> None:
    genre = Genre("x", "X", "", (Shading("ship"),), (ShipClue("parts"),), ())
    puzzle = GenrePuzzle(genre, GenreSheet(1, 5, {"parts": {(1, 9): 0}}))
    drawn = puzzle.svg(("###..",))
    ship = re.findall(f'd="([^"]*)" fill="{SHADE}"', drawn)
    assert [own.count("A") for own in ship] == [2, 0, 2]  # corners of the ends and of the middle
    (one,) = re.findall(f'd="([^"]*)" fill="{SHADE}"', puzzle.svg(("#....",)))
    assert one.count("A") == 4
    assert texts(drawn) == []  # the water is waves


def test_pictures_in_place_of_letters() -> None:
    for name in ("tents", "mines", "shugaku"):
        puzzle, board = solved(name)
        drawn = texts(puzzle.svg(board))
        assert all(own.isdigit() for own in drawn), (name, drawn)
    letters = Genre("x", "X", "", (Symbols("letter", ".AT"),), (), ())
    assert texts(GenrePuzzle(letters, GenreSheet(1, 2)).svg(("AT",))) == ["A", "T"]


# ---- where a page has the places


@pytest.mark.parametrize("name", BOARDS)
def test_the_board_and_its_clues_lie_on_the_page(name: str) -> None:
    puzzle, board = solved(name)
    layout = puzzle.layout
    assert len(set(layout.corners)) == len(layout.corners) == len(puzzle.spots)
    places = [place for _, place in puzzle.spots]
    middles = [tuple(round(2 * sum(axis) / len(axis), 9) for axis in zip(*own)) for own in layout.corners]
    assert middles == [(x, y) for y, x in places]
    ends = [point for own in layout.corners for point in own]
    low, high = ([most(point[i] for point in ends) for i in (0, 1)] for most in (min, max))
    reach = layout.room
    far = puzzle.sheet.columns, puzzle.sheet.rows
    assert all(low[i] - reach <= 0 and high[i] + reach >= far[i] for i in (0, 1))
    signs = set("".join(board)) - {" "}
    painted = (
        own
        for own in puzzle.genre.unknown
        if isinstance(own, Bars | LineLayer) or (isinstance(own, Shading) and own.sign == "#")
    )
    assert (signs & set(layout.paint) - {"."} == signs - {"."}) == (
        len([*painted]) == len(puzzle.genre.unknown)
    )
    given = [board[r][c] for i, (r, c) in enumerate(puzzle.spots.values()) if i in layout.given]
    keys = [layer.given for layer in puzzle.genre.unknown if isinstance(layer, CellNumbers)]
    only = sum(len(values) == 1 for values in puzzle.domains.values())
    stated = (value for key in keys for value in puzzle.sheet.clues.get(key, {}).values())
    assert len(given) == only >= sum(value != HIDDEN for value in stated)


def test_layers_on_one_another_have_places_of_their_own() -> None:
    puzzle = GenrePuzzle(KINDS, GenreSheet(2, 2, {"rooms": {}}))
    layout = puzzle.layout
    assert len(set(layout.corners)) == len(layout.corners)
    assert {len(own) for own in layout.corners} == {4}
    edges = Genre("x", "X", "", (EdgeLines("edge"), Shading("shade")), (), ())
    both = GenrePuzzle(edges, GenreSheet(2, 2)).layout
    assert len(set(both.corners)) == len(both.corners) == 12 + 4


def test_a_picture_of_pixels_has_its_text() -> None:
    """Also where Arial is not installed, which resvg means by sans-serif."""
    pytest.importorskip("resvg_py")
    puzzle, _ = solved("slither")
    svg = puzzle.unsolved_svg()
    assert png(svg) != png(re.sub("<text.*?</text>", "", svg))


def test_numbers_at_corners_lie_over_diagonals() -> None:
    puzzle, board = solved("gokigen")
    assert puzzle.svg(board).rindex("<circle") > puzzle.svg(board).rindex('stroke="#1a7f37"')


def test_what_is_known_to_be_nothing_is_no_line() -> None:
    """A cross where no line is; a dot in a cell, beside its clue if it has one."""
    lines = loads("puzzle: slitherlink\nsize: 1x2\nknown: |\n  ?.?-?\n  ?????\n  ?????\n", "x").puzzle
    assert isinstance(lines, GenrePuzzle)
    assert lines.unsolved().splitlines()[0] == ". x -----"
    cells = loads("puzzle: hitori\nnumbers: |\n  2 1\n  1 2\nknown: |\n  .?\n  ?#\n", "x").puzzle
    assert isinstance(cells, GenrePuzzle)
    assert "| 2.  1 |" in cells.unsolved()
    assert cells.unsolved_svg().count("<circle") == 1


def test_a_page_says_what_each_clue_is() -> None:
    found = {}
    for name in GENRES:
        own = genre(name)  # whose example, the last part of the page, takes a solver
        lines = islice(page(own), 1 + len(own.all_rules) + len(own.given))
        found[name] = [line for line in lines if line.startswith("given: ")]
    assert found["battleship"] == [
        "given: counts, numbers of rows and columns",
        "given: parts, parts of ships in cells",
        "given: fleet, the pieces",
    ]
    assert found["country"][-1] == "given: may_miss_rooms, true, or left out"
    assert found["makaro"][-1] == "given: arrows, arrows in cells"
    assert found["masyu"][0] == "given: circles, signs (o *) in cells"
    assert all(len(own) == len(genre(name).given) for name, own in found.items())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("puzzle: skyscrapers\nsize: 4x4", ["Numbers are 1 to 4."]),
        ("puzzle: easyasabc\nsize: 4x4\nletters: 3", ["Letters are A to C."]),
        ("puzzle: kakuro\nsize: 2x3", ["Numbers are 1 to 9."]),
        ("puzzle: doppelblock\nsize: 5x5", ["Numbers are 1 to 3."]),
        ("puzzle: fillomino\nsize: 4x4", []),  # any
        ("puzzle: fillomino\nclues: |\n  91..\n  ....", []),
        ("puzzle: ripple\nrooms: |\n  AAB\n  AAB", []),  # by room, as a rule says
    ],
)
def test_a_sheet_says_which_numbers_there_are(text: str, said: list[str]) -> None:
    puzzle = loads(text, "x").puzzle
    assert isinstance(puzzle, GenrePuzzle)
    assert [line for line in puzzle.on_paper if " are " in line and " to " in line] == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("puzzle: nurikabe\nclues: |\n  3..\n  ..?", ["A ? is an unknown clue."]),
        ("puzzle: nurikabe\nclues: |\n  3..\n  ..1", []),
        ("puzzle: hashikake\nislands: |\n  2.?\n  ...\n  ?..", ["An empty circle has an unknown number."]),
        ("puzzle: yajilin\narrows: |\n  >? . .\n  . . .", ["A ? is an unknown clue."]),
        ("puzzle: hanare\nrooms: |\n  AAB\nclues: |\n  ?..", []),  # a rule tells it
    ],
)
def test_a_sheet_says_what_a_clue_without_a_value_is(text: str, said: list[str]) -> None:
    puzzle = loads(text, "x").puzzle
    assert isinstance(puzzle, GenrePuzzle)
    assert [line for line in puzzle.on_paper if "unknown" in line] == said


def switches(genre: Genre) -> list[str]:
    """The keys of its switches."""
    return [kind.key for kind in genre.given if isinstance(kind, SwitchClue)]


def test_a_rule_is_printed_only_where_its_switch_lets_it_hold() -> None:
    text = "puzzle: koburin\nnumbers: |\n  2..\n  ...\n"
    plain, around = (loads(text + more, "x").puzzle for more in ("", "with_diagonals: true\n"))
    assert isinstance(plain, GenrePuzzle)
    assert isinstance(around, GenrePuzzle)
    beside = "A number counts the shaded cells beside it."
    assert beside in plain.on_paper
    assert beside not in around.on_paper
    assert "A number counts the shaded cells around it." in {*around.on_paper} - {*plain.on_paper}
    assert "- the loop goes through each corner (if through_all_corners)" in page(genre("slitherlink"))


@pytest.mark.parametrize("name", [name for name in GENRES if switches(genre(name))])
def test_what_a_switch_turns_off_says_nothing(name: str) -> None:
    """By the constraints: those of a sheet with the switch are of rules that hold there, and else not."""
    example = loads(shipped.find(f"genres/{name}").read_text("utf-8"), name).puzzle
    assert isinstance(example, GenrePuzzle)
    for key in switches(example.genre):
        assert any(rule.switch and rule.switch[0] == key for rule in example.genre.rules)
        for clues in ({}, {key: {WHOLE: 1}}):
            sheet = replace(example.sheet, clues={**example.sheet.clues, key: {}} | clues)
            puzzle = replace(example, sheet=sheet)
            stated = {origin.words for origin in puzzle.model().origins if origin}
            off = [rule for rule in puzzle.genre.all_rules if rule not in puzzle.rules]
            assert not [words for words in stated for rule in off if words.startswith(rule.says)]


def test_what_is_known_to_be_empty_is_drawn_where_others_are_open() -> None:
    puzzle = loads("puzzle: slitherlink\nclues: |\n  3.\n  ..\n", "x").puzzle
    assert isinstance(puzzle, GenrePuzzle)
    nothing = dict.fromkeys(list(puzzle.spots)[:2], 0)
    partly, whole = puzzle.board(nothing), puzzle.board(dict.fromkeys(puzzle.spots, 0))
    assert texts(puzzle.svg(partly)).count("×") == 2
    assert texts(puzzle.svg(whole)).count("×") == 0
    assert texts(puzzle.side_by_side_svg([partly, whole])).count("×") == 2 + len(puzzle.spots)
    assert puzzle.render(partly).count("x") == 2


def test_marks_stand_beside_what_they_mark() -> None:
    puzzle = loads("puzzle: nurikabe\nclues: |\n  1.\n  ..\n", "x").puzzle
    assert isinstance(puzzle, GenrePuzzle)
    one, other = ("..", ".#"), ("#.", ".#")
    assert "1*" in puzzle.side_by_side([one, other])
