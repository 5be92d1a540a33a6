"""Write pictures of the rules of sudokus, each alone and all outside clues in a crowd, to look at.

python scripts/rules_page.py OUT.svg

The examples are those of tests/data/sudoku/drawn.yaml, whose geometry tests/models/test_sudoku_drawing.py
measures. Several pages are OUT-1.svg, OUT-2.svg, ...
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from zenkai_solver.models.loading import loads
from zenkai_solver.models.puzzle import Unsolved, Worded
from zenkai_solver.models.render.page import PrintedPuzzle, pages

DRAWN = Path(__file__).parent.parent / "tests" / "data" / "sudoku" / "drawn.yaml"
PLAIN = 2  # lines on the grid without rules
CROWDS = {
    "outside": ("little-killer", "sandwich", "skyscraper", "x-sum", "numbered-room"),
    "inside": ("killer", "kropki", "xv", "quad", "thermo", "arrow", "odd", "even"),
}


def parts(drawn: dict[str, Any]) -> Iterator[PrintedPuzzle]:
    """A field for each rule, then one for each crowd."""
    for heading, names in {**{name: (name,) for name in drawn}, **CROWDS}.items():
        rules = [name if drawn[name] is None else {name: drawn[name]} for name in names]
        stated = {"puzzle": "sudoku", "size": "9x9", "rules": rules, "lenient": True}
        puzzle = loads(yaml.safe_dump(stated), heading).puzzle
        assert isinstance(puzzle, Unsolved)
        assert isinstance(puzzle, Worded)
        yield PrintedPuzzle(heading, puzzle.unsolved_svg(), puzzle.on_paper[PLAIN:])


def main() -> None:
    p = argparse.ArgumentParser(description="Pictures of the rules of sudokus, to look at.")
    p.add_argument("out", type=Path, metavar="OUT.svg")
    path = p.parse_args().out
    every = list(parts(yaml.safe_load(DRAWN.read_text("utf-8"))))
    for number, page in enumerate(pages(every, 4, 3), 1):
        path.with_stem(f"{path.stem}-{number}").write_text(page, "utf-8")


if __name__ == "__main__":
    main()
