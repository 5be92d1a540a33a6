"""The editor of genres in the system's Chromium: whole puzzles and their solutions by mouse, by keys and by touch.

What is entered follows from the tools that the server describes, so that nothing here knows a genre.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from tests.genre_cases import known, parsed
from tests.helpers import INSTANCES, PATIENCE
from tests.web_helpers import TOKEN, Served, needed, served
from tests.webapp.test_web_page import expect, replaced, swipe
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.sheet import WHOLE, Place
from zenkai_solver.models.genres.table import GENRES
from zenkai_solver.models.loading import loads
from zenkai_solver.solvers.engines.sat.sat import SatBackend

needed()

from zenkai_solver.solvers.webapp.sheets import entered, seen, text_of  # noqa: E402

SITE = ("slither", "nurikabe", "starbattle", "fillomino", "mashu", "kakuro")
OWN = """
puzzle: genre
genre:
  name: slants
  unknown:
    - [DiagonalLines, slant]
    - [Areas, wall]
    - [Symbols, letter, {signs: ".AB"}]
  given:
    - [NumberClue, meets, {at: corner}]
    - [ArrowClue, arrows]
    - [RoomClue, rooms]
    - [NumberClue, letters, {at: room, rooms: rooms}]
    - [NumberClue, seen, {at: side, lo: 1}]
    - [SignClue, dots, {at: edge, signs: "ox"}]
    - [NumberClue, total, {at: board}]
  rules:
    a number counts the diagonals that meet at its corner:
      [ForAll, p, [WithClue, meets], [Compare, [CountOf, c, [Adjacent, p, corners], [Touches, slant, c, p]],
        "=", [ClueAt, meets, p]]]
    each area has two cells: [EachGroup, [ByWalls, wall], c, 1, 2, {most: 2}]
    each room has its letters:
      [ForAll, g, [WithClue, letters, {among: [Rooms, rooms]}],
        [Compare, [CountOf, c, [Members, g], [Compare, [ValueAt, letter, c], "!=", 0]], "=", [ClueAt, letters, g]]]
size: 3x4
meets: |
  .....
  .2...
  ...1.
  .....
arrows: |
  >2 .  .  .
  .  .  ^? .
  .  .  .  .
rooms: |
  AABB
  AABB
  ACCC
letters: {A: 1, B: 2, C: 0}
seen: {top: [., 12, ., .], bottom: [., ., 3, .], left: [., ., 2], right: [1, ., .]}
dots: |
  .........
  ..o......
  .........
  .......x.
  .........
  .........
  .........
