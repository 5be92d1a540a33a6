"""Links and game IDs: read, written, read again; what is not understood is refused by name."""

from __future__ import annotations

import base64
import io
import json
import re
import tracemalloc
import zlib
from contextlib import suppress
from itertools import combinations, product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers import INSTANCES, shipped
from zenkai_solver.models.document import MAX_BYTES, InstanceError
from zenkai_solver.models.formats import (
    fpuzzles,
    links,
    penpa,
    penpa_text,
    puzzlink_packings,
    tatham,
    writing,
)
from zenkai_solver.models.formats.lzstring import packed, unpacked
from zenkai_solver.models.formats.table import LINKS
from zenkai_solver.models.loading import load_text, loads
from zenkai_solver.models.nonogram.sheet import from_picture
from zenkai_solver.models.sudoku.puzzle import Sudoku
from zenkai_solver.models.sudoku.rules.cages import Different
from zenkai_solver.models.sudoku.rules.everywhere import DiagonalUnits
from zenkai_solver.solvers import cli
from zenkai_solver.solvers.python_api.api import solve

SUDOKUS = {path.stem: shipped(path).puzzle for path in sorted((INSTANCES / "sudoku").glob("*.yaml"))}


def read(text: str) -> Sudoku:
    puzzle = load_text(text, "x").puzzle
    assert isinstance(puzzle, Sudoku)
    return puzzle


# ---- lz-string

SPELLED = {  # as lz-string 1.0.4 packs them
    "": "Q===",
    "a": "IZA=",
    "hello hello hello": "BYUwNmD2AEoTcpA=",
}


@pytest.mark.parametrize("text", SPELLED)
def test_packed_as_others_do(text: str) -> None:
    assert packed(text) == SPELLED[text]
    assert unpacked(SPELLED[text]) == text


@given(st.text(st.characters(max_codepoint=0xFFFF, exclude_categories=["Cs"]), max_size=400))
@settings(max_examples=60, deadline=None)
def test_packing_has_an_inverse(text: str) -> None:
    assert unpacked(packed(text)) == text


def test_packed_text_ends_where_it_says() -> None:
    """What fills the last character of base64 is nothing; anything else is more than one puzzle."""
    for more in ("AAAA", "B", "/"):
        with pytest.raises(InstanceError, match="goes on behind its end"):
            unpacked(packed("hello hello").rstrip("=") + more)
    raw = base64.b64decode(deflated("hello"))
    for more in (b"\0", raw):
        with pytest.raises(InstanceError, match="goes on behind its end"):
            penpa_text.restored(base64.b64encode(raw + more).decode())


def deflated(text: str) -> str:
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.b64encode(deflate.compress(text.encode()) + deflate.flush()).decode()


def test_bombs_and_damage_in_penpa(capsys: pytest.CaptureFixture[str]) -> None:
    """As below, for deflate: one line, exit 2, little memory."""
    bomb, deep = deflated("a" * 40_000_000), deflated("\n" * 3 + "[" * 100_000 + "\n" * 3)
    assert len(bomb) < 60_000
    tracemalloc.start()
    assert cli.main(["run", f"https://swaroopg92.github.io/penpa-edit/#m=solve&p={bomb}"]) == 2
    assert tracemalloc.get_traced_memory()[1] < 50_000_000
    tracemalloc.stop()
    error = "zenkai: link: Penpa+: packed text of more than 1,048,576 bytes, the most that is read\n"
    assert capsys.readouterr().err == error
    good = penpa.write(SUDOKUS["four"]).strip().partition("p=")[2]  # type: ignore[arg-type]
    assert load_text(f"penpa?p={good}", "x").puzzle == SUDOKUS["four"]
    unread = "x://y?" + "a" * 10_000
    for words in (["run", unread], [unread]):
        assert cli.main(words) == 2
        assert len(capsys.readouterr().err) < 400
    for payload in (good[:-9], good[8:], "A" + good, "!!", "AAAA", "", deep, deflated("x"), "http://x"):
        assert cli.main(["run", f"https://x.org/penpa-edit/?m=edit&p={payload}"]) == 2, payload
        out, error = capsys.readouterr()
        assert (out, error.count("\n")) == ("", 1)
        assert "Penpa+" in error


