"""Links of puzz.link for genres: codecs by links of others, puzzles both ways, and what is refused."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.genre_cases import linked, parsed
from tests.helpers import ROOT
from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.formats import links, puzzlink_genres, writing
from zenkai_solver.models.formats.puzzlink_codec import HOLE, Area, Values
from zenkai_solver.models.formats.puzzlink_codecs import CODECS
from zenkai_solver.models.genres.clues import (
    ArrowClue,
    ClueKind,
    FleetClue,
    NumberClue,
    NumbersClue,
    RoomClue,
    SignClue,
    SignedClue,
    SumClue,
)
from zenkai_solver.models.genres.genre import Genre
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.reading import as_yaml, puzzle_with
from zenkai_solver.models.genres.sheet import WHOLE, GenreSheet, Place
from zenkai_solver.models.genres.table import GENRES, LINKED, genre
from zenkai_solver.models.loading import load_text, loads
from zenkai_solver.solvers.cli import main
from zenkai_solver.solvers.engines.sat.sat import SatBackend
from zenkai_solver.solvers.webapp import reading as web_reading

BOARDS = linked()
LINKS: dict[str, dict[str, str]] = json.loads(
    (ROOT / "tests" / "data" / "pzprjs" / "links.json").read_text(encoding="utf-8")
)  # by the sections that the site reads: a codec, and where its clues are if not in cells


def link(name: str) -> str:
    return f"https://puzz.link/p?{name}/{BOARDS[name]['url']}"


def puzzle_of(text: str) -> GenrePuzzle:
    puzzle = load_text(text, "x").puzzle
    assert isinstance(puzzle, GenrePuzzle)
    return puzzle


# ---- codecs


def _kinds(i: int, section: str, rooms: str) -> list[ClueKind]:
    name, _, at = section.partition("@")
    key: Any = f"k{i}"
    place: Any = at or ("board" if name == "count" else "corner" if name == "mark" else "cell")
    match name:
        case "border" if not at:
            return [RoomClue(key)]
        case "dot":
            sorts: tuple[Any, ...] = ("cell", "edge", "corner")
            return [SignClue(key + sort, at=sort, signs="o*", link=name) for sort in sorts]
        case "arrow16":
            return [ArrowClue(key, link=name)]
        case "castle" | "balance":
            return [SignedClue(key, signs="+o*", arrows=name == "castle", link=name)]
        case "makaro":
            return [NumberClue(key, link=name), ArrowClue(key + "arrow", bare=True, plain="#", link=name)]
        case "kakuro":
            return [SumClue(key, link=name)]
        case "tilepaint":
            return [SumClue(key, lo=0, link=name), NumberClue(key + "lines", at="line", link=name)]
        case "fleet":
            return [FleetClue(key, link=name)]
        case "minarism":
            signs = ArrowClue(key, at="edge", bare=True, link=name)
            return [signs, NumberClue(key + "numbers", at="edge", link=name)]
        case "tapa" | "lines16":
            return [NumbersClue(key, at=place, link=name)]
        case "kurarin":
            return [
                SignClue(key + sort, at=sort, signs="*@o", link=name) for sort in ("cell", "edge", "corner")
            ]  # type: ignore[arg-type]
        case "number16+1":
            return [SignClue(key, signs="0123456789", hidden=True, link=name)]
        case "poles":
            return [SignClue(key, signs="+-", link=name), SignClue(key + "holes", link=name)]
        case "parquet":
            return [RoomClue(key, link=name), RoomClue(key + "regions", link=name)]
        case "antmill":
            return [SignClue(key, at="edge", signs="#x", link=name)]
        case "toichika":
            return [SignClue(key, signs="NSWEx", link=name)]
        case "circle" | "filled" | "binary" | "empty" | "mark" | "1cell" | "border" | "bosanowa" | "outer":
            return [SignClue(key, at=place, signs="o*", link=name)]
        case _:
            return [NumberClue(key, at=place, link=name, rooms=rooms if at == "room" else "")]


def of_sections(name: str, sections: str) -> Genre:
    """A genre without rules that has these sections in its links."""
    kinds: list[ClueKind] = []
    for i, section in enumerate(sections.split()):
        rooms = next((kind.key for kind in kinds if isinstance(kind, RoomClue)), "")
        kinds += _kinds(i, section, rooms)
    return Genre(name, name, "", (), tuple(kinds), (), link=name)


@pytest.mark.parametrize("sections", LINKS)
def test_links_of_many_genres_are_read_and_written(sections: str) -> None:
    for name, rest in LINKS[sections].items():
        text = f"{name}/{rest}"
        puzzle = puzzlink_genres.read(of_sections(name, sections), text)
        assert puzzlink_genres.write(puzzle) == f"https://puzz.link/p?{text}\n"
        columns, rows = map(int, rest.split("/")[:2])
        assert puzzle.sheet.columns - columns == puzzle.sheet.rows - rows == (name == "kakuro")
        assert any(puzzle.sheet.clues.values())


def test_links_use_every_codec() -> None:
    collected = {section.partition("@")[0] for own in LINKS for section in own.split()}
    of_genres = {kind.link for name in GENRES for kind in genre(name).given if kind.link}
    assert collected | of_genres == set(CODECS)


@pytest.mark.parametrize(
    ("sections", "text", "clues"),
    [
        # read by hand from the boards that belong to these links
        ("number16@line 1cell", "tents/5/5/2g0h1i1j82323", {(-1, 1): 2, (-1, 5): 0, (1, -1): 1, (9, -1): 1}),
        (
            "number16@side number16?",
            "skyscrapers/4/4/k13h4j3g",
            {(9, 3): 1, (9, 5): 3, (3, -1): 4, (5, 9): 3},
        ),
        ("4cell@corner", "creek/2/1/1b7", {(0, 0): 1, (0, 2): 1, (2, 2): 2}),
        ("outer@edge", "longest/2/2/gg8", {(1, 2): 1, (0, 3): 1, (3, 4): 1}),
        ("outer@edge", "longest/2/2/3", {(2, 3): 1, (0, 1): 1}),
        ("outer@edge", "longest/2/2/2", {(2, 3): 1}),
        ("border number16@room", "chocona/2/2/0o12", {(1, 1): 1, (3, 1): 2}),
    ],
)
def test_the_places_of_clues(sections: str, text: str, clues: dict[Place, int]) -> None:
    puzzle = puzzlink_genres.read(of_sections("x", sections), text)
    assert clues in [own for key, own in puzzle.sheet.clues.items()], puzzle.sheet.clues


VALUES: dict[str, list[Any]] = {
    "number16": [
        0,
        9,
        15,
        16,
        255,
        256,
        4095,
        4096,
        8191,
        8192,
        9999,
        12_239,
        12_240,
        77_775,
        77_776,
        1_126_351,
        -2,
    ],
    "number10": [0, 9, -2],
    "number10or16": [0, 9, 10, 300, -2],
    "number36": [0, 35, 36, 1295, -2],
    "coffeemilk": [1, 2, 3],
    "4cell": [0, 1, 2, 3, 4, -2],
    "arrow16": [(1, 0), (2, 15), (3, 16), (4, 255), (1, 256), (4, -2)],
    "crossstitch": [(0, 3), (1, 0), (2, 15), (0, -2), (4, -2), HOLE],
    "castle": [(1, 0, -2), (2, 1, 0), (3, 2, 16), (1, 3, 255), (2, 4, 256), (3, 4, -2)],
    "balance": [(1, -2), (2, -2), (1, 1), (2, 1), (1, 300)],
    "circle": [1, 2],
    "shugaku": [0, 4, -2],
    "tilepaint": [(0, 3), (16, -1), (2, 16), (255, 255), (-1, -1)],
    "makaro": [1, 10, 11, 99, (0, -2), (4, -2)],
    "dot": [1, 2],
    "kurarin": [1, 2, 3],
    "pipelink": [15, 3, 10, -2],
    "compass": [(0, 1, 2, 3), (-2, 16, -2, 300)],
    "voxas": [1, 2, 3, HOLE],
    "fivecells": [0, 3, -2, HOLE],
    "letters": [1, 5, 16, -2, HOLE],
    "walllogic": [0, 16, 255, -2, HOLE],
    "arrows4": [(1, -2), (4, -2), HOLE],
    "arrows": [(1, -2), (4, -2)],
    "toichika": [1, 2, 3, 4, 5],
    "number16+1": [1, 16, 17, -2],
    "number16+1?": [1, 16, 17, -2],
    "poles": [1, 2, 3],
    "kakuru": [0, 9, 10, 19, 20, 45, -2],
    "minarism": [0, 15, 16, 255],
    "nagare": [(1, 1, -2), (1, 4, -2), (2, 0, -2), (2, 1, -2), (2, 4, -2)],
    "fakearrow": [(1, -2), (4, -2), HOLE],
    "roma": [(1, -2), (4, -2), (0, -2), HOLE],
    "pointers": [(1, -2), (4, -2), (0, -2)],
    "sashigane": [(1, -2), (4, -2), (0, -2), 3, 15, 16, 255, -2],
    "loute": [(1, -2), (4, -2), (0, -2), 1],
    "brownies": [0, 8, -2, HOLE],
    "anglers": [(0, 1), (1, 1), (2, 1), (2, 254), (2, -2)],
    "fracdiv": [(0, 1, 2), (0, 255, 16), (1, 0), (1, -2), (2, 9), (3, 1)],
    "lohkous": [(1,), (-2,), (3, -2, -2), (1, 2, 9)],
    "pipelinkr": [(0, 15), (0, 10), (0, -2), (1, 1)],
    "loopsp": [(0, 3), (0, 16), (0, -2), (1, 15), (1, 10)],
    "snakepit": [(0, 1), (1, 1)],
    "interbd": [(1, 0), (1, -2), (7, 4), (3, -2)],
    "ovotovata": [(1, 1), (1, -2), (2, 5), (2, -2), (3, -2)],
    "slovak": [(7, -2), (0, 4), (-2, 1), (-2, -2), (30, 2)],
    "reflect": [(0, 1, 3), (0, 4, 16), (0, 2, -2), (1, 1)],
    "tateyoko": [(0, 3), (0, 16), (0, -2), (1, 0), (1, 4), (1, -2)],
    "yosenabe": [(0, 3), (0, 16), (0, -2), (1, 0), (1, 15), (1, 16), (1, -2)],
    "bdwalk": [(0, 1), (0, 14), (0, 99), (1, 1), (1, 2), (1, 3)],
    "herugolf": [(0, 3), (0, 16), (1, 1)],
    "railpool": [(1,), (-2,), (3, -2, -2), (10, 109), (1, 2, 3, 4)],
    "triplace": [(-1, -1), (3, -1), (-1, 16), (34, -1), (35, 36)],
    "mrokmrno": [(0, 1), (0, 2), (0, 3), (0, 4), (1, 1), (1, 2)],
    "yajisoko": [(0, 1), (1, 1, 0), (1, 4, -2), (1, 3, 1), (1, 2, 48), (1, 4, 49), (1, 1, 900), (2, 4, -2)],
    "ubahn": [(0, -2, 16, 3), (-2, -2, -2, 1), (1, 2, 3, 4)],
    "boulders": [1, 16, -2, HOLE],
    "kaero": [1, 26],
    "kinkonkan": [(1, 0), (26, 16), (27, 3), (52, -2)],
    "tapaloop": [(0,), (8,), (-2,), (7, 7), (-2, 5), (6, 6, 6), (1, -2, 3), (4, 4, 4, 4), (-2, 1, -2, -2)],
    "disloop": [(0, -2), (1, 3), (4, -2), (2, 3, -2, 1), (1, 9, 9, 9, 9), (4, 1, 2, 3, 4)],
    "tapa": [(0,), (8,), (-2,), (1, 1, 1, 1), (-2, 5), (3, 1), (-2, -2), (1, -2, 3), (-2, 1, -2, -2)],
}
ROUGH = {"rassi"}  # whose link may leave out walls around black cells
UNUSUAL = {  # whose places are not alike
    *(
        "parquet",
        "antmill",
        "border",
        "border?",
        "box",
        "count",
        "fleet",
        "goal",
        "kakuro",
        "lines16",
        "outer",
    ),
    *("doors", "haisu", "icebarn", "seiza", "sizes", "slalom"),
}
SHORTER = {
    "dosufuwa",
    "fracdiv",
    "icebarn",
    "lohkous",
    "slalom",
}  # whose links are such without the last character, too
COSTLY = {
    "chainedb",
    "kuroclone",
    "mrtile",
}  # whose rules take more steps than those of a genre that is stated in an instance may
OF_OTHERS = {"ringring"}  # whose link is of another puzzle than the boards


@pytest.mark.parametrize("name", sorted(set(CODECS) - UNUSUAL))
def test_a_codec_writes_what_it_reads(name: str) -> None:
    """Also with other text behind it, and up to 80 places without a clue."""
    chance, codec = random.Random(name), CODECS[name]
    for places in (*range(1, 25), 120):
        for full in (0.0, 0.02, 0.3, 0.9, 1.0):
            values: Values = [
                chance.choice(VALUES.get(name, [1])) if chance.random() < full else None
                for _ in range(places)
            ]
            area = Area(1, places, places)
            text = codec.write(values, area)
            more = "" if name in ("empty", "number16?", "number16+1?", "poles") and not any(values) else "/zz"
            assert codec.read(text + more, area) == (values, more), (text, values)


@pytest.mark.parametrize(
    ("name", "text", "values"),
    [
        ("number16", "-10+100=000@000.g5", [16, 256, 4096, 8192, -2, None, 5]),
        ("number16", "*0000*ffff$00000$fffffg", [12_240, 77_775, 77_776, 1_126_351, None]),
        ("number16?", "", [None]),
        ("number16?", "g1", [None, 1]),
        ("number16+1", "0.-10g5", [1, -2, 17, None, 6]),
        ("number16+1?", "", [None, None]),
        ("number16+1?", "g0.f", [None, 1, -2, 16]),
        ("number10", ".a3b", [-2, None, 3, None, None]),
        ("number10or16", "-a-10", [10, 16]),
        ("number36", "z-10.@", [35, 36, None, -2]),
        ("4cell", "2.8ad", [2, -2, 3, None, 0, None, None, 3]),  # the last one says of two places behind it
        ("arrow16", "13a2.65f-4100", [(1, 3), None, (2, -2), (1, 95), (4, 256)]),
        ("castle", "00.b113a2-4100262f", [(1, 0, -2), None, None, (2, 1, 3), None, (3, 4, 256), (3, 1, 47)]),
        ("balance", "0g1g4-13", [(1, -2), None, (2, -2), None, (1, 2), (2, 9)]),
        ("circle", "5i", [None, 1, 2, 2, None, None]),
        ("binary", "g1", [1, None, None, None, None, None, None, None, None, 1]),
        ("empty", "", [None, None]),
        ("filled", "fu", [1, *[None] * 8, 1]),
        ("shugaku", "5640z", [-2, None, 4, 0, *[None] * 30]),
        ("tilepaint", "g.2-.10+105=1112", [None, (-1, 2), (-1, 16), (16, 5), (17, 18)]),
        ("mark", "0.", [1, *[None] * 36]),
        ("1cell", "i2", [None, 1, None, None]),
        ("dot", "03f", [1, 2, None, 2]),
        ("count", "12/", [12]),
        ("makaro", "a0g-10ic", [(0, -2), 1, None, 11, None, None, None, (2, -2)]),
    ],
)
def test_a_codec_reads(name: str, text: str, values: list[Any]) -> None:
    """By hand from the site's own functions."""
    area = Area(1, len(values), len(values))
    assert CODECS[name].read(text, area) == (values, "")
    assert CODECS[name].write(values, area) == text


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("number16", [(1, 2)]),
        ("number16", [1_126_352]),
        ("makaro", [100]),
        ("makaro", [(1, 2)]),
        ("number10", [10]),
        ("number36", [1296]),
        ("4cell", [5]),
        ("arrow16", [7]),
        ("circle", [3]),
        ("circle", [-2]),
        ("binary", [2]),
        ("dot", [-2]),
        ("filled", [2]),
        ("shugaku", [5]),
        ("tilepaint", [(256, 1)]),
    ],
)
def test_a_codec_refuses_what_it_does_not_have(name: str, values: list[Any]) -> None:
    with pytest.raises(InstanceError, match=r"puzz.link has no clue .* here"):
        CODECS[name].write(values, Area(1, 1, 1))


