"""The page of `zenkai serve` in the system's Chromium: what a person does, by mouse and keys.

Skipped, with a reason, where there is no Chromium, or no playwright to drive it. Nothing here waits for a time: each
`expect` waits for what the page shows.
"""

from __future__ import annotations

import ast
import base64
import json
import re
import threading
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from operator import mul
from pathlib import Path
from typing import Any

import pytest

import zenkai_solver as zenkai
from tests.helpers import INSTANCES, PATIENCE, ROOT
from tests.models.test_colours import luminance
from tests.web_helpers import TOKEN, Served, needed, served
from zenkai_solver.models.nonogram import drawing as clues
from zenkai_solver.solvers.core.command import REPORT
from zenkai_solver.solvers.core.deadlines import MEMORY_LIMIT, STOPPED, TIME_LIMIT
from zenkai_solver.solvers.webapp.generating import OFFERED
from zenkai_solver.solvers.webapp.palette import CLASSES

STATIC = ROOT / "solvers" / "webapp" / "static"
BROWSING = ROOT / "solvers" / "gallery" / "static"  # the page of all solutions
DOMINOES = "puzzle: packing\nboard: {}\npieces: dominoes\ncounts: any\n"
ENDLESS = "puzzle: sudoku\nsize: 9x9\nrules: [anti-knight]\n"  # found one by one: some kilobytes per second
NON = 'title "L"\nwidth 3\nheight 2\nrows\n1\n3\ncolumns\n2\n1\n1\n'


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    needed()
    with served(tmp_path_factory.mktemp("page") / "state", stop=30.0, readers=1) as found:
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


def dropped(page: Any, text: str, name: str) -> None:
    """A file of that text."""
    page.evaluate(
        """([text, name]) => {
            const data = new DataTransfer();
            data.items.add(new File([text], name));
            window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
        }""",
        [text, name],
    )


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
    expect(shown.locator("#live .facts")).to_contain_text("every solution checked")
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
    shown.locator("#rules summary").click()
    shown.get_by_label("Search", exact=True).fill("therm")
    expect(shown.locator(".pick")).to_have_count(2)
    shown.locator("[data-rule=thermo]").click()
    expect(shown.locator(".rules")).to_contain_text("thermo")
    expect(shown.locator("#source textarea")).to_have_value(re.compile("- R1C1 R1C2 R1C3\n"))
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


def test_rules_are_drawn_picked_moved_changed_and_deleted_one_by_one(shown: Any) -> None:
    """A stroke draws a rule; each of two cages, a dot and a clue beside the grid changes without the others."""
    replaced(
        shown,
        "puzzle: sudoku\nsize: 4x4\nrules:\n- killer: [5 = R1C1 R1C2, 6 = R4C1-R4C3]\n"
        "- kropki: {white: [R3C3 R3C4]}\n- skyscraper: {top: . 3 . .}\n",
    )
    text = shown.locator("#source textarea")
    expect(shown.locator(".rules li")).to_have_count(4)
    box = shown.locator("#drawn .picture img").bounding_box()
    side = box["width"] / 4  # near enough: the clue beside the grid takes room above it
    at = [
        (box["x"] + (c + 0.5) * side, box["y"] + box["height"] - (3.5 - r) * side)
        for r, c in ((0, 0), (1, 0))
    ]
    for picked in (0, 1):  # what is drawn is picked by a second click, and let go by one elsewhere
        shown.mouse.click(*at[0])
        expect(shown.locator("#drawn .pickedcell")).to_have_count(2 * picked)
    shown.mouse.click(*at[1])
    expect(shown.locator("#drawn .pickedcell")).to_have_count(0)
    shown.locator("#pick").click()
    shown.mouse.move(*at[0])
    shown.mouse.down()
    shown.mouse.move(*at[1], steps=3)
    shown.mouse.up()
    expect(text).to_have_value(re.compile("- 5 = R2C1 R2C2\n"))
    expect(shown.locator("#drawn .pickedcell")).to_have_count(2)
    clue = shown.locator(".own").get_by_label("Clue")
    clue.fill("7")
    clue.press("Enter")
    expect(text).to_have_value(re.compile("- 7 = R2C1 R2C2\n"))
    shown.locator(".own").get_by_role("button", name="Up").click()
    expect(text).to_have_value(re.compile("- 7 = R1C1 R1C2\n"))
    shown.locator("#drop").click()
    expect(shown.locator(".rules li")).to_have_count(3)
    expect(text).to_have_value(re.compile("- 6 = R4C1-R4C3\n"))
    for left in (2, 1):
        shown.locator(".rules li .small").last.click()
        expect(shown.locator(".rules li")).to_have_count(left)
    assert "skyscraper" not in text_of(shown)
    assert "kropki" not in text_of(shown)
    expect(shown.locator("#fault")).to_have_text("")
    shown.locator("#rules summary").click()
    shown.locator("[data-rule=whisper]").click()  # of the one cell that is selected: the board stays
    expect(shown.locator("#fault")).to_contain_text("whisper")
    expect(shown.locator(".rules li")).to_have_count(2)
    shown.locator("#drop").click()
    expect(shown.locator("#fault")).to_have_text("")
    shown.locator("#drawn .grid").press("Escape")
    shown.locator("[data-rule=whisper]").click()
    drag(shown, (0, 0), (0, 2), 4, 4, side=40)
    expect(text).to_have_value(re.compile("- 5 = R1C1 R1C2 R1C3\n"))
    shown.locator("#redraw").click()
    drag(shown, (3, 1), (3, 3), 4, 4, side=40)
    expect(text).to_have_value(re.compile("- 5 = R4C2 R4C3 R4C4\n"))
    expect(text).not_to_have_value(re.compile("R1C1"))
    for _ in range(2):
        shown.get_by_role("button", name="Undo").click()
    expect(text).not_to_have_value(re.compile("whisper"))


def test_a_case_names_its_cell_and_frames_its_lines(shown: Any) -> None:
    clues = "width 4\nheight 4\nrows\n1,1\n1,1\n1,1\n1\ncolumns\n1,1\n1,1\n1,1\n1\n"
    dropped(shown, clues, "probing.non")
    expect(shown.locator("#notice")).to_have_text("read as .non")
    shown.locator("#steps").click()
    expect(shown.locator("#step")).to_contain_text("1 of 8")
    expect(shown.locator("#step")).to_contain_text("any other value fails")
    expect(shown.locator("#step")).to_contain_text(re.compile(r"Row \d, column \d"))
    assert shown.locator("#drawn .layer .line").count() > 1
    expect(shown.locator("#drawn .layer .fresh")).to_have_count(1)


def test_a_hint_has_three_strengths(shown: Any) -> None:
    dropped(shown, NON, "letter.non")
    shown.locator("#hint").click()
    told = shown.locator("#told")
    expect(told).to_have_text(re.compile(r"^look at R\dC\d[^:]*$"))
    shown.locator("#more").click()
    expect(told).to_have_text(re.compile(r"^look at R\dC\d.*: overlap\n  (row|column) \d shows", re.S))
    shown.locator("#more").click()
    expect(told).to_have_text(re.compile(r"^1\. overlap: (row|column) \d shows"))
    expect(shown.locator("#more")).to_have_count(0)


