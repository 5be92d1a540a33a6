"""The fewest givens that leave one solution: against brute force over sets of clues, on every family."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from tests.helpers import INSTANCES, brute_force
from zenkai_solver.models.dissection.puzzle import Dissection
from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.grid import Cell
from zenkai_solver.models.loading import load, loads
from zenkai_solver.models.puzzle import Clue, Instance
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.cli import main as cli
from zenkai_solver.solvers.commands import makeunique
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline, Interrupted, Unsupported, under
from zenkai_solver.solvers.core.sources import restated
from zenkai_solver.solvers.python_api.api import count, make_unique, solve
from zenkai_solver.solvers.uniqueness import choosing
from zenkai_solver.solvers.uniqueness.hitting import fewest
from zenkai_solver.solvers.uniqueness.others import KnownOthers

LATIN = "puzzle: sudoku\nsize: 3x3\nbox: none\ngrid: |\n  1..\n  ...\n  ...\n"
FOUR = "puzzle: sudoku\ngrid: |\n  1...\n  ..2.\n  ....\n  .3..\n"
SWITCH = "puzzle: nonogram\nrows: [[1], [1], [1]]\ncolumns: [[1], [1], [1]]\n"
INKS = (
    'puzzle: nonogram\ninks: {r: red, b: blue}\nrows: [["1r"], ["1b"], ["1r"]]\n'
    'columns: [["1r"], ["1b", "1r"]]\n'
)
HEART = "puzzle: packing\nboard: |\n  .##.\n  ####\n  .##.\npieces: [dominoes]\ncounts: any\n"
COPIES = "puzzle: packing\nboard: 3x4\npieces: trominoes\ncounts: any\n"
PARTIAL = "puzzle: packing\nboard: 2x2\npieces: dominoes\ncounts: any\nfill: partial\n"
SPACE = "puzzle: packing\nlattice: cubes\nboard: 2x2x2\npieces: dicubes\ncounts: any\n"
SMALL = {"latin": LATIN, "four": FOUR, "switch": SWITCH, "inks": INKS, "heart": HEART, "copies": COPIES}
WHERE = "puzzle: sudoku\ngrid: |\n  1...\n  ..2.\n  ....\n  ....\nwhere: not 3@R1C2 or 4@R2C1\n"
SMALL |= {"space": SPACE, "where": WHERE}
CUT = "puzzle: dissection\nfrom: |\n  ###\n  ##.\nto: |\n  ####\n  #...\n"
SMALL |= {"cut": CUT, "cut in 2..3": CUT.replace("\nfrom", "\npieces: 2..3\nfrom")}


def boards_of(instance: Instance) -> list[Board]:
    """All of them, by an engine that `giving` does not use."""
    return [solution.board for solution in solve(instance, backend="cpsat", symmetry="all")]


def has(instance: Instance, board: Board, clue: Clue) -> bool:
    """Does the board show the clue? By what it says, not by its literals."""
    label, cells = clue.fact
    assert not isinstance(label, int)
    if isinstance(instance.puzzle, Dissection):
        return cells in set(pieces_on(instance.puzzle, board))
    placed = instance.puzzle._placed(board) if hasattr(instance.puzzle, "_placed") else ()  # type: ignore[attr-defined]
    if placed:
        return clue.fact in {placement for _, placement in placed}
    return all(board[r][c] == label for r, c in cells)


def pieces_on(puzzle: Dissection, board: Board) -> Iterator[tuple[Cell, ...]]:
    """The cells of each piece of either figure, as drawn on the board."""
    for figure in (range(puzzle.one.columns), range(puzzle.one.columns, len(board[0]))):
        drawn = {(r, c): row[c] for r, row in enumerate(board) for c in figure}
        for label in set(drawn.values()) - {" "}:
            yield tuple(sorted(cell for cell, own in drawn.items() if own == label))


def least_by_subsets(instance: Instance, goal: Board, boards: list[Board]) -> int | None:
    """The size of the smallest set of clues that the goal alone has; None if there is none."""
    clues = instance.puzzle.clues(goal)  # type: ignore[attr-defined]
    others = [{clue for clue in clues if has(instance, board, clue)} for board in boards if board != goal]
    for size in range(len(clues) + 1):
        for some in combinations(clues, size):
            if not any(other.issuperset(some) for other in others):
                return size
    return None


@pytest.mark.parametrize("name", SMALL)
def test_fewest_is_that_of_all_subsets(name: str) -> None:
    instance = loads(SMALL[name], name)
    boards = boards_of(instance)
    known = choosing.find(instance)
    every = list(choosing.table(known))
    assert known.complete
    sizes = {}
    for goal in boards[:: max(1, len(boards) // 4)]:
        wanted = least_by_subsets(instance, goal, boards)
        for solutions in (known, None):  # both ways to find other solutions
            made = choosing.make_unique(instance, goal, solutions)
            assert (len(made.clues), made.least, made.proved) == (wanted, wanted, True), (goal, solutions)
            if made.clues:
                again = loads(made.instance.text, name)
                assert boards_of(again) == [goal]
                assert again.expect == {"count": 1, "all": 1}
        sizes[goal] = wanted
    for row in every:
        assert row.clues is not None
        if row.board in sizes:
            assert len(row.clues) == sizes[row.board]
    best = choosing.make_unique(instance)
    assert len(best.clues) == best.least == min(len(row.clues or ()) for row in every)


def test_more_pieces_than_the_goal_has() -> None:
    """Where cells may stay free, a solution with a piece more has all pieces of the goal."""
    instance = loads(PARTIAL, "partial")
    boards = boards_of(instance)
    for goal in boards:
        wanted = least_by_subsets(instance, goal, boards)
        for known in (choosing.find(instance), None):
            if wanted is None:
                with pytest.raises(choosing.CannotMake, match="all of this one and more"):
                    choosing.make_unique(instance, goal, known)
            else:
                assert len(choosing.make_unique(instance, goal, known).clues) == wanted
    assert Counter(least_by_subsets(instance, goal, boards) for goal in boards) == {None: 5, 2: 2}


def test_least_hitting_sets_of_random_families() -> None:
    """Families in which leaving out one clue after the other ends above the least number."""
    rng = np.random.default_rng(3)
    gaps = 0
    for _ in range(60):
        lacks = rng.random((12, 9)) < 0.3
        lacks[~lacks.any(axis=1), 0] = True
        wanted = next(
            k
            for k in range(1, 10)
            if any(lacks[:, some].any(axis=1).all() for some in combinations(range(9), k))
        )
        others = KnownOthers(~lacks)
        found = fewest(others, 9)
        assert (len(found.clues), found.least) == (wanted, wanted)
        assert lacks[:, found.clues].any(axis=1).all()
        assert fewest(others, 9, enough=1).least >= 1
        gaps += len(fewest(others, 9, Steps(left=[3])).clues) > wanted
    assert gaps


@dataclass(frozen=True)
class Steps(Deadline):
    """Over after so many looks."""

    left: list[int] = field(default_factory=list)

    def check(self) -> None:
        self.left[0] -= 1
        if self.left[0] < 0:
            raise Interrupted("time limit")


def test_a_proof_that_is_cut_short_leaves_bounds() -> None:
    instance = loads(LATIN.replace("1..", "..."), "latin")
    goal = boards_of(instance)[0]
    wanted = len(choosing.make_unique(instance, goal).clues)
    gaps = set()
    for steps in range(0, 200, 7):
        made = choosing.make_unique(instance, goal, deadline=Steps(left=[steps]))
        assert made.least <= wanted <= len(made.clues)
        assert made.proved or made.reason == "time limit"
        assert boards_of(loads(made.instance.text, "cut")) == [goal]
        gaps.add(len(made.clues) - made.least)
    assert 0 in gaps
    assert max(gaps) == 9


def test_what_is_known_and_how_many_goals_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the very limits: as many solutions as asked for, and as many goals as are tried."""
    instance = loads(FOUR, "four")
    whole = choosing.find(instance, most=3)
    assert (len(whole.boards), whole.complete) == (3, True)
    assert (len(choosing.find(instance, most=2).boards), choosing.find(instance, most=2).complete) == (
        2,
        False,
    )
    for most, of in ((3, "all 3 solutions"), (2, "the first solution found")):
        monkeypatch.setattr(choosing, "MOST_GOALS", most)
        assert choosing.make_unique(instance, known=whole).of == of
    wanted = len(choosing.make_unique(instance, known=whole).clues)
    assert choosing.UniquenessTask.of(instance, whole, Steps(left=[0])).table is not None
    monkeypatch.setattr(choosing, "MOST_BYTES", 0)
    assert choosing.UniquenessTask.of(instance, whole, Steps(left=[0])).table is None, "too large"
    assert len(choosing.make_unique(instance, known=whole).clues) == wanted


