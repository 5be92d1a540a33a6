"""The Python interface: what `import zenkai_solver` gives."""

from __future__ import annotations

import doctest
import gc
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import pytest

import zenkai_solver as zenkai
from tests.helpers import INSTANCES, PATIENCE, ROOT
from zenkai_solver.models.csp import Cube
from zenkai_solver.models.csp import Solution as TrueVariables
from zenkai_solver.models.packing.puzzle import Packing
from zenkai_solver.solvers.commands.run import main as run
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline
from zenkai_solver.solvers.engines.exactcover.exactcover import OpenedCover
from zenkai_solver.solvers.engines.sat.sat import OpenedSat
from zenkai_solver.solvers.python_api import api, solutions

SUDOKU = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
DOMINOES = "puzzle: packing\nboard: 4x4\npieces: dominoes\ncounts: 8\n"
NAMES = {
    *(
        "solve",
        "solve_many",
        "count",
        "unique",
        "load",
        "read",
        "verify",
        "compile",
        "explain",
        "from_cpmpy",
        "make_unique",
    ),
    *(
        "PuzzleAnswer",
        "Solution",
        "Solutions",
        "Summary",
        "Made",
        "Counted",
        "Uniqueness",
        "Instance",
        "Argument",
        "Genre",
    ),
    *("InstanceError", "ResultsError", "Unsupported", "Interrupted", "WrongSolution"),
}


def dominoes(**options: Any) -> zenkai.Solutions:
    return zenkai.solve(DOMINOES, **{"backend": "sat"} | options)


# ---- the module


def test_public_names() -> None:
    assert set(zenkai.__all__) == NAMES
    assert len(zenkai.__all__) == len(NAMES)
    assert sorted(zenkai.__all__) == sorted(api.__all__)
    assert all(getattr(zenkai, name) is getattr(api, name) for name in NAMES)
    assert dir(zenkai) == sorted({*NAMES, "__version__"})
    assert zenkai.__version__[0].isdigit()
    with pytest.raises(AttributeError, match="has no attribute 'sovle'"):
        zenkai.sovle  # noqa: B018