# ---- genres


@pytest.mark.parametrize("name", GENRES)
def test_a_genre_of_the_site_has_codecs(name: str) -> None:
    stated = genre(name)
    if stated.link:
        assert LINKED[stated.link] == name
        assert {kind.link for kind in stated.given if kind.link} <= set(CODECS)
        assert any(kind.link for kind in stated.given)


@pytest.mark.parametrize("name", BOARDS)
def test_a_link_is_read_and_written(name: str) -> None:
    """Its clues are those of the site's own board."""
    puzzle = puzzle_of(link(name))
    stated = [parsed(text)[0] for text in BOARDS[name]["solved"]]
    if name in ROUGH:
        assert [*SatBackend().solutions(puzzle.model())] == [*SatBackend().solutions(stated[0].model())]
    else:
        assert (puzzle in stated) == (name not in OF_OTHERS)
    assert writing.write(puzzle, "puzzlink") == link(name) + "\n"


@pytest.mark.parametrize("name", BOARDS)
def test_yaml_of_a_puzzle_is_read(name: str) -> None:
    puzzle = puzzle_of(link(name))
    assert loads(as_yaml(puzzle), "x").puzzle == puzzle
    if name in COSTLY:
        return
    other = GenrePuzzle(replace(puzzle.genre, name="own"), puzzle.sheet)
    again = loads(as_yaml(other), "x").puzzle
    assert again == other