def test_bombs_and_damage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A link of some kilobytes that unpacks to more than is read: one line, and little memory."""
    bomb = packed("a" * (MAX_BYTES + 1))
    assert len(bomb) < 8_000
    tracemalloc.start()
    assert cli.main(["run", f"https://f-puzzles.com/?load={bomb}"]) == 2
    assert tracemalloc.get_traced_memory()[1] < 50_000_000
    tracemalloc.stop()
    error = capsys.readouterr().err
    assert error == "zenkai: link: packed text of more than 1,048,576 characters, the most that is read\n"
    deep = packed("[" * 100_000)
    for payload in (
        packed("{}"),
        packed('{"size":9}')[:6],
        "!!",
        "AAAA",
        deep,
        packed("[1]"),
        packed("x"),
        "",
    ):
        assert cli.main(["run", f"https://f-puzzles.com/?load={payload}", "--time-limit", "1"]) == 2
        assert capsys.readouterr().err.count("\n") == 1


# ---- out and in again


def expanded(puzzle: Sudoku) -> tuple[object, ...]:
    """What the puzzle states: both diagonals as one each; the rules in any order."""
    rules = set()
    for rule in puzzle.rules:
        if isinstance(rule, DiagonalUnits):
            rules |= {("falling", rule.falling), ("rising", rule.rising)} - {
                ("falling", False),
                ("rising", False),
            }
        elif rule.name in ("odd", "even", "minimum", "maximum"):
            rules |= {(rule.name, cell) for cell in rule.cells}  # type: ignore[attr-defined]
        elif isinstance(rule, Different):
            rules.add(("different", frozenset(rule.cells)))
        else:
            rules.add(rule)
    return set(map(frozenset, puzzle.grid.regions)), puzzle.givens, puzzle.grid.values, rules  # type: ignore[return-value]


@pytest.mark.parametrize("to", LINKS)
def test_sudokus_through_links(to: str) -> None:
    """Every shipped sudoku: either the link says the same, or the rule that it cannot say is named."""
    said, refused = [], []
    for name, puzzle in SUDOKUS.items():
        assert isinstance(puzzle, Sudoku)
        try:
            link = writing.write(puzzle, to)
        except InstanceError:
            refused.append(name)
            continue
        said.append(name)
        assert expanded(read(link)) == expanded(puzzle), name
    least = {"fpuzzles": 30, "sudokupad": 30, "penpa": 20, "puzzlink": 8, "tatham": 10}
    assert len(said) >= least[to]
    assert len(refused) >= 10


@given(st.lists(st.text("#.", min_size=4, max_size=4), min_size=1, max_size=6))
@settings(max_examples=40, deadline=None)
def test_nonograms_through_links(picture: list[str]) -> None:
    sheet = from_picture(tuple(picture))
    for link in (tatham.write_pattern(sheet),):
        again = links.read(link)
        assert (again.rows, again.columns) == (sheet.rows, sheet.columns)  # type: ignore[union-attr]


@pytest.mark.parametrize("to", ["tatham", "puzzlink"])
def test_given_cells_of_a_nonogram_are_not_lost(to: str) -> None:
    puzzle = load_text(
        "puzzle: nonogram\nrows: [[1], [1]]\ncolumns: [[1], [1]]\ngiven: |\n  #?\n  ??\n", "x"
    ).puzzle
    with pytest.raises(InstanceError, match="no given cells"):
        writing.write(puzzle, to)


@given(st.lists(st.integers(0, 80), max_size=40), st.integers(1, 40))
@settings(max_examples=40, deadline=None)
def test_givens_and_cages_through_game_ids(places: list[int], seed: int) -> None:
    """Random givens in 9x9 (that may clash: only the texts are compared), and runs of cells as cages."""
    givens = {place: (place * seed) % 9 + 1 for place in places}
    rows = ["".join(str(givens.get(9 * r + c, ".")) for c in range(9)) for r in range(9)]
    sizes = {r: 2 + (seed + r) % 7 for r in range(1, 10, 2)}
    cages = ", ".join(f"{n * (n + 1) // 2 + r % 2} = R{r}C1-R{r}C{n}" for r, n in sizes.items())
    text = (
        "puzzle: sudoku\nlenient: true\ngrid: |\n  " + "\n  ".join(rows) + f"\nrules: [killer: [{cages}]]\n"
    )
    puzzle = read(text)
    stated = tatham.solo(tatham.write(puzzle).strip())
    assert stated.givens == puzzle.givens
    again = read(stated.as_yaml() + "lenient: true\n")
    assert set(again.rules) == set(puzzle.rules)


# ---- what others wrote


def test_puzz_link() -> None:
    easy = read("https://puzz.link/p?sudoku/4/4/g1k23k3g")
    assert easy.givens == {(0, 1): 1, (1, 3): 2, (2, 0): 3, (3, 2): 3}
    assert (
        read("pzprv3/sudoku/4/. 1 . . /. . . 2 /3 . . . /. . 3 . /2 . . . /. . . . /. 4 2 . /1 2 . . /")
        == easy
    )
    wide = read("https://pzplus.tck.mn/p?sudoku/16/16/-10zzzzzzzzzzzzt1")
    assert wide.givens == {(0, 0): 16, (15, 15): 1}
    url = load_text("https://puzz.link/p?nonogram/6/6/12g1111h11112j12g11g21j11g3h", "x").puzzle
    table = (
        "pzprv3/nonogram/6/6/. . . . 1 . 1 . . /. . . 2 1 . 1 2 . /. . . 1 1 1 1 1 . /. 2 1 # # . # . . /"
        ". 1 1 # . . . # . /. 1 2 . # . # # . /. . . . . . . . . /. 1 1 # . . . . . /. . 3 . # # # . . /"
    )
    assert load_text(table, "x").puzzle == url


PARK = """pzprv3/statuepark/7/7/t/. . . . 2 1 . /2 2 2 . . 2 . /. . 2 . . . . /. . . . . . . /. . . . . . . /. . . 2 1 . . /. . . 1 2 . . /
+ + + + # + + /# # # + # # + /+ + # + + # + /# + + + + + + /# + # # + + + /# + # # + # + /# + + + # # # /1 1 1 1 1 /"""


