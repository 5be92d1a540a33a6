"""Compiled sets: every question against brute force over the solutions, for random instances of all families."""

from __future__ import annotations

import json
import lzma
import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import nullcontext, suppress
from dataclasses import replace
from functools import cache
from itertools import combinations, product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import zenkai_solver as zenkai
from zenkai_solver.models.loading import loads
from zenkai_solver.models.puzzle import Instance, copies_of
from zenkai_solver.models.symmetry import Board
from zenkai_solver.models.where.language import Expression, ExpressionError, holds
from zenkai_solver.solvers.cli import main
from zenkai_solver.solvers.commands.diff import difference
from zenkai_solver.solvers.sets import compiling, filtering, order, queries
from zenkai_solver.solvers.sets import diagram as diagrams
from zenkai_solver.solvers.sets.compiled import CompiledSet, cell_name, encode, fact_name
from zenkai_solver.solvers.sets.compiling import compile_boards, compile_file, compile_instance, plan
from zenkai_solver.solvers.sets.diagram import Diagram, DiagramTooLarge, combined, of_rows
from zenkai_solver.solvers.sets.errors import QueryError
from zenkai_solver.solvers.sets.files import read_set, write_set
from zenkai_solver.solvers.sets.filtering import true_lines
from zenkai_solver.solvers.sets.order import kth, rank
from zenkai_solver.solvers.sets.shown import graph_ml, heat_text
from zenkai_solver.solvers.sets.written import write_solutions
from zenkai_solver.solvers.solution_files.results import ResultsError, open_solutions

PACKING, SUDOKU, NONOGRAM, DISSECTION, FORMULA = 60, 25, 25, 6, 6
MOST = 150  # solutions of a case


def a_packing(chance: random.Random) -> str:
    rows, columns = chance.choice([(2, 3), (3, 3), (2, 5), (3, 4), (4, 4), (1, 6), (4, 3)])
    cells = [["#"] * columns for _ in range(rows)]
    if chance.random() < 0.4:
        cells[chance.randrange(rows)][chance.randrange(columns)] = "."
    board = "\n".join("  " + "".join(row) for row in cells)
    pieces = chance.choice(["dominoes", "trominoes", "[dominoes, trominoes]", "[trominoes, monominoes]"])
    counts = chance.choice(["any", "0..2", "0..1", "1..", "any", "any"])
    fill = chance.choice(["exact", "exact", "partial"])
    more = "no_crossings: true\n" if chance.random() < 0.2 else ""
    return f"puzzle: packing\nboard: |\n{board}\npieces: {pieces}\ncounts: {counts}\nfill: {fill}\n{more}"


def a_sudoku(chance: random.Random) -> str:
    answer = [list(row) for row in ("1234", "3412", "2143", "4321")]
    digits = dict(zip("1234", chance.sample("1234", 4)))
    rows = [[digits[digit] if chance.random() < 0.3 else "." for digit in row] for row in answer]
    grid = "\n".join("  " + "".join(row) for row in rows)
    rules = chance.choice(["", "", "rules:\n  - diagonals\n", "rules:\n  - killer: [5 = R1C1 R1C2]\n"])
    return f"puzzle: sudoku\nbox: 2x2\ngrid: |\n{grid}\n" + (rules if chance.random() < 0.3 else "")


def a_nonogram(chance: random.Random) -> str:
    rows, columns = chance.choice([(2, 2), (3, 3), (3, 4), (4, 4), (2, 5)])
    inks = chance.choice(["#", "#", "rb"])
    picture = [
        [chance.choice(inks) if chance.random() < 0.45 else "." for _ in range(columns)] for _ in range(rows)
    ]

    def clue(line: Any) -> str:
        runs: list[list[Any]] = []
        before = "."
        for cell in line:
            if cell != "." and cell == before:
                runs[-1][0] += 1
            elif cell != ".":
                runs.append([1, cell])
            before = cell
        return "[" + ", ".join(f"{n}{'' if ink == '#' else ink}" for n, ink in runs) + "]"

    lines = (
        "\n".join(f"  - {clue(row)}" for row in picture),
        "\n".join(f"  - {clue(c)}" for c in zip(*picture)),
    )
    colours = "inks: {r: red, b: blue}\n" if inks == "rb" else ""
    return f"puzzle: nonogram\nrows:\n{lines[0]}\ncolumns:\n{lines[1]}\n{colours}"


def a_dissection(chance: random.Random) -> str:
    one, two = chance.choice([("2x2", "1x4"), ("2x3", "1x6"), ("1x5", "1x5"), ("2x3", "3x2"), ("2x2", "2x2")])
    pieces = chance.choice(["2", "1..3", "3", "min"])
    return f"puzzle: dissection\nfrom: {one}\nto: {two}\npieces: {pieces}\nflips: true\n"


def a_formula(chance: random.Random) -> str:
    """Clauses over seven variables, of which some are projected away."""
    variables = range(1, 8)
    clauses = [[chance.choice((v, -v)) for v in chance.sample(variables, 3)] for _ in range(9)]
    shown = " ".join(map(str, sorted(chance.sample(variables, 5))))
    lines = ["p cnf 7 9", f"c p show {shown} 0", *(" ".join(map(str, [*c, 0])) for c in clauses)]
    return "puzzle: formula\nformat: cnf\ntext: |\n" + "".join(f"  {line}\n" for line in lines)


