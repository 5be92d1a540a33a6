"""Everything that may change how a cover is searched, drawn at once, against brute force.

A draw is a model, its symmetry, perhaps a condition, and a way to ask: which search, in which order, from which
cubes, with how many threads; all solutions or one of each orbit; listed, counted by visiting or by dynamic
programming, or cube by cube as a kept run does it. Each alone was tested, and a wrong count came of three together.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest
import yaml

from tests import drawn_covers as drawn
from tests import drawn_packings as packings
from zenkai_solver.models.csp import Cube, Model, restrict
from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.loading import loads
from zenkai_solver.models.puzzle import Instance, Puzzle
from zenkai_solver.models.symmetry import Symmetry
from zenkai_solver.models.where.puzzle import under
from zenkai_solver.solvers.core.backend import Counted, Options
from zenkai_solver.solvers.core.deadlines import Deadline
from zenkai_solver.solvers.core.pipeline import Chunk, Prepared, Tally, prepare, text_hash
from zenkai_solver.solvers.cubes.jobs import Closed, Planned, PlanStage, Refined, RunTask, SearchCube
from zenkai_solver.solvers.cubes.session import Session
from zenkai_solver.solvers.engines.exactcover import counting, exactcover
from zenkai_solver.solvers.engines.exactcover import plan as plans
from zenkai_solver.solvers.engines.exactcover.cover import Cover, cover_view
from zenkai_solver.solvers.engines.exactcover.exactcover import OpenedCover
from zenkai_solver.solvers.engines.exactcover.kernels import sift
from zenkai_solver.solvers.engines.exactcover.plan import FREE, SPLIT, Anchor, Plan, problem_of
from zenkai_solver.solvers.engines.table import suited

ENGINE = "exactcover"
SEARCHES = ("auto", "sift", "sift", "mrv")
ASKED = ("listed", "listed", "visited", "visited", "counted", "cubes", "cubes")
KEPT = 12  # of so many draws one is asked as a kept run, which takes ten times as long as the others
MORE = ("by states", "several cubes", "anchored", "four words", "in small steps")
AT_ONCE = 1_000  # draws of a test
PACKED = 100  # the same of packings, which take longer
FIRST = 200  # the seed of their first: a cube that is dead at its root comes soon

Line = tuple[bytes, int, bool]  # a board, the number of its images, is it the least of them?


# ---- the search that is asked


def forced(kind: str, rng: random.Random, used: Counter[str]) -> Callable[[Cover, Sequence[Anchor]], Plan]:
    """Plans by chance: one search, from the cubes of one anchor, split or not."""

    def chosen(cover: Cover, anchors: Sequence[Anchor] = (FREE,)) -> Plan:
        if kind == "auto":
            found = plans.plan(cover, anchors)
            used[found.kind] += 1
            return found
        own = kind if sift.fits(problem_of(cover)) else "mrv"
        used[own] += 1
        cubes = tuple(tuple(orbit[0]) for orbit in any_anchor(rng)(anchors))
        used["several cubes"] += len(cubes) > 1
        return Plan(cover, own, cubes, seconds=rng.choice([0.0, 10 * SPLIT]))

    return chosen


def any_anchor(rng: random.Random) -> Callable[[Sequence[Anchor]], Anchor]:
    """One by chance, and of each of its orbits a cube by chance at the front."""

    def chosen(anchors: Sequence[Anchor]) -> Anchor:
        anchor = rng.choice(anchors[1:] if len(anchors) > 1 and rng.random() < 0.8 else anchors)
        return [rng.sample(orbit, len(orbit)) for orbit in anchor]

    return chosen


# ---- what is found, in each way


def lines(chunks: Iterator[Chunk], tally: Tally) -> Counter[Line]:
    found: Counter[Line] = Counter()
    for chunk in chunks:
        tally.add(chunk)
        found.update(zip(chunk.texts, chunk.orbits, chunk.representatives, strict=True))
    return found


def cubes(rng: random.Random, projection: Sequence[int], depth: int = 3, cube: Cube = ()) -> Iterator[Cube]:
    """Disjoint cubes that are all there is together."""
    left = [v for v in projection if v not in cube and -v not in cube]
    if not left or not depth or rng.random() < 0.2:
        yield cube
        return
    var = rng.choice(left)
    for lit in rng.sample([var, -var], 2):
        yield from cubes(rng, projection, depth - 1, (*cube, lit))


def cube_by_cube(prepared: Prepared, rng: random.Random) -> Iterator[Chunk]:
    """By an engine that is opened once, after the plan of the whole or for the broken model, or for each."""
    backend, model = prepared.backend, prepared.breaking.model
    opened = rng.choice([prepared.opened.within(prepared.breaking), backend.open(model), None])
    for cube in cubes(rng, model.projection):
        if opened is not None:
            yield from prepared.checked(opened.batches(cube, Deadline()))
        else:
            yield from prepared.checked(backend.open(restrict(model, cube)).batches((), Deadline()))


def kept(prepared: Prepared, rng: random.Random) -> Tally:
    """As a worker of a kept run does it: planned, and each cube searched, or split if it takes too long."""
    session = Session(RunTask("drawn", "", prepared.symmetry, (ENGINE,), keep=rng.random() < 0.5))
    session.__dict__["of_stage"] = [[prepared]]  # in place of an instance that is read
    plan = session.do(PlanStage(0))
    assert isinstance(plan, Planned)
    left = [subcube for subcube in plan.subcubes if subcube.state == "open"]
    tally = Tally(prepared.symmetry)
    while left:
        subcube = left.pop(rng.randrange(len(left)))
        seconds = rng.choice([0.0, 600.0])
        answer = session.do(
            SearchCube(0, plan.space, subcube.cube, subcube.weight, ENGINE, seconds, None, 1 << 30)
        )
        if isinstance(answer, Refined):
            left += [own for own in answer.subcubes if own.state == "open"]
            continue
        assert isinstance(answer, Closed), answer
        tally.join(Tally(tally.symmetry, answer.written, answer.count, answer.all, int(answer.digest, 16)))
    return tally


# ---- what there is


def expected(
    found: Sequence[drawn.Solution], puzzle: Puzzle, perms: Sequence[drawn.Perm], all: bool
) -> Counter[Line]:
    """The lines of a run, from the solutions and the permutations of the model."""
    lines: Counter[Line] = Counter()
    for orbit, number in drawn.by_orbit(found, perms).items():
        assert number == len(orbit), "an image of a solution is none"
        texts = sorted("\n".join(puzzle.decode(own)).encode() for own in orbit)
        lines.update((text, number, text == texts[0]) for text in (texts if all else texts[:1]))
    return lines


def totals(lines: Counter[Line], all: bool) -> tuple[int, int, int]:
    """count, all and the sum of the hashes."""
    least = sum(representative for _, _, representative in lines)
    every = len(lines) if all else sum(size for _, size, _ in lines)
    return least, every, sum(text_hash(text) for text, _, _ in lines)


def prepared_of(model: Model, text: str, symmetry: str, workers: int) -> Prepared:
    puzzle: Any = drawn.Row(model)
    if text:
        puzzle = under(puzzle, text)
    own = puzzle.model()
    opened = suited(ENGINE, own, Options(workers=workers))
    instance = Instance("drawn", "", puzzle, symmetry, {}, None)
    return Prepared(instance, opened, puzzle.symmetries(), symmetry, "drawn")


def tried(seed: int, used: Counter[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """One draw; the seed is all there is to know of it."""
    rng = random.Random(seed)
    model = drawn.model(rng)
    perms = model.symmetries or (tuple(range(model.size + 1)),)
    text = drawn.condition(rng, perms) if rng.random() < 0.4 else ""
    symmetry, workers = rng.choice(["orbits", "all"]), rng.choice([1, 1, 1, 3])
    kind = rng.choice(SEARCHES)
    asked = "kept" if rng.randrange(KEPT) == 0 else rng.choice(ASKED)
    monkeypatch.setattr(exactcover, "plan", forced(kind, rng, used))
    monkeypatch.setattr(sift, "WIDTHS", widths := rng.choice([(1, 2, 4), (4,)]))
    used["four words"] += len(widths) == 1
    prepared = prepared_of(model, text, symmetry, workers)
    if isinstance(prepared.opened, OpenedCover) and rng.random() < 0.3:
        monkeypatch.setattr(plans, "WATCHED", rng.randint(1, 4))  # nodes, and the search goes on where it was
        prepared = replace(prepared, opened=prepared.opened.watched(lambda _: None))
        used["in small steps"] += 1
    all = symmetry == "all"
    there = drawn.solutions(model, text)
    lines_there = expected(there, prepared.instance.puzzle, prepared.model.symmetries, all)
    count, every, sum = totals(lines_there, all)
    used.update([asked, symmetry, f"{workers} threads", *["where"] * bool(text)])
    used["anchored"] += prepared.breaking.anchor is not None
    tally = Tally(symmetry)
    match asked:
        case "counted":
            counted = prepared.opened.count()
            if not text:
                counted = counting.count(cover_view(model), model.symmetries)
            there_of = drawn.by_orbit(there, prepared.model.symmetries)
            assert counted in (None, Counted(len(there_of), len(there))), seed
            used["by states"] += counted is not None
            return
        case "visited":
            stream = prepared.counts()
            if stream is None:
                return
            far = [*stream]
            counted = far[-1].counted if far else Counted(0, 0)
            there_of = drawn.by_orbit(there, prepared.model.symmetries)
            assert counted == Counted(len(there_of), len(there)), seed
            assert not far or far[-1].checked == far[-1].visited
            return
        case "kept":
            tally = kept(prepared, rng)
        case "cubes":
            assert lines(cube_by_cube(prepared, rng), tally) == lines_there, seed
        case _:
            assert lines(prepared.chunks(), tally) == lines_there, seed
    assert (tally.count, tally.all, tally.sum % (1 << 128)) == (count, every, sum % (1 << 128)), seed


def run(first: int, number: int, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    used: Counter[str] = Counter()
    for seed in range(first, first + number):
        tried(seed, used, monkeypatch)
    return used


SLOWLY = pytest.mark.slow


@pytest.mark.parametrize("part", [*range(3), *(pytest.param(part, marks=SLOWLY) for part in range(3, 100))])
def test_draws_equal_brute_force(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    used = run(AT_ONCE * part, AT_ONCE, monkeypatch)
    for what in (*SEARCHES[1:], *ASKED, "kept", "orbits", "all", "1 threads", "3 threads", "where", *MORE):
        assert used[what] >= 20, (what, used)


# ---- packings


def pieces_of(text: bytes, cells: Sequence[packings.Cell]) -> frozenset[frozenset[packings.Cell]]:
    """Where the pieces of a board lie; their shapes tell which they are."""
    rows = text.decode().split("\n")
    on: dict[str, set[packings.Cell]] = {}
    for r, c in cells:
        if rows[r][c] != ".":
            on.setdefault(rows[r][c], set()).add((r, c))
    return frozenset(map(frozenset, on.values()))


def image(own: packings.Filled, element: Symmetry, cells: Sequence[packings.Cell]) -> packings.Filled:
    goes = {cell: cells[target] for cell, target in zip(cells, element.cells, strict=True)}
    return frozenset((letter, frozenset(goes[cell] for cell in lying)) for letter, lying in own)


def packed(seed: int, used: Counter[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """One draw through the whole of a run, from its text."""
    rng = random.Random(seed)
    own = packings.draw(rng)
    there = packings.filled(own)
    kind, symmetry, workers = rng.choice(SEARCHES), rng.choice(["orbits", "all"]), rng.choice([1, 1, 3])
    asked = rng.choice(("listed", "visited", "counted", "kept"))
    monkeypatch.setattr(exactcover, "plan", forced(kind, rng, used))
    try:
        instance = loads(yaml.safe_dump(own.keys), "drawn")
    except InstanceError:  # it is seen at once that no board has room for the pieces
        assert not there
        used["refused"] += 1
        return
    prepared = prepare(instance, ENGINE, symmetry, Options(workers=workers))
    elements = prepared.group.elements
    orbits = {frozenset(image(filled, element, own.cells) for element in elements) for filled in there}
    assert set().union(*orbits) == set(there), seed
    used.update(
        [asked, symmetry, *own.keys, *["no solution"] * (not there), *["symmetric"] * (len(elements) > 1)]
    )
    used["symmetric where"] += len(elements) > 1 and "where" in own.keys
    match asked:
        case "counted":
            monkeypatch.setattr(exactcover, "QUICK", -1.0)  # as if visiting took long
            found = prepared.opened.count()
            assert found in (None, Counted(len(orbits), len(there))), seed
            used["by states"] += found is not None
        case "visited":
            far = [*(prepared.counts() or ())]
            assert (far[-1].counted if far else Counted(0, 0)) == Counted(len(orbits), len(there)), seed
            assert not far or far[-1].checked == far[-1].visited
        case "kept":
            tally = kept(prepared, rng)
            assert (tally.count, tally.all) == (len(orbits), len(there)), seed
        case _:
            tally = Tally(symmetry)
            found_lines = lines(prepared.chunks(), tally)
            boards = Counter(pieces_of(text, own.cells) for text, _, _ in found_lines.elements())
            every = Counter(frozenset(lying for _, lying in filled) for filled in there)
            assert boards == every if symmetry == "all" else boards <= every, seed
            assert (tally.count, tally.all) == (len(orbits), len(there)), seed


@pytest.mark.parametrize("part", [*range(2), *(pytest.param(part, marks=SLOWLY) for part in range(2, 60))])
def test_packings_equal_brute_force(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    used: Counter[str] = Counter()
    for seed in range(FIRST + PACKED * part, FIRST + PACKED * (part + 1)):
        packed(seed, used, monkeypatch)
    for what in ("sift", "mrv", "listed", "visited", "counted", "by states", "kept", "several cubes"):
        assert used[what], (what, used)
    for what in ("where", "fixed", "fill", "no solution", "symmetric", "symmetric where"):
        assert used[what], (what, used)