def test_statue_parks() -> None:
    """The puzzle of the site's own tests has the answer that is given there; a small one is counted by hand."""
    link = "https://puzz.link/p?statuepark/7/7/078ii6000000290f0//t"
    (solution,) = solve(links.as_instance(PARK)[0], backend="sat")
    rows = PARK.replace("\n", "").split("/")[12:19]
    assert ["".join("+" if char == "." else "#" for char in row) for row in solution.board] == [
        row.replace(" ", "").strip() for row in rows
    ]
    text, _ = links.as_instance(link)
    assert text == links.as_instance(PARK)[0]
    assert writing.write(loads(text, "x").puzzle, "puzzlink").strip() == link
    # two cells and one, not side by side; the upper left one is free, a piece is in the middle of the right side
    count = 0
    for shaded in combinations(product(range(3), repeat=2), 3):
        free = set(product(range(3), repeat=2)) - set(shaded)
        parts = (sorted(map(len, parts_of(set(shaded)))), len(parts_of(free)))
        count += parts == ([1, 2], 1) and (0, 0) in free and (1, 2) not in free
    text, _ = links.as_instance("https://puzz.link/p?statuepark/3/3/920/2/21o/11g")
    assert "where: .@R1C1 and not .@R2C3" in text
    found = solve(text, backend="sat")
    assert len(list(found)) == count == 5
    twice, _ = links.as_instance("https://puzz.link/p?statuepark/3/3//3/21o/11g/12o")
    assert "counts: {a: 2, b: 1}" in twice, "however they are turned"


PENTOMINOUS = (
    """pzprv3/pentominous/8/8/* . . . . 5 . * /. . 11 . . . . . /. . . . 3 . . 4 /1 7 . . . . . . /. . . . 6 . 8 . /
. . . . . . . . /. 10 . . 0 . 9 . /* . 2 . . . . * /"""
    + 8 * ". . . . . . . . /"
)
BORDERS = """0 0 1 1 0 0 0 /1 1 1 0 1 1 0 /1 1 0 1 1 1 0 /1 0 0 1 1 0 1 /1 1 1 0 0 1 0 /1 1 1 1 1 1 1 /0 1 1 0 1 0 0 /
0 1 0 1 0 1 0 /0 1 0 0 1 0 1 0 /0 0 0 1 0 0 0 0 /0 0 1 1 0 1 1 0 /0 1 1 1 1 1 0 1 /0 0 0 0 1 0 1 0 /1 0 0 1 0 1 0 1 /
0 0 0 1 0 1 0 0 /"""


def test_pentominous() -> None:
    """Puzzles of the site's own tests have the answers that are given there; given borders are clues."""
    (solution,) = solve(links.as_instance(PENTOMINOUS + BORDERS)[0])
    marks = BORDERS.replace("/", " ").split()
    for (one, two), mark in zip(puzzlink_packings.pairs(8, 8), marks, strict=True):
        pair = [solution.board[r][c] for r, c in (one, two)]
        if " " not in pair:
            assert (pair[0] != pair[1]) == (mark == "1"), (one, two)
    assert links.as_instance(PENTOMINOUS) == links.as_instance(PENTOMINOUS + BORDERS)
    given = PENTOMINOUS + BORDERS.replace("0 0 1 1 0 0 0", "0 0 X -X 0 0 0", 1)
    text, _ = links.as_instance(given)
    assert text.endswith(" and not R1C3=R1C4 and not R1C4=R1C5\n")
    for link in ("5/5/g4g2h4g4o4l", "5/5/.zj10000000", "3/2/c4j", "2/5/1g2m"):
        text, _ = links.as_instance(f"https://puzz.link/p?pentominous/{link}")
        again = writing.write(loads(text, "x").puzzle, "puzzlink")
        assert again.split("pentominous/")[1].rstrip() == link.replace(".z", "z").replace("zj", "zk")
        assert links.as_instance(again) == links.as_instance(f"puzz.link/p?pentominous/{link}")