MAKERS = [
    *((a_packing, PACKING), (a_sudoku, SUDOKU), (a_nonogram, NONOGRAM), (a_dissection, DISSECTION)),
    (a_formula, FORMULA),
]


KINDS = [make for make, number in MAKERS for _ in range(number)]
# Every third case in the default suite, some of each family; every one in the broad.
SOME = pytest.mark.parametrize("some", [3, pytest.param(1, marks=pytest.mark.broad)])


@cache
def text_of(number: int) -> str:
    return next(_possible(KINDS[number], random.Random(number)))


def _possible(make: Callable[[random.Random], str], chance: random.Random) -> Iterator[str]:
    """Those that are not refused at once."""
    while True:
        text = make(chance)
        with suppress(zenkai.InstanceError):
            if len(boards_of(text)) <= MOST:
                yield text


@cache
def boards_of(text: str) -> list[Board]:
    """What the engines find, in order; a few more than MOST are enough."""
    found = zenkai.solve(loads(text, "case"), symmetry="all", backend="sat", limit=MOST + 1)
    return sorted(solution.board for solution in found)


class Case:
    """An instance, its boards in order by an engine, and the set compiled from the instance."""

    def __init__(self, text: str) -> None:
        self.instance: Instance = loads(text, "case")
        self.boards = boards_of(text)
        self.set: CompiledSet = compile_instance(self.instance)
        self.chosen = {board: frozenset(encode(self.instance.puzzle, board)) for board in self.boards}

    @property
    def sets(self) -> list[frozenset[int]]:
        return list(self.chosen.values())


@cache
def case(number: int) -> Case:
    return Case(text_of(number))


def cases(some: int) -> Iterator[tuple[Case, random.Random]]:
    """Every `some`-th case that has a solution."""
    for number in range(0, len(KINDS), some):
        own = case(number)
        if own.boards:
            yield own, random.Random(number)


@SOME
def test_sets_are_those_of_the_engines(some: int) -> None:
    sizes = []
    for number in range(0, len(KINDS), some):
        own = case(number)
        assert sorted(own.set.boards()) == own.boards, text_of(number)
        assert own.set.count == len(own.boards)
        sizes.append(len(own.boards))
    assert len(KINDS) == 122
    assert sum(size > 1 for size in sizes) > len(sizes) // 2, "most have several solutions"


@SOME
def test_compiled_from_boards_it_is_the_same(some: int) -> None:
    for own, chance in cases(some):
        group = own.instance.puzzle.symmetries()
        shuffled = chance.sample(own.boards, len(own.boards))
        assert compile_boards(own.instance, map(_text, shuffled), False, None) == own.set
        least = sorted({group.canonical(board)[0] for board in own.boards})
        assert compile_boards(own.instance, map(_text, least), True, None) == own.set


def _text(board: Board) -> bytes:
    return "\n".join(board).encode()


# ---- the language


def an_expression(own: Case, chance: random.Random, depth: int = 3) -> str:
    words = queries.words(own.set)
    if depth == 0 or chance.random() < 0.3:
        return an_atom(own, chance, words.labels)
    match chance.randrange(4):
        case 0:
            return f"not {an_expression(own, chance, depth - 1)}"
        case 1:
            return f"({an_expression(own, chance, depth - 1)} and {an_expression(own, chance, depth - 1)})"
        case 2:
            return f"({an_expression(own, chance, depth - 1)} or {an_expression(own, chance, depth - 1)})"
        case _:
            return f"({an_expression(own, chance, depth - 1)})"


def an_atom(own: Case, chance: random.Random, labels: Any) -> str:
    label, cells = chance.choice(own.set.facts)
    if not cells:
        return label
    if not label or chance.random() < 0.2:
        return f"{cell_name(cells[0])}={cell_name(cells[-1])}"
    if chance.random() < 0.2:
        return f".@R{cells[0][0] + 1}C{cells[0][1] + 1}"
    if chance.random() < 0.3:
        return fact_name((label, cells))
    return f"{label}@{cell_name(chance.choice(cells))}"


def said(own: Case, board: Board, text: str) -> bool:
    """The meaning of an expression, from the board and its facts alone, by Python's own and, or, not."""
    facts = [own.set.facts[var - 1] for var in own.chosen[board]]
    single = all(len(cells) == 1 for _, cells in own.set.facts)
    words = []
    for token in text.replace("(", " ( ").replace(")", " ) ").split():
        if "@" in token:
            label, _, places = token.partition("@")
            wanted = set(map(_cell, places.split("+")))
            if label == ".":
                true = not any(wanted & set(cells) for _, cells in facts)
            else:
                true = any(own_label == label and wanted <= set(cells) for own_label, cells in facts)
            words.append(str(true))
        elif "=" in token:
            one, two = map(_cell, token.split("="))
            alike = board[one[0]][one[1]] == board[two[0]][two[1]] if single else None
            words.append(str(any({one, two} <= set(cells) for _, cells in facts) if alike is None else alike))
        elif token.isdecimal():
            words.append(str(token in board))
        else:
            words.append(token)
    return bool(eval(" ".join(words)))


