"""Compiled loops over many solutions: they give what arrays, Python's hashlib and JSON give."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import count, islice
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.engines.test_exactcover import COVERS
from tests.models.test_genres_batches import puzzle, tools
from tests.models.test_packing import instance_text
from zenkai_solver.models.loading import loads
from zenkai_solver.models.puzzle import Batches
from zenkai_solver.models.rows import OrbitSum, kept_rows
from zenkai_solver.models.symmetry import anchored, anchors, filtered
from zenkai_solver.solvers.commands.run import main as run
from zenkai_solver.solvers.core import loops, pipeline
from zenkai_solver.solvers.core.backend import Batch, Options, rows_of
from zenkai_solver.solvers.core.deadlines import WrongSolution
from zenkai_solver.solvers.core.loops import BoardTexts, CompiledLoops, RivalTables
from zenkai_solver.solvers.core.pipeline import Prepared, Tally, prepare, text_hash
from zenkai_solver.solvers.cubes.shards import ShardWriter
from zenkai_solver.solvers.engines.exactcover import plan
from zenkai_solver.solvers.engines.sat.sat import SatBackend
from zenkai_solver.solvers.solution_files.results import body, numbered

ASCII = {name: data for name, data in COVERS.items() if name != "letters beyond ASCII"}


def prepared_of(data: Mapping[str, Any], symmetry: str = "all") -> Prepared:
    return prepare(loads(instance_text(data), "test"), "exactcover", symmetry, Options(workers=1))


def both(prepared: Prepared) -> tuple[Batches, Batches]:
    """The tools on arrays, and by compiled loops."""
    arrays = prepared._tools
    assert arrays is not None
    assert loops.ready()
    compiled = loops.compiled(arrays)
    assert compiled is not None
    return arrays, compiled


def some_rows(prepared: Prepared, most: int = 200) -> np.ndarray:
    rows = next(iter(prepared.opened.batches()))[0]
    return np.array(rows[:: max(1, len(rows) // most)])


@pytest.mark.parametrize("data", ASCII.values(), ids=ASCII.keys())
class TestTools:
    def test_boards_images_and_texts_are_those_of_arrays(self, data: dict[str, Any]) -> None:
        prepared = prepared_of(data)
        arrays, compiled = both(prepared)
        rows = some_rows(prepared)
        boards = arrays.boards(rows)
        assert (compiled.boards(rows) == boards).all()
        for one, other in zip(arrays.canonical(rows, boards), compiled.canonical(rows, boards), strict=True):
            assert (one == other).all()
        texts = compiled.texts(boards)
        assert isinstance(texts, BoardTexts)
        assert list(texts) == list(texts[:]) == [texts[i] for i in range(len(texts))] == arrays.texts(boards)
        assert compiled.texts(boards[:0]) == []

    def test_wrong_boards_are_refused_as_by_arrays(self, data: dict[str, Any]) -> None:
        prepared = prepared_of(data)
        arrays, compiled = both(prepared)
        right = arrays.boards(some_rows(prepared))
        assert compiled.check(right).all()
        rng = np.random.default_rng(2)
        labels = np.unique(np.append(right, [ord("."), ord("A"), ord("0"), 255]))
        wrong = right.copy()
        for board in wrong:
            board[rng.integers(len(board), size=rng.integers(1, 4))] = rng.choice(labels)
        swapped = right.copy()
        for board in swapped:
            a, b = rng.choice(labels, 2)
            was_a, was_b = board == a, board == b
            board[was_a], board[was_b] = b, a
        for boards in (wrong, swapped):
            assert (compiled.check(boards) == arrays.check(boards)).all()

    @pytest.mark.parametrize("symmetry", ["orbits", "all"])
    def test_the_pipeline_gives_the_same_chunks(
        self, data: dict[str, Any], symmetry: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(plan, "HOLD", inf)  # however slow the machine
        slowly = list(prepared_of(data, symmetry).chunks())
        monkeypatch.setattr(pipeline, "MANY", 0)
        assert all(chunk.array is None for chunk in slowly)
        quickly = list(prepared_of(data, symmetry).chunks())
        assert any(chunk.array is not None for chunk in quickly)
        tallies = Tally(symmetry), Tally(symmetry)
        for one, other in zip(slowly, quickly, strict=True):
            assert list(one.texts) == list(other.texts)
            assert (one.orbits, one.representatives) == (other.orbits, other.representatives)
            tallies[0].add(one)
            tallies[1].add(other)
        assert tallies[0] == tallies[1]

    def test_the_same_solutions_are_kept_and_fixed(self, data: dict[str, Any]) -> None:
        """Of each anchor that the model has, and without one."""
        prepared = prepared_of(data)
        model, rows = prepared.model, some_rows(prepared)
        for breaking in (filtered(model), *(anchored(model, anchor) for anchor in anchors(model))):
            stay = [var for var in breaking.rivals if var]
            some = rows[np.isin(rows, stay).any(axis=1)] if stay else rows
            tables = RivalTables(breaking)
            assert (tables.kept(some) == kept_rows(breaking, some)).all()
            slowly = OrbitSum(breaking, len(model.symmetries))
            slowly.add(some)
            number, fixed = tables.fixed(some)
            for var in breaking.rivals:
                assert (number[var], number[var] + fixed[var]) == (slowly.number[var], slowly.kept[var])

    def test_counts_by_visiting_are_the_same(
        self, data: dict[str, Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        *_, slowly = prepared_of(data).counts() or ()
        monkeypatch.setattr(pipeline, "MANY", 0)
        *_, quickly = prepared_of(data).counts() or ()
        assert replace(quickly, last=slowly.last) == slowly


@pytest.mark.parametrize("name", ["slitherlink", "fillomino", "masyu"])
def test_boards_of_genres_are_those_of_arrays(name: str) -> None:
    arrays = tools(puzzle(name))
    assert loops.ready()
    compiled = arrays.with_loops(CompiledLoops())
    rows = rows_of(list(islice(SatBackend().solutions(puzzle(name).model()), 100)))
    boards = arrays.boards(rows)
    assert (compiled.boards(rows) == boards).all()
    for one, other in zip(arrays.canonical(rows, boards), compiled.canonical(rows, boards), strict=True):
        assert (one == other).all()
    assert list(compiled.texts(boards)) == list(arrays.texts(boards))


@pytest.mark.parametrize("length", [1, 8, 71, 127, 128, 129, 255, 256, 257, 1000])
def test_hashes_are_those_of_hashlib(length: int) -> None:
    rng = np.random.default_rng(length)
    array = np.zeros((50, -(-length // 128) * 128), np.uint8)
    array[:, :length] = rng.integers(256, size=(50, length))
    texts = BoardTexts(array, length)
    assert texts[7:8].hash_sum == text_hash(texts[7])
    assert texts.hash_sum == sum(map(text_hash, texts))


def test_lines_are_those_of_json() -> None:
    rows = [b'a"\\b\n\\"..', b"abcd\nefgh"]
    array = np.zeros((2, 128), np.uint8)
    for row, text in zip(array, rows, strict=True):
        row[: len(text)] = list(text)
    texts, orbits = BoardTexts(array, 9), [8, 123456]
    assert texts.lines(orbits, 99) == b"".join(map(numbered, count(99), map(body, rows, orbits)))
    unnumbered = texts.lines(orbits, None, [False, True]).splitlines()
    assert [json.loads(line) for line in unnumbered] == [
        {"board": rows[0].decode().split("\n"), "orbit": 8},
        {"board": ["abcd", "efgh"], "orbit": 123456, "least": True},
    ]


def test_shards_have_the_same_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = []
    for many in (pipeline.MANY, 0):
        monkeypatch.setattr(pipeline, "MANY", many)
        for symmetry in ("orbits", "all"):
            shard = ShardWriter(None, "none", symmetry == "all")
            for chunk in prepared_of(BOARD, symmetry).chunks():
                shard.write(chunk)
            written.append(shard.close())
    assert written[:2] == written[2:]
    assert written[1].count(b"least") == written[0].count(b"\n") > 0


BOARD = {"board": "4x4", "pieces": "dominoes", "counts": "any"}


def test_a_wrong_solution_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine leaves out a placement of one solution in a batch that compiled loops take."""
    monkeypatch.setattr(pipeline, "MANY", 0)
    path = tmp_path / "four.yaml"
    path.write_text(instance_text(BOARD))
    checked = Prepared.checked

    def spoilt(batches: Iterator[Batch]) -> Iterator[Batch]:
        for rows, progress in batches:
            wrong = rows.copy()
            wrong[10:11, -1] = 0
            yield wrong, progress

    monkeypatch.setattr(Prepared, "checked", lambda self, batches: checked(self, spoilt(batches)))
    with pytest.raises(WrongSolution, match="breaks the rules"):
        list(replace(prepared_of(BOARD)).chunks())
    out = tmp_path / "four.jsonl"
    assert run([str(path), "--quiet", "--symmetry", "all", "-o", str(out)]) == 4
    assert out.read_bytes().count(b"\n") == 1  # the header
