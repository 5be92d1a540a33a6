"""Statistics of dissections: published and brute-force numbers, limits that end the work, the deadline."""

from __future__ import annotations

import re
import threading
from collections import Counter
from itertools import combinations, islice

import numpy as np
import pytest

from tests.dissection_brute import cells_of, connected, divisions, shape
from tests.helpers import INSTANCES
from zenkai_solver.models.bits import bits
from zenkai_solver.models.dissection.problem import DissectionProblem
from zenkai_solver.models.grid import TRANSFORMS, Region, images, normalise, rectangle
from zenkai_solver.models.loading import load
from zenkai_solver.solvers.commands import run
from zenkai_solver.solvers.core import reporting
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline, Interrupted
from zenkai_solver.solvers.core.pipeline import prepare
from zenkai_solver.solvers.engines.dissect import candidates, statistics
from zenkai_solver.solvers.engines.dissect.dissect import problem_of
from zenkai_solver.solvers.engines.dissect.kernels import dividing

PAIRS = [
    ("###/#.#/###", "####/####", 2),
    ("###/#.#/###", "####/####", 3),
    ("#.##/##.#", "###/###", 3),
    (".#./###/.#.", "#.#/###", 2),
    (".##/##./#..", "##.##/.#...", 3),
    ("####/####/##..", ".###/####/###.", 2),
    ("####/####/##..", ".###/####/###.", 4),
    (".####/.#..#/##...", "#..##/#..#./####.", 3),
    ("##.##/##.##", "####/####", 1),
    ("####/####", "##/##/##/##", 1),
    ("##/##", "##/##", 4),
]


def region(text: str) -> Region:
    rows = text.split("/")
    return Region(len(rows), max(map(len, rows)), tuple(sorted(cells_of(text))))


def parts(cells: frozenset[tuple[int, int]]) -> int:
    left, number = set(cells), 0
    while left:
        todo = [left.pop()]
        number += 1
        while todo:
            r, c = todo.pop()
            near = left & {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)}
            left -= near
            todo += near
    return number


def brute_shapes(cells: frozenset[tuple[int, int]], pieces: int) -> set[object]:
    """The free shapes of all connected subsets that leave enough cells in few enough parts."""
    return {
        shape(piece, flips=True)
        for size in range(1, len(cells) - pieces + 2)
        for piece in map(frozenset, combinations(sorted(cells), size))
        if connected(piece) and parts(cells - piece) <= pieces - 1
    }


def searched(
    one: Region, two: Region, pieces: int
) -> tuple[candidates.CandidateSearch, list[tuple[int, candidates.Shapes]]]:
    search = candidates.CandidateSearch(one, two, pieces, NEVER)
    return search, list(search)


@pytest.mark.parametrize(("one", "two", "pieces"), PAIRS)
def test_brute_force(one: str, two: str, pieces: int) -> None:
    common = brute_shapes(cells_of(one), pieces) & brute_shapes(cells_of(two), pieces)
    search, found = searched(region(one), region(two), pieces)
    assert Counter({size: len(shapes) for size, shapes in found}) == Counter(map(len, common))
    for text, figure in zip((one, two), search.figures, strict=True):
        expected = sum(
            all(shape(piece, flips=True) in common for piece in division)
            for division in divisions(cells_of(text), pieces)
        )
        ways = statistics.divisions(figure, [shapes for _, shapes in found], pieces, NEVER)
        assert ways == f"{expected:,}"


def said(name: str, pieces: int) -> list[str]:
    problem = problem_of(prepare(load(INSTANCES / "dissection" / f"{name}.yaml")).model)
    return list(statistics.lines(problem, pieces, NEVER))


SQUARE = [1, 1, 2, 5, 12, 34, 102, 295, 663, 1108, 1387, 1372, 1073, 674, 337, 144, 51, 19, 1]


