"""Packing: constraints against rules, engines against an independent brute force, symmetry, teeth."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

import pytest
import yaml
from hypothesis import strategies as st

from tests.backends import ENGINES
from tests.helpers import given_some, made
from zenkai_solver.models.constraints import holds
from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.grid import TRANSFORMS, Cell, neighbours, orientations
from zenkai_solver.models.loading import loads
from zenkai_solver.models.packing.puzzle import Packing
from zenkai_solver.models.pieces import pieces_from_art
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.core.backend import Counted, Options
from zenkai_solver.solvers.core.deadlines import Unsupported
from zenkai_solver.solvers.core.pipeline import Chunk, Tally, prepare
from zenkai_solver.solvers.engines.exactcover import counting
from zenkai_solver.solvers.engines.exactcover.cover import cover_view


def instance_text(data: Mapping[str, Any]) -> str:
    return yaml.safe_dump({"puzzle": "packing", **data})


def visited(data: Mapping[str, Any]) -> Counted:
    """The numbers from all solutions, undecoded."""
    stream = prepare(loads(instance_text(data), "test"), "exactcover", options=Options(workers=1)).counts()
    assert stream is not None
    return [Counted(0, 0), *(so_far.counted for so_far in stream)][-1]


class Record(NamedTuple):
    board: Board
    orbit: int


def chunks(data: Mapping[str, Any], backend: str, symmetry: str) -> Iterator[Chunk]:
    return prepare(loads(instance_text(data), "test"), backend, symmetry).chunks()


def records(data: Mapping[str, Any], backend: str = "sat", symmetry: str = "orbits") -> list[Record]:
    found = chunks(data, backend, symmetry)
    return [Record(chunk.board(i), chunk.orbits[i]) for chunk in found for i in range(len(chunk))]


def tally(data: Mapping[str, Any], backend: str = "sat", symmetry: str = "orbits") -> Tally:
    total = Tally(symmetry)
    for chunk in chunks(data, backend, symmetry):
        total.add(chunk)
    return total


def test_a_piece_that_must_be_used_and_fits_nowhere_is_refused() -> None:
    keys: dict[str, Any] = {"board": "1x10", "pieces": "pentominoes X I"}
    with pytest.raises(InstanceError, match="pieces: piece X fits nowhere on the board, and must be used"):
        made("packing", keys)
    assert tally({**keys, "counts": {"X": "0..1", "I": "0..2"}}).all == 1


def count_by_brute_force(puzzle: Packing) -> int:
    """Fill the first free cell in every way: no model, no symmetry, no engine."""
    cells = puzzle.region.cells
    shapes = [(label, shape) for label, shapes in puzzle.orientations.items() for shape in shapes]
    fixed = {(p.label, p.cells) for p in puzzle.fixed}

    def crossing(owner: dict[Cell, int]) -> bool:
        around = ([(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)] for r, c in cells)
        return any(all(x in owner for x in four) and len({owner[x] for x in four}) == 4 for four in around)

    def fill(i: int, owner: dict[Cell, int], used: dict[str, int], chosen: set[Any]) -> int:
        while i < len(cells) and cells[i] in owner:
            i += 1
        if i == len(cells):
            good = all(
                puzzle.counts[p.label].lo <= used.get(p.label, 0) <= (puzzle.counts[p.label].hi or 10**9)
                for p in puzzle.pieces
            )
            real = {cell: n for cell, n in owner.items() if n >= 0}
            return int(good and fixed <= chosen and not (puzzle.no_crossings and crossing(real)))
        total = 0 if puzzle.exact else fill(i, {**owner, cells[i]: -1}, used, chosen)
        for label, shape in shapes:
            r0, c0 = cells[i][0] - shape[0][0], cells[i][1] - shape[0][1]
            own = tuple((r0 + r, c0 + c) for r, c in shape)
            if all(cell in puzzle.region.index and cell not in owner for cell in own):
                mark = dict.fromkeys(own, len(chosen))
                more = {**used, label: used.get(label, 0) + 1}
                total += fill(i, {**owner, **mark}, more, chosen | {(label, own)})
        return total

    return fill(0, {}, {}, set())


@st.composite
def packings(draw: st.DrawFn) -> dict[str, Any]:
    rows, columns = draw(st.integers(2, 4)), draw(st.integers(2, 4))
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    holes = draw(st.sets(st.sampled_from(cells), max_size=3))
    art = [["." if (r, c) in holes else "#" for c in range(columns)] for r in range(rows)]
    sets = draw(st.sets(st.sampled_from(["monominoes", "dominoes", "trominoes", "tetrominoes"]), min_size=1))
    kind = draw(st.sampled_from(["free ", "one-sided ", "fixed "]))
    counts = st.sampled_from(["any", "0..1", "0..2", "1..", 1])
    data = {
        "board": "\n".join("".join(row) for row in art),
        "pieces": sorted(kind + name for name in sets),
        "counts": draw(counts),
        "fill": draw(st.sampled_from(["exact", "partial"])),
        "no_crossings": draw(st.booleans()),
    }
    return data | draw(st.sampled_from([{}, draw(bars(rows, columns))]))


@st.composite
def bars(draw: st.DrawFn, rows: int, columns: int) -> dict[str, Any]:
    """Straight pieces and corners, some of which nearly fit into so many rows and columns, or do not."""
    lengths = draw(st.lists(st.integers(1, max(rows, columns) + 1), min_size=1, max_size=3, unique=True))
    art = ".".join("ABC"[i] * length for i, length in enumerate(lengths))
    corner = draw(st.booleans())
    under = "A" + "." * (len(art) - 1)  # a second cell below the first of piece A
    counts = st.sampled_from(["any", "0..1", "0..2", "1..", 1])
    each = {letter: draw(counts) for letter in "ABC"[: len(lengths)]}
    return {"pieces": f"{art}\n{under}" if corner else art, "counts": each}


NO_COPY_FITS = {"board": "###\n#..", "pieces": "A.BBB", "counts": "1.."}
NO_ROOM_BESIDE = {"board": "1x4", "pieces": "A.BBBB", "counts": {"A": "any", "B": "1.."}}


@given_some(
    40,
    packings(),
    examples=(
        NO_COPY_FITS,
        NO_ROOM_BESIDE,
    ),
)
def test_engines_agree_with_brute_force(data: dict[str, Any]) -> None:
    try:
        puzzle = loads(instance_text(data), "test").puzzle
    except InstanceError:
        return  # areas that cannot match: nothing to compare
    assert isinstance(puzzle, Packing)
    few = ENGINES["sat"].solutions(puzzle.model())
    if len(list(islice(few, 301))) > 300:
        return  # too many for brute force
    expected = count_by_brute_force(puzzle)
    everything = tally(data, "sat", "all")
    assert everything.all == expected
    for backend, engine in ENGINES.items():
        try:
            engine.open(puzzle.model())
        except Unsupported:
            assert data.get("no_crossings"), "only counts that overlap are no exact cover"
            continue
        orbits = tally(data, backend, "orbits")
        assert (orbits.count, orbits.all) == (everything.count, expected), backend
        if backend == "exactcover":
            model = puzzle.model()
            assert counting.count(cover_view(model), model.symmetries) == Counted(everything.count, expected)
            assert visited(data) == Counted(everything.count, expected)


BOARDS = {
    "one of each": {"board": "3x5", "pieces": "pentominoes", "counts": "0..1"},
    "copies": {"board": "4x4", "pieces": "dominoes", "counts": "any"},
    "twins": {"board": "3x8", "pieces": "one-sided tetrominoes", "counts": "0..1"},
    "partial": {"board": "3x3", "pieces": "trominoes", "counts": "0..1", "fill": "partial"},
    "mixed": {"board": "3x4", "pieces": ["trominoes", "dominoes"], "counts": {"I": 1, "V": 1, "D": 3}},
    "fixed": {"board": "4x4", "pieces": "dominoes", "counts": "any", "fixed": "....\n.D..\n.D..\n...."},
    "holes": {"board": "###.\n#.##\n####", "pieces": "dominoes", "counts": "any"},
    "parts": {"board": "##.##\n##.##", "pieces": "dominoes", "counts": "any"},
    "no crossings": {"board": "4x4", "pieces": "dominoes", "counts": "any", "no_crossings": True},
}


@pytest.mark.parametrize("data", BOARDS.values(), ids=BOARDS.keys())
class TestSymmetry:
    def test_orbits_add_up_to_all(self, data: dict[str, Any]) -> None:
        orbits, everything = tally(data), tally(data, symmetry="all")
        assert orbits.count > 0
        assert orbits.all == everything.all == everything.written
        assert orbits.count == everything.count == orbits.written

    def test_representatives_are_the_least_of_all(self, data: dict[str, Any]) -> None:
        everything = {record.board for record in records(data, symmetry="all")}
        group = loads(instance_text(data), "test").puzzle.symmetries()
        for record in records(data):
            images = {image(record.board) for image in group.maps}
            assert images <= everything
            assert record.board == min(images)
            assert record.orbit == len(images)

    def test_permutations_of_the_model_are_the_maps_of_boards(self, data: dict[str, Any]) -> None:
        puzzle = loads(instance_text(data), "test").puzzle
        model, group = puzzle.model(), puzzle.symmetries()
        assert len(model.symmetries) == group.order
        for solution in ENGINES["sat"].solutions(model):
            for perm, image in zip(model.symmetries, group.maps, strict=True):
                moved = tuple(sorted(perm[var] for var in solution))
                assert puzzle.decode(moved) == image(puzzle.decode(solution))
                assert all(holds(c, set(moved)) for c in model.constraints)

    def test_backends_agree(self, data: dict[str, Any]) -> None:
        assert len({tally(data, backend).digest for backend in ENGINES}) == 1

    def test_turned_board_has_as_many(self, data: dict[str, Any]) -> None:
        if "fixed" in data:
            data = data | {"fixed": turned(data["fixed"])}
        board = data["board"]
        if "x" in board:
            rows, columns = map(int, board.split("x"))
            board = f"{columns}x{rows}"
        else:
            board = turned(board)
        assert tally(data | {"board": board}).count == tally(data).count


def turned(art: str) -> str:
    return "\n".join("".join(column) for column in zip(*art.splitlines()[::-1], strict=True))


@pytest.mark.parametrize(
    ("data", "order"),
    [
        ({"board": "5x5", "pieces": "pentominoes", "counts": "0..1"}, 8),
        ({"board": "4x5", "pieces": "pentominoes", "counts": "0..1"}, 4),
        ({"board": "3x30", "pieces": "one-sided pentominoes"}, 4),
        ({"board": "4x5", "pieces": "pentominoes", "counts": "0..1", "flips": False}, 2),  # F has no twin
        ({"board": "4x4", "pieces": "fixed dominoes", "counts": "any"}, 8),
        ({"board": "4x4", "pieces": "fixed dominoes", "counts": {"D": 4, "d": "any"}}, 4),
        ({"board": "##.\n###", "pieces": "dominoes", "counts": "any", "fill": "partial"}, 1),
        ({"board": "4x4", "pieces": "dominoes", "counts": "any", "fixed": "DD..\n....\n....\n...."}, 1),
        ({"board": "4x4", "pieces": "dominoes", "counts": "any", "fixed": ".DD.\n....\n....\n...."}, 2),
    ],
)
def test_order_of_the_group(data: dict[str, Any], order: int) -> None:
    assert loads(instance_text(data), "test").puzzle.symmetries().order == order


SQUARE = {"board": "2x2", "pieces": "dominoes", "counts": "any"}
THREE = {"board": "3x3", "pieces": ["monominoes", "dominoes", "trominoes"]}
ONES = {"board": "2x2", "pieces": "monominoes", "counts": "any", "no_crossings": True}
LINE = {"board": "1x4", "pieces": "dominoes", "counts": "any", "fill": "partial", "fixed": "DD.."}


@pytest.mark.parametrize(
    ("data", "board", "reason"),
    [
        (SQUARE, ("AA", "B"), "not 2x2"),
        (SQUARE, ("AA",), "not 2x2"),
        (SQUARE, ("AA", "B."), "not covered"),
        (SQUARE, ("AA", "BC"), "no piece"),
        (SQUARE, ("AB", "BA"), "no piece"),
        (SQUARE, ("BB", "AA"), "order of their first cells"),
        (SQUARE, ("AA", "A "), "inside and outside"),
        (THREE, ("IVV", "IDV", "IDD"), "occurs 0 times"),
        (THREE, ("IVV", "IMV", "DDI"), "no piece"),
        (THREE, ("DDM", "IVV", "IIV"), "occurs"),
        (THREE, ("III", "DVV", "DMV"), None),
        (THREE, ("VVV", "DII", "DMI"), "bears the letter"),
        ({**THREE, "counts": "0..1", "fill": "partial"}, ("III", "...", "..M"), None),
        ({**THREE, "counts": {"V": 1, "others": "0..1"}}, ("III", "DDM", "..."), "not covered"),
        (LINE, ("..AA",), "fixed piece D"),
        (LINE, ("AABB",), None),
        ({**SQUARE, "counts": "0..1", "fill": "partial"}, ("AA", "BB"), "no piece|occurs 2 times"),
        (ONES, ("AB", "CD"), "four pieces meet"),
    ],
)
def test_verifier_has_teeth(data: dict[str, Any], board: Board, reason: str | None) -> None:
    puzzle = loads(instance_text(data), "test").puzzle
    found = list(puzzle.violations(board))
    if reason is None:
        assert found == []
    else:
        assert re.search(reason, "; ".join(found)), found


def test_every_corruption_of_a_right_board_is_seen() -> None:
    """Move any one cell of any solution to another piece's label: the rules notice."""
    data = BOARDS["one of each"]
    puzzle = loads(instance_text(data), "test").puzzle
    for record in records(data):
        labels = {label for row in record.board for label in row}
        for r, row in enumerate(record.board):
            for c, old in enumerate(row):
                for label in labels - {old}:
                    bad = [*record.board]
                    bad[r] = row[:c] + label + row[c + 1 :]
                    assert list(puzzle.violations(tuple(bad)))


