"""The exact-cover engine: brute force on random covers, counting, batches, threads."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice
from math import cos, pi, prod
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st

from tests.backends import declared
from tests.helpers import INSTANCES, ROOT, brute_force, given_some
from tests.models.test_packing import BOARDS, instance_text, visited
from zenkai_solver.models.constraints import AtMostOne, Cardinality, Clause, Constraint, ExactlyOne, Linear
from zenkai_solver.models.csp import Model
from zenkai_solver.models.loading import load, loads
from zenkai_solver.solvers.commands.run import main as run
from zenkai_solver.solvers.core.backend import Counted, Options
from zenkai_solver.solvers.core.deadlines import Deadline, Interrupted, Unsupported
from zenkai_solver.solvers.core.pipeline import Chunk, prepare
from zenkai_solver.solvers.engines.exactcover import counting
from zenkai_solver.solvers.engines.exactcover.cover import cover_view
from zenkai_solver.solvers.engines.exactcover.exactcover import ExactCoverBackend
from zenkai_solver.solvers.engines.exactcover.plan import visiting
from zenkai_solver.solvers.engines.exactcover.states import Effort
from zenkai_solver.solvers.engines.table import auto, make

ENGINE = ExactCoverBackend(1)
OPTIONS = 9


@st.composite
def covers(draw: st.DrawFn) -> Model:
    """Random options over primary and secondary items, counted groups, clauses, forced and forbidden ones."""
    size = draw(st.integers(1, OPTIONS))
    variables = range(1, size + 1)
    subset = st.sets(st.sampled_from(list(variables))).map(lambda own: tuple(sorted(own)))
    body: list[Constraint] = [ExactlyOne(draw(subset)) for _ in range(draw(st.integers(0, 4)))]
    rest = tuple(v for v in variables if not any(v in c.lits for c in body if isinstance(c, ExactlyOne)))
    body += [AtMostOne(rest)] if draw(st.booleans()) else [Clause((-v,)) for v in rest if draw(st.booleans())]
    body += [AtMostOne(draw(subset)) for _ in range(draw(st.integers(0, 2)))]
    left = list(variables)
    for _ in range(draw(st.integers(0, 2))):
        own = tuple(v for v in left if draw(st.booleans()))
        left = [v for v in left if v not in own]
        lo = draw(st.integers(-1, 2))
        body.append(Cardinality(own, lo, lo + draw(st.integers(0, 2))))
    body += [Clause(draw(subset)) for _ in range(draw(st.integers(0, 2)))]
    body += [Clause((v,)) for v in variables if draw(st.integers(0, 9)) == 0]
    return Model(tuple(variables), tuple(draw(st.permutations(body))), tuple(variables))


def count(model: Model, effort: Effort | None = None) -> Counted | None:
    return counting.count(cover_view(model), model.symmetries, effort=effort)


@given_some(150, covers())
def test_random_covers_equal_brute_force(model: Model) -> None:
    expected = brute_force(model)
    if not declared(ENGINE, model):  # an option in no item
        with pytest.raises(Unsupported):
            ENGINE.open(model)
        return
    assert sorted(ENGINE.solutions(model)) == expected
    counted = count(model)
    assert counted is not None
    assert counted.all == len(expected)
    assert counting.count(cover_view(model), model.symmetries, plainly=True) == counted


@pytest.mark.parametrize(
    "model",
    [
        Model((1, 2), (ExactlyOne((1,)),), (1, 2)),
        Model((1, 2), (ExactlyOne((1, 2)),), (1,)),
        Model((1, 2), (ExactlyOne((1, 2)), Linear((1, 2), (1, 2), 0, 2)), (1, 2)),
        Model((1, 2), (ExactlyOne((1, -2)),), (1, 2)),
        Model((1, 2), (ExactlyOne((1, 2)), Clause((1, -2))), (1, 2)),
        Model((1, 2, 3), (ExactlyOne((1, 2, 3)), *(Cardinality((1, v, 3), 1, 2) for v in (2, 2))), (1, 2, 3)),
    ],
    ids=["free variable", "projection", "sum", "negative literal", "mixed clause", "two groups"],
)
def test_models_that_are_no_cover_are_unsupported(model: Model) -> None:
    with pytest.raises(Unsupported, match="not an exact cover") as caught:
        cover_view(model)
    assert not re.search("[Ll]iteral|auxiliary|[a-z][A-Z]|Linear", str(caught.value)), "words of a user"
    opened, why = auto(model)
    name = opened.backend.name
    assert name in ("sat", "cpsat")
    assert why.startswith("not an exact cover")
    assert sorted(make(name).solutions(model)) == brute_force(model)


def chunks(data: Mapping[str, Any], symmetry: str, workers: int = 1) -> list[Chunk]:
    instance = loads(instance_text(data), "test")
    return list(prepare(instance, "exactcover", symmetry, Options(workers=workers)).chunks())


def merged(found: list[Chunk]) -> list[tuple[bytes, int, bool]]:
    return [row for c in found for row in zip(c.texts, c.orbits, c.representatives, strict=True)]


COVERS = dict(BOARDS)
COVERS["more copies"] = {
    "board": "4x5",
    "pieces": ["dominoes", "trominoes"],
    "counts": {"others": "0..4", "I": 2},
}
COVERS["letters beyond ASCII"] = {  # 3 x 5 cells, where two dominoes find room, and 66 that lie alone
    "board": "\n".join(["........#####........"] * 3 + ["." * 21, "#." * 10 + "#"] * 6),
    "pieces": ["monominoes", "dominoes"],
    "counts": {"M": 77, "D": 2},
}
# Copies without a bound that a board has no room for: rows have more places than the board has cells.
COVERS["no room for a second copy"] = {"board": "###\n#..", "pieces": "A.BBB", "counts": "1.."}
COVERS["a copy fills the board"] = {"board": "1x4", "pieces": "A.BBBB", "counts": {"A": "any", "B": "1.."}}
# Three columns around, the L and the T can lie on the same cells, so only letters tell them apart.
COVERS["same cells"] = {"board": "7x3", "wrap": "torus", "pieces": "tetrominoes", "fill": "partial"}
COVERS["same cells around a band"] = {**COVERS["same cells"], "wrap": "moebius"}


@pytest.mark.parametrize("data", COVERS.values(), ids=COVERS.keys())
class TestBatches:
    """What is done for many solutions at once equals what is done for each."""

    @pytest.mark.parametrize("symmetry", ["orbits", "all"])
    def test_pipeline_equals_one_by_one(self, data: dict[str, Any], symmetry: str) -> None:
        instance = loads(instance_text(data), "test")
        prepared = prepare(instance, "exactcover", symmetry, Options(workers=1))
        searched = replace(prepared, recipe=prepared.breaking.recipe)  # with symmetry `all` not its images
        single = list(islice(searched._single(searched.search.solutions()), 400))
        many = merged(chunks(data, symmetry))
        assert set(merged(single)) <= set(many)
        assert len(set(many)) == len(many)
        if len(single) < 400:
            assert len(single) == len(many)

    def test_decoding_can_be_undone(self, data: dict[str, Any]) -> None:
        puzzle = loads(instance_text(data), "test").puzzle
        model = puzzle.model()
        tools = puzzle.batches(model, puzzle.symmetries())  # type: ignore[attr-defined]
        rows = next(iter(ENGINE.open(model).batches()))[0][:50]
        boards = tools.boards(rows)
        again = tools.rows(boards)
        assert (again == rows[:, : again.shape[1]]).all()
        assert not rows[:, again.shape[1] :].any()
        texts = tools.texts(boards)
        read = tools.read(texts)
        assert (read == boards).all() if all(t.isascii() for t in texts) else read is None
        assert tools.read([*texts, b"no board"]) is None

    def test_counts_agree(self, data: dict[str, Any]) -> None:
        model = loads(instance_text(data), "test").puzzle.model()
        every, orbits = len(merged(chunks(data, "all"))), len(merged(chunks(data, "orbits")))
        assert count(model) == visited(data) == Counted(orbits, every)

    def test_check_has_the_same_teeth_as_the_rules(self, data: dict[str, Any]) -> None:
        """Random corruptions of right boards: the two checks agree on each."""
        puzzle = loads(instance_text(data), "test").puzzle
        model = puzzle.model()
        tools = puzzle.batches(model, puzzle.symmetries())  # type: ignore[attr-defined]
        rng = np.random.default_rng(1)
        rows = next(iter(ENGINE.open(model).batches()))[0][:60]
        right = tools.boards(rows)
        assert tools.check(right).all()
        labels = np.unique(np.append(right, [ord("."), ord("A"), ord("0")]))
        wrong = right.copy()
        for board in wrong:
            for _ in range(rng.integers(1, 4)):
                board[rng.integers(len(board))] = rng.choice(labels)
        swapped = right.copy()
        for board in swapped:
            a, b = rng.choice(labels, 2)
            was_a, was_b = board == a, board == b
            board[was_a], board[was_b] = b, a
        for boards in (wrong, swapped):
            verdicts = tools.check(boards)
            for i in range(len(boards)):
                assert verdicts[i] == (not list(puzzle.violations(tools.board(boards, i))))


def test_any_number_of_threads_gives_the_same_bytes() -> None:
    data = {"board": "4x15", "pieces": "pentominoes"}
    one, two, five = (merged(chunks(data, "orbits", workers)) for workers in (1, 2, 5))
    assert one == two == five
    assert len(one) == 368


@pytest.mark.parametrize("workers", [1, 3])
def test_stop_is_heard(workers: int) -> None:
    model = load(INSTANCES / "dominoes8x8.yaml").puzzle.model()
    deadline = Deadline()
    stream = ExactCoverBackend(workers).open(model).batches((), deadline)
    next(stream)
    deadline.stop.set()
    with pytest.raises(Interrupted):
        for _ in stream:
            pass


@pytest.mark.parametrize("effort", [Effort(states=1000), Effort(seconds=0.01)], ids=["states", "seconds"])
def test_counting_gives_up_beyond_its_bound(effort: Effort) -> None:
    assert count(load(INSTANCES / "pento6x10.yaml").puzzle.model(), effort=effort) is None


def test_counting_by_python_gives_up_before_it_costs_anything() -> None:
    model, effort = load(INSTANCES / "pento6x10.yaml").puzzle.model(), Effort(seconds=0.1)
    assert counting.count(cover_view(model), model.symmetries, effort=effort, plainly=True) is None
    assert 0 < effort.spent < 0.02


@pytest.mark.parametrize("name", ["dominoes6x6", "dominoes8x8"])
def test_large_numbers_with_few_states_are_counted_without_compiled_loops(name: str) -> None:
    code = (
        "import sys; from pathlib import Path; from zenkai_solver.models.loading import load;"
        "from zenkai_solver.solvers.engines.table import auto;"
        "counted = auto(load(Path(sys.argv[1])).puzzle.model())[0].count();"
        "print(counted and counted.all, 'llvmlite' in sys.modules)"
    )
    words = [sys.executable, "-c", code, f"instances/{name}.yaml"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == (["12988816", "False"] if name == "dominoes8x8" else ["None", "True"])


@pytest.mark.parametrize("name", ["solid2x5x6", "pento8x8-square"])
def test_counting_that_gives_up_costs_little_of_a_search(name: str) -> None:
    """So little that a count and the search after it take less than 1.3 times the search."""
    model = load(INSTANCES / f"{name}.yaml").puzzle.model()
    effort = Effort(visiting(cover_view(model), len(model.symmetries)))
    assert count(model, effort=effort) is None
    assert 0 < effort.spent < 0.25 * effort.seconds


def dominoes(rows: Sequence[str]) -> Model:
    data = {"board": "\n".join(rows), "pieces": "dominoes", "counts": "any"}
    return loads(instance_text(data), "test").puzzle.model()


def aztec(order: int) -> list[str]:
    """The Aztec diamond: 2 n (n + 1) cells."""
    upper = ["." * (order - k) + "#" * (2 * k) + "." * (order - k) for k in range(1, order + 1)]
    return upper + upper[::-1]


def tilings(rows: int, columns: int) -> float:
    """Domino tilings of a rectangle, about (Kasteleyn 1961; Temperley and Fisher 1961)."""
    across = [2 * cos(pi * j / (rows + 1)) for j in range(1, rows + 1)]
    down = [2 * cos(pi * k / (columns + 1)) for k in range(1, columns + 1)]
    return float(prod((a * a + b * b) ** 0.25 for a in across for b in down))


@pytest.mark.parametrize(
    ("board", "everything"),  # OEIS A004003 and FACTS: domino tilings
    [
        ("2x2", 2),
        ("6x6", 6728),
        ("6x8", 167089),
        ("7x8", 1292697),
        ("8x8", 12988816),
        ("10x10", 258584046368),
        ("14x14", 112202208776036178000000),  # more than a machine word holds
    ],
)
def test_domino_tilings_are_counted(board: str, everything: int) -> None:
    rows, columns = map(int, board.split("x"))
    counted = count(dominoes(["#" * columns] * rows))
    assert counted is not None
    assert counted.all == everything
    assert abs(tilings(rows, columns) / everything - 1) < 1e-12


@pytest.mark.parametrize("order", [*range(1, 7), *(pytest.param(n, marks=pytest.mark.slow) for n in (7, 8))])
def test_tilings_of_the_aztec_diamond(order: int) -> None:
    """Elkies, Kuperberg, Larsen and Propp, Alternating-sign matrices and domino tilings (1992)."""
    counted = count(dominoes(aztec(order)))
    assert counted is not None
    assert counted.all == 2 ** (order * (order + 1) // 2)


def test_tilings_of_a_square_less_its_centre() -> None:
    rows = ["########"] * 3 + ["###..###"] * 2 + ["########"] * 3
    counted = count(dominoes(rows))
    assert counted is not None
    assert counted.all == 1113032 == abs(determinant(rows))


def determinant(rows: Sequence[str]) -> int:
    """Kasteleyn's signed count of a board's tilings; a hole of 2 x 2 cells leaves the signs right."""
    cells = [(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell == "#"]
    black, white = ([cell for cell in cells if sum(cell) % 2 == colour] for colour in (0, 1))
    near = {(0, 1): 1, (0, -1): 1, (1, 0): 1j, (-1, 0): 1j}
    matrix = [[near.get((r - b, c - d), 0) for r, c in white] for b, d in black]
    return round(abs(np.linalg.det(np.array(matrix, complex))))


def test_orbits_on_a_thin_board_whose_symmetries_are_there_twice() -> None:
    """Compositions of 40 into ones and twos are Fibonacci's, those that read alike from behind known by halves."""
    fibonacci = [1, 1]
    while len(fibonacci) <= 40:
        fibonacci.append(sum(fibonacci[-2:]))
    data = {"board": "1x40", "pieces": ["monominoes", "dominoes"], "counts": "any"}
    model = loads(instance_text(data), "test").puzzle.model()
    assert len(model.symmetries) == 2 * len(set(model.symmetries)) == 4
    alike = fibonacci[20] + fibonacci[19]
    assert count(model) == Counted((fibonacci[40] + alike) // 2, fibonacci[40])


def test_separate_parts_are_multiplied() -> None:
    data = {"board": "####.####\n####.####\n####.####\n####.####", "pieces": "dominoes", "counts": "any"}
    counted = count(loads(instance_text(data), "test").puzzle.model())
    assert counted is not None
    assert counted.all == 36 * 36


def test_branch_is_a_hint_only() -> None:
    model = load(INSTANCES / "sizes123.yaml").puzzle.model()
    anchor = next(c for c in model.constraints if isinstance(c, ExactlyOne))
    hinted = replace(model, branch=anchor.lits)
    assert sorted(ENGINE.solutions(hinted)) == sorted(ENGINE.solutions(model))


# ---- several cubes in one call


def test_a_cube_that_is_dead_at_its_root_is_not_searched() -> None:
    """Of the three cubes of one call the last breaks the clause: it must not be searched for the one before."""
    model = Model(("a", "b", "c"), (ExactlyOne((1, 2, 3)), Clause((1, 2))), (1, 2, 3), branch=(1, 2, 3))
    assert sorted(ENGINE.solutions(model)) == brute_force(model) == [(1,), (2,)]


DEAD_ROOT = """
puzzle: packing
board: 1x3
pieces: [monominoes, dominoes, trominoes I]
counts: any
where: M@A1 or M@C1
"""


@pytest.mark.parametrize("engine", ["auto", "exactcover", "sat", "cpsat"])
def test_a_count_under_a_condition_is_that_of_every_engine(
    engine: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The boards ABC, ABB and AAB, of which the last two are images of each other."""
    path = tmp_path / "a.yaml"
    path.write_text(DEAD_ROOT)
    assert run([str(path), "--count", "--quiet", "--backend", engine]) == 0
    assert "a: 2 up to symmetry, 3 in all; every solution checked; search ended" in capsys.readouterr().out
    assert (
        run([str(path), "--count", "--quiet", "--backend", engine, "--run-dir", str(tmp_path / "run")]) == 0
    )
    assert "a: 2 up to symmetry, 3 in all; every solution checked; search ended" in capsys.readouterr().out
