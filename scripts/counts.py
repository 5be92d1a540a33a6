"""Counts of packings that no list known to us has, each certified: the table in instances/records/README.md.

    python scripts/counts.py [NAME...] [--seconds 600] [--second WAY] [--write]

Each instance is run twice: first its number is counted by the engine that `auto` takes; then it is run
again with this number as what it expects, and its certificate is written, checked by the compiled checker
and, where it has at most --largest bytes, kept in instances/records/counts. With `--second` it is run by
this engine in place of that. Both runs must have the same digest. `--second polyforms` counts wrapped boards
by scripts/polyforms.py, which names no packing: both numbers must be the same; `--second colouring` colours
each packing of the same board without `three_colourable`, and adds up the hashes of what is left. A row has
the number up to symmetry, the number in all, the digest, the bytes of the certificate or the second way, and
the CPU seconds of it. NAME is a part of the name of a row; `--write` puts what was counted among the rows of
the table.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts import polyforms  # noqa: E402
from scripts.processes import ended_seconds, zenkai  # noqa: E402
from scripts.rectangles import KINDS, Square, instance  # noqa: E402
from scripts.tables import MarkedTable  # noqa: E402

RECORDS = ROOT / "instances" / "records"
TABLE = MarkedTable("counts.py", RECORDS / "README.md")
POLYFORMS, COLOURING = "polyforms", "colouring"  # ways to count
BITS = 26  # of the states that `polyforms` keeps, some 1.6 GB
STOPPED = (130, -2, -15)  # exit codes of a command that Ctrl-C or SIGTERM ended
HEAD = (
    "| | up to symmetry | in all | digest | certificate, or second way | CPU s |",
    "|---|---|---|---|---|---|",
)
Run = dict[str, Any]  # the header and the footer of a solutions file


@dataclass(frozen=True)
class Board:
    """An instance whose solutions are counted: its name in the table, and its text."""

    name: str
    text: str
    surface: polyforms.Board | None = None
    size: int = 0  # of the pieces on it, which are all free polyforms of this size

    @property
    def file(self) -> str:
        return re.sub(r"\W+", "-", self.name)


def packing(name: str, **keys: str) -> Board:
    return Board(name, "".join(f"{key}: {value}\n" for key, value in {"puzzle": "packing", **keys}.items()))


def wrapped(pieces: str, lattice: str, size: int, boards: Sequence[str]) -> Iterator[Board]:
    """On every cylinder, Moebius band, Klein bottle and torus, which is the same with its sides exchanged.

    The ends of a band of triangles with an odd number of rows do not fit upside down.
    """
    for wrap in ("cylinder", "moebius", "klein", "torus"):
        for sides in (polyforms.board_size(board) for board in boards):
            for rows, columns in dict.fromkeys((sides, sides[::-1] if wrap != "torus" else sides)):
                if rows % 2 and lattice == "triangles" and wrap in ("moebius", "klein"):
                    continue
                board = f"{rows}x{columns}"
                keys = {"pieces": pieces, "board": board, "wrap": wrap}
                if lattice != "squares":
                    keys["lattice"] = lattice
                plain = packing(f"{pieces} {board}, {wrap}", **keys)
                surface = polyforms.Board(polyforms.LATTICES[lattice], rows, columns, wrap)
                yield replace(plain, surface=surface, size=size)


def boards() -> Iterator[Board]:
    rectangles = ("3x20", "4x15", "5x12", "6x10")
    yield from wrapped("pentominoes", "squares", 5, rectangles)
    yield from wrapped("hexiamonds", "triangles", 6, ("3x12", "4x9", "6x6"))
    for size in rectangles:
        for key, value in (
            ("no_crossings", "true"),
            ("no_fault_line", "true"),
            ("three_colourable", "true"),
            ("three_colourable", "corners"),
            ("border", "true"),
        ):
            yield packing(
                f"pentominoes {size}, {key} {value}", pieces="pentominoes", board=size, **{key: value}
            )
    for pieces, sizes in (
        ("soma", ("3x3x3",)),
        ("tetracubes", ("2x4x4", "2x2x8")),
        ("bedlam", ("4x4x4",)),
    ):
        for size in sizes:
            for mirror in ("true", "false"):
                name = f"{pieces} {size}" + (", mirror images apart" if mirror == "false" else "")
                yield packing(name, lattice="cubes", pieces=pieces, board=size, mirror=mirror)
    yield from tiled()


def tiled() -> Iterator[Board]:
    """Squares by rectangles that all differ, as far as certificates are small."""
    for name, kind in KINDS.items():
        for n in (5, 6, 7):
            yield Board(f"{kind.oeis}({n}): {n}x{n} by {name}", instance(Square(n, kind), expecting=False))


class Failed(Exception):
    """A run that did not end, or whose numbers differ; the text says which."""


def run(path: Path, *words: str) -> Run:
    """The header and the footer of the solutions file, as one. Raises Failed."""
    solutions = path.with_suffix(".jsonl")
    code = zenkai("run", path, "-o", solutions, "--quiet", *words)
    if code in STOPPED:
        raise SystemExit(code)
    if not solutions.exists():
        raise Failed(f"exit code {code}")
    with solutions.open(encoding="utf-8") as lines:
        header, (footer,) = next(lines), deque(lines, maxlen=1)
    ends: Run = {**json.loads(header), **json.loads(footer)}
    if code != 0 or ends.get("complete") is not True:
        raise Failed(f"exit code {code}, {ends.get('reason')}")
    return ends


def kept(board: Board, certificate: Path, largest: int) -> str:
    """The bytes of a certificate, and where it is kept if it has at most `largest`."""
    size = certificate.stat().st_size
    if size > largest:
        return f"{size:,} bytes"
    (RECORDS / "counts").mkdir(exist_ok=True)
    certificate.replace(RECORDS / "counts" / certificate.name)
    return f"[{size:,} bytes](counts/{certificate.name})"


def row(board: Board, seconds: float, largest: int, way: str | None = None) -> str:
    """Raises Failed."""
    limit = ("--time-limit", str(seconds))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"{board.file}.yaml")
        path.write_text(board.text, encoding="utf-8")
        first = run(path, *limit)
        began = ended_seconds()
        if way == POLYFORMS:
            proof, spent = way, by_polyforms(board, first)
        else:
            if way == COLOURING:
                proof = by_colouring(board, path, first, *limit)
            else:
                proof = again(board, path, first, largest, way, *limit)
            spent = ended_seconds() - began
    numbers = f"{first['count']:,} | {first['all']:,} | `{first['digest']}`"
    return f"| {board.name} | {numbers} | {proof} | {spent:.1f} |"


def again(board: Board, path: Path, first: Run, largest: int, engine: str | None, *words: str) -> str:
    """Run it once more, expecting what the first run counted; returns the proof. Raises Failed."""
    if first["backend"] == engine:
        raise Failed(f"{engine} has counted it the first time")
    path.unlink()
    path.with_suffix(".jsonl").unlink()
    expect = f"expect: {{count: {first['count']}, all: {first['all']}}}\nsource: counted by two engines\n"
    path.write_text(board.text + expect, encoding="utf-8")
    second = run(path, *words, *(("--backend", engine) if engine else ("--certify",)))
    if first["digest"] != second["digest"]:
        raise Failed(f"digests {first['digest']} and {second['digest']}")
    return engine or kept(board, path.with_suffix(".cert"), largest)


def by_polyforms(board: Board, first: Run) -> float:
    """The CPU seconds of a count that has the same numbers. Raises Failed."""
    if board.surface is None:
        raise Failed("the board is not wrapped")
    began = time.process_time()
    counted = polyforms.count(board.surface, board.size, BITS)
    if (counted.packings, counted.packings // counted.order) != (first["all"], first["count"]):
        raise Failed(f"{first['all']:,} ({first['count']:,}) and {counted}")
    return time.process_time() - began


def by_colouring(board: Board, path: Path, first: Run, *words: str) -> str:
    """Raises Failed."""
    key = re.compile(r"^three_colourable: (true|corners)\n", re.MULTILINE)
    if (kind := key.search(board.text)) is None:
        raise Failed("three colours are not asked for")
    path.write_text(key.sub("", board.text), encoding="utf-8")
    run(path, *words)
    number = total = 0
    with path.with_suffix(".jsonl").open(encoding="utf-8") as lines:
        for line in map(json.loads, lines):
            if "board" in line and three_colourable(line["board"], corners=kind[1] == "corners"):
                number += 1
                total += int(blake2b("\n".join(line["board"]).encode(), digest_size=16).hexdigest(), 16)
    if (number, f"{total % (1 << 128):032x}") != (first["count"], first["digest"]):
        raise Failed(f"{first['count']:,} ({first['digest']}) and {number:,}")
    return COLOURING


def three_colourable(rows: Sequence[str], corners: bool) -> bool:
    """Do three colours suffice, so that pieces with a common edge, or corner, differ?"""
    steps = ((0, 1), (1, 0), (1, 1), (1, -1)) if corners else ((0, 1), (1, 0))
    cells = {(r, c): letter for r, row in enumerate(rows) for c, letter in enumerate(row) if letter != "."}
    touching = {
        frozenset((letter, cells.get((r + down, c + right), letter)))
        for (r, c), letter in cells.items()
        for down, right in steps
    }
    return colours(sorted({*cells.values()}), touching, {})


def colours(letters: Sequence[str], touching: set[frozenset[str]], colour: dict[str, int]) -> bool:
    """Can the letters that have no colour yet, which come after the others, be given one?"""
    if len(colour) == len(letters):
        return True
    letter = letters[len(colour)]
    beside = {colour[other] for other in colour if frozenset((letter, other)) in touching}
    return any(colours(letters, touching, {**colour, letter: free}) for free in {0, 1, 2} - beside)


def merged(rows: Sequence[str]) -> str:
    """The table with these rows in place of those of the same name, in the order of `boards`."""
    by_name = {line.split("|")[1].strip(): line for line in [*TABLE.rows, *rows]}
    names = [board.name for board in boards()]
    return "\n".join([*HEAD, *(by_name[name] for name in names if name in by_name)])


def main(argv: Sequence[str] | None = None) -> int:
    p = argparse.ArgumentParser(description="Count packings that no list has, and certify the counts.")
    p.add_argument("names", nargs="*", metavar="NAME", help="a part of the name of a row; default: all rows")
    p.add_argument("--seconds", type=float, default=600, help="for each run; default: 600")
    p.add_argument("--largest", type=int, default=300_000, help="bytes of a certificate that is kept")
    p.add_argument(
        "--second", choices=("sat", "cpsat", POLYFORMS, COLOURING), help="count so in place of certifying"
    )
    p.add_argument("--write", action="store_true")
    args = p.parse_args(argv)
    chosen = [b for b in boards() if not args.names or any(name in b.name for name in args.names)]
    rows = []
    for board in chosen:
        try:
            rows.append(row(board, args.seconds, args.largest, args.second))
            print(rows[-1], flush=True)
        except Failed as error:
            print(f"{board.name}: {error}", flush=True)
        if args.write:
            TABLE.write(merged(rows))
    return int(len(rows) < len(chosen))


if __name__ == "__main__":
    sys.exit(main())
