"""The instances that come with zenkai, found by name.

    find("pento6x10")        the file of that name if there is one, else the shipped instance: a path
    names()                  name -> path of every shipped instance, such as "sudoku/thermo"

The folder of the instances lies beside the one of this package, in a checkout and in the wheel.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from zenkai_solver.models.document import InstanceError, is_file
from zenkai_solver.models.formats.faults import UNKNOWN_LINK
from zenkai_solver.models.formats.table import family_of_many

FOLDER = Path(__file__).resolve().parents[2] / "instances"
LONGEST = 4096  # bytes of the longest path of common systems
LONGEST_SHOWN = 200  # characters of a name in a message


def names() -> dict[str, Path]:
    """The path of each shipped instance by its name: the path in the folder, without suffix, sorted."""
    paths = (path for path in FOLDER.rglob("*") if path.suffix == ".yaml" or family_of_many(path))
    return dict(sorted((path.relative_to(FOLDER).with_suffix("").as_posix(), path) for path in paths))


def matching(name: str, shipped: Mapping[str, Path]) -> list[str]:
    """Those of the shipped instances that have this name, which may lack their folder."""
    return [name] if name in shipped else [full for full in shipped if full.rpartition("/")[2] == name]


def find(name: str) -> Path:
    """The file that the name means: an existing file, else a shipped instance.

    A shipped instance may be named without its folder where that is unambiguous: "thermo". A name with a
    suffix, or of a folder, is returned as a path, and reading it fails with a suitable message. Raises
    InstanceError, with the nearest names.
    """
    path = Path(name)
    if is_file(path):
        return path
    if "://" in name:
        raise _unknown(name, UNKNOWN_LINK)
    if len(name) > LONGEST:
        raise InstanceError((), f"{name:.40}...: no link that is known, and too long for a file's name")
    shipped = names()
    if named := matching(name, shipped):
        if len(named) > 1:
            raise _unknown(name, f"several shipped instances have that name: {', '.join(named)}")
        return shipped[named[0]]
    if path.suffix or path.exists():
        return path
    raise _unknown(name, f"no such file, and no shipped instance of that name{_nearest(name, shipped)}")


def _nearest(name: str, shipped: Mapping[str, Path]) -> str:
    import difflib  # only where something is wrong

    by_name = {full.rpartition("/")[2]: full for full in shipped}
    near = difflib.get_close_matches(name, [*shipped, *by_name], n=1)
    return f'; did you mean "{near[0]}"?' if near else "; `zenkai instances` lists them"


def _unknown(name: str, message: str) -> InstanceError:
    error = InstanceError((), message)
    shown = name if len(name) <= LONGEST_SHOWN else f"{name[:LONGEST_SHOWN]}..."
    error.file = shown if shown.isprintable() else repr(shown)
    return error