def test_yaml_of_one_column_keeps_numbers_of_several_digits() -> None:
    puzzle = puzzle_of("https://puzz.link/p?nurikabe/1/3/-0ch")
    assert "clues: |\n  12\n  .\n  .\n" in as_yaml(puzzle)
    assert loads(as_yaml(puzzle), "x").puzzle == puzzle
    with pytest.raises(InstanceError, match="row 1 has 2 clues, not 1"):
        loads("puzzle: nurikabe\nsize: 2x1\nclues: |\n  1 2\n  . .\n", "x")


@pytest.mark.parametrize(
    "address",
    [
        "https://puzz.link/p?slither/5/5/cbcbcddad",
        "http://pzv.jp/p.html?slither/5/5/cbcbcddad",
        "https://pzprxs.vercel.app/p?slither/5/5/cbcbcddad/",
        "https://pzplus.tck.mn/p.html?slither/5/5/cbcbcddad",
        "https://puzz.link/p?slither_edit/5/5/cbcbcddad",
        "https://puzz.link/p?type=editor&slither/5/5/cbcbcddad",
        "puzz.link/p?slitherlink/5/5/cbcbcddad",
        "https://puzz.link/p.html?slither/5/5/cbcbcddad\n",
    ],
)
def test_other_forms_of_a_link(address: str) -> None:
    assert links.recognised(address) == "puzz.link"
    assert puzzle_of(address) == puzzle_of(link("slither"))


