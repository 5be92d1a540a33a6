"""Certificates of nonograms: the checker's line solving and counting against brute force, and what it refuses."""

from __future__ import annotations

import random
import struct
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.helpers import INSTANCES
from tests.nonogram_helpers import domino
from zenkai_solver.models.blocks import Blocks, blocks_of
from zenkai_solver.models.loading import load
from zenkai_solver.solvers.certificates import certificate, nonograms
from zenkai_solver.solvers.certificates.effort import WorkBudget, free
from zenkai_solver.solvers.certificates.writing import CertificateTooLarge
from zenkai_solver.solvers.checker.checker import (
    FREE,
    Nonogram,
    Refused,
    Spend,
    drawn,
    nonogram,
    numbers,
    solved,
    total,
)
from zenkai_solver.solvers.checker.checker import main as checker

Puzzle = tuple[list[Blocks], int]
MOST = 2_000  # pictures tried by brute force
ENDS = "ends before the search does, or"
CROSS: Puzzle = ([((1, 1),)] * 6, 3)  # one cell in each row and column: 6 pictures


def filled(rng: random.Random, size: int, inks: int) -> list[int]:
    return [rng.choice([0, *range(inks + 1)]) for _ in range(size)]


def puzzles(number: int) -> Iterator[Puzzle]:
    """Clues of pictures, where some lines are those of other pictures; small enough to try all."""
    rng = random.Random(1)
    while number:
        inks, height, width = rng.randint(1, 3), rng.randint(1, 4), rng.randint(1, 4)
        if (inks + 1) ** (height * width) <= MOST:
            rows = [filled(rng, width, inks) for _ in range(height)]
            lines = [blocks_of(row) for row in rows] + [blocks_of(column) for column in zip(*rows)]
            if rng.random() < 0.4:
                lines[rng.randrange(height)] = blocks_of(filled(rng, width, inks))
            number -= 1
            yield lines, height


def brute(lines: Sequence[Blocks], height: int) -> int:
    width, inks = len(lines) - height, max((ink for line in lines for _, ink in line), default=1)
    cells = range(height * width)
    own = [(line, cells[places]) for line, places in zip(lines, Nonogram(lines, height).places)]
    grids = product(range(inks + 1), repeat=height * width)
    return sum(all(blocks_of(grid[i] for i in cells) == line for line, cells in own) for grid in grids)


def written(puzzle: Puzzle) -> bytes:
    return b"".join(nonograms.steps(Nonogram(*puzzle)))


def plain(own: Nonogram, data: bytes, spend: Spend = FREE) -> int:
    return total(own, numbers(BytesIO(data), own.n_items), True, [(1, own.start)], spend)


def twin(own: Nonogram, data: bytes, effort: WorkBudget | None = None) -> int:
    """The compiled checker, which gets the numbers in pieces."""
    pieces = (data[at : at + 6] for at in range(0, len(data), 6))
    own_pieces = (np.frombuffer(piece, nonograms.numbers_of(own)) for piece in pieces)
    return nonograms.replayed(own, own_pieces, effort)


def counted(puzzle: Puzzle, data: bytes) -> int:
    """What both checkers say: they give the same number, or refuse for the same reason."""
    own = Nonogram(*puzzle)
    found, other = answer(plain, own, data), answer(twin, own, data)
    if other is None:
        assert own.n_items in numbers(BytesIO(data), own.n_items)
    elif isinstance(found, Refused):
        assert isinstance(other, Refused)
        assert ENDS in str(found) or str(found) == str(other)  # one line of the checker is two of the twin
    else:
        one, two = free(), free()
        assert found == other == plain(own, data, one) == twin(own, data, two)
        assert one.spent == two.spent
    if isinstance(found, Refused):
        raise found
    assert found is not None
    return found


def answer(check: Callable[[Nonogram, bytes], int], own: Nonogram, data: bytes) -> int | Refused | None:
    """None: the twin leaves memos to the checker; none are written."""
    try:
        return check(own, data)
    except Refused as error:
        return error
    except CertificateTooLarge:
        return None


