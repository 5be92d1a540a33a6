"""Sheets of genres: what the page's editor is told, what it may enter, and what a board breaks; of every genre."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from tests.genre_cases import CASES, SITE, known, parsed
from tests.helpers import INSTANCES, PATIENCE
from tests.web_helpers import Served, needed, served
from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.genres import reading, sheet
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.sheet import WHOLE, GenreSheet, Place
from zenkai_solver.models.genres.table import GENRES, genre
from zenkai_solver.models.loading import loads
from zenkai_solver.models.render import svg
from zenkai_solver.solvers.engines.sat.sat import SatBackend

needed()

from zenkai_solver.solvers.webapp import checking, pages  # noqa: E402
from zenkai_solver.solvers.webapp.candidates import candidates  # noqa: E402
from zenkai_solver.solvers.webapp.entered import shown_on  # noqa: E402
from zenkai_solver.solvers.webapp.errors import NotThere, Wrong  # noqa: E402
from zenkai_solver.solvers.webapp.reading import read, read_sheet  # noqa: E402
from zenkai_solver.solvers.webapp.sheets import QUICK, seen  # noqa: E402

NOT_ENTERED = {("sananko", "nmRange")}  # wrong boards with a value that no key of the page gives
ENTRIES = {"number", "choice", "arrow", "signed", "sums", "walls", "line", "text"}
SOLVED = [(SITE[site], text) for site, boards in known().items() for text in boards["solved"]]
WRONG = [(SITE[site], rule, text) for site, boards in known().items() for rule, text in boards["wrong"]]
EVERY = """
puzzle: genre
genre:
  name: every
  unknown:
    - [DiagonalLines, slant]
    - [Areas, wall]
    - [Symbols, symbol, {signs: ".AB"}]
    - [CentreLines, path]
    - [EdgeLines, rim]
    - [Shading, lamp]
    - [CellNumbers, number, {hi: 12}]
    - [CellNumbers, capital, {lo: 0, hi: 3, letters: true}]
  given:
    - [NumberClue, meets, {at: corner}]
    - [SignClue, dots, {at: edge, signs: "o*"}]
    - [ArrowClue, arrows]
    - [ArrowClue, bare, {bare: true, plain: "#"}]
    - [NumberClue, letter, {lo: 1, hi: 5, letters: true}]
    - [SignClue, hidden, {signs: "ab", hidden: true}]
    - [SumClue, sums]
    - [RoomClue, rooms]
    - [NumberClue, counts, {at: room, rooms: rooms}]
    - [NumberClue, beside, {at: line, lo: 10, hi: 20}]
    - [NumberClue, seen, {at: side}]
    - [NumberClue, total, {at: board}]
    - [SignClue, mood, {at: board, signs: "xy"}]
  rules:
    a number counts the diagonals that meet at its corner:
      [ForAll, p, [WithClue, meets], [Compare, [CountOf, c, [Adjacent, p, corners], [Touches, slant, c, p]],
        "=", [ClueAt, meets, p]]]
