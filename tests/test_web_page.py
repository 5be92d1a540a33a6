"""The page of `zenkai serve` in the system's Chromium: what a person does, by mouse and keys.

Skipped, with a reason, where there is no Chromium, or no playwright to drive it. Nothing here waits for a time: each
`expect` waits for what the page shows.
"""

from __future__ import annotations

import ast
import base64
import json
import re
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import zenkai_solver as zenkai
from tests.helpers import PATIENCE, ROOT
from tests.web_helpers import TOKEN, Served, needed, served
from zenkai_solver.solvers.backend import MEMORY_LIMIT, STOPPED, TIME_LIMIT
from zenkai_solver.solvers.command import REPORT
from zenkai_solver.solvers.web.palette import CLASSES

STATIC = ROOT / "solvers" / "web" / "static"
BROWSING = ROOT / "solvers" / "viewing" / "static"  # the page of all solutions
DOMINOES = "puzzle: packing\nboard: {}\npieces: dominoes\ncounts: any\n"
ENDLESS = "puzzle: sudoku\nsize: 9x9\nrules: [anti-knight]\n"  # found one by one: some kilobytes per second
NON = 'title "L"\nwidth 3\nheight 2\nrows\n1\n3\ncolumns\n2\n1\n1\n'


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    needed()
    with served(tmp_path_factory.mktemp("page") / "state", stop=30.0) as found:
        yield found


@pytest.fixture(scope="module")
def context(chromium: Any) -> Iterator[Any]:
    found = chromium.new_context(viewport={"width": 1400, "height": 1000}, locale="en-GB")
    found.set_default_timeout(PATIENCE * 1000)
    yield found
    found.close()


@pytest.fixture
def shown(context: Any, server: Served) -> Iterator[Any]:
    """The page in a tab of its own; nothing may be complained about in the browser's console."""
    found = context.new_page()
    complaints: list[str] = []
    found.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    found.on("pageerror", lambda error: complaints.append(str(error)))
    found.goto(f"http://127.0.0.1:{server.port}/?token={TOKEN}")
    expect(found.locator(".cover")).to_have_text("60 cells, the pieces cover 60")
    yield found
    said = list(complaints)  # before the page is torn away
    found.close()
    assert said == []


def expect(locator: Any) -> Any:
    from playwright.sync_api import expect as expected

    return expected(locator)


def drag(
    page: Any,
    start: tuple[int, int],
    end: tuple[int, int],
    rows: int,
    columns: int,
    margin: int = 6,
    side: int = 32,
    grid: str = "#drawn .grid",
) -> None:
    """Press in one cell of the board, move to another, release."""
    ends = [middle(page, cell, columns, margin, side, grid) for cell in (start, end)]
    page.mouse.move(*ends[0])
    page.mouse.down()
    page.mouse.move(*ends[1], steps=4)
    page.mouse.up()


def middle(
    page: Any,
    cell: tuple[int, int],
    columns: int,
    margin: int = 6,
    side: int = 32,
    grid: str = "#drawn .grid",
) -> tuple[float, float]:
    """Where the cell of the board is on the screen."""
    box = page.locator(grid).bounding_box()
    scale = box["width"] / (columns * side + 2 * margin)
    r, c = cell
    return box["x"] + (margin + (c + 0.5) * side) * scale, box["y"] + (margin + (r + 0.5) * side) * scale


def swipe(page: Any, start: tuple[float, float], end: tuple[float, float]) -> None:
    """With a finger."""
    tool = page.context.new_cdp_session(page)
    points = [[start[i] + (end[i] - start[i]) * k / 4 for i in (0, 1)] for k in range(5)]
    for kind, at in [("touchStart", points[0]), *(("touchMove", at) for at in points[1:])]:
        tool.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": at[0], "y": at[1]}]})
    tool.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def text_of(page: Any) -> str:
    """The puzzle as text, which the page has taken."""
    return page.locator("#source textarea").input_value()


def replaced(page: Any, text: str) -> None:
    """Write the text, and wait until the page has taken it."""
    if page.locator("#source").get_attribute("open") is None:
        page.locator("#source summary").click()
    page.locator("#source textarea").fill(text)
    page.locator("#source button").click()


