"""The page of a set of solutions as a person uses it, in the system's Chromium."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests import helpers
from tests.gallery.test_show import written
from tests.helpers import INSTANCES
from zenkai_solver.models.loading import load
from zenkai_solver.models.render.solid_files import stl, x3d
from zenkai_solver.solvers.cli import main as zenkai
from zenkai_solver.solvers.gallery import questions
from zenkai_solver.solvers.gallery.page import data_of, html, script
from zenkai_solver.solvers.gallery.questions import CompiledSource, answer
from zenkai_solver.solvers.python_api.api import read, solve
from zenkai_solver.solvers.python_api.saved import Saved
from zenkai_solver.solvers.sets.compiling import compile_instance
from zenkai_solver.solvers.sets.queries import where

sync_api = pytest.importorskip(
    "playwright.sync_api", reason="playwright is not installed: pip install 'zenkai-solver[test]'"
)
PATIENCE = 1000 * helpers.PATIENCE  # milliseconds


@pytest.fixture
def page(chromium: Any) -> Iterator[Any]:
    """A page that must not complain, nor ask the network for anything."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB")
    page, complaints = context.new_page(), []
    page.set_default_timeout(PATIENCE)
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "request",
        lambda request: request.url.startswith(("file:", "data:", "blob:")) or complaints.append(request.url),
    )
    yield page
    assert complaints == []
    context.close()


def solved(name: str, folder: Path) -> Path:
    """The solutions file of a shipped instance."""
    return solve(INSTANCES / f"{name}.yaml").save(folder / "found.jsonl")


def opened(page: Any, path: Path, folder: Path) -> dict[str, Any]:
    """Open the page of a solutions file; its data."""
    assert zenkai(["gallery", str(path), "-o", str(folder / "page")]) == 0
    page.goto((folder / "page" / "index.html").as_uri())
    data = data_of(Saved(path))
    drawn(page, len(data["boards"]))
    return data


def drawn(page: Any, number: int) -> None:
    """Wait until so many solutions are shown, each with its picture."""
    sync_api.expect(page.locator(f".tiles[data-drawn='{number}']")).to_have_count(1)
    sync_api.expect(page.locator(".tile > svg")).to_have_count(number)


def stroke(page: Any, cells: list[int]) -> None:
    """By mouse over cells of the map."""
    boxes = [page.locator(f".cell[data-cell='{cell}']").bounding_box() for cell in cells]
    middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    page.mouse.move(*middles[0])
    page.mouse.down()
    for middle in middles[1:]:
        page.mouse.move(*middle)
    page.mouse.up()


def without_faults(page: Any) -> None:
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed"
    )
    found = axe.Axe().run(page, options={"resultTypes": ["violations"]})
    assert found.violations_count == 0, found.generate_report()


def uneven(labels: list[str]) -> bool:
    """Is the most frequent label there in other than half of all, and not in all?"""
    (_, most), *others = Counter(labels).most_common()
    return bool(others) and 2 * most != len(labels)


