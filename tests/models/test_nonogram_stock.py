"""Puzzles nobody here wrote: each is settled, and those that others have settled as they say."""

from __future__ import annotations

import csv
from itertools import islice
from pathlib import Path

import pytest

from tests.nonogram_helpers import STOCK
from zenkai_solver.models.loading import load
from zenkai_solver.solvers.engines.lines.lines import LINE, LinesBackend

HARD = {"faase", "knotty"}


def settled(path: Path) -> tuple[int, str]:
    """0, 1 or 2 (several) solutions, each checked, and how much was needed."""
    puzzle = load(path).puzzle
    opened = LinesBackend().open(puzzle.model())
    found = list(islice(opened.solutions(), 2))
    for solution in found:
        assert not list(puzzle.violations(puzzle.decode(solution)))
    return len(found), opened.effort


def test_survey() -> None:
    with (STOCK / "survey" / "EXPECTED.csv").open() as file:
        for row in csv.DictReader(file):
            if row["short_name"] == "faase":
                continue
            number, effort = settled(STOCK / "survey" / row["file"])
            assert number == (1 if row["uniqueness"] == "UNIQUE" else 2), row
            assert (effort == LINE) == (row["line_solvable"] == "yes"), row


@pytest.mark.slow
def test_faase() -> None:
    assert settled(STOCK / "survey" / "faase.non")[0] == 2


def test_minizinc() -> None:
    several = {path.stem for path in sorted((STOCK / "minizinc").glob("*.non")) if settled(path)[0] == 2}
    assert several == {"non_med_3", "non_micro"}


def test_nin_and_colours() -> None:
    paths = [*(STOCK / "nin").glob("*.nin"), *(STOCK / "webpbn-xml").glob("*.xml")]
    paths = [path for path in paths if "triddler" not in path.read_text()]
    assert len(paths) == 11 + 31
    assert all(settled(path)[0] >= 1 for path in paths)