@pytest.mark.parametrize(
    ("name", "ways"),
    [
        ("gpcc2005-square", ["35,688", "277,578"]),
        pytest.param("gpcc2005-reverse", ["277,578", "35,688"], marks=pytest.mark.broad),
    ],
)
def test_the_published_first_row_and_its_reverse(name: str, ways: list[str]) -> None:
    """11 / 1387 and 19 are published; the divisions are counted by `divided` too (see below)."""
    first, sizes, *more = said(name, 3)
    assert first == "candidate pieces: 7,281; most, 1,387 per size, of 11 cells; the largest of 19 cells"
    assert sizes == "by size: " + ", ".join(f"{size}: {n:,}" for size, n in enumerate(SQUARE, 1))
    assert [line.rpartition(" ")[2] for line in more] == ways


def test_the_published_row_of_the_rings() -> None:
    """8, 9, 10 / 6 and 16 are published. The divisions, which take longest, are not looked at."""
    problem = problem_of(prepare(load(INSTANCES / "dissection" / "rings.yaml")).model)
    first, sizes = islice(statistics.lines(problem, 5, NEVER), 2)
    assert first == "candidate pieces: 51; most, 6 per size, of 8, 9, 10 cells; the largest of 16 cells"
    assert sizes.endswith("15: 1, 16: 1")


@pytest.mark.slow
def test_divisions_of_the_square_by_cutting() -> None:
    """A second way: every division by `cuts`, each piece looked up."""
    from zenkai_solver.solvers.engines.dissect.joins import division as labels
    from zenkai_solver.solvers.engines.dissect.joins import divisions as all_divisions

    problem = problem_of(prepare(load(INSTANCES / "dissection" / "gpcc2005-square.yaml")).model)
    search, found = searched(problem.one, problem.two, 3)
    known = {
        image
        for _, shapes in found
        for mask in (int.from_bytes(shape.astype("<u8").tobytes(), "little") for shape in shapes)
        for image in images([divmod(bit, search.side) for bit in bits(mask)], TRANSFORMS.values())
    }

    def piece_known(figure: Region, numbers: tuple[int, ...], number: int) -> bool:
        cells = [cell for cell, other in zip(figure.cells, numbers, strict=True) if other == number]
        return normalise(cells) in known

    def count(figure: Region) -> int:
        cuts = (labels(cut, len(figure.cells)) for cut in all_divisions(figure, 3))
        return sum(all(piece_known(figure, cut, number) for number in range(3)) for cut in cuts)

    assert [count(problem.one), count(problem.two)] == [35_688, 277_578]


# ---- limits ----------------------------------------------------------------------------------------