def test_pentominous_keeps_equal_shapes_apart() -> None:
    """Of all ways to cut the board those in which no two pieces of one shape are side by side."""
    text, _ = links.as_instance("https://puzz.link/p?pentominous/5/4/z1000000")
    every = [one.board for one in solve(text.replace("touch: corners\n", ""))]
    wanted = [board for board in every if not _side_by_side(board)]
    assert 0 < len(wanted) < len(every)
    assert sorted(one.board for one in solve(text)) == sorted(wanted)


def _side_by_side(board: tuple[str, ...]) -> bool:
    pieces: dict[str, list[tuple[int, int]]] = {}
    for r, c in product(range(4), range(5)):
        pieces.setdefault(board[r][c], []).append((r, c))

    def shape(cells: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """The least of its images, each from 0."""
        images = [[(a * r, b * c) for r, c in cells] for a, b in product((1, -1), repeat=2)]
        images += [[(c, r) for r, c in image] for image in images]
        corners = [[min(values) for values in zip(*image, strict=True)] for image in images]
        return min(
            sorted((r - x, c - y) for r, c in own) for own, (x, y) in zip(images, corners, strict=True)
        )

    near = (
        (board[r][c], board[r + a][c + b])
        for a, b in ((0, 1), (1, 0))
        for r in range(4 - a)
        for c in range(5 - b)
    )
    return any(one != two and shape(pieces[one]) == shape(pieces[two]) for one, two in near)


def parts_of(cells: set[tuple[int, int]]) -> list[set[tuple[int, int]]]:
    """The connected parts."""
    parts: list[set[tuple[int, int]]] = []
    for r, c in sorted(cells):
        touched = [part for part in parts if {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)} & part]
        parts = [part for part in parts if part not in touched] + [{(r, c)}.union(*touched)]
    return parts


def test_game_ids() -> None:
    two = read("2x3:a1b2ze")  # boxes of 2 rows x 3 columns
    assert two.grid.box == (2, 3)
    assert two.givens[0, 1] == 1
    assert {rule.name for rule in read("3x3x:zzzc").rules} == {"diagonals"}
    assert read("3x3xdi:zzzc") == read(
        "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/solo.html#3x3x:zzzc"
    )
    sheet = links.read("3x2:2/1/1.1/3/")
    assert sheet.columns == (((2, 1),), ((1, 1),), ((1, 1), (1, 1)))  # type: ignore[union-attr]
    assert sheet.rows == (((3, 1),), ())  # type: ignore[union-attr]


def test_sudoku_collections() -> None:
    line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    plain = read(line)
    digits = line.replace(".", "0")
    assert (
        read(f'<?xml version="1.0"?>\n<opensudoku>\n<name>x</name><game data="{digits}" />\n</opensudoku>')
        == plain
    )
    assert read(f":0000:x:{line}:::") == plain
    assert read(f":0100:5:+{line}::R1C3::") == plain


def scl(text: str) -> str:
    return f"https://sudokupad.app/scl{packed(text)}"


CELLS = "ce:[[{v:1},,,],[,,,],[,,,],[,,,{v:2}]]"
REGIONS = (
    "re:["
    + ",".join(
        "[" + ",".join(f"[{r},{c}]" for r, c in own) + "]"
        for own in (
            [(0, 0), (0, 1), (0, 2), (0, 3)],
            [(1, 0), (1, 1), (2, 0), (2, 1)],
            [(1, 2), (1, 3), (2, 2), (2, 3)],
            [(3, 0), (3, 1), (3, 2), (3, 3)],
        )
    )
    + "]"
)


def test_sudokupad_short_json() -> None:
    text = "{id:x1,cs:50," + CELLS + ",ca:[{ce:[[0,1],[0,2]],v:'5'},{v:'title: A, \\'b\\''}]}"
    puzzle = read(scl(text))
    assert puzzle.givens == {(0, 0): 1, (3, 3): 2}
    assert [(rule.name, rule.cells, rule.clue) for rule in puzzle.rules] == [  # type: ignore[attr-defined]
        ("killer", ((0, 1), (0, 2)), 5)
    ]
    shaped = read(scl("{" + CELLS + "," + REGIONS + "}"))
    assert frozenset({(0, 0), (0, 1), (0, 2), (0, 3)}) in set(map(frozenset, shaped.grid.regions))


