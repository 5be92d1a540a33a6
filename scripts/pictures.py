"""Draw the pictures of the README: the first solution of each instance, as instances/pictures/NAME.svg.

python scripts/pictures.py INSTANCE...
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from zenkai_solver.models.loading import load  # noqa: E402
from zenkai_solver.solvers.core.backend import Options  # noqa: E402
from zenkai_solver.solvers.core.pipeline import prepare  # noqa: E402


def main() -> int:
    p = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    p.add_argument("instances", nargs="+", metavar="INSTANCE")
    for name in p.parse_args().instances:
        instance = load(name)
        chunks = prepare(instance, options=Options(workers=1)).chunks()
        board = next((chunk.board(0) for chunk in chunks if len(chunk)), None)
        if board is None:
            print(f"{name}: no solution", file=sys.stderr)
            return 1
        out = ROOT / "instances" / "pictures" / f"{instance.name}.svg"
        out.write_text(instance.puzzle.svg(board), encoding="utf-8")
        print(out.relative_to(ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main())