def test_a_set_of_packings(page: Any, tmp_path: Path) -> None:
    """Six tetrominoes: map, filters against a run with that piece fixed, comparison, order, export, state."""
    path = solved("tetris-twice", tmp_path)
    data, expect = opened(page, path, tmp_path), sync_api.expect
    boards, count = data["boards"], len(data["boards"])
    without_faults(page)

    assert "null" not in page.locator("body").inner_text()
    # the map: over all values the numbers of a cell add up to the number of solutions
    kinds = data["kinds"] or boards
    total = 0
    for label in data["labels"]:
        page.get_by_label("Show on the map").select_option(label)
        expect(page.locator(".cell[data-cell='0']")).to_have_attribute(
            "data-part", str(sum(own[0] == label for own in kinds))
        )
        parts = [int(cell.get_attribute("data-part")) for cell in page.locator(".cell").all()]
        assert parts == [sum(own[cell] == label for own in kinds) for cell in range(len(data["cells"]))]
        total += sum(parts)
    assert total == count * len(data["cells"])

    # filters by the keyboard alone: the number said before is the number left
    cell = next(c for c in range(len(data["cells"])) if uneven([own[c] for own in kinds]))
    page.locator(f".cell[data-cell='{cell}']").focus()
    page.keyboard.press("Enter")
    choice = page.locator(".choices li").first
    label, left = (
        choice.locator(".what").inner_text(),
        int(choice.locator("button").first.get_attribute("data-left")),
    )
    choice.locator("button").first.focus()
    page.keyboard.press("Enter")
    drawn(page, left)
    assert left == sum(own[cell] == label for own in kinds)
    r, c = data["cells"][cell]
    name = f"{chr(65 + c)}{r + 1}"
    expect(page.locator(".chips button")).to_have_text(f"{label} at {name} ×")
    page.reload()
    drawn(page, left)
    page.locator(".chips button").click()
    drawn(page, count)
    page.locator(f".cell[data-cell='{cell}']").click()
    page.locator(".choices li").first.locator("button").nth(1).click()
    drawn(page, count - left)
    page.locator(".chips button").click()
    drawn(page, count)

    # in words: a cell and its value in three ways, and what cannot be meant
    search, row = page.get_by_label("Search", exact=True), "." * c + label
    for text in (f"{label}@{name}", f"R{r + 1}C{c + 1}={label}", "/".join(["."] * r + [row] + ["."])):
        search.fill(text)
        search.press("Enter")
        expect(page.locator(".chips button")).to_have_text(f"{label} at {name} ×")
        drawn(page, left)
        page.locator(".chips button").click()
        drawn(page, count)
    for text in ("what?", f"{label}@ZZ99", f"R99C1={label}", f"?@{name}"):
        search.fill(text)
        search.press("Enter")
        expect(page.locator("#z-told")).to_contain_text("rows such as")
        expect(page.locator(".chips button")).to_have_count(0)

    # drawn on the map: a stroke asks for its cells, the same stroke again no more; by a key the value of a cell
    page.locator("#z-draw").click()
    page.locator(".inks button").filter(has_text=re.compile(f"^{label}$")).click()
    strokes = [own for own in range(len(data["cells"])) if data["cells"][own][0] == r][:2]
    wanted = sum(all(own[i] == label for i in strokes) for own in kinds)
    for number, chips in ((wanted, 1 + len(strokes)), (count, 1)):
        stroke(page, strokes)
        expect(page.locator(".status")).to_have_attribute("data-total", str(number))
        expect(page.locator(".chips li")).to_have_count(chips)
    page.locator(f".cell[data-cell='{cell}']").focus()
    page.keyboard.press(label)
    drawn(page, left)
    expect(page.locator(f".cell[data-cell='{cell}']")).to_be_focused()
    expect(page.locator(".asked text")).to_have_text(label)
    page.locator("#z-draw").click()
    page.locator(".chips button").click()
    drawn(page, count)

    # compare two: what differs is solid
    page.locator("#z-0").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("c")
    page.locator("#z-0").focus()
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    pieces = {frozenset(i for i, x in enumerate(boards[-1]) if x == y) for y in set(boards[-1])}
    others = {frozenset(i for i, x in enumerate(boards[0]) if x == y) for y in set(boards[0])}
    expect(page.locator(".compared")).to_have_attribute("data-differ", str(len(pieces - others)))
    without_faults(page)

    # the most alike first
    page.get_by_label("Order").select_option("most")
    expect(page.locator(".tile").first).to_have_id(f"z-{count - 1}")
    drawn(page, count)

    # what is saved is a solutions file with the boards of the selection
    with page.expect_download() as saved:
        page.locator("#z-jsonl").click()
    saved.value.save_as(tmp_path / "saved.jsonl")
    assert sorted(one.board for one in read(tmp_path / "saved.jsonl")) == sorted(
        one.board for one in read(path)
    )
    with page.expect_download() as sheet:
        page.locator("#z-svg").click()
    sheet.value.save_as(tmp_path / "saved.svg")
    assert (tmp_path / "saved.svg").read_text(encoding="utf-8").count("<g ") == count

    # for print: a dozen on a page; pixels
    found = {}
    for ending in ("pdf", "png"):
        with page.expect_download() as download:
            page.locator(f"#z-{ending}").click()
        download.value.save_as(tmp_path / ending)
        found[ending] = (tmp_path / ending).read_bytes()
    assert found["png"].startswith(b"\x89PNG")
    assert found["pdf"].startswith(b"%PDF-1.4")
    assert found["pdf"].count(b"/Type /Page ") == -(-count // 12)
    letters = b"".join(re.findall(rb"\(([A-Za-z])\) Tj", found["pdf"])).decode()
    assert Counter(letters) == Counter("".join(letter for own in boards for letter in set(own)))
    table = int(found["pdf"].split()[-2])
    assert found["pdf"][table:].startswith(b"xref")

    # the k-th of them
    page.get_by_label("Number").fill("3")
    page.keyboard.press("Enter")
    expect(page.locator(".tile").nth(2)).to_have_attribute("aria-selected", "true")

    # the other language
    page.get_by_label("Language").select_option("ja")
    expect(page.locator("#z-filter")).to_have_text("絞り込み")
    expect(page.locator("html")).to_have_attribute("lang", "ja")


def test_the_pieces_of_a_dissection_move(page: Any, tmp_path: Path) -> None:
    """The slider at its end: the middle of each cell of figure 1 is the middle of a cell of figure 2."""
    page.emulate_media(color_scheme="dark")
    path = solved("dissection/ring", tmp_path)
    data, expect = opened(page, path, tmp_path), sync_api.expect
    without_faults(page)
    slider = page.get_by_label("Move the pieces")
    slider.focus()
    page.keyboard.press("End")
    expect(page.locator(".moving")).to_have_count(len(set(data["boards"][0])))
    where = page.evaluate(
        """() => [...document.querySelectorAll(".detail .moving")].map((piece) => {
          const matrix = piece.transform.baseVal.consolidate().matrix;
          const squares = piece.querySelector("path").getAttribute("d").split("M").slice(1);
          return [piece.dataset.piece, squares.map((d) => {
            const points = d.replace("z", "").split("L").map((p) => p.split(" ").map(Number));
            const [x, y] = [0, 1].map((i) => points.reduce((sum, p) => sum + p[i], 0) / points.length);
            return [matrix.a * x + matrix.c * y + matrix.e, matrix.b * x + matrix.d * y + matrix.f];
          })];
        })"""
    )
    figure, found = data["layout"]["figure"], {}
    left, top = (
        min(point[i] for corners in data["layout"]["corners"] for point in corners) * 10 - 0.8 for i in (0, 1)
    )
    for label, middles in where:
        for x, y in middles:
            found[round((y + top) / 10 - 0.5, 2), round((x + left) / 10 - 0.5, 2)] = label
    assert found == {tuple(data["cells"][i]): data["boards"][0][i] for i in range(figure, len(data["cells"]))}
    page.locator(".cell").first.click()
    left_then = int(page.locator(".choices button").first.get_attribute("data-left"))
    same = [board for board in data["boards"] if board[0] == board[1]]
    assert left_then in (len(same), len(data["boards"]) - len(same), len(data["boards"]))


def test_many_and_a_stranger_s_name(page: Any, tmp_path: Path) -> None:
    """Beyond one page of tiles there are pages; a name is text, also in the browser."""
    text = "puzzle: nonogram\nrows: [[1], [1], [1], [1], [1], [1], [1]]\ncolumns: [[1], [1], [1], [1], [1], [1], [1]]\n"
    name = "<img src=x onerror=alert(1)>"
    boards = (
        tuple("......."[:i] + "#" + "......."[i + 1 :] for i in order) for order in permutations(range(7))
    )
    written(tmp_path / "found.jsonl", text, *boards, name=name)
    data = data_of(Saved(tmp_path / "found.jsonl"))
    assert len(data["boards"]) == 5_040
    (tmp_path / "index.html").write_text(html(name, data), encoding="utf-8")
    page.goto((tmp_path / "index.html").as_uri())
    drawn(page, 200)
    expect = sync_api.expect
    expect(page.locator("h1")).to_have_text(name)
    expect(page.locator(".pager span")).to_have_text("Page 1 of 26")
    page.get_by_label("Last page").click()
    drawn(page, 40)
    page.get_by_label("Show on the map").select_option("#")
    expect(page.locator(".cell[data-cell='3']")).to_have_attribute("data-part", "720")
    with page.expect_download() as sheet:  # all that match, not those of this page alone
        page.locator("#z-svg").click()
    shown = ElementTree.parse(sheet.value.path()).getroot()
    assert [name.text for name in shown if name.tag.endswith("text")] == [str(n) for n in range(1, 5_041)]
    expect(page.locator("#z-png")).to_have_text("PNG (the first 2,500)")
    with page.expect_download() as printed:
        page.locator("#z-pdf").click()
    assert Path(printed.value.path()).read_bytes().count(b"/Type /Page /Parent") == 420
    expect(page.locator("#z-saved")).to_have_text("")
    without_faults(page)


def test_solids(page: Any, tmp_path: Path) -> None:
    """Layers beside each other, or the solid in space: each cube's top is seen once the layers are apart."""
    text = "puzzle: packing\nlattice: cubes\nboard: 2x1x2\npieces:\n  A: [[0, 0, 0], [1, 0, 0]]\ncounts: 2\n"
    opened(page, written(tmp_path / "x.jsonl", text, ("AB", "  ", "AB")), tmp_path)
    expect = sync_api.expect
    expect(page.locator(".solid text")).to_have_text(["A", "B"])
    expect(page.locator(".told li")).to_have_text(["A1: A B", "A3: A B"])  # for those who hear it
    solid = page.locator(".holder")
    solid.focus()
    seen = [page.locator(".solid text").all_text_contents()]
    for _ in range(4):  # four quarter turns lead back; half way the other piece is in front
        page.keyboard.press("ArrowRight")
        seen.append(page.locator(".solid text").all_text_contents())
    assert seen[4] == seen[0]
    assert seen[2] == seen[0][::-1]
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    page.get_by_label("Pull the layers apart").focus()
    page.keyboard.press("End")
    expect(page.locator(".solid text")).to_have_text(["A", "B", "A", "B"])
    page.locator("#z-layers").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".detail .letter")).to_have_text("AABB")
    expect(page.locator("#z-layers")).to_be_focused()
    without_faults(page)
    found = {(0, 0, 0): "A", (1, 0, 0): "A", (0, 0, 1): "B", (1, 0, 1): "B"}
    for ending, wanted in (("stl", stl(found)), ("x3d", x3d(found))):
        with page.expect_download() as download:
            page.locator(f"#z-{ending}").click()
        download.value.save_as(tmp_path / ending)
        made = (tmp_path / ending).read_text(encoding="utf-8")
        assert numbers(made) == numbers(wanted), ending