def test_f_puzzles_of_others() -> None:
    """Keys as the site writes them: empty lists, values as text, outside clues, arrows that begin in the circle."""
    data = {
        "size": 9,
        "title": "x",
        "ruleset": "Normal sudoku rules apply.",
        "grid": [[{} for _ in range(9)] for _ in range(9)],
        "arrow": [{"cells": ["R1C1"], "lines": [["R1C1", "R1C2", "R2C3"]]}],
        "littlekillersum": [{"cell": "R0C1", "direction": "DR", "value": "30"}],
        "sandwichsum": [{"cell": "R0C2", "value": "5"}, {"cell": "R3C0", "value": "7"}],
        "difference": [{"cells": ["R5C5", "R5C6"], "value": ""}],
        "ratio": [{"cells": ["R6C5", "R6C6"]}],
        "negative": ["ratio"],
        "quadruple": [{"cells": ["R7C7", "R7C8", "R8C7", "R8C8"], "values": [1, 2]}],
        "clone": [],
        "killercage": [{"cells": ["R9C1", "R9C2"], "value": ""}],
        "whispers": [{"lines": [["R4C1", "R4C2", "R4C3"]]}],
    }
    data["grid"][0][8] = {"value": 4, "given": True, "centerPencilMarks": [1]}  # type: ignore[index]
    data["grid"][1][8] = {"value": 5}  # type: ignore[index]
    puzzle = read("https://f-puzzles.com/?load=" + packed(json.dumps(data)))
    assert puzzle.givens == {(0, 8): 4}
    wanted = """
puzzle: sudoku
grid: |
  ........4
  .........
  .........
  .........
  .........
  .........
  .........
  .........
  .........
rules:
  - arrow: [R1C1 = R1C2 R2C3]
  - little-killer: [30 = R1C2 down-right]
  - sandwich: {columns: . 5 . . . . . . ., rows: . . 7 . . . . . .}
  - kropki: {white: [R5C5 R5C6], black: [R6C5 R6C6], all given: black}
  - quad: [R7C7 = 1 2]
  - different: [R9C1 R9C2]
  - whisper: [5 = R4C1 R4C2 R4C3]
"""
    assert set(puzzle.rules) == set(read(wanted).rules)


WHOLE = {  # links that end where the puzzle does
    "sudoku": "https://puzz.link/p?sudoku/4/4/g1k23k3g",
    "wide sudoku": "https://pzplus.tck.mn/p?sudoku/16/16/-10zzzzzzzzzzzzt1",
    "nonogram": "https://puzz.link/p?nonogram/6/6/12g1111h11112j12g11g21j11g3h",
    "pentominous": "https://puzz.link/p?pentominous/5/5/g4g2h4g4o4l",
    "borders": "https://puzz.link/p?pentominous/5/4/z1000000",
    "statue park": "https://puzz.link/p?statuepark/7/7/078ii6000000290f0//t",
    "solo": "9j:9e1a6i6b3_1a4i1a5_6q9c8a2g7e6d7,dabca__aaa___abcacaba__abbcd_facdab__ba__b__cc__a___b____cabea",
}
CUT_WHOLE = {"borders": "https://puzz.link/p?pentominous/5/4/z"}  # cut off, this is another whole puzzle
WRITTEN = ("fpuzzles", "sudokupad", "penpa", "puzzlink", "tatham")


def not_whole(link: str, whole: str) -> None:
    """It is refused, or says the same."""
    with suppress(InstanceError):
        assert load_text(link, "x").puzzle == load_text(whole, "x").puzzle, link


@pytest.mark.parametrize("name", [*WHOLE, *WRITTEN])
def test_a_link_that_is_cut_short_is_refused(name: str) -> None:
    """Also one with a character more; a link of others with anything behind its end."""
    link = WHOLE.get(name) or writing.write(SUDOKUS["four"], name).strip()
    for length in range(1, len(link)):
        if link[:length] != CUT_WHOLE.get(name):
            not_whole(link[:length], link)
    for more in "01ag" if name in WHOLE else ("A", "B", "AAAA", "BBBB"):
        not_whole(link + more, link)


def test_borders_below_cells_begin_with_a_character_of_their_own() -> None:
    """As `encodeBorder` of pzprjs does; 5x4 has 16 borders beside cells and 15 below."""
    below, _ = links.as_instance("https://puzz.link/p?pentominous/5/4/z0000g00")
    assert below.endswith("where: not R1C1=R2C1\n")
    beside, _ = links.as_instance("https://puzz.link/p?pentominous/5/4/z000g000")
    assert beside.endswith("where: not R4C4=R4C5\n")
    for link in ("5/4/z000gg00", "4/5/z000000g"):
        again = writing.write(
            loads(links.as_instance(f"puzz.link/p?pentominous/{link}")[0], "x").puzzle, "puzzlink"
        )
        assert again.strip().endswith(link)


