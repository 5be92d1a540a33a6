"""The Python interface of zenkai; `zenkai_solver` hands out these names.

    solve(source)      -> Solutions, found while they are iterated
    solve_many(sources) -> the answer to each of many puzzles
    count(source)      -> Counted
    unique(source)     -> Uniqueness
    make_unique(source) -> Made, the instance with the fewest further givens that leave one solution
    load(source)       -> Instance
    from_cpmpy(model)  -> Instance, of a model of CPMpy
    read(path)         -> Solutions, of a solutions file
    compile(source)    -> SolutionSet, the set of all solutions, for queries
    explain(source)    -> the steps from the start to the solution
    verify(path)       -> Summary

A source is a path, the name of a shipped instance, YAML text, a mapping, or an Instance: see `read_source`.
A new kind of puzzle is a `Genre`, stated in the vocabulary of `zenkai_solver.genres`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.fields import nearest
from zenkai_solver.models.formats.cpmpy_models import text_of
from zenkai_solver.models.genres.genre import Genre
from zenkai_solver.models.loading import SYMMETRY_MODES, load_text
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.solvers.batch import solving_many
from zenkai_solver.solvers.batch.batch import Question
from zenkai_solver.solvers.batch.solving_many import PuzzleAnswer
from zenkai_solver.solvers.core import rechecking
from zenkai_solver.solvers.core.backend import Counted, Options
from zenkai_solver.solvers.core.deadlines import Deadline, Interrupted, Unsupported, WrongSolution
from zenkai_solver.solvers.core.sources import Source, read_source
from zenkai_solver.solvers.engines.names import BACKENDS
from zenkai_solver.solvers.explanations.wording import Argument, Wording
from zenkai_solver.solvers.python_api.saved import Saved
from zenkai_solver.solvers.python_api.solutions import Preparation, Searched, Solution, Solutions, Summary
from zenkai_solver.solvers.solution_files.results import ResultsError
from zenkai_solver.solvers.uniqueness import choosing
from zenkai_solver.solvers.uniqueness.choosing import Made

if TYPE_CHECKING:
    from zenkai_solver.solvers.sets.asked import SolutionSet

__all__ = [
    "Argument",
    "Counted",
    "Genre",
    "Instance",
    "InstanceError",
    "Interrupted",
    "Made",
    "PuzzleAnswer",
    "ResultsError",
    "Solution",
    "Solutions",
    "Summary",
    "Uniqueness",
    "Unsupported",
    "WrongSolution",
    "compile",
    "count",
    "explain",
    "from_cpmpy",
    "load",
    "make_unique",
    "read",
    "solve",
    "solve_many",
    "unique",
    "verify",
]

Symmetry = Literal["orbits", "all"]


class Uniqueness(str, Enum):
    """How many solutions there are. Equal to its word: `unique(source) == "several"`.

    >>> unique("thermo") is Uniqueness.UNIQUE, unique("thermo") == "unique"
    (True, True)
    """

    UNIQUE = "unique"
    SEVERAL = "several"
    NONE = "none"

    def __str__(self) -> str:
        return self.value


def solve(
    source: Source,
    *,
    where: str | None = None,
    backend: str = "auto",
    symmetry: Symmetry | None = None,
    limit: int | None = None,
    time_limit: float | None = None,
    workers: int | None = None,
    sat_solver: str | None = None,
) -> Solutions:
    """All solutions of an instance, found while they are iterated.

    `source` is the path of a file, the name of a shipped instance, YAML text, a mapping with the keys of
    an instance, a link, the 81 characters of a sudoku, or an `Instance`. `where` is a condition, such as
    "X@C3 and not T@A1": only solutions for which it is true are found. `backend` is the engine, "auto"
    chooses one. `symmetry`: "orbits" gives one solution per orbit, "all" every solution; by default as
    the instance says, else "orbits". `limit` solutions and `time_limit` seconds end a search early: the
    collection is then not `complete`, and `reason` says why; loops that the first search compiles, once per
    installation (`zenkai warm-up` does it at once), are compiled to their end. `workers` is the number of
    threads; by default one per core. `sat_solver` is the solver of backend "sat", e.g. "cadical195".

    Reads the instance and builds its model at once; searches when the first solution is asked for.

    Raises InstanceError, Unsupported if the backend does not take the model, ValueError for an argument;
    while iterating, WrongSolution if an engine is found wrong.

    >>> solutions = solve("puzzle: packing\\nboard: 2x3\\npieces: dominoes\\ncounts: 3", backend="sat")
    >>> for solution in solutions:
    ...     print(solution.number, "/".join(solution.board), "orbit", solution.orbit)
    1 AAB/CCB orbit 2
    2 ABC/ABC orbit 1
    >>> solutions.count, solutions.all, solutions.complete
    (2, 3, True)
    """
    _check_positive("limit", limit)
    _check_positive("time_limit", time_limit)
    instance, path = read_source(source, where)
    preparation = _preparation(instance, backend, symmetry, workers, sat_solver, wanted=limit)
    return Searched(preparation, limit, time_limit, path)


def count(
    source: Source,
    *,
    where: str | None = None,
    backend: str = "auto",
    time_limit: float | None = None,
    workers: int | None = None,
    sat_solver: str | None = None,
) -> Counted:
    """The numbers of solutions up to symmetry (`count`) and in all (`all`), both complete.

    If the engine can count faster than by visiting every solution, `by` names the method; otherwise each
    solution is checked as in `solve`, and `by` is empty.

    Raises Interrupted when the time limit is reached, and as `solve`.

    >>> count({"puzzle": "packing", "board": "4x4", "pieces": "dominoes", "counts": 8}, backend="sat")
    Counted(count=9, all=36)
    """
    _check_positive("time_limit", time_limit)
    instance, _ = read_source(source, where)
    preparation = _preparation(instance, backend, None, workers, sat_solver, counting=True)
    deadline = Deadline.after(float("inf") if time_limit is None else time_limit)
    if (counted := preparation.prepared.opened.count(deadline)) is not None:
        return counted
    time_limit = None if time_limit is None else max(deadline.remaining, 0.0)
    summary = Searched(preparation, None, time_limit, None).summary
    if summary.reason is not None:
        raise Interrupted(summary.reason)
    return Counted(summary.count, summary.all)


def unique(
    source: Source,
    *,
    where: str | None = None,
    backend: str = "auto",
    symmetry: Symmetry = "all",
    time_limit: float | None = None,
    workers: int | None = None,
    sat_solver: str | None = None,
) -> Uniqueness:
    """Is there one solution, are there several, or none? The search stops at the second.

    Two solutions that are images of each other are two, unless `symmetry` is "orbits".

    Raises Interrupted if the time limit is reached before that is decided, and as `solve`.

    >>> str(unique("puzzle: packing\\nboard: 2x2\\npieces: dominoes\\ncounts: 2", backend="sat"))
    'several'
    """
    solutions = solve(
        source,
        where=where,
        backend=backend,
        symmetry=symmetry,
        limit=2,
        time_limit=time_limit,
        workers=workers,
        sat_solver=sat_solver,
    )
    number = sum(1 for _ in solutions)
    if number < 2 and solutions.reason is not None:
        raise Interrupted(solutions.reason)
    return (Uniqueness.NONE, Uniqueness.UNIQUE, Uniqueness.SEVERAL)[number]


def from_cpmpy(model: Any, name: str = "model") -> Instance:
    """The instance whose solutions are those of a model of CPMpy: the assignments of its variables.

    Its boards have a row for each variable, such as "x[0]=3". Values are few: an operator takes at most
    20,000 pairs of them. Global constraints are read by their decompositions, if these have no further
    variables. Needs the package: pip install 'zenkai-solver[cpmpy]'.

    Raises InstanceError for an objective, and for what is not read, by its name.

    >>> import cpmpy
    >>> x = cpmpy.intvar(0, 3, shape=3, name="x")
    >>> model = cpmpy.Model(cpmpy.AllDifferent(x), x[0] + x[1] == x[2])
    >>> for solution in solve(from_cpmpy(model)):
    ...     print(" ".join(solution.board))
    x[0]=2 x[1]=1 x[2]=3
    x[0]=1 x[1]=2 x[2]=3
    """
    return load_text(text_of(model), name)


def solve_many(
    sources: Iterable[Source],
    *,
    jobs: int = 1,
    where: str | None = None,
    backend: str = "auto",
    symmetry: Symmetry = "all",
    limit: int | None = 2,
    time_limit: float | None = None,
    sat_solver: str | None = None,
) -> Iterator[PuzzleAnswer]:
    """The answer to each of many puzzles, in their order: unique, several or none, with a solution.

    The sources may come from any iterable, also an endless one: only a few are read ahead, and memory does
    not grow with their number. Lines of 81 characters are solved many at a time. What is wrong with a
    source is in its answer, and the others are not affected. Each search stops at `limit` solutions (2 or
    more), or counts all of them if that is None; `time_limit` seconds are for each puzzle. `jobs` is the
    number of processes; each imports the script, so with more than one the call is below `if __name__ ==
    "__main__":`, as always with `multiprocessing`.

    Raises ValueError for an argument, TypeError if `sources` is a single source; while iterating,
    RuntimeError if a process dies, WrongSolution if an engine is found wrong.

    >>> line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> for answer in solve_many([line, "dominoes4x4", "81 characters", "." * 81]):
    ...     print(answer.number, answer.answer, answer.all, answer.board[:1], answer.error[:13] or "-")
    1 unique 1 ('534678912',) -
    2 several 2 ('AABB',) -
    3 unreadable 0 () 81 characters
    4 several 2 ('123456789',) -
    """
    if isinstance(sources, (str, bytes, os.PathLike, Mapping, Instance)):
        raise TypeError("sources: a single source, not an iterable of them: use `solve`, or a list of one")
    _check_positive("jobs", jobs)
    _check_positive("time_limit", time_limit)
    _check_engine(backend, sat_solver)
    _check_known("symmetry", symmetry, SYMMETRY_MODES)
    if limit is not None and limit < 2:
        raise ValueError(f"limit: {limit} is less than 2, which tells unique from several; None counts all")
    question = Question(backend, sat_solver, symmetry, limit, time_limit)
    return solving_many.solve_many(sources, question, where, jobs)


def make_unique(
    source: Source, goal: Sequence[str] | None = None, *, time_limit: float | None = None
) -> Made:
    """The instance with the fewest givens added (digits, cells, fixed pieces) that leave one solution.

    `goal` is the board of the wanted solution; by default it is the best of all solutions if there are few,
    else the first one found; `Made.of` says which. `Made.clues` are the givens, `Made.instance` has them.
    That fewer are not enough is proved (`Made.proved`), unless the time limit is reached: then `Made.least`
    is a lower bound.

    Raises ValueError if no givens make it unique, Unsupported for a family without givens, Interrupted if no
    solution is found in time, and as `solve`.

    >>> made = make_unique("puzzle: packing\\nboard: 2x4\\npieces: dominoes\\ncounts: 4")
    >>> [clue.name for clue in made.clues], made.proved
    (['D@R2C2+R2C3'], True)
    """
    _check_positive("time_limit", time_limit)
    deadline = Deadline.after(float("inf") if time_limit is None else time_limit)
    board = None if goal is None else tuple(goal)
    return choosing.make_unique(read_source(source)[0], board, deadline=deadline)


def compile(source: Source, *, time_limit: float | None = None) -> SolutionSet:
    """The set of all solutions as a decision diagram, which answers questions without visiting them.

    The source may also be a solutions file, the folder of a kept run or a .zset file.
    Raises InstanceError, ResultsError of such a file, Unsupported, Interrupted when the time limit is
    reached, and TooLarge if the set does not fit into memory.

    >>> found = compile("dominoes8x8")
    >>> found.count, found.where("A1=B1").count
    (12988816, 6494408)
    """
    _check_positive("time_limit", time_limit)
    from zenkai_solver.solvers.commands.compile import is_source, opened
    from zenkai_solver.solvers.sets.asked import SolutionSet  # and its kernels
    from zenkai_solver.solvers.sets.compiling import compile_instance

    if isinstance(source, (str, os.PathLike)) and os.path.exists(source) and is_source(Path(source)):
        return SolutionSet(opened(Path(source)))
    deadline = Deadline.after(float("inf") if time_limit is None else time_limit)
    return SolutionSet(compile_instance(read_source(source)[0], deadline))


def explain(source: Source, *, time_limit: float | None = None) -> tuple[Argument, ...]:
    """The steps from the givens to the solution, or to all that the solutions share, in words.

    Each is the simplest argument that the search found, and was checked by another solver.

    Raises InstanceError, Unsupported if there is no solution, Interrupted when the time limit is reached.

    >>> steps = explain("puzzle: nonogram\\nrows: [[1], [2]]\\ncolumns: [[2], [1]]")
    >>> steps[0].rules, steps[0].follows
    (('row 2 shows 2',), ('R2C1=#', 'R2C2=#'))
    """
    _check_positive("time_limit", time_limit)
    from zenkai_solver.solvers.explanations.checking import StepChecker, check
    from zenkai_solver.solvers.explanations.search import explanation
    from zenkai_solver.solvers.explanations.theory import stage_with_solution, theory_of

    deadline = Deadline.after(float("inf") if time_limit is None else time_limit)
    _, puzzle = stage_with_solution(read_source(source)[0], deadline)
    theory = theory_of(puzzle)
    steps = explanation(theory, deadline).steps
    with StepChecker(theory, deadline) as checker:
        for number, step in enumerate(steps, 1):
            check(checker, number, step)
    return tuple(map(Wording(theory).argument, steps))


def load(source: Source) -> Instance:
    """The instance that the source states: its name, text, puzzle and what is expected. Raises InstanceError.

    >>> load("pento6x10").expect
    {'count': 2339, 'all': 9356}
    """
    return read_source(source)[0]


def read(path: str | os.PathLike[str]) -> Solutions:
    """The solutions in a solutions file, or in a set of them by its index.

    Each board is checked against the rules when it is read. The totals are those that the file states; a file
    of a run that did not end is not `complete`. `verify` checks everything.

    Raises ResultsError if this is not a solutions file, and while iterating at a damaged line; OSError.

    >>> path = solve("dominoes4x4", backend="sat").save("dominoes.jsonl")
    >>> read(path)
    <Solutions of dominoes4x4: 9 up to symmetry, 36 in all; complete>
    """
    return Saved(path)


def verify(path: str | os.PathLike[str]) -> Summary:
    """Re-check a solutions file, or a set by its index, from the rules alone, and return its totals.

    Every board, its orbit, that no solution is there twice, and every total are checked. `complete` is False
    for a valid file of a run that was cut short. Raises ResultsError with file and line of a fault; OSError.

    >>> path = solve("dominoes4x4", backend="sat", limit=5).save("five.jsonl")
    >>> verify(path).reason
    'limit of 5 solutions'
    """
    verdict = rechecking.verify(Path(path))
    return Summary.of(verdict.tally, verdict.reason)


def _preparation(
    instance: Instance,
    backend: str,
    symmetry: str | None,
    workers: int | None,
    sat_solver: str | None,
    counting: bool = False,
    wanted: int | None = None,
) -> Preparation:
    _check_positive("workers", workers)
    _check_engine(backend, sat_solver)
    _check_known("symmetry", symmetry or SYMMETRY_MODES[0], SYMMETRY_MODES)
    return Preparation(instance, backend, symmetry, Options(sat_solver, workers or 0, counting, wanted))


def _check_positive(name: str, value: float | None) -> None:
    if value is not None and not value > 0:
        raise ValueError(f"{name}: {value} is not above 0")


def _check_engine(backend: str, sat_solver: str | None) -> None:
    _check_known("backend", backend, ("auto", *BACKENDS))
    if sat_solver is not None and backend not in ("auto", "sat"):
        raise ValueError(f'sat_solver: "{sat_solver}" is of backend "sat", not "{backend}"')


def _check_known(name: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise ValueError(f'{name}: "{value}" is not known{nearest(value, known)}')
