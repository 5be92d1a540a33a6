"""Nothing is misread in silence: what a person writes is read as it is meant, or refused with line and remedy."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from contextlib import suppress
from textwrap import dedent
from typing import Any

import pytest
import yaml

from tests.helpers import ROOT, some
from zenkai_solver.models.dissection.reading import KEYS as DISSECTION
from zenkai_solver.models.document import InstanceError, Where
from zenkai_solver.models.formats.nonograms import as_instance
from zenkai_solver.models.formula.reading import KEYS as FORMULA
from zenkai_solver.models.grid import normalise
from zenkai_solver.models.loading import COMMON_KEYS, load_text, loads
from zenkai_solver.models.nonogram.reading import KEYS as NONOGRAM
from zenkai_solver.models.packing.reading import KEYS as PACKING
from zenkai_solver.models.parsing import LOADERS, parse_yaml
from zenkai_solver.models.source import common_indentation
from zenkai_solver.models.sudoku.reading import KEYS as SUDOKU
from zenkai_solver.models.texts import KEYS, kind_of
from zenkai_solver.solvers.checker import checker
from zenkai_solver.solvers.checker.checker import Refused
from zenkai_solver.solvers.core.sources import as_yaml

MONO = "puzzle: packing\npieces: monominoes\ncounts: any\n"
DOMINO = "puzzle: packing\nboard: 2x2\npieces: dominoes\n"
HEX = "puzzle: packing\nlattice: hexagons\npieces: monohexes\ncounts: any\n"
CUT = "puzzle: dissection\nto: 2x2\n"
FOUR = "puzzle: sudoku\nsize: 4x4\n"
GRID = "1...\n..2.\n....\n...3\n"
DOT = "puzzle: nonogram\ncolumns: [[1]]\n"
HEXAGON = (
    "    # # #\n   # # # #\n  # # # # #\n   # # # #\n    # # #\n"  # 19 cells, the first row indented most
)

ROW = "is a comment to YAML, which ends the rows above"
ITEM = "is a comment to YAML: write"
NOTHING = "nothing to YAML"
JOINED = "joined by YAML to one: write the lines below `|`"
NOT_TEXT = "is not text: YAML takes it for"
PLAIN = "write a number in plain digits"

# Texts, and what is read of them: the rows of the board (`#` a cell), or the line and words of the message.
Meant = str | tuple[int, str]
DRAWINGS: Mapping[str, Meant] = {
    "|\n  ##\n  #.\n": "##/# ",
    "|\n   #\n  ##\n": " #/##",
    "|\n    ##\n  ##\n": "  ##/##  ",
    "|\n  ##\n   #\n": "##/ #",
    "|\n                 ##\n              ####\n": "   ##/####",  # deeper than an indicator can say
    "|\n   #\n  ##": " #/##",
    "|-\n   #\n  ##\n": " #/##",
    "|+\n   #\n  ##\n\n": " #/##",
    "|2\n   #\n  ##\n": " #/##",
    "|2-\n   #\n  ##\n": " #/##",
    "| # a comment\n   #\n  ##\n": " #/##",
    "|\r\n   #\r\n  ##\r\n": " #/##",
    "|\n        \n  ##\n  ##\n": "##/##",
    "|\n\n  ##\n  ##\n\n": "##/##",
    "|\n  ##\t\n  ##  \n": "##/##",
    "|\n  ##\xa0\n  ##\n": "##/##",
    "|\n  ##\n# a comment\n": "##",
    "|\n  ##\n\n# a comment\n": "##",
    "|\n   #\n  .#\n": " #/ #",
    "|4\n    ##\n  ##\n": (6, ROW),
    "|\n    ##\n  # a comment\n": (6, ROW),
    "|\n   ##\n # a comment\n": (6, ROW),
    "|\n    ##\n  # a\n  .#\n": (6, ROW),
    "|\n  ##\n# a comment\n  ##\n": (7, "as is all from line 6: none may stand among the rows"),
    "|\n  ##\n  # a comment\n": (6, "'a' in row 2"),
    "|\n##\n##\n": (4, "no rows below `|`: spaces indent them"),
    "|\n\u3000##\n": (4, "no rows below `|`: spaces indent them"),
    "|\n\t##\n": (5, "a tab: YAML takes spaces only"),
    "|\n  #\xa0#\n  ###\n": (5, "'\\xa0' in row 1"),
    "|\n  \uff03\uff03\n  ##\n": (5, "'\uff03' in row 1"),
    ">\n  ##\n  ##\n": (5, JOINED),
    ">-\n   ##\n  ##\n": (5, JOINED),
    ".##\n  .##\n": (4, JOINED),
    '"##\n  ##"\n': (4, JOINED),
    "'##\n  ##'\n": (4, JOINED),
    "'##\n\n  ##'\n": "##/##",  # as YAML itself writes a line break
    '"##\\n\\\n  ##"\n': "##/##",
    '"##\\n##"\n': "##/##",
    "'##\\n##'\n": (4, "neither a size such as 6x10 nor a drawing"),
    '"##"\n': "##",
    ".##.\n": " ##",
    ".# # a comment\n": " #",
    ".# #.\n": (4, ITEM),
    ".##\n  ##.\n": (4, ITEM),
    ".##\n# a comment\n": " ##",
    "##\n": (4, NOTHING),
    "##\n  ##\n": (4, NOTHING),
    "\n  # #\n   #\n": (4, NOTHING),
    "~\n": (4, "`~` is nothing to YAML"),
    "[##]\n": (4, ITEM),
    "- ##\n": (4, "not YAML"),
    '["##"]\n': (4, "is not text"),
    ">\n  2x1\n": "#/#",
    "2x1 # rows\n": "#/#",
    "2x1#rows\n": (4, "neither a size"),
    "\uff12x1\n": "#/#",
    "\uff12\uff581\n": (4, "neither a size"),
    "2x1\xa0\n": "#/#",
    "0x21\n": (4, f"0x21 {NOT_TEXT} a number"),
    "12:30\n": (4, f"12:30 {NOT_TEXT} a number"),
    "1_0\n": (4, f"1_0 {NOT_TEXT} a number"),
    "2020-01-01\n": (4, f"2020-01-01 {NOT_TEXT} a date"),
    ".nan\n": (4, f".nan {NOT_TEXT} a number"),
    "no\n": (4, f"no {NOT_TEXT} true or false"),
    "1e3\n": (4, '"1e3" is neither a size'),
    "=\n": (4, "'=' is not a value to YAML"),
    "!!binary IyM=\n": (4, NOT_TEXT),
}
VALUES: Mapping[str, tuple[int, str] | None] = {  # None: read
    DOMINO + "counts: 2\n": None,
    DOMINO + "counts: +2\n": None,
    DOMINO + 'counts: "2"\n': None,
    DOMINO + "counts: 0..2\n": None,
    DOMINO + "counts: |-\n  any\n": None,
    DOMINO + "counts: 02\n": (4, f"counts: 02 is 2 to YAML: {PLAIN}"),
    DOMINO + "counts: 010\n": (4, f"counts: 010 is 8 to YAML: {PLAIN}"),
    DOMINO + "counts: 0x2\n": (4, f"counts: 0x2 is 2 to YAML: {PLAIN}"),
    DOMINO + "counts: 1_0\n": (4, f"counts: 1_0 is 10 to YAML: {PLAIN}"),
    DOMINO + "counts: 12:30\n": (4, f"counts: 12:30 is 750 to YAML: {PLAIN}"),
    DOMINO + "counts: 0o2\n": (4, "'0o2' is not a number of pieces"),
    DOMINO + "counts: 1e3\n": (4, "'1e3' is not a number of pieces"),
    DOMINO + "counts: 2.0\n": (4, "2.0 is not a whole number"),
    DOMINO + "counts: no\n": (4, "no is not a number"),
    DOMINO + "counts: {D: off}\n": (4, "counts.D: off is not a number"),
    DOMINO + "counts: {D: }\n": (4, NOTHING),
    DOMINO + "counts: {D:2}\n": (4, "write a blank behind the colon"),
    DOMINO + "counts: 0..\n  2\n": (4, JOINED),
    DOMINO + "counts: any\nflips: no\n": None,
    DOMINO + "counts: any\nflips: 00\n": (5, "00 is 0 to YAML"),
    DOMINO + "counts: any\nflips:\n": (5, NOTHING),
    DOMINO + "counts: any\nholes:\n": (5, NOTHING),
    DOMINO + "counts: any\nexpect:\n": (5, NOTHING),
    DOMINO + "counts: any\nexpect: {count: 1_0}\n": (5, PLAIN),
    DOMINO + "counts: any\nsymmetry: |\n  all\n": None,
    DOMINO + "counts: any\nsymmetry: no\n": (5, f"no {NOT_TEXT}"),
    DOMINO + "counts: any\nwhere: D@A1\n  and D@B2\n": None,
    DOMINO + "counts: any\nwhere: >\n  D@A1\n  and D@B2\n": None,
    DOMINO + "counts: any\nwhere: on\n": (5, f"on {NOT_TEXT}"),
    DOMINO + "counts: any\ntitle: a\n  b\n": None,
    DOMINO + "counts: any\ntitle: a # b\n": None,
    DOMINO + "counts: any\ntitle: Puzzle #5\n": (5, "'#5' is a comment to YAML: write the text in quotes"),
    DOMINO + "counts: any\nsource: 2020-01-01\n": (5, f"2020-01-01 {NOT_TEXT} a date"),
    DOMINO + "counts: any\ntitle: ~\n": (5, NOTHING),
    DOMINO + "counts: any\nsource: |\n    a book\n  symmetry: all\n": (
        7,
        "not YAML",
    ),  # not a line of the source
    DOMINO + "counts: any\nsource: |\n    a book\n  of puzzles\n": None,
    DOMINO + "counts: any\nlattice: |\n  squares\nno_fault_line: true\n": None,
    DOMINO + "counts: any\nfixed: |\n   D\n  .D\n": None,
    DOMINO + "counts: any\nfixed: |\n   D\n  #D\n": (7, ROW),  # a row or a comment: who knows?
    DOMINO + "counts: any\nalike: [NO]\ntouch: corners\n": (5, f"NO {NOT_TEXT}"),
    DOMINO + "counts: any\nweights: {D: 1}\ntotal: 1:30\n": (6, PLAIN),
    MONO + "groups: [##,\n  1x2, 1x2]\n": (4, ITEM),
    MONO + "groups: [ ##,\n  1x2, 1x2]\n": (4, ITEM),
    MONO + "groups: [ # two boards\n  1x2, 1x2]\n": None,
    MONO + "board: 1x2\nfill: off\n": (5, f"off {NOT_TEXT}"),
    "puzzle: no\n": (1, f"puzzle: no {NOT_TEXT}"),
    "puzzle: packing\nboard: 1x2\npieces:\n  - ##\n": (4, NOTHING),
    "puzzle: packing\nboard: 1x2\npieces: yes\n": (3, f"yes {NOT_TEXT}"),
    "puzzle: packing\nboard: 1x2\npieces: 11\n": (3, f"11 {NOT_TEXT} a number"),
    "puzzle: packing\nboard: 1x3\npieces:\n  - AA.\n    A..\n": (4, JOINED),
    "puzzle: packing\nboard: |\n  ##\n  #.\npieces: |\n    A\n   AA\n": None,
    "puzzle: packing\nboard: 1x1\npieces: \uff29\n": (3, "a piece is drawn with letters or digits"),
    FOUR.replace("size: 4x4", "grid: |\n   1...\n  ..2.\n  ....\n  ...3"): None,
    FOUR.replace("size: 4x4", "grid: >\n  1...\n  ..2.\n  ....\n  ...3"): (3, JOINED),
    FOUR.replace("size: 4x4", "grid: 1...\n  ..2.\n  ....\n  ...3"): (2, JOINED),
    FOUR.replace("size: 4x4", "grid: |\n  1...\n  # 2\n  ....\n  ...3"): (
        4,
        "row 2 has 2 cells, but 4 are needed",
    ),
    FOUR.replace("size: 4x4", "size: 4:4"): (2, f"4:4 {NOT_TEXT} a number"),
    FOUR + "box: no\n": (3, f"no {NOT_TEXT}"),
    FOUR + "rules:\n  - anti-knight\n    anti-king\n": (4, JOINED),
    FOUR + "rules:\n  - #anti-knight\n": (4, NOTHING),
    FOUR + "rules:\n  - anti-knight:\n": None,
    FOUR + "rules:\n  - thermo: no\n": (4, f"no {NOT_TEXT}"),
    FOUR + "rules:\n  - thermo: >\n      R1C1 R1C2\n      R2C1 R2C2\n": (5, JOINED),
    FOUR + "rules:\n  - thermo: |\n       R1C1 R1C2\n      R2C1 R2C2\n": None,
    FOUR + "rules:\n  - thermo: |\n       R1C1 R1C2\n      # R2C1 R2C2\n": (6, ROW),
    FOUR + "rules:\n  - thermo: [R1C1 R1C2\n      R2C2, R3C3 R3C4]\n": None,
    FOUR + "rules: [any: [any: [no, windoku], anti-king]]\n": (3, f"no {NOT_TEXT}"),
    FOUR + "rules: [sandwich: {columns: 1_0}]\n": (3, PLAIN),
    FOUR + "rules: [kropki: {white: [R1C1 R1C2], black: , all given: no}]\n": None,
    DOT + "rows: [[1]]\n": None,
    DOT + "rows: [[01]]\n": (3, PLAIN),
    DOT + "rows: [[1_]]\n": (3, PLAIN),
    DOT + "rows: [[yes]]\n": (3, "yes is not a number"),
    DOT + "rows: [~]\n": (3, NOTHING),
    DOT + "rows: [[1]]\ngoal: #\n": (4, NOTHING),
    DOT + "rows: [[1]]\ngoal: |\n#\n": (4, "no rows below"),
    DOT + "rows: [[1]]\nauthor: no\n": (4, f"no {NOT_TEXT}"),
    DOT + "rows: [[1]]\ninks: {r: #ff0000}\n": (4, ITEM),
    DOT + "rows: [[1]]\ninks:\n  r: #ff0000\n": (5, NOTHING),
    DOT + "rows: [[1]]\ninks: {r: 112233}\n": (4, f"112233 {NOT_TEXT} a number"),
    DOT.replace("1", "1r") + 'rows: [[1r]]\ninks: {r: "#ff0000"}\n': None,
    CUT + "from: |\n   ##\n  ##\n": None,
    CUT + "from: [##, 1x2]\n": (3, ITEM),
    CUT + 'from: ["##", 1x2]\n': None,
    CUT + "from:\n  - ##\n  - 1x2\n": (4, NOTHING),
    CUT + "from: .## ##\n": (3, ITEM),
    CUT + "from: 2x2\npieces: 02\n": (4, PLAIN),
    CUT + "from: 2x2\nmax_pieces: 1.0\n": (4, "1.0 is not a whole number"),
    CUT + "from: 2x2\nfixed: {from: }\n": (4, NOTHING),
    CUT + "from: 2x2\npieces: |-\n  min\n": None,
    "puzzle: formula\nformat: cnf\ntext: |\n  p cnf 1 1\n  1 0\n": None,
    "puzzle: formula\nformat: cnf\ntext: |\n    c x\n  p cnf 1 1\n  1 0\n": None,
    "puzzle: formula\nformat: cnf\ntext: >\n  p cnf 1 1\n  1 0\n": (4, JOINED),
    "puzzle: formula\nformat: cnf\ntext: p cnf 1 1\n  1 0\n": (3, JOINED),
    "puzzle: formula\nformat: no\ntext: x\n": (2, f"no {NOT_TEXT}"),
    "puzzle: formula\nformat: dlx\ntext: |\n   a\n  # a\n  a\n": (5, ROW),
}


def fault(text: str) -> tuple[int | None, str]:
    with pytest.raises(InstanceError) as caught:
        loads(text, "x")
    assert "\n" not in str(caught.value)
    return caught.value.line, str(caught.value)


@pytest.mark.parametrize("drawing", DRAWINGS)
def test_a_drawing_is_read_as_it_is_seen_or_refused(drawing: str) -> None:
    meant, text = DRAWINGS[drawing], MONO + "board: " + drawing
    if isinstance(meant, str):
        puzzle: Any = loads(text, "x").puzzle
        rows = puzzle.region.board(["#"] * len(puzzle.region.cells))
        assert [row.rstrip() for row in rows] == [row.rstrip() for row in meant.split("/")]
    else:
        line, said = fault(text)
        assert line == meant[0]
        assert meant[1] in said


@pytest.mark.parametrize("text", VALUES)
def test_a_value_is_what_is_written_or_refused(text: str) -> None:
    meant = VALUES[text]
    if meant is None:
        loads(text, "x")
    else:
        line, said = fault(text)
        assert line == meant[0]
        assert meant[1] in said


@pytest.mark.parametrize("head", ["|", "|-", "|  # drawn", "|2"])
def test_the_natural_hexagon(head: str) -> None:
    """Drawn with its first row indented most: the same as with dots, and not its first row alone."""
    whole: Any = loads(f"{HEX}board: {head}\n{HEXAGON}", "x").puzzle
    assert len(whole.region.cells) == 19
    dotted = "".join("  " + row[2:].replace(" ", ".") + "\n" for row in HEXAGON.splitlines())
    assert whole == loads(f"{HEX}board: |\n{dotted}", "x").puzzle


@pytest.mark.parametrize(
    ("more", "said"),
    [("counts: any\n", "counts: given twice"), ("a: [\n", "not YAML"), ("title: - x\n", "not YAML")],
)
def test_another_fault_beside_a_natural_drawing_is_named(more: str, said: str) -> None:
    line, message = fault(f"{HEX}board: |\n{HEXAGON}{more}")
    assert line in (11, 12)
    assert said in message


def test_what_only_looks_like_a_block_is_left_as_it_is() -> None:
    """Lines within quotes: the text is the same, by either loader, and so is what is wrong elsewhere."""
    text = 'a: "\n\n b: |\n\n    x\n\n   y\n"\n'
    assert common_indentation(text).text != text
    for loaders in (LOADERS, LOADERS[-1:]):
        assert parse_yaml(text, loaders).data == yaml.safe_load(text)
        with pytest.raises(InstanceError, match="not YAML"):
            parse_yaml(text + "c: ]\n", loaders)


def test_a_byte_order_mark() -> None:
    text = "\ufeff" + MONO + "board: 2x2\n"
    assert load_text(text, "x").puzzle == loads(text, "x").puzzle == loads(text[1:], "x").puzzle


# ---- the table


@pytest.mark.parametrize(
    ("family", "keys"),
    [
        ("", COMMON_KEYS),
        *(("packing", PACKING), ("sudoku", SUDOKU), ("nonogram", NONOGRAM)),
        *(("dissection", DISSECTION), ("formula", FORMULA)),
    ],
)
def test_the_table_has_every_key(family: str, keys: tuple[str, ...]) -> None:
    stated = {path.partition(".")[0].partition("[")[0] for own in KEYS[family].values() for path in own}
    assert stated == set(keys)


def scalars(value: Any, where: Where) -> Iterator[Where]:
    if isinstance(value, (dict, list)):
        for key, own in value.items() if isinstance(value, dict) else enumerate(value):
            yield from scalars(own, (*where, key))
    else:
        yield where


def test_every_value_of_every_instance_has_a_kind() -> None:
    for text in shipped_texts():
        data = parse_yaml(text).data
        stated = [where for where in scalars(data, ()) if where[0] != "genre"]  # read by the vocabulary
        assert [where for where in stated if kind_of(data["puzzle"], where) is None] == []


# ---- common indentation


def drawn(rng: random.Random) -> list[str]:
    rows = [
        "".join(rng.choice("#. #") for _ in range(rng.randint(1, 6))).rstrip()
        for _ in range(rng.randint(1, 5))
    ]
    return [row or "#" for row in rows]


@some("number", 300)
def test_random_drawings_keep_their_common_indentation(number: int) -> None:
    """Against `textwrap.dedent`, by both loaders, as a key, an item of a list, and within an item."""
    rng = random.Random(27)
    natural = 0
    for _ in range(number):
        rows, depth = drawn(rng), rng.randint(1, 12)
        rows = [" " * rng.choice([0, 0, 1, 3]) + row for row in rows]
        for before, column in (("board: ", 0), ("a:\n  - ", 2), ("a:\n- ", 0), ("a:\n  - b: ", 4)):
            lines = [" " * (column + depth) + row for row in rows]
            text = f"{before}|\n" + "".join(line + "\n" for line in lines) + "z: 1\n"
            wanted = dedent("".join(line + "\n" for line in lines))
            for loaders in (LOADERS, LOADERS[-1:]):
                data: Any = parse_yaml(text, loaders).data
                found = data.get("board") or data["a"][0]
                assert (found["b"] if isinstance(found, dict) else found) == wanted, text
            natural += common_indentation(text).text != text
    assert natural > number / 4


@some("number", 300)
def test_a_row_more_or_less_is_never_lost(number: int) -> None:
    """Comments and rows at any depth: what is read has every row below the key that is no word, or is refused."""
    rng = random.Random(28)
    read = refused = 0
    for _ in range(number):
        lines = [
            " " * rng.randint(0, 4) + rng.choice(["##", "#", ".#", "# #", "# a word", "", "#."])
            for _ in range(4)
        ]
        text = MONO + "board: |\n" + "".join(line + "\n" for line in lines)
        with suppress(InstanceError):
            puzzle: Any = loads(text, "x").puzzle
            inside = [line for line in lines if line.startswith(" ")]
            assert not any("a" in line for line in inside), text
            assert len(puzzle.region.cells) == sum(line.count("#") for line in inside), text
            read += 1
            continue
        refused += 1
    assert read > number / 20
    assert refused > number / 20


@some("number", 400)
def test_the_checker_reads_the_same_drawings(number: int) -> None:
    """Whatever both take has the same cells; the checker takes less."""
    rng = random.Random(29)
    both = 0
    for _ in range(number):
        depth = rng.randint(1, 3)
        shifts = [rng.choice([0, 0, 0, 1]) * rng.randint(0, 2) for _ in range(3)]
        lines = [" " * (depth + shift) + "".join(rng.choice("##.") for _ in range(3)) for shift in shifts]
        if rng.random() < 0.3:
            lines.insert(rng.randint(0, 3), " " * rng.randint(0, 3) + rng.choice(["# x", "##", "", "#"]))
        key = rng.choice(["|", "|", "|", "|-", "|2", ">", "| # x"])
        text = MONO + f"board: {key}\n" + "".join(line + "\n" for line in lines)
        try:
            board = checker.read(text)["board"]
            cells = checker.by_mark(board.split("\n")).get("#", [])
            puzzle: Any = loads(text, "x").puzzle
        except (Refused, ValueError):  # of which InstanceError is one
            continue
        assert normalise(puzzle.region.cells) == normalise(cells), text
        both += 1
    assert both > number / 20


# ---- what was read before is read alike


def shipped_texts() -> list[str]:
    return [path.read_text(encoding="utf-8") for path in sorted((ROOT / "instances").rglob("*.yaml"))]


def test_shipped_instances_are_what_yaml_says() -> None:
    """By PyYAML alone, with nothing added to the text; strings of `|` end in one line break."""
    for text in shipped_texts():
        assert common_indentation(text).text == text
        assert parse_yaml(text).data == yaml.safe_load(text)


def test_a_mapping_is_stated_on_lines_that_are_not_folded() -> None:
    cage = "45 = " + " ".join(f"R{r}C{c}" for r in range(1, 4) for c in range(1, 4))
    source = {"puzzle": "sudoku", "size": "9x9", "rules": [{"killer": [cage, cage.replace("C", "C1")[:4]]}]}
    assert parse_yaml(as_yaml(source)).data == source
    long = {"puzzle": "packing", "board": " ".join("#" * 90), "pieces": "x"}
    assert not parse_yaml(as_yaml(long)).folded


def test_what_nonograms_write_is_read() -> None:
    text, puzzle = as_instance("1 1\n1\n#\n1\n", "mk")
    assert loads(text, "x").puzzle == puzzle


def test_no_line_of_the_translation_is_named_for_a_text_in_another_format() -> None:
    """The line of its YAML text is none of what the user wrote."""
    with pytest.raises(InstanceError, match=r"^stdin: grid: two equal givens") as error:
        load_text("11" + "." * 79, "stdin")
    assert error.value.line is None
