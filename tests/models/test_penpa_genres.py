"""Penpa+ links of genres: as Penpa+ itself draws a link of puzz.link, as we write them, and what is refused."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest

from tests.helpers import INSTANCES
from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.formats import links, penpa_genres, penpa_text, puzzlink_genres
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.sheet import WHOLE
from zenkai_solver.models.genres.table import GENRES, genre
from zenkai_solver.models.loading import load
from zenkai_solver.solvers.commands import identify
from zenkai_solver.solvers.python_api.api import solve

NOT_WRITTEN = {
    "parquet",
}  # whose clues have no drawing of their own


def example(name: str) -> GenrePuzzle:
    puzzle = load(INSTANCES / "genres" / f"{name}.yaml").puzzle
    assert isinstance(puzzle, GenrePuzzle)
    return puzzle


def link(
    rows: int, columns: int, tag: str = "", title: str = "", rules: str = "", above: int = 0, **parts: Any
) -> str:
    """A link with these parts; `above` is a margin of rows, and the number of a cell is W r + c from row 2 on."""
    points = penpa_text.Points(columns, rows + above)
    head = [
        "square",
        columns,
        rows + above,
        38,
        0,
        1,
        1,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        f"Title: {title}",
        "",
        "",
        rules,
    ]
    cells = [points.width * (2 + above + r) + 2 + c for r in range(rows) for c in range(columns)]
    lines = [",".join(map(str, head)), json.dumps([above, 0, 0, 0]), "", json.dumps(parts), ""]
    lines += [
        json.dumps([cells[0], *(b - a for a, b in pairwise(cells))]),
        *[""] * 11,
        json.dumps([tag] if tag else []),
    ]
    return "https://swaroopg92.github.io/penpa-edit/#m=edit&p=" + penpa_text.packed("\n".join(lines))


def puzzle_of(text: str) -> GenrePuzzle:
    stated = links.read(text)
    assert isinstance(stated, puzzlink_genres.StatedGenre)
    return stated.checked()


@pytest.mark.parametrize("name", sorted({*GENRES} - NOT_WRITTEN))
def test_what_is_written_is_read(name: str) -> None:
    puzzle = example(name)
    again = puzzle_of(penpa_genres.write(puzzle))
    assert again.genre is puzzle.genre
    assert again.sheet.clues == puzzle.sheet.clues
    assert (again.sheet.rows, again.sheet.columns) == (puzzle.sheet.rows, puzzle.sheet.columns)


@pytest.mark.parametrize(("name", "style"), [("fracdiv", "1"), ("tapa", "4")])
def test_a_number_alone_is_one_of_several_only_where_there_may_be_several(name: str, style: str) -> None:
    """Noqx asks nothing of a number of Fractional Division that is written as one of Tapa."""
    parts = json.loads(penpa_text.lines_of(penpa_genres.write(example(name)).strip().partition("#")[2])[3])
    assert {mode for _, _, mode in parts["number"].values()} == {style}


@pytest.mark.parametrize("name", sorted(NOT_WRITTEN))
def test_what_has_no_drawing_is_refused(name: str) -> None:
    with pytest.raises(InstanceError, match=r"are not written|look as others do"):
        penpa_genres.write(example(name))


# ---- as Penpa+ draws them. On 2x2 cells W is 6, the cells are 14, 15, 20 and 21, and N is 36.


def test_numbers_by_a_tag() -> None:
    puzzle = puzzle_of(link(2, 2, "nurikabe", number={"14": ["2", 1, "1"], "21": ["?", 6, "1"]}))
    assert puzzle.genre is genre("nurikabe")
    assert puzzle.sheet.clues == {"clues": {(1, 1): 2, (3, 3): -2}}


def test_numbers_of_a_compass() -> None:
    """Above, right of, left of and below the middle of the cell: 8 N + 4 times the cell, and 0 to 3."""
    numbers = {"344": ["1", 1], "345": ["2", 1], "346": ["3", 1], "347": [" ", 1]}
    puzzle = puzzle_of(link(2, 2, "compass", numberS=numbers, symbol={"14": [1, "compass", 1]}))
    assert puzzle.sheet.clues == {"compasses": {(1, 1): (1, -2, 3, 2)}}


def test_numbers_above_columns() -> None:
    """As those of a nonogram, the last one beside the board."""
    parts = {"number": {"14": ["1", 1, "1"], "20": ["2", 1, "1"], "21": ["?", 1, "1"]}}
    puzzle = puzzle_of(link(2, 2, "coral", above=2, **parts))
    assert puzzle.sheet.clues == {"blocks": {(-1, 1): (1, 2), (-1, 3): (-2,)}}


@pytest.mark.parametrize(
    ("tag", "title", "name"),
    [
        ("hanare-gumi", "", "hanare"),
        ("shimaguni (islands)", "", "shimaguni"),
        ("akari", "", "lightup"),
        ("country road", "", "country"),
        ("", "Slitherlink by a friend", "slitherlink"),
        ("", "Country Road", "country"),
    ],
)
def test_a_genre_by_its_tag_or_the_beginning_of_the_title(tag: str, title: str, name: str) -> None:
    assert penpa_genres.named([tag] if tag else [], title) == name


def test_another_title_names_no_genre() -> None:
    assert penpa_genres.named([], "Much ado about Nothing") is None
    assert penpa_genres.named(["wordsearch"], "") is None
    with pytest.raises(InstanceError, match="a genre that is read"):
        links.read(link(2, 2, title="A puzzle"))


def test_circles_arrows_rooms_and_colours() -> None:
    circles = puzzle_of(link(2, 2, "masyu", symbol={"14": [1, "circle_L", 1], "15": [2, "circle_L", 1]}))
    assert circles.sheet.clues == {"circles": {(1, 1): 1, (1, 3): 2}}
    arrows = {"14": ["1_2", 1, "2"], "21": ["?", 1, "2"]}
    assert puzzle_of(link(2, 2, "yajilin", number=arrows)).sheet.clues == {
        "arrows": {(1, 1): (4, 1), (3, 3): (0, -2)}
    }
    halves = puzzle_of(link(2, 2, "heyawake", lineE={"44,50": 2, "50,56": 2}, number={"15": ["1", 1, "1"]}))
    rooms = halves.sheet.clues["rooms"]
    assert rooms[1, 1] == rooms[3, 1] != rooms[1, 3] == rooms[3, 3]
    assert halves.sheet.clues["counts"] == {(1, 3): 1}
    lamps = puzzle_of(link(2, 2, "akari", surface={"14": 4, "21": 4}, number={"14": ["2", 7, "1"]}))
    assert lamps.sheet.clues == {"clues": {(1, 1): 2, (3, 3): -2}}
    assert puzzle_of(link(2, 2, "nurikabe", surface={"14": 4})).known == {("shade", (1, 1)): 1}


def test_marks_between_cells() -> None:
    """As Noqx reads them: the right side of a cell is 3 N and its number, the lower side 2 N."""
    marks = {"122": [3, "ox_B", 1], "86": [4, "ox_B", 1]}
    assert puzzle_of(link(2, 2, "antmill", symbol=marks)).sheet.clues == {"marks": {(1, 2): 1, (2, 1): 2}}
    signs = {"122": [1, "inequality", 1], "87": [4, "inequality", 1]}
    between = puzzle_of(link(2, 2, "minarism", symbol=signs, number={"128": ["3", 1, "1"]}))
    assert between.sheet.clues == {
        "signs": {(1, 2): (3, -2), (2, 3): (2, -2)},
        "differences": {(3, 2): 3},
    }
    circles = {"14": [1, "tridown_M", 1], "86": [5, "circle_SS", 1]}
    sides = puzzle_of(link(2, 2, "sansaroad", symbol=circles)).sheet.clues
    assert (sides["triangles"], sides["sides"]) == ({(1, 1): 1}, {(2, 1): 2})
    dark = {"surface": {"21": 4}, "number": {"21": ["7", 4, "1"]}}
    ropes = puzzle_of(link(2, 2, "numrope", line={"14,15": 2}, **dark))
    assert ropes.sheet.clues == {"ropes": {(1, 2): 1}, "sums": {(3, 3): 7}}


def test_sets_of_arrows_ice_and_results() -> None:
    """As Noqx reads them: the bits of a set are left, up, right and down."""
    arrows = {"14": [[0, 1, 1, 0, 0, 0, 0, 0], "arrow_cross", 1]}
    assert puzzle_of(link(2, 2, "myopia", symbol=arrows)).sheet.clues["arrows"] == {(1, 1): 1 + 8}
    ice = puzzle_of(link(2, 2, "barns", surface={"14": 5}, lineE={"44,50": 2}))
    assert ice.sheet.clues == {"ice": {(1, 1): 1}, "walls": {(1, 2): 1}}
    halves = {"44,50": 2, "50,56": 2}
    cages = puzzle_of(link(2, 2, "kenken", lineE=halves, numberS={"200": ["3+", 1]}))
    assert cages.sheet.clues["results"] == {(1, 1): (1, 3)}
    dice = {"15": [[1, 0, 0, 0, 0, 0, 0, 0, 1], "dice", 1]}
    fractions = puzzle_of(link(2, 2, "fracdiv", numberS={"200": ["1", 1], "203": ["2", 1]}, symbol=dice))
    assert fractions.sheet.clues == {"fractions": {(1, 1): (1, 2)}, "dots": {(1, 3): 2}}
    holes = {"symbol": {"14": [1, "kakuro", 1]}, "numberS": {"201": ["0", 1]}}
    assert puzzle_of(link(2, 2, "triplace", **holes)).sheet.clues["holes"] == {(1, 1): (-1, 0)}


def test_a_number_of_the_board_is_in_the_margin_or_in_the_rules() -> None:
    """With a row above, the cells of 2x2 begin at 20."""
    beside = {"number": {"14": ["1", 1, "1"]}, "symbol": {"15": [2, "star", 2]}}
    assert puzzle_of(link(2, 2, "starbattle", above=1, **beside)).sheet.clues["stars"] == {WHOLE: 1}
    assert puzzle_of(link(2, 2, "starbattle", rules="Place stars: 1.")).sheet.clues["stars"] == {WHOLE: 1}
    with pytest.raises(InstanceError, match="the rules do not say `stars: "):
        puzzle_of(link(2, 2, "starbattle"))


@pytest.mark.parametrize(
    ("tag", "parts", "message"),
    [
        ("masyu", {"number": {"14": ["3", 1, "1"]}}, "Masyu has no place for the text '3' at R1C1"),
        ("masyu", {"symbol": {"14": [1, "star", 1]}}, "Masyu has no place for the symbol star at R1C1"),
        ("masyu", {"symbol": {"2": [1, "circle_L", 1]}}, "the symbol 'circle_L' outside the board"),
        ("masyu", {"symbol": {"14": [[1, 0], "circle_L", 1]}}, "the symbol 'circle_L' of several parts"),
        ("masyu", {"surface": {"14": 4}}, "Masyu has no place for the colour 4 of R1C1"),
        ("masyu", {"lineE": {"44,50": 2}}, "Masyu has no place for a line on the right side of R1C1"),
        ("masyu", {"thermo": [[14, 15]]}, "'thermo' is a drawing"),
        ("masyu", {"symbol": {"150": [1, "circle_L", 1]}}, "the point 150 is not read"),
        ("heyawake", {"lineE": {"44,50": 2}}, "Heyawake has no place for a line on the right side of R1C1"),
        ("heyawake", {"lineE": {"43,50": 2}}, "a line that is not on one side of a cell"),
        (
            "heyawake",
            {"number": {"14": ["1", 1, "1"], "15": ["2", 1, "1"]}},
            "the room of R1C2 has two numbers",
        ),
        ("nurikabe", {"number": {"14": ["x", 1, "1"]}}, "clues: 'x' at R1C1 is not a number"),
        ("nurikabe", {"number": {"14": ["1", 1, "7"]}}, "candidates are not read"),
        ("nurikabe", {"number": {"144": 5}}, "not as the format has it"),
        ("nurikabe", {"surface": {"2": 4}}, "a colour at R-1C1 is not read"),
        ("tents", {"number": {"2": ["1", 1, "1"]}}, "Tents has no place for the text '1' at R-1C1"),
        ("tents", {"number": {"7": ["1", 1, "1"]}}, "Tents has no place for the text '1' at R0C0"),
        ("masyu", {"line": {"14,21": 2}}, "a line that is not between the middles of two neighbours"),
        ("masyu", {"line": {"14,15": 2}}, "Masyu has no place for a line across the right side of R1C1"),
    ],
)
def test_what_is_not_read_is_named(tag: str, parts: dict[str, Any], message: str) -> None:
    with pytest.raises(InstanceError, match=message):
        puzzle_of(link(2, 2, tag, **parts))


def test_a_board_that_is_no_rectangle() -> None:
    whole = penpa_text.lines_of(link(2, 2, "masyu").partition("#")[2])
    whole[5] = "[14,1,5]"
    with pytest.raises(InstanceError, match="a board of 3 cells that is no rectangle"):
        links.read("penpa?p=" + penpa_text.packed("\n".join(whole)))


def test_a_link_is_tried_as_each_genre(capsys: pytest.CaptureFixture[str]) -> None:
    puzzle = example("masyu")
    assert len([*solve(penpa_genres.write(puzzle).strip(), limit=2)]) == 1
    assert identify.main([penpa_genres.write(puzzle).strip(), "--seconds", "0.2"]) == 0
    assert any(
        line.startswith("masyu ") and "one solution" in line for line in capsys.readouterr().out.splitlines()
    )