def test_draws_a_board_by_mouse_and_gets_all_solutions(shown: Any) -> None:
    shown.get_by_label("Columns", exact=True).fill("12")
    shown.get_by_label("Columns", exact=True).press("Enter")
    expect(shown.locator(".cover.wrong")).to_have_text("72 cells, the pieces cover 60")
    expect(shown.locator("#fault")).to_contain_text("72")
    expect(shown.locator("#solve")).to_be_disabled()
    shown.get_by_label("Tool", exact=True).select_option("rectangle")
    drag(shown, (0, 0), (5, 1), 6, 12)
    expect(shown.locator(".cover")).to_have_text("60 cells, the pieces cover 60")
    expect(shown.locator("#fault")).to_have_text("")
    shown.locator("#solve").click()
    expect(shown.locator("#verdict")).to_have_text("Exactly 2,339 up to symmetry, 9,356 in all.")
    expect(shown.locator("#live .facts")).to_contain_text("verified")
    expect(shown.locator(".thumbs figure")).to_have_count(60)
    shown.get_by_role("button", name="Next").click()
    expect(shown.locator(".pager")).to_contain_text("61 to 120 of 2,339")
    shown.reload()
    expect(shown.locator("#verdict")).to_have_text("Exactly 2,339 up to symmetry, 9,356 in all.")
    expect(shown.locator(".cover")).to_have_text("60 cells, the pieces cover 60")
    assert "..##########" in text_of(shown)


def test_enters_a_sudoku_with_a_thermometer(shown: Any) -> None:
    shown.get_by_role("button", name="Sudoku").click()
    shown.get_by_label("Size", exact=True).select_option("4x4")
    expect(shown.locator("#source textarea")).to_have_value(re.compile("size: 4x4"))
    drag(shown, (0, 0), (0, 2), 4, 4, side=40)
    shown.get_by_label("Rule", exact=True).select_option("thermo")
    shown.get_by_role("button", name="Add to the selected cells").click()
    expect(shown.locator(".rules")).to_contain_text("thermo: [ R1C1 R1C2 R1C3 ]")
    drag(shown, (3, 3), (3, 3), 4, 4, side=40)
    shown.keyboard.press("1")
    expect(shown.locator("#source textarea")).to_have_value(re.compile(r"\.\.\.1"))
    shown.locator("#solve").click()
    wanted = zenkai.count(text_of(shown), backend="sat").all
    assert wanted > 1
    expect(shown.locator("#verdict")).to_have_text(f"Exactly {wanted}.")
    expect(shown.locator(".candidate").first).to_be_visible()
    drag(shown, (2, 3), (2, 3), 4, 4, side=40)
    shown.keyboard.press("1")  # in the column of the other 1
    expect(shown.locator("#fault")).to_contain_text("R3C4 and R4C4")
    expect(shown.locator(".clash")).to_have_count(2)
    shown.get_by_role("button", name="Undo").click()
    expect(shown.locator("#fault")).to_have_text("")


