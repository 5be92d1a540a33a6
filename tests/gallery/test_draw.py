"""Puzzles without their answers: every family, as text and as a picture, several to a page, with answers."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.helpers import INSTANCES
from zenkai_solver.models.loading import load, loads
from zenkai_solver.models.nonogram.drawing import DIGIT
from zenkai_solver.models.puzzle import SideBySide, Unsolved, Worded
from zenkai_solver.models.render.metrics import text_width
from zenkai_solver.models.render.page import A4, EDGE, WIDE, Paper, PrintedPuzzle, page, pages
from zenkai_solver.models.render.several import sheet
from zenkai_solver.models.render.solid import EDGE as EDGE_OF_CUBE
from zenkai_solver.models.render.solid import cubes, hidden
from zenkai_solver.models.render.svg import CELL, MARGIN, board_svg, caption, size
from zenkai_solver.solvers.cli import main as zenkai
from zenkai_solver.solvers.gallery import pictures
from zenkai_solver.solvers.gallery.sheets import PagePart, sheets_of, titled

SVG = "{http://www.w3.org/2000/svg}"
PACKING = """\
puzzle: packing
board: 2x5
pieces: [dominoes, tromino I, tromino V]
counts: {D: 2, I: 1, V: 0..1}
fixed: |
  III..
  .....
"""
DRAWN = """\
+-----------+-------+
| I   I   I | .   . |
+-----------+       |
| .   .   .   .   . |
+-------------------+

+-------+   +-------+
| D   D |   | V   V |
+-------+   |   +---+
            | V |
            +---+