def test_many_candidates_end_at_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the 108 free heptominoes one has a hole, and so leaves two parts."""
    monkeypatch.setattr(
        candidates.CandidateSearch, "__init__", limited(candidates.CandidateSearch.__init__, limit=300)
    )
    big = rectangle(16, 16)
    lines = list(statistics.lines(DissectionProblem(big, big, ("identity",), 2, 2), 2, NEVER))
    assert lines == [
        "candidate pieces of up to 7 cells: 163; larger ones not counted: more than 300 shapes to try (the limit)",
        "by size: 1: 1, 2: 1, 3: 2, 4: 5, 5: 12, 6: 35, 7: 107",
        "divisions into candidates: not counted, the candidates are not all known",
    ]


def test_large_figures_have_a_lower_limit() -> None:
    """A shape is judged by a look at each cell of both figures."""
    limits = [candidates.CandidateSearch(*2 * (rectangle(side, side),), 2, NEVER).limit for side in (5, 12)]
    assert limits == [125_000, 25_000]


def limited(create, **limits):  # type: ignore[no-untyped-def]
    return lambda self, *arguments: create(self, *arguments, **limits)


def test_what_is_held_is_bounded() -> None:
    """Every mask held is an image of a shape tried; no more than the limit are tried, of all sizes."""
    search = candidates.CandidateSearch(rectangle(16, 16), rectangle(16, 16), 2, NEVER, limit=1000)
    with pytest.raises(candidates.TooManyShapes):
        list(search)
    assert (search.tried, search.size) == (1000, 9)


def test_many_places_and_many_divisions() -> None:
    figure = rectangle(3, 4)
    search, found = searched(figure, figure, 4)
    shapes = [shapes for _, shapes in found]
    ways = statistics.divisions(search.figures[0], shapes, 4, NEVER, limit=100)
    assert ways == "not counted, the candidates have more than 100 places (the limit)"
    whole = statistics.divisions(search.figures[0], shapes, 4, NEVER)
    assert int(whole.replace(",", "")) == len(divisions(frozenset(figure.cells), 4))


def test_divisions_cut_short_are_a_lower_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statistics, "LIMIT", 400)
    monkeypatch.setattr(statistics, "STEPS", 100)
    figure = rectangle(3, 4)
    search, found = searched(figure, figure, 3)
    ways = statistics.divisions(search.figures[0], [shapes for _, shapes in found], 3, NEVER)
    match = re.fullmatch(r"at least ([\d,]+), cut short after 400 steps \(the limit\)", ways)
    assert match is not None
    known = int(match[1].replace(",", ""))
    assert 0 < known < len(divisions(frozenset(figure.cells), 3))


def test_divisions_are_the_same_in_steps_and_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each call goes on where the last one ended; a figure of 70 cells takes masks of two words. The cells of
    two places are counted at once.
    """
    monkeypatch.setattr(dividing, "BLOCK", 2)
    rows = np.array([[0b11], [0b110], [0b1100], [0b100], [0b1]], np.uint64)
    for shift, cells in ((0, 4), (66, 70)):
        masks = np.zeros((len(rows) + (shift > 0), -(-cells // 64)), np.uint64)
        for mask, row in zip(masks, rows, strict=False):
            mask[-1] = row[0] << np.uint64(shift % 64)
        if shift:
            masks[-1] = (1 << 64) - 1, 0b11  # the first 66 cells
        places, search = dividing.places_of(masks, cells), dividing.start(cells, 2 + (shift > 0))
        dividing.index(places)
        calls = 0
        while not dividing.divide(places, search, 2 + (shift > 0), 66, 1):
            calls += 1
        assert search.control[dividing.DIVISIONS] == 1  # 0b11 with 0b1100
        assert calls > 1


class Stopping(threading.Event):
    """Is set after being asked a number of times."""

    def __init__(self, after: int) -> None:
        super().__init__()
        self.left = after

    def is_set(self) -> bool:
        self.left -= 1
        return self.left < 0


def test_the_deadline_is_heard_in_every_part() -> None:
    """While candidates grow, places are listed, and divisions of figure 2 are counted."""
    figure = rectangle(4, 4)
    problem = DissectionProblem(figure, figure, ("identity",), 3, 3)
    never = Stopping(10**9)
    assert len(list(statistics.lines(problem, 3, Deadline(stop=never)))) == 4
    asked = 10**9 - never.left
    for after, expected in ((0, 0), (10, 0), (asked // 2, 2), (asked - 1, 3)):
        lines: list[str] = []
        with pytest.raises(Interrupted):
            lines.extend(statistics.lines(problem, 3, Deadline(stop=Stopping(after))))
        assert len(lines) == expected


def test_a_run_shows_a_sign_of_life(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    awaited = []

    def alive(what, say, quiet):  # type: ignore[no-untyped-def]
        awaited.append((what, quiet))
        return threading.Lock()

    monkeypatch.setattr(reporting, "alive", alive)
    path = str(INSTANCES / "dissection" / "ring.yaml")
    assert run.main([path, "--count", "--stats"]) == 0
    printed = capsys.readouterr().out
    assert "ring: divisions of figure 1 into 2 candidates: 4" in printed
    assert set(awaited) == {("counting the statistics", False)}