def _cell(name: str) -> tuple[int, int]:
    if name.startswith("R") and "C" in name:
        row, column = name[1:].split("C")
        return int(row) - 1, int(column) - 1
    return int(name[1:]) - 1, ord(name[0]) - ord("A")


@SOME
def test_where(some: int) -> None:
    seen: Counter[bool] = Counter()
    for own, chance in cases(some):
        for _ in range(3):
            text = an_expression(own, chance)
            wanted = [board for board in own.boards if said(own, board, text)]
            found = queries.where(own.set, text)
            assert sorted(found.boards()) == wanted, (text, own.instance.text)
            parsed: Expression = queries.words(own.set).parse(text)
            assert [board for board in own.boards if holds(parsed, own.chosen[board])] == wanted
            seen[0 < len(wanted) < len(own.boards)] += 1
    assert seen[True] > 100 / some, "the expressions part the sets"


def test_the_lines_of_a_file_are_filtered_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the boards alone, block by block; the same as by the set that is compiled from the file."""
    monkeypatch.setattr(filtering, "BLOCK", 300)
    file, seen = tmp_path / "x.jsonl", 0
    for own, chance in cases(9):
        if own.instance.puzzle.family in ("formula", "dissection"):  # whose lines say more, or no cells
            continue
        file.unlink(missing_ok=True)
        write_solutions(own.set, file)
        for _ in range(4):
            text = an_expression(own, chance)
            number = true_lines(open_solutions(file), text)
            assert number == sum(said(own, board, text) for board in own.boards), (text, own.instance.text)
            seen += 0 < number < len(own.boards)
    assert seen > 10
    for change in ((b'"n": 1,', b'"n": x,'), (b'"complete"', b'"x"'), (b'["', b'["##')):
        (tmp_path / "bad.jsonl").write_bytes(file.read_bytes().replace(*change))
        with pytest.raises(ResultsError):
            true_lines(open_solutions(tmp_path / "bad.jsonl"), text)
    assert main(["query", str(file), "--where", text]) == 0
    assert main(["query", str(file), "--share", "1"]) == 2


@pytest.fixture(scope="module")
def empty() -> CompiledSet:
    return compile_boards(loads(PENTO, "p"), [], False, None)


@pytest.mark.parametrize(
    ("text", "column", "why"),
    [
        ("", 1, "ends too soon"),
        ("X@C3 and", 9, "ends too soon"),
        ("X@C3 T@A1", 6, "`and`, `or` or the end"),
        ("X@Z9", 3, "Z9 is not a cell"),
        ("W@A1 or 5@A1", 9, "no value '5'"),
        ("X@A1+", 6, "a cell such as C3"),
        ("not (X@A1 or", 13, "ends too soon"),
        ("(X@A1", 1, "not closed"),
        ("A1=", 4, "a cell"),
        ("A1", 3, "`=` and another cell"),
        ("xor", 1, "a fact such as"),
        ("X@A1)", 5, "the end"),
        ("(" * 300 + "X@A1", 51, "levels"),
    ],
)
def test_bad_expressions_name_the_column(text: str, column: int, why: str, empty: CompiledSet) -> None:
    words = queries.words(empty)
    with pytest.raises(ExpressionError) as error:
        words.parse(text)
    assert str(error.value).startswith(f"column {column} of ")
    assert why in str(error.value)


PENTO = "puzzle: packing\nboard: 3x20\npieces: pentominoes\n"


def test_labels_that_look_like_words() -> None:
    sudoku = "puzzle: sudoku\nbox: none\nsize: 1x2\n"
    instance = loads(
        "puzzle: nonogram\nrows: [[1o], [1(]]\ncolumns: [[1o], [1(]]\ninks: {o: red, (: blue}\n", "n"
    )
    found = compile_instance(instance)
    assert queries.where(found, "o@A1 or o@B2").count == found.count == 1
    assert queries.where(found, "((@B2 and not (@A1)").count == 1
    assert sudoku


# ---- what is so in all, none, some


@SOME
def test_forced_impossible_share_pairs(some: int) -> None:
    for own, _ in cases(2 * some):
        facts = own.set.facts
        count = Counter(var for chosen in own.sets for var in chosen)
        assert queries.shares(own.set) == [count[var] for var in range(1, len(facts) + 1)]
        assert queries.impossible(own.set) == [fact for var, fact in enumerate(facts, 1) if not count[var]]
        sure = set.intersection(*map(set, own.sets))
        for label, cells in queries.forced(own.set):
            assert all(said(own, board, fact_name((label, cells))) for board in own.boards)
        assert sure == {var for var, fact in enumerate(facts, 1) if fact in queries.forced(own.set)}
        for label in (*own.set.labels, *("." if own.set.labels else "")):
            for cell, number in queries.share(own.set, label).items():
                atom = f"{label}@{cell_name(cell)}"
                assert number == sum(said(own, board, atom) for board in own.boards), atom
                known = any(f[0] == label and cell in f[1] for f in queries.forced(own.set))
                assert known == (number == len(own.boards)), atom
        pairs = Counter(pair for chosen in own.sets for pair in combinations(sorted(chosen), 2))
        answer = queries.pairs(own.set, 5)
        assert [n for *_, n in answer.often] == sorted(pairs.values(), reverse=True)[:5]
        for one, two, number in answer.often:
            assert number == pairs[tuple(sorted((facts.index(one) + 1, facts.index(two) + 1)))]
        assert answer.never == len(list(combinations(count, 2))) - len(pairs)


# ---- single solutions


def test_many_states_are_left_for_single_solutions_and_gone_on_with(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "MANY", 1)
    for most in (0, 1 << 18):
        monkeypatch.setattr(compiling, "LISTED", most)
        for own, _ in cases(9):
            assert compile_instance(own.instance) == own.set


@SOME
def test_kth_and_rank_are_inverse_and_in_the_order_of_boards(some: int) -> None:
    walks = Counter(type(order._walk(own.set)).__name__ for own, _ in cases(some) if own.set.labels)
    assert min(walks["_Descending"], walks["_Restricting"]) > 10 / some, walks
    for own, chance in cases(some):
        for k in chance.sample(range(len(own.boards)), min(6, len(own.boards))):
            assert kth(own.set, k + 1) == own.boards[k], own.instance.text
            assert rank(own.set, own.boards[k]) == k + 1
    with pytest.raises(QueryError, match="the set has"):
        kth(own.set, len(own.boards) + 1)


def test_rank_refuses_what_is_no_solution() -> None:
    own = case(0)
    for board in (("?",), tuple("?" * len(row) for row in own.set.shape * 0 or own.boards[0] if row)):
        with pytest.raises(QueryError, match="no solution"):
            rank(own.set, board)


def test_samples_are_uniform() -> None:
    found = compile_instance(zenkai.load("dominoes4x4"))
    drawn = Counter(queries.sample(found, 3_600, 5))
    assert len(drawn) == 36
    assert all(board in found for board in drawn)
    chi = sum((number - 100) ** 2 / 100 for number in drawn.values())
    assert 15 < chi < 66.6, "35 degrees of freedom: 0.1 % lie above 66.6, and 0.1 % below 14.7"
    assert list(queries.sample(found, 3, 5)) == list(queries.sample(found, 3, 5))


@SOME
def test_weights_nearest_and_two_that_differ(some: int) -> None:
    for own, chance in cases(2 * some):
        named = {fact_name(fact): chance.randint(-4, 9) for fact in chance.sample(own.set.facts, 1)}
        for sign, best in ((1, max), (-1, min)):
            sums = {b: sum(w for name, w in named.items() if said(own, b, name)) for b in own.boards}
            total, board = queries.heaviest(own.set, named, sign)
            assert total == best(sums.values()) == sums[board]
        other = chance.choice(own.boards)
        target = own.chosen[other]
        if own.set.count > 1:
            rest = own.set.combined("minus", queries_only(own, other))
            number, board = queries.nearest(rest, other)
            assert number == min(len(target ^ chosen) for b, chosen in own.chosen.items() if b != other)
            assert number == len(target ^ own.chosen[board])
        for most, best in ((True, max), (False, min)):
            if own.set.count < 2:
                with pytest.raises(QueryError, match="fewer than two"):
                    queries.two(own.set, most)
                continue
            for function in (diagrams.most_apart, diagrams.most_apart_of_few):
                n, a, b = function(own.set.diagram, most) or (0, (), ())
                assert n == best(len(x ^ y) for x, y in combinations(own.sets, 2)) == len(set(a) ^ set(b))
            number, one, two = queries.two(own.set, most)
            assert number == best(len(a ^ b) for a, b in combinations(own.sets, 2))
            assert number == len(own.chosen[one] ^ own.chosen[two])


def queries_only(own: Case, board: Board) -> CompiledSet:
    return compile_boards(own.instance, [_text(board)], False, "one")


# ---- clues


def test_unique_by_is_least() -> None:
    tried = 0
    for own, chance in cases(3):
        board = chance.choice(own.boards)
        target = own.chosen[board]
        if any(target < chosen for chosen in own.sets):
            with pytest.raises(QueryError, match=r"none leaves it alone|no facts"):
                queries.unique_by(own.set, board)
            continue
        clues = queries.unique_by(own.set, board)
        names = [own.set.facts.index(fact) + 1 for fact in clues]
        assert [c for c in own.sets if set(names) <= c] == [target]
        for fewer in combinations(sorted(target), len(names) - 1) if names else ():
            assert sum(set(fewer) <= chosen for chosen in own.sets) > 1, "fewer facts would do"
        tried += len(names) > 1
    assert tried > 5


@SOME
def test_facts_that_tell_apart_do(some: int) -> None:
    for own, _ in cases(2 * some):
        asked = queries.telling_apart(own.set)
        answers = {tuple(_contents(own, board, question) for question in asked) for board in own.boards}
        assert len(answers) == len(own.boards) > len(asked) - 1
        assert len(set(asked)) == len(asked)


def _contents(own: Case, board: Board, question: str) -> object:
    """What the board says of a cell; of copies of a piece, where they lie."""
    facts = [own.set.facts[var - 1] for var in own.chosen[board]]
    if "=" in question or question.isdecimal():
        return said(own, board, question)
    hidden = copies_of(own.set.telling).labels
    here = [(label, cells) for label, cells in facts if _cell(question) in cells]
    return tuple(fact if fact[0] in hidden else fact[0] for fact in here)


@SOME
def test_swaps(some: int) -> None:
    for own, _ in cases(3 * some):
        boards = list(own.set.boards())
        if len(boards) > 40:
            continue
        for most in (1, 2, 4):
            found = {(a, b): facts for a, b, facts in queries.swaps(own.set, most)}
            wanted = set()
            for (i, a), (j, b) in combinations(enumerate(boards, 1), 2):
                one, two = own.chosen[a], own.chosen[b]
                if len(one - two) <= most and len(two - one) <= most and _one_region(own, a, b):
                    wanted.add((i, j))
                    assert sorted(found[i, j]) == sorted(own.set.facts[v - 1] for v in one - two)
            assert set(found) == wanted


def _one_region(own: Case, a: Board, b: Board) -> bool:
    """Do the pieces that are not the same in both cover the same cells, in one part? By flooding."""
    if own.instance.puzzle.family != "packing":
        return True
    one, two = ({own.set.facts[v - 1] for v in own.chosen[board]} for board in (a, b))
    left, right = ({c for _, cells in some for c in cells} for some in (one - two, two - one))
    reached = {min(left)} if left else set()
    while (
        more := {(r + x, c + y) for r, c in reached for x, y in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        & left - reached
    ):
        reached |= more
    return left == right == reached


# ---- sets of sets


def test_operations_of_diagrams() -> None:
    chance = random.Random(7)
    meant = {"and": set.__and__, "or": set.__or__, "minus": set.__sub__, "xor": set.__xor__}
    for _ in range(30):
        one, two = _some_sets(chance), _some_sets(chance)
        for name, operation in meant.items():
            found = combined(name, _diagram(one), _diagram(two))
            assert found == _diagram(operation(one, two))
            assert set(found.rows()) == operation(one, two)
        whole = _diagram(one)
        assert [whole.at(n) for n in range(whole.count)] == list(whole.rows())
        assert all((chosen in whole) == (chosen in one) for chosen in one | two)


def _some_sets(chance: random.Random) -> set[tuple[int, ...]]:
    return {
        tuple(sorted(chance.sample(range(1, 8), chance.randint(0, 4)))) for _ in range(chance.randint(0, 25))
    }


def _diagram(sets: set[tuple[int, ...]]) -> Diagram:
    rows = np.zeros((len(sets), 5), np.int32)
    for row, chosen in zip(rows, sets):
        row[: len(chosen)] = chosen
    return of_rows([rows[::2], rows[1::2]], 7)


def test_counts_beyond_64_bits() -> None:
    rows = 35  # 2 ** (2 * 35) sets: each of 70 variables or not
    builder = diagrams.Builder(2 * rows, 1 << 12)
    found = builder.diagram(1)
    for var in range(2 * rows, 0, -1):
        again = diagrams.Builder(2 * rows, 1 << 12)
        without = again.add(found)
        found = again.diagram(again.apply("or", without, again.joined(found, var)))
    assert found.count == 4**rows
    assert found.shares[1:].tolist() == [4**rows // 2] * (2 * rows)
    assert found.together(1)[2] == 4 ** (rows - 1)
    assert len(found.at(4**rows - 1)) == 2 * rows


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diagrams, "MOST_NODES", 1 << 12)
    with pytest.raises(DiagramTooLarge, match="more than 4,096 nodes"):
        compile_instance(loads("puzzle: packing\nboard: 10x10\npieces: dominoes\ncounts: 50\n", "d"))


# ---- files and commands


@pytest.fixture
def dominoes(tmp_path: Path) -> Path:
    assert main(["compile", "dominoes4x4", "-o", str(tmp_path / "d.zset")]) == 0
    return tmp_path / "d.zset"


def test_files_give_the_set_back(tmp_path: Path) -> None:
    for own, _ in cases(21):
        write_set(tmp_path / "x.zset", own.set)
        assert read_set(tmp_path / "x.zset") == own.set


def test_a_solutions_file_gives_the_same_set(
    dominoes: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    whole = read_set(dominoes)
    for symmetry in ("orbits", "all"):
        zenkai.solve("dominoes4x4", symmetry=symmetry, backend="sat").save(tmp_path / "d.jsonl")
        assert compile_file(tmp_path / "d.jsonl") == whole
    saved = (tmp_path / "d.jsonl").read_text()
    for wrong in (35, 37):
        (tmp_path / "w.jsonl").write_text(saved.replace('"all": 36', f'"all": {wrong}'))
        with pytest.raises(ResultsError, match=f"{wrong} solutions in all by its footer, but it has 36"):
            compile_file(tmp_path / "w.jsonl")
    run = ["run", "dominoes4x4", "--run-dir", str(tmp_path / "run"), "--backend", "sat", "--quiet"]
    assert main(run) == 0
    assert main(["compile", str(tmp_path / "run"), "-o", str(tmp_path / "r.zset")]) == 0
    assert read_set(tmp_path / "r.zset") == whole
    assert "36 solutions" in capfd.readouterr().out
    for questions, said in ((["--count"], "36"), (["--where", "A1=B1"], "18")):
        assert main(["query", str(tmp_path / "run"), *questions]) == 0
        assert capfd.readouterr().out == f"{said}\n"


def test_solutions_are_written_in_order(dominoes: Path, tmp_path: Path) -> None:
    out = tmp_path / "some.jsonl"
    assert main(["query", str(dominoes), "--where", "A1=B1", "--solutions", "-o", str(out)]) == 0
    found = zenkai.verify(out)
    assert not found.complete
    boards = [solution.board for solution in zenkai.read(out)]
    assert boards == sorted(
        b.board for b in zenkai.solve("dominoes4x4", symmetry="all") if b.board[0][0] == b.board[0][1]
    )
    assert main(["query", str(dominoes), "--solutions", "-o", str(tmp_path / "all.jsonl")]) == 0
    assert zenkai.verify(tmp_path / "all.jsonl").complete


DAMAGES = {
    "cut": lambda data: data[:-40],
    "more": lambda data: data + b"x",
    "no header": lambda data: data.partition(b"\n")[2],
    "other count": lambda data: data.replace(b'"count": "36"', b'"count": "37"'),
    "nodes": lambda data: data.replace(b'"nodes": 48', b'"nodes": 480'),
    "huge": lambda data: data.replace(b'"nodes": 48', b'"nodes": 999999999999'),
    "fewer than none": lambda data: data.replace(b'"nodes": 48', b'"nodes": -10000000'),
    "half a pair": lambda data: data.replace(b'"text": "', b'"text": "\\ud800'),
    "root": lambda data: data.replace(b'"root": 49', b'"root": 48'),
    "variables": lambda data: data.replace(b'"variables": 24', b'"variables": 23'),
    "model": lambda data: data.replace(b'"model": "', b'"model": "0'),
    "text": lambda data: data.replace(b"4x4", b"4x5"),
    "type": lambda data: data.replace(b'"reason": null', b'"reason": 3'),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_files_are_one_line_and_code_2(
    damage: str, dominoes: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    data = dominoes.read_bytes()
    assert DAMAGES[damage](data) != data
    dominoes.write_bytes(DAMAGES[damage](data))
    capfd.readouterr()
    assert main(["query", str(dominoes)]) == 2
    said = capfd.readouterr()
    assert said.err.startswith(f"zenkai: {dominoes}:")
    assert (said.err.count("\n"), said.out) == (1, "")


@SOME
def test_every_changed_number_is_noticed(some: int, dominoes: Path) -> None:
    """Whatever one number of the body becomes: refused, or another set that says so by its count."""
    head, _, packed = dominoes.read_bytes().partition(b"\n")
    body = np.frombuffer(lzma.decompress(packed), "<i4")
    for place, change in product(range(0, len(body), some), (1, -1, 1 << 30)):
        changed = body.copy()
        changed[place] = changed[place] ^ change if change > 1 else changed[place] + change
        dominoes.write_bytes(head + b"\n" + lzma.compress(changed.tobytes(), preset=0))
        with pytest.raises(ResultsError):
            check_boards(read_set(dominoes))


def test_a_diagram_with_a_node_too_many_is_refused(dominoes: Path) -> None:
    found = read_set(dominoes)
    d = found.diagram
    moved = [np.where(to > 1, to + 1, to) for to in (d.lo, d.hi)]
    var, lo, hi = (np.insert(own, 2, new) for own, new in zip((d.var, *moved), (d.size, 0, 1)))
    write_set(dominoes, replace(found, diagram=Diagram(var, lo, hi, d.root + 1, d.size)))
    with pytest.raises(ResultsError, match="no diagram"):
        read_set(dominoes)


def test_fixed_pieces_of_an_exported_cover() -> None:
    text = (
        "puzzle: packing\nboard: 3x4\npieces: dominoes\ncounts: 6\norientations: 2\n"
        "fixed: |\n  DD..\n  ....\n  ....\n"
    )
    own = Case(text)
    assert plan(own.instance).chosen, "the fixed piece is no option of the cover"
    assert sorted(own.set.boards()) == own.boards
    assert compile_boards(own.instance, map(_text, own.boards), False, None) == own.set
    assert own.boards


def check_boards(found: CompiledSet) -> None:
    """A diagram of as many other sets of variables: its boards break the rules."""
    try:
        list(found.boards())
    except QueryError as error:
        raise ResultsError(str(error)) from None


@pytest.mark.parametrize(
    "words",
    [
        ["--where", "X@A1"],
        ["--where", "D@"],
        ["--share", "X"],
        ["--rank", "AABB"],
        ["--nearest", "A/B"],
        ["--kth", "37"],
        ["--max", "{A1: 3}"],
        ["--max", "{D@A1: 1.5}"],
        ["--max", "{not D@A1: 1}"],
        ["--max", "nowhere.yaml"],
        ["--max", "{]"],
        ["--where", "A1=B1 and A1=A2", "--sample", "1"],
        ["--solutions"],
        ["--swaps", "2", "-o", "x.json"],
        ["--sample", "1", "--graph", "x.json"],
        ["--kth", "1", "--svg", "x.svg"],
    ],
)
def test_bad_questions_are_one_line_and_code_2(
    words: list[str], dominoes: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    capfd.readouterr()
    assert main(["query", str(dominoes), *words]) == 2
    said = capfd.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)


def test_questions_on_the_command_line(
    dominoes: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    def asked(*words: str) -> list[str]:
        capfd.readouterr()
        assert main(["query", str(dominoes), *words]) == 0
        return capfd.readouterr().out.splitlines()

    assert asked() == asked("--count") == ["36"]
    assert asked("--where", "A1=B1") == ["18"]
    assert asked("--rank", "1")[0] == "1"
    assert asked("--impossible")[-1] == "0 of 24 facts hold in no solution"
    assert asked("--forced")[-1] == "16 facts hold in every solution", "each cell has a domino"
    heat = asked("--share", "D", "--svg", str(tmp_path / "h.svg"))
    assert heat[1].split()[:5] == ["1", *["100.00"] * 4]
    assert (tmp_path / "h.svg").read_text().count("<rect") == 16
    assert asked("--two-that-differ", "least")[0] == "differ in 4"
    assert asked("--two-that-differ", "most")[0] == "differ in 16"
    assert asked("--max", "{A1=B1: 5, C1=D1: 2}")[0] == "sum 7"
    swaps = asked("--swaps", "2", "--graph", str(tmp_path / "g.json"))
    graph = json.loads((tmp_path / "g.json").read_text())
    assert swaps == [f"36 solutions, {len(graph['edges'])} swaps, 1 component"]
    assert asked("--swaps", "2", "--graph", str(tmp_path / "g.graphml")) == swaps
    assert (tmp_path / "g.graphml").read_text().count("<edge") == len(graph["edges"])
    file = zenkai.compile(dominoes).where("A1=B1").solutions(tmp_path / "x.jsonl")
    for words in (["--swaps", "2"], ["--where", "C1=D1", "--two-that-differ", "most"]):
        capfd.readouterr()
        assert main(["query", str(file), *words]) == 0
        assert capfd.readouterr().out.splitlines() == asked(
            "--where", "A1=B1 and C1=D1" if "--where" in words else "A1=B1", *words[-2:]
        ), "a solutions file is asked like a set"


def test_a_set_is_held_against_the_certificate_beside_its_source(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """A file that says that it is complete, and lacks a solution, is refused; so is another's certificate."""
    file, out = tmp_path / "d.jsonl", tmp_path / "d.zset"
    assert main(["run", "dominoes4x4", "--symmetry", "all", "--certify", "-o", str(file)]) == 0
    assert main(["compile", str(file), "-o", str(out)]) == 0
    assert "certified" in capfd.readouterr().out
    every = [solution.board for solution in zenkai.read(file)]
    fewer = compile_boards(zenkai.load("dominoes4x4"), map(_text, every[1:]), False, None)
    file.unlink()
    out.unlink()
    write_solutions(fewer, file)
    assert main(["compile", str(file), "-o", str(out)]) == 2
    assert f"proves {len(every)} solutions, not {len(every) - 1}" in capfd.readouterr().err
    other = compile_instance(loads("puzzle: packing\nboard: 4x4\npieces: dominoes\ncounts: 8\n", "d"))
    write_solutions(other, file)
    assert main(["compile", str(file), "-o", str(out)]) == 2
    assert "of another instance" in capfd.readouterr().err
    assert not out.exists()