@dataclass
class LastsOneQuestion:
    """Any set of clues that is not all leaves another solution; the deadline passes at the first question."""

    deadline: Deadline
    asked: int = 0

    def lacking(self, given: Collection[int]) -> frozenset[int] | None:
        self.asked += 1
        self.deadline.stop.set()
        return frozenset(range(9)) - frozenset(given) or None

    def close(self) -> None: ...


def test_a_deadline_is_heard_between_two_questions_and_while_the_table_is_made() -> None:
    others = LastsOneQuestion(Deadline())
    assert fewest(others, 9, others.deadline).reason == "stopped"
    assert others.asked == 1
    known = choosing.find(loads(FOUR, "four"))
    passed = Deadline.after(0)
    with under(passed), pytest.raises(Interrupted):
        choosing.UniquenessTask.of(known.instance, known, NEVER)
    assert choosing.UniquenessTask.of(known.instance, known, passed).table is not None


def test_the_best_of_several_goals_that_is_cut_short() -> None:
    """The bounds hold for every goal, and no row of the table is unproved."""
    instance = loads(LATIN.replace("1..", "..."), "latin")
    known = choosing.find(instance)
    sizes = {row.board: len(row.clues or ()) for row in choosing.table(known)}
    cuts = 0
    for steps in range(0, 120, 17):
        made = choosing.make_unique(instance, known=known, deadline=Steps(left=[steps]))
        assert made.least <= min(sizes.values()) <= sizes[made.board] <= len(made.clues)
        assert (made.reason is None) == (made.least == len(made.clues)) or made.reason == "time limit"
        cuts += not made.proved
    assert cuts > 2
    left = [1_000]
    next(choosing.table(known, Steps(left=left)))
    with pytest.raises(Interrupted):  # one look less than the first row needs
        next(choosing.table(known, Steps(left=[1_000 - left[0] - 1])))


