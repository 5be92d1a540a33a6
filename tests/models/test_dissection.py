"""Dissections: published and brute-force counts, identifications, boards, the verifier's teeth, bad input."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.dissection_brute import cells_of, counts
from tests.helpers import INSTANCES
from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.loading import load, loads
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.commands import run, show, verify
from zenkai_solver.solvers.core.pipeline import Tally, prepare

F345 = "#######/#######/#######/####..."
SQUARES = "###.####/###.####/###.####/....####"
RING = "###/#.#/###"


def rectangle(rows: int, columns: int) -> str:
    return "/".join(["#" * columns] * rows)


def instance(one: str, two: str, pieces: object, **more: object) -> Instance:
    drawings = "".join(
        f"{key}: |\n" + "".join(f"  {row}\n" for row in text.split("/"))
        for key, text in (("from", one), ("to", two))
    )
    keys = "".join(f"{key}: {str(value).lower()}\n" for key, value in more.items())
    return loads(f"puzzle: dissection\n{drawings}pieces: {pieces}\n{keys}", "test")


def tally(one: str, two: str, pieces: object, backend: str = "dissect", **more: object) -> Tally:
    prepared = prepare(instance(one, two, pieces, **more), backend)
    found = Tally(prepared.symmetry)
    for chunk in prepared.chunks():
        found.add(chunk)
    return found


def three_counts(one: str, two: str, pieces: int, backend: str = "dissect") -> tuple[int, int, int]:
    """Raw, up to rotations, up to rotations and the reflection of both."""
    tallies = [tally(one, two, pieces, backend, identify=how) for how in ("none", "rotations", "mirror")]
    assert len({t.all for t in tallies}) == 1
    return tallies[0].count, tallies[1].count, tallies[2].count


SMALL = {
    ("####", "##/##", 2): (2, 1, 1),
    ("####", "##/##", 3): (12, 2, 2),
    ("####", "##/##", 4): (1, 1, 1),
    ("#./##", "###", 2): (4, 2, 1),
    ("###/###", "######", 2): (1, 1, 1),
    ("###/###", "######", 3): (27, 8, 5),
    ("###/###", "###/###", 2): (29, 11, 7),
    (".##/##.", "##./.##", 1): (0, 0, 0),
    (".##/##.", "##./.##", 2): (5, 2, 2),
    ("#./#./##", ".#/.#/##", 1): (0, 0, 0),
    ("#./#./##", ".#/.#/##", 2): (3, 3, 3),
    ("###/.#.", "##/##", 2): (8, 2, 1),
    (RING, "####/####", 2): (4, 2, 1),
}
MIDDLE = {
    (rectangle(2, 8), rectangle(4, 4), 2): (2, 1, 1),
    (RING, "####/####", 3): (128, 16, 8),
    (F345, rectangle(5, 5), 2): (0, 0, 0),
    (F345, rectangle(5, 5), 3): (368, 92, 92),
    (rectangle(5, 5), F345, 3): (368, 92, 92),
    (rectangle(4, 9), rectangle(6, 6), 2): (4, 2, 1),
    (SQUARES, rectangle(5, 5), 3): (0, 0, 0),
    (SQUARES, rectangle(5, 5), 4): (3744, 936, 936),
}
ROTATIONS_ONLY = {  # rotations, mirror
    (rectangle(3, 8), rectangle(4, 6), 2): (3, 2),
    (RING, "###../..#../..#../..###", 2): (1, 1),
    ("#.../##../.#../.##.", ".##./####", 2): (2, 2),
    ("#....#/######", "####/####", 2): (0, 0),
    ("#....#/######", "####/####", 3): (24, 13),
}


@pytest.mark.parametrize(("case", "expected"), SMALL.items(), ids=map(str, SMALL))
def test_small_counts_by_every_engine_and_brute_force(
    case: tuple[str, str, int], expected: tuple[int, int, int]
) -> None:
    one, two, pieces = case
    assert counts(cells_of(one), cells_of(two), pieces) == expected
    for backend in ("dissect", "sat", "cpsat"):
        assert three_counts(*case, backend) == expected


@pytest.mark.parametrize(
    ("case", "expected"),
    [pytest.param(*item, marks=[pytest.mark.slow] * (item[0][2] == 4)) for item in MIDDLE.items()],
    ids=map(str, MIDDLE),
)
def test_published_and_measured_counts(case: tuple[str, str, int], expected: tuple[int, int, int]) -> None:
    assert three_counts(*case) == expected


@pytest.mark.parametrize(("case", "expected"), ROTATIONS_ONLY.items(), ids=map(str, ROTATIONS_ONLY))
def test_counts_up_to_symmetry(case: tuple[str, str, int], expected: tuple[int, int]) -> None:
    assert three_counts(*case)[1:] == expected


def test_flips_help_where_they_are_allowed() -> None:
    assert tally("#....#/######", "####/####", 2).all == 0
    assert tally("#....#/######", "####/####", 2, flips=True).all > 0


def test_without_rotations_a_bar_does_not_stand_up() -> None:
    assert tally("###", "#/#/#", 1).all == 1
    assert tally("###", "#/#/#", 2, rotations=False).all == 0
    assert tally("###", "#/#/#", 3, rotations=False).all == 1


@pytest.mark.parametrize("backend", ["dissect", "sat"])
@pytest.mark.parametrize("flips", [False, True])
@pytest.mark.parametrize("identify", ["none", "rotations", "mirror"])
def test_a_range_is_the_sum_of_its_numbers(backend: str, flips: bool, identify: str) -> None:
    more: dict[str, Any] = {"flips": flips, "identify": identify}
    single = [tally("##./.##/..#", "#####", n, backend, **more) for n in (2, 3, 4)]
    together = tally("##./.##/..#", "#####", "2..4", backend, **more)
    assert together.count == sum(t.count for t in single)
    assert together.all == sum(t.all for t in single)


@pytest.mark.parametrize("backend", ["dissect", "sat"])
def test_the_least_number(backend: str) -> None:
    told: list[str] = []
    prepared = prepare(instance("###/###", "######", "min"), backend)
    chunks = [chunk for chunk in prepared.chunks(tell=told.append) if len(chunk)]
    assert told == ["1 piece: no solution, complete", "2 pieces: there are solutions"]
    assert sum(map(len, chunks)) == 1


def test_an_impossible_number_is_complete_with_no_solution() -> None:
    assert list(prepare(instance(".##/##.", "##./.##", 1)).chunks())[-1].progress == 1
    assert tally(".##/##.", "##./.##", "min", max_pieces=1).all == 0


@pytest.mark.parametrize("pieces", [2, 3])
def test_exchanged_mirrored_and_turned_figures_give_the_same_number(pieces: int) -> None:
    one, two = "####./.####", "###/#.#/###"
    turned = "/".join("".join(column) for column in zip(*reversed(one.split("/"))))
    expected = three_counts(one, two, pieces)
    assert three_counts(two, one, pieces) == expected
    assert three_counts(turned, two, pieces) == expected
    mirrored = "/".join(row[::-1] for row in one.split("/"))
    assert three_counts(mirrored, two, pieces) == expected


# ---- boards ----------------------------------------------------------------------------------------

BOARD: Board = ("AABBBBA  AAAAA", "AABBBBA  AAAAA")


def boards(one: str, two: str, pieces: int) -> list[Board]:
    return [
        chunk.board(i)
        for chunk in prepare(instance(one, two, pieces), symmetry="all").chunks()
        for i in range(len(chunk))
    ]


def test_a_board_is_canonical() -> None:
    puzzle = instance("####", "##/##", 2).puzzle
    assert boards("####", "##/##", 2) == [("AABB  AA", "      BB"), ("AABB  AB", "      AB")]
    assert not list(puzzle.violations(("AABB  AA", "      BB")))


@pytest.mark.parametrize(
    ("board", "said"),
    {
        ("AABB  AA",): "the board is not 2x8",
        ("AABB  AA", " B    BB"): "inside and outside",
        ("BBAA  AA", "      BB"): "not lettered in the order",
        ("AABB  AA", "      CC"): "figure 1 has the pieces AB",
        ("AAAA  AA", "      AA"): "1 pieces, not 2..2",
        ("ABBA  AB", "      AB"): "piece A is not connected in figure 1",
        ("AABB  AB", "      BA"): "piece A is not connected in figure 2",
        ("AAAB  AA", "      AB"): "piece A has different shapes",
        ("AABB  BB", "      AA"): "the congruent pieces BA",
    }.items(),
)
def test_every_broken_rule_is_named(board: Board, said: str) -> None:
    assert any(said in text for text in instance("####", "##/##", 2).puzzle.violations(board))


def test_a_flipped_piece_is_no_solution() -> None:
    puzzle = instance("#./#./##", ".#/.#/##", 1).puzzle
    board = ("A    A", "A    A", "AA  AA")
    assert list(puzzle.violations(board)) == ["piece A has different shapes in the two figures"]
    assert not list(instance("#./#./##", ".#/.#/##", 1, flips=True).puzzle.violations(board))


def test_the_moves_beside_the_board_are_right() -> None:
    from zenkai_solver.models.grid import TRANSFORMS

    puzzle = instance(F345, rectangle(5, 5), 3).puzzle
    for board in boards(F345, rectangle(5, 5), 3)[::20]:
        moves = puzzle.record(board)["moves"]  # type: ignore[attr-defined]
        for label, move in moves.items():
            cells = [(r, c) for r, row in enumerate(board) for c, x in enumerate(row[:7]) if x == label]
            target = {(r, c) for r, row in enumerate(board) for c, x in enumerate(row[9:]) if x == label}
            turn = TRANSFORMS[f"turn {move['turn']}" if move["turn"] else "identity"]
            assert {(r + move["shift"][0], c + move["shift"][1]) for r, c in map(turn, cells)} == target
            assert move["flip"] is False


# ---- files -----------------------------------------------------------------------------------------


@pytest.fixture
def lines(tmp_path: Path) -> tuple[Path, list[dict[str, Any]]]:
    out = tmp_path / "d.jsonl"
    path = INSTANCES / "dissection" / "gpcc2005-square.yaml"
    assert run.main([str(path), "-o", str(out), "--quiet"]) == 0
    return out, [json.loads(line) for line in out.read_text().splitlines()]


def rewrite(path: Path, lines: list[dict[str, Any]]) -> None:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))


def test_the_file_verifies_and_can_be_drawn(
    lines: tuple[Path, list[dict[str, Any]]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, _ = lines
    assert verify.main([str(path)]) == 0
    assert "92 up to symmetry, 368 in all; complete according to its footer" in capsys.readouterr().out
    assert show.main([str(path), "1"]) == 0
    assert capsys.readouterr().out.startswith("+---")
    assert show.main([str(path), "1", "--svg", str(tmp_path / "x.svg")]) == 0
    assert (tmp_path / "x.svg").read_text().count("<rect") == 50


def test_wrong_moves_are_found(
    lines: tuple[Path, list[dict[str, Any]]], capsys: pytest.CaptureFixture[str]
) -> None:
    path, content = lines
    content[3]["moves"]["A"]["shift"][0] += 1
    rewrite(path, content)
    assert verify.main([str(path)]) == 2
    assert ":4: what is stated beside the board" in capsys.readouterr().err


def test_stages_are_not_mixed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, out = tmp_path / "x.yaml", tmp_path / "x.jsonl"
    source.write_text("puzzle: dissection\nfrom: 1x4\nto: 2x2\n")
    assert run.main([str(source), "-o", str(out)]) == 0
    said = capsys.readouterr().out
    assert "1 piece: no solution, complete" in said
    assert "2 pieces: there are solutions" in said
    content = [json.loads(line) for line in out.read_text().splitlines()]
    assert verify.main([str(out)]) == 0
    capsys.readouterr()
    more = {**content[1], "n": 2, "board": ["ABBC  AB", "      CB"]}
    rewrite(out, [content[0], content[1], more])
    assert verify.main([str(out)]) == 2
    assert "3 pieces, not 2..2" in capsys.readouterr().err


def test_statistics(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(INSTANCES / "dissection" / "ring.yaml")
    assert run.main([path, "--count", "--stats", "--quiet"]) == 0
    said = capsys.readouterr().out
    assert "candidate pieces: " in said
    assert "divisions of figure 1 into 2 candidates: 4" in said
    assert "nodes" in said


# ---- bad input -------------------------------------------------------------------------------------

BAD = {
    "unequal areas": ("from: 3x3\nto: 2x4\n", "3: to: 8 cells, but `from` has 9"),
    "empty figure": ("from: |\n  ..\n  ..\nto: 2x4\n", "from: no cells"),
    "no figure": ("from: ''\nto: 2x4\n", "from: no cells"),
    "missing figure": ("to: 2x4\n", "the key `from` is missing"),
    "too many cells": ("from: 16x17\nto: 17x16\n", "with 272 cells; at most 64x64 and 256 cells"),
    "too wide": ("from: 1x65\nto: 5x13\n", "1x65; at most 64x64"),
    "no piece": ("from: 2x4\nto: 1x8\npieces: 0\n", "4: pieces: 0 pieces of 8 cells; 1 to 8 are possible"),
    "negative": ("from: 2x4\nto: 1x8\npieces: -3\n", "-3 pieces of 8 cells"),
    "more than cells": ("from: 2x4\nto: 1x8\npieces: 9\n", "9 pieces of 8 cells"),
    "empty range": ("from: 2x4\nto: 1x8\npieces: 3..2\n", "3..2 is an empty range"),
    "no number": ("from: 2x4\nto: 1x8\npieces: few\n", "'few' is not a number"),
    "truth": ("from: 2x4\nto: 1x8\npieces: true\n", "true is not a number"),
    "max_pieces without min": ("from: 2x4\nto: 1x8\npieces: 2\nmax_pieces: 3\n", "only with `pieces: min`"),
    "max_pieces too large": ("from: 2x4\nto: 1x8\nmax_pieces: 9\n", "9 pieces of 8 cells"),
    "strange character": ("from: |\n  ##\n  #x\nto: 1x3\n", "4: from: 'x' in row 2"),
    "neither": ("from: square\nto: 1x3\n", '"square" is neither a size'),
    "list of numbers": ("from: [3, 4]\nto: 1x3\n", "from[1]: 3 is not text"),
    "unknown key": ("from: 1x3\nto: 1x3\npeices: 2\n", 'did you mean "pieces"'),
    "unknown identification": ("from: 1x3\nto: 1x3\nidentify: miror\n", 'did you mean "mirror"'),
    "flips": ("from: 1x3\nto: 1x3\nflips: 2\n", "flips: 2 is not true or false"),
}


@pytest.mark.parametrize(("text", "said"), BAD.values(), ids=BAD.keys())
def test_bad_input(text: str, said: str) -> None:
    with pytest.raises(InstanceError) as caught:
        loads("puzzle: dissection\n" + text, "bad")
    caught.value.file = "bad.yaml"
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_parts_in_a_list_stand_side_by_side() -> None:
    puzzle = loads("puzzle: dissection\nfrom: [3x3, 4x4]\nto: 5x5\npieces: 4\n", "x").puzzle
    assert puzzle == instance(SQUARES, rectangle(5, 5), 4).puzzle


@pytest.mark.parametrize("backend", ["sat", "cpsat"])
@pytest.mark.parametrize(
    "name",
    [
        *("ring", "squares122", "staircase2x8"),
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("cross20", "hole5")),
    ],
)
def test_the_gallery_by_other_engines(name: str, backend: str) -> None:
    digests = set()
    for engine in ("dissect", backend):
        prepared = prepare(load(INSTANCES / "dissection" / f"{name}.yaml"), engine)
        found = Tally(prepared.symmetry)
        for chunk in prepared.chunks():
            found.add(chunk)
        digests.add((found.count, found.all, found.digest))
    assert len(digests) == 1
