"""The text formats of sudoku, wrong input, and files of many puzzles from the command line."""

from __future__ import annotations

import gzip
import io
import random
import re
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from tests.helpers import PATIENCE, ROOT
from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.formats.sudoku import WRITERS, Marks, as_yaml, read
from zenkai_solver.models.formats.sudoku import main as rewrite
from zenkai_solver.models.loading import load, load_text, loads
from zenkai_solver.models.sudoku.puzzle import Sudoku
from zenkai_solver.solvers.batch import many, sudoku_lines
from zenkai_solver.solvers.commands.run import main
from zenkai_solver.solvers.core.command import BUG
from zenkai_solver.solvers.core.deadlines import NEVER
from zenkai_solver.solvers.core.options import read as read_options
from zenkai_solver.solvers.engines.sudoku.kernels.sudoku9 import Solved

LINE = "398605100100790300400000000002050000040000030000060900000000005007041003004502798"
SOLUTION = "398625174125794386476183529762359841549218637831467952283976415957841263614532798"
ROWS = [LINE[i : i + 9] for i in range(0, 81, 9)]
PLAIN = Marks(9, tuple("" if char == "0" else char for char in LINE))


# ---- reading and writing

BOXED = """*-----------*
|398|6.5|1..|
|1..|79.|3..|
|4..|...|...|
|---+---+---|
|..2|.5.|...|
|.4.|...|.3.|
|...|.6.|9..|
|---+---+---|
|...|...|..5|
|..7|.41|..3|
|..4|5.2|798|
*-----------*
"""