def test_drops_a_file_shares_it_and_shows_its_steps(shown: Any, server: Served) -> None:
    shown.evaluate(
        """(text) => {
            const data = new DataTransfer();
            data.items.add(new File([text], 'letter.non'));
            window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
        }""",
        NON,
    )
    expect(shown.locator("#notice")).to_have_text("read as .non")
    expect(shown.get_by_label("Rows, from the top")).to_have_value("1\n3")
    shown.locator("#steps").click()
    expect(shown.locator("#step")).to_contain_text("1 of ")
    slider = shown.get_by_label("Step number")
    slider.focus()
    slider.press("End")
    expect(shown.locator("#drawn .layer rect[fill='#000000']")).to_have_count(4)
    shown.get_by_label("Speed", exact=True).fill("60")
    shown.get_by_label("Speed", exact=True).press("Enter")
    slider.press("Home")
    expect(shown.locator("#step")).to_have_text("")
    shown.get_by_role("button", name="Step", exact=True).click()
    expect(shown.locator("#step")).to_contain_text("1 of ")
    expect(shown.locator("#drawn .layer .line")).to_have_count(1)
    shown.get_by_role("button", name="Play").click()
    expect(shown.locator("#drawn .layer rect[fill='#000000']")).to_have_count(4)
    expect(shown.get_by_role("button", name="Play")).to_be_visible()
    shown.locator("#solve").click()
    expect(shown.locator("#verdict")).to_have_text("Exactly one solution.")
    with shown.context.expect_page() as opened:
        shown.get_by_role("link", name="Browse and filter").click()
    expect(opened.value.locator("#zenkai-gallery")).to_contain_text("1 solutions")
    opened.value.close()
    before = text_of(shown)
    shown.get_by_role("button", name="Share link").click()
    expect(shown.locator("#notice")).to_contain_text("holds the whole puzzle")
    link = shown.locator("#link").get_attribute("href").partition("#")[2]
    jobs = len(server.get("/api/jobs"))
    replaced(shown, DOMINOES.format("2x3"))
    expect(shown.locator(".cover")).to_contain_text("6 cells")
    shown.evaluate("(hash) => { location.hash = hash; }", link)
    expect(shown.get_by_label("Rows, from the top")).to_have_value("1\n3")
    expect(shown.locator("#source textarea")).to_have_value(before)
    assert len(server.get("/api/jobs")) == jobs
    packer = zlib.compressobj(9, wbits=-15)
    bomb = b"".join([packer.compress(b"#" * (1 << 20)) for _ in range(3)]) + packer.flush()
    shown.evaluate("(hash) => { location.hash = hash; }", base64.urlsafe_b64encode(bomb).decode().rstrip("="))
    expect(shown.locator("#notice")).to_have_text("The link holds more than a puzzle.")
    expect(shown.locator("#source textarea")).to_have_value(before)


def test_stop_by_keys_alone_and_what_lies_where(shown: Any, server: Served) -> None:
    replaced(shown, ENDLESS)
    expect(shown.locator(".rules")).to_contain_text("anti-knight")
    shown.locator("#solve").focus()
    shown.keyboard.press("Enter")
    expect(shown.locator("#stop")).to_be_focused()
    expect(shown.locator(".thumbs figure")).to_have_count(12)
    shown.keyboard.press("Enter")
    expect(shown.locator("#verdict")).to_have_text(re.compile(r"^At least [\d,]+ so far: stopped\.$"))
    expect(shown.locator("#solve")).to_be_focused()
    replaced(shown, DOMINOES.format("2x3"))
    expect(shown.locator(".cover")).to_contain_text("6 cells")
    shown.locator("#shares").click()
    expect(shown.locator("#verdict")).to_contain_text("3 solutions in all")
    shown.locator("#drawn .grid").focus()
    shown.keyboard.press("ArrowRight")
    expect(shown.locator("#pointed")).to_contain_text("Row 1, column 2")
    expect(shown.locator("#pointed li")).to_have_count(1)
    link = shown.get_by_role("link", name="Browse and filter").get_attribute("href")
    assert server.post(f"/api{link}/info")["count"] == 3
    shown.keyboard.press(" ")
    expect(shown.locator(".cover")).to_contain_text("5 cells")


UNSURE = "puzzle: sudoku\ngrid: |\n  1...\n  ..2.\n  ....\n  ...3\n"