def test_a_line_is_solved_as_by_trying_all_fillings() -> None:
    rng = random.Random(2)
    impossible = 0
    for _ in range(400):
        inks, size = rng.randint(1, 3), rng.randint(1, 6)
        blocks = blocks_of(filled(rng, size, inks)) if rng.random() < 0.9 else ((size, 1), (1, 1))
        cells = tuple(rng.choice([(2 << inks) - 1, rng.randrange(1, 2 << inks)]) for _ in range(size))
        fillings = [
            filling
            for filling in product(range(inks + 1), repeat=size)
            if blocks_of(filling) == blocks and all(cell >> ink & 1 for cell, ink in zip(cells, filling))
        ]
        found = [sum(1 << ink for ink in {filling[i] for filling in fillings}) for i in range(size)]
        assert solved(cells, blocks) == (tuple(found) if fillings else ())
        impossible += not fillings
    assert 20 < impossible < 380


def test_every_puzzle_is_certified() -> None:
    counts = []
    for puzzle in (CROSS, *puzzles(300)):
        counts.append(brute(*puzzle))
        assert counted(puzzle, written(puzzle)) == counts[-1], puzzle
    assert min(counts) == 0
    assert max(counts) > 3
    assert counts.count(0) > 20


@cache
def hard() -> Puzzle:
    """One picture, found only by branching; more than 255 numbers are not needed."""
    sheet = domino(3).sheet
    return [*sheet.rows, *sheet.columns], len(sheet.rows)


def test_search_is_certified() -> None:
    lines, _ = hard()
    data = written(hard())
    assert any(number >= len(lines) for number in data)  # branches
    assert counted(hard(), data) == 1


def test_numbers_of_two_bytes() -> None:
    """20 x 20: 440 numbers."""
    rng = random.Random(4)
    rows = [[int(rng.random() < 0.65) for _ in range(20)] for _ in range(20)]
    puzzle = [blocks_of(row) for row in (*rows, *zip(*rows))], 20
    assert counted(puzzle, written(puzzle)) >= 1
    with pytest.raises(Refused, match="ends before the search does"):
        counted(puzzle, written(puzzle)[:-2])
    with pytest.raises(struct.error, match="multiple of 2 bytes"):
        plain(Nonogram(*puzzle), written(puzzle)[:-1])


@pytest.mark.parametrize("step", [3, pytest.param(1, marks=pytest.mark.broad)])
@pytest.mark.parametrize("which", ["cross", "hard"])
def test_each_byte_changed_is_refused_or_the_same_count(which: str, step: int) -> None:
    puzzle, count = (CROSS, 6) if which == "cross" else (hard(), 1)
    data, refused, kept = written(puzzle), 0, 0
    for place in range(0, len(data), step):
        for byte in {data[place], *range(place % 8, 256, 8)} if which == "cross" else range(0, 256, 9):
            try:
                assert counted(puzzle, data[:place] + bytes([byte]) + data[place + 1 :]) == count
                kept += 1
            except Refused:
                refused += 1
    assert refused > 0
    assert kept >= len(data) // (9 * step)


def test_bytes_missing_or_left_over_are_refused() -> None:
    data = written(CROSS)
    for end in range(len(data)):
        with pytest.raises(Refused, match="ends before the search does"):
            counted(CROSS, data[:end])
    with pytest.raises(Refused, match="goes on when the search has ended"):
        counted(CROSS, data + b"\0")


def test_a_deep_certificate_needs_no_stack() -> None:
    """A branch on each of 2,000 cells, one within the other, is more than calls can be nested."""
    own = Nonogram([()] * 20 + [((1, 1),)] * 100, 20)
    assert sys.getrecursionlimit() < 1_999
    for follow in (plain, twin):
        with pytest.raises(Refused, match="ends before"):
            follow(own, np.arange(120, 120 + 1_999, dtype=">u2").tobytes())


def test_too_many_steps_are_too_large() -> None:
    for bound in ({"most": 5}, {"work": 5}):
        with pytest.raises(CertificateTooLarge):
            list(nonograms.steps(Nonogram(*CROSS), **bound))