# ---- ways in


def test_a_link_is_read_from_everywhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    link = "https://puzz.link/p?sudoku/4/4/g1k23k3g"
    for name in ("x.link", "x.url"):
        (tmp_path / name).write_text(link + "\n", encoding="utf-8")
        assert cli.main(["run", str(tmp_path / name), "--unique"]) == 0
    assert cli.main([link, "--unique"]) == 0
    four = json.loads(fpuzzles.dumped(SUDOKUS["four"]))  # type: ignore[arg-type]
    long = fp(**{**four, "title": "".join(map(chr, range(900, 3_900)))})
    assert len(long) > 4096, "longer than a path may be"
    assert cli.main(["run", long, "--unique"]) == 0
    assert cli.main([long, "--unique"]) == 0
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(link.encode())))
    assert cli.main(["run", "-", "--unique"]) == 0
    assert capsys.readouterr().out.count(": unique\n") == 6
    assert cli.main(["draw", link]) == 0
    assert cli.main(["export", link, "--to", "line"]) == 0
    assert capsys.readouterr().out.endswith(".1.....23.....3.\n")


def fp(**keys: object) -> str:
    return "https://f-puzzles.com/?load=" + packed(json.dumps({"size": 9, **keys}))


BAD = {
    "https://f-puzzles.com/?id=abc": "a short link of f-puzzles only names a puzzle",
    "https://sudokupad.app/abcdef": "a short link of SudokuPad only names a puzzle",
    "https://swaroopg92.github.io/penpa-edit/#m=edit&q=7VY": "Penpa+: a link without p=",
    "https://puzz.link/p?xyzzy/4/4/g1k23k3g": "'xyzzy' is not read; known: aho, akichi, alter, ",
    "https://puzz.link/p?slither/4/4/g1k23k3": "15 places for clues; 16 are needed",
    "https://puzz.link/p?sudoku/4/5/g1": "not an address of a sudoku",
    "https://puzz.link/p?sudoku/4/4/zz": "40 cells; 4x4 has 16",
    "https://puzz.link/p?sudoku/4/4/5u": "a given 5; the digits are 1 to 4",
    "https://puzz.link/p?kouchoku/4/4/j": "'kouchoku' is not read",
    "https://puzz.link/p?pentominous/5/x/0": "not a Pentominous",
    "https://puzz.link/p?pentominous/99/99/0": "1 to 1024 cells are read",
    "https://puzz.link/p?pentominous/5/5/d": "'d' is no pentomino: 0 to b are FILNPTUVWXYZ",
    "https://puzz.link/p?pentominous/5/5/zz": "40 cells; 5x5 has 25",
    "https://puzz.link/p?pentominous/5/1/k1": "borders behind the 4 and 0 of the cells",
    "https://puzz.link/p?pentominous/5/1/k0001": "4 characters of borders; 1 and 0 are needed, or none",
    "https://puzz.link/p?pentominous/5/4/z10000000": "8 characters of borders; 4 and 3 are needed, or none",
    "https://puzz.link/p?sudoku/9/9/g1": "2 cells; 9x9 has 81",
    "https://puzz.link/p?sudoku/9/9/": "0 cells; 9x9 has 81",
    "https://puzz.link/p?sudoku/4/4/g1k23k3h": "17 cells; 4x4 has 16",
    "https://puzz.link/p?nonogram/6/6/12g1111h11112j12g11g21j11g3": "34 places for clues; 6 rows and 6 columns have 36",
    "https://puzz.link/p?nonogram/6/6/": "0 places for clues",
    "https://puzz.link/p?statuepark/3/3/92//t": "2 characters of circles; 3x3 needs 3",
    "pzprv3/pentominous/1/5/. . . . . . . . . . 1 0": "14 words; 1x5 has 16, answer and borders",
    "https://puzz.link/p?pentominous/5/1/k.": "'.' is no five borders",
    "https://puzz.link/p?pentominous/4/4/0": "1 cell; 4x4 has 16",
    "pzprv3/pentominous/1/5/. . 12 . . /": "'12' is no pentomino: 0 to 11 are FILNPTUVWXYZ",
    "pzprv3/pentominous/1/5/. . ": "2 cells; 1x5 has 5",
    "https://puzz.link/p?statuepark/4/4/000000/": "the pieces '' are not read",
    "https://puzz.link/p?statuepark/4/4/z//t": "not a Statue Park",
    "https://puzz.link/p?statuepark/2/2/001//t": "3 characters of circles; 2x2 needs 2",
    "https://puzz.link/p?statuepark/4/4/000000/2/21o": "the pieces '2/21o' are not read",
    "https://puzz.link/p?statuepark/4/4/000000/1/21i": "'21i' is not a piece of 1x2 cells",
    "https://puzz.link/p?statuepark/99/99/0//t": "1 to 1024 cells are read",
    "pzprv3/statuepark/2/2/t/1 - . ./": "2x2 cells of ., 1 and 2 are needed",
    "pzprv3/shikaku/4/4/": "'shikaku' is not read",
    "pzprv3/sudoku/4/1 2 3": "3 cells; 4x4 has 16",
    "pzprv3/nonogram/2/2/1 2 3": "3 places; 9 are needed",
    "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/net.html#5x5:1": "'net' is not read",
    "3x3:zzz": "78 cells; 9x9 has 81",
    "3x3k:zzzc": "fewer sections",
    "3x3:zzzc,a": "more sections",
    "9j:zzzc,ab": "places for lines between cells",
    "9j:zzzc,z": "'z' among the lines",
    "30x2:a": "a grid of 60x60",
    "5x5:1/2": "2 clues for 5 columns and 5 rows",
    "2x1:1/a/": "neither a command nor an instance",
    fp(fogofwar=["R1C1"]): "'fogofwar' is not read",
    fp(cage=[{"cells": ["R1C1"], "value": "5"}]): "'cage' is not read",
    fp(line=[{"lines": [["R1C1", "R1C2"]]}]): "'line' is not read",
    fp(difference=[{"cells": ["R1C1", "R1C2"], "value": "3"}]): "a difference of '3' is not read",
    fp(nonconsecutive=True, ratio=[{"cells": ["R1C1", "R1C2"]}]): "beside marks between cells",
    fp(negative=["xv"], ratio=[{"cells": ["R1C1", "R1C2"]}]): "beside both dots and XV",
    fp(ruleset="Anti-knight sudoku"): "say 'knight', which no key states",
    fp(thermometer=[{"lines": [["R1C1", "R1C10"]]}]): "outside the grid",
    fp(thermometer=[{"lines": 5}]): "not as the format has it",
    fp(size=99): "a grid of 99x99",
    fp(grid=[[]]): "the grid is not 9x9",
    fp(size="x"): "'x' is not a number",
    scl("{" + CELLS + ",li:[{wa:[[0,0],[1,1]]}]}"): "'lines' is a drawing",
    scl("{" + CELLS + ",ca:[{ce:[[0,1]],v:'>9'}]}"): "a cage that says '>9' is a drawing",
    scl("{" + CELLS + ",ca:[{v:'rules: thermometers'}]}"): "say 'thermo'",
    scl("{ce:[[{v:x}]]}"): "'x' in a cell is not a digit",
    scl("{ce:[[,]]}"): "the cells are no square",
    scl("[1]"): "a link without an object",
    scl("{" + CELLS + ",re:[[[0,0]]]}"): "regions that are not each cell once",
    "<opensudoku></opensudoku>": "0 games in the file",
    ":0000:x:12:": "'12' is not 81 digits",
}