def test_by_touch_alone(chromium: Any, server: Served) -> None:
    """Cells are painted, a piece is turned and laid down, another one dragged; a sudoku gets its digits.

    Buttons are clicked: after a swipe that took no time Chromium takes a tap for the end of a fling.
    """
    context = chromium.new_context(viewport={"width": 1024, "height": 900}, locale="en-GB", has_touch=True)
    page = context.new_page()
    page.set_default_timeout(PATIENCE * 1000)
    page.goto(f"http://127.0.0.1:{server.port}/?token={TOKEN}")
    expect(page.locator(".cover")).to_have_text("60 cells, the pieces cover 60")
    swipe(page, middle(page, (0, 0), 10), middle(page, (0, 3), 10))
    expect(page.locator(".cover")).to_have_text("56 cells, the pieces cover 60")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".cover")).to_have_text("60 cells, the pieces cover 60")
    page.get_by_role("button", name="Take I").tap()
    page.get_by_role("button", name="Turn").click()
    page.touchscreen.tap(*middle(page, (0, 0), 10))
    text = page.locator("#source textarea")
    expect(text).to_have_value(re.compile(r"fixed: \|\n(  I\.{9}\n){5}  \.{10}"))
    expect(page.get_by_role("button", name="Turn")).to_be_hidden()
    take = page.get_by_role("button", name="Take L").bounding_box()
    swipe(page, (take["x"] + 9, take["y"] + 9), middle(page, (4, 4), 10))
    expect(page.locator("#drawn .fixed")).to_have_count(2)
    expect(text).to_have_value(re.compile(r"I\.\.\..*LL"))
    page.touchscreen.tap(*middle(page, (0, 0), 10))
    expect(page.locator("#drawn .fixed")).to_have_count(1)
    page.locator("#tabs button").nth(1).click()
    expect(page.locator(".keypad")).to_be_visible()
    swipe(page, middle(page, (0, 0), 9, side=40), middle(page, (0, 2), 9, side=40))
    expect(page.locator(".selected")).to_have_count(3)
    page.locator(".keypad").get_by_text("5", exact=True).click()
    expect(text).to_have_value(re.compile("555......"))
    context.close()


def test_a_pasted_puzzle_and_a_run_that_is_kept(shown: Any, server: Served) -> None:
    shown.evaluate(
        """(text) => {
            const data = new DataTransfer();
            data.setData('text/plain', text);
            window.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
        }""",
        DOMINOES.format("8x8"),
    )
    expect(shown.locator(".cover")).to_have_text("64 cells, any number of pieces")
    shown.get_by_role("button", name="Undo").click()
    expect(shown.locator(".cover")).to_contain_text("60 cells")
    shown.get_by_role("button", name="Redo").click()
    expect(shown.locator(".cover")).to_contain_text("64 cells")
    shown.get_by_label("Keep").check()
    shown.locator("#solve").click()
    expect(shown.locator("#stop")).to_be_enabled()
    shown.locator("#stop").click()
    expect(shown.locator("#verdict")).to_contain_text("so far: stopped")
    shown.reload()
    shown.locator("#runs summary").click()
    shown.get_by_role("button", name="Resume").click()
    expect(shown.locator("#stop")).to_be_enabled()
    expect(shown.locator("#verdict")).to_have_count(0)
    (job,) = [job for job in server.get("/api/jobs") if job["keep"]]
    assert job["phase"] == "working"
    shown.locator("#stop").click()
    expect(shown.locator("#verdict")).to_be_visible()
    kept = shown.locator(".runlist li").filter(has_text=job["name"]).filter(has=shown.get_by_text("Resume"))
    kept.get_by_role("button", name="Delete").click()
    expect(kept).to_have_count(0)
    assert not any(job["keep"] for job in server.get("/api/jobs"))


def test_a_stranger_s_name_is_text(shown: Any, server: Served) -> None:
    """On the shelf, in the list of runs, and in what is wrong with it."""
    name = "<img src=x onerror=alert(1)>"
    shown.get_by_label("Name", exact=True).fill(name)
    shown.get_by_role("button", name="Save", exact=True).click()
    expect(shown.get_by_label("Shelf", exact=True).locator("option").last).to_have_text(name)
    shown.get_by_label("Shelf", exact=True).select_option(label=name)
    replaced(shown, DOMINOES.format("1x2"))
    expect(shown.locator(".cover")).to_contain_text("2 cells")
    shown.locator("#solve").click()
    expect(shown.locator("#verdict")).to_have_text("Exactly one solution.")
    shown.locator("#runs summary").click()
    expect(shown.locator(".runlist li").first).to_contain_text(name)
    replaced(shown, f"puzzle: '{name}'\n")
    expect(shown.locator("#fault")).to_contain_text(name)
    assert shown.locator("img[src='x'], [onerror]").count() == 0
    shown.get_by_role("button", name="Delete", exact=True).first.click()
    expect(shown.get_by_label("Shelf", exact=True).locator("option")).to_have_count(1)