def test_a_wall_that_ends_in_a_room_divides_nothing() -> None:
    divided = puzzle_of("https://puzz.link/p?starbattle/3/3/1/0000")
    half = puzzle_of("https://puzz.link/p?starbattle/3/3/1/g000")
    assert half == divided
    assert writing.write(half, "puzzlink") == "https://puzz.link/p?starbattle/3/3/1/0000\n"


def test_commands(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["run", link("nurikabe")]) == 0
    assert "1 in all; every solution checked; search ended" in capsys.readouterr().out
    kept = tmp_path / "kept.yaml"
    assert main(["convert", link("kakuro"), "-o", str(kept)]) == 0
    assert main(["convert", str(kept), "--to", "puzzlink"]) == 0
    assert capsys.readouterr().out.strip() == link("kakuro")
    (tmp_path / "loop.url").write_text(link("slither") + "\n", encoding="utf-8")
    assert main(["convert", str(tmp_path / "loop.url"), "--to", "yaml"]) == 0
    assert capsys.readouterr().out == as_yaml(puzzle_of(link("slither")))


@pytest.mark.parametrize("name", BOARDS)
def test_the_page_reads_a_link(name: str) -> None:
    shown = web_reading.read(link(name))
    assert "error" not in shown
    assert shown["kind"] == "puzz.link"
    assert shown["text"] == as_yaml(puzzle_of(link(name)))
    puzzle = puzzle_of(link(name))
    if not any(kind.at in ("line", "side") for kind in puzzle.genre.given):  # for which the page leaves room
        assert shown["svg"] == puzzle.unsolved_svg()
    if name not in SHORTER:
        wrong = web_reading.read(link(name).rstrip("/")[:-1])
        assert wrong["error"].startswith("puzz.link: ")