def test_hints_are_told_in_japanese(shown: Any) -> None:
    said = {
        "naked single: R7C9=4, the other digits are in column 9 and box 9": (
            "ネイキッドシングル：R7C9=4。ほかの数字は 列 9 と ブロック 9 にある"
        ),
        "hidden single: R8C5=1, the only place for 1 in column 5 (see R3C1), since R1C5 R5C5≠1": (
            "ヒドゥンシングル：R8C5=1。R1C5 R5C5≠1 で、列 5（R3C1 を参照） で 1 の入る唯一のマス"
        ),
        "gap: column 3 shows 1 1, with R2C3=., so R1C3=#, R4C3=.": (
            "空白：列 3 のヒントは 1 1。R2C3=. なので R1C3=#, R4C3=."
        ),
        "naked pair 5 and 9 in R6C8 and R7C8: R4C8 and R5C8 are not 5 or 9; R9C8 is not 5": (
            "ネイキッドペア（R6C8 と R7C8 の 5 と 9）：R4C8 と R5C8 は 5 か 9 ではない。R9C8 は 5 ではありません"
        ),
    }
    url = shown.evaluate(
        "() => performance.getEntriesByType('resource').find((one) => one.name.endsWith('strings.js')).name"
    )
    told = shown.evaluate(
        "async ([url, said]) => { const { inWords } = await import(url); return said.map((one) => inWords(one, 'ja')); }",
        [url, [f"{n}. {text}" for n, text in enumerate(said, 1)]],
    )
    assert told == [f"{n}. {text}" for n, text in enumerate(said.values(), 1)]


def test_drops_a_file_shares_it_and_shows_its_steps(shown: Any, server: Served) -> None:
    dropped(shown, NON, "letter.non")
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
    shown.locator("#share > summary").click()
    shown.get_by_role("button", name="Text that holds the puzzle").click()
    expect(shown.locator("#notice")).to_contain_text("holds the whole puzzle")
    link = shown.locator("#link").get_attribute("href").partition("#")[2]
    jobs = len(server.get("/api/jobs"))
    shown.locator("#share > summary").click()
    with shown.expect_download() as fetched:
        shown.locator("[data-to=svg]").click()
    assert Path(fetched.value.path()).read_text(encoding="utf-8").startswith("<svg")
    assert fetched.value.suggested_filename == "letter.svg"
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


WORDS = ("constructor", "toString", "__proto__", "hasOwnProperty")


def test_no_text_ends_the_page(shown: Any) -> None:
    """Words that every object of JavaScript knows, and boards that are too large to be painted; also after a reload."""
    texts = [f"puzzle: {word}\n" for word in WORDS]
    texts += [f"puzzle: packing\nlattice: {word}\nboard: 2x2\npieces: dominoes\n" for word in WORDS]
    texts += [
        f"puzzle: packing\nlattice: {lattice}\nboard: {board}\npieces: {pieces}\ncounts: any\n"
        for lattice, board, pieces in (
            ("cubes", "3000x20x20", "monocubes"),
            ("cubes", "64x64x64", "monocubes"),
            ("cubes", "0x2x2", "monocubes"),
            ("squares", "0x9", "dominoes"),
            ("squares", "|\n" + ("  " + "#" * 1_000 + "\n") * 150, "dominoes"),
            ("cubes", "|\n" + "  #\n\n" * 2_000, "monocubes"),
        )
    ]
    texts.append("puzzle: dissection\nfrom: 1x100\nto: |\n" + "  #\n" * 2_000)
    for number, text in enumerate(texts):
        dropped(shown, text, "x.yaml")
        expect(shown.locator("#source textarea")).to_have_value(text)
        expect(shown.locator("#fault")).not_to_have_text("")
        expect(shown.locator("#form .help")).to_have_text("This puzzle is edited as text.")
        if number in (0, 8):  # all the same it can be left
            shown.reload()
            expect(shown.locator("#source textarea")).to_have_value(text)
            replaced(shown, DOMINOES.format("2x3"))
            expect(shown.locator(".cover")).to_contain_text("6 cells")
    shown.get_by_role("button", name="Formula").click()
    expect(shown.locator("#source textarea")).to_have_value(re.compile("puzzle: formula"))
    expect(shown.locator("#fault")).to_have_text("")
    shown.locator("#solve").click()
    expect(shown.locator("#verdict")).to_have_text("Exactly 12.")