def test_own_pieces_digits_that_decide_and_a_search_under_way(shown: Any) -> None:
    replaced(shown, "puzzle: packing\nboard: 2x4\npieces: monominoes\n")
    expect(shown.locator(".cover")).to_contain_text("8 cells, the pieces cover 1")
    shown.get_by_role("button", name="Clear").click()
    expect(shown.locator(".piece")).to_have_count(0)
    shown.get_by_text("Own piece").click()
    for number in (1, 2):
        drag(shown, (1, 1), (1, 4), 5, 5, 3, 24, ".sketch .grid")
        shown.get_by_role("button", name="Add", exact=True).click()
        expect(shown.locator(".piece")).to_have_count(number)
        if number == 1:  # the same again is told
            expect(shown.locator("#fault")).to_contain_text("8 cells, but the pieces cover 4")
    expect(shown.locator("#fault")).to_contain_text("piece B is given twice")
    shown.get_by_role("button", name="Undo").click()
    shown.get_by_label("Copies of A").fill("2")
    shown.get_by_label("Copies of A").press("Enter")
    expect(shown.locator(".cover")).to_have_text("8 cells, the pieces cover 8")
    shown.locator("#solve").click()
    expect(shown.locator("#verdict")).to_have_text("Exactly one solution.")

    replaced(shown, UNSURE)
    expect(shown.locator(".keypad")).to_be_visible()
    shown.locator("#shares").click()
    expect(shown.locator("#known .help")).to_have_text("A circled digit leaves one solution.")
    boards = [solution.board for solution in zenkai.solve(UNSURE, symmetry="all", backend="sat")]
    times = Counter((r, c, x) for board in boards for r, row in enumerate(board) for c, x in enumerate(row))
    expect(shown.locator(".decides")).to_have_count(sum(number == 1 for number in times.values()))

    state = {"id": "x", "what": "all", "phase": "working", "sofar": 9000, "seconds": 2.5, "share": 0.25}
    said = json.dumps({**state, "left": "25%, about 1 day, 0:00:06 left"})
    shown.route("**/events", lambda route: route.fulfill(body=f"event: state\ndata: {said}\n\n"))
    shown.locator("#solve").click()
    expect(shown.locator("#live .facts")).to_contain_text("3,600/s · about 1 day, 0:00:06 left")
    expect(shown.locator("#count")).to_have_text("9,000 found")
    assert shown.locator("progress").get_attribute("value") == "0.25"


def test_a_piece_of_cubes_is_turned_and_fixed_by_keys(shown: Any) -> None:
    replaced(shown, "puzzle: packing\nlattice: cubes\nboard: 2x1x2\npieces: dicubes\ncounts: any\n")
    expect(shown.locator(".cover")).to_contain_text("4 cells")
    take = shown.locator("button.take")
    take.focus()
    shown.keyboard.press("Enter")
    expect(shown.locator("#drawn .ghost")).to_have_count(0)
    shown.keyboard.press("r")
    shown.keyboard.press("t")
    shown.keyboard.press("ArrowRight")
    expect(shown.locator("#drawn .ghost text")).to_have_count(2)  # upright: a letter per layer
    shown.keyboard.press("Enter")
    expect(shown.locator("#source textarea")).to_have_value(re.compile(r"fixed: \|\n  \.(\w)\n\n  \.\1\n"))
    expect(shown.locator("#fault")).to_have_text("")
    expect(shown.locator("#solve")).to_be_enabled()


LOOKS = (("light", "en-GB", 1400, range(5)), ("dark", "ja-JP", 420, range(2)))


@pytest.mark.parametrize(
    "looks",
    [[("dark", "ja-JP", 420, (1,))], pytest.param(LOOKS, marks=pytest.mark.broad)],
    ids=["one", "all"],
)
def test_nothing_is_in_the_way_of_anybody(looks: Any, chromium: Any, server: Served) -> None:
    """axe-core finds no violation: in any family's editor, and narrow, dark and in Japanese."""
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="pip install axe-playwright-python"
    ).Axe()
    for scheme, locale, width, families in looks:
        context = chromium.new_context(
            color_scheme=scheme, locale=locale, viewport={"width": width, "height": 900}, bypass_csp=True
        )
        page = context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.goto(f"http://127.0.0.1:{server.port}/?token={TOKEN}")
        expect(page.locator(".cover")).to_contain_text("60")
        for family in families:
            page.locator("#tabs button").nth(family).click()
            expect(page.locator("#tabs button").nth(family)).to_have_attribute("aria-current", "page")
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            found = axe.run(page, options={"resultTypes": ["violations"]}).response["violations"]
            assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in found] == [], (
                scheme,
                family,
            )
        context.close()