@pytest.mark.parametrize(
    "text",
    [
        "slither/f/3/2/l",
        "mashu/f/2/2/00",
        "yajilin/o/3/3/c10e",
        "koburin/om/3/3/o",
        "balance/f/2/2/j",
        "country/e/2/1/0g",
    ],
)
def test_a_letter_switches_a_rule_on(text: str) -> None:
    puzzle = puzzle_of(f"https://puzz.link/p?{text}")
    name, letters, rest = text.split("/", 2)
    plain = puzzle_of(f"https://puzz.link/p?{name}/{rest}")
    assert len(puzzle.sheet.clues.keys() - plain.sheet.clues.keys()) == len(letters)
    assert writing.write(puzzle, "puzzlink").strip("/\n") == f"https://puzz.link/p?{text}"
    assert loads(as_yaml(puzzle), "x").puzzle == puzzle


def test_a_letter_that_says_how_the_site_draws_is_left_out() -> None:
    puzzle = puzzle_of("https://puzz.link/p?yajilin/b/5/5/m32j10")
    assert puzzle == puzzle_of(link("yajilin"))


# ---- what is refused

BAD = {
    "slither/5/5/cbcbcdda": "24 places for clues; 25 are needed",
    "slither/5/5/cbcbcddadd": "'d' is left behind the clues",
    "slither/5/5/cbcbcddaf": "'f' is not a clue",
    "slither/6/5/cbcbcddad": "27 places for clues; 30 are needed",
    "slither/0/5/": "5 rows and 0 columns; 1 to 100 are read",
    "slither/5/101/z": "101 rows and 5 columns; 1 to 100 are read",
    "slither/x/5/5/cbcbcddad": "slither with the switch 'x' is not read",
    "slither/fx/5/5/cbcbcddad": "slither with the switch 'fx' is not read",
    "slither/v:x/5/5/cbcbcddad": "slither with the switch 'v:x' is not read",
    "slither/5": "not an address of Slitherlink: .../p?slither/COLUMNS/ROWS/CLUES",
    "slither/5/5": "0 places for clues; 25 are needed",
    "slither/5/5/zzz": "40 places for clues; 25 are needed",
    "nurikabe/2/2/0i": "clues: '0' at R1C1 is not a number 1..9999 or ?",
    "nurikabe/2/2/*0000i": "clues: '12240' at R1C1 is not a number 1..9999 or ?",
    "nurikabe/2/2/-1": "'-1' is not a clue",
    "nurikabe/2/2/1,2i": "',2i' is not a clue",
    "fillomino/2/2/.i": "clues: '?' at R1C1 is not a number 1..9999",
    "mashu/3/3/00": "2 characters for 9 places; 3 are needed",
    "mashu/3/3/00r": "'r' is not a clue",
    "mashu/2/2/01": "a clue behind the 4 places",
    "starbattle/3/3/0000": "'0000' does not begin with a number and a slash",
    "starbattle/3/3/0/0000": "stars: '0' at the board is not a number 1..9999",
    "starbattle/3/3/1/00": "0 characters for 6 places; 2 are needed",
    "castle/2/2/30.c": "'30.c' is not a clue",
    "castle/2/2/05c": "'05c' is not a clue",
    "castle/2/2/00.b": "3 places for clues; 4 are needed",
    "balance/2/2/.i": "'.' is not a clue",
    "yajilin/f/2/2/d": "yajilin with the switch 'f' is not read",
    "kakuro/2/2/n": "a sum is missing",
    "kakuro/2/2/n!000": "'!' is not a sum",
    "battleship/1/1/hg/1": "'/1' is not a fleet",
    "battleship/1/1/hg//x": "'//x' is not a fleet",
    "battleship/1/1/hg/2/11g": "1 piece of the fleet; 2 are needed",
    "battleship/1/1/hg/1/11": "puzz.link: '11' is not a piece",
    "battleship/1/1/hb//c": "parts: 11 at R1C1 is no such clue",
    "tilepaint/1/1/.": "'.' is not a clue",
    "tilepaint/1/1/g": "1 place for clues; 3 are needed",
    "shugaku/1/1/A": "'A' is not a clue",
    "kakuro/2/2/m": "3 places for clues; 4 are needed",
    "sliter/5/5/z": "'sliter' is not read; did you mean \"slither\"?",
}


