"""The symmetry group of an instance: stated once, and what follows from it agrees, on every instance."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice, permutations
from pathlib import Path

import numpy as np
import pytest

from tests.helpers import INSTANCES, shipped
from tests.models.test_packing import instance_text
from zenkai_solver.models.constraints import ExactlyOne
from zenkai_solver.models.csp import Model, Solution
from zenkai_solver.models.grid import rectangle
from zenkai_solver.models.loading import load, loads
from zenkai_solver.models.packing.puzzle import Packing
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.models.render.text import Style
from zenkai_solver.models.rows import Images, OrbitSum, kept_rows, random_words
from zenkai_solver.models.symmetry import (
    Board,
    Says,
    Symmetry,
    SymmetryGroup,
    WrongSymmetry,
    all_but_one,
    anchored,
    anchored_by_two,
    anchors,
    broken,
    filtered,
    orbits,
    trivial,
    two_anchors,
    with_first,
)
from zenkai_solver.solvers.core.deadlines import WrongSolution
from zenkai_solver.solvers.core.loops import RivalTables
from zenkai_solver.solvers.core.pipeline import Prepared, Tally, prepare
from zenkai_solver.solvers.engines.exactcover import exactcover
from zenkai_solver.solvers.engines.exactcover.exactcover import ExactCoverBackend
from zenkai_solver.solvers.engines.names import BACKENDS

ALL = sorted(INSTANCES.rglob("*.yaml"))
SLOW = {"carpet", "hole9", "staircase9x16", "tori"}  # seconds to a minute for the first solutions
SAMPLED = {  # the same, or as long to plan; but the samples of a packing need no search
    *("bedlam", "solid2x5x6", "solid3x4x5", "tetrasticks5x5", "nocrossings3x20", "nocrossings6x10"),
    *("onesided3x30", "pento4x15", "pento8x8-centre", "pento8x8-corners", "pento8x8-square"),
}


def params() -> list[object]:
    return [
        pytest.param(path, id=path.stem, marks=[pytest.mark.slow] if path.stem in SLOW else [])
        for path in ALL
    ]


def few_solutions(prepared: Prepared) -> list[Solution]:
    """Up to three, of the first stage that has any."""
    for stage in stages_of(prepared):
        if found := list(islice(stage.opened.solutions(), 3)):
            return found
    return []


def stages_of(prepared: Prepared) -> Iterator[Prepared]:
    """Each when it is asked for: few have to be built before one has a solution."""
    stages = prepared.stages()
    yield next(stages, ("", prepared))[1]
    yield from (stage for _, stage in stages)


def half_packed(puzzle: Packing, seed: int) -> Solution:
    """Placements beside each other, as many as go in by chance: a board that need not be full."""
    rng, taken, chosen = random.Random(seed), set(), []
    room = {label: 10**9 if count.hi is None else count.hi for label, count in puzzle.counts.items()}
    for var in rng.sample(range(1, len(puzzle.placements) + 1), len(puzzle.placements)):
        label, cells = puzzle.placements[var - 1]
        if room[label] and taken.isdisjoint(cells):
            room[label] -= 1
            taken.update(cells)
            chosen.append(var)
    return tuple(sorted(chosen))


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_permutations_are_a_group(path: Path) -> None:
    puzzle = shipped(path).puzzle
    model = puzzle.model()
    identity = tuple(range(len(model.projection) + 1))
    perms = model.symmetries or (identity,)
    assert len(perms) == puzzle.symmetries().order == len(puzzle.symmetries().maps)
    assert perms[0] == identity == (0, *model.projection)
    assert all(tuple(sorted(perm)) == identity for perm in perms)
    rows = np.array(perms, np.int32)
    known = {row.tobytes() for row in rows}
    assert len(known) == len(perms)
    assert all(row.tobytes() in known for first in rows for row in rows[:, first])


@pytest.mark.parametrize("path", params())
def test_board_maps_are_permutations(path: Path) -> None:
    instance = shipped(path)
    puzzle, group = instance.puzzle, instance.puzzle.symmetries()
    if group.order == 1:
        return  # the identity alone: seen by the test above
    samples = [half_packed(puzzle, seed) for seed in range(3)] if isinstance(puzzle, Packing) else []
    prepared = prepare(instance)
    model, found = prepared.model, [] if samples and path.stem in SAMPLED else few_solutions(prepared)
    assert found or samples
    for number, solution in enumerate([*found, *samples]):
        board = puzzle.decode(solution)
        for perm, image in zip(model.symmetries, group.maps, strict=True):
            moved = puzzle.decode(tuple(sorted(perm[var] for var in solution)))
            assert moved == image(board)
            assert number >= len(found) or not list(puzzle.violations(moved))


# ---- statements that are wrong are refused


TURN = (2, 0, 3, 1)  # a 2x2 board by a quarter
FLIP = (1, 0, 3, 2)
STILL = (0, 1, 2, 3)


@pytest.mark.parametrize(
    ("elements", "reason"),
    [
        ((), "none"),
        ((Symmetry((0, 1, 2)),), "does not permute the 4 cells"),
        ((Symmetry((0, 1, 2, 2)),), "does not permute the 4 cells"),
        ((Symmetry(FLIP), Symmetry(STILL)), "first one is not the identity"),
        ((Symmetry(STILL, {"A": "B", "B": "A"}),), "first one is not the identity"),
        ((Symmetry(STILL), Symmetry(FLIP, {"A": "B"})), "does not permute the labels"),
        ((Symmetry(STILL), Symmetry(FLIP, {"A": "B", "B": "B"})), "does not permute the labels"),
        ((Symmetry(STILL), Symmetry(TURN)), "one after another is not among them"),
        ((Symmetry(STILL), Symmetry(FLIP), Symmetry(FLIP)), "more often"),
    ],
)
def test_no_group(elements: tuple[Symmetry, ...], reason: str) -> None:
    with pytest.raises(WrongSymmetry, match=reason):
        SymmetryGroup(rectangle(2, 2), elements)


def test_variables_must_be_images_of_each_other() -> None:
    group = SymmetryGroup(rectangle(2, 2), (Symmetry(STILL), Symmetry(FLIP)))
    assert group.permutations((0, 1), lambda cell: ("A", frozenset((cell,)))) == ((0, 1, 2), (0, 2, 1))
    with pytest.raises(WrongSymmetry, match="the image of another"):
        group.permutations((0, 1, 2), lambda cell: ("A", frozenset((cell,))))
    with pytest.raises(WrongSymmetry, match="say the same"):
        group.permutations((0, 1), lambda _: ("A", frozenset((0,))))


# ---- a family whose two statements differ is refused: n rooks that do not see each other


@dataclass(frozen=True)
class Rooks:
    """A family as a newcomer writes it; it may state for its boards another group than for its model."""

    family = "rooks"

    n: int
    of_model: SymmetryGroup
    of_boards: SymmetryGroup

    @cached_property
    def names(self) -> tuple[int, ...]:
        return tuple(range(self.n * self.n))

    def model(self) -> Model:
        rows = [tuple(range(r * self.n + 1, (r + 1) * self.n + 1)) for r in range(self.n)]
        units = map(ExactlyOne, (*rows, *zip(*rows)))
        projection = tuple(range(1, self.n * self.n + 1))
        return Model(self.names, tuple(units), projection, self.of_model.permutations(self.names, says))

    def decode(self, solution: Solution) -> Board:
        return self.of_model.region.board(["*" if cell + 1 in solution else "." for cell in self.names])

    def violations(self, board: Board) -> Iterator[str]:
        if any(line.count("*") != 1 for line in (*board, *map("".join, zip(*board)))):
            yield "a line without exactly one rook"

    def symmetries(self) -> SymmetryGroup:
        return self.of_boards

    def render(self, board: Board, style: Style = "ascii") -> str:
        return "\n".join(board)

    def svg(self, board: Board) -> str:
        return "<svg/>"


def says(cell: int) -> Says:
    return "*", frozenset((cell,))


def instance(of_model: SymmetryGroup, of_boards: SymmetryGroup) -> Instance:
    return Instance("rooks", "", Rooks(4, of_model, of_boards), "orbits", {}, None)  # type: ignore[arg-type]


BOARD = rectangle(4, 4)
RIGHT = SymmetryGroup(
    BOARD,
    tuple(
        Symmetry(tuple(i for r, c in BOARD.cells for i in [(3 - r) * 4 + c if down else r * 4 + c]))
        for down in (False, True)
    ),
)
MIRROR = replace(RIGHT, elements=(RIGHT.elements[0], Symmetry(tuple(4 * r + 3 - c for r, c in BOARD.cells))))
STARLESS = replace(RIGHT, relabel=lambda labels: ["." for _ in labels])
NAMED = replace(RIGHT, elements=(RIGHT.elements[0], Symmetry(RIGHT.elements[1].cells, {"*": ".", ".": "*"})))
EIGHT = SymmetryGroup(
    BOARD,
    tuple(
        Symmetry(tuple(4 * a + b for r, c in BOARD.cells for a, b in [image(r, c)]))
        for image in (
            lambda r, c: (r, c),
            lambda r, c: (c, 3 - r),
            lambda r, c: (3 - r, 3 - c),
            lambda r, c: (3 - c, r),
            lambda r, c: (r, 3 - c),
            lambda r, c: (3 - r, c),
            lambda r, c: (c, r),
            lambda r, c: (3 - c, 3 - r),
        )
    ),
)
ORDERED = replace(EIGHT, elements=(EIGHT.elements[0], *EIGHT.elements[:0:-1]))
ENGINES = ("exactcover", "sat", "cpsat")  # in batches, and one solution at a time


@pytest.mark.parametrize("engine", ENGINES)
def test_one_statement_is_solved(engine: str) -> None:
    for group, count in ((trivial(BOARD), 24), (RIGHT, 12), (EIGHT, 7)):
        prepared = prepare(instance(group, group), engine)
        tally = Tally("orbits")
        for chunk in prepared.chunks():
            tally.add(chunk)
        assert (tally.count, tally.all) == (count, 24)


@pytest.mark.parametrize("engine", ENGINES)
def test_groups_of_different_order_are_refused(engine: str) -> None:
    assert engine in BACKENDS
    for of_model, of_boards in ((EIGHT, trivial(BOARD)), (trivial(BOARD), EIGHT), (RIGHT, EIGHT)):
        with pytest.raises(WrongSolution, match="symmetries, but its model"):
            prepare(instance(of_model, of_boards), engine)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("of_model", "of_boards"),
    [(RIGHT, MIRROR), (RIGHT, STARLESS), (RIGHT, NAMED), (EIGHT, ORDERED)],
    ids=["another cell map", "another relabelling", "another label map", "another order"],
)
def test_groups_that_differ_are_refused(
    engine: str, of_model: SymmetryGroup, of_boards: SymmetryGroup
) -> None:
    prepared = prepare(instance(of_model, of_boards), engine, "all")
    with pytest.raises(WrongSolution, match="takes the variables of"):
        list(prepared.chunks())


def test_symmetries_that_the_model_has_not_are_refused() -> None:
    shifted = Symmetry(tuple((cell + 8) % 16 for cell in range(16)), {"*": ".", ".": "*"})
    group = replace(RIGHT, elements=(RIGHT.elements[0], shifted))
    with pytest.raises(WrongSolution, match="rooks: no variable of the model"):
        prepare(instance(group, group))


@pytest.mark.parametrize("name", ["soma-turns", "tetris4x7"])
def test_images_of_an_anchored_model_are_all_solutions(name: str) -> None:
    """By any anchor, with any variable of each orbit: every solution once."""
    model = load(INSTANCES / f"{name}.yaml").puzzle.model()
    engine = ExactCoverBackend(1)
    every = sorted(engine.solutions(replace(model, symmetries=())))
    for anchor in list(anchors(model))[:3]:
        for end in (0, -1):
            breaking = anchored(model, anchor, [orbit[end] for orbit in orbits(model, anchor)])
            images = Images(breaking, model.symmetries)
            rows = [images.of(rows) for rows, _ in engine.open(breaking.model).batches()]
            assert sorted(tuple(row[row > 0].tolist()) for own in rows for row in own) == every


FIRSTS = {  # boards without an anchor; on the last one few options of an item are images of the first
    "4x4": ("4x4", "dominoes", True),
    "4x6": ("4x6", "dominoes", True),
    "two": ("4x4", ["dominoes", "monominoes"], True),
    "many": ("4x4", "tetrominoes", False),
}


@pytest.mark.parametrize(("board", "pieces", "excludes"), FIRSTS.values(), ids=FIRSTS)
def test_with_the_first_variable_the_same_solutions_are_kept(
    board: str, pieces: object, excludes: bool
) -> None:
    model = loads(instance_text({"board": board, "pieces": pieces, "counts": "any"}), "test").puzzle.model()
    engine = ExactCoverBackend(1)
    fewer = with_first(model)
    every, some = list(engine.solutions(model)), list(engine.solutions(fewer.model))
    assert (len(some) < len(every)) is excludes
    assert sorted(filter(fewer.keeps, some)) == sorted(filter(filtered(model).keeps, every))
    assert broken(model, fewer.recipe).model == fewer.model


LEFT_OUT = {  # one of the pieces
    "3x5": {"board": "3x5", "pieces": ["L", "U", "P", "V"]},
    "4x5": {"board": "4x5", "pieces": ["L", "U", "P", "V", "Y"]},
    "5x5": {"board": "5x5", "pieces": ["L", "U", "P", "V", "Y", "N"]},
    "upright": {"board": "4x5", "pieces": ["I", "L", "U", "P", "Y"]},
    "hexagons": {"lattice": "hexagons", "board": "4x6", "pieces": "tetrahexes"},
}


@pytest.mark.parametrize("data", LEFT_OUT.values(), ids=LEFT_OUT)
def test_where_one_piece_is_left_out_two_of_them_are_anchors(data: dict[str, object]) -> None:
    """The orbits, all solutions as images, and their numbers are those without breaking symmetry."""
    text = instance_text({**data, "counts": "0..1"})
    model, engine = loads(text, "test").puzzle.model(), ExactCoverBackend(1)
    best = anchored_by_two(model)
    assert best is not None
    assert broken(model, best.recipe).model == best.model
    every = sorted(engine.solutions(model))
    least = sorted(filter(filtered(model).keeps, every))
    for first, second in permutations(all_but_one(model), 2):
        fewer = two_anchors(model, first, second)
        some = list(engine.solutions(fewer.model))
        assert 0 < len(some) <= len(every)
        kept = list(filter(fewer.keeps, some))
        images = [min(tuple(sorted(perm[var] for var in one)) for perm in model.symmetries) for one in kept]
        assert sorted(images) == least
        rows = np.array(some, np.int32)
        assert kept_rows(fewer, rows).sum() == len(kept)
        assert sorted(map(tuple, Images(fewer, model.symmetries).of(rows).tolist())) == every
        total = OrbitSum(fewer, len(model.symmetries))
        total.add(rows)
        assert (total.all, total.orbits, total.whole) == (len(every), len(kept), True)
        tables = RivalTables(fewer)
        number, fixed = tables.fixed(rows)
        assert (tables.kept(rows) == kept_rows(fewer, rows)).all()
        assert all(number[v] + fixed[v] == total.kept[v] for v in fewer.rivals)


@pytest.mark.parametrize(("board", "counts"), [("4x4", "any"), ("3x4", "0..1")])
def test_where_more_or_none_are_left_out_there_are_no_two_anchors(board: str, counts: str) -> None:
    text = instance_text({"board": board, "pieces": "tetrominoes", "counts": counts})
    assert anchored_by_two(loads(text, "test").puzzle.model()) is None


@pytest.mark.parametrize("name", ["dominoes6x6", "dominoes4x4"])
def test_long_searches_without_an_anchor_begin_with_the_first_variable(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One solution of each orbit, also by another engine with the recipe; and the same numbers by count."""
    instance = load(INSTANCES / f"{name}.yaml")
    short = Tally("orbits")
    for chunk in prepare(instance).chunks():
        short.add(chunk)
    monkeypatch.setattr(exactcover, "WORTH", -1.0)
    prepared, long = prepare(instance), Tally("orbits")
    assert prepared.breaking.recipe.way == "first"
    assert any("is in every solution of which an image has it" in line for line in prepared.explain())
    for chunk in prepared.chunks():
        long.add(chunk)
    assert (long.count, long.all, long.digest) == (short.count, short.all, short.digest)
    *_, last = prepared.counts() or ()
    assert (last.counted.count, last.counted.all) == (short.count, short.all)
    other = Tally("orbits")
    for chunk in replace(prepare(instance, "sat"), recipe=prepared.breaking.recipe).chunks():
        other.add(chunk)
    assert other == short


def test_random_words_are_those_of_the_published_generator() -> None:
    assert [hex(word) for word in random_words(3)] == [
        "0xe220a8397b1dcdaf",
        "0x6e789e6aa1b965f4",
        "0x6c45d188009454f",
    ]
