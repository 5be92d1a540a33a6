"""What each cell may be, at each change: `POST /api/live`, and the processes behind it."""

from __future__ import annotations

import http.client
import json
from base64 import b64decode
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import zenkai_solver as zenkai
from tests.web_helpers import Served, needed, served
from zenkai_solver.models.formats.table import LINKS
from zenkai_solver.models.loading import loads
from zenkai_solver.models.puzzle import Puzzle
from zenkai_solver.solvers.core.deadlines import Unsupported
from zenkai_solver.solvers.explanations.theory import Theory, theory_of
from zenkai_solver.solvers.webapp import candidates as module
from zenkai_solver.solvers.webapp.candidates import LiveValues, candidates
from zenkai_solver.solvers.webapp.errors import Wrong
from zenkai_solver.solvers.webapp.exporting import exported, formats
from zenkai_solver.solvers.webapp.live import MOST

OPEN = "puzzle: sudoku\ngrid: |\n  12..\n  ....\n  ..3.\n  ....\n"
LOOP = "puzzle: slitherlink\nsize: 2x2\nclues: |\n  2.\n  ..\n"


@pytest.mark.parametrize("text", [OPEN, LOOP, OPEN.replace("12..", "1...")], ids=["sudoku", "genre", "more"])
def test_values_are_those_of_all_solutions(text: str) -> None:
    """By another engine, board by board."""
    boards = [solution.board for solution in zenkai.solve(text, symmetry="all", backend="sat")]
    found = candidates(loads(text, "x"), 60.0)
    wanted = {(r, c): {board[r][c] for board in boards} for r, c, _ in found["cells"]}
    assert {(r, c): set(values) for r, c, values in found["cells"]} == wanted
    assert (found["count"], found["partial"]) == (min(len(boards), 2), False)


def test_what_is_entered_on_a_board_counts() -> None:
    """As if it were given; a value that is not possible there is passed over, and nonsense refused."""
    edge = ["line", 0, 1, 1]
    found = candidates(loads(LOOP, "x"), 60.0, [edge])
    given = candidates(loads(LOOP + "known: |\n  .-.?.\n  ?.?.?\n  .?.?.\n  ?.?.?\n  .?.?.\n", "x"), 60.0)
    assert found == given != candidates(loads(LOOP, "x"), 60.0)
    assert candidates(loads(LOOP, "x"), 60.0, [["line", 0, 1, 5]]) == candidates(loads(LOOP, "x"), 60.0)
    four = [["line", y, x, 1] for y, x in ((0, 1), (1, 0), (1, 2))]
    assert candidates(loads(LOOP, "x"), 60.0, four)["count"] == 0
    with pytest.raises(Wrong):
        candidates(loads(LOOP, "x"), 60.0, ["line"])


def test_none_one_and_no_time() -> None:
    none = loads(OPEN + "rules: [{sum: [9 = R1C3 R1C4]}]\n", "x")
    assert candidates(none, 60.0) == {"cells": [], "count": 0, "partial": False, "more": False}
    nothing = candidates(loads("puzzle: sudoku\nsize: 9x9\nrules: [anti-knight]\n", "x"), 1e-9)
    assert nothing == {"cells": [], "count": None, "partial": True, "more": False}