TEXTS = {
    "line": LINE,
    "line with dots": LINE.replace("0", ".") + "\n",
    "comma form of document 001": ",".join(ROWS),
    "quoted, one cell a value": ", ".join(LINE),
    "rows": "\n".join(ROWS),
    "rows of spaced cells": "\n".join(" ".join(row) for row in ROWS),
    "rows of spaced boxes, CRLF": "\r\n".join(f"{row[:3]} {row[3:6]} {row[6:]}" for row in ROWS),
    "sdk": "#A nobody\n#D 001\n[Puzzle]\n" + "\n".join(ROWS) + "\n[State]\n" + "\n".join(reversed(ROWS)),
    "boxed": BOXED,
    "boxed by |": BOXED.replace("|---+---+---|", " --- --- --- ").replace("*-----------*\n", ""),
    "boxed with underscores": BOXED.replace(".", "_"),
    "bordered": "+-------+-------+-------+\n"
    + "".join(f"| {' '.join(r[:3])} | {' '.join(r[3:6])} | {' '.join(r[6:])} |\n" for r in ROWS),
    "729 characters": "".join("123456789" if c == "0" else c.rjust(int(c), ".").ljust(9, ".") for c in LINE),
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_reading(text: str) -> None:
    every = "123456789"
    assert [cell if cell != every else "" for cell in read(text).cells] == list(PLAIN.cells)


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize("size", [4, 6, 9, 16, 25])
def test_round_trip(name: str, size: int) -> None:
    symbols = "123456789ABCDEFGHIJKLMNOP"[:size]
    marks = Marks(size, tuple(symbols[i % size] if i % 3 else "" for i in range(size * size)))
    back = read(WRITERS[name](marks))
    assert Marks(size, tuple("" if len(cell) > 1 else cell for cell in back.cells)) == marks


def test_pencil_marks_round_trip() -> None:
    marks = Marks(9, tuple("123456789"[i % 6 : i % 6 + 2 + i % 3] for i in range(81)))
    assert read(WRITERS["marks"](marks)) == marks
    puzzle = loads(as_yaml(WRITERS["marks"](marks)), "x").puzzle
    assert isinstance(puzzle, Sudoku)
    for cell, digits in zip(puzzle.grid.cells, marks.cells):
        assert puzzle.domains[cell] <= {int(digit) for digit in digits}


@pytest.mark.parametrize("text", [LINE, BOXED, WRITERS["marks"](PLAIN), f"{'.' * 72}12345678."])
def test_a_text_is_the_puzzle_of_its_yaml(text: str) -> None:
    instance = load_text(text, "x")
    assert instance == loads(instance.text, "x")


def test_marks_are_read_with_their_candidates() -> None:
    marks = Marks(9, ("12", *PLAIN.cells[1:]))
    puzzle = load_text(WRITERS["marks"](marks), "x").puzzle
    assert isinstance(puzzle, Sudoku)
    assert puzzle.rules
    assert puzzle == loads(as_yaml(WRITERS["marks"](marks)), "x").puzzle


def test_a_text_with_clashing_givens_is_read_leniently_only() -> None:
    text = "11" + "." * 79
    with pytest.raises(InstanceError, match="lenient"):
        load_text(text, "x")
    assert load_text(text, "x", "lenient: true\n").puzzle.family == "sudoku"


def test_numbers_beyond_nine() -> None:
    row = " ".join(map(str, [*range(1, 16), 0]))
    marks = read("\n".join([row] * 16))
    assert marks.size == 16
    assert marks.cells[:16] == (*"123456789ABCDEF", "")


def test_writers() -> None:
    assert WRITERS["ss"](PLAIN) == BOXED
    assert WRITERS["comma"](PLAIN) == ",".join(ROWS) + "\n"
    assert WRITERS["line"](PLAIN) == LINE.replace("0", ".") + "\n"
    assert WRITERS["sdk"](PLAIN).split("\n")[:2] == ["[Puzzle]", ROWS[0].replace("0", ".")]


def test_rewriting_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    many, one = tmp_path / "x.sdm", tmp_path / "x.ss"
    many.write_text(f"# title\n{LINE}\n")
    assert rewrite(["--to", "ss", str(many)]) == 0
    one.write_text(capsys.readouterr().out)
    assert one.read_text() == BOXED
    assert rewrite([str(one)]) == 0
    assert capsys.readouterr().out == LINE.replace("0", ".") + "\n"
    many.write_text(f"{LINE}\n{LINE[1:]}\n")
    assert rewrite([str(many)]) == 2
    assert "x.sdm:2: 80 cells" in capsys.readouterr().err


MISFITS = {
    "": (None, "no puzzle in this file"),
    "# only a comment\n": (None, "no puzzle"),
    LINE[:80]: (1, "80 cells; 81 are needed"),
    "\n".join([*ROWS[:3], ROWS[3][:8], *ROWS[4:]]): (4, "a row of 8 cells; the others have 9"),
    "\n".join(ROWS[:8]): (8, "8 rows of 9 cells; 9 rows are needed"),
    LINE[:-1] + "A": (1, "R9C9: 'A' is neither a digit from 1 to 9 nor a blank"),
}


@pytest.mark.parametrize("text", MISFITS)
def test_misfits(text: str) -> None:
    line, message = MISFITS[text]
    with pytest.raises(InstanceError, match=message) as error:
        read(text)
    assert error.value.line == line


# ---- instances with mistakes

HEAD = "puzzle: sudoku\nsize: 9x9\n"


def grid(row: int, text: str) -> str:
    return "puzzle: sudoku\ngrid: |\n" + "".join(f"  {text if r == row else '.........'}\n" for r in range(9))


MISTAKES = {
    grid(2, "........"): (5, "grid: row 3 has 8 cells, but 9 are needed"),
    grid(2, "....A...."): (5, "grid: R3C5: 'A' is neither a digit from 1 to 9 nor a blank"),
    grid(4, "5......5."): (7, "two equal givens where digits differ: R5C1 and R5C8 hold 5"),
    grid(0, "5........") + "rules:\n  - even: [R1C1]\n": (3, "R1C1: the given 5 breaks the rule even"),
    grid(0, "51.......") + "rules:\n  - thermo: [R1C1 R1C2]\n": (3, "the givens break the rule thermo: R1C1 R1C2 hold 5 1"),
    HEAD + "rules:\n  - killer:\n      - 3 = R1C1 R1C2\n      - 9 = R1C2 R1C3\n": (6, "two cages overlap in R1C2"),
    HEAD + "rules:\n  - killer: [18 = R1C1 R1C2]\n": (4, "2 different digits add up to 3..17, not to 18"),
    HEAD + "rules:\n  - thermos: [R1C1 R1C2]\n": (4, 'unknown rule "thermos"; did you mean "thermo"'),
    HEAD + "rules:\n  - thermo: [R1C1 R1C10]\n": (4, "R1C10 is outside the grid of 9 rows and 9 columns"),
    HEAD + "rules:\n  - thermo: [R1C1 A2]\n": (4, '"A2" is not a cell: write R1C1'),
    HEAD + "rules:\n  - thermo: [R1C1-R2C3]\n": (4, "R1C1-R2C3 is not a straight line of cells"),
    HEAD + "rules:\n  - thermo: [R1C1]\n": (4, "1 cell; at least 2 are needed"),
    HEAD + "rules:\n  - thermo: 5\n": (4, "write `thermo: [R1C1 R1C2]`"),
    HEAD + "rules:\n  - thermo: []\n": (4, "a list of 1 to 2,000 texts"),
    HEAD + "rules:\n  - renban: [R1C1 R1C2 R1C1]\n": (4, "a cell is twice in"),
    HEAD + "rules:\n  - kropki: {white: [R1C1 R1C3]}\n": (4, "R1C1 R1C3 are not neighbours"),
    HEAD + "rules:\n  - kropki: {red: [R1C1 R1C2]}\n": (4, "unknown key"),
    HEAD + "rules:\n  - kropki: {all given: red}\n": (4, "true, false, white or black is needed"),
    HEAD + "rules:\n  - kropki: {all given: [black]}\n": (4, "true, false, white or black is needed"),
    HEAD + "rules:\n  - clone: [R1C1 R1C2 = R5C5]\n": (4, "groups of 1 and 2 cells; clones are equally large"),
    HEAD + "rules:\n  - clone: [R1C1 R1C2]\n": (4, "has no `=` between two parts"),
    HEAD + "rules:\n  - clone: [R1C1 = R1C1]\n": (4, "a cell is twice in R1C1 R1C1"),
    HEAD + "rules:\n  - minimum: [R1C1 R1C2]\n": (4, "R1C1 R1C2 are neighbours; only one of them can be a minimum"),
    HEAD + "rules:\n  - sandwich: {rows: 1 2 3}\n": (4, "3 clues for 9 lines"),
    HEAD + "rules:\n  - skyscraper: {top: 10 . . . . . . . .}\n": (4, "10 of 9 buildings cannot be seen"),
    HEAD + "rules:\n  - little-killer: [12 = R1C2 down]\n": (4, '"down" is not a direction'),
    HEAD + "rules:\n  - little-killer: [12 = R1C1 down-left]\n": (4, "only one cell lies down-left of R1C1"),
    HEAD + "rules:\n  - quad: [R9C1 = 1 2]\n": (4, "R9C1 is not the upper left cell of a 2x2 square"),
    HEAD + "rules:\n  - anti-knight: [R1C1]\n": (4, "this rule takes no value"),
    HEAD + "rules:\n  - killer: [R1C1 R1C2]\n": (4, "has no `=` between two parts"),
    HEAD + "rules:\n  - 7\n": (4, "7 is not text"),
    HEAD + "rules:\n  - [windoku]\n": (4, "a rule is a name"),
    "puzzle: sudoku\nsize: 6x6\nrules: [windoku]\n": (3, "the boxes are 2x3, not square"),
    "puzzle: sudoku\nsize: 6x9\nbox: none\nrules: [diagonals]\n": (4, "the grid is 6x9, not square"),
    "puzzle: sudoku\nsize: 9x9\nbox: 2x3\n": (3, "boxes of 2x3 do not tile 9x9 with 9 digits"),
    "puzzle: sudoku\nsize: 7x7\n": (1, "the key `box` is missing for 7x7"),
    "puzzle: sudoku\nsize: 30x30\n": (2, "30x30; at most 25x25"),
    "puzzle: sudoku\nsize: big\n": (2, '"big" is not a size'),
    "puzzle: sudoku\n": (1, "the key `grid` (a drawing) or `size` (such as 9x9) is missing"),
    "puzzle: sudoku\nsize: 4x4\ndigits: 2-4\n": (3, "3 digits for lines of 4 cells"),
    "puzzle: sudoku\nsize: 4x4\nregions: |\n  AABB\n  AABB\n  CCDD\n  CDDD\n": (6, "region C, from R3C1 on, has 3 cells for 4 digits"),
    "puzzle: sudoku\nsize: 4x4\nregions: |\n  AABB\n  AAB\n  CCDD\n  CCDD\n": (5, "regions: row 2 has 3 cells"),
}  # fmt: skip


@pytest.mark.parametrize("text", MISTAKES, ids=range(len(MISTAKES)))
def test_mistakes(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line with file, line and reason; exit code 2."""
    line, message = MISTAKES[text]
    path = tmp_path / "x.yaml"
    path.write_text(text)
    assert main([str(path), "--count"]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert f"x.yaml:{line}: " in error
    assert message in error


def test_lenient(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(grid(4, "5......5."))
    assert main([str(path), "--unique", "--lenient"]) == 0
    assert "none" in capsys.readouterr().out


@pytest.mark.parametrize(("suffix", "text"), [(".sdk", TEXTS["sdk"]), (".ss", BOXED)])
def test_files_of_one_puzzle(suffix: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / f"x{suffix}"
    path.write_text(text)
    assert main([str(path), "-o", str(tmp_path / "out.jsonl"), "--quiet"]) == 0
    assert SOLUTION[:9] in (tmp_path / "out.jsonl").read_text()
    path.write_text(text.replace("398", "399", 1))
    with pytest.raises(InstanceError, match="R1C2 and R1C3 hold 9"):
        load(path)


# ---- files of many


def run_many(tmp_path: Path, text: str | bytes, *words: str, name: str = "x.sdm") -> tuple[int, list[str]]:
    path, out = tmp_path / name, tmp_path / "out.txt"
    data = text.encode() if isinstance(text, str) else text
    path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    code = main([str(path), "-o", str(out), *words])
    return code, out.read_text().split("\n")[:-1] if out.exists() else []


SEVERAL = LINE.replace("398605100", "000605100", 1)
EMPTY4 = "." * 16


def test_answers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = f"# a title\n{LINE}\n\n{SEVERAL}\n{'.' * 81}\n{LINE},{SOLUTION}\n"
    code, lines = run_many(tmp_path, text)
    assert code == 0
    assert lines == [SOLUTION, "2+", "2+", SOLUTION]
    assert "4 puzzles: 2 unique, 2 several, 0 none; complete" in capsys.readouterr().out


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("name", ["x.sdm", "x.txt", "x.txt.gz"])
def test_line_ends_and_names(tmp_path: Path, end: str, name: str) -> None:
    assert run_many(tmp_path, end.join([LINE] * 3), name=name) == (0, [SOLUTION] * 3)


def test_limit_and_count(tmp_path: Path) -> None:
    assert run_many(tmp_path, EMPTY4 + "\n", "--limit", "100") == (0, ["100+"])
    assert run_many(tmp_path, EMPTY4 + "\n", "--count") == (0, ["288"])
    assert run_many(tmp_path, LINE + "\n", "--limit", "1") == (0, [SOLUTION])
    code, (number,) = run_many(tmp_path, SEVERAL + "\n", "--count")
    assert code == 0
    assert int(number) > 2


def test_other_engines_and_sizes(tmp_path: Path) -> None:
    text = f"{','.join(ROWS)}\n1...............\n"
    assert run_many(tmp_path, text) == (0, [SOLUTION, "2+"])
    assert run_many(tmp_path, LINE + "\n", "--backend", "sat") == (0, [SOLUTION])


CLASHES = {
    "5...5" + "." * 76: "R1C1 and R1C5 both hold 5 (row 1)",
    "." * 20 + "7" + "." * 35 + "7" + "." * 24: "R3C3 and R7C3 both hold 7 (column 3)",
    "." * 30 + "2" + "." * 10 + "2" + "." * 39: "R4C4 and R5C6 both hold 2 (box 5)",
}


@pytest.mark.parametrize("backend", ["auto", "sat"])
def test_clashes_are_named_and_the_rest_is_answered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], backend: str
) -> None:
    text = "".join(f"{clash}\n{LINE}\n" for clash in CLASHES)
    code, lines = run_many(tmp_path, text, "--backend", backend)
    assert code == 0
    assert lines == [answer for words in CLASHES.values() for answer in (f"clash: {words}", SOLUTION)]
    assert "6 puzzles: 3 unique, 0 several, 0 none, 3 clashing; complete" in capsys.readouterr().out


def test_clash_in_other_sizes_and_lenient(tmp_path: Path) -> None:
    text = f"{'1..1' + '.' * 12}\n{'55' + '.' * 79}\n"
    assert run_many(tmp_path, text) == (
        0,
        ["clash: R1C1 and R1C4 both hold 1 (row 1)", "clash: R1C1 and R1C2 both hold 5 (row 1)"],
    )
    assert run_many(tmp_path, text, "--lenient") == (0, ["0", "0"])


def test_unreadable_lines_are_named_and_the_rest_is_answered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, lines = run_many(tmp_path, f"{LINE}\n{LINE[:-1]}\n{LINE}\n{LINE[:-1]}x1\n")
    assert code == 2
    why = "81 are needed (or 16, 36, 64, 100, 144, 256, ...)"
    assert lines == [SOLUTION, f"unreadable: 80 cells; {why}", SOLUTION, f"unreadable: 82 cells; {why}"]
    said = capsys.readouterr()
    assert "4 puzzles: 2 unique, 0 several, 0 none, 2 unreadable; complete" in said.out
    assert said.err == f"zenkai: {tmp_path / 'x.sdm'}:2: 80 cells; {why}; 1 more like it\n"


def test_a_wrong_line_does_not_slow_its_neighbours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the line itself is taken alone: the engine for many solves the others."""
    alone: list[int] = []
    single = many.ManySudokus.single
    monkeypatch.setattr(
        many.ManySudokus,
        "single",
        lambda self, number, line: alone.append(number) or single(self, number, line),
    )
    code, lines = run_many(tmp_path, f"{LINE}\n" * 50 + LINE[:-1] + "\n" + f"{LINE}\n" * 50)
    assert (code, alone) == (2, [51])
    assert lines.count(SOLUTION) == 100


def test_a_wrong_grid_of_the_engine_is_named_by_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    search = many.ManySudokus(tmp_path, read_options(["x.sdm"]), NEVER).search

    def wrong(digits: np.ndarray, *limits: int) -> Solved:
        solved = search(digits, *limits)
        solved.solutions[1, 0] = 1 + solved.solutions[1, 0] % 9
        return solved

    monkeypatch.setattr(many.ManySudokus, "search", staticmethod(wrong))
    assert run_many(tmp_path, f"{LINE}\n# a comment\n{LINE}\n{LINE}\n") == (BUG, [])
    said = f"{tmp_path / 'x.sdm'}: line 3: engine sudoku returned a grid that breaks the rules\n"
    assert capsys.readouterr().err.endswith(said)


def numbered(count: int) -> list[str]:
    """Different puzzles, each with one solution: LINE with other digits."""
    rng = random.Random(3)
    return [
        LINE.translate(str.maketrans("123456789", "".join(rng.sample("123456789", 9)))) for _ in range(count)
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("chunk", [1, 81, 82, 83, 84, 1000, 82 * 4096])
def test_no_puzzle_is_lost_whatever_ends_a_line(
    end: str, mark: str, chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Line ends cut by the reader's blocks, comments, blank lines, titles and a last line without an end."""
    monkeypatch.setattr(sudoku_lines, "CHUNK", chunk)
    puzzles = numbered(7)
    lines = [puzzles[0], "# comment", "", puzzles[1] + " a title", *puzzles[2:]]
    expected = list(zip([1, 4, 5, 6, 7, 8, 9], map(str.encode, puzzles)))
    for text in (end.join(lines), end.join([*lines, ""])):
        read = sudoku_lines.chunks(io.BytesIO((mark + text).encode()))
        assert [found for part in read for found in part.puzzles] == expected


@pytest.mark.parametrize("name", ["x.sdm", "x.txt.gz"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_and_byte_order_mark_in_a_run(tmp_path: Path, end: str, name: str) -> None:
    text = "\ufeff" + end.join([LINE, SEVERAL, LINE])
    assert run_many(tmp_path, text, name=name) == (0, [SOLUTION, "2+", SOLUTION])


@pytest.mark.parametrize(
    ("line", "puzzles"),
    [
        ("{p} {q}", "pq"),
        ("{p};{q},{p}", "pqp"),
        ("{p},{solution}", "p"),
        ("{p} {solution} {q}", "pq"),
        ("{p} {other}", "po"),
        ("{p} 17 clues, hard", "p"),
        ("{p} title {q}", "pq"),
        ("{p} {p}{q}", "pd"),
        ("{p} {p}{q} {p}", "pdp"),
        ("{p} # {q}", "p"),
        ("{solution}", "s"),
        ("title {p}", None),
        ("{dashes} {dashes}", None),
    ],
)
def test_several_on_a_line(line: str, puzzles: str | None) -> None:
    """A second puzzle is read; what is not understood is one text, which the reader of puzzles refuses by name."""
    q, other = numbered(1)[0], SOLUTION[1:] + SOLUTION[0]
    texts = {"p": LINE, "q": q, "s": SOLUTION, "o": other, "d": LINE + q}
    text = line.format(p=LINE, q=q, solution=SOLUTION, other=other, dashes=LINE.replace("0", "-"))
    if puzzles is None:
        assert sudoku_lines.puzzles_of(text.encode()) == [text.encode()]
        with pytest.raises(InstanceError, match="cells; 81 are needed"):
            read(text)
    else:
        assert sudoku_lines.puzzles_of(text.encode()) == [texts[name].encode() for name in puzzles]


ROW_FORMS = {
    "commas": lambda row: ",".join(row),
    "a trailing comma": lambda row: ",".join(row) + ",",
    "nothing for a blank": lambda row: ",".join(row).replace("0", "") + ",",
    "nothing for a blank, no trailing comma": lambda row: ",".join(row).replace("0", ""),
    "dots": lambda row: row.replace("0", "."),
    "spaced dots and a trailing comma": lambda row: ", ".join(row.replace("0", ".")) + ", ",
}
HEADS = {
    "Q:": lambda i: "Q:\n",
    "numbers": lambda i: f"Q{i}:\n",
    "names": lambda i: f"Q: easy, no {i}\n",
    "no colon": lambda i: "Q\n",
    "blank lines": lambda i: "\n\n",
    "nothing": lambda i: "",
}


def printed(puzzles: list[str], head: str, row: str, answer: bool = False) -> str:
    """The puzzles in the form that document 001 is printed in."""
    shown = []
    for i, puzzle in enumerate(puzzles, 1):
        rows = [ROW_FORMS[row](puzzle[k : k + 9]) for k in range(0, 81, 9)]
        shown.append(
            HEADS[head](i) + "\n".join(rows) + "\n" + ("A:\n" + "\n".join(rows) + "\n" if answer else "")
        )
    return "".join(shown)


@pytest.mark.parametrize("row", ROW_FORMS)
@pytest.mark.parametrize("head", HEADS)
def test_printed_forms(head: str, row: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Several per file, whatever ends the lines, wherever the reader cuts; one alone as a file of one."""
    assert read(printed([LINE], head, row)) == PLAIN
    puzzles = numbered(3)
    for end, chunk in (("\n", 1 << 20), ("\r\n", 100), ("\r", 7)):
        monkeypatch.setattr(sudoku_lines, "CHUNK", chunk)
        text = printed(puzzles, head, row).replace("\n", end).encode()
        found = [puzzle for part in sudoku_lines.chunks(io.BytesIO(text)) for _, puzzle in part.puzzles]
        assert [puzzle.replace(b".", b"0") for puzzle in found] == [puzzle.encode() for puzzle in puzzles]


def test_printed_forms_in_a_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Answers are not read as puzzles; a torn puzzle is named by its first line and the others are solved."""
    forms = printed([LINE, SEVERAL], "Q:", "a trailing comma", answer=True)
    assert run_many(tmp_path, forms) == (0, [SOLUTION, "2+"])
    assert run_many(tmp_path, f"{LINE}\nA:\n{SOLUTION}\n{forms}{LINE}\n") == (
        0,
        [SOLUTION] * 2 + ["2+", SOLUTION],
    )
    capsys.readouterr()
    torn = forms.replace("4,0,0,0,0,0,0,0,0,\n", "", 1)
    code, lines = run_many(tmp_path, torn + LINE)
    assert (code, lines[1:]) == (2, ["2+", SOLUTION])
    assert lines[0] == "unreadable: 8 rows of 9 cells; 9 rows are needed"
    assert "x.sdm:2: 8 rows" in capsys.readouterr().err


def test_printed_forms_of_other_sizes(tmp_path: Path) -> None:
    sixteen = "Q: one\n" + "\n".join(",".join("0" * 16) + "," for _ in range(16))
    assert read(sixteen).size == 16
    rows = "Q1:\n1,,,\n,,,\n,,,\n,,,4\nQ2:\n" + "." * 16 + "\n"
    assert run_many(tmp_path, rows, "--count") == (0, ["18", "288"])


def test_a_second_puzzle_in_a_file_of_one_is_named() -> None:
    with pytest.raises(InstanceError, match=r"a second puzzle; a file of many is \.sdm or \.txt") as error:
        read(printed([LINE, LINE], "Q:", "commas"))
    assert error.value.line == 11


def test_a_line_without_end_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_many(tmp_path, f"{LINE}\n" + "1" * (3 << 20))[0] == 2
    assert f"{tmp_path / 'x.sdm'}:2: a line of more than 1,048,576 bytes" in capsys.readouterr().err


def with_exactly(count: int) -> str:
    """A puzzle with that many solutions: cells blanked at random until the number is met."""
    for seed in range(10_000):
        blank = random.Random(seed).sample(range(81), 46)
        text = "".join("." if i in blank else digit for i, digit in enumerate(SOLUTION))
        if sum(1 for _ in islice(brute_force(text), count + 1)) == count:
            return text
    raise AssertionError(f"no puzzle with {count} solutions")


def brute_force(text: str) -> Iterator[str]:
    """Every solution, by the rules alone."""
    options = {i: set("123456789").difference(text[k] for k in PEERS[i]) for i in range(81) if text[i] == "."}
    if not options:
        yield text
        return
    cell = min(options, key=lambda i: len(options[i]))
    for digit in sorted(options[cell]):
        yield from brute_force(text[:cell] + digit + text[cell + 1 :])


def shares_unit(i: int, k: int) -> bool:
    (r, c), (s, d) = divmod(i, 9), divmod(k, 9)
    return r == s or c == d or (r // 3, c // 3) == (s // 3, d // 3)


PEERS = [[k for k in range(81) if k != i and shares_unit(i, k)] for i in range(81)]


def test_the_number_does_not_depend_on_the_order_of_the_search(tmp_path: Path) -> None:
    """`2` for exactly two, `2+` for more, by each engine and whatever the digits are called."""
    rng = random.Random(8)
    for count, answer in ((2, "2"), (3, "2+")):
        text = with_exactly(count)
        other = [
            text.translate(str.maketrans("123456789", "".join(rng.sample("123456789", 9)))) for _ in range(2)
        ]
        lines = "\n".join([text, *other, text[::-1]])
        for backend in ("auto", "sat"):
            assert run_many(tmp_path, lines, "--backend", backend) == (0, [answer] * 4)
        assert run_many(tmp_path, lines, "--limit", "3") == (0, [str(count)] * 4)
        assert run_many(tmp_path, lines, "--count") == (0, [str(count)] * 4)


@pytest.mark.parametrize("limit", [2**63 - 1, 2**63, 10**30])
def test_huge_limits(tmp_path: Path, limit: int) -> None:
    assert run_many(tmp_path, f"{EMPTY4}\n{LINE}\n", "--limit", str(limit)) == (0, ["288", SOLUTION])


def test_both_rates_are_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The search by itself cannot take longer than all together."""
    run_many(tmp_path, f"{LINE}\n" * 1000)
    said = capsys.readouterr().out
    rates = re.search(
        r"search [\d.]+ s, ([\d,]+) puzzles/s; with loading and files [\d.]+ s, ([\d,]+) ", said
    )
    assert rates is not None
    search, whole = (int(rate.replace(",", "")) for rate in rates.groups())
    assert search >= whole > 0


PACKED = gzip.compress("".join(f"{line}\n" for line in numbered(500)).encode())
DAMAGED = {
    "cut short": PACKED[:-200],
    "cut in the header": PACKED[:5],
    "a wrong byte": PACKED[:200] + bytes([PACKED[200] ^ 0xFF]) + PACKED[201:],
    "not gzip": LINE.encode(),
    "wrong sum": PACKED[:-8] + bytes(8),
}


@pytest.mark.parametrize("data", DAMAGED.values(), ids=DAMAGED.keys())
def test_damaged_archives(data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line that says read, exit code 2; an old output is left alone."""
    path, out = tmp_path / "x.txt.gz", tmp_path / "out.txt"
    path.write_bytes(data)
    out.write_text("old")
    assert main([str(path), "-o", str(out)]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"zenkai: {path}: cannot read: ")
    assert error.count("\n") == 1
    assert out.read_text() == "old"


def test_damage_in_the_middle_keeps_what_was_answered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whole lines are written, the summary says incomplete, the error is one line, and the code is 2."""
    path, out = tmp_path / "x.txt.gz", tmp_path / "out.txt"
    lines = numbered(9_000)
    packed = gzip.compress("".join(f"{line}\n" for line in lines).encode())
    path.write_bytes(packed[: len(packed) * 2 // 3])
    assert main([str(path), "-o", str(out)]) == 2
    answers = out.read_text().split("\n")
    assert answers.pop() == ""
    assert 0 < len(answers) < 9_000
    assert {len(answer) for answer in answers} == {81}
    assert answers[-1][:3] == lines[len(answers) - 1][:3]
    said = capsys.readouterr()
    assert f"{len(answers):,} puzzles" in said.out
    assert "; incomplete (the rest cannot be read); " in said.out
    assert said.err.startswith(f"zenkai: {path}: cannot read: ")
    assert said.err.count("\n") == 1


@pytest.mark.parametrize("line", ["\n", "# nothing\n", "\r\n"])
def test_a_packed_file_of_nothing_ends(
    line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bomb is refused after MAX_BLANK bytes, in bounded memory; the answers before it stay."""
    monkeypatch.setattr(sudoku_lines, "MAX_BLANK", most := 1 << 17)
    path, part = tmp_path / "x.txt.gz", gzip.compress(line.encode() * (most // len(line)))
    path.write_bytes(gzip.compress(f"{LINE}\n".encode()) + part * 512)
    tracemalloc.start()
    assert main([str(path), "-o", str(tmp_path / "out.txt"), "--quiet"]) == 2
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1 << 25
    said = capsys.readouterr()
    [complaint] = [line for line in said.err.splitlines() if line.startswith("zenkai: ")]  # not of progress
    assert f"more than {most:,} bytes without a puzzle" in complaint
    assert (tmp_path / "out.txt").read_text() == SOLUTION + "\n"


def test_a_batch_says_a_file_name_in_printable_characters(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a\x1b[2Jb.sdm"
    path.write_text(f"{LINE}\n{LINE[:-1]}\n")
    assert main([str(path), "-o", "-"]) == 2
    assert "\x1b" not in capsys.readouterr().err


def test_a_batch_never_replaces_its_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x.sdm").write_text(f"{LINE}\n")
    Path("solutions").mkdir()
    Path("solutions/x.solutions.txt").symlink_to(tmp_path / "x.sdm")  # the default output
    assert main(["x.sdm"]) == 2
    assert Path("x.sdm").read_text() == f"{LINE}\n"


@pytest.mark.parametrize("name", ["missing.sdm", "missing.txt.gz", "folder.txt"])
def test_files_that_cannot_be_read(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "folder.txt").mkdir()
    assert main([str(tmp_path / name), "-o", str(tmp_path / "out")]) == 2
    error = capsys.readouterr().err
    kind = "a folder, not an instance: " if name.startswith("folder") else "cannot read: "
    assert error.startswith(f"zenkai: {tmp_path / name}: {kind}")
    assert error.count("\n") == 1
    assert not (tmp_path / "out").exists()


HOSTILE = {
    "dashes": "-" * ((1 << 20) - 2) + "z",
    "dashes and dots": "-." * ((1 << 19) - 2) + "z",
    "short lines": "1\n22\n333\n" * 100_000,
    "brackets": "[" * ((1 << 20) - 2),
    "blanks": " " * ((1 << 20) - 2) + "z",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
@pytest.mark.parametrize("name", ["x.sdk", "x.sdm"])
def test_hostile_texts_end(text: str, name: str, tmp_path: Path) -> None:
    """A mebibyte takes about a second; where each step looked at the whole line again, it would take days."""
    path = tmp_path / name
    path.write_text(text if name == "x.sdk" else text.replace("\n", " "))
    command = [sys.executable, "-m", "zenkai_solver.models.formats.sudoku", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


def test_no_solution_without_a_clash(tmp_path: Path) -> None:
    text = "".join(
        (ROOT / "instances/sudoku/none.yaml").read_text().split("|\n")[1].split("expect")[0].split()
    )
    assert run_many(tmp_path, text + "\n") == (0, ["0"])


def test_time_limit(tmp_path: Path) -> None:
    assert run_many(tmp_path, ("." * 81 + "\n"), "--count", "--time-limit", "0.5")[0] == 3
