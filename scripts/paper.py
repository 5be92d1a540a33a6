"""The figures of paper/paper.md: prints each with where it is from; exit code 1 if the text has another.

    python scripts/paper.py

Times and ratios are those that `bench_lattices.py` printed last, by its table in scripts/README.md.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts import records, rectangles  # noqa: E402
from zenkai_solver.models.genres.table import GENRES  # noqa: E402

PAPER = ROOT / "paper" / "paper.md"
MEASURED = ROOT / "scripts" / "README.md"


@dataclass(frozen=True)
class Figure:
    """A pattern of which group 1 is in the paper's text, what it has to be, and who prints it."""

    words: str
    value: str
    source: str

    def stated(self, text: str) -> str | None:
        match = re.search(self.words, text)
        return match[1] if match else None


def figures() -> Iterator[Figure]:
    yield Figure(r"(\d+) genres of pencil", str(len(GENRES)), "zenkai genres")
    for name, words in (("pento6x10", r"6 x 10 takes"), ("dominoes10x10", r"10 x 10 takes")):
        path, number = records.RECORDS / f"{name}.cert", r"([\d,]+)"
        yield Figure(rf"{words} {number} bytes", f"{path.stat().st_size:,}", "records.py")
        yield Figure(rf"{number} [a-z ]+ {words}", f"{records.twin(path):,}", "records.py")
    for counted in rectangles.all_counted(rectangles.PARTS):
        square, tilings = counted.square, counted.total.tilings
        if counted.new and counted.twice:
            name = rf"{square.kind.oeis}\({square.n}\)"
            yield Figure(rf"{name} = ([\d,]+)", f"{tilings:,}", "rectangles.py")
    for task, words in (
        ("zenkai, all", "all solutions of the Soma cube"),
        ("zenkai, all, no symmetry", "where"),
    ):
        row = re.search(rf"^\| soma \| {task} \|.* ([\d.]+) \|$", MEASURED.read_text(encoding="utf-8"), re.M)
        before = r"takes ([\d.]+) times as long for " if task == "zenkai, all" else r"and ([\d.]+) times "
        yield Figure(before + words, row[1] if row else "no row", "bench_lattices.py")


def main() -> int:
    text = " ".join(PAPER.read_text(encoding="utf-8").split())
    wrong = 0
    for figure in figures():
        stated = figure.stated(text)
        wrong += stated != figure.value
        state = "as in the paper" if stated == figure.value else f"the paper has {stated}"
        print(f"{figure.value:>20}  {figure.source:20} {state}")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