"""
STATED = yaml.safe_load(EVERY)["genre"]
ALL = [*GENRES, STATED]


def name_of(stated: Any) -> str:
    return stated if isinstance(stated, str) else str(stated["name"])


def blank(stated: Any, **more: Any) -> dict[str, Any]:
    return {"genre": stated, "rows": 4, "columns": 5, **more}


# ---- what is described


@pytest.mark.parametrize("stated", ALL, ids=name_of)
def test_there_is_a_tool_for_each_layer_and_each_kind_of_clues(stated: Any) -> None:
    told = json.loads(json.dumps(read_sheet(blank(stated), "x")))
    assert "error" not in told
    puzzle = loads(told["text"], "x").puzzle
    assert isinstance(puzzle, GenrePuzzle)
    stated_genre = puzzle.genre
    tools = told["sheet"]["tools"]
    assert [tool["name"] for tool in tools if tool["part"] == "clue"] == [
        kind.key for kind in stated_genre.given
    ]
    assert [tool["name"] for tool in tools if tool["part"] == "layer"] == [
        layer.name for layer in stated_genre.unknown
    ]
    assert {tool["entry"] for tool in tools} <= ENTRIES
    empty = GenreSheet(4, 5)
    for tool in tools:
        if tool["part"] == "clue":
            assert places(tool, empty), tool
        elif tool["entry"] == "choice":
            assert len(tool["choices"]) > 1
        elif tool["entry"] == "number":
            assert tool["lo"] <= tool["hi"]
    layers = {tool["name"]: tool for tool in tools if tool["part"] == "layer"}
    for (layer, place), spot in puzzle.spots.items():
        row, column = ((half - layers[layer]["first"]) / layers[layer]["step"] for half in place)
        assert (layers[layer]["top"] + row, column) == spot


def places(tool: dict[str, Any], own: GenreSheet) -> list[Place]:
    """Where the page lets a person enter, by the tool alone."""
    rows, columns, at = own.rows, own.columns, tool["at"]
    if at == "board":
        return [WHOLE]
    if at in ("line", "side"):
        beside = [(2 * r + 1, -1) for r in range(rows)] + [(-1, 2 * c + 1) for c in range(columns)]
        far = [(y, 2 * columns + 1) for y, x in beside if x < 0] + [
            (2 * rows + 1, x) for y, x in beside if y < 0
        ]
        return beside + far * (at == "side")
    every = own.every["cell" if at == "room" else at]
    closed = {(y, x) for y, x in tool.get("closed", [])}
    return [place for place in every if place not in closed]


def texts(tool: dict[str, Any]) -> list[Any]:
    """Some of the values that the page lets a person enter, by the tool alone."""
    layer = tool["part"] == "layer"
    match tool["entry"]:
        case "number":
            some = {tool["lo"], min(tool["lo"] + 1, tool["hi"]), min(tool["lo"] + 3, tool["hi"])}
            if layer:
                return [*some, *([0] if tool["empty"] else [])]
            return [*map(str, some), *tool["hidden"]]
        case "choice":
            return [value for value, _ in tool["choices"]] if layer else tool["choices"]
        case "arrow":
            return [
                *(["^", "<", "v3"] if tool["bare"] else ["^1", "<0", "v?"]),
                *[tool["plain"]] * bool(tool["plain"]),
                *["?"] * tool["loose"],
            ]
        case "signed":
            signs = tool["choices"]
            return [
                *signs,
                *(sign + "4" for sign in signs),
                *(sign + "^3" for sign in signs if tool["arrows"]),
            ]
        case "text" if tool["sample"]:
            return [tool["sample"]]
        case "sums":
            return ["#", "\\3", "16\\", "16\\3"]
        case "line":
            return [0, 1]
    raise AssertionError(tool)


def entered_at_random(stated: Any, seed: int) -> dict[str, Any]:
    """A sheet with values at some of the places of each tool."""
    random, asked = Random(f"sheet {seed}"), blank(stated)
    for part in ("clue", "layer"):  # what is left open for the board depends on the clues
        told = read_sheet(asked, "x")
        for tool in told["sheet"]["tools"]:
            if tool["part"] != part:
                continue
            own = places(tool, GenreSheet(4, 5))
            some = sorted(random.sample(own, max(1, len(own) // 4)))
            if tool["entry"] == "walls":
                asked.setdefault("walls", {})[tool["name"]] = [[*place] for place in some]
            elif part == "clue":
                rows = [[*place, random.choice(texts(tool))] for place in some]
                asked.setdefault("clues", {})[tool["name"]] = rows
            else:
                rows = [[tool["name"], *place, random.choice(texts(tool))] for place in some]
                asked.setdefault(random.choice(["known", "board"]), []).extend(rows)
    return asked


@pytest.mark.parametrize("stated", ALL, ids=name_of)
def test_what_may_be_entered_is_an_instance(stated: Any) -> None:
    """Its clues and values are those that were entered; of clues of one room the last."""
    asked = entered_at_random(stated, 1)
    told = read_sheet({**asked, "other": {"title": "a: b", "where": "", "nothing": "x"}}, "x")
    told = told if "error" not in told else read_sheet(asked, "x")
    assert "error" not in told
    puzzle = loads(told["text"], "x").puzzle
    assert isinstance(puzzle, GenrePuzzle)
    again = json.loads(json.dumps(seen(puzzle, asked.get("board", []))["sheet"]))
    assert again["clues"] == told["sheet"]["clues"]
    tools = {tool["name"]: tool for tool in told["sheet"]["tools"] if tool["part"] == "clue"}
    for key, rows in asked.get("clues", {}).items():
        if tools[key]["at"] != "room":
            assert sorted(map(list, again["clues"][key])) == sorted(rows), key
        else:
            assert {text for *_, text in again["clues"][key]} <= {text for *_, text in rows}
    for key in asked.get("walls", {}):
        assert all(wall in asked["walls"][key] for wall in again["walls"][key])
    for part in ("known", "board"):
        assert sorted(map(list, again[part])) == sorted(asked.get(part, [])), part


# ---- boards


def sheet_of(puzzle: GenrePuzzle, board: tuple[str, ...]) -> dict[str, Any]:
    """The sheet with these clues and values; each of them is one that its tool enters."""
    told = json.loads(json.dumps(seen(puzzle, [])["sheet"]))
    values = puzzle.values(board)
    tools = {tool["name"]: tool for tool in told["tools"] if tool["part"] == "layer"}
    rows = []
    for (name, place), value in values.items():
        tool = tools[name]
        if place in places(tool, puzzle.sheet):
            allowed = (
                tool["lo"] <= value <= tool["hi"] or (value == 0 and tool["empty"])
                if tool["entry"] == "number"
                else value in texts(tool)
            )
            assert allowed, (name, place, value)
            rows.append([name, *place, value])
    size = {"rows": puzzle.sheet.rows, "columns": puzzle.sheet.columns}
    clues = {"clues": told["clues"], "walls": told["walls"]}
    return {"genre": puzzle.genre.name, **size, **clues, "board": rows, "check": True}


@pytest.mark.parametrize(("name", "text"), SOLVED, ids=[name for name, _ in SOLVED])
def test_a_solution_that_is_entered_breaks_nothing(name: str, text: str) -> None:
    puzzle, board = parsed(text)
    told = read_sheet(sheet_of(puzzle, board), "x")
    assert told["sheet"]["checked"] == {"open": 0, "broken": [], "more": 0}
    assert told["svg"] == puzzle.svg(board) or told["sheet"]["frame"]["left"] < 0


@pytest.mark.parametrize(("name", "rule", "text"), WRONG, ids=[f"{name}-{rule}" for name, rule, _ in WRONG])
def test_a_wrong_board_is_told_the_rule(
    name: str, rule: str, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checking, "MOST_BROKEN", 10_000)
    monkeypatch.setattr(checking, "MOST_OF_A_RULE", 10_000)
    puzzle, board = parsed(text)
    if (name, rule) in NOT_ENTERED:
        with pytest.raises(ValueError, match="is no number"):
            sheet_of(puzzle, board)
        return
    found = read_sheet(sheet_of(puzzle, board), "x")["sheet"]["checked"]
    assert found["open"] or any(CASES[name].fits[rule] in words for words in found["broken"]), found


def test_an_open_board_is_judged_where_it_is_entered() -> None:
    """Equal digits at once; a sum when its run is full; nothing of what is open."""
    clues = {"sums": [[1, 1, "#"], [1, 3, "\\"], [1, 5, "\\"], [3, 1, "\\4"], [5, 1, "\\5"]]}
    clues["sums"][1:3] = [[1, 3, "#"], [1, 5, "#"]]
    asked = {"genre": "kakuro", "rows": 3, "columns": 3, "clues": clues, "check": True}

    def told(*digits: tuple[int, int, int]) -> tuple[int, list[str]]:
        board = [["digit", *own] for own in digits]
        found = read_sheet({**asked, "board": board}, "x")["sheet"]["checked"]
        return found["open"], found["broken"]

    assert told() == (4, [])
    assert told((3, 3, 2)) == (3, [])
    assert told((3, 3, 2), (5, 3, 2)) == (
        2,
        ["no digit occurs twice in a run: column 2 from R2C2 to R3C2, 2 at R2C2 and R3C2"],
    )
    open_places, broken = told((3, 3, 2), (3, 5, 9))
    assert open_places == 2
    assert broken == ["the digits of a run to the right of a sum add up to it: R2C1, 11, not 4"]
    assert told((3, 3, 1), (3, 5, 3), (5, 3, 4), (5, 5, 1)) == (0, [])


def test_equal_digits_are_told_while_their_run_is_open() -> None:
    sums = [[1, 1, "#"], [1, 3, "#"], [1, 5, "#"], [1, 7, "#"], [3, 1, "\\20"]]
    board = [["digit", 3, 3, 5], ["digit", 3, 7, 5]]
    asked = {"genre": "kakuro", "rows": 2, "columns": 4, "clues": {"sums": sums}, "board": board}
    found = read_sheet({**asked, "check": True}, "x")["sheet"]["checked"]
    assert found["open"] == 1
    assert found["broken"] == ["no digit occurs twice in a run: row 2 from R2C2 to R2C4, 5 at R2C2 and R2C4"]


def test_what_is_not_entered_is_not_there() -> None:
    """Cells that are not shaded, and edges without a line, need not be entered."""
    asked = blank("nurikabe", rows=1, columns=3, clues={"clues": [[1, 1, "2"]]}, check=True)
    found = read_sheet({**asked, "board": [["shade", 1, 5, 1]]}, "x")["sheet"]["checked"]
    assert found == {"open": 0, "broken": [], "more": 0}


def test_the_picture_has_room_for_clues_beside_the_board() -> None:
    """Also before there is one; a genre that has none beside it has no such room."""
    wide, plain = (read_sheet(blank(own, rows=3, columns=3), "x") for own in (STATED, "masyu"))
    assert wide["sheet"]["frame"]["left"] == wide["sheet"]["frame"]["top"] == -2
    assert plain["sheet"]["frame"]["left"] == plain["sheet"]["frame"]["top"] == 0
    assert svg.size(wide["svg"])[0] == svg.size(plain["svg"])[0] + 4 * 16


def test_a_board_is_judged_under_its_condition() -> None:
    asked = blank("slitherlink", rows=2, columns=2, other={"where": "-@R1C2"}, check=True)
    text = read_sheet(asked, "x")["text"]
    assert "where:" in text
    loop = [(0, 1), (0, 3), (1, 0), (3, 0), (1, 4), (3, 4), (4, 1), (4, 3)]
    board = [["line", *place, 1] for place in loop]
    plain = read_sheet({**asked, "other": {}, "board": board}, "x")["sheet"]["checked"]
    assert plain["broken"] == []


def test_a_clue_closes_a_place_and_takes_what_was_entered_there() -> None:
    asked = blank("kakuro", board=[["digit", 1, 1, 5], ["digit", 3, 3, 4]])
    assert len(read_sheet(asked, "x")["sheet"]["board"]) == 2
    told = read_sheet({**asked, "clues": {"sums": [[1, 1, "#"]]}}, "x")["sheet"]
    assert [*map(list, told["board"])] == [["digit", 3, 3, 4]]
    assert [1, 1] in [list(place) for tool in told["tools"] for place in tool.get("closed", [])]


def test_what_is_given_of_the_board_stays() -> None:
    asked = blank("nurikabe", known=[["shade", 1, 1, 1]], board=[["shade", 1, 1, 0], ["shade", 1, 3, 1]])
    told = read_sheet(asked, "x")
    assert [*map(list, told["sheet"]["board"])] == [["shade", 1, 3, 1]]
    puzzle = loads(told["text"], "x").puzzle
    assert isinstance(puzzle, GenrePuzzle)
    assert puzzle.known == {("shade", (1, 1)): 1}
    assert told["sheet"]["link"] is None, "a link has no board"


def test_a_sheet_that_means_nothing_is_still_a_sheet() -> None:
    asked = blank(STATED, other={"symmetry": "none"})
    told = read_sheet(asked, "x")
    assert "symmetry" in told["error"]
    assert told["sheet"]["tools"]
    assert told["svg"].startswith("<svg")


def test_a_large_sheet_is_read_at_each_click(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a genre of the table no constraint is made: it would take longer than a person waits."""
    monkeypatch.setattr(GenrePuzzle, "model", lambda self: pytest.fail("constraints are made"))
    told = read_sheet(blank("fillomino", rows=20, columns=20), "x")
    assert "error" not in told
    assert "error" not in read(told["text"], "x")
    assert "error" not in read("https://puzz.link/p?fillomino/20/20/" + 20 * "z", "x")
    assert "at all places of 40x40 cells" in read_sheet(blank("fillomino", rows=40, columns=40), "x")["error"]