def drawing(changes: dict[str, object], header: str = "Normal sudoku rules", more: str = "") -> str:
    """The 4x4 sudoku with other parts of its drawing, and other words; a cell (r, c) is 18 + 8 r + c."""
    link = penpa.write(SUDOKUS["four"]).strip()  # type: ignore[arg-type]
    lines = penpa_text.restored(link.partition("p=")[2]).split("\n")
    lines[0] = lines[0].replace("Normal sudoku rules apply.", header)
    lines[3] = json.dumps({**json.loads(lines[3]), **changes})
    return "\n".join(lines) + more


WALLS = dict.fromkeys(("75,83", "83,91", "91,99", "99,107", "89,90", "90,91", "91,92", "92,93"), 2)
STRANGE = {  # what is drawn, the words: what is refused
    "'surface' is a drawing": ({"surface": {"18": 1}}, "sudoku"),
    "'nobulbthermo' is a drawing": ({"nobulbthermo": [[18, 19]]}, "sudoku"),
    "the symbol 'star'": ({"symbol": {"18": [1, "star", 2]}}, "sudoku"),
    "the symbol 'circle_SS'": ({"symbol": {"146": [1, "circle_SS", 2]}}, "sudoku"),
    "whether all Kropki dots are given": ({"symbol": {"146": [1, "circle_SS", 2]}}, "kropki sudoku"),
    "'5' at point 17": ({"number": {"17": ["5", 1, "1"]}}, "sudoku"),
    "'12' at point 18": ({"number": {"18": ["12", 1, "7"]}}, "sudoku"),
    "'?' is not a number": ({"number": {"18": ["?", 1, "1"]}}, "sudoku"),
    "a given 7; the digits are 1 to 4": ({"number": {"18": ["7", 1, "1"]}}, "sudoku"),
    "do not bound 4 regions": ({"lineE": {}}, "sudoku"),
    "a line of style 5": ({"lineE": {"90,91": 5}}, "sudoku"),
    "not the two long ones": ({"lineE": {**WALLS, "74,83": 2}}, "diagonal sudoku"),
    "a number in a corner": ({"numberS": {"328": ["5", 1]}}, "sudoku"),
    "cells outside the board": ({"killercages": [[17, 18]]}, "sudoku"),
    "a cage, or a number in a corner, that is in no": ({"cage": {"328,329": 10}}, "sudoku"),
    "an arrow that begins in no circle": ({"arrows": [[18, 19]]}, "sudoku"),
    "a line that leaves the board": ({"thermo": [[18, 17]]}, "sudoku"),
    "the words say 'knight'": ({}, "Anti-knight sudoku"),
    "the words say 'thermo'": ({}, "Sudoku with thermometers"),
    "say that it is a sudoku": ({}, "ripple effect"),
    "not as the format has it: 'int' object": ({"number": 5}, "sudoku"),
}