@pytest.mark.parametrize("text", BAD)
def test_a_wrong_link_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(InstanceError) as error:
        load_text(f"https://puzz.link/p?{text}", "x")
    assert BAD[text] in str(error.value), str(error.value)
    assert "\n" not in str(error.value)


def _mutated(text: str, chance: random.Random) -> str:
    """With one to three characters cut, changed, doubled or moved; not the name of the genre."""
    name, slash, rest = text.partition("/")
    chars = list(rest)
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(chars) + 1)
        other = chance.choice("0123456789abcdefghijklmnopqrstuvwxyzAZ.-+=@*%/_ !é")
        match chance.randrange(4):
            case 0:
                del chars[at:]
            case 1:
                chars[at : at + 1] = other
            case 2:
                chars.insert(at, other)
            case 3:
                del chars[at : at + 1]
    return name + slash + "".join(chars)


@pytest.mark.parametrize("name", BOARDS)
def test_mutated_links(name: str) -> None:
    """Each is refused in one line, or read as a puzzle that is written and read again."""
    chance = random.Random(name)
    text, stated = f"{name}/{BOARDS[name]['url']}", genre(LINKED[name])
    refused: list[str] = []
    for _ in range(350):
        try:
            puzzle = puzzlink_genres.read(stated, _mutated(text, chance))
        except InstanceError as error:
            refused.append(str(error))
            continue
        written = puzzlink_genres.write(puzzle).strip()
        assert puzzlink_genres.read(stated, written.partition("?")[2]) == puzzle
    assert 100 < len(refused) < 350
    assert not any("\n" in words for words in refused)


