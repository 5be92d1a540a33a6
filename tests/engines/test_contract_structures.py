"""The contract of engines made for one structure: on their structures, against SAT on the same model."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import cache
from itertools import islice
from math import factorial

import psutil
import pytest

from tests.backends import DEDICATED, declared
from tests.engines.test_contract import taken
from zenkai_solver.models.blocks import BlockGrid
from zenkai_solver.models.csp import Model, Solution
from zenkai_solver.models.dissection.problem import DissectionProblem
from zenkai_solver.models.loading import loads
from zenkai_solver.models.sudoku.structure import SudokuGrid
from zenkai_solver.solvers.core.backend import Backend
from zenkai_solver.solvers.core.deadlines import Deadline, Interrupted
from zenkai_solver.solvers.engines.table import make

SOLVED = "398625174125794386476183529762359841549218637831467952283976415957841263614532798"


def sudoku(cells: str) -> str:
    return "puzzle: sudoku\ngrid: |\n" + "".join(f"  {cells[i : i + 9]}\n" for i in range(0, 81, 9))


def nonogram(rows: str, columns: str) -> str:
    return f"puzzle: nonogram\nrows: {rows}\ncolumns: {columns}\n"


def dissection(one: str, two: str, pieces: str) -> str:
    figures = (
        key + ": |\n" + "".join(f"  {row}\n" for row in at.split("/"))
        for key, at in (("from", one), ("to", two))
    )
    return f"puzzle: dissection\n{''.join(figures)}pieces: {pieces}\n"


# Of each structure: nothing to search, one solution, none, some and more than one likes to wait for.
TRIVIAL, ONE, NONE, SOME, MANY = "trivial", "one", "none", "some", "many"
CASES: dict[type, dict[str, str]] = {
    SudokuGrid: {
        TRIVIAL: sudoku(SOLVED),
        ONE: sudoku("1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"),
        NONE: sudoku("12345678." + "." * 17 + "9" + "." * 54),
        SOME: sudoku(SOLVED.translate(str.maketrans("125", "..."))),
        MANY: sudoku("." * 81),
    },
    BlockGrid: {
        TRIVIAL: nonogram("[[]]", "[[]]"),
        ONE: nonogram("[[2], [1]]", "[[2], [1]]"),
        NONE: nonogram("[[1, 1], [], [1, 1]]", "[[2], [], [2]]"),
        SOME: nonogram("[[1], [1], [1], [1]]", "[[1], [1], [1], [1]]"),
        MANY: nonogram("[" + "[1]," * 12 + "]", "[" + "[1]," * 12 + "]"),
    },
    DissectionProblem: {
        TRIVIAL: dissection("#", "#", "1"),
        ONE: dissection("##", "#/#", "1"),
        NONE: dissection("###", "##/#.", "1"),
        SOME: dissection("####", "##/##", "2..3"),
        MANY: dissection("####/####/####", "######/######", "4"),
    },
}
SIZES: dict[str, Callable[[int], bool]] = {
    TRIVIAL: lambda number: number == 1,
    ONE: lambda number: number == 1,
    NONE: lambda number: number == 0,
    SOME: lambda number: 2 <= number <= 200,
}


# Too many to wait for, and more than a thousand.
ENDLESS, THOUSANDS = "endless", "thousands"
LONGER: dict[type, dict[str, str]] = {
    SudokuGrid: {
        ENDLESS: CASES[SudokuGrid][MANY],
        THOUSANDS: sudoku(SOLVED.translate(str.maketrans("1234", "...."))),
    },
    BlockGrid: {
        ENDLESS: CASES[BlockGrid][MANY],
        THOUSANDS: nonogram("[" + "[1]," * 7 + "]", "[" + "[1]," * 7 + "]"),
    },
    DissectionProblem: {
        ENDLESS: dissection("####/####/####", "######/######", "4..8"),
        THOUSANDS: dissection("####/####", "########", "4..6"),
    },
}


@cache
def model_of(kind: type, case: str) -> Model:
    return loads({**CASES[kind], **LONGER[kind]}[case], case).puzzle.model()


@cache
def by_sat(kind: type, case: str) -> list[Solution]:
    return sorted(make("sat").solutions(model_of(kind, case)))


PAIRS = [
    pytest.param(engine, kind, id=f"{name}-{kind.__name__}")
    for name, engine in DEDICATED.items()
    for kind in sorted(engine.takes.structures, key=lambda kind: kind.__name__)
]
each = pytest.mark.parametrize(("backend", "kind"), PAIRS)


def test_every_structure_has_its_cases() -> None:
    assert set(CASES) == set().union(*(engine.takes.structures for engine in DEDICATED.values()))
    assert set(CASES) == set(LONGER)
    assert all(set(cases) == {TRIVIAL, ONE, NONE, SOME, MANY} for cases in CASES.values())


@each
class TestContract:
    @pytest.mark.parametrize("case", [TRIVIAL, ONE, NONE, SOME, MANY])
    def test_takes_what_it_has_declared(self, backend: Backend, kind: type, case: str) -> None:
        model = model_of(kind, case)
        assert declared(backend, model)
        backend.open(model)

    @pytest.mark.parametrize("case", SIZES)
    def test_exactly_the_solutions_each_once(self, backend: Backend, kind: type, case: str) -> None:
        found = list(backend.solutions(model_of(kind, case)))
        assert len(set(found)) == len(found)
        assert sorted(found) == by_sat(kind, case)
        assert SIZES[case](len(found))

    @pytest.mark.parametrize("case", [TRIVIAL, ONE, SOME, MANY])
    def test_passed_deadline_raises(self, backend: Backend, kind: type, case: str) -> None:
        with pytest.raises(Interrupted, match="time limit"):
            list(backend.solutions(model_of(kind, case), Deadline.after(-1)))

    @pytest.mark.parametrize("case", [TRIVIAL, ONE, SOME, MANY])
    def test_stop_raises(self, backend: Backend, kind: type, case: str) -> None:
        deadline = Deadline()
        deadline.stop.set()
        with pytest.raises(Interrupted, match="stopped"):
            list(backend.solutions(model_of(kind, case), deadline))

    def test_stop_is_heard_on_the_way(self, backend: Backend, kind: type) -> None:
        """There are so many solutions that the search is under way when the first arrives."""
        deadline = Deadline()
        stream = backend.solutions(model_of(kind, MANY), deadline)
        next(stream)
        deadline.stop.set()
        with pytest.raises(Interrupted, match="stopped"):
            list(stream)

    def test_a_deadline_that_passes_while_solutions_come(self, backend: Backend, kind: type) -> None:
        with pytest.raises(Interrupted, match="time limit"):
            taken(backend.solutions(model_of(kind, ENDLESS), Deadline.after(0.3)))

    def test_thousands_to_the_end(self, backend: Backend, kind: type) -> None:
        """One that says complete has not stopped after some; the list is that of an engine for all models."""
        found = list(backend.solutions(model_of(kind, THOUSANDS)))
        assert len(found) == len(set(found)) > 1200
        if kind is BlockGrid:
            assert len(found) == factorial(7)
        assert sorted(found) == by_sat(kind, THOUSANDS)

    def test_nothing_is_left_of_a_search_that_was_left(self, backend: Backend, kind: type) -> None:
        """No thread, no child process, and no work that goes on."""
        threads, children = set(threading.enumerate()), set(psutil.Process().children(recursive=True))
        stream = backend.solutions(model_of(kind, ENDLESS))
        assert len(set(islice(stream, 300))) == 300
        stream.close()  # type: ignore[attr-defined]
        assert set(threading.enumerate()) <= threads
        assert set(psutil.Process().children(recursive=True)) <= children
        before = time.process_time()
        time.sleep(0.2)
        assert time.process_time() - before < 0.1

    def test_consumer_may_leave_early(self, backend: Backend, kind: type) -> None:
        """And come again: what was left does not disturb the next search."""
        stream = backend.solutions(model_of(kind, MANY))
        assert len(set(islice(stream, 3))) == 3
        stream.close()  # type: ignore[attr-defined]
        assert sorted(backend.solutions(model_of(kind, SOME))) == by_sat(kind, SOME)