def test_what_cannot_be_read_is_said_in_place_of_what_was_wrong_before(
    chromium: Any, server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = chromium.new_context(viewport={"width": 1400, "height": 1000}, locale="en-GB")
    context.set_default_timeout(PATIENCE * 1000)
    shown = context.new_page()  # its console is told of answers that refuse
    shown.goto(f"http://127.0.0.1:{server.port}/?token={TOKEN}")
    replaced(shown, DOMINOES.format("0x0"))
    expect(shown.locator("#fault")).to_contain_text("line 2")
    replaced(shown, DOMINOES.format("2x2") + "notes: 2020-01-01\n")
    expect(shown.locator("#fault")).to_contain_text("notes: unknown key")
    hangs = "puzzle: sudoku\nsize: 25x25\nrules: [" + "anti-knight, " * 5_000 + "]\n"
    with monkeypatch.context() as patched:
        patched.setattr(server.server.readers, "settings", replace(server.server.settings, reading=0.5))
        replaced(shown, hangs)
        expect(shown.locator("#fault")).to_have_text("this takes more than 0.5 s to read, or too much memory")
        expect(shown.locator("#solve")).to_be_disabled()
        expect(shown.locator("#notice")).to_have_text("")
    replaced(shown, DOMINOES.format("2x3"))
    expect(shown.locator("#fault")).to_have_text("")
    context.close()


def test_a_search_waits_for_its_turn_and_files_are_fetched(chromium: Any, tmp_path: Path) -> None:
    """In two tabs of one person, the second one opened by its bare address; and in Japanese."""
    with served(tmp_path / "state", max_jobs=1, stop=30.0, readers=1) as own:
        context = chromium.new_context(viewport={"width": 1400, "height": 1000}, locale="en-GB")
        context.set_default_timeout(PATIENCE * 1000)
        first, second = context.new_page(), context.new_page()
        first.goto(f"http://127.0.0.1:{own.port}/?token={TOKEN}")
        expect(first.locator(".cover")).to_have_text("60 cells, the pieces cover 60")
        assert first.url == f"http://127.0.0.1:{own.port}/"
        second.goto(f"http://127.0.0.1:{own.port}/")
        for page, text in ((first, ENDLESS), (second, DOMINOES.format("2x3"))):
            replaced(page, text)
            expect(page.locator("#kind")).to_have_text("valid")
            page.locator("#solve").click()
            expect(page.locator("#stop")).to_be_enabled()
        expect(second.locator("#place")).to_have_text("Number 1 in the queue")
        second.locator("#language").click()
        expect(second.locator("#place")).to_have_text("順番待ち：1 番目")
        in_japanese(second)
        second.locator("#language").click()
        first.locator("#stop").click()
        expect(second.locator("#verdict")).to_have_text("Exactly 2 up to symmetry, 3 in all.")
        with second.expect_download() as fetched:
            second.get_by_role("button", name="Solutions file").click()
        lines = Path(fetched.value.path()).read_text(encoding="utf-8").splitlines()
        assert json.loads(lines[-1])["all"] == 3
        context.close()


def test_another_ports_page_does_nothing_with_our_cookie(chromium: Any, server: Served) -> None:
    """A server of somebody else's on this machine: the browser shows it the cookie, and that is not enough."""
    heard: list[str | None] = []

    class Other(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            heard.append(self.headers["Cookie"])
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<title>other</title>")

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Other) as other:
        threading.Thread(target=other.serve_forever, daemon=True).start()
        context = chromium.new_context()
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{server.port}/?token={TOKEN}")
        expect(page.locator(".cover")).to_contain_text("60")
        page.goto(f"http://127.0.0.1:{other.server_port}/")
        assert server.cookie in (heard[0] or ""), "or else this test shows nothing"
        stolen = {"Cookie": server.cookie, "X-Zenkai": None}
        assert (
            server.status("POST", "/api/jobs", {"text": DOMINOES.format("2x2"), "name": "x"}, headers=stolen)
            == 403
        )
        assert page.evaluate("localStorage.getItem('key')") is None
        before = server.get("/api/jobs")
        script = """async ([port, body]) => {
            const options = { method: 'POST', mode: 'no-cors', credentials: 'include', body };
            return fetch(`http://127.0.0.1:${port}/api/jobs`, options).then(() => 'answered', () => 'refused');
        }"""
        assert page.evaluate(script, [server.port, json.dumps({"text": "x", "name": "x"})]) == "refused"
        assert server.get("/api/jobs") == before
        context.close()
        other.shutdown()


def test_the_door_on_the_disk_leads_in_once(chromium: Any, tmp_path: Path) -> None:
    from zenkai_solver.solvers.commands.serve import door

    with served(tmp_path / "state", readers=1) as own:
        file = door(own.server)
        for text in ("60 cells, the pieces cover 60", None):
            context = chromium.new_context(locale="en-GB")
            page = context.new_page()
            copy = tmp_path / "copy.html"
            if text:
                copy.write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
            page.goto(copy.as_uri())
            if text:
                expect(page.locator(".cover")).to_have_text(text)
                assert page.url == f"http://127.0.0.1:{own.port}/"
            else:
                expect(page.locator("body")).to_contain_text(
                    "not the address that `zenkai serve` has printed"
                )
            context.close()
        assert not file.exists()


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
    page.get_by_role("button", name="Turn", exact=True).click()
    page.touchscreen.tap(*middle(page, (0, 0), 10))
    text = page.locator("#source textarea")
    expect(text).to_have_value(re.compile(r"fixed: \|\n(  I\.{9}\n){5}  \.{10}"))
    expect(page.get_by_role("button", name="Turn", exact=True)).to_be_hidden()
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


def pasted(page: Any, text: str, at: str = "body") -> None:
    page.evaluate(
        """([text, at]) => {
            const data = new DataTransfer();
            data.setData('text/plain', text);
            const told = { clipboardData: data, bubbles: true, cancelable: true };
            document.querySelector(at).dispatchEvent(new ClipboardEvent('paste', told));
        }""",
        [text, at],
    )


def test_a_puzzle_is_copied_and_a_link_is_pasted_where_text_is(shown: Any) -> None:
    """What is selected is copied as ever; a link in place of the text is read, other text is left alone."""
    copied = """() => {
        const clipboardData = new DataTransfer();
        document.body.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }));
        return clipboardData.getData('text/plain');
    }"""
    assert shown.evaluate(copied) == text_of(shown)
    expect(shown.locator("#notice")).to_contain_text("clipboard")
    shown.locator("#source summary").click()
    shown.locator("#source textarea").focus()
    pasted(shown, "puzzle: nurikabe", "#source textarea")
    pasted(shown, "https://puzz.link/p?slither/5/5/cbcbcddad", "#source textarea")
    expect(shown.locator("#source textarea")).to_have_value(re.compile("puzzle: slitherlink\n"))
    shown.evaluate("getSelection().selectAllChildren(document.querySelector('h1'))")
    assert shown.evaluate(copied) == ""


def test_a_pasted_puzzle_and_a_run_that_is_kept(shown: Any, server: Served) -> None:
    pasted(shown, DOMINOES.format("8x8"))
    expect(shown.locator(".cover")).to_have_text("64 cells, any number of pieces")
    shown.get_by_role("button", name="Undo").click()
    expect(shown.locator(".cover")).to_contain_text("60 cells")
    shown.get_by_role("button", name="Redo").click()
    expect(shown.locator(".cover")).to_contain_text("64 cells")
    shown.locator("#options > summary").click()
    shown.get_by_label("Keep").check()
    shown.keyboard.press("Escape")
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
    shown.locator("#puzzle > summary").click()
    shown.get_by_label("Name", exact=True).fill(name)
    shown.get_by_role("button", name="Save", exact=True).click()
    expect(shown.get_by_label("Shelf", exact=True).locator("option").last).to_have_text(name)
    shown.get_by_label("Shelf", exact=True).select_option(label=name)
    replaced(shown, DOMINOES.format("1x2"))
    expect(shown.locator(".cover")).to_contain_text("2 cells")
    shown.locator("#solve").click()
    expect(shown.locator("#verdict")).to_have_text("Exactly one solution.")
    shown.locator("#runs summary").click()
    entry = shown.locator(".runlist li").first
    expect(entry).to_contain_text(name)
    entry.get_by_role("button", name="Rename").click()
    expect(shown.locator("dialog input")).to_have_value(name)
    shown.locator("dialog input").fill(f"../{name}")
    shown.keyboard.press("Enter")
    expect(entry).to_contain_text(f"../{name}")
    replaced(shown, f"puzzle: '{name}'\n")
    expect(shown.locator("#fault")).to_contain_text(name)
    assert shown.locator("img[src='x'], [onerror]").count() == 0
    shown.locator("#puzzle > summary").click()
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
    held: list[Any] = []
    shown.route("**/api/read", lambda route: held.append(route))  # nothing is answered
    shown.get_by_role("button", name="Undo").click()
    expect(shown.locator(".piece")).to_have_count(1)
    shown.unroute("**/api/read")
    assert not held, "what was there is shown at once, so that an edit that follows is one of that"
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


def test_a_condition_and_a_puzzle_of_the_same_kind(shown: Any) -> None:
    """What the command line has besides: `where`, the options of a generator, the fewest givens of each solution."""
    replaced(shown, UNSURE)
    expect(shown.locator(".keypad")).to_be_visible()
    shown.locator("#options > summary").click()
    where = shown.get_by_label("Only solutions with")
    boards = [one.board for one in zenkai.solve(UNSURE, symmetry="all", backend="sat")]
    r, c = next((r, c) for r in range(4) for c in range(4) if len({board[r][c] for board in boards}) > 1)
    condition = f"{boards[0][r][c]}@R{r + 1}C{c + 1}"
    where.fill(condition)
    where.press("Enter")
    text = shown.locator("#source textarea")
    expect(text).to_have_value(re.compile(f"where: {condition}\n"))
    expect(shown.locator(".keypad")).to_be_visible()
    shown.keyboard.press("Escape")
    shown.locator("#countAll").click()
    number = sum(board[r][c] == boards[0][r][c] for board in boards)
    expect(shown.locator("#verdict")).to_have_text(
        "Exactly one solution." if number == 1 else f"Exactly {number}."
    )
    replaced(shown, "puzzle: slitherlink\nsize: 2x2\n")
    expect(shown.locator(".sheet img")).to_be_visible()
    shown.locator("#asks > summary").click()
    shown.locator("#ask-generate").click()
    shown.locator("dialog").get_by_label("Size").fill("3x4")
    shown.locator("dialog").get_by_label("Symmetry").select_option("half-turn")
    shown.locator("dialog .main").click()
    shown.locator("#made").click()
    expect(text).to_have_value(re.compile("size: 3x4\n"))
    shown.get_by_role("button", name="Formula").click()
    shown.locator("#asks > summary").click()
    expect(shown.locator("#ask-fewest")).to_be_visible()
    expect(shown.locator("#ask-generate")).to_be_hidden()


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


def test_cubes_are_painted_in_space(shown: Any) -> None:
    """A click on a face sets a cube on it or takes its cube away; arrows turn; so is a piece of one's own made."""
    replaced(shown, "puzzle: packing\nlattice: cubes\nboard: 2x2x2\npieces: dicubes\ncounts: any\n")
    expect(shown.locator(".cover")).to_contain_text("8 cells")
    view, text = shown.locator("#drawn .space"), shown.locator("#source textarea")
    view.locator(".cube0[data-at='0,0,1']").click(modifiers=["Shift"])
    expect(text).to_have_value(re.compile(r"board: \|\n  #\.\n  ##\n\n  ##\n  ##\n"))
    hole = view.locator(".cube0[data-at='1,0,1']")
    before = hole.get_attribute("points")
    for _ in range(4):  # to look from above
        view.press("ArrowDown")
    assert hole.get_attribute("points") != before
    hole.click()
    expect(text).to_have_value(re.compile("board: 2x2x2\n"))
    view.locator(".cube0[data-at='0,0,1']").click()  # above it nothing is
    expect(text).to_have_value(re.compile("board: 2x2x2\n"))
    shown.get_by_text("Own piece").click()
    for way, cell in (("addCubes", "2,1,1"), ("addCubes", "2,0,0"), ("takeCubes", "2,0,0")):
        shown.locator(f".sketch button[data-t={way}]").click()
        at = "at" if way == "takeCubes" else "on"
        shown.locator(f".sketch polygon[data-{at}='{cell}']").first.click()
    shown.get_by_role("button", name="Add", exact=True).click()
    expect(text).to_have_value(re.compile(r"\.\.\.\n +\.[A-Z]\.\n +\.\.\.\n"))


LOOKS = (("light", "en-GB", 1400, range(6)), ("dark", "ja-JP", 420, (0, 1, 4)))


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
    calls = (
        r"""\b(?:t|text|say|button|iconButton|menu|field|tick|Told|(?<![.])go|Grid|Painter)\(["'](\w+)["']"""
    )
    used |= set(re.findall(calls, written)) | set(re.findall(r"\b(?:t|label): '(\w+)'", written))
    assert len(used) > 150
    assert used - set(known) == set()
    used |= {"packing", "sudoku", "nonogram", "dissection", "formula", *CLASSES}
    used |= {key for keys in OFFERED.values() for key in keys}
    assert {key for key in known if not re.search(rf"""["']{key}["']""", written)} - used == set()


LATIN = re.compile(r"[A-Za-z]{2,}")
TWO = re.compile(r"[A-Za-z]{2,}[ ,.;:]+[A-Za-z]{2,}")
NAMES = (
    "zenkai",
    "puzz.link",
    "English",
    "YAML",
    "JSONL",
    "SVG",
    "PNG",
    "PDF",
    "SudokuPad",
    "Penpa+",
    "f-puzzles",
    "Tatham",
    "STL",
)  # of things, in any language
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
        bare = re.sub("|".join(map(re.escape, NAMES)), "", text)
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
    for i in range(6):
        page.locator("#tabs button").nth(i).click()
        expect(page.locator("#tabs button").nth(i)).to_have_attribute("aria-current", "page")
        in_japanese(page)
    page.locator("#tabs button").nth(1).click()
    page.locator("#rules summary").click()
    expect(page.locator(".pick").first).to_be_visible()
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
        if page.locator("#options").get_attribute("open") is None:
            page.locator("#options > summary").click()
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
    errors = {"JobError", "Wrong", "Busy", "ShelfError", "Refusal", "Interrupted", "Unsupported"}
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
    rows = re.findall(r"^  (\w+): \[(.*)\],$", table, re.M)
    found = {key: quoted(own) for key, own in rows}
    assert len(found) == len(rows), "a key is there twice"
    return found


def quoted(text: str) -> list[str]:
    return [own.replace("\\'", "'") for own in re.findall(r"'((?:[^'\\]|\\.)*)'", text)]


def test_the_page_is_small_and_asks_nobody_else() -> None:
    from zenkai_solver.solvers.webapp.app import MODULES

    files: list[Path] = [path for folder in (STATIC, BROWSING) for path in folder.iterdir() if path.is_file()]
    assert sum(path.stat().st_size for path in files) < 380_000
    first = {"index.html", "style.css", "app.js", *(f"{name}.js" for name in MODULES["app"])}
    assert sum(path.stat().st_size for path in files if path.name in first) < 200_000
    whole = "".join(path.read_text(encoding="utf-8") for path in files)
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function", whole
    )
    foreign = [
        link for path in files for link in re.findall(r"https?://[^'\"\s]+", path.read_text(encoding="utf-8"))
    ]
    assert set(foreign) <= {"http://www.w3.org/2000/svg"}