def test_every_text_is_in_the_table() -> None:
    """Each key in both languages with the same values; none is missing, and none is left over."""
    known = texts()
    assert len(known) > 200
    for key, (english, japanese) in known.items():
        assert sorted(re.findall(r"\{\w+\}", english)) == sorted(re.findall(r"\{\w+\}", japanese)), key
    used = set(re.findall(r'data-(?:t|label)="(\w+)"', (STATIC / "index.html").read_text(encoding="utf-8")))
    scripts = [
        path for folder in (STATIC, BROWSING) for path in folder.glob("*.js") if path.name != "strings.js"
    ]
    written = "".join(path.read_text(encoding="utf-8") for path in scripts)
    calls = r"""\b(?:t|text|say|button|field|tick|Told|(?<![.])go|Grid|Painter)\(["'](\w+)["']"""
    used |= set(re.findall(calls, written)) | set(re.findall(r"\b(?:t|label): '(\w+)'", written))
    assert len(used) > 150
    assert used - set(known) == set()
    used |= {"packing", "sudoku", "nonogram", "dissection", "formula", *CLASSES}
    assert {key for key in known if not re.search(rf"""["']{key}["']""", written)} - used == set()


LATIN = re.compile(r"[A-Za-z]{2,}")
TWO = re.compile(r"[A-Za-z]{2,}[ ,.;:]+[A-Za-z]{2,}")
NAMES = ("zenkai", "English", "YAML", "JSONL", "SVG", "PNG", "PDF", "STL")  # of things, in any language
SHOWN = """() => {
    const own = (element) => !element.closest('[lang=en], [translate=no], script, style, textarea, svg text');
    const found = document.getElementById('zenkai-gallery') ? [] : [document.title]; // there the puzzle's name
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) if (own(texts.currentNode.parentElement)) found.push(texts.currentNode.data);
    for (const name of ['aria-label', 'aria-description', 'alt', 'title', 'placeholder'])
        for (const element of document.querySelectorAll(`[${name}]`)) if (own(element)) found.push(element.getAttribute(name));
    return found;
}"""


def in_japanese(page: Any) -> None:
    """No English on the page but names, and what is marked as English or as somebody's own."""
    found = page.evaluate(SHOWN)
    assert len(found) > 30
    for text in found:
        bare = re.sub("|".join(NAMES), "", text)
        assert not TWO.search(bare), text
        assert not LATIN.search(bare) or re.search("[\u3041-\u9fff]", bare), text


@pytest.mark.broad  # `test_every_text_is_in_the_table` holds it for each text by itself
def test_a_walk_in_japanese(chromium: Any, server: Served) -> None:
    context = chromium.new_context(viewport={"width": 1400, "height": 1000}, locale="ja-JP")
    page = context.new_page()
    page.set_default_timeout(PATIENCE * 1000)
    page.goto(f"http://127.0.0.1:{server.port}/?token={TOKEN}")
    expect(page.locator(".cover")).to_have_text("60 マス、ピースは 60 マス分")
    page.locator("#runs summary").click()
    for i in range(5):
        page.locator("#tabs button").nth(i).click()
        expect(page.locator("#tabs button").nth(i)).to_have_attribute("aria-current", "page")
        in_japanese(page)
    page.locator("#tabs button").nth(1).click()
    for kind in CLASSES:
        page.get_by_label("分類").select_option(kind)
        in_japanese(page)
    replaced(page, DOMINOES.format("3x3"))
    expect(page.locator("#fault")).to_have_text(
        "2 行目：board：9 マスですが、ピースでちょうど 9 マスは覆えません。"
    )
    replaced(page, "puzzle: x\n")
    expect(page.locator("#fault")).to_contain_text("問題文に誤りがあります。")
    expect(page.locator("#fault [lang=en]")).to_contain_text("is not known")
    in_japanese(page)
    replaced(page, DOMINOES.format("4x4") + "expect: {count: 8, all: 36}\n")
    expect(page.locator(".cover")).to_contain_text("16 マス")
    page.locator("#solve").click()
    expect(page.locator("#live .facts")).to_contain_text("想定と違います：対称なものを除いて 9、想定 8")
    for limit, told in (("0", "上限は 1 以上の整数です。"), ("3", "")):
        page.get_by_label("上限").fill(limit)
        page.get_by_label("上限").press("Enter")
        page.locator("#solve").click()
        expect(page.locator("#notice")).to_have_text(told)
    expect(page.locator("#verdict")).to_have_text("少なくとも 3 個（上限 3 個）。")
    in_japanese(page)
    with context.expect_page() as opened:
        page.get_by_role("link", name="一覧・絞り込み").click()
    opened.value.locator(".cell").first.click()
    opened.value.locator("#z-pin").click()
    expect(opened.value.locator("header p")).to_contain_text("全解ではありません：上限 3 個")
    in_japanese(opened.value)
    page.locator("#tabs button").nth(2).click()
    page.locator("#steps").click()
    expect(page.locator("#step")).to_contain_text("この行・列だけから決まる")
    in_japanese(page)
    context.close()


