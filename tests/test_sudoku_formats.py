"""The text formats of sudoku, wrong input, and files of many puzzles from the command line."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.formats.sudoku import WRITERS, Marks, as_yaml, read
from zenkai_solver.models.formats.sudoku import main as rewrite
from zenkai_solver.models.loading import load, loads
from zenkai_solver.models.sudoku.puzzle import Sudoku
from zenkai_solver.solvers.run import main

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
    HEAD + "rules:\n  - thermo: [R1C1]\n": (4, "1 cells; at least 2 are needed"),
    HEAD + "rules:\n  - thermo: 5\n": (4, "a list of 1 to 2,000 texts"),
    HEAD + "rules:\n  - renban: [R1C1 R1C2 R1C1]\n": (4, "a cell is twice in"),
    HEAD + "rules:\n  - kropki: {white: [R1C1 R1C3]}\n": (4, "R1C1 R1C3 are not neighbours"),
    HEAD + "rules:\n  - kropki: {red: [R1C1 R1C2]}\n": (4, "unknown key"),
    HEAD + "rules:\n  - sandwich: {rows: 1 2 3}\n": (4, "3 clues for 9 lines"),
    HEAD + "rules:\n  - skyscraper: {top: 10 . . . . . . . .}\n": (4, "10 of 9 buildings cannot be seen"),
    HEAD + "rules:\n  - little-killer: [12 = R1C2 down]\n": (4, '"down" is no direction'),
    HEAD + "rules:\n  - little-killer: [12 = R1C1 down-left]\n": (4, "only one cell lies down-left of R1C1"),
    HEAD + "rules:\n  - quad: [R9C1 = 1 2]\n": (4, "R9C1 is not the upper left cell of a 2x2 square"),
    HEAD + "rules:\n  - anti-knight: [R1C1]\n": (4, "this rule takes nothing"),
    HEAD + "rules:\n  - killer: [R1C1 R1C2]\n": (4, "has no `=` between two parts"),
    HEAD + "rules:\n  - 7\n": (4, "a rule is a name"),
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


def test_clash_is_named_or_has_no_solution(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = f"{LINE}\n55{'.' * 79}\n"
    assert run_many(tmp_path, text)[0] == 2
    assert "x.sdm:2: two equal givens where digits differ: R1C1 and R1C2 hold 5" in capsys.readouterr().err
    assert run_many(tmp_path, text, "--lenient") == (0, [SOLUTION, "0"])


def test_wrong_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_many(tmp_path, f"{LINE}\n{LINE[:-1]}\n")[0] == 2
    assert "x.sdm:2: 80 cells; 81 are needed" in capsys.readouterr().err
    assert run_many(tmp_path, f"{LINE}\n{LINE[:-1]}x1\n")[0] == 2


def test_no_solution_without_a_clash(tmp_path: Path) -> None:
    text = "".join(
        (Path(__file__).parent.parent / "instances/sudoku/none.yaml")
        .read_text()
        .split("|\n")[1]
        .split("expect")[0]
        .split()
    )
    assert run_many(tmp_path, text + "\n") == (0, ["0"])


def test_time_limit(tmp_path: Path) -> None:
    assert run_many(tmp_path, ("." * 81 + "\n"), "--count", "--time-limit", "0.5")[0] == 3