HUE = ((-0.574, 1.43, 0.144), (0.426, 0.43, 0.144), (0.426, 1.43, -0.856))  # CSS: hue-rotate(180deg)
READ = 4.5  # WCAG 2.2, 1.4.3


def test_in_the_dark_digits_are_read_on_what_is_drawn_below_them() -> None:
    """Pictures are turned about by a filter, which no test of colours sees: its colours by the formulas of CSS."""
    css = (STATIC / "style.css").read_text(encoding="utf-8")
    (share,) = re.findall(r"--flip: invert\(([.\d]+)\) hue-rotate\(180deg\);", css)

    def turned(colour: str) -> str:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        parts = [part * (1 - 2 * float(share)) + float(share) for part in parts]
        mixed = [sum(map(mul, row, parts)) for row in HUE]
        return "#" + "".join(f"{round(255 * min(1, max(0, part))):02x}" for part in mixed)

    drawn = zenkai.solve(CROWDED).instance.puzzle.unsolved_svg()
    papers = {"#ffffff", *re.findall('fill="(#[0-9a-f]{6})"', drawn)} - {"#333333"}
    assert len(papers) > 5
    for paper in papers:
        light, dark = luminance(turned("#111111")), luminance(turned(paper))
        assert (light + 0.05) / (dark + 0.05) >= READ, (paper, turned(paper))