def test_sets_and_diff(tmp_path: Path, dominoes: Path, capfd: pytest.CaptureFixture[str]) -> None:
    one, two, file = tmp_path / "1.jsonl", tmp_path / "2.jsonl", tmp_path / "c.zset"
    for path, text in ((one, "A1=B1 or A4=B4"), (two, "C1=D1 or A4=B4")):
        assert main(["query", str(dominoes), "--where", text, "--solutions", "-o", str(path)]) == 0
    boards = [{solution.board for solution in zenkai.read(path)} for path in (one, two)]
    meant = {"and": set.__and__, "or": set.__or__, "minus": set.__sub__, "xor": set.__xor__}
    for name, operation in meant.items():
        assert main(["sets", str(one), name, str(two), "-o", str(file)]) == 0
        assert set(read_set(file).boards()) == operation(*boards)
    capfd.readouterr()
    assert main(["diff", str(one), str(two)]) == 1
    lines = capfd.readouterr().out.splitlines()
    left, right = sorted(boards[0] - boards[1]), sorted(boards[1] - boards[0])
    assert [line[2:] for line in lines if line[0] == "<"] == ["/".join(board) for board in left]
    assert [line[2:] for line in lines if line[0] == ">"] == ["/".join(board) for board in right]
    assert lines[-1] == f"{len(left)} only in {one}, {len(right)} only in {two}"
    assert left
    assert right
    assert main(["diff", str(one), str(one)]) == 0


