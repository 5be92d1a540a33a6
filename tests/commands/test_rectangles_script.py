"""scripts/rectangles.py: the ways to count tilings by rectangles that all differ, and the engine's."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import zenkai_solver as zenkai
from scripts import rectangles
from scripts.rectangles import KINDS, NOTHING, WAYS, Square, Total


def tilings(square: Square, laid: list[rectangles.Placement]) -> list[list[rectangles.Placement]]:
    """By the definition: the first free cell is covered by whatever fits and is not like another one."""
    n, covered = square.n, {(x + i, y + j) for x, y, w, h in laid for i in range(w) for j in range(h)}
    free = [(x, y) for y in range(n) for x in range(n) if (x, y) not in covered]
    if not free:
        return [laid]
    x, y = free[0]
    found = []
    for w, h in square.number:
        cells = {(x + i, y + j) for i in range(w) for j in range(h)}
        other = {square.number[a, b] for _, _, a, b in laid}
        if cells <= set(free) and square.number[w, h] not in other:
            found += tilings(square, [*laid, (x, y, w, h)])
    return found


def summed(square: Square) -> Total:
    total = NOTHING
    for tiling in tilings(square, []):
        product = 1
        for placement in tiling:
            product *= int(square.odds[placement])
        total += Total(1, product % rectangles.WORD)
    return total


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_all_ways_and_the_definition(kind: str, n: int) -> None:
    square = Square(n, KINDS[kind])
    assert {rectangles.count(square, way) for way in WAYS} == {summed(square)}
    assert summed(square).tilings == square.listed


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n", [5, pytest.param(6, marks=pytest.mark.broad)])
def test_all_ways(kind: str, n: int) -> None:
    square = Square(n, KINDS[kind])
    [total] = {rectangles.count(square, way) for way in WAYS}
    assert total.tilings == square.listed


@pytest.mark.parametrize("kind", ["areas", pytest.param("turned-oblongs", marks=pytest.mark.broad)])
def test_the_engine_counts_as_many(kind: str) -> None:
    square = Square(4, KINDS[kind])
    counted = zenkai.count(rectangles.instance(square))
    assert counted.all == square.listed
    if square.kind.turns:
        assert counted.count == rectangles.up_to_symmetry(square, counted.all)


def test_parts_that_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    square, keep = Square(4, KINDS["areas"]), tmp_path / "parts.jsonl"
    total = rectangles.count(square, "states", keep)
    lines = keep.read_text().splitlines(keepends=True)
    keep.write_text("".join(lines[:-1]))
    counted = []

    def by_states(square: Square, first: rectangles.Shape) -> Total:
        counted.append(first)
        return rectangles.by_states(square, first)

    monkeypatch.setitem(WAYS, "states", (rectangles.parts, by_states))
    assert rectangles.count(square, "states", keep) == total
    assert len(counted) == 1
    assert rectangles.count(Square(3, KINDS["areas"]), "states", keep).tilings == 21  # not of this square
    assert len(counted) > 1


def test_the_line_of_a_square(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert rectangles.main(["areas", "3", "4"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("A360804(3) = 21, 4 up to symmetry, ")
    assert second.endswith(", as listed")
    monkeypatch.setitem(KINDS, "areas", rectangles.Kind(rectangles.areas, "A360804", (1, 1, 22)))
    assert rectangles.main(["areas", "3", "4"]) == 1
    first, second = capsys.readouterr().out.splitlines()
    assert first.endswith(", not 22")
    assert second.endswith(", new")
    with pytest.raises(SystemExit, match="no whole number of orbits"):
        rectangles.up_to_symmetry(Square(4, KINDS["areas"]), 254)
    with pytest.raises(SystemExit, match="at most 11 x 11"):
        rectangles.by_visits(Square(12, KINDS["areas"]), (1, 1))


def test_the_numbers_of_the_records() -> None:
    """The table is that of the kept parts; each way has the same numbers, those of the OEIS and orbits in full."""
    counted = list(rectangles.all_counted(rectangles.PARTS))
    assert ("A360804", 9, 558_123_173) in {
        (one.square.kind.oeis, one.square.n, one.total.tilings) for one in counted
    }
    assert any(len(one.seconds) > 1 for one in counted)
    paper = rectangles.TABLE.paper.read_text(encoding="utf-8")
    assert all(one.row in paper for one in counted)


def test_numbers_that_differ_are_refused(tmp_path: Path) -> None:
    square, path = Square(4, KINDS["areas"]), tmp_path / "parts.jsonl"
    for way in ("states", "visits"):
        rectangles.count(square, way, path)
    assert [one.total.tilings for one in rectangles.all_counted(path)] == [253]
    text = path.read_text()
    for wrong in ('"tilings": 1', '"fingerprint": 1'):
        name = wrong.partition(":")[0]
        first = re.search(rf"{name}: \d+", text)
        assert first is not None
        path.write_text(text.replace(first[0], wrong + "7", 1))
        with pytest.raises(SystemExit, match=r"A360804\(4\)"):
            list(rectangles.all_counted(path))


def test_a_new_number_by_one_way_is_no_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "areas", rectangles.Kind(rectangles.areas, "A360804", (1, 1)))
    square, path = Square(3, KINDS["areas"]), tmp_path / "parts.jsonl"
    ends = []
    for way in ("corners", "visits"):
        rectangles.count(square, way, path)
        ends += [one.row.split("|")[-2].strip() for one in rectangles.all_counted(path)]
    assert ends == ["not listed, 2 terms are; one way so far"] * 2
    rectangles.count(square, "line", path)
    [counted] = rectangles.all_counted(path)
    assert counted.row.split("|")[-2].strip() == "not listed, 2 terms are"