def numbers(text: str) -> list[str]:
    """Of a solid: coordinates and normals, colours, in any order; of X3D also how many indices there are."""
    found = re.findall(r"(?:vertex|normal) (\S+ \S+ \S+)|diffuseColor=[\"'](.*?)[\"']", text)
    indices = [str(len(own.split())) for own in re.findall(r'coordIndex="(.*?)"', text)]
    points = [
        ",".join(sorted(re.findall(r"-?\d+ -?\d+ -?\d+", own))) for own in re.findall(r'point="(.*?)"', text)
    ]
    return sorted("".join(own) for own in found) + sorted(indices) + sorted(points)


def test_what_the_puzzle_itself_has_drawn(page: Any, tmp_path: Path) -> None:
    """A thermometer, a cage and a clue beside the grid are on every board of a sudoku."""
    text = "puzzle: sudoku\nsize: 4x4\nrules:\n  - thermo: [R1C1 R1C2]\n  - killer: [4 = R2C1]\n"
    text += "  - skyscraper: {top: '. . . 1'}\n"
    boards = [("1234", "4321", "2143", "3412"), ("1234", "4312", "2143", "3421")]
    opened(page, written(tmp_path / "x.jsonl", text, *boards), tmp_path)
    expect = sync_api.expect
    expect(page.locator(".detail svg circle")).to_have_count(1)
    expect(page.locator(".detail svg path[stroke-dasharray]")).to_have_count(1)
    expect(page.locator(".tile svg circle")).to_have_count(2)
    expect(page.locator(".detail svg g > text")).to_have_text(["4", "1"])


