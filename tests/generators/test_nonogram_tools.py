"""Around the engine: single lines, deductions, generated puzzles, drawings, the command line."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from itertools import groupby, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers import INSTANCES, ROOT
from tests.models.test_nonogram import planted
from tests.nonogram_helpers import STOCK, black, clues, domino, nonogram
from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.loading import load
from zenkai_solver.models.nonogram.picture import read_picture
from zenkai_solver.models.nonogram.sheet import from_picture
from zenkai_solver.solvers.batch import nonogram_maker
from zenkai_solver.solvers.commands import explain, generate, line, show
from zenkai_solver.solvers.commands.run import main
from zenkai_solver.solvers.core.deadlines import NEVER, WORK_LIMIT
from zenkai_solver.solvers.engines.lines.blockgrid import LineState
from zenkai_solver.solvers.engines.lines.lines import LinesBackend
from zenkai_solver.solvers.explanations import theory, tracing
from zenkai_solver.solvers.explanations.tracing import Deduction
from zenkai_solver.solvers.generators import nonogram as maker
from zenkai_solver.solvers.generators.difficulty import rated
from zenkai_solver.solvers.python_api.api import solve

FLAG = ("##..", "##.#", "....")


def puzzle_of(board: tuple[str, ...]) -> object:
    sheet = from_picture(board)
    return nonogram(sheet.rows, sheet.columns)


@pytest.mark.parametrize(
    ("clue", "cells", "wanted"),
    [
        ("1 2 1", "?.??#.?..", "#..##.#.."),
        ("8", "??????????", "??######??"),
        ("0", "???", "..."),
        ("2r 2b", "?r????", "?r????"),
        ("2r 2b", "????", "rrbb"),
        ("2r 2r", "?????", "rr.rr"),
        ("3", "#..", None),
    ],
)
def test_line(clue: str, cells: str, wanted: str | None, capsys: pytest.CaptureFixture[str]) -> None:
    assert line.main([clue, cells]) == (0 if wanted else 1)
    assert capsys.readouterr().out == (wanted or "no filling fits") + "\n"


@pytest.mark.parametrize(
    ("clue", "cells", "wanted"),
    [
        ("3 1", "?" * 10, "###.#....."),
        ("3 1", "?????#????", "###..#...."),
        ("3 1", "????##????", "...###.#.."),
        ("1 2 1", "?.??#.?..", "#..##.#.."),
        ("1 1", "?????#?", "#....#."),
        ("2r 2b", "?????", "rrbb."),
        ("0", "??", ".."),
    ],
)
def test_leftmost_filling(clue: str, cells: str, wanted: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert line.main([clue, cells, "--leftmost"]) == 0
    assert capsys.readouterr().out.splitlines()[1] == wanted


@given(st.data())
@settings(max_examples=80, deadline=None)
def test_leftmost_is_the_least_of_all_fillings(data: st.DataObject) -> None:
    """Against every way to fill the line: of all fillings no block starts further left."""
    labels = data.draw(st.sampled_from([".#", ".ab"]))
    filled = data.draw(st.text(labels, min_size=1, max_size=8))
    blocks = [(ink, len(list(run))) for ink, run in groupby(filled) if ink != "."]
    clue = " ".join(f"{length}{ink}" for ink, length in blocks)
    cells = "".join(
        data.draw(st.sampled_from(["?", "?", char])) if char in clue or char == "." else char
        for char in filled
    )
    fits = [
        way
        for way in map("".join, product(labels, repeat=len(cells)))
        if all(seen in ("?", char) for seen, char in zip(cells, way))
        and [(ink, len(list(run))) for ink, run in groupby(way) if ink != "."] == blocks
    ]
    starts = [
        [i for i, char in enumerate(way) if char != "." and (i == 0 or way[i - 1] != char)] for way in fits
    ]
    assert line.leftmost(clue, cells) == fits[starts.index([min(column) for column in zip(*starts)])]


@pytest.mark.parametrize(
    ("clue", "cells", "message"),
    [("1 x", "??", "'x' is not a block"), ("1", "?z", "'z' at 2"), ("1", "", "0 cells")],
)
def test_line_bad_input(clue: str, cells: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert line.main([clue, cells]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("seed", range(6))
def test_steps_decide_what_lines_and_probing_decide(seed: int) -> None:
    """And perhaps more, which holds in all solutions."""
    inks = 1 + seed % 2
    puzzle = nonogram(*clues(planted(seed, 6, 7, inks, 0.5)), inks)
    grid = LineState(puzzle.grid)
    assert grid.propagate()
    assert grid.probe()
    steps = Deduction(puzzle, NEVER)
    filled = dict(cell for _, cells in steps for cell in cells)
    assert len(filled) + len(steps.open) == 42
    for cell in np.ndindex(6, 7):
        options = grid.options(*cell)
        if len(options) == 1:
            assert filled[cell] == puzzle.symbols[options[0]]
        assert steps.rows[cell[0]][cell[1]] == filled.get(cell, "?")
    boards = [puzzle.decode(solution) for solution in LinesBackend().solutions(puzzle.model())]
    assert all(board[r][c] == label for board in boards for (r, c), label in filled.items())
    assert not steps.open or len(boards) > 1 or not steps.impossible


@pytest.mark.parametrize(
    ("rows", "columns", "levels"),
    [
        (([1, 1], [1, 1], [1, 1]), ([], [3], [3]), ["rule", "rule"]),  # a line has no filling
        (([1], [1], [2], [2]), ([2], [1], [1], [2]), None),  # no line decides anything
    ],
)
def test_steps_end_in_a_contradiction_where_there_is_no_solution(
    rows: Sequence[list[int]], columns: Sequence[list[int]], levels: list[str] | None
) -> None:
    puzzle = nonogram(black(*rows), black(*columns))
    assert not list(LinesBackend().solutions(puzzle.model()))
    steps = Deduction(puzzle, NEVER)
    found = [step for step, _ in steps]
    assert found[-1].follows == ()
    assert steps.ending == f"{len(found)} steps; there is no solution"
    assert levels is None or [step.level for step in found] == levels
    assert levels is not None or "case" in {step.level for step in found}


def test_steps_end_where_solutions_differ() -> None:
    """What both share is shown: white and black cells."""
    puzzle = nonogram(black([], [2], [2]), black([1], [2], [1]))
    boards = [puzzle.decode(solution) for solution in LinesBackend().solutions(puzzle.model())]
    steps = Deduction(puzzle, NEVER)
    filled = dict(cell for _, cells in steps for cell in cells)
    shared = {cell for cell in np.ndindex(3, 3) if len({board[cell[0]][cell[1]] for board in boards}) == 1}
    assert (len(boards), set(filled)) == (2, shared)
    assert steps.ending == f"{steps.number} steps; {len(steps.open)} cells are left to the search"


def test_lines_are_traced_whatever_the_size_of_the_grid(monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as they alone decide, no clauses are made; after that a large puzzle is left to the search."""
    monkeypatch.setattr(theory, "MOST_FACTS", 3)
    steps = Deduction(nonogram(black([1], [2]), black([2], [1])), NEVER)
    assert {step.level for step, _ in steps} == {"rule"}
    assert steps.ending == "3 steps; the solution"
    steps = Deduction(nonogram(black([1], [1]), black([1], [1])), NEVER)
    assert list(steps) == []
    assert steps.cut == "4 variables, at most 3: too large to be explained"