def test_drawings_that_are_not_understood_are_named() -> None:
    for message, (changes, words) in STRANGE.items():
        with pytest.raises(InstanceError, match=re.escape(message)):
            read("penpa?p=" + deflated(drawing(changes, words)))
    with pytest.raises(InstanceError, match="the genre 'tightfit' is not read"):
        read("penpa?p=" + deflated(drawing({}, more="\n" * 7 + '["tightfit"]')))
    with pytest.raises(InstanceError, match="a grid of type 'hex' is not read"):
        read("penpa?p=" + deflated(drawing({}).replace("square", "hex", 1)))
    with pytest.raises(InstanceError, match="the board is no square"):
        read("penpa?p=" + deflated(drawing({}).replace("[18,1,1,1,5", "[18,1,1,1,4")))


def test_drawings_of_others() -> None:
    """Thin lines, empty lists, sums after spaces, dots of which all are given, a board with a clue row above."""
    dots = {"146": [1, "circle_SS", 2], "211": [2, "circle_S", 2]}
    parts = {"symbol": dots, "killercages": [[], [20, 28]], "numberS": {"337": [" 5", 1], "18": ["", 1]}}
    puzzle = read("penpa?p=" + deflated(drawing(parts, "Kropki sudoku%2C cages sum. All dots are shown.")))
    wanted = SUDOKUS["four"]
    assert isinstance(wanted, Sudoku)
    assert puzzle.givens == wanted.givens
    rules = read(
        "puzzle: sudoku\nsize: 4x4\nrules: [killer: [5 = R1C3 R2C3], "
        "kropki: {white: [R1C1 R2C1], black: [R1C2 R1C3], all given: true}]\n"
    ).rules
    assert set(puzzle.rules) == set(rules)
    genres = drawing({}, "") + "\n" * 7 + '["classic"]'
    assert read("penpa?p=" + deflated(genres)) == wanted


@pytest.mark.parametrize("link", BAD, ids=[f"{i}" for i in range(len(BAD))])
def test_what_is_not_understood_is_named(link: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([link, "--count", "--time-limit", "1"]) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert error.count("\n") == 1
    assert BAD[link] in error


def test_every_key_of_the_paper_is_known() -> None:
    keys = [*fpuzzles.FLAGS, *fpuzzles.LINES, *fpuzzles.VALUED, *fpuzzles.CELLS, *fpuzzles.OTHERS]
    assert len(keys) == len(set(keys))
    for key in keys:
        with pytest.raises(InstanceError, match="f-puzzles"):
            fpuzzles.stated(
                {"size": 9, "grid": [], key: 5} if key not in fpuzzles.FLAGS else {"size": 9, key: 1, "x": 1}
            )


def test_lines_between_cells_are_numbered_as_in_solo() -> None:
    """Place i as the game numbers it: right of cell i // (n - 1), i % (n - 1), then the same transposed."""
    areas = {(r, c): (2 * r + c * c) // 3 % 3 for r in range(5) for c in range(5)}
    text, run = "", 0
    for i in range(40):
        line, at = divmod(i % 20, 4)
        a, b = ((line, at), (line, at + 1)) if i < 20 else ((at, line), (at + 1, line))
        run, text = (run + 1, text) if areas[a] == areas[b] else (0, text + "_abcdefghijklmnopqrstuvwxy"[run])
    assert tatham._lines(areas, 5) == text + "_abcdefghijklmnopqrstuvwxy"[run]