# ---- links, texts, and the gallery of genres


@pytest.mark.parametrize(
    "link",
    [
        "https://puzz.link/p?slither/5/5/cbcbcddad",
        "https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou",
    ],
)
def test_a_link_opens_as_a_sheet_and_is_written_again(link: str) -> None:
    told = read(link, "x")
    assert told["kind"] == "puzz.link"
    assert told["family"] == "genre"
    assert told["sheet"]["link"].rstrip("/") == link
    assert read(told["text"], "x")["sheet"]["link"] == told["sheet"]["link"]


def shipped() -> list[Path]:
    return sorted((INSTANCES / "genres").glob("*.yaml"))


@pytest.mark.parametrize("path", shipped(), ids=lambda path: path.stem)
def test_a_shipped_instance_survives_the_editor(path: Path) -> None:
    """What the page sends back states the same puzzle."""
    text = path.read_text("utf-8")
    told = json.loads(json.dumps(read(text, "x")["sheet"]))
    kept = {key: told[key] for key in ("genre", "rows", "columns", "clues", "walls", "known")}
    again = read_sheet(kept, "x")
    before, after = (loads(own, "x", QUICK).puzzle for own in (text, again["text"]))
    assert before == after


@pytest.mark.parametrize("name", GENRES)
def test_the_page_of_a_genre(name: str) -> None:
    told = pages.page(name, False)
    assert told["rules"] == [rule.described for rule in genre(name).all_rules]
    assert told["source"] == genre(name).source
    assert told["svg"].startswith("<svg")
    assert "error" not in read(told["text"], name)


