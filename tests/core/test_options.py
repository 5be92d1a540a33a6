"""Options of a run that do not go together: each row of the tables of conflicts refuses something."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.helpers import INSTANCES
from zenkai_solver.solvers.core import options
from zenkai_solver.solvers.core.options import OF_BATCHES, OF_RUNS, fault, parser, read

ONE = str(INSTANCES / "dominoes4x4.yaml")
PAIRS = """
-o x -o y: None
--count --limit 3: None
--jobs 2 --quiet: --jobs needs --answers FILE or an archive
--resume --quiet: --resume needs --run-dir or --answers
--number 2 --quiet: --number needs files of many puzzles, such as .sdm
--speed 2 --quiet: --speed goes with --live or --animate
--live --quiet: --live needs a terminal
--watch --count: --watch needs a terminal, and neither --live nor --quiet
--shard 1/2 --quiet: --shard needs --run-dir
--cluster local --quiet: --cluster needs --run-dir
--compress gzip --quiet: --compress needs --run-dir
--cube-seconds 3 --quiet: --cube-seconds needs --run-dir
--backend sat,cpsat --quiet: more than one backend needs --run-dir
--run-dir d --unique: --unique does not go with --run-dir
--run-dir d --limit 3: --limit does not go with --run-dir
--run-dir d --stats: --stats does not go with --run-dir
--run-dir d --trace f: --trace does not go with --run-dir
--run-dir d --animate: --animate does not go with --run-dir
--run-dir d --cross-check sat: --cross-check does not go with --run-dir
--run-dir d --cluster local --max-memory 1G: \
--max-memory does not go with --cluster: Dask limits its workers (--memory-limit)
--run-dir d --cluster tcp://x:1 --workers 2: \
--workers goes with --cluster local only: other clusters have the workers they have
--run-dir d --format text: --format text does not go with --run-dir; draw solutions with zenkai show
--run-dir d -o -: -o - does not go with --run-dir: solutions are sorted first, into a file
--run-dir d -o x --count: -o does not go with --run-dir and --count: no solutions are kept
--run-dir d --shard 1/2 --certify: --certify does not go with --shard: a certificate is that of a whole run
--run-dir d --shard 1/2 -o x: \
-o does not go with --shard: when all parts have ended, zenkai merge makes the file
--run-dir d --shard 1/1 -o x: None
--sat-solver cadical195 --backend cpsat: --sat-solver is of backend sat, not cpsat: --backend sat, or leave it out
--sat-solver cadical195 --backend sat: None
--certify --limit 3: --certify needs all solutions: leave out --limit and --unique
--cross-check sat --unique: --cross-check needs all solutions: leave out --limit and --unique
--certify -o -: --certify writes X.cert beside X.jsonl: with -o FILE, or without -o
--certify --format text: --certify writes X.cert beside X.jsonl: with -o FILE, or without -o
--certify -o .: --certify writes X.cert beside X.jsonl: . is not a file
--max-solutions-per-file 3 -o -: --max-solutions-per-file: no solutions file is written with -o -
--max-solutions-per-file 3 --count: \
--max-solutions-per-file: no solutions file is written with --count without -o
--json -o -: --json writes to standard output, and so would the solutions: with -o FILE, or without -o
--json --stats: --json prints one line: leave out --stats and --explain-choice
--json --run-dir d -o x: --json of a kept run is of the search: merge it afterwards
--estimate -o x: --output does not go with --estimate, which finds no solutions
--estimate --format text: --format text draws solutions, and --estimate finds none
--estimate --json --time-limit 3: None
--answers - --resume: --resume goes with --answers FILE
--answers x --count --limit 3: --limit and --count: one of them
--answers x --stats: --stats does not go with one line of answer per puzzle (--answers)
--answers x -o y: --output does not go with one line of answer per puzzle (--answers)
"""
FILES = {  # of what the instances are
    (ONE, ONE, "-o", "x"): "-o takes the solutions of one instance; without it each gets a file of its own",
    (ONE, ONE, "--run-dir", "d"): "--run-dir takes one instance",
    ("x.sdm", "--run-dir", "d"): "--run-dir takes one puzzle; x.sdm is a file of many",
    ("x.sdm", "--json"): "--json takes one puzzle; of a file of many, --answers or --number N",
    ("x.sdm", "--certify"): "--certify takes one puzzle; of a file of many, --number N",
    ("x.sdm", "--cross-check", "sat"): "--cross-check takes one puzzle; of a file of many, --number N",
    ("x.sdm", "--estimate"): "--estimate takes one puzzle; of a file of many, --number N",
    ("hardest", "--estimate"): "--estimate takes one puzzle; of a file of many, --number N",
    ("x.zip", "--stats"): "--stats does not go with one line of answer per puzzle (--answers)",
}
PACKAGES = {
    ("--run-dir", "d", "--cluster", "local"): "--cluster needs Dask: pip install 'zenkai-solver[cluster]'",
    ("--run-dir", "d", "--compress", "zstd"): (
        "--compress zstd needs a package: pip install 'zenkai-solver[zstd]'"
    ),
}


def cases() -> list[tuple[tuple[str, ...], str | None]]:
    pairs = (line.split(": ", 1) for line in PAIRS.strip().splitlines())
    stated = [((ONE, *words.split()), None if said == "None" else said) for words, said in pairs]
    return [*stated, *FILES.items()]


@pytest.mark.parametrize(("words", "said"), cases(), ids=lambda case: str(case).replace(ONE, "ONE")[:70])
def test_what_does_not_go_together(
    words: tuple[str, ...], said: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(options, "find_spec", lambda _: True)
    assert fault(read(words)) == said


@pytest.mark.parametrize(("words", "said"), PACKAGES.items())
def test_a_package_that_is_missing(
    words: tuple[str, ...], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(options, "find_spec", lambda _: None)
    assert fault(read((ONE, *words))) == said


def test_every_row_refuses_something() -> None:
    """No row of the tables is without a case above, so that none of them can be lost unseen."""
    said = {message for _, message in cases()} | {*PACKAGES.values()}
    for _, _, message in (*OF_BATCHES, *OF_RUNS):
        begin, _, rest = message.partition("{option}")
        end = rest.rpartition("{what}")[2] if rest else ""
        begin = begin.partition("{what}")[0]
        assert any(str(one).startswith(begin) and str(one).endswith(end) for one in said if one), message


def test_the_tables_name_options() -> None:
    known = vars(parser().parse_args([ONE])).keys()
    for names, _, _ in OF_RUNS:
        assert known >= {*names.split()}, names


def test_a_quiet_run_goes_with_every_option_of_its_own() -> None:
    """What no row names is taken: pairs of options that say what is written do not refuse each other."""
    free = ("--quiet", "--stats", "--explain-choice", "--symmetry all", "--workers 2", "--time-limit 3")
    for pair in combinations(free, 2):
        assert fault(read([ONE, *" ".join(pair).split()])) is None, pair