CROWDED = """
puzzle: sudoku
size: 9x9
rules:
  - windoku
  - odd: [R1C1]
  - even: [R1C2]
  - minimum: [R5C5]
  - thermo: [R2C1 R3C2]
  - slow-thermo: [R2C3 R3C4]
  - different: [R9C1 R9C2]
  - clone: [R8C1 = R8C3]
  - row-indexing: [R4C4]
  - column-indexing: [R4C7]
"""


def test_what_each_cell_can_be_is_shown_at_each_change(shown: Any) -> None:
    """Of a sudoku by its digits, of a loop by its edges; where there is no solution the reason is asked for."""
    replaced(shown, "puzzle: sudoku\ngrid: |\n  12..\n  ....\n  ..3.\n  ....\n")
    shown.locator("#live-on").check()
    expect(shown.locator("#live-told")).to_have_text("Several solutions.")
    boards = [one.board for one in zenkai.solve(text_of(shown), symmetry="all", backend="sat")]
    open_cells = {(r, c) for r in range(4) for c in range(4)} - {(0, 0), (0, 1), (2, 2)}
    wanted = sum(len({board[r][c] for board in boards}) for r, c in open_cells)
    expect(shown.locator("#drawn .candidate")).to_have_count(wanted)
    drag(shown, (1, 2), (1, 2), 4, 4, side=40)
    shown.keyboard.press("1")
    expect(shown.locator("#drawn .candidate")).not_to_have_count(wanted)
    drag(shown, (2, 3), (2, 3), 4, 4, side=40)
    shown.keyboard.press("1")
    replaced(
        shown, "puzzle: sudoku\ngrid: |\n  12..\n  ....\n  ..4.\n  ....\nrules: [{sum: [4 = R1C3 R1C4]}]\n"
    )
    expect(shown.locator("#live-told")).to_contain_text("No solution.")
    expect(shown.locator("#drawn .candidate")).to_have_count(0)
    shown.locator("#live-why").click()
    expect(shown.locator("#told")).to_contain_text("do not fit together")
    replaced(shown, "puzzle: slitherlink\nsize: 1x1\n")
    expect(shown.locator("#drawn .certain")).to_have_count(4)
    shown.locator("#live-on").uncheck()
    expect(shown.locator("#drawn .certain")).to_have_count(0)


def test_marks_and_colours_are_the_person_s_and_several_grids_share_cells(shown: Any) -> None:
    """Marks are heard, undone, and no part of the puzzle; a samurai has no cells between its grids."""
    shown.get_by_role("button", name="Sudoku").click()
    shown.locator("#size").select_option("4x4")
    expect(shown.locator("#source textarea")).to_have_value(re.compile("size: 4x4"))
    drag(shown, (0, 0), (0, 1), 4, 4, side=40)
    shown.keyboard.press("Shift+Digit2")
    expect(shown.locator("#drawn .note")).to_have_text(["2", "2"])
    mode = shown.locator(".modes [aria-pressed=true]")
    shown.locator(".modes").get_by_text("Corner").click()
    expect(mode).to_have_text("Corner")
    shown.locator(".keypad button", has_text="1").click()
    expect(shown.locator("#drawn .note")).to_have_text(["1", "2"] * 2)
    for key in ("Space", "3", "Space", "4", "2"):  # in the middle; two colours
        shown.locator("#drawn .grid").press(key)
    expect(shown.locator("#drawn .colour2")).to_have_count(2)
    told = "row 1, column 1: corner marks 1 2, centre marks 3, colour 2 4"
    expect(shown.locator("[role=gridcell]").first).to_have_attribute("aria-label", told)
    assert "3" not in text_of(shown)
    shown.get_by_role("button", name="Undo").click()
    expect(shown.locator("#drawn .colour2")).to_have_count(0)
    expect(shown.locator("#drawn .colour4")).to_have_count(2)
    shown.locator("#drawn .grid").press("z")
    expect(mode).to_have_text("Digit")
    shown.locator("#size").select_option("samurai")
    expect(shown.locator("#source textarea")).to_have_value(re.compile("grids: samurai"))
    expect(shown.locator("[role=gridcell]")).to_have_count(5 * 81 - 4 * 9)
    expect(shown.locator("#drawn .note")).to_have_count(0)
    drag(shown, (20, 20), (20, 20), 21, 21, side=40)
    shown.keyboard.press("7")
    expect(shown.locator("#source textarea")).to_have_value(re.compile(r"\.{8}7\n$"))
    expect(shown.locator("#fault")).to_have_text("")


def test_a_sudoku_is_solved_by_hand(shown: Any) -> None:
    """One's own digits are no part of the puzzle; faults are marked on the board; the clock stops at the solution."""
    replaced(shown, "puzzle: sudoku\ngrid: |\n  12..\n  34..\n  ..1.\n  ...2\n")
    expect(shown.locator("[role=gridcell]")).to_have_count(16)
    before, grid, told = text_of(shown), shown.locator("#drawn .grid"), shown.locator("#checked")
    shown.locator("#given").uncheck()
    shown.locator("#clock").click()
    expect(shown.locator("#clock")).to_have_attribute("aria-pressed", "true")
    drag(shown, (0, 2), (0, 3), 4, 4, side=40)
    grid.press("2")
    shown.locator("#check").click()
    expect(told).to_contain_text("R1C2 and R1C3 hold 2")
    expect(shown.locator("#drawn .clash")).not_to_have_count(0)
    grid.press("2")  # again: it goes
    expect(told).to_have_text("")
    grid.press("3")
    shown.locator("#guess").click()
    drag(shown, (1, 2), (1, 2), 4, 4, side=40)
    grid.press("1")
    expect(shown.locator("#drawn .guessed")).to_have_text(["1"])
    shown.locator("#guess-back").click()
    expect(shown.locator("#drawn .note")).to_have_text(["3", "3"])
    expect(shown.locator("#guess-back")).to_be_hidden()
    shown.get_by_role("button", name="Clear my board").click()
    expect(shown.locator("#drawn .note")).to_have_count(0)
    shown.locator("#guess").click()  # though nothing is entered
    expect(shown.locator("#drawn [role=gridcell]")).to_have_count(16)
    shown.locator("#guess-kept").click()
    expect(shown.locator("#guess-kept")).to_be_hidden()
    (solution,) = [one.board for one in zenkai.solve(before, backend="sat")]
    for row, cells in enumerate(solution):
        drag(shown, (row, 0), (row, 0), 4, 4, side=40)
        for digit in cells:
            grid.press(digit)  # what is given stays
            grid.press("ArrowRight")
    shown.locator("#check").click()
    expect(told).to_have_text("Your board keeps all rules: it is a solution.")
    expect(shown.locator("#clock")).to_have_attribute("aria-pressed", "false")
    expect(shown.locator("[role=gridcell]").nth(2)).to_have_attribute(
        "aria-label", f"row 1, column 3: {solution[0][2]}"
    )
    assert text_of(shown) == before


