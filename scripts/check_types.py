"""Check the types of models/ and solvers/ under the names they are installed by (mypy --strict).

    python scripts/check_types.py [OPTION...]

mypy does not follow the mapping of folders to packages in pyproject.toml, so it is shown a folder of links:
build/types/zenkai_solver/models -> models, and so on.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LINKS = ROOT / "build" / "types" / "zenkai_solver"


def link() -> None:
    LINKS.mkdir(parents=True, exist_ok=True)
    targets = [ROOT / "models", ROOT / "solvers", *(ROOT / "zenkai_solver").glob("*.py*")]
    for target in targets:
        link = LINKS / target.name
        if link.resolve() != target:  # also where the checkout was copied with its links
            link.unlink(missing_ok=True)
            link.symlink_to(target)


if __name__ == "__main__":
    link()
    sys.exit(subprocess.call([sys.executable, "-m", "mypy", *sys.argv[1:]], cwd=ROOT))
