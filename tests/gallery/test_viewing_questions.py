"""What a page asks where the solutions are elsewhere: tables and compiled sets against each board in turn."""

from __future__ import annotations

import json
from collections import Counter
from itertools import permutations, product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tests.gallery.test_show import FLIPPED, PLANE, written
from zenkai_solver.models.loading import loads
from zenkai_solver.models.puzzle import Moving, copies_of
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.cli import main as zenkai
from zenkai_solver.solvers.gallery import indexed, likeness, questions
from zenkai_solver.solvers.gallery.indexed import index_of
from zenkai_solver.solvers.gallery.likeness import told_by_planes
from zenkai_solver.solvers.gallery.page import Scene
from zenkai_solver.solvers.gallery.questions import (
    Bears,
    CompiledSource,
    Joined,
    Query,
    SolutionSource,
    answer,
    index_of_set,
    read_query,
)
from zenkai_solver.solvers.python_api.saved import Saved
from zenkai_solver.solvers.sets.compiling import compile_instance
from zenkai_solver.solvers.sets.errors import QueryError
from zenkai_solver.solvers.solution_files.places import STEP
from zenkai_solver.solvers.solution_files.results import ResultsError

CASES = {
    "copies of two kinds": "puzzle: packing\nboard: 2x3\npieces: [dominoes, monominoes]\ncounts: any\n",
    "copies, some cells free": "puzzle: packing\nboard: 2x2\npieces: [dominoes, monominoes]\ncounts: 0..2\nfill: partial\n",
    "letters": "puzzle: packing\nboard: 3x4\npieces: |\n  A.BBB.CC\n  A.B...CC\n  A.B.....\n",
    "digits": "puzzle: sudoku\ngrid: |\n  1.3.\n  ....\n  ....\n  ...1\n",
    "inks": "puzzle: nonogram\nrows: [[1], [1], [1]]\ncolumns: [[1], [1], [1]]\n",
    "borders": "puzzle: dissection\nfrom: 1x4\nto: 2x2\npieces: 2..3\n",
}  # fmt: skip


class Brute:
    """The meaning: every board in turn, its pieces as sets of cells."""

    def __init__(self, scene: Scene, boards: list[Board]) -> None:
        self.scene, self.boards = scene, boards
        self.letters = [scene.letters(board) for board in boards]
        facts = {(label, frozenset(cells)) for label, cells in scene.puzzle.facts}
        self.kinds = [self._kinds(board, facts) for board in boards]

    def _kinds(self, board: Board, facts: set[Any]) -> list[str]:
        """By the facts that are true of the board: its own letter, or the label of the piece on these cells."""
        cells, letters = self.scene.region.cells, self.scene.letters(board)
        hidden = copies_of(self.scene.puzzle).labels
        own = [frozenset(c for c, x in zip(cells, letters) if x == letter) for letter in letters]
        known = {on: label for label, on in facts if label in hidden}
        return [known.get(on, letter) if letter != "." else "." for on, letter in zip(own, letters)]

    def joined(self, i: int, a: int, b: int) -> bool:
        same = self.letters[i][a] == self.letters[i][b]
        return same and not (self.scene.layout.pieces and self.letters[i][a] == ".")

    def found(self, query: Query) -> list[int]:
        def holds(i: int) -> bool:
            return all(
                (
                    self.kinds[i][own.cell] == own.label
                    if isinstance(own, Bears)
                    else self.joined(i, own.cell, own.beside)
                )
                != own.no
                for own in query.filters
            )

        return [i for i in range(len(self.boards)) if holds(i)]

    def pieces(self, i: int) -> set[Any]:
        """Of values the cells with them, of pieces the sets of cells; free cells one by one."""
        letters = self.letters[i]
        if not self.scene.layout.pieces:
            return set(enumerate(letters))
        return {
            frozenset(c for c, x in enumerate(letters) if x == letter) if letter != "." else ("free", c)
            for c, letter in enumerate(letters)
        }

    def far(self, like: int, i: int) -> int:
        """How many cells of the one lie in a piece that the other has not."""
        wrong = self.pieces(like) - self.pieces(i)
        return sum(len(own) if isinstance(own, frozenset) else 1 for own in wrong)