def test_clues_of_a_nonogram_are_typed_in_its_margins(shown: Any) -> None:
    """Enter goes on to the next line; the board stays where the clues do not fit together yet."""
    shown.get_by_role("button", name="Nonogram").click()
    clue = shown.get_by_label("clue of row 2", exact=True)
    expect(clue).to_have_value("5")
    clue.fill("2 2")
    shown.keyboard.press("Enter")
    expect(shown.locator("#fault")).to_contain_text("the rows have 15 black cells")
    expect(shown.get_by_label("clue of row 3", exact=True)).to_be_focused()
    expect(shown.locator("#drawn [role=gridcell]")).to_have_count(25)
    shown.get_by_label("clue of column 3", exact=True).click()
    for key in ("3", "ArrowDown"):
        shown.keyboard.press(key)
    expect(shown.locator("#fault")).to_have_text("")
    expect(shown.locator("#source textarea")).to_have_value(re.compile("- - 2\n  - 2\n"))
    expect(shown.get_by_label("clue of column 4", exact=True)).to_be_focused()


def test_a_nonogram_is_solved_by_hand(shown: Any) -> None:
    """By strokes and by keys; a guess is kept or taken back as a whole; a line that is wrong is framed."""
    shown.get_by_role("button", name="Nonogram").click()
    expect(shown.locator("#drawn [role=gridcell]")).to_have_count(25)
    before, grid, told = text_of(shown), shown.locator("#drawn .grid"), shown.locator("#checked")
    cells, ink = shown.locator("#drawn [role=gridcell]"), shown.locator("#drawn rect.ink")
    grid.focus()
    grid.press("x")
    expect(cells.first).to_have_attribute("aria-label", "row 1, column 1: not shaded")
    grid.press("#")
    expect(cells.first).to_have_attribute("aria-label", "row 1, column 1: shaded")
    grid.press("Space")  # again: it is open
    expect(cells.first).to_have_attribute("aria-label", "row 1, column 1: empty")
    stroke(shown, (1, 0), (1, 4))
    expect(ink).to_have_count(5)
    shown.locator("#guess").click()
    stroke(shown, (0, 0), (0, 1))
    expect(shown.locator("#drawn .guessed")).to_have_count(2)
    shown.locator("#check").click()
    expect(told).to_have_text("Your board breaks:row 1 shows 1 1")
    expect(shown.locator("#drawn rect.line")).to_have_count(1)
    shown.locator("#guess-back").click()
    expect(ink).to_have_count(5)
    expect(told).to_have_text("")
    (solution,) = [one.board for one in zenkai.solve(before, backend="sat")]
    for row, cells_of_row in enumerate(solution):
        for column, label in enumerate(cells_of_row):
            if row != 1 and label == "#":
                stroke(shown, (row, column), (row, column))
    shown.locator("#check").click()
    expect(told).to_have_text("Your board keeps all rules: it is a solution.")
    assert text_of(shown) == before
    shown.get_by_role("button", name="Turn the board", exact=True).click()  # another board
    expect(ink).to_have_count(0)


def stroke(page: Any, start: tuple[int, int], end: tuple[int, int]) -> None:
    """Over cells of the nonogram of 5x5 that its tab opens with."""
    box = page.locator("#drawn .grid").bounding_box()
    width, height = map(float, page.locator("#drawn .layer").get_attribute("viewBox").split()[2:])

    def at(r: int, c: int) -> tuple[float, float]:
        x, y = width - clues.MARGIN - (4.5 - c) * clues.CELL, height - clues.MARGIN - (4.5 - r) * clues.CELL
        return box["x"] + x * box["width"] / width, box["y"] + y * box["height"] / height

    page.mouse.move(*at(*start))
    page.mouse.down()
    page.mouse.move(*at(*end), steps=4)
    page.mouse.up()


def test_boards_are_turned_and_flipped(shown: Any) -> None:
    """Four quarter turns, and two flips, lead back; the solutions of a nonogram are turned with its clues."""
    replaced(shown, "puzzle: packing\nboard: |\n  ##.\n  ###\npieces: [monominoes]\ncounts: any\n")
    expect(shown.locator(".cover")).to_contain_text("5 cells")
    turn, flip = (
        shown.get_by_role("button", name=f"{how} the board", exact=True) for how in ("Turn", "Flip")
    )
    turn.click()
    expect(shown.locator("#source textarea")).to_have_value(re.compile("  ##\n  ##\n  #.\n"))
    flip.click()
    expect(shown.locator("#source textarea")).to_have_value(re.compile("  ##\n  ##\n  .#\n"))
    replaced(shown, "puzzle: sudoku\nsize: 4x4\nrules: [{thermo: [R1C1 R1C2]}]\n")
    expect(shown.locator("#drawn [role=gridcell]")).to_have_count(16)
    turn.click()
    expect(shown.locator("#source textarea")).to_have_value(re.compile("R1C4 R2C4"))
    text = "puzzle: nonogram\nrows: [[1, 2], [1], []]\ncolumns: [[1], [1], [1], [1]]\n"
    before = [one.board for one in zenkai.solve(text, symmetry="all", backend="sat")]
    replaced(shown, text)
    expect(shown.get_by_label("clue of row 1", exact=True)).to_have_value("1 2")
    turn.click()
    expect(shown.get_by_label("clue of column 3", exact=True)).to_have_value("1 2")
    after = [one.board for one in zenkai.solve(text_of(shown), symmetry="all", backend="sat")]
    assert sorted(after) == sorted(tuple("".join(row) for row in zip(*board[::-1])) for board in before)
    flip.click()
    expect(shown.get_by_label("clue of column 1", exact=True)).to_have_value("1 2")
    flipped = [one.board for one in zenkai.solve(text_of(shown), symmetry="all", backend="sat")]
    assert sorted(flipped) == sorted(tuple(row[::-1] for row in board) for board in after)


