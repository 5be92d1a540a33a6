"""What a page asks where the solutions are elsewhere: tables and compiled sets against each board in turn."""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.test_show import written
from zenkai_solver.models.loading import loads
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.asking.compiled import QueryError
from zenkai_solver.solvers.asking.compiling import compile_instance
from zenkai_solver.solvers.files.results import ResultsError
from zenkai_solver.solvers.saved import Saved
from zenkai_solver.solvers.viewing import questions
from zenkai_solver.solvers.viewing.page import Scene
from zenkai_solver.solvers.viewing.questions import (
    Bears,
    CompiledSource,
    Joined,
    Query,
    Source,
    answer,
    place,
    read_query,
    read_table,
)

CASES = {
    "copies of two kinds": "puzzle: packing\nboard: 2x3\npieces: [dominoes, monominoes]\ncounts: any\n",
    "copies, some cells free": "puzzle: packing\nboard: 2x3\npieces: dominoes\ncounts: 0..2\nfill: partial\n",
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
        hidden = self.scene.puzzle.copies[0]
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


def check(source: Source, brute: Brute) -> None:
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
    table, compiled = read_table(Saved(path)), CompiledSource(found)
    check(table, brute)
    check(compiled, brute)
    assert [table.scene.kinds(letters) for letters in brute.letters] == ["".join(own) for own in brute.kinds]
    for like, least in product(range(0, len(boards), 1 + len(boards) // 5), (False, True)):
        far = [brute.far(like, i) for i in range(len(boards))]
        order = sorted(range(len(boards)), key=lambda i: (-far[i] if least else far[i], i))
        assert [item.index for item in table.page(0, 2_500, Query(like=like, least=least)).items] == order
    assert [place(found.diagram, chosen) for chosen in found.diagram.rows()] == list(range(found.count))


def test_orbits(tmp_path: Path) -> None:
    text = CASES["letters"]
    path = written(tmp_path / "x.jsonl", text, *compile_instance(loads(text, "given")).boards())
    saved = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text(
        "".join([*saved[:2], *(line.replace('"orbit": 1', '"orbit": 4') for line in saved[2:])]),
        encoding="utf-8",
    )
    table = read_table(Saved(path))
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
    path = written(tmp_path / "x.jsonl", CASES["letters"], *compiled.found.boards(), ("AAAB", "AABC", "CCCC"))
    table = read_table(Saved(path))
    assert table.page(0, table.count - 1, Query()).items, "what is shown is checked, and nothing else"
    with pytest.raises(ResultsError, match=f"solution {table.count} breaks the rules"):
        table.page(table.count - 1, 1, Query())
    with pytest.raises(QueryError, match=f"no solution 99, the last one is {table.count - 1}"):
        table.page(0, 1, Query(like=99))
    monkeypatch.setattr(questions, "MOST_ALIKE", 1)
    with pytest.raises(QueryError, match="up to 1 are put in order"):
        table.page(0, 1, Query(like=0))
    monkeypatch.setattr(questions, "MOST_BYTES", 1)
    with pytest.raises(ResultsError, match="use `zenkai compile`"):
        read_table(Saved(path))


def test_what_a_server_sends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same values, from a table and from a set, as a page with its data has; a file of them is valid."""
    found = compile_instance(loads(CASES["letters"], "given"))
    path = written(tmp_path / "x.jsonl", CASES["letters"], *found.boards())
    whole = {"filters": []}
    for source in (CompiledSource(found), read_table(Saved(path))):
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
            answer(source, "lines", {"query": query})["text"], encoding="utf-8"
        )
        assert sorted(one.board for one in Saved(tmp_path / "saved.jsonl")) == sorted(
            b for b in found.boards() if b[0][0] == "A"
        )
        for what, wrong, said in (
            ("page", [], "an object with `query`"),
            ("page", {"query": whole, "from": -1, "n": 1}, "from 0 on"),
            ("page", {"query": whole, "from": 0, "n": True}, "from 0 on"),
            ("path", {"query": whole}, "'path' is none of info, page, share, lines"),
            ("share", {}, "a query is an object"),
        ):
            with pytest.raises(QueryError, match=said):
                answer(source, what, wrong)
    monkeypatch.setattr(questions, "MOST_LINES", 1)
    with pytest.raises(QueryError, match=f"{found.count} solutions: up to 1 are written"):
        answer(CompiledSource(found), "lines", {"query": whole})