D: 2, V: at most 1"""


def unsolved(text: str) -> Unsolved:
    puzzle = loads(text, "t").puzzle
    assert isinstance(puzzle, Unsolved)
    return puzzle


def test_packing_with_the_pieces_that_are_left() -> None:
    puzzle = unsolved(PACKING)
    assert puzzle.unsolved() == DRAWN
    words = [one.text for one in ElementTree.fromstring(puzzle.unsolved_svg()).iter(f"{SVG}text")]
    assert words == ["I", "D", "V", "D: 2, V: at most 1"]


def test_a_piece_has_one_colour_on_board_and_tray() -> None:
    picture = unsolved(PACKING.replace("I: 1, V: 0..1", "I: 2, V: 0")).unsolved_svg()
    cells = [one.get("fill") for one in ElementTree.fromstring(picture).iter(f"{SVG}rect")]
    assert len(cells) == 10 + 2 + 3
    assert cells.count(cells[-1]) == 6, "the fixed I and the one beside the board"


def test_sudoku_without_its_solution() -> None:
    puzzle = load(INSTANCES / "sudoku" / "killer.yaml").puzzle
    assert isinstance(puzzle, Unsolved)
    text = puzzle.unsolved()
    board, *rules = text.split("\nkiller ")
    assert re.findall(r"\d", board) == ["9", "8"]
    assert rules[0] == "R1C1 R1C2 R2C1: the digits differ and add up to 13"
    assert len(rules) == 25
    assert puzzle.unsolved_svg().count("stroke-dasharray") > 10


def test_each_number_of_a_nonogram_is_a_text_with_room_of_its_own() -> None:
    """Renderers of PDF put parts of a text on each other."""
    rows = [[1, 1, 1], [2, 1], [5], []]
    columns = [[3], [2], [1, 1], [1], [3]]
    drawn = unsolved(f"puzzle: nonogram\nrows: {rows}\ncolumns: {columns}\n").unsolved_svg()
    told: dict[str, list[tuple[float, str]]] = {}
    for right, y, number in re.findall(r'<text x="([\d.]+)" y="(\d+)" text-anchor="end"[^>]*>(\d+)<', drawn):
        told.setdefault(y, []).insert(0, (float(right), number))
    assert [[int(number) for _, number in row] for row in told.values()] == [*rows[:3], [0]]
    for row in told.values():
        for (before, _), (right, number) in pairwise(row):
            assert right - text_width(number, DIGIT) > before + 0.2 * DIGIT


def test_nonogram_without_its_picture() -> None:
    puzzle = unsolved("puzzle: nonogram\nrows: [[2], [1]]\ncolumns: [[2], [1]]\n")
    assert puzzle.unsolved() == "  2 1\n2 . .\n1 . ."
    assert "#000000" not in "".join(re.findall("<rect.*", puzzle.unsolved_svg()))


def test_dissection_uncut() -> None:
    puzzle = unsolved("puzzle: dissection\nfrom: 1x2\nto: 1x2\npieces: 2\n")
    assert "| .   . |       | .   . |" in puzzle.unsolved()
    assert puzzle.unsolved_svg().count("<rect") == 4


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert zenkai(["draw", "dominoes4x4", "domino3", "--sheet", "1x2"]) == 0
    first, *_ = capsys.readouterr().out.splitlines()
    assert first.split() == ["dominoes4x4", "domino3"]
    assert zenkai(["draw", "no-such", "--text"]) == 2
    assert "no shipped instance" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        zenkai(["draw", "domino3", "--sheet", "0x2"])


def test_a_file_of_many(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "some.sdm"
    path.write_text("123434122143432.\n\n1...............\n" + "." * 16 + "\n")
    assert zenkai(["draw", str(path), "--sheet", "1x2"]) == 0
    heads = [line.split() for line in capsys.readouterr().out.splitlines() if line.startswith("some")]
    assert heads == [["some-1", "some-2"], ["some-3"]]


def test_answers_are_on_the_last_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "p.svg"
    words = ["draw", "dominoes4x4", "domino3", "tetris4x7", "--sheet", "2x2", "--svg", str(out)]
    assert zenkai(words) == 0
    capsys.readouterr()
    assert out.read_text().count("answer") == 0
    assert zenkai([*words, "--answers"]) == 0
    pages = capsys.readouterr().out.split()
    assert pages == [str(tmp_path / "p-1.svg"), str(tmp_path / "p-2.svg")]
    puzzles, answers = (Path(page).read_text() for page in pages)
    assert puzzles == out.read_text()
    assert answers.count("answer<") == 3
    assert "no solution" in answers


def test_answers_of_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    solutions = tmp_path / "d.jsonl"
    assert zenkai(["run", "dominoes4x4", "-o", str(solutions), "--quiet"]) == 0
    assert zenkai(["draw", "dominoes4x4", "--answers", str(solutions)]) == 0
    assert "dominoes4x4: answer" in capsys.readouterr().out
    assert zenkai(["draw", "domino3", "--answers", str(solutions)]) == 2
    assert "its solution 1 does not solve domino3" in capsys.readouterr().err
    assert zenkai(["draw", "domino3", "domino6", "--answers", str(solutions)]) == 2
    assert "1 file for 2 puzzles" in capsys.readouterr().err


def test_an_input_is_never_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "two-2.svg"  # an instance by its contents
    path.write_text("puzzle: packing\nboard: 2x2\npieces: [O]\n")
    for out, drawn in (("two-2.svg", [path]), ("two.svg", [path, path])):
        assert zenkai(["draw", *map(str, drawn), "--svg", str(tmp_path / out)]) == 2
        assert "would replace an input" in capsys.readouterr().err
        assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("option", "name"), [("--svg", "s.pdf"), ("--svg", "s"), ("-o", "s"), ("-o", "s.jpg"), ("-o", "pdf")]
)
def test_an_ending_that_is_not_written_is_refused(
    option: str, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert zenkai(["draw", "domino3", option, str(tmp_path / name)]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert "the ending is no" in line
    assert not list(tmp_path.iterdir())


def test_pages_as_one_document(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("svglib")
    pdf, png, svg = (tmp_path / f"p.{kind}" for kind in ("pdf", "png", "svg"))
    words = ["draw", "dominoes4x4", "sudoku/killer", "--sheet", "1x2"]
    for path in (pdf, png, svg):
        assert zenkai([*words, "-o", str(path)]) == 0
    assert b"/Count 1" in pdf.read_bytes()
    assert int.from_bytes(png.read_bytes()[16:20], "big") == pictures.SHARP * WIDE.width
    assert zenkai([*words, "--answers", "-o", str(pdf)]) == 0
    assert b"/Count 2" in pdf.read_bytes()
    texts = [one.text for one in ElementTree.fromstring(svg.read_text()).iter(f"{SVG}text")]
    assert "2. Killer cages" in texts
    assert "No digit repeats in a row, column or box." in texts
    assert "Cover the board with the pieces; no two of them overlap." in " ".join(map(str, texts))


def test_a_page_has_pictures_as_large_as_there_is_room() -> None:
    words = ("A rule that is " + "very " * 40 + "long.",)
    for rows, columns in ((1, 1), (2, 3)):
        parts = [PrintedPuzzle("head", caption("a picture"), (*words, str(i))) for i in range(rows * columns)]
        root = ElementTree.fromstring(page(parts, rows, columns))
        inner = [
            [float(one.get(key, "")) for key in ("x", "y", "width", "height")]
            for one in root.iter(f"{SVG}svg")
            if one.get("x")
        ]
        assert len(inner) == rows * columns
        assert inner[0][2] == pytest.approx((A4.width - 2 * EDGE + 14) / columns - 14, abs=0.02)
        for one in root.findall(f"{SVG}text"):
            assert EDGE <= float(one.get("y", "")) <= A4.height - EDGE
            assert all(
                not y < float(one.get("y", "")) < y + h
                for x, y, w, h in inner
                if x == float(one.get("x", ""))
            )


def test_a_picture_is_below_its_heading_and_above_its_rules() -> None:
    for rows, columns in ((1, 1), (2, 3)):
        headings = ["short", *(f"{i}: a heading that is too long for it" for i in range(1, rows * columns))]
        parts = [PrintedPuzzle(heading, caption("p"), (f"rule of {heading}",)) for heading in headings]
        root = ElementTree.fromstring(page(parts, rows, columns))
        texts = root.findall(f"{SVG}text")
        bold = [one for one in texts if one.get("font-weight")]
        lines = {one.text: one for one in texts}
        assert len({one.get("font-size") for one in bold}) == 1
        assert " ".join(one.text or "" for one in bold) == " ".join(headings)  # long ones are broken
        rest = iter(bold)
        ends: dict[str, ElementTree.Element] = {}
        for heading in headings:
            told = ""
            while told != heading:
                ends[heading] = next(rest)
                told = f"{told} {ends[heading].text}".strip()
        inner = [one for one in root.iter(f"{SVG}svg") if one.get("x")]
        for heading, one in zip(headings, inner, strict=True):
            top, height = float(one.get("y", "")), float(one.get("height", ""))
            assert 0 < top - float(ends[heading].get("y", "")) < (20 if columns == 1 else 40)
            below = min(
                float(line.get("y", ""))
                for text, line in lines.items()
                if (text or "").startswith("rule")
                and line.get("x") == ends[heading].get("x")
                and float(line.get("y", "")) > top
            )
            assert 0 < below - top - height < 20


def test_layers_of_cubes_are_drawn_in_rows_and_columns() -> None:
    drawing = cubes(dict.fromkeys(product(range(4), repeat=3), "A"))
    places = re.findall(r"translate\(([-\d.]+) ([-\d.]+)\)", drawing)
    solid, *layers = [(float(x), float(y)) for x, y in places]
    tops = [(x, round(y + layer * EDGE_OF_CUBE, 1)) for layer, (x, y) in enumerate(layers)]
    columns, rows = (sorted({top[axis] for top in tops}) for axis in (0, 1))
    assert len(rows) == len(columns) == 2
    assert tops == [(x, y) for y in rows for x in columns]
    assert solid[0] < columns[0]


def test_rules_too_long_to_be_read_have_a_page_of_their_own() -> None:
    """Below a size of 6 points no text shrinks; whole sentences stay."""
    long = tuple(f"Rule {i} says " + "very " * 30 + "much." for i in range(12))
    parts = [PrintedPuzzle(f"{i}. head", caption("p"), long if i else ("Short.",)) for i in range(6)]
    first, *more = pages(parts, 2, 3)
    assert first.count(">Rules: on the next page.<") == 5
    assert first.count(">Short.<") == 1
    text = " ".join(" ".join(re.findall(r">([^<>]+)</text>", one)) for one in more)
    assert all(text.count(sentence) == 5 for sentence in long)
    assert [text.count(f"{i}. head") for i in range(6)] == [0, 1, 1, 1, 1, 1]
    for one in (first, *more):
        root = ElementTree.fromstring(one)
        for line in root.findall(f"{SVG}text"):
            assert float(line.get("font-size", "")) >= 6
            assert EDGE <= float(line.get("y", "")) <= A4.height - EDGE
    assert len(list(pages(parts[1:3], 1, 2))) == 1, "said once, at the foot"


def test_what_all_puzzles_of_a_page_say_is_said_once() -> None:
    parts = [PrintedPuzzle(f"{i}", caption("p"), ("the rule",)) for i in range(4)]
    assert page(parts, 2, 2).count(">the rule<") == 1
    assert page([*parts[:3], PrintedPuzzle("3", caption("p"), ("another",))], 2, 2).count(">the rule<") == 3
    more = [PrintedPuzzle(f"{i}", caption("p"), tuple(words)) for i, words in enumerate(("ab", "ba", "bca"))]
    assert re.findall(r">([abc])</text>", page(more, 2, 2)) == ["a", "b", "c"], "in the order of the first"
    more.append(PrintedPuzzle("head", caption("p"), tuple("abcde")))
    assert re.findall(r">([a-e])</text>", page(more, 2, 2)) == [*"ab", *"ba", *"bca", *"abcde"], (
        "mostly others"
    )


@pytest.mark.parametrize(
    ("sides", "rows", "columns", "paper"),
    [((3, 3), 1, 1, A4), ((3, 20), 1, 1, WIDE), ((3, 3), 2, 3, WIDE), ((3, 3), 3, 2, A4), ((3, 3), 4, 3, A4)],
)
def test_paper_is_turned_where_pictures_are_then_larger(
    sides: tuple[int, int], rows: int, columns: int, paper: Paper
) -> None:
    parts = [PrintedPuzzle("head", board_svg(("A" * sides[1],) * sides[0]))] * (rows * columns + 1)
    assert [size(one) for one in pages(parts, rows, columns)] == [tuple(paper)] * 2


def test_answers_stand_on_the_paper_of_their_puzzles() -> None:
    part = PagePart("p", "head", "", board_svg(("AAAA",) * 3), ("A rule that is " + "very " * 60 + "long.",))
    answers = replace(part, words=())
    asked, answered, other = (
        list(sheets_of((2, 2), *some)) for some in ([[part]], [[answers]], [[part], [answers]])
    )
    assert size(asked[0]) != size(answered[0])
    assert [size(one) for one in other] == [size(asked[0])] * 2


def test_a_sheet_without_room_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for sides in ("0x3", "21x1", "x", "2x999999999999"):
        with pytest.raises(SystemExit):
            zenkai(["draw", "dominoes4x4", "--sheet", sides])
        assert f"{sides} is not rows and columns such as 2x3, each 1 to 20" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["soma", "sudoku/killer", "genres/heyawake", "nonogram/domino3", "tangram"])
def test_rules_in_words(name: str) -> None:
    for path in INSTANCES.glob(f"{name}.yaml"):
        puzzle = load(path).puzzle
        assert isinstance(puzzle, Worded)
        assert len(puzzle.on_paper) > 1
        assert all(line.endswith(".") and line[0].isalnum() for line in puzzle.on_paper)


def test_layers_beside_a_solid_are_explained() -> None:
    for name, number in (("soma", 1), ("pento3x20", 0), ("spheres2x3x4", 0)):
        puzzle = load(INSTANCES / f"{name}.yaml").puzzle
        assert isinstance(puzzle, Worded)
        assert len([line for line in puzzle.on_paper if "layers" in line]) == number


def test_a_puzzle_without_a_title_has_that_of_its_genre() -> None:
    kenken = load(INSTANCES / "genres/kenken.yaml")
    assert titled(kenken) == "KenKen"
    assert titled(replace(kenken, title="Four")) == "Four"
    assert titled(load(INSTANCES / "dissection/ring.yaml")) == "A ring of eight cells into a 2x4"


def test_the_least_number_of_pieces_is_asked_for_without_bounds() -> None:
    puzzle = load(INSTANCES / "dissection/ring.yaml").puzzle
    assert isinstance(puzzle, Worded)
    assert puzzle.on_paper[0] == (
        "Cut one figure along the lines into as few pieces as possible that make up the other."
    )


def test_one_number_for_all_pieces_is_said_once() -> None:
    text = "puzzle: packing\nboard: 2x6\npieces: [tromino I, tromino V]\ncounts: any\n"
    assert unsolved(text).unsolved().endswith("\n\neach piece any number of times")
    assert (
        unsolved(text.replace("any", "{I: 2, V: any}"))
        .unsolved()
        .endswith("\n\nI: 2, V: any number of times")
    )


TOUCHING = """\
puzzle: packing
board: 2x6
pieces: [tetromino O]
counts: {O: 3}
fixed:
- |
  OO....
  OO....