def test_hexagons_are_painted_by_mouse_and_by_keys(shown: Any) -> None:
    """The lattice is chosen; arrows go from cell to cell; a triangle is painted by its polygon."""
    shown.locator("#lattice").select_option("hexagons")
    expect(shown.locator(".cover")).to_have_text("28 cells, the pieces cover 28")
    expect(shown.locator("#drawn .on")).to_have_count(28)
    around = shown.locator("#drawn polygon.off").last.bounding_box()
    shown.mouse.click(around["x"] + around["width"] / 2, around["y"] + around["height"] / 2)
    expect(shown.locator(".cover")).to_contain_text("29 cells")
    shown.keyboard.press("ArrowUp")
    shown.keyboard.press("Space")
    expect(shown.locator("#drawn .on")).to_have_count(28)
    expect(shown.locator(".cover")).to_contain_text("28 cells")
    shown.get_by_role("button", name="Undo").click()
    expect(shown.locator("#drawn .on")).to_have_count(29)
    shown.locator("#lattice").select_option("triangles")
    expect(shown.locator(".cover")).to_have_text("72 cells, the pieces cover 72")
    lying = shown.locator("#drawn .on").nth(20).bounding_box()
    shown.mouse.click(lying["x"] + lying["width"] / 2, lying["y"] + lying["height"] / 2)
    expect(shown.locator("#drawn .on")).to_have_count(71)
    expect(shown.locator(".take img")).to_have_count(12)


def tree(page: Any) -> list[tuple[str, str]]:
    """Role and name of each node of the accessibility tree, in order."""
    nodes = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    seen = [node for node in nodes if not node["ignored"]]
    return [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in seen]


def test_a_board_is_heard(shown: Any) -> None:
    """A board is a grid of cells with names and values in the accessibility tree; what is entered is read aloud."""
    replaced(shown, "puzzle: sudoku\ngrid: |\n  12..\n  ....\n  ..3.\n  ....\n")
    expect(shown.get_by_role("gridcell")).to_have_count(16)
    shown.locator("#drawn .grid").focus()
    shown.keyboard.press("ArrowDown")
    shown.keyboard.press("3")
    expect(shown.locator("#heard")).to_have_text("row 2, column 1: 3")
    expect(shown.get_by_role("gridcell", name="row 2, column 1: 3")).to_have_count(1)
    found = tree(shown)
    assert [role for role, _ in found].count("row") == 4
    assert ("grid", "Board") in found
    assert [name for role, name in found if role == "gridcell"][:5] == [
        *("row 1, column 1: 1", "row 1, column 2: 2", "row 1, column 3: empty", "row 1, column 4: empty"),
        "row 2, column 1: 3",
    ]
    current = shown.locator("#drawn .grid").get_attribute("aria-activedescendant")
    assert shown.locator(f"[id='{current}']").get_attribute("aria-label") == "row 2, column 1: 3"
    assert any(role == "status" and not name for role, name in found), "the live region is there"
    replaced(shown, "puzzle: slitherlink\nsize: 1x1\n")
    shown.locator("[data-tool='layer:line']").click()
    shown.keyboard.press("1")
    expect(shown.locator("#heard")).to_have_text(re.compile("a line$"))
    assert [role for role, name in tree(shown) if role == "gridcell" and name.endswith(": a line")] == [
        "gridcell"
    ]
    shown.locator("#asks summary").click()
    shown.locator("#ask-why").click()
    expect(shown.locator("dialog input")).to_have_value("upper side of R1C1=")
    shown.locator("dialog").get_by_role("button", name="Close").click()
    replaced(shown, DOMINOES.format("2x3"))
    expect(shown.get_by_role("gridcell")).to_have_count(6)
    shown.locator("#drawn .grid").focus()
    shown.keyboard.press(" ")
    expect(shown.locator("#heard")).to_have_text("row 1, column 1: outside")
    replaced(shown, "puzzle: packing\nlattice: cubes\nboard: 2x1x2\npieces: dicubes\ncounts: any\n")
    expect(shown.get_by_role("gridcell", name="layer 2, row 1, column 2: a cell")).to_have_count(1)
    assert any(role == "group" and name.startswith("The same in space") for role, name in tree(shown))
    replaced(shown, "puzzle: nonogram\nrows: [[1], [2]]\ncolumns: [[2], [1]]\n")
    expect(shown.get_by_role("gridcell", name="row 2, column 2: empty")).to_have_count(1)
    assert ("textbox", "clue of column 2") in tree(shown)
    replaced(shown, (INSTANCES / "ballroom.yaml").read_text("utf-8"))
    expect(shown.get_by_role("gridcell")).to_have_count(14)
    grid = shown.locator("#drawn .grid")
    for key in ("ArrowDown", "ArrowDown", "ArrowRight"):
        grid.press(key)
    current = grid.get_attribute("aria-activedescendant")
    assert current
    assert ("gridcell", "layer 2, row 3, column 4: a cell") in tree(shown)
    assert (
        shown.locator(f"[id='{current}']").get_attribute("aria-label") == "layer 2, row 3, column 4: a cell"
    )


def test_another_question_meanwhile(chromium: Any, tmp_path: Path) -> None:
    """It waits in the queue; the one before goes on, is in the list of runs with what it found, and is not ended."""
    with served(tmp_path / "state", max_jobs=1, stop=30.0, readers=1) as own:
        page = chromium.new_page(viewport={"width": 1400, "height": 1000}, locale="en-GB")
        page.set_default_timeout(PATIENCE * 1000)
        page.goto(f"http://127.0.0.1:{own.port}/?token={TOKEN}")
        replaced(page, ENDLESS)
        expect(page.locator("#kind")).to_have_text("valid")
        page.locator("#solve").click()
        expect(page.locator(".thumbs figure").first).to_be_visible()
        replaced(page, DOMINOES.format("2x3"))
        expect(page.locator(".cover")).to_contain_text("6 cells")
        page.locator("#solve").click()
        expect(page.locator("#place")).to_have_text("Number 1 in the queue")
        page.locator("#runs summary").click()
        entries = page.locator(".runlist li")
        expect(entries).to_have_count(2)
        expect(entries.last.locator("img")).to_be_visible()
        assert [job["phase"] for job in own.get("/api/jobs")] == ["waiting", "working"]
        assert [job.readers for job in own.server.jobs.known.values()] == [1, 1], "else it would be ended"
        entries.last.get_by_role("button", name="Open").click()
        expect(page.locator("#count")).to_be_visible()
        page.locator("#stop").click()
        expect(page.locator("#verdict")).to_contain_text("so far: stopped")
        expect(entries.first).to_contain_text("3 solutions")
        page.close()


def test_each_tab_keeps_its_puzzle_and_its_undo_and_back_stays_here(shown: Any) -> None:
    tabs = shown.locator("#tabs button")
    replaced(shown, DOMINOES.format("2x3"))
    expect(shown.locator(".cover")).to_contain_text("6 cells")
    tabs.nth(1).click()
    expect(shown.locator(".keypad")).to_be_visible()
    expect(shown.get_by_role("button", name="Undo")).to_be_disabled()
    drag(shown, (8, 8), (8, 8), 9, 9, side=40)
    shown.keyboard.press("Delete")
    expect(shown.locator("#source textarea")).to_have_value(re.compile(r"\.\.\.\.2\.\.\.\.\n"))
    shown.go_back()
    expect(shown.locator(".cover")).to_contain_text("6 cells")
    shown.get_by_role("button", name="Undo").click()
    expect(shown.locator(".cover")).to_contain_text("60 cells")
    shown.go_forward()
    expect(shown.locator("#source textarea")).to_have_value(re.compile(r"\.\.\.\.2\.\.\.\.\n"))
    shown.get_by_role("button", name="Undo").click()
    expect(shown.locator("#source textarea")).to_have_value(re.compile(r"\.\.\.\.2\.\.\.5\n"))