def test_from_python() -> None:
    made = make_unique(FOUR)
    assert (made.of, made.reason) == ("all 3 solutions", None)
    assert count(made.instance.text, backend="cpsat").all == 1
    assert make_unique(made.instance).clues == ()
    with pytest.raises(ValueError, match="the goal is no solution: R1C1 holds 2, but 1 is given"):
        make_unique(FOUR, ["2134", "3421", "1243", "4312"])
    with pytest.raises(ValueError, match="there is no solution"):
        make_unique("puzzle: sudoku\nlenient: true\ngrid: |\n  11..\n  ....\n  ....\n  ....\n")
    with pytest.raises(Unsupported, match="a formula has nothing that could be given"):
        make_unique("puzzle: formula\nformat: cnf\ntext: |\n  p cnf 1 1\n  1 -1 0\n")


def test_by_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, out, solutions = tmp_path / "four.yaml", tmp_path / "made.yaml", tmp_path / "four.jsonl"
    source.write_text(FOUR)
    assert cli(["make-unique", str(source), "--goal", "2", "-o", str(out)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("four: 1 more given leaves one solution, the fewest for the goal: proved; ")
    assert "[1]" in said[3]
    solve(source).save(solutions)
    goal = solve(source, symmetry="all")
    wanted = [solution.board for solution in goal][1]
    assert boards_of(load(out)) == [wanted]
    before = out.read_text()
    for text in ("/".join(wanted), f"{solutions}:2"):
        assert cli(["make-unique", str(source), "--goal", text, "-o", str(out), "--quiet"]) == 0
        assert out.read_text() == before
    assert cli(["make-unique", str(solutions), "--fewest-fixed", "-o", str(out)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[-1].startswith("four: 3 solutions, the fewest givens of each: proved; ")
    assert len(boards_of(load(out))) == 1
    cut = tmp_path / "cut.jsonl"
    solve(source, limit=2).save(cut)
    assert cli(["make-unique", str(cut)]) == 2
    assert "the file lacks solutions" in capsys.readouterr().err
    assert cli(["make-unique", str(source), "--goal", "9"]) == 2
    assert "--goal 9: the solutions at hand are 1 to 3" in capsys.readouterr().err
    assert cli(["make-unique", str(source), "-o", str(source)]) == 2
    assert "would replace an input" in capsys.readouterr().err


def test_the_command_says_the_gap_of_a_proof_that_is_cut_short(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    source, out = tmp_path / "latin.yaml", tmp_path / "made.yaml"
    source.write_text(LATIN.replace("1..", "..."))
    monkeypatch.setattr(
        makeunique, "make_unique", lambda *words: choosing.make_unique(*words[:3], Steps(left=[10]))
    )
    assert cli(["make-unique", str(source), "--goal", "123/231/312", "-o", str(out), "--quiet"]) == 3
    said = capsys.readouterr().out.splitlines()[0]
    found = re.match(
        r"latin: (\d) more givens leave one solution, the goal; (\d) or more are needed: cut", said
    )
    assert found, said
    wanted = len(choosing.make_unique(load(source), ("123", "231", "312")).clues)
    assert int(found[2]) <= wanted <= int(found[1])
    assert found[1] != found[2]
    assert boards_of(load(out)) == [("123", "231", "312")]


def test_restated_keeps_what_it_does_not_state() -> None:
    text = "# head\npuzzle: sudoku\nsize: 4x4  # four\ngrid: |\n  1...\n  ....\n\n  ....\n  ....\n# tail\nbox: none\n"
    made = restated(text, {"grid": "1...\n.2..\n....\n....\n"})
    assert made.startswith("# head\npuzzle: sudoku\nsize: 4x4  # four\nbox: none\ngrid: |\n  1...\n  .2..\n")
    flow = restated("{puzzle: sudoku, size: 4x4}", {"grid": "1...\n....\n....\n....\n"})
    assert loads(flow, "flow").puzzle.givens == {(0, 0): 1}  # type: ignore[attr-defined]


# ---- given pieces of a dissection


@pytest.mark.parametrize("pieces", ["2", "2..3", "min"])
def test_fixed_pieces_leave_the_dissections_that_show_them(pieces: str) -> None:
    bare = f"{CUT}pieces: {pieces}\nflips: true\n"
    whole = loads(bare, "whole")
    boards = boards_of(whole)
    assert isinstance(whole.puzzle, Dissection)
    facts = sorted({cells for board in boards for cells in pieces_on(whole.puzzle, board)})
    for one in facts[:: len(facts) // 4 or 1]:
        wanted = sorted(board for board in boards if one in set(pieces_on(whole.puzzle, board)))
        stated = whole.puzzle.with_clues([("", one)])
        given = loads(restated(bare, stated), "given")
        assert given.puzzle.with_clues([]) == stated  # type: ignore[attr-defined]
        for engine in ("dissect", "sat", "cpsat"):
            found = solve(given, backend=engine, symmetry="all")
            assert sorted(solution.board for solution in found) == wanted, (engine, one)
        assert sum(solution.orbit for solution in solve(given, symmetry="orbits")) == len(wanted)
        for board in boards:
            assert (board in wanted) == (not any(given.puzzle.violations(board)))
        for row in given.puzzle.unsolved().splitlines():  # type: ignore[attr-defined]
            assert set(row) <= set("+-| .A")
    assert len(facts) > 4


def test_a_fixed_piece_keeps_the_symmetries_that_keep_it() -> None:
    text = "puzzle: dissection\nfrom: |\n  #####\nto: |\n  #####\npieces: 3\nfixed: {from: '#AAA#'}\n"
    puzzle = loads(text, "middle").puzzle
    assert puzzle.symmetries().order == 4
    assert loads(text.replace("#AAA#", "AAA##"), "end").puzzle.symmetries().order == 2
    found = solve(text, symmetry="all")
    assert found.all == sum(solution.orbit for solution in solve(text, symmetry="orbits")) == 3


def test_fixed_pieces_that_are_none() -> None:
    for fixed, message in (
        ("{from: 'A#A'}", "cells of A are not connected"),
        ("{from: AA, to: '###A'}", "piece A has another shape than in `from`"),
        ('{to: "#\\n#\\n#"}', "3 rows, but the figure has 2"),
        ("{from: '###A'}", "row 1, column 4 is not in the figure"),
        ("{form: AA}", "unknown key; did you mean"),
        ("{from: [AA]}", "not a drawing of the figure"),
        ("{from: ABC}", "3 pieces of a figure, but at most 2 are allowed"),
    ):
        with pytest.raises(InstanceError, match=message):
            loads(f"{CUT}pieces: 2\nfixed: {fixed}\n", "bad")


def test_a_goal_of_more_pieces_than_the_least_is_no_solution() -> None:
    more = next(board for board in boards_of(loads(f"{CUT}pieces: 3\n", "more")))
    with pytest.raises(choosing.CannotMake, match=r"3 pieces, not 2\.\.2"):
        choosing.make_unique(loads(CUT, "cut"), more)


# ---- given cells of a nonogram


@pytest.mark.parametrize("text", [SWITCH, INKS])
def test_given_cells_leave_the_pictures_that_show_them(text: str) -> None:
    boards = boards_of(loads(text, "all"))
    wide = len(boards[0][0])
    for r, c in ((0, 0), (1, 1), (2, 0)):
        for label in sorted({board[r][c] for board in boards} | {"."}):
            drawn = ["?" * wide] * 3
            drawn[r] = "?" * c + label + "?" * (wide - c - 1)
            given = loads(text + "given: |\n" + "".join(f"  {row}\n" for row in drawn), "given")
            wanted = sorted(board for board in boards if board[r][c] == label)
            for engine in ("lines", "sat", "cpsat"):
                found = solve(given, backend=engine, symmetry="all")
                assert sorted(solution.board for solution in found) == wanted, (engine, drawn)
            model = given.puzzle.model()
            assert len(brute_force(model)) == len(wanted)
            orbits = solve(given, symmetry="orbits")
            assert sum(solution.orbit for solution in orbits) == len(wanted)
            for board in boards:
                assert (board in wanted) == (not list(given.puzzle.violations(board)))


def test_given_cells_that_are_none() -> None:
    for drawn, message in (
        ("??\n  ??\n", "given: 2 rows, but the puzzle has 3"),
        ("???\n  ??\n  ???\n", "given: row 2 has 2 cells, but 3 are needed"),
        ("???\n  ?x?\n  ???\n", "given: row 2: 'x' is not a cell; known: ? . #"),
    ):
        with pytest.raises(InstanceError, match=message.replace("?", r"\?").replace(".", r"\.")):
            loads(f"{SWITCH}given: |\n  {drawn}", "bad")
    from zenkai_solver.models.formats.nonograms import write

    puzzle = loads(f"{SWITCH}given: |\n  ???\n  ?#?\n  ???\n", "given").puzzle
    with pytest.raises(InstanceError, match="has no given cells"):
        write(puzzle.sheet, "non")  # type: ignore[attr-defined]
    assert puzzle.unsolved().splitlines()[2:3] == ["1 ? # ?"]  # type: ignore[attr-defined]


@pytest.mark.slow
def test_fewest_fixed_pieces_of_every_packing_of_6x10() -> None:
    """Again by bit masks: of each solution, what it shares with each other one."""
    instance = load(INSTANCES / "pento6x10.yaml")
    known = choosing.find(instance)
    found = Counter(len(row.clues or ()) for row in choosing.table(known))
    maps = instance.puzzle.symmetries().maps
    everything = {
        frozenset(p for _, p in instance.puzzle._placed(image(board)))
        for board in known.boards
        for image in maps
    }  # type: ignore[attr-defined]
    by_piece: dict[object, set[int]] = {}
    solutions = list(everything)
    for number, solution in enumerate(solutions):
        for placement in solution:
            by_piece.setdefault(placement, set()).add(number)
    sizes: Counter[int] = Counter()
    for board in known.boards:
        own = [by_piece[p] for _, p in instance.puzzle._placed(board)]  # type: ignore[attr-defined]
        size = next(
            k for k in range(1, 13) if any(len(set.intersection(*some)) == 1 for some in combinations(own, k))
        )
        sizes[size] += 1
    assert found == sizes
    assert sum(found.values()) == 2339


def test_a_first_solution_that_no_givens_leave_alone_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    instance = loads(PARTIAL, "partial")
    boards = sorted(boards_of(instance), key=lambda board: "".join(board).count("."), reverse=True)
    monkeypatch.setattr(choosing, "MOST_GOALS", 0)
    known = choosing.KnownSolutions(instance, tuple(boards), True)
    made = choosing.make_unique(instance, None, known)
    assert boards[0] != made.board
    assert made.of.startswith("solution ")
    assert boards_of(made.instance) == [made.board]
    several = choosing.KnownSolutions(instance, (boards[0],), False)
    with pytest.raises(choosing.CannotMake, match="each of the 1 solutions at hand"):
        choosing.make_unique(instance, None, several)