@given_some(30, st.integers(0, 2**32))
def test_planted_solution_is_found(seed: int) -> None:
    """Cut a board into random connected pieces, hand these pieces over: the cut is among the solutions."""
    rng = random.Random(seed)
    left = {(r, c) for r in range(4) for c in range(5)}
    board = [[""] * 5 for _ in range(4)]
    for letter in "ABCDEFGHIJKLMNOPQRST":
        if not left:
            break
        piece = [min(left)]
        while len(piece) < 5:
            near = sorted({n for cell in piece for n in neighbours(cell)} & left - set(piece))
            if not near:
                break
            piece.append(rng.choice(near))
        for r, c in piece:
            board[r][c] = letter
        left -= set(piece)
    planted = tuple("".join(row) for row in board)
    data = {"board": "4x5", "pieces": list(drawings(planted))}
    shapes = [orientations(piece.shape, TRANSFORMS.values()) for piece in pieces_from_art(planted)]
    if len(set(shapes)) < len(shapes):
        return  # two pieces came out alike, which the reader refuses
    puzzle = loads(instance_text(data), "test").puzzle
    assert list(puzzle.violations(planted)) == []
    least, _ = puzzle.symmetries().canonical(planted)
    assert least in {record.board for record in records(data)}


def drawings(board: Board) -> Iterator[str]:
    for letter in sorted({label for row in board for label in row}):
        yield "\n".join("".join(x if x == letter else "." for x in row) for row in board)


def test_pieces_drawn_by_letters() -> None:
    """A mapping of letters to drawings, with # or the letter, is the same as one of letters to cells."""
    cells = {"A": [[0, 0], [0, 1], [1, 1]], "B": [[0, 0], [0, 1], [0, 2]]}
    drawn = {"A": "##\n.#", "B": "BBB"}
    data = {"puzzle": "packing", "board": "2x3"}
    given, expected = (
        loads(instance_text({**data, "pieces": pieces}), "test").puzzle for pieces in (drawn, cells)
    )
    assert given == expected