@pytest.mark.parametrize(
    ("genre", "switch", "off", "on"),
    [
        ("slitherlink", "through_all_corners", None, "the loop goes through each corner"),
        ("country", "may_miss_rooms", "the loop visits each room once", "the loop visits no room twice"),
    ],
)
def test_a_rule_of_a_switch_is_told_where_it_holds(genre: str, switch: str, off: str | None, on: str) -> None:
    for own, told, other in ((f"{switch}: yes\n", on, off), ("", off, on)):
        rooms = "rooms: |\n  AB\n  AB\n" if genre == "country" else ""
        rules = read(f"puzzle: {genre}\nsize: 2x2\n{rooms}{own}", "x")["sheet"]["rules"]
        assert told is None or told in rules
        assert other not in rules


def test_a_page_has_a_solution_and_a_genre_without_an_example_a_blank_sheet(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = pages.page("starbattle", True)
    assert told["solved"].count("★") == 6
    assert told["solved"] != told["svg"]
    monkeypatch.setattr(pages.shipped, "names", dict)
    assert "size: 6x6" in pages.page("starbattle", False)["text"]
    assert [own["name"] for own in pages.listed()] == [*GENRES]


# ---- what is refused


HOSTILE: dict[str, tuple[Any, str]] = {
    "no genre": ({}, "None is no genre"),
    "unknown genre": (blank("constructor"), "'constructor' is no genre"),
    "a list": (blank(["slitherlink"]), "is no genre"),
    "a statement that is none": (blank({"name": "x", "rules": 5}), "rules"),
    "an unknown word": (blank({"name": "x", "unknown": [["Exec", "x"]]}), '"Exec" is not known'),
    "no rows": ({"genre": "masyu", "columns": 3}, "sheet: rows is not as the page writes it"),
    "true rows": (blank("masyu", rows=True), "sheet: rows is not as the page writes it"),
    "no row": (blank("masyu", rows=0), "0x5: 1x1 to 100x100 cells are allowed"),
    "huge": (blank("masyu", rows=10**9, columns=10**300), "1x1 to 100x100 cells are allowed"),
    "clues": (blank("masyu", clues=[1]), "sheet: clues is not as the page writes it"),
    "an unknown key": (blank("masyu", clues={"__proto__": []}), "'__proto__' is no key of clues"),
    "beside the board": (blank("masyu", clues={"circles": [[99, 1, "o"]]}), "no such clue is at 99,1"),
    "far away": (blank("masyu", clues={"circles": [[10**300, 1, "o"]]}), "no such clue is at 1000000000,1"),
    "no clue": (blank("masyu", clues={"circles": [[1, 1, "x" * 999]]}), "at R1C1 is not one of o *"),
    "a clue of three": (blank("masyu", clues={"circles": [[1, 1]]}), "sheet: clues is not"),
    "a number": (blank("slitherlink", clues={"clues": [[1, 1, "5"]]}), "a number 0..4 or ?"),
    "walls": (blank("starbattle", walls={"regions": [["x", 1]]}), "sheet: walls is not"),
    "a board": (blank("masyu", board={"line": 1}), "sheet: board is not"),
    "an unknown layer": (blank("masyu", board=[["eval", 1, 1, 1]]), "'eval' is no layer of masyu"),
    "other": (blank("masyu", other=["where"]), "sheet: other is not"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_what_is_no_sheet_is_refused_in_one_line(case: str) -> None:
    asked, words = HOSTILE[case]
    with pytest.raises((InstanceError, Wrong)) as refused:
        read_sheet(asked, "x")
    said = str(refused.value)
    assert words in said
    assert "\n" not in said
    assert len(said) < 300


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("sheets")) as found:
        yield found


def test_the_server_refuses_and_goes_on(server: Served) -> None:
    for asked, words in HOSTILE.values():
        answer, said = server.ask("POST", "/api/sheet", asked)
        assert answer.status == 400, said
        assert words in json.loads(said)["error"]
    for raw in (b"{", b"[1]", b'"x"', b'{"rows": ' + b"9" * 9_999 + b"}"):
        assert server.status("POST", "/api/sheet", {}, raw=raw) == 400, raw[:20]
    assert server.status("POST", "/api/sheet", {}, raw=b"[" * 600_000) == 400
    assert server.status("POST", "/api/sheet", blank("masyu", name=5)) == 400
    large = blank("masyu", board=[["line", 1, 2, 1]] * 100_000)
    assert server.status("POST", "/api/sheet", large) == 413
    for name in ("constructor", "..%2f..%2fetc%2fpasswd", "x" * 5_000):
        assert server.status("GET", f"/api/genres/{name}") == 404
    told = server.post("/api/sheet", blank("masyu", clues={"circles": [[1, 1, "o"]]}))
    assert told["sheet"]["clues"]["circles"] == [[1, 1, "o"]]
    assert [one["name"] for one in server.get("/api/genres")] == [*GENRES]
    assert server.get("/api/genres/masyu?solved=1")["solved"].startswith("<svg")
    with pytest.raises(NotThere):
        pages.page("none", False)


def bomb(inner: Any) -> Any:
    """A statement that goes through all cells within all cells, six times."""
    for each in "cdepgk":
        inner = ["ForAll", each, ["Everywhere", "cell"], inner]
    return inner


def test_a_statement_that_blows_up_is_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Its steps are counted; and the server waits for a sheet no longer than for a text."""
    of_rules = {"name": "x", "unknown": [["Shading", "s"]], "rules": {"all": bomb(["Shows", "s", "c"])}}
    no_clue = bomb(["Negation", ["HasClue", "k", "c"]])
    of_places = {
        "name": "x",
        "given": [["NumberClue", "k"]],
        "unknown": [["CellNumbers", "n", {"where": no_clue}]],
    }
    with served(tmp_path / "state", reading=0.5) as hurried:
        answer, said = hurried.ask("POST", "/api/sheet", blank(of_rules, rows=30, columns=30))
        assert (answer.status, json.loads(said)["error"].partition(" to read")[0]) == (
            400,
            "this takes more than 0.5 s",
        )
    for module in (sheet, reading):
        monkeypatch.setattr(module, "MOST_STEPS", 5_000)
    told = read_sheet(blank(of_rules), "x")
    assert "steps" in told["error"]
    assert told["sheet"]["rules"] == ["all"]
    with pytest.raises(InstanceError, match="steps"):
        read_sheet(blank(of_places), "x")


def test_what_a_person_has_entered_on_a_sudoku_is_checked_and_counts_as_given() -> None:
    """A clash is named, and a rule that only a whole board can break; neither is said of a solution."""
    seen_from = "puzzle: sudoku\ngrid: |\n  12..\n  ....\n  ....\n  ....\nrules: [{{skyscraper: {{left: {} . . .}}}}]\n"
    text = seen_from.format(3)  # 1243
    puzzle = loads(text, "x").puzzle
    board = SatBackend().solutions(puzzle.model())
    solution = puzzle.decode(next(iter(board)))
    whole = [[r, c, solution[r][c]] for r in range(4) for c in range(4)]
    assert read(text, "x", whole, True)["checked"] == {"open": 0, "broken": [], "more": 0}
    assert "checked" not in read(text, "x", whole)
    assert read(text, "x", whole[:4], True)["checked"] == {"open": 12, "broken": [], "more": 0}
    clashes = read(text, "x", [[1, 0, "1"]], True)["checked"]["broken"]
    assert any("R1C1 and R2C1 hold 1" in words for words in clashes)
    (broken,) = read(seen_from.format(4), "x", whole, True)["checked"]["broken"]
    assert "skyscraper" in broken
    known = candidates(loads(text, "x"), PATIENCE, [[0, 2, "3"]])
    assert known["count"] == 0, "1234 is no row of three skyscrapers"
    assert shown_on(puzzle, [[0, 2, "3"], [9, 9, "3"], [0, 3, "X"]]) == {(0, 2): "3"}
    with pytest.raises(Wrong):
        read(text, "x", [[0, 2, 3]], True)


PICTURE = "puzzle: nonogram\nrows: [[1, 1], [3], [1]]\ncolumns: [[2], [2], [2]]\n"


def test_what_a_person_has_painted_on_a_nonogram_is_checked_and_counts_as_given() -> None:
    """Open cells may be white; a line is wrong as soon as no filling of its open cells shows its clue."""
    painted = [[r, c, "#"] for r, row in enumerate(("#.#", "###", ".#.")) for c in range(3) if row[c] == "#"]
    assert read(PICTURE, "x", [], True)["checked"] == {"open": 9, "broken": [], "more": 0}
    assert read(PICTURE, "x", painted[:-1], True)["checked"] == {"open": 4, "broken": [], "more": 0}
    assert read(PICTURE, "x", painted, True)["checked"] == {"open": 0, "broken": [], "more": 0}
    assert "checked" not in read(PICTURE, "x", painted)
    broken = read(PICTURE, "x", [[0, 1, "#"], [9, 9, "#"], [0, 0, "r"], [2, 2, ".#"]], True)["checked"]
    assert broken["broken"] == ["row 1 shows 1 1"]
    assert read(PICTURE, "x", [[1, 2, "."]], True)["checked"]["broken"] == [
        "row 2 shows 3",
        "column 3 shows 2",
    ]
    puzzle = loads(PICTURE, "x").puzzle
    assert shown_on(puzzle, [[1, 2, "."], [9, 9, "#"], [0, 0, "r"]]) == {(1, 2): "."}
    whole = [[r, c, "#" if r else "."] for r in range(3) for c in range(3)]
    assert "row 3 shows 3, not 1" in read(PICTURE, "x", whole, True)["checked"]["broken"]