- |
  ..OO..
  ..OO..
"""
IN_SPACE = """\
puzzle: packing
lattice: cubes
board: 2x2x4
pieces: [tetracubes]
counts: any
fixed:
- |
  OO..
  OO..

  ....
  ....
- |
  ..OO
  ..OO

  ....
  ....
"""


def test_touching_copies_have_a_border_between_them() -> None:
    assert unsolved(TOUCHING).unsolved().startswith("+-------+-------+-------+\n| O   O | O   O | .   . |")
    picture = unsolved(TOUCHING).unsolved_svg()
    lines = re.findall(r'<path d="([^"]*)"', picture)[0]
    assert "M70 6v32M" in lines, "between the second and the third column"
    letters = [one.text for one in ElementTree.fromstring(picture).iter(f"{SVG}text")]
    assert letters == ["O", "O", "O", "O: 3"], "one for each copy, and for the piece beside the board"
    assert len({*re.findall(r'<rect [^>]*fill="([^"]*)"', picture)} - {"#ffffff"}) == 1


def test_touching_copies_of_cubes_have_a_border_between_them() -> None:
    assert unsolved(IN_SPACE).unsolved().startswith("+-------+-------+\n| O   O | O   O |")
    assert unsolved(IN_SPACE).unsolved_svg() != unsolved(IN_SPACE.replace("..OO", "....")).unsolved_svg()


def test_layers_of_cubes_show_letters() -> None:
    puzzle = loads(IN_SPACE, "t").puzzle
    one, other = ("AAAA", "AAAA", "    ", "BBBB", "BBBB"), ("AAAA", "BBBB", "    ", "AAAA", "BBBB")
    assert puzzle.render(one).splitlines()[1] == "| A   A   A   A |"
    assert isinstance(puzzle, SideBySide)
    assert puzzle.side_by_side([one, other]).splitlines()[1].startswith("|*A* *A* *A* *A*|")


def test_cubes_that_others_hide() -> None:
    assert hidden({(0, 0, 0), (0, 0, 1), (1, 0, 0)}) == set()
    behind = {(layer, r, c) for layer in (0, 1) for r in (0, 1) for c in (0, 1)}
    assert hidden(behind) == {(1, 0, 0)}, "the one below, at the back"
    tee = {(1, 0, 0), (0, 0, 0), (1, 1, 0), (1, 0, 1)}
    assert hidden(tee) == {(1, 0, 0)}
    assert hidden({(0, 0, 0), (-2, 2, 2)}) == {(0, 0, 0)}, "far in front, and just before it"


def test_letters_stand_on_whole_tops() -> None:
    arch = {(0, 0, 0): "A", (0, 1, 1): "B", (1, 0, 0): "C", (1, 1, 0): "D", (1, 0, 1): "E"}
    picture = cubes(arch, apart=False)
    assert re.findall(">([A-Z])</text>", picture) == ["A", "B"], "D and E are behind B in part, C is below A"
    assert set(re.findall(">([A-Z])</text>", cubes(arch))) == set("ABCDE"), "each in its layer"


def test_a_frame_leaves_the_borders_of_pieces_free() -> None:
    picture = board_svg(["AB"], [(0, 0), (0, 1)])
    thick = float(re.findall(r'stroke="#222" stroke-width="([\d.]+)"', picture)[0])
    for x, side, stroke in re.findall(
        r'<rect x="(\d+)" y="\d+" width="(\d+)"[^>]*fill="none"[^>]*stroke-width="(\d)"', picture
    ):
        low = (int(x) - MARGIN) % CELL - int(stroke) / 2
        assert low > thick / 2
        assert low + int(side) + int(stroke) < CELL - thick / 2


def test_pictures_in_a_page_are_groups_in_a_pdf() -> None:
    inner = sheet([caption("one"), caption("two")])
    read = pictures._as_svglib_reads(page([PrintedPuzzle("head", inner)], 1, 1))
    ElementTree.fromstring(read)
    scale = (A4.width - 2 * EDGE) / size(inner)[0]
    assert read.count("<svg") == read.count("</svg>") == 1
    assert re.findall(r"scale\(([\d.]+) ", read) == [f"{scale:.4f}", "1.0000", "1.0000"]
