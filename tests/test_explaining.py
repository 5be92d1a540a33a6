"""Rules in words: every constraint has them, and they change nothing that engines see."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import INSTANCES

from zenkai_solver.models.csp import Model, Said
from zenkai_solver.models.loading import load
from zenkai_solver.models.puzzle import Explained

LARGE = 20_000  # variables: above it a dissection is not stated in a test
FEW = [
    *("dominoes4x4", "pento3x20", "nocrossings3x20", "pento6x10-border", "faultfree5x6", "tetrasticks5x5"),
    *("t-partial", "dissection/squares122", "nonogram/touching", "nonogram/permutations4"),
    *("formula/colours", "formula/weights", "formula/waerden", "sudoku/killer", "sudoku/anti-knight"),
]


def models_of(path: Path) -> list[Model]:
    puzzle = load(path).puzzle
    stated = [puzzle.statement().model] if isinstance(puzzle, Explained) else []
    return [puzzle.model(), *stated]


def check_words(path: Path) -> None:
    for model in models_of(path):
        said = list(model.said)
        assert len(said) == len(model.constraints)
        silent = [c for c, words in zip(model.constraints, said) if words is None or not words.words]
        assert silent == [], f"{path.name}: constraints without words"
        assert {words.kind for words in said if words} <= {"axiom", "rule", "given"}
        braces = [words.words for words in said if words and "{" in words.words]
        assert braces == [], f"{path.name}: a field that was not filled in"


def test_every_constraint_is_part_of_a_rule_with_words() -> None:
    for name in FEW:
        check_words(INSTANCES / f"{name}.yaml")


def test_every_rule_of_the_notation_has_words() -> None:
    """Each class of a rule that any shipped sudoku uses: a new rule without words is named here."""
    silent = {
        type(rule).__name__
        for path in (INSTANCES / "sudoku").glob("*.yaml")
        for rule in load(path).puzzle.rules
        if not rule.words()
    }
    assert silent == set()


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(INSTANCES.rglob("*.yaml")), ids=lambda path: path.stem)
def test_every_constraint_of_every_instance_has_words(path: Path) -> None:
    puzzle = load(path).puzzle
    if puzzle.family != "dissection" or puzzle.model().size < LARGE:
        check_words(path)


def test_an_instance_says_what_a_person_says() -> None:
    said = {
        words.words for name in ("sudoku/thermo", "nonogram/touching", "pento3x20") for words in told(name)
    }
    assert {"row 3 has each digit once", "box 5 has each digit once", "R1C1 holds one digit"} <= said
    assert {"cell R2C3 is covered once", "piece X is used once"} <= said
    assert any(words.startswith("thermo R") and words.endswith(": digits rise") for words in said)
    assert any(words.startswith("row 3 shows ") for words in said)


def told(name: str) -> list[Said]:
    (model, *_) = models_of(INSTANCES / f"{name}.yaml")
    return [words for words in model.said if words]