def test_steps_end_by_work_and_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tracing, "MOST_LOOKS", 40)
    steps = Deduction(domino(6), NEVER)
    assert list(steps) == []
    assert steps.ending == f"0 steps; 169 cells are left to the search; {WORK_LIMIT}"


def test_a_trace_has_the_lines_of_explain_and_says_how_far_they_led(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = INSTANCES / "nonogram" / "touching.yaml"
    assert main([str(path), "--count", "--trace", str(tmp_path / "trace")]) == 0
    *lines, last = [json.loads(text) for text in (tmp_path / "trace").read_text().splitlines()]
    capsys.readouterr()
    assert explain.main([str(path), "--json"]) == 0
    assert lines == [json.loads(text) for text in capsys.readouterr().out.splitlines()][:-1]
    assert last == {"steps": 6, "open": 0, "said": "6 steps; the solution"}


def test_trace_option_and_verdict(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, trace = tmp_path / "flag.non", tmp_path / "trace.jsonl"
    assert (
        generate.main(["nonogram", "--picture", str(_ascii(tmp_path)), "--format", "non", "-o", str(path)])
        == 0
    )
    assert main([str(path), "--unique", "--trace", str(trace)]) == 0
    assert capsys.readouterr().out.endswith("flag: unique; line-solvable\n")
    assert json.loads(trace.read_text().splitlines()[0])["level"] == "rule"
    assert main([str(path), "--animate", "--count"]) == 2
    assert "terminal" in capsys.readouterr().err


def test_trace_of_another_family(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    instance = ROOT / "instances" / "pento3x20.yaml"
    assert main([str(instance), "--count", "--trace", str(tmp_path / "t")]) == 2
    assert "`zenkai explain` shows those of others" in capsys.readouterr().err


def _ascii(folder: Path) -> Path:
    path = folder / "picture.txt"
    path.write_text("##\n##.X\n\n....\n".replace("\n\n", "\n"))
    return path


def test_pictures(tmp_path: Path) -> None:
    assert read_picture(_ascii(tmp_path)) == FLAG
    plain, raw = tmp_path / "a.pbm", tmp_path / "b.pbm"
    plain.write_text("P1\n# a comment\n4 3\n1 1 0 0\n1101\n0000\n")
    raw.write_bytes(b"P4\n4 3\n" + bytes([0b11000000, 0b11010000, 0]))
    assert read_picture(plain) == read_picture(raw) == FLAG
    raw.write_bytes(b"P4\n4 3\n" + bytes([0b11000000]))
    with pytest.raises(InstanceError, match="4 cells in the PBM file, not 3 x 4"):
        read_picture(raw)
    plain.write_text("##\n#z\n")
    with pytest.raises(InstanceError, match="'z' is not a cell") as error:
        read_picture(plain)
    assert (error.value.line, error.value.file) == (2, str(plain))


@pytest.mark.parametrize("line_solvable", [False, True])
def test_generated_puzzles_are_unique(line_solvable: bool) -> None:
    for seed in range(3):
        start = nonogram_maker.random_picture((12, 10), 0.45, seed)
        board = nonogram_maker.repaired(start, seed, line_solvable)
        assert board is not None
        assert board == nonogram_maker.repaired(start, seed, line_solvable)
        puzzle = puzzle_of(board)
        opened = LinesBackend().open(puzzle.model())
        assert [puzzle.decode(s) for s in opened.solutions()] == [board]  # type: ignore[attr-defined]
        assert opened.effort == "line-solvable" or not line_solvable


def test_generate_is_reproducible_and_solved_as_it_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["nonogram", "--size", "12x15", "--density", "0.5", "--seed", "7", "--unique"]
    assert generate.main(words) == 0
    text = capsys.readouterr().out
    assert generate.main(words) == 0
    assert capsys.readouterr().out == text
    path = tmp_path / "made.yaml"
    path.write_text(text)
    assert main([str(path), "--count"]) == 0
    assert load(path).expect == {"all": 1}


@pytest.mark.parametrize("name", ["yaml", "yml", "NON", "g", "Xml", "pbn", "nin", "mk", "cwd", "url", "dzn"])
def test_generated_files_are_in_the_format_of_their_ending(name: str, tmp_path: Path) -> None:
    path = tmp_path / f"made.{name}"
    assert generate.main(["nonogram", "--size", "6x5", "--seed", "3", "-o", str(path)]) == 0
    shown = from_picture(nonogram_maker.random_picture((6, 5), 0.5, 3))
    sheet = load(path).puzzle.sheet  # type: ignore[attr-defined]
    assert (sheet.rows, sheet.columns) == (shown.rows, shown.columns)


@pytest.mark.parametrize(
    ("name", "words", "message"),
    [
        ("a.g", ["--format", "non"], "a.g: the ending says g, but --format says non"),
        ("a.yaml", ["--format", "non"], "the ending says yaml, but --format says non"),
        ("a.txt", [], "a.txt: the ending names no format; known: .yaml"),
        ("a", [], "a: the ending names no format"),
    ],
)
def test_generate_where_the_ending_says_otherwise(
    name: str, words: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / name
    assert generate.main(["nonogram", *words, "-o", str(path)]) == 2
    said = capsys.readouterr().err
    assert message in said
    assert said.count("\n") == 1
    assert not path.exists()


def test_generate_in_an_unknown_ending_as_asked(tmp_path: Path) -> None:
    for name, words in (("a.txt", ["--format", "nin"]), ("b.XML", ["--format", "pbn"])):
        assert generate.main(["nonogram", "--size", "3x2", *words, "-o", str(tmp_path / name)]) == 0
    assert (tmp_path / "a.txt").read_text().startswith("2 3\n")


def test_sparse_puzzles_are_made_unique_and_stay_sparse() -> None:
    start = nonogram_maker.random_picture((20, 20), 0.35, 4)
    heard: list[tuple[int, int]] = []
    board = nonogram_maker.repaired(start, 4, False, tell=lambda tried, left: heard.append((tried, left)))
    assert board is not None
    puzzle = puzzle_of(board)
    assert len(list(LinesBackend().solutions(puzzle.model()))) == 1  # type: ignore[attr-defined]
    assert abs("".join(board).count("#") - "".join(start).count("#")) <= 20
    assert [tried for tried, _ in heard] == list(range(1, len(heard) + 1))
    assert heard[0][1] > heard[-1][1]


def test_generate_of_a_wanted_difficulty(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["nonogram", "--size", "5x5", "--unique", "--seed", "2"]
    paths = [tmp_path / name for name in ("any.yaml", "harder.yaml", "again.yaml")]
    assert generate.main([*words, "-o", str(paths[0])]) == 0
    score = rated(load(paths[0]).puzzle)
    for path in paths[1:]:
        assert generate.main([*words, "--difficulty", f"{score + 1}..", "-o", str(path)]) == 0
    assert rated(load(paths[1]).puzzle) > score
    assert paths[1].read_text() == paths[2].read_text()
    assert generate.main([*words, "--difficulty", f"{score}..{score}"]) == 0
    assert capsys.readouterr().out == paths[0].read_text()
    assert generate.main([*words[:3], "--difficulty", "1.."]) == 2
    assert "--difficulty is of random pictures" in capsys.readouterr().err


def test_cells_are_given_where_the_picture_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture, made = tmp_path / "p.txt", tmp_path / "made.yaml"
    picture.write_text("#...\n.#..\n..#.\n")
    words = ["nonogram", "--picture", str(picture), "--given"]
    assert generate.main([*words, "-o", str(made)]) == 0
    instance = load(made)
    assert [s.board for s in solve(instance, backend="cpsat")] == [("#...", ".#..", "..#.")]
    given = instance.puzzle.sheet.given  # type: ignore[attr-defined]
    cells = [(r, c) for r, row in enumerate(given) for c, label in enumerate(row) if label != "?"]
    for gone in cells:
        fewer = ["".join("?" if (r, c) == gone else given[r][c] for c in range(4)) for r in range(3)]
        text = instance.text.replace(
            "\n".join(f"  {row}" for row in given), "\n".join(f"  {row}" for row in fewer)
        )
        assert sum(1 for _ in solve(text, backend="cpsat", limit=2)) == 2
    assert cells
    assert generate.main([*words, "--format", "non"]) == 2
    assert 'the format ".non" has no given cells' in capsys.readouterr().err
    assert generate.main([*words, "--unique"]) == 2
    assert "--given changes no cell" in capsys.readouterr().err


def test_generate_ends_at_its_limits(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.non"
    words = ["nonogram", "--size", "60x60", "--density", "0.3", "--unique", "-o", str(path)]
    assert generate.main(["nonogram", "--size", "4x4", "--unique"]) == 0  # compiles what the limit is not for
    capsys.readouterr()
    monkeypatch.setattr(maker, "EVERY", 0.0)
    assert generate.main([*words, "--time-limit", "4"]) == 3
    said = capsys.readouterr().err.splitlines()
    assert said[-1] == "zenkai: no such puzzle yet: time limit"
    assert "1 changes tried; line solving leaves" in said[0]
    monkeypatch.setattr(nonogram_maker, "ROUNDS", 5)
    assert generate.main(words) == 1
    assert capsys.readouterr().err.splitlines()[-1] == "zenkai: no such puzzle after 5 changes"
    assert not path.exists()


def test_clues_stand_around_the_grid() -> None:
    puzzle = puzzle_of(FLAG)
    assert puzzle.render(FLAG).splitlines() == ["    2 2 0 1", "  2 # # . .", "2 1 # # . #", "  0 . . . ."]  # type: ignore[attr-defined]
    assert puzzle.render(FLAG, "box").splitlines() == ["  2201", "2 ██ ▄ 2 1", "0"]  # type: ignore[attr-defined]
    assert puzzle.render(("??..", "##.#", "....")).splitlines()[1] == "  2 ? ? . ."  # type: ignore[attr-defined]


def test_solutions_side_by_side(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    instance, out, svg = tmp_path / "switch.nin", tmp_path / "out.jsonl", tmp_path / "both.svg"
    instance.write_text("2 2\n1\n1\n1\n1\n")
    assert main([str(instance), "-o", str(out), "--quiet"]) == 0
    assert show.main([str(out), "1", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert {lines[1], lines[2]} == {"1 * o    o *", "1 o *    * o"}
    assert show.main([str(out), "1", "2", "--svg", str(svg)]) == 0
    assert svg.read_text().count('stroke="#e02020"') == 8
    ElementTree.fromstring(svg.read_text())


def test_survey_files_by_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(STOCK / "survey" / "webpbn-00027-bucks.non"), "--unique"]) == 0
    assert "unique; solved by probing" in capsys.readouterr().out


def test_the_answer_is_kept_out_unless_it_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["nonogram", "--size", "6x6", "--seed", "3", "--unique"]
    for more in ([], ["--format", "non"], ["--format", "xml"]):
        assert generate.main([*words, *more]) == 0
        puzzle = capsys.readouterr().out
        assert generate.main([*words, *more, "--with-answer"]) == 0
        answered = capsys.readouterr().out
        assert "goal" not in puzzle
        assert "goal" in answered