FREE = "puzzle: packing\nboard: 3x4\npieces: |\n  A.BBB.CC\n  A.B...CC\n  A.B.....\n"


def test_conditions_on_all_cells_of_a_piece_are_that_piece_fixed(page: Any, tmp_path: Path) -> None:
    """For each place of each piece of the first solution: as many are left as a run with it fixed finds."""
    solve(FREE, symmetry="all").save(tmp_path / "x.jsonl")
    data = opened(page, tmp_path / "x.jsonl", tmp_path)
    address = (tmp_path / "page" / "index.html").as_uri()
    first, left = data["boards"][0], []
    for label in "ABC":
        own = [i for i, letter in enumerate(first) if letter == label]
        conditions = ",".join(f"{label}@{chr(65 + c)}{r + 1}" for r, c in (data["cells"][i] for i in own))
        drawing = "\n".join(
            "  " + "".join(label if 4 * r + c in own else "." for c in range(4)) for r in range(3)
        )
        fixed = solve(f"{FREE}fixed: |\n{drawing}\n").all
        page.goto("about:blank")
        page.goto(f"{address}#f={conditions}")
        drawn(page, fixed)
        left.append(fixed)
    assert 0 < min(left) <= max(left) < len(data["boards"])


def test_a_set_that_is_elsewhere(page: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same page with a compiled set that answers: pages, conditions, and the number left before they hold;
    what matches is saved part by part.
    """
    monkeypatch.setattr(questions, "MOST_LINES", 1_000)
    found = compile_instance(load(INSTANCES / "dominoes6x6.yaml"))
    source, expect = CompiledSource(found), sync_api.expect
    page.expose_function("ask", lambda what, request: answer(source, what, request))
    page.goto("about:blank")
    start = "mount(document.body, servedSource(await ask('info', null), ask));"
    page.add_script_tag(content=f"{script()}\n{start}", type="module")
    drawn(page, 200)
    expect(page.locator(".status")).to_have_text("6,728 of 6,728 shown")
    page.get_by_label("Last page").click()
    drawn(page, 128)
    page.locator(".cell[data-cell='14']").click()
    choice = page.locator(".choices li").filter(has_text="same piece as D3").locator("button").first
    left = where(found, "C3=D3").count
    expect(choice).to_have_attribute("data-left", str(left))
    choice.click()
    expect(page.locator(".status")).to_have_text(f"{left:,} of 6,728 shown")
    drawn(page, 200)
    expect(page.locator(".chips button")).to_have_text("C3 and D3 in one piece ×")
    page.locator("#z-draw").click()
    expect(page.locator(".thread")).to_have_count(1)
    stroke(page, [14, 15])
    expect(page.locator(".status")).to_have_text("6,728 of 6,728 shown")
    stroke(page, [0, 1])
    expect(page.locator(".chips button")).to_have_text("A1 and B1 in one piece ×")
    matching = where(found, "A1=B1").count
    expect(page.locator(".status")).to_have_text(f"{matching:,} of 6,728 shown")
    with page.expect_download() as saved:
        page.locator("#z-jsonl").click()
    saved.value.save_as(tmp_path / "saved.jsonl")
    assert len({one.board for one in read(tmp_path / "saved.jsonl")}) == matching > 2 * questions.MOST_LINES


def test_orbits_a_random_one_and_play(page: Any, tmp_path: Path) -> None:
    """Symmetric ones, those of one orbit size; one that is drawn by lot; one after the other until it is stopped."""
    path = solve("puzzle: packing\nboard: 4x4\npieces: dominoes\ncounts: any\n").save(tmp_path / "x.jsonl")
    data = opened(page, path, tmp_path)
    orbits, expect = data["orbits"], sync_api.expect
    assert data["group"] == 8
    assert 1 < len(set(orbits)) < len(orbits)
    page.get_by_label("Symmetric ones only").check()
    drawn(page, sum(size < 8 for size in orbits))
    page.get_by_label("Symmetric ones only").uncheck()
    page.get_by_label("Orbit size").select_option(str(orbits[0]))
    drawn(page, orbits.count(orbits[0]))
    page.get_by_label("Orbit size").select_option("")
    drawn(page, len(orbits))
    page.locator("#z-0").click()
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#z-0")).to_have_attribute("aria-selected", "false")
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#z-play")).to_have_attribute("aria-pressed", "false")
    expect(page.locator(".tile[aria-selected='true']")).to_have_count(1)
    page.evaluate("Math.random = () => 0.5")
    page.get_by_role("button", name="Random").click()
    expect(page.locator(f"#z-{len(orbits) // 2}")).to_have_attribute("aria-selected", "true")