def queries(brute: Brute) -> list[Query]:
    """No condition, each single one, and pairs."""
    cells = range(len(brute.scene.region.cells))
    single: list[Any] = [Bears(c, x, no) for c in cells for x in brute.scene.labels for no in (False, True)]
    single += [Joined(a, b, no) for a, b in brute.scene.pairs for no in (False, True)]
    pairs = list(product(single, repeat=2))
    return [
        Query(),
        *(Query((one,)) for one in single),
        *(Query(pair) for pair in pairs[:: 1 + len(pairs) // 30]),
    ]


def check(source: SolutionSource, brute: Brute) -> None:
    """Each answer, for each query; boards are compared as sets, since orders differ."""
    for query in queries(brute):
        wanted = brute.found(query)
        page = source.page(0, 2_500, query)
        assert page.total == source.matching(query) == len(wanted)
        assert sorted(item.board for item in page.items) == sorted(brute.boards[i] for i in wanted)
        assert source.page(1, 2, query).items == page.items[1:3]
        share = source.share(query)
        assert share.total == len(wanted)
        if brute.scene.labels:
            assert [dict(own) for own in share.bears] == [
                dict(Counter(brute.kinds[i][c] for i in wanted)) for c in range(len(brute.scene.region.cells))
            ]
        assert list(share.joined) == [
            sum(brute.joined(i, a, b) for i in wanted) for a, b in brute.scene.pairs
        ]
    whole = source.page(0, 2_500, Query())
    assert [item.index for item in whole.items] == list(range(source.count))


@pytest.mark.parametrize("name", CASES)
def test_answers_are_those_of_each_board_in_turn(name: str, tmp_path: Path) -> None:
    instance = loads(CASES[name], "given")
    found = compile_instance(instance)
    boards = sorted(found.boards())
    assert len(boards) > 3
    brute = Brute(Scene(instance), boards)
    path = written(tmp_path / "x.jsonl", CASES[name], *boards)
    table, compiled = index_of(Saved(path)), CompiledSource(found)
    check(table, brute)
    check(compiled, brute)
    assert [table.scene.kinds(letters) for letters in brute.letters] == ["".join(own) for own in brute.kinds]
    assert told_by_planes(table.scene) == (name != "borders")
    half = Query((Joined(0, 1) if name == "borders" else Bears(0, brute.kinds[0][0]),))
    for like, least in product(range(0, len(boards), 1 + len(boards) // 5), (False, True)):
        far = [brute.far(like, i) for i in range(len(boards))]
        for filters in ((), half.filters):
            left = brute.found(Query(filters))
            order = sorted(left, key=lambda i: (-far[i] if least else far[i], i))
            asked = Query(filters, like=like, least=least)
            pages = [table.page(first, 3, asked).items for first in range(0, len(boards) + 3, 3)]
            assert [item.index for page in pages for item in page] == order
    assert [index_of_set(found.diagram, chosen) for chosen in found.diagram.rows()] == list(
        range(found.count)
    )


def test_orbits(tmp_path: Path) -> None:
    text = CASES["letters"]
    path = written(tmp_path / "x.jsonl", text, *compile_instance(loads(text, "given")).boards())
    saved = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text(
        "".join([*saved[:2], *(line.replace('"orbit": 1', '"orbit": 4') for line in saved[2:])]),
        encoding="utf-8",
    )
    table = index_of(Saved(path))
    assert table.orbit_sizes == [1, 4]
    assert table.page(0, 9, Query(orbit=1)).total == table.page(0, 9, Query(symmetric=True)).total == 1
    assert table.page(0, 9, Query(orbit=4)).total == table.count - 1


def test_what_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene(loads(CASES["letters"], "given"))
    good = {
        "filters": [{"cell": 0, "label": "A"}, {"cell": 0, "beside": 1, "not": True}],
        "symmetric": True,
        "orbit": None,
        "like": 2,
        "least": False,
    }
    assert read_query(good, scene) == Query((Bears(0, "A"), Joined(0, 1, True)), True, 0, 2, False)
    for wrong, said in (
        ([], "a query is an object"),
        ({"filters": [{}] * 65}, "65 filters, at most 64"),
        ({"filters": [{"cell": 12, "label": "A"}]}, "cells are numbers from 0 to 11"),
        ({"filters": [{"cell": True, "label": "A"}]}, "cells are numbers"),
        ({"filters": [{"cell": 0, "beside": -1}]}, "cells are numbers"),
        ({"filters": [{"cell": 0, "label": "AB"}]}, "a label is one character"),
        ({"filters": [{"cell": 0, "label": "A", "not": 1}]}, "a filter is an object"),
        ({"filters": [], "orbit": "4"}, "whole numbers"),
        ({"filters": [], "least": 1}, "true or false"),
    ):
        with pytest.raises(QueryError, match=said):
            read_query(wrong, scene)
    compiled = CompiledSource(compile_instance(loads(CASES["letters"], "given")))
    with pytest.raises(QueryError, match="no orbits"):
        compiled.page(0, 1, Query(symmetric=True))
    path = written(
        tmp_path / "x.jsonl", CASES["letters"], *compiled.compiled.boards(), ("AAAB", "AABC", "CCCC")
    )
    table = index_of(Saved(path))
    assert table.page(0, table.count - 1, Query()).items, "what is shown is checked, and nothing else"
    with pytest.raises(ResultsError, match=f"solution {table.count} breaks the rules"):
        table.page(table.count - 1, 1, Query())
    with pytest.raises(QueryError, match=f"no solution 99, the last one is {table.count - 1}"):
        table.page(0, 1, Query(like=99))
    monkeypatch.setattr(indexed, "MOST_BYTES", 1)
    with pytest.raises(ResultsError, match="use `zenkai compile`"):
        index_of(Saved(path))


def test_what_a_server_sends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same values, from a table and from a set, as a page with its data has; a file of them is valid."""
    found = compile_instance(loads(CASES["letters"], "given"))
    path = written(tmp_path / "x.jsonl", CASES["letters"], *found.boards())
    whole = {"filters": []}
    for source in (CompiledSource(found), index_of(Saved(path))):
        info = answer(source, "info", None)
        assert (info["count"], info["all"], info["labels"]) == (found.count, found.count, ["A", "B", "C"])
        assert set(info["letters"]) == {"A", "B", "C"}
        page = answer(source, "page", {"from": 1, "n": 2, "query": whole})
        assert (page["total"], [item["index"] for item in page["items"]]) == (found.count, [1, 2])
        assert (
            Counter(page["items"][0]["board"])
            == Counter(page["items"][0]["kinds"])
            == {"A": 3, "B": 5, "C": 4}
        )
        share = answer(source, "share", {"query": whole})
        assert sum(sum(own.values()) for own in share["bears"]) == found.count * 12
        query = {"filters": [{"cell": 0, "label": "A"}]}
        (tmp_path / "saved.jsonl").write_text(
            answer(source, "lines", {"query": query, "from": 0})["text"], encoding="utf-8"
        )
        assert sorted(one.board for one in Saved(tmp_path / "saved.jsonl")) == sorted(
            b for b in found.boards() if b[0][0] == "A"
        )
        for what, wrong, said in (
            ("page", [], "an object with `query`"),
            ("page", {"query": whole, "from": -1, "n": 1}, "from 0 on"),
            ("page", {"query": whole, "from": 0, "n": True}, "from 0 on"),
            ("lines", {"query": whole}, "from 0 on"),
            ("path", {"query": whole}, "'path' is none of info, page, share, lines"),
            ("share", {}, "a query is an object"),
        ):
            with pytest.raises(QueryError, match=said):
                answer(source, what, wrong)
    monkeypatch.setattr(questions, "MOST_LINES", found.count - 1)
    source = CompiledSource(found)
    text, last = [answer(source, "lines", {"query": whole, "from": at}) for at in (0, found.count - 1)]
    assert (text["next"], last["next"], text["total"]) == (found.count - 1, None, found.count)
    (tmp_path / "parts.jsonl").write_text(text["text"] + last["text"], encoding="utf-8")
    assert [one.board for one in Saved(tmp_path / "parts.jsonl")] == [*found.boards()]


def test_lines_of_any_form_are_indexed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A set of two files, several batches of lines: plain ones, and ones that other programs may write."""
    monkeypatch.setattr(indexed, "AT_ONCE", STEP)
    text = CASES["inks"].replace("[[1], [1], [1]]", str([[1]] * 6))
    boards = [tuple("." * i + "#" + "." * (5 - i) for i in order) for order in permutations(range(6))]
    lines = written(tmp_path / "x.jsonl", text, *boards).read_text(encoding="utf-8").splitlines(keepends=True)
    assert len(lines) == 721
    for i in (3, 300, 400, 720):
        lines[i] = json.dumps(dict(reversed(json.loads(lines[i]).items())), indent=None) + "\n"
    lines[500] = lines[500].replace("#", "\\u0023")
    (tmp_path / "x.jsonl").write_text("".join(lines), encoding="utf-8")
    shares: list[float] = []
    found = index_of(Saved(tmp_path / "x.jsonl"), tmp_path, shares.append)
    assert [path.name for path in tmp_path.iterdir()] == ["x.jsonl"], "the bits have no name"
    assert (found.count, len(shares), shares[-1]) == (720, 3, 1)
    for query in (Query(), Query((Bears(7, "#"),)), Query((Bears(7, "#", True), Bears(0, "#")))):
        wanted = [
            i
            for i, board in enumerate(boards)
            if all(("".join(board)[own.cell] == "#") != own.no for own in query.filters)
        ]
        assert [item.index for item in found.page(0, 2_500, query).items] == wanted
        assert [item.index for item in found.page(len(wanted) - 3, 9, query).items] == wanted[-3:]
        assert [item.board for item in found.page(5, 2, query).items] == [boards[i] for i in wanted[5:7]]
        counts = Counter("".join(boards[i])[35] for i in wanted)
        assert found.share(query).bears[35] == counts
    for line, wrong in ((2, "{}\n"), (700, '{"n": 700, "board": ["#"], "orbit": 1}\n')):
        (tmp_path / "y.jsonl").write_text(
            "".join([*lines[:line], wrong, *lines[line + 1 :]]), encoding="utf-8"
        )
        with pytest.raises(ResultsError, match=f"y.jsonl:{line + 1}: not a board of 6x6 and its orbit"):
            index_of(Saved(tmp_path / "y.jsonl"))
    lines[9] = lines[9].replace('"orbit": 1', '"orbit": 7')
    (tmp_path / "y.jsonl").write_text("".join(lines), encoding="utf-8")
    with pytest.raises(ResultsError, match="no orbit has 7 solutions"):
        index_of(Saved(tmp_path / "y.jsonl"))


def test_parts_and_wide_labels_are_indexed(tmp_path: Path) -> None:
    (tmp_path / "d.yaml").write_text("puzzle: packing\nboard: 4x6\npieces: dominoes\ncounts: any\n")
    asked = [str(tmp_path / "d.yaml"), "--symmetry", "all", "-o", str(tmp_path / "all.jsonl"), "--quiet"]
    assert zenkai(["run", *asked, "--max-solutions-per-file", "100"]) == 0
    saved = Saved(tmp_path / "all.index.json")
    found, boards = index_of(saved), [one.board for one in saved]
    assert (found.count, len(found.parts)) == (281, 3)
    query = Query((Joined(0, 1), Joined(22, 23, True)))
    wanted = [i for i, b in enumerate(boards) if b[0][0] == b[0][1] and b[3][4] != b[3][5]]
    items = found.page(0, 281, query).items
    assert [(item.index, item.board) for item in items] == [(i, boards[i]) for i in wanted]
    assert {item.index for item in found.page(0, 281, Query(like=150)).items} == set(range(281))
    text = "puzzle: packing\nboard: 1x3\npieces: |\n  全.解解\n"
    wide = index_of(Saved(written(tmp_path / "w.jsonl", text, ("全解解",), ("解解全",))))
    assert wide.share(Query((Bears(0, "解"),))).bears == ({"解": 1}, {"解": 1}, {"全": 1})


def test_the_ones_of_a_plane_are_found_by_their_places() -> None:
    """Whatever words they lie in: none, one, and all of a word."""
    for holds in (np.arange(256) % 64 == 63, np.arange(256) % 3 == 0, np.arange(256) // 64 == 2):
        bits, wanted = indexed._packed(holds, 4), np.flatnonzero(holds).tolist()
        for first, number in product(range(0, len(wanted) + 2), (1, 2, 5, 70)):
            assert indexed.some(bits, first, number).tolist() == wanted[first : first + number]


def test_edges_of_tables_and_likeness(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A part of a set has its own numbers; values are compared also where cells are free, and far away."""
    text = CASES["inks"]
    found = compile_instance(loads(text, "given"))
    boards = sorted(found.boards())
    path = written(tmp_path / "x.jsonl", text, *boards)
    brute, table = Brute(Scene(found.instance), boards), index_of(Saved(path))
    for a, b in ((0, 8), (0, 4), (2, 6)):
        query = Query((Joined(a, b),))
        assert [item.index for item in table.page(0, 9, query).items] == brute.found(query)
    head, *rest = path.read_text(encoding="utf-8").splitlines(keepends=True)
    later = {**json.loads(head), "part": {"number": 2, "first": 7}}
    (tmp_path / "p.jsonl").write_text(json.dumps(later) + "\n" + "".join(rest), encoding="utf-8")
    assert [item.number for item in index_of(Saved(tmp_path / "p.jsonl")).page(0, 2, Query()).items] == [7, 8]
    (tmp_path / "p.jsonl").write_text(head + rest[0] + rest[1].replace("#..", "\\\\."), encoding="utf-8")
    with pytest.raises(ResultsError, match=r"p.jsonl:3: not a board of 3x3"):
        index_of(Saved(tmp_path / "p.jsonl"))
    compiled = CompiledSource(found)
    monkeypatch.setattr(questions, "MOST_ITEMS", 2)
    assert (len(compiled.page(1, 9, Query()).items), compiled.page(1, 9, Query()).total) == (2, found.count)
    free = Scene(loads(CASES["copies, some cells free"], "given"))
    own, others = np.array([[ord(x)] for x in "AABB"]), np.array([[ord(x) for x in "..AA"]]).T
    assert likeness._differing(free, others, own[:, 0]).tolist() == [2], "free cells are no piece"
    values = SimpleNamespace(layout=SimpleNamespace(pieces=False))
    far = likeness.by_boards(values, "a" * 300, [np.full((300, 1), ord("b"), np.uint32)], 1)  # type: ignore[arg-type]
    assert far.tolist() == [300]


def test_moves_tell_turns_and_flips() -> None:
    seen = set()
    for text in (FLIPPED, PLANE):
        scene = Scene(loads(text, "given"))
        puzzle = scene.puzzle
        assert isinstance(puzzle, Moving)
        for board in compile_instance(scene.instance).boards():
            own = [(int(digit) % 4 * 90, int(digit) >= 4) for digit in scene.moves(board) or ""]
            assert own == [(move.turn % 360, bool(move.flip)) for move in puzzle.moves_of(board)]
            seen |= set(own)
    assert seen >= {(0, True), (90, False)}