def test_small_numbers_come_first_where_there_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then all; a contradiction is told at once; where all are too many, the small ones remain."""
    text = "puzzle: fillomino\nsize: 2x3\n"
    every = candidates(loads(text, "x"), 60.0)
    monkeypatch.setattr(module, "MANY", 0)
    monkeypatch.setattr(module, "SMALL", (1, 3))  # with ones alone there is no solution
    assert candidates(loads(text, "x"), 60.0) == every
    live = LiveValues(60.0, 60.0)
    first = live.answer(text, "x")
    assert {value for _, _, values in first["cells"] for value in values} == {"1", "2", "3"}
    assert (first["count"], first["partial"], first["more"]) == (2, True, True)
    assert live.answer(text, "x") == every
    wrong = [["number", 1, 1, 6], ["number", 1, 3, 5]]
    none = {"cells": [], "count": 0, "partial": False, "more": False}
    assert LiveValues(60.0, 60.0).answer(text, "x", wrong) == none

    def stated(puzzle: Puzzle, **more: Any) -> Theory:
        if puzzle == loads(text, "x").puzzle:
            raise Unsupported("too large")
        return theory_of(puzzle, **more)

    monkeypatch.setattr(module, "theory_of", stated)
    live = LiveValues(60.0, 60.0)
    assert live.answer(text, "x") == first
    assert live.answer(text, "x") == {**first, "more": False} == live.answer(text, "x")
    unknown = {**none, "count": None, "partial": True}
    assert live.answer(text, "x", wrong) == unknown
    monkeypatch.setattr(module, "MANY", 100)
    with pytest.raises(Unsupported):
        LiveValues(60.0, 60.0).answer(text, "x")


@pytest.mark.parametrize(("size", "count"), [("3x3", 0), ("2x4", 2), ("9x9", 0)])
def test_areas_of_one_size_that_do_not_fill_the_board_are_refused_at_once(size: str, count: int) -> None:
    """81 cells are no areas of four, which the search alone does not see."""
    assert LiveValues(60.0).answer(f"puzzle: fourcells\nsize: {size}\n", "x")["count"] == count


def test_a_board_without_a_place_has_no_values() -> None:
    found = LiveValues(60.0).answer("puzzle: goishi\nsize: 2x2\nstones: |\n  ..\n  ..\n", "x")
    assert found["cells"] == []


def test_what_is_not_known_yet_is_told_when_the_same_is_asked_again() -> None:
    """In the end it is what one long answer tells; a value that was once said to be possible stays so."""
    live, text = LiveValues(60.0, soon=0.01), "puzzle: sudoku\nsize: 9x9\nrules: [anti-knight]\n"
    answers = [live.answer(text, "x")]
    while answers[-1]["more"]:
        answers.append(live.answer(text, "x"))
    assert len(answers) > 1
    assert answers[-1] == candidates(loads(text, "x"), 60.0)
    for before, after in pairwise(answers):
        assert {*_known(before)} <= {*_known(after)}
    assert live.answer(text, "y")["partial"] is False, "what is known stays"


def _known(answer: dict[str, Any]) -> Iterator[tuple[int, int, str]]:
    return ((r, c, label) for r, c, values in answer["cells"] for label, known in values.items() if known)


def test_a_given_more_keeps_what_is_known() -> None:
    """The same as of a puzzle that is asked about first; also under a condition, and back again."""
    live = LiveValues(60.0, soon=60.0)
    given, where = OPEN.replace("..3.", ".13."), "where: 3@R1C4\n"
    for text in (OPEN, given, OPEN, OPEN + where, given + where, OPEN.replace("..3.", "4.3.")):
        assert live.answer(text, "x") == candidates(loads(text, "x"), 60.0), text


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    needed()
    with served(tmp_path_factory.mktemp("live") / "state") as found:
        yield found


def test_a_tab_asks_again_and_tabs_are_few(server: Served) -> None:
    asked = {"tab": "0" * 16, "text": OPEN}
    assert server.status("GET", "/") == 200
    begun = server.server.tabs.spare  # with the page
    first = server.post("/api/live", asked)
    assert [0, 0, {"1": 1}] in first["cells"]
    helper = server.server.tabs.known["0" * 16]
    assert helper is begun
    assert server.post("/api/live", {**asked, "text": LOOP})["count"] == 2
    assert server.server.tabs.known["0" * 16] is helper, "the process stays"
    answer, body = server.ask("POST", "/api/live", {**asked, "text": "puzzle: x\n"})
    assert answer.status == 400
    assert "x" in json.loads(body)["error"]
    for wrong in ({"tab": "a"}, {"tab": 7}, {"tab": ["0" * 16]}, {"text": 5}, {"name": 5}):
        assert server.status("POST", "/api/live", {**asked, **wrong}) == 400, wrong
    server.server.tabs.known.update({f"{n:016x}": helper for n in range(2, 1 + MOST)})  # as if they had asked
    server.post("/api/live", {**asked, "tab": "f" * 16})
    assert len(server.server.tabs.known) == MOST
    assert "0" * 16 not in server.server.tabs.known, "it has asked nothing for longest"
    server.server.tabs.known.pop(f"{2:016x}", None)


def test_who_leaves_ends_the_process(server: Served, tmp_path: Path) -> None:
    tab = "e" * 16
    text = "puzzle: sudoku\nsize: 16x16\nrules: [anti-knight, anti-king, non-consecutive]\n"
    body = json.dumps({"tab": tab, "text": text}).encode()
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.request("POST", "/api/live", body, {**server.headers, "Content-Type": "application/json"})
    while tab not in server.server.tabs.known or not server.server.tabs.known[tab].waiting:
        pass
    held = server.server.tabs.known[tab]
    connection.close()
    while held.waiting:
        pass
    assert held.helper.over
    assert tab not in server.server.tabs.known


GIVENS = "puzzle: sudoku\nsize: 9x9\n"


@pytest.mark.parametrize(
    ("text", "to", "begins"),
    [
        (OPEN, "yaml", b"puzzle: sudoku"),
        (OPEN, "svg", b"<svg"),
        (GIVENS, "png", b"\x89PNG"),
        (LOOP, "pdf", b"%PDF"),
        (GIVENS, "sdk", b""),
    ],
)
def test_a_puzzle_is_handed_on_as_a_file(text: str, to: str, begins: bytes) -> None:
    assert to in formats(loads(text, "x"))
    found = exported(loads(text, "x"), to)
    assert found["ending"] == to
    assert b64decode(found["data"]).startswith(begins)


@pytest.mark.parametrize(
    ("text", "links"),
    [
        (GIVENS, {"fpuzzles", "sudokupad", "penpa", "puzzlink", "tatham"}),
        (GIVENS + "rules: [anti-knight]\n", {"fpuzzles", "sudokupad"}),
        (LOOP, {"penpa", "puzzlink"}),
        ("puzzle: packing\nboard: 6x10\npieces: pentominoes\n", set()),
    ],
)
def test_links_are_offered_that_can_state_the_puzzle(text: str, links: set[str]) -> None:
    instance = loads(text, "x")
    assert {*formats(instance)} & {*LINKS} == links
    assert all(exported(instance, to)["link"] for to in links)


def test_a_puzzle_is_handed_on_as_a_link(server: Served) -> None:
    """Read again it is the same puzzle; what has no such link, or no such format, is refused in one line."""
    link = server.post("/api/export", {"text": LOOP, "to": "puzzlink"})["link"]
    assert link.startswith("https://puzz.link/p?")
    assert server.post("/api/read", {"text": link})["data"]["clues"] == loads(LOOP, "x").text.partition(
        "clues: |\n"
    )[2].replace("  ", "")
    for wrong in ({"to": "exe"}, {"to": 5}, {"text": None}, {"to": "sudokupad"}):
        assert server.status("POST", "/api/export", {"text": LOOP, "to": "puzzlink", **wrong}) == 400, wrong