def test_a_phone_has_board_keypad_and_solve_on_one_screen(chromium: Any, server: Served) -> None:
    """In the middle of a large screen the board takes most of its height; dark, its paper is dark, and the colours of
    pieces are those that everybody tells apart; who asks for less motion sees none.
    """
    phone = chromium.new_page(viewport={"width": 390, "height": 844}, locale="en-GB", has_touch=True)
    phone.set_default_timeout(PATIENCE * 1000)
    phone.goto(f"http://127.0.0.1:{server.port}/?token={TOKEN}")
    expect(phone.locator(".cover")).to_contain_text("60")
    phone.locator("#tabs button").nth(1).click()
    expect(phone.locator("#drawn .picture img")).to_be_visible()
    bottoms = [phone.locator(own).bounding_box() for own in ("#drawn .grid", ".keypad", "#solve")]
    assert bottoms[0]["width"] > 340
    ends = [box["y"] + box["height"] for box in bottoms]
    assert ends == sorted(ends)
    assert bottoms[1]["y"] + bottoms[1]["height"] <= bottoms[2]["y"]
    assert ends[-1] <= 844
    for key in phone.locator(".keypad button").all():
        assert min(key.bounding_box()[side] for side in ("width", "height")) >= 44
    phone.close()
    dark = {"color_scheme": "dark", "reduced_motion": "reduce"}
    wide = chromium.new_page(viewport={"width": 1280, "height": 800}, locale="en-GB", **dark)
    wide.set_default_timeout(PATIENCE * 1000)
    wide.goto(f"http://127.0.0.1:{server.port}/?token={TOKEN}")
    expect(wide.locator(".cover")).to_contain_text("60")
    assert wide.locator(".take img").first.evaluate("(own) => getComputedStyle(own).filter") == "none"
    moves = "[...document.querySelectorAll('*')].filter((one) => getComputedStyle(one).transitionDuration !== '0s').length"
    assert (wide.evaluate(moves), wide.evaluate("document.getAnimations().length")) == (0, 0)
    wide.emulate_media(reduced_motion="no-preference")
    assert wide.evaluate(moves) > 0, "or else this shows nothing"
    wide.locator("#tabs button").nth(1).click()
    expect(wide.locator(".keypad")).to_be_visible()
    assert wide.locator("#drawn .grid").bounding_box()["height"] > 600
    assert "invert" in wide.locator("#drawn .picture img").evaluate("(own) => getComputedStyle(own).filter")
    wide.close()


@pytest.mark.parametrize(
    ("template", "row", "typed", "stated"),
    [
        (
            "sumIs",
            "x[] = 5",
            "x[0] x[1] >= 4",
            "<sum> <list> x[0] x[1] </list> <condition> (ge,4) </condition> </sum>",
        ),
        ("less", "x[0] < x[1]", "add(x[0],1) != x[1]", "<intension> ne(add(x[0],1),x[1]) </intension>"),
        (
            "pairs",
            "x[0] x[1] in (0,1)(1,0)",
            "x[0] x[2] not in (1,1)",
            "<extension> <list> x[0] x[2] </list> <conflicts> (1,1) </conflicts> </extension>",
        ),
        (
            "howOften",
            "1 in x[] = 1",
            "2 in x[] ≤ 1",
            "<count> <list> x[] </list> <values> 2 </values> <condition> (le,1) </condition> </count>",
        ),
        (  # a long row is looked at sign by sign
            "pairs",
            "x[0] x[1] in (0,1)(1,0)",
            f"x[0] x[1] in {'(1,2)' * 20_000}",
            f"<supports> {'(1,2)' * 20_000} </supports>",
        ),
        ("less", "x[0] < x[1]", "or(x[0]=1)", "<intension> or(x[0]=1) </intension>"),
    ],
    ids=["sum", "less", "pairs", "count", "long", "other"],
)
def test_a_row_of_a_formula_is_written_as_a_person_does(
    shown: Any, template: str, row: str, typed: str, stated: str
) -> None:
    """What has no such form goes to the reader as it was typed."""
    shown.locator("#tabs button").nth(5).click()
    shown.locator(f"[data-template={template}]").click()
    last = shown.locator(".rows .constraint").last.locator("input")
    expect(last).to_have_value(row)
    expect(shown.locator("#kind")).to_have_text("valid")
    last.fill(typed)
    last.press("Tab")
    expect(shown.locator("#source textarea")).to_have_value(re.compile(re.escape(stated)))


def test_a_formula_is_edited_in_rows(shown: Any) -> None:
    """Variables and constraints are changed, added, inserted and deleted one by one; a fault is marked in its row."""
    shown.locator("#tabs button").nth(5).click()
    rows, text, kind = (
        shown.locator(".rows .constraint"),
        shown.locator("#source textarea"),
        shown.locator("#kind"),
    )
    expect(rows).to_have_count(2)
    shown.locator("[data-template=less]").click()
    expect(text).to_have_value(re.compile(r"<intension> lt\(x\[0\],x\[1\]\) </intension>"))
    last = rows.last.locator("input")
    last.fill("lt(x[0],y)")
    last.press("Tab")
    expect(shown.locator("#fault")).to_contain_text("'y' is not a variable")
    expect(rows.locator("input[aria-invalid]")).to_have_count(1)
    expect(last).to_have_attribute("aria-invalid", "true")
    shown.locator("#add-variable").click()
    shown.locator(".rows .variable .name").last.fill("y")
    shown.locator(".rows .variable .name").last.press("Tab")
    expect(kind).to_have_text("valid")
    expect(rows.locator("input[aria-invalid]")).to_have_count(0)
    rows.first.get_by_role("button").click()
    expect(rows).to_have_count(2)
    shown.keyboard.press("Escape")
    shown.locator("#undo").click()
    expect(rows).to_have_count(3)
    for name, broken in (("cnf", "1 x"), ("opb", "+1 x1 y >= 1"), ("dlx", "p z")):
        shown.get_by_label("Format").select_option(name)
        expect(text).to_have_value(re.compile(f"format: {name}"))
        before = rows.count()
        shown.locator("[data-template]").first.click()
        expect(rows).to_have_count(before + 1)
        expect(kind).to_have_text("valid")
        last.fill(broken)
        last.press("Tab")
        expect(last).to_have_attribute("aria-invalid", "true")
        last.fill("")
        last.press("Backspace")
        expect(rows).to_have_count(before)
        expect(kind).to_have_text("valid")
    shown.get_by_role("button", name="Solve", exact=True).first.click()
    expect(shown.locator("#verdict")).to_have_text("Exactly one solution.")