def test_where_lines_take_too_much_work_clauses_are_tried_and_then_lines_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(nonograms, "MOST_WORK", 5)
    monkeypatch.setattr(nonograms, "PER_SOLUTION", 0)
    instance = load(INSTANCES / "nonogram" / "domino3.yaml")
    plan, path = certificate.certifiable(instance, instance.puzzle.model()), tmp_path / "x.cert"
    for kind, exported in (("rup", False), ("lines", False)):
        certificate.write(path, plan)
        assert certificate.opened(str(path))[0]["kind"] == kind
        assert certificate.check(path) == certificate.Certified(1, exported, instance.sha256)
        assert checker([str(path)]) == 0
        monkeypatch.setattr(certificate.rup, "MOST_CONFLICTS", -1)  # the clauses need more than that


def test_steps_that_nothing_reads_are_dropped() -> None:
    """A contradiction in two lines; what the others say is not needed."""
    lines: list[Blocks] = [((5, 1),), *[((1, 1),)] * 4, (), *[((1, 1), (1, 1))] * 4]
    assert counted((lines, 5), written((lines, 5))) == 0
    assert len(written((lines, 5))) <= 2


@pytest.mark.parametrize(
    "keys",
    [
        {"rows": [[1]], "columns": [[1]], "file": "x.non"},
        {"rows": [], "columns": [[1]]},
        {"rows": [1], "columns": [[1]]},
        {"rows": [[0, 1]], "columns": [[1]]},
        {"rows": [["01"]], "columns": [[1]]},
        {"rows": [[True]], "columns": [[1]]},
        {"rows": [["1r"]], "columns": [[1]]},
        {"rows": [[99999999]], "columns": [[1]]},
        {"rows": [[1]] * 501, "columns": [[1]] * 500},
        {"rows": [["1ab"]], "columns": [[1]], "inks": {"ab": "red"}},
        {"rows": [[1]], "columns": [[1]], "inks": {"r": "red", "b": "blue"}},
    ],
)
def test_clues_that_the_checker_does_not_know_are_refused(keys: dict[str, object]) -> None:
    with pytest.raises((Refused, LookupError, TypeError, ValueError)):
        nonogram(**keys)


def clues(keys: dict[str, Any]) -> tuple[list[Blocks], int, Sequence[str]]:
    own, _ = nonogram(**keys)
    return list(own.lines), len(own.cells) // (len(own.lines) - len(keys["rows"])), own.marks


def test_clues() -> None:
    keys = {
        "inks": {"r": "red", "b": "blue"},
        "rows": [["1r", "12b"], [0]],
        "columns": [[]],
    }
    assert clues(keys) == ([((1, 1), (12, 2)), (), ()], 2, [".", "r", "b"])
    assert clues({"inks": {"r": "red"}, "rows": [[2]], "columns": [["1r"]]}) == (
        [((2, 1),), ((1, 1),)],
        1,
        [".", "r"],
    )


@pytest.mark.parametrize("board", [["#.", ".#"], [".#", "#."]])
def test_a_picture_is_right(board: list[str]) -> None:
    own = Nonogram([((1, 1),)] * 4, 2)
    assert own.shows(drawn(board))
    for wrong in (
        ["##", ".."],
        ["..", ".."],
        [board[0]],
        ["#", "#"],
        ["".join(board)],
        [*board[0], board[1]],
    ):
        assert not own.shows(drawn(wrong))
    with pytest.raises(ValueError, match="not found"):
        own.shows(drawn(["x.", ".#"]))


def test_images_of_a_picture_are_those_that_its_clues_have_too() -> None:
    """A diagonal in a square of ones: itself and its mirror image. An L has none but itself."""
    one: Blocks = ((1, 1),)
    diagonal, lines = ["#.", ".#"], Nonogram([one] * 4, 2)
    assert lines.image(drawn(diagonal), True) == lines.image(drawn([".#", "#."]), True) == ("#..#", 2)
    assert lines.image(drawn(diagonal), False) == ("#..#", 1)
    angle = Nonogram([((2, 1),), one, ((2, 1),), one], 2)
    assert angle.image(drawn(["##", "#."]), True) == ("###.", 1)
    for wrong in (diagonal, ["##", ".#"]):  # the other's image is right
        with pytest.raises(Refused, match="a line shows other blocks"):
            angle.image(drawn(wrong), True)
    mirrored = Nonogram([one, ((3, 1),), one, one, one, one], 2)
    assert mirrored.image(drawn(["#...", ".###"]), True) == mirrored.image(drawn(["...#", "###."]), True)
    assert mirrored.image(drawn(["#...", ".###"]), True)[1] == 2