def test_diff_sorts_on_disk(tmp_path: Path, dominoes: Path) -> None:
    assert main(["query", str(dominoes), "--solutions", "-o", str(tmp_path / "all.jsonl")]) == 0
    zenkai.solve("dominoes4x4", symmetry="all", backend="sat", limit=30).save(tmp_path / "some.jsonl")
    files = [open_solutions(tmp_path / name) for name in ("all.jsonl", "some.jsonl")]
    found = list(difference(files[:1], files[1:], tmp_path, held=300))
    missing = {s.board for s in zenkai.read(tmp_path / "all.jsonl")} - {
        s.board for s in zenkai.read(tmp_path / "some.jsonl")
    }
    assert {tuple(json.loads(line)) for _, line in found} == missing
    assert len(missing) == len(found) == 6


@pytest.mark.parametrize(
    "words", [["sets", "{d}", "and", "{p}"], ["diff", "{j}", "{k}"], ["sets", "{y}", "or", "{d}"]]
)
def test_foreign_sets_are_one_line_and_code_2(
    words: list[str], dominoes: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    names = {"d": dominoes, "p": tmp_path / "p.zset", "j": tmp_path / "j.jsonl", "k": tmp_path / "k.jsonl"}
    names["y"] = tmp_path / "y.yaml"
    names["y"].write_text(zenkai.load("dominoes4x4").text)
    text = "puzzle: packing\nboard: 2x2\npieces: dominoes\ncounts: 2\n"
    zenkai.compile(text).save(names["p"])
    zenkai.solve(text, backend="sat").save(names["j"])
    zenkai.solve("dominoes4x4", backend="sat").save(names["k"])
    capfd.readouterr()
    assert main([word.format(**names) for word in words]) == 2
    said = capfd.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)