def test_what_the_server_says_is_in_the_table() -> None:
    """Each refusal and each reason for a stop: with any values in it, it is one of the sentences."""
    table = (
        (BROWSING / "strings.js").read_text(encoding="utf-8").partition("const SAID")[2].partition("\n];")[0]
    )
    said = [quoted(own) for own in re.findall(r"^  \[(.*)\],$", table, re.M)]
    assert all(set(re.findall(r"\{\w+\}", ja)) <= set(re.findall(r"\{\w+\}", en)) for en, ja in said)
    known = [re.compile("(.+?)".join(map(re.escape, re.split(r"\{\w+\}", en)))) for en, _ in said]
    sentences = {STOPPED, TIME_LIMIT, MEMORY_LIMIT, *spoken()}
    assert len(sentences) > 30
    assert {one for one in sentences if not any(own.fullmatch(one) for own in known)} == set()


def spoken() -> Iterator[str]:
    """The sentences of the server's code: of errors, refusals, and what `fault` and `_told` return."""
    errors = {"JobError", "Wrong", "ShelfError", "Refusal", "Interrupted", "Unsupported"}
    for path in STATIC.parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in errors:
                yield from filter(None, map(sentence, node.args))
            elif isinstance(node, ast.FunctionDef) and node.name in ("fault", "_told"):
                told = [one.value for one in ast.walk(node) if isinstance(one, ast.Return) and one.value]
                parts = [part for one in told for part in (one.elts if isinstance(one, ast.Tuple) else [one])]
                yield from filter(None, map(sentence, parts))


def sentence(node: ast.expr) -> str | None:
    """With 17 for each value; None for what is no text."""
    if isinstance(node, ast.JoinedStr):
        return "".join(map(piece, node.values))
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def piece(part: ast.expr) -> str:
    """Of a text with values in it."""
    if isinstance(part, ast.Constant):
        return str(part.value)
    named = isinstance(part, ast.FormattedValue) and getattr(part.value, "id", "")
    return REPORT if named == "REPORT" else "17"


def texts() -> dict[str, list[str]]:
    table = (
        (BROWSING / "strings.js").read_text(encoding="utf-8").partition("const TABLE")[2].partition("\n};")[0]
    )
    return {key: quoted(own) for key, own in re.findall(r"^  (\w+): \[(.*)\],$", table, re.M)}


def quoted(text: str) -> list[str]:
    return [own.replace("\\'", "'") for own in re.findall(r"'((?:[^'\\]|\\.)*)'", text)]


def test_the_page_is_small_and_asks_nobody_else() -> None:
    files: list[Path] = [path for folder in (STATIC, BROWSING) for path in folder.iterdir() if path.is_file()]
    assert sum(path.stat().st_size for path in files) < 250_000
    whole = "".join(path.read_text(encoding="utf-8") for path in files)
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function", whole
    )
    foreign = [
        link for path in files for link in re.findall(r"https?://[^'\"\s]+", path.read_text(encoding="utf-8"))
    ]
    assert set(foreign) <= {"http://www.w3.org/2000/svg"}