total: 7
"""


def of_the_site(name: str) -> tuple[GenrePuzzle, tuple[str, ...]]:
    return parsed(known()[name]["solved"][0])


def own_genre() -> tuple[GenrePuzzle, tuple[str, ...]]:
    puzzle = loads(OWN, "own").puzzle
    assert isinstance(puzzle, GenrePuzzle)
    return puzzle, puzzle.decode(next(iter(SatBackend().solutions(puzzle.model()))))


PUZZLES = {**{name: (lambda name=name: of_the_site(name)) for name in SITE}, "as data": own_genre}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("editor") / "state", readers=1) as found:
        yield found


def opened(chromium: Any, server: Served, text: str, **look: Any) -> Any:
    """The page with that puzzle, in a browser of its own; who leaves it asks `complaints`."""
    own = {"viewport": {"width": 1280, "height": 900}, "locale": "en-GB", **look}
    context = chromium.new_context(**own)
    context.set_default_timeout(PATIENCE * 1000)
    page = context.new_page()
    page.complaints = []
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    page.on("console", lambda said: page.complaints.append(said.text) if said.type == "error" else None)
    page.goto(f"http://127.0.0.1:{server.port}/?token={TOKEN}")
    expect(page.locator(".cover")).to_contain_text("60")
    replaced(page, text)
    expect(page.locator(".sheet img")).to_be_visible()
    return page


def left(page: Any) -> None:
    assert page.complaints == []
    page.context.close()


class Hand:
    """How a person enters: `tap` of a place, `line` along places, `key` of the keypad."""

    def __init__(self, page: Any, frame: Mapping[str, int]) -> None:
        self.page, self.frame = page, frame

    def at(self, place: Place) -> tuple[float, float]:
        """Where the place is on the screen."""
        self.page.locator(".sheet .layer").scroll_into_view_if_needed()
        box = self.page.locator(".sheet .layer").bounding_box()
        width = float(self.page.locator(".sheet .layer").get_attribute("viewBox").split()[2])
        scale, half, margin = box["width"] / width, self.frame["half"], self.frame["margin"]
        x, y = (
            margin + half * (own - self.frame[side]) for own, side in ((place[1], "left"), (place[0], "top"))
        )
        return box["x"] + x * scale, box["y"] + y * scale

    def tool(self, name: str) -> None:
        self.page.locator(f'[data-tool="{name}"]').click()

    def tap(self, place: Place) -> None:
        self.page.mouse.click(*self.at(place))

    def key(self, sign: str) -> None:
        self.page.locator(".keys").get_by_role("button", name=sign, exact=True).click()

    def line(self, places: list[Place]) -> None:
        """Edges that lie one behind the other."""
        for place in places:
            self.tap(place)

    def typed(self, place: Place, signs: str) -> None:
        self.tap(place)
        for sign in signs:
            self.key(sign)

    def cycled(self, place: Place, times: int) -> None:
        for _ in range(times):
            self.tap(place)


class Finger(Hand):
    def tool(self, name: str) -> None:
        self.page.locator(f'[data-tool="{name}"]').tap()

    def tap(self, place: Place) -> None:
        self.page.touchscreen.tap(*self.at(place))

    def key(self, sign: str) -> None:
        self.page.locator(".keys").get_by_role("button", name=sign, exact=True).tap()

    def line(self, places: list[Place]) -> None:
        """A swipe from the node before the first edge to the node behind the last."""
        (y, x), (low, far) = places[0], places[-1]
        upright = len({place[1] for place in places}) == 1 and (len(places) > 1 or self.upright(places[0]))
        ends = ((y - 1, x), (low + 1, far)) if upright else ((y, x - 1), (low, far + 1))
        swipe(self.page, self.at(ends[0]), self.at(ends[1]))

    joins = "corner"

    def upright(self, place: Place) -> bool:
        return (place[0] % 2 == 1) == (self.joins == "corner")


class Keys(Hand):
    """The keyboard alone: Tab to the tool, arrows to the place."""

    def tool(self, name: str) -> None:
        grid, chosen = self.page.locator(".sheet .grid"), self.page.locator(".tool[aria-pressed=true]")
        grid.focus()
        names = [own.get_attribute("data-tool") for own in self.page.locator(".tool").all()]
        while (now := chosen.get_attribute("data-tool")) != name:
            self.page.keyboard.press("Tab" if names.index(now) < names.index(name) else "Shift+Tab")
        expect(grid).to_be_focused()

    def go(self, place: Place) -> None:
        """Nearer by each step; where the longer way leads nowhere, by the other one."""
        grid, turn = self.page.locator(".sheet .grid"), False
        for _ in range(200):
            y, x = map(int, grid.get_attribute("data-at").split(","))
            if (y, x) == place:
                return
            down, right = place[0] - y, place[1] - x
            level = (abs(right) >= abs(down)) != (turn and 0 not in (down, right))
            self.page.keyboard.press(
                ("ArrowRight" if right > 0 else "ArrowLeft")
                if level
                else "ArrowDown"
                if down > 0
                else "ArrowUp"
            )
            low, far = map(int, grid.get_attribute("data-at").split(","))
            turn = abs(place[0] - low) + abs(place[1] - far) >= abs(down) + abs(right)
        raise AssertionError(f"no way to {place}")

    def tap(self, place: Place) -> None:
        self.go(place)
        self.page.keyboard.press("Enter")

    def typed(self, place: Place, signs: str) -> None:
        self.go(place)
        for sign in signs:
            if sign in "↑↓←→":
                names = ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight")
                self.page.keyboard.press("Shift+" + names["↑↓←→".index(sign)])
            else:
                self.page.keyboard.press(sign)

    def cycled(self, place: Place, times: int) -> None:
        self.go(place)
        for _ in range(times):
            self.page.keyboard.press("Space")


def runs(edges: list[Place], joins: str) -> Iterator[list[Place]]:
    """The edges as straight lines, each as long as it can be."""
    level = [place for place in edges if (place[0] % 2 == 0) == (joins == "corner")]
    upright = [place for place in edges if place not in level]
    for own, step in ((sorted(level), (0, 2)), (sorted(upright, key=lambda place: place[::-1]), (2, 0))):
        line: list[Place] = []
        for place in own:
            if line and (line[-1][0] + step[0], line[-1][1] + step[1]) != place:
                yield line
                line = []
            line.append(place)
        if line:
            yield line


def enter(hand: Hand, tool: Mapping[str, Any], values: Mapping[Place, Any]) -> None:
    """All values of a tool."""
    if tool["at"] == "board":
        if WHOLE not in values:
            return
        box = hand.page.locator(f'[data-clue="{tool["name"]}"]')
        if tool["entry"] == "choice":
            box.select_option(values[WHOLE])
        else:
            box.fill(values[WHOLE])
            box.press("Enter")
        return
    hand.tool(f"{tool['part']}:{tool['name']}")
    if tool["entry"] in ("walls", "line"):
        if isinstance(hand, Finger):
            hand.joins = tool["joins"]
        for line in runs([place for place, value in values.items() if value == 1], tool["joins"]):
            hand.line(line)
        return
    for place, value in values.items():
        match tool["entry"]:
            case "number":
                hand.typed(place, str(value))
            case "arrow":
                hand.typed(place, "↑↓←→"["^v<>".index(value[0])] + value[1:].replace("?", ""))
            case "sums" if value == "#":
                hand.cycled(place, 1)
            case "sums":
                down, _, right = value.partition("\\")
                hand.typed(place, f"{down}\\{right}" if right else down)
            case "text":
                hand.tap(place)
                hand.page.locator(".keys input").fill(value)
                hand.page.locator(".keys input").press("Enter")
            case "choice":
                own = [text for text, _ in tool["choices"]] if tool["part"] == "layer" else tool["choices"]
                order = [*(one for one in own if one), *(one for one in own if not one)]
                hand.cycled(place, 1 + order.index(value))


def one_wrong(
    puzzle: GenrePuzzle, tools: list[dict[str, Any]], values: Mapping[tuple[str, Place], int]
) -> tuple[dict[str, Any], Place, int, str]:
    """A tool, a place, a value that follows the right one there, and what it breaks."""
    named = {tool["name"]: tool for tool in tools}
    for (layer, place), value in values.items():
        tool = named[layer]
        if [*place] in tool["closed"] or not value:
            continue
        if tool["entry"] == "choice":
            own = [one for one, _ in tool["choices"]]
            order = [*(one for one in own if one), *(one for one in own if not one), None]
        else:
            order = [*range(1, tool["hi"] + 1), 1] if tool["entry"] == "number" else [1, 0]
        new = order[order.index(value) + 1]
        if new is not None and (said := [*puzzle.violations(puzzle.board({**values, (layer, place): new}))]):
            return tool, place, new, said[0]
    raise AssertionError("every board is a solution")


WAYS = {
    "mouse": (Hand, {}),
    "keys": (Keys, {}),
    "touch": (Finger, {"has_touch": True, "is_mobile": True, "viewport": {"width": 390, "height": 844}}),
}


FEW = {  # each kind of entry by mouse, and each way of entering: the others are more of the same
    *(("as data", way) for way in WAYS),
    *(("kakuro", "mouse"), ("mashu", "mouse"), ("nurikabe", "keys"), ("slither", "touch")),
}
ENTERED = [
    pytest.param(name, way, id=f"{name}-{way}", marks=[] if (name, way) in FEW else [pytest.mark.broad])
    for name in PUZZLES
    for way in WAYS
]


@pytest.mark.parametrize(("name", "way"), ENTERED)
def test_a_puzzle_and_its_solution_are_entered(name: str, way: str, chromium: Any, server: Served) -> None:
    puzzle, board = PUZZLES[name]()
    wanted = json.loads(json.dumps(seen(puzzle, [])["sheet"]))
    size = {"rows": puzzle.sheet.rows, "columns": puzzle.sheet.columns}
    kind, look = WAYS[way]
    page = opened(chromium, server, text_of(entered({"genre": wanted["genre"], **size}), {}), **look)
    hand = kind(page, wanted["frame"])
    area = page.locator("#source textarea")
    parts = [tool for tool in wanted["tools"] if tool["part"] == "clue"]
    for tool in sorted(parts, key=lambda own: own["entry"] != "walls"):  # the clues of rooms come behind them
        rows = wanted["walls"][tool["name"]] if tool["entry"] == "walls" else wanted["clues"][tool["name"]]
        enter(hand, tool, {(row[0], row[1]): row[2] if len(row) > 2 else 1 for row in rows})
    expect(area).to_have_value(text_of(puzzle, {}))
    values = puzzle.values(board)
    layers = [tool for tool in wanted["tools"] if tool["part"] == "layer"]
    for tool in layers:
        closed = {(y, x) for y, x in tool["closed"]}
        own = {
            at: value for (layer, at), value in values.items() if layer == tool["name"] and at not in closed
        }
        zero = tool["entry"] == "number" and not tool["empty"]
        shown = {at: value for at, value in own.items() if value or zero}
        enter(hand, tool, shown)
    page.locator("#check").click()
    expect(page.locator("#checked")).to_have_text("Your board keeps all rules: it is a solution.")
    expect(area).to_have_value(text_of(puzzle, {}))
    picture = seen(puzzle, [[layer, *at, value] for (layer, at), value in values.items()])["svg"]
    drawn = page.locator(".sheet img").evaluate(
        "(own) => decodeURIComponent(own.src.split(',').slice(1).join(','))"
    )
    assert drawn == picture
    assert page.locator(".sheet .pending").count() == 0

    tool, place, new, says = one_wrong(puzzle, layers, values)
    hand.tool(f"layer:{tool['name']}")
    if tool["entry"] == "number":
        hand.typed(place, str(new))
    else:  # what follows is entered by one more click; a line becomes a cross
        hand.cycled(place, 1)
    expect(page.locator(".sheet .nought")).to_have_count(int(new == 0))
    page.locator("#check").click()
    expect(page.locator("#checked .wrong")).to_have_text("Your board breaks:")
    assert says in page.locator("#checked li").all_inner_texts()
    page.locator("#undo").click()
    page.locator("#check").click()
    expect(page.locator("#checked")).to_have_text("Your board keeps all rules: it is a solution.")
    left(page)


# ---- the rest of the page


@pytest.fixture
def shown(chromium: Any, server: Served) -> Iterator[Any]:
    """A blank Nurikabe of 4x4."""
    page = opened(chromium, server, "puzzle: nurikabe\nsize: 4x4\n")
    yield page
    left(page)


FRAME = {"left": 0, "top": 0, "half": 16, "margin": 10}


def area(page: Any) -> Any:
    return page.locator("#source textarea")


def test_the_gallery_of_genres_tells_their_rules_and_opens_them(shown: Any) -> None:
    shown.locator("#genres").click()
    cards = shown.locator("dialog .card")
    expect(cards).to_have_count(len(GENRES))
    expect(cards.first.locator("img")).to_be_visible()
    shown.locator("[data-genre=starbattle]").click()
    told = shown.locator("dialog article")
    expect(told).to_contain_text("no two stars touch")
    expect(told).to_contain_text("Hans Eendebak")
    expect(told.locator("img")).to_have_count(2)  # the example, and its solution
    told.get_by_role("button", name="Back to all genres").click()
    search = shown.get_by_role("searchbox", name="Search")
    search.fill(" MASY")
    expect(shown.locator("dialog .card:visible")).to_have_count(1)
    search.fill("no such genre")
    expect(shown.locator("dialog .card:visible")).to_have_count(0)
    search.fill("")
    expect(shown.locator("dialog .card:visible")).to_have_count(len(GENRES))
    shown.locator("[data-genre=masyu]").click()
    told.get_by_role("button", name="New, without clues").click()
    expect(area(shown)).to_have_value("puzzle: masyu\nsize: 6x6\n")
    expect(shown.locator("dialog")).to_be_hidden()
    shown.locator("#genres").click()
    shown.locator("[data-genre=kakuro]").click()
    told.get_by_role("button", name="Open the example").click()
    expect(area(shown)).to_have_value((INSTANCES / "genres" / "kakuro.yaml").read_text("utf-8"))


def test_a_genre_a_size_and_what_is_asked_of_it(shown: Any) -> None:
    """The page asks for all solutions, whether there is one, and how many there are."""
    shown.locator("#genre").select_option("slitherlink")
    expect(area(shown)).to_have_value("puzzle: slitherlink\nsize: 4x4\n")
    hand = Hand(shown, FRAME)
    hand.typed((7, 7), "3")
    expect(area(shown)).to_have_value(re.compile(r"\.\.\.3\n$"))
    for label, number in (("Rows", "2"), ("Columns", "2")):
        shown.get_by_label(label, exact=True).fill(number)
        shown.get_by_label(label, exact=True).press("Enter")
    expect(area(shown)).to_have_value("puzzle: slitherlink\nsize: 2x2\n")
    shown.get_by_role("button", name="Count", exact=True).click()
    expect(shown.locator("#verdict")).to_have_text("Exactly 4 up to symmetry, 13 in all.")
    shown.get_by_role("button", name="Unique?").click()
    expect(shown.locator("#verdict")).to_have_text("Several solutions.")
    shown.locator("#shares").click()
    expect(shown.locator("#verdict")).to_contain_text("13 solutions in all")
    hand.tool("layer:line")
    shown.mouse.move(*hand.at((0, 1)))
    expect(shown.locator("#pointed li")).to_have_text("- 53.8%")
    hand.tool("clue:clues")
    hand.typed((1, 1), "0?")
    expect(area(shown)).to_have_value(re.compile(r"\n  \?\.\n"))
    hand.typed((1, 1), "2")
    hand.typed((1, 3), "2")
    hand.typed((3, 1), "2")
    hand.typed((3, 3), "2")
    expect(area(shown)).to_have_value(re.compile(r"\n  22\n  22\n"))
    shown.get_by_role("button", name="Unique?").click()
    expect(shown.locator("#verdict")).to_have_text("Exactly one solution.")
    shown.get_by_role("button", name="Solve", exact=True).first.click()
    expect(shown.locator(".thumbs figure")).to_have_count(1)


def test_what_is_on_the_board_stays_and_goes_with_undo(shown: Any) -> None:
    hand = Hand(shown, FRAME)
    hand.typed((1, 1), "3")
    hand.tool("layer:shade")
    shown.mouse.move(*hand.at((3, 1)))
    shown.mouse.down()
    shown.mouse.move(*hand.at((3, 7)), steps=2)  # a quick hand shades the cells between, too
    shown.mouse.up()
    picture = shown.locator(".sheet img")
    dark = "%23555"
    expect(picture).to_have_attribute("src", re.compile(f"(?:{dark}.*){{4}}", re.S))
    text = area(shown).input_value()
    shown.reload()
    expect(picture).to_have_attribute("src", re.compile(f"(?:{dark}.*){{4}}", re.S))
    expect(area(shown)).to_have_value(text)
    hand.tool("layer:shade")
    hand.tap((5, 5))
    expect(picture).to_have_attribute("src", re.compile(f"(?:{dark}.*){{5}}", re.S))
    shown.keyboard.press("Control+z")
    expect(picture).not_to_have_attribute("src", re.compile(f"(?:{dark}.*){{5}}", re.S))
    shown.keyboard.press("Control+y")
    expect(picture).to_have_attribute("src", re.compile(f"(?:{dark}.*){{5}}", re.S))
    shown.locator("#guess").click()
    hand.tap((5, 7))
    expect(shown.locator("#drawn .guessed")).to_have_count(1)
    shown.locator("#guess-back").click()
    expect(shown.locator("#drawn .guessed")).to_have_count(0)
    expect(picture).not_to_have_attribute("src", re.compile(f"(?:{dark}.*){{6}}", re.S))
    expect(picture).to_have_attribute("src", re.compile(f"(?:{dark}.*){{5}}", re.S))
    assert "known" not in area(shown).input_value()
    shown.locator("#given").check()
    hand.tap((7, 7))
    expect(area(shown)).to_have_value(re.compile(r"known: \|\n.*\n.*\n.*\n  \?\?\?#\n"))
    shown.locator("#given").uncheck()
    hand.tap((7, 7))  # what is given stays
    shown.get_by_role("button", name="Clear my board").click()
    expect(picture).to_have_attribute("src", re.compile(f"^(?:(?!{dark}).)*{dark}(?:(?!{dark}).)*$", re.S))
    shown.get_by_role("button", name="Clear all").click()
    expect(area(shown)).to_have_value("puzzle: nurikabe\nsize: 4x4\n")
    assert picture.get_attribute("src").count(dark) == 0


def test_keys_go_on_after_the_keypad_and_undo_takes_the_last_entry(shown: Any) -> None:
    """Also when both were entered while the server still answers."""
    hand, held = Hand(shown, FRAME), list[Any]()
    hand.tap((1, 1))
    shown.locator("[data-key='2']").click()
    shown.keyboard.press("ArrowRight")
    shown.keyboard.press("3")
    expect(area(shown)).to_have_value(re.compile(r"\n  23\.\.\n"))
    shown.route("**/api/sheet", lambda route: route.continue_() if held else held.append(route))
    for key in ("ArrowRight", "4", "ArrowRight", "5", "Control+z"):
        shown.keyboard.press(key)
    while not held:
        shown.wait_for_timeout(10)
    held[0].continue_()
    expect(shown.get_by_role("button", name="Redo")).to_be_enabled()
    expect(area(shown)).to_have_value(re.compile(r"\n  234\.\n"))


def test_notes_are_the_persons_own(shown: Any) -> None:
    """Colours by strokes or keys, signs by keys: they are heard, go by Undo, and are no part of the puzzle."""
    hand, text = Hand(shown, FRAME), area(shown).input_value()
    tinted, signs = shown.locator("#drawn .tinted"), shown.locator("#drawn .note")
    hand.tool("note:colour")
    shown.locator("[data-key='3']").click()
    shown.mouse.move(*hand.at((1, 1)))
    shown.mouse.down()
    shown.mouse.move(*hand.at((1, 7)), steps=2)
    shown.mouse.up()
    expect(tinted).to_have_count(4)
    expect(tinted.first).to_have_class("tinted colour3")
    hand.tap((1, 1))  # the same colour again
    expect(tinted).to_have_count(3)
    shown.keyboard.press("5")
    shown.keyboard.press("6")
    expect(tinted).to_have_count(5)  # two as stripes
    hand.tool("note:corner")
    hand.typed((3, 3), "12")
    hand.tool("note:centre")
    hand.typed((3, 3), "45")
    expect(signs).to_have_text(["1", "2", "45"])
    expect(shown.locator("#heard")).to_have_text("row 2, column 2: corner marks 1 2, centre marks 4 5")
    slow, held = [True], []
    shown.route("**/api/sheet", lambda route: held.append(route) if slow else route.continue_())
    for key, now in (("6", "456"), ("6", "45"), ("5", "4")):
        hand.key(key)
        expect(signs).to_have_text(["1", "2", now])
    slow.clear()
    held[0].continue_()
    shown.keyboard.press("Control+z")
    expect(signs).to_have_text(["1", "2", "45"])
    shown.keyboard.press("Control+z")
    expect(signs).to_have_text(["1", "2", "456"])
    shown.keyboard.press("Control+z")
    expect(signs).to_have_text(["1", "2", "45"])
    assert area(shown).input_value() == text
    shown.reload()
    expect(signs).to_have_text(["1", "2", "45"])
    shown.get_by_role("button", name="Clear my board").click()
    expect(signs).to_have_count(0)
    expect(tinted).to_have_count(0)


def test_a_link_is_pasted_and_shown(shown: Any) -> None:
    link = "https://puzz.link/p?slither/5/5/cbcbcddad"
    box = shown.locator("#puzzlink")
    box.fill(link)
    box.press("Enter")
    expect(area(shown)).to_have_value(re.compile("puzzle: slitherlink\nsize: 5x5"))
    shown.get_by_label("Rows", exact=True).focus()
    expect(box).to_have_value(link)
    box.fill("https://puzz.link/p?slither/5/5/c")
    box.press("Enter")
    expect(shown.locator("#fault")).to_contain_text("places for clues")


def test_tab_goes_through_the_tools_and_on(shown: Any) -> None:
    grid, tool = shown.locator(".sheet .grid"), shown.locator(".tool[aria-pressed=true]")
    grid.focus()
    shown.keyboard.press("ArrowDown")
    shown.keyboard.type("12")
    expect(area(shown)).to_have_value(re.compile(r"\n  12 \. "))
    shown.keyboard.press("Backspace")
    expect(area(shown)).to_have_value(re.compile(r"\n  1\.\.\.\n"))
    shown.keyboard.press("Tab")
    expect(tool).to_have_attribute("data-tool", "layer:shade")
    expect(grid).to_be_focused()
    for note in ("corner", "centre", "colour"):
        shown.keyboard.press("Tab")
        expect(tool).to_have_attribute("data-tool", f"note:{note}")
    shown.keyboard.press("Tab")
    expect(grid).not_to_be_focused()
    grid.focus()
    for _ in range(4):
        shown.keyboard.press("Shift+Tab")
    expect(tool).to_have_attribute("data-tool", "clue:clues")
    shown.keyboard.press("Shift+Tab")
    expect(grid).not_to_be_focused()


def test_what_is_refused_is_taken_back(chromium: Any, server: Served) -> None:
    page = opened(chromium, server, (INSTANCES / "genres" / "starbattle.yaml").read_text("utf-8"))
    stars = page.locator("[data-clue=stars]")
    stars.fill("many")
    stars.press("Enter")
    expect(page.locator("#fault")).to_contain_text("a number 1..9999")
    Hand(page, FRAME).tool("layer:star")
    Hand(page, FRAME).tap((1, 3))
    expect(page.locator("#fault")).to_have_text("")
    expect(stars).to_have_value("1")
    assert all("400" in said for said in page.complaints), "the browser's own line about the answer"
    page.complaints.clear()
    left(page)


def test_a_clue_of_a_kind_that_the_page_does_not_know_is_written(chromium: Any, server: Served) -> None:
    page = opened(chromium, server, "puzzle: slitherlink\nsize: 2x2\n")

    def unknown(route: Any) -> None:
        answer = route.fetch()
        told = answer.json()
        told["sheet"]["tools"][0] |= {"entry": "text", "tool": "nobody knows", "sample": ""}
        route.fulfill(response=answer, json=told)

    page.route("**/api/sheet", unknown)
    hand = Hand(page, FRAME)
    hand.tap((1, 1))
    hand.key("2")
    expect(area(page)).to_have_value(re.compile(r"\n  2\.\n"))
    box = page.locator(".keys").get_by_label("Clue")
    hand.tap((3, 3))
    box.fill("3")
    box.press("Enter")
    expect(area(page)).to_have_value(re.compile(r"\n  2\.\n  \.3\n"))
    for key in ("ArrowLeft", "1", "Enter", "ArrowUp"):  # what is typed at a cell goes there, too
        page.keyboard.press(key)
    expect(area(page)).to_have_value(re.compile(r"\n  2\.\n  13\n"))
    expect(page.locator(".sheet .grid")).to_have_attribute("data-at", "1,1")
    left(page)


def pinch(page: Any, box: Mapping[str, float]) -> None:
    """Two fingers, one after the other, go apart."""
    tool = page.context.new_cdp_session(page)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    ways = [[{"x": x + way * far, "y": y, "id": way} for way in (-1, 1)] for far in range(30, 121, 15)]
    moves = [("touchStart", ways[0][:1]), ("touchStart", ways[0]), *(("touchMove", way) for way in ways)]
    for kind, points in (*moves, ("touchEnd", [])):
        tool.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def test_fingers_have_room(chromium: Any, server: Served) -> None:
    """On a phone nothing is cut off, the board is as wide as the screen allows, and buttons are 44 px."""
    look = {"has_touch": True, "is_mobile": True, "viewport": {"width": 390, "height": 844}}
    page = opened(chromium, server, OWN, **look)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    small = """() => [...document.querySelectorAll('button, select, summary, input:not([type=checkbox])')]
        .filter((own) => own.checkVisibility() && !own.classList.contains('hidden'))
        .map((own) => [own.textContent, own.getBoundingClientRect().width, own.getBoundingClientRect().height])
        .filter(([, width, height]) => width < 44 || height < 44)"""
    assert page.evaluate(small) == []
    assert page.locator(".sheet").bounding_box()["width"] > 300
    page.locator("[data-tool='layer:slant']").tap()
    pinch(page, page.locator(".sheet").bounding_box())
    page.wait_for_function("visualViewport.scale > 1.2")
    assert json.loads(page.evaluate("sessionStorage.puzzle"))["own"] is None, "the first finger drew"
    left(page)
    wide = opened(chromium, server, "puzzle: nurikabe\nsize: 8x8\n")
    assert wide.locator(".sheet").bounding_box()["height"] > 500
    left(wide)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_in_the_way_of_anybody(scheme: str, chromium: Any, server: Served) -> None:
    """axe-core finds no violation: with a board that is checked, and in the gallery of genres."""
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="pip install axe-playwright-python"
    ).Axe()
    page = opened(chromium, server, OWN, color_scheme=scheme, bypass_csp=True)

    def violations() -> list[Any]:
        found = axe.run(page, options={"resultTypes": ["violations"]}).response["violations"]
        return [(one["id"], [node["html"] for node in one["nodes"]]) for one in found]

    page.locator("#check").click()
    expect(page.locator("#checked .wrong")).to_be_visible()
    assert violations() == []
    page.locator("#genres").click()
    expect(page.locator("dialog .card img").first).to_be_visible()
    assert violations() == []
    page.locator("[data-genre=kakuro]").click()
    expect(page.locator("dialog article img")).to_have_count(2)
    assert violations() == []
    left(page)
