"""Nonogram files from strangers: a sheet or one InstanceError, whatever is in them."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from tests.nonogram_helpers import black
from zenkai_solver.models.document import MAX_BYTES, InstanceError
from zenkai_solver.models.formats.nonograms import as_instance, parse, write
from zenkai_solver.models.formats.table import endings
from zenkai_solver.models.loading import load, loads, translated
from zenkai_solver.models.nonogram.reading import as_yaml
from zenkai_solver.models.nonogram.sheet import MAX_INKS, Ink, Sheet, from_picture

INKS = (Ink("r", "red", "#d02020"), Ink("b", "blue", "#2050c0"))
PLAIN = from_picture((".##", "#.#", "##."))
COLOURED = Sheet(
    (((1, 1), (2, 2)), ((2, 2), (1, 1))),
    (((1, 1), (1, 2)), ((2, 2),), ((1, 2), (1, 1))),
    INKS,
    "Two",
    "somebody",
    ("rbb", "bbr"),
)
TOKENS = [
    *"0123456789abr#.:;,|[]{}<>\"'=%&-+*?!~\\/ \t\n\r\0\x1b\x85\u2028\ufeff²é全",
    *("9" * 5_000, "1" * 7, "-1", "0x1f", "\n\n", "\n#d\n", "\n:\n", "\n#t\n", "null", "[|", "|];", "goal"),
    *("color z #123456\n", '<color name="x" char="x">fff</color>', "<count>1</count>", "<line/>", "&amp;"),
    *("rows\n", "columns\n", "width 3\n", "height 2\n", "title ", "inks: {", "  - [1]\n", "z", "|"),
]


def samples() -> list[tuple[str, str]]:
    texts = [(name, write(PLAIN, name)) for name in endings("nonogram")]
    texts += [(name, write(COLOURED, name)) for name in ("non", "g", "xml")]
    return texts + [("yaml", "puzzle: nonogram\n" + as_yaml(sheet)) for sheet in (PLAIN, COLOURED)]


def mutated(text: str, rng: random.Random) -> str:
    for _ in range(rng.choice([1, 1, 2, 3, 8])):
        at = rng.randrange(len(text) + 1)
        to = min(len(text), at + rng.choice([0, 0, 1, 1, 2, 5, 20]))
        pieces = [rng.choice(TOKENS), rng.choice(TOKENS), "", text[at:to] * 2, text[: rng.randrange(60)]]
        if (numbers := list(re.finditer(r"\d+", text))) and rng.random() < 0.3:
            at, to = rng.choice(numbers).span()
        elif rng.random() < 0.1:  # a line thirty times, with another letter each time
            at, to = text.rfind("\n", 0, at) + 1, text.find("\n", at) + 1 or len(text)
            pieces = ["".join(text[at:to].replace(rng.choice("mab1"), chr(97 + i)) for i in range(30))]
        text = text[:at] + rng.choice(pieces) + text[to:]
    return text


@pytest.mark.parametrize(("name", "text"), samples())
def test_mutated_files_end_with_a_sheet_or_an_instance_error(name: str, text: str) -> None:
    rng = random.Random(text)
    taken, lines = 0, set[int]()
    for _ in range(300):
        bad = mutated(text, rng)
        try:
            if name == "yaml":
                loads(bad, "x")
            else:
                stated, puzzle = as_instance(bad, name)
                assert loads(stated, "x") == translated(stated, puzzle, "x", "")
            taken += 1
        except InstanceError as error:
            lines.add(str(error).count("\n"))
    assert 0 < taken < 300
    assert lines == {0}


@pytest.mark.parametrize("name", endings("nonogram"))
def test_the_instance_of_a_file_is_what_its_yaml_says(name: str, tmp_path: Path) -> None:
    sheets = [PLAIN, COLOURED] if name in ("non", "g", "xml") else [PLAIN]
    for sheet in sheets:
        path = tmp_path / f"puzzle.{name.upper()}"
        path.write_text(write(sheet, name))
        instance = load(path)
        assert loads(instance.text, "puzzle") == instance
        assert instance.puzzle.sheet.rows == sheet.rows  # type: ignore[attr-defined]


XML = '<puzzleset><puzzle type="grid"><color name="white">fff</color>{}</puzzle></puzzleset>'
COLOURS = "".join(f'<color name="c{i}" char="c">{i:06}</color>' for i in range(100))
OLSAK = (
    "#d\n" + "".join(f"  {chr(200 + i)}:%  #{i:06}\n" for i in range(100)) + ": rows\n1\n: columns\n1\n:\n"
)
LONG = "1" * 5_000

FAULTS = [
    ("non", f"width 2\nheight 1\nrows\n{LONG}\ncolumns\n1\n1\n", ":4: '111", "is not a clue such as 2,1"),
    ("xml", XML.format(COLOURS), "color: 100 inks", "at most 20 are allowed"),
    ("g", OLSAK, ":23: 100 inks", "at most 20 are allowed"),
    (
        "non",
        "width 1\nheight 1\ncolor a #000000\ncolor a #111111\nrows\n0\ncolumns\n0\n",
        "inks: 'a'",
        "of two",
    ),
    ("yaml", "puzzle: nonogram\ninks: {a: [1]}\nrows: [[1]]\ncolumns: [[1]]\n", ":2: inks.a: [1]", "colour"),
    (
        "yaml",
        "puzzle: nonogram\ninks: {a: {b: c}}\nrows: [[1]]\ncolumns: [[1]]\n",
        ":2: inks.a: {'b'",
        "colour",
    ),
]


@pytest.mark.parametrize(("name", "text", "place", "message"), FAULTS)
def test_faults_of_files(name: str, text: str, place: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / f"bad.{name}"
    path.write_text(text)
    with pytest.raises(InstanceError) as error:
        load(path)
    assert str(path) in str(error.value)
    assert place in str(error.value)
    assert message in str(error.value)


def test_more_inks_than_allowed_in_yaml() -> None:
    inks = ", ".join(f"{label}: red" for label in "abcdefghijklmnopqrstuvw"[: MAX_INKS + 1])
    with pytest.raises(InstanceError, match="21 inks; at most 20 are allowed"):
        loads(f"puzzle: nonogram\ninks: {{{inks}}}\nrows: [[]]\ncolumns: [[]]\n", "x")


def test_a_sheet_too_large_for_yaml_is_refused_when_it_is_read(tmp_path: Path) -> None:
    """Else its solutions file could not be read again."""
    sheet = Sheet(black(*[[1] * 250] * 500), black(*[[1] * 250] * 500))
    path = tmp_path / "large.non"
    path.write_text(write(sheet, "non"))
    with pytest.raises(InstanceError, match="250,000 blocks; an instance has at most 100,000 values"):
        load(path)


@pytest.mark.parametrize("unit", ["a", "a=[|", "a =", "1;", "= [| 1 |]"])
def test_a_mebibyte_of_dzn_is_refused(unit: str) -> None:
    """It would take minutes and more if a regular expression began anew at each letter."""
    with pytest.raises(InstanceError):
        parse(unit * (MAX_BYTES // len(unit)), "dzn")


def test_dzn_as_others_write_it() -> None:
    text = """
    % a comment; with an = sign
    int: rows_n = 2; array[1..2, 1..2] of int: row_rules =
      [| 0, 1   % of row 1
       | 2, 0 |] ; cols_n=2;
    col_rules = [|2|1|];"""
    sheet = parse(text, "dzn")
    assert (sheet.rows, sheet.columns) == (black([1], [2]), black([2], [1]))
    with pytest.raises(InstanceError, match="'x' is not a list of lengths") as error:
        parse(text.replace("2|1", "2|x"), "dzn")
    assert error.value.line == 6