def test_what_a_link_cannot_hold_is_named() -> None:
    loop = puzzle_of(link("slither"))
    known = GenrePuzzle(loop.genre, loop.sheet, {("line", (0, 1)): 1})
    with pytest.raises(InstanceError, match=r"known: a link of puzz.link has the clues alone"):
        writing.write(known, "puzzlink")
    own = GenrePuzzle(replace(loop.genre, name="own", link=""), loop.sheet)
    with pytest.raises(InstanceError, match=r"puzz\.link has no Slitherlink"):
        writing.write(own, "puzzlink")
    with pytest.raises(InstanceError, match="where: no puzzle format can say it"):
        writing.write(loads(as_yaml(loop) + 'where: "-@R1C2"\n', "x").puzzle, "puzzlink")
    sums = puzzle_with(genre("kakuro"), 2, 2, {"sums": {(1, 3): (3, 0), (3, 1): (0, 3)}})
    with pytest.raises(InstanceError, match="a first row and column of black cells"):
        writing.write(sums, "puzzlink")
    with pytest.raises(InstanceError, match=r"puzz.link has no Kakuro of 1x2"):
        writing.write(puzzle_with(genre("kakuro"), 1, 2, {"sums": {}}), "puzzlink")
    lines = Genre("x", "X", "", (), (NumberClue("n", at="edge", link="mark"),), (), link="x")
    beside = GenrePuzzle(lines, GenreSheet(2, 2, {"n": {(0, 1): 1}}))
    with pytest.raises(InstanceError, match=r"n: puzz.link has no clue at the upper side of R1C1"):
        puzzlink_genres.write(beside)
    assert WHOLE not in beside.sheet.clues["n"]
