"""Write the page of a set of solutions: thumbnails, filters, heat map, comparison; no server, no network.

zenkai gallery FILE -o DIR

FILE is a solutions file, or a set of them by its index. DIR/index.html is one file with all it needs: open it
from a disk or put it on a web site.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

from zenkai_solver.solvers.core.command import (
    COMPLETE,
    CannotWrite,
    Parser,
    Refused,
    command,
    leave,
    positive_int,
    say,
    writing,
)
from zenkai_solver.solvers.core.progress import alive
from zenkai_solver.solvers.gallery.page import data_of, html
from zenkai_solver.solvers.python_api.saved import Saved
from zenkai_solver.solvers.solution_files.output import make_sure, write_text

PAGE = "index.html"


@command
def main(argv: Sequence[str] | None = None) -> int:
    p = Parser(prog="zenkai gallery", description="Write a web page of all solutions of a file.")
    p.add_argument("file", type=Path, metavar="FILE", help="a solutions file, or the index of several")
    p.add_argument("-o", "--output", type=Path, metavar="DIR", required=True, help="the folder of the page")
    p.add_argument("--limit", type=positive_int, metavar="N", help="only the first N solutions")
    args = p.parse_args(argv)
    saved = Saved(args.file)
    folder = args.output
    with _folder(folder):
        make_sure(folder / PAGE, [args.file])
        with alive(f"{args.file}: checking the solutions", partial(say, stream=sys.stderr), quiet=False):
            data = data_of(saved, args.limit)
        write_text(folder / PAGE, html(saved.instance.name, data), [args.file])
    say(f"{folder / PAGE}: {len(data['boards']):,} solutions")
    return COMPLETE


@contextmanager
def _folder(path: Path) -> Iterator[None]:
    """Create the folder if it does not exist but its parent does; remove it again if nothing is put into it.

    Raises Refused, OSError.
    """
    if path.exists() and not path.is_dir():
        raise Refused(f"{path}: a file, not a folder")
    if not path.parent.exists():
        raise CannotWrite(2, f"there is no folder {path.parent}", str(path))
    made = not path.exists()
    with writing(path):
        path.mkdir(exist_ok=True)
    try:
        yield
    except BaseException:
        with suppress(OSError):
            if made:
                path.rmdir()
        raise


if __name__ == "__main__":
    leave(main())
