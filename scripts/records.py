"""Check the certificates of instances/records: each count is a theorem that anyone can check again.

    python scripts/records.py [NAME...] [--plain]

NAME is that of a file of instances/records, or of the folder counts in it, without its ending; default: all.
One line per record: solutions in all, bytes, seconds, and whether the count is the one that its instance
expects. The compiled twin of the checker counts; with --plain the checker itself does, in plain Python.
Exit code 1 if one is refused or proves another number.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from zenkai_solver.models.loading import loads
from zenkai_solver.solvers.certificates import certificate
from zenkai_solver.solvers.checker import checker
from zenkai_solver.solvers.checker.checker import Refused

RECORDS = Path(__file__).parents[1] / "instances" / "records"


def twin(path: Path) -> int:
    return certificate.check(path).all


def plain(path: Path) -> int:
    """Raises Refused."""
    return checker.certified(*checker.opened(str(path)))[0]


def expected(path: Path) -> int:
    """The number of all solutions that the instance of the certificate expects."""
    head, _ = checker.opened(str(path))
    return loads(head["text"], path.stem).expect["all"]


def check(path: Path, count: Callable[[Path], int]) -> bool:
    """Print the line of a record; is it right?"""
    began = time.process_time()
    try:
        solutions = count(path)
    except Refused as error:
        print(f"{path.stem:40} refused: {error}")
        return False
    seconds, right = time.process_time() - began, solutions == expected(path)
    state = "as expected" if right else f"but {expected(path):,} are expected"
    print(
        f"{path.stem:40}{solutions:>16,} solutions{path.stat().st_size:>12,} bytes{seconds:>8.2f} s  {state}"
    )
    return right


def main(argv: Sequence[str] | None = None) -> int:
    known = sorted(path.relative_to(RECORDS).with_suffix("").as_posix() for path in RECORDS.rglob("*.cert"))
    p = argparse.ArgumentParser(description="Check the certificates of the records.")
    p.add_argument("names", nargs="*", metavar="NAME", help="a certificate; default: all")
    p.add_argument("--plain", action="store_true", help="by the checker in plain Python")
    args = p.parse_args(argv)
    if wrong := set(args.names) - set(known):
        p.error(f"{min(wrong)} is no record")
    names = args.names or known
    right = [check(RECORDS / f"{name}.cert", plain if args.plain else twin) for name in names]
    return 0 if all(right) else 1


if __name__ == "__main__":
    sys.exit(main())