@pytest.mark.parametrize("name", sorted(NAMES))
def test_the_example_of_each_public_name(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    value = getattr(zenkai, name)
    names = vars(sys.modules[value.__module__])
    [example] = doctest.DocTestFinder(recurse=False).find(value, name, globs=dict(names))
    result = doctest.DocTestRunner().run(example)
    assert result.attempted > 0
    assert result.failed == 0


def test_import_loads_nothing_heavy() -> None:
    code = "import sys; import zenkai_solver; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert "zenkai_solver" in loaded
    assert not loaded & {"numba", "numpy", "ortools", "pandas", "pysat", "rich", "yaml"}
    assert [name for name in done.stdout.split() if name.startswith("zenkai_solver.")] == []


# ---- iterating


def test_solutions_one_by_one() -> None:
    found = list(dominoes())
    assert [solution.number for solution in found] == list(range(1, 10))
    assert sum(solution.orbit for solution in found) == 36
    assert len({solution.board for solution in found}) == 9
    assert all(len(solution.board) == 4 for solution in found)


def test_search_begins_with_the_first_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    events: list[str] = []
    search = OpenedSat.solutions

    def watched(self: OpenedSat, cube: Cube = (), deadline: Deadline = NEVER) -> Iterator[TrueVariables]:
        events.append("begun")
        for solution in search(self, cube, deadline):
            events.append("found")
            yield solution

    monkeypatch.setattr(OpenedSat, "solutions", watched)
    found = dominoes()
    assert (found.complete, found.reason, events) == (None, None, [])
    steps = iter(found)
    assert events == []
    next(steps)
    assert events == ["begun", "found"]
    assert "not searched to the end" in repr(found)


def test_iterating_again_gives_the_same() -> None:
    found = dominoes()
    assert list(islice(found, 3)) == list(found)[:3]
    assert found.complete is True
    assert list(found) == list(found)


def test_no_solution_is_kept() -> None:
    found = dominoes(symmetry="all")
    most = 0
    gc.collect()
    gc.freeze()  # what is there before is not looked through for each solution
    for _ in found:
        # by type: isinstance asks a weak proxy for the class of what may be gone
        most = max(most, sum(type(thing) is zenkai.Solution for thing in gc.get_objects()))
    assert found.count == 9
    assert 1 <= most <= 2


@pytest.mark.parametrize(("name", "backend"), [("pento8x8-square", "exactcover"), ("dominoes6x6", "cpsat")])
def test_leaving_early_ends_the_threads(name: str, backend: str) -> None:
    before = set(threading.enumerate())
    during = 0
    found = zenkai.solve(name, backend=backend, workers=2)
    for solution in found:
        during = len(set(threading.enumerate()) - before)
        if solution.number == 3:
            break
    assert during > 0
    assert set(threading.enumerate()) <= before


def test_leaving_by_an_exception_ends_the_threads() -> None:
    before = set(threading.enumerate())
    found = zenkai.solve("dominoes6x6", backend="cpsat")

    def fail() -> None:
        for _ in found:
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert set(threading.enumerate()) <= before


def test_truth_is_whether_there_is_one() -> None:
    assert dominoes()
    assert not zenkai.solve("tetris4x7", backend="sat")
    done = dominoes()
    assert done.count == 9
    assert done


# ---- totals and limits


def test_totals_without_iterating() -> None:
    found = dominoes()
    assert (found.count, found.all, found.complete, found.reason) == (9, 36, True, None)
    assert found.digest == dominoes(backend="cpsat").digest
    assert repr(found) == "<Solutions of puzzle: 9 up to symmetry, 36 in all; complete>"


def test_all_solutions() -> None:
    every = dominoes(symmetry="all")
    assert (len(list(every)), every.count, every.all) == (36, 9, 36)


@pytest.mark.parametrize("backend", ["sat", "exactcover"])  # one by one, and many at once
def test_limit(backend: str) -> None:
    found = dominoes(limit=3, backend=backend)
    assert len(list(found)) == 3
    assert (found.complete, found.reason, found.count) == (False, "limit of 3 solutions", 3)
    assert (dominoes(limit=100).complete, dominoes(limit=100).count) == (None, 9)


def test_time_limit() -> None:
    found = zenkai.solve("pento6x10", backend="cpsat", time_limit=0.3)
    number = sum(1 for _ in found)
    assert number < 2339
    assert (found.complete, found.reason, found.count) == (False, "time limit", number)


def test_a_later_limit_does_not_undo_what_is_known() -> None:
    found = dominoes()
    assert found.complete is None
    assert found.count == 9
    list(islice(found, 2))
    assert (found.complete, found.count) == (True, 9)


def test_wrong_solution_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(self: OpenedSat, cube: Cube = (), deadline: Deadline = NEVER) -> Iterator[TrueVariables]:
        yield (1,)

    monkeypatch.setattr(OpenedSat, "solutions", wrong)
    with pytest.raises(zenkai.WrongSolution, match="breaks the rules"):
        list(dominoes())


INTERRUPTED = """
import sys, threading
import zenkai_solver as zenkai
found = zenkai.solve("dominoes8x8", backend="cpsat")  # the first at once, and without end
try:
    if sys.argv[1:]:
        print("begun", flush=True)
        found.save(sys.argv[1])
    else:
        for solution in found:
            print(solution.number, flush=True)
except KeyboardInterrupt:
    print("\\nleft with", threading.active_count(), "thread", found.complete)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX")
@pytest.mark.parametrize("save", [False, True])
def test_ctrl_c_propagates(save: bool, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    out = tmp_path / "p.jsonl"
    words = [str(out)] if save else []
    process = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED, *words], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    request.addfinalizer(process.kill)  # also where SIGINT is ignored, as behind `nohup ... &`
    assert process.stdout is not None
    process.stdout.readline()
    while save and process.poll() is None and not (out.exists() and out.read_bytes().count(b"\n") > 1):
        time.sleep(0.05)
    assert process.poll() is None, "it ended before it was stopped"
    process.send_signal(signal.SIGINT)
    said, _ = process.communicate(timeout=PATIENCE)
    assert said.splitlines()[-1] == "left with 1 thread None"
    if save:
        summary = zenkai.verify(out)
        assert (summary.complete, summary.reason) == (False, "stopped")
        assert summary.count > 0


# ---- drawing


@pytest.mark.parametrize(
    ("name", "backend", "drawing"),
    [
        ("dominoes4x4", "sat", "+---"),
        ("thermo", "auto", "| 5  [8] [9]| 1   4   2 |"),
        ("nonogram/permutations4", "sat", "#"),
        ("dissection/ring", "auto", "+---"),
    ],
)
def test_a_solution_of_each_family_draws_itself(name: str, backend: str, drawing: str) -> None:
    found = zenkai.solve(name, backend=backend)
    solution = next(iter(found))
    assert drawing in str(solution)
    assert ET.fromstring(solution.svg()).tag.endswith("svg")
    assert solution._repr_svg_() == solution.svg()
    assert f"number=1, board={solution.board!r}" in repr(solution)


def test_a_collection_shows_its_first_few() -> None:
    found = dominoes()
    page = found._repr_html_()
    assert page.count("<img") == page.count("data:image/svg+xml;base64,") == 4
    assert [f"<figcaption>{n}</figcaption>" in page for n in range(1, 6)] == [True] * 4 + [False]
    assert "puzzle: 9 up to symmetry, 36 in all; complete" in page
    picture = ET.fromstring(found._repr_svg_())
    assert len(picture.findall("./{*}g/{*}svg")) == 4
    texts = [text.text for text in picture.findall("./{*}text")]
    assert texts == ["1", "2", "3", "4", "puzzle: 9 up to symmetry, 36 in all; complete"]
    assert "incomplete (limit of 2 solutions)" in dominoes(limit=2)._repr_html_()
    assert "0 up to symmetry, 0 in all; complete" in zenkai.solve("tetris4x7", backend="sat")._repr_svg_()


def test_a_collection_is_shown_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solutions, "GLANCE", 0.0)
    found = dominoes()
    assert "puzzle: 4 seen so far; ask .count for all" in found._repr_html_()
    assert found.complete is None
    assert found.count == 9
    assert "9 up to symmetry, 36 in all; complete" in found._repr_html_()
    monkeypatch.setattr(solutions, "PATIENCE", 0.0)
    found = dominoes(time_limit=60)
    assert "0 seen so far" in found._repr_html_()
    assert (found.complete, found.reason) == (None, None)


def test_frame() -> None:
    frame = dominoes().to_frame()
    assert list(frame.columns) == ["n", "orbit", "board"]
    assert frame["n"].tolist() == list(range(1, 10))
    assert frame["orbit"].sum() == 36
    assert [text.split("\n") for text in frame["board"]] == [list(s.board) for s in dominoes()]
    empty = zenkai.solve("tetris4x7", backend="sat").to_frame()
    assert (len(empty), list(empty.columns)) == (0, ["n", "orbit", "board"])


def test_frame_without_pandas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(
        ImportError, match="to_frame needs pandas, which is not installed: pip install pandas"
    ):
        dominoes().to_frame()


# ---- files


def without_times(path: Path) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [
        {key: value for key, value in line.items() if key not in ("started", "seconds")} for line in lines
    ]


@pytest.mark.parametrize("words", [[], ["--symmetry", "all"], ["--limit", "5"]])
@pytest.mark.parametrize("name", ["dominoes4x4", "nonogram/permutations4"])
def test_save_writes_the_file_of_the_command(name: str, words: list[str], tmp_path: Path) -> None:
    theirs, ours = tmp_path / "theirs.jsonl", tmp_path / "ours.jsonl"
    run([name, "-o", str(theirs), "--backend", "sat", "--quiet", *words])
    options: dict[str, Any] = {word[2:]: int(v) if v.isdigit() else v for word, v in pairwise(words)}
    found = zenkai.solve(name, backend="sat", **options)
    assert found.save(str(ours)) == ours
    assert without_times(ours) == without_times(theirs)
    assert (zenkai.verify(ours).complete, found.complete) == (words != ["--limit", "5"],) * 2


def test_save_refuses_its_own_source(tmp_path: Path) -> None:
    source, out = tmp_path / "d.yaml", tmp_path / "d.jsonl"
    source.write_text(DOMINOES)
    with pytest.raises(ValueError, match="would replace an input"):
        zenkai.solve(source, backend="sat").save(tmp_path / "x" / ".." / "d.yaml")
    assert source.read_text() == DOMINOES
    zenkai.solve(source, backend="sat").save(out)
    kept = out.read_bytes()
    with pytest.raises(ValueError, match="would replace an input"):
        zenkai.read(out).save(out)
    assert out.read_bytes() == kept


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    return dominoes().save(tmp_path / "d.jsonl")


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = zenkai.solve("dominoes6x6", symmetry="all").save(tmp_path_factory.mktemp("many") / "many.jsonl")
    return path.read_bytes()


def test_read(saved: Path) -> None:
    found = zenkai.read(saved)
    assert (found.complete, found.reason, found.count, found.all) == (True, None, 9, 36)
    assert found.digest == dominoes().digest
    assert list(found) == list(dominoes())
    assert list(found) == list(found)
    again = found.save(saved.with_name("again.jsonl"))
    assert without_times(again) == without_times(saved)
    assert "9 up to symmetry, 36 in all; complete" in found._repr_html_()
    assert len(found.to_frame()) == 9


@pytest.mark.parametrize("mode", ["orbits", "all"])
def test_read_a_set(mode: str, tmp_path: Path) -> None:
    words = ["--backend", "sat", "--symmetry", mode, "--quiet", "--max-solutions-per-file", "4"]
    assert run([str(INSTANCES / "dominoes4x4.yaml"), "-o", str(tmp_path / "d.jsonl"), *words]) == 0
    found = zenkai.read(tmp_path / "d.index.json")
    assert [s.number for s in found] == list(range(1, 10 if mode == "orbits" else 37))
    assert (found.complete, found.count, found.all) == (True, 9, 36)
    with pytest.raises(ValueError, match="would replace an input"):
        found.save(tmp_path / "d.0002.jsonl")
    assert zenkai.verify(found.save(tmp_path / "one.jsonl")) == zenkai.verify(tmp_path / "d.index.json")
    part = zenkai.read(tmp_path / "d.0002.jsonl")
    assert [s.number for s in part] == [5, 6, 7, 8]
    assert (part.complete, part.reason) == (False, "continues in part 3")


@pytest.mark.parametrize("mode", ["orbits", "all"])
def test_read_an_unfinished_file(mode: str, tmp_path: Path) -> None:
    path = dominoes(symmetry=mode).save(tmp_path / "d.jsonl")
    path.write_bytes(path.read_bytes().rpartition(b'{"complete"')[0])
    found = zenkai.read(path)
    assert (found.complete, found.reason) == (False, "no footer: the run did not end")
    assert (found.count, found.all, found.digest) == (9, 36, dominoes(symmetry=mode).digest)
    assert (found.complete, found.reason) == (False, "no footer: the run did not end")
    assert zenkai.verify(path) == found.summary


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b'"n": 3', b'"n": 4', ":4: not solution 3"),
        (b'"AABB"', b'"AABC"', ":2: "),
        (b'"orbit": 4', b'"orbit": "4"', "and its orbit"),
        (b'"count": 9', b'"count": "9"', 'footer: `count` is "9", not a whole number'),
        (b'"complete": true', b'"complete": false', "footer: complete and reason contradict"),
        (b'"mode": "orbits"', b'"mode": "obits"', ":1: the header: `symmetry` is"),
        (b"zenkai-solutions/1", b"zenkai-solutions/0", "not a solutions file"),
    ],
)
def test_read_a_damaged_file(old: bytes, new: bytes, said: str, saved: Path) -> None:
    data = saved.read_bytes()
    assert old in data
    saved.write_bytes(data.replace(old, new, 1))
    with pytest.raises(zenkai.ResultsError) as caught:
        list(zenkai.read(saved))
    assert said in str(caught.value)
    assert str(saved) in str(caught.value)
    with pytest.raises(zenkai.ResultsError):
        zenkai.verify(saved)


@pytest.mark.parametrize("damage", ["number", "orbit", "board", None])
@pytest.mark.parametrize("at", [1_500, 5_500])
def test_solutions_that_are_checked_together_are_refused_as_those_alone(
    at: int, damage: str | None, many: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = many.splitlines(keepends=True)
    value = json.loads(lines[at])
    changes: dict[str | None, dict[str, object]] = {
        "number": {"n": at + 1},
        "orbit": {"orbit": 0},
        "board": {"board": [value["board"][1], value["board"][0], *value["board"][2:]]},
    }
    lines[at] = json.dumps(value | changes.get(damage, {})).encode() + b"\n"
    path = tmp_path / "many.jsonl"
    path.write_bytes(b"".join(lines))
    alone: list[int] = []
    check = Packing.violations
    monkeypatch.setattr(Packing, "violations", lambda self, board: alone.append(1) or check(self, board))
    numbers = []
    with nullcontext() if damage is None else pytest.raises(zenkai.ResultsError, match=f":{at + 1}: "):
        for solution in zenkai.read(path):
            numbers.append(solution.number)
    assert numbers == [*range(1, at if damage else 6_729)]
    assert damage == "board" or len(alone) == 1_000


def test_no_file(tmp_path: Path) -> None:
    for function in (zenkai.read, zenkai.verify):
        with pytest.raises(FileNotFoundError):
            function(tmp_path / "nowhere.jsonl")


def test_verify(saved: Path) -> None:
    assert zenkai.verify(str(saved)) == dominoes().summary
    assert zenkai.verify(saved).complete


# ---- counting and uniqueness


def test_count_visits_nothing_where_it_can(monkeypatch: pytest.MonkeyPatch) -> None:
    def visited(*_: object) -> None:
        raise AssertionError("a solution was visited")

    monkeypatch.setattr(OpenedCover, "batches", visited)
    assert zenkai.count("dominoes8x8").all == 12_988_816


def test_count_by_visiting() -> None:
    assert zenkai.count(DOMINOES, backend="sat") == zenkai.Counted(9, 36)
    assert zenkai.count("nonogram/permutations4", backend="sat") == zenkai.Counted(7, 24)


def test_count_and_unique_need_their_time() -> None:
    with pytest.raises(zenkai.Interrupted, match="time limit"):
        zenkai.count("pento6x10", backend="cpsat", time_limit=0.2)
    with pytest.raises(zenkai.Interrupted, match="time limit"):
        zenkai.unique("pento6x10", backend="cpsat", time_limit=1e-9)


MIRRORED = "puzzle: packing\nboard: 1x3\npieces: [monominoes, dominoes]\n"


@pytest.mark.parametrize(
    ("source", "options", "said"),
    [
        ("thermo", {}, "unique"),
        ("tetris4x7", {}, "none"),
        (DOMINOES, {}, "several"),
        (MIRRORED, {}, "several"),
        (MIRRORED, {"symmetry": "orbits"}, "unique"),
    ],
)
def test_unique(source: str, options: dict[str, Any], said: str) -> None:
    answer = zenkai.unique(source, backend="sat", **options)
    assert answer == said
    assert str(answer) == said
    assert answer is zenkai.Uniqueness(said)


# ---- sources and arguments


def test_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "d.yaml"
    path.write_text(DOMINOES)
    monkeypatch.chdir(tmp_path)
    mapping = {"puzzle": "packing", "board": "####\n####\n####\n####", "pieces": ("dominoes",), "counts": 8}
    sources = [
        *(path, str(path), "d.yaml", Path("d.yaml")),
        *(DOMINOES, "{puzzle: packing, board: 4x4, pieces: dominoes, counts: 8}", mapping),
        zenkai.load(path),
    ]
    assert [zenkai.count(source, backend="sat").count for source in sources] == [9] * len(sources)
    assert [zenkai.load(source).name for source in ("d.yaml", DOMINOES, mapping)] == ["d", "puzzle", "puzzle"]


@pytest.mark.parametrize(
    ("source", "family", "all_of_them"),
    [
        (SUDOKU, "sudoku", 1),
        ("\n".join(SUDOKU[i : i + 9] for i in range(0, 81, 9)), "sudoku", 1),
        ("5x5:1/1/1/1/1/1/1/1/1/1", "nonogram", 120),  # a game ID
        ("https://puzz.link/p?nurikabe/2/1/1g", "genre", 1),
        ("# a title\npuzzle: packing\nboard: 2x2\npieces: dominoes\ncounts: 2", "packing", 2),
    ],
)
def test_sources_in_other_formats(source: str, family: str, all_of_them: int) -> None:
    found = zenkai.solve(source, backend="sat")
    assert (found.instance.puzzle.family, found.instance.name) == (family, "puzzle")
    assert found.all == all_of_them


def test_a_file_named_like_a_sudoku_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("." * 15 + "1").write_text(DOMINOES)
    assert zenkai.load("." * 15 + "1").text == DOMINOES


def test_shipped_instance_and_a_file_of_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert zenkai.load("dominoes4x4").expect == {"count": 9, "all": 36}
    Path("dominoes4x4").write_text(MIRRORED)
    assert zenkai.load("dominoes4x4").text == MIRRORED


def test_a_mapping_is_written_so_that_it_reads_the_same(tmp_path: Path) -> None:
    line = [1]  # one list, several times
    mapping = {"puzzle": "nonogram", "rows": [line, line], "columns": [line, line], "title": "yes: # no"}
    found = zenkai.solve(mapping, backend="sat")
    assert (found.count, found.all) == (1, 2)
    assert zenkai.verify(found.save(tmp_path / "m.jsonl")).complete


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("puzzle: packing\nboard: 2x2\npieces: dominos\n", "<text>:3: pieces"),
        ("puzzle: packing", "<text>:1: the key `board` is missing"),
        ({"puzzle": "packing", "board": "2x2", "pieces": "dominos"}, "<mapping>: pieces"),
        ({"puzzle": object()}, "a mapping that YAML cannot state: cannot represent an object"),
        (
            "pento6x1",
            'pento6x1: no such file, and no shipped instance of that name; did you mean "pento6x10"?',
        ),
        ("termo", 'did you mean "thermo"?'),
        ("zzzz", "`zenkai instances` lists them"),
        ("nowhere.yaml", "nowhere.yaml: cannot read"),
        (Path("pento6x10"), "pento6x10: cannot read"),
        ("hardest", "hardest.sdm: a file of many puzzles"),
        ("", "an empty text: give a path, a shipped name such as pento6x10, or a puzzle"),
        (SUDOKU[:-1], "<text>:1: 80 cells; 81 are needed"),
        ("https://example.com/", "no link that is known"),
        ("a\0b\nc", "<text>"),
        (3, "not a path, a name, YAML text, a mapping or an Instance, but of type int"),
        (b"puzzle: packing", "of type bytes"),
        ([1], "of type list"),
    ],
)
def test_bad_sources(source: Any, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(zenkai.InstanceError) as caught:
        zenkai.solve(source)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_mapping_that_holds_itself() -> None:
    mapping: dict[str, Any] = {"puzzle": "packing"}
    mapping["board"] = mapping
    with pytest.raises(zenkai.InstanceError, match="it holds itself"):
        zenkai.load(mapping)


def test_a_mapping_that_is_too_deep() -> None:
    """It does not hold itself, though a part of it is there twice."""
    holds: list[Any] = ["Shows", "shade", "c"]
    for _ in range(900):
        holds = ["Negation", holds]
    with pytest.raises(zenkai.InstanceError, match="nested deeper than 48"):
        zenkai.load({"puzzle": "genre", "genre": {"rules": {"one": holds, "other": holds}}})


def test_bad_file_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text("puzzle: packing\nboard: 2x2\npieces: dominos\n")
    with pytest.raises(zenkai.InstanceError) as caught:
        zenkai.solve(path)
    assert str(caught.value).startswith(f"{path}:3: ")
    assert (caught.value.file, caught.value.line) == (str(path), 3)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: dominoes(backend="sta"), 'backend: "sta" is not known; did you mean "sat"?'),
        (
            lambda: dominoes(sat_solver="x", backend="cpsat"),
            'sat_solver: "x" is of backend "sat", not "cpsat"',
        ),
        (lambda: dominoes(symmetry="orbit"), 'symmetry: "orbit" is not known; did you mean "orbits"?'),
        (lambda: dominoes(limit=0), "limit: 0 is not above 0"),
        (lambda: dominoes(time_limit=-1), "time_limit: -1 is not above 0"),
        (lambda: dominoes(time_limit=float("nan")), "time_limit: nan is not above 0"),
        (lambda: dominoes(workers=0), "workers: 0 is not above 0"),
        (lambda: zenkai.count(DOMINOES, time_limit=0), "time_limit: 0 is not above 0"),
    ],
)
def test_bad_arguments(call: Callable[[], object], said: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(said)}$"):
        call()


def test_unsupported_is_raised_before_the_search() -> None:
    with pytest.raises(zenkai.Unsupported):
        dominoes(backend="dissect")
    with pytest.raises(zenkai.Unsupported):
        dominoes(sat_solver="none-such")


@pytest.mark.slow
def test_typed_for_its_users(tmp_path: Path) -> None:
    script = tmp_path / "use.py"
    script.write_text(
        "import zenkai_solver as zenkai\n"
        'for solution in zenkai.solve("x"):\n'
        "    board: tuple[str, ...] = solution.board\n"
        'number: str = zenkai.count("x").all\n'
    )
    links = ROOT / "build" / "types"
    subprocess.run([sys.executable, ROOT / "scripts" / "check_types.py", "--version"], check=True)
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", str(script)],
        cwd=tmp_path,
        env=os.environ | {"MYPYPATH": str(links)},
        capture_output=True,
        text=True,
    )
    errors = [line for line in done.stdout.splitlines() if "use.py:" in line]
    assert len(errors) == 1, done.stdout
    assert 'use.py:4: error: Incompatible types in assignment (expression has type "int"' in errors[0]


LEFT = """
import zenkai_solver as zenkai
solutions = iter(zenkai.solve({name!r}, backend={backend!r}))
print(next(solutions).number)
"""


@pytest.mark.parametrize("backend", ["exactcover", "cpsat", "sat"])
def test_a_program_that_leaves_a_search_early_ends(backend: str) -> None:
    """Its iterator is never closed, and threads of the search wait for somebody to take what they found."""
    code = LEFT.format(name="dominoes6x6", backend=backend)
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    assert (done.stdout, done.stderr) == ("1\n", "")
