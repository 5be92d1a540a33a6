"""Reproduce published packing counts that are no instance of their own: families of boards.

    python scripts/published.py [--slow]

Prints one line per count: board, pieces, up to symmetry, all, seconds, whether it is the published one, and
the source. Counts are up to rotations and reflections of the board, and all. OEIS: The On-Line Encyclopedia
of Integer Sequences; "recounted": by another program, as no publication is known.
`--slow` adds those that take minutes to an hour. Exit code 1 if one differs.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts import published_lattices as lattices  # noqa: E402
from zenkai_solver.models.loading import loads  # noqa: E402
from zenkai_solver.solvers.core.pipeline import Tally, prepare  # noqa: E402

RECOUNTED = "recounted"
ONE_SIDED = "one list of which the author is not known here"


@dataclass(frozen=True)
class Published:
    """An instance's text, what is published of it: orbits, all (None: not published), and by whom."""

    name: str
    text: str
    count: int | None
    all: int | None
    source: str


def boards(
    pieces: str, sizes: str, counts: str, orbits: list[int | None], every: list[int], source: str
) -> Iterator[Published]:
    for size, count, number in zip(sizes.split(), orbits, every, strict=True):
        text = f"board: {size}\npieces: {pieces}\ncounts: {counts}\n"
        yield Published(f"{pieces.splitlines()[0]} {counts} {size}", text, count, number, source)


def squares(n: int) -> str:
    """Pieces: squares of every size up to n, one drawing each."""
    letters = "ABCDEFGHIJ"
    drawings = ["\n".join("    " + letters[k] * (k + 1) for _ in range(k + 1)) for k in range(n)]
    return "pieces:\n" + "\n".join(f"  - |\n{drawing}" for drawing in drawings) + "\n"


def quick() -> Iterator[Published]:
    yield from boards(
        "pentominoes", "5x6 3x10 3x15 5x7 5x8 5x9 5x10 4x10", "0..1",
        [541, 145, 201, 1396, 3408, 5902, 6951, 2085],
        [2164, 580, 804, 5584, 13632, 23608, 27804, 8340], RECOUNTED,
    )  # fmt: skip
    yield from boards(
        "dominoes", "2x2 4x4 6x6 8x8 6x8 7x8 10x10", "any", [None] * 7,
        [2, 36, 6728, 12988816, 167089, 1292697, 258584046368], "P. W. Kasteleyn, 1961; OEIS A099390",
    )  # fmt: skip
    for size, number in (("4x4", 165), ("6x6", 205879), ("8x8", 5811552169)):
        art = f"board: {size}\npieces: |\n  D.SS\n  D.SS\ncounts: any\n"
        yield Published(f"dominoes and squares {size}", art, None, number, RECOUNTED)
    every = [1, 2, 6, 40, 472, 10668, 450924, 35863972]
    orbits = [1, 2, 3, 13, 77, 1494, 56978, None]
    for n, (count, number) in enumerate(zip(orbits, every, strict=True), start=1):
        text = f"board: {n}x{n}\n{squares(n)}counts: any\n"
        yield Published(f"squares of any size {n}x{n}", text, count, number, "OEIS A224239, A045846")
    words = ["monominoes", "dominoes", "trominoes", "tetrominoes", "pentominoes", "hexominoes"]
    for n, (name, number) in enumerate(zip(words, [1, 2, 10, 117, 4006, 451206], strict=True), start=1):
        yield from boards(name, f"{n}x{n}", "any", [None], [number], "OEIS A172477")
    every = [1, 5, 56, 501, 4006]
    yield from boards("pentominoes", "5x1 5x2 5x3 5x4 5x5", "any", [None] * 5, every, "OEIS A174249")
    series = {
        ("LUI", "A251737"): [1, 3, 5, 17, 66, 181, 508, 1283, 3664, 10812],
        ("IUX", "A247124"): [1, 1, 2, 3, 8, 14, 21, 37, 63, 122],
        ("TWIX", "A372221"): [1, 1, 1, 1, 2, 3, 6, 9, 12, 16],
    }
    for (letters, name), numbers in series.items():
        kept = ", ".join(f"{letter}: any" for letter in letters)
        for n, number in enumerate(numbers, start=1):
            text = f"board: 5x{n}\npieces: pentominoes\ncounts: {{{kept}, others: 0}}\n"
            yield Published(f"{letters} 5x{n}", text, None, number, f"OEIS {name}")
    for size, count, number in (("5x12", 325, 1300), ("4x15", 238, 952)):
        text = f"board: {size}\npieces: pentominoes\nno_crossings: true\n"
        yield Published(f"no crossings {size}", text, count, number, "PUZZLART, muuseo.com, item 1660")
    yield from (Published(*one) for one in lattices.quick())


def aztec(order: int) -> list[str]:
    """The rows of the Aztec diamond."""
    upper = ["." * (order - k) + "#" * (2 * k) + "." * (order - k) for k in range(1, order + 1)]
    return upper + upper[::-1]


def diamond(side: int) -> list[str]:
    """All cells within side - 1 steps of the centre."""
    middle = side - 1
    return ["." * abs(r - middle) + "#" * (2 * (side - abs(r - middle)) - 1) + "." * abs(r - middle)
            for r in range(2 * side - 1)]  # fmt: skip


def less(rows: list[str], *holes: tuple[int, int]) -> str:
    """The board without these cells, as YAML."""
    cells = [list(row) for row in rows]
    for r, c in holes:
        cells[r][c] = "."
    return "board: |\n" + "".join(f"  {''.join(row)}\n" for row in cells)


def slow() -> Iterator[Published]:
    both, puzzler = "pieces: [tetrominoes, pentominoes]\n", "Puzzler, polyominoes45"
    holes = [(r, c) for r in (5, 6) for c in (5, 6)]
    yield Published("4 and 5 cells, Aztec diamond", less(aztec(6), *holes) + both, 11162, None, puzzler)
    holes = [(5, 6), (6, 5), (6, 6), (6, 7), (7, 6)]
    yield Published("4 and 5 cells, diamond", less(diamond(7), *holes) + both, 7302, None, puzzler)
    for size, count in (("5x18", 686628), ("6x15", 2567183), ("9x10", 10440433)):
        text = f"board: {size}\npieces: one-sided pentominoes\n"
        yield Published(f"one-sided pentominoes {size}", text, count, None, ONE_SIDED)
    yield from (Published(*one) for one in lattices.slow())


def numbers(published: Published) -> tuple[int, int]:
    """Count up to symmetry and all: without enumeration where the engine can."""
    prepared = prepare(loads("puzzle: packing\n" + published.text, "published"))
    if (counted := prepared.opened.count()) is not None:
        return counted.count, counted.all
    tally = Tally(prepared.symmetry)
    for chunk in prepared.chunks():
        tally.add(chunk)
    return tally.count, tally.all


def main() -> int:
    p = argparse.ArgumentParser(description="Reproduce published packing counts.")
    p.add_argument("--slow", action="store_true", help="also those that take minutes to an hour")
    args = p.parse_args()
    different = 0
    for published in (*quick(), *(slow() if args.slow else ())):
        began = time.perf_counter()
        count, everything = numbers(published)
        seconds = time.perf_counter() - began
        agrees = published.count in (None, count) and published.all in (None, everything)
        different += not agrees
        verdict = "as published" if agrees else f"PUBLISHED: {published.count}, {published.all}"
        line = f"{published.name:32} {count:>14,} {everything:>18,} {seconds:8.2f} s  {verdict}"
        print(f"{line}; {published.source}", flush=True)
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
