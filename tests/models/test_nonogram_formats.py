"""Nonogram files: every format read and written, every error one line with file, line and numbers."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from tests.nonogram_helpers import STOCK, black
from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.formats.nonograms import parse, read, write
from zenkai_solver.models.formats.table import endings
from zenkai_solver.models.loading import load, loads
from zenkai_solver.models.nonogram.reading import as_yaml
from zenkai_solver.models.nonogram.sheet import BLACK, Ink, Sheet, checked, from_picture
from zenkai_solver.solvers.commands.run import main

NOTE = Sheet(black([3], [1, 1], [1, 1], [3], [3], []), black([], [2], [2], [5], [1], [3]))
RED, BLUE = Ink("r", "red", "#d02020"), Ink("b", "blue", "#2050c0")
FLAG = checked(
    Sheet((((2, 1), (1, 2)), ((3, 2),)), (((1, 1), (1, 2)), ((1, 1), (1, 2)), ((2, 2),)), (RED, BLUE))
)


def wide() -> Sheet:
    """Lengths above 15 and above 255, and empty lines: every branch of the number formats."""
    board = ("#" * 300, "." * 300, "#" * 16 + "." + "#" * 283)
    return from_picture(board)


@pytest.mark.parametrize("name", endings("nonogram"))
@pytest.mark.parametrize(
    "sheet", [NOTE, wide(), from_picture(("#",)), from_picture((".",)), from_picture((".#.", "..."))]
)
def test_written_and_read_again(name: str, sheet: Sheet) -> None:
    again = parse(write(sheet, name), name)
    assert (again.rows, again.columns, again.inks) == (sheet.rows, sheet.columns, (BLACK,))


@pytest.mark.parametrize("name", ["non", "g", "xml"])
def test_colours_are_written_and_read_again(name: str) -> None:
    again = parse(write(FLAG, name), name)
    assert (again.rows, again.columns) == (FLAG.rows, FLAG.columns)
    assert [(ink.label, ink.rgb) for ink in again.inks] == [("r", "#d02020"), ("b", "#2050c0")]


@pytest.mark.parametrize("name", ["nin", "mk", "cwd", "url", "dzn"])
def test_formats_without_colours_say_so(name: str) -> None:
    with pytest.raises(InstanceError, match="one ink, but the puzzle has 2"):
        write(FLAG, name)


def test_goal_is_read_written_and_checked() -> None:
    goal = ("##.", "..#")
    sheet = from_picture(goal)
    text = write(Sheet(sheet.rows, sheet.columns, goal=goal, title="Flag"), "non")
    again = parse(text, "non")
    assert (again.goal, again.title) == (goal, "Flag")
    with pytest.raises(InstanceError, match="row 1 of the goal"):
        parse(text.replace("110001", "101001"), "non")
    with pytest.raises(InstanceError, match="5 cells, not 2 x 3"):
        parse(text.replace("110001", "11001"), "non")


def test_goal_in_xml() -> None:
    goal = ("##.", "..#")
    sheet = from_picture(goal)
    text = write(Sheet(sheet.rows, sheet.columns, goal=goal), "xml")
    assert parse(text, "xml").goal == goal


def test_yaml_says_the_same() -> None:
    for sheet in (NOTE, FLAG, wide()):
        instance = loads("puzzle: nonogram\n" + as_yaml(sheet), "again")
        again = instance.puzzle.sheet  # type: ignore[attr-defined]
        assert (again.rows, again.columns) == (sheet.rows, sheet.columns)


def test_puzzlink() -> None:
    sheet = parse("https://puzz.link/p?nonogram/6/6/12g1111h11112j12g11g21j11g3h", "url")
    assert sheet.rows == black([2, 1], [1, 1], [1, 2], [], [1, 1], [3])
    assert sheet.columns == black([2, 1], [1, 1, 1], [1], [1, 1, 1], [2, 1], [])
    assert write(sheet, "url").strip().endswith("nonogram/6/6/12g1111h11112j12g11g21j11g3h")


def test_olsak_by_hand() -> None:
    sheet = parse(
        "a comment\n#d\n  0:   white\n  1:*  black  ink\n  m:%  #0000FF\n: rows\n1 1m\n\n: columns\n1\n1m\n: end\n",
        "g",
    )
    assert sheet.rows == (((1, 1), (1, 2)), ())
    assert [(ink.label, ink.rgb) for ink in sheet.inks] == [("*", "#000000"), ("%", "#0000ff")]


def test_xml_doctype_is_accepted_and_entities_are_refused() -> None:
    text = write(NOTE, "xml").replace(
        "<puzzleset>", '<!DOCTYPE pbn SYSTEM "http://example.invalid/pbn-0.3.dtd">\n<puzzleset>'
    )
    assert parse(text, "xml").rows == NOTE.rows
    bomb = '<?xml version="1.0"?>\n<!DOCTYPE a [\n<!ENTITY b "bb">\n]>\n<puzzleset/>'
    with pytest.raises(InstanceError, match="entities") as error:
        parse(bomb, "xml")
    assert error.value.line == 3


BAD = [
    (
        "xml",
        write(NOTE, "xml").replace('type="grid"', 'type="triddler"'),
        "only grids are read, not triddlers",
    ),
    ("g", "#t\n: a\n1\n: b\n1\n", "triddler"),
    ("g", "#d\n  m:%  blue\n: rows\n1x\n: columns\n1m\n:\n", "the ink 'x' is not declared; known: m"),
    ("xml", write(FLAG, "xml").replace('color="ink2">3', 'color="pink">3'), "'pink' is not declared"),
    ("nin", "2 2\n1\n1\n1\n", "3 lines of clues for 4 lines"),
    ("nin", "2 2\n1 0 1\n1\n1\n1\n", "0 among the blocks '1 0 1'"),
    ("nin", "2 2\n1 x\n1\n1\n1\n", "'1 x' is not a list of numbers"),
    ("mk", "2 2\n1\n1\n1\n1\n", "0 lines `#`"),
    ("non", "width 2\nrows\n1\n\ncolumns\n1\n1\n", "`height` is missing"),
    ("non", "width 2\nheight 1\nrows\n2\n2\n\ncolumns\n1\n1\n", "2 clues for 1 row"),
    (
        "url",
        "https://puzz.link/p?xyzzy/6/6/0",
        "is not read; known: aho, akichi, alter, ",
    ),
    ("url", "https://puzz.link/p?nonogram/2/2/11111", "5 places for clues; 2 rows and 2 columns have 4"),
    ("dzn", "X = 3;\ncols = [| 1 | 1 |];\nrows = [| 2 |];\n", "2 clues for 3 columns"),
]


@pytest.mark.parametrize(("name", "text", "message"), BAD)
def test_bad_files(
    name: str, text: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / f"bad.{name}"
    path.write_text(text)
    assert main([str(path)]) == 2
    said = capsys.readouterr().err
    assert message in said
    assert str(path) in said
    assert said.count("\n") == 1


BAD_YAML = [
    ("rows: [[1], [1]]\ncolumns: [[1], []]", 2, "the rows have 2 black cells in all, but the columns 1"),
    ("rows: [[1], [3]]\ncolumns: [[2], [2]]", 2, "the clue needs 3 cells, but the line has 2"),
    ("rows:\n  - [1]\n  - [1, 1]\ncolumns: [[2], [1]]", 4, "the clue needs 3 cells, but the line has 2"),
    ("rows: [[1, 0]]\ncolumns: [[1], []]", 2, "a block of 0 cells"),
    ("rows: []\ncolumns: [[1]]", 2, "0 rows; a puzzle has 1 to 500"),
    ("rows: [[1]]", 1, "the key `columns` is missing"),
    ("rows: [[1x]]\ncolumns: [[1]]", 2, "ink 'x' is not known; known: #"),
    ("inks: {r: rde}\nrows: [[1]]\ncolumns: [[1]]", 2, 'did you mean "red"'),
    ("inks: {r: red, b: blue}\nrows: [[1]]\ncolumns: [[1]]", 3, "the block 1 has no ink; known: r b"),
    (
        "inks: {r: red, b: blue}\nrows: [[1r]]\ncolumns: [[1b]]",
        3,
        "the rows have 1 red cells in all, but the columns 0",
    ),
    ("rows: [[-1]]\ncolumns: [[1]]", 2, "-1 is not a block"),
    ("rows: [3]\ncolumns: [[1]]", 2, "3 is not a clue"),
    ("row: [[1]]\ncolumns: [[1]]", 2, 'did you mean "rows"'),
    ("file: missing.non", 2, "missing.non"),
]


@pytest.mark.parametrize(("text", "line", "message"), BAD_YAML)
def test_bad_instances(
    text: str, line: int, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text(f"puzzle: nonogram\n{text}\n")
    assert main([str(path)]) == 2
    said = capsys.readouterr().err
    assert message in said
    assert said.count("\n") == 1
    assert f"bad.yaml:{line}: " in said or "missing.non" in said


def test_file_in_yaml(tmp_path: Path) -> None:
    (tmp_path / "note.nin").write_text(write(NOTE, "nin"))
    path = tmp_path / "note.yaml"
    path.write_text("puzzle: nonogram\nfile: note.nin\nexpect: {all: 1}\n")
    instance = load(path)
    assert instance.puzzle.sheet.rows == NOTE.rows  # type: ignore[attr-defined]
    assert instance.expect == {"all": 1}
    assert loads(instance.text, "note").sha256 == instance.sha256
    assert main([str(path), "--count"]) == 0


def test_stock_files_in_all_formats() -> None:
    paths = [p for p in sorted(STOCK.rglob("*")) if p.suffix[1:] in endings("nonogram")]
    assert len(paths) >= 80
    triddlers = []
    for path in paths:
        if "triddler" in path.read_text():
            triddlers.append(path.stem)
            with pytest.raises(InstanceError, match="triddler"):
                read(path)
            continue
        sheet = read(path)
        for name in endings("nonogram"):
            if len(sheet.inks) == 1 or name in ("g", "xml"):
                again = parse(write(sheet, name), name)
                assert (again.rows, again.columns) == (sheet.rows, sheet.columns), (path, name)
    assert triddlers == ["cut_and_polished", "wake_up"]


def test_stock_nin_is_the_note() -> None:
    assert read(STOCK / "picross" / "note.nin").rows == NOTE.rows


def picross_grids(path: Path) -> dict[str, tuple[list[list[int]], list[list[int]]]]:
    """The grids of a picross file: GRID name, ROWS, [ 1 2 ], COLUMNS; in order, the last of a name wins."""
    grids: dict[str, tuple[list[list[int]], list[list[int]]]] = {}
    side: list[list[int]] = []
    name = ""
    for text in path.read_text().splitlines():
        word, _, rest = text.strip().partition(" ")
        if word == "GRID":
            name = rest
            grids[name] = ([], [])
        elif word in ("ROWS", "COLUMNS"):
            side = grids[name][word == "COLUMNS"]
        elif word == "[":
            side.append([int(x) for x in rest.strip(" ]").split() if x != "0"])
    return grids


def test_picross_validation() -> None:
    """Every verdict and count of the file is reproduced: 1, 2, 3, 16, 33, 109 and the invalid ones."""
    from tests.nonogram_helpers import nonogram
    from zenkai_solver.solvers.engines.lines.lines import LinesBackend

    checked_rows = 0
    with (STOCK / "picross" / "validation.csv").open() as file:
        for row in csv.DictReader(file):
            path = STOCK / "picross" / row["File"]
            if not path.exists() or not row["Grid"]:
                continue
            rows, columns = picross_grids(path)[row["Grid"]]
            if row["Valid"] == "ERR":
                with pytest.raises(InstanceError):
                    nonogram(black(*rows), black(*columns))
            else:
                opened = LinesBackend().open(nonogram(black(*rows), black(*columns)).model())
                found = list(opened.solutions())
                assert len(found) == int(row["Solutions"]), row
                assert (opened.effort == "line-solvable") == (row["Difficulty"] == "LINE") or not found
            checked_rows += 1
    assert checked_rows == 28