def test_the_set_in_python() -> None:
    found = zenkai.compile("dominoes4x4")
    board = found.kth(7)
    assert found.rank(board) == 7
    assert board in found
    assert found.where("A1=B1").count + found.where("not A1=B1").count == found.count == 36
    assert found.combined("minus", found.where("A1=B1")).count == 18
    assert len(set(found)) == 36
    assert {len(facts) for _, _, facts in found.swaps(2)} == {2}
    with pytest.raises(ValueError, match="column 1"):
        found.where("?")


def test_limits_of_questions_and_edges_of_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = compile_instance(loads("puzzle: packing\nboard: 2x5\npieces: dominoes\ncounts: any\n", "d"))
    fact = fact_name(found.facts[0])
    assert queries.heaviest(found, {fact: queries.MOST_WEIGHT}, 1)[0] == 10**12
    with pytest.raises(QueryError, match="not an integer up to"):
        queries.heaviest(found, {fact: queries.MOST_WEIGHT + 1}, 1)
    apart = [
        (n, len(found.region.parts({c for _, cells in facts for c in cells})))
        for *_, facts in queries.swaps(found, 4)
        if (n := len(facts))
    ]
    assert {n for n, _ in apart} == {2, 3, 4}
    assert {parts for _, parts in apart} == {1}, "two squares of two dominoes each are two swaps"
    for most, asked in product(
        (found.count - 1, found.count), (queries.telling_apart, lambda one: queries.swaps(one, 2))
    ):
        monkeypatch.setattr(queries, "EXPLICIT", most)
        with nullcontext() if most == found.count else pytest.raises(QueryError, match=f"up to {most} are"):
            asked(found)
    assert [found.combined(own, found).reason for own in ("and", "or", "minus", "xor")] == [
        None,
        None,
        "minus",
        "xor",
    ]
    mixed = "puzzle: packing\nboard: 5x2\npieces: [dominoes, tetrominoes]\ncounts: {others: 0..1, D: 0..7}\n"
    copies = compile_instance(loads(mixed, "mixed"))
    assert copies.first_cells_ascend
    assert [kth(copies, k) for k in range(1, copies.count + 1)] == sorted(copies.boards()), (
        "copies beside single pieces"
    )
    assert [rank(copies, board) for board in sorted(copies.boards())] == list(range(1, copies.count + 1))
    for own, levels in ((found, ["verified"]), (queries.where(found, fact), None)):
        write_solutions(own, tmp_path / "x.jsonl")
        assert json.loads((tmp_path / "x.jsonl").read_text().splitlines()[-1]).get("levels") == levels
    assert heat_text({(0, 0): 1, (0, 1): 0, (0, 2): 1_000}, 1_000).endswith("░░  ██"), "seldom is not never"
    graph = ElementTree.fromstring(graph_ml([["<&"], ["]>"]], [(1, 2, [("<", ((0, 0),))])]))
    assert [data.text for data in graph.iter() if data.get("key") in ("board", "facts")] == [
        "<&",
        "]>",
        "<@A1",
    ]
